/* SPDX-License-Identifier: MIT
   test_lower_shape.c — assignments of one shape become batches: which do, which do not, and that
   values and tangents are those of the equations; and which steps have code in common, or are not
   needed by all. */
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

	pipeline_init(&b->cx, NULL);
	if (!pipeline_flatten_text(&b->cx, "test.mo", text, strlen(text)) || !pipeline_sort(&b->cx) ||
		!pipeline_lower(&b->cx)) {
		diag_print(&b->cx.diag, stderr);
		abort();
	}
	b->vm = vm_new(&b->cx.island->code, NULL);
	b->cx.island->model.run = vm_run;
	b->cx.island->model.why = vm_why;
	b->cx.island->model.string = vm_string;
	b->cx.island->model.code = b->vm;
	b->rt = rt_new(&b->cx.island->model, NULL);
	T_INT(init_run(b->rt, 0.5), MDV_OK);
	return b;
}

static void drop(Built *b)
{
	rt_free(b->rt);
	vm_free(b->vm);
	pipeline_free(&b->cx);
	free(b);
}

static const IrRegion *ode_region(const Built *b, int32_t step)
{
	return &b->cx.island->code.regions
				.at[mdv_model_sequence(&b->cx.island->model, MDV_SEQ_ODE)->step[step].code];
}

static const IrBatch *ode_batch(const Built *b, int32_t k)
{
	const IrRegion *r = ode_region(b, 0);

	return k < r->n_batches ? &b->cx.island->code.batches.at[r->batch_at[k].batch] : NULL;
}

static int32_t count_tables(const IrBatch *b)
{
	int32_t n = 0;

	for (int32_t i = 0; i < b->n_operands; i++)
		n += b->operand[i].table != NULL;
	return n;
}

static int32_t count_op(const IrInstr *instr, int32_t n, IrOp op)
{
	int32_t count = 0;

	for (int32_t i = 0; i < n; i++)
		count += instr[i].op == (uint32_t)op;
	return count;
}

static double value(const Built *b, const char *name)
{
	for (int32_t i = 0; i < b->rt->m->n_vars; i++)
		if (!strcmp(b->rt->m->var[i].name, name))
			return rt_get(b->rt, i);
	T_FAIL("no variable %s", name);
	return NAN;
}

/* The Jacobian by tangents is that by differences. */
static void check_jacobian(Built *b)
{
	const MdvModel *m = b->rt->m;
	int32_t n = b->rt->n;
	double *x = calloc((size_t)n * 3, sizeof *x), *up = x + n, *down = up + n;
	double *jac = calloc((size_t)n * (size_t)n, sizeof *jac);

	rt_states(b->rt, x);
	for (int32_t i = 0; i < n; i++)
		x[i] = 0.3 + 0.01 * i;
	T_CHECK(b->rt->index.has_tangents);
	T_INT(rt_jac(b->rt, 0.5, x, jac), MDV_OK);
	for (int32_t c = 0; c < n; c++) {
		double at = x[c], h = 1e-5;

		x[c] = at + h;
		T_INT(rt_ode(b->rt, 0.5, x, up), MDV_OK);
		x[c] = at - h;
		T_INT(rt_ode(b->rt, 0.5, x, down), MDV_OK);
		x[c] = at;
		for (int32_t r = 0; r < n; r++) {
			double want = (up[r] - down[r]) / (2 * h), got = 0;

			if (!m->jac_start)
				got = jac[(size_t)c * (size_t)n + (size_t)r];
			for (int32_t k = m->jac_start ? m->jac_start[c] : 0;
				 m->jac_start && k < m->jac_start[c + 1]; k++)
				if (m->jac_row[k] == r)
					got = jac[k];
			T_REAL(got, want, 1e-7 * (1 + fabs(want)));
		}
	}
	free(jac);
	free(x);
}

