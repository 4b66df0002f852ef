/* SPDX-License-Identifier: MIT
   Hybrid models whose answers are known by formulas (answers.h), by the solvers with steps at their
   default settings; test_sim_answers_qss has those of quantized states. */
#include "answers.h"
#include "t.h"

#include <string.h>

/* 100 times the default tolerance */
static const AnswerWay ways[] = {
	{MDV_SOLVER_CVODE, 0, 1e-4}, {MDV_SOLVER_IDA, 0, 1e-4}, {MDV_SOLVER_RK45, 0, 1e-4}};

static void check_file(const char *name)
{
	T_INT(answers_check(name, ways, sizeof ways / sizeof *ways, NULL), 0);
}

static void sines_of_time_and_states_lose_no_event(void)
{
	check_file("Sines");
}

static void products_and_polynomials_lose_no_event(void)
{
	check_file("Products");
}

static void narrow_bumps_are_seen(void)
{
	check_file("Bumps");
}

static void piecewise_functions_are_integrated_right(void)
{
	check_file("Pieces");
}

static void what_makes_no_event_is_integrated_right(void)
{
	check_file("Silent");
}

static void nested_conditions_lose_no_event(void)
{
	check_file("Nested");
}

static void pulses_down_to_1e_4_of_the_span_are_seen(void)
{
	check_file("Pulses");
}

static void crossings_through_loops_are_seen(void)
{
	check_file("Loops");
}

static void states_jump_at_every_impact(void)
{
	check_file("Impacts");
}

static void time_events_and_crossings_go_together(void)
{
	check_file("Instants");
}

/* A loop without a known end hides the bump from the proof, and it lies between the points that are
   looked at. */
static void rows_that_contradict_a_relation_are_told(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M\n  function bump\n    input Real t;\n    output Real y;\n"
						 "  protected\n    Real a, r;\n  algorithm\n"
						 "    a := 1 + ((t - 4.321)/0.002)^4;\n    r := a;\n"
						 "    while abs(r*r - a) > 1e-9*a loop\n      r := 0.5*(r + a/r);\n"
						 "    end while;\n    y := 1/r;\n"
						 "  end bump;\n  Integer n(start = 0, fixed = true);\nequation\n"
						 "  when bump(time) > 0.5 then\n    n = pre(n) + 1;\n  end when;\n"
						 "  annotation(experiment(StopTime = 10));\nend M;\n"));
	sim_run(&s);
	T_CHECK(strstr(sim_said(&s), "at time 4.32 results contradict a relation"));
	T_CHECK(strstr(sim_said(&s), "M.bump(time) > 0.5"));
	text_clear(&s.said);
	s.o.run.max_step = 0.001;
	sim_run(&s);
	T_CHECK(!strstr(sim_said(&s), "contradict"));
	T_REAL(sim_last(&s, "n"), 1, 0);
	sim_free(&s);
}

static void constrained_systems_lose_no_event(void)
{
	check_file("Constraints");
}

static void runs_end_where_an_assertion_or_terminate_says(void)
{
	check_file("Ends");
}

static void functions_that_are_called_hide_nothing(void)
{
	check_file("Functions");
}

static void tables_hide_nothing(void)
{
	check_file("Tables");
}

static void large_blocks_lose_no_event(void)
{
	check_file("Large");
}

static void what_is_only_sampled_is_found(void)
{
	check_file("Histories");
}

static void events_at_one_instant_follow_each_other(void)
{
	check_file("Chains");
}

int main(int argc, char **argv)
{
	if (argc > 1) { /* the name of a file */
		check_file(argv[1]);
		return t_bad != 0;
	}
	T_RUN(sines_of_time_and_states_lose_no_event);
	T_RUN(products_and_polynomials_lose_no_event);
	T_RUN(narrow_bumps_are_seen);
	T_RUN(piecewise_functions_are_integrated_right);
	T_RUN(what_makes_no_event_is_integrated_right);
	T_RUN(nested_conditions_lose_no_event);
	T_RUN(pulses_down_to_1e_4_of_the_span_are_seen);
	T_RUN(crossings_through_loops_are_seen);
	T_RUN(states_jump_at_every_impact);
	T_RUN(time_events_and_crossings_go_together);
	T_RUN(rows_that_contradict_a_relation_are_told);
	T_RUN(constrained_systems_lose_no_event);
	T_RUN(runs_end_where_an_assertion_or_terminate_says);
	T_RUN(functions_that_are_called_hide_nothing);
	T_RUN(tables_hide_nothing);
	T_RUN(large_blocks_lose_no_event);
	T_RUN(what_is_only_sampled_is_found);
	T_RUN(events_at_one_instant_follow_each_other);
	return T_END();
}
