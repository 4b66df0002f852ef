/* SPDX-License-Identifier: MIT
   interp_lapack.c — the functions of LAPACK that constants of the standard library are computed
   with: dgelsy, the solution of least norm of a least squares problem (polynomials fitted to the
   tables of a medium). Householder reflections with exchange of columns, A P = Q R, then the same
   of the transposed rows of R that count (Golub, Van Loan: Matrix Computations, 5.4–5.5). Columns
   count while the diagonal of R is larger than rcond times its first element. O(m n min(m, n)). */
#include "compiler/eval/interp.h"

#include <math.h>

typedef struct Matrix {
	double *at;   /* column after column */
	uint32_t m;   /* rows */
	uint32_t n;   /* columns */
	double *beta; /* min(m, n): of the reflections I - beta v v', v[0] = 1 */
} Matrix;

static double *column(const Matrix *a, uint32_t j)
{
	return a->at + (size_t)j * a->m;
}

static Matrix new_matrix(Interp *in, uint32_t m, uint32_t n)
{
	return (Matrix){NEW_ARRAY(in->temp, double, (size_t)m *n), m, n,
					NEW_ARRAY(in->temp, double, m < n ? m : n)};
}

/* The length of x, without overflow. */
static double norm(const double x[], uint32_t n)
{
	double largest = 0, sum = 0;

	for (uint32_t i = 0; i < n; i++)
		largest = fmax(largest, fabs(x[i]));
	if (!(largest > 0))
		return largest;
	for (uint32_t i = 0; i < n; i++)
		sum += x[i] / largest * (x[i] / largest);
	return largest * sqrt(sum);
}

/* The reflection that leaves of column k nothing below the diagonal; v takes the place of that. */
static void make_reflection(Matrix *a, uint32_t k)
{
	double *x = column(a, k) + k, length = norm(x, a->m - k), first;

	a->beta[k] = 0;
	if (length == fabs(x[0]))
		return;
	first = x[0] > 0 ? x[0] + length : x[0] - length;
	a->beta[k] = fabs(first) / length;
	for (uint32_t i = 1; i < a->m - k; i++)
		x[i] /= first;
	x[0] = first > 0 ? -length : length;
}

/* Reflection k of a, applied to y, a column of as many rows. */
static void reflect(const Matrix *a, uint32_t k, double y[])
{
	const double *v = column(a, k);
	double sum = y[k];

	for (uint32_t i = k + 1; i < a->m; i++)
		sum += v[i] * y[i];
	sum *= a->beta[k];
	y[k] -= sum;
	for (uint32_t i = k + 1; i < a->m; i++)
		y[i] -= sum * v[i];
}

static void exchange(Matrix *a, uint32_t order[], uint32_t j, uint32_t k)
{
	uint32_t o = order[j];

	order[j] = order[k];
	order[k] = o;
	for (uint32_t i = 0; i < a->m; i++) {
		double x = column(a, j)[i];

		column(a, j)[i] = column(a, k)[i];
		column(a, k)[i] = x;
	}
}

/* A P = Q R. order NULL: columns stay where they are. Gives the number of columns that count. */
static uint32_t factor(Matrix *a, uint32_t order[], double rcond)
{
	uint32_t most = a->m < a->n ? a->m : a->n;

	for (uint32_t k = 0; k < most; k++) {
		uint32_t best = k;

		for (uint32_t j = k + 1; order && j < a->n; j++)
			if (norm(column(a, j) + k, a->m - k) > norm(column(a, best) + k, a->m - k))
				best = j;
		if (best != k)
			exchange(a, order, best, k);
		make_reflection(a, k);
		if (order && !(fabs(column(a, k)[k]) > rcond * fabs(column(a, 0)[0])))
			return k;
		for (uint32_t j = k + 1; j < a->n; j++)
			reflect(a, k, column(a, j));
	}
	return most;
}

