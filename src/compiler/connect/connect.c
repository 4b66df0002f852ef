/* SPDX-License-Identifier: MIT
   connect.c — connections (MLS 9.1, 9.2). Each connect equation is taken apart into wires, pairs of
   variables; at the end the wires are joined to sets by union-find, over variables seen from inside
   and from outside, and every set gives its equations. */
#include "compiler/connect/connect.h"
#include "compiler/devs/devs.h"
#include "compiler/elab/elab.h"
#include "compiler/inst/inst.h"

#include <string.h>

/* One end of a connect equation: connectors, or scalars of connectors of simple type. */
typedef struct {
	Node *node; /* a connector */
	Node *late; /* not NULL: that part of this element, with parts made late (row.c), which is like
				   node; it need not be made */
	int32_t k;  /* of a simple type: which scalar */
} Target;

/* What a reference has led to so far. */
typedef struct {
	Node *node; /* a component */
	Node *late; /* as in Target */
} Reached;

typedef VEC(Reached) ReachedVec;

typedef VEC(Node *) NodeVec;

typedef struct {
	VEC(Target) at; /* in order */
	bool outside;   /* of the model itself, not of one of its components */
	bool absent;    /* of a component whose condition is false */
	NodeVec buses;  /* expandable connectors … */
	Node *bus;      /* … of which this lacks the member `missing`, or its sizes; or NULL */
	const AstPart *missing; /* the last part of the reference */
	VEC(Dim) sizes;         /* of the array that the reference is, up to the missing part */
	bool only_looks;        /* members of expandable connectors are not used by this */
	bool wants_nodes;       /* late elements have their parts made */
} End;

/* Ends */

static bool not_a_connector(Inst *in, const AstExpr *e, const char *why)
{
	diag_error(in->diag, syntax_span(e->at), E_NOT_CONNECTOR, "this cannot be connected: %s", why);
	return false;
}

/* The subscripts of one part as numbers for each dimension; a missing one means all. */
static const Expr *subscript(Inst *in, const Env *env, const AstPart *part, int32_t i,
							 const Dim *dim)
{
	const AstExpr *e = i < part->n_subs ? &part->sub[i] : NULL;
	Env inside = *env;

	if (!e || e->kind == AX_COLON) {
		const Expr *arg[3] = {expr_integer(in->pool, 1), expr_integer(in->pool, 1),
							  expr_integer(in->pool, dim->n)};

		return value_of_expr(in, expr_op(in->pool, EX_RANGE, arg, 3), SPAN_NONE, "a subscript");
	}
	inside.end = expr_integer(in->pool, dim->n);
	return elab_constant(in, &inside, e, "a subscript");
}

/* The numbers, from 0 and row-major, of the elements that the subscripts choose. Of a connection
   with what is not there (MLS 4.4.5) they may choose what is not there either: `u[2]` of a sum that
   has two inputs only if the other side exists. */
static bool choose_elements(Inst *in, const Env *env, const AstPart *part, const Node *n,
							const AstExpr *e, End *end, uint32_t **chosen, uint32_t *n_chosen)
{
	uint32_t count = 1, *list = NEW_ARRAY(in->scratch, uint32_t, 1);

	if (part->n_subs > n->rank)
		return not_a_connector(in, e, "it has more subscripts than dimensions");
	for (int32_t d = 0; d < n->rank; d++) {
		const Expr *sub = subscript(in, env, part, d, &n->dim[d]);
		uint32_t *next, m = 0, width;

		if (!sub || elab_is_error(sub))
			return false;
		if (sub->type->rank > 1 || (sub->type->kind != TY_INTEGER &&
									sub->type->kind != TY_BOOLEAN && sub->type->kind != TY_ENUM))
			return not_a_connector(in, e, "a subscript is no whole number");
		width = (uint32_t)sub->type->n_scalars;
		if (sub->type->rank > 0)
			vec_push(arena_allocator(in->scratch), &end->sizes, (Dim){.n = (int32_t)width});
		next = NEW_ARRAY(in->scratch, uint32_t, (size_t)count * width + 1);
		for (uint32_t i = 0; i < count; i++) {
			for (uint32_t k = 0; k < width; k++) {
				int64_t at = expr_integer_value(scalar_at(in->pool, in->scratch, sub, (int32_t)k));

				if ((at < 1 || at > n->dim[d].n) && end->only_looks) {
					*n_chosen = 0;
					return end->absent = true;
				}
				if (at < 1 || at > n->dim[d].n)
					return not_a_connector(in, e, "a subscript is out of bounds");
				next[m++] = list[i] * (uint32_t)n->dim[d].n + (uint32_t)(at - 1);
			}
		}
		list = next;
		count = m;
	}
	*chosen = list;
	*n_chosen = count;
	return true;
}

