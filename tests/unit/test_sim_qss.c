/* SPDX-License-Identifier: MIT
   whole simulations by quantized states: orders of convergence, bounds of the error, events where
   steps find them, stiff and high-index models, and clear words where they cannot be used. */
#include "sim.h"
#include "t.h"

static const MdvSolver explicit_ones[] = {MDV_SOLVER_QSS1, MDV_SOLVER_QSS2, MDV_SOLVER_QSS3};
static const MdvSolver implicit_ones[] = {MDV_SOLVER_LIQSS1, MDV_SOLVER_LIQSS2, MDV_SOLVER_LIQSS3};

static void begin(Sim *s, const char *text, MdvSolver solver, double tol)
{
	T_CHECK(sim_text(s, text));
	s->o.run.solver = solver;
	s->o.run.tol = tol;
}

static void run(Sim *s, const char *text, MdvSolver solver, double tol)
{
	begin(s, text, solver, tol);
	if (sim_run(s) != MDV_OK)
		T_FAIL("%s: %s", solver_of(solver)->name, sim_said(s));
}

/* --- accuracy --- */

static const char *const oscillator =
	"model M\n  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\n"
	"  Real error = max(abs(x - exp(-0.1 * time) * cos(time)), 0);\n"
	"equation\n  der(x) = v - 0.1 * x;\n  der(v) = -x - 0.1 * v;\n"
	"  annotation(experiment(StopTime = 10, Interval = 0.1));\nend M;\n";

/* Errors go with the quantum, and the steps with its root of the order. */
static void check_order(MdvSolver solver, int order)
{
	double error[2], steps[2], ratio = order == 1 ? 10 : 100;

	for (int i = 0; i < 2; i++) {
		Sim s;

		begin(&s, oscillator, solver, 1e-9);
		s.o.run.min_quantum = i == 0 ? 1e-2 : 1e-2 / ratio;
		T_INT(sim_run(&s), MDV_OK);
		error[i] = sim_most(&s, "error");
		steps[i] = (double)s.result.stats.solver.steps;
		sim_free(&s);
	}
	if (!(error[0] / error[1] > 0.2 * ratio))
		T_FAIL("%s: errors %g and %g", solver_of(solver)->name, error[0], error[1]);
	T_REAL(log(steps[1] / steps[0]) / log(ratio), 1.0 / order, 0.15 / order);
}

static void errors_go_with_the_quantum_and_steps_with_its_root(void)
{
	for (int i = 0; i < 3; i++) {
		check_order(explicit_ones[i], i + 1);
		check_order(implicit_ones[i], i + 1);
	}
}

/* Of x' = -x the bound of Kofman and Junco is the quantum itself; of LIQSS it is twice that. */
static void errors_stay_within_the_bound_of_linear_systems(void)
{
	for (int i = 0; i < 6; i++) {
		Sim s;

		begin(&s,
			  "model M\n  Real x(start = 1, fixed = true), error = abs(x - exp(-time));\n"
			  "equation\n  der(x) = -x;\n"
			  "  annotation(experiment(StopTime = 10, Interval = 0.01));\nend M;\n",
			  i < 3 ? explicit_ones[i] : implicit_ones[i - 3], 1e-9);
		s.o.run.min_quantum = 1e-3;
		T_INT(sim_run(&s), MDV_OK);
		T_CHECK(sim_most(&s, "error") <= (i < 3 ? 1.001e-3 : 2.003e-3));
		sim_free(&s);
	}
}

static void stiff_states_come_to_rest_with_liqss(void)
{
	for (int i = 1; i < 3; i++) {
		Sim s;

		run(&s,
			"model M\n  Real x(start = 0, fixed = true);\n  Real y(start = 1, fixed = true);\n"
			"  Real error = max(abs(x - 1e6 / (1e6 - 1) * (exp(-time) - exp(-1e6 * time))),\n"
			"    abs(y - exp(-time)));\n"
			"equation\n  der(x) = 1e6 * (y - x);\n  der(y) = -y;\n"
			"  annotation(experiment(StopTime = 5, Interval = 0.05));\nend M;\n",
			implicit_ones[i], 1e-4);
		T_CHECK(sim_most(&s, "error") < 1e-3);
		T_CHECK(s.result.stats.solver.steps < 5000); /* an explicit one takes millions */
		sim_free(&s);
	}
}

