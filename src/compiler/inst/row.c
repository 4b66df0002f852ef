/* SPDX-License-Identifier: MIT
   row.c — a row of elements of an array of components whose parts are made when they are asked for.
   The first two elements are made as any component is. If the array's modifiers are for each
   element and nothing in the second one needs to be looked at in every element (a connection, a
   when-clause, an algorithm, an inner or outer part), the others have its variables and paths, as
   many behind those of the second as there are elements between, and no parts: these are made like
   those of any other component, but find their variables there (node_of). Passes that visit all
   components leave such elements out; what is elaborated is repeated (repeat.c). Half of the memory
   of a large model is saved, and half of the time to instantiate it. Only of arrays that are no
   part of another array's element. O(variables) for each element. */
#include "compiler/inst/inst.h"

enum { LIKE = 1 }; /* the element that the others are like: the first makes what all share */

/* Of an array: what its elements behind the second have is that of the second, moved. */
struct Row {
	Node *like;               /* the second element */
	DeclId decl;              /* its first declaration */
	PathId path;              /* its own path, the first of them */
	int32_t n_decls, n_paths; /* how many it has, with those of its parts */
	int32_t n_vars;           /* variables of the declarations */
	size_t n_text;            /* length of its name, with which those of its variables begin */
};

/* What there is before an element is made. */
typedef struct Before {
	size_t n_decls, n_paths; /* of the flat model */
	size_t n_other;          /* of all else that it might make */
} Before;

static Before take_note(const Inst *in)
{
	const FlatModel *m = in->flat;

	return (Before){m->decls.n, m->paths.n,
					m->algs.n + m->fns.n + m->objects.n + m->families.n + m->eqs.n +
						in->diag->items.n + in->pool->n_sites + in->n_own};
}

/* Has the text of n, or of a class it extends, nothing that each element must be visited for? */
static bool is_plain_text(const Inst *in, const Node *n)
{
	for (uint32_t i = 0; i < n->n_base; i++)
		if (!is_plain_text(in, n->base[i]))
			return false;
	for (uint32_t i = 0; n->def && i < n->def->n_sections; i++)
		if (n->def->sections[i].kind & SECTION_ALGORITHM ||
			section_has_kind(in, &n->def->sections[i], AS_CONNECT) ||
			section_has_kind(in, &n->def->sections[i], AS_WHEN))
			return false;
	return true;
}

/* The same of all its parts, which are counted. */
static bool is_plain(const Inst *in, const Node *n, Row *r)
{
	if (n->is_error || n->is_made_inner || n->prefix & (PX_INNER | PX_OUTER) ||
		(n->def && n->def->kind == CLS_EXPANDABLE_CONNECTOR) || !is_plain_text(in, n))
		return false;
	r->n_decls += n->flat_decl.i >= 0;
	r->n_paths += n->path.i >= 0;
	for (uint32_t i = 0; i < n->n_element; i++)
		if (!is_plain(in, n->element[i], r))
			return false;
	for (uint32_t i = 0; i < n->n_member; i++)
		if (n->member[i]->decl->kind == EL_COMPONENT && n->member[i]->node &&
			!is_plain(in, n->member[i]->node, r))
			return false;
	return true;
}

/* A row of which the element, just made, is the second; NULL: all elements are to be made. */
static Row *new_row(Inst *in, Node *like, const Before *before)
{
	const FlatModel *m = in->flat;
	Before now = take_note(in);
	Row r = {.like = like, .decl = {(int32_t)before->n_decls}, .path = {(int32_t)before->n_paths}},
		*row;

	if (in->devs || now.n_other != before->n_other || now.n_decls == before->n_decls ||
		!is_plain(in, like, &r) || (size_t)r.n_decls != now.n_decls - before->n_decls ||
		(size_t)r.n_paths != now.n_paths - before->n_paths || like->path.i != r.path.i)
		return NULL;
	r.n_vars = (int32_t)m->vars.n - m->decls.at[r.decl.i].first.i;
	text_clear(&in->text);
	node_text(in, like, &in->text);
	r.n_text = in->text.n;
	row = NEW(in->tree, Row);
	*row = r;
	map_put(&in->rows, map_key(like->owner), map_key(row));
	return row;
}

