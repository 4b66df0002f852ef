/* SPDX-License-Identifier: MIT
   qss_range.c — can something be missed between now and when it is looked at next? Coefficients at
   an instant know nothing of a narrow bump later on: what a target can be over all of that time is
   enclosed by intervals, from those of the polynomials of its states. Blocks, and what is not
   known, can be anything in relations; in derivatives they are what their coefficients say. */
#include "runtime/qss/qss.h"

#include <string.h>

#define SHORTEST 1e-5 /* of the run: derivatives are looked into no further */

static Interval range_of(const double p[], int n, double from, double h)
{
	double c[QSS_MOST_DEGREE + 1];
	Interval y, time = {0, h};

	memcpy(c, p, (size_t)(n + 1) * sizeof *c);
	poly_shift(c, n, from);
	y = interval_point(c[n]);
	for (int k = n - 1; k >= 0; k--)
		y = interval_add(interval_mul(y, time), interval_point(c[k]));
	return y;
}

static Interval state_range(const Qss *s, int32_t i, double t, double h, bool of_x)
{
	const QssState *x = &s->state[i];

	return of_x ? range_of(x->x, qss_degree(s, i), t - x->tx, h)
				: range_of(x->q, s->o.order - 1, t - x->tq, h);
}

static Interval leaf_range(const Qss *s, int32_t v, double t, double h, bool of_x)
{
	const MdvFlow *f = s->flow;
	int32_t a = f->a[v];

	switch (-1 - f->op[v]) {
	case MDV_LEAF_STATE: return state_range(s, a, t, h, of_x);
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

static Interval value_range(const Qss *s, int32_t v)
{
	const MdvFlow *f = s->flow;
	Interval a = s->range[f->a[v]];

	if (f->op[v] == MDV_PROOF_TABLE)
		return interval_whole();
	if (f->op[v] == IR_MUL && f->a[v] == f->b[v])
		return interval_sqr(a);
	return interval_value((IrOp)f->op[v], a, s->range[f->b[v]], s->range[f->c[v]]);
}

Interval range_target(Qss *s, int32_t target, double t, double h)
{
	const QssGraph *g = &s->graph;

	if (g->whole)
		return interval_whole();
	for (int64_t i = g->code.start[target]; i < g->code.start[target + 1]; i++) {
		int32_t v = g->code.item[i];

		if (v < 0)
			return interval_whole();
		s->range[v] = s->flow->op[v] < 0 ? leaf_range(s, v, t, h, true) : value_range(s, v);
	}
	return s->range[eval_value_of(s, target)];
}

/* --- derivatives --- */

/* Which operands what is rough comes from. */
static bool is_reached(const Qss *s, int32_t v, int n)
{
	const MdvFlow *f = s->flow;
	const bool *rough = s->is_rough;
	Interval a = s->range[f->a[v]], b = n > 1 ? s->range[f->b[v]] : a;

	if (f->op[v] == IR_SELECT && interval_is_point(a))
		return rough[a.lo != 0 ? f->b[v] : f->c[v]];
	if ((f->op[v] == IR_MIN || f->op[v] == IR_MAX) && (a.hi <= b.lo || b.hi <= a.lo))
		return rough[(f->op[v] == IR_MIN) == (a.hi <= b.lo) ? f->a[v] : f->b[v]];
	return rough[f->a[v]] || (n > 1 && rough[f->b[v]]) || (n > 2 && rough[f->c[v]]);
}

static void look_at_value(Qss *s, int32_t v, double t, double h)
{
	const MdvFlow *f = s->flow;
	int n;

	if (f->op[v] < 0) {
		s->range[v] = leaf_range(s, v, t, h, false);
		s->is_rough[v] = false;
		return;
	}
	n = f->op[v] == MDV_PROOF_TABLE ? 2 : ir_op_info[f->op[v]].n_args;
	s->range[v] = value_range(s, v);
	s->is_rough[v] =
		!interval_is_point(s->range[v]) &&
		((f->op[v] != MDV_PROOF_TABLE &&
		  !interval_is_calm((IrOp)f->op[v], s->range[f->a[v]],
							n > 1 ? s->range[f->b[v]] : interval_point(0), s->range[v])) ||
		 is_reached(s, v, n));
}

/* A block has been solved at t: what its values do follows from their coefficients. */
static void look_at_block(Qss *s, int32_t number, double h)
{
	const MdvFlowBlock *b = &s->flow->block[number];

	for (int32_t v = b->first; v < b->end; v++) {
		s->range[v] = range_of(s->value[v].c, s->k_rate, 0, h);
		s->is_rough[v] = false;
	}
	for (int32_t i = 0; i < b->n_unknowns; i++) {
		s->range[b->unknown[i]] = range_of(s->value[b->unknown[i]].c, s->k_rate, 0, h);
		s->is_rough[b->unknown[i]] = false;
	}
}

/* How far what is rough can move the derivative. */
static double rough_level(Qss *s, int32_t i, double t, double h)
{
	const QssGraph *g = &s->graph;
	int32_t y = eval_value_of(s, i);

	for (int64_t k = g->code.start[i]; k < g->code.start[i + 1]; k++)
		if (g->code.item[k] >= 0)
			look_at_value(s, g->code.item[k], t, h);
		else
			look_at_block(s, -1 - g->code.item[k], h);
	s->look_work -= g->code.start[i + 1] - g->code.start[i];
	return s->is_rough[y] ? interval_width(s->range[y]) : 0;
}

double range_calm(Qss *s, int32_t i, double t, double h, double allowed)
{
	double least = fmax(SHORTEST * s->rt->span, s->least_h);

	if (s->graph.whole)
		return h;
	while (h > least && !(rough_level(s, i, t, h) * h <= allowed))
		h = fmax(0.5 * h, least);
	return h;
}
