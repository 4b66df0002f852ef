/* SPDX-License-Identifier: MIT
   bare_sparse.c — sparse LU factors by our own hands, for the sources of FMUs: column by column,
   each in time proportional to its operations (Gilbert and Peierls 1988), rows pivoted, the
   diagonal preferred; columns in the order of Cuthill and McKee (1969), reversed, of the pattern
   and its transpose. Every factorization chooses its pivots anew. */
#include "runtime/rt/dense.h"

#include <math.h>
#include <string.h>

#define DIAGONAL 0.1 /* of the largest in its column: then it is the pivot */

/* One of the factors, by columns. */
typedef struct Factor {
	int32_t *start; /* n + 1 */
	int32_t *row;   /* of the entries */
	double *value;  /* these */
	size_t n, cap;  /* entries; room */
} Factor;

struct SparseFactors {
	int32_t *order; /* n: the column that is factored as number k; NULL: not analysed yet */
	int32_t *pivot; /* n: the number under which a row was chosen; -1: not yet */
	Factor low, up; /* without their diagonals; rows of `low` by their names, later by numbers */
	double *diag;   /* n: that of the upper one */
	double *x;      /* n: a column, zeros in between; a solution */
	int32_t *found; /* n: rows that the column has, in the order of elimination from the end */
	int32_t *path;  /* n: of the search; of ordering: who waits */
	int32_t *next;  /* n: how far it has come in each */
	int32_t *seen;  /* n: the last column, from 1, that had the row */
	int32_t n_elements; /* n of the arrays above */
};

SparseFactors *sparse_new(Arena *a)
{
	return NEW(a, SparseFactors);
}

/* --- memory: what cannot be had leaves the run of foreign_run --- */

static void *take(size_t n, size_t size)
{
	void *got = foreign_malloc((n + 1) * size);

	memset(got, 0, (n + 1) * size);
	return got;
}

static void make_arrays(SparseFactors *f, int32_t n)
{
	size_t rows = (size_t)n;

	f->order = take(rows, sizeof *f->order);
	f->pivot = take(rows, sizeof *f->pivot);
	f->diag = take(rows, sizeof *f->diag);
	f->x = take(rows, sizeof *f->x);
	f->found = take(rows, sizeof *f->found);
	f->path = take(rows, sizeof *f->path);
	f->next = take(rows, sizeof *f->next);
	f->seen = take(rows, sizeof *f->seen);
	f->low.start = take(rows + 1, sizeof *f->low.start);
	f->up.start = take(rows + 1, sizeof *f->up.start);
	f->n_elements = n;
}

static void push(Factor *f, int32_t row, double value)
{
	if (f->n == f->cap) {
		f->cap = 2 * f->cap + 64;
		f->row = foreign_realloc(f->row, f->cap * sizeof *f->row);
		f->value = foreign_realloc(f->value, f->cap * sizeof *f->value);
	}
	f->row[f->n] = row;
	f->value[f->n++] = value;
}

/* --- the order of columns --- */

/* Neighbours of column j, in the pattern and its transpose, that have no place yet go to the end of
   the list, those with few neighbours first. */
static int32_t list_neighbours(const SparseLu *s, const Csr *both, int32_t j, int32_t n)
{
	SparseFactors *f = s->factors;
	int32_t first = n;

	for (int32_t k = both->start[j]; k < both->start[j + 1]; k++) {
		int32_t i = both->col[k], degree = both->start[i + 1] - both->start[i], at = n;

		if (f->seen[i])
			continue;
		f->seen[i] = 1;
		for (; at > first; at--) {
			int32_t other = f->path[at - 1];

			if (both->start[other + 1] - both->start[other] <= degree)
				break;
			f->path[at] = other;
		}
		f->path[at] = i;
		n++;
	}
	return n;
}

static void find_order(const SparseLu *s, const Csr *both)
{
	SparseFactors *f = s->factors;
	int32_t n = 0;

	for (int32_t root = 0; root < s->n; root++) {
		if (f->seen[root])
			continue;
		f->seen[root] = 1;
		f->path[n] = root;
		for (int32_t k = n++; k < n; k++)
			n = list_neighbours(s, both, f->path[k], n);
	}
	for (int32_t k = 0; k < s->n; k++)
		f->order[k] = f->path[s->n - 1 - k];
}

static bool analyse(const SparseLu *s, Arena *scratch, Arena *result)
{
	CsrBuilder b;
	Csr both;

	csr_begin(&b, scratch, s->n, s->n);
	for (int32_t j = 0; j < s->n; j++)
		for (int32_t k = s->start[j]; k < s->start[j + 1]; k++)
			if (!csr_add(&b, j, s->row[k]) || !csr_add(&b, s->row[k], j))
				return false;
	if (!csr_finish(&b, result, &both))
		return false;
	find_order(s, &both);
	return true;
}

static MdvStatus make(const SparseLu *s)
{
	Arena scratch, result;
	bool ok;

	make_arrays(s->factors, s->n);
	arena_init(&scratch, s->memory->alloc);
	arena_init(&result, s->memory->alloc);
	ok = analyse(s, &scratch, &result);
	arena_free(&scratch);
	arena_free(&result);
	return ok ? MDV_OK : MDV_NO_MEMORY;
}

/* --- one column --- */

/* All rows that the entry of row i makes others of, itself last of them: a search along the columns
   of the lower factor; gives the new top of `found`. */
