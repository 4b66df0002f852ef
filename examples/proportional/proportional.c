/* SPDX-License-Identifier: MIT
   proportional.c — proportional control through a network (paper 002, Fig. 8 and equation 6): an
   unstable plant, x' = x - u, is sampled; samples travel through a shared network; the controller
   answers each with u = k x. Between commands the solution is u + (x - u) exp(t), so that the whole
   run can be compared with the exact one; for a constant delay below one period the largest gain
   that stabilizes the plant is known too. */
#include "network.h"
#include "study.h"

#include "modevs/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const solvers[] = {"rk45", "cvode", "euler", NULL};

typedef struct Loop {
	int solver;            /* of the plant: which of `solvers` */
	double tol;            /* of rk45 and cvode */
	double step;           /* of euler, s */
	double gain;           /* k */
	double period;         /* of samples, s */
	double stop;           /* end, s */
	NetworkParams network; /* see there */
	uint64_t seed;         /* of others' packets and of losses */
	bool margin;           /* look for the largest gain that stabilizes */
	const char *plot;      /* where the picture goes; NULL: nowhere */
	MdvProgram *program;   /* the plant's */
	MdvAtomic atomic;      /* the plant's kind */
	MdvHybridOptions o;    /* of the plant */
	MdvSetting set;        /* its period */
	StudyCurve curve[2];   /* x and what the controller has got of it, over time */
} Loop;

enum { RECORD_SAMPLE, RECORD_COMMAND }; /* inputs of the recorder */

typedef struct Result {
	uint64_t samples;  /* sent */
	uint64_t commands; /* arrived */
	double max_error;  /* of samples, against the exact loop, over the largest |x| so far */
	double max_x;      /* largest |x| sampled */
	double growth;     /* of |x| per sample, in the second half */
	double max_delay;  /* of a sample that arrived, s */
	double mean_delay; /* of those */
	bool diverged;     /* |x| has become far too large */
	uint64_t rhs;      /* evaluations of the derivatives */
} Result;

static const double too_large = 1e12, too_small = 1e-200; /* |x| at which a run ends early */

static MdvStatus keep(void *user, MdvHybrid *h, double t)
{
	Loop *l = user;

	study_curve_add(&l->curve[0], t, mdv_hybrid_get(h, mdv_hybrid_find(h, "x")));
	study_curve_add(&l->curve[1], t, mdv_hybrid_get(h, mdv_hybrid_find(h, "u")) / l->gain);
	return MDV_OK;
}

/* The coupled model */

static MdvStatus add_plant(Loop *l, MdvDevs *sim, MdvComponent *plant)
{
	static const MdvSend send[] = {{.variable = "sampled", .port = 0, .when = MDV_SEND_SAMPLE}};
	static const MdvReceive receive[] = {{.port = 0, .variable = "u"}};

	l->set = (MdvSetting){"period", l->period};
	l->o = (MdvHybridOptions){.model = mdv_program_source(l->program),
							  .set = &l->set,
							  .n_set = 1,
							  .send = send,
							  .n_send = 1,
							  .receive = receive,
							  .n_receive = 1,
							  .n_in = 1,
							  .n_out = 1,
							  .run.solver = study_solver(solvers[l->solver]),
							  .run.tol = l->tol,
							  .run.span = l->stop,
							  .trace = l->plot ? keep : NULL,
							  .run.interval = 0.1 * l->period,
							  .user = l};
	if (l->o.run.solver == MDV_SOLVER_EULER)
		l->o.run.fixed_step = l->step;
	l->atomic = mdv_hybrid_atomic("plant", &l->o);
	return mdv_devs_add_atomic(sim, mdv_devs_root(sim), "plant", &l->atomic, &l->o, plant);
}

static MdvStatus build(Loop *l, MdvDevs *sim, MdvComponent *plant, MdvComponent *recorder)
{
	MdvComponent root = mdv_devs_root(sim), network, controller;
	MdvStatus status = add_plant(l, sim, plant);

	if (status >= 0)
		status = network_add(sim, root, "network", &l->network, &network);
	if (status >= 0)
		status = mdv_devs_add_atomic(sim, root, "controller", &network_controller, &l->gain,
									 &controller);
	if (status >= 0)
		status = mdv_devs_add_atomic(sim, root, "recorder", &mdv_recorder, NULL, recorder);
	if (status >= 0)
		status = mdv_devs_couple(sim, *plant, 0, network, 0);
	if (status >= 0)
		status = mdv_devs_couple(sim, network, 0, controller, 0);
	if (status >= 0)
		status = mdv_devs_couple(sim, controller, 0, *plant, 0);
	if (status >= 0)
		status = mdv_devs_couple(sim, *plant, 0, *recorder, RECORD_SAMPLE);
	if (status >= 0)
		status = mdv_devs_couple(sim, controller, 0, *recorder, RECORD_COMMAND);
	return status;
}

