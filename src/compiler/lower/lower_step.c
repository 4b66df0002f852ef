/* SPDX-License-Identifier: MIT
   lower_step.c — sorted systems to sequences of steps: runs of assignments become one region,
   blocks a region from their unknowns to inner variables and residuals. */
#include "compiler/lower/lower.h"

#include <string.h>

typedef VEC(MdvStep) StepList;

static uint32_t target_of(const Lower *l, const DaeAssign *a)
{
	int32_t slot = a->pre ? l->pre[a->var.i] : l->slot[a->var.i];

	if (slot < 0)
		BUG("an assigned variable without a place");
	return (uint32_t)slot;
}

/* The assignments of a step, then its residuals. */
static void plan_of(Lower *l, const DaeStep *step, const int32_t *residual,
					const int32_t *residual_tangent, LowerPlan *plan)
{
	int32_t n = 0, n_residuals = residual ? step->n : 0;
	LowerItem *item = NEW_ARRAY(l->work, LowerItem, step->n_assigns + n_residuals);

	for (int32_t i = 0; i < step->n_assigns; i++) {
		const DaeAssign *a = &step->assign[i];
		bool moves = type_is_scalar(a->value->type, TY_REAL) && !a->pre;

		if (span_is_view(l->d, a->var))
			continue; /* it is where it shows */
		item[n++] = (LowerItem){.value = a->value,
								.dst = target_of(l, a),
								.var = a->var.i,
								.tangent = moves ? l->tangent[a->var.i] : -1,
								.n = span_width(l->d, a->var),
								.eq = a->eq};
	}
	for (int32_t i = 0; i < n_residuals; i++)
		item[n++] = (LowerItem){.value = step->residual[i],
								.dst = (uint32_t)residual[i],
								.var = -1,
								.tangent = residual_tangent[i],
								.n = 1,
								.eq = step->eq[i]};
	lower_shape_plan(l, item, n, plan);
}

static MdvStep new_step(const Lower *l, uint8_t kind)
{
	return (MdvStep){.kind = kind,
					 .code = -1,
					 .tangent = -1,
					 .full_tangent = -1,
					 .set = -1,
					 .island = l->island};
}

/* Looks the same run up; runs of one key that differ are rare, the last one is remembered. */
static uint64_t key_of_run(const DaeStep *step)
{
	const DaeAssign *first = &step->assign[0], *last = &step->assign[step->n_assigns - 1];

	return map_hash((uint64_t)first->value->id << 32 | last->value->id) ^
		   map_hash((uint64_t)first->var.i << 32 | (uint32_t)step->n_assigns);
}

static bool same_assigns(const DaeAssign a[], const DaeAssign b[], int32_t n)
{
	for (int32_t k = 0; k < n; k++)
		if (a[k].value != b[k].value || a[k].var.i != b[k].var.i || a[k].pre != b[k].pre)
			return false;
	return true;
}

/* The region of a run with the same assignments, which another system has; -1: none. */
static int32_t find_run(const Lower *l, const DaeStep *step)
{
	const LowerRun *run = map_find_ptr(&l->runs, key_of_run(step));
	bool same = run && run->n == step->n_assigns && same_assigns(run->assign, step->assign, run->n);

	return same ? run->region : -1;
}

static void keep_run(Lower *l, const DaeStep *step, int32_t region)
{
	LowerRun *run = NEW(l->scratch, LowerRun);

	*run = (LowerRun){step->assign, step->n_assigns, region};
	map_put(&l->runs, key_of_run(step), map_key(run));
}

static void add_code(Lower *l, const DaeStep *from, bool ode, StepList *out)
{
	MdvStep step = new_step(l, MDV_STEP_CODE);
	ArenaMark mark = arena_mark(l->work);
	LowerPlan plan;

	if (!ode)
		step.code = find_run(l, from);
	if (step.code >= 0) {
		vec_push(arena_allocator(l->keep), out, step);
		return;
	}
	plan_of(l, from, NULL, NULL, &plan);
	lower_begin(l);
	lower_plan(l, &plan);
	step.code = lower_end(l);
	if (ode)
		step.tangent = step.full_tangent = lower_tangent(l, from, &plan, true);
	arena_release(l->work, mark);
	keep_run(l, from, step.code);
	vec_push(arena_allocator(l->keep), out, step);
}

