/* SPDX-License-Identifier: MIT
   test_lower_both.c — what both arms of an if need is computed once, before the branch; what one of
   them needs only where it is taken. */
#include "compiler/compiler.h"
#include "runtime/rt/rt.h"
#include "t.h"
#include "vm/vm.h"

#include <stdlib.h>

/* A model that is ready to run, at its start. */
typedef struct Built {
	Compile cx; /* the compilation */
	Vm *vm;     /* runs its code */
	Rt *rt;     /* the instance */
} Built;

static Built *build(const char *text)
{
	Built *b = calloc(1, sizeof *b);
	MdvModel *m;

	pipeline_init(&b->cx, NULL);
	if (!pipeline_flatten_text(&b->cx, "test.mo", text, strlen(text)) || !pipeline_sort(&b->cx) ||
		!pipeline_lower(&b->cx)) {
		diag_print(&b->cx.diag, stderr);
		abort();
	}
	m = &b->cx.island->model;
	b->vm = vm_new(&b->cx.island->code, NULL);
	m->run = vm_run;
	m->why = vm_why;
	m->string = vm_string;
	m->code = b->vm;
	b->rt = rt_new(m, NULL);
	return b;
}

static void drop(Built *b)
{
	rt_free(b->rt);
	vm_free(b->vm);
	pipeline_free(&b->cx);
	free(b);
}

/* Of an operation in all regions the most that one of them has. */
static int32_t most_of(const Built *b, IrOp op)
{
	const IrModule *code = &b->cx.island->code;
	int32_t most = 0;

	for (size_t r = 0; r < code->regions.n; r++) {
		int32_t n = 0;

		for (int32_t i = 0; i < code->regions.at[r].n_instrs; i++)
			n += code->regions.at[r].instr[i].op == (uint32_t)op;
		most = n > most ? n : most;
	}
	return most;
}

static double derivative(Built *b, double x)
{
	double dx = NAN;

	T_INT(rt_ode(b->rt, 0, &x, &dx), MDV_OK);
	return dx;
}

static void what_both_arms_need_is_there_once(void)
{
	Built *b = build("model M Real x(start = 1, fixed = true); equation der(x) = noEvent(if x > 0 "
					 "then sin(log(x^2 + 1)) else exp(cos(log(x^2 + 1)))); end M;");

	T_INT(init_run(b->rt, 0), MDV_OK);
	T_INT(most_of(b, IR_LOG), 1);
	T_REAL(derivative(b, 2), sin(log(5)), 1e-15);
	T_REAL(derivative(b, -3), exp(cos(log(10))), 1e-15);
	drop(b);
}

static void what_one_arm_needs_is_not_computed_for_the_other(void)
{
	Built *b =
		build("model M Real x(start = -1, fixed = true); equation der(x) = noEvent(if x > 0 then "
			  "sqrt(x) + exp(x^2) else if x > -5 then exp(x^2) else exp(x^2) + log(-x)); end M;");

	T_INT(init_run(b->rt, 0), MDV_OK);
	T_REAL(derivative(b, -2), exp(4), 1e-12);
	T_REAL(derivative(b, 4), 2 + exp(16), 1e-6);
	T_REAL(derivative(b, -6), exp(36) + log(6), 10);
	drop(b);
}

static void ifs_of_ifs_take_as_much_code_as_there_are(void)
{
	Built *b = build(
		"model M function f input Real u; output Real y; algorithm if u > 0.5 then y := sin(u) + "
		"u*u/3; elseif u > 0.1 then y := cos(u)*exp(u); else y := sin(3*u) + 1; end if; "
		"annotation(Inline = true); end f;\n"
		"function g input Real u; output Real y; algorithm y := f(f(f(f(f(u))))); "
		"annotation(Inline = true); end g;\n"
		"Real x(start = 1, fixed = true); equation der(x) = g(g(x)); end M;");
	double y = 1;

	T_INT(init_run(b->rt, 0), MDV_OK);
	T_CHECK(most_of(b, IR_EXP) <= 40); /* of ten calls, with their derivatives; it was 3^10 */
	for (int k = 0; k < 10; k++)
		y = y > 0.5 ? sin(y) + y * y / 3 : y > 0.1 ? cos(y) * exp(y) : sin(3 * y) + 1;
	T_REAL(derivative(b, 1), y, 1e-12);
	drop(b);
}

int main(void)
{
	T_RUN(what_both_arms_need_is_there_once);
	T_RUN(what_one_arm_needs_is_not_computed_for_the_other);
	T_RUN(ifs_of_ifs_take_as_much_code_as_there_are);
	return T_END();
}
