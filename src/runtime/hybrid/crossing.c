/* SPDX-License-Identifier: MIT
   crossing.c — when a crossing function makes an event: as soon as the relation's value by it is
   another than the one in use. After an event a crossing function near zero sleeps, so that
   rounding (a brake at w = 1e-14) makes no events; it wakes when it has left a narrow band, and if
   it did so on the other side, that is an event too. Crossings that are awake are located at zero
   exactly. */
#include "runtime/hybrid/hybrid.h"

/* Positive on the side of z > 0 if the relation in use says so, else on the other. */
static double side(const HybridRun *r, int32_t i)
{
	const MdvCrossing *c = &r->rt->m->crossing[i];

	return c->relation < 0 || (r->rt->frame[c->relation] != 0) == c->positive ? 1 : -1;
}

/* Is the relation in use right at z = 0? */
static bool holds_at_zero(const HybridRun *r, int32_t i)
{
	const MdvCrossing *c = &r->rt->m->crossing[i];

	return c->relation < 0 || r->rt->frame[c->relation] != 0 ? c->closed : !c->closed;
}

double crossing_distance(const HybridRun *r, int32_t i, double z)
{
	return side(r, i) * z + (r->armed[i] ? 0 : r->band[i]);
}

bool crossing_violated(const HybridRun *r, int32_t i, double z)
{
	double g = crossing_distance(r, i, z);

	return g < 0 || (g == 0 && r->armed[i] && !holds_at_zero(r, i));
}

/* The size of what is compared is the largest seen so far: at a crossing of zero the operands are
   zero themselves. */
static void see_size(HybridRun *r, int32_t i)
{
	int32_t slot = r->rt->m->crossing[i].scale;
	double size = slot >= 0 ? fabs(r->rt->frame[slot]) : 1;

	if (isfinite(size) && size > r->size[i])
		r->size[i] = size;
}

static double band(const HybridRun *r, int32_t i)
{
	return (r->size[i] > 0 ? r->size[i] : 1) * r->rt->band;
}

/* The relation by its crossing function, asleep or not. */
static bool value_at(const MdvCrossing *c, double z)
{
	return z == 0 ? c->closed : (z > 0) == c->positive;
}

void crossing_hint(HybridRun *r)
{
	const MdvModel *m = r->rt->m;

	for (int32_t i = 0; i < m->n_crossings; i++) {
		bool used = m->crossing[i].relation < 0 || r->rt->frame[m->crossing[i].relation] != 0;

		if (value_at(&m->crossing[i], r->z_end[i]) != used)
			event_hint(r->rt, i);
	}
	event_hinted(r->rt);
}

MdvStatus crossing_arm(HybridRun *r)
{
	MdvStatus status = rt_zero(r->rt, r->t, r->x, r->z, RT_INTEGRATE);

	r->out->stats.zero_runs++;
	if (status != MDV_OK)
		return status > 0 ? MDV_FAILED : status;
	for (int32_t i = 0; i < r->rt->m->n_crossings; i++) {
		see_size(r, i);
		r->band[i] = band(r, i);
		/* One that slept makes its event at the edge of the band, and then sleeps on. */
		r->armed[i] = fabs(r->z[i]) > 2 * r->band[i];
		r->slope[i] = NAN;
	}
	return MDV_OK;
}

MdvStatus crossing_accept(HybridRun *r, const double z[])
{
	MdvStatus status = MDV_OK;

	for (int32_t i = 0; i < r->rt->m->n_crossings && status == MDV_OK; i++) {
		if (!r->armed[i] && fabs(z[i]) > r->band[i]) {
			r->armed[i] = true;
			status = stall_rearm(r, i);
		}
		see_size(r, i);
		r->z[i] = z[i];
	}
	return status;
}
