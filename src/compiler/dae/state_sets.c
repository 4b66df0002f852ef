/* SPDX-License-Identifier: MIT
   state_sets.c — state sets: the rows of a level that found no safe column, all that exchanges can
   reach from there, and their columns. What shares a column is one set; its states are chosen at
   run time. */
#include "compiler/dae/states.h"

#include <math.h>

typedef struct Reach {
	VEC(int32_t) row; /* rows, in order of discovery */
	VEC(int32_t) col; /* columns */
} Reach;

static void mark_reached(Select *s, const Level *l, uint8_t *row_in)
{
	VEC(int32_t) queue = {0};

	for (int32_t i = 0; i < l->n_rows; i++)
		if (l->col_of[i] < 0) {
			row_in[i] = 1;
			vec_push(arena_allocator(s->scratch), &queue, i);
		}
	for (size_t i = 0; i < queue.n; i++)
		for (int32_t k = l->start[queue.at[i]]; k < l->start[queue.at[i] + 1]; k++) {
			int32_t c = l->entry[k].col, other = l->row_of[c];

			if (other < 0 || row_in[other] || s->d->vars.at[l->var[c]].select == SS_ALWAYS)
				continue;
			row_in[other] = 1;
			vec_push(arena_allocator(s->scratch), &queue, other);
		}
}

/* The rows among those marked that share columns with `root`, directly or through others. Rows that
   were given are marked 2. */
static void reach(Select *s, const Level *l, const Csr *rows, int32_t root, uint8_t *row_in,
				  uint8_t *col_in, Reach *out)
{
	const MdvAlloc *a = arena_allocator(s->scratch);

	*out = (Reach){0};
	vec_push(a, &out->row, root);
	row_in[root] = 2;
	for (size_t i = 0; i < out->row.n; i++) {
		int32_t r = out->row.at[i];

		for (int32_t k = l->start[r]; k < l->start[r + 1]; k++) {
			int32_t c = l->entry[k].col;

			if (col_in[c] || s->d->vars.at[l->var[c]].select == SS_ALWAYS)
				continue;
			col_in[c] = 1;
			vec_push(a, &out->col, c);
			for (int32_t j = rows->start[c]; j < rows->start[c + 1]; j++)
				if (row_in[rows->col[j]] == 1) {
					row_in[rows->col[j]] = 2;
					vec_push(a, &out->row, rows->col[j]);
				}
		}
	}
}

/* Is everything in the row but its own column known without the set: no column at all, or one of
   another row of that kind? */
static bool stands_alone(const Level *l, int32_t r, const uint8_t *alone)
{
	for (int32_t k = l->start[r]; k < l->start[r + 1]; k++)
		if (l->entry[k].col != l->col_of[r] && !alone[l->entry[k].col])
			return false;
	return true;
}

/* A column may be a helper if it is invented and has a row of its own here: not done yet. */
static void find_invented(const Select *s, const Level *l, const Reach *reached, uint8_t *col_done)
{
	for (size_t i = 0; i < reached->col.n; i++) {
		int32_t c = reached->col.at[i], v = l->var[c];
		bool invented =
			v >= s->d->n_natural || s->d->vars.at[v].der.i >= s->d->n_natural || s->way[v] == 2;

		col_done[c] = !(invented && l->row_of[c] >= 0 && s->d->vars.at[v].select <= SS_DEFAULT);
	}
}

/* Helper rows of a set: those matched to a variable that index reduction invented, by a safe
   entry; they are solved in an order in which each uses only earlier ones and candidates. Rows in
   a loop of helpers stay constraints. Those that use no candidate, such as a rotation matrix of an
   angle whose speed is the candidate, are no part of the set: they may be ways to the candidates of
   the level below. */
static void find_helpers(Select *s, const Level *l, Reach *reached, DaeSet *set)
{
	int32_t n = 0;
	DaeEqId *eq = NEW_ARRAY(s->d->keep, DaeEqId, reached->row.n);
	VarId *var = NEW_ARRAY(s->d->keep, VarId, reached->row.n);
	uint8_t *col_done = l->col_done, *alone = NEW_ARRAY(s->scratch, uint8_t, l->n_cols);
	bool progress = true;

	find_invented(s, l, reached, col_done);
	while (progress) {
		progress = false;
		for (size_t i = 0; i < reached->row.n; i++) {
			int32_t r = reached->row.at[i], c = l->col_of[r];
			bool ready = c >= 0 && !col_done[c];

			for (int32_t k = l->start[r]; ready && k < l->start[r + 1]; k++)
				ready = l->entry[k].col == c || col_done[l->entry[k].col] ||
						s->d->vars.at[l->var[l->entry[k].col]].select == SS_ALWAYS;
			if (!ready)
				continue;
			alone[c] = !s->way[l->var[c]] && stands_alone(l, r, alone);
			s->dummy[l->var[c]] = 1;
			s->lost_by[l->var[c]] = alone[c] ? l->eq[r] : -1;
			s->way[l->var[c]] = 0;
			col_done[c] = l->is_helper[r] = 1;
			progress = true;
			if (alone[c])
				continue;
			eq[n] = (DaeEqId){l->eq[r]};
			var[n++] = (VarId){l->var[c]};
		}
	}
	set->n_helpers = n;
	set->helper_eq = eq;
	set->helper_var = var;
	for (size_t i = 0; i < reached->col.n; i++)
		col_done[reached->col.at[i]] = 0;
}

