/* SPDX-License-Identifier: MIT
   plant.c — a model in a discrete-event simulation: the split system of paper 002 (eqs 7 and 8)
   with the transitions of paper 000 (Algorithms 2 and 3). The plan of the run, or an event of the
   extension inside its tried step, is what comes next. Input takes its state from the dense output
   of the tried step. Input inside the narrow bracket in which a crossing was located may find the
   relation changed already: then the event is not lost, its output is sent with zero delay, and
   the input counts as confluent with it (000, 4.4). */
#include "runtime/plant/plant.h"

#include <string.h>

/* --- the extension's functions --- */

/* What the function that is called now may do; the frame is right at t. Gives the rights before. */
static PlantRights enter(MdvHybrid *h, double t, PlantRights rights)
{
	PlantRights before = h->rights;

	h->rights = rights;
	h->ready = true;
	h->now = t;
	report_clear(h->rt);
	return before;
}

static void leave(MdvHybrid *h, PlantRights before)
{
	h->rights = before;
}

static MdvStatus verdict(MdvHybrid *h, MdvStatus status, const char *function)
{
	if (status != MDV_OK && h->rt->said.failure.status == MDV_OK)
		report_fail(h->rt, status, h->now, "at time %g the extension's function '%s' failed: %s",
					h->now, function, mdv_status_text(status));
	return status_final_or_stopped(status);
}

static MdvStatus call_internal(MdvHybrid *h)
{
	const MdvExtension *x = h->o.extension;

	return x && x->internal ? verdict(h, x->internal(h->s, h), "internal") : MDV_OK;
}

/* The tables first, then the user's code. */
static MdvStatus take_input(MdvHybrid *h, const MdvBag *bag, bool confluent)
{
	const MdvExtension *x = h->o.extension;

	if (confluent && x && x->confluent) {
		TRY(ports_receive(h, bag));
		return verdict(h, x->confluent(h->s, h, bag), "confluent");
	}
	if (confluent)
		TRY(call_internal(h));
	TRY(ports_receive(h, bag));
	return x && x->external ? verdict(h, x->external(h->s, h, bag), "external") : MDV_OK;
}

/* What components of the model say is not for the user, to whom that is an event of the model. */
static MdvStatus call_external(MdvHybrid *h, const MdvBag *bag, bool confluent)
{
	const MdvBag *outside = h->inside.bag;

	if (!h->inside.system)
		return take_input(h, bag, confluent);
	h->inside.bag = NULL;
	TRY(h->inside.input(h->inside.ctx, h, bag));
	if (outside)
		return take_input(h, outside, confluent);
	return call_internal(h);
}

/* Parameters that were written make others that depend on them. */
static MdvStatus run_parameters(MdvHybrid *h)
{
	MdvStatus status = h->event.parameters ? rt_parameters(h->rt) : MDV_OK;

	h->event.parameters = false;
	return status;
}

/* The run has settled an event at t: the user's code (Algorithm 2). */
static MdvStatus at_event(void *ctx, double t, int32_t samples)
{
	MdvHybrid *h = ctx;
	PlantPending pending = h->event.pending;
	PlantRights before;
	MdvStatus status;

	h->event.sampled |= samples > 0;
	h->event.pending = PLANT_QUIET;
	if (pending == PLANT_QUIET)
		return MDV_OK;
	before = enter(h, t, PLANT_WRITE);
	status = pending == PLANT_CONFLUENT ? call_external(h, h->event.bag, true) : call_internal(h);
	leave(h, before);
	TRY(status);
	return run_parameters(h);
}

static MdvStatus user_crossings(void *ctx, double t, double z[])
{
	MdvHybrid *h = ctx;
	double now = h->now;
	PlantRights before = enter(h, t, PLANT_READ);
	MdvStatus status = verdict(h, h->o.extension->crossings(h->s, h, z), "crossings");

	leave(h, before);
	h->now = now;
	h->ready = false;
	return status;
}

/* --- plans --- */

static bool is_over(const MdvHybrid *h)
{
	return h->result.terminated || h->phase == PLANT_FINISHED;
}

double plant_time(const MdvHybrid *h)
{
	if (is_over(h) || h->phase == PLANT_NEW)
		return INFINITY;
	return fmin(h->r.plan.t, h->user_t);
}

bool plant_changes(const MdvHybrid *h)
{
	return !is_over(h) && (h->user_t <= h->r.plan.t || h->r.plan.kind != PLAN_STEP);
}

