/* SPDX-License-Identifier: MIT
   act.c — what components do at an instant: outputs, transitions, next times. This is the inner
   loop of every simulation, so what cannot change during an instant (the arrays, the time) is kept
   at hand in a Frame, and rare cases are moved out of line. */
#include "runtime/devs/engine.h"

enum { AHEAD = 8 }; /* how far ahead components are fetched into the cache */

typedef struct {
	Hot *hot;                  /* by component */
	const MdvAtomic **classes; /* by class */
	char *const *segments;     /* of the states */
	double now;                /* real time */
} Frame;

static Frame frame_of(MdvDevs *sim)
{
	return (Frame){sim->components.hot.at, sim->components.classes.at,
				   sim->components.states.segments.at, sim->now};
}

static inline void *state_of(const Frame *f, const Hot *h)
{
	return f->segments[h->state >> STORE_SEGMENT_BITS] +
		   (size_t)(h->state & ((1u << STORE_SEGMENT_BITS) - 1)) * STORE_UNIT;
}

/* Failures */

void act_note(Worker *w, MdvStatus status, const char *reason)
{
	if (status == MDV_STOPPED) {
		w->stop = true;
		return;
	}
	if (w->status)
		return;
	w->status = status_final(status);
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
		plain_vsnprintf(w->reason, sizeof w->reason, format, args);
		va_end(args);
	}
	return status;
}

bool act_is_message(Worker *w, const MdvValue *value)
{
	bool known = value->kind <= MDV_PAYLOAD;

	if (known && (value->kind != MDV_PAYLOAD || value->payload))
		return true;
	mdv_fail(&w->call, MDV_BAD_ARGUMENT,
			 known ? "a message without its payload" : "a message of the unknown kind %u",
			 (unsigned)value->kind);
	act_note(w, MDV_BAD_ARGUMENT, NULL);
	return false;
}

/* Outputs */

void act_observe_output(Worker *w, uint32_t port, const MdvValue *value)
{
	MdvDevs *sim = w->call.sim;

	for (size_t i = 0; i < sim->observers.all.n; i++) {
		const MdvObserver *o = &sim->observers.all.at[i];
		MdvStatus status = o->output ? o->output(o->user, &w->call, port, value) : MDV_OK;

		if (status)
			act_note(w, status, NULL);
	}
}

/* Payloads, wrong ports, observers, several threads. */
static MdvStatus send_slowly(Worker *w, uint32_t port, MdvValue value)
{
	MdvCall *call = &w->call;
	MdvDevs *sim = call->sim;

	if (!act_is_message(w, &value))
		return MDV_BAD_ARGUMENT;
	if (value.kind == MDV_PAYLOAD && !route_keep(w, value.payload))
		return MDV_NO_MEMORY;
	if (port >= call->n_out) {
		mdv_fail(call, MDV_BAD_PORT,
				 w->sending ? "message on output port %u, but there are %u"
							: "message on output port %u outside lambda",
				 port, call->n_out);
		act_note(w, MDV_BAD_PORT, NULL);
		return MDV_BAD_PORT;
	}
	value.port = port;
	if (w->buffered) {
		if (vec_push(&sim->alloc, &w->sent, ((Sent){call->self, call->out + port, value})))
			return MDV_OK;
		act_note(w, MDV_NO_MEMORY, NULL);
		return MDV_NO_MEMORY;
	}
	if (sim->observers.output)
		act_observe_output(w, port, &value);
	route_deliver(w, call->out + port, value);
	return MDV_OK;
}

MdvStatus mdv_send(MdvCall *call, uint32_t port, MdvValue value)
{
	Worker *w = call->worker;
	MdvDevs *sim = call->sim;
	Head head;

	if (value.kind >= MDV_PAYLOAD || port >= call->n_out || w->watched)
		return send_slowly(w, port, value);
	head = port ? sim->routing.heads.at[call->out + port] : sim->components.hot.at[call->self].head;
	if (head.n == HEAD_ONE)
		route_put(w, head.first, head.port, value);
	else
		route_deliver(w, call->out + port, value);
	return MDV_OK;
}

void act_lambdas(Worker *w, const uint32_t *due, size_t n)
{
	const Frame f = frame_of(w->call.sim);

	w->sending = true;
	w->watched = w->buffered || w->call.sim->observers.output;
	for (size_t i = 0; i < n; i++) {
		const Hot *h = &f.hot[due[i]];
		const MdvAtomic *class = f.classes[h->cls];
		MdvStatus status;

		if (i + AHEAD < n)
			__builtin_prefetch(&f.hot[due[i + AHEAD]], 1);
		if (!class->lambda)
			continue;
		w->call.self = due[i];
		w->call.out = h->out;
		w->call.n_out = class->n_out;
		status = class->lambda(state_of(&f, h), &w->call);
		if (status)
			act_note(w, status, NULL);
		if (w->status)
			break;
	}
	w->sending = false;
	w->call.n_out = 0; /* nothing can be sent outside lambda */
}

