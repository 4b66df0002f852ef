/* SPDX-License-Identifier: MIT
   test_devs_structure.c — components and couplings come and go between events: between runs and in
   the observer's `after`. Random changes are compared with the naive simulator. */
#include "../fuzz/fuzz_devs.c"
#include "t.h"

/* A clock that counts its ticks and what it receives. */

typedef struct {
	double first, period;
} TickerParams;

typedef struct {
	double period;  /* between ticks */
	double t_next;  /* of the next tick, whatever it receives */
	int ticks, got; /* how many */
	double t_first; /* time of the first tick */
	uint64_t step;  /* of the last tick */
} Ticker;

static int tickers_destroyed;

static MdvStatus ticker_init(void *state, const MdvCall *call, const void *params)
{
	const TickerParams *p = params;

	*(Ticker *)state = (Ticker){.period = p->period, .t_next = call->t + p->first};
	return MDV_OK;
}

static void ticker_destroy(void *state, const MdvCall *call)
{
	(void)state, (void)call;
	tickers_destroyed++;
}

static double ticker_t_next(const void *state)
{
	return ((const Ticker *)state)->t_next;
}

static MdvStatus ticker_lambda(const void *state, MdvCall *call)
{
	return mdv_send(call, 0, mdv_integer(((const Ticker *)state)->ticks));
}

static MdvStatus ticker_int(void *state, const MdvCall *call)
{
	Ticker *s = state;

	if (s->ticks++ == 0)
		s->t_first = call->t;
	s->step = call->step;
	s->t_next = call->t + s->period;
	return MDV_OK;
}

static MdvStatus ticker_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	(void)call, (void)e;
	((Ticker *)state)->got += (int)x->n;
	return MDV_OK;
}

#define TICKER                                                                                  \
	.name = "ticker", .state_size = sizeof(Ticker), .n_in = 1, .n_out = 1, .init = ticker_init, \
	.destroy = ticker_destroy, .t_next = ticker_t_next, .lambda = ticker_lambda,                \
	.delta_int = ticker_int, .delta_ext = ticker_ext
static const MdvAtomic ticker = {TICKER};

static MdvComponent add(MdvDevs *sim, MdvComponent parent, double first, double period)
{
	TickerParams p = {first, period};
	MdvComponent c = {0};

	T_INT(mdv_devs_add_atomic(sim, parent, NULL, &ticker, &p, &c), MDV_OK);
	return c;
}

static const Ticker *state(MdvDevs *sim, MdvComponent c)
{
	return mdv_devs_state(sim, c);
}

static void components_added_later_start_at_once(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent root = mdv_devs_root(sim), a = add(sim, root, 1, 1), b, c;

	T_INT(mdv_devs_run(sim, 2.5), MDV_OK);
	b = add(sim, root, 0.25, 1);
	c = add(sim, root, 0, INFINITY);
	T_INT(mdv_devs_couple(sim, b, 0, a, 0), MDV_OK);
	T_INT(mdv_devs_run(sim, 4), MDV_OK);
	T_INT(state(sim, a)->ticks, 4);
	T_INT(state(sim, b)->ticks, 2);
	T_REAL(state(sim, b)->t_first, 2.75, 0);
	T_INT(state(sim, c)->ticks, 1);
	T_REAL(state(sim, c)->t_first, 2.5, 0);
	T_INT(state(sim, a)->got, 2);
	/* Where an event has happened, what is added acts one step later. */
	c = add(sim, root, 0, INFINITY);
	T_INT(mdv_devs_run(sim, 4), MDV_OK);
	T_REAL(state(sim, c)->t_first, 4, 0);
	T_INT(state(sim, c)->step, 1);
	mdv_devs_free(sim);
}

