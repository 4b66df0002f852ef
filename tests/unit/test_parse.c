/* SPDX-License-Identifier: MIT
   test_parse.c — text to syntax trees. */
#include "syntax_fixture.h"

#include <stdlib.h>

static Fixture f;

/* A file that uses most of the grammar; every prefix of it is tried. */
static const char sample[] =
	"within Lib.Sub;\n"
	"encapsulated partial model Tank \"a tank\" + \" of water\"\n"
	"  import SI = Modelica.Units.SI; import A.B.{c, d}; import E.*;\n"
	"  extends Base(x(start=1) = 2, redeclare replaceable model M = N(y={1,2}) constrainedby O,\n"
	"    break c, break connect(a, b)) annotation(X=1);\n"
	"  parameter SI.Area A[3, :](each min=0, final unit=\"m2\") = [1,2;3,4] if use \"area\"\n"
	"    annotation(Dialog(group=\"g\"));\n"
	"  replaceable flow Real q, r = if a then b elseif c then d else e constrainedby T \"t\";\n"
	"  type E = enumeration(a \"one\", b); function d = der(f, x);\n"
	"protected\n"
	"  redeclare function extends h(z=1) input Real u; external \"C\" u = g(u, 1) "
	"annotation(I=1);\n"
	"  end h;\n"
	"initial equation\n"
	"  h = h0;\n"
	"equation\n"
	"  der(h)*A[1].b = -q^2 + sum(i*j for i in 1:3, j) \"balance\" annotation(Line(a={{1,2}}));\n"
	"  when {sample(0, 1), pre(x) <> 'q r' and not y} then reinit(h, 0); elsewhen z then end "
	"when;\n"
	"  if h > 1 then connect(a, b); elseif x then else (u, , v) = f(x=1, y=function g(z=2)); end "
	"if;\n"
	"  for i in 1:size(A, 1), j loop A[i] = {k for k in .B.c}; end for;\n"
	"algorithm\n"
	"  while x loop (a, b) := f(x[end]); break; end while; return; /* c */ // d\n"
	"  annotation(experiment(StopTime=1.5e3), Documentation(info=\"<html>(\\\"x\\\")</html>\"));\n"
	"end Tank;\n";

static const AstElement *element(const ClassDef *c, const char *name)
{
	return syntax_find(c, fixture_name(&f, name));
}

static const AstExpr *expression(const char *text)
{
	return parse_expression(&f.sx, fixture_add(&f, text, strlen(text)));
}

static void a_file_has_within_and_classes(void)
{
	StoredDef s = fixture_parse(&f, "within A.B; final model C end C; package D end D;");

	T_CHECK(!s.failed && s.has_within && s.n == 2);
	T_INT(s.within->n, 2);
	T_INT(s.classes[0].prefix, PX_FINAL);
	T_INT(s.classes[1].cls->kind, CLS_PACKAGE);
	s = fixture_parse(&f, "within; model C end C;");
	T_CHECK(s.has_within && !s.within);
	s = fixture_parse(&f, "");
	T_CHECK(!s.failed && s.n == 0);
}

static void a_class_knows_its_place(void)
{
	const char *text = "model A model B Real x; end B; end A;";
	const ClassDef *a = fixture_class(&f, text), *b = element(a, "B")->cls;
	Text name;

	T_CHECK(b->parent == a && !a->parent);
	T_INT(a->start, 0);
	T_INT(a->end, strlen(text) - 1);
	T_INT(syntax_span(b->at).start, 14);
	T_INT(syntax_span(element(b, "x")->at).start, 21);
	text_init(&name, NULL);
	syntax_class_text(&f.sx, b, &name);
	T_STR(text_str(&name), "A.B");
	text_free(&name);
}

static void elements_are_found_by_name(void)
{
	Text text;

	for (int n = 1; n < 200; n = n * 2 + 1) {
		const ClassDef *c;

		text_init(&text, NULL);
		text_printf(&text, "model M import x0; extends x1; ");
		for (int i = 0; i < n; i++)
			text_printf(&text, i % 2 ? "model x%d end x%d; " : "Real x%d[%d]; ", i, i);
		text_printf(&text, "end M;");
		c = fixture_class(&f, text_str(&text));
		T_INT(c->n_elements, n + 2);
		T_INT(c->n_index > 0, n > 8);
		for (int i = 0; i < n; i++) {
			char name[20];

			snprintf(name, sizeof name, "x%d", i);
			T_CHECK(element(c, name) == &c->elements[i + 2]);
		}
		T_CHECK(!element(c, "y"));
		text_free(&text);
	}
}

