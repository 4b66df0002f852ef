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

static Interval argument_range(const Qss *s, const QssShape *shape, const QssValue *v,
							   const int32_t arg[], double t, double h)
{
	int32_t a = v->arg[1] < QSS_LEAF_TIME ? arg[shape->from[v->arg[1]] + v->arg[0]] : 0;

	switch (v->arg[1]) {
	case QSS_LEAF_STATE: return range_of(s->state[a].x, s->o.order, t - s->state[a].tx, h);
	case QSS_LEAF_SLOT: return interval_point(s->rt->frame[a]);
	case QSS_LEAF_NUMBER: return interval_point(s->flow->number[a]);
	case QSS_LEAF_INPUT:
		return range_of((double[]){s->input[a].value, s->input[a].slope}, 1, t - s->input[a].t, h);
	case QSS_LEAF_TIME: return (Interval){t, t + h};
	case QSS_LEAF_SHARED: return interval_point(s->rt->frame[shape->shared[v->arg[0]]]);
	default: return interval_point(shape->fixed[v->arg[0]]);
	}
}

static Interval shape_range(Qss *s, int32_t target, double t, double h)
{
	const QssShape *shape = &s->graph.shapes[s->graph.shape[target]];
	const int32_t *arg = &s->graph.arg[s->graph.arg_start[target]];
	Interval *y = s->range;

	for (int32_t i = 0; i < shape->n_values; i++) {
		const QssValue *v = &shape->value[i];

		y[i] = v->op < 0
				   ? argument_range(s, shape, v, arg, t, h)
				   : interval_value((IrOp)v->op, y[v->arg[0]], y[v->arg[1] < 0 ? 0 : v->arg[1]],
									y[v->arg[2] < 0 ? 0 : v->arg[2]]);
	}
	return y[shape->n_values - 1];
}

Interval range_target(Qss *s, int32_t target, double t, double h)
{
	const QssGraph *g = &s->graph;
	const MdvFlow *f = s->flow;

	if (g->shape[target] >= 0)
		return shape_range(s, target, t, h);
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
