/* SPDX-License-Identifier: MIT
   Networks: many equations that must be solved together, few unknowns in each. */
#include "sim.h"
#include "t.h"

#define PARTS                                                                                    \
	"package Net\n  connector Pin\n    Real v;\n    flow Real i;\n  end Pin;\n"                  \
	"  partial model TwoPin\n    Pin p, n;\n  equation\n    p.i + n.i = 0;\n  end TwoPin;\n"     \
	"  model Resistor\n    extends TwoPin;\n    parameter Real R = 1;\n"                         \
	"  equation\n    p.v - n.v = R * p.i;\n  end Resistor;\n"                                    \
	"  model Cubic\n    extends TwoPin;\n  equation\n"                                           \
	"    p.i = 0.1 * (p.v - n.v) + (p.v - n.v) ^ 3;\n  end Cubic;\n"                             \
	"  model Source\n    Pin p;\n    input Real v;\n  equation\n    p.v = v;\n  end Source;\n"   \
	"  model Mesh\n    parameter Integer N = 12;\n    replaceable model E = Resistor "           \
	"constrainedby "                                                                             \
	"TwoPin;\n    E h[N, N - 1], w[N - 1, N];\n    Source s(v = 2 + time), g(v = 0);\n"          \
	"    Real u[N, N];\n  equation\n    for i in 1:N loop\n      for j in 1:N - 1 loop\n"        \
	"        if j < N - 1 then\n          connect(h[i, j].n, h[i, j + 1].p);\n        end if;\n" \
	"        if i < N then\n          connect(h[i, j].p, w[i, j].p);\n        end if;\n"         \
	"        if i > 1 then\n          connect(h[i, j].p, w[i - 1, j].n);\n        end if;\n"     \
	"        u[i, j] = h[i, j].p.v;\n      end for;\n      u[i, N] = h[i, N - 1].n.v;\n"         \
	"      if i < N then\n        connect(h[i, N - 1].n, w[i, N].p);\n      end if;\n"           \
	"      if i > 1 then\n        connect(h[i, N - 1].n, w[i - 1, N].n);\n      end if;\n"       \
	"    end for;\n    connect(s.p, h[1, 1].p);\n    connect(g.p, h[N, N - 1].n);\n  end Mesh;\n"

static void run(Sim *s, const char *text)
{
	if (!sim_text(s, text) || sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

static double node(const Sim *s, int i, int j)
{
	char name[32];

	snprintf(name, sizeof name, "u[%d,%d]", i, j);
	return sim_last(s, name);
}

static double linear(double v)
{
	return v;
}

static double cubic(double v)
{
	return 0.1 * v + v * v * v;
}

/* Kirchhoff at every node but the two that sources hold, at the end of the run. */
static void check_nodes(const Sim *s, int n, double (*current)(double), double tolerance)
{
	for (int i = 1; i <= n; i++)
		for (int j = 1; j <= n; j++) {
			double sum = 0, here = node(s, i, j);

			if ((i == 1 && j == 1) || (i == n && j == n))
				continue;
			sum += i > 1 ? current(node(s, i - 1, j) - here) : 0;
			sum += i < n ? current(node(s, i + 1, j) - here) : 0;
			sum += j > 1 ? current(node(s, i, j - 1) - here) : 0;
			sum += j < n ? current(node(s, i, j + 1) - here) : 0;
			T_REAL(sum, 0, tolerance);
		}
	T_REAL(node(s, 1, 1), 3, 0);
	T_REAL(node(s, n, n), 0, 0);
	T_REAL(node(s, 1, n), 1.5, 1e-12); /* by symmetry */
}

/* Torn to as few unknowns as a mesh has rows, voltages of the last row are those of the first times
   6^N: nothing of them would be left. */
static void a_mesh_of_resistors_keeps_its_digits(void)
{
	Sim s;

	run(&s, PARTS "end Net;\nmodel M\n  extends Net.Mesh(N = 12);\nend M;\n");
	T_CHECK(!sim_says(&s, "determine"));
	check_nodes(&s, 12, linear, 1e-13);
	sim_free(&s);
}

static void a_mesh_of_nonlinear_resistors_is_solved(void)
{
	Sim s;

	run(&s, PARTS
		"end Net;\nmodel M\n  extends Net.Mesh(N = 12, redeclare model E = Net.Cubic);\nend M;\n");
	check_nodes(&s, 12, cubic, 1e-10);
	sim_free(&s);
}

/* The current into an endless ladder of ones is that of the golden section. */
static void a_long_ladder_has_the_current_of_the_golden_section(void)
{
	Sim s;

	run(&s,
		PARTS "end Net;\nmodel M\n  parameter Integer N = 400;\n  Net.Resistor r[N], q[N];\n"
			  "  Net.Source s(v = 1), g(v = 0);\n  Real i = -s.p.i;\nequation\n"
			  "  connect(s.p, r[1].p);\n  for k in 1:N loop\n    connect(r[k].n, q[k].p);\n"
			  "    connect(q[k].n, g.p);\n    if k < N then\n      connect(r[k].n, r[k + 1].p);\n"
			  "    end if;\n  end for;\nend M;\n");
	T_REAL(sim_last(&s, "i"), 2 / (1 + sqrt(5)), 1e-15);
	sim_free(&s);
}

/* The middle floats: what is not determined is told, the rest is right. */
static void a_network_that_floats_is_told(void)
{
	Sim s;

	run(&s,
		PARTS "end Net;\nmodel M\n  parameter Integer N = 60;\n  Net.Resistor r[N], q[N], c;\n"
			  "  Real v0 = r[1].p.v, v1 = r[N].n.v, i = r[1].p.i;\nequation\n"
			  "  for k in 1:N loop\n    connect(r[k].n, q[k].n);\n    connect(r[k].p, q[k].p);\n"
			  "    if k < N then\n      connect(r[k].n, r[k + 1].p);\n    end if;\n  end for;\n"
			  "  connect(r[N].n, c.p);\n  connect(c.n, r[1].p);\nend M;\n");
	T_CHECK(sim_says(&s, "do not determine"));
	T_REAL(sim_last(&s, "i"), 0, 1e-12);
	T_REAL(sim_last(&s, "v0"), sim_last(&s, "v1"), 1e-12);
	sim_free(&s);
}

int main(void)
{
	T_RUN(a_mesh_of_resistors_keeps_its_digits);
	T_RUN(a_mesh_of_nonlinear_resistors_is_solved);
	T_RUN(a_long_ladder_has_the_current_of_the_golden_section);
	T_RUN(a_network_that_floats_is_told);
	return T_END();
}
