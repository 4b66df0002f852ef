/* SPDX-License-Identifier: MIT
   Expressions of models: names, subscripts, operators, arrays, predefined functions. */
#include "elab_text.h"
#include "t.h"

#define EQS(declarations, equations, want) T_STR(elab_model(declarations, equations), want)

static void integers_become_real_where_a_real_is_needed(void)
{
	EQS("Real x;", "x = 1 + 2*3;", "x = 7");
	EQS("Real x;", "x = 5/2;", "x = 2.5");
	EQS("Real x[2]; Integer j[2] = {1, 2};", "x = j;",
		"j[1] = 1\nj[2] = 2\nx[1] = j[1]\nx[2] = j[2]");
	EQS("Integer i;", "i = 5/2;",
		"E0406: the right side is Real, but Integer is needed; 'integer(…)' rounds down, "
		"'div(…, …)' divides");
}

static void products_follow_the_shapes(void)
{
	EQS("Real x; parameter Real a[2] = {3, 4};", "x = a*a;", "x = a[1]*a[1] + a[2]*a[2]");
	EQS("Real x[2]; Real y;", "x = [1, 2; 3, 4]*{y, 1}; y = 2;",
		"x[1] = y + 2\nx[2] = 3*y + 4\ny = 2");
	EQS("Real x[2];", "x = {1, 2} .+ 1;", "x[1] = 2\nx[2] = 3");
	EQS("Real x[2];", "x = {1, 2} + 1;",
		"E0407: the sizes do not fit: [2] + a scalar; element by element it is '.+'");
	EQS("Real x;", "x = {1, 2}*{1, 2, 3};", "E0407: the sizes do not fit: [2] * [3]");
}

static void real_numbers_are_not_compared_for_equality(void)
{
	EQS("Real a = time; Boolean b;", "b = a == 2;",
		"E0409: Real numbers cannot be compared with '==' outside of functions; compare with a "
		"tolerance, such as abs(a - b) < eps");
	EQS("Integer a = 1; Boolean b;", "b = a == 2;", "a = 1\nb = a == 2");
}

static void end_is_the_size_of_the_array_around_it(void)
{
	EQS("Real x; parameter Real a[4] = {1, 2, 3, 4}; parameter Integer b[2] = {1, 3};",
		"x = a[b[end]] + a[end - 1];", "x = a[b[2]] + a[3]");
	EQS("Real x;", "x = end;", "E0418: 'end' is a value in the subscripts of an array only");
}

static void subscripts_are_checked(void)
{
	EQS("Real x; Real a[2] = {1, 2};", "x = a[3];",
		"E0405: subscript 3 of 'a' is out of range: there are 2 elements");
	EQS("Real x; Real a[2] = {1, 2};", "x = a[1, 1];",
		"E0405: 'a' has 1 dimensions, but 2 subscripts are written");
	EQS("Real x; Real a[2] = {1, 2};", "x = a[1.5];",
		"E0405: a subscript of 'a' must be a whole number or a vector of such, not Real");
}

static void a_branch_that_never_counts_may_be_out_of_range(void)
{
	EQS("parameter Integer n = 2; Real a[n] = {1, 2}; Real y;", "y = if n > 2 then a[3] else a[1];",
		"a[1] = 1\na[2] = 2\ny = a[1]");
	EQS("parameter Boolean big = true; parameter Real v[:] = if big then {1, 2} else {1}; Real y;",
		"y = sum(v);", "y = v[1] + v[2]");
}

static void the_last_iterator_is_the_outermost(void)
{
	EQS("Real x[2, 3];", "x = {10*i + j for i in 1:3, j in 1:2};",
		"x[1,1] = 11\nx[1,2] = 21\nx[1,3] = 31\nx[2,1] = 12\nx[2,2] = 22\nx[2,3] = 32");
	EQS("Real x; Real a[3] = {1, 2, 3};", "x = sum(a[i]^2 for i);",
		"a[1] = 1\na[2] = 2\na[3] = 3\nx = a[1]^2 + a[2]^2 + a[3]^2");
}

static void iterators_run_over_enumerations(void)
{
	EQS("type E = enumeration(a, b); Real x[E];", "for i in E loop x[i] = Integer(i); end for;",
		"x[M.E.a] = 1\nx[M.E.b] = 2");
	EQS("type E = enumeration(a, b); E e;", "e = E.c;",
		"E0401: the enumeration 'E' has no literal 'c'");
}

static void arrays_are_put_together(void)
{
	EQS("Real x[2, 1];", "x = [{1, 2}];", "x[1,1] = 1\nx[2,1] = 2");
	EQS("Real x[3];", "x = cat(1, {1}, {2, 3.5});", "x[1] = 1\nx[2] = 2\nx[3] = 3.5");
	EQS("Real x[2];", "x = {};",
		"E0406: '{}' has no type; an empty array is written 'zeros(0)' or 'fill(x, 0)'");
	EQS("Real x;", "x = sum(zeros(0)) + product(ones(0));", "x = 1");
}

