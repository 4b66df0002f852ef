/* SPDX-License-Identifier: MIT
   Runs that fail: the message names where and why, and rows up to there have been given out. */
#include "sim.h"
#include "t.h"

/* It must compile and then fail with a message that has all of these parts. */
static void check_fails(const char *text, double t_min, double t_max, const char *const parts[])
{
	Sim s;

	if (!sim_text(&s, text))
		T_FAIL("%s", sim_said(&s));
	if (sim_run(&s) >= 0)
		T_FAIL("status %d at %g: %s", (int)s.status, s.result.t, sim_said(&s));
	for (size_t i = 0; parts[i]; i++)
		if (!sim_says(&s, parts[i]))
			T_FAIL("'%s' is not in: %s", parts[i], sim_said(&s));
	if (!(s.result.t >= t_min && s.result.t <= t_max))
		T_FAIL("it ended at %g: %s", s.result.t, sim_said(&s));
	if (t_min > 0)
		T_CHECK(s.time.n > 0 && s.time.at[s.time.n - 1] <= t_max);
	sim_free(&s);
}

static void check_not_compiled(const char *text, const char *const parts[])
{
	Sim s;

	T_CHECK(!sim_text(&s, text));
	for (size_t i = 0; parts[i]; i++)
		if (!sim_says(&s, parts[i]))
			T_FAIL("'%s' is not in: %s", parts[i], sim_said(&s));
	sim_free(&s);
}

static void a_structurally_singular_model_is_refused(void)
{
	const char *const parts[] = {"Test.mo:4:", "x = 2", NULL};

	check_not_compiled("model M\n  Real x, y;\nequation\n  x = 2;\n  x + time = 3;\nend M;\n",
					   parts);
}

/* The derivative that is named has no direction: no state of the constraint can be solved for. */
static void a_constraint_that_determines_no_state_is_refused(void)
{
	const char *const parts[] = {"Test.mo:9:", "f(x) + f(y) = 1", NULL};

	check_not_compiled("model M\n  function f input Real u; output Real y; algorithm y := u*u;\n"
					   "    annotation(LateInline = true, derivative = d); end f;\n"
					   "  function d input Real u; input Real du; output Real dy; algorithm\n"
					   "    dy := 2*u*1e300*1e300; end d;\n"
					   "  Real x(start = 1), y(start = 0), z;\nequation\n"
					   "  der(x) = z; der(y) = -x;\n  f(x) + f(y) = 1;\nend M;\n",
					   parts);
}

/* It has not been given in whole: what is left is no zero (MLS 12.4.4). */
static void a_value_that_a_function_gives_in_part_is_refused(void)
{
	static const struct {
		const char *text, *named;
	} all[] = {
		{"model M\n  function f input Integer n; output Real y[3]; algorithm\n"
		 "    for i in 1:n loop y[i] := i; end for; end f;\n"
		 "  parameter Integer n = 2;\n  Real z[3] = f(n);\nend M;\n",
		 "'z[3]' is not a finite number"},
		{"model M\n  record R Real a; Real b; end R;\n"
		 "  function f input Real u; output R r; algorithm r.a := u; end f;\n"
		 "  R r = f(time);\nend M;\n",
		 "'r.b' is not a finite number"},
		{"model M\n  function f input Real u; output Real y; protected Real w[2]; algorithm\n"
		 "    for i in 1:1 loop w[i] := u; end for; y := w[1] + w[2]; end f;\n  Real z = "
		 "f(time);\nend M;\n",
		 "'z' is not a finite number"},
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		check_fails(all[i].text, 0, 0, (const char *const[]){all[i].named, NULL});
}

static void a_system_without_initial_solution_is_refused(void)
{
	const char *const parts[] = {"initialization failed", "x^2", "Test.mo:4", NULL};

	check_fails("model M\n  Real x(start = 1);\nequation\n  x ^ 2 + 1 = 0.5 - time;\nend M;\n", 0,
				0, parts);
}

static void contradicting_initial_equations_are_refused(void)
{
	const char *const parts[] = {"initial", "x", NULL};

	check_fails("model M\n  Real x(start = 1, fixed = true), y(start = 2, fixed = true);\n"
				"equation\n  der(x) = 1;\n  y = x;\nend M;\n",
				0, 0, parts);
}

static void a_violated_assertion_ends_the_run(void)
{
	const char *const parts[] = {"x is 0.5", "0.5", "Test.mo:5", NULL};

	check_fails("model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
				"  assert(x < 0.5, \"x is \" + String(x, significantDigits = 3));\nend M;\n",
				0.4, 0.6, parts);
}

/* Of what only results need, between two rows, behind a loop that no bound goes through. */
static void an_assertion_about_a_result_ends_the_run(void)
{
	const char *const parts[] = {"y is too large at 0.5", "Test.mo:12", NULL};

	check_fails("model M\n  function f\n    input Real u;\n    output Real y = 0;\n  algorithm\n"
				"    while y < u loop\n      y := y + 0.001;\n    end while;\n  end f;\n"
				"  Real x(start = 0, fixed = true), y = f(x), z = y + 1;\n  Boolean b = x > 0.3;\n"
				"  equation assert(y < 0.5, \"y is too large at \" + String(x, significantDigits "
				"= 1));\n  der(x) = 1;\nend M;\n",
				0.4, 0.6, parts);
}

static void a_warning_does_not(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
						 "  assert(x < 0.5, \"x is large\", AssertionLevel.warning);\nend M;\n"));
	T_INT(sim_run(&s), MDV_OK);
	T_CHECK(sim_says(&s, "x is large"));
	sim_free(&s);
}

