/* SPDX-License-Identifier: MIT
   Equations that must be solved together: linear, nonlinear, singular, and mixed with decisions;
   and initial values. */
#include "sim.h"
#include "t.h"

static void run(Sim *s, const char *text)
{
	if (!sim_text(s, text) || sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

static void linear_equations_are_solved_together(void)
{
	Sim s;

	run(&s,
		"model M\n  Real a, b, c;\n  parameter Real k = 4;\n"
		"equation\n  a + b + c = 6 + time;\n  a - b = time;\n  k * c + b = 3 * a + 11 - 2 * time;\n"
		"end M;\n");
	/* a = b + t; 2b + c = 6; 4c - 2b = 11 + t */
	T_REAL(sim_last(&s, "c"), (11 + 1 + 6) / 5.0, 1e-12);
	T_REAL(sim_last(&s, "b"), (6 - 18 / 5.0) / 2, 1e-12);
	T_REAL(sim_last(&s, "a"), (6 - 18 / 5.0) / 2 + 1, 1e-12);
	sim_free(&s);
}

static void a_wheatstone_bridge_has_the_currents_of_the_formula(void)
{
	Sim s;

	run(&s, "model M\n  parameter Real R[5] = {1, 2, 3, 4, 5}, U = 10;\n  Real i[5], v[5], a, b;\n"
			"equation\n  for k in 1:5 loop\n    v[k] = R[k] * i[k];\n  end for;\n"
			"  v[1] = U - a;\n  v[2] = U - b;\n  v[3] = a;\n  v[4] = b;\n  v[5] = a - b;\n"
			"  i[1] = i[3] + i[5];\n  i[2] + i[5] = i[4];\nend M;\n");
	/* nodes: a (1 + 1/3 + 1/5) - b/5 = 10, b (1/2 + 1/4 + 1/5) - a/5 = 5 */
	T_REAL(sim_last(&s, "a"), (10 * 0.95 + 5 * 0.2) / (23.0 / 15 * 0.95 - 0.04), 1e-11);
	T_REAL(sim_last(&s, "b"), (5 * 23.0 / 15 + 10 * 0.2) / (23.0 / 15 * 0.95 - 0.04), 1e-11);
	sim_free(&s);
}

static void nonlinear_equations_follow_their_solution(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 1), y(start = 2), t(start = 0, fixed = true);\n"
			"equation\n  der(t) = 1;\n  x ^ 2 + y ^ 2 = 5 + t;\n  x * y = 2;\n"
			"  annotation(experiment(StopTime = 3));\nend M;\n");
	T_REAL(sim_row(&s, 0, "x"), 1, 1e-9);
	T_REAL(sim_row(&s, 0, "y"), 2, 1e-9);
	for (size_t k = 0; k < s.time.n; k++) {
		double x = sim_row(&s, k, "x"), y = sim_row(&s, k, "y");

		T_REAL(x * x + y * y, 5 + s.time.at[k], 1e-6);
		T_REAL(x * y, 2, 1e-9);
		T_CHECK(y > x);
	}
	sim_free(&s);
}

static void a_diode_with_an_exponential_needs_no_luck(void)
{
	Sim s;

	run(&s, "model M\n  parameter Real Is = 1e-12, Vt = 0.0258, R = 1000;\n  Real u, v, i;\n"
			"equation\n  u = 10 * sin(6.283185307179586 * time);\n  u = R * i + v;\n"
			"  i = Is * (exp(v / Vt) - 1);\nend M;\n");
	T_REAL(sim_at(&s, "v", 0.25), 0.0258 * log(sim_at(&s, "i", 0.25) / 1e-12 + 1), 1e-6);
	T_REAL(sim_at(&s, "i", 0.25), (10 - sim_at(&s, "v", 0.25)) / 1000, 1e-9);
	T_CHECK(sim_at(&s, "v", 0.25) > 0.5 && sim_at(&s, "v", 0.25) < 0.7);
	T_REAL(sim_at(&s, "i", 0.75), -1e-12, 1e-13);
	sim_free(&s);
}

