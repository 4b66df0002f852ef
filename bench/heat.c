/* SPDX-License-Identifier: MIT
   heat.c — large models of equal parts: the heat equation with N cells (`heat N`), or N cells of a
   resistor and a capacitor coupled by connectors (`heat N cells`). Measures every phase from the
   source to the first evaluation, the memory, and the right-hand side against a loop in C, whose
   results must be the same. */
#include "measure.h"

#include "api/api.h"
#include "runtime/rt/rt.h"

#include <math.h>

#define REPEATS 15 /* samples; the best counts */

static const char heat_text[] = "model Heat\n"
								"  constant Integer n = %d;\n"
								"  parameter Real k = 0.5;\n"
								"  Real T[n](each start = 1, each fixed = true);\n"
								"equation\n"
								"  der(T[1]) = k*(T[2] - 2*T[1]);\n"
								"  for i in 2:n-1 loop\n"
								"    der(T[i]) = k*(T[i-1] - 2*T[i] + T[i+1]);\n"
								"  end for;\n"
								"  der(T[n]) = k*(T[n-1] - 2*T[n]);\n"
								"end Heat;\n";

static const char cells_text[] = "package Ladder\n"
								 "  connector Pin\n"
								 "    Real v;\n"
								 "    flow Real i;\n"
								 "  end Pin;\n"
								 "  model Source\n"
								 "    Pin p;\n"
								 "  equation\n"
								 "    p.v = 2;\n"
								 "  end Source;\n"
								 "  model Cell\n"
								 "    Pin p, q;\n"
								 "    parameter Real R = 1, C = 2;\n"
								 "    Real v(start = 1, fixed = true);\n"
								 "  equation\n"
								 "    v = q.v;\n"
								 "    R*p.i = p.v - q.v;\n"
								 "    C*der(v) = p.i + q.i;\n"
								 "  end Cell;\n"
								 "  model Chain\n"
								 "    constant Integer n = %d;\n"
								 "    Source source;\n"
								 "    Cell cell[n](R = {1 + 0.25*i for i in 1:n});\n"
								 "  equation\n"
								 "    connect(source.p, cell[1].p);\n"
								 "    for i in 1:n-1 loop\n"
								 "      connect(cell[i].q, cell[i+1].p);\n"
								 "    end for;\n"
								 "  end Chain;\n"
								 "end Ladder;\n";

/* The loops that somebody would write; not inlined, so that nothing is known of n. */

__attribute__((noinline)) static void heat_loop(int n, double k, const double *restrict T,
												double *restrict dT)
{
	dT[0] = k * (T[1] - 2 * T[0]);
	for (int i = 1; i < n - 1; i++)
		dT[i] = k * (T[i - 1] - 2 * T[i] + T[i + 1]);
	dT[n - 1] = k * (T[n - 2] - 2 * T[n - 1]);
}

__attribute__((noinline)) static void cells_loop(int n, const double *restrict R, double C,
												 const double *restrict v, double *restrict dv)
{
	double in = (2 - v[0]) / R[0];

	for (int i = 0; i < n; i++) {
		double out = i + 1 < n ? (v[i] - v[i + 1]) / R[i + 1] : 0;

		dv[i] = (in - out) / C;
		in = out;
	}
}

typedef struct Phases {
	double last_s;                           /* clock when the last one ended */
	double flatten, sort, lower, make, init; /* milliseconds */
} Phases;

static double phase_ms(Phases *p)
{
	double now = bench_cpu_s(), ms = 1e3 * (now - p->last_s);

	p->last_s = now;
	return ms;
}

static Rt *make(Compile *cx, const char *text, Phases *p)
{
	Made *made;
	Rt *rt;

	p->last_s = bench_cpu_s();
	pipeline_init(cx, NULL);
	cx->wants_families = true;
	if (!pipeline_flatten_text(cx, "heat.mo", text, strlen(text)))
		bench_fail("the model cannot be flattened");
	p->flatten = phase_ms(p);
	if (!pipeline_sort(cx))
		bench_fail("the model cannot be sorted");
	p->sort = phase_ms(p);
	if (!pipeline_lower(cx))
		bench_fail("the model cannot be lowered");
	p->lower = phase_ms(p);
	made = maker_new(cx, &(MakerOptions){.log = NULL});
	rt = made ? rt_new(&made->model, NULL) : NULL;
	if (!rt)
		bench_fail("out of memory");
	p->make = phase_ms(p);
	if (init_run(rt, 0) != MDV_OK)
		bench_fail(rt_message(rt));
	p->init = phase_ms(p);
	return rt;
}

