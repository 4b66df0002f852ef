/* SPDX-License-Identifier: MIT
   ir.c — the table of operations, and the checker of a module. A region is gone through once; the
   branches around the instruction at hand are kept on a stack, and for each slot where it was
   written, so that "written on every way to here" is known without a data-flow analysis.
   O(instructions + operands of calls and batches). */
#include "ir/ir.h"

void ir_init(IrModule *m, Arena *keep)
{
	*m = (IrModule){
		.keep = keep, .first_temp = UINT32_MAX, .one = UINT32_MAX, .minus_zero = UINT32_MAX};
}

#define GONE    UINT32_MAX  /* in the log: both sides of a branch wrote it, it stands elsewhere */
#define PERHAPS 0x80000000u /* in the log: the first side of the branch wrote it perhaps */

/* How far a slot is written at the instruction at hand. */
typedef enum State {
	STATE_NOT,     /* on no way to here */
	STATE_OTHER,   /* on the first side of a branch, here is the second */
	STATE_PERHAPS, /* on one side of a branch that has ended */
	STATE_WRITTEN  /* on every way */
} State;

/* A branch around the instruction at hand. */
typedef struct Branch {
	int32_t end;      /* instruction behind this side */
	bool other;       /* this is its second side */
	size_t log;       /* length of the log when its first side began */
	size_t other_log; /* and its second */
} Branch;

typedef struct Checker {
	Check *check;         /* the way out */
	const IrModule *m;    /* the code */
	const IrRegion *r;    /* the region at hand */
	int32_t region;       /* its number */
	int32_t at;           /* the instruction at hand */
	Arena *scratch;       /* holds what follows */
	uint8_t *state;       /* by slot: State; all STATE_NOT between regions */
	uint8_t *written;     /* by slot: the region writes it; all false between regions */
	VEC(uint32_t) log;    /* slots written, in order */
	VEC(Branch) branches; /* outermost first */
	size_t still, moving; /* entries of the log from `still` to `moving` are STATE_PERHAPS or gone,
							 and stay so when a branch around them ends */
} Checker;

PRINTF_LIKE(2, 3) _Noreturn static void bad(const Checker *c, const char *format, ...)
{
	char text[200];
	va_list args;

	va_start(args, format);
	plain_vsnprintf(text, sizeof text, format, args);
	va_end(args);
	check_fail(c->check, "region %d, instruction %d: %s", (int)c->region, (int)c->at, text);
}

static void read_slot(const Checker *c, uint32_t slot)
{
	if (slot >= c->m->n_slots)
		bad(c, "slot %u is read, there are %u", slot, c->m->n_slots);
	if (slot >= c->m->first_temp
			? c->state[slot] != STATE_WRITTEN
			: !c->r->in_place && c->written[slot] && c->state[slot] <= STATE_OTHER)
		bad(c, "slot %u is read before it is written", slot);
}

static void write_slot(Checker *c, uint32_t slot)
{
	if (slot >= c->m->n_slots)
		bad(c, "slot %u is written, there are %u", slot, c->m->n_slots);
	if (c->state[slot] > STATE_OTHER)
		bad(c, "slot %u is written twice", slot);
	c->state[slot] = STATE_WRITTEN;
	vec_push(arena_allocator(c->scratch), &c->log, slot);
}

/* The first side ends, the second begins: what the first wrote is not written here. */
static void begin_other_side(Checker *c, Branch *b, uint32_t end)
{
	for (size_t i = b->log; i < c->log.n; i++) {
		uint32_t slot = c->log.at[i];

		if (slot == GONE)
			continue;
		if (c->state[slot] == STATE_PERHAPS)
			c->log.at[i] |= PERHAPS;
		c->state[slot] = STATE_OTHER;
	}
	c->still = c->moving = 0;
	b->other = true;
	b->other_log = c->log.n;
	b->end = (int32_t)end;
}

static bool is_still(const Checker *c, size_t i)
{
	return c->log.at[i] == GONE || c->state[c->log.at[i]] == STATE_PERHAPS;
}

/* Of a chain of branches, each in the second side of the one before, every entry is passed once. */
static void extend_still(Checker *c, size_t from)
{
	if (c->still < from)
		c->still = c->moving = from;
	while (c->still > from && is_still(c, c->still - 1))
		c->still--;
	while (c->moving < c->log.n && is_still(c, c->moving))
		c->moving++;
}

