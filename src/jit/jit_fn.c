/* SPDX-License-Identifier: MIT
   jit_fn.c — functions: scalars, control and elements of vectors and matrices are machine code, all
   else is done by the host, instruction by instruction. What fails is done by the host, too, which
   knows the words: a check that does not hold goes to code behind the function that asks it.

   A scalar is a temporary if every read of it is behind a write in the same piece of straight code,
   and neither lists nor loops have it; all others are in memory whenever they have a value. */
#include "jit/jit.h"

#include <stddef.h>

/* A check that did not hold. */
typedef struct Slow {
	uint8_t *jump;       /* x64_jump */
	const uint8_t *back; /* where to go on if the host says so; NULL: it does not */
	uint32_t at;         /* the instruction */
	bool counted;        /* a turn, which the host counts, too */
} Slow;

typedef struct Function {
	Jit *j;          /* whose */
	JitCode *c;      /* where the code goes */
	const IrFn *fn;  /* the function */
	uint8_t **label; /* n_code + 1: where the code of each begins; the last: fails */
	bool *target;    /* n_code: a jump goes there */
	JitJump *jump;   /* so far */
	Slow *slow;      /* so far */
	uint32_t n_jumps, n_slow;
} Function;

enum { JUMPS_PER_INSTR = 2, SLOW_PER_INSTR = 3 };
enum { MOST_MOVES = 32 };   /* scalars that are moved in line */
enum { MOST_KNOWN = 1000 }; /* subscripts that are part of an address */
enum { FIXED_LENGTH = 32 }; /* instructions that both entries take as much room as */

/* -- temporaries -- */

/* While it is looked for them: where a scalar was written. */
typedef struct Local {
	uint32_t block; /* of its last write, from 1; 0: none yet */
	uint32_t at;    /* the instruction that wrote it */
	bool kept;      /* it is no temporary */
} Local;

typedef struct Temps {
	const IrFn *fn; /* the function */
	Local *local;   /* by scalar */
	int32_t *read;  /* by instruction: reads of what it writes */
} Temps;

/* Are all scalars, but for those of its list, read and written as its letters say, and where a host
   that does it looks for them: in memory? */
static bool is_plain(uint32_t op)
{
	switch (op) {
	case IR_JUMP:
	case IR_CALL:
	case FN_LOOP:
	case FN_NEXT:
	case FN_MOVES:
	case FN_COUNT:
	case FN_CALL:
	case FN_EXTERN:
	case FN_MESSAGE: return false;
	default: return true;
	}
}

static void keep(Local local[], uint32_t scalar)
{
	if (scalar != IR_NO_SLOT)
		local[scalar].kept = true;
}

static void see(const Temps *t, uint32_t scalar, uint32_t at, uint32_t block, bool read)
{
	Local *l = &t->local[scalar];

	if (!read) {
		l->block = block;
		l->at = at;
	} else if (l->block == block) {
		t->read[l->at]++;
	} else {
		l->kept = true;
	}
}

static void see_list(const Temps *t, uint32_t start, char kind)
{
	const uint32_t *item = t->fn->list + start + 1;

	for (uint32_t n = t->fn->list[start], k = 0; k < n; k++) {
		if (kind == 's')
			keep(t->local, item[k]);
		else if (kind == 'p' && item[2 * k] == IR_LIST_SCALAR)
			keep(t->local, item[2 * k + 1]);
	}
}

static void see_instr(const Temps *t, uint32_t at, uint32_t block)
{
	const IrInstr *in = &t->fn->code[at];
	const IrFnOpInfo *info = ir_fn_op_info(in->op);
	const uint32_t operand[4] = {in->dst, in->a, in->b, in->c};

	for (int pass = 0; pass < 2; pass++) /* what is read, then what is written */
		for (int k = 0; k < 4; k++) {
			if (info->operand[k] == (pass == 0 ? 's' : 'S')) {
				if (is_plain(in->op))
					see(t, operand[k], at, block, pass == 0);
				else
					keep(t->local, operand[k]);
			} else if (info->operand[k] == 'l' && pass == 0) {
				see_list(t, operand[k], info->list);
			}
		}
	for (uint32_t k = 0; in->op == FN_NEXT && k < 4; k++)
		keep(t->local, in->a + k);
	for (uint32_t k = 0; in->op == FN_MOVES && k < in->b; k++) {
		keep(t->local, in->a + k);
		keep(t->local, in->dst + k);
	}
}

