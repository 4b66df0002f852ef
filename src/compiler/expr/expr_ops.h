/* SPDX-License-Identifier: MIT
   expr_ops.h — every expression operator, once:
	   X(op, text, least arguments, most, printed form, precedence, typing rule, flags)
   from which come the enumeration, printer, typing, folding and checker. MANY: no upper limit.

   Forms: LEAF by code · CALL text(a, b) · BINARY a text b · PREFIX text a · OWN by code.
   Precedence (MLS 3.2), tight binds high: 9 primary, 8 ^, 7 * /, 6 + - and unary minus, 5 relation,
   4 not, 3 and, 2 or, 1 range, 0 if.
   Rules: the type of the result, from those of the arguments. ELEM means element by element, where
   an argument without dimensions goes with every element.
	   NUM   ELEM, all Real or all Integer; so is the result     REAL  ELEM, Reals give Real
	   BOOL  ELEM, Booleans give Boolean                         RELATION  two scalars give Boolean
	   SAME  like argument 0                                     TRUTH  Boolean scalar
	   NONE  no value: used for its effect                       OWN  by code (typing.c)
   Flags: EVENT  makes an event when its argument passes a limit, outside noEvent
		  DISC   the value changes at events only
		  RAND   never a constant, whatever the arguments
		  FAIL   undefined for some arguments: never fold such a call away, fold it only if it is
   defined CLOCK  belongs to a clocked partition or state machine
		  STATE  the runtime keeps its state: operator_rule.h tells the rest */
#ifndef MDV_EXPR_OPS_H
#define MDV_EXPR_OPS_H

#include "ir/ops.h"

#define MANY 0xFF

