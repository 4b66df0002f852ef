/* SPDX-License-Identifier: MIT
   proof_rough.c — whether the derivatives that a solver integrates are smooth over a part of a
   step: a pass of interval arithmetic over their code tells of each operation whether it is calm
   there (the column `calm` of ops.h: no kink, no jump, no feature narrower than its operands move),
   and which derivatives what is not calm reaches: not through a selection that is decided, nor into
   a value that is constant. Small blocks are not enclosed here, and what depends on them, on
   functions and on inputs is not looked at.
   Most steps are calm. So that this costs little, a box around the step, some steps long, is tried
   first: while the following steps stay in it nothing is evaluated. */
#include "runtime/proof/proof.h"

#include <string.h>

#define LONGEST_REACH  64.0 /* steps that a box is made for, at most */
#define SHORTEST_REACH 0.05 /* below 1 there is none; some calm steps later there is again */

/* --- opening --- */

static bool is_known(const RoughValue *v, const uint8_t known[])
{
	int n = interval_args(v->op);

	if (v->op < 0)
		return v->op == -1 - MDV_LEAF_SLOT || v->op == -1 - MDV_LEAF_STATE ||
			   v->op == -1 - MDV_LEAF_TIME || v->op == -1 - MDV_LEAF_NUMBER ||
			   v->op == -1 - MDV_LEAF_INPUT;
	return known[v->a] && (n < 2 || known[v->b]) && (n < 3 || known[v->c]);
}

static bool may_be_rough(int32_t op)
{
	const Interval whole = interval_whole();

	return op == MDV_PROOF_TABLE || (op >= 0 && !interval_is_calm((IrOp)op, whole, whole, whole));
}

/* The values that the rates need, in order; `to` are their new numbers. */
static void copy_values(Proof *p, const int32_t to[], uint8_t known[])
{
	const MdvProof *code = p->code;

	for (int32_t v = 0; v < code->n_values; v++) {
		RoughValue *r = &p->rough.value[to[v]];
		int n = interval_args(code->op[v]);

		if (to[v] < 0)
			continue;
		*r = (RoughValue){.op = code->op[v], .a = n > 0 ? to[code->a[v]] : code->a[v]};
		r->b = n > 1 ? to[code->b[v]] : r->a;
		r->c = n > 2 ? to[code->c[v]] : r->a;
		r->table = proof_op(code, v).table;
		known[to[v]] = is_known(r, known);
		r->looked_at = known[to[v]] && may_be_rough(r->op);
	}
}

/* What keeps still between events is computed once; what cannot be rough, and is needed for nothing
   that can, where something is rough. */
static void order_values(Proof *p, const int32_t to[])
{
	ProofRough *r = &p->rough;
	int32_t end[3], n = 0;

	for (int32_t i = r->n - 1; i >= 0; i--) {
		RoughValue *v = &r->value[i];

		v->first |= v->looked_at;
		if (v->first && v->op >= 0) /* operands that there are not are a again */
			r->value[v->a].first = r->value[v->b].first = r->value[v->c].first = true;
	}
	for (int group = 0; group < 3; group++) {
		for (int32_t v = 0; v < p->code->n_values; v++)
			if (to[v] >= 0 && group == (!p->moves[v] ? 2 : r->value[to[v]].first ? 0 : 1))
				r->order[n++] = to[v];
		end[group] = n;
	}
	r->n_first = end[0];
	r->n_moves = end[1];
}

/* Marks what the rates need by 0, and gives numbers to it. The unknowns of blocks are leaves. */
static int32_t number_values(const MdvProof *code, int32_t n_states, int32_t to[])
{
	int32_t n = 0;

	memset(to, -1, (size_t)code->n_values * sizeof *to);
	for (int32_t i = 0; i < n_states; i++)
		if (code->rate[i] >= 0)
			to[code->rate[i]] = 0;
	for (int32_t v = code->n_values - 1; v >= 0; v--) {
		int args = to[v] < 0 ? 0 : interval_args(code->op[v]);

		if (args > 0)
			to[code->a[v]] = 0;
		if (args > 1)
			to[code->b[v]] = 0;
		if (args > 2)
			to[code->c[v]] = 0;
	}
	for (int32_t v = 0; v < code->n_values; v++)
		if (to[v] == 0)
			to[v] = n++;
	return n;
}

