/* SPDX-License-Identifier: MIT
   test_devs_run.c — running: closed forms of small models, superdense time, the event list on hard
   schedules, pacing and stopping. */
#include "modevs/devs.h"

#include "t.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* What has happened: outputs and transitions, in the order in which the engine told. */

typedef struct {
	double t;
	uint64_t step;
	uint32_t id;  /* of the component */
	int kind;     /* 0: output, else MdvTransition */
	double value; /* of an output */
} Happening;

enum { MOST = 200 };
typedef struct {
	Happening at[MOST];
	size_t n;
} History;

static MdvStatus history_output(void *user, const MdvCall *now, uint32_t port, const MdvValue *v)
{
	History *h = user;
	double x = v->kind == MDV_REAL ? v->real : (double)v->integer;

	(void)port;
	if (h->n < MOST)
		h->at[h->n++] = (Happening){now->t, now->step, now->self, 0, x};
	return MDV_OK;
}

static MdvStatus history_state(void *user, const MdvCall *now, MdvTransition kind, const void *s)
{
	History *h = user;

	(void)s;
	if (h->n < MOST)
		h->at[h->n++] = (Happening){now->t, now->step, now->self, (int)kind, 0};
	return MDV_OK;
}

static void history_watch(History *h, MdvDevs *sim)
{
	MdvObserver o = {.output = history_output, .state = history_state, .user = h};

	h->n = 0;
	T_INT(mdv_devs_observe(sim, &o), MDV_OK);
}

/* The i-th happening of a kind, of one component. */
static Happening history_find(const History *h, int kind, uint32_t id, size_t i)
{
	for (size_t k = 0; k < h->n; k++)
		if (h->at[k].kind == kind && h->at[k].id == id && i-- == 0)
			return h->at[k];
	return (Happening){.t = NAN, .step = 999999, .value = NAN};
}

static size_t history_count(const History *h, int kind, uint32_t id)
{
	size_t n = 0;

	for (size_t k = 0; k < h->n; k++)
		n += h->at[k].kind == kind && h->at[k].id == id;
	return n;
}

/* A clock: sends 1, 2, 3 ... every `period` after `first`, `limit` times. */

typedef struct {
	double first, period;
	int64_t limit;
} ClockParams;

typedef struct {
	ClockParams p;
	int64_t n;      /* ticks so far */
	double e;       /* the last elapsed time it saw */
	char calls[32]; /* its transitions: i, e, c */
	double sigma;   /* set by input */
} Clock;

static MdvStatus clock_init(void *state, const MdvCall *call, const void *params)
{
	Clock *s = state;

	(void)call;
	s->p = *(const ClockParams *)params;
	s->sigma = s->p.first;
	return MDV_OK;
}

static double clock_ta(const void *state)
{
	return ((const Clock *)state)->sigma;
}

static MdvStatus clock_lambda(const void *state, MdvCall *call)
{
	return mdv_send(call, 0, mdv_integer(((const Clock *)state)->n + 1));
}

static void clock_note(Clock *s, char what)
{
	size_t n = strlen(s->calls);

	if (n < sizeof s->calls - 1)
		s->calls[n] = what;
}

static MdvStatus clock_int(void *state, const MdvCall *call)
{
	Clock *s = state;

	(void)call;
	clock_note(s, 'i');
	s->sigma = ++s->n < s->p.limit ? s->p.period : INFINITY;
	return MDV_OK;
}

/* A real number sets the time to wait, in periods; anything else restarts the period. */
static MdvStatus clock_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Clock *s = state;

	(void)call;
	clock_note(s, 'e');
	s->e = e;
	s->sigma = (x->at[0].kind == MDV_REAL ? x->at[0].real : 1) * s->p.period;
	return MDV_OK;
}

static MdvStatus clock_con(void *state, const MdvCall *call, const MdvBag *x)
{
	Clock *s = state;

	(void)call, (void)x;
	clock_note(s, 'c');
	s->n++;
	s->sigma = INFINITY;
	return MDV_OK;
}

#define CLOCK                                                                                \
	.name = "clock", .state_size = sizeof(Clock), .n_in = 1, .n_out = 1, .init = clock_init, \
	.ta = clock_ta, .lambda = clock_lambda, .delta_int = clock_int, .delta_ext = clock_ext