static MdvStatus ask_user_time(MdvHybrid *h)
{
	const MdvExtension *x = h->o.extension;

	h->r.user_next = x && x->next_time ? x->next_time(h->s, h) : INFINITY;
	if (h->r.user_next >= h->now)
		return MDV_OK;
	return report_fail(h->rt, MDV_BAD_TIME, h->now,
					   "at time %.17g the extension wants its next event at %.17g", h->now,
					   h->r.user_next);
}

/* What comes next; the frame is disturbed by it. */
static MdvStatus make_plan(MdvHybrid *h)
{
	double crossing = INFINITY;

	h->number++;
	h->user_t = INFINITY;
	if (is_over(h))
		return MDV_OK;
	TRY(ask_user_time(h));
	TRY(user_crossing_begin(&h->r));
	/* An event that is due now needs no step. */
	if (h->r.user_next <= h->r.t) {
		h->r.plan = (HybridPlan){PLAN_STEP, INFINITY, INFINITY};
		h->user_t = h->r.t;
		return MDV_OK;
	}
	h->ready = false;
	TRY(plan_make(&h->r));
	if (h->r.plan.kind != PLAN_NEVER)
		TRY(user_crossing_locate(&h->r, h->r.plan.t, &crossing));
	/* Inside of the bracket of a crossing of the model it is the same event. */
	if (h->r.plan.kind == PLAN_EVENT && crossing > h->r.plan.t_left)
		crossing = INFINITY;
	h->user_t = fmin(h->r.user_next, crossing);
	if (h->user_t > h->r.plan.t)
		h->user_t = INFINITY;
	return MDV_OK;
}

/* --- events --- */

MdvStatus plant_output(MdvHybrid *h)
{
	const MdvExtension *x = h->o.extension;
	const HybridPlan *plan = &h->r.plan;
	double t = h->user_t < plan->t ? h->user_t : plan->t_left, now = h->now;
	MdvStatus status;
	PlantRights before;

	if (!x || !x->output || !plant_changes(h))
		return MDV_OK;
	TRY_FINAL(plan_look(&h->r, t, RT_INTEGRATE));
	before = enter(h, plant_time(h), PLANT_SEND);
	status = verdict(h, x->output(h->s, h), "output");
	leave(h, before);
	h->now = now;
	h->ready = false;
	return status;
}

/* After an event: messages, then a new plan. */
static MdvStatus settle(MdvHybrid *h)
{
	PlantRights before = enter(h, h->r.t, PLANT_SEND);
	MdvStatus status = ports_send(h);

	if (status == MDV_OK && h->inside.after)
		status = h->inside.after(h->inside.ctx, h);
	leave(h, before);
	h->event.sampled = false;
	if (h->r.ended)
		h->phase = PLANT_FINISHED;
	TRY(status);
	return make_plan(h);
}

/* An event that the plan does not know: the frame has the left limits at t. */
static MdvStatus event_inside(MdvHybrid *h, double t)
{
	bool restarted;

	TRY(hybrid_event(&h->r, t, -1, &restarted));
	return plan_resume(&h->r, restarted);
}

/* Where no step is tried: an event that is due at once, or one that has been beyond the domain. */
static MdvStatus event_here(MdvHybrid *h)
{
	TRY_FINAL(plan_look(&h->r, h->r.t, RT_INTEGRATE));
	return event_inside(h, h->r.t);
}

/* The planned event, or the extension's own at t. */
static MdvStatus take_place(MdvHybrid *h, double t, bool own)
{
	HybridRun *r = &h->r;
	bool missed; /* an event of the model there is part of the same */

	if (r->plan.kind == PLAN_DONE || (own && t <= r->t))
		return event_here(h);
	if (own && (t < r->plan.t || r->plan.kind == PLAN_STEP)) {
		TRY(plan_interrupt(r, t, &missed));
		return event_inside(h, t);
	}
	return plan_commit(r);
}

MdvStatus plant_advance(MdvHybrid *h, const MdvBag *x)
{
	HybridRun *r = &h->r;
	double t = plant_time(h);
	bool own = h->user_t <= r->plan.t;
	MdvStatus status;

	if (!plant_changes(h) && x)
		return plant_input(h, t, x);
	h->event.pending = !plant_changes(h) ? PLANT_QUIET : x ? PLANT_CONFLUENT : PLANT_INTERNAL;
	h->event.bag = x;
	user_crossing_take_place(r, t);
	h->stats.own_events += own;
	h->stats.inputs += x != NULL;
	status = take_place(h, t, own);
	h->event.pending = PLANT_QUIET;
	h->now = fmax(t, r->t);
	TRY(status);
	return own || r->plan.kind != PLAN_STEP ? settle(h) : make_plan(h);
}

