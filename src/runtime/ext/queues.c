/* SPDX-License-Identifier: MIT
   queues.c — messages of DEVS models, under the names by which the paper's library calls them from
   Modelica. Its queues are addresses; here they are numbers into a table of the session, so that a
   wrong one is an error and not the end. A queue is a ring that grows. */
#include "runtime/ext/ext.h"

#include <string.h>

typedef struct Queue {
	ExtMessage *at; /* cap places, a ring */
	size_t first;   /* place of the first message */
	size_t n;       /* messages */
	size_t cap;     /* a power of two, or 0 */
} Queue;

struct ExtQueues {
	VEC(Queue) queue; /* number k + 1 */
};

/* --- for the runtime --- */

static Queue *find(ExtSession *s, int q)
{
	return s->queues && q >= 1 && (size_t)q <= s->queues->queue.n ? &s->queues->queue.at[q - 1]
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

void queues_clear(ExtSession *s, int q)
{
	Queue *queue = find(s, q);

	if (queue)
		queue->n = queue->first = 0;
}

static ExtMessage *place(const Queue *q, size_t i)
{
	return &q->at[(q->first + i) & (q->cap - 1)];
}

ExtMessage queues_at(ExtSession *s, int q, size_t i)
{
	return *place(find(s, q), i);
}

static bool grow(ExtSession *s, Queue *q)
{
	size_t cap = q->cap ? 2 * q->cap : 4;
	ExtMessage *at;

	if (q->n < q->cap)
		return true;
	at = alloc_new(s->alloc, cap * sizeof *at);
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

/* In front of message i; i == n: at the end. */
static bool insert(ExtSession *s, Queue *q, size_t i, const ExtMessage *m)
{
	if (!grow(s, q))
		return false;
	if (i == 0 && q->n > 0) {
		q->first = (q->first - 1) & (q->cap - 1);
	} else {
		for (size_t k = q->n; k > i; k--)
			*place(q, k) = *place(q, k - 1);
	}
	q->n++;
	*place(q, i) = *m;
	return true;
}

bool queues_add(ExtSession *s, int q, const ExtMessage *m)
{
	Queue *queue = find(s, q);

	return queue && insert(s, queue, queue->n, m);
}

static void take(Queue *q, size_t i)
{
	if (i == 0)
		q->first = (q->first + 1) & (q->cap - 1);
	for (size_t k = i; i > 0 && k + 1 < q->n; k++)
		*place(q, k) = *place(q, k + 1);
	q->n--;
}

void queues_free(ExtSession *s)
{
	if (!s->queues)
		return;
	for (size_t i = 0; i < s->queues->queue.n; i++)
		alloc_free(s->alloc, s->queues->queue.at[i].at,
				   s->queues->queue.at[i].cap * sizeof(ExtMessage));
	vec_free(s->alloc, &s->queues->queue);
	alloc_free(s->alloc, s->queues, sizeof *s->queues);
	s->queues = NULL;
}

/* --- for models --- */

static Queue *need(int q)
{
	Queue *queue = find(ext_session(), q);

	if (!queue)
		ext_error("there is no queue %d: it must come from CreateQueue, or be a port's or the bag",
				  q);
	return queue;
}

static ExtMessage *need_at(int q, int position)
{
	Queue *queue = need(q);

	if (position < 1 || (size_t)position > queue->n)
		ext_error("there is no message %d: the queue has %zu", position, queue->n);
	return place(queue, (size_t)position - 1);
}

static int create(void)
{
	int q = queues_new(ext_session());

	if (!q)
		ext_no_memory();
	return q;
}

static int put(int q, size_t i, const ExtMessage *m)
{
	if (!insert(ext_session(), need(q), i, m))
		ext_no_memory();
	return 1;
}

static int add_last(int q, int port, int type, double value, int order)
{
	return put(q, need(q)->n, &(ExtMessage){value, order, port, type});
}

static int add_first(int q, int port, int type, double value, int order)
{
	return put(q, 0, &(ExtMessage){value, order, port, type});
}

/* Behind those whose order is not greater. */
static int add_ascending(int q, int port, int type, double value, int time, double order)
{
	Queue *queue = need(q);
	size_t i = queue->n;

	(void)time;
	while (i > 0 && place(queue, i - 1)->order > order)
		i--;
	return put(q, i, &(ExtMessage){value, order, port, type});
}

/* Behind those whose order is not less. */
static int add_descending(int q, int port, int type, double value, int time, double order)
{
	Queue *queue = need(q);
	size_t i = queue->n;

	(void)time;
	while (i > 0 && place(queue, i - 1)->order < order)
		i--;
	return put(q, i, &(ExtMessage){value, order, port, type});
}

static int read_message(int q, int position, int *port, int *type, double *value)
{
	const ExtMessage *m = need_at(q, position);

	*port = m->port;
	*type = m->type;
	*value = m->value;
	return 1;
}

static int take_message(int q, int position, int *port, int *type, double *value)
{
	read_message(q, position, port, type, value);
	take(need(q), (size_t)position - 1);
	return 1;
}

static int size_of(int q)
{
	return (int)need(q)->n;
}

static double order_of(int q, int position)
{
	return need_at(q, position)->order;
}

const ExtFunction *queues_find(const char *symbol)
{
	static const ExtFunction table[] = {
		{"QCreate", (ExtFn)create, EXT_NONE, "i()", false},
		{"QAdd", (ExtFn)add_last, EXT_NONE, "i(i i i r i)", false},
		{"QAddFirst", (ExtFn)add_first, EXT_NONE, "i(i i i r i)", false},
		{"QAddLVF", (ExtFn)add_ascending, EXT_NONE, "i(i i i r i r)", false},
		{"QAddHVF", (ExtFn)add_descending, EXT_NONE, "i(i i i r i r)", false},
		{"QRead", (ExtFn)read_message, EXT_NONE, "i(i i I I R)", false},
		{"QGetPos", (ExtFn)take_message, EXT_NONE, "i(i i I I R)", false},
		{"QSize", (ExtFn)size_of, EXT_NONE, "i(i)", false},
		{"QEventOrder", (ExtFn)order_of, EXT_NONE, "r(i i)", false},
	};

	if (symbol[0] != 'Q')
		return NULL;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (!strcmp(table[i].symbol, symbol))
			return &table[i];
	return NULL;
}
