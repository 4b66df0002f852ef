/* SPDX-License-Identifier: MIT
   expandable.c — expandable connectors (MLS 9.1.3). Of such a connector exists what is connected
   to: a declared member becomes a variable only then, and one that is not declared is made like the
   other side of the connection. Connections between two of them come last: each gets what the other
   has, until nothing changes. */
#include "compiler/connect/connect.h"
#include "compiler/inst/inst.h"

bool expandable_is(const Node *n)
{
	return n->def && n->def->kind == CLS_EXPANDABLE_CONNECTOR;
}

/* What the class of a component gives to it, without modifiers of its declaration. */
static const Mod *class_mods(Inst *in, const Mod *m)
{
	while (m && !m->is_of_class)
		m = m->weaker;
	return mod_append(in, m, NULL);
}

bool expandable_is_open(const Node *n)
{
	const AstComponent *c = n->kind == NODE_CLASS ? NULL : n->decl->component;
	bool open = false;

	for (uint32_t i = 0; c && i < c->n_dims; i++)
		open |= c->dims[i].kind == AX_COLON;
	return open && n->dims_mark == MARK_NEW && !mod_value(n->mod);
}

bool expandable_set_size(Inst *in, Node *n, const Dim *dim, int32_t rank)
{
	if (!node_class(in, n))
		return false;
	if (rank != (int32_t)(n->decl->component->n_dims + n->decl->component->n_type_dims)) {
		diag_error(in->diag, syntax_span(n->decl->at), E_ARRAY_SIZE,
				   "'%s' is connected as an array of %d dimensions", node_name(in, n), rank);
		return false;
	}
	n->dims_mark = MARK_DONE;
	n->rank = rank;
	n->dim = dim;
	if (!n->basic)
		n->kind = NODE_ARRAY;
	return true;
}

Node *expandable_add(Inst *in, Node *bus, Name name, Node *like, const BusArray *array)
{
	Member *m = NEW(in->keep, Member);
	Node *n = node_new(in, NODE_COMPONENT, bus);

	while (like->kind != NODE_ARRAY && like->index)
		like = like->owner; /* the array that it is an element of */
	member_list(in, bus);
	*n = *like;
	n->kind = NODE_COMPONENT;
	n->owner = bus;
	n->instance = n;
	n->name = name;
	n->depth = (uint16_t)(bus->depth + 1);
	n->prefix = like->prefix & PX_CONNECTION;
	n->mod = class_mods(in, like->mod);
	n->bases_mark = n->members_mark = MARK_NEW;
	n->base = NULL;
	n->n_base = n->n_member = n->n_element = n->n_connects = 0;
	n->member = NULL;
	n->table = NULL;
	n->element = NULL;
	n->index = NULL;
	n->n_index = 0;
	n->flat_decl = (DeclId){-1};
	n->path = (PathId){-1};
	n->value_mark = MARK_NEW;
	n->value = NULL;
	if (array) {
		n->rank = array->rank;
		n->dim = array->dim;
	}
	if (n->rank && !n->basic)
		n->kind = NODE_ARRAY;
	*m = (Member){.name = name,
				  .decl = like->decl,
				  .first = like->decl,
				  .home = like->home,
				  .first_home = like->home,
				  .mod = n->mod,
				  .node = n};
	member_add(in, bus, m);
	return flatten_component(in, n) ? n : NULL;
}

/* Connections of buses being carried out. Two of them that are connected get the same members, and
   so do their members of one name: they are alike, for ever. */
typedef struct Sharing {
	Inst *in;
	Map alike;    /* Node -> another one of the same members; union-find */
	Place at;     /* of the connection */
	bool changed; /* something was added */
} Sharing;

/* The one that stands for all that are alike. */
static const Node *alike_of(Sharing *s, const Node *n)
{
	const Node *up, *next;

	while ((up = map_find_ptr(&s->alike, map_key(n)))) {
		if ((next = map_find_ptr(&s->alike, map_key(up))))
			map_put(&s->alike, map_key(n), map_key(next));
		n = up;
	}
	return n;
}

