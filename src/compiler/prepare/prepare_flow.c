/* SPDX-License-Identifier: MIT
   prepare_flow.c — relations on a flow that is a factor of what they choose make no events.
   x*(if x > 0 then a else b) is continuous, as semiLinear(x, a, b) is (MLS 3.7.4.5); MLS 15.3 says
   so of m_flow*actualStream(h). An event would be located to the last bits of x = 0, just where
   energy balances of components without a volume determine nothing, and flows that come to rest
   would make events without end. In smooth(0, …), which promises that it is continuous, the same
   holds wherever the relation stands. */
#include "compiler/prepare/prepare.h"

/* Is e the relation of x with zero? */
static bool is_sign_of(const Expr *e, const Expr *x)
{
	const Expr *zero = e->n == 2 ? e->arg[1] : NULL;

	return e->op >= EX_LT && e->op <= EX_GE && e->arg[0] == x &&
		   ((zero->op == EX_REAL && expr_real_value(zero) == 0) ||
			(zero->op == EX_INTEGER && expr_integer_value(zero) == 0));
}

#define MOST_TERMS 20 /* in a sum, one in the other */

/* x whose sign makes no events, and what it takes to look for it. */
typedef struct Flow {
	Prepare *p;    /* whose pool and memory */
	const Expr *x; /* the flow */
	Walk walk;     /* for is_free */
} Flow;

/* Does nothing in e name x? x*(if x > 0 then 1/x else 0) is not continuous. */
static bool is_free(Flow *f, const Expr *e)
{
	const Expr *at;

	for (walk_begin(&f->walk, e); (at = walk_next(&f->walk));)
		if (at == f->x)
			return false;
	return true;
}

/* e, a sum of terms that are chosen by the sign of x, without events. */
static const Expr *choose_calmly(Flow *f, const Expr *e, int depth)
{
	ExprPool *pool = f->p->pool;

	if (!(e->flags & XF_EVENT) || depth > MOST_TERMS)
		return e;
	switch (e->op) {
	case EX_IF:
		if (!is_sign_of(e->arg[0], f->x) || !is_free(f, e->arg[1]) || !is_free(f, e->arg[2]))
			return e;
		return expr_if(pool, expr_unary(pool, EX_NO_EVENT, e->arg[0]), e->arg[1], e->arg[2]);
	case EX_ADD:
	case EX_SUB:
		return expr_binary(pool, e->op, choose_calmly(f, e->arg[0], depth + 1),
						   choose_calmly(f, e->arg[1], depth + 1));
	case EX_NEG: return expr_unary(pool, e->op, choose_calmly(f, e->arg[0], depth + 1));
	default: return e;
	}
}

const Expr *prepare_flow_product(Prepare *p, const Expr *e)
{
	const Expr *a = e->arg[0], *b = e->arg[1];
	Flow f = {.p = p};

	if (e->type->rank > 0 || !(e->flags & XF_EVENT) || (a->flags & b->flags & XF_EVENT))
		return e;
	walk_init_brief(&f.walk, p->pool, p->scratch, 0);
	f.x = a->flags & XF_EVENT ? b : a;
	if (f.x == a)
		b = choose_calmly(&f, b, 0);
	else
		a = choose_calmly(&f, a, 0);
	return a == e->arg[0] && b == e->arg[1] ? e : expr_binary(p->pool, EX_MUL, a, b);
}

/* --- smooth(0, …) --- */

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
	Flow f = {.p = p, .x = e->type->rank == 0 ? leading_factor(e) : NULL};
	Rewrite *r;

	if (!f.x || !(e->flags & XF_EVENT))
		return e;
	r = walk_rewrite_new(p->pool, p->scratch, XF_EVENT, sign_rule, &f);
	return walk_rewrite(r, e);
}