static int32_t *new_run(Lower *l, int32_t n)
{
	int32_t *slots = NEW_ARRAY(l->keep, int32_t, n);
	uint32_t first = lower_new_slots(l, (uint32_t)n);

	for (int32_t i = 0; i < n; i++)
		slots[i] = (int32_t)first + i;
	return slots;
}

static uint8_t matrix_of(const DaeStep *from)
{
	return from->matrix <= VB_PARAMETER  ? MDV_MATRIX_PARAMETER
		   : from->matrix == VB_DISCRETE ? MDV_MATRIX_DISCRETE
										 : MDV_MATRIX_VARIES;
}

static bool is_kept(const Lower *l, VarId v)
{
	return l->d->vars.at[v.i].role == DR_DISCRETE &&
		   type_is_scalar(flat_decl_of(l->d->m, v)->type, TY_REAL);
}

/* Does the step determine a Real that changes at events only? */
static bool keeps(const Lower *l, const DaeStep *step)
{
	for (int32_t i = 0; i < step->n_assigns; i++)
		if (!step->assign[i].pre && is_kept(l, step->assign[i].var))
			return true;
	for (int32_t i = 0; step->unknown && i < step->n; i++)
		if (is_kept(l, step->unknown[i]))
			return true;
	for (int32_t i = 0; i < step->n_steps; i++)
		if (keeps(l, &step->step[i]))
			return true;
	return false;
}

static void add_pattern(Lower *l, const DaeStep *from, MdvStep *step)
{
	Csr cols;

	if (!from->pattern)
		return;
	csr_transpose(from->pattern, l->keep, &cols);
	step->jac_start = cols.start;
	step->jac_row = cols.col;
	step->jac_colour = lower_colour(l, from->pattern, &cols, &step->n_colours);
}

static uint64_t key_of_block(const DaeStep *step)
{
	uint64_t first = 0; /* a block may have assignments only */

	if (step->n > 0)
		first = (uint64_t)step->residual[0]->id << 32 | (uint32_t)step->unknown[0].i;
	return map_hash(first) ^ map_hash((uint64_t)step->n << 32 | (uint32_t)step->n_assigns);
}

/* Derivatives and events, and often the start, have their blocks in common: the same code serves
   all, with its residuals. NULL: another system has no such block. */
static const LowerBlock *find_block(const Lower *l, const DaeStep *step)
{
	const LowerBlock *b = map_find_ptr(&l->blocks, key_of_block(step));
	bool same = b && b->from->kind == step->kind && b->from->n == step->n &&
				b->from->n_assigns == step->n_assigns && !b->from->pattern == !step->pattern &&
				same_assigns(b->from->assign, step->assign, step->n_assigns);

	for (int32_t i = 0; same && i < step->n; i++)
		same = b->from->residual[i] == step->residual[i] &&
			   b->from->unknown[i].i == step->unknown[i].i &&
			   eq_ref_same(b->from->eq[i], step->eq[i]);
	return same ? b : NULL;
}

/* Whether that of another system serves this one, too. */
static bool share_block(Lower *l, const DaeStep *from, StepList *out)
{
	const LowerBlock *same = from->unknown_pre ? NULL : find_block(l, from);
	MdvStep step;

	if (!same)
		return false;
	step = same->step;
	step.full_tangent = -1;
	step.matrix = matrix_of(from);
	step.keeps = keeps(l, from);
	step.island = l->island;
	vec_push(arena_allocator(l->keep), out, step);
	return true;
}

static void keep_block(Lower *l, const DaeStep *from, const MdvStep *step)
{
	LowerBlock *b = NEW(l->scratch, LowerBlock);

	*b = (LowerBlock){from, *step};
	map_put(&l->blocks, key_of_block(from), map_key(b));
}

