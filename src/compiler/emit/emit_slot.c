/* SPDX-License-Identifier: MIT
   emit_slot.c — which slots keep their first value for ever, and may be written as numbers: those
   that neither the code nor the runtime nor the user writes to. */
#include "compiler/emit/emit.h"

#include <string.h>

static void written(Emit *e, int32_t slot)
{
	if (slot >= 0)
		e->constant[slot] = false;
}

static void written_all(Emit *e, const int32_t slot[], int32_t n)
{
	for (int32_t i = 0; slot && i < n; i++)
		written(e, slot[i]);
}

static void by_code(Emit *e)
{
	const IrModule *m = e->code;

	for (size_t r = 0; r < m->regions.n; r++)
		for (int32_t k = 0; k < m->regions.at[r].n_instrs; k++)
			if (m->regions.at[r].instr[k].op < IR_UNLESS)
				written(e, (int32_t)m->regions.at[r].instr[k].dst);
	for (size_t c = 0; c < m->calls.n; c++)
		for (int32_t k = 0; k < m->calls.at[c].n_out; k++)
			if (m->calls.at[c].out[k] != IR_NO_SLOT)
				written(e, (int32_t)m->calls.at[c].out[k]);
	for (size_t k = 0; k < m->batches.n; k++) {
		const IrBatch *b = &m->batches.at[k];

		for (int32_t o = b->n_operands - b->n_results; o < b->n_operands; o++)
			for (int32_t i = 0; i < b->n_instances; i++)
				written(e, (int32_t)ir_operand_slot(&b->operand[o], i));
	}
}

static void by_user(Emit *e)
{
	for (int32_t i = 0; i < e->m->n_vars; i++) {
		const MdvVar *v = &e->m->var[i];

		if (v->flags & MDV_VAR_SETTABLE)
			written(e, v->flags & MDV_VAR_PARAMETER ? v->slot : v->start);
		if (!(v->flags & (MDV_VAR_PARAMETER | MDV_VAR_CONSTANT)) || v->flags & MDV_VAR_INPUT)
			written(e, v->slot);
	}
}

static void by_steps(Emit *e, const MdvSequence *seq)
{
	for (int32_t i = 0; i < seq->n_steps; i++) {
		const MdvStep *s = &seq->step[i];
		int32_t n = s->kind == MDV_STEP_SET ? e->m->set[s->set].n : s->n;

		if (s->kind == MDV_STEP_MIXED || s->kind == MDV_STEP_CODE)
			n = 0;
		written_all(e, s->unknown, n);
		written_all(e, s->unknown_tangent, n);
		written_all(e, s->decision, s->n_decisions);
	}
}

static void by_state(Emit *e, const MdvState state[], int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		written(e, state[i].slot);
		written(e, state[i].derivative);
		written(e, state[i].tangent);
		written(e, state[i].derivative_tangent);
	}
}

static void by_runtime(Emit *e)
{
	const MdvModel *m = e->m;

	written(e, m->time);
	written(e, m->is_initial);
	written(e, m->is_terminal);
	written(e, m->homotopy);
	for (int32_t i = 0; i < m->n_tangents; i++)
		written(e, m->tangents + i);
	by_state(e, m->state, m->n_states);
	for (int32_t i = 0; i < m->n_sets; i++)
		by_state(e, m->set[i].candidate, m->set[i].n);
	for (int32_t i = 0; i < m->n_crossings; i++) {
		written(e, m->crossing[i].z);
		written(e, m->crossing[i].relation);
	}
	for (int32_t i = 0; i < m->n_samplers; i++)
		written(e, m->sampler[i].active);
	for (int32_t i = 0; i < m->n_discretes; i++) {
		written(e, m->discrete[i].slot);
		written(e, m->discrete[i].pre);
	}
	for (int32_t i = 0; i < m->n_delays; i++) {
		written(e, m->delay[i].value);
		written(e, m->delay[i].value_tangent);
	}
	for (int32_t i = 0; i < m->n_spatials; i++) {
		written_all(e, m->spatial[i].out, 2);
		written(e, m->spatial[i].state);
		written(e, m->spatial[i].rest);
	}
	for (int32_t i = 0; i < m->n_actions; i++) {
		written(e, m->action[i].fires);
		written(e, m->action[i].slot);
	}
	written_all(e, m->ode_read, m->n_ode_reads);
	for (int i = 0; i < MDV_SEQ_COUNT; i++)
		by_steps(e, &m->sequence[i]);
}

void emit_slot_constants(Emit *e)
{
	e->constant = NEW_ARRAY(e->keep, bool, e->m->n_slots);
	memset(e->constant, true, (size_t)e->m->n_slots);
	by_code(e);
	by_user(e);
	by_runtime(e);
}