static void a_warning_of_a_function_is_told_once(void)
{
	const char *first;
	Sim s;

	T_CHECK(sim_text(&s,
					 "model M\n  function f\n    input Real u;\n    output Real y;\n"
					 "  algorithm\n    assert(u < 0.5, \"u is large\", AssertionLevel.warning);\n"
					 "    y := u;\n  end f;\n  Real x(start = 0, fixed = true);\n"
					 "equation\n  der(x) = f(time) + x;\nend M;\n"));
	T_INT(sim_run(&s), MDV_OK);
	first = strstr(sim_said(&s), "u is large");
	T_CHECK(first && !strstr(first + 1, "u is large"));
	sim_free(&s);
}

static void a_division_by_zero_names_its_equation(void)
{
	check_fails("model M\n  Real x(start = 0, fixed = true), y;\nequation\n  der(x) = 1;\n"
				"  y = 1 / (if x > 0.4 then 0 else 1);\nend M;\n",
				0.3, 0.41, (const char *const[]){"'y'", "Test.mo:5", NULL});
	check_fails(
		"model M\n  Real x(start = 0, fixed = true), y;\n  parameter Real p = 0;\nequation\n"
		"  y = 1 / p;\n  der(x) = y;\nend M;\n",
		0, 0, (const char *const[]){"the value of 'y' is not a finite number", NULL});
}

static void a_square_root_of_less_than_zero_ends_the_run(void)
{
	const char *const parts[] = {"sqrt(0.5 - x)", "Test.mo:4", NULL};

	check_fails("model M\n  Real x(start = 0, fixed = true);\nequation\n"
				"  der(x) = 1 + 0 * sqrt(0.5 - x) + sqrt(0.5 - x) / 1e3;\nend M;\n",
				0.4, 0.51, parts);
}

static void a_solution_that_runs_away_ends_the_run(void)
{
	const char *const parts[] = {"t=0.9999", "the step became too small", NULL};

	check_fails("model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = x ^ 2;\n"
				"  annotation(experiment(StopTime = 2));\nend M;\n",
				0.99, 1.01, parts);
}

static void a_relation_that_chatters_is_named(void)
{
	const char *const parts[] = {"x > 0", "Test.mo:4", NULL};

	check_fails(
		"model M\n  Real x(start = 0.5, fixed = true);\nequation\n"
		"  der(x) = if x > 0 then -1 else 1;\n  annotation(experiment(StopTime = 2));\nend M;\n",
		0.4, 0.6, parts);
}

