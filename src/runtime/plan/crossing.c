/* SPDX-License-Identifier: MIT
   crossing.c — when a crossing function makes an event: as soon as the relation's value by it is
   another than the one in use. After an event a crossing function near zero sleeps, so that
   rounding (a brake at w = 1e-14) makes no events; it wakes when it has left a narrow band, and if
   it did so on the other side, that is an event too, at the instant at which it was zero. Crossings
   that are awake are located at zero exactly: the band, paper 000's epsilon, only tells when one is
   awake, and event times carry nothing of it (paper 000, eqs 8-25, has it in the event's place). */
#include "runtime/plan/steps.h"

#include <float.h>

#define SMALLEST_BAND 1e-13 /* of the largest operands ever */
#define WIDEN         4     /* the band, by an event that changes nothing */
#define WIDEST        1e-6  /* of the largest operands ever: beyond, it is no noise */

/* What the relation in use says: on which side of zero z is, and whether it may be zero. */
static void see_relation(Steps *s, int32_t i)
{
	const MdvCrossing *c = &s->rt->m->crossing[i];
	bool used = c->relation < 0 || s->rt->frame[c->relation] != 0;

	s->crossing[i].side = c->relation < 0 || used == c->positive ? 1 : -1;
	s->crossing[i].zero_holds = used ? c->closed : !c->closed;
}

/* The size of what is compared: at a crossing of zero the operands are zero themselves, so the
   largest values since the change before the last count, and a little of the largest ever. */
static void see_size(Steps *s, int32_t i)
{
	double size = rt_crossing_size(s->rt, i);

	if (!isfinite(size))
		return;
	s->crossing[i].size = fmax(s->crossing[i].size, size);
	s->crossing[i].size_ever = fmax(s->crossing[i].size_ever, size);
}

static double band(const Steps *s, int32_t i)
{
	double least = SMALLEST_BAND * (s->crossing[i].size_ever > 0 ? s->crossing[i].size_ever : 1);

	least = fmax(least, s->rt->band * fmax(s->crossing[i].size, s->crossing[i].size_old));
	return fmax(least * fmax(1, s->crossing[i].wide), s->crossing[i].numb);
}

static bool relation_of(const Steps *s, int32_t i)
{
	int32_t slot = s->rt->m->crossing[i].relation;

	return slot >= 0 && s->rt->frame[slot] != 0;
}

/* The relation by its crossing function, asleep or not. */
static bool value_at(const MdvCrossing *c, double z)
{
	return z == 0 ? c->closed : (z > 0) == c->positive;
}

void crossing_hint(Steps *s)
{
	const MdvModel *m = s->rt->m;

	FOR_WATCHED (s, i) {
		bool used = m->crossing[i].relation < 0 || s->rt->frame[m->crossing[i].relation] != 0;

		if (value_at(&m->crossing[i], s->z.end[i]) != used)
			event_hint(s->rt, i);
	}
	watch_hint(s);
	event_hinted(s->rt);
}

MdvStatus crossing_arm(Steps *s)
{
	s->r->out->stats.zero_runs++;
	s->fresh = false;
	TRY_FINAL(rt_zero(s->rt, s->r->t, s->x, NULL, 0, NULL, RT_INTEGRATE));
	FOR_WATCHED (s, i) {
		if (relation_of(s, i) == s->crossing[i].used)
			continue;
		s->crossing[i].size_old = s->crossing[i].size;
		s->crossing[i].size = 0;
		s->crossing[i].wide = 1;
	}
	watch_choose(s);
	TRY_FINAL(rt_crossings(s->rt, s->watch.at, s->watch.n, s->z.now));
	sample_forget(s);
	sample_remember(s, s->r->t, s->z.now);
	FOR_WATCHED (s, i) {
		see_relation(s, i);
		see_size(s, i);
		s->crossing[i].used = relation_of(s, i);
		s->crossing[i].band = band(s, i);
		s->crossing[i].armed = fabs(s->z.now[i]) > 2 * s->crossing[i].band;
		s->fresh |= !s->crossing[i].armed;
		s->crossing[i].slope = NAN;
	}
	return MDV_OK;
}

/* The crossing function is the result of an iteration, say, whose error makes it leave the band. */
void crossing_widen(Steps *s, int32_t i)
{
	Crossing *c = &s->crossing[i];
	double widest = WIDEST * (c->size_ever > 0 ? c->size_ever : 1);

	if (s->rt->m->crossing[i].relation < 0 || WIDEN * c->band > widest)
		return;
	c->wide = WIDEN * fmax(1, c->wide);
	c->band = band(s, i);
	c->armed = fabs(s->z.now[i]) > 2 * c->band;
	s->fresh |= !c->armed;
}

/* A brake that is stuck: its speed is the rounding of other speeds, so small beside all that it
   ever was that its own size says nothing. The accuracy of states does, of which this is a small
   part. */
