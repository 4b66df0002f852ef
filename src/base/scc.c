/* SPDX-License-Identifier: MIT
   scc.c — strongly connected components by depth-first search (Tarjan 1972), with a stack of its
   own instead of recursion. An edge i -> j means that i uses j: components come out in order of
   evaluation. O(nodes + edges) time, five integers of scratch memory a node. The result depends on
   the graph only. */
#include "base/base.h"

#define DONE INT32_MAX /* low link of a node whose component is known */

typedef struct Search {
	const Csr *g;              /* the graph */
	const int32_t *row_of_col; /* the node a column stands for, -1: none; NULL: itself */
	int32_t *number;           /* order of visit, from 1; 0: not visited */
	int32_t *low;              /* smallest number of an open node that it leads to; or DONE */
	int32_t *next;             /* edge to follow next */
	int32_t *path;             /* nodes from the root to the current one */
	int32_t *open;             /* visited nodes whose component is not known yet */
	int32_t *of;               /* component of a node */
	int32_t n_visited;         /* nodes numbered so far */
	int32_t n_open;            /* length of open */
	int32_t n;                 /* components found */
} Search;

static void enter(Search *s, int32_t v, int32_t *depth)
{
	s->number[v] = s->low[v] = ++s->n_visited;
	s->next[v] = s->g->start[v];
	s->open[s->n_open++] = v;
	s->path[(*depth)++] = v;
}

/* v is finished: if nothing open was reached from it but what came after, that is a component. */
static void leave(Search *s, int32_t v)
{
	int32_t w;

	if (s->low[v] != s->number[v])
		return;
	do {
		w = s->open[--s->n_open];
		s->low[w] = DONE;
		s->of[w] = s->n;
	} while (w != v);
	s->n++;
}

static void visit_from(Search *s, int32_t root)
{
	int32_t depth = 0;

	enter(s, root, &depth);
	while (depth > 0) {
		int32_t v = s->path[depth - 1], w;

		if (s->next[v] < s->g->start[v + 1]) {
			w = s->g->col[s->next[v]++];
			if (s->row_of_col)
				w = s->row_of_col[w];
			if (w < 0)
				continue;
			if (s->number[w] == 0)
				enter(s, w, &depth);
			else if (s->low[w] < s->low[v])
				s->low[v] = s->low[w];
			continue;
		}
		/* Low links of finished components are DONE and never the smaller one. */
		depth--;
		leave(s, v);
		if (depth > 0 && s->low[v] < s->low[s->path[depth - 1]])
			s->low[s->path[depth - 1]] = s->low[v];
	}
}

/* List the nodes of each component, ascending: transpose the matrix that has one column, its
   component, in the row of each node. */
static bool list(const Search *s, Arena *result, Scc *out)
{
	int32_t n = s->g->n_rows;
	Csr of = {n, s->n, s->next, s->of}, nodes;

	for (int32_t v = 0; v <= n; v++)
		s->next[v] = v;
	if (!csr_transpose(&of, result, &nodes))
		return false;
	*out = (Scc){s->n, nodes.start, nodes.col, s->of};
	return true;
}

static bool find(Search *s, Arena *result, Arena *scratch, Scc *out)
{
	int32_t n = s->g->n_rows;

	s->number = NEW_ARRAY(scratch, int32_t, n);
	s->low = NEW_ARRAY(scratch, int32_t, n);
	s->next = NEW_ARRAY(scratch, int32_t, n + 1);
	s->path = NEW_ARRAY(scratch, int32_t, n);
	s->open = NEW_ARRAY(scratch, int32_t, n);
	s->of = NEW_ARRAY(result, int32_t, n);
	if (!s->number || !s->low || !s->next || !s->path || !s->open || !s->of)
		return false;
	for (int32_t v = 0; v < n; v++)
		if (s->number[v] == 0)
			visit_from(s, v);
	return list(s, result, out);
}

bool scc_find_matched(const Csr *g, const int32_t *row_of_col, Arena *result, Arena *scratch,
					  Scc *out)
{
	ArenaMark mark = arena_mark(scratch);
	Search s = {.g = g, .row_of_col = row_of_col};
	bool ok;

	CHECK(result != scratch);
	ok = find(&s, result, scratch, out);
	arena_release(scratch, mark);
	return ok;
}

bool scc_find(const Csr *g, Arena *result, Arena *scratch, Scc *out)
{
	CHECK(g->n_rows == g->n_cols);
	return scc_find_matched(g, NULL, result, scratch, out);
}
