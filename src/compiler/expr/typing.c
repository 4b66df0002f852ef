/* SPDX-License-Identifier: MIT
   typing.c — the type of an operator's result from those of its arguments, by the rule of the
   operator's row in ops.h. Conversions are explicit (EX_TO_REAL): Integer and Real never mix.
   Used when a node is made and again by flat_check. */
#include "compiler/expr/operator_rule.h"

static bool is_number(const Type *t)
{
	return t->kind == TY_REAL || t->kind == TY_INTEGER;
}

/* Element by element, scalars going with every element: the result has element type `elem`. */
static const Type *elementwise(ExprPool *p, const Type *elem, const Expr *const arg[], size_t n)
{
	const Type *shape = arg[0]->type;

	for (size_t i = 1; i < n; i++) {
		const Type *t = arg[i]->type;

		if (shape->rank == 0)
			shape = t;
		else if (t->rank > 0 && !type_same_dims(shape, t))
			return NULL;
	}
	return shape->rank == 0 ? elem : type_with_dims_of(p, elem, shape);
}

static bool all_of_kind(TypeKind kind, const Expr *const arg[], size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (arg[i]->type->kind != kind)
			return false;
	return true;
}

static const Type *type_num(ExprPool *p, ExprOp op, const Expr *const arg[], size_t n)
{
	TypeKind kind = arg[0]->type->kind;

	if (!all_of_kind(kind, arg, n))
		return NULL;
	if (!is_number(arg[0]->type) && !(op == EX_ADD && kind == TY_STRING))
		return NULL;
	return elementwise(p, arg[0]->type->elem, arg, n);
}

static const Type *type_relation(ExprPool *p, const Expr *const arg[])
{
	const Type *a = arg[0]->type;

	if (a->rank > 0 || a != arg[1]->type || a->kind == TY_RECORD || a->kind == TY_CLOCK ||
		a->kind == TY_NONE)
		return NULL;
	return type_basic(p, TY_BOOLEAN);
}

/* Vector and matrix products (MLS 10.6.5): the last dimension of a meets the first of b. */
static const Type *type_matmul(ExprPool *p, const Type *a, const Type *b)
{
	int32_t dim[2];
	int rank = 0;

	if (!is_number(a) || a->kind != b->kind || a->rank < 1 || a->rank > 2 || b->rank < 1 ||
		b->rank > 2)
		return NULL;
	if (a->dim[a->rank - 1] != b->dim[0] && a->dim[a->rank - 1] != DIM_OPEN &&
		b->dim[0] != DIM_OPEN)
		return NULL;
	if (a->rank == 2)
		dim[rank++] = a->dim[0];
	if (b->rank == 2)
		dim[rank++] = b->dim[1];
	return type_array(p, a->elem, dim, rank);
}

/* A size given by an expression: a literal is known now. */
static int32_t dim_of(const Expr *e)
{
	return e->op == EX_INTEGER && expr_integer_value(e) >= 0 && expr_integer_value(e) < INT32_MAX
			   ? (int32_t)expr_integer_value(e)
			   : DIM_OPEN;
}

static const Type *type_fill(ExprPool *p, const Type *elem, const Expr *const size[], size_t n)
{
	int32_t dim[UINT8_MAX];

	for (size_t i = 0; i < n; i++) {
		if (!type_is_scalar(size[i]->type, TY_INTEGER))
			return NULL;
		dim[i] = dim_of(size[i]);
	}
	return type_array(p, elem, dim, (int)n);
}

/* The number of elements of first : step : last (MLS 10.4.3), of literals. */
static int32_t range_size(const Expr *const arg[])
{
	if (arg[0]->op == EX_INTEGER && arg[1]->op == EX_INTEGER && arg[2]->op == EX_INTEGER) {
		int64_t first = expr_integer_value(arg[0]), step = expr_integer_value(arg[1]);
		int64_t last = expr_integer_value(arg[2]);

		if (step == 0)
			return DIM_OPEN;
		if (step > 0 ? last < first : last > first)
			return 0;
		return (last - first) / step < INT32_MAX ? (int32_t)((last - first) / step + 1) : DIM_OPEN;
	}
	if ((arg[0]->op == EX_ENUM || arg[0]->op == EX_BOOLEAN) && arg[2]->op == arg[0]->op) {
		int64_t n = expr_integer_value(arg[2]) - expr_integer_value(arg[0]) + 1;

		return n > 0 ? (int32_t)n : 0;
	}
	return DIM_OPEN;
}

