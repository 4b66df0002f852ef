/* SPDX-License-Identifier: MIT
   change.c — event iteration that runs only what has changed (paper 001, made exact). The values
   after every pass are those that running all of EVENT would give: a node is run if one of its
   inputs has changed since it was run last. Nodes are run in order of evaluation; outputs that
   differ make their readers due, new pre values make theirs due in the next pass. A condition that
   holds in one pass only is seen, since everything that reads it is run in that pass.

   Time and states move from one event to the next. Discrete nodes that read them are due at every
   event, but for relations: these are due if their crossing function has another sign, which the
   integrator's search knows (event_hint), or their instant is reached. Continuous nodes are run
   when one that is due needs them, and all of them once in the end, by ODE, ZERO and OUTPUT.

   The work of an event is proportional to what is due and changed (and the logarithm of the number
   of time events), besides the continuous part in the end. */
#include "runtime/rt/rt.h"

#include <string.h>

enum { MAX_PASSES = 1000000 };

bool change_on(const Rt *rt)
{
	return rt->change.m && !rt->event.full_iteration;
}

/* --- what has been written --- */

static bool same(double a, double b)
{
	return memcmp(&a, &b, sizeof a) == 0;
}

static void clear_log(RtChange *c, int which)
{
	RtLog *log = &c->log[which];

	for (int32_t k = 0; k < log->n; k++)
		c->slot[log->slot[k]].place[which] = 0;
	log->n = log->n_other = 0;
}

static void write_log(RtChange *c, int which, int32_t slot, double old, double new)
{
	RtLog *log = &c->log[which];
	int32_t k = c->slot[slot].place[which] - 1;

	if (k < 0) {
		k = log->n++;
		log->slot[k] = slot;
		log->before[k] = old;
		c->slot[slot].place[which] = log->n;
	}
	log->n_other += !same(new, log->before[k]) - !same(old, log->before[k]);
}

/* --- what is due --- */

static bool is_due(const RtChange *c, int32_t p)
{
	return c->word[p >> 6].due >> (p & 63) & 1;
}

static void set_due(RtChange *c, int32_t p)
{
	c->word[p >> 6].due |= UINT64_C(1) << (p & 63);
	c->due_words[p >> 12] |= UINT64_C(1) << (p >> 6 & 63);
	if (p < c->cursor)
		c->cursor = p;
}

static void clear_due(RtChange *c, int32_t p)
{
	c->word[p >> 6].due &= ~(UINT64_C(1) << (p & 63));
	if (!c->word[p >> 6].due)
		c->due_words[p >> 12] &= ~(UINT64_C(1) << (p >> 6 & 63));
}

static int32_t lowest_bit(uint64_t word)
{
	return (int32_t)__builtin_ctzll(word);
}

/* The first that is due in a word after that of the cursor; n_nodes: none. */
static int32_t next_due_far(const RtChange *c)
{
	int32_t word = (c->cursor >> 6) + 1;

	for (int32_t k = word >> 6; k <= (c->m->n_nodes - 1) >> 12; k++) {
		uint64_t words = c->due_words[k];

		if (k == word >> 6)
			words &= ~UINT64_C(0) << (word & 63);
		if (words) {
			word = k * 64 + lowest_bit(words);
			return word * 64 + lowest_bit(c->word[word].due);
		}
	}
	return c->m->n_nodes;
}

/* From the cursor on. */
static inline int32_t next_due(const RtChange *c)
{
	uint64_t bits = c->word[c->cursor >> 6].due >> (c->cursor & 63);

	return bits ? c->cursor + lowest_bit(bits) : next_due_far(c);
}

/* What moves and has not yet been run at this event but is needed by p. */
static void make_needs_due(RtChange *c, int32_t p)
{
	int32_t n = 0;

	c->stack[n++] = p;
	while (n > 0) {
		p = c->stack[--n];
		for (int32_t k = c->m->need_start[p]; k < c->m->need_start[p + 1]; k++) {
			int32_t q = c->m->need[k];

			if (c->node[q].fresh == c->event || is_due(c, q))
				continue;
			set_due(c, q);
			c->stack[n++] = q;
		}
	}
}

/* The node, and what it needs. */
static void make_due(RtChange *c, int32_t p)
{
	if (is_due(c, p))
		return;
	set_due(c, p);
	if (c->node[p].needs)
		make_needs_due(c, p);
}

