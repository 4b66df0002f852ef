/* SPDX-License-Identifier: MIT
   threads.c — large instants on several threads. The components of an instant are cut into slices
   of equal length, one per thread; what a slice produces is kept with its worker and put together
   in the order of slices, which is the order of ids. So the result is that of one thread. */
#include "runtime/devs/engine.h"

typedef void Task(MdvDevs *sim, unsigned i_worker);

struct Pool {
	MdvDevs *sim;          /* whose workers these are */
	pthread_t *thread;     /* n - 1 threads; the caller's is the first worker */
	unsigned n, n_started; /* workers in all; threads that exist */
	pthread_mutex_t lock;  /* guards what follows */
	pthread_cond_t wake;   /* a new round, or the end */
	pthread_cond_t done;   /* nobody is running */
	unsigned long round;   /* number of the current task */
	unsigned running;      /* threads still at it */
	bool quit;             /* the end */
	Task *task;            /* what to do */
};

static void *thread_main(void *arg)
{
	Pool *p = arg;
	unsigned i;
	unsigned long at = 0;

	pthread_mutex_lock(&p->lock);
	i = ++p->n_started;
	pthread_cond_signal(&p->done);
	for (;;) {
		while (p->round == at && !p->quit)
			pthread_cond_wait(&p->wake, &p->lock);
		if (p->quit)
			break;
		at = p->round;
		pthread_mutex_unlock(&p->lock);
		p->task(p->sim, i);
		pthread_mutex_lock(&p->lock);
		if (--p->running == 0)
			pthread_cond_signal(&p->done);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

Pool *pool_new(MdvDevs *sim, unsigned threads)
{
	Pool *p = alloc_new(&sim->alloc, sizeof *p);
	unsigned n = 0;

	if (!p)
		return NULL;
	p->sim = sim;
	p->n = threads;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->wake, NULL);
	pthread_cond_init(&p->done, NULL);
	p->thread = alloc_new(&sim->alloc, threads * sizeof *p->thread);
	while (p->thread && n < threads - 1 && !pthread_create(&p->thread[n], NULL, thread_main, p))
		n++;
	pthread_mutex_lock(&p->lock);
	while (p->n_started < n) /* each has its number before the first round */
		pthread_cond_wait(&p->done, &p->lock);
	pthread_mutex_unlock(&p->lock);
	if (n == threads - 1)
		return p;
	p->n = n + 1;
	pool_free(p);
	return NULL;
}

void pool_free(Pool *p)
{
	MdvDevs *sim = p->sim;

	pthread_mutex_lock(&p->lock);
	p->quit = true;
	pthread_cond_broadcast(&p->wake);
	pthread_mutex_unlock(&p->lock);
	for (unsigned i = 0; p->thread && i < p->n - 1; i++)
		pthread_join(p->thread[i], NULL);
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->wake);
	pthread_cond_destroy(&p->done);
	alloc_free(&sim->alloc, p->thread, sim->threads.n_workers * sizeof *p->thread);
	alloc_free(&sim->alloc, p, sizeof *p);
}

/* Run a task on all workers, the caller's thread included, and wait for its end. */
static void run_all(Pool *p, Task *task)
{
	for (unsigned i = 0; i < p->n; i++)
		p->sim->threads.workers[i].buffered = true;
	pthread_mutex_lock(&p->lock);
	p->task = task;
	p->running = p->n - 1;
	p->round++;
	pthread_cond_broadcast(&p->wake);
	pthread_mutex_unlock(&p->lock);
	task(p->sim, 0);
	pthread_mutex_lock(&p->lock);
	while (p->running)
		pthread_cond_wait(&p->done, &p->lock);
	pthread_mutex_unlock(&p->lock);
	for (unsigned i = 0; i < p->n; i++)
		p->sim->threads.workers[i].buffered = false;
}

/* The failure that comes first in the order of ids becomes worker 0's, where the run looks. */
static void take_failure(MdvDevs *sim)
{
	Worker *first = &sim->threads.workers[0];

	for (unsigned i = 1; i < sim->threads.n_workers; i++) {
		Worker *w = &sim->threads.workers[i];

		first->stop |= w->stop;
		w->stop = false;
		if (w->status && !first->status) {
			first->status = w->status;
			first->failed = w->failed;
			snprintf(first->reason, sizeof first->reason, "%s", w->reason);
		}
	}
}

