/* SPDX-License-Identifier: MIT
   test_diff.c — derivatives: each rule as text, random expressions against differences, functions
   with annotations, through their bodies, and as functions of their own. */
#include "diff_model.h"

/* -- rules ---------------------------------------------------------------------------------- */

#define VARS                                                                                       \
	"input Real x, y, dx, dy, ddx, ddy; parameter Real p = 3; discrete Real k; parameter Integer " \
	"n = 4;"

static char source[8192];

/* The derivative by time of an expression in x and y. */
static const char *der_of(const char *expr)
{
	static char result[4096];

	snprintf(source, sizeof source,
			 "model M " VARS " Real r; equation when x > 1 then k = x; end when; r = %s; end M;",
			 expr);
	model(source);
	snprintf(result, sizeof result, "%s", der_text(side("r")));
	model_end();
	return result;
}

static void arithmetic_keeps_expressions_small(void)
{
	T_STR(der_of("x + y"), "dx + dy");
	T_STR(der_of("x - y"), "dx - dy");
	T_STR(der_of("x + 2"), "dx");
	T_STR(der_of("2 - x"), "-dx");
	T_STR(der_of("-(-x)"), "dx");
	T_STR(der_of("y - (-x)"), "dy + dx");
	T_STR(der_of("3*x"), "3*dx");
	T_STR(der_of("x*y"), "dx*y + x*dy");
	T_STR(der_of("x*x"), "2*x*dx");
	T_STR(der_of("-x*y"), "-(dx*y + x*dy)");
	T_STR(der_of("x/y"), "(dx - x/y*dy)/y");
	T_STR(der_of("x/2"), "dx/2");
	T_STR(der_of("1/x"), "-1/x*dx/x");
	T_STR(der_of("time*x"), "x + time*dx");
}

static void powers(void)
{
	T_STR(der_of("x^2"), "2*x*dx");
	T_STR(der_of("x^3"), "3*x^2*dx");
	T_STR(der_of("x^(-1)"), "-x^(-2)*dx");
	T_STR(der_of("x^0"), "0");
	T_STR(der_of("x^p"), "p*x^(p - 1)*dx");
	T_STR(der_of("2^x"), "2^x*0.6931471805599453*dx");
	T_STR(der_of("x^y"), "y*x^(y - 1)*dx + (if noEvent(x > 0) then x^y*log(x)*dy else 0)");
}

static void functions_use_their_values(void)
{
	T_STR(der_of("sqrt(x)"), "dx/(2*sqrt(x))");
	T_STR(der_of("exp(x)"), "exp(x)*dx");
	T_STR(der_of("log(x)"), "dx/x");
	T_STR(der_of("sin(x)"), "cos(x)*dx");
	T_STR(der_of("cos(x)"), "-sin(x)*dx");
	T_STR(der_of("tan(x)"), "(1 + tan(x)*tan(x))*dx");
	T_STR(der_of("tanh(x)"), "(1 - tanh(x)*tanh(x))*dx");
	T_STR(der_of("atan2(y, x)"), "(x*dy - y*dx)/(x*x + y*y)");
	T_STR(der_of("asin(x)"), "dx/sqrt(1 - x*x)");
	T_STR(der_of("acos(x)"), "-dx/sqrt(1 - x*x)");
}

static void choices_keep_their_relations(void)
{
	T_STR(der_of("abs(x)"), "if noEvent(x >= 0) then dx else -dx");
	T_STR(der_of("max(x, y)"), "if noEvent(x > y) then dx else dy");
	T_STR(der_of("min(x, 1)"), "if noEvent(x < 1) then dx else 0");
	T_STR(der_of("if x > y then x else 2"), "if x > y then dx else 0");
	T_STR(der_of("if x > y then 1 else 2"), "0");
	T_STR(der_of("noEvent(if x > y then x else 2)"), "noEvent(if x > y then dx else 0)");
	T_STR(der_of("smooth(2, if x > y then x else y)"), "smooth(1, if x > y then dx else dy)");
	T_STR(der_of("smooth(0, if x > y then x else y)"), "if x > y then dx else dy");
	T_STR(der_of("semiLinear(x, 3, p)"), "if x >= 0 then 3*dx else p*dx");
	T_STR(der_of("semiLinear(x, y, 2)"), "if x >= 0 then dy*x + y*dx else 2*dx");
	T_STR(der_of("homotopy(x*y, y)"), "homotopy(dx*y + x*dy, dy)");
	T_STR(der_of("homotopy(x, 1)"), "homotopy(dx, 0)");
}