static void cells_of_an_array_are_one_batch_in_rows(void)
{
	Built *b =
		build("model M parameter Real k = 0.7; Real T[50](each start = 1, each fixed = true);\n"
			  "equation der(T[1]) = k*(T[2] - 2*T[1]); der(T[50]) = k*(T[49] - 2*T[50]);\n"
			  "for i in 2:49 loop der(T[i]) = k*(T[i-1] - 2*T[i] + T[i+1]); end for; end M;");
	double x[50], dx[50];

	T_INT(ode_region(b, 0)->n_batches, 1);
	T_INT(ode_batch(b, 0)->n_instances, 48);
	T_INT(count_tables(ode_batch(b, 0)), 0);
	for (int i = 0; i < 50; i++)
		x[i] = sin(i);
	T_INT(rt_ode(b->rt, 0, x, dx), MDV_OK);
	for (int i = 1; i < 49; i++)
		T_CHECK(dx[i] == 0.7 * (x[i - 1] - 2 * x[i] + x[i + 1]));
	T_CHECK(dx[0] == 0.7 * (x[1] - 2 * x[0]));
	check_jacobian(b);
	/* Events compute the same: by the same code. */
	T_INT(mdv_model_sequence(&b->cx.island->model, MDV_SEQ_EVENT)->step[0].code,
		  mdv_model_sequence(&b->cx.island->model, MDV_SEQ_ODE)->step[0].code);
	drop(b);
}

static void the_same_of_all_components_lies_in_a_row(void)
{
	Built *b =
		build("package P connector Pin Real v; flow Real i; end Pin;\n"
			  "model Cell Pin p, q; parameter Real R = 1, C = 2; Real v(start = 1, fixed = true);\n"
			  "equation v = q.v; R*p.i = p.v - q.v; C*der(v) = p.i + q.i; end Cell;\n"
			  "model M Cell c[40](R = {1 + 0.1*i for i in 1:40});\n"
			  "equation for i in 1:39 loop connect(c[i].q, c[i+1].p); end for; end M; end P;");
	int32_t n = ode_region(b, 0)->n_batches;

	T_INT(n, 2);
	for (int32_t k = 0; k < n; k++)
		for (int32_t i = 0; i < ode_batch(b, k)->n_operands; i++)
			T_CHECK(!ode_batch(b, k)->operand[i].table && ode_batch(b, k)->operand[i].stride <= 1);
	check_jacobian(b);
	drop(b);
}

static void numbers_that_differ_are_operands(void)
{
	Built *b = build("model M Real x[32](each start = 1, each fixed = true); equation\n"
					 "for i in 1:32 loop der(x[i]) = 0.3*i*x[i] + 3; end for; end M;");
	double x[32], dx[32];

	T_INT(ode_batch(b, 0)->n_instances, 32);
	for (int i = 0; i < 32; i++)
		x[i] = cos(i);
	T_INT(rt_ode(b->rt, 0, x, dx), MDV_OK);
	for (int i = 0; i < 32; i++)
		T_CHECK(dx[i] == 0.3 * (i + 1) * x[i] + 3);
	check_jacobian(b);
	drop(b);
}

static void what_all_have_in_common_is_computed_once(void)
{
	Built *b = build("model M Real x[32](each start = 1, each fixed = true); equation\n"
					 "for i in 1:32 loop der(x[i]) = sin(time)*x[i]; end for; end M;");
	const IrRegion *r = ode_region(b, 0);

	T_INT(r->n_batches, 1);
	T_INT(count_op(r->instr, r->n_instrs, IR_SIN), 1);
	T_INT(count_op(ode_batch(b, 0)->instr, ode_batch(b, 0)->n_instrs, IR_SIN), 0);
	check_jacobian(b);
	drop(b);
}

static void a_recurrence_is_no_batch(void)
{
	Built *b = build("model M Real x(start = 1, fixed = true), y[40]; equation\n"
					 "y[1] = x; for i in 2:40 loop y[i] = 0.5*y[i-1] + i; end for;\n"
					 "der(x) = -y[40]; end M;");
	double x = 3, dx, y = 3;

	T_INT(ode_region(b, 0)->n_batches, 0);
	T_INT(rt_ode(b->rt, 0, &x, &dx), MDV_OK);
	for (int i = 2; i <= 40; i++)
		y = 0.5 * y + i;
	T_CHECK(dx == -y);
	drop(b);
}

