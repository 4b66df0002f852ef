/* SPDX-License-Identifier: MIT
   locate.c — the first crossing inside a tried step, on the integrator's dense output: both sides
   of a bracket can be evaluated, nothing is integrated again. A crossing is a candidate if its
   relation is another at the end of the step, or if it comes back after having been over zero (two
   crossings in one step): the cubic through values and slopes at both ends tells where to look.
   Then all bracketed crossings are followed at once: the next trial point is the smallest of their
   false positions (Illinois), with bisection when that does not shrink the bracket. Usually 4-7
   evaluations. The event takes place at the right end, where the relation has changed for sure. */
#include "runtime/hybrid/hybrid.h"

#include <float.h>
#include <string.h>

enum { MAX_TRIALS = 200 };

typedef struct Bracket {
	double left, right; /* no crossing has changed at left, one has at right */
	int32_t crossing;   /* that one */
	int kept_left;      /* trials in a row that moved the right end */
	int kept_right;     /* and the left end */
} Bracket;

static double resolution(double t, double h)
{
	return fmax(4 * DBL_EPSILON * fabs(t), 1e-14 * h);
}

/* Crossing functions at a point inside the step. The guesses are those of the integration: results
   must not depend on how many rows are written. */
static MdvStatus evaluate(HybridRun *r, double t, double z[])
{
	MdvStatus status = solver_dense(r->solver, t, r->x_try);

	r->out->stats.zero_runs++;
	return status == MDV_OK ? rt_zero(r->rt, t, r->x_try, z, RT_INTEGRATE) : status;
}

static int32_t first_violated(const HybridRun *r, const double z[])
{
	for (int32_t i = 0; i < r->rt->m->n_crossings; i++)
		if (crossing_violated(r, i, z[i]))
			return i;
	return -1;
}

/* Where the cubic with these values and slopes is smallest between 0 and h; NAN: not inside. */
static double smallest_of_cubic(double h, double ga, double gb, double sa, double sb)
{
	double d = (gb - ga) / h, c3 = (sa + sb - 2 * d) / (h * h), c2 = (3 * d - 2 * sa - sb) / h;
	double disc = c2 * c2 - 3 * c3 * sa, u;

	if (disc < 0)
		return NAN;
	/* g' = sa + 2 c2 u + 3 c3 u²; the root where g'' > 0. */
	u = c2 > 0 ? -sa / (c2 + sqrt(disc)) : (sqrt(disc) - c2) / (3 * c3);
	return u > 0 && u < h ? u : NAN;
}

/* Might crossing i have been over zero and come back? By the slopes: its straight line from t meets
   zero inside of the step. */
static bool may_dip(const HybridRun *r, int32_t i, double h)
{
	double g = crossing_distance(r, i, r->z[i]);
	double s = isnan(r->slope[i]) ? -INFINITY : crossing_distance(r, i, r->z[i] + r->slope[i]) - g;

	return s < 0 && g + s * h < 0;
}

/* Look for dips; on success z_end holds the values at *t_end, where a relation has changed. */
static MdvStatus find_dip(HybridRun *r, double *t_end, bool *found)
{
	int32_t n = r->rt->m->n_crossings;
	double h = *t_end - r->t, delta = 1e-4 * h, *near_a = r->g, *near_b = r->g_end;
	bool any = false;
	MdvStatus status;

	*found = false;
	for (int32_t i = 0; i < n; i++)
		any |= may_dip(r, i, h);
	if (!any || !(delta > resolution(r->t, h)))
		return MDV_OK;
	status = evaluate(r, r->t + delta, near_a);
	if (status == MDV_OK)
		status = evaluate(r, *t_end - delta, near_b);
	for (int32_t i = 0; i < n && status == MDV_OK; i++) {
		double ga = crossing_distance(r, i, r->z[i]), gb = crossing_distance(r, i, r->z_end[i]);
		double sa = (crossing_distance(r, i, near_a[i]) - ga) / delta;
		double sb = (gb - crossing_distance(r, i, near_b[i])) / delta, u = NAN;

		if (sa < 0 && sb > 0)
			u = smallest_of_cubic(h, ga, gb, sa, sb);
		if (isnan(u))
			continue;
		status = evaluate(r, r->t + u, r->z_try);
		if (status == MDV_OK && first_violated(r, r->z_try) >= 0) {
			*found = true;
			*t_end = r->t + u;
			memcpy(r->z_end, r->z_try, (size_t)n * sizeof *r->z_end);
			return MDV_OK;
		}
	}
	return status < 0 ? status : MDV_OK; /* a point that cannot be evaluated is no dip */
}

