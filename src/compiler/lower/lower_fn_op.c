/* SPDX-License-Identifier: MIT
   lower_fn_op.c — operators, given the registers of their arguments. Element-wise ones are scalar
   operators, or those mapped over arrays (MLS 10.6); what rearranges elements is done for each leaf
   of a record. */
#include "compiler/lower/lower_fn.h"

static uint32_t constant(FnBuild *b, double value)
{
	return lower_fn_emit_constant(b, value);
}

/* A new register for the only leaf of the result, written by an instruction of two operands. */
static LowerValue simple(FnBuild *b, const Expr *e, uint32_t op, uint32_t a, uint32_t b2)
{
	LowerValue v = lower_fn_emit_value(b, e->type);

	lower_fn_emit(b, op, v.ref[0], a, b2, 0);
	return v;
}

/* -- element by element --------------------------------------------------------------------- */

uint32_t lower_fn_op_of(const Expr *e)
{
	TypeKind kind = e->n ? e->arg[0]->type->kind : TY_NONE;
	IrOp op = expr_value_op((ExprOp)e->op, kind);

	if (e->op == EX_ADD && kind == TY_STRING)
		return FN_JOIN;
	return e->n == 0 || op == IR_OP_COUNT ? LOWER_NONE : (uint32_t)op;
}

static LowerValue map(FnBuild *b, const Expr *e, uint32_t op, const LowerValue arg[])
{
	LowerValue v = lower_fn_emit_value(b, e->type);
	uint32_t x = arg[0].ref[0], y = e->n > 1 ? arg[1].ref[0] : 0;
	bool many_x = arg[0].type->rank > 0, many_y = e->n > 1 && arg[1].type->rank > 0;

	if (e->type->rank == 0)
		lower_fn_emit(b, op, v.ref[0], x, y, 0);
	else if (e->n == 1)
		lower_fn_emit(b, FN_MAP, v.ref[0], x, 0, op);
	else
		lower_fn_emit(b,
					  many_x && many_y ? FN_MAP_AA
					  : many_x         ? FN_MAP_AS
									   : FN_MAP_SA,
					  v.ref[0], x, y, op);
	return v;
}

/* As mdv_power computes it, where the exponent is known and one instruction does. */
static LowerValue power(FnBuild *b, const Expr *e, const LowerValue arg[])
{
	if (expr_is_real(e->arg[1], 2)) {
		LowerValue twice[2] = {arg[0], arg[0]};

		return map(b, e, IR_MUL, twice);
	}
	return map(b, e, IR_POW, arg);
}

/* Strings are equal if their numbers are; their order is that of the characters. */
static LowerValue relation(FnBuild *b, const Expr *e, const LowerValue arg[])
{
	bool swap = e->op == EX_GT || e->op == EX_GE, order = e->op != EX_EQ && e->op != EX_NE;
	LowerValue v[2] = {arg[swap], arg[!swap]};

	if (order && arg[0].type->kind == TY_STRING) {
		uint32_t reg = lower_fn_emit_scalar(b);

		lower_fn_emit(b, FN_ORDER, reg, v[0].ref[0], v[1].ref[0], 0);
		return simple(b, e, lower_fn_op_of(e), reg, constant(b, 0));
	}
	return map(b, e, lower_fn_op_of(e), v);
}

/* semiLinear(x, a, b) = if x >= 0 then a*x else b*x (MLS 3.7.4.5). */
static LowerValue semi_linear(FnBuild *b, const Expr *e, const LowerValue arg[])
{
	LowerValue v = lower_fn_emit_value(b, e->type);
	LowerPlace pair[3];
	uint32_t positive, slope;

	if (e->type->rank > 0) {
		for (int i = 0; i < 3; i++)
			pair[i] =
				(LowerPlace){arg[i].type->rank > 0 ? IR_LIST_ARRAY : IR_LIST_SCALAR, arg[i].ref[0]};
		lower_fn_emit(b, FN_SEMI, v.ref[0], lower_fn_emit_pairs(b, pair, 3), 0, 0);
		return v;
	}
	positive = lower_fn_emit_scalar(b);
	slope = lower_fn_emit_scalar(b);
	lower_fn_emit(b, IR_LE, positive, constant(b, 0), arg[0].ref[0], 0);
	lower_fn_emit(b, IR_SELECT, slope, positive, arg[1].ref[0], arg[2].ref[0]);
	lower_fn_emit(b, IR_MUL, v.ref[0], arg[0].ref[0], slope, 0);
	return v;
}

