/* SPDX-License-Identifier: MIT
   steps.c — an integrator that is one step ahead: the solver tries a step, and the first event
   inside it, or its end, is the plan. Committing it makes the step count up to there. An event that
   changes nothing the derivatives read needs no restart: the rest of the step stays good and is
   looked into again. Input from outside may interrupt the step anywhere before the plan, at the
   states of its dense output. The pair of rows at an event has the left and the right limits under
   one time. */
#include "runtime/plan/steps.h"

#include <string.h>

#define GAPS_NEAR 1e-6 /* of the span: time has not gone on */
enum {
	MOST_GAPS = 80, /* that steps are shortened to in a row */
	SOME_GAPS = 20  /* … where it is not known that something has changed behind them */
};

#define SHORTEST 1e-100 /* step: solvers multiply lengths, which must not become 0 by that */

/* --- what the solver sees --- */

static MdvStatus evaluate_rhs(void *ctx, double t, const double x[], double dx[])
{
	Steps *s = ctx;
	MdvStatus status;

	if (s->r->o->stop_request && *s->r->o->stop_request)
		return MDV_STOPPED;
	s->rt->mode.trying = t > s->r->t;
	status = s->slide.on ? slide_rhs(s, t, x, dx) : rt_ode(s->rt, t, x, dx);
	s->rt->mode.trying = false;
	return status;
}

static MdvStatus evaluate_jac(void *ctx, double t, const double x[], double value[])
{
	Steps *s = ctx;
	const MdvModel *m = s->rt->m;
	int32_t n = s->rt->n;

	TRY(rt_jac(s->rt, t, x, s->jac_value ? s->jac_value : value));
	TRY(jacobian_check(s, t, x));
	if (!s->jac_value)
		return MDV_OK;
	memset(value, 0, (size_t)n * (size_t)n * sizeof *value);
	for (int32_t j = 0; j < n; j++)
		for (int32_t k = m->jac_start[j]; k < m->jac_start[j + 1]; k++)
			value[m->jac_row[k] + (size_t)j * n] = s->jac_value[k];
	return MDV_OK;
}

/* A pattern does not pay for few states, or if it is nearly full. */
static bool is_sparse(const Rt *rt)
{
	double n = rt->n;

	return rt->m->jac_start && n >= 50 && rt->m->jac_start[rt->n] < 0.2 * n * n;
}

static MdvStatus new_solver(Steps *s)
{
	const MdvModel *m = s->rt->m;
	const SolverOps *ops = solver_of(s->r->solver);
	OdeSystem sys = {
		.n = s->rt->n, .ctx = s, .rhs = evaluate_rhs, .jac = evaluate_jac, .nominal = s->nominal};
	MdvOptions so = s->r->o->run;
	bool any = ops->fixed_only || so.fixed_step > 0 ||
			   (s->rt->n == 0 && !operator_keeps(s->rt) && prove_is_certain(s));
	double longest = !any                       ? s->r->span / 50
					 : isinf(s->r->o->run.stop) ? s->r->span /* a plant knows no end */
												: 0;
	MdvStatus status;

	if (is_sparse(s->rt)) {
		sys.col_start = m->jac_start;
		sys.row = m->jac_row;
	} else if (m->jac_start) {
		s->jac_value = NEW_ARRAY(&s->r->memory, double, m->jac_start[s->rt->n]);
		if (!s->jac_value)
			return MDV_NO_MEMORY;
	}
	if (!(so.max_step > 0))
		so.max_step = longest;
	if (operator_longest_step(s->rt) < so.max_step)
		so.max_step = operator_longest_step(s->rt);
	if (ops->fixed_only && so.fixed_step <= 0)
		so.fixed_step = s->r->rows.interval;
	if (ops->refusal)
		return report_fail(s->rt, MDV_BAD_ARGUMENT, NAN, "the solver %s %s", ops->name,
						   ops->refusal);
	status = solver_new(ops, &sys, &so, s->rt->alloc, &s->solver);
	if (status == MDV_OK)
		return MDV_OK;
	if (ops->variable && so.fixed_step > 0)
		return report_fail(s->rt, status, NAN,
						   "the solver %s chooses its steps itself: they cannot be fixed",
						   ops->name);
	return report_fail(s->rt, status, NAN, "the solver %s cannot be used so: %s", ops->name,
					   mdv_status_text(status));
}

