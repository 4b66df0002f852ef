/* SPDX-License-Identifier: MIT
   locate.c — the first crossing inside a tried step, on the integrator's dense output: both sides
   of a bracket can be evaluated, nothing is integrated again. A crossing is a candidate if its
   relation is another at the end of the step, or if it comes back after having been over zero (two
   crossings in one step): the cubic through values and slopes at both ends tells where to look.
   A crossing that sleeps makes no event as long as it is in its band; right after an event the step
   is looked into from its beginning, at distances that grow, so that one that leaves its band for a
   very short time (the last jumps of a ball) is seen awake.
   Then all bracketed crossings are followed at once: the next trial point is the smallest of their
   false positions (Illinois), with bisection when that does not shrink the bracket. Usually 4-7
   evaluations. The event takes place at the right end, where the relation has changed for sure. */
#include "runtime/plan/plan.h"

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
	r->out->stats.zero_runs++;
	TRY(solver_dense(r->solver, t, r->x_try));
	return rt_zero(r->rt, t, r->x_try, r->watch, r->n_watch, z, RT_INTEGRATE);
}

static void copy(const HybridRun *r, const double from[], double to[])
{
	FOR_WATCHED (r, i)
		to[i] = from[i];
}

static int32_t first_violated(const HybridRun *r, const double z[])
{
	FOR_WATCHED (r, i)
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

	return s < 0 && g + 2 * s * h < 0;
}

/* Look for dips between b->left, where the values are r->z, and b->right, where they are z_end: the
   first one found makes b->right smaller, and a relation has changed there. */
static MdvStatus find_dip(HybridRun *r, Bracket *b, bool *found)
{
	double h = b->right - b->left, delta = 1e-4 * h, *near_a = r->g, *near_b = r->g_end;
	bool any = false;
	MdvStatus status;

	*found = false;
	FOR_WATCHED (r, i)
		any |= may_dip(r, i, h);
	if (!any || !(delta > resolution(b->left, h)))
		return MDV_OK;
	status = evaluate(r, b->left + delta, near_a);
	if (status == MDV_OK)
		status = evaluate(r, b->right - delta, near_b);
	FOR_WATCHED (r, i) {
		double ga = crossing_distance(r, i, r->z[i]), gb = crossing_distance(r, i, r->z_end[i]);
		double sa = (crossing_distance(r, i, near_a[i]) - ga) / delta;
		double sb = (gb - crossing_distance(r, i, near_b[i])) / delta, t = NAN;

		if (status != MDV_OK)
			break;
		if (sa < 0 && sb > 0)
			t = b->left + smallest_of_cubic(h, ga, gb, sa, sb);
		if (!(t < b->right))
			continue;
		status = evaluate(r, t, r->z_try);
		if (status != MDV_OK || !crossing_violated(r, i, r->z_try[i]))
			continue;
		/* Those that follow are looked for before it: their cubics on the whole stay good. */
		*found = true;
		b->right = t;
		b->crossing = i;
		copy(r, r->z_try, r->z_dip);
	}
	if (*found)
		copy(r, r->z_dip, r->z_end);
	return status < 0 ? status : MDV_OK; /* a point that cannot be evaluated is no dip */
}

