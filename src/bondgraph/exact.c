/* SPDX-License-Identifier: MIT
   exact.c — do storage elements depend on each other? SCAP decides by the structure of junctions,
   in which potentials count from one reference: a circuit may contradict there although its
   elements do not. Here the linear equations of the circuit are looked at, with the states as
   given: potentials of nodes and what flows through ports are the unknowns (modified nodal
   analysis). A combination of equations without unknowns says that what is given depends on each
   other, and names it. Dense elimination: for circuits that SCAP refuses, up to MOST unknowns. */
#include "bondgraph/causality.h"

#include <math.h>

enum { MOST = 600 };

typedef struct Exact {
	const Circuit *c; /* what is looked at */
	Arena *keep;      /* holds the rest */
	const bool *gone; /* by node: it is the ground */
	int32_t *row;     /* by node: its unknown and its balance; -1: the ground */
	int32_t n;        /* unknowns */
	int32_t width;    /* of a row: unknowns, then elements that are given */
	double *a;        /* n rows: coefficients */
	int32_t next;     /* the next unknown that flows through a port, and its equation */
} Exact;

static double *at(Exact *x, int32_t row, int32_t column)
{
	return &x->a[(size_t)row * (size_t)x->width + (size_t)column];
}

/* In circuits nodes have efforts, in mechanics flows. */
static bool across_is_effort(const BgElement *e)
{
	return e->cls->domain == BG_ELECTRICAL;
}

static bool is_across_given(const BgElement *e)
{
	return across_is_effort(e) ? e->cls->kind == QBG_C || e->cls->kind == QBG_SE
							   : e->cls->kind == QBG_I || e->cls->kind == QBG_SF;
}

static bool is_through_given(const BgElement *e)
{
	return e->cls->kind <= QBG_SF && e->cls->kind != QBG_R && !is_across_given(e);
}

/* What a row has of the difference plus - minus. */
static void add_across(Exact *x, int32_t row, const int32_t pin[2], double factor)
{
	for (int k = 0; k < 2; k++)
		if (pin[k] >= 0 && x->row[pin[k]] >= 0)
			*at(x, row, x->row[pin[k]]) += k ? -factor : factor;
}

/* What flows through a port, in the column given, leaves one node and enters the other. */
static void add_through(Exact *x, int32_t column, const int32_t pin[2], double factor)
{
	for (int k = 0; k < 2; k++)
		if (pin[k] >= 0 && x->row[pin[k]] >= 0)
			*at(x, x->row[pin[k]], column) += k ? -factor : factor;
}

/* Values other than the given ones: what holds for these by chance (a transformer of ratio 1 in a
   loop) is no matter of structure. */
static double some_value(const Exact *x, const BgElement *e)
{
	double i = (double)(e - x->c->elements.at) + 1;

	return e->value * (1 + fmod(i * 0.6180339887498949, 1));
}

/* A transformer passes one kind on by its value and the other by the inverse; a gyrator exchanges
   them. */
static void add_two_port(Exact *x, const BgElement *e)
{
	int32_t t1 = x->next++, t2 = x->next++;
	double r = some_value(x, e);

	r = across_is_effort(e) ? r : 1 / r;
	add_through(x, t1, &e->pin[0], 1);
	add_through(x, t2, &e->pin[2], -1);
	if (e->cls->kind == QBG_TF) { /* e1 = r e2, f2 = r f1 */
		add_across(x, t1, &e->pin[0], 1);
		add_across(x, t1, &e->pin[2], -r);
		*at(x, t2, t2) = 1;
		*at(x, t2, t1) = -r;
	} else { /* e2 = r f1, e1 = r f2 */
		add_across(x, t1, &e->pin[2], 1);
		*at(x, t1, t1) = -r;
		add_across(x, t2, &e->pin[0], 1);
		*at(x, t2, t2) = -r;
	}
}

static void add_element(Exact *x, int32_t i)
{
	const BgElement *e = &x->c->elements.at[i];
	int32_t t;

	if (e->cls->kind >= QBG_TF) {
		add_two_port(x, e);
		return;
	}
	if (is_through_given(e)) {
		add_through(x, x->n + i, e->pin, 1);
		return;
	}
	t = x->next++;
	add_through(x, t, e->pin, 1);
	add_across(x, t, e->pin, 1);
	if (is_across_given(e))
		*at(x, t, x->n + i) = -1;
	else
		*at(x, t, t) = across_is_effort(e) ? -some_value(x, e) : -1 / some_value(x, e);
}

/* The largest entry among the unknowns of rows from `from` on; false: there is none. */
static bool find_pivot(Exact *x, int32_t from, int32_t *row, int32_t *column)
{
	double best = 1e-9;

	for (int32_t i = from; i < x->n; i++)
		for (int32_t j = 0; j < x->n; j++)
			if (fabs(*at(x, i, j)) > best) {
				best = fabs(*at(x, i, j));
				*row = i;
				*column = j;
			}
	return best > 1e-9;
}

static void swap_rows(Exact *x, int32_t a, int32_t b)
{
	for (int32_t j = 0; a != b && j < x->width; j++) {
		double t = *at(x, a, j);

		*at(x, a, j) = *at(x, b, j);
		*at(x, b, j) = t;
	}
}

/* Gives the number of rows that have unknowns. */
static int32_t eliminate(Exact *x)
{
	int32_t rank = 0, row = 0, column = 0;

	for (; rank < x->n && find_pivot(x, rank, &row, &column); rank++) {
		swap_rows(x, rank, row);
		for (int32_t i = rank + 1; i < x->n; i++) {
			double factor = *at(x, i, column) / *at(x, rank, column);

			for (int32_t j = 0; factor != 0 && j < x->width; j++)
				*at(x, i, j) -= factor * *at(x, rank, j);
			*at(x, i, column) = 0;
		}
		arena_work(x->keep, 1);
	}
	return rank;
}

static void number_unknowns(Exact *x)
{
	for (int32_t i = 0; i < x->c->n_nodes; i++)
		x->row[i] = x->gone[i] ? -1 : x->n++;
	x->next = x->n;
	for (size_t i = 0; i < x->c->elements.n; i++) {
		const BgElement *e = &x->c->elements.at[i];

		x->n += e->cls->kind >= QBG_TF ? 2 : !is_through_given(e);
	}
	x->width = x->n + (int32_t)x->c->elements.n;
}

ExactVerdict exact_check(const Circuit *c, Arena *keep, bool *named)
{
	Exact x = {.c = c, .keep = keep, .gone = build_grounds(c, keep)};
	int32_t rank, given = 0;

	x.row = NEW_ARRAY(keep, int32_t, c->n_nodes);
	number_unknowns(&x);
	if (x.n > MOST)
		return EXACT_UNKNOWN;
	x.a = NEW_ARRAY(keep, double, (size_t)x.n *(size_t)x.width);
	for (size_t i = 0; i < c->elements.n; i++)
		add_element(&x, (int32_t)i);
	rank = eliminate(&x);
	if (rank == x.n)
		return EXACT_FREE;
	for (size_t i = 0; i < c->elements.n; i++) {
		named[i] = fabs(*at(&x, rank, x.n + (int32_t)i)) > 1e-9;
		given += named[i];
	}
	return given > 0 ? EXACT_DEPENDENT : EXACT_UNKNOWN;
}
