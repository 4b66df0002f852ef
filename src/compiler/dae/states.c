/* SPDX-License-Identifier: MIT
   states.c — dummy derivatives (Mattsson, Söderlind 1993). Every equation that was differentiated
   takes the state away from one of its variables. Levels are worked from the highest derivatives
   down; on a level the variables that are to lose form a column basis of the level's Jacobian.
   Bases are a matroid: taking columns greedily, the least wanted as states first, is optimal. With
   constant coefficients independence is decided on numbers; otherwise by a matching over entries
   that cannot vanish; what finds no such entry becomes a set whose states are chosen at run time.

   requires: index_reduce. gives: DaeVar.is_state, d->states, d->sets. */
#include "compiler/dae/states.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMERIC_MOST 400 /* rows of a part that is decided on numbers; the cost is cubic */

/* How much a variable should be a state. stateSelect counts most: 20, beyond any sum of the others,
   for always and never, 1.5 for prefer and avoid. A variable that index reduction made, or whose
   derivative it made, comes last: 5 each, more than any preference. Among equals: a start value
   that is fixed (0.5) or given, the more the further outside (0.5 at most); the speed of a
   preferred position (0.55: just before a speed with a start value of its own); and last how often
   a variable is used (0.3 at most), because equations of states are the simpler ones. */
static double selection_weight(const Select *s, int32_t v)
{
	static const double by_select[] = {0, -20, -1.5, 0, 1.5, 20};
	const DaeVar *x = &s->d->vars.at[v];
	double w = by_select[x->select];

	if (x->der.i >= s->d->n_natural)
		w -= 5;
	if (v >= s->d->n_natural)
		w -= 5;
	if (x->fixed)
		w += 0.5;
	if (x->depth != 255)
		w += 0.5 / (1 + x->depth);
	if (x->der_of.i >= 0 && s->d->vars.at[x->der_of.i].select >= SS_PREFER)
		w += 0.55;
	w += 0.3 * (1 - 1.0 / (1 + s->n_used[v]));
	return w;
}

typedef struct Wanted {
	double weight; /* its state selection weight */
	int32_t var;   /* the variable */
} Wanted;

/* Ties: what is declared later loses first, so that the first ones stay states. */
static int by_weight(const void *x, const void *y)
{
	const Wanted *a = x, *b = y;

	if (a->weight != b->weight)
		return a->weight < b->weight ? -1 : 1;
	return (a->var < b->var) - (a->var > b->var);
}

/* May the variable lose its state on this level? `upper`: what was a candidate on the level above.
 */
static bool is_candidate(const Select *s, int32_t v, const uint8_t *upper)
{
	const DaeVar *x = &s->d->vars.at[v];

	if (x->role != DR_CONTINUOUS || x->der.i < 0 || s->dummy[v])
		return false;
	return upper ? upper[x->der.i] != 0 : s->d->vars.at[x->der.i].der.i < 0;
}

/* What is a state on the level above had better be one here too. */
static double keep_with(const Select *s, int32_t v, const uint8_t *upper)
{
	return upper && !s->dummy[s->d->vars.at[v].der.i] ? 10 : 0;
}

int32_t states_way_eq(const Select *s, int32_t v)
{
	const DaeVar *x = &s->d->vars.at[v];

	if (x->role != DR_CONTINUOUS || x->der_of.i >= 0)
		return -1;
	return s->dummy[v] ? s->lost_by[v] : x->der.i < 0 ? x->eq.i : -1;
}

/* Marks the ways that lead to a candidate, of those found. */
static void mark_ways(Select *s, const int32_t *way, size_t n, const uint8_t *upper)
{
	bool progress = true;

	while (progress) {
		progress = false;
		for (size_t i = 0; i < n; i++) {
			const DaeEq *e = &s->d->eqs.at[states_way_eq(s, way[i])];

			if (s->way[way[i]] == 2)
				continue;
			uses_find(&s->uses, e->lhs, e->rhs);
			for (size_t k = 0; k < s->uses.vars.n && s->way[way[i]] == 1; k++) {
				int32_t v = s->uses.vars.at[k].i;

				if (v != way[i] && (is_candidate(s, v, upper) || s->way[v] == 2)) {
					s->way[way[i]] = 2;
					progress = true;
				}
			}
		}
	}
}

