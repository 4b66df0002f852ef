/* SPDX-License-Identifier: MIT
   test_parts.c — closed-form checks of every ready-made part. Most tests inject values at given
   times and look at what a recorder has seen. */
#include "modevs/parts.h"

#include "t.h"

typedef struct {
	MdvDevs *sim;      /* the model: one part and a recorder of its outputs */
	MdvComponent part; /* under test */
	MdvComponent tape; /* the recorder; input k is fed by the part's output k */
} Bench;

static Bench bench_of(const MdvAtomic *atomic, const void *params)
{
	MdvDevsOptions options = {.seed = 42};
	Bench b = {.sim = mdv_devs_new(&options)};
	MdvComponent root = mdv_devs_root(b.sim);

	T_INT(mdv_devs_add_atomic(b.sim, root, "part", atomic, params, &b.part), MDV_OK);
	T_INT(mdv_devs_add_atomic(b.sim, root, "tape", &mdv_recorder, NULL, &b.tape), MDV_OK);
	for (uint32_t k = 0; k < atomic->n_out; k++)
		T_INT(mdv_devs_couple(b.sim, b.part, k, b.tape, k), MDV_OK);
	return b;
}

static void send(const Bench *b, double t, uint32_t port, MdvValue value)
{
	T_INT(mdv_devs_inject(b->sim, t, b->part, port, value), MDV_OK);
}

static void run(const Bench *b, double t_end)
{
	MdvStatus status = mdv_devs_run(b->sim, t_end);

	if (status != MDV_OK)
		T_FAIL("run: %s", mdv_devs_error(b->sim));
}

/* What the tape holds: (t, port, integer) triples, to the bit. */
typedef struct {
	double t;      /* when */
	uint32_t port; /* on which output */
	int64_t value; /* what */
} Want;

static void check_tape(const Bench *b, const Want *want, size_t n_want)
{
	size_t n;
	const MdvRecord *records = mdv_recorder_read(b->sim, b->tape, &n);

	T_INT(n, n_want);
	for (size_t i = 0; i < n && i < n_want; i++) {
		T_REAL(records[i].t, want[i].t, 0.0);
		T_INT(records[i].value.port, want[i].port);
		T_INT(records[i].value.integer, want[i].value);
	}
}

#define CHECK_TAPE(b, want) check_tape(b, want, sizeof(want) / sizeof(want)[0])

/* Payloads that are counted while they live. */

static int n_alive;

static void counted_destroy(void *data, const MdvCall *call)
{
	(void)data, (void)call;
	n_alive--;
}

static int counted_print(const void *data, char *buf, size_t size)
{
	return snprintf(buf, size, "say \"%d\"", *(const int *)data);
}

static const MdvPayloadType counted = {"counted", counted_destroy, counted_print};

static MdvValue counted_new(const Bench *b, int number)
{
	MdvPayload *payload = mdv_payload_new(mdv_devs_call(b->sim), &counted, sizeof(int));

	*(int *)mdv_payload_data(payload) = number;
	n_alive++;
	return mdv_payload(payload);
}

static int counted_at(const MdvRecord *record)
{
	return *(const int *)mdv_payload_data(record->value.payload);
}

/* Parameters */

static void refused(const MdvAtomic *atomic, const void *params, const char *text)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvStatus status = mdv_devs_add_atomic(sim, mdv_devs_root(sim), "x", atomic, params, NULL);

	T_INT(status, MDV_BAD_ARGUMENT);
	if (!strstr(mdv_devs_error(sim), text))
		T_FAIL("\"%s\" does not say \"%s\"", mdv_devs_error(sim), text);
	mdv_devs_free(sim);
}

