/* SPDX-License-Identifier: MIT
   interp_value.c — values: a scalar in place, an array as sizes and cells, a record as a cell that
   points to its fields. Variables own what they hold and reuse it, so that assigning in a loop
   costs no memory; growth doubles. */
#include "compiler/eval/interp.h"

#include <string.h>

static Value scalar(const Interp *in, TypeKind kind)
{
	return (Value){.elem = type_basic(in->pool, kind), .n = 1};
}

Value interp_value_real(const Interp *in, double x)
{
	Value v = scalar(in, TY_REAL);

	v.one.r = x;
	return v;
}

Value interp_value_integer(const Interp *in, int64_t x)
{
	Value v = scalar(in, TY_INTEGER);

	v.one.i = x;
	return v;
}

static Str *new_str(Arena *a, size_t cap)
{
	Str *s = arena_alloc(a, sizeof *s + cap + 1, _Alignof(Str));

	*s = (Str){.cap = (uint32_t)cap};
	s->at[0] = '\0';
	return s;
}

static void set_str(Arena *a, Cell *dst, const char *text, size_t len)
{
	if (!dst->s || dst->s->cap < len)
		dst->s = new_str(a, dst->s ? 2 * len : len);
	memmove(dst->s->at, text, len);
	dst->s->at[len] = '\0';
	dst->s->len = (uint32_t)len;
}

Value interp_value_string(Interp *in, const char *s, size_t len)
{
	Value v = scalar(in, TY_STRING);

	if (len > INT32_MAX)
		interp_fail(in, "takes too much memory to compute at compile time");
	v.one.s = NULL;
	set_str(in->temp, &v.one, s, len);
	return v;
}

static uint32_t count(Interp *in, const int32_t dim[], uint32_t rank)
{
	uint64_t n = 1;

	for (uint32_t d = 0; d < rank; d++) {
		if (dim[d] < 0)
			interp_fail(in, "an array has the negative size %d", dim[d]);
		n *= (uint64_t)dim[d];
		if (n > INTERP_MAX_CELLS)
			interp_fail(in, "takes too much memory to compute at compile time");
	}
	return (uint32_t)n;
}

static Value new_value(Interp *in, Arena *a, const Type *elem, const int32_t dim[], uint32_t rank)
{
	Value v = {.elem = elem, .rank = rank, .n = count(in, dim, rank)};

	if (rank == 0)
		return v;
	v.dim = NEW_ARRAY(a, int32_t, rank);
	memcpy(v.dim, dim, rank * sizeof *dim);
	v.many = NEW_ARRAY(a, Cell, v.n);
	v.cap = v.n;
	return v;
}

Value interp_value_new(Interp *in, const Type *elem, const int32_t dim[], uint32_t rank)
{
	Value v = new_value(in, in->temp, elem, dim, rank);

	interp_work(in, v.n);
	return v;
}

/* Recurses into fields: the depth is that of the type. */
static Cell zero_cell(Interp *in, Arena *a, const Type *elem)
{
	Cell c = {.i = elem->kind == TY_ENUM};

	if (elem->kind == TY_REAL) {
		c.r = 0;
	} else if (elem->kind == TY_STRING) {
		c.s = new_str(a, 0);
	} else if (elem->kind == TY_RECORD) {
		c.part = NEW_ARRAY(a, Value, elem->n_fields);
		for (int f = 0; f < elem->n_fields; f++)
			c.part[f] = interp_value_zero(in, a, elem->field[f].type, elem->field[f].type->dim);
	}
	return c;
}

Value interp_value_zero(Interp *in, Arena *a, const Type *type, const int32_t dim[])
{
	int32_t size[UINT8_MAX];
	Value v;
	Cell *cell;

	for (int d = 0; d < type->rank; d++)
		size[d] = dim[d] == DIM_OPEN ? 0 : dim[d];
	v = new_value(in, a, type->elem, size, type->rank);
	interp_work(in, v.n);
	cell = interp_value_cells_of(&v);
	for (uint32_t k = 0; k < v.n; k++)
		cell[k] = zero_cell(in, a, v.elem);
	return v;
}

void interp_value_store_cell(Arena *a, const Type *elem, Cell *dst, const Cell *src)
{
	if (elem->kind == TY_STRING) {
		set_str(a, dst, src->s->at, src->s->len);
		return;
	}
	if (elem->kind != TY_RECORD && elem->kind != TY_TUPLE) {
		*dst = *src;
		return;
	}
	if (!dst->part)
		dst->part = NEW_ARRAY(a, Value, elem->n_fields);
	for (int f = 0; f < elem->n_fields; f++)
		interp_value_store(a, &dst->part[f], &src->part[f]);
}

/* Room for n cells; those there are keep what they own. */
static void reserve(Arena *a, Value *dst, uint32_t n)
{
	uint32_t cap = dst->cap > 0 && n < INT32_MAX / 2 ? 2 * n : n;
	Cell *many;

	if (dst->many && n <= dst->cap)
		return;
	many = NEW_ARRAY(a, Cell, cap);
	if (dst->cap > 0)
		memcpy(many, dst->many, dst->cap * sizeof *many);
	dst->many = many;
	dst->cap = cap;
}

void interp_value_store(Arena *a, Value *dst, const Value *src)
{
	bool flat = src->elem && src->elem->kind != TY_STRING && src->elem->kind != TY_RECORD &&
				src->elem->kind != TY_TUPLE;

	if (!src->elem) {
		*dst = *src;
		return;
	}
	if (dst->rank != src->rank || !dst->elem) {
		*dst = (Value){.rank = src->rank};
		if (src->rank > 0)
			dst->dim = NEW_ARRAY(a, int32_t, src->rank);
		else
			memset(&dst->one, 0, sizeof dst->one);
	}
	dst->elem = src->elem;
	dst->n = src->n;
	if (src->rank == 0) {
		interp_value_store_cell(a, src->elem, &dst->one, &src->one);
		return;
	}
	memmove(dst->dim, src->dim, src->rank * sizeof *src->dim);
	reserve(a, dst, src->n);
	if (flat) {
		memmove(dst->many, src->many, src->n * sizeof *src->many);
		return;
	}
	for (uint32_t k = 0; k < src->n; k++)
		interp_value_store_cell(a, src->elem, &dst->many[k], &src->many[k]);
}

Value interp_value_copy(Interp *in, const Value *v)
{
	Value copy = {0};

	interp_work(in, v->n);
	interp_value_store(in->temp, &copy, v);
	return copy;
}

Value interp_value_part(const Value *v, uint32_t rank, uint32_t k)
{
	Value part = {.elem = v->elem, .dim = v->dim + rank, .rank = v->rank - rank, .n = 1};

	if (rank == 0)
		return *v;
	for (uint32_t d = rank; d < v->rank; d++)
		part.n *= (uint32_t)v->dim[d];
	if (part.rank == 0)
		part.one = v->many[k];
	else
		part.many = v->many + (size_t)k * part.n;
	return part;
}

bool interp_value_same_dims(const Value *a, const Value *b)
{
	return a->rank == b->rank &&
		   (a->rank == 0 || memcmp(a->dim, b->dim, a->rank * sizeof *a->dim) == 0);
}

void interp_value_print_dims(const Value *v, Text *out)
{
	if (v->rank == 0) {
		text_printf(out, "a scalar");
		return;
	}
	for (uint32_t d = 0; d < v->rank; d++)
		text_printf(out, "%s%d", d == 0 ? "[" : ", ", v->dim[d]);
	text_add_char(out, ']', 1);
}
