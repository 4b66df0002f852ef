/* SPDX-License-Identifier: MIT
   interp.h — private to interp*.c: values, frames and the state of one evaluation.

   An expression is evaluated on an explicit stack, so that its depth is limited by memory only.
   Three arenas: `hold` lives as long as the evaluation; `temp` has the values of expressions and is
   released after every statement; `slots` has the frames, released at every return. A value in
   `temp` may share cells with another or with a variable; only variables are ever changed, and they
   own their cells. A failure writes its reason and jumps out: the arenas own everything. An
   evaluation inside another one (by way of `var`) uses the other's arenas above a mark, so that
   long chains of constants take little memory. */
#ifndef MDV_INTERP_H
#define MDV_INTERP_H

#include "compiler/eval/eval.h"

#include <setjmp.h>

#define INTERP_MAX_STEPS  10000000u             /* operators, and one per 8 array elements */
#define INTERP_MAX_CALLS  1000                  /* functions in each other */
#define INTERP_MAX_BLOCKS 4000                  /* statements in each other, over all calls */
#define INTERP_MAX_BYTES  ((size_t)256 << 20)   /* of all three arenas */
#define INTERP_MAX_CELLS  ((uint64_t)INT32_MAX) /* elements of one array */

typedef struct Interp Interp;
typedef struct Value Value;

typedef struct Str {
	uint32_t len; /* bytes, without the NUL that follows */
	uint32_t cap; /* bytes that fit, without the NUL */
	char at[];    /* text */
} Str;

/* One element of a value; which member follows from the type. */
typedef union Cell {
	double r;    /* TY_REAL */
	int64_t i;   /* TY_INTEGER; TY_BOOLEAN: 0, 1; TY_ENUM: from 1 */
	Str *s;      /* TY_STRING */
	Value *part; /* TY_RECORD, TY_TUPLE: n_fields values */
} Cell;

struct Value {
	const Type *elem; /* of one element; NULL: no value yet, or the subscript `:` */
	int32_t *dim;     /* rank sizes */
	uint32_t rank;    /* number of dimensions */
	uint32_t n;       /* cells: the product of the sizes; 1 for a scalar */
	uint32_t cap;     /* cells that fit at `many` */
	union {
		Cell one;   /* of a scalar */
		Cell *many; /* of an array: n, row-major */
	};
};

/* A local variable. Inputs and iterators share the cells of what they were given. */
typedef struct Slot {
	Value v;  /* with its sizes even while it is not set */
	bool set; /* has been assigned, in part at least */
} Slot;

typedef struct Frame {
	struct Frame *caller; /* the next one; of the expression itself: NULL */
	FlatFn fn;            /* a copy: the model's functions may move */
	Slot *slot;           /* n_slots, by number of the local */
	uint32_t n_slots;     /* length of slot */
} Frame;

/* An operator under way on the stack. */
typedef struct Task {
	const Expr *e; /* the operator */
	uint32_t next; /* how far it has come: mostly the next argument */
	uint32_t base; /* where its arguments start on the stack of values */
	uint32_t k;    /* iteration, or subscripts used already */
	bool part;     /* its value is the field that a task below wants */
} Task;

struct Interp {
	FlatModel *m;              /* functions and names */
	ExprPool *pool;            /* of the model */
	InterpVar var;             /* values of variables */
	void *ctx;                 /* for var */
	Text *why;                 /* the reason of a failure; or NULL */
	Interp *outer;             /* the evaluation around this one; or NULL */
	const MdvAlloc *from;      /* where `limited` gets its memory */
	MdvAlloc limited;          /* gives at most INTERP_MAX_BYTES */
	size_t bytes;              /* given so far */
	bool over_limit;           /* the last refusal was the limit's */
	void (*no_memory)(void *); /* the handler of m->keep */
	void *no_memory_ctx;       /* its argument */
	Arena own[3];              /* of the outermost evaluation */
	ArenaMark mark[3];         /* what the arenas hold of the others */
	Arena *hold;               /* stacks, memo, plans */
	Arena *temp;               /* values of expressions */
	Arena *slots;              /* frames */
	jmp_buf fail;              /* where a failure goes */
	Frame top;                 /* of the expression itself: its iterators */
	Frame *frame;              /* innermost */
	VEC(Task) task;            /* operators under way */
	size_t floor;              /* where the tasks of the innermost interp_run start */
	VEC(Value) value;          /* their arguments so far */
	Map memo;                  /* expression of `top` without iterators -> Value * */
	Map plan;                  /* FnId -> order in which its variables get their values */
	uint64_t steps;            /* so far */
	int calls;                 /* functions under way */
	int blocks;                /* nested statements under way */
};

/* interp.c — limits and failures */

_Noreturn void interp_fail(Interp *in, const char *format, ...) PRINTF_LIKE(2, 3);
_Noreturn void interp_fail_size(Interp *in, const char *what, const Value *a, const Value *b);
void interp_work(Interp *in, uint64_t cells); /* count work on array elements */

/* interp_run.c — expressions */