static void impossible_parameters_are_refused_with_a_text(void)
{
	static const double gaps[] = {1.0, -1.0};
	MdvValue value = mdv_event();

	refused(&mdv_generator, NULL, "needs parameters");
	refused(&mdv_generator, &(MdvGeneratorParams){.gaps = mdv_constant(-1)},
			"gaps: a constant time of -1");
	refused(&mdv_generator, &(MdvGeneratorParams){.gaps = mdv_constant(INFINITY)}, "finite");
	refused(&mdv_generator, &(MdvGeneratorParams){.gaps = mdv_constant(0)},
			"a gap of 0 needs a limit");
	refused(&mdv_generator, &(MdvGeneratorParams){.gaps = mdv_exponential(0)},
			"exponential times of mean 0");
	refused(&mdv_generator, &(MdvGeneratorParams){.gaps = mdv_uniform(2, 1)}, "from 2 to 1");
	refused(&mdv_generator, &(MdvGeneratorParams){.gaps = mdv_listed(gaps, 2)},
			"time 2 of the list is -1");
	refused(&mdv_generator, &(MdvGeneratorParams){.gaps = mdv_listed(NULL, 0)}, "empty");
	refused(&mdv_generator, &(MdvGeneratorParams){.gaps = {.kind = (MdvTimesKind)9, .a = 1}},
			"9 is no kind of times");
	refused(&mdv_generator, &(MdvGeneratorParams){.gaps = mdv_constant(1), .values = &value},
			"values: the list is empty");
	refused(&mdv_processor, NULL, "needs parameters");
	refused(&mdv_processor, &(MdvProcessorParams){.service = mdv_constant(NAN)}, "service");
	refused(&mdv_processor, &(MdvProcessorParams){.order = (MdvOrder)7}, "order");
	refused(&mdv_delay, NULL, "needs parameters");
	refused(&mdv_delay, &(MdvDelayParams){-0.5}, "time");
	refused(&mdv_switch, &(MdvSwitchParams){.n = 2, .first = 2}, "outputs 0 to 1");
	refused(&mdv_statistics, &(MdvStatisticsParams){INFINITY}, "level");
	refused(&mdv_transducer, &(MdvTransducerParams){-1}, "period");
}

/* Generator */

static void constant_gaps_do_not_drift(void)
{
	MdvGeneratorParams p = {.gaps = mdv_constant(0.1), .limit = 1000};
	Bench b = bench_of(&mdv_generator, &p);
	const MdvRecord *records;
	size_t n;

	run(&b, INFINITY);
	records = mdv_recorder_read(b.sim, b.tape, &n);
	T_INT(n, 1000);
	for (size_t i = 0; i < n; i++) {
		T_REAL(records[i].t, (double)(i + 1) * 0.1, 0.0);
		T_INT(records[i].value.integer, i + 1);
	}
	T_INT(mdv_generator_read(b.sim, b.part), 1000);
	mdv_devs_free(b.sim);
}

static void listed_gaps_and_values_come_again_and_again(void)
{
	static const double gaps[] = {1.0, 0.0, 2.5};
	const MdvValue values[] = {mdv_integer(7), mdv_integer(8)};
	MdvGeneratorParams p = {
		.gaps = mdv_listed(gaps, 3), .limit = 5, .values = values, .n_values = 2};
	Bench b = bench_of(&mdv_generator, &p);
	static const Want want[] = {{1, 0, 7}, {1, 0, 8}, {3.5, 0, 7}, {4.5, 0, 8}, {4.5, 0, 7}};

	run(&b, INFINITY);
	CHECK_TAPE(&b, want);
	mdv_devs_free(b.sim);
}

static void a_generator_obeys_start_and_stop(void)
{
	MdvGeneratorParams p = {.gaps = mdv_constant(1), .at_once = true, .waiting = true, .limit = 5};
	Bench b = bench_of(&mdv_generator, &p);
	static const Want want[] = {{10, 0, 1}, {11, 0, 2}, {12, 0, 3}, {20, 0, 4}, {21, 0, 5}};

	send(&b, 5, MDV_GENERATOR_STOP, mdv_event());
	send(&b, 10, MDV_GENERATOR_START, mdv_event());
	send(&b, 10.5, MDV_GENERATOR_START, mdv_event()); /* it runs already */
	send(&b, 12, MDV_GENERATOR_STOP, mdv_event());    /* the third value is on its way */
	send(&b, 20, MDV_GENERATOR_START, mdv_event());
	send(&b, 30, MDV_GENERATOR_START, mdv_event()); /* the limit is reached */
	run(&b, INFINITY);
	CHECK_TAPE(&b, want);
	mdv_devs_free(b.sim);
}

static void a_gap_of_zero_gives_a_burst(void)
{
	MdvGeneratorParams p = {.gaps = mdv_constant(0), .limit = 3};
	Bench b = bench_of(&mdv_generator, &p);
	static const Want want[] = {{0, 0, 1}, {0, 0, 2}, {0, 0, 3}};

	run(&b, INFINITY);
	CHECK_TAPE(&b, want);
	mdv_devs_free(b.sim);
}

static void random_gaps_have_the_right_mean(void)
{
	MdvGeneratorParams exponential = {.gaps = mdv_exponential(2), .limit = 100000};
	MdvGeneratorParams uniform = {.gaps = mdv_uniform(1, 2), .limit = 100000};
	Bench a = bench_of(&mdv_generator, &exponential), b = bench_of(&mdv_generator, &uniform);

	run(&a, INFINITY);
	run(&b, INFINITY);
	T_REAL(mdv_devs_time(a.sim) / 100000.0, 2.0, 0.02);
	T_REAL(mdv_devs_time(b.sim) / 100000.0, 1.5, 0.005);
	mdv_devs_free(a.sim);
	mdv_devs_free(b.sim);
}

