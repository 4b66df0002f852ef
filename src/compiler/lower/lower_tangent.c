/* SPDX-License-Identifier: MIT
   lower_tangent.c — tangent code: what assignments and residuals do to directions (forward mode);
   and on which states each derivative depends. The tangent of a variable is written as der of it,
   which has no other meaning after dae/.

   And what is to be run of a region a second time: a block's code is run for one value of its
   unknowns after the other, tangent code for one direction after the other, and nothing else
   changes between. What depends on the seeds (the unknowns, the tangents) makes another region,
   which finds the rest where the first run has left it; for that, temporaries get slots of their
   own. A branch is taken whole. O(code). */
#include "compiler/lower/lower.h"

#include <stdlib.h>
#include <string.h>

typedef struct Seeds {
	Lower *l;          /* the work */
	const bool *moves; /* by variable */
} Seeds;

/* Of a parameter that the initial system determines it must not be folded to 0. */
static const Expr *tangent_of(Lower *l, VarId v)
{
	const Expr *var = dae_ref(l->d, v), like = {.op = EX_DER, .type = var->type};

	return expr_make(l->p, &like, &var, 1, 0);
}

/* Does the variable have a tangent; of what shows one element, does this? */
static bool has_tangent(const Lower *l, VarId v, const bool moves[])
{
	return moves[span_is_view(l->d, v) ? span_element(l->d, v, 0).var.i : v.i];
}

static const Expr *seed(void *ctx, VarId v)
{
	Seeds *s = ctx;

	return has_tangent(s->l, v, s->moves) ? tangent_of(s->l, v) : NULL;
}

static const Expr *seed_all(void *ctx, VarId v)
{
	Lower *l = ctx;

	return has_tangent(l, v, l->moves) ? tangent_of(l, v) : NULL;
}

/* The states move from the beginning. */
static void start_moves(Lower *l)
{
	l->moves = NEW_ARRAY(l->scratch, bool, l->d->vars.n);
	for (size_t i = 0; i < l->d->states.n; i++)
		l->moves[l->d->states.at[i].i] = true;
	l->diff = diff_new(l->d->m, l->scratch, NULL, seed_all, l);
	l->diff->diag = l->diag;
}

/* The tangent of one item. */
static bool tangent_of_item(Lower *l, const LowerItem *item, Diff *diff, bool *moves)
{
	const Expr *t;

	if (item->tangent < 0)
		return true;
	if (!diff_tangent(diff, item->value, &t))
		return false;
	if (t && diff_is_zero(t))
		t = NULL;
	if (item->var >= 0)
		moves[item->var] = t != NULL;
	else if (!t)
		t = expr_real(l->p, 0);
	if (t)
		lower_assign(l, (uint32_t)item->tangent, t, -1);
	return true;
}

/* Does something in the column have a tangent? */
static bool column_moves(const Lower *l, const LowerGroup *g, int32_t k, const bool *moves)
{
	const Expr *const *column = (const Expr *const *)g->column[k];

	for (int32_t i = 0; i < g->n; i++)
		if (g->wide ? moves[span_element(l->d, expr_var_id(column[0]), i).var.i]
					: column[i]->op == EX_VAR && has_tangent(l, expr_var_id(column[i]), moves))
			return true;
	return false;
}

