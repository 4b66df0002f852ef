/* SPDX-License-Identifier: MIT
   lower_fn_emit.c — registers and instructions of the function being made. Variables keep their
   registers; temporaries are a stack that is released after each statement. While code is made,
   constants are numbered on their own; at the end they become the first scalars of the window, and
   all operands move by the letters of FN_OPS. */
#include "compiler/lower/lower_fn.h"
#include "compiler/lower/tidy/tidy.h"

#include <string.h>

#define ROOM_MAX 64 /* elements of an array that lies in the window */

void lower_fn_emit_begin(FnBuild *b, LowerFn *l)
{
	*b = (FnBuild){.l = l, .m = l->m, .p = &l->m->pool, .scratch = &l->scratch};
	b->alloc = arena_allocator(&l->scratch);
	b->label = LOWER_NONE;
	map_init(&b->constant_of, b->alloc);
	map_init(&b->inputs, b->alloc);
	map_init(&b->memo, b->alloc);
	map_init(&b->wanted, b->alloc);
}

/* -- registers ------------------------------------------------------------------------------ */

uint32_t lower_fn_emit_constant(FnBuild *b, double value)
{
	uint64_t bits, *known;

	memcpy(&bits, &value, sizeof bits);
	known = map_find(&b->constant_of, bits);
	if (!known) {
		map_put(&b->constant_of, bits, b->constants.n);
		vec_push(b->alloc, &b->constants, value);
		return LOWER_CONSTANT | (uint32_t)(b->constants.n - 1);
	}
	return LOWER_CONSTANT | (uint32_t)*known;
}

uint32_t lower_fn_emit_scalar(FnBuild *b)
{
	uint32_t reg = b->n_scalars++;

	if (b->most_scalars < b->n_scalars)
		b->most_scalars = b->n_scalars;
	return reg;
}

/* A register that is used again keeps the largest room. */
uint32_t lower_fn_emit_array(FnBuild *b, const Leaf *leaf)
{
	int64_t room = leaf ? 1 : 0;
	uint32_t reg = b->n_arrays++;

	for (int d = 0; leaf && d < leaf->rank && room <= ROOM_MAX; d++)
		room = leaf->dim[d] == DIM_OPEN ? ROOM_MAX + 1 : room * leaf->dim[d];
	if (reg == b->arrays.n)
		vec_push(b->alloc, &b->arrays, (IrFnArray){0});
	if (room <= ROOM_MAX && b->arrays.at[reg].room < (uint32_t)room)
		b->arrays.at[reg].room = (uint32_t)room;
	return reg;
}

LowerValue lower_fn_emit_value(FnBuild *b, const Type *type)
{
	const Leaves *leaves = lower_fn_type_leaves(b->l, type);
	uint32_t *ref = NEW_ARRAY(b->scratch, uint32_t, leaves->n);

	for (uint32_t k = 0; k < leaves->n; k++)
		ref[k] = leaves->at[k].rank > 0 ? lower_fn_emit_array(b, &leaves->at[k])
										: lower_fn_emit_scalar(b);
	return (LowerValue){type, ref};
}

LowerMark lower_fn_emit_mark(const FnBuild *b)
{
	return (LowerMark){b->n_scalars, b->n_arrays};
}

void lower_fn_emit_release(FnBuild *b, LowerMark mark)
{
	b->n_scalars = mark.n_scalars;
	b->n_arrays = mark.n_arrays;
}

/* -- instructions --------------------------------------------------------------------------- */

uint32_t lower_fn_emit(FnBuild *b, uint32_t op, uint32_t dst, uint32_t a, uint32_t b2, uint32_t c)
{
	IrInstr i = {op, dst, a, b2, c};

	vec_push(b->alloc, &b->code, i);
	return (uint32_t)b->code.n - 1;
}

uint32_t lower_fn_emit_list(FnBuild *b, const uint32_t item[], uint32_t n)
{
	uint32_t start = (uint32_t)b->list.n;

	vec_push(b->alloc, &b->list, n);
	for (uint32_t k = 0; k < n; k++)
		vec_push(b->alloc, &b->list, item[k]);
	return start;
}

uint32_t lower_fn_emit_pairs(FnBuild *b, const LowerPlace pair[], uint32_t n)
{
	uint32_t start = (uint32_t)b->list.n;

	vec_push(b->alloc, &b->list, n);
	for (uint32_t k = 0; k < n; k++) {
		vec_push(b->alloc, &b->list, pair[k].mode);
		vec_push(b->alloc, &b->list, pair[k].reg);
	}
	return start;
}

uint32_t lower_fn_emit_here(FnBuild *b)
{
	b->label = (uint32_t)b->code.n;
	return b->label;
}

void lower_fn_emit_target(FnBuild *b, uint32_t jump)
{
	IrInstr *i = &b->code.at[jump];

	if (i->op == FN_NEXT)
		i->b = lower_fn_emit_here(b);
	else
		i->dst = lower_fn_emit_here(b);
}

void lower_fn_emit_place(FnBuild *b, Span at)
{
	IrFnPlace place = {.first = (uint32_t)b->code.n}, *last;
	const Source *file = b->l->sources ? source_get(b->l->sources, at.file) : NULL;

	if (!file)
		return;
	place.line = source_line(b->l->sources, at.file, at.start);
	place.file = file->name;
	last = b->places.n > 0 ? &b->places.at[b->places.n - 1] : NULL;
	if (last && last->line == place.line && last->file == place.file)
		return;
	if (last && last->first == place.first)
		*last = place;
	else
		vec_push(b->alloc, &b->places, place);
}

