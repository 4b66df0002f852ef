/* SPDX-License-Identifier: MIT
   rank.c — what a matching cannot see: equations that are linear with whole-number coefficients and
   depend on each other, the classical case being a circuit without ground. The equations of wires,
   sums of flows and `v = p.v - n.v` are of this kind. Here they are collected; rank_floating.c and
   rank_depend.c look at them. O(size of the model). */
#include "compiler/flat/flat.h"

#include <math.h>
#include <stdlib.h>

#define MAX_COEF (1 << 20) /* largest coefficient of an equation that is looked at */

typedef struct Weighted {
	const Expr *e; /* a term */
	int64_t coef;  /* its factor */
} Weighted;

typedef struct Collect {
	const FlatModel *m;   /* the model */
	const Incidence *inc; /* its rows and columns */
	Arena *scratch;       /* for all below */
	Walk walk;            /* to look for unknowns */
	VEC(Weighted) todo;   /* terms to be taken apart */
	VEC(RankTerm) terms;  /* of all rows */
	VEC(int32_t) start;   /* of each row into terms */
	VEC(RankRow) rows;    /* linear equations */
	uint8_t *tied;        /* by column: occurs in something else too */
	double constant;      /* literal part of the current row */
	bool literal;         /* there is no other known part */
} Collect;

static bool has_unknown(Collect *c, const Expr *e)
{
	const Expr *x;

	for (walk_begin(&c->walk, e); (x = walk_next(&c->walk));) {
		if (x->op == EX_PRE || x->op == EX_PREVIOUS)
			walk_skip(&c->walk);
		if (x->op == EX_VAR)
			for (int32_t k = 0; k < x->type->n_scalars; k++)
				if (c->inc->col[(int32_t)x->aux + k] >= 0)
					return true;
	}
	return false;
}

/* A whole number small enough to be a coefficient; 0: it is not. */
static int64_t whole(const Expr *e)
{
	double x = e->op == EX_REAL ? expr_real_value(e) : 0;

	return fabs(x) < MAX_COEF && x == floor(x) ? (int64_t)x : 0;
}

static void later(Collect *c, const Expr *e, int64_t coef)
{
	vec_push(arena_allocator(c->scratch), &c->todo, ((Weighted){e, coef}));
}

/* One term: a variable, something known, or parts that follow. False: it is not linear. */
static bool take_term(Collect *c, Weighted t)
{
	const Expr *e = t.e;

	if (t.coef > MAX_COEF || t.coef < -MAX_COEF)
		return false;
	switch (e->op) {
	case EX_ADD:
	case EX_SUB:
		later(c, e->arg[1], e->op == EX_ADD ? t.coef : -t.coef);
		later(c, e->arg[0], t.coef);
		return true;
	case EX_NEG: later(c, e->arg[0], -t.coef); return true;
	case EX_REAL: c->constant += (double)t.coef * expr_real_value(e); return true;
	case EX_MUL:
		for (int i = 0; i < 2; i++)
			if (whole(e->arg[i]) != 0) {
				later(c, e->arg[1 - i], t.coef * whole(e->arg[i]));
				return true;
			}
		break;
	case EX_VAR:
		if (c->inc->col[e->aux] >= 0 && e->variability == VB_CONTINUOUS) {
			vec_push(arena_allocator(c->scratch), &c->terms,
					 ((RankTerm){c->inc->col[e->aux], (int32_t)t.coef}));
			return true;
		}
		break;
	default: break;
	}
	c->literal = false;
	return !has_unknown(c, e);
}

static int by_col(const void *a, const void *b)
{
	const RankTerm *x = a, *y = b;

	return (x->i > y->i) - (x->i < y->i);
}

/* Sort the terms of a row and add up those of one variable. */
static size_t merge_terms(RankTerm *t, size_t n)
{
	size_t out = 0;

	qsort(t, n, sizeof *t, by_col);
	for (size_t i = 0; i < n; i++) {
		if (out > 0 && t[out - 1].i == t[i].i)
			t[out - 1].coef += t[i].coef;
		else
			t[out++] = t[i];
		if (t[out - 1].coef == 0)
			out--;
	}
	return out;
}

