/* SPDX-License-Identifier: MIT
   ir_fn.h — Modelica functions as code: instructions with loops, arrays and Strings on a window of
   their own. Like ir.h between lower/ and vm/ or emit/.

   A call has a window of doubles, [constants | variables and temporaries | room of arrays], and a
   row of array registers: sizes and elements, row-major. A String is the number of a text, an
   external object the number of an object. Records are taken apart: a value of record type is one
   scalar or array per leaf of its type, an array of records one array per leaf, the dimensions of
   the array first. No instruction writes an array that it reads, but for those that change one.
   Integers are whole doubles, exact up to 2^53. */
#ifndef MDV_IR_FN_H
#define MDV_IR_FN_H

#include "ir/ir.h"

#define IR_MAX_RANK 8          /* most dimensions of an array */
#define IR_NO_SLOT  UINT32_MAX /* no slot, no register; in IrCall.out: a result not wanted */

/* X(op, name, operands, list)
   operands, of dst a b c in order:  S scalar written   s scalar read   A array written
	   M array changed   a array read   t jump target   k number   l start of a list   - none
   list: the first word of a list is the number of its items; these are
	   s scalars   a arrays   k numbers   p pairs (IR_LIST_…, register)   - there is no list
   Besides, all of ops.h but IR_CALL; here jumps may go back, by FN_LOOP. */
