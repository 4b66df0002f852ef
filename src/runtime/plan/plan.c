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
	if (status == MDV_OK && t_exit <= r->t_new)
		r->plan = (HybridPlan){.kind = HYBRID_EXIT, .t = t_exit};
	return status;
}

static MdvStatus look(HybridRun *r)
{
	HybridPlan *p = &r->plan;
	bool halve = r->o->halve && r->rt->m->n_crossings > 0;
	MdvStatus status = halve ? halve_first(r, &p->place) : locate_first(r, r->t_new, &p->place);

	if (status != MDV_OK)
		return status > 0 ? MDV_FAILED : status;
	p->t = p->place.t_right;
	p->kind = p->place.found && p->place.crossing >= 0 ? HYBRID_STATE
			  : !p->place.found && r->t_new == r->next ? HYBRID_TIME
													   : HYBRID_STEP;
	return MDV_OK;
}

MdvStatus plan_make(HybridRun *r)
{
	const HybridPlan *p = &r->plan;
	MdvStatus status;

	/* At the edge of the domain several are tried. */
	while (!r->in_step) {
		status = try_step(r);
		if (status == MDV_OK && r->in_step && r->slide.on)
			status = look_sliding(r);
		if (status != MDV_OK || p->kind == HYBRID_OVER || p->kind == HYBRID_EXIT ||
			(p->kind == HYBRID_NEVER && !r->in_step))
			return status;
	}
	return look(r);
}

/* --- committing --- */

/* The row before: left limits at t_left, under the event's own time. */
static MdvStatus row_before(HybridRun *r, double t_left, double t)
{
	MdvStatus status = solver_dense(r->solver, t_left, r->x_try);

	if (status == MDV_OK)
		status = r->slide.on ? slide_output(r, t_left, r->x_try, RT_INTEGRATE)
							 : rt_output(r->rt, t_left, r->x_try, RT_INTEGRATE);
	if (status == MDV_OK)
		status = delay_keep(r->rt, t, false);
	if (status == MDV_OK)
		status = spatial_keep(r->rt, false);
	if (status == MDV_OK)
		status = rows_event(r, t, false);
	return status > 0 && status != MDV_STOPPED ? MDV_FAILED : status;
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
	if (status == MDV_OK)
		status = row_before(r, place->t_left, place->t_right);
	if (status == MDV_OK)
		status = solver_dense(r->solver, place->t_right, r->x);
	if (status == MDV_OK) {
		crossing_hint(r);
		status = hybrid_event(r, place->t_right, place, &restarted);
	}
	if (status != MDV_OK)
		return status;
	r->out->stats.state_events++;
	r->at_band[place->crossing] =
		place->asleep && crossing_over(r, place->crossing, r->z[place->crossing]);
	status = stall_event(r, place);
	return status == MDV_OK ? plan_resume(r, restarted || r->slide.on) : status;
}

static MdvStatus time_event(HybridRun *r)
{
	MdvStatus status = row_before(r, r->t, r->t);
	bool restarted;

	r->out->stats.time_events++;
	if (status == MDV_OK) /* z_end belongs to the end of the step */
		crossing_hint(r);
	return status == MDV_OK ? hybrid_event(r, r->t, NULL, &restarted) : status;
}

/* The end of a step without event: what has to be known there, and other states if need be. */
static MdvStatus accept(HybridRun *r)
{
	MdvStatus status = MDV_OK;
	bool changed = false;

	if (r->needs_output)
		status = rt_output(r->rt, r->t, r->x, RT_INTEGRATE);
	else if (r->needs_point)
		status = rt_derivatives(r->rt, r->t, r->x, r->dx, RT_INTEGRATE);
	if (status == MDV_OK && r->needs_point) {
		rt_accept(r->rt);
		status = delay_keep(r->rt, r->t, false);
		if (status == MDV_OK)
			status = spatial_keep(r->rt, false);
	}
	if (status == MDV_OK && r->needs_output)
		status = event_check(r->rt);
	if (status == MDV_OK && r->rt->m->n_sets > 0)
		status = set_select(r->rt, SET_FACTOR, &changed);
	if (status != MDV_OK)
		return status;
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
	MdvStatus status = crossing_accept(r, r->z_end);

	r->in_step = false;
	if (status == MDV_OK)
		status = rows_upto(r, place->t_right, !is_event);
	if (status == MDV_RETRY)
		return recover_shorten(r, place->t_right);
	if (status == MDV_OK)
		status = solver_dense(r->solver, place->t_right, r->x);
	if (status != MDV_OK)
		return status;
	log_step(r, t_old, place->t_right);
	r->t = r->out->t = place->t_right;
	status = accept(r);
	if (status == MDV_RETRY) {
		/* The integrator has not looked at the very end of its step. */
		r->t = t_old;
		status = solver_dense(r->solver, t_old, r->x);
		return status == MDV_OK ? recover_shorten(r, place->t_right) : status;
	}
	if (status == MDV_OK && place->found)
		return hybrid_restart(r, r->t);
	return status == MDV_OK && is_event ? time_event(r) : status;
}

/* It leaves the surface on which it slid, and one mode goes on. */
static MdvStatus end_sliding(HybridRun *r)
{
	bool restarted;
	MdvStatus status = plan_interrupt(r, r->plan.t);

	if (status == MDV_OK)
		status = hybrid_event(r, r->plan.t, NULL, &restarted);
	if (status != MDV_OK)
		return status > 0 ? MDV_FAILED : status;
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
	MdvStatus status = MDV_OK;

	for (r->t_new = r->t; status == MDV_OK && r->t_new < t;)
		status = solver_step(r->solver, t, &r->t_new);
	return status;
}

MdvStatus plan_interrupt(HybridRun *r, double t)
{
	MdvStatus status = r->in_step ? MDV_OK : reach(r, t);

	if (status == MDV_OK)
		status = rows_upto(r, t, false);
	if (status == MDV_OK)
		status = row_before(r, t, t);
	if (status == MDV_OK)
		status = solver_dense(r->solver, t, r->x);
	r->out->t = t;
	return status > 0 && status != MDV_STOPPED ? MDV_FAILED : status;
}
