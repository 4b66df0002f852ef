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
#include "runtime/plan/steps.h"

#include <float.h>
#include <string.h>

enum { MAX_TRIALS = 200 };

typedef struct Bracket {
	double left, right; /* no crossing has changed at left, one has at right */
	int32_t crossing;   /* that one */
	int kept_left;      /* trials in a row that moved the right end */
	int kept_right;     /* and the left end */
} Bracket;

double locate_resolution(double t, double h)
{
	return fmax(4 * DBL_EPSILON * fabs(t), 1e-14 * h);
}

/* Crossing functions at a point inside the step. The guesses are those of the integration: results
   must not depend on how many rows are written. */
static MdvStatus evaluate_at(Steps *s, double t, double z[], RtAccuracy accuracy)
{
	s->r->out->stats.zero_runs++;
	s->t_gap = t;
	TRY(solver_dense(s->solver, t, s->x_try));
	TRY(rt_zero_only(s->rt, t, s->x_try, s->watch.at, s->watch.n, z, RT_INTEGRATE, accuracy));
	sample_remember(s, t, z);
	return MDV_OK;
}

MdvStatus locate_evaluate(Steps *s, double t, double z[])
{
	return evaluate_at(s, t, z, RT_EXACT);
}

MdvStatus locate_look(Steps *s, double t, double z[])
{
	return evaluate_at(s, t, z, RT_CORRECTED);
}

static void copy(const Steps *s, const double from[], double to[])
{
	FOR_WATCHED (s, i)
		to[i] = from[i];
}

