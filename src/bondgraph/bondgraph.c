/* SPDX-License-Identifier: MIT
   bondgraph.c — from a circuit to a simplified, causal bond graph. The graph of paper 003 is tried
   first. If it cannot be given causality, the equations of the circuit say whether its storages
   depend on each other; if they do not, graphs of its trees are tried, in which there are loops
   only where resistors make them. */
#include "bondgraph/causality.h"

static bool assign(BondGraph *g, Diag *d, Arena *scratch)
{
	simplify_graph(g);
	return causality_assign(g, d, scratch) && stage_find(g, d, scratch);
}

/* Assigns without a word. */
static bool assign_quietly(BondGraph *g, Compile *cx)
{
	ArenaMark mark = arena_mark(&cx->scratch);
	Diag quiet;
	bool ok;

	diag_init(&quiet, arena_heap(&cx->keep), NULL);
	ok = assign(g, &quiet, &cx->scratch);
	diag_free(&quiet);
	arena_release(&cx->scratch, mark);
	return ok;
}

/* A graph of one of the trees; if none can be given causality, *any is one that cannot, with
   n_decided of it, if there is a tree at all. */
static bool try_trees(const Circuit *c, Compile *cx, BondGraph *g, BondGraph *any)
{
	bool more = true;

	for (uint32_t choice = 0; more; choice++) {
		if (!treelink_graph(c, &cx->keep, choice, &more, g))
			continue;
		*any = build_copy(g);
		if (assign_quietly(g, cx))
			return true;
	}
	return false;
}

static void report_exactly(const BondGraph *g, const bool *named, Compile *cx)
{
	BgNames names;

	names_collect(g, named, &cx->keep, &names);
	if (names.n[NAMES_STORAGE] > 0)
		names_report_dependent(g, &names, &cx->diag);
	else
		names_report_sources(g, &names, &cx->diag);
}

bool bondgraph_make(const Circuit *c, Compile *cx, BondGraph *before, BondGraph *g)
{
	bool *named = NEW_ARRAY(&cx->keep, bool, c->elements.n);
	BondGraph first, any = {0};
	ExactVerdict verdict;

	build_graph(c, &cx->keep, &first);
	if (before)
		*before = first;
	*g = build_copy(&first);
	if (assign_quietly(g, cx))
		return true;
	verdict = exact_check(c, &cx->keep, named);
	if (verdict == EXACT_DEPENDENT) {
		report_exactly(&first, named, cx);
		return false;
	}
	if (try_trees(c, cx, g, &any))
		return true;
	*g = build_copy(verdict == EXACT_FREE && any.vertices.n > 0 ? &any : &first);
	g->is_free = verdict == EXACT_FREE;
	return assign(g, &cx->diag, &cx->scratch);
}
