/* SPDX-License-Identifier: MIT
   lower_again.c — what is to be run of a region a second time. A block's code is run for one value
   of its unknowns after the other, tangent code for one direction after the other, and nothing else
   changes between: what depends on the seeds alone (the unknowns, the tangents) makes another
   region. It finds the rest where the first run has left it, for which temporaries get slots of
   their own. A branch is taken whole. O(code). */
#include "compiler/lower/lower.h"

#include <string.h>

enum {
	LEAST = 4,     /* instructions that are saved */
	MOST = 100000, /* of a region: longer ones are run seldom, and take room twice */
	SHARE = 4      /* one of so many is saved at least */
};

typedef struct Again {
	Lower *l;          /* the work */
	IrRegion r;        /* the region */
	IrInstr *instr;    /* its code, to be changed */
	int32_t n;         /* how many instructions */
	uint32_t n_temps;  /* of the region */
	LowerSeeds seeds;  /* what varies from outside */
	bool *kept;        /* by instruction: depends on them */
	bool *batch_kept;  /* by batch of the region */
	bool *temp_varies; /* by temporary */
	uint32_t *place;   /* by temporary: the slot that it gets; 0: none */
	int64_t n_kept;    /* operations */
} Again;

static bool is_temp(uint32_t slot)
{
	return slot >= LOWER_TEMP && slot != LOWER_UNKNOWN && slot != IR_NO_SLOT;
}

/* Is shown a slot that an instruction reads, or writes. */
typedef void SeeSlot(Again *a, uint32_t *slot, void *ctx);

/* Of a call: the list is made anew if one of them is changed. */
static void see_list(Again *a, const uint32_t **list, int32_t n, SeeSlot *see, void *ctx)
{
	uint32_t *anew = NULL;

	for (int32_t i = 0; i < n; i++) {
		uint32_t slot = (*list)[i];

		see(a, &slot, ctx);
		if (slot == (*list)[i])
			continue;
		if (!anew) {
			anew = NEW_ARRAY(a->l->keep, uint32_t, n);
			memcpy(anew, *list, (size_t)n * sizeof *anew);
			*list = anew;
		}
		anew[i] = slot;
	}
}

static void see_reads(Again *a, IrInstr *in, SeeSlot *see, void *ctx)
{
	uint32_t *const read[3] = {&in->a, &in->b, &in->c};

	if (in->op != IR_CALL) {
		for (int i = 0; i < ir_op_info[in->op].n_args; i++)
			see(a, read[i], ctx);
		return;
	}
	see_list(a, &a->l->code->calls.at[in->a].in, a->l->code->calls.at[in->a].n_in, see, ctx);
}

static void see_writes(Again *a, IrInstr *in, SeeSlot *see, void *ctx)
{
	if (in->op == IR_CALL)
		see_list(a, &a->l->code->calls.at[in->a].out, a->l->code->calls.at[in->a].n_out, see, ctx);
	else if (in->op < IR_UNLESS)
		see(a, &in->dst, ctx);
}

/* Of a batch: the operands are made anew if one of them is changed. */
static void see_operand(Again *a, IrBatch *b, int32_t k, SeeSlot *see, void *ctx)
{
	uint32_t *table = NULL;

	for (int32_t i = 0; i < b->n_instances; i++) {
		uint32_t slot = ir_operand_slot(&b->operand[k], i), old = slot;

		see(a, &slot, ctx);
		if (slot != old && !table) {
			table = NEW_ARRAY(a->l->keep, uint32_t, b->n_instances);
			for (int32_t j = 0; j < b->n_instances; j++)
				table[j] = ir_operand_slot(&b->operand[k], j);
		}
		if (table)
			table[i] = slot;
	}
	if (table) {
		IrOperand *operand = NEW_ARRAY(a->l->keep, IrOperand, b->n_operands);

		memcpy(operand, b->operand, (size_t)b->n_operands * sizeof *operand);
		operand[k] = (IrOperand){.base = table[0], .table = table};
		b->operand = operand;
	}
}

static void see_batch(Again *a, IrBatch *b, bool results, SeeSlot *see, void *ctx)
{
	int32_t first = b->n_operands - b->n_results;

	for (int32_t k = results ? first : 0; k < (results ? b->n_operands : first); k++)
		see_operand(a, b, k, see, ctx);
}

static IrBatch *batch_of(const Again *a, int32_t i)
{
	return &a->l->code->batches.at[a->r.batch_at[i].batch];
}

static int64_t batch_size(const IrBatch *b)
{
	return (int64_t)b->n_instances * (b->n_instrs + b->n_operands);
}

/* Of all that the region reads and writes, or of what is kept the reads. */
static void see_all(Again *a, SeeSlot *see, bool kept_reads)
{
	for (int32_t k = 0; k < a->n; k++) {
		if (!kept_reads || a->kept[k])
			see_reads(a, &a->instr[k], see, NULL);
		if (!kept_reads)
			see_writes(a, &a->instr[k], see, NULL);
	}
	for (int32_t i = 0; i < a->r.n_batches; i++) {
		if (!kept_reads || a->batch_kept[i])
			see_batch(a, batch_of(a, i), false, see, NULL);
		if (!kept_reads)
			see_batch(a, batch_of(a, i), true, see, NULL);
	}
}

static bool slot_varies(const Again *a, uint32_t slot)
{
	const LowerSeeds *s = &a->seeds;

	if (is_temp(slot))
		return a->temp_varies[slot - LOWER_TEMP];
	return (slot >= s->first && slot < s->end) ||
		   (slot < a->l->varies.n && a->l->varies.at[slot] == a->l->n_again);
}

