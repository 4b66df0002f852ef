/* SPDX-License-Identifier: MIT
   test_diff_call.c — derivatives of calls: which annotation is taken, what it is given, and bodies
   that are seen through. */
#include "diff_model.h"

static char source[8192];

/* -- annotations ---------------------------------------------------------------------------- */

static void the_first_annotation_that_holds_is_taken(void)
{
	model("function f input Real u; input Real v; output Real y; external \"C\"; "
		  "annotation(derivative(zeroDerivative = v) = f_u, derivative = f_uv); end f;\n"
		  "function f_u input Real u; input Real v; input Real du; output Real dy; external \"C\"; "
		  "end f_u;\n"
		  "function f_uv input Real u; input Real v; input Real du; input Real dv; output Real dy; "
		  "external \"C\"; end f_uv;\n"
		  "model M input Real x, y, dx, dy; Real a = f(x, 2); Real b = f(x, y); Real c = f(2, y); "
		  "Real e = f(2, 3); end M;");
	T_STR(der_text(side("a")), "f_u(x, 2, dx)");
	T_STR(der_text(side("b")), "f_uv(x, y, dx, dy)");
	T_STR(der_text(side("c")), "f_uv(2, y, 0, dy)");
	T_STR(der_text(side("e")), "0");
	model_end();
}

static void a_derivative_of_higher_order_belongs_to_a_derivative(void)
{
	model(
		"function f0 input Real u; input Integer i; output Real y; external \"C\"; "
		"annotation(derivative = f1); end f0;\n"
		"function f1 input Real u; input Integer i; input Real du; output Real dy; external \"C\"; "
		"annotation(derivative(order = 2) = f2); end f1;\n"
		"function f2 input Real u; input Integer i; input Real du; input Real ddu; "
		"output Real ddy; external \"C\"; end f2;\n"
		"model M input Real x, dx, ddx, y, dy; Real a = f0(x, 3); Real b = f1(x, 3, dx); "
		"Real c = f1(x, 3, y); end M;");
	T_STR(der_text(side("a")), "f1(x, 3, dx)");
	T_STR(der_text(side("b")), "f2(x, 3, dx, ddx)");
	T_STR(der_text(side("c")), "(f2(x, 3, y + dx, 2*dy) - f2(x, 3, y - dx, (-2)*dy))/4");
	model_end();
}

static void another_direction_of_a_second_derivative_is_right(void)
{
	/* f0 is u^3; f1 and f2 cannot be seen through, because their loops have unknown length. */
	model("function f0 input Real u; output Real y; external \"C\"; annotation(derivative = f1); "
		  "end f0;\n"
		  "function f1 input Real u; input Real du; output Real dy; external \"builtin\" dy = "
		  "g(u, du); annotation(derivative(order = 2) = f2); end f1;\n"
		  "function f2 input Real u; input Real du; input Real ddu; output Real ddy; algorithm "
		  "ddy := 6*u*du^2 + 3*u^2*ddu; end f2;\n"
		  "model M input Real x, y; Real r = f1(x, y); Real s = 3*x^2*y; Real t = f0(x); end M;");
	{
		Diff *d = diff_new(m, &cx.scratch, NULL, seed_number, NULL);
		const Expr *t = diff_expr(d, side("r"));

		T_CHECK(t);
		if (t)
			T_REAL(number(t), difference(side("s")), 1e-6);
	}
	model_end();
}

static const char frames[] =
	"package F record Orientation Real T[3,3]; Real w[3]; end Orientation;\n"
	"function resolve1 input Orientation R; input Real v2[3]; output Real v1[3]; algorithm "
	"v1 := transpose(R.T)*v2; annotation(derivative(noDerivative = R) = resolve1_der, "
	"InlineAfterIndexReduction = true); end resolve1;\n"
	"function resolve1_der input Orientation R; input Real v2[3]; input Real v2_der[3]; "
	"output Real v1_der[3]; algorithm v1_der := resolve1(R, v2_der + cross(R.w, v2)); "
	"annotation(Inline = true); end resolve1_der;\n"
	"function planar input Real e[3]; input Real phi; input Real w; output Orientation R; "
	"algorithm R := Orientation(T = outerProduct(e, e) + (identity(3) - outerProduct(e, e))*"
	"cos(phi) - skew(e)*sin(phi), w = e*w); annotation(Inline = true); end planar; end F;\n";