static int32_t search(SparseFactors *f, int32_t i, int32_t mark, int32_t top)
{
	int32_t depth = 0;

	f->path[0] = i;
	f->seen[i] = mark;
	f->next[0] = f->pivot[i] < 0 ? 0 : f->low.start[f->pivot[i]];
	while (depth >= 0) {
		int32_t row = f->path[depth], col = f->pivot[row];
		int32_t end = col < 0 ? 0 : f->low.start[col + 1], k = f->next[depth];

		while (k < end && f->seen[f->low.row[k]] == mark)
			k++;
		if (k >= end) {
			f->found[--top] = row;
			depth--;
			continue;
		}
		f->next[depth] = k + 1;
		row = f->low.row[k];
		f->seen[row] = mark;
		f->path[++depth] = row;
		f->next[depth] = f->pivot[row] < 0 ? 0 : f->low.start[f->pivot[row]];
	}
	return top;
}

/* The column solved with the lower factor of those before; gives the top of `found`. */
static int32_t eliminate(const SparseLu *s, int32_t k)
{
	SparseFactors *f = s->factors;
	int32_t col = f->order[k], top = s->n;

	for (int32_t p = s->start[col]; p < s->start[col + 1]; p++)
		if (f->seen[s->row[p]] != k + 1)
			top = search(f, s->row[p], k + 1, top);
	for (int32_t p = s->start[col]; p < s->start[col + 1]; p++)
		f->x[s->row[p]] += s->value[p];
	for (int32_t p = top; p < s->n; p++) {
		int32_t row = f->found[p], by = f->pivot[row];

		if (by < 0)
			continue;
		for (int32_t q = f->low.start[by]; q < f->low.start[by + 1]; q++)
			f->x[f->low.row[q]] -= f->low.value[q] * f->x[row];
	}
	return top;
}

/* The row that is the pivot; -1: there is none. */
static int32_t choose(const SparseLu *s, int32_t top, int32_t col)
{
	SparseFactors *f = s->factors;
	double largest = 0;
	int32_t best = -1;

	for (int32_t p = top; p < s->n; p++) {
		int32_t row = f->found[p];

		if (f->pivot[row] < 0 && fabs(f->x[row]) > largest) {
			largest = fabs(f->x[row]);
			best = row;
		}
	}
	if (best >= 0 && f->pivot[col] < 0 && fabs(f->x[col]) >= DIAGONAL * largest)
		best = col;
	return best;
}

static bool factor_column(const SparseLu *s, int32_t k)
{
	SparseFactors *f = s->factors;
	int32_t top = eliminate(s, k), row = choose(s, top, f->order[k]);
	double pivot = row >= 0 ? f->x[row] : 0;

	f->diag[k] = pivot;
	for (int32_t p = top; p < s->n; p++) {
		int32_t i = f->found[p];

		if (f->pivot[i] >= 0)
			push(&f->up, f->pivot[i], f->x[i]);
		else if (row >= 0 && i != row)
			push(&f->low, i, f->x[i] / pivot);
		f->x[i] = 0;
	}
	f->up.start[k + 1] = (int32_t)f->up.n;
	f->low.start[k + 1] = (int32_t)f->low.n;
	if (row >= 0)
		f->pivot[row] = k;
	return row >= 0 && isfinite(pivot);
}

/* --- all of it --- */

MdvStatus sparse_factor(void *lu)
{
	SparseLu *s = lu;
	SparseFactors *f = s->factors;

	if (!f->order)
		TRY(make(s));
	memset(f->seen, 0, (size_t)s->n * sizeof *f->seen);
	for (int32_t i = 0; i < s->n; i++)
		f->pivot[i] = -1;
	f->low.n = f->up.n = 0;
	s->singular = false;
	for (int32_t k = 0; k < s->n && !s->singular; k++)
		s->singular = !factor_column(s, k);
	for (size_t p = 0; p < f->low.n && !s->singular; p++)
		f->low.row[p] = f->pivot[f->low.row[p]];
	s->made = !s->singular;
	return MDV_OK;
}

/* Pivots are never those of before. */
MdvStatus sparse_remake(void *lu)
{
	TRY(sparse_factor(lu));
	return ((const SparseLu *)lu)->made ? MDV_OK : MDV_RETRY;
}

void sparse_solve(const SparseLu *s, double x[])
{
	SparseFactors *f = s->factors;

	for (int32_t i = 0; i < s->n; i++)
		f->x[f->pivot[i]] = x[i];
	for (int32_t k = 0; k < s->n; k++)
		for (int32_t p = f->low.start[k]; p < f->low.start[k + 1]; p++)
			f->x[f->low.row[p]] -= f->low.value[p] * f->x[k];
	for (int32_t k = s->n - 1; k >= 0; k--) {
		f->x[k] /= f->diag[k];
		for (int32_t p = f->up.start[k]; p < f->up.start[k + 1]; p++)
			f->x[f->up.row[p]] -= f->up.value[p] * f->x[k];
	}
	for (int32_t k = 0; k < s->n; k++) {
		x[f->order[k]] = f->x[k];
		f->x[k] = 0;
	}
}

double sparse_spread(const SparseLu *s)
{
	double small = INFINITY, large = 0;

	for (int32_t k = 0; k < s->n; k++) {
		small = fmin(small, fabs(s->factors->diag[k]));
		large = fmax(large, fabs(s->factors->diag[k]));
	}
	return large / small;
}
