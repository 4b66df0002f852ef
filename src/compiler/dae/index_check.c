/* SPDX-License-Identifier: MIT
   index_check.c — what must hold of a model of index 1 and its states: derivatives of equations and
   variables are linked both ways, the matching is a bijection of incident pairs, states and state
   sets are bases: no variable or equation is in two of them, and the constraints of a set, with the
   equations of its helpers, can all be solved for different candidates and helpers, so that as many
   are left to choose as there are candidates more than constraints. That is structural rank, by a
   matching: O(size of the model), but for the matching inside of a set. */
#include "compiler/dae/dae.h"

typedef struct Checker {
	Check *check;   /* the way out */
	const Dae *d;   /* what is checked */
	Arena *scratch; /* work space */
	Uses uses;      /* finds variables */
	bool *taken;    /* by equation: matched; in a set */
	uint8_t *of;    /* by variable: 1 a state, 2 a candidate */
	int32_t *col;   /* by variable: 1 + its column in the set at hand; 0: none */
} Checker;

static _Noreturn void fail(const Checker *c, int32_t v, const char *what)
{
	Text name;

	text_init(&name, arena_allocator(c->scratch));
	if (v >= 0 && (size_t)v < c->d->vars.n)
		flat_print_var(c->d->m, (VarId){v}, &name);
	check_fail(c->check, "'%s': %s", text_str(&name), what);
}

/* --- index reduction --- */

static void check_links(const Checker *c)
{
	const Dae *d = c->d;

	for (size_t v = 0; v < d->vars.n; v++) {
		VarId der = d->vars.at[v].der, of = d->vars.at[v].der_of;

		if (der.i >= 0 && ((size_t)der.i >= d->vars.n || d->vars.at[der.i].der_of.i != (int32_t)v))
			fail(c, (int32_t)v, "its derivative is that of another variable");
		if (of.i >= 0 && ((size_t)of.i >= d->vars.n || d->vars.at[of.i].der.i != (int32_t)v))
			fail(c, (int32_t)v, "it is not the derivative of what it should be");
	}
	for (size_t i = 0; i < d->eqs.n; i++) {
		int32_t der = d->eqs.at[i].der.i, of = d->eqs.at[i].der_of.i;

		if (der >= 0 &&
			(der <= (int32_t)i || (size_t)der >= d->eqs.n || d->eqs.at[der].der_of.i != (int32_t)i))
			check_fail(c->check, "the derivative of equation %zu is that of another", i);
		if (of >= 0 && (of >= (int32_t)i || d->eqs.at[of].der.i != (int32_t)i))
			check_fail(c->check, "equation %zu is not the derivative of what it should be", i);
	}
}

static bool holds_var(Checker *c, const DaeEq *e, int32_t v)
{
	if (e->lhs->op == EX_VAR && (int32_t)e->lhs->aux == v)
		return true;
	uses_find(&c->uses, e->lhs, e->rhs);
	for (size_t i = 0; i < c->uses.vars.n; i++)
		if (c->uses.vars.at[i].i == v)
			return true;
	return false;
}

static void check_matching(Checker *c)
{
	const Dae *d = c->d;

	for (size_t v = 0; v < d->vars.n; v++) {
		int32_t eq = d->vars.at[v].eq.i;

		if (eq < 0)
			continue;
		if ((size_t)eq >= d->eqs.n || d->eqs.at[eq].dropped)
			fail(c, (int32_t)v, "it is matched to an equation that does not exist");
		if (c->taken[eq])
			fail(c, (int32_t)v, "its equation is matched to another variable, too");
		c->taken[eq] = true;
		if (d->vars.at[v].der.i >= 0 || d->eqs.at[eq].der.i >= 0)
			fail(c, (int32_t)v, "it is matched, but no highest derivative");
		if (!holds_var(c, &d->eqs.at[eq], (int32_t)v))
			fail(c, (int32_t)v, "it is matched to an equation that does not hold it");
	}
	for (size_t i = 0; i < d->eqs.n; i++)
		if (d->eqs.at[i].der_of.i >= 0 && d->eqs.at[i].der.i < 0 && !c->taken[i])
			check_fail(c->check, "equation %zu was made, but determines nothing", i);
}

static void check_index(Check *check, void *ctx)
{
	Checker *c = ctx;

	c->check = check;
	c->taken = NEW_ARRAY(c->scratch, bool, c->d->eqs.n);
	uses_init(&c->uses, c->d, c->scratch);
	check_links(c);
	check_matching(c);
}

/* --- states --- */

static void take_var(Checker *c, VarId v, uint8_t as)
{
	const DaeVar *x;

	if (v.i < 0 || (size_t)v.i >= c->d->vars.n)
		check_fail(c->check, "a state that does not exist");
	x = &c->d->vars.at[v.i];
	if (c->of[v.i])
		fail(c, v.i, "it is chosen twice");
	if (x->role != DR_CONTINUOUS || x->alias.i != v.i || x->der.i < 0)
		fail(c, v.i, "it is a state, but has no derivative");
	if (x->is_state != (as == 1))
		fail(c, v.i,
			 as == 1 ? "it is among the states, but none" : "it is a candidate and a state");
	c->of[v.i] = as;
}

