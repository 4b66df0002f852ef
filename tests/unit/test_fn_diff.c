/* SPDX-License-Identifier: MIT
   test_fn_diff.c — derivatives of functions as functions of their own: loops, arrays, records,
   several results, recursion. */
#include "diff_model.h"

static char source[8192];

static void loops_are_differentiated(void)
{
	model("function newton \"root by iteration\" input Real a; output Real y; protected Real e; "
		  "algorithm y := 1; e := 1; while e > 1e-13 loop e := abs(y - 0.5*(y + a/y)); "
		  "y := 0.5*(y + a/y); end while; end newton;\n"
		  "function horner input Real c[:]; input Real x; output Real y; algorithm y := 0; "
		  "for i in 1:size(c, 1) loop y := y*x + c[i]; end for; end horner;\n"
		  "function table input Real x; input Integer n; output Real y; protected Real t[n]; "
		  "algorithm t[1] := x; for i in 2:n loop t[i] := t[i - 1]*x + sin(t[i - 1]); "
		  "if t[i] > 100 then break; end if; end for; y := sum(t[k]*k for k in 1:n) + t*t + "
		  "max(t[1], t[2]); end table;\n"
		  "model M parameter Integer n = 4; input Real x, y; Real a = newton(x*y + 2); "
		  "Real b = horner({1, x, y, 2, x*y}, y); Real c = table(0.5*x, n); "
		  "Real d = horner({1, 2, 3}, y); end M;");
	check_tangent(side("a"));
	check_tangent(side("b"));
	check_tangent(side("c"));
	check_tangent(side("d"));
	model_end();
}

static void several_results_and_records_are_differentiated(void)
{
	model(
		"record P Real x; Real y[2]; Integer n; end P;\n"
		"function turn input Real a; input Real b; output Real c; output Integer k; output Real d; "
		"algorithm c := a; d := b; k := 0; while k < 3 loop (c, d) := swap(c, d); k := k + 1; "
		"end while; end turn;\n"
		"function swap input Real a; input Real b; output Real c; output Real d; algorithm "
		"c := b*a; d := a + sin(b); end swap;\n"
		"function make input Real u; output P p; algorithm p.n := 2; while p.n < 5 loop "
		"p.n := p.n + 1; end while; p.x := u*u; p.y := {u, p.x*u}; p.y[1] := p.y[1]*p.n; end "
		"make;\n"
		"function take input P p; output Real y; algorithm y := 0; for i in 1:2000 loop "
		"y := y + p.x*p.y[1 + mod(i, 2)]*0.001; end for; end take;\n"
		"function both input Real u; output Real y; protected Real c; Real d; Integer k; P p; "
		"algorithm (c, k, d) := turn(u, 2*u); p := make(c); y := take(p) + d + k; "
		"while y > 1000 loop y := y/2; end while; end both;\n"
		"model M input Real x, y; Real a; Real b; Integer k; Real c = take(make(x*y)); "
		"Real e = both(x); P p; Real q; equation (a, k, b) = turn(x, y); p = make(y); "
		"q = p.x + p.y[2]; end M;");
	check_tangent(side("c"));
	check_tangent(side("e"));
	{
		Diff *d = diff_new(m, &cx.scratch, NULL, seed_number, NULL);

		for (size_t i = 0; i < m->eqs.n; i++) {
			const Expr *e = m->eqs.at[i].rhs, *t;

			if (e->op != EX_CALL || e->type->kind != TY_TUPLE)
				continue;
			t = diff_expr(d, e);
			T_CHECK(t && t->op == EX_TUPLE);
			for (int k = 0; t && k < 3; k += 2)
				T_REAL(number(expr_result(&m->pool, t, k)), difference(expr_result(&m->pool, e, k)),
					   1e-6);
		}
	}
	model_end();
}

static void functions_that_call_themselves_are_differentiated(void)
{
	model("function power input Real x; input Integer n; output Real y; algorithm if n <= 0 then "
		  "y := 1; return; end if; y := x*power(x, n - 1); end power;\n"
		  "function simple input Real x; input Integer n; output Real y; algorithm "
		  "y := if n <= 0 then 1 else x*other(x, n - 1); end simple;\n"
		  "function other input Real x; input Integer n; output Real y; algorithm "
		  "y := sin(simple(x, n)); end other;\n"
		  "model M parameter Integer n = 4; input Real x; Real a = power(x, 5); "
		  "Real b = simple(x, n); end M;");
	check_tangent(side("a"));
	check_tangent(side("b"));
	{
		size_t n = m->fns.n;

		check_tangent(side("a"));
		T_INT(m->fns.n, n);
	}
	model_end();
}

