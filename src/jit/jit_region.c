/* SPDX-License-Identifier: MIT
   jit_region.c — regions: instruction by instruction, values in registers in between. At calls,
   batches and the targets of jumps all is in memory. The code is a function with a frame of its own
   (RBP), so that debuggers and profilers find their way.

   Batches of few instances are straight code, one instance after the other; their temporaries are
   slots behind the frame. Those of many are loops over vectors in the VM. */
#include "jit/jit.h"

/* A step of the VM's loops costs as much as some ten operations of straight code, which moreover
   gathers and scatters nothing. */
enum { MOST_INSTANCES = 64, MOST_UNROLLED = 4096 };

typedef struct Region {
	Jit *j;            /* whose */
	JitCode *c;        /* where the code goes */
	const IrRegion *r; /* the region */
	uint8_t **label;   /* n_instrs + 1: where the code of each begins; NULL: nothing goes there */
	bool *target;      /* n_instrs + 1: a jump goes there */
	int32_t *pair;     /* n_instrs: jit_pair_find */
	JitJump *jump;     /* room for all */
	int32_t n_jumps;   /* so far; to n_instrs + 1: out */
	int32_t n_stacked; /* temporaries of a batch, on the stack */
} Region;

static bool is_straight(const IrBatch *b)
{
	return b->n_instances <= MOST_INSTANCES && b->n_instances * b->n_instrs <= MOST_UNROLLED;
}

size_t jit_region_length(const Jit *j, const IrRegion *r)
{
	size_t n = (size_t)r->n_instrs;

	for (int32_t k = 0; k < r->n_batches; k++) {
		const IrBatch *b = &j->m->batches.at[r->batch_at[k].batch];

		if (is_straight(b))
			n += (size_t)b->n_instances * (size_t)b->n_instrs;
	}
	return n;
}

/* How often temporaries are read; and after it, to forget it. */
static void count_use(void *code, uint32_t slot)
{
	JitCode *c = code;

	if (slot >= c->first_temp)
		c->slot[slot].left++;
}

static void forget_use(void *code, uint32_t slot)
{
	JitCode *c = code;

	if (slot >= c->first_temp)
		c->slot[slot].left = 0;
}

static void begin(X64 *x, int32_t n_stacked)
{
	x64_push(x, RBP);
	x64_move(x, RBP, RSP);
	x64_push(x, RBX);
	x64_push(x, R12);
	x64_move(x, R12, RDI);
	x64_address(x, RBX, RSI, 128);
	if (n_stacked > 0) /* to a multiple of 16 bytes, as calls want it */
		x64_address(x, RSP, RBP, -16 - (n_stacked + 1) / 2 * 16);
}

static void end(X64 *x, int32_t n_stacked)
{
	if (n_stacked > 0)
		x64_address(x, RSP, RBP, -16);
	x64_pop(x, R12);
	x64_pop(x, RBX);
	x64_pop(x, RBP);
	x64_return(x);
}

/* A function of the host: of the vm, a number and the frame. */
static void call_host(Region *g, int pool, uint32_t number)
{
	X64 *x = &g->c->x;

	jit_value_flush(g->c, true);
	x64_move(x, RDI, R12);
	x64_number(x, RSI, number);
	x64_address(x, RDX, RBX, -128);
	x64_call(x, pool);
}

static void put_call(Region *g, const IrInstr *in)
{
	const IrCall *call = &g->j->m->calls.at[in->a];
	X64 *x = &g->c->x;

	call_host(g, JIT_POOL_CALL, in->a);
	for (int32_t i = 0; i < call->n_in; i++)
		if (call->in[i] >= g->c->first_temp)
			g->c->slot[call->in[i]].left--;
	x64_test_eax(x);
	g->jump[g->n_jumps++] = (JitJump){x64_jump(x, X64_IF_NOT_ZERO), (uint32_t)g->r->n_instrs + 1};
}

static uint32_t slot_of(const Region *g, const IrBatch *b, uint32_t number, int32_t instance)
{
	return number < (uint32_t)b->n_operands ? ir_operand_slot(&b->operand[number], instance)
											: g->c->n_slots + number - (uint32_t)b->n_operands;
}

/* Reads of an operand were counted once for each instance; here they are those of its code. */
static void put_instance(Region *g, const IrBatch *b, int32_t i)
{
	JitCode *c = g->c;

	for (int32_t k = 0; k < b->n_instrs; k++) {
		const uint32_t read[3] = {b->instr[k].a, b->instr[k].b, b->instr[k].c};

		for (int a = 0; a < ir_op_info[b->instr[k].op].n_args; a++)
			count_use(c, slot_of(g, b, read[a], i));
	}
	for (int32_t k = 0; k < b->n_instrs; k++) {
		const IrInstr *in = &b->instr[k];
		IrInstr mapped = *in;
		int n_args = ir_op_info[in->op].n_args;

		if (c->x.end - c->x.at < JIT_MARGIN)
			return; /* which put_region sees */
		mapped.dst = slot_of(g, b, in->dst, i);
		mapped.a = n_args > 0 ? slot_of(g, b, in->a, i) : 0;
		mapped.b = n_args > 1 ? slot_of(g, b, in->b, i) : 0;
		mapped.c = n_args > 2 ? slot_of(g, b, in->c, i) : 0;
		jit_value_op(c, &mapped);
	}
}