static void what_moves_by_time_alone_is_followed(void)
{
	for (int i = 1; i < 3; i++) {
		Sim s;

		run(&s,
			"model M\n  Real x(start = 0, fixed = true), y(start = 0, fixed = true);\n"
			"  Real phi(start = 0, fixed = true), z(start = 0, fixed = true);\n"
			"  Integer n(start = 0, fixed = true);\n  Real b = exp(-((time - 5.03) / 0.01) ^ 2);\n"
			"equation\n  der(x) = sin(time);\n  der(y) = exp(-((time - 5.03) / 0.2) ^ 2);\n"
			"  der(phi) = 3;\n  der(z) = cos(phi);\n"
			"  when b > 0.5 then\n    n = pre(n) + 1;\n  end when;\n"
			"  annotation(experiment(StopTime = 10));\nend M;\n",
			explicit_ones[i], 1e-4);
		T_REAL(sim_last(&s, "x"), 1 - cos(10), 1e-3);
		T_REAL(sim_last(&s, "y"), 0.2 * sqrt(acos(-1)), 1e-3);
		T_REAL(sim_last(&s, "z"), sin(30) / 3, 1e-3);
		T_REAL(sim_last(&s, "n"), 1, 0); /* a bump between two looks */
		sim_free(&s);
	}
}

/* --- events --- */

static const char *const ball =
	"model M\n  Real h(start = 1, fixed = true), v(start = 0, fixed = true);\n"
	"  Integer n(start = 0, fixed = true);\n  discrete Real t(start = 0, fixed = true);\n"
	"equation\n  der(h) = v;\n  der(v) = -9.81;\n"
	"  when h < 0 then\n    reinit(v, -0.8 * pre(v));\n    n = pre(n) + 1;\n    t = time;\n"
	"  end when;\n  annotation(experiment(StopTime = 2.5));\nend M;\n";

static void a_ball_bounces_at_the_same_instants_and_in_the_same_rows(void)
{
	double t = sqrt(2 / 9.81), last;
	Sim s, steps;

	run(&steps, ball, MDV_SOLVER_CVODE, 1e-9);
	last = t * (1 + 2 * (0.8 + 0.64 + 0.512)); /* of the fourth bounce */
	for (int i = 1; i < 3; i++) {
		run(&s, ball, explicit_ones[i], 1e-4);
		T_REAL(sim_last(&s, "n"), sim_last(&steps, "n"), 0);
		T_REAL(sim_last(&s, "t"), sim_last(&steps, "t"), 1e-7);
		T_CHECK(sim_last(&s, "t") >= last - 1e-7);
		T_INT(s.result.stats.state_events, steps.result.stats.state_events);
		T_INT((long)s.time.n, (long)steps.time.n);
		sim_free(&s);
	}
	sim_free(&steps);
}

static void samples_and_reinits_touch_what_reads_them(void)
{
	Sim s;

	run(&s,
		"model M\n  Real x(start = 0, fixed = true), y(start = 1, fixed = true);\n"
		"  discrete Real u(start = 1, fixed = true);\n"
		"equation\n  der(x) = u;\n  der(y) = -y;\n"
		"  when sample(0.5, 0.5) then\n    u = -pre(u);\n  end when;\n"
		"  when y < 0.5 then\n    reinit(y, 2);\n  end when;\n"
		"  annotation(experiment(StopTime = 2.25));\nend M;\n",
		MDV_SOLVER_QSS2, 1e-5);
	T_REAL(sim_last(&s, "x"), 0.25, 1e-9);
	T_REAL(sim_last(&s, "y"), 2 * exp(3 * log(2) - 2.25), 1e-4); /* twice back to 2 */
	T_REAL(sim_at(&s, "x", 0.5), 0.5, 1e-9);
	T_INT(s.result.stats.time_events, 4);
	sim_free(&s);
}