/* Appends the equations of such ways to the level's rows; s->way of their variables is 2. */
static void add_ways(Select *s, Level *l, const uint8_t *upper)
{
	VEC(int32_t) way = {0};

	l->n_own = l->n_rows;
	for (int32_t i = 0; i < l->n_own + (int32_t)way.n; i++) {
		const DaeEq *e =
			&s->d->eqs.at[i < l->n_own ? l->eq[i] : states_way_eq(s, way.at[i - l->n_own])];

		uses_find(&s->uses, e->lhs, e->rhs);
		for (size_t k = 0; k < s->uses.vars.n; k++)
			if (!s->way[s->uses.vars.at[k].i] && states_way_eq(s, s->uses.vars.at[k].i) >= 0) {
				s->way[s->uses.vars.at[k].i] = 1;
				vec_push(arena_allocator(s->scratch), &way, s->uses.vars.at[k].i);
			}
	}
	mark_ways(s, way.at, way.n, upper);
	for (size_t i = 0; i < way.n; i++)
		if (s->way[way.at[i]] == 2)
			l->eq[l->n_rows++] = states_way_eq(s, way.at[i]);
		else
			s->way[way.at[i]] = 0;
}

static void add_columns(Select *s, Level *l, const uint8_t *upper)
{
	VEC(Wanted) wanted = {0};
	const MdvAlloc *a = arena_allocator(s->scratch);

	for (int32_t i = 0; i < l->n_rows; i++) {
		const DaeEq *e = &s->d->eqs.at[l->eq[i]];

		uses_find(&s->uses, e->lhs, e->rhs);
		for (size_t k = 0; k < s->uses.vars.n; k++) {
			int32_t v = s->uses.vars.at[k].i;

			if (s->column[v] < 0 && s->way[v] == 2) {
				s->column[v] = 0;
				vec_push(a, &wanted, ((Wanted){-100, v}));
			} else if (s->column[v] < 0 && is_candidate(s, v, upper)) {
				s->column[v] = 0;
				vec_push(a, &wanted,
						 ((Wanted){selection_weight(s, v) + keep_with(s, v, upper), v}));
			}
		}
	}
	vec_sort(&wanted, by_weight);
	l->n_cols = (int32_t)wanted.n;
	l->var = NEW_ARRAY(s->scratch, int32_t, wanted.n);
	for (size_t k = 0; k < wanted.n; k++) {
		l->var[k] = wanted.at[k].var;
		s->column[wanted.at[k].var] = (int32_t)k;
	}
}

static void add_entries(Select *s, Level *l)
{
	VEC(Entry) entries = {0};
	const MdvAlloc *a = arena_allocator(s->scratch);

	l->start = NEW_ARRAY(s->scratch, int32_t, l->n_rows + 1);
	for (int32_t i = 0; i < l->n_rows; i++) {
		const DaeEq *e = &s->d->eqs.at[l->eq[i]];
		const Expr *residual = expr_sub(&s->d->m->pool, e->lhs, e->rhs);

		uses_find(&s->uses, e->lhs, e->rhs);
		for (size_t k = 0; k < s->uses.vars.n; k++) {
			VarId v = s->uses.vars.at[k];
			Entry entry = {s->column[v.i], PIVOT_UNSAFE, NAN};
			AffinePart part;

			if (entry.col < 0)
				continue;
			part = affine_split(&s->linear, residual, v);
			if (part.ok && part.a) {
				entry.pivot = (uint8_t)affine_pivot(&s->linear, part.a);
				if (part.a->variability <= VB_PARAMETER)
					entry.value = affine_value(&s->linear, part.a);
			}
			if (!part.ok || (part.a && entry.pivot != PIVOT_ZERO))
				vec_push(a, &entries, entry);
		}
		l->start[i + 1] = (int32_t)entries.n;
	}
	l->entry = entries.at;
}

