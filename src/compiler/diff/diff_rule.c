/* SPDX-License-Identifier: MIT
   diff_rule.c — the rule of each operator: its tangent from those of its arguments, of which NULL
   means zero and one at least is not. Rules use the value itself where it occurs in its derivative
   (exp, sqrt, tan, a/b …). Elementwise operators have the same rule on arrays. */
#include "compiler/diff/diff.h"

#include <math.h>

/* Arithmetic */

const Expr *diff_rule_neg(ExprPool *p, const Expr *a)
{
	return a ? expr_neg(p, a) : NULL;
}

const Expr *diff_rule_add(ExprPool *p, const Expr *a, const Expr *b)
{
	if (!a || !b)
		return a ? a : b;
	return a->op == EX_NEG ? expr_sub(p, b, a->arg[0]) : expr_add(p, a, b);
}

const Expr *diff_rule_sub(ExprPool *p, const Expr *a, const Expr *b)
{
	if (!a || !b)
		return a ? a : diff_rule_neg(p, b);
	return b->op == EX_NEG ? expr_add(p, a, b->arg[0]) : expr_sub(p, a, b);
}

const Expr *diff_rule_mul(ExprPool *p, const Expr *a, const Expr *b)
{
	if (!a || !b)
		return NULL;
	if (a->op == EX_NEG)
		return diff_rule_neg(p, diff_rule_mul(p, a->arg[0], b));
	if (b->op == EX_NEG)
		return diff_rule_neg(p, diff_rule_mul(p, a, b->arg[0]));
	if (expr_is_real(a, -1) && b->type->rank >= a->type->rank)
		return expr_neg(p, b);
	if (expr_is_real(b, -1) && a->type->rank >= b->type->rank)
		return expr_neg(p, a);
	return expr_mul(p, a, b);
}

const Expr *diff_rule_div(ExprPool *p, const Expr *a, const Expr *b)
{
	if (!a)
		return NULL;
	if (a->op == EX_NEG)
		return diff_rule_neg(p, diff_rule_div(p, a->arg[0], b));
	return expr_binary(p, EX_DIV, a, b);
}

static const Expr *number(ExprPool *p, double x)
{
	return expr_real(p, x);
}

static const Expr *square(ExprPool *p, const Expr *a)
{
	return expr_mul(p, a, a);
}

/* if c then a else b, where one of the two may be zero */
static bool choose(Diff *d, const Expr *cond, const Expr *like, const Expr *const t[2],
				   const Expr **tangent)
{
	const Expr *a = diff_full(d, like, t[0]), *b = diff_full(d, like, t[1]);

	if (!a || !b)
		return false;
	*tangent = expr_if(d->p, cond, a, b);
	return true;
}

/* Functions of one argument */

static const Expr *rule_unary(ExprPool *p, const Expr *e, const Expr *du)
{
	const Expr *u = e->arg[0], *one = number(p, 1);

	switch (e->op) {
	case EX_NEG: return diff_rule_neg(p, du);
	case EX_SQRT: return diff_rule_div(p, du, expr_mul(p, number(p, 2), e));
	case EX_SIN: return diff_rule_mul(p, expr_unary(p, EX_COS, u), du);
	case EX_COS: return diff_rule_neg(p, diff_rule_mul(p, expr_unary(p, EX_SIN, u), du));
	case EX_TAN: return diff_rule_mul(p, expr_add(p, one, square(p, e)), du);
	case EX_ASIN:
	case EX_ACOS:
		du = diff_rule_div(p, du, expr_unary(p, EX_SQRT, expr_sub(p, one, square(p, u))));
		return e->op == EX_ASIN ? du : diff_rule_neg(p, du);
	case EX_ATAN: return diff_rule_div(p, du, expr_add(p, one, square(p, u)));
	case EX_SINH: return diff_rule_mul(p, expr_unary(p, EX_COSH, u), du);
	case EX_COSH: return diff_rule_mul(p, expr_unary(p, EX_SINH, u), du);
	case EX_TANH: return diff_rule_mul(p, expr_sub(p, one, square(p, e)), du);
	case EX_EXP: return diff_rule_mul(p, e, du);
	case EX_LOG: return diff_rule_div(p, du, u);
	case EX_LOG10: return diff_rule_div(p, du, expr_mul(p, u, number(p, log(10))));
	default: BUG("no rule for %s", expr_op_info[e->op].name);
	}
}