static const char *const buck =
	"model M\n"
	"  parameter Real C = 1e-4, L = 1e-4, R = 10, U = 24, T = 1e-4, on = 1e-5, off = 1e5;\n"
	"  Real uC(start = 0, fixed = true), iL(start = 0, fixed = true, nominal = 0.01), iD, s;\n"
	"  Boolean closed(start = true, fixed = true), conducts(start = false, fixed = true);\n"
	"  Real Rs = if closed then on else off, Rd = if conducts then on else off;\n"
	"equation\n  iD = (iL * Rs - U) / (Rs + Rd);\n  s = if conducts then iD else iD * Rd;\n"
	"  der(iL) = (-iD * Rd - uC) / L;\n  der(uC) = (iL - uC / R) / C;\n"
	"  when sample(0, T) then\n    closed = true;\n"
	"  elsewhen sample(0.5 * T, T) then\n    closed = false;\n  end when;\n"
	"  when s > 0 then\n    conducts = true;\n  elsewhen s < 0 then\n    conducts = false;\n"
	"  end when;\n  annotation(experiment(StopTime = 0.002));\nend M;\n";

static void a_buck_converter_switches_as_often_as_with_steps(void)
{
	static const MdvSolver some[] = {MDV_SOLVER_LIQSS2, MDV_SOLVER_LIQSS3, MDV_SOLVER_QSS3};
	Sim s, steps;

	run(&steps, buck, MDV_SOLVER_CVODE, 1e-8);
	for (int i = 0; i < 3; i++) {
		run(&s, buck, some[i], 1e-3);
		T_REAL(sim_last(&s, "uC"), sim_last(&steps, "uC"), 0.03);
		T_INT(s.result.stats.state_events, steps.result.stats.state_events);
		sim_free(&s);
	}
	sim_free(&steps);
}

/* Neither state is stiff by itself, both together are: LIQSS2 follows them in tiny steps, one after
   the other. Another pair oscillates faster than the run, and fades. */
static void pairs_that_drive_each_other_rest_with_mliqss2(void)
{
	static const char *const pairs =
		"model M\n  Real y1(start = 0, fixed = true), y2(start = 0, fixed = true);\n"
		"  Real x(start = 1, fixed = true), y(start = 0, fixed = true);\n"
		"equation\n  der(y1) = 1000 * (sin(time) - y1) + 1e5 * (y2 - y1);\n"
		"  der(y2) = 1e5 * (y1 - y2) - y2;\n"
		"  der(x) = -1e3 * x - 1e5 * y;\n  der(y) = 1e5 * x - 1e3 * y;\n"
		"  annotation(experiment(StopTime = 1));\nend M;\n";
	uint64_t n_steps[2];
	Sim s, steps;

	run(&steps, pairs, MDV_SOLVER_CVODE, 1e-8);
	for (int i = 0; i < 2; i++) {
		run(&s, pairs, i == 0 ? MDV_SOLVER_LIQSS2 : MDV_SOLVER_MLIQSS2, 1e-4);
		T_REAL(sim_last(&s, "y1"), sim_last(&steps, "y1"), 5e-4);
		T_REAL(sim_last(&s, "y2"), sim_last(&steps, "y2"), 5e-4);
		T_REAL(sim_last(&s, "x"), 0, 1e-3);
		n_steps[i] = s.result.stats.solver.steps;
		sim_free(&s);
	}
	if (!(n_steps[1] * 10 < n_steps[0]))
		T_FAIL("liqss2 takes %llu, mliqss2 %llu", (unsigned long long)n_steps[0],
			   (unsigned long long)n_steps[1]);
	sim_free(&steps);
}

static const char *const cuk =
	"model M\n"
	"  parameter Real C = 1e-4, L = 1e-4, R = 10, U = 24, T = 1e-4, on = 1e-5, off = 1e5;\n"
	"  Real uC(start = 0, fixed = true), iL(start = 0, fixed = true), uC1(start = 0, fixed = "
	"true),\n"
	"    iL1(start = 0, fixed = true), iD, s;\n"
	"  Boolean closed(start = true, fixed = true), conducts(start = false, fixed = true);\n"
	"  Real Rs = if closed then on else off, Rd = if conducts then on else off;\n"
	"equation\n  iD = (Rs * (iL1 + iL) - uC1) / (Rd + Rs);\n"
	"  s = if conducts then iD else iD * Rd;\n  der(uC1) = (iD - iL) / C;\n"
	"  der(iL1) = (U - uC1 - iD * Rd) / L;\n  der(iL) = (-uC - iD * Rd) / L;\n"
	"  der(uC) = (iL - uC / R) / C;\n"
	"  when sample(0, T) then\n    closed = true;\n"
	"  elsewhen sample(0.25 * T, T) then\n    closed = false;\n  end when;\n"
	"  when s > 0 then\n    conducts = true;\n  elsewhen s < 0 then\n    conducts = false;\n"
	"  end when;\n  annotation(experiment(StopTime = 0.002));\nend M;\n";

