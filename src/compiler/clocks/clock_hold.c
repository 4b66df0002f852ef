/* SPDX-License-Identifier: MIT
   clock_hold.c — clocked equations hold at ticks only; between them their variables keep their
   values. By now index reduction has chosen states as it does for all equations, so that what is
   integrated from tick to tick is the underlying ordinary differential equation (MLS 16.8.2).

   requires: states_select. gives: discrete equations in place of those with a clock. */
#include "compiler/clocks/clock_hold.h"

static const Expr *pre(Hold *h, VarId v)
{
	return expr_unary(h->p, EX_PRE, dae_ref(h->d, v));
}

const Expr *clock_hold_ref(Hold *h, VarId v)
{
	const DaeVar *x = dae_var(h->d, v);
	const Expr *ref;

	if (x->role == DR_NONE)
		return x->value;
	if (x->alias.i == v.i)
		return dae_ref(h->d, v);
	ref = dae_ref(h->d, x->alias);
	return !x->negated ? ref : expr_unary(h->p, ref->type->kind == TY_REAL ? EX_NEG : EX_NOT, ref);
}

/* The clock ticks: rising, as the condition of a when. */
static const Expr *rises(Hold *h, int32_t clock)
{
	const Expr *w = clock_hold_ref(h, h->d->m->clocks.at[clock].tick);

	return expr_binary(h->p, EX_AND, w, expr_unary(h->p, EX_NOT, expr_unary(h->p, EX_PRE, w)));
}

/* v = if tick then value else pre(v) */
static void hold_eq(Hold *h, DaeEq *e, VarId v, const Expr *value, int32_t clock)
{
	DaeVar *x = dae_var(h->d, v);

	e->lhs = dae_ref(h->d, v);
	e->rhs = expr_if(h->p, rises(h, clock), value, pre(h, v));
	e->init_rhs = pre(h, v);
	e->discrete = e->lhs->type->kind == TY_REAL;
	e->der = e->der_of = (DaeEqId){-1};
	x->role = DR_DISCRETE;
	x->is_state = false;
	x->fixed = true;
	x->eq = (DaeEqId){-1};
}

void clock_hold_add(Hold *h, VarId v, const Expr *value, int32_t clock)
{
	DaeEq like = {.path = flat_decl_of(h->d->m, v)->path,
				  .at = flat_decl_of(h->d->m, v)->at,
				  .origin = EO_OTHER};
	DaeEqId e = dae_add_eq(h->d, dae_ref(h->d, v), value, &like);

	hold_eq(h, &h->d->eqs.at[e.i], v, value, clock);
}

/* A side that is a variable, perhaps negated: aliases leave such. */
static const Expr *bare(const Expr *side)
{
	return (side->op == EX_NOT || side->op == EX_NEG) && side->type->kind != TY_REAL ? side->arg[0]
																					 : side;
}

static const Expr *solve_bare(Hold *h, const DaeEq *e, const Expr *ref)
{
	bool left = bare(e->lhs) == ref;
	const Expr *side = left ? e->lhs : e->rhs, *other = left ? e->rhs : e->lhs;

	return side == ref ? other : expr_unary(h->p, (ExprOp)side->op, other);
}

/* The value of v by lhs = rhs; if the equation cannot be solved for it, v less what is wrong. */
static const Expr *value_of(Hold *h, const DaeEq *e, VarId v)
{
	const Expr *ref = dae_ref(h->d, v), *off;
	AffinePart part;

	for (int turn = 0; turn < 2; turn++) {
		const Expr *side = turn ? e->rhs : e->lhs, *other = turn ? e->lhs : e->rhs;
		bool used = false;

		if (side != ref)
			continue;
		uses_find(&h->uses, other, NULL);
		for (size_t i = 0; i < h->uses.vars.n; i++)
			used |= h->uses.vars.at[i].i == v.i;
		if (!used)
			return other;
	}
	if (ref->type->kind != TY_REAL)
		return solve_bare(h, e, ref);
	off = expr_sub(h->p, e->lhs, e->rhs);
	part = affine_split(&h->affine, off, v);
	if (part.ok && part.a && affine_pivot(&h->affine, part.a) >= PIVOT_POSITIVE)
		return affine_solve(&h->affine, part);
	return expr_sub(h->p, ref, off);
}

/* --- which variable each equation determines --- */

static int32_t clock_of_eq(const Dae *d, const DaeEq *e)
{
	while (e->der_of.i >= 0)
		e = &d->eqs.at[e->der_of.i];
	return e->clock - 1;
}

/* May an equation of this clock determine it? */
static bool is_unknown(const Hold *h, VarId v, int32_t clock)
{
	const DaeVar *x = &h->d->vars.at[v.i];

	if (x->alias.i != v.i)
		return false;
	return (x->role == DR_CONTINUOUS && !x->is_state) ||
		   (x->role == DR_DISCRETE && dae_clock_of(h->d, v) == clock + 1);
}

static bool is_side(const Hold *h, const Expr *side, int32_t clock)
{
	return side->op == EX_VAR && side->type->rank == 0 && is_unknown(h, expr_var_id(side), clock);
}

