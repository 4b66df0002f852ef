/* SPDX-License-Identifier: MIT
   vm.h — the contents of vm/: runs the code of a module (ir/). Functions are in vm_fn.h.

   A region is interpreted as it is the first times, since much code runs only once; then it is
   encoded: fused operations, those of one kind in a row. Results are the same to the bit; of NaN
   the sign may differ. */
#ifndef MDV_VM_H
#define MDV_VM_H

#include "ir/ir.h"

typedef struct VmFn VmFn; /* vm_fn.h */
typedef struct Vm Vm;

/* vm.c — the whole, and the plain interpreter */

/* m was checked (ir_check) and must stay. NULL: no memory. One Vm serves one thread at a time. */
Vm *vm_new(const IrModule *m, const MdvAlloc *a); /* a NULL: the heap */
void vm_free(Vm *vm);
/* As MdvModel.run, why, find_bad and string want them; the first argument is the Vm. vm_run gets memory only
   when it encodes a region, and does without if there is none. */
MdvStatus vm_run(void *vm, double frame[], int32_t region);
const char *vm_why(void *vm);
int32_t vm_find_source(void *vm, double frame[], int32_t region);
const char *vm_string(void *vm, double handle);
VmFn *vm_fns(Vm *vm); /* its functions, to set their hooks */
/* Run the region in the order of its source and find the first result that is not finite although
   the operands are; if there is none, the first that is not finite. False: all are. source: index
   into the model's sources, or -1. */
bool vm_find_bad(Vm *vm, double frame[], int32_t region, uint32_t *slot, int32_t *source);

/* vm_fn.c, vm_string.c — what is used of them here */

VmFn *vm_fn_new(const IrModule *m, const MdvAlloc *alloc);
void vm_fn_free(VmFn *vm);
MdvStatus vm_fn_call(VmFn *vm, const IrCall *call, double frame[]);
const char *vm_fn_why(const VmFn *vm);
const char *vm_string_text(const VmFn *vm, double handle);

/* -- inside vm/ ------------------------------------------------------------------------------ */

struct Vm {
	const IrModule *m;     /* the code */
	const MdvAlloc *alloc; /* where the Vm itself comes from */
	VmFn *fns;             /* functions, Strings */
	Arena keep;            /* holds what follows */
	double *value;         /* most operands and temporaries of a batch: those of one instance */
};

#endif
