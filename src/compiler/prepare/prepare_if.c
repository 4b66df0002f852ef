/* SPDX-License-Identifier: MIT
   prepare_if.c — if-equations whose condition is not known (MLS 8.3.4). Every branch has the same
   number of scalar equations; they are paired, those of one branch with those of the others, so
   that one equation with an if-expression comes out of each group. First go together equations that
   are solved for the same variable, then those that share a side, then those with most variables in
   common: pairing by position would make loops that are not there. */
#include "compiler/prepare/prepare.h"

#define OVERLAP_MOST                                                            \
	64 /* equations left over that are compared one by one; more go by position \
		*/

typedef struct Branch {
	const Expr *cond; /* finished; NULL: else */
	Rows rows;        /* its equations */
	int32_t *partner; /* n: for each row of the first branch the row here; -1: none yet */
	bool *used;       /* n: the row has a partner */
} Branch;

/* Sides as keys: the same expression is the same node. */

enum { KEY_VARS = 1, KEY_ANY = 2 };

static bool is_key(const Expr *side, int which)
{
	return side->op == EX_VAR || (which == KEY_ANY && !expr_is_literal(side));
}

/* Pair the rows of `to` with those of `first` that have the same side; `a` and `b` say which one:
   false is the left. */
static void pair_sides(Prepare *p, const Rows *first, Branch *to, bool a, bool b, int which)
{
	Map at;

	map_init(&at, arena_allocator(p->scratch));
	for (size_t i = to->rows.n; i-- > 0;) {
		const Expr *side = b ? to->rows.at[i].rhs : to->rows.at[i].lhs;

		if (!to->used[i] && is_key(side, which))
			map_put(&at, side->id, i);
	}
	for (size_t i = 0; i < first->n; i++) {
		const Expr *side = a ? first->at[i].rhs : first->at[i].lhs;
		uint64_t *found = is_key(side, which) ? map_find(&at, side->id) : NULL;

		if (to->partner[i] >= 0 || !found || to->used[*found])
			continue;
		to->partner[i] = (int32_t)*found;
		to->used[*found] = true;
	}
}

/* Overlap. */

static void mark_vars(Walk *w, Map *seen, const Row *row)
{
	const Expr *x;

	walk_begin(w, row->lhs);
	walk_add(w, row->rhs);
	while ((x = walk_next(w)))
		if (x->op == EX_VAR && x->type->rank == 0 && x->variability >= VB_DISCRETE)
			map_put(seen, x->aux, 1);
}

static int count_common(Walk *w, const Map *seen, const Row *row)
{
	const Expr *x;
	int n = 0;

	walk_begin(w, row->lhs);
	walk_add(w, row->rhs);
	while ((x = walk_next(w)))
		n += x->op == EX_VAR && x->type->rank == 0 && map_find(seen, x->aux);
	return n;
}

static void pair_by_overlap(Prepare *p, const Rows *first, Branch *to, bool compare)
{
	for (size_t i = 0; i < first->n; i++) {
		int best = -1, n_best = -1;
		Map seen;

		if (to->partner[i] >= 0)
			continue;
		map_init(&seen, arena_allocator(p->scratch));
		if (compare)
			mark_vars(&p->look, &seen, &first->at[i]);
		for (size_t k = 0; k < to->rows.n && (compare || best < 0); k++) {
			int n = 0;

			if (to->used[k] || to->rows.at[k].lhs->type != first->at[i].lhs->type)
				continue;
			n = compare ? count_common(&p->look, &seen, &to->rows.at[k]) : 0;
			if (n > n_best) {
				best = (int)k;
				n_best = n;
			}
		}
		to->partner[i] = best;
		if (best >= 0)
			to->used[best] = true;
	}
}

static void pair(Prepare *p, const Rows *first, Branch *to)
{
	size_t left = 0;

	to->partner = NEW_ARRAY(p->scratch, int32_t, first->n);
	to->used = NEW_ARRAY(p->scratch, bool, first->n);
	for (size_t i = 0; i < first->n; i++)
		to->partner[i] = -1;
	for (int which = KEY_VARS; which <= KEY_ANY; which++) {
		pair_sides(p, first, to, false, false, which);
		pair_sides(p, first, to, false, true, which);
		pair_sides(p, first, to, true, false, which);
		pair_sides(p, first, to, true, true, which);
	}
	for (size_t i = 0; i < first->n; i++)
		left += to->partner[i] < 0;
	if (left > 0)
		pair_by_overlap(p, first, to, left <= OVERLAP_MOST);
}

/* One equation out of a group. */

static const Row *row_of(const Branch *b, size_t i)
{
	return &b->rows.at[b->partner ? b->partner[i] : (int32_t)i];
}

/* Do all rows of group i have this side? */
static bool all_have(const Branch *b, int n, size_t i, const Expr *side)
{
	for (int k = 0; k < n; k++)
		if (row_of(&b[k], i)->lhs != side && row_of(&b[k], i)->rhs != side)
			return false;
	return true;
}

/* The side that all rows share, a variable if there is one; NULL: there is none. */
static const Expr *common_side(const Branch *b, int n, size_t i)
{
	const Expr *side[2] = {row_of(b, i)->lhs, row_of(b, i)->rhs}, *found = NULL;

	for (int k = 1; k >= 0; k--)
		if (!expr_is_literal(side[k]) && (!found || side[k]->op == EX_VAR) &&
			all_have(b, n, i, side[k]))
			found = side[k];
	return found;
}

