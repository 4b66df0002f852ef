/* SPDX-License-Identifier: MIT
   test_units.c — units of whole models: what is told, what contradicts, what is left alone. */
#include "compiler/compiler.h"

#include "t.h"

#include <string.h>

static Compile cx;

static void compile(const char *text)
{
	pipeline_init(&cx, NULL);
	cx.wants_units = true;
	if (!pipeline_flatten_text(&cx, "Test.mo", text, strlen(text)))
		diag_print(&cx.diag, stderr);
}

/* Contradictions in a model with these declarations and equations. */
static int wrong(const char *declarations, const char *equations)
{
	char text[4096];
	int n;

	snprintf(text, sizeof text,
			 "package P type Length = Real(unit = \"m\"); type Time = Real(unit = \"s\");\n"
			 "type Speed = Real(unit = \"m/s\"); type Mass = Real(unit = \"kg\");\n"
			 "function twice input Real u; output Real y; algorithm y := 2*u; end twice;\n"
			 "function ratio input Real a, b; output Real y; protected Real h; algorithm\n"
			 "h := twice(a); y := h/b; end ratio;\n"
			 "function mixed input Real a, b; output Real y; algorithm y := a*b + a; end mixed;\n"
			 "model M Length x = 1, x2 = 2; Time t = 1; Speed v = 1; Mass m = 1; %s\n"
			 "equation %s end M; end P;",
			 declarations, equations);
	compile(text);
	n = cx.diag.n_errors ? -1 : cx.units.n_wrong;
	pipeline_free(&cx);
	return n;
}

/* The unit that a variable has been told. */
static const char *told(const char *declarations, const char *equations, const char *name)
{
	static char got[64];
	char line[64];
	char text[1024];
	const char *at;
	Text out;

	snprintf(text, sizeof text, "model M %s equation %s end M;", declarations, equations);
	compile(text);
	text_init(&out, NULL);
	units_print(&cx.units, &out);
	snprintf(line, sizeof line, "%s: ", name);
	at = strstr(text_str(&out), line);
	snprintf(got, sizeof got, "%.*s", at ? (int)strcspn(at + strlen(line), "\n") : 0,
			 at ? at + strlen(line) : "");
	text_free(&out);
	pipeline_free(&cx);
	return got;
}

static void sums_relations_and_branches_have_one_unit(void)
{
	T_INT(wrong("Real y;", "y = x + t;"), 1);
	T_INT(wrong("Real y;", "y = x - x2;"), 0);
	T_INT(wrong("Boolean b;", "b = x < t;"), 1);
	T_INT(wrong("Boolean b;", "b = x < 3;"), 0);
	T_INT(wrong("Real y;", "y = if time > 1 then x else t;"), 1);
	T_INT(wrong("Real y;", "y = max(x, t);"), 1);
	T_INT(wrong("Real y;", "y = atan2(x, x2) + mod(x, x2) / x;"), 0);
	T_INT(wrong("Real y;", "y = homotopy(x, v) + noEvent(x) + smooth(1, x);"), 1);
	T_INT(wrong("parameter Time d = 1; Real y;", "y = delay(x, d);"), 0);
	T_INT(wrong("parameter Length d = 1; Real y;", "y = delay(x, d);"), 1);
	T_INT(wrong("parameter Length d = 1;", "when sample(0, d) then end when;"), 1);
}

static void products_powers_roots_and_derivatives_are_computed(void)
{
	T_INT(wrong("Real y(unit = \"m2\");", "y = x*x2;"), 0);
	T_INT(wrong("Real y(unit = \"m2\");", "y = x*t;"), 1);
	T_INT(wrong("Speed y;", "y = x/t;"), 0);
	T_INT(wrong("Speed y;", "y = t/x;"), 1);
	T_INT(wrong("Length y;", "y = sqrt(x*x2) + (x^3)^(1/3) + x^2/x2;"), 0);
	T_INT(wrong("Length y;", "y = sqrt(x);"), 1);
	T_INT(wrong("Length y(start = 1);", "der(y) = v;"), 0);
	T_INT(wrong("Length y(start = 1);", "der(y) = x;"), 1);
	T_INT(wrong("Real y;", "y = x^t;"), 1);
	T_INT(wrong("Real y[3](each unit = \"m\"); Real z;", "y = {1, 2, 3}; z = y*y + x;"), 1);
	T_INT(wrong("Real y[2, 2](each unit = \"m\"); Speed z[2];", "y = [1, 2; 3, 4]; z = y*{x, x};"),
		  1);
}

