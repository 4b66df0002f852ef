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

const IntegratorOps integrator_outside = {.open = open_outside, .close = close_outside};