/* The smallest false position of all crossings that have changed at the right end. */
static double next_trial(const HybridRun *r, const Bracket *b, double tiny)
{
	double width = b->right - b->left, t = b->left + 0.5 * width;

	if (r->o->run.locator != MDV_LOCATOR_BISECT && b->kept_left < 4 && b->kept_right < 4) {
		double weight_left = b->kept_left > 1 ? 0.5 : 1, weight_right = b->kept_right > 1 ? 0.5 : 1;

		t = b->right;
		FOR_WATCHED (r, i) {
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
	FOR_WATCHED (r, i)
		g[i] = crossing_distance(r, i, z[i]);
}

/* Shrink the bracket; z_end belongs to its right end. */
static MdvStatus shrink(HybridRun *r, Bracket *b, double h)
{

	distances(r, r->z, r->g);
	distances(r, r->z_end, r->g_end);
	for (int k = 0; k < MAX_TRIALS; k++) {
		double tiny = resolution(b->right, h), t = next_trial(r, b, tiny);
		int32_t changed;

		if (b->right - b->left <= tiny || !(t > b->left && t < b->right))
			return MDV_OK;
		TRY(evaluate(r, t, r->z_try));
		changed = first_violated(r, r->z_try);
		if (changed >= 0) {
			b->right = t;
			b->crossing = changed;
			b->kept_left++;
			b->kept_right = 0;
			copy(r, r->z_try, r->z_end);
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

static double beyond(const Bracket *b, double h)
{
	return fmax(16 * DBL_EPSILON * fabs(b->right), 1e-12 * h);
}

/* The change is at the very end of the step, and hardly there: others that change at the same
   instant would be missed. The crossings fall asleep, and have their event in the next step. */
static MdvStatus postpone(HybridRun *r, Bracket *b, double t_end, double h)
{
	MdvStatus status;

	if (b->right + beyond(b, h) <= t_end || t_end >= fmin(r->next, r->o->run.stop))
		return MDV_OK;
	status = evaluate(r, t_end, r->z_try);
	if (status != MDV_OK)
		return status < 0 ? status : MDV_OK;
	FOR_WATCHED (r, i)
		if (crossing_violated(r, i, r->z_try[i]) &&
			(!r->armed[i] || fabs(r->z_try[i]) > r->band[i]))
			return MDV_OK;
	FOR_WATCHED (r, i)
		r->armed[i] &= !crossing_violated(r, i, r->z_try[i]);
	copy(r, r->z_try, r->z_end);
	b->crossing = -1;
	return MDV_OK;
}

/* A little further to the right, far below the integrator's accuracy: there the relation has
   changed for sure, whatever rounding does to its operands in the event iteration, and others that
   change at the same instant take part in the event. */
static MdvStatus widen(HybridRun *r, Bracket *b, double t_end, double h)
{
	double t = fmin(t_end, b->right + beyond(b, h));
	MdvStatus status;

	if (!(t > b->right))
		return MDV_OK;
	status = evaluate(r, t, r->z_try);
	if (status == MDV_OK && crossing_violated(r, b->crossing, r->z_try[b->crossing])) {
		b->right = t;
		copy(r, r->z_try, r->z_end);
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

static bool sleeper_is_over(const HybridRun *r, const double z[])
{
	FOR_WATCHED (r, i)
		if (!r->armed[i] && crossing_over(r, i, z[i]))
			return true;
	return false;
}

/* Right after an event: sleeping crossings are followed from the beginning of the step. Where one
   is found awake, the search goes on with it armed from there. */
static MdvStatus follow_sleepers(HybridRun *r, Bracket *b, double h)
{
	for (double part = 1e-8; part < 0.1; part *= 100) {
		double t = r->t + part * h;
		bool over, woken;
		MdvStatus status;

		if (!(t - b->left > 4 * resolution(t, h)))
			continue;
		status = evaluate(r, t, r->z_try);
		if (status != MDV_OK)
			return status < 0 ? status : MDV_OK; /* the end of the step tells more */
		b->crossing = first_violated(r, r->z_try);
		if (b->crossing >= 0) {
			b->right = t;
			copy(r, r->z_try, r->z_end);
			return MDV_OK;
		}
		over = sleeper_is_over(r, r->z_try);
		TRY(crossing_wake(r, r->z_try, &woken));
		/* Where one may have its event the bracket must stay. */
		if (woken || !over) {
			b->left = t;
			copy(r, r->z_try, r->z);
		}
	}
	return MDV_OK;
}

/* A crossing that slept is over its band at the right end: its event is where it was zero. That may
   have been at the left end, or before. */
static MdvStatus arm_sleepers(HybridRun *r, Bracket *b, double h)
{
	bool over = false;
	double t = b->left + resolution(b->left, h);

	FOR_WATCHED (r, i) {
		r->slept[i] = !r->armed[i];
		if (r->armed[i] || r->at_band[i] || !crossing_violated(r, i, r->z_end[i]))
			continue;
		r->armed[i] = true;
		over |= crossing_violated(r, i, r->z[i]);
	}
	if (!over || !(t < b->right))
		return MDV_OK;
	TRY(evaluate(r, t, r->z_try));
	if (first_violated(r, r->z_try) >= 0) {
		b->right = t;
		b->crossing = first_violated(r, r->z_try);
		copy(r, r->z_try, r->z_end);
	} else {
		b->left = t;
		copy(r, r->z_try, r->z);
	}
	return MDV_OK;
}

/* The first place in the bracket where a relation changes; one has at its right end. Another may
   have changed and come back before. */
static MdvStatus narrow(HybridRun *r, Bracket *b, double h)
{
	double left;
	Bracket before;
	bool found = false;
	MdvStatus status;

	TRY(arm_sleepers(r, b, h));
	left = b->left;
	TRY(shrink(r, b, h));
	before = (Bracket){.left = left, .right = b->left};
	FOR_WATCHED (r, i)
		found |= !isnan(r->slope[i]) && may_dip(r, i, before.right - left);
	if (!found || !(before.right > left))
		return MDV_OK;
	status = evaluate(r, before.right, r->z_end);
	if (status == MDV_OK)
		status = find_dip(r, &before, &found);
	if (status < 0)
		return status;
	if (status > 0 || !found) /* z_end belongs to the right end again */
		return evaluate(r, b->right, r->z_end);
	*b = before;
	return shrink(r, b, h);
}

/* Look for a relation that has changed, at the end of the step or before. */
static MdvStatus find_change(HybridRun *r, Bracket *b, double *t_end)
{
	double h = *t_end - r->t;
	bool found;

	b->crossing = -1;
	if (r->fresh)
		TRY(follow_sleepers(r, b, h));
	if (b->crossing >= 0)
		return MDV_OK;
	TRY(evaluate_end(r, t_end));
	b->right = *t_end;
	if (!(b->left < b->right)) { /* the end had to be taken back */
		b->left = r->t;
		return MDV_OK;
	}
	b->crossing = first_violated(r, r->z_end);
	return b->crossing < 0 ? find_dip(r, b, &found) : MDV_OK;
}

MdvStatus locate_first(HybridRun *r, double t_end, HybridPlace *place)
{
	double h = t_end - r->t, whole = t_end;
	Bracket b = {.left = r->t};

	*place = (HybridPlace){.t_left = t_end, .t_right = t_end};
	if (r->rt->m->n_crossings == 0)
		return MDV_OK;
	FOR_WATCHED (r, i)
		r->slept[i] = false;
	TRY(find_change(r, &b, &t_end));
	if (b.crossing >= 0)
		TRY(narrow(r, &b, h));
	if (b.crossing >= 0)
		TRY(postpone(r, &b, t_end, h));
	if (b.crossing >= 0)
		TRY(widen(r, &b, t_end, h));
	if (b.crossing >= 0) {
		*place = (HybridPlace){true, b.left, b.right, b.crossing, r->slept[b.crossing]};
		return MDV_OK;
	}
	*place = (HybridPlace){t_end < whole, t_end, t_end, -1, false};
	FOR_WATCHED (r, i)
		r->slope[i] = (r->z_end[i] - r->z[i]) / (t_end - b.left);
	return MDV_OK;
}
