/* SPDX-License-Identifier: MIT
   recover.c — the integrator cannot go on: every step, however short, leaves the domain of the
   model. Five things are tried. Other states, if there are sets: a dummy may have no value beyond.
   Then an event just beyond its edge (a tank runs empty: sqrt(h) ends where the relation h > 0
   changes): the crossings are extrapolated; the integrator is asked to step exactly to the first
   predicted instant, and when that is nearer than the tolerance can tell, the states are
   extrapolated over it and the event takes place. If no crossing is in sight, states that come to
   rest at zero there (a tank runs empty, and nothing looks at it) are taken as zero, with a
   warning; then the event is looked for where blocks have a solution from start values, a move
   ahead that the tolerance does not see. Otherwise the run ends, with what could not be evaluated.
 */
#include "runtime/plan/steps.h"

#include <float.h>
#include <string.h>

/* Of the states: far above rounding. MAX_PUSHES of half as much again lead from there to 1e-5. */
#define LEAST_PUSH 1e-12

enum { MAX_FAILED = 80, MAX_PUSHES = 40, SOME_SHORT = 4 };

/* The state that changes fastest, measured by its size: it is likely to be the reason. */
static int32_t find_fastest(Steps *s)
{
	int32_t fastest = -1;
	double most = 0;

	if (rt_ode(s->rt, s->r->t, s->x, s->dx) != MDV_OK)
		return -1;
	for (int32_t i = 0; i < s->rt->n; i++) {
		double rate = fabs(s->dx[i]) / (fabs(s->x[i]) + s->nominal[i]);

		if (rate > most) {
			most = rate;
			fastest = i;
		}
	}
	return fastest;
}

/* What the model said where the step failed is the reason; otherwise a state may be it. */
static MdvStatus give_up(Steps *s, MdvStatus status, const Failure *why)
{
	int32_t fastest = -1;

	status = status_final(status);
	if (why->status != MDV_OK && solver_failure(s->solver)->t_bad >= s->r->t) {
		report_fail(s->rt, status, s->r->t, "the integrator cannot go on: %s\n    %s",
					solver_message(s->solver), text_str(&why->text));
		s->rt->said.failure.source = why->source;
		return status;
	}
	fastest = find_fastest(s);
	report_fail(s->rt, status, s->r->t, "the integrator cannot go on: %s",
				solver_message(s->solver));
	if (fastest >= 0)
		report_add(s->rt, "\n    '%s' = %g changes fastest: its derivative is %g",
				   report_name(s->rt, rt_state(s->rt, fastest)->slot), s->x[fastest],
				   s->dx[fastest]);
	return status;
}

/* Scaled length of a straight step of length h. */
static double size_of_step(const Steps *s, double h)
{
	double size = 0;

	for (int32_t i = 0; i < s->rt->n; i++)
		size = fmax(size, fabs(h * s->dx[i]) / (s->r->tol * (fabs(s->x[i]) + s->nominal[i])));
	return size;
}

/* When does the first crossing come, along a straight line? INFINITY: none is in sight. */
static double predict(Steps *s, double h)
{
	double first = INFINITY;

	for (int k = 0; k < 60; k++, h /= 2) {
		for (int32_t i = 0; i < s->rt->n; i++)
			s->x_try[i] = s->x[i] + h * s->dx[i];
		if (rt_zero(s->rt, s->r->t + h, s->x_try, s->watch.at, s->watch.n, s->z.trial, RT_OUTPUT) ==
			MDV_OK)
			break;
		if (k == 59)
			return INFINITY;
	}
	FOR_WATCHED (s, i) {
		double g = crossing_distance(s, i, s->z.now[i]), slope;

		slope = (crossing_distance(s, i, s->z.trial[i]) - g) / h;
		g -= s->crossing[i].armed ? 0 : s->crossing[i].band; /* asleep or not */
		if (slope < 0 && g >= 0)
			first = fmin(first, g / -slope);
	}
	return first;
}

