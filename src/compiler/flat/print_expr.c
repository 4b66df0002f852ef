/* SPDX-License-Identifier: MIT
   print_expr.c — expressions as Modelica text, with the parentheses that the grammar needs
   (MLS 3.2) and no others. Works off a stack of texts and expressions still to be written. */
#include "compiler/flat/flat.h"

#include <math.h>
#include <string.h>

#define UNARY_MINUS 6 /* precedence of a negative number */

typedef struct Item {
	const Expr *e;    /* what is to be written; NULL: text */
	const char *text; /* len bytes */
	size_t len;       /* of text */
	int context;      /* least precedence that needs no parentheses here */
} Item;

typedef struct Printer {
	const FlatModel *m;   /* variables, functions, names */
	const FlatBody *body; /* locals; NULL: there are none */
	Arena *scratch;       /* holds what is below and made texts */
	Text *out;            /* the result */
	size_t most;          /* bytes of it that are asked for */
	VEC(Item) stack;      /* to be written, next last */
	VEC(Item) list;       /* parts of one expression, in order */
} Printer;

static const char *name_text(const Printer *pr, Name name)
{
	return intern_text(pr->m->names, name);
}

static void add_bytes(Printer *pr, const char *text, size_t len)
{
	vec_push(arena_allocator(pr->scratch), &pr->list, ((Item){NULL, text, len, 0}));
}

static void add(Printer *pr, const char *text)
{
	add_bytes(pr, text, strlen(text));
}

static void add_expr(Printer *pr, const Expr *e, int context)
{
	vec_push(arena_allocator(pr->scratch), &pr->list, ((Item){e, NULL, 0, context}));
}

/* Each takes a byte at least. */
static void add_list(Printer *pr, const Expr *const arg[], size_t n)
{
	for (size_t i = 0; i < n && i <= pr->most; i++) {
		if (i > 0)
			add(pr, ", ");
		add_expr(pr, arg[i], 0);
	}
}

void print_string(const char *s, Text *out)
{
	text_add_char(out, '"', 1);
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			text_printf(out, "\\%c", *s);
		else if (*s == '\n')
			text_printf(out, "\\n");
		else if (*s == '\t')
			text_printf(out, "\\t");
		else
			text_add_char(out, *s, 1);
	}
	text_add_char(out, '"', 1);
}

/* A number that Modelica can read: it has no infinity. */
static void print_real(double x, Text *out)
{
	char buf[32];

	if (isinf(x))
		text_printf(out, x > 0 ? "1e999" : "-1e999");
	else
		text_printf(out, "%s", text_real(buf, x));
}

/* How many leading subscripts of its block an array of variables fixes: the dimensions it has are
   the last ones, whole. -1: it is no such part. */
static int fixed_subscripts(const FlatDecl *b, const Expr *e)
{
	int fixed = b->rank - e->type->rank;
	int32_t k = (int32_t)e->aux - b->first.i;

	if (fixed < 0 || (e->type->n_scalars > 0 && k % e->type->n_scalars != 0))
		return -1;
	for (int d = 0; d < e->type->rank; d++)
		if (e->type->dim[d] != b->dim[fixed + d].n)
			return -1;
	return fixed;
}

/* x, x[2], x[:, i], r[i].v: the block's name with its brackets filled; brackets with colons only
   are left out. */
static void print_block_part(Printer *pr, const Expr *e, int fixed, const Expr *const sub[],
							 size_t n)
{
	const FlatDecl *b = flat_decl_of(pr->m, expr_var_id(e));
	const char *name = name_text(pr, b->name);
	int32_t k = (int32_t)e->aux - b->first.i, at[UINT8_MAX];
	size_t len;

	if (e->type->n_scalars > 0)
		k /= e->type->n_scalars;
	for (int d = fixed - 1; d >= 0; d--) {
		at[d] = k % b->dim[d].n;
		k /= b->dim[d].n;
	}
	if (fixed == 0 && n == 0) { /* the whole: no brackets */
		for (; flat_name_part(name, &len); name += len + (name[len] == ']'))
			add_bytes(pr, name, len - 1);
		add(pr, name);
		return;
	}
	for (int d = 0; flat_name_part(name, &len); d++, name += len) {
		add_bytes(pr, name, len);
		if (d < fixed)
			add(pr, arena_printf(pr->scratch, "%d", at[d] + 1));
		else if ((size_t)(d - fixed) < n)
			add_expr(pr, sub[d - fixed], 0);
		else
			add(pr, ":");
	}
	add(pr, name);
}

/* Variables that are no regular part of a block: one by one. */
static void print_vars(Printer *pr, const Expr *e)
{
	Text name;

	add(pr, "{");
	for (int32_t k = 0; k < e->type->n_scalars; k++) {
		text_init(&name, arena_allocator(pr->scratch));
		flat_print_var(pr->m, (VarId){(int32_t)e->aux + k}, &name);
		add(pr, k > 0 ? ", " : "");
		add(pr, text_str(&name));
	}
	add(pr, "}");
}

