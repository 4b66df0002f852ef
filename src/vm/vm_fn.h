/* SPDX-License-Identifier: MIT
   vm_fn.h — runs the functions of a module (ir_fn.h): calls from model code, Strings, external
   functions and objects. One VmFn per running model; nothing is global.

   A call takes a window on a stack; arrays that do not lie in it come from a pool of buffers that
   is emptied when the outermost call ends. So nothing is allocated once a model has been running
   for a while, except for new texts. */
#ifndef MDV_VM_FN_H
#define MDV_VM_FN_H

#include "ir/ir_fn.h"
#include "jit/jit.h"
#include "modevs/model.h"
#include "modevs/unit.h"

#include <limits.h>
#include <signal.h>

typedef void (*VmSymbol)(void); /* an external function, whatever its type */

typedef struct VmFn VmFn;

/* What is done with a queue of messages: x has the queue, the number that the function takes, and
   the scalars of the message; x[0] takes the result, a message that is read its place. Not MDV_OK:
   `why` takes the reason. */
typedef MdvStatus (*VmMessage)(void *external, IrMessageOp op, const IrRecord *record, double x[],
							   char *why, size_t size);

/* An external function that we provide. */
typedef struct VmBuiltin {
	VmSymbol fn;           /* what is called */
	const char *signature; /* what it takes (runtime/ext/symbols.h); NULL: it is not checked */
	bool fortran;          /* all by address, arrays by columns */
	const char *refused;   /* why it may not be called now; NULL: it may */
	VmSymbol end;          /* of one that makes an object: what ends such objects; NULL: nothing */
} VmBuiltin;

/* What the functions need from outside. All may be NULL. */
typedef struct VmHooks {
	void *ctx;      /* handed to warn */
	void *external; /* handed to find, guard and may_load */
	/* A function that we provide; false: we do not. */
	bool (*find)(void *external, const char *symbol, VmBuiltin *out);
	/* Runs body(arg), in which one external function is called. Not MDV_OK: it failed by an error
	   that does not return (ModelicaError); `why` takes its text. MDV_RETRY: with these arguments;
	   otherwise for good. Strings that it gives live until guard returns. NULL: body is called as
	   it is. */
	MdvStatus (*guard)(void *external, void (*body)(void *arg), void *arg, char *why, size_t size);
	/* May functions that we do not provide be taken from this library; NULL: from the program and
	   what the system has? */
	bool (*may_load)(void *external, const char *library);
	/* Makes a shared library of C code, whose header files are in that folder; false: `why` says
	   why it cannot. */
	bool (*include)(const char *text, const char *folder, char path[PATH_MAX], char *why,
					size_t size);
	/* As MdvModel.table_range, of an object of one of our classes. */
	bool (*table_range)(char object, const void *table, const MdvTableAsk *ask, MdvTableRange *out);
	VmMessage message;                         /* queues of messages */
	void (*warn)(void *ctx, const char *text); /* an assertion of level warning failed */
	const volatile sig_atomic_t *stop;         /* not 0: end what takes long */
	double deadline;                           /* when to end it, by clock_seconds; 0: never */
} VmHooks;

/* vm_fn.c — the whole, and calls from model code */

VmFn *vm_fn_new(const IrModule *m, const MdvAlloc *alloc); /* NULL: no memory; m must stay */
void vm_fn_free(VmFn *vm);                                 /* ends all external objects */
void vm_fn_set_hooks(VmFn *vm, const VmHooks *hooks);
const VmHooks *vm_fn_hooks(const VmFn *vm);
/* Functions as C, by number, to be called in place of their instructions; body must stay. To them a
   VmFn is an MdvCode, a VmFrame an MdvFrame. */
void vm_fn_set_bodies(VmFn *vm, MdvFunction *const body[]);
/* Functions that run often become machine code of the module's Jit, which must stay. False: they do
   not, without memory or because they are C. */
bool vm_fn_set_jit(VmFn *vm, Jit *jit);
/* > 0: cannot be computed with these arguments; < 0: not at all; vm_fn_why says why. */
MdvStatus vm_fn_call(VmFn *vm, const IrCall *call, double frame[]);
const char *vm_fn_why(const VmFn *vm); /* of the last call that failed; never NULL */
int32_t vm_fn_where(const VmFn *vm);   /* the equation that it is in, as in IrCall */
MdvCode *vm_fn_shared(VmFn *vm);       /* as MdvModel.shared */
void vm_fn_end_objects(VmFn *vm);      /* runs the destructors of all external objects */
/* Are all external objects of our own classes? What those of others are only they know. */
bool vm_fn_knows_objects(const VmFn *vm);
bool vm_fn_table_range(const VmFn *vm, const MdvTableAsk *ask,
					   MdvTableRange *out); /* as MdvModel */