/* Ranges of Integer, Real, and, with step 1, of Boolean and enumerations. */
static const Type *type_range(ExprPool *p, const Expr *const arg[])
{
	const Type *t = arg[0]->type;
	int32_t n = range_size(arg);

	if (t->rank > 0 || t != arg[2]->type)
		return NULL;
	if (is_number(t) ? arg[1]->type != t
					 : (t->kind != TY_ENUM && t->kind != TY_BOOLEAN) || arg[1]->op != EX_INTEGER)
		return NULL;
	return type_array(p, t, &n, 1);
}

/* cat(k, a, b, …), MLS 10.4.2: sizes add up in dimension k. */
static const Type *type_cat(ExprPool *p, const Expr *const arg[], size_t n)
{
	const Type *t = arg[1]->type;
	int32_t dim[UINT8_MAX], k = dim_of(arg[0]) - 1;

	if (k < 0 || k >= t->rank)
		return NULL;
	for (int d = 0; d < t->rank; d++)
		dim[d] = t->dim[d];
	for (size_t i = 2; i < n; i++) {
		const Type *other = arg[i]->type;

		if (other->elem != t->elem || other->rank != t->rank)
			return NULL;
		for (int d = 0; d < t->rank; d++) {
			if (d == k)
				dim[d] = dim[d] == DIM_OPEN || other->dim[d] == DIM_OPEN ? DIM_OPEN
																		 : dim[d] + other->dim[d];
			else if (dim[d] == DIM_OPEN)
				dim[d] = other->dim[d];
			else if (other->dim[d] != DIM_OPEN && dim[d] != other->dim[d])
				return NULL;
		}
	}
	return type_array(p, t->elem, dim, t->rank);
}

/* scalar, vector and matrix (MLS 10.3.2): the dimensions of size one go. */
static const Type *type_reshape(ExprPool *p, ExprOp op, const Type *t)
{
	int32_t n =
		t->elem->n_scalars > 0 && t->n_scalars >= 0 ? t->n_scalars / t->elem->n_scalars : DIM_OPEN;
	int32_t dim[2] = {t->rank > 0 ? t->dim[0] : 1, t->rank > 1 ? t->dim[1] : 1};

	if (op == EX_SCALAR)
		return n == 1 || n == DIM_OPEN ? t->elem : NULL;
	return op == EX_VECTOR ? type_array(p, t->elem, &n, 1) : type_array(p, t->elem, dim, 2);
}

static const Type *type_array_function(ExprPool *p, ExprOp op, const Expr *const arg[], size_t n)
{
	const Type *a = arg[0]->type;
	int32_t dim[UINT8_MAX];

	switch (op) {
	case EX_SIZE:
		dim[0] = a->rank;
		return n == 2 ? type_basic(p, TY_INTEGER)
					  : type_array(p, type_basic(p, TY_INTEGER), dim, 1);
	case EX_FILL: return type_fill(p, a, arg + 1, n - 1);
	case EX_IDENTITY:
		return type_fill(p, type_basic(p, TY_INTEGER), (const Expr *const[]){arg[0], arg[0]}, 2);
	case EX_DIAGONAL: return a->rank == 1 ? type_array(p, a, a->dim, 1) : NULL;
	case EX_LINSPACE: return all_of_kind(TY_REAL, arg, 2) ? type_fill(p, a, arg + 2, 1) : NULL;
	case EX_CAT: return type_cat(p, arg, n);
	case EX_TRANSPOSE:
		if (a->rank < 2)
			return NULL;
		for (int i = 0; i < a->rank; i++)
			dim[i] = a->dim[i < 2 ? 1 - i : i];
		return type_array(p, a->elem, dim, a->rank);
	case EX_OUTER:
		dim[0] = a->rank == 1 ? a->dim[0] : 0;
		return a->rank == 1 && arg[1]->type->rank == 1 && a->elem == arg[1]->type->elem
				   ? type_array(p, arg[1]->type, dim, 1)
				   : NULL;
	case EX_SKEW: dim[0] = 3; return a->rank == 1 ? type_array(p, a, dim, 1) : NULL;
	case EX_SUM:
	case EX_PRODUCT:
	case EX_MIN_OF:
	case EX_MAX_OF: return a->rank > 0 ? a->elem : NULL;
	default: return type_reshape(p, op, a);
	}
}