static void removed_components_act_no_more(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent root = mdv_devs_root(sim), a = add(sim, root, 1, 1), b = add(sim, root, 1, 1);
	MdvComponent now = add(sim, root, 0, 0);
	double t;

	tickers_destroyed = 0;
	T_INT(mdv_devs_couple(sim, a, 0, b, 0), MDV_OK);
	T_INT(mdv_devs_couple(sim, b, 0, a, 0), MDV_OK);
	/* One that is scheduled for this very instant, before and after it has been looked at. */
	T_INT(mdv_devs_next_time(sim, &t), MDV_OK);
	T_REAL(t, 0, 0);
	T_INT(mdv_devs_step(sim), MDV_OK);
	T_INT(state(sim, now)->ticks, 1);
	T_INT(mdv_devs_remove(sim, now), MDV_OK);
	T_INT(mdv_devs_next_time(sim, &t), MDV_OK);
	T_REAL(t, 1, 0);
	now = add(sim, root, 0, 0);
	T_INT(mdv_devs_remove(sim, now), MDV_OK);
	T_INT(mdv_devs_run(sim, 2.5), MDV_OK);
	T_INT(state(sim, b)->got, 2);
	/* One that has an event in the queue. */
	T_INT(mdv_devs_remove(sim, a), MDV_OK);
	T_INT(mdv_devs_run(sim, 10), MDV_OK);
	T_INT(state(sim, b)->got, 2);
	T_INT(state(sim, b)->ticks, 10);
	T_INT(tickers_destroyed, 3);
	T_INT(mdv_devs_stats(sim).components, 2);
	T_INT(mdv_devs_stats(sim).scheduled, 1);
	mdv_devs_free(sim);
	T_INT(tickers_destroyed, 4);
}

/* A slot is used again, with the event of its last owner still in the queue. */
static void slots_are_reused_and_old_handles_refused(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent root = mdv_devs_root(sim), old[100];

	add(sim, root, 1, 1);
	for (int i = 0; i < 100; i++) {
		MdvComponent c = add(sim, root, 3, 1);

		old[i] = c;
		T_INT(mdv_devs_run(sim, 0.001 * i), MDV_OK);
		T_INT(mdv_devs_remove(sim, c), MDV_OK);
	}
	for (int i = 0; i < 100; i++) {
		T_CHECK(i == 0 || old[i].id != old[i - 1].id || old[i].generation != old[i - 1].generation);
		T_CHECK(mdv_devs_state(sim, old[i]) == NULL);
		T_INT(mdv_devs_remove(sim, old[i]), MDV_NOT_FOUND);
	}
	T_CHECK(old[99].id < 10);
	{
		/* Its first event is at 5; the old ones at 3 are not its own. */
		MdvComponent c = add(sim, root, 5 - mdv_devs_time(sim), 100);

		T_CHECK(c.id < 10);
		T_INT(mdv_devs_inject(sim, 4, c, 0, mdv_event()), MDV_OK);
		T_INT(mdv_devs_run(sim, 4.5), MDV_OK);
		T_INT(state(sim, c)->ticks, 0);
		T_INT(state(sim, c)->got, 1);
	}
	mdv_devs_free(sim);
}

static void subtrees_come_and_go(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent root = mdv_devs_root(sim), sink = add(sim, root, INFINITY, INFINITY);
	int want = 0;

	tickers_destroyed = 0;
	for (int round = 0; round < 20; round++) {
		MdvComponent box[5], clock;
		double start = mdv_devs_time(sim);

		for (int i = 0; i < 5; i++) {
			T_INT(mdv_devs_add_coupled(sim, i ? box[i - 1] : root, "box", 1, 1, &box[i]), MDV_OK);
			if (i)
				T_INT(mdv_devs_couple(sim, box[i], 0, box[i - 1], 0), MDV_OK);
		}
		clock = add(sim, box[4], 1, 1);
		T_INT(mdv_devs_couple(sim, clock, 0, box[4], 0), MDV_OK);
		T_INT(mdv_devs_couple(sim, box[0], 0, sink, 0), MDV_OK);
		T_INT(mdv_devs_run(sim, start + 3.5), MDV_OK);
		T_INT(state(sim, clock)->ticks, 3);
		want += 3;
		T_INT(mdv_devs_remove(sim, box[round % 3]), MDV_OK);
		T_INT(mdv_devs_run(sim, start + 10), MDV_OK);
		T_INT(state(sim, sink)->got, want);
		T_CHECK(mdv_devs_state(sim, clock) == NULL);
		if (round % 3)
			T_INT(mdv_devs_remove(sim, box[0]), MDV_OK);
		T_INT(mdv_devs_stats(sim).components, 2);
	}
	T_INT(tickers_destroyed, 20);
	mdv_devs_free(sim);
}

