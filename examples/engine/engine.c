/* SPDX-License-Identifier: MIT
   engine.c — a four-stroke engine with one cylinder (paper 002, 3.3): smooth between events,
   crossings of the crank angle change the stroke, combustion is a jump of the pressure. Ignited by
   itself at top dead centre it is a model of type 1 and runs alone; ignited and governed by a
   controller in C it is a plant. In the middle of the run the load grows. */
#include "controller.h"
#include "study.h"

#include "modevs/parts.h"

#include <math.h>
#include <stdio.h>

typedef enum Ignition { IGNITION_INSIDE, IGNITION_CONTROLLER } Ignition;

static const char *const ignitions[] = {"inside", "controller", NULL};
static const char *const solvers[] = {"rk45", "cvode", NULL};

static const double pi = 3.14159265358979324;

enum { IN_RATIO, IN_SPARKS, IN_LOAD, N_IN }; /* ports of the plant */
enum { OUT_CRANK, OUT_ANGLE, N_OUT };

typedef enum Name { PRESSURE, SPEED, BALANCE, HEAT, WASTE, CLOSED, CYCLES, N_NAMES } Name;

static const char *const names[N_NAMES] = {"p",     "omega",  "balance", "heat",
										   "waste", "closed", "cycles"};

typedef struct Engine {
	int ignition;           /* Ignition */
	int solver;             /* which of `solvers` */
	double speed;           /* to be held, rad/s */
	double load;            /* from the middle on, N.m.s/rad */
	double stop;            /* end, s */
	double tol;             /* of the integrator */
	const char *plot;       /* where the pictures go, a prefix; NULL: nowhere */
	MdvProgram *program;    /* the engine's */
	MdvAtomic atomic;       /* the plant's kind */
	MdvHybridOptions o;     /* of the plant */
	MdvComponent plant;     /* the engine */
	MdvComponent control;   /* the controller, if there is one */
	MdvComponent angles;    /* statistics of spark angles */
	int32_t var[N_NAMES];   /* references, once it runs */
	bool found;             /* they are known */
	double p_max;           /* highest pressure so far, Pa */
	double max_balance;     /* largest energy from nowhere, J */
	double efficiency;      /* (heat - waste) / heat, all cycles so far */
	double t_first_spark;   /* when the pressure first jumped; NAN: not yet */
	double speed_before;    /* mean speed just before the load grows; NAN: not known */
	StudyCurve pressure;    /* of the first strokes */
	StudyCurve speed_curve; /* of the whole run */
} Engine;

enum { FIRST_STROKES_S = 1 };

static MdvStatus look(void *user, MdvHybrid *h, double t)
{
	Engine *e = user;
	double value[N_NAMES];

	for (int i = 0; i < N_NAMES; i++) {
		if (!e->found && (e->var[i] = mdv_hybrid_find(h, names[i])) < 0)
			return MDV_NOT_FOUND;
		value[i] = mdv_hybrid_get(h, e->var[i]);
	}
	e->found = true;
	e->p_max = fmax(e->p_max, value[PRESSURE]);
	e->max_balance = fmax(e->max_balance, fabs(value[BALANCE]));
	if (!value[CLOSED] && value[WASTE] > 0)
		e->efficiency = 1 - value[WASTE] / value[HEAT];
	if (isnan(e->t_first_spark) && value[HEAT] > 0)
		e->t_first_spark = t;
	if (e->plot && t <= FIRST_STROKES_S)
		study_curve_add(&e->pressure, t, 1e-5 * value[PRESSURE]);
	if (e->plot)
		study_curve_add(&e->speed_curve, t, value[SPEED]);
	return MDV_OK;
}

/* The coupled model */

static MdvStatus add_plant(Engine *e, MdvDevs *sim)
{
	static const MdvSend send[] = {
		{.variable = "omega", .port = OUT_CRANK, .when = MDV_SEND_EDGE, .trigger = "near"},
		{.variable = "spark_angle", .port = OUT_ANGLE, .when = MDV_SEND_CHANGE},
	};
	static const MdvReceive receive[] = {{.port = IN_LOAD, .variable = "load"},
										 {.port = IN_RATIO, .variable = "pressure_ratio"},
										 {.port = IN_SPARKS, .variable = "sparks"}};
	bool controlled = e->ignition == IGNITION_CONTROLLER;

	e->o = (MdvHybridOptions){.model = mdv_program_source(e->program),
							  .send = send,
							  .n_send = controlled ? 2 : 0,
							  .receive = receive,
							  .n_receive = controlled ? 3 : 1,
							  .n_in = N_IN,
							  .n_out = N_OUT,
							  .run.solver = study_solver(solvers[e->solver]),
							  .run.tol = e->tol,
							  .run.span = e->stop,
							  .trace = look,
							  .run.interval = 5e-4,
							  .user = e};
	e->atomic = mdv_hybrid_atomic("engine", &e->o);
	return mdv_devs_add_atomic(sim, mdv_devs_root(sim), "engine", &e->atomic, &e->o, &e->plant);
}

