/* SPDX-License-Identifier: MIT
   Where crossings are: event times without bias, hysteresis that only puts a crossing to sleep
   (paper 000, section 4.1), step functions by their definitions, crossings that are close to each
   other, rows in pairs. */
#include "sim.h"
#include "t.h"

static const MdvSolver solvers[] = {MDV_SOLVER_CVODE, MDV_SOLVER_IDA, MDV_SOLVER_RK45,
									MDV_SOLVER_RADAU};

static void compile(Sim *s, const char *text)
{
	if (!sim_text(s, text))
		T_FAIL("%s", sim_said(s));
}

static void run(Sim *s)
{
	if (sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

/* Every instant with more than one row has two of them, as many as there are events. */
static void check_pairs(const Sim *s, uint64_t n_events)
{
	uint64_t pairs = 0;

	for (size_t k = 1; k < s->time.n; k++) {
		T_CHECK(s->time.at[k] >= s->time.at[k - 1]);
		if (s->time.at[k] == s->time.at[k - 1]) {
			pairs++;
			T_CHECK(k + 1 == s->time.n || s->time.at[k + 1] > s->time.at[k]);
		}
	}
	T_INT(pairs, n_events);
}

/* Paper 000, 4.1.1 */
static void zeno_stays_where_its_event_was(void)
{
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++)
		for (int slope = 1; slope <= 2; slope++)
			for (int bisect = 0; bisect < 2; bisect++) {
				Sim s;

				compile(&s, "model Zeno\n  parameter Real k = 1;\n"
							"  Real x(start = 0, fixed = true);\n"
							"equation\n  der(x) = if x < 1 then k else 0;\n"
							"  annotation(experiment(StopTime = 10));\nend Zeno;\n");
				sim_set(&s, "k", slope);
				s.o.run.solver = solvers[i];
				s.o.run.locator = bisect ? MDV_LOCATOR_BISECT : MDV_LOCATOR_DENSE;
				run(&s);
				T_INT(s.result.stats.state_events, 1);
				check_pairs(&s, 1);
				T_REAL(sim_last(&s, "x"), 1, 1e-9);
				T_REAL(sim_last(&s, "der(x)"), 0, 0);
				for (size_t k = 1; k < s.time.n; k++)
					if (s.time.at[k] == s.time.at[k - 1])
						T_REAL(s.time.at[k], 1.0 / slope, 1e-9);
				sim_free(&s);
			}
}

/* At every row, of the grid and of events, against the same without events. */
static void step_functions_follow_their_definitions(void)
{
	static const char *const names[] = {"f", "c", "d", "m", "r", "i", "d2", "m2", "r2"};
	Sim s;

	compile(&s,
			"model Steps\n  Real a(start = 0, fixed = true), b(start = 3, fixed = true), u[3];\n"
			"  Real x(start = 0, fixed = true);\n"
			"  Real f[3], c[3], d[3], m[3], r[3], d2[3], m2[3], r2[3];\n  Integer i[3];\n"
			"  Real wf[3], wc[3], wd[3], wm[3], wr[3], wi[3], wd2[3], wm2[3], wr2[3];\n"
			"equation\n  der(a) = b;\n  der(b) = -a;\n  der(x) = 1;\n"
			"  u = {3 * x - 4.3, 5.1 - 2.7 * x, a};\n  for k in 1:3 loop\n"
			"    f[k] = floor(u[k]);\n    wf[k] = noEvent(floor(u[k]));\n"
			"    c[k] = ceil(u[k]);\n    wc[k] = noEvent(ceil(u[k]));\n"
			"    d[k] = div(u[k], 0.7);\n    wd[k] = noEvent(div(u[k], 0.7));\n"
			"    m[k] = mod(u[k], 0.7);\n    wm[k] = noEvent(mod(u[k], 0.7));\n"
			"    r[k] = rem(u[k], 0.7);\n    wr[k] = noEvent(rem(u[k], 0.7));\n"
			"    i[k] = integer(u[k]);\n    wi[k] = noEvent(integer(u[k]));\n"
			"    d2[k] = div(u[k], -0.6);\n    wd2[k] = noEvent(div(u[k], -0.6));\n"
			"    m2[k] = mod(u[k], -0.6);\n    wm2[k] = noEvent(mod(u[k], -0.6));\n"
			"    r2[k] = rem(u[k], -0.6);\n    wr2[k] = noEvent(rem(u[k], -0.6));\n"
			"  end for;\n  annotation(experiment(StopTime = 7, Tolerance = 1e-8));\nend Steps;\n");
	for (size_t solver = 0; solver < 3; solver++) {
		s.o.run.solver = solvers[solver];
		run(&s);
		check_pairs(&s, s.result.stats.state_events);
		T_CHECK(s.result.stats.state_events > 150);
		for (size_t n = 0; n < sizeof names / sizeof *names; n++)
			for (int k = 1; k <= 3; k++) {
				char got[16], want[16];

				snprintf(got, sizeof got, "%s[%d]", names[n], k);
				snprintf(want, sizeof want, "w%s[%d]", names[n], k);
				for (size_t row = 0; row < s.time.n; row++)
					T_REAL(sim_row(&s, row, got), sim_row(&s, row, want), 1e-9);
			}
	}
	sim_free(&s);
}

static const char ball[] =
	"model Ball\n  parameter Real g = 9.81, e = 0.8;\n"
	"  Real h(start = 1, fixed = true), v(start = 0, fixed = true);\n"
	"  Integer n(start = 0, fixed = true);\n"
	"  discrete Real hit(start = 0, fixed = true), due(start = 0, fixed = true);\n"
	"equation\n  der(h) = v;\n  der(v) = -g;\n  when h < 0 then\n    reinit(v, -e * pre(v));\n"
	"    n = pre(n) + 1;\n    hit = time;\n"
	"    due = if n == 1 then sqrt(2 / g) else pre(due) + 2 * e ^ (n - 1) * sqrt(2 / g);\n"
	"  end when;\n  annotation(experiment(StopTime = 5));\nend Ball;\n";

static void a_ball_is_exact_until_it_is_too_small_to_be_seen(void)
{
	for (int bisect = 0; bisect < 2; bisect++) {
		Sim s;
		double gap = INFINITY;

		compile(&s, ball);
		s.o.run.solver = MDV_SOLVER_RK45;
		s.o.run.locator = bisect ? MDV_LOCATOR_BISECT : MDV_LOCATOR_DENSE;
		T_CHECK(sim_run(&s) < 0);
		T_CHECK(sim_says(&s, "they accumulate at time 4.06371"));
		T_CHECK(sim_says(&s, "'h < 0' (Test.mo:9)"));
		for (size_t k = 1; k < s.time.n; k++) {
			T_REAL(sim_row(&s, k, "hit"), sim_row(&s, k, "due"), 1e-9 * sim_row(&s, k, "due"));
			if (sim_row(&s, k, "n") > sim_row(&s, k - 1, "n"))
				gap = sim_row(&s, k, "hit") - sim_row(&s, k - 1, "hit");
		}
		T_CHECK(gap < 1e-6);
		sim_free(&s);
	}
}

static void none_of_a_thousand_balls_loses_a_bounce(void)
{
	Sim s;
	int due = 0;

	compile(&s,
			"model Balls\n  constant Integer N = 1000;\n  constant Real g = 9.81, e = 0.8;\n"
			"  parameter Real h0[N] = {1 + 0.001 * k + 0.0003 * sin(k) for k in 1:N};\n"
			"  Real h[N](start = h0, each fixed = true), v[N](each start = 0, each fixed = true);\n"
			"  Integer n[N](each start = 0, each fixed = true), total = sum(n);\n"
			"equation\n  for i in 1:N loop\n    der(h[i]) = v[i];\n    der(v[i]) = -g;\n"
			"    when h[i] < 0 then\n      reinit(v[i], -e * pre(v[i]));\n"
			"      n[i] = pre(n[i]) + 1;\n    end when;\n  end for;\n"
			"  annotation(experiment(StopTime = 2));\nend Balls;\n");
	s.o.run.solver = MDV_SOLVER_RK45;
	s.o.run.no_events = true;
	s.o.run.interval = 0.5;
	run(&s);
	for (int k = 1; k <= 1000; k++) {
		double first = sqrt(2 * (1 + 0.001 * k + 0.0003 * sin(k)) / 9.81), t = first, gap = first;

		for (; t <= 2; t += 2 * gap) {
			due++;
			gap *= 0.8;
		}
	}
	T_INT(sim_last(&s, "total"), due);
	T_INT(s.time.n, 5);
	sim_free(&s);
}

static void crossings_at_one_instant_are_one_event(void)
{
	Sim s;

	compile(&s, "model M\n  Real x(start = 0, fixed = true), y(start = 1, fixed = true);\n"
				"  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);\n"
				"equation\n  der(x) = 1;\n  der(y) = -1;\n"
				"  when x > 0.5 then\n    n = pre(n) + 1;\n  end when;\n"
				"  when y < 0.5 and x > 0.5 then\n    k = pre(k) + 1;\n  end when;\n"
				"  annotation(experiment(StopTime = 1, Interval = 0.1));\nend M;\n");
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		s.o.run.solver = solvers[i];
		run(&s);
		T_INT(s.result.stats.state_events, 1);
		check_pairs(&s, 1);
		T_INT(sim_last(&s, "n"), 1);
		T_INT(sim_last(&s, "k"), 1);
	}
	sim_free(&s);
}

