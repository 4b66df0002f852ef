/* SPDX-License-Identifier: MIT
   decide.c — if-expressions whose condition consists of parameters with given values, decided for
   good where an equation must be differentiated: a branch that is not taken need not have a
   derivative (a table calls another function for each kind of interpolation). The parameters count
   as evaluated then: they cannot be set any more. */
#include "compiler/dae/dae.h"

#define ROUNDS_MOST 64 /* parameters that depend on parameters, one below the other */

struct Decide {
	Dae *d;          /* the model */
	Rewrite *put;    /* parameters become what they are made of */
	Rewrite *decide; /* if-expressions become the branch that is taken */
	Walk walk;       /* through conditions */
};

static bool is_given(const DaeVar *x)
{
	return x->role == DR_PARAMETER && !x->solved;
}

static const Expr *put_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	Dae *d = ctx;
	VarId v;

	(void)pool;
	if (e->op != EX_VAR || e->type->rank > 0)
		return e;
	v = dae_var(d, expr_var_id(e))->alias;
	if (!is_given(dae_var(d, v)) || v.i != (int32_t)e->aux)
		return e;
	return dae_var(d, v)->value ? dae_var(d, v)->value : initial_start(d, v);
}

static void mark_evaluated(Decide *c, const Expr *e)
{
	const Expr *x;

	for (walk_begin(&c->walk, e); (x = walk_next(&c->walk));)
		if (x->op == EX_VAR && x->type->rank == 0 && is_given(dae_var(c->d, expr_var_id(x))))
			dae_var(c->d, expr_var_id(x))->evaluated = true;
}

/* The value of a condition; NULL: it is not known. */
static const Expr *value_of(Decide *c, const Expr *cond)
{
	const Expr *round[ROUNDS_MOST], *e = cond;
	int n = 0;

	if (cond->variability > VB_PARAMETER)
		return NULL;
	while (!expr_is_literal(e) && n < ROUNDS_MOST) {
		round[n++] = e;
		e = walk_rewrite(c->put, e);
		if (e == round[n - 1])
			return NULL;
	}
	if (!expr_is_literal(e))
		return NULL;
	while (n-- > 0)
		mark_evaluated(c, round[n]);
	return e;
}

static const Expr *decide_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	const Expr *value;

	if (e->op != EX_IF || !(e->flags & XF_CALL))
		return e;
	value = value_of(ctx, e->arg[0]);
	return value ? expr_if(pool, value, e->arg[1], e->arg[2]) : e;
}

Decide *decide_new(Dae *d, Arena *scratch)
{
	Decide *c = NEW(scratch, Decide);

	*c = (Decide){.d = d};
	walk_init(&c->walk, &d->m->pool, scratch);
	c->put = walk_rewrite_new(&d->m->pool, scratch, XF_VAR, put_rule, d);
	c->decide = walk_rewrite_new(&d->m->pool, scratch, XF_CALL, decide_rule, c);
	return c;
}

bool decide_eq(Decide *c, DaeEq *e)
{
	const Expr *lhs = walk_rewrite(c->decide, e->lhs), *rhs = walk_rewrite(c->decide, e->rhs);
	bool changed = lhs != e->lhs || rhs != e->rhs;

	e->lhs = lhs;
	e->rhs = rhs;
	return changed;
}