/* Is a relation another than in the frame `before`? */
static bool any_changed(const Steps *s, const double before[])
{
	const MdvModel *m = s->rt->m;

	for (int32_t i = 0; i < m->n_crossings; i++) {
		int32_t slot = m->crossing[i].relation;

		if (slot >= 0 && s->rt->frame[slot] != before[slot])
			return true;
	}
	return false;
}

/* The pair of rows of an event beyond the domain: `before` is the frame as it was. */
static MdvStatus give_pair(Steps *s, const double before[], double t)
{
	size_t size = (size_t)s->rt->m->n_slots * sizeof *before;
	double *after = rt_copy(s->rt, 1);
	MdvStatus status;

	memcpy(after, s->rt->frame, size);
	memcpy(s->rt->frame, before, size);
	status = rows_event(s->r, t, false);
	memcpy(s->rt->frame, after, size);
	TRY(status);
	return rows_event(s->r, t, true);
}

/* Beyond the domain: the event takes place at states extrapolated, a little further each time until
   a relation is another one than `before`. MDV_RETRY: none is. */
static MdvStatus push(Steps *s, double h, const double before[], bool *restarted)
{
	double t = s->r->t;

	h = fmax(h, 8 * DBL_EPSILON * fabs(t));
	for (int k = 0; k < MAX_PUSHES && size_of_step(s, h) < 100; k++, h *= 1.5) {
		MdvStatus status;

		for (int32_t i = 0; i < s->rt->n; i++)
			s->x[i] = s->x_try[i] + h * s->dx[i];
		s->r->t = t + h;
		s->r->rows.hold = true;
		status = steps_event(s, s->r->t, -1, restarted);
		s->r->rows.hold = false;
		TRY(status);
		if (any_changed(s, before))
			return MDV_OK;
	}
	return MDV_RETRY;
}

/* Everything is as it was: what was kept of inputs of delays beyond t has not been. */
static void put_back(Steps *s, double t, const unsigned char *kept, size_t size)
{
	const char *wrong = rt_put_back(s->rt, kept, size);

	if (wrong)
		BUG("what was kept of a run cannot be put back: %s", wrong);
	memcpy(s->x, s->x_try, (size_t)s->rt->n * sizeof *s->x);
	s->r->t = t;
}

/* An event that pushing the states ahead finds takes place there; only then there are rows. */
static MdvStatus jump(Steps *s, double h)
{
	double t = s->r->t, *before = rt_copy(s->rt, 0);
	bool restarted;
	size_t size;
	Arena own;
	unsigned char *kept;
	MdvStatus found = MDV_NO_MEMORY;

	TRY(rt_output(s->rt, t, s->x, RT_OUTPUT));
	memcpy(before, s->rt->frame, (size_t)s->rt->m->n_slots * sizeof *before);
	memcpy(s->x_try, s->x, (size_t)s->rt->n * sizeof *s->x);
	arena_child(&own, &s->r->memory);
	kept = rt_keep(s->rt, &own, &size);
	if (kept)
		found = push(s, h, before, &restarted);
	if (kept && found != MDV_OK) /* also where an event ahead fails: others may be looked for */
		put_back(s, t, kept, size);
	arena_free(&own);
	TRY(found);
	s->r->out->stats.state_events++;
	TRY(give_pair(s, before, s->r->t));
	return restarted ? MDV_OK : steps_restart(s, s->r->t);
}

/* Where every step beyond fails, a state that the tolerance cannot tell from zero may end there:
   der(h) = -sqrt(h) does, and no integrator gets quite there. It does if its derivative at zero is
   exactly zero. MDV_RETRY: there is no such state. */
