/* SPDX-License-Identifier: MIT
   sparse.c — LU factors of blocks with many unknowns, by KLU, and the choice between them and dense
   ones. The pattern is the compiler's and never changes: it is analysed once, new values are
   factored in the pivot order of those before as long as that is accurate. The only file of rt/
   that knows KLU. */
#include "runtime/rt/rt.h"

#include <klu.h>
#include <string.h>

#define POOR_GROWTH 1e-4 /* reciprocal growth of pivots below which their order is chosen anew */

struct SparseLu {
	int32_t *start, *row;   /* pattern by columns; KLU takes none that is constant */
	double *value;          /* entries, scaled */
	Foreign *memory;        /* of the objects below */
	klu_common common;      /* settings, the last status */
	klu_symbolic *symbolic; /* of the pattern; NULL: not analysed yet */
	klu_numeric *numeric;   /* factors; NULL: none yet */
	bool singular;          /* what the last factorization found */
};

static bool new_dense(Arena *a, DenseLu *lu, size_t n)
{
	lu->a = NEW_ARRAY(a, double, n *n);
	lu->inverse = NEW_ARRAY(a, double, n);
	lu->pivot = NEW_ARRAY(a, int32_t, n);
	lu->order = NEW_ARRAY(a, int32_t, n);
	return lu->a && lu->inverse && lu->pivot && lu->order;
}

static SparseLu *new_sparse(Arena *a, const Csr *pattern)
{
	size_t n = (size_t)pattern->n_rows, n_entries = (size_t)pattern->start[n];
	SparseLu *s = NEW(a, SparseLu);

	if (!s)
		return NULL;
	s->start = NEW_ARRAY(a, int32_t, n + 1);
	s->row = NEW_ARRAY(a, int32_t, n_entries);
	s->value = NEW_ARRAY(a, double, n_entries);
	if (!s->start || !s->row || !s->value)
		return NULL;
	memcpy(s->start, pattern->start, (n + 1) * sizeof *s->start);
	memcpy(s->row, pattern->col, n_entries * sizeof *s->row);
	klu_defaults(&s->common);
	s->common.scale = 0; /* they are scaled already */
	return s;
}

bool lu_new(Arena *a, DenseLu *lu, int32_t n, const Csr *pattern, Foreign *memory)
{
	lu->n = n;
	lu->row = NEW_ARRAY(a, double, n);
	lu->col = NEW_ARRAY(a, double, n);
	if (!lu->row || !lu->col)
		return false;
	if (!pattern)
		return new_dense(a, lu, (size_t)n);
	lu->sparse = new_sparse(a, pattern);
	if (lu->sparse)
		lu->sparse->memory = memory;
	return lu->sparse != NULL;
}

/* As of dense ones: columns as given, then rows to largest entry 1, then columns that have become
   tiny to 1. */
static bool scale(DenseLu *lu, const double a[])
{
	SparseLu *s = lu->sparse;

	memset(lu->row, 0, (size_t)lu->n * sizeof *lu->row);
	for (int32_t j = 0; j < lu->n; j++)
		for (int32_t k = s->start[j]; k < s->start[j + 1]; k++) {
			s->value[k] = a[k] * lu->col[j];
			lu->row[s->row[k]] = fmax(lu->row[s->row[k]], fabs(s->value[k]));
		}
	for (int32_t i = 0; i < lu->n; i++) {
		if (!(lu->row[i] > 0) || isinf(lu->row[i]))
			return false;
		lu->row[i] = 1 / lu->row[i];
	}
	for (int32_t j = 0; j < lu->n; j++) {
		double largest = 0;

		for (int32_t k = s->start[j]; k < s->start[j + 1]; k++) {
			s->value[k] *= lu->row[s->row[k]];
			largest = fmax(largest, fabs(s->value[k]));
		}
		if (!(largest > 0))
			return false;
		for (int32_t k = s->start[j]; k < s->start[j + 1] && largest < 1e-2; k++)
			s->value[k] /= largest;
		lu->col[j] /= largest < 1e-2 ? largest : 1;
	}
	return true;
}

/* The pivots of before, if they are as good for the values of now. */
static bool factor_again(SparseLu *s)
{
	return s->numeric &&
		   klu_refactor(s->start, s->row, s->value, s->symbolic, s->numeric, &s->common) &&
		   s->common.status == KLU_OK &&
		   klu_rgrowth(s->start, s->row, s->value, s->symbolic, s->numeric, &s->common) &&
		   s->common.rgrowth > POOR_GROWTH;
}

static MdvStatus factor(void *ctx)
{
	DenseLu *lu = ctx;
	SparseLu *s = lu->sparse;

	s->singular = false;
	if (!s->symbolic)
		s->symbolic = klu_analyze(lu->n, s->start, s->row, &s->common);
	if (s->symbolic && !factor_again(s)) {
		if (s->numeric)
			klu_free_numeric(&s->numeric, &s->common);
		s->numeric = klu_factor(s->start, s->row, s->value, s->symbolic, &s->common);
	}
	if (!s->symbolic || !s->numeric || s->common.status == KLU_SINGULAR) {
		s->singular = true;
		return s->common.status == KLU_OUT_OF_MEMORY || s->common.status == KLU_TOO_LARGE
				   ? MDV_NO_MEMORY
				   : MDV_OK;
	}
	return MDV_OK;
}

MdvStatus lu_factor(DenseLu *lu, const double a[])
{
	if (!lu->sparse) {
		(void)dense_factor(lu, a); /* says so in `valid` */
		return MDV_OK;
	}
	lu->valid = false;
	if (!scale(lu, a))
		return MDV_OK;
	TRY(foreign_run(lu->sparse->memory, factor, lu));
	lu->valid = !lu->sparse->singular;
	return MDV_OK;
}

void lu_solve(const DenseLu *lu, double x[])
{
	SparseLu *s = lu->sparse;

	if (!s) {
		dense_solve(lu, x);
		return;
	}
	for (int32_t i = 0; i < lu->n; i++)
		x[i] *= lu->row[i];
	klu_solve(s->symbolic, s->numeric, lu->n, 1, x, &s->common);
	for (int32_t i = 0; i < lu->n; i++)
		x[i] *= lu->col[i];
}

/* U's diagonal is a hint that costs nothing. */
static double spread(const DenseLu *lu)
{
	double small = INFINITY, large = 0;

	if (lu->sparse) {
		klu_rcond(lu->sparse->symbolic, lu->sparse->numeric, &lu->sparse->common);
		return 1 / lu->sparse->common.rcond;
	}
	for (int32_t k = 0; k < lu->n; k++) {
		double v = fabs(lu->a[k + k * lu->n]);

		small = fmin(small, v);
		large = fmax(large, v);
	}
	return large / small;
}

/* Of sparse factors all that is looked at: an estimate takes many solutions. */
double lu_condition(const DenseLu *lu, double hint, double scratch[])
{
	double by_diagonal = spread(lu);

	return lu->sparse || by_diagonal < hint ? by_diagonal : dense_condition(lu, scratch);
}
