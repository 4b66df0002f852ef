/* SPDX-License-Identifier: MIT
   jit_region.c — regions: instruction by instruction, values in registers in between. At calls,
   batches and the targets of jumps all is in memory. The code is a function with a frame of its own
   (RBP), so that debuggers and profilers find their way. */
#include "jit/jit.h"

typedef struct Region {
	Jit *j;            /* whose */
	JitCode *c;        /* where the code goes */
	const IrRegion *r; /* the region */
	uint8_t **label;   /* n_instrs + 1: where the code of each begins; NULL: nothing goes there */
	bool *target;      /* n_instrs + 1: a jump goes there */
	JitJump *jump;     /* room for all */
	int32_t n_jumps;   /* so far; to n_instrs + 1: out */
} Region;

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

static void begin(X64 *x)
{
	x64_push(x, RBP);
	x64_move(x, RBP, RSP);
	x64_push(x, RBX);
	x64_push(x, R12);
	x64_move(x, R12, RDI);
	x64_address(x, RBX, RSI, 128);
}

static void end(X64 *x)
{
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

static void put_batch(Region *g, int32_t number)
{
	const IrBatch *b = &g->j->m->batches.at[number];

	call_host(g, JIT_POOL_BATCH, (uint32_t)number);
	for (int32_t o = 0; o < b->n_operands - b->n_results; o++)
		for (int32_t i = 0; i < b->n_instances; i++) {
			uint32_t slot = ir_operand_slot(&b->operand[o], i);

			if (slot >= g->c->first_temp)
				g->c->slot[slot].left--;
		}
}

static void put_instr(Region *g, const IrInstr *in)
{
	JitCode *c = g->c;

	if (in->op < IR_UNLESS) {
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

	begin(&c->x);
	for (int32_t k = 0; k <= r->n_instrs; k++) {
		if (c->x.end - c->x.at < JIT_MARGIN)
			return false;
		if (g->target[k])
			jit_value_flush(c, true);
		g->label[k] = c->x.at;
		while (batch < r->n_batches && r->batch_at[batch].at == k)
			put_batch(g, r->batch_at[batch++].batch);
		if (k < r->n_instrs)
			put_instr(g, &r->instr[k]);
	}
	x64_number(&c->x, RAX, MDV_OK);
	g->label[r->n_instrs + 1] = c->x.at;
	end(&c->x);
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

	g.label = NEW_ARRAY(&j->scratch, uint8_t *, n + 2);
	g.target = NEW_ARRAY(&j->scratch, bool, n + 1);
	g.jump = NEW_ARRAY(&j->scratch, JitJump, n);
	if (!g.label || !g.target || !g.jump)
		return NULL;
	for (size_t k = 0; k < n; k++)
		if (r->instr[k].op == IR_UNLESS || r->instr[k].op == IR_JUMP)
			g.target[r->instr[k].dst] = true;
	jit_value_begin(c);
	ir_region_reads(j->m, r, count_use, c);
	made = put_region(&g);
	jit_value_flush(c, true); /* for the next one: no slot has a register */
	ir_region_reads(j->m, r, forget_use, c);
	return made ? start : NULL;
}
