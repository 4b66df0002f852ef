/* SPDX-License-Identifier: MIT
   Events: when, reinit, sample, pre and their relatives, relations that change, and what the
   language says about each (MLS 3.7.5, 8.3.5, 8.5, 8.6). */
#include "t.h"
#include "sim.h"

/* Compile and run; what a test expects of it follows. */
static void run(Sim *s, const char *text)
{
	if (!sim_text(s, text) || sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

static void a_ball_bounces_at_the_times_of_the_formula(void)
{
	static const MdvSolver solvers[] = {MDV_SOLVER_CVODE, MDV_SOLVER_IDA, MDV_SOLVER_RK45,
										MDV_SOLVER_RADAU};
	Sim s;

	T_CHECK(sim_text(&s,
					 "model M\n"
					 "  parameter Real g = 9.81, e = 0.8;\n"
					 "  Real h(start = 1, fixed = true), v(start = 0, fixed = true);\n"
					 "  discrete Real hit(start = 0, fixed = true), due(start = 0, fixed = true);\n"
					 "  Integer n(start = 0, fixed = true);\n"
					 "equation\n  der(h) = v;\n  der(v) = -g;\n"
					 "  when h < 0 then\n    reinit(v, -e * pre(v));\n    hit = time;\n"
					 "    n = pre(n) + 1;\n"
					 "    due = if n == 1 then sqrt(2 / g)\n"
					 "      else pre(due) + 2 * e ^ (n - 1) * sqrt(2 / g);\n  end when;\n"
					 "  annotation(experiment(StopTime = 3.5));\nend M;\n"));
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++)
		for (double tol = 1e-4; tol > 1e-9; tol /= 100) {
			s.o.run.solver = solvers[i];
			s.o.run.tol = tol;
			T_INT(sim_run(&s), MDV_OK);
			T_INT(sim_last(&s, "n"), 9);
			for (size_t k = 0; k < s.time.n; k++)
				T_REAL(sim_row(&s, k, "hit"), sim_row(&s, k, "due"), 1000 * tol);
		}
	sim_free(&s);
}

/* Its bounces accumulate at (1 + e) / (1 - e) sqrt(2 / g). */
static void a_ball_that_never_rests_is_refused(void)
{
	static const MdvSolver solvers[] = {MDV_SOLVER_CVODE, MDV_SOLVER_IDA, MDV_SOLVER_RK45,
										MDV_SOLVER_RADAU};
	double end = 1.8 / 0.2 * sqrt(2 / 9.81);
	Sim s;

	T_CHECK(sim_file(&s, "examples/bouncing_ball/BouncingBall.mo"));
	s.o.run.stop = 10;
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++)
		for (double tol = 1e-4; tol > 1e-11; tol /= 10) {
			s.o.run.solver = solvers[i];
			s.o.run.tol = tol;
			text_clear(&s.said);
			T_CHECK(sim_run(&s) < 0);
			T_CHECK(sim_says(&s, "the events come faster and faster"));
			T_CHECK(sim_says(&s, "'h <= 0'"));
			T_REAL(s.result.t, end, 0.2);
			T_CHECK(s.time.n > 400);
		}
	sim_free(&s);
}

static void rows_come_in_pairs_at_an_event(void)
{
	Sim s;

	run(&s,
		"model M\n  Real x(start = 0, fixed = true);\n  Boolean b(start = false, fixed = true);\n"
		"equation\n  der(x) = 1;\n  when x > 0.505 then\n    reinit(x, -1);\n    b = true;\n"
		"  end when;\n  annotation(experiment(StopTime = 1, Interval = 0.1));\nend M;\n");
	T_INT(s.time.n, 13);
	T_REAL(s.time.at[6], 0.505, 1e-9);
	T_CHECK(s.time.at[6] == s.time.at[7]);
	T_REAL(sim_row(&s, 6, "x"), 0.505, 1e-9);
	T_REAL(sim_row(&s, 7, "x"), -1, 0);
	T_INT(sim_row(&s, 6, "b"), 0);
	T_INT(sim_row(&s, 7, "b"), 1);
	T_REAL(sim_last(&s, "x"), -0.505, 1e-9);
	T_INT(s.result.stats.state_events, 1);
	sim_free(&s);
}