static const MdvAtomic clock_atomic = {CLOCK};
static const MdvAtomic clock_own_con = {CLOCK, .delta_con = clock_con};

static MdvComponent clock_add(MdvDevs *sim, const char *name, double first, double period,
							  int64_t limit)
{
	ClockParams p = {first, period, limit};
	MdvComponent c = {0};

	T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), name, &clock_atomic, &p, &c), MDV_OK);
	return c;
}

/* A server: jobs wait in line, each takes `service`; it keeps the time of its next departure. */

typedef struct {
	double service, done; /* duration of a job; when the present one leaves, INFINITY if idle */
	int64_t waiting;      /* jobs, the present one included */
	int64_t served;
} Server;

static MdvStatus server_init(void *state, const MdvCall *call, const void *params)
{
	(void)call;
	*(Server *)state = (Server){.service = *(const double *)params, .done = INFINITY};
	return MDV_OK;
}

static double server_t_next(const void *state)
{
	return ((const Server *)state)->done;
}

static MdvStatus server_lambda(const void *state, MdvCall *call)
{
	return mdv_send(call, 0, mdv_integer(((const Server *)state)->served + 1));
}

static MdvStatus server_int(void *state, const MdvCall *call)
{
	Server *s = state;

	s->served++;
	s->done = --s->waiting ? call->t + s->service : INFINITY;
	return MDV_OK;
}

static MdvStatus server_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Server *s = state;

	(void)e;
	if (s->waiting == 0)
		s->done = call->t + s->service;
	s->waiting += (int64_t)x->n;
	return MDV_OK;
}

static const MdvAtomic server_atomic = {.name = "server",
										.state_size = sizeof(Server),
										.n_in = 1,
										.n_out = 1,
										.init = server_init,
										.t_next = server_t_next,
										.lambda = server_lambda,
										.delta_int = server_int,
										.delta_ext = server_ext};

static void clock_ticks_at_exact_times(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	History h;
	MdvComponent c = clock_add(sim, "c", 0.5, 0.25, 4);

	history_watch(&h, sim);
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	T_INT(h.n, 8);
	for (size_t i = 0; i < 4; i++) {
		T_REAL(history_find(&h, 0, c.id, i).t, 0.5 + 0.25 * (double)i, 0);
		T_REAL(history_find(&h, 0, c.id, i).value, (double)i + 1, 0);
		T_REAL(history_find(&h, MDV_INTERNAL, c.id, i).t, 0.5 + 0.25 * (double)i, 0);
	}
	T_REAL(mdv_devs_time(sim), 1.25, 0);
	mdv_devs_free(sim);
}

static void server_delays_and_queues(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent c = clock_add(sim, "jobs", 1, 1, 5), server;
	double service = 2.5;
	History h;

	T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), "server", &server_atomic, &service, &server),
		  MDV_OK);
	T_INT(mdv_devs_couple(sim, c, 0, server, 0), MDV_OK);
	history_watch(&h, sim);
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	T_INT(history_count(&h, 0, server.id), 5);
	for (size_t i = 0; i < 5; i++)
		T_REAL(history_find(&h, 0, server.id, i).t, 1 + 2.5 * (double)(i + 1), 0);
	mdv_devs_free(sim);
}

/* 0.1 + 0.7 must stay what it is, however often the server is interrupted on the way. */
static void t_next_is_kept_to_the_bit(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent server;
	double service = 0.7, start = 0.1;
	History h;

	T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), "server", &server_atomic, &service, &server),
		  MDV_OK);
	history_watch(&h, sim);
	for (int i = 1; i <= 7; i++)
		T_INT(mdv_devs_inject(sim, 0.1 * i, server, 0, mdv_event()), MDV_OK);
	T_INT(mdv_devs_run(sim, 0.9), MDV_OK);
	T_REAL(history_find(&h, 0, server.id, 0).t, start + service, 0);
	T_INT(history_count(&h, MDV_EXTERNAL, server.id), 7);
	T_REAL(mdv_devs_time(sim), 0.9, 0);
	mdv_devs_free(sim);
}

