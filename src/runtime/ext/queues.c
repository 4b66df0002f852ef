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

/* Each function has two forms: one of numbers as the VM has them, which does the work, and one of C
   for who calls it by its symbol. */

static MdvStatus no_queue(double q, char *why, size_t size)
{
	plain_snprintf(why, size,
				   "there is no queue %g: it must come from CreateQueue, or be a port's or the bag",
				   q);
	return MDV_RETRY;
}

static MdvStatus put_message(ExtSession *s, Queue *q, size_t i, const double x[], double order,
							 char *why, size_t size)
{
	ExtMessage m = {.value = x[3], .order = order, .port = (int)x[1], .type = (int)x[2]};

	if (insert(s, q, i, &m))
		return MDV_OK;
	snprintf(why, size, "out of memory");
	return MDV_NO_MEMORY;
}

static MdvStatus create(void *session, double x[], char *why, size_t size)
{
	x[0] = queues_new(session);
	if (x[0] > 0)
		return MDV_OK;
	snprintf(why, size, "out of memory");
	return MDV_NO_MEMORY;
}

static MdvStatus add_last(void *session, double x[], char *why, size_t size)
{
	Queue *q = find(session, (int)x[0]);

	x[5] = 1;
	return q ? put_message(session, q, q->n, x, x[4], why, size) : no_queue(x[0], why, size);
}

static MdvStatus add_first(void *session, double x[], char *why, size_t size)
{
	Queue *q = find(session, (int)x[0]);

	x[5] = 1;
	return q ? put_message(session, q, 0, x, x[4], why, size) : no_queue(x[0], why, size);
}

/* Behind those whose order is not greater. */
static MdvStatus add_ascending(void *session, double x[], char *why, size_t size)
{
	Queue *q = find(session, (int)x[0]);
	size_t i = q ? q->n : 0;

	while (i > 0 && place(q, i - 1)->order > x[5])
		i--;
	x[6] = 1;
	return q ? put_message(session, q, i, x, x[5], why, size) : no_queue(x[0], why, size);
}

/* Behind those whose order is not less. */
static MdvStatus add_descending(void *session, double x[], char *why, size_t size)
{
	Queue *q = find(session, (int)x[0]);
	size_t i = q ? q->n : 0;

	while (i > 0 && place(q, i - 1)->order < x[5])
		i--;
	x[6] = 1;
	return q ? put_message(session, q, i, x, x[5], why, size) : no_queue(x[0], why, size);
}

/* The message at a position, from 1; NULL: `why` tells. */
static ExtMessage *message_at(Queue *q, const double x[], char *why, size_t size)
{
	if (!q)
		no_queue(x[0], why, size);
	else if (!(x[1] >= 1 && x[1] <= (double)q->n))
		plain_snprintf(why, size, "there is no message %g: the queue has %zu", x[1], q->n);
	else
		return place(q, (size_t)x[1] - 1);
	return NULL;
}

static MdvStatus read_message(void *session, double x[], char *why, size_t size)
{
	const ExtMessage *m = message_at(find(session, (int)x[0]), x, why, size);

	if (!m)
		return MDV_RETRY;
	x[2] = m->port;
	x[3] = m->type;
	x[4] = m->value;
	x[5] = 1;
	return MDV_OK;
}

static MdvStatus take_message(void *session, double x[], char *why, size_t size)
{
	MdvStatus status = read_message(session, x, why, size);

	if (status == MDV_OK)
		take(find(session, (int)x[0]), (size_t)x[1] - 1);
	return status;
}

static MdvStatus count_messages(void *session, double x[], char *why, size_t size)
{
	const Queue *q = find(session, (int)x[0]);

	x[1] = q ? (double)q->n : 0;
	return q ? MDV_OK : no_queue(x[0], why, size);
}

static MdvStatus order_of(void *session, double x[], char *why, size_t size)
{
	const ExtMessage *m = message_at(find(session, (int)x[0]), x, why, size);

	x[2] = m ? m->order : 0;
	return m ? MDV_OK : MDV_RETRY;
}

static void do_direct(VmDirect body, double x[])
{
	char why[256];

	if (body(ext_session(), x, why, sizeof why) != MDV_OK)
		ext_error("%s", why);
}

static int c_create(void)
{
	double x[1];

	do_direct(create, x);
	return (int)x[0];
}

static int c_last(int q, int port, int type, double value, int order)
{
	double x[] = {q, port, type, value, order, 0};

	do_direct(add_last, x);
	return 1;
}

static int c_first(int q, int port, int type, double value, int order)
{
	double x[] = {q, port, type, value, order, 0};

	do_direct(add_first, x);
	return 1;
}

static int c_ascending(int q, int port, int type, double value, int time, double order)
{
	double x[] = {q, port, type, value, time, order, 0};

	do_direct(add_ascending, x);
	return 1;
}

static int c_descending(int q, int port, int type, double value, int time, double order)
{
	double x[] = {q, port, type, value, time, order, 0};

	do_direct(add_descending, x);
	return 1;
}

static int c_message(VmDirect body, int q, int position, int *port, int *type, double *value)
{
	double x[6] = {q, position};

	do_direct(body, x);
	*port = (int)x[2];
	*type = (int)x[3];
	*value = x[4];
	return 1;
}

static int c_read(int q, int position, int *port, int *type, double *value)
{
	return c_message(read_message, q, position, port, type, value);
}

static int c_take(int q, int position, int *port, int *type, double *value)
{
	return c_message(take_message, q, position, port, type, value);
}

static int c_size(int q)
{
	double x[2] = {q};

	do_direct(count_messages, x);
	return (int)x[1];
}

static double c_order(int q, int position)
{
	double x[3] = {q, position};

	do_direct(order_of, x);
	return x[2];
}

static const struct QueueFunction {
	ExtFunction function; /* as C */
	VmDirect direct;      /* as numbers */
} functions[] = {
	{{"QCreate", (ExtFn)c_create, EXT_NONE, "i()", false}, create},
	{{"QAdd", (ExtFn)c_last, EXT_NONE, "i(i i i r i)", false}, add_last},
	{{"QAddFirst", (ExtFn)c_first, EXT_NONE, "i(i i i r i)", false}, add_first},
	{{"QAddLVF", (ExtFn)c_ascending, EXT_NONE, "i(i i i r i r)", false}, add_ascending},
	{{"QAddHVF", (ExtFn)c_descending, EXT_NONE, "i(i i i r i r)", false}, add_descending},
	{{"QRead", (ExtFn)c_read, EXT_NONE, "i(i i I I R)", false}, read_message},
	{{"QGetPos", (ExtFn)c_take, EXT_NONE, "i(i i I I R)", false}, take_message},
	{{"QSize", (ExtFn)c_size, EXT_NONE, "i(i)", false}, count_messages},
	{{"QEventOrder", (ExtFn)c_order, EXT_NONE, "r(i i)", false}, order_of},
};

static const struct QueueFunction *look_up(const char *symbol)
{
	for (size_t i = 0; symbol[0] == 'Q' && i < sizeof functions / sizeof *functions; i++)
		if (!strcmp(functions[i].function.symbol, symbol))
			return &functions[i];
	return NULL;
}

const ExtFunction *queues_find(const char *symbol)
{
	const struct QueueFunction *f = look_up(symbol);

	return f ? &f->function : NULL;
}

VmDirect queues_direct(const char *symbol)
{
	const struct QueueFunction *f = look_up(symbol);

	return f ? f->direct : NULL;
}