/* vm_string.c — texts by number */

const char *vm_string_text(const VmFn *vm, double handle); /* "" if there is none */
double vm_string_handle(VmFn *vm, const char *text);       /* -1: no memory */

/* vm_text.c — how long they live */

/* Between calls: as MdvModel.texts, keep_texts, drop_texts. */
size_t vm_string_made(const VmFn *vm);
void vm_string_keep(VmFn *vm, const double x[], size_t n);
void vm_string_forget(VmFn *vm);
void vm_string_tape(VmFn *vm, Tape *t); /* those that were made, by their numbers */

/* -- for the files of vm_fn ----------------------------------------------------------------- */

#define VM_MAX_DEPTH 2007 /* functions in each other; machine code and C ask at 7, 15, 23 … */
#define VM_CLASSES   32   /* sizes of buffers: powers of two */
#define VM_HOT       4    /* runs of a function before it becomes machine code */
#define VM_STOP_TEST 256  /* turns of loops and calls between looks at flag and clock */

typedef struct VmText {
	char *text;    /* len bytes and a NUL; NULL: the number is free */
	size_t len;    /* in bytes */
	uint32_t hash; /* of the text */
	uint32_t next; /* of free numbers: 1 + the next one; 0: the last */
	bool kept;     /* somebody has its number */
} VmText;

typedef struct VmTexts {
	const MdvAlloc *alloc; /* where all memory comes from */
	VmText *at;            /* n, by number */
	size_t n, cap;         /* numbers given, and that fit */
	size_t n_used;         /* of these, with a text */
	uint32_t free;         /* 1 + the first free number; 0: none */
	uint32_t *slot;        /* n_slots: 1 + number of a text, by hash; 0: free */
	size_t n_slots;        /* 0 or a power of two */
} VmTexts;

typedef MdvArray VmArray;
_Static_assert(MDV_MAX_RANK == IR_MAX_RANK, "arrays are the same in emitted C");

typedef struct VmFrame {
	const IrFn *fn;               /* the function */
	double *r;                    /* its window */
	VmArray *a;                   /* fn->n_arrays */
	const struct VmFrame *caller; /* NULL: model code */
	uint32_t at;                  /* instruction of the call under way */
	char *top;                    /* of the windows before it; NULL: it is in the stack */
	ArenaMark mark;               /* of the stack before it */
} VmFrame;

typedef struct VmObject {
	void *ptr;          /* what the constructor gave; NULL: ended */
	char object;        /* its class, of our constructors; 0: another's */
	int32_t destructor; /* function of the module; -1: none */
	VmSymbol end;       /* ours that ends it, which needs no memory; NULL: nothing */
	bool is_plain;      /* the destructor does nothing else */
} VmObject;

typedef struct VmExtern VmExtern; /* vm_extern.c: a prepared call */

struct VmFn {
	MdvCode shared;             /* what emitted C and atomics see of it; first */
	const IrModule *module;     /* the code */
	const MdvAlloc *alloc;      /* where all memory comes from */
	VmHooks hooks;              /* what comes from outside */
	MdvFunction *const *body;   /* functions as C or machine code; NULL: none is */
	Jit *jit;                   /* makes machine code of functions; NULL: nobody does */
	MdvFunction **machine;      /* what it made: `body` is this, then */
	void **direct;              /* those that it may call itself: no results are kept of them */
	uint8_t *n_runs;            /* by function: runs before that, up to VM_HOT */
	char *top, *end;            /* room for windows and array registers, what is left of it */
	Arena stack;                /* those that have no room there */
	Arena pool;                 /* buffers of arrays, until the outermost call ends */
	Arena keep;                 /* prepared external calls */
	double *unused[VM_CLASSES]; /* buffers of the pool, linked */
	MdvStatus status;           /* of the failure under way */
	Text why;                   /* its reason */
	bool traced;                /* it says where, too */
	int n_shown;                /* functions that it names */
	int32_t source;             /* the equation that called what failed last; -1: not known */
	Text text;                  /* for making Strings */
	double *message;            /* queue, number and scalars of a message */
	struct VmCall **call;       /* by call of the module: how it is made; NULL: not known yet */
	struct VmMemo *memo;        /* by function: results of before */
	VmTexts strings;            /* by number */
	Map told;                   /* function and variable: FN_NEED has warned of it; places, too */
	VEC(VmObject) objects;      /* external objects: number k + 1 */
	VEC(void *) libraries;      /* shared libraries that were opened */
	VmExtern **external;        /* for each function its prepared call; NULL: not yet */
};

