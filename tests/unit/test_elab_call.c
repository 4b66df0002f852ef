/* SPDX-License-Identifier: MIT
   Calls: arguments, vectorisation, several results, records, operator records, function values. */
#include "elab_text.h"
#include "t.h"

#define EQS(declarations, equations, want) T_STR(elab_model(declarations, equations), want)

#define F                                                                                     \
	"function f input Real u; input Real k = 2*u; output Real y; algorithm y := k*u; end f; " \
	"Real x; "

static void arguments_are_given_by_position_name_and_default(void)
{
	EQS(F, "x = f(time);", "x = M.f(time, 2*time)");
	EQS(F, "x = f(k = 1, u = time);", "x = M.f(time, 1)");
	EQS(F, "x = f();", "E0411: the argument 'u' of 'M.f' is not given and has no default");
	EQS(F, "x = f(1, 2, 3);", "E0411: 'M.f' takes 2 arguments, but more are given");
	EQS(F, "x = f(1, u = 2);", "E0411: the argument 'u' of 'M.f' is given twice");
	EQS("function f input Real gain; output Real y; algorithm y := gain; end f; Real x;",
		"x = f(gian = 1);", "E0411: 'M.f' has no argument 'gian'; did you mean 'gain'?");
	EQS(F, "x = f(true);", "E0406: the argument 'u' of 'M.f' is Boolean, but Real is needed");
}

static void scalar_functions_take_arrays_element_by_element(void)
{
	EQS(F "Real w[2];", "w = f({1, 2}*time); x = 0;",
		"w[1] = M.f(time, 2*time)\nw[2] = M.f(2*time, 2*(2*time))\nx = 0");
	EQS(F "Real w[2];", "w = f({1, 2}, {1, 2, 3}); x = 0;",
		"E0407: 'M.f' is applied to every element, but the arguments 'u' ([2]) and 'k' ([3]) "
		"differ in size");
}

static void results_can_be_skipped(void)
{
	EQS("function g input Real u; output Real a; output Real b; algorithm a := u; b := -u; end g; "
		"Real x, y;",
		"(, x) = g(time); y = 1 + g(2);", "(, x) = M.g(time)\ny = 1 + M.g(2)");
	EQS("function g input Real u; output Real a; algorithm a := u; end g; Real x, y;",
		"(x, y) = g(time);", "E0415: 2 values are wanted, but there is 1");
}

static void sizes_of_results_follow_from_the_arguments(void)
{
	EQS("function g input Real u[:]; output Real y[size(u, 1) + 1]; algorithm y := cat(1, u, {0}); "
		"end g; Real x[3];",
		"x = g({1, 2}*time);", "x = M.g({1, 2}*time)");
	EQS("function g input Real a[:, size(a, 1)]; output Real y; algorithm y := a[1, 1]; end g; "
		"Real x;",
		"x = g([1, 2, 3; 4, 5, 6]);",
		"E0407: dimension 2 of the argument 'a' of 'M.g' must be 2, but is 3");
}

static void records_are_constructed(void)
{
	EQS("record R Real a; final Real b = 2*a; end R; R r = R(3);", "", "r.a = 3\nr.b = 6");
	EQS("record R Real a; final Real b = 2*a; end R; R r = R(3, 4);", "",
		"E0411: 'M.R' takes 1 argument, but more are given");
	EQS("record R Real a; Real b; end R; R r = R(3);", "",
		"E0411: the argument 'b' of 'M.R' is not given and has no default");
}

static void functions_are_given_as_arguments(void)
{
	EQS("partial function pf input Real x; output Real y; end pf; "
		"function par extends pf; input Real p; algorithm y := p*x; end par; "
		"function twice input pf fn; input Real a; output Real r; algorithm r := fn(fn(a)); "
		"end twice; Real x;",
		"x = twice(function par(p = time), 3);", "x = M.twice(3, time)");
}

static const char *const complex =
	"operator record C Real re; Real im; "
	"encapsulated operator 'constructor' import C; function fromReal input Real re; "
	"input Real im = 0; output C result(re = re, im = im); algorithm end fromReal; "
	"end 'constructor'; "
	"encapsulated operator function '+' import C; input C a; input C b; output C c; "
	"algorithm c := C(a.re + b.re, a.im + b.im); end '+'; end C; ";

static void operators_of_records_are_found(void)
{
	char text[4096];

	snprintf(text, sizeof text, "%s model M C z = C(1, 2); C w = z + 1; end M;", complex);
	T_CHECK(strstr(elab_text(text), "C.'+'(") != NULL);
	T_CHECK(strstr(elab_text(text), "C.'constructor'.fromReal(1, 0)") != NULL);
	snprintf(text, sizeof text, "%s model M C z = C(1, 2); C w = z*z; end M;", complex);
	T_STR(elab_text(text), "E0412: there is no operator '*' for C and C");
}

static void inputs_are_not_assigned(void)
{
	EQS("function f input Real u; output Real y; algorithm u := 1; y := u; end f; Real x;",
		"x = f(1);", "E0417: 'u' is an input and cannot be assigned");
}

static void functions_do_not_know_time(void)
{
	EQS("function f input Real u; output Real y; algorithm y := time; end f; Real x;", "x = f(1);",
		"E0418: 'time' cannot be used in a function: make it an input");
	EQS("function f input Real u; output Real y; algorithm y := der(u); end f; Real x;",
		"x = f(1);", "E0418: 'der' cannot be used in a function");
}

static void functions_may_call_themselves(void)
{
	EQS("function fac input Integer n; output Integer y; algorithm "
		"y := if n < 2 then 1 else n*fac(n - 1); end fac; parameter Real p[fac(3)] = ones(6); "
		"Real x;",
		"x = p[6];", "x = p[6]");
}

int main(void)
{
	T_RUN(arguments_are_given_by_position_name_and_default);
	T_RUN(scalar_functions_take_arrays_element_by_element);
	T_RUN(results_can_be_skipped);
	T_RUN(sizes_of_results_follow_from_the_arguments);
	T_RUN(records_are_constructed);
	T_RUN(functions_are_given_as_arguments);
	T_RUN(operators_of_records_are_found);
	T_RUN(inputs_are_not_assigned);
	T_RUN(functions_do_not_know_time);
	T_RUN(functions_may_call_themselves);
	return T_END();
}