/* clang-format off */
#define FN_OPS(X)                                                                              \
	/* control */                                                                              \
	X(FN_LOOP,     "loop",     "t---", '-')  /* a jump that goes back */                        \
	X(FN_NEXT,     "next",     "Sst-", '-')  /* dst := a[2] + a[0] * a[3], a[0] += 1; to b when \
												a[0] = a[1]: turn, count, first, step */       \
	X(FN_MOVES,    "moves",    "Ssk-", '-')  /* b scalars from a on to those from dst on */          \
	X(FN_COUNT,    "count",    "Ssss", '-')  /* elements of first a : step b : last c */        \
	X(FN_RETURN,   "return",   "----", '-')                                                    \
	X(FN_CALL,     "call",     "k--l", 'p')  /* function dst; its inputs, then its outputs */   \
	X(FN_EXTERN,   "extern",   "----", '-')  /* the function's external declaration */          \
	X(FN_MESSAGE,  "message",  "Skkl", 'p')  /* dst := function a of IR_MESSAGES, of a message of    \
												record b: queue, number, leaves of the message */ \
	X(FN_ASSERT,   "assert",   "-ss-", '-')  /* has failed: level a, message b */               \
	X(FN_STOP,     "stop",     "-s--", '-')  /* terminate(a) */                                 \
	X(FN_REFUSE,   "refuse",   "k---", '-')  /* not supported: text number dst */               \
	X(FN_NEED,     "need",     "kskk", '-')  /* a is not 0, or array c - 1 is empty: variable b  \
												(a text) has a value; dst 1: else b warns,  \
												and the array becomes 0 */ \
	X(FN_ENUM,     "enum",     "Sskk", '-')  /* a is 1 … b; c: text number of the type */       \
	/* Strings */                                                                              \
	X(FN_JOIN,     "join",     "Sss-", '-')                                                    \
	X(FN_ORDER,    "order",    "Sss-", '-')  /* -1, 0, 1 */                                     \
	X(FN_LITERAL,  "literal",  "Ssl-", 'k')  /* text of an enumeration literal: numbers */      \
	X(FN_TEXT,     "text",     "Sskl", 's')  /* String(a) of kind b; least length, left, digits */ \
	X(FN_FORMAT,   "format",   "Sssk", '-')  /* String(a, format b) of kind c */                \
	/* element by element; the operator is one of ops.h, or FN_JOIN */                   \
	X(FN_MAP,      "map",      "Aa-k", '-')                                                    \
	X(FN_MAP_AA,   "map_aa",   "Aaak", '-')                                                    \
	X(FN_MAP_AS,   "map_as",   "Aask", '-')                                                    \
	X(FN_MAP_SA,   "map_sa",   "Asak", '-')                                                    \
	X(FN_SEMI,     "semi",     "Al--", 'p')  /* semiLinear of three */                          \
	/* elements and parts; subscripts count from 1 */                                          \
	X(FN_LOAD1,    "load1",    "Sas-", '-')  /* a[b] */                                         \
	X(FN_LOAD2,    "load2",    "Sass", '-')  /* a[b, c] */                                      \
	X(FN_LOAD,     "load",     "Sa-l", 's')                                                    \
	X(FN_STORE1,   "store1",   "Mss-", '-')  /* dst[b] := a */                                  \
	X(FN_STORE2,   "store2",   "Msss", '-')  /* dst[b, c] := a */                               \
	X(FN_STORE,    "store",    "Ms-l", 's')                                                    \
	X(FN_SLICE,    "slice",    "Aa-l", 'p')  /* nothing: all of the dimension */                \
	X(FN_PUT,      "put",      "Ma-l", 'p')  /* dst[…] := a */                                  \
	X(FN_COPY,     "copy",     "Aa--", '-')                                                    \
	X(FN_ASSIGN,   "assign",   "Makk", '-')  /* dst := a; sizes in bits b may change; c: a is    \
												not used any more */                           \
	X(FN_CHECK,    "check",    "-aks", '-')  /* dimension b (from 0) of a has size c */         \
	/* arrays made */                                                                          \
	X(FN_ARRAY_S,  "array_s",  "Al--", 's')                                                    \
	X(FN_ARRAY_A,  "array_a",  "Al--", 'a')                                                    \
	X(FN_TABLE,    "table",    "A-kl", 'k')  /* constants from number b of the table; sizes */   \
	X(FN_EMPTY,    "empty",    "Al--", 'k')  /* no elements, these sizes */                     \
	X(FN_SHAPE,    "shape",    "Ml--", 'k')  /* other sizes for the same elements */             \
	X(FN_APPEND_S, "append_s", "Ms--", '-')                                                    \
	X(FN_APPEND_A, "append_a", "Ma--", '-')                                                    \
	X(FN_RANGE,    "range",    "Asss", '-')                                                    \
	X(FN_FILL_S,   "fill_s",   "As-l", 's')                                                    \
	X(FN_FILL_A,   "fill_a",   "Aa-l", 's')                                                    \
	X(FN_IDENTITY, "identity", "As--", '-')                                                    \
	X(FN_DIAGONAL, "diagonal", "Aa--", '-')                                                    \
	X(FN_LINSPACE, "linspace", "Asss", '-')                                                    \
	X(FN_CAT,      "cat",      "Ak-l", 'a')  /* along dimension a, from 0 */                    \
	X(FN_SIZE,     "size",     "Sas-", '-')                                                    \
	X(FN_SIZES,    "sizes",    "Aa--", '-')                                                    \
	X(FN_SCALAR,   "scalar",   "Sa--", '-')                                                    \
	X(FN_VECTOR,   "vector",   "Aa--", '-')                                                    \
	X(FN_MATRIX,   "matrix",   "Aa--", '-')                                                    \
	/* linear algebra and reductions; b: what nothing gives */                                 \
	X(FN_MATMUL,   "matmul",   "Aaa-", '-')                                                    \
	X(FN_DOT,      "dot",      "Saa-", '-')                                                    \
	X(FN_MATPOW,   "matpow",   "Aas-", '-')                                                    \
	X(FN_TRANSPOSE, "transpose", "Aa--", '-')                                                  \
	X(FN_OUTER,    "outer",    "Aaa-", '-')                                                    \
	X(FN_SYMMETRIC, "symmetric", "Aa--", '-')                                                  \
	X(FN_CROSS,    "cross",    "Aaa-", '-')                                                    \
	X(FN_SKEW,     "skew",     "Aa--", '-')                                                    \
	X(FN_SUM,      "sum",      "Sas-", '-')                                                    \
	X(FN_PRODUCT,  "product",  "Sas-", '-')                                                    \
	X(FN_MIN_OF,   "min_of",   "Sas-", '-')                                                    \
	X(FN_MAX_OF,   "max_of",   "Sas-", '-')