/* To the end, or until the plant is lost or rests: samples must be told apart by their values. */
static MdvStatus go(const Loop *l, MdvDevs *sim, MdvComponent recorder, bool *diverged)
{
	MdvStatus status = MDV_OK;
	double size = 1;

	while (status >= 0 && mdv_devs_time(sim) < l->stop && size < too_large && size > too_small) {
		size_t n;
		const MdvRecord *at;

		status = mdv_devs_run(sim, fmin(mdv_devs_time(sim) + 5 * l->period, l->stop));
		at = mdv_recorder_read(sim, recorder, &n);
		if (n > 0)
			size = fabs(at[n - 1].value.real);
	}
	*diverged = size >= too_large;
	return status;
}

/* Figures */

/* From the largest |x| of the second and of the last quarter of the samples. */
static double growth(const double sample[], size_t n)
{
	double most[4] = {0};

	for (size_t i = 0; i < n; i++)
		most[4 * i / n] = fmax(most[4 * i / n], fabs(sample[i]));
	return pow(most[3] / most[1], 2 / (double)n);
}

/* The loop again, exactly, with the same delays and losses. A command tells its sample by its
   value; samples arrive in order. */
static bool compare(const Loop *l, const MdvRecord *at, size_t n, Result *r)
{
	double *sample = malloc((2 * n + 1) * sizeof *sample), *exact = sample + n;
	double x = 1, u = 0, t = 0, delays = 0;
	size_t sent = 0, next = 0;

	if (!sample)
		return false;
	for (size_t i = 0; i < n; i++) {
		x = u + (x - u) * exp(at[i].t - t);
		t = at[i].t;
		if (at[i].value.port == RECORD_SAMPLE) {
			sample[sent] = at[i].value.real;
			exact[sent++] = x;
			r->max_x = fmax(r->max_x, fabs(x));
			r->max_error = fmax(r->max_error, fabs(at[i].value.real - x) / r->max_x);
			continue;
		}
		while (next < sent && l->gain * sample[next] != at[i].value.real)
			next++;
		u = next < sent ? l->gain * exact[next] : NAN; /* NAN: a command without a sample */
		delays += t - (double)next * l->period;
		r->max_delay = fmax(r->max_delay, t - (double)next * l->period);
		r->commands++;
	}
	r->samples = sent;
	r->growth = growth(sample, sent);
	r->mean_delay = delays / (double)r->commands;
	free(sample);
	return true;
}

static bool simulate(Loop *l, Result *r)
{
	MdvDevsOptions d = {.seed = l->seed};
	MdvDevs *sim = mdv_devs_new(&d);
	MdvComponent plant, recorder;
	const MdvRecord *at;
	MdvStatus status = MDV_NO_MEMORY;
	size_t n;

	*r = (Result){0};
	if (sim)
		status = build(l, sim, &plant, &recorder);
	if (status >= 0)
		status = go(l, sim, recorder, &r->diverged);
	if (status >= 0) {
		at = mdv_recorder_read(sim, recorder, &n);
		r->rhs = mdv_hybrid_stats(mdv_hybrid_of(mdv_devs_state(sim, plant))).rhs;
		if (!compare(l, at, n, r))
			status = MDV_NO_MEMORY;
	}
	if (status < 0)
		fprintf(stderr, "proportional: %s\n",
				status == MDV_NO_MEMORY ? "no memory" : mdv_devs_error(sim));
	mdv_devs_free(sim);
	return status >= 0;
}

/* The largest gain for a constant delay tau below one period T: with a = exp(T), b = exp(T - tau)
   the samples obey x_{n+1} = (a - k (b - 1)) x_n - k (a - b) x_{n-1}; both roots of z^2 - (a -
   k (b - 1)) z + k (a - b) are inside the unit circle if k > 1 and (Jury) k is below this. */