static void lambda_slice(MdvDevs *sim, unsigned i)
{
	size_t begin = sim->instant.due.n * i / sim->threads.n_workers,
		   end = sim->instant.due.n * (i + 1) / sim->threads.n_workers;

	act_lambdas(&sim->threads.workers[i], sim->instant.due.at + begin, end - begin);
}

void pool_lambda(MdvDevs *sim)
{
	Worker *first = &sim->threads.workers[0];

	run_all(sim->threads.pool, lambda_slice);
	/* Delivery touches the receivers' bags: by one thread, in the order of senders. What was sent
	   before a failure is still observed, as it would be on one thread. */
	for (unsigned k = 0; k < sim->threads.n_workers; k++) {
		const Worker *w = &sim->threads.workers[k];

		for (size_t i = 0; i < w->sent.n; i++) {
			MdvValue value = w->sent.at[i].value;

			first->call.self = w->sent.at[i].id;
			if (sim->observers.output)
				act_observe_output(first, value.port, &value);
			route_deliver(first, w->sent.at[i].node, value);
		}
		if (w->status)
			break;
	}
	take_failure(sim);
}

/* How many of a list's ids are below a limit. */
static size_t count_below(const IdList *list, uint32_t limit)
{
	size_t lo = 0, hi = list->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (list->at[mid] < limit)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* The part of worker i: a range of ids, with an equal share of the longer list. */
static Slice slice(const MdvDevs *sim, unsigned i)
{
	const IdList *longer =
		sim->instant.due.n > sim->instant.receivers.n ? &sim->instant.due : &sim->instant.receivers;
	size_t begin = longer->n * i / sim->threads.n_workers,
		   end = longer->n * (i + 1) / sim->threads.n_workers;
	uint32_t lo = i ? longer->at[begin] : 0,
			 hi = i + 1 < sim->threads.n_workers ? longer->at[end] : NONE;
	size_t due = count_below(&sim->instant.due, lo), got = count_below(&sim->instant.receivers, lo);

	return (Slice){sim->instant.due.at + due, count_below(&sim->instant.due, hi) - due,
				   sim->instant.receivers.at + got, count_below(&sim->instant.receivers, hi) - got};
}

static void transition_slice(MdvDevs *sim, unsigned i)
{
	Worker *w = &sim->threads.workers[i];
	Slice part = slice(sim, i);

	/* Everything before this slice fits before it: no more than its components can act again. */
	w->again = sim->schedule.spare_again.at + (part.due - sim->instant.due.at) +
			   (part.got - sim->instant.receivers.at);
	w->n_again = w->later.n = 0;
	act_transitions(w, part);
}

/* The state observers are called afterwards, in order, up to a failure. */
static void observe_slice(MdvDevs *sim, Slice part, const Worker *w)
{
	size_t i = 0, k = 0;

	while (i < part.n_due || k < part.n_got) {
		uint32_t a = i < part.n_due ? part.due[i] : NONE, b = k < part.n_got ? part.got[k] : NONE;
		uint32_t id = a < b ? a : b;
		MdvTransition kind = (MdvTransition)((a <= b) | (b <= a) << 1);

		i += a <= b;
		k += b <= a;
		if (w->status && w->failed == id)
			return;
		kind = act_kind(sim->components.classes.at[sim->components.hot.at[id].cls], kind);
		if (kind)
			act_observe_state(&sim->threads.workers[0], id, kind);
	}
}

void pool_transitions(MdvDevs *sim)
{
	Worker *first = &sim->threads.workers[0];
	bool ok = vec_reserve(&sim->alloc, &sim->schedule.spare_again,
						  sim->instant.due.n + sim->instant.receivers.n);

	if (ok)
		run_all(sim->threads.pool, transition_slice);
	for (unsigned k = 0; k < sim->threads.n_workers && ok; k++) {
		const Worker *w = &sim->threads.workers[k];

		for (size_t i = 0; i < w->n_again; i++)
			list_add(&sim->schedule.again, w->again[i]);
		for (size_t i = 0; i < w->later.n && ok; i++)
			ok = queue_push(sim, w->later.at[i].t, w->later.at[i].id);
		if (sim->observers.state)
			observe_slice(sim, slice(sim, k), w);
		if (w->status)
			break;
	}
	if (!ok)
		act_note(first, MDV_NO_MEMORY, NULL);
	take_failure(sim);
}