static void imports_have_the_name_that_they_bring(void)
{
	const ClassDef *c = fixture_class(
		&f, "model M import A.B; import X = A.C; import D.*; import E.{F, G}; end M;");
	const AstElement *e = c->elements;

	T_INT(c->n_imports, 4);
	T_CHECK(e[0].name.i == fixture_name(&f, "B").i && e[0].import->kind != IMPORT_ALL);
	T_CHECK(e[1].name.i == fixture_name(&f, "X").i && e[1].import->kind != IMPORT_LIST);
	T_INT(e[2].import->kind, IMPORT_ALL);
	T_INT(e[3].import->kind, IMPORT_LIST);
	T_CHECK(e[3].import->n == 2 && e[3].import->names[1].i == fixture_name(&f, "G").i);
}

static void prefixes_become_bits(void)
{
	const ClassDef *c = fixture_class(&f, "model M redeclare final inner outer replaceable flow "
										  "parameter input Real x; protected Real y; end M;");

	T_INT(c->elements[0].prefix, PX_REDECLARE | PX_FINAL | PX_INNER | PX_OUTER | PX_REPLACEABLE |
									 PX_FLOW | PX_PARAMETER | PX_INPUT);
	T_INT(c->elements[1].prefix, PX_PROTECTED);
}

static void a_clause_of_several_is_several_elements(void)
{
	const ClassDef *c = fixture_class(&f, "model M replaceable Real[2] x, y[3] = 1 if b \"d\" "
										  "constrainedby T; end M;");
	const AstComponent *x = c->elements[0].component, *y = c->elements[1].component;

	T_INT(c->n_elements, 2);
	T_CHECK(x->type == y->type && x->type_dims == y->type_dims);
	T_CHECK(x->n_dims == 0 && y->n_dims == 1 && !x->mod && y->mod && y->condition);
	T_CHECK(c->elements[0].constraint && c->elements[0].constraint == c->elements[1].constraint);
}

static void dotted_modifiers_are_nested(void)
{
	const ClassDef *c = fixture_class(&f, "model M A a(final b.c.d = 1); end M;");
	const AstArg *b = c->elements[0].component->mod->args;

	T_INT(b->flags, ARG_DOTTED);
	T_INT(b->mod.args->flags, ARG_DOTTED);
	T_INT(b->mod.args->mod.args->flags, ARG_FINAL);
	T_STR(fixture_text(&f, b->mod.args->mod.args->name), "d");
	T_INT(b->mod.args->mod.args->mod.value->integer, 1);
}

static void chains_of_operators_are_one_node(void)
{
	const AstExpr *e = expression("a + b*c*d - e");

	T_INT(e->kind, AX_BINARY);
	T_INT(e->n, 3);
	T_INT(e->kid[0].join, AO_NONE);
	T_INT(e->kid[1].join, AO_ADD);
	T_INT(e->kid[2].join, AO_SUB);
	T_INT(e->kid[1].n, 3);
	e = expression("a and b or c and not d");
	T_INT(e->kid[1].join, AO_OR);
	T_INT(e->kid[1].kid[1].kind, AX_UNARY);
	e = expression("-a^2");
	T_INT(e->kind, AX_UNARY);
	T_INT(e->kid->kid[1].join, AO_POW);
}

static void references_have_parts(void)
{
	const AstExpr *e = expression(".a.bc[1, :].d");
	AstPart one;
	uint32_t n;

	T_CHECK(e->kind == AX_REF && e->is_global && e->n == 3);
	T_INT(e->part[1].n_subs, 2);
	T_INT(e->part[1].sub[1].kind, AX_COLON);
	T_INT(syntax_part_place(&f.sx, e, 1).start, 3);
	T_INT(syntax_part_place(&f.sx, e, 1).len, 2);
	T_CHECK(syntax_parts(e, &one, &n) == e->part && n == 3);
	e = expression("x");
	T_INT(e->kind, AX_NAME);
	T_CHECK(syntax_parts(e, &one, &n) == &one && n == 1 && one.name.i == e->name.i);
}

static void the_parts_of_a_path_have_places(void)
{
	const ClassDef *c = fixture_class(&f, "model M A . /* x */ Bcd.E f; end M;");
	const AstPath *p = c->elements[0].component->type;

	T_INT(p->n, 3);
	T_INT(syntax_path_place(&f.sx, p, 1).start, 20);
	T_INT(syntax_path_place(&f.sx, p, 1).len, 3);
	T_INT(syntax_path_place(&f.sx, p, 2).start, 24);
}