static void a_cuk_converter_runs_with_mliqss2(void)
{
	Sim s, steps;

	run(&steps, cuk, MDV_SOLVER_CVODE, 1e-8);
	run(&s, cuk, MDV_SOLVER_MLIQSS2, 1e-5);
	T_REAL(sim_last(&s, "uC"), sim_last(&steps, "uC"), 0.01);
	T_REAL(sim_last(&s, "iL1"), sim_last(&steps, "iL1"), 0.02);
	T_CHECK(s.result.stats.solver.steps < 50000);
	sim_free(&s);
	sim_free(&steps);
}

/* A pulse through a chain of inverters; qss-solver's LIQSS2 is late by 0.5 at the end of the whole
   chain, where the edge is at 111.793. */
static void a_chain_of_inverters_has_its_edges_where_steps_have_them(void)
{
	const char *text =
		"model M\n  parameter Integer N = 51;\n"
		"  Real x[N + 1](start = {if i == 1 then 0 elseif mod(i, 2) == 0 then 5 else 0.006247\n"
		"    for i in 1:N + 1}, each fixed = true);\n"
		"  discrete Real up(start = 0, fixed = true), down(start = 0, fixed = true);\n"
		"equation\n  der(x[1]) = if time < 5 then 0 elseif time < 10 then 1 elseif time < 15 then "
		"0\n"
		"    elseif time < 17 then -2.5 else 0;\n"
		"  for i in 2:N + 1 loop\n    der(x[i]) = 5 - x[i]\n"
		"      - 100 * ((if x[i - 1] > 1 then (x[i - 1] - 1) ^ 2 else 0)\n"
		"      - (if x[i - 1] - x[i] > 1 then (x[i - 1] - x[i] - 1) ^ 2 else 0));\n  end for;\n"
		"  when x[N] > 2.5 then\n    up = time;\n  end when;\n"
		"  when x[N] < 2.5 then\n    down = time;\n  end when;\n"
		"  annotation(experiment(StopTime = 40));\nend M;\n";
	Sim s, steps;

	run(&steps, text, MDV_SOLVER_CVODE, 1e-8);
	run(&s, text, MDV_SOLVER_LIQSS2, 1e-4);
	T_CHECK(sim_last(&steps, "up") > 5 && sim_last(&steps, "down") > 5);
	T_REAL(sim_last(&s, "up"), sim_last(&steps, "up"), 0.005);
	T_REAL(sim_last(&s, "down"), sim_last(&steps, "down"), 0.005);
	sim_free(&s);
	sim_free(&steps);
}

/* --- blocks and constraints --- */

static void blocks_are_solved_with_their_derivatives(void)
{
	for (int i = 1; i < 3; i++) {
		Sim s;

		run(&s,
			"model M\n  Real x(start = 1, fixed = true), a, b, u(start = 1);\n"
			"  Real error = max(abs(x - exp(-2 * time)), abs(u ^ 3 + u - x));\n"
			"equation\n  a + b = -3 * x;\n  a - b = -x;\n  der(x) = a;\n  u ^ 3 + u = x;\n"
			"  annotation(experiment(StopTime = 3, Interval = 0.1));\nend M;\n",
			explicit_ones[i], 1e-4);
		T_CHECK(sim_most(&s, "error") < 1e-3);
		sim_free(&s);
	}
}