/* Next times */

/* Schedule a component that was not imminent, or (old = INFINITY) was, at time t. */
static void queue_component(Worker *w, uint32_t id, double t, double old)
{
	MdvDevs *sim = w->call.sim;
	bool ok = true;

	w->n_stale += old < INFINITY;
	if (t == INFINITY)
		return;
	ok = w->buffered ? vec_push(&sim->alloc, &w->later, ((Event){t, id})) : queue_push(sim, t, id);
	if (!ok)
		act_note(w, MDV_NO_MEMORY, NULL);
}

static void bad_time(Worker *w, const MdvAtomic *class, double x)
{
	char text[32];

	mdv_fail(&w->call, MDV_BAD_TIME, class->ta ? "time advance is %s" : "next time is %s, past",
			 text_real(text, x));
	act_note(w, MDV_BAD_TIME, NULL);
}

/* Ask a component for its next time. */
static inline void reschedule(Worker *w, const Frame *f, const MdvAtomic *class, Hot *h,
							  uint32_t id, const void *s, bool imminent)
{
	double old = imminent ? INFINITY : h->t_next, t;

	if (class->ta) {
		double ta = class->ta(s);

		t = f->now + ta;
		if (!(ta >= 0)) {
			bad_time(w, class, ta);
			return;
		}
	} else {
		t = class->t_next(s);
		if (!(t >= f->now)) {
			bad_time(w, class, t);
			return;
		}
	}
	h->t_last = f->now;
	h->t_next = t;
	if (t == f->now) {
		w->again[w->n_again++] = id;
		w->n_stale += old < INFINITY;
	} else if (t != old) {
		queue_component(w, id, t, old);
	}
}

void act_schedule_new(Worker *w, uint32_t id)
{
	const Frame f = frame_of(w->call.sim);
	Hot *h = &f.hot[id];

	w->call.self = id;
	reschedule(w, &f, f.classes[h->cls], h, id, state_of(&f, h), true);
}

/* Transitions */

MdvTransition act_kind(const MdvAtomic *class, MdvTransition kind)
{
	bool listens = class->delta_ext || (kind == MDV_CONFLUENT && class->delta_con);

	return listens ? kind : kind & MDV_INTERNAL;
}

static const char *kind_name(const MdvValue *v)
{
	static const char *const names[] = {"an event", "a Real", "an Integer", "a Boolean"};
	const MdvPayloadType *type = v->kind == MDV_PAYLOAD ? mdv_payload_type(v->payload) : NULL;

	return v->kind < MDV_PAYLOAD ? names[v->kind] : type && type->name ? type->name : "a payload";
}

/* Does every message fit its port? */
static MdvStatus check_bag(Worker *w, const MdvAtomic *class, const MdvBag *x)
{
	for (size_t i = 0; i < x->n; i++) {
		const MdvValue *v = &x->at[i];
		const MdvPortType *want = &class->in_types[v->port];
		bool fits = v->kind == (uint32_t)want->kind;
		char name[16];

		if (fits && v->kind == MDV_PAYLOAD)
			fits = (!want->type || mdv_payload_type(v->payload) == want->type) &&
				   mdv_payload_size(v->payload) >= want->size;
		if (!fits)
			return mdv_fail(
				&w->call, MDV_BAD_ARGUMENT, "the input port %s does not take %s of %zu bytes",
				model_port_name(w->call.sim, w->call.self, true, v->port, name), kind_name(v),
				v->kind == MDV_PAYLOAD ? mdv_payload_size(v->payload) : sizeof v->real);
	}
	return MDV_OK;
}

/* The messages for a component; its bag is empty from now on, unless others have it, too. */
static inline MdvBag take_bag(const MdvDevs *sim, const Frame *f, Hot *h)
{
	const Hot *bag = &f->hot[h->bag];
	MdvBag x = {&bag->one, bag->n};

	if (x.n >= 2)
		x.at = sim->routing.messages.at + sim->components.rooms.at[h->bag].first;
	if (bag == h && !(h->flags & HOT_SHARED))
		h->n = 0;
	return x;
}

