/* SPDX-License-Identifier: MIT
   lower_tangent.c — tangent code: what assignments and residuals do to directions (forward mode);
   and on which states each derivative depends. The tangent of a variable is written as der of it,
   which has no other meaning after dae/. */
#include "compiler/lower/lower.h"

#include <stdlib.h>
#include <string.h>

typedef struct Seeds {
	Lower *l;          /* the work */
	const bool *moves; /* by variable */
} Seeds;

/* Of a parameter that the initial system determines it must not be folded to 0. */
static const Expr *tangent_of(Lower *l, VarId v)
{
	const Expr *var = dae_ref(l->d, v), like = {.op = EX_DER, .type = var->type};

	return expr_make(l->p, &like, &var, 1, 0);
}

/* Does the variable have a tangent; of what shows one element, does this? */
static bool has_tangent(const Lower *l, VarId v, const bool moves[])
{
	return moves[span_is_view(l->d, v) ? span_element(l->d, v, 0).var.i : v.i];
}

static const Expr *seed(void *ctx, VarId v)
{
	Seeds *s = ctx;

	return has_tangent(s->l, v, s->moves) ? tangent_of(s->l, v) : NULL;
}

static const Expr *seed_all(void *ctx, VarId v)
{
	Lower *l = ctx;

	return has_tangent(l, v, l->moves) ? tangent_of(l, v) : NULL;
}

/* The states move from the beginning. */
static void start_moves(Lower *l)
{
	l->moves = NEW_ARRAY(l->scratch, bool, l->d->vars.n);
	for (size_t i = 0; i < l->d->states.n; i++)
		l->moves[l->d->states.at[i].i] = true;
	l->diff = diff_new(l->d->m, l->scratch, NULL, seed_all, l);
	l->diff->diag = l->diag;
}

/* The tangent of one item. */
static bool tangent_of_item(Lower *l, const LowerItem *item, Diff *diff, bool *moves)
{
	const Expr *t;

	if (item->tangent < 0)
		return true;
	if (!diff_tangent(diff, item->value, &t))
		return false;
	if (t && diff_is_zero(t))
		t = NULL;
	if (item->var >= 0)
		moves[item->var] = t != NULL;
	else if (!t)
		t = expr_real(l->p, 0);
	if (t)
		lower_assign(l, (uint32_t)item->tangent, t, -1);
	return true;
}

/* Does something in the column have a tangent? */
static bool column_moves(const Lower *l, const LowerGroup *g, int32_t k, const bool *moves)
{
	const Expr *const *column = (const Expr *const *)g->column[k];

	for (int32_t i = 0; i < g->n; i++)
		if (g->wide ? moves[span_element(l->d, expr_var_id(column[0]), i).var.i]
					: column[i]->op == EX_VAR && has_tangent(l, expr_var_id(column[i]), moves))
			return true;
	return false;
}

/* The tangent of a shape: the same for all of the group. */
static bool tangent_of_group(Lower *l, const LowerPlan *plan, const LowerGroup *g, Diff *diff,
							 bool *moves)
{
	const LowerItem *first = &plan->item[g->member[0]];
	const Expr **local = NEW_ARRAY(l->work, const Expr *, g->n_columns), *t;
	uint32_t *slots;
	Diff *body;

	if (first->tangent < 0)
		return true;
	for (int32_t k = 0; k < g->n_columns; k++)
		if (column_moves(l, g, k, moves))
			local[k] = expr_local(l->p, g->n_columns + k, g->column[k][0]->type);
	body = diff_new_body(l->d->m, l->work, false, local, g->n_columns);
	body->diag = diff->diag;
	body->seed = diff->seed;
	body->ctx = diff->ctx;
	if (!diff_tangent(body, g->shape, &t))
		return false;
	if (t && diff_is_zero(t))
		t = NULL;
	for (int32_t i = 0; i < (g->wide ? 1 : g->n); i++)
		if (plan->item[g->member[i]].var >= 0)
			moves[plan->item[g->member[i]].var] = t != NULL;
	if (!t && first->var >= 0)
		return true;
	slots = NEW_ARRAY(l->work, uint32_t, g->n);
	for (int32_t i = 0; i < g->n; i++)
		slots[i] = (uint32_t)(g->wide ? first->tangent + i : plan->item[g->member[i]].tangent);
	lower_batch(l, g, t ? t : expr_real(l->p, 0), slots, moves);
	return true;
}