static void numbers_that_may_have_units_are_left_alone(void)
{
	T_INT(wrong("Mass y;", "y = 7.85*x;"), 0);
	T_INT(wrong("Mass y;", "y = 2*x;"), 1);
	T_INT(wrong("Mass y;", "y = x/2;"), 1);
	T_INT(wrong("Mass y;", "y = 1000*x;"), 0);
	T_INT(wrong("Mass y; parameter Real k = 2;", "y = k*x;"), 0);
	T_INT(wrong("Mass y; parameter Real k(unit = \"1\") = 2;", "y = k*x;"), 1);
	T_INT(wrong("Mass y; parameter Integer n = 2;", "y = n*x;"), 1);
	T_INT(wrong("Mass y;", "y = 3 + time;"), 0);
	T_INT(wrong("Mass y;", "y = x*sin(time);"), 1);
	T_INT(wrong("Mass y; constant Real c(unit = \"kg/m\") = 1;", "y = c*x;"), 0);
	T_INT(wrong("Length y; constant Real c(unit = \"kg/m\") = 1;", "y = c*x;"), 1);
}

static void functions_of_numbers_take_numbers(void)
{
	T_INT(wrong("Real y;", "y = sin(x);"), 1);
	T_INT(wrong("Real y;", "y = exp(x/x2) + cos(2*time) + tanh(t) + log(x) - log(x2);"), 0);
	T_INT(wrong("Real y, a(unit = \"deg\") = 1;", "y = exp(m*v);"), 1);
}

static void scales_and_offsets_count(void)
{
	T_INT(wrong("Real y(unit = \"mm\");", "y = x;"), 1);
	T_INT(wrong("Real y(unit = \"mm\");", "y = 1000*x;"), 0);
	T_INT(wrong("Real c(unit = \"degC\") = 1, k(unit = \"K\");", "k = c;"), 1);
	T_INT(wrong("Real c(unit = \"degC\") = 1, k(unit = \"K\");", "k = c + 273.15;"), 0);
	T_INT(wrong("Real c(unit = \"degC\") = 1, k(unit = \"K\") = 1, d(unit = \"degC\");",
				"d = c + k;"),
		  0);
	T_INT(wrong("Real c(unit = \"degC\") = 1, d(unit = \"degC\") = 1, k(unit = \"K\");",
				"k = c - d;"),
		  0);
	T_INT(wrong("Real c(unit = \"degC\", start = 1), k(unit = \"K/s\") = 1;", "der(c) = k;"), 0);
}

static void sums_of_temperatures_are_no_temperatures(void)
{
#define TWO   "Real a(unit = \"degC\") = 1, b(unit = \"degC\") = 2;"
#define THREE TWO "Real c(unit = \"degC\");"
#define RISE  TWO "Real k(unit = \"K\");"
	T_INT(wrong(THREE, "c = a + b;"), 1);
	T_INT(wrong(THREE, "c = (a + b)/2;"), 0);
	T_INT(wrong(THREE, "c = 0.5*(a + b);"), 0);
	T_INT(wrong(THREE, "c = (a + b)/3;"), 1);
	T_INT(wrong(THREE, "c = (a + b + a)/3;"), 0);
	T_INT(wrong(THREE, "c = a + b - a;"), 0);
	T_INT(wrong(THREE, "c = a + (b - a)/2;"), 0);
	T_INT(wrong(RISE, "k = a + b - (b + a);"), 0);
	T_INT(wrong(RISE, "k = a + b - a;"), 1);
	T_INT(wrong(THREE "Boolean warm = a + b > c;", "c = 3;"), 1);
	/* Factors may be slopes, and what is divided by a parameter may be a mean. */
	T_INT(wrong(THREE, "c = 2*a - b;"), 0);
	T_INT(wrong(THREE, "c = -a + b;"), 0);
	T_INT(wrong(THREE "parameter Integer n = 2;", "c = (a + b)/n;"), 0);
	T_STR(told(THREE "Real s;", "c = 3; s = a + b;", "s"), "2 times degC, inferred");
#undef RISE
#undef THREE
#undef TWO
}

