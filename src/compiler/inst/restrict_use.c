/* SPDX-License-Identifier: MIT
   restrict_use.c — the references in the equations, algorithms and modifiers of the instances of a
   finished model: no protected parts (MLS 4.1), no conditional components outside of connect (MLS
   4.4.5), functions of components only in the allowed form (MLS 5.3.2). Every class text once, in
   the first instance that has it; time O(text). */
#include "compiler/connect/connect.h"
#include "compiler/inst/inst.h"

#include <string.h>

typedef struct {
	Inst *in;
	Node *text;      /* instance or base in whose text the reference stands */
	bool is_end;     /* it is one of the two in connect */
	bool in_connect; /* or in an operator that may name conditional components */
} Use;

static void report(const Use *u, const AstExpr *e, uint32_t k, DiagCode code, const Node *n,
				   const char *why)
{
	Place at = e->kind == AX_REF ? syntax_part_place(u->in->sx, e, k) : e->at;

	diag_error(u->in->diag, syntax_span(at), code, "'%s' %s", node_name(u->in, n), why);
}

static bool is_conditional(const Node *n)
{
	Node *home;

	return n->kind != NODE_CLASS && n->decl && n->decl->kind == EL_COMPONENT &&
		   node_condition(n, &home);
}

/* The instance in which the next part is looked up; NULL: not known here. */
static Node *inside(const Use *u, Node *n)
{
	if (n->kind == NODE_CLASS)
		return n;
	if (n->is_error || n->is_disabled || !node_class(u->in, n) || n->basic)
		return NULL;
	if (n->kind == NODE_ARRAY)
		return n->n_element ? n->element[0] : NULL;
	return expandable_is(n) ? NULL : n;
}

/* Part k of a reference, found as member m of n. */
static bool check_part(const Use *u, const AstExpr *e, uint32_t k, Node *n, const Member *m)
{
	if (!restrict_step(u->in, n, m, syntax_part_place(u->in->sx, e, k)))
		return false;
	if (n->kind == NODE_CLASS && node_is_a(n, CLS_PACKAGE) && (n->def->flags & CF_PARTIAL) &&
		m->decl->kind == EL_COMPONENT) {
		report(u, e, k - 1, E_LOOKUP, n, "is partial: its constants cannot be used");
		return false;
	}
	return true;
}

/* A call through a component: the component is one and comes first, classes follow. */
static bool check_call(const Use *u, const AstExpr *e, uint32_t k, const Node *n)
{
	if (n->kind == NODE_CLASS)
		return true;
	if (n->kind == NODE_ARRAY || n->rank || n->index) {
		report(u, e, k, E_LOOKUP, n, "is an array: a function cannot be called through it");
		return false;
	}
	return true;
}

/* time is an input of models and blocks, which records and connectors do not have (MLS 3.6.7). */
static bool is_time(const Use *u, Name name)
{
	const ClassDef *def = u->text->def;

	return def && (def->kind == CLS_RECORD || def->kind == CLS_CONNECTOR) &&
		   !strcmp(intern_text(u->in->sx->names, name), "time");
}

/* The element of an outer component must be one of its own class, not only of the inner one's. */
static void check_outer(const Use *u, const AstExpr *e, uint32_t k, const Node *n)
{
	const char *name = intern_text(u->in->sx->names, e->part[k].name);

	if (n && n->kind == NODE_COMPONENT && (n->prefix & PX_OUTER) && !(n->prefix & PX_INNER))
		report(u, e, k - 1, E_OUTER_MOD, n,
			   arena_printf(u->in->keep, "has no element '%s': only its inner one has", name));
}

static void check_ref(const Use *u, const AstExpr *e, bool is_call)
{
	AstPart one;
	uint32_t n_parts;
	const AstPart *part = syntax_parts(e, &one, &n_parts);
	Node *from = e->kind == AX_REF && e->is_global ? u->in->root : u->text;
	LookupFor what = is_call && n_parts == 1 ? LOOKUP_OPERATOR : LOOKUP_ANY;
	Node *n = lookup_simple(u->in, from, part[0].name, what);
	bool after_class = false;

	if (!n && is_time(u, part[0].name)) {
		diag_error(u->in->diag, syntax_span(e->at), E_CLASS_CONTENT,
				   "the %s '%s' cannot use 'time'", syntax_class_kind(u->text->def->kind),
				   node_name(u->in, u->text->cls ? u->text->cls : u->text));
		return;
	}
	if (n && is_conditional(n) && !u->in_connect) {
		report(u, e, 0, E_LOOKUP, n, "is conditional: it can only be used in connect");
		return;
	}
	for (uint32_t k = 1; n && k < n_parts; k++) {
		Member *m;

		if (is_call && !check_call(u, e, k - 1, n))
			return;
		if (is_call && after_class && n->kind != NODE_CLASS) {
			report(u, e, k - 1, E_LOOKUP, n, "is a component of a class: no function of it exists");
			return;
		}
		if (u->is_end && k > 1 && (node_is_a(n, CLS_MODEL) || node_is_a(n, CLS_BLOCK))) {
			report(u, e, k - 1, E_LOOKUP, n,
				   "is a component of a component: its connectors cannot be connected here");
			return;
		}
		after_class |= n->kind == NODE_CLASS;
		n = inside(u, n);
		m = n ? member_find(u->in, n, part[k].name) : NULL;
		if (!m)
			check_outer(u, e, k, n);
		if (!m || !check_part(u, e, k, n, m))
			return;
		n = (n->prefix & PX_OUTER) && !(n->prefix & PX_INNER) ? NULL
															  : node_of(u->in, n->instance, m);
	}
	if (is_call && n && n->kind == NODE_CLASS && node_is_a(n, CLS_FUNCTION) &&
		(n->def->flags & CF_PARTIAL))
		report(u, e, n_parts - 1, E_PARTIAL, n, "is a partial function and cannot be called");
}

