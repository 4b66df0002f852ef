/* SPDX-License-Identifier: MIT
   lookup.c — names (MLS 5.3): the members of an instance, its class's imports, the enclosing scopes
   up to an encapsulated class, the root. */
#include "compiler/devs/devs.h"
#include "compiler/foreign/foreign.h"

#include <string.h>

/* The top-level class or predefined type of that name. */
static Node *root_class(Inst *in, Name name)
{
	Node *n = map_find_ptr(&in->builtins, name.i);
	const AstElement *e;

	if (n)
		return n;
	n = map_find_ptr(&in->classes, name.i);
	if (n)
		return n;
	e = library_root(in->lib, name);
	if (!e)
		return NULL;
	n = node_new(in, NODE_CLASS, in->root);
	n->name = name;
	n->decl = e;
	foreign_class_complete(in->sx, e->cls);
	n->def = e->cls;
	n->scope = in->root;
	map_put(&in->classes, name.i, map_key(n));
	return n;
}

/* The path of an import clause, from the root (MLS 13.2.1). NULL: none. */
static Node *from_root(Inst *in, const AstElement *e)
{
	const AstPath *path = e->import->path;
	Node *found = root_class(in, path->name[0]);

	for (uint32_t i = 1; i < path->n && found; i++) {
		Member *m = member_find(in, found, path->name[i]);

		if (!m || !restrict_import_of(in, e, found, m))
			return NULL;
		if (i + 1 == path->n && e->import->kind <= IMPORT_ALIAS && !restrict_import(in, e, found))
			return NULL;
		found = node_of(in, found->instance, m);
	}
	return found;
}

/* What `import A.*` brings under that name; NULL: nothing. */
static Node *from_all(Inst *in, const AstElement *e, Name name)
{
	Node *package = from_root(in, e);
	Member *m = package ? member_find(in, package, name) : NULL;

	if (!m || restrict_is_protected(m) || !restrict_import(in, e, package))
		return NULL;
	return node_of(in, package->instance, m);
}

static bool lists(const AstImport *import, Name name)
{
	for (uint32_t i = 0; i < import->n; i++)
		if (import->names[i].i == name.i)
			return true;
	return false;
}

/* The import clauses of a class, which are looked through once. */
typedef struct ImportTable {
	Map by_name;                 /* name -> the first clause that brings it by that name */
	VEC(const AstElement *) all; /* clauses that bring everything */
} ImportTable;

static void add_import(ImportTable *t, Name name, const AstElement *e)
{
	if (!map_find(&t->by_name, name.i))
		map_put(&t->by_name, name.i, map_key(e));
}

static const ImportTable *imports_of(Inst *in, const ClassDef *def)
{
	ImportTable *t = map_find_ptr(&in->imports, map_key(def));

	if (t)
		return t;
	t = NEW(in->keep, ImportTable);
	map_init(&t->by_name, arena_allocator(in->keep));
	for (uint32_t i = 0; i < def->n_elements; i++) {
		const AstElement *e = &def->elements[i];

		if (e->kind != EL_IMPORT)
			continue;
		if (e->import->kind == IMPORT_ALL)
			vec_push(arena_allocator(in->keep), &t->all, e);
		else if (e->import->kind == IMPORT_LIST)
			for (uint32_t k = 0; k < e->import->n; k++)
				add_import(t, e->import->names[k], e);
		else
			add_import(t, e->name, e);
	}
	map_put(&in->imports, map_key(def), map_key(t));
	return t;
}

/* The class or constant that an import clause of this class brings under that name. */
static Node *imported(Inst *in, const ClassDef *def, Name name)
{
	const ImportTable *t = def->n_imports ? imports_of(in, def) : NULL;
	const AstElement *e = t ? map_find_ptr(&t->by_name, name.i) : NULL;
	Node *found = NULL;

	if (e) {
		found = from_root(in, e);
		return found && lists(e->import, name) ? member_node(in, found, name) : found;
	}
	for (size_t i = 0; t && i < t->all.n; i++) {
		const AstElement *next = t->all.at[i];
		Node *other = from_all(in, next, name);

		if (found && other && other != found)
			restrict_import_twice(in, e, next, name);
		if (found || !other)
			continue;
		found = other;
		e = next;
	}
	return found;
}

static void report_import(Inst *in, const AstElement *e, Name name, const Node *package)
{
	diag_older(in->diag, NULL, syntax_span(e->at), E_IMPORT,
			   "there is no '%s'%s%s%s to be imported", intern_text(in->sx->names, name),
			   package ? " in '" : "", package ? node_name(in, package) : "", package ? "'" : "");
}

