/* SPDX-License-Identifier: MIT
   delay.c — delay(u, T) (MLS 3.7.4.1): the history of u at accepted points and on both sides of
   events, read with cubic interpolation. A jump of u (two points at one instant) comes out as an
   event T later, and so does a bend; like a relation the side of the jump that is read changes at
   that event only, so no step sees half of it. Before the history begins u has its first value. A u
   that changes at events only is held from one to the next: its history consists of jumps. */
#include "runtime/rt/rt.h"

#include <string.h>

/* Where an input bends: by so much of how far it moves it is not where a parabola would be. */
#define BEND 0.1

/* The last point of the piece without jumps that is being read. */
static size_t piece_end(const RtDelay *d)
{
	size_t k = d->piece;

	while (k + 1 < d->points.n && d->points.at[k + 1].t > d->points.at[k].t)
		k++;
	return k;
}

/* Lagrange's polynomial through n points, from the first one: a constant stays what it is. */
static double interpolate(const RtDelayPoint p[], size_t n, double t)
{
	double sum = p[0].u;

	for (size_t i = 1; i < n; i++) {
		double term = p[i].u - p[0].u;

		for (size_t j = 0; j < n; j++)
			if (j != i)
				term *= (t - p[j].t) / (p[i].t - p[j].t);
		sum += term;
	}
	return sum;
}

static double value_at(const RtDelay *d, double t, bool held)
{
	size_t end = piece_end(d), low = d->piece, high = end, from, n;

	if (t <= d->points.at[low].t)
		return d->points.at[low].u;
	if (low == end || held)
		return d->points.at[low].u;
	/* The two points around t, then one more on each side, or two on one. */
	while (high - low > 1) {
		size_t mid = low + (high - low) / 2;

		if (d->points.at[mid].t <= t)
			low = mid;
		else
			high = mid;
	}
	if (t > d->points.at[high].t) /* inside a step that is being tried: along the last line */
		return interpolate(d->points.at + low, 2, t);
	n = end - d->piece + 1 < 4 ? end - d->piece + 1 : 4;
	from = low > d->piece ? low - 1 : low;
	if (from + n - 1 > end)
		from = end - (n - 1);
	return interpolate(d->points.at + from, n, t);
}

/* Delay times, computed anew where they vary. */
static MdvStatus follow(Rt *rt, void *state, bool *changed)
{
	const RtDelay *delay = state;

	if (rt->m->delay[0].code >= 0)
		TRY(block_code(rt, rt->m->delay[0].code));
	for (int32_t i = 0; i < rt->m->n_delays; i++)
		*changed |= rt->frame[rt->m->delay[i].delay] != delay[i].used;
	return MDV_OK;
}

/* Give the delayed values for the frame's time. */
static void read(Rt *rt, void *state)
{
	RtDelay *delay = state;

	for (int32_t i = 0; i < rt->m->n_delays; i++) {
		const MdvDelay *m = &rt->m->delay[i];

		delay[i].used = rt->frame[m->delay];
		if (delay[i].points.n > 0)
			rt->frame[m->value] =
				value_at(&delay[i], rt->frame[rt->m->time] - rt->frame[m->delay], m->held);
		if (m->value_tangent >= 0)
			rt->frame[m->value_tangent] = 0;
	}
}

/* Drop what is older than the longest delay, once that is half of what is kept. */
static void trim(RtDelay *d, double oldest)
{
	size_t first = 0;

	while (first + 4 < d->piece && d->points.at[first + 4].t < oldest)
		first++;
	/* Inside of a long piece the points behind are not needed either. */
	if (d->piece <= 4)
		while (first + 4 < d->points.n && d->points.at[first + 4].t < oldest &&
			   first + 1 < d->points.n && d->points.at[first + 1].t > d->points.at[first].t)
			first++;
	if (first < 64 || first < d->points.n / 2)
		return;
	memmove(d->points.at, d->points.at + first, (d->points.n - first) * sizeof *d->points.at);
	d->points.n -= first;
	d->piece = d->piece > first ? d->piece - first : 0;
}

/* Two values that differ by what events are located with are no jump. */
static bool same(double a, double b)
{
	return fabs(a - b) <= 1e-8 * fmax(fabs(a), fabs(b)) + 1e-12;
}

