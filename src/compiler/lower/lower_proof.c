/* SPDX-License-Identifier: MIT
   lower_proof.c — the part of ODE, ZERO and OUTPUT that crossings, assertions and rough derivatives
   (lower_rates.c) need, as MdvProof: a backward slice of the code, then the same forward in static
   single assignment. Branches become selections (both sides are computed: nothing in them has an
   effect), batches single instructions; calls are carried out (lower_proof_fn.c) or become unknown
   values, as large blocks do. O(size of the code).
 */
#include "compiler/lower/lower_proof.h"

#include <string.h>

#define MOST_VALUES 4000000 /* more are not worth a proof */
#define MOST_FLOW   200000000
#define MOST_DEPTH  200    /* of branches in branches */
#define MOST_CALLED 400000 /* values that come from functions */

/* A step of the three sequences. */
typedef struct Piece {
	const MdvStep *step; /* the model's */
	bool *live;          /* by instruction of its region: is needed */
	bool needed;         /* of a block: something of it is */
} Piece;

typedef struct Slice {
	const IrModule *code;  /* where it comes from */
	const MdvModel *m;     /* its tables */
	Arena *keep, *scratch; /* holds what is made; what is below */
	VEC(Piece) pieces;     /* in order of evaluation */
	bool *needed;          /* by slot: read by what is needed */
	VEC(uint32_t) temps;   /* needed temporaries of the region at hand */
	int32_t *value;        /* by slot: number of its value; -1: none yet */
	int32_t *state;        /* by slot: which state it is; -1: none */
	uint8_t *leaf;         /* by slot: MdvLeaf, if nothing computes it */
	VEC(Write) writes;     /* on the sides of open branches */
	int32_t *joined;       /* by slot, 0 between joins: 1 + its write on the first side; -1: done */
	ProofCode values;      /* what is made */
	uint8_t *whole;        /* by slot: an Integer, Boolean or enumeration parameter */
	size_t n_called;       /* values of functions so far */
	bool *lost;            /* by function: it could not be carried out */
	VEC(MdvFlowBlock) blocks; /* made so far */
	MdvModel *out;            /* m, to be changed; NULL: it is not, since all is made for MdvFlow */
	int32_t lost_call;        /* source of a call that could not be carried out; -1: none */
	bool in_ode;              /* the code at hand is that of derivatives */
	int depth;                /* of open branches */
	bool rates;               /* derivatives are ends, too */
	size_t most;              /* values that are made */
} Slice;

/* --- what is needed, from the end to the beginning --- */

static void need(Slice *s, uint32_t slot)
{
	if (slot == IR_NO_SLOT || s->needed[slot])
		return;
	s->needed[slot] = true;
	if (slot >= s->code->first_temp)
		vec_push(arena_allocator(s->scratch), &s->temps, slot);
}

static void need_batch(Slice *s, const IrBatch *b)
{
	int32_t first_result = b->n_operands - b->n_results;

	for (int32_t i = 0; i < b->n_instances; i++) {
		bool any = false;

		for (int32_t k = first_result; k < b->n_operands; k++)
			any |= s->needed[ir_operand_slot(&b->operand[k], i)];
		for (int32_t k = 0; any && k < first_result; k++)
			need(s, ir_operand_slot(&b->operand[k], i));
	}
}

static bool call_is_needed(const Slice *s, const IrCall *c)
{
	for (int32_t i = 0; i < c->n_out; i++)
		if (c->out[i] != IR_NO_SLOT && s->needed[c->out[i]])
			return true;
	return false;
}

/* Where the sides of a branch end: *other is the first instruction of the other side, or `end`. */
static int32_t branch_end(const IrRegion *r, int32_t k, int32_t *other)
{
	int32_t to = (int32_t)r->instr[k].dst;

	*other = to;
	if (to > k + 1 && r->instr[to - 1].op == IR_JUMP)
		return (int32_t)r->instr[to - 1].dst;
	return to;
}