static MdvStatus react(Worker *w, const Frame *f, const MdvAtomic *class, Hot *h, void *s,
					   MdvTransition kind)
{
	const MdvBag x = take_bag(w->call.sim, f, h);
	MdvStatus status = MDV_OK;

	if (class->in_types)
		TRY(check_bag(w, class, &x));
	if (kind == MDV_EXTERNAL)
		return class->delta_ext(s, &w->call, f->now - h->t_last, &x);
	if (class->delta_con)
		return class->delta_con(s, &w->call, &x);
	status = class->delta_int(s, &w->call);
	if (status < 0)
		return status;
	if (status)
		act_note(w, status, NULL);
	return class->delta_ext(s, &w->call, 0, &x);
}

void act_observe_state(Worker *w, uint32_t id, MdvTransition kind)
{
	MdvDevs *sim = w->call.sim;
	const void *s = store_at(&sim->components.states, sim->components.hot.at[id].state);

	w->call.self = id;
	for (size_t i = 0; i < sim->observers.all.n; i++) {
		const MdvObserver *o = &sim->observers.all.at[i];
		MdvStatus status = o->state ? o->state(o->user, &w->call, kind, s) : MDV_OK;

		if (status)
			act_note(w, status, NULL);
	}
}

/* One component does not listen: what act_transitions has counted for it is taken back. */
static void not_external(Worker *w, Hot *h, MdvTransition kind)
{
	w->external--;
	w->confluent -= kind == MDV_CONFLUENT;
	if (!(h->flags & HOT_SHARED))
		h->n = 0;
}

/* What follows a transition that has not left the component's next time as it was. */
static __attribute__((noinline)) void go_on(Worker *w, const Frame *f, Hot *h, MdvStatus status)
{
	if (status)
		act_note(w, status, NULL);
	if (!w->status)
		reschedule(w, f, f->classes[h->cls], h, w->call.self, state_of(f, h), false);
}

/* The receivers whose ids are below `before`, as far as they just listen: most of what a broadcast
   does, where nothing else is to be kept at hand. Gives how many have had their transition. */
static __attribute__((noinline)) size_t listen(Worker *w, const Frame *f, Slice part,
											   uint32_t before)
{
	const double now = f->now;
	size_t k = 0;

	for (; k < part.n_got && part.got[k] < before && !w->status; k++) {
		Hot *h = &f->hot[part.got[k]];
		const MdvAtomic *class = f->classes[h->cls];
		void *s = state_of(f, h);
		MdvStatus status;
		MdvBag x;

		if (!class->delta_ext || !class->t_next || class->ta || class->in_types)
			break;
		if (k + AHEAD < part.n_got)
			__builtin_prefetch(&f->hot[part.got[k + AHEAD]], 1);
		w->call.self = part.got[k];
		x = take_bag(w->call.sim, f, h);
		status = class->delta_ext(s, &w->call, now - h->t_last, &x);
		if (status || !(h->t_next > now && class->t_next(s) == h->t_next))
			go_on(w, f, h, status);
		else
			h->t_last = now;
	}
	w->confluent -= k;
	return k;
}

void act_transitions(Worker *w, Slice part)
{
	const Frame f = frame_of(w->call.sim);
	bool observe = w->call.sim->observers.state && !w->buffered;
	size_t i = 0, k = 0;

	w->internal += part.n_due;
	w->external += part.n_got;
	w->confluent += part.n_due + part.n_got;
	while (i < part.n_due || k < part.n_got) {
		uint32_t a = i < part.n_due ? part.due[i] : NONE, b = k < part.n_got ? part.got[k] : NONE;
		uint32_t id = a < b ? a : b;
		MdvTransition kind = (MdvTransition)((a <= b) | (b <= a) << 1);
		Hot *h = &f.hot[id];
		const MdvAtomic *class = f.classes[h->cls];
		void *s = state_of(&f, h);
		MdvStatus status;

		if (b < a && !observe) {
			size_t n = listen(w, &f, (Slice){.got = part.got + k, .n_got = part.n_got - k}, a);

			k += n;
			if (w->status)
				return;
			if (n)
				continue;
		}
		i += a <= b;
		k += b <= a;
		if (k + AHEAD < part.n_got)
			__builtin_prefetch(&f.hot[part.got[k + AHEAD]], 1);
		w->confluent--;
		w->call.self = id;
		if (kind != MDV_INTERNAL && !class->delta_ext && act_kind(class, kind) != kind) {
			not_external(w, h, kind);
			kind = act_kind(class, kind);
			if (!kind)
				continue;
		}
		status =
			kind == MDV_INTERNAL ? class->delta_int(s, &w->call) : react(w, &f, class, h, s, kind);
		if (status)
			act_note(w, status, NULL);
		if (!w->status)
			reschedule(w, &f, class, h, id, s, kind != MDV_EXTERNAL);
		if (w->status)
			return;
		if (observe)
			act_observe_state(w, id, kind);
	}
}
