/* SPDX-License-Identifier: MIT
   queues.c — queues of messages of DEVS models. Those of the paper's library are addresses; here
   they are numbers into a table of the session, so that a wrong one is an error and not the end,
   and a message knows which record it is. A queue is a ring that grows; the scalars of large
   messages are in blocks, one size for each record, which are used again. */
#include "runtime/ext/ext.h"

#include <string.h>

typedef struct Queue {
	ExtMessage *at;   /* cap places, a ring */
	size_t first;     /* place of the first message */
	size_t n;         /* messages */
	size_t cap;       /* a power of two, or 0 */
	const char *name; /* of the only record that it takes; NULL: it takes any */
	int32_t record;   /* number of that */
} Queue;

typedef struct Spare {
	void *first; /* blocks that nobody uses, each with the address of the next; NULL: none */
	int32_t n;   /* scalars of each */
} Spare;

struct ExtQueues {
	VEC(Queue) queue; /* number k + 1 */
	VEC(Spare) spare; /* by record */
};

/* --- messages --- */

static double *take_block(ExtSession *s, const IrRecord *record)
{
	ExtQueues *q = s->queues;
	Spare *spare;
	double *block;

	while (q->spare.n <= (size_t)record->number)
		if (!vec_push(s->alloc, &q->spare, (Spare){0}))
			return NULL;
	spare = &q->spare.at[record->number];
	spare->n = record->n;
	block = spare->first;
	if (!block)
		return alloc_new(s->alloc, (size_t)record->n * sizeof *block);
	memcpy(&spare->first, block, sizeof spare->first);
	return block;
}

static void drop(ExtSession *s, const ExtMessage *m)
{
	Spare *spare;

	if (!m->more || m->lent)
		return;
	spare = &s->queues->spare.at[m->record];
	memcpy(m->more, &spare->first, sizeof spare->first);
	spare->first = m->more;
}

/* --- queues --- */

static inline Queue *find(ExtSession *s, double q)
{
	return s->queues && q >= 1 && q <= (double)s->queues->queue.n
			   ? &s->queues->queue.at[(size_t)q - 1]
			   : NULL;
}

int queues_new(ExtSession *s)
{
	if (!s->queues)
		s->queues = alloc_new(s->alloc, sizeof *s->queues);
	if (!s->queues || s->queues->queue.n >= INT32_MAX ||
		!vec_push(s->alloc, &s->queues->queue, (Queue){0}))
		return 0;
	return (int)s->queues->queue.n;
}

size_t queues_size(ExtSession *s, int q)
{
	const Queue *queue = find(s, q);

	return queue ? queue->n : 0;
}

static inline ExtMessage *place(const Queue *q, size_t i)
{
	return &q->at[(q->first + i) & (q->cap - 1)];
}

void queues_begin(ExtSession *s, int q, int32_t record, const char *name)
{
	Queue *queue = find(s, q);

	for (size_t i = 0; i < queue->n; i++)
		drop(s, place(queue, i));
	queue->n = queue->first = 0;
	queue->record = record;
	queue->name = name;
}

const ExtMessage *queues_at(ExtSession *s, int q, size_t i)
{
	return place(find(s, q), i);
}

static bool grow(ExtSession *s, Queue *q)
{
	size_t cap = q->cap ? 2 * q->cap : 4;
	ExtMessage *at = alloc_new(s->alloc, cap * sizeof *at);

	if (!at)
		return false;
	for (size_t i = 0; i < q->n; i++)
		at[i] = *place(q, i);
	alloc_free(s->alloc, q->at, q->cap * sizeof *q->at);
	q->at = at;
	q->cap = cap;
	q->first = 0;
	return true;
}

/* A place in front of message i; i == n: at the end. NULL: no memory. */
static ExtMessage *insert(ExtSession *s, Queue *q, size_t i)
{
	if (q->n == q->cap && !grow(s, q))
		return NULL;
	if (i == 0 && q->n > 0) {
		q->first = (q->first - 1) & (q->cap - 1);
	} else {
		for (size_t k = q->n; k > i; k--)
			*place(q, k) = *place(q, k - 1);
	}
	q->n++;
	return place(q, i);
}

