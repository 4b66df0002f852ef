/* SPDX-License-Identifier: MIT
   recover.c — the integrator cannot go on: every step, however short, leaves the domain of the
   model. Three things are tried. Other states, if there are sets: a dummy may have no value beyond.
   Then an event just beyond its edge (a tank runs empty: sqrt(h) ends where the relation h > 0
   changes): the crossings are extrapolated; the integrator is asked to step exactly to the first
   predicted instant, and when that is nearer than the tolerance can tell, the states are
   extrapolated over it and the event takes place. If no crossing is in sight the run ends, with
   what could not be evaluated. */
#include "runtime/plan/plan.h"

#include <float.h>
#include <string.h>

enum { MAX_FAILED = 80, MAX_PUSHES = 40 };

/* The state that changes fastest, measured by its size: it is likely to be the reason. */
static int32_t find_fastest(HybridRun *r)
{
	int32_t fastest = -1;
	double most = 0;

	if (rt_ode(r->rt, r->t, r->x, r->dx) != MDV_OK)
		return -1;
	for (int32_t i = 0; i < r->rt->n; i++) {
		double rate = fabs(r->dx[i]) / (fabs(r->x[i]) + r->nominal[i]);

		if (rate > most) {
			most = rate;
			fastest = i;
		}
	}
	return fastest;
}

/* What the model said where the step failed is the reason; otherwise a state may be it. */
static MdvStatus give_up(HybridRun *r, MdvStatus status, const Failure *why)
{
	int32_t fastest = -1;

	status = status_final(status);
	if (why->status != MDV_OK && solver_failure(r->solver)->t_bad >= r->t) {
		report_fail(r->rt, status, r->t, "the integrator cannot go on: %s\n    %s",
					solver_message(r->solver), text_str(&why->text));
		r->rt->failure.source = why->source;
		return status;
	}
	fastest = find_fastest(r);
	report_fail(r->rt, status, r->t, "the integrator cannot go on: %s", solver_message(r->solver));
	if (fastest >= 0)
		report_add(r->rt, "\n    '%s' = %g changes fastest: its derivative is %g",
				   report_name(r->rt, rt_state(r->rt, fastest)->slot), r->x[fastest],
				   r->dx[fastest]);
	return status;
}

/* Scaled length of a straight step of length h. */
static double size_of_step(const HybridRun *r, double h)
{
	double size = 0;

	for (int32_t i = 0; i < r->rt->n; i++)
		size = fmax(size, fabs(h * r->dx[i]) / (r->tol * (fabs(r->x[i]) + r->nominal[i])));
	return size;
}

/* When does the first crossing come, along a straight line? INFINITY: none is in sight. */
static double predict(HybridRun *r, double h)
{
	double first = INFINITY;

	for (int k = 0; k < 60; k++, h /= 2) {
		for (int32_t i = 0; i < r->rt->n; i++)
			r->x_try[i] = r->x[i] + h * r->dx[i];
		if (rt_zero(r->rt, r->t + h, r->x_try, r->watch, r->n_watch, r->z_try, RT_OUTPUT) == MDV_OK)
			break;
		if (k == 59)
			return INFINITY;
	}
	FOR_WATCHED (r, i) {
		double g = crossing_distance(r, i, r->z[i]), slope;

		slope = (crossing_distance(r, i, r->z_try[i]) - g) / h;
		g -= r->armed[i] ? 0 : r->band[i]; /* asleep or not */
		if (slope < 0 && g >= 0)
			first = fmin(first, g / -slope);
	}
	return first;
}

/* Is a relation another than in the frame `before`? */
static bool any_changed(const HybridRun *r, const double before[])
{
	const MdvModel *m = r->rt->m;

	for (int32_t i = 0; i < m->n_crossings; i++) {
		int32_t slot = m->crossing[i].relation;

		if (slot >= 0 && r->rt->frame[slot] != before[slot])
			return true;
	}
	return false;
}

