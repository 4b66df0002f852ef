/* SPDX-License-Identifier: MIT
   cosim.c — the same robot by fixed-step co-simulation (paper 000, 5.5), to compare with. The
   robot's model functions and the network are two simulators that exchange data every 51.2 us, the
   length of a frame. The integrator is the same RK45, started anew at each exchange, as a simulator
   must that does not know what the other will say; everything else is in favour of this side: the
   sample of each millisecond is taken exactly then, on the integrator's dense output, and no event
   is iterated. A sample waits for the next exchange, and so does a command. */
#include "robot.h"

#include "study.h"

#include "runtime/rt/rt.h"
#include "runtime/solver/solver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double sample_interval = 1e-3; /* seconds */

typedef struct Cosim {
	const RobotCase *c;     /* the case */
	RobotFigures *out;      /* filled in */
	World world;            /* network and control */
	const MdvModel *m;      /* the robot's model, */
	Rt *rt;                 /* an instance of it, */
	Solver *solver;         /* its integrator */
	double *x;              /* states at the exchange, and at samples */
	double nominal[4];      /* sizes of the states */
	int32_t torque[2];      /* variables: T, */
	int32_t angle[2];       /* q, */
	int32_t speed[2];       /* dq, */
	int32_t tool[2];        /* x and z, */
	int32_t error;          /* of the control, */
	int32_t residual;       /* of the constraints */
	uint64_t n_samples;     /* taken */
	Packet sample, command; /* last one of each */
	bool has_sample;        /* one waits for the exchange */
	bool has_command;       /* one has come since the last exchange */
} Cosim;

/* --- the robot --- */

static MdvStatus rhs(void *ctx, double t, const double x[], double dx[])
{
	return rt_ode(((Cosim *)ctx)->rt, t, x, dx);
}

static int32_t find(const MdvModel *m, const char *name)
{
	for (int32_t i = 0; i < m->n_vars; i++)
		if (strcmp(m->var[i].name, name) == 0)
			return i;
	return -1;
}

static bool find_variables(Cosim *s)
{
	struct {
		const char *name;
		int32_t *var;
	} wanted[] = {{"T[1]", &s->torque[0]},   {"T[2]", &s->torque[1]}, {"q[1]", &s->angle[0]},
				  {"q[2]", &s->angle[1]},    {"dq[1]", &s->speed[0]}, {"dq[2]", &s->speed[1]},
				  {"x", &s->tool[0]},        {"z", &s->tool[1]},      {"error", &s->error},
				  {"residual", &s->residual}};
	bool all = true;

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		*wanted[i].var = find(s->m, wanted[i].name);
		all &= *wanted[i].var >= 0;
	}
	return all;
}

static MdvStatus restart(Cosim *s, double t)
{
	for (int32_t i = 0; i < s->rt->n; i++)
		s->nominal[i] = rt_nominal(s->rt, i);
	return solver_restart(s->solver, t, s->x);
}

static MdvStatus open_robot(Cosim *s, const RobotPrograms *p)
{
	const MdvModelSource *source = mdv_program_source(p->robot);
	OdeSystem sys = {.ctx = s, .rhs = rhs, .nominal = s->nominal};
	MdvOptions o = {.tol = s->c->tol, .max_step = s->c->stop / 50};
	RtEvent e;
	MdvStatus status;

	s->m = source->make(source->ctx, NULL, NULL, NULL);
	s->rt = s->m ? rt_new(s->m, NULL) : NULL;
	if (!s->rt)
		return MDV_NO_MEMORY;
	if (!find_variables(s) || s->rt->n > 4)
		return MDV_NOT_FOUND;
	status = init_run(s->rt, 0);
	if (status == MDV_OK)
		status = event_iterate(s->rt, 0, &e);
	sys.n = s->rt->n;
	s->x = calloc((size_t)sys.n, sizeof *s->x);
	if (status == MDV_OK)
		status = s->x ? solver_new(&solver_rk45, &sys, &o, NULL, &s->solver) : MDV_NO_MEMORY;
	if (status != MDV_OK)
		return status;
	rt_states(s->rt, s->x);
	return restart(s, 0);
}

static void close_robot(Cosim *s, const RobotPrograms *p)
{
	const MdvModelSource *source = mdv_program_source(p->robot);

	solver_free(s->solver);
	free(s->x);
	if (s->rt)
		rt_free(s->rt);
	if (s->m)
		source->drop(source->ctx, s->m);
}

/* All variables at t of the last step. */
static MdvStatus look(Cosim *s, double t)
{
	MdvStatus status = solver_dense(s->solver, t, s->x);

	return status == MDV_OK ? rt_output(s->rt, t, s->x, RT_INTEGRATE) : status;
}

static double get(const Cosim *s, int32_t var)
{
	return rt_get(s->rt, var);
}

/* What is measured in the event simulation, too. */
static void measure(Cosim *s, double t)
{
	double error = get(s, s->error), speed[2] = {get(s, s->speed[0]), get(s, s->speed[1])};

	s->out->max_error = fmax(s->out->max_error, fmin(error, s->c->limit));
	s->out->max_residual = fmax(s->out->max_residual, get(s, s->residual));
	if (s->c->watch)
		s->c->watch(s->c->user, t, get(s, s->tool[0]), get(s, s->tool[1]), error);
	if (s->c->path)
		path_add(s->c->path, t, get(s, s->tool[0]), get(s, s->tool[1]), speed);
}

