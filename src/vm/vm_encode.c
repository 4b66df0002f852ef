/* SPDX-License-Identifier: MIT
   vm_encode.c — regions to encoded code. A region falls into straight pieces between control, calls
   and batches; the instructions of a piece are fused to tiles, and tiles of one kind are brought
   together where that gives runs of some length. Where it does not, chains, tiles stay in the order
   of the source; in long chains, whose jumps no processor can foresee, most of them are made one
   kind, VM_SUM. Nothing is moved across the ends of a piece. Linear in the region, but for a look
   at each operation's queue per run. */
#include "vm/vm.h"

#include <string.h>

#define RUN_PAYS_NUM \
	5 /* tiles in the order of the source if runs are shorter than 5/2 on average: */
#define RUN_PAYS_DEN 2 /* then grouping only costs locality */

#define VM_ARGS(op, name, n, ...) [op] = (n),
const uint8_t vm_op_args[VM_OP_COUNT] = {OPS(VM_ARGS) VM_FUSED_OPS(VM_ARGS)[VM_SUM] = 6};
#undef VM_ARGS

_Static_assert(VM_OP_COUNT < VM_ONE, "operations fit into a header");

typedef struct Encoder {
	Vm *vm;            /* whose region */
	const IrRegion *r; /* the region */
	VmTile *tile;      /* of the piece at hand; room for all instructions */
	int32_t *order;    /* of the same */
	uint32_t *word;    /* the code made */
	uint32_t n_words;  /* its length */
	uint32_t *start;   /* n_instrs + 1: the word where a piece begins that begins with it */
	bool *target;      /* n_instrs + 1: a branch goes there */
	uint32_t *patch;   /* words that hold targets of branches */
	int32_t n_patches; /* how many */
} Encoder;

/* How often temporaries are read; and after it, to forget it. */
static void count_use(void *ctx, uint32_t slot)
{
	Vm *vm = ctx;

	if (slot >= vm->m->first_temp)
		vm->slot[slot].n_uses++;
}

static void forget_use(void *ctx, uint32_t slot)
{
	Vm *vm = ctx;

	if (slot >= vm->m->first_temp)
		vm->slot[slot].n_uses = 0;
}

static void put(Encoder *e, uint32_t word)
{
	e->word[e->n_words++] = word;
}

static void put_tile(Encoder *e, const VmTile *t)
{
	put(e, t->dst);
	for (int i = 0; i < vm_op_args[t->op]; i++)
		put(e, t->arg[i]);
}

/* Tiles in the given order; neighbours of one kind become a run. order NULL: as they are. */
static void put_tiles(Encoder *e, const int32_t *order, int32_t n)
{
	for (int32_t i = 0, end; i < n; i = end) {
		uint32_t op = e->tile[order ? order[i] : i].op;

		end = i + 1;
		while (end < n && e->tile[order ? order[end] : end].op == op &&
			   (uint32_t)(end - i) < VM_MOST_RUN)
			end++;
		put(e, end == i + 1 ? op + VM_ONE : op | (uint32_t)(end - i) << 8);
		for (int32_t k = i; k < end; k++)
			put_tile(e, &e->tile[order ? order[k] : k]);
	}
}

/* Instructions first … end - 1, all of them plain. */
static bool put_piece(Encoder *e, int32_t first, int32_t end)
{
	Vm *vm = e->vm;
	VmTiling tiling = {vm->slot, vm->m->first_temp, false};
	int32_t n = vm_encode_tiles(&tiling, e->r->instr, first, end, e->tile), n_runs;
	bool pays = false;

	if (n > 2) {
		n_runs = vm_encode_order(vm, e->tile, n, e->order);
		if (n_runs == 0)
			return false;
		pays = (int64_t)n * RUN_PAYS_DEN >= (int64_t)n_runs * RUN_PAYS_NUM;
	}
	if (!pays && n >= vm->sums_from && vm->m->one != UINT32_MAX &&
		vm->m->minus_zero != UINT32_MAX) {
		tiling.sums = true;
		n = vm_encode_tiles(&tiling, e->r->instr, first, end, e->tile);
		vm_encode_sums(vm->m, e->tile, n);
	}
	put_tiles(e, pays ? e->order : NULL, n);
	for (int32_t i = 0; i < n; i++)
		vm->slot[e->tile[i].dst].def = 0;
	return true;
}

