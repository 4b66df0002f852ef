/* SPDX-License-Identifier: MIT
   crossing.c — when a crossing function makes an event: as soon as the relation's value by it is
   another than the one in use. After an event a crossing function near zero sleeps, so that
   rounding (a brake at w = 1e-14) makes no events; it wakes when it has left a narrow band, and if
   it did so on the other side, that is an event too, at the instant at which it was zero. Crossings
   that are awake are located at zero exactly: the band, paper 000's epsilon, only tells when one is
   awake, and event times carry nothing of it (paper 000, eqs 8-25, has it in the event's place). */
#include "runtime/plan/plan.h"

#define SMALLEST_BAND 1e-13 /* of the largest operands ever */

/* What the relation in use says: on which side of zero z is, and whether it may be zero. */
static void see_relation(HybridRun *r, int32_t i)
{
	const MdvCrossing *c = &r->rt->m->crossing[i];
	bool used = c->relation < 0 || r->rt->frame[c->relation] != 0;

	r->side[i] = c->relation < 0 || used == c->positive ? 1 : -1;
	r->zero_holds[i] = used ? c->closed : !c->closed;
}

/* The size of what is compared: at a crossing of zero the operands are zero themselves, so the
   largest values since the change before the last count, and a little of the largest ever. */
static void see_size(HybridRun *r, int32_t i)
{
	double size = rt_crossing_size(r->rt, i);

	if (!isfinite(size))
		return;
	r->size[i] = fmax(r->size[i], size);
	r->size_ever[i] = fmax(r->size_ever[i], size);
}

static double band(const HybridRun *r, int32_t i)
{
	double least = SMALLEST_BAND * (r->size_ever[i] > 0 ? r->size_ever[i] : 1);

	return fmax(least, r->rt->band * fmax(r->size[i], r->size_old[i]));
}

static bool relation_of(const HybridRun *r, int32_t i)
{
	int32_t slot = r->rt->m->crossing[i].relation;

	return slot >= 0 && r->rt->frame[slot] != 0;
}

void crossing_remember(HybridRun *r)
{
	FOR_WATCHED (r, i)
		r->used[i] = relation_of(r, i);
}

/* The relation by its crossing function, asleep or not. */
static bool value_at(const MdvCrossing *c, double z)
{
	return z == 0 ? c->closed : (z > 0) == c->positive;
}

void crossing_hint(HybridRun *r)
{
	const MdvModel *m = r->rt->m;

	FOR_WATCHED (r, i) {
		bool used = m->crossing[i].relation < 0 || r->rt->frame[m->crossing[i].relation] != 0;

		if (value_at(&m->crossing[i], r->z_end[i]) != used)
			event_hint(r->rt, i);
	}
	watch_hint(r);
	event_hinted(r->rt);
}

MdvStatus crossing_arm(HybridRun *r)
{
	r->out->stats.zero_runs++;
	r->fresh = false;
	TRY_FINAL(rt_zero(r->rt, r->t, r->x, NULL, 0, NULL, RT_INTEGRATE));
	FOR_WATCHED (r, i) {
		if (relation_of(r, i) == r->used[i])
			continue;
		r->size_old[i] = r->size[i];
		r->size[i] = 0;
	}
	watch_choose(r);
	TRY_FINAL(rt_crossings(r->rt, r->watch, r->n_watch, r->z));
	FOR_WATCHED (r, i) {
		see_relation(r, i);
		see_size(r, i);
		r->band[i] = band(r, i);
		r->armed[i] = fabs(r->z[i]) > 2 * r->band[i];
		r->fresh |= !r->armed[i];
		r->slope[i] = NAN;
	}
	return MDV_OK;
}

MdvStatus crossing_wake(HybridRun *r, const double z[], bool *woken)
{
	*woken = false;
	FOR_WATCHED (r, i) {
		if (r->armed[i] || !(fabs(z[i]) > r->band[i]))
			continue;
		r->armed[i] = *woken = true;
		r->at_band[i] = false;
		TRY(stall_rearm(r, i));
	}
	return MDV_OK;
}

MdvStatus crossing_accept(HybridRun *r, const double z[])
{
	bool woken;

	r->fresh = false;
	TRY(crossing_wake(r, z, &woken));
	FOR_WATCHED (r, i) {
		see_size(r, i);
		r->z[i] = z[i];
	}
	return MDV_OK;
}