static bool need_instr(Slice *s, const IrRegion *r, int32_t k, const int32_t n_live[])
{
	const IrInstr *in = &r->instr[k];
	const uint32_t read[3] = {in->a, in->b, in->c};
	int32_t other;

	if (in->op == IR_CALL) {
		const IrCall *call = &s->code->calls.at[in->a];
		bool needed = call_is_needed(s, call);

		for (int32_t i = 0; needed && i < call->n_in; i++)
			need(s, call->in[i]);
		return needed;
	}
	if (in->op == IR_JUMP)
		return false;
	if (in->op == IR_UNLESS) {
		if (n_live[k + 1] == n_live[branch_end(r, k, &other)])
			return false;
		need(s, in->a);
		return true;
	}
	if (!s->needed[in->dst])
		return false;
	for (int i = 0; i < ir_op_info[in->op].n_args; i++)
		need(s, read[i]);
	return true;
}

static void need_region(Slice *s, Piece *p, int32_t region)
{
	const IrRegion *r = &s->code->regions.at[region];
	int32_t batch = r->n_batches, *n_live = NEW_ARRAY(s->scratch, int32_t, r->n_instrs + 1);

	p->live = NEW_ARRAY(s->scratch, bool, r->n_instrs + 1);
	for (int32_t k = r->n_instrs; k >= 0; k--) {
		if (k < r->n_instrs) {
			p->live[k] = need_instr(s, r, k, n_live);
			n_live[k] = n_live[k + 1] + p->live[k];
		}
		while (batch > 0 && r->batch_at[batch - 1].at == k)
			need_batch(s, &s->code->batches.at[r->batch_at[--batch].batch]);
	}
	for (size_t i = 0; i < s->temps.n; i++)
		s->needed[s->temps.at[i]] = false;
	s->temps.n = 0;
}

static bool writes_needed(const Slice *s, int32_t region)
{
	const IrRegion *r = &s->code->regions.at[region];

	for (int32_t k = 0; k < r->n_instrs; k++)
		if (r->instr[k].op < IR_UNLESS && s->needed[r->instr[k].dst])
			return true;
	for (int32_t i = 0; i < r->n_batches; i++) {
		const IrBatch *b = &s->code->batches.at[r->batch_at[i].batch];

		for (int32_t k = b->n_operands - b->n_results; k < b->n_operands; k++)
			for (int32_t j = 0; j < b->n_instances; j++)
				if (s->needed[ir_operand_slot(&b->operand[k], j)])
					return true;
	}
	return false;
}

static bool is_enclosed(const Slice *s, const MdvStep *step)
{
	if (!s->out)
		return step->kind != MDV_STEP_CODE && step->kind != MDV_STEP_MIXED;
	return (step->kind == MDV_STEP_LINEAR || step->kind == MDV_STEP_NONLINEAR) &&
		   step->n <= MDV_PROOF_UNKNOWNS;
}

static void need_piece(Slice *s, Piece *p)
{
	const MdvStep *step = p->step;
	int32_t n = step->kind == MDV_STEP_MIXED ? 0 : mdv_step_unknowns(s->m, step);

	if (step->code < 0)
		return;
	if (step->kind == MDV_STEP_CODE) {
		need_region(s, p, step->code);
		return;
	}
	for (int32_t i = 0; i < n; i++)
		p->needed |= s->needed[step->unknown[i]];
	p->needed |= writes_needed(s, step->code);
	for (int32_t i = 0; p->needed && is_enclosed(s, step) && i < step->n; i++)
		need(s, (uint32_t)step->residual[i]);
	need_region(s, p, step->code);
}

/* --- values, from the beginning to the end --- */

int32_t lower_proof_value(ProofCode *code, int32_t op, int32_t a, int32_t b, int32_t c)
{
	vec_push(code->alloc, &code->op, op);
	vec_push(code->alloc, &code->a, a);
	vec_push(code->alloc, &code->b, b);
	vec_push(code->alloc, &code->c, c);
	return (int32_t)code->op.n - 1;
}

