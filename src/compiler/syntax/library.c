/* SPDX-License-Identifier: MIT
   library.c — from names to files (MLS 13.4). A file is read when a name in it is looked up, and
   once. A package in a folder knows its children from one listing of the folder; none is opened. */
#include "compiler/syntax/library.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

Library *library_new(Syntax *sx)
{
	Library *lib = NEW(sx->keep, Library);

	lib->sx = sx;
	lib->alloc = arena_allocator(sx->keep);
	map_init(&lib->user, lib->alloc);
	map_init(&lib->roots, lib->alloc);
	map_init(&lib->file_root, lib->alloc);
	map_init(&lib->wanted, lib->alloc);
	return lib;
}

LibraryStats library_stats(const Library *lib)
{
	return lib->stats;
}

bool library_exists(const char *path)
{
	return access(path, R_OK) == 0;
}

char *library_join(Library *lib, const char *dir, const char *name, const char *suffix)
{
	size_t len = strlen(dir);

	return arena_printf(lib->sx->keep, "%s%s%s%s", dir, len > 0 && dir[len - 1] == '/' ? "" : "/",
						name, suffix);
}

void library_put(Map *map, Name key, const void *value)
{
	map_put(map, key.i, (uint64_t)(uintptr_t)value);
}

LibraryNode *library_node_new(Library *lib, Name name, const char *path, const char *dir)
{
	LibraryNode *node = NEW(lib->sx->keep, LibraryNode);

	node->name = name;
	node->path = path;
	node->dir = dir;
	map_init(&node->children, lib->alloc);
	return node;
}

/* -- reading a file ----------------------------------------------------------------------- */

bool library_entered(Syntax *sx, SourceStatus status, const char *name)
{
	if (status == SOURCE_NO_MEMORY)
		arena_no_memory(sx->keep);
	else if (status == SOURCE_TOO_LARGE)
		diag_error(sx->diag, SPAN_NONE, E_FILE_LARGE, "%s is larger than 2 GB", name);
	else if (status == SOURCE_CANNOT_READ)
		diag_error(sx->diag, SPAN_NONE, E_FILE_READ, "%s cannot be read: %s", name,
				   file_error(errno));
	return status == SOURCE_OK;
}

bool library_read(Library *lib, const char *path, uint32_t *file)
{
	if (library_entered(lib->sx, source_read(lib->sx->sources, path, SIZE_MAX, file), path)) {
		lib->stats.n_files++;
		lib->stats.n_bytes += source_get(lib->sx->sources, *file)->len;
		if (*file <= PLACE_MAX_FILE)
			return true;
		diag_error(lib->sx->diag, SPAN_NONE, E_FILE_LARGE, "more than %u files", PLACE_MAX_FILE);
	}
	return false;
}

/* The class of the file that is called as the file is. */
static AstElement *own_class(Library *lib, LibraryNode *node, const StoredDef *s)
{
	const char *name = intern_text(lib->sx->names, node->name);
	Span start = {s->file, 0, 0};

	if (s->n == 1 && s->classes[0].name.i == node->name.i)
		return &s->classes[0];
	if (s->n == 0) {
		if (!s->failed)
			diag_error(lib->sx->diag, start, E_LIBRARY_CLASS,
					   "this file defines no class; '%s' is "
					   "expected here",
					   name);
		return NULL;
	}
	for (uint32_t i = 0; i < s->n; i++)
		if (s->classes[i].name.i != node->name.i) {
			diag_error(
				lib->sx->diag, syntax_span(s->classes[i].at), E_LIBRARY_CLASS,
				"a file of a library defines the one class that it is named after: '%s', not "
				"'%s'",
				name, intern_text(lib->sx->names, s->classes[i].name));
			break;
		}
	for (uint32_t i = 0; i < s->n; i++)
		if (s->classes[i].name.i == node->name.i)
			return &s->classes[i];
	return NULL;
}

static bool is_path_of(const AstPath *p, const ClassDef *c)
{
	uint32_t i = p ? p->n : 0;

	for (; c && i > 0; c = c->parent)
		if (p->name[--i].i != c->name.i)
			return false;
	return !c && i == 0;
}

/* The within clause must name the package that the file lies in (MLS 13.4.3). */
static void check_within(Library *lib, const LibraryNode *node, const StoredDef *s)
{
	Span at = s->within ? syntax_span(s->within->at) : (Span){s->file, 0, 0};
	Text parent;

	if (is_path_of(s->within, node->parent) || s->failed)
		return;
	text_init(&parent, arena_heap(lib->sx->keep));
	if (node->parent)
		syntax_class_text(lib->sx, node->parent, &parent);
	if (!node->parent)
		diag_error(lib->sx->diag, at, E_WITHIN,
				   "this file is found as a top-level class: 'within' must name no package");
	else
		diag_error(lib->sx->diag, at, E_WITHIN,
				   "this file lies in package %s: write 'within %s;' at its beginning",
				   text_str(&parent), text_str(&parent));
	text_free(&parent);
}

void library_node_adopt(LibraryNode *node, const AstElement *e)
{
	node->element = *e;
	node->element.cls->parent = node->parent;
	node->element.cls->node = node;
	node->state = NODE_LOADED;
}

/* X.mo and X/package.mo side by side: which one is X? */
static bool is_ambiguous(Library *lib, LibraryNode *node)
{
	if (!node->has_file || !node->dir)
		return false;
	diag_error(lib->sx->diag, SPAN_NONE, E_LIBRARY_TWICE,
			   "both %s and %s.mo define '%s'; remove one of them", node->path, node->dir,
			   intern_text(lib->sx->names, node->name));
	return true;
}