static void samples_fall_on_exact_instants(void)
{
	Sim s;

	run(&s,
		"model M\n  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);\n"
		"  Integer both(start = 0, fixed = true);\n  discrete Real last(start = -1, fixed = "
		"true);\n"
		"equation\n  when sample(0, 0.1) then\n    a = pre(a) + 1;\n    last = time;\n  end when;\n"
		"  when sample(0, 0.3) then\n    b = pre(b) + 1;\n  end when;\n"
		"  when sample(0, 0.1) and sample(0, 0.3) then\n    both = pre(both) + 1;\n  end when;\n"
		"  annotation(experiment(StopTime = 3));\nend M;\n");
	T_INT(sim_last(&s, "a"), 31);
	T_INT(sim_last(&s, "b"), 11);
	T_INT(sim_last(&s, "both"), 11);
	T_REAL(sim_last(&s, "last"), 3, 0);
	T_REAL(sim_at(&s, "last", 0.7), 0.7, 0);
	T_INT(s.result.stats.state_events, 0);
	sim_free(&s);
}

static void the_first_true_branch_of_elsewhen_wins(void)
{
	Sim s;

	run(&s, "model M\n  Integer k(start = 0, fixed = true), n(start = 0, fixed = true);\n"
			"equation\n  when time >= 1 then\n    k = 1;\n    n = pre(n) + 1;\n"
			"  elsewhen time >= 1 then\n    k = 2;\n    n = pre(n) + 10;\n"
			"  elsewhen time >= 2 then\n    k = 3;\n    n = pre(n) + 100;\n  end when;\n"
			"  annotation(experiment(StopTime = 3));\nend M;\n");
	T_INT(sim_at(&s, "k", 1), 1);
	T_INT(sim_last(&s, "k"), 3);
	T_INT(sim_last(&s, "n"), 101);
	sim_free(&s);
}

static void a_when_with_a_vector_fires_for_each_element(void)
{
	Sim s;

	run(&s,
		"model M\n  Integer n(start = 0, fixed = true);\n"
		"equation\n  when {time > 0.25, time > 0.5, sample(0.75, 1)} then\n    n = pre(n) + 1;\n"
		"  end when;\n  annotation(experiment(StopTime = 1));\nend M;\n");
	T_INT(sim_last(&s, "n"), 3);
	sim_free(&s);
}

static void pre_edge_and_change_see_the_value_before(void)
{
	Sim s;

	run(&s, "model M\n  Boolean b = sin(6.283185307179586 * time) > 0.5;\n"
			"  Integer i = integer(2 * time);\n"
			"  Integer rises(start = 0, fixed = true), changes(start = 0, fixed = true);\n"
			"  Integer falls(start = 0, fixed = true), jumps(start = 0, fixed = true);\n"
			"equation\n  when edge(b) then\n    rises = pre(rises) + 1;\n  end when;\n"
			"  when change(b) then\n    changes = pre(changes) + 1;\n  end when;\n"
			"  when not b then\n    falls = pre(falls) + 1;\n  end when;\n"
			"  when change(i) then\n    jumps = pre(jumps) + i - pre(i);\n  end when;\n"
			"  annotation(experiment(StopTime = 2.9));\nend M;\n");
	T_INT(sim_last(&s, "rises"), 3);
	T_INT(sim_last(&s, "changes"), 6);
	T_INT(sim_last(&s, "falls"), 3);
	T_INT(sim_last(&s, "jumps"), 5);
	sim_free(&s);
}

/* MLS 8.6: a when with initial() takes part in initialization, others do not fire at the start
   though their condition holds. */
