/* SPDX-License-Identifier: MIT
   jit_x64.c — the encoder. An instruction is prefixes, code and a byte for its operands (ModRM),
   which is followed by a distance in memory. Registers from 8 on need a bit in a prefix (REX or
   VEX); those bits are stored inverted in VEX. */
#include "jit/jit_x64.h"

#include <string.h>

enum { MAP_0F = 1, MAP_0F38 = 2, MAP_0F3A = 3 };

static void byte(X64 *x, unsigned value)
{
	*x->at++ = (uint8_t)value;
}

static void word32(X64 *x, uint32_t value)
{
	memcpy(x->at, &value, sizeof value);
	x->at += sizeof value;
}

/* The byte of operands, and the distance. after: bytes of the instruction behind the distance. */
static void operands(X64 *x, int reg, X64Operand rm, int after)
{
	unsigned middle = ((unsigned)reg & 7) << 3;

	if (rm.kind == X64_REG) {
		byte(x, 0xC0 | middle | (rm.reg & 7u));
	} else if (rm.kind == X64_POOL) {
		byte(x, 0x05 | middle); /* from the next instruction on */
		word32(x, (uint32_t)(x->pool + rm.disp - (x->at + 4 + after)));
	} else {
		bool is_short = rm.disp >= -128 && rm.disp < 128;

		byte(x, (is_short ? 0x40u : 0x80u) | middle | (rm.reg & 7u));
		if ((rm.reg & 7) == RSP)
			byte(x, 0x24);
		if (is_short)
			byte(x, (uint8_t)rm.disp);
		else
			word32(x, (uint32_t)rm.disp);
	}
}

static int is_high(X64Operand rm)
{
	return rm.kind != X64_POOL && rm.reg >= 8;
}

/* A code with a mandatory prefix (0, 66, F3, F2), as it was before AVX. */
static void legacy(X64 *x, unsigned prefix, int map, unsigned code, int reg, X64Operand rm,
				   int after)
{
	unsigned rex = (reg >= 8 ? 4u : 0) | (is_high(rm) ? 1u : 0);

	if (prefix)
		byte(x, prefix);
	if (rex)
		byte(x, 0x40 | rex);
	byte(x, 0x0F);
	if (map != MAP_0F)
		byte(x, map == MAP_0F38 ? 0x38 : 0x3A);
	byte(x, code);
	operands(x, reg, rm, after);
}

/* The same with a second source. second 0 also stands for none: both are stored as 15. */
static void vex(X64 *x, unsigned prefix, int map, unsigned code, int reg, int second, X64Operand rm,
				int after)
{
	unsigned pp = prefix == 0x66 ? 1 : prefix == 0xF3 ? 2 : prefix == 0xF2 ? 3 : 0;
	unsigned r = reg < 8 ? 0x80u : 0, b = is_high(rm) ? 0 : 0x20u;
	unsigned last = (~(unsigned)second & 15u) << 3 | pp;

	if (map == MAP_0F && b) {
		byte(x, 0xC5);
		byte(x, r | last);
	} else {
		byte(x, 0xC4);
		byte(x, r | 0x40 | b | (unsigned)map);
		byte(x, last);
	}
	byte(x, code);
	operands(x, reg, rm, after);
}

/* Two operands; with AVX, those that leave the rest of dst take it from `rest`. */
static void two(X64 *x, unsigned prefix, unsigned code, int reg, int rest, X64Operand rm, int after)
{
	if (x->avx)
		vex(x, prefix, MAP_0F, code, reg, rest, rm, after);
	else
		legacy(x, prefix, MAP_0F, code, reg, rm, after);
}

static void copy(X64 *x, int dst, int src)
{
	if (dst != src)
		two(x, 0x66, 0x28, dst, 0, x64_reg(src), 0);
}

bool x64_runs_here(X64 *x)
{
#if defined(__x86_64__) && defined(__GNUC__)
	__builtin_cpu_init();
	x->avx = __builtin_cpu_supports("avx");
	x->round = __builtin_cpu_supports("sse4.1");
	return true;
#else
	x->avx = x->round = false;
	return false;
#endif
}

/* -- doubles -- */

void x64_load(X64 *x, int dst, X64Operand from)
{
	if (from.kind == X64_REG)
		copy(x, dst, from.reg);
	else
		two(x, 0xF2, 0x10, dst, 0, from, 0);
}

void x64_store(X64 *x, X64Operand to, int src)
{
	two(x, 0xF2, 0x11, src, 0, to, 0);
}

