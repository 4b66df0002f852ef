/* SPDX-License-Identifier: MIT
   graph_print.c — the graph as text: each node with what it determines and reads, then the states
   that derivatives and crossings depend on. */
#include "compiler/graph/graph.h"

typedef struct Label {
	const Graph *g; /* whose variables */
	Text *out;      /* where to */
	int n, most;    /* variables so far; how many are named */
} Label;

static void label_var(void *ctx, VarId v)
{
	Label *l = ctx;

	if (l->n < l->most) {
		text_printf(l->out, l->n ? ", " : "");
		flat_print_var(l->g->d->m, v, l->out);
	} else if (l->n == l->most) {
		text_printf(l->out, ", …");
	}
	l->n++;
}

void graph_print_node(const Graph *g, int32_t node, int most, Text *out)
{
	static const char *const action[] = {"reinit ", "assert ", "terminate ", "call "};
	const GraphNode *n = &g->nodes.at[node];
	Label label = {g, out, 0, most};

	graph_outputs(g, n, label_var, &label);
	switch ((GraphKind)n->kind) {
	case GN_INSTANT: text_printf(out, "instant of "); break;
	case GN_LIMIT: text_printf(out, "limit of "); break;
	case GN_CROSSING: text_printf(out, "crossing of "); break;
	case GN_ACTION: text_printf(out, "%s", action[g->d->actions.at[n->of].kind]); break;
	default: return;
	}
	if (n->kind != GN_ACTION)
		label_var(&label, g->d->relations.at[n->of].var);
	else if (g->d->actions.at[n->of].kind == DA_REINIT)
		label_var(&label, g->d->actions.at[n->of].target);
}

static void print_flags(const GraphNode *n, Text *out)
{
	static const char *const set[ES_COUNT] = {"untouched", "update", "loop"};

	text_printf(out, "  (%s%s%s%s%s%s%s)", set[n->set], n->active ? ", active" : "",
				n->first ? ", at every event" : "", n->moves ? ", moves" : "",
				n->rises ? ", when it rises" : "", n->idle ? ", idle" : "",
				n->relation >= 0 ? ", by its crossing" : "");
}

static void print_node(const Graph *g, int32_t node, Text *out)
{
	const GraphNode *n = &g->nodes.at[node];
	int k = 0;

	text_printf(out, "  %d ", (int)node);
	graph_print_node(g, node, INT32_MAX, out);
	text_printf(out, " <-");
	for (int32_t i = g->read.start[node]; i < g->read.start[node + 1]; i++) {
		text_printf(out, k++ ? ", " : " ");
		flat_print_var(g->d->m, (VarId){g->read.col[i]}, out);
	}
	for (int32_t i = g->read_pre.start[node]; i < g->read_pre.start[node + 1]; i++) {
		text_printf(out, k++ ? ", pre(" : " pre(");
		flat_print_var(g->d->m, (VarId){g->read_pre.col[i]}, out);
		text_printf(out, ")");
	}
	if (n->reads_time)
		text_printf(out, k ? ", time" : " time");
	if (n->part == GP_EVENT)
		print_flags(n, out);
	text_printf(out, "\n");
}

/* A state, or the place of one of a set. */
static void print_state(const Graph *g, int32_t state, Text *out)
{
	int32_t first = (int32_t)g->d->states.n;

	if (state < first) {
		flat_print_var(g->d->m, g->d->states.at[state], out);
		return;
	}
	for (size_t s = 0; s < g->d->sets.n; s++) {
		int32_t n = g->d->sets.at[s].n - g->d->sets.at[s].m;

		if (state < first + n) {
			text_printf(out, "set %zu, %d", s + 1, (int)(state - first + 1));
			return;
		}
		first += n;
	}
}

static void print_row(const Graph *g, const Csr *pattern, int32_t row, Text *out)
{
	text_printf(out, " <-");
	for (int32_t k = pattern->start[row]; k < pattern->start[row + 1]; k++) {
		text_printf(out, k > pattern->start[row] ? ", " : " ");
		print_state(g, pattern->col[k], out);
	}
	text_printf(out, "\n");
}

void graph_print(const Graph *g, Text *out)
{
	static const char *const title[GP_COUNT] = {"events", "derivatives", "operands of crossings",
												"crossings", "results only"};

	for (int part = 0; part < GP_COUNT; part++) {
		if (g->first[part] == g->first[part + 1])
			continue;
		text_printf(out, "%s:\n", title[part]);
		for (int32_t i = g->first[part]; i < g->first[part + 1]; i++)
			print_node(g, i, out);
	}
	text_printf(out, g->n_states ? "states that derivatives depend on:\n" : "");
	for (int32_t i = 0; i < g->n_states; i++) {
		text_printf(out, "  der of ");
		print_state(g, i, out);
		print_row(g, &g->jacobian, i, out);
	}
	for (size_t i = 0, n = 0; i < g->d->relations.n; i++) {
		if (g->d->relations.at[i].instant)
			continue;
		text_printf(out, n++ ? "  " : "states that crossings depend on:\n  ");
		flat_print_var(g->d->m, g->d->relations.at[i].var, out);
		print_row(g, &g->crossing, (int32_t)i, out);
	}
}