static void initial_fires_at_the_start_and_others_do_not(void)
{
	Sim s;

	run(&s,
		"model M\n  Integer a(start = 0, fixed = true), b(start = 0), c(start = 0, fixed = true);\n"
		"  discrete Real t0;\n"
		"equation\n  when time >= 0 then\n    a = pre(a) + 1;\n  end when;\n"
		"  when initial() then\n    b = 7;\n    t0 = time;\n  end when;\n"
		"  when {initial(), time > 0.5} then\n    c = pre(c) + 1;\n  end when;\n"
		"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_INT(sim_row(&s, 0, "a"), 0);
	T_INT(sim_last(&s, "a"), 0);
	T_INT(sim_row(&s, 0, "b"), 7);
	T_INT(sim_last(&s, "b"), 7);
	T_INT(sim_row(&s, 0, "c"), 1);
	T_INT(sim_last(&s, "c"), 2);
	sim_free(&s);
}

/* MLS 8.3.8: terminate() ends a run with success, and that is when terminal() is true. */
static void terminal_is_true_after_terminate(void)
{
	Sim s;

	run(&s, "model M Real x(start = 0, fixed = true); Integer k(start = 0, fixed = true); "
			"Boolean b = terminal(); equation der(x) = 1; "
			"when x > 0.5 then terminate(\"half\"); end when; "
			"when terminal() then k = pre(k) + 1; end when; end M;");
	T_REAL(s.result.t, 0.5, 1e-6);
	T_INT(sim_last(&s, "k"), 1);
	T_INT(sim_last(&s, "b"), 1);
	sim_free(&s);
}

static void terminal_is_true_at_the_end_only(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 0, fixed = true);\n  discrete Real end_x(start = -1, fixed "
			"= true);\n"
			"equation\n  der(x) = 2;\n  when terminal() then\n    end_x = x;\n  end when;\n"
			"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_REAL(sim_row(&s, 0, "end_x"), -1, 0);
	T_REAL(sim_before(&s, "end_x", 1), -1, 0);
	T_REAL(sim_last(&s, "end_x"), 2, 1e-6);
	sim_free(&s);
}

static void no_event_and_smooth_make_no_events(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = -1, fixed = true);\n"
			"  Real a = noEvent(if x > 0 then x else -x);\n"
			"  Real b = smooth(1, noEvent(if x > 0 then x ^ 2 else 0));\n"
			"  Real c = abs(x), d = sign(x), e = max(x, 0), f = min(x, 0);\n"
			"equation\n  der(x) = 1;\n  annotation(experiment(StopTime = 2));\nend M;\n");
	T_INT(s.result.stats.state_events, 0);
	T_REAL(sim_row(&s, 0, "a"), 1, 1e-12);
	T_REAL(sim_last(&s, "a"), 1, 1e-9);
	T_REAL(sim_last(&s, "b"), 1, 1e-9);
	T_REAL(sim_row(&s, 0, "c"), 1, 1e-12);
	T_REAL(sim_row(&s, 0, "d"), -1, 0);
	T_REAL(sim_last(&s, "d"), 1, 0);
	T_REAL(sim_row(&s, 0, "f"), -1, 1e-12);
	T_REAL(sim_last(&s, "e"), 1, 1e-9);
	sim_free(&s);
}

static void an_if_makes_an_event_where_its_condition_changes(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 0, fixed = true), y(start = 0, fixed = true);\n"
			"equation\n  der(x) = 1;\n  der(y) = if x < 0.3 then 0 else 10;\n"
			"  annotation(experiment(StopTime = 1, Tolerance = 1e-6));\nend M;\n");
	T_INT(s.result.stats.state_events, 1);
	T_REAL(sim_last(&s, "y"), 7, 1e-6);
	sim_free(&s);
}

static void if_equations_choose_whole_sets_of_equations(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 0, fixed = true), u, v;\n  parameter Boolean up = true;\n"
			"equation\n  der(x) = u;\n"
			"  if x < 0.5 then\n    u = 2;\n    v = x + u;\n  elseif x < 1 then\n    v = 3;\n"
			"    u = 1;\n  else\n    u = v - 3.5;\n    v + u = 3.5;\n  end if;\n"
			"  annotation(experiment(StopTime = 2));\nend M;\n");
	T_REAL(sim_at(&s, "v", 0), 2, 1e-12);
	T_REAL(sim_at(&s, "x", 0.5), 0.75, 1e-6);
	T_REAL(sim_last(&s, "x"), 1, 1e-6);
	T_REAL(sim_last(&s, "v"), 3.5, 1e-12);
	sim_free(&s);
}

