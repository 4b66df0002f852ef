/* SPDX-License-Identifier: MIT
   Results of functions that are kept for calls with the same arguments: nobody notices. */
#include "sim.h"
#include "t.h"

static void run(Sim *s, const char *text)
{
	if (!sim_text(s, text) || sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

/* 0 and -0 are equal, but not the same argument. */
static void the_sign_of_zero_is_part_of_an_argument(void)
{
	Sim s;

	run(&s, "function f\n  input Real x;\n  output Real y;\nalgorithm\n  y := 0;\n"
			"  for k in 1:3 loop\n    y := y + atan2(x, -1);\n  end for;\nend f;\n"
			"model M\n  Real z(start = 0, fixed = true), a, b, c;\n"
			"equation\n  der(z) = 0;\n  a = f(z);\n  b = f(-z);\n  c = f(z * time);\nend M;\n");
	for (size_t k = 0; k < s.time.n; k++) {
		T_REAL(sim_row(&s, k, "a"), 3 * 3.14159265358979, 1e-12);
		T_REAL(sim_row(&s, k, "b"), -3 * 3.14159265358979, 1e-12);
		T_REAL(sim_row(&s, k, "c"), 3 * 3.14159265358979, 1e-12);
	}
	sim_free(&s);
}

/* More places than results are kept, each asked for twice, one function inside of another. */
static void many_places_have_values_of_their_own(void)
{
	Sim s;

	run(&s, "function g\n  input Real p, h;\n  output Real t, d;\nalgorithm\n  t := p;\n  d := h;\n"
			"  for k in 1:4 loop\n    t := t + h * k;\n    d := d + p / k;\n  end for;\nend g;\n"
			"function f\n  input Real p, h;\n  output Real y;\nprotected\n  Real t, d;\nalgorithm\n"
			"  (t, d) := g(p, h);\n  y := t - d;\nend f;\n"
			"model M\n  parameter Integer n = 150;\n  Real x[n], y[n], t[n], d[n];\nequation\n"
			"  for k in 1:n loop\n    x[k] = time + k;\n    y[k] = f(x[k], 2);\n"
			"    (t[k], d[k]) = g(x[k], 2);\n  end for;\nend M;\n");
	for (int k = 1; k <= 150; k += 7) {
		char y[16], t[16], d[16];

		snprintf(y, sizeof y, "y[%d]", k);
		snprintf(t, sizeof t, "t[%d]", k);
		snprintf(d, sizeof d, "d[%d]", k);
		T_REAL(sim_last(&s, t), 1 + k + 20, 1e-12);
		T_REAL(sim_last(&s, d), 2 + (1 + k) * 25.0 / 12, 1e-12);
		T_REAL(sim_last(&s, y), sim_last(&s, t) - sim_last(&s, d), 1e-12);
	}
	sim_free(&s);
}

/* What fails is tried again, and fails again: the second model begins at a point where it does. */
static void a_failure_is_not_taken_for_a_result(void)
{
	Sim s;

	if (!sim_text(&s,
				  "function f\n  input Real x;\n  output Real y;\nalgorithm\n  y := x;\n"
				  "  for k in 1:3 loop\n    assert(x < 0.5, \"too large\");\n    y := y + 1;\n"
				  "  end for;\nend f;\n"
				  "model M\n  Real a, b;\nequation\n  a = f(time);\n  b = f(time) + a;\nend M;\n"))
		T_FAIL("%s", sim_said(&s));
	T_CHECK(sim_run(&s) != MDV_OK);
	T_CHECK(sim_says(&s, "too large"));
	T_CHECK(s.time.n > 0 && s.time.at[s.time.n - 1] < 0.5);
	sim_free(&s);
}

int main(void)
{
	T_RUN(the_sign_of_zero_is_part_of_an_argument);
	T_RUN(many_places_have_values_of_their_own);
	T_RUN(a_failure_is_not_taken_for_a_result);
	return T_END();
}
