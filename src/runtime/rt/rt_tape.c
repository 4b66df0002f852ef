/* SPDX-License-Identifier: MIT
   rt_tape.c — an instance between two calls, written down: the frame, and all that is remembered
   besides it and shows in results: guesses, factors and sizes of blocks, which candidates are
   states, what is due at the next event, the histories of operators. Work space is not among it,
   nor is what the tables of the model and initialization give to every instance. So an instance
   that was initialized with the same values goes on, after reading, to the same bits.

   Whoever made the bytes, reading leaves an instance in which every index is one: values may be
   wrong ones, as anything that an importer gives may be. */
#include "runtime/rt/rt.h"

/* Is each there once at most? All are below the number of slots; `place` is zero before and after.
 */
static bool all_differ(Rt *rt, const int32_t x[], int32_t n)
{
	int32_t *place = rt->index.place;
	bool differ = true;

	for (int32_t k = 0; k < n; k++)
		differ &= place[x[k]]++ == 0;
	for (int32_t k = 0; k < n; k++)
		place[x[k]] = 0;
	return differ;
}

/* --- blocks --- */

static void tape_block(RtBlock *b, Tape *t)
{
	size_t n = (size_t)b->step->n;
	int32_t sign = b->sign;

	tape_reals(t, b->nominal, (size_t)b->n_unknown);
	tape_reals(t, b->row_size, n);
	tape_flag(t, &b->told);
	if (b->step->kind == MDV_STEP_MIXED) {
		tape_real(t, &b->t_open);
		return;
	}
	tape_reals(t, b->row_most, n);
	if (b->base)
		tape_reals(t, b->base, n);
	tape_number(t, &b->n_failed, 0, INT32_MAX / 2);
	tape_number(t, &b->n_lost, 0, INT32_MAX / 2);
	tape_number(t, &sign, -1, 1);
	b->sign = sign;
	tape_word(t, &b->sign_stamp);
	for (int use = 0; use < (b->step->kind == MDV_STEP_LINEAR ? 1 : RT_USES); use++)
		lu_tape(&b->kept[use], t);
}

static void tape_set(Rt *rt, RtSet *s, Tape *t)
{
	size_t n = (size_t)s->set->n, m = (size_t)s->set->m;

	tape_numbers(t, s->choice, n, 0, s->set->n - 1);
	if (!t->wrong && !all_differ(rt, s->choice, s->set->n))
		tape_refuse(t, "a state is chosen twice");
	tape_reals(t, s->jac, m * n);
	tape_reals(t, s->swap, m * (n - m));
	tape_reals(t, s->initial, n);
	tape_number(t, &s->sign, -1, 1);
	tape_flag(t, &s->selected);
}

static void tape_last(Rt *rt, Tape *t)
{
	RtLast *last = &rt->last;
	int32_t use = (int32_t)last->use, accuracy = (int32_t)last->accuracy;
	int32_t now = (int32_t)rt->mode.use;

	tape_reals(t, last->x, (size_t)rt->n);
	tape_real(t, &last->t);
	tape_real(t, &last->t_try);
	tape_number(t, &use, 0, RT_USES - 1);
	tape_number(t, &accuracy, 0, RT_EXACT);
	tape_number(t, &now, 0, RT_USES - 1);
	tape_flag(t, &last->zero);
	tape_flag(t, &last->in_part);
	last->use = (RtUse)use;
	last->accuracy = (RtAccuracy)accuracy;
	rt->mode.use = (RtUse)now;
}

/* --- events --- */

/* Nodes that wait for the next event: where all is due anyway these say nothing. */
static void tape_nodes(RtChange *c, Tape *t)
{
	int32_t n = c->m->n_nodes;

	for (int32_t w = 0; w <= n / 64; w++) {
		uint64_t there = n - 64 * w >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << (n - 64 * w)) - 1;
		RtWord *word = &c->word[w];

		tape_word(t, &word->due);
		tape_word(t, &word->by_change);
		if ((word->due | word->by_change) & ~there)
			tape_refuse(t, "an equation waits that is none");
		word->due &= there;
		word->by_change &= there;
		c->due_words[w >> 6] &= ~(UINT64_C(1) << (w & 63));
		c->due_words[w >> 6] |= (uint64_t)(word->due != 0) << (w & 63);
	}
	for (int32_t p = 0; p < n; p++)
		tape_bytes(t, &c->node[p].fresh, sizeof c->node[p].fresh);
}

