/* SPDX-License-Identifier: MIT
   test_proof_states.c — what proofs know of a step at a glance holds: random polynomials of several
   states stay in the ranges of proof_states.c, a form of them in those of its states, and on its
   side as long as proof_form_until says; that is not much shorter than it could be. */
#include "runtime/proof/proof.h"
#include "t.h"

enum { STATES = 19, TERMS = 5, DEGREE = 4, RUNS = 2000, POINTS = 40 };

static uint64_t seed = 88172645463325252u;

static double uniform(void) /* xorshift64* */
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return (double)((seed * 2685821657736338717u) >> 11) * 0x1p-53;
}

static double terms[TERMS][STATES], lo[STATES], hi[STATES];

/* Powers of u as polynomials: u^k has the Bernstein coefficients C(j, k) / C(DEGREE, k). */
static double power_coefficient(int k, int j)
{
	double c = 1;

	for (int i = 0; i < k; i++)
		c *= (double)(j - i) / (DEGREE - i);
	return j < k ? 0 : c;
}

static void random_step(Proof *p)
{
	p->count.step++;
	p->t_old = 10 * uniform();
	p->t_new = p->t_old + 0.1 + uniform();
	p->dense = (SolverPolynomial){.degree = DEGREE, .n_terms = TERMS};
	for (int k = 0; k < TERMS; k++) {
		p->dense.term[k] = terms[k];
		p->dense.largest[k] = 1;
		for (int j = 0; j <= DEGREE; j++)
			p->dense.weight[k][j] = power_coefficient(k, j);
		for (int i = 0; i < STATES; i++)
			terms[k][i] = i == 3 ? 0 : uniform() - 0.5;
	}
}

static double state_at(int i, double u)
{
	double x = 0;

	for (int k = TERMS - 1; k >= 0; k--)
		x = x * u + terms[k][i];
	return x;
}

static Proof new_proof(void)
{
	return (Proof){.states = {.first = 0, .end = STATES, .lo = lo, .hi = hi}};
}

static void states_stay_in_their_ranges(void)
{
	Proof p = new_proof();
	int n_out = 0;

	for (int run = 0; run < RUNS; run++) {
		random_step(&p);
		for (int i = 0; i < STATES; i++) {
			Interval x = proof_state_range(&p, i);

			for (int k = 0; k <= POINTS; k++)
				n_out += !interval_has(x, state_at(i, (double)k / POINTS));
			n_out += interval_width(x) > 20; /* 1e300 would hold all, too */
		}
		n_out += lo[3] != 0 || hi[3] != 0; /* what is zero has one sign */
	}
	T_INT(n_out, 0);
}

static void a_form_keeps_its_side_as_long_as_it_says(void)
{
	Proof p = new_proof();
	int n_wrong = 0, n_late = 0;

	for (int run = 0; run < RUNS; run++) {
		ProofTerm term[2] = {{0, 1, 1.5}, {0, 7, -0.5}};
		ProofForm f = {.term = term, .n_terms = 2, .n_states = 2, .first_other = 2, .size = 1};
		double side = uniform() < 0.5 ? 1 : -1, least = -0.01, until, h, first = INFINITY;
		Interval few;

		f.constant = side * uniform();
		random_step(&p);
		h = p.t_new - p.t_old;
		few = proof_form_few(&p, &f);
		until = proof_form_until(&p, &f, side, least);
		for (int k = 0; k <= POINTS; k++) {
			double u = (double)k / POINTS;
			double z = f.constant + 1.5 * state_at(1, u) - 0.5 * state_at(7, u);

			n_wrong += !interval_has(few, z);
			n_wrong += p.t_old + u * h <= until && side * z <= least;
			if (side * z <= least && first == INFINITY)
				first = u;
		}
		if (first == INFINITY) /* from one point before the first that is below */
			first = 1;
		n_late += until < p.t_old + (first - 2.0 / POINTS) * 0.5 * h && first > 2.0 / POINTS;
	}
	T_INT(n_wrong, 0);
	T_CHECK(n_late < RUNS / 20);
}

int main(void)
{
	T_RUN(states_stay_in_their_ranges);
	T_RUN(a_form_keeps_its_side_as_long_as_it_says);
	return T_END();
}
