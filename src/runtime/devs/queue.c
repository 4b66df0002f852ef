/* SPDX-License-Identifier: MIT
   queue.c — the event list: a ladder queue (Tang, Goh and Thng 2005), O(1) amortised per event.

   Far events wait unsorted in `top`. When all nearer ones are gone, top is spread over the buckets
   of a rung; a bucket that is still large is spread over a finer rung; a small one is sorted into
   `bottom`, from which events are taken. Every time is in exactly one part: events of equal time
   are never separated, because a bucket's number is a monotone function of the time alone.

   An event is not removed when its component gets another time: it is stale, and dropped when met.
   queue_purge bounds their number. Two guards keep the worst case at O(log n): buckets that cannot
   be spread (equal times, rounding, too many rungs) are merge-sorted whole, and an event that falls
   far before the end of bottom goes to a heap beside it. */
#include "runtime/devs/engine.h"

#include <string.h>

enum {
	SPREAD_LIMIT = 48,  /* a larger bucket is spread over a finer rung */
	PER_BUCKET = 12,    /* events per bucket aimed at */
	MAX_BUCKETS = 1024, /* per rung: the ends of so many lists stay in the cache */
	PREFETCH = 64,      /* components fetched together */
	SHIFT_LIMIT = 48,   /* the farthest from its end that an event is inserted into bottom */
};

void queue_init(Queue *q)
{
	memset(q, 0, sizeof *q);
	q->free_chunk = NONE;
	q->top = (ChunkList){NONE, 0};
	q->top_start = -INFINITY;
}

void queue_free(Queue *q, const MdvAlloc *a)
{
	for (int i = 0; i < MAX_RUNGS; i++)
		alloc_free(a, q->rungs[i].bucket, q->rungs[i].cap * sizeof(ChunkList));
	vec_free(a, &q->chunks);
	vec_free(a, &q->bottom);
	vec_free(a, &q->heap);
	vec_free(a, &q->scratch);
}

/* Chunk lists: all chunks but the first are full */

static bool chunk_push(Queue *q, const MdvAlloc *a, ChunkList *list, Event e)
{
	if (list->first == NONE || list->n == CHUNK_EVENTS) {
		uint32_t c = q->free_chunk;

		if (c != NONE) {
			q->free_chunk = q->chunks.at[c].next;
		} else {
			if (!vec_reserve(a, &q->chunks, q->chunks.n + 1))
				return false;
			c = (uint32_t)q->chunks.n++;
		}
		q->chunks.at[c].next = list->first;
		list->first = c;
		list->n = 0;
	}
	q->chunks.at[list->first].at[list->n++] = e;
	return true;
}

static size_t chunk_count(const Queue *q, ChunkList list)
{
	size_t n = list.first == NONE ? 0 : list.n;

	for (uint32_t c = list.first; c != NONE && q->chunks.at[c].next != NONE;
		 c = q->chunks.at[c].next)
		n += CHUNK_EVENTS;
	return n;
}

/* Empty a chunk list into scratch. */
static bool chunk_take(Queue *q, const MdvAlloc *a, ChunkList *list)
{
	q->scratch.n = 0;
	if (!vec_reserve(a, &q->scratch, chunk_count(q, *list)))
		return false;
	while (list->first != NONE) {
		uint32_t next = q->chunks.at[list->first].next;

		memcpy(q->scratch.at + q->scratch.n, q->chunks.at[list->first].at, list->n * sizeof(Event));
		q->scratch.n += list->n;
		q->chunks.at[list->first].next = q->free_chunk;
		q->free_chunk = list->first;
		*list = (ChunkList){next, CHUNK_EVENTS};
	}
	q->moves += q->scratch.n;
	return true;
}

/* Bottom and its heap */

static void heap_sift_up(Event *at, size_t i)
{
	Event e = at[i];

	for (; i > 0 && at[(i - 1) / 2].t > e.t; i = (i - 1) / 2)
		at[i] = at[(i - 1) / 2];
	at[i] = e;
}

