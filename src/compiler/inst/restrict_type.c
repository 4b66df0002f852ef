/* SPDX-License-Identifier: MIT
   restrict_type.c — is the type that replaces another one a subtype of what is required (MLS 6.4,
   7.3.2)? It must have all public components of the constraining type, simple ones of the same
   type. One level is compared: deeper ones are found when they are used. */
#include "compiler/inst/inst.h"

/* A declaration together with the instance or base in whose text it stands. */
typedef struct {
	const AstElement *e;
	Node *home;
} Decl;

static Node *class_of(Inst *in, Decl d)
{
	Node *n;

	if (d.e->kind == EL_COMPONENT)
		return lookup_class(in, d.home, d.e->component->type, LOOKUP_ANY);
	if (d.e->kind != EL_CLASS || d.e->cls->form == FORM_EXTENDS)
		return NULL;
	n = node_new(in, NODE_CLASS, d.home);
	n->name = d.e->name;
	n->decl = d.e;
	n->def = d.e->cls;
	n->scope = n->home = d.home;
	return n;
}

/* What may stand in for a declaration: its constraining type or, without one, its own. */
static Node *constraint_of(Inst *in, Decl d)
{
	if (d.e->constraint)
		return lookup_class(in, d.home, d.e->constraint->type, LOOKUP_ANY);
	return class_of(in, d);
}

/* A short class by the name of what it stands for. */
static const char *type_name(const Inst *in, const Node *n)
{
	const ClassDef *def = n->def;

	if (def && def->form == FORM_SHORT)
		return intern_text(in->sx->names, def->base->name[def->base->n - 1]);
	return node_name(in, n);
}

static bool fail(Inst *in, Place at, const Node *a, const Node *b, const char *why)
{
	diag_error(in->diag, syntax_span(at), E_SUBTYPE, "'%s' cannot stand in for '%s': %s",
			   type_name(in, a), type_name(in, b), why);
	return false;
}

static bool has_part(Inst *in, Node *a, Node *b, const Member *m, Place at)
{
	const char *name = intern_text(in->sx->names, m->name);
	const Member *own = member_find(in, a, m->name);
	Node *x, *y;

	/* A class that lacks something is what was asked for: where it is needed, it will be missed. */
	if (!own || own->decl->kind != EL_COMPONENT)
		return diag_older(in->diag, a->def, syntax_span(at), E_SUBTYPE,
						  "'%s' cannot stand in for '%s': it has no component '%s'",
						  type_name(in, a), type_name(in, b), name);
	if (restrict_is_protected(own))
		return fail(in, at, a, b, arena_printf(in->keep, "its component '%s' is protected", name));
	x = member_node(in, a, m->name);
	y = member_node(in, b, m->name);
	if (!node_class(in, x) || !node_class(in, y) || !x->basic || !y->basic)
		return true;
	if (x->basic->kind != y->basic->kind)
		return fail(in, at, a, b,
					arena_printf(in->keep, "its component '%s' is of another type", name));
	return true;
}

static bool is_subtype(Inst *in, Node *a, Node *b, Place at)
{
	const Type *x, *y;

	if (a == b || a->kind != NODE_CLASS || b->kind != NODE_CLASS || (a->def && a->def == b->def))
		return true;
	if (node_is_a(b, CLS_PACKAGE)) /* what it lacks shows when it is used */
		return true;
	x = node_basic(in, a);
	y = node_basic(in, b);
	if (x && y)
		return x->kind == y->kind || fail(in, at, a, b, "they are different types");
	if (!member_list(in, b) || !member_list(in, a))
		return true;
	if (y)
		return fail(in, at, a, b, "it is not a simple type");
	for (uint32_t i = 0; i < b->n_member; i++) {
		const Member *m = b->member[i];

		if (m->decl->kind == EL_COMPONENT && !restrict_is_protected(m) &&
			!has_part(in, a, b, m, at))
			return false;
	}
	return true;
}

/* MLS 7.3.3: "only classes and components declared as replaceable can be redeclared with a new
   type". By name both are the same here (restrict_redeclaration), but a name means another class in
   another place. Simple types differ in attributes, which modifiers may change as well. */
static void check_same(Inst *in, Decl now, Decl old, const Node *a, const Node *b)
{
	if (now.e->kind != EL_COMPONENT || old.e->kind != EL_COMPONENT ||
		(old.e->prefix & (PX_REPLACEABLE | PX_REDECLARE)) || !a->def || a->def == b->def ||
		(a->basic && b->basic))
		return;
	diag_older(in->diag, NULL, syntax_span(now.e->at), E_REDECLARE,
			   "'%s' cannot be redeclared here: it is not replaceable, and this '%s' is another "
			   "class than its own",
			   intern_text(in->sx->names, now.e->name), node_name(in, a));
	diag_note(in->diag, syntax_span(old.e->at), "it is declared here");
}

/* Both what replaces and what it lets others replace it by must fit. */
static bool check_pair(Inst *in, Decl now, Decl old)
{
	Node *a = class_of(in, now), *b = constraint_of(in, old), *c;

	if (!a || !b || !is_subtype(in, a, b, now.e->at))
		return false;
	if (now.e != old.e)
		check_same(in, now, old, a, b);
	if (!now.e->constraint || now.e == old.e)
		return true;
	c = constraint_of(in, now);
	return c && is_subtype(in, c, b, now.e->at);
}

void restrict_constraint(Inst *in, const Member *m)
{
	Decl now = {m->decl, m->home};

	if (m->decl == m->first && !m->decl->constraint)
		return;
	if (map_find(&in->checked, map_key(m->decl)))
		return;
	map_put(&in->checked, map_key(m->decl), 1);
	if (m->decl->constraint && !check_pair(in, now, now))
		return;
	for (const Mod *mod = m->mod; mod; mod = mod->weaker) {
		Decl old = {mod->replace, mod->where};

		if (!old.e || old.e == now.e)
			continue;
		if (!check_pair(in, now, old))
			return;
		now = old;
	}
	if (m->first != now.e && m->first->kind == now.e->kind)
		check_pair(in, now, (Decl){m->first, m->first_home});
}