/* Processor */

static void finishing_times_are_exact_whatever_arrives(void)
{
	MdvProcessorParams p = {.service = mdv_constant(0.7)};
	Bench b = bench_of(&mdv_processor, &p);
	double first = 0.1 + 0.7, second = first + 0.7, third = second + 0.7;
	const Want want[] = {{first, 0, 1}, {second, 0, 2}, {third, 0, 3}, {5 + 0.7, 0, 4}};

	send(&b, 0.1, 0, mdv_integer(1));
	send(&b, 0.3, 0, mdv_integer(2));
	send(&b, 0.30001, 0, mdv_integer(3));
	send(&b, 5, 0, mdv_integer(4));
	run(&b, INFINITY);
	CHECK_TAPE(&b, want);
	mdv_devs_free(b.sim);
}

static void waiting_jobs_are_served_in_the_order_asked_for(void)
{
	static const Want fifo[] = {{1, 0, 1}, {2, 0, 2}, {3, 0, 3}, {4, 0, 4}};
	static const Want lifo[] = {{1, 0, 1}, {2, 0, 3}, {3, 0, 4}, {4, 0, 2}};

	for (int order = MDV_FIFO; order <= MDV_LIFO; order++) {
		MdvProcessorParams p = {.service = mdv_constant(1), .order = (MdvOrder)order};
		Bench b = bench_of(&mdv_processor, &p);

		for (int i = 1; i <= 3; i++)
			send(&b, 0, 0, mdv_integer(i));
		send(&b, 1.5, 0, mdv_integer(4));
		run(&b, INFINITY);
		if (order == MDV_FIFO)
			CHECK_TAPE(&b, fifo);
		else
			CHECK_TAPE(&b, lifo);
		mdv_devs_free(b.sim);
	}
}

static void jobs_without_room_are_refused_at_once(void)
{
	MdvProcessorParams p = {.service = mdv_constant(2), .capacity = 2};
	Bench b = bench_of(&mdv_processor, &p);
	static const Want want[] = {{0, 1, 3}, {0, 1, 4}, {1, 1, 5}, {2, 0, 1}, {4, 0, 2}, {6, 0, 6}};
	MdvProcessorResult r;

	for (int i = 1; i <= 4; i++)
		send(&b, 0, 0, mdv_integer(i));
	send(&b, 1, 0, mdv_integer(5));
	send(&b, 2, 0, mdv_integer(6)); /* as the first leaves: there is room */
	run(&b, 5);
	r = mdv_processor_read(b.sim, b.part);
	T_INT(r.arrived, 6);
	T_INT(r.served, 2);
	T_INT(r.refused, 3);
	T_INT(r.waiting, 0);
	T_INT(r.longest, 1);
	T_CHECK(r.busy);
	T_REAL(r.busy_time, 5.0, 0.0);
	run(&b, INFINITY);
	CHECK_TAPE(&b, want);
	mdv_devs_free(b.sim);
}

static void service_of_zero_time_serves_one_job_a_step(void)
{
	MdvProcessorParams p = {.capacity = 0};
	Bench b = bench_of(&mdv_processor, &p);
	static const Want want[] = {{3, 0, 1}, {3, 0, 2}, {3, 0, 3}};
	const MdvRecord *records;
	size_t n;

	for (int i = 1; i <= 3; i++)
		send(&b, 3, 0, mdv_integer(i));
	run(&b, INFINITY);
	CHECK_TAPE(&b, want);
	records = mdv_recorder_read(b.sim, b.tape, &n);
	for (size_t i = 1; i < n; i++)
		T_INT(records[i].step, records[i - 1].step + 1);
	mdv_devs_free(b.sim);
}

static double time_in_job(const MdvValue *job)
{
	return job->real;
}

static void a_job_may_say_how_long_it_takes(void)
{
	MdvProcessorParams p = {.time_of = time_in_job};
	Bench b = bench_of(&mdv_processor, &p);

	send(&b, 0, 0, mdv_real(1.5));
	send(&b, 0, 0, mdv_real(0.25));
	run(&b, INFINITY);
	T_REAL(mdv_devs_time(b.sim), 1.75, 0.0);
	send(&b, 3, 0, mdv_real(-1));
	T_INT(mdv_devs_run(b.sim, INFINITY), MDV_BAD_TIME);
	T_CHECK(strstr(mdv_devs_error(b.sim), "service time of -1"));
	mdv_devs_free(b.sim);
}

