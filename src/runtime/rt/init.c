/* SPDX-License-Identifier: MIT
   init.c — initialization (MLS 8.6). A model that says homotopy(…) means the solution that its
   continuation leads to (MLS 3.7.4.3): that is tried first. Otherwise, or if that fails, the
   initial system is solved directly; then both again with every means the blocks have: a simplified
   model that has no solution (a loss of pressure that is linear up to the nominal flow, and larger
   than the pressure there is) would use them up in vain. Each attempt begins with clean copies of
   the start values: a failed one leaves no trace. What the compiler left out of an overdetermined
   initial system is checked at the solution. */
#include "runtime/rt/rt.h"

#include <string.h>

#define CHECK_TOL     1e-6 /* of an equation's size */
#define SMALLEST_STEP 1e-4 /* of the homotopy parameter */

static void keep(Rt *rt, int copy)
{
	memcpy(rt->saved + (size_t)copy * rt->m->n_slots, rt->frame,
		   (size_t)rt->m->n_slots * sizeof *rt->frame);
}

static void restore(Rt *rt, int copy)
{
	memcpy(rt->frame, rt->saved + (size_t)copy * rt->m->n_slots,
		   (size_t)rt->m->n_slots * sizeof *rt->frame);
}

/* The state variables must have values; others may be NaN if the model says so. */
static MdvStatus check_states(Rt *rt)
{
	for (int32_t i = 0; i < rt->n; i++) {
		const MdvState *s = rt_state(rt, i);

		if (!isfinite(rt->frame[s->slot]))
			return report_origin(rt, report_not_finite(rt, "state", s->slot));
		if (!isfinite(rt->frame[s->derivative]))
			return report_origin(rt, report_not_finite(rt, "the derivative of", s->slot));
	}
	return MDV_OK;
}

static MdvStatus run_once(Rt *rt, RtEffort effort)
{
	rt->mode.effort = effort;
	rt->event.trouble = NULL;
	rt->stamp.event++;
	TRY(seq_run(rt, MDV_SEQ_INIT));
	return rt->event.trouble ? MDV_RETRY : check_states(rt);
}

/* From the simplified model (0) to the actual one (1); steps double and halve. */
static MdvStatus continue_from_simplified(Rt *rt, RtEffort effort)
{
	double *lambda = &rt->frame[rt->m->homotopy], done = 0, step = 0.1;
	MdvStatus status;

	*lambda = 0;
	status = run_once(rt, effort);
	while (status == MDV_OK && done < 1) {
		double next = fmin(1, done + step);

		keep(rt, 1);
		*lambda = next;
		status = run_once(rt, RT_PLAIN);
		if (status == MDV_OK) {
			done = next;
			step *= 2;
		} else if (status > 0 && step > SMALLEST_STEP) {
			step /= 2;
			restore(rt, 1);
			status = MDV_OK;
		}
	}
	return status;
}

/* A solution at which assertions are violated is not the one that is meant. */
static bool violates_assertions(Rt *rt)
{
	if (seq_run(rt, MDV_SEQ_OUTPUT) != MDV_OK)
		return true;
	for (int32_t i = 0; i < rt->m->n_actions; i++) {
		const MdvAction *a = &rt->m->action[i];

		if (a->kind == MDV_ACTION_ASSERT && a->always && rt->frame[a->fires] != 0)
			return true;
	}
	return false;
}

static void tell_attempt(Rt *rt, const char *how, MdvStatus status)
{
	if (rt->listener.what & MDV_LOG_INIT)
		report_trace(rt, "initialization %s: %s, %llu iterations so far%s%s", how,
					 status == MDV_OK ? "solved" : "not solved",
					 (unsigned long long)rt->stats.newton, status == MDV_OK ? "" : "\n    ",
					 status == MDV_OK ? "" : rt_message(rt));
}

/* What the run starts from. */
static void tell_states(Rt *rt)
{
	for (int32_t i = 0; i < rt->n && rt->listener.what & MDV_LOG_INIT && !rt->whole; i++)
		report_trace(rt, "initialization: state %s = %.10g", report_name(rt, rt_state(rt, i)->slot),
					 rt->frame[rt_state(rt, i)->slot]);
}

static MdvStatus by_homotopy(Rt *rt, RtEffort effort)
{
	MdvStatus status = continue_from_simplified(rt, effort);

	if (status == MDV_OK && violates_assertions(rt))
		status = MDV_RETRY;
	tell_attempt(rt, effort == RT_ALL ? "by homotopy and all methods" : "by homotopy", status);
	if (status > 0)
		restore(rt, 0);
	return status;
}