static void passive_model_does_nothing(void)
{
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.t_start = 3});
	double t = 0;

	clock_add(sim, "never", INFINITY, 1, 9);
	T_INT(mdv_devs_next_time(sim, &t), MDV_OK);
	T_REAL(t, INFINITY, 0);
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	T_INT(mdv_devs_step(sim), MDV_OK);
	T_REAL(mdv_devs_time(sim), 3, 0);
	T_INT(mdv_devs_run(sim, 10), MDV_OK);
	T_REAL(mdv_devs_time(sim), 10, 0);
	T_INT(mdv_devs_stats(sim).instants, 0);
	mdv_devs_free(sim);
}

static void run_ends_at_the_given_time_inclusive(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent c = clock_add(sim, "c", 1, 1, 100);
	const Clock *s = mdv_devs_state(sim, c);
	double t;

	T_INT(mdv_devs_run(sim, 2.5), MDV_OK);
	T_INT(s->n, 2);
	T_REAL(mdv_devs_time(sim), 2.5, 0);
	T_INT(mdv_devs_run(sim, 4), MDV_OK);
	T_INT(s->n, 4);
	T_INT(mdv_devs_run(sim, 4), MDV_OK);
	T_INT(s->n, 4);
	/* Looking ahead changes nothing, however often. */
	for (int i = 0; i < 3; i++) {
		T_INT(mdv_devs_next_time(sim, &t), MDV_OK);
		T_REAL(t, 5, 0);
	}
	T_REAL(mdv_devs_time(sim), 4, 0);
	T_INT(s->n, 4);
	T_INT(mdv_devs_step(sim), MDV_OK);
	T_INT(s->n, 5);
	T_REAL(mdv_devs_time(sim), 5, 0);
	mdv_devs_free(sim);
}

/* A clock ticks at 1; each relay, with time advance 0, passes it on one step later. */
static void zero_time_advances_count_steps(void)
{
	enum { N = 10 };
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent relay[N];
	History h;

	relay[0] = clock_add(sim, "first", 1, 1, 1);
	for (int i = 1; i < N; i++) {
		relay[i] = clock_add(sim, NULL, INFINITY, 0, 1);
		T_INT(mdv_devs_couple(sim, relay[i - 1], 0, relay[i], 0), MDV_OK);
	}
	history_watch(&h, sim);
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	for (int i = 1; i < N; i++) {
		Happening in = history_find(&h, MDV_EXTERNAL, relay[i].id, 0);
		Happening out = history_find(&h, MDV_INTERNAL, relay[i].id, 0);

		T_REAL(in.t, 1, 0);
		T_INT(in.step, i - 1);
		T_REAL(out.t, 1, 0);
		T_INT(out.step, i);
	}
	T_INT(mdv_devs_stats(sim).instants, N);
	mdv_devs_free(sim);
}

/* One instant is one step; next_time stays while steps go on. */
static void step_runs_one_superdense_instant(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent c = clock_add(sim, "c", 0, 0, 5);
	const Clock *s = mdv_devs_state(sim, c);
	double t;

	for (int i = 1; i <= 5; i++) {
		T_INT(mdv_devs_next_time(sim, &t), MDV_OK);
		T_REAL(t, 0, 0);
		T_INT(mdv_devs_step(sim), MDV_OK);
		T_INT(s->n, i);
	}
	T_INT(mdv_devs_next_time(sim, &t), MDV_OK);
	T_REAL(t, INFINITY, 0);
	mdv_devs_free(sim);
}

/* 1 + 1e-30 is 1: the same time, one step later; and 1 + 2^-52 is a later time, step 0. */
static void time_advance_that_is_rounded_away_counts_as_zero(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent a = clock_add(sim, "a", 1, 1e-30, 3), b = clock_add(sim, "b", 1, 0x1p-52, 3);
	History h;

	history_watch(&h, sim);
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	for (size_t i = 0; i < 3; i++) {
		T_REAL(history_find(&h, 0, a.id, i).t, 1, 0);
		T_INT(history_find(&h, 0, a.id, i).step, i);
		T_REAL(history_find(&h, 0, b.id, i).t, 1 + (double)i * 0x1p-52, 0);
		T_INT(history_find(&h, 0, b.id, i).step, 0);
	}
	mdv_devs_free(sim);
}

