/* SPDX-License-Identifier: MIT
   newton_more.c — for residuals with kinks, where damping stalls: Newton with full steps, which
   ends on piecewise linear equations; and for one unknown a bracket, then bisection. */
#include "runtime/rt/rt.h"

#include <string.h>

enum { FULL_ITERATIONS = 50, BRACKET_STEPS = 60, BISECTIONS = 200 };

#define FIRST_WAY 1e-4   /* first distance looked at, of the unknown's size */
#define UNDERFLOW 1e-290 /* as in newton.c */
#define FULL_TOL  1e-11  /* scaled step at which it ends */

static void take(const Rt *rt, const Newton *s, double u[])
{
	for (int32_t i = 0; i < s->n; i++)
		u[i] = rt->frame[s->block->step->unknown[s->column ? s->column[i] : i]];
}

MdvStatus newton_full(Rt *rt, Newton *s)
{
	RtWork *w = &rt->work;
	MdvStatus status;

	take(rt, s, w->u);
	status = newton_residual(rt, s, w->u, w->r);
	for (int k = 0; k < FULL_ITERATIONS && status == MDV_OK; k++) {
		double norm = 0;

		status = newton_factor(rt, s, w->u);
		if (status != MDV_OK || !s->lu->valid)
			return status < 0 ? status : MDV_RETRY;
		for (int32_t i = 0; i < s->n; i++)
			w->du[i] = -w->r[i];
		lu_solve(s->lu, w->du);
		for (int32_t i = 0; i < s->n; i++) {
			norm = fmax(norm, fabs(w->du[i]) / w->scale[i]);
			w->u[i] += w->du[i];
		}
		if (!dense_finite(s->n, w->u))
			return MDV_RETRY;
		rt->stats.newton++;
		status = newton_residual(rt, s, w->u, w->r);
		if (status == MDV_OK && norm <= FULL_TOL && newton_solved(rt, s, w->u, w->r))
			return MDV_OK;
	}
	return status < 0 ? status : MDV_RETRY;
}

/* The residual at u; NaN where it is not defined. Negative: no going on. */
static MdvStatus value_at(Rt *rt, Newton *s, double u, double *r)
{
	MdvStatus status = newton_residual(rt, s, &u, r);

	if (status > 0)
		*r = NAN;
	return status < 0 ? status : MDV_OK;
}

static bool opposite(double a, double b)
{
	return (a <= 0 && b >= 0) || (a >= 0 && b <= 0);
}

/* From a and b with residuals of opposite sign to neighbouring numbers. */
static MdvStatus bisect(Rt *rt, Newton *s, double a, double ra, double b)
{
	MdvStatus status = MDV_OK;
	double r, size = fmax(fabs(a), fabs(b));

	for (int k = 0; k < BISECTIONS && fabs(b - a) > 2e-16 * size && status == MDV_OK; k++) {
		double mid = a + (b - a) / 2;

		status = value_at(rt, s, mid, &r);
		if (isnan(r))
			return MDV_RETRY;
		if (opposite(ra, r)) {
			b = mid;
		} else {
			a = mid;
			ra = r;
		}
	}
	if (status == MDV_OK)
		status = value_at(rt, s, b, &r);
	if (status != MDV_OK || isnan(r))
		return status < 0 ? status : MDV_RETRY;
	rt->work.u[0] = b;
	rt->work.r[0] = r;
	s->underflows = r == 0 && fabs(ra) < UNDERFLOW; /* no change of sign, but its end */
	status = newton_factor(rt, s, rt->work.u);
	return status < 0 ? status : newton_solved(rt, s, rt->work.u, rt->work.r) ? MDV_OK : MDV_RETRY;
}

MdvStatus newton_scalar(Rt *rt, Newton *s)
{
	double u[2], r[2], way = FIRST_WAY, first;
	MdvStatus status;

	take(rt, s, &u[0]);
	u[1] = u[0];
	status = value_at(rt, s, u[0], &r[0]);
	r[1] = first = r[0];
	way *= fmax(fabs(u[0]), s->block->nominal[s->column ? s->column[0] : 0]);
	for (int k = 0; k < BRACKET_STEPS && status == MDV_OK && !isnan(first); k++, way *= 1.6) {
		for (int side = 0; side < 2 && status == MDV_OK; side++) {
			double next = u[side] + (side ? way : -way), r_next;

			status = value_at(rt, s, next, &r_next);
			if (status == MDV_OK && !isnan(r_next) && !isnan(r[side]) && opposite(r[side], r_next))
				return bisect(rt, s, u[side], r[side], next);
			u[side] = next;
			r[side] = r_next;
		}
	}
	return status < 0 ? status : MDV_RETRY;
}
