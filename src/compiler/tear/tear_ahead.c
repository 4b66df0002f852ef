/* SPDX-License-Identifier: MIT
   tear_ahead.c — tearing that looks farther than at the rows of an unknown: each unknown is tried,
   with all assignments that follow on it, and the one from which most others follow is torn. In a
   mechanism these are the accelerations of the joints, after which bodies move and forces follow
   from the last body to the first, where the rows alone would have forces torn, too.

   If x follows on c, all that follows on x follows on c: only c is tried. So a round costs the
   sizes of what is tried, mostly a few times the block. */
#include "compiler/tear/tear.h"

#include <string.h>

enum {
	EFFORT =
		100 /* entries looked at for each of the block's, in all rounds; at most 11 were seen */
};

typedef struct Ahead {
	Tear *t;
	int32_t *follows; /* by column: the round in which it followed on another one */
	int32_t round;    /* from 1 on */
	int64_t left;     /* entries that may still be looked at */
} Ahead;

static void forget_column(Tear *t, int32_t col)
{
	t->col_done[col] = 0;
	for (int32_t k = t->user_start[col]; k < t->user_start[col + 1]; k++)
		t->left[t->user[k]]++;
}

/* How many assignments follow on an unknown. Nothing is changed. */
static int32_t try_column(Ahead *a, int32_t col)
{
	Tear *t = a->t;
	int32_t before = t->n_assigns, gain;

	tear_know(t, col);
	tear_solve_ready(t);
	gain = t->n_assigns - before;
	while (t->n_assigns > before) {
		int32_t c = t->assign_col[--t->n_assigns];

		a->left -= t->user_start[c + 1] - t->user_start[c];
		a->follows[c] = a->round;
		t->row_done[t->assign_row[t->n_assigns]] = 0;
		forget_column(t, c);
	}
	a->left -= t->user_start[col + 1] - t->user_start[col];
	forget_column(t, col);
	return gain;
}

/* The unknown from which most others follow; of equally many the one with the highest score. -1:
   no other one follows on any. */
static int32_t best_column(Ahead *a)
{
	Tear *t = a->t;
	int32_t best = 0, chosen = -1;
	int best_score = 0;

	a->round++;
	for (int32_t c = 0; c < t->n && a->left > 0; c++) {
		int32_t gain;

		if (t->col_done[c] || a->follows[c] == a->round)
			continue;
		gain = try_column(a, c);
		if (gain > best || (gain > 0 && gain == best && tear_score(t, c) > best_score)) {
			best = gain;
			best_score = tear_score(t, c);
			chosen = c;
		}
	}
	return chosen;
}

/* Gives up when as many are torn as are allowed. */
static bool tear_all(Ahead *a, int32_t most)
{
	Tear *t = a->t;

	tear_begin(t, 0, 0);
	while (t->n_assigns + t->n_torn < t->n) {
		int32_t c = best_column(a);

		if (t->n_torn == most || a->left <= 0)
			return false;
		if (c >= 0)
			tear_column(t, c);
		else
			tear_one(t);
		tear_solve_ready(t);
	}
	return true;
}

/* Are all rows linear in all unknowns? What Newton's method converges from is not only a matter of
   how few unknowns it has: start values are chosen by people, for the unknowns that a row needs. */
static bool all_linear(Tear *t)
{
	uint8_t *degree = t->s->degree;
	bool linear = true;

	for (int32_t c = 0; c < t->n; c++)
		degree[t->s->cols.at[t->col[c]].var.i] = 1;
	for (int32_t i = 0; i < t->n && linear; i++)
		linear = affine_degree(&t->s->linear, t->residual[i], degree) <= 1;
	for (int32_t c = 0; c < t->n; c++)
		degree[t->s->cols.at[t->col[c]].var.i] = 0;
	return linear;
}

void tear_ahead(Tear *t)
{
	Ahead a = {.t = t};
	int32_t n = t->n_torn, *torn;

	if (n <= 1 || n > TEAR_DENSE || !all_linear(t))
		return;
	torn = NEW_ARRAY(t->s->scratch, int32_t, n);
	memcpy(torn, t->torn_col, (size_t)n * sizeof *torn);
	a.follows = NEW_ARRAY(t->s->scratch, int32_t, t->n);
	a.left = (int64_t)EFFORT * t->start[t->n];
	if (tear_all(&a, n - 1) && tear_growth(t) <= TEAR_MOST_GROWTH)
		return;
	tear_begin(t, 0, 0);
	for (int32_t k = 0; k < n; k++) {
		tear_column(t, torn[k]);
		tear_solve_ready(t);
	}
}
