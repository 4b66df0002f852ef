/* SPDX-License-Identifier: MIT
   api.h — the contents of api/: the compiler and the VM behind include/modevs/modevs.h. */
#ifndef MDV_API_H
#define MDV_API_H

#include "compiler/compiler.h"
#include "compiler/lower/lower.h"
#include "modevs/modevs.h"
#include "runtime/ext/ext.h"
#include "runtime/out/out.h"
#include "runtime/system/system.h"
#include "vm/vm.h"
#include "vm/vm_fn.h"

/* program.c — compiled classes */

struct MdvProgram {
	MdvAlloc alloc;           /* where all memory comes from */
	Compile cx;               /* the compilation: it holds code and tables */
	bool compiled;            /* there is a model */
	const char *const *allow; /* what its models may do; ends with NULL */
	Jit *jit;                 /* machine code for all its models; NULL: the VM runs them */
	unsigned n_threads;       /* of each of its models; 0: one */
	Text messages;            /* of the compiler */
	MdvModelSource source;    /* makes the models of plants */
};

/* maker.c — models that can run: tables and a VM of their own */

/* Zero is a choice in every field. */
typedef struct MakerOptions {
	void (*log)(void *user, const char *text); /* is told warnings; NULL: dropped */
	void *user;                                /* handed to log */
	const volatile sig_atomic_t *stop;         /* not 0: loops that take long end; may be NULL */
	double deadline;                           /* when they end, by clock_seconds; 0: never */
	const MdvAlloc *alloc;                     /* where all memory comes from; NULL: the heap */
	Jit *jit;                                  /* makes machine code; NULL: the VM runs all */
	unsigned n_threads;                        /* that share large batches; 0: one */
} MakerOptions;

typedef struct Made {
	MdvModel model;     /* first: a copy of the compilation's, with the VM filled in */
	MdvFlow *flow;      /* its derivatives as straight code, in memory; NULL: not asked for yet */
	Arena memory;       /* holds that */
	Vm *vm;             /* runs its code */
	Team *team;         /* threads that help it; NULL: none */
	ExtSession session; /* of its external functions */
	MakerOptions o;     /* as given */
} Made;

/* Machine code for what was compiled; it lives longer than its models and less long than that.
   NULL: not wanted, or no memory for it. */
Jit *maker_jit(Compile *cx, MdvCodeKind code);
/* A running model of what was compiled, which must outlive it. NULL: no memory. */
Made *maker_new(const Compile *cx, const MakerOptions *o);
bool maker_has_fmus(const Compile *cx); /* code of others is among what was compiled */
void maker_free(Made *made);            /* NULL is allowed */
Made *maker_of(const MdvProgram *p, const MakerOptions *o); /* the same, with its permissions */
MdvModelSource maker_source(MdvProgram *p);
/* The components and couplings of what was compiled, in keep; the island has no atomic yet.
   n_components < 0: no memory. */
SystemTable maker_system(const Compile *cx, Arena *keep);

/* simulate.c — runs of their own */

#endif
