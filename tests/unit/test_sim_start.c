/* SPDX-License-Identifier: MIT
   What a model says about its start happens, or the run does not begin: initial equations and
   algorithms, when initial(), parameters of operators that the initial system determines, loops
   through whens (MLS 3.7.5, 8.3.5, 8.3.6, 8.6). */
#include "t.h"
#include "sim.h"

#include <stdio.h>

static void run(Sim *s, const char *text)
{
	if (!sim_text(s, text) || sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

/* It must end before the first row, with a message that has this part. */
static void check_refused(const char *text, const char *part)
{
	Sim s;

	if (!sim_text(&s, text))
		T_FAIL("%s", sim_said(&s));
	if (sim_run(&s) >= 0)
		T_FAIL("status %d at %g: %s", (int)s.status, s.result.t, sim_said(&s));
	if (!sim_says(&s, part))
		T_FAIL("'%s' is not in: %s", part, sim_said(&s));
	T_REAL(s.result.t, 0, 0);
	sim_free(&s);
}

static void samplers_take_parameters_from_the_initial_system(void)
{
	Sim s;

	run(&s, "model M\n  parameter Real t0(fixed = false), dt(fixed = false);\n"
			"  Integer n(start = 0, fixed = true);\ninitial equation\n  t0 = 0.1 + time;\n"
			"  dt = 2*t0;\nequation\n  when sample(t0, dt) then\n    n = pre(n) + 1;\n"
			"  end when;\n  annotation(experiment(StopTime = 1));\nend M;\n");
	T_INT(sim_at(&s, "n", 0.2), 1);
	T_INT(sim_last(&s, "n"), 5);
	sim_free(&s);
}

/* p^3 + 0.1 p = 4 with b, for x = 0.9 p: p is near 1.566, and larger than 1. */
static void boolean_parameters_are_determined_in_loops(void)
{
	Sim s;

	run(&s, "model M\n  parameter Boolean b(fixed = false);\n"
			"  parameter Real p(fixed = false, start = 1.5);\n  Real x(start = 1);\n"
			"initial equation\n  b = p > 1;\n  p^3 + p = 3 + x + (if b then 1 else 0);\n"
			"  der(x) = 0.1*p;\nequation\n  der(x) = -x + p;\nend M;\n");
	T_REAL(sim_at(&s, "x", 0), 0.9 * 1.5664, 1e-3);
	sim_free(&s);
	check_refused("model M\n  parameter Integer k(fixed = false);\n"
				  "  parameter Real p(fixed = false, start = 1.5);\n  Real x(start = 1);\n"
				  "initial equation\n  k = if p > 1.3 then 1 else 0;\n"
				  "  p^3 + p = 3 + x - k;\n  der(x) = 0.1*p;\nequation\n  der(x) = -x + p;\n"
				  "end M;\n",
				  "no values of 'k'");
}

/* MLS 3.7.4.3: the simplified equation exp(x) + 1 = 0 has no solution, the actual one has. */
static void a_simplified_model_without_solution_is_left(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 1);\nequation\n"
			"  0 = homotopy(actual = x^3 + x - 10, simplified = exp(x) + 1);\nend M;\n");
	T_REAL(sim_last(&s, "x"), 2, 1e-9);
	sim_free(&s);
}

/* The first step of Newton's method goes to zero, but for rounding, which must not say in which
   direction x goes on. */
static void what_starts_at_zero_has_no_direction_by_rounding(void)
{
	static const char *const size[] = {"abs(x)*0.013/0.0007/3", "sqrt(x^2*0.3)*1.7/1.3",
									   "abs(x)*1.1/2.3*3.7"};

	for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
		char text[200];
		Sim s;

		snprintf(text, sizeof text,
				 "model M\n  Real x(start = 1.1);\nequation\n  time = %s;\nend M;\n", size[i]);
		run(&s, text);
		T_REAL(sim_at(&s, "x", 0), 0, 0);
		T_CHECK(sim_last(&s, "x") > 0);
		sim_free(&s);
	}
}

/* At rest neither relation holds, and the equation with both says that the flow stays there,
   whereas p moves: one of them is an event right after the start. Then 1 - h + 0.5/rho = 0, or
   h - 3 + 0.5/rho = 0, and p comes to rest with a flow of 0.05. */
