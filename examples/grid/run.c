/* SPDX-License-Identifier: MIT
   run.c — the power system, its control and the network put together, run and measured. */
#include "grid.h"
#include "study.h"

#include <math.h>
#include <stdio.h>

/* One simulation */
typedef struct Run {
	const GridOptions *o;                    /* what is asked for */
	GridResult *result;                      /* where figures go */
	GridCurves *curves;                      /* NULL: none */
	MdvProgram *program;                     /* the power system, compiled */
	MdvDevs *sim;                            /* everything */
	MdvAtomic atomic;                        /* the plant's kind */
	MdvHybridOptions plant_options;          /* and how it is made */
	MdvSetting set[3 + GRID_LOADS];          /* parameters of the plant */
	MdvReceive receive[GRID_LOADS];          /* its inputs */
	char input[GRID_LOADS][16];              /* their names */
	MdvComponent plant;                      /* the power system */
	MdvComponent monitor[GRID_MACHINES];     /* one for each machine */
	MdvComponent load[GRID_LOADS];           /* one for each bus with a load */
	MdvComponent node[GRID_NODES];           /* of the network */
	MdvComponent line[GRID_LINES];           /* of the network */
	int32_t f[GRID_MACHINES];                /* references: frequencies, */
	int32_t closed[GRID_MACHINES];           /* breakers, */
	int32_t served;                          /* power of the loads */
	double last_t, last_demand, last_served; /* at the last instant */
} Run;

/* Measures */

static MdvStatus find_variables(Run *r, MdvHybrid *h)
{
	char name[32];

	for (int i = 0; i < GRID_MACHINES; i++) {
		snprintf(name, sizeof name, "machine[%d].f", i + 1);
		r->f[i] = mdv_hybrid_find(h, name);
		snprintf(name, sizeof name, "machine[%d].closed", i + 1);
		r->closed[i] = mdv_hybrid_find(h, name);
		if (r->f[i] < 0 || r->closed[i] < 0)
			return MDV_NOT_FOUND;
	}
	r->served = mdv_hybrid_find(h, "served");
	return r->served < 0 ? MDV_NOT_FOUND : MDV_OK;
}

/* Of the plant: frequencies and breakers. */
static MdvStatus trace(void *user, MdvHybrid *h, double t)
{
	Run *r = user;
	GridResult *result = r->result;

	if (r->served < 0 && find_variables(r, h) != MDV_OK)
		return MDV_NOT_FOUND;
	for (int i = 0; i < GRID_MACHINES; i++) {
		double f = mdv_hybrid_get(h, r->f[i]);

		result->min_frequency = fmin(result->min_frequency, f);
		result->max_frequency = fmax(result->max_frequency, f);
		if (r->curves)
			study_curve_add(&r->curves->frequency[i], t, f);
		if (result->t_trip[i] < INFINITY || mdv_hybrid_get(h, r->closed[i]) != 0)
			continue;
		result->t_trip[i] = t;
		result->tripped++;
	}
	return MDV_OK;
}

/* A curve of steps. */
static void add_step(StudyCurve *c, double t, double y)
{
	if (c->n && c->y[c->n - 1] != y)
		study_curve_add(c, t, c->y[c->n - 1]);
	if (!c->n || c->y[c->n - 1] != y)
		study_curve_add(c, t, y);
}

/* To the end of the simulation. */
static void end_step(StudyCurve *c, double t)
{
	if (c->n)
		study_curve_add(c, t, c->y[c->n - 1]);
}

static double mean_requested(const Run *r)
{
	double sum = 0;

	for (int i = 0; i < GRID_MACHINES; i++)
		sum += ((const GridMonitor *)mdv_devs_state(r->sim, r->monitor[i]))->steps;
	return sum / (GRID_MACHINES * GRID_STEPS);
}

/* After every instant: demand and what is served of it. */
static MdvStatus measure(void *user, MdvDevs *sim)
{
	Run *r = user;
	GridResult *result = r->result;
	double t = mdv_devs_time(sim), demand = 0;
	double served = mdv_hybrid_get(mdv_hybrid_of(mdv_devs_state(sim, r->plant)), r->served);
	double service;

	for (uint32_t i = 0; i < GRID_LOADS; i++)
		demand += grid_load_demand(i, t);
	service = served / demand + 0.0; /* 0 rather than -0 */
	result->unserved += (t - r->last_t) * (r->last_demand - r->last_served);
	result->min_service = fmin(result->min_service, service);
	result->end_service = service;
	if (service < 1 - 1e-9)
		result->t_served = INFINITY;
	else if (result->t_served == INFINITY)
		result->t_served = t;
	r->last_t = t;
	r->last_demand = demand;
	r->last_served = served;
	if (r->curves) {
		add_step(&r->curves->demand, t, demand);
		add_step(&r->curves->served, t, served);
		add_step(&r->curves->service, t, service);
		add_step(&r->curves->requested, t, r->o->control ? mean_requested(r) : 1);
	}
	return MDV_OK;
}

