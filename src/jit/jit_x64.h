/* SPDX-License-Identifier: MIT
   jit_x64.h — machine code of the x86-64: an encoder for the few instructions that jit/ uses.

   Operations on doubles have three operands, dst := a op b. Processors with AVX have them so (VEX
   encoding); for others they are a move and an operation, and b must not be in dst unless a is.
   Code is written where it will lie, or rather to another mapping of the same memory
   (jit_memory.c), so that distances are known. */
#ifndef MDV_JIT_X64_H
#define MDV_JIT_X64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* General registers */
enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15 };

/* Numbers that code refers to, at the begin of each piece of memory, then addresses. */
enum {
	POOL_SIGN,  /* 16 bytes: only the bit of the sign */
	POOL_REST,  /* 16 bytes: all others */
	POOL_ZERO,  /* 16 bytes: 0.0 */
	POOL_ONE,   /* 16 bytes: 1.0 */
	POOL_LIMIT, /* 16 bytes: 2^53, which no Integer reaches */
	POOL_MASKS, /* how many of these */
	POOL_UNIT = 16
};

typedef struct X64 {
	uint8_t *at;         /* where the next byte is written */
	const uint8_t *end;  /* behind what may be written */
	const uint8_t *pool; /* begin of the memory, as written */
	bool avx;            /* three operands */
	bool round;          /* has roundsd (SSE 4.1) */
} X64;

/* Where an operand is. */
typedef enum X64Kind { X64_REG, X64_MEM, X64_POOL } X64Kind;

typedef struct X64Operand {
	uint8_t kind; /* X64Kind */
	uint8_t reg;  /* X64_REG: xmm; X64_MEM: the general register that points */
	int32_t disp; /* X64_MEM: distance from it; X64_POOL: from the begin of the pool */
} X64Operand;

static inline X64Operand x64_reg(int reg)
{
	return (X64Operand){X64_REG, (uint8_t)reg, 0};
}

static inline X64Operand x64_mem(int base, int64_t disp)
{
	return (X64Operand){X64_MEM, (uint8_t)base, (int32_t)disp};
}

static inline X64Operand x64_pool(int offset)
{
	return (X64Operand){X64_POOL, 0, offset};
}

/* Operations on doubles: prefix, then the code behind 0F. */
typedef enum X64Op {
	X64_ADD = 0xF258,
	X64_MUL = 0xF259,
	X64_SUB = 0xF25C,
	X64_MIN = 0xF25D,
	X64_DIV = 0xF25E,
	X64_MAX = 0xF25F,
	X64_SQRT = 0xF251,
	X64_AND = 0x6654,
	X64_ANDN = 0x6655, /* not a, and b */
	X64_OR = 0x6656,
	X64_XOR = 0x6657
} X64Op;

/* Comparisons, as cmpsd numbers them. */
typedef enum X64Compare { X64_EQ, X64_LT, X64_LE, X64_UNORDERED, X64_NE } X64Compare;

typedef enum X64Round { X64_FLOOR = 9, X64_CEIL = 10, X64_TRUNC = 11 } X64Round;

/* Conditions of jumps */
typedef enum X64Cond {
	X64_IF_BELOW = 2,
	X64_IF_NOT_BELOW = 3,
	X64_IF_ZERO = 4,
	X64_IF_NOT_ZERO = 5,
	X64_IF_BELOW_EQUAL = 6,
	X64_IF_ABOVE = 7,
	X64_IF_PARITY = 10,
	X64_ALWAYS = 16
} X64Cond;

bool x64_runs_here(X64 *x); /* sets what the processor has; false: not an x86-64 */

/* of doubles */
void x64_load(X64 *x, int dst, X64Operand from);
void x64_store(X64 *x, X64Operand to, int src);
void x64_op(X64 *x, X64Op op, int dst, int a, X64Operand b);
void x64_compare(X64 *x, X64Compare how, int dst, int a, X64Operand b); /* all ones, or zeros */
void x64_round(X64 *x, X64Round how, int dst, X64Operand a);            /* if x->round */
/* dst := b where mask is ones, c where it is zeros. Without AVX mask is lost, and dst is neither
   mask nor b nor c. */
void x64_select(X64 *x, int dst, int mask, int b, int c);
void x64_test(X64 *x, int a, X64Operand b); /* flags of a against b */
void x64_sign_bits(X64 *x, int general, int src);
void x64_truncate(X64 *x, int general, int src);     /* 32 bits */
void x64_to_real(X64 *x, int dst, int general);      /* of 32 bits with a sign */
void x64_load_two(X64 *x, int dst, X64Operand from); /* 16 bytes, anywhere */
void x64_store_two(X64 *x, X64Operand to, int src);

/* of general registers */
void x64_push(X64 *x, int reg);
void x64_pop(X64 *x, int reg);
void x64_move(X64 *x, int dst, int src);
void x64_number(X64 *x, int dst, uint32_t value);
void x64_address(X64 *x, int dst, int base, int32_t disp); /* dst := base + disp */
void x64_load_general(X64 *x, int dst, int base, int32_t disp);
void x64_store_general(X64 *x, int base, int32_t disp, int src);
void x64_pointer(X64 *x, int dst, const void *value);                  /* 64 bits */
void x64_load_half(X64 *x, int dst, int base, int32_t disp);           /* 32 bits, then zeros */
void x64_store_half(X64 *x, int base, int32_t disp, int src);          /* 32 bits */
void x64_store_number(X64 *x, int base, int32_t disp, uint32_t value); /* 32 bits */
void x64_store_byte(X64 *x, int base, int32_t disp, uint8_t value);
void x64_compare_number(X64 *x, int base, int32_t disp, uint32_t value); /* 32 bits of memory */
void x64_compare_byte(X64 *x, int base, int32_t disp, uint8_t value);
void x64_compare_general(X64 *x, int reg, int base, int32_t disp); /* 64 bits */
void x64_test_general(X64 *x, int reg);                            /* flags of 64 bits */
void x64_repeat_copy(X64 *x);                       /* RCX times 8 bytes from RSI on to RDI on */
void x64_add_number(X64 *x, int dst, int8_t value); /* 32 bits */
void x64_sub_memory(X64 *x, int base, int32_t disp, int8_t value); /* 32 bits; sets flags */
void x64_compare_memory(X64 *x, int reg, int base, int32_t disp);  /* 32 bits */
void x64_test_number(X64 *x, int reg, uint8_t value);              /* flags of the low bits */
void x64_test_eax(X64 *x);                                         /* flags of 32 bits */
void x64_multiply_memory(X64 *x, int reg, int base, int32_t disp); /* 32 bits */
void x64_add(X64 *x, int dst, int src);                            /* 32 bits */
/* Elements of an array: [base + 8 index], of RAX, RCX, RDX */
void x64_load_element(X64 *x, int dst, int base, int index);
void x64_store_element(X64 *x, int base, int index, int src);
void x64_call(X64 *x, int pool_offset);
void x64_call_general(X64 *x, int reg);
uint8_t *x64_call_near(X64 *x); /* to a place that x64_jump_to sets */
void x64_return(X64 *x);

/* A jump to a place not known yet; x64_jump_to sets it. */
uint8_t *x64_jump(X64 *x, X64Cond cond);
void x64_jump_to(uint8_t *jump, const uint8_t *target);

#endif