/* Follow part i of the reference from each node so far. */
static bool follow(Inst *in, const Env *env, const AstPart *part, const AstExpr *e,
				   ReachedVec *nodes, bool last, End *end)
{
	ReachedVec next = {0};
	size_t n_sizes = 0;

	for (size_t i = 0; i < nodes->n && !end->absent; i++) {
		Node *n = nodes->at[i].node;
		uint32_t *chosen, n_chosen;

		/* MLS 5.4: of an element that is inner and outer, references here mean the outer one. */
		if ((n->prefix & PX_OUTER) && !(n->owner && n->owner->kind == NODE_ARRAY))
			n = lookup_inner(in, n);
		if (!n || !node_class(in, n) || !node_dims(in, n))
			return false;
		end->absent |= n->is_disabled;
		if (n->basic && !last)
			return not_a_connector(in, e, "a simple type has no components");
		if (!choose_elements(in, env, part, n, e, end, &chosen, &n_chosen))
			return false;
		n_sizes = i == 0 ? end->sizes.n : n_sizes;
		end->sizes.n = n_sizes; /* the same of each */
		if (n->kind == NODE_ARRAY)
			node_elements(in, n);
		for (uint32_t k = 0; k < n_chosen; k++) {
			Reached one = {n->kind == NODE_ARRAY ? n->element[chosen[k]] : n, nodes->at[i].late};

			if (!last && !end->wants_nodes && one.node->is_late)
				one = (Reached){row_like(in, one.node), one.node};
			if (last)
				vec_push(arena_allocator(in->scratch), &end->at,
						 ((Target){one.node, one.late, (int32_t)chosen[k]}));
			else if (n->kind == NODE_ARRAY || k == 0)
				vec_push(arena_allocator(in->scratch), &next, one);
		}
	}
	*nodes = next;
	return true;
}

bool connect_is_connector(const Node *n)
{
	if (n->owner && n->owner->kind == NODE_COMPONENT && expandable_is(n->owner))
		return true; /* whatever it is declared as */
	return n->def && (n->def->kind == CLS_CONNECTOR || n->def->kind == CLS_EXPANDABLE_CONNECTOR);
}

static bool is_lacking(Inst *in, Node *bus, const AstPart *part)
{
	Node *n = expandable_is(bus) ? member_node(in, bus, part->name) : NULL;

	return expandable_is(bus) && (!n || expandable_is_open(n));
}

/* Is there an expandable connector that has no such member yet? */
static bool lacks_member(Inst *in, const ReachedVec *nodes, const AstPart *part, End *end)
{
	for (size_t k = 0; k < nodes->n && !end->bus; k++)
		if (is_lacking(in, nodes->at[k].node, part))
			end->bus = nodes->at[k].node;
	if (!end->bus)
		return false;
	for (size_t k = 0; k < nodes->n; k++)
		vec_push(arena_allocator(in->scratch), &end->buses, nodes->at[k].node);
	end->missing = part;
	return true;
}

static bool find_end(Inst *in, const Env *env, const AstExpr *e, End *end)
{
	AstPart one;
	uint32_t n;
	const AstPart *part;
	ReachedVec nodes = {0};
	Node *first;

	if (e->kind != AX_NAME && e->kind != AX_REF)
		return not_a_connector(in, e, "it is no reference to a connector");
	part = syntax_parts(e, &one, &n);
	first = lookup_simple(in, env->node, part[0].name, LOOKUP_ANY);
	if (!first || first->kind == NODE_CLASS)
		return not_a_connector(in, e, "there is no such component here");
	vec_push(arena_allocator(in->scratch), &nodes, ((Reached){first, NULL}));
	for (uint32_t i = 0; i < n && !end->absent; i++) {
		if (!follow(in, env, &part[i], e, &nodes, i + 1 == n, end))
			return false;
		if (i == 0)
			end->outside = connect_is_connector(first);
		if (i + 2 == n && lacks_member(in, &nodes, &part[i + 1], end))
			return true;
		for (size_t k = 0; i + 1 < n && k < nodes.n; k++) {
			Node *whole = nodes.at[k].node, *next = member_node(in, whole, part[i + 1].name);

			if (next && expandable_is(whole) && next->kind != NODE_CLASS && !end->only_looks) {
				next->is_used = true;
				if (!flatten_component(in, next))
					return false;
			}
			nodes.at[k].node = next;
			if (!next || next->kind == NODE_CLASS)
				return not_a_connector(in, e, "there is no such component");
		}
	}
	return true;
}

