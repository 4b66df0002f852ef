/* SPDX-License-Identifier: MIT
   lower_batch.c — assignments of one shape become a batch: the shape is lowered once, what differs
   between the members becomes operands, and what is the same in all is computed once before. */
#include "compiler/lower/lower.h"

#include <string.h>

#define COLUMN 0xC0000000u /* from here on numbers of columns, while the shape is lowered */

typedef struct Batch {
	Lower *l;                /* the work */
	const LowerGroup *g;     /* the members */
	const bool *moves;       /* by variable: it has a tangent; NULL: none is asked for */
	VEC(const Expr *) todo;  /* nodes of the shape to be visited */
	VEC(const Expr *) nodes; /* operators of the shape that differ, arguments first */
	Map place;               /* id of a node -> its slot or column */
	Map number;              /* slot or column -> number of the operand */
	VEC(IrOperand) operands; /* so far */
} Batch;

static bool is_placed(const Batch *b, const Expr *e)
{
	return map_find(&b->place, e->id) != NULL;
}

static void place(Batch *b, const Expr *e, uint32_t slot)
{
	map_put(&b->place, e->id, slot);
}

/* Nodes in order of evaluation. What is the same in all is lowered here and now: it must be done
   before the batch. */
static void visit(Batch *b, const Expr *e)
{
	const MdvAlloc *a = arena_allocator(b->l->work);

	vec_push(a, &b->todo, e);
	while (b->todo.n > 0) {
		bool waits = false;

		e = b->todo.at[b->todo.n - 1];
		if (is_placed(b, e)) {
			b->todo.n--;
		} else if (!(e->flags & XF_LOCAL)) {
			place(b, e, lower_expr(b->l, e));
		} else if (e->op == EX_LOCAL) {
			place(b, e, COLUMN + e->aux);
		} else {
			for (uint32_t i = e->n; i-- > 0;)
				if (!is_placed(b, e->arg[i])) {
					vec_push(a, &b->todo, e->arg[i]);
					waits = true;
				}
			if (!waits) {
				place(b, e, LOWER_UNKNOWN);
				vec_push(a, &b->nodes, e);
			}
		}
	}
}

/* The slots of a column of leaves, or of their tangents. */
static void column_slots(Batch *b, int32_t k, uint32_t slot[])
{
	const LowerGroup *g = b->g;
	bool tangent = k >= g->n_columns;
	const Expr **column = g->column[tangent ? k - g->n_columns : k];

	for (int32_t i = 0; i < g->n && g->wide; i++)
		slot[i] = tangent ? lower_element_tangent(b->l, expr_var_id(column[0]), i, b->moves)
						  : lower_element(b->l, expr_var_id(column[0]), i);
	for (int32_t i = 0; i < g->n && !g->wide; i++) {
		const Expr *e = column[i];

		if (tangent)
			slot[i] = e->op == EX_VAR ? lower_element_tangent(b->l, expr_var_id(e), 0, b->moves)
									  : lower_constant(b->l, 0);
		else
			slot[i] = lower_leaf(b->l, e);
		if (slot[i] == LOWER_UNKNOWN)
			slot[i] = lower_expr(b->l, e);
	}
}

static IrOperand operand_of(Lower *l, const uint32_t slot[], int32_t n)
{
	IrOperand o = {.base = slot[0], .stride = (int32_t)(slot[1] - slot[0])};
	uint32_t *table;

	for (int32_t i = 2; i < n; i++)
		if (slot[i] - slot[i - 1] != (uint32_t)o.stride) {
			table = arena_alloc(l->keep, (size_t)n * sizeof *table, _Alignof(uint32_t));
			memcpy(table, slot, (size_t)n * sizeof *table);
			return (IrOperand){.table = table};
		}
	return o;
}

/* The operand that a slot or column is. */
static uint32_t number_of(Batch *b, uint32_t from, const uint32_t *const slots[])
{
	const uint64_t *found = map_find(&b->number, from);

	if (found)
		return (uint32_t)*found;
	map_put(&b->number, from, b->operands.n);
	vec_push(arena_allocator(b->l->work), &b->operands,
			 from >= COLUMN ? operand_of(b->l, slots[from - COLUMN], b->g->n)
							: ((IrOperand){.base = from}));
	return (uint32_t)b->operands.n - 1;
}

/* Lowers the shape; its instructions are those from `from` on. */
static uint32_t lower_shape(Batch *b, const Expr *e)
{
	for (size_t i = 0; i < b->nodes.n; i++) {
		const Expr *node = b->nodes.at[i];
		uint32_t arg[3] = {0};

		for (uint32_t k = 0; k < node->n && k < 3; k++)
			arg[k] = (uint32_t)*map_find(&b->place, node->arg[k]->id);
		place(b, node, lower_operator(b->l, node, arg));
	}
	return (uint32_t)*map_find(&b->place, e->id);
}

static bool is_inner(uint32_t slot, uint32_t first_temp)
{
	return slot >= first_temp && slot < COLUMN;
}

