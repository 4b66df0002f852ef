/* SPDX-License-Identifier: MIT
   tear_bounded.c — blocks in which few torn unknowns are worse than many.

   An assignment may make its variable larger than those it reads; along a chain of them (a ladder
   of resistors, the rows of a mesh) that goes on, and the solution is a small difference of huge
   values: with forty sections no digit of it is left. How much values grow is tried, with the
   coefficients as far as they are known, each unknown in units of its own size. Where it is too
   much, or where there are too many torn unknowns for dense factors, only short chains of narrow
   equations are solved for their variables, all else is torn: in a circuit about what nodal
   analysis does. The residuals then depend on few unknowns each. */
#include "compiler/tear/tear.h"

#include <math.h>
#include <string.h>

enum {
	DEEPEST = 2,      /* assignments that follow on each other: a voltage, a current */
	WIDEST = 8,       /* unknowns of an equation that is solved for one */
	SMALLEST = 20,    /* equations below which nothing can grow much */
	SWEEPS = 6,       /* of scaling */
	SPARSE_FROM = 50, /* unknowns from which on sparse factors may pay */
	SPARSEST = 5      /* and do if at most one entry in so many is not zero */
};

/* --- growth --- */

/* A number between 0.5 and 1 with a sign, for what is not known; the same for the same key. */
static double any_number(uint64_t key)
{
	uint64_t h = map_hash(key);
	double x = 0.5 + 0.5 * (double)(h >> 12) / (double)(UINT64_C(1) << 52);

	return h & 1 ? x : -x;
}

/* The coefficients, as far as they are known; others are some number. */
static double *coefficients(const Tear *t, bool *known)
{
	double *a = NEW_ARRAY(t->s->scratch, double, t->start[t->n]);

	for (int32_t k = 0; k < t->start[t->n]; k++) {
		const TearEntry *e = &t->entry[k];
		double value = e->a && e->pivot >= PIVOT_PARAMETER ? affine_value(&t->s->linear, e->a) : 0;

		known[k] = isfinite(value) && value != 0;
		a[k] = known[k] ? value : any_number(e->a ? e->a->id : (uint64_t)k << 32);
	}
	return a;
}

/* Brings the coefficients that are known to sizes near 1, by units of rows and columns: else volts
   by kiloohms would be growth. */
static void equilibrate(const Tear *t, double a[], const bool known[])
{
	double *sum = NEW_ARRAY(t->s->scratch, double, t->n);
	int32_t *count = NEW_ARRAY(t->s->scratch, int32_t, t->n);

	for (int sweep = 0; sweep < 2 * SWEEPS; sweep++) {
		memset(sum, 0, (size_t)t->n * sizeof *sum);
		memset(count, 0, (size_t)t->n * sizeof *count);
		for (int32_t i = 0; i < t->n; i++)
			for (int32_t k = t->start[i]; k < t->start[i + 1]; k++)
				if (known[k]) {
					int32_t to = sweep % 2 ? t->entry[k].col : i;

					sum[to] += log2(fabs(a[k]));
					count[to]++;
				}
		for (int32_t i = 0; i < t->n; i++)
			sum[i] = count[i] > 0 ? exp2(-sum[i] / count[i]) : 1;
		for (int32_t i = 0; i < t->n; i++)
			for (int32_t k = t->start[i]; k < t->start[i + 1]; k++)
				if (known[k])
					a[k] *= sum[sweep % 2 ? t->entry[k].col : i];
	}
}

double tear_growth(const Tear *t)
{
	ArenaMark mark = arena_mark(t->s->scratch);
	double largest = 0, *a, *value;
	bool *known;

	if (t->n < SMALLEST)
		return 0;
	known = NEW_ARRAY(t->s->scratch, bool, t->start[t->n]);
	a = coefficients(t, known);
	equilibrate(t, a, known);
	value = NEW_ARRAY(t->s->scratch, double, t->n);
	for (int32_t i = 0; i < t->n_torn; i++)
		value[t->torn_col[i]] = any_number((uint64_t)i);
	for (int32_t i = 0; i < t->n_assigns; i++) {
		int32_t row = t->assign_row[i];
		double sum = 0, pivot = 1;

		for (int32_t k = t->start[row]; k < t->start[row + 1]; k++)
			if (t->entry[k].col == t->assign_col[i])
				pivot = a[k];
			else
				sum += a[k] * value[t->entry[k].col];
		value[t->assign_col[i]] = -sum / pivot;
		if (!(fabs(sum / pivot) <= largest)) /* what is not finite, too */
			largest = fabs(sum / pivot);
	}
	arena_release(t->s->scratch, mark);
	return isfinite(largest) ? largest : INFINITY;
}

