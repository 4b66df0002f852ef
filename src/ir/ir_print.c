/* SPDX-License-Identifier: MIT
   ir_print.c — code as text: slots are s0, s1 …, temporaries t0, t1 …; inside a batch %0, %1 … are
   its operands and temporaries. */
#include "ir/ir.h"

#define TABLE_SHOWN 6 /* slots of a table that are printed */

static void print_slot(const IrModule *m, uint32_t slot, Text *out)
{
	if (slot == UINT32_MAX)
		text_printf(out, "-");
	else if (slot >= m->first_temp)
		text_printf(out, "t%u", slot - m->first_temp);
	else
		text_printf(out, "s%u", slot);
}

static void print_list(const IrModule *m, const uint32_t slot[], int32_t n, Text *out)
{
	text_printf(out, "(");
	for (int32_t i = 0; i < n; i++) {
		text_printf(out, i ? " " : "");
		print_slot(m, slot[i], out);
	}
	text_printf(out, ")");
}

static void print_call(const IrModule *m, const IrCall *c, Text *out)
{
	print_list(m, c->out, c->n_out, out);
	text_printf(out, " = call f%d ", (int)c->fn);
	print_list(m, c->in, c->n_in, out);
	if (c->n_dims > 0) {
		text_printf(out, " sizes");
		for (int32_t i = 0; i < c->n_dims; i++)
			text_printf(out, " %d", (int)c->dim[i]);
	}
}

static void print_instr(const IrModule *m, const IrInstr *in, Text *out)
{
	const uint32_t read[3] = {in->a, in->b, in->c};

	switch (in->op) {
	case IR_UNLESS:
		text_printf(out, "unless ");
		print_slot(m, in->a, out);
		text_printf(out, " goto %u", in->dst);
		return;
	case IR_JUMP: text_printf(out, "goto %u", in->dst); return;
	case IR_CALL: print_call(m, &m->calls.at[in->a], out); return;
	default:
		print_slot(m, in->dst, out);
		text_printf(out, " = %s", ir_op_info[in->op].name);
		for (int i = 0; i < ir_op_info[in->op].n_args; i++) {
			text_printf(out, " ");
			print_slot(m, read[i], out);
		}
	}
}

static void print_operand(const IrModule *m, const IrBatch *b, int32_t k, Text *out)
{
	const IrOperand *o = &b->operand[k];

	text_printf(out, "\t\t%%%d %s ", (int)k, k < b->n_operands - b->n_results ? "=" : "->");
	if (!o->table) {
		print_slot(m, o->base, out);
		if (o->stride)
			text_printf(out, " step %d", (int)o->stride);
	} else {
		text_printf(out, "table");
		for (int32_t i = 0; i < b->n_instances && i < TABLE_SHOWN; i++) {
			text_printf(out, " ");
			print_slot(m, o->table[i], out);
		}
		if (b->n_instances > TABLE_SHOWN)
			text_printf(out, " …");
	}
	text_printf(out, "\n");
}

static void print_batch(const IrModule *m, int32_t batch, Text *out)
{
	const IrBatch *b = &m->batches.at[batch];

	text_printf(out, "\tbatch %d of %d:\n", (int)batch, (int)b->n_instances);
	for (int32_t k = 0; k < b->n_operands; k++)
		print_operand(m, b, k, out);
	for (int32_t k = 0; k < b->n_instrs; k++) {
		const IrInstr *in = &b->instr[k];
		const uint32_t read[3] = {in->a, in->b, in->c};

		text_printf(out, "\t\t%%%u = %s", in->dst, ir_op_info[in->op].name);
		for (int i = 0; i < ir_op_info[in->op].n_args; i++)
			text_printf(out, " %%%u", read[i]);
		text_printf(out, "\n");
	}
}

void ir_print_region(const IrModule *m, int32_t region, Text *out)
{
	const IrRegion *r = &m->regions.at[region];
	int32_t batch = 0;

	text_printf(out, "region %d\n", (int)region);
	for (int32_t k = 0; k <= r->n_instrs; k++) {
		for (; batch < r->n_batches && r->batch_at[batch].at == k; batch++)
			print_batch(m, r->batch_at[batch].batch, out);
		if (k == r->n_instrs)
			break;
		text_printf(out, "%4d\t", (int)k);
		print_instr(m, &r->instr[k], out);
		if (r->source && r->source[k] >= 0)
			text_printf(out, "  # %d", (int)r->source[k]);
		text_printf(out, "\n");
	}
}