static void print_leaf(Printer *pr, const Expr *e)
{
	Text *out = pr->out;

	switch (e->op) {
	case EX_REAL: print_real(expr_real_value(e), out); break;
	case EX_INTEGER: text_printf(out, "%lld", (long long)expr_integer_value(e)); break;
	case EX_BOOLEAN: text_printf(out, e->aux ? "true" : "false"); break;
	case EX_ENUM:
		text_printf(out, "%s.%s", name_text(pr, e->type->name),
					name_text(pr, e->type->field[e->aux - 1].name));
		break;
	case EX_STRING: print_string(name_text(pr, (Name){e->aux}), out); break;
	case EX_VAR:
		if (e->type->rank == 0)
			flat_print_var(pr->m, expr_var_id(e), out);
		else if (e->type->n_scalars == 0 ||
				 fixed_subscripts(flat_decl_of(pr->m, expr_var_id(e)), e) < 0)
			print_vars(pr, e);
		else
			print_block_part(pr, e, fixed_subscripts(flat_decl_of(pr->m, expr_var_id(e)), e), NULL,
							 0);
		break;
	case EX_LOCAL:
		if (pr->body && (int32_t)e->aux < pr->body->n_locals)
			text_printf(out, "%s", name_text(pr, pr->body->local[e->aux].name));
		else
			text_printf(out, "local%u", e->aux);
		break;
	case EX_INSTANCE: flat_print_path(pr->m, (PathId){(int32_t)e->aux}, out); break;
	default: text_printf(out, "%s", expr_op_info[e->op].text);
	}
}

/* Operators on arrays: a dot where Modelica's plain operator means something else (MLS 10.6). */
static const char *binary_text(const Expr *e)
{
	bool a = e->arg[0]->type->rank > 0, b = e->arg[1]->type->rank > 0;

	switch (e->op) {
	case EX_ADD: return a != b ? " .+ " : " + ";
	case EX_SUB: return a != b ? " .- " : " - ";
	case EX_MUL: return a && b ? " .* " : "*";
	case EX_DIV: return b ? " ./ " : "/";
	case EX_POW: return a || b ? " .^ " : "^";
	case EX_MATMUL: return "*";
	case EX_MATPOW: return "^";
	default: return NULL;
	}
}

static void print_binary(Printer *pr, const Expr *e)
{
	const OpInfo *info = &expr_op_info[e->op];
	bool chains = info->precedence != 8 && info->precedence != 5; /* a + b + c, but not a ^ b ^ c */
	const char *text = binary_text(e);

	add_expr(pr, e->arg[0], info->precedence + !chains);
	if (text)
		add(pr, text);
	else
		add(pr, arena_printf(pr->scratch, " %s ", info->text));
	add_expr(pr, e->arg[1], info->precedence + 1);
}

static void print_if(Printer *pr, const Expr *e)
{
	const char *word = "if ";

	for (; e->op == EX_IF && pr->list.n <= pr->most; e = e->arg[2], word = " elseif ") {
		add(pr, word);
		add_expr(pr, e->arg[0], 0);
		add(pr, " then ");
		add_expr(pr, e->arg[1], 0);
	}
	add(pr, " else ");
	add_expr(pr, e, 0);
}

static void print_index(Printer *pr, const Expr *e)
{
	const Expr *base = e->arg[0];
	int fixed = -1;

	if (base->op == EX_VAR && base->type->n_scalars > 0)
		fixed = fixed_subscripts(flat_decl_of(pr->m, expr_var_id(base)), base);
	if (fixed >= 0) {
		print_block_part(pr, base, fixed, e->arg + 1, e->n - 1);
		return;
	}
	add_expr(pr, base, 9);
	add(pr, "[");
	add_list(pr, e->arg + 1, e->n - 1);
	add(pr, "]");
}

static void print_range(Printer *pr, const Expr *e)
{
	add_expr(pr, e->arg[0], 2);
	if (e->arg[1]->op != EX_INTEGER || expr_integer_value(e->arg[1]) != 1) {
		add(pr, ":");
		add_expr(pr, e->arg[1], 2);
	}
	add(pr, ":");
	add_expr(pr, e->arg[2], 2);
}

static void print_for(Printer *pr, const Expr *e)
{
	bool array = e->op == EX_FOR_ARRAY;

	add(pr, expr_op_info[e->op].text);
	add(pr, array ? "{" : "(");
	add_expr(pr, e->arg[2], 0);
	add(pr, " for ");
	add_expr(pr, e->arg[0], 0);
	add(pr, " in ");
	add_expr(pr, e->arg[1], 0);
	add(pr, array ? "}" : ")");
}

static const char *callee(const Printer *pr, const FlatFn *fn)
{
	return name_text(pr, fn->shown.i ? fn->shown : fn->name);
}

static void print_call(Printer *pr, const char *name, const Expr *e)
{
	add(pr, name);
	add(pr, "(");
	add_list(pr, e->arg, e->n);
	add(pr, ")");
}

