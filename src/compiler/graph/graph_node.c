/* SPDX-License-Identifier: MIT
   graph_node.c — the nodes of the graph, what each determines, and the order in which the rest is
   found. O(size of the systems). */
#include "compiler/graph/graph.h"

#include <string.h>

typedef struct Builder {
	Graph *g;       /* being made */
	Arena *scratch; /* work space */
} Builder;

/* --- nodes --- */

static void push_node(Graph *g, GraphPart part, GraphNode node)
{
	node.part = (uint8_t)part;
	node.relation = -1;
	vec_push(arena_allocator(g->result), &g->nodes, node);
}

/* Assignments that share a call stay together: it is made once. until[i]: the last assignment with
   a call of assignment i. */
static void join_calls(Builder *x, const DaeStep *s, int32_t until[])
{
	Walk walk;
	Map first;

	walk_init_brief(&walk, &x->g->d->m->pool, x->scratch, XF_CALL | XF_IMPURE);
	map_init(&first, arena_allocator(x->scratch));
	for (int32_t i = 0; i < s->n_assigns; i++) {
		const Expr *e;

		until[i] = i;
		if (!(s->assign[i].value->flags & (XF_CALL | XF_IMPURE)))
			continue;
		for (walk_begin(&walk, s->assign[i].value); (e = walk_next(&walk));) {
			const uint64_t *seen;

			if (e->op != EX_CALL)
				continue;
			seen = map_find(&first, e->id);
			if (seen)
				until[*seen] = i;
			else
				map_put(&first, e->id, (uint64_t)i);
		}
	}
}

/* Of events: those that may be evaluated one by one. */
static void add_joined(Builder *x, const DaeStep *s, int32_t step)
{
	ArenaMark mark = arena_mark(x->scratch);
	int32_t *until = NEW_ARRAY(x->scratch, int32_t, s->n_assigns);

	join_calls(x, s, until);
	for (int32_t i = 0, next; i < s->n_assigns; i = next) {
		int32_t last = until[i];

		for (int32_t k = i + 1; k <= last; k++)
			if (until[k] > last)
				last = until[k];
		next = last + 1;
		push_node(
			x->g, GP_EVENT,
			(GraphNode){
				.kind = GN_ASSIGN, .step = step, .from = i, .n = next - i, .n_eqs = next - i});
	}
	arena_release(x->scratch, mark);
}

static int32_t count_equations(const DaeStep *s)
{
	int32_t n = s->n_assigns + (s->residual ? s->n : 0) + s->n_decisions;

	for (int32_t i = 0; i < s->n_steps; i++)
		n += count_equations(&s->step[i]);
	return n;
}

static void add_system(Builder *x, GraphPart part, const DaeSystem *s)
{
	for (int32_t i = 0; i < s->n_steps; i++) {
		const DaeStep *step = &s->step[i];

		if (step->kind != DK_ASSIGN)
			push_node(x->g, part,
					  (GraphNode){.kind = GN_BLOCK, .step = i, .n_eqs = count_equations(step)});
		else if (part == GP_EVENT)
			add_joined(x, step, i);
		else
			for (int32_t k = 0; k < step->n_assigns; k++)
				push_node(x->g, part,
						  (GraphNode){.kind = GN_ASSIGN, .step = i, .from = k, .n = 1, .n_eqs = 1});
	}
}

/* What the system of events computes besides variables. */
static void add_readers(Graph *g)
{
	const Dae *d = g->d;

	for (size_t i = 0; i < d->relations.n; i++)
		if (d->relations.at[i].instant)
			push_node(g, GP_EVENT,
					  (GraphNode){.kind = GN_INSTANT, .discrete = true, .of = (int32_t)i});
		else if (d->relations.at[i].limit && !d->relations.at[i].fixed)
			push_node(g, GP_EVENT,
					  (GraphNode){.kind = GN_LIMIT, .discrete = true, .of = (int32_t)i});
	for (size_t i = 0; i < d->actions.n; i++)
		if (!d->actions.at[i].always && !d->actions.at[i].start)
			push_node(g, GP_EVENT,
					  (GraphNode){.kind = GN_ACTION, .discrete = true, .of = (int32_t)i});
}

