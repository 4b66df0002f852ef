/* SPDX-License-Identifier: MIT
   clock_step.c — states of clocked equations, integrated from tick to tick (MLS 16.8.2). x and
   der(x) at the tick before are pre(x) and pre(der(x)). Explicit methods of higher order evaluate
   the equations between the ticks: for each of their stages there is a copy of them, with the
   states of the stage, and inputs in the middle of their values at both ticks. At the first tick
   the initial conditions count. */
#include "compiler/clocks/clock_hold.h"

#include <string.h>

typedef struct Method {
	const char *name; /* as users write it */
	int stages;       /* evaluations between ticks */
	bool implicit;    /* der(x) at this tick is in the formula */
} Method;

/* "External" leaves the choice to the simulator: the most accurate explicit one. */
static const Method methods[] = {
	{"External", 3, false},     {"ExplicitEuler", 0, false},       {"ExplicitMidPoint2", 1, false},
	{"ImplicitEuler", 0, true}, {"ExplicitRungeKutta4", 3, false}, {"ImplicitTrapezoid", 0, true},
};

static const Method *method_of(const FlatClock *k)
{
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
		if (k->method && strcmp(methods[i].name, k->method) == 0)
			return &methods[i];
	return &methods[1];
}

typedef struct Step {
	Hold *h;               /* the pass */
	const Match *match;    /* equations and what they determine */
	int32_t clock;         /* the clock at hand */
	const Method *method;  /* how */
	const Expr *length;    /* of the step */
	const Expr *first;     /* it is the first tick */
	VEC(VarId) states;     /* of the clock */
	const Expr **at_stage; /* by variable: what stands for it in a stage; NULL: itself */
	const Expr **rate[3];  /* by stage, then by state: der(x) there */
	Map inputs;            /* VarId of what is sampled -> the variable that keeps it */
	const Expr *time;      /* in the stage */
	bool middle;           /* the stage is in the middle of the step */
} Step;

static const Expr *pre(Step *s, const Expr *ref)
{
	return expr_unary(s->h->p, EX_PRE, ref);
}

static const Expr *der_of(Step *s, VarId x)
{
	return clock_hold_ref(s->h, s->h->d->vars.at[x.i].der);
}

/* pre of what stands for der(x): a variable, perhaps negated, or known. */
static const Expr *pre_der(Step *s, VarId x)
{
	const Expr *der = der_of(s, x);

	if (der->op == EX_NEG)
		return expr_neg(s->h->p, pre(s, der->arg[0]));
	return der->op == EX_VAR && der->variability > VB_PARAMETER ? pre(s, der) : der;
}

/* pre(x) + length*factor*rate */
static const Expr *move(Step *s, VarId x, double factor, const Expr *rate)
{
	ExprPool *p = s->h->p;
	const Expr *length = expr_mul(p, expr_real(p, factor), s->length);

	return expr_add(p, pre(s, dae_ref(s->h->d, x)), expr_mul(p, length, rate));
}

/* --- stages --- */

/* In a stage states and variables are those of the stage; what is sampled is, in the middle of the
   step, the mean of what it was at both ticks. */
static const Expr *stage_rule(void *ctx, ExprPool *p, const Expr *e)
{
	Step *s = ctx;
	const Expr *now = NULL;
	uint64_t *kept;

	switch (e->op) {
	case EX_VAR: now = e->type->rank == 0 ? s->at_stage[e->aux] : NULL; break;
	case EX_TIME: now = s->time; break;
	case EX_PRE:
		kept = s->middle ? map_find(&s->inputs, e->arg[0]->aux) : NULL;
		if (kept)
			now = expr_mul(p, expr_real(p, 0.5),
						   expr_add(p, e, pre(s, dae_ref(s->h->d, (VarId){(int32_t)*kept}))));
		break;
	default: break;
	}
	return now ? now : e;
}