/* The pair of rows of an event beyond the domain: `before` is the frame as it was. */
static MdvStatus give_pair(HybridRun *r, const double before[], double t)
{
	size_t size = (size_t)r->rt->m->n_slots * sizeof *before;
	double *after = rt_copy(r->rt, 1);
	MdvStatus status;

	memcpy(after, r->rt->frame, size);
	memcpy(r->rt->frame, before, size);
	status = rows_event(r, t, false);
	memcpy(r->rt->frame, after, size);
	TRY(status);
	return rows_event(r, t, true);
}

/* Beyond the domain: the event takes place at states extrapolated, a little further each time until
   a relation changes; only then there are rows. */
static MdvStatus jump(HybridRun *r, double h)
{
	double t = r->t, *before = rt_copy(r->rt, 0);

	TRY(rt_output(r->rt, r->t, r->x, RT_OUTPUT));
	memcpy(before, r->rt->frame, (size_t)r->rt->m->n_slots * sizeof *before);
	memcpy(r->x_try, r->x, (size_t)r->rt->n * sizeof *r->x);
	h = fmax(h, 8 * DBL_EPSILON * fabs(t));
	for (int k = 0; k < MAX_PUSHES && size_of_step(r, h) < 100; k++, h *= 1.5) {
		bool restarted;
		MdvStatus status;

		for (int32_t i = 0; i < r->rt->n; i++)
			r->x[i] = r->x_try[i] + h * r->dx[i];
		r->t = t + h;
		r->hold_rows = true;
		status = hybrid_event(r, r->t, NULL, &restarted);
		r->hold_rows = false;
		TRY(status);
		if (any_changed(r, before)) {
			r->out->stats.state_events++;
			TRY(give_pair(r, before, r->t));
			return restarted ? MDV_OK : hybrid_restart(r, r->t);
		}
	}
	return MDV_RETRY;
}

static MdvStatus other_states(HybridRun *r, bool *changed)
{
	*changed = false;
	if (r->rt->m->n_sets == 0 || r->t_failed == r->t)
		return MDV_OK;
	TRY(rt_output(r->rt, r->t, r->x, RT_INTEGRATE));
	TRY(set_select(r->rt, 1.001, changed));
	if (!*changed)
		return MDV_OK;
	rt_states(r->rt, r->x);
	return hybrid_restart(r, r->t);
}

MdvStatus recover_shorten(HybridRun *r, double t_new)
{
	r->n_failed = r->t > r->t_failed ? 1 : r->n_failed + 1;
	r->t_failed = r->t;
	r->t_limit = r->t + 0.5 * (t_new - r->t);
	if (r->n_failed > MAX_FAILED || !(r->t_limit > r->t))
		return MDV_FAILED;
	if (rt_zero(r->rt, r->t, r->x, r->watch, r->n_watch, r->z, RT_INTEGRATE) != MDV_OK)
		return MDV_FAILED;
	return hybrid_restart(r, r->t);
}

MdvStatus recover_step(HybridRun *r, MdvStatus status)
{
	const SolverFailure *f = solver_failure(r->solver);
	double reach = fmax(f->t_bad - r->t, solver_stats(r->solver)->last_step), h;
	Failure *failure = &r->rt->failure;
	MdvStatus found;
	bool changed;

	if (status == MDV_NO_MEMORY || status == MDV_STOPPED || status == MDV_TIMED_OUT)
		return status;
	found = other_states(r, &changed);
	if (found < 0 || changed)
		return found < 0 ? found : MDV_OK;
	r->n_failed = r->t > r->t_failed ? r->n_failed + 1 : MAX_FAILED;
	r->t_failed = r->t;
	if (r->n_failed > MAX_FAILED || !(f->t_bad >= r->t) ||
		rt_ode(r->rt, r->t, r->x, r->dx) != MDV_OK)
		return give_up(r, status, failure_keep(&r->why, failure));
	failure_keep(&r->why, failure); /* of the point beyond; what follows may have others */
	h = predict(r, fmax(reach, 8 * DBL_EPSILON * fabs(r->t)));
	if (!(h < INFINITY) || h > 1e-2 * r->span)
		return give_up(r, status, &r->why);
	if (size_of_step(r, h) > 1) {
		r->t_limit = r->t + h;
		return hybrid_restart(r, r->t);
	}
	found = jump(r, h);
	return found == MDV_RETRY ? give_up(r, status, &r->why) : found;
}