static void put_batch(Region *g, int32_t number)
{
	const IrBatch *b = &g->j->m->batches.at[number];

	if (!is_straight(b))
		call_host(g, JIT_POOL_BATCH, (uint32_t)number);
	for (int32_t i = 0; i < b->n_instances && is_straight(b); i++)
		put_instance(g, b, i);
	for (int32_t o = 0; o < b->n_operands - b->n_results; o++)
		for (int32_t i = 0; i < b->n_instances; i++) {
			uint32_t slot = ir_operand_slot(&b->operand[o], i);

			if (slot >= g->c->first_temp)
				g->c->slot[slot].left--;
		}
}

/* A sine and a cosine, where the earlier one is. */
static void put_pair(Region *g, int32_t k)
{
	const IrInstr *in = &g->r->instr[k], *other = &g->r->instr[g->pair[k]];
	bool sine = in->op == IR_SIN;

	if (g->pair[k] > k)
		jit_value_sine_cosine(g->c, in->a, sine ? in->dst : other->dst,
							  sine ? other->dst : in->dst);
}

static void put_instr(Region *g, int32_t k)
{
	const IrInstr *in = &g->r->instr[k];
	JitCode *c = g->c;

	if (g->pair[k] >= 0) {
		put_pair(g, k);
	} else if (in->op < IR_UNLESS) {
		jit_value_op(c, in);
	} else if (in->op == IR_CALL) {
		put_call(g, in);
	} else if (in->op == IR_UNLESS) {
		uint8_t *jump = jit_value_unless(c, in->a);

		g->jump[g->n_jumps++] = (JitJump){jump, in->dst};
	} else {
		jit_value_flush(c, true);
		g->jump[g->n_jumps++] = (JitJump){x64_jump(&c->x, X64_ALWAYS), in->dst};
	}
}

/* False: it does not fit. */
static bool put_region(Region *g)
{
	const IrRegion *r = g->r;
	JitCode *c = g->c;
	int32_t batch = 0;

	begin(&c->x, g->n_stacked);
	for (int32_t k = 0; k <= r->n_instrs; k++) {
		if (g->target[k])
			jit_value_flush(c, true);
		g->label[k] = c->x.at;
		while (batch < r->n_batches && r->batch_at[batch].at == k)
			put_batch(g, r->batch_at[batch++].batch);
		if (c->x.end - c->x.at < JIT_MARGIN)
			return false;
		if (k < r->n_instrs)
			put_instr(g, k);
	}
	x64_number(&c->x, RAX, MDV_OK);
	g->label[r->n_instrs + 1] = c->x.at;
	end(&c->x, g->n_stacked);
	for (int32_t i = 0; i < g->n_jumps; i++)
		x64_jump_to(g->jump[i].jump, g->label[g->jump[i].target]);
	return true;
}

uint8_t *jit_region_make(Jit *j, JitCode *c, const IrRegion *r)
{
	size_t n = (size_t)r->n_instrs;
	Region g = {.j = j, .c = c, .r = r};
	uint8_t *start = c->x.at;
	bool made;

	for (int32_t k = 0; k < r->n_batches; k++) {
		const IrBatch *b = &j->m->batches.at[r->batch_at[k].batch];

		if (is_straight(b) && b->n_temps > g.n_stacked)
			g.n_stacked = b->n_temps;
	}
	g.label = NEW_ARRAY(&j->scratch, uint8_t *, n + 2);
	g.target = NEW_ARRAY(&j->scratch, bool, n + 1);
	g.jump = NEW_ARRAY(&j->scratch, JitJump, n);
	if (!g.label || !g.target || !g.jump)
		return NULL;
	for (size_t k = 0; k < n; k++)
		if (r->instr[k].op == IR_UNLESS || r->instr[k].op == IR_JUMP)
			g.target[r->instr[k].dst] = true;
	g.pair = jit_pair_find(&j->scratch, r, g.target);
	if (!g.pair)
		return NULL;
	jit_value_begin(c);
	ir_region_reads(j->m, r, count_use, c);
	made = put_region(&g);
	jit_value_flush(c, true); /* for the next one: no slot has a register */
	ir_region_reads(j->m, r, forget_use, c);
	for (int32_t k = 0; k < g.n_stacked; k++)
		c->slot[c->n_slots + (uint32_t)k].left = 0;
	return made ? start : NULL;
}
