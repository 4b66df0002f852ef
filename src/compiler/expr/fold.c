/* SPDX-License-Identifier: MIT
   fold.c — what is simplified while an expression is made. Arithmetic on literals is that of the
   run (same double operations, same libm); a result that is not finite, an overflow of Integer and
   whatever is undefined is left for the run to report. Neutral elements go; nothing is dropped that
   could make an event, fail, or have an effect. No search: each rule looks at the arguments only,
   so folding is O(1) per node. */
#include "compiler/expr/expr.h"

#include <math.h>
#include <string.h>

static const Expr *finite(ExprPool *p, double x)
{
	return isfinite(x) ? expr_real(p, x) : NULL;
}

static const Expr *fold_reals(ExprPool *p, ExprOp op, double a, double b)
{
	switch (op) {
	case EX_ADD: return finite(p, a + b);
	case EX_SUB: return finite(p, a - b);
	case EX_MUL: return finite(p, a * b);
	case EX_DIV: return b == 0 ? NULL : finite(p, a / b);
	case EX_POW: return finite(p, pow(a, b));
	case EX_LT: return expr_boolean(p, a < b);
	case EX_LE: return expr_boolean(p, a <= b);
	case EX_GT: return expr_boolean(p, a > b);
	case EX_GE: return expr_boolean(p, a >= b);
	case EX_EQ: return expr_boolean(p, a == b);
	case EX_NE: return expr_boolean(p, a != b);
	case EX_MIN: return finite(p, a < b ? a : b);
	case EX_MAX: return finite(p, a > b ? a : b);
	case EX_DIVIDE: return b == 0 ? NULL : finite(p, trunc(a / b));
	case EX_MOD: return b == 0 ? NULL : finite(p, a - floor(a / b) * b);
	case EX_REM: return b == 0 ? NULL : finite(p, a - trunc(a / b) * b);
	case EX_ATAN2: return finite(p, atan2(a, b));
	default: return NULL;
	}
}

static const Expr *fold_real(ExprPool *p, ExprOp op, double a)
{
	switch (op) {
	case EX_NEG: return expr_real(p, -a);
	case EX_ABS: return finite(p, fabs(a));
	case EX_SIGN: return expr_integer(p, (a > 0) - (a < 0));
	case EX_FLOOR: return finite(p, floor(a));
	case EX_CEIL: return finite(p, ceil(a));
	case EX_INTEGRAL: return fabs(a) < 0x1p53 ? expr_integer(p, (int64_t)floor(a)) : NULL;
	case EX_SQRT: return finite(p, sqrt(a));
	case EX_SIN: return finite(p, sin(a));
	case EX_COS: return finite(p, cos(a));
	case EX_TAN: return finite(p, tan(a));
	case EX_ASIN: return finite(p, asin(a));
	case EX_ACOS: return finite(p, acos(a));
	case EX_ATAN: return finite(p, atan(a));
	case EX_SINH: return finite(p, sinh(a));
	case EX_COSH: return finite(p, cosh(a));
	case EX_TANH: return finite(p, tanh(a));
	case EX_EXP: return finite(p, exp(a));
	case EX_LOG: return finite(p, log(a));
	case EX_LOG10: return finite(p, log10(a));
	default: return NULL;
	}
}

/* MLS 3.7.1.1: div truncates, mod has the sign of b, rem that of a. */
static const Expr *fold_division(ExprPool *p, ExprOp op, int64_t a, int64_t b)
{
	int64_t rem;

	if (b == 0 || (a == INT64_MIN && b == -1))
		return NULL;
	rem = a % b;
	if (op == EX_DIVIDE)
		return expr_integer(p, a / b);
	if (op == EX_MOD && rem != 0 && (rem < 0) != (b < 0))
		rem += b;
	return expr_integer(p, rem);
}

/* Integers; truth values and enumerations are compared as numbers. */
static const Expr *fold_integers(ExprPool *p, ExprOp op, const Expr *x, const Expr *y)
{
	int64_t a = expr_integer_value(x), b = expr_integer_value(y), c;

	switch (op) {
	case EX_ADD: return __builtin_add_overflow(a, b, &c) ? NULL : expr_integer(p, c);
	case EX_SUB: return __builtin_sub_overflow(a, b, &c) ? NULL : expr_integer(p, c);
	case EX_MUL: return __builtin_mul_overflow(a, b, &c) ? NULL : expr_integer(p, c);
	case EX_LT: return expr_boolean(p, a < b);
	case EX_LE: return expr_boolean(p, a <= b);
	case EX_GT: return expr_boolean(p, a > b);
	case EX_GE: return expr_boolean(p, a >= b);
	case EX_EQ: return expr_boolean(p, a == b);
	case EX_NE: return expr_boolean(p, a != b);
	case EX_MIN: return a < b ? x : y;
	case EX_MAX: return a > b ? x : y;
	case EX_DIVIDE:
	case EX_MOD:
	case EX_REM: return fold_division(p, op, a, b);
	default: return NULL;
	}
}

static const Expr *fold_integer(ExprPool *p, ExprOp op, const Expr *x)
{
	int64_t a = expr_integer_value(x);

	if (op == EX_SIGN)
		return expr_integer(p, (a > 0) - (a < 0));
	if (op == EX_TO_INTEGER)
		return expr_integer(p, a);
	if (a == INT64_MIN)
		return NULL;
	return op == EX_NEG   ? expr_integer(p, -a)
		   : op == EX_ABS ? expr_integer(p, a < 0 ? -a : a)
						  : NULL;
}