static void a_pendulum_keeps_its_constraint_while_its_states_change(void)
{
	const char *text =
		"model M \"over the top\"\n  Real x(start = 0), y(start = -1, fixed = true);\n"
		"  Real vx(start = 7, fixed = true), vy, F;\n  Real error = abs(x ^ 2 + y ^ 2 - 1);\n"
		"  Real e = (vx ^ 2 + vy ^ 2) / 2 + 9.81 * y;\n"
		"equation\n  der(x) = vx;\n  der(y) = vy;\n  der(vx) = -F * x;\n"
		"  der(vy) = -F * y - 9.81;\n  x ^ 2 + y ^ 2 = 1;\n"
		"  annotation(experiment(StopTime = 3, Interval = 0.01));\nend M;\n";
	Sim s;

	run(&s, text, MDV_SOLVER_QSS2, 1e-5);
	T_CHECK(sim_most(&s, "error") < 1e-4);
	T_REAL(sim_last(&s, "e"), 24.5 - 9.81, 1e-2);
	T_CHECK(s.result.stats.rt.set_changes > 2);
	/* No full look at the choice at each of the thousands of quanta. */
	T_CHECK(s.result.stats.rt.runs < s.result.stats.solver.steps / 2);
	sim_free(&s);
}

/* --- refusals --- */

static void check_words(const char *text, MdvSolver solver, const char *words)
{
	Sim s;

	begin(&s, text, solver, 1e-4);
	T_CHECK(sim_run(&s) < 0);
	if (!sim_says(&s, words))
		T_FAIL("not '%s' but '%s'", words, sim_said(&s));
	sim_free(&s);
}

static void what_cannot_be_done_is_told(void)
{
	check_words(
		"model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -delay(x, 0.1);\n"
		"end M;\n",
		MDV_SOLVER_QSS2, "delay");
	check_words("model M\n  Real x(start = 0.5, fixed = true);\nequation\n"
				"  der(x) = log(x);\n  annotation(experiment(StopTime = 3));\nend M;\n",
				MDV_SOLVER_QSS2, "the derivative of 'x' is not finite");
	check_words("model M \"to and fro\"\n  Real x(start = 0.1, fixed = true);\nequation\n"
				"  der(x) = if x > 0 then -1 else 1;\n"
				"  annotation(experiment(StopTime = 3));\nend M;\n",
				MDV_SOLVER_QSS2, "events never end");
}

static void options_of_steps_are_refused(void)
{
	Sim s;

	begin(&s, oscillator, MDV_SOLVER_QSS2, 1e-4);
	s.o.run.fixed_step = 0.1;
	T_INT(sim_run(&s), MDV_BAD_ARGUMENT);
	T_CHECK(sim_says(&s, "a fixed step means nothing"));
	sim_free(&s);
}

static void an_assertion_ends_the_run_where_it_is_violated(void)
{
	Sim s;

	begin(&s,
		  "model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
		  "  assert(x < 0.5, \"x is large\");\nend M;\n",
		  MDV_SOLVER_QSS2, 1e-4);
	T_CHECK(sim_run(&s) < 0);
	T_CHECK(sim_says(&s, "x is large"));
	T_REAL(s.result.t, 0.5, 1e-6);
	sim_free(&s);
}

static void qss_chooses_and_says_so(void)
{
	Sim s;

	run(&s, oscillator, MDV_SOLVER_QSS, 1e-4);
	T_CHECK(sim_says(&s, "qss3"));
	T_CHECK(sim_most(&s, "error") < 1e-3);
	sim_free(&s);
	run(&s,
		"model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1e5 * (1 - x);\n"
		"end M;\n",
		MDV_SOLVER_QSS, 1e-4);
	T_CHECK(sim_says(&s, "liqss2"));
	T_REAL(sim_last(&s, "x"), 1, 1e-3);
	sim_free(&s);
}

/* Crossings of one and of two states that move at different rates, one of which reads a discrete
   variable that another sets; reinits, and a relation in a derivative. */
static const char *const crowd =
	"model M\n  parameter Integer N = 12;\n"
	"  Real x[N](start = {sin(i) for i in 1:N}, each fixed = true);\n"
	"  Real y[N](start = {cos(i) for i in 1:N}, each fixed = true);\n"
	"  Real z[N](each start = 0, each fixed = true);\n"
	"  Integer n[N](each start = 0, each fixed = true), m[N - 1](each start = 0, each fixed = "
	"true);\n  Real total;\nequation\n"
	"  for i in 1:N loop\n    der(x[i]) = i*y[i];\n    der(y[i]) = -i*x[i];\n"
	"    der(z[i]) = if x[i] > 0.9 then 2 else 1;\n"
	"    when z[i] > 1.01 + 0.01*pre(n[i]) then\n      n[i] = pre(n[i]) + 1;\n"
	"      reinit(z[i], 0);\n    end when;\n  end for;\n"
	"  for i in 1:N - 1 loop\n    when x[i] + 0.5*x[i + 1] > 0.37 then\n"
	"      m[i] = pre(m[i]) + 1;\n    end when;\n  end for;\n  total = sum(z);\n"
	"  annotation(experiment(StopTime = 10));\nend M;\n";