static MdvStatus add_controller(Engine *e, MdvDevs *sim)
{
	ControllerParams p = {.speed = e->speed, .sensor = pi / 6, .least = 1, .most = 4};
	MdvComponent root = mdv_devs_root(sim);
	MdvStatus status = mdv_devs_add_atomic(sim, root, "controller", &controller, &p, &e->control);

	if (status >= 0)
		status = mdv_devs_add_atomic(sim, root, "angles", &mdv_statistics, NULL, &e->angles);
	if (status >= 0)
		status = mdv_devs_couple(sim, e->plant, OUT_CRANK, e->control, CONTROLLER_CRANK);
	if (status >= 0)
		status = mdv_devs_couple(sim, e->control, CONTROLLER_RATIO, e->plant, IN_RATIO);
	if (status >= 0)
		status = mdv_devs_couple(sim, e->control, CONTROLLER_SPARKS, e->plant, IN_SPARKS);
	if (status >= 0)
		status = mdv_devs_couple(sim, e->plant, OUT_ANGLE, e->angles, MDV_STATISTICS_SAMPLE);
	return status;
}

/* Half of the time as it is, then with the other load. */
static MdvStatus simulate(Engine *e, MdvDevs *sim)
{
	MdvStatus status = add_plant(e, sim);

	if (status >= 0 && e->ignition == IGNITION_CONTROLLER)
		status = add_controller(e, sim);
	if (status >= 0)
		status = mdv_devs_run(sim, 0.5 * e->stop);
	if (status >= 0 && e->ignition == IGNITION_CONTROLLER)
		e->speed_before = controller_speed(sim, e->control);
	if (status >= 0)
		status = mdv_devs_inject(sim, 0.5 * e->stop, e->plant, IN_LOAD, mdv_real(e->load));
	return status >= 0 ? mdv_devs_run(sim, e->stop) : status;
}

/* Figures */

static void report(const Engine *e, const MdvDevs *sim, double cpu)
{
	MdvHybrid *h = mdv_hybrid_of(mdv_devs_state(sim, e->plant));
	MdvHybridStats stats = mdv_hybrid_stats(h);

	study_begin();
	study_text("ignition", ignitions[e->ignition]);
	study_text("solver", solvers[e->solver]);
	study_number("cycles", mdv_hybrid_get(h, e->var[CYCLES]));
	study_number("t_first_spark", e->t_first_spark);
	study_number("max_pressure_bar", 1e-5 * e->p_max);
	study_number("efficiency", e->efficiency);
	study_number("heat", mdv_hybrid_get(h, e->var[HEAT]));
	study_number("energy_error", e->max_balance / mdv_hybrid_get(h, e->var[HEAT]));
	if (e->ignition == IGNITION_CONTROLLER) {
		MdvTally angle = mdv_statistics_read(sim, e->angles).samples;

		study_number("speed_before", e->speed_before);
		study_number("speed_after", controller_speed(sim, e->control));
		study_count("sparks", angle.n);
		study_number("spark_deg_earliest", 180 / pi * angle.min);
		study_number("spark_deg_latest", 180 / pi * angle.max);
		study_number("spark_deg_mean", 180 / pi * angle.mean);
	}
	study_count("state_events", stats.state_events);
	study_count("inputs", stats.inputs);
	study_count("rhs", stats.rhs);
	study_number("cpu_s", cpu);
}

static bool draw(const Engine *e)
{
	char path[1024];

	if (!e->plot)
		return true;
	snprintf(path, sizeof path, "%s_pressure.svg", e->plot);
	if (!study_plot(path, "pressure in the cylinder", &e->pressure, 1))
		return false;
	snprintf(path, sizeof path, "%s_speed.svg", e->plot);
	return study_plot(path, "speed of the crank", &e->speed_curve, 1);
}

static int run(Engine *e)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	double cpu = study_cpu();
	bool ok;

	if (!sim) {
		fputs("engine: no memory\n", stderr);
		return 1;
	}
	ok = simulate(e, sim) >= 0;
	if (!ok)
		fprintf(stderr, "engine: %s\n", mdv_devs_error(sim));
	else
		report(e, sim, study_cpu() - cpu);
	ok = ok && study_end() && draw(e);
	mdv_devs_free(sim);
	return ok ? 0 : 1;
}

int main(int argc, char **argv)
{
	Engine e = {.ignition = IGNITION_CONTROLLER,
				.speed = 150,
				.load = 0.25,
				.stop = 10,
				.tol = 1e-8,
				.t_first_spark = NAN,
				.speed_before = NAN,
				.pressure = {.name = "p", .unit = "bar"},
				.speed_curve = {.name = "omega", .unit = "rad/s"}};
	const StudyOption options[] = {
		{"--ignition", STUDY_CHOICE, &e.ignition, "where the spark comes from", ignitions},
		{"--solver", STUDY_CHOICE, &e.solver, "of the plant", solvers},
		{"--speed", STUDY_NUMBER, &e.speed, "that the controller holds, rad/s", NULL},
		{"--load", STUDY_NUMBER, &e.load, "from the middle of the run on, N.m.s/rad", NULL},
		{"--stop", STUDY_NUMBER, &e.stop, "end, s", NULL},
		{"--tol", STUDY_NUMBER, &e.tol, "tolerance", NULL},
		{"--plot", STUDY_TEXT, &e.plot, "NAME: draws NAME_pressure.svg and NAME_speed.svg", NULL},
	};
	int status;

	if (!study_options(argc, argv, "A four-stroke engine with one cylinder", options,
					   sizeof options / sizeof *options, &status))
		return status;
	e.program = study_compile(STUDY_DIR "/Engine.mo",
							  e.ignition == IGNITION_CONTROLLER ? "ControlledEngine" : "Engine");
	if (!e.program)
		return 1;
	status = run(&e);
	study_curve_free(&e.pressure);
	study_curve_free(&e.speed_curve);
	mdv_program_free(e.program);
	return status;
}
