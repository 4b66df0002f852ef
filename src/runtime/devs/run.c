/* SPDX-License-Identifier: MIT
   run.c — instants. At each: the outputs of all imminent components, delivered into bags; then the
   transitions of all imminent components and all receivers, in the order of ids; then their next
   times. A component whose time advance is 0 goes to `again`, the next step's list, and never
   through the event list; so the event list holds times after `now` only. */
#include "runtime/devs/engine.h"

#include <string.h>

enum { LOOP_NAMES = 8, LOOP_STEPS = 32 };

/* Failures */

void run_note(Worker *w, MdvStatus status, const char *reason)
{
	if (status == MDV_STOPPED) {
		w->stop = true;
		return;
	}
	if (w->status)
		return;
	w->status = status > 0 ? MDV_FAILED : status;
	w->failed = w->call.self;
	if (!w->reason[0])
		snprintf(w->reason, sizeof w->reason, "%s", reason ? reason : mdv_status_text(status));
}

MdvStatus mdv_fail(const MdvCall *call, MdvStatus status, const char *format, ...)
{
	Worker *w = call->worker;
	va_list args;

	if (!w->reason[0]) {
		va_start(args, format);
		vsnprintf(w->reason, sizeof w->reason, format, args);
		va_end(args);
	}
	return status;
}

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
	const MdvAtomic *class = sim->classes.at[sim->hot.at[w->failed].cls];
	char path[256], t[32];

	short_path(sim, w->failed, path, sizeof path);
	sim->failed = w->status;
	return model_error(sim, w->status, "t=%s (step %llu): component '%s'%s%s%s: %s",
	                   text_real(t, sim->now), (unsigned long long)sim->step, path,
	                   class ? " (" : "", class ? class->name : "", class ? ")" : "", w->reason);
}

static MdvStatus fail_steps(MdvDevs *sim)
{
	char t[32], path[128], names[600] = "";
	size_t used = 0, n = sim->looping.n;

	for (size_t i = 0; i < n && i < LOOP_NAMES; i++) {
		short_path(sim, sim->looping.at[i], path, sizeof path);
		used += (size_t)snprintf(names + used, sizeof names - used, "%s'%.60s'", i ? ", " : "", path);
	}
	if (n > LOOP_NAMES)
		snprintf(names + used, sizeof names - used, " and %zu more", n - LOOP_NAMES);
	sim->failed = MDV_STEP_LIMIT;
	return model_error(sim, MDV_STEP_LIMIT,
	                   "t=%s: more than %llu steps without time going on; these components keep "
	                   "activating themselves or each other: %s",
	                   text_real(t, sim->now), (unsigned long long)sim->options.step_limit, names);
}

/* Shortly before the limit, keep who is active, for the message. */
static void watch_loop(MdvDevs *sim)
{
	if (sim->step + LOOP_STEPS <= sim->options.step_limit)
		return;
	for (size_t i = 0; i < sim->due.n && i < 64; i++) {
		size_t k = 0;

		while (k < sim->looping.n && sim->looping.at[k] != sim->due.at[i])
			k++;
		if (k == sim->looping.n)
			(void)vec_push(&sim->alloc, &sim->looping, sim->due.at[i]); /* a name less, at worst */
	}
}

/* Observers */

void run_observe_output(Worker *w, uint32_t port, const MdvValue *value)
{
	MdvDevs *sim = w->call.sim;

	for (size_t i = 0; i < sim->observers.n; i++) {
		const MdvObserver *o = &sim->observers.at[i];
		MdvStatus status = o->output ? o->output(o->user, &w->call, port, value) : MDV_OK;

		if (status)
			run_note(w, status, NULL);
	}
}

void run_observe_state(Worker *w, uint32_t id, MdvTransition kind)
{
	MdvDevs *sim = w->call.sim;
	const void *s = store_at(&sim->states, sim->hot.at[id].state);

	w->call.self = id;
	for (size_t i = 0; i < sim->observers.n; i++) {
		const MdvObserver *o = &sim->observers.at[i];
		MdvStatus status = o->state ? o->state(o->user, &w->call, kind, s) : MDV_OK;

		if (status)
			run_note(w, status, NULL);
	}
}