static void a_flow_that_begins_at_rest_begins_to_flow(void)
{
	static const char *const source[] = {"- 5", "+ 5"};
	const double h[] = {(2.1 - sqrt(3.41)) / 0.2, (2.3 - sqrt(3.09)) / 0.2};

	for (int i = 0; i < 2; i++) {
		char text[400];
		Sim s;

		snprintf(
			text, sizeof text,
			"model M\n  Real p(start = 1.3, fixed = true), m(start = 0.01), h(start = 2), rho;\n"
			"equation\n  der(p) = 100*m %s;\n  rho = 2 - 0.1*h;\n  m = (1.3 - p)*rho;\n"
			"  0 = m*(if m > 0 then 1 else h) - m*(if -m > 0 then 3 else h) + 0.5*m/rho;\n"
			"end M;\n",
			source[i]);
		run(&s, text);
		T_REAL(sim_at(&s, "m", 0), 0, 0);
		T_REAL(sim_last(&s, "m"), i ? -0.05 : 0.05, 1e-6);
		T_REAL(sim_last(&s, "h"), h[i], 1e-6);
		sim_free(&s);
	}
}

static void delays_take_parameters_from_the_initial_system(void)
{
	Sim s;

	run(&s, "model M\n  parameter Real d(fixed = false);\n  Real y = delay(time, d);\n"
			"initial equation\n  d = 0.25;\n  annotation(experiment(StopTime = 1));\nend M;\n");
	T_REAL(sim_last(&s, "y"), 0.75, 1e-9);
	sim_free(&s);
}

/* Two steady states, near 851 and near 4156: torn at q and a density the farther one was found. */
static void a_steady_state_is_looked_for_from_the_start_values_of_states(void)
{
	Sim s;

	run(&s,
		"model M\n  parameter Real V = 2, k = 3, Ta = 290;\n"
		"  Real T[2](start = {300, 310}), d[2], w[2], q;\nequation\n  for i in 1:2 loop\n"
		"    d[i] = 1000*(1 - 2.5e-4*(T[i] - 293));\n    w[i] = q/d[i];\n"
		"    V*der(T[i]) = q*(Ta - T[i]) + 1e5*w[i]^2*d[i] + 40*(T[3 - i] - T[i]) + 500;\n"
		"  end for;\n  q = k*sqrt(d[1]^2 + d[2]^2)/1000;\ninitial equation\n  der(T) = {0, 0};\n"
		"end M;\n");
	T_REAL(sim_at(&s, "T[1]", 0), 851.2297843931884, 1e-6);
	T_REAL(sim_at(&s, "T[2]", 0), 851.2297843931884, 1e-6);
	sim_free(&s);
}