/* Ideal diode in series with R and C: the parameter of the curve decides in one block with it. */
static void an_ideal_diode_rectifies(void)
{
	Sim s;

	run(&s, "model M\n  Real s(start = 0), v, i, u, uC(start = 0, fixed = true);\n"
			"  Boolean off(start = true);\n  parameter Real R = 1, C = 0.1;\n"
			"equation\n  u = 5 * sin(6.283185307179586 * time);\n"
			"  off = s < 0;\n  v = s * (if off then 1 else 1e-5);\n  i = s * (if off then 1e-5 "
			"else 1);\n"
			"  u = v + R * i + uC;\n  C * der(uC) = i - uC / 100;\n"
			"  annotation(experiment(StopTime = 3, Tolerance = 1e-6));\nend M;\n");
	for (size_t k = 0; k < s.time.n; k++)
		T_CHECK(sim_row(&s, k, "i") > -1e-3);
	T_CHECK(s.result.stats.state_events >= 4);
	T_CHECK(sim_last(&s, "uC") > 4 && sim_last(&s, "uC") < 5);
	sim_free(&s);
}

/* A mass on a rough floor, pulled harder and harder: it sticks until the pull is larger than the
   friction (a mixed block of 'startForward', 'locked' and the acceleration). */
static void friction_sticks_and_slips(void)
{
	Sim s;

	run(&s,
		"model M \"Coulomb friction as in the standard library\"\n"
		"  parameter Real m = 1, F0 = 2 \"sliding\", Fs = 3 \"static\";\n"
		"  Real x(start = 0, fixed = true), v(start = 0, fixed = true, stateSelect = "
		"StateSelect.prefer);\n"
		"  Real a(start = 0), sa, f, pull;\n"
		"  Boolean startForward(start = false, fixed = true), startBackward(start = false, fixed = "
		"true);\n"
		"  Boolean locked(start = false);\n"
		"  Integer mode(start = 3, fixed = true) \"1 forward, 0 stuck, -1 backward, 3 not "
		"known\";\n"
		"equation\n  pull = 4 * sin(time);\n  der(x) = v;\n  der(v) = a;\n  m * a = pull - f;\n"
		"  startForward = pre(mode) == 0 and (sa > Fs or pre(startForward) and sa > F0)\n"
		"    or pre(mode) == 3 and v > 0 and initial();\n"
		"  startBackward = pre(mode) == 0 and (sa < -Fs or pre(startBackward) and sa < -F0)\n"
		"    or pre(mode) == 3 and v < 0 and initial();\n"
		"  locked = not (pre(mode) == 1 or startForward or pre(mode) == -1 or startBackward);\n"
		"  a = if locked then 0 else if startForward then sa - F0\n"
		"    else if startBackward then sa + F0 else if pre(mode) == 1 then sa - F0 else sa + F0;\n"
		"  f = if locked then sa else if startForward then F0 else if startBackward then -F0\n"
		"    else if pre(mode) == 1 then F0 else -F0;\n"
		"  mode = if (pre(mode) == 1 or startForward) and v > 0 then 1\n"
		"    else if (pre(mode) == -1 or startBackward) and v < 0 then -1 else 0;\n"
		"  annotation(experiment(StopTime = 6, Tolerance = 1e-8));\nend M;\n");
	T_REAL(sim_at(&s, "x", 0.6), 0, 1e-12);
	/* It slides from asin(3/4) on; v = 4 (cos t1 - cos t) - 2 (t - t1) */
	{
		double t1 = asin(0.75), t = 1.5;

		T_REAL(sim_at(&s, "v", t), 4 * (cos(t1) - cos(t)) - 2 * (t - t1), 1e-5);
	}
	T_CHECK(sim_at(&s, "v", 5.4) < 0);
	sim_free(&s);
}

static void a_singular_but_consistent_block_takes_the_smallest_values(void)
{
	Sim s;

	run(&s, "model M \"two brakes share a torque\"\n  Real a, b;\n"
			"  Real p = if time < 2 then 1 else 2;\n"
			"equation\n  a + b = 4;\n  p * a + p * b = 4 * p;\nend M;\n");
	T_REAL(sim_last(&s, "a") + sim_last(&s, "b"), 4, 1e-9);
	T_CHECK(sim_says(&s, "do not determine a: taken with the smallest values"));
	sim_free(&s);
}

