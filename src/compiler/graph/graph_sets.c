/* SPDX-License-Identifier: MIT
   graph_sets.c — the directed graph of paper 001, section 4, and its sets. Nodes are those of
   events and pre(v) for each variable of which it is read; conditions of whens are variables with
   nodes of their own already. Equations of a when whose conditions do not depend on a pre value,
   directly or over other equations, take no part (steps 1 and 2): nothing can make them fire in a
   later pass. v and pre(v) are one node where v is computed from pre(v) (step 9). Loops are the
   strongly connected parts of two nodes or more. reinit is left out, as in the paper. O(edges). */
#include "compiler/graph/graph.h"

typedef struct Iteration {
	Graph *g;          /* whose nodes */
	int32_t n_nodes;   /* those of events */
	bool *reached;     /* by variable: it depends on a pre value */
	int32_t *pre_node; /* by variable: number of pre(v); -1: none */
	int32_t n;         /* nodes and pre nodes */
} Iteration;

static bool node_reached(const Iteration *it, int32_t node)
{
	const Graph *g = it->g;

	for (int32_t k = g->read.start[node]; k < g->read.start[node + 1]; k++)
		if (it->reached[g->read.col[k]])
			return true;
	return g->read_pre.start[node] < g->read_pre.start[node + 1];
}

static void reach(void *ctx, VarId v)
{
	((bool *)ctx)[v.i] = true;
}

/* A when that cannot fire in a later pass: no condition depends on a pre value. */
static bool is_idle(const Iteration *it, int32_t node)
{
	const Graph *g = it->g;

	if (!g->nodes.at[node].holds)
		return false;
	for (int32_t k = g->mark.start[node]; k < g->mark.start[node + 1]; k++)
		if (it->reached[g->mark.col[k]])
			return false;
	return true;
}

static bool reads_pre(const Graph *g, int32_t node, int32_t v)
{
	for (int32_t k = g->read_pre.start[node]; k < g->read_pre.start[node + 1]; k++)
		if (g->read_pre.col[k] == v)
			return true;
	return false;
}

/* False: no pre value is read. */
static bool number_pre(Iteration *it)
{
	const Graph *g = it->g;
	bool any = false;

	it->n = it->n_nodes;
	for (size_t v = 0; v < g->d->vars.n; v++) {
		int32_t node = g->node_of_var[v];

		it->pre_node[v] = -1;
		if (!g->pre_read[v])
			continue;
		any = true;
		it->pre_node[v] = node >= 0 && reads_pre(g, node, (int32_t)v) ? node : it->n++;
	}
	return any;
}

static void add_edges(const Iteration *it, CsrBuilder *b)
{
	const Graph *g = it->g;

	for (int32_t i = 0; i < it->n_nodes; i++) {
		if (g->nodes.at[i].idle)
			continue;
		for (int32_t k = g->read.start[i]; k < g->read.start[i + 1]; k++)
			if (g->node_of_var[g->read.col[k]] >= 0 && g->node_of_var[g->read.col[k]] != i)
				csr_add(b, i, g->node_of_var[g->read.col[k]]);
		for (int32_t k = g->read_pre.start[i]; k < g->read_pre.start[i + 1]; k++)
			if (it->pre_node[g->read_pre.col[k]] != i)
				csr_add(b, i, it->pre_node[g->read_pre.col[k]]);
	}
	for (size_t v = 0; v < g->d->vars.n; v++)
		if (it->pre_node[v] >= 0 && g->node_of_var[v] >= 0 && it->pre_node[v] != g->node_of_var[v])
			csr_add(b, it->pre_node[v], g->node_of_var[v]);
}

/* In order of evaluation: what a loop reaches is updated. */
static void spread(const Csr *graph, const Scc *scc, uint8_t set[])
{
	for (int32_t i = 0; i < scc->n; i++) {
		bool loop = scc->start[i + 1] - scc->start[i] > 1, update = false;

		for (int32_t j = scc->start[i]; j < scc->start[i + 1]; j++) {
			int32_t node = scc->node[j];

			for (int32_t k = graph->start[node]; k < graph->start[node + 1]; k++)
				update |= set[graph->col[k]] != ES_UNTOUCHED;
		}
		for (int32_t j = scc->start[i]; j < scc->start[i + 1]; j++)
			set[scc->node[j]] = loop ? ES_LOOP : update ? ES_UPDATE : ES_UNTOUCHED;
	}
}

static void find_sets(Iteration *it, Arena *scratch, Arena *work)
{
	Graph *g = it->g;
	CsrBuilder b;
	uint8_t *set;
	Csr graph;
	Scc scc;

	csr_begin(&b, work, it->n, it->n);
	add_edges(it, &b);
	csr_finish(&b, scratch, &graph);
	scc_find(&graph, scratch, work, &scc);
	set = NEW_ARRAY(scratch, uint8_t, it->n);
	spread(&graph, &scc, set);
	for (int32_t i = 0; i < it->n_nodes; i++)
		g->nodes.at[i].set = set[i];
	for (size_t v = 0; v < g->d->vars.n; v++)
		if (it->pre_node[v] >= 0)
			g->pre_set[v] = set[it->pre_node[v]];
}

void graph_sets(Graph *g, Arena *scratch)
{
	size_t n_vars = g->d->vars.n;
	Iteration it = {.g = g,
					.n_nodes = g->first[GP_EVENT + 1],
					.reached = NEW_ARRAY(scratch, bool, n_vars),
					.pre_node = NEW_ARRAY(scratch, int32_t, n_vars)};
	Arena work;

	for (int32_t i = 0; i < it.n_nodes; i++)
		if (node_reached(&it, i))
			graph_outputs(g, &g->nodes.at[i], reach, it.reached);
	for (int32_t i = 0; i < it.n_nodes; i++)
		g->nodes.at[i].idle = is_idle(&it, i);
	if (!number_pre(&it)) /* then there is no loop: all stay untouched */
		return;
	arena_child(&work, scratch);
	find_sets(&it, scratch, &work);
	arena_free(&work);
}
