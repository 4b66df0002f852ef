/* SPDX-License-Identifier: MIT
   test_operator.c — operators with a state are reached through one table: those that a model has,
   none if it has none. */
#include "compiler/compiler.h"
#include "runtime/rt/rt.h"
#include "t.h"
#include "vm/vm.h"

#include <stdlib.h>

typedef struct Built {
	Compile cx;     /* the compilation */
	Vm *vm;         /* runs its code */
	MdvModel model; /* with it */
	Rt *rt;         /* the instance, at its start */
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
	b->model = b->cx.island->model;
	b->model.run = vm_run;
	b->model.why = vm_why;
	b->model.string = vm_string;
	b->model.code = b->vm;
	b->rt = rt_new(&b->model, NULL);
	T_INT(init_run(b->rt, 0), MDV_OK);
	return b;
}

static void drop(Built *b)
{
	rt_free(b->rt);
	vm_free(b->vm);
	pipeline_free(&b->cx);
	free(b);
}

static void count_due(void *ctx, const char *text)
{
	T_STR(text, "sample(0, 0.5)");
	++*(int *)ctx;
}

static void a_model_without_operators_has_none(void)
{
	Built *b = build("model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;");

	T_INT(b->rt->operators.n, 0);
	T_CHECK(!operator_keeps(b->rt));
	T_CHECK(operator_next(b->rt, 0) == INFINITY && operator_longest_step(b->rt) == INFINITY);
	drop(b);
}

static void samplers_make_pulses_and_keep_no_points(void)
{
	Built *b = build("model M discrete Real n(start = 0, fixed = true); equation\n"
					 "when sample(0, 0.5) then n = pre(n) + 1; end when; end M;");
	RtEvent event;
	int n_due = 0;

	T_INT(b->rt->operators.n, 1);
	T_CHECK(b->rt->operators.kind[0].ops == &sampler_operator && !operator_keeps(b->rt));
	T_REAL(operator_next(b->rt, 0), 0, 0);
	T_INT(event_iterate(b->rt, 0, &event), MDV_OK);
	T_INT(event.samples, 1);
	T_INT(b->rt->operators.n_pulses, 0);
	T_REAL(b->rt->frame[b->model.sampler[0].active], 0, 0);
	T_REAL(operator_next(b->rt, 0), 0.5, 0);
	operator_due(b->rt, 0, count_due, &n_due);
	operator_due(b->rt, 0.25, count_due, &n_due);
	T_INT(n_due, 1);
	drop(b);
}

static void delays_bound_the_step_and_keep_points(void)
{
	Built *b = build("model M Real x(start = 1, fixed = true), y = delay(x, 0.25), a, c; equation\n"
					 "der(x) = -y; (a, c) = spatialDistribution(x, 0, time, true); end M;");

	T_INT(b->rt->operators.n, 2);
	T_CHECK(b->rt->operators.kind[0].ops == &delay_operator);
	T_CHECK(b->rt->operators.kind[1].ops == &spatial_operator);
	T_CHECK(operator_keeps(b->rt));
	T_REAL(operator_longest_step(b->rt), 0.25, 0);
	T_REAL(operator_next(b->rt, 0), 0.25, 0); /* where the history begins there is a bend */
	drop(b);
}

/* The value that is delayed by 0.25 at t. */
static double delayed(Built *b, double t)
{
	b->rt->frame[b->model.time] = t;
	operator_read(b->rt);
	return b->rt->frame[b->model.delay[0].value];
}

static void delays_forget_what_was_kept_of_a_step_that_does_not_count(void)
{
	static const struct {
		double t, u;
	} kept[] = {{0.1, 5}, {0.2, 7}, {0.3, 7}, {0.15, 2}};
	Built *b = build("model M Real x(start = 1, fixed = true), y = delay(x, 0.25); equation\n"
					 "der(x) = -y; end M;");
	RtEvent event = {.samples = 0};

	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
		b->rt->frame[b->model.delay[0].input] = kept[i].u;
		T_INT(operator_keep(b->rt, kept[i].t, false), MDV_OK);
	}
	operator_release(b->rt, 0.25, &event); /* the beginning of the history comes out */
	T_REAL(delayed(b, 0.35), 5, 1e-12);
	T_REAL(delayed(b, 0.4), 2, 1e-12);
	T_CHECK(delayed(b, 0.45) < 0); /* along the line from 5 to 2, not 7 */
	drop(b);
}

static void an_operator_needs_no_function_that_has_nothing_to_do(void)
{
	static const RtOperatorOps nothing = {.make = NULL};
	Built *b = build("model M discrete Real n(start = 0, fixed = true); equation\n"
					 "when sample(0, 0.5) then n = pre(n) + 1; end when; end M;");
	bool any = true;
	int n_due = 0;
	RtEvent event = {.samples = 0};

	b->rt->operators.kind[0].ops = &nothing;
	T_INT(operator_begin(b->rt, 0), MDV_OK);
	operator_wait(b->rt);
	T_CHECK(!operator_release(b->rt, 0, &event));
	T_INT(operator_turn(b->rt, &any), MDV_OK);
	T_CHECK(!any);
	T_INT(operator_follow(b->rt, &any), MDV_OK);
	T_INT(operator_keep(b->rt, 0, true), MDV_OK);
	T_CHECK(operator_next(b->rt, 0) == INFINITY && operator_longest_step(b->rt) == INFINITY);
	operator_due(b->rt, 0, count_due, &n_due);
	T_INT(n_due, 0);
	drop(b);
}

int main(void)
{
	T_RUN(a_model_without_operators_has_none);
	T_RUN(samplers_make_pulses_and_keep_no_points);
	T_RUN(delays_bound_the_step_and_keep_points);
	T_RUN(delays_forget_what_was_kept_of_a_step_that_does_not_count);
	T_RUN(an_operator_needs_no_function_that_has_nothing_to_do);
	return T_END();
}
