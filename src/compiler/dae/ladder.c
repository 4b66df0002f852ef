/* SPDX-License-Identifier: MIT
   ladder.c — many relations that compare one expression with different values, each known between
   events: `x > 1`, `x > 2` … While the expression moves, only the next value above and the next
   below can be passed first; the runtime watches those and not all of them. A few relations are not
   worth it. Relations that are decided inside of a block are left out. O(relations).

   requires: systems_sort, initial_sort. gives: DaeRelation.moving, limit, above, fixed. */
#include "compiler/dae/dae.h"

enum { LEAST_RUNGS = 16 };

typedef struct Ladder {
	Dae *d;        /* the model */
	Walk walk;     /* to see what is held */
	bool *decided; /* by variable: inside of a block */
	Map rungs;     /* expression -> how many relations of it */
} Ladder;

static void mark_decided(Ladder *x, const DaeStep *s)
{
	for (int32_t i = 0; i < s->n_decisions; i++)
		x->decided[s->decision[i].i] = true;
	for (int32_t i = 0; i < s->n_steps; i++)
		mark_decided(x, &s->step[i]);
}

/* a op b, where the difference of both counts: `a - b > 0` as well. */
static void sides(const DaeRelation *r, const Expr **a, const Expr **b)
{
	*a = r->lhs;
	*b = r->rhs;
	if (expr_is_real(r->rhs, 0) && r->lhs->op == EX_SUB) {
		*a = r->lhs->arg[0];
		*b = r->lhs->arg[1];
	}
}

static void look_at(Ladder *x, DaeRelation *r)
{
	const Expr *a, *b;
	bool left, right;
	uint64_t *n;

	if (r->instant || r->op == EX_FLOOR || x->decided[r->var.i])
		return;
	sides(r, &a, &b);
	left = dae_is_held(x->d, &x->walk, a);
	right = dae_is_held(x->d, &x->walk, b);
	if (left == right)
		return;
	r->moving = left ? b : a;
	r->limit = left ? a : b;
	r->fixed = expr_is_literal(r->limit) ||
			   (r->limit->op == EX_VAR && x->d->vars.at[r->limit->aux].role == DR_PARAMETER);
	r->above = (r->op == EX_GT || r->op == EX_GE) != left;
	n = map_find(&x->rungs, map_key(r->moving));
	map_put(&x->rungs, map_key(r->moving), n ? *n + 1 : 1);
}

bool ladder_find(Dae *d, Arena *scratch, Diag *diag)
{
	ArenaMark mark = arena_mark(scratch);
	Ladder x = {.d = d, .decided = NEW_ARRAY(scratch, bool, d->vars.n)};

	(void)diag;
	walk_init(&x.walk, &d->m->pool, scratch);
	map_init(&x.rungs, arena_allocator(scratch));
	for (int32_t i = 0; i < d->event.n_steps; i++)
		mark_decided(&x, &d->event.step[i]);
	for (int32_t i = 0; i < d->init.n_steps; i++)
		mark_decided(&x, &d->init.step[i]);
	for (size_t i = 0; i < d->relations.n; i++)
		look_at(&x, &d->relations.at[i]);
	for (size_t i = 0; i < d->relations.n; i++) {
		DaeRelation *r = &d->relations.at[i];

		if (r->moving && *map_find(&x.rungs, map_key(r->moving)) < LEAST_RUNGS)
			r->moving = r->limit = NULL;
	}
	arena_release(scratch, mark);
	return true;
}
