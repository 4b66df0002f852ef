/* SPDX-License-Identifier: MIT
   run.c — instants. At each: the outputs of all imminent components, delivered into bags; then the
   transitions of all imminent components and all receivers, in the order of ids. A component whose
   time advance is 0 goes to `again`, the next step's list, and never through the event list; so the
   event list holds times after `now` only. */
#include "runtime/devs/engine.h"

#include <string.h>

enum { LOOP_NAMES = 8, LOOP_STEPS = 32, PREFETCH_PORTS = 4, PREFETCH_SIZE = 8192 };

/* Failures */

/* The last `size - 1` characters of the path, with an ellipsis if it is longer. */
static void short_path(const MdvDevs *sim, uint32_t id, char *buf, size_t size)
{
	char path[4096];
	int n = mdv_devs_path(sim, mdv_devs_component(sim, id), path, sizeof path);

	if (n < (int)size)
		memcpy(buf, path, (size_t)n + 1);
	else if (n < (int)sizeof path)
		snprintf(buf, size, "...%s", path + ((size_t)n - size + 4));
	else
		snprintf(buf, size, "%.*s...", (int)size - 4, path);
}

static MdvStatus fail(MdvDevs *sim, const Worker *w)
{
	const MdvAtomic *class = sim->components.classes.at[sim->components.hot.at[w->failed].cls];
	char path[256], t[32];

	short_path(sim, w->failed, path, sizeof path);
	sim->failed = w->status;
	return model_error(sim, w->status, "t=%s (step %llu): component '%s'%s%s%s: %s",
					   text_real(t, sim->now), (unsigned long long)sim->step, path,
					   class ? " (" : "", class ? class->name : "", class ? ")" : "", w->reason);
}

/* The components that were active near the limit. */
static void loop_names(const MdvDevs *sim, char *names, size_t size)
{
	size_t used = 0, n = sim->instant.looping.n;
	char path[61];

	names[0] = '\0';
	for (size_t i = 0; i < n && i < LOOP_NAMES; i++) {
		short_path(sim, sim->instant.looping.at[i], path, sizeof path);
		used += (size_t)snprintf(names + used, size - used, "%s'%s'", i ? ", " : "", path);
	}
	if (n > LOOP_NAMES)
		snprintf(names + used, size - used, " and %zu more", n - LOOP_NAMES);
}

static MdvStatus fail_steps(MdvDevs *sim)
{
	char t[32], names[600];

	loop_names(sim, names, sizeof names);
	sim->failed = MDV_STEP_LIMIT;
	return model_error(sim, MDV_STEP_LIMIT,
					   "t=%s: more than %llu steps without time going on; these components keep "
					   "activating themselves or each other: %s",
					   text_real(t, sim->now), (unsigned long long)sim->options.step_limit, names);
}

/* Time goes on, but by so little that no run would ever come to its end. */
static MdvStatus fail_pace(MdvDevs *sim, double t_end)
{
	char t[32], by[32], end[32], names[600];

	loop_names(sim, names, sizeof names);
	sim->failed = MDV_STEP_LIMIT;
	return model_error(sim, MDV_STEP_LIMIT,
					   "t=%s: in %llu steps time went on by %s only, and will never be %s; these "
					   "components keep activating themselves or each other: %s",
					   text_real(t, sim->now), (unsigned long long)sim->n_since,
					   text_real(by, sim->now - sim->t_mark), text_real(end, t_end), names);
}

/* Shortly before one of the limits, keep who is active, for the message. */
static void watch_loop(MdvDevs *sim)
{
	uint64_t limit = sim->options.step_limit;

	if (sim->n_since + LOOP_STEPS <= limit && sim->step + LOOP_STEPS <= limit)
		return;
	for (size_t i = 0; i < sim->instant.due.n && i < 64; i++) {
		size_t k = 0;

		while (k < sim->instant.looping.n && sim->instant.looping.at[k] != sim->instant.due.at[i])
			k++;
		if (k == sim->instant.looping.n)
			(void)vec_push(&sim->alloc, &sim->instant.looping,
						   sim->instant.due.at[i]); /* a name less, at worst */
	}
}

static MdvStatus observe_after(MdvDevs *sim)
{
	for (size_t i = 0; i < sim->observers.all.n; i++) {
		const MdvObserver *o = &sim->observers.all.at[i];
		MdvStatus status = o->after ? o->after(o->user, sim) : MDV_OK;

		if (status == MDV_STOPPED) {
			sim->threads.workers[0].stop = true;
		} else if (status) {
			char t[32];

			sim->failed = status_final(status);
			return model_error(sim, sim->failed, "t=%s: an observer reported a failure: %s",
							   text_real(t, sim->now), mdv_status_text(status));
		}
	}
	return MDV_OK;
}

