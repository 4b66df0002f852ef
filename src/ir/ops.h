/* SPDX-License-Identifier: MIT
   ops.h — the operations of the IR, one line each:

	   X(op, name, number of operands, C text with $0 $1 $2 for the operands, flags)

   from which come the enumeration, interpreter, printer, checker and C text. Operands and results
   are doubles; truth is any value but 0, results of relations and logic are 0 or 1. Integers are
   doubles with whole values.
   Flags: CHEAP  a few cycles: may be evaluated where its value is not needed. */
#ifndef MDV_IR_OPS_H
#define MDV_IR_OPS_H

/* clang-format off */
#define IR_OPS(X)                                                          \
	X(IR_MOVE,   "move",   1, "$0",                          IRF_CHEAP)     \
	X(IR_ADD,    "add",    2, "$0 + $1",                     IRF_CHEAP)     \
	X(IR_SUB,    "sub",    2, "$0 - $1",                     IRF_CHEAP)     \
	X(IR_MUL,    "mul",    2, "$0 * $1",                     IRF_CHEAP)     \
	X(IR_DIV,    "div",    2, "$0 / $1",                     IRF_CHEAP)     \
	X(IR_NEG,    "neg",    1, "-$0",                         IRF_CHEAP)     \
	X(IR_ABS,    "abs",    1, "fabs($0)",                    IRF_CHEAP)     \
	X(IR_SIGN,   "sign",   1, "($0 > 0) - ($0 < 0)",         IRF_CHEAP)     \
	X(IR_MIN,    "min",    2, "$0 < $1 ? $0 : $1",           IRF_CHEAP)     \
	X(IR_MAX,    "max",    2, "$0 > $1 ? $0 : $1",           IRF_CHEAP)     \
	X(IR_SQRT,   "sqrt",   1, "sqrt($0)",                    IRF_CHEAP)     \
	X(IR_LT,     "lt",     2, "$0 < $1",                     IRF_CHEAP)     \
	X(IR_LE,     "le",     2, "$0 <= $1",                    IRF_CHEAP)     \
	X(IR_EQ,     "eq",     2, "$0 == $1",                    IRF_CHEAP)     \
	X(IR_NE,     "ne",     2, "$0 != $1",                    IRF_CHEAP)     \
	X(IR_AND,    "and",    2, "$0 != 0 && $1 != 0",          IRF_CHEAP)     \
	X(IR_OR,     "or",     2, "$0 != 0 || $1 != 0",          IRF_CHEAP)     \
	X(IR_NOT,    "not",    1, "$0 == 0",                     IRF_CHEAP)     \
	X(IR_SELECT, "select", 3, "$0 != 0 ? $1 : $2",           IRF_CHEAP)     \
	X(IR_FLOOR,  "floor",  1, "floor($0)",                   IRF_CHEAP)     \
	X(IR_CEIL,   "ceil",   1, "ceil($0)",                    IRF_CHEAP)     \
	X(IR_TRUNC,  "trunc",  1, "trunc($0)",                   IRF_CHEAP)     \
	X(IR_POW,    "pow",    2, "pow($0, $1)",                 0)             \
	X(IR_SIN,    "sin",    1, "sin($0)",                     0)             \
	X(IR_COS,    "cos",    1, "cos($0)",                     0)             \
	X(IR_TAN,    "tan",    1, "tan($0)",                     0)             \
	X(IR_ASIN,   "asin",   1, "asin($0)",                    0)             \
	X(IR_ACOS,   "acos",   1, "acos($0)",                    0)             \
	X(IR_ATAN,   "atan",   1, "atan($0)",                    0)             \
	X(IR_ATAN2,  "atan2",  2, "atan2($0, $1)",               0)             \
	X(IR_SINH,   "sinh",   1, "sinh($0)",                    0)             \
	X(IR_COSH,   "cosh",   1, "cosh($0)",                    0)             \
	X(IR_TANH,   "tanh",   1, "tanh($0)",                    0)             \
	X(IR_EXP,    "exp",    1, "exp($0)",                     0)             \
	X(IR_LOG,    "log",    1, "log($0)",                     0)             \
	X(IR_LOG10,  "log10",  1, "log10($0)",                   0)             \
	/* control: forward only, inside a region; dst is the number of the next instruction */ \
	X(IR_UNLESS, "unless", 1, "",                            0)             \
	X(IR_JUMP,   "jump",   0, "",                            0)             \
	/* a call: `a` is its number in the module's calls */                   \
	X(IR_CALL,   "call",   0, "",                            0)
/* clang-format on */

enum { IRF_CHEAP = 1 };

#endif
