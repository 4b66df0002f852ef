/* SPDX-License-Identifier: MIT
   fuzz_devs.c — the engine against the naive simulator, on networks that are made out of bytes.

   Bytes (or, after them, random numbers) decide the components, the couplings, the translations and
   a schedule of calls: injections, runs, steps and changes of the structure. Both simulators do
   all of it; every output and every transition of both is logged, with elapsed time, bag and state,
   and the logs must be the same. The atomics hash all that they see and act on the hash, so a
   message that is lost, doubled or astray changes all that follows. Also included by the unit
   tests that run seeds through fuzz_twin. */
#include "modevs/devs.h"

#include "base/base.h"
#include "naive.c"
#include "probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);
bool fuzz_twin(Choice *c); /* false: a difference was found and printed */

/* The log */

typedef struct {
	NaiveTime at;
	int transition;  /* 0: an output; else the MdvTransition */
	int number;      /* of the component */
	uint64_t see[5]; /* output: port, value; transition: functions, e, messages, bag, new state */
} Entry;

typedef struct {
	VEC(Entry) entry;
	const int *number_of; /* component numbers by id; NULL: the id is the number */
	bool disorder;        /* time went back */
} Log;

static void log_add(Log *log, const MdvCall *now, Entry e)
{
	const Entry *last = log->entry.n ? &log->entry.at[log->entry.n - 1] : NULL;

	e.at = (NaiveTime){now->t, now->step};
	e.number = log->number_of ? log->number_of[now->self] : (int)now->self;
	if (last && time_before(e.at, last->at))
		log->disorder = true;
	PUSH(&log->entry, e);
}

static MdvStatus log_output(void *user, const MdvCall *now, uint32_t port, const MdvValue *value)
{
	log_add(user, now, (Entry){.see = {port, value_hash(now, value)}});
	return MDV_OK;
}

static MdvStatus log_state(void *user, const MdvCall *now, MdvTransition kind, const void *state)
{
	const Probe *s = state;

	log_add(user, now,
			(Entry){.transition = (int)kind,
					.see = {s->called, hash_real(s->e), s->n_bag, s->bag, s->hash}});
	return MDV_OK;
}

static int entry_compare(const void *left, const void *right)
{
	const Entry *a = left, *b = right;

	if (!time_same(a->at, b->at))
		return time_before(a->at, b->at) ? -1 : 1;
	if (a->transition != b->transition)
		return a->transition < b->transition ? -1 : 1;
	if (a->number != b->number)
		return a->number < b->number ? -1 : 1;
	for (int i = 0; i < 5; i++)
		if (a->see[i] != b->see[i])
			return a->see[i] < b->see[i] ? -1 : 1;
	return 0;
}

static void entry_print(const char *who, const Log *log, size_t i)
{
	const Entry *e = log->entry.at + i;
	double elapsed;

	if (i >= log->entry.n) {
		fprintf(stderr, "%s: no more entries\n", who);
		return;
	}
	memcpy(&elapsed, &e->see[1], sizeof elapsed);
	fprintf(stderr, "%s: t=%.17g step=%llu component %d ", who, e->at.t,
			(unsigned long long)e->at.step, e->number);
	if (e->transition)
		fprintf(stderr, "transition %d functions %llx e=%.17g messages=%llu bag=%llx state=%llx\n",
				e->transition, (unsigned long long)e->see[0], elapsed,
				(unsigned long long)e->see[2], (unsigned long long)e->see[3],
				(unsigned long long)e->see[4]);
	else
		fprintf(stderr, "output port %llu value %llx\n", (unsigned long long)e->see[0],
				(unsigned long long)e->see[1]);
}

/* The twin: one model in both simulators */

typedef struct {
	MdvComponent handle; /* in the engine */
	int parent;          /* number */
	bool coupled, dead;  /* which kind; removed */
	uint32_t n_in, n_out;
	int depth; /* 0 is the root */
} Part;

typedef struct {
	int from, to;
	uint32_t from_port, to_port;
} Link;