static void add_row(Hold *h, CsrBuilder *b, int32_t row)
{
	const DaeEq *e = &h->d->eqs.at[row];
	int32_t clock = h->clock[row];

	if (e->lhs->type->kind != TY_REAL) {
		if (is_side(h, bare(e->lhs), clock))
			csr_add(b, row, (int32_t)bare(e->lhs)->aux);
		if (is_side(h, bare(e->rhs), clock))
			csr_add(b, row, (int32_t)bare(e->rhs)->aux);
		return;
	}
	uses_find(&h->uses, e->lhs, e->rhs);
	for (size_t i = 0; i < h->uses.vars.n; i++) {
		VarId v = h->uses.vars.at[i];

		for (VarId x = v; x.i >= 0; x = h->d->vars.at[x.i].der_of)
			if (h->d->vars.at[x.i].is_state)
				h->state_of[x.i] = clock + 1;
		if (is_unknown(h, v, clock) && flat_decl_of(h->d->m, v)->type->kind == TY_REAL)
			csr_add(b, row, v.i);
	}
}

/* Sides that are variables first: most equations are written so. */
static void match_rows(Hold *h, Match *match)
{
	Dae *d = h->d;
	CsrBuilder b;
	Arena work;
	Csr may;

	arena_child(&work, h->scratch);
	csr_begin(&b, &work, (int32_t)d->eqs.n, (int32_t)d->vars.n);
	for (int32_t i = 0; i < (int32_t)d->eqs.n; i++)
		if (h->clock[i] >= 0)
			add_row(h, &b, i);
	csr_finish(&b, h->scratch, &may);
	match_init(&may, h->scratch, match);
	for (int turn = 0; turn < 2; turn++)
		for (int32_t i = 0; i < (int32_t)d->eqs.n; i++) {
			const Expr *side = turn ? d->eqs.at[i].rhs : d->eqs.at[i].lhs;

			if (h->clock[i] >= 0 && match->col_of_row[i] < 0 && is_side(h, side, h->clock[i]) &&
				match->row_of_col[side->aux] < 0)
				match_pair(match, i, (int32_t)side->aux);
		}
	match_maximum(&may, &work, match);
	arena_free(&work);
}

static bool check_match(Hold *h, const Match *match)
{
	for (int32_t i = 0; i < (int32_t)h->d->eqs.n; i++) {
		Text text;

		if (h->clock[i] < 0 || match->col_of_row[i] >= 0)
			continue;
		text_init(&text, arena_heap(h->d->keep));
		dae_print_eq_short(h->d, &h->d->eqs.at[i], h->scratch, &text);
		diag_error(h->diag, h->d->eqs.at[i].at, E_EQUATIONS_SINGULAR,
				   "this clocked equation has no unknown left to determine: %s", text_str(&text));
		text_free(&text);
		return false;
	}
	return true;
}

/* Choosing states while a clock runs is left to those who have none. */
static bool check_sets(Hold *h)
{
	for (size_t k = 0; k < h->d->sets.n; k++) {
		const DaeSet *g = &h->d->sets.at[k];

		for (int32_t i = 0; i < g->m; i++)
			if (h->clock[g->eq[i].i] >= 0) {
				diag_error(h->diag, h->d->eqs.at[g->eq[i].i].at, E_CLOCKED,
						   "clocked equations whose states must be chosen anew while they run are "
						   "not supported; stateSelect can say which ones are states");
				return false;
			}
	}
	return true;
}

static bool check_reinit(Hold *h)
{
	for (size_t i = 0; i < h->d->actions.n; i++) {
		const DaeAction *a = &h->d->actions.at[i];

		if (a->kind != DA_REINIT || !h->state_of[a->target.i])
			continue;
		diag_error(h->diag, a->at, E_CLOCKED, "'reinit' of a clocked state is not supported");
		return false;
	}
	return true;
}

static void find_clocks(Hold *h)
{
	Dae *d = h->d;

	h->clock = NEW_ARRAY(h->scratch, int32_t, d->eqs.n);
	h->state_of = NEW_ARRAY(h->scratch, int32_t, d->vars.n);
	for (size_t i = 0; i < d->eqs.n; i++)
		h->clock[i] = d->eqs.at[i].dropped ? -1 : clock_of_eq(d, &d->eqs.at[i]);
}

/* An equation may be gone into an alias; states and inputs are what is left. */
static void hold_all(Hold *h, const Match *match)
{
	size_t n = h->d->eqs.n;

	for (size_t i = 0; i < n; i++) {
		VarId v = {match->col_of_row[i]};

		if (h->clock[i] < 0)
			continue;
		h->value[i] = value_of(h, &h->d->eqs.at[i], v);
	}
	clock_step_states(h, match);
	for (size_t i = 0; i < n; i++)
		if (h->clock[i] >= 0)
			hold_eq(h, &h->d->eqs.at[i], (VarId){match->col_of_row[i]}, h->value[i], h->clock[i]);
}

bool clock_hold(Dae *d, Arena *scratch, Diag *diag)
{
	Hold h = {.d = d, .p = &d->m->pool, .scratch = scratch, .diag = diag};
	Match match;

	if (d->m->clocks.n == 0)
		return true;
	uses_init(&h.uses, d, scratch);
	affine_init(&h.affine, d, scratch);
	find_clocks(&h);
	if (!check_sets(&h))
		return false;
	match_rows(&h, &match);
	if (!check_match(&h, &match) || !check_reinit(&h))
		return false;
	h.value = NEW_ARRAY(scratch, const Expr *, d->eqs.n);
	hold_all(&h, &match);
	return diag->n_errors == 0;
}
