/* SPDX-License-Identifier: MIT
   test_csr.c — sparse rows, against a dense matrix. */
#include "base/base.h"
#include "t.h"

#include <stdlib.h>

enum { MAX = 8 }; /* rows and columns of random matrices */

static Arena result, scratch;

/* Whether g is the dense matrix: every row ascending, each column once. */
static bool is_matrix(const Csr *g, bool dense[MAX][MAX], bool transposed)
{
	int32_t n = 0;

	if (g->start[0] != 0)
		return false;
	for (int32_t i = 0; i < g->n_rows; i++)
		for (int32_t j = 0; j < g->n_cols; j++)
			if (transposed ? dense[j][i] : dense[i][j]) {
				if (n >= g->start[i + 1] || g->col[n] != j)
					return false;
				n++;
			} else if (n < g->start[i + 1] && g->col[n] == j) {
				return false;
			}
	return n == g->start[g->n_rows];
}

static void random_pairs_give_sorted_rows_without_duplicates(void)
{
	srand(3);
	for (int run = 0; run < 3000; run++) {
		bool dense[MAX][MAX] = {{false}};
		int32_t n_rows = rand() % (MAX + 1), n_cols = rand() % (MAX + 1);
		int n_pairs = n_rows && n_cols ? rand() % 80 : 0;
		CsrBuilder b;
		Csr g, t;

		csr_begin(&b, &scratch, n_rows, n_cols);
		for (int k = 0; k < n_pairs; k++) {
			int32_t i = rand() % n_rows, j = rand() % n_cols;

			dense[i][j] = true;
			T_CHECK(csr_add(&b, i, j));
		}
		T_CHECK(csr_finish(&b, &result, &g));
		T_INT(g.n_rows, n_rows);
		T_INT(g.n_cols, n_cols);
		T_CHECK(is_matrix(&g, dense, false));
		T_CHECK(csr_transpose(&g, &result, &t));
		T_INT(t.n_rows, n_cols);
		T_INT(t.n_cols, n_rows);
		T_CHECK(is_matrix(&t, dense, true));
		arena_release(&scratch, (ArenaMark){0});
		arena_release(&result, (ArenaMark){0});
	}
}

/* As long as it takes for bits, and in so many columns that these would be too many. */
static void long_rows_in_disorder_come_out_ascending_each_column_once(void)
{
	static const int32_t n_cols[] = {1000, 10000000};

	for (int k = 0; k < 2; k++) {
		CsrBuilder b;
		Csr g;

		csr_begin(&b, &scratch, 3, n_cols[k]);
		for (int32_t i = 0; i < 900; i++) /* 611 and 1000 have no common divisor */
			T_CHECK(csr_add(&b, i % 2 ? 2 : 0, (i % 300) * 611 % 1000));
		T_CHECK(csr_finish(&b, &result, &g));
		T_INT(g.start[1], 150);
		T_INT(g.start[2], 150);
		T_INT(g.start[3], 300);
		for (int32_t i = 1; i < 300; i++)
			T_CHECK(i == 150 || g.col[i - 1] < g.col[i]);
		arena_release(&scratch, (ArenaMark){0});
		arena_release(&result, (ArenaMark){0});
	}
}

static void finishing_releases_its_scratch_memory(void)
{
	CsrBuilder b;
	ArenaMark before, after;
	Csr g;

	csr_begin(&b, &scratch, 10, 10);
	for (int32_t i = 0; i < 10; i++)
		csr_add(&b, i, 9 - i);
	before = arena_mark(&scratch);
	T_CHECK(csr_finish(&b, &result, &g));
	after = arena_mark(&scratch);
	T_CHECK(before.block == after.block && before.used == after.used);
	csr_add(&b, 0, 0); /* the builder may go on */
	T_CHECK(csr_finish(&b, &result, &g));
	T_INT(g.start[1], 2);
	arena_release(&scratch, (ArenaMark){0});
	arena_release(&result, (ArenaMark){0});
}

static void a_million_rows_take_linear_memory(void)
{
	const int32_t n = 1000000;
	CsrBuilder b;
	Arena res, tmp;
	Csr g;

	arena_init(&res, NULL);
	arena_init(&tmp, NULL);
	csr_begin(&b, &tmp, n, n);
	for (int32_t i = n - 1; i >= 0; i--) {
		csr_add(&b, i, i);
		csr_add(&b, i, i ? i - 1 : 0);
	}
	T_CHECK(csr_finish(&b, &res, &g));
	T_INT(g.start[n], 2 * n - 1);
	T_INT(g.col[g.start[n - 1]], n - 2);
	T_CHECK(arena_peak(&res) <= (size_t)n * 12 + 1000);
	T_CHECK(arena_peak(&tmp) <= (size_t)n * 64);
	arena_free(&res);
	arena_free(&tmp);
}

static bool build_once(AllocMeter *meter)
{
	CsrBuilder b;
	Arena res, tmp;
	bool ok = true;
	Csr g, t;

	arena_init(&res, &meter->alloc);
	arena_init(&tmp, &meter->alloc);
	csr_begin(&b, &tmp, 20000, 20000);
	for (int32_t i = 0; i < 20000 && ok; i++)
		ok = csr_add(&b, i, i);
	ok = ok && csr_finish(&b, &res, &g) && csr_transpose(&g, &res, &t);
	arena_free(&res);
	arena_free(&tmp);
	return ok;
}

static void without_memory_it_says_so(void)
{
	bool ok = false;

	for (size_t k = 1; !ok && k < 100; k++) {
		AllocMeter meter;

		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		ok = build_once(&meter);
		T_CHECK(ok == (meter.n_calls < k));
		T_INT(meter.live, 0);
	}
	T_CHECK(ok);
}

int main(void)
{
	arena_init(&result, NULL);
	arena_init(&scratch, NULL);
	T_RUN(random_pairs_give_sorted_rows_without_duplicates);
	T_RUN(long_rows_in_disorder_come_out_ascending_each_column_once);
	T_RUN(finishing_releases_its_scratch_memory);
	T_RUN(a_million_rows_take_linear_memory);
	T_RUN(without_memory_it_says_so);
	arena_free(&result);
	arena_free(&scratch);
	return T_END();
}
