/* SPDX-License-Identifier: MIT
   prepare_limit.c — min and max of the inputs and outputs of functions that equations call
   (MLS 4.9: values outside are no values of the type). Each becomes an assertion without events,
   which is looked at where results are, not where derivatives are: a call costs what it did; in a
   when, an initial equation, a branch of an expression where that counts. Of arrays each element is
   looked at. Statements of sections that are carried out (prepare_alg.c) are equations here. Left
   out is what the argument's own limits say already, and what is called at ticks, by sections with
   loops or by other functions. O(size of the equation). */
#include "compiler/prepare/prepare.h"

#include <math.h>

#define SLACK \
	1e-6 /* part of its size by which a value may be outside, as of variables (limits.c) */
#define DIGITS        10  /* that show it */
#define ELEMENTS_MOST 100 /* of an array that are looked at */

/* Does the variable promise no less itself? Then it is looked at as such. */
static bool has_own(const Prepare *p, const Expr *x, const FlatLocal *of)
{
	const FlatAttrs *a = x->op == EX_VAR ? flat_attrs(p->m, expr_var_id(x)) : NULL;

	return a && (a->min || isinf(of->min)) && (a->max || isinf(of->max)) &&
		   (!a->min || a->min->op != EX_REAL || expr_real_value(a->min) >= of->min) &&
		   (!a->max || a->max->op != EX_REAL || expr_real_value(a->max) <= of->max);
}

static const Expr *text(Prepare *p, const char *words)
{
	return expr_string(p->pool, flat_name(p->m, words));
}

/* A part of an equation. */
typedef struct LimitPart {
	const Expr *x;          /* it */
	const Expr *taken;      /* when it is evaluated; NULL: always */
	const Expr *active;     /* as prepare_effect */
	struct LimitPart *next; /* another */
} LimitPart;

/* Its value, with so many digits that it is told from a limit (SLACK). */
static const Expr *value_text(Prepare *p, const Expr *x)
{
	const Expr *arg[] = {x, expr_integer(p->pool, 0), expr_boolean(p->pool, true),
						 expr_integer(p->pool, DIGITS)};

	return expr_op(p->pool, EX_TO_STRING, arg, x->type->kind == TY_REAL ? 4 : 1);
}

/* One side: the condition that it holds, and what is to be said if not. */
static void add_side(Prepare *p, const Expr *x, const char *what, double limit, bool is_min,
					 const LimitPart *at)
{
	/* Integers are no results of rounding. */
	double slack = x->type->kind == TY_REAL ? SLACK * fmax(1, fabs(limit)) : 0;
	const Expr *bound = expr_real(p->pool, is_min ? limit - slack : limit + slack);
	const Expr *inside =
				   expr_binary(p->pool, is_min ? EX_GE : EX_LE, expr_to_real(p->pool, x), bound),
			   *holds;
	const Expr *message = expr_binary(
		p->pool, EX_ADD, text(p, arena_printf(p->scratch, "%s is ", what)), value_text(p, x));

	if (isinf(limit))
		return;
	if (at->taken)
		inside = expr_if(p->pool, at->taken, inside, expr_boolean(p->pool, true));
	holds = expr_unary(p->pool, EX_NO_EVENT, inside);
	message =
		expr_binary(p->pool, EX_ADD, message,
					text(p, arena_printf(p->scratch, ", %s than its %s = %g",
										 is_min ? "less" : "more", is_min ? "min" : "max", limit)));
	p->is_limit = true;
	prepare_effect(p, flat_assertion(p->m, holds, message), at->active);
	p->is_limit = false;
}

static void add_limits(Prepare *p, const Expr *x, FnId fn, const FlatLocal *of, const LimitPart *at)
{
	const FlatFn *f = &p->m->fns.at[fn.i];
	const char *what;

	if (!of->is_limited || x->type->rank || expr_is_literal(x) || has_own(p, x, of))
		return;
	what = arena_printf(p->scratch, "the %s '%s' of '%s'",
						of->kind == LO_INPUT ? "argument" : "result",
						intern_text(p->m->names, of->name), intern_text(p->m->names, f->name));
	add_side(p, x, what, of->min, true, at);
	add_side(p, x, what, of->max, false, at);
}

/* The same of each element. A call that gives an array is not made again for each of them. */
static void add_elements(Prepare *p, const Expr *x, FnId fn, const FlatLocal *of,
						 const LimitPart *at)
{
	if (!of->is_limited || (x->op != EX_ARRAY && x->type->rank && x->flags & XF_CALL))
		return;
	for (int32_t k = 0; k < x->type->n_scalars && k < ELEMENTS_MOST; k++)
		add_limits(p, scalar_at(p->pool, p->scratch, x, k), fn, of, at);
}

/* The result, where an equation gives it to a variable: so that the call is not made again. */
static void limit_result(Prepare *p, const Expr *x, const Expr *call, const LimitPart *at)
{
	const FlatFn *f = call->op == EX_CALL ? &p->m->fns.at[call->aux] : NULL;

	if (x->op == EX_VAR && f && f->body.local && f->n_out == 1)
		add_limits(p, x, (FnId){(int32_t)call->aux}, &f->body.local[f->n_in], at);
}

static LimitPart *branch(Prepare *p, const LimitPart *of, const Expr *x, const Expr *cond,
						 LimitPart *next)
{
	LimitPart *b = NEW(p->scratch, LimitPart);

	*b = (LimitPart){x, of->taken, of->active, next};
	if (cond)
		b->taken = of->taken ? expr_binary(p->pool, EX_AND, of->taken, cond) : cond;
	return b;
}

/* A part without its branches; these are put before `rest`. */
static LimitPart *look_at_part(Prepare *p, const LimitPart *at, LimitPart *rest)
{
	walk_begin(p->calls, at->x);
	for (const Expr *e; (e = walk_next(p->calls)) != NULL;) {
		const FlatFn *f = e->op == EX_CALL ? &p->m->fns.at[e->aux] : NULL;

		if (e->op == EX_IF) {
			rest = branch(p, at, e->arg[0], NULL, rest);
			rest = branch(p, at, e->arg[1], e->arg[0], rest);
			rest = branch(p, at, e->arg[2], expr_unary(p->pool, EX_NOT, e->arg[0]), rest);
		}
		if (e->op == EX_IF || e->op == EX_AND || e->op == EX_OR)
			walk_skip(p->calls);
		for (int32_t i = 0; f && f->body.local && i < f->n_in && i < (int32_t)e->n; i++)
			add_elements(p, e->arg[i], (FnId){(int32_t)e->aux}, &f->body.local[i], at);
	}
	return rest;
}

void prepare_limits(Prepare *p, const FlatEq *eq, const Expr *active)
{
	const Expr *const side[2] = {eq->lhs, eq->rhs};

	if (eq->clock)
		return;
	for (int k = 0; k < 2; k++) {
		LimitPart whole = {side[k], NULL, active, NULL};

		if (!side[k] || !(side[k]->flags & XF_CALL))
			continue;
		if (!p->calls) {
			p->calls = NEW(p->d->keep, Walk);
			walk_init_only(p->calls, p->pool, p->d->keep, XF_CALL);
		}
		for (LimitPart *at = &whole; at; at = at->next)
			at->next = look_at_part(p, at, at->next);
		if (eq->kind == EQ_EQUAL)
			limit_result(p, side[1 - k], side[k], &whole);
	}
}
