/* SPDX-License-Identifier: MIT
   vm_encode_tile.c — straight code to tiles: from the last instruction to the first, each takes in
   the instructions that make its operands as far as a fused operation fits, the largest first. What
   is taken in must make a temporary that is read only there. The roundings stay: a tile does the
   same operations; only the operands of + and * may change places. */
#include "vm/vm.h"

typedef struct Tiler {
	const IrInstr *instr; /* all */
	const VmSlot *slot;   /* def: 1 + instruction of this piece that makes it and is not taken in */
	uint32_t first_temp;  /* as in VmTiling */
	bool sums;            /* products take nothing in: they are parts of sums */
} Tiler;

/* The instruction that makes an operand, if it may be taken in; of operation op. */
static const IrInstr *made_by(const Tiler *t, uint32_t slot, IrOp op)
{
	const VmSlot *s = &t->slot[slot];
	const IrInstr *in;

	if (slot < t->first_temp || s->n_uses != 1 || s->def == 0)
		return NULL;
	in = &t->instr[s->def - 1];
	return in->op == op ? in : NULL;
}

static VmTile plain(const IrInstr *in)
{
	return (VmTile){in->op, in->dst, {in->a, in->b, in->c}};
}

/* a + b, where b is the product y: with other products in a. */
static VmTile tile_add_product(const Tiler *t, const IrInstr *in, uint32_t a, const IrInstr *y)
{
	const IrInstr *x = made_by(t, a, IR_MUL), *sum, *p, *q;

	if (x)
		return (VmTile){VM_DOT2, in->dst, {x->a, x->b, y->a, y->b}};
	sum = made_by(t, a, IR_ADD);
	if (!sum)
		return (VmTile){VM_MUL_ADD, in->dst, {y->a, y->b, a}};
	p = made_by(t, sum->a, IR_MUL);
	q = made_by(t, sum->b, IR_MUL);
	if (p && q)
		return (VmTile){VM_DOT3, in->dst, {p->a, p->b, q->a, q->b, y->a, y->b}};
	if (p || q)
		return (VmTile){VM_ADD_DOT2,
						in->dst,
						{q ? sum->a : sum->b, q ? q->a : p->a, q ? q->b : p->b, y->a, y->b}};
	return (VmTile){VM_MUL_ADD, in->dst, {y->a, y->b, a}};
}

static VmTile tile_add(const Tiler *t, const IrInstr *in)
{
	const IrInstr *x = made_by(t, in->a, IR_MUL), *y = made_by(t, in->b, IR_MUL);

	if (y)
		return tile_add_product(t, in, in->a, y);
	if (x)
		return tile_add_product(t, in, in->b, x);
	if ((x = made_by(t, in->a, IR_ADD)))
		return (VmTile){VM_ADD3, in->dst, {x->a, x->b, in->b}};
	if ((y = made_by(t, in->b, IR_ADD)))
		return (VmTile){VM_ADD3, in->dst, {y->a, y->b, in->a}};
	if ((x = made_by(t, in->a, IR_SUB)))
		return (VmTile){VM_SUB_ADD, in->dst, {x->a, x->b, in->b}};
	if ((y = made_by(t, in->b, IR_SUB)))
		return (VmTile){VM_SUB_ADD, in->dst, {y->a, y->b, in->a}};
	return plain(in);
}

static VmTile tile_sub(const Tiler *t, const IrInstr *in)
{
	const IrInstr *x = made_by(t, in->a, IR_MUL), *y = made_by(t, in->b, IR_MUL);

	if (x && y)
		return (VmTile){VM_DET2, in->dst, {x->a, x->b, y->a, y->b}};
	if (x)
		return (VmTile){VM_MUL_SUB, in->dst, {x->a, x->b, in->b}};
	if (y)
		return (VmTile){VM_SUB_MUL, in->dst, {in->a, y->a, y->b}};
	if ((x = made_by(t, in->a, IR_ADD)))
		return (VmTile){VM_ADD_SUB, in->dst, {x->a, x->b, in->b}};
	if ((x = made_by(t, in->a, IR_SUB)))
		return (VmTile){VM_SUB_SUB, in->dst, {x->a, x->b, in->b}};
	return plain(in);
}

/* A product whose factor x is a product too. */
static VmTile tile_product(const Tiler *t, const IrInstr *in, const IrInstr *x, uint32_t last)
{
	const IrInstr *p = made_by(t, x->a, IR_MUL), *q = made_by(t, x->b, IR_MUL);

	if (p)
		return (VmTile){VM_MUL4, in->dst, {p->a, p->b, x->b, last}};
	if (q)
		return (VmTile){VM_MUL4, in->dst, {q->a, q->b, x->a, last}};
	return (VmTile){VM_MUL3, in->dst, {x->a, x->b, last}};
}

static VmTile tile_mul(const Tiler *t, const IrInstr *in)
{
	const IrInstr *x = made_by(t, in->a, IR_MUL), *y = made_by(t, in->b, IR_MUL);

	if (t->sums)
		return plain(in);
	if (x)
		return tile_product(t, in, x, in->b);
	if (y)
		return tile_product(t, in, y, in->a);
	if ((x = made_by(t, in->a, IR_SUB)))
		return (VmTile){VM_MUL_DIFF, in->dst, {in->b, x->a, x->b}};
	if ((y = made_by(t, in->b, IR_SUB)))
		return (VmTile){VM_MUL_DIFF, in->dst, {in->a, y->a, y->b}};
	if ((x = made_by(t, in->a, IR_ADD)))
		return (VmTile){VM_MUL_SUM, in->dst, {in->b, x->a, x->b}};
	if ((y = made_by(t, in->b, IR_ADD)))
		return (VmTile){VM_MUL_SUM, in->dst, {in->a, y->a, y->b}};
	return plain(in);
}

