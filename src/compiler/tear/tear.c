/* SPDX-License-Identifier: MIT
   tear.c — tearing of a block (the family of Cellier's heuristic): an equation with one unknown
   left, whose coefficient cannot vanish, determines it; when there is none, an unknown is torn:
   the one that leaves most equations solvable, states before others. What remains are as many
   residuals as torn unknowns.
   O(entries) for each torn unknown; blocks for which that is too much, or in which values would
   grow from assignment to assignment, are torn otherwise (tear_bounded.c). */
#include "compiler/tear/tear.h"

#include <math.h>
#include <string.h>

/* A coefficient so much smaller than another one of its row is rounding, cos(pi/2) for 0: dividing
   by it would enlarge the errors of everything else as much. */
#define TINY 1e-10

static void distrust_tiny(const Tear *t, TearEntry entry[], int32_t n)
{
	double largest = 0;

	for (int32_t k = 0; k < n; k++)
		if (entry[k].a && entry[k].pivot >= PIVOT_PARAMETER)
			largest = fmax(largest, fabs(affine_value(&t->s->linear, entry[k].a)));
	for (int32_t k = 0; k < n; k++)
		if (entry[k].a && entry[k].pivot >= PIVOT_PARAMETER && entry[k].pivot < PIVOT_ONE &&
			fabs(affine_value(&t->s->linear, entry[k].a)) < TINY * largest)
			entry[k].pivot = PIVOT_UNSAFE;
}

/* Entries of a row from which on its terms are looked at one by one: to split all of it for each
   variable takes time by the square. */
#define MANY_ENTRIES 16

/* How the residual of row i depends on v. */
static AffinePart split_row(Tear *t, int32_t i, VarId v, bool many)
{
	AffinePart part;

	return many && affine_coefficient(&t->s->linear, v, &part)
			   ? part
			   : affine_split(&t->s->linear, t->residual[i], v);
}

static void add_entries(Tear *t)
{
	Sys *s = t->s;
	VEC(TearEntry) entries = {0};

	for (int32_t i = 0; i < t->n; i++) {
		const SysRow *row = &s->rows.at[t->row[i]];
		int32_t n = s->holds.start[t->row[i] + 1] - s->holds.start[t->row[i]];
		bool many = n >= MANY_ENTRIES;

		t->residual[i] = expr_sub(&s->d->m->pool, row->lhs, row->rhs);
		if (many) /* known terms may be as many again */
			affine_take_apart(&s->linear, &s->uses, t->residual[i], 4 * (size_t)n);
		for (int32_t k = s->holds.start[t->row[i]]; k < s->holds.start[t->row[i] + 1]; k++) {
			const SysCol *c = &s->cols.at[s->holds.col[k]];
			TearEntry e = {t->place[s->holds.col[k]], PIVOT_UNSAFE, NULL};

			if (e.col < 0)
				continue;
			if (!c->pre) {
				AffinePart part = split_row(t, i, c->var, many);

				if (part.ok && part.a) {
					e.a = part.a;
					e.pivot = (uint8_t)affine_pivot(&s->linear, part.a);
				}
				if (part.ok && (!part.a || e.pivot == PIVOT_ZERO)) {
					/* it cancels, and may not be known yet */
					t->residual[i] = affine_split(&s->linear, t->residual[i], c->var).b;
					many = false;
					continue;
				}
			}
			vec_push(arena_allocator(s->scratch), &entries, e);
		}
		t->start[i + 1] = (int32_t)entries.n;
		distrust_tiny(t, entries.at + t->start[i], t->start[i + 1] - t->start[i]);
		t->left[i] = t->start[i + 1] - t->start[i];
	}
	t->entry = entries.at;
}

