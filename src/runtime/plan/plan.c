/* SPDX-License-Identifier: MIT
   plan.c — one step ahead: the integrator tries a step, and the first event inside it, or its end,
   is the plan. Committing it makes the step count up to there. An event that changes nothing the
   derivatives read needs no restart: the rest of the step stays good and is looked into again.
   Input from outside may interrupt the step anywhere before the plan, at the states of its dense
   output. The pair of rows at an event has the left and the right limits under one time. */
#include "runtime/plan/plan.h"

/* --- making --- */

/* Nothing can happen before input does. */
static bool is_passive(const HybridRun *r, double t_stop)
{
	return r->rt->n == 0 && isinf(t_stop) && r->rt->m->n_crossings == 0 &&
		   !(r->user && r->user->crossings);
}

static MdvStatus try_step(HybridRun *r)
{
	double t = r->t, t_stop = fmin(fmin(r->next, r->user_next), fmin(r->o->stop, r->t_limit));
	MdvStatus status;

	r->plan = (HybridPlan){.kind = HYBRID_NEVER, .t = INFINITY};
	if (is_passive(r, t_stop))
		return MDV_OK;
	status = solver_step(r->solver, t_stop, &r->t_new);
	r->t_limit = INFINITY;
	r->in_step = status == MDV_OK;
	if (!r->in_step)
		status = recover_step(r, status);
	if (!r->in_step)
		r->plan = (HybridPlan){.kind = r->t > t ? HYBRID_OVER : HYBRID_STEP, .t = r->t};
	return status;
}

/* While it slides: where does it leave the surface? */
static MdvStatus look_sliding(HybridRun *r)
{
	double t_exit;
	MdvStatus status = slide_look(r, r->t_new, &t_exit);

	if (status > 0) {
		r->in_step = false;
		r->plan.kind = HYBRID_STEP;
		return recover_shorten(r, r->t_new);
	}
	TRY(status);
	if (t_exit <= r->t_new)
		r->plan = (HybridPlan){.kind = HYBRID_EXIT, .t = t_exit};
	return MDV_OK;
}

static MdvStatus look(HybridRun *r)
{
	HybridPlan *p = &r->plan;
	bool halve = r->o->halve && r->rt->m->n_crossings > 0;

	TRY_FINAL(halve ? halve_first(r, &p->place) : locate_first(r, r->t_new, &p->place));
	p->t = p->place.t_right;
	p->kind = p->place.found && p->place.crossing >= 0 ? HYBRID_STATE
			  : !p->place.found && r->t_new == r->next ? HYBRID_TIME
													   : HYBRID_STEP;
	return MDV_OK;
}

MdvStatus plan_make(HybridRun *r)
{
	const HybridPlan *p = &r->plan;

	/* At the edge of the domain several are tried. */
	while (!r->in_step) {
		TRY(try_step(r));
		if (r->in_step && r->slide.on)
			TRY(look_sliding(r));
		if (p->kind == HYBRID_OVER || p->kind == HYBRID_EXIT ||
			(p->kind == HYBRID_NEVER && !r->in_step))
			return MDV_OK;
	}
	return look(r);
}

/* --- committing --- */

/* The row before: left limits at t_left, under the event's own time. */
static MdvStatus row_before(HybridRun *r, double t_left, double t)
{
	TRY_FINAL(solver_dense(r->solver, t_left, r->x_try));
	TRY_FINAL(slide_or_output(r, t_left, r->x_try, RT_INTEGRATE));
	TRY_FINAL(operator_keep(r->rt, t, false));
	return status_final_or_stopped(rows_event(r, t, false));
}

MdvStatus plan_resume(HybridRun *r, bool restarted)
{
	r->in_step = !restarted && !r->out->terminated && r->t < r->t_new;
	if (!r->in_step || r->next >= r->t_new)
		return MDV_OK;
	r->in_step = false; /* the event has put one inside of the step */
	return hybrid_restart(r, r->t);
}

