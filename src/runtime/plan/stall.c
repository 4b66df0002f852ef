/* SPDX-License-Identifier: MIT
   stall.c — events without end. Chattering: a relation changes so often that time hardly moves; it
   is named, and the run ends if that goes on. Zeno: events of a relation come at intervals that
   shrink by a fixed ratio (a bouncing ball); they accumulate at an instant beyond which the model
   as written says nothing sensible. As long as each event is found all is well (a model may stop
   its ball by itself); when one is overdue because it was too small to be seen, the run ends with
   the instant named, rather than to let the ball fall through the floor. */
#include "runtime/plan/steps.h"

#include <stdlib.h>
#include <string.h>

#define NEAR       1e-3 /* of the span */
#define STALL_NEAR 1e-6 /* of the span: time hardly moves */

enum { ALIKE = 5, MAX_STALLED = 1000, RETURNS = 8 };

static int compare_slots(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	return (x > y) - (x < y);
}

bool stall_allocate(Steps *s)
{
	const MdvModel *m = s->rt->m;
	Arena *a = &s->r->memory;
	int32_t *slot = NEW_ARRAY(a, int32_t, m->n_crossings);

	s->stall.gaps = NEW_ARRAY(a, StallGaps, 2 * (size_t)m->n_crossings);
	s->stall.is_relation = NEW_ARRAY(a, bool, m->n_discretes);
	s->stall.rate = NEW_ARRAY(a, double, s->rt->n);
	s->stall.t_rate = -INFINITY;
	if (!slot || !s->stall.gaps || !s->stall.is_relation || !s->stall.rate)
		return false;
	for (int32_t i = 0; i < m->n_crossings; i++)
		slot[i] = m->crossing[i].relation;
	if (m->n_crossings > 0)
		qsort(slot, (size_t)m->n_crossings, sizeof *slot, compare_slots);
	for (int32_t i = 0; i < m->n_discretes && m->n_crossings > 0; i++)
		s->stall.is_relation[i] = bsearch(&m->discrete[i].slot, slot, (size_t)m->n_crossings,
										  sizeof *slot, compare_slots) != NULL;
	return true;
}

/* Is what is discrete, but for relations, as it was at the last events that chattered? Of two in a
   row the one may count and the other not. */
static bool same_modes(Steps *s)
{
	const MdvModel *m = s->rt->m;
	uint64_t hash = 0, before = s->stall.modes;

	for (int32_t i = 0; i < m->n_discretes; i++)
		if (!s->stall.is_relation[i])
			hash = map_hash_bytes(&s->rt->frame[m->discrete[i].slot], sizeof(double), hash);
	s->stall.modes = hash;
	s->stall.n_same = hash == before ? s->stall.n_same + 1 : 0;
	return s->stall.n_same >= RETURNS;
}

/* Are derivatives what they were after the last event that chattered, as far as anyone can see:
   what they have changed by would do less than a hundredth of the tolerances in the whole run? So
   it is of flows around a rounded zero, which carry one enthalpy or another. */
#define UNSEEN_PART 0.01

static bool same_rates(Steps *s)
{
	Stall *stall = &s->stall;
	double t = s->r->t, span = s->r->span;
	bool same = t - stall->t_rate <= STALL_NEAR * span && rt_ode(s->rt, t, s->x, s->dx) == MDV_OK;

	for (int32_t i = 0; i < s->rt->n && same; i++)
		same = fabs(s->dx[i] - stall->rate[i]) * span <=
			   UNSEEN_PART * solver_tolerance(s->solver, i, fabs(s->x[i]));
	return same;
}

/* One that chatters has taken place, and its derivatives are to be compared. */
static void keep_rates(Steps *s)
{
	bool known = rt_ode(s->rt, s->r->t, s->x, s->stall.rate) == MDV_OK;

	s->stall.t_rate = known ? s->r->t : -INFINITY;
}

/* Nothing that counts has changed at the last events, again and again: quiet, by themselves. */
static bool is_idle(Steps *s, bool quiet)
{
	if (!s->solver) /* an importer of an FMU has tolerances of its own */
		return quiet;
	quiet = quiet || same_rates(s);
	keep_rates(s);
	return quiet;
}

static void name_relation(Steps *s, int32_t crossing)
{
	int32_t source = s->rt->m->crossing[crossing].source;

	if (source >= 0)
		report_source(s->rt, source);
	else
		report_add(s->rt, " (relation %d)", (int)crossing + 1);
}

/* Follow the gaps between events that give the relation the same value, and from which it bounced:
   crossing functions that go on to the other side are no sign of trouble. */
static void follow_gaps(Steps *s, const StepsPlace *place)
{
	int32_t slot = s->rt->m->crossing[place->crossing].relation;
	int value = slot >= 0 && s->rt->frame[slot] != 0;
	StallGaps *g = &s->stall.gaps[2 * place->crossing + value];
	double gap = place->t_right - g->last, ratio = g->gap > 0 ? gap / g->gap : 2;

	if (place->asleep)
		s->stall.gaps[2 * place->crossing + !value].bounced = true;
	/* The smallest gaps suffer from the integrator's tolerance: it is enough that they shrink. */
	if (ratio >= 0.99 || !g->bounced)
		g->n_alike = 0;
	else if (fabs(ratio - g->ratio) < 0.05 * ratio || g->n_alike >= ALIKE)
		g->n_alike++;
	if (g->n_alike <= ALIKE)
		g->ratio = ratio;
	g->gap = gap;
	g->last = place->t_right;
	g->bounced = false;
}

