/* SPDX-License-Identifier: MIT
   proof_box.c — bounds that hold for several steps: a box around all states, some steps long. What
   an end is in the box is computed once, and values on the way are shared by all ends; as long as
   steps stay in the box, and no event takes place, nothing is evaluated. Ends that are not clear in
   boxes (the caller says so) are asked for more rarely. How large a box is worth making follows
   from how many ends were clear in the last ones. */
#include "runtime/proof/proof.h"

#define LONGEST_REACH  64.0 /* steps that a box is made for, at most */
#define SHORTEST_REACH 0.1  /* below 1 there is none; some steps later there is again */

/* Boxes in which an end is not looked at; steps without a box after one that served one step only,
   as where events are dense. */
enum { MOST_SKIPPED = 1, LONGEST_PAUSE = 63 };

/* Ends that follow each other need nearly the same. */
static bool list_more(ProofEnd end[], int32_t n, Arena *memory)
{
	for (int32_t i = 0; i < n; i++) {
		end[i].more = end[i].moves;
		if (i > 0 && !proof_slice_less(&end[i].moves, &end[i - 1].moves, memory, &end[i].more))
			return false;
	}
	return true;
}

/* May boxes tell something about one of these? */
static bool any_hope(const ProofEnd end[], int32_t n)
{
	for (int32_t i = 0; i < n; i++)
		if (end[i].form || (!end[i].solved && end[i].certain && end[i].slice.n > 0))
			return true;
	return false;
}

bool proof_box_open(Proof *p, Arena *memory)
{
	ProofBox *b = &p->box;

	b->reach = 1;
	b->on = !p->inputs.range /* they would have to be known ahead */ &&
			(any_hope(p->crossing, p->m->n_crossings) || any_hope(p->check, p->m->n_actions));
	b->value = NEW_ARRAY(memory, ProofValue, p->code->n_values);
	b->in = NEW_ARRAY(memory, Interval, p->m->n_states);
	b->reads = NEW_ARRAY(memory, int32_t, p->m->n_states);
	if (!b->value || !b->in || !b->reads || !list_more(p->crossing, p->m->n_crossings, memory) ||
		!list_more(p->check, p->m->n_actions, memory))
		return false;
	for (int32_t i = 0; i < p->m->n_states; i++)
		b->in[i].hi = NAN; /* not met yet */
	for (int32_t v = 0; v < p->code->n_values; v++) {
		int32_t state = p->code->a[v];

		if (p->code->op[v] != -1 - MDV_LEAF_STATE || !isnan(b->in[state].hi))
			continue;
		b->in[state].hi = 0;
		b->reads[b->n_reads++] = state;
	}
	return true;
}

static bool step_in_box(Proof *p)
{
	const ProofBox *b = &p->box;

	if (b->epoch != p->count.epoch || p->t_old < b->from || p->t_new > b->to)
		return false;
	for (int32_t i = 0; i < b->n_reads; i++) {
		Interval x = proof_state_range(p, b->reads[i]), in = b->in[b->reads[i]];

		if (!(x.lo >= in.lo && x.hi <= in.hi))
			return false;
	}
	return true;
}

/* A box that was of use for most that asked may be larger. */
static void choose_reach(ProofBox *b)
{
	if (b->n_asked > 0)
		b->reach *= 4 * b->n_clear >= 3 * b->n_asked ? 2 : 0.5;
	else if (b->reach < 1)
		b->reach *= 2;
	b->reach = b->reach > LONGEST_REACH ? LONGEST_REACH : b->reach;
	b->reach = b->reach < SHORTEST_REACH ? SHORTEST_REACH : b->reach;
	b->n_asked = b->n_clear = 0;
}

/* Another box is due; is it worth while? */
static bool is_wanted(ProofBox *b)
{
	if (b->part != 0 && b->n_asked > 0) {
		b->next_pause = b->n_steps > 1 ? 0 : 2 * b->next_pause + 1;
		b->next_pause = b->next_pause > LONGEST_PAUSE ? LONGEST_PAUSE : b->next_pause;
		b->pause = b->next_pause;
	}
	if (b->pause > 0) {
		b->pause--;
		return false;
	}
	choose_reach(b);
	return b->reach >= 1;
}

static void make_box(Proof *p)
{
	ProofBox *b = &p->box;
	bool wanted = is_wanted(b);

	b->part = 0;
	b->n_steps = 1;
	b->epoch = p->count.epoch;
	if (!wanted)
		return;
	b->part = ++p->count.n_parts;
	b->from = p->t_old;
	b->to = p->t_new + b->reach * (p->t_new - p->t_old);
	for (int32_t i = 0; i < b->n_reads; i++) {
		Interval x = proof_state_range(p, b->reads[i]);
		double by = b->reach * interval_width(x);

		b->in[b->reads[i]] = (Interval){x.lo - by, x.hi + by};
	}
}