static void a_chain_of_shapes_comes_in_order(void)
{
	Built *b =
		build("model M Real x[20](each start = 1, each fixed = true), y[20], z[20]; equation\n"
			  "for i in 1:20 loop der(x[i]) = z[i]*y[21 - i]; z[i] = y[i]^3 + exp(x[i]);\n"
			  "y[i] = x[i]*x[i] - 2; end for; end M;");
	double x[20], dx[20];

	T_INT(ode_region(b, 0)->n_batches, 3);
	for (int i = 0; i < 20; i++)
		x[i] = 0.1 * i;
	T_INT(rt_ode(b->rt, 0, x, dx), MDV_OK);
	for (int i = 0; i < 20; i++) {
		double y = x[i] * x[i] - 2, other = x[19 - i] * x[19 - i] - 2;

		T_REAL(dx[i], (y * y * y + exp(x[i])) * other, 1e-14);
	}
	check_jacobian(b);
	drop(b);
}

static void powers_of_other_exponents_are_other_shapes(void)
{
	Built *b = build("model M Real x[40](each start = 1, each fixed = true); equation\n"
					 "for i in 1:20 loop der(x[i]) = -x[i]^2; der(x[20 + i]) = -x[20 + i]^3;\n"
					 "end for; end M;");

	T_INT(ode_region(b, 0)->n_batches, 2);
	T_INT(count_op(ode_batch(b, 0)->instr, ode_batch(b, 0)->n_instrs, IR_POW), 0);
	check_jacobian(b);
	drop(b);
}

static void branches_become_selects_and_calls_leaves(void)
{
	Built *b = build(
		"package P function f input Real x; output Real y; algorithm y := 1;\n"
		"for k in 1:3 loop y := y*x + k; end for; end f;\n"
		"model M Real x[20](each start = 1, each fixed = true), u[20]; equation\n"
		"for i in 1:20 loop u[i] = i*f(x[i] + i);\n"
		"der(x[i]) = noEvent(if x[i] > 0.405 then sin(x[i]) - u[i] else exp(x[i])*3); end for;\n"
		"end M; end P;");
	double x[20], dx[20];

	T_INT(ode_region(b, 0)->n_batches, 2);
	for (int i = 0; i < 20; i++)
		x[i] = 0.1 * i;
	T_INT(rt_ode(b->rt, 0, x, dx), MDV_OK);
	for (int i = 0; i < 20; i++) {
		double y = 1;

		for (int k = 1; k <= 3; k++)
			y = y * (x[i] + (i + 1)) + k;
		T_REAL(dx[i], x[i] > 0.405 ? sin(x[i]) - (i + 1) * y : exp(x[i]) * 3, 1e-11);
	}
	check_jacobian(b);
	drop(b);
}

static void residuals_of_a_block_are_batches_too(void)
{
	Built *b = build("model M Real x[20](each start = 1, each fixed = true), y[20]; Real s;\n"
					 "equation s = sum(y); for i in 1:20 loop\n"
					 "der(x[i]) = -y[i]; y[i] + 0.1*sin(y[i]) + 0.01*s = x[i]; end for; end M;");
	bool any = false;

	for (int32_t i = 0; i < mdv_model_steps(&b->cx.island->model, MDV_SEQ_ODE); i++)
		if (mdv_model_sequence(&b->cx.island->model, MDV_SEQ_ODE)->step[i].kind ==
			MDV_STEP_NONLINEAR)
			any = any || ode_region(b, i)->n_batches > 0;
	T_CHECK(any);
	T_REAL(value(b, "y[3]") + 0.1 * sin(value(b, "y[3]")) + 0.01 * value(b, "s"), 1, 1e-9);
	drop(b);
}