static void add_users(Tear *t)
{
	int32_t *fill;

	t->user_start = NEW_ARRAY(t->s->scratch, int32_t, t->n + 2);
	for (int32_t k = 0; k < t->start[t->n]; k++)
		t->user_start[t->entry[k].col + 1]++;
	for (int32_t c = 0; c < t->n; c++)
		t->user_start[c + 1] += t->user_start[c];
	t->user = NEW_ARRAY(t->s->scratch, int32_t, t->start[t->n]);
	t->user_entry = NEW_ARRAY(t->s->scratch, int32_t, t->start[t->n]);
	fill = NEW_ARRAY(t->s->scratch, int32_t, t->n);
	for (int32_t i = 0; i < t->n; i++)
		for (int32_t k = t->start[i]; k < t->start[i + 1]; k++) {
			int32_t c = t->entry[k].col, at = t->user_start[c] + fill[c]++;

			t->user[at] = i;
			t->user_entry[at] = k;
		}
}

void tear_know(Tear *t, int32_t c)
{
	t->col_done[c] = 1;
	for (int32_t k = t->user_start[c]; k < t->user_start[c + 1]; k++) {
		int32_t i = t->user[k];

		if (--t->left[i] == 1 && !t->row_done[i])
			t->ready[t->n_ready++] = i;
	}
}

/* The unknown that is left in a row, if the row may be solved for it. */
static const TearEntry *solvable(const Tear *t, int32_t i)
{
	for (int32_t k = t->start[i]; k < t->start[i + 1]; k++)
		if (!t->col_done[t->entry[k].col])
			return t->entry[k].pivot >= t->least ? &t->entry[k] : NULL;
	return NULL;
}

/* How many assignments the row's would follow on, itself counted. */
static int32_t depth_of(const Tear *t, int32_t i)
{
	int32_t depth = 0;

	for (int32_t k = t->start[i]; k < t->start[i + 1]; k++)
		if (t->col_done[t->entry[k].col] && t->depth[t->entry[k].col] > depth)
			depth = t->depth[t->entry[k].col];
	return depth + 1;
}

static bool is_allowed(const Tear *t, int32_t i, int32_t depth)
{
	return t->deepest == 0 || (depth <= t->deepest && t->start[i + 1] - t->start[i] <= t->widest);
}

void tear_solve_ready(Tear *t)
{
	while (t->n_ready > 0) {
		int32_t i = t->ready[--t->n_ready];
		const TearEntry *e = t->row_done[i] || t->left[i] != 1 ? NULL : solvable(t, i);
		int32_t depth = e ? depth_of(t, i) : 0;

		if (!e || !is_allowed(t, i, depth))
			continue;
		t->row_done[i] = 1;
		t->depth[e->col] = depth;
		t->assign_row[t->n_assigns] = i;
		t->assign_col[t->n_assigns++] = e->col;
		tear_know(t, e->col);
	}
}

int tear_score(const Tear *t, int32_t c)
{
	int solved = 0, rows = 0, hard = 0;

	for (int32_t k = t->user_start[c]; k < t->user_start[c + 1]; k++) {
		int32_t i = t->user[k];

		if (t->row_done[i])
			continue;
		rows++;
		hard += t->entry[t->user_entry[k]].pivot < t->least;
		for (int32_t j = t->start[i]; t->left[i] == 2 && j < t->start[i + 1]; j++)
			if (t->entry[j].col != c && !t->col_done[t->entry[j].col])
				solved += t->entry[j].pivot >= t->least;
	}
	return 2 * solved + rows + 3 * hard;
}

void tear_column(Tear *t, int32_t col)
{
	t->torn[t->n_torn] = t->s->cols.at[t->col[col]].var;
	t->torn_col[t->n_torn] = col;
	t->torn_pre[t->n_torn++] = t->s->cols.at[t->col[col]].pre;
	tear_know(t, col);
}

/* A state that the initial system determines comes first: what follows on states is computed from
   them in every step, too, so that no assignment divides by what is small, a density's change with
   temperature say; and it is states that people give start values for. */
static bool is_state(const Tear *t, int32_t c)
{
	const SysCol *col = &t->s->cols.at[t->col[c]];

	return !col->pre && t->s->d->vars.at[col->var.i].is_state;
}

