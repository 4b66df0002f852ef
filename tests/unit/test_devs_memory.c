/* SPDX-License-Identifier: MIT
   test_devs_memory.c — the engine under an allocator that fails: every single allocation is made
   to fail once, in building and in running; nothing leaks and nothing crashes. And in the steady
   state the engine does not allocate at all. */
#include "modevs/devs.h"

#include "t.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* An allocator that knows each block's size, counts, and fails the calls that it is told to. The
   engine lets one thread at a time call it; the lock finds out whether that is true. */

typedef struct {
	size_t live;           /* bytes handed out */
	long calls;            /* that ask for memory */
	long fail_at, fail_to; /* these calls fail; 0: none */
	long failed;           /* how many did */
	long wrong_sizes;      /* calls with a wrong old size */
	long overlaps;         /* calls while another was going on */
	bool slow;             /* take time, so that overlaps happen */
} Meter;

static pthread_mutex_t meter_lock = PTHREAD_MUTEX_INITIALIZER;

enum { HEADER = 16 };

static void *meter_change(Meter *m, void *ptr, size_t old_size, size_t new_size)
{
	char *block = ptr ? (char *)ptr - HEADER : NULL;
	size_t known = 0;

	if (block)
		memcpy(&known, block, sizeof known);
	m->wrong_sizes += known != old_size;
	if (new_size == 0) {
		m->live -= known;
		free(block);
		return NULL;
	}
	m->calls++;
	if (m->calls >= m->fail_at && m->calls <= m->fail_to) {
		m->failed++;
		return NULL;
	}
	block = realloc(block, HEADER + new_size);
	if (!block)
		abort();
	/* Fresh memory is not zero. */
	if (new_size > known)
		memset(block + HEADER + known, 0xa5, new_size - known);
	m->live += new_size - known;
	memcpy(block, &new_size, sizeof new_size);
	return block + HEADER;
}

static void *meter_resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
	Meter *m = ctx;
	bool overlap = pthread_mutex_trylock(&meter_lock) != 0;
	void *result;

	if (overlap)
		pthread_mutex_lock(&meter_lock);
	m->overlaps += overlap;
	if (m->slow)
		nanosleep(&(struct timespec){0, 100000}, NULL);
	result = meter_change(m, ptr, old_size, new_size);
	pthread_mutex_unlock(&meter_lock);
	return result;
}

/* PHOLD: every atomic acts at random times and sends something to a random neighbour. */

typedef struct {
	double mean; /* of the time between its events */
	bool zero;   /* answers with time advance 0 now and then */
	bool keeps;  /* retains the last payload */
} HoldParams;

typedef struct {
	HoldParams p;
	MdvRandom random;
	double t_next;
	uint64_t hash;    /* of all that it has received */
	MdvPayload *kept; /* the last payload, if any */
} Hold;

static int hold_print(const void *state, char *buf, size_t size)
{
	return snprintf(buf, size, "%016llx", (unsigned long long)((const Hold *)state)->hash);
}

static void hold_wait(Hold *s, const MdvCall *call)
{
	double x = mdv_random_exponential(&s->random, s->p.mean);

	/* On a grid, so that events coincide. */
	s->t_next = call->t + 0.25 * ceil(4 * x);
	if (s->p.zero && mdv_random_below(&s->random, 4) == 0)
		s->t_next = call->t;
}

static MdvStatus hold_init(void *state, const MdvCall *call, const void *params)
{
	Hold *s = state;

	s->p = *(const HoldParams *)params;
	mdv_random_init(&s->random, call, 0);
	s->t_next = call->t;
	return MDV_OK;
}

static void hold_destroy(void *state, const MdvCall *call)
{
	Hold *s = state;

	if (s->kept)
		mdv_payload_release(call, s->kept);
}

static double hold_t_next(const void *state)
{
	return ((const Hold *)state)->t_next;
}

static const MdvPayloadType letter = {.name = "letter"};