static double exact_margin(const Loop *l)
{
	double tau = l->network.packet + l->network.delay;
	double a = exp(l->period), b = exp(l->period - tau);
	double oscillating = 2 * b > 1 + a ? (1 + a) / (2 * b - a - 1) : INFINITY;

	if (tau > l->period || l->network.load > 0 || l->network.loss > 0)
		return NAN;
	return fmin(oscillating, a > b ? 1 / (a - b) : INFINITY);
}

/* The gain at which |x| neither grows nor falls, by bisection. */
static bool find_margin(Loop l, double *gain)
{
	double low = 1, high = 100;
	Result r;

	l.plot = NULL;
	for (int i = 0; i < 24; i++) {
		l.gain = 0.5 * (low + high);
		if (!simulate(&l, &r))
			return false;
		*(r.diverged || r.growth > 1 ? &high : &low) = l.gain;
	}
	*gain = low;
	return true;
}

static bool report(const Loop *l, const Result *r, double margin, double cpu)
{
	study_begin();
	study_text("solver", solvers[l->solver]);
	study_number("gain", l->gain);
	study_number("period", l->period);
	study_number("load", l->network.load);
	study_number("loss", l->network.loss);
	study_count("samples", r->samples);
	study_count("commands", r->commands);
	study_number("mean_delay", r->mean_delay);
	study_number("max_delay", r->max_delay);
	study_number("max_error", r->max_error);
	study_number("max_x", r->max_x);
	study_number("growth", r->growth);
	study_text("stable", !r->diverged && r->growth < 1 ? "yes" : "no");
	if (l->margin)
		study_number("max_gain", margin);
	study_number("exact_max_gain", exact_margin(l));
	study_count("rhs", r->rhs);
	study_number("cpu_s", cpu);
	return study_end();
}

int main(int argc, char **argv)
{
	Loop l = {.tol = 1e-9,
			  .step = 1e-3,
			  .gain = 2,
			  .period = 0.1,
			  .stop = 20,
			  .network = {.packet = 0.01, .delay = 0.02},
			  .seed = 1,
			  .curve = {{.name = "x"}, {.name = "y"}}};
	const StudyOption options[] = {
		{"--gain", STUDY_NUMBER, &l.gain, "of the controller", NULL},
		{"--period", STUDY_NUMBER, &l.period, "of the samples, s", NULL},
		{"--packet", STUDY_NUMBER, &l.network.packet, "time of a packet on the medium, s", NULL},
		{"--delay", STUDY_NUMBER, &l.network.delay, "of the network besides, s", NULL},
		{"--load", STUDY_NUMBER, &l.network.load, "of the medium by others, 0 to 1", NULL},
		{"--loss", STUDY_NUMBER, &l.network.loss, "probability that a sample is lost", NULL},
		{"--seed", STUDY_COUNT, &l.seed, "of others' packets and of losses", NULL},
		{"--stop", STUDY_NUMBER, &l.stop, "end, s", NULL},
		{"--solver", STUDY_CHOICE, &l.solver, "of the plant", solvers},
		{"--tol", STUDY_NUMBER, &l.tol, "tolerance of rk45 and cvode", NULL},
		{"--step", STUDY_NUMBER, &l.step, "of euler, s", NULL},
		{"--margin", STUDY_FLAG, &l.margin, "find the largest gain that stabilizes", NULL},
		{"--plot", STUDY_TEXT, &l.plot, "FILE.svg: the state and what the controller knows of it",
		 NULL},
	};
	double margin = NAN, cpu;
	Result r;
	int status;
	bool ok;

	if (!study_options(argc, argv, "Proportional control through a network", options,
					   sizeof options / sizeof *options, &status))
		return status;
	l.program = study_compile(STUDY_DIR "/Plant.mo", NULL);
	if (!l.program)
		return 1;
	cpu = study_cpu();
	ok = simulate(&l, &r);
	cpu = study_cpu() - cpu;
	ok = ok && (!l.margin || find_margin(l, &margin)) && report(&l, &r, margin, cpu) &&
		 (!l.plot || study_plot(l.plot, "proportional control through a network", l.curve, 2));
	study_curve_free(&l.curve[0]);
	study_curve_free(&l.curve[1]);
	mdv_program_free(l.program);
	return ok ? 0 : 1;
}
