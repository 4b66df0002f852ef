/* SPDX-License-Identifier: MIT
   member.c — what a class has (MLS 5.6, 7.1, 7.3). The members of an instance are in one table, by
   name, at the instance; the text of a base class sees those of them that the base class has. So a
   redeclaration is seen from everywhere, and what only the heir declares is not seen from a base.
 */
#include "compiler/inst/inst.h"

#include <string.h>

enum { MAX_INHERITANCE = 1000 };

/* Bases */

/* What is wrong with cls as a base of n; NULL: nothing. */
static const char *bad_base(const Node *n, const Node *cls)
{
	int depth = 0;

	for (; n; n = n->kind == NODE_BASE ? n->owner : NULL) {
		if (n->def && n->def == cls->def && n->scope == cls->scope)
			return "extends itself";
		if (++depth > MAX_INHERITANCE)
			return "is inherited through more than 1,000 classes";
	}
	return NULL;
}

static bool add_base(Inst *in, Node *n, Node *cls, const Mod *own, Place at)
{
	const char *wrong;
	Node *base;

	if (cls->kind != NODE_CLASS) {
		diag_error(in->diag, syntax_span(at), E_NOT_A_CLASS, "'%s' is a component, not a class",
				   node_name(in, cls));
		return false;
	}
	wrong = bad_base(n, cls);
	if (wrong) {
		diag_error(in->diag, syntax_span(at), E_EXTENDS_CYCLE, "'%s' %s", node_name(in, cls),
				   wrong);
		return false;
	}
	base = node_new(in, NODE_BASE, n);
	base->instance = n->instance;
	base->name = cls->name;
	base->def = cls->def;
	base->basic = cls->basic;
	base->scope = cls->scope;
	base->cls = cls;
	base->replaced = cls->replaced;
	own = mod_append(in, own, mod_of_class(in, cls->mod));
	base->mod =
		n->def->form == FORM_SHORT ? mod_with_own(in, n->mod, own) : mod_append(in, n->mod, own);
	n->base[n->n_base++] = base;
	return true;
}

static bool add_extends(Inst *in, Node *n)
{
	bool ok = true;

	for (uint32_t i = 0; i < n->def->n_elements; i++) {
		const AstElement *e = &n->def->elements[i];
		Node *cls;

		if (e->kind != EL_EXTENDS)
			continue;
		cls = lookup_class(in, n, e->extends->base, LOOKUP_BASE);
		ok &= cls && restrict_base(in, n, cls, e) &&
			  add_base(in, n, cls, mod_new(in, &e->extends->mod, n, NULL, e->at), e->at);
		if (!ok) /* bases are found by their position: keep the count right */
			break;
	}
	return ok;
}

bool member_bases(Inst *in, Node *n)
{
	const ClassDef *def = n->def;
	bool ok = true;

	if (n->bases_mark == MARK_DONE)
		return !n->is_error;
	if (n->bases_mark == MARK_BUSY)
		return true; /* a lookup through a class whose bases are being looked up: none yet */
	n->bases_mark = MARK_BUSY;
	if (def) {
		n->base = NEW_ARRAY(in->tree, Node *, def->n_extends + 1);
		if (def->form == FORM_SHORT) {
			Node *cls = lookup_class(in, n->scope, def->base, LOOKUP_ANY);

			ok = cls && restrict_base(in, n, cls, NULL) &&
				 add_base(in, n, cls, mod_new(in, def->mod, n->scope, NULL, def->at), def->at);
		} else if (def->form == FORM_EXTENDS && n->replaced) {
			ok = add_base(in, n, n->replaced, mod_new(in, def->mod, n, NULL, def->at), def->at);
		}
		ok = ok && add_extends(in, n);
	}
	if (n->n_base)
		vec_push(arena_allocator(in->tree), &in->heirs, n);
	n->is_error |= !ok;
	n->bases_mark = MARK_DONE;
	return ok;
}

/* Members */

typedef struct {
	const AstElement *decl; /* found; or NULL */
	Node *home;             /* where */
} Found;

/* Does this extends clause deselect the name (MLS 7.4)? */
static bool is_broken(const Node *base, Name name)
{
	const Mod *m = base->mod;

	for (; m; m = m->weaker)
		for (uint32_t i = 0; m->where == base->owner && m->ast && i < m->ast->n_args; i++)
			if (m->ast->args[i].kind == ARG_BREAK && m->ast->args[i].name.i == name.i)
				return true;
	return false;
}

