/* SPDX-License-Identifier: MIT
   vanish.c — coefficients of derivatives that are zero for the given parameters.

   A transistor's capacitance comes out of a large function; with the parameters of most cards it is
   zero whatever the voltages are, and then `i = c*der(v)` says nothing of der(v): v is no state.
   Whether such a coefficient vanishes cannot be seen in the equations (decide.c sees what depends
   on parameters alone). It is tried: the expression that determines it is evaluated at TRIALS
   points, with the given parameters and with values of all sizes for everything that varies. If it
   is exactly zero at all of them it is taken as zero, the product with the derivative is gone, and
   an assertion watches it during the run. */
#include "compiler/dae/dae.h"
#include "compiler/eval/eval.h"

#include <math.h>

enum { TRIALS = 48, LEAST_TRIALS = 12, N_SAMPLES = 61, DEEPEST = 64 };

typedef struct Vanish {
	Dae *d;               /* the model */
	ExprPool *pool;       /* its expressions */
	Walk walk, inner;     /* through equations, through a factor */
	bool *wanted;         /* by variable: it is a coefficient of a derivative */
	bool *zero;           /* by variable: found to be zero */
	bool *dropped;        /* by variable: it was in a product that is gone */
	bool *held;           /* by variable: an expression holds it */
	const Expr **known;   /* by variable: value of a parameter; NULL: not known yet */
	const Expr **samples; /* N_SAMPLES: what is put in for Reals */
	int32_t trial;        /* which one is being made */
	int depth;            /* parameters being evaluated, one for the other */
} Vanish;

static bool holds_derivative(Vanish *x, const Expr *e)
{
	const Expr *v;

	for (walk_begin(&x->inner, e); (v = walk_next(&x->inner));)
		if (v->op == EX_VAR && v->type->rank == 0 && x->d->vars.at[v->aux].der_of.i >= 0)
			return true;
	return false;
}

/* A variable that might be a coefficient; -1: e is none. */
static int32_t coefficient(const Vanish *x, const Expr *e)
{
	const DaeVar *v;

	if (e->op != EX_VAR || !type_is_scalar(e->type, TY_REAL))
		return -1;
	v = &x->d->vars.at[e->aux];
	return v->role == DR_CONTINUOUS && v->der_of.i < 0 && v->der.i < 0 ? (int32_t)e->aux : -1;
}

static bool find_wanted(Vanish *x)
{
	bool any = false;
	const Expr *e;

	walk_begin(&x->walk, NULL);
	for (size_t i = 0; i < x->d->eqs.n; i++) {
		walk_add(&x->walk, x->d->eqs.at[i].lhs);
		walk_add(&x->walk, x->d->eqs.at[i].rhs);
	}
	while ((e = walk_next(&x->walk)))
		for (int k = 0; e->op == EX_MUL && k < 2; k++) {
			int32_t v = coefficient(x, e->arg[k]);

			if (v < 0 || x->wanted[v] || !holds_derivative(x, e->arg[1 - k]))
				continue;
			x->wanted[v] = any = true;
		}
	return any;
}

/* --- trials --- */

static const Expr *value_of(void *ctx, VarId v);

static const Expr *parameter(Vanish *x, VarId v)
{
	const DaeVar *p = &x->d->vars.at[v.i];
	const Expr *value = p->value ? p->value : initial_start(x->d, v);

	if (!x->known[v.i] && x->depth < DEEPEST && !p->solved) {
		x->depth++;
		x->known[v.i] = interp_expr(x->d->m, value, value_of, x, NULL);
		x->depth--;
	}
	return x->known[v.i];
}

/* What stands for a variable in this trial; NULL: nothing. */
static const Expr *value_of(void *ctx, VarId v)
{
	Vanish *x = ctx;
	const DaeVar *var = &x->d->vars.at[v.i];
	uint64_t random = map_hash((uint64_t)x->trial << 32 | (uint32_t)v.i);
	const Type *type = flat_decl_of(x->d->m, v)->type;

	if (var->role == DR_NONE)
		return var->value;
	if (var->role == DR_PARAMETER)
		return parameter(x, v);
	switch (type->kind) {
	case TY_REAL: return x->samples[random % N_SAMPLES];
	case TY_INTEGER: return expr_integer(x->pool, (int64_t)(random % 9) - 4);
	case TY_BOOLEAN: return expr_boolean(x->pool, random & 1);
	default: return NULL;
	}
}

static bool vanishes(Vanish *x, const Expr *e)
{
	int n = 0;

	for (x->trial = 0; x->trial < TRIALS; x->trial++) {
		const Expr *value = interp_expr(x->d->m, e, value_of, x, NULL);

		if (!value)
			continue;
		if (!expr_is_real(value, 0) && !expr_is_real(value, -0.0))
			return false;
		n++;
	}
	return n >= LEAST_TRIALS;
}

