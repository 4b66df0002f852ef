/* SPDX-License-Identifier: MIT
   block.c — evaluating the blocks of a model: residuals by running its code, Jacobians by its
   tangent code with one unknown seeded at a time, or by differences where there is none.

   A block's tangent code reads the tangents of its own unknowns and of nothing else outside. They
   hold anything at first: the Jacobian of the derivatives (tangent.c) has left its own there. */
#include "runtime/rt/rt.h"

#include <float.h>

bool block_look_at_clock(Rt *rt)
{
	rt->interrupt.late = clock_seconds() > rt->interrupt.deadline;
	return rt->interrupt.late;
}

void block_get(const Rt *rt, const RtBlock *b, double u[])
{
	for (int32_t i = 0; i < b->n_unknown; i++)
		u[i] = rt->frame[b->step->unknown[i]];
}

void block_put(Rt *rt, const RtBlock *b, const double u[])
{
	for (int32_t i = 0; i < b->n_unknown; i++)
		rt->frame[b->step->unknown[i]] = u[i];
}

MdvStatus block_residual(Rt *rt, const RtBlock *b, double r[])
{
	const int32_t n = b->step->n, *residual = b->step->residual;
	double sum = 0; /* of zeros; NaN as soon as one is not finite */

	TRY(block_code(rt, b->step->code));
	for (int32_t i = 0; i < n; i++) {
		double x = rt->frame[residual[i]];

		r[i] = x;
		sum += x * 0.0;
	}
	if (sum == 0)
		return MDV_OK;
	for (int32_t i = 0; i < b->step->n; i++)
		if (!isfinite(r[i])) {
			report_not_finite(rt, "the residual of an equation", -1);
			report_source(rt, b->step->source[i]);
			break;
		}
	return MDV_RETRY;
}

static int32_t number(const int32_t column[], int32_t j)
{
	return column ? column[j] : j;
}

void block_expand(const RtBlock *b, const double entry[], double dense[])
{
	const MdvStep *step = b->step;

	for (int32_t k = 0; k < step->n * step->n; k++)
		dense[k] = 0;
	for (int32_t j = 0; j < step->n; j++)
		for (int32_t k = step->jac_start[j]; k < step->jac_start[j + 1]; k++)
			dense[step->jac_row[k] + j * step->n] = entry[k];
}

static MdvStatus by_tangents(Rt *rt, const RtBlock *b, const int32_t column[], int32_t n,
							 double jac[])
{
	const MdvStep *step = b->step;
	MdvStatus status = MDV_OK;

	for (int32_t j = 0; j < b->n_unknown; j++)
		rt->frame[step->unknown_tangent[j]] = 0;
	for (int32_t j = 0; j < n && status == MDV_OK; j++) {
		double *seed = &rt->frame[step->unknown_tangent[number(column, j)]];

		*seed = 1;
		status = block_code(rt, step->tangent);
		*seed = 0;
		for (int32_t i = 0; i < step->n; i++)
			jac[i + j * step->n] = rt->frame[step->residual_tangent[i]];
	}
	return status;
}

/* r(u + h) - r(u) by h; a linear block is exact with any h. */
static MdvStatus by_differences(Rt *rt, const RtBlock *b, const int32_t column[], int32_t n,
								double jac[])
{
	const MdvStep *step = b->step;
	double *base = rt->work.scratch;
	MdvStatus status = MDV_OK;

	for (int32_t i = 0; i < step->n; i++)
		base[i] = rt->frame[step->residual[i]];
	for (int32_t j = 0; j < n && status == MDV_OK; j++) {
		int32_t k = number(column, j);
		double *u = &rt->frame[step->unknown[k]], old = *u;
		double h = step->kind == MDV_STEP_LINEAR ? 1 : 1.5e-8 * fmax(fabs(old), b->nominal[k]);

		*u = old + h;
		status = block_residual(rt, b, jac + (size_t)j * step->n);
		if (status > 0) {
			*u = old - h;
			status = block_residual(rt, b, jac + (size_t)j * step->n);
		}
		h = *u - old;
		*u = old;
		for (int32_t i = 0; i < step->n; i++)
			jac[i + j * step->n] = (jac[i + j * step->n] - base[i]) / h;
	}
	return status == MDV_OK ? block_code(rt, step->code) : status;
}

/* --- of a pattern: the columns of one colour at a time --- */

static void take_colour(const Rt *rt, const MdvStep *step, int32_t colour, const int32_t from[],
						const double base[], const double h[], double jac[])
{
	for (int32_t j = 0; j < step->n; j++)
		for (int32_t k = step->jac_start[j];
			 k < step->jac_start[j + 1] && step->jac_colour[j] == colour; k++)
			jac[k] = base ? (rt->frame[from[step->jac_row[k]]] - base[step->jac_row[k]]) / h[j]
						  : rt->frame[from[step->jac_row[k]]];
}

static MdvStatus colours_by_tangents(Rt *rt, const RtBlock *b, double jac[])
{
	const MdvStep *step = b->step;
	MdvStatus status = MDV_OK;

	for (int32_t c = 0; c < step->n_colours && status == MDV_OK; c++) {
		for (int32_t j = 0; j < step->n; j++)
			rt->frame[step->unknown_tangent[j]] = step->jac_colour[j] == c;
		status = block_code(rt, step->tangent);
		take_colour(rt, step, c, step->residual_tangent, NULL, NULL, jac);
	}
	for (int32_t j = 0; j < step->n; j++)
		rt->frame[step->unknown_tangent[j]] = 0;
	return status;
}

