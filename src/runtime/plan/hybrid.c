/* SPDX-License-Identifier: MIT
   hybrid.c — one run: initialization, what happens at an event, the end. Who runs it (system/,
   plant/) commits one plan after the other in between. */
#include "runtime/plan/plan.h"

#include <string.h>
#include <time.h>

double hybrid_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* --- what the integrator sees --- */

static MdvStatus check_deadline(const HybridRun *r)
{
	if (r->o->stop_request && *r->o->stop_request)
		return MDV_STOPPED;
	return r->o->timeout > 0 && hybrid_clock() - r->t_begin > r->o->timeout ? MDV_TIMED_OUT
																			: MDV_OK;
}

static MdvStatus rhs(void *ctx, double t, const double x[], double dx[])
{
	HybridRun *r = ctx;

	if (r->o->stop_request && *r->o->stop_request)
		return MDV_STOPPED;
	return r->slide.on ? slide_rhs(r, t, x, dx) : rt_ode(r->rt, t, x, dx);
}

static MdvStatus jac(void *ctx, double t, const double x[], double value[])
{
	HybridRun *r = ctx;
	const MdvModel *m = r->rt->m;
	int32_t n = r->rt->n;

	TRY(rt_jac(r->rt, t, x, r->jac_value ? r->jac_value : value));
	if (!r->jac_value)
		return MDV_OK;
	memset(value, 0, (size_t)n * (size_t)n * sizeof *value);
	for (int32_t j = 0; j < n; j++)
		for (int32_t k = m->jac_start[j]; k < m->jac_start[j + 1]; k++)
			value[m->jac_row[k] + (size_t)j * n] = r->jac_value[k];
	return MDV_OK;
}

/* A pattern does not pay for few states, or if it is nearly full. */
static bool is_sparse(const HybridRun *r)
{
	const MdvModel *m = r->rt->m;
	double n = r->rt->n;

	return m->jac_start && n >= 50 && m->jac_start[r->rt->n] < 0.2 * n * n;
}

MdvStatus hybrid_solver(Rt *rt, const char *name, const SolverOps **ops)
{
	*ops = name ? solver_find(name) : NULL;
	if (*ops || !name)
		return MDV_OK;
	return report_fail(rt, MDV_BAD_ARGUMENT, NAN,
					   "there is no solver '%s', but cvode, adams, ida, rk45 and euler", name);
}

static MdvStatus new_solver(HybridRun *r)
{
	const MdvModel *m = r->rt->m;
	const SolverOps *ops = r->o->solver ? r->o->solver : &solver_cvode;
	OdeSystem sys = {.n = r->rt->n, .ctx = r, .rhs = rhs, .jac = jac, .nominal = r->nominal};
	double longest = ops->fixed_only || r->o->fixed_step > 0 ? 0 : r->span / 50;
	SolverOptions so = {.tol = r->tol, .fixed_step = r->o->fixed_step};
	MdvStatus status;

	if (is_sparse(r)) {
		sys.col_start = m->jac_start;
		sys.row = m->jac_row;
	} else if (m->jac_start) {
		r->jac_value = NEW_ARRAY(&r->memory, double, m->jac_start[r->rt->n]);
		if (!r->jac_value)
			return MDV_NO_MEMORY;
	}
	so.max_step = r->o->max_step > 0 ? r->o->max_step : longest;
	if (operator_longest_step(r->rt) < so.max_step)
		so.max_step = operator_longest_step(r->rt);
	if (ops->fixed_only && so.fixed_step <= 0)
		so.fixed_step = r->interval;
	status = solver_new(ops, &sys, &so, r->rt->alloc, &r->solver);
	if (status == MDV_OK)
		return MDV_OK;
	if (ops->variable && so.fixed_step > 0)
		return report_fail(r->rt, status, NAN,
						   "the solver %s chooses its steps itself: they cannot be fixed",
						   ops->name);
	return report_fail(r->rt, status, NAN, "the solver %s cannot be used so: %s", ops->name,
					   mdv_status_text(status));
}

MdvStatus hybrid_restart(HybridRun *r, double t)
{
	MdvStatus status;

	/* States of sets may be others now. */
	for (int32_t i = r->rt->m->n_states; i < r->rt->n; i++)
		r->nominal[i] = rt_nominal(r->rt, i);
	status = solver_restart(r->solver, t, r->x);
	if (status == MDV_OK)
		return MDV_OK;
	return report_fail(r->rt, status_final(status), t, "at time %g: %s", t,
					   solver_message(r->solver));
}

/* --- events --- */

/* The user's code, and the iteration taken up again if it has written variables. */
static MdvStatus call_user(HybridRun *r, double t, RtEvent *e)
{
	RtEvent more;

	if (r->user)
		TRY(r->user->at_event(r->user->ctx, t, e->samples));
	if (!r->rt->opened)
		return MDV_OK;
	TRY(event_iterate(r->rt, t, &more));
	e->restart |= more.restart;
	e->terminate |= more.terminate;
	return MDV_OK;
}

