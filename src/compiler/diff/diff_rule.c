/* SPDX-License-Identifier: MIT
   diff_rule.c — the rule of each operator: its tangent from those of its arguments, of which NULL
   means zero and one at least is not, unless the operator has a state. Rules use the value itself
   where it occurs in its derivative (exp, sqrt, tan, a/b …). Elementwise operators have the same
   rule on arrays. */
#include "compiler/diff/diff.h"
#include "compiler/expr/operator_rule.h"

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

/* -- the rules that ir/ops.h names ----------------------------------------------------------- */

/* MLS 3.7.1: abs(u) is noEvent(if u >= 0 then u else -u). */
static bool rule_abs(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	const Expr *u = e->arg[0], *du = t[0], *cond;

	if (u->type->rank > 0) {
		*tangent = diff_rule_mul(d->p, expr_to_real(d->p, expr_unary(d->p, EX_SIGN, u)), du);
		return true;
	}
	cond = expr_unary(d->p, EX_NO_EVENT, expr_binary(d->p, EX_GE, u, number(d->p, 0)));
	*tangent = expr_if(d->p, cond, du, expr_neg(d->p, du));
	return true;
}

static bool rule_mul(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	const Expr *a = e->arg[0], *b = e->arg[1];

	*tangent =
		a == b ? diff_rule_mul(d->p, expr_mul(d->p, number(d->p, 2), a), t[0])
			   : diff_rule_add(d->p, diff_rule_mul(d->p, t[0], b), diff_rule_mul(d->p, a, t[1]));
	return true;
}

/* Powers: the part of the base is b*a^(b - 1)*a', that of the exponent a^b*log(a)*b'. The latter
   has the limit zero at a = 0. */

static const Expr *power_by_base(ExprPool *p, const Expr *a, const Expr *b, const Expr *da)
{
	const Expr *power;

	if (!da || expr_is_real(b, 0))
		return NULL;
	power = expr_is_real(b, 2) ? a : expr_binary(p, EX_POW, a, expr_sub(p, b, number(p, 1)));
	return diff_rule_mul(p, diff_rule_mul(p, b, power), da);
}

static bool rule_pow(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	ExprPool *p = d->p;
	const Expr *a = e->arg[0], *b = e->arg[1], *grow, *cond;

	*tangent = power_by_base(p, a, b, t[0]);
	if (!t[1])
		return true;
	grow = diff_rule_mul(p, expr_mul(p, e, expr_unary(p, EX_LOG, a)), t[1]);
	if (a->type->rank == 0 && !(a->op == EX_REAL && expr_real_value(a) > 0)) {
		cond = expr_unary(p, EX_NO_EVENT, expr_binary(p, EX_GT, a, number(p, 0)));
		grow = expr_if(p, cond, grow, number(p, 0));
	}
	*tangent = diff_rule_add(p, *tangent, grow);
	return true;
}

/* mod and rem: a - n*b with a whole number n that is constant between events */
static bool rule_mod(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	ExprPool *p = d->p;
	const Expr *a = e->arg[0], *b = e->arg[1], *n;

	*tangent = t[0];
	if (!t[1])
		return true;
	n = e->op == EX_MOD ? expr_unary(p, EX_FLOOR, expr_binary(p, EX_DIV, a, b))
						: expr_binary(p, EX_DIVIDE, a, b);
	*tangent = diff_rule_sub(p, t[0], diff_rule_mul(p, n, t[1]));
	return true;
}

/* min and max: the tangent of what is chosen, by the same relation */
static bool rule_extreme(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	ExprOp op = e->op == EX_MAX ? EX_GT : EX_LT;

	if (e->type->rank > 0)
		return diff_fail(d, "'%s' of arrays has no derivative", expr_op_info[e->op].text);
	return choose(d, expr_unary(d->p, EX_NO_EVENT, expr_binary(d->p, op, e->arg[0], e->arg[1])), e,
				  t, tangent);
}

/* The operations of ir/ops.h, of Reals. */
static bool rule_operation(Diff *d, IrOp op, const Expr *e, const Expr *const t[],
						   const Expr **tangent)
{
	ExprPool *p = d->p;
	const Expr *a = e->arg[0], *b = e->arg[e->n - 1], *y = e, *da = t[0], *db = t[e->n - 1];

#define IS(x)       (*tangent = (x), true)
#define BY(rule)    rule_##rule(d, e, t, tangent)
#define NONE        diff_fail(d, "'%s' has no derivative", expr_op_info[e->op].text)
#define NEG(x)      diff_rule_neg(p, x)
#define ADD(x, z)   diff_rule_add(p, x, z)
#define SUB(x, z)   diff_rule_sub(p, x, z)
#define MUL(x, z)   diff_rule_mul(p, x, z)
#define DIV(x, z)   diff_rule_div(p, x, z)
#define NUM(x)      number(p, x)
#define OF(name, x) expr_unary(p, EX_##name, x)
#define CASE(op, name, n, value, domain, tangent, ...) \
	case op: return tangent;
	switch (op) {
		OPS(CASE)
	default: BUG("operation %d of an expression", (int)op);
	}
#undef CASE
#undef OF
#undef NUM
#undef DIV
#undef MUL
#undef SUB
#undef ADD
#undef NEG
#undef NONE
#undef BY
#undef IS
}

/* -- other operators ------------------------------------------------------------------------- */

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

/* An operator with a state: by its own rule. */
static bool rule_stateful(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	const OperatorRule *rule = operator_rule_of((ExprOp)e->op);

	if (rule->diff)
		return rule->diff(d, e, t, tangent);
	if (d->by_time)
		return diff_fail(d, "'%s' has no derivative", expr_op_info[e->op].text);
	*tangent = NULL;
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
	case EX_NO_EVENT: *tangent = expr_unary(p, EX_NO_EVENT, t[0]); return true;
	case EX_SMOOTH: *tangent = rule_smooth(p, e->arg[0], t[1]); return true;
	case EX_INDEX: *tangent = expr_index(p, t[0], e->arg + 1, e->n - 1); return true;
	case EX_FIELD: *tangent = expr_field(p, t[0], (int)e->aux); return true;
	case EX_RESULT: *tangent = expr_result(p, t[0], (int)e->aux); return true;
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
	case EX_SEMI_LINEAR: return rule_semi_linear(d, e, t, tangent);
	case EX_HOMOTOPY: return rule_homotopy(d, t, e, tangent);
	case EX_DER: return diff_fail(d, "'der' of an expression is not resolved");
	default:
		return expr_op_info[e->op].flags & OF_STATE ? rule_stateful(d, e, t, tangent)
													: diff_array(d, e, t, tangent);
	}
}

bool diff_rule(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	IrOp op = e->n ? expr_value_op((ExprOp)e->op, e->arg[0]->type->kind) : IR_OP_COUNT;

	*tangent = NULL;
	if (op != IR_OP_COUNT ? !rule_operation(d, op, e, t, tangent)
						  : !rule_plain(d->p, e, t, tangent) && !rule_own(d, e, t, tangent))
		return false;
	/* A scalar that went with every element of an array: the same for each. */
	if (*tangent && (*tangent)->type->rank < e->type->rank)
		*tangent = diff_repeat(d, *tangent, e);
	return true;
}
