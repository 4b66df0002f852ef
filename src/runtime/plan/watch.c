/* SPDX-License-Identifier: MIT
   watch.c — which crossings are watched. Of a ladder (many relations of one value z with limits
   that keep still between events) only the next limits above and below z can be passed first, as z
   moves without jumps: these are watched, and those so near to them, or to z, that they may take
   part in the same event. The others are in two heaps, above and below z, and cost nothing in steps
   and at events. All crossings outside of ladders are watched always. An event costs O(log rungs)
   for each limit that was passed or is another now. */
#include "runtime/plan/steps.h"

#define NEAR 1e-9 /* of the sizes of z and limit: watched together */

bool watch_allocate(Steps *s)
{
	const MdvModel *m = s->rt->m;
	Arena *a = &s->r->memory;

	s->watch.ladder = NEW_ARRAY(a, WatchLadder, m->n_ladders);
	s->watch.at = NEW_ARRAY(a, int32_t, m->n_crossings);
	if (!s->watch.ladder || !s->watch.at)
		return false;
	for (int32_t i = 0; i < m->n_crossings; i++) {
		if (m->crossing[i].ladder < 0)
			s->watch.at[s->watch.n_alone++] = i;
		else
			s->crossing[i].rung = s->watch.ladder[m->crossing[i].ladder].n++;
	}
	s->watch.n = s->watch.n_alone;
	for (int32_t k = 0; k < m->n_ladders; k++) {
		WatchLadder *l = &s->watch.ladder[k];

		l->crossing = NEW_ARRAY(a, int32_t, l->n);
		l->stack = NEW_ARRAY(a, int32_t, l->n);
		if (!l->crossing || !l->stack || !heap_init(&l->above, a, l->n) ||
			!heap_init(&l->below, a, l->n))
			return false;
	}
	for (int32_t i = 0; i < m->n_crossings; i++)
		if (m->crossing[i].ladder >= 0)
			s->watch.ladder[m->crossing[i].ladder].crossing[s->crossing[i].rung] = i;
	return true;
}

static double limit_of(const Steps *s, const WatchLadder *l, int32_t rung)
{
	return s->rt->frame[s->rt->m->crossing[l->crossing[rung]].limit];
}

/* Above or below, by its limit. One that is not a number is never passed. */
static void place(const Steps *s, WatchLadder *l, int32_t rung)
{
	double limit = limit_of(s, l, rung);

	heap_remove(&l->above, rung);
	heap_remove(&l->below, rung);
	if (limit > l->z)
		heap_put(&l->above, rung, limit);
	else if (limit <= l->z)
		heap_put(&l->below, rung, -limit);
}

/* z is another: what has been passed changes its heap. */
static void follow(const Steps *s, WatchLadder *l)
{
	while (l->above.n > 0 && l->above.key[l->above.item[0]] <= l->z)
		place(s, l, l->above.item[0]);
	while (l->below.n > 0 && -l->below.key[l->below.item[0]] > l->z)
		place(s, l, l->below.item[0]);
}

static void take_limits(Steps *s)
{
	RtLimits *limits = &s->rt->limits;

	for (int32_t k = 0; limits->all && k < s->rt->m->n_ladders; k++)
		for (int32_t i = 0; i < s->watch.ladder[k].n; i++)
			place(s, &s->watch.ladder[k], i);
	for (int32_t k = 0; k < limits->n; k++) {
		int32_t i = limits->crossing[k];

		limits->in[i] = false;
		if (!limits->all)
			place(s, &s->watch.ladder[s->rt->m->crossing[i].ladder], s->crossing[i].rung);
	}
	limits->all = false;
	limits->n = 0;
}

/* Calls `see` for all rungs of a heap with keys up to `most`. */
static void upto(Steps *s, WatchLadder *l, const RtHeap *h, double most,
				 void (*see)(Steps *s, int32_t crossing))
{
	int32_t n = 0;

	if (h->n > 0)
		l->stack[n++] = 0;
	while (n > 0) {
		int32_t k = l->stack[--n];

		if (!(h->key[h->item[k]] <= most))
			continue;
		see(s, l->crossing[h->item[k]]);
		if (2 * k + 1 < h->n)
			l->stack[n++] = 2 * k + 1;
		if (2 * k + 2 < h->n)
			l->stack[n++] = 2 * k + 2;
	}
}

static void watch(Steps *s, int32_t crossing)
{
	s->crossing[crossing].watched = true;
	s->watch.at[s->watch.n++] = crossing;
}

/* The first of a heap and its neighbours; z is the value by the heap's sign. */
static void watch_first(Steps *s, WatchLadder *l, const RtHeap *h, double z)
{
	double first;

	if (h->n == 0)
		return;
	first = h->key[h->item[0]];
	upto(s, l, h, fmax(first, z) + NEAR * (fabs(first) + fabs(z)), watch);
}

void watch_choose(Steps *s)
{
	const MdvModel *m = s->rt->m;

	if (m->n_ladders == 0)
		return;
	for (int32_t k = s->watch.n_alone; k < s->watch.n; k++)
		s->crossing[s->watch.at[k]].watched = false;
	s->watch.n = s->watch.n_alone;
	for (int32_t k = 0; k < m->n_ladders; k++)
		s->watch.ladder[k].z = s->rt->frame[m->crossing[s->watch.ladder[k].crossing[0]].z];
	take_limits(s);
	for (int32_t k = 0; k < m->n_ladders; k++) {
		WatchLadder *l = &s->watch.ladder[k];

		follow(s, l);
		watch_first(s, l, &l->above, l->z);
		watch_first(s, l, &l->below, -l->z);
	}
}

static void hint(Steps *s, int32_t crossing)
{
	if (!s->crossing[crossing].watched)
		event_hint(s->rt, crossing);
}

void watch_hint(Steps *s)
{
	for (int32_t k = s->watch.n_alone; k < s->watch.n; k++) {
		int32_t i = s->watch.at[k];
		WatchLadder *l = &s->watch.ladder[s->rt->m->crossing[i].ladder];
		double z = s->z.end[i] + limit_of(s, l, s->crossing[i].rung);

		upto(s, l, &l->above, z, hint);
		upto(s, l, &l->below, -z, hint);
	}
}
