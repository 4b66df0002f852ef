/* SPDX-License-Identifier: MIT
   type.c — interned types. A type is its kind, class name, fields and dimensions; each exists once,
   so that equal means the same pointer. Open addressing; models have some hundred types. */
#include "compiler/expr/expr.h"

#include <string.h>

/* Enumerations with the same literals in the same order are one type, whatever their names (MLS
   6.4, 6.7): libraries have copies of each other's. The first name is the one that is shown. */
static uint32_t told_by_name(const Type *t)
{
	return t->kind == TY_ENUM && t->n_fields > 0 ? 0 : t->name.i;
}

static uint64_t hash_type(const Type *t)
{
	uint64_t h = map_hash((uint64_t)t->kind << 40 | (uint64_t)t->rank << 32 | told_by_name(t));

	h = map_hash_bytes(t->dim, t->rank * sizeof *t->dim, h);
	if (t->rank > 0)
		return map_hash(h ^ t->elem->id);
	for (int i = 0; i < t->n_fields; i++) {
		h = map_hash(h ^ t->field[i].name.i);
		if (t->field[i].type)
			h = map_hash(h ^ t->field[i].type->id);
	}
	return h;
}

static bool same_type(const Type *a, const Type *b)
{
	if (a->kind != b->kind || a->rank != b->rank || told_by_name(a) != told_by_name(b) ||
		a->n_fields != b->n_fields || memcmp(a->dim, b->dim, a->rank * sizeof *a->dim) != 0)
		return false;
	if (a->rank > 0)
		return a->elem == b->elem;
	for (int i = 0; i < a->n_fields; i++)
		if (a->field[i].name.i != b->field[i].name.i || a->field[i].type != b->field[i].type)
			return false;
	return true;
}

static void grow_table(ExprPool *p)
{
	uint32_t n = p->n_type_slots ? p->n_type_slots * 2 : 64;
	const Type **slot = NEW_ARRAY(p->keep, const Type *, n);

	for (uint32_t i = 0; i < p->n_type_slots; i++) {
		const Type *t = p->type_slot[i];
		uint64_t h;

		if (!t)
			continue;
		for (h = hash_type(t); slot[h & (n - 1)]; h++)
			;
		slot[h & (n - 1)] = t;
	}
	p->type_slot = slot;
	p->n_type_slots = n;
}

/* The scalars of a type without dimensions; -1: a field has an open dimension. */
static int64_t count_leaves(const Type *t)
{
	int64_t sum = 0;

	if (t->kind != TY_RECORD && t->kind != TY_TUPLE)
		return t->kind != TY_NONE;
	for (int i = 0; i < t->n_fields; i++) {
		if (t->field[i].type->n_scalars < 0)
			return -1;
		sum += t->field[i].type->n_scalars;
	}
	return sum;
}

static int32_t count_scalars(const Type *t)
{
	int64_t n = count_leaves(t->rank > 0 ? t->elem : t);

	for (int i = 0; i < t->rank; i++) {
		if (t->dim[i] == DIM_OPEN || n < 0)
			return -1;
		n *= t->dim[i];
		n = n > INT32_MAX ? INT32_MAX : n; /* too many for anything: elab_any refuses it */
	}
	return (int32_t)n;
}

/* The results of a long algorithm are asked for one by one: each would count those before it. */
static void count_before(const Type *t, TypeField *field)
{
	int64_t sum = 0;

	for (int i = 0; i < t->n_fields && (t->kind == TY_RECORD || t->kind == TY_TUPLE); i++) {
		int32_t n = field[i].type->n_scalars;

		field[i].before = (int32_t)(sum > INT32_MAX ? INT32_MAX : sum);
		sum = sum < 0 || n < 0 ? -1 : sum + n;
	}
}

/* The one type like *key, made with copies of what key points to if there is none yet. */
static const Type *intern_type(ExprPool *p, const Type *key)
{
	uint64_t h;
	Type *t;
	int32_t *dim;
	TypeField *field;

	if (2 * (p->n_types + 1) > p->n_type_slots)
		grow_table(p);
	for (h = hash_type(key); p->type_slot[h & (p->n_type_slots - 1)]; h++)
		if (same_type(p->type_slot[h & (p->n_type_slots - 1)], key))
			return p->type_slot[h & (p->n_type_slots - 1)];
	t = NEW(p->keep, Type);
	dim = NEW_ARRAY(p->keep, int32_t, key->rank);
	field = NEW_ARRAY(p->keep, TypeField, key->n_fields);
	for (int i = 0; i < key->rank; i++)
		dim[i] = key->dim[i];
	for (int i = 0; i < key->n_fields; i++)
		field[i] = key->field[i];
	count_before(key, field);
	*t = *key;
	t->id = p->n_types++;
	t->dim = dim;
	t->field = field;
	t->elem = key->rank > 0 ? key->elem : t;
	t->n_scalars = count_scalars(t);
	p->type_slot[h & (p->n_type_slots - 1)] = t;
	return t;
}

