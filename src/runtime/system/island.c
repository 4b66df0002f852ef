/* SPDX-License-Identifier: MIT
   island.c — an island that nothing is coupled to, as an atomic of the engine: its next event is
   the next one that its integrator plans, an internal transition commits it and plans again. Rows
   of results are given out on the way. */
#include "runtime/system/system.h"

#include <string.h>

typedef struct Island {
	HybridRun r;      /* the run */
	bool open;        /* it is to be closed */
	bool planned;     /* there is an event to be committed */
	MdvStatus status; /* of what it did last */
} Island;

/* State in the engine: the island belongs to who runs it, who reads it after the run. */
typedef struct IslandState {
	Island *island; /* the island */
} IslandState;

static bool is_over(const Island *i)
{
	return i->r.t >= i->r.o->run.stop || i->r.out->terminated;
}

/* To the engine a status is good, the end of the run, or a failure. */
static MdvStatus tell_engine(Island *i, const MdvCall *call, MdvStatus status)
{
	i->status = status;
	if (status == MDV_OK)
		return MDV_OK;
	return status > 0 ? MDV_STOPPED : mdv_fail(call, status, "%s", rt_message(i->r.rt));
}

static MdvStatus commit(Island *i)
{
	MdvStatus status = plan_commit(&i->r);

	if (i->r.o->progress)
		i->r.o->progress(i->r.o->ctx, i->r.t);
	return status;
}

/* Nothing is coupled to the island, so nothing can interrupt a step of the integrator: steps are
   committed at once, and the next event is left planned. */
static MdvStatus reach_event(Island *i)
{
	while (!is_over(i)) {
		TRY(hybrid_plan(&i->r));
		if (i->r.plan.kind != PLAN_STEP)
			return MDV_OK;
		TRY(commit(i));
	}
	return MDV_OK;
}

static MdvStatus open_run(void *island)
{
	return hybrid_open(&((Island *)island)->r);
}

static MdvStatus open_island(Island *i)
{
	i->open = true;
	return report_guard(i->r.rt, open_run, i);
}

static MdvStatus init(void *s, const MdvCall *call, const void *params)
{
	Island *i = *(Island *const *)params;

	((IslandState *)s)->island = i;
	return tell_engine(i, call, open_island(i));
}

/* The first transition, at the start, finds nothing planned. An event that lies a little beyond the
   edge of the domain may be late. */
static double t_next(const void *s)
{
	const Island *i = ((const IslandState *)s)->island;

	if (is_over(i) || i->status != MDV_OK)
		return INFINITY;
	return i->planned ? fmin(fmax(i->r.t, i->r.plan.t), i->r.o->run.stop) : i->r.t;
}

static MdvStatus commit_and_plan(void *island)
{
	Island *i = island;
	MdvStatus status = i->planned ? commit(i) : MDV_OK;

	i->planned = true;
	return status == MDV_OK ? reach_event(i) : status;
}

static MdvStatus delta_int(void *s, const MdvCall *call)
{
	Island *i = ((IslandState *)s)->island;

	return tell_engine(i, call, report_guard(i->r.rt, commit_and_plan, i));
}

static const MdvAtomic island_atomic = {.name = "island",
										.state_size = sizeof(IslandState),
										.init = init,
										.t_next = t_next,
										.delta_int = delta_int};

/* The island in its place among the components of its system. */
static MdvStatus run_on_engine(Island *i)
{
	SystemAtomic alone = {.name = "island"}, *component;
	SystemTable system = {.component = &alone, .n_components = 1};
	const MdvAlloc *alloc = i->r.rt->alloc;
	MdvDevs *sim = NULL;
	MdvStatus status = MDV_NO_MEMORY;
	size_t size;

	if (i->r.o->system)
		system = *i->r.o->system;
	size = (size_t)system.n_components * sizeof *component;
	component = alloc_new(alloc, size);
	if (component) {
		memcpy(component, system.component, size);
		for (int32_t k = 0; k < system.n_components; k++)
			if (!component[k].atomic)
				component[k] = (SystemAtomic){component[k].name, &island_atomic, &i};
		system.component = component;
		status = system_open(&system, i->r.o->run.start, alloc, &sim);
	}
	if (status == MDV_OK)
		status = mdv_devs_run(sim, i->r.o->run.stop);
	if (status != MDV_OK && i->status == MDV_OK && sim && *mdv_devs_error(sim))
		report_fail(i->r.rt, status, NAN, "%s", mdv_devs_error(sim));
	mdv_devs_free(sim);
	alloc_free(alloc, component, size);
	return i->status != MDV_OK ? i->status : status;
}