/* Two relations are over zero for a short time inside one step, one after the other. */
static void dips_inside_one_step_are_found_in_order(void)
{
	Sim s;

	compile(&s, "model M\n  Real x(start = 0, fixed = true);\n"
				"  discrete Real first(start = 0, fixed = true), second(start = 0, fixed = true);\n"
				"equation\n  der(x) = 1;\n"
				"  when (x - 0.51) ^ 2 < 1e-6 then\n    second = time;\n  end when;\n"
				"  when (x - 0.505) ^ 2 < 1e-6 then\n    first = time;\n  end when;\n"
				"  annotation(experiment(StopTime = 1, Interval = 0.1));\nend M;\n");
	run(&s);
	T_REAL(sim_last(&s, "first"), 0.504, 1e-9);
	T_REAL(sim_last(&s, "second"), 0.509, 1e-9);
	T_INT(s.result.stats.state_events, 4);
	check_pairs(&s, 4);
	sim_free(&s);
}

/* An event makes another one at once, a time event falls on a point of the grid, and the last ones
   are at the stop time, where terminal() is true too. */
static void every_event_has_one_pair_of_rows(void)
{
	Sim s;

	compile(&s, "model M\n  Real x(start = 0, fixed = true), y(start = 0, fixed = true);\n"
				"  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);\n"
				"  Integer m(start = 0, fixed = true), e(start = 0, fixed = true);\n"
				"equation\n  der(x) = 1;\n  der(y) = if n > 0 then 1e6 else 0;\n"
				"  when x > 0.25 then\n    n = pre(n) + 1;\n  end when;\n"
				"  when y > 1e-3 then\n    k = pre(k) + 1;\n  end when;\n"
				"  when {time >= 0.5, sample(0.5, 0.25)} then\n    m = pre(m) + 1;\n  end when;\n"
				"  when terminal() then\n    e = m;\n  end when;\n"
				"  annotation(experiment(StopTime = 1, Interval = 0.125));\nend M;\n");
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		s.o.run.solver = solvers[i];
		s.o.run.no_events = false;
		run(&s);
		T_INT(s.result.stats.state_events, 2);
		T_INT(s.result.stats.time_events, 3);
		check_pairs(&s, 5);
		T_INT(sim_last(&s, "m"), 3);
		T_INT(sim_last(&s, "e"), 3);
		T_INT(sim_row(&s, s.time.n - 2, "m"), 2);
		T_REAL(s.time.at[s.time.n - 1], 1, 0);
		/* Only the grid: each point once, with the values after. */
		s.o.run.no_events = true;
		run(&s);
		T_INT(s.time.n, 9);
		for (size_t k = 0; k < s.time.n; k++)
			T_REAL(s.time.at[k], 0.125 * (double)k, 0);
		T_INT(sim_row(&s, 4, "m"), 1);
		T_INT(sim_last(&s, "m"), 3);
	}
	sim_free(&s);
}