static MdvStatus attempt(Rt *rt)
{
	bool homotopy = rt->m->has_homotopy;
	MdvStatus status = homotopy ? by_homotopy(rt, RT_START) : MDV_RETRY;

	if (status > 0) {
		status = run_once(rt, RT_START);
		tell_attempt(rt,
					 homotopy ? "from the start values, without homotopy" : "from the start values",
					 status);
	}
	if (status > 0)
		restore(rt, 0);
	if (status > 0 && homotopy)
		status = by_homotopy(rt, RT_ALL);
	if (status > 0) {
		status = run_once(rt, RT_ALL);
		tell_attempt(rt, "by all methods", status);
	}
	return status;
}

static MdvStatus check_left_out(Rt *rt)
{
	if (rt->m->init_check < 0)
		return MDV_OK;
	TRY_FINAL(block_code(rt, rt->m->init_check));
	for (int32_t i = 0; i < rt->m->n_checks; i++) {
		const MdvCheck *c = &rt->m->check[i];
		double r = rt->frame[c->residual], size = fabs(rt->frame[c->scale]);

		if (fabs(r) <= CHECK_TOL * (size > 0 ? size : 1))
			continue;
		report_fail(rt, MDV_FAILED, rt_time(rt),
					"the initial equations and fixed start values contradict each other: a "
					"residual of %g is left",
					r);
		report_source(rt, c->source);
		return MDV_FAILED;
	}
	return MDV_OK;
}

/* What is to be done once: initial algorithms and equations, when initial() (MLS 8.6). */
static MdvStatus act_at_start(Rt *rt)
{
	bool changed = false, computed = false;

	for (int32_t i = 0; i < rt->m->n_actions; i++) {
		if (!rt->m->action[i].start)
			continue;
		if (!computed)
			TRY_FINAL(block_code(rt, rt->m->init_actions));
		computed = true;
		if (rt->frame[rt->m->action[i].fires] != 0)
			TRY_FINAL(event_act(rt, i, &changed));
	}
	return MDV_OK;
}

/* What follows from the values that are there now: guesses, sets, histories. */
static MdvStatus leave(Rt *rt, double t)
{
	bool changed;

	rt->change.stale = true;
	rt->stamp.event++;
	rt->last.t = NAN;
	rt_accept(rt);
	for (int32_t k = 0; k < rt->m->n_sets; k++) {
		RtSet *set = &rt->set[k];

		set_default(set);
		for (int32_t j = 0; j < set->set->n; j++)
			set->initial[j] = rt->frame[set->set->candidate[j].slot];
	}
	TRY_FINAL(set_select(rt, SET_FACTOR, &changed));
	tell_states(rt);
	return operator_begin(rt, t);
}

/* The solution is there: before the first event pre(v) = v (MLS 8.6). */
static MdvStatus settle(Rt *rt, double t)
{
	TRY_FINAL(rt_check_parameters(rt)); /* those that the initial system determines */
	TRY(check_left_out(rt));
	TRY(act_at_start(rt));
	for (int32_t i = 0; i < rt->m->n_discretes; i++)
		rt->frame[rt->m->discrete[i].pre] = rt->frame[rt->m->discrete[i].slot];
	rt->frame[rt->m->is_initial] = 0;
	rt->mode.initial = false;
	return leave(rt, t);
}

MdvStatus init_run(Rt *rt, double t)
{
	const MdvModel *m = rt->m;
	MdvStatus status;

	report_clear(rt);
	text_clear(&rt->said.farewell);
	rt->frame[m->time] = t;
	if (rt->inputs.give)
		rt->inputs.give(rt->inputs.ctx, t, true, rt->frame);
	rt->inputs.t_event = t;
	rt->frame[m->is_initial] = 1;
	rt->frame[m->is_terminal] = 0;
	rt->frame[m->homotopy] = 1;
	rt->event.terminated = false;
	memset(rt->said.warned, 0, (size_t)m->n_actions * sizeof *rt->said.warned);
	TRY_FINAL(rt_parameters(rt));
	if (m->start_code >= 0)
		TRY_FINAL(block_code(rt, m->start_code));
	limits_begin(rt);
	operator_wait(rt);
	rt->mode.use = RT_EVENT;
	rt->mode.initial = true;
	keep(rt, 0);
	status = attempt(rt);
	if (status > 0)
		return report_because(rt, MDV_FAILED, "initialization failed: ");
	TRY(status);
	return settle(rt, t);
}

MdvStatus init_island(Rt *rt, double t)
{
	report_clear(rt);
	text_clear(&rt->said.farewell);
	rt->inputs.t_event = t;
	rt->event.terminated = false;
	rt->mode.use = RT_EVENT;
	rt->mode.effort = RT_ALL;
	rt->stamp.parameters++;
	rt_nominals(rt);
	limits_begin(rt);
	operator_wait(rt);
	return leave(rt, t);
}