/* MLS 3.7.4.1: neither into the future nor further back than the history goes. */
static MdvStatus check_time(Rt *rt, const MdvDelay *m, double t)
{
	double delay = rt->frame[m->delay], longest = rt->frame[m->longest];

	if (delay >= 0 && delay <= longest + 1e-9 * fabs(longest))
		return MDV_OK;
	if (isnan(delay))
		report_fail(rt, MDV_FAILED, t, "at time %g the time of a delay is not a number: it must ",
					t);
	else
		report_fail(rt, MDV_FAILED, t, "at time %g the time of a delay is %g: it must ", t, delay);
	if (longest >= 0 && delay > longest)
		report_add(rt, "not be longer than the largest one, %g", longest);
	else
		report_add(rt, "be positive or 0");
	report_source(rt, m->source);
	return MDV_FAILED;
}

/* Was the last point one of an event, and has the input gone another way since than before? p: the
   point behind it. */
static bool bends_at_event(const RtDelay *d, RtDelayPoint p)
{
	size_t end = d->points.n - 1, first = end;
	double u, expected;

	if (d->points.n == 0 || d->event.t != d->points.at[end].t)
		return false;
	u = d->points.at[end].u;
	while (first > 0 && end - first < 2 && d->points.at[first - 1].t < d->points.at[first].t)
		first--;
	if (first == end)
		return false;
	expected = interpolate(d->points.at + first, end - first + 1, p.t);
	return fabs(p.u - expected) > BEND * (fabs(p.u - u) + fabs(expected - u));
}

/* Where a step has been filled (plan/history.c), but does not count: its points are none. */
static void take_back(RtDelay *d, double t)
{
	const RtDelayPoint *p = d->points.at;

	while (d->points.n > 1 && p[d->points.n - 1].t > t)
		d->points.n--;
	if (d->points.n == 0 || d->piece < d->points.n)
		return;
	for (d->piece = d->points.n - 1; d->piece > 0 && p[d->piece - 1].t < p[d->piece].t;)
		d->piece--;
}

/* An accepted point at t, or the right side of an event there. */
static MdvStatus keep(Rt *rt, void *state, double t, bool jump)
{
	RtDelay *delay = state;

	for (int32_t i = 0; i < rt->m->n_delays; i++) {
		RtDelay *d = &delay[i];
		const MdvDelay *m = &rt->m->delay[i];
		RtDelayPoint p = {t, rt->frame[m->input]}, *last;

		TRY(check_time(rt, m, t));
		take_back(d, t);
		last = d->points.n ? &d->points.at[d->points.n - 1] : NULL;
		if (m->held && last && last->u == p.u)
			continue;
		if (m->held && last && last->t < t) { /* the left side of the jump */
			RtDelayPoint left = {t, last->u};

			if (!vec_push(rt->alloc, &d->points, left))
				return MDV_NO_MEMORY;
			last = &d->points.at[d->points.n - 1];
		}
		if (last && last->t == t &&
			(!jump || same(last->u, p.u) || (d->points.n > 1 && last[-1].t == t))) {
			last->u = p.u; /* no jump, or the same side of it again */
			if (jump)
				d->event = p;
			continue;
		}
		trim(d, t - rt->frame[m->longest]);
		if ((bends_at_event(d, p) && !vec_push(rt->alloc, &d->points, d->event)) ||
			!vec_push(rt->alloc, &d->points, p))
			return MDV_NO_MEMORY;
		d->event.t = NAN;
	}
	return MDV_OK;
}

static MdvStatus bend(Rt *rt, void *state, int32_t slot)
{
	RtDelay *delay = state;

	for (int32_t i = 0; i < rt->m->n_delays; i++) {
		RtDelay *d = &delay[i];
		RtDelayPoint p = {0, rt->frame[slot]};

		if (rt->m->delay[i].input != slot || d->points.n == 0)
			continue;
		p.t = d->points.at[d->points.n - 1].t;
		if (d->points.n > 1 && d->points.at[d->points.n - 2].t == p.t)
			d->points.at[d->points.n - 1].u = p.u;
		else if (!vec_push(rt->alloc, &d->points, p))
			return MDV_NO_MEMORY;
	}
	return MDV_OK;
}