void x64_op(X64 *x, X64Op op, int dst, int a, X64Operand b)
{
	unsigned prefix = (unsigned)op >> 8, code = (unsigned)op & 255;

	if (x->avx) {
		vex(x, prefix, MAP_0F, code, dst, a, b, 0);
		return;
	}
	copy(x, dst, a);
	legacy(x, prefix, MAP_0F, code, dst, b, 0);
}

void x64_compare(X64 *x, X64Compare how, int dst, int a, X64Operand b)
{
	if (x->avx) {
		vex(x, 0xF2, MAP_0F, 0xC2, dst, a, b, 1);
	} else {
		copy(x, dst, a);
		legacy(x, 0xF2, MAP_0F, 0xC2, dst, b, 1);
	}
	byte(x, how);
}

void x64_round(X64 *x, X64Round how, int dst, X64Operand a)
{
	if (x->avx)
		vex(x, 0x66, MAP_0F3A, 0x0B, dst, a.kind == X64_REG ? a.reg : dst, a, 1);
	else
		legacy(x, 0x66, MAP_0F3A, 0x0B, dst, a, 1);
	byte(x, how);
}

void x64_select(X64 *x, int dst, int mask, int b, int c)
{
	if (x->avx) {
		vex(x, 0x66, MAP_0F3A, 0x4B, dst, c, x64_reg(b), 1);
		byte(x, (unsigned)mask << 4);
		return;
	}
	copy(x, dst, mask);
	x64_op(x, X64_AND, dst, dst, x64_reg(b));
	x64_op(x, X64_ANDN, mask, mask, x64_reg(c));
	x64_op(x, X64_OR, dst, dst, x64_reg(mask));
}

void x64_test(X64 *x, int a, X64Operand b)
{
	two(x, 0x66, 0x2E, a, 0, b, 0);
}

void x64_sign_bits(X64 *x, int general, int src)
{
	two(x, 0x66, 0x50, general, 0, x64_reg(src), 0);
}

void x64_truncate(X64 *x, int general, int src)
{
	two(x, 0xF2, 0x2C, general, 0, x64_reg(src), 0);
}

void x64_to_real(X64 *x, int dst, int general)
{
	two(x, 0xF2, 0x2A, dst, dst, x64_reg(general), 0);
}

void x64_load_two(X64 *x, int dst, X64Operand from)
{
	two(x, 0, 0x10, dst, 0, from, 0);
}

void x64_store_two(X64 *x, X64Operand to, int src)
{
	two(x, 0, 0x11, src, 0, to, 0);
}

/* -- general registers -- */

void x64_push(X64 *x, int reg)
{
	if (reg >= 8)
		byte(x, 0x41);
	byte(x, 0x50u | ((unsigned)reg & 7));
}

void x64_pop(X64 *x, int reg)
{
	if (reg >= 8)
		byte(x, 0x41);
	byte(x, 0x58u | ((unsigned)reg & 7));
}

/* Of 64 bits if wide. */
static void general(X64 *x, bool wide, unsigned code, int reg, X64Operand rm, int after)
{
	unsigned rex = (wide ? 8u : 0) | (reg >= 8 ? 4u : 0) | (is_high(rm) ? 1u : 0);

	if (rex)
		byte(x, 0x40 | rex);
	byte(x, code);
	operands(x, reg, rm, after);
}

void x64_move(X64 *x, int dst, int src)
{
	general(x, true, 0x8B, dst, x64_reg(src), 0);
}

void x64_number(X64 *x, int dst, uint32_t value)
{
	if (dst >= 8)
		byte(x, 0x41);
	byte(x, 0xB8u | ((unsigned)dst & 7));
	word32(x, value);
}

void x64_address(X64 *x, int dst, int base, int32_t disp)
{
	general(x, true, 0x8D, dst, x64_mem(base, disp), 0);
}

void x64_load_general(X64 *x, int dst, int base, int32_t disp)
{
	general(x, true, 0x8B, dst, x64_mem(base, disp), 0);
}

void x64_store_general(X64 *x, int base, int32_t disp, int src)
{
	general(x, true, 0x89, src, x64_mem(base, disp), 0);
}

void x64_pointer(X64 *x, int dst, const void *value)
{
	uint64_t bits = (uint64_t)(uintptr_t)value;

	byte(x, dst >= 8 ? 0x49 : 0x48);
	byte(x, 0xB8u | ((unsigned)dst & 7));
	word32(x, (uint32_t)bits);
	word32(x, (uint32_t)(bits >> 32));
}

