/* SPDX-License-Identifier: MIT
   payload.c — reference-counted objects in messages. Blocks have sizes of powers of two; each
   thread keeps some free blocks of each size and exchanges them in batches with the common stock,
   so that a steady flow of messages neither allocates nor waits for a lock. */
#include "runtime/devs/engine.h"

#include <string.h>

enum { SMALLEST_BITS = 6, KEEP = 64, BATCH = 32, LARGE = PAYLOAD_CLASSES };

struct MdvPayload {
	const MdvPayloadType *type; /* what it is */
	size_t size;                /* bytes of data, which follow this header */
	MdvPayload *next;           /* in a list of free or doomed blocks */
	atomic_uint refs;           /* references held */
	uint32_t bin;               /* block size 2^(6+bin), or LARGE: exactly as needed */
};
_Static_assert(sizeof(MdvPayload) % 16 == 0, "the data that follows must be aligned");

static size_t block_size(const MdvPayload *p)
{
	return p->bin == LARGE ? sizeof *p + p->size : (size_t)1 << (SMALLEST_BITS + p->bin);
}

static void lock(MdvDevs *sim)
{
	if (sim->threads.team)
		pthread_mutex_lock(&sim->threads.payload_lock);
}

static void unlock(MdvDevs *sim)
{
	if (sim->threads.team)
		pthread_mutex_unlock(&sim->threads.payload_lock);
}

/* Move up to BATCH blocks from one list to another; returns how many. */
static uint32_t move_batch(MdvPayload **from, MdvPayload **to)
{
	uint32_t n = 0;

	for (; n < BATCH && *from; n++) {
		MdvPayload *p = *from;

		*from = p->next;
		p->next = *to;
		*to = p;
	}
	return n;
}

static MdvPayload *take_block(Worker *w, uint32_t bin, size_t bytes)
{
	MdvDevs *sim = w->call.sim;
	PayloadCache *cache = &w->payloads;
	MdvPayload *p;

	if (bin < LARGE && !cache->free[bin]) {
		lock(sim);
		cache->n[bin] += move_batch(&sim->threads.spare[bin], &cache->free[bin]);
		unlock(sim);
	}
	if (bin < LARGE && cache->free[bin]) {
		p = cache->free[bin];
		cache->free[bin] = p->next;
		cache->n[bin]--;
		return p;
	}
	return sim->alloc.resize(sim->alloc.ctx, NULL, 0, bytes);
}

static void give_block(Worker *w, MdvPayload *p)
{
	MdvDevs *sim = w->call.sim;
	PayloadCache *cache = &w->payloads;
	uint32_t bin = p->bin;

	if (bin == LARGE) {
		alloc_free(&sim->alloc, p, block_size(p));
		return;
	}
	p->next = cache->free[bin];
	cache->free[bin] = p;
	if (++cache->n[bin] > KEEP) {
		lock(sim);
		cache->n[bin] -= move_batch(&cache->free[bin], &sim->threads.spare[bin]);
		unlock(sim);
	}
}

MdvPayload *mdv_payload_new(const MdvCall *call, const MdvPayloadType *type, size_t size)
{
	uint32_t bin = 0;
	size_t bytes = (size_t)1 << SMALLEST_BITS;
	MdvPayload *p;

	if (size > SIZE_MAX / 2)
		return NULL;
	while (bin < LARGE && bytes < sizeof *p + size) {
		bytes *= 2;
		bin++;
	}
	if (bin == LARGE)
		bytes = sizeof *p + size;
	p = take_block(call->worker, bin, bytes);
	if (!p)
		return NULL;
	p->type = type;
	p->size = size;
	p->next = NULL;
	p->bin = bin;
	atomic_init(&p->refs, 1);
	memset(p + 1, 0, size);
	return p;
}

void *mdv_payload_data(const MdvPayload *payload)
{
	return (char *)(uintptr_t)payload + sizeof *payload;
}

const MdvPayloadType *mdv_payload_type(const MdvPayload *payload)
{
	return payload->type;
}