/* The tangent of a shape: the same for all of the group. */
static bool tangent_of_group(Lower *l, const LowerPlan *plan, const LowerGroup *g, Diff *diff,
							 bool *moves)
{
	const LowerItem *first = &plan->item[g->member[0]];
	const Expr **local = NEW_ARRAY(l->work, const Expr *, g->n_columns), *t;
	uint32_t *slots;
	Diff *body;

	if (first->tangent < 0)
		return true;
	for (int32_t k = 0; k < g->n_columns; k++)
		if (column_moves(l, g, k, moves))
			local[k] = expr_local(l->p, g->n_columns + k, g->column[k][0]->type);
	body = diff_new_body(l->d->m, l->work, false, local, g->n_columns);
	body->diag = diff->diag;
	body->seed = diff->seed;
	body->ctx = diff->ctx;
	if (!diff_tangent(body, g->shape, &t))
		return false;
	if (t && diff_is_zero(t))
		t = NULL;
	for (int32_t i = 0; i < (g->wide ? 1 : g->n); i++)
		if (plan->item[g->member[i]].var >= 0)
			moves[plan->item[g->member[i]].var] = t != NULL;
	if (!t && first->var >= 0)
		return true;
	slots = NEW_ARRAY(l->work, uint32_t, g->n);
	for (int32_t i = 0; i < g->n; i++)
		slots[i] = (uint32_t)(g->wide ? first->tangent + i : plan->item[g->member[i]].tangent);
	lower_batch(l, g, t ? t : expr_real(l->p, 0), slots, moves);
	return true;
}

static bool tangents_of(Lower *l, const LowerPlan *plan, Diff *diff, bool *moves)
{
	for (size_t i = 0; i < plan->order.n; i++) {
		int32_t k = plan->order.at[i];

		if (k >= 0) {
			if (!tangent_of_item(l, &plan->item[k], diff, moves))
				return false;
		} else if (plan->groups.at[-1 - k].simple) {
			if (!tangent_of_group(l, plan, &plan->groups.at[-1 - k], diff, moves))
				return false;
		} else {
			const LowerGroup *g = &plan->groups.at[-1 - k];

			for (int32_t j = 0; j < g->n; j++)
				if (!tangent_of_item(l, &plan->item[g->member[j]], diff, moves))
					return false;
		}
	}
	return true;
}

int32_t lower_tangent(Lower *l, const DaeStep *step, const LowerPlan *plan, bool full)
{
	int32_t n_unknowns = step->kind == DK_ASSIGN ? 0
						 : step->kind == DK_SET  ? l->d->sets.at[step->set].n
												 : step->n;
	Seeds seeds = {.l = l};
	bool *moves, ok;
	Diff *diff;

	if (full && !l->moves)
		start_moves(l);
	moves = full ? l->moves : l->mine;
	seeds.moves = moves;
	for (int32_t i = 0; i < n_unknowns; i++)
		moves[step->unknown[i].i] = true;
	diff = full ? l->diff : diff_new(l->d->m, l->scratch, NULL, seed, &seeds);
	diff->diag = l->diag;
	lower_begin(l);
	ok = tangents_of(l, plan, diff, moves);
	if (!full) {
		for (int32_t i = 0; i < n_unknowns; i++)
			moves[step->unknown[i].i] = false;
		for (int32_t i = 0; i < step->n_assigns; i++)
			moves[step->assign[i].var.i] = false;
	} else if (!ok) {
		/* What follows must take them for moving. */
		for (int32_t i = 0; i < step->n_assigns; i++)
			moves[step->assign[i].var.i] = l->tangent[step->assign[i].var.i] >= 0;
	}
	if (ok)
		return lower_end(l);
	lower_drop(l);
	return -1;
}

/* The pattern, for Jacobians by colours. */

/* Greedy colouring: columns that share no row may have one colour. */
const int32_t *lower_colour(Lower *l, const Csr *by_row, const Csr *by_col, int32_t *n_colours)
{
	int32_t n = by_col->n_rows, *colours = NEW_ARRAY(l->keep, int32_t, n);
	int32_t *taken = NEW_ARRAY(l->scratch, int32_t, n + 1);

	*n_colours = 0;
	for (int32_t c = 0; c < n; c++)
		colours[c] = -1;
	for (int32_t c = 0; c < n; c++) {
		int32_t k = 0;

		for (int32_t i = by_col->start[c]; i < by_col->start[c + 1]; i++)
			for (int32_t j = by_row->start[by_col->col[i]]; j < by_row->start[by_col->col[i] + 1];
				 j++)
				if (colours[by_row->col[j]] >= 0)
					taken[colours[by_row->col[j]]] = c + 1;
		while (taken[k] == c + 1)
			k++;
		colours[c] = k;
		if (k + 1 > *n_colours)
			*n_colours = k + 1;
	}
	return colours;
}

