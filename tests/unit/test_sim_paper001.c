/* SPDX-License-Identifier: MIT
   test_sim_paper001.c — the models of paper 001: which equations take part in event iteration, how
   many passes and evaluations there are, and that nothing is lost. The listings are written anew
   from the paper. */
#include "compiler/graph/graph.h"
#include "sim.h"
#include "t.h"

static const char no_event_iter_1[] = "model NoEventIter1\n"
									  "  Real x(start = 0), y(start = 0), z(start = 0);\n"
									  "equation\n"
									  "  der(x) = 1;\n"
									  "  when y > 0.5 then z = pre(z) + 1; end when;\n"
									  "  when x > 1 then y = pre(y) + 1; end when;\n"
									  "end NoEventIter1;\n";

static const char no_event_iter_2[] = "model NoEventIter2\n"
									  "  Real x(start = 0);\n"
									  "  Integer c(start = 0);\n"
									  "equation\n"
									  "  der(x) = 1;\n"
									  "  when x > 0.5 then c = pre(c) + 1; end when;\n"
									  "end NoEventIter2;\n";

static const char listing_3[] = "model Listing3\n"
								"  parameter Real a = 1, b = 1, c = 1;\n"
								"  Real x(start = 1, fixed = true), y(start = 0, fixed = true);\n"
								"equation\n"
								"  when y > 3 and pre(x) > 0 then x = a + b; end when;\n"
								"  der(y) = x + c;\n"
								"end Listing3;\n";

#define HYBRID_SYS(iterations, declarations, equations)                                         \
	"model HybridSys\n"                                                                         \
	"  function f1 input Real x; output Real y; algorithm y := x; end f1;\n"                    \
	"  function f2 input Real a; input Real b; output Real y; algorithm y := a + b; end f2;\n"  \
	"  parameter Integer Niter = " iterations ";\n" declarations                                \
	"  Boolean phase_Start(start = true), phase_Loop1, phase_Loop2, phase_Loop3, phase_End;\n"  \
	"  Real x_Start(start = 0), x_Loop1(start = 0), x_Loop2(start = 0), x_Loop3(start = 0),\n"  \
	"    x_End(start = 0);\n"                                                                   \
	"  Boolean startCondition, loopCondition1, loopCondition2, loopCondition3, endCondition;\n" \
	"  Real x1(start = 10, fixed = true), x2;\n"                                                \
	"equation\n" equations "  der(x1) = -f1(x1);\n"                                             \
	"  x2 = f2(x1, x_End);\n"                                                                   \
	"  startCondition = time > 1;\n"                                                            \
	"  loopCondition1 = pre(x_Loop1) < Niter + 1;\n"                                            \
	"  loopCondition2 = pre(x_Loop2) < Niter + 1;\n"                                            \
	"  loopCondition3 = pre(x_Loop3) < Niter;\n"                                                \
	"  endCondition = not loopCondition3;\n"                                                    \
	"  phase_Start = pre(phase_Start) and not startCondition;\n"                                \
	"  phase_Loop1 = pre(phase_Start) and startCondition or\n"                                  \
	"    pre(phase_Loop3) and loopCondition3 or pre(phase_Loop1) and not loopCondition1;\n"     \
	"  phase_Loop2 = pre(phase_Loop1) and loopCondition1 or\n"                                  \
	"    pre(phase_Loop2) and not loopCondition2;\n"                                            \
	"  phase_Loop3 = pre(phase_Loop2) and loopCondition2 or\n"                                  \
	"    pre(phase_Loop3) and not (loopCondition3 or endCondition);\n"                          \
	"  phase_End = pre(phase_Loop3) and endCondition;\n"                                        \
	"  when phase_Start then x_Start = pre(x_Start) + 1; end when;\n"                           \
	"  when phase_Loop1 then x_Loop1 = pre(x_Loop1) + 1; end when;\n"                           \
	"  when phase_Loop2 then x_Loop2 = pre(x_Loop2) + 1; end when;\n"                           \
	"  when phase_Loop3 then x_Loop3 = pre(x_Loop3) + 1; end when;\n"                           \
	"  when phase_End then x_End = pre(x_End) + 1; end when;\n"                                 \
	"end HybridSys;\n"

