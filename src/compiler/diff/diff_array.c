/* SPDX-License-Identifier: MIT
   diff_array.c — the tangents of operators on arrays, which stand in the bodies of functions only.
   Linear ones apply to the tangent as they do to the value; products take one factor at a time.
   Products and extremes of all elements are spelt out if their number is known. */
#include "compiler/diff/diff.h"

/* A product of two arrays that is linear in both. */
static bool rule_bilinear(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	const Expr *left = t[0] ? expr_binary(d->p, e->op, t[0], e->arg[1]) : NULL;
	const Expr *right = t[1] ? expr_binary(d->p, e->op, e->arg[0], t[1]) : NULL;

	*tangent = diff_rule_add(d->p, left, right);
	return true;
}

/* The same operator on the tangents; arguments that are not Real (sizes) stay. */
static bool rule_linear(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	const Expr **arg = NEW_ARRAY(d->scratch, const Expr *, e->n);

	for (uint32_t i = 0; i < e->n; i++) {
		arg[i] = e->arg[i];
		if (diff_has_real(e->arg[i]->type))
			arg[i] = diff_full(d, e->arg[i], t[i]);
		if (!arg[i])
			return false;
	}
	*tangent = expr_with(d->p, e, arg);
	return true;
}

/* A^n is A*A*…: n terms of which each has one factor differentiated. */
static bool rule_matpow(Diff *d, const Expr *e, const Expr *da, const Expr **tangent)
{
	const Expr *a = e->arg[0], *n = e->arg[1], *power = a;

	if (n->op != EX_INTEGER || expr_integer_value(n) < 0 || expr_integer_value(n) > 100)
		return diff_fail(d, "the power of a matrix has no small whole exponent");
	if (expr_integer_value(n) == 0)
		return true;
	*tangent = da;
	for (int64_t i = 1; i < expr_integer_value(n); i++) {
		*tangent = expr_add(d->p, expr_binary(d->p, EX_MATMUL, *tangent, a),
							expr_binary(d->p, EX_MATMUL, power, da));
		power = expr_binary(d->p, EX_MATMUL, power, a);
	}
	return true;
}

/* Element k, row-major. */
static const Expr *element(ExprPool *p, const Expr *a, int32_t k)
{
	const Expr *sub[UINT8_MAX];

	for (int i = a->type->rank - 1; i >= 0; i--) {
		sub[i] = expr_integer(p, k % a->type->dim[i] + 1);
		k /= a->type->dim[i];
	}
	return expr_index(p, a, sub, a->type->rank);
}

/* Product: P_i = P_(i-1)*x_i; extreme: the tangent of the one chosen so far. */
static bool rule_fold(Diff *d, const Expr *e, const Expr *dx, const Expr **tangent)
{
	const Expr *x = e->arg[0], *value = NULL;
	ExprPool *p = d->p;

	if (x->type->n_scalars < 0)
		return diff_fail(d, "'%s' of an array of unknown size has no derivative",
						 expr_op_info[e->op].text);
	*tangent = NULL;
	for (int32_t i = 0; i < x->type->n_scalars; i++) {
		const Expr *xi = element(p, x, i), *dxi = element(p, dx, i);

		if (!value) {
			value = xi;
			*tangent = dxi;
		} else if (e->op == EX_PRODUCT) {
			*tangent = expr_add(p, expr_mul(p, *tangent, xi), expr_mul(p, value, dxi));
			value = expr_mul(p, value, xi);
		} else {
			ExprOp op = e->op == EX_MAX_OF ? EX_GT : EX_LT;

			*tangent = expr_if(p, expr_binary(p, op, xi, value), dxi, *tangent);
			value = expr_binary(p, e->op == EX_MAX_OF ? EX_MAX : EX_MIN, xi, value);
		}
	}
	return true;
}

/* product, min, max(body for i in range): of the array of all bodies */
static bool rule_folded(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	ExprOp op = e->op == EX_FOR_PRODUCT ? EX_PRODUCT : e->op == EX_FOR_MIN ? EX_MIN_OF : EX_MAX_OF;
	const Expr *change[3] = {e->arg[0], e->arg[1], t[2]};

	if (t[1])
		return diff_fail(d, "the range of an iterator has no derivative");
	return rule_fold(d, expr_unary(d->p, op, expr_op(d->p, EX_FOR_ARRAY, e->arg, 3)),
					 expr_op(d->p, EX_FOR_ARRAY, change, 3), tangent);
}

/* {body for i in range} and sum(body for i in range); the range must not change. */
static bool rule_iterated(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	const Expr *arg[3] = {e->arg[0], e->arg[1], t[2]};

	if (t[1])
		return diff_fail(d, "the range of an iterator has no derivative");
	*tangent = t[2] ? expr_with(d->p, e, arg) : NULL;
	return true;
}

bool diff_array(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	switch (e->op) {
	case EX_MATMUL:
	case EX_OUTER:
	case EX_CROSS: return rule_bilinear(d, e, t, tangent);
	case EX_TRANSPOSE:
	case EX_SYMMETRIC:
	case EX_SKEW:
	case EX_SUM:
	case EX_SCALAR:
	case EX_VECTOR:
	case EX_MATRIX:
	case EX_DIAGONAL:
	case EX_FILL:
	case EX_LINSPACE:
	case EX_CAT: return rule_linear(d, e, t, tangent);
	case EX_MATPOW: return rule_matpow(d, e, t[0], tangent);
	case EX_PRODUCT:
	case EX_MIN_OF:
	case EX_MAX_OF: return rule_fold(d, e, t[0], tangent);
	case EX_FOR_ARRAY:
	case EX_FOR_SUM: return rule_iterated(d, e, t, tangent);
	case EX_FOR_PRODUCT:
	case EX_FOR_MIN:
	case EX_FOR_MAX: return rule_folded(d, e, t, tangent);
	case EX_RANGE: return diff_fail(d, "a range of numbers has no derivative");
	default: return diff_fail(d, "'%s' has no derivative", expr_op_info[e->op].text);
	}
}
