/* SPDX-License-Identifier: MIT
   Discrete equations in loops and before the start, algorithms that plan their own events, delays
   of step functions, and parameters whose value decides about the structure (MLS 5.4, 8.6, 11.1).
 */
#include "sim.h"
#include "t.h"

static void run(Sim *s, const char *text)
{
	if (!sim_text(s, text) || sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

static void the_opposite_of_an_integer_is_determined_on_either_side(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 1, fixed = true);\n  Integer i, j(start = 5), k, m;\n"
			"equation\n  der(x) = 1;\n  i = -j;\n  i = if x > 1.5 then 1 else 2;\n  k = -m;\n"
			"  (if x > 1.5 then 3 else 4) = k;\nend M;\n");
	T_INT(sim_last(&s, "j"), -1);
	T_INT(sim_last(&s, "m"), -3);
	sim_free(&s);
}

static void an_algorithm_plans_its_next_event(void)
{
	Sim s;

	run(&s,
		"model M\n  discrete Real next(start = 0.3, fixed = true), last(start = 0, fixed = true);\n"
		"  Integer n(start = 0, fixed = true);\nalgorithm\n  when time > next then\n"
		"    n := pre(n) + 1;\n    last := time;\n    next := time + 0.3;\n  end when;\n"
		"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_INT(sim_last(&s, "n"), 3);
	T_REAL(sim_last(&s, "last"), 0.9, 1e-12);
	sim_free(&s);
}

/* Each value of a long chain goes by the name of its variable where it is final, in each branch. */
static void long_chains_of_a_when_have_the_values_of_their_branch(void)
{
	Sim s;

	run(&s,
		"model M\n  discrete Real t[300](each start = 1, each fixed = true), u(start = 0, fixed = "
		"true);\n  discrete Real w[300](each start = 0, each fixed = true);\nalgorithm\n"
		"  when time > 0.25 then\n    for i in 2:300 loop t[i] := t[i - 1] + 2; end for;\n"
		"    u := t[300];\n    t[300] := 5;\n  elsewhen time > 0.5 then\n"
		"    for i in 2:300 loop t[i] := t[i - 1] - 1; end for;\n    u := t[300] + t[299];\n"
		"  end when;\n  when time > 0.75 then\n"
		"    for i in 2:300 loop w[i] := w[i - 1] + t[i]; end for;\n"
		"    t[2] := 100;\n  end when;\nend M;\n");
	T_REAL(sim_at(&s, "t[299]", 0.25), 597, 0);
	T_REAL(sim_at(&s, "t[300]", 0.25), 5, 0);
	T_REAL(sim_at(&s, "u", 0.25), 599, 0);
	T_REAL(sim_at(&s, "u", 0.5), -298 - 297, 0);
	T_REAL(sim_last(&s, "w[300]"), -300.0 * 301 / 2 + 300 * 2 - 1, 0);
	T_REAL(sim_last(&s, "t[2]"), 100, 0);
	T_REAL(sim_last(&s, "t[3]"), -1, 0);
	sim_free(&s);
}

static void a_boolean_may_read_itself(void)
{
	Sim s;

	run(&s, "model M\n  Boolean b;\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
			"  b = x > 0.5 or (b and x > 2);\n  annotation(experiment(StopTime = 1));\nend M;\n");
	T_INT(sim_at(&s, "b", 0), 0);
	T_INT(sim_last(&s, "b"), 1);
	sim_free(&s);
}

static void equal_booleans_may_differ_before_the_start(void)
{
	Sim s;

	run(&s,
		"model M\n  Boolean a, b, c;\n  Integer na(start = 0), nb(start = 0);\n"
		"initial equation\n  pre(a) = false;\n  pre(b) = true;\n  pre(na) = 0;\n  pre(nb) = 0;\n"
		"equation\n  c = time < 0.5;\n  a = c;\n  b = c;\n"
		"  na = if edge(a) then pre(na) + 1 else pre(na);\n"
		"  nb = if edge(b) then pre(nb) + 1 else pre(nb);\n"
		"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_INT(sim_row(&s, 0, "na"), 1);
	T_INT(sim_last(&s, "nb"), 0);
	sim_free(&s);
}

static void the_value_before_the_start_of_a_continuous_variable_is_its_value(void)
{
	Sim s;

	run(&s, "model M\n  Real y;\n  discrete Real d;\nequation\n  y = 2 + time;\n"
			"  when {initial(), time > 0.5} then\n    d = pre(y);\n  end when;\n"
			"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_REAL(sim_row(&s, 0, "d"), 2, 1e-12);
	T_REAL(sim_last(&s, "d"), 2.5, 1e-9);
	sim_free(&s);
}

static void a_delay_of_a_step_function_is_one_and_bounds_no_step(void)
{
	Sim s;

	run(&s, "model M\n  Integer n(start = 3, fixed = true);\n  Real x = n;\n"
			"  Integer late = integer(delay(x, 1e-3));\nequation\n"
			"  when sample(0.25, 0.25) then\n    n = pre(n) + 1;\n  end when;\n"
			"  annotation(experiment(StopTime = 10.1, Interval = 0.5));\nend M;\n");
	T_INT(sim_row(&s, 0, "late"), 3);
	T_INT(sim_last(&s, "late"), sim_last(&s, "n"));
	T_INT(sim_at(&s, "late", 0.25), 3);
	T_CHECK(s.result.stats.solver.steps < 200);
	sim_free(&s);
}

/* With R = 0 the two voltages are one state, as if there were no resistor. */
static void a_resistance_of_zero_joins_two_capacitors(void)
{
	Sim s;

	run(&s,
		"model M\n  function f\n    input Real x;\n    output Real y;\n  algorithm\n"
		"    y := 2 * x;\n  end f;\n"
		"  parameter Real R0 = 0;\n  final parameter Real R = f(R0);\n"
		"  Real u(start = 1, fixed = true), v, i;\nequation\n  der(u) = -i - u;\n  der(v) = i;\n"
		"  R * i = u - v;\n  annotation(experiment(StopTime = 1, Tolerance = 1e-8));\nend M;\n");
	T_INT(s.rt->n, 1);
	T_REAL(sim_last(&s, "v"), exp(-0.5), 1e-6);
	sim_free(&s);
}

static void a_branch_that_is_not_taken_needs_no_derivative(void)
{
	Sim s;

	run(&s, "model M\n  function none\n    input Real x;\n    output Real y;\n"
			"    external \"C\" y = nothing_there(x);\n  end none;\n"
			"  parameter Boolean wild = false;\n  Real x, dx;\nequation\n"
			"  x = if wild then none(time) else sin(time);\n  dx = der(x);\n"
			"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_REAL(sim_last(&s, "dx"), cos(1.0), 1e-9);
	sim_free(&s);
}

static void a_root_may_end_at_zero(void)
{
	Sim s;

	run(&s, "model M\n  Real h(start = 1, fixed = true);\nequation\n  der(h) = -sqrt(max(0, h));\n"
			"  annotation(experiment(StopTime = 5));\nend M;\n");
	T_REAL(sim_last(&s, "h"), 0, 1e-4);
	sim_free(&s);
}

static void inner_and_outer_at_once_means_the_outer_one_here(void)
{
	Sim s;

	/* Inside of the group the bus is its own; what the group connects is the bus around it. */
	run(&s,
		"model M\n  connector C\n    Real e;\n    flow Real f;\n  end C;\n"
		"  model Bus\n    parameter Real e = 1;\n    C c;\n  equation\n    c.e = e;\n"
		"  end Bus;\n"
		"  model Port\n    parameter Real f = 1;\n    C c;\n  equation\n    c.f = f;\n  end Port;\n"
		"  model Load\n    outer Bus bus;\n    Port p;\n  equation\n    connect(p.c, bus.c);\n"
		"  end Load;\n"
		"  model Group\n    inner outer Bus bus(e = 2);\n    Load a, b;\n    Port up(f = 10);\n"
		"  equation\n    connect(up.c, bus.c);\n  end Group;\n"
		"  inner Bus bus;\n  Group group;\nend M;\n");
	T_REAL(sim_last(&s, "group.a.p.c.e"), 2, 0);
	T_REAL(sim_last(&s, "group.up.c.e"), 1, 0);
	T_REAL(sim_last(&s, "group.bus.c.f"), -2, 1e-12);
	T_REAL(sim_last(&s, "bus.c.f"), -10, 1e-12);
	sim_free(&s);
}

static void an_assertion_level_may_be_a_parameter(void)
{
	Sim s;

	run(&s, "model M\n  parameter AssertionLevel level = AssertionLevel.warning;\nequation\n"
			"  assert(time < 0.5, \"it is late\", level);\n"
			"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_CHECK(sim_says(&s, "it is late"));
	sim_free(&s);
}

#define RECORD                                     \
	"model M\n  record R Real x; Real y; end R;\n" \
	"  function f input Real u; output R r; algorithm r.x := u; r.y := 2*u; end f;\n"

/* A record that a when-clause gives a value keeps it, as a variable does. */
static void a_record_may_be_assigned_in_a_when_clause(void)
{
	Sim s;

	run(&s, RECORD "  R a, b, c[2]; Real y;\nequation\n"
				   "  when sample(0.25, 0.25) then\n    a = f(time);\n    b.x = time;\n"
				   "    c[1].x = time;\n    c[2] = R(3, time);\n    c[1].y = pre(c[1].y) + 1;\n"
				   "    b.y = pre(a.y);\n  end when;\n  y = a.x + c[2].y;\nend M;\n");
	T_REAL(sim_at(&s, "a.y", 0.5), 1, 1e-12);
	T_REAL(sim_at(&s, "y", 0.5), 1, 1e-12);
	T_REAL(sim_before(&s, "y", 0.5), 0.5, 1e-12);
	T_REAL(sim_last(&s, "b.x"), 1, 0);
	T_REAL(sim_last(&s, "b.y"), 1.5, 1e-12);
	T_REAL(sim_last(&s, "c[1].x"), 1, 0);
	T_REAL(sim_last(&s, "c[1].y"), 4, 0);
	T_REAL(sim_last(&s, "c[2].x"), 3, 0);
	sim_free(&s);
	run(&s, RECORD "  R a; Real y;\nalgorithm\n  when {initial(), sample(0.25, 0.25)} then\n"
				   "    a := f(1 + time);\n  end when;\n  y := a.x + a.y;\nend M;\n");
	T_REAL(sim_at(&s, "y", 0), 3, 0);
	T_REAL(sim_last(&s, "y"), 6, 1e-12);
	sim_free(&s);
}

/* What other equations share with it, or what stands with it in one loop, may change all the time:
   a value of the last event must be got there. */
static void what_follows_from_discrete_variables_is_computed_at_events(void)
{
	Sim s;

	/* The element is looked up once for a, v and c. */
	run(&s, "model M\n  parameter Real tab[4] = {1, 2, 4, 8};\n"
			"  Integer i = 1 + integer(3.5*time);\n"
			"  Real a = tab[i], v = tab[i]*time, c = tab[i] + 1, d = 2*c;\n"
			"  Real s(start = 0, fixed = true), r(start = 0, fixed = true);\n"
			"equation\n  der(s) = a;\n  der(r) = d;\nend M;\n");
	T_REAL(sim_last(&s, "a"), 8, 0);
	T_REAL(sim_last(&s, "v"), 8, 1e-12);
	T_REAL(sim_last(&s, "d"), 18, 0);
	T_REAL(sim_last(&s, "s"), (1 + 2 + 4) / 3.5 + 8 * 0.5 / 3.5, 1e-6);
	T_REAL(sim_last(&s, "r"), (4 + 6 + 10) / 3.5 + 18 * 0.5 / 3.5, 1e-6);
	sim_free(&s);

	run(&s, "model M\n  function f\n    input Real x;\n    output Real y;\n  algorithm\n"
			"    y := x^2;\n    while y > 8 loop\n      y := y - 1;\n    end while;\n  end f;\n"
			"  Integer i = integer(4*x);\n  Real x(start = 0, fixed = true);\n"
			"  Real y = f(i), m = x + f(i), z = f(i) + 1, all = z + y;\n"
			"  Integer n(start = 0, fixed = true);\n  Real s(start = 0, fixed = true);\n"
			"equation\n  der(x) = 1;\n  der(s) = all;\n  when all > 4 then\n    n = pre(n) + 1;\n"
			"  end when;\n  annotation(experiment(StopTime = 0.875));\nend M;\n");
	T_REAL(sim_last(&s, "y"), 8, 0);
	T_REAL(sim_last(&s, "m"), 8.875, 1e-6);
	T_REAL(sim_last(&s, "all"), 17, 0);
	T_INT(sim_last(&s, "n"), 1);
	T_REAL(sim_last(&s, "s"), (1 + 3 + 9) / 4.0 + 17 / 8.0, 1e-5);
	sim_free(&s);

	/* y and b are determined together; time is among what they read. */
	run(&s, "model M\n  Boolean b = 0.1*y + time > 0.6;\n  Real y = if b then 2 else 1;\n"
			"  Real z = 2*y + 1, w(start = 0, fixed = true);\nequation\n  der(w) = z;\nend M;\n");
	T_REAL(sim_last(&s, "y"), 2, 0);
	T_REAL(sim_last(&s, "z"), 5, 0);
	T_REAL(sim_last(&s, "w"), 4, 1e-6);
	sim_free(&s);
}

int main(void)
{
	T_RUN(what_follows_from_discrete_variables_is_computed_at_events);
	T_RUN(the_opposite_of_an_integer_is_determined_on_either_side);
	T_RUN(an_algorithm_plans_its_next_event);
	T_RUN(long_chains_of_a_when_have_the_values_of_their_branch);
	T_RUN(a_record_may_be_assigned_in_a_when_clause);
	T_RUN(a_boolean_may_read_itself);
	T_RUN(equal_booleans_may_differ_before_the_start);
	T_RUN(the_value_before_the_start_of_a_continuous_variable_is_its_value);
	T_RUN(a_delay_of_a_step_function_is_one_and_bounds_no_step);
	T_RUN(a_resistance_of_zero_joins_two_capacitors);
	T_RUN(a_branch_that_is_not_taken_needs_no_derivative);
	T_RUN(a_root_may_end_at_zero);
	T_RUN(inner_and_outer_at_once_means_the_outer_one_here);
	T_RUN(an_assertion_level_may_be_a_parameter);
	return T_END();
}