/* Rows that share columns, directly or through others: a number for each row. */
static int32_t *parts_of(Select *s, const Level *l, int32_t *n_parts)
{
	int32_t *part = NEW_ARRAY(s->scratch, int32_t, l->n_rows);
	int32_t *first = NEW_ARRAY(s->scratch, int32_t, l->n_cols); /* 1 + a row that has the column */
	int32_t *up = NEW_ARRAY(s->scratch, int32_t, l->n_rows);

	for (int32_t i = 0; i < l->n_rows; i++)
		up[i] = i;
	for (int32_t i = 0; i < l->n_rows; i++)
		for (int32_t k = l->start[i]; k < l->start[i + 1]; k++) {
			int32_t c = l->entry[k].col, x = i, y;

			if (!first[c]) {
				first[c] = i + 1;
				continue;
			}
			for (y = first[c] - 1; up[y] != y; y = up[y])
				up[y] = up[up[y]];
			for (; up[x] != x; x = up[x])
				up[x] = up[up[x]];
			up[x > y ? x : y] = x > y ? y : x;
		}
	*n_parts = 0;
	for (int32_t i = 0; i < l->n_rows; i++)
		part[i] = up[i] == i ? (*n_parts)++ : part[up[i]];
	for (int32_t i = 0; i < l->n_rows; i++) {
		int32_t x = i;

		while (up[x] != x)
			x = up[x];
		part[i] = part[x];
	}
	return part;
}

static void pair(Level *l, int32_t row, int32_t col)
{
	l->col_of[row] = col;
	l->row_of[col] = row;
}

static int by_number(const void *x, const void *y)
{
	int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;

	return (a > b) - (a < b);
}

/* The columns of some rows, ascending; place_of[c] is 1 + the place of column c. */
static int32_t columns_of(Select *s, const Level *l, const int32_t *row, int32_t n, int32_t **out)
{
	int32_t n_cols = 0, n_entries = 0;

	for (int32_t i = 0; i < n; i++)
		n_entries += l->start[row[i] + 1] - l->start[row[i]];
	*out = NEW_ARRAY(s->scratch, int32_t, n_entries);
	for (int32_t i = 0; i < n; i++)
		for (int32_t k = l->start[row[i]]; k < l->start[row[i] + 1]; k++)
			if (!l->place_of[l->entry[k].col]) {
				l->place_of[l->entry[k].col] = 1;
				(*out)[n_cols++] = l->entry[k].col;
			}
	qsort(*out, (size_t)n_cols, sizeof **out, by_number);
	for (int32_t c = 0; c < n_cols; c++)
		l->place_of[(*out)[c]] = c + 1;
	return n_cols;
}

/* Rows whose coefficients are all numbers: take columns in order while they are independent of
   those taken (elimination with the best pivot of a column). */
