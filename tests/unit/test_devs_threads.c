/* SPDX-License-Identifier: MIT
   test_devs_threads.c — the trace of a run says all that happens, and is the same, byte for byte,
   on 1, 2 and 4 threads. */
#include "modevs/devs.h"

#include "t.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_long letters; /* payloads alive */

static void letter_destroy(void *data, const MdvCall *call)
{
	(void)data, (void)call;
	letters--;
}

static int letter_print(const void *data, char *buf, size_t size)
{
	return snprintf(buf, size, "letter %llu", *(const unsigned long long *)data);
}

static const MdvPayloadType letter_type = {"letter", letter_destroy, letter_print};

static MdvStatus letter_send(MdvCall *call, uint32_t port, uint64_t x)
{
	MdvPayload *p = mdv_payload_new(call, &letter_type, sizeof x);

	if (!p)
		return mdv_fail(call, MDV_NO_MEMORY, "no paper");
	memcpy(mdv_payload_data(p), &x, sizeof x);
	letters++;
	return mdv_send(call, port, mdv_payload(p));
}

static uint64_t value_read(const MdvValue *v)
{
	uint64_t x = (uint64_t)v->integer;

	if (v->kind == MDV_PAYLOAD)
		memcpy(&x, mdv_payload_data(v->payload), sizeof x);
	return x * 0x9e3779b97f4a7c15u + v->port;
}

/* An atomic that acts at random times, on a grid; its state depends on the order in the bag. */

typedef struct {
	MdvRandom random;
	double sigma;
	uint64_t hash;
	MdvPayload *kept;
} Hold;

static double hold_ta(const void *state)
{
	return ((const Hold *)state)->sigma;
}

static MdvStatus hold_init(void *state, const MdvCall *call, const void *params)
{
	Hold *s = state;

	(void)params;
	mdv_random_init(&s->random, call, 0);
	s->hash = mdv_random_bits(&s->random);
	s->sigma = 0.5 * (double)mdv_random_below(&s->random, 4);
	return MDV_OK;
}

static void hold_destroy(void *state, const MdvCall *call)
{
	Hold *s = state;

	if (s->kept)
		mdv_payload_release(call, s->kept);
}

static MdvStatus hold_lambda(const void *state, MdvCall *call)
{
	const Hold *s = state;
	uint32_t port = s->hash % 3;

	if (s->hash % 5 == 0)
		return mdv_send(call, port, mdv_integer((int64_t)s->hash));
	return letter_send(call, port, s->hash);
}

static MdvStatus hold_int(void *state, const MdvCall *call)
{
	Hold *s = state;

	(void)call;
	s->hash = s->hash * 31 + mdv_random_bits(&s->random);
	s->sigma = 0.5 * ceil(mdv_random_exponential(&s->random, 2));
	return MDV_OK;
}

static MdvStatus hold_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Hold *s = state;

	for (size_t i = 0; i < x->n; i++) {
		s->hash = s->hash * 31 + value_read(&x->at[i]);
		if (s->hash % 4 == 0 && x->at[i].kind == MDV_PAYLOAD) {
			hold_destroy(s, call);
			s->kept = mdv_payload_retain(x->at[i].payload);
		}
	}
	s->sigma = s->hash % 8 == 0 ? 0 : s->sigma - e;
	return MDV_OK;
}

static int hold_print(const void *state, char *buf, size_t size)
{
	return snprintf(buf, size, "%016llx", (unsigned long long)((const Hold *)state)->hash);
}

static const MdvAtomic hold = {.name = "hold",
							   .state_size = sizeof(Hold),
							   .n_in = 2,
							   .n_out = 3,
							   .init = hold_init,
							   .destroy = hold_destroy,
							   .ta = hold_ta,
							   .lambda = hold_lambda,
							   .delta_int = hold_int,
							   .delta_ext = hold_ext,
							   .print = hold_print};

static MdvStatus whisper(void *user, const MdvCall *call, MdvValue in, MdvValue *out)
{
	MdvPayload *p = mdv_payload_new(call, &letter_type, sizeof(uint64_t));
	uint64_t x = value_read(&in);

	(void)user;
	if (!p)
		return mdv_fail(call, MDV_NO_MEMORY, "no paper");
	memcpy(mdv_payload_data(p), &x, sizeof x);
	letters++;
	*out = mdv_payload(p);
	return MDV_OK;
}

static const MdvTranslation whispering = {whisper, NULL};

static void check(MdvDevs *sim, MdvStatus status)
{
	if (status != MDV_OK)
		T_FAIL("%s: %s", mdv_status_text(status), mdv_devs_error(sim));
}

