/* SPDX-License-Identifier: MIT
   jit_value.c — values in registers, and operations on them. Sixteen registers cache the values
   that were used last. A variable is stored at once, so that memory has it whatever happens; a
   temporary only when its register is wanted for something else, or at the end of straight code, if
   it is read later. Truths stay what comparing gives (all ones, or zeros) until somebody wants a
   number. */
#include "jit/jit.h"

#include <math.h>
#include <string.h>

#define BIAS 128 /* of RBX: slots 0 … 31 have distances of one byte */

X64Operand jit_value_place(uint32_t slot)
{
	return x64_mem(RBX, (int64_t)slot * 8 - BIAS);
}

/* Of a slot behind the frame: on the stack, below the two registers that are saved there. */
static X64Operand place_of(const JitCode *c, uint32_t slot)
{
	return slot < c->n_slots ? jit_value_place(slot)
							 : x64_mem(RBP, -16 - 8 * (int64_t)(slot - c->n_slots + 1));
}

static bool is_temp(const JitCode *c, uint32_t slot)
{
	return slot >= c->first_temp && c->slot[slot].left >= 0;
}

/* -- registers -- */

void jit_value_begin(JitCode *c)
{
	for (int i = 0; i < JIT_REGS; i++)
		c->reg[i] = (JitReg){.slot = JIT_NO_SLOT};
	c->pinned = 0;
}

void jit_value_unpin(JitCode *c)
{
	c->pinned = 0;
}

static void pin(JitCode *c, int reg)
{
	c->pinned |= 1u << reg;
	c->reg[reg].used = ++c->now;
}

static void forget(JitCode *c, int reg)
{
	JitReg *r = &c->reg[reg];

	if (r->slot >= 0)
		c->slot[r->slot].reg = 0;
	*r = (JitReg){.slot = JIT_NO_SLOT, .used = r->used};
}

/* A truth becomes 1 or 0. */
static void make_number(JitCode *c, int reg)
{
	if (c->reg[reg].mask)
		x64_op(&c->x, X64_AND, reg, reg, x64_pool(POOL_ONE * POOL_UNIT));
	c->reg[reg].mask = false;
}

static void save(JitCode *c, int reg)
{
	JitReg *r = &c->reg[reg];

	if (r->slot < 0 || !r->dirty)
		return;
	make_number(c, reg);
	x64_store(&c->x, place_of(c, (uint32_t)r->slot), reg);
	r->dirty = false;
}

void jit_value_flush(JitCode *c, bool lost)
{
	for (int i = 0; i < JIT_REGS; i++) {
		save(c, i);
		if (lost)
			forget(c, i);
	}
}

/* A register that is free, or the one used longest ago. */
int jit_value_take(JitCode *c)
{
	int best = -1;

	for (int i = 0; i < JIT_REGS; i++) {
		if (c->pinned & 1u << i)
			continue;
		if (c->reg[i].slot < 0) {
			best = i;
			break;
		}
		if (best < 0 || c->reg[i].used < c->reg[best].used)
			best = i;
	}
	save(c, best);
	forget(c, best);
	pin(c, best);
	return best;
}

/* One of the reads to come has come. A temporary that nobody reads any more gives its register
   back; its value is there until something else is put into it. */
static void count_read(JitCode *c, uint32_t slot)
{
	JitSlot *s = &c->slot[slot];

	if (!is_temp(c, slot) || s->left == 0 || --s->left > 0)
		return;
	if (s->reg)
		forget(c, s->reg - 1);
}

/* The register of a slot, as a number or as it is; not yet read. */
static int bring(JitCode *c, uint32_t slot, bool number)
{
	int reg = c->slot[slot].reg - 1;

	if (reg < 0) {
		reg = jit_value_take(c);
		x64_load(&c->x, reg, place_of(c, slot));
		c->reg[reg].slot = slot;
		c->slot[slot].reg = (uint8_t)(reg + 1);
	}
	pin(c, reg);
	if (number)
		make_number(c, reg);
	return reg;
}

