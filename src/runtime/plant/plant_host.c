/* SPDX-License-Identifier: MIT
   plant_host.c — plants for hosts that own the event queue (002, 5.3): plan, step, change,
   external, confluent. A host whose time is in ticks executes a plan at the first tick that is not
   before it; the plan keeps its own time. Since tick n is at n / rate, rounded once, ticks and
   times are in the same order, and rounding neither loses nor repeats an event. */
#include "runtime/plant/plant.h"

#include <stdarg.h>
#include <string.h>

/* --- life --- */

static void make_guarded(void *ctx)
{
	MdvHybrid *h = ctx;
	const MdvHybridOptions *o = &h->o;

	h->m = o->model->make(o->model->ctx, o->alloc, o->log, o->user);
	h->rt = h->m ? rt_new(h->m, o->alloc) : NULL;
}

/* There is no plant yet that could tell what is wrong. */
static MdvStatus make_model(MdvHybrid *h)
{
	Guard guard;
	MdvStatus status = guard_run(&guard, NULL, make_guarded, h);

	if (status == MDV_INTERNAL_ERROR && h->o.log)
		h->o.log(h->o.user, guard.text);
	return status != MDV_OK ? status : h->rt ? MDV_OK : MDV_NO_MEMORY;
}

static MdvStatus open_plant(MdvHybrid *h, double t, const MdvBag *x)
{
	(void)x;
	return plant_whole_open(h, t);
}

static MdvHybrid *new_plant(const MdvHybridOptions *o, const MdvCall *call)
{
	const MdvAlloc *a = o->alloc ? o->alloc : &alloc_heap;
	MdvHybrid *h = alloc_new(a, sizeof *h);

	if (!h)
		return NULL;
	h->o = *o;
	h->o.alloc = a;
	h->engine.call = call;
	h->engine.there = call != NULL;
	arena_init(&h->memory, a);
	return h;
}

static MdvStatus start_plant(MdvHybrid *h, double t)
{
	if (!isfinite(t))
		return h->failed = report_fail(h->rt, MDV_BAD_TIME, NAN, "it cannot start at time %g", t);
	return h->failed = plant_guard(h, open_plant, t, NULL);
}

MdvStatus plant_host_new(const MdvHybridOptions *o, const MdvCall *call, double t, MdvHybrid **out)
{
	MdvStatus status;
	MdvHybrid *h;

	*out = NULL;
	if (!o->model)
		return MDV_BAD_ARGUMENT;
	h = new_plant(o, call);
	if (!h)
		return MDV_NO_MEMORY;
	status = make_model(h);
	if (status != MDV_OK) {
		if (h->m)
			o->model->drop(o->model->ctx, h->m);
		alloc_free(h->o.alloc, h, sizeof *h);
		return status;
	}
	h->rt->listener.log = o->log;
	h->rt->listener.ctx = o->user;
	h->rt->listener.trace = o->log;
	*out = h;
	return start_plant(h, t);
}

MdvHybrid *plant_host_take(const MdvHybridOptions *o, Rt *rt)
{
	MdvHybrid *h = new_plant(o, NULL);

	if (!h)
		return NULL;
	h->rt = rt;
	h->m = rt->m;
	h->taken = true;
	return h;
}

MdvStatus mdv_hybrid_new(const MdvHybridOptions *o, double t, MdvHybrid **out)
{
	return plant_host_new(o, NULL, t, out);
}

void mdv_hybrid_free(MdvHybrid *h)
{
	const MdvAlloc *a = h ? h->o.alloc : NULL;

	if (!h)
		return;
	if (h->busy) {
		h->freed = true;
		return;
	}
	if (h->inside.system && !h->taken)
		h->m->components->close(h);
	if (h->s && h->o.extension->end)
		h->o.extension->end(h->s);
	if (h->phase != PLANT_NEW)
		hybrid_close(&h->r);
	if (!h->taken) {
		rt_free(h->rt);
		h->o.model->drop(h->o.model->ctx, h->m);
	}
	vec_free(a, &h->engine.queue);
	vec_free(a, &h->inside.queue);
	arena_free(&h->memory);
	alloc_free(a, h, sizeof *h);
}