static MdvStatus colours_by_differences(Rt *rt, const RtBlock *b, double jac[])
{
	const MdvStep *step = b->step;
	double *base = rt->work.scratch, *h = base + step->n, *old = rt->work.u_old;
	MdvStatus status = MDV_OK;

	block_get(rt, b, old);
	for (int32_t i = 0; i < step->n; i++)
		base[i] = rt->frame[step->residual[i]];
	for (int32_t c = 0; c < step->n_colours && status == MDV_OK; c++) {
		for (int side = 0; side < 2; side++) {
			for (int32_t j = 0; j < step->n; j++) {
				double way =
					step->kind == MDV_STEP_LINEAR ? 1 : 1.5e-8 * fmax(fabs(old[j]), b->nominal[j]);
				double u = side ? old[j] - way : old[j] + way;

				h[j] = u - old[j];
				rt->frame[step->unknown[j]] = step->jac_colour[j] == c ? u : old[j];
			}
			status = block_residual(rt, b, rt->work.r_new);
			if (status <= 0)
				break;
		}
		take_colour(rt, step, c, step->residual, base, h, jac);
	}
	block_put(rt, b, old);
	return status == MDV_OK ? block_code(rt, step->code) : status;
}

/* --- both --- */

static MdvStatus matrix_by_tangents(Rt *rt, const RtBlock *b, const int32_t column[], int32_t n,
									double jac[])
{
	return b->step->jac_start ? colours_by_tangents(rt, b, jac)
							  : by_tangents(rt, b, column, n, jac);
}

static MdvStatus matrix_by_differences(Rt *rt, const RtBlock *b, const int32_t column[], int32_t n,
									   double jac[])
{
	return b->step->jac_start ? colours_by_differences(rt, b, jac)
							  : by_differences(rt, b, column, n, jac);
}

/* Row and column of an entry that is not finite. */
static void tell_not_finite(Rt *rt, const RtBlock *b, const int32_t column[], int32_t k)
{
	const MdvStep *step = b->step;
	int32_t j = 0, i = k;

	if (step->jac_start) {
		while (step->jac_start[j + 1] <= k)
			j++;
		i = step->jac_row[k];
	} else {
		j = k / step->n;
		i = k % step->n;
	}
	report_not_finite(rt, "the derivative of an equation", step->unknown[number(column, j)]);
	report_source(rt, step->source[i]);
}

MdvStatus block_matrix(Rt *rt, const RtBlock *b, const int32_t column[], int32_t n, double jac[])
{
	bool tangents = b->step->tangent >= 0;
	int32_t entries = b->step->jac_start ? b->step->jac_start[n] : n * b->step->n;
	MdvStatus status = tangents ? matrix_by_tangents(rt, b, column, n, jac)
								: matrix_by_differences(rt, b, column, n, jac);

	rt->stats.matrices++;
	if (status == MDV_OK && dense_finite(entries, jac))
		return MDV_OK;
	/* The slope of a root at 0: a difference is finite. */
	if (status == MDV_OK && tangents)
		status = matrix_by_differences(rt, b, column, n, jac);
	if (status != MDV_OK || dense_finite(entries, jac))
		return status;
	for (int32_t k = 0; k < entries; k++)
		if (!isfinite(jac[k])) {
			tell_not_finite(rt, b, column, k);
			break;
		}
	return MDV_RETRY;
}

bool block_is_final(const Rt *rt)
{
	return rt->event.trouble && rt->event.trouble->step->keeps;
}

MdvStatus block_fail(Rt *rt, RtBlock *b, const char *what)
{
	report_block(rt, b, what);
	if (rt->mode.use != RT_EVENT)
		return MDV_RETRY;
	/* A pass in the middle of an event iteration may be without solution (MSL friction): only the
	   last one counts. What a when has determined, however, stays. */
	if (!block_is_final(rt))
		rt->event.trouble = b;
	return MDV_OK;
}

double block_start_size(const Rt *rt, int32_t slot)
{
	double start = fabs(block_start(rt, slot));

	return start > 100 * DBL_EPSILON ? start : 0;
}

double block_nominal(const Rt *rt, int32_t slot)
{
	int32_t var = rt->index.main_of_slot[slot];
	double nominal = 1, start = block_start_size(rt, slot);

	/* Without a nominal value a start value far below 1 tells the size: times, fluxes. */
	if (var >= 0 && rt->m->var[var].nominal >= 0)
		nominal = fabs(rt->frame[rt->m->var[var].nominal]);
	else if (start > 0 && start < 1e-2)
		nominal = start;
	return nominal > 0 && isfinite(nominal) ? nominal : 1;
}

double block_start(const Rt *rt, int32_t slot)
{
	int32_t var = rt->index.main_of_slot[slot];

	return var >= 0 && rt->m->var[var].start >= 0 ? rt->frame[rt->m->var[var].start] : 0;
}

void block_limits(const Rt *rt, int32_t slot, double *low, double *high)
{
	int32_t var = rt->index.main_of_slot[slot];
	const MdvVar *v = var < 0 ? NULL : &rt->m->var[var];

	*low = v && v->min >= 0 ? rt->frame[v->min] : -INFINITY;
	*high = v && v->max >= 0 ? rt->frame[v->max] : INFINITY;
}
