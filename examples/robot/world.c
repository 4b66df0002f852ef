/* SPDX-License-Identifier: MIT
   world.c — one run: the robot and its control as plants, each behind its network card, and the
   background traffic; what is measured on the way. */
#include "robot.h"

#include "study.h"

#include <math.h>
#include <stdio.h>

/* --- the models --- */

bool world_compile(RobotPrograms *p, RobotControl control, RobotStates states)
{
	static const char *const names[][3] = {
		{"PickAndPlace.Robot1", "PickAndPlace.Robot1Joints", "PickAndPlace.Robot1Tool"},
		{"PickAndPlace.Robot2", "PickAndPlace.Robot2Joints", "PickAndPlace.Robot2Tool"},
	};
	static const char file[] = STUDY_DIR "/PickAndPlace.mo";

	p->robot = study_compile(file, names[control == ROBOT_THRESHOLD][states]);
	p->control = p->robot ? study_compile(file, "PickAndPlace.Control") : NULL;
	return p->control != NULL;
}

void world_free(RobotPrograms *p)
{
	mdv_program_free(p->robot);
	mdv_program_free(p->control);
	*p = (RobotPrograms){0};
}

/* --- the network and the control --- */

/* The plant's packets go to the card, and the card's to it. */
static MdvStatus attach(MdvDevs *sim, MdvComponent plant, MdvComponent card)
{
	MdvStatus status = mdv_devs_couple(sim, plant, PLANT_TO_CARD, card, CARD_FROM_APP);

	return status >= 0 ? mdv_devs_couple(sim, card, CARD_TO_APP, plant, PLANT_FROM_CARD) : status;
}

MdvStatus world_open(World *w, const RobotPrograms *p, const RobotCase *c)
{
	MdvDevsOptions o = {.seed = c->seed, .n_in = 1, .n_out = 1};
	MdvComponent control;
	MdvStatus status;

	*w = (World){.sim = mdv_devs_new(&o),
				 .control = {.model = mdv_program_source(p->control),
							 .extension = &control_ext,
							 .n_in = 1,
							 .n_out = 1,
							 .run.solver = MDV_SOLVER_RK45}};
	if (!w->sim)
		return MDV_NO_MEMORY;
	w->control_kind = mdv_hybrid_atomic("control", &w->control);
	status = ethernet_build(&w->net, w->sim, c->n_sources);
	if (status >= 0)
		status = mdv_devs_add_atomic(w->sim, mdv_devs_root(w->sim), "control", &w->control_kind,
									 &w->control, &control);
	return status >= 0 ? attach(w->sim, control, w->net.control) : status;
}

void world_close(World *w)
{
	mdv_devs_free(w->sim);
	ethernet_free(&w->net);
}

/* --- what is measured --- */

typedef struct Meter {
	const RobotCase *c;  /* the case */
	RobotFigures *out;   /* filled in */
	int32_t error;       /* variables of the robot; -1: not yet looked for */
	int32_t residual;    /* largest of the constraints */
	int32_t x, z, dq[2]; /* tool, speeds of the joints */
} Meter;

static MdvStatus find_variables(Meter *m, MdvHybrid *h)
{
	m->error = mdv_hybrid_find(h, "error");
	m->residual = mdv_hybrid_find(h, "residual");
	m->x = mdv_hybrid_find(h, "x");
	m->z = mdv_hybrid_find(h, "z");
	m->dq[0] = mdv_hybrid_find(h, "dq[1]");
	m->dq[1] = mdv_hybrid_find(h, "dq[2]");
	return m->error < 0 || m->residual < 0 || m->x < 0 || m->z < 0 || m->dq[0] < 0 || m->dq[1] < 0
			   ? MDV_NOT_FOUND
			   : MDV_OK;
}

/* Called before and after every event of the robot, and every millisecond. */
static MdvStatus measure(void *user, MdvHybrid *h, double t)
{
	Meter *m = user;
	MdvStatus status = m->error < 0 ? find_variables(m, h) : MDV_OK;
	double error, x, z;

	if (status != MDV_OK)
		return status;
	error = mdv_hybrid_get(h, m->error);
	x = mdv_hybrid_get(h, m->x);
	z = mdv_hybrid_get(h, m->z);
	m->out->max_error = fmax(m->out->max_error, fmin(error, m->c->limit));
	m->out->max_residual = fmax(m->out->max_residual, mdv_hybrid_get(h, m->residual));
	if (m->c->watch)
		m->c->watch(m->c->user, t, x, z, error);
	if (m->c->path) {
		double speed[2] = {mdv_hybrid_get(h, m->dq[0]), mdv_hybrid_get(h, m->dq[1])};

		path_add(m->c->path, t, x, z, speed);
	}
	return error >= m->c->limit ? MDV_STOPPED : MDV_OK;
}

static void log_line(void *user, const char *text)
{
	const Meter *m = user;

	if (m->c->log)
		m->c->log(m->c->user, text);
}

/* --- the run --- */

/* Up to, but not including, the end: the last sample of 20 s at 1 kHz is that of 19.999 s. */
static MdvStatus simulate(World *w, const MdvHybridOptions *o, const MdvAtomic *kind,
						  const RobotCase *c, RobotFigures *out)
{
	MdvComponent robot;
	MdvHybrid *h;
	const RobotExt *s;
	MdvStatus status = mdv_devs_add_atomic(w->sim, mdv_devs_root(w->sim), "robot", kind, o, &robot);

	if (status >= 0)
		status = attach(w->sim, robot, w->net.robot);
	if (status < 0)
		return status;
	h = mdv_hybrid_of(mdv_devs_state(w->sim, robot));
	status = mdv_devs_run(w->sim, nextafter(c->stop, 0));
	s = mdv_hybrid_state(h);
	out->samples = s->samples_sent;
	out->commands = s->commands;
	out->stats = mdv_hybrid_stats(h);
	out->net = ethernet_counts(&w->net);
	out->t_end = mdv_devs_time(w->sim);
	return status;
}

bool world_run(const RobotPrograms *p, const RobotCase *c, RobotFigures *out)
{
	Meter meter = {.c = c, .out = out, .error = -1};
	MdvHybridOptions o = {.model = mdv_program_source(p->robot),
						  .extension = &robot_ext,
						  .n_in = 1,
						  .n_out = 1,
						  .run.solver = MDV_SOLVER_RK45,
						  .run.tol = c->tol,
						  .run.span = c->stop,
						  .run.locator = c->locator,
						  .trace = measure,
						  .run.interval = 1e-3,
						  .log = log_line,
						  .run.log = MDV_LOG_STATES,
						  .user = &meter};
	MdvAtomic kind = mdv_hybrid_atomic("robot", &o);
	double begin = study_cpu();
	MdvStatus status;
	World w;

	*out = (RobotFigures){0};
	status = world_open(&w, p, c);
	if (status >= 0)
		status = simulate(&w, &o, &kind, c, out);
	out->cpu_s = study_cpu() - begin;
	if (status < 0)
		fprintf(stderr, "robot: %s\n", w.sim ? mdv_devs_error(w.sim) : "out of memory");
	world_close(&w);
	return status >= 0;
}