static void heap_pop(Queue *q)
{
	size_t n = --q->heap.n, i = 0;
	Event *at = q->heap.at, e = at[n];

	for (size_t child; (child = 2 * i + 1) < n; i = child) {
		if (child + 1 < n && at[child + 1].t < at[child].t)
			child++;
		if (at[child].t >= e.t)
			break;
		at[i] = at[child];
	}
	at[i] = e;
}

static bool bottom_insert(Queue *q, const MdvAlloc *a, Event e)
{
	size_t i, stop;

	if (!vec_reserve(a, &q->bottom, q->bottom.n + 1))
		return false;
	i = q->bottom.n;
	stop = i - q->head > SHIFT_LIMIT ? i - SHIFT_LIMIT : q->head;
	while (i > stop && q->bottom.at[i - 1].t > e.t)
		i--;
	if (i == stop && i > q->head && q->bottom.at[i - 1].t > e.t) {
		if (!vec_push(a, &q->heap, e))
			return false;
		heap_sift_up(q->heap.at, q->heap.n - 1);
		return true;
	}
	memmove(&q->bottom.at[i + 1], &q->bottom.at[i], (q->bottom.n - i) * sizeof e);
	q->bottom.at[i] = e;
	q->bottom.n++;
	return true;
}

/* Sort at[0..n) by time: insertion for short runs, then bottom-up merging through `space`. */
static void sort_events(Event *at, Event *space, size_t n)
{
	enum { RUN = 16 };
	Event *from = at, *to = space;

	for (size_t lo = 0; lo < n; lo += RUN) {
		size_t hi = lo + RUN < n ? lo + RUN : n;

		for (size_t i = lo + 1; i < hi; i++) {
			Event e = at[i];
			size_t k = i;

			for (; k > lo && at[k - 1].t > e.t; k--)
				at[k] = at[k - 1];
			at[k] = e;
		}
	}
	for (size_t width = RUN; width < n; width *= 2) {
		for (size_t lo = 0; lo < n; lo += 2 * width) {
			size_t mid = lo + width < n ? lo + width : n;
			size_t hi = lo + 2 * width < n ? lo + 2 * width : n;
			size_t i = lo, k = mid;

			for (size_t out = lo; out < hi; out++)
				to[out] = k >= hi || (i < mid && from[i].t <= from[k].t) ? from[i++] : from[k++];
		}
		Event *swap = from;
		from = to;
		to = swap;
	}
	if (from != at)
		memcpy(at, from, n * sizeof *at);
}

/* Drop the stale events of scratch. What the others will touch is asked for all at once, so that
   the processor fetches it side by side: the few that go to bottom together are needed next. */
static void scratch_drop_stale(MdvDevs *sim)
{
	Queue *q = &sim->schedule.queue;
	size_t kept = 0, n = q->scratch.n;

	for (size_t i = 0; i < n && i < PREFETCH; i++)
		__builtin_prefetch(&sim->components.hot.at[q->scratch.at[i].id], 1);
	for (size_t i = 0; i < n; i++) {
		const Hot *h = &sim->components.hot.at[q->scratch.at[i].id];

		if (h->t_next != q->scratch.at[i].t)
			continue;
		if (kept < PREFETCH) {
			__builtin_prefetch(store_at(&sim->components.states, h->state), 1);
			if (h->out < sim->routing.heads.n)
				__builtin_prefetch(&sim->routing.heads.at[h->out]);
		}
		q->scratch.at[kept++] = q->scratch.at[i];
	}
	q->n -= n - kept;
	q->n_stale -= n - kept;
	q->scratch.n = kept;
}

/* Scratch becomes bottom, sorted. Requires: bottom and heap are empty. */
static bool scratch_to_bottom(MdvDevs *sim, bool equal_times)
{
	Queue *q = &sim->schedule.queue;
	size_t n;

	scratch_drop_stale(sim);
	n = q->scratch.n;
	if (!vec_reserve(&sim->alloc, &q->bottom, 2 * n))
		return false;
	if (n > 0) { /* arithmetic with a NULL array is not defined */
		memcpy(q->bottom.at, q->scratch.at, n * sizeof(Event));
		if (!equal_times)
			sort_events(q->bottom.at, q->bottom.at + n, n);
	}
	q->bottom.n = n;
	q->head = 0;
	return true;
}