static void choose_by_numbers(Select *s, Level *l, const int32_t *row, int32_t n)
{
	ArenaMark mark = arena_mark(s->scratch);
	int32_t *col, n_cols = columns_of(s, l, row, n, &col);
	double *a = NEW_ARRAY(s->scratch, double, (size_t)n *(size_t)n_cols);
	uint8_t *used = NEW_ARRAY(s->scratch, uint8_t, n);

	for (int32_t i = 0; i < n; i++) {
		double most = 0;

		for (int32_t k = l->start[row[i]]; k < l->start[row[i] + 1]; k++)
			most = fmax(most, fabs(l->entry[k].value));
		for (int32_t k = l->start[row[i]]; k < l->start[row[i] + 1]; k++)
			a[i * n_cols + l->place_of[l->entry[k].col] - 1] = l->entry[k].value / most;
	}
	for (int32_t c = 0; c < n_cols; c++) {
		int32_t best = -1;

		if (s->d->vars.at[l->var[col[c]]].select == SS_ALWAYS)
			continue;
		for (int32_t i = 0; i < n; i++) {
			double x = fabs(a[i * n_cols + c]);

			if (!used[i] && x > 1e-10 && (best < 0 || x > fabs(a[best * n_cols + c])))
				best = i;
		}
		if (best < 0)
			continue;
		used[best] = 1;
		pair(l, row[best], col[c]);
		for (int32_t i = 0; i < n; i++) {
			double *to = a + (size_t)i * (size_t)n_cols;
			double *from = a + (size_t)best * (size_t)n_cols;
			double f = to[c] / from[c];

			if (used[i] || f == 0)
				continue;
			for (int32_t k = c; k < n_cols; k++)
				to[k] -= f * from[k];
		}
	}
	for (int32_t c = 0; c < n_cols; c++)
		l->place_of[col[c]] = 0;
	arena_release(s->scratch, mark);
}

void states_transpose(Select *s, const Level *l, Pivot least, Csr *out)
{
	CsrBuilder b;
	Arena work;

	arena_child(&work, s->scratch);
	csr_begin(&b, &work, l->n_cols, l->n_rows);
	for (int32_t i = 0; i < l->n_rows; i++)
		for (int32_t k = l->start[i]; k < l->start[i + 1]; k++)
			if (l->entry[k].pivot >= least)
				csr_add(&b, l->entry[k].col, i);
	csr_finish(&b, s->scratch, out);
	arena_free(&work);
}

/* Work of the search for rows. */
typedef struct Search {
	uint8_t *seen;    /* by row: not to be looked at again */
	int32_t *ahead;   /* by column: entries before it are of rows that are taken */
	int32_t *next;    /* by column: the entry that comes next */
	int32_t *path;    /* columns from the root on */
	int32_t *visited; /* rows seen by this search */
} Search;

/* A row that column c can have without moving others; -1: none. A row that was taken stays taken,
   so that each entry is looked at once. */
static int32_t free_row(const Level *l, const Csr *rows, int32_t c, int32_t *ahead)
{
	for (; ahead[c] < rows->start[c + 1]; ahead[c]++)
		if (l->col_of[rows->col[ahead[c]]] < 0)
			return rows->col[ahead[c]];
	return -1;
}

/* The columns of a path get the rows that lead on, the last of them row r. */
static void pair_path(Level *l, const Csr *rows, const Search *w, int32_t n, int32_t r)
{
	while (n-- > 0) {
		pair(l, r, w->path[n]);
		r = n > 0 ? rows->col[w->next[w->path[n - 1]]] : -1;
	}
}

/* Give a column to a row, moving others if needed: an augmenting path, depth first (Duff 1981: with
   a look ahead). What a search without success has seen never leads to a free row again, whatever
   is paired later: it stays seen. */
static bool take_column(Level *l, const Csr *rows, int32_t root, const Search *w)
{
	int32_t n = 0, n_visited = 0, c = root, r;

	for (;;) {
		w->path[n++] = c;
		w->next[c] = rows->start[c];
		r = free_row(l, rows, c, w->ahead);
		if (r >= 0) {
			pair_path(l, rows, w, n, r);
			while (n_visited-- > 0)
				w->seen[w->visited[n_visited]] = 0;
			return true;
		}
		for (;; w->next[c]++) { /* a row that was not seen, here or further up */
			while (w->next[c] == rows->start[c + 1]) {
				if (--n == 0)
					return false;
				c = w->path[n - 1];
				w->next[c]++;
			}
			if (!w->seen[rows->col[w->next[c]]])
				break;
		}
		r = rows->col[w->next[c]];
		w->seen[r] = 1;
		w->visited[n_visited++] = r;
		c = l->col_of[r];
	}
}

/* What stands for a coefficient that varies: a number between 1 and 2, another one at each place.
 */