static const Expr *fold_strings(ExprPool *p, ExprOp op, const Expr *a, const Expr *b)
{
	const char *s = intern_text(p->names, (Name){a->aux});
	const char *t = intern_text(p->names, (Name){b->aux});
	int order = strcmp(s, t);

	switch (op) {
	case EX_ADD: return expr_text(p, arena_printf(p->keep, "%s%s", s, t));
	case EX_LT: return expr_boolean(p, order < 0);
	case EX_LE: return expr_boolean(p, order <= 0);
	case EX_GT: return expr_boolean(p, order > 0);
	case EX_GE: return expr_boolean(p, order >= 0);
	case EX_EQ: return expr_boolean(p, order == 0);
	case EX_NE: return expr_boolean(p, order != 0);
	default: return NULL;
	}
}

static const Expr *fold_literals(ExprPool *p, ExprOp op, const Expr *const arg[], size_t n)
{
	const Expr *a = arg[0], *b = arg[n - 1];

	if (n > 2 || !expr_is_literal(a) || a->op != b->op)
		return NULL;
	if (a->op == EX_REAL)
		return n == 1 ? fold_real(p, op, expr_real_value(a))
					  : fold_reals(p, op, expr_real_value(a), expr_real_value(b));
	if (a->op == EX_STRING)
		return n == 2 ? fold_strings(p, op, a, b) : NULL;
	return n == 1 ? fold_integer(p, op, a) : fold_integers(p, op, a, b);
}

static bool is_number(const Expr *e, int value)
{
	return expr_is_real(e, value) || (e->op == EX_INTEGER && expr_integer_value(e) == value);
}

/* Neutral elements; the other argument must have the type of the whole (no broadcast). */
static const Expr *fold_neutral(ExprPool *p, ExprOp op, const Type *type, const Expr *a,
								const Expr *b)
{
	switch (op) {
	case EX_ADD:
		if (is_number(a, 0) && b->type == type)
			return b;
		if (is_number(b, 0) && a->type == type)
			return a;
		return b->op == EX_NEG ? expr_binary(p, EX_SUB, a, b->arg[0]) : NULL;
	case EX_SUB:
		if (is_number(a, 0) && b->type == type)
			return expr_unary(p, EX_NEG, b);
		return is_number(b, 0) && a->type == type ? a : NULL;
	case EX_MUL:
		if (is_number(a, 1) && b->type == type)
			return b;
		return is_number(b, 1) && a->type == type ? a : NULL;
	case EX_DIV:
	case EX_POW: return is_number(b, 1) && a->type == type ? a : NULL;
	default: return NULL;
	}
}

/* May this be left out without any difference? */
static bool is_silent(const Expr *e)
{
	return !(e->flags & (XF_EVENT | XF_IMPURE | XF_FAIL | XF_CLOCK));
}

static const Expr *fold_logic(ExprOp op, const Expr *a, const Expr *b)
{
	bool neutral = op == EX_AND;

	for (int turn = 0; turn < 2; turn++) {
		if (a->op == EX_BOOLEAN && a->aux == neutral)
			return b;
		if (a->op == EX_BOOLEAN && is_silent(b))
			return a;
		const Expr *other = a;

		a = b;
		b = other;
	}
	return NULL;
}

static const Expr *fold_if(const Expr *const arg[])
{
	if (arg[0]->op == EX_BOOLEAN)
		return arg[0]->aux ? arg[1] : arg[2];
	return arg[1] == arg[2] && is_silent(arg[0]) ? arg[1] : NULL;
}

const Expr *fold_op(ExprPool *p, ExprOp op, const Type *type, const Expr *const arg[], size_t n)
{
	const Expr *folded = NULL;

	if (n == 0 || (expr_op_info[op].flags & (OF_RAND | OF_CLOCK) && op != EX_DER))
		return NULL;
	if (type->rank == 0)
		folded = fold_literals(p, op, arg, n);
	if (folded)
		return folded;
	switch (op) {
	case EX_NEG: return arg[0]->op == EX_NEG ? arg[0]->arg[0] : NULL;
	case EX_NOT:
		if (arg[0]->op == EX_BOOLEAN)
			return expr_boolean(p, !arg[0]->aux);
		return arg[0]->op == EX_NOT ? arg[0]->arg[0] : NULL;
	case EX_AND:
	case EX_OR: return type->rank == 0 ? fold_logic(op, arg[0], arg[1]) : NULL;
	case EX_IF: return fold_if(arg);
	case EX_NO_EVENT: return arg[0]->flags & XF_EVENT ? NULL : arg[0];
	case EX_SMOOTH: return arg[1]->flags & XF_EVENT ? NULL : arg[1];
	case EX_HOMOTOPY: return arg[0] == arg[1] ? arg[0] : NULL;
	case EX_DER:
		return type->rank == 0 && arg[0]->variability <= VB_PARAMETER && is_silent(arg[0])
				   ? expr_real(p, 0)
				   : NULL;
	case EX_SIZE:
		if (n == 2 && arg[1]->op == EX_INTEGER && expr_integer_value(arg[1]) >= 1 &&
			expr_integer_value(arg[1]) <= arg[0]->type->rank &&
			arg[0]->type->dim[expr_integer_value(arg[1]) - 1] != DIM_OPEN)
			return expr_integer(p, arg[0]->type->dim[expr_integer_value(arg[1]) - 1]);
		return NULL;
	default: return n == 2 ? fold_neutral(p, op, type, arg[0], arg[1]) : NULL;
	}
}
