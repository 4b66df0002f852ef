/* SPDX-License-Identifier: MIT
   ops.h — what every operation on numbers means, one row each:

	   X(op, name, operands, value, domain, tangent, flags, interval, calm)

   op       the operation in IR: IR_ADD
   name     as printed
   operands how many
   value    what it computes, in C, of A, B, C, which stand for nothing else in it
   domain   where it is defined, a condition on A, B; 1: wherever the value is finite
   tangent  its derivative, as diff_rule.c builds it: IS(…) of the operands a, b, their tangents da,
			db and the result y with NEG, ADD, SUB, MUL, DIV, NUM (a number) and OF (a function), or
			BY(rule), a function there; NONE
   flags    CHEAP  a few cycles: may be computed where its value is not needed
			TRUTH  an int in C, 0 or 1
			WHOLE  of Reals it gives an Integer
			STEP   constant but for jumps: its tangent is zero
			PARTIAL  not defined everywhere: never to be left out
			LIBM   the function of that name in the C library; a value calls no other one, but
				   for fabs, sqrt, floor, ceil, trunc and fmod, which are exact
   interval what holds all its values where the operands are intervals A, B, C (interval.h)
   calm     over such operands, where the value is Y, it has no kink, no jump and no feature that is
			narrower than they are: it follows from some values in between; 1: always (a polynomial)

   From here come the operations of IR, printer and checker, the VM (regions, encoded code,
   batches), the VM of functions, folding of literals (fold.c), evaluation at compile time
   (interp_math.c), C (emit_expr.c) and derivatives (diff_rule.c): all give the same bits. Which
   operation an operator of Modelica is, of Reals and of Integers, says expr_ops.h. A column more
   (machine code) goes to the end: whoever does not need it says `...`.

   Operands and results are doubles. Truth is any value but 0. Integers are doubles with whole
   values of magnitude below 2^53, never -0: beyond, nothing is defined (a sum that is larger by one
   would be rounded to 2^53). Where an operation is not defined, literals are not folded, evaluation
   at compile time is an error, and an equation has what the value gives, which is not finite
   (prepare_check.c sees to relations and Integers); so has a function, but for OPS_CHECKED, which
   are errors there.

   The value of x^y (IR_POW) is a matter of y, literal or not: x*x, x*x*x, (x*x)*(x*x), 1/x and
   sqrt(x) for 2, 3, 4, -1 and 0.5, which are wrong by 1.5 units in the last place at most, and by
   far faster; everything else is the C library's pow (mdv_power in modevs/unit.h). */
#ifndef MDV_IR_OPS_H
#define MDV_IR_OPS_H

#include <stdbool.h>
#include <stdint.h>

