/* SPDX-License-Identifier: MIT
   What a model may be made of: functions, arrays, records, strings, tables, components, state
   selection; each by what its simulation gives. */
#include "sim.h"
#include "t.h"

static void run(Sim *s, const char *text)
{
	if (!sim_text(s, text) || sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

/* MLS 4.4.5: u[2] is there only if b is, and the connection, too. */
static void connections_with_what_is_not_there_may_be_out_of_bounds(void)
{
#define SUM(more)                                                                                \
	"model S\n  connector In = input Real;\n  connector Out = output Real;\n  block Sum\n"       \
	"    parameter Integer n = 1;\n    In u[n];\n    Out y = sum(u);\n  end Sum;\n  block One\n" \
	"    Out y = 3;\n  end One;\n  parameter Boolean more = " more ";\n"                         \
	"  Sum s(n = if more then 2 else 1);\n  One a;\n  One b if more;\nequation\n"                \
	"  connect(s.u[1], a.y);\n  connect(s.u[2], b.y);\nend S;\n"
	Sim s;

	run(&s, SUM("false"));
	T_REAL(sim_last(&s, "s.y"), 3, 0);
	sim_free(&s);
	run(&s, SUM("true"));
	T_REAL(sim_last(&s, "s.y"), 6, 0);
	sim_free(&s);
#undef SUM
}

static void functions_with_arrays_are_called(void)
{
	Sim s;

	run(&s, "package P\n"
			"  function norm \"length of a vector\"\n    input Real v[:];\n    output Real n = 0;\n"
			"  algorithm\n    for i in 1:size(v, 1) loop\n      n := n + v[i] ^ 2;\n    end for;\n"
			"    n := sqrt(n);\n  end norm;\n"
			"  function turn\n    input Real v[2];\n    input Real phi;\n    output Real w[2];\n"
			"  protected\n    Real R[2, 2];\n"
			"  algorithm\n    R := [cos(phi), -sin(phi); sin(phi), cos(phi)];\n    w := R * v;\n  "
			"end turn;\n"
			"  model M\n    Real v[2] = turn({3, 4}, time), n = norm(v), sorted[3] = P.sort({3, "
			"time, 2});\n"
			"    Real x(start = 1, fixed = true);\n  equation\n    der(x) = -norm({x, 0});\n"
			"    annotation(experiment(StopTime = 1, Tolerance = 1e-8));\n  end M;\n"
			"  function sort\n    input Real a[:];\n    output Real b[size(a, 1)] = a;\n"
			"  protected\n    Real t;\n    Boolean again = true;\n"
			"  algorithm\n    while again loop\n      again := false;\n"
			"      for i in 1:size(a, 1) - 1 loop\n        if b[i] > b[i + 1] then\n"
			"          t := b[i];\n          b[i] := b[i + 1];\n          b[i + 1] := t;\n"
			"          again := true;\n        end if;\n      end for;\n    end while;\n  end "
			"sort;\nend P;\n");
	T_REAL(sim_last(&s, "n"), 5, 1e-12);
	T_REAL(sim_last(&s, "v[1]"), 3 * cos(1) - 4 * sin(1), 1e-12);
	T_REAL(sim_last(&s, "sorted[1]"), 1, 1e-12);
	T_REAL(sim_last(&s, "sorted[3]"), 3, 1e-12);
	T_REAL(sim_last(&s, "x"), exp(-1), 1e-6);
	sim_free(&s);
}

static void records_go_through_functions_and_equations(void)
{
	Sim s;

	run(&s, "package P\n  record Point\n    Real x, y;\n  end Point;\n"
			"  function mirror\n    input Point p;\n    output Point q;\n"
			"  algorithm\n    q.x := -p.x;\n    q.y := p.y;\n  end mirror;\n"
			"  function two\n    input Real a;\n    output Real b, c;\n"
			"  algorithm\n    b := a + 1;\n    c := 2 * a;\n  end two;\n"
			"  model M\n    Point a(x = time, y = 1), b = mirror(a), c;\n    Real d, e;\n"
			"  equation\n    c = Point(x = a.x + b.x, y = 3);\n    (d, e) = two(a.x);\n  end "
			"M;\nend P;\n");
	T_REAL(sim_last(&s, "b.x"), -1, 0);
	T_REAL(sim_last(&s, "c.x"), 0, 0);
	T_REAL(sim_last(&s, "c.y"), 3, 0);
	T_REAL(sim_last(&s, "d"), 2, 0);
	T_REAL(sim_last(&s, "e"), 2, 0);
	sim_free(&s);
}

static void strings_are_made_and_compared(void)
{
	Sim s;

	run(&s,
		"model M\n  parameter String a = \"ab\", b = a + \"c\";\n"
		"  Integer n(start = 0, fixed = true);\n  String t = if n > 1 then \"many\" else \"few\";\n"
		"  Boolean same = b == \"abc\", many = t == \"many\";\n"
		"equation\n  when sample(0.1, 0.3) then\n    n = pre(n) + 1;\n  end when;\nend M;\n");
	T_INT(sim_last(&s, "same"), 1);
	T_INT(sim_row(&s, 0, "many"), 0);
	T_INT(sim_last(&s, "many"), 1);
	sim_free(&s);
}

static void enumerations_and_their_arrays_work(void)
{
	Sim s;

	run(&s,
		"model M\n  type Gear = enumeration(low, mid, high);\n  parameter Real ratio[Gear] = {1, "
		"2, 4};\n"
		"  Gear g = if time < 0.4 then Gear.low elseif time < 0.8 then Gear.mid else Gear.high;\n"
		"  Real y = ratio[g];\n  Integer i = Integer(g);\n"
		"  annotation(experiment(Interval = 0.1));\nend M;\n");
	T_REAL(sim_at(&s, "y", 0.2), 1, 0);
	T_REAL(sim_at(&s, "y", 0.5), 2, 0);
	T_REAL(sim_last(&s, "y"), 4, 0);
	T_INT(sim_last(&s, "i"), 3);
	sim_free(&s);
}

static void derivatives_of_expressions_are_resolved(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 1, fixed = true), y, z = der(x ^ 2 * time);\n"
			"equation\n  der(x) = -x;\n  y = der(sin(x));\n"
			"  annotation(experiment(Tolerance = 1e-9));\nend M;\n");
	T_REAL(sim_last(&s, "y"), -exp(-1) * cos(exp(-1)), 1e-7);
	T_REAL(sim_last(&s, "z"), exp(-2) - 2 * exp(-2), 1e-7);
	sim_free(&s);
}