/* A number, a payload of some size, or a record with a payload in it. */
static MdvStatus hold_value(const MdvCall *call, uint64_t r, MdvValue *v)
{
	MdvPayload *p;

	*v = mdv_integer((int64_t)r);
	if (r % 4 == 0)
		return MDV_OK;
	p = mdv_payload_new(call, &letter, 8 + r % 100);
	if (!p)
		return mdv_fail(call, MDV_NO_MEMORY, "no paper");
	memcpy(mdv_payload_data(p), &r, sizeof r);
	*v = mdv_payload(p);
	if (r % 4 == 1)
		return MDV_OK;
	p = mdv_record_new(call, 1 + r % 5);
	if (!p) {
		mdv_payload_release(call, v->payload);
		return mdv_fail(call, MDV_NO_MEMORY, "no envelope");
	}
	mdv_record_fields(p, NULL)[0] = *v;
	*v = mdv_payload(p);
	return MDV_OK;
}

/* At time 0 a storm, more than ever after: all send, more values than later, on all ports. */
static MdvStatus hold_lambda(const void *state, MdvCall *call)
{
	MdvRandom r = ((const Hold *)state)->random; /* a copy: lambda changes nothing */
	uint64_t n = call->t == 0 ? 8 : 1 + mdv_random_below(&r, 2);

	while (n-- > 0) {
		MdvValue v;
		MdvStatus status = hold_value(call, mdv_random_bits(&r), &v);

		if (!status)
			status = mdv_send(call, (uint32_t)(call->t == 0 ? n : mdv_random_bits(&r)) % 2, v);
		if (status)
			return status;
	}
	return MDV_OK;
}

static MdvStatus hold_int(void *state, const MdvCall *call)
{
	hold_wait(state, call);
	return MDV_OK;
}

static uint64_t hold_read(MdvValue v)
{
	const MdvValue *field = v.kind == MDV_PAYLOAD ? mdv_record_fields(v.payload, NULL) : NULL;
	uint64_t x;

	if (field)
		v = field[0];
	if (v.kind != MDV_PAYLOAD)
		return (uint64_t)v.integer;
	memcpy(&x, mdv_payload_data(v.payload), sizeof x);
	return x;
}

static MdvStatus hold_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Hold *s = state;

	(void)e;
	for (size_t i = 0; i < x->n; i++) {
		s->hash = s->hash * 0x9e3779b97f4a7c15u + hold_read(x->at[i]);
		if (s->p.keeps && x->at[i].kind == MDV_PAYLOAD) {
			hold_destroy(s, call);
			s->kept = mdv_payload_retain(x->at[i].payload);
		}
	}
	if (s->hash % 3 == 0)
		hold_wait(s, call);
	return MDV_OK;
}

static MdvStatus hold_con(void *state, const MdvCall *call, const MdvBag *x)
{
	MdvStatus status = hold_ext(state, call, 0, x);

	hold_wait(state, call);
	return status;
}

#define HOLD                                                                                      \
	.name = "hold", .state_size = sizeof(Hold), .n_in = 2, .n_out = 2, .init = hold_init,         \
	.destroy = hold_destroy, .t_next = hold_t_next, .lambda = hold_lambda, .delta_int = hold_int, \
	.delta_ext = hold_ext, .print = hold_print
static const MdvAtomic hold = {HOLD};
static const MdvAtomic hold_confluent = {HOLD, .delta_con = hold_con};

static MdvStatus renew(void *user, const MdvCall *call, MdvValue in, MdvValue *out)
{
	(void)user;
	return hold_value(call, hold_read(in) + 1, out);
}

static const MdvTranslation renewing = {renew, NULL};

/* The scenario: a model with a bit of everything. Each call may be repeated once after failing. */

typedef struct {
	Meter meter;
	MdvDevs *sim;
	unsigned threads;
	bool repeat;      /* try a call a second time when there was no memory */
	MdvStatus status; /* the first failure */
	uint64_t hash;    /* of the final states */
	size_t observed;  /* calls of the observer */
	FILE *trace;
} Scenario;