static int32_t new_value(Slice *s, int32_t op, int32_t a, int32_t b, int32_t c)
{
	return lower_proof_value(&s->values, op, a, b, c);
}

static int32_t new_leaf(Slice *s, MdvLeaf leaf, int32_t a)
{
	return new_value(s, -1 - (int32_t)leaf, a, 0, 0);
}

/* Of straight code for quantized states: shapes (qss_shape.c) know numbers. */
static int32_t new_number(Slice *s, double number)
{
	vec_push(s->values.alloc, &s->values.number, number);
	return new_leaf(s, MDV_LEAF_NUMBER, (int32_t)s->values.number.n - 1);
}

static int32_t read_slot(Slice *s, uint32_t slot)
{
	if (s->value[slot] < 0 && !s->out && s->code->constant && s->code->constant[slot])
		s->value[slot] = new_number(s, s->m->initial[slot]);
	if (s->value[slot] < 0)
		s->value[slot] = new_leaf(s, (MdvLeaf)s->leaf[slot],
								  s->leaf[slot] == MDV_LEAF_STATE ? s->state[slot] : (int32_t)slot);
	return s->value[slot];
}

static void write_slot(Slice *s, uint32_t slot, int32_t value)
{
	if (s->depth > 0)
		vec_push(arena_allocator(s->scratch), &s->writes, ((Write){slot, s->value[slot]}));
	s->value[slot] = value;
}

static void write_unknown(Slice *s, uint32_t slot)
{
	if (slot != IR_NO_SLOT)
		write_slot(s, slot, new_leaf(s, MDV_LEAF_UNKNOWN, (int32_t)slot));
}

/* Inputs of a call: what is a number is known; so are Integers that are parameters, as long as
   these have the values that were written: *holds says whether they do. */
static Sym *call_inputs(Slice *s, const IrCall *call, Sym *holds, SymRun *x)
{
	Sym *in = NEW_ARRAY(x->memory, Sym, call->n_in + 1);

	for (int32_t i = 0; i < call->n_in; i++) {
		uint32_t slot = call->in[i];
		double number = s->m->initial[slot];

		if (s->code->constant[slot]) {
			in[i] = sym_number(number);
			continue;
		}
		in[i] = (Sym){0, read_slot(s, slot)};
		if (!s->whole[slot])
			continue;
		*holds = lower_proof_op(x, IR_AND, *holds,
								lower_proof_op(x, IR_EQ, in[i], sym_number(number), in[i]), in[i]);
		in[i] = sym_number(number);
	}
	return in;
}

/* False: nothing is known of what it gives. */
static bool carry_out(Slice *s, const IrCall *call)
{
	Arena memory;
	SymRun x = {
		.code = &s->values, .module = s->code, .memory = &memory, .slot = (int32_t)call->out[0]};
	Sym holds = sym_number(1);
	size_t n = s->values.op.n;
	int32_t *out;
	bool ok;

	if (call->n_out == 0 || call->out[0] == IR_NO_SLOT || s->lost[call->fn] ||
		s->n_called > MOST_CALLED)
		return false;
	arena_child(&memory, s->scratch);
	out = NEW_ARRAY(&memory, int32_t, call->n_out);
	ok = lower_proof_call(&x, call, call_inputs(s, call, &holds, &x), out);
	for (int32_t i = 0; ok && i < call->n_out; i++) {
		Sym value = {0, out[i] < 0 ? SYM_UNKNOWN : out[i]};

		if (call->out[i] == IR_NO_SLOT)
			continue;
		value = lower_proof_op(&x, IR_SELECT, holds, value, (Sym){0, SYM_UNKNOWN});
		write_slot(s, call->out[i], lower_proof_sym(&x, value));
	}
	s->lost[call->fn] = !ok;
	s->n_called += s->values.op.n - n;
	arena_free(&memory);
	return ok;
}