static const Type *type_for(ExprPool *p, ExprOp op, const Expr *const arg[])
{
	const Type *range = arg[1]->type;

	if (arg[0]->op != EX_LOCAL || range->rank != 1 || arg[0]->type != range->elem)
		return NULL;
	return op == EX_FOR_ARRAY ? type_array(p, arg[2]->type, range->dim, 1) : arg[2]->type;
}

/* Strings: (value, minimumLength, leftJustified[, significantDigits]) or (value[, format]). */
static const Type *type_own(ExprPool *p, ExprOp op, const Expr *const arg[], size_t n)
{
	const Type *a = n > 0 ? arg[0]->type : NULL;

	switch (op) {
	case EX_RANGE: return type_range(p, arg);
	case EX_IF:
		return type_is_scalar(a, TY_BOOLEAN) && type_agrees(arg[1]->type, arg[2]->type)
				   ? arg[1]->type
				   : NULL;
	case EX_MATMUL: return type_matmul(p, a, arg[1]->type);
	case EX_TO_INTEGER:
		return a->kind == TY_ENUM ? type_with_dims_of(p, type_basic(p, TY_INTEGER), a) : NULL;
	case EX_TO_STRING: return a->rank == 0 ? type_basic(p, TY_STRING) : NULL;
	case EX_SIGN: return is_number(a) ? type_with_dims_of(p, type_basic(p, TY_INTEGER), a) : NULL;
	case EX_INTEGRAL:
		return a->kind == TY_REAL ? type_with_dims_of(p, type_basic(p, TY_INTEGER), a) : NULL;
	case EX_MIN:
	case EX_MAX:
		return is_number(a) || a->kind == TY_BOOLEAN || a->kind == TY_ENUM
				   ? (a->elem == arg[1]->type->elem ? elementwise(p, a->elem, arg, 2) : NULL)
				   : NULL;
	case EX_SMOOTH: return type_is_scalar(a, TY_INTEGER) ? arg[1]->type : NULL;
	case EX_CLOCK_INFER:
	case EX_CLOCK_RATIONAL:
	case EX_CLOCK_INTERVAL:
	case EX_CLOCK_EVENT:
	case EX_CLOCK_SOLVER: return type_basic(p, TY_CLOCK);
	case EX_INTERVAL:
	case EX_TIME_IN_STATE: return type_basic(p, TY_REAL);
	case EX_TICKS_IN_STATE: return type_basic(p, TY_INTEGER);
	case EX_FOR_ARRAY:
	case EX_FOR_SUM:
	case EX_FOR_PRODUCT:
	case EX_FOR_MIN:
	case EX_FOR_MAX: return type_for(p, op, arg);
	default:
		if (expr_op_info[op].flags & OF_STATE)
			return operator_rule_of(op)->type(p, arg, n);
		return op >= EX_SIZE && op <= EX_MAX_OF ? type_array_function(p, op, arg, n) : NULL;
	}
}

const Type *typing_result(ExprPool *p, ExprOp op, const Expr *const arg[], size_t n)
{
	switch ((OpRule)expr_op_info[op].rule) {
	case RULE_NUM: return type_num(p, op, arg, n);
	case RULE_REAL:
		return all_of_kind(TY_REAL, arg, n) ? elementwise(p, type_basic(p, TY_REAL), arg, n) : NULL;
	case RULE_BOOL:
		return all_of_kind(TY_BOOLEAN, arg, n) ? elementwise(p, type_basic(p, TY_BOOLEAN), arg, n)
											   : NULL;
	case RULE_RELATION: return type_relation(p, arg);
	case RULE_SAME: return arg[0]->type;
	case RULE_TRUTH: return type_basic(p, TY_BOOLEAN);
	case RULE_NONE: return type_basic(p, TY_NONE);
	case RULE_OWN: return type_own(p, op, arg, n);
	}
	return NULL;
}
