/* SPDX-License-Identifier: MIT
   describe_follow.c — how values depend on others, by following the code that computes them: every
   slot has, for each known, how it depends on it. What a region writes depends on what it reads,
   and on the conditions under which it does so. A block that is solved depends with all it
   determines on all that its code reads from outside; one that has decisions, on these, too.
   O(code times knowns). */
#include "compiler/fmi/describe.h"

#include "ir/ir_fn.h"

#include <string.h>

/* --- one instruction --- */

static uint8_t larger(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

static uint8_t *kinds_of(Follow *p, uint8_t **of, uint32_t slot)
{
	if (!of[slot])
		of[slot] = NEW_ARRAY(p->d->keep, uint8_t, p->n);
	return of[slot];
}

/* `to` depends on what src does, at least as `least` says; true: that is new. */
static bool add(const Follow *p, uint8_t to[], const uint8_t src[], uint8_t least)
{
	uint8_t news = 0;

	for (uint32_t k = 0; k < p->n; k++) {
		uint8_t kind = larger(to[k], src[k] ? larger(src[k], least) : DESCRIBE_NOT);

		news |= kind ^ to[k];
		to[k] = kind;
	}
	return news != 0;
}

static void join(Follow *p, uint32_t dst, const uint8_t *src, uint8_t least)
{
	if (src)
		add(p, kinds_of(p, p->of, dst), src, least);
}

bool describe_follow_feed(Follow *p, int32_t dst, int32_t src)
{
	bool news;

	if (dst < 0 || src < 0 || dst == src || !p->of[src])
		return false;
	news = add(p, kinds_of(p, p->fed, (uint32_t)dst), p->of[src], DESCRIBE_DEPENDENT);
	join(p, (uint32_t)dst, p->fed[dst], DESCRIBE_DEPENDENT);
	return news;
}

/* What the result's slope by an operand has as a factor; 0: the operand does not count. */
static uint8_t factor_of(const Follow *p, const IrInstr *in, int operand)
{
	switch ((IrOp)in->op) {
	case IR_MOVE:
	case IR_ADD:
	case IR_SUB:
	case IR_NEG: return DESCRIBE_CONSTANT;
	case IR_MUL: return p->slope[operand == 0 ? in->b : in->a];
	case IR_DIV: return operand == 0 ? p->slope[in->b] : DESCRIBE_DEPENDENT;
	case IR_SELECT: return operand == 0 ? DESCRIBE_DEPENDENT : p->slope[in->a];
	default: return DESCRIBE_DEPENDENT;
	}
}

static void follow_conditions(Follow *p, uint32_t dst)
{
	for (size_t k = 0; k < p->branch.n; k++)
		join(p, dst, p->of[p->branch.at[k].on], DESCRIBE_DEPENDENT);
}

static void follow_call(Follow *p, const IrCall *call)
{
	for (int32_t o = 0; o < call->n_out; o++) {
		if (call->out[o] == IR_NO_SLOT)
			continue;
		p->slope[call->out[o]] = DESCRIBE_DEPENDENT;
		for (int32_t i = 0; i < call->n_in; i++)
			join(p, call->out[o], p->of[call->in[i]], DESCRIBE_DEPENDENT);
		follow_conditions(p, call->out[o]);
	}
}

static void follow_instr(Follow *p, const IrInstr *in, int32_t at)
{
	const uint32_t read[3] = {in->a, in->b, in->c};
	uint8_t slope = DESCRIBE_CONSTANT;

	while (p->branch.n > 0 && p->branch.at[p->branch.n - 1].end <= at)
		p->branch.n--;
	if (in->op == IR_UNLESS) {
		vec_push(arena_allocator(p->d->keep), &p->branch,
				 ((FollowBranch){(int32_t)in->dst, in->a}));
	} else if (in->op == IR_JUMP && p->branch.n > 0) {
		p->branch.at[p->branch.n - 1].end = (int32_t)in->dst; /* the other side, too */
	} else if (in->op == IR_CALL) {
		follow_call(p, &p->d->emit.code->calls.at[in->a]);
	} else if (in->op != IR_JUMP) {
		for (int i = 0; i < ir_op_info[in->op].n_args; i++) {
			join(p, in->dst, p->of[read[i]], factor_of(p, in, i));
			slope = larger(slope, p->slope[read[i]]);
		}
		p->slope[in->dst] = p->branch.n > 0 ? DESCRIBE_DEPENDENT : slope;
		follow_conditions(p, in->dst);
	}
}

/* No instance of a batch uses another's result. */
static void follow_batch(Follow *p, const IrBatch *b)
{
	int32_t n_in = b->n_operands - b->n_results;

	for (int32_t i = 0; i < b->n_instances; i++)
		for (int32_t r = n_in; r < b->n_operands; r++) {
			p->slope[ir_operand_slot(&b->operand[r], i)] = DESCRIBE_DEPENDENT;
			for (int32_t o = 0; o < n_in; o++)
				join(p, ir_operand_slot(&b->operand[r], i),
					 p->of[ir_operand_slot(&b->operand[o], i)], DESCRIBE_DEPENDENT);
		}
}

/* --- regions --- */

void describe_follow_written(Follow *p, int32_t region, FollowSee *see)
{
	const IrModule *code = p->d->emit.code;
	const IrRegion *r = &code->regions.at[region];

	for (int32_t k = 0; k < r->n_instrs; k++) {
		const IrInstr *in = &r->instr[k];
		const IrCall *call = in->op == IR_CALL ? &code->calls.at[in->a] : NULL;

		for (int32_t o = 0; call && o < call->n_out; o++)
			if (call->out[o] != IR_NO_SLOT)
				see(p, call->out[o]);
		if (in->op < IR_UNLESS)
			see(p, in->dst);
	}
	for (int32_t b = 0; b < r->n_batches; b++) {
		const IrBatch *batch = &code->batches.at[r->batch_at[b].batch];

		for (int32_t o = batch->n_operands - batch->n_results; o < batch->n_operands; o++)
			for (int32_t i = 0; i < batch->n_instances; i++)
				see(p, ir_operand_slot(&batch->operand[o], i));
	}
}

/* It is written anew: temporaries are those of another region, too. */
static void forget(Follow *p, uint32_t slot)
{
	if (p->of[slot])
		memset(p->of[slot], 0, p->n);
}

void describe_follow_region(Follow *p, int32_t region)
{
	const IrRegion *r;
	int32_t batch = 0;

	if (region < 0)
		return;
	r = &p->d->emit.code->regions.at[region];
	p->branch.n = 0;
	if (!r->in_place)
		describe_follow_written(p, region, forget);
	for (int32_t at = 0; at <= r->n_instrs; at++) {
		for (; batch < r->n_batches && r->batch_at[batch].at == at; batch++)
			follow_batch(p, &p->d->emit.code->batches.at[r->batch_at[batch].batch]);
		if (at < r->n_instrs)
			follow_instr(p, &r->instr[at], at);
	}
}

/* --- steps --- */

static void read_slot(void *ctx, uint32_t slot)
{
	Follow *p = ctx;

	if (p->of[slot])
		for (uint32_t k = 0; k < p->n; k++)
			p->joined[k] = p->of[slot][k] ? DESCRIBE_DEPENDENT : p->joined[k];
}

/* What the code of a block reads from outside determines its unknowns, and the rest follows: where
   the search for them begins says nothing of the solution. Of a set some of the unknowns are
   states, and known. */
static void follow_block(Follow *p, const MdvStep *step)
{
	const IrModule *code = p->d->emit.code;
	int32_t n = mdv_step_unknowns(p->d->m, step);

	memset(p->joined, 0, p->n);
	describe_follow_written(p, step->code, forget);
	for (int32_t j = 0; j < n && step->kind != MDV_STEP_SET; j++)
		forget(p, (uint32_t)step->unknown[j]);
	ir_region_reads(code, &code->regions.at[step->code], read_slot, p);
	for (int32_t j = 0; j < n; j++)
		read_slot(p, (uint32_t)step->unknown[j]);
	for (int32_t j = 0; j < n; j++) {
		join(p, (uint32_t)step->unknown[j], p->joined, DESCRIBE_DEPENDENT);
		p->slope[step->unknown[j]] = DESCRIBE_DEPENDENT;
	}
	describe_follow_region(p, step->code);
}

static int32_t follow_step(Follow *p, const MdvStep *step);

/* Decisions are what the steps inside make of them, in the end: in each round one more may depend
   on what another one does. */
static void follow_mixed(Follow *p, const MdvStep *step)
{
	for (int32_t j = 0; j < step->n_decisions; j++)
		forget(p, (uint32_t)step->decision[j]);
	for (int32_t round = 0; round <= step->n_decisions; round++) {
		bool changed = false;

		for (int32_t i = 1; i <= step->n_steps;)
			i += follow_step(p, step + i);
		for (int32_t j = 0; j < step->n_decisions; j++) {
			const uint8_t *fresh = p->of[step->fresh[j]];

			changed |= fresh && add(p, kinds_of(p, p->of, (uint32_t)step->decision[j]), fresh,
									DESCRIBE_DEPENDENT);
		}
		if (!changed)
			return;
	}
}

/* How many steps it is, with those inside. */
static int32_t follow_step(Follow *p, const MdvStep *step)
{
	if (step->kind == MDV_STEP_MIXED) {
		follow_mixed(p, step);
		return 1 + step->n_steps;
	}
	if (step->kind == MDV_STEP_CODE)
		describe_follow_region(p, step->code);
	else
		follow_block(p, step);
	return 1;
}

void describe_follow_sequence(Follow *p, MdvSeqKind kind)
{
	const MdvSequence *s = mdv_model_sequence(p->d->m, kind);

	for (int32_t i = 0; s && i < s->n_steps;)
		i += follow_step(p, &s->step[i]);
}

Follow describe_follow_new(Describe *d, const DescribeKnowns *known)
{
	Follow p = {.d = d, .n = (uint32_t)known->n};

	p.of = NEW_ARRAY(d->keep, uint8_t *, d->emit.code->n_slots);
	p.fed = NEW_ARRAY(d->keep, uint8_t *, d->emit.code->n_slots);
	p.slope = NEW_ARRAY(d->keep, uint8_t, d->emit.code->n_slots);
	p.joined = NEW_ARRAY(d->keep, uint8_t, p.n + 1);
	for (uint32_t k = 0; k < p.n; k++)
		kinds_of(&p, p.of, (uint32_t)known->at[k].slot)[k] = DESCRIBE_CONSTANT;
	return p;
}
