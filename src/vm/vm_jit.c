/* SPDX-License-Identifier: MIT
   vm_jit.c — what machine code (jit/) asks the VM to do. */
#include "vm/vm.h"
#include "vm/vm_fn.h"

#include <stddef.h>

static MdvStatus call(void *self, int32_t number, double frame[])
{
	Vm *vm = self;

	return vm_fn_call(vm->fns, &vm->m->calls.at[number], frame);
}

static void batch(void *self, int32_t number, double frame[])
{
	vm_batch_run(self, number, frame);
}

static bool step(MdvCode *fns, MdvFrame *f, uint32_t at)
{
	return vm_fn_run_step((VmFn *)fns, (VmFrame *)f, at);
}

static bool drop(MdvCode *fns, MdvFrame *f, bool ok)
{
	const IrFn *fn = f->fn;

	for (uint32_t k = 0; k < fn->n_arrays; k++)
		vm_fn_array_drop((VmFn *)fns, &f->a[k]);
	return ok;
}

static MdvStatus settle(void *self)
{
	Vm *vm = self;

	if (vm->fns->shared.pool_used && vm->fns->shared.depth == 0)
		vm_fn_empty_pool(vm->fns);
	return vm->fns->status;
}

_Static_assert(sizeof((VmFn *)0)->shared.turns == 4, "what loops count down");
_Static_assert(sizeof((VmFn *)0)->source == 4, "which code stores");
_Static_assert(VM_MAX_DEPTH % JIT_CALL_LOOK == JIT_CALL_LOOK - 1, "the host does that call");

const JitHost vm_jit_host = {.call = call,
							 .batch = batch,
							 .step = step,
							 .sine_cosine = vm_sine_cosine,
							 .turns = offsetof(VmFn, shared.turns),
							 .drop = drop,
							 .settle = settle,
							 .at = {.fns = offsetof(Vm, fns),
									.direct = offsetof(VmFn, direct),
									.top = offsetof(VmFn, top),
									.end = offsetof(VmFn, end),
									.source = offsetof(VmFn, source)}};

void vm_set_jit(Vm *vm, Jit *jit)
{
	if (vm_fn_set_jit(vm->fns, jit)) /* of which machine code of regions has the tables */
		vm->jit = jit;
}