static void events_are_the_same_whether_anyone_looks(void)
{
	for (int k = 0; k < 3; k++) {
		MdvSolver solver = k == 2 ? MDV_SOLVER_LIQSS2 : explicit_ones[k + 1];
		Sim seen, unseen, steps;

		run(&seen, crowd, solver, 1e-5);
		begin(&unseen, crowd, solver, 1e-5);
		unseen.o.run.no_events = true;
		T_INT(sim_run(&unseen), MDV_OK);
		run(&steps, crowd, MDV_SOLVER_CVODE, 1e-9);
		for (int i = 1; i < 12; i++) {
			char name[16];

			snprintf(name, sizeof name, "m[%d]", i);
			T_REAL(sim_last(&unseen, name), sim_last(&steps, name), 0);
			snprintf(name, sizeof name, "n[%d]", i);
			T_REAL(sim_last(&unseen, name), sim_last(&steps, name), 0);
			snprintf(name, sizeof name, "x[%d]", i);
			T_REAL(sim_last(&unseen, name), sim_last(&seen, name), 0);
		}
		T_REAL(sim_last(&unseen, "total"), sim_last(&seen, "total"), 0);
		T_REAL(sim_last(&unseen, "total"), sim_last(&steps, "total"), 1e-2);
		T_INT(unseen.result.stats.state_events, seen.result.stats.state_events);
		/* Nobody sees the values between rows: they are not computed. */
		T_CHECK(unseen.result.stats.solver.rhs == seen.result.stats.solver.rhs);
		T_CHECK(unseen.result.stats.rt.evaluations[MDV_UNTOUCHED] * 3 <
				seen.result.stats.rt.evaluations[MDV_UNTOUCHED]);
		sim_free(&seen);
		sim_free(&unseen);
		sim_free(&steps);
	}
}

/* Slots that one derivative alone reads, relations of time, samples, decisions in a loop. */
static void what_an_unseen_event_changes_is_seen_by_all_that_reads_it(void)
{
	const char *const texts[] = {
		"model M\n  Real x(start = 19, fixed = true), y(start = 0, fixed = true);\n"
		"  Boolean on(start = false, fixed = true);\nequation\n"
		"  der(x) = (32 - x) / 10 - (if on then 5 else 0);\n"
		"  der(y) = (if on then 1 else 0) + (if time < 7.3 then 0 elseif time < 9.1 then 2 else "
		"1);\n"
		"  when x > 20.5 then\n    on = true;\n  elsewhen x < 19.5 then\n    on = false;\n"
		"  end when;\n  annotation(experiment(StopTime = 20));\nend M;\n",
		"model M\n  Real x(start = 0, fixed = true), y(start = 0, fixed = true);\n"
		"  discrete Real u(start = 1, fixed = true), v(start = 0, fixed = true);\nequation\n"
		"  der(x) = u - x;\n  der(y) = v * x;\n"
		"  when sample(0.3, 0.7) then\n    u = 2 - pre(u) + 0.1 * x;\n  end when;\n"
		"  when {sample(0.5, 1), x > 0.8} then\n    v = pre(v) + x;\n  end when;\n"
		"  annotation(experiment(StopTime = 6));\nend M;\n",
		buck};
	const char *const last[][2] = {{"x", "y"}, {"x", "y"}, {"uC", "iL"}};

	for (int k = 0; k < 3; k++) {
		Sim seen, unseen;

		run(&seen, texts[k], MDV_SOLVER_LIQSS2, 1e-4);
		begin(&unseen, texts[k], MDV_SOLVER_LIQSS2, 1e-4);
		unseen.o.run.no_events = true;
		T_INT(sim_run(&unseen), MDV_OK);
		T_REAL(sim_last(&unseen, last[k][0]), sim_last(&seen, last[k][0]), 1e-4);
		T_REAL(sim_last(&unseen, last[k][1]), sim_last(&seen, last[k][1]), 1e-4);
		T_INT(unseen.result.stats.state_events, seen.result.stats.state_events);
		T_INT(unseen.result.stats.time_events, seen.result.stats.time_events);
		sim_free(&seen);
		sim_free(&unseen);
	}
}