/* Worth it only where few entries are not zero. */
void lower_pattern(Lower *l)
{
	const Csr *rows = &l->graph->jacobian;
	Arena work;
	int32_t n;
	size_t cells;
	Csr cols, all;

	if (l->d->m->spans) {
		arena_child(&work, l->scratch);
		graph_span(l->graph, l->scratch, &work, &all);
		arena_free(&work);
		rows = &all;
	}
	n = rows->n_rows;
	cells = (size_t)n * (size_t)n;
	if (n <= 8 || (size_t)rows->start[n] * 5 >= cells * 2)
		return;
	csr_transpose(rows, l->keep, &cols);
	l->out->jac_start = cols.start;
	l->out->jac_row = cols.col;
	l->out->jac_colour = lower_colour(l, rows, &cols, &l->out->n_colours);
}

/* --- a second time --- */

enum {
	LEAST = 4,     /* instructions that are saved */
	MOST = 100000, /* of a region: longer ones are run seldom, and take room twice */
	SHARE = 4      /* one of so many is saved at least */
};

typedef struct Again {
	Lower *l;          /* the work */
	IrRegion r;        /* the region */
	IrInstr *instr;    /* its code, to be changed */
	int32_t n;         /* how many instructions */
	uint32_t n_temps;  /* of the region */
	LowerSeeds seeds;  /* what varies from outside */
	bool *kept;        /* by instruction: depends on them */
	bool *batch_kept;  /* by batch of the region */
	bool *temp_varies; /* by temporary */
	uint32_t *place;   /* by temporary: the slot that it gets; 0: none */
	int64_t n_kept;    /* operations */
} Again;

static bool is_temp(uint32_t slot)
{
	return slot >= LOWER_TEMP && slot != LOWER_UNKNOWN && slot != IR_NO_SLOT;
}

/* Is shown a slot that an instruction reads, or writes. */
typedef void SeeSlot(Again *a, uint32_t *slot, void *ctx);

/* Of a call: the list is made anew if one of them is changed. */
static void see_list(Again *a, const uint32_t **list, int32_t n, SeeSlot *see, void *ctx)
{
	uint32_t *anew = NULL;

	for (int32_t i = 0; i < n; i++) {
		uint32_t slot = (*list)[i];

		see(a, &slot, ctx);
		if (slot == (*list)[i])
			continue;
		if (!anew) {
			anew = NEW_ARRAY(a->l->keep, uint32_t, n);
			memcpy(anew, *list, (size_t)n * sizeof *anew);
			*list = anew;
		}
		anew[i] = slot;
	}
}

static void see_reads(Again *a, IrInstr *in, SeeSlot *see, void *ctx)
{
	uint32_t *const read[3] = {&in->a, &in->b, &in->c};

	if (in->op != IR_CALL) {
		for (int i = 0; i < ir_op_info[in->op].n_args; i++)
			see(a, read[i], ctx);
		return;
	}
	see_list(a, &a->l->code->calls.at[in->a].in, a->l->code->calls.at[in->a].n_in, see, ctx);
}

static void see_writes(Again *a, IrInstr *in, SeeSlot *see, void *ctx)
{
	if (in->op == IR_CALL)
		see_list(a, &a->l->code->calls.at[in->a].out, a->l->code->calls.at[in->a].n_out, see, ctx);
	else if (in->op < IR_UNLESS)
		see(a, &in->dst, ctx);
}