static bool is_about_connections(const Inst *in, const AstExpr *fn)
{
	const char *name;

	if (fn->kind == AX_REF)
		name = intern_text(in->sx->names, fn->part[0].name);
	else if (fn->kind == AX_NAME)
		name = intern_text(in->sx->names, fn->name);
	else
		return false;
	return !strcmp(name, "Connections") || !strcmp(name, "cardinality") || !strcmp(name, "rooted");
}

static void check_expr(const Use *u, const AstExpr *e)
{
	Use inner = *u;

	switch (e->kind) {
	case AX_NAME:
	case AX_REF: check_ref(u, e, false); break;
	case AX_UNARY:
	case AX_NAMED: check_expr(u, e->kid); break;
	case AX_CALL:
		inner.in_connect |= is_about_connections(u->in, &e->kid[0]);
		if (e->kid[0].kind == AX_REF || e->kid[0].kind == AX_NAME)
			check_ref(&inner, &e->kid[0], true);
		for (uint32_t i = 1; i < e->n; i++)
			check_expr(&inner, &e->kid[i]);
		break;
	case AX_BINARY:
	case AX_IF:
	case AX_ARRAY:
	case AX_MATRIX:
	case AX_ROW:
	case AX_TUPLE:
	case AX_INDEX:
	case AX_RANGE:
		for (uint32_t i = 0; i < e->n; i++)
			check_expr(u, &e->kid[i]);
		break;
	default: /* iterators have names of their own */ break;
	}
}

static void check_stmts(const Use *u, const AstStmt *s, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (s[i].kind == AS_EQUAL || s[i].kind == AS_ASSIGN) {
			check_expr(u, &s[i].expr[0]);
			check_expr(u, &s[i].expr[1]);
		} else if (s[i].kind == AS_CONNECT) {
			Use connect = {u->in, u->text, true, true};

			check_expr(&connect, &s[i].expr[0]);
			check_expr(&connect, &s[i].expr[1]);
		} else if (s[i].kind == AS_CALL) {
			check_expr(u, &s[i].expr[0]);
		} else if (s[i].kind == AS_IF || s[i].kind == AS_WHEN) {
			for (uint32_t k = 0; k < s[i].n; k++) {
				check_expr(u, &s[i].branch[k].condition);
				check_stmts(u, s[i].branch[k].body, s[i].branch[k].n);
			}
		}
	}
}

static void check_mod(const Use *u, const AstMod *mod)
{
	if (!mod)
		return;
	if (mod->value)
		check_expr(u, mod->value);
	for (uint32_t i = 0; i < mod->n_args; i++)
		if (mod->args[i].kind == ARG_MODIFY)
			check_mod(u, &mod->args[i].mod);
}

static void check_text(Inst *in, Node *n)
{
	const ClassDef *def = n->def;
	Use u = {.in = in, .text = n};

	if (!def || map_find(&in->checked, map_key(def) | 1))
		return;
	map_put(&in->checked, map_key(def) | 1, 1);
	for (uint32_t i = 0; i < def->n_sections; i++)
		check_stmts(&u, def->sections[i].body, def->sections[i].n);
	for (uint32_t i = 0; i < def->n_elements; i++) {
		const AstElement *e = &def->elements[i];

		if (e->kind == EL_EXTENDS)
			check_mod(&u, &e->extends->mod);
		if (e->kind == EL_COMPONENT && !e->component->condition)
			check_mod(&u, e->component->mod);
	}
	for (uint32_t i = 0; i < n->n_base; i++)
		check_text(in, n->base[i]);
}

void restrict_use(Inst *in, Node *n)
{
	check_text(in, n);
	for (uint32_t i = 0; i < n->n_member && !diag_full(in->diag); i++) {
		Node *child = n->member[i]->node;

		if (!child || child->kind == NODE_CLASS || child->basic || child->is_disabled ||
			(child->prefix & (PX_OUTER | PX_INNER)) == PX_OUTER || child->is_error)
			continue;
		if (child->kind != NODE_ARRAY)
			restrict_use(in, child);
		else if (child->n_element)
			restrict_use(in, child->element[0]);
	}
}