typedef struct {
	Choice *c;
	MdvDevs *sim;
	Naive *naive;
	VEC(Part) part;     /* by number */
	VEC(Link) link;     /* couplings alive */
	VEC(int) number_of; /* component numbers by the engine's id */
	int depth_largest;  /* of the hierarchy */
	bool deaf, failed;  /* some component ignores its input; something went wrong */
	Log engine, reference;
} Twin;

static bool twin_expect(Twin *w, MdvStatus status, const char *what)
{
	if (status == MDV_OK)
		return true;
	fprintf(stderr, "%s: %s (%s)\n", what, mdv_status_text(status), mdv_devs_error(w->sim));
	w->failed = true;
	return false;
}

static void twin_part(Twin *w, int parent, bool coupled, MdvComponent h, uint32_t n_in,
					  uint32_t n_out)
{
	int number = (int)w->part.n;

	while (w->number_of.n <= h.id)
		PUSH(&w->number_of, -1);
	w->number_of.at[h.id] = number;
	w->engine.number_of = w->number_of.at;
	PUSH(&w->part, ((Part){h, parent, coupled, false, n_in, n_out,
						   number ? w->part.at[parent].depth + 1 : 0}));
}

/* A component of some kind that is alive, or -1 after a few tries. */
static int twin_choose(Twin *w, bool coupled, int depth_largest)
{
	for (int i = 0; i < 8; i++) {
		int number = (int)choose(w->c, (uint32_t)w->part.n);
		const Part *p = &w->part.at[number];

		if (!p->dead && p->coupled == coupled && p->depth <= depth_largest)
			return number;
	}
	return coupled ? 0 : -1;
}

static void twin_add_atomic(Twin *w)
{
	Choice *c = w->c;
	int parent = twin_choose(w, true, w->depth_largest);
	ProbeParams p = {.number = (int)w->part.n, .budget = 1 + (int)choose(c, 20)};
	uint32_t kind = choose(c, N_PROBES / 2) + (one_in(c, 16) ? N_PROBES / 2 : 0);
	const MdvAtomic *a = &probes[kind];
	MdvComponent h;

	p.zeroes = (int)choose(c, 6);
	p.hash = hash_mix(choose(c, 65536));
	w->deaf |= !a->delta_ext;
	if (!twin_expect(w, mdv_devs_add_atomic(w->sim, w->part.at[parent].handle, NULL, a, &p, &h),
					 "add atomic"))
		return;
	twin_part(w, parent, false, h, a->n_in, a->n_out);
	if (naive_add_atomic(w->naive, parent, a, &p) != p.number)
		abort();
}

static void twin_add_coupled(Twin *w)
{
	int parent = twin_choose(w, true, w->depth_largest - 1);
	uint32_t n_in = choose(w->c, 4), n_out = choose(w->c, 4);
	MdvComponent h;

	if (!twin_expect(w,
					 mdv_devs_add_coupled(w->sim, w->part.at[parent].handle, NULL, n_in, n_out, &h),
					 "add coupled"))
		return;
	twin_part(w, parent, true, h, n_in, n_out);
	naive_add_coupled(w->naive, parent, n_in, n_out);
}

/* Couple something inside the coupled model `owner`; a choice that is not allowed does nothing. A
   coupling made twice delivers twice. */
static void twin_couple(Twin *w, int owner, int from, int to)
{
	const Part *a = &w->part.at[from], *b = &w->part.at[to];
	uint32_t n_from = from == owner ? a->n_in : a->n_out;
	uint32_t n_to = to == owner ? b->n_out : b->n_in;
	const MdvTranslation *z = one_in(w->c, 4) ? &translations[choose(w->c, 4)] : NULL;
	Link k = {from, to, choose(w->c, n_from), choose(w->c, n_to)};

	if (from == to || n_from == 0 || n_to == 0)
		return;
	if (!twin_expect(w,
					 mdv_devs_couple_with(w->sim, a->handle, k.from_port, b->handle, k.to_port, z),
					 "couple"))
		return;
	naive_couple(w->naive, from, k.from_port, to, k.to_port, z);
	PUSH(&w->link, k);
}

