/* SPDX-License-Identifier: MIT
   dense.c — small dense linear algebra: LU with equilibration and partial pivoting, an estimate of
   the condition (Hager 1984), least squares of minimum norm by QR with column pivoting (Golub
   1965). Matrices lie by columns. Blocks are small (nearly all below 10 unknowns), so plain loops
   are faster than calls of a library, and give the same bits on every machine. */
#include "runtime/rt/rt.h"

#include "base/wide.h"

#include <string.h>

/* Written once, and made for each small number of unknowns: straight code without loops. */
#define FOR_EACH_SIZE inline __attribute__((always_inline))

/* do_it(n, …) with a constant n where it is small. */
#define BY_SIZE(n, do_it, ...)                   \
	switch (n) {                                 \
	case 1: return do_it(1, __VA_ARGS__);        \
	case 2: return do_it(2, __VA_ARGS__);        \
	case 3: return do_it(3, __VA_ARGS__);        \
	case 4: return do_it(4, __VA_ARGS__);        \
	case 5: return do_it(5, __VA_ARGS__);        \
	case 6: return do_it(6, __VA_ARGS__);        \
	default: return do_it##_any(n, __VA_ARGS__); \
	}

bool dense_all_finite(int32_t n, const double x[])
{
	double sum[4] = {0}; /* of zeros; NaN as soon as one is not finite */
	int32_t i = 0;

	for (; i + 4 <= n; i += 4)
		for (int k = 0; k < 4; k++)
			sum[k] += x[i + k] * 0.0;
	for (; i < n; i++)
		sum[0] += x[i] * 0.0;
	return sum[0] + sum[1] + sum[2] + sum[3] == 0.0;
}

/* Columns as given, then rows to largest element 1, then columns that have become tiny to 1. */
static FOR_EACH_SIZE bool scale(int32_t n, DenseLu *lu, const double a[])
{
	for (int32_t i = 0; i < n; i++)
		lu->row[i] = 0;
	for (int32_t j = 0; j < n; j++)
		for (int32_t i = 0; i < n; i++) {
			double v = a[i + j * n] * lu->col[j];

			lu->a[i + j * n] = v;
			if (fabs(v) > lu->row[i])
				lu->row[i] = fabs(v);
		}
	for (int32_t i = 0; i < n; i++) {
		if (!(lu->row[i] > 0) || isinf(lu->row[i]))
			return false;
		lu->row[i] = 1 / lu->row[i];
	}
	for (int32_t j = 0; j < n; j++) {
		double largest = 0;

		for (int32_t i = 0; i < n; i++) {
			double v = lu->a[i + j * n] *= lu->row[i];

			if (fabs(v) > largest)
				largest = fabs(v);
		}
		if (!(largest > 0))
			return false;
		for (int32_t i = 0; i < n && largest < 1e-2; i++)
			lu->a[i + j * n] /= largest;
		lu->col[j] /= largest < 1e-2 ? largest : 1;
	}
	return true;
}

static FOR_EACH_SIZE void exchange_rows(double a[], int32_t n, int32_t i, int32_t k)
{
	for (int32_t j = 0; j < n; j++) {
		double v = a[i + j * n];

		a[i + j * n] = a[k + j * n];
		a[k + j * n] = v;
	}
}

/* right -= column * right[0], behind their first elements: n of them. */
static FOR_EACH_SIZE void subtract(int32_t n, double *restrict right, const double *restrict column)
{
	double factor = right[0];

	if (factor != 0)
		for (int32_t i = 1; i <= n; i++)
			right[i] -= column[i] * factor;
}

