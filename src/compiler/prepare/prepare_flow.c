/* SPDX-License-Identifier: MIT
   prepare_flow.c — in smooth(0, x*…), which promises that it is continuous, relations of x with
   zero make no events: one would be located to the last bits of x = 0, and flows that come to rest
   would make events without end, as with semiLinear (MLS 3.7.4.5). x*(if x > 0 then a else b) by
   itself makes them: nobody says that it is continuous, and without them an integrator takes tiny
   steps where a flow turns back and forth. */
#include "compiler/prepare/prepare.h"

/* Is e the relation of x with zero? */
static bool is_sign_of(const Expr *e, const Expr *x)
{
	const Expr *zero = e->n == 2 ? e->arg[1] : NULL;

	return e->op >= EX_LT && e->op <= EX_GE && e->arg[0] == x &&
		   ((zero->op == EX_REAL && expr_real_value(zero) == 0) ||
			(zero->op == EX_INTEGER && expr_integer_value(zero) == 0));
}

/* x whose sign makes no events. */
typedef struct Flow {
	const Expr *x; /* the flow */
} Flow;

static const Expr *sign_rule(void *flow, ExprPool *pool, const Expr *e)
{
	return is_sign_of(e, ((const Flow *)flow)->x) ? expr_unary(pool, EX_NO_EVENT, e) : e;
}

/* What a product or quotient is zero with: its first factor that is a variable. */
static const Expr *leading_factor(const Expr *e)
{
	while (e->op == EX_MUL || e->op == EX_DIV || e->op == EX_NEG)
		e = e->arg[0];
	return e->op == EX_VAR ? e : NULL;
}

const Expr *prepare_flow_smooth(Prepare *p, const Expr *e)
{
	Flow f = {.x = e->type->rank == 0 ? leading_factor(e) : NULL};
	Rewrite *r;

	if (!f.x || !(e->flags & XF_EVENT))
		return e;
	r = walk_rewrite_new(p->pool, p->scratch, XF_EVENT, sign_rule, &f);
	return walk_rewrite(r, e);
}