#define TRY(x, call)                                     \
	do {                                                 \
		if ((x)->status)                                 \
			break;                                       \
		(x)->status = (call);                            \
		if ((x)->status == MDV_NO_MEMORY && (x)->repeat) \
			(x)->status = (call);                        \
	} while (0)

static MdvStatus scenario_output(void *user, const MdvCall *now, uint32_t port, const MdvValue *v)
{
	(void)now, (void)port, (void)v;
	((Scenario *)user)->observed++;
	return MDV_OK;
}

/* Injects a payload; its reference is gone after a failure, so a new one is made. */
static MdvStatus inject_letter(Scenario *x, double t, MdvComponent to)
{
	MdvPayload *p = mdv_payload_new(mdv_devs_call(x->sim), &letter, 8);

	if (!p)
		return MDV_NO_MEMORY;
	return mdv_devs_inject(x->sim, t, to, 0, mdv_payload(p));
}

enum { N_BOXES = 3, N_EACH = 8 };

static void scenario_build(Scenario *x)
{
	MdvComponent box[N_BOXES], c[N_BOXES][N_EACH], root = mdv_devs_root(x->sim), gone = {0};
	MdvObserver o = {.output = scenario_output, .user = x};

	TRY(x, mdv_devs_observe(x->sim, &o));
	TRY(x, mdv_devs_trace(x->sim, x->trace, MDV_TRACE_JSON));
	for (int i = 0; i < N_BOXES; i++) {
		static const char *const names[] = {"north", "east", "south"};

		TRY(x, mdv_devs_add_coupled(x->sim, i == 2 ? box[1] : root, names[i], 2, 2, &box[i]));
		for (int k = 0; k < N_EACH; k++) {
			HoldParams p = {1 + 0.1 * k, k % 3 == 1, k % 3 == 2};
			char name[20];

			snprintf(name, sizeof name, "node%d", k);
			TRY(x, mdv_devs_add_atomic(x->sim, box[i], k % 2 ? name : NULL,
									   k % 2 ? &hold : &hold_confluent, &p, &c[i][k]));
		}
		for (int k = 0; k < N_EACH; k++) {
			TRY(x, mdv_devs_couple(x->sim, c[i][k], 0, c[i][(k + 1) % N_EACH], 0));
			TRY(x, mdv_devs_couple_with(x->sim, c[i][k], 1, c[i][(k + 3) % N_EACH], 1, &renewing));
		}
		TRY(x, mdv_devs_couple(x->sim, c[i][2], 1, box[i], 0));
		TRY(x, mdv_devs_couple_with(x->sim, box[i], 0, c[i][4], 0, &renewing));
		TRY(x, mdv_devs_couple(x->sim, box[i], 0, c[i][5], 0));
	}
	TRY(x, mdv_devs_couple(x->sim, box[0], 0, box[1], 0));
	TRY(x, mdv_devs_couple_with(x->sim, box[1], 0, root, 0, &renewing));
	TRY(x, mdv_devs_couple(x->sim, root, 0, box[0], 0));
	TRY(x, mdv_devs_couple(x->sim, box[1], 0, box[2], 0));
	TRY(x, mdv_devs_add_coupled(x->sim, root, "gone", 1, 1, &gone));
	TRY(x, mdv_devs_couple(x->sim, box[1], 0, gone, 0));
	TRY(x, mdv_devs_remove(x->sim, gone));
}

static void scenario_run(Scenario *x)
{
	MdvComponent root = mdv_devs_root(x->sim), c, late;
	HoldParams p = {1, true, true};

	for (int i = 0; i < 20; i++)
		TRY(x, inject_letter(x, 0.5 * (i % 7), root));
	x->repeat = false; /* a failed run stays failed */
	TRY(x, mdv_devs_run(x->sim, 5));
	TRY(x, mdv_devs_find(x->sim, "north.node3", &c));
	TRY(x, mdv_devs_remove(x->sim, c));
	TRY(x, mdv_devs_add_atomic(x->sim, root, "late", &hold, &p, &late));
	TRY(x, mdv_devs_couple_with(x->sim, root, 0, late, 1, &renewing));
	TRY(x, mdv_devs_find(x->sim, "east", &c));
	TRY(x, mdv_devs_couple(x->sim, c, 0, late, 1));
	TRY(x, inject_letter(x, 6, root));
	TRY(x, mdv_devs_run(x->sim, 12));
	TRY(x, inject_letter(x, 20, root));
	TRY(x, mdv_devs_run(x->sim, 15));
	for (uint32_t id = 0; !x->status && id < 40; id++) {
		const Hold *s = mdv_devs_state(x->sim, mdv_devs_component(x->sim, id));

		x->hash = x->hash * 31 + (s ? s->hash : 0);
	}
}

