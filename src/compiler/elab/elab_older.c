/* SPDX-License-Identifier: MIT
   elab_older.c — functions of libraries for Modelica 2: what they use before it has a value is
   zero. The language leaves that open (MLS 12.4.4), but the tools of that time agreed, and their
   libraries rely on it: a message without a second derivative has none. */
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

void elab_older(Inst *in, const FnInfo *info, const FlatFn *fn)
{
	Body *b = info->body;
	const uint8_t *doubt;
	Arena marks;
	Walk w;

	if (!syntax_is_older(in->sx, info->node->def))
		return;
	arena_child(&marks, in->scratch);
	walk_init_brief(&w, in->pool, &marks, 0);
	doubt = doubt_find(fn, doubt_order(fn, &w, in->scratch), &w, in->scratch);
	arena_free(&marks);
	for (size_t i = (size_t)info->n_in; i < b->locals.n; i++) {
		FlatLocal *l = &b->locals.at[i];
		bool in_parts = l->type->rank > 0 || l->type->kind == TY_RECORD;
		const Expr *zero = (doubt[i] || in_parts) && !l->init ? zero_of(in, l->type) : NULL;

		if (zero && !doubt[i]) /* parts of it may have no value */
			l->init = zero;
		else if (zero &&
				 diag_older(in->diag, info->node->def, l->at, E_UNSET,
							"'%s' may be used in '%s' before it has a value, which used to be 0",
							elab_name(in, l->name), elab_name(in, fn->name)))
			l->init = zero;
	}
}
