/* SPDX-License-Identifier: MIT
   describe_depend.c — what derivatives and outputs depend on (ModelStructure), by following the
   code: every slot has, for each known (states, inputs, time), how it depends on it. Relations are
   as they were between events, so that continuous unknowns are followed through ODE and OUTPUT,
   discrete ones through EVENT. A block that is solved depends with all it determines on all that
   its code reads. O(code times knowns). */
#include "compiler/fmi/describe.h"

#include <string.h>

/* How a slot depends on a known; the larger one counts where ways meet. */
enum { NOT, CONSTANT, FIXED, DISCRETE, DEPENDENT };

typedef struct Depend {
	Describe *d;     /* whose */
	uint32_t n;      /* knowns */
	uint8_t **of;    /* by slot: n kinds; NULL: depends on none */
	uint8_t *slope;  /* by slot: how a factor varies, CONSTANT … DEPENDENT */
	uint8_t *joined; /* n: work, of a block or a branch */
	VEC(struct Branch {
		int32_t end; /* instruction at which the side ends */
		uint32_t on; /* slot of the condition */
	})
	branch;
} Depend;

/* --- one instruction --- */

static uint8_t larger(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

static uint8_t *kinds_of(Depend *p, uint32_t slot)
{
	if (!p->of[slot])
		p->of[slot] = NEW_ARRAY(p->d->keep, uint8_t, p->n);
	return p->of[slot];
}

/* dst depends on what src does, at least as `least` says. */
static void join(Depend *p, uint32_t dst, const uint8_t *src, uint8_t least)
{
	uint8_t *to;

	if (!src)
		return;
	to = kinds_of(p, dst);
	for (uint32_t k = 0; k < p->n; k++)
		if (src[k])
			to[k] = larger(to[k], larger(src[k], least));
}

/* What the result's slope by an operand has as a factor; 0: the operand does not count. */
static uint8_t factor_of(const Depend *p, const IrInstr *in, int operand)
{
	switch ((IrOp)in->op) {
	case IR_MOVE:
	case IR_ADD:
	case IR_SUB:
	case IR_NEG: return CONSTANT;
	case IR_MUL: return p->slope[operand == 0 ? in->b : in->a];
	case IR_DIV: return operand == 0 ? p->slope[in->b] : DEPENDENT;
	case IR_SELECT: return operand == 0 ? DEPENDENT : p->slope[in->a];
	default: return DEPENDENT;
	}
}

static void follow_call(Depend *p, const IrCall *call)
{
	for (int32_t o = 0; o < call->n_out; o++) {
		p->slope[call->out[o]] = DEPENDENT;
		for (int32_t i = 0; i < call->n_in; i++)
			join(p, call->out[o], p->of[call->in[i]], DEPENDENT);
	}
}

static void follow_conditions(Depend *p, uint32_t dst)
{
	for (size_t k = 0; k < p->branch.n; k++)
		join(p, dst, p->of[p->branch.at[k].on], DEPENDENT);
}

static void follow_instr(Depend *p, const IrInstr *in, int32_t at)
{
	const uint32_t read[3] = {in->a, in->b, in->c};
	const IrCall *call = in->op == IR_CALL ? &p->d->emit.code->calls.at[in->a] : NULL;

	while (p->branch.n > 0 && p->branch.at[p->branch.n - 1].end <= at)
		p->branch.n--;
	if (in->op == IR_UNLESS) {
		vec_push(arena_allocator(p->d->keep), &p->branch,
				 ((struct Branch){(int32_t)in->dst, in->a}));
	} else if (in->op == IR_JUMP && p->branch.n > 0) {
		p->branch.at[p->branch.n - 1].end = (int32_t)in->dst; /* the other side, too */
	} else if (call) {
		follow_call(p, call);
		for (int32_t o = 0; o < call->n_out; o++)
			follow_conditions(p, call->out[o]);
	} else if (in->op != IR_JUMP) {
		uint8_t slope = CONSTANT;

		for (int i = 0; i < ir_op_info[in->op].n_args; i++) {
			join(p, in->dst, p->of[read[i]], factor_of(p, in, i));
			slope = larger(slope, p->slope[read[i]]);
		}
		p->slope[in->dst] = p->branch.n > 0 ? DEPENDENT : slope;
		follow_conditions(p, in->dst);
	}
}

/* No instance of a batch uses another's result. */
static void follow_batch(Depend *p, const IrBatch *b)
{
	int32_t n_in = b->n_operands - b->n_results;

	for (int32_t i = 0; i < b->n_instances; i++)
		for (int32_t r = n_in; r < b->n_operands; r++) {
			p->slope[ir_operand_slot(&b->operand[r], i)] = DEPENDENT;
			for (int32_t o = 0; o < n_in; o++)
				join(p, ir_operand_slot(&b->operand[r], i),
					 p->of[ir_operand_slot(&b->operand[o], i)], DEPENDENT);
		}
}

/* Is told every slot that a region writes. */
static void each_written(const IrModule *code, const IrRegion *r,
						 void (*see)(Depend *p, uint32_t slot), Depend *p)
{
	for (int32_t k = 0; k < r->n_instrs; k++) {
		const IrInstr *in = &r->instr[k];
		const IrCall *call = in->op == IR_CALL ? &code->calls.at[in->a] : NULL;

		for (int32_t o = 0; call && o < call->n_out; o++)
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
static void forget(Depend *p, uint32_t slot)
{
	if (p->of[slot])
		memset(p->of[slot], 0, p->n);
}

static void follow_region(Depend *p, int32_t number)
{
	const IrRegion *r = &p->d->emit.code->regions.at[number];
	int32_t batch = 0;

	p->branch.n = 0;
	if (!r->in_place)
		each_written(p->d->emit.code, r, forget, p);
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
	Depend *p = ctx;

	if (p->of[slot])
		for (uint32_t k = 0; k < p->n; k++)
			p->joined[k] = larger(p->joined[k], p->of[slot][k] ? DEPENDENT : NOT);
}

/* What the code of a block reads from outside determines its unknowns, and the rest follows. */
static void follow_block(Depend *p, const MdvStep *step)
{
	const IrModule *code = p->d->emit.code;

	memset(p->joined, 0, p->n);
	each_written(code, &code->regions.at[step->code], forget, p);
	for (int32_t j = 0; j < step->n; j++)
		forget(p, (uint32_t)step->unknown[j]);
	ir_region_reads(code, &code->regions.at[step->code], read_slot, p);
	for (int32_t j = 0; j < step->n; j++) {
		join(p, (uint32_t)step->unknown[j], p->joined, DEPENDENT);
		p->slope[step->unknown[j]] = DEPENDENT;
	}
	follow_region(p, step->code);
}

static void follow_sequence(Depend *p, MdvSeqKind kind)
{
	const MdvModel *m = p->d->m;

	for (int32_t s = 0; s < m->n_sequences; s++)
		for (int32_t i = 0; m->sequence[s].kind == kind && i < m->sequence[s].n_steps; i++) {
			const MdvStep *step = &m->sequence[s].step[i];

			if (step->kind == MDV_STEP_CODE)
				follow_region(p, step->code);
			else if (step->kind != MDV_STEP_MIXED)
				follow_block(p, step);
		}
}

/* --- how factors vary --- */

static void mark_discrete(Depend *p, uint32_t slot)
{
	p->slope[slot] = DISCRETE;
}

static void mark_event(Depend *p)
{
	const MdvModel *m = p->d->m;

	for (int32_t s = 0; s < m->n_sequences; s++)
		for (int32_t i = 0; m->sequence[s].kind == MDV_SEQ_EVENT && i < m->sequence[s].n_steps; i++)
			if (m->sequence[s].step[i].code >= 0)
				each_written(p->d->emit.code,
							 &p->d->emit.code->regions.at[m->sequence[s].step[i].code],
							 mark_discrete, p);
}

/* Everything that is written only before the run is fixed; the code that is followed says more. */
static void find_slopes(Depend *p)
{
	const MdvModel *m = p->d->m;

	for (int32_t i = 0; i < m->n_slots; i++)
		p->slope[i] = p->d->emit.constant[i] ? CONSTANT : FIXED;
	mark_event(p);
	for (int32_t i = 0; i < m->n_discretes; i++)
		p->slope[m->discrete[i].slot] = DISCRETE;
	for (int32_t i = 0; i < m->n_crossings; i++)
		if (m->crossing[i].relation >= 0)
			p->slope[m->crossing[i].relation] = DISCRETE;
	for (int32_t i = 0; i < m->n_states; i++)
		p->slope[m->state[i].slot] = DEPENDENT;
	for (int32_t i = 0; i < m->n_vars; i++)
		if (m->var[i].flags & MDV_VAR_INPUT && m->var[i].slot >= 0)
			p->slope[m->var[i].slot] = DEPENDENT;
	p->slope[m->time] = DEPENDENT;
}

/* --- the whole --- */

static void list_knowns(Describe *d)
{
	const MdvModel *m = d->m;
	const MdvAlloc *a = arena_allocator(d->keep);

	for (int32_t i = 0; i < m->n_states; i++)
		vec_push(a, &d->known, ((DescribeKnown){d->state[i], m->state[i].slot}));
	for (int32_t i = 0; i < m->n_vars; i++)
		if (d->place[i] > 0 && describe_role(&m->var[i]).causality[0] == 'i')
			vec_push(a, &d->known, ((DescribeKnown){(uint32_t)i, m->var[i].slot}));
	if (d->o->version == 3) /* FMI 2: time is no variable here */
		vec_push(a, &d->known, ((DescribeKnown){d->layout.time, m->time}));
}

/* A model whose code is of that size is followed; beyond, an importer assumes all. */
#define MOST_KINDS (1u << 28)

/* Kinds by slot after the sequences; NULL: too many, or states are chosen at run time. */
static uint8_t **follow(Describe *d, const MdvSeqKind kind[], int n_kinds)
{
	Depend p = {.d = d, .n = (uint32_t)d->known.n};

	p.of = NEW_ARRAY(d->keep, uint8_t *, d->emit.code->n_slots);
	p.slope = NEW_ARRAY(d->keep, uint8_t, d->emit.code->n_slots);
	p.joined = NEW_ARRAY(d->keep, uint8_t, p.n + 1);
	find_slopes(&p);
	for (uint32_t k = 0; k < p.n; k++)
		kinds_of(&p, (uint32_t)d->known.at[k].slot)[k] = CONSTANT;
	for (int i = 0; i < n_kinds; i++)
		follow_sequence(&p, kind[i]);
	return p.of;
}

void describe_depend(Describe *d)
{
	static const MdvSeqKind flow[] = {MDV_SEQ_ODE, MDV_SEQ_ZERO, MDV_SEQ_OUTPUT},
							event[] = {MDV_SEQ_EVENT};
	uint64_t size;

	list_knowns(d);
	size = (uint64_t)d->known.n * d->emit.code->n_slots;
	if (d->m->n_sets > 0 || size > MOST_KINDS)
		return;
	d->flow = follow(d, flow, 3);
	d->event = follow(d, event, 1);
}

/* The slot of a reference; -1: it is that of a state that is chosen at run time. */
static int32_t slot_of(const Describe *d, uint32_t ref)
{
	const MdvFmuLayout *l = &d->layout;

	if (ref < l->n_vars)
		return d->m->var[ref].slot;
	if (ref >= l->indicator)
		return d->m->crossing[ref - l->indicator].z;
	if (ref < l->derivative || ref - l->derivative >= (uint32_t)d->m->n_states)
		return -1;
	return d->m->state[ref - l->derivative].derivative;
}

/* How any element of ref depends on any of the variable that known k belongs to, if it is the first
   known of that; NOT otherwise. */
static uint8_t kind_of(const Describe *d, uint8_t **of, uint32_t ref, size_t k)
{
	const DescribeArray *a = describe_array(d, ref), *b = describe_array(d, d->known.at[k].ref);
	uint32_t n = a ? a->n : 1, n_known = b ? b->n : 1;
	uint8_t kind = NOT;

	if (b && d->known.at[k].ref != b->ref)
		return NOT;
	for (uint32_t i = 0; i < n; i++) {
		const uint8_t *kinds = of[slot_of(d, ref + i)];

		for (uint32_t j = 0; kinds && j < n_known; j++)
			kind = larger(kind, kinds[k + j]);
	}
	return kind;
}

/* Places or references of the knowns that it depends on, and how. Elements of an array that are
   known follow each other: as states and as inputs they are in the order of their references. */
void describe_dependencies(Describe *d, uint32_t ref, bool discrete)
{
	static const char *const name[] = {
		[CONSTANT] = "constant", [FIXED] = "fixed", [DISCRETE] = "discrete", "dependent"};
	uint8_t **of = discrete ? d->event : d->flow;
	const char *gap = "";

	if (!of || slot_of(d, ref) < 0)
		return;
	text_printf(d->out, " dependencies=\"");
	for (size_t k = 0; k < d->known.n; k++) {
		uint32_t known = d->known.at[k].ref;

		if (kind_of(d, of, ref, k) == NOT)
			continue;
		text_printf(d->out, "%s%u", gap,
					d->o->version == 2 ? (unsigned)d->place[known] : (unsigned)known);
		gap = " ";
	}
	text_printf(d->out, "\"");
	if (!*gap)
		return;
	text_printf(d->out, " dependenciesKind=\"");
	gap = "";
	for (size_t k = 0; k < d->known.n; k++) {
		uint8_t kind = kind_of(d, of, ref, k);

		if (kind != NOT) {
			text_printf(d->out, "%s%s", gap, name[kind]);
			gap = " ";
		}
	}
	text_printf(d->out, "\"");
}
