/* SPDX-License-Identifier: MIT
   jit_pair.c — sine and cosine of one value in straight code become one call. The later one is done
   where the earlier one is, if nothing between them reads or writes its result or writes the value.
 */
#include "jit/jit.h"

enum { REACH = 64 }; /* instructions between them: more would take time by the square */

static bool is_straight(const IrRegion *r, const bool target[], int32_t k, int32_t *batch)
{
	while (*batch < r->n_batches && r->batch_at[*batch].at < k)
		++*batch;
	return r->instr[k].op < IR_UNLESS && !target[k] &&
		   !(*batch < r->n_batches && r->batch_at[*batch].at == k);
}

/* Does anything from `first` to `last` touch it? */
static bool is_touched(const IrRegion *r, int32_t first, int32_t last, uint32_t slot)
{
	for (int32_t k = first; k <= last; k++) {
		const IrInstr *in = &r->instr[k];
		const uint32_t read[3] = {in->a, in->b, in->c};

		if (in->dst == slot)
			return true;
		for (int i = 0; i < ir_op_info[in->op].n_args; i++)
			if (read[i] == slot)
				return true;
	}
	return false;
}

static bool is_written(const IrRegion *r, int32_t first, int32_t last, uint32_t slot)
{
	for (int32_t k = first; k <= last; k++)
		if (r->instr[k].dst == slot)
			return true;
	return false;
}

/* The sine or cosine before k, from `first` on, that it goes with; -1: none. */
static int32_t partner_of(const IrRegion *r, const int32_t pair[], int32_t first, int32_t k)
{
	const IrInstr *in = &r->instr[k];
	uint32_t other = in->op == IR_SIN ? IR_COS : IR_SIN;

	for (int32_t i = k - 1; i >= first && i >= k - REACH; i--)
		if (r->instr[i].op == other && r->instr[i].a == in->a)
			return pair[i] < 0 && !is_written(r, i, k - 1, in->a) &&
						   !is_touched(r, i, k - 1, in->dst)
					   ? i
					   : -1;
	return -1;
}

int32_t *jit_pair_find(Arena *scratch, const IrRegion *r, const bool target[])
{
	int32_t *pair = NEW_ARRAY(scratch, int32_t, r->n_instrs + 1), first = 0, batch = 0;

	for (int32_t k = 0; pair && k < r->n_instrs; k++) {
		int32_t i;

		pair[k] = -1;
		if (!is_straight(r, target, k, &batch))
			first = r->instr[k].op < IR_UNLESS ? k : k + 1;
		if (r->instr[k].op != IR_SIN && r->instr[k].op != IR_COS)
			continue;
		i = partner_of(r, pair, first, k);
		if (i < 0)
			continue;
		pair[i] = k;
		pair[k] = i;
	}
	return pair;
}
