/* SPDX-License-Identifier: MIT
   lower_event.c — the system of events as a graph (graph/): a region for each node of assignments,
   blocks as they are in the sequence EVENT, and who reads what. O(size of the system). */
#include "compiler/lower/lower.h"

#include <string.h>

typedef struct GraphMaker {
	Lower *l;           /* the model */
	const Graph *graph; /* what it is made of */
	MdvEventGraph *out; /* being made */
	MdvEventNode *node; /* out's */
	int32_t *number_of; /* by node; -1: none */
	int32_t *node_of;   /* by node */
	int32_t *step_at;   /* by step of the system: its place in the sequence EVENT */
	int32_t *instant;   /* by relation: its time event; -1: none */
	CsrBuilder writes;  /* nodes x slots */
	int32_t i_node;     /* the one at hand */
} GraphMaker;

/* --- numbers --- */

static int32_t count_steps(const DaeStep *s)
{
	int32_t n = 1;

	if (s->kind == DK_MIXED) {
		n++;
		for (int32_t i = 0; i < s->n_steps; i++)
			n += count_steps(&s->step[i]);
	}
	return n;
}

/* GraphMaker of passes first; then the others that do not move. */
static void number_nodes(GraphMaker *x)
{
	const DaeSystem *s = &x->l->d->event;
	int32_t n_nodes = x->graph->first[GP_EVENT + 1], at = 0;

	x->number_of = NEW_ARRAY(x->l->scratch, int32_t, n_nodes);
	x->node_of = NEW_ARRAY(x->l->scratch, int32_t, n_nodes);
	x->step_at = NEW_ARRAY(x->l->scratch, int32_t, s->n_steps);
	for (int32_t i = 0; i < s->n_steps; i++) {
		x->step_at[i] = at;
		at += count_steps(&s->step[i]);
	}
	for (int32_t i = 0; i < n_nodes; i++) {
		x->number_of[i] = x->graph->nodes.at[i].active ? x->out->n_nodes : -1;
		if (x->graph->nodes.at[i].active)
			x->node_of[x->out->n_nodes++] = i;
	}
	x->out->n_passing = x->out->n_nodes;
	for (int32_t i = 0; i < n_nodes; i++) {
		if (x->graph->nodes.at[i].active || x->graph->nodes.at[i].moves)
			continue;
		x->number_of[i] = x->out->n_nodes;
		x->node_of[x->out->n_nodes++] = i;
	}
}

static void number_instants(GraphMaker *x)
{
	const Dae *d = x->l->d;
	int32_t n = 0;

	x->instant = NEW_ARRAY(x->l->scratch, int32_t, d->relations.n);
	for (size_t i = 0; i < d->relations.n; i++)
		x->instant[i] = d->relations.at[i].instant ? n++ : -1;
}

/* --- code --- */

static int32_t instant_slot(const GraphMaker *x, const GraphNode *n)
{
	return x->l->out->time_event[x->instant[n->of]].instant;
}

static void emit_assigns(Lower *l, const GraphNode *n)
{
	for (int32_t i = 0; i < n->n; i++) {
		const DaeAssign *a = &l->d->event.step[n->step].assign[n->from + i];

		lower_assign(l, (uint32_t)l->slot[a->var.i], a->value, lower_source(l, a->eq));
	}
}

static void emit_action(Lower *l, const GraphNode *n)
{
	const DaeAction *from = &l->d->actions.at[n->of];
	const MdvAction *a = &l->out->action[n->of];

	lower_assign(l, (uint32_t)a->fires, from->fires, a->source);
	if (from->kind == DA_REINIT)
		lower_assign(l, (uint32_t)a->value,
					 expr_if(l->p, from->fires, from->value, dae_ref(l->d, from->target)),
					 a->source);
}

static void write_var(void *ctx, VarId v)
{
	GraphMaker *x = ctx;

	csr_add(&x->writes, x->i_node, x->l->slot[v.i]);
}

