/* SPDX-License-Identifier: MIT
   qss_gaps.c — events of a relation that come faster and faster, as with steps (plan/stall.c). */
#include "runtime/qss/qss.h"

#define NEAR    1e-3 /* of the run: where events accumulate */
#define SHRINKS 0.99 /* gaps that do */
#define ALIKE   5    /* so many tell */

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