/* The smallest false position of all crossings that have changed at the right end. */
static double next_trial(const HybridRun *r, const Bracket *b, double tiny)
{
	double width = b->right - b->left, t = b->left + 0.5 * width;

	if (!r->o->bisect && b->kept_left < 4 && b->kept_right < 4) {
		double weight_left = b->kept_left > 1 ? 0.5 : 1, weight_right = b->kept_right > 1 ? 0.5 : 1;

		t = b->right;
		for (int32_t i = 0; i < r->rt->m->n_crossings; i++) {
			double ga = weight_left * r->g[i], gb = weight_right * r->g_end[i];

			if (crossing_violated(r, i, r->z_end[i]) && ga - gb > 0)
				t = fmin(t, b->left + width * (ga / (ga - gb)));
		}
	}
	/* Near an end the other side of the crossing is wanted: that closes the bracket. */
	t = fmax(t, b->left + 0.6 * tiny);
	t = fmin(t, b->right - 0.6 * tiny);
	return t > b->left && t < b->right ? t : b->left + 0.5 * width;
}

static void distances(const HybridRun *r, const double z[], double g[])
{
	for (int32_t i = 0; i < r->rt->m->n_crossings; i++)
		g[i] = crossing_distance(r, i, z[i]);
}

/* Shrink the bracket; z_end belongs to its right end. */
static MdvStatus shrink(HybridRun *r, Bracket *b, double h)
{
	int32_t n = r->rt->m->n_crossings;
	size_t size = (size_t)n * sizeof *r->z;

	distances(r, r->z, r->g);
	distances(r, r->z_end, r->g_end);
	for (int k = 0; k < MAX_TRIALS; k++) {
		double tiny = resolution(b->right, h), t = next_trial(r, b, tiny);
		int32_t changed;
		MdvStatus status;

		if (b->right - b->left <= tiny || !(t > b->left && t < b->right))
			return MDV_OK;
		status = evaluate(r, t, r->z_try);
		if (status != MDV_OK)
			return status;
		changed = first_violated(r, r->z_try);
		if (changed >= 0) {
			b->right = t;
			b->crossing = changed;
			b->kept_left++;
			b->kept_right = 0;
			memcpy(r->z_end, r->z_try, size);
			distances(r, r->z_end, r->g_end);
		} else {
			b->left = t;
			b->kept_right++;
			b->kept_left = 0;
			distances(r, r->z_try, r->g);
		}
	}
	return MDV_OK;
}

/* A little further to the right, far below the integrator's accuracy: there the relation has
   changed for sure, whatever rounding does to its operands in the event iteration, and others that
   change at the same instant take part in the event. */
static MdvStatus widen(HybridRun *r, Bracket *b, double t_end, double h)
{
	double t = fmin(t_end, b->right + fmax(8 * DBL_EPSILON * fabs(b->right), 1e-10 * h));
	MdvStatus status;

	if (!(t > b->right))
		return MDV_OK;
	status = evaluate(r, t, r->z_try);
	if (status == MDV_OK && crossing_violated(r, b->crossing, r->z_try[b->crossing])) {
		b->right = t;
		memcpy(r->z_end, r->z_try, (size_t)r->rt->m->n_crossings * sizeof *r->z_end);
	}
	return status < 0 ? status : MDV_OK;
}

/* The end of the step may lie beyond a crossing in a place where the model is not defined: look at
   nearer points until one can be evaluated. */
static MdvStatus evaluate_end(HybridRun *r, double *t_end)
{
	MdvStatus status = evaluate(r, *t_end, r->z_end);

	for (int k = 0; k < 50 && status > 0; k++) {
		*t_end = r->t + 0.5 * (*t_end - r->t);
		if (!(*t_end > r->t))
			return status;
		status = evaluate(r, *t_end, r->z_end);
	}
	return status;
}

MdvStatus locate_first(HybridRun *r, double t_end, HybridPlace *place)
{
	double h = t_end - r->t, whole = t_end;
	Bracket b = {.left = r->t};
	bool found;
	MdvStatus status;

	*place = (HybridPlace){.t_left = t_end, .t_right = t_end};
	if (r->rt->m->n_crossings == 0 || r->o->no_events)
		return MDV_OK;
	status = evaluate_end(r, &t_end);
	if (status != MDV_OK)
		return status;
	b.right = t_end;
	b.crossing = first_violated(r, r->z_end);
	found = b.crossing >= 0;
	if (!found) {
		status = find_dip(r, &b.right, &found);
		b.crossing = first_violated(r, r->z_end);
	}
	if (status == MDV_OK && found)
		status = shrink(r, &b, h);
	if (status == MDV_OK && found)
		status = widen(r, &b, t_end, h);
	if (status != MDV_OK)
		return status;
	if (found)
		*place = (HybridPlace){true, b.left, b.right, b.crossing, !r->armed[b.crossing]};
	else
		*place = (HybridPlace){t_end < whole, t_end, t_end, -1, false};
	for (int32_t i = 0; i < r->rt->m->n_crossings && !found; i++)
		r->slope[i] = (r->z_end[i] - r->z[i]) / (t_end - r->t);
	return MDV_OK;
}