static void samplers_that_never_advance_are_refused(void)
{
	static const char *const cases[][2] = {
		{"0, 1e-300", "resolution of time"}, {"0.1, 1e-18", "resolution of time"},
		{"-1e300, 1", "resolution of time"}, {"0, p", "must be positive"},
		{"0, -0.5", "must be positive"},     {"q/p, 1", "not a finite number"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[400];

		snprintf(text, sizeof text,
				 "model M\n  parameter Real p = 0, q = 1;\n  Integer n(start = 0, fixed = true);\n"
				 "equation\n  when sample(%s) then\n    n = pre(n) + 1;\n  end when;\nend M;\n",
				 cases[i][0]);
		check_refused(text, cases[i][1]);
	}
}

static void delays_into_the_future_or_too_far_back_are_refused(void)
{
	check_refused("model M\n  Real y = delay(time, -1);\nend M;\n", "be positive or 0");
	check_refused("model M\n  parameter Real d = 3;\n  Real y = delay(time, d, 2);\nend M;\n",
				  "not be longer");
	check_refused(
		"model M\n  parameter Real d = 0;\n  Real y = delay(time, 1/d - 1/d, 2);\nend M;\n",
		"of a delay");
}

static void assertions_of_the_start_are_checked_there_and_only_there(void)
{
	Sim s;

	check_refused(
		"model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = 1;\n"
		"  when initial() then\n    assert(x > 2, \"x is small\");\n  end when;\nend M;\n",
		"x is small");
	check_refused("model M\n  Real x(start = 1, fixed = true);\ninitial equation\n"
				  "  assert(x > 2, \"x is small\");\nequation\n  der(x) = 1;\nend M;\n",
				  "x is small");
	check_refused("model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = 1;\n"
				  "algorithm\n  when {x > 5, initial()} then\n    assert(x > 2, \"x is small\");\n"
				  "  end when;\nend M;\n",
				  "x is small");
	run(&s, "model M\n  Real x(start = 1, fixed = true);\ninitial algorithm\n"
			"  assert(time < 0.5, \"only at the start\");\nequation\n  der(x) = 1;\nend M;\n");
	sim_free(&s);
}

static void loops_of_initial_algorithms_are_carried_out(void)
{
	check_refused("model M\n  Real x[2](each start = 1, each fixed = true);\ninitial algorithm\n"
				  "  for i in 1:2 loop\n    assert(x[i] > 2, \"x is small\");\n  end for;\n"
				  "equation\n  der(x) = {1, 1};\nend M;\n",
				  "x is small");
}

static void whens_without_initial_do_nothing_at_the_start(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = 1;\n"
			"  when x > 0.5 then\n    assert(false, \"never\");\n  end when;\nend M;\n");
	sim_free(&s);
}

static void terminate_at_the_start_ends_the_run(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = 1;\n"
			"  when initial() then\n    terminate(\"enough\");\n  end when;\nend M;\n");
	T_CHECK(sim_says(&s, "enough"));
	T_REAL(sim_last(&s, "x"), 1, 0);
	sim_free(&s);
}

static void a_reinit_at_the_start_is_an_initial_equation(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 1), y(start = 2, fixed = true);\nequation\n  der(x) = 0;\n  "
			"der(y) = 0;\n"
			"  when initial() then\n    reinit(x, 5 + y);\n  elsewhen time > 0.5 then\n"
			"    reinit(x, 7);\n  end when;\nend M;\n");
	T_REAL(sim_row(&s, 0, "x"), 7, 1e-12);
	T_REAL(sim_at(&s, "x", 0.25), 7, 1e-12);
	T_REAL(sim_last(&s, "x"), 7, 1e-12);
	sim_free(&s);
	check_refused("model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = 0;\n"
				  "  when initial() then\n    reinit(x, 5);\n  end when;\nend M;\n",
				  "contradict");
}

static void a_value_before_the_start_may_differ_from_a_constant(void)
{
	Sim s;

	run(&s, "model M\n  parameter Boolean k = true;\n  Boolean u = k, v = true;\n"
			"  Integer n, m;\ninitial equation\n  pre(u) = false;\n  pre(v) = false;\n"
			"  pre(n) = 0;\n  pre(m) = 0;\nequation\n"
			"  n = if edge(u) then pre(n) + 1 else pre(n);\n"
			"  m = if edge(v) then pre(m) + 1 else pre(m);\nend M;\n");
	T_INT(sim_row(&s, 0, "n"), 1);
	T_INT(sim_last(&s, "m"), 1);
	sim_free(&s);
}

static void initial_equations_determine_discrete_reals_through_others(void)
{
	Sim s;

	run(&s, "model M\n  discrete Real d(start = 1), e(start = 1);\n  Real y = d^2 + e;\n"
			"initial equation\n  y = 5;\n  e = 1;\nequation\n  when time > 0.5 then\n"
			"    d = 0.5;\n    e = 2;\n  end when;\nend M;\n");
	T_REAL(sim_row(&s, 0, "d"), 2, 1e-9);
	T_REAL(sim_last(&s, "y"), 2.25, 1e-12);
	sim_free(&s);
}

