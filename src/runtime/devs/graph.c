/* SPDX-License-Identifier: MIT
   graph.c — every port is a node, every coupling an edge. Edges are in two doubly linked lists, by
   sender and by receiver, in the order of creation; the first edge's `prev` is the last. After a
   change at a node everything upstream of it is marked for new routing. */
#include "runtime/devs/engine.h"

/* Nodes come in ranges, one per component; freed ranges are kept by size class. */
static int range_class(uint32_t n, uint32_t *room)
{
	int bits = 4;

	if (n <= 16) {
		*room = n;
		return (int)n;
	}
	while (bits < 32 && (UINT64_C(1) << bits) < n)
		bits++;
	*room = bits < 32 ? UINT32_C(1) << bits : NONE;
	return 12 + bits;
}

uint32_t graph_add_nodes(MdvDevs *sim, uint32_t owner, uint32_t n)
{
	uint32_t room, first;
	int class = range_class(n, &room);

	if (n == 0)
		return 0;
	first = sim->graph.free_nodes[class];
	if (first != NONE) {
		sim->graph.free_nodes[class] = sim->graph.nodes.at[first].first_out;
	} else {
		if (sim->graph.nodes.n + room >= NONE ||
			!vec_reserve(&sim->alloc, &sim->graph.nodes, sim->graph.nodes.n + room) ||
			!vec_reserve(&sim->alloc, &sim->routing.heads, sim->graph.nodes.n + room))
			return NONE;
		first = (uint32_t)sim->graph.nodes.n;
		sim->graph.nodes.n = sim->routing.heads.n = sim->graph.nodes.n + room;
	}
	for (uint32_t i = first; i < first + room; i++) {
		sim->graph.nodes.at[i] = (Node){NONE, NONE, owner, NONE, false};
		sim->routing.heads.at[i] = (Head){0, HEAD_UNMADE, 0};
	}
	return first;
}

/* A list that was made by looking through a node must be made anew. */
static bool mark(MdvDevs *sim, uint32_t node)
{
	sim->graph.nodes.at[node].end = NONE;
	sim->routing.routes_wasted += route_length(sim->routing.heads.at[node]);
	sim->routing.heads.at[node].n = HEAD_UNMADE;
	return vec_push(&sim->alloc, &sim->routing.dirty, node);
}

/* Mark everything upstream of a node whose couplings change. A coupled model's port whose `end` is
   unknown has not been looked through, nor has anything before it. */
static bool mark_upstream(MdvDevs *sim, uint32_t node)
{
	model_changed(sim);
	if (!sim->routing.routed)
		return true;
	sim->routing.stack.n = 0;
	for (;;) {
		bool listed = sim->routing.heads.at[node].n != HEAD_UNMADE || route_is_sender(sim, node);

		if (listed && !mark(sim, node))
			return false;
		sim->graph.nodes.at[node].end = NONE;
		for (uint32_t e = sim->graph.nodes.at[node].first_in; e != NONE;
			 e = sim->graph.edges.at[e].next_in) {
			uint32_t from = sim->graph.edges.at[e].from;

			if ((sim->graph.nodes.at[from].end != NONE ||
				 sim->routing.heads.at[from].n != HEAD_UNMADE) &&
				!vec_push(&sim->alloc, &sim->routing.stack, from))
				return false;
		}
		if (!sim->routing.stack.n)
			return true;
		node = sim->routing.stack.at[--sim->routing.stack.n];
	}
}

static void unlink_edge(MdvDevs *sim, uint32_t i)
{
	Edge *edge = sim->graph.edges.at, *e = &edge[i];
	Node *from = &sim->graph.nodes.at[e->from], *to = &sim->graph.nodes.at[e->to];

	if (from->first_out == i)
		from->first_out = e->next_out;
	else
		edge[e->prev_out].next_out = e->next_out;
	if (e->next_out != NONE)
		edge[e->next_out].prev_out = e->prev_out;
	else if (from->first_out != NONE)
		edge[from->first_out].prev_out = e->prev_out;

	if (to->first_in == i)
		to->first_in = e->next_in;
	else
		edge[e->prev_in].next_in = e->next_in;
	if (e->next_in != NONE)
		edge[e->next_in].prev_in = e->prev_in;
	else if (to->first_in != NONE)
		edge[to->first_in].prev_in = e->prev_in;

	if (e->z) {
		sim->graph.z.at[e->z].user = (void *)(uintptr_t)sim->graph.free_z;
		sim->graph.free_z = e->z;
	}
	e->from = NONE;
	e->to = sim->graph.free_edge;
	sim->graph.free_edge = i;
}