static void see_side(const IrFnSide *side, Local local[])
{
	for (int32_t k = 0; k < side->n; k++) {
		if (side->leaf[k].rank == 0)
			keep(local, side->leaf[k].reg);
		keep(local, side->leaf[k].flag);
	}
}

static void see_external(const IrExtern *x, Local local[])
{
	if (x && x->has_result && x->result.rank == 0 && x->result.n_fields < 0)
		keep(local, x->result.reg);
	for (int32_t k = 0; x && k < x->n_args; k++)
		if (x->arg[k].rank == 0 && x->arg[k].n_fields < 0)
			keep(local, x->arg[k].reg);
}

static bool find_temps(Function *g)
{
	const IrFn *fn = g->fn;
	Temps t = {.fn = fn};
	uint32_t block = 1;

	t.local = NEW_ARRAY(&g->j->scratch, Local, fn->n_scalars);
	t.read = NEW_ARRAY(&g->j->scratch, int32_t, fn->n_code + 1);
	g->c->slot = NEW_ARRAY(&g->j->scratch, JitSlot, fn->n_scalars);
	g->c->n_slots = UINT32_MAX;
	g->c->read = t.read;
	if (!t.local || !t.read || !g->c->slot)
		return false;
	for (uint32_t k = 0; k < fn->n_constants; k++)
		keep(t.local, k);
	see_side(&fn->in, t.local);
	see_side(&fn->out, t.local);
	see_external(fn->external, t.local);
	for (uint32_t k = 0; k < fn->n_code; k++) {
		block += g->target[k];
		see_instr(&t, k, block);
		block += fn->code[k].op >= IR_UNLESS && fn->code[k].op <= FN_NEXT;
	}
	for (uint32_t k = 0; k < fn->n_scalars; k++)
		g->c->slot[k].left = t.local[k].kept ? -1 : 0;
	return true;
}

/* -- code -- */

static void begin(X64 *x)
{
	x64_push(x, RBP);
	x64_move(x, RBP, RSP);
	x64_push(x, RBX);
	x64_push(x, R12);
	x64_push(x, R13);
	x64_push(x, R14);
	x64_move(x, R12, RDI);
	x64_move(x, R13, RSI);
	x64_address(x, RBX, RDX, 128);
	x64_move(x, R14, RCX);
}

static void leave(X64 *x, uint32_t result)
{
	x64_number(x, RAX, result);
	x64_move(x, RDX, R12); /* for jit_call_entry */
	x64_pop(x, R14);
	x64_pop(x, R13);
	x64_pop(x, R12);
	x64_pop(x, RBX);
	x64_pop(x, RBP);
	x64_return(x);
}

static void jump_to(Function *g, X64Cond cond, uint32_t target)
{
	g->jump[g->n_jumps++] = (JitJump){x64_jump(&g->c->x, cond), target};
}

/* Ends the function with what the host says of the instruction. */
static void slow_if(Function *g, X64Cond cond, uint32_t at)
{
	g->slow[g->n_slow++] = (Slow){.jump = x64_jump(&g->c->x, cond), .at = at};
}

static void ask_host(Function *g, uint32_t at)
{
	X64 *x = &g->c->x;

	x64_move(x, RDI, R12);
	x64_move(x, RSI, R13);
	x64_number(x, RDX, at);
	x64_call(x, JIT_POOL_STEP);
	x64_test_number(x, RAX, 255);
}

static void put_step(Function *g, uint32_t at)
{
	const IrInstr *in = &g->fn->code[at];

	jit_value_flush(g->c, true);
	ask_host(g, at);
	jump_to(g, X64_IF_ZERO, g->fn->n_code);
	if (ir_fn_op_info(in->op)->operand[0] == 'S')
		jit_value_written(g->c, in->dst);
}