/* Build, run and free with the given calls of the allocator failing. */
static Scenario scenario(unsigned threads, long fail_at, long fail_to, bool repeat)
{
	Scenario x = {.threads = threads, .repeat = repeat};
	MdvAlloc alloc = {meter_resize, &x.meter};
	MdvDevsOptions options = {.alloc = &alloc,
							  .name = "world",
							  .n_in = 1,
							  .n_out = 1,
							  .seed = 5,
							  .threads = threads,
							  .parallel_minimum = 1};

	x.meter.fail_at = fail_at;
	x.meter.fail_to = fail_to;
	x.trace = fopen("/dev/null", "w");
	x.sim = mdv_devs_new(&options);
	if (!x.sim && repeat)
		x.sim = mdv_devs_new(&options);
	if (!x.sim) {
		x.status = MDV_NO_MEMORY;
	} else {
		scenario_build(&x);
		scenario_run(&x);
		if (x.status && x.status != MDV_NO_MEMORY)
			T_FAIL("call %ld: %s", fail_at, mdv_devs_error(x.sim));
		mdv_devs_free(x.sim);
	}
	fclose(x.trace);
	T_INT(x.meter.live, 0);
	T_INT(x.meter.wrong_sizes, 0);
	return x;
}

/* Call k and everything after it fails, or only call k. */
static void every_failure_is_survived(unsigned threads, bool once)
{
	long k = 0, survived = 0;
	Scenario x;

	do {
		k++;
		x = scenario(threads, k, once ? k : 1000000, false);
		if (x.meter.failed && x.status != MDV_NO_MEMORY) {
			survived++;
			if (!once)
				T_FAIL("call %ld failed and nothing was said", k);
		}
	} while (x.meter.failed && t_bad < 10);
	printf("%ld allocations with %u threads, %ld of them not missed\n", k - 1, threads, survived);
	T_CHECK(k > 50);
	T_INT(x.status, MDV_OK);
}

static void every_failure_is_survived_with_one_thread(void)
{
	every_failure_is_survived(1, true);
	every_failure_is_survived(1, false);
}

static void every_failure_is_survived_with_two_threads(void)
{
	every_failure_is_survived(2, true);
	every_failure_is_survived(2, false);
}

/* A call that failed for lack of memory has changed nothing: repeated, it gives the same run. */
static void building_goes_on_after_a_failure(void)
{
	Scenario good = scenario(1, 0, 0, false), x;
	long k = 0, repeated = 0;

	T_INT(good.status, MDV_OK);
	T_CHECK(good.observed > 50);
	do {
		k++;
		x = scenario(1, k, k, true);
		if (x.status == MDV_OK && x.meter.failed) {
			repeated++;
			if (x.hash != good.hash || x.observed != good.observed)
				T_FAIL("after failure %ld the run is another", k);
		}
	} while (x.meter.failed && t_bad < 10);
	T_CHECK(repeated > 20);
}

static void allocator_is_called_by_one_thread_at_a_time(void)
{
	enum { N = 64 };
	Meter meter = {.slow = true};
	MdvAlloc alloc = {meter_resize, &meter};
	MdvDevs *sim =
		mdv_devs_new(&(MdvDevsOptions){.alloc = &alloc, .threads = 2, .parallel_minimum = 1});
	MdvComponent c[N];

	for (int i = 0; i < N; i++) {
		HoldParams p = {1, true, true};

		T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), NULL, &hold, &p, &c[i]), MDV_OK);
	}
	for (int i = 0; i < N; i++)
		T_INT(mdv_devs_couple(sim, c[i], 0, c[(i + 1) % N], 0), MDV_OK);
	T_INT(mdv_devs_run(sim, 3), MDV_OK);
	T_INT(meter.overlaps, 0);
	mdv_devs_free(sim);
	T_INT(meter.live, 0);
}