static void components_are_connected(void)
{
	Sim s;

	run(&s,
		"package P\n  connector Pin\n    Real v;\n    flow Real i;\n  end Pin;\n"
		"  partial model OnePort\n    Pin p, n;\n    Real v = p.v - n.v, i = p.i;\n"
		"  equation\n    p.i + n.i = 0;\n  end OnePort;\n"
		"  model R\n    extends OnePort;\n    parameter Real R = 1;\n  equation\n    v = R * i;\n  "
		"end R;\n"
		"  model C\n    extends OnePort;\n    parameter Real C = 1;\n  equation\n    i = C * "
		"der(v);\n  end C;\n"
		"  model V\n    extends OnePort;\n    parameter Real V = 1;\n  equation\n    v = V;\n  end "
		"V;\n"
		"  model Ground\n    Pin p;\n  equation\n    p.v = 0;\n  end Ground;\n"
		"  model M\n    R r[3](R = {1, 2, 3});\n    C c(C = 0.5, v(start = 0, fixed = true));\n"
		"    V source(V = 12);\n    Ground ground;\n"
		"  equation\n    connect(source.p, r[1].p);\n"
		"    for k in 1:2 loop\n      connect(r[k].n, r[k + 1].p);\n    end for;\n"
		"    connect(r[3].n, c.p);\n    connect(c.n, source.n);\n    connect(ground.p, source.n);\n"
		"    annotation(experiment(StopTime = 3, Tolerance = 1e-8));\n  end M;\nend P;\n");
	T_REAL(sim_last(&s, "c.v"), 12 * (1 - exp(-1)), 1e-6);
	T_REAL(sim_last(&s, "r[2].i"), 12 / 6.0 * exp(-1), 1e-6);
	T_REAL(sim_last(&s, "source.p.i"), -12 / 6.0 * exp(-1), 1e-6);
	sim_free(&s);
}