/* Has nobody asked for parts of it yet? */
static bool is_fresh(const Inst *in, const Row *r, const Node *n)
{
	return !n->table && n->members_mark == MARK_NEW && n->bases_mark == MARK_NEW && n->path.i < 0 &&
		   in->flat->vars.n + (size_t)r->n_vars <= FLAT_MAX_VARS;
}

/* Room for n elements more, so that nothing is moved on the way. */
static void make_room(Inst *in, const Row *r, size_t n)
{
	FlatModel *m = in->flat;
	const MdvAlloc *a = arena_allocator(m->keep);
	size_t n_decls = n * (size_t)r->n_decls, n_vars = m->vars.n + n * (size_t)r->n_vars;

	if (n_vars > FLAT_MAX_VARS)
		return; /* there will not be so many */
	(void)vec_reserve(a, &m->paths, m->paths.n + n * (size_t)r->n_paths);
	(void)vec_reserve(a, &m->decls, m->decls.n + n_decls);
	(void)vec_reserve(a, &m->vars, n_vars);
	(void)vec_reserve(arena_allocator(in->tree), &in->decl_node, in->decl_node.n + n_decls);
}

static void add_paths(Inst *in, const Row *r, Node *n)
{
	FlatModel *m = in->flat;
	int32_t by = (int32_t)m->paths.n - r->path.i;

	text_clear(&in->text);
	node_own_text(in, n, &in->text);
	n->path = flat_add_path(m, m->paths.at[r->path.i].parent, flat_name(m, text_str(&in->text)),
							m->paths.at[r->path.i].class_name, m->paths.at[r->path.i].at);
	for (int32_t i = 1; i < r->n_paths; i++) {
		FlatPath p = m->paths.at[r->path.i + i];

		flat_add_path(m, (PathId){p.parent.i + by}, p.name, p.class_name, p.at);
	}
}

/* The names of the element's variables: its own before what those of the other one end with. */
static const Name *name_decls(Inst *in, const Row *r, const Node *n)
{
	const Intern *names = in->sx->names;
	const FlatDecl *like = in->flat->decls.at + r->decl.i;
	Name *name = NEW_ARRAY(in->scratch, Name, r->n_decls);
	size_t *end = NEW_ARRAY(in->scratch, size_t, r->n_decls);
	Text own;

	text_init(&own, arena_allocator(in->scratch));
	node_text(in, n, &own);
	text_clear(&in->text);
	for (int32_t i = 0; i < r->n_decls; i++) {
		text_add(&in->text, text_str(&own), own.n);
		text_add(&in->text, intern_text(names, like[i].name) + r->n_text,
				 intern_len(names, like[i].name) - r->n_text);
		end[i] = in->text.n;
	}
	(void)intern_names(in->sx->names, text_str(&in->text), end, (size_t)r->n_decls, name);
	return name;
}

static void add_decls(Inst *in, const Row *r, Node *n)
{
	FlatModel *m = in->flat;
	int32_t by = n->path.i - r->path.i;
	ArenaMark mark = arena_mark(in->scratch);
	const Name *name = name_decls(in, r, n);

	for (int32_t i = 0; i < r->n_decls; i++) {
		FlatDecl d = m->decls.at[r->decl.i + i];
		int32_t first = d.first.i;
		DeclId id;

		d.name = name[i];
		d.path.i += by;
		id = flat_add_decl(m, &d);
		for (int32_t k = 0; k < flat_decl_size(&d); k++)
			m->vars.at[m->decls.at[id.i].first.i + k].attrs = m->vars.at[first + k].attrs;
		vec_push(arena_allocator(in->tree), &in->decl_node, n);
	}
	arena_release(in->scratch, mark);
}

/* Is it a part of an element of another array? */
static bool is_in_element(const Inst *in, const Node *n)
{
	for (; n && n != in->top; n = n->owner)
		if (n->index)
			return true;
	return false;
}