static void end_curves(GridCurves *c, double t)
{
	end_step(&c->demand, t);
	end_step(&c->served, t);
	end_step(&c->service, t);
	end_step(&c->requested, t);
}

/* What the components have counted. */
static void collect(Run *r)
{
	GridResult *result = r->result;
	double delays = 0, n = 0; /* of all messages at all loads */

	result->unserved += (r->o->stop - r->last_t) * (r->last_demand - r->last_served);
	result->plant = mdv_hybrid_stats(mdv_hybrid_of(mdv_devs_state(r->sim, r->plant)));
	for (int i = 0; i < GRID_MACHINES && r->o->control; i++) {
		const GridMonitor *monitor = mdv_devs_state(r->sim, r->monitor[i]);

		result->samples += monitor->samples;
		result->messages += monitor->sent;
	}
	for (int i = 0; i < GRID_LINES && r->o->control; i++) {
		const GridLine *line = mdv_devs_state(r->sim, r->line[i]);

		result->packets += line->n;
		if (line->longest > result->longest_queue)
			result->longest_queue = line->longest;
	}
	for (int i = 0; i < GRID_LOADS; i++) {
		const GridLoad *load = mdv_devs_state(r->sim, r->load[i]);

		result->received[i] = load->delay.n;
		result->min_delay[i] = load->delay.min;
		result->stale += load->stale;
		result->max_delay = fmax(result->max_delay, load->delay.max);
		delays += (double)load->delay.n * load->delay.mean;
		n += (double)load->delay.n;
	}
	result->mean_delay = n > 0 ? delays / n : 0;
}

/* Building */

static MdvStatus add_plant(Run *r)
{
	MdvHybridOptions *p = &r->plant_options;

	r->set[0] = (MdvSetting){"scale", r->o->inertia};
	r->set[1] = (MdvSetting){"x_scale", r->o->reactance};
	r->set[2 + GRID_LOADS] = (MdvSetting){"w_n", 1};
	for (uint32_t i = 0; i < GRID_LOADS; i++) {
		snprintf(r->input[i], sizeof r->input[i], "P_l[%u]", i + 1);
		r->receive[i] = (MdvReceive){.port = i, .variable = r->input[i]};
		r->set[2 + i] = (MdvSetting){r->input[i], -grid_load_demand(i, 0)};
	}
	*p = (MdvHybridOptions){
		.model = mdv_program_source(r->program),
		.set = r->set,
		.n_set = r->o->shaft_angles ? 3 + GRID_LOADS : 2 + GRID_LOADS,
		.receive = r->receive,
		.n_receive = GRID_LOADS,
		.extension = &grid_sampler,
		.n_in = GRID_LOADS,
		.n_out = GRID_MACHINES,
		.run.solver = study_solver(r->o->solver),
		.run.tol = r->o->tol,
		.run.span = r->o->stop,
		.trace = trace,
		.run.interval = 0.005,
		.user = r,
	};
	r->atomic = mdv_hybrid_atomic("plant", p);
	return mdv_devs_add_atomic(r->sim, mdv_devs_root(r->sim), "plant", &r->atomic, p, &r->plant);
}

static MdvStatus add(Run *r, const char *kind, uint32_t number, const MdvAtomic *atomic,
					 const void *params, MdvComponent *added)
{
	char name[32];

	snprintf(name, sizeof name, "%s%u", kind, number + 1);
	return mdv_devs_add_atomic(r->sim, mdv_devs_root(r->sim), name, atomic, params, added);
}

static MdvStatus add_loads(Run *r)
{
	MdvStatus status = MDV_OK;

	for (uint32_t i = 0; i < GRID_LOADS && status >= 0; i++) {
		status = add(r, "load", i, &grid_load, &i, &r->load[i]);
		if (status >= 0)
			status = mdv_devs_couple(r->sim, r->load[i], 0, r->plant, i);
	}
	return status;
}