int jit_value_bring(JitCode *c, uint32_t slot)
{
	return bring(c, slot, true);
}

void jit_value_keep(JitCode *c, uint32_t slot)
{
	if (c->slot[slot].reg)
		save(c, c->slot[slot].reg - 1);
}

int jit_value_load(JitCode *c, uint32_t slot)
{
	int reg = bring(c, slot, true);

	count_read(c, slot);
	return reg;
}

/* Where a number is, without loading it. */
static X64Operand bring_operand(JitCode *c, uint32_t slot)
{
	return c->slot[slot].reg ? x64_reg(bring(c, slot, true)) : place_of(c, slot);
}

/* A temporary that is written again has other reads to come. */
static void begin_reads(JitCode *c, uint32_t slot)
{
	if (c->read && is_temp(c, slot))
		c->slot[slot].left = c->read[c->at];
}

void jit_value_written(JitCode *c, uint32_t slot)
{
	if (c->slot[slot].reg)
		forget(c, c->slot[slot].reg - 1);
	begin_reads(c, slot);
}

static void define(JitCode *c, uint32_t slot, int reg, bool mask)
{
	int old = c->slot[slot].reg - 1;

	begin_reads(c, slot);
	if (old >= 0 && old != reg)
		forget(c, old);
	if (c->reg[reg].slot >= 0 && c->reg[reg].slot != slot)
		forget(c, reg);
	c->reg[reg] = (JitReg){slot, true, mask, ++c->now};
	c->slot[slot].reg = (uint8_t)(reg + 1);
	if (!is_temp(c, slot))
		save(c, reg);
	else if (c->slot[slot].left == 0)
		forget(c, reg);
}

void jit_value_set(JitCode *c, uint32_t slot, int reg)
{
	define(c, slot, reg, false);
}

/* -- operations -- */

/* A register for the result of an operation whose operands have been read: where there are three
   operands, any; else that of the first one if it is free, and never that of the second. */
static int result(JitCode *c, int a, X64Operand b)
{
	if (c->x.avx)
		c->pinned = 0;
	else if (c->reg[a].slot < 0 && !(b.kind == X64_REG && b.reg == a))
		return a;
	return jit_value_take(c);
}

/* The second operand may be in memory; for one that can be exchanged the first one, too. */
static void binary(JitCode *c, const IrInstr *in, X64Op op, bool commutes)
{
	bool swap = commutes && !c->slot[in->a].reg && c->slot[in->b].reg;
	uint32_t first = swap ? in->b : in->a, second = swap ? in->a : in->b;
	int a = bring(c, first, true), dst;
	X64Operand b = bring_operand(c, second);

	count_read(c, first);
	count_read(c, second);
	dst = result(c, a, b);
	x64_op(&c->x, op, dst, a, b);
	define(c, in->dst, dst, false);
}

static void compare(JitCode *c, const IrInstr *in, X64Compare how)
{
	int a = bring(c, in->a, true), dst;
	X64Operand b = bring_operand(c, in->b);

	count_read(c, in->a);
	count_read(c, in->b);
	dst = result(c, a, b);
	x64_compare(&c->x, how, dst, a, b);
	define(c, in->dst, dst, true);
}

/* Of one operand and a number of the pool. */
static void with_pool(JitCode *c, const IrInstr *in, X64Op op, int pool)
{
	X64Operand b = x64_pool(pool * POOL_UNIT);
	int a = jit_value_load(c, in->a), dst = result(c, a, b);

	x64_op(&c->x, op, dst, a, b);
	define(c, in->dst, dst, false);
}

static void square_root(JitCode *c, const IrInstr *in)
{
	int a = jit_value_load(c, in->a), dst = result(c, a, x64_reg(a));

	/* the upper half of dst comes from a: nothing to wait for but a */
	if (c->x.avx)
		x64_op(&c->x, X64_SQRT, dst, a, x64_reg(a));
	else
		x64_op(&c->x, X64_SQRT, dst, dst, x64_reg(a));
	define(c, in->dst, dst, false);
}

