/* SPDX-License-Identifier: MIT
   roots.c — overconstrained connection graphs (MLS 9.4). Records, or values of a simple type, with
   more variables than degrees of freedom (orientations, phase references) must not be set equal
   around a loop: the connections are made a forest with one root per tree, and where a loop is cut
   the record's equalityConstraint takes the place of the equalities. */
#include "compiler/connect/connect.h"
#include "compiler/elab/elab.h"
#include "compiler/inst/inst.h"

#include <string.h>

/* Where equalityConstraint is declared: a record has it, of a simple type its class. */
static Node *scope_of(Node *n)
{
	return n->basic ? n->cls : n;
}

/* An array of components, other than a type that is an array itself. */
static bool is_declared_array(const Node *n)
{
	const AstComponent *c = n->decl && n->decl->kind == EL_COMPONENT ? n->decl->component : NULL;

	return n->kind == NODE_ARRAY || (n->basic && c && c->n_dims + c->n_type_dims > 0);
}

/* Does this equalityConstraint compare arrays? Those of phase systems do: their angles are
   components theta[m] of a type for one angle. */
static bool compares_arrays(const ClassDef *fn)
{
	for (uint32_t i = 0; i < fn->n_elements; i++) {
		const AstElement *e = &fn->elements[i];

		if (e->kind == EL_COMPONENT && (e->prefix & PX_INPUT))
			return e->component->n_dims + e->component->n_type_dims > 0;
	}
	return false;
}

bool roots_is_overdetermined(Inst *in, Node *n)
{
	Node *scope = scope_of(n);
	Member *m;

	if (n->kind == NODE_ARRAY || !scope || !scope->def)
		return false;
	m = member_find(in, scope, in->equality);
	return m && m->decl->kind == EL_CLASS &&
		   (!is_declared_array(n) || compares_arrays(m->decl->cls));
}

static RootVertex *vertex_of(Inst *in, Node *n)
{
	uint64_t *at = map_find(&in->root_of_node, map_key(n));
	int32_t i = (int32_t)in->vertices.n;
	RootVertex v = {
		.node = n, .priority = -1, .set = i, .tree = i, .level = -1, .best = -1, .branch = -1};

	if (at)
		return &in->vertices.at[*at];
	map_put(&in->root_of_node, map_key(n), (uint64_t)i);
	vec_push(arena_allocator(in->keep), &in->vertices, v);
	return &in->vertices.at[i];
}

static int32_t number_of(Inst *in, Node *n)
{
	return (int32_t)(vertex_of(in, n) - in->vertices.at);
}

void roots_add_connection(Inst *in, Node *a, Node *b, bool a_outside, bool b_outside, Place at)
{
	RootEdge e = {a, b, a_outside, b_outside, at, EDGE_CONNECTION};

	vertex_of(in, a);
	vertex_of(in, b);
	vec_push(arena_allocator(in->keep), &in->edges, e);
}

void roots_add_branch(Inst *in, Node *a, Node *b, Place at)
{
	RootEdge e = {a, b, false, false, at, EDGE_BRANCH};
	int32_t x = number_of(in, a), y = number_of(in, b);

	if (in->vertices.at[x].branch < 0)
		in->vertices.at[x].branch = y;
	if (in->vertices.at[y].branch < 0)
		in->vertices.at[y].branch = x;
	vec_push(arena_allocator(in->keep), &in->edges, e);
}

void roots_add_root(Inst *in, Node *n, int64_t priority)
{
	RootVertex *v = vertex_of(in, n);

	if (priority < 0)
		v->is_definite = true;
	else
		v->priority = priority;
}

/* Forest */

static int32_t find(const Inst *in, int32_t i, bool by_set)
{
	RootVertex *v = in->vertices.at;

	if (by_set) {
		while (v[i].set != i)
			i = v[i].set = v[v[i].set].set;
	} else {
		while (v[i].tree != i)
			i = v[i].tree = v[v[i].tree].tree;
	}
	return i;
}

static bool unite(Inst *in, int32_t a, int32_t b, bool by_set)
{
	int32_t x = find(in, a, by_set), y = find(in, b, by_set), low = x < y ? x : y,
			high = x < y ? y : x;

	if (x == y)
		return false;
	if (by_set) {
		in->vertices.at[high].set = low;
		return true;
	}
	in->vertices.at[high].tree = low;
	in->vertices.at[low].has_root |= in->vertices.at[high].has_root;
	return true;
}

static bool grow_trees(Inst *in)
{
	bool ok = true;

	for (size_t i = 0; i < in->vertices.n; i++)
		in->vertices.at[i].has_root = in->vertices.at[i].is_definite;
	for (size_t i = 0; i < in->edges.n; i++) {
		RootEdge *e = &in->edges.at[i];

		if (e->kind == EDGE_BRANCH && !unite(in, number_of(in, e->a), number_of(in, e->b), false)) {
			diag_error(in->diag, syntax_span(e->at), E_CONNECT,
					   "Connections.branch closes a loop of branches");
			ok = false;
		}
	}
	for (size_t i = 0; i < in->edges.n; i++) {
		RootEdge *e = &in->edges.at[i];
		int32_t a = number_of(in, e->a), b = number_of(in, e->b);

		if (e->kind != EDGE_CONNECTION)
			continue;
		if (!unite(in, a, b, true))
			e->kind = EDGE_REDUNDANT; /* the connection set holds it already */
		else if ((in->vertices.at[find(in, a, false)].has_root &&
				  in->vertices.at[find(in, b, false)].has_root) ||
				 !unite(in, a, b, false))
			e->kind = EDGE_CUT;
	}
	return ok;
}

