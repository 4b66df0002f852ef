/* SPDX-License-Identifier: MIT
   jit_region.c — regions: instruction by instruction, values in registers in between. At calls,
   batches and the targets of jumps all is in memory. The code is a function with a frame of its own
   (RBP), so that debuggers and profilers find their way.

   Batches of few instances are straight code, one instance after the other; their temporaries are
   slots behind the frame. Those of many are loops over vectors in the VM. */
#include "jit/jit.h"

#include <stddef.h>

/* A step of the VM's loops costs as much as some ten operations of straight code, which moreover
   gathers and scatters nothing. */
enum { MOST_INSTANCES = 64, MOST_UNROLLED = 4096 };

/* A call that the host does, or what it does after one. */
typedef struct Slow {
	uint8_t *jump;       /* x64_jump */
	const uint8_t *back; /* where to go on; NULL: the region ends with what it says */
	uint32_t call;       /* the call */
	bool settle;         /* it was made */
} Slow;

enum { SLOW_PER_CALL = 5, SLOW_SIZE = 48 /* bytes */ };

typedef struct Region {
	Jit *j;            /* whose */
	JitCode *c;        /* where the code goes */
	const IrRegion *r; /* the region */
	uint8_t **label;   /* n_instrs + 1: where the code of each begins; NULL: nothing goes there */
	bool *target;      /* n_instrs + 1: a jump goes there */
	int32_t *pair;     /* n_instrs: jit_pair_find */
	JitJump *jump;     /* room for all */
	int32_t n_jumps;   /* so far; to n_instrs + 1: out */
	Slow *slow;        /* room for all */
	int32_t n_slow;    /* so far */
	int32_t n_stacked; /* temporaries of a batch, on the stack */
} Region;

static bool is_straight(const IrBatch *b)
{
	return b->n_instances <= MOST_INSTANCES && b->n_instances * b->n_instrs <= MOST_UNROLLED;
}

/* Instructions that it takes as much room as: each argument and result is moved. */
static size_t call_length(const IrCall *call)
{
	return 8 + (size_t)(call->n_in + call->n_out) / 2;
}

static size_t n_calls(const IrRegion *r)
{
	size_t n = 0;

	for (int32_t k = 0; k < r->n_instrs; k++)
		n += r->instr[k].op == IR_CALL;
	return n;
}