/* Scheduling */

static MdvStatus schedule_new(MdvDevs *sim)
{
	Worker *w = &sim->threads.workers[0];

	w->call.t = sim->now;
	w->again = sim->schedule.again.at;
	w->n_again = sim->schedule.again.n;
	sim->busy = true;
	for (size_t i = 0; i < sim->schedule.fresh.n && !w->status; i++) {
		uint32_t id = sim->schedule.fresh.at[i];
		Hot *h = &sim->components.hot.at[id];

		if (!(h->flags & HOT_NEW))
			continue; /* removed since */
		h->flags &= (uint16_t)~HOT_NEW;
		act_schedule_new(w, id);
	}
	sim->busy = false;
	sim->schedule.fresh.n = 0;
	sim->schedule.again.n = w->n_again;
	sim->schedule.queue.n_stale += w->n_stale;
	w->n_stale = 0;
	return w->status ? fail(sim, w) : MDV_OK;
}

void run_forget(MdvDevs *sim, uint32_t id)
{
	double t = sim->components.hot.at[id].t_next;
	size_t kept = 0;

	if (t > sim->now) {
		sim->schedule.queue.n_stale += t < INFINITY;
		return;
	}
	for (size_t i = 0; i < sim->schedule.again.n; i++)
		if (sim->schedule.again.at[i] != id)
			sim->schedule.again.at[kept++] = sim->schedule.again.at[i];
	sim->schedule.again.n = kept;
}

/* One instant */

static void injection_sift_down(MdvDevs *sim)
{
	Injection *at = sim->schedule.injections.at, e = at[sim->schedule.injections.n];
	size_t n = sim->schedule.injections.n, i = 0;

	for (size_t child; (child = 2 * i + 1) < n; i = child) {
		if (child + 1 < n && run_injection_before(&at[child + 1], &at[child]))
			child++;
		if (!run_injection_before(&at[child], &e))
			break;
		at[i] = at[child];
	}
	at[i] = e;
}

bool run_injection_before(const Injection *a, const Injection *b)
{
	return a->t < b->t || (a->t == b->t && a->order < b->order);
}

/* Deliver the injected messages that are due. */
static void deliver_injections(MdvDevs *sim)
{
	Worker *w = &sim->threads.workers[0];

	while (sim->schedule.injections.n && sim->schedule.injections.at[0].t == sim->now &&
		   !w->status) {
		Injection in = sim->schedule.injections.at[0];

		sim->schedule.injections.n--;
		injection_sift_down(sim);
		if (in.value.kind == MDV_PAYLOAD && !route_keep(w, in.value.payload))
			return;
		if (!model_comp(sim, in.to))
			continue; /* removed since */
		w->call.self = in.to.id;
		if (!route_inject(w, sim->components.comps.at[in.to.id].nodes + in.value.port, in.value))
			act_note(w, MDV_NO_MEMORY, NULL);
	}
}

/* The components that have received something: the holders of non-empty bags, and who shares them.
 */
static void collect_receivers(MdvDevs *sim)
{
	IdList swap = sim->instant.receivers;

	sim->instant.receivers = sim->instant.active;
	sim->instant.active = swap;
	sim->instant.active.n = 0;
	for (size_t i = 0; i < sim->instant.active_shared.n; i++) {
		const uint32_t *members =
			sim->routing.members.at +
			sim->components.rooms.at[sim->instant.active_shared.at[i]].members;

		for (uint32_t k = 1; k <= members[0]; k++)
			list_add(&sim->instant.receivers, members[k]);
	}
	list_sort(&sim->instant.receivers, sim->instant.bitmap.at, sim->components.comps.n);
}

/* Empty the bags and release the payloads of the instant. */
static void clean_up(MdvDevs *sim)
{
	for (size_t i = 0; i < sim->instant.active_shared.n; i++) /* the other bags are empty already */
		sim->components.hot.at[sim->instant.active_shared.at[i]].n = 0;
	sim->instant.active_shared.n = 0;
	for (unsigned k = 0; k < sim->threads.n_workers; k++) {
		Worker *w = &sim->threads.workers[k];

		for (size_t i = 0; i < w->in_flight.n; i++)
			mdv_payload_release(&sim->threads.workers[0].call, w->in_flight.at[i]);
		w->in_flight.n = 0;
		w->sent.n = 0;
		sim->schedule.queue.n_stale += w->n_stale;
		w->n_stale = 0;
	}
}