/* -- Strings -------------------------------------------------------------------------------- */

/* String(value), (value, format) or (value, minimumLength, leftJustified[, significantDigits]) */
static LowerValue to_string(FnBuild *b, const Expr *e, const LowerValue arg[])
{
	const Type *t = arg[0].type;
	uint32_t x = arg[0].ref[0], option[3], kind = lower_fn_type_kind(t);
	LowerValue v = lower_fn_emit_value(b, e->type);

	if (e->n == 2 && arg[1].type->kind == TY_STRING) {
		lower_fn_emit(b, FN_FORMAT, v.ref[0], x, arg[1].ref[0], kind);
		return v;
	}
	if (t->kind == TY_ENUM) {
		uint32_t *text = NEW_ARRAY(b->scratch, uint32_t, t->n_fields), name;

		for (int f = 0; f < t->n_fields; f++)
			text[f] = lower_fn_text(b->l, intern_text(b->m->names, t->field[f].name));
		name = lower_fn_emit_scalar(b);
		lower_fn_emit(b, FN_LITERAL, name, x, lower_fn_emit_list(b, text, t->n_fields), 0);
		x = name;
		kind = IR_STRING;
	}
	option[0] = e->n > 1 ? arg[1].ref[0] : constant(b, 0);
	option[1] = e->n > 2 ? arg[2].ref[0] : constant(b, 1);
	option[2] = e->n > 3 ? arg[3].ref[0] : constant(b, 6);
	lower_fn_emit(b, FN_TEXT, v.ref[0], x, kind, lower_fn_emit_list(b, option, 3));
	return v;
}

static LowerValue to_enum(FnBuild *b, const Expr *e, const LowerValue arg[])
{
	LowerValue v = lower_fn_emit_value(b, e->type);

	lower_fn_emit(b, FN_ENUM, v.ref[0], arg[0].ref[0], e->type->n_fields,
				  lower_fn_text(b->l, intern_text(b->m->names, e->type->name)));
	return v;
}

/* -- put together --------------------------------------------------------------------------- */

/* {a, b, …}: for each leaf those of the elements. */
static LowerValue array_of(FnBuild *b, const Expr *e, const LowerValue arg[])
{
	const Leaves *leaves = lower_fn_type_leaves(b->l, e->type);
	LowerValue v = lower_fn_emit_value(b, e->type);
	uint32_t *item = NEW_ARRAY(b->scratch, uint32_t, e->n), dim[IR_MAX_RANK];

	for (uint32_t k = 0; k < leaves->n; k++) {
		const Leaf *leaf = &leaves->at[k];

		for (uint32_t i = 0; i < e->n; i++)
			item[i] = arg[i].ref[k];
		for (int d = 0; d < leaf->rank; d++)
			dim[d] = leaf->dim[d] == DIM_OPEN ? 0 : (uint32_t)leaf->dim[d];
		if (e->n == 0)
			lower_fn_emit(b, FN_EMPTY, v.ref[k], lower_fn_emit_list(b, dim, leaf->rank), 0, 0);
		else
			lower_fn_emit(b, leaf->rank > 1 ? FN_ARRAY_A : FN_ARRAY_S, v.ref[k],
						  lower_fn_emit_list(b, item, e->n), 0, 0);
	}
	return v;
}