static int32_t array_at(uint32_t array, size_t member)
{
	return (int32_t)(array * sizeof(MdvArray) + member);
}

/* Operands of what may fail are in memory, where the host looks for them. */
static void keep_operands(Function *g, const IrInstr *in)
{
	const char *kind = ir_fn_op_info(in->op)->operand;

	if (kind[1] == 's')
		jit_value_keep(g->c, in->a);
	if (kind[2] == 's')
		jit_value_keep(g->c, in->b);
	if (kind[3] == 's')
		jit_value_keep(g->c, in->c);
}

/* general := subscript - 1, which is below the size of the dimension. */
static void put_subscript(Function *g, int to, uint32_t scalar, uint32_t array, int dim,
						  uint32_t at)
{
	X64 *x = &g->c->x;

	x64_truncate(x, to, jit_value_load(g->c, scalar));
	x64_add_number(x, to, -1);
	x64_compare_memory(x, to, R14,
					   array_at(array, offsetof(MdvArray, dim) + (size_t)dim * sizeof(int32_t)));
	slow_if(g, X64_IF_NOT_BELOW, at);
}

/* RAX := number of the element, RDX := the array's elements. */
static void put_element(Function *g, uint32_t array, const uint32_t sub[], int n, uint32_t at)
{
	X64 *x = &g->c->x;

	put_subscript(g, RAX, sub[0], array, 0, at);
	if (n == 2) {
		put_subscript(g, RCX, sub[1], array, 1, at);
		x64_multiply_memory(x, RAX, R14,
							array_at(array, offsetof(MdvArray, dim) + sizeof(int32_t)));
		x64_add(x, RAX, RCX);
	}
	x64_load_general(x, RDX, R14, array_at(array, offsetof(MdvArray, at)));
}

/* The place of an element of a vector whose subscript is a constant; false: it is none. */
static bool put_known_element(Function *g, uint32_t array, uint32_t sub, uint32_t at,
							  X64Operand *place)
{
	X64 *x = &g->c->x;
	double k = sub < g->fn->n_constants ? g->fn->constant[sub] : 0;

	if (!(k >= 1 && k <= MOST_KNOWN) || k != (double)(uint32_t)k)
		return false;
	x64_compare_number(x, R14, array_at(array, offsetof(MdvArray, dim)), (uint32_t)k - 1);
	slow_if(g, X64_IF_BELOW_EQUAL, at);
	x64_load_general(x, RDX, R14, array_at(array, offsetof(MdvArray, at)));
	*place = x64_mem(RDX, 8 * ((int64_t)k - 1));
	return true;
}

static void put_load(Function *g, const IrInstr *in, uint32_t at)
{
	const uint32_t sub[2] = {in->b, in->c};
	X64Operand place;
	int dst;

	keep_operands(g, in);
	if (in->op == FN_LOAD1 && put_known_element(g, in->a, in->b, at, &place)) {
		dst = jit_value_take(g->c);
		x64_load(&g->c->x, dst, place);
		jit_value_set(g->c, in->dst, dst);
		return;
	}
	put_element(g, in->a, sub, in->op == FN_LOAD2 ? 2 : 1, at);
	dst = jit_value_take(g->c);
	x64_load_element(&g->c->x, dst, RDX, RAX);
	jit_value_set(g->c, in->dst, dst);
}

static void put_store(Function *g, const IrInstr *in, uint32_t at)
{
	const uint32_t sub[2] = {in->b, in->c};
	X64Operand place;
	int src;

	keep_operands(g, in);
	src = jit_value_load(g->c, in->a);
	if (in->op == FN_STORE1 && put_known_element(g, in->dst, in->b, at, &place)) {
		x64_store(&g->c->x, place, src);
		return;
	}
	put_element(g, in->dst, sub, in->op == FN_STORE2 ? 2 : 1, at);
	x64_store_element(&g->c->x, RDX, RAX, src);
}