/* The slot has changed. Who reads it comes later in this pass, or in the next. */
static void mark_readers(Rt *rt, int32_t slot)
{
	RtChange *c = &rt->change;
	const RtSlot *s = &c->slot[slot];
	int32_t end = rt->frame[slot] != 0 ? s->end : s->riser;

	for (int32_t i = s->reader; i < end; i++) {
		const RtMark *m = &c->mark[i];
		RtWord *w = &c->word[m->word];
		uint64_t needing = m->mask & ~w->due & w->needing;

		w->due |= m->mask;
		w->by_change |= m->mask;
		c->due_words[m->word >> 6] |= UINT64_C(1) << (m->word & 63);
		for (; needing; needing &= needing - 1)
			make_needs_due(c, m->word * 64 + lowest_bit(needing));
	}
}

static void add_changed(RtChange *c, int32_t discrete)
{
	if (c->in_changed[discrete])
		return;
	c->in_changed[discrete] = true;
	c->changed.at[c->changed.n++] = discrete;
}

/* The slot's value is another than `old`. */
static void note_change(Rt *rt, int32_t slot, double old)
{
	RtChange *c = &rt->change;
	const RtSlot *s = &c->slot[slot];

	if (s->flags & SLOT_RESTART)
		write_log(c, SINCE_EVENT, slot, old, rt->frame[slot]);
	if (c->noting && s->flags & SLOT_NOTED)
		write_log(c, SINCE_NOTE, slot, old, rt->frame[slot]);
	if (s->flags & SLOT_DISCRETE)
		add_changed(c, s->discrete);
}

static void change_slot(Rt *rt, int32_t slot, double value)
{
	double old = rt->frame[slot];

	if (same(old, value))
		return;
	rt->frame[slot] = value;
	note_change(rt, slot, old);
	mark_readers(rt, slot);
}

/* --- running --- */

static void see_instant(Rt *rt, int32_t i)
{
	RtHeap *h = &rt->change.instants;
	double at = rt->frame[rt->m->time_event[i].instant];

	if (at > rt->frame[rt->m->time])
		heap_put(h, i, at);
	else
		heap_remove(h, i);
}

static void see_limit(RtLimits *l, int32_t crossing)
{
	if (l->in[crossing])
		return;
	l->in[crossing] = true;
	l->crossing[l->n++] = crossing;
}

/* Actions that fire are kept in their order. */
static void see_action(RtChange *c, int32_t action, bool fires)
{
	int32_t k = c->lit.n;

	while (k > 0 && c->lit.at[k - 1] >= action)
		k--;
	if (k < c->lit.n && c->lit.at[k] == action) {
		if (!fires) {
			memmove(c->lit.at + k, c->lit.at + k + 1,
					(size_t)(c->lit.n - k - 1) * sizeof *c->lit.at);
			c->lit.n--;
		}
		return;
	}
	if (!fires)
		return;
	memmove(c->lit.at + k + 1, c->lit.at + k, (size_t)(c->lit.n - k) * sizeof *c->lit.at);
	c->lit.at[k] = action;
	c->lit.n++;
}

static void see_outputs(Rt *rt, int32_t p, bool moved)
{
	RtChange *c = &rt->change;

	for (int32_t k = c->m->out_start[p], i = 0; k < c->m->out_start[p + 1]; k++, i++) {
		int32_t slot = c->m->out[k];

		if (same(c->old[i], rt->frame[slot]))
			continue;
		note_change(rt, slot, c->old[i]);
		/* Who reads a continuous value that has only moved is due by itself, or will ask for it. */
		if (!moved || c->slot[slot].flags & SLOT_DISCRETE)
			mark_readers(rt, slot);
	}
}

/* Blocks, actions, instants, and assignments that go together. */
static MdvStatus run_large(Rt *rt, int32_t p, bool moved)
{
	RtChange *c = &rt->change;
	const MdvEventNode *node = &c->m->node[p];
	const RtBlock *trouble = rt->event.trouble;
	MdvStatus status;

	for (int32_t k = c->m->out_start[p], i = 0; k < c->m->out_start[p + 1]; k++, i++)
		c->old[i] = rt->frame[c->m->out[k]];
	rt->event.trouble = NULL;
	status =
		node->code >= 0 ? block_code(rt, node->code) : seq_steps(rt, MDV_SEQ_EVENT, node->step, 1);
	if (block_is_final(rt))
		return MDV_FAILED;
	if (rt->event.trouble)
		c->again.at[c->again.n++] = p;
	else
		rt->event.trouble = trouble;
	TRY(status);
	see_outputs(rt, p, moved);
	if (node->action >= 0)
		see_action(c, node->action, rt->frame[rt->m->action[node->action].fires] != 0);
	if (c->instant_of_node[p] >= 0)
		see_instant(rt, c->instant_of_node[p]);
	if (c->limit_of_node[p] >= 0)
		see_limit(&rt->limits, c->limit_of_node[p]);
	return MDV_OK;
}