Value interp_run(Interp *in, const Expr *e);
int64_t interp_run_integer(Interp *in, const Expr *e); /* of a scalar; releases what it took */
Slot *interp_run_slot(Interp *in, uint32_t local);     /* of the innermost frame */

/* interp_value.c — values */

Value interp_value_real(const Interp *in, double x);
Value interp_value_integer(const Interp *in, int64_t x);
Value interp_value_string(Interp *in, const char *s, size_t len);
Value interp_value_new(Interp *in, const Type *elem, const int32_t dim[], uint32_t rank);
/* A variable without value: zeros of the type, with these sizes. */
Value interp_value_zero(Interp *in, Arena *a, const Type *type, const int32_t dim[]);
/* Deep copy into what dst has room for; a Value that is all zero has none. */
void interp_value_store(Arena *a, Value *dst, const Value *src);
void interp_value_store_cell(Arena *a, const Type *elem, Cell *dst, const Cell *src);
Value interp_value_copy(Interp *in, const Value *v);
/* Element k, counted over the first `rank` dimensions. */
Value interp_value_part(const Value *v, uint32_t rank, uint32_t k);
bool interp_value_same_dims(const Value *a, const Value *b);
void interp_value_print_dims(const Value *v, Text *out); /* "[2, 3]"; "a scalar" */
static inline const Cell *interp_value_cells(const Value *v)
{
	return v->rank == 0 ? &v->one : v->many;
}
static inline Cell *interp_value_cells_of(Value *v)
{
	return v->rank == 0 ? &v->one : v->many;
}

/* interp_convert.c — between values and literal expressions */

Value interp_convert_literal(Interp *in, const Expr *e, const Type *type);
const Expr *interp_convert_value(Interp *in, const Value *v);

/* interp_math.c — one element */

Cell interp_math_one(Interp *in, ExprOp op, TypeKind kind, Cell a);
Cell interp_math_two(Interp *in, ExprOp op, TypeKind kind, Cell a, Cell b);

/* interp_op.c — operators, given their arguments */

Value interp_op_apply(Interp *in, const Expr *e, const Value arg[]);

/* interp_array.c — building arrays; interp_matrix.c — linear algebra and reductions */

Value interp_array_of(Interp *in, const Type *type, const Value arg[], uint32_t n);
Value interp_array_apply(Interp *in, const Expr *e, const Value arg[]);
Value interp_matrix_apply(Interp *in, const Expr *e, const Value arg[]);
/* sum, product, min, max: of nothing, and of one more. op: EX_SUM … EX_MAX_OF */
Cell interp_matrix_neutral(const Type *elem, ExprOp op);
Cell interp_matrix_combine(Interp *in, ExprOp op, const Type *elem, Cell a, Cell b);

/* interp_index.c — subscripts and fields */

typedef struct Pick {
	uint32_t n;         /* elements chosen */
	uint32_t rank;      /* dimensions of the result */
	int32_t *dim;       /* rank sizes */
	const uint32_t *at; /* n positions, from 0; NULL: `first` and those behind it */
	uint32_t first;     /* the only one, or the first of a whole part */
} Pick;

Pick interp_index_pick(Interp *in, const int32_t dim[], uint32_t rank, const Value sub[],
					   uint32_t n);
Value interp_index_apply(Interp *in, const Value *v, const Value sub[], uint32_t n);
uint32_t interp_index_position(Interp *in, const Value *sub, int32_t size);        /* from 0 */
Value interp_index_vars(Interp *in, const Expr *e, const Value sub[], uint32_t n); /* of EX_VAR */
Value interp_index_field(Interp *in, const Expr *e, const Value *v);
static inline uint32_t interp_index_at(const Pick *p, uint32_t k)
{
	return p->at ? p->at[k] : p->first + k;
}

/* interp_text.c — String(…), MLS 3.7.1.1 */

Value interp_text_apply(Interp *in, const Expr *e, const Value arg[]);

/* interp_fn.c — calls */

Value interp_fn_call(Interp *in, const Expr *e, uint32_t base); /* arguments on the stack */

/* interp_stmt.c — statements and assignment */

typedef enum Flow { FLOW_NEXT, FLOW_BREAK, FLOW_RETURN } Flow;

Flow interp_stmt_run(Interp *in, const FlatStmt *s, int32_t n);
void interp_stmt_assign(Interp *in, const Expr *lhs, const Value *v);

/* interp_extern.c — external functions that need no files */

void interp_extern_call(Interp *in, const Frame *f);

/* interp_file.c — files of libraries; those of the table take and give as its functions do */

bool interp_file_is_resource(const Interp *in, const FlatFn *fn); /* it is loadResource */
Value interp_file_resource(Interp *in, const Value *uri);         /* what that gives */
void interp_file_read_line(Interp *in, const Value arg[], Value out[]);
void interp_file_count_lines(Interp *in, const Value arg[], Value out[]);

/* interp_lapack.c — least squares */

bool interp_lapack_dgelsy(Interp *in, const FnExternal *ext); /* false: not so declared */

#endif
