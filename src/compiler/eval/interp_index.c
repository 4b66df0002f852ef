/* SPDX-License-Identifier: MIT
   interp_index.c — subscripts and fields (MLS 10.5): which elements are meant, then taking them.
   Assignment uses the same positions. */
#include "compiler/eval/interp.h"

#include <string.h>

/* A subscript as position from 0: Integers and enumerations count from 1, false is the first. */
static uint32_t position(Interp *in, TypeKind kind, int64_t i, int32_t size)
{
	int64_t k = kind == TY_BOOLEAN ? i : i - 1;

	if (k < 0 || k >= size)
		interp_fail(in, "the subscript %lld is outside 1:%d", (long long)k + 1, size);
	return (uint32_t)k;
}

uint32_t interp_index_position(Interp *in, const Value *sub, int32_t size)
{
	return position(in, sub->elem->kind, sub->one.i, size);
}

/* The positions that one subscript chooses in its dimension; NULL: all. */
static const uint32_t *positions(Interp *in, const Value *sub, int32_t size)
{
	const Cell *cell = interp_value_cells(sub);
	uint32_t *at;

	if (!sub->elem)
		return NULL;
	at = NEW_ARRAY(in->temp, uint32_t, sub->n);
	for (uint32_t k = 0; k < sub->n; k++)
		at[k] = position(in, sub->elem->kind, cell[k].i, size);
	return at;
}

/* Scalars for all leading dimensions: the element, or the part whose cells are consecutive. */
static Pick pick_part(Interp *in, const int32_t dim[], uint32_t rank, const Value sub[], uint32_t n)
{
	Pick p = {.n = 1, .rank = rank - n};

	for (uint32_t d = 0; d < n; d++)
		p.first = p.first * (uint32_t)dim[d] + interp_index_position(in, &sub[d], dim[d]);
	for (uint32_t d = n; d < rank; d++)
		p.n *= (uint32_t)dim[d];
	p.first *= p.n;
	if (p.rank > 0) {
		p.dim = NEW_ARRAY(in->temp, int32_t, p.rank);
		memcpy(p.dim, dim + n, p.rank * sizeof *dim);
	}
	return p;
}

Pick interp_index_pick(Interp *in, const int32_t dim[], uint32_t rank, const Value sub[],
					   uint32_t n)
{
	const uint32_t *choice[UINT8_MAX];
	uint32_t count[UINT8_MAX], k[UINT8_MAX] = {0}, *at;
	Pick p = {.n = 1, .dim = NULL};
	bool scalars = true;

	for (uint32_t d = 0; d < n; d++)
		scalars = scalars && sub[d].elem && sub[d].rank == 0;
	if (scalars)
		return pick_part(in, dim, rank, sub, n);
	p.dim = NEW_ARRAY(in->temp, int32_t, rank);
	for (uint32_t d = 0; d < rank; d++) {
		choice[d] = d < n ? positions(in, &sub[d], dim[d]) : NULL;
		count[d] = choice[d] ? sub[d].n : (uint32_t)dim[d];
		if (!choice[d] || sub[d].rank > 0)
			p.dim[p.rank++] = (int32_t)count[d];
		if ((uint64_t)p.n * count[d] > INTERP_MAX_CELLS)
			interp_fail(in, "takes too much memory to compute at compile time");
		p.n *= count[d];
	}
	interp_work(in, p.n);
	p.at = at = NEW_ARRAY(in->temp, uint32_t, p.n);
	for (uint32_t i = 0; i < p.n; i++) {
		uint32_t offset = 0, d;

		for (d = 0; d < rank; d++)
			offset = offset * (uint32_t)dim[d] + (choice[d] ? choice[d][k[d]] : k[d]);
		at[i] = offset;
		for (d = rank; d-- > 0 && ++k[d] == count[d];) /* the last dimension runs fastest */
			k[d] = 0;
	}
	return p;
}

Value interp_index_apply(Interp *in, const Value *v, const Value sub[], uint32_t n)
{
	Pick p = interp_index_pick(in, v->dim, v->rank, sub, n);
	Value r = {.elem = v->elem, .dim = p.dim, .rank = p.rank, .n = p.n};

	if (p.rank == 0) {
		r.one = v->many[p.first];
		return r;
	}
	if (!p.at) { /* consecutive cells are shared */
		r.many = v->many + p.first;
		return r;
	}
	r.many = NEW_ARRAY(in->temp, Cell, p.n);
	for (uint32_t k = 0; k < p.n; k++)
		r.many[k] = v->many[p.at[k]];
	return r;
}

static Cell var_cell(Interp *in, VarId v, const Type *elem)
{
	const Expr *x = in->var(in->ctx, v);

	if (!x || !expr_is_literal(x)) {
		Text text;

		text_init(&text, arena_allocator(in->temp));
		flat_print_var(in->m, v, &text);
		interp_fail(in, "the value of '%s' is not known at compile time", text_str(&text));
	}
	return interp_convert_literal(in, x, elem).one;
}

/* Only the elements chosen are asked for: the others need not be known. */
Value interp_index_vars(Interp *in, const Expr *e, const Value sub[], uint32_t n)
{
	Pick p = interp_index_pick(in, e->type->dim, e->type->rank, sub, n);
	Value v = interp_value_new(in, e->type->elem, p.dim, p.rank);
	Cell *to = interp_value_cells_of(&v);

	for (uint32_t k = 0; k < p.n; k++)
		to[k] = var_cell(in, (VarId){(int32_t)(e->aux + interp_index_at(&p, k))}, v.elem);
	return v;
}

/* The field of a record; of an array of records, that of each: dimensions of the array first. */
Value interp_index_field(Interp *in, const Expr *e, const Value *v)
{
	const Type *field = v->elem->field[e->aux].type;
	int32_t dim[2 * UINT8_MAX];
	const Value *first;
	Value r;

	if (v->rank == 0)
		return v->one.part[e->aux];
	first = v->n > 0 ? &v->many[0].part[e->aux] : NULL;
	memcpy(dim, v->dim, v->rank * sizeof *dim);
	for (int d = 0; d < field->rank; d++)
		dim[v->rank + (uint32_t)d] = first                       ? first->dim[d]
									 : field->dim[d] == DIM_OPEN ? 0
																 : field->dim[d];
	r = interp_value_new(in, field->elem, dim, v->rank + field->rank);
	for (uint32_t k = 0; k < v->n; k++) {
		const Value *part = &v->many[k].part[e->aux];

		if (!interp_value_same_dims(first, part))
			interp_fail_size(in, "a field of an array of records", first, part);
		memcpy(r.many + (size_t)k * part->n, interp_value_cells(part), part->n * sizeof(Cell));
	}
	return r;
}
