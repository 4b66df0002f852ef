/* SPDX-License-Identifier: MIT
   native.h — the contents of native/: models as C (modevs/unit.h) made to run. */
#ifndef MDV_NATIVE_H
#define MDV_NATIVE_H

#include "modevs/unit.h"
#include "runtime/ext/ext.h"
#include "runtime/out/out.h"
#include "runtime/plant/plant.h"
#include "vm/vm_fn.h"

/* native_code.c — the code of a unit, running */

typedef struct NativeCode {
	MdvModel model;                           /* the unit's, with this as its code */
	const MdvUnit *unit;                      /* the constant part */
	const MdvAlloc *alloc;                    /* where all memory comes from */
	Arena memory;                             /* of the functions' code */
	IrModule module;                          /* functions, calls, texts */
	VmFn *fns;                                /* they, running */
	VmHooks hooks;                            /* what they need */
	ExtSession session;                       /* of external functions */
	void (*log)(void *ctx, const char *text); /* is told warnings; NULL: dropped */
	void *log_ctx;                            /* handed to log */
	MdvInstance *view;                        /* of a plant: its variables; NULL: no plant's */
} NativeCode;

/* NULL: no memory, or a unit made for another version of modevs. */
NativeCode *native_code_new(const MdvUnit *unit, const MdvAlloc *alloc);
void native_code_free(NativeCode *c);
/* What it remembers from call to call: texts and random numbers. External objects are those that
   initialization makes; such a code has as many, of our own classes. */
void native_code_tape(NativeCode *c, Tape *t);
NativeCode *native_code_of(const MdvUnit *unit, const MdvModel *m); /* NULL: not of this unit */

/* native.c — instances */

typedef struct NativeSet {
	int32_t var;  /* which */
	double value; /* its value */
} NativeSet;

struct MdvInstance {
	const MdvAlloc *alloc; /* where all memory comes from */
	NativeCode *code;      /* tables and code */
	MdvHybrid *plant;      /* whose variables it shows; NULL: its own, in rt */
	Rt *rt;                /* the values; NULL: a plant's, or there was no memory for new ones */
	VEC(NativeSet) sets;   /* values given, each variable once */
	bool used;             /* rt has been run */
	bool has_inputs;       /* an input is among sets */
	const char *message;   /* of a failure that rt knows nothing of; NULL: none */
	char refused[256];     /* text of such a failure */
};

/* island_simulate with fresh values and those that were set. */
MdvStatus native_simulate(MdvInstance *p, const HybridOptions *o, HybridResult *out);
/* native_main.c — a whole program */

#endif
