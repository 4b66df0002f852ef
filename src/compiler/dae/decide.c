/* SPDX-License-Identifier: MIT
   decide.c — parameters whose given value decides about the structure of equations.

   A product with a parameter that is zero does not hold its other factor, and an if-expression over
   parameters only the branch that is taken: an equation must not be solved for anything else. Where
   an equation is differentiated, both are decided for good: what is zero needs no derivative, nor
   does a branch that is not taken (a table calls another function for each kind of interpolation).
   The parameters count as evaluated then: they cannot be set any more.

   Rewriters remember, so that the cost is linear in the number of distinct nodes. */
#include "compiler/dae/dae.h"
#include "compiler/eval/eval.h"

#define ROUNDS_MOST 64 /* parameters that depend on parameters, one below the other */

struct Decide {
	Dae *d;          /* the model */
	Arena *scratch;  /* holds all below */
	Rewrite *put;    /* parameters become what they are made of */
	Rewrite *now;    /* products with a zero become zero, if-expressions the branch taken */
	Rewrite *decide; /* the same for good */
	Walk walk;       /* through conditions */
	Map condition;   /* Boolean variable -> what it is, in terms of given values */
};

static bool is_given(const DaeVar *x)
{
	return x->role == DR_PARAMETER && !x->solved;
}

/* Only parameters that are given, and what is equal to them. */
static bool is_of_given(Decide *c, const Expr *of)
{
	const Expr *e;
	bool given = !(of->flags & (XF_PRE | XF_IMPURE | XF_CLOCK));

	for (walk_begin(&c->walk, given ? of : NULL); (e = walk_next(&c->walk));) {
		given &= e->op != EX_TIME && e->op < EX_DER;
		for (int32_t k = 0; e->op == EX_VAR && k < e->type->n_scalars; k++)
			given &= is_given(dae_var(c->d, dae_var(c->d, (VarId){(int32_t)e->aux + k})->alias));
	}
	return given;
}

/* Conditions are variables where they make events, also those of Reals that equations make equal
   to parameters: `if abs(par1.y - par2.y) < eps then …`. */
static void find_conditions(Decide *c)
{
	map_init(&c->condition, arena_allocator(c->scratch));
	for (size_t i = 0; i < c->d->eqs.n; i++) {
		const DaeEq *e = &c->d->eqs.at[i];

		if (e->lhs->op == EX_VAR && type_is_scalar(e->lhs->type, TY_BOOLEAN) && !e->init_rhs &&
			is_of_given(c, e->rhs))
			map_put(&c->condition, e->lhs->aux, map_key(e->rhs));
	}
}

static const Expr *put_scalar(Decide *c, VarId v)
{
	Dae *d = c->d;
	const DaeVar *x = dae_var(d, v);
	const Expr *condition = map_find_ptr(&c->condition, (uint64_t)v.i);

	if (condition)
		return condition;
	if (x->role == DR_NONE)
		return x->value;
	if (!is_given(x) || x->alias.i != v.i)
		return dae_ref(d, x->alias);
	return x->value ? x->value : initial_start(d, v);
}

static const Expr *put_array(Decide *c, VarId v, const Type *type)
{
	const Type *part;
	const Expr **arg;

	if (type->rank == 0)
		return put_scalar(c, v);
	part = type_drop(&c->d->m->pool, type, 1);
	arg = NEW_ARRAY(c->scratch, const Expr *, type->dim[0]);
	for (int32_t i = 0; i < type->dim[0]; i++)
		arg[i] = put_array(c, (VarId){v.i + i * part->n_scalars}, part);
	return expr_array(&c->d->m->pool, part, arg, (size_t)type->dim[0]);
}

static const Expr *put_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	Decide *c = ctx;
	const Expr *value = NULL;

	(void)pool;
	if (e->op == EX_VAR && e->type->n_scalars >= 0)
		return put_array(c, expr_var_id(e), e->type);
	if (e->op == EX_CALL && !(e->flags & (XF_VAR | XF_IMPURE)))
		value = interp_expr(c->d->m, e, NULL, NULL, NULL);
	return value ? value : e;
}

/* A condition of given values, or its opposite? */
static bool is_condition(const Decide *c, const Expr *e)
{
	while (e->op == EX_NOT)
		e = e->arg[0];
	return e->op == EX_VAR && map_find(&c->condition, e->aux);
}

/* The literal that an expression of parameters comes down to; NULL: it is not known. evaluated:
   what it depends on cannot be set any more. */
static const Expr *value_of(Decide *c, const Expr *of, bool evaluated)
{
	const Expr *e = of, *next, *x;

	if (of->type->n_scalars != 1 || (of->variability > VB_PARAMETER && !is_condition(c, of)))
		return NULL;
	for (int round = 0; !expr_is_literal(e) && round < ROUNDS_MOST; round++, e = next) {
		next = walk_rewrite(c->put, e);
		if (next == e)
			return NULL;
		for (walk_begin(&c->walk, evaluated ? e : NULL); (x = walk_next(&c->walk));)
			for (int32_t k = 0; x->op == EX_VAR && k < x->type->n_scalars; k++)
				dae_var(c->d, (VarId){(int32_t)x->aux + k})->evaluated = true;
	}
	return expr_is_literal(e) ? e : NULL;
}

/* A product of Reals with a parameter that is zero. */
static bool is_zero(Decide *c, const Expr *e, bool evaluated)
{
	if (e->op != EX_MUL || !type_is_scalar(e->type, TY_REAL) || e->variability <= VB_PARAMETER)
		return false;
	for (int i = 0; i < 2; i++) {
		const Expr *factor = e->arg[i];
		const Expr *value = expr_is_literal(factor) ? NULL : value_of(c, factor, false);

		if (!value || !expr_is_real(value, 0))
			continue;
		if (evaluated)
			value_of(c, factor, true);
		return true;
	}
	return false;
}

static const Expr *decided(Decide *c, ExprPool *pool, const Expr *e, bool evaluated)
{
	if (is_zero(c, e, evaluated))
		return expr_real(pool, 0);
	if (e->op != EX_IF || !value_of(c, e->arg[0], false))
		return e;
	return expr_if(pool, value_of(c, e->arg[0], evaluated), e->arg[1], e->arg[2]);
}

static const Expr *now_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	return decided(ctx, pool, e, false);
}

static const Expr *decide_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	return decided(ctx, pool, e, true);
}

Decide *decide_new(Dae *d, Arena *scratch)
{
	ExprPool *pool = &d->m->pool;
	Decide *c = NEW(scratch, Decide);

	*c = (Decide){.d = d, .scratch = scratch};
	walk_init(&c->walk, pool, scratch);
	find_conditions(c);
	c->put = walk_rewrite_new(pool, scratch, 0, put_rule, c);
	c->now = walk_rewrite_new(pool, scratch, XF_VAR, now_rule, c);
	c->decide = walk_rewrite_new(pool, scratch, XF_VAR, decide_rule, c);
	return c;
}

const Expr *decide_now(Decide *c, const Expr *e)
{
	return walk_rewrite(c->now, e);
}

bool decide_eq(Decide *c, DaeEq *e)
{
	const Expr *lhs = walk_rewrite(c->decide, e->lhs), *rhs = walk_rewrite(c->decide, e->rhs);
	bool changed = lhs != e->lhs || rhs != e->rhs;

	e->lhs = lhs;
	e->rhs = rhs;
	return changed;
}
