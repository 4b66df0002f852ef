/* SPDX-License-Identifier: MIT
   cancel.c — variables that stand on both sides of an equation and cancel, as z in z = z + x: they
   would seem to be what the equation can be solved for. Such an equation becomes 0 = what is left.
   Time O(text of the equations that have a variable on both sides). */
#include "compiler/dae/dae.h"

/* A variable on both sides; -1: none. */
static VarId shared_var(Uses *uses, uint8_t *seen, const DaeEq *e)
{
	VarId found = {-1};
	size_t n;

	uses_find(uses, e->lhs, NULL);
	n = uses->vars.n;
	for (size_t i = 0; i < n; i++)
		seen[uses->vars.at[i].i] = 1;
	uses_find(uses, e->rhs, NULL);
	for (size_t i = 0; i < uses->vars.n && found.i < 0; i++)
		if (seen[uses->vars.at[i].i] == 1)
			found = uses->vars.at[i];
	uses_find(uses, e->lhs, NULL);
	for (size_t i = 0; i < uses->vars.n; i++)
		seen[uses->vars.at[i].i] = 0;
	if (found.i >= 0)
		seen[found.i] = 2; /* not again in this equation */
	return found;
}

static bool cancels(Affine *linear, DaeEq *e, VarId v)
{
	ExprPool *p = linear->p;
	AffinePart part = affine_split(linear, expr_sub(p, e->lhs, e->rhs), v);

	if (!part.ok || (part.a && !expr_is_real(part.a, 0)))
		return false;
	e->lhs = expr_real(p, 0);
	e->rhs = part.b;
	return true;
}

void cancel_shared(Dae *d, Arena *scratch)
{
	ArenaMark mark = arena_mark(scratch);
	uint8_t *seen = NEW_ARRAY(scratch, uint8_t, d->vars.n);
	Affine linear;
	Uses uses;

	uses_init(&uses, d, scratch);
	affine_init(&linear, d, scratch);
	for (size_t i = 0; i < d->eqs.n; i++) {
		DaeEq *e = &d->eqs.at[i];
		VarId v;

		if (e->dropped || e->discrete || e->init_rhs || e->lhs->type->kind != TY_REAL ||
			e->lhs->type->rank > 0)
			continue;
		while ((v = shared_var(&uses, seen, e)).i >= 0 && cancels(&linear, e, v))
			seen[v.i] = 0;
		if (v.i >= 0)
			seen[v.i] = 0;
	}
	arena_release(scratch, mark);
}
