/* SPDX-License-Identifier: MIT
   flow.h — the derivatives of a model as straight code, for quantized states: made when a run asks
   for it, never carried by emitted C. */
#ifndef MDV_IR_FLOW_H
#define MDV_IR_FLOW_H

#include "ir/ir.h"
#include "modevs/model.h"

/* A block of MdvFlow. Of a state set: all its candidates are unknowns, of which those that are
   states now are known. */
typedef struct MdvFlowBlock {
	int32_t n;               /* residuals */
	int32_t n_unknowns;      /* n, or the candidates of the set */
	int32_t first, end;      /* values of its code */
	const int32_t *unknown;  /* n_unknowns values */
	const int32_t *residual; /* n values */
	int32_t set;             /* of candidates; -1: none */
	const MdvStep *step;     /* what it is in ODE or ZERO */
} MdvFlowBlock;

/* A region made to run on a frame: as machine code, or by the VM. */
typedef struct MdvFlowCode {
	MdvStatus (*run)(void *ctx, double frame[]);
	void *ctx;
} MdvFlowCode;

/* What all derivatives, crossings and assertions are made of, as MdvProof, but with all of their
   blocks, and state sets. Made when somebody asks for it (MdvModel.flow). */
struct MdvFlow {
	int32_t n_values; /* as in MdvProof */
	const int32_t *op, *a, *b, *c;
	int32_t n_blocks; /* in order of evaluation */
	const MdvFlowBlock *block;
	const double *number;    /* of MDV_LEAF_NUMBER */
	const int32_t *crossing; /* by crossing: its function */
	const int32_t *check;    /* by action: whether it fires; -1: it is looked at at events only */
	const int32_t *rate;     /* by state outside of sets: its derivative */
	const int32_t *const *candidate_rate; /* by set, by candidate: the same */
	int32_t unknown_source; /* an equation with a call that could not be carried out; -1: none */
	const char *refusal;    /* why there is none; NULL: there is */
	/* Makes the regions of m, which were checked, run: out[i] is region i. Both must stay until
	   `drop` of what it gives. NULL: no memory. The first argument is `maker`. */
	void *(*make)(const void *maker, const IrModule *m, MdvFlowCode out[]);
	void (*drop)(void *made); /* NULL is allowed */
	const void *maker;
};

#endif
