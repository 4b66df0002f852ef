/* SPDX-License-Identifier: MIT
   ir.h — the contents of ir/: the code of a compiled model, between lower/ and vm/ or emit/.

   A region is straight-line code on the model's frame (an array of doubles): instructions with one
   result and up to three operands, all slots. Constants have slots too. Inside a region every slot
   is written once, except on the two sides of a branch. Branches nest: `unless c` goes to the other
   side, before which a `jump` goes to the end; or to the end, if there is no other side. Regions
   hold batches besides: one small piece of code applied to many instances whose slots are
   (base, stride) or tables.
   Functions are in ir_fn.h. */
#ifndef MDV_IR_H
#define MDV_IR_H

#include "base/base.h"
#include "ir/ops.h"

typedef struct IrInstr {
	uint32_t op;  /* IrOp */
	uint32_t dst; /* slot of the result; of IR_UNLESS, IR_JUMP the target */
	uint32_t a;   /* operands */
	uint32_t b;
	uint32_t c;
} IrInstr;

/* A call of a function with scalars flattened: arrays row-major, records field by field. */
typedef struct IrCall {
	int32_t fn;          /* function of the module */
	int32_t n_in, n_out; /* scalars in, out */
	const uint32_t *in;  /* n_in slots */
	const uint32_t *out; /* n_out slots */
	const int32_t *dim;  /* sizes of all array inputs, in order; NULL: there are none */
	int32_t n_dims;      /* how many sizes */
	int32_t source;      /* of the equation that calls, an index into the model's; -1: not known */
} IrCall;

/* Where operand k of instance i of a batch lies: base + i * stride, or table[i]. */
typedef struct IrOperand {
	uint32_t base;         /* slot of instance 0 */
	int32_t stride;        /* 0: the same for all */
	const uint32_t *table; /* n_instances slots; NULL: base and stride */
} IrOperand;

static inline uint32_t ir_operand_slot(const IrOperand *o, int32_t i)
{
	return o->table ? o->table[i] : (uint32_t)(o->base + (int64_t)i * o->stride);
}

/* Operands 0 … n_operands - 1 are outside (the results among them, `n_results` last ones); numbers
   from n_operands on are temporaries of the instance. No instance uses another's result. */
typedef struct IrBatch {
	const IrInstr *instr;     /* n_instrs: slots are numbers as above; no control, no calls */
	int32_t n_instrs;         /* length */
	int32_t n_instances;      /* how often */
	int32_t n_operands;       /* outside operands */
	int32_t n_results;        /* the last n_results of them are written */
	int32_t n_temps;          /* temporaries */
	const IrOperand *operand; /* n_operands */
} IrBatch;

/* Batches and instructions of a region in order: run instructions up to `at`, then the batch. */
typedef struct IrBatchAt {
	int32_t at;    /* instruction of the region before which it runs */
	int32_t batch; /* number in the module's batches */
} IrBatchAt;

typedef struct IrRegion {
	const IrInstr *instr;      /* n_instrs */
	const int32_t *source;     /* n_instrs: equation of each, index into the model's sources; -1 */
	int32_t n_instrs;          /* length */
	const IrBatchAt *batch_at; /* n_batches, ascending */
	int32_t n_batches;         /* batches */
	bool in_place;             /* calls only, which may read slots that they write: a state */
} IrRegion;

struct IrFn; /* ir_fn.h */

/* A record that messages of DEVS models carry, taken apart: one leaf for each scalar or array of
   scalars, all of known size. Records with the same leaves are one. The first is the paper's own:
   Integer Port, Integer Type, Real Value. */
typedef struct IrRecordLeaf {
	const char *name;   /* "origin.x" */
	uint8_t kind;       /* IrKind of an element */
	uint8_t rank;       /* dimensions; 0: a scalar */
	const int32_t *dim; /* rank sizes */
	int32_t n;          /* their product */
} IrRecordLeaf;

typedef struct IrRecord {
	const char *name;         /* of the class */
	const IrRecordLeaf *leaf; /* n_leaves */
	int32_t n_leaves;         /* how many */
	int32_t n;                /* scalars */
	int32_t port;             /* scalar that takes the port of arrival, an Integer Port; -1: none */
	int32_t number;           /* in the module */
} IrRecord;

typedef struct IrModule {
	Arena *keep;               /* holds everything here */
	uint32_t n_slots;          /* size of the frame */
	uint32_t first_temp;       /* slots from here on are temporaries: read only by the region that
								  wrote them, before it ends; n_slots or more: there are none */
	uint32_t one;              /* slot of the number 1; UINT32_MAX: there is none */
	uint32_t minus_zero;       /* slot of the number -0; UINT32_MAX: there is none */
	const bool *constant;      /* by slot: it is a number for ever; NULL: not known */
	VEC(IrRegion) regions;     /* the pieces of code that MdvModel.run knows by number */
	VEC(IrCall) calls;         /* by IR_CALL */
	VEC(IrBatch) batches;      /* by IrBatchAt */
	VEC(struct IrFn *) fns;    /* functions, by IrCall.fn */
	VEC(const char *) strings; /* String literals: handle k is strings[k] */
	VEC(IrRecord) records;     /* of messages */
} IrModule;

/* ir.c — building and checking */

void ir_init(IrModule *m, Arena *keep);
/* Every slot is in range and written once on every way through its region, operands are written
   before they are read if written in the region at all (but for IrRegion.in_place), temporaries
   always; branches nest; batches stand outside of branches. False: `why` tells what is wrong. */
bool ir_check(const IrModule *m, Arena *scratch, Text *why);
/* Is shown every slot that a region reads, as often as it does. */
typedef void IrReader(void *ctx, uint32_t slot);
void ir_region_reads(const IrModule *m, const IrRegion *r, IrReader *see, void *ctx);

/* ir_print.c — text, for people and golden tests */

void ir_print_region(const IrModule *m, int32_t region, Text *out);

#endif