/* for: the next value, or out. */
static void put_next(Function *g, const IrInstr *in)
{
	JitCode *c = g->c;
	int turn = jit_value_load(c, in->a), count = jit_value_load(c, in->a + 1), first, step, next;

	jit_value_flush(c, false);
	x64_test(&c->x, turn, x64_reg(count));
	jump_to(g, X64_IF_NOT_BELOW, in->b);
	first = jit_value_load(c, in->a + 2);
	step = jit_value_take(c);
	x64_load(&c->x, step, x64_reg(jit_value_load(c, in->a + 3)));
	x64_op(&c->x, X64_MUL, step, step, x64_reg(turn));
	x64_op(&c->x, X64_ADD, step, step, x64_reg(first));
	jit_value_set(c, in->dst, step);
	next = jit_value_take(c);
	x64_op(&c->x, X64_ADD, next, turn, x64_pool(POOL_ONE * POOL_UNIT));
	jit_value_set(c, in->a, next);
}

/* Scalars one after the other, from memory to memory. */
static void put_moves(Function *g, const IrInstr *in)
{
	jit_value_flush(g->c, true);
	for (uint32_t k = 0; k < in->b; k++) {
		x64_load(&g->c->x, (int)(k % 4), jit_value_place(in->a + k));
		x64_store(&g->c->x, jit_value_place(in->dst + k), (int)(k % 4));
	}
}

/* A jump that goes back: looks now and then whether to go on. */
static void put_loop(Function *g, const IrInstr *in, uint32_t at)
{
	X64 *x = &g->c->x;

	jit_value_flush(g->c, true);
	x64_sub_memory(x, R12, g->j->host.turns, 1);
	slow_if(g, X64_IF_ZERO, at);
	g->slow[g->n_slow - 1].back = x->at;
	g->slow[g->n_slow - 1].counted = true;
	jump_to(g, X64_ALWAYS, in->dst);
}

/* Turns of a loop: floor((last - first) / step) + 1, not below 0 (MLS 10.4.3). */
static void put_count(Function *g, const IrInstr *in, uint32_t at)
{
	JitCode *c = g->c;
	X64 *x = &c->x;
	int first = jit_value_load(c, in->a), step = jit_value_load(c, in->b), n;

	n = jit_value_take(c);
	x64_load(x, n, x64_reg(jit_value_load(c, in->c)));
	x64_op(x, X64_SUB, n, n, x64_reg(first));
	x64_op(x, X64_DIV, n, n, x64_reg(step));
	x64_test(x, n, x64_reg(n)); /* of a step of 0 it may be infinite: */
	slow_if(g, X64_IF_PARITY, at);
	x64_test(x, step, x64_pool(POOL_ZERO * POOL_UNIT));
	slow_if(g, X64_IF_ZERO, at);
	x64_round(x, X64_FLOOR, n, x64_reg(n));
	x64_op(x, X64_ADD, n, n, x64_pool(POOL_ONE * POOL_UNIT));
	x64_op(x, X64_MAX, n, n, x64_pool(POOL_ZERO * POOL_UNIT));
	jit_value_set(c, in->dst, n);
}

/* A dimension has the size that it must have, as an Integer. */
static void put_check(Function *g, const IrInstr *in, uint32_t at)
{
	X64 *x = &g->c->x;
	int size = jit_value_take(g->c);

	keep_operands(g, in);
	x64_load_half(x, RAX, R14, array_at(in->a, offsetof(MdvArray, dim) + in->b * sizeof(int32_t)));
	x64_to_real(x, size, RAX);
	x64_test(x, size, x64_reg(jit_value_load(g->c, in->c)));
	slow_if(g, X64_IF_NOT_ZERO, at);
	slow_if(g, X64_IF_PARITY, at);
}

/* -- calls -- */

/* The host does the instruction from there on; then it goes on here. */
static void go_on_here(Function *g, uint32_t first_slow)
{
	for (uint32_t k = first_slow; k < g->n_slow; k++)
		g->slow[k].back = g->c->x.at;
}

