/* SPDX-License-Identifier: MIT
   rows.c — rows of results: at the points of a grid, start + k * interval, by dense output; the
   last one exactly at stop. Values are computed with guesses of their own: results do not depend on
   how many rows are asked for. */
#include "runtime/plan/plan.h"

MdvStatus rows_emit(HybridRun *r, double t)
{
	MdvStatus status = r->o->row ? r->o->row(r->o->ctx, t, r->rt->frame) : MDV_OK;

	r->last_row = t;
	r->out->t = t;
	r->out->stats.rows++;
	if (status == MDV_OK || failure_explains(&r->rt->failure, status))
		return status;
	return report_fail(r->rt, status, t, "at time %g: %s", t, mdv_status_text(status));
}

static double grid(const HybridRun *r, int64_t k)
{
	double t = r->o->run.start + (double)k * r->interval;

	/* Almost a whole interval before stop is stop: rounding must not make a row more. */
	return t > r->o->run.stop - 1e-6 * r->interval ? r->o->run.stop : t;
}

/* With rows of the grid alone, the one at the instant of an event has the values after it; one that
   lies where the event was located, before its right side, has those before. */
MdvStatus rows_event(HybridRun *r, double t, bool after)
{
	double due = grid(r, r->row);

	if (r->hold_rows)
		return MDV_OK;
	if (!r->o->run.no_events)
		return rows_emit(r, t);
	if (due <= r->last_row || (after ? due != t : due >= t))
		return MDV_OK;
	return rows_emit(r, due);
}

MdvStatus rows_upto(HybridRun *r, double t_end, bool inclusive)
{
	for (double t = grid(r, r->row); t <= t_end; t = grid(r, r->row)) {
		if (t == t_end && !inclusive)
			break;
		if (r->o->stop_request && *r->o->stop_request)
			return MDV_STOPPED;
		if (t > r->last_row) {
			TRY(solver_dense(r->solver, t, r->x_try));
			TRY(slide_or_output(r, t, r->x_try, RT_OUTPUT));
			TRY(rows_emit(r, t));
		}
		if (t >= r->o->run.stop)
			break; /* the row is still due */
		r->row++;
	}
	return MDV_OK;
}