static MdvStatus run_node(Rt *rt, int32_t p)
{
	RtChange *c = &rt->change;
	RtNode *node = &c->node[p];
	uint64_t bit = UINT64_C(1) << (p & 63);
	bool moved = node->moves && node->fresh != c->event && !(c->word[p >> 6].by_change & bit);
	double old;
	MdvStatus status;

	clear_due(c, p);
	c->word[p >> 6].by_change &= ~bit;
	node->fresh = c->event;
	rt->stats.evaluations[node->set] += (uint64_t)node->n_eqs;
	if (node->slot < 0)
		return run_large(rt, p, moved);
	old = rt->frame[node->slot];
	status = block_run(rt, node->code);
	if (status != MDV_OK)
		return report_run(rt, status);
	if (same(old, rt->frame[node->slot]))
		return MDV_OK;
	note_change(rt, node->slot, old);
	if (!moved || c->slot[node->slot].flags & SLOT_DISCRETE)
		mark_readers(rt, node->slot);
	return MDV_OK;
}

/* Nodes from `begin` to `end` that are due, in order. */
static MdvStatus run_due(Rt *rt, int32_t begin, int32_t end)
{
	RtChange *c = &rt->change;

	for (c->cursor = begin;;) {
		int32_t p = next_due(c);

		if (p >= end)
			return MDV_OK;
		c->cursor = p + 1; /* a node that asks for one before moves it back */
		TRY(run_node(rt, p));
	}
}

/* --- one pass --- */

static MdvStatus act(Rt *rt, bool *changed)
{
	RtChange *c = &rt->change;

	for (int32_t k = 0; k < c->lit.n; k++) {
		int32_t i = c->lit.at[k];
		const MdvAction *a = &rt->m->action[i];
		double old = a->kind == MDV_ACTION_REINIT ? rt->frame[a->slot] : 0;

		TRY(event_act(rt, i, changed));
		if (a->kind == MDV_ACTION_REINIT && !same(old, rt->frame[a->slot])) {
			note_change(rt, a->slot, old);
			mark_readers(rt, a->slot);
			if (c->set_of_reinit[i] >= 0) {
				int32_t p = c->set_of_reinit[i];

				c->word[p >> 6].by_change |= UINT64_C(1) << (p & 63);
				make_due(c, p);
			}
		}
	}
	return MDV_OK;
}

/* What fires in one pass only is out without being looked at again. */
static void put_out(Rt *rt)
{
	RtChange *c = &rt->change;
	int32_t n_kept = 0;

	for (int32_t k = 0; k < c->lit.n; k++) {
		int32_t i = c->lit.at[k];

		if (c->fires_once[i])
			rt->frame[rt->m->action[i].fires] = 0;
		else
			c->lit.at[n_kept++] = i;
	}
	c->lit.n = n_kept;
}

/* pre follows the variable; true: that makes another pass. */
static bool update_one(Rt *rt, int32_t discrete)
{
	const MdvDiscrete *d = &rt->m->discrete[discrete];
	RtChange *c = &rt->change;
	double old = rt->frame[d->pre], value = rt->frame[d->slot];
	bool differs;

	if (same(old, value))
		return false;
	differs = c->slot[d->slot].flags & SLOT_DISCRETE ? value != old : event_differs(rt, d);
	if (d->var >= 0 ? !limits_in_type(rt, &rt->m->var[d->var], value) : !isfinite(value))
		c->not_valid = d->slot;
	rt->frame[d->pre] = value;
	if (c->slot[d->pre].flags & SLOT_RESTART)
		write_log(c, SINCE_EVENT, d->pre, old, value);
	mark_readers(rt, d->pre);
	return differs;
}

static bool update_pre(Rt *rt)
{
	RtChange *c = &rt->change;
	bool differs = false;

	for (int32_t k = 0; k < c->changed.n; k++) {
		c->in_changed[c->changed.at[k]] = false;
		differs |= update_one(rt, c->changed.at[k]);
	}
	c->changed.n = 0;
	for (int32_t k = 0; k < c->m->n_moving; k++)
		differs |= update_one(rt, c->m->moving[k]);
	return differs;
}

static void end_pulses(Rt *rt)
{
	for (int32_t k = 0; k < rt->operators.n_pulses; k++)
		change_slot(rt, rt->operators.pulse[k], 0);
	rt->operators.n_pulses = 0;
}