/* MLS 3.7.1: abs(u) is noEvent(if u >= 0 then u else -u). */
static const Expr *rule_abs(ExprPool *p, const Expr *u, const Expr *du)
{
	const Expr *cond;

	if (u->type->rank > 0)
		return diff_rule_mul(p, expr_to_real(p, expr_unary(p, EX_SIGN, u)), du);
	cond = expr_unary(p, EX_NO_EVENT, expr_binary(p, EX_GE, u, number(p, 0)));
	return expr_if(p, cond, du, expr_neg(p, du));
}

/* Powers: the part of the base is b*a^(b - 1)*a', that of the exponent a^b*log(a)*b'. The latter
   has the limit zero at a = 0. */

static const Expr *rule_base(ExprPool *p, const Expr *a, const Expr *b, const Expr *da)
{
	const Expr *power;

	if (!da || expr_is_real(b, 0))
		return NULL;
	power = expr_is_real(b, 2) ? a : expr_binary(p, EX_POW, a, expr_sub(p, b, number(p, 1)));
	return diff_rule_mul(p, diff_rule_mul(p, b, power), da);
}

static const Expr *rule_pow(ExprPool *p, const Expr *e, const Expr *const t[])
{
	const Expr *a = e->arg[0], *b = e->arg[1], *grow, *cond;
	const Expr *base = rule_base(p, a, b, t[0]);

	if (!t[1])
		return base;
	grow = diff_rule_mul(p, expr_mul(p, e, expr_unary(p, EX_LOG, a)), t[1]);
	if (a->type->rank > 0 || (a->op == EX_REAL && expr_real_value(a) > 0))
		return diff_rule_add(p, base, grow);
	cond = expr_unary(p, EX_NO_EVENT, expr_binary(p, EX_GT, a, number(p, 0)));
	return diff_rule_add(p, base, expr_if(p, cond, grow, number(p, 0)));
}

static const Expr *rule_mul(ExprPool *p, const Expr *a, const Expr *b, const Expr *const t[])
{
	if (a == b)
		return diff_rule_mul(p, expr_mul(p, number(p, 2), a), t[0]);
	return diff_rule_add(p, diff_rule_mul(p, t[0], b), diff_rule_mul(p, a, t[1]));
}

/* a/b: (a' - q*b')/b with q the node itself */
static const Expr *rule_div(ExprPool *p, const Expr *e, const Expr *const t[])
{
	return diff_rule_div(p, diff_rule_sub(p, t[0], diff_rule_mul(p, e, t[1])), e->arg[1]);
}

static const Expr *rule_atan2(ExprPool *p, const Expr *y, const Expr *x, const Expr *const t[])
{
	const Expr *top = diff_rule_sub(p, diff_rule_mul(p, x, t[0]), diff_rule_mul(p, y, t[1]));

	return diff_rule_div(p, top, expr_add(p, square(p, x), square(p, y)));
}

/* mod and rem: a - n*b with a whole number n that is constant between events */
static const Expr *rule_mod(ExprPool *p, const Expr *e, const Expr *const t[])
{
	const Expr *a = e->arg[0], *b = e->arg[1], *n;

	if (!t[1])
		return t[0];
	n = e->op == EX_MOD ? expr_unary(p, EX_FLOOR, expr_binary(p, EX_DIV, a, b))
						: expr_binary(p, EX_DIVIDE, a, b);
	return diff_rule_sub(p, t[0], diff_rule_mul(p, n, t[1]));
}

/* Choices: the tangent of what is chosen, by the same relation */

static bool rule_extreme(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	ExprOp op = e->op == EX_MAX ? EX_GT : EX_LT;

	if (e->type->rank > 0)
		return diff_fail(d, "'%s' of arrays has no derivative", expr_op_info[e->op].text);
	return choose(d, expr_unary(d->p, EX_NO_EVENT, expr_binary(d->p, op, e->arg[0], e->arg[1])), e,
				  t, tangent);
}

/* MLS 3.7.4.5: semiLinear(x, a, b) is if x >= 0 then a*x else b*x. */
static bool rule_semi_linear(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	const Expr *x = e->arg[0], *side[2];

	if (e->type->rank > 0)
		return diff_fail(d, "'semiLinear' of arrays has no derivative");
	for (int i = 0; i < 2; i++)
		side[i] = diff_rule_add(d->p, diff_rule_mul(d->p, t[i + 1], x),
								diff_rule_mul(d->p, e->arg[i + 1], t[0]));
	return choose(d, expr_binary(d->p, EX_GE, x, number(d->p, 0)), e, side, tangent);
}

static bool rule_homotopy(Diff *d, const Expr *const t[], const Expr *e, const Expr **tangent)
{
	const Expr *actual = diff_full(d, e, t[0]), *simplified = diff_full(d, e, t[1]);

	if (!actual || !simplified)
		return false;
	*tangent = expr_binary(d->p, EX_HOMOTOPY, actual, simplified);
	return true;
}