void x64_load_half(X64 *x, int dst, int base, int32_t disp)
{
	general(x, false, 0x8B, dst, x64_mem(base, disp), 0);
}

void x64_store_half(X64 *x, int base, int32_t disp, int src)
{
	general(x, false, 0x89, src, x64_mem(base, disp), 0);
}

void x64_store_number(X64 *x, int base, int32_t disp, uint32_t value)
{
	general(x, false, 0xC7, 0, x64_mem(base, disp), 4);
	word32(x, value);
}

void x64_store_byte(X64 *x, int base, int32_t disp, uint8_t value)
{
	general(x, false, 0xC6, 0, x64_mem(base, disp), 1);
	byte(x, value);
}

void x64_compare_number(X64 *x, int base, int32_t disp, uint32_t value)
{
	general(x, false, 0x81, 7, x64_mem(base, disp), 4);
	word32(x, value);
}

void x64_compare_byte(X64 *x, int base, int32_t disp, uint8_t value)
{
	general(x, false, 0x80, 7, x64_mem(base, disp), 1);
	byte(x, value);
}

void x64_compare_general(X64 *x, int reg, int base, int32_t disp)
{
	general(x, true, 0x3B, reg, x64_mem(base, disp), 0);
}

void x64_test_general(X64 *x, int reg)
{
	general(x, true, 0x85, reg, x64_reg(reg), 0);
}

void x64_repeat_copy(X64 *x)
{
	byte(x, 0xF3);
	byte(x, 0x48);
	byte(x, 0xA5);
}

void x64_add_number(X64 *x, int dst, int8_t value)
{
	general(x, false, 0x83, 0, x64_reg(dst), 1);
	byte(x, (uint8_t)value);
}

void x64_sub_memory(X64 *x, int base, int32_t disp, int8_t value)
{
	general(x, false, 0x83, 5, x64_mem(base, disp), 1);
	byte(x, (uint8_t)value);
}

void x64_compare_memory(X64 *x, int reg, int base, int32_t disp)
{
	general(x, false, 0x3B, reg, x64_mem(base, disp), 0);
}

void x64_test_number(X64 *x, int reg, uint8_t value)
{
	general(x, false, 0xF6, 0, x64_reg(reg), 1); /* of al, cl, dl, bl only */
	byte(x, value);
}

void x64_test_eax(X64 *x)
{
	general(x, false, 0x85, RAX, x64_reg(RAX), 0);
}

void x64_multiply_memory(X64 *x, int reg, int base, int32_t disp)
{
	legacy(x, 0, MAP_0F, 0xAF, reg, x64_mem(base, disp), 0);
}

void x64_add(X64 *x, int dst, int src)
{
	general(x, false, 0x03, dst, x64_reg(src), 0);
}

/* Byte of operands, then one of base and index with a factor of 8. No register of these is one of
   the upper eight. */
static void element(X64 *x, unsigned code, int base, int index, int xmm)
{
	byte(x, 0xF2);
	if (xmm >= 8)
		byte(x, 0x44);
	byte(x, 0x0F);
	byte(x, code);
	byte(x, 0x04u | ((unsigned)xmm & 7) << 3);
	byte(x, 0xC0u | ((unsigned)index & 7) << 3 | ((unsigned)base & 7));
}

void x64_load_element(X64 *x, int dst, int base, int index)
{
	element(x, 0x10, base, index, dst);
}

void x64_store_element(X64 *x, int base, int index, int src)
{
	element(x, 0x11, base, index, src);
}

void x64_call(X64 *x, int pool_offset)
{
	byte(x, 0xFF);
	operands(x, 2, x64_pool(pool_offset), 0);
}

void x64_call_general(X64 *x, int reg)
{
	general(x, false, 0xFF, 2, x64_reg(reg), 0);
}

uint8_t *x64_call_near(X64 *x)
{
	byte(x, 0xE8);
	word32(x, 0);
	return x->at;
}

void x64_return(X64 *x)
{
	byte(x, 0xC3);
}

uint8_t *x64_jump(X64 *x, X64Cond cond)
{
	if (cond == X64_ALWAYS) {
		byte(x, 0xE9);
	} else {
		byte(x, 0x0F);
		byte(x, 0x80u | (unsigned)cond);
	}
	word32(x, 0);
	return x->at;
}

void x64_jump_to(uint8_t *jump, const uint8_t *target)
{
	uint32_t distance = (uint32_t)(target - jump);

	memcpy(jump - sizeof distance, &distance, sizeof distance);
}