static void confluent_default_is_internal_then_external(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent a = clock_add(sim, "a", 1, 1, 1), b = clock_add(sim, "b", 1, 5, 2);
	const Clock *s = mdv_devs_state(sim, b);
	History h;

	T_INT(mdv_devs_couple(sim, a, 0, b, 0), MDV_OK);
	((Clock *)mdv_devs_state(sim, b))->e = -1;
	history_watch(&h, sim);
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	T_STR(s->calls, "iei");
	T_REAL(s->e, 0, 0);
	T_REAL(history_find(&h, MDV_CONFLUENT, b.id, 0).t, 1, 0);
	T_REAL(history_find(&h, MDV_INTERNAL, b.id, 0).t, 6, 0);
	T_INT(mdv_devs_stats(sim).confluent, 1);
	T_INT(mdv_devs_stats(sim).internal, 3);
	T_INT(mdv_devs_stats(sim).external, 1);
	mdv_devs_free(sim);
}

static void own_confluent_function_replaces_the_default(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent a = clock_add(sim, "a", 1, 1, 1), b;
	ClockParams p = {1, 5, 2};
	History h;

	T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), "b", &clock_own_con, &p, &b), MDV_OK);
	T_INT(mdv_devs_couple(sim, a, 0, b, 0), MDV_OK);
	history_watch(&h, sim);
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	T_STR(((const Clock *)mdv_devs_state(sim, b))->calls, "c");
	T_INT(history_count(&h, MDV_CONFLUENT, b.id), 1);
	T_INT(history_count(&h, 0, b.id), 1);
	mdv_devs_free(sim);
}

/* Without delta_ext input changes nothing: not the schedule, not the elapsed time. */
static void deaf_component_ignores_its_input(void)
{
	MdvAtomic deaf = clock_atomic;
	MdvDevs *sim = mdv_devs_new(NULL);
	ClockParams p = {2, 2, 3};
	MdvComponent c;
	History h;

	deaf.delta_ext = NULL;
	T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), "c", &deaf, &p, &c), MDV_OK);
	history_watch(&h, sim);
	for (int t = 1; t <= 6; t++)
		T_INT(mdv_devs_inject(sim, t, c, 0, mdv_real(100)), MDV_OK);
	T_INT(mdv_devs_run(sim, 10), MDV_OK);
	T_STR(((const Clock *)mdv_devs_state(sim, c))->calls, "iii");
	T_INT(history_count(&h, MDV_INTERNAL, c.id), 3);
	T_INT(history_count(&h, 0, c.id), 3);
	T_INT(h.n, 6);
	T_INT(mdv_devs_stats(sim).internal, 3);
	T_INT(mdv_devs_stats(sim).external, 0);
	T_INT(mdv_devs_stats(sim).confluent, 0);
	mdv_devs_free(sim);
}

static void elapsed_time_counts_from_the_last_transition(void)
{
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.t_start = 0.3});
	MdvComponent a = clock_add(sim, "a", INFINITY, INFINITY, 1);
	const Clock *s = mdv_devs_state(sim, a);

	T_INT(mdv_devs_inject(sim, 0.7, a, 0, mdv_event()), MDV_OK);
	T_INT(mdv_devs_inject(sim, 1.9, a, 0, mdv_event()), MDV_OK);
	T_INT(mdv_devs_step(sim), MDV_OK);
	T_REAL(s->e, 0.7 - 0.3, 0);
	T_INT(mdv_devs_step(sim), MDV_OK);
	T_REAL(s->e, 1.9 - 0.7, 0);
	T_INT(mdv_devs_inject(sim, 1.9, a, 0, mdv_event()), MDV_OK);
	T_INT(mdv_devs_step(sim), MDV_OK);
	T_REAL(s->e, 0, 0);
	T_STR(s->calls, "eee");
	mdv_devs_free(sim);
}

