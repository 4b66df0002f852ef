/* SPDX-License-Identifier: MIT
   probe.h — what the networks of fuzz_devs.c are made of: choices out of bytes, values,
   translations, and probes, atomics that hash all that they see and act on the hash. */
#ifndef MDV_PROBE_H
#define MDV_PROBE_H

#include "modevs/devs.h"
#include "naive.h"

#include <stdatomic.h>
#include <string.h>

typedef struct {
	const uint8_t *at;  /* n bytes that decide first */
	size_t n, i;        /* how many, how many are used */
	uint64_t random;    /* state of splitmix64 that decides then; 0: the choice is always 0 */
	unsigned threads;   /* of the engine */
	bool by_step;       /* run with mdv_devs_step instead of mdv_devs_run */
	bool changes;       /* the structure changes during the run */
	int watch;          /* 2: log all, 1: transitions only, 0: nothing but the states at the end */
	uint32_t n_largest; /* most atomics */
	uint64_t instants;  /* result: how many were run */
	uint64_t parallel;  /* result: of these, how many by several threads */
} Choice;

static uint64_t hash_mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15u;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

static uint64_t hash_real(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits;
}

/* One of 0 .. n-1, n <= 65536. */
static uint32_t choose(Choice *c, uint32_t n)
{
	if (n <= 1)
		return 0;
	if (c->i < c->n && n <= 256)
		return c->at[c->i++] % n;
	if (c->i + 1 < c->n) {
		c->i += 2;
		return (c->at[c->i - 2] << 8 | c->at[c->i - 1]) % n;
	}
	if (!c->random)
		return 0;
	c->random += 0x9e3779b97f4a7c15u;
	return (uint32_t)(hash_mix(c->random) >> 40) % n;
}

static bool one_in(Choice *c, uint32_t n)
{
	return choose(c, n) == n - 1;
}

/* Values: a payload holds an integer; in the naive simulator the integer stands for the payload. */

static atomic_long payloads_alive;

static void payload_destroy(void *data, const MdvCall *call)
{
	(void)data, (void)call;
	payloads_alive--;
}

static const MdvPayloadType payload_type = {.name = "number", .destroy = payload_destroy};

static MdvValue value_make(const MdvCall *call, uint64_t hash)
{
	int64_t x = (int64_t)(hash >> 1);
	MdvValue v = mdv_integer(x);

	switch (hash % 6) {
	case 0: return mdv_event();
	case 1: return mdv_real((double)x);
	case 2: return mdv_boolean(x & 1);
	case 3: return v;
	default: v.kind = MDV_PAYLOAD;
	}
	if (call->sim) {
		v.payload = mdv_payload_new(call, &payload_type, sizeof x);
		if (!v.payload)
			abort();
		memcpy(mdv_payload_data(v.payload), &x, sizeof x);
		payloads_alive++;
	}
	return v;
}

static uint64_t value_hash(const MdvCall *call, const MdvValue *v)
{
	int64_t x = 0;

	switch (v->kind) {
	case MDV_REAL: x = (int64_t)hash_real(v->real); break;
	case MDV_INTEGER: x = v->integer; break;
	case MDV_BOOLEAN: x = v->boolean; break;
	case MDV_PAYLOAD:
		if (call->sim)
			memcpy(&x, mdv_payload_data(v->payload), sizeof x);
		else
			x = v->integer;
	}
	return hash_mix(hash_mix((uint64_t)x) + v->kind);
}

/* Translations: some make a new value of the old one, some pass it on. */
static MdvStatus translate(void *user, const MdvCall *call, MdvValue in, MdvValue *out)
{
	const uint64_t *salt = user;

	if (*salt % 3 == 0) {
		*out = in;
		if (call->sim && in.kind == MDV_PAYLOAD)
			mdv_payload_retain(in.payload);
	} else {
		*out = value_make(call, hash_mix(value_hash(call, &in) + *salt));
	}
	return MDV_OK;
}

static uint64_t salts[] = {0, 1, 2, 4};
static const MdvTranslation translations[] = {
	{translate, &salts[0]}, {translate, &salts[1]}, {translate, &salts[2]}, {translate, &salts[3]}};

/* The probe: an atomic that remembers all it sees, and that comes to rest after a while. */

typedef struct {
	uint64_t hash;      /* where its behaviour begins */
	int number;         /* as in the naive simulator */
	int budget, zeroes; /* how many times it may act, and how many of them at once */
} ProbeParams;

typedef struct {
	int number;           /* as in the naive simulator */
	int budget, zeroes;   /* as in ProbeParams, what is left */
	uint32_t n_out;       /* its output ports */
	uint64_t hash;        /* of all that it has seen */
	double sigma, t_next; /* the time it waits from the last transition, and until when */
	NaiveTime now;        /* of the last transition */
	unsigned called;      /* which functions it called: 1 int, 2 ext, 4 con */
	double e;             /* which elapsed time it saw */
	size_t n_bag;         /* how many messages */
	uint64_t bag;         /* sum of the hashes of the messages, as they come in any order */
} Probe;