static double any_number(int32_t row, int32_t col)
{
	uint64_t x = ((uint64_t)(uint32_t)row << 32 | (uint32_t)col) * 0x9E3779B97F4A7C15u;

	return 1 + (double)((x ^ x >> 29) * 0xBF58476D1CE4E5B9u >> 11) * 0x1p-53;
}

/* The coefficients of those of `row` that have a column, for these columns, by rows: gives how many
   there are, and moves them to the front of `row`. */
static int32_t basis_of(Level *l, int32_t *row, int32_t n, double *a)
{
	int32_t n_taken = 0;

	for (int32_t i = 0; i < n; i++)
		if (l->col_of[row[i]] >= 0) {
			row[n_taken++] = row[i];
			l->place_of[l->col_of[row[i]]] = n_taken;
		}
	for (int32_t i = 0; i < n_taken; i++) {
		double *to = a + (size_t)i * (size_t)n_taken, most = 0;

		for (int32_t k = l->start[row[i]]; k < l->start[row[i] + 1]; k++) {
			int32_t c = l->entry[k].col;
			double value = l->entry[k].value;

			value = isnan(value) ? any_number(row[i], c) : value;
			most = fmax(most, fabs(value));
			if (l->place_of[c] > 0)
				to[l->place_of[c] - 1] = value;
		}
		for (int32_t c = 0; c < n_taken; c++)
			to[c] /= most;
	}
	for (int32_t i = 0; i < n_taken; i++)
		l->place_of[l->col_of[row[i]]] = 0;
	return n_taken;
}

/* Rows that safe entries have given columns may depend on each other by the numbers among their
   coefficients, whatever the others are: the current of a star point that is held, seen through
   transformations of phases. Of those of `row` that have columns, moved to its front, *n: the
   column that each adds to those before, -1 if none. False: each adds one. */
static bool find_dependent(Select *s, Level *l, int32_t *row, int32_t *n, int32_t *adds)
{
	ArenaMark mark = arena_mark(s->scratch);
	double *a = NEW_ARRAY(s->scratch, double, (size_t)*n *(size_t)*n);
	int32_t size = *n = basis_of(l, row, *n, a);
	bool any = false;

	for (int32_t i = 0; i < size; i++) {
		const double *from = a + (size_t)i * (size_t)size;
		int32_t c = 0;

		for (int32_t k = 1; k < size; k++)
			if (fabs(from[k]) > fabs(from[c]))
				c = k;
		adds[i] = fabs(from[c]) > 1e-10 ? l->col_of[row[c]] : -1;
		any |= adds[i] < 0;
		for (int32_t j = i + 1; adds[i] >= 0 && j < size; j++) {
			double *to = a + (size_t)j * (size_t)size, f = to[c] / from[c];

			for (int32_t k = 0; f != 0 && k < size; k++)
				to[k] -= f * from[k];
		}
	}
	arena_release(s->scratch, mark);
	return any;
}

/* Rows of a part that depend on others give their columns back, and become part of a set; the
   others are given columns again, among those that are independent. */
static void free_dependent(Select *s, Level *l, const Csr *rows, int32_t *row, int32_t n,
						   const Search *w)
{
	int32_t *adds = NEW_ARRAY(s->scratch, int32_t, n);

	if (!find_dependent(s, l, row, &n, adds))
		return;
	for (int32_t i = 0; i < n; i++)
		l->row_of[l->col_of[row[i]]] = -1;
	for (int32_t i = 0; i < n; i++) {
		l->col_of[row[i]] = adds[i] < 0 ? 0 : -1; /* as if it were taken */
		w->seen[row[i]] = adds[i] < 0;
	}
	for (int32_t i = 0; i < n; i++)
		if (adds[i] >= 0) {
			w->ahead[adds[i]] = rows->start[adds[i]];
			take_column(l, rows, adds[i], w);
		}
	for (int32_t i = 0; i < n; i++)
		if (adds[i] < 0)
			l->col_of[row[i]] = -1;
}