static Name top_level_name(const ClassDef *c)
{
	while (c->parent)
		c = c->parent;
	return c->name;
}

bool library_is_foreign(const Library *lib, uint32_t file, const ClassDef *c)
{
	const uint64_t *root = map_find(&lib->file_root, file);

	return root && *root != top_level_name(c).i;
}

bool library_is_found(const Library *lib, uint32_t file)
{
	return map_find(&lib->file_root, file) != NULL;
}

const AstElement *library_node_load(Library *lib, LibraryNode *node)
{
	StoredDef s;
	uint32_t file;
	AstElement *e;

	if (node->state == NODE_LOADED)
		return &node->element;
	if (node->state == NODE_FAILED)
		return NULL;
	node->state = NODE_FAILED;
	if (!node->path || is_ambiguous(lib, node) || !library_read(lib, node->path, &file))
		return NULL;
	map_put(&lib->file_root, file, (node->parent ? top_level_name(node->parent) : node->name).i);
	s = parse_file(lib->sx, file, 0);
	check_within(lib, node, &s);
	e = own_class(lib, node, &s);
	if (!e)
		return NULL;
	library_node_adopt(node, e);
	if (!node->parent)
		library_path_wants(lib, node->element.cls);
	return &node->element;
}

/* -- packages in folders ------------------------------------------------------------------ */

/* A class of package.mo must not have a file of its own as well. */
static void check_twice(Library *lib, const LibraryNode *node, Name name)
{
	const AstElement *e = syntax_find(node->element.cls, name);
	const char *text = intern_text(lib->sx->names, name), *file;

	if (!e)
		return;
	file = library_join(lib, node->dir, text, ".mo");
	if (!library_exists(file))
		file = library_join(lib, library_join(lib, node->dir, text, ""), "package.mo", "");
	if (library_exists(file))
		diag_error(lib->sx->diag, syntax_span(e->at), E_LIBRARY_TWICE,
				   "'%s' is also defined in %s; remove one of them", text, file);
}

static LibraryNode *child_node(Library *lib, LibraryNode *node, const char *text, size_t len)
{
	Name name = intern_name(lib->sx->names, text, len);
	LibraryNode *child = map_find_ptr(&node->children, name.i);

	if (child)
		return child;
	check_twice(lib, node, name);
	child = library_node_new(lib, name, NULL, NULL);
	child->parent = node->element.cls;
	library_put(&node->children, name, child);
	return child;
}

void library_node_list(Library *lib, LibraryNode *node)
{
	Folder *folder;

	if (node->is_listed || !node->dir)
		return;
	node->is_listed = true;
	folder = library_folder_list(lib, node->dir);
	for (uint32_t i = 0; folder && i < folder->n; i++) {
		const char *entry = folder->entry[i];
		size_t len = strlen(entry);

		if (strcmp(entry, "package.mo") == 0)
			continue;
		if (len > 3 && strcmp(entry + len - 3, ".mo") == 0)
			child_node(lib, node, entry, len - 3)->has_file = true;
		else if (!strchr(entry, '.') || entry[0] == '\'')
			child_node(lib, node, entry, len)->has_folder = true;
	}
}

/* Decide what a child is, now that somebody asks for it. A folder without package.mo is none. */
static void settle(Library *lib, const LibraryNode *parent, LibraryNode *child)
{
	const char *name = intern_text(lib->sx->names, child->name);

	if (child->path || child->state != NODE_NEW)
		return;
	if (child->has_folder) {
		const char *dir = library_join(lib, parent->dir, name, "");
		const char *path = library_join(lib, dir, "package.mo", "");

		if (library_exists(path)) {
			child->dir = dir;
			child->path = path;
			return;
		}
	}
	if (child->has_file)
		child->path = library_join(lib, parent->dir, name, ".mo");
	else
		child->state = NODE_FAILED;
}

const AstElement *library_find(Library *lib, const ClassDef *c, Name name)
{
	const AstElement *e = syntax_find(c, name);
	LibraryNode *node = c->node, *child;

	if (e || !node)
		return e;
	library_node_list(lib, node);
	child = map_find_ptr(&node->children, name.i);
	if (!child)
		return NULL;
	settle(lib, node, child);
	return library_node_load(lib, child);
}

/* -- the top level ------------------------------------------------------------------------ */

const AstElement *library_root(Library *lib, Name name)
{
	const AstElement *e = map_find_ptr(&lib->user, name.i);
	const uint64_t *known = e ? NULL : map_find(&lib->roots, name.i);
	LibraryNode *node;

	if (e)
		return e;
	if (known) {
		node = map_find_ptr(&lib->roots, name.i);
	} else {
		node = library_path_find(lib, name);
		library_put(&lib->roots, name, node);
	}
	return node ? library_node_load(lib, node) : NULL;
}

bool library_is_given(const Library *lib, Name name)
{
	return map_find(&lib->user, name.i) != NULL;
}

const AstElement *library_lookup(Library *lib, const char *dotted, uint32_t *n_found)
{
	const AstElement *e = NULL;
	uint32_t n = 0;

	for (const char *s = dotted; *s; n++) {
		size_t len = *s == '\'' ? 1 + strcspn(s + 1, "'") + 1 : strcspn(s, ".");
		Name name;

		if (len > strlen(s))
			len = strlen(s);
		name = intern_name(lib->sx->names, s, len);
		if (n == 0)
			e = library_root(lib, name);
		else
			e = e->kind == EL_CLASS ? library_find(lib, e->cls, name) : NULL;
		if (!e)
			break;
		s += len + (s[len] == '.');
	}
	if (n_found)
		*n_found = n;
	return e;
}
