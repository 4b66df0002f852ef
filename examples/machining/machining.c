/* SPDX-License-Identifier: MIT
   machining.c — one stage of a factory (paper 002, 4.3): blanks arrive at random and wait in a
   store; a machine works on them one by one, following a differential equation. Beside it the same
   blanks pass a server whose service time is the closed form of that equation, ln(11) / k: both
   must finish every part at the same time. */
#include "store.h"
#include "study.h"

#include "modevs/parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const char *const solvers[] = {"rk45", "cvode", NULL};
static const double least_gap = 0.1, greatest_gap = 10; /* between blanks, s */

typedef struct Stage {
	int solver;           /* of the machine: which of `solvers` */
	double rate;          /* k of the machine, 1/s */
	double tol;           /* of its integrator */
	uint64_t parts;       /* to be made */
	uint64_t seed;        /* of arrivals */
	const char *plot;     /* where the picture goes; NULL: none */
	MdvProgram *program;  /* the machine's */
	MdvAtomic atomic;     /* the machine's kind */
	MdvHybridOptions o;   /* of the machine */
	MdvSetting set;       /* its rate */
	MdvComponent blanks;  /* generator */
	MdvComponent store;   /* before the machine */
	MdvComponent machine; /* the plant */
	MdvComponent server;  /* the closed form */
	MdvComponent arrived; /* recorders: of blanks, … */
	MdvComponent made;    /* … of the machine's parts … */
	MdvComponent served;  /* … and the server's */
	MdvComponent there;   /* statistics: blanks and parts in the stage */
	StudyCurve curve;     /* x over time */
} Stage;

enum { DRAWN_S = 100 }; /* how much of the time is drawn */

static MdvStatus keep(void *user, MdvHybrid *h, double t)
{
	if (t <= DRAWN_S)
		study_curve_add(&((Stage *)user)->curve, t, mdv_hybrid_get(h, mdv_hybrid_find(h, "x")));
	return MDV_OK;
}

/* The coupled model */

static MdvStatus add_machine(Stage *s, MdvDevs *sim)
{
	static const MdvSend send[] = {{.variable = "finished", .port = 0, .when = MDV_SEND_CHANGE}};
	static const MdvReceive receive[] = {{.port = 0, .variable = "started"}};

	s->set = (MdvSetting){"rate", s->rate};
	s->o = (MdvHybridOptions){.model = mdv_program_source(s->program),
							  .set = &s->set,
							  .n_set = 1,
							  .send = send,
							  .n_send = 1,
							  .receive = receive,
							  .n_receive = 1,
							  .n_in = 1,
							  .n_out = 1,
							  .run.solver = study_solver(solvers[s->solver]),
							  .run.tol = s->tol,
							  .run.span = (double)s->parts * greatest_gap,
							  .trace = s->plot ? keep : NULL,
							  .run.interval = 0.05,
							  .user = s};
	s->atomic = mdv_hybrid_atomic("machine", &s->o);
	return mdv_devs_add_atomic(sim, mdv_devs_root(sim), "machine", &s->atomic, &s->o, &s->machine);
}

static MdvStatus add_parts(Stage *s, MdvDevs *sim)
{
	MdvGeneratorParams blanks = {.gaps = mdv_uniform(least_gap, greatest_gap), .limit = s->parts};
	MdvProcessorParams server = {.service = mdv_constant(log(11) / s->rate)};
	const struct {
		const char *name;        /* of the component */
		const MdvAtomic *atomic; /* its kind */
		const void *params;      /* for it */
		MdvComponent *added;     /* where its handle goes */
	} parts[] = {
		{"blanks", &mdv_generator, &blanks, &s->blanks},
		{"store", &store, NULL, &s->store},
		{"server", &mdv_processor, &server, &s->server},
		{"arrived", &mdv_recorder, NULL, &s->arrived},
		{"made", &mdv_recorder, NULL, &s->made},
		{"served", &mdv_recorder, NULL, &s->served},
		{"there", &mdv_statistics, NULL, &s->there},
	};
	MdvStatus status = MDV_OK;

	for (size_t i = 0; i < sizeof parts / sizeof *parts && status >= 0; i++)
		status = mdv_devs_add_atomic(sim, mdv_devs_root(sim), parts[i].name, parts[i].atomic,
									 parts[i].params, parts[i].added);
	return status;
}

static MdvStatus couple(const Stage *s, MdvDevs *sim)
{
	const struct {
		MdvComponent from; /* sender */
		uint32_t out;      /* its port */
		MdvComponent to;   /* receiver */
		uint32_t in;       /* its port */
	} lines[] = {
		{s->blanks, MDV_GENERATOR_OUT, s->store, STORE_BLANK},
		{s->store, STORE_STARTED, s->machine, 0},
		{s->machine, 0, s->store, STORE_FINISHED},
		{s->blanks, MDV_GENERATOR_OUT, s->server, MDV_PROCESSOR_IN},
		{s->blanks, MDV_GENERATOR_OUT, s->arrived, 0},
		{s->machine, 0, s->made, 0},
		{s->server, MDV_PROCESSOR_OUT, s->served, 0},
		{s->blanks, MDV_GENERATOR_OUT, s->there, MDV_STATISTICS_UP},
		{s->machine, 0, s->there, MDV_STATISTICS_DOWN},
	};
	MdvStatus status = MDV_OK;

	for (size_t i = 0; i < sizeof lines / sizeof *lines && status >= 0; i++)
		status = mdv_devs_couple(sim, lines[i].from, lines[i].out, lines[i].to, lines[i].in);
	return status;
}

/* Until all parts are done, both ways. The machine takes steps for ever, so the end is to be seen
   from the parts; none can be later than if each had come alone at its latest. */