static void payload_jobs_live_as_long_as_they_are_needed(void)
{
	MdvProcessorParams p = {.service = mdv_constant(1), .capacity = 3};
	Bench b = bench_of(&mdv_processor, &p);
	const MdvRecord *records;
	size_t n;

	n_alive = 0;
	for (int i = 1; i <= 5; i++)
		send(&b, 0, 0, counted_new(&b, i));
	run(&b, 1.5);
	T_INT(n_alive, 5);
	records = mdv_recorder_read(b.sim, b.tape, &n);
	T_INT(n, 3); /* two refused, one served */
	T_INT(counted_at(&records[0]), 4);
	T_INT(counted_at(&records[1]), 5);
	T_INT(counted_at(&records[2]), 1);
	T_INT(mdv_devs_remove(b.sim, b.tape), MDV_OK);
	T_INT(n_alive, 2); /* one in service, one waiting */
	T_INT(mdv_devs_remove(b.sim, b.part), MDV_OK);
	T_INT(n_alive, 0);
	mdv_devs_free(b.sim);
}

static void mm1_waits_as_long_as_theory_says(void)
{
	const double lambda = 0.7, mu = 1.0, n_jobs = 1e6;
	MdvGeneratorParams jobs = {.gaps = mdv_exponential(1 / lambda), .limit = (uint64_t)n_jobs};
	MdvProcessorParams server = {.service = mdv_exponential(1 / mu)};
	MdvDevsOptions options = {.seed = 1};
	MdvDevs *sim = mdv_devs_new(&options);
	MdvComponent root = mdv_devs_root(sim), g, p, t, s;
	MdvTransducerResult r;

	T_INT(mdv_devs_add_atomic(sim, root, "g", &mdv_generator, &jobs, &g), MDV_OK);
	T_INT(mdv_devs_add_atomic(sim, root, "p", &mdv_processor, &server, &p), MDV_OK);
	T_INT(mdv_devs_add_atomic(sim, root, "t", &mdv_transducer, NULL, &t), MDV_OK);
	T_INT(mdv_devs_add_atomic(sim, root, "s", &mdv_statistics, NULL, &s), MDV_OK);
	T_INT(mdv_devs_couple(sim, g, 0, p, 0), MDV_OK);
	T_INT(mdv_devs_couple(sim, g, 0, t, MDV_TRANSDUCER_ARRIVED), MDV_OK);
	T_INT(mdv_devs_couple(sim, p, 0, t, MDV_TRANSDUCER_SOLVED), MDV_OK);
	T_INT(mdv_devs_couple(sim, g, 0, s, MDV_STATISTICS_UP), MDV_OK);
	T_INT(mdv_devs_couple(sim, p, 0, s, MDV_STATISTICS_DOWN), MDV_OK);
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	r = mdv_transducer_read(sim, t);
	T_INT(r.solved, n_jobs);
	T_INT(r.present, 0);
	T_INT(r.unknown, 0);
	/* W = 1 / (mu - lambda), L = lambda W, variance of the time in the system = W^2 */
	T_REAL(r.turnaround.mean, 1 / (mu - lambda), 0.03 / (mu - lambda));
	T_REAL(sqrt(mdv_tally_variance(&r.turnaround)), 1 / (mu - lambda), 0.05 / (mu - lambda));
	T_REAL(mdv_statistics_read(sim, s).level_mean, lambda / (mu - lambda), 0.07);
	/* Little's law holds to the last job, not only in the mean. */
	T_REAL(mdv_statistics_read(sim, s).level_mean * mdv_devs_time(sim) / n_jobs, r.turnaround.mean,
		   1e-6);
	T_REAL(mdv_processor_read(sim, p).busy_time / mdv_devs_time(sim), lambda / mu, 0.01);
	mdv_devs_free(sim);
}

static void a_pipe_is_its_processors_in_a_row(void)
{
	const MdvProcessorParams stages[] = {{.service = mdv_constant(1)},
										 {.service = mdv_constant(2), .capacity = 2}};
	Bench b = bench_of(&mdv_recorder, NULL);
	MdvComponent pipe, stage;
	static const Want want[] = {{3, 0, 1}, {4, 1, 4}, {5, 0, 2}, {7, 0, 3}, {9, 0, 5}};

	T_INT(mdv_add_pipe(b.sim, mdv_devs_root(b.sim), "pipe", stages, 2, &pipe), MDV_OK);
	T_INT(mdv_devs_couple(b.sim, pipe, MDV_PROCESSOR_OUT, b.tape, 0), MDV_OK);
	T_INT(mdv_devs_couple(b.sim, pipe, MDV_PROCESSOR_REFUSED, b.tape, 1), MDV_OK);
	for (int i = 1; i <= 5; i++)
		T_INT(mdv_devs_inject(b.sim, 0, pipe, 0, mdv_integer(i)), MDV_OK);
	run(&b, INFINITY);
	check_tape(&b, want, 5);
	T_INT(mdv_devs_find(b.sim, "pipe.2", &stage), MDV_OK);
	T_INT(mdv_processor_read(b.sim, stage).refused, 1);
	T_INT(mdv_add_pipe(b.sim, mdv_devs_root(b.sim), "p", NULL, 0, NULL), MDV_BAD_ARGUMENT);
	T_STR(mdv_devs_error(b.sim), "a pipe needs at least one processor");
	mdv_devs_free(b.sim);
}

