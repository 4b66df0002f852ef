/* SPDX-License-Identifier: MIT
   interp_op.c — operators, given the values of their arguments: element by element with scalars
   going along (MLS 10.6), conversions, constructors. What has a meaning only while a simulation
   runs is a failure. */
#include "compiler/eval/interp.h"

static Value map_one(Interp *in, const Expr *e, const Value *a)
{
	Value v = interp_value_new(in, e->type->elem, a->dim, a->rank);
	const Cell *from = interp_value_cells(a);
	Cell *to = interp_value_cells_of(&v);

	for (uint32_t k = 0; k < v.n; k++)
		to[k] = interp_math_one(in, e->op, a->elem->kind, from[k]);
	return v;
}

static Value map_two(Interp *in, const Expr *e, const Value *a, const Value *b)
{
	const Value *shape = a->rank == 0 ? b : a;
	const Cell *x = interp_value_cells(a), *y = interp_value_cells(b);
	size_t dx = a->rank > 0, dy = b->rank > 0;
	Value v;
	Cell *to;

	if (dx && dy && !interp_value_same_dims(a, b))
		interp_fail_size(in, expr_op_info[e->op].text, a, b);
	v = interp_value_new(in, e->type->elem, shape->dim, shape->rank);
	to = interp_value_cells_of(&v);
	for (uint32_t k = 0; k < v.n; k++, x += dx, y += dy)
		to[k] = interp_math_two(in, e->op, a->elem->kind, *x, *y);
	return v;
}

/* semiLinear(x, a, b) = if x >= 0 then a*x else b*x (MLS 3.7.4.5). */
static Value semi_linear(Interp *in, const Value arg[])
{
	const Value *shape = &arg[0];
	Value v;
	Cell *to;

	for (int i = 1; i < 3; i++) {
		if (shape->rank == 0)
			shape = &arg[i];
		else if (arg[i].rank > 0 && !interp_value_same_dims(shape, &arg[i]))
			interp_fail_size(in, "semiLinear", shape, &arg[i]);
	}
	v = interp_value_new(in, arg[0].elem, shape->dim, shape->rank);
	to = interp_value_cells_of(&v);
	for (uint32_t k = 0; k < v.n; k++) {
		Cell x = interp_value_cells(&arg[0])[arg[0].rank > 0 ? k : 0];
		const Value *slope = &arg[x.r >= 0 ? 1 : 2];

		to[k] = interp_math_two(in, EX_MUL, TY_REAL, x,
								interp_value_cells(slope)[slope->rank > 0 ? k : 0]);
	}
	return v;
}

static Value to_enum(Interp *in, const Type *type, const Value *a)
{
	Value v = *a;

	v.elem = type;
	if (a->one.i < 1 || a->one.i > type->n_fields)
		interp_fail(in, "%lld is not the number of a literal of %s", (long long)a->one.i,
					intern_text(in->pool->names, type->name));
	return v;
}

/* A record or tuple of its parts. */
static Value aggregate(Interp *in, const Expr *e, const Value arg[])
{
	Value v = {.elem = e->type, .n = 1};

	v.one.part = NEW_ARRAY(in->temp, Value, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		v.one.part[i] = arg[i];
	return v;
}

static Value result_of(Interp *in, const Expr *e, const Value *tuple)
{
	if (!tuple->one.part[e->aux].elem)
		interp_fail(in, "result %u of a function was given no value", e->aux + 1);
	return tuple->one.part[e->aux];
}

_Noreturn static void fail_run_time(Interp *in, const Expr *e)
{
	if (e->op == EX_TIME)
		interp_fail(in, "it depends on time");
	interp_fail(in, "%s(…) has a value only during simulation", expr_op_info[e->op].text);
}

Value interp_op_apply(Interp *in, const Expr *e, const Value arg[])
{
	switch (e->op) {
	case EX_ARRAY: return interp_array_of(in, e->type, arg, e->n);
	case EX_RECORD:
	case EX_TUPLE: return aggregate(in, e, arg);
	case EX_FIELD: return interp_index_field(in, e, &arg[0]);
	case EX_RESULT: return result_of(in, e, &arg[0]);
	case EX_TO_ENUM: return to_enum(in, e->type, &arg[0]);
	case EX_TO_STRING: return interp_text_apply(in, e, arg);
	case EX_SEMI_LINEAR: return semi_linear(in, arg);
	case EX_MATMUL:
	case EX_MATPOW:
	case EX_TRANSPOSE:
	case EX_OUTER:
	case EX_SYMMETRIC:
	case EX_CROSS:
	case EX_SKEW:
	case EX_SUM:
	case EX_PRODUCT:
	case EX_MIN_OF:
	case EX_MAX_OF: return interp_matrix_apply(in, e, arg);
	case EX_RANGE:
	case EX_SIZE:
	case EX_FILL:
	case EX_IDENTITY:
	case EX_DIAGONAL:
	case EX_LINSPACE:
	case EX_CAT:
	case EX_SCALAR:
	case EX_VECTOR:
	case EX_MATRIX: return interp_array_apply(in, e, arg);
	default: break;
	}
	if (expr_value_op(e->op, TY_REAL) != IR_OP_COUNT ||
		expr_value_op(e->op, TY_INTEGER) != IR_OP_COUNT)
		return e->n == 1 ? map_one(in, e, &arg[0]) : map_two(in, e, &arg[0], &arg[1]);
	fail_run_time(in, e);
}