static void add_slow(Function *g, uint8_t *jump, uint32_t at)
{
	g->slow[g->n_slow++] = (Slow){.jump = jump, .at = at};
}

/* An array of ours as input of what is called, which must have the sizes that it says. */
static void give_array(Function *g, const IrFnLeaf *leaf, uint32_t from, uint32_t at)
{
	X64 *x = &g->c->x;
	int32_t to = jit_call_array(leaf->reg, 0);

	for (int d = 0; d < leaf->rank; d++) {
		size_t dim = offsetof(MdvArray, dim) + (size_t)d * sizeof(int32_t);

		if (leaf->dim[d] < 0)
			continue;
		x64_compare_number(x, R14, array_at(from, dim), (uint32_t)leaf->dim[d]);
		slow_if(g, X64_IF_NOT_ZERO, at);
	}
	for (int32_t k = 0; k < (int32_t)sizeof(MdvArray); k += 8) {
		x64_load_general(x, RAX, R14, array_at(from, (size_t)k));
		x64_store_general(x, RDX, to + k, RAX);
	}
	x64_store_number(x, RDX, to + (int32_t)offsetof(MdvArray, cap), 0);
	x64_store_byte(x, RDX, to + (int32_t)offsetof(MdvArray, own), 0);
}

static void give_arguments(Function *g, const IrFn *callee, const uint32_t pair[], uint32_t at)
{
	JitCode *c = g->c;

	for (int32_t k = 0; k < callee->in.n; k++) {
		const IrFnLeaf *leaf = &callee->in.leaf[k];
		uint32_t from = pair[2 * k + 1];

		if (leaf->rank > 0) {
			give_array(g, leaf, from, at);
			continue;
		}
		x64_store(&c->x, x64_mem(RDX, jit_call_scalar(callee, leaf->reg)),
				  jit_value_bring(c, from));
		jit_value_unpin(c);
	}
}

/* Of a function of ours, in the window that will be its own. */
static void put_call(Function *g, const IrInstr *in, uint32_t at)
{
	const IrFn *callee = g->j->m->fns.at[in->dst];
	const uint32_t *pair = g->fn->list + in->c + 1, *out = pair + 2 * callee->in.n;
	X64 *x = &g->c->x;
	uint32_t first_slow = g->n_slow;
	uint8_t *host[3], *failed;

	jit_value_flush(g->c, false);
	x64_move(x, RDI, R12);
	jit_call_begin(g->j, x, callee, host);
	give_arguments(g, callee, pair, at);
	jit_value_flush(g->c, true);
	x64_store_number(x, R13, offsetof(MdvFrame, at), at);
	x64_move(x, RSI, R13);
	jit_call_end(x, &host[2], &failed);
	for (int k = 0; k < 3; k++)
		add_slow(g, host[k], at);
	g->jump[g->n_jumps++] = (JitJump){failed, g->fn->n_code};
	x64_load_general(x, RDX, R12, g->j->host.at.top);
	for (int32_t k = 0; k < callee->out.n; k++) {
		if (out[2 * k] == IR_LIST_NONE)
			continue;
		x64_load(x, k % 4, x64_mem(RDX, jit_call_scalar(callee, callee->out.leaf[k].reg)));
		x64_store(x, jit_value_place(out[2 * k + 1]), k % 4);
	}
	go_on_here(g, first_slow);
}

/* Of the paper's library, mostly without a queue; all others by the host. */
static void put_message(Function *g, const IrInstr *in, uint32_t at)
{
	X64 *x = &g->c->x;
	int function = in->b > 0                                           ? 0
				   : in->a == IR_QUEUE_SIZE || in->a == IR_QUEUE_COUNT ? JIT_POOL_COUNT
				   : in->a == IR_QUEUE_TAKE                            ? JIT_POOL_TAKE
				   : in->a == IR_QUEUE_LAST                            ? JIT_POOL_SEND
																	   : 0;

	if (!function) {
		put_step(g, at);
		return;
	}
	jit_value_flush(g->c, true);
	x64_move(x, RDI, R12);
	x64_address(x, RSI, RBX, -128);
	x64_pointer(x, RDX, g->fn->list + in->c + 1);
	x64_number(x, RCX, in->dst);
	x64_call(x, function);
	x64_test_number(x, RAX, 255);
	slow_if(g, X64_IF_ZERO, at);
	go_on_here(g, g->n_slow - 1);
}

