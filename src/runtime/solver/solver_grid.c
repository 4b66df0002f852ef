/* SPDX-License-Identifier: MIT
   solver_grid.c — the points of steps of a fixed length. */
#include "runtime/solver/solver.h"

#include <float.h>
#include <math.h>

#define STRETCH  1e-6 /* part of a step by which it may be longer, to reach t_stop */
#define SMALLEST 4    /* units in the last place of t: a shorter step is none */

double solver_grid_next(SolverGrid *g, const Solver *s, double t_stop)
{
	double h = s->options.fixed_step, t;

	if (s->options.max_step > 0)
		h = fmin(h, s->options.max_step);
	if (g->t_last != s->t_old || g->k == 0)
		*g = (SolverGrid){.base = s->t_old, .k = 0, .t_last = s->t_old};
	t = g->base + (g->k + 1) * h;
	if (t + STRETCH * h >= t_stop)
		return t_stop;
	g->k++;
	g->t_last = t;
	return t;
}

bool solver_grid_vanishes(const Solver *s, double h)
{
	return !(h > SMALLEST * DBL_EPSILON * fabs(s->t_old)) || h < DBL_MIN;
}