void type_pool_init(ExprPool *p)
{
	static const TypeKind kinds[] = {TY_NONE, TY_REAL, TY_INTEGER, TY_BOOLEAN, TY_STRING, TY_CLOCK};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		static const int32_t no_dim[1];

		p->basic[kinds[i]] = intern_type(p, &(Type){.kind = kinds[i], .dim = no_dim});
	}
}

const Type *type_basic(const ExprPool *p, TypeKind kind)
{
	CHECK(p->basic[kind]);
	return p->basic[kind];
}

static const Type *intern_fields(ExprPool *p, TypeKind kind, Name name, const TypeField *field,
								 int n)
{
	static const int32_t no_dim[1];
	Type key = {.kind = kind, .n_fields = n, .name = name, .field = field, .dim = no_dim};

	return intern_type(p, &key);
}

const Type *type_enum(ExprPool *p, Name name, const Name literal[], int n)
{
	TypeField *field = NEW_ARRAY(p->keep, TypeField, n);

	for (int i = 0; i < n; i++)
		field[i].name = literal[i];
	return intern_fields(p, TY_ENUM, name, field, n);
}

const Type *type_record(ExprPool *p, Name name, const TypeField field[], int n)
{
	return intern_fields(p, TY_RECORD, name, field, n);
}

const Type *type_object(ExprPool *p, Name name)
{
	return intern_fields(p, TY_OBJECT, name, NULL, 0);
}

const Type *type_tuple(ExprPool *p, const Type *const result[], int n)
{
	TypeField *field = NEW_ARRAY(p->keep, TypeField, n);

	for (int i = 0; i < n; i++)
		field[i].type = result[i];
	return intern_fields(p, TY_TUPLE, (Name){0}, field, n);
}

const Type *type_array(ExprPool *p, const Type *elem, const int32_t dim[], int rank)
{
	Type key = *elem;
	int32_t all[UINT8_MAX];

	if (rank == 0)
		return elem;
	if (rank + elem->rank > UINT8_MAX)
		BUG("an array of %d dimensions", rank + elem->rank);
	memcpy(all, dim, (size_t)rank * sizeof *dim);
	memcpy(all + rank, elem->dim, elem->rank * sizeof *dim);
	key.rank = (uint8_t)(rank + elem->rank);
	key.dim = all;
	key.elem = elem->elem;
	return intern_type(p, &key);
}

const Type *type_drop(ExprPool *p, const Type *t, int n)
{
	CHECK(n <= t->rank);
	return type_array(p, t->elem, t->dim + n, t->rank - n);
}

const Type *type_with_dims_of(ExprPool *p, const Type *elem, const Type *shape)
{
	return type_array(p, elem->elem, shape->dim, shape->rank);
}

bool type_same_dims(const Type *a, const Type *b)
{
	if (a->rank != b->rank)
		return false;
	for (int i = 0; i < a->rank; i++)
		if (a->dim[i] != b->dim[i] && a->dim[i] != DIM_OPEN && b->dim[i] != DIM_OPEN)
			return false;
	return true;
}

/* Records are declared per use of a class: fields with open dimensions agree with any. The depth is
   that of nested records, which inst/ limits. */
bool type_agrees(const Type *a, const Type *b)
{
	if (a == b)
		return true;
	if (a->kind != b->kind || !type_same_dims(a, b))
		return false;
	if (a->elem == b->elem)
		return true;
	if ((a->kind != TY_RECORD && a->kind != TY_TUPLE) || a->n_fields != b->n_fields)
		return false;
	for (int i = 0; i < a->n_fields; i++)
		if (a->field[i].name.i != b->field[i].name.i ||
			!type_agrees(a->field[i].type, b->field[i].type))
			return false;
	return true;
}

int32_t type_leaves(const Type *t)
{
	int32_t n = 0;

	if (t->kind != TY_RECORD)
		return 1;
	for (int i = 0; i < t->elem->n_fields; i++)
		n += type_leaves(t->elem->field[i].type);
	return n;
}

bool type_is_scalar(const Type *t, TypeKind kind)
{
	return t->rank == 0 && t->kind == kind;
}

void type_print_dims(const Type *t, Text *out)
{
	for (int i = 0; i < t->rank; i++) {
		text_printf(out, i == 0 ? "[" : ", ");
		if (t->dim[i] == DIM_OPEN)
			text_printf(out, ":");
		else
			text_printf(out, "%d", t->dim[i]);
	}
	if (t->rank > 0)
		text_printf(out, "]");
}

void type_print(const ExprPool *p, const Type *t, Text *out)
{
	static const char *const text[] = {
		[TY_NONE] = "nothing",    [TY_REAL] = "Real",     [TY_INTEGER] = "Integer",
		[TY_BOOLEAN] = "Boolean", [TY_STRING] = "String", [TY_CLOCK] = "Clock"};

	if (t->kind == TY_TUPLE) {
		for (int i = 0; i < t->n_fields; i++) {
			text_printf(out, i == 0 ? "(" : ", ");
			type_print(p, t->field[i].type, out);
		}
		text_printf(out, ")");
		return;
	}
	if (t->name.i)
		text_printf(out, "%s", intern_text(p->names, t->name));
	else
		text_printf(out, "%s", text[t->kind]);
	type_print_dims(t, out);
}
