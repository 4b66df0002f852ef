/* SPDX-License-Identifier: MIT
   lower_rates.c — which derivatives have something in them that a solver's error control might step
   over: an operation that is not calm everywhere (the column `calm` of ops.h) on values that are
   known inside of a step. The others, and all values that nothing needs then, leave the code for
   proofs. O(size of the code). */
#include "compiler/lower/lower.h"
#include "model/fields.h"

#include "ir/interval.h"

#include <string.h>

/* What a value is like. */
enum {
	MOVES = 1,  /* between events */
	UNSURE = 2, /* nothing is known of it inside of a step, or only by solving a block */
	ROUGH = 4   /* an operation that may be rough has gone into it */
};

static uint8_t leaf_kind(MdvLeaf leaf)
{
	switch (leaf) {
	case MDV_LEAF_SLOT:
	case MDV_LEAF_NUMBER: return 0;
	case MDV_LEAF_STATE:
	case MDV_LEAF_INPUT:
	case MDV_LEAF_TIME: return MOVES;
	default: return MOVES | UNSURE;
	}
}

static bool may_be_rough(IrOp op)
{
	return !interval_is_calm(op, interval_whole(), interval_whole(), interval_whole());
}

/* A quotient whose divisor does not change is a product. */
static bool is_division_by(IrOp op, bool fixed)
{
	return op == IR_DIV && fixed;
}

/* By slot: does it keep its value all through a run? */
static const bool *fixed_slots(const IrModule *code, const MdvModel *m, Arena *scratch)
{
	bool *fixed = NEW_ARRAY(scratch, bool, code->n_slots + 1);

	memcpy(fixed, code->constant, code->n_slots * sizeof *fixed);
	for (int32_t i = 0; i < m->n_vars; i++)
		if (m->var[i].flags & MDV_VAR_PARAMETER && m->var[i].slot >= 0)
			fixed[m->var[i].slot] = true;
	return fixed;
}

/* Is it a fixed value, as operand of an instruction of the batch; b NULL: of a region? */
static bool is_fixed(const bool fixed[], const IrBatch *b, uint32_t operand)
{
	if (!b)
		return fixed[operand];
	return operand < (uint32_t)b->n_operands && !b->operand[operand].table &&
		   b->operand[operand].stride == 0 && fixed[b->operand[operand].base];
}

/* Functions are looked into later. */
static bool any_may_be_rough(const IrInstr instr[], int32_t n, const bool fixed[], const IrBatch *b)
{
	for (int32_t k = 0; k < n; k++)
		if (instr[k].op == IR_CALL ||
			(instr[k].op < IR_UNLESS && may_be_rough(instr[k].op) &&
			 !is_division_by(instr[k].op, is_fixed(fixed, b, instr[k].b))))
			return true;
	return false;
}

bool lower_rates_may(const IrModule *code, const MdvModel *m, Arena *scratch)
{
	const MdvSequence *seq = mdv_model_sequence(m, MDV_SEQ_ODE);
	const bool *fixed = fixed_slots(code, m, scratch);

	for (int32_t i = 0; seq && i < seq->n_steps; i++) {
		const IrRegion *r = seq->step[i].code < 0 ? NULL : &code->regions.at[seq->step[i].code];

		if (r && any_may_be_rough(r->instr, r->n_instrs, fixed, NULL))
			return true;
		for (int32_t k = 0; r && k < r->n_batches; k++) {
			const IrBatch *b = &code->batches.at[r->batch_at[k].batch];

			if (any_may_be_rough(b->instr, b->n_instrs, fixed, b))
				return true;
		}
	}
	return false;
}

static uint8_t value_kind(const MdvProof *p, int32_t v, const uint8_t kind[])
{
	int32_t op = p->op[v];
	int n = interval_args(op);
	uint8_t k = 0;

	if (op < 0)
		return leaf_kind((MdvLeaf)(-1 - op));
	k |= kind[p->a[v]];
	if (n > 1)
		k |= kind[p->b[v]];
	if (n > 2)
		k |= kind[p->c[v]];
	if ((op == MDV_PROOF_TABLE || may_be_rough((IrOp)op)) && (k & (MOVES | UNSURE)) == MOVES &&
		!is_division_by((IrOp)op, n == 2 && kind[p->b[v]] == 0))
		k |= ROUGH;
	return k;
}

void lower_rates(const MdvModel *m, MdvProof *p, Arena *keep, Arena *scratch)
{
	Arena work;
	uint8_t *kind;
	int32_t *rate;

	arena_child(&work, scratch);
	kind = NEW_ARRAY(&work, uint8_t, p->n_values);
	rate = NEW_ARRAY(&work, int32_t, m->n_states);
	for (int32_t v = 0; v < p->n_values; v++)
		kind[v] = value_kind(p, v, kind);
	for (int32_t i = 0; i < m->n_states; i++)
		rate[i] = p->rate[i] >= 0 && kind[p->rate[i]] & ROUGH ? p->rate[i] : -1;
	p->rate = rate;
	proof_shrink(m, p, keep, &work);
	arena_free(&work);
}