/* Each keeps what the one before has kept, and the initial value goes through all of them. */
static void whens_of_one_section_begin_with_the_initial_value(void)
{
	Sim s;

	run(&s, "model M\n  discrete Boolean b;\n  discrete Integer n;\n  discrete Real r, old;\n"
			"initial algorithm\n  b := true;\n  n := 4;\n  r := 2*n + 0.5;\nalgorithm\n"
			"  when time > 0.2 then\n    b := false;\n    n := n + 1;\n"
			"  elsewhen time > 0.3 then\n    r := n;\n  end when;\n"
			"  when not b and time > 0.5 then\n    b := true;\n    n := n + 2;\n"
			"    old := pre(r);\n  end when;\n  when sample(0.7, 1) then\n    r := r + n;\n"
			"    n := 0;\n  end when;\n  annotation(experiment(StopTime = 1));\nend M;\n");
	T_REAL(sim_row(&s, 0, "b"), 1, 0);
	T_REAL(sim_row(&s, 0, "n"), 4, 0);
	T_REAL(sim_row(&s, 0, "r"), 8.5, 0);
	T_INT(sim_at(&s, "b", 0.4), 0);
	T_INT(sim_at(&s, "n", 0.6), 7);
	T_REAL(sim_last(&s, "old"), 5, 0);
	T_REAL(sim_last(&s, "r"), 12, 0);
	T_INT(sim_last(&s, "n"), 0);
	sim_free(&s);
}

static void a_when_initial_stands_between_whens_that_keep(void)
{
	Sim s;

	run(&s, "model M\n  discrete Integer n, k;\ninitial equation\n  pre(n) = 3;\n"
			"initial algorithm\n  k := 5;\nalgorithm\n"
			"  when time > 0.2 then\n    n := n + 1;\n    k := k + 1;\n  end when;\n"
			"  when initial() then\n    n := 10*n;\n  end when;\n"
			"  when time > 0.5 then\n    n := n + 2;\n    k := 2*k;\n  end when;\n"
			"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_REAL(sim_row(&s, 0, "n"), 30, 0);
	T_REAL(sim_row(&s, 0, "k"), 5, 0);
	T_INT(sim_last(&s, "n"), 33);
	T_INT(sim_last(&s, "k"), 12);
	sim_free(&s);
}

static void a_when_in_a_loop_is_solved_with_it(void)
{
	Sim s;

	run(&s, "model M\n  Real x, y, z;\n  Boolean b;\nequation\n  when sample(0.1, 0.2) then\n"
			"    y = 7 - 2*x;\n    z = x*x + 1 - z/2;\n  end when;\n  x + y = 5 + 0*z;\n"
			"  b = x > 1.5;\n  annotation(experiment(StopTime = 1));\nend M;\n");
	T_REAL(sim_at(&s, "x", 0.05), 5, 1e-12);
	T_REAL(sim_last(&s, "x"), 2, 1e-9);
	T_REAL(sim_last(&s, "y"), 3, 1e-9);
	T_REAL(sim_last(&s, "z"), 10.0 / 3, 1e-9);
	sim_free(&s);
}

static void a_when_that_contradicts_itself_is_refused(void)
{
	check_refused("model M\n  Real x(start = 2, fixed = true), y(start = 1, fixed = true);\n"
				  "equation\n  when sample(0, 0.1) then\n    x = 2;\n    y = x + y;\n"
				  "  end when;\nend M;\n",
				  "contradict");
}

/* x is only another name for u, with a start of its own that does not count. */
static void an_input_without_data_keeps_its_own_start_value(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 7);\n  input Real u(start = 3);\n  Real y;\n"
			"equation\n  x = y;\n  y = -u;\nend M;\n");
	T_REAL(sim_last(&s, "u"), 3, 0);
	T_REAL(sim_last(&s, "x"), -3, 0);
	sim_free(&s);
}

/* A function without results that calls nothing impure can only assert: always, not at events. */
static void a_call_without_results_must_hold_always(void)
{
	static const char *const body[] = {
		"Real x = time; equation guard(x);", "Real x; algorithm x := time; guard(x);",
		"Real x = time; equation if x > 0.2 then guard(x); end if;",
		"Real x; algorithm x := 0; for i in 1:3 loop x := x + time/3; guard(x); end for;"};
	char text[512];

	for (size_t i = 0; i < sizeof body / sizeof *body; i++) {
		Sim s;

		snprintf(text, sizeof text,
				 "model M function guard input Real x; algorithm assert(x < 0.5, \"too large\"); "
				 "end guard; %s end M;",
				 body[i]);
		T_CHECK(sim_text(&s, text));
		T_CHECK(sim_run(&s) < 0 && sim_says(&s, "too large"));
		T_REAL(s.result.t, 0.5, 0.01);
		sim_free(&s);
	}
}