/* proof_value_range_anew of the operations that most values are; false: it is none of them. */
static inline bool run_simple(const MdvProof *c, ProofValue value[], int32_t v)
{
	const Interval *a, *b;

	switch (c->op[v]) {
	case IR_NEG: value[v].range = interval_neg(value[c->a[v]].range); return true;
	case IR_ADD:
	case IR_SUB:
	case IR_MUL: break;
	default: return false;
	}
	a = &value[c->a[v]].range;
	b = &value[c->b[v]].range;
	if (c->op[v] == IR_ADD)
		value[v].range = interval_add(*a, *b);
	else if (c->op[v] == IR_SUB)
		value[v].range = interval_sub(*a, *b);
	else
		value[v].range = a == b ? interval_sqr(*a) : interval_mul(*a, *b);
	return true;
}

/* What others have computed costs nothing. */
static void run_ranges(Proof *p, const int32_t list[], int32_t n)
{
	const MdvProof *code = p->code;
	ProofValue *value = p->value;
	uint32_t part = p->count.part;

	for (int32_t i = 0; i < n; i++) {
		int32_t v = list[i];

		if (value[v].range_part == part)
			continue;
		p->count.work++;
		if (run_simple(code, value, v))
			value[v].range_part = part;
		else
			proof_value_range_anew(p, v);
	}
}

/* An end that is linear but for others. What keeps still is known in all boxes between events. */
static Interval form_range(Proof *p, ProofForm *f)
{
	double error = f->size * 0x1p-46;
	Interval r = interval_outward(f->constant - error, f->constant + error);

	if (f->boxed_epoch != p->count.epoch)
		run_ranges(p, f->live + f->n_live, f->n_still);
	f->boxed_epoch = p->count.epoch;
	run_ranges(p, f->live, f->n_live);
	for (int32_t i = 0; i < f->n_terms; i++) {
		Interval x;

		if (f->term[i].by == 0)
			continue;
		x = i < f->first_other ? proof_leaf_range(p, f->term[i].value)
							   : p->value[f->term[i].value].range;
		r = interval_add(r, interval_scale(x, f->term[i].by));
	}
	return r;
}

static Interval end_range(Proof *p, ProofEnd *e)
{
	if (e->boxed.epoch != p->count.epoch)
		run_ranges(p, e->still.value, e->still.n);
	e->boxed.epoch = p->count.epoch;
	if (e != p->crossing && e != p->check && e[-1].boxed.ran == p->count.part)
		run_ranges(p, e->more.value, e->more.n);
	else
		run_ranges(p, e->moves.value, e->moves.n);
	e->boxed.ran = p->count.part;
	return p->value[e->value].range;
}

/* Blocks are not enclosed over boxes, where that hardly ever succeeds. */
static bool is_hopeless(Proof *p, const ProofEnd *e)
{
	const ProofForm *f = e->form;

	if (f && proof_form_know(p, e->form))
		return f->blind || f->unsure;
	return e->solved || !e->certain || e->slice.n == 0;
}

/* The same with all values as they are in the box. */
static Interval range_in_box(Proof *p, ProofEnd *e)
{
	ProofBox *b = &p->box;
	ProofValue *value = p->value;
	uint32_t part = p->count.part;
	double from = p->a, to = p->b;
	Interval r;

	p->value = b->value;
	p->count.part = b->part;
	p->a = b->from;
	p->b = b->to;
	p->in_box = true;
	r = e->form && e->form->ok ? form_range(p, e->form) : end_range(p, e);
	p->in_box = false;
	p->value = value;
	p->count.part = part;
	p->a = from;
	p->b = to;
	return r;
}

uint32_t proof_box_now_anew(Proof *p)
{
	ProofBox *b = &p->box;

	if (!b->on)
		return 0;
	b->step = p->count.step;
	if (b->part != 0 && step_in_box(p))
		b->n_steps++;
	else
		make_box(p);
	return b->part;
}

bool proof_box_range_anew(Proof *p, ProofEnd *e, Interval *range)
{
	ProofBox *b = &p->box;

	if (proof_box_now(p) == 0)
		return false;
	if (e->boxed.part != b->part) {
		bool hopeless = is_hopeless(p, e);

		e->boxed.part = b->part;
		e->boxed.skipped = hopeless || e->boxed.skip > 0;
		e->boxed.skip -= !hopeless && e->boxed.skipped;
		if (!e->boxed.skipped)
			e->boxed.range = range_in_box(p, e);
		e->boxed.fresh = !e->boxed.skipped;
	}
	*range = e->boxed.range;
	return !e->boxed.skipped;
}

void proof_box_tell(Proof *p, ProofEnd *e, bool clear)
{
	ProofBoxed *x = &e->boxed;

	if (!clear)
		x->skipped = true; /* nothing more is to be had from this box */
	if (!x->fresh)
		return;
	x->fresh = false;
	p->box.n_asked++;
	p->box.n_clear += clear;
	x->skip_next = clear ? 0 : 2 * x->skip_next + 1;
	x->skip_next = x->skip_next > MOST_SKIPPED ? MOST_SKIPPED : x->skip_next;
	x->skip = x->skip_next;
}