static void no_derivative_is_not_asked_for_by_time(void)
{
	snprintf(source, sizeof source,
			 "%s model M F.Orientation R; input Real x, y, dx, dy; "
			 "input Real dw[3]; Real r[3]; equation R.T = fill(x, 3, 3); R.w = fill(y, 3); "
			 "r = F.resolve1(R, {x, y, 2}); end M;",
			 frames);
	model(source);
	{
		Diff *d = diff_new(m, &cx.scratch, expr_real(&m->pool, 1), seed_der, NULL);
		const Expr *call = NULL, *t;

		for (size_t i = 0; i < m->eqs.n && !call; i++)
			if (m->eqs.at[i].rhs->op == EX_CALL)
				call = m->eqs.at[i].rhs;
		n_seeded = 0;
		T_CHECK(call);
		t = call ? diff_expr(d, call) : NULL;
		T_INT(n_seeded, 2);
		T_CHECK(t && t->op == EX_CALL);
		if (t) {
			T_STR(intern_text(m->names, m->fns.at[t->aux].name), "F.resolve1_der");
			T_INT(t->n, 3);
			T_STR(text_of(t->arg[2]), "{dx, dy, 0}");
		}
	}
	model_end();
}

/* At one instant R may turn in any direction: the annotation does not hold. */
static void no_derivative_does_not_hold_for_tangents(void)
{
	snprintf(source, sizeof source,
			 "%s model M input Real phi, w, x, y; Real r; protected Real v[3] = "
			 "F.resolve1(F.planar({0, 0, 1}, phi, w), {x, y, 2}); equation r = "
			 "F.resolve1(F.planar({0, 0, 1}, phi, w), {x, y, 2})*{1, 2, 3}; end M;",
			 frames);
	model(source);
	check_tangent(side("r"));
	model_end();
}

static void an_annotation_that_does_not_fit_is_left_aside(void)
{
	model("function f input Real u; output Real y; algorithm y := u^2; annotation("
		  "derivative = few, derivative(order = 2) = fit); end f;\n"
		  "function few input Real u; output Real y; algorithm y := u; end few;\n"
		  "function fit input Real u; input Real du; output Real y; algorithm y := u*du; end fit;\n"
		  "model M input Real x, dx; Real a = f(x); end M;");
	T_STR(der_text(side("a")), "2*x*dx");
	model_end();
}

/* As in sources of motion: the derivatives are given, a dummy says how often. */
static void values_with_given_derivatives(void)
{
	model(
		"function position input Real u[3]; input Real dummy; output Real q; algorithm q := u[1]; "
		"annotation(derivative(noDerivative = u) = position_der); end position;\n"
		"function position_der input Real u[3]; input Real dummy; input Real dummy_der; "
		"output Real q; algorithm q := u[2]; annotation(derivative(noDerivative = u, order = 2) = "
		"position_der2); end position_der;\n"
		"function position_der2 input Real u[3]; input Real dummy; input Real dummy_der; "
		"input Real dummy_der2; output Real q; algorithm q := u[3]; end position_der2;\n"
		"model M input Real x, y, z; Real a = position({x, y, z}, time); "
		"Real b = position_der({x, y, z}, 3, 1); end M;");
	{
		Diff *d = diff_new(m, &cx.scratch, expr_real(&m->pool, 1), seed_der, NULL);
		const Expr *first = diff_expr(d, side("a")), *second = diff_expr(d, first);

		T_STR(text_of(first), "position_der({x, y, z}, time, 1)");
		T_STR(text_of(second), "position_der2({x, y, z}, time, 1, 0)");
		T_STR(der_text(side("b")), "position_der2({x, y, z}, 3, 1, 0)");
		/* At one instant u may have any direction. */
		d = diff_new(m, &cx.scratch, NULL, seed_number, NULL);
		T_REAL(number(diff_expr(d, side("a"))), direction[var_named("x").i], 0);
		T_REAL(number(diff_expr(d, first)), direction[var_named("y").i], 0);
	}
	model_end();
}

static void the_second_derivative_may_be_given_at_the_function(void)
{
	model(
		"function f input Real u; input Integer i; output Real y; external \"C\"; annotation("
		"derivative = df, derivative(order = 2) = ddf); end f;\n"
		"function df input Real u; input Integer i; input Real du; output Real y; external \"C\"; "
		"end df;\n"
		"function ddf input Real u; input Integer i; input Real du; input Real ddu; output Real y; "
		"external \"C\"; end ddf;\n"
		"model M input Real x, dx, ddx; Real a = f(x, 1); Real b = df(x, 1, dx); end M;");
	T_STR(der_text(side("a")), "df(x, 1, dx)");
	T_STR(der_text(side("b")), "ddf(x, 1, dx, ddx)");
	model_end();
}