static void an_event_right_after_the_start_is_found(void)
{
	Sim s;

	compile(&s, "model M\n  Real x(start = 0, fixed = true), y(start = 1e-12, fixed = true);\n"
				"  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);\n"
				"equation\n  der(x) = 1;\n  der(y) = -1;\n"
				"  when x > 0 then\n    n = pre(n) + 1;\n  end when;\n"
				"  when y < 0 then\n    k = pre(k) + 1;\n  end when;\nend M;\n");
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		s.o.run.solver = solvers[i];
		run(&s);
		T_INT(sim_row(&s, 0, "n"), 0);
		T_INT(sim_last(&s, "n"), 1);
		T_INT(sim_last(&s, "k"), 1);
		T_CHECK(s.time.at[2] < 1e-9);
	}
	sim_free(&s);
}

static void a_million_samples_fall_on_exact_instants(void)
{
	Sim s;

	compile(&s, "function off\n  input Real a, b;\n  output Integer n;\n"
				"algorithm\n  n := if a == b then 0 else 1;\nend off;\n"
				"model M\n  parameter Real T = 0.1, t0 = 0;\n"
				"  Integer n(start = 0, fixed = true), wrong(start = 0, fixed = true);\n"
				"equation\n  when sample(t0, T) then\n    n = pre(n) + 1;\n"
				"    wrong = pre(wrong) + off(time, (n - 1) / 10);\n  end when;\n"
				"  annotation(experiment(StopTime = 1e5, Interval = 1e4));\nend M;\n");
	s.o.run.no_events = true;
	run(&s);
	T_INT(sim_last(&s, "n"), 1000001);
	T_INT(sim_last(&s, "wrong"), 0);
	T_INT(s.time.n, 11);
	sim_free(&s);
}