/* Literals of an enumeration are no members of it, and may be imported. */
static bool has_literal(Inst *in, Node *n, Name name)
{
	const Type *type = node_basic(in, n);

	for (int i = 0; type && type->kind == TY_ENUM && i < type->n_fields; i++)
		if (type->field[i].name.i == name.i)
			return true;
	return false;
}

/* Whether what a clause names exists, though nothing may use it. */
static void check_import(Inst *in, const AstElement *e)
{
	const AstPath *path = e->import->path;
	Node *found = root_class(in, path->name[0]);

	if (!found)
		report_import(in, e, path->name[0], NULL);
	for (uint32_t i = 1; found && found->kind == NODE_CLASS && i < path->n; i++) {
		Member *m = member_find(in, found, path->name[i]);
		bool is_last = i + 1 == path->n && e->import->n == 0 && e->import->kind != IMPORT_ALL;

		if (!m && !(is_last && has_literal(in, found, path->name[i])))
			report_import(in, e, path->name[i], found);
		found = m ? node_of(in, found->instance, m) : NULL;
	}
	for (uint32_t k = 0; found && found->kind == NODE_CLASS && k < e->import->n; k++)
		if (!member_find(in, found, e->import->names[k]) &&
			!has_literal(in, found, e->import->names[k]))
			report_import(in, e, e->import->names[k], found);
}

/* MLS 13.2.1: an import clause names a definition of a package, whether it is used or not. */
void lookup_check_imports(Inst *in)
{
	for (size_t k = 0; k < in->importers.n && !diag_full(in->diag); k++)
		for (uint32_t i = 0; i < in->importers.at[k]->n_elements; i++)
			if (in->importers.at[k]->elements[i].kind == EL_IMPORT)
				check_import(in, &in->importers.at[k]->elements[i]);
}

/* The class that the first n names of a path lead to, from the root; NULL: none. */
static Node *class_at(Inst *in, const AstPath *path, uint32_t n)
{
	Node *found = n > 0 ? root_class(in, path->name[0]) : NULL;

	for (uint32_t i = 1; i < n && found && found->kind == NODE_CLASS; i++)
		found = member_node(in, found, path->name[i]);
	return found && found->kind == NODE_CLASS ? found : NULL;
}

const Type *lookup_literal(Inst *in, Node *n, Name name, Name *literal)
{
	for (; n && n != in->root; n = n->scope) {
		const ImportTable *t = n->def && n->def->n_imports ? imports_of(in, n->def) : NULL;
		const AstElement *e = t ? map_find_ptr(&t->by_name, name.i) : NULL;
		const AstPath *path = e ? e->import->path : NULL;
		bool listed = e && lists(e->import, name);
		Node *cls = e ? class_at(in, path, path->n - !listed) : NULL;
		const Type *type = cls ? node_basic(in, cls) : NULL;

		*literal = listed ? name : path ? path->name[path->n - 1] : (Name){0};
		if (type && type->kind == TY_ENUM)
			return type;
		if (n->def && (n->def->flags & CF_ENCAPSULATED))
			return NULL;
	}
	return NULL;
}

/* Only what the text of n itself declares. */
static Node *own_member(Inst *in, Node *n, Name name)
{
	if (!n->def || !library_find(in->lib, n->def, name))
		return NULL;
	return member_node(in, n, name);
}

/* One of the two is a component, the other a class. */
static Node *not_alike(Inst *in, Node *outer, const AstElement *inner)
{
	bool is_component = outer->decl->kind == EL_COMPONENT;

	if (outer->is_error)
		return NULL;
	diag_error(in->diag, syntax_span(outer->decl->at), E_NO_INNER,
			   "the outer '%s' is a %s, but the inner '%s' around it is a %s", node_name(in, outer),
			   is_component ? "component" : "class", node_name(in, outer),
			   is_component ? "class" : "component");
	diag_note(in->diag, syntax_span(inner->at), "the inner one is declared here");
	outer->is_error = true;
	return NULL;
}

/* Is it declared inner, or was it made so? */
static bool is_inner(const Member *m)
{
	return ((m->decl->prefix | m->first->prefix) & PX_INNER) || (m->node && m->node->is_made_inner);
}

/* The inner element around an outer one (MLS 5.4); NULL: there is none, or (is_error) it is of
   another kind. */
static Node *find_inner(Inst *in, Node *outer)
{
	for (Node *n = outer->owner ? outer->owner->owner : NULL; n; n = n->owner) {
		Member *m = n->kind == NODE_COMPONENT ? member_find(in, n, outer->name) : NULL;

		if (m && is_inner(m))
			return m->decl->kind == outer->decl->kind ? node_of(in, n, m)
													  : not_alike(in, outer, m->decl);
	}
	return NULL;
}

