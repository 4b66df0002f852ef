/* SPDX-License-Identifier: MIT
   combine.c — equations that are dependent by their numbers, though not by their structure. With
   i1 + i2 + i3 = 0 and i1 + i2 + i3 = 3*i0 the structure promises two unknowns of highest order;
   the numbers say 0 = 3*i0, a constraint that index reduction has to see. Equations that are linear
   in unknowns of highest order with literal coefficients are eliminated (Gauss) as far as they can
   be dependent: what has an unknown that no other one has is set aside first, which leaves almost
   nothing of most models. An equation of which nothing but variables with derivatives is left is
   replaced by that combination; the others stay as they were written.

   requires: chain_name. gives: equations with the same solutions. Near-linear but for the core,
   whose size is bounded. */
#include "compiler/dae/dae.h"

#include <math.h>
#include <string.h>

enum { MOST_TERMS = 30, MOST_ROWS = 2000 }; /* longer equations, larger cores are left alone */
#define ZERO 1e-10                          /* of the largest coefficient */

typedef struct Term {
	int32_t col; /* variable, by number */
	double a;    /* its coefficient */
} Term;

typedef struct CombineRow {
	int32_t eq;        /* the equation */
	Term *term;        /* n_terms */
	int32_t n_terms;   /* unknowns of highest order */
	const Expr *rest;  /* what is left of the residual without them */
	bool out;          /* cannot be dependent */
	int32_t pivot;     /* column that it eliminates from others; -1: none */
	Term *reduced;     /* n_reduced: after elimination */
	int32_t n_reduced; /* how many */
	double *factor;    /* by row: how often it is in the sum that was made of this one */
} CombineRow;

typedef struct Combine {
	Dae *d;               /* the model */
	Arena *scratch;       /* holds all below */
	Affine linear;        /* splits equations */
	Uses uses;            /* finds variables */
	VEC(CombineRow) rows; /* candidates */
	int32_t *n_users;     /* by variable: rows that hold it and are not out */
	int32_t *users;       /* by variable: their numbers, combined by exclusive or */
	double *w;            /* by variable: the row under way */
	int32_t *place;       /* by variable: 1 + row whose pivot it is */
} Combine;

static bool is_column(const Combine *x, VarId v)
{
	const DaeVar *var = &x->d->vars.at[v.i];

	return var->role == DR_CONTINUOUS && var->der.i < 0 && var->alias.i == v.i;
}

/* The unknowns of an equation; false: it is none for us. */
static bool find_terms(Combine *x, const DaeEq *e, CombineRow *row)
{
	Term term[MOST_TERMS];

	uses_find(&x->uses, e->lhs, e->rhs);
	for (size_t k = 0; k < x->uses.vars.n; k++)
		if (is_column(x, x->uses.vars.at[k])) {
			if (row->n_terms == MOST_TERMS)
				return false;
			term[row->n_terms++].col = x->uses.vars.at[k].i;
		}
	if (row->n_terms < 2)
		return false;
	row->term = NEW_ARRAY(x->scratch, Term, row->n_terms);
	memcpy(row->term, term, (size_t)row->n_terms * sizeof *term);
	return true;
}

static void collect(Combine *x)
{
	for (size_t i = 0; i < x->d->eqs.n; i++) {
		const DaeEq *e = &x->d->eqs.at[i];
		CombineRow row = {.eq = (int32_t)i, .pivot = -1};

		if (!e->dropped && !e->discrete && !e->init_rhs && type_is_scalar(e->lhs->type, TY_REAL) &&
			find_terms(x, e, &row))
			vec_push(arena_allocator(x->scratch), &x->rows, row);
	}
}

/* The coefficients; false: not all are literals, or one is left at most. */
static bool split_row(Combine *x, CombineRow *row)
{
	const DaeEq *e = &x->d->eqs.at[row->eq];
	int32_t n = row->n_terms;

	row->n_terms = 0;
	row->rest = expr_sub(&x->d->m->pool, e->lhs, e->rhs);
	for (int32_t k = 0; k < n; k++) {
		int32_t col = row->term[k].col;
		AffinePart part = affine_split(&x->linear, row->rest, (VarId){col});

		if (!part.ok || (part.a && part.a->op != EX_REAL))
			return false;
		row->rest = part.b;
		if (part.a && expr_real_value(part.a) != 0)
			row->term[row->n_terms++] = (Term){col, expr_real_value(part.a)};
	}
	return row->n_terms > 1;
}

static void count_users(Combine *x)
{
	memset(x->n_users, 0, x->d->vars.n * sizeof *x->n_users);
	memset(x->users, 0, x->d->vars.n * sizeof *x->users);
	for (size_t i = 0; i < x->rows.n; i++)
		for (int32_t k = 0; k < x->rows.at[i].n_terms; k++) {
			x->n_users[x->rows.at[i].term[k].col]++;
			x->users[x->rows.at[i].term[k].col] ^= (int32_t)i;
		}
}

/* A row with an unknown that no other row has is no part of a dependency. */
static void set_aside(Combine *x)
{
	int32_t *todo = NEW_ARRAY(x->scratch, int32_t, x->rows.n + 1), n = 0;

	count_users(x);
	for (int32_t i = 0; i < (int32_t)x->rows.n; i++)
		for (int32_t k = 0; k < x->rows.at[i].n_terms && !x->rows.at[i].out; k++)
			if (x->n_users[x->rows.at[i].term[k].col] == 1) {
				x->rows.at[i].out = true;
				todo[n++] = i;
			}
	while (n > 0) {
		int32_t i = todo[--n];

		for (int32_t k = 0; k < x->rows.at[i].n_terms; k++) {
			int32_t col = x->rows.at[i].term[k].col, last;

			x->users[col] ^= i;
			last = x->users[col];
			if (--x->n_users[col] != 1 || x->rows.at[last].out)
				continue;
			x->rows.at[last].out = true;
			todo[n++] = last;
		}
	}
}