static void ask(Again *a, uint32_t *slot, void *varies)
{
	*(bool *)varies |= slot_varies(a, *slot);
}

static void set_varies(Lower *l, uint32_t slot)
{
	while (l->varies.n <= slot)
		vec_push(arena_allocator(l->scratch), &l->varies, 0);
	l->varies.at[slot] = l->n_again;
}

static void mark(Again *a, uint32_t *slot, void *ctx)
{
	(void)ctx;
	if (is_temp(*slot))
		a->temp_varies[*slot - LOWER_TEMP] = true;
	else if (*slot != IR_NO_SLOT)
		set_varies(a->l, *slot);
}

/* Where a branch that begins at k ends: behind its other side, if it has one. */
static int32_t end_of(const Again *a, int32_t k)
{
	int32_t other = (int32_t)a->instr[k].dst;

	if (a->instr[k].op != IR_UNLESS)
		return k + 1;
	return a->instr[other - 1].op == IR_JUMP ? (int32_t)a->instr[other - 1].dst : other;
}

static void find_kept_batch(Again *a, int32_t i)
{
	see_batch(a, batch_of(a, i), false, ask, &a->batch_kept[i]);
	if (!a->batch_kept[i])
		return;
	see_batch(a, batch_of(a, i), true, mark, NULL);
	a->n_kept += batch_size(batch_of(a, i));
}

static void find_kept(Again *a)
{
	int32_t batch = 0;

	for (int32_t k = 0, end; k <= a->n; k = end) {
		bool varies = false;

		while (batch < a->r.n_batches && a->r.batch_at[batch].at == k)
			find_kept_batch(a, batch++);
		end = k < a->n ? end_of(a, k) : k + 1;
		for (int32_t i = k; i < end && i < a->n; i++)
			see_reads(a, &a->instr[i], ask, &varies);
		for (int32_t i = k; i < end && varies; i++) {
			see_writes(a, &a->instr[i], mark, NULL);
			a->kept[i] = true;
		}
		a->n_kept += varies ? end - k : 0;
	}
}

/* A temporary of what is not kept stays in a slot. */
static void give_place(Again *a, uint32_t *slot, void *ctx)
{
	(void)ctx;
	if (is_temp(*slot) && !a->temp_varies[*slot - LOWER_TEMP] && !a->place[*slot - LOWER_TEMP])
		a->place[*slot - LOWER_TEMP] = lower_new_slots(a->l, 1);
}

static void rename_slot(Again *a, uint32_t *slot, void *ctx)
{
	(void)ctx;
	if (is_temp(*slot) && a->place[*slot - LOWER_TEMP])
		*slot = a->place[*slot - LOWER_TEMP];
}

static void count_temp(Again *a, uint32_t *slot, void *ctx)
{
	(void)ctx;
	if (is_temp(*slot) && *slot - LOWER_TEMP >= a->n_temps)
		a->n_temps = *slot - LOWER_TEMP + 1;
}

/* What is kept, as a region; the targets of branches move with them. */
static int32_t make_region(Again *a)
{
	Lower *l = a->l;
	int32_t batch = 0;

	lower_begin(l);
	for (int32_t k = 0; k <= a->n; k++) {
		IrInstr in;

		for (; batch < a->r.n_batches && a->r.batch_at[batch].at == k; batch++)
			if (a->batch_kept[batch])
				vec_push(arena_allocator(l->scratch), &l->batch_at,
						 ((IrBatchAt){(int32_t)l->instrs.n, a->r.batch_at[batch].batch}));
		if (k == a->n || !a->kept[k])
			continue;
		in = a->instr[k];
		if (in.op == IR_UNLESS || in.op == IR_JUMP)
			in.dst -= (uint32_t)(k - (int32_t)l->instrs.n);
		l->at_source = a->r.source[k];
		lower_emit(l, (IrOp)in.op, in.dst, in.a, in.b, in.c);
	}
	l->n_temps = a->n_temps;
	return lower_end(l);
}

static void note_again(Lower *l, int32_t region, int32_t again)
{
	while (l->again.n <= (size_t)region)
		vec_push(arena_allocator(l->keep), &l->again, -1);
	l->again.at[region] = again;
}

static void split(Again *a, int32_t region, int64_t size)
{
	Lower *l = a->l;

	see_all(a, count_temp, false);
	a->kept = NEW_ARRAY(l->work, bool, a->n);
	a->batch_kept = NEW_ARRAY(l->work, bool, a->r.n_batches);
	a->temp_varies = NEW_ARRAY(l->work, bool, a->n_temps);
	a->place = NEW_ARRAY(l->work, uint32_t, a->n_temps);
	l->n_again++;
	for (int32_t i = 0; i < a->seeds.n; i++)
		set_varies(l, (uint32_t)a->seeds.slot[i]);
	find_kept(a);
	if (a->n_kept == 0 || size - a->n_kept < LEAST || size - a->n_kept < size / SHARE)
		return;
	see_all(a, give_place, true);
	see_all(a, rename_slot, false);
	note_again(l, region, make_region(a));
}

void lower_again(Lower *l, int32_t region, LowerSeeds seeds)
{
	ArenaMark work = arena_mark(l->work);
	Again a = {.l = l, .seeds = seeds};
	int64_t size;

	if (region < 0)
		return;
	a.r = l->code->regions.at[region];
	a.instr = l->region_code.at[region];
	a.n = a.r.n_instrs;
	size = a.n;
	for (int32_t i = 0; i < a.r.n_batches; i++)
		size += batch_size(batch_of(&a, i));
	if (!a.r.in_place && size >= LEAST && size <= MOST)
		split(&a, region, size);
	arena_release(l->work, work);
}
