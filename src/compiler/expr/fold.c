/* SPDX-License-Identifier: MIT
   fold.c — what is simplified while an expression is made. Arithmetic on literals is that of the
   run (ir/ops.h); a result that is not finite, an overflow of Integer and whatever is undefined is
   left for the run to report. Neutral elements go, by which a zero may change its sign: 0 + x is x,
   0 - x is -x. Nothing is dropped that could make an event, fail, or have an effect. No search:
   each rule looks at the arguments only, so folding is O(1) per node. */
#include "compiler/expr/expr.h"

#include <string.h>

/* Texts up to this length are always joined; a longer one only with one that is as long, so that
   a chain of n short ones costs n log n, not n^2, in time and memory: texts are kept. */
#define JOINED_MOST 1024

static const Expr *join(ExprPool *p, const Expr *a, const Expr *b)
{
	size_t m = intern_len(p->names, (Name){a->aux}), n = intern_len(p->names, (Name){b->aux});

	if (m + n > JOINED_MOST && n < m)
		return NULL;
	return expr_text(p, arena_printf(p->keep, "%s%s", intern_text(p->names, (Name){a->aux}),
									 intern_text(p->names, (Name){b->aux})));
}

/* (x + "s") + "t" is x + "st". */
static const Expr *fold_chain(ExprPool *p, const Expr *a, const Expr *b)
{
	const Expr *joined;

	if (a->op != EX_ADD || a->type->kind != TY_STRING || b->op != EX_STRING ||
		a->arg[1]->op != EX_STRING)
		return NULL;
	joined = join(p, a->arg[1], b);
	return joined ? expr_binary(p, EX_ADD, a->arg[0], joined) : NULL;
}

static const Expr *fold_strings(ExprPool *p, ExprOp op, const Expr *a, const Expr *b)
{
	const char *s = intern_text(p->names, (Name){a->aux});
	const char *t = intern_text(p->names, (Name){b->aux});
	int order = strcmp(s, t);

	switch (op) {
	case EX_ADD: return join(p, a, b);
	case EX_LT: return expr_boolean(p, order < 0);
	case EX_LE: return expr_boolean(p, order <= 0);
	case EX_GT: return expr_boolean(p, order > 0);
	case EX_GE: return expr_boolean(p, order >= 0);
	case EX_EQ: return expr_boolean(p, order == 0);
	case EX_NE: return expr_boolean(p, order != 0);
	default: return NULL;
	}
}

/* Numbers, truth values and enumerations; the latter two are compared as numbers. */
static const Expr *fold_numbers(ExprPool *p, ExprOp op, const Type *type, const Expr *a,
								const Expr *b)
{
	bool real = a->op == EX_REAL;
	double x = real ? expr_real_value(a) : (double)expr_integer_value(a);
	double y = real ? expr_real_value(b) : (double)expr_integer_value(b), value;

	if (!expr_value(op, real ? TY_REAL : TY_INTEGER, x, y, &value))
		return NULL;
	switch (type->kind) {
	case TY_REAL: return expr_real(p, value);
	case TY_INTEGER: return expr_integer(p, (int64_t)value);
	case TY_BOOLEAN: return expr_boolean(p, value != 0);
	default: return value == x ? a : b; /* min and max of an enumeration */
	}
}

static const Expr *fold_literals(ExprPool *p, ExprOp op, const Type *type, const Expr *const arg[],
								 size_t n)
{
	const Expr *a = arg[0], *b = arg[n - 1];

	if (n > 2 || !expr_is_literal(a) || a->op != b->op)
		return NULL;
	if (a->op == EX_STRING)
		return n == 2 ? fold_strings(p, op, a, b) : NULL;
	return fold_numbers(p, op, type, a, b);
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
		folded = fold_literals(p, op, type, arg, n);
	if (!folded && op == EX_ADD && type->rank == 0 && type->kind == TY_STRING)
		folded = fold_chain(p, arg[0], arg[1]);
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
	case EX_SEMI_LINEAR: /* of a known sign */
		return type->rank == 0 && arg[0]->op == EX_REAL
				   ? expr_mul(p, arg[expr_real_value(arg[0]) >= 0 ? 1 : 2], arg[0])
				   : NULL;
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