static void link_edge(MdvDevs *sim, uint32_t i)
{
	Edge *edge = sim->graph.edges.at, *e = &edge[i];
	Node *from = &sim->graph.nodes.at[e->from], *to = &sim->graph.nodes.at[e->to];

	e->next_out = e->next_in = NONE;
	if (from->first_out == NONE) {
		from->first_out = e->prev_out = i;
	} else {
		e->prev_out = edge[from->first_out].prev_out;
		edge[e->prev_out].next_out = edge[from->first_out].prev_out = i;
	}
	if (to->first_in == NONE) {
		to->first_in = e->prev_in = i;
	} else {
		e->prev_in = edge[to->first_in].prev_in;
		edge[e->prev_in].next_in = edge[to->first_in].prev_in = i;
	}
}

MdvStatus graph_add_edge(MdvDevs *sim, uint32_t from, uint32_t to, const MdvTranslation *z)
{
	uint32_t i = sim->graph.free_edge, i_z = 0;

	if (sim->graph.edges.n + 1 >= NONE || sim->graph.z.n + 1 >= NONE ||
		(i == NONE && !vec_reserve(&sim->alloc, &sim->graph.edges, sim->graph.edges.n + 1)) ||
		(z && !vec_reserve(&sim->alloc, &sim->graph.z, sim->graph.z.n + 1)) ||
		!mark_upstream(sim, from))
		return model_error(sim, MDV_NO_MEMORY, "out of memory");
	if (z && sim->graph.free_z) {
		i_z = sim->graph.free_z;
		sim->graph.free_z = (uint32_t)(uintptr_t)sim->graph.z.at[i_z].user;
	} else if (z) {
		i_z = (uint32_t)sim->graph.z.n++;
	}
	if (z)
		sim->graph.z.at[i_z] = *z;
	if (i == NONE)
		i = (uint32_t)sim->graph.edges.n++;
	else
		sim->graph.free_edge = sim->graph.edges.at[i].to;
	sim->graph.edges.at[i] = (Edge){.from = from, .to = to, .z = i_z};
	link_edge(sim, i);
	return MDV_OK;
}

/* The oldest edge between two nodes: both lists are walked side by side, so that it costs the
   shorter one's length. */
static uint32_t find_edge(const MdvDevs *sim, uint32_t from, uint32_t to)
{
	const Edge *edge = sim->graph.edges.at;
	uint32_t a = sim->graph.nodes.at[from].first_out, b = sim->graph.nodes.at[to].first_in;

	while (a != NONE && b != NONE) {
		if (edge[a].to == to)
			return a;
		if (edge[b].from == from)
			return b;
		a = edge[a].next_out;
		b = edge[b].next_in;
	}
	return NONE;
}

bool graph_remove_edge(MdvDevs *sim, uint32_t from, uint32_t to, bool *found)
{
	uint32_t i = find_edge(sim, from, to);

	*found = i != NONE;
	if (!*found)
		return true;
	if (!mark_upstream(sim, from))
		return false;
	unlink_edge(sim, i);
	return true;
}

bool graph_remove_nodes(MdvDevs *sim, uint32_t first, uint32_t n)
{
	uint32_t room;
	int class = range_class(n, &room);

	for (uint32_t i = first; i < first + n; i++) {
		if (!mark_upstream(sim, i))
			return false;
		while (sim->graph.nodes.at[i].first_out != NONE)
			unlink_edge(sim, sim->graph.nodes.at[i].first_out);
		while (sim->graph.nodes.at[i].first_in != NONE)
			unlink_edge(sim, sim->graph.nodes.at[i].first_in);
		sim->graph.nodes.at[i].owner = NONE;
		sim->routing.routes_wasted += route_length(sim->routing.heads.at[i]);
		sim->routing.heads.at[i].n = HEAD_UNMADE;
	}
	if (n) {
		sim->graph.nodes.at[first].first_out = sim->graph.free_nodes[class];
		sim->graph.free_nodes[class] = first;
	}
	return true;
}
