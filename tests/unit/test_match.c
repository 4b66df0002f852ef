/* SPDX-License-Identifier: MIT
   test_match.c — matching and decomposition, against exhaustive search. */
#include "base/base.h"
#include "t.h"

#include <stdlib.h>

enum { MAX = 8 }; /* rows and columns of random matrices */

static Arena result, scratch;

typedef struct Dense {
	int32_t n_rows, n_cols; /* at most MAX */
	unsigned row[MAX];      /* bit set of columns */
} Dense;

static Dense random_dense(void)
{
	Dense a = {.n_rows = rand() % (MAX + 1), .n_cols = rand() % (MAX + 1)};
	int sparse = 1 + rand() % 4;

	for (int32_t i = 0; i < a.n_rows; i++)
		for (int32_t j = 0; j < a.n_cols; j++)
			if (rand() % (2 * sparse) == 0)
				a.row[i] |= 1u << j;
	return a;
}

static Csr sparse_of(const Dense *a)
{
	CsrBuilder b;
	Csr g;

	csr_begin(&b, &scratch, a->n_rows, a->n_cols);
	for (int32_t i = 0; i < a->n_rows; i++)
		for (int32_t j = 0; j < a->n_cols; j++)
			if (a->row[i] >> j & 1)
				csr_add(&b, i, j);
	T_CHECK(csr_finish(&b, &result, &g));
	return g;
}

/* The size of the largest matching, by trying everything: `best[set]` is the most rows matched so
   far that use exactly the columns of the set. The row and the column given are left out. */
static int largest(const Dense *a, int32_t without_row, int32_t without_col)
{
	static int best[1 << MAX], next[1 << MAX];
	int n = 0;

	for (unsigned set = 0; set < 1 << MAX; set++)
		best[set] = set ? -1 : 0;
	for (int32_t i = 0; i < a->n_rows; i++) {
		if (i == without_row)
			continue;
		memcpy(next, best, sizeof best);
		for (unsigned set = 0; set < 1u << a->n_cols; set++)
			for (int32_t j = 0; best[set] >= 0 && j < a->n_cols; j++)
				if (j != without_col && a->row[i] >> j & ~set >> j & 1 &&
					next[set | 1u << j] < best[set] + 1)
					next[set | 1u << j] = best[set] + 1;
		memcpy(best, next, sizeof best);
	}
	for (unsigned set = 0; set < 1 << MAX; set++)
		n = best[set] > n ? best[set] : n;
	return n;
}

/* Whether m is a matching of a: consistent both ways, incident, counted. */
static void check(const Dense *a, const Match *m)
{
	int32_t n = 0;

	for (int32_t i = 0; i < a->n_rows; i++) {
		int32_t j = m->col_of_row[i];

		T_CHECK(j < 0 || (m->row_of_col[j] == i && a->row[i] >> j & 1));
		n += j >= 0;
	}
	for (int32_t j = 0; j < a->n_cols; j++)
		T_CHECK(m->row_of_col[j] < 0 || m->col_of_row[m->row_of_col[j]] == j);
	T_INT(m->n, n);
}

static void random_matchings_are_as_large_as_possible(void)
{
	srand(11);
	for (int run = 0; run < 3000; run++) {
		Dense a = random_dense();
		Csr g = sparse_of(&a);
		bool kept_rows[MAX] = {false}, kept_cols[MAX] = {false};
		Match m;

		T_CHECK(match_init(&g, &result, &m));
		/* Every other time, begin with some pairs. */
		for (int32_t i = 0; i < a.n_rows && run % 2; i++)
			for (int32_t j = 0; j < a.n_cols; j++)
				if (a.row[i] >> j & 1 && m.col_of_row[i] < 0 && m.row_of_col[j] < 0 && rand() % 2) {
					match_pair(&m, i, j);
					kept_rows[i] = kept_cols[j] = true;
				}
		T_CHECK(match_maximum(&g, &scratch, &m));
		check(&a, &m);
		T_INT(m.n, largest(&a, -1, -1));
		for (int32_t i = 0; i < MAX; i++) {
			T_CHECK(!kept_rows[i] || m.col_of_row[i] >= 0);
			T_CHECK(!kept_cols[i] || m.row_of_col[i] >= 0);
		}
		arena_release(&scratch, (ArenaMark){0});
		arena_release(&result, (ArenaMark){0});
	}
}