static void a_pipe_that_cannot_be_made_leaves_nothing_behind(void)
{
	const MdvProcessorParams stages[] = {{.capacity = 1}, {.service = mdv_constant(-1)}};
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent found;

	T_INT(mdv_add_pipe(sim, mdv_devs_root(sim), "pipe", stages, 2, NULL), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(mdv_devs_error(sim), "service: a constant time of -1"));
	T_INT(mdv_devs_find(sim, "pipe", &found), MDV_NOT_FOUND);
	T_INT(mdv_devs_stats(sim).components, 1);
	mdv_devs_free(sim);
}

/* Delay */

static void a_delay_keeps_order_and_number(void)
{
	MdvDelayParams p = {2.5};
	Bench b = bench_of(&mdv_delay, &p);
	const MdvRecord *records;
	size_t n;

	for (int i = 0; i < 10000; i++)
		send(&b, (double)(i / 4) * 0.1, 0, mdv_integer(i));
	run(&b, INFINITY);
	records = mdv_recorder_read(b.sim, b.tape, &n);
	T_INT(n, 10000);
	for (size_t i = 0; i < n; i++) {
		T_REAL(records[i].t, (double)(i / 4) * 0.1 + 2.5, 0.0);
		T_INT(records[i].value.integer, i);
	}
	mdv_devs_free(b.sim);
}

static void a_delay_of_zero_passes_on_one_step_later(void)
{
	MdvDelayParams p = {0.0};
	Bench b = bench_of(&mdv_delay, &p);
	static const Want want[] = {{4, 0, 1}, {4, 0, 2}};

	n_alive = 0;
	send(&b, 4, 0, mdv_integer(1));
	send(&b, 4, 0, mdv_integer(2));
	run(&b, INFINITY);
	CHECK_TAPE(&b, want);
	send(&b, 5, 0, counted_new(&b, 1));
	run(&b, INFINITY);
	T_INT(n_alive, 1);
	mdv_devs_free(b.sim);
	T_INT(n_alive, 0);
}

/* Switch */

static void a_switch_obeys_commands_first(void)
{
	MdvSwitchParams p = {.n = 3, .first = 1};
	Bench b = bench_of(&mdv_switch, &p);
	static const Want want[] = {{1, 1, 10}, {2, 2, 20}, {2, 2, 21}, {3, 0, 30}};

	send(&b, 1, MDV_SWITCH_IN, mdv_integer(10));
	send(&b, 2, MDV_SWITCH_IN, mdv_integer(20));
	send(&b, 2, MDV_SWITCH_CONTROL, mdv_integer(2)); /* together with 20 and 21 */
	send(&b, 2, MDV_SWITCH_IN, mdv_integer(21));
	send(&b, 2.5, MDV_SWITCH_CONTROL, mdv_integer(0));
	send(&b, 3, MDV_SWITCH_IN, mdv_integer(30));
	run(&b, 4);
	CHECK_TAPE(&b, want);
	send(&b, 5, MDV_SWITCH_CONTROL, mdv_integer(3));
	T_INT(mdv_devs_run(b.sim, 6), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(mdv_devs_error(b.sim), "output 3 of a switch with outputs 0 to 2"));
	mdv_devs_free(b.sim);
}

static void a_switch_may_go_round(void)
{
	MdvSwitchParams p = {.n = 3, .round_robin = true};
	Bench b = bench_of(&mdv_switch, &p);
	static const Want want[] = {{1, 0, 1}, {1, 1, 2}, {1, 2, 3}, {1, 0, 4}, {2, 1, 5}, {3, 0, 6}};

	for (int i = 1; i <= 4; i++)
		send(&b, 1, MDV_SWITCH_IN, mdv_integer(i));
	send(&b, 2, MDV_SWITCH_IN, mdv_integer(5));
	send(&b, 2.5, MDV_SWITCH_CONTROL, mdv_integer(0));
	send(&b, 3, MDV_SWITCH_IN, mdv_integer(6));
	run(&b, 4);
	CHECK_TAPE(&b, want);
	send(&b, 5, MDV_SWITCH_CONTROL, mdv_real(1));
	T_INT(mdv_devs_run(b.sim, 6), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(mdv_devs_error(b.sim), "must be an integer"));
	mdv_devs_free(b.sim);
}

