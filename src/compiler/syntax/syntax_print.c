/* SPDX-License-Identifier: MIT
   syntax_print.c — the tree as Modelica text that parses to the same tree. Descriptions and
   annotations are copied from the source as they stand; the rest has a layout of its own: two
   spaces a level, one element or equation a line. */
#include "compiler/syntax/syntax.h"

#include <string.h>

static void put(Text *out, const char *s)
{
	text_add(out, s, strlen(s));
}

static void put_name(const Syntax *sx, Name name, Text *out)
{
	text_add(out, intern_text(sx->names, name), intern_len(sx->names, name));
}

static void new_line(int indent, Text *out)
{
	text_add_char(out, '\n', 1);
	text_add_char(out, ' ', (size_t)indent * 2);
}

/* -- descriptions and annotations --------------------------------------------------------- */

static void print_range(const Syntax *sx, uint32_t file, uint32_t from, uint32_t to, Text *out)
{
	const Source *s = source_get(sx->sources, file);

	if (s)
		text_add(out, s->text + from, to - from);
}

static void print_description(const Syntax *sx, const AstComment *c, Text *out)
{
	if (!c || c->text == c->text_end)
		return;
	put(out, " ");
	print_range(sx, c->file, c->text, c->text_end, out);
}

static void print_annotation(const Syntax *sx, const AstComment *c, Text *out)
{
	put(out, "annotation");
	print_range(sx, c->file, c->note, c->note_end, out);
}

void syntax_print_comment(const Syntax *sx, const AstComment *c, Text *out)
{
	print_description(sx, c, out);
	if (!c || c->note == c->note_end)
		return;
	put(out, " ");
	print_annotation(sx, c, out);
}

/* -- elements ----------------------------------------------------------------------------- */

