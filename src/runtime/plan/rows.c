/* SPDX-License-Identifier: MIT
   rows.c — rows of results: at the points of a grid, start + k * interval, where the integrator is
   looked into; the last one exactly at stop. Values are computed with guesses of their own: results
   do not depend on how many rows are asked for. */
#include "runtime/plan/plan.h"

MdvStatus rows_emit(HybridRun *r, double t)
{
	MdvStatus status;

	if (r->o->together)
		return r->o->together->event(r->o->together->ctx, r->rt, t, true);
	status = r->o->row ? r->o->row(r->o->ctx, t, r->rt->frame) : MDV_OK;
	r->rows.t_last = t;
	r->out->t = t;
	r->out->stats.rows++;
	if (status == MDV_OK || failure_explains(&r->rt->said.failure, status))
		return status;
	return report_fail(r->rt, status, t, "at time %g: %s", t, mdv_status_text(status));
}

static double grid(const HybridRun *r, int64_t k)
{
	double t = r->o->run.start + (double)k * r->rows.interval;

	/* Almost a whole interval before stop is stop: rounding must not make a row more. */
	return t > r->o->run.stop - 1e-6 * r->rows.interval ? r->o->run.stop : t;
}

/* With rows of the grid alone, the one at the instant of an event has the values after it; one that
   lies where the event was located, before its right side, has those before. */
bool rows_has_event(const HybridRun *r, double t, bool after)
{
	double due = grid(r, r->rows.next);

	if (r->rows.hold)
		return false;
	return !r->o->run.no_events || (due > r->rows.t_last && (after ? due == t : due < t));
}

MdvStatus rows_event(HybridRun *r, double t, bool after)
{
	if (r->o->together)
		return r->rows.hold ? MDV_OK : r->o->together->event(r->o->together->ctx, r->rt, t, after);
	if (!rows_has_event(r, t, after))
		return MDV_OK;
	return rows_emit(r, r->o->run.no_events ? grid(r, r->rows.next) : t);
}

double rows_next(const HybridRun *r)
{
	return grid(r, r->rows.next);
}

/* Between points of the grid nobody sees what changes, unless there are rows at events. */
double rows_quiet(const HybridRun *r)
{
	return r->o->run.no_events ? grid(r, r->rows.next) : -INFINITY;
}

MdvStatus rows_upto(HybridRun *r, double t_end, bool inclusive)
{
	if (r->o->together)
		return r->o->together->upto(r->o->together->ctx, r->rt, t_end, inclusive);
	for (double t = grid(r, r->rows.next); t <= t_end; t = grid(r, r->rows.next)) {
		if (t == t_end && !inclusive)
			break;
		if (block_is_late(r->rt)) /* there may be more points than anyone waits for */
			return r->rt->interrupt.stop && *r->rt->interrupt.stop ? MDV_STOPPED : MDV_TIMED_OUT;
		if (t > r->rows.t_last) {
			TRY(plan_look(r, t, RT_OUTPUT));
			TRY(rows_emit(r, t));
		}
		if (t >= r->o->run.stop)
			break; /* the row is still due */
		r->rows.next++;
	}
	return MDV_OK;
}
