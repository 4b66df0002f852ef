/* SPDX-License-Identifier: MIT
   event_sets.c — the directed graph of paper 001, section 4, and its sets. Nodes are those of the
   plan and pre(v) for each variable of which it is read; conditions of whens are variables with
   nodes of their own already. Equations of a when whose conditions do not depend on a pre value,
   directly or over other equations, take no part (steps 1 and 2): nothing can make them fire in a
   later pass. v and pre(v) are one node where v is computed from pre(v) (step 9). Loops are the
   strongly connected parts of two nodes or more. reinit is left out, as in the paper. O(edges). */
#include "compiler/event/event.h"

typedef struct Graph {
	EventPlan *p;      /* the plan */
	bool *reached;     /* by variable: it depends on a pre value */
	int32_t *pre_node; /* by variable: number of pre(v); -1: none */
	int32_t n;         /* nodes and pre nodes */
} Graph;

static bool node_reached(const Graph *g, int32_t node)
{
	const EventPlan *p = g->p;

	for (int32_t k = p->read.start[node]; k < p->read.start[node + 1]; k++)
		if (g->reached[p->read.col[k]])
			return true;
	return p->read_pre.start[node] < p->read_pre.start[node + 1];
}

static void reach(void *ctx, VarId v)
{
	((bool *)ctx)[v.i] = true;
}

/* A when that cannot fire in a later pass: no condition depends on a pre value. */
static bool is_removed(const Graph *g, int32_t node)
{
	const EventPlan *p = g->p;

	if (!p->nodes.at[node].holds)
		return false;
	for (int32_t k = p->mark.start[node]; k < p->mark.start[node + 1]; k++)
		if (g->reached[p->mark.col[k]])
			return false;
	return true;
}

static bool reads_pre(const EventPlan *p, int32_t node, int32_t v)
{
	for (int32_t k = p->read_pre.start[node]; k < p->read_pre.start[node + 1]; k++)
		if (p->read_pre.col[k] == v)
			return true;
	return false;
}

static void number_pre(Graph *g)
{
	const EventPlan *p = g->p;

	g->n = (int32_t)p->nodes.n;
	for (size_t v = 0; v < p->d->vars.n; v++) {
		int32_t node = p->node_of_var[v];

		g->pre_node[v] = -1;
		if (!p->pre_read[v])
			continue;
		g->pre_node[v] = node >= 0 && reads_pre(p, node, (int32_t)v) ? node : g->n++;
	}
}

static void add_edges(const Graph *g, CsrBuilder *b)
{
	const EventPlan *p = g->p;

	for (int32_t i = 0; i < (int32_t)p->nodes.n; i++) {
		if (is_removed(g, i))
			continue;
		for (int32_t k = p->read.start[i]; k < p->read.start[i + 1]; k++)
			if (p->node_of_var[p->read.col[k]] >= 0 && p->node_of_var[p->read.col[k]] != i)
				csr_add(b, i, p->node_of_var[p->read.col[k]]);
		for (int32_t k = p->read_pre.start[i]; k < p->read_pre.start[i + 1]; k++)
			if (g->pre_node[p->read_pre.col[k]] != i)
				csr_add(b, i, g->pre_node[p->read_pre.col[k]]);
	}
	for (size_t v = 0; v < p->d->vars.n; v++)
		if (g->pre_node[v] >= 0 && p->node_of_var[v] >= 0 && g->pre_node[v] != p->node_of_var[v])
			csr_add(b, g->pre_node[v], p->node_of_var[v]);
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

void event_sets(EventPlan *p, Arena *scratch)
{
	size_t n_vars = p->d->vars.n;
	Graph g = {.p = p,
			   .reached = NEW_ARRAY(scratch, bool, n_vars),
			   .pre_node = NEW_ARRAY(scratch, int32_t, n_vars)};
	CsrBuilder b;
	uint8_t *set;
	Arena work;
	Csr graph;
	Scc scc;

	arena_child(&work, scratch);
	for (int32_t i = 0; i < (int32_t)p->nodes.n; i++)
		if (node_reached(&g, i))
			event_outputs(p, &p->nodes.at[i], reach, g.reached);
	number_pre(&g);
	csr_begin(&b, &work, g.n, g.n);
	add_edges(&g, &b);
	csr_finish(&b, scratch, &graph);
	scc_find(&graph, scratch, &work, &scc);
	set = NEW_ARRAY(scratch, uint8_t, g.n);
	spread(&graph, &scc, set);
	for (size_t i = 0; i < p->nodes.n; i++)
		p->nodes.at[i].set = set[i];
	for (size_t v = 0; v < n_vars; v++)
		if (g.pre_node[v] >= 0)
			p->pre_set[v] = set[g.pre_node[v]];
	arena_free(&work);
}