static void build_call(Slice *s, const IrCall *call)
{
	if (s->code->fns.at[call->fn]->passes && call->out[0] != IR_NO_SLOT) {
		write_slot(s, call->out[0], read_slot(s, call->in[0]));
		return;
	}
	if (carry_out(s, call))
		return;
	if (s->lost_call < 0)
		s->lost_call = call->source;
	if (s->out && s->in_ode && s->out->n_ode_calls++ == 0)
		s->out->ode_call = call->source;
	for (int32_t i = 0; i < call->n_out; i++)
		write_unknown(s, call->out[i]);
}

static void build_instr(Slice *s, const IrInstr *in)
{
	int n_args = ir_op_info[in->op].n_args;
	int32_t a, b = 0, c = 0;

	if (in->op == IR_CALL) {
		build_call(s, &s->code->calls.at[in->a]);
		return;
	}
	a = read_slot(s, in->a);
	if (n_args > 1)
		b = read_slot(s, in->b);
	if (n_args > 2)
		c = read_slot(s, in->c);
	write_slot(s, in->dst, in->op == IR_MOVE ? a : new_value(s, (int32_t)in->op, a, b, c));
}

static void build_code(Slice *s, const IrRegion *r, const bool live[], int32_t first, int32_t end);

/* Takes back what one side has written, and keeps it. */
static Side leave_side(Slice *s, size_t first)
{
	Side side = {.n = s->writes.n - first};

	side.at = NEW_ARRAY(s->scratch, Write, side.n + 1);
	for (size_t i = 0; i < side.n; i++) {
		uint32_t slot = s->writes.at[first + i].slot;

		side.at[i] = (Write){slot, s->value[slot]};
	}
	while (s->writes.n > first) {
		Write w = s->writes.at[--s->writes.n];

		s->value[w.slot] = w.value;
	}
	return side;
}

/* The slot's value after a branch, once for each. Where only one side has written, nobody reads it
   any more, but of variables that keep what they had. */
static void select_slot(Slice *s, int32_t cond, const Write *then, const Write *other)
{
	uint32_t slot = then ? then->slot : other->slot;

	if (then && other)
		write_slot(s, slot, new_value(s, IR_SELECT, cond, then->value, other->value));
	else if (slot < s->code->first_temp)
		write_unknown(s, slot);
	s->joined[slot] = -1;
}

static void join_sides(Slice *s, int32_t cond, const Side *then, const Side *other)
{
	for (size_t i = 0; i < then->n; i++)
		s->joined[then->at[i].slot] = (int32_t)i + 1;
	for (size_t i = 0; i < other->n; i++) {
		int32_t k = s->joined[other->at[i].slot];

		if (k >= 0)
			select_slot(s, cond, k ? &then->at[k - 1] : NULL, &other->at[i]);
	}
	for (size_t i = 0; i < then->n; i++)
		if (s->joined[then->at[i].slot] > 0)
			select_slot(s, cond, &then->at[i], NULL);
	for (size_t i = 0; i < then->n; i++)
		s->joined[then->at[i].slot] = 0;
	for (size_t i = 0; i < other->n; i++)
		s->joined[other->at[i].slot] = 0;
}

static int32_t build_branch(Slice *s, const IrRegion *r, const bool live[], int32_t k)
{
	int32_t other, end = branch_end(r, k, &other), cond = read_slot(s, r->instr[k].a);
	size_t first = s->writes.n;
	Side then, rest;

	s->depth++;
	if (s->depth <= MOST_DEPTH)
		build_code(s, r, live, k + 1, end > other ? other - 1 : other);
	then = leave_side(s, first);
	if (s->depth <= MOST_DEPTH)
		build_code(s, r, live, other, end);
	rest = leave_side(s, first);
	s->depth--;
	join_sides(s, cond, &then, &rest);
	for (int32_t i = k; s->depth == MOST_DEPTH && i < end; i++)
		if (r->instr[i].op < IR_UNLESS)
			write_unknown(s, r->instr[i].dst);
	return end;
}

