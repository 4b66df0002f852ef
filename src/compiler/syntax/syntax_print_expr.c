/* SPDX-License-Identifier: MIT
   syntax_print_expr.c — expressions and modifications as text. Parentheses stand where the grammar
   needs them to read the same tree again, and nowhere else. */
#include "compiler/syntax/syntax.h"

#include <string.h>

/* How tightly an expression binds: the rule of the grammar that it is. */
typedef enum Level {
	AT_EXPR,       /* if */
	AT_SIMPLE,     /* range */
	AT_OR,         /* logical-expression */
	AT_AND,        /* logical-term */
	AT_NOT,        /* logical-factor */
	AT_RELATION,   /* relation */
	AT_ARITHMETIC, /* arithmetic-expression */
	AT_TERM,       /* term */
	AT_FACTOR,     /* factor */
	AT_PRIMARY     /* primary */
} Level;

static void put(Text *out, const char *s)
{
	text_add(out, s, strlen(s));
}

static void put_name(const Syntax *sx, Name name, Text *out)
{
	text_add(out, intern_text(sx->names, name), intern_len(sx->names, name));
}

static Level op_level(AstOp op)
{
	if (op == AO_OR)
		return AT_OR;
	if (op == AO_AND)
		return AT_AND;
	if (op == AO_NOT)
		return AT_NOT;
	if (op <= AO_NE)
		return AT_RELATION;
	if (op <= AO_DOT_SUB)
		return AT_ARITHMETIC;
	return op <= AO_DOT_DIV ? AT_TERM : AT_FACTOR;
}

static Level level(const AstExpr *e)
{
	switch (e->kind) {
	case AX_IF: return AT_EXPR;
	case AX_RANGE: return AT_SIMPLE;
	case AX_UNARY: return op_level((AstOp)e->op);
	case AX_BINARY: return op_level((AstOp)e->kid[1].join);
	default: return AT_PRIMARY;
	}
}

static void print(const Syntax *sx, const AstExpr *e, Text *out);

static void print_at(const Syntax *sx, const AstExpr *e, Level least, Text *out)
{
	bool brackets = level(e) < least;

	if (brackets)
		put(out, "(");
	print(sx, e, out);
	if (brackets)
		put(out, ")");
}

static void print_list(const Syntax *sx, const AstExpr *e, uint32_t n, Text *out)
{
	for (uint32_t i = 0; i < n; i++) {
		if (i > 0)
			put(out, ", ");
		print(sx, &e[i], out);
	}
}

/* A sign may stand before the first term of a sum. */
static void print_binary(const Syntax *sx, const AstExpr *e, Text *out)
{
	Level own = level(e), inner = own + 1;

	for (uint32_t i = 0; i < e->n; i++) {
		const AstExpr *kid = &e->kid[i];
		bool is_signed = own == AT_ARITHMETIC && i == 0;

		/* 2 .^ x has its blanks: in 2.^x the dot would belong to the number. */
		if (i > 0)
			text_printf(out, kid->join == AO_POW ? "%s" : " %s ", syntax_op((AstOp)kid->join));
		print_at(sx, kid, is_signed && kid->kind == AX_UNARY ? own : inner, out);
	}
}

static void print_unary(const Syntax *sx, const AstExpr *e, Text *out)
{
	put(out, syntax_op((AstOp)e->op));
	if (e->op == AO_NOT)
		put(out, " ");
	print_at(sx, e->kid, e->op == AO_NOT ? AT_RELATION : AT_TERM, out);
}

static void print_if(const Syntax *sx, const AstExpr *e, Text *out)
{
	for (uint32_t i = 0; i + 1 < e->n; i += 2) {
		put(out, i == 0 ? "if " : " elseif ");
		print(sx, &e->kid[i], out);
		put(out, " then ");
		print(sx, &e->kid[i + 1], out);
	}
	put(out, " else ");
	print(sx, &e->kid[e->n - 1], out);
}

static void print_ref(const Syntax *sx, const AstExpr *e, Text *out)
{
	for (uint32_t i = 0; i < e->n; i++) {
		const AstPart *part = &e->part[i];

		if (i > 0 || e->is_global)
			put(out, ".");
		put_name(sx, part->name, out);
		if (part->n_subs > 0) {
			put(out, "[");
			print_list(sx, part->sub, part->n_subs, out);
			put(out, "]");
		}
	}
}

/* Digits as written, where there is a source. */
static void print_number(const Syntax *sx, const AstExpr *e, Text *out)
{
	const Source *s = source_get(sx->sources, e->at.file);
	char buf[32];

	if (s && e->at.len < PLACE_MAX_LEN)
		text_add(out, s->text + e->at.start, e->at.len);
	else if (e->kind == AX_INTEGER)
		text_printf(out, "%lld", (long long)e->integer);
	else
		text_printf(out, "%s", text_real(buf, e->real));
}

/* kid[first] for kid[first + 1], … */
static void print_for(const Syntax *sx, const AstExpr *e, uint32_t first, Text *out)
{
	print(sx, &e->kid[first], out);
	put(out, " for ");
	print_list(sx, e->kid + first + 1, e->n - first - 1, out);
}

static void print_matrix(const Syntax *sx, const AstExpr *e, Text *out)
{
	for (uint32_t i = 0; i < e->n; i++) {
		put(out, i == 0 ? "[" : "; ");
		print_list(sx, e->kid[i].kid, e->kid[i].n, out);
	}
	put(out, "]");
}

