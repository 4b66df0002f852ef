/* SPDX-License-Identifier: MIT
   lower_fn.h — functions, and expressions that model code cannot compute with scalars, as code of
   ir_fn.h. Every arena must have a no_memory handler that does not return.

   What has no meaning in a function (der, clocks …) or is not supported gives no error here: the
   code fails, with a message that names it, when it is reached. */
#ifndef MDV_LOWER_FN_H
#define MDV_LOWER_FN_H

#include "compiler/flat/flat.h"
#include "ir/ir_fn.h"

/* What is known of all functions of a module. */
typedef struct LowerFn {
	FlatModel *m;             /* whose functions these are */
	IrModule *ir;             /* what takes the code */
	const SourceSet *sources; /* to name places; NULL: do not */
	Arena scratch;            /* work space: released after each function */
	Arena marks;              /* of walk */
	Walk walk;                /* visits expressions */
	Map numbers;              /* FnId -> number in ir->fns */
	Map texts;                /* name -> number in ir->strings */
	Map leaves;               /* number of a type -> its Leaves */
	VEC(FnId) waiting;        /* functions with a number but without code */
	bool busy;                /* one is being made: others wait */
} LowerFn;

/* lower_fn.c — functions */

/* l must not be moved; m and ir must stay. */
void lower_fn_init(LowerFn *l, FlatModel *m, IrModule *ir, const SourceSet *sources);
void lower_fn_free(LowerFn *l);
/* The number of a function in ir->fns; it and all that it calls get their code, once. */
int32_t lower_fn(LowerFn *l, FnId f);
/* A function without name that computes e, of any type, from scalars: its inputs stand for the
   nodes `input` (variables, pre(…), time …) wherever they are in e; where e has arrays of
   variables, for their elements. What is asked for twice is made twice. */
int32_t lower_fn_of_expr(LowerFn *l, const Expr *e, const Expr *const input[], int n_inputs);
/* The number of a text in ir->strings: equal texts have one number. All literals come from here. */
uint32_t lower_fn_text(LowerFn *l, const char *text);

/* -- for the files of lower_fn -------------------------------------------------------------- */

#define LOWER_CONSTANT 0x80000000u /* a scalar register with this bit is a constant's number */
#define LOWER_NONE     UINT32_MAX  /* no register */

/* One scalar, or array of scalars, of a type. */
typedef struct Leaf {
	const Type *elem;   /* of an element: neither array nor record */
	const int32_t *dim; /* rank sizes */
	const char *suffix; /* ".r.x": behind a variable's name */
	uint8_t rank;       /* dimensions */
} Leaf;

typedef struct Leaves {
	uint32_t n;            /* leaves */
	const Leaf *at;        /* in the order of fields */
	const uint32_t *first; /* of a record or tuple: the first leaf of each field */
	bool too_deep;         /* one has more than IR_MAX_RANK dimensions */
} Leaves;

/* A value in registers: for each leaf of its type a scalar or array. */
typedef struct LowerValue {
	const Type *type;    /* NULL: the subscript `:` */
	const uint32_t *ref; /* registers */
} LowerValue;

/* An operator under way. */
typedef struct LowerTask {
	const Expr *e;   /* the operator */
	uint32_t next;   /* how far it has come */
	uint32_t base;   /* where its arguments start on the stack of values */
	uint32_t at[2];  /* jumps to be given their targets */
	uint32_t scope;  /* values known before a part that may not be executed */
	uint32_t first;  /* of an iteration: its four scalars */
	LowerValue dst;  /* of if, and, or, iterations: the result */
	LowerValue item; /* of an iteration over a vector: that; type NULL: over a range */
} LowerTask;

/* A variable of the function. */
typedef struct LowerLocal {
	LowerValue value;   /* type NULL: an iterator that has not been met */
	uint32_t flag;      /* scalar: it has been assigned; LOWER_NONE: always so when it matters */
	bool check_at_read; /* it may be read before it is assigned */
	bool check_at_exit; /* an output that may not have been assigned */
} LowerLocal;

typedef struct LowerPlace {
	uint32_t mode; /* IR_LIST_NONE: all of the dimension; IR_LIST_SCALAR, IR_LIST_ARRAY */
	uint32_t reg;  /* the subscript */
} LowerPlace;

/* The function being made. */
typedef struct FnBuild {
	LowerFn *l;               /* what is known of all */
	FlatModel *m;             /* l->m */
	ExprPool *p;              /* of m */
	Arena *scratch;           /* l->scratch */
	const MdvAlloc *alloc;    /* scratch as allocator */
	FlatFn fn;                /* a copy; of an expression: without body */
	VEC(IrInstr) code;        /* so far */
	VEC(uint32_t) list;       /* so far */
	VEC(double) table;        /* elements of constant arrays so far */
	VEC(double) constants;    /* so far */
	Map constant_of;          /* bits of a number -> its place in constants */
	VEC(IrFnArray) arrays;    /* registers; `at` is not set yet */
	VEC(IrFnPlace) places;    /* so far */
	VEC(LowerLocal) locals;   /* by number */
	Map inputs;               /* of an expression: number of a node -> scalar */
	Map memo;                 /* number of a node -> LowerValue *, computed in this statement */
	Map wanted;               /* number of a call -> bits: results that are wanted */
	VEC(uint32_t) memo_log;   /* nodes in memo, in order */
	VEC(LowerTask) task;      /* operators under way */
	VEC(LowerValue) value;    /* their arguments so far */
	VEC(uint32_t) breaks;     /* jumps out of loops */
	VEC(uint32_t) returns;    /* jumps to the end */
	size_t floor;             /* where the tasks of the innermost lower_expr start */
	uint32_t n_scalars;       /* in use, without constants */
	uint32_t most_scalars;    /* ever in use */
	uint32_t n_var_scalars;   /* the first ones belong to variables */
	uint32_t n_var_arrays;    /* so do the first arrays */
	uint32_t n_arrays;        /* registers in use */
	uint32_t label;           /* the last instruction that something jumps to */
	const IrExtern *external; /* NULL: none */
	IrFnSide in, out;         /* arguments and results, registers not final */
} FnBuild;

