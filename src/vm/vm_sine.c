/* SPDX-License-Identifier: MIT
   vm_sine.c — sine and cosine of one value, for machine code: found by the bits of the value if it
   was asked for a short time ago. */
#include "vm/vm.h"

#include <math.h>
#include <string.h>

/* Compilers make one call of the two, which gives the same bits (tested). */
JitSine vm_sine_cosine(void *self, double x)
{
	Vm *vm = self;
	VmSine *known;
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	known = &vm->sine[bits * UINT64_C(0x9E3779B97F4A7C15) >> (64 - VM_SINE_BITS)];
	if (known->of != bits) {
		known->of = bits;
		known->value = (JitSine){sin(x), cos(x)};
	}
	return known->value;
}
