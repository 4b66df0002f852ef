/* SPDX-License-Identifier: MIT
   vm.c — running regions. Here is the plain interpreter, which goes through the instructions as
   they are: for code that runs only once, and to find out where a value went wrong. Code that
   runs again is encoded. */
#include "vm/vm.h"

#include "vm/vm_fn.h"

#include <math.h>

#define PLAIN_RUNS 2    /* runs of a region before it is encoded, or machine code */
#define SUMS_FROM  2500 /* tiles of a chain: 3,000 to 5,000 jumps are still learnt (measured) */

static int32_t most_values(const IrModule *m)
{
	int32_t most = 0;

	for (size_t i = 0; i < m->batches.n; i++) {
		int32_t n = m->batches.at[i].n_operands + m->batches.at[i].n_temps;

		if (n > most)
			most = n;
	}
	return most;
}

Vm *vm_new(const IrModule *m, const MdvAlloc *a)
{
	Vm *vm;

	a = a ? a : &alloc_heap;
	vm = alloc_new(a, sizeof *vm);
	if (!vm)
		return NULL;
	vm->m = m;
	vm->alloc = a;
	vm->sums_from = SUMS_FROM;
	for (size_t i = 0; i < sizeof vm->sine / sizeof *vm->sine; i++)
		vm->sine[i].value.cosine = 1;
	arena_init(&vm->keep, a);
	arena_init(&vm->scratch, a);
	vm->fns = vm_fn_new(m, a);
	vm->value = NEW_ARRAY(&vm->keep, double, most_values(m));
	vm->code = NEW_ARRAY(&vm->keep, VmCode, m->regions.n);
	if (!vm->fns || !vm->value || !vm->code || !vm_batch_init(vm)) {
		vm_free(vm);
		return NULL;
	}
	return vm;
}

void vm_free(Vm *vm)
{
	if (!vm)
		return;
	if (vm->fns)
		vm_fn_free(vm->fns);
	arena_free(&vm->keep);
	arena_free(&vm->scratch);
	alloc_free(vm->alloc, vm, sizeof *vm);
}

const char *vm_why(void *vm)
{
	return vm_fn_why(((Vm *)vm)->fns);
}

int32_t vm_where(void *vm)
{
	return vm_fn_where(((Vm *)vm)->fns);
}

double vm_new_text(void *vm, const char *text)
{
	return vm_string_handle(((Vm *)vm)->fns, text);
}

const char *vm_string(void *vm, double handle)
{
	return vm_string_text(((Vm *)vm)->fns, handle);
}

size_t vm_texts(void *vm)
{
	return vm_string_made(((Vm *)vm)->fns);
}

void vm_keep_texts(void *vm, const double x[], size_t n)
{
	vm_string_keep(((Vm *)vm)->fns, x, n);
}

void vm_drop_texts(void *vm)
{
	vm_string_forget(((Vm *)vm)->fns);
}

VmFn *vm_fns(Vm *vm)
{
	return vm->fns;
}

/* One instruction that is neither control nor a call. */
static inline void run_instr(const IrInstr *in, double f[])
{
#define A f[in->a]
#define B f[in->b]
#define C f[in->c]
#define CASE(op, name, n, value, ...) \
	case op: f[in->dst] = value; return;
	switch (in->op) {
		OPS(CASE)
	default: BUG("operation %u cannot be run", in->op);
	}
#undef CASE
#undef C
#undef B
#undef A
}

/* Where checking looks for a result that is not finite. */
typedef struct Bad {
	bool found;     /* one was found */
	bool certain;   /* and its operands are finite */
	int32_t slot;   /* the first of the best kind; -1: none */
	int32_t source; /* its equation; -1: not known */
} Bad;

static void note_bad(Bad *bad, uint32_t slot, int32_t source, bool certain)
{
	if (bad->certain || (bad->found && !certain))
		return;
	*bad = (Bad){true, certain, slot == IR_NO_SLOT ? -1 : (int32_t)slot, source};
}

static bool operands_finite(const IrInstr *in, const double f[])
{
	const uint32_t read[3] = {in->a, in->b, in->c};

	for (int i = 0; i < ir_op_info[in->op].n_args; i++)
		if (!isfinite(f[read[i]]))
			return false;
	return true;
}

/* One instance after the other. For a temporary stands the first result. */
static void check_batch(Vm *vm, const IrBatch *b, double f[], Bad *bad)
{
	int32_t first_result = b->n_operands - b->n_results;
	double *v = vm->value;

	for (int32_t i = 0; i < b->n_instances; i++) {
		for (int32_t k = 0; k < first_result; k++)
			v[k] = f[ir_operand_slot(&b->operand[k], i)];
		for (int32_t k = 0; k < b->n_instrs; k++) {
			const IrInstr *in = &b->instr[k];

			run_instr(in, v);
			if (!isfinite(v[in->dst])) {
				int32_t o = in->dst < (uint32_t)b->n_operands ? (int32_t)in->dst : first_result;

				note_bad(bad, ir_operand_slot(&b->operand[o], i), -1, operands_finite(in, v));
			}
		}
		for (int32_t k = first_result; k < b->n_operands; k++)
			f[ir_operand_slot(&b->operand[k], i)] = v[k];
	}
}