size_t mdv_payload_size(const MdvPayload *payload)
{
	return payload->size;
}

MdvPayload *mdv_payload_retain(MdvPayload *payload)
{
	atomic_fetch_add_explicit(&payload->refs, 1, memory_order_relaxed);
	return payload;
}

/* True: it was the last. A block that is free has none: whoever gives one up once more is told, as
   long as the block is not in use again. */
static bool drop_reference(Worker *w, MdvPayload *payload)
{
	unsigned refs = atomic_fetch_sub_explicit(&payload->refs, 1, memory_order_acq_rel);

	if (refs > 0)
		return refs == 1;
	atomic_store_explicit(&payload->refs, 0, memory_order_relaxed);
	act_note(w, MDV_BAD_ARGUMENT, "a payload was released more often than it was retained");
	return false;
}

/* Destroying an object may release others: those wait in a list, so that a long chain of objects
   needs no deep recursion. */
void mdv_payload_release(const MdvCall *call, MdvPayload *payload)
{
	Worker *w = call->worker;

	if (!payload || !drop_reference(w, payload))
		return;
	payload->next = w->doomed;
	w->doomed = payload;
	if (w->destroying)
		return;
	w->destroying = true;
	while (w->doomed) {
		MdvPayload *p = w->doomed;

		w->doomed = p->next;
		if (p->type && p->type->destroy)
			p->type->destroy(mdv_payload_data(p), call);
		give_block(w, p);
	}
	w->destroying = false;
}

/* Records */

static void record_destroy(void *data, const MdvCall *call);
static int record_print(const void *data, char *buf, size_t size);

static const MdvPayloadType record_type = {"record", record_destroy, record_print};

typedef struct {
	size_t n;         /* number of fields */
	size_t unused;    /* keeps the fields aligned */
	MdvValue field[]; /* n values */
} Record;

MdvPayload *mdv_record_new(const MdvCall *call, size_t n)
{
	MdvPayload *p;

	if (n > SIZE_MAX / 4 / sizeof(MdvValue))
		return NULL;
	p = mdv_payload_new(call, &record_type, sizeof(Record) + n * sizeof(MdvValue));
	if (p)
		((Record *)mdv_payload_data(p))->n = n;
	return p;
}

MdvValue *mdv_record_fields(const MdvPayload *payload, size_t *n)
{
	Record *r;

	if (!payload || payload->type != &record_type)
		return NULL;
	r = mdv_payload_data(payload);
	if (n)
		*n = r->n;
	return r->field;
}

static void record_destroy(void *data, const MdvCall *call)
{
	Record *r = data;

	for (size_t i = 0; i < r->n; i++)
		if (r->field[i].kind == MDV_PAYLOAD)
			mdv_payload_release(call, r->field[i].payload);
}

static int record_print(const void *data, char *buf, size_t size)
{
	const Record *r = data;
	int n = 0;

	for (size_t i = 0; i <= r->n; i++) {
		size_t used = (size_t)n < size ? (size_t)n : size;
		const char *mark = i == 0 ? "{" : i < r->n ? ", " : "}";

		n += snprintf(buf + used, size - used, "%s", mark);
		used = (size_t)n < size ? (size_t)n : size;
		if (i < r->n)
			n += trace_value(&r->field[i], buf + used, size - used);
	}
	return n;
}

void payload_free_all(MdvDevs *sim)
{
	for (unsigned i = 0; i < sim->threads.n_workers; i++)
		for (int bin = 0; bin < PAYLOAD_CLASSES; bin++)
			while (sim->threads.workers[i].payloads.free[bin])
				move_batch(&sim->threads.workers[i].payloads.free[bin], &sim->threads.spare[bin]);
	for (int bin = 0; bin < PAYLOAD_CLASSES; bin++) {
		while (sim->threads.spare[bin]) {
			MdvPayload *p = sim->threads.spare[bin];

			sim->threads.spare[bin] = p->next;
			alloc_free(&sim->alloc, p, block_size(p));
		}
	}
}