static void print_prefixes(uint16_t prefix, Text *out)
{
	static const struct {
		uint16_t bit;
		const char *text;
	} rows[] = {{PX_REDECLARE, "redeclare "},
				{PX_FINAL, "final "},
				{PX_INNER, "inner "},
				{PX_OUTER, "outer "},
				{PX_REPLACEABLE, "replaceable "},
				{PX_FLOW, "flow "},
				{PX_STREAM, "stream "},
				{PX_DISCRETE, "discrete "},
				{PX_PARAMETER, "parameter "},
				{PX_CONSTANT, "constant "},
				{PX_INPUT, "input "},
				{PX_OUTPUT, "output "}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (prefix & rows[i].bit)
			put(out, rows[i].text);
}

static void print_import(const Syntax *sx, const AstElement *e, Text *out)
{
	const AstImport *m = e->import;

	put(out, "import ");
	if (m->kind == IMPORT_ALIAS) {
		put_name(sx, e->name, out);
		put(out, " = ");
	}
	syntax_path_text(sx, m->path, out);
	if (m->kind == IMPORT_ALL)
		put(out, ".*");
	for (uint32_t i = 0; i < m->n; i++) {
		put(out, i == 0 ? ".{" : ", ");
		put_name(sx, m->names[i], out);
	}
	if (m->kind == IMPORT_LIST)
		put(out, "}");
}

static void print_component(const Syntax *sx, const AstElement *e, Text *out)
{
	const AstComponent *c = e->component;

	syntax_path_text(sx, c->type, out);
	syntax_print_dims(sx, c->type_dims, c->n_type_dims, out);
	put(out, " ");
	put_name(sx, e->name, out);
	syntax_print_dims(sx, c->dims, c->n_dims, out);
	if (c->mod)
		syntax_print_mod(sx, c->mod, out);
	if (c->condition) {
		put(out, " if ");
		syntax_print_expr(sx, c->condition, out);
	}
}

/* Without semicolon. In a modification `redeclare` is already printed. */
void syntax_print_element(const Syntax *sx, const AstElement *e, int indent, Text *out)
{
	const AstConstraint *by = e->constraint;

	print_prefixes(e->prefix & (indent > 0 ? UINT16_MAX : (uint16_t)~PX_REDECLARE), out);
	switch (e->kind) {
	case EL_COMPONENT: print_component(sx, e, out); break;
	case EL_CLASS: syntax_print_class(sx, e->cls, indent, out); break;
	case EL_IMPORT: print_import(sx, e, out); break;
	default:
		put(out, "extends ");
		syntax_path_text(sx, e->extends->base, out);
		syntax_print_mod(sx, &e->extends->mod, out);
	}
	syntax_print_comment(sx, e->comment, out);
	if (!by)
		return;
	put(out, " constrainedby ");
	syntax_path_text(sx, by->type, out);
	syntax_print_mod(sx, &by->mod, out);
	syntax_print_comment(sx, by->comment, out);
}

/* -- equations and statements ------------------------------------------------------------- */

static void print_stmts(const Syntax *sx, const AstStmt *s, uint32_t n, int indent, Text *out)
{
	for (uint32_t i = 0; i < n; i++) {
		new_line(indent, out);
		syntax_print_stmt(sx, &s[i], indent, out);
		put(out, ";");
	}
}

static void print_branches(const Syntax *sx, const AstStmt *s, int indent, Text *out)
{
	const char *word = s->kind == AS_IF ? "if" : s->kind == AS_WHEN ? "when" : "while";

	for (uint32_t i = 0; i < s->n; i++) {
		const AstBranch *b = &s->branch[i];

		if (i > 0) {
			new_line(indent, out);
			put(out, "else");
		}
		if (b->condition.kind != AX_NONE) {
			text_printf(out, "%s ", word);
			syntax_print_expr(sx, &b->condition, out);
			put(out, s->kind == AS_WHILE ? " loop" : " then");
		}
		print_stmts(sx, b->body, b->n, indent + 1, out);
	}
	new_line(indent, out);
	text_printf(out, "end %s", word);
}

static void print_loop(const Syntax *sx, const AstLoop *l, int indent, Text *out)
{
	for (uint32_t i = 0; i < l->n_iters; i++) {
		put(out, i == 0 ? "for " : ", ");
		syntax_print_expr(sx, &l->iter[i], out);
	}
	put(out, " loop");
	print_stmts(sx, l->body, l->n, indent + 1, out);
	new_line(indent, out);
	put(out, "end for");
}

void syntax_print_stmt(const Syntax *sx, const AstStmt *s, int indent, Text *out)
{
	switch (s->kind) {
	case AS_ERROR: break;
	case AS_EQUAL:
	case AS_ASSIGN:
		syntax_print_simple(sx, &s->expr[0], out);
		put(out, s->kind == AS_EQUAL ? " = " : " := ");
		syntax_print_expr(sx, &s->expr[1], out);
		break;
	case AS_CONNECT:
		put(out, "connect(");
		syntax_print_expr(sx, &s->expr[0], out);
		put(out, ", ");
		syntax_print_expr(sx, &s->expr[1], out);
		put(out, ")");
		break;
	case AS_CALL: syntax_print_expr(sx, s->expr, out); break;
	case AS_IF:
	case AS_WHEN:
	case AS_WHILE: print_branches(sx, s, indent, out); break;
	case AS_FOR: print_loop(sx, s->loop, indent, out); break;
	case AS_BREAK: put(out, "break"); break;
	case AS_RETURN: put(out, "return"); break;
	default: BUG("a statement of kind %d", s->kind);
	}
	syntax_print_comment(sx, s->comment, out);
}

/* -- classes ------------------------------------------------------------------------------ */

static void print_short(const Syntax *sx, const ClassDef *c, Text *out)
{
	put(out, " = ");
	switch (c->form) {
	case FORM_SHORT:
		put(out, c->flags & CF_INPUT ? "input " : c->flags & CF_OUTPUT ? "output " : "");
		syntax_path_text(sx, c->base, out);
		syntax_print_dims(sx, c->dims, c->n_list, out);
		if (c->mod)
			syntax_print_mod(sx, c->mod, out);
		break;
	case FORM_ANY_ENUM: put(out, "enumeration(:)"); break;
	case FORM_ENUMERATION:
		put(out, "enumeration(");
		for (uint32_t i = 0; i < c->n_list; i++) {
			put(out, i > 0 ? ", " : "");
			put_name(sx, c->literals[i].name, out);
			syntax_print_comment(sx, c->literals[i].comment, out);
		}
		put(out, ")");
		break;
	default:
		put(out, "der(");
		syntax_path_text(sx, c->base, out);
		for (uint32_t i = 0; i < c->n_list; i++) {
			put(out, ", ");
			put_name(sx, c->names[i], out);
		}
		put(out, ")");
	}
	syntax_print_comment(sx, c->comment, out);
}

static void print_external(const Syntax *sx, const AstExternal *x, Text *out)
{
	put(out, "external");
	if (x->language) {
		put(out, " ");
		syntax_print_expr(sx, x->language, out);
	}
	if (x->has_call) {
		put(out, " ");
		if (x->result) {
			syntax_print_expr(sx, x->result, out);
			put(out, " = ");
		}
		put_name(sx, x->function, out);
		put(out, "(");
		for (uint32_t i = 0; i < x->n_args; i++) {
			put(out, i > 0 ? ", " : "");
			syntax_print_expr(sx, &x->args[i], out);
		}
		put(out, ")");
	}
	syntax_print_comment(sx, x->comment, out);
	put(out, ";");
}

static void print_body(const Syntax *sx, const ClassDef *c, int indent, Text *out)
{
	uint16_t visible = 0;

	for (uint32_t i = 0; i < c->n_elements; i++) {
		const AstElement *e = &c->elements[i];

		if ((e->prefix & PX_PROTECTED) != visible) {
			visible = e->prefix & PX_PROTECTED;
			new_line(indent, out);
			put(out, visible ? "protected" : "public");
		}
		new_line(indent + 1, out);
		syntax_print_element(sx, e, indent + 1, out);
		put(out, ";");
	}
	for (uint32_t i = 0; i < c->n_sections; i++) {
		const AstSection *s = &c->sections[i];

		new_line(indent, out);
		put(out, s->kind & SECTION_INITIAL ? "initial " : "");
		put(out, s->kind & SECTION_ALGORITHM ? "algorithm" : "equation");
		print_stmts(sx, s->body, s->n, indent + 1, out);
	}
	if (c->external) {
		new_line(indent, out);
		print_external(sx, c->external, out);
	}
	for (const AstComment *note = c->comment; note; note = note->next)
		if (note->note < note->note_end) {
			new_line(indent + 1, out);
			print_annotation(sx, note, out);
			put(out, ";");
		}
}

void syntax_print_class(const Syntax *sx, const ClassDef *c, int indent, Text *out)
{
	put(out, c->flags & CF_ENCAPSULATED ? "encapsulated " : "");
	put(out, c->flags & CF_PARTIAL ? "partial " : "");
	put(out, c->flags & CF_PURE ? "pure " : c->flags & CF_IMPURE ? "impure " : "");
	text_printf(out, "%s ", syntax_class_kind((ClassKind)c->kind));
	put(out, c->form == FORM_EXTENDS ? "extends " : "");
	put_name(sx, c->name, out);
	if (c->form > FORM_EXTENDS) {
		print_short(sx, c, out);
		return;
	}
	if (c->mod)
		syntax_print_mod(sx, c->mod, out);
	print_description(sx, c->comment, out);
	print_body(sx, c, indent, out);
	new_line(indent, out);
	put(out, "end ");
	put_name(sx, c->name, out);
}

void syntax_print(const Syntax *sx, const StoredDef *s, Text *out)
{
	if (s->has_within) {
		put(out, "within");
		if (s->within) {
			put(out, " ");
			syntax_path_text(sx, s->within, out);
		}
		put(out, ";\n");
	}
	for (uint32_t i = 0; i < s->n; i++) {
		put(out, s->classes[i].prefix & PX_FINAL ? "final " : "");
		syntax_print_class(sx, s->classes[i].cls, 0, out);
		put(out, ";\n");
	}
}
