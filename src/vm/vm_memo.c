/* SPDX-License-Identifier: MIT
   vm_memo.c — results of functions that were called with the same arguments before. The functions
   of a medium call each other many times over with the pressure and the enthalpy of one place:
   once for each property, and again for each direction in which derivatives are taken. A function
   whose result depends on nothing but its arguments (MLS 12.3), and does nothing else, need not
   be run again. Arguments are compared bit by bit, so that results are the same as without. */
#include "vm/vm_fn.h"

#include <string.h>

enum {
	RARE = 32,      /* calls before which nothing is kept: each instance of a model has its own */
	ENTRIES = 64,   /* results that are kept of a function: places of a pipe, say */
	MOST_OUT = 64,  /* results that it may have */
	SHORT = 48,     /* instructions below which a function without loops and calls is run at once */
	TRIALS = 512,   /* calls after which … */
	HITS_NEEDED = 8 /* … one in so many must have been found, or it is not looked any more */
};

typedef enum Verdict { UNKNOWN, BEING_ASKED, IMPURE, PURE } Verdict;

struct VmMemo {
	uint8_t verdict;      /* Verdict of the function */
	bool off;             /* it does not pay, or cannot be done */
	uint32_t calls, hits; /* so far */
	uint64_t used;        /* bits: entries that hold something */
	double *entry;        /* ENTRIES times arguments, then results */
};
_Static_assert(ENTRIES == 64, "a bit of `used` for each");

/* Does the instruction anything but compute, and is what it does told by the code? */
static bool is_silent(const IrFn *fn, const IrInstr *i)
{
	switch (i->op) {
	case FN_EXTERN:
	case FN_MESSAGE:
	case FN_STOP: return false;
	case FN_ASSERT: /* one that is a warning is told */
		return i->a < fn->n_constants && fn->constant[i->a] != 1;
	default: return true;
	}
}

/* Of numbers only: those of texts and objects are others' business. */
static bool is_of_numbers(const IrFnSide *side, int32_t most)
{
	if (side->n == 0 || side->n > most)
		return false;
	for (int32_t k = 0; k < side->n; k++)
		if (side->leaf[k].rank > 0 || side->leaf[k].flag != IR_NO_SLOT ||
			side->leaf[k].kind > IR_LITERAL)
			return false;
	return true;
}

/* Recurses into calls, each function once. */
static bool is_pure(VmFn *vm, int32_t number)
{
	const IrFn *fn = vm->module->fns.at[number];
	VmMemo *memo = &vm->memo[number];
	bool pure = true;

	if (memo->verdict != UNKNOWN)
		return memo->verdict == PURE;
	memo->verdict = BEING_ASKED; /* one that calls itself is not worth it */
	for (uint32_t at = 0; at < fn->n_code && pure; at++)
		pure = is_silent(fn, &fn->code[at]) &&
			   (fn->code[at].op != FN_CALL || is_pure(vm, (int32_t)fn->code[at].dst));
	memo->verdict = pure ? PURE : IMPURE;
	return pure;
}

static bool is_long(const IrFn *fn)
{
	bool is = fn->n_code >= SHORT;

	for (uint32_t at = 0; at < fn->n_code && !is; at++)
		is = fn->code[at].op == FN_CALL || fn->code[at].op == FN_LOOP;
	return is;
}

bool vm_memo_init(VmFn *vm)
{
	vm->memo = NEW_ARRAY(&vm->keep, VmMemo, vm->module->fns.n + 1);
	return vm->memo != NULL;
}

/* As far as its code tells without looking at what it calls. */
static bool may_pay(const IrFn *fn)
{
	return is_of_numbers(&fn->in, VM_MEMO_IN) && is_of_numbers(&fn->out, MOST_OUT) && is_long(fn);
}

static void begin(VmFn *vm, const IrFn *fn, VmMemo *memo)
{
	memo->off = !may_pay(fn) || !is_pure(vm, fn->number);
	if (!memo->off)
		memo->entry = NEW_ARRAY(&vm->keep, double, (size_t)ENTRIES *(size_t)(fn->in.n + fn->out.n));
	memo->off = memo->off || !memo->entry;
}

VmMemo *vm_memo_of(VmFn *vm, const IrFn *fn)
{
	VmMemo *memo = &vm->memo[fn->number];

	if (memo->off || (++memo->calls < RARE && !memo->entry))
		return NULL;
	if (!memo->entry)
		begin(vm, fn, memo);
	if (memo->calls >= TRIALS) {
		memo->off = memo->off || memo->hits < TRIALS / HITS_NEEDED;
		memo->calls = memo->hits = 0;
	}
	if (!memo->off)
		return memo;
	vm_fn_run_direct(vm, fn->number);
	return NULL;
}

bool vm_memo_is_off(VmFn *vm, int32_t fn)
{
	VmMemo *memo = &vm->memo[fn];

	memo->off = memo->off || !may_pay(vm->module->fns.at[fn]);
	return memo->off;
}

bool vm_memo_find(VmMemo *memo, const IrFn *fn, const double in[], double **out)
{
	size_t n = (size_t)fn->in.n * sizeof *in;
	uint64_t hash = 0, bits;
	double *entry;
	int32_t k;

	for (int32_t i = 0; i < fn->in.n; i++) {
		memcpy(&bits, &in[i], sizeof bits);
		hash = map_hash(hash ^ bits);
	}
	k = (int32_t)(hash % ENTRIES);
	entry = memo->entry + (size_t)k * (size_t)(fn->in.n + fn->out.n);
	*out = entry + fn->in.n;
	if (memo->used >> k & 1 && memcmp(entry, in, n) == 0) {
		memo->hits++;
		return true;
	}
	memo->used &= ~(UINT64_C(1) << k); /* until the results are known */
	memcpy(entry, in, n);
	return false;
}

void vm_memo_keep(VmMemo *memo, const VmFrame *f, double out[])
{
	const IrFn *fn = f->fn;
	size_t place = (size_t)(out - memo->entry) / (size_t)(fn->in.n + fn->out.n);

	for (int32_t k = 0; k < fn->out.n; k++)
		out[k] = f->r[fn->out.leaf[k].reg];
	memo->used |= UINT64_C(1) << place;
}
