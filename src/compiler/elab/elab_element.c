/* SPDX-License-Identifier: MIT
   elab_element.c — values of arrays of components that are records. The records of an array may
   have arrays of different sizes (walls of different numbers of layers), so that the whole has no
   type: each component gets its own element, as it is written. */
#include "compiler/elab/elab_local.h"

#include <string.h>

enum { MOST_SUBS = 8 }; /* dimensions of arrays in arrays that are taken apart here */

typedef struct Sub {
	int64_t at;  /* subscript, from 1 */
	int32_t dim; /* of so many */
} Sub;

/* The subscripts, those of the arrays further out first; -1: too many. */
static int32_t gather_subs(const ModSub *sub, Sub at[MOST_SUBS])
{
	int32_t n = sub->outer ? gather_subs(sub->outer, at) : 0;

	if (n < 0 || n + sub->n > MOST_SUBS)
		return -1;
	for (int32_t i = 0; i < sub->n; i++)
		at[n++] = (Sub){sub->at[i], sub->dim[i].n};
	return n;
}

/* {a, b, …}: the element itself. NULL: it is not written so, or there are more or less. */
static const AstExpr *of_constructor(const AstExpr *e, const Sub at[], int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		if (e->kind != AX_ARRAY || e->n != (uint32_t)at[i].dim)
			return NULL;
		e = &e->kid[at[i].at - 1];
	}
	return e->kind == AX_NAME || e->kind == AX_REF || e->kind == AX_CALL ? e : NULL;
}

/* a or a.b, where a is an array of records: a[i] or a[i].b. NULL: it is no such array. */
static const AstExpr *of_array(Inst *in, const Mod *m, const Sub at[], int32_t n)
{
	const AstExpr *e = m->ast->value;
	AstPart one, *part;
	AstExpr *sub, *made;
	uint32_t n_parts;
	const AstPart *parts = syntax_parts(e, &one, &n_parts);
	Node *first = parts[0].n_subs || (e->kind == AX_REF && e->is_global)
					  ? NULL
					  : lookup_simple(in, m->where, parts[0].name, LOOKUP_ANY);

	if (!first || first->kind == NODE_CLASS || !node_class(in, first) || !node_dims(in, first) ||
		first->kind != NODE_ARRAY || first->rank != n || !node_is_a(first, CLS_RECORD))
		return NULL;
	sub = NEW_ARRAY(in->keep, AstExpr, n);
	for (int32_t i = 0; i < n; i++) {
		if (first->dim[i].n != at[i].dim)
			return NULL;
		sub[i] = (AstExpr){.kind = AX_INTEGER, .at = e->at, .integer = at[i].at};
	}
	part = NEW_ARRAY(in->keep, AstPart, n_parts);
	memcpy(part, parts, n_parts * sizeof *part);
	part[0].n_subs = (uint16_t)n;
	part[0].sub = sub;
	made = NEW(in->keep, AstExpr);
	*made = (AstExpr){.kind = AX_REF, .n = n_parts, .at = e->at, .part = part};
	return made;
}

const Expr *elab_mod_element(Inst *in, const Mod *m, bool is_pure)
{
	const AstExpr *value = m->ast->value, *e = NULL;
	Sub at[MOST_SUBS];
	int32_t n = gather_subs(m->sub, at);
	const Expr *x;

	if (n <= 0)
		return NULL;
	if (value->kind == AX_ARRAY)
		e = of_constructor(value, at, n);
	else if (value->kind == AX_NAME || value->kind == AX_REF)
		e = of_array(in, m, at, n);
	if (!e)
		return NULL;
	x = elab_expr(in, &(Env){.node = m->where, .is_pure = is_pure}, e);
	return elab_is_error(x) || (x->type->kind == TY_RECORD && x->type->rank == 0) ? x : NULL;
}
