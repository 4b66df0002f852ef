/* SPDX-License-Identifier: MIT
   elab_name.c — what the parts of a reference name (MLS 5.3): iterators, components, classes; and
   the messages when there is nothing of that name. */
#include "compiler/elab/elab_local.h"

void elab_ref_init(Ref *r, Inst *in, const Env *env, const AstExpr *e)
{
	*r = (Ref){.in = in, .env = env, .ast = e};
	r->part = syntax_parts(e, &r->one, &r->n);
}

Place elab_ref_place(const Ref *r, uint32_t k)
{
	return r->ast->kind == AX_REF ? syntax_part_place(r->in->sx, r->ast, k) : r->ast->at;
}

const Iter *elab_find_iter(const Env *env, Name name)
{
	for (const Iter *i = env->iters; i; i = i->outer)
		if (i->name.i == name.i)
			return i;
	return NULL;
}

/* Messages */

static void suggest_name(const Inst *in, Suggest *s, Name name)
{
	suggest_add(s, elab_name(in, name), intern_len(in->sx->names, name));
}

/* "model Ball": what the text belongs to. */
static const char *place_text(Inst *in, const Node *n)
{
	n = n->instance ? n->instance : n;
	if (!n->def)
		return "this text";
	return arena_printf(in->scratch, "%s %s", syntax_class_kind(n->def->kind),
						elab_name(in, n->def->name));
}

static Node *unknown_name(const Ref *r)
{
	Inst *in = r->in;
	Name name = r->part[0].name;
	ArenaMark mark = arena_mark(in->scratch);
	Suggest s;
	Text hint;

	text_init(&hint, arena_allocator(in->scratch));
	suggest_init(&s, elab_name(in, name), intern_len(in->sx->names, name));
	for (const Iter *i = r->env->iters; i; i = i->outer)
		suggest_name(in, &s, i->name);
	lookup_suggest(in, r->env->node, &s);
	suggest_text(&s, &hint);
	elab_fail(in, elab_ref_place(r, 0), E_REF_UNKNOWN, "'%s' is not declared in %s%s",
			  elab_name(in, name), place_text(in, r->env->node), text_str(&hint));
	arena_release(in->scratch, mark);
	return NULL;
}

static Node *unknown_part(const Ref *r, Node *n, uint32_t k)
{
	Inst *in = r->in;
	Name name = r->part[k].name;
	ArenaMark mark = arena_mark(in->scratch);
	Suggest s;
	Text hint;

	text_init(&hint, arena_allocator(in->scratch));
	suggest_init(&s, elab_name(in, name), intern_len(in->sx->names, name));
	if (member_list(in, n))
		for (uint32_t i = 0; i < n->n_member; i++)
			suggest_name(in, &s, n->member[i]->name);
	suggest_text(&s, &hint);
	elab_fail(in, elab_ref_place(r, k), E_REF_UNKNOWN, "'%s' has no element '%s'%s",
			  node_name(in, n), elab_name(in, name), text_str(&hint));
	arena_release(in->scratch, mark);
	return NULL;
}

/* Steps */

Node *elab_outer(Inst *in, Node *n)
{
	int n_errors = in->diag->n_errors;
	Node *inner;

	if (!(n->prefix & PX_OUTER) || (n->owner && n->owner->kind == NODE_ARRAY))
		return n;
	inner = lookup_inner(in, n);
	if (!inner && in->diag->n_errors == n_errors)
		elab_fail(in, n->decl->at, E_NO_INNER, "there is no inner element for the outer '%s'",
				  node_name(in, n));
	return inner;
}

/* A name of an enclosing class means a constant or a class (MLS 5.3.1). */
static bool may_be_seen(const Ref *r, const Node *n)
{
	const Node *here = r->env->node->instance;

	if (n->kind == NODE_CLASS || (n->prefix & (PX_CONSTANT | PX_OUTER)) || n->owner == here)
		return true;
	elab_fail(
		r->in, elab_ref_place(r, 0), E_REF_ENCLOSING,
		"'%s' belongs to the enclosing class '%s' and is not a constant: it cannot be used in "
		"here",
		node_name(r->in, n), n->owner ? node_name(r->in, n->owner) : "?");
	return false;
}

Node *elab_first(const Ref *r)
{
	Node *from = r->ast->kind == AX_REF && r->ast->is_global ? r->in->root : r->env->node;
	Node *n = lookup_simple(r->in, from, r->part[0].name, LOOKUP_ANY);

	if (!n)
		return unknown_name(r);
	return may_be_seen(r, n) ? n : NULL;
}

Node *elab_next(const Ref *r, Node *n, uint32_t k)
{
	Node *next;

	if (n->kind == NODE_COMPONENT && !node_class(r->in, n))
		return NULL;
	if (n->kind != NODE_CLASS && n->basic) {
		elab_fail(r->in, elab_ref_place(r, k), E_REF_UNKNOWN, "'%s' is %s and has no elements",
				  node_name(r->in, n), elab_type_text(r->in, n->basic));
		return NULL;
	}
	next = member_node(r->in, n, r->part[k].name);
	return next ? next : unknown_part(r, n, k);
}

/* The element that literal subscripts choose; NULL: not one element. */
static Node *one_element(const Ref *r, Node *n, uint32_t k)
{
	const Expr *sub[UINT8_MAX];
	uint32_t count;
	int64_t at = 0;

	if (!elab_subscripts(r, k, NULL, n, sub, &count) || count != (uint32_t)n->rank ||
		!node_elements(r->in, n))
		return NULL;
	for (uint32_t i = 0; i < count; i++) {
		if (sub[i]->op != EX_INTEGER && sub[i]->op != EX_ENUM && sub[i]->op != EX_BOOLEAN)
			return NULL;
		at = at * n->dim[i].n + expr_integer_value(sub[i]) - (sub[i]->op != EX_BOOLEAN);
	}
	return n->element[at];
}

Node *elab_ref_node(Inst *in, const Env *env, const AstExpr *e, bool report)
{
	Ref r;
	Node *n;

	if (e->kind != AX_NAME && e->kind != AX_REF)
		return NULL;
	elab_ref_init(&r, in, env, e);
	if (!report && elab_find_iter(env, r.part[0].name))
		return NULL;
	n = report ? elab_first(&r)
			   : lookup_simple(in, e->kind == AX_REF && e->is_global ? in->root : env->node,
							   r.part[0].name, LOOKUP_ANY);
	for (uint32_t k = 0; n; k++) {
		if (n->kind != NODE_CLASS)
			n = elab_outer(in, n);
		if (n && r.part[k].n_subs > 0) {
			if (n->kind == NODE_CLASS || !node_class(in, n) || n->basic || !node_dims(in, n) ||
				n->kind != NODE_ARRAY)
				return NULL;
			n = one_element(&r, n, k);
		}
		if (!n || k + 1 == r.n)
			break;
		if (!report && n->kind != NODE_CLASS && (!node_class(in, n) || n->basic))
			return NULL;
		n = report ? elab_next(&r, n, k + 1) : member_node(in, n, r.part[k + 1].name);
	}
	return n;
}