/* clang-format off */
#define OPS_PLAIN(X)                                                                                \
	X(IR_MOVE, "move", 1, A, 1, NONE, IRF_CHEAP,                                                       \
	  A, 1)                                                                                            \
	X(IR_ADD, "add", 2, A + B, 1, IS(ADD(da, db)), IRF_CHEAP,                                          \
	  interval_add(A, B), 1)                                                                           \
	X(IR_SUB, "sub", 2, A - B, 1, IS(SUB(da, db)), IRF_CHEAP,                                          \
	  interval_sub(A, B), 1)                                                                           \
	X(IR_MUL, "mul", 2, A * B, 1, BY(mul), IRF_CHEAP,                                                  \
	  interval_mul(A, B), 1)                                                                           \
	X(IR_DIV, "div", 2, A / B, B != 0, IS(DIV(SUB(da, MUL(y, db)), b)), IRF_CHEAP,                     \
	  interval_div(A, B), interval_keeps_size(B))                                                      \
	X(IR_NEG, "neg", 1, -A, 1, IS(NEG(da)), IRF_CHEAP,                                                 \
	  interval_neg(A), 1)                                                                              \
	X(IR_ABS, "abs", 1, fabs(A), 1, BY(abs), IRF_CHEAP,                                                \
	  interval_abs(A), A.lo >= 0 || A.hi <= 0)                                                         \
	X(IR_SIGN, "sign", 1, A != A ? A : (double)((A > 0) - (A < 0)), 1, NONE, IRF_CHEAP | IRF_WHOLE,    \
	  interval_sign(A), interval_is_point(Y))                                                          \
	X(IR_MIN, "min", 2, A < B || A != A ? A : B, 1, BY(extreme), IRF_CHEAP,                            \
	  interval_min(A, B), A.hi <= B.lo || B.hi <= A.lo)                                                \
	X(IR_MAX, "max", 2, A > B || A != A ? A : B, 1, BY(extreme), IRF_CHEAP,                            \
	  interval_max(A, B), A.hi <= B.lo || B.hi <= A.lo)                                                \
	X(IR_AND, "and", 2, (A != 0) & (B != 0), 1, NONE, IRF_CHEAP | IRF_TRUTH,                           \
	  interval_and(A, B), 1)                                                                           \
	X(IR_OR, "or", 2, (A != 0) | (B != 0), 1, NONE, IRF_CHEAP | IRF_TRUTH,                             \
	  interval_not(interval_and(interval_not(A), interval_not(B))), 1)                                 \
	X(IR_NOT, "not", 1, A == 0, 1, NONE, IRF_CHEAP | IRF_TRUTH,                                        \
	  interval_not(A), 1)                                                                              \
	X(IR_SELECT, "select", 3, A != 0 ? B : C, 1, NONE, IRF_CHEAP,                                      \
	  interval_select(A, B, C), 1)                                                                     \
	X(IR_FLOOR, "floor", 1, floor(A), 1, NONE, IRF_CHEAP | IRF_STEP,                                   \
	  interval_floor(A), interval_is_point(Y))                                                         \
	X(IR_CEIL, "ceil", 1, ceil(A), 1, NONE, IRF_CHEAP | IRF_STEP,                                      \
	  interval_neg(interval_floor(interval_neg(A))), interval_is_point(Y))                             \
	X(IR_POW, "pow", 2, mdv_power(A, B), 1, BY(pow), 0,                                                \
	  interval_pow(A, B), interval_power_is_calm(A, B))                                                \
	/* of Integers, where that of Reals would give -0 */                                               \
	X(IR_INEG, "ineg", 1, mdv_whole(-A), 1, NONE, IRF_CHEAP,                                           \
	  interval_neg(A), 1)

/* What a function does not go on from where it is not defined: relations of what is no number, and
   Integers that are too large (MLS 3.7.1.1, 3.7.1.2): div truncates, mod has the sign of its second
   argument, rem of its first; integer is the largest Integer that is not greater. */
