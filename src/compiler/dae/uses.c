/* SPDX-License-Identifier: MIT
   uses.c — the variables of an expression: each once, those under pre apart. O(nodes). */
#include "compiler/dae/dae.h"

#include <string.h>

void uses_init(Uses *u, const Dae *d, Arena *scratch)
{
	*u = (Uses){.d = d, .scratch = scratch};
	walk_init_only(&u->walk, &d->m->pool, scratch, XF_VAR);
}

static void grow_marks(Uses *u)
{
	size_t n = u->d->m->vars.n + u->d->m->vars.n / 4 + 64;
	uint32_t *mark = NEW_ARRAY(u->scratch, uint32_t, n);
	uint32_t *pre_mark = NEW_ARRAY(u->scratch, uint32_t, n);

	if (u->n_marks) {
		memcpy(mark, u->mark, u->n_marks * sizeof *mark);
		memcpy(pre_mark, u->pre_mark, u->n_marks * sizeof *pre_mark);
	}
	u->mark = mark;
	u->pre_mark = pre_mark;
	u->n_marks = n;
}

static void add(Uses *u, const Expr *ref, bool pre)
{
	for (int32_t k = 0; k < ref->type->n_scalars; k++) {
		VarId v = {(int32_t)ref->aux + k};
		uint32_t *mark;

		if ((size_t)v.i >= u->n_marks)
			grow_marks(u);
		mark = pre ? &u->pre_mark[v.i] : &u->mark[v.i];
		if (*mark == u->round)
			continue;
		*mark = u->round;
		if (pre)
			vec_push(arena_allocator(u->scratch), &u->pre, v);
		else
			vec_push(arena_allocator(u->scratch), &u->vars, v);
	}
}

void uses_begin(Uses *u)
{
	u->round++;
	u->vars.n = u->pre.n = 0;
	u->time = false;
}

void uses_add(Uses *u, const Expr *e)
{
	if (!e || !(e->flags & XF_VAR))
		return;
	walk_begin(&u->walk, e);
	for (const Expr *x; (x = walk_next(&u->walk));) {
		if (x->op == EX_VAR)
			add(u, x, false);
		else if (x->op == EX_TIME)
			u->time = true;
		else if (x->op == EX_PRE) {
			add(u, x->arg[0], true);
			walk_skip(&u->walk);
		}
	}
}

void uses_find(Uses *u, const Expr *a, const Expr *b)
{
	uses_begin(u);
	uses_add(u, a);
	uses_add(u, b);
}