static void print_range(const Syntax *sx, const AstExpr *e, Text *out)
{
	for (uint32_t i = 0; i < e->n; i++) {
		if (i > 0)
			put(out, ":");
		print_at(sx, &e->kid[i], AT_OR, out);
	}
}

static void print_call(const Syntax *sx, const AstExpr *e, Text *out)
{
	if (e->kind == AX_PARTIAL)
		put(out, "function ");
	print(sx, e->kid, out);
	put(out, "(");
	if (e->kind == AX_REDUCE)
		print_for(sx, e, 1, out);
	else
		print_list(sx, e->kid + 1, e->n - 1, out);
	put(out, ")");
}

static void print_named(const Syntax *sx, const AstExpr *e, Text *out)
{
	put_name(sx, e->name, out);
	if (e->kid->kind == AX_NONE)
		return;
	put(out, e->kind == AX_ITER ? " in " : " = ");
	print(sx, e->kid, out);
}

static void print_brackets(const Syntax *sx, const AstExpr *e, Text *out)
{
	put(out, e->kind == AX_TUPLE ? "(" : "{");
	if (e->kind == AX_COMPREHEND)
		print_for(sx, e, 0, out);
	else
		print_list(sx, e->kid, e->n, out);
	put(out, e->kind == AX_TUPLE ? ")" : "}");
}

static void print_index(const Syntax *sx, const AstExpr *e, Text *out)
{
	put(out, "(");
	print(sx, e->kid, out);
	put(out, ")[");
	print_list(sx, e->kid + 1, e->n - 1, out);
	put(out, "]");
}

static void print(const Syntax *sx, const AstExpr *e, Text *out)
{
	switch (e->kind) {
	case AX_NONE:
	case AX_ERROR:
	case AX_ROW: break;
	case AX_INTEGER:
	case AX_REAL: print_number(sx, e, out); break;
	case AX_STRING:
		put(out, "\"");
		text_add(out, e->raw, e->n);
		put(out, "\"");
		break;
	case AX_BOOLEAN: put(out, e->integer ? "true" : "false"); break;
	case AX_NAME: put_name(sx, e->name, out); break;
	case AX_REF: print_ref(sx, e, out); break;
	case AX_END: put(out, "end"); break;
	case AX_COLON: put(out, ":"); break;
	case AX_UNARY: print_unary(sx, e, out); break;
	case AX_BINARY: print_binary(sx, e, out); break;
	case AX_RANGE: print_range(sx, e, out); break;
	case AX_IF: print_if(sx, e, out); break;
	case AX_CALL:
	case AX_PARTIAL:
	case AX_REDUCE: print_call(sx, e, out); break;
	case AX_NAMED:
	case AX_ITER: print_named(sx, e, out); break;
	case AX_ARRAY:
	case AX_COMPREHEND:
	case AX_TUPLE: print_brackets(sx, e, out); break;
	case AX_MATRIX: print_matrix(sx, e, out); break;
	case AX_INDEX: print_index(sx, e, out); break;
	default: BUG("an expression of kind %d", e->kind);
	}
}

void syntax_print_expr(const Syntax *sx, const AstExpr *e, Text *out)
{
	print(sx, e, out);
}

/* Left of `=`: no if-expression. */
void syntax_print_simple(const Syntax *sx, const AstExpr *e, Text *out)
{
	print_at(sx, e, AT_SIMPLE, out);
}

void syntax_print_dims(const Syntax *sx, const AstExpr *dims, uint32_t n, Text *out)
{
	if (n == 0)
		return;
	put(out, "[");
	print_list(sx, dims, n, out);
	put(out, "]");
}

/* -- modifications ------------------------------------------------------------------------ */

static void print_arg(const Syntax *sx, const AstArg *a, Text *out)
{
	const AstArg *last = a;

	/* The prefixes of a dotted name are those of its last part. */
	while (last->flags & ARG_DOTTED)
		last = last->mod.args;
	if (a->kind == ARG_ELEMENT && a->element->prefix & PX_REDECLARE)
		put(out, "redeclare ");
	if (last->flags & ARG_EACH)
		put(out, "each ");
	if (last->flags & ARG_FINAL)
		put(out, "final ");
	switch (a->kind) {
	case ARG_ELEMENT: syntax_print_element(sx, a->element, 0, out); return;
	case ARG_BREAK:
		put(out, "break ");
		put_name(sx, a->name, out);
		return;
	case ARG_BREAK_CONNECT:
		put(out, "break connect(");
		print_list(sx, a->connect, 2, out);
		put(out, ")");
		return;
	default: break;
	}
	for (const AstArg *part = a;; part = part->mod.args) {
		put_name(sx, part->name, out);
		if (!(part->flags & ARG_DOTTED))
			break;
		put(out, ".");
	}
	syntax_print_mod(sx, &last->mod, out);
	syntax_print_comment(sx, a->comment, out);
}

void syntax_print_mod(const Syntax *sx, const AstMod *m, Text *out)
{
	if (m->has & MOD_ARGS) {
		put(out, "(");
		for (uint32_t i = 0; i < m->n_args; i++) {
			if (i > 0)
				put(out, ", ");
			print_arg(sx, &m->args[i], out);
		}
		put(out, ")");
	}
	if (!(m->has & MOD_VALUE))
		return;
	put(out, m->has & MOD_ASSIGN ? " := " : " = ");
	if (m->has & MOD_BREAK)
		put(out, "break");
	else
		print(sx, m->value, out);
}
