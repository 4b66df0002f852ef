/* SPDX-License-Identifier: MIT
   restrict_balance.c — a model or block has as many equations as unknowns of its own (MLS 4.8):
   what its connectors' flow variables and its inputs are follows from outside. Looked at are those
   that consist of variables, records and connectors and connect nothing, where the count is
   certain; two models of models that make up for each other are not seen. Left out are elements of
   arrays, what refers to variables of others (outer) or has no certain number of equations
   (overdetermined types, expandable connectors, clocks, messages). */
#include "compiler/connect/connect.h"
#include "compiler/devs/devs.h"
#include "compiler/inst/inst.h"

typedef struct Closed {
	Node *node;        /* the component; NULL: none that is looked at */
	PathId in;         /* of a record or connector: the body that it is part of; -1: none */
	bool is_open;      /* the count is not certain */
	int64_t unknowns;  /* variables, without those that are known from outside */
	int64_t equations; /* scalar ones */
} Closed;

typedef struct Count {
	Inst *in;
	Closed *at;  /* by PathId */
	bool *given; /* by DeclId: what is around its body determines it */
} Count;

static bool is_body(const Node *n)
{
	return n->def && n->kind == NODE_COMPONENT &&
		   (n->def->kind == CLS_MODEL || n->def->kind == CLS_BLOCK || n->def->kind == CLS_CLASS);
}

static Node *owner_of(const Node *n)
{
	Node *owner = n->owner;

	while (owner && owner->kind == NODE_BASE)
		owner = owner->instance;
	return owner;
}

/* Protected in its body; what is so outside of that makes no difference here. */
static bool is_hidden(const Node *n)
{
	return n->member_of && restrict_is_protected(n->member_of);
}

/* The body that has the variable; NULL: the model itself. *given: it is an input, or a flow, which
   is known from outside; *certain: so is how many equations there must be for what it is a part of.
 */
static Node *body_around(Inst *in, Node *var, bool *given, bool *certain)
{
	Node *n = var;
	bool hidden = false;

	*given = var->prefix & PX_FLOW;
	*certain = var->basic->kind != TY_CLOCK;
	for (; n && n != in->top && !is_body(n); n = owner_of(n)) {
		hidden |= is_hidden(n);
		*given |= (n->prefix & PX_INPUT) != 0;
		*certain &=
			!expandable_is(n) && !roots_is_overdetermined(in, n) && (n->basic || !devs_port(in, n));
	}
	*given &= !hidden;
	return n == in->top ? NULL : n;
}

/* One of an array, or in one: its parts may stand for those of all elements (row.c). */
static bool is_in_array(const Inst *in, const Node *n)
{
	for (; n && n != in->top; n = owner_of(n))
		if (n->kind == NODE_ARRAY || n->index)
			return true;
	return false;
}

/* What it refers to outside, or gets by messages. */
static bool has_other(Inst *in, const Node *n)
{
	for (uint32_t i = 0; i < n->n_member; i++) {
		const Member *m = n->member[i];
		bool is_outer = m->decl->prefix & PX_OUTER;

		if (m->decl->kind != EL_COMPONENT || (m->node && is_body(m->node)))
			continue;
		if (is_outer || (m->node && !m->node->basic && devs_port(in, m->node)))
			return true;
	}
	return false;
}

static void close_around(Count *b, const Node *n)
{
	while ((n = owner_of(n)) && n != b->in->top && n->path.i > 0 && !b->at[n->path.i].is_open)
		b->at[n->path.i].is_open = true;
}

static void add_body(Count *b, Node *n)
{
	Inst *in = b->in;
	Closed *body = &b->at[n->path.i];

	body->node = n;
	body->is_open |= is_in_array(in, n) || has_other(in, n) || devs_is_atomic(in, n) ||
					 devs_is_part(in, n) || map_find(&in->joined, (uint64_t)n->path.i);
	close_around(b, n);
}

/* Its value is from outside: what the class lacks or has too much is not its own. */
static bool has_modifier(const Node *var, const Node *body)
{
	const Mod *m = mod_value(var->mod);
	const Node *where = m ? m->where : body;

	while (where && where->instance != body)
		where = owner_of(where);
	return !where;
}

