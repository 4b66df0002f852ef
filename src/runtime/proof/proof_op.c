/* SPDX-License-Identifier: MIT
   proof_op.c — one operation of MdvProof on intervals: those of the IR by the table of operations,
   tables of the standard library by what they say of themselves. */
#include "runtime/proof/proof.h"

static double slot_or(const Proof *p, int32_t slot, double number)
{
	return slot < 0 ? number : p->frame[slot];
}

static bool same_ask(const MdvTableAsk *a, const MdvTableAsk *b)
{
	return a->kind == b->kind && a->object == b->object && a->column == b->column &&
		   a->u[0][0] == b->u[0][0] && a->u[0][1] == b->u[0][1] && a->u[1][0] == b->u[1][0] &&
		   a->u[1][1] == b->u[1][1] && a->next[0] == b->next[0] && a->next[1] == b->next[1];
}

/* False: nothing is known. Values, whether they are calm and slopes are asked for one after the
   other. */
static bool ask_table(const Proof *p, int32_t table, Interval a, Interval b, MdvTableRange *out)
{
	const MdvProofTable *t = &p->code->table[table];
	MdvTableAsk ask = {.kind = (MdvTableKind)t->kind,
					   .object = p->frame[t->object],
					   .column = slot_or(p, t->column, t->column_number),
					   .u = {{a.lo, a.hi}, {b.lo, b.hi}},
					   .next = {slot_or(p, t->next, 0), slot_or(p, t->pre_next, 0)}};
	ProofAsked *last = p->asked;

	if (!same_ask(&ask, &last->ask)) {
		last->known = p->m->table_range && p->m->table_range(p->m->code, &ask, &last->range);
		last->ask = ask;
	}
	*out = last->range;
	return last->known;
}

Interval proof_op_other(const Proof *p, ProofOp op, Interval a, Interval b, Interval c)
{
	MdvTableRange r;

	if (op.op != MDV_PROOF_TABLE)
		return interval_value((IrOp)op.op, a, b, c);
	if (!ask_table(p, op.table, a, b, &r))
		return interval_whole();
	return (Interval){r.value[0], r.value[1]};
}

Interval proof_op_tangent(const Proof *p, ProofOp op, const Interval arg[3], Interval y,
						  const Interval d[3])
{
	MdvTableRange r;
	Interval slope;

	if (op.op != MDV_PROOF_TABLE)
		return interval_tangent((IrOp)op.op, arg, y, d);
	if (d[0].lo == 0 && d[0].hi == 0 && d[1].lo == 0 && d[1].hi == 0)
		return (Interval){0, 0};
	if (!ask_table(p, op.table, arg[0], arg[1], &r))
		return interval_whole();
	slope = interval_mul((Interval){r.slope[0][0], r.slope[0][1]}, d[0]);
	if (p->code->table[op.table].kind != MDV_TABLE_2D)
		return slope;
	return interval_add(slope, interval_mul((Interval){r.slope[1][0], r.slope[1][1]}, d[1]));
}

bool proof_op_is_calm(const Proof *p, ProofOp op, Interval a, Interval b, Interval y)
{
	MdvTableRange r;

	if (op.op != MDV_PROOF_TABLE)
		return interval_is_calm((IrOp)op.op, a, b, y);
	return ask_table(p, op.table, a, b, &r) && r.calm;
}
