/* SPDX-License-Identifier: MIT
   lower_fn_type.c — types taken apart into scalars and arrays of scalars: one for each basic field
   at any depth, with the dimensions of all records around it first. */
#include "compiler/lower/lower_fn.h"

#include <math.h>
#include <string.h>

typedef struct Collect {
	Arena *keep;            /* of the result */
	VEC(Leaf) leaves;       /* so far */
	int32_t dim[UINT8_MAX]; /* sizes around */
	int rank;               /* how many */
	bool too_deep;          /* a leaf had more than IR_MAX_RANK */
} Collect;

static bool has_fields(const Type *t)
{
	return t->kind == TY_RECORD || t->kind == TY_TUPLE;
}

/* Recurses into fields: the depth is that of the type. `first`, unless NULL, gets the first leaf of
   each field. */
static void collect(Collect *c, const Intern *names, const Type *t, const char *suffix,
					uint32_t *first)
{
	int outer = c->rank;

	for (int d = 0; d < t->rank && c->rank < UINT8_MAX; d++)
		c->dim[c->rank++] = t->dim[d];
	if (has_fields(t)) {
		for (int f = 0; f < t->elem->n_fields; f++) {
			const TypeField *field = &t->elem->field[f];
			const char *name = field->name.i ? intern_text(names, field->name) : "";

			if (first)
				first[f] = (uint32_t)c->leaves.n;
			collect(c, names, field->type, arena_printf(c->keep, "%s.%s", suffix, name), NULL);
		}
	} else if (t->kind != TY_NONE) {
		int rank = c->rank <= IR_MAX_RANK ? c->rank : IR_MAX_RANK;
		int32_t *dim = NEW_ARRAY(c->keep, int32_t, rank);
		Leaf leaf = {t->elem, dim, suffix, (uint8_t)rank};

		memcpy(dim, c->dim, (size_t)rank * sizeof *dim);
		c->too_deep |= c->rank > IR_MAX_RANK;
		vec_push(arena_allocator(c->keep), &c->leaves, leaf);
	}
	c->rank = outer;
}

const Leaves *lower_fn_type_leaves(LowerFn *l, const Type *type)
{
	Leaves *leaves = map_find_ptr(&l->leaves, type->id);
	Collect c = {.keep = l->ir->keep};
	uint32_t *first = NULL;

	if (leaves)
		return leaves;
	if (has_fields(type))
		first = NEW_ARRAY(l->ir->keep, uint32_t, type->elem->n_fields);
	collect(&c, l->m->names, type, "", first);
	leaves = NEW(l->ir->keep, Leaves);
	*leaves = (Leaves){(uint32_t)c.leaves.n, c.leaves.at, first, c.too_deep};
	map_put(&l->leaves, type->id, map_key(leaves));
	return leaves;
}

uint32_t lower_fn_type_field(LowerFn *l, const Type *record, uint32_t field)
{
	return lower_fn_type_leaves(l, record)->first[field];
}

uint8_t lower_fn_type_kind(const Type *elem)
{
	switch (elem->kind) {
	case TY_INTEGER: return IR_INTEGER;
	case TY_BOOLEAN: return IR_BOOLEAN;
	case TY_ENUM: return IR_LITERAL;
	case TY_STRING: return IR_STRING;
	case TY_OBJECT: return IR_OBJECT;
	default: return IR_REAL;
	}
}

double lower_fn_type_zero(LowerFn *l, const Type *elem)
{
	if (elem->kind == TY_STRING)
		return lower_fn_text(l, "");
	return elem->kind == TY_ENUM;
}

double lower_fn_type_unset(LowerFn *l, const Type *elem)
{
	return elem->kind == TY_REAL ? NAN : lower_fn_type_zero(l, elem);
}

/* -- arguments and results ------------------------------------------------------------------ */

typedef VEC(IrFnNode) NodeVec;

static void add_nodes(FnBuild *b, const Type *t, NodeVec *out, bool *plain)
{
	bool record = has_fields(t);
	IrFnNode node = {record ? t->elem->n_fields : -1, t->rank};

	vec_push(arena_allocator(b->l->ir->keep), out, node);
	*plain &= !record || t->rank == 0;
	for (int f = 0; record && f < t->elem->n_fields; f++)
		add_nodes(b, t->elem->field[f].type, out, plain);
}

IrFnSide lower_fn_type_side(FnBuild *b, const FlatLocal local[], const LowerValue value[],
							int32_t n)
{
	IrFnSide side = {.n_roots = n, .plain = true};
	VEC(IrFnLeaf) leaf = {0};
	NodeVec node = {0};

	for (int32_t i = 0; i < n; i++) {
		const Leaves *leaves = lower_fn_type_leaves(b->l, local[i].type);

		for (uint32_t k = 0; k < leaves->n; k++) {
			IrFnLeaf x = {.rank = leaves->at[k].rank, .reg = value[i].ref[k], .flag = LOWER_NONE};

			x.name = arena_printf(b->l->ir->keep, "%s%s", intern_text(b->m->names, local[i].name),
								  leaves->at[k].suffix);
			x.kind = lower_fn_type_kind(leaves->at[k].elem);
			memcpy(x.dim, leaves->at[k].dim, x.rank * sizeof *x.dim);
			vec_push(b->alloc, &leaf, x);
		}
		add_nodes(b, local[i].type, &node, &side.plain);
	}
	side.leaf = leaf.at;
	side.n = (int32_t)leaf.n;
	side.node = node.at;
	side.n_nodes = (int32_t)node.n;
	return side;
}