static void make_nodes(Builder *x)
{
	Graph *g = x->g;
	const Dae *d = g->d;
	const DaeSystem *const system[GP_COUNT] = {&d->event, &d->ode, &d->zero, NULL, &d->output};

	for (int part = 0; part < GP_COUNT; part++) {
		g->first[part] = (int32_t)g->nodes.n;
		if (system[part])
			add_system(x, (GraphPart)part, system[part]);
		if (part == GP_EVENT)
			add_readers(g);
		for (size_t i = 0; part == GP_CROSSING && i < d->relations.n; i++)
			if (!d->relations.at[i].instant)
				push_node(g, GP_CROSSING, (GraphNode){.kind = GN_CROSSING, .of = (int32_t)i});
	}
	g->first[GP_COUNT] = (int32_t)g->nodes.n;
}

/* --- outputs --- */

const DaeStep *graph_step(const Graph *g, const GraphNode *n)
{
	const DaeSystem *const system[GP_COUNT] = {&g->d->event, &g->d->ode, &g->d->zero, NULL,
											   &g->d->output};

	return &system[n->part]->step[n->step];
}

static void step_outputs(const Dae *d, const DaeStep *s, void (*see)(void *, VarId), void *ctx)
{
	int32_t n_unknown = s->kind == DK_SET ? d->sets.at[s->set].n : s->n;

	for (int32_t i = 0; i < s->n_assigns; i++)
		see(ctx, s->assign[i].var);
	for (int32_t i = 0; s->unknown && i < n_unknown; i++)
		see(ctx, s->unknown[i]);
	for (int32_t i = 0; i < s->n_decisions; i++)
		see(ctx, s->decision[i]);
	for (int32_t i = 0; i < s->n_steps; i++)
		step_outputs(d, &s->step[i], see, ctx);
}

void graph_outputs(const Graph *g, const GraphNode *n, void (*see)(void *ctx, VarId v), void *ctx)
{
	const DaeStep *s = n->kind <= GN_BLOCK ? graph_step(g, n) : NULL;

	if (n->kind == GN_BLOCK)
		step_outputs(g->d, s, see, ctx);
	for (int32_t i = 0; n->kind == GN_ASSIGN && i < n->n; i++)
		see(ctx, s->assign[n->from + i].var);
}

int32_t graph_source(const Graph *g, int32_t reader, int32_t var)
{
	return (g->nodes.at[reader].part == GP_EVENT ? g->node_of_var : g->flow_of_var)[var];
}

typedef struct Owner {
	Graph *g;     /* the graph */
	int32_t node; /* that determines what is seen */
} Owner;

static void own(void *ctx, VarId v)
{
	const Owner *o = ctx;
	bool event = o->g->nodes.at[o->node].part == GP_EVENT;

	(event ? o->g->node_of_var : o->g->flow_of_var)[v.i] = o->node;
	if (event && o->g->d->vars.at[v.i].role == DR_DISCRETE)
		o->g->nodes.at[o->node].discrete = true;
}

static int32_t *minus_ones(Arena *result, size_t n)
{
	int32_t *x = NEW_ARRAY(result, int32_t, n);

	memset(x, -1, n * sizeof *x);
	return x;
}

void graph_build(Dae *d, Arena *result, Arena *scratch, Graph *out)
{
	Builder x = {.g = out, .scratch = scratch};
	GraphRead read;
	Arena pairs;

	*out = (Graph){.d = d, .result = result};
	out->node_of_var = minus_ones(result, d->vars.n);
	out->flow_of_var = minus_ones(result, d->vars.n);
	out->pre_read = NEW_ARRAY(result, bool, d->vars.n);
	out->pre_set = NEW_ARRAY(result, uint8_t, d->vars.n);
	make_nodes(&x);
	for (size_t i = 0; i < out->nodes.n; i++)
		graph_outputs(out, &out->nodes.at[i], own, &(Owner){out, (int32_t)i});
	arena_child(&pairs, scratch);
	graph_read_begin(&read, out, scratch, &pairs);
	for (size_t i = 0; i < out->nodes.n; i++)
		graph_read_node(&read, (int32_t)i);
	graph_read_end(&read);
	arena_free(&pairs);
	graph_event(out, scratch);
	graph_sets(out, scratch);
	graph_state(out, scratch);
}
