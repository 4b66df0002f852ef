/* SPDX-License-Identifier: MIT
   test_vm_batch.c — random batches, by the loops of the VM and as machine code, give the bits of
   their instances one by one. */
#include "checked.h"
#include "ir_build.h"
#include "t.h"
#include "vm_random.h"

#include <stdlib.h>

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

enum { LARGE = 50000, MOST_THREADS = 5 };

/* Results of a batch that is large enough to be shared out, by so many threads. */
static void run_on_threads(const IrBuild *b, unsigned n_threads, double frame[])
{
	Team *team = team_new(n_threads, NULL);
	Vm *vm = vm_new(&b->m, NULL);

	T_CHECK(team && vm_set_team(vm, team));
	for (int i = 0; i < 8 * LARGE; i++)
		frame[i] = i < 4 * LARGE ? (double)(i * 7 % 1013 - 300) / 7 : 77;
	for (int run = 0; run < 20; run++)
		T_INT(vm_run(vm, frame, 0), MDV_OK);
	vm_free(vm);
	team_free(team);
}

/* Sizes that no number of threads divides, in blocks or not; operands here and there. */
static void large_batches_have_the_same_bits_on_any_number_of_threads(void)
{
	static uint32_t table[LARGE];
	double *one = calloc(8 * LARGE, sizeof *one), *some = calloc(8 * LARGE, sizeof *some);
	static const IrInstr code[] = {{IR_SUB, 6, 0, 1, 0}, {IR_SIN, 7, 6, 0, 0},
								   {IR_MUL, 8, 7, 2, 0}, {IR_ADD, 9, 8, 3, 0},
								   {IR_SIN, 4, 9, 0, 0}, {IR_MUL, 5, 9, 2, 0}};

	for (int32_t n = 40001; n < LARGE; n += 3333) {
		const IrOperand operand[] = {{0, 1, NULL},     {0, 0, table},        {7, 0, NULL},
									 {LARGE, 3, NULL}, {4 * LARGE, 1, NULL}, {5 * LARGE, 2, NULL}};
		IrBuild b;

		for (int32_t i = 0; i < n; i++)
			table[i] = (uint32_t)((int64_t)i * i % (2 * LARGE));
		ir_build_init(&b, 8 * LARGE, 8 * LARGE);
		ir_build_batch(&b, (IrBatch){code, 6, n, 6, 2, 4, operand});
		ir_build_end(&b);
		CHECKED(ir_check, &b.m, &scratch);
		run_on_threads(&b, 1, one);
		for (unsigned n_threads = 2; n_threads <= MOST_THREADS; n_threads++) {
			run_on_threads(&b, n_threads, some);
			T_CHECK(!memcmp(one, some, 8 * LARGE * sizeof *one));
		}
		T_CHECK(one[4 * LARGE + n - 1] != 77 && one[4 * LARGE + n] == 77);
		ir_build_free(&b);
	}
	free(one);
	free(some);
}

int main(void)
{
	arena_init(&scratch, NULL);
	T_RUN(random_batches_give_the_bits_of_their_instances);
	T_RUN(large_batches_have_the_same_bits_on_any_number_of_threads);
	arena_free(&scratch);
	return T_END();
}