/* Couple two components that may be coupled: siblings, or a parent and its child. */
static void twin_couple_any(Twin *w)
{
	int from = (int)choose(w->c, (uint32_t)w->part.n), owner = w->part.at[from].parent, to = -1;

	if (from == 0 || w->part.at[from].dead)
		return;
	if (one_in(w->c, 4)) {
		twin_couple(w, owner, owner, from);
		return;
	}
	if (one_in(w->c, 4)) {
		twin_couple(w, owner, from, owner);
		return;
	}
	for (int i = 0; i < 20 && to < 0; i++) {
		int sibling = 1 + (int)choose(w->c, (uint32_t)w->part.n - 1);

		if (!w->part.at[sibling].dead && w->part.at[sibling].parent == owner)
			to = sibling;
	}
	if (to >= 0)
		twin_couple(w, owner, from, to);
}

static void twin_uncouple(Twin *w)
{
	size_t i = choose(w->c, (uint32_t)w->link.n);
	Link k;

	if (w->link.n == 0)
		return;
	k = w->link.at[i];
	w->link.at[i] = w->link.at[--w->link.n];
	twin_expect(w,
				mdv_devs_uncouple(w->sim, w->part.at[k.from].handle, k.from_port,
								  w->part.at[k.to].handle, k.to_port),
				"uncouple");
	naive_uncouple(w->naive, k.from, k.from_port, k.to, k.to_port);
}

static void twin_remove(Twin *w)
{
	int number = (int)choose(w->c, (uint32_t)w->part.n);
	MdvComponent stale;

	if (number == 0 || w->part.at[number].dead)
		return;
	stale = w->part.at[number].handle;
	twin_expect(w, mdv_devs_remove(w->sim, stale), "remove");
	naive_remove(w->naive, number);
	/* Parents come before their children. */
	w->part.at[number].dead = true;
	for (size_t i = (size_t)number + 1; i < w->part.n; i++)
		w->part.at[i].dead |= w->part.at[w->part.at[i].parent].dead;
	for (size_t i = w->link.n; i-- > 0;)
		if (w->part.at[w->link.at[i].from].dead || w->part.at[w->link.at[i].to].dead)
			w->link.at[i] = w->link.at[--w->link.n];
	if (mdv_devs_remove(w->sim, stale) != MDV_NOT_FOUND)
		twin_expect(w, MDV_NOT_FOUND, "a removed component was removed again");
}

static void twin_inject(Twin *w)
{
	static const double after[] = {0, 0, 0.25, 0.5, 1, 1, 2, 3, 0.1, 1 / 3.0};
	double t = naive_time(w->naive) + after[choose(w->c, sizeof after / sizeof *after)];
	int to = one_in(w->c, 3) ? twin_choose(w, one_in(w->c, 2), 99) : 0;
	uint32_t n = to < 0 ? 0 : w->part.at[to].n_in, port = choose(w->c, n);
	MdvCall naive_call = {.t = 0};
	uint64_t hash = hash_mix(choose(w->c, 65536));

	if (n == 0)
		return;
	twin_expect(w,
				mdv_devs_inject(w->sim, t, w->part.at[to].handle, port,
								value_make(mdv_devs_call(w->sim), hash)),
				"inject");
	naive_inject(w->naive, t, to, port, value_make(&naive_call, hash));
}

static void twin_change(Twin *w)
{
	switch (choose(w->c, 5)) {
	case 0: twin_add_atomic(w); break;
	case 1: twin_couple_any(w), twin_couple_any(w); break;
	case 2: twin_uncouple(w); break;
	case 3: twin_remove(w); break;
	case 4: one_in(w->c, 4) ? twin_add_coupled(w) : twin_couple_any(w); break;
	}
}

