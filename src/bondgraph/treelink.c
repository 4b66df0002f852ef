/* SPDX-License-Identifier: MIT
   treelink.c — a bond graph of a circuit that knows no potentials: for circuits that cannot be
   given causality with potentials that count from one node, since these pass on what cancels. A
   tree of the circuit has all elements that give a difference of potentials (in circuits capacitors
   and voltage sources), none that give what flows (inductors and current sources), and resistors
   where something is missing; of a transformer one port is in the tree, of a gyrator both are or
   none. Every branch of the tree has a junction of its one effort, every other port (a link) one of
   its one flow; a bond connects the two where the branch lies on the loop that the link closes. */
#include "bondgraph/causality.h"

enum {
	CHOICES = 10, /* two-ports whose ports are tried in all ways */
	LOOPS = 60    /* branches in loops, for each port: more is no good graph */
};

typedef struct Port {
	int32_t element; /* whose */
	int port;        /* which */
	int32_t pin[2];  /* plus and minus: nodes, the ground is the last one */
	bool is_branch;  /* of the tree */
	int32_t vertex;  /* its junction */
} Port;

typedef struct Tree {
	const Circuit *c; /* of what */
	VEC(Port) ports;  /* all */
	int32_t n_nodes;  /* with the ground */
	int32_t *up;      /* union-find over nodes */
	int32_t *parent;  /* by node: the port that leads towards the root; -1: a root */
	int32_t *depth;   /* by node: from its root; -1: not seen yet */
	Arena *result;    /* outlives the search */
	uint32_t choice;  /* bit by bit: of two-ports, in their order */
} Tree;

static int32_t root_of(const Tree *t, int32_t i)
{
	while (t->up[i] != i) {
		t->up[i] = t->up[t->up[i]];
		i = t->up[i];
	}
	return i;
}

static int32_t pin_node(const Tree *t, int32_t pin)
{
	return pin < 0 || t->c->grounded[pin] ? t->n_nodes - 1 : pin;
}

static int32_t list_ports(Tree *t, Arena *keep)
{
	int32_t two_ports = 0;

	for (size_t i = 0; i < t->c->elements.n; i++) {
		const BgElement *e = &t->c->elements.at[i];

		two_ports += e->cls->kind >= QBG_TF;
		for (int k = 0; k < 2 && e->pin[2 * k] != BG_NO_PIN; k++)
			vec_push(arena_heap(keep), &t->ports,
					 ((Port){.element = (int32_t)i,
							 .port = k,
							 .pin = {pin_node(t, e->pin[2 * k]), pin_node(t, e->pin[2 * k + 1])}}));
	}
	return two_ports;
}

/* Makes a port a branch of the tree; false: it would close a loop. */
static bool add_branch(Tree *t, Port *p)
{
	int32_t a = root_of(t, p->pin[0]), b = root_of(t, p->pin[1]);

	if (a == b)
		return false;
	t->up[a] = b;
	p->is_branch = true;
	return true;
}

static bool gives_across(const BgElement *e)
{
	return e->cls->domain == BG_ELECTRICAL ? e->cls->kind == QBG_C || e->cls->kind == QBG_SE
										   : e->cls->kind == QBG_I || e->cls->kind == QBG_SF;
}

/* Is this port of a two-port to be in the tree, by the choice? */
static bool is_chosen(const Tree *t, const Port *p, int32_t number)
{
	bool bit = t->choice >> number & 1;

	return t->c->elements.at[p->element].cls->kind == QBG_GY ? bit : bit == (p->port == 1);
}

/* False: there is no such tree. */
static bool grow(Tree *t)
{
	int32_t number = -1;

	for (size_t i = 0; i < t->ports.n; i++) {
		Port *p = &t->ports.at[i];
		const BgElement *e = &t->c->elements.at[p->element];

		number += e->cls->kind >= QBG_TF && p->port == 0;
		if ((gives_across(e) || (e->cls->kind >= QBG_TF && is_chosen(t, p, number))) &&
			!add_branch(t, p))
			return false;
	}
	for (size_t i = 0; i < t->ports.n; i++)
		if (t->c->elements.at[t->ports.at[i].element].cls->kind == QBG_R)
			(void)add_branch(t, &t->ports.at[i]);
	for (size_t i = 0; i < t->ports.n; i++)
		if (root_of(t, t->ports.at[i].pin[0]) != root_of(t, t->ports.at[i].pin[1]))
			return false; /* what flows there has no other way */
	return true;
}