static MdvStatus pass(Rt *rt, bool *changed)
{
	RtChange *c = &rt->change;

	rt->mode.use = RT_EVENT;
	rt->mode.effort = RT_ALL;
	rt->event.trouble = NULL;
	rt->event.put_off = false;
	rt->stamp.event++;
	rt->stats.passes++;
	c->again.n = 0;
	*changed = false;
	for (int32_t k = 0; k < c->m->n_every; k++)
		make_due(c, c->m->every[k]);
	TRY_FINAL(run_due(rt, 0, c->m->n_passing));
	TRY_FINAL(act(rt, changed));
	put_out(rt);
	*changed |= update_pre(rt) || rt->event.put_off;
	end_pulses(rt);
	return MDV_OK;
}

/* --- the iteration --- */

static void mark_cycle(Rt *rt)
{
	const RtLog *log = &rt->change.log[SINCE_NOTE];

	for (int32_t k = 0; k < log->n; k++) {
		int32_t d = rt->change.slot[log->slot[k]].discrete;

		if (d >= 0 && !same(log->before[k], rt->frame[log->slot[k]]))
			rt->event.in_cycle[d] = true;
	}
}

/* Is a node of passes due? */
static bool any_due(RtChange *c)
{
	c->cursor = 0;
	return next_due(c) < c->m->n_passing;
}

static MdvStatus passes_until_settled(Rt *rt, RtEvent *out)
{
	RtChange *c = &rt->change;
	int32_t next_note = 1, cycle_end = -1;
	bool changed;

	for (int32_t passes = 1;; passes++) {
		MdvStatus status = pass(rt, &changed);

		out->passes++;
		out->changed |= changed;
		TRY(status);
		if (changed)
			for (int32_t k = 0; k < c->again.n; k++)
				make_due(c, c->again.at[k]);
		if (!changed || (!any_due(c) && c->m->n_every == 0))
			return c->again.n > 0 ? MDV_FAILED : MDV_OK;
		rt->stats.repeats++;
		if (cycle_end >= 0) {
			/* Once around to see which variables take part. */
			mark_cycle(rt);
			if (passes >= cycle_end || c->log[SINCE_NOTE].n_other == 0)
				return event_report_cycle(rt, passes);
		} else if (passes > 1 && c->log[SINCE_NOTE].n_other == 0) {
			memset(rt->event.in_cycle, 0, (size_t)rt->m->n_discretes * sizeof *rt->event.in_cycle);
			cycle_end = passes + 1000;
		} else if (passes >= MAX_PASSES) {
			return event_report_cycle(rt, passes);
		} else if (passes == next_note) {
			clear_log(c, SINCE_NOTE);
			c->noting = true; /* most events have one pass, which is not compared with others */
			next_note *= 2;
		}
	}
}

static void make_all_due(RtChange *c)
{
	for (int32_t p = 0; p < c->m->n_nodes; p++)
		if (!is_due(c, p))
			set_due(c, p);
	c->lit.n = 0;
}

/* What is due because time goes on. */
static void make_first_due(Rt *rt, double t)
{
	RtChange *c = &rt->change;
	RtHeap *h = &c->instants;

	for (int32_t k = 0; k < c->m->n_first; k++)
		make_due(c, c->m->first[k]);
	while (h->n > 0 && h->key[h->item[0]] <= t) {
		int32_t node = c->m->instant_node[h->item[0]];

		heap_remove(h, h->item[0]);
		if (node >= 0)
			make_due(c, node);
	}
	for (int32_t k = 0; k < (c->hinted ? c->flipped.n : rt->m->n_crossings); k++) {
		int32_t node = c->m->crossing_node[c->hinted ? c->flipped.at[k] : k];

		if (node >= 0)
			make_due(c, node);
	}
}

/* At an event there is no other point to try. */
static MdvStatus bad_value(Rt *rt, int32_t slot)
{
	return status_final(limits_bad_value(rt, slot));
}

static bool is_bad(const Rt *rt, int32_t slot)
{
	int32_t var = rt->index.var_of_slot[slot];

	return var >= 0 ? !limits_in_type(rt, &rt->m->var[var], rt->frame[slot])
					: !isfinite(rt->frame[slot]);
}

/* When nothing changes any more: what only follows. */
static MdvStatus finish_discrete(Rt *rt)
{
	RtChange *c = &rt->change;

	for (int32_t k = 0; k < c->changed.n; k++)
		c->in_changed[c->changed.at[k]] = false;
	for (int32_t k = 0; k < c->changed.n; k++)
		update_one(rt, c->changed.at[k]);
	c->changed.n = 0;
	rt->stamp.event++;
	rt->event.trouble = NULL;
	c->again.n = 0;
	return status_final(run_due(rt, c->m->n_passing, c->m->n_nodes));
}