/* --- time --- */

double mdv_hybrid_tick_time(const MdvHybrid *h, int64_t tick)
{
	return h->o.ticks_per_second ? (double)tick / (double)h->o.ticks_per_second : (double)tick;
}

/* The first tick that is not before t. */
static int64_t tick_of(const MdvHybrid *h, double t)
{
	double guess = ceil(t * (double)h->o.ticks_per_second);
	int64_t tick;

	if (!h->o.ticks_per_second || !(guess < 9e18))
		return INT64_MAX;
	tick = (int64_t)guess;
	while (mdv_hybrid_tick_time(h, tick) < t)
		tick++;
	while (mdv_hybrid_tick_time(h, tick - 1) >= t)
		tick--;
	return tick;
}

MdvPlan mdv_hybrid_plan(const MdvHybrid *h)
{
	double t = plant_whole_time(h);

	if (h->failed != MDV_OK || isinf(t))
		return (MdvPlan){INFINITY, INT64_MAX, MDV_PLAN_NEVER, h->number};
	return (MdvPlan){t, tick_of(h, t), plant_whole_changes(h) ? MDV_PLAN_CHANGE : MDV_PLAN_STEP,
					 h->number};
}

/* --- what the host calls --- */

/* A call from inside of a callback, or after a failure? */
static MdvStatus enter(MdvHybrid *h)
{
	if (h->rights != PLANT_OUTSIDE || h->busy)
		return report_fail(h->rt, MDV_BUSY, h->now, "a callback may not advance its own plant");
	return h->failed;
}

static MdvStatus give_out_and_advance(MdvHybrid *h, double t, const MdvBag *x)
{
	(void)t;
	TRY(plant_whole_output(h));
	return plant_whole_advance(h, x);
}

static MdvStatus execute(MdvHybrid *h, const MdvBag *x)
{
	return h->failed = plant_guard(h, give_out_and_advance, NAN, x);
}

static MdvStatus execute_kind(MdvHybrid *h, uint64_t number, MdvPlanKind kind, const char *name)
{
	MdvPlan plan = mdv_hybrid_plan(h);

	TRY(enter(h));
	if (number < plan.number || plan.kind == MDV_PLAN_NEVER)
		return MDV_OK;
	if (number > plan.number)
		return report_fail(h->rt, MDV_BAD_ARGUMENT, h->now, "there has been no plan %llu yet",
						   (unsigned long long)number);
	if (plan.kind != kind)
		return report_fail(h->rt, MDV_BAD_ARGUMENT, h->now, "the plan for time %.17g is not a %s",
						   plan.t, name);
	return execute(h, NULL);
}

MdvStatus mdv_hybrid_step(MdvHybrid *h, uint64_t number)
{
	return execute_kind(h, number, MDV_PLAN_STEP, "step");
}

MdvStatus mdv_hybrid_change(MdvHybrid *h, uint64_t number)
{
	return execute_kind(h, number, MDV_PLAN_CHANGE, "change");
}

/* What is planned before t in the same tick takes place first. */
static MdvStatus catch_up(MdvHybrid *h, double t, const char *what)
{
	while (h->failed == MDV_OK && plant_whole_time(h) < t) {
		if (!h->o.ticks_per_second || tick_of(h, plant_whole_time(h)) < tick_of(h, t))
			return report_fail(h->rt, MDV_BAD_TIME, h->now,
							   "%s at time %.17g, after the plan for %.17g", what, t,
							   plant_whole_time(h));
		execute(h, NULL);
	}
	return h->failed;
}

MdvStatus mdv_hybrid_external(MdvHybrid *h, double t, const MdvBag *x)
{
	TRY(enter(h));
	if (!(t >= h->now) || isinf(t))
		return report_fail(h->rt, MDV_BAD_TIME, h->now, "an input at time %.17g: the time is %.17g",
						   t, h->now);
	TRY(catch_up(h, t, "an input"));
	if (plant_whole_time(h) <= t && plant_whole_changes(h))
		return execute(h, x);
	return h->failed = plant_guard(h, plant_whole_input, t, x);
}

