/* SPDX-License-Identifier: MIT
   emit_batch.c — batches as loops: one small piece of code for many instances, whose slots are
   computed or looked up in tables. */
#include "compiler/emit/emit.h"

void emit_batch_tables(Emit *e)
{
	Text *out = e->out;

	for (size_t k = 0; k < e->code->batches.n; k++) {
		const IrBatch *b = &e->code->batches.at[k];

		for (int32_t o = 0; o < b->n_operands; o++) {
			if (!b->operand[o].table)
				continue;
			text_printf(out, "static const uint32_t batch_%zu_%d[%d] = {", k, o, b->n_instances);
			for (int32_t i = 0; i < b->n_instances; i++)
				text_printf(out, "%s%u%s", i % 16 == 0 ? "\n\t" : " ", b->operand[o].table[i],
							i + 1 < b->n_instances ? "," : "};\n\n");
		}
	}
}

/* An outside operand of instance i. */
static EmitExpr outside(Emit *e, int32_t batch, int32_t number)
{
	const IrOperand *o = &e->code->batches.at[batch].operand[number];
	const char *base;
	Arena *a = e->scratch;

	if (o->table)
		return (EmitExpr){arena_printf(a, "f[batch_%d_%d[i]]", batch, number), EMIT_ATOM};
	if (o->stride == 0)
		return emit_expr_slot(e, o->base);
	base = emit_expr_index(e, (int32_t)o->base);
	if (o->stride == 1)
		return (EmitExpr){arena_printf(a, "f[%s + i]", base), EMIT_ATOM};
	return (EmitExpr){arena_printf(a, "f[%s %c %d * i]", base, o->stride < 0 ? '-' : '+',
								   o->stride < 0 ? -o->stride : o->stride),
					  EMIT_ATOM};
}

static EmitExpr operand(Emit *e, int32_t batch, uint32_t number)
{
	const IrBatch *b = &e->code->batches.at[batch];

	if (number < (uint32_t)b->n_operands)
		return outside(e, batch, (int32_t)number);
	return (EmitExpr){arena_printf(e->scratch, "t%u", number - (uint32_t)b->n_operands), EMIT_ATOM};
}

void emit_batch(Emit *e, int32_t batch)
{
	const IrBatch *b = &e->code->batches.at[batch];
	Text *out = e->out;

	text_printf(out, "\tfor (int32_t i = 0; i < %d; i++) {\n", b->n_instances);
	for (int32_t k = 0; k < b->n_instrs; k++) {
		const IrInstr *in = &b->instr[k];
		const uint32_t number[3] = {in->a, in->b, in->c};
		EmitExpr arg[3] = {{NULL, EMIT_ATOM}};

		for (int i = 0; i < ir_op_info[in->op].n_args; i++)
			arg[i] = operand(e, batch, number[i]);
		text_printf(out, "\t\t%s%s = %s;\n",
					in->dst >= (uint32_t)b->n_operands ? "const double " : "",
					operand(e, batch, in->dst).text, emit_expr_op(e, (IrOp)in->op, arg).text);
	}
	text_printf(out, "\t}\n");
}