static FOR_EACH_SIZE bool factor(int32_t n, DenseLu *lu, const double a[])
{
	lu->valid = false;
	lu->sign = 0;
	if (!scale(n, lu, a))
		return false;
	lu->sign = 1;
	for (int32_t k = 0; k < n; k++) {
		double *column = lu->a + (size_t)k * n;
		int32_t p = k;

		for (int32_t i = k + 1; i < n; i++)
			if (fabs(column[i]) > fabs(column[p]))
				p = i;
		lu->pivot[k] = p;
		if (!(fabs(column[p]) > 0)) {
			lu->sign = 0;
			return false;
		}
		if (p != k) {
			exchange_rows(lu->a, n, p, k);
			lu->sign = -lu->sign;
		}
		if (column[k] < 0)
			lu->sign = -lu->sign;
		lu->inverse[k] = 1 / column[k];
		for (int32_t i = k + 1; i < n; i++)
			column[i] *= lu->inverse[k];
		for (int32_t j = k + 1; j < n; j++)
			subtract(n - k - 1, lu->a + (size_t)j * n + k, column + k);
	}
	for (int32_t k = 0; k < n; k++)
		lu->order[k] = k;
	for (int32_t k = 0; k < n; k++) {
		int32_t row = lu->order[k];

		lu->order[k] = lu->order[lu->pivot[k]];
		lu->order[lu->pivot[k]] = row;
	}
	lu->valid = true;
	return true;
}

WIDE static bool factor_any(int32_t n, DenseLu *lu, const double a[])
{
	return factor(n, lu, a);
}

bool dense_factor(DenseLu *lu, const double a[])
{
	BY_SIZE(lu->n, factor, lu, a)
}

/* Solve with the factors alone, without scales. */
static FOR_EACH_SIZE void solve_scaled(int32_t n, const DenseLu *lu, double x[])
{
	for (int32_t k = 0; k < n; k++) {
		double v = x[lu->pivot[k]];

		x[lu->pivot[k]] = x[k];
		x[k] = v;
	}
	for (int32_t k = 0; k < n; k++)
		for (int32_t i = k + 1; i < n; i++)
			x[i] -= lu->a[i + k * n] * x[k];
	for (int32_t k = n - 1; k >= 0; k--) {
		x[k] *= lu->inverse[k];
		for (int32_t i = 0; i < k; i++)
			x[i] -= lu->a[i + k * n] * x[k];
	}
}

/* The same with the transpose. */
static void solve_transposed(const DenseLu *lu, double x[])
{
	int32_t n = lu->n;

	for (int32_t k = 0; k < n; k++) {
		for (int32_t i = 0; i < k; i++)
			x[k] -= lu->a[i + k * n] * x[i];
		x[k] *= lu->inverse[k];
	}
	for (int32_t k = n - 1; k >= 0; k--)
		for (int32_t i = k + 1; i < n; i++)
			x[k] -= lu->a[i + k * n] * x[i];
	for (int32_t k = n - 1; k >= 0; k--) {
		double v = x[lu->pivot[k]];

		x[lu->pivot[k]] = x[k];
		x[k] = v;
	}
}

/* In registers: what has just been stored in parts is slow to read as a whole. */
static FOR_EACH_SIZE void solve(int32_t n, const DenseLu *lu, double x[])
{
	double y[RT_SMALL];

	for (int32_t k = 0; k < n; k++)
		y[k] = x[lu->order[k]] * lu->row[lu->order[k]];
	for (int32_t k = 0; k < n; k++)
		for (int32_t i = k + 1; i < n; i++)
			y[i] -= lu->a[i + k * n] * y[k];
	for (int32_t k = n - 1; k >= 0; k--) {
		y[k] *= lu->inverse[k];
		for (int32_t i = 0; i < k; i++)
			y[i] -= lu->a[i + k * n] * y[k];
	}
	for (int32_t k = 0; k < n; k++)
		x[k] = y[k] * lu->col[k];
}

WIDE static void solve_any(int32_t n, const DenseLu *lu, double x[])
{
	for (int32_t i = 0; i < n; i++)
		x[i] *= lu->row[i];
	solve_scaled(n, lu, x);
	for (int32_t i = 0; i < n; i++)
		x[i] *= lu->col[i];
}

void dense_solve(const DenseLu *lu, double x[])
{
	BY_SIZE(lu->n, solve, lu, x)
}

/* Rows are scaled to 1, so the norm of the matrix is between 1 and n: the estimate is the norm of
   the inverse. */