static void take_sample(Cosim *s)
{
	s->sample = (Packet){.role = APP_DATA,
						 .to = CONTROL_ADDRESS,
						 .bytes = PACKET_BYTES,
						 .data = {get(s, s->angle[0]), get(s, s->angle[1])}};
	s->has_sample = true;
	s->n_samples++;
}

/* From the last exchange to the one at t. */
static MdvStatus robot_step(Cosim *s, double t)
{
	double t_new = -INFINITY;
	MdvStatus status = MDV_OK;
	bool changed;

	while (status == MDV_OK && t_new < t) {
		double due = (double)s->n_samples * sample_interval;

		status = solver_step(s->solver, t, &t_new);
		if (status == MDV_OK && due <= t_new && due < s->c->stop) {
			status = look(s, due);
			take_sample(s);
			measure(s, due);
		}
	}
	if (status == MDV_OK)
		status = look(s, t);
	if (status != MDV_OK)
		return status;
	rt_accept(s->rt);
	status = set_select(s->rt, SET_FACTOR, &changed);
	s->out->stats.set_changes += changed;
	rt_states(s->rt, s->x);
	return status;
}

/* --- the network --- */

/* What the robot's card gives out. */
static MdvStatus receive(void *user, const MdvCall *now, uint32_t port, const MdvValue *value)
{
	Cosim *s = user;

	(void)port;
	if (now->self != 0)
		return MDV_OK;
	s->command = *ethernet_packet(value);
	s->has_command = true;
	return MDV_OK;
}

static MdvStatus open_network(Cosim *s, const RobotPrograms *p)
{
	MdvObserver observer = {.output = receive, .user = s};
	MdvStatus status = world_open(&s->world, p, s->c);
	MdvDevs *sim = s->world.sim;

	if (status >= 0)
		status = mdv_devs_couple(sim, mdv_devs_root(sim), 0, s->world.net.robot, CARD_FROM_APP);
	if (status >= 0)
		status = mdv_devs_couple(sim, s->world.net.robot, CARD_TO_APP, mdv_devs_root(sim), 0);
	return status >= 0 ? mdv_devs_observe(sim, &observer) : status;
}

/* --- the exchange --- */

/* At t, where both simulators are. */
static MdvStatus exchange(Cosim *s, double t)
{
	MdvDevs *sim = s->world.sim;
	MdvStatus status = MDV_OK;

	if (s->has_sample) {
		MdvValue message = ethernet_message(mdv_devs_call(sim), &s->sample);

		if (!message.payload)
			return MDV_NO_MEMORY;
		status = mdv_devs_inject(sim, t, mdv_devs_root(sim), 0, message);
		s->out->samples++;
		s->has_sample = false;
	}
	if (s->has_command) {
		for (int k = 0; k < 2; k++)
			s->rt->frame[s->m->var[s->torque[k]].slot] = s->command.data[k];
		s->rt->last.t = NAN;
		s->out->commands++;
		s->has_command = false;
	}
	return status >= 0 ? restart(s, t) : status;
}

static MdvStatus loop(Cosim *s)
{
	MdvStatus status = MDV_OK;
	double t = 0;

	take_sample(s);
	measure(s, 0);
	for (uint64_t k = 1; status >= 0 && t < s->c->stop; k++) {
		status = exchange(s, t);
		t = fmin((double)k * FRAME, s->c->stop);
		if (status >= 0)
			status = mdv_devs_run(s->world.sim, t);
		if (status >= 0)
			status = robot_step(s, t);
		if (status >= 0)
			measure(s, t);
		s->out->t_end = t;
		if (s->out->max_error >= s->c->limit)
			break;
	}
	return status;
}

static void tell(const Cosim *s, MdvStatus status)
{
	const char *why = s->world.sim ? mdv_devs_error(s->world.sim) : "";

	if (!why[0] && s->rt)
		why = rt_message(s->rt);
	fprintf(stderr, "robot: %s\n", why[0] ? why : mdv_status_text(status));
}

bool cosim_run(const RobotPrograms *p, const RobotCase *c, RobotFigures *out)
{
	Cosim s = {.c = c, .out = out};
	double begin = study_cpu();
	MdvStatus status;

	*out = (RobotFigures){0};
	status = open_network(&s, p);
	if (status >= 0)
		status = open_robot(&s, p);
	if (status == MDV_OK)
		status = loop(&s);
	if (s.solver) {
		const SolverStats *stats = solver_stats(s.solver);

		out->stats.steps = stats->steps;
		out->stats.rejected = stats->rejected;
		out->stats.restarts = stats->restarts;
		out->stats.rhs = stats->rhs;
	}
	out->cpu_s = study_cpu() - begin;
	out->net = s.world.sim ? ethernet_counts(&s.world.net) : (EthernetCounts){0};
	if (status < 0 || status > 0)
		tell(&s, status);
	close_robot(&s, p);
	world_close(&s.world);
	return status == MDV_OK;
}
