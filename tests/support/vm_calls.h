/* SPDX-License-Identifier: MIT
   vm_calls.h — functions for tests of the VM for model code, in place of those of vm_fn.c. */
#ifndef MDV_VM_CALLS_H
#define MDV_VM_CALLS_H

#include "vm/vm_fn.h"

/* Functions of the model, in place of vm_fn.c: number 0 adds its arguments up, 1 cannot. */
static VmFn fns;    /* one model at a time */
static int n_calls; /* calls of it so far */

VmFn *vm_fn_new(const IrModule *m, const MdvAlloc *alloc)
{
	(void)m, (void)alloc;
	n_calls = 0;
	return &fns;
}

void vm_fn_free(VmFn *vm)
{
	(void)vm;
}

MdvStatus vm_fn_call(VmFn *vm, const IrCall *call, double frame[])
{
	double sum = 0;

	(void)vm;
	n_calls++;
	for (int32_t i = 0; i < call->n_in; i++)
		sum += frame[call->in[i]];
	for (int32_t i = 0; i < call->n_out; i++)
		if (call->out[i] != IR_NO_SLOT)
			frame[call->out[i]] = sum + i;
	return call->fn == 0 ? MDV_OK : MDV_RETRY;
}

const char *vm_fn_why(const VmFn *vm)
{
	(void)vm;
	return n_calls ? "cannot" : "";
}

int32_t vm_fn_where(const VmFn *vm)
{
	(void)vm;
	return -1;
}

const char *vm_string_text(const VmFn *vm, double handle)
{
	(void)vm;
	return handle == 1 ? "one" : "other";
}

double vm_string_handle(VmFn *vm, const char *text)
{
	(void)vm, (void)text;
	return 1;
}

#endif