/* PHOLD on 5,000 atomics in 10 boxes, with couplings near and far. */
static void build_phold(MdvDevs *sim)
{
	enum { N = 5000, BOXES = 10 };
	MdvComponent root = mdv_devs_root(sim), box[BOXES], *c = calloc(N, sizeof *c);

	for (int i = 0; i < BOXES; i++)
		check(sim, mdv_devs_add_coupled(sim, root, NULL, 1, 1, &box[i]));
	for (int i = 0; i < N; i++)
		check(sim, mdv_devs_add_atomic(sim, box[i % BOXES], NULL, &hold, NULL, &c[i]));
	for (int i = 0; i < N; i++) {
		check(sim, mdv_devs_couple(sim, c[i], 0, c[(i + 3 * BOXES) % N], 0));
		check(sim, mdv_devs_couple_with(sim, c[i], 1, c[(i + 7 * BOXES) % N], 1,
										i % 9 ? NULL : &whispering));
		if (i % 50 < BOXES)
			check(sim, mdv_devs_couple(sim, c[i], 2, box[i % BOXES], 0));
		if (i % 100 < BOXES)
			check(sim, mdv_devs_couple(sim, box[i % BOXES], 0, c[i], 1));
	}
	for (int i = 0; i < BOXES; i++) {
		check(sim, mdv_devs_couple(sim, box[i], 0, box[(i + 1) % BOXES], 0));
		check(sim, mdv_devs_couple_with(sim, box[i], 0, root, 0, &whispering));
	}
	free(c);
}

/* Wide and without delay: a hub asks 3,000 relays, all answer at once, for 30 rounds. */

typedef struct {
	double sigma;
	uint64_t hash;
	int rounds; /* the hub: left; a relay: -1 */
} Relay;

static MdvStatus relay_init(void *state, const MdvCall *call, const void *params)
{
	Relay *s = state;

	s->rounds = *(const int *)params;
	s->hash = call->self;
	s->sigma = s->rounds < 0 ? INFINITY : 1;
	return MDV_OK;
}

static double relay_ta(const void *state)
{
	return ((const Relay *)state)->sigma;
}

static MdvStatus relay_lambda(const void *state, MdvCall *call)
{
	return letter_send(call, 0, ((const Relay *)state)->hash);
}

static MdvStatus relay_int(void *state, const MdvCall *call)
{
	(void)call;
	((Relay *)state)->sigma = INFINITY;
	return MDV_OK;
}

static MdvStatus relay_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Relay *s = state;

	(void)call, (void)e;
	for (size_t i = 0; i < x->n; i++)
		s->hash = s->hash * 31 + value_read(&x->at[i]);
	s->sigma = s->rounds-- == 1 ? INFINITY : 0;
	return MDV_OK;
}

static int relay_print(const void *state, char *buf, size_t size)
{
	return snprintf(buf, size, "%016llx", (unsigned long long)((const Relay *)state)->hash);
}

static const MdvAtomic relay = {.name = "relay",
								.state_size = sizeof(Relay),
								.n_in = 1,
								.n_out = 1,
								.init = relay_init,
								.ta = relay_ta,
								.lambda = relay_lambda,
								.delta_int = relay_int,
								.delta_ext = relay_ext,
								.print = relay_print};

static void build_wide(MdvDevs *sim)
{
	MdvComponent root = mdv_devs_root(sim), hub, box;
	int rounds = 30, forever = -1;

	check(sim, mdv_devs_add_atomic(sim, root, "hub", &relay, &rounds, &hub));
	check(sim, mdv_devs_add_coupled(sim, root, "box", 1, 1, &box));
	check(sim, mdv_devs_couple(sim, hub, 0, box, 0));
	check(sim, mdv_devs_couple(sim, box, 0, hub, 0));
	check(sim, mdv_devs_couple(sim, box, 0, root, 0));
	for (int i = 0; i < 3000; i++) {
		MdvComponent c;

		check(sim, mdv_devs_add_atomic(sim, box, NULL, &relay, &forever, &c));
		check(sim, mdv_devs_couple_with(sim, box, 0, c, 0, i % 100 ? NULL : &whispering));
		check(sim, mdv_devs_couple(sim, c, 0, box, 0));
	}
}

typedef struct {
	char *text;    /* the trace; to be freed */
	size_t length; /* of it */
	MdvDevsStats stats;
} Run;