static void a_copied_switch_has_as_many_outputs_as_one_likes(void)
{
	MdvAtomic wide = mdv_switch;
	MdvSwitchParams p = {.n = 50, .first = 49};
	Bench b = {.sim = mdv_devs_new(NULL)};
	MdvComponent root = mdv_devs_root(b.sim);
	static const Want want[] = {{1, 0, 5}};

	wide.n_out = 50;
	T_INT(mdv_devs_add_atomic(b.sim, root, "part", &wide, &p, &b.part), MDV_OK);
	T_INT(mdv_devs_add_atomic(b.sim, root, "tape", &mdv_recorder, NULL, &b.tape), MDV_OK);
	T_INT(mdv_devs_couple(b.sim, b.part, 49, b.tape, 0), MDV_OK);
	send(&b, 1, MDV_SWITCH_IN, mdv_integer(5));
	run(&b, 2);
	CHECK_TAPE(&b, want);
	mdv_devs_free(b.sim);
}

/* Statistics */

static void statistics_of_samples_are_those_of_the_textbook(void)
{
	static const double x[] = {2, 4, 4, 4, 5, 5, 7, 9};
	Bench b = bench_of(&mdv_statistics, NULL);
	MdvStatisticsResult r = mdv_statistics_read(b.sim, b.part);

	T_INT(r.count, 0);
	T_REAL(r.rate, 0.0, 0.0);
	for (int i = 0; i < 8; i++)
		send(&b, i, MDV_STATISTICS_SAMPLE, i % 2 ? mdv_integer((int64_t)x[i]) : mdv_real(x[i]));
	send(&b, 8, MDV_STATISTICS_SAMPLE, mdv_event());
	run(&b, 16);
	r = mdv_statistics_read(b.sim, b.part);
	T_INT(r.count, 9);
	T_INT(r.samples.n, 8);
	T_REAL(r.samples.mean, 5.0, 1e-15);
	T_REAL(mdv_tally_variance(&r.samples), 32.0 / 7.0, 1e-14);
	T_REAL(r.samples.min, 2.0, 0.0);
	T_REAL(r.samples.max, 9.0, 0.0);
	T_REAL(r.rate, 9.0 / 16.0, 0.0);
	send(&b, 20, MDV_STATISTICS_RESET, mdv_event());
	send(&b, 20, MDV_STATISTICS_SAMPLE, mdv_boolean(true)); /* after the reset, though before it */
	run(&b, 20);
	r = mdv_statistics_read(b.sim, b.part);
	T_INT(r.count, 1);
	T_REAL(r.samples.mean, 1.0, 0.0);
	mdv_devs_free(b.sim);
}

static void the_time_average_of_a_level_is_its_integral(void)
{
	MdvStatisticsParams p = {3};
	Bench b = bench_of(&mdv_statistics, &p);
	MdvStatisticsResult r;

	send(&b, 1, MDV_STATISTICS_LEVEL, mdv_real(10)); /* 3 for 1 */
	send(&b, 3, MDV_STATISTICS_DOWN, mdv_event());   /* 10 for 2 */
	send(&b, 4, MDV_STATISTICS_UP, mdv_event());     /* 9 for 1 */
	send(&b, 4, MDV_STATISTICS_UP, mdv_event());
	send(&b, 4, MDV_STATISTICS_LEVEL, mdv_boolean(false)); /* 0 from then on, for 6 */
	run(&b, 10);
	r = mdv_statistics_read(b.sim, b.part);
	T_REAL(r.level_mean, (3 + 20 + 9) / 10.0, 1e-15);
	T_REAL(r.level, 0.0, 0.0);
	T_REAL(r.level_min, 0.0, 0.0);
	T_REAL(r.level_max, 10.0, 0.0);
	send(&b, 10, MDV_STATISTICS_RESET, mdv_event());
	send(&b, 11, MDV_STATISTICS_UP, mdv_event());
	run(&b, 12);
	T_REAL(mdv_statistics_read(b.sim, b.part).level_mean, 0.5, 0.0);
	send(&b, 13, MDV_STATISTICS_LEVEL, mdv_event());
	T_INT(mdv_devs_run(b.sim, 14), MDV_BAD_ARGUMENT);
	mdv_devs_free(b.sim);
}

/* Transducer */