/* MLS 3.7.2: div, mod, rem, ceil, floor and integer make events; of time, at known instants. */
static void steps_of_time_are_time_events(void)
{
	Sim s;

	run(&s, "model M\n  Real f = floor(time / 0.25), c = ceil(2 * time), m = mod(time, 0.5);\n"
			"  Integer i = integer(3 * time), n(start = 0, fixed = true);\n"
			"equation\n  when change(i) then\n    n = pre(n) + 1;\n  end when;\n"
			"  annotation(experiment(StopTime = 2, Interval = 0.1));\nend M;\n");
	T_REAL(sim_at(&s, "f", 0.75), 3, 0);
	T_REAL(sim_before(&s, "f", 0.75), 2, 0);
	T_REAL(sim_at(&s, "m", 1.5), 0, 1e-9);
	T_REAL(sim_before(&s, "m", 1.5), 0.5, 1e-9);
	T_REAL(sim_at(&s, "m", 1.2), 0.2, 1e-9);
	T_REAL(sim_at(&s, "c", 1.2), 3, 0);
	T_INT(sim_last(&s, "n"), 6);
	T_INT(sim_last(&s, "i"), 6);
	sim_free(&s);
}

static void steps_of_a_state_are_events(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = -1.5, fixed = true), y = floor(x), z = mod(x, 1), r = "
			"rem(x, 1);\n"
			"  Real c = ceil(x);\n  Integer i = integer(x), d = div(integer(10 * x), 10);\n"
			"equation\n  der(x) = 1;\n  annotation(experiment(StopTime = 3.25, Interval = "
			"0.125));\nend M;\n");
	T_REAL(sim_row(&s, 0, "y"), -2, 0);
	T_REAL(sim_row(&s, 0, "c"), -1, 0);
	T_INT(sim_row(&s, 0, "i"), -2);
	T_INT(sim_row(&s, 0, "d"), -1);
	T_REAL(sim_row(&s, 0, "z"), 0.5, 1e-12);
	T_REAL(sim_row(&s, 0, "r"), -0.5, 1e-12);
	T_REAL(sim_at(&s, "y", 1.25), -1, 0);
	T_REAL(sim_last(&s, "y"), 1, 0);
	T_REAL(sim_last(&s, "c"), 2, 0);
	T_REAL(sim_last(&s, "z"), 0.75, 1e-6);
	T_CHECK(s.result.stats.state_events >= 3);
	sim_free(&s);
}

static void a_delay_gives_the_past(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 0, fixed = true), y = delay(x, 0.5), z = delay(sin(time), "
			"0.3);\n"
			"  Real e(start = 1, fixed = true);\n"
			"equation\n  der(x) = if time < 1 then 1 else -1;\n  der(e) = -delay(e, 1);\n"
			"  annotation(experiment(StopTime = 2, Interval = 0.1, Tolerance = 1e-8));\nend M;\n");
	T_REAL(sim_at(&s, "y", 0.3), 0, 1e-9);
	T_REAL(sim_at(&s, "y", 1), 0.5, 1e-7);
	T_REAL(sim_at(&s, "y", 1.5), 1, 1e-7);
	T_REAL(sim_at(&s, "y", 2), 0.5, 1e-7);
	T_REAL(sim_at(&s, "z", 1.2), sin(0.9), 1e-6);
	/* e = 1 - t, then 1/2 - (t - 1) + (t - 1)^2/2 + … of the method of steps */
	T_REAL(sim_at(&s, "e", 1), 0, 1e-6);
	T_REAL(sim_at(&s, "e", 2), -0.5, 1e-6);
	sim_free(&s);
}

