/* SPDX-License-Identifier: MIT
   Every value is in its type, or the run ends with the variable named: Integers, enumerations,
   subscripts, what is not finite; limits make warnings, once, or errors (MLS 3.7.1, 4.8, 10.5). */
#include "sim.h"
#include "t.h"

#include <stdio.h>

static void run(Sim *s, const char *text)
{
	if (!sim_text(s, text) || sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

/* It must end with a message that has this part, at about t. */
static void check_ends(const char *text, double t, const char *part)
{
	Sim s;

	if (!sim_text(&s, text))
		T_FAIL("%s", sim_said(&s));
	if (sim_run(&s) >= 0)
		T_FAIL("status %d at %g: %s", (int)s.status, s.result.t, sim_said(&s));
	if (!sim_says(&s, part))
		T_FAIL("'%s' is not in: %s", part, sim_said(&s));
	if (strchr(sim_said(&s), '$'))
		T_FAIL("a name of the compiler's own is in: %s", sim_said(&s));
	T_REAL(s.result.t, t, 0.01);
	sim_free(&s);
}

/* What an equation determines is not the Integer (MLS 8.3.1); in initial equations it may be. */
static void an_integer_parameter_may_equal_a_real(void)
{
	Sim s;

	run(&s,
		"model M\n  parameter Integer n(fixed = false);\n  Real r;\ninitial equation\n  n = 3;\n"
		"equation\n  n = r;\nend M;\n");
	T_REAL(sim_last(&s, "r"), 3, 0);
	sim_free(&s);
	T_CHECK(!sim_text(&s, "model M\n  parameter Integer n(fixed = false);\ninitial equation\n"
						  "  n = 2.5;\nend M;\n"));
	T_CHECK(strstr(sim_said(&s), "Integer is needed") != NULL);
	sim_free(&s);
}

static void an_integer_is_not_divided_by_zero(void)
{
	check_ends("model M\n  Integer k = integer(time*0);\n  Integer x = div(5, k);\nend M;\n", 0,
			   "divided by zero");
	check_ends(
		"model M\n  Integer k = 2 - integer(4*time);\n  Boolean b = mod(5, k) > 1;\nend M;\n", 0.5,
		"divided by zero");
	check_ends("model M\n  Integer k(start = 2, fixed = true), n(start = 9, fixed = true);\n"
			   "equation\n  when sample(0.2, 0.2) then\n    k = pre(k) - 1;\n    n = rem(7, k);\n"
			   "  end when;\nend M;\n",
			   0.4, "divided by zero");
}

static void a_branch_that_is_not_taken_divides_by_nothing(void)
{
	Sim s;

	run(&s, "model M\n  Integer k = integer(4*time);\n"
			"  Integer x = if k <> 0 then div(8, k) else -1;\nend M;\n");
	T_INT(sim_row(&s, 0, "x"), -1);
	T_INT(sim_last(&s, "x"), 2);
	sim_free(&s);
}

static void integers_end_where_they_are_not_exact_any_more(void)
{
	Sim s;

	check_ends("model M\n  Integer n(start = 1, fixed = true);\nequation\n"
			   "  when sample(0, 0.01) then\n    n = 3*pre(n);\n  end when;\nend M;\n",
			   0.33, "Integers end before 2^53");
	T_CHECK(!sim_text(&s, "model M\n  Integer a = 9007199254740993;\nend M;\n"));
	T_CHECK(sim_says(&s, "too large for an Integer"));
	sim_free(&s);
	run(&s,
		"model M\n  Integer a = 9007199254740991;\n  Boolean b = a == 9007199254740990;\nend M;\n");
	T_INT(sim_last(&s, "b"), 0);
	sim_free(&s);
}

static void integers_are_exact_inside_of_expressions(void)
{
	const char *too_large = "Integers end before 2^53";

	check_ends("model M\n  parameter Integer a = 9007199254740991;\n  Integer k = a + 1;\nend M;\n",
			   0, too_large);
	check_ends("model M\n  parameter Integer a = 4007199254740992;\n"
			   "  Integer k = mod(a*a, 10);\nend M;\n",
			   0, too_large);
	check_ends("model M\n  parameter Integer a = 9007199254740991;\n"
			   "  Boolean b = a + 2 - 2 < a;\nend M;\n",
			   0, too_large);
	check_ends("model M\n  parameter Real p = 1e20;\n  Integer k = div(integer(p), 3);\nend M;\n",
			   0, too_large);
	check_ends("model M\n  Real y = noEvent(integer(1e17*time)) - 1;\nend M;\n", 0.092, too_large);
	check_ends(
		"model M\n  function f\n    input Integer a;\n    output Integer b = 1;\n  algorithm\n"
		"    for i in 1:a loop\n      b := 2*b;\n    end for;\n"
		"    for i in 1:a loop\n      b := div(b, 2);\n    end for;\n  end f;\n"
		"  Integer k = f(integer(60*time));\nend M;\n",
		53.0 / 60, "too large for an Integer");
}

static void what_relations_compare_is_a_number(void)
{
	const char *none = "compares what is not a number";

	check_ends("model M\n  Real z = 0*time;\n  Real y = if z/z > 0 then 1 else 2;\nend M;\n", 0,
			   none);
	check_ends("model M\n  Real z = time - time;\n"
			   "  Real y = if noEvent(z/z > 0) then 1 else 2;\nend M;\n",
			   0, none);
	check_ends(
		"model M\n  function f\n    input Real z;\n    output Real y;\n  algorithm\n"
		"    y := if log(z) < 0 then 1 else 2;\n  end f;\n  Real x(start = 1, fixed = true);\n"
		"  Real y = f(x);\nequation\n  der(x) = -2;\nend M;\n",
		0.502, none);
}

static void a_branch_that_is_not_taken_may_be_no_number(void)
{
	Sim s;

	run(&s, "model M\n  Real x = 0.5 - time;\n"
			"  Real y = if noEvent(x > 0) then (if noEvent(log(x) > -1) then 1 else 2) else 3;\n"
			"end M;\n");
	T_REAL(sim_last(&s, "y"), 3, 0);
	sim_free(&s);
}

static void a_number_that_no_literal_has_is_refused(void)
{
	check_ends("model M\n  type E = enumeration(a, b, c);\n  E e = E(integer(10*time));\nend M;\n",
			   0, "has no number 0");
	check_ends(
		"model M\n  type E = enumeration(a, b, c);\n  E e = E(1 + integer(10*time));\nend M;\n",
		0.3, "has no number 4");
}

static void subscripts_are_checked_in_every_dimension(void)
{
	check_ends("model M\n  Boolean a[3] = {true, false, true};\n  Integer k = integer(10*time);\n"
			   "  Real x = if a[k] then 1 else 0;\nend M;\n",
			   0, "subscript 0 is out of 1:3");
	check_ends("model M\n  Real a[2, 3] = {{1, 2, 3}, {4, 5, 6}}*(1 + time);\n"
			   "  Integer k = 1 + integer(5*time);\n  Integer j = if time > 2 then 2 else 1;\n"
			   "  Real x = a[j, k];\nend M;\n",
			   0.6, "subscript 4 is out of 1:3");
	check_ends("model M\n  constant Real c[3] = {1, 2, 3};\n  Integer k = 2 + integer(4*time);\n"
			   "  Real x = c[k];\nend M;\n",
			   0.5, "subscript 4 is out of 1:3");
	check_ends("model M\n  parameter Real c[3] = {1, 2, 3};\n  Integer k = 2 - integer(4*time);\n"
			   "  Real x(start = 0, fixed = true);\nequation\n  der(x) = c[k];\nend M;\n",
			   0.5, "subscript 0 is out of 1:3");
}

static void zero_by_zero_is_an_error_wherever_it_is(void)
{
	check_ends("model M\n  parameter Real p = 0;\n  Real q = p/p;\n"
			   "  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x*q;\nend M;\n",
			   0, "'q' is not a finite number");
	check_ends("model M\n  parameter Real p = 0;\n  Real x(start = 1, fixed = true);\nequation\n"
			   "  der(x) = 0;\n  when time > 0.5 then\n    reinit(x, p/p);\n  end when;\nend M;\n",
			   0.5, "not a finite number");
	check_ends(
		"model M\n  parameter Real p(fixed = false);\ninitial equation\n  p = sqrt(-1 + 0*p);\n"
		"end M;\n",
		0, "not a finite number");
}

static const char limited[] =
	"model M\n  Real x(start = 1, fixed = true, min = 0, max = 2);\n"
	"  parameter Real k(min = 0) = -1;\nequation\n  der(x) = 5*k;\nend M;\n";

static void limits_are_told_once(void)
{
	Sim s;
	const char *first;

	run(&s, limited);
	T_CHECK(sim_says(&s, "k = -1 is less than its min = 0"));
	first = strstr(sim_said(&s), "is less than its min = 0 in 'x' (");
	T_CHECK(first != NULL);
	T_CHECK(strstr(first + 1, "its min = 0 in 'x'") == strstr(first, "its min = 0 in 'x'"));
	sim_free(&s);
}

/* Of a function that takes a value, or two, of at most 0.5. */
static void look_at_call(const char *equation, const char *says)
{
	char text[600];
	Sim s;

	snprintf(
		text, sizeof text,
		"model M\n  function f\n    input Real u(max = 0.5);\n    output Real y = u;\n"
		"  algorithm\n  end f;\n  function g\n    input Real u[2](each max = 0.5);\n"
		"    output Real y = u[1] + u[2];\n  algorithm\n  end g;\n  Real w[2] = {time, 0}, z;\n"
		"equation\n"
		"  %s\nend M;\n",
		equation);
	run(&s, text);
	T_CHECK(says ? sim_says(&s, says) : *sim_said(&s) == '\0');
	sim_free(&s);
}

static void limits_of_functions_are_looked_at_in_elements_and_branches(void)
{
	look_at_call("z = g({time, 0.2});", "'u' of 'M.g' is 0.50");
	look_at_call("z = g({0.2, 0.5*time});", NULL);
	look_at_call("z = if time > 0.7 then f(time) else 0;", "'u' of 'M.f' is 0.7");
	look_at_call("z = if time < 0.4 then 0 elseif time < 0.8 then f(time) else 1;",
				 "'u' of 'M.f' is 0.50");
	look_at_call("z = if time < 0.4 then f(time) else 0;", NULL);
	look_at_call("z = if time > 0.4 then 0 else if time > 0.2 then 1 else f(time);", NULL);
	look_at_call("z = g(2*w);", "at time 0.250001 the argument 'u' of 'M.g' is 0.500001");
}

static void limits_of_functions_are_looked_at_in_events_and_effects(void)
{
	look_at_call("when time > 0.7 then z = f(time); end when;",
				 "at time 0.7 the argument 'u' of 'M.f' is 0.7, more than its max = 0.5");
	look_at_call("when {initial(), time > 0.3} then z = f(time); end when;", NULL);
	look_at_call("der(z) = 1; when z > 0.7 then reinit(z, f(z) - 0.7); end when;",
				 "'u' of 'M.f' is 0.7");
	look_at_call("der(z) = 0; initial equation z = f(time + 0.75);", "'u' of 'M.f' is 0.75");
	look_at_call("z = time; assert(f(z) < 2, \"too much\");", "'u' of 'M.f' is 0.500001");
}

static void a_limit_that_is_passed_by_little_shows_by_how_much(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M\n  Real x(max = 1) = 1.00001;\n"
						 "  Real y(max = 3) = 3.0000041;\nend M;\n"));
	T_INT(sim_run(&s), MDV_OK);
	T_CHECK(sim_says(&s, "x = 1.00001 is more than its max = 1 "));
	T_CHECK(sim_says(&s, "y = 3.000004 is more than its max = 3 "));
	sim_free(&s);
}