static void start_values_that_contradict_are_named_as_they_were_written(void)
{
	Sim s;

	check_refused(
		"model M\n  Real x(start = 1, fixed = true);\n  Real y(start = 2, fixed = true);\n"
		"equation\n  der(x) = 1;\n  y = x;\nend M;\n",
		"'y = 2', together with line 2: 'x = 1'");
	check_refused(
		"model M\n  Real x(start = 1, fixed = true);\n  Real y(start = 2, fixed = true);\n"
		"equation\n  der(x) = 1;\n  y = -x;\nend M;\n",
		"together with line");
	run(&s, "model M Real x(start = 1, fixed = true), y(start = -1, fixed = true); "
			"equation der(x) = 0; y = -x; end M;");
	T_REAL(sim_last(&s, "y"), -1, 0);
	sim_free(&s);
}

/* A variable that is a parameter by another name: the branch that is not taken determines nothing.
 */
static void a_relation_of_parameters_chooses_what_an_equation_determines(void)
{
	Sim s;

	run(&s, "model M parameter Real a = 1, b = 2, k(fixed = false, start = 3); Real p = a, q = b; "
			"Real y, x(start = 0.3); initial equation y = 5; "
			"equation if abs(p - q) < 0.5 then y = 2*k*(1 + time); else y = x; end if; "
			"der(x) = k - 3; end M;");
	T_REAL(sim_last(&s, "x"), 5, 1e-9);
	sim_free(&s);
}

static void a_parameter_that_no_initial_equation_determines_is_named(void)
{
	Sim s;

	run(&s,
		"model M parameter Real p(fixed = false); parameter Integer n(fixed = false, start = 3); "
		"Real x(start = 0, fixed = true); equation der(x) = p + n; end M;");
	T_CHECK(sim_says(&s, "no initial equation determines parameter 'p'"));
	T_CHECK(sim_says(&s, "no initial equation determines parameter 'n'"));
	T_REAL(sim_last(&s, "x"), 3, 1e-6);
	sim_free(&s);
}

int main(void)
{
	T_RUN(samplers_take_parameters_from_the_initial_system);
	T_RUN(boolean_parameters_are_determined_in_loops);
	T_RUN(a_simplified_model_without_solution_is_left);
	T_RUN(what_starts_at_zero_has_no_direction_by_rounding);
	T_RUN(a_flow_that_begins_at_rest_begins_to_flow);
	T_RUN(delays_take_parameters_from_the_initial_system);
	T_RUN(a_steady_state_is_looked_for_from_the_start_values_of_states);
	T_RUN(samplers_that_never_advance_are_refused);
	T_RUN(delays_into_the_future_or_too_far_back_are_refused);
	T_RUN(assertions_of_the_start_are_checked_there_and_only_there);
	T_RUN(loops_of_initial_algorithms_are_carried_out);
	T_RUN(whens_without_initial_do_nothing_at_the_start);
	T_RUN(terminate_at_the_start_ends_the_run);
	T_RUN(a_reinit_at_the_start_is_an_initial_equation);
	T_RUN(a_value_before_the_start_may_differ_from_a_constant);
	T_RUN(initial_equations_determine_discrete_reals_through_others);
	T_RUN(whens_of_one_section_begin_with_the_initial_value);
	T_RUN(a_when_initial_stands_between_whens_that_keep);
	T_RUN(a_when_in_a_loop_is_solved_with_it);
	T_RUN(a_when_that_contradicts_itself_is_refused);
	T_RUN(an_input_without_data_keeps_its_own_start_value);
	T_RUN(a_call_without_results_must_hold_always);
	T_RUN(start_values_that_contradict_are_named_as_they_were_written);
	T_RUN(a_relation_of_parameters_chooses_what_an_equation_determines);
	T_RUN(a_parameter_that_no_initial_equation_determines_is_named);
	return T_END();
}
