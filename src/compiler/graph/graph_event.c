/* SPDX-License-Identifier: MIT
   graph_event.c — which nodes of the system of events are evaluated when.

   A node is active if something discrete depends on it, over any number of other nodes. Continuous
   variables that no discrete one needs are not evaluated in passes. Those that move between events
   are evaluated when an active node that is due reads them; a relation of them is due only when its
   crossing function has changed sign, or its instant is reached. What moves is what the systems
   between events determine: everything else has its value of the last event, and must have got it
   there. A node that determines both is evaluated at every event. O(size of the system). */
#include "compiler/graph/graph.h"

typedef struct Mover {
	Graph *g;     /* being made */
	bool *moves;  /* by variable: it changes between events */
	bool *direct; /* by variable: it moves and is computed from states and time by assignments */
} Mover;

static void begin_moving(Mover *x)
{
	const Dae *d = x->g->d;

	for (size_t i = 0; i < d->vars.n; i++)
		x->moves[i] = d->vars.at[i].role == DR_INPUT;
	for (size_t i = 0; i < d->operators.n; i++)
		for (int k = 0; k < dae_rule(&d->operators.at[i])->n_results; k++)
			if (operator_rule_is_discrete(dae_rule(&d->operators.at[i])))
				x->moves[d->operators.at[i].result[k].i] = false;
	for (size_t i = 0; i < d->states.n; i++)
		x->moves[d->states.at[i].i] = x->direct[d->states.at[i].i] = true;
	for (size_t i = 0; i < d->sets.n; i++)
		for (int32_t k = 0; k < d->sets.at[i].n; k++)
			x->moves[d->sets.at[i].candidate[k].i] = true;
}

typedef struct Outputs {
	Mover *x;     /* what moves so far */
	bool direct;  /* what is seen and moves does so directly */
	bool watched; /* a continuous variable seen is read under pre */
	bool moves;   /* a variable seen moves */
	bool stays;   /* a continuous variable seen does not */
} Outputs;

static void move(void *ctx, VarId v)
{
	Outputs *m = ctx;
	const Graph *g = m->x->g;
	bool moves = g->flow_of_var[v.i] >= 0 || m->x->moves[v.i];

	if (g->d->vars.at[v.i].role != DR_CONTINUOUS)
		return;
	m->watched |= g->pre_read[v.i];
	m->moves |= moves;
	m->stays |= !moves;
	m->x->moves[v.i] = moves;
	m->x->direct[v.i] = moves && m->direct;
}

static void follow_node(Mover *x, int32_t node)
{
	Graph *g = x->g;
	GraphNode *n = &g->nodes.at[node];
	bool set = n->kind == GN_BLOCK && g->d->event.step[n->step].kind == DK_SET;
	Outputs m = {.x = x, .direct = n->kind == GN_ASSIGN && !n->impure};
	bool marked = n->reads_time, mixed;

	for (int32_t k = g->read.start[node]; k < g->read.start[node + 1]; k++) {
		int32_t v = g->read.col[k];

		if (x->moves[v] && g->node_of_var[v] != node)
			m.direct &= x->direct[v];
	}
	graph_outputs(g, n, move, &m);
	mixed = m.moves && m.stays;
	n->moves = m.moves && !mixed;
	n->active = mixed;
	n->discrete |= m.watched;
	for (int32_t k = g->mark.start[node]; k < g->mark.start[node + 1]; k++)
		marked |= x->moves[g->mark.col[k]];
	n->first = mixed || (n->discrete && (marked || set));
}

/* A relation that is an assignment of its own is due when its crossing or instant says so. */
static void find_relations(Mover *x)
{
	Graph *g = x->g;
	const Dae *d = g->d;

	for (size_t i = 0; i < d->relations.n; i++) {
		const DaeRelation *r = &d->relations.at[i];
		int32_t node = g->node_of_var[r->var.i];
		GraphNode *n = node >= 0 ? &g->nodes.at[node] : NULL;
		bool known = n && n->kind == GN_ASSIGN && n->n == 1 && !n->impure && n->first;

		for (int32_t k = known ? g->mark.start[node] : 0; known && k < g->mark.start[node + 1]; k++)
			known = !x->moves[g->mark.col[k]] || (!r->instant && x->direct[g->mark.col[k]]);
		if (!known)
			continue;
		n->first = false;
		n->relation = (int32_t)i;
	}
}

/* Backward: what discrete nodes need. */
static void find_active(Graph *g)
{
	for (int32_t i = g->first[GP_EVENT + 1]; i-- > 0;) {
		GraphNode *n = &g->nodes.at[i];

		n->active |= n->discrete;
		for (int32_t k = g->read.start[i]; n->active && k < g->read.start[i + 1]; k++)
			if (g->node_of_var[g->read.col[k]] >= 0)
				g->nodes.at[g->node_of_var[g->read.col[k]]].active = true;
	}
}

void graph_event(Graph *g, Arena *scratch)
{
	Mover x = {.g = g,
			   .moves = NEW_ARRAY(scratch, bool, g->d->vars.n),
			   .direct = NEW_ARRAY(scratch, bool, g->d->vars.n)};

	begin_moving(&x);
	for (int32_t i = 0; i < g->first[GP_EVENT + 1]; i++)
		follow_node(&x, i);
	find_relations(&x);
	find_active(g);
}
