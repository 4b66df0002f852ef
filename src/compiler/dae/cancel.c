/* SPDX-License-Identifier: MIT
   cancel.c — variables that stand on both sides of an equation and cancel, as z in z = z + x: they
   would seem to be what the equation can be solved for. Such an equation becomes 0 = what is left.
   Time O(text of the equations that have a variable on both sides, times these variables). */
#include "compiler/dae/dae.h"

#define TRIED_MOST 100 /* variables on both sides of one equation: keeps long equations cheap */

typedef struct Cancel {
	Affine linear;         /* splits expressions */
	Uses uses;             /* finds variables */
	uint8_t *left;         /* by variable: it stands on the left side */
	VEC(VarId) shared;     /* variables on both sides of the equation at hand */
	const MdvAlloc *alloc; /* for them */
} Cancel;

static void find_shared(Cancel *c, const DaeEq *e)
{
	c->shared.n = 0;
	uses_find(&c->uses, e->lhs, NULL);
	for (size_t i = 0; i < c->uses.vars.n; i++)
		c->left[c->uses.vars.at[i].i] = 1;
	uses_find(&c->uses, e->rhs, NULL);
	for (size_t i = 0; i < c->uses.vars.n && c->shared.n < TRIED_MOST; i++)
		if (c->left[c->uses.vars.at[i].i])
			vec_push(c->alloc, &c->shared, c->uses.vars.at[i]);
	uses_find(&c->uses, e->lhs, NULL);
	for (size_t i = 0; i < c->uses.vars.n; i++)
		c->left[c->uses.vars.at[i].i] = 0;
}

static void cancel_one(Cancel *c, DaeEq *e, VarId v)
{
	ExprPool *p = c->linear.p;
	AffinePart part = affine_split(&c->linear, expr_sub(p, e->lhs, e->rhs), v);

	if (!part.ok || (part.a && !expr_is_real(part.a, 0)))
		return;
	e->lhs = expr_real(p, 0);
	e->rhs = part.b;
}

void cancel_shared(Dae *d, Arena *scratch)
{
	ArenaMark mark = arena_mark(scratch);
	Cancel c = {.alloc = arena_allocator(scratch)};

	c.left = NEW_ARRAY(scratch, uint8_t, d->vars.n);
	uses_init(&c.uses, d, scratch);
	affine_init(&c.linear, d, scratch);
	for (size_t i = 0; i < d->eqs.n; i++) {
		DaeEq *e = &d->eqs.at[i];

		if (e->dropped || e->discrete || e->init_rhs || e->lhs->type->kind != TY_REAL ||
			e->lhs->type->rank > 0)
			continue;
		find_shared(&c, e);
		for (size_t k = 0; k < c.shared.n; k++)
			cancel_one(&c, e, c.shared.at[k]);
	}
	arena_release(scratch, mark);
}