/* The row of a function of ir/ops.h. */
#define EXPR_OF_FUNCTION(X, name, text, n, value, domain, tangent, flags, ...) \
	X(EX_##name, text, n, n, CALL, 9, REAL, (flags)&IRF_PARTIAL ? OF_FAIL : 0)

/* clang-format off */
#define EXPR_OPS(X)                                                                                \
	/* leaves; `aux` and the value behind the node say which */                                    \
	X(EX_REAL,       "",          0, 0,    LEAF,   9, OWN,      0)     /* a number */               \
	X(EX_INTEGER,    "",          0, 0,    LEAF,   9, OWN,      0)                                  \
	X(EX_BOOLEAN,    "",          0, 0,    LEAF,   9, OWN,      0)                                  \
	X(EX_ENUM,       "",          0, 0,    LEAF,   9, OWN,      0)     /* aux: 1, 2 … */            \
	X(EX_STRING,     "",          0, 0,    LEAF,   9, OWN,      0)     /* aux: name */              \
	X(EX_VAR,        "",          0, 0,    LEAF,   9, OWN,      0)     /* aux: first VarId */       \
	X(EX_LOCAL,      "",          0, 0,    LEAF,   9, OWN,      0)     /* aux: local of the body */ \
	X(EX_TIME,       "time",      0, 0,    LEAF,   9, OWN,      OF_RAND)                            \
	X(EX_COLON,      ":",         0, 0,    LEAF,   9, OWN,      0)     /* a whole dimension */      \
	X(EX_SKIP,       "",          0, 0,    LEAF,   9, OWN,      0)     /* result not wanted */      \
	X(EX_INSTANCE,   "",          0, 0,    LEAF,   9, OWN,      0)     /* aux: PathId, a state */   \
	/* put together and taken apart */                                                             \
	X(EX_ARRAY,      "",          0, MANY, OWN,    9, OWN,      0)     /* {a, b, …} */              \
	X(EX_RECORD,     "",          0, MANY, OWN,    9, OWN,      0)     /* R(a, b, …) */             \
	X(EX_TUPLE,      "",          0, MANY, OWN,    9, OWN,      0)     /* (a, , b) on the left */   \
	X(EX_INDEX,      "",          2, MANY, OWN,    9, OWN,      OF_FAIL) /* a[s1, s2, …] */         \
	X(EX_FIELD,      "",          1, 1,    OWN,    9, OWN,      0)     /* a.f; aux: number of f */  \
	X(EX_CALL,       "",          0, MANY, OWN,    9, OWN,      OF_FAIL) /* aux: FnId */            \
	X(EX_RESULT,     "",          1, 1,    OWN,    9, OWN,      0)     /* of a call; aux: from 0 */ \
	X(EX_RANGE,      ":",         3, 3,    OWN,    1, OWN,      OF_FAIL) /* first, step, last */    \
	X(EX_IF,         "if",        3, 3,    OWN,    0, OWN,      0)                                  \
	/* arithmetic; the printer chooses between * and .* */                                         \
	X(EX_ADD,        "+",         2, 2,    BINARY, 6, NUM,      0)     /* of Strings too */         \
	X(EX_SUB,        "-",         2, 2,    BINARY, 6, NUM,      0)                                  \
	X(EX_MUL,        "*",         2, 2,    BINARY, 7, NUM,      0)                                  \
	X(EX_DIV,        "/",         2, 2,    BINARY, 7, REAL,     OF_FAIL)                            \
	X(EX_POW,        "^",         2, 2,    BINARY, 8, REAL,     OF_FAIL)                            \
	X(EX_NEG,        "-",         1, 1,    PREFIX, 6, NUM,      0)                                  \
	X(EX_MATMUL,     "*",         2, 2,    BINARY, 7, OWN,      0)     /* vectors and matrices */   \
	X(EX_MATPOW,     "^",         2, 2,    BINARY, 8, SAME,     OF_FAIL)                            \
	/* relations and logic */                                                                      \
	X(EX_LT,         "<",         2, 2,    BINARY, 5, RELATION, OF_EVENT)                           \
	X(EX_LE,         "<=",        2, 2,    BINARY, 5, RELATION, OF_EVENT)                           \
	X(EX_GT,         ">",         2, 2,    BINARY, 5, RELATION, OF_EVENT)                           \
	X(EX_GE,         ">=",        2, 2,    BINARY, 5, RELATION, OF_EVENT)                           \
	X(EX_EQ,         "==",        2, 2,    BINARY, 5, RELATION, OF_EVENT)                           \
	X(EX_NE,         "<>",        2, 2,    BINARY, 5, RELATION, OF_EVENT)                           \
	X(EX_AND,        "and",       2, 2,    BINARY, 3, BOOL,     0)                                  \
	X(EX_OR,         "or",        2, 2,    BINARY, 2, BOOL,     0)                                  \
	X(EX_NOT,        "not",       1, 1,    PREFIX, 4, BOOL,     0)                                  \
	/* conversions */                                                                              \
	X(EX_TO_REAL,    "",          1, 1,    OWN,    9, OWN,      0)     /* of Integer; not printed */ \
	X(EX_TO_INTEGER, "Integer",   1, 1,    CALL,   9, OWN,      0)     /* of an enumeration */      \
	X(EX_TO_ENUM,    "",          1, 1,    OWN,    9, OWN,      OF_FAIL) /* E(i) */                 \
	X(EX_TO_STRING,  "String",    1, 4,    OWN,    9, OWN,      0)     /* x, length, left, digits */ \
	/* numbers (MLS 3.7.1, 3.7.3) */                                                               \
	X(EX_ABS,        "abs",       1, 1,    CALL,   9, NUM,      0)                                  \
	X(EX_SIGN,       "sign",      1, 1,    CALL,   9, OWN,      0)     /* Integer */                \
	X(EX_MIN,        "min",       2, 2,    CALL,   9, OWN,      0)     /* of two scalars */         \
	X(EX_MAX,        "max",       2, 2,    CALL,   9, OWN,      0)                                  \
	X(EX_DIVIDE,     "div",       2, 2,    CALL,   9, NUM,      OF_EVENT | OF_FAIL)                 \
	X(EX_MOD,        "mod",       2, 2,    CALL,   9, NUM,      OF_EVENT | OF_FAIL)                 \
	X(EX_REM,        "rem",       2, 2,    CALL,   9, NUM,      OF_EVENT | OF_FAIL)                 \
	X(EX_FLOOR,      "floor",     1, 1,    CALL,   9, REAL,     OF_EVENT)                           \
	X(EX_CEIL,       "ceil",      1, 1,    CALL,   9, REAL,     OF_EVENT)                           \
	X(EX_INTEGRAL,   "integer",   1, 1,    CALL,   9, OWN,      OF_EVENT | OF_FAIL)                 \
	OPS_FUNCTIONS(EXPR_OF_FUNCTION, X) /* EX_SQRT, EX_SIN … */                                      \
	/* arrays, in functions and algorithms (MLS 10.3); elsewhere scalar_at has removed them */     \
	X(EX_SIZE,       "size",      1, 2,    CALL,   9, OWN,      OF_FAIL)                            \
	X(EX_FILL,       "fill",      2, MANY, CALL,   9, OWN,      0)     /* zeros and ones too */     \
	X(EX_IDENTITY,   "identity",  1, 1,    CALL,   9, OWN,      0)                                  \
	X(EX_DIAGONAL,   "diagonal",  1, 1,    CALL,   9, OWN,      0)                                  \
	X(EX_LINSPACE,   "linspace",  3, 3,    CALL,   9, OWN,      OF_FAIL)                            \
	X(EX_CAT,        "cat",       2, MANY, CALL,   9, OWN,      OF_FAIL)                            \
	X(EX_SCALAR,     "scalar",    1, 1,    CALL,   9, OWN,      OF_FAIL)                            \
	X(EX_VECTOR,     "vector",    1, 1,    CALL,   9, OWN,      OF_FAIL)                            \
	X(EX_MATRIX,     "matrix",    1, 1,    CALL,   9, OWN,      OF_FAIL)                            \
	X(EX_TRANSPOSE,  "transpose", 1, 1,    CALL,   9, OWN,      0)                                  \
	X(EX_OUTER,      "outerProduct", 2, 2, CALL,   9, OWN,      0)                                  \
	X(EX_SYMMETRIC,  "symmetric", 1, 1,    CALL,   9, SAME,     0)                                  \
	X(EX_CROSS,      "cross",     2, 2,    CALL,   9, SAME,     0)                                  \
	X(EX_SKEW,       "skew",      1, 1,    CALL,   9, OWN,      0)                                  \
	X(EX_SUM,        "sum",       1, 1,    CALL,   9, OWN,      0)     /* of all elements */        \
	X(EX_PRODUCT,    "product",   1, 1,    CALL,   9, OWN,      0)                                  \
	X(EX_MIN_OF,     "min",       1, 1,    CALL,   9, OWN,      0)                                  \
	X(EX_MAX_OF,     "max",       1, 1,    CALL,   9, OWN,      0)                                  \
	/* over an iterator: iterator (EX_LOCAL), range, body */                                       \
	X(EX_FOR_ARRAY,  "",          3, 3,    OWN,    9, OWN,      0)     /* {body for i in range} */  \
	X(EX_FOR_SUM,    "sum",       3, 3,    OWN,    9, OWN,      0)                                  \
	X(EX_FOR_PRODUCT, "product",  3, 3,    OWN,    9, OWN,      0)                                  \
	X(EX_FOR_MIN,    "min",       3, 3,    OWN,    9, OWN,      0)                                  \
	X(EX_FOR_MAX,    "max",       3, 3,    OWN,    9, OWN,      0)                                  \
	/* time and events (MLS 3.7.4, 3.7.5) */                                                       \
	X(EX_DER,        "der",       1, 1,    CALL,   9, SAME,     OF_RAND)                            \
	X(EX_PRE,        "pre",       1, 1,    CALL,   9, SAME,     OF_DISC | OF_RAND)                  \
	X(EX_EDGE,       "edge",      1, 1,    CALL,   9, TRUTH,    OF_DISC | OF_RAND)                  \
	X(EX_CHANGE,     "change",    1, 1,    CALL,   9, TRUTH,    OF_DISC | OF_RAND)                  \
	X(EX_SAMPLE,     "sample",    2, 2,    CALL,   9, TRUTH,    OF_DISC | OF_RAND | OF_STATE)       \
	X(EX_INITIAL,    "initial",   0, 0,    CALL,   9, TRUTH,    OF_DISC | OF_RAND)                  \
	X(EX_TERMINAL,   "terminal",  0, 0,    CALL,   9, TRUTH,    OF_DISC | OF_RAND)                  \
	X(EX_NO_EVENT,   "noEvent",   1, 1,    CALL,   9, SAME,     0)                                  \
	X(EX_SMOOTH,     "smooth",    2, 2,    CALL,   9, OWN,      0)     /* order, value */           \
	X(EX_HOMOTOPY,   "homotopy",  2, 2,    CALL,   9, SAME,     0)     /* actual, simplified */     \
	X(EX_SEMI_LINEAR, "semiLinear", 3, 3,  CALL,   9, REAL,     OF_EVENT)                           \
	X(EX_DELAY,      "delay",     2, 3,    CALL,   9, SAME,     OF_RAND | OF_STATE)                 \
	X(EX_SPATIAL,    "spatialDistribution", 6, 6, CALL, 9, OWN, OF_RAND | OF_STATE)                 \
	/* for their effect: equations and statements EQ_EFFECT, ST_EFFECT */                          \
	X(EX_ASSERT,     "assert",    3, 3,    CALL,   9, NONE,     0)     /* condition, text, level */ \
	X(EX_TERMINATE,  "terminate", 1, 1,    CALL,   9, NONE,     0)                                  \
	X(EX_REINIT,     "reinit",    2, 2,    CALL,   9, NONE,     0)     /* variable, value */        \
	/* clocks (MLS 16) */                                                                          \
	X(EX_CLOCK_INFER,    "Clock", 0, 0,    CALL,   9, OWN,      OF_CLOCK | OF_RAND)                 \
	X(EX_CLOCK_RATIONAL, "Clock", 2, 2,    CALL,   9, OWN,      OF_CLOCK | OF_RAND) /* count, unit */ \
	X(EX_CLOCK_INTERVAL, "Clock", 1, 1,    CALL,   9, OWN,      OF_CLOCK | OF_RAND) /* seconds */   \
	X(EX_CLOCK_EVENT,    "Clock", 2, 2,    CALL,   9, OWN,      OF_CLOCK | OF_RAND) /* when, start */ \
	X(EX_CLOCK_SOLVER,   "Clock", 2, 2,    CALL,   9, OWN,      OF_CLOCK | OF_RAND) /* c, method */ \
	X(EX_PREVIOUS,   "previous",  1, 1,    CALL,   9, SAME,     OF_CLOCK | OF_RAND)                 \
	X(EX_HOLD,       "hold",      1, 1,    CALL,   9, SAME,     OF_CLOCK | OF_RAND)                 \
	X(EX_SAMPLE_AT,  "sample",    1, 2,    CALL,   9, SAME,     OF_CLOCK | OF_RAND) /* u, clock */  \
	X(EX_SUB_SAMPLE, "subSample", 1, 2,    CALL,   9, SAME,     OF_CLOCK | OF_RAND)                 \
	X(EX_SUPER_SAMPLE, "superSample", 1, 2, CALL,  9, SAME,     OF_CLOCK | OF_RAND)                 \
	X(EX_SHIFT_SAMPLE, "shiftSample", 2, 3, CALL,  9, SAME,     OF_CLOCK | OF_RAND)                 \
	X(EX_BACK_SAMPLE, "backSample", 2, 3,  CALL,   9, SAME,     OF_CLOCK | OF_RAND)                 \
	X(EX_NO_CLOCK,   "noClock",   1, 1,    CALL,   9, SAME,     OF_CLOCK | OF_RAND)                 \
	X(EX_INTERVAL,   "interval",  0, 1,    CALL,   9, OWN,      OF_CLOCK | OF_RAND)                 \
	X(EX_FIRST_TICK, "firstTick", 0, 1,    CALL,   9, TRUTH,    OF_CLOCK | OF_RAND)                 \
	/* ticks of a clock: interval, factor, shift, per, resolution (MdvTick); not written by users */  \
	X(EX_TICK,       "tick",      5, 5,    CALL,   9, TRUTH,    OF_DISC | OF_RAND | OF_STATE)       \
	/* state machines (MLS 17): from, to, condition, immediate, reset, synchronize, priority */    \
	X(EX_TRANSITION, "transition", 7, 7,   CALL,   9, NONE,     OF_CLOCK)                           \
	X(EX_INITIAL_STATE, "initialState", 1, 1, CALL, 9, NONE,    OF_CLOCK)                           \
	X(EX_ACTIVE_STATE, "activeState", 1, 1, CALL,  9, TRUTH,    OF_CLOCK | OF_RAND)                 \
	X(EX_TICKS_IN_STATE, "ticksInState", 0, 0, CALL, 9, OWN,    OF_CLOCK | OF_RAND)                 \
	X(EX_TIME_IN_STATE, "timeInState", 0, 0, CALL, 9, OWN,      OF_CLOCK | OF_RAND)

/* The operation of ir/ops.h that computes an operator: X(op, of Reals, of Integers, Booleans and
   enumerations). IR_OP_COUNT: there is none. */
#define EXPR_VALUES(X)                             \
	X(EX_ADD,        IR_ADD,      IR_IADD)         \
	X(EX_SUB,        IR_SUB,      IR_ISUB)         \
	X(EX_MUL,        IR_MUL,      IR_IMUL)         \
	X(EX_DIV,        IR_DIV,      IR_OP_COUNT)     \
	X(EX_POW,        IR_POW,      IR_OP_COUNT)     \
	X(EX_NEG,        IR_NEG,      IR_INEG)         \
	X(EX_LT,         IR_LT,       IR_LT)           \
	X(EX_LE,         IR_LE,       IR_LE)           \
	X(EX_GT,         IR_LT,       IR_LT) /* the arguments the other way round */ \
	X(EX_GE,         IR_LE,       IR_LE)           \
	X(EX_EQ,         IR_EQ,       IR_EQ)           \
	X(EX_NE,         IR_NE,       IR_NE)           \
	X(EX_AND,        IR_OP_COUNT, IR_AND)          \
	X(EX_OR,         IR_OP_COUNT, IR_OR)           \
	X(EX_NOT,        IR_OP_COUNT, IR_NOT)          \
	X(EX_TO_REAL,    IR_OP_COUNT, IR_MOVE)         \
	X(EX_TO_INTEGER, IR_OP_COUNT, IR_MOVE)         \
	X(EX_ABS,        IR_ABS,      IR_ABS)          \
	X(EX_SIGN,       IR_SIGN,     IR_SIGN)         \
	X(EX_MIN,        IR_MIN,      IR_MIN)          \
	X(EX_MAX,        IR_MAX,      IR_MAX)          \
	X(EX_DIVIDE,     IR_RDIV,     IR_IDIV)         \
	X(EX_MOD,        IR_RMOD,     IR_IMOD)         \
	X(EX_REM,        IR_RREM,     IR_IREM)         \
	X(EX_FLOOR,      IR_FLOOR,    IR_OP_COUNT)     \
	X(EX_CEIL,       IR_CEIL,     IR_OP_COUNT)     \
	X(EX_INTEGRAL,   IR_INTEGRAL, IR_OP_COUNT)     \
	OPS_FUNCTIONS(EXPR_VALUE_OF_FUNCTION, X)
#define EXPR_VALUE_OF_FUNCTION(X, name, ...) X(EX_##name, IR_##name, IR_OP_COUNT)
/* clang-format on */

#endif