static void limits_end_the_run_if_that_is_asked_for(void)
{
	Sim s;

	T_CHECK(sim_text(&s, limited));
	s.o.run.limits = MDV_LIMITS_ERROR;
	T_INT(sim_run(&s), MDV_FAILED);
	T_CHECK(sim_says(&s, "k = -1 is less than its min = 0"));
	T_CHECK(sim_set(&s, "k", 0.5));
	T_INT(sim_run(&s), MDV_FAILED);
	T_CHECK(sim_says(&s, "is more than its max = 2"));
	T_CHECK(sim_set(&s, "k", 0.1));
	T_INT(sim_run(&s), MDV_OK);
	sim_free(&s);
}

/* p = 0. What is left out of equations because a factor is zero must have a value all the same. */
static void zero_times_what_has_no_value_is_an_error(void)
{
	static const char *const expr[] = {
		"0/p",          "0*(1/p)",     "(1/p)*0",     "0*log(p)",        "time*0/p",
		"0*sqrt(p-1)",  "max(0/p,1)",  "min(1,0/p)",  "sum({0/p,1})",    "0/(p*time)",
		"0/sin(p)",     "0*asin(p+2)", "0*exp(1000)", "max(0/z,1)",      "sign(z/z)",
		"0*(1/0)*time", "0*log(time)", "0/time",      "sqrt(x)*0",       "1 + 0*x^0.5",
		"c*log(x)",     "0/(x + 1)",   "0*(1/time)",  "{0,1}*{log(x),1}"};
	char text[512];

	for (size_t i = 0; i < sizeof expr / sizeof *expr; i++) {
		snprintf(text, sizeof text,
				 "model M parameter Real p = 0; Real z = 0*time; constant Real c = 0; "
				 "Real x = time - 1; Real y = %s; end M;",
				 expr[i]);
		check_ends(text, 0, "not a finite number");
	}
}