static Run run(void (*build)(MdvDevs *), unsigned threads, MdvTraceFormat format, double t_end)
{
	MdvDevsOptions options = {
		.seed = 11, .n_out = 1, .threads = threads, .parallel_minimum = threads == 2 ? 16 : 1};
	MdvDevs *sim = mdv_devs_new(&options);
	Run r = {0};
	FILE *file = open_memstream(&r.text, &r.length);

	letters = 0;
	build(sim);
	check(sim, mdv_devs_trace(sim, file, format));
	check(sim, mdv_devs_run(sim, t_end / 2));
	check(sim, mdv_devs_run(sim, t_end));
	r.stats = mdv_devs_stats(sim);
	mdv_devs_free(sim);
	fclose(file);
	T_INT(letters, 0);
	return r;
}

/* The line on which two texts differ first. */
static void show_difference(const Run *a, const Run *b)
{
	size_t i = 0, start = 0;

	while (i < a->length && i < b->length && a->text[i] == b->text[i]) {
		if (a->text[i] == '\n')
			start = i + 1;
		i++;
	}
	fprintf(stderr, "  one: %.*s\n", (int)strcspn(a->text + start, "\n"), a->text + start);
	fprintf(stderr, "other: %.*s\n", (int)strcspn(b->text + start, "\n"), b->text + start);
}

static void traces_agree(void (*build)(MdvDevs *), double t_end)
{
	static const MdvTraceFormat formats[] = {MDV_TRACE_CSV, MDV_TRACE_JSON};

	for (int f = 0; f < 2; f++) {
		Run one = run(build, 1, formats[f], t_end);

		T_INT(one.stats.parallel, 0);
		T_CHECK(one.length > 1000000);
		for (unsigned threads = 2; threads <= 4; threads += 2) {
			Run many = run(build, threads, formats[f], t_end);

			T_CHECK(many.stats.parallel > 10);
			T_INT(many.stats.instants, one.stats.instants);
			T_INT(many.stats.internal, one.stats.internal);
			T_INT(many.stats.external, one.stats.external);
			T_INT(many.stats.confluent, one.stats.confluent);
			T_INT(many.stats.messages, one.stats.messages);
			if (many.length != one.length || memcmp(many.text, one.text, one.length) != 0) {
				T_FAIL("the trace on %u threads is another", threads);
				show_difference(&one, &many);
			}
			free(many.text);
		}
		free(one.text);
	}
}

static void phold_is_the_same_on_any_number_of_threads(void)
{
	traces_agree(build_phold, 8);
}

static void zero_delays_are_the_same_on_any_number_of_threads(void)
{
	traces_agree(build_wide, 3);
}

/* A failure in one of many parallel callbacks is the failure with the smallest id. */
static MdvStatus fail_int(void *state, const MdvCall *call)
{
	const Relay *s = state;

	return s->hash % 100 == 50
			   ? mdv_fail(call, MDV_FAILED, "number %llu", (unsigned long long)s->hash)
			   : MDV_OK;
}

static void failure_is_the_same_on_any_number_of_threads(void)
{
	MdvAtomic fails = relay;
	int rounds = 1;
	char error[1024] = "";
	Run one = {0};

	fails.delta_int = fail_int;
	for (unsigned threads = 1; threads <= 4; threads *= 2) {
		MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.threads = threads, .parallel_minimum = 1});
		Run r = {0};
		FILE *file = open_memstream(&r.text, &r.length);

		for (int i = 0; i < 1000; i++)
			check(sim, mdv_devs_add_atomic(sim, mdv_devs_root(sim), NULL, &fails, &rounds, NULL));
		check(sim, mdv_devs_trace(sim, file, MDV_TRACE_CSV));
		T_INT(mdv_devs_run(sim, 10), MDV_FAILED);
		T_CHECK(strstr(mdv_devs_error(sim), "number 50"));
		if (threads == 1)
			snprintf(error, sizeof error, "%s", mdv_devs_error(sim));
		T_STR(mdv_devs_error(sim), error);
		mdv_devs_free(sim);
		fclose(file);
		if (threads == 1)
			one = r;
		T_CHECK(r.length == one.length && memcmp(r.text, one.text, r.length) == 0);
		if (threads > 1)
			free(r.text);
	}
	free(one.text);
}

/* One of 1,000 asks to stop: the instant is completed on any number of threads. */
static MdvStatus stop_int(void *state, const MdvCall *call)
{
	((Relay *)state)->sigma = 1;
	return call->self == 777 && call->t == 2 ? MDV_STOPPED : MDV_OK;
}

static void stopping_is_the_same_on_any_number_of_threads(void)
{
	MdvAtomic stops = relay;
	int rounds = 1;

	stops.delta_int = stop_int;
	for (unsigned threads = 1; threads <= 4; threads *= 2) {
		MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.threads = threads, .parallel_minimum = 1});

		for (int i = 0; i < 1000; i++)
			check(sim, mdv_devs_add_atomic(sim, mdv_devs_root(sim), NULL, &stops, &rounds, NULL));
		T_INT(mdv_devs_run(sim, 10), MDV_STOPPED);
		T_REAL(mdv_devs_time(sim), 2, 0);
		T_INT(mdv_devs_stats(sim).internal, 2000);
		T_INT(mdv_devs_run(sim, 10), MDV_OK);
		T_INT(mdv_devs_stats(sim).internal, 10000);
		mdv_devs_free(sim);
	}
}