/* Parents of nodes in the tree, from any root. */
static void hang(Tree *t, Arena *keep)
{
	int32_t *queue = NEW_ARRAY(keep, int32_t, t->n_nodes);
	CsrBuilder build;
	Csr csr;

	csr_begin(&build, keep, t->n_nodes, (int32_t)t->ports.n);
	for (size_t i = 0; i < t->ports.n; i++)
		for (int k = 0; t->ports.at[i].is_branch && k < 2; k++)
			csr_add(&build, t->ports.at[i].pin[k], (int32_t)i);
	csr_finish(&build, t->result, &csr);
	for (int32_t i = 0; i < t->n_nodes; i++)
		t->depth[i] = t->parent[i] = -1;
	for (int32_t root = 0; root < t->n_nodes; root++) {
		int32_t n = 0;

		if (t->depth[root] >= 0)
			continue;
		t->depth[root] = 0;
		queue[n++] = root;
		for (int32_t at = 0; at < n; at++)
			for (int32_t j = csr.start[queue[at]]; j < csr.start[queue[at] + 1]; j++) {
				const Port *p = &t->ports.at[csr.col[j]];
				int32_t to = p->pin[0] == queue[at] ? p->pin[1] : p->pin[0];

				if (t->depth[to] >= 0)
					continue;
				t->depth[to] = t->depth[queue[at]] + 1;
				t->parent[to] = csr.col[j];
				queue[n++] = to;
			}
	}
}

static QbgKind junction_of(const Tree *t, const Port *p)
{
	bool electrical = t->c->elements.at[p->element].cls->domain == BG_ELECTRICAL;

	return electrical == p->is_branch ? QBG_ZERO : QBG_ONE;
}

static void add_bond(BondGraph *g, bool forward, int32_t a, int32_t b)
{
	(void)(forward ? build_bond(g, a, b) : build_bond(g, b, a));
}

/* One step of the loop from a node towards the root; gives the next node. The link's difference of
   potentials is the sum of those on the way from its minus to its plus: up from there, down here.
 */
static int32_t climb(const Tree *t, BondGraph *g, const Port *link, int32_t node, bool from_plus)
{
	const Port *branch = &t->ports.at[t->parent[node]];
	bool at_plus = branch->pin[0] == node, takes;

	takes = build_takes_power(t->c->elements.at[link->element].cls->kind, link->port);
	/* its difference counts positive if this side and that of the branch are both plus or minus */
	add_bond(g, takes == (from_plus == at_plus), branch->vertex, link->vertex);
	return at_plus ? branch->pin[1] : branch->pin[0];
}

static void add_loop(const Tree *t, BondGraph *g, const Port *link)
{
	int32_t a = link->pin[0], b = link->pin[1];

	while (a != b)
		if (t->depth[a] >= t->depth[b])
			a = climb(t, g, link, a, true);
		else
			b = climb(t, g, link, b, false);
}

static bool make_graph(Tree *t, BondGraph *g)
{
	for (size_t i = 0; i < t->c->elements.n; i++)
		build_vertex(g, t->c->elements.at[i].cls->kind, (int32_t)i);
	for (size_t i = 0; i < t->ports.n; i++) {
		Port *p = &t->ports.at[i];
		bool takes = build_takes_power(t->c->elements.at[p->element].cls->kind, p->port);
		int32_t b;

		p->vertex = build_vertex(g, junction_of(t, p), -1);
		b = takes ? build_bond(g, p->vertex, p->element) : build_bond(g, p->element, p->vertex);
		g->bonds.at[b].port[takes ? 1 : 0] = (uint8_t)p->port;
	}
	for (size_t i = 0; i < t->ports.n; i++) {
		if (!t->ports.at[i].is_branch)
			add_loop(t, g, &t->ports.at[i]);
		if (g->bonds.n > LOOPS * t->ports.n + 1000)
			return false;
	}
	build_number(g);
	return true;
}

bool treelink_graph(const Circuit *c, Arena *keep, uint32_t choice, bool *more, BondGraph *g)
{
	Tree t = {.c = c, .n_nodes = c->n_nodes + 1, .choice = choice, .result = keep};
	bool ok;
	Arena scratch;
	int32_t two_ports;

	arena_child(&scratch, keep);
	two_ports = list_ports(&t, &scratch);
	*more = two_ports <= CHOICES && choice + 1 < 1u << two_ports;
	t.up = NEW_ARRAY(&scratch, int32_t, t.n_nodes);
	t.parent = NEW_ARRAY(&scratch, int32_t, t.n_nodes);
	t.depth = NEW_ARRAY(&scratch, int32_t, t.n_nodes);
	for (int32_t i = 0; i < t.n_nodes; i++)
		t.up[i] = i;
	*g = (BondGraph){.circuit = c, .keep = keep, .is_tree = true};
	ok = two_ports <= CHOICES && grow(&t);
	if (ok) {
		hang(&t, &scratch);
		ok = make_graph(&t, g);
	}
	arena_free(&scratch);
	return ok;
}
