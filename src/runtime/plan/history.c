/* SPDX-License-Identifier: MIT
   history.c — points inside of a step for operators that keep a history (delay,
   spatialDistribution): what goes into them may move faster than the states, whose steps are long
   then. Their inputs are looked at on ever finer grids of the step, until the values in the middle
   of each interval follow from those around it; the points of that grid are kept. */
#include "runtime/plan/steps.h"

enum { MOST_LEVEL = 7, MOST_POINTS = 1 << MOST_LEVEL, NEAR = 4 };

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
	for (int k = gap; k < MOST_POINTS; k += gap) {
		TRY(evaluate(s, point(a, b, k)));
		TRY(operator_keep(s->rt, point(a, b, k), false));
	}
	return MDV_OK;
}