/* The history begins with the frame's values. */
static MdvStatus begin(Rt *rt, void *state, double t)
{
	RtDelay *delay = state;

	for (int32_t i = 0; i < rt->m->n_delays; i++) {
		delay[i].points.n = 0;
		delay[i].piece = 0;
		delay[i].event.t = NAN;
	}
	/* Two points: where the history begins the value has a bend, which comes out as an event. */
	TRY(keep(rt, state, t, false));
	for (int32_t i = 0; i < rt->m->n_delays; i++) {
		RtDelayPoint p = delay[i].points.at[0];

		if (!vec_push(rt->alloc, &delay[i].points, p))
			return MDV_NO_MEMORY;
	}
	return MDV_OK;
}

/* The instant at which the end of the piece being read comes out. */
static double next_jump(const Rt *rt, const RtDelay *d, int32_t i)
{
	size_t end;

	if (d->points.n == 0)
		return INFINITY;
	end = piece_end(d);
	return end + 1 < d->points.n ? d->points.at[end].t + rt->frame[rt->m->delay[i].delay]
								 : INFINITY;
}

static double next(const Rt *rt, const void *state, double t)
{
	const RtDelay *delay = state;
	double first = INFINITY;

	for (int32_t i = 0; i < rt->m->n_delays; i++) {
		double at = next_jump(rt, &delay[i], i);

		if (at > t && at < first)
			first = at;
	}
	return first;
}

/* Jumps that come out at t. */
static bool release(Rt *rt, void *state, double t, RtEvent *out)
{
	RtDelay *delay = state;
	bool any = false;

	(void)out;
	for (int32_t i = 0; i < rt->m->n_delays; i++)
		while (next_jump(rt, &delay[i], i) <= t) {
			delay[i].piece = piece_end(&delay[i]) + 1;
			any = true;
		}
	return any;
}

/* No step is longer than a delay, which could not be read otherwise. */
static double longest_step(const Rt *rt, const void *state)
{
	double shortest = INFINITY;

	(void)state;
	for (int32_t i = 0; i < rt->m->n_delays; i++) {
		double delay = rt->frame[rt->m->delay[i].delay];

		if (!rt->m->delay[i].held && delay > 0 && delay < shortest)
			shortest = delay;
	}
	return shortest;
}

static MdvStatus turn(Rt *rt, void *state, bool *any)
{
	bool changed = false;

	TRY(follow(rt, state, &changed));
	if (changed)
		read(rt, state);
	*any |= changed;
	return MDV_OK;
}

static void tape_history(const Rt *rt, RtDelay *d, Tape *t)
{
	size_t n = tape_count(t, d->points.n, sizeof *d->points.at);
	size_t piece = tape_count(t, d->piece, 0);

	if (tape_reads(t) && (n == 0 || piece >= n))
		tape_refuse(t, "a delay has no history");
	if (tape_reads(t) && !t->wrong) {
		if (!vec_reserve(rt->alloc, &d->points, n))
			tape_refuse(t, "there is no memory for the history of a delay");
		else
			d->points.n = n, d->piece = piece;
	}
	if (t->wrong)
		return;
	for (size_t k = 0; k < n; k++) {
		tape_real(t, &d->points.at[k].t);
		tape_real(t, &d->points.at[k].u);
		if (tape_reads(t) && !(k == 0 || d->points.at[k].t >= d->points.at[k - 1].t))
			tape_refuse(t, "the history of a delay is not in order");
	}
}

static void tape(Rt *rt, void *state, Tape *t)
{
	RtDelay *delay = state;

	for (int32_t i = 0; i < rt->m->n_delays; i++) {
		tape_history(rt, &delay[i], t);
		tape_real(t, &delay[i].used);
		tape_real(t, &delay[i].event.t);
		tape_real(t, &delay[i].event.u);
	}
}

static void *make(Rt *rt)
{
	return NEW_ARRAY(&rt->memory, RtDelay, rt->m->n_delays);
}

static void drop(Rt *rt, void *state)
{
	RtDelay *delay = state;

	for (int32_t i = 0; i < rt->m->n_delays; i++)
		vec_free(rt->alloc, &delay[i].points);
}

const RtOperatorOps delay_operator = {RT_OPERATOR_OPS, .follow = follow, .next = next, .bend = bend,
									  .longest_step = longest_step};