static bool list_states(Proof *p, Arena *memory)
{
	ProofRough *r = &p->rough;

	r->state = NEW_ARRAY(memory, int32_t, p->m->n_states);
	r->box = NEW_ARRAY(memory, Interval, p->m->n_states);
	r->box_of = NEW_ARRAY(memory, int32_t, p->m->n_states);
	if (!r->state || !r->box || !r->box_of)
		return false;
	memset(r->box_of, -1, (size_t)p->m->n_states * sizeof *r->box_of);
	for (int32_t i = 0; i < r->n; i++) {
		int32_t state = r->value[i].a;

		if (r->value[i].op != -1 - MDV_LEAF_STATE || r->box_of[state] >= 0)
			continue;
		r->box_of[state] = r->n_states;
		r->state[r->n_states++] = state;
	}
	return true;
}

static bool fill(Proof *p, Arena *memory, int32_t to[], Arena *work)
{
	ProofRough *r = &p->rough;
	uint8_t *known;

	r->n = number_values(p->code, p->m->n_states, to);
	if (r->n == 0)
		return true;
	known = NEW_ARRAY(work, uint8_t, r->n);
	r->value = NEW_ARRAY(memory, RoughValue, r->n);
	r->rate = NEW_ARRAY(memory, RoughRate, p->m->n_states);
	r->order = NEW_ARRAY(memory, int32_t, r->n);
	if (!known || !r->value || !r->rate || !r->order)
		return false;
	copy_values(p, to, known);
	order_values(p, to);
	for (int32_t i = 0; i < p->m->n_states; i++)
		if (p->code->rate[i] >= 0)
			r->rate[r->n_rates++] = (RoughRate){i, to[p->code->rate[i]]};
	return list_states(p, memory);
}

bool proof_rough_open(Proof *p, Arena *memory)
{
	Arena work;
	int32_t *to;
	bool ok;

	arena_init(&work, &memory->alloc);
	to = NEW_ARRAY(&work, int32_t, p->code->n_values);
	ok = to && fill(p, memory, to, &work);
	arena_free(&work);
	p->rough.box_reach = 1;
	return ok;
}

/* --- a pass --- */

static Interval leaf_range(Proof *p, const RoughValue *v)
{
	const ProofRough *r = &p->rough;

	switch ((MdvLeaf)(-1 - v->op)) {
	case MDV_LEAF_SLOT: return interval_point(p->frame[v->a]);
	case MDV_LEAF_NUMBER: return interval_point(p->code->number[v->a]);
	case MDV_LEAF_INPUT:
		return proof_input_range(p, v->a, r->in ? r->box_time : (Interval){p->a, p->b}, NULL);
	case MDV_LEAF_TIME: return r->in ? r->box_time : (Interval){p->a, p->b};
	case MDV_LEAF_STATE: return r->in ? r->in[r->box_of[v->a]] : proof_state_hull(p, v->a);
	default: return interval_whole();
	}
}

/* Which operands what is rough comes from. */
static bool reached(const RoughValue *v, const RoughValue all[])
{
	const RoughValue *a = &all[v->a], *b = &all[v->b], *c = &all[v->c];

	if (v->op == IR_SELECT && interval_is_point(a->range))
		return a->range.lo != 0 ? b->rough : c->rough;
	if (v->op == IR_MIN && (a->range.hi <= b->range.lo || b->range.hi <= a->range.lo))
		return a->range.hi <= b->range.lo ? a->rough : b->rough;
	if (v->op == IR_MAX && (a->range.hi <= b->range.lo || b->range.hi <= a->range.lo))
		return a->range.hi <= b->range.lo ? b->rough : a->rough;
	return a->rough || b->rough || c->rough;
}

static bool is_rough(const Proof *p, const RoughValue *v, const RoughValue all[])
{
	Interval a = all[v->a].range, b = all[v->b].range;

	return v->looked_at && !(interval_is_point(a) && interval_is_point(b)) &&
		   !proof_op_is_calm(p, (ProofOp){v->op, v->table}, a, b, v->range);
}

/* How far what is rough in operands moves a value: beside something large and smooth it may be next
   to nothing. */
static double passed_on(const RoughValue *v, const RoughValue all[])
{
	const RoughValue *a = &all[v->a], *b = &all[v->b];
	double width = interval_width(v->range);

	if (v->op == IR_ADD || v->op == IR_SUB)
		return fmin(a->move + b->move, width);
	if (v->op == IR_MUL)
		return fmin(a->move * interval_size(b->range) + b->move * interval_size(a->range), width);
	return width;
}

static void run_value(Proof *p, RoughValue *v)
{
	const RoughValue *all = p->rough.value;
	bool here;

	if (v->op < 0) {
		v->range = leaf_range(p, v);
		return;
	}
	if (v->op == IR_MUL && v->a == v->b)
		v->range = interval_sqr(all[v->a].range);
	else
		v->range = proof_op_value(p, (ProofOp){v->op, v->table}, all[v->a].range, all[v->b].range,
								  all[v->c].range);
	here = is_rough(p, v, all);
	v->rough = !interval_is_point(v->range) && (here || reached(v, all));
	v->move = here ? interval_width(v->range) : v->rough ? passed_on(v, all) : 0;
}