static void what_cannot_be_zero_stays_near_what_it_was(void)
{
	Sim s;

	run(&s, "model M \"a pressure between valves that close\"\n"
			"  Real p(min = 1e3, start = 1.2e5, nominal = 1e5), q1, q2, T;\n"
			"  Real k = if time < 0.5 then 1e-5 else 0;\n"
			"equation\n  q1 = k * (2e5 - p);\n  q2 = k * (p - 1e5);\n  q1 = q2;\n"
			"  T = sqrt(p - 1e3);\nend M;\n");
	T_REAL(sim_at(&s, "p", 0.4), 1.5e5, 1e-6);
	T_REAL(sim_last(&s, "p"), 1.5e5, 1e-6);
	T_CHECK(sim_says(&s, "do not determine p: taken near the values that they had"));
	sim_free(&s);
}

static void residuals_that_are_nothing_beside_what_they_were_count_as_solved(void)
{
	Sim s;

	run(&s, "model M \"a pump that comes to rest: no speed gives a pressure below zero\"\n"
			"  Real y(start = 1), p;\n"
			"equation\n  p = 1e5 * (1 - min(time, 1)) - 3e-6;\n  p = 1e5 * y^2 + 1e2 * y^4;\n"
			"  annotation(experiment(StopTime = 2));\nend M;\n");
	T_REAL(sim_at(&s, "y", 0.5), 0.70693016, 1e-6);
	T_REAL(sim_last(&s, "y"), 0, 1e-4);
	sim_free(&s);
	T_CHECK(sim_text(&s, "model M \"a pressure below zero that is one\"\n  Real y(start = 1), p;\n"
						 "equation\n  p = 1e5 * (1 - time);\n  p = 1e5 * y^2 + 1e2 * y^4;\n"
						 "  annotation(experiment(StopTime = 2));\nend M;\n"));
	T_CHECK(sim_run(&s) != MDV_OK && sim_says(&s, "no solution found"));
	sim_free(&s);
}

/* --- initial values --- */

static void a_steady_state_is_found(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 3), y;\n"
			"initial equation\n  der(x) = 0;\n  der(y) = 0;\n"
			"equation\n  der(x) = 2 - x + 0.1 * x * y;\n  der(y) = x - 2 * y;\nend M;\n");
	/* 2 - x + x²/20 = 0 */
	T_REAL(sim_row(&s, 0, "x"), 10 - sqrt(60), 1e-8);
	T_REAL(sim_last(&s, "x"), 10 - sqrt(60), 1e-6);
	sim_free(&s);
}

static void a_parameter_is_found_by_an_initial_equation(void)
{
	Sim s;

	run(&s, "model M\n  parameter Real k(fixed = false, start = 1);\n"
			"  parameter Real twice = 2 * k;\n  Real x(start = 3, fixed = true), y = twice * x;\n"
			"initial equation\n  der(x) = -6;\n"
			"equation\n  der(x) = -k * x;\n  annotation(experiment(Tolerance = 1e-8));\nend M;\n");
	T_REAL(sim_row(&s, 0, "k"), 2, 1e-9);
	T_REAL(sim_row(&s, 0, "twice"), 4, 1e-9);
	T_REAL(sim_row(&s, 0, "y"), 12, 1e-9);
	T_REAL(sim_last(&s, "x"), 3 * exp(-2), 1e-6);
	sim_free(&s);
}

static void start_values_complete_what_is_not_determined(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 2), y(start = 5), z = x + y;\n"
			"initial equation\n  z = 4;\n"
			"equation\n  der(x) = -x;\n  der(y) = -y;\nend M;\n");
	T_REAL(sim_row(&s, 0, "z"), 4, 1e-9);
	T_CHECK(fabs(sim_row(&s, 0, "x") - 2) < 1e-9 || fabs(sim_row(&s, 0, "y") - 5) < 1e-9);
	sim_free(&s);
}