MdvStatus mdv_hybrid_confluent(MdvHybrid *h, const MdvBag *x)
{
	TRY(enter(h));
	if (mdv_hybrid_plan(h).kind == MDV_PLAN_NEVER)
		return report_fail(h->rt, MDV_BAD_TIME, h->now,
						   "nothing is planned with which an input could coincide");
	return execute(h, x);
}

static MdvStatus finish(MdvHybrid *h, double t, const MdvBag *x)
{
	(void)x;
	return plant_whole_finish(h, t);
}

MdvStatus mdv_hybrid_finish(MdvHybrid *h, double t)
{
	TRY(enter(h));
	if (h->phase == PLANT_FINISHED)
		return MDV_OK;
	if (!(t >= h->now) || isinf(t))
		return report_fail(h->rt, MDV_BAD_TIME, h->now, "an end at time %.17g: the time is %.17g",
						   t, h->now);
	TRY(catch_up(h, t, "an end"));
	return h->failed = plant_guard(h, finish, t, NULL);
}

/* --- for extensions --- */

static MdvStatus put_in_queue(MdvHybrid *h, MdvValue value)
{
	return vec_push(h->o.alloc, &h->engine.queue, value) ? MDV_OK : MDV_NO_MEMORY;
}

MdvStatus mdv_hybrid_send(MdvHybrid *h, uint32_t port, MdvValue value)
{
	MdvStatus status;

	if (h->rights < PLANT_SEND)
		return report_fail(h->rt, MDV_BUSY, h->now, "messages may be sent at events only");
	if (port >= h->o.n_out)
		return report_fail(h->rt, MDV_BAD_PORT, h->now, "there is no output port %u: there are %u",
						   (unsigned)port, (unsigned)h->o.n_out);
	value.port = port;
	if (h->engine.lambda)
		return mdv_send(h->engine.lambda, port, value);
	if (h->engine.there)
		return put_in_queue(h, value);
	if (!h->o.emit)
		return MDV_OK;
	report_clear(h->rt);
	status = h->o.emit(h->o.user, h, port, &value);
	if (status != MDV_OK && h->rt->said.failure.status == MDV_OK)
		report_fail(h->rt, status, h->now, "at time %g the host refused a message: %s", h->now,
					mdv_status_text(status));
	return status;
}

MdvStatus mdv_hybrid_fail(MdvHybrid *h, MdvStatus status, const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	plain_vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return report_fail(h->rt, status, h->now, "at time %g: %s", h->now, text);
}

void *mdv_hybrid_state(const MdvHybrid *h)
{
	return h->s;
}

double mdv_hybrid_time(const MdvHybrid *h)
{
	return h->now;
}

const MdvCall *mdv_hybrid_call(const MdvHybrid *h)
{
	return h->engine.call;
}

const MdvModel *mdv_hybrid_model(const MdvHybrid *h)
{
	return h->m;
}

const char *mdv_hybrid_message(const MdvHybrid *h)
{
	return h->failed != MDV_OK && !rt_message(h->rt)[0] ? mdv_status_text(h->failed)
														: rt_message(h->rt);
}

bool mdv_hybrid_terminated(const MdvHybrid *h)
{
	return h->result.terminated;
}

MdvHybridStats mdv_hybrid_stats(const MdvHybrid *h)
{
	MdvHybridStats s = h->stats;
	const SolverStats *solver = plan_stats(&h->r);

	s.state_events = h->result.stats.state_events;
	s.time_events = h->result.stats.time_events;
	s.crossings = h->result.stats.zero_runs;
	s.set_changes = h->rt->stats.set_changes;
	if (solver) {
		s.steps = solver->steps;
		s.rejected = solver->rejected;
		s.restarts = solver->restarts;
		s.rhs = solver->rhs;
	}
	return s;
}
