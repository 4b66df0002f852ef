/* SPDX-License-Identifier: MIT
   vm_code.c — the interpreter of encoded code (vm.h). Its cost is the jump to the next operation,
   which processors cannot foresee in long code that does not repeat: hence runs, in which one jump
   serves many tuples, and one jump of its own at the end of every operation (labels as values; the
   compiler must not merge them: -fno-crossjumping). */
#include "vm/vm.h"

#include "vm/vm_fn.h"

#include <math.h>

#define A f[w[2]]
#define B f[w[3]]
#define C f[w[4]]
#define D f[w[5]]
#define E f[w[6]]
#define F f[w[7]]

#define NEXT goto *label[*w & 255]

/* In a run w moves from tuple to tuple, one word before each. */
#define BODY(op, name, n, value, ...)             \
	one_##op : f[w[1]] = value;                   \
	w += (n) + 2;                                 \
	NEXT;                                         \
	run_##op : for (left = *w >> 8; left; left--) \
	{                                             \
		f[w[1]] = value;                          \
		w += (n) + 1;                             \
	}                                             \
	w++;                                          \
	NEXT;

/* Sums of products, with signs by multiplication, which is exact: nothing to be foreseen. */
#define SUM                                                 \
	(A * B + sign[w[4] >> 31] * (f[w[4] & ~VM_MINUS] * D) + \
	 sign[w[6] >> 31] * (f[w[6] & ~VM_MINUS] * F))

#define LABEL_RUN(op, ...) [op] = &&run_##op,
#define LABEL_ONE(op, ...) [op + VM_ONE] = &&one_##op,

MdvStatus vm_code_run(Vm *vm, const uint32_t *word, double f[])
{
	static const void *const label[256] = {
		OPS(LABEL_RUN) VM_FUSED_OPS(LABEL_RUN) OPS(LABEL_ONE) VM_FUSED_OPS(LABEL_ONE)[IR_UNLESS] =
			&&unless,
		[IR_JUMP] = &&jump,
		[IR_CALL] = &&call,
		[VM_SUM] = &&run_VM_SUM,
		[VM_SUM + VM_ONE] = &&one_VM_SUM,
		[VM_BATCH] = &&batch,
		[VM_END] = &&end,
	};
	static const double sign[2] = {1, -1};
	const uint32_t *w = word;
	uint32_t left;
	MdvStatus status;

	NEXT;
	OPS(BODY)
	VM_FUSED_OPS(BODY)
	BODY(VM_SUM, "sum", 6, SUM)
unless:
	w = f[w[2]] == 0 ? word + w[1] : w + 3;
	NEXT;
jump:
	w = word + w[1];
	NEXT;
call:
	status = vm_fn_call(vm->fns, &vm->m->calls.at[w[1]], f);
	if (status != MDV_OK)
		return status;
	w += 2;
	NEXT;
batch:
	vm_batch_run(vm, (int32_t)w[1], f);
	w += 2;
	NEXT;
end:
	return MDV_OK;
}
