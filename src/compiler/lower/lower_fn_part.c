/* SPDX-License-Identifier: MIT
   lower_fn_part.c — subscripts and fields, read and assigned (MLS 10.5). In a chain such as
   r[i].x[j] the fields choose leaves, and all subscripts together one place for each dimension of
   the leaf; so there is one access however long the chain is. */
#include "compiler/lower/lower_fn.h"

#include <string.h>

#define MAX_DIMS UINT8_MAX /* dimensions of a type */

static bool is_part(const Expr *e)
{
	return e->op == EX_INDEX || e->op == EX_FIELD;
}

uint32_t lower_fn_part_chain(const Expr *e, const Expr **base)
{
	uint32_t n = 0;

	for (; is_part(e); e = e->arg[0])
		if (e->op == EX_INDEX)
			n += e->n - 1;
	*base = e;
	return n;
}

/* The chain goes from the outermost part in: count from its end. */
const Expr *lower_fn_part_subscript(const Expr *e, uint32_t k)
{
	const Expr *base;

	for (; is_part(e); e = e->arg[0]) {
		uint32_t inner = lower_fn_part_chain(e->arg[0], &base);

		if (e->op == EX_INDEX && k >= inner)
			return e->arg[1 + k - inner];
	}
	BUG("a subscript that is not there");
}

/* -- which part ----------------------------------------------------------------------------- */

typedef struct Part {
	LowerPlace place[MAX_DIMS]; /* for each dimension seen so far */
	uint32_t n;                 /* dimensions seen so far; all of those behind */
	uint32_t first;             /* first leaf */
	const Type *type;           /* of the part */
} Part;

/* Subscripts count from 1: of a Boolean, false is the first. */
static LowerPlace place_of(FnBuild *b, LowerValue sub)
{
	LowerPlace p;

	if (!sub.type)
		return (LowerPlace){IR_LIST_NONE, 0};
	p = (LowerPlace){sub.type->rank > 0 ? IR_LIST_ARRAY : IR_LIST_SCALAR, sub.ref[0]};
	if (sub.type->kind == TY_BOOLEAN) {
		uint32_t one = lower_fn_emit_constant(b, 1), from = p.reg;

		p.reg = sub.type->rank > 0 ? lower_fn_emit_array(b, NULL) : lower_fn_emit_scalar(b);
		if (sub.type->rank > 0)
			lower_fn_emit(b, FN_MAP_AS, p.reg, from, one, IR_ADD);
		else
			lower_fn_emit(b, IR_ADD, p.reg, from, one, 0);
	}
	return p;
}

/* A subscript of a dimension in which `old` has chosen already. */
static LowerPlace compose(FnBuild *b, LowerPlace old, LowerPlace sub)
{
	if (old.mode == IR_LIST_NONE || sub.mode == IR_LIST_NONE)
		return old.mode == IR_LIST_NONE ? sub : old;
	if (sub.mode == IR_LIST_SCALAR) {
		uint32_t reg = lower_fn_emit_scalar(b);

		lower_fn_emit(b, FN_LOAD1, reg, old.reg, sub.reg, 0);
		sub.reg = reg;
	} else {
		uint32_t reg = lower_fn_emit_array(b, NULL);

		lower_fn_emit(b, FN_SLICE, reg, old.reg, 0, lower_fn_emit_pairs(b, &sub, 1));
		sub.reg = reg;
	}
	return sub;
}

static void add_dims(Part *part, int rank)
{
	for (int d = 0; d < rank && part->n < MAX_DIMS; d++)
		part->place[part->n++] = (LowerPlace){IR_LIST_NONE, 0};
}

/* One step of the chain, from the inside. */
static void add_step(FnBuild *b, Part *part, const Expr *e, const LowerValue sub[])
{
	uint32_t d = 0;

	if (e->op == EX_FIELD) {
		part->first += lower_fn_type_field(b->l, part->type, e->aux);
		add_dims(part, part->type->elem->field[e->aux].type->rank);
	}
	for (uint32_t i = 1; e->op == EX_INDEX && i < e->n; i++, d++) {
		while (d < part->n && part->place[d].mode == IR_LIST_SCALAR)
			d++; /* is gone */
		if (d == part->n)
			BUG("more subscripts than dimensions");
		part->place[d] = compose(b, part->place[d], place_of(b, sub[i - 1]));
	}
	part->type = e->type;
}