/* smooth(n, u): its derivative is smooth(n - 1, u'). */
static const Expr *rule_smooth(ExprPool *p, const Expr *n, const Expr *du)
{
	if (n->op != EX_INTEGER || expr_integer_value(n) < 1)
		return du;
	return expr_binary(p, EX_SMOOTH, expr_integer(p, expr_integer_value(n) - 1), du);
}

/* u(t - T(t)): by time u'(t - T)*(1 - T'); at one instant, what was before does not change. */
static bool rule_delay(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	const Expr *arg[3] = {t[0], e->arg[1], e->n > 2 ? e->arg[2] : NULL};

	*tangent = NULL;
	if (!d->by_time || !t[0])
		return true;
	*tangent = expr_op(d->p, EX_DELAY, arg, e->n);
	if (t[1])
		*tangent = diff_rule_mul(d->p, *tangent, expr_sub(d->p, number(d->p, 1), t[1]));
	return true;
}

/* Parts */

static bool rule_parts(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	const Expr **part = NEW_ARRAY(d->scratch, const Expr *, e->n);

	for (uint32_t i = 0; i < e->n; i++) {
		part[i] = diff_full(d, e->arg[i], t[i]);
		if (!part[i])
			return false;
	}
	*tangent =
		e->op == EX_RECORD ? expr_record(d->p, e->type, part, e->n) : expr_with(d->p, e, part);
	return true;
}

/* What needs nothing but the tangents; false: see rule_own. */
static bool rule_plain(ExprPool *p, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	switch (e->op) {
	case EX_ADD: *tangent = diff_rule_add(p, t[0], t[1]); return true;
	case EX_SUB: *tangent = diff_rule_sub(p, t[0], t[1]); return true;
	case EX_MUL: *tangent = rule_mul(p, e->arg[0], e->arg[1], t); return true;
	case EX_DIV: *tangent = rule_div(p, e, t); return true;
	case EX_POW: *tangent = rule_pow(p, e, t); return true;
	case EX_ABS: *tangent = rule_abs(p, e->arg[0], t[0]); return true;
	case EX_ATAN2: *tangent = rule_atan2(p, e->arg[0], e->arg[1], t); return true;
	case EX_MOD:
	case EX_REM: *tangent = rule_mod(p, e, t); return true;
	case EX_NO_EVENT: *tangent = expr_unary(p, EX_NO_EVENT, t[0]); return true;
	case EX_SMOOTH: *tangent = rule_smooth(p, e->arg[0], t[1]); return true;
	case EX_INDEX: *tangent = expr_index(p, t[0], e->arg + 1, e->n - 1); return true;
	case EX_FIELD: *tangent = expr_field(p, t[0], (int)e->aux); return true;
	case EX_RESULT: *tangent = expr_result(p, t[0], (int)e->aux); return true;
	case EX_NEG:
	case EX_SQRT:
	case EX_SIN:
	case EX_COS:
	case EX_TAN:
	case EX_ASIN:
	case EX_ACOS:
	case EX_ATAN:
	case EX_SINH:
	case EX_COSH:
	case EX_TANH:
	case EX_EXP:
	case EX_LOG:
	case EX_LOG10: *tangent = rule_unary(p, e, t[0]); return true;
	default: return false;
	}
}

static bool rule_own(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	switch (e->op) {
	case EX_ARRAY:
	case EX_RECORD:
	case EX_TUPLE: return rule_parts(d, e, t, tangent);
	case EX_IF: return choose(d, e->arg[0], e, t + 1, tangent);
	case EX_MIN:
	case EX_MAX: return rule_extreme(d, e, t, tangent);
	case EX_SEMI_LINEAR: return rule_semi_linear(d, e, t, tangent);
	case EX_HOMOTOPY: return rule_homotopy(d, t, e, tangent);
	case EX_DELAY: return rule_delay(d, e, t, tangent);
	case EX_DER: return diff_fail(d, "'der' of an expression is not resolved");
	case EX_SPATIAL:
		if (d->by_time)
			return diff_fail(d, "'spatialDistribution' has no derivative");
		*tangent = NULL;
		return true;
	default: return diff_array(d, e, t, tangent);
	}
}

bool diff_rule(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	*tangent = NULL;
	if (!rule_plain(d->p, e, t, tangent) && !rule_own(d, e, t, tangent))
		return false;
	/* A scalar that went with every element of an array: the same for each. */
	if (*tangent && (*tangent)->type->rank < e->type->rank)
		*tangent = diff_repeat(d, *tangent, e);
	return true;
}