static bool tangents_of(Lower *l, const LowerPlan *plan, Diff *diff, bool *moves)
{
	for (size_t i = 0; i < plan->order.n; i++) {
		int32_t k = plan->order.at[i];

		if (k >= 0) {
			if (!tangent_of_item(l, &plan->item[k], diff, moves))
				return false;
		} else if (plan->groups.at[-1 - k].simple) {
			if (!tangent_of_group(l, plan, &plan->groups.at[-1 - k], diff, moves))
				return false;
		} else {
			const LowerGroup *g = &plan->groups.at[-1 - k];

			for (int32_t j = 0; j < g->n; j++)
				if (!tangent_of_item(l, &plan->item[g->member[j]], diff, moves))
					return false;
		}
	}
	return true;
}

int32_t lower_tangent(Lower *l, const DaeStep *step, const LowerPlan *plan, bool full)
{
	int32_t n_unknowns = step->kind == DK_ASSIGN ? 0
						 : step->kind == DK_SET  ? l->d->sets.at[step->set].n
												 : step->n;
	Seeds seeds = {.l = l};
	bool *moves, ok;
	Diff *diff;

	if (full && !l->moves)
		start_moves(l);
	moves = full ? l->moves : l->mine;
	seeds.moves = moves;
	for (int32_t i = 0; i < n_unknowns; i++)
		moves[step->unknown[i].i] = true;
	diff = full ? l->diff : diff_new(l->d->m, l->scratch, NULL, seed, &seeds);
	diff->diag = l->diag;
	lower_begin(l);
	ok = tangents_of(l, plan, diff, moves);
	if (!full) {
		for (int32_t i = 0; i < n_unknowns; i++)
			moves[step->unknown[i].i] = false;
		for (int32_t i = 0; i < step->n_assigns; i++)
			moves[step->assign[i].var.i] = false;
	} else if (!ok) {
		/* What follows must take them for moving. */
		for (int32_t i = 0; i < step->n_assigns; i++)
			moves[step->assign[i].var.i] = l->tangent[step->assign[i].var.i] >= 0;
	}
	if (ok)
		return lower_end(l);
	lower_drop(l);
	return -1;
}

/* The pattern, for Jacobians by colours. */

/* Greedy colouring: columns that share no row may have one colour. */
const int32_t *lower_colour(Lower *l, const Csr *by_row, const Csr *by_col, int32_t *n_colours)
{
	int32_t n = by_col->n_rows, *colours = NEW_ARRAY(l->keep, int32_t, n);
	int32_t *taken = NEW_ARRAY(l->scratch, int32_t, n + 1);

	*n_colours = 0;
	for (int32_t c = 0; c < n; c++)
		colours[c] = -1;
	for (int32_t c = 0; c < n; c++) {
		int32_t k = 0;

		for (int32_t i = by_col->start[c]; i < by_col->start[c + 1]; i++)
			for (int32_t j = by_row->start[by_col->col[i]]; j < by_row->start[by_col->col[i] + 1];
				 j++)
				if (colours[by_row->col[j]] >= 0)
					taken[colours[by_row->col[j]]] = c + 1;
		while (taken[k] == c + 1)
			k++;
		colours[c] = k;
		if (k + 1 > *n_colours)
			*n_colours = k + 1;
	}
	return colours;
}

/* Worth it only where few entries are not zero. */
void lower_pattern(Lower *l)
{
	const Csr *rows = &l->graph->jacobian;
	Arena work;
	int32_t n;
	size_t cells;
	Csr cols, all;

	if (l->d->m->spans) {
		arena_child(&work, l->scratch);
		graph_span(l->graph, l->scratch, &work, &all);
		arena_free(&work);
		rows = &all;
	}
	n = rows->n_rows;
	cells = (size_t)n * (size_t)n;
	if (n <= 8 || (size_t)rows->start[n] * 5 >= cells * 2)
		return;
	csr_transpose(rows, l->keep, &cols);
	l->out->jac_start = cols.start;
	l->out->jac_row = cols.col;
	l->out->jac_colour = lower_colour(l, rows, &cols, &l->out->n_colours);
}