/* --- sets --- */

typedef struct Sets {
	Sim sim;            /* the model */
	const Graph *graph; /* of it */
} Sets;

static bool sets_begin(Sets *s, const char *text)
{
	bool ok = sim_text(&s->sim, text);

	s->graph = ok ? &s->sim.cx.island->graph : NULL;
	return ok;
}

static void sets_end(Sets *s)
{
	sim_free(&s->sim);
}

/* Of the variable, or of pre(variable). */
static int set_of(const Sets *s, const char *name, bool pre)
{
	int32_t v = sim_var(&s->sim, name), rep, node;

	if (v < 0)
		return -1;
	rep = s->graph->d->vars.at[v].alias.i;
	node = s->graph->node_of_var[rep];
	if (pre)
		return s->graph->pre_read[rep] ? s->graph->pre_set[rep] : -1;
	return node < 0 ? -1 : s->graph->nodes.at[node].set;
}

static int count(const Sets *s, int set)
{
	int n = 0;

	for (int32_t i = 0; i < s->graph->first[GP_EVENT + 1]; i++)
		n += s->graph->nodes.at[i].set == set;
	return n;
}

static Sets sets;

static void whens_without_pre_in_their_conditions_are_in_no_loop(void)
{
	const char *const text[] = {no_event_iter_1, no_event_iter_2};

	for (int k = 0; k < 2; k++) {
		T_CHECK(sets_begin(&sets, text[k]));
		T_INT(count(&sets, ES_LOOP), 0);
		T_INT(count(&sets, ES_UPDATE), 0);
		sets_end(&sets);
	}
}

static void a_condition_with_pre_makes_a_loop(void)
{
	T_CHECK(sets_begin(&sets, listing_3));
	T_INT(set_of(&sets, "x", false), ES_LOOP);        /* node 1 */
	T_INT(set_of(&sets, "der(y)", false), ES_UPDATE); /* node 2 */
	T_INT(set_of(&sets, "x", true), ES_LOOP);         /* node 3 */
	T_INT(count(&sets, ES_LOOP), 2);                  /* node 1 and the condition, node 4 */
	T_INT(count(&sets, ES_UPDATE), 1);
	sets_end(&sets);
}

static void hybrid_sys_has_the_sets_of_its_listing(void)
{
	static const char *const loop[] = {
		"loopCondition3", "loopCondition1", "phase_Loop1", "loopCondition2", "phase_Loop2",
		"endCondition",   "phase_Loop3",    "x_Loop1",     "x_Loop2",        "x_Loop3"};
	static const char *const loop_pre[] = {"x_Loop3",     "x_Loop1", "phase_Loop3",
										   "phase_Loop1", "x_Loop2", "phase_Loop2"};
	static const char *const untouched[] = {"der(x1)", "startCondition", "phase_Start", "x_Start"};

	T_CHECK(sets_begin(&sets, HYBRID_SYS("4", "", "")));
	for (size_t i = 0; i < sizeof loop / sizeof *loop; i++) /* 4 to 10, 13 to 15 */
		T_INT(set_of(&sets, loop[i], false), ES_LOOP);
	for (size_t i = 0; i < sizeof loop_pre / sizeof *loop_pre; i++) /* 20 to 25 */
		T_INT(set_of(&sets, loop_pre[i], true), ES_LOOP);
	T_INT(set_of(&sets, "phase_End", false), ES_UPDATE);              /* 11 */
	T_INT(set_of(&sets, "x_End", false), ES_UPDATE);                  /* 16 */
	T_INT(set_of(&sets, "x2", false), ES_UPDATE);                     /* 17 */
	T_INT(set_of(&sets, "x_End", true), ES_UPDATE);                   /* 26 */
	for (size_t i = 0; i < sizeof untouched / sizeof *untouched; i++) /* 1, 2, 3, 12 */
		T_INT(set_of(&sets, untouched[i], false), ES_UNTOUCHED);
	T_INT(set_of(&sets, "phase_Start", true), ES_UNTOUCHED); /* 18 */
	T_INT(set_of(&sets, "x_Start", true), ES_UNTOUCHED);     /* 19 */
	sets_end(&sets);
}

