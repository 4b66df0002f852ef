/* SPDX-License-Identifier: MIT
   Clocked equations (MLS 16) and state machines (MLS 17): what they compute at ticks, and when
   these are, against answers known by pencil. */
#include "sim.h"
#include "t.h"

#include <math.h>
#include <stdio.h>

static void run(Sim *s, const char *text)
{
	if (!sim_text(s, text) || sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

static void previous_is_the_start_value_at_the_first_tick(void)
{
	Sim s;

	run(&s, "model M\n  Integer n(start = 5);\nequation\n  when Clock(0.25) then\n"
			"    n = previous(n) + 1;\n  end when;\n  annotation(experiment(StopTime = 1));\n"
			"end M;\n");
	T_INT(sim_at(&s, "n", 0.1), 6);
	T_INT(sim_at(&s, "n", 0.6), 8);
	T_INT(sim_last(&s, "n"), 10);
	sim_free(&s);
}

/* Thirds of a second are no doubles: the ticks of both clocks meet all the same. */
static void rational_clocks_meet_after_many_ticks(void)
{
	Sim s;

	run(&s, "model M\n  Integer n(start = 0), m(start = 0), k(start = 0);\nequation\n"
			"  n = previous(n) + sample(1, Clock(1, 3));\n"
			"  m = previous(m) + sample(1, Clock(2, 3));\n"
			"  k = previous(k) + (if subSample(n) == 2*m - 1 then 0 else 1);\n"
			"  annotation(experiment(StopTime = 700));\nend M;\n");
	T_INT(sim_last(&s, "n"), 2101);
	T_INT(sim_last(&s, "m"), 1051);
	T_INT(sim_last(&s, "k"), 0);
	sim_free(&s);
}

static void sub_and_super_samples_have_their_phases(void)
{
	Sim s;

	run(&s, "model M\n  Integer k(start = -1), slow, fast(start = 0), later, back(start = 7);\n"
			"equation\n  k = previous(k) + sample(1, Clock(1, 10));\n  slow = subSample(k, 3);\n"
			"  fast = previous(fast) + superSample(1 + 0*k, 2);\n  later = shiftSample(k, 1, 2);\n"
			"  back = backSample(later, 1, 2);\n  annotation(experiment(StopTime = 1));\nend M;\n");
	T_INT(sim_at(&s, "k", 0.55), 5);
	T_INT(sim_at(&s, "slow", 0.55), 3);
	T_INT(sim_at(&s, "fast", 0.52), 11);
	T_INT(sim_at(&s, "later", 0.52), 4);
	T_INT(sim_at(&s, "later", 0.57), 5);
	T_INT(sim_at(&s, "back", 0.32), 2);
	sim_free(&s);
}

static void intervals_may_be_clocked_variables(void)
{
	Sim s;

	run(&s, "model M\n  Integer c(start = 2), n(start = 0);\n  Real t, h;\nequation\n"
			"  when Clock(c, 1000) then\n    c = previous(c) + 1;\n    n = previous(n) + 1;\n"
			"    t = sample(time);\n    h = interval();\n  end when;\n"
			"  annotation(experiment(StopTime = 0.0125, Interval = 0.0001));\nend M;\n");
	T_INT(sim_last(&s, "n"), 4); /* at 0, 0.003, 0.007, 0.012 */
	T_REAL(sim_last(&s, "t"), 0.012, 0);
	T_REAL(sim_last(&s, "h"), 0.005, 1e-15);
	sim_free(&s);
}

static void an_event_clock_ticks_when_its_condition_rises(void)
{
	Sim s;

	run(&s, "model M\n  Boolean b = time >= 0.5;\n  Boolean seen = sample(b, Clock(b, 0.25));\n"
			"  Integer n(start = 0), every(start = 0);\n  Real h;\nequation\n"
			"  when Clock(sin(20*time) > 0.5, 0.25) then\n    n = previous(n) + 1;\n"
			"    h = interval();\n  end when;\n  every = subSample(n, 2);\n"
			"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_CHECK(sim_last(&s, "seen") == 1);
	T_INT(sim_last(&s, "n"), 4);
	T_INT(sim_last(&s, "every"), 3);
	T_REAL(sim_at(&s, "h", 0.1), 0.25, 0);
	T_REAL(sim_last(&s, "h"), 2 * 3.14159265358979324 / 20, 1e-9);
	sim_free(&s);
}

/* NoClockVsSampleHold of MLS 16.5.2: sample is the left limit, noClock is not. */
static void sample_is_the_left_limit(void)
{
	Sim s;

	run(&s, "model M\n  Clock a = Clock(0.1), b = subSample(a, 2);\n"
			"  Real x(start = 0), y(start = 0), z(start = 0);\nequation\n  when a then\n"
			"    x = previous(x) + 0.1;\n  end when;\n  when b then\n    y = noClock(x);\n"
			"    z = sample(hold(x));\n  end when;\n  annotation(experiment(StopTime = 0.5));\n"
			"end M;\n");
	T_REAL(sim_at(&s, "y", 0.45), 0.5, 1e-12);
	T_REAL(sim_at(&s, "z", 0.45), 0.4, 1e-12);
	sim_free(&s);
}

static void loops_inside_of_a_partition_are_solved(void)
{
	Sim s;

	run(&s, "model M\n  Real x, y, u;\nequation\n  when Clock(0.1) then\n    u = sample(time);\n"
			"    x + 3*y = 5 + u;\n    y^3 + x = 2;\n  end when;\n"
			"  annotation(experiment(StopTime = 0.25));\nend M;\n");
	T_REAL(sim_last(&s, "x") + 3 * sim_last(&s, "y"), 5.2, 1e-9);
	T_REAL(pow(sim_last(&s, "y"), 3) + sim_last(&s, "x"), 2, 1e-9);
	sim_free(&s);
}

/* der(x) = -x, three steps of 0.1 from 1: each method's own polynomial. */
static void clocked_states_follow_the_method(void)
{
	static const struct {
		const char *name;
		double factor; /* of one step */
	} method[] = {{"ExplicitEuler", 1 - 0.1},
				  {"ExplicitMidPoint2", 1 - 0.1 + 0.005},
				  {"ExplicitRungeKutta4", 1 - 0.1 + 0.005 - 0.001 / 6 + 0.0001 / 24},
				  {"ImplicitEuler", 1 / 1.1},
				  {"ImplicitTrapezoid", 0.95 / 1.05}};

	for (size_t i = 0; i < sizeof method / sizeof *method; i++) {
		char text[600];
		Sim s;

		snprintf(text, sizeof text,
				 "model M\n  Real x(start = 1), u;\nequation\n"
				 "  u = sample(0*time, Clock(Clock(1, 10), solverMethod = \"%s\"));\n"
				 "  der(x) = u - x;\n  annotation(experiment(StopTime = 0.35));\nend M;\n",
				 method[i].name);
		run(&s, text);
		T_REAL(sim_last(&s, "x"), pow(method[i].factor, 3), 1e-14);
		sim_free(&s);
	}
}

/* A clocked PI controller and a plant of first order: the closed loop settles at the reference. */
static void a_clocked_controller_drives_a_continuous_plant(void)
{
	Sim s;

	run(&s, "model M\n  Real y(start = 0, fixed = true), u, yd, ud, e, x(start = 0);\nequation\n"
			"  der(y) = u - y;\n  u = hold(ud);\n  yd = sample(y, Clock(1, 20));\n  e = 1 - yd;\n"
			"  x = previous(x) + interval(e)/0.5*e;\n  ud = x + e;\n"
			"  annotation(experiment(StopTime = 20));\nend M;\n");
	T_REAL(sim_last(&s, "y"), 1, 1e-6);
	T_REAL(sim_at(&s, "u", 0.04), 1.1, 1e-12);
	sim_free(&s);
}

static void a_state_machine_counts_up_and_down(void)
{
	Sim s;

	run(&s, "model M\n  inner Integer n(start = 0);\n  block Up\n    outer output Integer n;\n"
			"  equation\n    n = previous(n) + 1;\n  end Up;\n  block Down\n"
			"    outer output Integer n;\n  equation\n    n = previous(n) - 1;\n  end Down;\n"
			"  Up up;\n  Down down;\nequation\n  initialState(up);\n"
			"  transition(up, down, n >= 3, immediate = false);\n"
			"  transition(down, up, n <= 0, immediate = false);\n"
			"  annotation(experiment(StopTime = 8, Interval = 0.5));\nend M;\n");
	T_INT(sim_at(&s, "n", 0.5), 1);
	T_INT(sim_at(&s, "n", 2.5), 3);
	T_INT(sim_at(&s, "n", 3.5), 2);
	T_INT(sim_at(&s, "n", 5.5), 0);
	T_INT(sim_at(&s, "n", 6.5), 1);
	sim_free(&s);
}

/* A machine inside of a state; a transition with reset begins it again, with its variables. */
static void a_machine_inside_of_a_state_is_reset_with_it(void)
{
	Sim s;

	run(&s, "model M\n  inner Integer n(start = 0);\n  block A\n"
			"    inner outer output Integer n;\n    inner Integer c(start = 0);\n    block P\n"
			"      outer output Integer n;\n      outer output Integer c;\n    equation\n"
			"      n = previous(n) + 1;\n      c = previous(c) + 1;\n    end P;\n    block Q\n"
			"      outer output Integer n;\n    equation\n      n = previous(n) + 10;\n    end Q;\n"
			"    P p;\n    Q q;\n  equation\n    initialState(p);\n"
			"    transition(p, q, c >= 2, immediate = false);\n  end A;\n  block B\n"
			"    outer output Integer n;\n  equation\n    n = previous(n) + 100;\n  end B;\n"
			"  A a;\n  B b;\nequation\n  initialState(a);\n"
			"  transition(a, b, activeState(a.q), immediate = false);\n"
			"  transition(b, a, ticksInState() >= 2, immediate = false);\n"
			"  annotation(experiment(StopTime = 8, Interval = 0.5));\nend M;\n");
	T_INT(sim_at(&s, "n", 1.5), 2);
	T_INT(sim_at(&s, "n", 2.5), 12);
	T_INT(sim_at(&s, "n", 3.5), 112);
	T_INT(sim_at(&s, "n", 4.5), 212);
	T_INT(sim_at(&s, "a.c", 4.5), 2);
	T_INT(sim_at(&s, "n", 5.5), 213);
	T_INT(sim_at(&s, "a.c", 5.5), 1);
	T_INT(sim_at(&s, "n", 7.5), 224);
	sim_free(&s);
}

int main(void)
{
	T_RUN(previous_is_the_start_value_at_the_first_tick);
	T_RUN(rational_clocks_meet_after_many_ticks);
	T_RUN(sub_and_super_samples_have_their_phases);
	T_RUN(intervals_may_be_clocked_variables);
	T_RUN(an_event_clock_ticks_when_its_condition_rises);
	T_RUN(sample_is_the_left_limit);
	T_RUN(loops_inside_of_a_partition_are_solved);
	T_RUN(clocked_states_follow_the_method);
	T_RUN(a_clocked_controller_drives_a_continuous_plant);
	T_RUN(a_state_machine_counts_up_and_down);
	T_RUN(a_machine_inside_of_a_state_is_reset_with_it);
	return T_END();
}