static void a_third_derivative_follows_the_second(void)
{
	model("function f input Real u; input Real v; output Real y; external \"C\"; annotation("
		  "derivative(noDerivative = v) = f1); end f;\n"
		  "function f1 input Real u; input Real v; input Real du; output Real y; external \"C\"; "
		  "annotation(derivative(noDerivative = v, order = 2) = f2); end f1;\n"
		  "function f2 input Real u; input Real v; input Real du; input Real ddu; output Real y; "
		  "external \"C\"; annotation(derivative(noDerivative = v, order = 3) = f3); end f2;\n"
		  "function f3 input Real u; input Real v; input Real du; input Real ddu; input Real dddu; "
		  "output Real y; external \"C\"; end f3;\n"
		  "model M input Real x, dx, ddx, dddx, y; Real a = f(x, y); Real b = f1(x, y, dx); "
		  "Real c = f2(x, y, dx, ddx); end M;");
	T_STR(der_text(side("a")), "f1(x, y, dx)");
	T_STR(der_text(side("b")), "f2(x, y, dx, ddx)");
	T_STR(der_text(side("c")), "f3(x, y, dx, ddx, dddx)");
	model_end();
}

static void several_results_come_from_one_derivative(void)
{
	model(
		"function f input Real u; output Real a; output Integer i; output Real b; external \"C\"; "
		"annotation(derivative = df); end f;\n"
		"function df input Real u; input Real du; output Real da; output Real db; external \"C\"; "
		"end df;\n"
		"function g input Real u; output Integer i; output Real b; external \"C\"; "
		"annotation(derivative = dg); end g;\n"
		"function dg input Real u; input Real du; output Real db; external \"C\"; end dg;\n"
		"function both input Real u; output Real y; protected Real a; Integer i; Real b; Integer "
		"k; "
		"Real c; algorithm (a, i, b) := f(u); (k, c) := g(u); y := a*b + c; end both;\n"
		"model M input Real x, dx; Real a, b; Integer i; Real y = both(x); equation (a, i, b) = "
		"f(x); end M;");
	for (size_t i = 0; i < m->eqs.n; i++)
		if (m->eqs.at[i].rhs->type->kind == TY_TUPLE)
			T_STR(der_text(m->eqs.at[i].rhs), "(df(x, dx), f(x).2, df(x, dx).2)");
	T_STR(der_text(side("y")), "df(x, dx)*f(x).3 + f(x)*df(x, dx).2 + dg(x, dx)");
	model_end();
}

static void effects_have_no_derivative(void)
{
	model("impure function f input Real u; output Real y; external \"C\"; end f;\n"
		  "model M input Real x, dx; Real y; discrete Real z; equation when x > 1 then z = f(x); "
		  "end when; y = z; algorithm end M;");
	for (size_t i = 0; i < m->eqs.n; i++)
		if (m->eqs.at[i].kind == EQ_WHEN)
			T_STR(der_text(m->eqs.at[i].branch[0].eq[0].rhs),
				  "function 'f' is impure and has no derivative");
	model_end();
}

/* -- functions through their bodies --------------------------------------------------------- */

static void simple_functions_are_seen_through(void)
{
	model("function f input Real u; input Real v; output Real y; protected Real a = u*v; algorithm "
		  "y := a + u; y := y*2; end f;\n"
		  "function g input Real u; output Real y; algorithm if u > 1 then y := u^2; else y := u; "
		  "end if; end g;\n"
		  "model M input Real x, y, dx, dy; Real a = f(x, 2); Real b = g(x*y); end M;");
	T_STR(der_text(side("a")), "(dx*2 + dx)*2");
	T_STR(der_text(side("b")), "if noEvent(x*y > 1) then 2*(x*y)*(dx*y + x*dy) else dx*y + x*dy");
	check_tangent(side("a"));
	check_tangent(side("b"));
	model_end();
}

int main(void)
{
	T_RUN(the_first_annotation_that_holds_is_taken);
	T_RUN(a_derivative_of_higher_order_belongs_to_a_derivative);
	T_RUN(another_direction_of_a_second_derivative_is_right);
	T_RUN(no_derivative_is_not_asked_for_by_time);
	T_RUN(no_derivative_does_not_hold_for_tangents);
	T_RUN(an_annotation_that_does_not_fit_is_left_aside);
	T_RUN(values_with_given_derivatives);
	T_RUN(the_second_derivative_may_be_given_at_the_function);
	T_RUN(a_third_derivative_follows_the_second);
	T_RUN(several_results_come_from_one_derivative);
	T_RUN(effects_have_no_derivative);
	T_RUN(simple_functions_are_seen_through);
	return T_END();
}
