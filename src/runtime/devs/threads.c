/* SPDX-License-Identifier: MIT
   threads.c — large instants on several threads. The components of an instant are cut into slices
   of equal length, one per thread; what a slice produces is kept with its worker and put together
   in the order of slices, which is the order of ids. So the result is that of one thread. */
#include "runtime/devs/engine.h"

typedef struct Round {
	MdvDevs *sim;                                  /* whose workers these are */
	void (*task)(MdvDevs *sim, unsigned i_worker); /* what to do */
} Round;

static void run_part(void *ctx, unsigned i)
{
	const Round *round = ctx;

	round->task(round->sim, i);
}

/* Run a task on all workers, the caller's thread included, and wait for its end. */
static void run_all(MdvDevs *sim, void (*task)(MdvDevs *sim, unsigned i_worker))
{
	for (unsigned i = 0; i < sim->threads.n_workers; i++)
		sim->threads.workers[i].buffered = true;
	team_run(sim->threads.team, run_part, &(Round){sim, task});
	for (unsigned i = 0; i < sim->threads.n_workers; i++)
		sim->threads.workers[i].buffered = false;
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

void threads_lambda(MdvDevs *sim)
{
	Worker *first = &sim->threads.workers[0];

	run_all(sim, lambda_slice);
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

void threads_transitions(MdvDevs *sim)
{
	Worker *first = &sim->threads.workers[0];
	bool ok = vec_reserve(&sim->alloc, &sim->schedule.spare_again,
						  sim->instant.due.n + sim->instant.receivers.n);

	if (ok)
		run_all(sim, transition_slice);
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