/* Zero, and numbers from 1e-3 to 1e3 with both signs. */
static void make_samples(Vanish *x)
{
	x->samples[0] = expr_real(x->pool, 0);
	for (int k = 1; k < N_SAMPLES; k++) {
		int size = k / 2; /* two of each, one of them negative */

		x->samples[k] =
			expr_real(x->pool, (k % 2 ? 1 : -1) * 1.23e-3 * pow(10, 6.0 * size / N_SAMPLES * 2));
	}
}

/* --- what follows --- */

static void add_check(Vanish *x, VarId v, const Expr *e, const DaeEq *eq)
{
	Text text;
	const Expr *size = expr_unary(x->pool, EX_ABS, e);
	DaeAction a = {
		.kind = DA_ASSERT, .always = true, .target = {-1}, .at = eq->at, .path = eq->path};

	text_init(&text, arena_heap(x->d->keep));
	flat_print_var(x->d->m, v, &text);
	text_printf(&text,
				" was zero wherever it was tried and was left out of the equations, but is not");
	a.fires =
		expr_unary(x->pool, EX_NO_EVENT, expr_binary(x->pool, EX_GT, size, expr_real(x->pool, 0)));
	a.message = expr_text(x->pool, text_str(&text));
	vec_push(arena_allocator(x->d->keep), &x->d->actions, a);
	text_free(&text);
}

/* True: what the equation determines vanishes. */
static bool try_equation(Vanish *x, DaeEq *eq)
{
	const Expr *zero = expr_real(x->pool, 0);

	for (int side = 0; side < 2; side++) {
		const Expr *var = side ? eq->rhs : eq->lhs, *e = side ? eq->lhs : eq->rhs;
		int32_t v = coefficient(x, var);

		if (v < 0 || !x->wanted[v] || !(e->flags & XF_CALL) || e->flags & XF_IMPURE)
			continue;
		if (!vanishes(x, e))
			return false;
		x->zero[v] = true;
		add_check(x, (VarId){v}, e, eq);
		eq->lhs = var;
		eq->rhs = zero;
		return true;
	}
	return false;
}

/* Products with what vanishes are zero; what they held is noted. */
static const Expr *drop_product(void *ctx, ExprPool *pool, const Expr *e)
{
	Vanish *x = ctx;
	const Expr *v;

	for (int k = 0; e->op == EX_MUL && k < 2; k++) {
		if (coefficient(x, e->arg[k]) < 0 || !x->zero[e->arg[k]->aux])
			continue;
		for (walk_begin(&x->inner, e->arg[1 - k]); (v = walk_next(&x->inner));)
			if (v->op == EX_VAR && v->type->rank == 0)
				x->dropped[v->aux] = true;
		return expr_real(pool, 0);
	}
	return e;
}

static const Expr *note_var(void *ctx, ExprPool *pool, const Expr *e)
{
	Vanish *x = ctx;

	(void)pool;
	for (int32_t k = 0; e->op == EX_VAR && k < e->type->n_scalars; k++)
		x->held[(int32_t)e->aux + k] = true;
	return e;
}

/* A derivative that nothing holds any more is none: its variable is no candidate for a state. */
static void drop_derivatives(Vanish *x)
{
	for (size_t i = 0; i < x->d->vars.n; i++) {
		DaeVar *v = &x->d->vars.at[i];

		if (v->der_of.i < 0 || !x->dropped[i] || x->held[i])
			continue;
		x->d->vars.at[v->der_of.i].der.i = -1;
		v->der_of.i = -1;
		v->role = DR_NONE;
		v->value = expr_real(x->pool, 0);
	}
}

bool vanish_find(Dae *d, Arena *scratch, Diag *diag)
{
	Vanish x = {.d = d, .pool = &d->m->pool};
	bool any = false;

	(void)diag;
	x.wanted = NEW_ARRAY(scratch, bool, d->vars.n);
	x.zero = NEW_ARRAY(scratch, bool, d->vars.n);
	walk_init(&x.walk, x.pool, scratch);
	walk_init(&x.inner, x.pool, scratch);
	if (!find_wanted(&x))
		return true;
	x.known = NEW_ARRAY(scratch, const Expr *, d->vars.n);
	x.samples = NEW_ARRAY(scratch, const Expr *, N_SAMPLES);
	make_samples(&x);
	for (size_t i = 0; i < d->eqs.n; i++)
		any |= try_equation(&x, &d->eqs.at[i]);
	if (!any)
		return true;
	x.dropped = NEW_ARRAY(scratch, bool, d->vars.n);
	x.held = NEW_ARRAY(scratch, bool, d->vars.n);
	dae_rewrite(d, walk_rewrite_new(x.pool, scratch, XF_VAR, drop_product, &x));
	dae_rewrite(d, walk_rewrite_new(x.pool, scratch, XF_VAR, note_var, &x));
	drop_derivatives(&x);
	return true;
}