static MdvStatus observe_after(MdvDevs *sim)
{
	for (size_t i = 0; i < sim->observers.n; i++) {
		const MdvObserver *o = &sim->observers.at[i];
		MdvStatus status = o->after ? o->after(o->user, sim) : MDV_OK;

		if (status == MDV_STOPPED)
			sim->workers[0].stop = true;
		else if (status)
			return status;
	}
	return MDV_OK;
}

/* Scheduling */

static void schedule_at(Worker *w, uint32_t id, double t, bool imminent)
{
	MdvDevs *sim = w->call.sim;
	Hot *h = &sim->hot.at[id];
	double old = h->t_next;
	bool was_queued = !imminent && old < INFINITY, ok = true;

	h->t_last = sim->now;
	if (was_queued && t == old)
		return;
	h->t_next = t;
	w->n_stale += was_queued;
	if (t == sim->now) {
		if (w->buffered)
			ok = vec_push(&sim->alloc, &w->again, id);
		else
			list_add(&sim->again, id);
	} else if (t < INFINITY) {
		ok = w->buffered ? vec_push(&sim->alloc, &w->later, ((Event){t, id}))
		                 : queue_push(&sim->queue, &sim->alloc, t, id);
	}
	if (!ok)
		run_note(w, MDV_NO_MEMORY, NULL);
}

/* Ask the component for its next time. */
static void reschedule(Worker *w, const MdvAtomic *class, uint32_t id, const void *s, bool imminent)
{
	double now = w->call.t, t, ta = 0;

	if (class->ta) {
		ta = class->ta(s);
		t = now + ta;
	} else {
		t = class->t_next(s);
	}
	if (t >= now && ta >= 0) {
		schedule_at(w, id, t, imminent);
	} else {
		char x[32];

		mdv_fail(&w->call, MDV_BAD_TIME, class->ta ? "time advance is %s" : "next time is %s, past",
		         text_real(x, class->ta ? ta : t));
		w->call.self = id;
		run_note(w, MDV_BAD_TIME, NULL);
	}
}

static MdvStatus schedule_new(MdvDevs *sim)
{
	Worker *w = &sim->workers[0];

	w->call.t = sim->now;
	for (size_t i = 0; i < sim->fresh.n && !w->status; i++) {
		uint32_t id = sim->fresh.at[i];
		Hot *h = &sim->hot.at[id];

		if (!(h->flags & HOT_NEW))
			continue; /* removed since */
		h->flags &= (uint16_t)~HOT_NEW;
		w->call.self = id;
		reschedule(w, sim->classes.at[h->cls], id, store_at(&sim->states, h->state), true);
	}
	sim->fresh.n = 0;
	return w->status ? fail(sim, w) : MDV_OK;
}

void run_forget(MdvDevs *sim, uint32_t id)
{
	double t = sim->hot.at[id].t_next;
	size_t kept = 0;

	if (t > sim->now) {
		sim->queue.n_stale += t < INFINITY;
		return;
	}
	for (size_t i = 0; i < sim->again.n; i++)
		if (sim->again.at[i] != id)
			sim->again.at[kept++] = sim->again.at[i];
	sim->again.n = kept;
}

/* One component */

MdvStatus mdv_send(MdvCall *call, uint32_t port, MdvValue value)
{
	Worker *w = call->worker;
	MdvDevs *sim = call->sim;

	if (value.kind == MDV_PAYLOAD && !vec_push(&sim->alloc, &w->in_flight, value.payload)) {
		mdv_payload_release(call, value.payload);
		run_note(w, MDV_NO_MEMORY, NULL);
		return MDV_NO_MEMORY;
	}
	if (port >= call->n_out) {
		mdv_fail(call, MDV_BAD_PORT,
		         w->sending ? "message on output port %u, but there are %u"
		                    : "message on output port %u outside lambda",
		         port, call->n_out);
		run_note(w, MDV_BAD_PORT, NULL);
		return MDV_BAD_PORT;
	}
	value.port = port;
	if (w->buffered) {
		if (vec_push(&sim->alloc, &w->sent, ((Sent){call->self, call->out + port, value})))
			return MDV_OK;
		run_note(w, MDV_NO_MEMORY, NULL);
		return MDV_NO_MEMORY;
	}
	if (sim->observe_output)
		run_observe_output(w, port, &value);
	route_deliver(w, call->out + port, value);
	return MDV_OK;
}