static void build_code(Slice *s, const IrRegion *r, const bool live[], int32_t first, int32_t end)
{
	for (int32_t k = first; k < end; k++) {
		if (!live[k])
			continue;
		if (r->instr[k].op == IR_UNLESS)
			k = build_branch(s, r, live, k) - 1;
		else
			build_instr(s, &r->instr[k]);
	}
}

/* One instance: its temporaries have numbers behind the operands. */
static void build_instance(Slice *s, const IrBatch *b, int32_t i, int32_t value[])
{
	int32_t first_result = b->n_operands - b->n_results;
	bool any = false;

	for (int32_t k = first_result; k < b->n_operands; k++)
		any |= s->needed[ir_operand_slot(&b->operand[k], i)];
	if (!any)
		return;
	for (int32_t k = 0; k < first_result; k++)
		value[k] = read_slot(s, ir_operand_slot(&b->operand[k], i));
	for (int32_t k = 0; k < b->n_instrs; k++) {
		const IrInstr *in = &b->instr[k];
		int n_args = ir_op_info[in->op].n_args;

		value[in->dst] = new_value(s, (int32_t)in->op, value[in->a], n_args > 1 ? value[in->b] : 0,
								   n_args > 2 ? value[in->c] : 0);
	}
	for (int32_t k = first_result; k < b->n_operands; k++)
		write_slot(s, ir_operand_slot(&b->operand[k], i), value[k]);
}

static void build_region(Slice *s, int32_t region, const bool live[])
{
	const IrRegion *r = &s->code->regions.at[region];
	int32_t k = 0;

	for (int32_t i = 0; i < r->n_batches; i++) {
		const IrBatch *b = &s->code->batches.at[r->batch_at[i].batch];
		int32_t *value = NEW_ARRAY(s->scratch, int32_t, b->n_operands + b->n_temps);

		build_code(s, r, live, k, r->batch_at[i].at);
		k = r->batch_at[i].at;
		for (int32_t j = 0; j < b->n_instances; j++)
			build_instance(s, b, j, value);
	}
	build_code(s, r, live, k, r->n_instrs);
}

static void build_block(Slice *s, const Piece *p)
{
	const MdvStep *step = p->step;
	int32_t number = (int32_t)s->blocks.n, n = mdv_step_unknowns(s->m, step);
	int32_t *unknown = NEW_ARRAY(s->scratch, int32_t, n);
	int32_t *residual = NEW_ARRAY(s->scratch, int32_t, step->n);
	MdvFlowBlock b = {.n = step->n,
					  .n_unknowns = n,
					  .unknown = unknown,
					  .residual = residual,
					  .set = step->kind == MDV_STEP_SET ? step->set : -1,
					  .step = step};

	b.first = (int32_t)s->values.op.n;
	for (int32_t i = 0; i < n; i++) {
		unknown[i] = new_value(s, -1 - (int32_t)MDV_LEAF_BLOCK, step->unknown[i], i, number);
		write_slot(s, (uint32_t)step->unknown[i], unknown[i]);
	}
	build_region(s, step->code, p->live);
	for (int32_t i = 0; i < step->n; i++)
		residual[i] = read_slot(s, (uint32_t)step->residual[i]);
	b.end = (int32_t)s->values.op.n;
	vec_push(arena_allocator(s->scratch), &s->blocks, b);
}

static void build_piece(Slice *s, const Piece *p)
{
	const MdvStep *step = p->step;

	if (step->kind == MDV_STEP_MIXED)
		for (int32_t i = 0; i < step->n_decisions; i++)
			write_unknown(s, (uint32_t)step->decision[i]);
	if (step->code < 0 || (step->kind != MDV_STEP_CODE && !p->needed))
		return;
	if (is_enclosed(s, step)) {
		build_block(s, p);
		return;
	}
	if (step->kind != MDV_STEP_CODE)
		for (int32_t i = 0; i < mdv_step_unknowns(s->m, step); i++)
			write_unknown(s, (uint32_t)step->unknown[i]);
	build_region(s, step->code, p->live);
}