/* -- what can fail -- */

/* A number is below 2^53 in magnitude. */
static void put_is_integer(Function *g, int reg, uint32_t at)
{
	JitCode *c = g->c;
	int size = jit_value_take(c), limit = jit_value_take(c);

	x64_op(&c->x, X64_AND, size, reg, x64_pool(POOL_REST * POOL_UNIT));
	x64_load(&c->x, limit, x64_pool(POOL_LIMIT * POOL_UNIT));
	x64_test(&c->x, limit, x64_reg(size));
	slow_if(g, X64_IF_BELOW_EQUAL, at); /* so is what is no number */
}

/* Sums and products of Integers are looked at when they are there. */
static void put_integer_op(Function *g, const IrInstr *in, uint32_t at)
{
	JitCode *c = g->c;
	int a = jit_value_bring(c, in->a), b = jit_value_bring(c, in->b), value = jit_value_take(c);

	x64_op(&c->x,
		   in->op == IR_IADD   ? X64_ADD
		   : in->op == IR_ISUB ? X64_SUB
							   : X64_MUL,
		   value, a, x64_reg(b));
	put_is_integer(g, value, at);
	jit_value_unpin(c);
	jit_value_op(c, in);
}

/* The domain, as ops.h has it, then the operation. */
static void put_checked(Function *g, const IrInstr *in, uint32_t at)
{
	JitCode *c = g->c;
	uint8_t *is_number;

	keep_operands(g, in);
	switch (in->op) {
	case IR_LT:
	case IR_LE:
	case IR_EQ:
	case IR_NE:
		x64_test(&c->x, jit_value_bring(c, in->a), x64_reg(jit_value_bring(c, in->b)));
		slow_if(g, X64_IF_PARITY, at);
		break;
	case IR_IADD:
	case IR_ISUB:
	case IR_IMUL: put_integer_op(g, in, at); return;
	case IR_INTEGRAL: put_is_integer(g, jit_value_bring(c, in->a), at); break;
	case IR_RDIV:
	case IR_RMOD:
	case IR_RREM:
		x64_test(&c->x, jit_value_bring(c, in->b), x64_pool(POOL_ZERO * POOL_UNIT));
		is_number = x64_jump(&c->x, X64_IF_PARITY);
		slow_if(g, X64_IF_ZERO, at);
		x64_jump_to(is_number, c->x.at);
		break;
	default: put_step(g, at); return;
	}
	jit_value_unpin(c);
	jit_value_op(c, in);
}

static void put_instr(Function *g, uint32_t at)
{
	const IrInstr *in = &g->fn->code[at];
	JitCode *c = g->c;

	if (in->op < IR_LT) {
		jit_value_op(c, in);
		return;
	}
	switch (in->op) {
	case IR_UNLESS: {
		uint8_t *jump = jit_value_unless(c, in->a);

		g->jump[g->n_jumps++] = (JitJump){jump, in->dst};
		break;
	}
	case IR_JUMP:
		jit_value_flush(c, true);
		jump_to(g, X64_ALWAYS, in->dst);
		break;
	case FN_LOOP: put_loop(g, in, at); break;
	case FN_NEXT: put_next(g, in); break;
	case FN_COUNT:
		if (c->x.round)
			put_count(g, in, at);
		else
			put_step(g, at);
		break;
	case FN_CHECK: put_check(g, in, at); break;
	case FN_MOVES:
		if (in->b > MOST_MOVES)
			put_step(g, at);
		else
			put_moves(g, in);
		break;
	case FN_RETURN:
		jit_value_flush(c, true);
		leave(&c->x, true);
		break;
	case FN_CALL:
		if (jit_call_is_direct(g->j, g->j->m->fns.at[in->dst]))
			put_call(g, in, at);
		else
			put_step(g, at);
		break;
	case FN_MESSAGE: put_message(g, in, at); break;
	case FN_LOAD1:
	case FN_LOAD2: put_load(g, in, at); break;
	case FN_STORE1:
	case FN_STORE2: put_store(g, in, at); break;
	default:
		if (in->op < IR_UNLESS)
			put_checked(g, in, at);
		else
			put_step(g, at);
	}
	jit_value_unpin(c);
}

