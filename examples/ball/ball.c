/* SPDX-License-Identifier: MIT
   ball.c — a bouncing ball two ways (paper 002, 4.2 and 5.4). Cut into an integrator and a detector
   of events that exchange lines, the ball bounces on an uneven floor; as one plant, whose events
   are looked for on the integrator's own solution, it bounces on an even one. */
#include "gdevs.h"
#include "study.h"

#include "modevs/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef enum Way { GDEVS, GDEVS_CONSISTENT, SPLIT } Way;

static const char *const ways[] = {"gdevs", "consistent", "split", NULL};
static const char *const titles[] = {"in two parts, implicit Euler and lines",
									 "in two parts, explicit Euler and lines", "one plant"};
static const char *const solvers[] = {"cvode", "rk45", "euler", NULL};

typedef struct Ball {
	int way;              /* Way */
	int solver;           /* of the plant: which of `solvers` */
	double step;          /* of Euler's methods, s */
	double tol;           /* of the others */
	double stop;          /* end, s */
	double height;        /* at first, m */
	double g;             /* gravity, m/s2 */
	const char *plot;     /* where the picture goes; NULL: none */
	MdvProgram *program;  /* the plant's; NULL: none */
	MdvAtomic atomic;     /* its kind */
	MdvHybridOptions o;   /* of the plant */
	MdvSetting set[2];    /* of the plant */
	MdvComponent bounces; /* a recorder of heights */
	uint32_t integrator;  /* id of the one that sends lines; 0: none */
	StudyCurve curve;     /* height over time */
} Ball;

/* The curve: points of the lines, or of the plant's trace */

static MdvStatus keep_line(void *user, const MdvCall *now, uint32_t port, const MdvValue *value)
{
	Ball *b = user;

	if (now->self == b->integrator && port == GDEVS_LINE)
		study_curve_add(&b->curve, now->t, mdv_record_fields(value->payload, NULL)[0].real);
	return MDV_OK;
}

static MdvStatus keep_trace(void *user, MdvHybrid *h, double t)
{
	study_curve_add(&((Ball *)user)->curve, t, mdv_hybrid_get(h, mdv_hybrid_find(h, "h")));
	return MDV_OK;
}

/* Models */

static MdvStatus build_gdevs(Ball *b, MdvDevs *sim)
{
	GdevsParams p = {.scheme = b->way == GDEVS ? GDEVS_IMPLICIT : GDEVS_EXPLICIT,
					 .step = b->step,
					 .g = b->g,
					 .h = b->height};
	MdvObserver observer = {.output = keep_line, .user = b};
	MdvComponent root = mdv_devs_root(sim), integrator, detector;
	MdvStatus status =
		mdv_devs_add_atomic(sim, root, "integrator", &gdevs_integrator, &p, &integrator);

	if (status >= 0)
		status = mdv_devs_add_atomic(sim, root, "detector", &gdevs_detector, NULL, &detector);
	if (status >= 0)
		status = mdv_devs_couple(sim, integrator, GDEVS_LINE, detector, 0);
	if (status >= 0)
		status = mdv_devs_couple(sim, detector, 0, integrator, GDEVS_BOUNCE);
	if (status >= 0)
		status = mdv_devs_couple(sim, integrator, GDEVS_HEIGHT, b->bounces, 0);
	if (status >= 0 && b->plot) {
		b->integrator = integrator.id;
		status = mdv_devs_observe(sim, &observer);
	}
	return status;
}

static MdvStatus build_split(Ball *b, MdvDevs *sim)
{
	static const MdvSend send[] = {
		{.variable = "h", .port = 0, .when = MDV_SEND_EDGE, .trigger = "down"}};
	MdvComponent plant;
	MdvStatus status;

	b->set[0] = (MdvSetting){"g", b->g};
	b->set[1] = (MdvSetting){"h_0", b->height};
	b->o = (MdvHybridOptions){.model = mdv_program_source(b->program),
							  .set = b->set,
							  .n_set = 2,
							  .send = send,
							  .n_send = 1,
							  .n_out = 1,
							  .run.solver = study_solver(solvers[b->solver]),
							  .run.tol = b->tol,
							  .run.span = b->stop,
							  .trace = b->plot ? keep_trace : NULL,
							  .run.interval = 0.01,
							  .user = b};
	if (b->o.run.solver == MDV_SOLVER_EULER)
		b->o.run.fixed_step = b->step;
	b->atomic = mdv_hybrid_atomic("ball", &b->o);
	status = mdv_devs_add_atomic(sim, mdv_devs_root(sim), "ball", &b->atomic, &b->o, &plant);
	return status >= 0 ? mdv_devs_couple(sim, plant, 0, b->bounces, 0) : status;
}