/* The parts of a level whose numbers are all known; the others by safe entries. */
static void choose_static(Select *s, Level *l)
{
	int32_t n_parts, *part = parts_of(s, l, &n_parts);
	int32_t *row = NEW_ARRAY(s->scratch, int32_t, l->n_rows);
	uint8_t *varies = NEW_ARRAY(s->scratch, uint8_t, n_parts);
	int32_t *start = NEW_ARRAY(s->scratch, int32_t, n_parts + 2); /* of each part's rows, later */
	Search w = {.seen = NEW_ARRAY(s->scratch, uint8_t, l->n_rows),
				.ahead = NEW_ARRAY(s->scratch, int32_t, l->n_cols),
				.next = NEW_ARRAY(s->scratch, int32_t, l->n_cols),
				.path = NEW_ARRAY(s->scratch, int32_t, l->n_cols + 1),
				.visited = NEW_ARRAY(s->scratch, int32_t, l->n_rows)};
	int32_t *part_of_col = NEW_ARRAY(s->scratch, int32_t, l->n_cols);
	Csr rows;

	for (int32_t i = 0; i < l->n_rows; i++) {
		start[part[i] + 2]++;
		for (int32_t k = l->start[i]; k < l->start[i + 1]; k++) {
			part_of_col[l->entry[k].col] = part[i];
			if (isnan(l->entry[k].value) || l->entry[k].pivot < PIVOT_POSITIVE)
				varies[part[i]] = 1;
		}
	}
	for (int32_t p = 0; p < n_parts; p++)
		start[p + 2] += start[p + 1];
	for (int32_t i = 0; i < l->n_rows; i++)
		row[start[part[i] + 1]++] = i;
	for (int32_t p = 0; p < n_parts; p++) {
		int32_t n = start[p + 1] - start[p];

		if (varies[p] || n > NUMERIC_MOST)
			varies[p] = 1;
		else
			choose_by_numbers(s, l, row + start[p], n);
	}
	states_transpose(s, l, PIVOT_POSITIVE, &rows);
	for (int32_t c = 0; c < l->n_cols; c++)
		w.ahead[c] = rows.start[c];
	for (int32_t c = 0; c < l->n_cols; c++)
		if (varies[part_of_col[c]] && s->d->vars.at[l->var[c]].select != SS_ALWAYS)
			take_column(l, &rows, c, &w);
	for (int32_t p = 0; p < n_parts; p++)
		if (varies[p] && start[p + 1] - start[p] <= NUMERIC_MOST)
			free_dependent(s, l, &rows, row + start[p], start[p + 1] - start[p], &w);
}

/* A set on this level goes with one of the level above if its candidates are the integrals of the
   other's, one by one. */
static void tie_sets(Select *s, size_t upper, size_t first)
{
	Dae *d = s->d;

	/* 1 + the set above that holds a variable's derivative */
	for (size_t k = upper; k < first; k++)
		for (int32_t j = 0; j < d->sets.at[k].n; j++) {
			VarId low = d->vars.at[d->sets.at[k].candidate[j].i].der_of;

			if (low.i >= 0)
				s->set_above[low.i] = (int32_t)k + 1;
		}
	for (size_t i = first; i < d->sets.n; i++) {
		DaeSet *low = &d->sets.at[i], *high;
		int32_t above = s->set_above[low->candidate[0].i];
		bool same = above > 0;
		VarId *order;

		for (int32_t c = 0; same && c < low->n; c++)
			same = s->set_above[low->candidate[c].i] == above;
		if (!same)
			continue;
		high = &d->sets.at[above - 1];
		if (low->n != high->n || low->m != high->m)
			continue;
		order = NEW_ARRAY(d->keep, VarId, low->n);
		for (int32_t j = 0; j < high->n; j++)
			order[j] = d->vars.at[high->candidate[j].i].der_of;
		low->candidate = order;
		low->priority = high->priority;
		high->tied = (int32_t)i;
	}
}