MdvStatus steps_restart(Steps *s, double t)
{
	MdvStatus status;

	/* States of sets may be others now. */
	for (int32_t i = s->rt->m->n_states; i < s->rt->n; i++)
		s->nominal[i] = rt_nominal(s->rt, i);
	status = solver_restart(s->solver, t, s->x);
	if (status == MDV_OK)
		return MDV_OK;
	return report_fail(s->rt, status_final(status), t, "at time %g: %s", t,
					   solver_message(s->solver));
}

/* --- life --- */

bool steps_allocate(Steps *s)
{
	Arena *a = &s->r->memory;
	size_t n = (size_t)s->rt->n, nz = (size_t)s->rt->m->n_crossings;
	double **state[] = {&s->x, &s->dx, &s->x_try, &s->nominal};
	double **values[] = {&s->z.now, &s->z.end, &s->z.trial, &s->z.dip, &s->z.g, &s->z.g_end};
	bool ok = true;

	for (size_t k = 0; k < sizeof state / sizeof *state; k++)
		ok &= (*state[k] = NEW_ARRAY(a, double, n)) != NULL;
	for (size_t k = 0; k < sizeof values / sizeof *values; k++)
		ok &= (*values[k] = NEW_ARRAY(a, double, nz)) != NULL;
	s->crossing = NEW_ARRAY(a, Crossing, nz);
	return ok && s->crossing && stall_allocate(s) && watch_allocate(s);
}

static bool allocate(Steps *s)
{
	return steps_allocate(s) && slide_allocate(s) && prove_open(s) && sample_open(s) &&
		   rough_open(s) && history_open(s) && chatter_open(s) && jacobian_open(s);
}

Steps *steps_new(HybridRun *r)
{
	Steps *s = NEW_ARRAY(&r->memory, Steps, 1);

	if (!s)
		return NULL;
	r->state = s;
	s->r = r;
	s->rt = r->rt;
	s->stall.progress_t = -INFINITY;
	s->needs_point = operator_keeps(s->rt) || s->rt->guesses.n > 0 || s->rt->m->n_sets > 0 ||
					 (s->rt->m->accept && !s->rt->m->look);
	s->needs_checks = event_has_checks(s->rt) && !s->needs_point;
	s->needs_output = operator_keeps(s->rt) || (event_has_checks(s->rt) && s->needs_point);
	return s;
}

static MdvStatus open_steps(HybridRun *r)
{
	Rt *rt = r->rt;
	Steps *s = steps_new(r);

	if (!s)
		return MDV_NO_MEMORY;
	failure_init(&s->recovery.why, rt->alloc);
	s->recovery.t_limit = INFINITY;
	s->missed.size = 1;
	s->recovery.t = s->recovery.t_other = s->recovery.t_left = s->recovery.t_gaps = -INFINITY;
	if (!allocate(s))
		return MDV_NO_MEMORY;
	rt_states(rt, s->x);
	for (int32_t i = 0; i < rt->n; i++)
		s->nominal[i] = rt_nominal(rt, i);
	TRY(new_solver(s));
	TRY(steps_restart(s, r->t));
	return crossing_arm(s);
}

static void close_steps(HybridRun *r)
{
	Steps *s = r->state;

	if (!s)
		return;
	crossing_tell_missed(s);
	jacobian_tell(s);
	if (s->crossing)
		prove_tell(s);
	solver_free(s->solver);
	failure_free(&s->recovery.why);
}

static const SolverStats *count_steps(const HybridRun *r)
{
	const Steps *s = r->state;

	return s->solver ? solver_stats(s->solver) : NULL;
}

/* --- making --- */

/* Nothing can happen before input does. */
static bool is_passive(const Steps *s, double t_stop)
{
	return s->rt->n == 0 && isinf(t_stop) && s->rt->m->n_crossings == 0 &&
		   !(s->r->user && s->r->user->crossings);
}