/* Best time of one evaluation, in seconds. */
static double model_s(Rt *rt, int times, double *x, double *dx)
{
	double best = INFINITY;

	for (int r = 0; r < REPEATS; r++) {
		double begin = bench_cpu_s();

		for (int k = 0; k < times; k++) {
			x[k % rt->n] += 1e-3;
			if (rt_ode(rt, 0, x, dx) != MDV_OK)
				bench_fail(rt_message(rt));
		}
		best = fmin(best, (bench_cpu_s() - begin) / times);
	}
	return best;
}

static double loop_s(bool cells, int n, int times, const double *R, double *x, double *dx)
{
	double best = INFINITY;

	for (int r = 0; r < REPEATS; r++) {
		double begin = bench_cpu_s();

		for (int k = 0; k < times; k++) {
			x[k % n] += 1e-3;
			if (cells)
				cells_loop(n, R, 2, x, dx);
			else
				heat_loop(n, 0.5, x, dx);
		}
		best = fmin(best, (bench_cpu_s() - begin) / times);
	}
	return best;
}

static double *numbers(int n)
{
	double *x = malloc((size_t)n * sizeof *x);

	if (!x)
		bench_fail("out of memory");
	return x;
}

static void fill(int n, double *R, double *x)
{
	for (int i = 0; i < n; i++) {
		R[i] = 1 + 0.25 * (i + 1);
		x[i] = sin(i);
	}
}

int main(int argc, char **argv)
{
	BenchArgs args = {.usage = "heat N [cells]"};
	Compile *cx = calloc(1, sizeof *cx);
	char *text = malloc(sizeof heat_text + sizeof cells_text);
	int n, times, n_vars;
	bool cells;
	double vm_s, c_s, peak_mb, *R, *x, *dx, *dy;
	Phases p;
	Rt *rt;

	bench_args(&args, argc, argv, 1, 2);
	n = (int)bench_number(&args, args.plain[0], 3, 10000000);
	cells = args.n_plain > 1 && !strcmp(args.plain[1], "cells");
	if (args.n_plain > 1 && !cells)
		bench_usage(&args, "the second argument can be 'cells' only");
	if (!cx || !text)
		bench_fail("out of memory");
	if (cells)
		sprintf(text, cells_text, n);
	else
		sprintf(text, heat_text, n);
	rt = make(cx, text, &p);
	peak_mb = bench_peak_mb();
	n_vars = rt->m->n_vars;
	if (rt->n != n)
		bench_fail("the model has another number of states");

	R = numbers(n), x = numbers(n), dx = numbers(n), dy = numbers(n);
	times = 4000000 / n + 1;
	fill(n, R, x);
	vm_s = model_s(rt, times, x, dx);
	fill(n, R, x);
	c_s = loop_s(cells, n, times, R, x, dy);
	for (int i = 0; i < n; i++)
		if (!(fabs(dx[i] - dy[i]) <= 1e-12 * (1 + fabs(dy[i]))))
			bench_fail("the model and the loop differ");
	printf("heat model=%s cells=%d variables=%d batches=%zu flatten_ms=%.1f sort_ms=%.1f "
		   "lower_ms=%.1f make_ms=%.1f init_ms=%.1f compile_us_per_cell=%.2f rss_mb=%.0f "
		   "bytes_per_cell=%.0f rhs_us=%.1f loop_us=%.1f ratio=%.2f\n",
		   cells ? "cells" : "heat", n, n_vars, cx->island->code.batches.n, p.flatten, p.sort,
		   p.lower, p.make, p.init, 1e3 * (p.flatten + p.sort + p.lower + p.make) / n, peak_mb,
		   peak_mb * 1048576 / n, 1e6 * vm_s, 1e6 * c_s, vm_s / c_s);
	return 0;
}