/* Injected now: before the first instant it is part of it; after an instant it is one step on. */
static void injection_at_the_current_time_comes_next(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent c = clock_add(sim, "c", 1, 1, 1);
	History h;

	history_watch(&h, sim);
	T_INT(mdv_devs_inject(sim, 0, c, 0, mdv_real(2)), MDV_OK);
	T_INT(mdv_devs_run(sim, 0), MDV_OK);
	T_INT(history_find(&h, MDV_EXTERNAL, c.id, 0).step, 0);
	T_INT(mdv_devs_run(sim, 2), MDV_OK);
	T_REAL(history_find(&h, MDV_INTERNAL, c.id, 0).t, 2, 0);
	T_INT(mdv_devs_inject(sim, 2, c, 0, mdv_real(INFINITY)), MDV_OK);
	T_INT(mdv_devs_run(sim, 2), MDV_OK);
	T_REAL(history_find(&h, MDV_EXTERNAL, c.id, 1).t, 2, 0);
	T_INT(history_find(&h, MDV_EXTERNAL, c.id, 1).step, 1);
	/* A time reached without an event is fresh again. */
	T_INT(mdv_devs_run(sim, 5), MDV_OK);
	T_INT(mdv_devs_inject(sim, 5, c, 0, mdv_event()), MDV_OK);
	T_INT(mdv_devs_run(sim, 5), MDV_OK);
	T_REAL(history_find(&h, MDV_EXTERNAL, c.id, 2).t, 5, 0);
	T_INT(history_find(&h, MDV_EXTERNAL, c.id, 2).step, 0);
	mdv_devs_free(sim);
}

/* Observers */

/* In an instant first the outputs, then the transitions, each in the order of ids; a value at the
   root's output follows the one that it came from. */
static void observers_see_everything_in_order(void)
{
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.n_out = 1});
	MdvComponent c[4];
	History first, second;
	static const uint32_t ids[] = {1, 2, 0, 3, 4, 1, 2, 3, 4};

	for (int i = 0; i < 4; i++)
		c[i] = clock_add(sim, NULL, 1, 1, 1);
	T_INT(mdv_devs_couple(sim, c[3], 0, c[0], 0), MDV_OK);
	T_INT(mdv_devs_couple(sim, c[1], 0, mdv_devs_root(sim), 0), MDV_OK);
	history_watch(&first, sim);
	history_watch(&second, sim);
	T_INT(mdv_devs_run(sim, 1), MDV_OK);
	T_INT(first.n, 9);
	T_INT(second.n, 9);
	for (size_t i = 0; i < 9 && i < first.n; i++) {
		T_INT(first.at[i].id, ids[i]);
		T_INT(first.at[i].kind, i < 5 ? 0 : i == 5 ? MDV_CONFLUENT : MDV_INTERNAL);
		T_INT(second.at[i].id, ids[i]);
	}
	mdv_devs_free(sim);
}

/* The event list */

typedef struct {
	double t, factor, period; /* next time; then t * factor + period */
	int n;                    /* times left */
	bool wrong;               /* called at another time than wanted */
} Alarm;

static MdvStatus alarm_init(void *state, const MdvCall *call, const void *params)
{
	(void)call;
	*(Alarm *)state = *(const Alarm *)params;
	return MDV_OK;
}

static double alarm_t_next(const void *state)
{
	return ((const Alarm *)state)->n > 0 ? ((const Alarm *)state)->t : INFINITY;
}

static MdvStatus alarm_int(void *state, const MdvCall *call)
{
	Alarm *s = state;

	s->wrong |= call->t != s->t;
	s->n--;
	s->t = s->t * s->factor + s->period;
	return MDV_OK;
}

static const MdvAtomic alarm_atomic = {.name = "alarm",
									   .state_size = sizeof(Alarm),
									   .init = alarm_init,
									   .t_next = alarm_t_next,
									   .delta_int = alarm_int};

typedef struct {
	double t;
	uint64_t n;
	bool wrong; /* time went back */
} Order;

static MdvStatus order_state(void *user, const MdvCall *now, MdvTransition kind, const void *s)
{
	Order *o = user;

	(void)kind, (void)s;
	o->wrong |= now->t < o->t;
	o->t = now->t;
	o->n++;
	return MDV_OK;
}

typedef enum { UNIFORM, TINY, HUGE_TIMES, EQUAL, CLUSTERED, GROWING, MIXED, N_SHAPES } Shape;

