/* SPDX-License-Identifier: MIT
   build.c — from a circuit to a bond graph (paper 003, section 3.2, steps 1 to 4): a junction for
   each node, one for each port between its two nodes, directions of power, and the nodes of the
   ground taken away. In circuits nodes are 0-junctions (of one voltage) and ports 1-junctions (of
   one current); in mechanics, where efforts are torques and forces, nodes are 1-junctions (of one
   speed) and ports 0-junctions. */
#include "bondgraph/bondgraph.h"

/* --- lists of bond ends --- */

void build_attach(BondGraph *g, int32_t half, int32_t vertex)
{
	BgVertex *v = &g->vertices.at[vertex];
	BgBond *b = &g->bonds.at[half / 2];
	int side = half % 2;

	b->end[side] = vertex;
	b->prev[side] = -1;
	b->next[side] = v->first;
	if (v->first >= 0)
		g->bonds.at[v->first / 2].prev[v->first % 2] = half;
	v->first = half;
	v->degree++;
}

void build_detach(BondGraph *g, int32_t half)
{
	BgBond *b = &g->bonds.at[half / 2];
	int side = half % 2;
	BgVertex *v = &g->vertices.at[b->end[side]];
	int32_t prev = b->prev[side], next = b->next[side];

	if (prev >= 0)
		g->bonds.at[prev / 2].next[prev % 2] = next;
	else
		v->first = next;
	if (next >= 0)
		g->bonds.at[next / 2].prev[next % 2] = prev;
	v->degree--;
}

int32_t build_bond(BondGraph *g, int32_t from, int32_t to)
{
	int32_t b = (int32_t)g->bonds.n;

	vec_push(arena_heap(g->keep), &g->bonds, ((BgBond){.effort = BG_FREE}));
	build_attach(g, 2 * b, from);
	build_attach(g, 2 * b + 1, to);
	return b;
}

int32_t build_vertex(BondGraph *g, QbgKind kind, int32_t element)
{
	vec_push(arena_heap(g->keep), &g->vertices,
			 ((BgVertex){.kind = kind, .element = element, .first = -1}));
	return (int32_t)g->vertices.n - 1;
}

BondGraph build_copy(const BondGraph *g)
{
	BondGraph copy = {
		.circuit = g->circuit, .keep = g->keep, .n_decided = g->n_decided, .is_tree = g->is_tree};

	for (size_t i = 0; i < g->vertices.n; i++)
		vec_push(arena_heap(g->keep), &copy.vertices, g->vertices.at[i]);
	for (size_t i = 0; i < g->bonds.n; i++)
		vec_push(arena_heap(g->keep), &copy.bonds, g->bonds.at[i]);
	return copy;
}

/* --- the ground --- */

typedef struct Islands {
	int32_t *up;      /* by node: union-find over what ports connect */
	bool *has_ground; /* by root */
	bool *is_removed; /* by node */
} Islands;

static int32_t root_of(const Islands *s, int32_t i)
{
	while (s->up[i] != i) {
		s->up[i] = s->up[s->up[i]];
		i = s->up[i];
	}
	return i;
}

static void join_ports(const Circuit *c, Islands *s)
{
	for (size_t i = 0; i < c->elements.n; i++)
		for (int k = 0; k < BG_PINS; k += 2) {
			int32_t a = c->elements.at[i].pin[k], b = c->elements.at[i].pin[k + 1];

			if (a >= 0 && b >= 0)
				s->up[root_of(s, a)] = root_of(s, b);
		}
	for (int32_t i = 0; i < c->n_nodes; i++)
		if (c->grounded[i]) {
			s->has_ground[root_of(s, i)] = true;
			s->is_removed[i] = true;
		}
	for (size_t i = 0; i < c->elements.n; i++)
		for (int k = 0; k < BG_PINS; k++) {
			int32_t a = c->elements.at[i].pin[k], b = c->elements.at[i].pin[k ^ 1];

			if (a >= 0 && b == BG_TO_GROUND)
				s->has_ground[root_of(s, a)] = true;
		}
}

static void make_ground(Islands *s, int32_t node)
{
	if (node < 0 || s->has_ground[root_of(s, node)])
		return;
	s->has_ground[root_of(s, node)] = true;
	s->is_removed[node] = true;
}