/* A graph without cycles. */
static Dense random_forest(void)
{
	Dense a = random_dense();
	int32_t tree[2 * MAX];

	for (int32_t k = 0; k < 2 * MAX; k++)
		tree[k] = k;
	for (int32_t i = 0; i < a.n_rows; i++)
		for (int32_t j = 0; j < a.n_cols; j++) {
			int32_t from = tree[i], to = tree[MAX + j];

			if (from == to)
				a.row[i] &= ~(1u << j);
			for (int32_t k = 0; a.row[i] >> j & 1 && k < 2 * MAX; k++)
				if (tree[k] == from)
					tree[k] = to;
		}
	return a;
}

static void what_is_forced_is_a_matching_and_in_a_forest_the_largest(void)
{
	srand(14);
	for (int run = 0; run < 3000; run++) {
		bool forest = run % 2;
		Dense a = forest ? random_forest() : random_dense();
		Csr g = sparse_of(&a);
		int32_t n;
		Match m;

		T_CHECK(match_init(&g, &result, &m) && match_forced(&g, &scratch, &m));
		check(&a, &m);
		n = m.n;
		T_CHECK(match_maximum(&g, &scratch, &m));
		T_INT(m.n, largest(&a, -1, -1));
		T_CHECK(!forest || n == m.n);
		arena_release(&scratch, (ArenaMark){0});
		arena_release(&result, (ArenaMark){0});
	}
}

/* By definition: a row is overdetermined if some largest matching leaves it out, a column
   underdetermined likewise; a column is overdetermined if such a row uses it, a row
   underdetermined if it uses such a column. */
static void random_parts_agree_with_their_definition(void)
{
	srand(12);
	for (int run = 0; run < 1500; run++) {
		Dense a = random_dense();
		Csr g = sparse_of(&a);
		int all = largest(&a, -1, -1);
		int32_t n_rows[MATCH_PARTS] = {0}, n_cols[MATCH_PARTS] = {0};
		uint8_t row[MAX] = {0}, col[MAX] = {0};
		MatchParts parts;
		Match m;

		for (int32_t i = 0; i < a.n_rows; i++)
			for (int32_t j = 0; j < a.n_cols && largest(&a, i, -1) == all; j++)
				if (a.row[i] >> j & 1)
					col[j] = MATCH_OVER;
		for (int32_t i = 0; i < a.n_rows; i++)
			row[i] = largest(&a, i, -1) == all ? MATCH_OVER : MATCH_WELL;
		for (int32_t j = 0; j < a.n_cols; j++) {
			if (largest(&a, -1, j) != all)
				continue;
			T_INT(col[j], MATCH_WELL);
			col[j] = MATCH_UNDER;
			for (int32_t i = 0; i < a.n_rows; i++)
				if (a.row[i] >> j & 1)
					row[i] = MATCH_UNDER;
		}
		T_CHECK(match_init(&g, &result, &m) && match_maximum(&g, &scratch, &m));
		T_CHECK(match_parts(&g, &m, &result, &scratch, &parts));
		for (int32_t i = 0; i < a.n_rows; i++) {
			T_INT(parts.row[i], row[i]);
			n_rows[row[i]]++;
		}
		for (int32_t j = 0; j < a.n_cols; j++) {
			T_INT(parts.col[j], col[j]);
			n_cols[col[j]]++;
		}
		for (int p = 0; p < MATCH_PARTS; p++) {
			T_INT(parts.n_rows[p], n_rows[p]);
			T_INT(parts.n_cols[p], n_cols[p]);
		}
		T_INT(parts.n_rows[MATCH_WELL], parts.n_cols[MATCH_WELL]);
		T_CHECK((parts.n_rows[MATCH_OVER] > parts.n_cols[MATCH_OVER]) == (all < a.n_rows));
		T_CHECK((parts.n_cols[MATCH_UNDER] > parts.n_rows[MATCH_UNDER]) == (all < a.n_cols));
		arena_release(&scratch, (ArenaMark){0});
		arena_release(&result, (ArenaMark){0});
	}
}

