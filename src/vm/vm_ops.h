/* SPDX-License-Identifier: MIT
   vm_ops.h — what the fused operations compute, one line each:

	   X(op, name, number of operands, expression of A, B, C … for the operands)

   as in ir/ops.h, which has the plain ones. A fused operation does what a tree of plain ones does,
   with the same roundings: operands of + and * may stand the other way round, nothing else
   changes. */
#ifndef MDV_VM_OPS_H
#define MDV_VM_OPS_H

/* clang-format off */
#define VM_FUSED_OPS(X)                                                 \
	X(VM_MUL3,       "mul3",       3, A * B * C)                           \
	X(VM_MUL4,       "mul4",       4, A * B * C * D)                       \
	X(VM_MUL_ADD,    "mul_add",    3, A * B + C)                           \
	X(VM_MUL_SUB,    "mul_sub",    3, A * B - C)                           \
	X(VM_SUB_MUL,    "sub_mul",    3, A - B * C)                           \
	X(VM_DOT2,       "dot2",       4, A * B + C * D)                       \
	X(VM_DET2,       "det2",       4, A * B - C * D)                       \
	X(VM_DOT3,       "dot3",       6, A * B + C * D + E * F)               \
	X(VM_ADD_DOT2,   "add_dot2",   5, A + B * C + D * E)                   \
	X(VM_MUL_SUM,    "mul_sum",    3, A * (B + C))                         \
	X(VM_MUL_DIFF,   "mul_diff",   3, A * (B - C))                         \
	X(VM_ADD3,       "add3",       3, A + B + C)                           \
	X(VM_ADD_SUB,    "add_sub",    3, A + B - C)                           \
	X(VM_SUB_ADD,    "sub_add",    3, A - B + C)                           \
	X(VM_SUB_SUB,    "sub_sub",    3, A - B - C)                           \
	X(VM_MUL_DIV,    "mul_div",    3, A * B / C)                           \
	X(VM_SUM_DIV,    "sum_div",    3, (A + B) / C)                         \
	X(VM_DIFF_DIV,   "diff_div",   3, (A - B) / C)                         \
	X(VM_NEG_MUL,    "neg_mul",    2, -(A * B))                            \
	X(VM_SELECT_LT,  "select_lt",  4, A < B ? C : D)                       \
	X(VM_SELECT_LE,  "select_le",  4, A <= B ? C : D)
/* clang-format on */

#endif