/* The negative pin of a source: a current source drives its current out of it. */
static int32_t negative_pin(const BgElement *e)
{
	return e->cls->kind == QBG_SF && e->cls->domain == BG_ELECTRICAL ? e->pin[0] : e->pin[1];
}

/* Which nodes are the ground. A part of the circuit that has none is fixed at the negative pin of
   its first source; if it has no source, at a minus pin. (The paper takes the nodes of all sources:
   where these are different nodes of one part, that would connect them.) */
bool *build_grounds(const Circuit *c, Arena *keep)
{
	Islands s = {.up = NEW_ARRAY(keep, int32_t, c->n_nodes),
				 .has_ground = NEW_ARRAY(keep, bool, c->n_nodes),
				 .is_removed = NEW_ARRAY(keep, bool, c->n_nodes)};

	for (int32_t i = 0; i < c->n_nodes; i++)
		s.up[i] = i;
	join_ports(c, &s);
	for (size_t i = 0; i < c->elements.n; i++)
		if (c->elements.at[i].cls->kind == QBG_SE || c->elements.at[i].cls->kind == QBG_SF)
			make_ground(&s, negative_pin(&c->elements.at[i]));
	for (size_t i = 0; i < c->elements.n; i++)
		for (int k = 1; k < BG_PINS; k += 2)
			make_ground(&s, c->elements.at[i].pin[k]);
	return s.is_removed;
}

/* --- junctions and bonds --- */

/* Power flows into the element at this port. */
bool build_takes_power(QbgKind kind, int port)
{
	return kind == QBG_C || kind == QBG_I || kind == QBG_R ||
		   ((kind == QBG_TF || kind == QBG_GY) && port == 0);
}

/* A bond from a to b, or the other way round. */
static int32_t bond_along(BondGraph *g, bool forward, int32_t a, int32_t b)
{
	return forward ? build_bond(g, a, b) : build_bond(g, b, a);
}

static void add_port(BondGraph *g, int32_t element, int port, const int32_t *junction)
{
	const BgElement *e = &g->circuit->elements.at[element];
	int32_t plus = e->pin[2 * port], minus = e->pin[2 * port + 1];
	bool takes = build_takes_power(e->cls->kind, port);
	int32_t j = build_vertex(g, e->cls->domain == BG_ELECTRICAL ? QBG_ONE : QBG_ZERO, -1);
	int32_t b = bond_along(g, takes, j, element);

	g->bonds.at[b].port[takes ? 1 : 0] = (uint8_t)port;
	if (plus == minus)
		return; /* both ends at one node: no power from there */
	if (plus >= 0 && junction[plus] >= 0)
		bond_along(g, takes, junction[plus], j);
	if (minus >= 0 && junction[minus] >= 0)
		bond_along(g, takes, j, junction[minus]);
}

void build_graph(const Circuit *c, Arena *keep, BondGraph *g)
{
	bool *removed = build_grounds(c, keep);
	int32_t *junction = NEW_ARRAY(keep, int32_t, c->n_nodes);

	*g = (BondGraph){.circuit = c, .keep = keep};
	for (size_t i = 0; i < c->elements.n; i++)
		build_vertex(g, c->elements.at[i].cls->kind, (int32_t)i);
	for (int32_t i = 0; i < c->n_nodes; i++)
		junction[i] = removed[i]
						  ? -1
						  : build_vertex(g, c->domain[i] == BG_ELECTRICAL ? QBG_ZERO : QBG_ONE, -1);
	for (size_t i = 0; i < c->elements.n; i++)
		for (int k = 0; k < BG_PINS / 2; k++)
			if (c->elements.at[i].pin[2 * k] != BG_NO_PIN)
				add_port(g, (int32_t)i, k, junction);
	build_number(g);
}

void build_number(BondGraph *g)
{
	int32_t n[2] = {0};

	for (size_t i = 0; i < g->vertices.n; i++) {
		BgVertex *v = &g->vertices.at[i];

		if (!v->is_gone && v->element < 0)
			v->number = ++n[v->kind == QBG_ONE];
	}
}

const char *build_name(const BondGraph *g, int32_t vertex)
{
	const BgVertex *v = &g->vertices.at[vertex];

	if (v->element >= 0)
		return g->circuit->elements.at[v->element].name;
	return arena_printf(g->keep, v->kind == QBG_ONE ? "$SJ%d" : "$PJ%d", (int)v->number);
}