/* Row i uses columns i and i + 1, all but the last row; each row begins with the wrong one, so that
   the last can only be matched by exchanging along the whole path. */
static void one_path_through_a_million_rows_takes_linear_memory(void)
{
	const int32_t n = 1000000;
	Arena res, tmp;
	CsrBuilder b;
	MatchParts parts;
	Match m;
	Csr g;

	arena_init(&res, NULL);
	arena_init(&tmp, NULL);
	csr_begin(&b, &tmp, n, n);
	for (int32_t i = 0; i + 1 < n; i++) {
		csr_add(&b, i, i);
		csr_add(&b, i, i + 1);
	}
	csr_add(&b, n - 1, 0);
	csr_finish(&b, &res, &g);
	arena_free(&tmp);
	arena_init(&tmp, NULL);
	match_init(&g, &res, &m);
	for (int32_t i = 0; i + 1 < n; i++)
		match_pair(&m, i, i);
	T_CHECK(match_maximum(&g, &tmp, &m));
	T_INT(m.n, n);
	T_INT(m.col_of_row[n - 1], 0);
	T_INT(m.col_of_row[0], 1);
	T_CHECK(match_parts(&g, &m, &res, &tmp, &parts));
	T_INT(parts.n_rows[MATCH_WELL], n);
	T_CHECK(arena_peak(&tmp) <= (size_t)n * 16 + 1000);
	arena_free(&res);
	arena_free(&tmp);
}

/* The first half of the rows takes, at the start, all columns that the second half can use. */
static void a_greedy_start_that_leaves_half_of_the_rows_free_is_repaired(void)
{
	const int32_t n = 200000;
	Arena res, tmp;
	CsrBuilder b;
	MatchParts parts;
	Match m;
	Csr g;

	arena_init(&res, NULL);
	arena_init(&tmp, NULL);
	csr_begin(&b, &tmp, 2 * n, 2 * n);
	for (int32_t i = 0; i < n; i++) {
		csr_add(&b, i, i);
		csr_add(&b, i, i + n);
		csr_add(&b, i, (i + 1) % n);
		csr_add(&b, i + n, i);
		csr_add(&b, i + n, (i + 7) % n);
	}
	csr_finish(&b, &res, &g);
	match_init(&g, &res, &m);
	T_CHECK(match_maximum(&g, &tmp, &m));
	T_INT(m.n, 2 * n);
	T_CHECK(match_parts(&g, &m, &res, &tmp, &parts));
	T_INT(parts.n_rows[MATCH_WELL], 2 * n);
	arena_free(&res);
	arena_free(&tmp);
}

static void without_memory_it_says_so(void)
{
	CsrBuilder b;
	bool ok = false;
	Csr g;

	csr_begin(&b, &scratch, 20000, 30000);
	csr_finish(&b, &result, &g);
	for (size_t k = 1; !ok && k < 100; k++) {
		AllocMeter meter;
		Arena res, tmp;
		MatchParts parts;
		Match m;

		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		arena_init(&res, &meter.alloc);
		arena_init(&tmp, &meter.alloc);
		ok = match_init(&g, &res, &m) && match_forced(&g, &tmp, &m) &&
			 match_maximum(&g, &tmp, &m) && match_parts(&g, &m, &res, &tmp, &parts);
		T_CHECK(ok == (meter.n_calls < k));
		arena_free(&res);
		arena_free(&tmp);
		T_INT(meter.live, 0);
	}
	T_CHECK(ok);
}

int main(void)
{
	arena_init(&result, NULL);
	arena_init(&scratch, NULL);
	T_RUN(random_matchings_are_as_large_as_possible);
	T_RUN(what_is_forced_is_a_matching_and_in_a_forest_the_largest);
	T_RUN(random_parts_agree_with_their_definition);
	T_RUN(one_path_through_a_million_rows_takes_linear_memory);
	T_RUN(a_greedy_start_that_leaves_half_of_the_rows_free_is_repaired);
	T_RUN(without_memory_it_says_so);
	arena_free(&result);
	arena_free(&scratch);
	return T_END();
}