static void make_alike(Sharing *s, const Node *a, const Node *b)
{
	const Node *x = alike_of(s, a), *y = alike_of(s, b);

	if (x != y)
		map_put(&s->alike, map_key(x), map_key(y));
}

/* Would a member like x lie in one that is alike, and so in itself without end? There are no more
   kinds of buses than were there before anything was added, so that one comes again on every way
   down that does not end. */
static bool would_contain_itself(Sharing *s, const Node *bus, const Node *x)
{
	const Node *o = bus;
	Text path;

	if (!expandable_is(x))
		return false;
	while (o != s->in->top && o != s->in->root && alike_of(s, o) != alike_of(s, x))
		o = o->owner;
	if (o == s->in->top || o == s->in->root)
		return false;
	text_init(&path, arena_heap(s->in->keep));
	node_text(s->in, o, &path);
	diag_error(s->in->diag, syntax_span(s->at), E_TOO_DEEP,
			   "by this connection '%s' would contain itself without end", text_str(&path));
	text_free(&path);
	return true;
}

/* Give b every member that a has and uses. */
static bool share(Sharing *s, Node *a, Node *b)
{
	Inst *in = s->in;

	for (uint32_t i = 0; i < a->n_member; i++) {
		Node *x = a->member[i]->node, *y;
		Member *m;

		if (!x || a->member[i]->decl->kind != EL_COMPONENT || !expandable_is_used(x))
			continue;
		m = member_find(in, b, a->member[i]->name);
		if (!m) {
			if (would_contain_itself(s, b, x) ||
				!(y = expandable_add(in, b, a->member[i]->name, x, NULL)))
				return false;
			make_alike(s, x, y);
			s->changed = true;
			continue;
		}
		y = node_of(in, b, m);
		if (expandable_is_used(y))
			continue;
		s->changed = true;
		if (expandable_is_open(y) && !expandable_set_size(in, y, x->dim, x->rank))
			return false;
		y->is_used = true;
		if (!flatten_component(in, y))
			return false;
	}
	return true;
}

bool expandable_is_used(const Node *n)
{
	return n->is_used || n->flat_decl.i >= 0 || n->element || n->n_connects;
}

static bool share_members(Sharing *s, Node *a, Node *b);

/* Two buses, or each of an array of them with that of another. */
static bool share_both(Sharing *s, Node *a, Node *b)
{
	bool ok = true;

	make_alike(s, a, b);
	if (a->kind != NODE_ARRAY && b->kind != NODE_ARRAY)
		return share_members(s, a, b);
	if (a->kind != b->kind)
		return true; /* told of when they are connected */
	node_elements(s->in, a);
	node_elements(s->in, b);
	for (uint32_t i = 0; i < a->n_element && i < b->n_element && ok; i++)
		ok = share_both(s, a->element[i], b->element[i]);
	return ok;
}

/* Those of two buses, and of all buses in them that have the same name. */
static bool share_members(Sharing *s, Node *a, Node *b)
{
	if (!member_list(s->in, a) || !member_list(s->in, b) || !share(s, a, b) || !share(s, b, a))
		return false;
	for (uint32_t i = 0; i < a->n_member; i++) {
		Node *x = a->member[i]->node, *y;

		if (!x || !expandable_is(x) || x->kind == NODE_CLASS)
			continue;
		y = member_node(s->in, b, a->member[i]->name);
		if (y && expandable_is(y) && !share_both(s, x, y))
			return false;
	}
	return true;
}

bool expandable_resolve(Inst *in)
{
	Sharing s = {.in = in, .changed = true};
	bool ok = connect_bus_resolve(in);

	map_init(&s.alike, arena_allocator(in->keep));
	while (s.changed && ok) {
		s.changed = false;
		for (size_t i = 0; i < in->buses.n && ok; i++) {
			s.at = in->buses.at[i].at;
			ok = share_both(&s, in->buses.at[i].a, in->buses.at[i].b);
		}
	}
	for (size_t i = 0; i < in->buses.n && ok; i++)
		ok = connect_fields(in, &in->buses.at[i]);
	return ok;
}