/* A sampled Real gets a variable that keeps it until the next tick. */
static void keep_input(Step *s, VarId u)
{
	Hold *h = s->h;
	const FlatDecl *decl = flat_decl_of(h->d->m, u);
	VarId v;

	if (h->d->vars.at[u.i].role != DR_CONTINUOUS || decl->type->kind != TY_REAL ||
		map_find(&s->inputs, (uint64_t)u.i))
		return;
	v = dae_new_var(h->d, "sampled", decl->type, DR_DISCRETE, decl->path, decl->at);
	map_put(&s->inputs, (uint64_t)u.i, (uint64_t)v.i);
	clock_hold_add(h, v, expr_unary(h->p, EX_PRE, dae_ref(h->d, u)), s->clock);
}

static void find_inputs(Step *s)
{
	Hold *h = s->h;
	VEC(VarId) found = {0};

	for (size_t i = 0; i < h->n_eqs; i++) {
		if (h->clock[i] != s->clock)
			continue;
		uses_find(&h->uses, h->value[i], NULL);
		for (size_t k = 0; k < h->uses.pre.n; k++)
			vec_push(arena_allocator(h->scratch), &found, h->uses.pre.at[k]);
	}
	for (size_t i = 0; i < found.n; i++)
		keep_input(s, found.at[i]);
}

/* The variable that equation i of the clock determines, if it is a Real; -1. */
static VarId real_of(const Step *s, size_t i)
{
	VarId v = {s->h->clock[i] == s->clock ? s->match->col_of_row[i] : -1};

	if (v.i >= 0 && flat_decl_of(s->h->d->m, v)->type->kind != TY_REAL)
		v.i = -1;
	return v;
}

/* The equations of the clock once more, between the ticks. */
static void add_stage(Step *s, int stage)
{
	Hold *h = s->h;
	Rewrite *at = walk_rewrite_new(h->p, h->scratch, XF_VAR, stage_rule, s);

	for (size_t i = 0; i < h->n_eqs; i++) {
		VarId v = real_of(s, i);
		const FlatDecl *decl = v.i < 0 ? NULL : flat_decl_of(h->d->m, v);

		if (decl)
			s->at_stage[v.i] = dae_ref(
				h->d, dae_new_var(h->d, "stage", decl->type, DR_DISCRETE, decl->path, decl->at));
	}
	for (size_t i = 0; i < h->n_eqs; i++) {
		VarId v = real_of(s, i);

		if (v.i >= 0)
			clock_hold_add(h, expr_var_id(s->at_stage[v.i]), walk_rewrite(at, h->value[i]),
						   s->clock);
	}
	s->rate[stage] = NEW_ARRAY(h->scratch, const Expr *, s->states.n + 1);
	for (size_t i = 0; i < s->states.n; i++)
		s->rate[stage][i] = walk_rewrite(at, der_of(s, s->states.at[i]));
}

/* Stage 0 and 1 in the middle, 2 at the end of the step. */
static void add_stages(Step *s)
{
	Hold *h = s->h;
	ExprPool *p = h->p;

	map_init(&s->inputs, arena_allocator(h->scratch));
	find_inputs(s);
	for (int stage = 0; stage < s->method->stages; stage++) {
		s->middle = stage < 2;
		s->time = expr_time(p);
		if (s->middle)
			s->time = expr_sub(p, s->time, expr_mul(p, expr_real(p, 0.5), s->length));
		/* Copies read what was there before them, and copies. */
		s->at_stage = NEW_ARRAY(h->scratch, const Expr *, h->d->vars.n + h->n_eqs + 1);
		for (size_t i = 0; i < s->states.n; i++) {
			VarId x = s->states.at[i];
			const Expr *rate = stage ? s->rate[stage - 1][i] : pre_der(s, x);

			s->at_stage[x.i] = move(s, x, stage < 2 ? 0.5 : 1, rate);
		}
		add_stage(s, stage);
	}
}

/* --- the step --- */

