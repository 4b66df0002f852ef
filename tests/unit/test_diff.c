/* SPDX-License-Identifier: MIT
   test_diff.c — derivatives: each rule as text, random expressions against differences. */
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
	static char text[1 << 19];
	char e[2048], name[16];
	size_t at = 0;

	at += (size_t)snprintf(text, sizeof text, "model M input Real x1, x2, x3, x4;");
	for (int i = 0; i < 400; i++) {
		random_expr(e, sizeof e, 1 + i % 5);
		at += (size_t)snprintf(text + at, sizeof text - at, "Real r%d = %s;\n", i, e);
	}
	snprintf(text + at, sizeof text - at, "end M;");
	model(text);
	for (int i = 0; i < 400; i++) {
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

/* -- parts ---------------------------------------------------------------------------------- */

static void arrays_and_records_have_their_parts(void)
{
	model("record R Real a; Integer n; Real b[2]; end R;\n"
		  "function f input R r; input Real v[2, 2]; output Real y; external \"C\"; "
		  "annotation(derivative = df); end f;\n"
		  "function df input R r; input Real v[2, 2]; input R dr; input Real dv[2, 2]; "
		  "output Real dy; external \"C\"; end df;\n"
		  "model M input Real x, dx; input Real v[2, 2], dv[2, 2]; parameter Real k[2, 2] = "
		  "{{1, 2}, {3, 4}}; Real a = f(R(x, 3, {1, x*x}), v); Real b = f(R(1, 2, {1, 2}), v); "
		  "Real c = f(R(x, 2, {1, 2}), k); Real e = f(R(1, 2, {3, 4}), k); end M;");
	T_STR(der_text(side("a")), "df(R(x, 3, {1, x*x}), v, R(dx, 3, {0, 2*x*dx}), {{dv[1,1], "
							   "dv[1,2]}, {dv[2,1], dv[2,2]}})");
	T_STR(der_text(side("b")), "df(R(1, 2, {1, 2}), v, R(0, 2, {0, 0}), {{dv[1,1], dv[1,2]}, "
							   "{dv[2,1], dv[2,2]}})");
	T_STR(der_text(side("c")), "df(R(x, 2, {1, 2}), k, R(dx, 2, {0, 0}), {{0, 0}, {0, 0}})");
	T_STR(der_text(side("e")), "0");
	model_end();
}

static void zeros_have_the_type_of_the_value(void)
{
	model(
		"record R Real a; Integer n; Real b[2]; end R;\n"
		"function f input Real u; output R r[2]; output Integer i; output Real y; external \"C\"; "
		"end f;\n"
		"model M R r[2]; Integer i; Real y; equation (r, i, y) = f(3); end M;");
	{
		Diff *d = diff_new(m, &cx.scratch, NULL, seed_number, NULL);
		const Expr *call = m->eqs.at[0].rhs, *t = diff_expr(d, call);

		T_CHECK(t && t->type == call->type && diff_is_zero(t));
		T_CHECK(!diff_is_zero(call));
		t = diff_expr(d, m->eqs.at[0].lhs);
		T_CHECK(t && t->type == call->type && !diff_is_zero(t));
	}
	model_end();
}

static void distributions_are_not_differentiated_by_time(void)
{
	model("model M input Real x, v, dx, dv; Real a, b; equation (a, b) = spatialDistribution(x, 2, "
		  "v, true, {0, 1}, {0, 0}); end M;");
	T_STR(der_text(m->eqs.at[0].rhs), "'spatialDistribution' has no derivative");
	{
		Diff *d = diff_new(m, &cx.scratch, NULL, seed_number, NULL);
		const Expr *t = diff_expr(d, m->eqs.at[0].rhs);

		T_CHECK(t && diff_is_zero(t));
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
	T_RUN(arrays_and_records_have_their_parts);
	T_RUN(zeros_have_the_type_of_the_value);
	T_RUN(distributions_are_not_differentiated_by_time);
	return T_END();
}
