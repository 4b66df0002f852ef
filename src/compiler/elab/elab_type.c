/* SPDX-License-Identifier: MIT
   elab_type.c — types of components and classes, conversion of values (MLS 6.7, 10.6.13). */
#include "compiler/elab/elab_local.h"

#include <math.h>

const char *elab_type_text(Inst *in, const Type *t)
{
	Text text;

	text_init(&text, arena_allocator(in->scratch));
	type_print(in->pool, t, &text);
	return text_str(&text);
}

const char *elab_dims_text(Inst *in, const Type *t)
{
	Text text;

	if (t->rank == 0)
		return "a scalar";
	text_init(&text, arena_allocator(in->scratch));
	text_add_char(&text, '[', 1);
	for (int i = 0; i < t->rank; i++) {
		text_printf(&text, "%s", i ? ", " : "");
		if (t->dim[i] == DIM_OPEN)
			text_add_char(&text, ':', 1);
		else
			text_printf(&text, "%d", t->dim[i]);
	}
	text_add_char(&text, ']', 1);
	return text_str(&text);
}

int elab_field(const Type *t, Name name)
{
	for (int i = 0; i < t->n_fields; i++)
		if (t->field[i].name.i == name.i)
			return i;
	return -1;
}

/* Components and classes */

bool elab_is_record(const Node *n)
{
	if (!n->def)
		return false;
	switch ((ClassKind)n->def->kind) {
	case CLS_RECORD:
	case CLS_OPERATOR_RECORD:
	case CLS_CONNECTOR:
	case CLS_CLASS:
	case CLS_TYPE: return true;
	default: return false;
	}
}

/* Of a record component: with the sizes that its fields have there. */
static const Type *instance_type(Inst *in, Node *n)
{
	TypeField *field;
	int count = 0;

	if (!elab_is_record(n) || !member_list(in, n))
		return NULL;
	field = NEW_ARRAY(in->keep, TypeField, n->n_member);
	for (uint32_t i = 0; i < n->n_member; i++) {
		Node *part;

		if (n->member[i]->decl->kind != EL_COMPONENT)
			continue;
		part = node_of(in, n, n->member[i]);
		field[count] = (TypeField){.name = part->name, .type = part ? elab_type(in, part) : NULL};
		if (!field[count++].type)
			return NULL;
	}
	return type_record(in->pool, elab_record_name(in, n->cls ? n->cls : n), field, count);
}

static const Type *with_dims(Inst *in, const Type *elem, const Node *n)
{
	int32_t dim[UINT8_MAX];

	for (int32_t i = 0; i < n->rank; i++)
		dim[i] = n->dim[i].n;
	return type_array(in->pool, elem, dim, n->rank);
}

const Type *elab_type(Inst *in, Node *n)
{
	const Type *elem;

	if (n->kind == NODE_CLASS || n->kind == NODE_BASE) {
		elem = node_basic(in, n);
		return elem || !elab_is_record(n) ? elem : elab_record_type(in, n);
	}
	if (!node_class(in, n) || !node_dims(in, n))
		return NULL;
	if (n->basic)
		return n->index ? n->basic : with_dims(in, n->basic, n);
	if (n->kind != NODE_ARRAY) {
		elem = instance_type(in, n);
		if (elem && elab_record_class(in, elem) == NULL)
			map_put(&elab_state(in)->record_class, elem->name.i, map_key(n->cls));
		return elem;
	}
	if (!node_elements(in, n))
		return NULL;
	elem = n->n_element ? elab_type(in, n->element[0]) : elab_type(in, n->cls);
	return elem ? with_dims(in, elem, n) : NULL;
}

/* Conversion */

bool elab_can_convert(Inst *in, const Type *from, const Type *to)
{
	if (from == to || type_agrees(from, to))
		return true;
	if (from->rank != to->rank || !type_same_dims(from, to))
		return false;
	if (from->kind == TY_INTEGER && to->kind == TY_REAL)
		return true;
	/* An array of no components has no element that knows what its class was redeclared to. */
	if (from->kind == TY_RECORD && to->kind == TY_RECORD && from->rank > 0 && from->dim[0] == 0)
		return true;
	if (from->kind != TY_RECORD || to->kind != TY_RECORD || from->n_fields != to->n_fields)
		return from->elem == to->elem;
	for (int i = 0; i < to->n_fields; i++) {
		int k = elab_field(from, to->field[i].name);

		if (k < 0 || !elab_can_convert(in, from->field[k].type, to->field[i].type))
			return false;
	}
	return true;
}

/* Records are matched by the names of their fields (MLS 6.7, pitfall: other order). */
static const Expr *convert_record(Inst *in, const Expr *x, const Type *to)
{
	const Expr **part;
	TypeField *field;

	if (x->type->rank > 0) {
		int32_t n = x->type->dim[0];

		if (n == DIM_OPEN) /* the fields are the same, the name is not: leave it */
			return x;
		part = NEW_ARRAY(in->scratch, const Expr *, n);
		for (int32_t i = 0; i < n; i++)
			part[i] = convert_record(in, elab_element(in, x, i + 1), type_drop(in->pool, to, 1));
		return expr_array(in->pool, n ? part[0]->type : type_drop(in->pool, to, 1), part,
						  (size_t)n);
	}
	part = NEW_ARRAY(in->scratch, const Expr *, to->n_fields);
	field = NEW_ARRAY(in->keep, TypeField, to->n_fields);
	for (int i = 0; i < to->n_fields; i++) {
		const Expr *value = expr_field(in->pool, x, elab_field(x->type, to->field[i].name));

		part[i] = elab_convert(in, value, to->field[i].type, (Place){0}, "");
		field[i] = (TypeField){.name = to->field[i].name, .type = part[i]->type};
	}
	return expr_record(in->pool, type_record(in->pool, to->name, field, to->n_fields), part,
					   to->n_fields);
}

