/* SPDX-License-Identifier: MIT
   vm.c — the VM against C: random sets of equations and the same as C compiled by gcc -O2, and the
   heat equation as a batch against a loop. Both must give the same bits. */
#include "bench.h"
#include "native.h"

#include "vm/vm.h"
#include "vm_equations.h"

enum { BATCHES = 25 }; /* measurements, of which the fastest counts */
#define BATCH_S 2e-3   /* seconds of one, at least */

typedef struct Subject {
	Vm *vm;         /* runs region 0; or NULL */
	Native *native; /* or this */
	double *frame;  /* on this frame */
} Subject;

static void run_times(const Subject *s, long times)
{
	for (long i = 0; i < times; i++)
		if (s->native)
			s->native(s->frame);
		else if (vm_run(s->vm, s->frame, 0) != MDV_OK)
			bench_fail("the code failed");
}

/* Seconds of a run. */
static double measure(const Subject *s)
{
	double best = 1e300, t;
	long times = 1;

	run_times(s, 5);
	for (;; times *= 2) {
		t = bench_cpu_s();
		run_times(s, times);
		if (bench_cpu_s() - t >= BATCH_S)
			break;
	}
	for (int i = 0; i < BATCHES; i++) {
		t = bench_cpu_s();
		run_times(s, times);
		t = (bench_cpu_s() - t) / (double)times;
		best = t < best ? t : best;
	}
	return best;
}

static void compare(const double *got, const double *want, uint32_t first, uint32_t n)
{
	for (uint32_t i = first; i < first + n; i++)
		if (memcmp(&got[i], &want[i], sizeof *got) != 0) {
			fprintf(stderr, "slot %u: %.17g, want %.17g\n", i, got[i], want[i]);
			exit(3);
		}
}

/* Seconds of encoding region 0. */
static double measure_encoding(const IrModule *m)
{
	double best = 1e300;

	for (int i = 0; i < BATCHES; i++) {
		Vm *vm = vm_new(m, NULL);
		double t = bench_cpu_s();

		if (!vm || !vm_encode(vm, &m->regions.at[0]))
			bench_fail("out of memory");
		t = bench_cpu_s() - t;
		best = t < best ? t : best;
		vm_free(vm);
	}
	return best;
}

/* Operations that the interpreter jumps to in one run of straight code, and words. */
static void count_jumps(const uint32_t *w, uint32_t *n_jumps, uint32_t *n_tiles, uint32_t *n_words)
{
	const uint32_t *start = w;

	for (*n_jumps = *n_tiles = 0; *w != VM_END; ++*n_jumps) {
		uint32_t op = *w & 127, n = *w & VM_ONE ? 1 : *w >> 8;

		w += 1 + n * (vm_op_args[op] + 1u);
		*n_tiles += n;
	}
	*n_words = (uint32_t)(w - start);
}

static void check_code(const IrModule *m, Arena *keep)
{
	Text why;

	text_init(&why, arena_allocator(keep));
	if (!ir_check(m, keep, &why))
		BUG("%s", text_str(&why));
}

static void bench_set(const char *dir, uint32_t n, bool deep, bool functions)
{
	static Equations e;
	uint32_t n_jumps, n_tiles, n_words;
	Subject native = {0}, code = {0}, machine = {0};
	double native_s, code_s, machine_s, encode_s;
	FILE *out = native_open(dir);
	JitStats made;
	Jit *jit;
	size_t size;

	equations_init(&e, n, deep, functions);
	check_code(&e.m, &e.keep);
	equations_write(&e, out);
	fclose(out);
	size = e.m.n_slots * sizeof(double);
	native.native = native_compile(dir);
	native.frame = malloc(size);
	code.frame = malloc(size);
	code.vm = vm_new(&e.m, NULL);
	machine.frame = malloc(size);
	machine.vm = vm_new(&e.m, NULL);
	jit = jit_new(&e.m, &vm_jit_host, &e.keep);
	if (!native.frame || !code.frame || !code.vm || !machine.frame || !machine.vm || !jit)
		bench_fail("out of memory");
	memcpy(native.frame, e.frame, size);
	memcpy(code.frame, e.frame, size);
	memset(code.frame + e.first_result, 0, n * sizeof(double));
	memcpy(machine.frame, code.frame, size);
	vm_set_jit(machine.vm, jit);
	native_s = measure(&native);
	code_s = measure(&code);
	machine_s = measure(&machine);
	jit_stats(jit, &made);
	compare(machine.frame, native.frame, e.first_result, n);
	encode_s = measure_encoding(&e.m);
	compare(code.frame, native.frame, e.first_result, n);
	count_jumps(code.vm->code[0].word, &n_jumps, &n_tiles, &n_words);
	printf("vm set=%s%s equations=%u ns_gcc=%.3g ns_vm=%.3g ratio=%.2f ns_encode=%.3g "
		   "instructions=%.3g tiles=%.3g jumps=%.3g bytes=%.3g ns_jit=%.3g ratio_jit=%.2f "
		   "ns_making=%.3g bytes_jit=%.3g\n",
		   deep ? "deep" : "components", functions ? "+sin" : "", n, 1e9 * native_s / n,
		   1e9 * code_s / n, code_s / native_s, 1e9 * encode_s / n, (double)e.code.n / n,
		   (double)n_tiles / n, (double)n_jumps / n, 4.0 * n_words / n, 1e9 * machine_s / n,
		   machine_s / native_s, 1e9 * made.seconds / n, (double)made.n_bytes / n);
	vm_free(code.vm);
	vm_free(machine.vm);
	jit_free(jit);
	free(code.frame);
	free(machine.frame);
	free(native.frame);
	equations_free(&e);
}