static MdvStatus finish_validity(Rt *rt)
{
	const RtChange *c = &rt->change;

	if (rt->event.trouble)
		return MDV_FAILED;
	if (c->not_valid >= 0 && is_bad(rt, c->not_valid))
		return bad_value(rt, c->not_valid);
	return MDV_OK;
}

/* Then all that is continuous. */
static MdvStatus finish(Rt *rt)
{
	RtChange *c = &rt->change;

	TRY(finish_discrete(rt));
	TRY_FINAL(seq_run(rt, MDV_SEQ_ODE));
	TRY_FINAL(seq_run(rt, MDV_SEQ_ZERO));
	TRY_FINAL(seq_run(rt, MDV_SEQ_OUTPUT));
	for (int k = 0; k < MDV_EVENT_SETS; k++)
		rt->stats.evaluations[k] += (uint64_t)c->m->n_end[k];
	return finish_validity(rt);
}

/* Samplers that are due are active now; what moves has its left limit under pre. */
static void begin(Rt *rt, double t)
{
	RtChange *c = &rt->change;

	c->event++;
	c->not_valid = -1;
	c->noting = false;
	clear_log(c, SINCE_EVENT);
	clear_log(c, SINCE_NOTE);
	if (c->stale) {
		rt->limits.all = true;
		heap_clear(&c->instants);
		make_all_due(c);
		c->stale = false;
	} else {
		make_first_due(rt, t);
	}
	c->hinted = false;
	c->flipped.n = 0;
	for (int32_t k = 0; k < c->m->n_moving; k++)
		update_one(rt, c->m->moving[k]);
	for (int32_t k = 0; k < rt->operators.n_pulses; k++) {
		rt->frame[rt->operators.pulse[k]] = 0;
		change_slot(rt, rt->operators.pulse[k], 1);
	}
}

static MdvStatus iterate(Rt *rt, bool stale, RtEvent *out)
{
	TRY(passes_until_settled(rt, out));
	TRY(finish(rt));
	for (int32_t k = rt->index.n_moving; stale && k < rt->index.n_real; k++)
		if (is_bad(rt, rt->m->var[rt->index.real[k]].slot))
			return bad_value(rt, rt->m->var[rt->index.real[k]].slot);
	return MDV_OK;
}

MdvStatus change_iterate(Rt *rt, double t, RtEvent *out)
{
	bool stale = rt->change.stale;
	MdvStatus status;

	begin(rt, t);
	status = iterate(rt, stale, out);
	rt->change.stale |= status != MDV_OK;
	TRY(status);
	/* The derivatives are those of this point. */
	rt_states(rt, rt->last.x);
	rt->last.t = t;
	rt->last.use = RT_INTEGRATE;
	rt->last.zero = true;
	rt->last.in_part = false;
	return MDV_OK;
}

MdvStatus change_discrete(Rt *rt, double t, RtEvent *out)
{
	MdvStatus status;

	begin(rt, t);
	status = passes_until_settled(rt, out);
	if (status == MDV_OK)
		status = finish_discrete(rt);
	if (status == MDV_OK)
		status = finish_validity(rt);
	rt->change.stale |= status != MDV_OK;
	return status;
}

/* A candidate of a set that is not a state now: it follows from those that are, and what Newton's
   method leaves of it may differ a little. */
static bool is_dummy(const Rt *rt, int32_t slot)
{
	int32_t candidate, k = set_find(rt, slot, &candidate);
	const RtSet *s = k < 0 ? NULL : &rt->set[rt->m->set[k].tied < 0 ? k : rt->m->set[k].tied];

	for (int32_t i = 0; s && i < s->set->m; i++)
		if (s->choice[s->set->n - s->set->m + i] == candidate)
			return true;
	return false;
}

bool change_needs_restart(const Rt *rt)
{
	const RtLog *log = &rt->change.log[SINCE_EVENT];

	if (!rt->m->ode_read || rt->m->n_sets == 0)
		return !rt->m->ode_read || log->n_other > 0;
	for (int32_t i = 0; i < log->n && log->n_other > 0; i++)
		if (!same(rt->frame[log->slot[i]], log->before[i]) && !is_dummy(rt, log->slot[i]))
			return true;
	return false;
}

void event_hint(Rt *rt, int32_t crossing)
{
	if (rt->change.m && rt->change.flipped.n < rt->m->n_crossings)
		rt->change.flipped.at[rt->change.flipped.n++] = crossing;
}

void event_hinted(Rt *rt)
{
	rt->change.hinted = true;
}

double change_next_instant(const Rt *rt)
{
	const RtHeap *h = &rt->change.instants;

	return h->n > 0 ? h->key[h->item[0]] : INFINITY;
}