/* --- tearing --- */

/* Columns in the order in which they are torn: those of many equations first, the voltage of a node
   before the currents through its branches; of equally many as they are. */
static int32_t *order_of(const Tear *t)
{
	int32_t *start = NEW_ARRAY(t->s->scratch, int32_t, t->n + 2);
	int32_t *order = NEW_ARRAY(t->s->scratch, int32_t, t->n);

	for (int32_t c = 0; c < t->n; c++)
		start[t->n - (t->user_start[c + 1] - t->user_start[c]) + 1]++;
	for (int32_t k = 0; k <= t->n; k++)
		start[k + 1] += start[k];
	for (int32_t c = 0; c < t->n; c++)
		order[start[t->n - (t->user_start[c + 1] - t->user_start[c])]++] = c;
	return order;
}

/* --- pattern --- */

/* The torn unknowns that a row depends on are added to a list, each once. */
typedef struct Reach {
	const Tear *t;     /* the block */
	int32_t *number;   /* by column: of a torn one which; -1 */
	int32_t *made_by;  /* by column: of one that is assigned the row; -1 */
	int32_t *met;      /* by column: the row in whose search it was met */
	VEC(int32_t) left; /* columns to be looked at */
} Reach;

static void add_row(Reach *r, int32_t row, int32_t stamp)
{
	const Tear *t = r->t;

	for (int32_t k = t->start[row]; k < t->start[row + 1]; k++)
		if (r->met[t->entry[k].col] != stamp) {
			r->met[t->entry[k].col] = stamp;
			vec_push(arena_allocator(t->s->scratch), &r->left, t->entry[k].col);
		}
}

static void find_reach(Reach *r, int32_t row, int32_t stamp, CsrBuilder *out)
{
	r->left.n = 0;
	add_row(r, row, stamp);
	while (r->left.n > 0) {
		int32_t col = r->left.at[--r->left.n];

		if (r->number[col] >= 0)
			csr_add(out, stamp - 1, r->number[col]);
		else
			add_row(r, r->made_by[col], stamp);
	}
}

const Csr *tear_pattern(const Tear *t)
{
	Reach r = {.t = t};
	CsrBuilder b;
	Csr *out;
	int32_t n = 0;

	if (t->n_torn < SPARSE_FROM)
		return NULL;
	r.number = NEW_ARRAY(t->s->scratch, int32_t, t->n);
	r.made_by = NEW_ARRAY(t->s->scratch, int32_t, t->n);
	r.met = NEW_ARRAY(t->s->scratch, int32_t, t->n);
	for (int32_t c = 0; c < t->n; c++)
		r.number[c] = -1;
	for (int32_t i = 0; i < t->n_torn; i++)
		r.number[t->torn_col[i]] = i;
	for (int32_t i = 0; i < t->n_assigns; i++)
		r.made_by[t->assign_col[i]] = t->assign_row[i];
	csr_begin(&b, t->s->scratch, t->n_torn, t->n_torn);
	for (int32_t i = 0; i < t->n; i++)
		if (!t->row_done[i]) {
			n++;
			find_reach(&r, i, n, &b);
		}
	out = NEW(t->s->d->keep, Csr);
	csr_finish(&b, t->s->d->keep, out);
	if ((int64_t)out->start[n] * SPARSEST > (int64_t)n * n)
		return NULL;
	return out;
}

void tear_bounded(Tear *t)
{
	int32_t *order = order_of(t);

	t->least = PIVOT_POSITIVE;
	tear_begin(t, DEEPEST, WIDEST);
	for (int32_t k = 0; k < t->n; k++)
		if (!t->col_done[order[k]]) {
			tear_column(t, order[k]);
			tear_solve_ready(t);
		}
	t->pattern = tear_pattern(t);
}