/* 100,000 events after warming up, without a single call of the allocator. */
static void steady_state_does_not_allocate(unsigned threads)
{
	enum { N = 400 };
	Meter meter = {0};
	MdvAlloc alloc = {meter_resize, &meter};
	MdvDevs *sim =
		mdv_devs_new(&(MdvDevsOptions){.alloc = &alloc, .threads = threads, .parallel_minimum = 8});
	MdvComponent c[N], box[4];
	uint64_t events;
	long calls;

	for (int i = 0; i < 4; i++)
		T_INT(mdv_devs_add_coupled(sim, mdv_devs_root(sim), NULL, 1, 1, &box[i]), MDV_OK);
	for (int i = 0; i < N; i++) {
		HoldParams p = {1 + i % 5, i % 7 == 0, i % 3 == 0};

		T_INT(
			mdv_devs_add_atomic(sim, box[i % 4], NULL, i % 2 ? &hold : &hold_confluent, &p, &c[i]),
			MDV_OK);
	}
	for (int i = 0; i < N; i++) {
		T_INT(mdv_devs_couple(sim, c[i], 0, c[(i + 4) % N], 0), MDV_OK);
		T_INT(mdv_devs_couple(sim, c[i], 0, c[(i + 52) % N], 1), MDV_OK);
		T_INT(mdv_devs_couple_with(sim, c[i], 1, c[(i + 12) % N], 1, i % 5 ? NULL : &renewing),
			  MDV_OK);
	}
	for (int i = 0; i < 4; i++) {
		T_INT(mdv_devs_couple(sim, c[i], 1, box[i], 0), MDV_OK);
		T_INT(mdv_devs_couple(sim, box[i], 0, box[(i + 1) % 4], 0), MDV_OK);
		T_INT(mdv_devs_couple(sim, box[i], 0, c[i + 4], 0), MDV_OK);
	}
	T_INT(mdv_devs_run(sim, 1000), MDV_OK);
	events = mdv_devs_stats(sim).internal + mdv_devs_stats(sim).external;
	calls = meter.calls;
	T_INT(mdv_devs_run(sim, 1500), MDV_OK);
	events = mdv_devs_stats(sim).internal + mdv_devs_stats(sim).external - events;
	T_CHECK(events > 100000);
	T_INT(meter.calls - calls, 0);
	mdv_devs_free(sim);
	T_INT(meter.live, 0);
	T_INT(meter.wrong_sizes, 0);
}

static void steady_state_does_not_allocate_with_one_thread(void)
{
	steady_state_does_not_allocate(1);
}

static void steady_state_does_not_allocate_with_two_threads(void)
{
	steady_state_does_not_allocate(2);
}

/* Memory stays bounded when far events are put off again and again. */

typedef struct {
	double t_next, wait; /* when it acts; how much later after each input */
} Sleeper;

static MdvStatus sleeper_init(void *state, const MdvCall *call, const void *params)
{
	double wait = *(const double *)params;

	*(Sleeper *)state = (Sleeper){call->t + wait, wait};
	return MDV_OK;
}

static double sleeper_t_next(const void *state)
{
	return ((const Sleeper *)state)->t_next;
}

static MdvStatus sleeper_lambda(const void *state, MdvCall *call)
{
	(void)state;
	return mdv_send(call, 0, mdv_event());
}

static MdvStatus sleeper_int(void *state, const MdvCall *call)
{
	Sleeper *s = state;

	s->t_next = call->t + s->wait;
	return MDV_OK;
}

static MdvStatus sleeper_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	(void)e, (void)x;
	return sleeper_int(state, call);
}