/* clang-format on */

/* What is done with queues of messages, by the external function that says so (paper 004, 6):
   X(op, symbol, number, message). number: what it takes besides the queue, or '-': position or
   order value; message: '>' put into the queue, '<' read from it, '-' none */
#define IR_MESSAGES(X)                                                              \
	X(IR_QUEUE_NEW, "QCreate", '-', '-')                                            \
	X(IR_QUEUE_LAST, "QAdd", '-', '>')                                              \
	X(IR_QUEUE_FIRST, "QAddFirst", '-', '>')                                        \
	X(IR_QUEUE_ASCENDING, "QAddLVF", 'v', '>')  /* lowest order value first */      \
	X(IR_QUEUE_DESCENDING, "QAddHVF", 'v', '>') /* highest order value first */     \
	X(IR_QUEUE_READ, "QRead", 'p', '<')                                             \
	X(IR_QUEUE_TAKE, "QGetPos", 'p', '<')                                           \
	X(IR_QUEUE_SIZE, "QSize", '-', '-')                                             \
	X(IR_QUEUE_COUNT, "QCount", '-', '-') /* the same; 0 of a queue that is none */ \
	X(IR_QUEUE_ORDER, "QEventOrder", 'p', '-')                                      \
	X(IR_QUEUE_PORT, "QEventPort", 'p', '-') /* port on which a message arrived */

#define IR_MESSAGE_ENUM(op, symbol, number, message) op,
typedef enum IrMessageOp { IR_MESSAGES(IR_MESSAGE_ENUM) IR_MESSAGE_COUNT } IrMessageOp;
#undef IR_MESSAGE_ENUM

typedef struct IrMessageInfo {
	const char *symbol; /* see above */
	char number;        /* likewise */
	char message;       /* likewise */
} IrMessageInfo;

#define FN_ENUM_OF(op, name, operands, list) op,
typedef enum IrFnOp {
	FN_OPS_BEFORE = IR_OP_COUNT - 1, /* numbers go on where those of IrOp end */
	FN_OPS(FN_ENUM_OF) FN_OP_END
} IrFnOp;
#undef FN_ENUM_OF

typedef struct IrFnOpInfo {
	const char *name;    /* for printing */
	const char *operand; /* four letters: of dst, a, b, c; see above */
	char list;           /* what its list holds */
} IrFnOpInfo;

enum { IR_LIST_NONE, IR_LIST_SCALAR, IR_LIST_ARRAY }; /* first half of a pair in a list */

typedef enum IrKind {
	IR_REAL,
	IR_INTEGER,
	IR_BOOLEAN, /* 0, 1 */
	IR_LITERAL, /* of an enumeration, from 1 */
	IR_STRING,  /* number of a text */
	IR_OBJECT,  /* number of an external object */
	IR_SIZE     /* argument of an external function only: size_t in C */
} IrKind;

typedef struct IrFnArray {
	const char *name; /* of the variable, "r.x"; NULL: a temporary */
	uint32_t room;    /* doubles of the window that belong to it; 0: none */
	uint32_t at;      /* where they begin */
} IrFnArray;

/* A scalar or array of scalars of an input or output. */
typedef struct IrFnLeaf {
	const char *name; /* "r.x" */
	uint8_t kind;     /* IrKind of an element */
	uint8_t rank;     /* dimensions; 0: a scalar */
	uint32_t reg;     /* scalar or array register */
	uint32_t flag;    /* of an output: scalar that is 0 if it was given no value; or IR_NO_SLOT */
	int32_t dim[IR_MAX_RANK]; /* rank sizes that it must have; -1: any */
} IrFnLeaf;

/* The types of all inputs, or all outputs, as trees in preorder. The sizes of IrCall come in this
   order; scalars element by element, in a record field by field. */
typedef struct IrFnNode {
	int32_t n_fields; /* nodes below; -1: a leaf, the next one of IrFn.in or out */
	int32_t rank;     /* dimensions */
} IrFnNode;