static void units_are_told_through_equations(void)
{
	static const char x[] = "Real x(unit = \"m\") = 1, y, z, w; Real m(unit = \"kg\") = 1;";

	T_STR(told(x, "y = x; z = y; w = z;", "w"), "m, inferred");
	T_STR(told(x, "y = z; w = y; z = x;", "w"), "m, inferred");
	T_STR(told(x, "m*y = x*x; z = sqrt(y); w = 1;", "y"), "m2/kg, inferred");
	T_STR(told(x, "m*y = x*x; z = sqrt(y); w = 1;", "z"), "m/kg^(1/2), inferred");
	T_STR(told(x, "x = y^2; z = 1/y; w = m + z*z*w;", "z"), "1/m^(1/2), inferred");
	T_STR(told(x, "y = 1.7*x; z = y; w = 1;", "z"), "not known");
	T_STR(told(x, "der(y) = x; z = der(w); w = x;", "y"), "m.s, inferred");
	T_INT(wrong("Real z; Mass k;", "z = x; k = z;"), 1);
	T_INT(wrong("Real z, y; Mass k;", "y = z; k = z; y = -x;"), 1);
}

static void branches_may_mean_different_things(void)
{
	static const char two[] = "if time > 1 then y = x; else y = m; end if;";
	static const char one[] = "if time > 1 then y = x; else y = 2*x; end if; z = y;";

	T_INT(wrong("Real y;", two), 0);
	T_INT(wrong("Length y;", two), 1);
	T_INT(wrong("Real y; Mass z;", one), 1);
	T_INT(wrong("Real y; Length z;", one), 0);
}

static void functions_without_units_are_generic(void)
{
	T_INT(wrong("Real y, z;", "y = twice(x); z = twice(t);"), 0);
	T_INT(wrong("Length y; Time z;", "y = twice(x); z = twice(t);"), 0);
	T_INT(wrong("Length y; Length z;", "y = twice(x); z = twice(t);"), 1);
	T_INT(wrong("Speed y;", "y = ratio(x, t);"), 0);
	T_INT(wrong("Speed y;", "y = ratio(x, twice(m));"), 1);
	T_INT(wrong("Length y;", "y = ratio(x*x, 2*x2) + ratio(1.7, t);"), 0);
	T_INT(wrong("Mass y;", "y = mixed(x, x2);"), 0);
}

static void a_place_is_reported_once(void)
{
	T_INT(wrong("Mass y[100];", "for i in 1:100 loop y[i] = x; end for;"), 1);
	T_INT(wrong("Mass y, z;", "y = x; z = t;"), 2);
	T_INT(wrong("Real y, z;", "y = x + t; z = 3*(x + t);"), 1); /* the same sum */
}

int main(void)
{
	T_RUN(sums_relations_and_branches_have_one_unit);
	T_RUN(products_powers_roots_and_derivatives_are_computed);
	T_RUN(numbers_that_may_have_units_are_left_alone);
	T_RUN(functions_of_numbers_take_numbers);
	T_RUN(scales_and_offsets_count);
	T_RUN(sums_of_temperatures_are_no_temperatures);
	T_RUN(units_are_told_through_equations);
	T_RUN(branches_may_mean_different_things);
	T_RUN(functions_without_units_are_generic);
	T_RUN(a_place_is_reported_once);
	return T_END();
}
