/* SPDX-License-Identifier: MIT
   test_interp.c — the evaluator as a whole: variables, sharing, depth, limits, memory. */
#include "interp_model.h"

#include <setjmp.h>

#define LITTLE_STACK 100000 /* nodes in each other: far more than recursion would bear */

static int asked; /* calls of counting_value_of */

static const Expr *counting_value_of(void *ctx, VarId v)
{
	asked++;
	return value_of(ctx, v);
}

static void a_literal_is_its_own_value(void)
{
	const Expr *e = expr_real(p, 1.5);

	T_CHECK(interp_expr(&m, e, NULL, NULL, NULL) == e);
}

static void what_is_unknown_is_named(void)
{
	const Expr *n = var("tank.n", integer, NULL);

	T_STR(run(expr_add(p, n, i(1))), "! the value of 'tank.n' is not known at compile time");
	T_CHECK(!interp_expr(&m, expr_add(p, n, i(1)), value_of, NULL, NULL));
}

static void the_result_is_made_of_literals(void)
{
	const Expr *e = compute(A(A(r(1), expr_add(p, r(1), r(1))), A(r(3), r(4))));

	T_INT(e->op, EX_ARRAY);
	T_INT(e->arg[1]->op, EX_ARRAY);
	T_CHECK(e->arg[0]->arg[1] == expr_real(p, 2));
	T_CHECK(!(e->flags & XF_VAR));
}

/* x1 = x0 + x0, x2 = x1 + x1 …: a tree of 2^60 nodes, a graph of 61. */
static void shared_parts_are_computed_once(void)
{
	const Expr *e = r(1);

	for (int k = 0; k < 60; k++)
		e = OP(EX_MUL, expr_add(p, e, e), expr_real(p, 0.5));
	asked = 0;
	T_CHECK(interp_expr(&m, e, counting_value_of, NULL, NULL) == expr_real(p, 1));
	T_CHECK(asked <= 2);
}

static void deep_expressions_take_no_stack(void)
{
	const Expr *left = r(0), *right = r(0), *choice = i(0);

	for (int k = 1; k <= LITTLE_STACK; k++) {
		left = expr_add(p, left, r(1));
		right = OP(EX_MAX, r(k), right);
		choice = expr_if(p, OP(EX_EQ, i(k), i(1)), i(k), choice);
	}
	T_STR(run(left), "100000");
	T_STR(run(right), "100000");
	T_STR(run(choice), "1");
}

static FnId endless(void)
{
	fn_begin("P.endless");
	const Expr *y = fn_var(LO_OUTPUT, "y", integer, expr_integer(p, 0));

	return fn_end(BODY(block(ST_WHILE, expr_boolean(p, true), BODY(set(y, expr_neg(p, y))))));
}

static void an_endless_loop_takes_too_long(void)
{
	T_STR(run(call(endless(), 0, NULL)),
		  "! takes too long to compute at compile time (in P.endless)");
}

static FnId deep(const char *called, bool by_init)
{
	FnId f = flat_new_fn(&m, name(called), PU_PURE);

	fn_begin(called);
	const Expr *n = fn_var(LO_INPUT, "n", integer, NULL);
	const Expr *again =
		expr_call(p, f, integer, (const Expr *const[]){expr_sub(p, n, one())}, 1, 0);
	const Expr *value = expr_if(p, OP(EX_LE, n, expr_integer(p, 0)), n, again);
	const Expr *y = fn_var(LO_OUTPUT, "y", integer, by_init ? value : NULL);

	return by_init ? fn_set(f, NULL, 0) : fn_set(f, BODY(set(y, value)));
}

static void calls_nest_a_thousand_deep_and_no_deeper(void)
{
	FnId f = deep("P.f", false), g = deep("P.g", true);

	T_STR(run(CALL(f, i(900))), "0");
	T_STR(run(CALL(g, i(900))), "0");
	T_STR(run(CALL(f, i(1000000))),
		  "! functions call each other more than 1000 deep (in P.f, called by P.f, P.f, P.f and "
		  "996 more)");
}