static VmTile tile_div(const Tiler *t, const IrInstr *in)
{
	const IrInstr *x;

	if ((x = made_by(t, in->a, IR_MUL)))
		return (VmTile){VM_MUL_DIV, in->dst, {x->a, x->b, in->b}};
	if ((x = made_by(t, in->a, IR_SUB)))
		return (VmTile){VM_DIFF_DIV, in->dst, {x->a, x->b, in->b}};
	if ((x = made_by(t, in->a, IR_ADD)))
		return (VmTile){VM_SUM_DIV, in->dst, {x->a, x->b, in->b}};
	return plain(in);
}

static VmTile tile_of(const Tiler *t, const IrInstr *in)
{
	const IrInstr *x;

	switch (in->op) {
	case IR_ADD: return tile_add(t, in);
	case IR_SUB: return tile_sub(t, in);
	case IR_MUL: return tile_mul(t, in);
	case IR_DIV: return tile_div(t, in);
	case IR_NEG:
		if ((x = made_by(t, in->a, IR_MUL)))
			return (VmTile){VM_NEG_MUL, in->dst, {x->a, x->b}};
		return plain(in);
	case IR_SELECT:
		if ((x = made_by(t, in->a, IR_LT)))
			return (VmTile){VM_SELECT_LT, in->dst, {x->a, x->b, in->b, in->c}};
		if ((x = made_by(t, in->a, IR_LE)))
			return (VmTile){VM_SELECT_LE, in->dst, {x->a, x->b, in->b, in->c}};
		return plain(in);
	default: return plain(in);
	}
}

/* What a tile took in is not made any more: operands of its instructions that it does not read. */
static void take_in(VmSlot *slot, const IrInstr *instr, const VmTile *tile, const IrInstr *in)
{
	const IrInstr *todo[VM_MOST_ARGS];
	int n = 0;

	todo[n++] = in;
	while (n > 0) {
		const IrInstr *at = todo[--n];
		const uint32_t read[3] = {at->a, at->b, at->c};

		for (int i = 0; i < ir_op_info[at->op].n_args; i++) {
			VmSlot *s = &slot[read[i]];
			int k = 0;

			while (k < vm_op_args[tile->op] && tile->arg[k] != read[i])
				k++;
			if (k < vm_op_args[tile->op])
				continue;
			todo[n++] = &instr[s->def - 1];
			s->def = 0;
		}
	}
}

int32_t vm_encode_tiles(const VmTiling *g, const IrInstr instr[], int32_t first, int32_t end,
						VmTile tile[])
{
	Tiler t = {instr, g->slot, g->first_temp, g->sums};
	int32_t n = 0;

	for (int32_t i = first; i < end; i++)
		g->slot[instr[i].dst].def = i + 1;
	for (int32_t i = end; i-- > first;) {
		if (g->slot[instr[i].dst].def == 0) {
			tile[i - first].op = VM_OP_COUNT; /* taken in */
			continue;
		}
		tile[i - first] = tile_of(&t, &instr[i]);
		if (tile[i - first].op >= IR_OP_COUNT)
			take_in(g->slot, instr, &tile[i - first], &instr[i]);
	}
	for (int32_t i = 0; i < end - first; i++) {
		if (tile[i].op == VM_OP_COUNT)
			continue;
		tile[n] = tile[i];
		g->slot[tile[n].dst].def = n + 1;
		n++;
	}
	return n;
}

/* x * 1 is x, x + -0 is x, both exactly; x - y is x + -1 * y. */
void vm_encode_sums(const IrModule *m, VmTile tile[], int32_t n)
{
	const uint32_t one = m->one, none = m->minus_zero;

	for (int32_t i = 0; i < n; i++) {
		const uint32_t a = tile[i].arg[0], b = tile[i].arg[1], c = tile[i].arg[2];
		const uint32_t d = tile[i].arg[3], e = tile[i].arg[4], dst = tile[i].dst;
		VmTile *t = &tile[i];

#define SUM(...)        \
	*t = (VmTile)       \
	{                   \
		VM_SUM, dst,    \
		{               \
			__VA_ARGS__ \
		}               \
	}
		switch (t->op) {
		case IR_MOVE: SUM(a, one, none, one, none, one); break;
		case IR_NEG: SUM(none, one, a | VM_MINUS, one, none, one); break;
		case IR_ADD: SUM(a, one, b, one, none, one); break;
		case IR_SUB: SUM(a, one, b | VM_MINUS, one, none, one); break;
		case IR_MUL: SUM(a, b, none, one, none, one); break;
		case VM_NEG_MUL: SUM(none, one, a | VM_MINUS, b, none, one); break;
		case VM_MUL_ADD: SUM(a, b, c, one, none, one); break;
		case VM_MUL_SUB: SUM(a, b, c | VM_MINUS, one, none, one); break;
		case VM_SUB_MUL: SUM(a, one, b | VM_MINUS, c, none, one); break;
		case VM_DOT2: SUM(a, b, c, d, none, one); break;
		case VM_DET2: SUM(a, b, c | VM_MINUS, d, none, one); break;
		case VM_DOT3: t->op = VM_SUM; break;
		case VM_ADD_DOT2: SUM(a, one, b, c, d, e); break;
		case VM_ADD3: SUM(a, one, b, one, c, one); break;
		case VM_ADD_SUB: SUM(a, one, b, one, c | VM_MINUS, one); break;
		case VM_SUB_ADD: SUM(a, one, b | VM_MINUS, one, c, one); break;
		case VM_SUB_SUB: SUM(a, one, b | VM_MINUS, one, c | VM_MINUS, one); break;
		default: break;
		}
#undef SUM
	}
}