bool row_elements(Inst *in, Node *array)
{
	bool may = array->n_element >= REPEAT_LEAST && !in->devs && array->def &&
			   (array->def->kind == CLS_MODEL || array->def->kind == CLS_BLOCK) &&
			   repeat_is_for_each(array->mod) && !is_in_element(in, array);
	bool ok = true;
	Row *row = NULL;

	for (uint32_t i = 0; i < array->n_element && !in->is_too_deep; i++) {
		Node *n = array->element[i];
		Before before = take_note(in);

		if (row && is_fresh(in, row, n)) {
			add_paths(in, row, n);
			add_decls(in, row, n);
			n->is_late = true;
			continue;
		}
		row = NULL; /* elements of a row are neighbours */
		ok &= flatten_components(in, n);
		if (may && ok && i == LIKE)
			row = new_row(in, n, &before);
		if (row)
			make_room(in, row, array->n_element - 1 - i);
	}
	return ok;
}

Node *row_like(const Inst *in, const Node *late)
{
	const Row *r = map_find_ptr(&in->rows, map_key(late->owner));

	return r->like;
}

RowDistance row_distance(const Inst *in, const Node *late)
{
	const Row *r = map_find_ptr(&in->rows, map_key(late->owner));
	int32_t steps = (late->path.i - r->path.i) / r->n_paths;

	return (RowDistance){steps * r->n_decls, steps * r->n_paths, steps * r->n_vars};
}

/* The place of an element in its array. */
static uint32_t place_of(const Node *element)
{
	uint32_t at = 0;

	for (int32_t d = 0; d < element->n_index; d++)
		at = at * (uint32_t)element->owner->dim[d].n + (uint32_t)(element->index[d] - 1);
	return at;
}

/* For a part of an element with parts made late: the same part of the element that it is like, and
   the element; NULL: it is no such part. As deep as components are nested. */
static Node *like_part(Inst *in, const Node *n, const Node **late)
{
	Node *whole;

	if (n->is_late) {
		*late = n;
		return row_like(in, n);
	}
	if (!n->owner || n == in->top || n->kind == NODE_CLASS)
		return NULL;
	whole = like_part(in, n->owner, late);
	if (!whole)
		return NULL;
	return n->index ? whole->element[place_of(n)] : member_node(in, whole, n->name);
}

DeclId row_decl(Inst *in, const Node *n)
{
	const Node *late;
	const Node *like = in->rows.n ? like_part(in, n, &late) : NULL;

	return like ? (DeclId){like->flat_decl.i + row_distance(in, late).decls} : (DeclId){-1};
}

PathId row_path(Inst *in, const Node *n)
{
	const Node *late;
	const Node *like = in->rows.n ? like_part(in, n, &late) : NULL;

	return like ? (PathId){like->path.i + row_distance(in, late).paths} : (PathId){-1};
}

static Node *late_part(Inst *in, Node *late, const Node *like, const Node *part)
{
	Node *whole;

	if (part == like)
		return late;
	whole = late_part(in, late, like, part->owner);
	return part->index ? whole->element[place_of(part)] : member_node(in, whole, part->name);
}

Node *row_part(Inst *in, Node *late, const Node *like)
{
	return late_part(in, late, row_like(in, late), like);
}

const Node *row_like_of_decl(const Inst *in, DeclId decl)
{
	const Node *n = in->decl_node.at[decl.i];

	return n && n->is_late ? in->decl_node.at[decl.i - row_distance(in, n).decls] : n;
}

Node *row_node_of_decl(Inst *in, DeclId decl)
{
	Node *n = in->decl_node.at[decl.i];

	return n && n->is_late ? row_part(in, n, row_like_of_decl(in, decl)) : n;
}

void row_make_parts(Inst *in, Node *n)
{
	if (!n->is_late || !member_list(in, n))
		return;
	for (uint32_t i = 0; i < n->n_member; i++)
		if (n->member[i]->decl->kind == EL_COMPONENT)
			node_of(in, n, n->member[i]);
}

void row_make_all(Inst *in, Node *n)
{
	row_make_parts(in, n);
	for (uint32_t i = 0; i < n->n_element; i++)
		row_make_all(in, n->element[i]);
	for (uint32_t i = 0; i < n->n_member; i++)
		if (n->member[i]->decl->kind == EL_COMPONENT && n->member[i]->node)
			row_make_all(in, n->member[i]->node);
}
