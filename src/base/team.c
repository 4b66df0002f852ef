/* SPDX-License-Identifier: MIT
   team.c — threads that share one task at a time. Each member has a number, and the task cuts its
   work by these: what is done does not depend on who was faster.

   Tasks follow each other within microseconds, so that who waits looks for a while before it
   sleeps: waking up takes tens of them. */
#include "base/base.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

enum { LOOKS = 2000 }; /* before sleeping: some 50 microseconds, what a sleep and its end take */

struct Team {
	const MdvAlloc *alloc;  /* where it comes from */
	pthread_t *thread;      /* n - 1 threads; the caller's is the first member */
	unsigned n, n_threads;  /* members in all; threads that exist, one less if all do */
	unsigned n_started;     /* threads that have a number */
	pthread_mutex_t lock;   /* for sleeping, and for what follows where it is not atomic */
	pthread_cond_t wake;    /* a new round, or the end */
	pthread_cond_t done;    /* nobody is at it */
	_Atomic unsigned round; /* number of the current task */
	_Atomic unsigned at_it; /* threads that have not done their part */
	bool quit;              /* the end; written before the round */
	TeamTask *task;         /* what to do; written before the round */
	void *ctx;              /* for whom */
};

static void look_again(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#endif
}

static void await_round(Team *t, unsigned last)
{
	for (int i = 0; i < LOOKS; i++) {
		if (atomic_load_explicit(&t->round, memory_order_acquire) != last)
			return;
		look_again();
	}
	pthread_mutex_lock(&t->lock);
	while (atomic_load_explicit(&t->round, memory_order_acquire) == last)
		pthread_cond_wait(&t->wake, &t->lock);
	pthread_mutex_unlock(&t->lock);
}

static void *thread_main(void *arg)
{
	Team *t = arg;
	unsigned i, last = 0;

	pthread_mutex_lock(&t->lock);
	i = ++t->n_started;
	pthread_mutex_unlock(&t->lock);
	for (;; last++) {
		await_round(t, last);
		if (t->quit)
			return NULL;
		t->task(t->ctx, i);
		if (atomic_fetch_sub_explicit(&t->at_it, 1, memory_order_acq_rel) == 1) {
			pthread_mutex_lock(&t->lock);
			pthread_cond_signal(&t->done);
			pthread_mutex_unlock(&t->lock);
		}
	}
}

static void begin_round(Team *t)
{
	pthread_mutex_lock(&t->lock);
	atomic_fetch_add_explicit(&t->round, 1, memory_order_release);
	pthread_cond_broadcast(&t->wake);
	pthread_mutex_unlock(&t->lock);
}

/* Signals are for the thread that was there before, but for those that say what a thread itself did
   (the end of its stack). */
static unsigned start_threads(Team *t)
{
	static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	sigset_t others, before;
	unsigned n = 0;

	sigfillset(&others);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		sigdelset(&others, own[i]);
	pthread_sigmask(SIG_SETMASK, &others, &before);
	while (n < t->n - 1 && !pthread_create(&t->thread[n], NULL, thread_main, t))
		n++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return n;
}

Team *team_new(unsigned n, const MdvAlloc *a)
{
	Team *t;

	a = a ? a : &alloc_heap;
	t = alloc_new(a, sizeof *t);
	if (!t)
		return NULL;
	t->alloc = a;
	t->thread = alloc_new(a, n * sizeof *t->thread);
	if (!t->thread) {
		alloc_free(a, t, sizeof *t);
		return NULL;
	}
	t->n = n;
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->wake, NULL);
	pthread_cond_init(&t->done, NULL);
	t->n_threads = start_threads(t);
	if (t->n_threads == n - 1)
		return t;
	team_free(t);
	return NULL;
}

void team_free(Team *t)
{
	if (!t)
		return;
	t->quit = true;
	begin_round(t);
	for (unsigned i = 0; i < t->n_threads; i++)
		pthread_join(t->thread[i], NULL);
	pthread_mutex_destroy(&t->lock);
	pthread_cond_destroy(&t->wake);
	pthread_cond_destroy(&t->done);
	alloc_free(t->alloc, t->thread, t->n * sizeof *t->thread);
	alloc_free(t->alloc, t, sizeof *t);
}

unsigned team_size(const Team *t)
{
	return t ? t->n : 1;
}

void team_run(Team *t, TeamTask *task, void *ctx)
{
	t->task = task;
	t->ctx = ctx;
	atomic_store_explicit(&t->at_it, t->n - 1, memory_order_relaxed);
	begin_round(t);
	task(ctx, 0);
	for (int i = 0; i < LOOKS; i++) {
		if (atomic_load_explicit(&t->at_it, memory_order_acquire) == 0)
			return;
		look_again();
	}
	pthread_mutex_lock(&t->lock);
	while (atomic_load_explicit(&t->at_it, memory_order_acquire) != 0)
		pthread_cond_wait(&t->done, &t->lock);
	pthread_mutex_unlock(&t->lock);
}