static MdvStatus work(const Stage *s, MdvDevs *sim)
{
	double t_most = (double)s->parts * (greatest_gap + log(11) / s->rate) + greatest_gap;
	size_t made = 0, served = 0;
	MdvStatus status = MDV_OK;

	while (status >= 0 && (made < s->parts || served < s->parts) && mdv_devs_time(sim) < t_most) {
		status = mdv_devs_run(sim, mdv_devs_time(sim) + greatest_gap);
		mdv_recorder_read(sim, s->made, &made);
		mdv_recorder_read(sim, s->served, &served);
	}
	if (status < 0)
		fprintf(stderr, "machining: %s\n", mdv_devs_error(sim));
	else if (made < s->parts || served < s->parts)
		fprintf(stderr, "machining: of %" PRIu64 " parts %zu were made and %zu served\n", s->parts,
				made, served);
	return made < s->parts || served < s->parts ? MDV_FAILED : status;
}

/* Figures */

typedef struct Times {
	double max_error;         /* of completion times against the server's */
	double max_service_error; /* of times in the machine against ln(11) / k */
	MdvTally wait;            /* from arrival to the start of working */
	MdvTally stay;            /* from arrival to completion */
	double busy;              /* time in the machine */
} Times;

/* A part is put in when it has arrived and the one before it is done. */
static Times compare(const Stage *s, const MdvDevs *sim, size_t n)
{
	size_t n_each;
	const MdvRecord *arrived = mdv_recorder_read(sim, s->arrived, &n_each);
	const MdvRecord *made = mdv_recorder_read(sim, s->made, &n_each);
	const MdvRecord *served = mdv_recorder_read(sim, s->served, &n_each);
	Times r = {0};

	for (size_t i = 0; i < n; i++) {
		double start = i ? fmax(arrived[i].t, made[i - 1].t) : arrived[i].t;
		double service = made[i].t - start;

		r.max_error = fmax(r.max_error, fabs(made[i].t - served[i].t));
		r.max_service_error = fmax(r.max_service_error, fabs(service - log(11) / s->rate));
		mdv_tally_add(&r.wait, start - arrived[i].t);
		mdv_tally_add(&r.stay, made[i].t - arrived[i].t);
		r.busy += service;
	}
	return r;
}

static void report(const Stage *s, const MdvDevs *sim, double cpu)
{
	Times r = compare(s, sim, (size_t)s->parts);
	MdvStatisticsResult there = mdv_statistics_read(sim, s->there);
	double service = log(11) / s->rate, gap = 0.5 * (least_gap + greatest_gap);
	/* Kingman's bound of the mean wait needs the variance of the gaps; that of service is 0. */
	double variance = (greatest_gap - least_gap) * (greatest_gap - least_gap) / 12;

	study_begin();
	study_text("solver", solvers[s->solver]);
	study_number("k", s->rate);
	study_count("parts", s->parts);
	study_number("service", r.busy / (double)s->parts);
	study_number("exact_service", service);
	study_number("max_service_error", r.max_service_error);
	study_number("max_completion_error", r.max_error);
	study_number("utilisation", r.busy / there.time);
	study_number("mean_wait", r.wait.mean);
	study_number("wait_bound", variance / (2 * gap * (1 - service / gap)));
	study_number("max_wait", r.wait.max);
	study_number("mean_there", there.level_mean);
	study_number("little", (double)s->parts / there.time * r.stay.mean);
	study_number("max_there", there.level_max);
	study_count("rhs", mdv_hybrid_stats(mdv_hybrid_of(mdv_devs_state(sim, s->machine))).rhs);
	study_number("cpu_s", cpu);
}

static int run(Stage *s)
{
	MdvDevsOptions d = {.seed = s->seed};
	MdvDevs *sim = mdv_devs_new(&d);
	double cpu = study_cpu();
	MdvStatus status;
	bool ok;

	if (!sim) {
		fputs("machining: no memory\n", stderr);
		return 1;
	}
	status = add_machine(s, sim);
	if (status >= 0)
		status = add_parts(s, sim);
	if (status >= 0)
		status = couple(s, sim);
	if (status < 0)
		fprintf(stderr, "machining: %s\n", mdv_devs_error(sim));
	ok = status >= 0 && work(s, sim) >= 0;
	if (ok)
		report(s, sim, study_cpu() - cpu);
	ok =
		ok && study_end() && (!s->plot || study_plot(s->plot, "how far the part is", &s->curve, 1));
	mdv_devs_free(sim);
	return ok ? 0 : 1;
}

int main(int argc, char **argv)
{
	Stage s = {.rate = 1, .tol = 1e-8, .parts = 10000, .seed = 1, .curve = {.name = "x"}};
	const StudyOption options[] = {
		{"--solver", STUDY_CHOICE, &s.solver, "of the machine", solvers},
		{"--k", STUDY_NUMBER, &s.rate, "rate of working, 1/s", NULL},
		{"--tol", STUDY_NUMBER, &s.tol, "tolerance", NULL},
		{"--parts", STUDY_COUNT, &s.parts, "to be made", NULL},
		{"--seed", STUDY_COUNT, &s.seed, "of the arrivals", NULL},
		{"--plot", STUDY_TEXT, &s.plot, "FILE.svg: the part's state in the first 100 s", NULL},
	};
	int status;

	if (!study_options(argc, argv, "A machining stage", options, sizeof options / sizeof *options,
					   &status))
		return status;
	if (s.parts == 0) {
		fputs("machining: there must be a part to be made\n", stderr);
		return 2;
	}
	s.program = study_compile(STUDY_DIR "/Machine.mo", NULL);
	if (!s.program)
		return 1;
	status = run(&s);
	study_curve_free(&s.curve);
	mdv_program_free(s.program);
	return status;
}
