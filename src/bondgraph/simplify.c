/* SPDX-License-Identifier: MIT
   simplify.c — a simpler bond graph of the same meaning (paper 003, step 5, Fig. 16). Rule I: a
   junction between two bonds through which power passes is left out; one between two elements
   stays, as in Fig. 24, so that elements are bonded to junctions. Rule II: a bond between two
   junctions of one kind goes, and they become one. Of two junctions that become one, the one with
   fewer bonds moves: O(n log n). */
#include "bondgraph/bondgraph.h"

typedef struct Simplify {
	BondGraph *g;          /* what is simplified */
	VEC(int32_t) bonds;    /* to be looked at: rule II */
	VEC(int32_t) vertices; /* to be looked at: rule I */
} Simplify;

static bool is_junction(const BondGraph *g, int32_t v)
{
	return g->vertices.at[v].element < 0;
}

static void look_at_bond(Simplify *s, int32_t b)
{
	vec_push(arena_heap(s->g->keep), &s->bonds, b);
}

static void look_at_vertex(Simplify *s, int32_t v)
{
	vec_push(arena_heap(s->g->keep), &s->vertices, v);
}

static void remove_bond(BondGraph *g, int32_t b)
{
	build_detach(g, 2 * b);
	build_detach(g, 2 * b + 1);
	g->bonds.at[b].is_gone = true;
}

/* Rule II. Bonds from the junction to itself say nothing. */
static void merge(Simplify *s, int32_t b)
{
	BondGraph *g = s->g;
	int32_t keep = g->bonds.at[b].end[0], gone = g->bonds.at[b].end[1];

	remove_bond(g, b);
	if (g->vertices.at[gone].degree > g->vertices.at[keep].degree) {
		int32_t t = keep;

		keep = gone;
		gone = t;
	}
	for (int32_t half = g->vertices.at[gone].first; half >= 0; half = g->vertices.at[gone].first) {
		if (bond_other(g, half) == keep || bond_other(g, half) == gone) {
			remove_bond(g, half / 2);
			continue;
		}
		build_detach(g, half);
		build_attach(g, half, keep);
	}
	g->vertices.at[gone].is_gone = true;
	look_at_vertex(s, keep);
}

static void try_bond(Simplify *s, int32_t b)
{
	const BgBond *bond = &s->g->bonds.at[b];
	int32_t u = bond->end[0], v = bond->end[1];

	if (!bond->is_gone && is_junction(s->g, u) && is_junction(s->g, v) && u != v &&
		s->g->vertices.at[u].kind == s->g->vertices.at[v].kind)
		merge(s, b);
}

/* Rule I. */
static void try_vertex(Simplify *s, int32_t v)
{
	BondGraph *g = s->g;
	const BgVertex *j = &g->vertices.at[v];
	int32_t a, b, in, out;

	if (j->is_gone || !is_junction(g, v) || j->degree != 2)
		return;
	a = j->first;
	b = g->bonds.at[a / 2].next[a % 2];
	if (a % 2 == b % 2)
		return; /* power comes, or goes, at both: this junction turns a sign */
	in = a % 2 ? a : b;
	out = a % 2 ? b : a;
	a = bond_other(g, in);
	b = bond_other(g, out);
	if (!is_junction(g, a) && !is_junction(g, b))
		return;
	if (a == b) {
		remove_bond(g, in / 2);
		remove_bond(g, out / 2);
	} else { /* the bond that comes in goes on to where the other went */
		uint8_t port = g->bonds.at[out / 2].port[1];

		remove_bond(g, out / 2);
		build_detach(g, in);
		build_attach(g, in, b);
		g->bonds.at[in / 2].port[1] = port;
		look_at_bond(s, in / 2);
	}
	g->vertices.at[v].is_gone = true;
	look_at_vertex(s, a);
	look_at_vertex(s, b);
}

void simplify_graph(BondGraph *g)
{
	Simplify s = {.g = g};

	for (size_t i = g->bonds.n; i-- > 0;)
		look_at_bond(&s, (int32_t)i);
	for (size_t i = g->vertices.n; i-- > 0;)
		look_at_vertex(&s, (int32_t)i);
	while (s.bonds.n + s.vertices.n > 0)
		if (s.bonds.n > 0)
			try_bond(&s, s.bonds.at[--s.bonds.n]);
		else
			try_vertex(&s, s.vertices.at[--s.vertices.n]);
	for (size_t i = 0; i < g->vertices.n; i++)
		if (is_junction(g, (int32_t)i) && g->vertices.at[i].degree == 0)
			g->vertices.at[i].is_gone = true;
	vec_free(arena_heap(g->keep), &s.bonds);
	vec_free(arena_heap(g->keep), &s.vertices);
	build_number(g);
}