/* Algorithm 3, if an event was missed: what it would have sent, then the same as confluent; x NULL:
   as internal. */
static MdvStatus event_missed(MdvHybrid *h, double t, const MdvBag *x)
{
	const MdvExtension *ext = h->o.extension;
	MdvStatus status = MDV_OK;
	PlantRights before;

	h->stats.missed++;
	user_crossing_take_place(&h->r, t);
	if (ext && ext->output) {
		before = enter(h, t, PLANT_SEND);
		status = verdict(h, ext->output(h->s, h), "output");
		leave(h, before);
	}
	h->event.pending = x ? PLANT_CONFLUENT : PLANT_INTERNAL;
	h->event.bag = x;
	TRY(status);
	return event_inside(h, t);
}

static MdvStatus event_by_input(MdvHybrid *h, double t, const MdvBag *x)
{
	PlantRights before = enter(h, t, PLANT_WRITE);
	MdvStatus status = call_external(h, x, false);

	leave(h, before);
	TRY(status);
	TRY(run_parameters(h));
	return event_inside(h, t);
}

/* Up to *t, which may become a little later. */
static MdvStatus reach(MdvHybrid *h, double *t)
{
	/* A step that had to be shortened is not yet there. */
	while (plant_time(h) < *t && !is_over(h))
		TRY(plant_advance(h, NULL));
	*t = fmax(*t, h->r.t); /* an event beyond the domain is a little further */
	return MDV_OK;
}

/* An event inside of the tried step that nobody has planned: by input, or the end if x is NULL. */
static MdvStatus event_unplanned(MdvHybrid *h, double t, const MdvBag *x)
{
	bool missed = false;

	TRY(plan_interrupt(&h->r, t, &missed));
	if (missed) {
		h->result.stats.state_events++;
	} else {
		TRY(user_crossing_missed(&h->r, t, &missed));
		h->stats.own_events += missed;
	}
	if (missed)
		return event_missed(h, t, x);
	return x ? event_by_input(h, t, x) : event_inside(h, t);
}

static MdvStatus interrupt_plan(MdvHybrid *h, double t, const MdvBag *x)
{
	MdvStatus status;

	report_clear(h->rt);
	status = event_unplanned(h, t, x);
	h->event.pending = PLANT_QUIET;
	h->now = t;
	TRY(status);
	return settle(h);
}

MdvStatus plant_input(MdvHybrid *h, double t, const MdvBag *x)
{
	if (!is_over(h))
		TRY(reach(h, &t));
	if (is_over(h))
		return MDV_OK;
	if (plant_changes(h) && plant_time(h) <= t)
		return plant_advance(h, x);
	h->stats.inputs++;
	return interrupt_plan(h, t, x);
}

/* --- the end --- */

/* The last event, at t: together with what is planned there. */
static MdvStatus last_event(MdvHybrid *h, double t)
{
	if (plant_changes(h) && plant_time(h) <= t) {
		TRY(plant_output(h));
		return plant_advance(h, NULL);
	}
	return interrupt_plan(h, t, NULL);
}

/* The run's stop is now: its event there is the one with terminal() (MLS 3.7.5, 8.6). At the edge
   of the domain it may take several attempts. */
static MdvStatus reach_end(MdvHybrid *h, double t)
{
	while (!is_over(h)) {
		TRY(reach(h, &t));
		h->options.run.stop = t;
		if (!is_over(h))
			TRY(last_event(h, t));
	}
	return MDV_OK;
}

MdvStatus plant_finish(MdvHybrid *h, double t)
{
	MdvStatus status = reach_end(h, t);

	h->phase = PLANT_FINISHED;
	return status;
}

MdvStatus plant_shorten(MdvHybrid *h)
{
	TRY(plan_shorten(&h->r));
	return make_plan(h);
}

MdvStatus plant_show(MdvHybrid *h, double t)
{
	TRY(rows_upto(&h->r, t, false));
	TRY_FINAL(plan_look(&h->r, t, RT_OUTPUT));
	return rows_event(&h->r, t, false);
}

/* --- the way out --- */

typedef struct {
	MdvHybrid *h;    /* the plant */
	PlantBody *body; /* what is done */
	double t;        /* handed to it */
	const MdvBag *x; /* likewise */
} Guarded;

static MdvStatus run_guarded(void *ctx)
{
	const Guarded *g = ctx;

	return g->body(g->h, g->t, g->x);
}

