/* SPDX-License-Identifier: MIT
   solver_dense.c — dense factors of the integrators' matrices. SUNDIALS' own do the same operations
   in the same order, an element at a time; these take several at once, and give the same bits. */
#include "runtime/solver/solver_sundials.h"

#include "base/wide.h"

#include <math.h>
#include <string.h>

/* to -= by * from */
static inline void subtract(int64_t n, double *restrict to, const double *restrict from, double by)
{
	for (int64_t i = 0; i < n; i++)
		to[i] -= from[i] * by;
}

static void exchange_rows(int64_t n, double **col, int64_t i, int64_t k)
{
	for (int64_t j = 0; j < n; j++) {
		double v = col[j][i];

		col[j][i] = col[j][k];
		col[j][k] = v;
	}
}

/* Gives 0, or the number of the pivot that is 0, from 1. */
WIDE static int64_t factor(int64_t n, double **col, sunindextype pivot[])
{
	for (int64_t k = 0; k < n; k++) {
		int64_t p = k;
		double by;

		for (int64_t i = k + 1; i < n; i++)
			if (fabs(col[k][i]) > fabs(col[k][p]))
				p = i;
		pivot[k] = (sunindextype)p;
		if (col[k][p] == 0)
			return k + 1;
		if (p != k)
			exchange_rows(n, col, p, k);
		by = 1.0 / col[k][k];
		for (int64_t i = k + 1; i < n; i++)
			col[k][i] *= by;
		for (int64_t j = k + 1; j < n; j++)
			if (col[j][k] != 0)
				subtract(n - k - 1, col[j] + k + 1, col[k] + k + 1, col[j][k]);
	}
	return 0;
}

WIDE static void solve(int64_t n, double *const *col, const sunindextype pivot[], double x[])
{
	for (int64_t k = 0; k < n; k++) {
		double v = x[k];

		x[k] = x[pivot[k]];
		x[pivot[k]] = v;
	}
	for (int64_t k = 0; k < n - 1; k++)
		subtract(n - k - 1, x + k + 1, col[k] + k + 1, x[k]);
	for (int64_t k = n - 1; k >= 0; k--) {
		x[k] /= col[k][k];
		subtract(k, x, col[k], x[k]);
	}
}

static int set_up_dense(SUNLinearSolver linear, SUNMatrix matrix)
{
	SUNLinearSolverContent_Dense c = linear->content;

	c->last_flag = (sunindextype)factor(c->N, SM_COLS_D(matrix), c->pivots);
	return c->last_flag > 0; /* positive: another matrix may do */
}

static int solve_dense(SUNLinearSolver linear, SUNMatrix matrix, N_Vector x, N_Vector b,
					   double tolerance)
{
	SUNLinearSolverContent_Dense c = linear->content;

	(void)tolerance; /* the solution is exact but for rounding */
	memcpy(NV_DATA_S(x), NV_DATA_S(b), (size_t)c->N * sizeof(double));
	solve(c->N, SM_COLS_D(matrix), c->pivots, NV_DATA_S(x));
	c->last_flag = 0;
	return 0;
}

void sundials_plain_dense(SUNLinearSolver linear)
{
	linear->ops->setup = set_up_dense;
	linear->ops->solve = solve_dense;
}