static void couplings_come_and_go(void)
{
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.n_in = 1, .n_out = 1});
	MdvComponent root = mdv_devs_root(sim), clock = add(sim, root, 1, 1), sink[4], box;
	int want[4] = {0};

	T_INT(mdv_devs_add_coupled(sim, root, "box", 1, 1, &box), MDV_OK);
	for (int i = 0; i < 4; i++)
		sink[i] = add(sim, box, INFINITY, INFINITY);
	T_INT(mdv_devs_couple(sim, clock, 0, box, 0), MDV_OK);
	/* At time k the sinks in the bits of k are coupled, to the box or not. */
	for (int k = 1; k < 64; k++) {
		for (int i = 0; i < 4; i++) {
			bool is = k >> i & 1, was = (k - 1) >> i & 1;

			if (is && !was)
				T_INT(mdv_devs_couple(sim, box, 0, sink[i], 0), MDV_OK);
			if (!is && was)
				T_INT(mdv_devs_uncouple(sim, box, 0, sink[i], 0), MDV_OK);
		}
		if (k % 5 == 0)
			T_INT(mdv_devs_uncouple(sim, clock, 0, box, 0), MDV_OK);
		T_INT(mdv_devs_run(sim, k), MDV_OK);
		for (int i = 0; i < 4; i++) {
			want[i] += k % 5 != 0 && k >> i & 1;
			T_INT(state(sim, sink[i])->got, want[i]);
		}
		if (k % 5 == 0)
			T_INT(mdv_devs_couple(sim, clock, 0, box, 0), MDV_OK);
	}
	mdv_devs_free(sim);
}

static void couplings_made_twice_deliver_twice(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent root = mdv_devs_root(sim), clock = add(sim, root, 1, 1);
	MdvComponent sink = add(sim, root, INFINITY, INFINITY);

	T_INT(mdv_devs_couple(sim, clock, 0, sink, 0), MDV_OK);
	T_INT(mdv_devs_couple(sim, clock, 0, sink, 0), MDV_OK);
	T_INT(mdv_devs_run(sim, 1), MDV_OK);
	T_INT(state(sim, sink)->got, 2);
	T_INT(mdv_devs_uncouple(sim, clock, 0, sink, 0), MDV_OK);
	T_INT(mdv_devs_run(sim, 2), MDV_OK);
	T_INT(state(sim, sink)->got, 3);
	T_INT(mdv_devs_uncouple(sim, clock, 0, sink, 0), MDV_OK);
	T_INT(mdv_devs_run(sim, 3), MDV_OK);
	T_INT(state(sim, sink)->got, 3);
	T_INT(mdv_devs_uncouple(sim, clock, 0, sink, 0), MDV_NOT_FOUND);
	mdv_devs_free(sim);
}

/* The name of a removed component is free, and finds the new one. */
static void names_are_free_again(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent root = mdv_devs_root(sim), c[64], found;
	TickerParams p = {1, 1};
	char name[30];

	for (int round = 0; round < 50; round++) {
		for (int i = 0; i < 64; i++) {
			snprintf(name, sizeof name, "component%d", (i * 7 + round) % 64);
			T_INT(mdv_devs_add_atomic(sim, root, name, &ticker, &p, &c[(i * 7 + round) % 64]),
				  MDV_OK);
		}
		for (int i = 0; i < 64; i++) {
			snprintf(name, sizeof name, "component%d", i);
			T_INT(mdv_devs_find(sim, name, &found), MDV_OK);
			T_CHECK(found.id == c[i].id && found.generation == c[i].generation);
			T_INT(mdv_devs_remove(sim, c[i]), MDV_OK);
			T_INT(mdv_devs_find(sim, name, &found), MDV_NOT_FOUND);
		}
	}
	mdv_devs_free(sim);
}