/* A branch ends: written is what both sides wrote. The log keeps every slot once. */
static void end_branch(Checker *c, const Branch *b)
{
	size_t other = b->other ? b->other_log : b->log;

	for (size_t i = b->log; i < other; i++) {
		bool perhaps = c->log.at[i] != GONE && c->log.at[i] & PERHAPS;
		uint32_t slot = c->log.at[i] & ~PERHAPS;

		if (c->log.at[i] == GONE)
			continue;
		if (c->state[slot] == STATE_OTHER) { /* the second side did not write it */
			c->log.at[i] = slot;
			c->state[slot] = STATE_PERHAPS;
		} else {
			c->log.at[i] = GONE;
			c->state[slot] =
				c->state[slot] == STATE_WRITTEN && !perhaps ? STATE_OTHER : STATE_PERHAPS;
		}
	}
	for (size_t i = other; i < c->log.n; i++) {
		uint32_t slot = c->log.at[i];

		if (i == c->still && c->moving > i)
			i = c->moving - 1;
		else if (slot != GONE)
			c->state[slot] = c->state[slot] == STATE_OTHER ? STATE_WRITTEN : STATE_PERHAPS;
	}
	extend_still(c, b->log);
}

static int32_t innermost_end(const Checker *c)
{
	return c->branches.n ? c->branches.at[c->branches.n - 1].end : c->r->n_instrs;
}

/* Sides that end before the instruction at hand. */
static void end_sides(Checker *c)
{
	while (c->branches.n && innermost_end(c) == c->at) {
		Branch *b = &c->branches.at[c->branches.n - 1];
		const IrInstr *last = &c->r->instr[c->at - 1];

		if (!b->other && last->op == IR_JUMP) {
			int32_t outer = c->branches.n > 1 ? b[-1].end : c->r->n_instrs;

			if (last->dst > (uint32_t)outer || last->dst < (uint32_t)c->at)
				bad(c, "the jump before goes out of the branch around it");
			begin_other_side(c, b, last->dst);
			continue;
		}
		end_branch(c, b);
		c->branches.n--;
	}
}

static void check_control(Checker *c, const IrInstr *in)
{
	uint32_t end = (uint32_t)innermost_end(c);

	if (in->op == IR_UNLESS) {
		read_slot(c, in->a);
		if (in->dst <= (uint32_t)c->at || in->dst > end)
			bad(c, "unless goes to %u, out of the branch around it", in->dst);
		vec_push(arena_allocator(c->scratch), &c->branches,
				 ((Branch){.end = (int32_t)in->dst, .log = c->log.n}));
	} else if (!c->branches.n || c->at + 1 != (int32_t)end ||
			   c->branches.at[c->branches.n - 1].other) {
		bad(c, "a jump that does not end the first side of a branch");
	}
}

static void check_call(Checker *c, const IrInstr *in)
{
	const IrCall *call;

	if (in->a >= c->m->calls.n)
		bad(c, "call %u, there are %zu", in->a, c->m->calls.n);
	call = &c->m->calls.at[in->a];
	for (int32_t i = 0; i < call->n_in; i++)
		read_slot(c, call->in[i]);
	for (int32_t i = 0; i < call->n_out; i++)
		if (call->out[i] != UINT32_MAX) /* a result that is not wanted */
			write_slot(c, call->out[i]);
}

/* The code of a batch: numbers in range; what is read is an operand, or was written. */
static void check_batch_code(Checker *c, const IrBatch *b)
{
	int32_t n = b->n_operands + b->n_temps, first_result = b->n_operands - b->n_results;
	bool *written = NEW_ARRAY(c->scratch, bool, n);

	for (int32_t k = 0; k < b->n_instrs; k++) {
		const IrInstr *in = &b->instr[k];
		const uint32_t read[3] = {in->a, in->b, in->c};

		if (in->op >= IR_UNLESS)
			bad(c, "control or a call inside of a batch");
		for (int i = 0; i < ir_op_info[in->op].n_args; i++)
			if (read[i] >= (uint32_t)n || (read[i] >= (uint32_t)first_result && !written[read[i]]))
				bad(c, "the batch reads number %u before it is written", read[i]);
		if (in->dst >= (uint32_t)n || in->dst < (uint32_t)first_result || written[in->dst])
			bad(c, "the batch writes number %u", in->dst);
		written[in->dst] = true;
	}
	for (int32_t k = first_result; k < b->n_operands; k++)
		if (!written[k])
			bad(c, "the batch does not write its result %d", (int)k);
}

static void check_batch(Checker *c, int32_t batch)
{
	const IrBatch *b;
	int32_t first_result;
	ArenaMark mark;

	if (batch < 0 || (size_t)batch >= c->m->batches.n)
		bad(c, "batch %d, there are %zu", (int)batch, c->m->batches.n);
	if (c->branches.n)
		bad(c, "a batch inside of a branch");
	b = &c->m->batches.at[batch];
	first_result = b->n_operands - b->n_results;
	for (int32_t k = 0; k < first_result; k++)
		for (int32_t i = 0; i < b->n_instances; i++)
			read_slot(c, ir_operand_slot(&b->operand[k], i));
	for (int32_t k = first_result; k < b->n_operands; k++)
		for (int32_t i = 0; i < b->n_instances; i++)
			write_slot(c, ir_operand_slot(&b->operand[k], i));
	mark = arena_mark(c->scratch);
	check_batch_code(c, b);
	arena_release(c->scratch, mark);
}