static void redundant_initial_equations_are_checked(void)
{
	const char *text = "model M\n  parameter Real g = 2;\n  Real x(start = 2, fixed = true), y;\n"
					   "initial equation\n  y = g;\n"
					   "equation\n  der(x) = -x;\n  y = x;\nend M;\n";
	Sim s;

	run(&s, text);
	T_REAL(sim_row(&s, 0, "y"), 2, 1e-12);
	sim_set(&s, "g", 2.5);
	T_CHECK(sim_run(&s) < 0);
	T_CHECK(sim_says(&s, "a residual of 0.5 is left in 'x = 2'"));
	sim_free(&s);
}

static void homotopy_leads_to_the_solution_of_the_actual_model(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = -5), y(start = 0, fixed = true);\n"
			"equation\n  homotopy(actual = atan(10 * (x - 3)) + 0.01 * (x - 3), simplified = x - "
			"3) = 0;\n"
			"  der(y) = x;\nend M;\n");
	T_REAL(sim_last(&s, "x"), 3, 1e-8);
	T_REAL(sim_last(&s, "y"), 3, 1e-6);
	sim_free(&s);
}

static void initial_algorithms_give_values(void)
{
	Sim s;

	run(&s,
		"model M\n  parameter Integer n = 4;\n  Real x[n];\n  parameter Real p(fixed = false);\n"
		"initial algorithm\n  p := 1;\n  for i in 1:n loop\n    x[i] := p;\n    p := 2 * p;\n"
		"  end for;\nequation\n  der(x) = -x;\nend M;\n");
	T_REAL(sim_row(&s, 0, "x[4]"), 8, 1e-12);
	T_REAL(sim_row(&s, 0, "p"), 16, 1e-12);
	sim_free(&s);
}

static void parameters_and_start_values_can_be_set(void)
{
	Sim s;

	T_CHECK(sim_text_set(&s,
						 "model M\n  parameter Real k = 1, twice = 2 * k;\n"
						 "  Real x(start = 1, fixed = true);\nequation\n  der(x) = -twice * x;\n"
						 "  annotation(experiment(Tolerance = 1e-8));\nend M;\n",
						 (const char *const[]){"x", "3", NULL}));
	T_INT(sim_run(&s), MDV_OK);
	T_REAL(sim_last(&s, "x"), 3 * exp(-2), 1e-6);
	T_CHECK(sim_set(&s, "k", 2));
	T_INT(sim_run(&s), MDV_OK);
	T_REAL(sim_last(&s, "x"), 3 * exp(-4), 1e-6);
	sim_free(&s);
}

/* cos(pi/2) is 6e-17: no pivot. */
static void rounding_is_no_pivot(void)
{
	Sim s;

	T_CHECK(sim_text(&s,
					 "model M\n  parameter Real phi = acos(-1)/2;\n"
					 "  Real x(start = 1, fixed = true), y(start = 1, fixed = true), a, b;\n"
					 "equation\n  cos(phi)*a + sin(phi)*b = -y;\n"
					 "  sin(phi)*a - cos(phi)*b = -x;\n  der(x) = a;\n  der(y) = b;\nend M;\n"));
	T_INT(sim_run(&s), MDV_OK);
	T_REAL(sim_last(&s, "x"), exp(-1), 1e-5);
	T_REAL(sim_last(&s, "y"), exp(-1), 1e-5);
	sim_free(&s);
}

/* The annotation names a function that does not look at its direction. */
static void jacobians_do_not_trust_annotations(void)
{
	Sim s;

	T_CHECK(sim_text(
		&s, "package P\n  function f\n    input Real x;\n    output Real y = 0;\n  algorithm\n"
			"    for i in 1:2 loop\n      y := y + 0.5*x;\n    end for;\n"
			"    annotation(derivative = df);\n  end f;\n  function df\n    input Real x, dx;\n"
			"    output Real dy = 1;\n  algorithm\n  end df;\n  model M\n"
			"    Real x(start = 1, fixed = true);\n  equation\n"
			"    der(x) = sin(time) - 1e6*f(x/1e6);\n"
			"    annotation(experiment(StopTime = 50));\n  end M;\nend P;\n"));
	T_INT(sim_run(&s), MDV_OK);
	T_REAL(sim_last(&s, "x"), 1.5 * exp(-50) + (sin(50) - cos(50)) / 2, 1e-4);
	T_CHECK(s.result.stats.solver.steps < 1000);
	sim_free(&s);
}

