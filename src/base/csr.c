/* SPDX-License-Identifier: MIT
   csr.c — sparse rows. Built from (row, column) pairs by two counting sorts, first by column, then
   by row; rows come out with ascending columns, each once. Everything takes O(rows + columns +
   pairs) time and memory. */
#include "base/base.h"

void csr_begin(CsrBuilder *b, Arena *scratch, int32_t n_rows, int32_t n_cols)
{
	CHECK(n_rows >= 0 && n_rows < INT32_MAX && n_cols >= 0 && n_cols < INT32_MAX);
	*b = (CsrBuilder){.scratch = scratch, .n_rows = n_rows, .n_cols = n_cols};
}

bool csr_add(CsrBuilder *b, int32_t row, int32_t col)
{
	CsrPair pair = {row, col};

	CHECK(row >= 0 && row < b->n_rows && col >= 0 && col < b->n_cols);
	return b->pairs.n < INT32_MAX && vec_push(arena_allocator(b->scratch), &b->pairs, pair);
}

/* Counts at start[i + 1] become starts at start[i]. */
static void add_up(int32_t *start, int32_t n)
{
	for (int32_t i = 0; i < n; i++)
		start[i + 1] += start[i];
}

/* Starts that were advanced to the next row's while filling go back to their own. */
static void step_back(int32_t *start, int32_t n)
{
	for (int32_t i = n; i > 0; i--)
		start[i] = start[i - 1];
	start[0] = 0;
}

/* The pairs by column; in scratch memory. */
static CsrPair *sort_by_col(const CsrBuilder *b)
{
	int32_t *start = NEW_ARRAY(b->scratch, int32_t, b->n_cols + 1);
	CsrPair *sorted = NEW_ARRAY(b->scratch, CsrPair, b->pairs.n);

	if (!start || !sorted)
		return NULL;
	for (size_t k = 0; k < b->pairs.n; k++)
		start[b->pairs.at[k].col + 1]++;
	add_up(start, b->n_cols);
	for (size_t k = 0; k < b->pairs.n; k++)
		sorted[start[b->pairs.at[k].col]++] = b->pairs.at[k];
	return sorted;
}

static bool build(const CsrBuilder *b, Arena *result, Csr *out)
{
	CsrPair *pair = sort_by_col(b);
	int32_t *last = NEW_ARRAY(b->scratch, int32_t, b->n_rows); /* newest column of a row, plus 1 */
	int32_t *start = NEW_ARRAY(result, int32_t, b->n_rows + 1), *col;

	if (!pair || !last || !start)
		return false;
	/* Count, and strike out what is there twice: the second follows the first in its row. */
	for (size_t k = 0; k < b->pairs.n; k++) {
		if (last[pair[k].row] == pair[k].col + 1) {
			pair[k].row = -1;
			continue;
		}
		last[pair[k].row] = pair[k].col + 1;
		start[pair[k].row + 1]++;
	}
	add_up(start, b->n_rows);
	col = NEW_ARRAY(result, int32_t, start[b->n_rows]);
	if (!col)
		return false;
	for (size_t k = 0; k < b->pairs.n; k++)
		if (pair[k].row >= 0)
			col[start[pair[k].row]++] = pair[k].col;
	step_back(start, b->n_rows);
	*out = (Csr){b->n_rows, b->n_cols, start, col};
	return true;
}

bool csr_finish(const CsrBuilder *b, Arena *result, Csr *out)
{
	ArenaMark mark = arena_mark(b->scratch);
	bool ok;

	CHECK(result != b->scratch);
	ok = build(b, result, out);
	arena_release(b->scratch, mark);
	return ok;
}

bool csr_transpose(const Csr *g, Arena *result, Csr *out)
{
	int32_t *start = NEW_ARRAY(result, int32_t, g->n_cols + 1);
	int32_t *col = NEW_ARRAY(result, int32_t, g->start[g->n_rows]);

	if (!start || !col)
		return false;
	for (int32_t k = 0; k < g->start[g->n_rows]; k++)
		start[g->col[k] + 1]++;
	add_up(start, g->n_cols);
	for (int32_t row = 0; row < g->n_rows; row++)
		for (int32_t k = g->start[row]; k < g->start[row + 1]; k++)
			col[start[g->col[k]]++] = row;
	step_back(start, g->n_cols);
	*out = (Csr){g->n_cols, g->n_rows, start, col};
	return true;
}