static void an_event_that_never_ends_is_named(void)
{
	const char *const parts[] = {"time 0.5", "never ends", "of b", NULL};

	check_fails("model M\n  Boolean b(start = false, fixed = true);\nequation\n"
				"  b = time > 0.5 and not pre(b);\nend M;\n",
				0.5, 0.5, parts);
}

static void a_loop_of_booleans_is_refused(void)
{
	Sim s;

	/* b = not b has no solution; the compiler or the run says so. */
	if (sim_text(
			&s,
			"model M\n  Boolean b;\nequation\n  b = if time > 0.5 then not b else true;\nend M;\n"))
		T_CHECK(sim_run(&s) < 0);
	T_CHECK(sim_says(&s, "b"));
	sim_free(&s);
}

static void a_nonlinear_block_that_loses_its_solution_is_named(void)
{
	const char *const parts[] = {"y^2", "Test.mo:4", NULL};

	check_fails("model M\n  Real x(start = 0, fixed = true), y(start = 1);\nequation\n"
				"  y ^ 2 + x * 1 = 0.5 + 0 * y;\n  der(x) = 1 + 0 * y;\nend M;\n",
				0.4, 0.51, parts);
}

static volatile sig_atomic_t stop;

static void stop_at_half(void *ctx, double t)
{
	(void)ctx;
	if (t > 0.5)
		stop = 1;
}

/* Relations, algorithms, operators, checks and steps of time have become variables and functions of
   the compiler's, which have no names that a user knows. */
static void messages_have_the_names_that_the_user_wrote(void)
{
	static const struct {
		const char *text, *named;
	} all[] = {
		{"model M\n  Real x, y;\nequation\n  x = if y > 0 then -1 else 1;\n  y = x + time - 0.5;\n"
		 "end M;\n",
		 "no values of 'y > 0'"},
		{"model M\n  Real x[3];\n  Integer k;\nalgorithm\n  k := integer(10*time);\n  for i in 1:3 "
		 "loop x[i] := i; end for;\n  x[k] := 3;\nend M;\n",
		 "outside 1:3 of 'x' (in an algorithm, Test.mo:7) in 'x[1] := …'"},
		{"model M\n  Real a[3] = {1, 2, time}, y;\n  Integer k = integer(10*time);\nalgorithm\n  "
		 "y := 1;\n  while y < 2 loop y := y + a[k + 1]; end while;\nend M;\n",
		 "outside 1:3 of 'a'"},
		{"model M\n  function check input Real u; algorithm assert(u < 0.5, \"big\"); end check;\n"
		 "  Real x = time;\nequation\n  check(x);\nend M;\n",
		 "big (in M.check, Test.mo:2) in 'M.check(x)' (Test.mo:5)"},
		{"model M\n  Boolean b;\nequation\n  b = sqrt(0.3 - delay(time, 0.1)) > 1;\nend M;\n",
		 "in 'sqrt(0.3 - delay(time, 0.1)) > 1' (Test.mo:4)"}};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		Sim s;

		if (!sim_text(&s, all[i].text))
			T_FAIL("%s", sim_said(&s));
		sim_run(&s);
		if (!sim_says(&s, all[i].named) || sim_says(&s, "$"))
			T_FAIL("'%s' is not in, or '$' is: %s", all[i].named, sim_said(&s));
		sim_free(&s);
	}
}

static void a_request_stops_the_run(void)
{
	Sim s;

	T_CHECK(sim_text(
		&s, "model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\nend M;\n"));
	s.o.stop_request = &stop;
	s.o.progress = stop_at_half;
	T_INT(sim_run(&s), MDV_STOPPED);
	T_CHECK(s.result.t > 0.5 && s.result.t < 0.7);
	T_CHECK(s.time.n > 200);
	sim_free(&s);
}

static void a_timeout_ends_the_run(void)
{
	Sim s;

	T_CHECK(sim_text(
		&s, "model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = cos(1e6 * time);\n"
			"  annotation(experiment(StopTime = 1e6));\nend M;\n"));
	s.o.run.timeout = 0.05;
	T_INT(sim_run(&s), MDV_TIMED_OUT);
	T_CHECK(s.time.n > 0);
	sim_free(&s);
}

