/* SPDX-License-Identifier: MIT
   solver_vector.c — the operations on vectors that the integrators of SUNDIALS do most often, for
   short vectors: plain loops in place of a choice among a dozen of them. They give the same bits
   as SUNDIALS' own. */
#include "runtime/solver/solver_sundials.h"

/* z = a x + b y; z may be x or y. */
static void linear_sum(double a, N_Vector x, double b, N_Vector y, N_Vector z)
{
	int64_t n = NV_LENGTH_S(z);
	const double *p = NV_DATA_S(x), *q = NV_DATA_S(y);
	double *to = NV_DATA_S(z);

	if (a == b)
		for (int64_t i = 0; i < n; i++)
			to[i] = a * (p[i] + q[i]);
	else if (a == -1 && b == 1)
		for (int64_t i = 0; i < n; i++)
			to[i] = q[i] - p[i];
	else if (a == -b)
		for (int64_t i = 0; i < n; i++)
			to[i] = a * (p[i] - q[i]);
	else
		for (int64_t i = 0; i < n; i++)
			to[i] = a * p[i] + b * q[i];
}

/* z = c x */
static void scale(double c, N_Vector x, N_Vector z)
{
	int64_t n = NV_LENGTH_S(z);
	const double *p = NV_DATA_S(x);
	double *to = NV_DATA_S(z);

	for (int64_t i = 0; i < n; i++)
		to[i] = c * p[i];
}

/* z = c[0] x[0] + … from the left to the right; z may be x[0]. */
static int linear_combination(int n_terms, double c[], N_Vector x[], N_Vector z)
{
	int64_t n = NV_LENGTH_S(z);
	double *to = NV_DATA_S(z);

	scale(c[0], x[0], z);
	for (int k = 1; k < n_terms; k++) {
		const double *p = NV_DATA_S(x[k]);

		for (int64_t i = 0; i < n; i++)
			to[i] += c[k] * p[i];
	}
	return 0;
}

void sundials_plain_vector(N_Vector x)
{
	x->ops->nvlinearsum = linear_sum;
	x->ops->nvscale = scale;
	x->ops->nvlinearcombination = linear_combination;
}