static bool take_row(Collect *c, int32_t row, const FlatEq *eq)
{
	size_t first = c->terms.n;

	if (eq->kind != EQ_EQUAL || !type_is_scalar(eq->lhs->type, TY_REAL) ||
		((eq->lhs->flags | eq->rhs->flags) & XF_DER))
		return false;
	c->constant = 0;
	c->literal = true;
	c->todo.n = 0;
	later(c, eq->rhs, -1);
	later(c, eq->lhs, 1);
	while (c->todo.n > 0)
		if (!take_term(c, c->todo.at[--c->todo.n])) {
			c->terms.n = first;
			return false;
		}
	c->terms.n = first + merge_terms(c->terms.at + first, c->terms.n - first);
	vec_push(arena_allocator(c->scratch), &c->start, (int32_t)first);
	vec_push(arena_allocator(c->scratch), &c->rows, ((RankRow){row, c->literal, c->constant}));
	return true;
}

static void tie_expr(Collect *c, const Expr *e)
{
	const Expr *x;

	if (!e)
		return;
	for (walk_begin(&c->walk, e); (x = walk_next(&c->walk));)
		if (x->op == EX_VAR)
			for (int32_t k = 0; k < x->type->n_scalars; k++)
				if (c->inc->col[(int32_t)x->aux + k] >= 0)
					c->tied[c->inc->col[(int32_t)x->aux + k]] = 1;
}

static void tie_eq(Collect *c, const FlatEq *eq)
{
	for (int b = 0; b < eq->n_branch; b++) {
		tie_expr(c, eq->branch[b].cond);
		for (int32_t i = 0; i < eq->branch[b].n_eq; i++)
			tie_eq(c, &eq->branch[b].eq[i]);
	}
	if (eq->n_branch == 0) {
		tie_expr(c, eq->lhs);
		tie_expr(c, eq->rhs);
	}
}

static void tie_part(void *ctx, const Expr *e)
{
	tie_expr(ctx, e);
}

/* The linear rows; every unknown of anything else is tied. */
static void collect(Collect *c, RankMatrix *a)
{
	const Incidence *inc = c->inc;

	c->tied = NEW_ARRAY(c->scratch, uint8_t, inc->csr.n_cols);
	walk_init_only(&c->walk, &c->m->pool, c->scratch, XF_VAR);
	for (int32_t row = 0; row < inc->csr.n_rows; row++) {
		int32_t node = inc->node[row];

		if (inc->port[row] > 0) /* its first row stands for the whole equation or algorithm */
			continue;
		if (node < 0)
			targets_exprs(c->m->algs.at[-1 - node].body.stmt, c->m->algs.at[-1 - node].body.n_stmt,
						  tie_part, c);
		else if (!take_row(c, row, &c->m->eqs.at[node]))
			tie_eq(c, &c->m->eqs.at[node]);
	}
	vec_push(arena_allocator(c->scratch), &c->start, (int32_t)c->terms.n);
	*a = (RankMatrix){(int32_t)c->rows.n, inc->csr.n_cols, c->start.at,
					  c->terms.at,        c->rows.at,      c->tied};
}

bool rank_check(const FlatModel *m, const Incidence *inc, Arena *scratch, Diag *d)
{
	ArenaMark mark = arena_mark(scratch);
	Collect c = {.m = m, .inc = inc, .scratch = scratch};
	RankMatrix a;
	bool ok;

	collect(&c, &a);
	/* A contradiction says more than what it leaves floating; what floats more than what follows.
	 */
	ok = rank_floating_check(m, inc, &a, scratch, NULL);
	if (!rank_depend_check(m, inc, &a, !ok, scratch, d))
		ok = false;
	else if (!ok)
		rank_floating_check(m, inc, &a, scratch, d);
	arena_release(scratch, mark);
	return ok;
}