static void commensurable_samplers_meet(void)
{
	Sim s;

	compile(&s, "model M\n  parameter Real T = 0.3, t0 = 0.1;\n"
				"  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);\n"
				"  Integer both(start = 0, fixed = true);\n"
				"equation\n  when sample(t0, T) then\n    a = pre(a) + 1;\n  end when;\n"
				"  when sample(0, 0.7) then\n    b = pre(b) + 1;\n  end when;\n"
				"  when sample(t0, T) and sample(0, 0.7) then\n    both = pre(both) + 1;\n"
				"  end when;\n  annotation(experiment(StopTime = 2100));\nend M;\n");
	s.o.run.no_events = true;
	run(&s);
	T_INT(sim_last(&s, "a"), 7000);
	T_INT(sim_last(&s, "b"), 3001);
	/* 0.1 + 0.3 i = 0.7 k: from 0.7 on, every 2.1 */
	T_INT(sim_last(&s, "both"), 1000);
	T_INT(s.result.stats.time_events, 7000 + 3000 - 1000);
	sim_free(&s);
}

static void chattering_is_named_and_ends_the_run(void)
{
	Sim s;

	compile(&s, "model M\n  Real x(start = 1, fixed = true);\n"
				"equation\n  der(x) = (if x > 0 then -1 else 1) + 0.3 * sin(time);\n"
				"  annotation(experiment(StopTime = 3));\nend M;\n");
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		s.o.run.solver = solvers[i];
		T_CHECK(sim_run(&s) < 0);
		T_CHECK(sim_says(&s, "chattering in 'x > 0' (Test.mo:4)"));
		T_CHECK(sim_says(&s, "time does not move any more"));
	}
	sim_free(&s);
}

/* The speed of a brake that is stuck is the rounding of other speeds. */
static void chattering_by_tiny_values_that_does_nothing_does_not_end_the_run(void)
{
	Sim s;

	compile(&s, "model M\n  Real x(start = 1, fixed = true);\n"
				"  Boolean up = 1e-15*cos(1e11*time) > 0;\nequation\n  der(x) = -x;\nend M;\n");
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		s.o.run.solver = solvers[i];
		run(&s);
		T_REAL(sim_last(&s, "x"), exp(-1), 1e-5);
		T_CHECK(sim_says(&s, "changes again and again by values of"));
	}
	sim_free(&s);
	compile(&s, "model M\n  Real x(start = 1, fixed = true);\n"
				"  Boolean up = 1e-15*cos(1e11*time) > 0;\n"
				"  Integer n(start = 0, fixed = true);\nequation\n  der(x) = -x;\n"
				"  when up then\n    n = pre(n) + 1;\n  end when;\nend M;\n");
	T_CHECK(sim_run(&s) < 0); /* n counts, though no derivative depends on it */
	T_CHECK(sim_says(&s, "time does not move any more"));
	sim_free(&s);
}

/* A flow at rest is rounding of this sign and that, and carries what comes from here or there. */
static void chattering_that_changes_derivatives_by_nothing_does_not_end_the_run(void)
{
	Sim s;

	compile(&s, "model M\n  Real x(start = 1, fixed = true), m = 1e-15*cos(1e11*time);\n"
				"equation\n  der(x) = -x + m*(if m > 0 then 2 else 1);\nend M;\n");
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		s.o.run.solver = solvers[i];
		run(&s);
		T_REAL(sim_last(&s, "x"), exp(-1), 1e-5);
		T_CHECK(sim_says(&s, "changes again and again by values of"));
	}
	sim_free(&s);
	compile(&s, "model M\n  Real x(start = 1, fixed = true), m = 1e-15*cos(1e11*time);\n"
				"equation\n  der(x) = -x + (if m > 0 then 1e-3 else 0);\nend M;\n");
	T_CHECK(sim_run(&s) < 0); /* the sign counts, though what has it is small */
	T_CHECK(sim_says(&s, "time does not move any more"));
	sim_free(&s);
}

