/* SPDX-License-Identifier: MIT
   threads.c — large instants on several threads. The components of an instant are cut into slices
   of equal length, one per thread; what a slice produces is kept with its worker and put together
   in the order of slices, which is the order of ids. So the result is that of one thread. */
#include "runtime/devs/engine.h"

typedef void Task(MdvDevs *sim, unsigned i_worker);

struct Pool {
	MdvDevs *sim;           /* whose workers these are */
	pthread_t *thread;      /* n - 1 threads; the caller's is the first worker */
	unsigned n, n_started;  /* workers in all; threads that exist */
	pthread_mutex_t lock;   /* guards what follows */
	pthread_cond_t wake;    /* a new round, or the end */
	pthread_cond_t done;    /* nobody is running */
	unsigned long round;    /* number of the current task */
	unsigned running;       /* threads still at it */
	bool quit;              /* the end */
	Task *task;             /* what to do */
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
	alloc_free(&sim->alloc, p->thread, sim->n_workers * sizeof *p->thread);
	alloc_free(&sim->alloc, p, sizeof *p);
}

/* Run a task on all workers, the caller's thread included, and wait for its end. */
static void run_all(Pool *p, Task *task)
{
	for (unsigned i = 0; i < p->n; i++)
		p->sim->workers[i].buffered = true;
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
		p->sim->workers[i].buffered = false;
}

/* The part of 0..n that worker i does. */
static size_t slice(const MdvDevs *sim, size_t n, unsigned i)
{
	return n * i / sim->n_workers;
}

/* The failure that comes first in the order of ids becomes worker 0's, where the run looks. */
static void take_failure(MdvDevs *sim)
{
	Worker *first = &sim->workers[0];

	for (unsigned i = 1; i < sim->n_workers; i++) {
		Worker *w = &sim->workers[i];

		first->stop |= w->stop;
		w->stop = false;
		if (w->status && !first->status) {
			first->status = w->status;
			first->failed = w->failed;
			snprintf(first->reason, sizeof first->reason, "%s", w->reason);
		}
	}
}

static void lambda_slice(MdvDevs *sim, unsigned i_worker)
{
	Worker *w = &sim->workers[i_worker];
	size_t end = slice(sim, sim->due.n, i_worker + 1);

	w->sending = true;
	for (size_t i = slice(sim, sim->due.n, i_worker); i < end && !w->status; i++)
		run_lambda(w, sim->due.at[i]);
	w->sending = false;
	w->call.n_out = 0;
}

void pool_lambda(MdvDevs *sim)
{
	Worker *first = &sim->workers[0];

	run_all(sim->pool, lambda_slice);
	/* Delivery touches the receivers' bags: by one thread, in the order of senders. What was sent
	   before a failure is still observed, as it would be on one thread. */
	for (unsigned k = 0; k < sim->n_workers; k++) {
		const Worker *w = &sim->workers[k];

		for (size_t i = 0; i < w->sent.n; i++) {
			MdvValue value = w->sent.at[i].value;

			first->call.self = w->sent.at[i].id;
			if (sim->observe_output)
				run_observe_output(first, value.port, &value);
			route_deliver(first, w->sent.at[i].node, value);
		}
		if (w->status)
			break;
	}
	take_failure(sim);
}

static void transition_slice(MdvDevs *sim, unsigned i_worker)
{
	Worker *w = &sim->workers[i_worker];
	size_t end = slice(sim, sim->work.n, i_worker + 1);

	w->again.n = w->later.n = 0;
	for (size_t i = slice(sim, sim->work.n, i_worker); i < end; i++) {
		if (w->status)
			sim->kinds.at[i] = 0;
		else
			sim->kinds.at[i] =
				(uint8_t)run_transition(w, sim->work.at[i], (MdvTransition)sim->kinds.at[i]);
		if (w->status && w->failed == sim->work.at[i])
			sim->kinds.at[i] = 0;
	}
}

void pool_transitions(MdvDevs *sim)
{
	Worker *first = &sim->workers[0];
	bool failed = false;

	if (!run_list_work(sim)) {
		run_note(first, MDV_NO_MEMORY, NULL);
		return;
	}
	run_all(sim->pool, transition_slice);
	for (unsigned k = 0; k < sim->n_workers && !failed; k++) {
		const Worker *w = &sim->workers[k];

		for (size_t i = 0; i < w->again.n; i++)
			list_add(&sim->again, w->again.at[i]);
		for (size_t i = 0; i < w->later.n && !failed; i++)
			failed = !queue_push(&sim->queue, &sim->alloc, w->later.at[i].t, w->later.at[i].id);
		if (sim->observe_state) {
			size_t end = slice(sim, sim->work.n, k + 1);

			for (size_t i = slice(sim, sim->work.n, k); i < end; i++)
				if (sim->kinds.at[i])
					run_observe_state(first, sim->work.at[i], (MdvTransition)sim->kinds.at[i]);
		}
		if (failed)
			run_note(first, MDV_NO_MEMORY, NULL);
		failed |= w->status != MDV_OK;
	}
	take_failure(sim);
}