/* Integers are exact below 2^53 (ir/ops.h). */
static bool is_whole(double x)
{
	return fabs(x) < 0x1p53 && x == floor(x);
}

/* A Real where an Integer is needed: a mistake, but a number that is whole can mean only itself.
   That of 7^5 is a Real (MLS 10.6.7). */
static const Expr *real_as_integer(Inst *in, const Expr *x, const Type *to, Place at,
								   const char *what)
{
	const char *text = elab_type_text(in, x->type), *needed = elab_type_text(in, to);
	bool means_one = x->op == EX_REAL && is_whole(expr_real_value(x)) &&
					 type_is_scalar(to, TY_INTEGER) && at.file > 0;

	if (means_one && !in->diag->strict) {
		diag_older(in->diag, NULL, syntax_span(at), E_TYPE,
				   "%s is %s, but %s is needed; it is taken as a whole number", what, text, needed);
		return expr_integer(in->pool, (int64_t)expr_real_value(x));
	}
	return elab_fail(in, at, E_TYPE,
					 "%s is %s, but %s is needed; 'integer(…)' rounds down, 'div(…, …)' divides",
					 what, text, needed);
}

static const Expr *mismatch(Inst *in, const Expr *x, const Type *to, Place at, const char *what)
{
	const Type *from = x->type;

	if (from->kind == to->kind &&
		(from->kind != TY_RECORD || from->elem->name.i == to->elem->name.i) &&
		(from->kind != TY_ENUM || from->elem == to->elem) && !type_same_dims(from, to))
		return elab_fail(in, at, E_SIZES, "%s is %s, but %s is needed", what,
						 elab_dims_text(in, from), elab_dims_text(in, to));
	for (int i = 0; from->kind == TY_RECORD && to->kind == TY_RECORD && i < to->n_fields; i++) {
		int k = elab_field(from, to->field[i].name);

		if (k < 0)
			return elab_fail(in, at, E_TYPE, "%s is %s and has no element '%s', but %s is needed",
							 what, elab_type_text(in, from), elab_name(in, to->field[i].name),
							 elab_type_text(in, to));
		if (!elab_can_convert(in, from->field[k].type, to->field[i].type))
			return elab_fail(in, at, E_TYPE, "the element '%s' of %s is %s, but %s is needed",
							 elab_name(in, to->field[i].name), what,
							 elab_type_text(in, from->field[k].type),
							 elab_type_text(in, to->field[i].type));
	}
	if (from->kind == TY_REAL && to->kind == TY_INTEGER)
		return real_as_integer(in, x, to, at, what);
	return elab_fail(in, at, E_TYPE, "%s is %s, but %s is needed", what, elab_type_text(in, from),
					 elab_type_text(in, to));
}

const Expr *elab_convert(Inst *in, const Expr *x, const Type *to, Place at, const char *what)
{
	ArenaMark mark = arena_mark(in->scratch);

	if (elab_is_error(x) || x->type == to)
		return x;
	if (!elab_can_convert(in, x->type, to))
		x = mismatch(in, x, to, at, what);
	else if (type_agrees(x->type, to))
		; /* only open sizes differ */
	else if (to->kind == TY_REAL)
		x = expr_to_real(in->pool, x);
	else if (to->kind == TY_RECORD)
		x = convert_record(in, x, to);
	arena_release(in->scratch, mark);
	return x;
}

/* One type for all */

static bool same_sort(const Type *a, const Type *b)
{
	return a->kind == b->kind || (a->kind <= TY_INTEGER && b->kind <= TY_INTEGER);
}

bool elab_join(Inst *in, const Expr **x, uint32_t n, Place at, const char *what)
{
	const Type *to = n ? x[0]->type : NULL;

	for (uint32_t i = 0; i < n; i++) {
		if (elab_is_error(x[i]))
			return false;
		if (to->kind == TY_INTEGER && x[i]->type->kind == TY_REAL)
			to = type_with_dims_of(in->pool, x[i]->type->elem, to);
	}
	for (uint32_t i = 0; i < n; i++) {
		if (!elab_can_convert(in, x[i]->type, to)) {
			const char *other = "";

			if (at.file == 0)
				return false;
			other = same_sort(x[0]->type, x[i]->type) && !type_same_dims(x[0]->type, x[i]->type)
						? "sizes"
						: "types";
			elab_fail(in, at, other[0] == 's' ? E_SIZES : E_TYPE, "%s have different %s: %s and %s",
					  what, other, elab_type_text(in, x[0]->type), elab_type_text(in, x[i]->type));
			return false;
		}
	}
	for (uint32_t i = 0; i < n; i++)
		x[i] = elab_convert(in, x[i], to, at, what);
	return true;
}
