/* SPDX-License-Identifier: MIT
   qss_range.c — can something be missed between now and when it is looked at next? Coefficients at
   an instant know nothing of a narrow bump later on: what a target can be over all of that time is
   enclosed by intervals, from those of the polynomials of its states. Blocks, and what is not
   known, can be anything. */
#include "runtime/qss/qss.h"

static Interval range_of(const double p[], int n, double h_from, double h)
{
	Interval y = interval_point(p[n]), time = {h_from, h_from + h};

	for (int k = n - 1; k >= 0; k--)
		y = interval_add(interval_mul(y, time), interval_point(p[k]));
	return y;
}

static Interval leaf_range(const Qss *s, int32_t v, double t, double h)
{
	const MdvFlow *f = s->flow;
	int32_t a = f->a[v];

	switch (-1 - f->op[v]) {
	case MDV_LEAF_STATE: return range_of(s->state[a].x, s->o.order, t - s->state[a].tx, h);
	case MDV_LEAF_TIME: return (Interval){t, t + h};
	case MDV_LEAF_NUMBER: return interval_point(f->number[a]);
	case MDV_LEAF_SLOT: return interval_point(s->rt->frame[a]);
	case MDV_LEAF_INPUT: {
		const QssInput *in = &s->input[s->graph.input_of_slot[a]];

		return range_of((double[]){in->value, in->slope}, 1, t - in->t, h);
	}
	default: return interval_whole();
	}
}

Interval range_target(Qss *s, int32_t target, double t, double h)
{
	const QssGraph *g = &s->graph;
	const MdvFlow *f = s->flow;

	if (g->whole)
		return interval_whole();
	for (int64_t i = g->code.start[target]; i < g->code.start[target + 1]; i++) {
		int32_t v = g->code.item[i];

		if (v < 0)
			return interval_whole();
		s->range[v] = f->op[v] < 0 ? leaf_range(s, v, t, h)
					  : f->op[v] == MDV_PROOF_TABLE
						  ? interval_whole()
						  : interval_value((IrOp)f->op[v], s->range[f->a[v]], s->range[f->b[v]],
										   s->range[f->c[v]]);
	}
	return s->range[eval_value_of(s, target)];
}
