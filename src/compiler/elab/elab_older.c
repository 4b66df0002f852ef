/* SPDX-License-Identifier: MIT
   elab_older.c — what functions use before it has a value is zero, with a warning. The language
   forbids it (MLS 12.4.4), but tools agree, and libraries rely on it. Those for Modelica 2 are told
   of when they are compiled, others when it happens; what is strict refuses it. */
#include "compiler/elab/elab_local.h"

/* What variables of a type have when nothing is said; NULL: of this type they have nothing. The
   depth is that of the type. */
static const Expr *zero_of(Inst *in, const Type *t)
{
	const Expr **arg;
	const Expr *zero;

	if (t->rank > 0) {
		zero = t->n_scalars < 0 ? NULL : zero_of(in, type_drop(in->pool, t, t->rank));
		if (!zero)
			return NULL;
		arg = NEW_ARRAY(in->scratch, const Expr *, t->rank + 1);
		arg[0] = zero;
		for (int d = 0; d < t->rank; d++)
			arg[d + 1] = expr_integer(in->pool, t->dim[d]);
		return expr_op(in->pool, EX_FILL, arg, (size_t)t->rank + 1);
	}
	switch (t->kind) {
	case TY_REAL: return expr_real(in->pool, 0);
	case TY_INTEGER: return expr_integer(in->pool, 0);
	case TY_BOOLEAN: return expr_boolean(in->pool, false);
	case TY_STRING: return expr_text(in->pool, "");
	case TY_ENUM: return expr_enum(in->pool, t, 1);
	case TY_RECORD: break;
	default: return NULL;
	}
	arg = NEW_ARRAY(in->scratch, const Expr *, t->n_fields + 1);
	for (int i = 0; i < t->n_fields; i++) {
		arg[i] = zero_of(in, t->field[i].type);
		if (!arg[i])
			return NULL;
	}
	return expr_record(in->pool, t, arg, (size_t)t->n_fields);
}

/* Parts of it may have no value. */
static bool is_in_parts(const FlatLocal *l)
{
	return l->type->rank > 0 || l->type->kind == TY_RECORD;
}

static void older_value(Inst *in, const FnInfo *info, FlatLocal *l, bool in_doubt)
{
	const Expr *zero = in_doubt || is_in_parts(l) ? zero_of(in, l->type) : NULL;

	if (zero && (!in_doubt ||
				 diag_older(in->diag, info->node->def, l->at, E_UNSET,
							"'%s' may be used in '%s' before it has a value, which used to be 0",
							elab_name(in, l->name), elab_callee_name(in, info->node))))
		l->init = zero;
}

/* MLS 12.4.4 makes it an error, and recommends to warn and to look at run time where it cannot be
   excluded. What no statement assigns stays without a value: an error as soon as it is used. */
static void newer_value(Inst *in, const FnInfo *info, const FlatFn *fn, int32_t i)
{
	FlatLocal *l = &info->body->locals.at[i];
	const Node *n = info->body->nodes.at[i];
	DoubtParts parts = doubt_parts(fn, i, in->scratch);
	const Expr *zero = parts == DOUBT_SOME ? zero_of(in, l->type) : NULL;

	if (zero && diag_older(in->diag, n ? n->decl : NULL, l->at, E_UNSET,
						   "'%s' gives no value to some elements of '%s': they are 0",
						   elab_callee_name(in, info->node), elab_name(in, l->name)))
		l->init = zero;
	l->zero_unset = parts != DOUBT_NOTHING && l->type->kind != TY_RECORD;
}

void elab_older(Inst *in, const FnInfo *info, const FlatFn *fn)
{
	Body *b = info->body;
	bool older = syntax_is_older(in->sx, info->node->def);
	const uint8_t *doubt;
	Arena marks;
	Walk w;

	if (!older && in->diag->strict)
		return;
	arena_child(&marks, in->scratch);
	walk_init_brief(&w, in->pool, &marks, 0);
	doubt = doubt_find(fn, doubt_order(fn, &w, in->scratch), &w, in->scratch);
	arena_free(&marks);
	for (size_t i = (size_t)info->n_in; i < b->locals.n; i++)
		if (b->locals.at[i].kind == LO_ITERATOR || b->locals.at[i].init)
			continue;
		else if (older)
			older_value(in, info, &b->locals.at[i], doubt[i]);
		else if (doubt[i] || b->locals.at[i].type->rank > 0)
			newer_value(in, info, fn, (int32_t)i);
}