static MdvStatus rest(Steps *s)
{
	int32_t resting = -1;
	bool again = true;

	for (int32_t i = 0; i < s->rt->n; i++)
		s->x_try[i] = fabs(s->x[i]) <= s->r->tol * s->nominal[i] ? 0 : s->x[i];
	while (again) { /* those that only pass by zero keep their values */
		if (rt_ode(s->rt, s->r->t, s->x_try, s->dx) != MDV_OK)
			return MDV_RETRY;
		again = false;
		resting = -1;
		for (int32_t i = 0; i < s->rt->n; i++) {
			if (s->x_try[i] == s->x[i])
				continue;
			again |= s->dx[i] != 0;
			resting = s->dx[i] == 0 ? i : resting;
			s->x_try[i] = s->dx[i] == 0 ? 0 : s->x[i];
		}
	}
	if (resting < 0)
		return MDV_RETRY;
	report_fail(s->rt, MDV_RETRY, s->r->t,
				"at time %.9g: '%s' comes to rest where the model ends, and is taken as 0", s->r->t,
				report_name(s->rt, rt_state(s->rt, resting)->slot));
	report_warn(s->rt);
	memcpy(s->x, s->x_try, (size_t)s->rt->n * sizeof *s->x);
	return steps_restart(s, s->r->t);
}

static MdvStatus other_states(Steps *s, bool *changed)
{
	*changed = false;
	if (s->rt->m->n_sets == 0 || s->recovery.t == s->r->t)
		return MDV_OK;
	TRY(rt_output(s->rt, s->r->t, s->x, RT_INTEGRATE));
	TRY(set_select(s->rt, 1.001, changed));
	if (!*changed)
		return MDV_OK;
	rt_states(s->rt, s->x);
	return steps_restart(s, s->r->t);
}

/* Is there a decision of a mixed block whose relation has not left zero since the last event? */
static bool any_at_rest(const Steps *s)
{
	const Rt *rt = s->rt;
	const RtSequence *event = &rt->sequence[MDV_SEQ_EVENT];
	bool any = false;

	for (int32_t i = 0; i < event->n_steps; i++)
		for (int32_t k = 0; event->step[i].kind == MDV_STEP_MIXED && k < event->step[i].n_decisions;
			 k++) {
			int32_t crossing = rt->block[event->block[i]].crossing[k];

			any |= crossing >= 0 && !s->crossing[crossing].armed;
		}
	return any;
}

/* No step is short enough, and no crossing is in sight. Relations that are false on both sides of
   a flow at rest (m > 0 and -m > 0, with m = 0 at the start) may leave equations that hold at rest
   only, with which the flow never leaves zero. The event is then looked for ahead, from a move on
   that states can just tell, and with what start values say: decisions at rest agree with
   themselves. MDV_RETRY: there is none. */
static MdvStatus leave_rest(Steps *s)
{
	MdvStatus found = MDV_RETRY;
	double unit;

	s->recovery.t_limit = INFINITY;
	if (!any_at_rest(s) || s->recovery.t_left == s->r->t ||
		rt_ode(s->rt, s->r->t, s->x, s->dx) != MDV_OK)
		return MDV_RETRY;
	unit = size_of_step(s, 1);
	if (!(unit > 0) || !isfinite(unit))
		return MDV_RETRY;
	s->rt->mode.afresh = true;
	found = jump(s, LEAST_PUSH / (unit * s->r->tol));
	s->rt->mode.afresh = false;
	s->recovery.t_left = s->r->t;
	return found == MDV_FAILED ? MDV_RETRY : found;
}

/* What was tried since does not count. */
static MdvStatus end_as_before(Steps *s, MdvStatus status)
{
	failure_keep(&s->rt->said.failure, &s->recovery.why);
	return s->rt->said.failure.status = status_final(status);
}

/* The last thing before the run ends, which then has the reason of the step. */
static MdvStatus end_shortening(Steps *s)
{
	MdvStatus found;

	failure_keep(&s->recovery.why, &s->rt->said.failure);
	found = leave_rest(s);
	return found == MDV_RETRY ? end_as_before(s, MDV_FAILED) : found;
}