static void check_instr(Checker *c, const IrInstr *in)
{
	if (in->op >= IR_OP_COUNT)
		bad(c, "operation %u, there are %d", in->op, IR_OP_COUNT);
	if (in->op == IR_CALL) {
		check_call(c, in);
	} else if (in->op >= IR_UNLESS) {
		check_control(c, in);
	} else {
		const uint32_t read[3] = {in->a, in->b, in->c};

		for (int i = 0; i < ir_op_info[in->op].n_args; i++)
			read_slot(c, read[i]);
		write_slot(c, in->dst);
	}
}

/* Mark, or unmark, all that the region writes; what is out of range is found later. */
static void mark_written(Checker *c, bool on)
{
	for (int32_t k = 0; k < c->r->n_instrs; k++) {
		const IrInstr *in = &c->r->instr[k];

		if (in->op < IR_UNLESS && in->dst < c->m->n_slots) {
			c->written[in->dst] = on;
		} else if (in->op == IR_CALL && in->a < c->m->calls.n) {
			const IrCall *call = &c->m->calls.at[in->a];

			for (int32_t i = 0; i < call->n_out; i++)
				if (call->out[i] < c->m->n_slots)
					c->written[call->out[i]] = on;
		}
	}
	for (int32_t k = 0; k < c->r->n_batches; k++) {
		const IrBatch *b;

		if ((size_t)c->r->batch_at[k].batch >= c->m->batches.n)
			continue;
		b = &c->m->batches.at[c->r->batch_at[k].batch];
		for (int32_t o = b->n_operands - b->n_results; o < b->n_operands; o++)
			for (int32_t i = 0; i < b->n_instances; i++) {
				uint32_t slot = ir_operand_slot(&b->operand[o], i);

				if (slot < c->m->n_slots)
					c->written[slot] = on;
			}
	}
}

static void check_region(Checker *c)
{
	const IrRegion *r = c->r;
	int32_t batch = 0;

	c->log.n = c->branches.n = 0;
	c->still = c->moving = 0;
	mark_written(c, true);
	for (c->at = 0; c->at <= r->n_instrs; c->at++) {
		end_sides(c);
		for (; batch < r->n_batches && r->batch_at[batch].at == c->at; batch++)
			check_batch(c, r->batch_at[batch].batch);
		if (c->at < r->n_instrs)
			check_instr(c, &r->instr[c->at]);
	}
	if (batch < r->n_batches)
		bad(c, "batches are not in order");
	mark_written(c, false);
	for (size_t i = 0; i < c->log.n; i++)
		if (c->log.at[i] != GONE)
			c->state[c->log.at[i]] = STATE_NOT;
}

static void check_module(Check *check, void *ctx)
{
	Checker *c = ctx;

	c->check = check;
	c->state = NEW_ARRAY(c->scratch, uint8_t, c->m->n_slots);
	c->written = NEW_ARRAY(c->scratch, uint8_t, c->m->n_slots);
	for (size_t i = 0; i < c->m->regions.n; i++) {
		c->region = (int32_t)i;
		c->r = &c->m->regions.at[i];
		check_region(c);
	}
}

bool ir_check(const IrModule *m, Arena *scratch, Text *why)
{
	return check_run_in(scratch, why, check_module, &(Checker){.m = m, .scratch = scratch});
}

void ir_region_reads(const IrModule *m, const IrRegion *r, IrReader *see, void *ctx)
{
	for (int32_t k = 0; k < r->n_instrs; k++) {
		const IrInstr *in = &r->instr[k];
		const uint32_t read[3] = {in->a, in->b, in->c};

		if (in->op == IR_CALL) {
			const IrCall *call = &m->calls.at[in->a];

			for (int32_t i = 0; i < call->n_in; i++)
				see(ctx, call->in[i]);
			continue;
		}
		for (int i = 0; i < ir_op_info[in->op].n_args; i++)
			see(ctx, read[i]);
	}
	for (int32_t k = 0; k < r->n_batches; k++) {
		const IrBatch *b = &m->batches.at[r->batch_at[k].batch];

		for (int32_t o = 0; o < b->n_operands - b->n_results; o++)
			for (int32_t i = 0; i < b->n_instances; i++)
				see(ctx, ir_operand_slot(&b->operand[o], i));
	}
}