void tear_one(Tear *t)
{
	int best = -1;
	bool best_state = false;
	int32_t chosen = -1;

	for (int32_t c = 0; c < t->n; c++) {
		int score = t->col_done[c] ? -1 : tear_score(t, c);
		bool state = score >= 0 && is_state(t, c);

		if (state > best_state || (state == best_state && score > best)) {
			best = score;
			best_state = state;
			chosen = c;
		}
	}
	tear_column(t, chosen);
}

/* The assignments as expressions: only now, since what is torn may have been tried in some ways. */
static void write_assigns(Tear *t)
{
	t->assign = NEW_ARRAY(t->s->d->keep, DaeAssign, t->n_assigns);
	for (int32_t k = 0; k < t->n_assigns; k++) {
		int32_t i = t->assign_row[k];
		VarId v = t->s->cols.at[t->col[t->assign_col[k]]].var;
		AffinePart part = affine_split(&t->s->linear, t->residual[i], v);

		t->assign[k] =
			(DaeAssign){v, false, affine_solve(&t->s->linear, part), t->s->rows.at[t->row[i]].eq};
	}
}

/* Are the residuals linear in the torn unknowns? */
static bool is_linear(Tear *t)
{
	uint8_t *degree = t->s->degree;
	bool linear = true;

	for (int32_t i = 0; i < t->n_torn; i++) {
		linear = linear && !t->torn_pre[i];
		degree[t->torn[i].i] = 1;
	}
	for (int32_t i = 0; linear && i < t->n_assigns; i++) {
		int x = affine_degree(&t->s->linear, t->assign[i].value, degree);

		linear = x <= 1;
		degree[t->assign[i].var.i] = (uint8_t)x;
	}
	for (int32_t i = 0; linear && i < t->n; i++)
		linear = t->row_done[i] || affine_degree(&t->s->linear, t->residual[i], degree) <= 1;
	for (int32_t i = 0; i < t->n; i++)
		degree[t->s->cols.at[t->col[i]].var.i] = 0;
	return linear;
}

/* When the matrix of a linear block changes. */
static uint8_t matrix_variability(const Tear *t)
{
	uint8_t most = VB_CONSTANT;

	for (int32_t k = 0; k < t->start[t->n]; k++) {
		const Expr *a = t->entry[k].a;
		uint8_t v = a ? a->variability : VB_CONTINUOUS;

		most = v > most ? v : most;
	}
	return most;
}

static void emit(Tear *t, Steps *out)
{
	Arena *keep = t->s->d->keep;
	const Expr **residual = NEW_ARRAY(keep, const Expr *, t->n_torn);
	EqRef *eq = NEW_ARRAY(keep, EqRef, t->n_torn);
	bool linear, any_pre = false;
	int32_t n = 0;

	write_assigns(t);
	linear = is_linear(t);
	for (int32_t i = 0; i < t->n; i++)
		if (!t->row_done[i]) {
			residual[n] = t->residual[i];
			eq[n++] = t->s->rows.at[t->row[i]].eq;
		}
	for (int32_t i = 0; i < t->n_torn; i++)
		any_pre = any_pre || t->torn_pre[i];
	sort_push_step(t->s, out,
				   &(DaeStep){.kind = linear ? DK_LINEAR : DK_NONLINEAR,
							  .matrix = matrix_variability(t),
							  .n_assigns = t->n_assigns,
							  .assign = t->assign,
							  .n = n,
							  .unknown = t->torn,
							  .unknown_pre = any_pre ? t->torn_pre : NULL,
							  .residual = residual,
							  .eq = eq,
							  .pattern = t->pattern,
							  .set = -1});
}