/* A flow is the difference of two pressures, which the last bits of one decide on. */
static void chattering_by_last_bits_does_not_end_the_run(void)
{
	Sim s;

	compile(&s, "model M\n  Real p(start = 1e5, fixed = true), y(start = 0, fixed = true);\n"
				"  Real q, m = (p - q)/50;\nequation\n"
				"  der(p) = 1 + time;\n  q = sqrt(p^2 + (if m > 0 then 3e-6 else -3e-6));\n"
				"  der(y) = if m > 0 then 1e-3 else 0;\nend M;\n");
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		s.o.run.solver = solvers[i];
		run(&s);
		T_REAL(sim_last(&s, "p"), 1e5 + 1.5, 0.1); /* the tolerance: 1e-6 of 1e5 */
		T_CHECK(sim_says(&s, "which the last bits of states decide on"));
	}
	sim_free(&s);
	compile(&s, "model M\n  Real x(start = 6, fixed = true);\n"
				"equation\n  der(x) = (if x > 5 then -1 else 1) + 0.3 * sin(time);\n"
				"  annotation(experiment(StopTime = 3));\nend M;\n");
	T_CHECK(sim_run(&s) < 0); /* it is held there: more than rounding */
	T_CHECK(sim_says(&s, "time does not move any more"));
	sim_free(&s);
}

/* Steps of time that nobody could wait for, and some that no double tells apart, from 0 and 1 on.
 */
static void steps_of_time_without_end_are_named_and_end_the_run(void)
{
	static const struct {
		const char *step, *named;
		double start;
	} all[] = {{"integer(1e300*time)", "'floor(1e+300*time)' (Test.mo:4)", 0},
			   {"mod(time, 1e-300)", "'floor(time/1e-300)' (Test.mo:4)", 0},
			   {"mod(time, 1e-300)", "'floor(time/1e-300)' (Test.mo:4)", 1},
			   {"floor(1e12*time)", "'floor(1000000000000*time)' (Test.mo:4)", 0},
			   {"ceil(-1e17*(1 + time))", "'floor(1e+17*(1 + time))' (Test.mo:4)", 0},
			   {"floor(1e15*(time + x0))", "'floor(1e+15*(time + x0))' (Test.mo:4)", 1},
			   {"div(time, 1e-14)", "'floor(time/1e-14)' (Test.mo:4)", 0}};

	for (size_t i = 0; i < 4 * sizeof all / sizeof *all; i++) {
		char text[300];
		Sim s;

		snprintf(text, sizeof text,
				 "model M\n  Real x(start = 0, fixed = true), y; parameter Real x0 = 0.1;\n"
				 "equation\n  y = %s;\n  der(x) = 1 - x;\n"
				 "  annotation(experiment(StartTime = %g, StopTime = 2));\nend M;\n",
				 all[i / 4].step, all[i / 4].start);
		compile(&s, text);
		s.o.run.solver = solvers[i % 4];
		s.o.run.no_events = true;
		if (sim_run(&s) != MDV_FAILED || !sim_says(&s, all[i / 4].named) ||
			(!sim_says(&s, "time hardly moves any more: 1100") &&
			 !sim_says(&s, "faster than time can be told apart")))
			T_FAIL("%s by solver %zu: %s", all[i / 4].step, i % 4, sim_said(&s));
		sim_free(&s);
	}
}

/* Nearer to the start than solvers make steps, and once. */
static void one_instant_very_near_to_another_is_an_event(void)
{
	static const char *const near[] = {"1e-60", "1e-99", "1e-150", "1e-300", "5e-324"};

	for (size_t i = 0; i < 4 * sizeof near / sizeof *near; i++) {
		char text[300];
		Sim s;

		snprintf(text, sizeof text,
				 "model M\n  Real x(start = 0, fixed = true);\n  Integer n(start = 0, fixed = "
				 "true);\nequation\n  der(x) = n - x;\n  when {time > %s, time > 0.5} then\n    "
				 "n = pre(n) + 1;\n  end when;\nend M;\n",
				 near[i / 4]);
		compile(&s, text);
		s.o.run.solver = solvers[i % 4];
		run(&s);
		T_INT(sim_last(&s, "n"), 2);
		T_REAL(sim_last(&s, "x"), 2 - exp(-0.5) - exp(-1), 1e-4);
		sim_free(&s);
	}
}

