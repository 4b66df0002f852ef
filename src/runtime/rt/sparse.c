/* SPDX-License-Identifier: MIT
   sparse.c — LU factors of blocks with many unknowns, and the choice between dense and sparse ones.
   Scales are the same; sparse factors are those of sparse_klu.c, in the sources of an FMU those of
   bare_sparse.c. */
#include "runtime/rt/rt.h"

#include <string.h>

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
	s->chosen = NEW_ARRAY(a, double, n_entries);
	if (!s->start || !s->row || !s->value || !s->chosen)
		return NULL;
	memcpy(s->start, pattern->start, (n + 1) * sizeof *s->start);
	memcpy(s->row, pattern->col, n_entries * sizeof *s->row);
	s->n = pattern->n_rows;
	s->factors = sparse_new(a);
	return s->factors ? s : NULL;
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

MdvStatus lu_factor(DenseLu *lu, const double a[])
{
	if (!lu->sparse) {
		(void)dense_factor(lu, a); /* says so in `valid` */
		return MDV_OK;
	}
	lu->valid = false;
	if (!scale(lu, a))
		return MDV_OK;
	TRY(foreign_run(lu->sparse->memory, sparse_factor, lu->sparse));
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
	sparse_solve(s, x);
	for (int32_t i = 0; i < lu->n; i++)
		x[i] *= lu->col[i];
}

/* U's diagonal is a hint that costs nothing. */
static double spread(const DenseLu *lu)
{
	double small = INFINITY, large = 0;

	if (lu->sparse)
		return sparse_spread(lu->sparse);
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

/* --- written down --- */

static void tape_dense(DenseLu *lu, Tape *t)
{
	size_t n = (size_t)lu->n;

	tape_reals(t, lu->a, n * n);
	tape_reals(t, lu->inverse, n);
	tape_numbers(t, lu->pivot, n, 0, lu->n - 1);
	tape_numbers(t, lu->order, n, 0, lu->n - 1);
}

/* Sparse factors are the library's: they are made again of what they were made of, and if they are
   not valid, for the order of their pivots alone. Libraries look for pivots among numbers only. */
static void tape_sparse(DenseLu *lu, Tape *t)
{
	SparseLu *s = lu->sparse;
	size_t n = (size_t)s->start[s->n];
	MdvStatus status = MDV_OK;

	tape_reals(t, s->value, n);
	tape_reals(t, s->chosen, n);
	tape_flag(t, &s->made);
	tape_flag(t, &s->again);
	tape_flag(t, &s->singular);
	if (!tape_reads(t) || t->wrong)
		return;
	s->again = s->again && lu->valid;
	if (s->made && !(dense_all_finite((int32_t)n, s->chosen) &&
					 (!lu->valid || dense_all_finite((int32_t)n, s->value))))
		status = MDV_RETRY;
	else if (s->made)
		status = foreign_run(s->memory, sparse_remake, s);
	if (status != MDV_OK || (lu->valid && !s->made))
		tape_refuse(t, status == MDV_NO_MEMORY ? "there is no memory for factors"
											   : "factors of equations cannot be made again");
}

void lu_tape(DenseLu *lu, Tape *t)
{
	int32_t proofs = lu->proofs;

	tape_reals(t, lu->row, (size_t)lu->n);
	tape_reals(t, lu->col, (size_t)lu->n);
	tape_number(t, &lu->sign, -1, 1);
	tape_flag(t, &lu->valid);
	tape_number(t, &proofs, 0, UINT8_MAX);
	tape_word(t, &lu->stamp);
	if (!t->wrong)
		lu->proofs = (uint8_t)proofs;
	if (lu->sparse)
		tape_sparse(lu, t);
	else
		tape_dense(lu, t);
}
