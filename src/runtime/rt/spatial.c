/* SPDX-License-Identifier: MIT
   spatial.c — spatialDistribution (MLS 3.7.4.2): a pipe of length 1 whose content moves by x. What
   is at y carries the mark s = y - x, which does not change while it moves: the profile is a
   function u(s), the pipe the window from -x to 1 - x, and what flows in makes the function longer
   at one of its ends. Points of it are kept at accepted steps and on both sides of events, and read
   with cubic interpolation between corners (the points given at the start, events).

   A corner or jump that comes out is an event: between events one smooth piece is read. The end of
   what has flown in so far is the end of a piece too, so that no step is longer than the pipe. */
#include "runtime/rt/rt.h"

#include <string.h>

/* --- the profile --- */

/* Room for one more point at either end. */
static bool make_room(const Rt *rt, RtSpatial *p)
{
	size_t cap = p->cap ? 2 * p->cap : 64, first;
	RtSpatialPoint *at;

	if (p->n + 2 <= p->cap && p->first > 0 && p->first + p->n < p->cap)
		return true;
	if (p->n + 2 <= p->cap / 2)
		cap = p->cap; /* only its place is bad */
	at = alloc_new(rt->alloc, cap * sizeof *at);
	if (!at)
		return false;
	first = (cap - p->n) / 2;
	if (p->n > 0)
		memcpy(at + first, p->at + p->first, p->n * sizeof *at);
	alloc_free(rt->alloc, p->at, p->cap * sizeof *at);
	p->at = at;
	p->first = first;
	p->cap = cap;
	return true;
}

static bool put_front(const Rt *rt, RtSpatial *p, RtSpatialPoint point)
{
	if (!make_room(rt, p))
		return false;
	p->at[--p->first] = point;
	p->n++;
	return true;
}

static bool put_back(const Rt *rt, RtSpatial *p, RtSpatialPoint point)
{
	if (!make_room(rt, p))
		return false;
	p->at[p->first + p->n++] = point;
	return true;
}

/* Through the points low … high, around s: a cubic, or what the number of points allows. */
static double interpolate(const RtSpatialPoint *at, size_t low, size_t high, double s)
{
	size_t a = low, b = high, first, n;
	double sum;

	while (b - a > 1) {
		size_t mid = a + (b - a) / 2;

		if (at[mid].s <= s)
			a = mid;
		else
			b = mid;
	}
	first = a > low ? a - 1 : a;
	n = (b < high ? b + 1 : b) - first + 1;
	if (s < at[a].s || s > at[b].s) { /* in a step that is being tried: along the last line */
		first = a;
		n = b - a + 1;
	}
	sum = at[first].u;
	for (size_t i = 1; i < n; i++) {
		double term = at[first + i].u - at[first].u;

		for (size_t j = 0; j < n; j++)
			if (j != i)
				term *= (s - at[first + j].s) / (at[first + i].s - at[first + j].s);
		sum += term;
	}
	return sum;
}

/* The piece without corners that holds the place just below s, or just above it. */
static void find_piece(const RtSpatial *p, double s, bool below, size_t *low, size_t *high)
{
	const RtSpatialPoint *at = p->at + p->first;
	size_t a = 0, b = p->n - 1;

	while (b - a > 1) {
		size_t mid = a + (b - a) / 2;

		if (below ? at[mid].s < s : at[mid].s <= s)
			a = mid;
		else
			b = mid;
	}
	if (at[a].s == at[b].s) { /* beyond one of the ends, and a jump is there */
		*low = *high = s <= at[a].s ? a : b;
		return;
	}
	while (a > 0 && !at[a].corner && at[a - 1].s < at[a].s)
		a--;
	while (b + 1 < p->n && !at[b].corner && at[b].s < at[b + 1].s)
		b++;
	*low = a;
	*high = b;
}

/* --- reading --- */

/* Choose the piece to be read from x on. */
static void choose(RtSpatial *p, double x)
{
	find_piece(p, p->positive ? 1 - x : -x, p->positive, &p->low, &p->high);
}

/* From the end of the profile on, along the line from the point before. */
static double last_line(const RtSpatialPoint *end, const RtSpatialPoint *before, double s)
{
	if (end->corner || end->s == before->s)
		return end->u;
	return end->u + (end->u - before->u) * ((s - end->s) / (end->s - before->s));
}

static void read_one(Rt *rt, const MdvSpatial *m, const RtSpatial *p)
{
	const RtSpatialPoint *at = p->at + p->first;
	double x = rt->frame[m->state], s = p->positive ? 1 - x : -x;
	double u = interpolate(at, p->low, p->high, s);

	/* At the inlet: what has flown in so far, not the input itself, which would be a loop. */
	rt->frame[m->out[0]] = p->positive ? last_line(&at[0], &at[1], -x) : u;
	rt->frame[m->out[1]] = p->positive ? u : last_line(&at[p->n - 1], &at[p->n - 2], 1 - x);
	rt->frame[m->rest] = p->positive ? s - at[p->low].s : at[p->high].s - s;
}

