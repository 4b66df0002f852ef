/* SPDX-License-Identifier: MIT
   held.c — which operators with a state have results that keep their values between events: those
   that change at events only, and those whose results are step functions if their arguments are (a
   delay of one needs no interpolation and does not bound the step). What varies is found along the
   sorted system of events: time, states and inputs vary, and all that is computed from something
   that does. Results are taken as held first; those with an argument that varies are taken out
   until nothing changes, so that a delay of a delayed value may be held as well. O(system) for each
   round.

   requires: systems_sort. gives: DaeOperator.held. */
#include "compiler/dae/dae.h"

typedef struct Held {
	Dae *d;       /* the model */
	Uses uses;    /* finds variables */
	bool *varies; /* by variable: it may change between events */
} Held;

static bool expr_varies(Held *h, const Expr *e)
{
	uses_find(&h->uses, e, NULL);
	if (h->uses.time || (e->flags & XF_IMPURE))
		return true;
	for (size_t i = 0; i < h->uses.vars.n; i++)
		if (h->varies[h->uses.vars.at[i].i])
			return true;
	return false;
}

static void set(Held *h, VarId v, bool varies)
{
	if (h->d->vars.at[v.i].role == DR_CONTINUOUS)
		h->varies[v.i] |= varies;
}

static bool any_varies(Held *h, const DaeStep *s)
{
	bool any = s->kind == DK_SET;

	for (int32_t i = 0; i < s->n_assigns && !any; i++)
		any = expr_varies(h, s->assign[i].value);
	for (int32_t i = 0; i < s->n && !any; i++)
		any = expr_varies(h, s->residual[i]);
	for (int32_t i = 0; i < s->n_steps && !any; i++)
		any = any_varies(h, &s->step[i]);
	return any;
}

/* The unknowns of a block vary together. Blocks inside of mixed ones are no deeper than two. */
static void set_all(Held *h, const DaeStep *s, bool varies)
{
	int32_t n_unknown = s->kind == DK_SET ? h->d->sets.at[s->set].n : s->n;

	for (int32_t i = 0; i < s->n_assigns; i++)
		set(h, s->assign[i].var, varies);
	for (int32_t i = 0; i < n_unknown; i++)
		set(h, s->unknown[i], varies);
	for (int32_t i = 0; i < s->n_steps; i++)
		set_all(h, &s->step[i], varies);
}

static void follow(Held *h, const DaeSystem *system)
{
	for (int32_t i = 0; i < system->n_steps; i++) {
		const DaeStep *s = &system->step[i];

		if (s->kind != DK_ASSIGN) {
			set_all(h, s, any_varies(h, s));
			continue;
		}
		for (int32_t k = 0; k < s->n_assigns; k++)
			set(h, s->assign[k].var, expr_varies(h, s->assign[k].value));
	}
}

static void begin(Held *h)
{
	Dae *d = h->d;

	for (size_t i = 0; i < d->vars.n; i++)
		h->varies[i] = d->vars.at[i].role == DR_INPUT;
	for (size_t i = 0; i < d->operators.n; i++)
		for (int k = 0; k < dae_rule(&d->operators.at[i])->n_results; k++)
			h->varies[d->operators.at[i].result[k].i] = !d->operators.at[i].held;
	for (size_t i = 0; i < d->states.n; i++)
		h->varies[d->states.at[i].i] = true;
	for (size_t i = 0; i < d->sets.n; i++)
		for (int32_t k = 0; k < d->sets.at[i].n; k++)
			h->varies[d->sets.at[i].candidate[k].i] = true;
}

/* Only what follows its arguments can be found to vary. */
static bool begins_to_vary(Held *h, const DaeOperator *o)
{
	const OperatorRule *rule = dae_rule(o);

	for (int k = 0; k < rule->n_args && o->held && rule->steps; k++)
		if (o->arg[k] && expr_varies(h, o->arg[k]))
			return true;
	return false;
}

bool held_find(Dae *d, Arena *scratch, Diag *diag)
{
	Held h = {.d = d, .varies = NEW_ARRAY(scratch, bool, d->vars.n)};
	bool again = false;

	(void)diag;
	uses_init(&h.uses, d, scratch);
	for (size_t i = 0; i < d->operators.n; i++) {
		DaeOperator *o = &d->operators.at[i];

		o->held = dae_rule(o)->steps || operator_rule_is_discrete(dae_rule(o));
		again |= dae_rule(o)->steps;
	}
	while (again) {
		again = false;
		begin(&h);
		follow(&h, &d->event);
		for (size_t i = 0; i < d->operators.n; i++)
			if (begins_to_vary(&h, &d->operators.at[i])) {
				d->operators.at[i].held = false;
				again = true;
			}
	}
	return true;
}