static void probe_wait(Probe *s, const MdvCall *call)
{
	static const double often[] = {0,
								   0.25,
								   0.25,
								   0.5,
								   0.5,
								   1,
								   1,
								   1,
								   2,
								   0.1,
								   1 / 3.0,
								   1.5,
								   0.7,
								   INFINITY,
								   1e-40,
								   1e6,
								   0.25,
								   0,
								   1.41421356237309505};
	uint64_t r = hash_mix(s->hash + 1);
	double rest = s->t_next - call->t;

	s->sigma = often[r % (sizeof often / sizeof *often)];
	if (s->called == 2 && (r >> 32) % 3 == 0 && rest > 0)
		s->sigma = rest;
	if (s->budget <= 0)
		s->sigma = INFINITY;
	if (call->t + s->sigma == call->t && s->zeroes-- <= 0)
		s->sigma = s->hash % 2 ? 0.5 : INFINITY;
	s->t_next = call->t + s->sigma;
	/* Far from zero even long times are rounded away: come to rest. */
	if (s->t_next == call->t && s->zeroes < 0)
		s->sigma = s->t_next = INFINITY;
}

/* Take note of a call; the second function of a confluent transition adds to the first. */
static void probe_see(Probe *s, const MdvCall *call, unsigned function, double e, const MdvBag *x)
{
	if (s->called && s->now.t == call->t && s->now.step == call->step) {
		s->called = s->called << 4 | function;
	} else {
		s->called = function;
		s->n_bag = 0, s->bag = 0, s->e = 0;
	}
	s->now = (NaiveTime){call->t, call->step};
	s->e += e;
	for (size_t i = 0; x && i < x->n; i++) {
		s->n_bag++;
		s->bag += hash_mix(value_hash(call, &x->at[i]) + 31 * x->at[i].port);
	}
	s->hash = hash_mix(s->hash + function + s->bag);
	s->hash = hash_mix(s->hash + hash_real(e));
	s->hash = hash_mix(s->hash + hash_real(call->t) + call->step);
}

static MdvStatus probe_init(void *state, const MdvCall *call, const void *params)
{
	Probe *s = state;
	const ProbeParams *p = params;

	s->hash = p->hash;
	s->number = p->number;
	s->budget = p->budget;
	s->zeroes = p->zeroes;
	s->t_next = INFINITY;
	probe_wait(s, call);
	return MDV_OK;
}

static double probe_ta(const void *state)
{
	return ((const Probe *)state)->sigma;
}

static double probe_t_next(const void *state)
{
	return ((const Probe *)state)->t_next;
}

static MdvStatus probe_lambda(const void *state, MdvCall *call, uint32_t n_out)
{
	const Probe *s = state;
	uint64_t r = hash_mix(s->hash + 2);

	for (uint64_t n = n_out ? r % 5 : 0; n > 0; n--) {
		uint32_t port = (uint32_t)((r = hash_mix(r + n)) % n_out);
		MdvValue v = value_make(call, hash_mix(r));
		MdvStatus status = call->sim ? mdv_send(call, port, v) : naive_send(call, port, v);

		if (status != MDV_OK)
			return status;
	}
	return MDV_OK;
}

static MdvStatus probe_lambda_1(const void *state, MdvCall *call)
{
	return probe_lambda(state, call, 1);
}

static MdvStatus probe_lambda_2(const void *state, MdvCall *call)
{
	return probe_lambda(state, call, 2);
}

static MdvStatus probe_lambda_3(const void *state, MdvCall *call)
{
	return probe_lambda(state, call, 3);
}

static MdvStatus probe_int(void *state, const MdvCall *call)
{
	Probe *s = state;

	s->budget--;
	probe_see(s, call, 1, 0, NULL);
	probe_wait(s, call);
	return MDV_OK;
}

static MdvStatus probe_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	probe_see(state, call, 2, e, x);
	probe_wait(state, call);
	return MDV_OK;
}

static MdvStatus probe_con(void *state, const MdvCall *call, const MdvBag *x)
{
	Probe *s = state;

	s->budget--;
	probe_see(s, call, 4, 0, x);
	probe_wait(s, call);
	return MDV_OK;
}

#define N_PROBES 128
static MdvAtomic probes[N_PROBES]; /* all combinations of ports and functions */

static void probes_fill(void)
{
	static MdvStatus (*const lambdas[])(const void *, MdvCall *) = {NULL, probe_lambda_1,
																	probe_lambda_2, probe_lambda_3};

	for (uint32_t i = 0; i < N_PROBES; i++) {
		MdvAtomic *a = &probes[i];

		*a = (MdvAtomic){.name = "probe", .state_size = sizeof(Probe), .init = probe_init};
		a->n_in = i % 4;
		a->n_out = i / 4 % 4;
		a->lambda = lambdas[a->n_out];
		a->delta_int = probe_int;
		a->delta_con = i / 16 % 2 ? probe_con : NULL;
		a->ta = i / 32 % 2 ? NULL : probe_ta;
		a->t_next = i / 32 % 2 ? probe_t_next : NULL;
		a->delta_ext = i / 64 ? NULL : probe_ext; /* deaf: input changes nothing */
	}
}

#endif