void run_lambda(Worker *w, uint32_t id)
{
	MdvDevs *sim = w->call.sim;
	const Hot *h = &sim->hot.at[id];
	const MdvAtomic *class = sim->classes.at[h->cls];
	MdvStatus status;

	if (!class->lambda)
		return;
	w->call.self = id;
	w->call.out = h->out;
	w->call.n_out = class->n_out;
	status = class->lambda(store_at(&sim->states, h->state), &w->call);
	if (status)
		run_note(w, status, NULL);
}

MdvTransition run_transition(Worker *w, uint32_t id, MdvTransition kind)
{
	MdvDevs *sim = w->call.sim;
	Hot *h = &sim->hot.at[id];
	const Hot *bag = &sim->hot.at[h->bag];
	const MdvBag x = {bag->n == 1 ? &bag->one : sim->messages.at + bag->first, bag->n};
	const MdvAtomic *class = sim->classes.at[h->cls];
	void *s = store_at(&sim->states, h->state);
	MdvStatus status = MDV_OK;

	w->call.self = id;
	if (kind & MDV_EXTERNAL && !class->delta_ext && !(kind & MDV_INTERNAL && class->delta_con))
		kind &= MDV_INTERNAL; /* it does not listen */
	if (kind == MDV_CONFLUENT && class->delta_con) {
		status = class->delta_con(s, &w->call, &x);
	} else {
		if (kind & MDV_INTERNAL)
			status = class->delta_int(s, &w->call);
		if (kind & MDV_EXTERNAL && status >= 0) {
			double e = kind & MDV_INTERNAL ? 0 : w->call.t - h->t_last;

			if (status)
				run_note(w, status, NULL);
			status = class->delta_ext(s, &w->call, e, &x);
		}
	}
	if (bag == h && h->members == NONE)
		h->n = 0;
	w->internal += kind & MDV_INTERNAL;
	w->external += kind >> 1;
	w->confluent += kind == MDV_CONFLUENT;
	if (status)
		run_note(w, status, NULL);
	if (kind && !w->status)
		reschedule(w, class, id, s, kind & MDV_INTERNAL);
	return kind;
}

/* One instant */

static void injection_sift_down(MdvDevs *sim)
{
	Injection *at = sim->injections.at, e = at[sim->injections.n];
	size_t n = sim->injections.n, i = 0;

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
	Worker *w = &sim->workers[0];

	while (sim->injections.n && sim->injections.at[0].t == sim->now && !w->status) {
		Injection in = sim->injections.at[0];
		uint32_t owner = sim->nodes.at[in.node].owner;

		sim->injections.n--;
		injection_sift_down(sim);
		if (in.value.kind == MDV_PAYLOAD)
			sim->in_flight.at[sim->in_flight.n++] = in.value.payload; /* room: mdv_devs_inject */
		if (owner == NONE || sim->comps.at[owner].generation != in.generation)
			continue; /* removed since */
		w->call.self = owner;
		if (!route_inject(w, in.node, in.value))
			run_note(w, MDV_NO_MEMORY, NULL);
	}
}

/* The components that have received something: the holders of non-empty bags, and who shares them. */
static void collect_receivers(MdvDevs *sim)
{
	if (!sim->shared) {
		IdList swap = sim->receivers;

		sim->receivers = sim->active;
		sim->active = swap;
		list_clear(&sim->active);
		list_sort(&sim->receivers, sim->bitmap.at, sim->comps.n);
		return;
	}
	list_clear(&sim->receivers);
	for (size_t i = 0; i < sim->active.n; i++) {
		uint32_t id = sim->active.at[i], members = sim->hot.at[id].members;

		if (members == NONE)
			list_add(&sim->receivers, id);
		for (uint32_t k = 1; members != NONE && k <= sim->members.at[members]; k++)
			list_add(&sim->receivers, sim->members.at[members + k]);
	}
	list_sort(&sim->receivers, sim->bitmap.at, sim->comps.n);
}

