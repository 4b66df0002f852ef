/* SPDX-License-Identifier: MIT
   outside.c — steps that somebody else takes: an importer of the model asks for derivatives and
   crossing functions at points of its own choice (FMI's model exchange). What is left to this side
   is what events need: which crossings are awake (crossing.c), what happens at an event (hybrid.c),
   and what has to be known at the points that count. */
#include "runtime/plan/steps.h"

#include <float.h>
#include <string.h>

/* The states are x now, and the crossings are as the event has left them. */
static MdvStatus arm(Steps *s)
{
	rt_states(s->rt, s->x);
	return crossing_arm(s);
}

static MdvStatus open_outside(HybridRun *r)
{
	Steps *s = steps_new(r);

	if (!s || !steps_allocate(s))
		return MDV_NO_MEMORY;
	return arm(s);
}

static void close_outside(HybridRun *r)
{
	(void)r; /* everything is in its memory */
}

static void take_point(Steps *s, const double x[])
{
	if (s->rt->n > 0)
		memcpy(s->x, x, (size_t)s->rt->n * sizeof *x);
}

/* Away from zero by the band, if it sleeps. Importers look for zeros, and may find one exactly,
   where the relation is what it was: an event there would do nothing, and the right one follow it
   at once. So only what makes an event is zero. */
static double told(const Steps *s, int32_t i, double z)
{
	const Crossing *c = &s->crossing[i];
	double x = c->armed ? z : z + c->side * c->band;

	return x == 0 && !crossing_over(s, i, z) ? c->side * DBL_MIN : x;
}

MdvStatus outside_indicators(HybridRun *r, double t, const double x[], double z[], RtUse use)
{
	Steps *s = r->state;

	r->out->stats.zero_runs++;
	TRY(rt_zero(s->rt, t, x, NULL, 0, NULL, use));
	for (int32_t i = 0; i < s->rt->m->n_crossings; i++)
		z[i] = rt_crossing(s->rt, i);
	FOR_WATCHED (s, i) {
		if (isnan(z[i])) {
			report_not_finite(s->rt, "a relation", -1);
			report_source(s->rt, s->rt->m->crossing[i].source);
			return MDV_RETRY;
		}
		z[i] = told(s, i, z[i]);
	}
	return MDV_OK;
}

MdvStatus outside_accept(HybridRun *r, double t, const double x[], bool *selected)
{
	Steps *s = r->state;

	take_point(s, x);
	if (s->watch.n > 0)
		TRY(rt_zero(s->rt, t, x, s->watch.at, s->watch.n, s->z.end, RT_INTEGRATE));
	TRY(crossing_accept(s, s->z.end));
	r->t = r->out->t = t;
	return steps_accept(s, selected);
}

MdvStatus outside_begin_event(HybridRun *r, double t, const double x[])
{
	Steps *s = r->state;

	take_point(s, x);
	TRY_FINAL(rt_zero(s->rt, t, x, s->watch.at, s->watch.n, s->z.end, RT_INTEGRATE));
	TRY_FINAL(rt_output(s->rt, t, x, RT_INTEGRATE));
	return operator_keep(s->rt, t, false);
}

/* The first crossing that the importer has stepped over; -1: none. */
static int32_t find_crossing(const Steps *s)
{
	FOR_WATCHED (s, i)
		if (crossing_over(s, i, s->z.end[i]))
			return i;
	return -1;
}

MdvStatus outside_end_event(HybridRun *r, double t, bool *restart)
{
	Steps *s = r->state;
	StepsPlace place = {true, t, t, find_crossing(s), false};

	place.asleep = place.crossing >= 0 && !s->crossing[place.crossing].armed;
	crossing_hint(s);
	TRY(hybrid_event(r, t, place.crossing, restart));
	TRY(arm(s));
	hybrid_settled(r);
	r->out->stats.state_events += place.crossing >= 0;
	r->out->stats.time_events += place.crossing < 0;
	return place.crossing >= 0 ? stall_event(s, &place, false) : MDV_OK;
}

/* --- written down --- */

