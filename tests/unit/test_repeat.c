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

/* Parts that are made when they are asked for are those that would have been there. */
static void parts_of_elements_are_there_for_whoever_asks(void)
{
	const char *part =
		"connector Pin Real v; flow Real i; end Pin; record Pair Real a; Real b; end Pair; "
		"partial model Base Pin p, n; Real v; equation v = p.v - n.v; p.i + n.i = p.v; end Base; "
		"model Part extends Base; parameter Real k; parameter Integer m = 3; parameter Boolean on "
		"= false; Pair pair; Pin extra if on; Pin pins[2]; Real w(start = 1); Pair many[m]; "
		"equation v = k*p.i; pair.a = v; pair.b = time; der(w) = -k*w; pins.v = {k, w} + pins.i; "
		"many.a = "
		"fill(w, m); many.b = fill(k, m); end Part;";

	check_same(part, "Real x = part[7].w + sum(part.v) + part[9].many[2].b; Pair q = part[4].pair; "
					 "Real y[part[6].m] = part[6].many.a; model Ground Pin p; equation p.v = 0; "
					 "end Ground; Ground ground; equation "
					 "for i in 1:12 loop connect(part[i].p, ground.p); end for; "
					 "connect(part[5].pins[2], part[8].n); connect(part[3].pins, part[11].pins); "
					 "connect(part[2].extra, part[10].extra);");
	check_same(part, "equation for i in 1:11 loop connect(part[i].n, part[i + 1].p); end for; "
					 "when time > 1 then reinit(part[12].w, part[11].w); end when; "
					 "assert(part[3].on == false, \"off\");");
	check_same(part,
			   "Part alone(k = part[12].k); model Two Part part[12](each k = 3); end Two; Two two; "
			   "Two twos[2]; Real x = two.part[9].w + twos[2].part[10].n.v + alone.w;");
	check_same(
		"connector In = input Real; connector Out = output Real; block Part parameter Real k; "
		"In u; Out y; equation y = k*u; end Part;",
		"equation part[1].u = time; for i in 1:11 loop connect(part[i].y, part[i + 1].u); "
		"end for;");
}

/* Overdetermined records and cardinality are about the parts themselves. */
static void ends_of_connections_are_there_for_whoever_asks(void)
{
	check_same(
		"record Turn Real a[2]; function equalityConstraint input Turn x; input Turn y; output "
		"Real "
		"r[1]; algorithm r[1] := x.a[1] - y.a[1]; end equalityConstraint; end Turn; "
		"connector Port Turn t; Real v; flow Real f; end Port; model Part parameter Real k; Port "
		"p, "
		"q; equation Connections.branch(p.t, q.t); p.t = q.t; p.v = k*p.f; q.v = k*q.f; end Part;",
		"model Start Port p; equation Connections.root(p.t); p.t.a = {1, 2}; p.v = 1; end Start; "
		"Start start; equation for i in 1:11 loop connect(part[i].q, part[i + 1].p); end for; "
		"connect(start.p, part[1].p);");
	check_same("connector Pin Real v; flow Real i; end Pin; model Part parameter Real k; Pin p; "
			   "Real c; equation c = k*cardinality(p); p.v = k*p.i; end Part;",
			   "Real x; equation connect(part[7].p, part[9].p); connect(part[9].p, part[11].p); "
			   "x = cardinality(part[9].p) + 10*cardinality(part[10].p) + 100*cardinality("
			   "part[2].p);");
}

/* What elements are made of, when the model is flat. */
static size_t tree_size(const char *mod)
{
	char text[1024];
	Compile cx;
	size_t size;

	snprintf(
		text, sizeof text,
		"connector Pin Real v; flow Real i; end Pin; model Part parameter Real k = 1; Pin p, n; "
		"Real a, b, c, d, e; equation a = k; b = a; c = b; d = c; e = d; p.v = k*p.i; n.v = "
		"k*n.i; end Part; model M Part part[512](%s); equation for i in 1:511 loop "
		"connect(part[i].n, part[i + 1].p); end for; end M;",
		mod);
	pipeline_init(&cx, NULL);
	T_CHECK(pipeline_flatten_text(&cx, "test.mo", text, strlen(text)));
	size = arena_used(&cx.tree);
	pipeline_free(&cx);
	return size;
}

/* Connections do not: they need the variables alone. */
static void elements_that_nobody_asks_for_have_no_parts(void)
{
	T_CHECK(3 * tree_size("each k = 2") < tree_size("k = fill(2.0, 512)"));
}

/* The instance tree as text has all parts all the same. */
static void the_printed_tree_has_all_parts(void)
{
	const char *text = "model Part parameter Real k = 1; Real x = k; end Part; "
					   "model M Part part[12](each k = 2); end M;";
	const Pass *pass = pipeline_find("instantiate");
	Compile cx;
	Text out;
	int n = 0;

	pipeline_init(&cx, NULL);
	T_CHECK(pipeline_flatten_text(&cx, "test.mo", text, strlen(text)));
	text_init(&out, arena_heap(&cx.keep));
	pass->print(&cx, &out);
	for (const char *at = text_str(&out); (at = strstr(at, "Real x")); at++)
		n++;
	T_INT(n, 12);
	text_free(&out);
	pipeline_free(&cx);
}

static void few_expressions_are_made_of_elements_that_are_like_each_other(void)
{
	const char *form =
		"model Part parameter Real k = 1; Real x; equation der(x) = ((k + 1)*2 + k)*3*time + "
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
	T_RUN(parts_of_elements_are_there_for_whoever_asks);
	T_RUN(ends_of_connections_are_there_for_whoever_asks);
	T_RUN(elements_that_nobody_asks_for_have_no_parts);
	T_RUN(the_printed_tree_has_all_parts);
	return T_END();
}
