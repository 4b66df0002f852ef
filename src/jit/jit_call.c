/* SPDX-License-Identifier: MIT
   jit_call.c — functions that are called by machine code. Besides the code that the VM calls with a
   frame, such a function has a second entry: who calls it has put its arguments where its window
   will be, above those of its callers; the entry makes frame and window there, counts the call,
   and takes all back at the end. Results are still there then.

   Calls that may not be made so are left to the host, which knows the limits, their words, and
   results that are known already: the entry says so before it has done anything, or there is none
   in the table of the VM. */
#include "jit/jit.h"

#include <stddef.h>

/* Of the memory of a call: the frame, arrays, then scalars. */
enum { FRAME = (sizeof(MdvFrame) + 15) / 16 * 16 };

enum {
	MOST_ARRAYS = 16,   /* that are made in line */
	MOST_VALUES = 64,   /* arguments and results that are moved in line */
	MOST_WINDOW = 1000, /* doubles: larger ones do not come by the million */
	FEW_CONSTANTS = 24, /* that are moved in line */
	RESULT_HOST = 2     /* of the entry: the host must do it */
};

int32_t jit_call_array(uint32_t array, size_t member)
{
	return (int32_t)(FRAME + array * sizeof(MdvArray) + member);
}

int32_t jit_call_scalar(const IrFn *fn, uint32_t scalar)
{
	return (int32_t)(FRAME + fn->n_arrays * sizeof(MdvArray) + scalar * sizeof(double));
}

/* Bytes, a multiple of 16 as the VM has them. */
static int32_t size_of(const IrFn *fn)
{
	return (jit_call_scalar(fn, fn->n_window) + 15) / 16 * 16;
}

bool jit_call_is_direct(const Jit *j, const IrFn *fn)
{
	if (!j->host.at.direct || fn->n_arrays > MOST_ARRAYS || fn->n_window > MOST_WINDOW ||
		fn->in.n + fn->out.n > MOST_VALUES)
		return false;
	for (int32_t k = 0; k < fn->out.n; k++)
		if (fn->out.leaf[k].rank > 0 || fn->out.leaf[k].flag != IR_NO_SLOT)
			return false;
	return true;
}

/* -- the entry: RDI the functions, RSI the caller's frame, RDX the memory of the call -- */

static void put_constants(X64 *x, const IrFn *fn)
{
	uint32_t n = fn->n_constants, k = 0;

	if (n > FEW_CONSTANTS) {
		x64_move(x, R8, RDI);
		x64_pointer(x, RSI, fn->constant);
		x64_address(x, RDI, RDX, jit_call_scalar(fn, 0));
		x64_number(x, RCX, n);
		x64_repeat_copy(x);
		x64_move(x, RDI, R8);
		return;
	}
	if (n > 0)
		x64_pointer(x, RAX, fn->constant);
	for (; k + 1 < n; k += 2) {
		x64_load_two(x, 0, x64_mem(RAX, 8 * (int64_t)k));
		x64_store_two(x, x64_mem(RDX, jit_call_scalar(fn, k)), 0);
	}
	if (k < n) {
		x64_load(x, 0, x64_mem(RAX, 8 * (int64_t)k));
		x64_store(x, x64_mem(RDX, jit_call_scalar(fn, k)), 0);
	}
}

static bool is_input(const IrFn *fn, uint32_t array)
{
	for (int32_t k = 0; k < fn->in.n; k++)
		if (fn->in.leaf[k].rank > 0 && fn->in.leaf[k].reg == array)
			return true;
	return false;
}

/* As vm_fn_run_enter has them. */
static void put_arrays(X64 *x, const IrFn *fn)
{
	for (uint32_t k = 0; k < fn->n_arrays; k++) {
		if (is_input(fn, k))
			continue;
		x64_address(x, RAX, RDX, jit_call_scalar(fn, fn->array[k].at));
		x64_store_general(x, RDX, jit_call_array(k, offsetof(MdvArray, at)), RAX);
		x64_store_number(x, RDX, jit_call_array(k, offsetof(MdvArray, n)), 0);
		x64_store_number(x, RDX, jit_call_array(k, offsetof(MdvArray, cap)), fn->array[k].room);
		x64_store_byte(x, RDX, jit_call_array(k, offsetof(MdvArray, rank)), 0);
		x64_store_byte(x, RDX, jit_call_array(k, offsetof(MdvArray, own)), 0);
	}
}

