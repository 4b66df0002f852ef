/* SPDX-License-Identifier: MIT
   jit.h — the contents of jit/: the regions and functions of a module (ir/) as machine code, made
   in process. x86-64 under Linux; elsewhere, and where the system forbids memory that can be
   executed, there is none, and the VM runs everything.

   Results have the bits that the VM gives; of NaN the sign may differ. Code depends on the module
   only: what it works on comes as arguments. So all running copies of a model share it, on any
   thread. */
#ifndef MDV_JIT_H
#define MDV_JIT_H

#include "ir/ir_fn.h"
#include "jit/jit_x64.h"
#include "modevs/unit.h"

#include <pthread.h>

typedef struct Jit Jit;

/* A region: works on a frame; `vm` is handed to what the host does for it. */
typedef MdvStatus JitRegion(void *vm, double frame[]);

/* Two numbers, which a function gives in the first two registers. */
typedef struct JitSine {
	double sine, cosine;
} JitSine;

/* Where code finds what calls of functions need, in bytes. */
typedef struct JitPlaces {
	int32_t fns;    /* in what regions are given: the address of the functions */
	int32_t direct; /* in these: a table, by function, of what machine code may call; 0: of none */
	int32_t top;    /* likewise: room for windows, what is left of it, */
	int32_t end;    /* to here */
	int32_t source; /* likewise: 32 bits, the equation that calls */
} JitPlaces;

/* What code does not do itself. */
typedef struct JitHost {
	MdvStatus (*call)(void *vm, int32_t call, double frame[]); /* a call of model code */
	void (*batch)(void *vm, int32_t batch, double frame[]);    /* a batch */
	bool (*step)(MdvCode *fns, MdvFrame *f, uint32_t at);      /* an instruction of a function */
	JitSine (*sine_cosine)(void *vm, double x);                /* with the bits of sin and cos */
	int32_t turns; /* where `fns` has the 32 bits that loops count down; at 0 the step is asked */
	bool (*drop)(MdvCode *fns, MdvFrame *f,
				 bool ok);         /* arrays of a call that has ended; gives ok */
	MdvStatus (*settle)(void *vm); /* after a call of model code: memory, why it failed if it did */
	JitPlaces at;                  /* what is where */
} JitHost;

/* jit.c — the whole */

/* m was checked and must stay, and so must keep, which holds the Jit. NULL: no memory. Nothing is
   made before it is asked for. */
Jit *jit_new(const IrModule *m, const JitHost *host, Arena *keep);
void jit_free(Jit *j);     /* the code; NULL is allowed */
void jit_take_all(Jit *j); /* regions of any length */
/* The code of a region or function, made now if it was not yet; NULL: there is none, now and
   later. Any thread may ask. */
JitRegion *jit_region(Jit *j, int32_t region);
MdvFunction *jit_function(Jit *j, int32_t fn);
void *jit_direct(Jit *j, int32_t fn); /* its entry for machine code, once it was made; or NULL */

typedef struct JitStats {
	int32_t n_regions, n_functions; /* made so far */
	size_t n_instrs;                /* of the IR, in them */
	size_t n_bytes;                 /* machine code */
	double seconds;                 /* making them */
	const char *refused;            /* why there is no more; NULL: nothing was refused */
} JitStats;

void jit_stats(Jit *j, JitStats *out);

/* -- inside jit/ ----------------------------------------------------------------------------- */

/* jit_memory.c — memory for code: one mapping to write to, another one to run */

typedef struct JitMemory {
	struct JitMemory *next; /* filled before */
	uint8_t *write;         /* where code is written */
	uint8_t *run;           /* where it is run; NULL: it is for data */
	size_t size, used;      /* bytes */
	DebuggerFile *symbols;  /* in it, which debuggers read; NULL: none */
} JitMemory;

/* Gives memory that has `need` bytes left; its pool is filled. NULL: there is none. */
JitMemory *jit_memory_get(Jit *j, size_t need);
const uint8_t *jit_memory_pool(const JitMemory *memory);
void *jit_memory_table(Jit *j, size_t size); /* zeroed, as long as the Jit; NULL: there is none */
void jit_memory_free(Jit *j);

/* jit_perf.c — names for profilers */

void jit_perf_note(const uint8_t *at, size_t size, const char *kind, const char *name);

/* jit_gdb.c — names for debuggers */

void jit_gdb_note(Jit *j, const uint8_t *at, size_t size, const char *kind, const char *name);

/* jit_value.c — values in registers, and the operations of ops.h */

enum { JIT_REGS = 16, JIT_NO_SLOT = -1 };

typedef struct JitReg {
	int64_t slot;  /* whose value it has; JIT_NO_SLOT: none */
	bool dirty;    /* which memory does not have */
	bool mask;     /* it is a truth: all ones or zeros, not 1 or 0 */
	uint32_t used; /* when it was used last */
} JitReg;

typedef struct JitSlot {
	int32_t left; /* of a temporary: reads to come; negative: it is none, always in memory */
	uint8_t reg;  /* 1 + register with its value; 0: none */
} JitSlot;

/* Machine code under way. Values are cached in registers: those of variables are in memory, too,
   those of temporaries only if they must be. RBX is 128 behind the begin of the frame, so that near
   slots have short distances. */
typedef struct JitCode {
	X64 x;               /* where it is written */
	JitSlot *slot;       /* by slot */
	uint32_t first_temp; /* what is below is no temporary */
	uint32_t n_slots;    /* of the frame; those behind it are on the stack */
	const int32_t *read; /* of a function: by instruction, how often a temporary that it writes is
							read until it is written again; NULL: slots are written once */
	uint32_t at;         /* likewise: the instruction under way */
	JitReg reg[JIT_REGS];
	uint32_t pinned; /* registers that must stay for now, bit by bit */
	uint32_t now;    /* counts */
} JitCode;