#define OPS_CHECKED(X)                                                                              \
	X(IR_LT, "lt", 2, A < B, A == A && B == B, NONE, IRF_CHEAP | IRF_TRUTH,                            \
	  interval_less(A, B), interval_is_point(Y))                                                       \
	X(IR_LE, "le", 2, A <= B, A == A && B == B, NONE, IRF_CHEAP | IRF_TRUTH,                           \
	  interval_not(interval_less(B, A)), interval_is_point(Y))                                         \
	X(IR_EQ, "eq", 2, A == B, A == A && B == B, NONE, IRF_CHEAP | IRF_TRUTH,                           \
	  interval_equal(A, B), interval_is_point(Y))                                                      \
	X(IR_NE, "ne", 2, A != B, A == A && B == B, NONE, IRF_CHEAP | IRF_TRUTH,                           \
	  interval_not(interval_equal(A, B)), interval_is_point(Y))                                        \
	X(IR_IADD, "iadd", 2, A + B, mdv_is_integer(A + B), NONE, IRF_CHEAP,                               \
	  interval_add(A, B), 1)                                                                           \
	X(IR_ISUB, "isub", 2, A - B, mdv_is_integer(A - B), NONE, IRF_CHEAP,                               \
	  interval_sub(A, B), 1)                                                                           \
	X(IR_IMUL, "imul", 2, mdv_whole(A * B), mdv_is_integer(A * B), NONE, IRF_CHEAP,                    \
	  interval_mul(A, B), 1)                                                                           \
	X(IR_RDIV, "rdiv", 2, trunc(A / B), B != 0, NONE, IRF_STEP,                                        \
	  interval_trunc(interval_div(A, B)), interval_is_point(Y))                                        \
	X(IR_RMOD, "rmod", 2, A - floor(A / B) * B, B != 0, BY(mod), 0,                                    \
	  interval_mod(A, B), interval_is_point(interval_floor(interval_div(A, B))))                       \
	X(IR_RREM, "rrem", 2, A - trunc(A / B) * B, B != 0, BY(mod), 0,                                    \
	  interval_rem(A, B), interval_is_point(interval_trunc(interval_div(A, B))))                       \
	X(IR_IDIV, "idiv", 2, mdv_whole(trunc(A / B)), B != 0 && mdv_is_integer(A) && mdv_is_integer(B),   \
	  NONE, 0,                                                                                         \
	  interval_trunc(interval_div(A, B)), interval_is_point(Y))                                        \
	X(IR_IMOD, "imod", 2, mdv_imod(A, B), B != 0 && mdv_is_integer(A) && mdv_is_integer(B), NONE, 0,   \
	  interval_mod(A, B), interval_is_point(Y))                                                        \
	X(IR_IREM, "irem", 2, mdv_whole(fmod(A, B)), B != 0 && mdv_is_integer(A) && mdv_is_integer(B),     \
	  NONE, 0,                                                                                         \
	  interval_rem(A, B), interval_is_point(Y))                                                        \
	X(IR_INTEGRAL, "integral", 1, mdv_whole(floor(A)), mdv_is_integer(A), NONE, IRF_CHEAP | IRF_WHOLE, \
	  interval_floor(A), interval_is_point(Y))

/* Functions of Reals, element by element (MLS 3.7.3): R(X, name of EX_… and IR_…, Modelica's name, …
   as above …, names of the arguments). A row here is all there is to say of one. */