/* Figures */

enum { SHOWN = 20 };

/* Bounce i takes place at (2 i - 1) sqrt(2 h / g), at height 0. */
static void report(const Ball *b, const MdvDevs *sim, double cpu)
{
	size_t n;
	const MdvRecord *at = mdv_recorder_read(sim, b->bounces, &n);
	double fall = sqrt(2 * b->height / b->g), exact_bounces = floor(0.5 * (b->stop / fall + 1));
	double heights[SHOWN], max_height = 0, max_late = 0;

	for (size_t i = 0; i < n; i++) {
		if (i < SHOWN)
			heights[i] = at[i].value.real;
		max_height = fmax(max_height, fabs(at[i].value.real));
		if ((double)i < exact_bounces)
			max_late = fmax(max_late, fabs(at[i].t - (2 * (double)i + 1) * fall));
	}
	study_begin();
	study_text("way", ways[b->way]);
	if (b->way == SPLIT)
		study_text("solver", solvers[b->solver]);
	if (b->way != SPLIT || b->o.run.fixed_step > 0)
		study_number("step", b->step);
	study_count("bounces", n);
	study_count("exact_bounces", (uint64_t)exact_bounces);
	study_number("max_height_at_bounce", max_height);
	study_number("max_time_error", max_late);
	study_list("heights", heights, n < SHOWN ? n : SHOWN);
	study_number("cpu_s", cpu);
}

static int run(Ball *b)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	double cpu = study_cpu();
	MdvStatus status;
	bool ok;

	if (!sim) {
		fputs("ball: no memory\n", stderr);
		return 1;
	}
	status =
		mdv_devs_add_atomic(sim, mdv_devs_root(sim), "bounces", &mdv_recorder, NULL, &b->bounces);
	if (status >= 0)
		status = b->way == SPLIT ? build_split(b, sim) : build_gdevs(b, sim);
	if (status >= 0)
		status = mdv_devs_run(sim, b->stop);
	ok = status >= 0;
	if (!ok)
		fprintf(stderr, "ball: %s\n", mdv_devs_error(sim));
	else
		report(b, sim, study_cpu() - cpu);
	ok = ok && study_end() && (!b->plot || study_plot(b->plot, titles[b->way], &b->curve, 1));
	mdv_devs_free(sim);
	return ok ? 0 : 1;
}

int main(int argc, char **argv)
{
	Ball b = {.step = 0.05,
			  .tol = 1e-8,
			  .stop = 5,
			  .height = 1,
			  .g = 9.81,
			  .curve = {.name = "h", .unit = "m"}};
	const StudyOption options[] = {
		{"--way", STUDY_CHOICE, &b.way, "cut in two (implicit or explicit Euler), or one plant",
		 ways},
		{"--solver", STUDY_CHOICE, &b.solver, "of the plant", solvers},
		{"--step", STUDY_NUMBER, &b.step, "of Euler's methods, s", NULL},
		{"--tol", STUDY_NUMBER, &b.tol, "tolerance of the other solvers", NULL},
		{"--stop", STUDY_NUMBER, &b.stop, "end, s", NULL},
		{"--height", STUDY_NUMBER, &b.height, "from which the ball falls, m", NULL},
		{"--plot", STUDY_TEXT, &b.plot, "FILE.svg: height over time", NULL},
	};
	int status;

	if (!study_options(argc, argv, "A bouncing ball two ways", options,
					   sizeof options / sizeof *options, &status))
		return status;
	if (!(b.height > 0 && b.step > 0)) {
		fputs("ball: height and step must be above 0\n", stderr);
		return 2;
	}
	if (b.way == SPLIT && !(b.program = study_compile(STUDY_DIR "/Ball.mo", NULL)))
		return 1;
	status = run(&b);
	study_curve_free(&b.curve);
	mdv_program_free(b.program);
	return status;
}
