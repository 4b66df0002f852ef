/* SPDX-License-Identifier: MIT
   stage.c — the order in which what is computed at once is computed. In a causal bond graph every
   bond end computes an effort or a flow: storages and sources by themselves (rank 0), a resistor
   from what comes along its bond, a two-port from what comes along the other bond, a junction at
   its strong bond from all the others and at these from the strong one. A rank is one more than the
   largest of what it is computed from. What has no rank lies on a closed causal path, or behind
   one. O(bonds). */
#include "bondgraph/causality.h"

typedef struct Ranker {
	BondGraph *g;       /* the graph */
	int32_t *rank;      /* by bond end */
	int32_t *wait;      /* by bond end: what it waits for */
	int32_t *strong;    /* by vertex: the strong bond end */
	VEC(int32_t) ready; /* bond ends whose rank is known, in this order */
	CsrBuilder *uses;   /* once loops are looked for: which end is computed from which */
} Ranker;

/* Calls give(r, out) for everything that is computed from what comes in at a bond end. */
static void for_users(Ranker *r, int32_t in, void (*give)(Ranker *r, int32_t from, int32_t out))
{
	const BondGraph *g = r->g;
	int32_t v = g->bonds.at[in / 2].end[in % 2];

	switch (g->vertices.at[v].kind) {
	case QBG_R: give(r, in ^ 1, in); break;
	case QBG_ZERO:
	case QBG_ONE:
		if (in != r->strong[v]) {
			give(r, in ^ 1, r->strong[v]);
			break;
		} /* fall through */
	case QBG_TF:
	case QBG_GY:
		for (int32_t half = g->vertices.at[v].first; half >= 0;
			 half = g->bonds.at[half / 2].next[half % 2])
			if (half != in)
				give(r, in ^ 1, half);
		break;
	default: break;
	}
}

static void count(Ranker *r, int32_t from, int32_t out)
{
	(void)from;
	r->wait[out]++;
}

static void settle(Ranker *r, int32_t from, int32_t out)
{
	if (r->rank[out] <= r->rank[from])
		r->rank[out] = r->rank[from] + 1;
	if (--r->wait[out] == 0)
		vec_push(arena_heap(r->g->keep), &r->ready, out);
}

/* --- loops --- */

static void note_use(Ranker *r, int32_t from, int32_t out)
{
	if (r->wait[from] > 0 && r->wait[out] > 0)
		csr_add(r->uses, out, from);
}

/* What stands on a closed path: its resistors and two-ports, and the elements bonded to its
   junctions, whose efforts or flows it ties to each other. */
static void mark_path(const Ranker *r, const Scc *scc, int32_t path, bool *on, bool *beside)
{
	const BondGraph *g = r->g;

	for (int32_t i = scc->start[path]; i < scc->start[path + 1]; i++) {
		int32_t end = scc->node[i], v = g->bonds.at[end / 2].end[end % 2];

		on[v] = true;
		for (int32_t half = g->vertices.at[v].first; half >= 0;
			 half = g->bonds.at[half / 2].next[half % 2])
			beside[bond_other(g, half)] = true;
	}
}

/* The first closed path is told. Without resistors it is a ring of junctions: with two-ports in it,
   it is a loop all the same; else it says that the elements around it depend on each other. */
static void report_loop(Ranker *r, Diag *d, Arena *scratch)
{
	BondGraph *g = r->g;
	int32_t n = (int32_t)(2 * g->bonds.n), path = 0;
	bool *on = NEW_ARRAY(g->keep, bool, g->vertices.n);
	bool *beside = NEW_ARRAY(g->keep, bool, g->vertices.n);
	BgNames names, around;
	CsrBuilder uses;
	Csr csr;
	Scc scc;

	csr_begin(&uses, scratch, n, n);
	r->uses = &uses;
	for (int32_t h = 0; h < n; h++)
		if (!g->bonds.at[h / 2].is_gone)
			for_users(r, h, note_use);
	csr_finish(&uses, g->keep, &csr);
	scc_find(&csr, g->keep, scratch, &scc);
	while (path < scc.n - 1 && scc.start[path + 1] - scc.start[path] < 2)
		path++;
	mark_path(r, &scc, path, on, beside);
	names_collect(g, on, g->keep, &names);
	names_collect(g, beside, g->keep, &around);
	if (names.n[NAMES_RESISTOR] + names.n[NAMES_TWO_PORT] > 0 || g->is_free)
		names_report_loop(g, &names, d);
	else if (around.n[NAMES_STORAGE] > 0)
		names_report_dependent(g, &around, d);
	else
		names_report_sources(g, &around, d);
}

bool stage_find(BondGraph *g, Diag *d, Arena *scratch)
{
	Ranker r = {.g = g,
				.rank = NEW_ARRAY(g->keep, int32_t, 2 * g->bonds.n),
				.wait = NEW_ARRAY(scratch, int32_t, 2 * g->bonds.n),
				.strong = NEW_ARRAY(scratch, int32_t, g->vertices.n)};
	size_t n = 0;

	g->rank = r.rank;
	g->depth = 0;
	for (size_t v = 0; v < g->vertices.n; v++)
		r.strong[v] = g->vertices.at[v].element < 0 ? causality_strong(g, (int32_t)v) : -1;
	for (size_t h = 0; h < 2 * g->bonds.n; h++)
		if (!g->bonds.at[h / 2].is_gone)
			for_users(&r, (int32_t)h, count);
	for (size_t h = 0; h < 2 * g->bonds.n; h++)
		if (!g->bonds.at[h / 2].is_gone && ++n && r.wait[h] == 0)
			vec_push(arena_heap(g->keep), &r.ready, (int32_t)h);
	for (size_t i = 0; i < r.ready.n; i++) {
		g->depth = r.rank[r.ready.at[i]] >= g->depth ? r.rank[r.ready.at[i]] + 1 : g->depth;
		for_users(&r, r.ready.at[i] ^ 1, settle);
	}
	if (r.ready.n < n)
		report_loop(&r, d, scratch);
	n -= r.ready.n;
	vec_free(arena_heap(g->keep), &r.ready);
	return n == 0;
}