static void rounded(JitCode *c, const IrInstr *in, X64Round how, bool whole)
{
	int a = jit_value_load(c, in->a), dst = result(c, a, x64_reg(a));

	x64_round(&c->x, how, dst, x64_reg(a));
	if (whole) /* -0 + 0 is 0 */
		x64_op(&c->x, X64_ADD, dst, dst, x64_pool(POOL_ZERO * POOL_UNIT));
	define(c, in->dst, dst, false);
}

/* Integers have no -0. */
static void whole(JitCode *c, const IrInstr *in, X64Op op, int second)
{
	int a = bring(c, in->a, true), dst;
	X64Operand b = second < 0 ? bring_operand(c, in->b) : x64_pool(second * POOL_UNIT);

	count_read(c, in->a);
	if (second < 0)
		count_read(c, in->b);
	dst = result(c, a, b);
	x64_op(&c->x, op, dst, a, b);
	x64_op(&c->x, X64_ADD, dst, dst, x64_pool(POOL_ZERO * POOL_UNIT));
	define(c, in->dst, dst, false);
}

/* A truth as all ones or zeros, in a register of its own or where it is; read. */
static int bring_mask(JitCode *c, uint32_t slot, bool own)
{
	int a = bring(c, slot, false), dst = a;

	if (!c->reg[a].mask || own) {
		bool mask = c->reg[a].mask;

		dst = jit_value_take(c);
		if (mask)
			x64_load(&c->x, dst, x64_reg(a));
		else
			x64_compare(&c->x, X64_NE, dst, a, x64_pool(POOL_ZERO * POOL_UNIT));
	}
	count_read(c, slot);
	return dst;
}

static void logic(JitCode *c, const IrInstr *in, X64Op op)
{
	int a = bring_mask(c, in->a, false), b = bring_mask(c, in->b, false);
	int dst = jit_value_take(c);

	x64_op(&c->x, op, dst, a, x64_reg(b));
	define(c, in->dst, dst, true);
}

static void negate_truth(JitCode *c, const IrInstr *in)
{
	int a = jit_value_load(c, in->a), dst = jit_value_take(c);

	x64_compare(&c->x, X64_EQ, dst, a, x64_pool(POOL_ZERO * POOL_UNIT));
	define(c, in->dst, dst, true);
}

static void choose(JitCode *c, const IrInstr *in)
{
	/* a number that is asked for as such changes where it is */
	bool own = !c->x.avx || in->b == in->a || in->c == in->a;
	int mask = bring_mask(c, in->a, own), b = bring(c, in->b, true);
	int other = bring(c, in->c, true), dst;

	count_read(c, in->b);
	count_read(c, in->c);
	dst = jit_value_take(c);
	x64_select(&c->x, dst, mask, b, other);
	define(c, in->dst, dst, false);
}

/* The processor gives the second operand where one is NaN; we want the first if that is. */
static void extreme(JitCode *c, const IrInstr *in, X64Op op)
{
	int a = bring(c, in->a, true), b = bring(c, in->b, true), mask, least, dst;

	count_read(c, in->a);
	count_read(c, in->b);
	least = jit_value_take(c);
	x64_op(&c->x, op, least, a, x64_reg(b));
	mask = jit_value_take(c);
	x64_compare(&c->x, X64_UNORDERED, mask, a, x64_reg(a));
	dst = jit_value_take(c);
	x64_select(&c->x, dst, mask, a, least);
	define(c, in->dst, dst, false);
}