/* A record or tuple: the leaves of its parts, one after the other. */
static LowerValue aggregate(FnBuild *b, const Expr *e, const LowerValue arg[])
{
	const Leaves *leaves = lower_fn_type_leaves(b->l, e->type);
	uint32_t *ref = NEW_ARRAY(b->scratch, uint32_t, leaves->n), n = 0;

	for (uint32_t i = 0; i < e->n; i++) {
		uint32_t count = lower_fn_type_leaves(b->l, arg[i].type)->n;

		for (uint32_t k = 0; k < count; k++)
			ref[n++] = arg[i].ref[k];
	}
	return (LowerValue){e->type, ref};
}

/* In line: what is put into a queue is taken from the caller's registers, and the other way. */
static LowerValue message(FnBuild *b, const Expr *e, const LowerValue arg[])
{
	const FlatFn *fn = &b->m->fns.at[e->aux];
	LowerValue v = lower_fn_emit_value(b, e->type);
	LowerValue *local = NEW_ARRAY(b->scratch, LowerValue, fn->n_in + fn->n_out + 1);
	bool tuple = e->type->kind == TY_TUPLE;

	for (int32_t i = 0; i < fn->n_in; i++)
		local[i] = arg[i];
	for (int32_t i = 0; i < fn->n_out; i++) {
		const Type *type = fn->body.local[fn->n_in + i].type;

		local[fn->n_in + i] =
			tuple    ? (LowerValue){type, v.ref + lower_fn_type_field(b->l, e->type, (uint32_t)i)}
			: i == 0 ? v
					 : lower_fn_emit_value(b, type);
	}
	lower_fn_message(b, fn, local);
	return v;
}

/* All inputs, then all outputs; of a call that is no tuple the first output at most is wanted. */
static LowerValue call(FnBuild *b, const Expr *e, const LowerValue arg[])
{
	const FlatFn *fn = &b->m->fns.at[e->aux];
	LowerValue v;
	VEC(LowerPlace) pair = {0};
	uint32_t next = 0;
	bool tuple = e->type->kind == TY_TUPLE;
	uint64_t wanted = tuple ? lower_fn_expr_wanted(b, e) : 1;

	if (e->n != (uint32_t)fn->n_in)
		BUG("a call of %s with %u arguments", intern_text(b->m->names, fn->name), e->n);
	if (lower_fn_message_is(b->l, fn))
		return message(b, e, arg);
	v = lower_fn_emit_value(b, e->type);
	for (int32_t i = 0; i < fn->n_in + fn->n_out; i++) {
		const Leaves *leaves = lower_fn_type_leaves(b->l, fn->body.local[i].type);

		for (uint32_t k = 0; k < leaves->n; k++) {
			LowerPlace p = {leaves->at[k].rank > 0 ? IR_LIST_ARRAY : IR_LIST_SCALAR, 0};

			if (i < fn->n_in)
				p.reg = arg[i].ref[k];
			else if (tuple || i == fn->n_in)
				p.reg = v.ref[next++];
			if (i >= fn->n_in && !(wanted >> (i - fn->n_in < 64 ? i - fn->n_in : 63) & 1))
				p.mode = IR_LIST_NONE;
			vec_push(b->alloc, &pair, p);
		}
	}
	lower_fn_emit(b, FN_CALL, (uint32_t)lower_fn(b->l, (FnId){(int32_t)e->aux}), 0, 0,
				  lower_fn_emit_pairs(b, pair.at, (uint32_t)pair.n));
	return v;
}

static LowerValue result(FnBuild *b, const Expr *e, const LowerValue *tuple)
{
	return (LowerValue){e->type, tuple->ref + lower_fn_type_field(b->l, tuple->type, e->aux)};
}

/* -- arrays --------------------------------------------------------------------------------- */