/* Counts the call, or gives it to the host: now and then it looks at the stack and the clock. */
static void put_limits(const Jit *j, X64 *x, uint8_t *host[2])
{
	x64_load_half(x, RAX, RDI, offsetof(MdvCode, depth));
	x64_add_number(x, RAX, 1);
	x64_test_number(x, RAX, JIT_CALL_LOOK - 1);
	host[0] = x64_jump(x, X64_IF_ZERO);
	x64_sub_memory(x, RDI, j->host.turns, 1);
	host[1] = x64_jump(x, X64_IF_ZERO);
	x64_store_half(x, RDI, offsetof(MdvCode, depth), RAX);
}

/* RDX: the functions, as code leaves them; RAX the result. Arrays that have memory of the pool give
   it back. */
static void put_end(const Jit *j, X64 *x, const IrFn *fn)
{
	uint8_t *drop[MOST_ARRAYS];
	int n = 0;

	x64_load_general(x, RCX, RDX, j->host.at.top);
	x64_address(x, RCX, RCX, -size_of(fn));
	x64_store_general(x, RDX, j->host.at.top, RCX);
	x64_sub_memory(x, RDX, offsetof(MdvCode, depth), 1);
	for (uint32_t k = 0; k < fn->n_arrays; k++) {
		if (is_input(fn, k))
			continue;
		x64_compare_byte(x, RCX, jit_call_array(k, offsetof(MdvArray, own)), 0);
		drop[n++] = x64_jump(x, X64_IF_NOT_ZERO);
	}
	x64_pop(x, RBP);
	x64_return(x);
	if (n == 0)
		return;
	while (n > 0)
		x64_jump_to(drop[--n], x->at);
	x64_move(x, RDI, RDX);
	x64_move(x, RSI, RCX);
	x64_move(x, RDX, RAX);
	x64_call(x, JIT_POOL_DROP);
	x64_pop(x, RBP);
	x64_return(x);
}

uint8_t *jit_call_entry(const Jit *j, X64 *x, const IrFn *fn, const uint8_t *body)
{
	uint8_t *start = x->at, *host[2];

	x64_push(x, RBP);
	x64_move(x, RBP, RSP);
	put_limits(j, x, host);
	x64_address(x, RCX, RDX, size_of(fn));
	x64_store_general(x, RDI, j->host.at.top, RCX);
	x64_store_general(x, RDX, offsetof(MdvFrame, caller), RSI);
	x64_pointer(x, RAX, fn);
	x64_store_general(x, RDX, offsetof(MdvFrame, fn), RAX);
	put_constants(x, fn);
	put_arrays(x, fn);
	x64_move(x, RSI, RDX);
	x64_address(x, RCX, RSI, FRAME);
	x64_store_general(x, RSI, offsetof(MdvFrame, a), RCX);
	x64_address(x, RDX, RSI, jit_call_scalar(fn, 0));
	x64_store_general(x, RSI, offsetof(MdvFrame, r), RDX);
	x64_jump_to(x64_call_near(x), body);
	put_end(j, x, fn);
	x64_jump_to(host[1], x->at);
	x64_sub_memory(x, RDI, j->host.turns, -1); /* the host counts it */
	x64_jump_to(host[0], x->at);
	x64_number(x, RAX, RESULT_HOST);
	x64_pop(x, RBP);
	x64_return(x);
	return start;
}

/* -- the call -- */

void jit_call_begin(const Jit *j, X64 *x, const IrFn *fn, uint8_t *host[2])
{
	x64_load_general(x, R11, RDI, j->host.at.direct);
	x64_load_general(x, R11, R11, fn->number * (int32_t)sizeof(void *));
	x64_test_general(x, R11);
	host[0] = x64_jump(x, X64_IF_ZERO);
	x64_load_general(x, RDX, RDI, j->host.at.top);
	x64_address(x, RCX, RDX, size_of(fn));
	x64_compare_general(x, RCX, RDI, j->host.at.end);
	host[1] = x64_jump(x, X64_IF_ABOVE);
}

void jit_call_end(X64 *x, uint8_t **host, uint8_t **failed)
{
	x64_call_general(x, R11);
	x64_test_number(x, RAX, RESULT_HOST);
	*host = x64_jump(x, X64_IF_NOT_ZERO);
	x64_test_number(x, RAX, 255);
	*failed = x64_jump(x, X64_IF_ZERO);
}
