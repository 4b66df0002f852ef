/* SPDX-License-Identifier: MIT */
#include "checked.h"
#include "fn_text.h"

#include <assert.h>

/* The code of function `name` of a text; the VM is ready. */
static int32_t begin(const char *text, const char *name, const MdvAlloc *alloc)
{
	int32_t fn = -1;

	if (!fn_begin(text))
		return -1;
	for (size_t f = 0; f < fn_cx.flat.fns.n; f++)
		if (strcmp(intern_text(&fn_cx.names, fn_cx.flat.fns.at[f].name), name) == 0)
			fn = lower_fn(&fn_lower, (FnId){(int32_t)f});
	T_CHECK(fn >= 0);
	CHECKED(ir_fn_check, &fn_ir);
	fn_vm = vm_fn_new(&fn_ir, alloc);
	return fn;
}

static void end(void)
{
	vm_fn_free(fn_vm);
	fn_end();
}

static void count_slots(uint32_t slot[], uint32_t n)
{
	for (uint32_t k = 0; k < n; k++)
		slot[k] = k;
}

#define RECORDS                                                                                   \
	"record Q Real m[2]; Integer k; end Q; record P Real x; Q q; end P;"                          \
	"function f input Real a; input P p[:]; input Real v[:,2]; output P r[size(p, 1)]; output "   \
	"Real s; output Integer n; algorithm for i in 1:size(p, 1) loop r[i] := p[i]; r[i].x := -i; " \
	"r[i].q.m[2] := 10*i; end for; s := a + sum(p.q.k) + sum(v) + p[end].x; n := size(p, 1); "    \
	"end f;"

static void scalars_of_records_in_arrays_come_element_by_element(void)
{
	const char *text = RECORDS "model M input Real x; P p[2]; Real s; equation (p, s) = f(x, "
							   "{P(1, Q({2, 3}, 4)), P(5, Q({6, 7}, 8))}, {{x, x}}); end M;";
	const int32_t dim[] = {2, 2, 1, 2}; /* p, p.q.m, v */
	double frame[40] = {1, 11, 12, 13, 14, 21, 22, 23, 24, 100, 200};
	const double want[10] = {-1, 12, 10, 14, -2, 22, 20, 24, 1 + 14 + 24 + 300 + 21, 2};
	int32_t fn = begin(text, "f", NULL);
	uint32_t slot[40];
	IrCall call = {.fn = fn, .n_in = 11, .n_out = 10, .in = slot, .dim = dim, .n_dims = 4};

	count_slots(slot, 40);
	call.out = slot + 11;
	T_INT(vm_fn_call(fn_vm, &call, frame), MDV_OK);
	for (int k = 0; k < 10; k++)
		T_REAL(frame[11 + k], want[k], 0);
	/* Results that are not wanted: the last ones, or any. */
	call.n_out = 8;
	slot[11] = IR_NO_SLOT;
	frame[11] = frame[19] = 77;
	T_INT(vm_fn_call(fn_vm, &call, frame), MDV_OK);
	T_REAL(frame[11], 77, 0);
	T_REAL(frame[12], 12, 0);
	T_REAL(frame[19], 77, 0);
	call.n_out = 7;
	T_INT(vm_fn_call(fn_vm, &call, frame), MDV_RETRY);
	T_STR(vm_fn_why(fn_vm), "the results of f have other sizes than the model expects");
	call.n_dims = 3;
	T_INT(vm_fn_call(fn_vm, &call, frame), MDV_BAD_ARGUMENT);
	end();
}

static void an_array_of_records_may_be_empty(void)
{
	const char *text = RECORDS "model M input Real x; Real y = x; Real z = g(x); end M; function g "
							   "input Real x; output Real y; protected P p[0]; P r[0]; algorithm "
							   "(r, y) := f(x, p, fill(1, 0, 2)); end g;";
	const int32_t dim[] = {0, 2, 0, 2};
	double frame[4] = {3};
	const uint32_t slot[4] = {0, 1, 2, 3};
	int32_t fn = begin(text, "f", NULL);
	IrCall call = {.fn = fn, .n_in = 1, .in = slot, .dim = dim, .n_dims = 4, .out = slot + 1};

	call.n_out = 2;
	T_INT(vm_fn_call(fn_vm, &call, frame), MDV_RETRY); /* p[end] does not exist */
	T_STR(vm_fn_why(fn_vm), "the subscript 0 is outside 1:0 of 'p.x' (in f, F.mo:1)");
	end();
}