static void array_operators_are_differentiated(void)
{
	model(
		"function f input Real A[:,:]; input Real x; output Real y; protected Real B[size(A, 1), "
		"size(A, 2)]; Real v[size(A, 1)]; Real w[3]; Integer k; algorithm k := 0; while k < 2 loop "
		"k := k + 1; end while; B := A*x + transpose(A)*A; v := B*A[:, 1] + fill(x, size(A, 1)); "
		"w := cross({x, 1, 2}, {1, x*x, sin(x)}); B[1, :] := B[1, :] + v; "
		"y := v*v + sum(B) + product({x, 2*x, 3}) + max({x, x*x}) + w*skew(w)*{1, x, 2} + "
		"sum(outerProduct(v, v)) + sum(diagonal(v)) + vector([x; 2])*{x, 3} + "
		"sum(cat(1, v, {x, 2}).^2) + sum(linspace(x, 2*x, 4)) + scalar([x]) + "
		"sum(symmetric(B)) + sum({x*i for i in 1:k}) + sum([A, B]) + min(x, 2) + sum(A^2) + "
		"sum(abs(B)) + product(x + i for i in 1:3) + max(x*i for i in 1:2) + "
		"min(sin(x*i) for i in 1:4) + sum(x .+ w) + sum(sin(v)./(2 .+ v.*v)) + (if k > 1 then v "
		"else w)*{1, 2, 3}; end f;\n"
		"model M input Real x, y; Real r = f({{x, 1, 2}, {y, x*y, 3}, {1, 2, x}}, y); "
		"Real s = f({{1, 1, 2}, {3, 4, 3}, {1, 2, 5}}, y); end M;");
	check_tangent(side("r"));
	check_tangent(side("s"));
	model_end();
}

static void branches_need_a_promise_by_time(void)
{
	static const char body[] =
		"input Real u; output Real y; protected Integer k; algorithm y := u; "
		"k := 0; while k < 3 loop y := y*u; k := k + 1; end while;";

	snprintf(source, sizeof source,
			 "function f %s end f; function g %s annotation(smoothOrder = 2); end g;"
			 "model M input Real x, dx, ddx; Real a = f(x); Real b = g(x); end M;",
			 body, body);
	model(source);
	T_STR(der_text(side("a")),
		  "function 'f' has branches and neither a derivative nor a smoothOrder annotation");
	T_STR(der_text(side("b")), "g.'der(1)'(x, dx)");
	check_tangent(side("a"));
	{
		Diff *d = diff_new(m, &cx.scratch, expr_real(&m->pool, 1), seed_der, NULL);
		const Expr *first = diff_expr(d, side("b")), *second = diff_expr(d, first);

		T_STR(text_of(second), "g.'der(1)'.'der(11)'(x, dx, dx, ddx)");
		value[var_named("x").i] = 1.5;
		value[var_named("dx").i] = 0.5;
		value[var_named("ddx").i] = 0.25;
		/* x^4: 12*x^2*dx^2 + 4*x^3*ddx */
		T_REAL(number(second), 12 * 2.25 * 0.25 + 4 * 3.375 * 0.25, 1e-12);
	}
	model_end();
}

/* The text of the derivative function made last. */
static const char *made(void)
{
	text_clear(&shown);
	print_function(m, &m->fns.at[m->fns.n - 1], &cx.scratch, &shown);
	return text_str(&shown);
}

