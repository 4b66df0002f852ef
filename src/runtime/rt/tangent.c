/* SPDX-License-Identifier: MIT
   tangent.c — the Jacobian of the derivatives by the states. The tangents of the sequence ODE are
   run once a colour, with the states of that colour seeded. Through a block they go by the implicit
   function theorem: with the unknowns' tangents 0 the tangent code gives dr, J du = -dr are the
   unknowns' tangents, and the code run again gives those of the inner variables. If a step has no
   tangent code, or a block is singular, differences are taken instead. */
#include "runtime/rt/rt.h"

#include <string.h>

bool tangent_available(const Rt *rt)
{
	const RtSequence *ode = &rt->sequence[MDV_SEQ_ODE];

	if (rt->m->slope)
		return false;
	for (int32_t i = 0; i < ode->n_steps; i++)
		if (ode->step[i].full_tangent < 0 && ode->step[i].kind != MDV_STEP_MIXED)
			return false;
	return true;
}

/* The unknowns that a block is solved for; NULL: all of them, in order. */
static const int32_t *solved_for(const Rt *rt, const RtBlock *b)
{
	const MdvSet *set;

	if (b->step->kind != MDV_STEP_SET)
		return NULL;
	set = &rt->m->set[b->step->set];
	return rt->set[set->tied < 0 ? b->step->set : set->tied].choice + set->n - set->m;
}

/* Factors of every block's Jacobian, where ODE has just been run. */
static MdvStatus factor_blocks(Rt *rt)
{
	const RtSequence *ode = &rt->sequence[MDV_SEQ_ODE];

	for (int32_t i = 0; i < ode->n_steps; i++) {
		RtBlock *b = ode->block[i] < 0 ? NULL : &rt->block[ode->block[i]];
		MdvStatus status = MDV_OK;

		if (!b || b->step->kind == MDV_STEP_MIXED)
			continue;
		if (b->step->kind != MDV_STEP_LINEAR) {
			const int32_t *column = solved_for(rt, b);
			Newton s = {.block = b, .column = column, .n = b->step->n, .lu = &b->kept[0]};

			for (int32_t j = 0; j < s.n; j++)
				rt->work.u[j] = rt->frame[b->step->unknown[column ? column[j] : j]];
			status = newton_factor(rt, &s, rt->work.u);
		}
		if (status != MDV_OK)
			return status;
		if (!b->kept[0].valid)
			return MDV_RETRY;
	}
	return MDV_OK;
}

static MdvStatus block_tangents(Rt *rt, const RtBlock *b)
{
	const MdvStep *step = b->step;
	const int32_t *column = solved_for(rt, b);
	double *du = rt->work.du;
	MdvStatus status;

	for (int32_t j = 0; j < step->n; j++)
		rt->frame[step->unknown_tangent[column ? column[j] : j]] = 0;
	status = block_code(rt, step->full_tangent);
	if (status != MDV_OK)
		return status;
	for (int32_t i = 0; i < step->n; i++)
		du[i] = -rt->frame[step->residual_tangent[i]];
	lu_solve(&b->kept[0], du);
	for (int32_t j = 0; j < step->n; j++)
		rt->frame[step->unknown_tangent[column ? column[j] : j]] = du[j];
	return block_code(rt, step->full_tangent);
}

static MdvStatus run_tangents(Rt *rt)
{
	const RtSequence *ode = &rt->sequence[MDV_SEQ_ODE];
	MdvStatus status = MDV_OK;

	for (int32_t i = 0; i < ode->n_steps && status == MDV_OK; i++) {
		if (ode->step[i].kind == MDV_STEP_CODE)
			status = block_code(rt, ode->step[i].full_tangent);
		else if (ode->step[i].kind != MDV_STEP_MIXED)
			status = block_tangents(rt, &rt->block[ode->block[i]]);
	}
	return status;
}

/* The derivatives of one colour go to the columns that have it. */
static void scatter(const Rt *rt, int32_t colour, const double from[], const double by[],
					double value[])
{
	const MdvModel *m = rt->m;
	int32_t n = rt->n;

	for (int32_t j = 0; j < n; j++) {
		if ((m->jac_colour ? m->jac_colour[j] : j) != colour)
			continue;
		if (!m->jac_start)
			for (int32_t i = 0; i < n; i++)
				value[i + (size_t)j * n] = from[i] / by[j];
		else
			for (int32_t k = m->jac_start[j]; k < m->jac_start[j + 1]; k++)
				value[k] = from[m->jac_row[k]] / by[j];
	}
}

static int32_t n_colours(const Rt *rt)
{
	return rt->m->jac_colour ? rt->m->n_colours : rt->n;
}

static bool has_colour(const Rt *rt, int32_t j, int32_t colour)
{
	return (rt->m->jac_colour ? rt->m->jac_colour[j] : j) == colour;
}

static MdvStatus by_tangents(Rt *rt, double value[])
{
	double *column = rt->jacobian.column, *seed = rt->jacobian.column + rt->n;
	MdvStatus status = factor_blocks(rt);

	for (int32_t j = 0; j < rt->n; j++)
		seed[j] = rt->jacobian.seed;
	/* A derivative that changes at events only is computed there, not in ODE: its tangent has what
	   a block has left. */
	for (int32_t j = 0; j < rt->n; j++)
		rt->frame[rt_state(rt, j)->derivative_tangent] = 0;
	for (int32_t c = 0; c < n_colours(rt) && status == MDV_OK; c++) {
		for (int32_t j = 0; j < rt->n; j++)
			rt->frame[rt_state(rt, j)->tangent] = has_colour(rt, j, c) ? seed[j] : 0;
		status = run_tangents(rt);
		for (int32_t i = 0; i < rt->n; i++)
			column[i] = rt->frame[rt_state(rt, i)->derivative_tangent];
		/* The slope of a root at 0: a difference is finite. */
		if (status == MDV_OK && !dense_finite(rt->n, column))
			status = MDV_RETRY;
		scatter(rt, c, column, seed, value);
	}
	return status;
}