/* --- runs --- */

static Sim s;

static bool run(const char *text, bool full, double stop)
{
	bool ok = sim_text(&s, text);

	s.full_iteration = full;
	s.o.run.solver = MDV_SOLVER_RK45;
	s.o.run.stop = stop;
	T_CHECK(ok && sim_run(&s) == MDV_OK);
	return ok && s.status == MDV_OK;
}

static void models_without_loops_repeat_no_pass(void)
{
	run(no_event_iter_1, false, 2);
	T_REAL(sim_last(&s, "y"), 1, 0);
	T_REAL(sim_last(&s, "z"), 1, 0);
	T_INT(s.result.stats.state_events, 1);
	T_INT(s.result.stats.rt.repeats, 0);
	sim_free(&s);
	run(no_event_iter_2, false, 2);
	T_REAL(sim_last(&s, "c"), 1, 0);
	T_INT(s.result.stats.rt.repeats, 0);
	sim_free(&s);
	run(no_event_iter_2, true, 2);
	T_INT(s.result.stats.rt.repeats, 1);
	sim_free(&s);
}

static void hybrid_sys_ends_after_all_its_loops(void)
{
	for (int full = 0; full < 2; full++) {
		run(HYBRID_SYS("4", "", ""), full, 2);
		T_REAL(sim_last(&s, "x_Loop1"), 4, 0);
		T_REAL(sim_last(&s, "x_Loop2"), 4, 0);
		T_REAL(sim_last(&s, "x_Loop3"), 4, 0);
		T_REAL(sim_last(&s, "x_End"), 1, 0);
		T_REAL(sim_before(&s, "x2", 1), 10 * exp(-1), 1e-4);
		T_REAL(sim_at(&s, "x2", 1), 10 * exp(-1) + 1, 1e-4);
		/* One pass at the start, one at the end, the others at 1. */
		T_INT(s.result.stats.rt.passes - 2, full ? 15 : 14);
		sim_free(&s);
	}
}

/* der(x1) is one of the untouched: a hundred times the passes, and not one evaluation more. */
static void derivatives_are_not_evaluated_in_passes(void)
{
	uint64_t untouched[2];

	for (int k = 0; k < 2; k++) {
		run(k ? HYBRID_SYS("400", "", "") : HYBRID_SYS("4", "", ""), false, 2);
		untouched[k] = s.result.stats.rt.evaluations[MDV_UNTOUCHED];
		sim_free(&s);
	}
	T_INT(untouched[1] - untouched[0], 0); /* 1,188 passes more, and not one evaluation */
}

static void a_large_continuous_part_costs_nothing_in_passes(void)
{
	static const char text[] =
		HYBRID_SYS("1000", "  Real c[1000](each start = 1, each fixed = true);\n",
				   "  for i in 1:1000 loop der(c[i]) = -i*c[i]/1000; end for;\n");
	uint64_t n[2] = {0};

	for (int full = 0; full < 2; full++) {
		run(text, full, 1.01);
		T_REAL(sim_last(&s, "x_Loop3"), 1000, 0);
		T_REAL(sim_last(&s, "x_End"), 1, 0);
		for (int k = 0; k < MDV_EVENT_SETS; k++)
			n[full] += s.result.stats.rt.evaluations[k];
		sim_free(&s);
	}
	T_CHECK(n[0] * 50 <= n[1]);
}

int main(void)
{
	T_RUN(whens_without_pre_in_their_conditions_are_in_no_loop);
	T_RUN(a_condition_with_pre_makes_a_loop);
	T_RUN(hybrid_sys_has_the_sets_of_its_listing);
	T_RUN(models_without_loops_repeat_no_pass);
	T_RUN(hybrid_sys_ends_after_all_its_loops);
	T_RUN(derivatives_are_not_evaluated_in_passes);
	T_RUN(a_large_continuous_part_costs_nothing_in_passes);
	return T_END();
}