static void calls_hold_function_and_arguments(void)
{
	const AstExpr *e = expression("f.g(1, x = 2, y = function h(z = 3))");

	T_INT(e->kind, AX_CALL);
	T_INT(e->n, 4);
	T_INT(e->kid[0].kind, AX_REF);
	T_INT(e->kid[2].kind, AX_NAMED);
	T_INT(e->kid[3].kid->kind, AX_PARTIAL);
	e = expression("sum(a for i in b, j)");
	T_INT(e->kind, AX_REDUCE);
	T_INT(e->kid[2].kind, AX_ITER);
	T_INT(e->kid[3].kid->kind, AX_NONE);
	e = expression("der(x)");
	T_STR(fixture_text(&f, e->kid[0].name), "der");
}

static void the_place_of_an_expression_is_all_of_it(void)
{
	const AstExpr *e = expression(" (a + b) * f(c) ");

	T_INT(e->at.start, 1);
	T_INT(e->at.len, 14);
	T_INT(e->kid[0].at.len, 7);
	T_INT(e->kid[1].at.start, 11);
}

static void annotations_are_parsed_on_demand(void)
{
	const ClassDef *c = fixture_class(
		&f, "model M annotation(Icon(x=1)); Real x; annotation(experiment(StopTime=2)); end M;");
	const AstArg *a;

	T_CHECK(c->comment && !c->comment->parsed && c->comment->next);
	T_INT(c->comment->names, 0);
	T_CHECK(!syntax_note(&f.sx, c->comment, NOTE_EVALUATE));
	a = syntax_note(&f.sx, c->comment, NOTE_EXPERIMENT);
	T_CHECK(a && !c->comment->parsed && c->comment->next->parsed);
	a = syntax_find_arg(&a->mod, fixture_name(&f, "StopTime"));
	T_INT(a->mod.value->integer, 2);
}

static void mistakes_in_annotations_show_when_asked_for(void)
{
	const char *text = "model M Real x annotation(a = 1 +); end M;";
	Fixture g;

	fixture_init(&g);
	T_CHECK(!fixture_parse(&g, text).failed);
	T_CHECK(parse_file(&g.sx, 1, PARSE_ANNOTATIONS).failed);
	T_INT(g.diag.n_errors, 1);
	fixture_free(&g);
}

/* Parse a text that may be anything: no crash, an end, and the limit of messages. */
static bool parse_any(const char *text, size_t len)
{
	Fixture g;
	StoredDef s;

	fixture_init(&g);
	s = parse_file(&g.sx, fixture_add(&g, text, len), PARSE_ANNOTATIONS);
	T_CHECK(s.failed == (g.diag.n_errors > 0));
	fixture_free(&g);
	return !s.failed;
}

static void every_prefix_of_a_file_is_read_to_its_end(void)
{
	size_t len = sizeof sample - 1;

	T_CHECK(parse_any(sample, len));
	for (size_t n = 0; n < len - 1; n++)
		if (parse_any(sample, n) != (n < 1 || n == 15 || n == 16 || n == len - 1))
			T_FAIL("a prefix of %zu bytes", n);
}

/* One token left out, doubled or replaced by another one. */
static void mutilated_files_are_read_to_their_end(void)
{
	size_t len = sizeof sample - 1;
	static const char *const words[] = {"end", "(",    ")",     "]",          ";", "equation",
										"if",  "else", "model", "\"",         "'", "=",
										"for", "[",    "{",     "annotation", "}", ","};

	srand(5);
	for (int run = 0; run < 3000; run++) {
		size_t at = (size_t)rand() % len, cut = (size_t)rand() % 12;
		const char *word = words[(size_t)rand() % (sizeof words / sizeof *words)];
		Text text;

		text_init(&text, NULL);
		text_printf(&text, "%.*s %s ", (int)at, sample, rand() % 3 ? word : "");
		text_printf(&text, "%s", sample + (at + cut < len ? at + cut : len));
		parse_any(text_str(&text), text.n);
		text_free(&text);
	}
}