/* In a model larger than the cache: ask early for what the receivers of the coming events will
   need, first their lines, then their states. A component with few output ports has few of them. */
static void fetch_receivers(const MdvDevs *sim, size_t distance, bool states)
{
	const Queue *q = &sim->schedule.queue;
	const Hot *h;
	uint32_t n_out;

	if (q->head + distance >= q->bottom.n)
		return;
	h = &sim->components.hot.at[q->bottom.at[q->head + distance].id];
	n_out = h->cls ? sim->components.classes.at[h->cls]->n_out : 0; /* it may be gone */
	for (uint32_t i = h->out; i < h->out + n_out && n_out <= PREFETCH_PORTS; i++) {
		const Hot *receiver = &sim->components.hot.at[sim->routing.heads.at[i].first];

		if (sim->routing.heads.at[i].n != HEAD_ONE)
			continue;
		__builtin_prefetch(states ? store_at(&sim->components.states, receiver->state)
								  : (const void *)receiver,
						   1);
	}
}

/* Set the time and find the imminent components. Requires: t is the next time. */
static void begin(MdvDevs *sim, double t)
{
	bool go_on = sim->started && t == sim->now;

	sim->step = go_on ? sim->step + 1 : 0;
	sim->now = t;
	sim->started = true;
	if (!go_on && sim->n_since + LOOP_STEPS <= sim->options.step_limit)
		sim->instant.looping.n = 0;
	sim->instant.due.n = 0;
	if (sim->schedule.again.n) {
		IdList swap = sim->instant.due;

		sim->instant.due = sim->schedule.again;
		sim->schedule.again = swap;
	} else {
		queue_pop(sim, t, &sim->instant.due);
		if (sim->components.hot.n > PREFETCH_SIZE) {
			fetch_receivers(sim, 5, false);
			fetch_receivers(sim, 2, true);
		}
	}
	list_sort(&sim->instant.due, sim->instant.bitmap.at, sim->components.comps.n);
	for (unsigned i = 0; i < sim->threads.n_workers; i++) {
		sim->threads.workers[i].call.t = t;
		sim->threads.workers[i].call.step = sim->step;
		sim->threads.workers[i].reason[0] = '\0';
	}
}

/* Outputs, deliveries and transitions, on one thread or several. */
static void phases(MdvDevs *sim)
{
	Worker *w = &sim->threads.workers[0];
	size_t minimum = sim->options.parallel_minimum;

	deliver_injections(sim);
	if (sim->threads.team && sim->instant.due.n >= minimum) {
		threads_lambda(sim);
	} else {
		act_lambdas(w, sim->instant.due.at, sim->instant.due.n);
	}
	if (w->status)
		return;
	collect_receivers(sim);
	if (sim->threads.team && sim->instant.due.n + sim->instant.receivers.n >= minimum) {
		sim->stats.parallel++;
		threads_transitions(sim);
	} else {
		w->again = sim->schedule.again.at;
		w->n_again = 0;
		act_transitions(w, (Slice){sim->instant.due.at, sim->instant.due.n,
								   sim->instant.receivers.at, sim->instant.receivers.n});
		sim->schedule.again.n = w->n_again;
	}
}

static MdvStatus instant(MdvDevs *sim, double t)
{
	Worker *w = &sim->threads.workers[0];
	Queue *q = &sim->schedule.queue;

	begin(sim, t);
	watch_loop(sim);
	if (sim->step > sim->options.step_limit)
		return fail_steps(sim);
	sim->busy = true;
	phases(sim);
	clean_up(sim);
	sim->busy = false;
	sim->stats.instants++;
	if (!w->status && q->n_stale > q->n / 2 + sim->components.comps.n / 4 + 4096 &&
		!queue_purge(sim))
		act_note(w, MDV_NO_MEMORY, NULL);
	return w->status ? fail(sim, w) : MDV_OK;
}

/* The calls */