/* Behind the function: what is asked of the host, and the way out. */
static void put_slow(Function *g)
{
	X64 *x = &g->c->x;

	for (uint32_t k = 0; k < g->n_slow; k++) {
		const Slow *s = &g->slow[k];

		x64_jump_to(s->jump, x->at);
		if (s->counted)
			x64_sub_memory(x, R12, g->j->host.turns, -1);
		ask_host(g, s->at);
		if (s->back)
			x64_jump_to(x64_jump(x, X64_IF_NOT_ZERO), s->back);
		jump_to(g, X64_ALWAYS, g->fn->n_code);
	}
	g->label[g->fn->n_code] = x->at;
	leave(x, false);
}

static bool has_room(const Function *g)
{
	return g->c->x.end - g->c->x.at >= JIT_MARGIN + (ptrdiff_t)g->n_slow * 64;
}

static bool put_function(Function *g)
{
	JitCode *c = g->c;

	begin(&c->x);
	for (uint32_t k = 0; k < g->fn->n_code; k++) {
		if (!has_room(g))
			return false;
		if (g->target[k])
			jit_value_flush(c, true);
		g->label[k] = c->x.at;
		c->at = k;
		put_instr(g, k);
	}
	put_slow(g);
	for (uint32_t i = 0; i < g->n_jumps; i++)
		x64_jump_to(g->jump[i].jump, g->label[g->jump[i].target]);
	return true;
}

/* Arguments of calls are instructions, too. */
size_t jit_fn_length(const IrFn *fn)
{
	return (size_t)fn->n_code + fn->n_list + FIXED_LENGTH;
}

/* Checks that may not hold, at most: of calls, each size that an input must have. */
static size_t most_slow(const Jit *j, const IrFn *fn)
{
	size_t n = (size_t)fn->n_code * SLOW_PER_INSTR;

	for (uint32_t k = 0; k < fn->n_code; k++) {
		const IrFn *callee = fn->code[k].op == FN_CALL ? j->m->fns.at[fn->code[k].dst] : NULL;

		for (int32_t i = 0; callee && i < callee->in.n; i++)
			n += callee->in.leaf[i].rank;
	}
	return n;
}

uint8_t *jit_fn_make(Jit *j, JitCode *c, const IrFn *fn, uint8_t **direct)
{
	Function g = {.j = j, .c = c, .fn = fn};
	uint8_t *start = c->x.at;
	size_t n = fn->n_code, n_slow = most_slow(j, fn);

	g.label = NEW_ARRAY(&j->scratch, uint8_t *, n + 1);
	g.target = NEW_ARRAY(&j->scratch, bool, n + 1);
	g.jump = NEW_ARRAY(&j->scratch, JitJump, n * JUMPS_PER_INSTR + n_slow);
	g.slow = NEW_ARRAY(&j->scratch, Slow, n_slow);
	if (!g.label || !g.target || !g.jump || !g.slow)
		return NULL;
	for (size_t k = 0; k < n; k++) {
		const IrInstr *in = &fn->code[k];

		if (in->op == IR_UNLESS || in->op == IR_JUMP || in->op == FN_LOOP)
			g.target[in->dst] = true;
		else if (in->op == FN_NEXT)
			g.target[in->b] = true;
	}
	jit_value_begin(c);
	if (!find_temps(&g) || !put_function(&g))
		return NULL;
	if (jit_call_is_direct(j, fn) && has_room(&g))
		*direct = jit_call_entry(j, &c->x, fn, start);
	return start;
}