void tear_begin(Tear *t, int32_t deepest, int32_t widest)
{
	memset(t->row_done, 0, (size_t)t->n);
	memset(t->col_done, 0, (size_t)t->n);
	memset(t->depth, 0, (size_t)t->n * sizeof *t->depth);
	t->deepest = deepest;
	t->widest = widest;
	t->pattern = NULL;
	t->n_ready = t->n_assigns = t->n_torn = 0;
	for (int32_t i = 0; i < t->n; i++) {
		t->left[i] = t->start[i + 1] - t->start[i];
		if (t->left[i] == 1)
			t->ready[t->n_ready++] = i;
	}
	tear_solve_ready(t);
}

/* What is left, with few torn unknowns; gives up when there are more than `most`. */
static void tear_rest(Tear *t, int32_t most)
{
	while (t->n_assigns + t->n_torn < t->n && t->n_torn <= most) {
		tear_one(t);
		tear_solve_ready(t);
	}
}

/* As few torn unknowns as may be. */
static void tear_few(Tear *t, int32_t most)
{
	tear_begin(t, 0, 0);
	tear_rest(t, most);
}

/* A large initial system of states: people give start values for these, and hardly for what is
   computed from them (a Reynolds number, a friction factor), which would begin anywhere. So all
   states are torn before any other unknown follows: the rest is computed from them as in every
   step, also where that divides by a quotient: as no state follows on others, no chain of such
   divisions goes from one to the next. False: there are none, or too many, or values would grow. */
static bool tear_states(Tear *t)
{
	t->least = PIVOT_QUOTIENT;
	tear_begin(t, 0, 0);
	for (int32_t c = 0; c < t->n; c++)
		if (!t->col_done[c] && is_state(t, c))
			tear_column(t, c);
	if (t->n_torn == 0)
		return false;
	tear_solve_ready(t);
	tear_rest(t, TEAR_STATES);
	if (t->n_assigns + t->n_torn < t->n || tear_growth(t) > TEAR_MOST_GROWTH)
		return false;
	t->pattern = tear_pattern(t);
	return t->pattern || t->n_torn <= TEAR_DENSE_STATES;
}

void tear_block(Sys *s, const int32_t *row, int32_t n, Steps *out)
{
	Tear t = {.s = s, .n = n, .row = row, .least = PIVOT_POSITIVE};
	bool large;

	t.col = NEW_ARRAY(s->scratch, int32_t, n);
	t.place = s->place;
	for (int32_t i = 0; i < n; i++) {
		t.col[i] = s->match.col_of_row[row[i]];
		t.place[t.col[i]] = i;
	}
	t.residual = NEW_ARRAY(s->scratch, const Expr *, n);
	t.start = NEW_ARRAY(s->scratch, int32_t, n + 1);
	t.left = NEW_ARRAY(s->scratch, int32_t, n);
	t.row_done = NEW_ARRAY(s->scratch, uint8_t, n);
	t.col_done = NEW_ARRAY(s->scratch, uint8_t, n);
	t.torn = NEW_ARRAY(s->d->keep, VarId, n);
	t.torn_pre = NEW_ARRAY(s->d->keep, bool, n);
	t.torn_col = NEW_ARRAY(s->scratch, int32_t, n);
	t.assign_row = NEW_ARRAY(s->scratch, int32_t, n);
	t.assign_col = NEW_ARRAY(s->scratch, int32_t, n);
	t.depth = NEW_ARRAY(s->scratch, int32_t, n);
	add_entries(&t);
	add_users(&t);
	t.ready = NEW_ARRAY(s->scratch, int32_t, n + t.start[n]);
	tear_few(&t, TEAR_DENSE);
	tear_ahead(&t);
	large = t.n_torn > TEAR_DENSE;
	if (large && !tear_states(&t)) {
		tear_bounded(&t);
		if (!t.pattern) /* every residual depends on nearly all unknowns: dense, then, but few */
			tear_few(&t, n);
	} else if (!large && tear_growth(&t) > TEAR_MOST_GROWTH) {
		tear_bounded(&t);
	}
	emit(&t, out);
	for (int32_t i = 0; i < n; i++)
		t.place[t.col[i]] = -1;
}