bool member_is_broken(const Node *n, Name name)
{
	for (; n && n->kind == NODE_BASE; n = n->owner)
		if (is_broken(n, name))
			return true;
	return false;
}

static Name first_name(const AstExpr *e)
{
	AstPart one;
	uint32_t n;

	if (e->kind != AX_NAME && e->kind != AX_REF)
		return (Name){0};
	return syntax_parts(e, &one, &n)[0].name;
}

bool member_is_broken_connect(Inst *in, const Node *n, const AstExpr ends[2])
{
	for (; n && n->kind == NODE_BASE; n = n->owner) {
		if (is_broken(n, first_name(&ends[0])) || is_broken(n, first_name(&ends[1])))
			return true;
		for (const Mod *m = n->mod; m; m = m->weaker)
			for (uint32_t i = 0; m->where == n->owner && m->ast && i < m->ast->n_args; i++) {
				const AstArg *arg = &m->ast->args[i];

				if (arg->kind == ARG_BREAK_CONNECT &&
					syntax_same_expr(in->sx, &arg->connect[0], &ends[0]) &&
					syntax_same_expr(in->sx, &arg->connect[1], &ends[1]))
					return true;
			}
	}
	return false;
}

static Found find_own(Inst *in, Node *n, Name name)
{
	const AstElement *e = n->def ? library_find(in->lib, n->def, name) : NULL;

	return (Found){e, e ? n : NULL};
}

static Found find_inherited(Inst *in, Node *n, Name name)
{
	Found f = {NULL, NULL};

	member_bases(in, n);
	for (uint32_t i = 0; i < n->n_base && !f.decl; i++) {
		if (is_broken(n->base[i], name))
			continue;
		f = find_own(in, n->base[i], name);
		if (!f.decl)
			f = find_inherited(in, n->base[i], name);
	}
	return f;
}

static bool is_redeclaring(const AstElement *e)
{
	return (e->prefix & PX_REDECLARE) || (e->kind == EL_CLASS && e->cls->form == FORM_EXTENDS);
}

/* The modification that a declaration itself carries. */
static const Mod *own_mod(Inst *in, const AstElement *e, Node *home)
{
	if (e->kind != EL_COMPONENT || !e->component->mod)
		return NULL;
	return mod_new(in, e->component->mod, home, NULL, e->at);
}

/* What the original declaration gives to an element that replaces it: the modifiers of its
   constraining clause or, if it has none, its own (MLS 7.3.2). */
static const Mod *constraint_mod(Inst *in, const AstElement *first, Node *home)
{
	if (first->constraint)
		return mod_of_constraint(in, &first->constraint->mod, home, first->at);
	if (first->kind == EL_CLASS)
		return first->cls->form == FORM_SHORT && first->cls->mod
				   ? mod_of_constraint(in, first->cls->mod, home, first->at)
				   : NULL;
	return own_mod(in, first, home);
}

/* Settle which declaration counts and collect its modifiers. */
static void settle(Inst *in, Member *m, Found found, Found first)
{
	const Mod *outer = mod_of_member(in->tree, found.home->mod, m->name, NULL), *replacing;

	m->decl = found.decl;
	m->home = found.home;
	m->first = first.decl ? first.decl : found.decl;
	m->first_home = first.decl ? first.home : found.home;
	replacing = mod_redeclaration(outer);
	if (replacing) {
		m->first = m->decl;
		m->first_home = m->home;
		m->decl = replacing->replace;
		m->home = replacing->where;
	}
	/* Modifiers from outside, then the replacing declaration's, then the original's. A modifier
	   with a redeclaration carries that one's own modification (mod.c). */
	m->mod = outer;
	if (!replacing)
		m->mod = mod_append(in, m->mod, own_mod(in, m->decl, m->home));
	if (m->decl->constraint)
		m->mod = mod_append(in, m->mod,
							mod_of_constraint(in, &m->decl->constraint->mod, m->home, m->decl->at));
	for (const Mod *x = replacing ? replacing->weaker : NULL; x; x = x->weaker)
		if (x->replace && x->replace->constraint) /* it was replaced in turn */
			m->mod = mod_append(
				in, m->mod,
				mod_of_constraint(in, &x->replace->constraint->mod, x->where, x->replace->at));
	if (m->decl != m->first && m->first->kind == m->decl->kind)
		m->mod = mod_append(in, m->mod, constraint_mod(in, m->first, m->first_home));
	restrict_redeclaration(in, m, found.decl, first.decl, outer);
}