static void long_loops_look_at_the_stop_flag(void)
{
	volatile sig_atomic_t stop = 1;
	const VmHooks hooks = {.stop = &stop};
	double frame[2] = {1, 0};
	const uint32_t slot[2] = {0, 1};
	int32_t fn = begin("function f input Real x; output Real y = x; algorithm while true loop y := "
					   "y + 1; end while; end f; "
					   "model M input Real x; Real y = f(x); end M;",
					   "f", NULL);
	IrCall call = {.fn = fn, .n_in = 1, .n_out = 1, .in = slot, .out = slot + 1};

	vm_fn_set_hooks(fn_vm, &hooks);
	T_INT(vm_fn_call(fn_vm, &call, frame), MDV_STOPPED);
	T_STR(vm_fn_why(fn_vm), "stopped on request (in f, F.mo:1)");
	end();
}

#define BUSY                                                                                      \
	"function f input Real x[:]; input Integer n; output Real y = 0; output String s; protected " \
	"Real A[:,:]; Real v[:]; algorithm for k in 1:n loop A := fill(k, 20, 20); v := A*x; v := "   \
	"cat(1, v, x); A := transpose(A)*A; y := y + v[1] + sum(A[:, 1:7]) + g(v); s := "             \
	"String(y); end for; end f; function g input Real x[:]; output Real y; protected Real "       \
	"z[size(x, 1)] = 2*x; algorithm z := z + x; y := sum(z); end g;"                              \
	"model M input Real x; Real y = x; Real z[1] = {h(x)}; function h input Real x; output Real " \
	"y; "                                                                                         \
	"algorithm y := f(fill(x, 20), 3); end h; end M;"

static void a_loop_uses_the_same_memory_again(void)
{
	AllocMeter meter;
	double frame[24] = {0};
	uint32_t slot[24];
	const int32_t dim[] = {20};
	size_t once, peak;
	int32_t fn;
	IrCall call = {.n_in = 21, .n_out = 1, .in = slot, .dim = dim, .n_dims = 1};

	alloc_meter_init(&meter, &alloc_heap);
	fn = begin(BUSY, "f", &meter.alloc);
	call.fn = fn;
	call.out = slot + 21;
	count_slots(slot, 24);
	frame[20] = 2;
	T_INT(vm_fn_call(fn_vm, &call, frame), MDV_OK);
	once = meter.n_calls;
	peak = meter.peak;
	T_INT(vm_fn_call(fn_vm, &call, frame), MDV_OK);
#ifndef MDV_ARENA_DEBUG
	T_INT(meter.n_calls, once); /* nothing is allocated but for new texts */
#else
	(void)once;
#endif
	frame[20] = 500;
	frame[0] = 0;
	T_INT(vm_fn_call(fn_vm, &call, frame), MDV_OK);
	T_CHECK(meter.peak < peak + 100000);
	end();
	T_INT(meter.live, 0);
}

static void without_memory_a_call_fails_and_nothing_is_lost(void)
{
	double frame[24] = {0};
	uint32_t slot[24];
	const int32_t dim[] = {20};
	IrCall call = {.n_in = 21, .n_out = 2, .in = slot, .dim = dim, .n_dims = 1, .out = slot + 21};
	AllocMeter meter;
	bool done = false;

	count_slots(slot, 24);
	call.fn = begin(BUSY, "f", NULL);
	vm_fn_free(fn_vm);
	for (size_t k = 1; !done && k < 1000; k++) {
		MdvStatus status = MDV_NO_MEMORY;

		alloc_meter_init(&meter, &alloc_heap);
		meter.fail_at = k;
		frame[20] = 3;
		fn_vm = vm_fn_new(&fn_ir, &meter.alloc);
		if (fn_vm)
			status = vm_fn_call(fn_vm, &call, frame);
		done = status == MDV_OK;
		if (!done)
			T_INT(status, MDV_NO_MEMORY);
		vm_fn_free(fn_vm);
		T_INT(meter.live, 0);
	}
	T_CHECK(done);
	fn_end();
}

static void texts_have_one_number_each(void)
{
	int32_t fn = begin("function f input String s; output String y; algorithm y := s + \"c\"; end "
					   "f; model M input String s; "
					   "String y = f(s); end M;",
					   "f", NULL);
	double frame[2] = {0}, handle;
	const uint32_t slot[2] = {0, 1};
	IrCall call = {.fn = fn, .n_in = 1, .n_out = 1, .in = slot, .out = slot + 1};

	frame[0] = vm_string_handle(fn_vm, "ab");
	handle = vm_string_handle(fn_vm, "abc");
	T_INT(vm_fn_call(fn_vm, &call, frame), MDV_OK);
	T_REAL(frame[1], handle, 0);
	T_STR(vm_string_text(fn_vm, frame[1]), "abc");
	T_STR(vm_string_text(fn_vm, 1e9), "");
	T_STR(vm_string_text(fn_vm, -1), "");
	end();
}