/* --- the whole --- */

static void add_pieces(Slice *s, MdvSeqKind kind)
{
	const MdvSequence *seq = mdv_model_sequence(s->m, kind);

	for (int32_t i = 0; seq && i < seq->n_steps; i++)
		vec_push(arena_allocator(s->scratch), &s->pieces, ((Piece){.step = &seq->step[i]}));
}

/* What slots are that nothing computes between events. */
static void see_leaves(Slice *s)
{
	const MdvModel *m = s->m;

	memset(s->state, -1, (size_t)m->n_slots * sizeof *s->state);
	for (int32_t i = 0; i < m->n_vars; i++) {
		if (m->var[i].flags & MDV_VAR_INPUT)
			s->leaf[m->var[i].slot] = MDV_LEAF_INPUT;
		else if (m->var[i].flags & MDV_VAR_PARAMETER && m->var[i].type != MDV_REAL)
			s->whole[m->var[i].slot] = m->var[i].type != MDV_STRING;
	}
	for (int32_t i = 0; i < m->n_states; i++) {
		s->leaf[m->state[i].slot] = MDV_LEAF_STATE;
		s->state[m->state[i].slot] = i;
	}
	for (int32_t i = 0; i < m->n_sets; i++)
		for (int32_t k = 0; k < m->set[i].n; k++)
			s->leaf[m->set[i].candidate[k].slot] = MDV_LEAF_UNKNOWN;
	s->leaf[m->time] = MDV_LEAF_TIME;
	for (int32_t i = 0; i < m->n_delays; i++)
		s->leaf[m->delay[i].value] = MDV_LEAF_UNKNOWN;
	for (int32_t i = 0; i < m->n_spatials; i++) {
		s->leaf[m->spatial[i].out[0]] = s->leaf[m->spatial[i].out[1]] = MDV_LEAF_UNKNOWN;
		s->leaf[m->spatial[i].rest] = MDV_LEAF_UNKNOWN;
	}
}

/* The ends of the slice; false: there are none. */
static bool need_ends(Slice *s, bool *checks)
{
	const MdvModel *m = s->m;

	*checks = false;
	for (int32_t i = 0; i < m->n_crossings; i++)
		need(s, (uint32_t)m->crossing[i].z);
	for (int32_t i = 0; i < m->n_actions; i++)
		if (m->action[i].always) {
			need(s, (uint32_t)m->action[i].fires);
			*checks = true;
		}
	for (int32_t i = 0; s->rates && i < m->n_states; i++)
		need(s, (uint32_t)m->state[i].derivative);
	for (int32_t i = 0; !s->out && i < m->n_sets; i++)
		for (int32_t k = 0; k < m->set[i].n; k++)
			need(s, (uint32_t)m->set[i].candidate[k].derivative);
	return m->n_crossings > 0 || s->rates || *checks;
}

/* What is asked for in the end: values of crossings, assertions, derivatives. */
typedef struct Ends {
	int32_t *crossing, *check, *rate; /* as in MdvProof */
} Ends;

static Ends read_ends(Slice *s, Arena *memory)
{
	const MdvModel *m = s->m;
	Ends e = {.crossing = NEW_ARRAY(memory, int32_t, m->n_crossings),
			  .check = NEW_ARRAY(memory, int32_t, m->n_actions),
			  .rate = NEW_ARRAY(memory, int32_t, m->n_states)};

	for (int32_t i = 0; i < m->n_crossings; i++) {
		const MdvCrossing *c = &m->crossing[i];

		e.crossing[i] = read_slot(s, (uint32_t)c->z);
		if (c->limit >= 0)
			e.crossing[i] =
				new_value(s, IR_SUB, e.crossing[i], new_leaf(s, MDV_LEAF_SLOT, c->limit), 0);
	}
	for (int32_t i = 0; i < m->n_actions; i++)
		e.check[i] = m->action[i].always ? read_slot(s, (uint32_t)m->action[i].fires) : -1;
	for (int32_t i = 0; i < m->n_states; i++)
		e.rate[i] = s->rates ? read_slot(s, (uint32_t)m->state[i].derivative) : -1;
	return e;
}

