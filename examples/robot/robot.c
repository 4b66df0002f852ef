/* SPDX-License-Identifier: MIT
   robot.c — a robot whose sensors and motors reach its control through an Ethernet that others use,
   too (paper 000, section 5): how much traffic does the control stand? */
#include "robot.h"

#include "study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Options {
	int control, states, locator; /* RobotControl, RobotStates, MdvLocator */
	int compare;                  /* Compare */
	uint64_t sources, seed;       /* background traffic */
	uint64_t seeds;               /* runs, with seeds from `seed` on; 1: one run */
	double stop, tol, limit;      /* seconds, relative, metres */
	bool plot;                    /* write pictures */
	bool log;                     /* tell changes of states */
} Options;

typedef enum Compare { COMPARE_NO, COMPARE_COSIM, COMPARE_STATES } Compare;

static const char *const compares[] = {"no", "cosim", "states", NULL};
static const char *const controls[] = {"sampled", "threshold", "cosim", NULL};
static const char *const states[] = {"chosen", "joints", "tool", NULL};
static const char *const locators[] = {"dense", "bisect", "halve", NULL};

/* --- one run --- */

typedef struct Pictures {
	StudyCurve x, z, xd, zd; /* tool and reference path */
	StudyCurve error;        /* between them */
} Pictures;

static void draw(void *user, double t, double x, double z, double error)
{
	Pictures *p = user;
	double phase = 0.5 * 3.141592653589793 * t;

	study_curve_add(&p->x, t, x);
	study_curve_add(&p->z, t, z);
	study_curve_add(&p->xd, t, -0.35 * sin(phase));
	study_curve_add(&p->zd, t, -0.7 + 0.1 * cos(phase));
	study_curve_add(&p->error, t, error);
}

static void tell(void *user, const char *text)
{
	(void)user;
	fprintf(stderr, "%s\n", text);
}

static RobotCase case_of(const Options *o)
{
	return (RobotCase){.control = (RobotControl)o->control,
					   .states = (RobotStates)o->states,
					   .n_sources = (uint32_t)o->sources,
					   .seed = o->seed,
					   .stop = o->stop,
					   .tol = o->tol,
					   .limit = o->limit,
					   .locator = (MdvLocator)o->locator,
					   .log = o->log ? tell : NULL};
}

static bool run(const RobotPrograms *p, const RobotCase *c, RobotFigures *f)
{
	return c->control == ROBOT_COSIM ? cosim_run(p, c, f) : world_run(p, c, f);
}

static bool print_figures(const Options *o, const RobotFigures *f)
{
	study_begin();
	study_text("control", controls[o->control]);
	study_count("sources", o->sources);
	study_count("seed", o->seed);
	study_number("max_error", f->max_error);
	study_count("samples", f->samples);
	study_count("commands", f->commands);
	study_number("max_residual", f->max_residual);
	study_number("cpu_s", f->cpu_s);
	study_number("t_end", f->t_end);
	study_count("lost", f->max_error >= LOST_FROM);
	study_count("packets", f->net.sent);
	study_count("collisions", f->net.collisions);
	study_count("dropped", f->net.dropped);
	study_count("waiting", f->net.waiting);
	study_count("steps", f->stats.steps);
	study_count("rejected", f->stats.rejected);
	study_count("restarts", f->stats.restarts);
	study_count("rhs", f->stats.rhs);
	study_count("crossings", f->stats.crossings);
	study_count("state_events", f->stats.state_events);
	study_count("time_events", f->stats.time_events);
	study_count("inputs", f->stats.inputs);
	study_count("set_changes", f->stats.set_changes);
	return study_end();
}

static bool one_run(const RobotPrograms *p, const Options *o)
{
	Pictures pictures = {.x = {.name = "x", .unit = "m"},
						 .z = {.name = "z", .unit = "m"},
						 .xd = {.name = "xd", .unit = "m"},
						 .zd = {.name = "zd", .unit = "m"},
						 .error = {.name = "|x-xd|+|z-zd|", .unit = "m"}};
	RobotCase c = case_of(o);
	RobotFigures f;
	bool ok;

	c.user = &pictures;
	c.watch = o->plot ? draw : NULL;
	ok = run(p, &c, &f) && print_figures(o, &f);
	if (ok && o->plot) {
		StudyCurve path[] = {pictures.x, pictures.xd, pictures.z, pictures.zd};

		ok = study_plot("robot_path.svg", "The tool and its reference path", path, 4) &&
			 study_plot("robot_error.svg", "Error of the control", &pictures.error, 1);
	}
	study_curve_free(&pictures.x);
	study_curve_free(&pictures.z);
	study_curve_free(&pictures.xd);
	study_curve_free(&pictures.zd);
	study_curve_free(&pictures.error);
	return ok;
}

/* --- a cell of Table 2 --- */

static bool many_runs(const RobotPrograms *p, const Options *o)
{
	double *errors = malloc(o->seeds * sizeof *errors), cpu = 0, least = INFINITY, most = 0;
	uint64_t n_lost = 0, n_dropped = 0;
	bool ok = errors != NULL;

	for (uint64_t i = 0; i < o->seeds && ok; i++) {
		RobotCase c = case_of(o);
		RobotFigures f;

		c.seed += i;
		ok = run(p, &c, &f);
		errors[i] = f.max_error;
		least = fmin(least, f.max_error);
		most = fmax(most, f.max_error);
		n_lost += f.max_error >= LOST_FROM;
		n_dropped += f.net.dropped;
		cpu += f.cpu_s;
	}
	if (ok) {
		study_begin();
		study_text("control", controls[o->control]);
		study_count("sources", o->sources);
		study_count("seeds", o->seeds);
		study_number("median", study_median(errors, o->seeds));
		study_number("least", least);
		study_number("most", most);
		study_number("share_lost", (double)n_lost / (double)o->seeds);
		study_count("dropped", n_dropped);
		study_number("cpu_s", cpu);
		ok = study_end();
	}
	free(errors);
	return ok;
}

