/* SPDX-License-Identifier: MIT
   unit.c — the VM and machine code against emitted C on a real model: all the code of a right-hand
   side (assignments and the residuals of blocks between events, calls of functions included), near
   the values after initialization: the states are others in each run, since results of functions
   are kept for the same arguments. The C is a shared library made by `modevs build --kind so`; all
   must give the same bits. */
#include "api/api.h"
#include "modevs/modevs.h"
#include "native.h"
#include "runtime/native/native.h"
#include "runtime/rt/rt.h"

static void run_once(const MdvModel *m, double frame[])
{
	const MdvSequence *s = mdv_model_sequence(m, MDV_SEQ_ODE);

	for (int32_t i = 0; s && i < s->n_steps; i++)
		if (s->step[i].code >= 0 && m->run(m->code, frame, s->step[i].code) < 0)
			bench_fail(m->why(m->code));
}

/* So much of a state's size it moves from run to run, up and down. */
#define WAY 1e-9

static void move_states(const MdvModel *m, double frame[], const double x[], long times)
{
	for (int32_t i = 0; i < m->n_states; i++)
		frame[m->state[i].slot] = x[i] * (1 + WAY * (double)(times % 1000));
}

static double best_of(const MdvModel *m, double frame[])
{
	double *x = calloc((size_t)m->n_states + 1, sizeof *x);
	double best = 1e9;

	for (int32_t i = 0; i < m->n_states; i++)
		x[i] = frame[m->state[i].slot];
	for (int k = 0; k < 25; k++) {
		double begin = bench_cpu_s();
		long times = 0;

		while (bench_cpu_s() - begin < 0.02)
			for (int i = 0; i < 100; i++, times++) {
				move_states(m, frame, x, times);
				run_once(m, frame);
			}
		begin = (bench_cpu_s() - begin) / (double)times;
		best = begin < best ? begin : best;
	}
	move_states(m, frame, x, 0);
	run_once(m, frame);
	free(x);
	return best;
}

/* Values after initialization. */
static Rt *begin(const MdvModel *m)
{
	Rt *rt = m ? rt_new(m, NULL) : NULL;

	if (!rt)
		bench_fail("out of memory, or a unit for another version");
	if (init_run(rt, m->start) != MDV_OK)
		bench_fail(rt_message(rt));
	return rt;
}

static bool equal(const MdvModel *m, const double a[], const double b[])
{
	for (int32_t i = 0; i < m->n_vars; i++)
		if (m->var[i].slot >= 0 && m->var[i].type != MDV_STRING &&
			memcmp(&a[m->var[i].slot], &b[m->var[i].slot], sizeof *a) != 0)
			return false;
	return true;
}

int main(int argc, char **argv)
{
	BenchArgs args = {.usage = "unit CLASS|FILE.mo NAME.so (libraries along MODELICAPATH)"};
	MakerOptions o = {.log = NULL};
	const MdvModel *c_model;
	MdvModelSource unit;
	MdvProgram *program;
	double vm_s, jit_s, c_s;
	Made *vm, *jit;
	Rt *vm_rt, *jit_rt, *c_rt;

	if (argc != 3)
		bench_usage(&args, "a model and a library");
	if (mdv_compile(argv[1], NULL, &program) != MDV_OK)
		bench_fail(program ? mdv_program_messages(program) : "out of memory");
	unit = mdv_unit_source(native_unit(argv[2]));
	vm = maker_new(&program->cx, &o);
	o.jit = program->jit;
	jit = maker_new(&program->cx, &o);
	c_model = unit.make(unit.ctx, NULL, NULL, NULL);
	vm_rt = begin(vm ? &vm->model : NULL);
	jit_rt = begin(jit ? &jit->model : NULL);
	c_rt = begin(c_model);
	c_s = best_of(c_model, c_rt->frame);
	vm_s = best_of(&vm->model, vm_rt->frame);
	jit_s = best_of(&jit->model, jit_rt->frame);
	if (!equal(c_model, vm_rt->frame, c_rt->frame) || !equal(c_model, jit_rt->frame, c_rt->frame))
		bench_fail("the VM, machine code and C differ");
	printf("unit name=%s steps=%d ns_c=%.0f ns_vm=%.0f ratio=%.2f ns_jit=%.0f ratio_jit=%.2f\n",
		   c_model->name, mdv_model_steps(c_model, MDV_SEQ_ODE), 1e9 * c_s, 1e9 * vm_s, vm_s / c_s,
		   1e9 * jit_s, jit_s / c_s);
	rt_free(vm_rt);
	rt_free(jit_rt);
	rt_free(c_rt);
	maker_free(vm);
	maker_free(jit);
	unit.drop(unit.ctx, c_model);
	mdv_program_free(program);
	return 0;
}
