/* SPDX-License-Identifier: MIT
   sparse_klu.c — sparse LU factors by KLU. The pattern never changes: it is analysed once, new
   values are factored in the pivot order of those before as long as that is accurate. The only file
   of rt/ that knows KLU. */
#include "runtime/rt/dense.h"

#include <klu.h>
#include <string.h>

#define POOR_GROWTH 1e-4 /* reciprocal growth of pivots below which their order is chosen anew */

struct SparseFactors {
	klu_common common;      /* settings, the last status */
	klu_symbolic *symbolic; /* of the pattern; NULL: not analysed yet */
	klu_numeric *numeric;   /* factors; NULL: none yet */
};

SparseFactors *sparse_new(Arena *a)
{
	SparseFactors *f = NEW(a, SparseFactors);

	if (!f)
		return NULL;
	klu_defaults(&f->common);
	f->common.scale = 0; /* they are scaled already */
	return f;
}

/* The pivots of before, if they are as good for the values of now. */
static bool factor_again(const SparseLu *s)
{
	SparseFactors *f = s->factors;

	return f->numeric &&
		   klu_refactor(s->start, s->row, s->value, f->symbolic, f->numeric, &f->common) &&
		   f->common.status == KLU_OK &&
		   klu_rgrowth(s->start, s->row, s->value, f->symbolic, f->numeric, &f->common) &&
		   f->common.rgrowth > POOR_GROWTH;
}

/* Factors of the entries with which that is done. */
static void choose_pivots(const SparseLu *s)
{
	SparseFactors *f = s->factors;

	if (f->numeric)
		klu_free_numeric(&f->numeric, &f->common);
	f->numeric = klu_factor(s->start, s->row, s->chosen, f->symbolic, &f->common);
}

MdvStatus sparse_factor(void *lu)
{
	SparseLu *s = lu;
	SparseFactors *f = s->factors;

	s->singular = false;
	if (!f->symbolic)
		f->symbolic = klu_analyze(s->n, s->start, s->row, &f->common);
	s->again = f->symbolic && factor_again(s);
	if (f->symbolic && !s->again) {
		memcpy(s->chosen, s->value, (size_t)s->start[s->n] * sizeof *s->value);
		choose_pivots(s);
	}
	s->made = f->numeric != NULL;
	if (!f->symbolic || !f->numeric || f->common.status == KLU_SINGULAR) {
		s->singular = true;
		return f->common.status == KLU_OUT_OF_MEMORY || f->common.status == KLU_TOO_LARGE
				   ? MDV_NO_MEMORY
				   : MDV_OK;
	}
	return MDV_OK;
}

MdvStatus sparse_remake(void *lu)
{
	const SparseLu *s = lu;
	SparseFactors *f = s->factors;

	if (!f->symbolic)
		f->symbolic = klu_analyze(s->n, s->start, s->row, &f->common);
	if (!f->symbolic)
		return f->common.status == KLU_OUT_OF_MEMORY ? MDV_NO_MEMORY : MDV_RETRY;
	choose_pivots(s);
	if (!f->numeric)
		return f->common.status == KLU_OUT_OF_MEMORY ? MDV_NO_MEMORY : MDV_RETRY;
	return !s->again ||
				   klu_refactor(s->start, s->row, s->value, f->symbolic, f->numeric, &f->common)
			   ? MDV_OK
			   : MDV_RETRY;
}

void sparse_solve(const SparseLu *s, double x[])
{
	klu_solve(s->factors->symbolic, s->factors->numeric, s->n, 1, x, &s->factors->common);
}

double sparse_spread(const SparseLu *s)
{
	klu_rcond(s->factors->symbolic, s->factors->numeric, &s->factors->common);
	return 1 / s->factors->common.rcond;
}