static MdvStatus try_step(Steps *s)
{
	HybridRun *r = s->r;
	double t = r->t, t_stop = fmin(fmin(r->next, r->user_next), r->o->run.stop);
	MdvStatus status;

	t_stop = fmin(t_stop, fmin(s->recovery.t_limit, t + s->rough.h_most));
	if (s->rt->inputs.bend) /* what is recorded is straight from row to row */
		t_stop = fmin(t_stop, s->rt->inputs.bend(s->rt->inputs.ctx, t));
	s->kind = STEPS_END;
	r->plan = (HybridPlan){PLAN_NEVER, INFINITY, INFINITY};
	if (is_passive(s, t_stop))
		return MDV_OK;
	if (t_stop == r->next && t_stop - t < SHORTEST) {
		s->kind = STEPS_NEAR;
		r->plan = (HybridPlan){PLAN_EVENT, t_stop, t_stop};
		return MDV_OK;
	}
	status = solver_step(s->solver, t_stop, &s->t_new);
	s->recovery.t_limit = INFINITY;
	s->in_step = status == MDV_OK;
	if (!s->in_step)
		status = recover_step(s, status);
	if (!s->in_step)
		r->plan = (HybridPlan){r->t > t ? PLAN_DONE : PLAN_STEP, r->t, r->t};
	return status;
}

/* While it slides: where does it leave the surface? */
static MdvStatus look_for_exit(Steps *s)
{
	double t_exit;
	MdvStatus status = slide_look(s, s->t_new, &t_exit);

	if (status > 0) {
		s->in_step = false;
		s->r->plan.kind = PLAN_STEP;
		return recover_shorten(s, s->t_new);
	}
	TRY(status);
	if (t_exit <= s->t_new) {
		s->kind = STEPS_EXIT;
		s->r->plan = (HybridPlan){PLAN_EVENT, t_exit, t_exit};
	}
	return MDV_OK;
}

/* Has error control seen everything? If not the step may have been given up. */
static MdvStatus look_between(Steps *s)
{
	prove_step(s);
	sample_step(s);
	TRY_FINAL(rough_look(s));
	if (!s->in_step)
		s->r->plan.kind = PLAN_STEP;
	return MDV_OK;
}

/* Where there have been places without values, rows before the event may lie in another one: once
   it is announced it cannot be taken back. */
static MdvStatus look_at_rows(Steps *s)
{
	double t = rows_next(s->r), h = s->r->rows.interval;

	for (; s->recovery.n_gaps > 0 && h > 0 && t < s->place.t_left; t += h)
		if (t > s->r->t)
			TRY(locate_evaluate(s, t, s->z.trial));
	return MDV_OK;
}

static MdvStatus look_for_crossing(Steps *s)
{
	StepsPlace *place = &s->place;
	bool halve = s->r->o->run.locator == MDV_LOCATOR_HALVE && s->rt->m->n_crossings > 0;
	double t_end = fmin(s->t_new, s->rough.t_cut);

	TRY(halve ? halve_first(s, place) : locate_first(s, t_end, place));
	if (place->found && place->crossing >= 0)
		TRY(look_at_rows(s));
	if (!place->found && t_end < s->t_new)
		*place = (StepsPlace){true, t_end, t_end, -1, false};
	s->kind = place->found && place->crossing >= 0      ? STEPS_STATE
			  : !place->found && s->t_new == s->r->next ? STEPS_TIME
														: STEPS_END;
	s->r->plan =
		(HybridPlan){s->kind == STEPS_END ? PLAN_STEP : PLAN_EVENT, place->t_right, place->t_left};
	return MDV_OK;
}

static bool gaps_go_on(const Steps *s)
{
	return s->r->t - s->recovery.t_gaps <= GAPS_NEAR * s->r->span;
}

bool steps_may_shorten(const Steps *s)
{
	return !gaps_go_on(s) || s->recovery.n_gaps < SOME_GAPS;
}

/* The end of the step has values, but a place before it, where a crossing was looked for, has none:
   what makes an event there may lie before that place, and end it. Where gap follows upon gap there
   is none. */
static bool shorten_to_gap(Steps *s)
{
	Recovery *c = &s->recovery;

	if (!(s->t_gap > s->r->t))
		return false;
	c->n_gaps = gaps_go_on(s) ? c->n_gaps + 1 : 1;
	if (c->n_gaps == 1)
		c->t_gaps = s->r->t;
	if (c->n_gaps > MOST_GAPS)
		return false;
	s->in_step = false;
	return recover_shorten(s, s->t_gap) == MDV_OK;
}

