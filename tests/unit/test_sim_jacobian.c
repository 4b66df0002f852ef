/* SPDX-License-Identifier: MIT
   --check-jacobian: Jacobians by formulas are compared with differences while a model runs. A wrong
   one ends the run, kinks and loosely solved blocks do not. */
#include "sim.h"
#include "t.h"

#define STIFF                                                                                  \
	"model M\n  Real x(start = 1, fixed = true), y(start = 0.5, fixed = true), z;\nequation\n" \
	"  der(x) = -1000*x*y + z;\n  der(y) = x - 3*y^2;\n  z^3 + z = x + y;\nend M;\n"

static void start(Sim *s, const char *text)
{
	if (!sim_text(s, text))
		T_FAIL("%s", sim_said(s));
	s->o.run.check_jacobian = true;
}

static void right_jacobians_pass(void)
{
	Sim s;

	start(&s, STIFF);
	if (sim_run(&s) != MDV_OK)
		T_FAIL("%s", sim_said(&s));
	T_CHECK(sim_says(&s, "entries"));
	T_CHECK(sim_says(&s, " 0 more at kinks"));
	sim_free(&s);
}

/* The tangents of the two derivatives change places: rows of the Jacobian do. */
static void a_wrong_jacobian_ends_the_run(void)
{
	Sim s;
	MdvState *state;
	int32_t slot;

	start(&s, STIFF);
	if (sim_run(&s) != MDV_OK)
		T_FAIL("%s", sim_said(&s));
	state = (MdvState *)(uintptr_t)s.rt->m->state;
	slot = state[0].derivative_tangent;
	state[0].derivative_tangent = state[1].derivative_tangent;
	state[1].derivative_tangent = slot;
	T_CHECK(sim_run(&s) < 0);
	T_CHECK(sim_says(&s, "the Jacobian is wrong: der("));
	T_CHECK(sim_says(&s, "by its formula"));
	sim_free(&s);
}

/* a is computed at events, in a block whose columns are built with its tangent: what is left there
   was taken for the derivative of der(w). */
static void derivatives_that_change_at_events_only_have_no_slopes(void)
{
	Sim s;

	start(&s, "model M\n  parameter Real J[3] = {2, 3, 4};\n  Real p(start = 0, fixed = true), "
			  "w(start = 1, fixed = true), a, b, c, f;\nequation\n  der(p) = w;\n  der(w) = a;\n"
			  "  J[1]*a = f + (if time > 0.5 then 1 else 0);\n  J[2]*b = -f;\n  J[3]*c = -f;\n"
			  "  a = b + c;\nend M;\n");
	if (sim_run(&s) != MDV_OK)
		T_FAIL("%s", sim_said(&s));
	/* f = -a*12/7, 2 a = f + 1 */
	T_REAL(sim_last(&s, "w"), 1 + 0.5 * 7 / 26, 1e-6);
	sim_free(&s);
}

static void kinks_are_skipped(void)
{
	Sim s;

	start(&s, "model M\n  Real x(start = 0, fixed = true), y(start = 1, fixed = true);\nequation\n"
			  "  der(x) = noEvent(abs(x)) + y;\n  der(y) = -y;\nend M;\n");
	if (sim_run(&s) != MDV_OK)
		T_FAIL("%s", sim_said(&s));
	T_CHECK(!sim_says(&s, " 0 more at kinks"));
	sim_free(&s);
}

/* At y = 0 the two sides of a slope differ by 1e-4, on a parabola that is much steeper beside it.
 */
static void slight_kinks_on_what_bends_are_skipped(void)
{
	Sim s;

	start(&s, "model M\n  Real x(start = 1, fixed = true), y(start = 0, fixed = true);\nequation\n"
			  "  der(x) = noEvent(if y > 0 then 1.0001*y else y) + 1e5*y^2 - x;\n  der(y) = 0*x;\n"
			  "end M;\n");
	if (sim_run(&s) != MDV_OK)
		T_FAIL("%s", sim_said(&s));
	T_CHECK(!sim_says(&s, " 0 more at kinks"));
	sim_free(&s);
}

/* A root that is smooth within 1e-7 of its argument, which the longest differences do not see. */
static void what_bends_in_a_short_way_is_looked_at_from_nearer(void)
{
	Sim s;

	start(&s, "model M\n  Real x(start = 0, fixed = true), y(start = 1, fixed = true);\n"
			  "equation\n  der(x) = -100*x/(x^2 + 1e-14)^0.25;\n  der(y) = -y;\nend M;\n");
	if (sim_run(&s) != MDV_OK)
		T_FAIL("%s", sim_said(&s));
	T_CHECK(sim_says(&s, " 0 more at kinks"));
	sim_free(&s);
}

/* An amplifier that feeds itself back has three solutions: the differences of a check may be on
   another than the run, and must not lead it there. The one at hand ends soon after. */
static void a_run_that_is_checked_is_the_same(void)
{
	double x[2];
	Sim s;

	for (int k = 0; k < 2; k++) {
		start(&s, "model M\n  Real x(start = 0.2, fixed = true), v(start = -1), u;\nequation\n"
				  "  u = 0.5*v - x;\n  der(x) = v - x;\n  v = noEvent(if u > 1e-3 then 1 elseif "
				  "u < -1e-3 then -1 else 1e3*u);\n"
				  "  annotation(experiment(StopTime = 2));\nend M;\n");
		s.o.run.check_jacobian = k;
		if (sim_run(&s) != MDV_OK)
			T_FAIL("%s", sim_said(&s));
		x[k] = sim_last(&s, "x");
		sim_free(&s);
	}
	T_CHECK(x[0] == x[1]);
}

/* The sum of three phases is nothing but rounding, and so is its slope by the formula. */
static void rounding_of_formulas_is_measured(void)
{
	Sim s;

	start(&s, "model M\n  parameter Real k = 1e12;\n  parameter Real c[3] = {cos(0), "
			  "cos(2*3.141592653589793/3), cos(4*3.141592653589793/3)};\n"
			  "  Real p(start = 0, fixed = true), i(start = 0, fixed = true), a[3];\nequation\n"
			  "  der(p) = 1 - p;\n  a = c*p;\n  der(i) = -i + k*(a[1] + a[2] + a[3]);\nend M;\n");
	if (sim_run(&s) != MDV_OK)
		T_FAIL("%s", sim_said(&s));
	T_CHECK(sim_says(&s, "entries"));
	sim_free(&s);
}

static void solvers_without_jacobians_say_so(void)
{
	Sim s;

	start(&s, STIFF);
	s.o.run.solver = MDV_SOLVER_RK45;
	if (sim_run(&s) != MDV_OK)
		T_FAIL("%s", sim_said(&s));
	T_CHECK(sim_says(&s, "there was no Jacobian by formulas to check"));
	sim_free(&s);
}

int main(void)
{
	T_RUN(right_jacobians_pass);
	T_RUN(a_wrong_jacobian_ends_the_run);
	T_RUN(derivatives_that_change_at_events_only_have_no_slopes);
	T_RUN(kinks_are_skipped);
	T_RUN(slight_kinks_on_what_bends_are_skipped);
	T_RUN(what_bends_in_a_short_way_is_looked_at_from_nearer);
	T_RUN(a_run_that_is_checked_is_the_same);
	T_RUN(rounding_of_formulas_is_measured);
	T_RUN(solvers_without_jacobians_say_so);
	return T_END();
}
