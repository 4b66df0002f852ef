/* SPDX-License-Identifier: MIT
   What models of other people's libraries do: each claim was found where one of them failed. */
#include "sim.h"
#include "t.h"

#include <math.h>

static void run(Sim *s, const char *text)
{
	if (!sim_text(s, text) || sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

static void branches_that_parameters_leave_out_may_be_wrong_in_their_sizes(void)
{
	Sim s;

	run(&s, "model M\n  parameter Integer n = 0;\n  Real a[n];\n"
			"  Real s(start = 0, fixed = true);\nalgorithm\n  when sample(0, 0.5) then\n"
			"    if n > 0 then\n      a[1] := time;\n      s := a[1];\n    else\n"
			"      s := pre(s) + 1;\n    end if;\n  end when;\n"
			"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_INT(sim_last(&s, "s"), 3);
	sim_free(&s);
}

static void whens_in_algorithms_keep_what_initial_algorithms_say(void)
{
	Sim s;

	run(&s, "model M\n  discrete Real d;\n  Integer k;\ninitial algorithm\n  d := 3;\n  k := 7;\n"
			"algorithm\n  when time > 0.5 then\n    while k > 5 loop\n      k := k - 1;\n"
			"      d := d*2;\n    end while;\n  end when;\n"
			"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_REAL(sim_at(&s, "d", 0), 3, 0);
	T_INT(sim_at(&s, "k", 0), 7);
	T_REAL(sim_last(&s, "d"), 12, 0);
	T_INT(sim_last(&s, "k"), 5);
	sim_free(&s);
}

static void empty_arrays_of_algorithms_are_not_the_variables_that_follow_them(void)
{
	Sim s;

	run(&s, "model M\n  parameter Integer n = 0;\n  Real T[2, n, 3];\n  Real P[2];\n"
			"  Integer k(start = 1, fixed = true);\nalgorithm\n  when sample(0, 0.5) then\n"
			"    P[k] := time;\n    if k > 7 then\n      P[k] := T[k, k, 1];\n    end if;\n"
			"    k := 3 - pre(k);\n    while k > 5 loop\n      k := k - 1;\n    end while;\n"
			"  end when;\n  annotation(experiment(StopTime = 1));\nend M;\n");
	T_REAL(sim_last(&s, "P[1]"), 1, 0);
	T_REAL(sim_last(&s, "P[2]"), 0.5, 0);
	sim_free(&s);
}

static void a_start_value_near_the_top_counts_more_than_one_of_a_type(void)
{
	Sim s;

	run(&s, "model M\n  type Temperature = Real(unit = \"K\", start = 288.15);\n  model Tank\n"
			"    parameter Temperature T0 = 350;\n    Temperature T(start = T0);\n"
			"    Temperature port, wall;\n  equation\n    port = T;\n    wall = port;\n"
			"    der(T) = 300 - wall;\n  end Tank;\n  Tank tank;\n"
			"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_REAL(sim_at(&s, "tank.wall", 0), 350, 0);
	T_REAL(sim_last(&s, "tank.T"), 300 + 50 * exp(-1), 1e-2);
	sim_free(&s);
}

static void enumerations_with_the_same_literals_are_one_type(void)
{
	Sim s;

	run(&s, "model M\n  type A = enumeration(P, PI);\n  type B = enumeration(P, PI);\n  block C\n"
			"    parameter A kind = A.P;\n    Real y = if kind == A.PI then 2 else 1;\n  end C;\n"
			"  parameter B kind = B.PI;\n  C c(kind = kind);\nend M;\n");
	T_REAL(sim_last(&s, "c.y"), 2, 0);
	sim_free(&s);
}

static void initial_equations_may_say_both_a_value_and_the_one_before(void)
{
	Sim s;

	run(&s, "model M\n  Boolean y;\n  Boolean falls = edge(y);\n"
			"  Integer n(start = 0, fixed = true);\ninitial equation\n  y = true;\n"
			"  pre(y) = false;\nequation\n  when time > 0.5 then\n    y = false;\n  end when;\n"
			"  when not y then\n    n = pre(n) + 1;\n  end when;\n"
			"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_INT(sim_at(&s, "y", 0), 1);
	T_INT(sim_last(&s, "y"), 0);
	T_INT(sim_last(&s, "n"), 1);
	sim_free(&s);
}

static void what_never_leaves_a_connector_is_zero(void)
{
	Sim s;

	run(&s, "model M\n  connector P\n    Real p;\n    flow Real m(min = -100);\n"
			"    stream Real h;\n  end P;\n  model In\n    P a(m(min = 0));\n"
			"    Real q = inStream(a.h);\n  equation\n    a.h = inStream(a.h);\n    a.m = 1;\n"
			"  end In;\n  model Whole\n    P a(m(min = 0));\n    In i;\n  equation\n"
			"    connect(a, i.a);\n  end Whole;\n  model Source\n    P a;\n  equation\n"
			"    a.p = 2;\n    a.h = 5;\n  end Source;\n  Whole w;\n  Source s;\nequation\n"
			"  connect(w.a, s.a);\nend M;\n");
	T_REAL(sim_last(&s, "w.a.h"), 0, 0);
	T_REAL(sim_last(&s, "w.i.q"), 5, 0);
	sim_free(&s);
}

static void decisions_without_a_value_at_the_start_are_wrong_ones(void)
{
	Sim s;

	run(&s, "model M\n  function f\n    input Real h;\n    input Integer phase;\n"
			"    output Real d;\n  algorithm\n    d := if phase == 2 then -1 else 2 + h;\n"
			"    assert(d > 0, \"no such density\");\n  end f;\n  Real h(start = 1), d;\n"
			"  Integer phase;\nequation\n  phase = if h < 5 then 1 else 2;\n  d = f(h, phase);\n"
			"  h*h + d = 4;\nend M;\n");
	T_INT(sim_last(&s, "phase"), 1);
	T_REAL(sim_last(&s, "h"), 1, 1e-8);
	sim_free(&s);
}

static void semiLinear_makes_no_events(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 1, fixed = true), y;\nequation\n"
			"  der(x) = -cos(3*time)*3;\n  y = semiLinear(x - 0.5, 2, 1);\n"
			"  annotation(experiment(StopTime = 2));\nend M;\n");
	T_INT(s.result.stats.state_events, 0);
	T_REAL(sim_last(&s, "x"), 1 - sin(6), 1e-4);
	sim_free(&s);
}

static void constraining_clauses_redeclare_beside_each_other(void)
{
	Sim s;

	run(&s, "package L\n  package A\n    constant Real c = 1;\n  end A;\n  package B\n"
			"    extends A(c = 2);\n  end B;\n  partial function F\n"
			"    replaceable package Medium = A;\n    input Real u;\n    output Real y;\n"
			"  end F;\n  function G\n    extends F;\n  algorithm\n    y := u*Medium.c;\n"
			"  end G;\n  model Part\n    package Medium = B;\n"
			"    replaceable function f = G constrainedby F(redeclare package Medium = Medium);\n"
			"    Real y = f(2);\n  end Part;\n  model Sub\n"
			"    extends Part(redeclare replaceable function f = G constrainedby F(redeclare "
			"package Medium = Medium));\n"
			"  end Sub;\n  model M\n    Sub s;\n  end M;\nend L;\n");
	T_REAL(sim_last(&s, "s.y"), 4, 0);
	sim_free(&s);
}

static void equal_Reals_of_parameters_are_warned_of(void)
{
	Sim s;

	run(&s, "model M\n  parameter Real k = 0;\n  Real y = if k == 0 then 1 else 1/k;\nend M;\n");
	T_CHECK(sim_says(&s, "warning[E0409]"));
	T_REAL(sim_last(&s, "y"), 1, 0);
	sim_free(&s);
}

static void a_package_with_the_icon_of_a_record_is_warned_of(void)
{
	Sim s;

	run(&s, "package L\n  record Icon\n  end Icon;\n  package D\n    extends Icon;\n"
			"    constant Real c = 4;\n  end D;\n  model M\n    Real y = D.c;\n  end M;\nend L;\n");
	T_CHECK(sim_says(&s, "warning[E0601]"));
	T_REAL(sim_last(&s, "y"), 4, 0);
	sim_free(&s);
}

static void a_redeclaration_after_one_that_was_not_replaceable_is_warned_of(void)
{
	Sim s;

	run(&s, "package L\n  package A\n    constant Real c = 1;\n  end A;\n  package B\n"
			"    extends A(c = 2);\n  end B;\n  package C\n    extends A(c = 3);\n  end C;\n"
			"  model Part\n    replaceable package Medium = A;\n    Real y = Medium.c;\n"
			"  end Part;\n  model Sub\n    extends Part(redeclare package Medium = B);\n"
			"  end Sub;\n  model M\n    Sub s(redeclare package Medium = C);\n  end M;\nend L;\n");
	T_CHECK(sim_says(&s, "warning[E0605]"));
	T_REAL(sim_last(&s, "s.y"), 3, 0);
	sim_free(&s);
}

static void a_start_value_of_eps_tells_no_size(void)
{
	Sim s;

	if (!sim_text(&s,
				  "model M\n  parameter Real p = 1;\n  Real x(start = 2.220446049250313e-16);\n"
				  "  Real y(start = 1e-3);\nequation\n  x + p*y = 1;\n  p*x + y = 2;\nend M;\n"))
		T_FAIL("%s", sim_said(&s));
	T_CHECK(sim_run(&s) != MDV_OK);
	T_CHECK(sim_says(&s, "(start 2.22045e-16, nominal 1)"));
	sim_free(&s);
}

static void a_run_of_no_length_initializes_and_ends(void)
{
	Sim s;

	if (!sim_text(
			&s,
			"model M\n  Real x(start = 2, fixed = true);\n  Integer e(start = 0, fixed = true);\n"
			"equation\n  der(x) = -x;\n  when terminal() then\n    e = 5;\n  end when;\nend M;\n"))
		T_FAIL("%s", sim_said(&s));
	s.o.run.start = 0;
	s.o.run.stop = -0.0;
	T_INT(sim_run(&s), MDV_OK);
	T_REAL(s.result.t, 0, 0);
	T_REAL(sim_last(&s, "x"), 2, 0);
	T_INT(sim_last(&s, "e"), 5);
	sim_free(&s);
}

static void angles_in_arrays_have_one_root(void)
{
	Sim s;

	run(&s, "model M\n  type Angle\n    extends Real(unit = \"rad\");\n"
			"    function equalityConstraint\n      input Angle a[:];\n      input Angle b[:];\n"
			"      output Real r[0];\n    algorithm\n"
			"      assert(abs(a[1] - b[1]) < 1e-6, \"angles differ\");\n"
			"    end equalityConstraint;\n  end Angle;\n  connector C\n    Real v;\n"
			"    flow Real i;\n    Angle theta[1];\n  end C;\n  model Source\n    C c;\n"
			"  equation\n    Connections.potentialRoot(c.theta);\n"
			"    if Connections.isRoot(c.theta) then\n      c.theta[1] = 3;\n    end if;\n"
			"    c.v = 1 + c.i;\n  end Source;\n  Source a, b;\n"
			"  Real y = a.c.theta[1] + b.c.theta[1];\nequation\n  connect(a.c, b.c);\nend M;\n");
	T_REAL(sim_last(&s, "y"), 6, 0);
	sim_free(&s);
}

static void a_valve_whose_threshold_leaves_no_solution_near_zero_goes_on(void)
{
	Sim s;

	run(&s,
		"model M\n  parameter Real gon = 1e-8, goff = 1e-12;\n"
		"  Real s, dp = 1000*sin(6.3*time - 0.5), q, v(start = 0, fixed = true, nominal = 1e-6);\n"
		"  Boolean open;\nequation\n  open = s > 1e-15;\n"
		"  dp = s*(if open then 1/gon else 1);\n  q = s*(if open then 1 else goff);\n"
		"  der(v) = q;\n  annotation(experiment(StopTime = 1));\nend M;\n");
	T_REAL(sim_last(&s, "v"), 3.17428445e-6, 1e-9);
	sim_free(&s);
}

static void arrays_of_no_components_fit_whatever_their_class_was_redeclared_to(void)
{
	Sim s;

	run(&s, "package L\n  partial package P\n    replaceable record State\n    end State;\n"
			"    replaceable function f\n      input State s;\n      output Real y;\n    end f;\n"
			"  end P;\n  package Q\n    extends P;\n    redeclare record extends State\n"
			"      Real p;\n    end State;\n    redeclare function extends f\n    algorithm\n"
			"      y := s.p;\n    end f;\n  end Q;\n  connector C\n"
			"    replaceable package Medium = P;\n    Medium.State state;\n  end C;\n"
			"  model Volume\n    replaceable package Medium = P;\n    parameter Integer n = 0;\n"
			"    C c[n](redeclare each package Medium = Medium);\n    Medium.State s(p = 3);\n"
			"    Real y[n] = Medium.f(c.state);\n  equation\n    c.state = fill(s, n);\n"
			"  end Volume;\n  model M\n    Volume none(redeclare package Medium = Q);\n"
			"    Volume two(redeclare package Medium = Q, n = 2);\n  end M;\nend L;\n");
	T_REAL(sim_last(&s, "two.y[2]"), 3, 0);
	sim_free(&s);
}

int main(void)
{
	T_RUN(branches_that_parameters_leave_out_may_be_wrong_in_their_sizes);
	T_RUN(whens_in_algorithms_keep_what_initial_algorithms_say);
	T_RUN(empty_arrays_of_algorithms_are_not_the_variables_that_follow_them);
	T_RUN(a_start_value_near_the_top_counts_more_than_one_of_a_type);
	T_RUN(enumerations_with_the_same_literals_are_one_type);
	T_RUN(initial_equations_may_say_both_a_value_and_the_one_before);
	T_RUN(what_never_leaves_a_connector_is_zero);
	T_RUN(decisions_without_a_value_at_the_start_are_wrong_ones);
	T_RUN(semiLinear_makes_no_events);
	T_RUN(constraining_clauses_redeclare_beside_each_other);
	T_RUN(equal_Reals_of_parameters_are_warned_of);
	T_RUN(a_package_with_the_icon_of_a_record_is_warned_of);
	T_RUN(a_redeclaration_after_one_that_was_not_replaceable_is_warned_of);
	T_RUN(a_start_value_of_eps_tells_no_size);
	T_RUN(a_run_of_no_length_initializes_and_ends);
	T_RUN(angles_in_arrays_have_one_root);
	T_RUN(a_valve_whose_threshold_leaves_no_solution_near_zero_goes_on);
	T_RUN(arrays_of_no_components_fit_whatever_their_class_was_redeclared_to);
	return T_END();
}