bool queues_lend(ExtSession *s, int q, const ExtMessage *m)
{
	Queue *queue = find(s, q);
	ExtMessage *at = insert(s, queue, queue->n);

	if (!at)
		return false;
	*at = *m;
	at->lent = m->more != NULL;
	return true;
}

bool queues_keep(ExtSession *s, int q, const ExtMessage *m)
{
	const IrRecord record = {.number = m->record, .n = m->n};
	double *block = m->n > EXT_MESSAGE_FEW ? take_block(s, &record) : NULL;
	Queue *queue = find(s, q);
	ExtMessage *at = m->n > EXT_MESSAGE_FEW && !block ? NULL : insert(s, queue, queue->n);

	if (!at) {
		drop(s, &(ExtMessage){.more = block, .record = m->record});
		return false;
	}
	*at = *m;
	at->more = block;
	at->lent = false;
	memcpy(block ? block : at->few, queues_scalars(m), (size_t)m->n * sizeof *block);
	return true;
}

static void take(Queue *q, size_t i)
{
	if (i == 0)
		q->first = (q->first + 1) & (q->cap - 1);
	for (size_t k = i; i > 0 && k + 1 < q->n; k++)
		*place(q, k) = *place(q, k + 1);
	q->n--;
}

static void free_queue(ExtSession *s, Queue *q)
{
	for (size_t i = 0; i < q->n; i++)
		drop(s, place(q, i));
	alloc_free(s->alloc, q->at, q->cap * sizeof *q->at);
}

void queues_free(ExtSession *s)
{
	ExtQueues *all = s->queues;

	if (!all)
		return;
	for (size_t i = 0; i < all->queue.n; i++)
		free_queue(s, &all->queue.at[i]);
	for (size_t i = 0; i < all->spare.n; i++)
		for (void *block = all->spare.at[i].first, *next; block; block = next) {
			memcpy(&next, block, sizeof next);
			alloc_free(s->alloc, block, (size_t)all->spare.at[i].n * sizeof(double));
		}
	vec_free(s->alloc, &all->queue);
	vec_free(s->alloc, &all->spare);
	alloc_free(s->alloc, all, sizeof *all);
	s->queues = NULL;
}

/* --- for models --- */

static MdvStatus no_queue(double q, char *why, size_t size)
{
	plain_snprintf(why, size,
				   "there is no queue %g: it must come from CreateQueue, or be a port's or the bag",
				   q);
	return MDV_RETRY;
}

static MdvStatus no_memory(char *why, size_t size)
{
	snprintf(why, size, "out of memory");
	return MDV_NO_MEMORY;
}

static size_t place_for(const Queue *q, IrMessageOp op, double order)
{
	size_t i = op == IR_QUEUE_FIRST ? 0 : q->n;

	while (op == IR_QUEUE_ASCENDING && i > 0 && place(q, i - 1)->order > order)
		i--;
	while (op == IR_QUEUE_DESCENDING && i > 0 && place(q, i - 1)->order < order)
		i--;
	return i;
}

static MdvStatus put(ExtSession *s, Queue *q, IrMessageOp op, const IrRecord *record, double x[],
					 char *why, size_t size)
{
	double *block = NULL;
	ExtMessage *m;

	if (q->name && q->record != record->number) {
		snprintf(why, size, "a message of '%s' is sent on a port for messages of '%s'",
				 record->name, q->name);
		return MDV_FAILED;
	}
	if (record->n > EXT_MESSAGE_FEW && !(block = take_block(s, record)))
		return no_memory(why, size);
	m = insert(s, q, place_for(q, op, x[1]));
	if (!m) {
		drop(s, &(ExtMessage){.more = block, .record = record->number});
		return no_memory(why, size);
	}
	m->more = block;
	m->order = x[1];
	m->name = record->name;
	m->record = record->number;
	m->n = record->n;
	m->port = 0;
	m->lent = false;
	memcpy(block ? block : m->few, x + 2, (size_t)record->n * sizeof *x);
	x[0] = 1;
	return MDV_OK;
}

