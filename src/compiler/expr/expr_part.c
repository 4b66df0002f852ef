/* SPDX-License-Identifier: MIT
   expr_part.c — expressions that put values together or take them apart: arrays, records, tuples,
   subscripts, fields, calls. What is taken out of something just put together is the part itself.
 */
#include "compiler/expr/expr.h"

static const Expr *make(ExprPool *p, ExprOp op, const Type *type, uint32_t aux,
						const Expr *const arg[], size_t n)
{
	return expr_make(p, &(Expr){.op = (uint8_t)op, .type = type, .aux = aux}, arg, n, 0);
}

const Expr *expr_array(ExprPool *p, const Type *elem, const Expr *const arg[], size_t n)
{
	int32_t dim = (int32_t)n;

	if (!elem)
		elem = arg[0]->type;
	for (size_t i = 0; i < n; i++)
		if (!type_agrees(elem, arg[i]->type))
			BUG("element %zu of an array has another type", i + 1);
	return make(p, EX_ARRAY, type_array(p, elem, &dim, 1), 0, arg, n);
}

const Expr *expr_record(ExprPool *p, const Type *type, const Expr *const arg[], size_t n)
{
	if (!type_is_scalar(type, TY_RECORD) || n != (size_t)type->n_fields)
		BUG("a record of %zu fields", n);
	for (size_t i = 0; i < n; i++)
		if (!type_agrees(type->field[i].type, arg[i]->type))
			BUG("field %zu of a record has another type", i + 1);
	return make(p, EX_RECORD, type, 0, arg, n);
}

const Expr *expr_tuple(ExprPool *p, const Expr *const arg[], size_t n)
{
	const Type **type = NEW_ARRAY(p->keep, const Type *, n);

	for (size_t i = 0; i < n; i++)
		type[i] = arg[i]->type;
	return make(p, EX_TUPLE, type_tuple(p, type, (int)n), 0, arg, n);
}

/* An array of Integers converted; of an array of arrays, one level after the other (the depth is
   the number of dimensions). */
const Expr *expr_to_real(ExprPool *p, const Expr *a)
{
	const Type *type;

	if (a->type->kind == TY_REAL)
		return a;
	if (a->type->kind != TY_INTEGER)
		BUG("conversion to Real of something that is not Integer");
	if (a->op == EX_INTEGER)
		return expr_real(p, (double)expr_integer_value(a));
	type = type_with_dims_of(p, type_basic(p, TY_REAL), a->type);
	if (a->op == EX_ARRAY) {
		const Expr **arg = NEW_ARRAY(p->keep, const Expr *, a->n);

		for (size_t i = 0; i < a->n; i++)
			arg[i] = expr_to_real(p, a->arg[i]);
		return make(p, EX_ARRAY, type, 0, arg, a->n);
	}
	return make(p, EX_TO_REAL, type, 0, &a, 1);
}

const Expr *expr_to_enum(ExprPool *p, const Type *type, const Expr *a)
{
	CHECK(type_is_scalar(type, TY_ENUM) && type_is_scalar(a->type, TY_INTEGER));
	if (a->op == EX_INTEGER && expr_integer_value(a) >= 1 &&
		expr_integer_value(a) <= type->n_fields)
		return expr_enum(p, type, (int)expr_integer_value(a));
	return make(p, EX_TO_ENUM, type, 0, &a, 1);
}

const Expr *expr_field(ExprPool *p, const Expr *a, int field)
{
	const Type *type = a->type;

	CHECK(type->kind == TY_RECORD && field >= 0 && field < type->n_fields);
	if (a->op == EX_RECORD)
		return a->arg[field];
	type = type_array(p, type->field[field].type, type->dim, type->rank);
	return make(p, EX_FIELD, type, (uint32_t)field, &a, 1);
}

/* The type of a[sub…]; NULL: the subscripts do not fit. */
static const Type *indexed_type(ExprPool *p, const Type *a, const Expr *const sub[], size_t n)
{
	int32_t dim[UINT8_MAX];
	int rank = 0;

	if (n > a->rank)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		if (sub[i]->op == EX_COLON)
			dim[rank++] = a->dim[i];
		else if (sub[i]->type->rank == 1)
			dim[rank++] = sub[i]->type->dim[0];
		else if (sub[i]->type->rank > 1 ||
				 (sub[i]->type->kind != TY_INTEGER && sub[i]->type->kind != TY_BOOLEAN &&
				  sub[i]->type->kind != TY_ENUM))
			return NULL;
	}
	for (size_t i = n; i < a->rank; i++)
		dim[rank++] = a->dim[i];
	return type_array(p, a->elem, dim, rank);
}

