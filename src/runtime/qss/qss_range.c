/* SPDX-License-Identifier: MIT
   qss_range.c — can something be missed between now and when it is looked at next? Coefficients at
   an instant know nothing of a narrow bump later on: what a target can be over all of that time is
   enclosed by intervals, from those of the polynomials of its states. Blocks, and what is not
   known, can be anything in relations; in derivatives they are what their coefficients say. */
#include "runtime/qss/qss.h"

#include <string.h>

#define BLOCK_MOVES 10   /* tolerances of an unknown that features of equations may make */
#define SHORTEST    1e-5 /* of the run: derivatives are looked into no further */

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

static Interval argument_range(const Qss *s, const QssShape *shape, const QssValue *v,
							   const int32_t arg[], double t, double h)
{
	int32_t a = v->arg[1] < QSS_LEAF_TIME ? arg[shape->from[v->arg[1]] + v->arg[0]] : 0;

	switch (v->arg[1]) {
	case QSS_LEAF_STATE: return state_range(s, a, t, h, shape->watched);
	case QSS_LEAF_SLOT: return interval_point(s->rt->frame[a]);
	case QSS_LEAF_NUMBER: return interval_point(s->flow->number[a]);
	case QSS_LEAF_INPUT:
		return range_of((double[]){s->input[a].value, s->input[a].slope}, 1, t - s->input[a].t, h);
	case QSS_LEAF_TIME: return (Interval){t, t + h};
	case QSS_LEAF_SHARED: return interval_point(s->rt->frame[shape->shared[v->arg[0]]]);
	default: return interval_point(shape->fixed[v->arg[0]]);
	}
}

/* Of operands that stand at a, b and c of the work; what there is not is a again. */
static Interval operation_range(const Qss *s, int32_t op, int32_t a, int32_t b, int32_t c)
{
	if (op == MDV_PROOF_TABLE)
		return interval_whole();
	if (op == IR_MUL && a == b)
		return interval_sqr(s->range[a]);
	return interval_value((IrOp)op, s->range[a], s->range[b], s->range[c]);
}

static int32_t operand(const QssValue *v, int k)
{
	return v->arg[k] < 0 ? v->arg[0] : v->arg[k];
}

static Interval shape_range(Qss *s, int32_t target, double t, double h)
{
	const QssShape *shape = &s->graph.shapes[s->graph.shape[target]];
	const int32_t *arg = &s->graph.arg[s->graph.arg_start[target]];

	for (int32_t i = 0; i < shape->n_values; i++) {
		const QssValue *v = &shape->value[i];

		s->range[i] = v->op < 0
						  ? argument_range(s, shape, v, arg, t, h)
						  : operation_range(s, v->op, v->arg[0], operand(v, 1), operand(v, 2));
	}
	return s->range[shape->n_values - 1];
}

Interval range_target(Qss *s, int32_t target, double t, double h)
{
	const QssGraph *g = &s->graph;

	if (g->shape[target] >= 0)
		return shape_range(s, target, t, h);
	if (g->whole)
		return interval_whole();
	for (int64_t i = g->code.start[target]; i < g->code.start[target + 1]; i++) {
		int32_t v = g->code.item[i];
		const MdvFlow *f = s->flow;

		if (v < 0)
			return interval_whole();
		s->range[v] = f->op[v] < 0 ? leaf_range(s, v, t, h, true)
								   : operation_range(s, f->op[v], f->a[v], f->b[v], f->c[v]);
	}
	return s->range[eval_value_of(s, target)];
}

/* --- derivatives --- */

/* Which operands what is rough comes from. */
static bool is_reached(const Qss *s, int32_t op, int n, int32_t a, int32_t b, int32_t c)
{
	const bool *rough = s->is_rough;
	Interval x = s->range[a], y = s->range[n > 1 ? b : a];

	if (op == IR_SELECT && interval_is_point(x))
		return rough[x.lo != 0 ? b : c];
	if ((op == IR_MIN || op == IR_MAX) && (x.hi <= y.lo || y.hi <= x.lo))
		return rough[(op == IR_MIN) == (x.hi <= y.lo) ? a : b];
	return rough[a] || (n > 1 && rough[b]) || (n > 2 && rough[c]);
}

