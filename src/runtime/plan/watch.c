/* SPDX-License-Identifier: MIT
   watch.c — which crossings are watched. Of a ladder (many relations of one value z with limits
   that keep still between events) only the next limits above and below z can be passed first, as z
   moves without jumps: these are watched, and those so near to them, or to z, that they may take
   part in the same event. The others are in two heaps, above and below z, and cost nothing in steps
   and at events. All crossings outside of ladders are watched always. An event costs O(log rungs)
   for each limit that was passed or is another now. */
#include "runtime/plan/plan.h"

#define NEAR 1e-9 /* of the sizes of z and limit: watched together */

bool watch_allocate(HybridRun *r)
{
	const MdvModel *m = r->rt->m;
	Arena *a = &r->memory;

	r->ladder = NEW_ARRAY(a, HybridLadder, m->n_ladders);
	r->rung = NEW_ARRAY(a, int32_t, m->n_crossings);
	r->watch = NEW_ARRAY(a, int32_t, m->n_crossings);
	r->watched = NEW_ARRAY(a, bool, m->n_crossings);
	if (!r->ladder || !r->rung || !r->watch || !r->watched)
		return false;
	for (int32_t i = 0; i < m->n_crossings; i++) {
		if (m->crossing[i].ladder < 0)
			r->watch[r->n_alone++] = i;
		else
			r->rung[i] = r->ladder[m->crossing[i].ladder].n++;
	}
	r->n_watch = r->n_alone;
	for (int32_t k = 0; k < m->n_ladders; k++) {
		HybridLadder *l = &r->ladder[k];

		l->crossing = NEW_ARRAY(a, int32_t, l->n);
		l->stack = NEW_ARRAY(a, int32_t, l->n);
		if (!l->crossing || !l->stack || !heap_init(&l->above, a, l->n) ||
			!heap_init(&l->below, a, l->n))
			return false;
	}
	for (int32_t i = 0; i < m->n_crossings; i++)
		if (m->crossing[i].ladder >= 0)
			r->ladder[m->crossing[i].ladder].crossing[r->rung[i]] = i;
	return true;
}

static double limit_of(const HybridRun *r, const HybridLadder *l, int32_t rung)
{
	return r->rt->frame[r->rt->m->crossing[l->crossing[rung]].limit];
}

/* Above or below, by its limit. One that is not a number is never passed. */
static void place(const HybridRun *r, HybridLadder *l, int32_t rung)
{
	double limit = limit_of(r, l, rung);

	heap_remove(&l->above, rung);
	heap_remove(&l->below, rung);
	if (limit > l->z)
		heap_put(&l->above, rung, limit);
	else if (limit <= l->z)
		heap_put(&l->below, rung, -limit);
}

/* z is another: what has been passed changes its heap. */
static void follow(const HybridRun *r, HybridLadder *l)
{
	while (l->above.n > 0 && l->above.key[l->above.item[0]] <= l->z)
		place(r, l, l->above.item[0]);
	while (l->below.n > 0 && -l->below.key[l->below.item[0]] > l->z)
		place(r, l, l->below.item[0]);
}

static void take_limits(HybridRun *r)
{
	RtLimits *limits = &r->rt->limits;

	for (int32_t k = 0; limits->all && k < r->rt->m->n_ladders; k++)
		for (int32_t i = 0; i < r->ladder[k].n; i++)
			place(r, &r->ladder[k], i);
	for (int32_t k = 0; k < limits->n; k++) {
		int32_t i = limits->crossing[k];

		limits->in[i] = false;
		if (!limits->all)
			place(r, &r->ladder[r->rt->m->crossing[i].ladder], r->rung[i]);
	}
	limits->all = false;
	limits->n = 0;
}

/* Calls `see` for all rungs of a heap with keys up to `most`. */
static void upto(HybridRun *r, HybridLadder *l, const RtHeap *h, double most,
				 void (*see)(HybridRun *r, int32_t crossing))
{
	int32_t n = 0;

	if (h->n > 0)
		l->stack[n++] = 0;
	while (n > 0) {
		int32_t k = l->stack[--n];

		if (!(h->key[h->item[k]] <= most))
			continue;
		see(r, l->crossing[h->item[k]]);
		if (2 * k + 1 < h->n)
			l->stack[n++] = 2 * k + 1;
		if (2 * k + 2 < h->n)
			l->stack[n++] = 2 * k + 2;
	}
}

static void watch(HybridRun *r, int32_t crossing)
{
	r->watched[crossing] = true;
	r->watch[r->n_watch++] = crossing;
}

/* The first of a heap and its neighbours; z is the value by the heap's sign. */
static void watch_first(HybridRun *r, HybridLadder *l, const RtHeap *h, double z)
{
	double first;

	if (h->n == 0)
		return;
	first = h->key[h->item[0]];
	upto(r, l, h, fmax(first, z) + NEAR * (fabs(first) + fabs(z)), watch);
}

void watch_choose(HybridRun *r)
{
	const MdvModel *m = r->rt->m;

	if (m->n_ladders == 0)
		return;
	for (int32_t k = r->n_alone; k < r->n_watch; k++)
		r->watched[r->watch[k]] = false;
	r->n_watch = r->n_alone;
	for (int32_t k = 0; k < m->n_ladders; k++)
		r->ladder[k].z = r->rt->frame[m->crossing[r->ladder[k].crossing[0]].z];
	take_limits(r);
	for (int32_t k = 0; k < m->n_ladders; k++) {
		HybridLadder *l = &r->ladder[k];

		follow(r, l);
		watch_first(r, l, &l->above, l->z);
		watch_first(r, l, &l->below, -l->z);
	}
}

static void hint(HybridRun *r, int32_t crossing)
{
	if (!r->watched[crossing])
		event_hint(r->rt, crossing);
}

void watch_hint(HybridRun *r)
{
	for (int32_t k = r->n_alone; k < r->n_watch; k++) {
		int32_t i = r->watch[k];
		HybridLadder *l = &r->ladder[r->rt->m->crossing[i].ladder];
		double z = r->z_end[i] + limit_of(r, l, r->rung[i]);

		upto(r, l, &l->above, z, hint);
		upto(r, l, &l->below, -z, hint);
	}
}
