/* SPDX-License-Identifier: MIT
   graph_check.c — what must hold of the graph: every variable has one node, every node reads what
   comes before it, what events need is active, the sets of events close under dependence, and the
   patterns hold every state that is read. O(edges). */
#include "compiler/graph/graph.h"

typedef struct Checker {
	Check *check;   /* the way out */
	const Graph *g; /* what is checked */
	int32_t node;   /* the one at hand */
	Arena *scratch; /* work space */
} Checker;

static _Noreturn void fail(const Checker *c, const char *what)
{
	Text name;

	text_init(&name, arena_allocator(c->scratch));
	graph_print_node(c->g, c->node, 3, &name);
	check_fail(c->check, "node %d (%s): %s", (int)c->node, text_str(&name), what);
}

static void check_output(void *ctx, VarId v)
{
	const Checker *c = ctx;

	if (v.i < 0 || (size_t)v.i >= c->g->d->vars.n)
		fail(c, "it determines a variable that does not exist");
	if (graph_source(c->g, c->node, v.i) != c->node)
		fail(c, "another node determines its variable, too");
}

/* A block may read itself; what others determine must have been evaluated. */
static void check_order(const Checker *c)
{
	const Graph *g = c->g;

	for (int32_t k = g->read.start[c->node]; k < g->read.start[c->node + 1]; k++)
		if (graph_source(g, c->node, g->read.col[k]) > c->node)
			fail(c, "it reads what is evaluated later");
}

/* What a touched or needed node depends on, or gives its value to, is so, too. */
static void check_closed(const Checker *c)
{
	const Graph *g = c->g;
	const GraphNode *n = &g->nodes.at[c->node];

	if (n->active < n->discrete)
		fail(c, "it is discrete, but not active");
	for (int32_t k = g->read.start[c->node]; k < g->read.start[c->node + 1]; k++) {
		int32_t from = g->node_of_var[g->read.col[k]];

		if (from < 0 || from == c->node)
			continue;
		if (n->active && !g->nodes.at[from].active)
			fail(c, "it is active, but reads what is not");
		if (!n->idle && n->set == ES_UNTOUCHED && g->nodes.at[from].set != ES_UNTOUCHED)
			fail(c, "it is untouched, but reads what is touched");
	}
	for (int32_t k = g->read_pre.start[c->node]; k < g->read_pre.start[c->node + 1]; k++) {
		int32_t v = g->read_pre.col[k];

		if (!g->pre_read[v])
			fail(c, "it reads a pre value that nobody is said to read");
		if (!n->idle && n->set == ES_UNTOUCHED && g->pre_set[v] != ES_UNTOUCHED)
			fail(c, "it is untouched, but reads a pre value that is touched");
	}
}

static bool has_col(const Csr *m, int32_t row, int32_t col)
{
	int32_t low = m->start[row], high = m->start[row + 1];

	while (low < high) {
		int32_t mid = (low + high) / 2;

		if (m->col[mid] == col)
			return true;
		if (m->col[mid] < col)
			low = mid + 1;
		else
			high = mid;
	}
	return false;
}

/* States that are read directly are in the row; number: by variable, 1 + its state, 0: none. */
static void check_row(const Checker *c, const Csr *pattern, int32_t row, const int32_t number[])
{
	const Graph *g = c->g;

	for (int32_t k = g->read.start[c->node]; k < g->read.start[c->node + 1]; k++)
		if (number[g->read.col[k]] && !has_col(pattern, row, number[g->read.col[k]] - 1))
			fail(c, "it reads a state that its pattern does not hold");
}

static void check_patterns(Checker *c)
{
	const Graph *g = c->g;
	const Dae *d = g->d;
	int32_t *number = NEW_ARRAY(c->scratch, int32_t, d->vars.n);

	if (g->jacobian.n_rows != g->n_states || g->crossing.n_rows != (int32_t)d->relations.n)
		check_fail(c->check, "a pattern of another size than the model");
	for (size_t i = 0; i < d->states.n; i++)
		number[d->states.at[i].i] = (int32_t)i + 1;
	for (size_t i = 0; i < d->states.n; i++) {
		c->node = g->flow_of_var[d->vars.at[d->states.at[i].i].der.i];
		if (c->node >= 0)
			check_row(c, &g->jacobian, (int32_t)i, number);
	}
	for (c->node = g->first[GP_CROSSING]; c->node < g->first[GP_CROSSING + 1]; c->node++)
		check_row(c, &g->crossing, g->nodes.at[c->node].of, number);
}

static void check_graph(Check *check, void *ctx)
{
	Checker *c = ctx;
	const Graph *g = c->g;

	c->check = check;
	if (g->first[GP_COUNT] != (int32_t)g->nodes.n || g->read.n_rows != (int32_t)g->nodes.n)
		check_fail(check, "nodes without what they read");
	for (int part = 0; part < GP_COUNT; part++)
		for (c->node = g->first[part]; c->node < g->first[part + 1]; c->node++) {
			if (g->nodes.at[c->node].part != part)
				fail(c, "it is among those of another system");
			graph_outputs(g, &g->nodes.at[c->node], check_output, c);
			check_order(c);
			if (part == GP_EVENT)
				check_closed(c);
		}
	check_patterns(c);
}

bool graph_check(const Graph *g, Arena *scratch, Text *why)
{
	return check_run_in(scratch, why, check_graph, &(Checker){.g = g, .scratch = scratch});
}
