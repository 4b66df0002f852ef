/* SPDX-License-Identifier: MIT
   csr.c — sparse rows. Columns are collected in runs of one row each, four bytes an entry where
   rows come in turn; a counting sort by row, then each row by itself: rows come out with ascending
   columns, each once. O(rows + columns + entries) memory; the same time, but for rows that are long
   and come in disorder. */
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

void csr_begin(CsrBuilder *b, Arena *scratch, int32_t n_rows, int32_t n_cols)
{
	CHECK(n_rows >= 0 && n_rows < INT32_MAX && n_cols >= 0 && n_cols < INT32_MAX);
	*b = (CsrBuilder){.scratch = scratch, .n_rows = n_rows, .n_cols = n_cols};
}

bool csr_add(CsrBuilder *b, int32_t row, int32_t col)
{
	const MdvAlloc *a = arena_allocator(b->scratch);
	CsrRun run = {row, (uint32_t)b->cols.n};

	CHECK(row >= 0 && row < b->n_rows && col >= 0 && col < b->n_cols);
	if ((b->runs.n == 0 || b->runs.at[b->runs.n - 1].row != row) && !vec_push(a, &b->runs, run))
		return false;
	return b->cols.n < INT32_MAX && vec_push(a, &b->cols, col);
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

static uint32_t end_of_run(const CsrBuilder *b, size_t i)
{
	return i + 1 < b->runs.n ? b->runs.at[i + 1].first : (uint32_t)b->cols.n;
}

static int by_value(const void *x, const void *y)
{
	int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;

	return (a > b) - (a < b);
}

/* What rows are tidied with. */
typedef struct Tidy {
	int32_t *seen;  /* by column: the newest row that has it, plus 1 */
	uint64_t *bits; /* one for each column; all 0 between rows */
	size_t n_words; /* length of bits */
} Tidy;

enum {
	SHORT_ROW = 24, /* sorted by insertion, without calls */
	SPARSE_ROW = 32 /* words of bits for each entry, at which sorting is as quick as looking */
};

static void insert_each(int32_t *col, int32_t n)
{
	for (int32_t k = 1; k < n; k++) {
		int32_t x = col[k], i = k;

		for (; i > 0 && col[i - 1] > x; i--)
			col[i] = col[i - 1];
		col[i] = x;
	}
}

/* Columns that differ, in ascending order: as bits that are set, then met in order. */
static void sort_by_bits(const Tidy *t, int32_t *col, int32_t n)
{
	int32_t k = 0;

	for (int32_t i = 0; i < n; i++)
		t->bits[col[i] / 64] |= UINT64_C(1) << col[i] % 64;
	for (size_t w = 0; k < n; w++)
		for (; t->bits[w]; t->bits[w] &= t->bits[w] - 1)
			col[k++] = (int32_t)(64 * w) + __builtin_ctzll(t->bits[w]);
}

static void sort_row(const Tidy *t, int32_t *col, int32_t n)
{
	int32_t k = 1;

	while (k < n && col[k - 1] < col[k])
		k++;
	if (k >= n)
		return;
	if (n <= SHORT_ROW)
		insert_each(col, n);
	else if (t->n_words / SPARSE_ROW <= (size_t)n)
		sort_by_bits(t, col, n);
	else
		qsort(col, (size_t)n, sizeof *col, by_value);
}

/* Each row with what is there twice left out, so that what follows moves up; then sorted. */
static void tidy_rows(const Tidy *t, int32_t *start, int32_t *col, int32_t n_rows)
{
	int32_t to = 0, from = 0;

	for (int32_t row = 0; row < n_rows; row++) {
		int32_t end = start[row + 1], first = to;

		for (; from < end; from++)
			if (t->seen[col[from]] != row + 1) {
				t->seen[col[from]] = row + 1;
				col[to++] = col[from];
			}
		sort_row(t, col + first, to - first);
		start[row + 1] = to;
	}
}

/* The entries by row, in the order in which they came. */
static void sort_by_row(const CsrBuilder *b, int32_t *start, int32_t *col)
{
	for (size_t i = 0; i < b->runs.n; i++)
		start[b->runs.at[i].row + 1] += (int32_t)(end_of_run(b, i) - b->runs.at[i].first);
	add_up(start, b->n_rows);
	for (size_t i = 0; i < b->runs.n; i++) {
		int32_t *at = &start[b->runs.at[i].row];

		for (uint32_t k = b->runs.at[i].first; k < end_of_run(b, i); k++)
			col[(*at)++] = b->cols.at[k];
	}
	step_back(start, b->n_rows);
}

static bool build(const CsrBuilder *b, Arena *result, Csr *out)
{
	int32_t *start = NEW_ARRAY(result, int32_t, b->n_rows + 1);
	int32_t *col = arena_alloc(b->scratch, b->cols.n * sizeof *col, _Alignof(int32_t)), *kept;
	size_t n_words = (size_t)b->n_cols / 64 + 1;
	Tidy t = {NEW_ARRAY(b->scratch, int32_t, b->n_cols), NEW_ARRAY(b->scratch, uint64_t, n_words),
			  n_words};

	if (!start || !col || !t.seen || !t.bits)
		return false;
	sort_by_row(b, start, col);
	tidy_rows(&t, start, col, b->n_rows);
	kept = arena_alloc(result, (size_t)start[b->n_rows] * sizeof *kept, _Alignof(int32_t));
	if (!kept)
		return false;
	if (start[b->n_rows])
		memcpy(kept, col, (size_t)start[b->n_rows] * sizeof *kept);
	*out = (Csr){b->n_rows, b->n_cols, start, kept};
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