static void what_jumps_or_stands_has_derivative_zero(void)
{
	T_STR(der_of("k + p + n + 3"), "0");
	T_STR(der_of("floor(x) + ceil(y) + integer(x) + div(x, y) + sign(x)"), "0");
	T_STR(der_of("pre(k)*x"), "pre(k)*dx");
	T_STR(der_of("mod(x, 3)"), "dx");
	T_STR(der_of("rem(x, y)"), "dx - div(x, y)*dy");
	T_STR(der_of("mod(x, y)"), "dx - floor(x/y)*dy");
	T_STR(der_of("if x > 3 and sample(0, 1) then p else n"), "0");
}

static void delays_are_differentiated_by_time_only(void)
{
	T_STR(der_of("delay(x*y, 0.5)"), "delay(dx*y + x*dy, 0.5)");
	T_STR(der_of("delay(x, y, 2)"), "delay(dx, y, 2)*(1 - dy)");
	model("model M input Real x, y; Real r = y + delay(x, 0.5); end M;");
	{
		Diff *d = diff_new(m, &cx.scratch, NULL, seed_number, NULL);

		T_REAL(number(diff_expr(d, side("r"))), direction[var_named("y").i], 0);
	}
	model_end();
}

static void what_cannot_be_differentiated_says_why(void)
{
	T_STR(der_of("der(x)"), "'der' of an expression is not resolved");
	model(
		"function f input Real u; output Real v; external \"C\"; end f;\n"
		"function g input Real u; output Real v; algorithm v := 0; while v < u loop v := v + f(u); "
		"end while; annotation(smoothOrder = 3); end g;\n"
		"model M input Real x, dx; Real a = f(x); Real b = g(x); Real c = f(2); end M;");
	T_STR(der_text(side("a")), "external function 'f' has no derivative annotation that applies");
	T_STR(der_text(side("b")),
		  "in function 'g': external function 'f' has no derivative annotation that applies");
	T_STR(der_text(side("c")), "0");
	model_end();
}

static void a_variable_is_asked_for_once(void)
{
	model("model M input Real x; Real r = sin(x)*cos(x) + x^2/(1 + x); Real s = x*x; end M;");
	{
		Diff *d = diff_new(m, &cx.scratch, NULL, seed_number, NULL);
		uint32_t before;

		n_seeded = 0;
		T_CHECK(diff_expr(d, side("r")));
		T_CHECK(diff_expr(d, side("s")));
		T_INT(n_seeded, 1);
		before = m->pool.n;
		T_CHECK(diff_expr(d, side("r")));
		T_INT(m->pool.n, before);
	}
	model_end();
}

/* -- random expressions --------------------------------------------------------------------- */

static uint64_t stream;

static uint32_t pick(uint32_t n)
{
	return (uint32_t)(map_hash(++stream) >> 33) % n;
}