static void tape_change(Rt *rt, Tape *t)
{
	RtChange *c = &rt->change;
	const MdvModel *m = rt->m;

	if (!c->m)
		return;
	tape_flag(t, &c->stale);
	tape_bytes(t, &c->event, sizeof c->event);
	tape_nodes(c, t);
	tape_number(t, &c->lit.n, 0, m->n_actions);
	tape_numbers(t, c->lit.at, (size_t)c->lit.n, 0, m->n_actions - 1);
	for (int32_t k = 1; k < c->lit.n && !t->wrong; k++)
		if (c->lit.at[k - 1] >= c->lit.at[k])
			tape_refuse(t, "actions are not in order");
	heap_tape(&c->instants, m->n_time_events, t);
}

static void tape_limits(Rt *rt, Tape *t)
{
	RtLimits *l = &rt->limits;
	const MdvModel *m = rt->m;

	tape_flag(t, &l->all);
	for (int32_t k = 0; k < l->n && tape_reads(t); k++)
		l->in[l->crossing[k]] = false;
	tape_number(t, &l->n, 0, m->n_crossings);
	tape_numbers(t, l->crossing, (size_t)l->n, 0, m->n_crossings - 1);
	for (int32_t k = 0; k < l->n && tape_reads(t) && !t->wrong; k++) {
		if (l->in[l->crossing[k]] || m->crossing[l->crossing[k]].ladder < 0)
			tape_refuse(t, "a relation has no such limit");
		l->in[l->crossing[k]] = true;
	}
}

static void tape_events(Rt *rt, Tape *t)
{
	RtEvents *e = &rt->event;

	tape_flag(t, &e->opened);
	tape_flag(t, &e->terminated);
	tape_reals(t, e->read_before, (size_t)rt->m->n_ode_reads);
	tape_reals(t, e->x_before, (size_t)rt->n);
	tape_flags(t, rt->said.warned, (size_t)rt->m->n_actions);
	tape_change(rt, t);
	tape_limits(rt, t);
}

/* --- the whole --- */

/* What is counted with, and chosen by, has a value of its type. */
static void check_types(const Rt *rt, Tape *t)
{
	for (int32_t i = 0; i < rt->m->n_vars; i++) {
		const MdvVar *v = &rt->m->var[i];

		if (v->type != MDV_REAL && v->slot >= 0 &&
			!(v->flags & (MDV_VAR_NEGATED | MDV_VAR_ALIAS)) &&
			!limits_in_type(rt, v, rt->frame[v->slot]))
			tape_refuse(t, "a variable has a value that is none of its type");
	}
}

void rt_tape(Rt *rt, Tape *t)
{
	tape_reals(t, rt->frame, (size_t)rt->m->n_slots);
	if (tape_reads(t) && !t->wrong)
		check_types(rt, t);
	for (int32_t k = 0; k < rt->m->n_sets; k++)
		tape_set(rt, &rt->set[k], t);
	for (int32_t k = 0; k < rt->n_blocks; k++)
		tape_block(&rt->block[k], t);
	for (int use = 0; use < RT_USES; use++)
		tape_reals(t, rt->guesses.value[use], (size_t)rt->guesses.n);
	tape_word(t, &rt->stamp.parameters);
	tape_word(t, &rt->stamp.event);
	tape_last(rt, t);
	tape_events(rt, t);
	limits_tape(rt, t);
	operator_tape(rt, t);
}

unsigned char *rt_keep(Rt *rt, Arena *memory, size_t *size)
{
	Tape count = {0}, out = {0};

	rt_tape(rt, &count);
	out.to = arena_alloc(memory, count.at, 1);
	if (out.to)
		rt_tape(rt, &out);
	*size = count.at;
	return out.to;
}

const char *rt_put_back(Rt *rt, const unsigned char *kept, size_t size)
{
	Tape in = {.from = kept, .size = size};

	rt_tape(rt, &in);
	return in.wrong;
}