/* The derivative is so large that sums of stages have no value, while an event seems near. */
static void where_no_step_is_possible_none_is_tried_without_end(void)
{
	Sim s;

	T_CHECK(sim_text(
		&s, "model M\n  Real y(start = 0, fixed = true);\n  Boolean a(start = false, fixed = true),"
			" b(start = false, fixed = true);\nequation\n"
			"  when sin(20*time) > 0.5 then\n    a = not pre(a);\n  end when;\n"
			"  when sin(27*time) > 0.5 then\n    b = not pre(b);\n  end when;\n"
			"  der(y) = if a <> b then 1e308 else 0;\nend M;\n"));
	s.o.run.solver = MDV_SOLVER_RK45;
	s.o.run.timeout = 20;
	T_CHECK(sim_run(&s) < 0 && s.status != MDV_TIMED_OUT);
	T_CHECK(sim_says(&s, "cannot go on") && sim_says(&s, "'y'"));
	sim_free(&s);
}

/* A tank that runs empty, where nothing looks at its level: sqrt(h) ends at zero, and so does h. */
static void a_state_comes_to_rest_where_the_model_ends(void)
{
	static const MdvSolver solvers[] = {MDV_SOLVER_CVODE, MDV_SOLVER_IDA, MDV_SOLVER_RK45,
										MDV_SOLVER_EULER, MDV_SOLVER_RADAU};

	for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		Sim s;

		T_CHECK(sim_text(&s,
						 "model M Real h(start = 1, fixed = true), y(start = 0, fixed = true);\n"
						 "equation der(h) = -sqrt(h); der(y) = sqrt(h) - y; end M;\n"));
		s.o.run.stop = 5;
		s.o.run.solver = solvers[k];
		T_INT(sim_run(&s), MDV_OK);
		T_REAL(sim_last(&s, "h"), 0, 0);
		T_REAL(sim_last(&s, "y"), 0.014787, solvers[k] == MDV_SOLVER_EULER ? 1e-3 : 1e-5);
		T_CHECK(sim_says(&s, "'h' comes to rest where the model ends, and is taken as 0"));
		sim_free(&s);
	}
}

/* One that would go on beyond is not held back. */
static void a_state_that_would_pass_the_edge_ends_the_run(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M Real h(start = 1, fixed = true);\n"
						 "equation der(h) = -sqrt(h) - 0.1; end M;\n"));
	s.o.run.stop = 5;
	T_CHECK(sim_run(&s) < 0);
	T_CHECK(sim_says(&s, "the integrator cannot go on"));
	T_CHECK(!sim_says(&s, "comes to rest"));
	sim_free(&s);
}

/* x = arcsin(t + sin(0.5)) ends at 0.5206: a step over that gave an answer. */
static void a_solution_ends_at_a_pole_of_its_derivative(void)
{
	static const struct {
		MdvSolver solver;
		const char *says; /* some go over the pole, others come as near as steps can be short */
	} all[] = {{MDV_SOLVER_CVODE, "'x' = 1.5708 changes fastest: its derivative is"},
			   {MDV_SOLVER_IDA, "'x' = 1.5708 changes fastest: its derivative is"},
			   {MDV_SOLVER_RK45,
				"the derivative of 'x' grows beyond all limits on both sides, by a "
				"division by zero, say: the solution ends there"},
			   {MDV_SOLVER_RADAU, "'x' = 1.5708 changes fastest: its derivative is"}};

	for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
		Sim s;

		T_CHECK(sim_text(&s, "model M\n  Real x(start = 0.5, fixed = true);\n"
							 "equation\n  der(x) = 1 / cos(x);\nend M;\n"));
		s.o.run.solver = all[k].solver;
		T_CHECK(sim_run(&s) < 0);
		T_CHECK(sim_says(&s, all[k].says));
		T_REAL(s.result.t, 0.5205744, 1e-4);
		sim_free(&s);
	}
}