/* trunc(a / b), or what is left: a - floor(a / b) * b. */
static void divide(JitCode *c, const IrInstr *in, X64Round how, bool rest)
{
	int a = bring(c, in->a, true), b = bring(c, in->b, true), dst;

	count_read(c, in->a);
	count_read(c, in->b);
	dst = jit_value_take(c);
	x64_op(&c->x, X64_DIV, dst, a, x64_reg(b));
	x64_round(&c->x, how, dst, x64_reg(dst));
	if (rest) {
		int product = jit_value_take(c);

		x64_op(&c->x, X64_MUL, product, dst, x64_reg(b));
		x64_op(&c->x, X64_SUB, dst, a, x64_reg(product));
	}
	define(c, in->dst, dst, false);
}

static void move(JitCode *c, const IrInstr *in)
{
	int a = jit_value_load(c, in->a), dst = a;

	if (c->reg[a].slot >= 0) { /* it is still needed there */
		dst = jit_value_take(c);
		x64_load(&c->x, dst, x64_reg(a));
	}
	define(c, in->dst, dst, false);
}

/* By a function of the C library or our own: its arguments are in the first registers, and it may
   change them all. */
static void by_call(JitCode *c, const IrInstr *in, int n_args)
{
	X64Operand a = x64_reg(bring(c, in->a, true)), b = a;
	int room;

	if (n_args > 1)
		b = bring_operand(c, in->b);
	count_read(c, in->a);
	if (n_args > 1)
		count_read(c, in->b);
	jit_value_flush(c, true);
	if (n_args > 1) {
		room = a.reg == 2 ? 3 : 2;
		x64_load(&c->x, room, b);
		x64_load(&c->x, 0, a);
		x64_load(&c->x, 1, x64_reg(room));
	} else {
		x64_load(&c->x, 0, a);
	}
	x64_call(&c->x, jit_value_pool((IrOp)in->op));
	define(c, in->dst, 0, false);
}

/* Sine and cosine of one value, by the host, whose vm is in R12. */
void jit_value_sine_cosine(JitCode *c, uint32_t of, uint32_t sine, uint32_t cosine)
{
	X64Operand a = x64_reg(bring(c, of, true));

	count_read(c, of);
	count_read(c, of);
	jit_value_flush(c, true);
	x64_load(&c->x, 0, a);
	x64_move(&c->x, RDI, R12);
	x64_call(&c->x, JIT_POOL_SINE_COSINE);
	define(c, sine, 0, false);
	define(c, cosine, 1, false);
	jit_value_unpin(c);
}

static bool by_rounding(JitCode *c, const IrInstr *in)
{
	if (!c->x.round)
		return false;
	switch (in->op) {
	case IR_FLOOR: rounded(c, in, X64_FLOOR, false); return true;
	case IR_CEIL: rounded(c, in, X64_CEIL, false); return true;
	case IR_INTEGRAL: rounded(c, in, X64_FLOOR, true); return true;
	case IR_RDIV: divide(c, in, X64_TRUNC, false); return true;
	case IR_RMOD: divide(c, in, X64_FLOOR, true); return true;
	case IR_RREM: divide(c, in, X64_TRUNC, true); return true;
	default: return false;
	}
}

/* Each as ops.h has it; what is not here is called. */
void jit_value_op(JitCode *c, const IrInstr *in)
{
	switch (in->op) {
	case IR_MOVE: move(c, in); break;
	case IR_ADD:
	case IR_IADD: binary(c, in, X64_ADD, true); break;
	case IR_SUB:
	case IR_ISUB: binary(c, in, X64_SUB, false); break;
	case IR_MUL: binary(c, in, X64_MUL, true); break;
	case IR_DIV: binary(c, in, X64_DIV, false); break;
	case IR_IMUL: whole(c, in, X64_MUL, -1); break;
	case IR_NEG: with_pool(c, in, X64_XOR, POOL_SIGN); break;
	case IR_INEG: whole(c, in, X64_XOR, POOL_SIGN); break;
	case IR_ABS: with_pool(c, in, X64_AND, POOL_REST); break;
	case IR_SQRT: square_root(c, in); break;
	case IR_LT: compare(c, in, X64_LT); break;
	case IR_LE: compare(c, in, X64_LE); break;
	case IR_EQ: compare(c, in, X64_EQ); break;
	case IR_NE: compare(c, in, X64_NE); break;
	case IR_AND: logic(c, in, X64_AND); break;
	case IR_OR: logic(c, in, X64_OR); break;
	case IR_NOT: negate_truth(c, in); break;
	case IR_SELECT: choose(c, in); break;
	case IR_MIN: extreme(c, in, X64_MIN); break;
	case IR_MAX: extreme(c, in, X64_MAX); break;
	default:
		if (!by_rounding(c, in))
			by_call(c, in, ir_op_info[in->op].n_args);
	}
	jit_value_unpin(c);
}