/* vm_memo.c — results of functions that were called with the same arguments before */

typedef struct VmMemo VmMemo;

enum { VM_MEMO_IN = 8 };                      /* arguments of such a function, at most */
bool vm_memo_init(VmFn *vm);                  /* false: no memory */
VmMemo *vm_memo_of(VmFn *vm, const IrFn *fn); /* of the function; NULL: it is to be run */
bool vm_memo_is_off(VmFn *vm, int32_t fn);    /* for good */
/* The results for these arguments, in their order; false: they are not known, and are kept there by
   vm_memo_keep, if the function is run without failing. Between the two other calls of it may
   only be those that it makes itself: none. */
bool vm_memo_find(VmMemo *memo, const IrFn *fn, const double in[], double **out);
void vm_memo_keep(VmMemo *memo, const VmFrame *f, double out[]);

/* Failures: write why and return false. */
bool vm_fn_fail(VmFn *vm, MdvStatus status, const char *format, ...) PRINTF_LIKE(3, 4);
bool vm_fn_fail_size(VmFn *vm, const char *what, const VmArray *a, const VmArray *b);

/* vm_fn_run.c — instructions */

bool vm_fn_run_enter(VmFn *vm, const IrFn *fn, const VmFrame *caller, VmFrame *f);
void vm_fn_run_leave(VmFn *vm, VmFrame *f);
bool vm_fn_run_look(VmFn *vm); /* after VM_STOP_TEST turns; false: it is enough */
/* The same without a window of its own: may it be called, and what is left of it. */
bool vm_fn_run_begin(VmFn *vm, const IrFn *fn);
void vm_fn_run_finish(VmFn *vm, const IrFn *fn, VmArray a[]);
void vm_fn_run_trace(VmFn *vm, const VmFrame *f);            /* add to the failure where it was */
void vm_fn_run_place(VmFn *vm, const IrFn *fn, uint32_t at); /* the same without a frame */
void vm_fn_empty_pool(VmFn *vm);                             /* after the outermost call */
bool vm_fn_run(VmFn *vm, VmFrame *f);
void vm_fn_run_direct(VmFn *vm, int32_t fn); /* machine code may call it, if there is no memo */
bool vm_fn_run_step(VmFn *vm, VmFrame *f, uint32_t at); /* one instruction, but for jumps */
bool vm_fn_run_given(VmFn *vm, const VmFrame *f, const IrFnLeaf *leaf); /* has an output a value? */

/* Few numbers: a call of memcpy would cost as much as they do. */
static inline void vm_copy(double *to, const double *from, uint32_t n)
{
	for (; n >= 4; n -= 4, to += 4, from += 4)
		__builtin_memcpy(to, from, 4 * sizeof *to);
	for (; n > 0; n--)
		*to++ = *from++;
}

/* vm_call.c — calls from model code whose arguments lie together */

/* Scalars that lie together on both sides. */
typedef struct VmRun {
	uint32_t reg;  /* first scalar of the function, or its array */
	uint32_t slot; /* first of the model's frame */
	uint32_t n;    /* how many */
} VmRun;

typedef struct VmCall {
	bool slow;          /* it is not so simple: vm_fn_call does it */
	const VmRun *in;    /* n_in: arguments */
	const VmRun *array; /* n_arrays: vectors among them, which stay where they are */
	const VmRun *out;   /* n_out: results */
	int32_t n_in;       /* how many */
	int32_t n_arrays;   /* likewise */
	int32_t n_out;      /* likewise */
} VmCall;

const VmCall *vm_call_make(VmFn *vm, size_t number); /* the first time; NULL: no memory */
void vm_call_give(const VmCall *c, VmFrame *f, double frame[]);
void vm_call_take(const VmCall *c, const VmFrame *f, double frame[]);

/* vm_fn_array.c — arrays: memory, element by element, arrays made */

bool vm_fn_array_size(VmFn *vm, VmArray *a, const int32_t dim[], int rank); /* elements not set */
bool vm_fn_array_copy(VmFn *vm, VmArray *dst, const VmArray *src);
bool vm_fn_array_take(VmFn *vm, VmArray *dst, VmArray *src); /* src is not used any more */
void vm_fn_array_drop(VmFn *vm, VmArray *a);
bool vm_fn_array_same(const VmArray *a, const VmArray *b); /* sizes */
void vm_fn_array_print(const VmArray *a, Text *out);       /* "[2, 3]" */
bool vm_fn_array_step(VmFn *vm, VmFrame *f, const IrInstr *i);

/* vm_fn_map.c — element by element */