/* The next of both lists, merged by id; the kind tells which of them it was in. */
static bool next_component(const MdvDevs *sim, size_t *i, size_t *k, uint32_t *id,
                           MdvTransition *kind)
{
	uint32_t a = *i < sim->due.n ? sim->due.at[*i] : NONE;
	uint32_t b = *k < sim->receivers.n ? sim->receivers.at[*k] : NONE;

	*id = a < b ? a : b;
	*kind = (MdvTransition)((a <= b ? MDV_INTERNAL : 0) | (b <= a ? MDV_EXTERNAL : 0));
	*i += a <= b;
	*k += b <= a;
	return *id != NONE;
}

static void transitions(MdvDevs *sim)
{
	Worker *w = &sim->workers[0];
	size_t i = 0, k = 0;
	uint32_t id;
	MdvTransition kind;

	while (next_component(sim, &i, &k, &id, &kind) && !w->status) {
		kind = run_transition(w, id, kind);
		if (sim->observe_state && kind && !w->status)
			run_observe_state(w, id, kind);
	}
}

/* What the parallel phases work on: the merged list, as arrays. */
bool run_list_work(MdvDevs *sim)
{
	size_t i = 0, k = 0, most = sim->due.n + sim->receivers.n;
	uint32_t id;
	MdvTransition kind;

	if (!vec_reserve(&sim->alloc, &sim->work, most) ||
	    !vec_reserve(&sim->alloc, &sim->kinds, most))
		return false;
	for (sim->work.n = 0; next_component(sim, &i, &k, &id, &kind); sim->work.n++) {
		sim->work.at[sim->work.n] = id;
		sim->kinds.at[sim->work.n] = (uint8_t)kind;
	}
	return true;
}

/* Empty the bags and release the payloads of the instant. */
static void clean_up(MdvDevs *sim)
{
	for (size_t i = 0; i < sim->active.n; i++) /* shared bags; the others are empty already */
		sim->hot.at[sim->active.at[i]].n = 0;
	list_clear(&sim->active);
	for (size_t i = 0; i < sim->in_flight.n; i++)
		mdv_payload_release(&sim->workers[0].call, sim->in_flight.at[i]);
	sim->in_flight.n = 0;
	for (unsigned k = 0; k < sim->n_workers; k++) {
		Worker *w = &sim->workers[k];

		for (size_t i = 0; i < w->in_flight.n; i++)
			mdv_payload_release(&sim->workers[0].call, w->in_flight.at[i]);
		w->in_flight.n = 0;
		w->sent.n = 0;
		sim->queue.n_stale += w->n_stale;
		w->n_stale = 0;
	}
}

/* Set the time and find the imminent components. Requires: t is the next time. */
static void begin(MdvDevs *sim, double t)
{
	bool go_on = sim->started && t == sim->now;

	sim->step = go_on ? sim->step + 1 : 0;
	sim->now = t;
	sim->started = true;
	sim->looping.n = go_on ? sim->looping.n : 0;
	list_clear(&sim->due);
	if (sim->again.n) {
		IdList swap = sim->due;

		sim->due = sim->again;
		sim->again = swap;
	} else {
		queue_pop(&sim->queue, sim->hot.at, t, &sim->due);
	}
	list_sort(&sim->due, sim->bitmap.at, sim->comps.n);
	for (unsigned i = 0; i < sim->n_workers; i++) {
		sim->workers[i].call.t = t;
		sim->workers[i].call.step = sim->step;
		sim->workers[i].reason[0] = '\0';
	}
}

/* Outputs, deliveries and transitions, on one thread or several. */
static void phases(MdvDevs *sim)
{
	Worker *w = &sim->workers[0];
	size_t minimum = sim->options.parallel_minimum;

	deliver_injections(sim);
	if (sim->pool && sim->due.n >= minimum) {
		pool_lambda(sim);
	} else {
		w->sending = true;
		for (size_t i = 0; i < sim->due.n && !w->status; i++)
			run_lambda(w, sim->due.at[i]);
		w->sending = false;
	}
	w->call.n_out = 0; /* nothing can be sent outside lambda */
	if (w->status)
		return;
	collect_receivers(sim);
	if (sim->pool && sim->due.n + sim->receivers.n >= minimum) {
		sim->stats.parallel++;
		pool_transitions(sim);
	} else {
		transitions(sim);
	}
}