static const Expr *formula(Step *s, size_t i)
{
	ExprPool *p = s->h->p;
	VarId x = s->states.at[i];
	const Expr *k1 = pre_der(s, x), *sum;

	if (s->method->implicit && strcmp(s->method->name, "ImplicitEuler") == 0)
		return move(s, x, 1, der_of(s, x));
	if (s->method->implicit)
		return move(s, x, 0.5, expr_add(p, der_of(s, x), k1));
	if (s->method->stages == 0)
		return move(s, x, 1, k1);
	if (s->method->stages == 1)
		return move(s, x, 1, s->rate[0][i]);
	sum = expr_mul(p, expr_real(p, 2), expr_add(p, s->rate[0][i], s->rate[1][i]));
	return move(s, x, 1.0 / 6, expr_add(p, expr_add(p, k1, s->rate[2][i]), sum));
}

/* The next initial equation of the clock: it counts in place of a start value that is not fixed. */
static const DaeEq *next_initial(Step *s, size_t *at)
{
	Dae *d = s->h->d;

	for (; *at < d->init_eqs.n; ++*at) {
		DaeEq *e = &d->init_eqs.at[*at];

		if (e->clock == s->clock + 1 && !e->dropped) {
			e->dropped = true;
			return e;
		}
	}
	return NULL;
}

static const Expr *first_value(Step *s, VarId x, bool fixed, size_t *initial)
{
	ExprPool *p = s->h->p;
	const DaeEq *e = fixed ? NULL : next_initial(s, initial);

	if (!e)
		return initial_start(s->h->d, x);
	return expr_sub(p, dae_ref(s->h->d, x), expr_sub(p, e->lhs, e->rhs));
}

static void step_clock(Step *s)
{
	Hold *h = s->h;
	size_t initial = 0;
	const Expr **value = NEW_ARRAY(h->scratch, const Expr *, s->states.n + 1);

	if (s->method->stages > 0)
		add_stages(s);
	for (size_t i = 0; i < s->states.n; i++) {
		VarId x = s->states.at[i];

		value[i] = expr_if(h->p, s->first, first_value(s, x, h->d->vars.at[x.i].fixed, &initial),
						   formula(s, i));
	}
	for (size_t i = 0; i < s->states.n; i++)
		clock_hold_add(h, s->states.at[i], value[i], s->clock);
	for (const DaeEq *e; (e = next_initial(s, &initial));)
		diag_error(h->diag, e->at, E_CLOCKED,
				   "there are more initial equations of this clock than states without a fixed "
				   "start value");
}

/* Initial equations that have been used are gone. */
static void drop_initial(Dae *d)
{
	size_t n = 0;

	for (size_t i = 0; i < d->init_eqs.n; i++)
		if (d->init_eqs.at[i].clock == 0)
			d->init_eqs.at[n++] = d->init_eqs.at[i];
	d->init_eqs.n = n;
}

void clock_step_states(Hold *h, const Match *match)
{
	Dae *d = h->d;
	size_t n = 0;

	h->n_eqs = d->eqs.n;
	for (int32_t k = 0; k < (int32_t)d->m->clocks.n; k++) {
		const FlatClock *clock = &d->m->clocks.at[k];
		Step s = {.h = h, .match = match, .clock = k, .method = method_of(clock)};

		for (size_t i = 0; i < d->states.n; i++)
			if (h->state_of[d->states.at[i].i] == k + 1)
				vec_push(arena_allocator(h->scratch), &s.states, d->states.at[i]);
		if (s.states.n == 0)
			continue;
		s.length = clock_hold_ref(h, clock->length);
		s.first = pre(&s, clock_hold_ref(h, clock->first));
		step_clock(&s);
	}
	for (size_t i = 0; i < d->states.n; i++)
		if (!h->state_of[d->states.at[i].i])
			d->states.at[n++] = d->states.at[i];
	d->states.n = n;
	drop_initial(d);
}
