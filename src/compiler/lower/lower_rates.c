/* SPDX-License-Identifier: MIT
   lower_rates.c — which derivatives have something in them that a solver's error control might step
   over: an operation that is not calm everywhere (the column `calm` of ops.h) on values that are
   known inside of a step. The others, and all values that nothing needs then, leave the code for
   proofs. O(size of the code). */
#include "compiler/lower/lower.h"

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

/* --- what is needed --- */

static void need_value(bool needed[], int32_t v)
{
	if (v >= 0)
		needed[v] = true;
}

static void need_operands(const MdvProof *p, int32_t v, bool needed[])
{
	int n = interval_args(p->op[v]);

	if (n > 0)
		needed[p->a[v]] = true;
	if (n > 1)
		needed[p->b[v]] = true;
	if (n > 2)
		needed[p->c[v]] = true;
}

/* A block is needed as a whole. */
static void need_block(const MdvProofBlock *b, bool needed[])
{
	bool any = false;

	for (int32_t v = b->first; v < b->end; v++)
		any |= needed[v];
	for (int32_t v = b->first; any && v < b->end; v++)
		needed[v] = true;
	for (int32_t i = 0; any && i < b->n; i++)
		needed[b->residual[i]] = true;
}

/* Values are computed of values before them: one way back is enough. */
static void need_all(const MdvModel *m, const MdvProof *p, bool needed[])
{
	int32_t block = p->n_blocks;

	for (int32_t i = 0; i < m->n_crossings; i++)
		need_value(needed, p->crossing[i]);
	for (int32_t i = 0; i < m->n_actions; i++)
		need_value(needed, p->check[i]);
	for (int32_t i = 0; i < m->n_states; i++)
		need_value(needed, p->rate[i]);
	for (int32_t v = p->n_values - 1; v >= 0; v--) {
		if (block > 0 && v == p->block[block - 1].end - 1)
			need_block(&p->block[--block], needed);
		if (needed[v])
			need_operands(p, v, needed);
	}
}

/* --- renumbering --- */

static const int32_t *renumbered(Arena *keep, const int32_t value[], int32_t n, const int32_t to[])
{
	int32_t *out = NEW_ARRAY(keep, int32_t, n);

	for (int32_t i = 0; i < n; i++)
		out[i] = value[i] < 0 ? -1 : to[value[i]];
	return out;
}

/* The values that are left; `to` gets their new numbers, -1 of others. */
static void move_values(MdvProof *p, const bool needed[], const int32_t block_to[], int32_t to[],
						Arena *keep)
{
	int32_t *op, *a, *b, *c, n = 0, n_numbers = 0;
	double *number = NEW_ARRAY(keep, double, p->n_numbers);

	for (int32_t v = 0; v < p->n_values; v++)
		to[v] = needed[v] ? n++ : -1;
	op = NEW_ARRAY(keep, int32_t, n);
	a = NEW_ARRAY(keep, int32_t, n);
	b = NEW_ARRAY(keep, int32_t, n);
	c = NEW_ARRAY(keep, int32_t, n);
	for (int32_t v = 0; v < p->n_values; v++) {
		int32_t at = to[v], args = interval_args(p->op[v]);

		if (at < 0)
			continue;
		op[at] = p->op[v];
		a[at] = args > 0 ? to[p->a[v]] : p->a[v];
		b[at] = args > 1 ? to[p->b[v]] : args > 0 ? 0 : p->b[v];
		c[at] = args > 2                          ? to[p->c[v]]
				: p->op[v] == -1 - MDV_LEAF_BLOCK ? block_to[p->c[v]]
				: p->op[v] == MDV_PROOF_TABLE     ? p->c[v]
												  : 0;
		if (p->op[v] == -1 - MDV_LEAF_NUMBER) {
			number[n_numbers] = p->number[p->a[v]];
			a[at] = n_numbers++;
		}
	}
	p->number = number;
	p->n_numbers = n_numbers;
	p->op = op;
	p->a = a;
	p->b = b;
	p->c = c;
	p->n_values = n;
}

static void move_blocks(MdvProof *p, const bool needed[], const int32_t to[], Arena *keep)
{
	MdvProofBlock *block = NEW_ARRAY(keep, MdvProofBlock, p->n_blocks);
	int32_t n = 0;

	for (int32_t i = 0; i < p->n_blocks; i++) {
		MdvProofBlock b = p->block[i];

		if (!needed[b.first])
			continue;
		b.end = to[b.end - 1] + 1;
		b.first = to[b.first];
		b.unknown = renumbered(keep, b.unknown, b.n, to);
		b.residual = renumbered(keep, b.residual, b.n, to);
		block[n++] = b;
	}
	p->block = block;
	p->n_blocks = n;
}

static void drop_values(const MdvModel *m, MdvProof *p, Arena *keep, Arena *work)
{
	bool *needed = NEW_ARRAY(work, bool, p->n_values);
	int32_t *to = NEW_ARRAY(work, int32_t, p->n_values);
	int32_t *block_to = NEW_ARRAY(work, int32_t, p->n_blocks), n = 0;
	MdvProofTable *table;

	need_all(m, p, needed);
	for (int32_t i = 0; i < p->n_blocks; i++)
		block_to[i] = needed[p->block[i].first] ? n++ : -1;
	move_values(p, needed, block_to, to, keep);
	move_blocks(p, needed, to, keep);
	table = NEW_ARRAY(keep, MdvProofTable, p->n_tables);
	for (int32_t i = 0; i < p->n_tables; i++)
		table[i] = p->table[i];
	p->table = table;
	p->crossing = renumbered(keep, p->crossing, m->n_crossings, to);
	p->check = renumbered(keep, p->check, m->n_actions, to);
	p->rate = renumbered(keep, p->rate, m->n_states, to);
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
	drop_values(m, p, keep, &work);
	arena_free(&work);
}