static int32_t first_violated(const Steps *s, const double z[])
{
	FOR_WATCHED (s, i)
		if (crossing_violated(s, i, z[i]))
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
static bool may_dip(const Steps *s, int32_t i, double h)
{
	double g = crossing_distance(s, i, s->z.now[i]);
	double slope = s->crossing[i].slope;
	double change = isnan(slope) ? -INFINITY : crossing_distance(s, i, s->z.now[i] + slope) - g;

	return change < 0 && g + 2 * change * h < 0;
}

/* Look for dips between b->left, where the values are s->z, and b->right, where they are z_end: the
   first one found makes b->right smaller, and a relation has changed there. */
static MdvStatus find_dip(Steps *s, Bracket *b, bool *found)
{
	double h = b->right - b->left, delta = 1e-4 * h, *near_a = s->z.g, *near_b = s->z.g_end;
	bool any = false;
	MdvStatus status;

	*found = false;
	FOR_WATCHED (s, i)
		any |= !s->crossing[i].proved && may_dip(s, i, h);
	if (!any || !(delta > locate_resolution(b->left, h)))
		return MDV_OK;
	status = locate_evaluate(s, b->left + delta, near_a);
	if (status == MDV_OK)
		status = locate_evaluate(s, b->right - delta, near_b);
	FOR_WATCHED (s, i) {
		double ga = crossing_distance(s, i, s->z.now[i]), gb = crossing_distance(s, i, s->z.end[i]);
		double sa = (crossing_distance(s, i, near_a[i]) - ga) / delta;
		double sb = (gb - crossing_distance(s, i, near_b[i])) / delta, t = NAN;

		if (status != MDV_OK)
			break;
		if (s->crossing[i].proved)
			continue;
		if (sa < 0 && sb > 0)
			t = b->left + smallest_of_cubic(h, ga, gb, sa, sb);
		if (!(t < b->right))
			continue;
		status = locate_evaluate(s, t, s->z.trial);
		if (status != MDV_OK || !crossing_violated(s, i, s->z.trial[i]))
			continue;
		/* Those that follow are looked for before it: their cubics on the whole stay good. */
		*found = true;
		b->right = t;
		b->crossing = i;
		copy(s, s->z.trial, s->z.dip);
	}
	if (*found)
		copy(s, s->z.dip, s->z.end);
	return status < 0 ? status : MDV_OK; /* a point that cannot be evaluated is no dip */
}

/* The smallest false position of all crossings that have changed at the right end. */
static double next_trial(const Steps *s, const Bracket *b, double tiny)
{
	double width = b->right - b->left, t = b->left + 0.5 * width;

	if (s->r->o->run.locator != MDV_LOCATOR_BISECT && b->kept_left < 4 && b->kept_right < 4) {
		double weight_left = b->kept_left > 1 ? 0.5 : 1, weight_right = b->kept_right > 1 ? 0.5 : 1;

		t = b->right;
		FOR_WATCHED (s, i) {
			double ga = weight_left * s->z.g[i], gb = weight_right * s->z.g_end[i];

			if (crossing_violated(s, i, s->z.end[i]) && ga - gb > 0)
				t = fmin(t, b->left + width * (ga / (ga - gb)));
		}
	}
	/* Near an end the other side of the crossing is wanted: that closes the bracket. */
	t = fmax(t, b->left + 0.6 * tiny);
	t = fmin(t, b->right - 0.6 * tiny);
	return t > b->left && t < b->right ? t : b->left + 0.5 * width;
}

static void distances(const Steps *s, const double z[], double g[])
{
	FOR_WATCHED (s, i)
		g[i] = crossing_distance(s, i, z[i]);
}

/* Shrink the bracket; z_end belongs to its right end. */
static MdvStatus shrink(Steps *s, Bracket *b, double h)
{

	distances(s, s->z.now, s->z.g);
	distances(s, s->z.end, s->z.g_end);
	for (int k = 0; k < MAX_TRIALS; k++) {
		double tiny = locate_resolution(b->right, h), t = next_trial(s, b, tiny);
		int32_t changed;

		if (b->right - b->left <= tiny || !(t > b->left && t < b->right))
			return MDV_OK;
		TRY(locate_evaluate(s, t, s->z.trial));
		changed = first_violated(s, s->z.trial);
		if (changed >= 0) {
			b->right = t;
			b->crossing = changed;
			b->kept_left++;
			b->kept_right = 0;
			copy(s, s->z.trial, s->z.end);
			distances(s, s->z.end, s->z.g_end);
		} else {
			b->left = t;
			b->kept_right++;
			b->kept_left = 0;
			distances(s, s->z.trial, s->z.g);
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
static MdvStatus postpone(Steps *s, Bracket *b, double t_end, double h)
{
	MdvStatus status;

	if (b->right + beyond(b, h) <= t_end || t_end >= fmin(s->r->next, s->r->o->run.stop))
		return MDV_OK;
	status = locate_evaluate(s, t_end, s->z.trial);
	if (status != MDV_OK)
		return status < 0 ? status : MDV_OK;
	FOR_WATCHED (s, i)
		if (crossing_violated(s, i, s->z.trial[i]) &&
			(!s->crossing[i].armed || fabs(s->z.trial[i]) > s->crossing[i].band))
			return MDV_OK;
	FOR_WATCHED (s, i)
		s->crossing[i].armed &= !crossing_violated(s, i, s->z.trial[i]);
	copy(s, s->z.trial, s->z.end);
	b->crossing = -1;
	return MDV_OK;
}

/* A little further to the right, far below the integrator's accuracy: there the relation has
   changed for sure, whatever rounding does to its operands in the event iteration, and others that
   change at the same instant take part in the event. */
static MdvStatus widen(Steps *s, Bracket *b, double t_end, double h)
{
	double t = fmin(t_end, b->right + beyond(b, h));
	MdvStatus status;

	if (!(t > b->right))
		return MDV_OK;
	status = locate_evaluate(s, t, s->z.trial);
	if (status == MDV_OK && crossing_violated(s, b->crossing, s->z.trial[b->crossing])) {
		b->right = t;
		copy(s, s->z.trial, s->z.end);
	}
	return status < 0 ? status : MDV_OK;
}

/* The end of the step may lie beyond a crossing in a place where the model is not defined: look at
   nearer points until one can be evaluated. */
static MdvStatus evaluate_end(Steps *s, double *t_end)
{
	MdvStatus status = locate_evaluate(s, *t_end, s->z.end);

	for (int k = 0; k < 50 && status > 0; k++) {
		*t_end = s->r->t + 0.5 * (*t_end - s->r->t);
		if (!(*t_end > s->r->t))
			break;
		status = locate_evaluate(s, *t_end, s->z.end);
	}
	return status;
}

static bool sleeper_is_over(const Steps *s, const double z[])
{
	FOR_WATCHED (s, i)
		if (!s->crossing[i].armed && crossing_over(s, i, z[i]))
			return true;
	return false;
}

/* Before the left end of the bracket: has a relation changed, and come back? What cannot be proved
   is looked at at some points, up to where a proof has found something. */
static MdvStatus prove_before(Steps *s, Bracket *b, double from, bool *found)
{
	double left = from, right = b->left;
	int32_t crossing, sampled;

	TRY(prove_crossings(s, &left, &right, &crossing));
	TRY(sample_crossings(s, from, &right, &sampled));
	if (sampled >= 0) {
		left = from;
		crossing = sampled;
	}
	*found = crossing >= 0;
	if (!*found)
		return MDV_OK;
	*b = (Bracket){.left = from, .right = right, .crossing = crossing};
	if (!(left > from))
		return MDV_OK;
	TRY(locate_evaluate(s, left, s->z.trial));
	if (first_violated(s, s->z.trial) < 0) {
		b->left = left;
		copy(s, s->z.trial, s->z.now);
	}
	return MDV_OK;
}

/* Right after an event: sleeping crossings are followed from the beginning of the step. Where one
   is found awake, the search goes on with it armed from there. */
static MdvStatus follow_sleepers(Steps *s, Bracket *b, double h)
{
	for (double part = 1e-8; part < 0.1; part *= 100) {
		double t = s->r->t + part * h;
		bool over, woken, found;
		Bracket at;
		MdvStatus status;

		if (!(t - b->left > 4 * locate_resolution(t, h)))
			continue;
		status = locate_evaluate(s, t, s->z.dip);
		if (status != MDV_OK)
			return status < 0 ? status : MDV_OK; /* the end of the step tells more */
		b->crossing = first_violated(s, s->z.dip);
		if (b->crossing >= 0) {
			b->right = t;
			copy(s, s->z.dip, s->z.end);
			return MDV_OK;
		}
		at = (Bracket){.left = t};
		TRY(prove_before(s, &at, b->left, &found));
		if (found) {
			*b = at;
			return MDV_OK;
		}
		over = sleeper_is_over(s, s->z.dip);
		TRY(crossing_wake(s, s->z.dip, &woken));
		/* Where one may have its event the bracket must stay. */
		if (woken || !over) {
			b->left = t;
			copy(s, s->z.dip, s->z.now);
		}
	}
	return MDV_OK;
}

/* A crossing that slept is over its band at the right end: its event is where it was zero. That may
   have been at the left end, or before. */
static MdvStatus arm_sleepers(Steps *s, Bracket *b, double h)
{
	bool over = false;
	double t = b->left + locate_resolution(b->left, h);

	FOR_WATCHED (s, i) {
		s->crossing[i].slept |= !s->crossing[i].armed;
		if (s->crossing[i].armed || s->crossing[i].at_band || !crossing_violated(s, i, s->z.end[i]))
			continue;
		s->crossing[i].armed = true;
		over |= crossing_violated(s, i, s->z.now[i]);
	}
	if (!over || !(t < b->right))
		return MDV_OK;
	TRY(locate_evaluate(s, t, s->z.trial));
	if (first_violated(s, s->z.trial) >= 0) {
		b->right = t;
		b->crossing = first_violated(s, s->z.trial);
		copy(s, s->z.trial, s->z.end);
	} else {
		b->left = t;
		copy(s, s->z.trial, s->z.now);
	}
	return MDV_OK;
}

/* The first place in the bracket where a relation changes; one has at its right end. Another may
   have changed and come back before. */
static MdvStatus narrow(Steps *s, Bracket *b, double h)
{
	double left;
	Bracket before;
	bool found = false;
	MdvStatus status;

	TRY(arm_sleepers(s, b, h));
	left = b->left;
	TRY(shrink(s, b, h));
	before = (Bracket){.left = left, .right = b->left};
	FOR_WATCHED (s, i)
		found |= !s->crossing[i].proved && !isnan(s->crossing[i].slope) &&
				 may_dip(s, i, before.right - left);
	if (!found || !(before.right > left))
		return MDV_OK;
	status = locate_evaluate(s, before.right, s->z.end);
	if (status == MDV_OK)
		status = find_dip(s, &before, &found);
	if (status < 0)
		return status;
	if (status > 0 || !found) /* z_end belongs to the right end again */
		return locate_evaluate(s, b->right, s->z.end);
	*b = before;
	return shrink(s, b, h);
}

/* Until there is nothing before the place found. */
static MdvStatus find_first(Steps *s, Bracket *b, double h)
{
	double from = b->left;
	bool found = true;

	TRY(narrow(s, b, h));
	for (int k = 0; k < MAX_TRIALS && found; k++) {
		TRY(prove_before(s, b, from, &found));
		if (found)
			TRY(narrow(s, b, h));
	}
	return MDV_OK;
}

/* Look for a relation that has changed, at the end of the step or before. */
static MdvStatus find_change(Steps *s, Bracket *b, double *t_end)
{
	double h = *t_end - s->r->t;
	Bracket at;
	bool found;

	b->crossing = -1;
	if (s->fresh)
		TRY(follow_sleepers(s, b, h));
	if (b->crossing >= 0)
		return MDV_OK;
	TRY(evaluate_end(s, t_end));
	b->right = *t_end;
	if (!(b->left < b->right)) { /* the end had to be taken back */
		b->left = s->r->t;
		return MDV_OK;
	}
	b->crossing = first_violated(s, s->z.end);
	if (b->crossing >= 0)
		return MDV_OK;
	at = (Bracket){.left = b->right};
	TRY(prove_before(s, &at, b->left, &found));
	if (!found)
		return find_dip(s, b, &found);
	*b = at;
	return MDV_OK;
}

MdvStatus locate_first(Steps *s, double t_end, StepsPlace *place)
{
	double h = t_end - s->r->t, whole = t_end;
	Bracket b = {.left = s->r->t};
	MdvStatus status;

	*place = (StepsPlace){.t_left = t_end, .t_right = t_end};
	if (s->rt->m->n_crossings == 0)
		return MDV_OK;
	clear_unmark(s);
	FOR_WATCHED (s, i)
		s->crossing[i].slept = false;
	status = find_change(s, &b, &t_end);
	if (status == MDV_OK && b.crossing >= 0)
		status = find_first(s, &b, h);
	if (t_end < whole) /* beyond the end there are no values: that is no gap */
		s->t_gap = s->r->t;
	TRY(status);
	if (b.crossing >= 0)
		TRY(postpone(s, &b, t_end, h));
	if (b.crossing >= 0)
		TRY(widen(s, &b, t_end, h));
	if (b.crossing >= 0) {
		*place = (StepsPlace){true, b.left, b.right, b.crossing, s->crossing[b.crossing].slept};
		return MDV_OK;
	}
	*place = (StepsPlace){t_end < whole, t_end, t_end, -1, false};
	FOR_WATCHED (s, i)
		s->crossing[i].slope = (s->z.end[i] - s->z.now[i]) / (t_end - b.left);
	return MDV_OK;
}