/* The state moves at first, is held at zero from 0.5 on, and let go again at 1: then x = (t - 1)^2.
 */
static void a_state_that_is_held_without_events_is_named_and_goes_on(void)
{
	Sim s;

	compile(&s, "model M\n  Real x(start = 0.5, fixed = true), y(start = 0, fixed = true);\n"
				"equation\n  der(x) = 2*time*noEvent(if time > 1 then 1 else 0) - "
				"sign(x)*noEvent(if time > 1 "
				"then 2 else 1);\n  der(y) = 1 - x;\n"
				"  annotation(experiment(StopTime = 1.5));\nend M;\n");
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		s.o.run.solver = solvers[i];
		run(&s);
		T_REAL(sim_last(&s, "x"), 0.25, 2e-3);
		T_REAL(sim_last(&s, "y"), 1.5 - 0.125 - 0.125 / 3, 2e-3);
		if (solvers[i] != MDV_SOLVER_RK45)
			T_CHECK(sim_says(&s, "der(x) jumps back and forth"));
	}
	sim_free(&s);
}

static void many_events_in_one_step_are_no_chattering(void)
{
	Sim s;

	compile(&s, "model M\n  Real x(start = 0, fixed = true);\n"
				"  Integer n(start = 0, fixed = true);\n"
				"equation\n  der(x) = 1;\n"
				"  when x > (pre(n) + 1) * 1e-3 then n = pre(n) + 1; end when;\n"
				"  annotation(experiment(StopTime = 1.0005));\nend M;\n");
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		s.o.run.solver = solvers[i];
		run(&s);
		T_INT(sim_last(&s, "n"), 1000);
		T_CHECK(!sim_says(&s, "chattering"));
	}
	sim_free(&s);
}

/* On x = 0 the mean of both modes stays there: w = -0.3 sin(time), then -(time - 4) / 2, until that
   is -1 at time 6; from there on the relation is true for good. */
static void chattering_goes_on_by_the_mean_of_both_modes(void)
{
	Sim s;

	compile(&s, "model M\n  Real x(start = 1, fixed = true), y(start = 0, fixed = true), w;\n"
				"  Integer side = if x > 0 then 1 else -1;\n"
				"equation\n  w = -side;\n  der(y) = w;\n"
				"  der(x) = w + (if time < 4 then 0.3 * sin(time) else (time - 4) / 2);\n"
				"  annotation(experiment(StopTime = 8, Interval = 0.25));\nend M;\n");
	s.o.run.chattering = MDV_CHATTERING_REGULARIZE;
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		s.o.run.solver = solvers[i];
		run(&s);
		T_CHECK(sim_says(&s, "chattering, continued by the mean of both modes in 'x > 0'"));
		T_REAL(sim_at(&s, "w", 2), -0.3 * sin(2), 1e-6);
		T_REAL(sim_at(&s, "w", 5), -0.5, 1e-6);
		T_REAL(sim_at(&s, "x", 5), 0, 1e-6);
		T_REAL(sim_at(&s, "der(x)", 5), 0, 1e-6);
		T_REAL(sim_at(&s, "x", 7), 0.25, 1e-5);
		T_REAL(sim_last(&s, "x"), 1, 1e-5);
		T_REAL(sim_last(&s, "y") - sim_at(&s, "y", 4), -3, 1e-5);
	}
	sim_free(&s);
}

/* Its events set a state: there is no mean. */
static void a_ball_has_no_mean(void)
{
	Sim s;

	compile(&s, ball);
	s.o.run.solver = MDV_SOLVER_RK45;
	s.o.run.chattering = MDV_CHATTERING_REGULARIZE;
	T_CHECK(sim_run(&s) < 0);
	T_CHECK(sim_says(&s, "they accumulate at time 4.06371"));
	sim_free(&s);
}

/* Two vessels come level: the flow between them is what the iteration of a loop leaves of zero. An
   event that changes nothing widens the band of its crossing. */
static void noise_around_zero_makes_few_events(void)
{
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		Sim s;

		compile(&s, "model Vessels Real a(start = 3, fixed = true), b(start = 1, fixed = true), "
					"q(start = 0.1), p(start = 0.5); equation der(a) = -q; der(b) = q; "
					"a - p = (if q > 0 then 1 else 1.5)*q*abs(q) + 1e-3*q; "
					"p - b = 0.7*sinh(q)*cosh(p - 2) + 1e-9*p*q; "
					"annotation(experiment(StopTime = 200)); end Vessels;");
		s.o.run.solver = solvers[i];
		run(&s);
		T_CHECK(s.result.stats.state_events < 60);
		T_CHECK(!sim_says(&s, "chattering"));
		T_REAL(sim_last(&s, "a"), 2, 1e-6);
		sim_free(&s);
	}
}