typedef struct LowerMark {
	uint32_t n_scalars, n_arrays; /* in use */
} LowerMark;

/* lower_fn_emit.c — registers, instructions, the finished function */

void lower_fn_emit_begin(FnBuild *b, LowerFn *l);
uint32_t lower_fn_emit(FnBuild *b, uint32_t op, uint32_t dst, uint32_t a, uint32_t b2, uint32_t c);
uint32_t lower_fn_emit_list(FnBuild *b, const uint32_t item[], uint32_t n);
uint32_t lower_fn_emit_pairs(FnBuild *b, const LowerPlace pair[], uint32_t n);
uint32_t lower_fn_emit_constant(FnBuild *b, double value);
uint32_t lower_fn_emit_scalar(FnBuild *b);                    /* a new register */
uint32_t lower_fn_emit_array(FnBuild *b, const Leaf *leaf);   /* a new register; leaf may be NULL */
LowerValue lower_fn_emit_value(FnBuild *b, const Type *type); /* new registers */
uint32_t lower_fn_emit_here(FnBuild *b);                      /* a label: the next instruction */
void lower_fn_emit_target(FnBuild *b, uint32_t jump);         /* that jump leads here */
void lower_fn_emit_place(FnBuild *b, Span at);
void lower_fn_emit_refuse(FnBuild *b, const char *format, ...) PRINTF_LIKE(2, 3);
LowerMark lower_fn_emit_mark(const FnBuild *b);
void lower_fn_emit_release(FnBuild *b, LowerMark mark); /* temporaries made since are free */
void lower_fn_emit_move(FnBuild *b, LowerValue dst, LowerValue src);
IrFn *lower_fn_emit_end(FnBuild *b); /* checked only with all functions */

/* lower_fn_type.c — types taken apart */

const Leaves *lower_fn_type_leaves(LowerFn *l, const Type *type);
uint32_t lower_fn_type_field(LowerFn *l, const Type *record, uint32_t field); /* its first leaf */
uint8_t lower_fn_type_kind(const Type *elem);                                 /* IrKind */
double lower_fn_type_zero(LowerFn *l, const Type *elem); /* of what may have been left out */
double lower_fn_type_unset(LowerFn *l,
						   const Type *elem); /* of what must not be used (MLS 12.4.4) */
/* Arguments or results: n types with their names and registers. */
IrFnSide lower_fn_type_side(FnBuild *b, const FlatLocal local[], const LowerValue value[],
							int32_t n);

/* lower_fn_expr.c — expressions */

LowerValue lower_fn_expr(FnBuild *b, const Expr *e);
/* The same; of a call with several results only those of the bits given are wanted. */
LowerValue lower_fn_expr_results(FnBuild *b, const Expr *e, uint64_t results);
uint64_t lower_fn_expr_wanted(const FnBuild *b, const Expr *call);
void lower_fn_expr_forget(FnBuild *b); /* after a statement: nothing computed is known any more */
LowerLocal *lower_fn_expr_local(FnBuild *b, uint32_t local);
/* Code that looks whether variable `local` has a value; array: 0, or 1 + its array, which needs
   none if it is empty. */
void lower_fn_expr_need(FnBuild *b, uint32_t local, uint32_t array);

/* lower_fn_op.c — operators, given their arguments */

LowerValue lower_fn_op(FnBuild *b, const Expr *e, const LowerValue arg[]);
uint32_t lower_fn_op_of(const Expr *e); /* the scalar operator of an element-wise one */

/* lower_fn_part.c — subscripts, fields, assignment */

uint32_t lower_fn_part_chain(const Expr *e, const Expr **base); /* subscripts in the chain */
const Expr *lower_fn_part_subscript(const Expr *e, uint32_t k); /* from the innermost */
LowerValue lower_fn_part_read(FnBuild *b, const Expr *e, LowerValue base, const LowerValue sub[]);
void lower_fn_part_assign(FnBuild *b, const Expr *lhs, LowerValue v);
/* Element k (a register, from 1) of the first dimension. */
LowerValue lower_fn_part_element(FnBuild *b, LowerValue v, const Type *type, uint32_t k);

/* lower_fn_stmt.c — statements, entry and exit */

void lower_fn_stmt_body(FnBuild *b);
/* Loops: four scalars for a range, or for all elements of v; then the top. */
uint32_t lower_fn_stmt_range(FnBuild *b, LowerValue first, LowerValue step, LowerValue last);
uint32_t lower_fn_stmt_elements(FnBuild *b, LowerValue v);

/* lower_fn_extern.c — external functions */

void lower_fn_extern(FnBuild *b);

/* lower_fn_message.c — messages of DEVS models */

/* The number of a record in ir->records; of what no message can carry -1, and *why says why. */
int32_t lower_fn_message_record(LowerFn *l, const Type *type, const char **why);
bool lower_fn_message_is(const LowerFn *l, const FlatFn *fn); /* works on queues of messages? */
/* Such a function, with the registers of its inputs and outputs. */
void lower_fn_message(FnBuild *b, const FlatFn *fn, const LowerValue local[]);

#endif