void jit_value_begin(JitCode *c); /* no register has a value */
/* All that is still needed goes to memory; forget: registers are lost. */
void jit_value_flush(JitCode *c, bool forget);
void jit_value_op(JitCode *c, const IrInstr *in); /* one operation of ops.h */
void jit_value_sine_cosine(JitCode *c, uint32_t of, uint32_t sine, uint32_t cosine);
int jit_value_load(JitCode *c, uint32_t slot); /* a register with it, pinned; it was read */
int jit_value_take(JitCode *c);                /* a register for something new, pinned */
void jit_value_set(JitCode *c, uint32_t slot, int reg); /* the register has it from now on */
void jit_value_unpin(JitCode *c);
void jit_value_written(JitCode *c, uint32_t slot); /* in memory, by somebody else */
X64Operand jit_value_place(uint32_t slot);         /* of the frame */
int jit_value_bring(JitCode *c, uint32_t slot);    /* as jit_value_load, but not counted as read */
void jit_value_keep(JitCode *c, uint32_t slot);    /* what its register has is in memory, too */
/* A jump that is taken where the slot is 0. */
uint8_t *jit_value_unless(JitCode *c, uint32_t slot);
int jit_value_pool(IrOp op); /* offset of the address of an operation as a function */

/* What follows the numbers in the pool: addresses of operations, of what the host does. */
enum {
	JIT_POOL_OPS = POOL_MASKS * POOL_UNIT,
	JIT_POOL_CALL = JIT_POOL_OPS + IR_UNLESS * 8,
	JIT_POOL_BATCH = JIT_POOL_CALL + 8,
	JIT_POOL_STEP = JIT_POOL_BATCH + 8,
	JIT_POOL_SINE_COSINE = JIT_POOL_STEP + 8,
	JIT_POOL_DROP = JIT_POOL_SINE_COSINE + 8,
	JIT_POOL_SETTLE = JIT_POOL_DROP + 8,
	JIT_POOL_COUNT = JIT_POOL_SETTLE + 8, /* of messages */
	JIT_POOL_TAKE = JIT_POOL_COUNT + 8,
	JIT_POOL_SEND = JIT_POOL_TAKE + 8,
	JIT_POOL_SIZE = JIT_POOL_SEND + 8
};

void jit_value_fill_pool(uint8_t *pool, const JitHost *host);

/* jit_pair.c — sine and cosine of one value in straight code */

/* By instruction: the other one of a pair, -1: none; the later one is done with the earlier one.
   target: by instruction, whether a jump goes there. NULL: no memory. */
int32_t *jit_pair_find(Arena *scratch, const IrRegion *r, const bool target[]);

/* jit_call.c — calls of functions by code */

#define JIT_CALL_LOOK 8 /* calls in each other: of so many the host does one, and looks */

/* May calls of it be direct? Its window then begins with frame and arrays, … */
bool jit_call_is_direct(const Jit *j, const IrFn *fn);
int32_t jit_call_array(uint32_t array, size_t member);    /* … which are here, … */
int32_t jit_call_scalar(const IrFn *fn, uint32_t scalar); /* … and these here, in bytes */
uint8_t *jit_call_entry(const Jit *j, X64 *x, const IrFn *fn, const uint8_t *body);
/* RDI: the functions. RDX := the window, R11 := the entry; `host` jumps where there is none. */
void jit_call_begin(const Jit *j, X64 *x, const IrFn *fn, uint8_t *host[2]);
/* RDI, RDX, R11 as they were, RSI: the frame of who calls. Jumps where the host must do it, and
   where it failed. */
void jit_call_end(X64 *x, uint8_t **host, uint8_t **failed);

/* jit_message.c — messages, by functions for the pool */

bool jit_message_count(MdvCode *fns, double r[], const uint32_t pair[], uint32_t dst);
bool jit_message_take(MdvCode *fns, double r[], const uint32_t pair[], uint32_t dst);
bool jit_message_send(MdvCode *fns, double r[], const uint32_t pair[], uint32_t dst);

/* jit_region.c, jit_fn.c — give the begin of the code as written; NULL: it did not fit */

#define JIT_MOST_PER_INSTR 64   /* bytes of an instruction, on the average */
#define JIT_MARGIN         4096 /* bytes that one instruction cannot fill */

typedef struct JitJump {
	uint8_t *jump;   /* x64_jump */
	uint32_t target; /* instruction */
} JitJump;

uint8_t *jit_region_make(Jit *j, JitCode *c, const IrRegion *r);
size_t jit_region_length(const Jit *j, const IrRegion *r); /* operations that it is made of */
size_t jit_fn_length(const IrFn *fn);                      /* likewise */
/* direct: the begin of the other entry; NULL: there is none. */
uint8_t *jit_fn_make(Jit *j, JitCode *c, const IrFn *fn, uint8_t **direct);

struct Jit {
	const IrModule *m;      /* the code */
	JitHost host;           /* what it does not do itself */
	pthread_mutex_t lock;   /* one thread makes code at a time */
	Arena scratch;          /* while code is made */
	JitSlot *slot;          /* by slot of the frame, then temporaries of a batch; all zero between
							   regions */
	JitRegion **region;     /* made so far, by number */
	MdvFunction **function; /* likewise */
	void **direct;          /* by function: its other entry */
	bool *region_tried;     /* NULL means none */
	bool *function_tried;   /* likewise */
	JitMemory *table;       /* for data */
	JitMemory *memory;      /* the newest first */
	X64 processor;          /* what it has */
	int32_t most;           /* instructions of a region; longer ones are left to the VM */
	JitStats stats;         /* for people */
};

#endif
