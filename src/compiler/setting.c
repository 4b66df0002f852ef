/* SPDX-License-Identifier: MIT
   setting.c — values that are set from outside (--set): a literal takes the place of the binding of
   a parameter, or of a start value, before the flat model is sorted. */
#include "compiler/compiler.h"

#include <string.h>

static VarId find_var(const FlatModel *m, const char *name)
{
	Text text;
	VarId found = {-1};

	text_init(&text, arena_heap(m->keep));
	for (size_t i = 0; i < m->vars.n && found.i < 0; i++) {
		text_clear(&text);
		flat_print_var(m, (VarId){(int32_t)i}, &text);
		if (text_same_name(text_str(&text), name))
			found.i = (int32_t)i;
	}
	text_free(&text);
	return found;
}

/* A literal of the type; NULL: the text is none. */
static const Expr *read_literal(ExprPool *p, const Type *type, const char *text)
{
	size_t n = strlen(text);
	double x;

	if (type->kind == TY_BOOLEAN)
		return !strcmp(text, "true")    ? expr_boolean(p, true)
			   : !strcmp(text, "false") ? expr_boolean(p, false)
										: NULL;
	if (type->kind == TY_STRING) {
		bool quoted = n >= 2 && text[0] == '"' && text[n - 1] == '"';

		return expr_string(p, intern_name(p->names, text + quoted, n - 2 * quoted));
	}
	for (int i = 0; type->kind == TY_ENUM && i < type->n_fields; i++) {
		const char *literal = intern_text(p->names, type->field[i].name);
		const char *dot = strrchr(text, '.');

		if (!strcmp(dot ? dot + 1 : text, literal))
			return expr_enum(p, type, i + 1);
	}
	if (!real_read(text, n, &x))
		return NULL;
	if (type->kind == TY_REAL)
		return expr_real(p, x);
	if (x != (double)(int64_t)x)
		return NULL;
	if (type->kind == TY_ENUM)
		return x >= 1 && x <= type->n_fields ? expr_enum(p, type, (int)x) : NULL;
	return type->kind == TY_INTEGER ? expr_integer(p, (int64_t)x) : NULL;
}

const char *setting_apply(Compile *cx, const char *name, const char *value)
{
	FlatModel *m = &cx->flat;
	VarId v = find_var(m, name);
	const Expr *literal;

	if (v.i < 0)
		return "there is no such variable";
	literal = read_literal(&m->pool, flat_decl_of(m, v)->type, value);
	if (!literal)
		return "the value does not fit its type";
	if (flat_var(m, v)->variability > VB_PARAMETER) {
		flat_set_start(m, v, literal);
		return NULL;
	}
	if (flat_var(m, v)->variability == VB_CONSTANT)
		return "it is a constant";
	if (flat_attrs(m, v)->structural)
		return "its value was used to build the model; change it in the source";
	if (flat_decl_of(m, v)->flags & DF_FINAL)
		return "it is final";
	flat_set_binding(m, v, literal);
	return NULL;
}