/* The instructions with numbers of the batch in place of slots. */
static const IrInstr *renumber(Batch *b, size_t from, uint32_t first_temp, uint32_t result,
							   const uint32_t *const slots[], IrBatch *out)
{
	Lower *l = b->l;
	size_t n = l->instrs.n - from;
	IrInstr *instr = NEW_ARRAY(l->keep, IrInstr, n);

	if (n)
		memcpy(instr, l->instrs.at + from, n * sizeof *instr);
	for (size_t k = 0; k < n; k++) {
		uint32_t *read[3] = {&instr[k].a, &instr[k].b, &instr[k].c};

		for (int i = 0; i < ir_op_info[instr[k].op].n_args; i++)
			if (!is_inner(*read[i], first_temp))
				*read[i] = number_of(b, *read[i], slots) | COLUMN;
	}
	/* Now operands are known: the result is behind them, then temporaries. */
	out->n_operands = (int32_t)b->operands.n + 1;
	for (size_t k = 0; k < n; k++) {
		uint32_t *slot[4] = {&instr[k].dst, &instr[k].a, &instr[k].b, &instr[k].c};

		for (int i = 0; i <= ir_op_info[instr[k].op].n_args; i++) {
			if (*slot[i] == result)
				*slot[i] = (uint32_t)b->operands.n;
			else if (*slot[i] >= COLUMN)
				*slot[i] -= COLUMN;
			else
				*slot[i] += (uint32_t)out->n_operands - first_temp;
		}
	}
	out->n_instrs = (int32_t)n;
	return instr;
}

/* The batch comes next in the region. */
static void push_batch(Lower *l, const IrBatch *batch)
{
	vec_push(arena_allocator(l->keep), &l->code->batches, *batch);
	vec_push(arena_allocator(l->scratch), &l->batch_at,
			 ((IrBatchAt){(int32_t)l->instrs.n, (int32_t)l->code->batches.n - 1}));
}

static void finish(Batch *b, const Expr *e, const uint32_t *const slots[], const uint32_t dst[])
{
	Lower *l = b->l;
	IrBatch out = {.n_instances = b->g->n, .n_results = 1};
	uint32_t first_temp = LOWER_TEMP + l->n_temps, result;
	size_t from = l->instrs.n;
	IrOperand *operand;

	result = lower_shape(b, e);
	if (!is_inner(result, first_temp)) {
		uint32_t moved = LOWER_TEMP + l->n_temps++;

		lower_emit(l, IR_MOVE, moved, result, 0, 0);
		result = moved;
	}
	out.n_temps = (int32_t)(LOWER_TEMP + l->n_temps - first_temp);
	out.instr = renumber(b, from, first_temp, result, slots, &out);
	vec_push(arena_allocator(l->work), &b->operands, operand_of(l, dst, b->g->n));
	operand = NEW_ARRAY(l->scratch, IrOperand, out.n_operands); /* copied when all have places */
	memcpy(operand, b->operands.at, (size_t)out.n_operands * sizeof *operand);
	out.operand = operand;
	l->instrs.n = l->origin.n = from;
	l->n_temps = first_temp - LOWER_TEMP;
	push_batch(l, &out);
}

void lower_batch(Lower *l, const LowerGroup *g, const Expr *e, const uint32_t dst[],
				 const bool *moves)
{
	Batch b = {.l = l, .g = g, .moves = moves};
	uint32_t **slots = NEW_ARRAY(l->work, uint32_t *, 2 * g->n_columns);

	map_init(&b.place, arena_allocator(l->work));
	map_init(&b.number, arena_allocator(l->work));
	visit(&b, e);
	for (int32_t k = 0; k < 2 * g->n_columns; k++) {
		const Expr *local = expr_local(l->p, k, g->column[k % g->n_columns][0]->type);

		if (!is_placed(&b, local))
			continue;
		slots[k] = NEW_ARRAY(l->work, uint32_t, g->n);
		column_slots(&b, k, slots[k]);
	}
	finish(&b, e, (const uint32_t *const *)slots, dst);
}

void lower_plan(Lower *l, const LowerPlan *plan)
{
	for (size_t i = 0; i < plan->order.n; i++) {
		int32_t k = plan->order.at[i];
		const LowerGroup *g;
		uint32_t *dst;

		if (k >= 0) {
			lower_assign(l, plan->item[k].dst, plan->item[k].value,
						 lower_source_of(l, &plan->item[k]));
			continue;
		}
		g = &plan->groups.at[-1 - k];
		dst = NEW_ARRAY(l->work, uint32_t, g->n);
		for (int32_t j = 0; j < g->n; j++)
			dst[j] =
				g->wide ? plan->item[g->member[0]].dst + (uint32_t)j : plan->item[g->member[j]].dst;
		lower_batch(l, g, g->shape, dst, NULL);
	}
}

/* How many moves from the first on have equal distances. */
static int32_t count_equal(const LowerMove move[], int32_t n)
{
	int32_t k = n < 2 ? n : 2;

	while (k < n && move[k].dst - move[k - 1].dst == move[1].dst - move[0].dst &&
		   move[k].src - move[k - 1].src == move[1].src - move[0].src)
		k++;
	return k;
}

void lower_batch_moves(Lower *l, const LowerMove move[], int32_t n)
{
	for (int32_t i = 0, k; i < n; i += k) {
		const LowerMove *m = &move[i];

		k = count_equal(m, n - i);
		if (k < LOWER_GROUP_LEAST) {
			k = 1;
			lower_emit(l, IR_MOVE, m->dst, m->src, 0, 0);
		} else {
			IrInstr *instr = NEW(l->keep, IrInstr);
			IrOperand *operand = NEW_ARRAY(l->scratch, IrOperand, 2);

			*instr = (IrInstr){IR_MOVE, 1, 0, 0, 0};
			operand[0] = (IrOperand){.base = m->src, .stride = (int32_t)(m[1].src - m->src)};
			operand[1] = (IrOperand){.base = m->dst, .stride = (int32_t)(m[1].dst - m->dst)};
			push_batch(l, &(IrBatch){.instr = instr,
									 .n_instrs = 1,
									 .n_instances = k,
									 .n_operands = 2,
									 .n_results = 1,
									 .operand = operand});
		}
	}
}
