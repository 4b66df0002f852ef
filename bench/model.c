/* SPDX-License-Identifier: MIT
   model.c — the VM against C on a real model: the regions of code that a right-hand side runs
   (assignments and the residuals of blocks between events; regions that call functions are left
   out), and the same as C compiled by gcc -O2. Both must give the same bits. The model's values are
   those after initialization. */
#include "api/api.h"
#include "native.h"
#include "runtime/rt/rt.h"

static bool has_call(const IrModule *m, int32_t region)
{
	const IrRegion *r = &m->regions.at[region];

	for (int32_t i = 0; i < r->n_instrs; i++)
		if (r->instr[i].op == IR_CALL)
			return true;
	return r->n_batches > 0;
}

/* One instruction; A, B, C of its text are the operands. */
static void write_instr(FILE *out, const IrInstr *in)
{
	const uint32_t operand[] = {in->a, in->b, in->c};

	if (in->op == IR_UNLESS) {
		fprintf(out, "\tif (f[%u] == 0) goto l%u;\n", in->a, in->dst);
		return;
	}
	if (in->op == IR_JUMP) {
		fprintf(out, "\tgoto l%u;\n", in->dst);
		return;
	}
	fprintf(out, "\tf[%u] = ", in->dst);
	for (const char *s = ir_op_info[in->op].c_text; *s; s++)
		if (*s >= 'A' && *s <= 'C')
			fprintf(out, "f[%u]", operand[*s - 'A']);
		else
			fputc(*s, out);
	fputs(";\n", out);
}

static void write_region(FILE *out, const IrModule *m, int32_t region)
{
	const IrRegion *r = &m->regions.at[region];
	bool *label = calloc((size_t)r->n_instrs + 1, 1);

	if (!label)
		bench_fail("out of memory");
	for (int32_t i = 0; i < r->n_instrs; i++)
		if (r->instr[i].op == IR_UNLESS || r->instr[i].op == IR_JUMP)
			label[r->instr[i].dst] = true;
	fprintf(out, "static void r%d(double *restrict f)\n{\n", region);
	for (int32_t i = 0; i <= r->n_instrs; i++) {
		if (label[i])
			fprintf(out, "l%d:;\n", i);
		if (i < r->n_instrs)
			write_instr(out, &r->instr[i]);
	}
	fputs("}\n\n", out);
	free(label);
}

/* The regions of the sequence ODE without calls. */
static int32_t regions_of(const MdvModel *m, const IrModule *code, int32_t *region, int32_t *left)
{
	const MdvSequence *s = mdv_model_sequence(m, MDV_SEQ_ODE);
	int32_t n = 0;

	for (int32_t i = 0; s && i < s->n_steps; i++) {
		if (s->step[i].code < 0)
			continue;
		if (has_call(code, s->step[i].code))
			++*left;
		else
			region[n++] = s->step[i].code;
	}
	return n;
}

static void write_code(const char *dir, const IrModule *m, const int32_t *region, int32_t n)
{
	FILE *out = native_open(dir);

	fputs("#include <modevs/unit.h>\n\n", out);
	for (int32_t i = 0; i < n; i++)
		write_region(out, m, region[i]);
	fputs("void run(double *f)\n{\n", out);
	for (int32_t i = 0; i < n; i++)
		fprintf(out, "\tr%d(f);\n", region[i]);
	fputs("}\n", out);
	if (fclose(out))
		bench_fail("cannot write the code");
}

static double best_of(Vm *vm, Native *native, double *frame, const int32_t *region, int32_t n)
{
	double best = 1e9;

	for (int k = 0; k < 25; k++) {
		double begin = bench_cpu_s();
		long times = 0;

		while (bench_cpu_s() - begin < 0.02)
			for (int i = 0; i < 200; i++, times++) {
				if (native)
					native(frame);
				for (int32_t j = 0; !native && j < n; j++)
					vm_run(vm, frame, region[j]);
			}
		begin = (bench_cpu_s() - begin) / (double)times;
		best = begin < best ? begin : best;
	}
	return best;
}

int main(int argc, char **argv)
{
	BenchArgs args = {.usage = "model CLASS|FILE.mo (libraries along MODELICAPATH)"};
	MakerOptions o = {.log = NULL};
	char dir[] = "/tmp/modevs-model-XXXXXX";
	int32_t n, left = 0, instrs = 0, *region;
	double *frame, *copy, native_s, vm_s;
	const char *path = getenv("MODELICAPATH");
	Native *native;
	Compile cx;
	Made *made;
	Rt *rt;

	if (argc != 2)
		bench_usage(&args, "one model");
	pipeline_init(&cx, NULL);
	if (path)
		library_add_path(cx.lib, path);
	if (!pipeline_flatten(&cx, argv[1], NULL) || !pipeline_sort(&cx) || !pipeline_lower(&cx)) {
		diag_print(&cx.diag, stderr);
		return 3;
	}
	made = maker_new(&cx, &o);
	rt = made ? rt_new(&made->model, NULL) : NULL;
	if (!rt)
		bench_fail("out of memory");
	if (init_run(rt, cx.island->model.start) != MDV_OK)
		bench_fail(rt_message(rt));
	region = calloc((size_t)mdv_model_steps(&cx.island->model, MDV_SEQ_ODE) + 1, sizeof *region);
	n = regions_of(&cx.island->model, &cx.island->code, region, &left);
	for (int32_t i = 0; i < n; i++)
		instrs += cx.island->code.regions.at[region[i]].n_instrs;
	if (!mkdtemp(dir))
		bench_fail("no temporary folder");
	write_code(dir, &cx.island->code, region, n);
	native = native_compile(dir);
	rmdir(dir);
	frame = rt->frame;
	copy = malloc((size_t)cx.island->model.n_slots * sizeof *copy);
	for (int k = 0; k < 4; k++)
		for (int32_t j = 0; j < n; j++)
			vm_run(made->vm, frame, region[j]);
	memcpy(copy, frame, (size_t)cx.island->model.n_slots * sizeof *copy);
	native(frame);
	if (memcmp(copy, frame, (size_t)cx.island->code.first_temp * sizeof *copy) != 0)
		bench_fail("the VM and C differ");
	native_s = best_of(made->vm, native, frame, region, n);
	vm_s = best_of(made->vm, NULL, frame, region, n);
	printf(
		"model name=%s regions=%d left_out=%d instructions=%d ns_gcc=%.0f ns_vm=%.0f ratio=%.2f\n",
		cx.island->model.name, n, left, instrs, 1e9 * native_s, 1e9 * vm_s, vm_s / native_s);
	rt_free(rt);
	maker_free(made);
	pipeline_free(&cx);
	free(region);
	free(copy);
	return 0;
}