static MdvStatus state_event(HybridRun *r, const HybridPlace *place)
{
	bool restarted = true;
	MdvStatus status = rows_upto(r, place->t_left, false);

	if (status == MDV_RETRY) {
		r->in_step = false;
		return recover_shorten(r, place->t_right);
	}
	TRY(status);
	TRY(row_before(r, place->t_left, place->t_right));
	TRY(solver_dense(r->solver, place->t_right, r->x));
	crossing_hint(r);
	TRY(hybrid_event(r, place->t_right, place, &restarted));
	r->out->stats.state_events++;
	r->at_band[place->crossing] =
		place->asleep && crossing_over(r, place->crossing, r->z[place->crossing]);
	TRY(stall_event(r, place));
	return plan_resume(r, restarted || r->slide.on);
}

static MdvStatus time_event(HybridRun *r)
{
	bool restarted;

	r->out->stats.time_events++;
	TRY(row_before(r, r->t, r->t));
	crossing_hint(r); /* z_end belongs to the end of the step */
	return hybrid_event(r, r->t, NULL, &restarted);
}

/* The end of a step without event: what has to be known there, and other states if need be. */
static MdvStatus accept(HybridRun *r)
{
	bool changed = false;

	if (r->needs_output)
		TRY(rt_output(r->rt, r->t, r->x, RT_INTEGRATE));
	else if (r->needs_point)
		TRY(rt_derivatives(r->rt, r->t, r->x, r->dx, RT_INTEGRATE));
	if (r->needs_point) {
		rt_accept(r->rt);
		TRY(operator_keep(r->rt, r->t, false));
	}
	if (r->needs_output)
		TRY(event_check(r->rt));
	if (r->rt->m->n_sets > 0)
		TRY(set_select(r->rt, SET_FACTOR, &changed));
	if (r->rt->terminated)
		r->out->terminated = true;
	if (!changed)
		return MDV_OK;
	rt_states(r->rt, r->x);
	return hybrid_restart(r, r->t);
}

/* The end of the step, or up to where it could be evaluated. */
static MdvStatus end_step(HybridRun *r)
{
	const HybridPlace *place = &r->plan.place;
	bool is_event = r->plan.kind == HYBRID_TIME;
	double t_old = r->t;
	MdvStatus status;

	r->in_step = false;
	TRY(crossing_accept(r, r->z_end));
	status = rows_upto(r, place->t_right, !is_event);
	if (status == MDV_RETRY)
		return recover_shorten(r, place->t_right);
	TRY(status);
	TRY(solver_dense(r->solver, place->t_right, r->x));
	log_step(r, t_old, place->t_right);
	r->t = r->out->t = place->t_right;
	status = accept(r);
	if (status == MDV_RETRY) {
		/* The integrator has not looked at the very end of its step. */
		r->t = t_old;
		TRY(solver_dense(r->solver, t_old, r->x));
		return recover_shorten(r, place->t_right);
	}
	TRY(status);
	if (place->found)
		return hybrid_restart(r, r->t);
	return is_event ? time_event(r) : MDV_OK;
}

/* It leaves the surface on which it slid, and one mode goes on. */
static MdvStatus end_sliding(HybridRun *r)
{
	bool restarted;

	TRY_FINAL(plan_interrupt(r, r->plan.t));
	TRY_FINAL(hybrid_event(r, r->plan.t, NULL, &restarted));
	r->in_step = false;
	r->out->stats.state_events++;
	return restarted ? MDV_OK : hybrid_restart(r, r->t);
}

MdvStatus plan_commit(HybridRun *r)
{
	switch (r->plan.kind) {
	case HYBRID_STATE: return state_event(r, &r->plan.place);
	case HYBRID_EXIT: return end_sliding(r);
	case HYBRID_STEP:
	case HYBRID_TIME: return end_step(r);
	case HYBRID_OVER:
	case HYBRID_NEVER: break;
	}
	return MDV_OK;
}

/* --- input --- */

/* A model without states is anywhere at once. */
static MdvStatus reach(HybridRun *r, double t)
{
	for (r->t_new = r->t; r->t_new < t;)
		TRY(solver_step(r->solver, t, &r->t_new));
	return MDV_OK;
}

MdvStatus plan_interrupt(HybridRun *r, double t)
{
	r->out->t = t;
	if (!r->in_step)
		TRY_FINAL(reach(r, t));
	TRY(status_final_or_stopped(rows_upto(r, t, false)));
	TRY(row_before(r, t, t));
	return solver_dense(r->solver, t, r->x);
}