static void very_long_expressions_take_no_stack(void)
{
	const Expr *e, *x;
	int32_t fn;

	if (!fn_begin("model M input Real x; Real y = x; end M;"))
		return;
	e = x = flat_ref(&fn_cx.flat, (VarId){0});
	for (int k = 0; k < 200000; k++)
		e = expr_add(&fn_cx.flat.pool,
					 expr_mul(&fn_cx.flat.pool, e, expr_real(&fn_cx.flat.pool, 1 + 1e-9 * k)), x);
	for (int k = 0; k < 60; k++) /* shared, not repeated */
		e = expr_mul(&fn_cx.flat.pool, expr_real(&fn_cx.flat.pool, 0.5),
					 expr_add(&fn_cx.flat.pool, e, e));
	fn = fn_lower_expr(e);
	CHECKED(ir_fn_check, &fn_ir);
	T_INT(fn_ir.fns.at[fn]->n_code, 2 * 200000 + 2 * 60);
	fn_vm = vm_fn_new(&fn_ir, NULL);
	T_INT(fn_call(fn, 1), MDV_OK);
	T_CHECK(fn_frame[2] > 300000 * 1.5);
	end();
}

/* The position of a name in a list is looked up when the function is compiled, not when it runs. */
static void calls_that_give_one_number_are_that_number(void)
{
	Text out;
	int32_t fn = begin(
		"function at input String s; output Integer k; algorithm k := if s == \"a\" then 1 elseif "
		"s == \"b\" then 2 else -1; assert(k > 0, s); end at; "
		"function f input Real x[3]; output Real y; algorithm y := x[at(\"b\")]; end f; "
		"model M input Real v[3]; Real y = f(v); end M;",
		"f", NULL);

	text_init(&out, NULL);
	ir_fn_print(&fn_ir, fn, &out);
	T_CHECK(strstr(text_str(&out), "call") == NULL && strstr(text_str(&out), " 2\n") != NULL);
	text_free(&out);
	end();
	fn = begin("function at input String s; output Integer k; algorithm k := -1; "
			   "assert(k > 0, s); end at; function f input Real x[3]; output Real y; algorithm "
			   "y := x[at(\"b\")]; end f; model M input Real v[3]; Real y = f(v); end M;",
			   "f", NULL);
	text_init(&out, NULL);
	ir_fn_print(&fn_ir, fn, &out);
	T_CHECK(strstr(text_str(&out), "call") != NULL); /* fails when it is called */
	text_free(&out);
	end();
}

static void code_is_printed_for_people(void)
{
	Text out;
	int32_t fn = begin(
		"function f input Real x[:]; output Real y; algorithm y := 0; for i in 1:size(x, 1) loop "
		"y := if x[i] > 2 then y + x[i] else 1; end for; end f; model M input Real v[2]; Real y = "
		"f(v); end M;",
		"f", NULL);

	text_init(&out, NULL);
	ir_fn_print(&fn_ir, fn, &out);
	T_STR(text_str(&out), "function 0 f\n"
						  "  in x a0'x'\n"
						  "  out y r0\n"
						  "    0  move      r0 0\n"
						  "    1  size      r2 a0'x' 1\n"
						  "    2  count     r4 1 1 r2\n"
						  "    3  move      r3 0\n"
						  "    4  move      r5 1\n"
						  "    5  move      r6 1\n"
						  "    6  next      r1 r3 ->16\n"
						  "    7  load1     r7 a0'x' r1\n"
						  "    8  lt        r8 2 r7\n"
						  "    9  unless    ->13 r8\n"
						  "   10  add       r9 r0 r7\n"
						  "   11  move      r10 r9\n"
						  "   12  jump      ->14\n"
						  "   13  move      r10 1\n"
						  "   14  move      r0 r10\n"
						  "   15  loop      ->6\n"
						  "   16  return   \n");
	text_free(&out);
	end();
}

int main(void)
{
	T_RUN(scalars_of_records_in_arrays_come_element_by_element);
	T_RUN(an_array_of_records_may_be_empty);
	T_RUN(long_loops_look_at_the_stop_flag);
	T_RUN(a_loop_uses_the_same_memory_again);
	T_RUN(without_memory_a_call_fails_and_nothing_is_lost);
	T_RUN(texts_have_one_number_each);
	T_RUN(very_long_expressions_take_no_stack);
	T_RUN(calls_that_give_one_number_are_that_number);
	T_RUN(code_is_printed_for_people);
	return T_END();
}