static void shipped_blocks_work_together(void)
{
	Sim s;

	run(&s, "model M\n  Modelica.Blocks.Sources.Step step(height = 2, startTime = 0.5);\n"
			"  Modelica.Blocks.Continuous.FirstOrder lag(T = 0.25, y(fixed = true));\n"
			"  Modelica.Blocks.Math.Gain gain(k = 3);\n"
			"equation\n  connect(step.y, lag.u);\n  connect(lag.y, gain.u);\n"
			"  annotation(experiment(StopTime = 1, Tolerance = 1e-8));\nend M;\n");
	T_REAL(sim_last(&s, "gain.y"), 6 * (1 - exp(-2)), 1e-6);
	T_INT(s.result.stats.time_events, 1);
	T_INT(s.result.stats.state_events, 0);
	sim_free(&s);
}

static void tables_are_interpolated(void)
{
	Sim s;

	run(&s,
		"model M\n  Modelica.Blocks.Sources.CombiTimeTable t(table = [0, 0; 1, 2; 2, 2; 3, -1]);\n"
		"  Modelica.Blocks.Tables.CombiTable1Ds f(table = [0, 1; 1, 3; 2, 7]);\n"
		"equation\n  f.u = time;\n  annotation(experiment(StopTime = 3, Interval = 0.25));\nend "
		"M;\n");
	T_REAL(sim_at(&s, "t.y[1]", 0.5), 1, 1e-9);
	T_REAL(sim_at(&s, "t.y[1]", 1.5), 2, 1e-9);
	T_REAL(sim_at(&s, "t.y[1]", 2.5), 0.5, 1e-9);
	T_REAL(sim_at(&s, "f.y[1]", 1.5), 5, 1e-9);
	sim_free(&s);
}

static void tables_whose_abscissae_do_not_ascend_are_refused(void)
{
	static const struct {
		const char *what; /* a component */
		bool runs;
	} cases[] = {
		{"Modelica.Blocks.Tables.CombiTable1Ds t(table = [0, 1; 2, 3; 1, 5], u = time)", false},
		{"Modelica.Blocks.Tables.CombiTable1Ds t(table = [0, 1; 1, 3; 1, 5], u = time)", false},
		{"Modelica.Blocks.Tables.CombiTable1Dv t(table = [1, 1; 0, 3], u = {time})", false},
		{"Modelica.Blocks.Tables.CombiTable2Ds t(table = [0, 0, 1; 2, 1, 2; 1, 3, 4], u1 = 0, "
		 "u2 = 0)",
		 false},
		{"Modelica.Blocks.Tables.CombiTable2Ds t(table = [0, 1, 0; 0, 1, 2; 1, 3, 4], u1 = 0, "
		 "u2 = 0)",
		 false},
		{"Modelica.Blocks.Tables.CombiTable2Ds t(table = [9, 0, 1; 0, 1, 2; 1, 3, 4], u1 = 0, "
		 "u2 = 0)",
		 true},
		{"Modelica.Blocks.Sources.TimeTable t(table = [0, 1; 2, 3; 1, 5])", false},
		{"Modelica.Blocks.Sources.TimeTable t(table = [0, 1; 1, 3; 1, 5])", true},
		{"Modelica.Blocks.Sources.CombiTimeTable t(table = [0, 1; 2, 3; 1, 5])", false},
		{"Modelica.Blocks.Sources.CombiTimeTable t(table = [0, 1; 1, 3; 1, 5])", true},
		{"Modelica.Blocks.Sources.IntegerTable t(table = [0, 1; 2, 3; 1, 5])", false},
		{"Modelica.Blocks.Sources.BooleanTable t(table = {0, 2, 1})", false},
		{"Modelica.Blocks.Sources.BooleanTable t(table = fill(0.0, 0))", true},
		{"Modelica.Mechanics.Rotational.Components.Brake t(mu_pos = [0, 1; 2, 3; 1, 5], "
		 "fn_max = 1, f_normalized = 0); Modelica.Mechanics.Rotational.Components.Inertia j(J = "
		 "1); "
		 "equation connect(j.flange_b, t.flange_a)",
		 false},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[400];
		Sim s;

		snprintf(text, sizeof text, "model M\n  %s;\nend M;\n", cases[i].what);
		if (!sim_text(&s, text))
			T_FAIL("%s", sim_said(&s));
		T_INT(sim_run(&s) == MDV_OK, cases[i].runs);
		if (!cases[i].runs)
			T_CHECK(strstr(sim_said(&s), "ascending") || strstr(sim_said(&s), "not descend"));
		sim_free(&s);
	}
}