/* That of the diode's current or voltage is above and below zero at one instant. */
static void an_unseen_event_of_two_relations_evaluates_only_what_it_changes(void)
{
	Sim s;

	begin(&s, buck, MDV_SOLVER_LIQSS2, 1e-4);
	s.o.run.no_events = true;
	s.o.run.interval = 1;
	T_INT(sim_run(&s), MDV_OK);
	T_CHECK(s.result.stats.state_events > 10);
	T_CHECK(s.result.stats.rt.runs < 10);
	sim_free(&s);
}

/* The current of the diode is below its quantum: an integral that runs away from its quantized
   state would switch it on and off. */
static void stiff_states_do_not_cross_what_they_never_come_near_to(void)
{
	const char *text =
		"model M\n  Real u(start = 10, fixed = true), i(start = 0, fixed = true);\n"
		"  Boolean back(start = true, fixed = true);\n  Integer n(start = 0, fixed = true);\n"
		"equation\n  der(u) = (i - 0.1 * u) * 10;\n  der(i) = -1e6 * (i + 1e-5 * u);\n"
		"  back = i < -1e-9;\n  when not back then\n    n = pre(n) + 1;\n  end when;\n"
		"  annotation(experiment(StopTime = 1));\nend M;\n";
	Sim s;

	run(&s, text, MDV_SOLVER_LIQSS2, 1e-3);
	T_REAL(sim_last(&s, "n"), 0, 0);
	T_REAL(sim_last(&s, "i"), -1e-5 * 10 * exp(-1), 1e-6);
	sim_free(&s);
}

/* Each is as fast as the one before: what is left of a quantum must not add up. */
static void a_long_stiff_chain_brings_its_value_to_the_end(void)
{
	Sim s;

	run(&s,
		"model M\n  Real u[200](each start = 0, each fixed = true);\nequation\n"
		"  der(u[1]) = 1e4 * (1 - u[1]);\n"
		"  for i in 2:200 loop\n    der(u[i]) = 1e4 * (u[i - 1] - u[i]);\n  end for;\n"
		"  annotation(experiment(StopTime = 1));\nend M;\n",
		MDV_SOLVER_LIQSS2, 1e-3);
	T_REAL(sim_last(&s, "u[200]"), 1, 3e-3);
	sim_free(&s);
}

int main(void)
{
	T_RUN(errors_go_with_the_quantum_and_steps_with_its_root);
	T_RUN(errors_stay_within_the_bound_of_linear_systems);
	T_RUN(stiff_states_come_to_rest_with_liqss);
	T_RUN(what_moves_by_time_alone_is_followed);
	T_RUN(a_ball_bounces_at_the_same_instants_and_in_the_same_rows);
	T_RUN(samples_and_reinits_touch_what_reads_them);
	T_RUN(events_are_the_same_whether_anyone_looks);
	T_RUN(what_an_unseen_event_changes_is_seen_by_all_that_reads_it);
	T_RUN(an_unseen_event_of_two_relations_evaluates_only_what_it_changes);
	T_RUN(stiff_states_do_not_cross_what_they_never_come_near_to);
	T_RUN(a_long_stiff_chain_brings_its_value_to_the_end);
	T_RUN(a_buck_converter_switches_as_often_as_with_steps);
	T_RUN(pairs_that_drive_each_other_rest_with_mliqss2);
	T_RUN(a_cuk_converter_runs_with_mliqss2);
	T_RUN(a_chain_of_inverters_has_its_edges_where_steps_have_them);
	T_RUN(blocks_are_solved_with_their_derivatives);
	T_RUN(a_pendulum_keeps_its_constraint_while_its_states_change);
	T_RUN(what_cannot_be_done_is_told);
	T_RUN(options_of_steps_are_refused);
	T_RUN(an_assertion_ends_the_run_where_it_is_violated);
	T_RUN(qss_chooses_and_says_so);
	return T_END();
}
