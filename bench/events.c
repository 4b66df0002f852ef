/* SPDX-License-Identifier: MIT
   events.c — the cost of events. `events loop NITER N`: hybridSys of paper 001 with NITER loops at
   one instant beside N continuous equations, by changes and with full iteration: equations
   evaluated and processor time at the event; `linear`: with the cheapest equations there are, which
   the VM evaluates at less than a nanosecond each. `events time|sample|state N`: N whens of which
   one fires per event. */
#include "measure.h"

#include "api/api.h"
#include "runtime/system/system.h"

#include <math.h>

#define REPEATS 5 /* runs; the best counts */

static const char loop_text[] =
	"model Loop\n"
	"  constant Integer n = %d, Niter = %d;\n"
	"  Real c[n](each start = 1, each fixed = true);\n"
	"  Boolean start(start = true), l1, l2, l3, finish, go, c1, c2, c3;\n"
	"  Real x1(start = 0), x2(start = 0), x3(start = 0), x4(start = 0), y(start = 10), z;\n"
	"equation\n"
	"  for i in 1:n loop der(c[i]) = %s; end for;\n"
	"  der(y) = -y;\n"
	"  z = y + x4;\n"
	"  go = time > 1;\n"
	"  c1 = pre(x1) < Niter + 1;\n"
	"  c2 = pre(x2) < Niter + 1;\n"
	"  c3 = pre(x3) < Niter;\n"
	"  start = pre(start) and not go;\n"
	"  l1 = pre(start) and go or pre(l3) and c3 or pre(l1) and not c1;\n"
	"  l2 = pre(l1) and c1 or pre(l2) and not c2;\n"
	"  l3 = pre(l2) and c2;\n"
	"  finish = pre(l3) and not c3;\n"
	"  when l1 then x1 = pre(x1) + 1; end when;\n"
	"  when l2 then x2 = pre(x2) + 1; end when;\n"
	"  when l3 then x3 = pre(x3) + 1; end when;\n"
	"  when finish then x4 = pre(x4) + 1; end when;\n"
	"end Loop;\n";

static const char time_text[] =
	"model Whens\n"
	"  constant Integer n = %d;\n"
	"  Integer c[n](each start = 0, each fixed = true);\n"
	"equation\n"
	"  for i in 1:n loop\n"
	"    when time >= i + n*pre(c[i]) then c[i] = pre(c[i]) + 1; end when;\n"
	"  end for;\n"
	"end Whens;\n";

static const char sample_text[] = "model Whens\n"
								  "  constant Integer n = %d;\n"
								  "  Integer c[n](each start = 0, each fixed = true);\n"
								  "equation\n"
								  "  for i in 1:n loop\n"
								  "    when sample(i, n) then c[i] = pre(c[i]) + 1; end when;\n"
								  "  end for;\n"
								  "end Whens;\n";

static const char state_text[] = "model Whens\n"
								 "  constant Integer n = %d;\n"
								 "  Integer c[n](each start = 0, each fixed = true);\n"
								 "  Real x(start = 0, fixed = true);\n"
								 "equation\n"
								 "  der(x) = 1;\n"
								 "  for i in 1:n loop\n"
								 "    when x >= i then c[i] = pre(c[i]) + 1; end when;\n"
								 "  end for;\n"
								 "end Whens;\n";

static Made *compile(Compile *cx, const char *text)
{
	Made *made;

	pipeline_init(cx, NULL);
	if (!pipeline_flatten_text(cx, "events.mo", text, strlen(text)) || !pipeline_sort(cx) ||
		!pipeline_lower(cx)) {
		diag_print(&cx->diag, stderr);
		bench_fail("the model cannot be compiled");
	}
	made = maker_new(cx, &(MakerOptions){.log = NULL});
	if (!made)
		bench_fail("out of memory");
	return made;
}