static void put_control(Encoder *e, const IrInstr *in)
{
	put(e, in->op);
	if (in->op == IR_CALL) {
		put(e, in->a);
	} else {
		e->patch[e->n_patches++] = e->n_words;
		put(e, in->dst); /* a word when all are known */
		if (in->op == IR_UNLESS)
			put(e, in->a);
	}
}

/* Where the straight piece that begins with `first` ends. */
static int32_t piece_end(const Encoder *e, int32_t first, int32_t stop)
{
	int32_t end = first;

	while (end < stop && e->r->instr[end].op < IR_UNLESS && (end == first || !e->target[end]))
		end++;
	return end;
}

static bool put_region(Encoder *e)
{
	const IrRegion *r = e->r;
	int32_t batch = 0;

	for (int32_t k = 0;;) {
		int32_t stop = batch < r->n_batches ? r->batch_at[batch].at : r->n_instrs;

		while (k < stop) {
			int32_t end = piece_end(e, k, stop);

			if (end == k)
				put_control(e, &r->instr[end++]);
			else if (!put_piece(e, k, end))
				return false;
			e->start[end] = e->n_words;
			k = end;
		}
		if (batch == r->n_batches)
			break;
		put(e, VM_BATCH);
		put(e, (uint32_t)r->batch_at[batch++].batch);
	}
	put(e, VM_END);
	for (int32_t i = 0; i < e->n_patches; i++)
		e->word[e->patch[i]] = e->start[e->word[e->patch[i]]];
	return true;
}

/* Work space for a region. False: no memory. */
static bool begin(Encoder *e)
{
	Arena *scratch = &e->vm->scratch;
	size_t n = (size_t)e->r->n_instrs, n_words;

	if (!e->vm->slot)
		e->vm->slot = NEW_ARRAY(&e->vm->keep, VmSlot, e->vm->m->n_slots);
	e->tile = arena_alloc(scratch, n * sizeof *e->tile, _Alignof(VmTile));
	e->order = arena_alloc(scratch, n * sizeof *e->order, _Alignof(int32_t));
	n_words = (VM_MOST_ARGS + 2) * n + 2 * (size_t)e->r->n_batches + 1; /* the most there can be */
	e->word = arena_alloc(scratch, n_words * sizeof *e->word, _Alignof(uint32_t));
	e->start = NEW_ARRAY(scratch, uint32_t, n + 1);
	e->target = NEW_ARRAY(scratch, bool, n + 1);
	e->patch = arena_alloc(scratch, n * sizeof *e->patch, _Alignof(uint32_t));
	return e->vm->slot && e->tile && e->order && e->word && e->start && e->target && e->patch;
}

const uint32_t *vm_encode(Vm *vm, const IrRegion *r)
{
	ArenaMark mark = arena_mark(&vm->scratch);
	Encoder e = {.vm = vm, .r = r};
	uint32_t *word = NULL;

	if (begin(&e)) {
		for (int32_t k = 0; k < r->n_instrs; k++)
			if (r->instr[k].op == IR_UNLESS || r->instr[k].op == IR_JUMP)
				e.target[r->instr[k].dst] = true;
		ir_region_reads(vm->m, r, count_use, vm);
		if (put_region(&e))
			word = arena_alloc(&vm->keep, e.n_words * sizeof *word, _Alignof(uint32_t));
		if (word)
			memcpy(word, e.word, e.n_words * sizeof *word);
		ir_region_reads(vm->m, r, forget_use, vm);
	}
	arena_release(&vm->scratch, mark);
	return word;
}