static void twin_check_next(Twin *w)
{
	double t = -1, want = naive_next(w->naive).t;
	size_t scheduled;

	if (!twin_expect(w, mdv_devs_next_time(w->sim, &t), "next time"))
		return;
	if (t != want || mdv_devs_time(w->sim) != naive_time(w->naive)) {
		fprintf(stderr, "at t=%.17g, want %.17g: next time %.17g, want %.17g\n",
				mdv_devs_time(w->sim), naive_time(w->naive), t, want);
		w->failed = true;
	}
	scheduled = mdv_devs_stats(w->sim).scheduled;
	if (scheduled != naive_scheduled(w->naive)) {
		fprintf(stderr, "at t=%.17g: %zu components are scheduled, want %zu\n",
				mdv_devs_time(w->sim), scheduled, naive_scheduled(w->naive));
		w->failed = true;
	}
}

static void twin_advance(Twin *w, double duration)
{
	double t_end = naive_time(w->naive) + duration;

	if (!w->c->by_step) {
		twin_expect(w, mdv_devs_run(w->sim, t_end), "run");
		naive_run(w->naive, t_end);
		twin_check_next(w);
		return;
	}
	do {
		twin_check_next(w);
		naive_step(w->naive);
		twin_expect(w, mdv_devs_step(w->sim), "step");
	} while (naive_next(w->naive).t <= t_end && naive_next(w->naive).t < INFINITY && !w->failed);
}

static void twin_build(Twin *w)
{
	Choice *c = w->c;
	uint32_t n_atomic = 1 + choose(c, c->n_largest);
	uint32_t n_link;

	w->depth_largest = (int)choose(c, 6);
	while (n_atomic > 0 && !w->failed) {
		if (w->depth_largest > 0 && one_in(c, 4))
			twin_add_coupled(w);
		else
			twin_add_atomic(w), n_atomic--;
	}
	n_link = choose(c, 5) * (uint32_t)w->part.n;
	while (n_link-- > 0 && !w->failed)
		twin_couple_any(w);
}

static void twin_run(Twin *w)
{
	uint32_t n_calls = choose(w->c, w->c->changes ? 64 : 24);

	for (uint32_t i = 0; i < n_calls && !w->failed; i++) {
		switch (choose(w->c, w->c->changes ? 4 : 3)) {
		case 0: twin_inject(w); break;
		case 1: twin_inject(w), twin_inject(w), twin_inject(w); break;
		case 2: twin_advance(w, 0.25 * choose(w->c, 6)); break;
		case 3: twin_change(w), twin_change(w); break;
		}
	}
	if (!w->failed)
		twin_advance(w, INFINITY);
}

/* Count what the reference did and compare with the engine's own count. One bag may serve several
   receivers, so the engine may have made fewer deliveries. */
static void twin_check_stats(Twin *w)
{
	MdvDevsStats s = mdv_devs_stats(w->sim);
	uint64_t n[4] = {0};

	for (size_t i = 0; i < w->reference.entry.n; i++)
		n[w->reference.entry.at[i].transition]++;
	w->c->instants = s.instants;
	w->c->parallel = s.parallel;
	if (w->deaf || w->c->watch == 0)
		return;
	if (s.internal != n[1] + n[3] || s.external != n[2] + n[3] || s.confluent != n[3] ||
		s.messages > naive_messages(w->naive)) {
		fprintf(stderr, "stats: internal %llu, external %llu, confluent %llu, messages %llu\n",
				(unsigned long long)s.internal, (unsigned long long)s.external,
				(unsigned long long)s.confluent, (unsigned long long)s.messages);
		fprintf(stderr, "want:  internal %llu, external %llu, confluent %llu, messages %llu\n",
				(unsigned long long)(n[1] + n[3]), (unsigned long long)(n[2] + n[3]),
				(unsigned long long)n[3], (unsigned long long)naive_messages(w->naive));
		w->failed = true;
	}
}