static void a_transducer_tells_jobs_by_their_value(void)
{
	Bench b = bench_of(&mdv_transducer, NULL);
	MdvTransducerResult r;

	n_alive = 0;
	for (int i = 0; i < 1000; i++)
		send(&b, i, MDV_TRANSDUCER_ARRIVED, mdv_integer(i));
	for (int i = 999; i >= 0; i--)
		send(&b, 2000, i % 10 ? MDV_TRANSDUCER_SOLVED : MDV_TRANSDUCER_LOST, mdv_integer(i));
	send(&b, 2000, MDV_TRANSDUCER_SOLVED, mdv_real(5));
	send(&b, 2000, MDV_TRANSDUCER_ARRIVED, counted_new(&b, 1));
	run(&b, 3000);
	r = mdv_transducer_read(b.sim, b.part);
	T_INT(r.arrived, 1001);
	T_INT(r.solved, 900);
	T_INT(r.lost, 100);
	T_INT(r.unknown, 1);
	T_INT(r.present, 1);
	T_REAL(r.throughput, 0.3, 1e-15);
	T_REAL(r.turnaround.mean, 1500.0, 1e-9); /* 2000 - mean of 1..9, 11..19, ... 991..999 */
	T_REAL(r.turnaround.min, 1001.0, 0.0);
	T_REAL(r.turnaround.max, 1999.0, 0.0);
	T_INT(n_alive, 1);
	mdv_devs_free(b.sim);
	T_INT(n_alive, 0);
}

static void equal_jobs_are_taken_in_the_order_of_arrival(void)
{
	Bench b = bench_of(&mdv_transducer, NULL);
	MdvTransducerResult r;

	/* Three times as many arrivals as departures, so that the table grows and wraps. */
	for (int i = 0; i < 300; i++)
		send(&b, i, MDV_TRANSDUCER_ARRIVED, mdv_event());
	for (int i = 0; i < 100; i++)
		send(&b, 3 * i + 100, MDV_TRANSDUCER_SOLVED, mdv_event());
	run(&b, 500);
	r = mdv_transducer_read(b.sim, b.part);
	T_INT(r.present, 200);
	/* Departure i at 3i + 100 takes arrival i: turnarounds 100 + 2i, from 100 to 298. */
	T_REAL(r.turnaround.mean, 199.0, 1e-12);
	T_REAL(r.turnaround.min, 100.0, 0.0);
	T_REAL(r.turnaround.max, 298.0, 0.0);
	mdv_devs_free(b.sim);
}

static void a_transducer_reports_at_the_end_of_its_period(void)
{
	MdvTransducerParams p = {10};
	Bench b = bench_of(&mdv_transducer, &p);
	const MdvRecord *records;
	size_t n;

	for (int i = 0; i < 20; i++) {
		send(&b, i, MDV_TRANSDUCER_ARRIVED, mdv_integer(i));
		send(&b, i + 0.5, MDV_TRANSDUCER_SOLVED, mdv_integer(i));
	}
	run(&b, 100);
	records = mdv_recorder_read(b.sim, b.tape, &n);
	T_INT(n, 3);
	T_REAL(records[0].t, 10.0, 0.0);
	T_INT(records[0].value.kind, MDV_EVENT);
	T_REAL(records[1].value.real, 1.0, 0.0);
	T_REAL(records[2].value.real, 0.5, 0.0);
	T_INT(mdv_transducer_read(b.sim, b.part).arrived, 10);
	T_REAL(mdv_transducer_read(b.sim, b.part).throughput, 1.0, 0.0);
	mdv_devs_free(b.sim);
}

/* Recorder */