/* Tearing makes u of v, ten times as large: what the iteration leaves of v shows in r. */
static void results_are_corrected_once_more(void)
{
	Sim s;

	run(&s, "model M Real x(start = 1, fixed = true), u(start = 1), v(start = 1); "
			"Real r = abs(u^3 + u*v - 2*x) + abs(v*exp(v) - 2.7*x - 0.1*u); "
			"equation der(x) = 0.3*cos(time); u^3 + u*v = 2*x; v*exp(v) = 2.7*x + 0.1*u; end M;");
	T_CHECK(sim_most(&s, "r") < 2e-10);
	sim_free(&s);
}

/* h = 0.5 - time ends at 0, where sqrt does; h = 3 - 2*time is there, and is told of. */
static void a_solution_that_ends_gives_way_to_another_one(void)
{
	Sim s;

	run(&s, "model M\n  Real h(start = 1.5);\n  Boolean high = h > 1;\nequation\n"
			"  (h - 0.5 + time)*(h - 3 + 2*time)*(1 + 1e-3*sqrt(h)) = 0;\n"
			"  annotation(experiment(StopTime = 0.9));\nend M;\n");
	T_REAL(sim_at(&s, "h", 0.45), 0.05, 1e-9);
	T_REAL(sim_at(&s, "h", 0.63), 1.74, 1e-9);
	T_INT(sim_at(&s, "high", 0.45), 0);
	T_INT(sim_at(&s, "high", 0.63), 1);
	T_REAL(sim_last(&s, "h"), 1.2, 1e-9);
	T_CHECK(sim_says(&s, "a solution of nonlinear equations ends"));
	sim_free(&s);
}

/* Newton's method goes from d = -1.3 to the other root, 3, in damped steps; the path to the one at
   hand is short. */
static void damped_steps_stay_on_the_solution_at_hand(void)
{
	Sim s;

	run(&s, "model M\n  Real z(start = 0.1), s = 1.3*time;\nequation\n"
			"  (z - s)/(1 + (z - s)^2)*(3 - z + s) = 0;\n"
			"  annotation(experiment(StopTime = 10, Interval = 1));\nend M;\n");
	for (int t = 0; t <= 10; t++)
		T_REAL(sim_at(&s, "z", t), 1.3 * t, 1e-8);
	sim_free(&s);
}

/* A phasor of length 1 (or 4) that turns by several radians in a step: nothing else tells the
   integrator to take shorter ones. */
static void steps_are_short_enough_to_follow_a_solution_that_turns(void)
{
	Sim s;

	run(&s, "model M\n  Real a(start = 1), b, c = cos(37*time), s = sin(37*time), r = a*c + b*s;\n"
			"  Real y(start = 1, fixed = true);\n  Integer n(start = 0, fixed = true);\nequation\n"
			"  (a*c + b*s - 1)/(1 + (a*c + b*s - 1)^2)*(4 - a*c - b*s) + 0.1*(a*s - b*c) = 0;\n"
			"  (a*s - b*c)*(1 + 0.2*(a*s - b*c)^2) = 0;\n  der(y) = -y + 1e-6*r;\n"
			"  when r > 2.5 then\n    n = pre(n) + 1;\n  end when;\n"
			"  annotation(experiment(StopTime = 10));\nend M;\n");
	T_REAL(sim_last(&s, "r"), 1, 1e-8);
	T_REAL(sim_last(&s, "n"), 0, 0);
	T_CHECK(!sim_says(&s, "an event was missed"));
	sim_free(&s);
}

/* No other one is there: the run ends. */
/* A pump at rest whose pressure falls: where Newton begins there is no slope, and no step is so
   short that there were one. */