static MdvStatus finish_run(void *island)
{
	return hybrid_finish(&((Island *)island)->r);
}

/* What is known at the end, whatever it was. */
static void conclude(Island *i, MdvStatus status)
{
	HybridResult *out = i->r.out;
	const SolverStats *solver = plan_stats(&i->r);
	Rt *rt = i->r.rt;

	out->stats.run_ms = 1e3 * (clock_seconds() - i->r.t_begin) - out->stats.init_ms;
	if (i->r.cpu_begin > 0)
		out->stats.step_ms = 1e3 * (clock_processor() - i->r.cpu_begin);
	if (solver)
		out->stats.solver = *solver;
	auto_count(&i->r, &out->stats.solver);
	out->stats.rt = rt->stats;
	if (status == MDV_OK)
		report_clear(rt); /* of points that were tried and given up */
	else if (!failure_explains(&rt->said.failure, status))
		report_fail(rt, status, i->r.t, "at time %g: %s", i->r.t, mdv_status_text(status));
	if (i->open)
		hybrid_close(&i->r);
}

/* The options in full, and whether they can be kept to. */
static MdvStatus settle_island(Island *i, const HybridOptions *given, HybridOptions *settled)
{
	Rt *rt = i->r.rt;
	char why[160];

	*settled = *given;
	settled->run = settle_run(&given->run, rt->m);
	i->r.o = settled;
	i->r.t = settled->run.start;
	*i->r.out = (HybridResult){.t = settled->run.start};
	if (!settle_check(&given->run, TAKER_C_RUN, why, sizeof why))
		return report_fail(rt, MDV_BAD_ARGUMENT, NAN, "%s", why);
	if (!(settled->run.stop >= settled->run.start))
		return report_fail(rt, MDV_BAD_TIME, NAN, "it cannot run from %g to %g", settled->run.start,
						   settled->run.stop);
	return MDV_OK;
}

/* Does `body` with an island from its options to its end. */
static MdvStatus with_island(Rt *rt, const HybridOptions *o, HybridResult *out,
							 MdvStatus (*body)(Island *i))
{
	HybridOptions settled;
	Island i = {.r = {.rt = rt, .out = out, .alone = true}};
	MdvStatus status;

	TRY(settle_island(&i, o, &settled));
	status = body(&i);
	conclude(&i, status);
	return status;
}

static MdvStatus run_to_end(Island *i)
{
	const RtInterrupt *interrupt = &i->r.rt->interrupt;
	MdvStatus status = run_on_engine(i);

	if (status == MDV_OK)
		status = report_guard(i->r.rt, finish_run, i);
	if (status == MDV_TIMED_OUT && interrupt->stop && *interrupt->stop)
		return MDV_STOPPED; /* evaluations tell no difference */
	return status;
}

static bool is_coupled(const MdvModel *m)
{
	return mdv_model_components(m) > 1 || m->n_couplings > 0;
}

MdvStatus island_simulate(Rt *rt, const HybridOptions *o, HybridResult *out)
{
	if (is_coupled(rt->m))
		return coupled_simulate(rt, o, out);
	return with_island(rt, o, out, run_to_end);
}

MdvStatus island_start(Rt *rt, const HybridOptions *o, HybridResult *out)
{
	if (is_coupled(rt->m))
		return coupled_start(rt, o, out);
	return with_island(rt, o, out, open_island);
}