static void make_block(Lower *l, const DaeStep *from, bool ode, StepList *out)
{
	MdvStep step = new_step(l, from->kind == DK_LINEAR ? MDV_STEP_LINEAR
							   : from->kind == DK_SET  ? MDV_STEP_SET
													   : MDV_STEP_NONLINEAR);
	int32_t n_unknowns = from->kind == DK_SET ? l->d->sets.at[from->set].n : from->n;
	int32_t *unknown = NEW_ARRAY(l->keep, int32_t, n_unknowns);
	int32_t *tangent = NEW_ARRAY(l->keep, int32_t, n_unknowns);
	int32_t *source = NEW_ARRAY(l->keep, int32_t, from->n), *residual = new_run(l, from->n);
	int32_t *residual_tangent = new_run(l, from->n);
	ArenaMark mark = arena_mark(l->work);
	bool any_pre = false;
	LowerPlan plan;

	for (int32_t i = 0; i < n_unknowns; i++) {
		bool pre = from->unknown_pre && from->unknown_pre[i];

		unknown[i] = pre ? l->pre[from->unknown[i].i] : l->slot[from->unknown[i].i];
		tangent[i] = l->tangent[from->unknown[i].i];
		any_pre = any_pre || pre || tangent[i] < 0;
	}
	for (int32_t i = 0; i < from->n; i++)
		source[i] = lower_source(l, from->eq[i]);
	plan_of(l, from, residual, residual_tangent, &plan);
	lower_begin(l);
	lower_plan(l, &plan);
	step.code = lower_end(l);
	step.n = from->n;
	step.matrix = matrix_of(from);
	step.keeps = keeps(l, from);
	step.unknown = unknown;
	step.residual = residual;
	step.source = source;
	step.set = from->set;
	add_pattern(l, from, &step);
	if (!any_pre)
		step.tangent = lower_tangent(l, from, &plan, false);
	if (ode)
		step.full_tangent = lower_tangent(l, from, &plan, true);
	if (step.tangent >= 0) {
		step.unknown_tangent = tangent;
		step.residual_tangent = residual_tangent;
	}
	arena_release(l->work, mark);
	if (!any_pre && from->kind != DK_SET)
		keep_block(l, from, &step);
	vec_push(arena_allocator(l->keep), out, step);
}

static void add_block(Lower *l, const DaeStep *from, bool ode, StepList *out)
{
	if (ode || from->kind == DK_SET || !share_block(l, from, out))
		make_block(l, from, ode, out);
}

static void add_steps(Lower *l, const DaeStep *step, int32_t n, bool ode, StepList *out);

/* Inner steps, then code that computes the decisions afresh. */
static void add_mixed(Lower *l, const DaeStep *from, bool ode, StepList *out)
{
	size_t at = out->n;
	MdvStep step = new_step(l, MDV_STEP_MIXED), fresh = new_step(l, MDV_STEP_CODE);
	int32_t *decision = NEW_ARRAY(l->keep, int32_t, from->n_decisions);
	int32_t *slots = new_run(l, from->n_decisions);

	vec_push(arena_allocator(l->keep), out, step);
	add_steps(l, from->step, from->n_steps, ode, out);
	lower_begin(l);
	for (int32_t i = 0; i < from->n_decisions; i++) {
		decision[i] = l->slot[from->decision[i].i];
		lower_assign(l, (uint32_t)slots[i], from->fresh[i], -1);
	}
	fresh.code = lower_end(l);
	vec_push(arena_allocator(l->keep), out, fresh);
	step.n_steps = (int32_t)(out->n - at - 1);
	step.n_decisions = from->n_decisions;
	step.keeps = keeps(l, from);
	step.decision = decision;
	step.fresh = slots;
	out->at[at] = step;
}

static void add_steps(Lower *l, const DaeStep *step, int32_t n, bool ode, StepList *out)
{
	for (int32_t i = 0; i < n; i++)
		switch (step[i].kind) {
		case DK_ASSIGN: add_code(l, &step[i], ode, out); break;
		case DK_MIXED: add_mixed(l, &step[i], ode, out); break;
		default: add_block(l, &step[i], ode, out); break;
		}
}

MdvSequence lower_system(Lower *l, const DaeSystem *s, bool ode)
{
	StepList out = {0};

	for (int32_t i = 0; i < s->n_steps; i++) {
		l->island = s->step[i].island;
		add_steps(l, &s->step[i], 1, ode, &out);
	}
	l->island = 0;
	return (MdvSequence){.step = out.at, .n_steps = (int32_t)out.n};
}