/* Bounds do not look into linear equations. BDF flew away, with a Jacobian from beside
   the pole that made every correction small; the Runge-Kutta method jumped over it back and forth.
 */
static void a_solution_ends_at_a_pole_behind_a_block(void)
{
	static const MdvSolver solvers[] = {MDV_SOLVER_CVODE, MDV_SOLVER_IDA, MDV_SOLVER_RK45,
										MDV_SOLVER_RADAU};

	for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		Sim s;

		T_CHECK(sim_text(&s, "model M\n  Real x(start = 0, fixed = true), y;\n"
							 "equation\n  der(x) = y;\n  y*cos(x) = 1;\nend M;\n"));
		s.o.run.solver = solvers[k];
		s.o.run.stop = 3;
		T_CHECK(sim_run(&s) < 0);
		T_REAL(s.result.t, 1, 1e-3);
		sim_free(&s);
	}
}

/* One over a root has an integral, and sin(u)/u has a limit. */
static void what_has_an_integral_is_no_pole(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M\n  Real u = time - 0.4321, x(start = 0, fixed = true);\n"
						 "  Real y(start = 0, fixed = true);\n"
						 "equation\n  der(x) = noEvent(sign(u) / sqrt(abs(u)));\n"
						 "  der(y) = sin(u) / u;\nend M;\n"));
	if (sim_run(&s) != MDV_OK)
		T_FAIL("%s", sim_said(&s));
	T_REAL(sim_last(&s, "x"), 0.192498, 1e-3);
	T_REAL(sim_last(&s, "y"), 0.985467, 1e-5);
	sim_free(&s);
}

/* a = 1 and b = x solve them everywhere, but for one instant nothing else says so. */
static void a_determinant_that_changes_its_sign_is_told(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M\n  Real x(start = 0, fixed = true), u = x - 0.4321, a, b;\n"
						 "  Real z(start = 0, fixed = true);\n"
						 "equation\n  der(x) = 1;\n  der(z) = a;\n"
						 "  u*a + b = u + x;\n  a + (u + 1)*b = 1 + (u + 1)*x;\n"
						 "  annotation(experiment(StopTime = 2));\nend M;\n"));
	T_INT(sim_run(&s), MDV_OK);
	T_REAL(sim_last(&s, "z"), 2, 1e-6);
	T_CHECK(sim_says(&s, "were singular"));
	sim_free(&s);
}

int main(void)
{
	T_RUN(a_structurally_singular_model_is_refused);
	T_RUN(a_constraint_that_determines_no_state_is_refused);
	T_RUN(a_value_that_a_function_gives_in_part_is_refused);
	T_RUN(a_system_without_initial_solution_is_refused);
	T_RUN(contradicting_initial_equations_are_refused);
	T_RUN(a_violated_assertion_ends_the_run);
	T_RUN(an_assertion_about_a_result_ends_the_run);
	T_RUN(a_warning_does_not);
	T_RUN(a_warning_of_a_function_is_told_once);
	T_RUN(a_division_by_zero_names_its_equation);
	T_RUN(a_square_root_of_less_than_zero_ends_the_run);
	T_RUN(a_solution_that_runs_away_ends_the_run);
	T_RUN(a_relation_that_chatters_is_named);
	T_RUN(an_event_that_never_ends_is_named);
	T_RUN(a_loop_of_booleans_is_refused);
	T_RUN(a_nonlinear_block_that_loses_its_solution_is_named);
	T_RUN(messages_have_the_names_that_the_user_wrote);
	T_RUN(a_request_stops_the_run);
	T_RUN(a_timeout_ends_the_run);
	T_RUN(where_no_step_is_possible_none_is_tried_without_end);
	T_RUN(a_state_comes_to_rest_where_the_model_ends);
	T_RUN(a_state_that_would_pass_the_edge_ends_the_run);
	T_RUN(a_solution_ends_at_a_pole_of_its_derivative);
	T_RUN(a_solution_ends_at_a_pole_behind_a_block);
	T_RUN(what_has_an_integral_is_no_pole);
	T_RUN(a_determinant_that_changes_its_sign_is_told);
	return T_END();
}
