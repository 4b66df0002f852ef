/* SPDX-License-Identifier: MIT
   proof_value.c — one value over the part of the step at hand: its range, and, for tighter bounds,
   its value in the middle and its slope (forward differentiation), whose mean-value form is met
   with the range at every value on the way: that converges with the square of the part's length.
   What jumps inside of the part has no slope: the whole line. */
#include "runtime/proof/proof.h"

#include <string.h>

Interval proof_hull(const double c[], int degree, double error)
{
	double lo = c[0], hi = c[0], size;

	for (int k = 1; k <= degree; k++) {
		lo = c[k] < lo ? c[k] : lo;
		hi = c[k] > hi ? c[k] : hi;
	}
	size = fabs(lo) > fabs(hi) ? fabs(lo) : fabs(hi);
	error += size * 0x1p-48; /* some roundings of terms that may cancel */
	return interval_outward(lo - error, hi + error);
}

/* de Casteljau: the coefficients over [0, u], or, from the right, over [u, 1]. */
static void cut(double c[], int degree, double u, bool keep_left)
{
	double w[SOLVER_MOST_DEGREE + 1];

	memcpy(w, c, ((size_t)degree + 1) * sizeof *c);
	for (int k = 1; k <= degree; k++) {
		for (int j = 0; j <= degree - k; j++)
			w[j] = (1 - u) * w[j] + u * w[j + 1];
		if (keep_left)
			c[k] = w[0];
		else
			c[degree - k] = w[degree - k];
	}
}

static void whole_state(const Proof *p, ProofState *x, int32_t state)
{
	const SolverPolynomial *d = &p->dense;

	x->zero = true;
	for (int k = 0; k < d->n_terms; k++)
		x->zero &= d->term[k][state] == 0;
	for (int j = 0; j <= d->degree; j++) {
		double sum = 0;

		for (int k = 0; k < d->n_terms; k++)
			sum += d->weight[k][j] * d->term[k][state];
		x->whole[j] = sum;
	}
	x->step = p->count.step;
}

void proof_cut(const Proof *p, double c[], int degree)
{
	double h = p->t_new - p->t_old, from, to;

	if (p->a == p->t_old && p->b == p->t_new)
		return;
	from = (p->a - p->t_old) / h;
	to = (p->b - p->t_old) / h;
	if (to < 1)
		cut(c, degree, to, true);
	if (from > 0 && to > 0)
		cut(c, degree, from / to, false);
}

void proof_cut_left(double c[], int degree, double u)
{
	cut(c, degree, u, false);
}

const double *proof_state_whole(Proof *p, int32_t state)
{
	ProofState *x = &p->state[state];

	if (x->step != p->count.step)
		whole_state(p, x, state);
	return x->whole;
}

const double *proof_state_here(Proof *p, int32_t state)
{
	ProofState *x = &p->state[state];

	proof_state_whole(p, state);
	if (x->part == p->count.part)
		return x->here;
	memcpy(x->here, x->whole, sizeof x->here);
	proof_cut(p, x->here, p->dense.degree);
	x->part = p->count.part;
	return x->here;
}

/* One that is held at zero (a brake) must not seem to have both signs by rounding. */
Interval proof_state_hull(Proof *p, int32_t state)
{
	const double *c = proof_state_here(p, state);

	return p->state[state].zero ? (Interval){0, 0} : proof_hull(c, p->dense.degree, 0);
}

ProofValue proof_polynomial(const double c[], int degree, double error)
{
	double w[SOLVER_MOST_DEGREE + 1], d[SOLVER_MOST_DEGREE + 1] = {0};
	ProofValue r = {.range = proof_hull(c, degree, error)};

	for (int k = 0; k < degree; k++)
		d[k] = degree * (c[k + 1] - c[k]);
	memcpy(w, c, ((size_t)degree + 1) * sizeof *w);
	for (int k = degree; k > 0; k--)
		for (int j = 0; j < k; j++)
			w[j] = 0.5 * w[j] + 0.5 * w[j + 1];
	error += interval_size(r.range) * 0x1p-48;
	r.centre = interval_outward(w[0] - error, w[0] + error);
	r.slope = proof_hull(d, degree > 0 ? degree - 1 : 0, 2 * degree * error);
	return r;
}

Interval proof_input_range(const Proof *p, int32_t slot, Interval t, bool *straight)
{
	double value[2];
	bool line = true;

	if (!p->inputs.range)
		return interval_point(p->frame[slot]);
	line = p->inputs.range(p->inputs.ctx, slot, (const double[]){t.lo, t.hi}, value);
	if (straight)
		*straight = line;
	return interval_outward(value[0], value[1]);
}

/* It is straight from one row of what is recorded to the next. */
static void full_input(const Proof *p, int32_t slot, ProofValue *to)
{
	double middle = 0.5 * p->a + 0.5 * p->b;
	bool straight;
	/* At a jump: the right side of the one, the left side of the other. */
	Interval a = proof_input_range(p, slot, (Interval){p->a, nextafter(p->a, INFINITY)}, NULL);
	Interval b = proof_input_range(p, slot, (Interval){nextafter(p->b, -INFINITY), p->b}, NULL);

	to->range = proof_input_range(p, slot, (Interval){p->a, p->b}, &straight);
	to->centre = proof_input_range(p, slot, (Interval){middle, middle}, NULL);
	to->slope = straight ? interval_sub(b, a) : interval_whole();
	if (p->noise)
		to->slope = (Interval){0, 0};
}

