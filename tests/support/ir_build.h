/* SPDX-License-Identifier: MIT
   ir_build.h — code written by hand: regions, calls and batches of a module, for tests. */
#ifndef MDV_IR_BUILD_H
#define MDV_IR_BUILD_H

#include "ir/ir.h"

#include <string.h>

typedef struct IrBuild {
	IrModule m;              /* what is built */
	Arena keep;              /* holds it */
	VEC(IrInstr) code;       /* of the region under way */
	VEC(int32_t) source;     /* of the same */
	VEC(IrBatchAt) batch_at; /* of the same */
	int32_t at_source;       /* equation of the next instructions */
} IrBuild;

static inline void ir_build_init(IrBuild *b, uint32_t n_slots, uint32_t first_temp)
{
	memset(b, 0, sizeof *b);
	arena_init(&b->keep, NULL);
	ir_init(&b->m, &b->keep);
	b->m.n_slots = n_slots;
	b->m.first_temp = first_temp;
	b->at_source = -1;
}

static inline void ir_build_free(IrBuild *b)
{
	arena_free(&b->keep);
}

static inline void *ir_build_copy(IrBuild *b, const void *from, size_t n, size_t size)
{
	void *to = arena_alloc(&b->keep, n * size, _Alignof(max_align_t));

	if (n)
		memcpy(to, from, n * size);
	return to;
}

/* The instruction's number. */
static inline uint32_t ir_build_add(IrBuild *b, IrOp op, uint32_t dst, uint32_t x, uint32_t y,
									uint32_t z)
{
	vec_push(arena_allocator(&b->keep), &b->source, b->at_source);
	vec_push(arena_allocator(&b->keep), &b->code, ((IrInstr){op, dst, x, y, z}));
	return (uint32_t)b->code.n - 1;
}

/* Branches from `at` go to the next instruction. */
static inline void ir_build_target(IrBuild *b, uint32_t at)
{
	b->code.at[at].dst = (uint32_t)b->code.n;
}

static inline void ir_build_call(IrBuild *b, int32_t fn, const uint32_t in[], int32_t n_in,
								 const uint32_t out[], int32_t n_out)
{
	IrCall c = {.fn = fn, .n_in = n_in, .n_out = n_out};

	c.in = ir_build_copy(b, in, (size_t)n_in, sizeof *in);
	c.out = ir_build_copy(b, out, (size_t)n_out, sizeof *out);
	vec_push(arena_allocator(&b->keep), &b->m.calls, c);
	ir_build_add(b, IR_CALL, 0, (uint32_t)b->m.calls.n - 1, 0, 0);
}

/* Copies the instructions and operands; tables must stay. */
static inline void ir_build_batch(IrBuild *b, IrBatch batch)
{
	IrBatchAt at = {(int32_t)b->code.n, (int32_t)b->m.batches.n};

	batch.instr = ir_build_copy(b, batch.instr, (size_t)batch.n_instrs, sizeof *batch.instr);
	batch.operand =
		ir_build_copy(b, batch.operand, (size_t)batch.n_operands, sizeof *batch.operand);
	vec_push(arena_allocator(&b->keep), &b->m.batches, batch);
	vec_push(arena_allocator(&b->keep), &b->batch_at, at);
}

/* The region's number. */
static inline int32_t ir_build_end(IrBuild *b)
{
	IrRegion r = {.n_instrs = (int32_t)b->code.n, .n_batches = (int32_t)b->batch_at.n};

	r.instr = ir_build_copy(b, b->code.at, b->code.n, sizeof *r.instr);
	r.source = ir_build_copy(b, b->source.at, b->source.n, sizeof *r.source);
	r.batch_at = ir_build_copy(b, b->batch_at.at, b->batch_at.n, sizeof *r.batch_at);
	vec_push(arena_allocator(&b->keep), &b->m.regions, r);
	b->code.n = b->source.n = b->batch_at.n = 0;
	return (int32_t)b->m.regions.n - 1;
}

#endif
