/* SPDX-License-Identifier: MIT
   qss_fit.c — quanta that are smaller than asked for: where a quantum of one state moves others by
   many of their own, and where events follow each other by what quanta do to a relation. */
#include "runtime/qss/qss.h"

#define SHARP_PART 0.01 /* of the run: events have made quanta smaller for so long */

static double least_halved(const Qss *s, int32_t i)
{
	return s->sharp[i].halved - (s->state[i].tq - s->sharp[i].t) / (SHARP_PART * s->rt->span);
}

/* A large state that a fast or small one reads, as angles of shafts that turn and twist, would make
   that wrong by many of its own quanta: it gets smaller ones, as long as that is so. What it moves
   others by goes with the quantum and the time that it takes, which is the root of order n of that.
 */
void fit_quantum(Qss *s, int32_t i, double moved)
{
	QssState *x = &s->state[i];
	int by, n = s->o.order; /* by: 0, -1 where the quantum stays as it is */

	if (moved < 1 && !(x->halved > least_halved(s, i)))
		return;
	by = (int)floor(log2(fmax(moved, 1e-9)) * n / (n + 1));
	if (by > 0)
		x->halved = (uint8_t)fmin(x->halved + fmin(by, 4), s->most_halved);
	else if (by < -1)
		x->halved--;
}

static bool is_read(const Qss *s, int32_t state, int32_t target)
{
	const QssLists *l = &s->graph.readers;

	for (int64_t k = l->start[state + 1] - 1; k >= l->start[state] && l->item[k] >= target; k--)
		if (l->item[k] == target)
			return true;
	return false;
}

/* A relation of states that are large beside what moves it (the voltage of a diode that is off, by
   currents) changes with their quanta, if these move its function by more than a tolerance of its
   size: then they do no longer. */
MdvStatus fit_sharpen(Qss *s, int32_t w, double t)
{
	int32_t target = s->rt->n + w;

	eval_fresh(s);
	for (int32_t i = 0; i < s->rt->n; i++) {
		QssState *x = &s->state[i];
		double slope, by;
		int halved;

		if (!is_read(s, i, target))
			continue;
		TRY(eval_slope(s, target, i, t, &slope));
		by = fabs(slope) * x->quantum / (s->o.relative * s->watch[w].size);
		halved = by > 1 ? (int)fmin(x->halved + ceil(log2(by)), s->most_halved) : x->halved;
		if (halved == x->halved)
			continue;
		x->quantum = ldexp(x->quantum, x->halved - halved);
		x->halved = (uint8_t)halved;
		s->sharp[i] = (QssSharp){t, halved};
		TRY(core_renew(s, i, t, t));
	}
	return core_renew_watches(s, t);
}