/* The position, from 0, that a literal subscript means in a dimension of size n; -1: none. */
static int64_t literal_position(const Expr *sub, int32_t n)
{
	int64_t k;

	if (sub->type->rank > 0 ||
		(sub->op != EX_INTEGER && sub->op != EX_BOOLEAN && sub->op != EX_ENUM))
		return -1;
	k = expr_integer_value(sub) - (sub->op != EX_BOOLEAN);
	return k >= 0 && k < n ? k : -1;
}

/* a[i][j] is a[i, j], a[:, j][i] too; v being a vector, a[v][i] is a[v[i]]. */
static const Expr *join_subscripts(ExprPool *p, const Expr *a, const Expr *const sub[], size_t n)
{
	const Expr *all[2 * UINT8_MAX];
	size_t used = 0;

	for (uint32_t i = 1; i < a->n; i++) {
		const Expr *old = a->arg[i], *new = NULL;

		if ((old->op == EX_COLON || old->type->rank > 0) && used < n)
			new = sub[used++];
		if (!new || new->op == EX_COLON)
			all[i - 1] = old;
		else
			all[i - 1] = old->op == EX_COLON ? new : expr_index(p, old, &new, 1);
	}
	for (size_t i = used; i < n; i++)
		all[a->n - 1 + i - used] = sub[i];
	return expr_index(p, a->arg[0], all, a->n - 1 + n - used);
}

const Expr *expr_index(ExprPool *p, const Expr *a, const Expr *const sub[], size_t n)
{
	const Type *type = indexed_type(p, a->type, sub, n);
	const Expr *inside[UINT8_MAX + 1];

	if (!type)
		BUG("subscripts that do not fit");
	/* Leading literals choose a part at once. */
	for (int64_t k; n > 0 && (a->op == EX_VAR || a->op == EX_ARRAY); sub++, n--) {
		k = literal_position(sub[0], a->type->dim[0]);
		if (k < 0)
			break;
		if (a->op == EX_ARRAY) {
			a = a->arg[k];
		} else {
			const Type *part = type_drop(p, a->type, 1);

			a = expr_var(p, (VarId){(int32_t)(a->aux + k * part->n_scalars)}, part);
		}
	}
	while (n > 0 && sub[n - 1]->op == EX_COLON)
		n--;
	if (n == 0)
		return a;
	if (a->op == EX_INDEX)
		return join_subscripts(p, a, sub, n);
	inside[0] = a;
	for (size_t i = 0; i < n; i++)
		inside[i + 1] = sub[i];
	return make(p, EX_INDEX, type, 0, inside, n + 1);
}

const Expr *expr_call(ExprPool *p, FnId fn, const Type *type, const Expr *const arg[], size_t n,
					  uint32_t site)
{
	return expr_make(p, &(Expr){.op = EX_CALL, .type = type, .aux = (uint32_t)fn.i}, arg, n, site);
}

const Expr *expr_result(ExprPool *p, const Expr *call, int k)
{
	CHECK(call->type->kind == TY_TUPLE && k >= 0 && k < call->type->n_fields);
	if (call->op == EX_TUPLE)
		return call->arg[k];
	return make(p, EX_RESULT, call->type->field[k].type, (uint32_t)k, &call, 1);
}

const Expr *expr_with(ExprPool *p, const Expr *e, const Expr *const arg[])
{
	switch (e->op) {
	case EX_ARRAY: return expr_array(p, e->n ? NULL : type_drop(p, e->type, 1), arg, e->n);
	case EX_RECORD: return expr_record(p, e->type, arg, e->n);
	case EX_TUPLE: return expr_tuple(p, arg, e->n);
	case EX_INDEX: return expr_index(p, arg[0], arg + 1, e->n - 1);
	case EX_FIELD: return expr_field(p, arg[0], (int)e->aux);
	case EX_CALL: return expr_call(p, (FnId){(int32_t)e->aux}, e->type, arg, e->n, expr_site(e));
	case EX_RESULT: return expr_result(p, arg[0], (int)e->aux);
	case EX_TO_REAL: return expr_to_real(p, arg[0]);
	case EX_TO_ENUM: return expr_to_enum(p, e->type, arg[0]);
	default: return e->n == 0 ? e : expr_op(p, e->op, arg, e->n);
	}
}
