/* SPDX-License-Identifier: MIT
   history.c — points inside of a step for operators that keep a history (delay,
   spatialDistribution): what goes into them may move faster than the states, whose steps are long
   then. Their inputs are looked at on ever finer grids of the step, until the values in the middle
   of each interval follow from those around it; the points of that grid are kept. Where they do not
   follow on the finest grid the input has a kink, or jumps without an event: that is isolated by
   bisection, and the history has two pieces there, so that what comes out of a delay ends a step.
 */
#include "runtime/plan/steps.h"

enum { MOST_LEVEL = 7, MOST_POINTS = 1 << MOST_LEVEL, NEAR = 4 };

/* A bend disturbs some points around it on the finest grid; of a step, how well it is isolated. */
#define MOST_WIDTH 12
#define NARROW     1e-7

/* Inputs of operators that move between events. */
static int32_t count_inputs(const MdvModel *m)
{
	int32_t n = 2 * m->n_spatials;

	for (int32_t i = 0; i < m->n_delays; i++)
		n += !m->delay[i].held;
	return n;
}

bool history_open(Steps *s)
{
	History *h = &s->history;
	const MdvModel *m = s->rt->m;

	h->slot = NEW_ARRAY(&s->r->memory, int32_t, count_inputs(m));
	h->value = NEW_ARRAY(&s->r->memory, double, (MOST_POINTS + 1) * (size_t)count_inputs(m));
	if (!h->slot || !h->value)
		return false;
	for (int32_t i = 0; i < m->n_delays; i++)
		if (!m->delay[i].held)
			h->slot[h->n++] = m->delay[i].input;
	for (int32_t i = 0; i < m->n_spatials; i++)
		for (int k = 0; k < 2; k++)
			h->slot[h->n++] = m->spatial[i].in[k];
	return true;
}

/* All values at a point of the step. */
static MdvStatus evaluate(Steps *s, double t)
{
	TRY(solver_dense(s->solver, t, s->x_try));
	return rt_output(s->rt, t, s->x_try, RT_OUTPUT);
}

/* Point k of the finest grid between a and b. */
static double point(double a, double b, int k)
{
	return a + (b - a) * k / MOST_POINTS;
}

static MdvStatus take(Steps *s, double a, double b, int k)
{
	History *h = &s->history;

	TRY(evaluate(s, point(a, b, k)));
	for (int32_t i = 0; i < h->n; i++)
		h->value[k * h->n + i] = s->rt->frame[h->slot[i]];
	return MDV_OK;
}

/* Value k of input i by those around it on the grid of every `gap`-th point. */
static double interpolated(const History *h, int32_t i, int k, int gap)
{
	int first = k - k % gap - gap, n = MOST_POINTS / gap + 1 < NEAR ? MOST_POINTS / gap + 1 : NEAR;
	double sum = 0;

	if (first < 0)
		first = 0;
	if (first + (n - 1) * gap > MOST_POINTS)
		first = MOST_POINTS - (n - 1) * gap;
	for (int p = 0; p < n; p++) {
		double term = h->value[(first + p * gap) * h->n + i];

		for (int q = 0; q < n; q++)
			if (q != p)
				term *= (double)(k - first - q * gap) / ((p - q) * gap);
		sum += term;
	}
	return sum;
}

/* Takes the middles of the grid of every `gap`-th point; *good: they are as expected. */
static MdvStatus refine(Steps *s, double a, double b, int gap, bool *good)
{
	History *h = &s->history;

	*good = true;
	for (int k = gap / 2; k < MOST_POINTS; k += gap) {
		TRY(take(s, a, b, k));
		for (int32_t i = 0; i < h->n; i++) {
			double u = h->value[k * h->n + i];

			h->size = fmax(h->size, fabs(u));
			*good &= fabs(u - interpolated(h, i, k, gap)) <= s->r->tol * h->size;
		}
	}
	return MDV_OK;
}

/* --- bends --- */

