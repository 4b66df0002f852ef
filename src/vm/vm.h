/* SPDX-License-Identifier: MIT
   vm.h — the contents of vm/: runs the code of a module (ir/). Functions are in vm_fn.h.

   A region is interpreted as it is the first times, since much code runs only once; then machine
   code is made of it (jit/), or it is encoded: fused operations, those of one kind in a row.
   Results are the same to the bit; of NaN the sign may differ. */
#ifndef MDV_VM_H
#define MDV_VM_H

#include "ir/ir.h"
#include "jit/jit.h"
#include "modevs/unit.h"
#include "vm/vm_ops.h"

typedef struct VmFn VmFn; /* vm_fn.h */
typedef struct Vm Vm;

/* vm.c — the whole, and the plain interpreter */

/* m was checked (ir_check) and must stay. NULL: no memory. One Vm serves one thread at a time. */
Vm *vm_new(const IrModule *m, const MdvAlloc *a); /* a NULL: the heap */
void vm_free(Vm *vm);
/* As MdvModel.run, why, where, find_bad and string want them; the first argument is the Vm. vm_run
   gets memory only when it encodes a region, and does without if there is none. */
MdvStatus vm_run(void *vm, double frame[], int32_t region);
const char *vm_why(void *vm);
int32_t vm_where(void *vm);
int32_t vm_find_source(void *vm, double frame[], int32_t region);
const char *vm_string(void *vm, double handle);
double vm_new_text(void *vm, const char *text); /* as MdvModel.new_text */
/* As MdvModel.texts, keep_texts, drop_texts. */
size_t vm_texts(void *vm);
void vm_keep_texts(void *vm, const double x[], size_t n);
void vm_drop_texts(void *vm);
VmFn *vm_fns(Vm *vm); /* its functions, to set their hooks */
/* Run the region in the order of its source and find the first result that is not finite although
   the operands are; if there is none, the first that is not finite. False: all are. slot: of the
   result, or -1 (a call without results failed); source: index into the model's sources, or -1. */
bool vm_find_bad(void *vm, double frame[], int32_t region, int32_t *slot, int32_t *source);

/* Large batches are shared out among the threads of the team, which must stay; the bits are the
   same. False: no memory, and one thread does all. */
bool vm_set_team(Vm *vm, Team *team); /* vm_batch.c */

/* vm_jit.c — machine code */

extern const JitHost vm_jit_host; /* for jit_new */
/* What runs often becomes machine code of the module's Jit, which must stay. */
void vm_set_jit(Vm *vm, Jit *jit);

/* -- inside vm/ ------------------------------------------------------------------------------ */

/* Encoded code is words: a header, op | count << 8, then `count` times the slots of result and
   operands; of op + VM_ONE the count is not there, it is 1. Operations are the plain ones of IrOp,
   its control, and those below. Branches have the word to go to, then the slot of the condition;
   calls and batches their number. VM_SUM is the sum of three products, A * B + C * D + E * F, with
   VM_MINUS in C and E to subtract; slots of 1 and -0 make of it all sums, differences and products
   with the same roundings. */
#define VM_ENUM(op, ...) op,
typedef enum VmOp {
	VM_OPS_BEFORE = IR_OP_COUNT - 1, /* numbers go on where those of IrOp end */
	VM_FUSED_OPS(VM_ENUM) VM_SUM,
	VM_BATCH,
	VM_END,
	VM_OP_COUNT
} VmOp;
#undef VM_ENUM

#define VM_ONE       128u        /* added to an operation that stands for itself */
#define VM_MINUS     0x80000000u /* in a slot of VM_SUM */
#define VM_MOST_RUN  0xFFFFFFu   /* largest count */
#define VM_MOST_ARGS 6           /* operands of an operation */

typedef struct VmCode {
	JitRegion *machine;   /* as machine code; NULL: not yet, or there is none */
	const uint32_t *word; /* encoded, up to VM_END; NULL: not yet, or there was no memory */
	int32_t n_plain;      /* runs by the plain interpreter */
} VmCode;

/* What the encoder knows of a slot; all zero between regions. */
typedef struct VmSlot {
	int32_t def;    /* 1 + what writes it in the piece at hand; 0: nothing there */
	int32_t n_uses; /* how often the region reads it */
} VmSlot;

/* Sine and cosine of the values of which they were asked last: positions of mechanisms are asked
   for them by every equation and every direction of a Jacobian. */
enum { VM_SINE_BITS = 6 };

typedef struct VmSine {
	uint64_t of;   /* bits of the value; at first 0, of which they are known */
	JitSine value; /* both */
} VmSine;

struct Vm {
	const IrModule *m;     /* the code */
	const MdvAlloc *alloc; /* where the Vm itself comes from */
	VmFn *fns;             /* functions, Strings */
	Jit *jit;              /* makes machine code; NULL: nobody does */
	Arena keep;            /* holds what follows */
	Arena scratch;         /* of the encoder */
	VmCode *code;          /* by region */
	int32_t sums_from;     /* chains of so many tiles are made sums (VM_SUM) */
	VmSlot *slot;          /* by slot; NULL until something is encoded */
	struct VmBatch *batch; /* by batch: what to do */
	double *lanes;         /* buffers of vm_batch.c, for each thread lane_room of them */
	size_t lane_room;      /* doubles in the buffers of one thread */
	Team *team;            /* threads that share large batches; NULL: one does all */
	double *value;         /* most operands and temporaries of a batch: those of one instance */
	VmSine sine[1 << VM_SINE_BITS]; /* by hash */
};

/* vm_sine.c — sine and cosine of one value */

JitSine vm_sine_cosine(void *vm, double x);

/* vm_batch.c — batches */

typedef struct VmBatch VmBatch;

bool vm_batch_init(Vm *vm);                                     /* prepares all; false: no memory */
void vm_batch_run(const Vm *vm, int32_t batch, double frame[]); /* by all threads, if it is large */

/* vm_code.c — the interpreter of encoded code */

MdvStatus vm_code_run(Vm *vm, const uint32_t *word, double frame[]);

/* vm_encode.c — regions to encoded code */

const uint32_t *vm_encode(Vm *vm, const IrRegion *r); /* NULL: no memory */

/* One operation of the encoded code: a tree of plain ones. */
typedef struct VmTile {
	uint32_t op;                /* VmOp */
	uint32_t dst;               /* slot of the result */
	uint32_t arg[VM_MOST_ARGS]; /* slots of the operands */
} VmTile;

extern const uint8_t vm_op_args[VM_OP_COUNT]; /* operands of each operation */

/* vm_encode_tile.c — straight code to tiles */

typedef struct VmTiling {
	VmSlot *slot;        /* by slot; n_uses is known. def is written: 1 + tile */
	uint32_t first_temp; /* only what makes slots from here on is taken in */
	bool sums;           /* fuse to what VM_SUM can do rather than to what is largest */
} VmTiling;

/* Instructions first … end - 1, no control among them, as tiles in the same order. Gives the number
   of tiles; tile has room for all. */
int32_t vm_encode_tiles(const VmTiling *t, const IrInstr instr[], int32_t first, int32_t end,
						VmTile tile[]);
/* The same as VM_SUM where that can be. */
void vm_encode_sums(const IrModule *m, VmTile tile[], int32_t n);

/* vm_encode_order.c — tiles of one kind in a row */

/* Write into order a permutation of the tiles that respects what they use, by vm->slot[].def.
   Gives the number of runs; 0: no memory. */
int32_t vm_encode_order(Vm *vm, const VmTile tile[], int32_t n, int32_t order[]);

#endif