static bool begin_turn(MdvHybrid *h)
{
	PlantTurn *turn = &h->turn;
	double *frame = h->rt->frame;

	if (turn->n == 0 || turn->mine)
		return false;
	turn->mine = true;
	++*turn->turns;
	for (int32_t i = 0; i < turn->n; i++) {
		turn->before[i] = frame[turn->slot[i]];
		frame[turn->slot[i]] = turn->own[i];
	}
	return true;
}

/* Who was at work before finds everything as it was; if nobody was, what is new may be seen. */
static void end_turn(PlantTurn *turn, double frame[])
{
	turn->mine = false;
	--*turn->turns;
	for (int32_t i = 0; i < turn->n; i++) {
		turn->own[i] = frame[turn->slot[i]];
		if (*turn->turns > 0)
			frame[turn->slot[i]] = turn->before[i];
	}
}

MdvStatus plant_guard(MdvHybrid *h, PlantBody *body, double t, const MdvBag *x)
{
	PlantRights before = h->rights;
	bool busy = h->busy; /* among the components of its model */
	bool begins = begin_turn(h);
	MdvStatus status;

	h->busy = true;
	status = report_guard(h->rt, run_guarded, &(Guarded){h, body, t, x});
	h->busy = busy;
	if (begins)
		end_turn(&h->turn, h->rt->frame);
	if (h->freed && status >= 0)
		status = report_fail(h->rt, MDV_BUSY, h->now, "a callback may not free its own plant");
	if (status == MDV_INTERNAL_ERROR || status == MDV_NO_MEMORY) {
		h->failed = status;
		h->rights = before;
		h->event.pending = PLANT_QUIET;
	}
	return status;
}

/* --- the beginning --- */

static MdvStatus trace_row(void *ctx, double t, const double frame[])
{
	MdvHybrid *h = ctx;
	double now = h->now;
	PlantRights before = enter(h, t, PLANT_READ);
	MdvStatus status = h->o.trace(h->o.user, h, t);

	(void)frame;
	leave(h, before);
	h->now = now;
	return status;
}

static MdvStatus choose_options(MdvHybrid *h, double t)
{
	HybridOptions *o = &h->options;
	char why[160];

	if (!h->taken && !settle_check(&h->o.run, TAKER_C_PLANT, why, sizeof why))
		return report_fail(h->rt, MDV_BAD_ARGUMENT, NAN, "%s", why);
	*o = (HybridOptions){.run = settle_plant(&h->o.run, h->m, t),
						 .stop_request = h->stop,
						 .row = h->o.trace ? trace_row : NULL,
						 .together = h->together,
						 .ctx = h};
	if (h->taken) /* the engine has no clock of its own */
		o->run.timeout = h->o.run.timeout;
	if (solver_of(o->run.solver)->fixed_only && o->run.fixed_step == 0)
		o->run.fixed_step = o->run.span / 500;
	h->user = (HybridUser){.ctx = h, .at_event = at_event};
	if (h->o.extension && h->o.extension->crossings && h->o.extension->n_crossings > 0) {
		h->user.crossings = user_crossings;
		h->user.n_crossings = (int32_t)h->o.extension->n_crossings;
	}
	return MDV_OK;
}

/* The extension's begin; what it writes makes an event at the start. */
static MdvStatus begin_extension(MdvHybrid *h)
{
	const MdvExtension *x = h->o.extension;
	PlantRights before;
	MdvStatus status;

	if (!x)
		return MDV_OK;
	h->s = arena_new(&h->memory, 1, x->state_size ? x->state_size : 1, 16);
	if (!h->s)
		return MDV_NO_MEMORY;
	if (!x->begin)
		return MDV_OK;
	before = enter(h, h->now, PLANT_WRITE);
	status = verdict(h, x->begin(h->s, h, h->o.params), "begin");
	leave(h, before);
	TRY(status);
	TRY(run_parameters(h));
	return h->rt->event.opened ? event_inside(h, h->now) : MDV_OK;
}

MdvStatus plant_open(MdvHybrid *h, double t)
{
	PlantRights before;
	MdvStatus status;

	h->now = t;
	h->r = (HybridRun){.rt = h->rt, .o = &h->options, .out = &h->result, .user = &h->user};
	TRY(choose_options(h, t));
	TRY(ports_open(h));
	h->phase = PLANT_OPEN;
	TRY(hybrid_open(&h->r));
	h->event.sampled = h->result.stats.sample_events > 0;
	h->ready = true;
	TRY(begin_extension(h));
	before = enter(h, t, PLANT_SEND);
	status = ports_begin(h);
	if (status == MDV_OK && h->inside.after)
		status = h->inside.after(h->inside.ctx, h);
	leave(h, before);
	h->event.sampled = false;
	TRY(status);
	return make_plan(h);
}