static void only_what_is_needed_is_computed(void)
{
	model(
		"function f input Real a; input Real k; output Real y = k*a; output Real z = 3; protected "
		"Real w[2] = {a, k}; Real e; Integer n; algorithm n := 0; e := a*k; while n < 3 loop "
		"n := n + 1; y := y*w[1] + k; if y > 9 then z := n; end if; end while; assert(e > 0, "
		"\"no\"); annotation(smoothOrder = 2); end f;\n"
		"model M input Real x, dx; Real y, z; equation (y, z) = f(x, 2); end M;");
	for (size_t i = 0; i < m->eqs.n; i++)
		if (m->eqs.at[i].rhs->type->kind == TY_TUPLE)
			der_text(m->eqs.at[i].rhs);
	T_STR(made(), "function f.'der(10)'\n"
				  "  input Real a;\n"
				  "  input Real k;\n"
				  "  input Real a_der;\n"
				  "  output Real y_der := k*a_der;\n"
				  "  output Real z_der := 0;\n"
				  "  protected Real y := k*a;\n"
				  "  protected Real w[2] := {a, k};\n"
				  "  protected Integer n;\n"
				  "  protected Real w_der[2] := {a_der, 0};\n"
				  "algorithm\n"
				  "  n := 0;\n"
				  "  while n < 3 loop\n"
				  "    n := n + 1;\n"
				  "    y_der := y_der*w[1] + y*w_der[1];\n"
				  "    y := y*w[1] + k;\n"
				  "  end while;\n"
				  "  annotation(smoothOrder = 1);\n"
				  "end f.'der(10)';\n\n");
	model_end();
}

/* A function that uses noDerivative has one derivative by time and one at an instant. */
static void directions_are_told_apart_where_it_matters(void)
{
	model(
		"function turn input Real R[2]; input Real v; output Real u; algorithm u := R[1]*v; "
		"annotation(derivative(noDerivative = R) = turn_der); end turn;\n"
		"function turn_der input Real R[2]; input Real v; input Real dv; output Real u; algorithm "
		"u := R[1]*dv + R[2]*v; end turn_der;\n"
		"function loop_ input Real R[2]; input Real v; output Real u; protected Integer n = 0; "
		"algorithm u := v; while n < 3 loop n := n + 1; u := turn(R, u); end while; "
		"annotation(smoothOrder = 1); end loop_;\n"
		"model M input Real x, w, y, dx, dw, dy; Real a = loop_({x, w}, y); end M;");
	check_tangent(side("a"));
	check_tangent(side("a"));
	T_STR(der_text(side("a")), "loop_.'der by time(11)'({x, w}, y, {dx, dw}, dy)");
	model_end();
}

static void ranges_and_extremes_of_unknown_size_have_no_derivative(void)
{
	model(
		"function f input Real u[:]; output Real y; algorithm y := max(u); while y > 3 loop "
		"y := y/2; end while; end f;\n"
		"function g input Real u; output Real y; algorithm y := 0; for a in 0:u:1 loop y := y + a; "
		"end for; end g;\n"
		"function h input Real A[:, :]; input Integer n; output Real y; protected Real B[size(A, "
		"1), size(A, 1)]; algorithm B := A^n; y := sum(B); end h;\n"
		"function k input Real u; output Real y; algorithm y := 0; for a in {u, 2*u} loop "
		"y := y + a; while y > 3 loop y := y - 1; end while; end for; end k;\n"
		"model M parameter Integer n = 3; input Real x, dx; Real a = f({x, 2, 3}); Real b = g(x); "
		"Real e = k(x); "
		"Real c = h({{x, 1}, {2, 3}}, n); end M;");
	{
		Diff *d = diff_new(m, &cx.scratch, NULL, seed_number, NULL);
		size_t n = m->fns.n;

		T_CHECK(!diff_expr(d, side("a")));
		T_STR(diff_why(d), "in function 'f': 'max' of an array of unknown size has no derivative");
		T_CHECK(!diff_expr(d, side("a")));
		T_STR(diff_why(d), "in function 'f': 'max' of an array of unknown size has no derivative");
		T_CHECK(!diff_expr(d, side("b")));
		T_STR(diff_why(d), "in function 'g': a range of numbers has no derivative");
		T_CHECK(!diff_expr(d, side("e")));
		T_STR(diff_why(d), "in function 'k': the range of a loop has no derivative");
		T_CHECK(!diff_expr(d, side("c")));
		T_STR(diff_why(d), "in function 'h': the power of a matrix has no small whole exponent");
		T_INT(m->fns.n, n);
	}
	model_end();
}

int main(void)
{
	T_RUN(loops_are_differentiated);
	T_RUN(several_results_and_records_are_differentiated);
	T_RUN(functions_that_call_themselves_are_differentiated);
	T_RUN(array_operators_are_differentiated);
	T_RUN(branches_need_a_promise_by_time);
	T_RUN(only_what_is_needed_is_computed);
	T_RUN(directions_are_told_apart_where_it_matters);
	T_RUN(ranges_and_extremes_of_unknown_size_have_no_derivative);
	return T_END();
}
