/* SPDX-License-Identifier: MIT
   shift.c — expressions of one component again for another one that is like it: every variable of
   the first is replaced by the one that lies as far behind it as the two components lie apart. The
   nodes that hold such variables are listed once, arguments first; making them again is then one
   pass over the list, without a search for what was met. Nothing is folded or typed anew: that is
   the same for variables of the same types. O(nodes) for each component. */
#include "compiler/expr/expr.h"

#include <stdlib.h>

typedef struct ShiftNode {
	const Expr *e;      /* it holds variables of the range */
	uint32_t first_arg; /* place of its arguments in Shift.arg */
} ShiftNode;

struct Shift {
	ExprPool *pool;          /* where nodes are made */
	VEC(ShiftNode) nodes;    /* in ascending order of ids */
	VEC(uint32_t) arg;       /* of each node its arguments: 1 + place in nodes; 0: it stays */
	const Expr **made;       /* for each node what was made of it last */
	const Expr **args;       /* room for the arguments of one node */
	const Expr *const *root; /* n_roots, as given */
	uint32_t *at;            /* of each root: 1 + place in nodes; 0: it stays */
	size_t n_roots;          /* how many */
};

typedef VEC(const Expr *) ExprVec;

static int by_id(const void *x, const void *y)
{
	uint32_t a = (*(const Expr *const *)x)->id, b = (*(const Expr *const *)y)->id;

	return (a > b) - (a < b);
}

/* What each component must have of its own: a state of the runtime, a clock, a call that is no
   other call, the name of its place. */
static bool is_unique(const Expr *e)
{
	return expr_op_info[e->op].flags & (OF_CLOCK | OF_STATE) || e->flags & XF_IMPURE ||
		   e->op == EX_INSTANCE;
}

/* All nodes below the roots, arguments first; false: one cannot be made again. */
static bool collect(Shift *s, Arena *scratch, ExprVec *all)
{
	const Expr *e;
	Walk w;

	walk_init_brief(&w, s->pool, scratch, 0);
	walk_begin(&w, NULL);
	for (size_t i = 0; i < s->n_roots; i++)
		walk_add(&w, s->root[i]);
	while ((e = walk_next(&w))) {
		if (is_unique(e))
			return false;
		vec_push(arena_allocator(scratch), all, e);
	}
	if (all->n > 0)
		qsort(all->at, all->n, sizeof *all->at, by_id);
	return true;
}

/* List e if it holds variables of the range; false: it holds variables on both sides of its end, or
   none of which one could say on which. */
static bool add_node(Shift *s, Arena *scratch, ShiftRange from, const Expr *e, Map *place)
{
	const MdvAlloc *a = arena_allocator(scratch);
	ShiftNode node = {e, (uint32_t)s->arg.n};
	int32_t v = (int32_t)e->aux, end = v + e->type->n_scalars;
	bool moves = e->op == EX_VAR && v >= from.first.i && end <= from.first.i + from.n;

	if (e->op == EX_VAR &&
		(v == end || (!moves && v < from.first.i + from.n && end > from.first.i)))
		return false;
	for (uint32_t i = 0; i < e->n; i++) {
		const uint64_t *arg = map_find(place, e->arg[i]->id);

		vec_push(a, &s->arg, arg ? (uint32_t)*arg : 0);
		moves |= arg != NULL;
	}
	if (!moves) {
		s->arg.n = node.first_arg;
		return true;
	}
	vec_push(a, &s->nodes, node);
	map_put(place, e->id, s->nodes.n);
	return true;
}

Shift *shift_new(ExprPool *p, Arena *scratch, ShiftRange from, const Expr *const root[], size_t n)
{
	Shift *s = NEW(scratch, Shift);
	ExprVec all = {0};
	uint32_t most = 0;
	Map place;

	*s = (Shift){.pool = p, .root = root, .n_roots = n};
	map_init(&place, arena_allocator(scratch));
	if (!collect(s, scratch, &all))
		return NULL;
	for (size_t i = 0; i < all.n; i++) {
		if (!add_node(s, scratch, from, all.at[i], &place))
			return NULL;
		most = most < all.at[i]->n ? all.at[i]->n : most;
	}
	s->made = NEW_ARRAY(scratch, const Expr *, s->nodes.n);
	s->args = NEW_ARRAY(scratch, const Expr *, most);
	s->at = NEW_ARRAY(scratch, uint32_t, n);
	for (size_t i = 0; i < n; i++) {
		const uint64_t *found = root[i] ? map_find(&place, root[i]->id) : NULL;

		s->at[i] = found ? (uint32_t)*found : 0;
	}
	return s;
}

void shift_make(Shift *s, int32_t by)
{
	for (size_t i = 0; i < s->nodes.n; i++) {
		const Expr *e = s->nodes.at[i].e;
		const uint32_t *arg = s->arg.at + s->nodes.at[i].first_arg;

		if (e->op == EX_VAR) {
			s->made[i] = expr_var(s->pool, (VarId){(int32_t)e->aux + by}, e->type);
			continue;
		}
		for (uint32_t k = 0; k < e->n; k++)
			s->args[k] = arg[k] ? s->made[arg[k] - 1] : e->arg[k];
		s->made[i] = expr_make(s->pool, e, s->args, e->n, 0);
	}
}

const Expr *shift_root(const Shift *s, size_t i)
{
	return s->at[i] ? s->made[s->at[i] - 1] : s->root[i];
}