static HybridStats run_once(const Made *made, bool full, double stop)
{
	HybridOptions o = {.run.stop = stop, .run.interval = stop, .run.solver = MDV_SOLVER_RK45};
	Rt *rt = rt_new(&made->model, NULL);
	HybridResult result;

	if (!rt)
		bench_fail("out of memory");
	rt->event.full_iteration = full;
	if (island_simulate(rt, &o, &result) != MDV_OK)
		bench_fail(rt_message(rt));
	rt_free(rt);
	return result.stats;
}

/* The run with the least time at events. */
static HybridStats run(const Made *made, bool full, double stop)
{
	HybridStats best = {.event_ms = INFINITY};

	for (int k = 0; k < REPEATS; k++) {
		HybridStats s = run_once(made, full, stop);

		if (s.event_ms < best.event_ms)
			best = s;
	}
	return best;
}

static uint64_t evaluations(const HybridStats *s)
{
	uint64_t n = 0;

	for (int k = 0; k < MDV_EVENT_SETS; k++)
		n += s->rt.evaluations[k];
	return n;
}

static void loop(int n_iterations, int n, bool linear)
{
	Compile *cx = calloc(1, sizeof *cx);
	char text[4000];
	HybridStats s[2];
	Made *made;

	if (!cx)
		bench_fail("out of memory");
	snprintf(text, sizeof text, loop_text, n, n_iterations,
			 linear ? "-i*c[i]/n" : "sin(i*time) - exp(-c[i])*c[i]");
	made = compile(cx, text);
	for (int full = 0; full < 2; full++)
		s[full] = run(made, full, 1.001);
	printf("events model=%s niter=%d equations=%d passes=%llu evaluations=%llu event_us=%.1f "
		   "full_passes=%llu full_evaluations=%llu full_event_us=%.1f evaluations_ratio=%.1f "
		   "time_ratio=%.1f\n",
		   linear ? "linear" : "loop", n_iterations, n, (unsigned long long)s[0].rt.passes,
		   (unsigned long long)evaluations(&s[0]), 1e3 * s[0].event_ms,
		   (unsigned long long)s[1].rt.passes, (unsigned long long)evaluations(&s[1]),
		   1e3 * s[1].event_ms, (double)evaluations(&s[1]) / (double)evaluations(&s[0]),
		   s[1].event_ms / s[0].event_ms);
	maker_free(made);
	pipeline_free(cx);
	free(cx);
}

static void whens(const char *kind, int n)
{
	Compile *cx = calloc(1, sizeof *cx);
	const char *pattern = !strcmp(kind, "time")     ? time_text
						  : !strcmp(kind, "sample") ? sample_text
													: state_text;
	char text[2000];
	HybridStats s;
	double events;
	Made *made;

	if (!cx)
		bench_fail("out of memory");
	snprintf(text, sizeof text, pattern, n);
	made = compile(cx, text);
	s = run(made, false, 0.5 + (n < 2000 ? n : 2000));
	events = (double)(s.state_events + s.time_events);
	printf("events model=%s whens=%d events=%.0f passes=%llu "
		   "event_us=%.2f run_us=%.2f\n",
		   kind, n, events, (unsigned long long)s.rt.passes, 1e3 * s.event_ms / events,
		   1e3 * s.run_ms / events);
	maker_free(made);
	pipeline_free(cx);
	free(cx);
}

int main(int argc, char **argv)
{
	BenchArgs args = {.usage = "events loop|linear NITER N | events time|sample|state N"};

	bench_args(&args, argc, argv, 2, 3);
	if ((!strcmp(args.plain[0], "loop") || !strcmp(args.plain[0], "linear")) && args.n_plain == 3)
		loop((int)bench_number(&args, args.plain[1], 1, 100000),
			 (int)bench_number(&args, args.plain[2], 1, 1000000), args.plain[0][1] == 'i');
	else if (args.n_plain == 2 &&
			 (!strcmp(args.plain[0], "time") || !strcmp(args.plain[0], "sample") ||
			  !strcmp(args.plain[0], "state")))
		whens(args.plain[0], (int)bench_number(&args, args.plain[1], 1, 1000000));
	else
		bench_usage(&args, "what is to be measured?");
	return 0;
}