static void zero_times_what_has_a_value_is_zero(void)
{
	Sim s;

	run(&s, "model M parameter Real p = 2; Real x(start = 1, fixed = true), y; "
			"equation der(x) = 0/p + 0*(1/p)*x; y = 0*(x/p) + 0*sqrt(p); end M;");
	T_REAL(sim_last(&s, "x"), 1, 0);
	T_REAL(sim_last(&s, "y"), 0, 0);
	sim_free(&s);
	run(&s, "model M Real x(start = 1, fixed = true), y, z, v, w; equation der(x) = 0*log(x) - x; "
			"y = 0*sqrt(y + 2) + 0/(x - 3); z = if time > 0.5 then 0*log(time - 0.4) else 3; "
			"v = sin(time) + 0*log(1 + time); w = der(v); end M;");
	T_REAL(sim_last(&s, "x"), exp(-1), 1e-5);
	T_REAL(sim_last(&s, "y"), 0, 0);
	T_REAL(sim_last(&s, "z"), 0, 0);
	T_REAL(sim_last(&s, "w"), cos(1), 1e-12);
	sim_free(&s);
}

static void integers_that_become_reals_are_in_their_range(void)
{
	static const char *const expr[] = {"k + k", "k*k", "sum({k, k})", "integer(1e300*k)",
									   "k - (-k)"};
	char text[512];

	for (size_t i = 0; i < sizeof expr / sizeof *expr; i++)
		for (int in_function = 0; in_function < 2; in_function++) {
			snprintf(text, sizeof text,
					 "model M function f input Integer k; output Real y; algorithm y := %s; end f; "
					 "parameter Integer k = 9007199254740991; Real y = %s; end M;",
					 expr[i], in_function ? "f(k)" : expr[i]);
			check_ends(text, 0, in_function ? "Integer" : "Integers end before 2^53");
		}
}