/* *again: the step has been given up. */
static MdvStatus plan_once(HybridRun *r, bool *again)
{
	Steps *s = r->state;
	MdvStatus status;

	*again = false;
	/* At the edge of the domain several are tried. */
	while (!s->in_step) {
		TRY(try_step(s));
		if (s->in_step && s->slide.on)
			TRY(look_for_exit(s));
		else if (s->in_step)
			TRY(look_between(s));
		if (r->plan.kind == PLAN_DONE || s->kind == STEPS_EXIT || s->kind == STEPS_NEAR ||
			(r->plan.kind == PLAN_NEVER && !s->in_step))
			return MDV_OK;
	}
	status = look_for_crossing(s);
	*again = status > 0;
	if (status == MDV_RETRY && shorten_to_gap(s))
		return MDV_OK;
	return status > 0 ? recover_solution(s, status) : status;
}

static MdvStatus make_plan(HybridRun *r)
{
	bool again = true;

	while (again)
		TRY(plan_once(r, &again));
	return MDV_OK;
}

/* --- events --- */

/* The row before: left limits at t_left, under the event's own time. */
static MdvStatus row_before(Steps *s, double t_left, double t)
{
	if (s->r->t < t_left)
		TRY_FINAL(history_fill(s, s->r->t, t_left));
	TRY_FINAL(solver_dense(s->solver, t_left, s->x_try));
	TRY_FINAL(slide_or_output(s, t_left, s->x_try, RT_INTEGRATE));
	TRY_FINAL(operator_keep(s->rt, t, false));
	return status_final_or_stopped(rows_event(s->r, t, false));
}

/* What follows of an event that has settled. */
static MdvStatus go_on(Steps *s, bool restart)
{
	s->recovery.n_short = 0;
	slide_end(s);
	prove_event(s);
	rough_event(s);
	rt_states(s->rt, s->x);
	TRY(crossing_arm(s));
	s->r->out->stats.quiet += !restart;
	if (restart)
		TRY(steps_restart(s, s->r->t));
	hybrid_settled(s->r);
	return MDV_OK;
}

MdvStatus steps_event(Steps *s, double t, int32_t crossing, bool *restarted)
{
	rt_put_states(s->rt, t, s->x);
	TRY(hybrid_event(s->r, t, crossing, restarted));
	return go_on(s, *restarted);
}

/* Is the rest of the step still good? */
static MdvStatus keep_rest(Steps *s, bool restarted)
{
	HybridRun *r = s->r;

	s->in_step = !restarted && !r->out->terminated && !r->ended && r->t < s->t_new;
	if (!s->in_step || r->next >= s->t_new)
		return MDV_OK;
	s->in_step = false; /* the event has put one inside of the step */
	return steps_restart(s, r->t);
}

static MdvStatus resume_steps(HybridRun *r, bool restart)
{
	TRY(go_on(r->state, restart));
	return keep_rest(r->state, restart);
}

/* --- committing --- */

/* An assertion is violated before t: the step counts up to there, and no further if it is fatal. */
static MdvStatus check_between(Steps *s, double t)
{
	double t_bad;
	MdvStatus status = prove_checks(s, t, &t_bad);

	if (status < 0)
		return status;
	if (status > 0 || !(t_bad < t))
		return MDV_OK;
	TRY(rows_upto(s->r, t_bad, false));
	TRY(solver_dense(s->solver, t_bad, s->x_try));
	TRY(rt_output(s->rt, t_bad, s->x_try, RT_INTEGRATE));
	status = event_check(s->rt);
	if (status != MDV_OK)
		s->r->t = s->r->out->t = t_bad;
	return status;
}

/* The rest of a step in which derivatives jump is not good, whatever makes them. */
static MdvStatus restart_at_jump(Steps *s, bool *restarted)
{
	bool jumps = false;

	if (!*restarted && s->r->t < s->t_new)
		TRY(rough_jumps(s, s->place.t_left, &jumps));
	if (!jumps)
		return MDV_OK;
	*restarted = true;
	s->r->out->stats.quiet--;
	return steps_restart(s, s->r->t);
}

