/* SPDX-License-Identifier: MIT
   balance.c — has every unknown one equation? Structure first (counts are part of it: with unequal
   counts no matching is perfect), then dependence among linear equations, which a matching cannot
   see. Near-linear on models that are right. */
#include "compiler/flat/flat.h"

bool balance_check(const FlatModel *m, Arena *scratch, Diag *d)
{
	/* The model's own arena holds what must not lie in scratch, until the end of the check. */
	ArenaMark mark = arena_mark(m->keep);
	Incidence inc;
	bool ok;

	incidence_find(m, m->keep, scratch, &inc);
	ok = structure_check(m, &inc, scratch, d) && rank_check(m, &inc, scratch, d);
	arena_release(m->keep, mark);
	return ok;
}