/* Give the values at both ends for the frame's states. */
static void read(Rt *rt, void *state)
{
	RtSpatial *spatial = state;

	for (int32_t i = 0; i < rt->m->n_spatials; i++) {
		const MdvSpatial *m = &rt->m->spatial[i];

		if (spatial[i].n > 0) {
			read_one(rt, m, &spatial[i]);
			continue;
		}
		/* Before the start: the ends of the profile given. */
		rt->frame[m->out[0]] = rt->frame[m->value[0]];
		rt->frame[m->out[1]] = rt->frame[m->value[m->n_points - 1]];
		rt->frame[m->rest] = 1;
	}
}

/* Before initialization: the ends of the profile as given. */
static void wait(Rt *rt, void *state)
{
	RtSpatial *spatial = state;

	for (int32_t i = 0; i < rt->m->n_spatials; i++)
		spatial[i].n = 0;
	read(rt, state);
}

/* What is read from now on; true: another piece. */
static bool release(Rt *rt, void *state, double t, RtEvent *out)
{
	RtSpatial *spatial = state;
	bool any = false;

	(void)t, (void)out;
	for (int32_t i = 0; i < rt->m->n_spatials; i++) {
		RtSpatial *p = &spatial[i];
		size_t low = p->low, high = p->high;

		if (p->n == 0)
			continue;
		choose(p, rt->frame[rt->m->spatial[i].state]);
		any |= low != p->low || high != p->high;
	}
	return any;
}

/* --- what flows in --- */

/* What lies above s is gone; the profile ends there. */
static bool cut_back(const Rt *rt, RtSpatial *p, double s)
{
	RtSpatialPoint *at = p->at + p->first, end = {s, 0, true};
	size_t low, high;

	if (at[p->n - 1].s <= s)
		return true;
	find_piece(p, s, true, &low, &high);
	end.u = interpolate(at, low, high, s);
	while (p->n > 1 && at[p->n - 1].s >= s)
		p->n--;
	return put_back(rt, p, end);
}

static bool cut_front(const Rt *rt, RtSpatial *p, double s)
{
	RtSpatialPoint *at = p->at + p->first, end = {s, 0, true};
	size_t low, high;

	if (at[0].s >= s)
		return true;
	find_piece(p, s, false, &low, &high);
	end.u = interpolate(at, low, high, s);
	while (p->n > 1 && p->at[p->first].s <= s) {
		p->first++;
		p->n--;
	}
	return put_front(rt, p, end);
}

/* Points that have left, but for a few. */
static void trim(RtSpatial *p, double x)
{
	while (p->n > 64 && p->at[p->first + p->n - 5].s > 1 - x)
		p->n--;
	while (p->n > 64 && p->at[p->first + 4].s < -x) {
		p->first++;
		p->n--;
	}
}

static bool same(double a, double b)
{
	return fabs(a - b) <= 1e-8 * fmax(fabs(a), fabs(b)) + 1e-12;
}

/* The value u at an inlet, on the right side of an event if `corner`. */
static bool flow_in(const Rt *rt, RtSpatial *p, bool front, RtSpatialPoint point)
{
	RtSpatialPoint *end = &p->at[front ? p->first : p->first + p->n - 1];

	/* An event that does not change it is no corner: else each would make others in all profiles.
	 */
	if (point.corner && same(end->u, point.u))
		point.corner = false;
	/* Two points that nearly coincide, but are no jump, would spoil the interpolation. */
	if ((front ? end->s - point.s : point.s - end->s) < 1e-9) {
		if (!point.corner)
			return true;
		end->corner = true;
		point.s = end->s;
	}
	return front ? put_front(rt, p, point) : put_back(rt, p, point);
}

static bool keep_one(Rt *rt, const MdvSpatial *m, RtSpatial *p, bool event)
{
	double x = rt->frame[m->state], from = event ? x : p->x;
	bool positive = event ? rt->frame[m->positive] != 0 : x > p->x, ok;
	RtSpatialPoint point = {positive ? -x : 1 - x, rt->frame[m->in[positive ? 0 : 1]], event};

	if (!event && x == p->x)
		return true;
	/* Where it flows in now nothing that left there before comes back. */
	ok = positive ? cut_front(rt, p, -from) : cut_back(rt, p, 1 - from);
	ok = ok && flow_in(rt, p, positive, point);
	if (event)
		p->positive = positive;
	trim(p, from);
	/* A step may end on a corner: it is passed at the event only. */
	choose(p, from);
	p->x = x;
	return ok;
}

/* An accepted point, or the right side of an event. */
static MdvStatus keep(Rt *rt, void *state, double t, bool event)
{
	RtSpatial *spatial = state;

	(void)t;
	for (int32_t i = 0; i < rt->m->n_spatials; i++)
		if (!keep_one(rt, &rt->m->spatial[i], &spatial[i], event))
			return MDV_NO_MEMORY;
	return MDV_OK;
}

