/* SPDX-License-Identifier: MIT
   halve.c — the paper's own way to locate events (000, Algorithm 1), to reproduce it: a step at
   whose end a crossing function is too far beyond zero is halved and integrated again from its
   beginning, until the function is within a tolerance of zero, or has not yet changed. The left end
   stays, so that input before the event finds its state; dense output makes this unnecessary
   (locate.c). */
#include "runtime/plan/steps.h"

enum { MAX_HALVINGS = 100 };

/* How far beyond zero a crossing function may be at its event. */
static double tolerance(const Steps *s, int32_t i)
{
	return fmax(4 * s->crossing[i].band,
				s->r->tol * (s->crossing[i].size > 0 ? s->crossing[i].size : 1));
}

/* One of those that have changed at the end of the step, -1: none; missed: one went too far. */
static int32_t changed_at_end(const Steps *s, bool *missed)
{
	int32_t found = -1;

	*missed = false;
	FOR_WATCHED (s, i)
		if (crossing_violated(s, i, s->z.end[i])) {
			found = i;
			*missed |= fabs(s->z.end[i]) >= tolerance(s, i);
		}
	return found;
}

MdvStatus halve_first(Steps *s, StepsPlace *place)
{
	for (int k = 0; k < MAX_HALVINGS; k++) {
		MdvStatus status = rt_zero(s->rt, s->t_new, solver_states(s->solver), s->watch.at,
								   s->watch.n, s->z.end, RT_INTEGRATE);
		bool missed = true;
		int32_t found = -1;
		double middle = s->r->t + 0.5 * (s->t_new - s->r->t);

		s->r->out->stats.zero_runs++;
		if (status < 0)
			return status;
		if (status == MDV_OK)
			found = changed_at_end(s, &missed);
		if (!missed || !(middle > s->r->t && middle < s->t_new)) {
			*place = (StepsPlace){found >= 0, s->t_new, s->t_new, found, false};
			return status;
		}
		TRY(steps_restart(s, s->r->t));
		TRY(solver_step(s->solver, middle, &s->t_new));
	}
	return MDV_FAILED;
}
