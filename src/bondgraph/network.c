/* SPDX-License-Identifier: MIT
   network.c — the causal bond graph as the plain network that runtime/qbg runs and that is written
   in CD++ notation. The bonds of a vertex are numbered: those that take power from it first, as in
   Fig. 24 of paper 003. */
#include "bondgraph/bondgraph.h"

/* Numbers of what is left, junctions first. */
static int32_t *number_vertices(const BondGraph *g, int32_t *n)
{
	int32_t *number = NEW_ARRAY(g->keep, int32_t, g->vertices.n);

	*n = 0;
	for (int junctions = 1; junctions >= 0; junctions--)
		for (size_t v = 0; v < g->vertices.n; v++)
			if (!g->vertices.at[v].is_gone && (g->vertices.at[v].element < 0) == junctions)
				number[v] = (*n)++;
	return number;
}

static QbgElement make_element(const BondGraph *g, int32_t v)
{
	const BgElement *e =
		g->vertices.at[v].element < 0 ? NULL : &g->circuit->elements.at[g->vertices.at[v].element];
	QbgElement made = {.name = build_name(g, v), .kind = g->vertices.at[v].kind};

	if (e) {
		made.value = e->value;
		made.start = e->start;
		made.signal = e->signal;
		made.quantizer = e->quantizer;
	}
	return made;
}

/* Places of bonds at their ends: outward ones first, then inward ones, in the order of bonds. */
static void place_bonds(const QbgNetwork *net, QbgBond *bond, Arena *keep)
{
	int32_t *n = NEW_ARRAY(keep, int32_t, net->n_elements);

	for (int side = 0; side < 2; side++)
		for (int32_t i = 0; i < net->n_bonds; i++)
			bond[i].place[side] = n[bond[i].end[side]]++;
}

QbgElement *network_make(const BondGraph *g, QbgNetwork *net)
{
	int32_t *number = number_vertices(g, &net->n_elements);
	QbgElement *element = NEW_ARRAY(g->keep, QbgElement, net->n_elements);
	QbgBond *bond = NEW_ARRAY(g->keep, QbgBond, g->bonds.n);

	net->n_bonds = 0;
	net->depth = g->depth;
	net->element = element;
	net->bond = bond;
	for (size_t v = 0; v < g->vertices.n; v++)
		if (!g->vertices.at[v].is_gone)
			element[number[v]] = make_element(g, (int32_t)v);
	for (size_t i = 0; i < g->bonds.n; i++) {
		const BgBond *b = &g->bonds.at[i];
		QbgBond *to = &bond[net->n_bonds];

		if (b->is_gone)
			continue;
		*to = (QbgBond){.effort = b->effort};
		for (int side = 0; side < 2; side++) {
			to->end[side] = number[b->end[side]];
			to->port[side] = b->port[side];
			to->rank[side] = g->rank[2 * i + (size_t)side];
		}
		net->n_bonds++;
	}
	place_bonds(net, bond, g->keep);
	return element;
}
