/* SPDX-License-Identifier: MIT
   qss_gaps.c — events of a relation that come faster and faster, as with steps (plan/stall.c), and
   jumps without events between which time hardly moves. */
#include "runtime/qss/qss.h"

#define NEAR    1e-3 /* of the run: where events accumulate */
#define SHRINKS 0.99 /* gaps that do */
#define ALIKE   5    /* so many tell */

#define SOON       1e-9 /* of the run: one turn after the other */
#define MOST_TURNS 1000 /* in a row */

void gaps_note(Qss *s, int32_t i, double t, bool asleep)
{
	QssWatch *w = &s->watch[i];
	int value =
		s->rt->m->crossing[i].relation >= 0 && s->rt->frame[s->rt->m->crossing[i].relation] != 0;
	QssGaps *g = &w->gaps[value];
	double gap = t - g->last, ratio = g->gap > 0 ? gap / g->gap : 2;

	if (asleep)
		w->gaps[!value].bounced = true;
	if (ratio >= SHRINKS || !g->bounced)
		g->alike = 0;
	else if (fabs(ratio - g->ratio) < 0.05 * ratio || g->alike >= ALIKE)
		g->alike++;
	if (g->alike <= ALIKE)
		g->ratio = ratio;
	g->gap = gap;
	g->last = t;
	g->bounced = false;
}

MdvStatus gaps_check(Qss *s, int32_t i, double t)
{
	const QssWatch *w = &s->watch[i];

	for (int k = 0; k < 2; k++) {
		const QssGaps *g = &w->gaps[k];
		double rest = g->gap * g->ratio / (1 - g->ratio);

		if (g->alike < ALIKE || g->last != w->t_event || !(rest <= NEAR * s->rt->span))
			continue;
		report_fail(s->rt, MDV_FAILED, t,
					"the events come faster and faster, each gap %.3g of the one before: they "
					"accumulate at time %.9g, and the model does not say how to go on",
					g->ratio, g->last + rest);
		report_source(s->rt, s->rt->m->crossing[i].source);
		return MDV_FAILED;
	}
	return MDV_OK;
}

/* Quantized states that stand still show no jump ahead. */
static bool may_jump(const Qss *s, int32_t i)
{
	int32_t shape = s->graph.shape[i];

	return shape >= 0 && !s->graph.shapes[shape].smooth;
}

static MdvStatus tell_turns(Qss *s, int32_t i, double t)
{
	return report_fail(s->rt, MDV_FAILED, t,
					   "at time %.9g der(%s) jumps back and forth without events (sign, noEvent, "
					   "or a function) and without end: %d times in a row, each less than %.3g s "
					   "after the one before",
					   t, report_name(s->rt, rt_state(s->rt, i)->slot), s->turn[i].n,
					   SOON * s->rt->span);
}

MdvStatus gaps_turn(Qss *s, int32_t i, double t, double rate, bool broken)
{
	QssTurn *turn = &s->turn[i];
	int8_t side = rate > 0 ? 1 : rate < 0 ? -1 : turn->side;

	turn->broken |= broken;
	if (side == turn->side)
		return MDV_OK;
	if (turn->side == 0 || !(t - turn->t <= SOON * s->rt->span)) {
		turn->n = 0;
		turn->broken = broken || may_jump(s, i);
	}
	turn->n++;
	turn->t = t;
	turn->side = side;
	return turn->n > MOST_TURNS && turn->broken ? tell_turns(s, i, t) : MDV_OK;
}