static const MdvAtomic sleeper = {.name = "sleeper",
								  .state_size = sizeof(Sleeper),
								  .n_in = 1,
								  .n_out = 1,
								  .init = sleeper_init,
								  .t_next = sleeper_t_next,
								  .lambda = sleeper_lambda,
								  .delta_int = sleeper_int,
								  .delta_ext = sleeper_ext};

/* 3,000 senders and 3,000 receivers that meet at one port, several levels deep: the memory is for
   the couplings, not for the nine million pairs. */
static void memory_is_linear_in_the_couplings(void)
{
	enum { N = 3000 };
	Meter meter = {0};
	MdvAlloc alloc = {meter_resize, &meter};
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.alloc = &alloc});
	MdvComponent from = mdv_devs_root(sim), to = from, c;
	double never = INFINITY, once = 1;

	for (int i = 0; i < 3; i++) {
		MdvComponent outer_from = from, outer_to = to;

		T_INT(mdv_devs_add_coupled(sim, from, "from", 0, 1, &from), MDV_OK);
		T_INT(mdv_devs_add_coupled(sim, to, "to", 1, 0, &to), MDV_OK);
		if (i == 0) {
			T_INT(mdv_devs_couple(sim, from, 0, to, 0), MDV_OK);
		} else {
			T_INT(mdv_devs_couple(sim, from, 0, outer_from, 0), MDV_OK);
			T_INT(mdv_devs_couple(sim, outer_to, 0, to, 0), MDV_OK);
		}
	}
	for (int i = 0; i < N; i++) {
		T_INT(mdv_devs_add_atomic(sim, from, NULL, &sleeper, i ? &never : &once, &c), MDV_OK);
		T_INT(mdv_devs_couple(sim, c, 0, from, 0), MDV_OK);
		T_INT(mdv_devs_add_atomic(sim, to, NULL, &sleeper, &never, &c), MDV_OK);
		T_INT(mdv_devs_couple(sim, to, 0, c, 0), MDV_OK);
	}
	T_INT(mdv_devs_run(sim, 10), MDV_OK);
	T_INT(mdv_devs_stats(sim).external, 10 * N);
	T_CHECK(meter.live < 8000000);
	mdv_devs_free(sim);
}

static void events_put_off_leave_no_garbage(void)
{
	Meter meter = {0};
	MdvAlloc alloc = {meter_resize, &meter};
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.alloc = &alloc});
	MdvComponent root = mdv_devs_root(sim), clock;
	double wait = 1;
	size_t live;

	T_INT(mdv_devs_add_atomic(sim, root, "clock", &sleeper, &wait, &clock), MDV_OK);
	for (int i = 0; i < 500; i++) {
		MdvComponent c;

		wait = 1000 + i;
		T_INT(mdv_devs_add_atomic(sim, root, NULL, &sleeper, &wait, &c), MDV_OK);
		T_INT(mdv_devs_couple(sim, clock, 0, c, 0), MDV_OK);
	}
	T_INT(mdv_devs_run(sim, 100), MDV_OK);
	live = meter.live;
	T_INT(mdv_devs_run(sim, 5000), MDV_OK);
	T_CHECK(meter.live <= 2 * live);
	T_INT(mdv_devs_stats(sim).external, 500 * 5000);
	T_INT(mdv_devs_stats(sim).internal, 5000);
	T_INT(mdv_devs_stats(sim).scheduled, 501);
	mdv_devs_free(sim);
	T_INT(meter.live, 0);
}

int main(void)
{
	T_RUN(every_failure_is_survived_with_one_thread);
	T_RUN(every_failure_is_survived_with_two_threads);
	T_RUN(building_goes_on_after_a_failure);
	T_RUN(allocator_is_called_by_one_thread_at_a_time);
	T_RUN(steady_state_does_not_allocate_with_one_thread);
	T_RUN(steady_state_does_not_allocate_with_two_threads);
	T_RUN(memory_is_linear_in_the_couplings);
	T_RUN(events_put_off_leave_no_garbage);
	return T_END();
}