/* The region as it is. */
static MdvStatus run_plain(Vm *vm, const IrRegion *r, double f[])
{
	int32_t batch = 0;

	for (int32_t k = 0;;) {
		int32_t stop = batch < r->n_batches ? r->batch_at[batch].at : r->n_instrs;

		while (k < stop) {
			const IrInstr *in = &r->instr[k++];
			MdvStatus status;

			if (in->op < IR_UNLESS) {
				run_instr(in, f);
			} else if (in->op == IR_CALL) {
				status = vm_fn_call(vm->fns, &vm->m->calls.at[in->a], f);
				if (status != MDV_OK)
					return status;
			} else if (in->op == IR_JUMP || f[in->a] == 0) {
				k = (int32_t)in->dst;
			}
		}
		if (batch == r->n_batches)
			return MDV_OK;
		vm_batch_run(vm, r->batch_at[batch++].batch, f);
	}
}

static void prepare_code(Vm *vm, VmCode *code, int32_t region)
{
	if (vm->jit)
		code->machine = jit_region(vm->jit, region);
	if (!code->machine) /* tried once: without memory it stays plain */
		code->word = vm_encode(vm, &vm->m->regions.at[region]);
}

/* Code that was run often. Not in line: small pieces of events run by the million. */
__attribute__((noinline)) static MdvStatus run_new(Vm *vm, VmCode *code, double frame[],
												   int32_t region)
{
	if (code->word)
		return vm_code_run(vm, code->word, frame);
	if (code->n_plain == PLAIN_RUNS)
		prepare_code(vm, code, region);
	if (code->n_plain <= PLAIN_RUNS)
		code->n_plain++;
	if (code->machine)
		return code->machine(vm, frame);
	return code->word ? vm_code_run(vm, code->word, frame)
					  : run_plain(vm, &vm->m->regions.at[region], frame);
}

MdvStatus vm_run(void *self, double frame[], int32_t region)
{
	Vm *vm = self;
	VmCode *code = &vm->code[region];

	return code->machine ? code->machine(vm, frame) : run_new(vm, code, frame, region);
}

/* A call's results; a call that fails is itself what is wrong. */
static void check_call(Vm *vm, const IrCall *c, double f[], int32_t source, Bad *bad)
{
	bool finite = true;

	for (int32_t i = 0; i < c->n_in; i++)
		finite = finite && isfinite(f[c->in[i]]);
	if (vm_fn_call(vm->fns, c, f) != MDV_OK) {
		note_bad(bad, c->n_out ? c->out[0] : IR_NO_SLOT, source, true);
		return;
	}
	for (int32_t i = 0; i < c->n_out; i++)
		if (c->out[i] != IR_NO_SLOT && !isfinite(f[c->out[i]]))
			note_bad(bad, c->out[i], source, finite);
}

bool vm_find_bad(void *self, double frame[], int32_t region, int32_t *slot, int32_t *source)
{
	Vm *vm = self;
	const IrRegion *r = &vm->m->regions.at[region];
	Bad bad = {.slot = -1, .source = -1};
	int32_t batch = 0;

	for (int32_t k = 0; k <= r->n_instrs && !bad.certain;) {
		const IrInstr *in = &r->instr[k];
		int32_t at = r->source && k < r->n_instrs ? r->source[k] : -1;

		if (batch < r->n_batches && r->batch_at[batch].at == k) {
			check_batch(vm, &vm->m->batches.at[r->batch_at[batch++].batch], frame, &bad);
			continue;
		}
		if (k++ == r->n_instrs)
			break;
		if (in->op == IR_CALL) {
			check_call(vm, &vm->m->calls.at[in->a], frame, at, &bad);
		} else if (in->op >= IR_UNLESS) {
			if (in->op == IR_JUMP || frame[in->a] == 0)
				k = (int32_t)in->dst;
		} else {
			run_instr(in, frame);
			if (!isfinite(frame[in->dst]))
				note_bad(&bad, in->dst, at, operands_finite(in, frame));
		}
	}
	*slot = bad.slot;
	*source = bad.source;
	return bad.found;
}

int32_t vm_find_source(void *vm, double frame[], int32_t region)
{
	int32_t slot, source = -1;

	return vm_find_bad(vm, frame, region, &slot, &source) ? source : -1;
}
