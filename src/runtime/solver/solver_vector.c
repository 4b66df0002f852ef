/* SPDX-License-Identifier: MIT
   solver_vector.c — the operations on vectors that the integrators of SUNDIALS do most often, for
   short vectors: plain loops, of several elements at once, in place of a choice among a dozen of
   them. They give the same bits as SUNDIALS' own, but for norms, which are four sums in one. */
#include "runtime/solver/solver_sundials.h"

#include "base/wide.h"

#include <math.h>

/* Element i of a result depends on elements i only, so that it may be one of the arguments: what
   `ivdep` says. */

/* z = a x + b y; z may be x or y. */
WIDE static void linear_sum(double a, N_Vector x, double b, N_Vector y, N_Vector z)
{
	int64_t n = NV_LENGTH_S(z);
	const double *p = NV_DATA_S(x), *q = NV_DATA_S(y);
	double *to = NV_DATA_S(z);

	if (a == b) {
#pragma GCC ivdep
		for (int64_t i = 0; i < n; i++)
			to[i] = a * (p[i] + q[i]);
	} else if (a == -1 && b == 1) {
#pragma GCC ivdep
		for (int64_t i = 0; i < n; i++)
			to[i] = q[i] - p[i];
	} else if (a == -b) {
#pragma GCC ivdep
		for (int64_t i = 0; i < n; i++)
			to[i] = a * (p[i] - q[i]);
	} else {
#pragma GCC ivdep
		for (int64_t i = 0; i < n; i++)
			to[i] = a * p[i] + b * q[i];
	}
}

/* z = c x */
WIDE static void scale(double c, N_Vector x, N_Vector z)
{
	int64_t n = NV_LENGTH_S(z);
	const double *p = NV_DATA_S(x);
	double *to = NV_DATA_S(z);

#pragma GCC ivdep
	for (int64_t i = 0; i < n; i++)
		to[i] = c * p[i];
}

/* z = c[0] x[0] + … from the left to the right; z may be x[0]. */
WIDE static int linear_combination(int n_terms, double c[], N_Vector x[], N_Vector z)
{
	int64_t n = NV_LENGTH_S(z);
	double *to = NV_DATA_S(z);

	scale(c[0], x[0], z);
	for (int k = 1; k < n_terms; k++) {
		const double *p = NV_DATA_S(x[k]);

#pragma GCC ivdep
		for (int64_t i = 0; i < n; i++)
			to[i] += c[k] * p[i];
	}
	return 0;
}

/* sqrt(sum of (x w)^2 / n) */
WIDE static double norm(N_Vector x, N_Vector w)
{
	int64_t n = NV_LENGTH_S(x), i = 0;
	const double *p = NV_DATA_S(x), *q = NV_DATA_S(w);
	double sum[4] = {0};

	for (; i + 4 <= n; i += 4)
		for (int k = 0; k < 4; k++) {
			double y = p[i + k] * q[i + k];

			sum[k] += y * y;
		}
	for (; i < n; i++) {
		double y = p[i] * q[i];

		sum[0] += y * y;
	}
	return sqrt(((sum[0] + sum[1]) + (sum[2] + sum[3])) / (double)n);
}

/* z = c */
static void constant(double c, N_Vector z)
{
	int64_t n = NV_LENGTH_S(z);
	double *to = NV_DATA_S(z);

	for (int64_t i = 0; i < n; i++)
		to[i] = c;
}

/* z[k] = a[k] x + y[k]; z[k] may be y[k]. */
WIDE static int scale_add_multi(int n_terms, double a[], N_Vector x, N_Vector y[], N_Vector z[])
{
	int64_t n = NV_LENGTH_S(x);
	const double *p = NV_DATA_S(x);

	for (int k = 0; k < n_terms; k++) {
		const double *q = NV_DATA_S(y[k]);
		double *to = NV_DATA_S(z[k]);

#pragma GCC ivdep
		for (int64_t i = 0; i < n; i++)
			to[i] = a[k] * p[i] + q[i];
	}
	return 0;
}

void sundials_plain_vector(N_Vector x)
{
	x->ops->nvwrmsnorm = norm;
	x->ops->nvconst = constant;
	x->ops->nvscaleaddmulti = scale_add_multi;
	x->ops->nvlinearsum = linear_sum;
	x->ops->nvscale = scale;
	x->ops->nvlinearcombination = linear_combination;
}