static bool check_connectors(Inst *in, const End *end, const AstExpr *e)
{
	for (size_t i = 0; i < end->at.n && !end->absent; i++)
		if (!connect_is_connector(end->at.at[i].node))
			return not_a_connector(in, e, "it is not of a connector class");
	return true;
}

Node *connect_node(Inst *in, const Env *env, const AstExpr *e)
{
	ArenaMark mark = arena_mark(in->scratch);
	Node *found = NULL;
	End end = {.wants_nodes = true};

	if (find_end(in, env, e, &end) && !end.absent && end.at.n > 0)
		found = end.at.at[0].node;
	for (size_t i = 1; i < end.at.n && found; i++) /* the scalars of a type that is an array */
		if (end.at.at[i].node != found || !roots_is_overdetermined(in, found))
			found = NULL;
	arena_release(in->scratch, mark);
	return found;
}

/* A connector itself, where what is like it will not do. */
static Node *own_node(Inst *in, Node *n, Node *late)
{
	return late ? row_part(in, late, n) : n;
}

/* One more connect equation that names it. Of parts that need not be made that is added to them
   when somebody asks. */
static void count_connect(Inst *in, const Target *t)
{
	if (t->late)
		vec_push(arena_allocator(in->tree), &in->late_ends, ((LateEnd){t->node, t->late}));
	else
		t->node->n_connects++;
}

uint32_t connect_count(Inst *in, Node *n)
{
	for (size_t i = 0; i < in->late_ends.n; i++)
		row_part(in, in->late_ends.at[i].late, in->late_ends.at[i].like)->n_connects++;
	in->late_ends.n = 0;
	return n->n_connects;
}

/* Wires */

typedef struct {
	Inst *in;              /* the instantiation */
	const AstStmt *s;      /* the connect equation */
	bool a_out, b_out;     /* the sides */
	Node *a_late, *b_late; /* as in Target */
	int32_t a_by, b_by;    /* how far their variables lie behind those of what is like them */
} Pair;

static bool unlike(const Pair *p, const char *why, const char *name)
{
	diag_error(p->in->diag, syntax_span(p->s->at), E_CONNECT, "the connectors do not fit: %s '%s'",
			   why, name);
	return false;
}

/* Scalars of two declared variables. */
static void add_wire(const Pair *p, DeclId a, int32_t i, DeclId b, int32_t k)
{
	const FlatDecl *decl = p->in->flat->decls.at;
	Wire w = {{decl[a.i].first.i + i + p->a_by},
			  {decl[b.i].first.i + k + p->b_by},
			  p->a_out,
			  p->b_out,
			  syntax_span(p->s->at)};

	vec_push(arena_allocator(p->in->tree), &p->in->wires, w);
}

static bool wire_members(const Pair *p, Node *a, Node *b);

static bool wire_simple(const Pair *p, Node *a, Node *b)
{
	enum { CAUSAL = PX_INPUT | PX_OUTPUT };

	Inst *in = p->in;
	DeclId x = flatten_decl(in, a), y = flatten_decl(in, b);

	if (x.i < 0 || y.i < 0 || a->basic != b->basic)
		return unlike(p, "different types of", node_name(in, a));
	if ((a->prefix ^ b->prefix) & (PX_CONSTANT | PX_PARAMETER) && !expandable_is(a->owner) &&
		!expandable_is(b->owner)) /* MLS 9.3 */
		return unlike(p, "only one side is a constant, or a parameter:", node_name(in, a));
	if (!(a->prefix & CAUSAL) != !(b->prefix & CAUSAL) && !expandable_is(a->owner) &&
		!expandable_is(b->owner) &&
		!diag_older(in->diag, a->owner->def, syntax_span(p->s->at), E_CONNECT,
					"only one side is an input or output: '%s'", node_name(in, a))) /* MLS 9.3 */
		return false;
	if (flat_decl_size(&in->flat->decls.at[x.i]) != flat_decl_size(&in->flat->decls.at[y.i]))
		return unlike(p, "different sizes of", node_name(in, a));
	if ((a->prefix & b->prefix & PX_CONSTANT) &&
		value_of_node(in, a, syntax_span(p->s->at), "a constant") !=
			value_of_node(in, b, syntax_span(p->s->at), "a constant"))
		return unlike(p, "different values of the constant", node_name(in, a));
	for (int32_t k = 0; k < flat_decl_size(&in->flat->decls.at[x.i]); k++)
		add_wire(p, x, k, y, k);
	return true;
}