/* Does the solver begin anew, with small steps of low order, after each event? Errors of so many
   beginnings add up: of a ball that bounces 0.1 % of the time at which it comes to rest. */
static bool remembers_steps(const Steps *s)
{
	MdvSolver solver = s->r->o->run.solver;

	return solver == MDV_SOLVER_CVODE || solver == MDV_SOLVER_ADAMS || solver == MDV_SOLVER_IDA;
}

/* A crossing has left its band on the side that its relation says, and no event was needed. */
MdvStatus stall_rearm(Steps *s, int32_t crossing)
{
	static const char nearer[] = " or so (--solver auto or a smaller --tol tells it better)";
	const StallGaps *g = &s->stall.gaps[2 * crossing];
	double last =
		s->stall.n_events ? s->stall.ring[(s->stall.n_events - 1) % STALL_RING].t : -INFINITY;

	for (int k = 0; k < 2; k++, g++) {
		double rest = g->gap * g->ratio / (1 - g->ratio);

		/* Between two of the events it always leaves on the other side. What is far from the
		   instant of accumulation is not too small to be seen: gaps that shrink, of an engine that
		   speeds up, say, and noise around the events. */
		if (g->n_alike < ALIKE || g->last != last || !(rest <= NEAR * s->r->span))
			continue;
		report_fail(s->rt, MDV_FAILED, s->r->t,
					"the events come faster and faster, each gap %.3g of the one before: they "
					"accumulate at time %.9g%s, and the model does not say how to go on",
					g->ratio, g->last + rest, remembers_steps(s) ? nearer : "");
		name_relation(s, crossing);
		return MDV_FAILED;
	}
	return MDV_OK;
}

/* The relations of the last events, each once. */
static void name_ring(Steps *s)
{
	int32_t named[3], n = 0;

	for (int k = 0; k < STALL_RING && n < 3; k++) {
		bool known = s->stall.ring[k].crossing < 0;

		for (int32_t i = 0; i < n; i++)
			known |= named[i] == s->stall.ring[k].crossing;
		if (known)
			continue;
		named[n++] = s->stall.ring[k].crossing;
		name_relation(s, s->stall.ring[k].crossing);
	}
}

/* Does the crossing come again and again? Events of many relations, each once, are no trouble. */
static bool returns(const Steps *s, int32_t crossing)
{
	int n = 0;

	for (int k = 0; k < STALL_RING; k++)
		n += s->stall.ring[k].crossing == crossing;
	return s->stall.n_events >= STALL_RING && n >= RETURNS;
}

static void tell_numb(Steps *s, int32_t crossing, const char *why)
{
	if (s->stall.told_numb)
		return;
	s->stall.told_numb = true;
	report_fail(s->rt, MDV_RETRY, s->r->t,
				"at time %.9g: a relation changes again and again by values of %.1g, %s: as much "
				"and a little more counts as zero after its events",
				s->r->t, s->crossing[crossing].band, why);
	name_relation(s, crossing);
	report_warn(s->rt);
}

/* Does the crossing chatter by values that say nothing? They count as zero from now on. */
static bool is_noise(Steps *s, int32_t crossing, bool quiet)
{
	bool same = same_modes(s), idle = is_idle(s, quiet);

	if (same && idle && crossing_numb(s, crossing))
		tell_numb(s, crossing, "on which nothing depends that could be seen");
	else if (same && crossing_rounded(s, crossing))
		tell_numb(s, crossing, "which the last bits of states decide on");
	else
		return false;
	return true;
}

MdvStatus stall_event(Steps *s, const StepsPlace *place, bool quiet)
{
	double t = place->t_right;
	StallEvent *old = &s->stall.ring[s->stall.n_events % STALL_RING];
	/* Many events in one step are none: those that change no derivative restart nothing. */
	bool chatters = t - old->t <= STALL_NEAR * s->r->span && returns(s, place->crossing);

	follow_gaps(s, place);
	slide_watch(s, place->crossing);
	*old = (StallEvent){t, place->crossing};
	s->stall.n_events++;
	if (!(t - s->stall.progress_t <= STALL_NEAR * s->r->span)) {
		s->stall.progress_t = t;
		s->stall.progress_events = s->stall.n_events;
	}
	if (chatters && is_noise(s, place->crossing, quiet))
		return MDV_OK;
	if (chatters) {
		bool begun;

		TRY(slide_begin(s, &begun));
		if (begun)
			return MDV_OK;
	}
	if (chatters && !s->stall.warned) {
		s->stall.warned = true;
		report_fail(s->rt, MDV_RETRY, t,
					"at time %.9g: %d events at almost the same time, chattering", t, STALL_RING);
		name_ring(s);
		report_warn(s->rt);
	}
	/* Of many relations each may change once or twice. */
	if (s->stall.n_events - s->stall.progress_events < MAX_STALLED ||
		s->stall.n_events - s->stall.progress_events < 4 * (uint64_t)s->rt->m->n_crossings)
		return MDV_OK;
	report_fail(s->rt, MDV_FAILED, t,
				"at time %.9g time does not move any more: %llu events in a row", t,
				(unsigned long long)(s->stall.n_events - s->stall.progress_events));
	name_ring(s);
	return MDV_FAILED;
}