static void add_node(GraphMaker *x, const GraphNode *n)
{
	Lower *l = x->l;
	MdvEventNode *p = &x->node[x->i_node];

	*p = (MdvEventNode){.code = -1,
						.step = -1,
						.n_eqs = n->n_eqs,
						.action = n->kind == GN_ACTION ? n->of : -1,
						.set = n->set,
						.moves = n->moves,
						.holds = n->holds};
	graph_outputs(x->graph, n, write_var, x);
	if (n->kind == GN_BLOCK) {
		p->step = x->step_at[n->step];
		return;
	}
	lower_begin(l);
	if (n->kind == GN_ASSIGN) {
		emit_assigns(l, n);
	} else if (n->kind == GN_ACTION) {
		emit_action(l, n);
	} else {
		const DaeRelation *r = &l->d->relations.at[n->of];
		bool instant = n->kind == GN_INSTANT;
		int32_t slot = instant ? instant_slot(x, n) : l->out->crossing[l->crossing[n->of]].limit;

		lower_assign(l, (uint32_t)slot, instant ? r->instant : expr_to_real(l->p, r->limit), -1);
		csr_add(&x->writes, x->i_node, slot);
	}
	p->code = lower_end(l);
}

/* --- who reads what --- */

/* The starts and columns of a matrix, kept with the model. */
static void keep_csr(GraphMaker *x, CsrBuilder *b, const int32_t **start, const int32_t **col)
{
	Csr g;

	csr_finish(b, x->l->keep, &g);
	*start = g.start;
	*col = g.col;
}

static void add_readers(GraphMaker *x, CsrBuilder *b, const Csr *mark, const int32_t slot[],
						bool rises)
{
	for (int32_t k = 0; k < x->out->n_nodes; k++) {
		int32_t node = x->node_of[k];

		if (x->graph->nodes.at[node].rises != rises)
			continue;
		for (int32_t j = mark->start[node]; j < mark->start[node + 1]; j++) {
			int32_t v = mark->col[j];

			if (slot[v] >= 0 && (mark == &x->graph->mark_pre || x->graph->node_of_var[v] != node))
				csr_add(b, slot[v], k);
		}
	}
}

static void add_tables(GraphMaker *x)
{
	Lower *l = x->l;
	int32_t n = x->out->n_nodes, n_slots = (int32_t)l->initial.n;
	CsrBuilder readers, risers, needs;

	x->out->n_slots = n_slots;
	keep_csr(x, &x->writes, &x->out->out_start, &x->out->out);
	csr_begin(&readers, l->work, n_slots, n);
	add_readers(x, &readers, &x->graph->mark, l->slot, false);
	add_readers(x, &readers, &x->graph->mark_pre, l->pre, false);
	keep_csr(x, &readers, &x->out->reader_start, &x->out->reader);
	csr_begin(&risers, l->work, n_slots, n);
	add_readers(x, &risers, &x->graph->mark, l->slot, true);
	keep_csr(x, &risers, &x->out->riser_start, &x->out->riser);
	csr_begin(&needs, l->work, n, n);
	for (int32_t k = 0; k < n; k++) {
		int32_t node = x->node_of[k];

		for (int32_t j = x->graph->read.start[node]; j < x->graph->read.start[node + 1]; j++) {
			int32_t from = x->graph->node_of_var[x->graph->read.col[j]];

			if (from >= 0 && from != node && x->graph->nodes.at[from].moves)
				csr_add(&needs, k, x->number_of[from]);
		}
	}
	keep_csr(x, &needs, &x->out->need_start, &x->out->need);
}

/* --- when to run what --- */

static void add_dues(GraphMaker *x)
{
	int32_t *first = NEW_ARRAY(x->l->keep, int32_t, x->out->n_passing);
	int32_t *every = NEW_ARRAY(x->l->keep, int32_t, x->out->n_passing);

	for (int32_t k = 0; k < x->out->n_passing; k++) {
		const GraphNode *n = &x->graph->nodes.at[x->node_of[k]];

		if (n->first)
			first[x->out->n_first++] = k;
		if (n->impure && n->discrete)
			every[x->out->n_every++] = k;
	}
	x->out->first = first;
	x->out->every = every;
}

/* Instants are in the order of relations. */
static void add_relations(GraphMaker *x)
{
	const MdvModel *m = x->l->out;
	int32_t *crossing = NEW_ARRAY(x->l->keep, int32_t, m->n_crossings);
	int32_t *instant = NEW_ARRAY(x->l->keep, int32_t, m->n_time_events);
	int32_t n_instants = 0;

	for (int32_t i = 0; i < m->n_crossings; i++)
		crossing[i] = -1; /* those of operators decide no relation */
	for (size_t i = 0; i < x->l->d->relations.n; i++) {
		const DaeRelation *r = &x->l->d->relations.at[i];
		int32_t node = x->graph->node_of_var[r->var.i];
		bool known = node >= 0 && x->graph->nodes.at[node].relation == (int32_t)i;
		int32_t number = known ? x->number_of[node] : -1;

		if (r->instant) {
			instant[n_instants++] = number;
			continue;
		}
		crossing[x->l->crossing[i]] = number;
		if (r->op == EX_FLOOR)
			crossing[x->l->crossing[i] + 1] = number;
	}
	x->out->crossing_node = crossing;
	x->out->instant_node = instant;
}

