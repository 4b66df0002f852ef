/* SPDX-License-Identifier: MIT
   test_vm_batch.c — random batches, by the loops of the VM and as machine code, give the bits of
   their instances one by one. */
#include "checked.h"
#include "ir_build.h"
#include "t.h"
#include "vm_random.h"

static Arena scratch;

enum { B_READ = 5, B_RESULTS = 3, B_TEMPS = 6, B_MOST = 700, B_FRAME = 10 * B_MOST };

static uint32_t batch_table[B_READ + B_RESULTS][B_MOST];

/* Operands of all kinds: what is read lies in the first 4 B_MOST slots. */
static void random_operands(IrOperand operand[B_READ + B_RESULTS], uint32_t n)
{
	for (uint32_t i = 0; i < B_READ + B_RESULTS; i++) {
		uint32_t base = i < B_READ ? below(100) : (4 + 2 * (i - B_READ)) * B_MOST;

		operand[i].base = base;
		operand[i].stride = i < B_READ ? (int32_t)below(4) : 1 + (int32_t)below(2);
		operand[i].table = below(4) ? NULL : batch_table[i];
		for (uint32_t j = 0; j < n; j++)
			batch_table[i][j] = i < B_READ ? below(4 * B_MOST) : base + n - 1 - j;
	}
}

/* Temporaries, then results; each reads any of those before. */
static void random_batch_code(IrInstr code[B_TEMPS + B_RESULTS])
{
	uint32_t number[B_READ + B_TEMPS + B_RESULTS];

	for (uint32_t i = 0; i < B_READ; i++)
		number[i] = i;
	for (uint32_t i = 0; i < B_TEMPS + B_RESULTS; i++) {
		uint32_t n = B_READ + i;

		number[n] = i < B_TEMPS ? B_READ + B_RESULTS + i : B_READ + i - B_TEMPS;
		code[i] =
			(IrInstr){any_op(), number[n], number[below(n)], number[below(n)], number[below(n)]};
	}
}

static void set_batch_frame(double frame[B_FRAME])
{
	for (uint32_t i = 0; i < B_FRAME; i++)
		frame[i] = i < 4 * B_MOST ? (double)((int)(i * 7 % 1013) - 300) / 7 : 77;
}

/* As machine code, which does small ones itself; the first runs of a Vm are plain. */
static void run_batch_as_machine(IrBuild *b, int k, const double want[B_FRAME])
{
	static double frame[B_FRAME];
	Jit *jit = jit_new(&b->m, &machine_host, &b->keep);
	Vm *vm = vm_new(&b->m, NULL);

	vm->jit = jit;
	jit->processor.avx = jit->processor.avx && k % 4 < 2;
	for (int run = 0; run < 4; run++) {
		set_batch_frame(frame);
		T_INT(vm_run(vm, frame, 0), MDV_OK);
	}
	T_CHECK(vm->code[0].machine || jit->stats.refused);
	for (uint32_t i = 0; i < B_FRAME; i++)
		if (!same(want[i], frame[i]))
			T_FAIL("batch %d: slot %u = %.17g, want %.17g", k, i, frame[i], want[i]);
	vm_free(vm);
	jit_free(jit);
}

/* vm_find_bad does a batch instance by instance. */
static void random_batches_give_the_bits_of_their_instances(void)
{
	static double first[B_FRAME], frame[B_FRAME];

	srand(4);
	for (int k = 0; k < 400; k++) {
		IrOperand operand[B_READ + B_RESULTS];
		IrInstr code[B_TEMPS + B_RESULTS];
		uint32_t n = 1 + below(k % 2 ? 70 : B_MOST);
		int32_t slot, source;
		IrBuild b;
		Vm *vm;

		random_operands(operand, n);
		random_batch_code(code);
		ir_build_init(&b, B_FRAME, B_FRAME);
		ir_build_batch(&b, (IrBatch){code, B_TEMPS + B_RESULTS, (int32_t)n, B_READ + B_RESULTS,
									 B_RESULTS, B_TEMPS, operand});
		ir_build_end(&b);
		CHECKED(ir_check, &b.m, &scratch);
		set_batch_frame(first);
		set_batch_frame(frame);
		vm = vm_new(&b.m, NULL);
		T_INT(vm_run(vm, frame, 0), MDV_OK);
		(void)vm_find_bad(vm, first, 0, &slot, &source);
		for (uint32_t i = 0; i < B_FRAME; i++)
			if (!same(first[i], frame[i]))
				T_FAIL("batch %d: slot %u = %.17g, want %.17g", k, i, frame[i], first[i]);
		vm_free(vm);
		run_batch_as_machine(&b, k, first);
		ir_build_free(&b);
	}
}

int main(void)
{
	arena_init(&scratch, NULL);
	T_RUN(random_batches_give_the_bits_of_their_instances);
	arena_free(&scratch);
	return T_END();
}