/* One level. upper: by variable, what was a candidate on the level above; NULL on the highest. */
static bool do_level(Select *s, Level *l, const uint8_t *upper)
{
	for (size_t v = 0; v < s->d->vars.n; v++)
		s->column[v] = -1;
	add_ways(s, l, upper);
	add_columns(s, l, upper);
	add_entries(s, l);
	l->row_of = NEW_ARRAY(s->scratch, int32_t, l->n_cols);
	l->col_of = NEW_ARRAY(s->scratch, int32_t, l->n_rows);
	l->place_of = NEW_ARRAY(s->scratch, int32_t, l->n_cols);
	l->is_helper = NEW_ARRAY(s->scratch, uint8_t, l->n_rows);
	l->col_done = NEW_ARRAY(s->scratch, uint8_t, l->n_cols);
	memset(l->row_of, -1, (size_t)l->n_cols * sizeof *l->row_of);
	memset(l->col_of, -1, (size_t)l->n_rows * sizeof *l->col_of);
	choose_static(s, l);
	return state_sets_choose(s, l);
}

static bool do_levels(Select *s)
{
	Level l = {.eq = NEW_ARRAY(s->scratch, int32_t, s->d->eqs.n)};
	uint8_t *upper = NULL;
	size_t upper_set = 0;

	for (size_t i = 0; i < s->d->eqs.n; i++) {
		const DaeEq *e = &s->d->eqs.at[i];

		if (e->der.i >= 0 && s->d->eqs.at[e->der.i].der.i < 0)
			l.eq[l.n_rows++] = (int32_t)i;
	}
	while (l.n_rows > 0) {
		size_t first = s->d->sets.n;
		int32_t n = 0;

		if (!do_level(s, &l, upper))
			return false;
		tie_sets(s, upper_set, first);
		upper_set = first;
		upper = NEW_ARRAY(s->scratch, uint8_t, s->d->vars.n);
		for (int32_t c = 0; c < l.n_cols; c++)
			upper[l.var[c]] = 1;
		for (int32_t i = 0; i < l.n_own; i++)
			if (s->d->eqs.at[l.eq[i]].der_of.i >= 0)
				l.eq[n++] = s->d->eqs.at[l.eq[i]].der_of.i;
		l.n_rows = n;
	}
	return true;
}

bool states_select(Dae *d, Arena *scratch, Diag *diag)
{
	Select *s = NEW(scratch, Select);

	*s = (Select){.d = d, .scratch = scratch, .diag = diag};
	uses_init(&s->uses, d, scratch);
	affine_init(&s->linear, d, scratch);
	s->column = NEW_ARRAY(scratch, int32_t, d->vars.n);
	s->dummy = NEW_ARRAY(scratch, uint8_t, d->vars.n);
	s->way = NEW_ARRAY(scratch, uint8_t, d->vars.n);
	s->lost_by = NEW_ARRAY(scratch, int32_t, d->vars.n);
	memset(s->lost_by, -1, d->vars.n * sizeof *s->lost_by);
	s->n_used = NEW_ARRAY(scratch, uint32_t, d->vars.n);
	s->set_above = NEW_ARRAY(scratch, int32_t, d->vars.n);
	for (size_t i = 0; i < d->eqs.n; i++) {
		if (d->eqs.at[i].dropped)
			continue;
		uses_find(&s->uses, d->eqs.at[i].lhs, d->eqs.at[i].rhs);
		for (size_t k = 0; k < s->uses.vars.n; k++)
			s->n_used[s->uses.vars.at[k].i]++;
	}
	if (!do_levels(s))
		return false;
	for (size_t v = 0; v < d->vars.n; v++) {
		DaeVar *x = &d->vars.at[v];

		x->is_state =
			x->role == DR_CONTINUOUS && x->alias.i == (int32_t)v && x->der.i >= 0 && !s->dummy[v];
		if (x->is_state)
			vec_push(arena_allocator(d->keep), &d->states, ((VarId){(int32_t)v}));
	}
	return reinit_check(d, scratch, diag);
}