static void memory_is_limited(void)
{
	const Expr *big = OP(EX_FILL, r(1), i(1 << 14), i(1 << 12)); /* 512 MB */

	T_STR(run(OP(EX_SUM, big)), "! takes too much memory to compute at compile time");
	T_STR(run(OP(EX_SUM, OP(EX_FILL, r(1), i(INT32_MAX), i(INT32_MAX)))),
		  "! takes too much memory to compute at compile time");
	T_STR(run(OP(EX_SUM, OP(EX_FILL, r(1), i(INT64_MAX)))),
		  "! takes too much memory to compute at compile time");
}

/* Loops leave nothing behind: 10^5 vectors of 100 elements would be 80 MB, texts 10 MB … */
static void loops_use_the_memory_of_one_round(void)
{
	fn_begin("P.loop");
	const Expr *n = fn_var(LO_INPUT, "n", integer, NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", vector_of(real, 100), NULL);
	const Expr *t = fn_var(LO_OUTPUT, "t", string, NULL);
	const Expr *k = fn_var(LO_ITERATOR, "k", integer, NULL);
	FlatStmt each = loop(k, to(one(), n),
						 BODY(set(y, OP(EX_FILL, expr_to_real(p, k), expr_integer(p, 100))),
							  set(INDEX(y, one()), expr_real(p, 7)), set(t, OP(EX_TO_STRING, k))));
	FnId f = fn_end(BODY(each));
	AllocMeter meter;
	const MdvAlloc *from = keep.from;
	const Expr *e = CALL(f, i(100000));

	alloc_meter_init(&meter, from);
	keep.from = &meter.alloc;
	T_STR(run(INDEX(expr_result(p, e, 0), i(2))), "100000");
	T_STR(run(expr_result(p, e, 1)), "\"100000\"");
	T_CHECK(meter.peak < 4u << 20);
	keep.from = from;
}

static void a_string_may_grow_in_a_loop(void)
{
	fn_begin("P.text");
	const Expr *n = fn_var(LO_INPUT, "n", integer, NULL);
	const Expr *t = fn_var(LO_OUTPUT, "t", string, expr_text(p, ""));
	const Expr *k = fn_var(LO_ITERATOR, "k", integer, NULL);
	FnId f = fn_end(BODY(loop(k, to(one(), n), BODY(set(t, expr_add(p, t, expr_text(p, "x")))))));
	const Expr *e = compute(CALL(f, i(5000)));

	T_INT(e ? strlen(intern_text(&names, (Name){e->aux})) : 0, 5000);
}

/* The arenas of an evaluation are given back, whether it ends well or not. */
static void nothing_is_left_behind(void)
{
	const MdvAlloc *from = keep.from;
	const Expr *good = expr_add(p, r(1), r(2)), *bad = OP(EX_DIV, r(1), r(0));
	const Expr *long_one = call(endless(), 0, NULL);
	AllocMeter meter;

	expr_real(p, 3);
	alloc_meter_init(&meter, from);
	keep.from = &meter.alloc; /* for the evaluation alone: the results exist */
	T_STR(run(good), "3");
	T_STR(run(bad), "! 1 / 0 is a division by zero");
	T_STR(run(long_one), "! takes too long to compute at compile time (in P.endless)");
	T_INT(meter.live, 0);
	T_CHECK(meter.n_calls > 0);
	keep.from = from;
	T_CHECK(keep.no_memory == out_of_memory);
}

/* Evaluations within the callback for variables: as constants that need each other do. */
static const Expr *nested_value_of(void *ctx, VarId v)
{
	const Expr *binding = flat_var(&m, v)->binding;

	return binding ? interp_expr(&m, binding, nested_value_of, ctx, &why) : NULL;
}

static void variables_may_be_computed_when_asked_for(void)
{
	const Expr *a = var("a", real, expr_add(p, r(1), r(2)));
	const Expr *c2 = var("c", real, expr_mul(p, a, a));
	const Expr *bad = var("bad", real, OP(EX_DIV, a, r(0)));

	text_clear(&why);
	T_CHECK(interp_expr(&m, expr_add(p, c2, a), nested_value_of, NULL, &why) == expr_real(p, 12));
	T_CHECK(!interp_expr(&m, expr_add(p, c2, bad), nested_value_of, NULL, &why));
	T_STR(text_str(&why),
		  "3 / 0 is a division by zero; the value of 'bad' is not known at compile time");
}

/* c1 = c0 + 1, c2 = c1 + 1 …: evaluations within each other share their memory. */
static void long_chains_of_constants_take_little_memory(void)
{
	const MdvAlloc *from = keep.from;
	const Expr *last = r(0);
	AllocMeter meter;

	for (int k = 0; k < 1000; k++)
		last = var("c", real, expr_add(p, last, expr_real(p, 1)));
	alloc_meter_init(&meter, from);
	keep.from = &meter.alloc;
	T_CHECK(interp_expr(&m, last, nested_value_of, NULL, NULL) == expr_real(p, 1000));
	T_CHECK(meter.peak < 4u << 20);
	keep.from = from;
}

/* What needs too much memory fails by itself; the one that asked for it goes on. */
static const Expr *forgiving_value_of(void *ctx, VarId v)
{
	const Expr *value = nested_value_of(ctx, v);

	return value ? value : expr_real(p, 1);
}

static void a_limit_reached_inside_does_not_end_the_evaluation_around(void)
{
	const Expr *big = OP(EX_SUM, OP(EX_FILL, r(1), i(1 << 14), i(1 << 12)));
	const Expr *x = var("x", real, big);

	text_clear(&why);
	T_CHECK(interp_expr(&m, expr_add(p, x, x), forgiving_value_of, NULL, &why) == expr_real(p, 2));
	T_CHECK(strstr(text_str(&why), "takes too much memory to compute at compile time"));
}

static jmp_buf boundary;

static void to_boundary(void *ctx)
{
	(void)ctx;
	longjmp(boundary, 1);
}

/* Every allocation refused once: the handler of the model's arena is called, nothing is lost. */
static void without_memory_the_model_s_handler_takes_over(void)
{
	static volatile size_t fail_at = 1;
	static AllocMeter meter;
	const MdvAlloc *from = keep.from;
	const Expr *x = var("x", real, OP(EX_SUM, OP(EX_FILL, r(1), i(1000), i(3))));
	const Expr *e = expr_add(p, x, x);

	expr_real(p, 3000);
	expr_real(p, 6000);
	keep.no_memory = to_boundary;
	if (setjmp(boundary)) {
		T_INT(meter.live, 0);
		T_CHECK(keep.no_memory == to_boundary);
		fail_at++;
	}
	alloc_meter_init(&meter, from);
	meter.fail_at = fail_at;
	keep.from = &meter.alloc;
	T_CHECK(interp_expr(&m, e, nested_value_of, NULL, NULL) == expr_real(p, 6000));
	T_CHECK(fail_at > 2 && meter.live == 0);
	keep.from = from;
	keep.no_memory = out_of_memory;
}

int main(void)
{
	model_begin();
	T_RUN(a_literal_is_its_own_value);
	T_RUN(what_is_unknown_is_named);
	T_RUN(the_result_is_made_of_literals);
	T_RUN(shared_parts_are_computed_once);
	T_RUN(deep_expressions_take_no_stack);
	T_RUN(an_endless_loop_takes_too_long);
	T_RUN(calls_nest_a_thousand_deep_and_no_deeper);
	T_RUN(memory_is_limited);
	T_RUN(loops_use_the_memory_of_one_round);
	T_RUN(a_string_may_grow_in_a_loop);
	T_RUN(nothing_is_left_behind);
	T_RUN(variables_may_be_computed_when_asked_for);
	T_RUN(long_chains_of_constants_take_little_memory);
	T_RUN(a_limit_reached_inside_does_not_end_the_evaluation_around);
	T_RUN(without_memory_the_model_s_handler_takes_over);
	return model_end();
}