static Alarm alarm_of(Shape shape, uint64_t i, uint64_t n)
{
	double u = (double)(i * 0x9e3779b97f4a7c15u >> 11) * 0x1p-53;
	Alarm a = {.t = u, .factor = 1, .period = 0.3 + u, .n = 5};

	switch (shape) {
	case TINY: a.t = u * 1e-300, a.period = a.t + 1e-308; break;
	case HUGE_TIMES: a.t = u * 1e300, a.period = 1e299 * (1 + u); break;
	case EQUAL: a.t = 1, a.period = 1; break;
	case CLUSTERED: a.t = (double)(i % 7) * 1e6 + u * 1e-6, a.period = 1e6; break;
	case GROWING: a.t = exp2(-1000 + 1900.0 * (double)i / (double)n), a.factor = 1.5; break;
	case MIXED: a.t = i % 3 ? u : 1e9 * u, a.period = i % 2 ? 1e-9 : 1e5; break;
	default: break;
	}
	return a;
}

static void event_list_is_in_exact_order(Shape shape, uint64_t n)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	Order o = {.t = -1};
	MdvObserver observer = {.state = order_state, .user = &o};
	uint64_t wrong = 0, left = 0;

	for (uint64_t i = 0; i < n; i++) {
		Alarm a = alarm_of(shape, i, n);

		if (mdv_devs_add_atomic(sim, mdv_devs_root(sim), NULL, &alarm_atomic, &a, NULL) != MDV_OK)
			T_FAIL("add: %s", mdv_devs_error(sim));
	}
	T_INT(mdv_devs_observe(sim, &observer), MDV_OK);
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	T_INT(o.n, 5 * n);
	T_CHECK(!o.wrong);
	for (uint32_t i = 1; i <= n; i++) {
		const Alarm *a = mdv_devs_state(sim, mdv_devs_component(sim, i));

		wrong += a->wrong;
		left += (uint64_t)(a->n != 0);
	}
	T_INT(wrong, 0);
	T_INT(left, 0);
	mdv_devs_free(sim);
}

static void event_list_is_exact_on_every_scale(void)
{
	static const uint64_t sizes[] = {1, 10, 100, 1000, 10000};

	for (int shape = 0; shape < N_SHAPES; shape++) {
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
			event_list_is_in_exact_order((Shape)shape, sizes[i]);
		if (shape != TINY && shape != HUGE_TIMES)
			event_list_is_in_exact_order((Shape)shape, 100000);
	}
}

/* A large block of events at one time is at the front of the event list when others, scheduled
   again and again, come before it. */
static void events_before_a_large_block_keep_their_order(void)
{
	enum { N = 300 };
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.n_in = 1});
	MdvComponent c[N], root = mdv_devs_root(sim);
	Order o = {.t = -1};
	MdvObserver observer = {.state = order_state, .user = &o};
	int wrong = 0;

	for (int i = 0; i < 1000; i++)
		clock_add(sim, NULL, 100, 1, 1);
	for (int i = 0; i < N; i++) {
		c[i] = clock_add(sim, NULL, INFINITY, 1 + 0.01 * (i * 7 % N), 1);
		T_INT(mdv_devs_couple(sim, root, 0, c[i], 0), MDV_OK);
	}
	T_INT(mdv_devs_observe(sim, &observer), MDV_OK);
	for (int k = 0; k <= 40; k++)
		T_INT(mdv_devs_inject(sim, k + 1, root, 0, mdv_real(k < 40 ? 2 + k % 3 : 1)), MDV_OK);
	T_INT(mdv_devs_run(sim, 41), MDV_OK);
	T_INT(o.n, 41 * N);
	T_INT(mdv_devs_stats(sim).scheduled, 1000 + N);
	for (int i = 0; i < N; i++) {
		T_INT(mdv_devs_step(sim), MDV_OK);
		wrong += fabs(mdv_devs_time(sim) - (42 + 0.01 * i)) > 1e-9;
	}
	T_INT(wrong, 0);
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	T_CHECK(!o.wrong);
	T_INT(o.n, 42 * N + 1000);
	mdv_devs_free(sim);
}

/* The wall clock and stopping */