/* An engine that speeds up: the gaps between its dead centres shrink, and accumulate nowhere. */
static void gaps_that_shrink_are_no_accumulation(void)
{
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		Sim s;

		compile(&s, "model Engine Real w(start = 20, fixed = true), phi(start = 0, fixed = true); "
					"Integer n(start = 0, fixed = true); equation der(w) = 0.25*w; der(phi) = w; "
					"when cos(phi) < 0 then n = pre(n) + 1; end when; "
					"annotation(experiment(StopTime = 4)); end Engine;");
		s.o.run.solver = solvers[i];
		run(&s);
		T_REAL(sim_last(&s, "n"), floor((80 * expm1(1) + acos(-1) * 1.5) / (2 * acos(-1))), 0);
		sim_free(&s);
	}
}

/* Each crossing is looked at once over the whole of a step, and parts of it after other events:
   what was seen then must hold for it alone. Bounces are at t0, t0 + 2e t0, …, with 0.7^k. */
static void many_balls_bounce_as_each_alone(void)
{
	Sim s;

	compile(&s, "model Balls\n  parameter Integer n = 30;\n"
				"  Real h[n](start = {1 + 0.02*i for i in 1:n}, each fixed = true);\n"
				"  Real v[n](each start = 0, each fixed = true);\n"
				"  Integer k[n](each start = 0, each fixed = true);\nequation\n"
				"  for i in 1:n loop\n    der(h[i]) = v[i];\n    der(v[i]) = -9.81;\n"
				"    when h[i] <= 0 then\n      reinit(v[i], -0.7*pre(v[i]));\n"
				"      k[i] = pre(k[i]) + 1;\n    end when;\n  end for;\n"
				"  annotation(experiment(StopTime = 2));\nend Balls;\n");
	for (size_t solver = 0; solver < 3; solver++) {
		s.o.run.solver = solvers[solver];
		run(&s);
		T_INT(s.result.stats.sampled, 0);
		for (int i = 1; i <= 30; i++) {
			double t0 = sqrt(2 * (1 + 0.02 * i) / 9.81), t = t0, up = 2 * t0;
			char name[16];
			int n = 0;

			for (; t < 2; n++, t += up)
				up *= 0.7;
			snprintf(name, sizeof name, "k[%d]", i);
			T_REAL(sim_last(&s, name), n, 0);
			snprintf(name, sizeof name, "v[%d]", i);
			T_REAL(sim_last(&s, name), 9.81 * (0.5 * up - (2 - (t - up))), 1e-4);
		}
	}
	sim_free(&s);
}

/* A function that comes back is not monotone, though both ends of the step are on its right side;
   few crossings and many are looked at in different ways. */
static void short_dips_of_parabolas_are_seen(void)
{
	for (int n = 1; n <= 20; n += 19)
		for (size_t solver = 0; solver < 3; solver++) {
			char text[600], name[16];
			Sim s;

			snprintf(
				text, sizeof text,
				"model Dips\n  constant Integer n = %d;\n"
				"  Real x[n](start = {(0.04*i + 0.1)^2 - 1e-6 for i in 1:n}, each fixed = true);\n"
				"  Real v[n](start = {-2*(0.04*i + 0.1) for i in 1:n}, each fixed = true);\n"
				"  Integer k[n](each start = 0, each fixed = true);\nequation\n"
				"  for i in 1:n loop\n    der(x[i]) = v[i];\n    der(v[i]) = 2;\n"
				"    when x[i] < -5e-7 then k[i] = pre(k[i]) + 1; end when;\n  end for;\n"
				"  annotation(experiment(StopTime = 1, Tolerance = 1e-8));\nend Dips;\n",
				n);
			compile(&s, text);
			s.o.run.solver = solvers[solver];
			run(&s);
			for (int i = 1; i <= n; i++) {
				snprintf(name, sizeof name, "k[%d]", i);
				T_REAL(sim_last(&s, name), 1, 0);
			}
			T_INT(s.result.stats.state_events, 2 * n);
			sim_free(&s);
		}
}

/* An event that the solver goes on over gives another crossing a new limit: what was seen of that
   one in the step is no longer true. */