/* Changes in `after`: every second a clock is born that replaces the last one. */

typedef struct {
	MdvComponent sink, last, box;
	int born;
	bool bad; /* a call failed */
} Nursery;

static MdvStatus nursery_after(void *user, MdvDevs *sim)
{
	Nursery *n = user;
	TickerParams p = {n->born % 2 ? 0 : 0.5, 0.5};
	MdvStatus status = MDV_OK;

	if (mdv_devs_time(sim) < n->born || n->born >= 50)
		return MDV_OK;
	n->born++;
	if (n->last.id)
		status = mdv_devs_remove(sim, n->last);
	if (!status)
		status = mdv_devs_add_atomic(sim, n->box, "clock", &ticker, &p, &n->last);
	if (!status)
		status = mdv_devs_couple(sim, n->last, 0, n->box, 0);
	n->bad |= status != MDV_OK;
	return status;
}

static void structure_may_change_after_an_instant(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent root = mdv_devs_root(sim);
	Nursery n = {.sink = add(sim, root, 0, 1)};
	MdvObserver o = {.after = nursery_after, .user = &n};

	T_INT(mdv_devs_add_coupled(sim, root, "box", 0, 1, &n.box), MDV_OK);
	T_INT(mdv_devs_couple(sim, n.box, 0, n.sink, 0), MDV_OK);
	T_INT(mdv_devs_observe(sim, &o), MDV_OK);
	T_INT(mdv_devs_run(sim, 49.75), MDV_OK);
	T_CHECK(!n.bad);
	T_INT(n.born, 50);
	/* The k-th is born after (k, 0). The even ones tick once, at k+0.5, and at (k+1, 0) a second
	   time before they go; the odd ones tick at (k, 1), too. The last is odd: two ticks. */
	T_INT(state(sim, n.sink)->got, 25 * 2 + 24 * 3 + 2);
	mdv_devs_free(sim);
}

/* Removed in `after`, while it is to act at the next step of the same time. */
typedef struct {
	MdvComponent victim;
} Killer;

static MdvStatus killer_after(void *user, MdvDevs *sim)
{
	Killer *k = user;

	return mdv_devs_time(sim) == 1 && mdv_devs_state(sim, k->victim)
			   ? mdv_devs_remove(sim, k->victim)
			   : MDV_OK;
}

static void imminent_component_can_be_removed_after_an_instant(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent root = mdv_devs_root(sim), sink = add(sim, root, 1, 1), others[2];
	Killer k = {add(sim, root, 1, 0)};
	MdvObserver o = {.after = killer_after, .user = &k};

	T_INT(mdv_devs_couple(sim, k.victim, 0, sink, 0), MDV_OK);
	others[0] = add(sim, root, 1, 0x1p-60);
	others[1] = add(sim, root, 1, 0x1p-60);
	T_INT(mdv_devs_observe(sim, &o), MDV_OK);
	for (int i = 0; i < 3; i++)
		T_INT(mdv_devs_step(sim), MDV_OK);
	T_INT(state(sim, others[0])->ticks, 3);
	T_INT(state(sim, others[1])->ticks, 3);
	T_INT(mdv_devs_remove(sim, others[0]), MDV_OK);
	T_INT(mdv_devs_step(sim), MDV_OK);
	T_INT(state(sim, others[1])->ticks, 4);
	T_INT(mdv_devs_remove(sim, others[1]), MDV_OK);
	T_INT(mdv_devs_run(sim, 3), MDV_OK);
	T_INT(state(sim, sink)->got, 1);
	T_INT(state(sim, sink)->ticks, 3);
	mdv_devs_free(sim);
}