double dense_condition(const DenseLu *lu, double scratch[])
{
	int32_t n = lu->n;
	double *x = scratch, *z = scratch + n, norm = 0;

	for (int32_t i = 0; i < n; i++)
		x[i] = 1.0 / n;
	for (int pass = 0; pass < 5; pass++) {
		double new_norm = 0, dot = 0;
		int32_t best = 0;

		solve_scaled(n, lu, x);
		for (int32_t i = 0; i < n; i++)
			new_norm += fabs(x[i]);
		if (isnan(new_norm) || isinf(new_norm))
			return INFINITY;
		if (pass > 0 && new_norm <= norm)
			break;
		norm = new_norm;
		for (int32_t i = 0; i < n; i++)
			z[i] = x[i] < 0 ? -1 : 1;
		solve_transposed(lu, z);
		for (int32_t i = 0; i < n; i++) {
			dot += z[i] / n;
			if (fabs(z[i]) > fabs(z[best]))
				best = i;
		}
		if (pass > 0 && fabs(z[best]) <= fabs(dot))
			break;
		for (int32_t i = 0; i < n; i++)
			x[i] = i == best;
	}
	return norm;
}

/* Of rows k … m - 1. Without hypot, which takes fifty times as long: reflections work with squares
   of such lengths anyway. */
static double length(int32_t m, int32_t k, const double v[])
{
	double sum = 0;

	for (int32_t i = k; i < m; i++)
		sum += v[i] * v[i];
	return sqrt(sum);
}

/* Reflect columns k … n - 1 so that column k becomes a multiple of e_k below row k; right-hand side
   c likewise. */
static void reflect(int32_t m, int32_t n, int32_t k, double a[], double c[])
{
	double *v = a + (size_t)k * m, norm = length(m, k, v), alpha, beta;

	if (norm == 0)
		return;
	alpha = v[k] > 0 ? -norm : norm;
	v[k] -= alpha;
	beta = -1 / (alpha * v[k]);
	for (int32_t j = k + 1; j <= n; j++) {
		double *to = j < n ? a + (size_t)j * m : c, dot = 0;

		for (int32_t i = k; i < m; i++)
			dot += v[i] * to[i];
		for (int32_t i = k; i < m && dot != 0; i++)
			to[i] -= beta * dot * v[i];
	}
	v[k] = alpha; /* what was below is not needed any more */
}

/* The first of the longest columns below row k. Lengths that are estimated (w->y) are right within
   1e-7 of their value: only those that may be the longest are measured. */
static int32_t longest_column(int32_t m, int32_t n, int32_t k, DenseWork *w, double *longest)
{
	int32_t p = k, likely = k;
	double least;

	for (int32_t j = k; j < n; j++)
		if (w->y[j] > w->y[likely])
			likely = j;
	least = length(m, k, w->a + (size_t)likely * m) * (1 - 1e-6);
	*longest = -1;
	for (int32_t j = k; j < n; j++) {
		double norm = w->y[j] < least ? -1 : length(m, k, w->a + (size_t)j * m);

		if (norm > *longest) {
			*longest = norm;
			p = j;
		}
	}
	return p;
}

/* The lengths below row k + 1 follow from those below row k, as in LAPACK's dlaqp2; measured again
   where too many digits are lost since they were measured (w->w). */
static void shorten_lengths(int32_t m, int32_t n, int32_t k, DenseWork *w)
{
	for (int32_t j = k + 1; j < n; j++) {
		double part = w->y[j] > 0 ? w->a[k + j * m] / w->y[j] : 0, rest = fmax(0, 1 - part * part);
		double since = w->w[j] > 0 ? w->y[j] / w->w[j] : 0;

		if (rest * since * since > 1e-8) {
			w->y[j] *= sqrt(rest);
			continue;
		}
		w->y[j] = w->w[j] = length(m, k + 1, w->a + (size_t)j * m);
	}
}

static void swap(double *a, double *b)
{
	double v = *a;

	*a = *b;
	*b = v;
}

