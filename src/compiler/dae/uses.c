/* SPDX-License-Identifier: MIT
   uses.c — the variables of an expression: each once, those under pre apart. O(nodes). */
#include "compiler/dae/dae.h"

#include <string.h>

void uses_init(Uses *u, const Dae *d, Arena *scratch)
{
	*u = (Uses){.d = d, .scratch = scratch};
	walk_init_only(&u->walk, &d->m->pool, scratch, XF_VAR);
	walk_init_only(&u->inner, &d->m->pool, scratch, XF_VAR);
	map_init(&u->calls, arena_allocator(scratch));
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

/* An algorithm with arrays is a call of which each scalar result is an equation of its own: that
   all of them use what all of its arguments hold is found out once. */

enum { WIDE = 32 }; /* arguments from which on that is worth the memory of a list */

typedef struct CallUses {
	VEC(const Expr *) vars; /* EX_VAR among its arguments, in the order of a walk */
	VEC(const Expr *) pre;  /* the same under pre */
	bool time;              /* time is among them */
	uint32_t added;         /* 1 + the round in which they were added last */
} CallUses;

static bool is_wide_call(const Expr *e)
{
	if (e->op != EX_CALL)
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (e->arg[i]->n >= WIDE)
			return true;
	return e->n >= WIDE;
}

static CallUses *uses_of_call(Uses *u, const Expr *call)
{
	const MdvAlloc *a = arena_allocator(u->scratch);
	CallUses *c = map_find_ptr(&u->calls, call->id);

	if (c)
		return c;
	c = NEW(u->scratch, CallUses);
	walk_begin(&u->inner, call);
	for (const Expr *x; (x = walk_next(&u->inner));) {
		if (x->op == EX_VAR)
			vec_push(a, &c->vars, x);
		else if (x->op == EX_TIME)
			c->time = true;
		else if (x->op == EX_PRE) {
			vec_push(a, &c->pre, x->arg[0]);
			walk_skip(&u->inner);
		}
	}
	map_put(&u->calls, call->id, map_key(c));
	return c;
}

static void add_call(Uses *u, const Expr *call)
{
	CallUses *c = uses_of_call(u, call);

	if (c->added == u->round + 1)
		return;
	c->added = u->round + 1;
	arena_work(u->scratch, c->vars.n + c->pre.n);
	for (size_t i = 0; i < c->vars.n; i++)
		add(u, c->vars.at[i], false);
	for (size_t i = 0; i < c->pre.n; i++)
		add(u, c->pre.at[i], true);
	u->time = u->time || c->time;
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
		} else if (is_wide_call(x)) {
			add_call(u, x);
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