static void find_part(FnBuild *b, const Expr *e, const Type *base, const LowerValue sub[],
					  Part *part)
{
	VEC(const Expr *) chain = {0};

	*part = (Part){.type = base};
	add_dims(part, base->rank);
	for (; is_part(e); e = e->arg[0])
		vec_push(b->alloc, &chain, e);
	while (chain.n > 0) {
		e = chain.at[--chain.n];
		add_step(b, part, e, sub);
		if (e->op == EX_INDEX)
			sub += e->n - 1;
	}
	while (part->n > 0 && part->place[part->n - 1].mode == IR_LIST_NONE)
		part->n--;
}

/* An element of an array with `rank` dimensions, and not something larger? */
static bool is_element(const LowerPlace place[], uint32_t n, uint32_t rank)
{
	for (uint32_t d = 0; d < n; d++)
		if (place[d].mode != IR_LIST_SCALAR)
			return false;
	return n == rank;
}

static uint32_t element_list(FnBuild *b, const LowerPlace place[], uint32_t n)
{
	uint32_t item[MAX_DIMS];

	for (uint32_t d = 0; d < n; d++)
		item[d] = place[d].reg;
	return lower_fn_emit_list(b, item, n);
}

/* -- reading -------------------------------------------------------------------------------- */

/* The part of one array. */
static uint32_t read_leaf(FnBuild *b, uint32_t array, uint32_t rank, const LowerPlace place[],
						  uint32_t n)
{
	uint32_t reg;

	if (n == 0)
		return array;
	if (!is_element(place, n, rank)) {
		reg = lower_fn_emit_array(b, NULL);
		lower_fn_emit(b, FN_SLICE, reg, array, 0, lower_fn_emit_pairs(b, place, n));
		return reg;
	}
	reg = lower_fn_emit_scalar(b);
	if (n == 1)
		lower_fn_emit(b, FN_LOAD1, reg, array, place[0].reg, 0);
	else if (n == 2)
		lower_fn_emit(b, FN_LOAD2, reg, array, place[0].reg, place[1].reg);
	else
		lower_fn_emit(b, FN_LOAD, reg, array, 0, element_list(b, place, n));
	return reg;
}

LowerValue lower_fn_part_read(FnBuild *b, const Expr *e, LowerValue base, const LowerValue sub[])
{
	const Leaves *of_base = lower_fn_type_leaves(b->l, base.type);
	uint32_t n = lower_fn_type_leaves(b->l, e->type)->n;
	uint32_t *ref = NEW_ARRAY(b->scratch, uint32_t, n);
	Part part;

	find_part(b, e, base.type, sub, &part);
	for (uint32_t k = 0; k < n; k++)
		ref[k] = read_leaf(b, base.ref[part.first + k], of_base->at[part.first + k].rank,
						   part.place, part.n);
	return (LowerValue){e->type, ref};
}

LowerValue lower_fn_part_element(FnBuild *b, LowerValue v, const Type *type, uint32_t k)
{
	const Leaves *leaves = lower_fn_type_leaves(b->l, v.type);
	uint32_t *ref = NEW_ARRAY(b->scratch, uint32_t, leaves->n);
	LowerPlace place = {IR_LIST_SCALAR, k};

	for (uint32_t i = 0; i < leaves->n; i++)
		ref[i] = read_leaf(b, v.ref[i], leaves->at[i].rank, &place, 1);
	return (LowerValue){type, ref};
}

/* -- assignment ----------------------------------------------------------------------------- */

/* Sizes that may change: those declared as `:` (MLS 12.4.5). */
static uint32_t open_dims(const Leaf *leaf, const FlatLocal *local)
{
	uint32_t mask = 0;

	for (int d = 0; d < leaf->rank; d++)
		if (leaf->dim[d] == DIM_OPEN &&
			!(local && local->dim && d < local->type->rank && local->dim[d]))
			mask |= 1u << d;
	return mask;
}