/* QR with the longest remaining column first; the rank by what is left. */
static int32_t factor_qr(int32_t m, int32_t n, double rcond, DenseWork *w)
{
	double first = 0;
	int32_t k;

	for (int32_t j = 0; j < n; j++)
		w->y[j] = w->w[j] = length(m, 0, w->a + (size_t)j * m);
	for (k = 0; k < m && k < n; k++) {
		double longest;
		int32_t p = longest_column(m, n, k, w, &longest), o = w->order[k];

		first = k == 0 ? longest : first;
		if (!(longest > rcond * first))
			break;
		if (p != k) {
			for (int32_t i = 0; i < m; i++)
				swap(&w->a[i + k * m], &w->a[i + p * m]);
			swap(&w->y[k], &w->y[p]);
			swap(&w->w[k], &w->w[p]);
			w->order[k] = w->order[p];
			w->order[p] = o;
		}
		reflect(m, n, k, w->a, w->c);
		shorten_lengths(m, n, k, w);
	}
	return k;
}

/* x := R11^-1 x, the upper triangle of the first `rank` columns. */
static void back(int32_t m, int32_t rank, const double r[], double x[])
{
	for (int32_t k = rank - 1; k >= 0; k--) {
		x[k] /= r[k + k * m];
		for (int32_t i = 0; i < k; i++)
			x[i] -= r[i + k * m] * x[k];
	}
}

/* The solutions are y1 = p - W y2, y2 free, with W = R11^-1 R12: the shortest has
   (I + W' W) y2 = W' p. */
static void shorten(int32_t m, int32_t n, int32_t rank, DenseWork *w)
{
	int32_t k = n - rank;
	double *gram = w->w, *y2 = w->y + rank;

	for (int32_t j = 0; j < k; j++)
		back(m, rank, w->a, w->a + (size_t)(rank + j) * m);
	for (int32_t j = 0; j < k; j++) {
		const double *wj = w->a + (size_t)(rank + j) * m;

		y2[j] = 0;
		for (int32_t i = 0; i < rank; i++)
			y2[j] += wj[i] * w->y[i];
		for (int32_t l = 0; l < k; l++) {
			const double *wl = w->a + (size_t)(rank + l) * m;
			double sum = j == l;

			for (int32_t i = 0; i < rank; i++)
				sum += wj[i] * wl[i];
			gram[j + l * k] = sum;
		}
		w->free[w->order[rank + j]] = true;
		for (int32_t i = 0; i < rank; i++)
			if (fabs(wj[i]) > 1e-8)
				w->free[w->order[i]] = true;
	}
	if (!dense_cholesky(k, gram, y2))
		memset(y2, 0, (size_t)k * sizeof *y2);
	for (int32_t j = 0; j < k; j++)
		for (int32_t i = 0; i < rank; i++)
			w->y[i] -= w->a[i + (rank + j) * m] * y2[j];
}

int32_t dense_least(int32_t m, int32_t n, const double a[], const double b[], double rcond,
					DenseWork *w, double x[])
{
	int32_t rank;

	memcpy(w->a, a, (size_t)m * n * sizeof *a);
	memcpy(w->c, b, (size_t)m * sizeof *b);
	for (int32_t j = 0; j < n; j++) {
		w->order[j] = j;
		w->free[j] = false;
	}
	rank = factor_qr(m, n, rcond, w);
	memset(w->y, 0, (size_t)n * sizeof *w->y);
	memcpy(w->y, w->c, (size_t)rank * sizeof *w->y);
	back(m, rank, w->a, w->y);
	if (rank < n)
		shorten(m, n, rank, w);
	for (int32_t j = 0; j < n; j++)
		x[w->order[j]] = w->y[j];
	return rank;
}

bool dense_cholesky(int32_t n, double a[], double x[])
{
	for (int32_t k = 0; k < n; k++) {
		for (int32_t j = 0; j < k; j++)
			for (int32_t i = k; i < n; i++)
				a[i + k * n] -= a[i + j * n] * a[k + j * n];
		if (!(a[k + k * n] > 0))
			return false;
		a[k + k * n] = sqrt(a[k + k * n]);
		for (int32_t i = k + 1; i < n; i++)
			a[i + k * n] /= a[k + k * n];
	}
	for (int32_t k = 0; k < n; k++) {
		x[k] /= a[k + k * n];
		for (int32_t i = k + 1; i < n; i++)
			x[i] -= a[i + k * n] * x[k];
	}
	for (int32_t k = n - 1; k >= 0; k--) {
		for (int32_t i = k + 1; i < n; i++)
			x[k] -= a[i + k * n] * x[i];
		x[k] /= a[k + k * n];
	}
	return true;
}