/* b, of m rows, becomes the first n elements of x. s: the transposed first rows of R, factored. */
static void solve(const Matrix *a, const Matrix *s, const uint32_t order[], double b[], double x[])
{
	for (uint32_t k = 0; k < s->n; k++)
		reflect(a, k, b);
	for (uint32_t k = 0; k < a->n; k++) {
		double sum = k < s->n ? b[k] : 0;

		for (uint32_t i = 0; i < k && k < s->n; i++)
			sum -= column(s, k)[i] * x[i];
		x[k] = k < s->n ? sum / column(s, k)[k] : 0;
	}
	for (uint32_t k = s->n; k-- > 0;)
		reflect(s, k, x);
	for (uint32_t k = 0; k < a->n; k++)
		b[order[k]] = x[k];
}

/* Replaces the right sides, the columns of b with max(m, n) rows. Gives the rank. */
static uint32_t least_squares(Interp *in, Matrix *a, Matrix *b, double rcond)
{
	uint32_t *order = NEW_ARRAY(in->temp, uint32_t, a->n), rank;
	double *x = NEW_ARRAY(in->temp, double, a->n);
	Matrix s;

	for (uint32_t j = 0; j < a->n; j++)
		order[j] = j;
	rank = factor(a, order, rcond);
	s = new_matrix(in, a->n, rank);
	for (uint32_t j = 0; j < rank; j++)
		for (uint32_t i = j; i < a->n; i++)
			column(&s, j)[i] = column(a, i)[j];
	factor(&s, NULL, 0);
	for (uint32_t j = 0; j < b->n; j++)
		solve(a, &s, order, column(b, j), x);
	return rank;
}

/* Is it a local that the declaration of dgelsy wants there? */
static bool is_array(const Expr *e, TypeKind kind, int least_rank, int most_rank)
{
	return e->op == EX_LOCAL && e->type->kind == kind && e->type->rank >= least_rank &&
		   e->type->rank <= most_rank;
}

/* dgelsy(m, n, nrhs, A, lda, X, ldx, jpvt, rcond, rank, work, lwork, info) */
bool interp_lapack_dgelsy(Interp *in, const FnExternal *ext)
{
	enum { A = 3, X = 5, RCOND = 8, RANK = 9, INFO = 12, N_ARGS = 13 };
	Value a, x, done, rank;
	Matrix left, right;

	if (ext->n_args != N_ARGS || !is_array(ext->arg[A], TY_REAL, 2, 2) ||
		!is_array(ext->arg[X], TY_REAL, 1, 2) || !is_array(ext->arg[RANK], TY_INTEGER, 0, 0) ||
		!is_array(ext->arg[INFO], TY_INTEGER, 0, 0) || ext->arg[RCOND]->type->kind != TY_REAL)
		return false;
	a = interp_run(in, ext->arg[A]);
	x = interp_run(in, ext->arg[X]);
	left = new_matrix(in, (uint32_t)a.dim[0], (uint32_t)a.dim[1]);
	right = new_matrix(in, (uint32_t)x.dim[0], x.rank == 2 ? (uint32_t)x.dim[1] : 1);
	if (right.m < left.m || right.m < left.n)
		interp_fail(in,
					"the right side has %u rows; it needs as many as the matrix has rows or "
					"columns",
					right.m);
	interp_work(in, (uint64_t)left.m * left.n * (left.m + left.n + right.n) * 8);
	for (uint32_t k = 0; k < a.n; k++)
		column(&left, k % left.n)[k / left.n] = a.many[k].r;
	for (uint32_t k = 0; k < x.n; k++)
		column(&right, k % right.n)[k / right.n] = x.many[k].r;
	rank = interp_value_integer(
		in, least_squares(in, &left, &right, interp_run(in, ext->arg[RCOND]).one.r));
	done = interp_value_new(in, x.elem, x.dim, x.rank);
	for (uint32_t k = 0; k < x.n; k++)
		done.many[k].r = column(&right, k % right.n)[k / right.n];
	interp_stmt_assign(in, ext->arg[X], &done);
	interp_stmt_assign(in, ext->arg[RANK], &rank);
	rank = interp_value_integer(in, 0);
	interp_stmt_assign(in, ext->arg[INFO], &rank);
	return true;
}