static void take_eq(Checker *c, DaeEqId eq)
{
	if (eq.i < 0 || (size_t)eq.i >= c->d->eqs.n || c->d->eqs.at[eq.i].dropped || c->taken[eq.i])
		check_fail(c->check, "equation %d binds the states of two sets, or of none", (int)eq.i);
	c->taken[eq.i] = true;
}

/* The columns that an equation holds. */
static void add_row(Checker *c, CsrBuilder *b, int32_t row, DaeEqId eq)
{
	const DaeEq *e = &c->d->eqs.at[eq.i];

	uses_find(&c->uses, e->lhs, e->rhs);
	for (size_t k = 0; k < c->uses.vars.n; k++)
		if (c->col[c->uses.vars.at[k].i])
			csr_add(b, row, c->col[c->uses.vars.at[k].i] - 1);
}

/* Constraints, then helpers, onto candidates, then helpers. */
static void check_rank(Checker *c, size_t i)
{
	const DaeSet *s = &c->d->sets.at[i];
	int32_t n_rows = s->m + s->n_helpers;
	CsrBuilder b;
	Arena work;
	Match match;
	Csr g;

	for (int32_t k = 0; k < s->n; k++)
		c->col[s->candidate[k].i] = 1 + k;
	for (int32_t k = 0; k < s->n_helpers; k++) {
		c->col[s->helper_var[k].i] = 1 + s->n + k;
		if (!holds_var(c, &c->d->eqs.at[s->helper_eq[k].i], s->helper_var[k].i))
			fail(c, s->helper_var[k].i, "a helper whose equation does not hold it");
	}
	arena_child(&work, c->scratch);
	csr_begin(&b, &work, n_rows, s->n + s->n_helpers);
	for (int32_t k = 0; k < s->m; k++)
		add_row(c, &b, k, s->eq[k]);
	for (int32_t k = 0; k < s->n_helpers; k++)
		add_row(c, &b, s->m + k, s->helper_eq[k]);
	csr_finish(&b, c->scratch, &g);
	match_init(&g, c->scratch, &match);
	match_maximum(&g, &work, &match);
	arena_free(&work);
	if (match.n < n_rows)
		check_fail(c->check,
				   "state set %zu is no basis: its constraints bind %d of its candidates, not %d",
				   i + 1, (int)(match.n - s->n_helpers), (int)s->m);
	for (int32_t k = 0; k < s->n; k++)
		c->col[s->candidate[k].i] = 0;
	for (int32_t k = 0; k < s->n_helpers; k++)
		c->col[s->helper_var[k].i] = 0;
}

static void check_set(Checker *c, size_t i)
{
	const DaeSet *s = &c->d->sets.at[i];

	if (s->m <= 0 || s->m > s->n)
		check_fail(c->check, "state set %zu: %d constraints for %d candidates", i + 1, (int)s->m,
				   (int)s->n);
	if (s->tied >= (int32_t)c->d->sets.n || s->tied == (int32_t)i)
		check_fail(c->check, "state set %zu is tied to what is none", i + 1);
	for (int32_t k = 0; k < s->n; k++)
		take_var(c, s->candidate[k], 2);
	for (int32_t k = 0; k < s->m; k++)
		take_eq(c, s->eq[k]);
	for (int32_t k = 0; k < s->n_helpers; k++)
		take_eq(c, s->helper_eq[k]);
	for (int32_t k = 0; k < s->n_helpers; k++)
		if (s->helper_var[k].i < 0 || (size_t)s->helper_var[k].i >= c->d->vars.n)
			check_fail(c->check, "state set %zu: a helper that does not exist", i + 1);
}

static void check_states(Check *check, void *ctx)
{
	Checker *c = ctx;
	const Dae *d = c->d;

	c->check = check;
	c->taken = NEW_ARRAY(c->scratch, bool, d->eqs.n);
	c->of = NEW_ARRAY(c->scratch, uint8_t, d->vars.n);
	c->col = NEW_ARRAY(c->scratch, int32_t, d->vars.n);
	uses_init(&c->uses, d, c->scratch);
	for (size_t i = 0; i < d->states.n; i++)
		take_var(c, d->states.at[i], 1);
	for (size_t i = 0; i < d->sets.n; i++)
		check_set(c, i);
	for (size_t i = 0; i < d->sets.n; i++)
		check_rank(c, i);
	for (size_t v = 0; v < d->vars.n; v++)
		if (d->vars.at[v].is_state && c->of[v] != 1)
			fail(c, (int32_t)v, "it is a state, but not among the states");
}

bool index_check(const Dae *d, Arena *scratch, Text *why)
{
	return check_run_in(scratch, why, check_index, &(Checker){.d = d, .scratch = scratch});
}

bool index_check_states(const Dae *d, Arena *scratch, Text *why)
{
	return check_run_in(scratch, why, check_states, &(Checker){.d = d, .scratch = scratch});
}