/* size(a), size(a, d): of an array of records that of any leaf. */
static LowerValue size_of(FnBuild *b, const Expr *e, const LowerValue arg[])
{
	uint32_t item[UINT8_MAX];

	if (lower_fn_type_leaves(b->l, arg[0].type)->n == 0) {
		lower_fn_emit_refuse(b, "size of records without fields is not supported");
		return lower_fn_emit_value(b, e->type);
	}
	if (e->n == 2)
		return simple(b, e, FN_SIZE, arg[0].ref[0], arg[1].ref[0]);
	if (arg[0].type->kind != TY_RECORD)
		return simple(b, e, FN_SIZES, arg[0].ref[0], 0);
	for (int d = 0; d < arg[0].type->rank; d++) {
		item[d] = lower_fn_emit_scalar(b);
		lower_fn_emit(b, FN_SIZE, item[d], arg[0].ref[0], constant(b, d + 1), 0);
	}
	return simple(b, e, FN_ARRAY_S, lower_fn_emit_list(b, item, arg[0].type->rank), 0);
}

/* fill, cat, transpose of each leaf. */
static LowerValue each_leaf(FnBuild *b, const Expr *e, const LowerValue arg[])
{
	const Leaves *leaves = lower_fn_type_leaves(b->l, e->type);
	LowerValue v = lower_fn_emit_value(b, e->type);
	uint32_t *item = NEW_ARRAY(b->scratch, uint32_t, e->n);

	for (uint32_t k = 0; k < leaves->n; k++) {
		uint32_t list = 0;

		for (uint32_t i = 1; i < e->n; i++)
			item[i - 1] = arg[i].ref[e->op == EX_CAT ? k : 0];
		if (e->n > 1)
			list = lower_fn_emit_list(b, item, e->n - 1);
		if (e->op == EX_CAT)
			lower_fn_emit(b, FN_CAT, v.ref[k], (uint32_t)expr_integer_value(e->arg[0]) - 1, 0,
						  list);
		else if (e->op == EX_TRANSPOSE)
			lower_fn_emit(b, FN_TRANSPOSE, v.ref[k], arg[0].ref[k], 0, 0);
		else
			lower_fn_emit(b, leaves->at[k].rank >= e->n ? FN_FILL_A : FN_FILL_S, v.ref[k],
						  arg[0].ref[k], 0, list);
	}
	return v;
}

/* scalar, vector, matrix (MLS 10.3.2) */
static LowerValue reshape(FnBuild *b, const Expr *e, const LowerValue arg[])
{
	uint32_t x = arg[0].ref[0], ones[2] = {constant(b, 1), constant(b, 1)};

	if (arg[0].type->kind == TY_RECORD) {
		lower_fn_emit_refuse(b, "%s(…) of records is not supported", expr_op_info[e->op].text);
		return lower_fn_emit_value(b, e->type);
	}
	if (arg[0].type->rank == 0 && e->op == EX_SCALAR)
		return (LowerValue){e->type, arg[0].ref};
	if (arg[0].type->rank == 0) {
		LowerValue v = lower_fn_emit_value(b, e->type);

		lower_fn_emit(b, FN_FILL_S, v.ref[0], x, 0,
					  lower_fn_emit_list(b, ones, e->op == EX_VECTOR ? 1 : 2));
		return v;
	}
	return simple(b, e,
				  e->op == EX_SCALAR   ? FN_SCALAR
				  : e->op == EX_VECTOR ? FN_VECTOR
									   : FN_MATRIX,
				  x, 0);
}

static LowerValue reduction(FnBuild *b, const Expr *e, const LowerValue arg[])
{
	uint32_t op = e->op == EX_SUM       ? FN_SUM
				  : e->op == EX_PRODUCT ? FN_PRODUCT
				  : e->op == EX_MIN_OF  ? FN_MIN_OF
										: FN_MAX_OF;

	return simple(b, e, op, arg[0].ref[0], constant(b, expr_empty_value(e->op, e->type)));
}