/* By name: which option comes first depends on the type of the value (MLS 3.7.1.1). */
static void print_string_of(Printer *pr, const Expr *e)
{
	static const char *const option[] = {
		", minimumLength = ", ", leftJustified = ", ", significantDigits = "};
	bool format = e->n == 2 && e->arg[1]->type->kind == TY_STRING;

	add(pr, "String(");
	add_expr(pr, e->arg[0], 0);
	for (uint32_t i = 1; i < e->n; i++) {
		add(pr, format ? ", format = " : option[i - 1]);
		add_expr(pr, e->arg[i], 0);
	}
	add(pr, ")");
}

static void print_own(Printer *pr, const Expr *e)
{
	switch (e->op) {
	case EX_ARRAY:
		if (e->n == 0) { /* {} has no type */
			add(pr, "fill(");
			add(pr, e->type->kind == TY_REAL ? "0.0" : e->type->kind == TY_STRING ? "\"\"" : "0");
			add(pr, ", 0)");
			break;
		}
		add(pr, "{");
		add_list(pr, e->arg, e->n);
		add(pr, "}");
		break;
	case EX_RECORD: print_call(pr, name_text(pr, e->type->name), e); break;
	case EX_TUPLE: print_call(pr, "", e); break;
	case EX_INDEX: print_index(pr, e); break;
	case EX_FIELD:
		add_expr(pr, e->arg[0], 9);
		add(pr, ".");
		add(pr, name_text(pr, e->arg[0]->type->field[e->aux].name));
		break;
	case EX_CALL: print_call(pr, callee(pr, &pr->m->fns.at[e->aux]), e); break;
	case EX_RESULT: /* no such operator in Modelica: f(x).2 would be the second result */
		add_expr(pr, e->arg[0], 9);
		if (e->aux > 0)
			add(pr, arena_printf(pr->scratch, ".%u", e->aux + 1));
		break;
	case EX_RANGE: print_range(pr, e); break;
	case EX_IF: print_if(pr, e); break;
	case EX_TO_STRING: print_string_of(pr, e); break;
	case EX_TO_ENUM: print_call(pr, name_text(pr, e->type->name), e); break;
	default: print_for(pr, e);
	}
}

/* Does e need parentheses where only this precedence goes without? */
static bool is_loose(const Expr *e, int context)
{
	int precedence = expr_op_info[e->op].precedence;

	if ((e->op == EX_REAL && signbit(expr_real_value(e))) ||
		(e->op == EX_INTEGER && expr_integer_value(e) < 0))
		precedence = UNARY_MINUS;
	return precedence < context;
}

static void print_node(Printer *pr, const Expr *e, int context)
{
	const OpInfo *info = &expr_op_info[e->op];
	bool loose = is_loose(e, context);

	pr->list.n = 0;
	if (loose)
		add(pr, "(");
	switch ((OpForm)info->form) {
	case FORM_LEAF:
		if (loose)
			text_printf(pr->out, "(");
		pr->list.n = 0;
		print_leaf(pr, e);
		break;
	case FORM_CALL: print_call(pr, info->text, e); break;
	case FORM_BINARY: print_binary(pr, e); break;
	case FORM_PREFIX:
		add(pr, e->op == EX_NOT ? "not " : "-");
		add_expr(pr, e->arg[0], info->precedence + 1);
		break;
	case FORM_OWN: print_own(pr, e); break;
	}
	if (loose)
		add(pr, ")");
	for (size_t i = pr->list.n; i-- > 0;)
		vec_push(arena_allocator(pr->scratch), &pr->stack, pr->list.at[i]);
}

/* Modelica converts by itself, and nobody has written the checks of prepare_check.c. */
static bool is_unwritten(const FlatModel *m, const Expr *e)
{
	return e->op == EX_TO_REAL || (e->op == EX_CALL && m->fns.at[e->aux].passes);
}

static void print_stack(Printer *pr, const Expr *e)
{
	ArenaMark mark = arena_mark(pr->scratch);
	size_t first = pr->out->n;

	vec_push(arena_allocator(pr->scratch), &pr->stack, ((Item){e, NULL, 0, 0}));
	while (pr->stack.n > 0 && pr->out->n - first <= pr->most) {
		Item item = pr->stack.at[--pr->stack.n];

		while (item.e && is_unwritten(pr->m, item.e))
			item.e = item.e->arg[0];
		if (item.e)
			print_node(pr, item.e, item.context);
		else
			text_add(pr->out, item.text, item.len);
	}
	arena_release(pr->scratch, mark);
}

void print_expr(const FlatModel *m, const FlatBody *body, const Expr *e, Arena *scratch, Text *out)
{
	Printer pr = {.m = m, .body = body, .scratch = scratch, .out = out, .most = SIZE_MAX};

	print_stack(&pr, e);
}

void print_expr_begin(const FlatModel *m, const Expr *e, size_t most, Arena *scratch, Text *out)
{
	Printer pr = {.m = m, .scratch = scratch, .out = out, .most = most};

	print_stack(&pr, e);
}
