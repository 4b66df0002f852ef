/* SPDX-License-Identifier: MIT
   set.c — state sets: n candidates bound by m constraints. The candidates that are states now are
   known, the other m (the dummies) are solved for, by Newton on the m columns of the constraints'
   Jacobian that belong to them. Which are states is decided in set_select.c. */
#include "runtime/rt/rt.h"

#include <string.h>

/* The constraints have several branches (the two sides of a circle), which meet where J_D is
   singular: a solution where its determinant has the other sign is on another branch. */
static bool other_branch(const Rt *rt, const RtSet *s, const Newton *newton, bool refactored)
{
	return rt->mode.use != RT_EVENT && refactored && s->set->tied < 0 && s->sign != 0 &&
		   newton->lu->valid && newton->lu->sign != s->sign;
}

static void put_dummies(Rt *rt, const RtBlock *b, const Newton *s, const double store[])
{
	for (int32_t i = 0; i < s->n; i++)
		if (isfinite(store[b->store[s->column[i]]]))
			rt->frame[b->step->unknown[s->column[i]]] = store[b->store[s->column[i]]];
}

MdvStatus set_solve(Rt *rt, RtBlock *b)
{
	RtSet *set = &rt->set[b->step->set];
	const int32_t *choice = set->set->tied < 0 ? set->choice : rt->set[set->set->tied].choice;
	Newton s = {.block = b,
				.n = b->step->n,
				.column = choice + set->set->n - set->set->m,
				.lu = &b->kept[rt->mode.use]};
	uint64_t matrices = rt->stats.matrices;
	MdvStatus status;

	if (rt->mode.use != RT_EVENT)
		put_dummies(rt, b, &s, rt->guesses.value[rt->mode.use]);
	status = newton_iterate(rt, &s);
	if (status > 0 || other_branch(rt, set, &s, rt->stats.matrices != matrices)) {
		put_dummies(rt, b, &s, rt->guesses.value[RT_EVENT]);
		s.lu->valid = false;
		matrices = rt->stats.matrices - 1;
		status = newton_iterate(rt, &s);
	}
	if (status < 0)
		return status;
	if (status > 0 || other_branch(rt, set, &s, rt->stats.matrices != matrices)) {
		s.lu->valid = false;
		return block_fail(rt, b, "no solution found for the constraints of a state set");
	}
	for (int32_t i = 0; i < b->n_unknown && rt->mode.use != RT_EVENT; i++)
		rt->guesses.value[rt->mode.use][b->store[i]] = rt->frame[b->step->unknown[i]];
	return MDV_OK;
}

/* Columns scaled by nominal values, rows to largest element 1. */
MdvStatus set_jacobian(Rt *rt, RtSet *s)
{
	int32_t m = s->set->m, n = s->set->n;

	TRY(block_code(rt, s->block->step->code));
	TRY(block_matrix(rt, s->block, NULL, n, s->jac));
	for (int32_t i = 0; i < m; i++) {
		double largest = 0;

		for (int32_t j = 0; j < n; j++) {
			s->jac[i + j * m] *= s->block->nominal[j];
			largest = fmax(largest, fabs(s->jac[i + j * m]));
		}
		for (int32_t j = 0; j < n && largest > 0; j++)
			s->jac[i + j * m] /= largest;
	}
	return MDV_OK;
}

int32_t set_find(const Rt *rt, int32_t slot, int32_t *candidate)
{
	for (int32_t k = 0; k < rt->m->n_sets; k++)
		for (int32_t j = 0; j < rt->m->set[k].n; j++)
			if (rt->m->set[k].candidate[j].slot == slot) {
				*candidate = j;
				return k;
			}
	return -1;
}