MdvStatus hybrid_event(HybridRun *r, double t, const HybridPlace *place, bool *restarted)
{
	double begin = hybrid_clock();
	RtEvent e;

	crossing_remember(r);
	slide_end(r);
	log_before(r);
	rt_put_states(r->rt, t, r->x);
	/* At the very end there is one event, with terminal(). */
	r->ended = t >= r->o->stop;
	*restarted = false;
	TRY(r->ended ? event_terminal(r->rt, t, &e) : event_iterate(r->rt, t, &e));
	TRY(call_user(r, t, &e));
	e.restart |= r->force_restart;
	r->force_restart = false;
	log_event(r, t, place, &e);
	r->t = t;
	r->next = event_next(r->rt, t);
	r->out->stats.sample_events += e.samples > 0;
	r->out->terminated = e.terminate;
	rt_states(r->rt, r->x);
	TRY(rows_event(r, t, true));
	TRY(crossing_arm(r));
	*restarted = e.restart;
	r->out->stats.quiet += !e.restart;
	if (e.restart)
		TRY(hybrid_restart(r, t));
	r->out->stats.event_ms += 1e3 * (hybrid_clock() - begin);
	return MDV_OK;
}

MdvStatus hybrid_plan(HybridRun *r)
{
	TRY(check_deadline(r));
	return plan_make(r);
}

/* --- the run --- */

static bool allocate(HybridRun *r)
{
	Arena *a = &r->memory;
	size_t n = (size_t)r->rt->n, nz = (size_t)r->rt->m->n_crossings;
	double **state[] = {&r->x, &r->dx, &r->x_try, &r->nominal};
	double **cross[] = {&r->z,     &r->z_end, &r->z_try,     &r->z_dip, &r->g,        &r->g_end,
						&r->slope, &r->size,  &r->size_ever, &r->band,  &r->size_old, &r->side};
	bool **flag[] = {&r->armed, &r->slept, &r->at_band, &r->used, &r->zero_holds};
	bool ok = true;

	for (size_t k = 0; k < sizeof state / sizeof *state; k++)
		ok &= (*state[k] = NEW_ARRAY(a, double, n)) != NULL;
	for (size_t k = 0; k < sizeof cross / sizeof *cross; k++)
		ok &= (*cross[k] = NEW_ARRAY(a, double, nz)) != NULL;
	for (size_t k = 0; k < sizeof flag / sizeof *flag; k++)
		ok &= (*flag[k] = NEW_ARRAY(a, bool, nz)) != NULL;
	r->gaps = NEW_ARRAY(a, HybridGaps, 2 * nz);
	return ok && r->gaps && watch_allocate(r) && user_crossing_allocate(r);
}

/* After initialization: the event iteration at the start (MLS 8.6), the first row, the integrator.
 */
static MdvStatus start_run(HybridRun *r)
{
	RtEvent e;

	TRY(event_iterate(r->rt, r->t, &e));
	r->out->terminated = e.terminate;
	r->out->stats.sample_events += e.samples > 0;
	r->next = event_next(r->rt, r->t);
	r->needs_output = event_has_checks(r->rt) || operator_keeps(r->rt);
	r->needs_point = r->needs_output || r->rt->n_guesses > 0 || r->rt->m->n_sets > 0;
	rt_states(r->rt, r->x);
	for (int32_t i = 0; i < r->rt->n; i++)
		r->nominal[i] = rt_nominal(r->rt, i);
	TRY_FINAL(rt_output(r->rt, r->t, r->x, RT_OUTPUT));
	r->row = 1;
	TRY(status_final_or_stopped(rows_emit(r, r->t)));
	TRY(new_solver(r));
	TRY(hybrid_restart(r, r->t));
	return crossing_arm(r);
}

/* terminal() is true in one more event iteration at the very end; its row, if anything changed, and
   the one before it are the pair. */
MdvStatus hybrid_finish(HybridRun *r)
{
	RtEvent e;

	if (r->out->terminated || r->ended)
		return MDV_OK;
	TRY(event_terminal(r->rt, r->t, &e));
	return e.changed && !r->o->grid_only ? rows_emit(r, r->t) : MDV_OK;
}

static void settle_options(HybridRun *r)
{
	const MdvModel *m = r->rt->m;

	r->t = r->o->start;
	r->t_limit = r->user_next = INFINITY;
	r->t_failed = r->stall_t = r->last_row = -INFINITY;
	r->tol = r->o->tol > 0 ? r->o->tol : m->tolerance > 0 ? m->tolerance : 1e-6;
	r->rt->band = fmax(1e-4 * r->tol, 1e-13);
	r->rt->keep_before = r->o->regularize || r->rt->log_what & MDV_LOG_EVENTS;
	r->interval = r->o->interval > 0 ? r->o->interval
				  : m->interval > 0  ? m->interval
									 : r->span / 500;
}

MdvStatus hybrid_open(HybridRun *r)
{
	MdvStatus status;

	settle_options(r);
	*r->out = (HybridResult){.t = r->o->start};
	report_clear(r->rt);
	failure_init(&r->why, r->rt->alloc);
	arena_init(&r->memory, r->rt->alloc);
	r->t_begin = hybrid_clock();
	status = init_run(r->rt, r->o->start);
	r->out->stats.init_ms = 1e3 * (hybrid_clock() - r->t_begin);
	TRY(status);
	if (!allocate(r) || !slide_allocate(r) || !log_begin(r))
		return MDV_NO_MEMORY;
	return start_run(r);
}

void hybrid_close(HybridRun *r)
{
	solver_free(r->solver);
	failure_free(&r->why);
	arena_free(&r->memory);
}
