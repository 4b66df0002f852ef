/* SPDX-License-Identifier: MIT
   proof.c — bounds of crossing functions and assertions over parts of a step. Values are computed
   once for a part, whoever asks first. */
#include "runtime/proof/proof.h"

bool proof_open(Proof *p, const MdvModel *m, const double frame[], Arena *memory)
{
	bool ok;

	*p = (Proof){.code = m->proof, .frame = frame};
	if (!m->proof)
		return true;
	p->m = m;
	p->value = NEW_ARRAY(memory, ProofValue, m->proof->n_values);
	p->state = NEW_ARRAY(memory, ProofState, m->n_states);
	p->crossing = NEW_ARRAY(memory, ProofEnd, m->n_crossings);
	p->check = NEW_ARRAY(memory, ProofEnd, m->n_actions);
	ok = p->value && p->state && p->crossing && p->check && proof_block_open(p, memory);
	for (int32_t i = 0; ok && i < m->n_crossings; i++)
		ok = proof_slice(p, m->proof->crossing[i], &p->crossing[i], memory);
	for (int32_t i = 0; ok && i < m->n_actions; i++)
		ok = proof_slice(p, m->proof->check[i], &p->check[i], memory);
	for (int32_t i = 0; ok && i < m->n_actions; i++)
		p->check[i].affine = false; /* truth has no coefficients */
	return ok && proof_rough_open(p, memory);
}

MdvStatus proof_step(Proof *p, Solver *solver)
{
	p->step++;
	p->a = p->b = NAN;
	solver_ends(solver, &p->t_old, &p->t_new);
	return solver_polynomial(solver, &p->dense);
}

void proof_part(Proof *p, double a, double b)
{
	if (p->a == a && p->b == b)
		return;
	p->a = a;
	p->b = b;
	p->part++;
}

Interval proof_range(Proof *p, const ProofEnd *e, double a, double b)
{
	proof_part(p, a, b);
	for (int32_t k = 0; k < e->n; k++)
		proof_value_range(p, e->slice[k]);
	for (int32_t v = 0; !e->slice && v <= e->value; v++)
		proof_value_range(p, v);
	return p->value[e->value].range;
}

enum { LANES = SOLVER_MOST_DEGREE + 1, MOST = 64 };

/* One value of an affine end: Bernstein coefficients from those of its operands. */
static double affine_value(const Proof *p, int32_t v, double x, double y)
{
	return ops_value((IrOp)p->code->op[v], x, y, 0);
}

static void affine_leaf(Proof *p, int32_t v, int degree, double to[])
{
	int32_t leaf = -1 - p->code->op[v];
	const double *x;

	if (leaf == MDV_LEAF_STATE) {
		x = proof_state_here(p, p->code->a[v]);
		for (int j = 0; j <= degree; j++)
			to[j] = x[j];
		return;
	}
	for (int j = 0; j <= degree; j++)
		to[j] = leaf == MDV_LEAF_TIME ? p->a + (p->b - p->a) * j / degree : p->frame[p->code->a[v]];
}

/* Linear combinations of states and time: coefficient by coefficient, and nothing is lost. */
static ProofValue bound_affine(Proof *p, const ProofEnd *e)
{
	double lane[MOST][LANES], size = 0, d[LANES] = {0}, error;
	int degree = p->dense.degree > 0 ? p->dense.degree : 1;
	const double *c;
	Interval middle;
	ProofValue r = {0};

	for (int32_t i = 0; i < e->n; i++) {
		int32_t v = e->slice[i];

		if (p->code->op[v] < 0) {
			affine_leaf(p, v, degree, lane[i]);
		} else {
			const double *x = lane[e->place[2 * i]], *y = lane[e->place[2 * i + 1]];

			for (int j = 0; j <= degree; j++)
				lane[i][j] = affine_value(p, v, x[j], y[j]);
		}
		for (int j = 0; j <= degree; j++)
			size = fmax(size, fabs(lane[i][j]));
	}
	c = lane[e->n - 1];
	error = size * 0x1p-46;
	r.range = proof_coefficients(c, degree);
	r.range = interval_outward(r.range.lo - error, r.range.hi + error);
	for (int j = 0; j < degree; j++)
		d[j] = degree * (c[j + 1] - c[j]);
	r.slope = proof_coefficients(d, degree - 1);
	r.slope = interval_outward(r.slope.lo - error, r.slope.hi + error);
	for (int k = degree; k > 0; k--)
		for (int j = 0; j < k; j++)
			lane[e->n - 1][j] = 0.5 * (c[j] + c[j + 1]);
	middle = interval_outward(c[0] - error, c[0] + error);
	r.centre = middle;
	return isnan(size) ? (ProofValue){.range = interval_whole(),
									  .centre = interval_whole(),
									  .slope = interval_whole()}
					   : r;
}

static ProofValue run_full(Proof *p, const ProofEnd *e)
{
	for (int32_t k = 0; k < e->n; k++)
		proof_value_full(p, e->slice[k]);
	for (int32_t v = 0; !e->slice && v <= e->value; v++)
		proof_value_full(p, v);
	return p->value[e->value];
}

double proof_noise(Proof *p, const ProofEnd *e, double t, const double size[])
{
	double most;

	proof_part(p, t, t);
	p->part++; /* slopes are others than those of the step at this point */
	p->noise = size;
	most = interval_size(run_full(p, e).slope);
	p->noise = NULL;
	p->a = NAN;
	return isfinite(most) ? most : 0;
}

ProofValue proof_bound(Proof *p, const ProofEnd *e, double a, double b)
{
	proof_part(p, a, b);
	if (e->affine)
		return bound_affine(p, e);
	return run_full(p, e);
}