/* A tree without a definite root: the potential root of least priority, else the first vertex. */
static void choose_roots(Inst *in)
{
	for (size_t i = 0; i < in->vertices.n; i++) {
		RootVertex *v = &in->vertices.at[i], *top = &in->vertices.at[find(in, (int32_t)i, false)];

		v->is_root = v->is_definite;
		if (top->has_root || v->priority < 0)
			continue;
		if (top->best < 0 || v->priority < in->vertices.at[top->best].priority)
			top->best = (int32_t)i;
	}
	for (size_t i = 0; i < in->vertices.n; i++) {
		RootVertex *top = &in->vertices.at[i];

		if (find(in, (int32_t)i, false) == (int32_t)i && !top->has_root)
			in->vertices.at[top->best < 0 ? (int32_t)i : top->best].is_root = true;
	}
}

/* Distances from the roots, along the edges that were kept: breadth first. */
static void find_levels(Inst *in)
{
	ArenaMark mark = arena_mark(in->scratch);
	int32_t n = (int32_t)in->vertices.n, *queue = NEW_ARRAY(in->keep, int32_t, n), n_queued = 0;
	CsrBuilder edges;
	Csr near;

	csr_begin(&edges, in->scratch, n, n);
	for (size_t i = 0; i < in->edges.n; i++) {
		int32_t a = number_of(in, in->edges.at[i].a), b = number_of(in, in->edges.at[i].b);

		if (in->edges.at[i].kind > EDGE_CONNECTION)
			continue;
		csr_add(&edges, a, b);
		csr_add(&edges, b, a);
	}
	csr_finish(&edges, in->keep, &near);
	for (int32_t i = 0; i < n; i++) {
		in->vertices.at[i].level = in->vertices.at[i].is_root ? 0 : -1;
		if (in->vertices.at[i].is_root)
			queue[n_queued++] = i;
	}
	for (int32_t i = 0; i < n_queued; i++) {
		int32_t level = in->vertices.at[queue[i]].level + 1;

		for (int32_t k = near.start[queue[i]]; k < near.start[queue[i] + 1]; k++) {
			RootVertex *v = &in->vertices.at[near.col[k]];

			if (v->level >= 0)
				continue;
			v->level = level;
			queue[n_queued++] = near.col[k];
		}
	}
	arena_release(in->scratch, mark);
}

static bool cut(Inst *in, const RootEdge *e)
{
	Node *fn =
		member_node(in, scope_of(e->a), intern_name(in->sx->names, "equalityConstraint", 18));
	const Expr *arg[2] = {elab_component(in, e->a), elab_component(in, e->b)}, *call, **zero;
	FnId id = elab_fn(in, fn);

	if (id.i < 0 || elab_is_error(arg[0]) || elab_is_error(arg[1]))
		return false;
	call = flat_call(in->flat, id, arg, 2);
	if (call->type->rank != 1 || call->type->n_scalars < 0 || call->type->elem->kind != TY_REAL) {
		diag_error(in->diag, syntax_span(e->at), E_CONNECT,
				   "'equalityConstraint' must give a vector of Reals whose size is known");
		return false;
	}
	zero = NEW_ARRAY(in->keep, const Expr *, call->type->n_scalars + 1);
	for (int32_t k = 0; k < call->type->n_scalars; k++)
		zero[k] = expr_real(in->pool, 0);
	flat_add_eq(in->flat, &(FlatEq){.kind = EQ_EQUAL,
									.origin = EO_CONSTRAINT,
									.path = flatten_path(in, e->a),
									.at = syntax_span(e->at),
									.lhs = expr_array(in->pool, call->type->elem, zero,
													  (size_t)call->type->n_scalars),
									.rhs = call});
	return true;
}

bool roots_resolve(Inst *in)
{
	bool ok = grow_trees(in);

	choose_roots(in);
	find_levels(in);
	for (size_t i = 0; i < in->edges.n && ok; i++) {
		if (in->edges.at[i].kind == EDGE_CONNECTION)
			ok = connect_fields(in, &in->edges.at[i]);
		else if (in->edges.at[i].kind == EDGE_CUT)
			ok = cut(in, &in->edges.at[i]);
	}
	return ok;
}

bool roots_is_root(Inst *in, Node *n)
{
	return vertex_of(in, n)->is_root;
}

/* Of the two ends of a branch, is it the one nearer to the root (MLS 9.4.1)? */
bool roots_is_rooted(Inst *in, Node *n)
{
	const RootVertex *v = vertex_of(in, n);

	return v->branch < 0 ? v->is_root : v->level < in->vertices.at[v->branch].level;
}