static void a_reference_through_an_array_of_components_is_an_array(void)
{
	const char *decl = "model C Real v[2] = {1, 2}; end C; C c[2]; Real x[2, 2]; Real y[2];";

	EQS(decl, "x = c.v; y = c[:].v[2];",
		"c[1].v[1] = 1\nc[1].v[2] = 2\nc[2].v[1] = 1\nc[2].v[2] = 2\nx[1,1] = c[1].v[1]\n"
		"x[1,2] = c[1].v[2]\nx[2,1] = c[2].v[1]\nx[2,2] = c[2].v[2]\ny[1] = c[1].v[2]\n"
		"y[2] = c[2].v[2]");
}

static void sizes_are_known_for_components_without_a_value(void)
{
	EQS("model C end C; C c[4]; Real x;", "x = size(c, 1) + ndims(c);", "x = 5");
}

static void unknown_names_are_reported_with_a_near_one(void)
{
	EQS("Real voltage;", "voltage = 2*volatge;",
		"E0401: 'volatge' is not declared in model M; did you mean 'voltage'?");
	EQS("Real x;", "x = sinn(2);",
		"E0401: there is no function 'sinn'; did you mean 'sign' or 'sin'?");
	EQS("model S Real speed = 1; end S; S s; Real x;", "x = s.sped;",
		"E0401: 's' has no element 'sped'; did you mean 'speed'?");
}

static void variables_of_enclosing_classes_are_not_seen(void)
{
	EQS("Real x = 1; model N Real y = x; end N; N n;", "",
		"E0403: 'x' belongs to the enclosing class 'M' and is not a constant: it cannot be used "
		"in here");
}

static void classes_are_no_values(void)
{
	EQS("type E = enumeration(a); Real x;", "x = E;", "E0402: 'E' is a type, not a value");
	EQS("model S end S; S s; Real x;", "x = s;",
		"E0402: 's' is a component of the model 'S' and has no value of its own");
}

static void predefined_functions_check_their_arguments(void)
{
	EQS("Real x;", "x = mod(-3, 2) + rem(-3, 2) + div(-3, 2) + integer(-0.5);", "x = -2");
	EQS("Real x;", "x = sin();", "E0411: 'sin' takes 1 argument, but 0 are given");
	EQS("Real x;", "x = atan2(u2 = 1, u1 = 0);", "x = 0");
	EQS("Real x;", "x = cross({1, 2}, {1, 2, 3});",
		"E0406: argument 1 of 'cross' must be a vector of 3 numbers, not Integer[2]");
	EQS("String s;", "s = String(\"a\");", "E0406: String cannot be converted by String");
}

static void options_of_string_are_written_by_name(void)
{
	EQS("String s; parameter Real x = 1;", "s = String(x, 3);",
		"s = String(x, minimumLength = 0, leftJustified = true, significantDigits = 3)");
	EQS("String s; parameter Integer i = 1;", "s = String(i, 4, false);",
		"s = String(i, minimumLength = 4, leftJustified = false)");
	EQS("String s; parameter Real x = 1;", "s = String(x, format = \"e\");",
		"s = String(x, format = \"e\")");
}

static void one_value_for_many_components_is_for_each(void)
{
	EQS("model C constant Real p = 0; end C; C c[2](p = 3); Real y;", "y = c[2].p;", "y = 3");
	EQS("model C constant Real p[2] = {0, 0}; end C; C c[2](p = {1, 2}); Real y;", "y = c[2].p[2];",
		"E0406: p is Integer, but Real[2] is needed");
}

/* p0 = first, p1 = p0 and so on; the last one is the size of x. */
static const char *chain(const char *prefix, const char *first, int n)
{
	Text text;
	const char *answer;

	text_init(&text, NULL);
	text_printf(&text, "model M %s Integer p0 = %s;\n", prefix, first);
	for (int i = 1; i <= n; i++)
		text_printf(&text, "%s Integer p%d = p%d;\n", prefix, i, i - 1);
	text_printf(&text, "Real x[p%d] = {time}; end M;", n);
	answer = elab_text(text_str(&text));
	text_free(&text);
	return answer;
}

static void chains_of_values_may_be_long(void)
{
	T_STR(chain("parameter", "1", 30000), "x[1] = time");
	T_STR(chain("constant", "1", 30000), "x[1] = time");
	T_STR(chain("parameter", "p70", 70), "E0512: the value of 'p6' depends on itself");
	T_STR(chain("parameter", "p999", 999), "E0512: the value of 'p935' depends on itself");
}

int main(void)
{
	T_RUN(integers_become_real_where_a_real_is_needed);
	T_RUN(products_follow_the_shapes);
	T_RUN(real_numbers_are_not_compared_for_equality);
	T_RUN(end_is_the_size_of_the_array_around_it);
	T_RUN(subscripts_are_checked);
	T_RUN(a_branch_that_never_counts_may_be_out_of_range);
	T_RUN(the_last_iterator_is_the_outermost);
	T_RUN(iterators_run_over_enumerations);
	T_RUN(arrays_are_put_together);
	T_RUN(a_reference_through_an_array_of_components_is_an_array);
	T_RUN(sizes_are_known_for_components_without_a_value);
	T_RUN(unknown_names_are_reported_with_a_near_one);
	T_RUN(variables_of_enclosing_classes_are_not_seen);
	T_RUN(classes_are_no_values);
	T_RUN(predefined_functions_check_their_arguments);
	T_RUN(options_of_string_are_written_by_name);
	T_RUN(one_value_for_many_components_is_for_each);
	T_RUN(chains_of_values_may_be_long);
	return T_END();
}