static void tape_crossing(Crossing *c, Tape *t)
{
	double *real[] = {&c->side,  &c->band, &c->wide,     &c->numb,
					  &c->slope, &c->size, &c->size_old, &c->size_ever};
	bool *flag[] = {&c->armed, &c->zero_holds, &c->slept, &c->at_band, &c->used};

	for (size_t k = 0; k < sizeof real / sizeof *real; k++)
		tape_real(t, real[k]);
	for (size_t k = 0; k < sizeof flag / sizeof *flag; k++)
		tape_flag(t, flag[k]);
}

static void tape_watch(Steps *s, Tape *t)
{
	Watch *w = &s->watch;
	const MdvModel *m = s->rt->m;

	for (int32_t k = 0; k < m->n_ladders; k++) {
		tape_real(t, &w->ladder[k].z);
		heap_tape(&w->ladder[k].above, w->ladder[k].n, t);
		heap_tape(&w->ladder[k].below, w->ladder[k].n, t);
	}
	for (int32_t k = w->n_alone; k < w->n && tape_reads(t); k++)
		s->crossing[w->at[k]].watched = false;
	tape_number(t, &w->n, w->n_alone, m->n_crossings);
	for (int32_t k = w->n_alone; k < w->n && !t->wrong; k++) {
		tape_number(t, &w->at[k], 0, m->n_crossings - 1);
		if (!tape_reads(t) || t->wrong)
			continue;
		if (m->crossing[w->at[k]].ladder < 0 || s->crossing[w->at[k]].watched)
			tape_refuse(t, "a relation is watched twice");
		s->crossing[w->at[k]].watched = true;
	}
}

static void tape_stall(Steps *s, Tape *t)
{
	Stall *stall = &s->stall;
	int32_t n = s->rt->m->n_crossings;

	for (int32_t k = 0; k < 2 * n; k++) {
		StallGaps *g = &stall->gaps[k];

		tape_real(t, &g->last);
		tape_real(t, &g->gap);
		tape_real(t, &g->ratio);
		tape_number(t, &g->n_alike, 0, INT32_MAX / 2);
		tape_flag(t, &g->bounced);
	}
	tape_word(t, &stall->modes);
	tape_number(t, &stall->n_same, 0, INT32_MAX / 2);
	for (int k = 0; k < STALL_RING && n > 0; k++) {
		tape_real(t, &stall->ring[k].t);
		tape_number(t, &stall->ring[k].crossing, 0, n - 1);
	}
	tape_word(t, &stall->n_events);
	tape_word(t, &stall->progress_events);
	tape_real(t, &stall->progress_t);
	tape_flag(t, &stall->warned);
	tape_flag(t, &stall->told_numb);
}

static void tape_run(HybridRun *r, Tape *t)
{
	uint64_t texts = r->texts.left;

	tape_real(t, &r->t);
	tape_real(t, &r->next);
	tape_real(t, &r->out->t);
	tape_flag(t, &r->out->terminated);
	tape_flag(t, &r->ended);
	tape_flag(t, &r->force_restart);
	tape_real(t, &r->crowd.t);
	tape_word(t, &r->crowd.n);
	tape_word(t, &r->crowd.own);
	tape_real(t, &r->rows.t_last);
	tape_word(t, &texts);
	r->texts.left = (size_t)texts;
	if (tape_reads(t) && (!isfinite(r->t) || isnan(r->next)))
		tape_refuse(t, "a time is none");
}

void outside_tape(HybridRun *r, Tape *t)
{
	Steps *s = r->state;
	size_t n = (size_t)s->rt->m->n_crossings;

	tape_run(r, t);
	rt_tape(s->rt, t);
	tape_reals(t, s->x, (size_t)s->rt->n);
	tape_flag(t, &s->fresh);
	tape_flag(t, &s->wants_event);
	for (size_t i = 0; i < n; i++)
		tape_crossing(&s->crossing[i], t);
	tape_reals(t, s->z.now, n);
	tape_reals(t, s->z.end, n);
	tape_watch(s, t);
	tape_stall(s, t);
}

const IntegratorOps integrator_outside = {.open = open_outside, .close = close_outside};
