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

_Static_assert(sizeof((VmFn *)0)->shared.turns == 4, "what loops count down");

const JitHost vm_jit_host = {call, batch, step, vm_sine_cosine, offsetof(VmFn, shared.turns)};

void vm_set_jit(Vm *vm, Jit *jit)
{
	vm->jit = jit;
	vm_fn_set_jit(vm->fns, jit);
}
