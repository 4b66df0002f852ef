/* SPDX-License-Identifier: MIT
   test_rt_dense.c — dense linear algebra on random and planted matrices. */
#include "runtime/rt/rt.h"

#include "t.h"

#include <stdlib.h>

enum { N = 12 };

static uint64_t seed = 1;

static double draw(void)
{
	seed = map_hash(seed + 1);
	return (double)(seed >> 11) / 4503599627370496.0 - 1; /* in [-1, 1) */
}

typedef struct {
	double a[N * N], b[N], x[N];
	double lu_a[N * N], row[N], col[N], w[N * N], y[N], c[N], w_a[N * N], scratch[2 * N];
	int32_t pivot[N], lu_order[N], order[N];
	bool free[N];
	double inverse[N];
	DenseLu lu;
	DenseWork work;
} Space;

static Space *space_new(int32_t n)
{
	Space *s = calloc(1, sizeof *s);

	s->lu = (DenseLu){.n = n,
					  .a = s->lu_a,
					  .inverse = s->inverse,
					  .pivot = s->pivot,
					  .row = s->row,
					  .col = s->col,
					  .order = s->lu_order};
	s->work = (DenseWork){s->w_a, s->w, s->y, s->c, s->order, s->free};
	for (int32_t i = 0; i < n; i++)
		s->col[i] = 1;
	return s;
}

static double residual(const Space *s, int32_t m, int32_t n)
{
	double worst = 0;

	for (int32_t i = 0; i < m; i++) {
		double sum = -s->b[i];

		for (int32_t j = 0; j < n; j++)
			sum += s->a[i + j * m] * s->x[j];
		worst = fmax(worst, fabs(sum));
	}
	return worst;
}

static void lu_solves_regular_systems(void)
{
	for (int32_t n = 1; n <= N; n++) {
		Space *s = space_new(n);

		for (int32_t k = 0; k < n * n; k++)
			s->a[k] = draw() * (k % 3 ? 1 : 1e6);
		for (int32_t i = 0; i < n; i++)
			s->x[i] = s->b[i] = draw();
		T_CHECK(dense_factor(&s->lu, s->a));
		T_CHECK(dense_condition(&s->lu, s->scratch) < 1e6);
		dense_solve(&s->lu, s->x);
		T_CHECK(residual(s, n, n) < 1e-7);
		free(s);
	}
}

static void the_condition_of_a_planted_matrix_is_found(void)
{
	for (int32_t n = 2; n <= N; n++) {
		Space *s = space_new(n);

		/* Two rows that differ by 1e-9 in one place. */
		for (int32_t k = 0; k < n * n; k++)
			s->a[k] = draw();
		for (int32_t j = 0; j < n; j++)
			s->a[n - 1 + j * n] = s->a[j * n];
		s->a[n - 1] += 1e-9;
		T_CHECK(dense_factor(&s->lu, s->a));
		T_CHECK(dense_condition(&s->lu, s->scratch) > 1e8);
		free(s);
	}
}

static void zero_rows_and_columns_are_singular(void)
{
	Space *s = space_new(2);

	T_CHECK(!dense_factor(&s->lu, s->a));
	s->a[0] = 1;
	s->a[2] = 1;
	T_CHECK(!dense_factor(&s->lu, s->a));
	free(s);
}

static void least_squares_gives_the_shortest_solution(void)
{
	for (int32_t n = 2; n <= N; n++)
		for (int32_t rank = 1; rank <= n; rank++) {
			Space *s = space_new(n);
			double v[N], length = 0;

			/* A = sum of `rank` products: the solutions are known up to the null space. */
			for (int32_t k = 0; k < rank; k++) {
				double p[N], q[N];

				for (int32_t i = 0; i < n; i++) {
					p[i] = draw();
					q[i] = draw();
				}
				for (int32_t i = 0; i < n; i++)
					for (int32_t j = 0; j < n; j++)
						s->a[i + j * n] += p[i] * q[j];
			}
			for (int32_t i = 0; i < n; i++)
				v[i] = draw();
			for (int32_t i = 0; i < n; i++)
				for (int32_t j = 0; j < n; j++)
					s->b[i] += s->a[i + j * n] * v[j];
			T_INT(dense_least(n, n, s->a, s->b, 1e-12, &s->work, s->x), rank);
			T_CHECK(residual(s, n, n) < 1e-8);
			for (int32_t i = 0; i < n; i++)
				length += s->x[i] * s->x[i] - v[i] * v[i];
			T_CHECK(length < 1e-6);
			/* Shortest: at right angles to what it could be moved by, v - x. */
			length = 0;
			for (int32_t i = 0; i < n; i++)
				length += s->x[i] * (v[i] - s->x[i]);
			T_REAL(length, 0, 1e-6);
			free(s);
		}
}