static MdvProof *finish(Slice *s)
{
	MdvProof *p = NEW(s->keep, MdvProof);
	Ends e = read_ends(s, s->scratch);
	MdvProofBlock *block = NEW_ARRAY(s->scratch, MdvProofBlock, s->blocks.n + 1);

	for (size_t i = 0; i < s->blocks.n; i++) {
		const MdvFlowBlock *b = &s->blocks.at[i];

		block[i] = (MdvProofBlock){.n = b->n,
								   .first = b->first,
								   .end = b->end,
								   .unknown = b->unknown,
								   .residual = b->residual};
	}
	*p = (MdvProof){.n_values = (int32_t)s->values.op.n,
					.op = s->values.op.at,
					.a = s->values.a.at,
					.b = s->values.b.at,
					.c = s->values.c.at,
					.n_numbers = (int32_t)s->values.number.n,
					.number = s->values.number.at,
					.n_tables = (int32_t)s->values.tables.n,
					.table = s->values.tables.at,
					.n_blocks = (int32_t)s->blocks.n,
					.block = block,
					.crossing = e.crossing,
					.check = e.check,
					.rate = e.rate};
	lower_rates(s->m, p, s->keep, s->scratch);
	return p->n_values > 0 ? p : NULL;
}

static void begin_slice(Slice *s, Arena *scratch)
{
	size_t n = (size_t)s->m->n_slots;

	arena_child(s->scratch, scratch);
	s->needed = NEW_ARRAY(s->scratch, bool, n);
	s->value = NEW_ARRAY(s->scratch, int32_t, n);
	s->state = NEW_ARRAY(s->scratch, int32_t, n);
	s->leaf = NEW_ARRAY(s->scratch, uint8_t, n);
	s->joined = NEW_ARRAY(s->scratch, int32_t, n);
	s->whole = NEW_ARRAY(s->scratch, uint8_t, n);
	s->lost = NEW_ARRAY(s->scratch, bool, s->code->fns.n + 1);
	s->values.alloc = arena_allocator(s->scratch);
	s->lost_call = -1;
	memset(s->value, -1, n * sizeof *s->value);
	see_leaves(s);
}

/* False: there is nothing to be made, or too much. */
static bool make_values(Slice *s)
{
	bool checks;
	size_t n_ode;

	if (!need_ends(s, &checks))
		return false;
	add_pieces(s, MDV_SEQ_ODE);
	n_ode = s->pieces.n;
	add_pieces(s, MDV_SEQ_ZERO);
	if (checks)
		add_pieces(s, MDV_SEQ_OUTPUT);
	for (size_t i = s->pieces.n; i > 0; i--)
		need_piece(s, &s->pieces.at[i - 1]);
	for (size_t i = 0; i < s->pieces.n && s->values.op.n < s->most; i++) {
		s->in_ode = i < n_ode && s->m->n_states > 0;
		build_piece(s, &s->pieces.at[i]);
	}
	return s->values.op.n < s->most;
}

void lower_proof(const IrModule *code, MdvModel *model, Arena *keep, Arena *scratch)
{
	Arena work;
	Slice s = {.code = code,
			   .m = model,
			   .keep = keep,
			   .scratch = &work,
			   .most = MOST_VALUES,
			   .out = model};

	model->ode_call = -1;
	s.rates = model->n_states > 0 && lower_rates_may(code, model, scratch);
	if (model->n_crossings == 0 && model->n_actions == 0 && !s.rates)
		return;
	begin_slice(&s, scratch);
	if (make_values(&s))
		model->proof = finish(&s);
	arena_free(&work);
}

/* --- what is needed of a point --- */

static bool is_live(const Slice *s, const Piece *p)
{
	int32_t n = p->live ? s->code->regions.at[p->step->code].n_instrs : 0;

	for (int32_t k = 0; k < n; k++)
		if (p->live[k])
			return true;
	return p->needed || (p->step->code >= 0 && writes_needed(s, p->step->code));
}