/* Is that the register of a variable? */
static bool is_variable(const FnBuild *b, const Leaf *leaf, uint32_t reg)
{
	return reg < (leaf->rank > 0 ? b->n_var_arrays : b->n_var_scalars);
}

/* The instruction that has just made a scalar may write it to the variable at once. */
static bool retarget(FnBuild *b, uint32_t dst, uint32_t src)
{
	IrInstr *last = b->code.n > 0 ? &b->code.at[b->code.n - 1] : NULL;

	if (!last || b->label == b->code.n || src & LOWER_CONSTANT || src < b->n_var_scalars ||
		last->dst != src || ir_fn_op_info(last->op)->operand[0] != 'S')
		return false;
	last->dst = dst;
	return true;
}

/* last_use: nothing reads v behind this. */
static void assign_local(FnBuild *b, const Expr *lhs, LowerValue v, bool last_use)
{
	LowerLocal *local = lower_fn_expr_local(b, lhs->aux);
	const Leaves *leaves = lower_fn_type_leaves(b->l, local->value.type);

	last_use = last_use && leaves->n == 1;
	for (uint32_t k = 0; k < leaves->n; k++) {
		const Leaf *leaf = &leaves->at[k];
		uint32_t dst = local->value.ref[k], src = v.ref[k];

		if (dst == src)
			continue;
		if (leaf->rank > 0)
			lower_fn_emit(b, FN_ASSIGN, dst, src, open_dims(leaf, &b->fn.body.local[lhs->aux]),
						  last_use && !is_variable(b, leaf, src));
		else if (!last_use || !retarget(b, dst, src))
			lower_fn_emit(b, IR_MOVE, dst, src, 0, 0);
	}
}

static void write_leaf(FnBuild *b, uint32_t array, const Leaf *leaf, const Part *part,
					   uint32_t value, bool last_use)
{
	if (part->n == 0 && leaf->rank == 0) {
		if (!last_use || !retarget(b, array, value))
			lower_fn_emit(b, IR_MOVE, array, value, 0, 0);
	} else if (part->n == 0) {
		if (array != value)
			lower_fn_emit(b, FN_ASSIGN, array, value, open_dims(leaf, NULL), 0);
	} else if (!is_element(part->place, part->n, leaf->rank)) {
		if (array == value) { /* x[{2, 1}] := x */
			value = lower_fn_emit_array(b, leaf);
			lower_fn_emit(b, FN_COPY, value, array, 0, 0);
		}
		lower_fn_emit(b, FN_PUT, array, value, 0, lower_fn_emit_pairs(b, part->place, part->n));
	} else if (part->n == 1) {
		lower_fn_emit(b, FN_STORE1, array, value, part->place[0].reg, 0);
	} else if (part->n == 2) {
		lower_fn_emit(b, FN_STORE2, array, value, part->place[0].reg, part->place[1].reg);
	} else {
		lower_fn_emit(b, FN_STORE, array, value, 0, element_list(b, part->place, part->n));
	}
}

static void assign_part(FnBuild *b, const Expr *lhs, LowerValue v, bool last_use)
{
	const Expr *base;
	uint32_t n_subs = lower_fn_part_chain(lhs, &base);
	uint32_t n = lower_fn_type_leaves(b->l, lhs->type)->n;
	LowerValue *sub = NEW_ARRAY(b->scratch, LowerValue, n_subs), target;
	const Leaves *leaves;
	Part part;

	if (base->op != EX_LOCAL) {
		lower_fn_emit_refuse(b, "a function assigns to a variable of the model");
		return;
	}
	target = lower_fn_expr_local(b, base->aux)->value;
	leaves = lower_fn_type_leaves(b->l, target.type);
	for (uint32_t k = 0; k < n_subs; k++)
		sub[k] = lower_fn_expr(b, lower_fn_part_subscript(lhs, k));
	find_part(b, lhs, target.type, sub, &part);
	for (uint32_t k = 0; k < n; k++)
		write_leaf(b, target.ref[part.first + k], &leaves->at[part.first + k], &part, v.ref[k],
				   last_use && n == 1 && n_subs == 0);
}