static void a_number_of_a_literal_is_looked_at_wherever_it_is_used(void)
{
	static const char *const expr[] = {"E(k) == E.a", "f(k)", "g(k) > 1", "w[E(k)] > 1"};
	char text[512];

	for (size_t i = 0; i < sizeof expr / sizeof *expr; i++) {
		snprintf(text, sizeof text,
				 "model M type E = enumeration(a, b, c); Integer k = 1 + integer(4*time); "
				 "parameter Real w[E] = {1, 2, 3}; "
				 "function f input Integer k; output Boolean y; algorithm y := E(k) == E.a; end f; "
				 "function g input Integer k; output Integer y; algorithm y := Integer(E(k)); "
				 "annotation(LateInline = true); end g; Boolean b = %s; end M;",
				 expr[i]);
		check_ends(text, 0.75, "4");
	}
}

static void what_functions_check_is_checked_when_they_are_inlined(void)
{
	check_ends("model M function f input Integer a; output Boolean b; algorithm b := a*a*a + 1 > "
			   "a*a*a; annotation(LateInline = true); end f; Integer k = integer(3e5 + time); "
			   "Boolean b = f(k); end M;",
			   0, "too large for an Integer");
	check_ends("model M function f input Real u; output Real y; algorithm y := if sqrt(u) > 1 then "
			   "1 else 2; annotation(LateInline = true); end f; Real x = f(0.5 - time); end M;",
			   0.5, "a relation compares what is not a number");
	check_ends("model M function f input Real m[:, :]; input Integer k; output Real y; algorithm "
			   "y := m[1, k]; annotation(LateInline = true); end f; "
			   "Real y = f({{1, 2}, {5, time}}, 3); end M;",
			   0, "3");
}

