/* SPDX-License-Identifier: MIT
   proof_states.c — in which ranges the states are over a whole step, all at once: the dense output
   lies between the straight line from end to end and what its terms bend away from that. As tight
   as the hulls of proof_value.c that is not, but some operations on vectors are all that it takes,
   and it tells whether a step is still in a box, and whether a crossing of few states is far from
   zero. */
#include "runtime/proof/proof.h"

#include "base/wide.h"

bool proof_states_open(Proof *p, Arena *memory)
{
	ProofStates *s = &p->states;

	s->lo = NEW_ARRAY(memory, double, p->m->n_states);
	s->hi = NEW_ARRAY(memory, double, p->m->n_states);
	s->first = p->m->n_states;
	for (int32_t v = 0; v < p->code->n_values; v++) {
		int32_t state = p->code->a[v];

		if (p->code->op[v] != -1 - MDV_LEAF_STATE)
			continue;
		s->first = state < s->first ? state : s->first;
		s->end = state >= s->end ? state + 1 : s->end;
	}
	return s->lo && s->hi;
}

/* Rounding of a sum of SOLVER_MOST_TERMS products and of what follows, by the sum of their sizes.
 */
#define ROUNDING 0x1p-47

enum { TILE = 8 }; /* states at a time: they stay in registers */

/* Some states from i on; count: all of them are there, unless it is less than TILE. */
static inline void see_tile(Proof *p, int32_t i, int count)
{
	const SolverPolynomial *d = &p->dense;
	const ProofLine *line = &p->whole;
	double first[TILE] = {0}, last[TILE] = {0}, bend[TILE] = {0}, size[TILE] = {0};

	for (int k = 0; k < d->n_terms; k++) {
		const double *term = d->term[k] + i;
		double a = line->first[k], b = line->last[k], c = line->bend[k], w = d->largest[k];

		for (int j = 0; j < count; j++) {
			double x = term[j], x_size = fabs(x);

			first[j] += a * x;
			last[j] += b * x;
			bend[j] += c * x_size;
			size[j] += w * x_size;
		}
	}
	for (int j = 0; j < count; j++) {
		double by = bend[j] + size[j] * ROUNDING;
		double lo = first[j] < last[j] ? first[j] : last[j];
		double hi = first[j] < last[j] ? last[j] : first[j];

		p->states.lo[i + j] = lo - by;
		p->states.hi[i + j] = hi + by;
	}
}

WIDE void proof_states_see(Proof *p)
{
	int32_t i = p->states.first, rest = (p->states.end - i) % TILE;

	proof_form_see_line(p);
	p->states.step = p->count.step;
	/* First: as the last call gcc makes it a jump that leaves the upper halves of registers in use,
	   and code without AVX waits for them from then on (FullRobot took 1.3 times as long). */
	if (rest > 0)
		see_tile(p, p->states.end - rest, rest);
	for (; i + TILE <= p->states.end; i += TILE)
		see_tile(p, i, TILE);
}