/* What was computed with the arithmetic of Reals, without -0 if it is of Integers. */
static LowerValue without_minus_zero(FnBuild *b, const Expr *e, LowerValue v)
{
	LowerValue w;

	if (e->type->kind == TY_REAL)
		return v;
	w = lower_fn_emit_value(b, e->type);
	if (e->type->rank == 0)
		lower_fn_emit(b, IR_IMUL, w.ref[0], v.ref[0], constant(b, 1), 0);
	else
		lower_fn_emit(b, FN_MAP_AS, w.ref[0], v.ref[0], constant(b, 1), IR_IMUL);
	return w;
}

static LowerValue array_function(FnBuild *b, const Expr *e, const LowerValue arg[])
{
	uint32_t x = arg[0].ref[0], y = e->n > 1 ? arg[1].ref[0] : 0;
	LowerValue v;

	switch (e->op) {
	case EX_RANGE:
	case EX_LINSPACE:
		v = lower_fn_emit_value(b, e->type);
		lower_fn_emit(b, e->op == EX_RANGE ? FN_RANGE : FN_LINSPACE, v.ref[0], x, y, arg[2].ref[0]);
		return v;
	case EX_SIZE: return size_of(b, e, arg);
	case EX_FILL:
	case EX_CAT:
	case EX_TRANSPOSE: return each_leaf(b, e, arg);
	case EX_IDENTITY: return simple(b, e, FN_IDENTITY, x, 0);
	case EX_DIAGONAL: return simple(b, e, FN_DIAGONAL, x, 0);
	case EX_SCALAR:
	case EX_VECTOR:
	case EX_MATRIX: return reshape(b, e, arg);
	case EX_SYMMETRIC: return simple(b, e, FN_SYMMETRIC, x, 0);
	case EX_MATMUL: v = simple(b, e, e->type->rank == 0 ? FN_DOT : FN_MATMUL, x, y); break;
	case EX_MATPOW: v = simple(b, e, FN_MATPOW, x, y); break;
	case EX_OUTER: v = simple(b, e, FN_OUTER, x, y); break;
	case EX_CROSS: v = simple(b, e, FN_CROSS, x, y); break;
	case EX_SKEW: v = simple(b, e, FN_SKEW, x, 0); break;
	case EX_PRODUCT: v = reduction(b, e, arg); break;
	default: return reduction(b, e, arg);
	}
	return without_minus_zero(b, e, v);
}

LowerValue lower_fn_op(FnBuild *b, const Expr *e, const LowerValue arg[])
{
	switch (e->op) {
	case EX_ARRAY: return array_of(b, e, arg);
	case EX_RECORD:
	case EX_TUPLE: return aggregate(b, e, arg);
	case EX_CALL: return call(b, e, arg);
	case EX_RESULT: return result(b, e, &arg[0]);
	case EX_TO_REAL:
		if (expr_is_arithmetic(e->arg[0])) /* it has not been in a variable: is it an Integer? */
			return map(b, e, IR_INTEGRAL, arg);
		return (LowerValue){e->type, arg[0].ref};
	case EX_TO_INTEGER: return (LowerValue){e->type, arg[0].ref};
	case EX_TO_ENUM: return to_enum(b, e, arg);
	case EX_TO_STRING: return to_string(b, e, arg);
	case EX_SEMI_LINEAR: return semi_linear(b, e, arg);
	case EX_POW: return power(b, e, arg);
	case EX_LT:
	case EX_LE:
	case EX_GT:
	case EX_GE:
	case EX_EQ:
	case EX_NE: return relation(b, e, arg);
	default: break;
	}
	if (e->op == EX_RANGE || e->op == EX_MATMUL || e->op == EX_MATPOW ||
		(e->op >= EX_SIZE && e->op <= EX_MAX_OF))
		return array_function(b, e, arg);
	if (lower_fn_op_of(e) == LOWER_NONE)
		BUG("%s in a function", expr_op_info[e->op].name);
	return map(b, e, lower_fn_op_of(e), arg);
}