static void a_limit_that_changes_inside_of_a_step_counts(void)
{
	for (int n = 1; n <= 20; n += 19)
		for (size_t solver = 0; solver < 3; solver++) {
			char text[600];
			Sim s;

			snprintf(text, sizeof text,
					 "model Limit\n  Real y(start = 0, fixed = true);\n"
					 "  Real x(start = 0.36 - 1e-6, fixed = true), v(start = -1.2, fixed = true);\n"
					 "  Boolean b[%d];\n  discrete Real limit(start = -1, fixed = true);\n"
					 "  Integer k(start = 0, fixed = true);\nequation\n  der(y) = 1;\n"
					 "  der(x) = v;\n  der(v) = 2;\n  b = {y > 100 + i for i in 1:%d};\n"
					 "  when y > 0.598 then limit = 0; end when;\n"
					 "  when x < limit then k = pre(k) + 1; end when;\n"
					 "  annotation(experiment(StopTime = 1));\nend Limit;\n",
					 n, n);
			compile(&s, text);
			s.o.run.solver = solvers[solver];
			run(&s);
			T_REAL(sim_last(&s, "k"), 1, 0);
			T_INT(s.result.stats.state_events, 3);
			sim_free(&s);
		}
}

/* Behind the event the model has no value, and further on it has: a long step goes over all of
   that, and so do rows. */
static void an_event_before_a_place_without_values_is_found(void)
{
	Sim s;

	compile(&s, "model Gap\n"
				"  function f\n"
				"    input Real x;\n"
				"    output Real y;\n"
				"  algorithm\n"
				"    assert(abs(x) > 0.05, \"too near to zero\");\n"
				"    y := 0;\n"
				"    while abs(y - x) > 1e-12 loop\n"
				"      y := x + 0.1*(y - x);\n"
				"    end while;\n"
				"  end f;\n"
				"  Real x(start = 30.4, fixed = true), y = f(x);\n"
				"  Integer n(start = 0, fixed = true);\n"
				"equation\n"
				"  der(x) = -1;\n"
				"  when abs(y) < 0.1 then\n"
				"    reinit(x, -0.2);\n"
				"  end when;\n"
				"  when x < -0.5 then\n"
				"    n = pre(n) + 1;\n"
				"  end when;\n"
				"  annotation(experiment(StopTime = 50));\n"
				"end Gap;\n");
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		s.o.run.solver = solvers[i];
		run(&s);
		T_REAL(sim_last(&s, "x"), -19.9, 1e-6); /* from -0.2 at 30.3 on */
		T_REAL(sim_last(&s, "n"), 1, 0);
	}
	sim_free(&s);
}

int main(void)
{
	T_RUN(zeno_stays_where_its_event_was);
	T_RUN(step_functions_follow_their_definitions);
	T_RUN(a_ball_is_exact_until_it_is_too_small_to_be_seen);
	T_RUN(none_of_a_thousand_balls_loses_a_bounce);
	T_RUN(crossings_at_one_instant_are_one_event);
	T_RUN(dips_inside_one_step_are_found_in_order);
	T_RUN(every_event_has_one_pair_of_rows);
	T_RUN(an_event_right_after_the_start_is_found);
	T_RUN(a_million_samples_fall_on_exact_instants);
	T_RUN(commensurable_samplers_meet);
	T_RUN(chattering_is_named_and_ends_the_run);
	T_RUN(chattering_by_tiny_values_that_does_nothing_does_not_end_the_run);
	T_RUN(chattering_that_changes_derivatives_by_nothing_does_not_end_the_run);
	T_RUN(chattering_by_last_bits_does_not_end_the_run);
	T_RUN(steps_of_time_without_end_are_named_and_end_the_run);
	T_RUN(one_instant_very_near_to_another_is_an_event);
	T_RUN(a_state_that_is_held_without_events_is_named_and_goes_on);
	T_RUN(many_events_in_one_step_are_no_chattering);
	T_RUN(chattering_goes_on_by_the_mean_of_both_modes);
	T_RUN(a_ball_has_no_mean);
	T_RUN(noise_around_zero_makes_few_events);
	T_RUN(gaps_that_shrink_are_no_accumulation);
	T_RUN(many_balls_bounce_as_each_alone);
	T_RUN(short_dips_of_parabolas_are_seen);
	T_RUN(a_limit_that_changes_inside_of_a_step_counts);
	T_RUN(an_event_before_a_place_without_values_is_found);
	return T_END();
}