static void add_variable(Count *b, int32_t decl, Node *var)
{
	const FlatDecl *d = &b->in->flat->decls.at[decl];
	bool certain;
	Node *n = body_around(b->in, var, &b->given[decl], &certain);
	int64_t size = 1;
	Closed *body;

	if (!n || n->path.i < 0)
		return;
	body = &b->at[n->path.i];
	if (!body->node)
		add_body(b, n);
	for (Node *part = owner_of(var); part != n; part = owner_of(part))
		if (part->path.i >= 0) /* bindings belong to it */
			b->at[part->path.i].in = n->path;
	body->is_open |= !certain || (d->variability > VB_PARAMETER && has_modifier(var, n));
	for (int k = 0; k < d->rank; k++)
		size *= d->dim[k].n;
	if (d->variability > VB_PARAMETER && !b->given[decl])
		body->unknowns += size;
}

/* The value of a declaration for what is known from outside: a default, or an equation for what is
   inside (`RealInput u = u_internal if useInput`). */
static bool gives_given(const Count *b, const FlatEq *eq)
{
	return eq->kind == EQ_EQUAL && eq->origin == EO_BINDING && eq->lhs->op == EX_VAR &&
		   b->given[b->in->flat->vars.at[expr_var_id(eq->lhs).i].decl.i];
}

static void add_equation(Count *b, const FlatEq *eq, int64_t n)
{
	const Inst *in = b->in;
	PathId path = b->at[eq->path.i].in;

	if (path.i < 0 || eq->initial || (eq->origin != EO_SOURCE && eq->origin != EO_BINDING))
		return;
	b->at[path.i].is_open |= gives_given(b, eq);
	b->at[path.i].equations += n * flat_count_eq(eq, in->scratch);
}

static void add_all(Count *b)
{
	const FlatModel *m = b->in->flat;

	for (size_t i = 0; i < m->paths.n; i++)
		b->at[i].in = (PathId){-1};
	for (size_t i = 0; i < m->decls.n; i++) {
		Node *n = b->in->decl_node.at[i];

		if (n && !n->is_late && n->basic && n->flat_decl.i == (int32_t)i)
			add_variable(b, (int32_t)i, n);
	}
	for (size_t i = 0; i < m->paths.n; i++)
		if (b->at[i].node)
			b->at[i].in = (PathId){(int32_t)i};
	for (size_t i = 0; i < m->eqs.n; i++)
		add_equation(b, &m->eqs.at[i], 1);
	for (size_t i = 0; i < m->families.n; i++)
		for (int32_t k = 0; k < m->families.at[i].n_eqs; k++)
			add_equation(b, &m->families.at[i].first[k], m->families.at[i].n);
	for (size_t i = 0; i < m->algs.n; i++) {
		const FlatAlg *alg = &m->algs.at[i];

		if (!alg->initial && b->at[alg->path.i].in.i >= 0)
			b->at[b->at[alg->path.i].in.i].equations += flat_count_alg(alg, b->in->scratch);
	}
}

void restrict_balance(Inst *in)
{
	ArenaMark mark = arena_mark(in->scratch);
	Count b = {in, NEW_ARRAY(in->scratch, Closed, in->flat->paths.n),
			   NEW_ARRAY(in->scratch, bool, in->flat->decls.n + 1)};

	if (in->decl_node.n == in->flat->decls.n)
		add_all(&b);
	for (size_t i = 0; i < in->flat->paths.n; i++) {
		const Closed *body = &b.at[i];

		if (!body->node || body->is_open || body->unknowns == body->equations)
			continue;
		diag_older(in->diag, body->node->def, syntax_span(body->node->def->at), E_CLASS_CONTENT,
				   "'%s' has %lld equation%s for %lld unknown%s: a class must have as many, by "
				   "itself and not only in the whole model",
				   node_name(in, body->node->cls), (long long)body->equations,
				   body->equations == 1 ? "" : "s", (long long)body->unknowns,
				   body->unknowns == 1 ? "" : "s");
		diag_note(in->diag, syntax_span(body->node->decl->at), "of component '%s'",
				  node_name(in, body->node));
	}
	arena_release(in->scratch, mark);
}