const bool *lower_needed(const IrModule *code, MdvModel *model, const int32_t slot[], size_t n,
						 Arena *scratch)
{
	Arena work;
	Slice s = {.code = code, .m = model, .keep = scratch, .scratch = &work};
	bool *live;

	begin_slice(&s, scratch);
	for (size_t i = 0; i < n; i++)
		need(&s, (uint32_t)slot[i]);
	add_pieces(&s, MDV_SEQ_ODE);
	add_pieces(&s, MDV_SEQ_ZERO);
	add_pieces(&s, MDV_SEQ_OUTPUT);
	live = NEW_ARRAY(scratch, bool, s.pieces.n);
	for (size_t i = s.pieces.n; i-- > 0;) {
		need_piece(&s, &s.pieces.at[i]);
		live[i] = is_live(&s, &s.pieces.at[i]);
	}
	arena_free(&work);
	return live;
}

/* --- for quantized states --- */

static const int32_t *kept(Arena *keep, const int32_t from[], size_t n)
{
	int32_t *to = NEW_ARRAY(keep, int32_t, n + 1);

	if (n > 0)
		memcpy(to, from, n * sizeof *to);
	return to;
}

static const MdvFlowBlock *keep_blocks(const Slice *s)
{
	MdvFlowBlock *block = NEW_ARRAY(s->keep, MdvFlowBlock, s->blocks.n + 1);

	for (size_t i = 0; i < s->blocks.n; i++) {
		block[i] = s->blocks.at[i];
		block[i].unknown = kept(s->keep, block[i].unknown, (size_t)block[i].n_unknowns);
		block[i].residual = kept(s->keep, block[i].residual, (size_t)block[i].n);
	}
	return block;
}

static const int32_t *const *read_candidates(Slice *s)
{
	const MdvModel *m = s->m;
	const int32_t **rate = NEW_ARRAY(s->keep, const int32_t *, m->n_sets + 1);

	for (int32_t i = 0; i < m->n_sets; i++) {
		int32_t *own = NEW_ARRAY(s->keep, int32_t, m->set[i].n);

		for (int32_t k = 0; k < m->set[i].n; k++)
			own[k] = read_slot(s, (uint32_t)m->set[i].candidate[k].derivative);
		rate[i] = own;
	}
	return rate;
}

static void finish_flow(Slice *s, MdvFlow *f)
{
	Ends e = read_ends(s, s->keep);
	double *number = NEW_ARRAY(s->keep, double, s->values.number.n + 1);

	f->candidate_rate = read_candidates(s);
	f->n_values = (int32_t)s->values.op.n;
	f->op = kept(s->keep, s->values.op.at, s->values.op.n);
	f->a = kept(s->keep, s->values.a.at, s->values.a.n);
	f->b = kept(s->keep, s->values.b.at, s->values.b.n);
	f->c = kept(s->keep, s->values.c.at, s->values.c.n);
	if (s->values.number.n > 0)
		memcpy(number, s->values.number.at, s->values.number.n * sizeof *number);
	f->number = number;
	f->n_blocks = (int32_t)s->blocks.n;
	f->block = keep_blocks(s);
	f->crossing = e.crossing;
	f->check = e.check;
	f->rate = e.rate;
	f->unknown_source = s->lost_call;
}

MdvFlow *lower_flow(const IrModule *code, const MdvModel *model, Arena *keep, Arena *scratch)
{
	Arena work;
	MdvFlow *f = NEW(keep, MdvFlow);
	Slice s = {
		.code = code, .m = model, .keep = keep, .scratch = &work, .most = MOST_FLOW, .rates = true};

	f->unknown_source = -1;
	begin_slice(&s, scratch);
	if (make_values(&s))
		finish_flow(&s, f);
	else
		f->refusal = "its equations are too many for quantized states";
	arena_free(&work);
	return f;
}