static void deep_nesting_is_refused_quickly(void)
{
	static const struct {
		const char *before, *open, *middle, *close, *after;
	} rows[] = {{"model M Real x=", "(", "1", ")", "; end M;"},
				{"model M Real x=", "{", "1", "}", "; end M;"},
				{"model M Real x=", "[", "1", "]", "; end M;"},
				{"model M Real x=", "a[", "1", "]", "; end M;"},
				{"model M Real x=", "f(", "1", ")", "; end M;"},
				{"model M Real x=", "if a then b else ", "1", "", "; end M;"},
				{"model M Real x=", "not (", "a", ")", "; end M;"},
				{"model M A ", "a(", "b", ")", "; end M;"},
				{"model M A a(b", ".c", "=1", "", "); end M;"},
				{"", "model M ", "", "end M;", ""},
				{"model M equation ", "if a then ", "", "end if;", "end M;"},
				{"model M equation ", "for i loop ", "", "end for;", "end M;"},
				{"model M annotation(a=", "(", "1", ")", "); end M;"},
				{"model M Real x=", "function f(a=", "1", ")", "; end M;"},
				{"model M Real x=", "-", "1", "", "; end M;"}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int closed = 0; closed < 2; closed++) {
			Text text;

			text_init(&text, NULL);
			text_printf(&text, "%s", rows[i].before);
			for (int k = 0; k < 100000; k++)
				text_printf(&text, "%s", rows[i].open);
			text_printf(&text, "%s", rows[i].middle);
			for (int k = 0; closed && k < 100000; k++)
				text_printf(&text, "%s", rows[i].close);
			text_printf(&text, "%s", rows[i].after);
			if (parse_any(text_str(&text), text.n))
				T_FAIL("%s nested 100,000 deep is accepted", rows[i].open);
			text_free(&text);
		}
}

static void five_hundred_levels_are_allowed(void)
{
	Text text;

	text_init(&text, NULL);
	text_printf(&text, "model M Real x=");
	text_add_char(&text, '(', 500);
	text_printf(&text, "1");
	text_add_char(&text, ')', 500);
	text_printf(&text, "; end M;");
	T_CHECK(parse_any(text_str(&text), text.n));
	text_free(&text);
}

static void long_chains_are_not_deep(void)
{
	static const char *const joins[] = {" + x", " * x", " and x", " or x", ", x", ".x", ": x"};

	for (size_t i = 0; i < sizeof joins / sizeof *joins; i++) {
		Text text;

		text_init(&text, NULL);
		text_printf(&text, "model M Real y = {x");
		for (int k = 0; k < 60000; k++)
			text_printf(&text, "%s", joins[i]);
		text_printf(&text, "}; end M;");
		T_INT(parse_any(text_str(&text), text.n), joins[i][0] != ':');
		text_free(&text);
	}
}

static void random_bytes_are_read_to_their_end(void)
{
	srand(17);
	for (int run = 0; run < 2000; run++) {
		char text[300];
		size_t n = (size_t)(rand() % 300);

		for (size_t i = 0; i < n; i++)
			text[i] = (char)(rand() % 256);
		parse_any(text, n);
	}
}

static void at_most_twenty_mistakes_are_told(void)
{
	Fixture g;

	fixture_init(&g);
	for (int i = 0; i < 30; i++)
		fixture_parse(&g, "model M Real x = ; end M;");
	T_CHECK(diag_full(&g.diag));
	T_INT(g.diag.items.n, 20);
	fixture_free(&g);
}

static void what_follows_a_mistake_is_still_there(void)
{
	Fixture g;
	StoredDef s;
	const ClassDef *c;

	fixture_init(&g);
	s = fixture_parse(
		&g, "model M Real x = 1 1; Real y; equation x = = 2; y = 3; end M; model N end N;");
	c = s.classes[0].cls;
	T_INT(g.diag.n_errors, 2);
	T_INT(s.n, 2);
	T_CHECK(c->flags & CF_ERROR);
	T_CHECK(!(s.classes[1].cls->flags & CF_ERROR));
	T_CHECK(syntax_find(c, fixture_name(&g, "y")));
	T_INT(c->sections[0].n, 1);
	fixture_free(&g);
}

int main(void)
{
	fixture_init(&f);
	T_RUN(a_file_has_within_and_classes);
	T_RUN(a_class_knows_its_place);
	T_RUN(elements_are_found_by_name);
	T_RUN(imports_have_the_name_that_they_bring);
	T_RUN(prefixes_become_bits);
	T_RUN(a_clause_of_several_is_several_elements);
	T_RUN(dotted_modifiers_are_nested);
	T_RUN(chains_of_operators_are_one_node);
	T_RUN(references_have_parts);
	T_RUN(the_parts_of_a_path_have_places);
	T_RUN(calls_hold_function_and_arguments);
	T_RUN(the_place_of_an_expression_is_all_of_it);
	T_RUN(annotations_are_parsed_on_demand);
	T_RUN(mistakes_in_annotations_show_when_asked_for);
	T_RUN(every_prefix_of_a_file_is_read_to_its_end);
	T_RUN(mutilated_files_are_read_to_their_end);
	T_RUN(deep_nesting_is_refused_quickly);
	T_RUN(five_hundred_levels_are_allowed);
	T_RUN(long_chains_are_not_deep);
	T_RUN(random_bytes_are_read_to_their_end);
	T_RUN(at_most_twenty_mistakes_are_told);
	T_RUN(what_follows_a_mistake_is_still_there);
	fixture_free(&f);
	return T_END();
}