/* The range of value v of the work, and whether it is rough. */
static void look_at_operation(Qss *s, int32_t v, int32_t op, int32_t a, int32_t b, int32_t c)
{
	int n = op == MDV_PROOF_TABLE ? 2 : ir_op_info[op].n_args;

	s->range[v] = operation_range(s, op, a, b, c);
	s->is_rough[v] = !interval_is_point(s->range[v]) &&
					 ((op != MDV_PROOF_TABLE &&
					   !interval_is_calm((IrOp)op, s->range[a],
										 n > 1 ? s->range[b] : interval_point(0), s->range[v])) ||
					  is_reached(s, op, n, a, b, c));
}

/* A block has been solved at t: what its unknowns do follows from their coefficients, unless its
   equations have features there that these do not show, which could move an unknown by more than a
   tolerance. Gives whether that is so. */
static bool look_at_block(Qss *s, int32_t number, double t, double h)
{
	const MdvFlowBlock *b = &s->flow->block[number];
	const QssBlock *w = &s->block[number];
	const MdvFlow *f = s->flow;
	bool rough = false;

	for (int32_t i = 0; i < b->n_unknowns; i++) {
		s->range[b->unknown[i]] = range_of(s->value[b->unknown[i]].c, s->k_rate, 0, h);
		s->is_rough[b->unknown[i]] = false;
	}
	for (int32_t v = b->first; v < b->end; v++)
		if (f->op[v] >= 0) {
			look_at_operation(s, v, f->op[v], f->a[v], f->b[v], f->c[v]);
		} else if (f->op[v] != -1 - MDV_LEAF_BLOCK) {
			s->range[v] = leaf_range(s, v, t, h, false);
			s->is_rough[v] = false;
		}
	for (int32_t i = 0; i < b->n; i++) {
		double size = 0;

		for (int32_t j = 0; j < b->n; j++)
			size += fabs(w->jac[(size_t)j * (size_t)b->n + (size_t)i]) * w->nominal[w->column[j]];
		rough |= s->is_rough[b->residual[i]] &&
				 !(interval_width(s->range[b->residual[i]]) <= BLOCK_MOVES * s->o.relative * size);
	}
	for (int32_t v = b->first; v < b->end; v++) {
		s->range[v] = range_of(s->value[v].c, s->k_rate, 0, h);
		s->is_rough[v] = false;
	}
	return rough;
}

static int32_t look_at_shape(Qss *s, int32_t i, double t, double h)
{
	const QssShape *shape = &s->graph.shapes[s->graph.shape[i]];
	const int32_t *arg = &s->graph.arg[s->graph.arg_start[i]];

	for (int32_t k = 0; k < shape->n_values; k++) {
		const QssValue *v = &shape->value[k];

		if (v->op >= 0) {
			look_at_operation(s, k, v->op, v->arg[0], operand(v, 1), operand(v, 2));
			continue;
		}
		s->range[k] = argument_range(s, shape, v, arg, t, h);
		s->is_rough[k] = false;
	}
	s->look_work -= shape->n_values;
	return shape->n_values - 1;
}

static int32_t look_at_code(Qss *s, int32_t i, double t, double h, bool *rough)
{
	const QssLists *code = &s->graph.code;
	const MdvFlow *f = s->flow;

	for (int64_t k = code->start[i]; k < code->start[i + 1]; k++) {
		int32_t v = code->item[k];

		if (v < 0) {
			*rough |= look_at_block(s, -1 - v, t, h);
			s->look_work -= s->flow->block[-1 - v].end - s->flow->block[-1 - v].first;
		} else if (f->op[v] < 0) {
			s->range[v] = leaf_range(s, v, t, h, false);
			s->is_rough[v] = false;
		} else
			look_at_operation(s, v, f->op[v], f->a[v], f->b[v], f->c[v]);
	}
	s->look_work -= code->start[i + 1] - code->start[i];
	return eval_value_of(s, i);
}

/* How far what is rough can move the derivative. */
static double rough_level(Qss *s, int32_t i, double t, double h)
{
	bool rough = false;
	int32_t y =
		s->graph.shape[i] >= 0 ? look_at_shape(s, i, t, h) : look_at_code(s, i, t, h, &rough);

	return rough ? INFINITY : s->is_rough[y] ? interval_width(s->range[y]) : 0;
}

double range_calm(Qss *s, int32_t i, double t, double h, double allowed)
{
	double least = fmax(SHORTEST * s->rt->span, s->least_h);

	if (s->graph.whole && s->graph.shape[i] < 0)
		return h;
	while (h > least && !(rough_level(s, i, t, h) * h <= allowed))
		h = fmax(0.5 * h, least);
	return h;
}