static bool say_loop(Select *s, const DaeEq *e)
{
	Text text;

	text_init(&text, arena_heap(s->d->keep));
	dae_print_eq_short(s->d, e, s->scratch, &text);
	diag_error(
		s->diag, e->at, E_EQUATIONS_SINGULAR,
		"the constraints between the possible states depend on other unknowns in a loop; such "
		"a model is not supported yet");
	diag_note(s->diag, e->at, "%s", text_str(&text));
	text_free(&text);
	return false;
}

static bool make_set(Select *s, Level *l, Reach *reached)
{
	DaeSet set = {.tied = -1, .constant = true};
	VarId *candidate;
	DaeEqId *eq;
	int32_t *priority;
	int32_t n = 0, m = 0;

	find_helpers(s, l, reached, &set);
	candidate = NEW_ARRAY(s->d->keep, VarId, reached->col.n);
	priority = NEW_ARRAY(s->d->keep, int32_t, reached->col.n);
	eq = NEW_ARRAY(s->d->keep, DaeEqId, reached->row.n);
	for (size_t i = 0; i < reached->row.n; i++) {
		int32_t r = reached->row.at[i];

		if (!l->is_helper[r])
			eq[m++] = (DaeEqId){l->eq[r]};
		l->is_helper[r] = 0;
		for (int32_t k = l->start[r]; k < l->start[r + 1]; k++)
			set.constant = set.constant && !isnan(l->entry[k].value);
	}
	for (size_t i = 0; i < reached->col.n; i++) {
		int32_t c = reached->col.at[i];

		if (s->way[l->var[c]])
			return say_loop(s, &s->d->eqs.at[states_way_eq(s, l->var[c])]);
		if (s->dummy[l->var[c]])
			continue;
		candidate[n] = (VarId){l->var[c]};
		priority[n++] = c;
	}
	for (int32_t i = 0; i < n; i++)
		s->dummy[candidate[i].i] = n == m ? 1 : 2;
	set.n = n;
	set.m = m;
	set.candidate = candidate;
	set.priority = priority;
	set.eq = eq;
	if (n > m)
		vec_push(arena_allocator(s->d->keep), &s->d->sets, set);
	return true;
}

static bool too_few(Select *s, const Level *l, const Reach *reached)
{
	Text text;

	if (reached->col.n >= reached->row.n)
		return false;
	text_init(&text, arena_heap(s->d->keep));
	dae_print_eq_short(s->d, &s->d->eqs.at[l->eq[reached->row.at[0]]], s->scratch, &text);
	diag_error(
		s->diag, s->d->eqs.at[l->eq[reached->row.at[0]]].at, E_STATES_CONSTRAINED,
		"there are more variables with stateSelect = always than this constraint leaves free");
	diag_note(s->diag, s->d->eqs.at[l->eq[reached->row.at[0]]].at, "%s", text_str(&text));
	text_free(&text);
	return true;
}

bool state_sets_choose(Select *s, Level *l)
{
	uint8_t *row_in = NEW_ARRAY(s->scratch, uint8_t, l->n_rows);
	uint8_t *col_in = NEW_ARRAY(s->scratch, uint8_t, l->n_cols);
	Csr rows;

	mark_reached(s, l, row_in);
	states_transpose(s, l, PIVOT_UNSAFE, &rows);
	for (int32_t i = 0; i < l->n_rows; i++) {
		Reach reached;

		if (row_in[i] != 1)
			continue;
		reach(s, l, &rows, i, row_in, col_in, &reached);
		if (too_few(s, l, &reached))
			return false;
		if (!make_set(s, l, &reached))
			return false;
	}
	for (int32_t i = 0; i < l->n_rows; i++)
		if (l->col_of[i] >= 0 && !row_in[i] && !s->way[l->var[l->col_of[i]]]) {
			s->dummy[l->var[l->col_of[i]]] = 1;
			s->lost_by[l->var[l->col_of[i]]] = l->eq[i];
		}
	for (int32_t c = 0; c < l->n_cols; c++)
		s->way[l->var[c]] = 0;
	return true;
}