uint8_t *jit_value_unless(JitCode *c, uint32_t slot)
{
	int reg = bring(c, slot, false);
	bool mask = c->reg[reg].mask;
	uint8_t *jump, *not_a_number;

	count_read(c, slot);
	jit_value_flush(c, false);
	jit_value_unpin(c);
	if (c->reg[reg].slot == slot)
		mask = c->reg[reg].mask; /* stored, it became a number */
	if (mask) {
		x64_sign_bits(&c->x, RAX, reg);
		x64_test_number(&c->x, RAX, 1);
		return x64_jump(&c->x, X64_IF_ZERO);
	}
	x64_test(&c->x, reg, x64_pool(POOL_ZERO * POOL_UNIT));
	not_a_number = x64_jump(&c->x, X64_IF_PARITY); /* which is not 0 */
	jump = x64_jump(&c->x, X64_IF_ZERO);
	x64_jump_to(not_a_number, c->x.at);
	return jump;
}

/* -- the pool -- */

#define AS_FUNCTION(op, name, n, value, ...)                  \
	static double value_of_##op(double A, double B, double C) \
	{                                                         \
		(void)A, (void)B, (void)C;                            \
		return value;                                         \
	}
OPS(AS_FUNCTION)

int jit_value_pool(IrOp op)
{
	return JIT_POOL_OPS + (int)op * 8;
}

static void put_address(uint8_t *at, void (*fn)(void))
{
	memcpy(at, &fn, sizeof fn);
}

void jit_value_fill_pool(uint8_t *pool, const JitHost *host)
{
#define FUNCTION_OF(op, ...) value_of_##op,
	static double (*const function[])(double, double, double) = {OPS(FUNCTION_OF)};
#undef FUNCTION_OF
	static const uint64_t sign = 0x8000000000000000u, rest = 0x7FFFFFFFFFFFFFFFu;
	static const double one = 1, limit = 0x1p53;

	memset(pool, 0, JIT_POOL_SIZE);
	memcpy(pool + POOL_SIGN * POOL_UNIT, &sign, 8);
	memcpy(pool + POOL_REST * POOL_UNIT, &rest, 8);
	memcpy(pool + POOL_ONE * POOL_UNIT, &one, 8);
	memcpy(pool + POOL_LIMIT * POOL_UNIT, &limit, 8);
	for (int op = 0; op < IR_UNLESS; op++)
		put_address(pool + jit_value_pool((IrOp)op), (void (*)(void))function[op]);
	put_address(pool + JIT_POOL_CALL, (void (*)(void))host->call);
	put_address(pool + JIT_POOL_BATCH, (void (*)(void))host->batch);
	put_address(pool + JIT_POOL_STEP, (void (*)(void))host->step);
	put_address(pool + JIT_POOL_SINE_COSINE, (void (*)(void))host->sine_cosine);
	put_address(pool + JIT_POOL_DROP, (void (*)(void))host->drop);
	put_address(pool + JIT_POOL_SETTLE, (void (*)(void))host->settle);
	put_address(pool + JIT_POOL_COUNT, (void (*)(void))jit_message_count);
	put_address(pool + JIT_POOL_TAKE, (void (*)(void))jit_message_take);
	put_address(pool + JIT_POOL_SEND, (void (*)(void))jit_message_send);
}