size_t jit_region_length(const Jit *j, const IrRegion *r)
{
	size_t n = (size_t)r->n_instrs;

	for (int32_t k = 0; k < r->n_instrs; k++)
		if (r->instr[k].op == IR_CALL)
			n += call_length(&j->m->calls.at[r->instr[k].a]);
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

/* A function of the host: of the vm, a number and the frame. All is in memory. */
static void call_host(Region *g, int pool, uint32_t number)
{
	X64 *x = &g->c->x;

	x64_move(x, RDI, R12);
	x64_number(x, RSI, number);
	x64_address(x, RDX, RBX, -128);
	x64_call(x, pool);
}

static void ask_host(Region *g, uint32_t call)
{
	call_host(g, JIT_POOL_CALL, call);
	x64_test_eax(&g->c->x);
	g->jump[g->n_jumps++] =
		(JitJump){x64_jump(&g->c->x, X64_IF_NOT_ZERO), (uint32_t)g->r->n_instrs + 1};
}

/* A vector of any size whose elements are slots in a row. */
static bool is_row(const IrCall *call, const IrFnLeaf *leaf, int32_t dim, int32_t first)
{
	if (leaf->rank != 1 || leaf->dim[0] >= 0 || dim < 1 || first + dim > call->n_in)
		return false;
	for (int32_t k = 1; k < dim; k++)
		if (call->in[first + k] != call->in[first] + (uint32_t)k)
			return false;
	return true;
}

/* Are all arguments scalars, or vectors that can stay where they are? */
static bool is_direct(const Jit *j, const IrCall *call)
{
	const IrFn *fn = j->host.at.direct ? j->m->fns.at[call->fn] : NULL;
	int32_t k = 0, d = 0;

	if (!fn || !jit_call_is_direct(j, fn) || !fn->in.plain || !fn->out.plain ||
		call->n_out > fn->out.n)
		return false;
	for (int32_t i = 0; i < fn->in.n; i++) {
		const IrFnLeaf *leaf = &fn->in.leaf[i];

		if (leaf->rank == 0) {
			k++;
			continue;
		}
		if (d >= call->n_dims || !is_row(call, leaf, call->dim[d], k))
			return false;
		k += call->dim[d++];
	}
	return k == call->n_in && d == call->n_dims;
}

static void give_row(X64 *x, uint32_t array, uint32_t slot, int32_t n)
{
	X64Operand at = jit_value_place(slot);

	x64_address(x, RAX, at.reg, at.disp);
	x64_store_general(x, RDX, jit_call_array(array, offsetof(MdvArray, at)), RAX);
	x64_store_number(x, RDX, jit_call_array(array, offsetof(MdvArray, n)), (uint32_t)n);
	x64_store_number(x, RDX, jit_call_array(array, offsetof(MdvArray, cap)), 0);
	x64_store_number(x, RDX, jit_call_array(array, offsetof(MdvArray, dim)), (uint32_t)n);
	x64_store_byte(x, RDX, jit_call_array(array, offsetof(MdvArray, rank)), 1);
	x64_store_byte(x, RDX, jit_call_array(array, offsetof(MdvArray, own)), 0);
}

static void give_arguments(Region *g, const IrCall *call, const IrFn *fn)
{
	JitCode *c = g->c;
	int32_t k = 0, d = 0;

	for (int32_t i = 0; i < fn->in.n; i++) {
		const IrFnLeaf *leaf = &fn->in.leaf[i];

		if (leaf->rank > 0) {
			give_row(&c->x, leaf->reg, call->in[k], call->dim[d]);
			k += call->dim[d++];
			continue;
		}
		x64_store(&c->x, x64_mem(RDX, jit_call_scalar(fn, leaf->reg)),
				  jit_value_bring(c, call->in[k++]));
		jit_value_unpin(c);
	}
}

static Slow *add_slow(Region *g, uint8_t *jump, uint32_t call)
{
	g->slow[g->n_slow] = (Slow){.jump = jump, .call = call};
	return &g->slow[g->n_slow++];
}

/* In the window that will be the function's own; see jit_call.c. */
static void call_direct(Region *g, uint32_t number, const IrCall *call)
{
	const IrFn *fn = g->j->m->fns.at[call->fn];
	const JitPlaces *at = &g->j->host.at;
	X64 *x = &g->c->x;
	int32_t first = g->n_slow;
	uint8_t *host[3], *failed;

	jit_value_flush(g->c, false);
	x64_load_general(x, RDI, R12, at->fns);
	jit_call_begin(g->j, x, fn, host);
	give_arguments(g, call, fn);
	jit_value_flush(g->c, true);
	x64_store_number(x, RDI, at->source, (uint32_t)call->source);
	x64_number(x, RSI, 0); /* no function calls it */
	jit_call_end(x, &host[2], &failed);
	x64_load_general(x, RAX, R12, at->fns);
	x64_load_general(x, RDX, RAX, at->top);
	for (int32_t k = 0; k < call->n_out; k++) {
		if (call->out[k] == IR_NO_SLOT)
			continue;
		x64_load(x, k % 4, x64_mem(RDX, jit_call_scalar(fn, fn->out.leaf[k].reg)));
		x64_store(x, jit_value_place(call->out[k]), k % 4);
	}
	x64_compare_byte(x, RAX, offsetof(MdvCode, pool_used), 0);
	add_slow(g, x64_jump(x, X64_IF_NOT_ZERO), number)->settle = true;
	for (int k = 0; k < 3; k++)
		add_slow(g, host[k], number);
	for (int32_t k = first; k < g->n_slow; k++)
		g->slow[k].back = x->at;
	add_slow(g, failed, number)->settle = true;
}

static void put_call(Region *g, const IrInstr *in)
{
	const IrCall *call = &g->j->m->calls.at[in->a];

	if (is_direct(g->j, call)) {
		call_direct(g, in->a, call);
	} else {
		jit_value_flush(g->c, true);
		ask_host(g, in->a);
	}
	for (int32_t i = 0; i < call->n_in; i++)
		if (call->in[i] >= g->c->first_temp)
			g->c->slot[call->in[i]].left--;
}

/* Behind the region. */
static void put_slow(Region *g)
{
	X64 *x = &g->c->x;

	for (int32_t k = 0; k < g->n_slow; k++) {
		const Slow *s = &g->slow[k];

		x64_jump_to(s->jump, x->at);
		if (s->settle) {
			x64_move(x, RDI, R12);
			x64_call(x, JIT_POOL_SETTLE);
		} else {
			ask_host(g, s->call);
		}
		if (s->back)
			x64_jump_to(x64_jump(x, X64_ALWAYS), s->back);
		else
			g->jump[g->n_jumps++] =
				(JitJump){x64_jump(x, X64_ALWAYS), (uint32_t)g->r->n_instrs + 1};
	}
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

	if (!is_straight(b)) {
		jit_value_flush(g->c, true);
		call_host(g, JIT_POOL_BATCH, (uint32_t)number);
	}
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
		if (c->x.end - c->x.at < JIT_MARGIN + (ptrdiff_t)g->n_slow * SLOW_SIZE)
			return false;
		if (k < r->n_instrs)
			put_instr(g, k);
	}
	x64_number(&c->x, RAX, MDV_OK);
	g->label[r->n_instrs + 1] = c->x.at;
	end(&c->x, g->n_stacked);
	put_slow(g);
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
	g.jump = NEW_ARRAY(&j->scratch, JitJump, n + n_calls(r) * SLOW_PER_CALL);
	g.slow = NEW_ARRAY(&j->scratch, Slow, n_calls(r) * SLOW_PER_CALL);
	if (!g.label || !g.target || !g.jump || !g.slow)
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