/* What stands for a row: its other side, or the difference of both. */
static const Expr *rest_of(Prepare *p, const Row *row, const Expr *side, bool at_start)
{
	if (!side)
		return expr_sub(p->pool, row->lhs, row->rhs);
	if (row->lhs != side)
		return row->lhs;
	return at_start && row->init_rhs ? row->init_rhs : row->rhs;
}

static const Expr *chain(Prepare *p, const Branch *b, int n, size_t i, const Expr *side,
						 bool at_start)
{
	const Expr *value = rest_of(p, row_of(&b[n - 1], i), side, at_start);

	for (int k = n - 2; k >= 0; k--)
		value = expr_if(p->pool, b[k].cond, rest_of(p, row_of(&b[k], i), side, at_start), value);
	return value;
}

static void join(Prepare *p, const FlatEq *eq, const Branch *b, int n, Rows *out)
{
	for (size_t i = 0; i < b[0].rows.n; i++) {
		Row row = {.from = row_of(b, i)->from};
		const Expr *side = common_side(b, n, i);
		bool start = false;

		for (int k = 0; k < n; k++)
			start |= row_of(&b[k], i)->init_rhs != NULL;
		if (!side && (row_of(b, i)->lhs->type->kind != TY_REAL || start)) {
			diag_error(p->diag, eq->at, E_IF_TARGETS,
					   "the branches of this if-equation determine different discrete variables");
			return;
		}
		row.lhs = side ? side : expr_real(p->pool, 0);
		row.rhs = chain(p, b, n, i, side, false);
		if (start)
			row.init_rhs = chain(p, b, n, i, side, true);
		vec_push(arena_allocator(p->scratch), out, row);
	}
}

/* The same number and types of equations everywhere? */
static bool are_even(Prepare *p, const FlatEq *eq, const Branch *b, int n)
{
	bool even = !b[n - 1].cond || b[0].rows.n == 0;

	for (int k = 1; k < n; k++) {
		even &= b[k].rows.n == b[0].rows.n;
		for (size_t i = 0; even && b[k].partner && i < b[0].rows.n; i++)
			even &= b[k].partner[i] >= 0;
	}
	if (!even)
		diag_error(p->diag, eq->at, E_BRANCHES,
				   "the branches of an if-equation must have the same number of equations, unless "
				   "the condition is known at compile time");
	return even;
}

static void join_in_when(Prepare *p, const Branch *b, int n, Rows *out)
{
	const Expr **cond = NEW_ARRAY(p->scratch, const Expr *, n);
	Rows *rows = NEW_ARRAY(p->scratch, Rows, n);

	for (int k = 0; k < n; k++) {
		cond[k] = b[k].cond;
		rows[k] = b[k].rows;
	}
	prepare_merge(p, cond, rows, n, out);
}

/* Nothing but asserts and the like: conditions need no events. A run ends where a condition of
   terminate becomes true, which is an event (MLS 8.3.8, 8.5). */
static bool needs_no_events(const FlatEq *eq, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		if (eq[i].kind != EQ_IF && eq[i].kind != EQ_EFFECT)
			return false;
		if (eq[i].kind == EQ_EFFECT && eq[i].lhs->op == EX_TERMINATE)
			return false;
		for (int b = 0; b < eq[i].n_branch; b++)
			if (!needs_no_events(eq[i].branch[b].eq, eq[i].branch[b].n_eq))
				return false;
	}
	return true;
}

void prepare_if(Prepare *p, const FlatEq *eq, const Expr *active, Rows *out)
{
	Branch *b = NEW_ARRAY(p->scratch, Branch, eq->n_branch);
	const Expr *before = NULL; /* no earlier condition holds */
	bool literal = prepare_is_literal(p) || needs_no_events(eq, 1);
	int n = 0;

	for (int k = 0; k < eq->n_branch && (n == 0 || b[n - 1].cond); k++) {
		const EqBranch *branch = &eq->branch[k];
		const Expr *cond = branch->cond;

		p->at = branch->at.file ? branch->at : eq->at;
		p->path = eq->path;
		cond = literal ? prepare_asserted(p, cond) : prepare_event(p, cond);
		if (cond && cond->op == EX_BOOLEAN && !cond->aux)
			continue;
		if (cond && cond->op == EX_BOOLEAN)
			cond = NULL;
		prepare_branch(p, eq, k, prepare_both(p, active, prepare_both(p, before, cond)),
					   &b[n].rows);
		b[n++].cond = cond;
		if (cond)
			before = prepare_both(p, before, expr_unary(p->pool, EX_NOT, cond));
	}
	if (n == 1 && !b[0].cond)
		for (size_t i = 0; i < b[0].rows.n; i++)
			vec_push(arena_allocator(p->scratch), out, b[0].rows.at[i]);
	if (n == 0 || (n == 1 && !b[0].cond))
		return;
	if (p->in_when) {
		join_in_when(p, b, n, out);
		return;
	}
	for (int k = 1; k < n; k++)
		if (b[k].rows.n == b[0].rows.n)
			pair(p, &b[0].rows, &b[k]);
	if (are_even(p, eq, b, n))
		join(p, eq, b, n, out);
}