/* {x, y} := v: the elements of v, of which there must be as many. */
static void check_count(FnBuild *b, const Expr *lhs, LowerValue v)
{
	if (lower_fn_type_leaves(b->l, v.type)->n > 0 && v.type->dim[0] == DIM_OPEN)
		lower_fn_emit(b, FN_CHECK, 0, v.ref[0], 0, lower_fn_emit_constant(b, lhs->n));
}

/* It has a value from here on. */
static void set_flag(FnBuild *b, const Expr *lhs)
{
	const Expr *base;
	const LowerLocal *local;

	lower_fn_part_chain(lhs, &base);
	if (base->op != EX_LOCAL)
		return;
	local = lower_fn_expr_local(b, base->aux);
	if (local->flag != LOWER_NONE)
		lower_fn_emit(b, IR_MOVE, local->flag, lower_fn_emit_constant(b, 1), 0, 0);
}

/* Recurses into tuples, arrays and records of targets: the depth is that of the type. */
static void assign(FnBuild *b, const Expr *lhs, LowerValue v)
{
	uint32_t first = 0;

	switch (lhs->op) {
	case EX_SKIP: return;
	case EX_LOCAL: assign_local(b, lhs, v, false); break;
	case EX_ARRAY:
		check_count(b, lhs, v);
		for (uint32_t k = 0; k < lhs->n; k++)
			assign(
				b, lhs->arg[k],
				lower_fn_part_element(b, v, lhs->arg[k]->type, lower_fn_emit_constant(b, k + 1)));
		return;
	case EX_TUPLE:
	case EX_RECORD:
		for (uint32_t k = 0; k < lhs->n; k++) {
			const Type *type = v.type->elem->field[k].type;

			assign(b, lhs->arg[k], (LowerValue){type, v.ref + first});
			first += lower_fn_type_leaves(b->l, type)->n;
		}
		return;
	case EX_INDEX:
	case EX_FIELD: assign_part(b, lhs, v, false); break;
	default: lower_fn_emit_refuse(b, "a function assigns to a variable of the model"); return;
	}
	set_flag(b, lhs);
}

/* Where several registers are written one after the other, what is read must not be among them:
   r := R(r.b, r.a). */
static bool is_among(const FnBuild *b, const Expr *lhs, uint8_t rank, uint32_t reg)
{
	const Expr *base;
	const LowerLocal *local;
	const Leaves *leaves;

	(void)lower_fn_part_chain(lhs, &base);
	if (base->op != EX_LOCAL)
		return true;
	local = &b->locals.at[base->aux];
	leaves = lower_fn_type_leaves(b->l, local->value.type);
	for (uint32_t k = 0; k < leaves->n; k++)
		if (local->value.ref[k] == reg && (leaves->at[k].rank > 0) == (rank > 0))
			return true;
	return false;
}

void lower_fn_part_assign(FnBuild *b, const Expr *lhs, LowerValue v)
{
	const Leaves *leaves = lower_fn_type_leaves(b->l, v.type);
	uint32_t *ref = NEW_ARRAY(b->scratch, uint32_t, leaves->n);

	for (uint32_t k = 0; k < leaves->n; k++) {
		const Leaf *leaf = &leaves->at[k];

		ref[k] = v.ref[k];
		if (leaves->n == 1 && lhs->op != EX_ARRAY)
			continue;
		if (is_variable(b, leaf, ref[k]) && is_among(b, lhs, leaf->rank, ref[k])) {
			ref[k] = leaf->rank > 0 ? lower_fn_emit_array(b, leaf) : lower_fn_emit_scalar(b);
			lower_fn_emit(b, leaf->rank > 0 ? (uint32_t)FN_COPY : (uint32_t)IR_MOVE, ref[k],
						  v.ref[k], 0, 0);
		}
	}
	v.ref = ref;
	if (lhs->op != EX_LOCAL && lhs->op != EX_FIELD && lhs->op != EX_INDEX) {
		assign(b, lhs, v);
		return;
	}
	if (lhs->op == EX_LOCAL)
		assign_local(b, lhs, v, true);
	else
		assign_part(b, lhs, v, true);
	set_flag(b, lhs);
}
