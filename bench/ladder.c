/* SPDX-License-Identifier: MIT
   ladder.c — N sections of a resistor and a capacitor behind a step of voltage, as a bond graph
   (`ladder N`): CPU seconds of the flat model, of graph, causality and export, and of the quantized
   simulation of 10 s; the result is compared with a small-stepped Runge-Kutta method, from which no
   state may differ by more than the quantum (currents between neighbours only make errors
   smaller). */
#include "measure.h"

#include "bondgraph/bondgraph.h"

#include <math.h>

static const char text_of[] =
	"model Ladder\n"
	"  package A = Modelica.Electrical.Analog;\n"
	"  A.Sources.StepVoltage V(V=1); A.Basic.Resistor R[%d](each R=1);\n"
	"  A.Basic.Capacitor C[%d](each C=1); A.Basic.Ground G;\n"
	"equation\n"
	"  connect(V.p, R[1].p); connect(V.n, G.p);\n"
	"  for i in 1:%d - 1 loop connect(R[i].n, R[i + 1].p); end for;\n"
	"  for i in 1:%d loop connect(R[i].n, C[i].p); connect(C[i].n, G.p); end for;\n"
	"end Ladder;\n";

static void slope(int n, const double *x, double *dx)
{
	for (int i = 0; i < n; i++)
		dx[i] = (i ? x[i - 1] : 1) - x[i] - (i + 1 < n ? x[i] - x[i + 1] : 0);
}

/* 10 s of the first n sections, which are all that moves. */
static void integrate(int n, double *x)
{
	double *k = calloc(5 * (size_t)n, sizeof *k), h = 0.005;

	for (int step = 0; k && step < 2000; step++) {
		for (int s = 0; s < 4; s++) {
			double part = s == 0 ? 0 : s == 3 ? h : h / 2;

			for (int i = 0; i < n; i++)
				k[4 * n + i] = x[i] + (s ? part * k[(s - 1) * n + i] : 0);
			slope(n, &k[4 * n], &k[s * n]);
		}
		for (int i = 0; i < n; i++)
			x[i] += h / 6 * (k[i] + 2 * k[n + i] + 2 * k[2 * n + i] + k[3 * n + i]);
	}
	free(k);
}

/* The largest difference at the end. */
static double compare(const QbgNetwork *net, const QbgRun *run, int n)
{
	int moving = n < 400 ? n : 400;
	double *x = calloc((size_t)n, sizeof *x), worst = 0;
	int32_t first = net->n_elements;

	integrate(moving, x);
	for (int32_t i = 0, k = 0; i < first; i++)
		if (net->element[i].kind == QBG_C) {
			worst = fmax(worst, fabs(qbg_network_effort(run, i, 0) - x[k]));
			k++;
		}
	free(x);
	return worst;
}

int main(int argc, char **argv)
{
	BenchArgs args = {.usage = "ladder N"};
	double start, flat_s, graph_s, error, quantum = 0.001;
	QbgOptions o = {.order = 1};
	static char text[1024];
	Circuit c;
	Compile cx;
	BondGraph g;
	QbgNetwork net;
	QbgElement *element;
	QbgRun *run;
	Text out;
	int n;

	bench_args(&args, argc, argv, 1, 1);
	n = (int)bench_number(&args, args.plain[0], 2, 1000000);
	snprintf(text, sizeof text, text_of, n, n, n, n);
	pipeline_init(&cx, NULL);
	library_add_path(cx.lib, MDV_INCLUDE_DIR "/../lib");
	start = bench_cpu_s();
	if (!pipeline_flatten_text(&cx, "Ladder.mo", text, strlen(text)))
		bench_fail("the ladder does not compile");
	flat_s = bench_cpu_s() - start;
	start = bench_cpu_s();
	text_init(&out, arena_heap(&cx.keep));
	if (!circuit_find(&cx, &c) || !bondgraph_make(&c, &cx, NULL, &g))
		bench_fail("the ladder has no bond graph");
	for (size_t i = 0; i < c.elements.n; i++)
		c.elements.at[i].quantizer = (QbgQuantizer){.quantum = quantum, .hysteresis = quantum};
	element = network_make(&g, &net);
	(void)element;
	write_ma(&net, false, &cx.keep, &out);
	graph_s = bench_cpu_s() - start;
	start = bench_cpu_s();
	if (qbg_network_open(&net, &o, &run) != MDV_OK || qbg_network_run(run, 10) != MDV_OK)
		bench_fail("the ladder does not run");
	error = compare(&net, run, n);
	printf("sections=%d flat_s=%.3f graph_s=%.3f ma_bytes=%zu run_s=%.3f events=%" PRIu64
		   " error=%.3g quantum=%g\n",
		   n, flat_s, graph_s, out.n, bench_cpu_s() - start, qbg_network_events(run), error,
		   quantum);
	qbg_network_free(run);
	text_free(&out);
	pipeline_free(&cx);
	return error <= quantum ? 0 : 3;
}