static MdvStatus instant(MdvDevs *sim, double t)
{
	Worker *w = &sim->workers[0];
	Queue *q = &sim->queue;

	begin(sim, t);
	watch_loop(sim);
	if (sim->step > sim->options.step_limit)
		return fail_steps(sim);
	sim->busy = true;
	phases(sim);
	clean_up(sim);
	sim->busy = false;
	sim->stats.instants++;
	if (!w->status && q->n_stale > q->n / 2 + sim->comps.n / 4 + 4096 &&
	    !queue_purge(q, &sim->alloc, sim->hot.at, sim->hot.n))
		run_note(w, MDV_NO_MEMORY, NULL);
	return w->status ? fail(sim, w) : MDV_OK;
}

/* The calls */

/* Make the tables true, schedule new components, and find the time of the next instant. */
static MdvStatus look_ahead(MdvDevs *sim, double *t)
{
	MdvStatus status = MDV_OK;

	if (sim->failed)
		return sim->failed;
	if (sim->busy)
		return model_error(sim, MDV_BUSY, "the simulation cannot be run from within an event");
	if (!sim->routed || sim->dirty.n || sim->fresh.n) {
		status = route_update(sim);
		if (status == MDV_OK)
			status = schedule_new(sim);
		if (status)
			return status;
	}
	if (sim->again.n)
		*t = sim->now;
	else if (!queue_peek(&sim->queue, &sim->alloc, sim->hot.at, t))
		return model_error(sim, sim->failed = MDV_NO_MEMORY, "out of memory");
	if (sim->injections.n && sim->injections.at[0].t < *t)
		*t = sim->injections.at[0].t;
	return MDV_OK;
}

MdvStatus mdv_devs_next_time(MdvDevs *sim, double *t)
{
	return look_ahead(sim, t);
}

/* One instant and what follows it; MDV_STOPPED if that was asked for. */
static MdvStatus advance(MdvDevs *sim, double t)
{
	Worker *w = &sim->workers[0];
	MdvStatus status;

	w->stop = false;
	status = instant(sim, t);
	if (status == MDV_OK)
		status = observe_after(sim);
	if (status == MDV_OK && w->stop)
		status = MDV_STOPPED;
	return status;
}

MdvStatus mdv_devs_step(MdvDevs *sim)
{
	double t;
	MdvStatus status = look_ahead(sim, &t);

	if (status || t == INFINITY)
		return status;
	if (sim->rate > 0)
		pace_wait(sim, t);
	return advance(sim, t);
}

MdvStatus mdv_devs_run(MdvDevs *sim, double t_end)
{
	double t = 0;
	MdvStatus status;

	if (!(t_end >= sim->now))
		return model_error(sim, MDV_BAD_TIME, "cannot run to a time that is past or not a number");
	for (;;) {
		if (atomic_exchange_explicit(&sim->stop, 0, memory_order_relaxed))
			return MDV_STOPPED;
		status = look_ahead(sim, &t);
		if (status)
			return status;
		if (t > t_end || t == INFINITY)
			break;
		if (sim->rate > 0) {
			pace_wait(sim, t);
			if (atomic_load_explicit(&sim->stop, memory_order_relaxed))
				continue;
		}
		status = advance(sim, t);
		if (status)
			return status;
	}
	if (t_end < INFINITY && t_end > sim->now) {
		if (sim->rate > 0)
			pace_wait(sim, t_end);
		sim->now = t_end;
		sim->started = false;
	}
	return MDV_OK;
}

double mdv_devs_time(const MdvDevs *sim)
{
	return sim->now;
}

void mdv_devs_stop(MdvDevs *sim)
{
	atomic_store_explicit(&sim->stop, 1, memory_order_relaxed);
}