/* Couplings changed thousands of times leave no waste behind and go on working. */
static void many_changes_of_couplings(void)
{
	enum { N = 200 };
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent root = mdv_devs_root(sim), box, clock, sink[N];
	int want[N] = {0}, wrong = 0;

	T_INT(mdv_devs_add_coupled(sim, root, "box", 0, 1, &box), MDV_OK);
	clock = add(sim, box, 1, 1);
	T_INT(mdv_devs_couple(sim, clock, 0, box, 0), MDV_OK);
	for (int i = 0; i < N; i++) {
		sink[i] = add(sim, root, INFINITY, INFINITY);
		T_INT(mdv_devs_couple(sim, box, 0, sink[i], 0), MDV_OK);
	}
	for (int k = 1; k <= 300; k++) {
		int i = k * 37 % N;

		T_INT(mdv_devs_uncouple(sim, box, 0, sink[i], 0), MDV_OK);
		T_INT(mdv_devs_run(sim, k), MDV_OK);
		T_INT(mdv_devs_couple(sim, box, 0, sink[i], 0), MDV_OK);
		for (int j = 0; j < N; j++)
			wrong += state(sim, sink[j])->got != (want[j] += j != i);
	}
	T_INT(wrong, 0);
	mdv_devs_free(sim);
}

/* A message up through 2,000 levels, over, and down through 2,000 others. */
static void deep_hierarchies_work(void)
{
	enum { DEPTH = 2000 };
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent root = mdv_devs_root(sim), up = root, down = root, a, b, first = {0};
	int length;

	for (int i = 0; i < DEPTH; i++) {
		MdvComponent u, d;

		T_INT(mdv_devs_add_coupled(sim, up, "u", 1, 1, &u), MDV_OK);
		T_INT(mdv_devs_add_coupled(sim, down, "d", 1, 1, &d), MDV_OK);
		if (i == 0) {
			T_INT(mdv_devs_couple(sim, u, 0, d, 0), MDV_OK);
			first = u;
		} else {
			T_INT(mdv_devs_couple(sim, u, 0, up, 0), MDV_OK);
			T_INT(mdv_devs_couple(sim, down, 0, d, 0), MDV_OK);
		}
		up = u, down = d;
	}
	a = add(sim, up, 1, 1);
	b = add(sim, down, INFINITY, INFINITY);
	T_INT(mdv_devs_couple(sim, a, 0, up, 0), MDV_OK);
	T_INT(mdv_devs_couple(sim, down, 0, b, 0), MDV_OK);
	T_INT(mdv_devs_run(sim, 3), MDV_OK);
	T_INT(state(sim, b)->got, 3);
	length = mdv_devs_path(sim, b, NULL, 0);
	T_INT(length, 2 * DEPTH + 2);
	T_INT(mdv_devs_remove(sim, first), MDV_OK);
	T_INT(mdv_devs_run(sim, 5), MDV_OK);
	T_INT(state(sim, b)->got, 3);
	T_INT(mdv_devs_stats(sim).components, DEPTH + 2);
	mdv_devs_free(sim);
}

static void components_may_have_many_ports(void)
{
	static const uint32_t sizes[] = {1, 13, 100, 5000, 100000};

	for (int i = 0; i < 5; i++) {
		uint32_t n = sizes[i];
		MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.n_in = n, .n_out = n});
		MdvComponent root = mdv_devs_root(sim), box, a, b;

		for (int round = 0; round < 3; round++) {
			T_INT(mdv_devs_add_coupled(sim, root, "box", n, n, &box), MDV_OK);
			a = add(sim, root, 1, 1);
			b = add(sim, box, INFINITY, INFINITY);
			T_INT(mdv_devs_couple(sim, a, 0, box, n - 1), MDV_OK);
			T_INT(mdv_devs_couple(sim, box, n - 1, b, 0), MDV_OK);
			T_INT(mdv_devs_couple(sim, root, n - 1, box, 0), MDV_OK);
			T_INT(mdv_devs_couple(sim, b, 0, box, n - 1), MDV_OK);
			T_INT(mdv_devs_couple(sim, box, n - 1, root, n - 1), MDV_OK);
			T_INT(mdv_devs_run(sim, mdv_devs_time(sim) + 2), MDV_OK);
			T_INT(state(sim, b)->got, 2);
			T_INT(mdv_devs_remove(sim, box), MDV_OK);
			T_INT(mdv_devs_remove(sim, a), MDV_OK);
		}
		mdv_devs_free(sim);
	}
}

/* States of any size are zero at first, aligned, and stay where they are. */

