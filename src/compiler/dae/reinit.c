/* SPDX-License-Identifier: MIT
   reinit.c — only a state can be given another value at an event (MLS 8.3.6): what determines any
   other variable would take the value back at once. And of several reinit of a state at most one
   may be active at an event: they stand in branches of one when-equation that exclude each other.

   requires: states_select's choice. */
#include "compiler/dae/dae.h"

static bool is_candidate(const Dae *d, VarId v)
{
	for (size_t k = 0; k < d->sets.n; k++)
		for (int32_t i = 0; i < d->sets.at[k].n; i++)
			if (d->sets.at[k].candidate[i].i == v.i)
				return true;
	return false;
}

static void report(const Dae *d, const DaeAction *a, VarId v, Diag *diag)
{
	bool has_derivative = d->vars.at[v.i].der.i >= 0;
	Text name;

	text_init(&name, arena_heap(d->keep));
	flat_print_var(d->m, a->target, &name);
	diag_error(diag, a->at, E_REINIT,
			   has_derivative ? "'%s' cannot be reinitialized: other states determine it; give it "
								"stateSelect = StateSelect.always, or reinitialize one of them"
							  : "'%s' cannot be reinitialized: it is no state, since its "
								"derivative is nowhere needed; its value follows from equations",
			   text_str(&name));
	text_free(&name);
}

/* Do they stand in different branches of one equation? */
static bool exclude_each_other(const DaeBranch *a, const DaeBranch *b)
{
	while (a->depth > b->depth)
		a = a->outer;
	while (b->depth > a->depth)
		b = b->outer;
	while (a && a->outer != b->outer) {
		a = a->outer;
		b = b->outer;
	}
	return a && a->eq == b->eq && a->number != b->number;
}

static const FlatEq *outermost(const DaeBranch *b)
{
	while (b->outer)
		b = b->outer;
	return b->eq;
}

static void report_twice(const Dae *d, const DaeAction *first, const DaeAction *a, Diag *diag)
{
	bool same = outermost(first->in) == outermost(a->in);
	Text name;

	text_init(&name, arena_heap(d->keep));
	flat_print_var(d->m, a->target, &name);
	diag_error(diag, a->at, E_REINIT_TWICE,
			   same
				   ? "'%s' is reinitialized twice at the same event: which value counts?"
				   : "'%s' is reinitialized by two when-equations, which may be active at the same "
					 "event; write one, with 'elsewhen'",
			   text_str(&name));
	diag_note(diag, first->at, "the other reinit is here");
	text_free(&name);
}

/* MLS 8.3.6: at most one reinit of a state is active at an event. */
static bool check_once(const Dae *d, Arena *scratch, Diag *diag)
{
	ArenaMark mark = arena_mark(scratch);
	int32_t *last = NEW_ARRAY(scratch, int32_t, d->vars.n), *before, i;
	bool ok = true;

	/* last: 1 + the last action that gives the variable a value; before: and the one before that */
	before = NEW_ARRAY(scratch, int32_t, d->actions.n);
	for (i = 0; i < (int32_t)d->actions.n; i++) {
		const DaeAction *a = &d->actions.at[i];
		int32_t k, *of;

		if (a->kind != DA_REINIT || a->start || !a->in)
			continue;
		of = &last[d->vars.at[a->target.i].alias.i];
		for (k = *of; k > 0 && exclude_each_other(d->actions.at[k - 1].in, a->in);)
			k = before[k - 1];
		if (k > 0) {
			report_twice(d, &d->actions.at[k - 1], a, diag);
			ok = false;
		}
		before[i] = *of;
		*of = i + 1;
	}
	arena_release(scratch, mark);
	return ok;
}

bool reinit_check(const Dae *d, Arena *scratch, Diag *diag)
{
	bool ok = check_once(d, scratch, diag);

	for (size_t i = 0; i < d->actions.n; i++) {
		const DaeAction *a = &d->actions.at[i];
		VarId v;

		if (a->kind != DA_REINIT)
			continue;
		v = d->vars.at[a->target.i].alias;
		if (d->vars.at[v.i].is_state || is_candidate(d, v))
			continue;
		report(d, a, v, diag);
		ok = false;
	}
	return ok;
}