Interval proof_leaf_range(Proof *p, int32_t v)
{
	int32_t a = p->code->a[v];

	switch ((MdvLeaf)(-1 - p->code->op[v])) {
	case MDV_LEAF_SLOT: return interval_point(p->frame[a]);
	case MDV_LEAF_NUMBER: return interval_point(p->code->number[a]);
	case MDV_LEAF_INPUT: return proof_input_range(p, a, (Interval){p->a, p->b}, NULL);
	case MDV_LEAF_TIME: return (Interval){p->a, p->b};
	case MDV_LEAF_STATE: return p->in_box ? p->box.in[a] : proof_state_hull(p, a);
	default: return interval_whole();
	}
}

void proof_value_range_anew(Proof *p, int32_t v)
{
	const MdvProof *c = p->code;
	ProofValue *to = &p->value[v];

	to->range_part = p->count.part;
	if (c->op[v] == -1 - MDV_LEAF_BLOCK)
		proof_block_solve(p, c->c[v], false);
	else if (c->op[v] < 0)
		to->range = proof_leaf_range(p, v);
	else if (c->op[v] == IR_MUL && c->a[v] == c->b[v])
		to->range = interval_sqr(p->value[c->a[v]].range);
	else
		to->range = proof_op_value(p, proof_op(c, v), p->value[c->a[v]].range,
								   p->value[c->b[v]].range, p->value[proof_third(c, v)].range);
}

Interval proof_mean_value(Interval centre, Interval slope)
{
	double half = 0.5 * interval_size(slope);

	if (half == 0)
		return interval_add(centre, (Interval){0, 0});
	return interval_add(centre, interval_outward(-half, half));
}

static void full_leaf(Proof *p, int32_t v)
{
	MdvLeaf leaf = (MdvLeaf)(-1 - p->code->op[v]);
	ProofValue *to = &p->value[v];

	if (leaf == MDV_LEAF_INPUT && p->inputs.range) {
		full_input(p, p->code->a[v], to);
		return;
	}
	to->range = to->centre = proof_leaf_range(p, v);
	to->slope = (Interval){0, 0};
	if (leaf == MDV_LEAF_TIME) {
		double middle = 0.5 * p->a + 0.5 * p->b;

		to->centre = interval_outward(middle, middle);
		to->slope = interval_outward(p->b - p->a, p->b - p->a);
	} else if (leaf == MDV_LEAF_STATE) {
		ProofValue x = proof_polynomial(proof_state_here(p, p->code->a[v]), p->dense.degree, 0);

		if (!p->state[p->code->a[v]].zero) {
			to->centre = x.centre;
			to->slope = x.slope;
		}
		if (p->noise)
			to->slope = (Interval){-p->noise[p->code->a[v]], p->noise[p->code->a[v]]};
	} else if (!interval_is_point(to->range)) {
		to->slope = interval_whole();
	}
}

/* A comparison, by the difference of its operands. */
static Interval compare(IrOp op, const ProofValue *a, const ProofValue *b)
{
	Interval d =
		proof_mean_value(interval_sub(a->centre, b->centre), interval_sub(a->slope, b->slope));
	const Interval zero = {0, 0};

	return interval_value(op, d, zero, zero);
}

void proof_value_full_anew(Proof *p, int32_t v)
{
	const MdvProof *c = p->code;
	IrOp op = (IrOp)c->op[v];
	ProofValue *to = &p->value[v];
	const ProofValue *x, *y, *z;
	int n_args = interval_args(c->op[v]);

	to->full_part = to->range_part = p->count.part;
	if (c->op[v] == -1 - MDV_LEAF_BLOCK) {
		proof_block_solve(p, c->c[v], true);
		return;
	}
	if (c->op[v] < 0) {
		full_leaf(p, v);
		return;
	}
	x = &p->value[c->a[v]];
	y = &p->value[c->b[v]];
	z = &p->value[proof_third(c, v)];
	if (op == IR_MUL && x == y) {
		to->range = interval_sqr(x->range);
		to->centre = interval_sqr(x->centre);
	} else {
		to->range = proof_op_value(p, proof_op(c, v), x->range, y->range, z->range);
		to->centre = proof_op_value(p, proof_op(c, v), x->centre, y->centre, z->centre);
	}
	if (op == IR_LT || op == IR_LE || op == IR_EQ || op == IR_NE)
		to->range = interval_meet(to->range, compare(op, x, y));
	to->slope = proof_op_tangent(
		p, proof_op(c, v), (const Interval[]){x->range, y->range, z->range}, to->range,
		(const Interval[]){x->slope, n_args > 1 ? y->slope : (Interval){0, 0},
						   n_args > 2 ? z->slope : (Interval){0, 0}});
	to->range = interval_meet(to->range, proof_mean_value(to->centre, to->slope));
}