/* Rungs */

/* The bucket for a time; -1: before the rung. Beyond the end is the last bucket. */
static int64_t bucket_of(const Rung *r, double t)
{
	double x = (t - r->start) * r->per_time;

	if (!(x >= 0))
		return -1;
	return x < r->n ? (int64_t)x : (int64_t)r->n - 1;
}

static uint32_t count_buckets(size_t n)
{
	return n / PER_BUCKET < MAX_BUCKETS ? (uint32_t)(n / PER_BUCKET + 1) : MAX_BUCKETS;
}

/* Spread scratch over a new, innermost rung with times lo..hi. */
static bool add_rung(Queue *q, const MdvAlloc *a, double lo, double hi)
{
	Rung *r = &q->rungs[q->n_rungs];

	r->n = count_buckets(q->scratch.n);
	r->start = lo;
	r->per_time = r->n / (hi - lo);
	r->next = 0;
	if (r->n > r->cap && !vec_grow(a, &r->bucket, &r->cap, sizeof *r->bucket, r->n))
		return false;
	memset(r->bucket, 0xff, r->n * sizeof *r->bucket); /* first = NONE */
	for (size_t i = 0; i < q->scratch.n; i++)
		if (!chunk_push(q, a, &r->bucket[bucket_of(r, q->scratch.at[i].t)], q->scratch.at[i]))
			return false;
	q->n_rungs++;
	return true;
}

/* Sort scratch into bottom if it is small or cannot be spread, else spread it over a new rung. */
static bool distribute(MdvDevs *sim, double *latest)
{
	Queue *q = &sim->schedule.queue;
	double lo = INFINITY, hi = -INFINITY;

	for (size_t i = 0; i < q->scratch.n; i++) {
		double t = q->scratch.at[i].t;

		lo = t < lo ? t : lo;
		hi = t > hi ? t : hi;
	}
	if (latest && q->scratch.n)
		*latest = hi;
	if (q->scratch.n > SPREAD_LIMIT && q->n_rungs < MAX_RUNGS && lo < hi) {
		double per_time = count_buckets(q->scratch.n) / (hi - lo);

		/* Both are finite and positive unless the times are extreme; then sorting serves. */
		if (per_time > 0 && per_time < INFINITY)
			return add_rung(q, &sim->alloc, lo, hi);
	}
	return scratch_to_bottom(sim, lo == hi);
}

/* Fill bottom with the next events. Requires: bottom and heap are empty, some event is held. */
static bool fetch(MdvDevs *sim)
{
	Queue *q = &sim->schedule.queue;
	const MdvAlloc *a = &sim->alloc;

	q->bottom.n = q->head = 0;
	while (q->n_rungs) {
		Rung *r = &q->rungs[q->n_rungs - 1];

		while (r->next < r->n && r->bucket[r->next].first == NONE)
			r->next++;
		if (r->next == r->n) {
			q->n_rungs--;
			continue;
		}
		if (!chunk_take(q, a, &r->bucket[r->next]))
			return false;
		r->next++;
		return distribute(sim, NULL);
	}
	return chunk_take(q, a, &q->top) && distribute(sim, &q->top_start);
}

bool queue_push(MdvDevs *sim, double t, uint32_t id)
{
	Queue *q = &sim->schedule.queue;
	const MdvAlloc *a = &sim->alloc;
	Event e = {t, id};

	q->n++;
	if (t > q->top_start)
		return chunk_push(q, a, &q->top, e);
	for (unsigned i = 0; i < q->n_rungs; i++) {
		Rung *r = &q->rungs[i];
		int64_t b = bucket_of(r, t);

		if (b >= (int64_t)r->next)
			return chunk_push(q, a, &r->bucket[b], e);
	}
	return bottom_insert(q, a, e);
}