/* Of a batch: the operands are made anew if one of them is changed. */
static void see_operand(Again *a, IrBatch *b, int32_t k, SeeSlot *see, void *ctx)
{
	uint32_t *table = NULL;

	for (int32_t i = 0; i < b->n_instances; i++) {
		uint32_t slot = ir_operand_slot(&b->operand[k], i), old = slot;

		see(a, &slot, ctx);
		if (slot != old && !table) {
			table = NEW_ARRAY(a->l->keep, uint32_t, b->n_instances);
			for (int32_t j = 0; j < b->n_instances; j++)
				table[j] = ir_operand_slot(&b->operand[k], j);
		}
		if (table)
			table[i] = slot;
	}
	if (table) {
		IrOperand *operand = NEW_ARRAY(a->l->keep, IrOperand, b->n_operands);

		memcpy(operand, b->operand, (size_t)b->n_operands * sizeof *operand);
		operand[k] = (IrOperand){.base = table[0], .table = table};
		b->operand = operand;
	}
}

static void see_batch(Again *a, IrBatch *b, bool results, SeeSlot *see, void *ctx)
{
	int32_t first = b->n_operands - b->n_results;

	for (int32_t k = results ? first : 0; k < (results ? b->n_operands : first); k++)
		see_operand(a, b, k, see, ctx);
}

static IrBatch *batch_of(const Again *a, int32_t i)
{
	return &a->l->code->batches.at[a->r.batch_at[i].batch];
}

static int64_t batch_size(const IrBatch *b)
{
	return (int64_t)b->n_instances * (b->n_instrs + b->n_operands);
}

/* Of all that the region reads and writes, or of what is kept the reads. */
static void see_all(Again *a, SeeSlot *see, bool kept_reads)
{
	for (int32_t k = 0; k < a->n; k++) {
		if (!kept_reads || a->kept[k])
			see_reads(a, &a->instr[k], see, NULL);
		if (!kept_reads)
			see_writes(a, &a->instr[k], see, NULL);
	}
	for (int32_t i = 0; i < a->r.n_batches; i++) {
		if (!kept_reads || a->batch_kept[i])
			see_batch(a, batch_of(a, i), false, see, NULL);
		if (!kept_reads)
			see_batch(a, batch_of(a, i), true, see, NULL);
	}
}

static bool slot_varies(const Again *a, uint32_t slot)
{
	const LowerSeeds *s = &a->seeds;

	if (is_temp(slot))
		return a->temp_varies[slot - LOWER_TEMP];
	return (slot >= s->first && slot < s->end) ||
		   (slot < a->l->varies.n && a->l->varies.at[slot] == a->l->n_again);
}

static void ask(Again *a, uint32_t *slot, void *varies)
{
	*(bool *)varies |= slot_varies(a, *slot);
}

static void set_varies(Lower *l, uint32_t slot)
{
	while (l->varies.n <= slot)
		vec_push(arena_allocator(l->scratch), &l->varies, 0);
	l->varies.at[slot] = l->n_again;
}

static void mark(Again *a, uint32_t *slot, void *ctx)
{
	(void)ctx;
	if (is_temp(*slot))
		a->temp_varies[*slot - LOWER_TEMP] = true;
	else if (*slot != IR_NO_SLOT)
		set_varies(a->l, *slot);
}

/* Where a branch that begins at k ends: behind its other side, if it has one. */
static int32_t end_of(const Again *a, int32_t k)
{
	int32_t other = (int32_t)a->instr[k].dst;

	if (a->instr[k].op != IR_UNLESS)
		return k + 1;
	return a->instr[other - 1].op == IR_JUMP ? (int32_t)a->instr[other - 1].dst : other;
}

static void find_kept_batch(Again *a, int32_t i)
{
	see_batch(a, batch_of(a, i), false, ask, &a->batch_kept[i]);
	if (!a->batch_kept[i])
		return;
	see_batch(a, batch_of(a, i), true, mark, NULL);
	a->n_kept += batch_size(batch_of(a, i));
}

static void find_kept(Again *a)
{
	int32_t batch = 0;

	for (int32_t k = 0, end; k <= a->n; k = end) {
		bool varies = false;

		while (batch < a->r.n_batches && a->r.batch_at[batch].at == k)
			find_kept_batch(a, batch++);
		end = k < a->n ? end_of(a, k) : k + 1;
		for (int32_t i = k; i < end && i < a->n; i++)
			see_reads(a, &a->instr[i], ask, &varies);
		for (int32_t i = k; i < end && varies; i++) {
			see_writes(a, &a->instr[i], mark, NULL);
			a->kept[i] = true;
		}
		a->n_kept += varies ? end - k : 0;
	}
}