/* Inside of an event: a direction or position has changed. */
static MdvStatus turn(Rt *rt, void *state, bool *any)
{
	RtSpatial *spatial = state;
	bool turned = false;

	for (int32_t i = 0; i < rt->m->n_spatials; i++) {
		const MdvSpatial *m = &rt->m->spatial[i];
		RtSpatial *p = &spatial[i];
		bool positive = rt->frame[m->positive] != 0;
		double x = rt->frame[m->position];

		if (rt->frame[m->state] != x && !same(rt->frame[m->state], x)) {
			rt->frame[m->state] = x; /* reinit of what it follows */
			turned = true;
		}
		if (positive == p->positive)
			continue;
		p->positive = positive;
		choose(p, rt->frame[m->state]);
		turned = true;
	}
	if (turned)
		read(rt, state);
	*any |= turned;
	return MDV_OK;
}

/* --- the start --- */

static MdvStatus wrong_points(Rt *rt, const char *what)
{
	return report_fail(rt, MDV_FAILED, rt_time(rt),
					   "the initial points of a spatialDistribution %s", what);
}

/* The profile as given, at the frame's position. */
static MdvStatus begin(Rt *rt, void *state, double t)
{
	RtSpatial *spatial = state;

	(void)t;
	for (int32_t i = 0; i < rt->m->n_spatials; i++) {
		const MdvSpatial *m = &rt->m->spatial[i];
		RtSpatial *p = &spatial[i];
		double x = rt->frame[m->position];

		p->n = 0;
		p->first = p->cap / 2;
		if (rt->frame[m->point[0]] != 0 || rt->frame[m->point[m->n_points - 1]] != 1)
			return wrong_points(rt, "must begin with 0 and end with 1");
		for (int32_t k = 0; k < m->n_points; k++) {
			RtSpatialPoint point = {rt->frame[m->point[k]] - x, rt->frame[m->value[k]], true};

			if (k > 0 && rt->frame[m->point[k]] < rt->frame[m->point[k - 1]])
				return wrong_points(rt, "must be in order");
			if (!put_back(rt, p, point))
				return MDV_NO_MEMORY;
		}
		p->positive = rt->frame[m->positive] != 0;
		p->x = rt->frame[m->state] = x;
		choose(p, x);
	}
	read(rt, state);
	return MDV_OK;
}

/* --- written down --- */

/* Room for n points and one more at either end; those before are gone. */
static bool take_room(const Rt *rt, RtSpatial *p, size_t n)
{
	RtSpatialPoint *at = p->at;

	if (n + 2 > p->cap) {
		at = alloc_new(rt->alloc, (n + 2) * sizeof *at);
		if (!at)
			return false;
		alloc_free(rt->alloc, p->at, p->cap * sizeof *at);
		p->cap = n + 2;
	}
	p->at = at;
	p->n = n;
	p->first = (p->cap - n) / 2;
	return true;
}

static void tape_profile(const Rt *rt, RtSpatial *p, Tape *t)
{
	size_t n = tape_count(t, p->n, 2 * sizeof(double) + 1);
	size_t low = tape_count(t, p->low, 0), high = tape_count(t, p->high, 0);

	if (tape_reads(t) && !(n >= 2 && low <= high && high < n))
		tape_refuse(t, "a spatialDistribution has no profile");
	if (tape_reads(t) && !t->wrong && !take_room(rt, p, n))
		tape_refuse(t, "there is no memory for the profile of a spatialDistribution");
	if (t->wrong)
		return;
	p->low = low;
	p->high = high;
	for (size_t k = p->first; k < p->first + n; k++) {
		tape_real(t, &p->at[k].s);
		tape_real(t, &p->at[k].u);
		tape_flag(t, &p->at[k].corner);
		if (tape_reads(t) && !(k == p->first || p->at[k].s >= p->at[k - 1].s))
			tape_refuse(t, "the profile of a spatialDistribution is not in order");
	}
}

static void tape(Rt *rt, void *state, Tape *t)
{
	RtSpatial *spatial = state;

	for (int32_t i = 0; i < rt->m->n_spatials; i++) {
		tape_profile(rt, &spatial[i], t);
		tape_real(t, &spatial[i].x);
		tape_flag(t, &spatial[i].positive);
	}
}

static void *make(Rt *rt)
{
	return NEW_ARRAY(&rt->memory, RtSpatial, rt->m->n_spatials);
}

static void drop(Rt *rt, void *state)
{
	RtSpatial *spatial = state;

	for (int32_t i = 0; i < rt->m->n_spatials; i++)
		alloc_free(rt->alloc, spatial[i].at, spatial[i].cap * sizeof *spatial[i].at);
}

const RtOperatorOps spatial_operator = {RT_OPERATOR_OPS, .wait = wait};