static MdvStatus state_event(Steps *s)
{
	const StepsPlace *place = &s->place;
	bool restarted = true, used = s->crossing[place->crossing].used;
	uint64_t passes = s->rt->stats.passes;
	MdvStatus status = check_between(s, place->t_left);

	if (status == MDV_OK)
		status = rows_upto(s->r, place->t_left, false);

	if (status == MDV_RETRY) {
		s->in_step = false;
		return recover_shorten(s, place->t_right);
	}
	TRY(status);
	TRY(row_before(s, place->t_left, place->t_right));
	TRY(solver_dense(s->solver, place->t_right, s->x));
	crossing_hint(s);
	TRY(steps_event(s, place->t_right, place->crossing, &restarted));
	TRY(restart_at_jump(s, &restarted));
	if (restarted)
		solver_cut(s->solver, 1);
	s->r->out->stats.state_events++;
	s->crossing[place->crossing].at_band =
		place->asleep && crossing_over(s, place->crossing, s->z.now[place->crossing]);
	/* Of several passes one may have changed it for a while, as `when x > pre(n) + 1` does. */
	if (s->crossing[place->crossing].used == used && s->rt->stats.passes - passes == 1)
		crossing_widen(s, place->crossing);
	TRY(stall_event(s, place, !restarted));
	return keep_rest(s, restarted || s->slide.on);
}

static MdvStatus time_event(Steps *s)
{
	bool restarted;

	s->r->out->stats.time_events++;
	TRY(row_before(s, s->r->t, s->r->t));
	crossing_hint(s); /* z_end belongs to the end of the step */
	return steps_event(s, s->r->t, -1, &restarted);
}

/* A point at which nothing but assertions is asked for: only if one is violated is there anything
   to be said, with all values. */
static MdvStatus accept_checks(Steps *s)
{
	bool fires;

	TRY(rt_checks(s->rt, s->r->t, s->x, &fires));
	if (!fires)
		return MDV_OK;
	TRY(rt_output(s->rt, s->r->t, s->x, RT_INTEGRATE));
	return event_check(s->rt);
}

MdvStatus steps_accept(Steps *s, bool *selected)
{
	Rt *rt = s->rt;

	*selected = false;
	if (s->needs_checks)
		TRY(accept_checks(s));
	if (s->needs_output)
		TRY(rt_output(rt, s->r->t, s->x, RT_INTEGRATE));
	else if (s->needs_point)
		TRY(rt_derivatives(rt, s->r->t, s->x, s->dx, RT_INTEGRATE));
	if (s->needs_point) {
		rt_accept(rt);
		TRY(operator_keep(rt, s->r->t, false));
		if (s->history.n > 0) /* what has bent in the step comes out some time */
			s->r->next = fmin(s->r->next, operator_next(rt, s->r->t));
	}
	if (s->needs_output)
		TRY(event_check(rt));
	if (rt->m->n_sets > 0)
		TRY(set_select(rt, SET_FACTOR, selected));
	if (rt->m->accept && !s->needs_point)
		rt_put_states(rt, s->r->t, s->x);
	if (rt->m->accept)
		TRY(report_run(rt, rt->m->accept(rt->m->code, rt->frame, &s->wants_event)));
	if (rt->event.terminated)
		s->r->out->terminated = true;
	if (*selected)
		rt_states(rt, s->x);
	return MDV_OK;
}

static MdvStatus accept_point(Steps *s)
{
	bool selected;

	TRY(steps_accept(s, &selected));
	return selected ? steps_restart(s, s->r->t) : MDV_OK;
}

/* The end of the step, or up to where it could be evaluated. */
static MdvStatus end_step(Steps *s)
{
	HybridRun *r = s->r;
	const StepsPlace *place = &s->place;
	bool is_event = s->kind == STEPS_TIME;
	double t_old = r->t;
	MdvStatus status;

	TRY(crossing_accept(s, s->z.end));
	status = check_between(s, place->t_right);
	if (status == MDV_OK)
		status = rows_upto(r, place->t_right, !is_event);
	s->in_step = false;
	if (status == MDV_RETRY)
		return recover_shorten(s, place->t_right);
	TRY(status);
	TRY(solver_dense(s->solver, place->t_right, s->x));
	log_step(r, t_old, place->t_right);
	if (s->history.n > 0) /* what is kept of a step is not taken back: its end is looked at first */
		status = rt_output(s->rt, place->t_right, s->x, RT_INTEGRATE);
	if (status == MDV_OK)
		status = history_fill(s, t_old, place->t_right);
	r->t = r->out->t = place->t_right;
	if (status == MDV_OK)
		status = accept_point(s);
	if (status == MDV_RETRY) {
		/* The solver has not looked at the very end of its step. */
		r->t = t_old;
		TRY(solver_dense(s->solver, t_old, s->x));
		return recover_shorten(s, place->t_right);
	}
	TRY(status);
	linear_accept(s->rt);
	TRY(chatter_step(s, r->t - t_old));
	if (is_event || s->wants_event)
		TRY(time_event(s));
	s->wants_event = false;
	return place->found || r->t >= s->rough.t_cut ? steps_restart(s, r->t) : MDV_OK;
}

