/* SPDX-License-Identifier: MIT
   test_sort_augment.c — how the matching of the initial system grows (dae/sort.c). */
#include "t.h"
#include "compiler/dae/dae.h"

enum { N = 1000 };

static Arena scratch;

/* Rows 0 … N - 1 have column i, and hold that of the next row, too, and a free one each (or the
   last one only). Row N, which is to be matched, holds column 0. */
static void make_chain(Sys *s, int32_t free_from)
{
	int32_t *start = NEW_ARRAY(&scratch, int32_t, N + 2),
			*col = NEW_ARRAY(&scratch, int32_t, 3 * N + 3);
	int32_t n = 0;

	*s = (Sys){.scratch = &scratch};
	for (int32_t i = 0; i <= N; i++) {
		start[i] = n;
		if (i == N) {
			col[n++] = 0;
			continue;
		}
		if (i + 1 < N)
			col[n++] = i + 1; /* the long way */
		col[n++] = i;
		if (i >= free_from)
			col[n++] = N + i;
	}
	start[N + 1] = n;
	s->may = (Csr){.n_rows = N + 1, .n_cols = 2 * N, .start = start, .col = col};
	match_init(&s->may, &scratch, &s->match);
	for (int32_t i = 0; i < N; i++) {
		s->match.col_of_row[i] = i;
		s->match.row_of_col[i] = i;
	}
	s->match.n = N;
}

static void a_free_column_nearby_is_taken_before_the_chain_is_followed(void)
{
	Sys s;

	make_chain(&s, 0);
	T_CHECK(sort_augment(&s, N));
	T_INT(s.match.col_of_row[N], 0);
	T_INT(s.match.col_of_row[0], N);
	for (int32_t i = 1; i < N; i++)
		T_INT(s.match.col_of_row[i], i);
	T_INT(s.match.n, N + 1);
}

static void the_chain_is_followed_where_it_must_be(void)
{
	Sys s;

	make_chain(&s, N - 1);
	T_CHECK(sort_augment(&s, N));
	T_INT(s.match.col_of_row[N], 0);
	for (int32_t i = 0; i + 1 < N; i++)
		T_INT(s.match.col_of_row[i], i + 1);
	T_INT(s.match.col_of_row[N - 1], 2 * N - 1);
}

static void a_row_without_a_way_to_a_free_column_stays_alone(void)
{
	Sys s;

	make_chain(&s, N);
	T_CHECK(!sort_augment(&s, N));
	T_INT(s.match.col_of_row[N], -1);
	T_INT(s.match.n, N);
}

int main(void)
{
	arena_init(&scratch, NULL);
	T_RUN(a_free_column_nearby_is_taken_before_the_chain_is_followed);
	T_RUN(the_chain_is_followed_where_it_must_be);
	T_RUN(a_row_without_a_way_to_a_free_column_stays_alone);
	arena_free(&scratch);
	return T_END();
}