static MdvStatus big_init(void *at, const MdvCall *call, const void *params)
{
	size_t size = *(const size_t *)params;

	for (size_t i = 0; i < size; i++)
		if (((const char *)at)[i])
			return mdv_fail(call, MDV_FAILED, "byte %zu of %zu is not zero", i, size);
	memset(at, 0xa5, size);
	return (uintptr_t)at % 16 ? mdv_fail(call, MDV_FAILED, "not aligned") : MDV_OK;
}

static double big_ta(const void *at)
{
	(void)at;
	return INFINITY;
}

static MdvStatus big_int(void *at, const MdvCall *call)
{
	(void)at, (void)call;
	return MDV_OK;
}

static void states_of_any_size_are_zero_at_first(void)
{
	enum { N = 60 };
	static MdvAtomic big[N];
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent c[N];
	void *at[N];

	for (int round = 0; round < 3; round++) {
		size_t size = 0;

		for (int i = 0; i < N; i++, size = size * 5 / 4 + 1) {
			big[i] = (MdvAtomic){.name = "big", .init = big_init, .ta = big_ta};
			big[i].delta_int = big_int;
			big[i].state_size = size;
			if (mdv_devs_add_atomic(sim, mdv_devs_root(sim), NULL, &big[i], &size, &c[i]))
				T_FAIL("%s", mdv_devs_error(sim));
			at[i] = mdv_devs_state(sim, c[i]);
		}
		for (int i = 0; i < N; i++) {
			T_CHECK(mdv_devs_state(sim, c[i]) == at[i]);
			T_INT(mdv_devs_remove(sim, c[i]), MDV_OK);
		}
	}
	mdv_devs_free(sim);
}

/* Injections wait for their component in vain if it goes, even if another takes its slot. */
static void injections_do_not_outlive_their_component(void)
{
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.n_in = 1});
	MdvComponent root = mdv_devs_root(sim), a = add(sim, root, INFINITY, INFINITY), b;

	T_INT(mdv_devs_inject(sim, 1, a, 0, mdv_event()), MDV_OK);
	T_INT(mdv_devs_remove(sim, a), MDV_OK);
	b = add(sim, root, INFINITY, INFINITY);
	T_INT(mdv_devs_inject(sim, 2, root, 0, mdv_event()), MDV_OK);
	T_INT(mdv_devs_run(sim, 1.5), MDV_OK);
	T_INT(state(sim, b)->got, 0);
	/* Neither its slot nor its ports, taken by different components, bring it to them. */
	a = add(sim, root, INFINITY, INFINITY);
	T_INT(mdv_devs_inject(sim, 1.6, a, 0, mdv_event()), MDV_OK);
	T_INT(mdv_devs_remove(sim, a), MDV_OK);
	T_INT(mdv_devs_add_coupled(sim, root, NULL, 5, 5, NULL), MDV_OK);
	a = add(sim, root, INFINITY, INFINITY);
	T_INT(mdv_devs_run(sim, 1.7), MDV_OK);
	T_INT(state(sim, a)->got, 0);
	/* What goes to the root follows the couplings of its own time. */
	T_INT(mdv_devs_couple(sim, root, 0, b, 0), MDV_OK);
	T_INT(mdv_devs_run(sim, 3), MDV_OK);
	T_INT(state(sim, b)->got, 1);
	mdv_devs_free(sim);
}