/* A temporary of what is not kept stays in a slot. */
static void give_place(Again *a, uint32_t *slot, void *ctx)
{
	(void)ctx;
	if (is_temp(*slot) && !a->temp_varies[*slot - LOWER_TEMP] && !a->place[*slot - LOWER_TEMP])
		a->place[*slot - LOWER_TEMP] = lower_new_slots(a->l, 1);
}

static void rename_slot(Again *a, uint32_t *slot, void *ctx)
{
	(void)ctx;
	if (is_temp(*slot) && a->place[*slot - LOWER_TEMP])
		*slot = a->place[*slot - LOWER_TEMP];
}

static void count_temp(Again *a, uint32_t *slot, void *ctx)
{
	(void)ctx;
	if (is_temp(*slot) && *slot - LOWER_TEMP >= a->n_temps)
		a->n_temps = *slot - LOWER_TEMP + 1;
}

/* What is kept, as a region; the targets of branches move with them. */
static int32_t make_region(Again *a)
{
	Lower *l = a->l;
	int32_t batch = 0;

	lower_begin(l);
	for (int32_t k = 0; k <= a->n; k++) {
		IrInstr in;

		for (; batch < a->r.n_batches && a->r.batch_at[batch].at == k; batch++)
			if (a->batch_kept[batch])
				vec_push(arena_allocator(l->scratch), &l->batch_at,
						 ((IrBatchAt){(int32_t)l->instrs.n, a->r.batch_at[batch].batch}));
		if (k == a->n || !a->kept[k])
			continue;
		in = a->instr[k];
		if (in.op == IR_UNLESS || in.op == IR_JUMP)
			in.dst -= (uint32_t)(k - (int32_t)l->instrs.n);
		l->at_source = a->r.source[k];
		lower_emit(l, (IrOp)in.op, in.dst, in.a, in.b, in.c);
	}
	l->n_temps = a->n_temps;
	return lower_end(l);
}

static void note_again(Lower *l, int32_t region, int32_t again)
{
	while (l->again.n <= (size_t)region)
		vec_push(arena_allocator(l->keep), &l->again, -1);
	l->again.at[region] = again;
}

static void split(Again *a, int32_t region, int64_t size)
{
	Lower *l = a->l;

	see_all(a, count_temp, false);
	a->kept = NEW_ARRAY(l->work, bool, a->n);
	a->batch_kept = NEW_ARRAY(l->work, bool, a->r.n_batches);
	a->temp_varies = NEW_ARRAY(l->work, bool, a->n_temps);
	a->place = NEW_ARRAY(l->work, uint32_t, a->n_temps);
	l->n_again++;
	for (int32_t i = 0; i < a->seeds.n; i++)
		set_varies(l, (uint32_t)a->seeds.slot[i]);
	find_kept(a);
	if (a->n_kept == 0 || size - a->n_kept < LEAST || size - a->n_kept < size / SHARE)
		return;
	see_all(a, give_place, true);
	see_all(a, rename_slot, false);
	note_again(l, region, make_region(a));
}

void lower_again(Lower *l, int32_t region, LowerSeeds seeds)
{
	ArenaMark work = arena_mark(l->work);
	Again a = {.l = l, .seeds = seeds};
	int64_t size;

	if (region < 0)
		return;
	a.r = l->code->regions.at[region];
	a.instr = l->region_code.at[region];
	a.n = a.r.n_instrs;
	size = a.n;
	for (int32_t i = 0; i < a.r.n_batches; i++)
		size += batch_size(batch_of(&a, i));
	if (!a.r.in_place && size >= LEAST && size <= MOST)
		split(&a, region, size);
	arena_release(l->work, work);
}
