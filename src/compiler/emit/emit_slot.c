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

static void by_record(void *ctx, const Record *r, const void *record, const char *table,
					  int32_t number)
{
	Emit *e = ctx;

	(void)table, (void)number;
	for (int i = 0; i < r->n_fields; i++) {
		const Field *f = &r->field[i];
		int32_t n = f->written ? field_count(e->m, r, f, record) : 0;

		for (int32_t k = 0; k < n; k++)
			written(e, field_number(f, record, k));
	}
}

static void by_runtime(Emit *e)
{
	by_record(e, record_model(), e->m, "", 0);
	record_visit(e->m, by_record, e);
	for (int32_t i = 0; i < e->m->n_tangents; i++)
		written(e, e->m->tangents + i);
}

void emit_slot_constants(Emit *e)
{
	e->constant = NEW_ARRAY(e->keep, bool, e->m->n_slots);
	memset(e->constant, true, (size_t)e->m->n_slots);
	by_code(e);
	by_user(e);
	by_runtime(e);
}