void lower_fn_emit_refuse(FnBuild *b, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = arena_vprintf(b->scratch, format, args);
	va_end(args);
	lower_fn_emit(b, FN_REFUSE, lower_fn_text(b->l, text), 0, 0, 0);
}

void lower_fn_emit_move(FnBuild *b, LowerValue dst, LowerValue src)
{
	const Leaves *leaves = lower_fn_type_leaves(b->l, dst.type);

	for (uint32_t k = 0; k < leaves->n; k++)
		if (dst.ref[k] != src.ref[k])
			lower_fn_emit(b, leaves->at[k].rank > 0 ? (uint32_t)FN_COPY : (uint32_t)IR_MOVE,
						  dst.ref[k], src.ref[k], 0, 0);
}

/* -- the finished function ------------------------------------------------------------------ */

static uint32_t final_scalar(const FnBuild *b, uint32_t reg)
{
	return reg & LOWER_CONSTANT ? reg & ~LOWER_CONSTANT : (uint32_t)b->constants.n + reg;
}

static void finish_list(const FnBuild *b, char kind, uint32_t start, uint32_t *done)
{
	uint32_t n = b->list.at[start], *item = &b->list.at[start + 1];

	if (done[start])
		return;
	done[start] = 1;
	for (uint32_t k = 0; k < n; k++)
		if (kind == 's')
			item[k] = final_scalar(b, item[k]);
		else if (kind == 'p' && item[2 * k] == IR_LIST_SCALAR)
			item[2 * k + 1] = final_scalar(b, item[2 * k + 1]);
}

static void finish_code(FnBuild *b)
{
	uint32_t *done = NEW_ARRAY(b->scratch, uint32_t, b->list.n + 1);

	for (size_t k = 0; k < b->code.n; k++) {
		IrInstr *i = &b->code.at[k];
		const IrFnOpInfo *op = ir_fn_op_info(i->op);
		uint32_t *const operand[4] = {&i->dst, &i->a, &i->b, &i->c};

		for (int j = 0; j < 4; j++) {
			char kind = op->operand[j];

			if (kind == 's' || kind == 'S')
				*operand[j] = final_scalar(b, *operand[j]);
			else if (kind == 'l')
				finish_list(b, op->list, *operand[j], done);
		}
	}
}

static void finish_side(const FnBuild *b, IrFnSide *side)
{
	IrFnLeaf *leaf = NEW_ARRAY(b->l->ir->keep, IrFnLeaf, side->n);

	for (int32_t k = 0; k < side->n; k++) {
		leaf[k] = side->leaf[k];
		if (leaf[k].rank == 0)
			leaf[k].reg = final_scalar(b, leaf[k].reg);
		if (leaf[k].flag != LOWER_NONE)
			leaf[k].flag = final_scalar(b, leaf[k].flag);
	}
	side->leaf = leaf;
}

static const IrExtern *finish_extern(const FnBuild *b)
{
	Arena *keep = b->l->ir->keep;
	IrExtern *x = NEW(keep, IrExtern);
	IrExternArg *arg = NEW_ARRAY(keep, IrExternArg, b->external->n_args);

	*x = *b->external;
	for (int32_t k = 0; k < x->n_args; k++) {
		arg[k] = x->arg[k];
		if (arg[k].rank == 0 && arg[k].n_fields < 0)
			arg[k].reg = final_scalar(b, arg[k].reg);
	}
	x->arg = arg;
	if (x->has_result)
		x->result.reg = final_scalar(b, x->result.reg);
	return x;
}

static void *keep_copy(const FnBuild *b, const void *from, size_t n, size_t size)
{
	void *copy = arena_alloc(b->l->ir->keep, n * size, _Alignof(max_align_t));

	if (n > 0)
		memcpy(copy, from, n * size);
	return copy;
}

#define KEEP(v) keep_copy(b, (v).at, (v).n, sizeof *(v).at)

IrFn *lower_fn_emit_end(FnBuild *b)
{
	IrFn *fn = NEW(b->l->ir->keep, IrFn);

	lower_fn_emit(b, FN_RETURN, 0, 0, 0, 0);
	tidy_code(b); /* before registers are final */
	finish_code(b);
	fn->name = arena_strdup(b->l->ir->keep, intern_text(b->m->names, b->fn.name));
	fn->n_constants = (uint32_t)b->constants.n;
	fn->n_scalars = fn->n_window = fn->n_constants + b->most_scalars;
	for (size_t k = 0; k < b->arrays.n; k++) {
		b->arrays.at[k].at = fn->n_window;
		fn->n_window += b->arrays.at[k].room;
	}
	for (size_t k = 0; k < b->places.n; k++)
		if (k == 0 || b->places.at[k].file != b->places.at[k - 1].file)
			b->places.at[k].file = arena_strdup(b->l->ir->keep, b->places.at[k].file);
		else
			b->places.at[k].file = b->places.at[k - 1].file;
	fn->code = KEEP(b->code);
	fn->list = KEEP(b->list);
	fn->constant = KEEP(b->constants);
	fn->table = KEEP(b->table);
	fn->array = KEEP(b->arrays);
	fn->place = KEEP(b->places);
	fn->n_code = (uint32_t)b->code.n;
	fn->n_list = (uint32_t)b->list.n;
	fn->n_table = (uint32_t)b->table.n;
	fn->n_arrays = (uint32_t)b->arrays.n;
	fn->n_places = (uint32_t)b->places.n;
	finish_side(b, &b->in);
	finish_side(b, &b->out);
	fn->in = b->in;
	fn->out = b->out;
	if (b->external)
		fn->external = finish_extern(b);
	return fn;
}
