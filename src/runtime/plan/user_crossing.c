/* SPDX-License-Identifier: MIT
   user_crossing.c — crossing functions of the user (paper 000, 4.1.4): the first change of sign in
   the tried step, on its dense output. A function that is zero keeps the sign that it had, so that
   touching zero is no event; after an event of its own it has the sign that it takes next. Two
   changes in one step are found by the parabola through both ends and the middle. */
#include "runtime/plan/plan.h"

#include <float.h>
#include <string.h>

enum { MAX_TRIALS = 200 };

static bool has_any(const HybridRun *r)
{
	return r->user && r->user->crossings && r->user->n_crossings > 0;
}

bool user_crossing_allocate(HybridRun *r)
{
	int32_t n = has_any(r) ? r->user->n_crossings : 0;
	double **array[] = {&r->crossing.z, &r->crossing.z_end, &r->crossing.z_try, &r->crossing.sign};
	bool ok = true;

	for (size_t k = 0; k < sizeof array / sizeof *array; k++)
		ok &= (*array[k] = NEW_ARRAY(&r->memory, double, n)) != NULL;
	return ok;
}

static MdvStatus evaluate(HybridRun *r, double t, double z[])
{
	r->out->stats.zero_runs++;
	TRY(plan_look(r, t, RT_INTEGRATE));
	TRY(r->user->crossings(r->user->ctx, t, z));
	for (int32_t i = 0; i < r->user->n_crossings; i++)
		if (isnan(z[i]))
			return report_fail(r->rt, MDV_NOT_FINITE, t,
							   "at time %g: crossing function %d of the extension is not a number",
							   t, (int)i + 1);
	return MDV_OK;
}

MdvStatus user_crossing_begin(HybridRun *r)
{
	if (!has_any(r))
		return MDV_OK;
	r->crossing.t = INFINITY;
	TRY_FINAL(evaluate(r, r->t, r->crossing.z));
	for (int32_t i = 0; i < r->user->n_crossings; i++)
		if (r->crossing.z[i] != 0)
			r->crossing.sign[i] = r->crossing.z[i] > 0 ? 1 : -1;
	return MDV_OK;
}

static bool any_changed(const HybridRun *r, const double z[])
{
	for (int32_t i = 0; i < r->user->n_crossings; i++)
		if (r->crossing.sign[i] * z[i] < 0)
			return true;
	return false;
}

MdvStatus user_crossing_missed(HybridRun *r, double t, bool *missed)
{
	*missed = false;
	if (!has_any(r))
		return MDV_OK;
	TRY_FINAL(evaluate(r, t, r->crossing.z_try));
	*missed = any_changed(r, r->crossing.z_try);
	if (*missed) {
		memcpy(r->crossing.z_end, r->crossing.z_try,
			   (size_t)r->user->n_crossings * sizeof *r->crossing.z_end);
		r->crossing.t = t;
	}
	return MDV_OK;
}

void user_crossing_take_place(HybridRun *r, double t)
{
	if (!has_any(r) || !(r->crossing.t <= t))
		return;
	for (int32_t i = 0; i < r->user->n_crossings; i++)
		if (r->crossing.sign[i] * r->crossing.z_end[i] < 0)
			r->crossing.sign[i] = 0;
	r->crossing.t = INFINITY;
}

/* Where might one have changed and come back? By its parabola; INFINITY: nowhere. */
static double dip(const HybridRun *r, double t_end)
{
	double first = INFINITY, h = t_end - r->t;

	for (int32_t i = 0; i < r->user->n_crossings; i++) {
		double s = r->crossing.sign[i], a = s * r->crossing.z[i], m = s * r->crossing.z_try[i],
			   b = s * r->crossing.z_end[i];
		double bend = a - 2 * m + b, place = 0.5 + (a - b) / (4 * bend);

		if (bend > 0 && place > 0 && place < 1 && m - (a - b) * (a - b) / (8 * bend) < 0)
			first = fmin(first, r->t + place * h);
	}
	return first;
}

/* A time in (t, t_end] at which one has another sign, its values in user_end; INFINITY: none. */
static MdvStatus find_change(HybridRun *r, double t_end, double *t)
{
	size_t size = (size_t)r->user->n_crossings * sizeof *r->crossing.z_end;
	double middle = r->t + 0.5 * (t_end - r->t);

	*t = INFINITY;
	TRY(evaluate(r, t_end, r->crossing.z_end));
	if (any_changed(r, r->crossing.z_end)) {
		*t = t_end;
		return MDV_OK;
	}
	TRY(evaluate(r, middle, r->crossing.z_try));
	if (!any_changed(r, r->crossing.z_try)) {
		middle = dip(r, t_end);
		if (isinf(middle))
			return MDV_OK;
		TRY(evaluate(r, middle, r->crossing.z_try));
	}
	if (any_changed(r, r->crossing.z_try)) {
		memcpy(r->crossing.z_end, r->crossing.z_try, size);
		*t = middle;
	}
	return MDV_OK;
}

/* The smallest false position, or the middle. */
static double next_trial(const HybridRun *r, double left, double right, bool halve)
{
	double t = right;

	for (int32_t i = 0; i < r->user->n_crossings && !halve; i++) {
		double a = r->crossing.sign[i] * r->crossing.z[i],
			   b = r->crossing.sign[i] * r->crossing.z_end[i];

		if (b < 0 && a - b > 0)
			t = fmin(t, left + (right - left) * (a / (a - b)));
	}
	return t > left && t < right ? t : left + 0.5 * (right - left);
}

MdvStatus user_crossing_locate(HybridRun *r, double t_end, double *t)
{
	size_t size = has_any(r) ? (size_t)r->user->n_crossings * sizeof *r->crossing.z_end : 0;
	double left = r->t, h = t_end - r->t;

	*t = INFINITY;
	if (!has_any(r) || !(h > 0))
		return MDV_OK;
	TRY_FINAL(find_change(r, t_end, t));
	for (int k = 0; k < MAX_TRIALS && isfinite(*t); k++) {
		double tiny = fmax(4 * DBL_EPSILON * fabs(*t), 1e-14 * h);
		double trial =
			next_trial(r, left, *t, (r->o->run.locator == MDV_LOCATOR_BISECT) || k % 3 == 2);

		if (*t - left <= tiny || !(trial > left && trial < *t))
			break;
		TRY_FINAL(evaluate(r, trial, r->crossing.z_try));
		if (any_changed(r, r->crossing.z_try)) {
			*t = trial;
			memcpy(r->crossing.z_end, r->crossing.z_try, size);
		} else {
			left = trial;
			memcpy(r->crossing.z, r->crossing.z_try, size);
		}
	}
	r->crossing.t = *t;
	return MDV_OK;
}
