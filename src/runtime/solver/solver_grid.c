/* SPDX-License-Identifier: MIT
   solver_grid.c — the points of steps of a fixed length; where steps of methods that remember none
   end, and the first of them. */
#include "runtime/solver/solver.h"

#include <float.h>
#include <math.h>

#define STRETCH  1e-6 /* part of a step by which it may be longer, to reach t_stop */
#define SNAP     0.01 /* the same, of steps that vary */
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

double solver_grid_end(const Solver *s, double h, double t_stop)
{
	double t = s->t_old;

	if (s->options.max_step > 0)
		h = fmin(h, s->options.max_step);
	return t + h * (1 + SNAP) >= t_stop ? t_stop : t + h;
}

/* Hairer, Norsett and Wanner, II.4. */
MdvStatus solver_grid_first(Solver *s, const double dx[], double t_stop, double *work[2], double *h)
{
	double size = solver_norm(s, s->x_old, s->x_old, s->x_old);
	double speed = solver_norm(s, dx, s->x_old, s->x_old), try, bend;
	MdvStatus status;

	try = size < 1e-5 || speed < 1e-5 ? 1e-6 : 0.01 * size / speed;
	try = fmin(try, t_stop - s->t_old);
	if (s->options.max_step > 0)
		try = fmin(try, s->options.max_step);
	for (int32_t i = 0; i < s->sys.n; i++)
		work[0][i] = s->x_old[i] + try * dx[i];
	status = solver_rhs(s, s->t_old + try, work[0], work[1]);
	*h = try;
	if (status != MDV_OK)
		return status == MDV_RETRY ? MDV_OK : status;
	for (int32_t i = 0; i < s->sys.n; i++)
		work[0][i] = (work[1][i] - dx[i]) / try;
	bend = fmax(solver_norm(s, work[0], s->x_old, s->x_old), speed);
	*h = fmin(100 * try, bend <= 1e-15 ? fmax(1e-6, try * 1e-3) : pow(0.01 / bend, 0.2));
	return MDV_OK;
}