/* Arguments, or all results, of a function. */
typedef struct IrFnSide {
	const IrFnLeaf *leaf; /* n */
	int32_t n;            /* leaves */
	const IrFnNode *node; /* n_nodes */
	int32_t n_nodes;      /* in all trees */
	int32_t n_roots;      /* arguments */
	bool plain;           /* there is no array of records: leaves come one after the other */
} IrFnSide;

/* An argument of an external function. A record is followed by its fields. */
typedef struct IrExternArg {
	uint8_t kind;     /* IrKind */
	uint8_t rank;     /* of reg: 0 is a scalar */
	bool out;         /* what the function leaves there is taken over; a scalar goes by address */
	int32_t n_fields; /* so many entries that follow are its fields; -1: no record */
	uint32_t reg;     /* scalar or array */
} IrExternArg;

typedef struct IrExtern {
	const char *symbol;         /* to be called */
	const char *language;       /* as declared */
	bool fortran;               /* all by address, arrays by columns, lengths of texts at the end */
	bool has_result;            /* the function returns something */
	IrExternArg result;         /* where that goes */
	const IrExternArg *arg;     /* n_args, fields included */
	int32_t n_args;             /* entries */
	const char *const *library; /* n_libraries: where the symbol may be */
	int32_t n_libraries;        /* annotation(Library) */
	const char *directory;      /* of the libraries; "": none given */
	const char *include;        /* annotation(Include): C code; "": none */
	const char *include_folder; /* of its header files; "": none given */
	int32_t destructor;         /* function that ends the object made here; -1: none */
} IrExtern;

/* Source of the instructions from `first` on. */
typedef struct IrFnPlace {
	uint32_t first;   /* instruction */
	uint32_t line;    /* from 1 */
	const char *file; /* name */
} IrFnPlace;

typedef struct IrFn {
	const char *name;         /* with dots; "": made of an expression */
	int32_t number;           /* in the module */
	const IrInstr *code;      /* n_code */
	const uint32_t *list;     /* n_list words */
	const double *constant;   /* n_constants: the first scalars of the window */
	const double *table;      /* n_table: elements of constant arrays */
	const IrFnArray *array;   /* n_arrays */
	const IrFnPlace *place;   /* n_places, ascending */
	const IrExtern *external; /* of FN_EXTERN; NULL: none */
	IrFnSide in, out;         /* arguments and results */
	bool passes;              /* its value is its first argument, if it does not fail; not packed */
	uint32_t n_code, n_list, n_constants, n_table, n_arrays, n_places; /* lengths */
	uint32_t n_scalars; /* of the window, constants included */
	uint32_t n_window;  /* doubles of the window */
} IrFn;

/* ir_fn.c — checker and printer */

const IrFnOpInfo *ir_fn_op_info(uint32_t op); /* of IrOp and IrFnOp */
extern const IrMessageInfo ir_messages[IR_MESSAGE_COUNT];
bool ir_record_same(const IrRecord *a, const IrRecord *b); /* the same leaves, whatever the name */
/* Registers, targets, lists, calls and texts are in range; false: `why` tells what is not. */
bool ir_fn_check(const IrModule *m, Text *why);
void ir_fn_print(const IrModule *m, int32_t fn, Text *out);
/* The place of an instruction; NULL: not known. */
const IrFnPlace *ir_fn_place(const IrFn *fn, uint32_t at);

/* ir_pack.c — functions, calls and texts as plain tables */

typedef struct IrPack {
	Arena *keep;             /* holds everything here */
	VEC(uint32_t) words;     /* code, registers, numbers of things */
	VEC(double) numbers;     /* constants */
	VEC(const char *) texts; /* names, files, Strings */
} IrPack;

/* The same as they come back. */
typedef struct IrPackTables {
	const uint32_t *word;    /* as in IrPack; must stay */
	const double *number;    /* likewise */
	const char *const *text; /* likewise */
} IrPackTables;

void ir_pack(const IrModule *m, Arena *keep, IrPack *p); /* keep has a no_memory handler */
bool ir_pack_fits(const uint32_t word[]);                /* packed by this version of the program */
/* What was packed, without any regions. False: no memory. */
bool ir_unpack(const IrPackTables *from, IrModule *m, Arena *keep);

#endif
