/* SPDX-License-Identifier: MIT
   interp_convert.c — between values and literal expressions. */
#include "compiler/eval/interp.h"

/* A scalar literal as a value of the scalar type: an Integer may be given for a Real. */
Value interp_convert_literal(Interp *in, const Expr *e, const Type *type)
{
	Value v = {.elem = type, .n = 1};

	switch (e->op) {
	case EX_REAL: v.one.r = expr_real_value(e); break;
	case EX_STRING:
		return interp_value_string(in, intern_text(in->pool->names, (Name){e->aux}),
								   intern_len(in->pool->names, (Name){e->aux}));
	default:
		if (type->kind == TY_REAL)
			v.one.r = (double)expr_integer_value(e);
		else
			v.one.i = expr_integer_value(e);
	}
	return v;
}

/* Recurses into fields: the depth is that of the type. */
static const Expr *convert_cell(Interp *in, const Type *elem, const Cell *c)
{
	const Expr **arg;

	switch (elem->kind) {
	case TY_REAL: return expr_real(in->pool, c->r);
	case TY_INTEGER: return expr_integer(in->pool, c->i);
	case TY_BOOLEAN: return expr_boolean(in->pool, c->i != 0);
	case TY_ENUM: return expr_enum(in->pool, elem, (int)c->i);
	case TY_STRING: return expr_text(in->pool, c->s->at);
	case TY_RECORD:
	case TY_TUPLE: break;
	default: interp_fail(in, "a value of this type does not exist at compile time");
	}
	arg = NEW_ARRAY(in->temp, const Expr *, elem->n_fields);
	for (int f = 0; f < elem->n_fields; f++) {
		if (!c->part[f].elem)
			interp_fail(in, "result %d of a function was given no value", f + 1);
		arg[f] = interp_convert_value(in, &c->part[f]);
		if (!type_agrees(arg[f]->type, elem->field[f].type))
			interp_fail(in, "'%s' does not have the size it was declared with",
						intern_text(in->pool->names, elem->field[f].name));
	}
	return elem->kind == TY_RECORD ? expr_record(in->pool, elem, arg, elem->n_fields)
								   : expr_tuple(in->pool, arg, elem->n_fields);
}

/* From the cells up, one dimension after the other. */
const Expr *interp_convert_value(Interp *in, const Value *v)
{
	const Cell *cell = interp_value_cells(v);
	const Expr **part;
	uint32_t n = v->n;

	if (v->rank == 0)
		return convert_cell(in, v->elem, cell);
	part = NEW_ARRAY(in->temp, const Expr *, n + 1);
	for (uint32_t k = 0; k < n; k++)
		part[k] = convert_cell(in, v->elem, &cell[k]);
	for (uint32_t d = v->rank; d-- > 0;) {
		const Type *elem = type_array(in->pool, v->elem, v->dim + d + 1, (int)(v->rank - d - 1));
		const Expr **group;

		n = 1;
		for (uint32_t outer = 0; outer < d; outer++)
			n *= (uint32_t)v->dim[outer];
		group = NEW_ARRAY(in->temp, const Expr *, n + 1);
		for (uint32_t k = 0; k < n; k++)
			group[k] = expr_array(in->pool, elem, part + (size_t)k * (uint32_t)v->dim[d],
								  (size_t)v->dim[d]);
		part = group;
	}
	return part[0];
}