/* The message at a position, from 1; NULL: `why` tells. */
static ExtMessage *message_at(const Queue *q, double position, char *why, size_t size)
{
	if (position >= 1 && position <= (double)q->n)
		return place(q, (size_t)position - 1);
	plain_snprintf(why, size, "there is no message %g: the queue has %zu", position, q->n);
	return NULL;
}

static MdvStatus get(ExtSession *s, Queue *q, IrMessageOp op, const IrRecord *record, double x[],
					 char *why, size_t size)
{
	const ExtMessage *m = message_at(q, x[1], why, size);

	if (!m)
		return MDV_RETRY;
	if (m->record != record->number) {
		plain_snprintf(why, size, "message %g of the queue is a '%s', and is read as a '%s'", x[1],
					   m->name, record->name);
		return MDV_FAILED;
	}
	memcpy(x + 2, queues_scalars(m), (size_t)m->n * sizeof *x);
	if (m->port > 0 && record->port >= 0)
		x[2 + record->port] = m->port;
	if (op == IR_QUEUE_TAKE) {
		drop(s, m);
		take(q, (size_t)x[1] - 1);
	}
	x[0] = 1;
	return MDV_OK;
}

/* What is known of a message besides its scalars. */
static MdvStatus look(const Queue *q, IrMessageOp op, double x[], char *why, size_t size)
{
	const ExtMessage *m = message_at(q, x[1], why, size);

	if (!m)
		return MDV_RETRY;
	x[0] = op == IR_QUEUE_ORDER ? m->order : m->port;
	return MDV_OK;
}

MdvStatus queues_message(void *external, IrMessageOp op, const IrRecord *record, double x[],
						 char *why, size_t size)
{
	ExtSession *s = external;
	Queue *q = find(s, x[0]);

	if (op == IR_QUEUE_NEW) {
		x[0] = queues_new(s);
		return x[0] > 0 ? MDV_OK : no_memory(why, size);
	}
	if (!q && op == IR_QUEUE_COUNT && x[0] == 0)
		return MDV_OK;
	if (!q)
		return no_queue(x[0], why, size);
	switch (op) {
	case IR_QUEUE_SIZE:
	case IR_QUEUE_COUNT: x[0] = (double)q->n; return MDV_OK;
	case IR_QUEUE_READ:
	case IR_QUEUE_TAKE: return get(s, q, op, record, x, why, size);
	case IR_QUEUE_ORDER:
	case IR_QUEUE_PORT: return look(q, op, x, why, size);
	default: return put(s, q, op, record, x, why, size);
	}
}

/* --- for texts --- */

void queues_begin_live(ExtSession *s, ExtLive *m, const double x[], int32_t n)
{
	*m = (ExtLive){.next = s->live, .back = &s->live, .x = x, .n = n};
	if (s->live)
		s->live->back = &m->next;
	s->live = m;
}

void queues_end_live(ExtLive *m)
{
	if (!m->back)
		return;
	*m->back = m->next;
	if (m->next)
		m->next->back = m->back;
	m->back = NULL;
}

void queues_visit(ExtSession *s, void (*see)(void *ctx, const double x[], size_t n), void *ctx)
{
	for (const ExtLive *m = s->live; m; m = m->next)
		see(ctx, m->x, (size_t)m->n);
	for (size_t i = 0; s->queues && i < s->queues->queue.n; i++) {
		const Queue *q = &s->queues->queue.at[i];

		for (size_t k = 0; k < q->n; k++)
			see(ctx, queues_scalars(place(q, k)), (size_t)place(q, k)->n);
	}
}