static void a_recorder_writes_what_it_has_seen(void)
{
	Bench b = bench_of(&mdv_recorder, NULL);
	FILE *file = tmpfile();
	char text[512];

	n_alive = 0;
	send(&b, 0, 0, mdv_event());
	send(&b, 0.1, 1, mdv_real(1.0 / 3.0));
	send(&b, 0.1, 7, mdv_integer(-5));
	send(&b, 1e300, 2, mdv_boolean(true));
	send(&b, 1e300, 3, counted_new(&b, 12));
	run(&b, INFINITY);
	T_INT(mdv_recorder_write(b.sim, b.part, file), MDV_OK);
	rewind(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	T_STR(text, "t,step,port,value\n"
				"0,0,0,\n"
				"0.1,0,1,0.3333333333333333\n"
				"0.1,0,7,-5\n"
				"1e+300,0,2,true\n"
				"1e+300,0,3,\"say \"\"12\"\"\"\n");
	fclose(file);
	mdv_devs_free(b.sim);
	T_INT(n_alive, 0);
}

static void reading_another_kind_of_part_gives_nothing(void)
{
	MdvDelayParams p = {1};
	Bench b = bench_of(&mdv_delay, &p);
	size_t n = 1;

	T_CHECK(mdv_recorder_read(b.sim, b.part, &n) == NULL);
	T_INT(n, 0);
	T_INT(mdv_generator_read(b.sim, b.part), 0);
	T_INT(mdv_processor_read(b.sim, mdv_devs_root(b.sim)).arrived, 0);
	T_INT(mdv_statistics_read(b.sim, b.part).count, 0);
	T_INT(mdv_devs_remove(b.sim, b.part), MDV_OK);
	T_INT(mdv_transducer_read(b.sim, b.part).arrived, 0);
	mdv_devs_free(b.sim);
}

/* Threads: the same records, whoever does the work */

enum { LANES = 40 };

static Bench run_lanes(unsigned threads)
{
	MdvDevsOptions options = {.seed = 3, .threads = threads, .parallel_minimum = 1};
	MdvGeneratorParams jobs = {.gaps = mdv_constant(1), .limit = 200};
	MdvProcessorParams server = {.service = mdv_uniform(0.5, 2), .capacity = 5};
	MdvDelayParams delay = {1};
	Bench b = {.sim = mdv_devs_new(&options)};
	MdvComponent root = mdv_devs_root(b.sim), g, d, p;

	T_INT(mdv_devs_add_atomic(b.sim, root, "tape", &mdv_recorder, NULL, &b.tape), MDV_OK);
	for (int i = 0; i < LANES; i++) {
		T_INT(mdv_devs_add_atomic(b.sim, root, NULL, &mdv_generator, &jobs, &g), MDV_OK);
		T_INT(mdv_devs_add_atomic(b.sim, root, NULL, &mdv_delay, &delay, &d), MDV_OK);
		T_INT(mdv_devs_add_atomic(b.sim, root, NULL, &mdv_processor, &server, &p), MDV_OK);
		T_INT(mdv_devs_couple(b.sim, g, 0, d, 0), MDV_OK);
		T_INT(mdv_devs_couple(b.sim, d, 0, p, 0), MDV_OK);
		T_INT(mdv_devs_couple(b.sim, p, 0, b.tape, 0), MDV_OK);
		T_INT(mdv_devs_couple(b.sim, p, 1, b.tape, 1), MDV_OK);
	}
	run(&b, INFINITY);
	return b;
}

static void results_do_not_depend_on_the_number_of_threads(void)
{
	Bench alone = run_lanes(1), many = run_lanes(3);
	size_t n, n_many;
	const MdvRecord *x = mdv_recorder_read(alone.sim, alone.tape, &n);
	const MdvRecord *y = mdv_recorder_read(many.sim, many.tape, &n_many);

	T_INT(n, 200 * LANES);
	T_INT(n_many, n);
	T_CHECK(mdv_devs_stats(many.sim).parallel > 0);
	for (size_t i = 0; i < n && i < n_many; i++)
		T_CHECK(x[i].t == y[i].t && x[i].step == y[i].step && x[i].value.port == y[i].value.port &&
				x[i].value.integer == y[i].value.integer);
	mdv_devs_free(alone.sim);
	mdv_devs_free(many.sim);
}

int main(void)
{
	T_RUN(impossible_parameters_are_refused_with_a_text);
	T_RUN(constant_gaps_do_not_drift);
	T_RUN(listed_gaps_and_values_come_again_and_again);
	T_RUN(a_generator_obeys_start_and_stop);
	T_RUN(a_gap_of_zero_gives_a_burst);
	T_RUN(random_gaps_have_the_right_mean);
	T_RUN(finishing_times_are_exact_whatever_arrives);
	T_RUN(waiting_jobs_are_served_in_the_order_asked_for);
	T_RUN(jobs_without_room_are_refused_at_once);
	T_RUN(service_of_zero_time_serves_one_job_a_step);
	T_RUN(a_job_may_say_how_long_it_takes);
	T_RUN(payload_jobs_live_as_long_as_they_are_needed);
	T_RUN(mm1_waits_as_long_as_theory_says);
	T_RUN(a_pipe_is_its_processors_in_a_row);
	T_RUN(a_pipe_that_cannot_be_made_leaves_nothing_behind);
	T_RUN(a_delay_keeps_order_and_number);
	T_RUN(a_delay_of_zero_passes_on_one_step_later);
	T_RUN(a_switch_obeys_commands_first);
	T_RUN(a_switch_may_go_round);
	T_RUN(a_copied_switch_has_as_many_outputs_as_one_likes);
	T_RUN(statistics_of_samples_are_those_of_the_textbook);
	T_RUN(the_time_average_of_a_level_is_its_integral);
	T_RUN(a_transducer_tells_jobs_by_their_value);
	T_RUN(equal_jobs_are_taken_in_the_order_of_arrival);
	T_RUN(a_transducer_reports_at_the_end_of_its_period);
	T_RUN(a_recorder_writes_what_it_has_seen);
	T_RUN(reading_another_kind_of_part_gives_nothing);
	T_RUN(results_do_not_depend_on_the_number_of_threads);
	return T_END();
}