/* Make the tables true, schedule new components, and find the time of the next instant. */
static MdvStatus look_ahead(MdvDevs *sim, double *t)
{
	MdvStatus status = MDV_OK;

	if (sim->failed)
		return sim->failed;
	if (sim->threads.workers[0].status) /* of something done between instants */
		return fail(sim, &sim->threads.workers[0]);
	if (sim->busy)
		return model_error(sim, MDV_BUSY, "the simulation cannot be run from within an event");
	if (!sim->routing.routed || sim->routing.dirty.n || sim->schedule.fresh.n) {
		status = route_update(sim);
		if (status == MDV_OK)
			status = schedule_new(sim);
		if (status)
			return status;
	}
	if (sim->schedule.again.n)
		*t = sim->now;
	else if (!queue_peek(sim, t))
		return model_error(sim, sim->failed = MDV_NO_MEMORY, "out of memory");
	if (sim->schedule.injections.n && sim->schedule.injections.at[0].t < *t)
		*t = sim->schedule.injections.at[0].t;
	return MDV_OK;
}

MdvStatus mdv_devs_next_time(MdvDevs *sim, double *t)
{
	return look_ahead(sim, t);
}

/* After every instant of a run, and every so many of them: at this pace, is the end in sight? 2^70
   instants take ten thousand years. */
static MdvStatus check_pace(MdvDevs *sim, double t_end)
{
	double left = t_end - sim->now, gone = sim->now - sim->t_mark;

	if (++sim->n_since < sim->options.step_limit)
		return MDV_OK;
	if (t_end < INFINITY && left * ((double)sim->n_since / 0x1p70) > gone)
		return fail_pace(sim, t_end);
	sim->t_mark = sim->now;
	sim->n_since = 0;
	sim->instant.looping.n = 0;
	return MDV_OK;
}

/* One instant and what follows it; MDV_STOPPED if that was asked for. */
static MdvStatus advance(MdvDevs *sim, double t)
{
	Worker *w = &sim->threads.workers[0];
	MdvStatus status;

	w->stop = false;
	status = instant(sim, t);
	if (status == MDV_OK)
		status = observe_after(sim);
	if (status == MDV_OK && w->stop)
		status = MDV_STOPPED;
	return status;
}

/* May a run begin? Not from within another. */
static MdvStatus begin_run(MdvDevs *sim)
{
	if (sim->running || sim->busy)
		return model_error(sim, MDV_BUSY, "the simulation cannot be run from within an event");
	sim->running = true;
	return MDV_OK;
}

/* A misuse that could not be answered where it was (mdv_devs_free) ends the run. */
static MdvStatus end_run(MdvDevs *sim, MdvStatus status)
{
	sim->running = false;
	return status == MDV_OK || status == MDV_STOPPED ? (sim->failed ? sim->failed : status)
													 : status;
}

static MdvStatus step(MdvDevs *sim)
{
	double t;
	MdvStatus status = look_ahead(sim, &t);

	sim->n_since = 0; /* who asks for single steps sees time itself */
	if (status || t == INFINITY)
		return status;
	if (sim->pace.rate > 0)
		pace_wait(sim, t);
	return advance(sim, t);
}

MdvStatus mdv_devs_step(MdvDevs *sim)
{
	MdvStatus status = begin_run(sim);

	return status ? status : end_run(sim, step(sim));
}

static MdvStatus run_to(MdvDevs *sim, double t_end)
{
	double t = 0;
	MdvStatus status;

	sim->t_mark = sim->now;
	sim->n_since = 0;
	for (;;) {
		if (atomic_exchange_explicit(&sim->stop, 0, memory_order_relaxed))
			return MDV_STOPPED;
		status = look_ahead(sim, &t);
		if (status)
			return status;
		if (t > t_end || t == INFINITY)
			break;
		if (sim->pace.rate > 0) {
			pace_wait(sim, t);
			if (atomic_load_explicit(&sim->stop, memory_order_relaxed))
				continue;
		}
		status = advance(sim, t);
		if (status == MDV_OK)
			status = check_pace(sim, t_end);
		if (status)
			return status;
	}
	if (t_end < INFINITY && t_end > sim->now) {
		if (sim->pace.rate > 0)
			pace_wait(sim, t_end);
		sim->now = t_end;
		sim->started = false;
	}
	return MDV_OK;
}

MdvStatus mdv_devs_run(MdvDevs *sim, double t_end)
{
	MdvStatus status;

	if (!(t_end >= sim->now))
		return model_error(sim, MDV_BAD_TIME, "cannot run to a time that is past or not a number");
	status = begin_run(sim);
	return status ? status : end_run(sim, run_to(sim, t_end));
}

double mdv_devs_time(const MdvDevs *sim)
{
	return sim->now;
}

void mdv_devs_stop(MdvDevs *sim)
{
	atomic_store_explicit(&sim->stop, 1, memory_order_relaxed);
}
