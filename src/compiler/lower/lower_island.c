/* SPDX-License-Identifier: MIT
   lower_island.c — which island each slot belongs to (dae/islands.c): the runtime takes the tables
   of a model apart by it. O(size of the tables). */
#include "compiler/lower/lower.h"

#include <string.h>

/* A relation of time, or a clock, that is only shown: the first island watches it. */
static void own_if_unread(const Lower *l, VarId v, const int32_t readers[], int32_t island[])
{
	if (l->d->island[v.i] >= 0 || readers[v.i] > 0)
		return;
	island[l->slot[v.i]] = 0;
	if (l->pre[v.i] >= 0)
		island[l->pre[v.i]] = 0;
}

/* What others give and one island reads is its own; what several read is listed for each. */
static void add_shared(Lower *l, int32_t island[])
{
	const Dae *d = l->d;
	const Csr *by = &d->shared;
	int32_t *readers = NEW_ARRAY(l->scratch, int32_t, d->vars.n);
	int32_t *start = NEW_ARRAY(l->keep, int32_t, d->n_islands + 1);
	int32_t *shared = NEW_ARRAY(l->keep, int32_t, by->start[by->n_rows] + 1), n = 0;

	for (int32_t k = 0; k < by->start[by->n_rows]; k++)
		readers[by->col[k]]++;
	for (int32_t i = 0; i < d->n_islands; i++) {
		start[i] = n;
		for (int32_t k = by->start[i]; k < by->start[i + 1]; k++) {
			int32_t v = by->col[k];

			if (readers[v] > 1)
				shared[n++] = v;
			else
				island[l->slot[v]] = i;
			if (readers[v] == 1 && l->pre[v] >= 0)
				island[l->pre[v]] = i;
		}
	}
	start[d->n_islands] = n;
	for (size_t i = 0; i < d->relations.n; i++)
		own_if_unread(l, d->relations.at[i].var, readers, island);
	for (size_t i = 0; i < d->operators.n; i++)
		own_if_unread(l, d->operators.at[i].result[0], readers, island);
	l->out->common_start = start;
	l->out->common = shared;
}

static void add_relations(const Lower *l, int32_t island[])
{
	const Dae *d = l->d;
	int32_t n_instants = 0;

	for (size_t i = 0; i < d->relations.n; i++) {
		const DaeRelation *r = &d->relations.at[i];
		int32_t of = d->island[r->var.i], n = r->op == EX_FLOOR ? 2 : 1; /* -1: of time alone */

		if (r->instant)
			island[l->out->time_event[n_instants++].instant] = of;
		for (int32_t k = 0; !r->instant && k < n; k++)
			island[l->out->crossing[l->crossing[i] + k].z] = of;
	}
	for (int32_t i = 0; i < l->out->n_spatials; i++) /* their crossings decide no relation */
		island[l->out->spatial[i].rest] = island[l->out->spatial[i].out[0]];
}

void lower_islands(Lower *l)
{
	const Dae *d = l->d;
	int32_t *island;

	l->out->n_islands = d->n_islands;
	if (!d->island)
		return;
	island = NEW_ARRAY(l->keep, int32_t, l->initial.n);
	memset(island, -1, l->initial.n * sizeof *island);
	for (size_t i = 0; i < d->vars.n; i++) {
		if (d->vars.at[i].alias.i != (int32_t)i || d->island[i] < 0)
			continue;
		if (l->slot[i] >= 0)
			island[l->slot[i]] = d->island[i];
		if (l->pre[i] >= 0)
			island[l->pre[i]] = d->island[i];
	}
	add_relations(l, island);
	for (size_t i = 0; i < d->actions.n; i++)
		island[l->out->action[i].fires] = d->actions.at[i].island;
	add_shared(l, island);
	l->out->island = island;
}