/* Is value k, of the finest grid, not what those around it say? */
static bool is_off(const Steps *s, int32_t i, int k)
{
	const History *h = &s->history;

	return fabs(h->value[k * h->n + i] - interpolated(h, i, k, 2)) > s->r->tol * h->size;
}

static double off_line(double left, double middle, double right)
{
	return fabs(middle - (left + right) / 2);
}

static MdvStatus input_at(Steps *s, double t, int32_t slot, double *u)
{
	TRY(evaluate(s, t));
	*u = s->rt->frame[slot];
	return MDV_OK;
}

/* Narrows an interval to the half of it in which the input is furthest from a line. */
static MdvStatus isolate(Steps *s, Bend *bend, double narrow)
{
	double u[5], a = bend->left, b = bend->right;

	TRY(input_at(s, a, bend->slot, &u[0]));
	TRY(input_at(s, (a + b) / 2, bend->slot, &u[2]));
	TRY(input_at(s, b, bend->slot, &u[4]));
	while (b - a > narrow) {
		double quarter = (b - a) / 4, off[3];
		int first = 0;

		TRY(input_at(s, a + quarter, bend->slot, &u[1]));
		TRY(input_at(s, b - quarter, bend->slot, &u[3]));
		for (int k = 0; k < 3; k++) {
			off[k] = off_line(u[k], u[k + 1], u[k + 2]);
			first = off[k] > off[first] ? k : first;
		}
		a += first * quarter;
		b = a + 2 * quarter;
		u[0] = u[first];
		u[4] = u[first + 2];
		u[2] = u[first + 1];
	}
	bend->left = a;
	bend->right = b;
	return MDV_OK;
}

/* Isolated bends of an input, on the finest grid; what is rough over more of it is not one. */
static MdvStatus find_bends(Steps *s, int32_t i, double a, double b)
{
	History *h = &s->history;

	for (int k = 1; k < MOST_POINTS; k += 2) {
		int last = k;

		if (!is_off(s, i, k))
			continue;
		while (last + 2 < MOST_POINTS && is_off(s, i, last + 2))
			last += 2;
		if (last - k < MOST_WIDTH && h->n_bends < MOST_BENDS) {
			Bend *bend = &h->bend[h->n_bends++];

			*bend = (Bend){h->slot[i], point(a, b, k - 1), point(a, b, last + 1)};
			TRY(isolate(s, bend, fmax(NARROW * (b - a), 4 * locate_resolution(b, b - a))));
		}
		k = last;
	}
	return MDV_OK;
}

/* The bends before t, in order of time: kept, and no more there. */
static MdvStatus keep_bends(Steps *s, double t)
{
	History *h = &s->history;

	for (;;) {
		int32_t first = 0;
		Bend bend;

		for (int32_t k = 1; k < h->n_bends; k++)
			first = h->bend[k].left < h->bend[first].left ? k : first;
		if (h->n_bends == 0 || h->bend[first].left >= t)
			return MDV_OK;
		bend = h->bend[first];
		h->bend[first] = h->bend[--h->n_bends];
		TRY(evaluate(s, bend.left));
		TRY(operator_keep(s->rt, bend.left, false));
		TRY(evaluate(s, bend.right));
		TRY(operator_bend(s->rt, bend.slot));
	}
}

MdvStatus history_fill(Steps *s, double a, double b)
{
	int gap = MOST_POINTS;
	bool good = false;

	if (s->history.n == 0 || !(b - a > 1e3 * locate_resolution(b, b - a)))
		return MDV_OK;
	TRY(take(s, a, b, 0));
	TRY(take(s, a, b, MOST_POINTS));
	for (; !good && gap > 1; gap /= 2)
		TRY(refine(s, a, b, gap, &good));
	s->history.n_bends = 0;
	for (int32_t i = 0; !good && i < s->history.n; i++)
		TRY(find_bends(s, i, a, b));
	for (int k = gap; k < MOST_POINTS; k += gap) {
		TRY(keep_bends(s, point(a, b, k)));
		TRY(evaluate(s, point(a, b, k)));
		TRY(operator_keep(s->rt, point(a, b, k), false));
	}
	return keep_bends(s, b);
}