/* The nodes, each with its monitor or load. */
static MdvStatus add_nodes(Run *r)
{
	MdvStatus status = MDV_OK;

	for (uint32_t i = 0; i < GRID_NODES && status >= 0; i++) {
		status = add(r, "node", i, &grid_node, &r->o->hold, &r->node[i]);
		if (status >= 0 && i < GRID_LOADS)
			status = mdv_devs_couple(r->sim, r->node[i], 0, r->load[i], 0);
	}
	for (uint32_t i = 0; i < GRID_MACHINES && status >= 0; i++) {
		GridMonitorParams p = {i, r->o->estimate, r->o->every_sample};

		status = add(r, "monitor", i, &grid_monitor, &p, &r->monitor[i]);
		if (status >= 0)
			status = mdv_devs_couple(r->sim, r->plant, i, r->monitor[i], 0);
		if (status >= 0)
			status = mdv_devs_couple(r->sim, r->monitor[i], 0, r->node[GRID_LOADS + i], 0);
	}
	return status;
}

/* Both ways between a node's port and an end of a line. */
static MdvStatus join(Run *r, MdvComponent node, uint32_t port, MdvComponent line, uint32_t end)
{
	MdvStatus status = mdv_devs_couple(r->sim, node, port, line, end);

	return status < 0 ? status : mdv_devs_couple(r->sim, line, 1 - end, node, port);
}

static MdvStatus add_lines(Run *r)
{
	double time = grid_line_time(r->o->throughput, r->o->latency);
	uint32_t n[GRID_NODES] = {0}; /* lines at each node so far */
	MdvStatus status = MDV_OK;

	for (uint32_t i = 0; i < GRID_LINES && status >= 0; i++) {
		const GridLink *link = &grid_links[i];

		status = add(r, "line", i, &grid_line, &time, &r->line[i]);
		if (status >= 0)
			status = join(r, r->node[link->a], ++n[link->a], r->line[i], 0);
		if (status >= 0)
			status = join(r, r->node[link->b], ++n[link->b], r->line[i], 1);
	}
	return status;
}

static MdvStatus build(Run *r)
{
	MdvObserver observer = {.after = measure, .user = r};
	MdvStatus status = add_plant(r);

	if (status >= 0)
		status = add_loads(r);
	if (status >= 0 && r->o->control)
		status = add_nodes(r);
	if (status >= 0 && r->o->control)
		status = add_lines(r);
	return status < 0 ? status : mdv_devs_observe(r->sim, &observer);
}

static bool simulate(Run *r)
{
	MdvDevsOptions options = {.seed = r->o->seed, .name = "grid"};
	MdvStatus status;

	r->sim = mdv_devs_new(&options);
	if (!r->sim) {
		fputs("grid: out of memory\n", stderr);
		return false;
	}
	status = build(r);
	if (status >= 0)
		status = mdv_devs_run(r->sim, r->o->stop);
	if (status >= 0) {
		collect(r);
		if (r->curves)
			end_curves(r->curves, r->o->stop);
	} else {
		fprintf(stderr, "grid: %s\n", mdv_devs_error(r->sim));
	}
	mdv_devs_free(r->sim);
	return status >= 0;
}

static void name_curves(GridCurves *c)
{
	static const char *const machine[] = {"machine 1", "machine 2", "machine 3", "machine 4",
										  "machine 5"};

	for (int i = 0; i < GRID_MACHINES; i++) {
		c->frequency[i].name = machine[i];
		c->frequency[i].unit = "Hz";
	}
	c->demand.name = "demand (p.u.)";
	c->served.name = "served (p.u.)";
	c->requested.name = "fraction requested";
	c->service.name = "fraction served";
}

static bool check(const char *what, double value, bool zero_too)
{
	if (value > 0 || (zero_too && value == 0))
		return true;
	fprintf(stderr, "grid: %s must be %s, not %g\n", what, zero_too ? "0 or more" : "positive",
			value);
	return false;
}

static bool check_options(const GridOptions *o)
{
	return check("the end", o->stop, false) && check("the inertia", o->inertia, false) &&
		   check("the reactance", o->reactance, false) &&
		   check("the throughput", o->throughput, false) &&
		   check("the latency", o->latency, true) && check("the hold", o->hold, true);
}

bool grid_run(const GridOptions *o, GridCurves *curves, GridResult *result)
{
	MdvCompileOptions compile = {.model = "Grid.PowerNetwork"};
	Run r = {.o = o, .curves = curves, .result = result, .served = -1};
	bool ok;

	if (!check_options(o))
		return false;
	*result = (GridResult){
		.min_frequency = INFINITY, .max_frequency = -INFINITY, .min_service = INFINITY};
	for (int i = 0; i < GRID_MACHINES; i++)
		result->t_trip[i] = INFINITY;
	if (curves)
		name_curves(curves);
	ok = mdv_compile(STUDY_DIR "/Grid.mo", &compile, &r.program) == MDV_OK;
	if (ok)
		ok = simulate(&r);
	else
		fputs(r.program ? mdv_program_messages(r.program) : "grid: out of memory\n", stderr);
	mdv_program_free(r.program);
	return ok;
}
