/* SPDX-License-Identifier: MIT
   vm_random.h — what tests of random code share: numbers, operations, comparing bits, and what
   machine code asks a Vm to do. */
#ifndef TEST_VM_RANDOM_H
#define TEST_VM_RANDOM_H

#include "vm/vm.h"
#include "vm/vm_fn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static inline bool same(double x, double y)
{
	return memcmp(&x, &y, sizeof x) == 0 || (isnan(x) && isnan(y));
}

static inline uint32_t below(uint32_t n)
{
	return (uint32_t)rand() % n;
}

static inline IrOp any_op(void)
{
	static const IrOp often[] = {IR_ADD, IR_ADD, IR_SUB, IR_SUB, IR_MUL,    IR_MUL,   IR_MUL,
								 IR_DIV, IR_NEG, IR_LT,  IR_LE,  IR_SELECT, IR_SELECT};

	return below(8) ? often[below(sizeof often / sizeof *often)] : (IrOp)below(IR_UNLESS);
}

static inline MdvStatus machine_call(void *self, int32_t number, double frame[])
{
	Vm *vm = self;

	return vm_fn_call(vm->fns, &vm->m->calls.at[number], frame);
}

static inline void machine_batch(void *self, int32_t number, double frame[])
{
	vm_batch_run(self, number, frame);
}

static const JitHost machine_host = {
	.call = machine_call, .batch = machine_batch, .sine_cosine = vm_sine_cosine};

#endif