/* A model without states is anywhere at once. */
static MdvStatus reach(Steps *s, double t)
{
	for (s->t_new = s->r->t; s->t_new < t;)
		TRY(solver_step(s->solver, t, &s->t_new));
	return MDV_OK;
}

/* The step counts up to t: its rows and left limits there. */
static MdvStatus cut_step(Steps *s, double t)
{
	s->r->out->t = t;
	if (!s->in_step)
		TRY_FINAL(reach(s, t));
	TRY(status_final_or_stopped(rows_upto(s->r, t, false)));
	TRY(row_before(s, t, t));
	return solver_dense(s->solver, t, s->x);
}

/* It leaves the surface on which it slid, and one mode goes on. */
static MdvStatus end_sliding(Steps *s)
{
	bool restarted;

	TRY_FINAL(cut_step(s, s->r->plan.t));
	TRY_FINAL(steps_event(s, s->r->plan.t, -1, &restarted));
	s->in_step = false;
	s->r->out->stats.state_events++;
	return restarted ? MDV_OK : steps_restart(s, s->r->t);
}

/* The states are what they were. */
static MdvStatus near_event(Steps *s)
{
	bool restarted;

	s->r->t = s->r->out->t = s->r->plan.t;
	s->r->out->stats.time_events++;
	TRY(steps_event(s, s->r->t, -1, &restarted));
	return restarted ? MDV_OK : steps_restart(s, s->r->t);
}

static MdvStatus commit_plan(HybridRun *r)
{
	Steps *s = r->state;

	if (r->plan.kind == PLAN_DONE || r->plan.kind == PLAN_NEVER)
		return MDV_OK;
	switch (s->kind) {
	case STEPS_STATE: return state_event(s);
	case STEPS_EXIT: return end_sliding(s);
	case STEPS_NEAR: return near_event(s);
	case STEPS_END:
	case STEPS_TIME: break;
	}
	return end_step(s);
}

/* --- input --- */

/* In the narrow bracket in which a crossing was located, or asleep, a relation may have changed
   already at the values of the step. */
static MdvStatus interrupt_step(HybridRun *r, double t, bool *missed)
{
	Steps *s = r->state;

	*missed = false;
	TRY(cut_step(s, t));
	FOR_WATCHED (s, i)
		*missed |= crossing_over(s, i, rt_crossing(s->rt, i));
	return MDV_OK;
}

static MdvStatus look_into_step(HybridRun *r, double t, RtUse use)
{
	Steps *s = r->state;

	if (s->in_step && t > r->t)
		TRY(solver_dense(s->solver, t, s->x_try));
	else if (s->rt->n > 0)
		memcpy(s->x_try, s->x, (size_t)s->rt->n * sizeof *s->x);
	if (s->in_step && use == RT_OUTPUT && t > r->t && t < s->place.t_left && !s->slide.on)
		TRY(crossing_check_row(s, t, s->x_try));
	return slide_or_output(s, t, s->x_try, use);
}

static MdvStatus shorten_step(HybridRun *r)
{
	Steps *s = r->state;

	if (!s->in_step)
		return MDV_FAILED;
	s->in_step = false;
	return recover_shorten(s, s->place.t_right);
}

const IntegratorOps integrator_steps = {.open = open_steps,
										.make = make_plan,
										.commit = commit_plan,
										.interrupt = interrupt_step,
										.resume = resume_steps,
										.look = look_into_step,
										.shorten = shorten_step,
										.stats = count_steps,
										.close = close_steps};