/* An outer class in an instance is the inner one around it; itself if there is none. */
static Node *without_outer(Inst *in, Node *n)
{
	Node *inner;

	if (n->kind != NODE_CLASS || !n->decl ||
		(n->decl->prefix & (PX_OUTER | PX_INNER)) != PX_OUTER || !n->owner ||
		n->owner->kind != NODE_COMPONENT)
		return n;
	inner = find_inner(in, n);
	return inner ? inner : n;
}

/* No member of n has that name, it is known: imports, enclosing scopes. */
static Node *beyond_members(Inst *in, const Node *n, Name name)
{
	Node *found = n->def ? imported(in, n->def, name) : NULL;

	if (found)
		return without_outer(in, found);
	if (n->def && (n->def->flags & CF_ENCAPSULATED))
		return map_find_ptr(&in->builtins, name.i);
	return lookup_simple(in, n->scope, name, LOOKUP_ANY);
}

Node *lookup_simple(Inst *in, Node *n, Name name, LookupFor what)
{
	bool own_only = what == LOOKUP_BASE;

	for (; n && n != in->root; n = n->scope) {
		Node *found = own_only ? own_member(in, n, name) : member_node(in, n, name);

		own_only = false; /* enclosing scopes are searched in full */
		if (!found && n->def)
			found = imported(in, n->def, name);
		if (found)
			return without_outer(in, found);
		if (n->def && (n->def->flags & CF_ENCAPSULATED))
			return map_find_ptr(&in->builtins, name.i);
	}
	if (what == LOOKUP_OPERATOR && !library_is_given(in->lib, name))
		return NULL;
	return root_class(in, name);
}

/* Reports */

static void suggest_name(const Inst *in, Suggest *s, Name name)
{
	suggest_add(s, intern_text(in->sx->names, name), intern_len(in->sx->names, name));
}

static void report_unknown(Inst *in, Node *n, const AstPath *path, uint32_t i, Node *in_class)
{
	Suggest s;
	Text hint;
	Name name = path->name[i];

	text_init(&hint, arena_heap(in->keep));
	suggest_init(&s, intern_text(in->sx->names, name), intern_len(in->sx->names, name));
	if (in_class) {
		const Name *names;
		uint32_t count = in_class->def ? library_names(in->lib, in_class->def, &names) : 0;

		for (uint32_t k = 0; k < count; k++)
			suggest_name(in, &s, names[k]);
	} else {
		lookup_suggest(in, n, &s);
	}
	suggest_text(&s, &hint);
	diag_error(in->diag, syntax_span(syntax_path_place(in->sx, path, i)), E_CLASS_UNKNOWN,
			   "there is no class '%s'%s%s%s%s", intern_text(in->sx->names, name),
			   in_class ? " in '" : "", in_class ? node_name(in, in_class) : "",
			   in_class ? "'" : "", text_str(&hint));
	text_free(&hint);
}

static void report_component(Inst *in, const AstPath *path, uint32_t i, const Node *found)
{
	diag_error(in->diag, syntax_span(syntax_path_place(in->sx, path, i)), E_LOOKUP,
			   "'%s' is a component: classes cannot be reached through it", node_name(in, found));
}

void lookup_suggest(Inst *in, Node *n, Suggest *s)
{
	const MapEntry *builtin;
	const Name *names;
	uint32_t count;

	for (; n && n != in->root; n = n->scope) {
		const ClassDef *def = n->def;

		for (uint32_t i = 0; def && i < def->n_elements; i++)
			if (def->elements[i].kind != EL_EXTENDS && def->elements[i].name.i)
				suggest_name(in, s, def->elements[i].name);
		for (uint32_t i = 0; i < n->n_member; i++)
			suggest_name(in, s, n->member[i]->name);
		if (def && (def->flags & CF_ENCAPSULATED))
			break;
	}
	for (size_t i = 0; (builtin = map_next(&in->builtins, &i));)
		suggest_name(in, s, (Name){(uint32_t)builtin->key});
	count = library_root_names(in->lib, &names);
	for (uint32_t i = 0; i < count; i++)
		suggest_name(in, s, names[i]);
}

static Node *member_called(Inst *in, Node *n, const char *name)
{
	return n ? member_node(in, n, intern_name(in->sx->names, name, strlen(name))) : NULL;
}

Node *lookup_native(Inst *in, const char *name)
{
	Node *lib = root_class(in, intern_name(in->sx->names, "DEVSLib", 7));

	return member_called(in, member_called(in, lib, "Native"), name);
}

