/* SPDX-License-Identifier: MIT
   test_scc.c — strongly connected components, against mutual reachability. */
#include "base/base.h"
#include "t.h"

#include <stdlib.h>

enum { MAX = 9 }; /* nodes of random graphs */

static Arena result, scratch;

/* Close `reach` under transitivity (Warshall). */
static void close_paths(bool reach[MAX][MAX], int32_t n)
{
	for (int32_t k = 0; k < n; k++)
		for (int32_t i = 0; i < n; i++)
			for (int32_t j = 0; j < n; j++)
				reach[i][j] |= reach[i][k] && reach[k][j];
}

/* Whether s is right for the edges: components are classes of mutual reachability, listed
   completely and ascending, and what a node uses is not in a later component. */
static void check(const Scc *s, bool edge[MAX][MAX], int32_t n)
{
	bool reach[MAX][MAX];
	int32_t seen = 0;

	memcpy(reach, edge, sizeof reach);
	close_paths(reach, n);
	for (int32_t i = 0; i < n; i++)
		for (int32_t j = 0; j < n; j++) {
			T_CHECK((s->of[i] == s->of[j]) == (i == j || (reach[i][j] && reach[j][i])));
			T_CHECK(!edge[i][j] || s->of[j] <= s->of[i]);
		}
	for (int32_t c = 0; c < s->n; c++) {
		T_CHECK(s->start[c] < s->start[c + 1]);
		for (int32_t k = s->start[c]; k < s->start[c + 1]; k++, seen++) {
			T_INT(s->of[s->node[k]], c);
			T_CHECK(k == s->start[c] || s->node[k - 1] < s->node[k]);
		}
	}
	T_INT(seen, n);
}

static void random_graphs_fall_into_classes_of_mutual_reachability(void)
{
	srand(5);
	for (int run = 0; run < 4000; run++) {
		bool edge[MAX][MAX] = {{false}};
		int32_t n = rand() % (MAX + 1), n_edges = n ? rand() % (2 * n) : 0;
		CsrBuilder b;
		Csr g;
		Scc s;

		csr_begin(&b, &scratch, n, n);
		for (int32_t k = 0; k < n_edges; k++) {
			int32_t i = rand() % n, j = rand() % n;

			edge[i][j] = true;
			csr_add(&b, i, j);
		}
		T_CHECK(csr_finish(&b, &result, &g) && scc_find(&g, &result, &scratch, &s));
		check(&s, edge, n);
		arena_release(&scratch, (ArenaMark){0});
		arena_release(&result, (ArenaMark){0});
	}
}

/* Rows and columns with a random partial assignment; unmatched columns are known from elsewhere. */
static void matched_rows_fall_into_blocks_in_order_of_evaluation(void)
{
	srand(6);
	for (int run = 0; run < 3000; run++) {
		bool uses[MAX][MAX] = {{false}}, edge[MAX][MAX] = {{false}};
		int32_t n = 1 + rand() % MAX, m = 1 + rand() % MAX, row_of_col[MAX];
		CsrBuilder b;
		Csr g;
		Scc s;

		csr_begin(&b, &scratch, n, m);
		for (int32_t k = rand() % (2 * n); k > 0; k--) {
			int32_t i = rand() % n, j = rand() % m;

			uses[i][j] = true;
			csr_add(&b, i, j);
		}
		for (int32_t j = 0; j < m; j++)
			row_of_col[j] = j < n && rand() % 4 ? (j * 7 + run) % n : -1;
		for (int32_t i = 0; i < n; i++)
			for (int32_t j = 0; j < m; j++)
				if (uses[i][j] && row_of_col[j] >= 0)
					edge[i][row_of_col[j]] = true;
		T_CHECK(csr_finish(&b, &result, &g));
		T_CHECK(scc_find_matched(&g, row_of_col, &result, &scratch, &s));
		check(&s, edge, n);
		arena_release(&scratch, (ArenaMark){0});
		arena_release(&result, (ArenaMark){0});
	}
}

/* A path 0 -> 1 -> … -> n-1, closed to a cycle or not. */
static void path_of(int32_t n, bool closed, Scc *s, Arena *res, Arena *tmp)
{
	CsrBuilder b;
	Csr g;

	csr_begin(&b, tmp, n, n);
	for (int32_t i = 0; i + 1 < n; i++)
		csr_add(&b, i, i + 1);
	if (closed)
		csr_add(&b, n - 1, 0);
	csr_finish(&b, res, &g);
	arena_free(tmp);
	arena_init(tmp, NULL);
	T_CHECK(scc_find(&g, res, tmp, s));
}

static void a_path_of_a_million_nodes_takes_linear_memory(void)
{
	const int32_t n = 1000000;
	Arena res, tmp;
	Scc s;

	arena_init(&res, NULL);
	arena_init(&tmp, NULL);
	path_of(n, false, &s, &res, &tmp);
	T_INT(s.n, n);
	for (int32_t i = 0; i < n; i += 1000)
		T_INT(s.of[i], n - 1 - i); /* the last node is used by all, so it comes first */
	T_CHECK(arena_peak(&tmp) <= (size_t)n * 20 + 1000);
	arena_release(&res, (ArenaMark){0});
	path_of(n, true, &s, &res, &tmp);
	T_INT(s.n, 1);
	T_INT(s.start[1], n);
	T_INT(s.node[n - 1], n - 1);
	arena_free(&res);
	arena_free(&tmp);
}

static void without_memory_it_says_so(void)
{
	CsrBuilder b;
	bool ok = false;
	Csr g;

	csr_begin(&b, &scratch, 20000, 20000);
	csr_finish(&b, &result, &g);
	for (size_t k = 1; !ok && k < 100; k++) {
		AllocMeter meter;
		Arena res, tmp;
		Scc s;

		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		arena_init(&res, &meter.alloc);
		arena_init(&tmp, &meter.alloc);
		ok = scc_find(&g, &res, &tmp, &s);
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
	T_RUN(random_graphs_fall_into_classes_of_mutual_reachability);
	T_RUN(matched_rows_fall_into_blocks_in_order_of_evaluation);
	T_RUN(a_path_of_a_million_nodes_takes_linear_memory);
	T_RUN(without_memory_it_says_so);
	arena_free(&result);
	arena_free(&scratch);
	return T_END();
}