#define NUMB_PART 1e-4

static bool widen_to(Steps *s, int32_t i, double most)
{
	Crossing *c = &s->crossing[i];

	if (WIDEN * c->band > most)
		return false;
	c->numb = WIDEN * c->band;
	c->band = band(s, i);
	c->armed = fabs(s->z.now[i]) > 2 * c->band;
	s->fresh |= !c->armed;
	return true;
}

bool crossing_numb(Steps *s, int32_t i)
{
	double most = INFINITY;

	if (!s->solver || s->rt->n == 0) /* an importer of an FMU has tolerances of its own */
		return false;
	for (int32_t k = 0; k < s->rt->n; k++)
		most = fmin(most, s->solver->atol[k]);
	return widen_to(s, i, NUMB_PART * most);
}

/* A flow through a closed pump is the difference of two pressures, divided: the last bits of states
   decide on its sign. How far they move it is seen by moving them, this way and that. */
#define LAST_BITS (16 * DBL_EPSILON)
#define N_MOVES   4

static MdvStatus value_with(Steps *s, int32_t i, const double x[], double *z)
{
	TRY(rt_zero(s->rt, s->r->t, x, &i, 1, s->z.trial, RT_INTEGRATE));
	*z = s->z.trial[i];
	return MDV_OK;
}

bool crossing_rounded(Steps *s, int32_t i)
{
	double z, moved, most = 0;

	if (value_with(s, i, s->x, &z) != MDV_OK)
		return false;
	for (uint64_t k = 0; k < N_MOVES; k++) {
		for (int32_t j = 0; j < s->rt->n; j++) {
			bool up = map_hash(k * (uint64_t)s->rt->n + (uint64_t)j) & 1;

			s->x_try[j] = s->x[j] * (up ? 1 + LAST_BITS : 1 - LAST_BITS);
		}
		if (value_with(s, i, s->x_try, &moved) == MDV_OK)
			most = fmax(most, fabs(moved - z));
	}
	return value_with(s, i, s->x, &z) == MDV_OK && widen_to(s, i, WIDEN * most);
}

MdvStatus crossing_wake(Steps *s, const double z[], bool *woken)
{
	*woken = false;
	FOR_WATCHED (s, i) {
		if (s->crossing[i].armed || !(fabs(z[i]) > s->crossing[i].band))
			continue;
		s->crossing[i].armed = *woken = true;
		s->crossing[i].at_band = false;
		TRY(stall_rearm(s, i));
	}
	return MDV_OK;
}

MdvStatus crossing_accept(Steps *s, const double z[])
{
	bool woken;

	s->fresh = false;
	TRY(crossing_wake(s, z, &woken));
	FOR_WATCHED (s, i) {
		see_size(s, i);
		s->z.now[i] = z[i];
	}
	return MDV_OK;
}

/* Of the largest operands: what is no noise. */
#define MISSED_PART 1e-3

static bool any_sampled(const Steps *s)
{
	FOR_WATCHED (s, i)
		if (!s->crossing[i].proved)
			return true;
	return false;
}

/* What is noise beside the largest operands is seen at the end, when these are known. */
MdvStatus crossing_check_row(Steps *s, double t, const double x[])
{
	MdvStatus status;

	if (s->watch.n == 0 || !any_sampled(s))
		return MDV_OK;
	status =
		rt_zero_only(s->rt, t, x, s->watch.at, s->watch.n, s->prove.z, RT_OUTPUT, RT_CORRECTED);
	if (status != MDV_OK)
		return status < 0 || status == MDV_STOPPED ? status : MDV_OK;
	FOR_WATCHED (s, i) {
		const Crossing *c = &s->crossing[i];
		double z = fabs(s->prove.z[i]);

		if (!c->proved && crossing_over(s, i, s->prove.z[i]) && z > 2 * c->band &&
			z * s->missed.size > s->missed.z * c->size_ever)
			s->missed = (Missed){i, t, z, c->size_ever};
	}
	return MDV_OK;
}

void crossing_tell_missed(Steps *s)
{
	static const char form[] =
		"at time %.9g results contradict a relation that has not changed: an "
		"event was missed, and others may be; --max-step may help%s%s%s";
	const Missed *m = &s->missed;
	int32_t source;

	if (m->z == 0 || !(m->z > MISSED_PART * s->crossing[m->crossing].size_ever))
		return;
	source = s->rt->m->crossing[m->crossing].source;
	if (*rt_message(s->rt)) { /* why the run has ended is told afterwards, and stays */
		report_log(s->rt, form, m->t, source >= 0 ? " in '" : "",
				   source >= 0 ? s->rt->m->source[source].text : "", source >= 0 ? "'" : "");
		return;
	}
	report_fail(s->rt, MDV_RETRY, m->t, form, m->t, "", "", "");
	report_source(s->rt, source);
	report_warn(s->rt);
}