static double wall(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void pacing_waits_for_the_wall_clock(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent c = clock_add(sim, "c", 1, 1, 100);
	double start = wall(); /* before the pace begins: what is late catches up, and waits less */

	T_INT(mdv_devs_pace(sim, 100), MDV_OK);
	T_INT(mdv_devs_run(sim, 5.5), MDV_OK);
	T_CHECK(wall() - start >= 0.05);
	T_INT(((const Clock *)mdv_devs_state(sim, c))->n, 5);
	for (int i = 0; i < 3; i++)
		T_INT(mdv_devs_step(sim), MDV_OK);
	T_CHECK(wall() - start >= 0.08);
	T_INT(((const Clock *)mdv_devs_state(sim, c))->n, 8);
	T_INT(mdv_devs_pace(sim, 0), MDV_OK);
	T_INT(mdv_devs_run(sim, 1e6), MDV_OK);
	T_INT(((const Clock *)mdv_devs_state(sim, c))->n, 100);
	T_CHECK(mdv_devs_stats(sim).latest_s >= 0);
	mdv_devs_free(sim);
}

typedef struct {
	MdvDevs *sim;
	double at; /* stop when this time is seen */
} Stopper;

static MdvStatus stopper_state(void *user, const MdvCall *now, MdvTransition kind, const void *s)
{
	const Stopper *x = user;

	(void)kind, (void)s;
	if (now->t == x->at)
		mdv_devs_stop(x->sim);
	return MDV_OK;
}

static void stop_ends_the_run_and_the_run_can_go_on(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent c = clock_add(sim, "c", 1, 1, 1000);
	Stopper stopper = {sim, 7};
	MdvObserver o = {.state = stopper_state, .user = &stopper};
	const Clock *s = mdv_devs_state(sim, c);

	T_INT(mdv_devs_observe(sim, &o), MDV_OK);
	T_INT(mdv_devs_run(sim, 100), MDV_STOPPED);
	T_INT(s->n, 7);
	T_REAL(mdv_devs_time(sim), 7, 0);
	T_INT(mdv_devs_run(sim, 100), MDV_OK);
	T_INT(s->n, 100);
	mdv_devs_free(sim);
}

static void *stop_soon(void *sim)
{
	nanosleep(&(struct timespec){0, 20000000}, NULL);
	mdv_devs_stop(sim);
	return NULL;
}

/* An endless run, as fast as possible and waiting for the wall clock, ends on request. */
static void stop_works_from_another_thread(void)
{
	static const double rates[] = {0, 0.001};

	for (int i = 0; i < 2; i++) {
		MdvDevs *sim = mdv_devs_new(NULL);
		pthread_t thread;

		clock_add(sim, "c", 1, 1, INT64_MAX);
		T_INT(mdv_devs_pace(sim, rates[i]), MDV_OK);
		T_INT(pthread_create(&thread, NULL, stop_soon, sim), 0);
		T_INT(mdv_devs_run(sim, INFINITY), MDV_STOPPED);
		pthread_join(thread, NULL);
		mdv_devs_free(sim);
	}
}

int main(void)
{
	T_RUN(clock_ticks_at_exact_times);
	T_RUN(server_delays_and_queues);
	T_RUN(t_next_is_kept_to_the_bit);
	T_RUN(passive_model_does_nothing);
	T_RUN(run_ends_at_the_given_time_inclusive);
	T_RUN(zero_time_advances_count_steps);
	T_RUN(step_runs_one_superdense_instant);
	T_RUN(time_advance_that_is_rounded_away_counts_as_zero);
	T_RUN(confluent_default_is_internal_then_external);
	T_RUN(own_confluent_function_replaces_the_default);
	T_RUN(deaf_component_ignores_its_input);
	T_RUN(elapsed_time_counts_from_the_last_transition);
	T_RUN(injection_at_the_current_time_comes_next);
	T_RUN(observers_see_everything_in_order);
	T_RUN(event_list_is_exact_on_every_scale);
	T_RUN(events_before_a_large_block_keep_their_order);
	T_RUN(pacing_waits_for_the_wall_clock);
	T_RUN(stop_ends_the_run_and_the_run_can_go_on);
	T_RUN(stop_works_from_another_thread);
	return T_END();
}