static bool wire_nodes(const Pair *p, Node *a, Node *b)
{
	Inst *in = p->in;
	bool ok = true;

	if (roots_is_overdetermined(in, a) && roots_is_overdetermined(in, b)) {
		roots_add_connection(in, own_node(in, a, p->a_late), own_node(in, b, p->b_late), p->a_out,
							 p->b_out, p->s->at);
		return true;
	}
	if (a->basic || b->basic)
		return wire_simple(p, a, b);
	if (a->kind == NODE_ARRAY || b->kind == NODE_ARRAY) {
		node_elements(in, a);
		node_elements(in, b);
		if (a->kind != b->kind || a->n_element != b->n_element)
			return unlike(p, "different sizes of", node_name(in, a));
		for (uint32_t i = 0; i < a->n_element && ok; i++)
			ok = wire_nodes(p, a->element[i], b->element[i]);
		return ok;
	}
	return wire_members(p, a, b);
}

static bool wire_members(const Pair *p, Node *a, Node *b)
{
	Inst *in = p->in;
	bool ok = true;

	if (!member_list(in, a) || !member_list(in, b))
		return false;
	for (uint32_t i = 0; i < a->n_member && ok; i++) {
		Node *x, *y;

		if (a->member[i]->decl->kind != EL_COMPONENT)
			continue;
		x = node_of(in, a, a->member[i]);
		if (expandable_is(a) && !expandable_is_used(x))
			continue;
		y = member_node(in, b, a->member[i]->name);
		if (!y)
			return unlike(p, "the second has no", node_name(in, x));
		if (x->is_disabled || y->is_disabled)
			continue;
		ok = node_class(in, x) && node_class(in, y) && node_dims(in, x) && node_dims(in, y) &&
			 wire_nodes(p, x, y);
	}
	for (uint32_t i = 0; i < b->n_member && ok; i++)
		if (b->member[i]->decl->kind == EL_COMPONENT && !expandable_is(a) &&
			!member_find(in, a, b->member[i]->name))
			return unlike(p, "the first has no", intern_text(in->sx->names, b->member[i]->name));
	return ok;
}

/* Make the member of one of the connectors like its part of the other end: what is left of the
   other's dimensions after those of the array of connectors. */
static bool add_member(Inst *in, const End *end, size_t k, const End *other)
{
	const Target *t = &other->at.at[k * (other->at.n / end->buses.n)];
	Node *bus = end->buses.at[k], *like = own_node(in, t->node, t->late), *n;
	int32_t rank = (int32_t)(other->sizes.n - end->sizes.n);
	BusArray array = {.rank = rank, .dim = NEW_ARRAY(in->keep, Dim, rank + 1)};

	if (!is_lacking(in, bus, end->missing))
		return true;
	for (int32_t i = 0; i < rank; i++)
		array.dim[i] = other->sizes.at[end->sizes.n + (size_t)i];
	n = member_node(in, bus, end->missing->name);
	return n ? expandable_set_size(in, n, array.dim, array.rank)
			 : expandable_add(in, bus, end->missing->name, like, &array) != NULL;
}

/* Does an array of connectors begin with the dimensions of the other? */
static bool begins_like(const End *all, const End *some)
{
	bool same = some->sizes.n <= all->sizes.n;

	for (size_t i = 0; i < some->sizes.n && same; i++)
		same = some->sizes.at[i].n == all->sizes.at[i].n;
	return same;
}

/* One end names what expandable connectors do not have yet: it is made like the other. Of an array
   of them, `bus.x`, each has its part of it (MLS 9.1.3, 10.5: a slice). */
static bool complete(Inst *in, const Env *env, const AstExpr *e, End *end, const End *other)
{
	bool ok = true;

	if (!end->bus)
		return true;
	if (other->bus || other->at.n == 0)
		return not_a_connector(in, e, "no side of the connection declares it");
	if (!begins_like(other, end))
		return not_a_connector(in, e, "the other side has not the sizes of these connectors");
	for (size_t k = 0; k < end->buses.n && ok; k++)
		ok = add_member(in, end, k, other);
	if (!ok)
		return false;
	*end = (End){0};
	return find_end(in, env, e, end);
}