static void a_delay_time_may_vary(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 0, fixed = true), T, y = delay(x, T, 1);\n"
			"equation\n  T = 0.1 + 0.1 * x;\n  der(x) = 1;\n"
			"  annotation(experiment(StopTime = 1, Interval = 0.1, Tolerance = 1e-7));\nend M;\n");
	T_REAL(sim_at(&s, "y", 0.5), 0.35, 1e-9);
	T_REAL(sim_last(&s, "y"), 0.8, 1e-9);
	sim_free(&s);
}

/* One pass makes a pulse that a second when must see (MLS 8.5: event iteration). */
static void a_pulse_of_one_pass_is_seen(void)
{
	Sim s;

	run(&s, "model M\n  Boolean pulse(start = false, fixed = true);\n"
			"  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);\n"
			"equation\n  when {time > 0.5, pre(pulse)} then\n"
			"    pulse = not pre(pulse);\n  end when;\n"
			"  when pulse then\n    n = pre(n) + 1;\n  end when;\n"
			"  when n > 0 then\n    m = n + 10;\n  end when;\n"
			"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_INT(sim_last(&s, "n"), 1);
	T_INT(sim_last(&s, "m"), 11);
	T_INT(sim_last(&s, "pulse"), 0);
	sim_free(&s);
}

static void algorithms_with_when_keep_the_order_of_statements(void)
{
	Sim s;

	run(&s, "model M\n  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);\n"
			"  discrete Real y(start = 0, fixed = true);\n"
			"algorithm\n  when sample(0.1, 0.2) then\n    n := n + 1;\n    y := 2 * n;\n"
			"    if n > 3 then\n      y := -y;\n    end if;\n    k := k + n;\n    k := 2 * k;\n"
			"  elsewhen time > 0.85 then\n    y := 100;\n  end when;\n"
			"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_INT(sim_at(&s, "n", 0.5), 3);
	T_REAL(sim_at(&s, "y", 0.5), 6, 0);
	T_INT(sim_at(&s, "k", 0.5), 2 * (2 * (2 * 1 + 2) + 3));
	T_INT(sim_last(&s, "n"), 5);
	T_REAL(sim_at(&s, "y", 0.7), -8, 0);
	T_REAL(sim_last(&s, "y"), -10, 0);
	sim_free(&s);
}

static void two_reinits_at_one_event_do_not_see_each_other(void)
{
	Sim s;

	run(&s, "model M\n  Real a(start = 1, fixed = true), b(start = 2, fixed = true);\n"
			"equation\n  der(a) = 0;\n  der(b) = 0;\n"
			"  when time >= 0.5 then\n    reinit(a, pre(b));\n    reinit(b, pre(a));\n  end when;\n"
			"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_REAL(sim_last(&s, "a"), 2, 0);
	T_REAL(sim_last(&s, "b"), 1, 0);
	sim_free(&s);
}

static void terminate_ends_the_run_and_is_no_failure(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M\n  Real x(start = 0, fixed = true);\n"
						 "equation\n  der(x) = 1;\n  when x > 0.5 then\n"
						 "    terminate(\"x is \" + String(0.5));\n  end when;\n"
						 "  annotation(experiment(StopTime = 1));\nend M;\n"));
	T_INT(sim_run(&s), MDV_OK);
	T_CHECK(s.result.terminated);
	T_CHECK(sim_says(&s, "x is 0.5"));
	T_REAL(s.result.t, 0.5, 1e-9);
	T_REAL(sim_last(&s, "x"), 0.5, 1e-9);
	sim_free(&s);
}

/* MLS 8.5: its condition is an event, as that of an if-equation with other equations. */
static void terminate_in_an_if_equation_ends_the_run_where_its_condition_changes(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M\n  Real x(start = 0, fixed = true);\n"
						 "equation\n  der(x) = 1;\n"
						 "  if x < 0.25 then\n    assert(x < 2, \"far\");\n"
						 "  elseif x > 0.5 then\n    terminate(\"over\");\n  end if;\n"
						 "  annotation(experiment(StopTime = 1));\nend M;\n"));
	T_INT(sim_run(&s), MDV_OK);
	T_CHECK(s.result.terminated);
	T_REAL(s.result.t, 0.5, 1e-9);
	T_REAL(sim_last(&s, "x"), 0.5, 1e-9);
	sim_free(&s);
}