static void least_squares_of_large_and_small_numbers_are_as_good(void)
{
	static const double scale[] = {1e-130, 1e-110, 1, 1e110, 1e152};
	static const double a[4] = {3, -1, 1, 2}, b[2] = {5, 3}; /* columns; x = {1, 2} */

	for (size_t k = 0; k < sizeof scale / sizeof *scale; k++) {
		Space *s = space_new(2);

		for (int i = 0; i < 4; i++)
			s->a[i] = a[i] * scale[k];
		for (int i = 0; i < 2; i++)
			s->b[i] = b[i] * scale[k];
		T_INT(dense_least(2, 2, s->a, s->b, 1e-12, &s->work, s->x), 2);
		T_REAL(s->x[0], 1, 1e-14);
		T_REAL(s->x[1], 2, 1e-14);
		free(s);
	}
}

static void values_that_are_not_finite_are_seen(void)
{
	T_CHECK(dense_finite(0, NULL));
	T_CHECK(dense_finite(2, (double[]){1e308, -1e308}));
	T_CHECK(!dense_finite(2, (double[]){0, NAN}));
	T_CHECK(!dense_finite(2, (double[]){-INFINITY, 0}));
}

/* --- written down --- */

enum { BAND = 40, BYTES = 1 << 16 };

/* A band of three and a corner, by columns: the entries of a pattern. */
static int32_t band_pattern(int32_t start[BAND + 1], int32_t row[])
{
	int32_t n = 0;

	for (int32_t j = 0; j < BAND; j++) {
		start[j] = n;
		for (int32_t i = 0; i < BAND; i++)
			if (abs(i - j) <= 1 || (i == BAND - 1 && j == 0))
				row[n++] = i;
	}
	start[BAND] = n;
	return n;
}

static void fill(DenseLu *lu, double a[], int32_t n)
{
	for (int32_t k = 0; k < n; k++)
		a[k] = draw();
	for (int32_t j = 0; j < lu->n; j++)
		lu->col[j] = 1;
	T_INT(lu_factor(lu, a), MDV_OK);
	T_CHECK(lu->valid);
}

/* Pivots are those of the first entries, factors those of the last: both are in the bytes. */
static void factors_that_were_written_down_solve_to_the_same_bits(void)
{
	static unsigned char bytes[BYTES];
	int32_t start[BAND + 1], row[4 * BAND], n = band_pattern(start, row);
	Csr pattern = {BAND, BAND, start, row};
	Arena memory;
	Foreign foreign;

	arena_init(&memory, NULL);
	foreign_init(&foreign, NULL);
	for (int sparse = 0; sparse < 2; sparse++)
		for (int turns = 1; turns < 4; turns++) {
			DenseLu a = {0}, b = {0};
			Tape out = {.to = bytes}, in = {.from = bytes};
			double entry[BAND * BAND], x[BAND], y[BAND];

			T_CHECK(lu_new(&memory, &a, BAND, sparse ? &pattern : NULL, &foreign) &&
					lu_new(&memory, &b, BAND, sparse ? &pattern : NULL, &foreign));
			for (int k = 0; k < turns; k++)
				fill(&a, entry, sparse ? n : BAND * BAND);
			lu_tape(&a, &out);
			in.size = out.at;
			lu_tape(&b, &in);
			T_CHECK(!in.wrong && in.at == out.at && out.at < BYTES && b.valid);
			for (int k = 0; k < BAND; k++)
				x[k] = y[k] = draw();
			lu_solve(&a, x);
			lu_solve(&b, y);
			T_CHECK(!memcmp(x, y, sizeof x));
			fill(&a, entry, sparse ? n : BAND * BAND); /* the next ones, too */
			for (int32_t j = 0; j < BAND; j++)
				b.col[j] = 1;
			T_INT(lu_factor(&b, entry), MDV_OK);
			lu_solve(&a, x);
			lu_solve(&b, y);
			T_CHECK(!memcmp(x, y, sizeof x));
			in = (Tape){.from = bytes, .size = out.at - 1};
			lu_tape(&b, &in);
			T_CHECK(in.wrong);
		}
	foreign_release(&foreign);
	arena_free(&memory);
}

int main(void)
{
	T_RUN(lu_solves_regular_systems);
	T_RUN(the_condition_of_a_planted_matrix_is_found);
	T_RUN(zero_rows_and_columns_are_singular);
	T_RUN(least_squares_gives_the_shortest_solution);
	T_RUN(least_squares_of_large_and_small_numbers_are_as_good);
	T_RUN(values_that_are_not_finite_are_seen);
	T_RUN(factors_that_were_written_down_solve_to_the_same_bits);
	return T_END();
}