/* From the first class of a path to the last. NULL: reported. */
static Node *along_path(Inst *in, Node *n, const AstPath *path, Node *found)
{
	if (!found) {
		report_unknown(in, n, path, 0, NULL);
		return NULL;
	}
	for (uint32_t i = 1; i < path->n; i++) {
		Member *m;

		if (found->kind != NODE_CLASS) {
			report_component(in, path, i - 1, found);
			return NULL;
		}
		m = member_find(in, found, path->name[i]);
		if (!m) {
			report_unknown(in, n, path, i, found);
			return NULL;
		}
		if (!restrict_is_reached(found, m) &&
			!restrict_step(in, found, m, syntax_path_place(in->sx, path, i)))
			return NULL;
		found = node_of(in, found->instance, m);
	}
	return devs_native(in, found);
}

static bool redeclares(const Mod *m)
{
	for (; m; m = m->weaker)
		for (uint32_t i = 0; m->ast && i < m->ast->n_args; i++)
			if (m->ast->args[i].kind != ARG_MODIFY)
				return true;
	return false;
}

/* Is it known that no member of the instance n has this name? All instances of a class have the
   same members unless modifiers redeclare something: so its class is asked, once for all. */
static bool is_no_member(Inst *in, const Node *n, Name name)
{
	const Node *base = n;

	if (n->kind == NODE_CLASS || !n->cls || n->cls->kind != NODE_CLASS || n->cls->def != n->def ||
		n->cls->scope != n->scope || n->bases_mark != MARK_DONE || n->is_error ||
		n->cls->bases_mark == MARK_BUSY)
		return false;
	for (; base->kind == NODE_BASE; base = base->owner)
		if (redeclares(base->mod))
			return false;
	return !redeclares(base->mod) && !member_find(in, n->cls, name);
}

/* Where a path has led to: the same from every text of a class in the same scope. */
typedef struct PathEnd {
	const ClassDef *def; /* from the text of this class */
	const Node *scope;   /* which lies here */
	Node *found;         /* the last class */
} PathEnd;

Node *lookup_class(Inst *in, Node *n, const AstPath *path, LookupFor what)
{
	PathEnd *seen;
	Node *found;

	if (path->is_global)
		return along_path(in, n, path, root_class(in, path->name[0]));
	if (what != LOOKUP_ANY || !is_no_member(in, n, path->name[0]))
		return along_path(in, n, path, lookup_simple(in, n, path->name[0], what));
	seen = map_find_ptr(&in->paths, map_key(path));
	if (seen && seen->def == n->def && seen->scope == n->scope)
		return seen->found;
	found = along_path(in, n, path, beyond_members(in, n, path->name[0]));
	if (!found || found->kind != NODE_CLASS)
		return found;
	if (!seen)
		seen = NEW(in->tree, PathEnd);
	*seen = (PathEnd){n->def, n->scope, found};
	map_put(&in->paths, map_key(path), map_key(seen));
	return found;
}

/* Inner and outer (MLS 5.4) */

/* An outer component without an inner one gets one at the top (MLS 5.4), if its class allows it. */
static Node *make_inner(Inst *in, Node *outer)
{
	Node *top = in->top, *n;
	Member *m;

	if (!node_class(in, outer) || (outer->def && (outer->def->flags & CF_PARTIAL)))
		return NULL;
	m = NEW(in->keep, Member);
	*m = (Member){.name = outer->name, .decl = outer->decl, .first = outer->decl};
	n = node_new(in, NODE_COMPONENT, top);
	n->name = outer->name;
	n->decl = outer->decl;
	n->home = outer->home;
	n->prefix = (uint16_t)((outer->prefix & ~PX_OUTER) | PX_INNER);
	n->is_made_inner = true;
	m->home = m->first_home = outer->home;
	m->node = n;
	member_add(in, top, m);
	diag_warning(in->diag, syntax_span(outer->decl->at), W_INNER_MADE,
				 "'%s' is outer, but nothing around it declares an inner '%s': one has been added",
				 node_name(in, outer), node_name(in, outer));
	return flatten_component(in, n) ? n : NULL;
}

Node *lookup_inner(Inst *in, Node *outer)
{
	Node *found = find_inner(in, outer);

	if (found)
		return found;
	if (outer->is_error)
		return NULL;
	found = outer->decl->kind == EL_COMPONENT ? make_inner(in, outer) : NULL;
	if (found)
		return found;
	diag_error(in->diag, syntax_span(outer->decl->at), E_NO_INNER,
			   "'%s' is outer, but no component around it declares an inner '%s'",
			   node_name(in, outer), node_name(in, outer));
	outer->is_error = true;
	return NULL;
}