typedef struct Held {
	const GraphMaker *x; /* the graph */
	int32_t node;        /* whose outputs are seen */
	bool *slot;          /* by slot: its variable is held */
} Held;

/* A when holds what it does not assign; in an algorithm it begins with its pre value. */
static void hold_var(void *ctx, VarId v)
{
	const Held *h = ctx;
	const Graph *p = h->x->graph;
	bool held = p->nodes.at[h->node].holds;

	for (int32_t k = p->read_pre.start[h->node]; k < p->read_pre.start[h->node + 1]; k++)
		held |= p->read_pre.col[k] == v.i;
	h->slot[h->x->l->slot[v.i]] |= held && p->d->vars.at[v.i].role == DR_DISCRETE;
}

static void add_held(GraphMaker *x, Arena *work)
{
	Lower *l = x->l;
	MdvVar *var = NEW_ARRAY(l->keep, MdvVar, l->out->n_vars);
	Held h = {.x = x, .slot = NEW_ARRAY(work, bool, l->initial.n)};

	for (; h.node < x->graph->first[GP_EVENT + 1]; h.node++)
		graph_outputs(x->graph, &x->graph->nodes.at[h.node], hold_var, &h);
	memcpy(var, l->out->var, (size_t)l->out->n_vars * sizeof *var);
	for (int32_t i = 0; i < l->out->n_vars; i++)
		if (var[i].slot >= 0 && h.slot[var[i].slot])
			var[i].flags |= MDV_VAR_HELD;
	l->out->var = var;
}

static void add_moving(GraphMaker *x)
{
	const MdvModel *m = x->l->out;
	const Dae *d = x->l->d;
	int32_t *moving = NEW_ARRAY(x->l->keep, int32_t, m->n_discretes);
	bool *given = NEW_ARRAY(x->l->scratch, bool, d->vars.n); /* by the runtime, at events */

	for (size_t i = 0; i < d->operators.n; i++)
		for (int k = 0; k < dae_rule(&d->operators.at[i])->n_results; k++)
			given[d->operators.at[i].result[k].i] =
				operator_rule_is_discrete(dae_rule(&d->operators.at[i]));
	for (int32_t i = 0; i < m->n_discretes; i++) {
		int32_t v = m->discrete[i].var;

		if (d->vars.at[v].role != DR_DISCRETE && !given[v])
			moving[x->out->n_moving++] = i;
	}
	x->out->moving = moving;
}

static void count_equations(GraphMaker *x)
{
	for (int32_t i = 0; i < x->graph->first[GP_EVENT + 1]; i++) {
		const GraphNode *n = &x->graph->nodes.at[i];

		x->out->n_eqs[n->set] += n->n_eqs;
		if (n->moves && !n->discrete)
			x->out->n_end[n->set] += n->n_eqs;
	}
}

/* Where nothing is discrete one pass over all of EVENT is all there is to do. */
static bool is_continuous(const Lower *l)
{
	for (size_t i = 0; i < l->d->actions.n; i++)
		if (!l->d->actions.at[i].always && !l->d->actions.at[i].start)
			return false;
	return l->out->n_discretes == 0 && l->d->relations.n == 0;
}

void lower_event(Lower *l)
{
	GraphMaker x = {.l = l, .graph = l->graph};
	Arena work;

	if (is_continuous(l))
		return;
	x.out = NEW(l->keep, MdvEventGraph);
	arena_child(&work, l->scratch);
	number_nodes(&x);
	number_instants(&x);
	x.node = NEW_ARRAY(l->keep, MdvEventNode, x.out->n_nodes);
	csr_begin(&x.writes, &work, x.out->n_nodes, (int32_t)l->initial.n);
	for (; x.i_node < x.out->n_nodes; x.i_node++)
		add_node(&x, &x.graph->nodes.at[x.node_of[x.i_node]]);
	x.out->node = x.node;
	x.writes.n_cols = (int32_t)l->initial.n;
	add_tables(&x);
	add_dues(&x);
	add_relations(&x);
	add_moving(&x);
	count_equations(&x);
	add_held(&x, &work);
	l->out->event_graph = x.out;
	arena_free(&work);
}