bool queue_peek(MdvDevs *sim, double *t)
{
	Queue *q = &sim->schedule.queue;

	for (;;) {
		const Event *e = NULL;

		if (q->head < q->bottom.n)
			e = &q->bottom.at[q->head];
		if (q->heap.n && (!e || q->heap.at[0].t < e->t))
			e = &q->heap.at[0];
		if (!e) {
			if (q->n == 0) { /* start afresh, so that small queues stay cheap */
				q->n_rungs = 0;
				q->top_start = -INFINITY;
				*t = INFINITY;
				return true;
			}
			if (!fetch(sim))
				return false;
			continue;
		}
		if (sim->components.hot.at[e->id].t_next == e->t) {
			*t = e->t;
			return true;
		}
		if (q->heap.n && e == q->heap.at)
			heap_pop(q);
		else
			q->head++;
		q->n--;
		q->n_stale--;
	}
}

/* Several live-looking events of one component and time are left when it went to another time and
   back. The mark HOT_SEEN tells the first from the others; each of those counts as stale. */
static bool first_seen(Hot *h, double t)
{
	if (h->t_next != t || (h->flags & HOT_SEEN))
		return false;
	h->flags |= HOT_SEEN;
	return true;
}

static void pop_one(Queue *q, Hot *hot, Event e, IdList *due)
{
	q->n--;
	if (q->n_stale == 0 || first_seen(&hot[e.id], e.t))
		list_add(due, e.id);
	else
		q->n_stale--;
}

void queue_pop(MdvDevs *sim, double t, IdList *due)
{
	Queue *q = &sim->schedule.queue;
	Hot *hot = sim->components.hot.at;
	bool mark = q->n_stale > 0;

	for (; q->head < q->bottom.n && q->bottom.at[q->head].t == t; q->head++)
		pop_one(q, hot, q->bottom.at[q->head], due);
	for (; q->heap.n && q->heap.at[0].t == t; heap_pop(q))
		pop_one(q, hot, q->heap.at[0], due);
	for (size_t i = 0; mark && i < due->n; i++)
		hot[due->at[i]].flags &= (uint16_t)~HOT_SEEN;
}

/* Keep of scratch the first event of each component. */
static void scratch_keep_first(Queue *q, Hot *hot)
{
	size_t kept = 0;

	for (size_t i = 0; i < q->scratch.n; i++)
		if (first_seen(&hot[q->scratch.at[i].id], q->scratch.at[i].t))
			q->scratch.at[kept++] = q->scratch.at[i];
	q->n -= q->scratch.n - kept;
	q->scratch.n = kept;
}

static bool purge_list(Queue *q, const MdvAlloc *a, Hot *hot, ChunkList *list)
{
	if (!chunk_take(q, a, list))
		return false;
	scratch_keep_first(q, hot);
	for (size_t i = 0; i < q->scratch.n; i++)
		if (!chunk_push(q, a, list, q->scratch.at[i]))
			return false;
	return true;
}

bool queue_purge(MdvDevs *sim)
{
	Queue *q = &sim->schedule.queue;
	Hot *hot = sim->components.hot.at;
	size_t kept = q->head;

	for (size_t i = q->head; i < q->bottom.n; i++)
		if (first_seen(&hot[q->bottom.at[i].id], q->bottom.at[i].t))
			q->bottom.at[kept++] = q->bottom.at[i];
	q->n -= q->bottom.n - kept;
	q->bottom.n = kept;
	kept = 0;
	for (size_t i = 0; i < q->heap.n; i++) {
		if (!first_seen(&hot[q->heap.at[i].id], q->heap.at[i].t))
			continue;
		q->heap.at[kept] = q->heap.at[i];
		heap_sift_up(q->heap.at, kept++);
	}
	q->n -= q->heap.n - kept;
	q->heap.n = kept;
	for (unsigned r = 0; r < q->n_rungs; r++)
		for (uint32_t b = q->rungs[r].next; b < q->rungs[r].n; b++)
			if (!purge_list(q, &sim->alloc, hot, &q->rungs[r].bucket[b]))
				return false;
	if (!purge_list(q, &sim->alloc, hot, &q->top))
		return false;
	for (size_t i = 0; i < sim->components.hot.n; i++)
		hot[i].flags &= (uint16_t)~HOT_SEEN;
	q->n_stale = 0;
	return true;
}