/* Some of the values, in order; gives whether one is rough. */
static bool run(Proof *p, int32_t from, int32_t to)
{
	const ProofRough *r = &p->rough;
	bool any = false;

	p->count.work += (uint64_t)(to - from);
	for (int32_t i = from; i < to; i++) {
		RoughValue *v = &r->value[r->order[i]];

		run_value(p, v);
		any |= v->rough;
	}
	return any;
}

static void run_needed(Proof *p)
{
	ProofRough *r = &p->rough;

	r->known = p->count.part;
	for (int32_t i = 0; i < r->n_moves; i++) {
		RoughValue *v = &r->value[r->order[i]];

		p->count.work += v->needed;
		if (v->needed)
			run_value(p, v);
	}
}

/* Marks what rough derivatives need. */
static void find_needed(ProofRough *r)
{
	for (int32_t i = 0; i < r->n; i++)
		r->value[i].needed = false;
	for (int32_t i = 0; i < r->n_rates; i++)
		r->value[r->rate[i].value].needed |= r->value[r->rate[i].value].rough;
	for (int32_t i = r->n - 1; i >= 0; i--) {
		const RoughValue *v = &r->value[i];

		if (v->needed && v->op >= 0) /* operands that there are not are a again */
			r->value[v->a].needed = r->value[v->b].needed = r->value[v->c].needed = true;
	}
}

/* Is no derivative rough, over the part at hand or in the box? */
static bool all_calm(Proof *p)
{
	ProofRough *r = &p->rough;

	if (!r->still_known)
		run(p, r->n_moves, r->n);
	r->still_known = true;
	r->known = 0;
	if (!run(p, 0, r->n_first))
		return true;
	run(p, r->n_first, r->n_moves);
	r->known = r->in ? 0 : p->count.part;
	for (int32_t i = 0; i < r->n_rates; i++)
		if (r->value[r->rate[i].value].rough)
			return false;
	return true;
}

/* --- boxes --- */

void proof_rough_forget(Proof *p)
{
	p->rough.box_holds = p->rough.still_known = false;
	p->rough.known = 0;
}

static bool is_inside(Interval a, Interval of)
{
	return a.lo >= of.lo && a.hi <= of.hi;
}

static bool step_in_box(Proof *p)
{
	ProofRough *r = &p->rough;

	if (!r->box_holds || !is_inside((Interval){p->a, p->b}, r->box_time))
		return false;
	for (int32_t i = 0; i < r->n_states; i++)
		if (!is_inside(proof_state_range(p, r->state[i]), r->box[i]))
			return false;
	return true;
}

static bool try_box(Proof *p)
{
	ProofRough *r = &p->rough;
	double more = r->box_reach;
	bool calm;

	for (int32_t i = 0; i < r->n_states; i++) {
		Interval x = proof_state_range(p, r->state[i]);
		double by = more * interval_width(x);

		r->box[i] = (Interval){x.lo - by, x.hi + by};
	}
	r->box_time = (Interval){p->a, p->b + more * (p->b - p->a)};
	r->in = r->box;
	calm = all_calm(p);
	r->in = NULL;
	return calm;
}

/* A box that did not hold is tried again after some calm steps. */
bool proof_rough_is_calm(Proof *p, double a, double b)
{
	ProofRough *r = &p->rough;
	bool calm;

	proof_part(p, a, b);
	if (step_in_box(p))
		return true;
	r->box_holds = r->box_reach >= 1 && try_box(p);
	if (r->box_holds) {
		r->box_reach = fmin(2 * r->box_reach, LONGEST_REACH);
		return true;
	}
	calm = all_calm(p);
	if (!calm)
		find_needed(r);
	r->box_reach = calm && r->box_reach < 1 ? 2 * r->box_reach : 0.125 * r->box_reach;
	r->box_reach = fmax(r->box_reach, SHORTEST_REACH);
	return calm;
}

double proof_rough_level(Proof *p, double a, double b, const double weight[])
{
	const ProofRough *r = &p->rough;
	double level = 0;

	proof_part(p, a, b);
	if (r->known != p->count.part)
		run_needed(p);
	for (int32_t i = 0; i < r->n_rates; i++) {
		const RoughValue *v = &r->value[r->rate[i].value];

		if (v->needed && v->rough)
			level = fmax(level, v->move / weight[r->rate[i].state]);
	}
	return level;
}