/* Rounding leaves something of a column that depends on others: the solution was made of that. */
static void least_squares_of_dependent_columns_are_refused(void)
{
	static const struct {
		const char *A; /* three rows */
		bool runs;
	} cases[] = {
		{"[1, 1; 1, 1; 1, 1]", false},       {"[0.1, 0.3; 0.2, 0.6; 0.7, 2.1]", false},
		{"[0, 1; 0, 2; 0, 5]", false},       {"[1e8, 1; 2e8, 1; 3e8, 1]", true},
		{"[1, 1; 1, 1.000001; 1, 1]", true},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[200];
		Sim s;

		snprintf(text, sizeof text,
				 "model M\n  Real x[2] = Modelica.Math.Matrices.leastSquares(%s, {1, 2, time});\n"
				 "end M;\n",
				 cases[i].A);
		if (!sim_text(&s, text))
			T_FAIL("%s", sim_said(&s));
		T_INT(sim_run(&s) == MDV_OK, cases[i].runs);
		T_CHECK(cases[i].runs || strstr(sim_said(&s), "linearly independent columns"));
		sim_free(&s);
	}
}

/* --- states --- */

static void state_select_is_honoured(void)
{
	static const struct {
		const char *a, *b; /* stateSelect of both */
		bool a_is_state;   /* which becomes the state */
	} cases[] = {{"prefer", "default", true}, {"default", "prefer", false},
				 {"always", "prefer", true},  {"avoid", "default", false},
				 {"never", "avoid", false},   {"default", "never", true}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[600];
		Sim s;

		snprintf(
			text, sizeof text,
			"model M\n  Real a(stateSelect = StateSelect.%s), b(stateSelect = StateSelect.%s);\n"
			"initial equation\n  a = 2;\nequation\n  der(a) + der(b) = -a;\n  b = 3 * a + 1;\n"
			"  annotation(experiment(Tolerance = 1e-8));\nend M;\n",
			cases[i].a, cases[i].b);
		run(&s, text);
		T_INT(s.rt->n, 1);
		T_INT(sim_is_state(&s, "a"), cases[i].a_is_state);
		T_INT(sim_is_state(&s, "b"), !cases[i].a_is_state);
		T_REAL(sim_last(&s, "a"), 2 * exp(-0.25), 1e-6);
		sim_free(&s);
	}
}

int main(void)
{
	T_RUN(connections_with_what_is_not_there_may_be_out_of_bounds);
	T_RUN(functions_with_arrays_are_called);
	T_RUN(records_go_through_functions_and_equations);
	T_RUN(strings_are_made_and_compared);
	T_RUN(enumerations_and_their_arrays_work);
	T_RUN(derivatives_of_expressions_are_resolved);
	T_RUN(components_are_connected);
	T_RUN(shipped_blocks_work_together);
	T_RUN(tables_are_interpolated);
	T_RUN(tables_whose_abscissae_do_not_ascend_are_refused);
	T_RUN(least_squares_of_dependent_columns_are_refused);
	T_RUN(state_select_is_honoured);
	return T_END();
}