/* --- comparisons --- */

typedef struct Side {
	RobotPath path;   /* where the tool was */
	RobotFigures fig; /* what was measured */
} Side;

/* A run that keeps its path; other states need another program. */
static bool run_side(const RobotCase *wanted, Side *side)
{
	RobotPrograms p = {0};
	RobotCase c = *wanted;
	bool ok = path_init(&side->path, 1e-3, c.stop) && world_compile(&p, c.control, c.states);

	c.path = &side->path;
	ok = ok && run(&p, &c, &side->fig);
	world_free(&p);
	return ok;
}

/* The same, with the shorter of two times. */
static bool run_twice(const RobotCase *c, Side *side)
{
	double first;

	if (!run_side(c, side))
		return false;
	first = side->fig.cpu_s;
	path_free(&side->path);
	if (!run_side(c, side))
		return false;
	side->fig.cpu_s = fmin(side->fig.cpu_s, first);
	return true;
}

/* Both with the tolerance asked for, and the event simulation with a hundredth of it, which both
   are compared with until a joint reverses. */
static bool compare_cosim(const Options *o)
{
	RobotCase events = case_of(o), cosim = events, tight = events;
	Side side[3] = {0};
	bool ok;

	events.control = tight.control = ROBOT_SAMPLED;
	cosim.control = ROBOT_COSIM;
	tight.tol *= 0.01;
	ok = run_twice(&events, &side[0]) && run_twice(&cosim, &side[1]) && run_side(&tight, &side[2]);
	if (ok) {
		double t = side[2].path.reversal;

		study_begin();
		study_number("reversal", t);
		study_number("distance_events", path_distance(&side[0].path, &side[2].path, t));
		study_number("distance_cosim", path_distance(&side[1].path, &side[2].path, t));
		study_number("cpu_events", side[0].fig.cpu_s);
		study_number("cpu_cosim", side[1].fig.cpu_s);
		study_number("cpu_ratio", side[1].fig.cpu_s / side[0].fig.cpu_s);
		study_count("rhs_events", side[0].fig.stats.rhs);
		study_count("rhs_cosim", side[1].fig.stats.rhs);
		ok = study_end();
	}
	for (int i = 0; i < 3; i++)
		path_free(&side[i].path);
	return ok;
}

/* States chosen at run time against those that are always the same. */
static bool compare_states(const Options *o)
{
	RobotCase c = case_of(o);
	Side side[3] = {0};
	bool ok = true;

	for (int i = 0; i < 3 && ok; i++) {
		c.states = (RobotStates)i;
		ok = run_side(&c, &side[i]);
	}
	if (ok) {
		double t = side[ROBOT_JOINTS].path.reversal;

		study_begin();
		study_text("control", controls[o->control]);
		study_count("set_changes", side[ROBOT_CHOSEN].fig.stats.set_changes);
		study_number("reversal", t);
		for (int i = 1; i < 3; i++) {
			const RobotPath *a = &side[ROBOT_CHOSEN].path, *b = &side[i].path;

			study_number(i == 1 ? "joints_to_reversal" : "tool_to_reversal",
						 path_distance(a, b, t));
			study_number(i == 1 ? "joints_to_end" : "tool_to_end", path_distance(a, b, INFINITY));
		}
		ok = study_end();
	}
	for (int i = 0; i < 3; i++)
		path_free(&side[i].path);
	return ok;
}

/* --- the program --- */

static bool run_all(const Options *o)
{
	RobotPrograms p = {0};
	bool ok;

	if (o->compare == COMPARE_COSIM)
		return compare_cosim(o);
	if (o->compare == COMPARE_STATES)
		return compare_states(o);
	ok = world_compile(&p, (RobotControl)o->control, (RobotStates)o->states) &&
		 (o->seeds > 1 ? many_runs(&p, o) : one_run(&p, o));
	world_free(&p);
	return ok;
}

int main(int argc, char **argv)
{
	Options o = {.seed = 1, .seeds = 1, .stop = 20, .tol = 1e-5, .limit = LOST_FROM};
	const StudyOption options[] = {
		{"--control", STUDY_CHOICE, &o.control, "how the joints are sampled", controls},
		{"--sources", STUDY_COUNT, &o.sources, "sources of background traffic", NULL},
		{"--seed", STUDY_COUNT, &o.seed, "of the random numbers", NULL},
		{"--seeds", STUDY_COUNT, &o.seeds, "so many runs, with seeds from there on", NULL},
		{"--stop", STUDY_NUMBER, &o.stop, "seconds to simulate", NULL},
		{"--tol", STUDY_NUMBER, &o.tol, "relative tolerance of the integrator", NULL},
		{"--limit", STUDY_NUMBER, &o.limit, "end a run with such an error, in metres", NULL},
		{"--states", STUDY_CHOICE, &o.states, "which variables are states", states},
		{"--locator", STUDY_CHOICE, &o.locator, "how crossings are found", locators},
		{"--compare", STUDY_CHOICE, &o.compare, "with co-simulation, or with other states",
		 compares},
		{"--log", STUDY_FLAG, &o.log, "tell when other variables become states", NULL},
		{"--plot", STUDY_FLAG, &o.plot, "write robot_path.svg and robot_error.svg", NULL},
	};
	int status;

	if (!study_options(argc, argv, "A robot controlled through an Ethernet (paper 000, section 5)",
					   options, sizeof options / sizeof *options, &status))
		return status;
	return run_all(&o) ? 0 : 1;
}