/* A crossing and its way back lie within one step of the integrator. */
static void a_short_excursion_inside_a_step_is_found(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 0, fixed = true);\n  Integer n(start = 0, fixed = true);\n"
			"equation\n  der(x) = 1;\n"
			"  when (x - 0.5) ^ 2 < 1e-4 then\n    n = pre(n) + 1;\n  end when;\n"
			"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_INT(sim_last(&s, "n"), 1);
	T_INT(s.result.stats.state_events, 2);
	sim_free(&s);
}

static void events_at_the_stop_time_still_take_place(void)
{
	Sim s;

	run(&s, "model M\n  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);\n"
			"equation\n  when sample(0.5, 0.5) then\n    n = pre(n) + 1;\n  end when;\n"
			"  when time >= 1 then\n    m = pre(m) + 1;\n  end when;\n"
			"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_INT(sim_last(&s, "n"), 2);
	T_INT(sim_last(&s, "m"), 1);
	T_REAL(s.time.at[s.time.n - 1], 1, 0);
	sim_free(&s);
}

static void the_sign_of_a_flow_in_smooth_makes_no_event(void)
{
	Sim s;

	run(&s, "model M\n  Real m = cos(time), v = smooth(0, m / 2 / (if m > 0 then 2.0 else 1.0));\n"
			"  annotation(experiment(StopTime = 6));\nend M;\n");
	T_INT(s.result.stats.state_events, 0);
	T_REAL(sim_at(&s, "v", 3), cos(3) / 2, 1e-9);
	T_REAL(sim_at(&s, "v", 6), cos(6) / 4, 1e-9);
	sim_free(&s);
	/* The same relation elsewhere is one, and so is that of another variable. */
	run(&s, "model M\n  Real m = cos(time), n = sin(time), y, z;\n"
			"equation\n  y = m * (if m > 0 then 1 / m else 1.0);\n"
			"  z = smooth(0, m * (if n > 0 then 2.0 else 1.0));\n"
			"  annotation(experiment(StopTime = 6));\nend M;\n");
	T_INT(s.result.stats.state_events, 4);
	sim_free(&s);
}

int main(void)
{
	T_RUN(the_sign_of_a_flow_in_smooth_makes_no_event);
	T_RUN(a_ball_bounces_at_the_times_of_the_formula);
	T_RUN(a_ball_that_never_rests_is_refused);
	T_RUN(rows_come_in_pairs_at_an_event);
	T_RUN(samples_fall_on_exact_instants);
	T_RUN(the_first_true_branch_of_elsewhen_wins);
	T_RUN(a_when_with_a_vector_fires_for_each_element);
	T_RUN(pre_edge_and_change_see_the_value_before);
	T_RUN(initial_fires_at_the_start_and_others_do_not);
	T_RUN(terminal_is_true_at_the_end_only);
	T_RUN(terminal_is_true_after_terminate);
	T_RUN(no_event_and_smooth_make_no_events);
	T_RUN(an_if_makes_an_event_where_its_condition_changes);
	T_RUN(if_equations_choose_whole_sets_of_equations);
	T_RUN(steps_of_time_are_time_events);
	T_RUN(steps_of_a_state_are_events);
	T_RUN(a_delay_gives_the_past);
	T_RUN(a_delay_time_may_vary);
	T_RUN(a_pulse_of_one_pass_is_seen);
	T_RUN(algorithms_with_when_keep_the_order_of_statements);
	T_RUN(two_reinits_at_one_event_do_not_see_each_other);
	T_RUN(terminate_ends_the_run_and_is_no_failure);
	T_RUN(terminate_in_an_if_equation_ends_the_run_where_its_condition_changes);
	T_RUN(a_short_excursion_inside_a_step_is_found);
	T_RUN(events_at_the_stop_time_still_take_place);
	return T_END();
}