/* An element of an array that an expandable connector does not have yet. */
static bool is_element(const End *end)
{
	return end->bus && end->missing->n_subs > 0;
}

static bool add_pair(Pair *p, Target x, Target y)
{
	Inst *in = p->in;

	if (expandable_is(x.node) && expandable_is(y.node)) {
		RootEdge bus = {x.node, y.node, p->a_out, p->b_out, p->s->at, EDGE_CONNECTION};

		vec_push(arena_allocator(in->keep), &in->buses, bus);
		return true;
	}
	if (devs_port(in, x.node) || devs_port(in, y.node))
		return devs_connect(in, own_node(in, x.node, x.late), own_node(in, y.node, y.late),
							p->a_out, p->b_out, p->s->at);
	p->a_late = x.late;
	p->b_late = y.late;
	p->a_by = x.late ? row_distance(in, x.late).vars : 0;
	p->b_by = y.late ? row_distance(in, y.late).vars : 0;
	if (x.node->basic && x.node->basic == y.node->basic) {
		DeclId bx = flatten_decl(in, x.node), by = flatten_decl(in, y.node);

		if (bx.i < 0 || by.i < 0)
			return false;
		add_wire(p, bx, x.k, by, y.k);
		return true;
	}
	return wire_nodes(p, x.node, y.node);
}

/* Does the reference lead through a component that is switched off? */
static bool is_absent(Inst *in, const Env *env, const AstExpr *e)
{
	AstPart one;
	uint32_t n;
	const AstPart *part;
	Node *at;

	if (e->kind != AX_NAME && e->kind != AX_REF)
		return false;
	part = syntax_parts(e, &one, &n);
	at = lookup_simple(in, env->node, part[0].name, LOOKUP_ANY);
	for (uint32_t i = 1; at && at->kind == NODE_COMPONENT && !at->is_disabled && i < n; i++)
		at = (at->prefix & PX_OUTER) || !node_class(in, at) || at->basic
				 ? NULL
				 : member_node(in, at, part[i].name);
	return at && at->kind != NODE_CLASS && at->is_disabled;
}

static bool add_connection(Inst *in, const Env *env, const AstStmt *s)
{
	End a = {0}, b = {0};
	Pair p = {.in = in, .s = s};
	bool ok = true;

	/* What is connected to nothing gives an expandable connector no member. */
	a.only_looks = b.only_looks =
		is_absent(in, env, &s->expr[0]) || is_absent(in, env, &s->expr[1]);
	if (!find_end(in, env, &s->expr[0], &a) || !find_end(in, env, &s->expr[1], &b))
		return false;
	if (a.absent || b.absent)
		return true; /* a connection with what is not there is not there (MLS 4.4.5) */
	if (is_element(&a) && b.at.n > 0)
		return connect_bus_put_off(in, env, s, a.bus, a.missing,
								   own_node(in, b.at.at[0].node, b.at.at[0].late));
	if (is_element(&b) && a.at.n > 0)
		return connect_bus_put_off(in, env, s, b.bus, b.missing,
								   own_node(in, a.at.at[0].node, a.at.at[0].late));
	if (!complete(in, env, &s->expr[0], &a, &b) || !complete(in, env, &s->expr[1], &b, &a) ||
		!check_connectors(in, &a, &s->expr[0]) || !check_connectors(in, &b, &s->expr[1]))
		return false;
	for (size_t i = 0; i < a.at.n; i++)
		count_connect(in, &a.at.at[i]);
	for (size_t i = 0; i < b.at.n; i++)
		count_connect(in, &b.at.at[i]);
	if (a.at.n != b.at.n)
		return unlike(&p, "different numbers of connectors in", "connect");
	p.a_out = a.outside;
	p.b_out = b.outside;
	for (size_t i = 0; i < a.at.n && ok; i++)
		ok = add_pair(&p, a.at.at[i], b.at.at[i]);
	return ok;
}

bool connect_add(Inst *in, const Env *env, const AstStmt *s)
{
	ArenaMark mark = arena_mark(in->scratch);
	bool ok = add_connection(in, env, s);

	arena_release(in->scratch, mark);
	return ok;
}

bool connect_fields(Inst *in, const RootEdge *e)
{
	AstStmt none = {.at = e->at};
	Pair p = {.in = in, .s = &none, .a_out = e->a_outside, .b_out = e->b_outside};

	return e->a->basic ? wire_simple(&p, e->a, e->b) : wire_members(&p, e->a, e->b);
}