MdvStatus recover_shorten(Steps *s, double t_new)
{
	Recovery *c = &s->recovery;

	c->n = s->r->t > c->t ? 1 : c->n + 1;
	c->t = s->r->t;
	c->t_limit = s->r->t + 0.5 * (t_new - s->r->t);
	if (c->n > MAX_FAILED || !(c->t_limit > s->r->t))
		return end_shortening(s);
	/* Any values of what is not determined at rest let one tiny step pass, and not the next. */
	if (++c->n_short <= SOME_SHORT) {
		int n_short = c->n_short; /* events that are looked for and not found do not count */
		MdvStatus found = leave_rest(s);

		if (found != MDV_RETRY)
			return found;
		c->n_short = n_short;
		c->t_limit = s->r->t + 0.5 * (t_new - s->r->t);
	}
	if (rt_zero(s->rt, s->r->t, s->x, s->watch.at, s->watch.n, s->z.now, RT_INTEGRATE) != MDV_OK)
		return MDV_FAILED;
	return steps_restart(s, s->r->t);
}

/* Nonlinear equations may have several solutions, of which the one at hand can end, or join another
   one: of m*(h - h_in) = 0 that with m = 0 leads h out of the medium's range, when the pressures
   that held the flow at rest are others. The point is then an event, at which blocks are solved
   from the start values, as at the start, and not from the last values. */
MdvStatus recover_solution(Steps *s, MdvStatus status)
{
	Rt *rt = s->rt;
	double t = s->r->t, *before = rt_copy(rt, 0);
	bool restarted;
	MdvStatus found;

	failure_keep(&s->recovery.why, &rt->said.failure);
	s->in_step = false;
	if (rt->guesses.n == 0 || s->recovery.t_other == t ||
		rt_output(rt, t, s->x, RT_OUTPUT) != MDV_OK)
		return end_as_before(s, status);
	s->recovery.t_other = t;
	memcpy(before, rt->frame, (size_t)rt->m->n_slots * sizeof *before);
	rt->mode.afresh = true;
	s->r->rows.hold = true;
	found = steps_event(s, t, -1, &restarted);
	s->r->rows.hold = false;
	rt->mode.afresh = false;
	if (found < 0)
		return end_as_before(s, status);
	TRY(give_pair(s, before, t));
	s->r->out->stats.state_events++;
	report_fail(rt, MDV_RETRY, t,
				"at time %.9g a solution of nonlinear equations ends; the run goes on with another "
				"one, found from start values",
				t);
	report_warn(rt);
	return restarted ? MDV_OK : steps_restart(s, t);
}

MdvStatus recover_step(Steps *s, MdvStatus status)
{
	const SolverFailure *f = solver_failure(s->solver);
	double reach = fmax(f->t_bad - s->r->t, solver_stats(s->solver)->last_step), h;
	Failure *failure = &s->rt->said.failure;
	MdvStatus found;
	bool changed;

	if (status == MDV_NO_MEMORY || status == MDV_STOPPED || status == MDV_TIMED_OUT)
		return status;
	found = other_states(s, &changed);
	if (found < 0 || changed)
		return found < 0 ? found : MDV_OK;
	/* Where it fails again, it is tried once more: time must go on. */
	s->recovery.n++;
	if (!(s->r->t > s->recovery.t) && s->recovery.n < MAX_FAILED)
		s->recovery.n = MAX_FAILED;
	s->recovery.t = s->r->t;
	failure_keep(&s->recovery.why, failure); /* of the point beyond; what follows may have others */
	if (!(f->t_bad >= s->r->t))
		return give_up(s, status, &s->recovery.why);
	found = MDV_RETRY;
	if (s->recovery.n <= MAX_FAILED && rt_ode(s->rt, s->r->t, s->x, s->dx) == MDV_OK) {
		h = predict(s, fmax(reach, 8 * DBL_EPSILON * fabs(s->r->t)));
		if (h <= 1e-2 * s->r->span && size_of_step(s, h) > 1) {
			s->recovery.t_limit = s->r->t + h;
			return steps_restart(s, s->r->t);
		}
		if (h <= 1e-2 * s->r->span)
			found = jump(s, h);
	}
	if (found == MDV_RETRY)
		found = rest(s);
	if (found == MDV_RETRY)
		found = leave_rest(s);
	return found == MDV_RETRY ? give_up(s, status, &s->recovery.why) : found;
}
