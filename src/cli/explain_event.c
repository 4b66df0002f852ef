/* SPDX-License-Identifier: MIT
   explain_event.c — what modevs explain tells of event iteration: which equations are in loops
   through pre values, which are only updated, which never take part (paper 001), and the graph. */
#include "cli/explain.h"

static const char *const set_name[ES_COUNT] = {"untouched", "update", "loop"};
static const char *const set_colour[ES_COUNT] = {"white", "lightyellow", "orange"};

/* The set of a variable: that of the equation that determines it, or what it is an alias of. */
static bool set_of(const Graph *g, size_t v, int *set)
{
	int32_t node = g->node_of_var[g->d->vars.at[v].alias.i];

	if (node < 0)
		return false;
	*set = g->nodes.at[node].set;
	return true;
}

/* Calls with the names of a set's variables, then its pre values. */
static int each_of(Explain *x, const Graph *g, int set, void (*tell)(Explain *, const char *, int))
{
	int n = 0, its;
	Text name;

	text_init(&name, NULL);
	for (size_t v = 0; v < x->d->vars.n; v++) {
		if (!set_of(g, v, &its) || its != set)
			continue;
		text_clear(&name);
		flat_print_var(x->d->m, (VarId){(int32_t)v}, &name);
		/* A variable of the compiler's own, unless it is a condition that takes part. */
		if (text_str(&name)[0] == '$' &&
			(set == ES_UNTOUCHED || x->d->vars.at[v].alias.i != (int32_t)v))
			continue;
		tell(x, text_str(&name), n++);
	}
	for (size_t v = 0; v < x->d->vars.n; v++) {
		if (!g->pre_read[v] || g->pre_set[v] != set)
			continue;
		text_clear(&name);
		text_printf(&name, "pre(");
		flat_print_var(x->d->m, (VarId){(int32_t)v}, &name);
		text_printf(&name, ")");
		tell(x, text_str(&name), n++);
	}
	text_free(&name);
	return n;
}

static void tell_plain(Explain *x, const char *name, int n)
{
	text_printf(&x->out, n ? ", %s" : "%s", name);
}

static void tell_json(Explain *x, const char *name, int n)
{
	text_printf(&x->out, n ? ", " : "");
	explain_json_text(x, name);
}

void explain_sets(Explain *x)
{
	if (x->cx->island->model.n_discretes == 0)
		return;
	text_printf(&x->out, "event iteration:\n");
	for (int set = ES_COUNT - 1; set >= 0; set--) {
		text_printf(&x->out, "  %s: ", set_name[set]);
		if (each_of(x, &x->cx->island->graph, set, tell_plain) == 0)
			text_printf(&x->out, set == ES_LOOP ? "none, no pass makes another one" : "none");
		text_printf(&x->out, "\n");
	}
}

void explain_sets_json(Explain *x)
{
	text_printf(&x->out, "\"event_sets\": {");
	for (int set = ES_COUNT - 1; set >= 0; set--) {
		text_printf(&x->out, "\"%s\": [", set_name[set]);
		each_of(x, &x->cx->island->graph, set, tell_json);
		text_printf(&x->out, set ? "], " : "]");
	}
	text_printf(&x->out, "}");
}

/* DOT: nodes are equations and pre values, coloured by their sets; an edge goes from where a value
   is determined to where it is read. */

enum { LABEL_MOST = 4 };

static void dot_node(Explain *x, const Graph *g, int32_t i)
{
	text_printf(&x->out, "  n%d [style=filled, fillcolor=%s, label=\"", (int)i,
				set_colour[g->nodes.at[i].set]);
	graph_print_node(g, i, LABEL_MOST, &x->out);
	text_printf(&x->out, "\"];\n");
}

static void dot_edges(Explain *x, const Graph *g, int32_t i)
{
	for (int32_t k = g->read.start[i]; k < g->read.start[i + 1]; k++) {
		int32_t from = g->node_of_var[g->read.col[k]];

		if (from >= 0 && from != i)
			text_printf(&x->out, "  n%d -> n%d;\n", (int)from, (int)i);
	}
	for (int32_t k = g->read_pre.start[i]; k < g->read_pre.start[i + 1]; k++)
		text_printf(&x->out, "  p%d -> n%d;\n", (int)g->read_pre.col[k], (int)i);
}

void explain_dot(Explain *x)
{
	const Graph *g = &x->cx->island->graph;
	int32_t n_nodes = g->first[GP_EVENT + 1];

	text_printf(&x->out, "digraph events {\n  node [shape=box];\n");
	for (int32_t i = 0; i < n_nodes; i++)
		dot_node(x, g, i);
	for (size_t v = 0; v < x->d->vars.n; v++) {
		if (!g->pre_read[v])
			continue;
		text_printf(&x->out, "  p%zu [shape=ellipse, style=filled, fillcolor=%s, label=\"pre(", v,
					set_colour[g->pre_set[v]]);
		flat_print_var(x->d->m, (VarId){(int32_t)v}, &x->out);
		text_printf(&x->out, ")\"];\n");
		if (g->node_of_var[v] >= 0)
			text_printf(&x->out, "  n%d -> p%zu [style=dashed];\n", (int)g->node_of_var[v], v);
	}
	for (int32_t i = 0; i < n_nodes; i++)
		dot_edges(x, g, i);
	text_printf(&x->out, "}\n");
}
