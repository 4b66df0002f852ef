/* SPDX-License-Identifier: MIT
   halve.c — the paper's own way to locate events (000, Algorithm 1), to reproduce it: a step at
   whose end a crossing function is too far beyond zero is halved and integrated again from its
   beginning, until the function is within a tolerance of zero, or has not yet changed. The left end
   stays, so that input before the event finds its state; dense output makes this unnecessary
   (locate.c). */
#include "runtime/plan/plan.h"

enum { MAX_HALVINGS = 100 };

/* How far beyond zero a crossing function may be at its event. */
static double tolerance(const HybridRun *r, int32_t i)
{
	return fmax(4 * r->band[i], r->tol * (r->size[i] > 0 ? r->size[i] : 1));
}

/* One of those that have changed at the end of the step, -1: none; missed: one went too far. */
static int32_t changed_at_end(const HybridRun *r, bool *missed)
{
	int32_t found = -1;

	*missed = false;
	FOR_WATCHED (r, i)
		if (crossing_violated(r, i, r->z_end[i])) {
			found = i;
			*missed |= fabs(r->z_end[i]) >= tolerance(r, i);
		}
	return found;
}

MdvStatus halve_first(HybridRun *r, HybridPlace *place)
{
	for (int k = 0; k < MAX_HALVINGS; k++) {
		MdvStatus status = rt_zero(r->rt, r->t_new, solver_states(r->solver), r->watch, r->n_watch,
								   r->z_end, RT_INTEGRATE);
		bool missed = true;
		int32_t found = -1;
		double middle = r->t + 0.5 * (r->t_new - r->t);

		r->out->stats.zero_runs++;
		if (status < 0)
			return status;
		if (status == MDV_OK)
			found = changed_at_end(r, &missed);
		if (!missed || !(middle > r->t && middle < r->t_new)) {
			*place = (HybridPlace){found >= 0, r->t_new, r->t_new, found, false};
			return status;
		}
		TRY(hybrid_restart(r, r->t));
		TRY(solver_step(r->solver, middle, &r->t_new));
	}
	return MDV_FAILED;
}
