/* SPDX-License-Identifier: MIT
   nodes.c — the nodes of a circuit: connection sets of pins. A connector of a model around
   components belongs to two sets, that inside and that outside of the model, which are one node:
   its potential is one variable. */
#include "bondgraph/circuit.h"
#include "compiler/connect/connect.h"

static const char *const potential[] = {
	[BG_ELECTRICAL] = "v", [BG_ROTATIONAL] = "phi", [BG_TRANSLATIONAL] = "s"};

int32_t nodes_root(const Finder *f, int32_t side)
{
	while (f->up[side] != side) {
		f->up[side] = f->up[f->up[side]];
		side = f->up[side];
	}
	return side;
}

static void join(Finder *f, int32_t a, int32_t b)
{
	a = nodes_root(f, a), b = nodes_root(f, b);
	f->up[a > b ? a : b] = a < b ? a : b;
}

void nodes_join(Finder *f)
{
	const ConnectSets *s = &f->cx->inst.sets;
	const FlatModel *m = &f->cx->flat;

	f->up = NEW_ARRAY(&f->cx->keep, int32_t, 2 * m->vars.n);
	for (int32_t i = 0; i < (int32_t)(2 * m->vars.n); i++)
		f->up[i] = i;
	for (int32_t i = 0; i < s->n; i++)
		join(f, i, sets_next(s, i));
	for (int32_t v = 0; v < (int32_t)m->vars.n; v++)
		if (flat_decl_of(m, (VarId){v})->role != PR_FLOW)
			join(f, 2 * v, 2 * v + 1);
}

/* The potential of a pin; -1: there is no such pin. */
static VarId potential_of(Finder *f, const BgElement *e, const char *pin)
{
	const Node *connector = circuit_member(f, e->node, pin);
	const Node *n = connector ? circuit_member(f, connector, potential[e->cls->domain]) : NULL;

	return n && n->flat_decl.i >= 0 ? f->cx->flat.decls.at[n->flat_decl.i].first : (VarId){-1};
}

static bool is_wired(const Finder *f, VarId v)
{
	return 2 * v.i < f->cx->inst.sets.n && f->cx->inst.sets.wired[2 * v.i];
}

/* The number of a node by one of its pins, counted in the order in which they are found. */
static int32_t number_node(Finder *f, Map *numbers, VarId v, const BgElement *e, const char *pin)
{
	uint64_t key = (uint64_t)nodes_root(f, 2 * v.i);
	uint64_t *seen = map_find(numbers, key);

	if (seen)
		return (int32_t)*seen;
	f->c->node_name[f->c->n_nodes] = arena_printf(&f->cx->keep, "%s.%s", e->name, pin);
	f->c->domain[f->c->n_nodes] = e->cls->domain;
	map_put(numbers, key, (uint64_t)f->c->n_nodes);
	return f->c->n_nodes++;
}

/* Of bodies a flange may be free; all other pins that exist must be connected. */
static int32_t find_pin(Finder *f, Map *numbers, BgElement *e, const char *pin)
{
	VarId v;

	if (!*pin)
		return BG_TO_GROUND;
	v = potential_of(f, e, pin);
	if (v.i < 0)
		return BG_TO_GROUND; /* a support that is not there stands on the ground */
	if (!e->cls->joined && !is_wired(f, v))
		diag_error(&f->cx->diag, e->at, E_BG_DANGLING, "the pin '%s.%s' is connected to nothing",
				   e->name, pin);
	return number_node(f, numbers, v, e, pin);
}

/* Connections of a component to itself. */
static void check_wires(Finder *f)
{
	const Inst *in = &f->cx->inst;

	for (size_t i = 0; i < in->wires.n; i++) {
		const struct Wire *w = &in->wires.at[i];
		const Node *a = in->decl_node.at[flat_var(in->flat, w->a)->decl.i]->owner;
		const Node *b = in->decl_node.at[flat_var(in->flat, w->b)->decl.i]->owner;

		if (flat_decl_of(in->flat, w->a)->role != PR_POTENTIAL || w->a_outside || w->b_outside ||
			!a || !b || a->owner != b->owner || a->owner == in->top || !a->owner)
			continue;
		text_clear(&f->text);
		node_text(in, a->owner, &f->text);
		diag_error(in->diag, w->at, E_BG_SELF,
				   "'%s' is connected to itself: it would take no part "
				   "in the circuit",
				   text_str(&f->text));
	}
}

/* Both flanges of a body are one node. */
static void join_bodies(Finder *f)
{
	for (size_t i = 0; i < f->c->elements.n; i++) {
		const BgElement *e = &f->c->elements.at[i];
		VarId a, b;

		if (!e->cls->joined)
			continue;
		a = potential_of(f, e, e->cls->pin[0]);
		b = potential_of(f, e, e->cls->joined);
		if (a.i >= 0 && b.i >= 0)
			join(f, 2 * a.i, 2 * b.i);
	}
}

void nodes_find(Finder *f)
{
	Circuit *c = f->c;
	size_t most = BG_PINS * c->elements.n + 1;
	Map numbers;

	map_init(&numbers, arena_heap(&f->cx->keep));
	c->node_name = NEW_ARRAY(&f->cx->keep, const char *, most);
	c->grounded = NEW_ARRAY(&f->cx->keep, bool, most);
	c->domain = NEW_ARRAY(&f->cx->keep, BgDomain, most);
	check_wires(f);
	join_bodies(f);
	for (size_t i = 0; i < c->elements.n; i++) {
		BgElement *e = &c->elements.at[i];

		for (int k = 0; e->cls->role != BG_BLOCK && k < BG_PINS && e->cls->pin[k]; k++)
			e->pin[k] = find_pin(f, &numbers, e, e->cls->pin[k]);
		if (e->cls->role == BG_GROUND && e->pin[0] >= 0)
			c->grounded[e->pin[0]] = true;
	}
	map_free(&numbers);
}
