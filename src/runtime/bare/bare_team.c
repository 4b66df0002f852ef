/* SPDX-License-Identifier: MIT
   bare_team.c — a team of one thread, for the sources of FMUs: it does the parts of all members in
   their order. */
#include "base/base.h"

struct Team {
	const MdvAlloc *alloc; /* where it comes from */
	unsigned n;            /* members */
};

Team *team_new(unsigned n, const MdvAlloc *a)
{
	const MdvAlloc *from = a ? a : &alloc_heap;
	Team *t = alloc_new(from, sizeof *t);

	if (t)
		*t = (Team){from, n};
	return t;
}

void team_free(Team *t)
{
	if (t)
		alloc_free(t->alloc, t, sizeof *t);
}

unsigned team_size(const Team *t)
{
	return t ? t->n : 1;
}

void team_run(Team *t, TeamTask *task, void *ctx)
{
	for (unsigned i = 0; i < team_size(t); i++)
		task(ctx, i);
}