static Map *table_of(Inst *in, Node *n)
{
	if (!n->table) {
		n->table = NEW(in->tree, Map);
		map_init(n->table, arena_allocator(in->tree));
		restrict_text(in, n->def);
	}
	return n->table;
}

static Member *find_in_instance(Inst *in, Node *n, Name name)
{
	Found found = find_own(in, n, name), first = {NULL, NULL};
	Member *m;

	if (!found.decl)
		found = find_inherited(in, n, name);
	if (!found.decl)
		return NULL;
	if (is_redeclaring(found.decl))
		first = find_inherited(in, found.home, name);
	m = NEW(in->tree, Member);
	m->name = name;
	settle(in, m, found, first);
	return m;
}

Member *member_find(Inst *in, Node *n, Name name)
{
	Map *table = table_of(in, n);
	uint64_t *seen = map_find(table, name.i);
	Member *m = NULL;

	if (seen)
		return (Member *)(uintptr_t)*seen;
	if (n->kind != NODE_BASE)
		m = find_in_instance(in, n, name);
	else if (find_own(in, n, name).decl || find_inherited(in, n, name).decl)
		m = member_find(in, n->instance, name);
	if (n->bases_mark != MARK_BUSY) /* else it may be inherited after all */
		map_put(table, name.i, map_key(m));
	return m;
}

bool member_has(Inst *in, Node *n, Name name)
{
	return find_own(in, n, name).decl || find_inherited(in, n, name).decl;
}

Node *member_node(Inst *in, Node *n, Name name)
{
	Member *m = member_find(in, n, name);

	return m ? node_of(in, n->instance, m) : NULL;
}

const AstElement *member_inherited(Inst *in, Node *n, Name name, Node **home)
{
	Found f = find_inherited(in, n, name);

	*home = f.home;
	return f.decl;
}

/* Lists */

typedef VEC(Member *) MemberVec;

static bool collect(Inst *in, Node *instance, Node *n, MemberVec *out)
{
	uint32_t i_base = 0;

	if (!member_bases(in, n))
		return false;
	if (n->def && n->def->form != FORM_LONG && n->n_base > n->def->n_extends)
		if (!collect(in, instance, n->base[i_base++], out))
			return false;
	for (uint32_t i = 0; n->def && i < n->def->n_elements; i++) {
		const AstElement *e = &n->def->elements[i];
		Member *m;

		if (e->kind == EL_EXTENDS && !collect(in, instance, n->base[i_base++], out))
			return false;
		if (e->kind != EL_COMPONENT && e->kind != EL_CLASS)
			continue;
		if (member_is_broken(n, e->name))
			continue;
		m = member_find(in, instance, e->name);
		if (m)
			restrict_inherited(in, m, e, n);
		if (!m || m->is_listed)
			continue;
		m->is_listed = true;
		vec_push(arena_allocator(in->scratch), out, m);
	}
	return true;
}

bool member_list(Inst *in, Node *n)
{
	ArenaMark mark = arena_mark(in->scratch);
	MemberVec list = {0};
	bool ok;

	if (n->members_mark == MARK_DONE)
		return !n->is_error;
	n->members_mark = MARK_DONE;
	ok = collect(in, n, n, &list);
	if (ok && list.n > 0) {
		n->member = NEW_ARRAY(in->tree, Member *, list.n);
		memcpy(n->member, list.at, list.n * sizeof *list.at);
		n->n_member = (uint32_t)list.n;
	}
	n->is_error |= !ok;
	arena_release(in->scratch, mark);
	return ok;
}

void member_add(Inst *in, Node *n, Member *m)
{
	Member **list = NEW_ARRAY(in->tree, Member *, n->n_member + 1);

	if (n->n_member)
		memcpy(list, n->member, n->n_member * sizeof *list);
	list[n->n_member++] = m;
	n->member = list;
	m->is_listed = true;
	map_put(table_of(in, n), m->name.i, map_key(m));
}