#define OPS_FUNCTIONS(R, X)                                                                         \
	R(X, SQRT, "sqrt", 1, sqrt(A), A >= 0, IS(DIV(da, MUL(NUM(2), y))),                                \
	  IRF_CHEAP | IRF_PARTIAL | IRF_LIBM,                                                              \
	  interval_sqrt(A), interval_keeps_size(A), "v")                                                   \
	R(X, SIN, "sin", 1, sin(A), 1, IS(MUL(OF(COS, a), da)), IRF_LIBM,                                  \
	  interval_sin(A), interval_width(A) <= 2, "u")                                                    \
	R(X, COS, "cos", 1, cos(A), 1, IS(NEG(MUL(OF(SIN, a), da))), IRF_LIBM,                             \
	  interval_cos(A), interval_width(A) <= 2, "u")                                                    \
	R(X, TAN, "tan", 1, tan(A), 1, IS(MUL(ADD(NUM(1), MUL(y, y)), da)), IRF_LIBM,                      \
	  interval_tan(A), interval_keeps_size(interval_cos(A)), "u")                                      \
	R(X, ASIN, "asin", 1, asin(A), fabs(A) <= 1, IS(DIV(da, OF(SQRT, SUB(NUM(1), MUL(a, a))))),        \
	  IRF_PARTIAL | IRF_LIBM,                                                                          \
	  interval_rising(asin, A, -1, 1), interval_width(Y) <= 0.5, "u")                                  \
	R(X, ACOS, "acos", 1, acos(A), fabs(A) <= 1, IS(NEG(DIV(da, OF(SQRT, SUB(NUM(1), MUL(a, a)))))),   \
	  IRF_PARTIAL | IRF_LIBM,                                                                          \
	  interval_neg(interval_rising(interval_minus_acos, A, -1, 1)), interval_width(Y) <= 0.5, "u")     \
	R(X, ATAN, "atan", 1, atan(A), 1, IS(DIV(da, ADD(NUM(1), MUL(a, a)))), IRF_LIBM,                   \
	  interval_rising(atan, A, -INFINITY, INFINITY), interval_width(A) <= 2, "u")                      \
	R(X, ATAN2, "atan2", 2, atan2(A, B), 1,                                                            \
	  IS(DIV(SUB(MUL(b, da), MUL(a, db)), ADD(MUL(b, b), MUL(a, a)))), IRF_LIBM,                       \
	  interval_atan2(A, B), interval_width(Y) <= 1, "u1 u2")                                           \
	R(X, SINH, "sinh", 1, sinh(A), 1, IS(MUL(OF(COSH, a), da)), IRF_LIBM,                              \
	  interval_rising(sinh, A, -INFINITY, INFINITY), interval_width(A) <= 2, "u")                      \
	R(X, COSH, "cosh", 1, cosh(A), 1, IS(MUL(OF(SINH, a), da)), IRF_LIBM,                              \
	  interval_cosh(A), interval_width(A) <= 2, "u")                                                   \
	R(X, TANH, "tanh", 1, tanh(A), 1, IS(MUL(SUB(NUM(1), MUL(y, y)), da)), IRF_LIBM,                   \
	  interval_rising(tanh, A, -INFINITY, INFINITY), interval_width(A) <= 2, "u")                      \
	R(X, EXP, "exp", 1, exp(A), 1, IS(MUL(y, da)), IRF_LIBM,                                           \
	  interval_rising(exp, A, -INFINITY, INFINITY), interval_width(A) <= 2, "u")                       \
	R(X, LOG, "log", 1, log(A), A > 0, IS(DIV(da, a)), IRF_PARTIAL | IRF_LIBM,                         \
	  interval_rising(log, A, 0, INFINITY), interval_keeps_size(A), "u")                               \
	R(X, LOG10, "log10", 1, log10(A), A > 0, IS(DIV(da, MUL(a, NUM(log(10))))), IRF_PARTIAL | IRF_LIBM, \
	  interval_rising(log10, A, 0, INFINITY), interval_keeps_size(A), "u")
/* clang-format on */

#define OP_OF_FUNCTION(X, name, ...) X(IR_##name, __VA_ARGS__)
/* Those that can fail in a function come last: what is below IR_LT cannot. */
#define OPS(X) OPS_PLAIN(X) OPS_FUNCTIONS(OP_OF_FUNCTION, X) OPS_CHECKED(X)

#define IR_ENUM(op, ...) op,
typedef enum IrOp {
	OPS(IR_ENUM)
	/* control: forward only, inside a region; dst is the number of the next instruction */
	IR_UNLESS, /* not a: go there */
	IR_JUMP,
	IR_CALL, /* `a` is its number in the module's calls */
	IR_OP_COUNT
} IrOp;
#undef IR_ENUM

enum { IRF_CHEAP = 1, IRF_TRUTH = 2, IRF_WHOLE = 4, IRF_STEP = 8, IRF_PARTIAL = 16, IRF_LIBM = 32 };

typedef struct IrOpInfo {
	const char *name;   /* for printing */
	const char *c_text; /* value, of A, B, C; "" of control */
	const char *domain; /* where it is defined, of A, B; "" of control */
	uint8_t n_args;     /* operands */
	uint8_t flags;      /* IRF_… */
} IrOpInfo;

extern const IrOpInfo ir_op_info[IR_OP_COUNT];

/* ops.c — one operation at a time */

double ops_value(IrOp op, double a, double b, double c); /* those that it does not have: any */
bool ops_defined(IrOp op, double a, double b);           /* its domain */

#endif