/* Slots of the heat equation: k, 2, then n + 2 temperatures, then n derivatives. */
static void write_heat(const char *dir, uint32_t n)
{
	FILE *out = native_open(dir);

	fprintf(
		out,
		"void run(double *restrict f)\n{\n\tconst double k = f[0];\n\tconst double *T = f + 3;\n"
		"\tdouble *restrict d = f + %u;\n\tfor (int i = 0; i < %u; i++)\n"
		"\t\td[i] = k * (T[i - 1] - 2 * T[i] + T[i + 1]);\n}\n",
		n + 4, n);
	fclose(out);
}

static void bench_heat(const char *dir, uint32_t n)
{
	static const IrInstr instr[] = {
		{IR_MUL, 6, 1, 3, 0}, {IR_SUB, 7, 2, 6, 0}, {IR_ADD, 8, 7, 4, 0}, {IR_MUL, 5, 0, 8, 0}};
	const IrOperand operand[] = {{0, 0, NULL}, {1, 0, NULL}, {2, 1, NULL},
								 {3, 1, NULL}, {4, 1, NULL}, {n + 4, 1, NULL}};
	const IrBatchAt at = {0, 0};
	Subject native = {0}, code = {0};
	double native_s, code_s;
	IrModule m;
	Arena keep;

	arena_init(&keep, NULL);
	ir_init(&m, &keep);
	m.n_slots = m.first_temp = 2 * n + 4;
	vec_push(arena_allocator(&keep), &m.batches,
			 ((IrBatch){instr, 4, (int32_t)n, 6, 1, 3, operand}));
	vec_push(arena_allocator(&keep), &m.regions, ((IrRegion){.batch_at = &at, .n_batches = 1}));
	check_code(&m, &keep);
	write_heat(dir, n);
	native.native = native_compile(dir);
	code.vm = vm_new(&m, NULL);
	native.frame = NEW_ARRAY(&keep, double, m.n_slots);
	code.frame = NEW_ARRAY(&keep, double, m.n_slots);
	for (uint32_t i = 0; i < n + 4; i++)
		native.frame[i] = code.frame[i] = i == 1 ? 2 : 0.3 + (double)(i % 97) / 89;
	native_s = measure(&native);
	code_s = measure(&code);
	compare(code.frame, native.frame, n + 4, n);
	printf("vm set=heat cells=%u ns_gcc=%.3g ns_vm=%.3g ratio=%.2f\n", n, 1e9 * native_s / n,
		   1e9 * code_s / n, code_s / native_s);
	vm_free(code.vm);
	arena_free(&keep);
}

int main(int argc, char **argv)
{
	BenchArgs args = {.usage = "vm [EQUATIONS]"};
	char dir[] = "/tmp/modevs-bench-XXXXXX";

	bench_args(&args, argc, argv, 0, 1);
	if (!mkdtemp(dir))
		bench_fail("cannot make a temporary directory");
	if (args.n_plain > 0) {
		uint32_t n = (uint32_t)bench_number(&args, args.plain[0], 1, 10000000);

		bench_set(dir, n, false, false);
		bench_set(dir, n, true, false);
		bench_heat(dir, n);
	} else {
		bench_set(dir, 1000, false, false);
		bench_set(dir, 1000, false, true);
		bench_set(dir, 1000, true, false);
		bench_set(dir, 10000, false, false);
		bench_set(dir, 10000, false, true);
		bench_set(dir, 10000, true, false);
		bench_heat(dir, 100000);
	}
	rmdir(dir);
	return 0;
}