static void subscripts_that_turn_out_to_be_constants_are_errors(void)
{
	static const char *const expr[] = {"a[k]",    "f(a, 5)", "f(none, 1)",
									   "none[k]", "m[1, k]", "e[k].x"};
	char text[640];

	for (size_t i = 0; i < sizeof expr / sizeof *expr; i++) {
		snprintf(text, sizeof text,
				 "model M record R Real x; end R; Integer k = 4; "
				 "R e[0]; Real a[3] = {1, 2, time}, none[0], m[2, 2] = {{1, 2}, {3, time}}; "
				 "function f input Real x[:]; input Integer k; output Real y; algorithm "
				 "y := x[k]; end f; Real y = %s; end M;",
				 expr[i]);
		check_ends(text, 0, "y");
	}
}

static void enumerations_have_limits(void)
{
	static const char text[] =
		"model M type E = enumeration(a, b, c); parameter E p(min = E.b) = E.a; "
		"E e(start = E.a, max = E.b) = if time > 0.5 then E.c else E.b; E free = E.c; end M;";
	Sim s;

	run(&s, text);
	T_CHECK(sim_says(&s, "p = 1 is less than its min = 2"));
	T_CHECK(sim_says(&s, "e = 3 is more than its max = 2"));
	T_CHECK(!sim_says(&s, "free"));
	sim_free(&s);
}

static void what_is_no_number_has_no_powers(void)
{
	check_ends("model M parameter Real p = 0; Real y = (p/p)^0; end M;", 0, "not a finite number");
	check_ends("model M parameter Real p = 0; Real y = 1^(p/p); end M;", 0, "not a finite number");
	check_ends("model M parameter Real p = 0; Real y = delay(time, p/p); end M;", 0,
			   "a delay is not a number");
}

int main(void)
{
	T_RUN(an_integer_parameter_may_equal_a_real);
	T_RUN(an_integer_is_not_divided_by_zero);
	T_RUN(a_branch_that_is_not_taken_divides_by_nothing);
	T_RUN(integers_end_where_they_are_not_exact_any_more);
	T_RUN(integers_are_exact_inside_of_expressions);
	T_RUN(what_relations_compare_is_a_number);
	T_RUN(a_branch_that_is_not_taken_may_be_no_number);
	T_RUN(a_number_that_no_literal_has_is_refused);
	T_RUN(subscripts_are_checked_in_every_dimension);
	T_RUN(zero_by_zero_is_an_error_wherever_it_is);
	T_RUN(zero_times_what_has_no_value_is_an_error);
	T_RUN(zero_times_what_has_a_value_is_zero);
	T_RUN(integers_that_become_reals_are_in_their_range);
	T_RUN(a_number_of_a_literal_is_looked_at_wherever_it_is_used);
	T_RUN(what_functions_check_is_checked_when_they_are_inlined);
	T_RUN(subscripts_that_turn_out_to_be_constants_are_errors);
	T_RUN(enumerations_have_limits);
	T_RUN(what_is_no_number_has_no_powers);
	T_RUN(limits_are_told_once);
	T_RUN(limits_of_functions_are_looked_at_in_elements_and_branches);
	T_RUN(limits_of_functions_are_looked_at_in_events_and_effects);
	T_RUN(a_limit_that_is_passed_by_little_shows_by_how_much);
	T_RUN(limits_end_the_run_if_that_is_asked_for);
	return T_END();
}
