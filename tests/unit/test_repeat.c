/* SPDX-License-Identifier: MIT
   test_repeat.c — elements of arrays that are like each other are elaborated once
   (inst/repeat.c): the flat model is the one of an array whose elements are elaborated one by one,
   since a modifier of it is not for each of them. */
#include "t.h"
#include "compiler/compiler.h"

#include <stdlib.h>

/* The flat model of a text, to be freed; *n_exprs: expressions that were made for it. */
static char *flat_text(const char *text, uint32_t *n_exprs)
{
	Compile cx;
	Text out;
	char *copy;

	pipeline_init(&cx, NULL);
	if (!pipeline_flatten_text(&cx, "test.mo", text, strlen(text))) {
		diag_print(&cx.diag, stderr);
		abort();
	}
	text_init(&out, arena_heap(&cx.keep));
	print_model(&cx.flat, &cx.scratch, &out);
	copy = malloc(out.n + 1);
	memcpy(copy, text_str(&out), out.n + 1);
	*n_exprs = cx.flat.pool.n;
	text_free(&out);
	pipeline_free(&cx);
	return copy;
}

/* `part` is the text of a model Part with a parameter k; 12 of them, modified in two ways. */
static void check_same(const char *part, const char *rest)
{
	static const char *const mod[] = {"each k = 2", "k = fill(2.0, 12)"};
	char *flat[2];

	for (int i = 0; i < 2; i++) {
		char text[4096];
		uint32_t n_exprs;

		snprintf(text, sizeof text, "%s model M Part part[12](%s); %s end M;", part, mod[i], rest);
		flat[i] = flat_text(text, &n_exprs);
	}
	T_STR(flat[0], flat[1]);
	T_CHECK(strstr(flat[0], "part[12]"));
	free(flat[0]);
	free(flat[1]);
}

static void equations_and_values_are_those_of_elements_one_by_one(void)
{
	check_same(
		"model Part parameter Real k; parameter Real m = 2*k; Real x(start = m, fixed = true, "
		"min = -1); Real y[3] = {x, 2*x, k}; Boolean high = x > m; equation "
		"der(x) = -k*x + sum(y); assert(x < 10*m, \"too large\"); "
		"initial equation x = 1; end Part;",
		"");
}

static void parts_and_arrays_of_parts_have_equations_too(void)
{
	check_same(
		"connector Pin Real v; flow Real i; end Pin; model Inner parameter Real a = 1; Pin p; "
		"equation p.v = a*p.i; end Inner; model Part extends Inner(a = k); parameter Real k; "
		"Inner inside[9](each a = k); Inner two[2](a = {k, 3}); equation "
		"connect(inside[1].p, inside[2].p); end Part;",
		"equation for i in 1:11 loop connect(part[i].p, part[i + 1].p); end for;");
}

static void when_clauses_algorithms_and_branches_stay(void)
{
	check_same("model Part parameter Real k; parameter Boolean on = true; discrete Real d; Real x; "
			   "Real z; equation if on then x = k*time; else x = 0; end if; when x > 1 then "
			   "d = x; end when; algorithm z := if x > 2 then 1 else k; end Part;",
			   "");
}

static void structural_parameters_are_so_in_every_element(void)
{
	check_same(
		"model Part parameter Real k; parameter Integer n = 3; parameter Boolean on = false; "
		"Real x[n]; Real extra if on; equation if on then x = fill(time, n); else "
		"x = fill(k, n); end if; end Part;",
		"");
}

/* What an element alone has, it keeps. */
static void elements_keep_their_names_connections_and_events(void)
{
	check_same("connector Pin Real v; flow Real i; end Pin; model Part parameter Real k; Pin p; "
			   "String name = getInstanceName(); Real c = cardinality(p); equation "
			   "p.v = k*p.i; end Part;",
			   "equation connect(part[3].p, part[4].p); connect(part[4].p, part[5].p);");
	check_same("model Part parameter Real k; Real x(start = 0); end Part;",
			   "equation for i in 1:11 loop der(part[i].x) = part[i + 1].k; end for; "
			   "when time > 1 then part[12].x = 3; end when;");
	check_same("model Part parameter Real k; function f input Real u; output Real y; algorithm "
			   "y := u^2; end f; Real x = f(k*time); end Part;",
			   "");
}

static void few_expressions_are_made_of_elements_that_are_like_each_other(void)
{
	const char *form = "model Part parameter Real k = 1; Real x; equation x = ((k + 1)*2 + k)*3 + "
					   "sum({i*k for i in 1:20}); end Part; model M Part part[64](%s); end M;";
	char text[1024];
	uint32_t each, single;

	snprintf(text, sizeof text, form, "each k = 2");
	free(flat_text(text, &each));
	snprintf(text, sizeof text, form, "k = fill(2.0, 64)");
	free(flat_text(text, &single));
	T_CHECK(each < single);
}

int main(void)
{
	T_RUN(equations_and_values_are_those_of_elements_one_by_one);
	T_RUN(parts_and_arrays_of_parts_have_equations_too);
	T_RUN(when_clauses_algorithms_and_branches_stay);
	T_RUN(structural_parameters_are_so_in_every_element);
	T_RUN(elements_keep_their_names_connections_and_events);
	T_RUN(few_expressions_are_made_of_elements_that_are_like_each_other);
	return T_END();
}