/* Receivers that share all their senders, until one of them gets another or is addressed alone. */
static void receivers_alike_may_part(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent root = mdv_devs_root(sim), clock = add(sim, root, 1, 1), sink[5], other;

	for (int i = 0; i < 5; i++) {
		sink[i] = add(sim, root, INFINITY, INFINITY);
		T_INT(mdv_devs_couple(sim, clock, 0, sink[i], 0), MDV_OK);
	}
	T_INT(mdv_devs_inject(sim, 1, sink[1], 0, mdv_event()), MDV_OK);
	T_INT(mdv_devs_inject(sim, 1.5, sink[2], 0, mdv_event()), MDV_OK);
	T_INT(mdv_devs_run(sim, 2), MDV_OK);
	T_INT(state(sim, sink[0])->got, 2);
	T_INT(state(sim, sink[1])->got, 3);
	T_INT(state(sim, sink[2])->got, 3);
	T_INT(mdv_devs_uncouple(sim, clock, 0, sink[3], 0), MDV_OK);
	other = add(sim, root, 0.5, 1);
	T_INT(mdv_devs_couple(sim, other, 0, sink[4], 0), MDV_OK);
	T_INT(mdv_devs_remove(sim, sink[0]), MDV_OK);
	T_INT(mdv_devs_run(sim, 4), MDV_OK);
	T_INT(state(sim, sink[1])->got, 5);
	T_INT(state(sim, sink[2])->got, 5);
	T_INT(state(sim, sink[3])->got, 2);
	T_INT(state(sim, sink[4])->got, 6);
	mdv_devs_free(sim);
}

/* Two receivers of the same sender, one of them in a box: what goes to the box is for that one. */
static void injection_into_a_coupled_model_stays_inside(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent root = mdv_devs_root(sim), clock = add(sim, root, 1, 1), in[2], out, box;

	T_INT(mdv_devs_add_coupled(sim, root, "box", 1, 0, &box), MDV_OK);
	out = add(sim, root, INFINITY, INFINITY);
	T_INT(mdv_devs_couple(sim, clock, 0, out, 0), MDV_OK);
	T_INT(mdv_devs_couple(sim, clock, 0, box, 0), MDV_OK);
	for (int i = 0; i < 2; i++) {
		in[i] = add(sim, box, INFINITY, INFINITY);
		T_INT(mdv_devs_couple(sim, box, 0, in[i], 0), MDV_OK);
	}
	T_INT(mdv_devs_run(sim, 1), MDV_OK);
	T_INT(mdv_devs_inject(sim, 1.5, box, 0, mdv_event()), MDV_OK);
	T_INT(mdv_devs_inject(sim, 2, box, 0, mdv_event()), MDV_OK);
	T_INT(mdv_devs_run(sim, 2), MDV_OK);
	T_INT(state(sim, out)->got, 2);
	T_INT(state(sim, in[0])->got, 4);
	T_INT(state(sim, in[1])->got, 4);
	mdv_devs_free(sim);
}

static uint64_t first_seed = 1, last_seed = 2500;

static void random_changes_agree_with_the_definition(void)
{
	for (uint64_t seed = first_seed; seed <= last_seed && t_bad < 5; seed++) {
		Choice c = {.random = hash_mix(seed + 1000000), .n_largest = 20};

		c.threads = seed % 8 == 5 ? 2 : 1;
		c.by_step = seed % 2;
		c.changes = true;
		c.watch = seed % 3 ? 2 : seed % 9 ? 1 : 0;
		if (!fuzz_twin(&c))
			T_FAIL("seed %llu: they differ (%u threads, by %s)", (unsigned long long)seed,
				   c.threads, c.by_step ? "step" : "run");
	}
}

int main(int argc, char **argv)
{
	if (argc > 1)
		first_seed = last_seed = strtoull(argv[1], NULL, 10);
	if (argc > 2)
		last_seed = strtoull(argv[2], NULL, 10);
	T_RUN(components_added_later_start_at_once);
	T_RUN(removed_components_act_no_more);
	T_RUN(slots_are_reused_and_old_handles_refused);
	T_RUN(subtrees_come_and_go);
	T_RUN(couplings_come_and_go);
	T_RUN(couplings_made_twice_deliver_twice);
	T_RUN(names_are_free_again);
	T_RUN(structure_may_change_after_an_instant);
	T_RUN(imminent_component_can_be_removed_after_an_instant);
	T_RUN(many_changes_of_couplings);
	T_RUN(deep_hierarchies_work);
	T_RUN(components_may_have_many_ports);
	T_RUN(states_of_any_size_are_zero_at_first);
	T_RUN(injections_do_not_outlive_their_component);
	T_RUN(receivers_alike_may_part);
	T_RUN(injection_into_a_coupled_model_stays_inside);
	T_RUN(random_changes_agree_with_the_definition);
	return T_END();
}