static void twin_compare(Twin *w)
{
	Log *a = &w->engine, *b = &w->reference;
	size_t i = 0;

	if (a->disorder) {
		fprintf(stderr, "the engine's time went back\n");
		w->failed = true;
	}
	if (a->entry.n)
		qsort(a->entry.at, a->entry.n, sizeof(Entry), entry_compare);
	if (b->entry.n)
		qsort(b->entry.at, b->entry.n, sizeof(Entry), entry_compare);
	while (i < a->entry.n && i < b->entry.n && !entry_compare(&a->entry.at[i], &b->entry.at[i]))
		i++;
	if (i < a->entry.n || i < b->entry.n) {
		fprintf(stderr, "entry %zu of %zu:\n", i, b->entry.n);
		for (size_t k = i; k < i + 3; k++) {
			entry_print("engine", a, k);
			entry_print("naive ", b, k);
		}
		w->failed = true;
	}
}

/* The states that are left, which hold the hash of all that their components have seen. */
static void twin_compare_states(Twin *w)
{
	for (size_t i = 1; i < w->part.n; i++) {
		const Probe *a, *b;

		if (w->part.at[i].dead || w->part.at[i].coupled)
			continue;
		a = mdv_devs_state(w->sim, w->part.at[i].handle);
		b = naive_state(w->naive, (int)i);
		if (a->hash != b->hash || a->t_next != b->t_next || a->budget != b->budget) {
			fprintf(stderr, "component %zu: last at t=%.17g step=%llu, want t=%.17g step=%llu\n", i,
					a->now.t, (unsigned long long)a->now.step, b->now.t,
					(unsigned long long)b->now.step);
			w->failed = true;
		}
	}
}

static void twin_free(Twin *w)
{
	mdv_devs_free(w->sim);
	naive_free(w->naive);
	if (payloads_alive != 0) {
		fprintf(stderr, "%ld payloads were not destroyed\n", (long)payloads_alive);
		payloads_alive = 0;
		w->failed = true;
	}
	vec_free(&alloc_heap, &w->part);
	vec_free(&alloc_heap, &w->link);
	vec_free(&alloc_heap, &w->number_of);
	vec_free(&alloc_heap, &w->engine.entry);
	vec_free(&alloc_heap, &w->reference.entry);
}

bool fuzz_twin(Choice *c)
{
	Twin w = {.c = c};
	uint32_t n_in = choose(c, 4), n_out = choose(c, 4);
	double t_start = one_in(c, 4) ? -1.5 + choose(c, 5) : 0;
	MdvDevsOptions options = {.n_in = n_in,
							  .n_out = n_out,
							  .t_start = t_start,
							  .threads = c->threads,
							  .parallel_minimum = 1};
	MdvObserver to_engine = {.user = &w.engine}, to_naive = {.user = &w.reference};

	to_engine.output = to_naive.output = c->watch > 1 ? log_output : NULL;
	to_engine.state = to_naive.state = c->watch > 0 ? log_state : NULL;
	probes_fill();
	w.sim = mdv_devs_new(&options);
	w.naive = naive_new(n_in, n_out, t_start, &to_naive);
	if (!w.sim)
		abort();
	twin_part(&w, 0, true, mdv_devs_root(w.sim), n_in, n_out);
	if (c->watch)
		twin_expect(&w, mdv_devs_observe(w.sim, &to_engine), "observe");
	twin_build(&w);
	if (!w.failed)
		twin_run(&w);
	twin_compare(&w);
	twin_compare_states(&w);
	twin_check_stats(&w);
	if (w.failed)
		naive_print(w.naive, stderr);
	twin_free(&w);
	return !w.failed;
}

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	Choice c = {.at = at, .n = n, .n_largest = 12};

	c.threads = 1 + choose(&c, 3);
	c.by_step = choose(&c, 2);
	c.changes = choose(&c, 2);
	c.watch = 2 - (int)(n % 3); /* takes no byte: the corpus keeps its meaning */
	if (!fuzz_twin(&c))
		abort();
	return 0;
}