/* Of an operation that can fail, outside of its domain: says so, and gives false. */
bool vm_fn_map_undefined(VmFn *vm, uint32_t op, double x, double y);
bool vm_fn_map_scalar(VmFn *vm, uint32_t op, double x, double y, double *out);
bool vm_fn_map_count(VmFn *vm, double first, double step, double last, double *n);
bool vm_fn_map_step(VmFn *vm, VmFrame *f, const IrInstr *i);

/* vm_fn_index.c — elements and parts */

bool vm_fn_index_step(VmFn *vm, VmFrame *f, const IrInstr *i);
bool vm_fn_index_fail(VmFn *vm, const VmFrame *f, uint32_t array, double sub, int32_t size);

/* vm_fn_matrix.c — linear algebra and reductions */

bool vm_fn_matrix_step(VmFn *vm, VmFrame *f, const IrInstr *i);

/* vm_signature.c — what a function that we provide takes, and what it is given */

typedef struct VmGiven {
	double count;        /* elements of an array; 1 of a scalar */
	double number;       /* of an Integer or size */
	const char *text;    /* of a String */
	const int *integers; /* of an array of Integers: its elements */
} VmGiven;

bool vm_signature_fits(const char *signature, const IrExtern *x); /* the types declared */
void vm_signature_print(const char *signature, Text *out);        /* in words of Modelica */
/* The class of the object that argument k is, or for -1 of the one that is made; 0: none. ends: the
   function ends it. */
char vm_signature_object(const char *signature, int32_t k, bool *ends);
bool vm_signature_is_size(const char *signature, int32_t k); /* argument k is a size_t */
bool vm_signature_is_open(const char *signature); /* there is something to look at in calls */
/* The first argument, from 1, whose size or value does not fit; 0: all do. */
int32_t vm_signature_misfit(const char *signature, const VmGiven given[], bool fortran);

/* vm_text.c */

int64_t vm_text_number(VmTexts *t, const char *text, size_t len); /* -1: no memory */
const char *vm_text_at(const VmTexts *t, double number);          /* "" if there is none */
void vm_text_free(VmTexts *t);

/* vm_string.c */

bool vm_string_step(VmFn *vm, VmFrame *f, const IrInstr *i);
bool vm_string_new(VmFn *vm, const char *text, size_t len, double *handle);
bool vm_string_join(VmFn *vm, double a, double b, double *handle);

/* vm_shape.c — calls of C functions of an object, a number and some Reals, as tables have them */

enum { VM_SHAPE_NONE = 0, VM_SHAPE_REALS = 6 }; /* no such function; most Reals */
typedef uint8_t VmShape;                        /* 1 + Reals, + 8 with a number */

VmShape vm_shape_of(const IrExtern *x); /* by its declaration */
double vm_shape_call(VmShape shape, VmSymbol fn, void *object, int integer, const double x[]);
/* vm_message.c — messages of DEVS models */

bool vm_message_init(VmFn *vm); /* false: no memory */
bool vm_message_step(VmFn *vm, VmFrame *f, const IrInstr *i);
/* The same with queue, number and scalars in x, which takes the result. */
bool vm_message_do(VmFn *vm, const IrInstr *i, double x[]);

/* vm_extern.c — external functions */

bool vm_extern_call(VmFn *vm, VmFrame *f);

/* vm_ffi.c — calls of C functions whose types are known at run time only: a letter for what is
   returned, then one for each argument. v nothing, d double, i int, z size_t, p an address. */

typedef struct VmCif VmCif;
typedef union VmFfiResult {
	double real;
	int integer;
	void *ptr;
} VmFfiResult;

const VmCif *vm_ffi_new(Arena *keep, const char *types); /* NULL: no memory */
void vm_ffi_call(const VmCif *c, VmSymbol fn, void *value[], VmFfiResult *result);

/* vm_foreign.c — external functions that are not ours */

VmSymbol vm_foreign_find(VmFn *vm, const IrFn *fn); /* NULL: it was told why there is none */
/* What the C code or a library of any external function has besides; where foreign code is allowed.
   NULL: none has it; `why`, which must begin as "", may tell more. */
VmSymbol vm_foreign_symbol(VmFn *vm, const char *symbol, char *why, size_t size);
void vm_foreign_close(VmFn *vm); /* the libraries that it has opened */
/* Opens lib<name>.so, <name>.so or <name> of the directory, or lib<name>.so wherever the system
   looks. NULL: `why` tells, which must begin as "". */
void *vm_foreign_open(const char *directory, const char *library, char *why, size_t size);
void *vm_foreign_address(void *library, const char *name); /* of what it has; NULL: nothing */
void vm_foreign_drop(void *library);                       /* what was opened */

#endif
