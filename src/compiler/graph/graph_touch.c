/* SPDX-License-Identifier: MIT
   graph_touch.c — questions to the graph: what a variable touches, and what each state does. */
#include "compiler/graph/graph.h"

void graph_touched(const Graph *g, VarId v, bool node[])
{
	for (int32_t i = 0; i < (int32_t)g->nodes.n; i++) {
		node[i] = false;
		for (int32_t k = g->read.start[i]; !node[i] && k < g->read.start[i + 1]; k++) {
			int32_t from = graph_source(g, i, g->read.col[k]);

			node[i] = g->read.col[k] == v.i || (from >= 0 && from < i && node[from]);
		}
	}
}

void graph_by_state(const Graph *g, Arena *result, Csr *derivatives, Csr *crossings)
{
	csr_transpose(&g->jacobian, result, derivatives);
	csr_transpose(&g->crossing, result, crossings);
}