static const MdvStep *find_step(const Built *b, MdvSeqKind seq, MdvStepKind kind)
{
	const MdvSequence *s = mdv_model_sequence(&b->cx.island->model, seq);

	for (int32_t i = 0; s && i < s->n_steps; i++)
		if (s->step[i].kind == kind)
			return &s->step[i];
	return NULL;
}

static void a_block_has_the_same_code_at_events(void)
{
	Built *b = build("model M Real x(start = 1, fixed = true), y, z; Boolean p;\n"
					 "equation der(x) = -y; y + 0.1*sin(z) = x; z + 0.2*cos(y) = x;\n"
					 "p = z > 0.5; end M;");
	const MdvStep *ode = find_step(b, MDV_SEQ_ODE, MDV_STEP_NONLINEAR);
	const MdvStep *event = find_step(b, MDV_SEQ_EVENT, MDV_STEP_NONLINEAR);

	T_CHECK(ode && event && ode->tangent >= 0 && ode->full_tangent >= 0);
	T_INT(event->code, ode->code);
	T_INT(event->tangent, ode->tangent);
	T_INT(event->full_tangent, -1);
	T_INT(event->residual[0], ode->residual[0]);
	T_REAL(value(b, "z") + 0.2 * cos(value(b, "y")), 1, 1e-9);
	drop(b);
}

static void assertions_need_some_of_the_results(void)
{
	Built *b = build("model M Real x(start = 1, fixed = true), y, z; Boolean p;\n"
					 "equation der(x) = -x; z = x*x; y = 2*x; p = x > 0.5;\n"
					 "assert(y < 3, \"large\"); end M;");
	const MdvSequence *s = mdv_model_sequence(&b->cx.island->model, MDV_SEQ_OUTPUT);
	double x = 1.25;
	bool fires;

	T_INT(s->n_steps, 3);
	T_CHECK(!s->step[0].unchecked && s->step[1].unchecked && !s->step[2].unchecked);
	T_INT(rt_checks(b->rt, 0.1, &x, &fires), MDV_OK);
	T_CHECK(!fires);
	T_REAL(value(b, "y"), 2.5, 0);
	T_REAL(value(b, "z"), 1, 0); /* as it was */
	x = 1.75;
	T_INT(rt_checks(b->rt, 0.2, &x, &fires), MDV_OK);
	T_CHECK(fires);
	T_INT(rt_output(b->rt, 0.2, &x, RT_INTEGRATE), MDV_OK);
	T_REAL(value(b, "z"), 1.75 * 1.75, 0);
	drop(b);
}

static void start_values_are_moved_in_batches(void)
{
	Built *b = build("model M Real x[40](start = {i for i in 1:40}, each fixed = true);\n"
					 "equation for i in 1:40 loop der(x[i]) = -x[i]; end for; end M;");
	const IrRegion *start = &b->cx.island->code.regions.at[b->cx.island->model.start_code];

	T_CHECK(start->n_batches > 0);
	T_CHECK(start->n_instrs < 40);
	T_REAL(value(b, "x[40]"), 40, 0);
	T_REAL(value(b, "x[1]"), 1, 0);
	drop(b);
}

int main(void)
{
	T_RUN(cells_of_an_array_are_one_batch_in_rows);
	T_RUN(the_same_of_all_components_lies_in_a_row);
	T_RUN(numbers_that_differ_are_operands);
	T_RUN(what_all_have_in_common_is_computed_once);
	T_RUN(a_recurrence_is_no_batch);
	T_RUN(a_chain_of_shapes_comes_in_order);
	T_RUN(powers_of_other_exponents_are_other_shapes);
	T_RUN(branches_become_selects_and_calls_leaves);
	T_RUN(residuals_of_a_block_are_batches_too);
	T_RUN(a_block_has_the_same_code_at_events);
	T_RUN(assertions_need_some_of_the_results);
	T_RUN(start_values_are_moved_in_batches);
	return T_END();
}