static size_t keep_core(Combine *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->rows.n; i++)
		if (!x->rows.at[i].out)
			x->rows.at[n++] = x->rows.at[i];
	x->rows.n = n;
	return n;
}

/* Columns of the row under way: x->w is not 0 there. */
typedef VEC(int32_t) Columns;

static void add_to(Combine *x, Columns *cols, int32_t col, double a)
{
	if (x->w[col] == 0)
		vec_push(arena_allocator(x->scratch), cols, col);
	x->w[col] += a;
	if (x->w[col] == 0)
		x->w[col] = 1e-300; /* stays in the list, and is taken for 0 in the end */
}

/* The first row, in order of elimination, whose pivot is among the columns; -1: none. */
static int32_t next_pivot(const Combine *x, const Columns *cols, double zero)
{
	int32_t first = -1;

	for (size_t k = 0; k < cols->n; k++) {
		int32_t p = x->place[cols->at[k]] - 1;

		if (p >= 0 && fabs(x->w[cols->at[k]]) > zero && (first < 0 || p < first))
			first = p;
	}
	return first;
}

/* Takes all pivots out of row i; true: nothing is left. */
static bool eliminate(Combine *x, int32_t i)
{
	CombineRow *row = &x->rows.at[i];
	Columns cols = {0};
	double largest = 0, best = 0;
	int32_t p;

	row->factor = NEW_ARRAY(x->scratch, double, i + 1);
	row->factor[i] = 1;
	for (int32_t k = 0; k < row->n_terms; k++) {
		add_to(x, &cols, row->term[k].col, row->term[k].a);
		largest = fmax(largest, fabs(row->term[k].a));
	}
	while ((p = next_pivot(x, &cols, ZERO * largest)) >= 0) {
		const CombineRow *by = &x->rows.at[p];
		double f = -x->w[by->pivot];

		for (int32_t k = 0; k < by->n_reduced; k++)
			add_to(x, &cols, by->reduced[k].col, f * by->reduced[k].a);
		x->w[by->pivot] = 1e-300;
		for (int32_t k = 0; k <= p; k++)
			row->factor[k] += f * by->factor[k];
	}
	row->reduced = NEW_ARRAY(x->scratch, Term, cols.n);
	for (size_t k = 0; k < cols.n; k++) {
		double a = x->w[cols.at[k]];

		x->w[cols.at[k]] = 0;
		if (fabs(a) <= ZERO * largest)
			continue;
		row->reduced[row->n_reduced++] = (Term){cols.at[k], a};
		if (fabs(a) > best) {
			best = fabs(a);
			row->pivot = cols.at[k];
		}
	}
	if (row->n_reduced == 0)
		return true;
	x->place[row->pivot] = i + 1;
	return false;
}

/* The row with coefficient 1 at its pivot. */
static void scale(const Combine *x, int32_t i)
{
	CombineRow *row = &x->rows.at[i];
	double a = 1;

	for (int32_t k = 0; k < row->n_reduced; k++)
		if (row->reduced[k].col == row->pivot)
			a = row->reduced[k].a;
	for (int32_t k = 0; k < row->n_reduced; k++)
		row->reduced[k].a /= a;
	for (int32_t k = 0; k <= i; k++)
		row->factor[k] /= a;
}

/* Does it say something about variables with derivatives? */
static bool is_constraint(Combine *x, const Expr *e)
{
	uses_find(&x->uses, e, NULL);
	for (size_t k = 0; k < x->uses.vars.n; k++)
		if (x->d->vars.at[x->uses.vars.at[k].i].der.i >= 0)
			return true;
	return false;
}

static void replace(Combine *x, int32_t i)
{
	ExprPool *p = &x->d->m->pool;
	const CombineRow *row = &x->rows.at[i];
	DaeEq *e = &x->d->eqs.at[row->eq];
	const Expr *sum = row->rest;

	for (int32_t k = 0; k < i; k++)
		if (fabs(row->factor[k]) > ZERO)
			sum = expr_add(p, sum, expr_mul(p, expr_real(p, row->factor[k]), x->rows.at[k].rest));
	if (!is_constraint(x, sum))
		return;
	e->lhs = sum;
	e->rhs = expr_real(p, 0);
}

void combine_equations(Dae *d, Arena *scratch)
{
	Combine x = {.d = d};
	Arena work;

	arena_child(&work, scratch);
	x.scratch = &work;
	affine_init(&x.linear, d, &work);
	uses_init(&x.uses, d, &work);
	x.n_users = NEW_ARRAY(&work, int32_t, d->vars.n);
	x.users = NEW_ARRAY(&work, int32_t, d->vars.n);
	/* By the structure alone first: that leaves few to be split. */
	collect(&x);
	set_aside(&x);
	keep_core(&x);
	for (size_t i = 0; i < x.rows.n; i++)
		x.rows.at[i].out = !split_row(&x, &x.rows.at[i]);
	keep_core(&x);
	set_aside(&x);
	if (keep_core(&x) <= MOST_ROWS) {
		x.w = NEW_ARRAY(&work, double, d->vars.n);
		x.place = NEW_ARRAY(&work, int32_t, d->vars.n);
		for (int32_t i = 0; i < (int32_t)x.rows.n; i++) {
			if (eliminate(&x, i))
				replace(&x, i);
			else
				scale(&x, i);
		}
	}
	arena_free(&work);
}