/* Somebody else knows the slopes. */
static MdvStatus by_slopes(Rt *rt, double value[])
{
	double *column = rt->jacobian.column, *by = column + rt->n, *seed = by + rt->n;
	MdvStatus status = MDV_OK;

	for (int32_t c = 0; c < n_colours(rt) && status == MDV_OK; c++) {
		for (int32_t j = 0; j < rt->n; j++) {
			by[j] = rt->jacobian.seed;
			seed[j] = has_colour(rt, j, c) ? by[j] : 0;
		}
		status = rt->m->slope(rt->m->code, rt->frame, seed, column);
		if (status == MDV_OK && !dense_finite(rt->n, column))
			status = MDV_RETRY;
		if (status == MDV_OK)
			scatter(rt, c, column, by, value);
	}
	return status;
}

/* The slope in one direction; the code has just been run there. */
static MdvStatus one_direction(Rt *rt, const double seed[], double slope[])
{
	TRY(factor_blocks(rt));
	for (int32_t j = 0; j < rt->n; j++)
		rt->frame[rt_state(rt, j)->tangent] = seed[j];
	TRY(run_tangents(rt));
	for (int32_t i = 0; i < rt->n; i++)
		slope[i] = rt->frame[rt_state(rt, i)->derivative_tangent];
	return dense_finite(rt->n, slope) ? MDV_OK : MDV_RETRY;
}

/* Blocks are solved to 1e-11: a shorter way would be lost in that. */
static double difference_length(const Rt *rt)
{
	return rt->guesses.n > 0 ? 1e-6 : 1.5e-8;
}

/* In one direction; of one state alone the same as the column of the Jacobian. */
static MdvStatus difference_along(Rt *rt, double t, const double x[], const double seed[],
								  double slope[])
{
	double *varied = rt->jacobian.column + rt->n, h = INFINITY;
	RtUse use = rt->mode.use;
	MdvStatus status = MDV_RETRY;

	for (int32_t j = 0; j < rt->n; j++)
		if (seed[j] != 0)
			h = fmin(h, difference_length(rt) *
							fmax(fabs(x[j]), block_nominal(rt, rt_state(rt, j)->slot)) /
							fabs(seed[j]));
	for (int side = 0; side < 2 && status > 0; side++, h = -h) {
		double length = h;

		for (int32_t j = 0; j < rt->n; j++) {
			varied[j] = seed[j] != 0 ? x[j] + h * seed[j] : x[j];
			if (seed[j] != 0)
				length = (varied[j] - x[j]) / seed[j];
		}
		status = rt_derivatives(rt, t, varied, slope, RT_OUTPUT);
		for (int32_t i = 0; i < rt->n && status == MDV_OK; i++)
			slope[i] = isinf(h) ? 0 : (slope[i] - rt->jacobian.dx[i]) / length;
	}
	rt->mode.use = use;
	return status;
}

MdvStatus tangent_slope(Rt *rt, double t, const double x[], const double seed[], double slope[])
{
	TRY(rt_ode(rt, t, x, rt->jacobian.dx));
	if (rt->index.has_tangents) {
		MdvStatus status;

		rt->mode.use = RT_INTEGRATE;
		status = one_direction(rt, seed, slope);
		if (status <= 0)
			return status;
	}
	return difference_along(rt, t, x, seed, slope);
}

/* r(x + h) - r(x) by h; the varied points are no guesses for the integration. */
static MdvStatus by_differences(Rt *rt, double t, const double x[], double value[])
{
	double *dx = rt->jacobian.column, *varied = dx + rt->n, *h = varied + rt->n;
	double length = difference_length(rt);
	RtUse use = rt->mode.use;
	MdvStatus status = MDV_OK;

	for (int32_t c = 0; c < n_colours(rt) && status == MDV_OK; c++)
		for (int side = 0; side < 2; side++) {
			double step = side ? -length : length;

			for (int32_t j = 0; j < rt->n; j++) {
				double size = fmax(fabs(x[j]), block_nominal(rt, rt_state(rt, j)->slot));

				varied[j] = has_colour(rt, j, c) ? x[j] + step * size : x[j];
				h[j] = varied[j] - x[j];
			}
			status = rt_derivatives(rt, t, varied, dx, RT_OUTPUT);
			if (status == MDV_OK)
				for (int32_t i = 0; i < rt->n; i++)
					dx[i] -= rt->jacobian.dx[i];
			if (status == MDV_OK)
				scatter(rt, c, dx, h, value);
			if (status <= 0)
				break;
		}
	rt->mode.use = use;
	return status;
}

MdvStatus tangent_jac(Rt *rt, double t, const double x[], double value[])
{
	MdvStatus status = rt_ode(rt, t, x, rt->jacobian.dx);

	if (status != MDV_OK)
		return status;
	rt->jacobian.by_formula = rt->m->slope || rt->index.has_tangents;
	if (rt->m->slope) {
		status = by_slopes(rt, value);
		if (status <= 0)
			return status;
	} else if (rt->index.has_tangents) {
		rt->mode.use = RT_INTEGRATE;
		status = by_tangents(rt, value);
		if (status <= 0)
			return status;
	}
	rt->jacobian.by_formula = false;
	return by_differences(rt, t, x, value);
}