/* An expression in x1 … x4 that is smooth almost everywhere and defined everywhere. */
static void random_expr(char *out, size_t size, int depth)
{
	static const char *const one[] = {"sin(%s)",
									  "cos(%s)",
									  "exp(-(%s)^2)",
									  "sqrt(1 + (%s)^2)",
									  "log(2 + (%s)^2)",
									  "log10(2 + (%s)^2)",
									  "tanh(%s)",
									  "atan(%s)",
									  "asin(0.5*sin(%s))",
									  "acos(0.5*cos(%s))",
									  "sinh(0.5*sin(%s))",
									  "cosh(0.5*sin(%s))",
									  "tan(0.5*sin(%s))",
									  "abs(%s)",
									  "-(%s)",
									  "(%s)^3",
									  "(1 + (%s)^2)^1.5",
									  "mod(%s, 7)",
									  "noEvent(%s)",
									  "smooth(1, %s)",
									  "sum({1, 2, 3}*(%s))"};
	static const char *const two[] = {"(%s) + (%s)",
									  "(%s) - (%s)",
									  "(%s)*(%s)",
									  "(%s)/(2 + sin(%s))",
									  "max(%s, %s)",
									  "min(%s, %s)",
									  "atan2(%s, 3 + cos(%s))",
									  "(2 + sin(%s))^sin(%s)",
									  "semiLinear(%s, %s, 2)",
									  "homotopy(%s, %s)",
									  "if x1 > x2 then %s else %s",
									  "rem(%s, 5 + cos(%s))",
									  "{1, 2}*{%s, %s}"};
	char a[2048], b[2048];

	if (depth == 0) {
		if (pick(5) == 0)
			snprintf(out, size, "%g", pick(50) * 0.1);
		else
			snprintf(out, size, "x%d", (int)pick(4) + 1);
		return;
	}
	random_expr(a, sizeof a, depth - 1);
	if (pick(2)) {
		snprintf(out, size, one[pick(sizeof one / sizeof *one)], a);
	} else {
		random_expr(b, sizeof b, (int)pick((uint32_t)depth));
		snprintf(out, size, two[pick(sizeof two / sizeof *two)], a, b);
	}
	if (strlen(out) > 800)
		snprintf(out, size, "x1*x2");
}

static void random_expressions_agree_with_differences(void)
{
	static char text[1 << 17];
	char e[2048], name[16];
	size_t at = 0;

	at += (size_t)snprintf(text, sizeof text, "model M input Real x1, x2, x3, x4;");
	for (int i = 0; i < 120; i++) {
		random_expr(e, sizeof e, 1 + i % 5);
		at += (size_t)snprintf(text + at, sizeof text - at, "Real r%d = %s;\n", i, e);
	}
	snprintf(text + at, sizeof text - at, "end M;");
	model(text);
	for (int i = 0; i < 120; i++) {
		snprintf(name, sizeof name, "r%d", i);
		check_tangent(side(name));
	}
	model_end();
}

/* The second derivative: that of the first. */
static void second_derivatives_agree_with_differences(void)
{
	model("model M input Real x, y; Real r = exp(sin(x*y))/(1 + x^2) + sqrt(1 + y^2)*x^3 + "
		  "atan2(x, 2 + y); end M;");
	{
		Diff *d = diff_new(m, &cx.scratch, NULL, seed_number, NULL);

		check_tangent(diff_expr(d, side("r")));
	}
	model_end();
}

/* -- functions with annotations ------------------------------------------------------------- */

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

/* -- functions made by fn_diff -------------------------------------------------------------- */

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
		"sum(abs(B)) + sum(sin(v)./(2 .+ v.*v)) + (if k > 1 then v else w)*{1, 2, 3}; end f;\n"
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

int main(void)
{
	T_RUN(arithmetic_keeps_expressions_small);
	T_RUN(powers);
	T_RUN(functions_use_their_values);
	T_RUN(choices_keep_their_relations);
	T_RUN(what_jumps_or_stands_has_derivative_zero);
	T_RUN(delays_are_differentiated_by_time_only);
	T_RUN(what_cannot_be_differentiated_says_why);
	T_RUN(a_variable_is_asked_for_once);
	T_RUN(random_expressions_agree_with_differences);
	T_RUN(second_derivatives_agree_with_differences);
	T_RUN(the_first_annotation_that_holds_is_taken);
	T_RUN(a_derivative_of_higher_order_belongs_to_a_derivative);
	T_RUN(another_direction_of_a_second_derivative_is_right);
	T_RUN(no_derivative_is_not_asked_for_by_time);
	T_RUN(no_derivative_does_not_hold_for_tangents);
	T_RUN(simple_functions_are_seen_through);
	T_RUN(loops_are_differentiated);
	T_RUN(several_results_and_records_are_differentiated);
	T_RUN(functions_that_call_themselves_are_differentiated);
	T_RUN(array_operators_are_differentiated);
	T_RUN(branches_need_a_promise_by_time);
	return T_END();
}