/* The text of a trace: names and values that need quoting */

static double speaker_ta(const void *state)
{
	return *(const double *)state == 0 ? 0.5 : INFINITY;
}

static MdvStatus speaker_int(void *state, const MdvCall *call)
{
	*(double *)state = call->t;
	return MDV_OK;
}

static MdvStatus speaker_lambda(const void *state, MdvCall *call)
{
	MdvPayload *record = mdv_record_new(call, 2);
	MdvStatus status;

	(void)state;
	mdv_record_fields(record, NULL)[0] = mdv_real(0.1);
	mdv_record_fields(record, NULL)[1] = mdv_boolean(true);
	status = mdv_send(call, 0, mdv_real(-1e300));
	status = status ? status : mdv_send(call, 0, mdv_boolean(false));
	status = status ? status : mdv_send(call, 1, mdv_event());
	return status ? status : mdv_send(call, 1, mdv_payload(record));
}

static int speaker_print(const void *state, char *buf, size_t size)
{
	return snprintf(buf, size, "n=%d, \"a\\b\"\t", *(const double *)state > 0);
}

static const char *const speaker_outputs[] = {"voice", NULL};

static const MdvAtomic speaker = {.name = "speaker",
								  .state_size = sizeof(double),
								  .n_out = 2,
								  .out_names = speaker_outputs,
								  .ta = speaker_ta,
								  .lambda = speaker_lambda,
								  .delta_int = speaker_int,
								  .print = speaker_print};

static void trace_is_this_text(MdvTraceFormat format, const char *want)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent box;
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	T_INT(mdv_devs_add_coupled(sim, mdv_devs_root(sim), "box", 0, 0, &box), MDV_OK);
	T_INT(mdv_devs_add_atomic(sim, box, "a \"b\", c", &speaker, NULL, NULL), MDV_OK);
	T_INT(mdv_devs_trace(sim, file, format), MDV_OK);
	T_INT(mdv_devs_run(sim, 1), MDV_OK);
	mdv_devs_free(sim);
	fclose(file);
	T_STR(text, want);
	free(text);
}

static void traces_tell_all(void)
{
	trace_is_this_text(MDV_TRACE_CSV,
					   "t,step,kind,component,port,value\n"
					   "0.5,0,output,\"box.a \"\"b\"\", c\",voice,-1e+300\n"
					   "0.5,0,output,\"box.a \"\"b\"\", c\",voice,false\n"
					   "0.5,0,output,\"box.a \"\"b\"\", c\",out1,event\n"
					   "0.5,0,output,\"box.a \"\"b\"\", c\",out1,\"{0.1, true}\"\n"
					   "0.5,0,internal,\"box.a \"\"b\"\", c\",,\"n=1, \"\"a\\b\"\"\t\"\n");
	trace_is_this_text(MDV_TRACE_JSON,
					   "{\"t\":0.5,\"step\":0,\"kind\":\"output\",\"component\":"
					   "\"box.a \\\"b\\\", c\",\"port\":\"voice\",\"value\":\"-1e+300\"}\n"
					   "{\"t\":0.5,\"step\":0,\"kind\":\"output\",\"component\":"
					   "\"box.a \\\"b\\\", c\",\"port\":\"voice\",\"value\":\"false\"}\n"
					   "{\"t\":0.5,\"step\":0,\"kind\":\"output\",\"component\":"
					   "\"box.a \\\"b\\\", c\",\"port\":\"out1\",\"value\":\"event\"}\n"
					   "{\"t\":0.5,\"step\":0,\"kind\":\"output\",\"component\":"
					   "\"box.a \\\"b\\\", c\",\"port\":\"out1\",\"value\":\"{0.1, true}\"}\n"
					   "{\"t\":0.5,\"step\":0,\"kind\":\"internal\",\"component\":"
					   "\"box.a \\\"b\\\", c\",\"value\":\"n=1, \\\"a\\\\b\\\"\\u0009\"}\n");
}

int main(void)
{
	T_RUN(phold_is_the_same_on_any_number_of_threads);
	T_RUN(zero_delays_are_the_same_on_any_number_of_threads);
	T_RUN(failure_is_the_same_on_any_number_of_threads);
	T_RUN(stopping_is_the_same_on_any_number_of_threads);
	T_RUN(traces_tell_all);
	return T_END();
}
