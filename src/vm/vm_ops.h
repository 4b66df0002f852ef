/* SPDX-License-Identifier: MIT
   vm_ops.h — what the operations compute, one line each:

	   X(op, number of operands, expression of A, B, C … for the operands)

   Whoever uses a table defines A, B, C … first. The plain operations are those of ir/ops.h, in the
   same order. A fused one does what a tree of plain ones does, with the same roundings: operands
   of + and * may stand the other way round, nothing else changes. */
#ifndef MDV_VM_OPS_H
#define MDV_VM_OPS_H

/* clang-format off */
#define VM_PLAIN_OPS(X)                    \
	X(IR_MOVE,   1, A)                     \
	X(IR_ADD,    2, A + B)                 \
	X(IR_SUB,    2, A - B)                 \
	X(IR_MUL,    2, A * B)                 \
	X(IR_DIV,    2, A / B)                 \
	X(IR_NEG,    1, -A)                    \
	X(IR_ABS,    1, fabs(A))               \
	X(IR_SIGN,   1, (A > 0) - (A < 0))     \
	X(IR_MIN,    2, A < B ? A : B)         \
	X(IR_MAX,    2, A > B ? A : B)         \
	X(IR_SQRT,   1, sqrt(A))               \
	X(IR_LT,     2, A < B)                 \
	X(IR_LE,     2, A <= B)                \
	X(IR_EQ,     2, A == B)                \
	X(IR_NE,     2, A != B)                \
	X(IR_AND,    2, (A != 0) & (B != 0))   \
	X(IR_OR,     2, (A != 0) | (B != 0))   \
	X(IR_NOT,    1, A == 0)                \
	X(IR_SELECT, 3, A != 0 ? B : C)        \
	X(IR_FLOOR,  1, floor(A))              \
	X(IR_CEIL,   1, ceil(A))               \
	X(IR_TRUNC,  1, trunc(A))              \
	X(IR_POW,    2, pow(A, B))             \
	X(IR_SIN,    1, sin(A))                \
	X(IR_COS,    1, cos(A))                \
	X(IR_TAN,    1, tan(A))                \
	X(IR_ASIN,   1, asin(A))               \
	X(IR_ACOS,   1, acos(A))               \
	X(IR_ATAN,   1, atan(A))               \
	X(IR_ATAN2,  2, atan2(A, B))           \
	X(IR_SINH,   1, sinh(A))               \
	X(IR_COSH,   1, cosh(A))               \
	X(IR_TANH,   1, tanh(A))               \
	X(IR_EXP,    1, exp(A))                \
	X(IR_LOG,    1, log(A))                \
	X(IR_LOG10,  1, log10(A))

#define VM_FUSED_OPS(X)                            \
	X(VM_MUL3,       3, A * B * C)                 \
	X(VM_MUL4,       4, A * B * C * D)             \
	X(VM_MUL_ADD,    3, A * B + C)                 \
	X(VM_MUL_SUB,    3, A * B - C)                 \
	X(VM_SUB_MUL,    3, A - B * C)                 \
	X(VM_DOT2,       4, A * B + C * D)             \
	X(VM_DET2,       4, A * B - C * D)             \
	X(VM_DOT3,       6, A * B + C * D + E * F)     \
	X(VM_ADD_DOT2,   5, A + B * C + D * E)         \
	X(VM_MUL_SUM,    3, A * (B + C))               \
	X(VM_MUL_DIFF,   3, A * (B - C))               \
	X(VM_ADD3,       3, A + B + C)                 \
	X(VM_ADD_SUB,    3, A + B - C)                 \
	X(VM_SUB_ADD,    3, A - B + C)                 \
	X(VM_SUB_SUB,    3, A - B - C)                 \
	X(VM_MUL_DIV,    3, A * B / C)                 \
	X(VM_SUM_DIV,    3, (A + B) / C)               \
	X(VM_DIFF_DIV,   3, (A - B) / C)               \
	X(VM_NEG_MUL,    2, -(A * B))                  \
	X(VM_SELECT_LT,  4, A < B ? C : D)             \
	X(VM_SELECT_LE,  4, A <= B ? C : D)
/* clang-format on */

#endif