static void equations_without_slope_at_the_last_point_are_solved(void)
{
	Sim s;

	run(&s,
		"model M\n  Real p(start = 0, fixed = true), y(start = 0), z(start = 0, fixed = true);\n"
		"equation\n  der(p) = -1;\n  noEvent(abs(y))*y = 100*p;\n  der(z) = y;\n"
		"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_REAL(sim_last(&s, "y"), -10, 1e-6);
	T_REAL(sim_last(&s, "z"), -20 / 3.0, 1e-4);
	sim_free(&s);
}

static void a_solution_that_ends_alone_ends_the_run(void)
{
	Sim s;

	if (!sim_text(&s, "model M\n  Real h(start = 1.5);\n  Boolean high = h > 1;\nequation\n"
					  "  (h - 0.5 + time)*(1 + 1e-3*sqrt(h)) = 0;\nend M;\n"))
		T_FAIL("%s", sim_said(&s));
	T_CHECK(sim_run(&s) < 0);
	T_REAL(s.result.t, 0.5, 1e-6);
	T_CHECK(sim_says(&s, "no solution found for nonlinear equations"));
	sim_free(&s);
}

/* Nearly all of what damped steps go over is flat; the solution is in a piece of 3e-5. */
static void an_amplifier_of_high_gain_is_solved_everywhere(void)
{
	Sim s;

	if (!sim_text(&s, "model M\n  parameter Real gain = 1e6;\n"
					  "  Real u, a, b, out, q(start = 0, fixed = true);\nequation\n"
					  "  u = 20 * sin(314.1592653589793 * time);\n"
					  "  (u - a) / 1000 = (a - out) / 1000 + 1e-4 * tanh(a - b);\n"
					  "  b / 1e4 = 1e-4 * tanh(a - b) + 1e-5 * (out - b);\n"
					  "  out = smooth(0, noEvent(if -gain * a > 15 then 15 elseif -gain * a < -15 "
					  "then -15 else -gain * a));\n  der(q) = out ^ 2;\n"
					  "  annotation(experiment(StopTime = 0.02, Tolerance = 1e-8));\nend M;\n"))
		T_FAIL("%s", sim_said(&s));
	s.o.run.log = MDV_LOG_NLS;
	T_CHECK(sim_run(&s) == MDV_OK);
	T_CHECK(sim_says(&s, ": solved") && !sim_says(&s, "not solved"));
	T_REAL(sim_at(&s, "out", 0.005), -15, 1e-9);
	sim_free(&s);
}

int main(void)
{
	T_RUN(linear_equations_are_solved_together);
	T_RUN(a_wheatstone_bridge_has_the_currents_of_the_formula);
	T_RUN(nonlinear_equations_follow_their_solution);
	T_RUN(a_diode_with_an_exponential_needs_no_luck);
	T_RUN(an_ideal_diode_rectifies);
	T_RUN(friction_sticks_and_slips);
	T_RUN(a_singular_but_consistent_block_takes_the_smallest_values);
	T_RUN(what_cannot_be_zero_stays_near_what_it_was);
	T_RUN(residuals_that_are_nothing_beside_what_they_were_count_as_solved);
	T_RUN(a_steady_state_is_found);
	T_RUN(a_parameter_is_found_by_an_initial_equation);
	T_RUN(start_values_complete_what_is_not_determined);
	T_RUN(redundant_initial_equations_are_checked);
	T_RUN(homotopy_leads_to_the_solution_of_the_actual_model);
	T_RUN(initial_algorithms_give_values);
	T_RUN(parameters_and_start_values_can_be_set);
	T_RUN(rounding_is_no_pivot);
	T_RUN(jacobians_do_not_trust_annotations);
	T_RUN(results_are_corrected_once_more);
	T_RUN(a_solution_that_ends_gives_way_to_another_one);
	T_RUN(damped_steps_stay_on_the_solution_at_hand);
	T_RUN(steps_are_short_enough_to_follow_a_solution_that_turns);
	T_RUN(equations_without_slope_at_the_last_point_are_solved);
	T_RUN(a_solution_that_ends_alone_ends_the_run);
	T_RUN(an_amplifier_of_high_gain_is_solved_everywhere);
	return T_END();
}
