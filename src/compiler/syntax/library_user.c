/* SPDX-License-Identifier: MIT
   library_user.c — files that the user names. Their classes come first; a file that lies inside a
   package takes the place of what the package has there. */
#include "compiler/syntax/library.h"

#include <string.h>

/* The folder of a path: "." if it has none. */
static char *folder_of(Library *lib, const char *path)
{
	const char *slash = strrchr(path, '/');

	return !slash          ? arena_strdup(lib->sx->keep, ".")
		   : slash == path ? arena_strdup(lib->sx->keep, "/")
						   : arena_strndup(lib->sx->keep, path, (size_t)(slash - path));
}

/* Is the last part of the folder's path this name, perhaps with a version? */
static bool is_folder_named(const char *dir, const char *name)
{
	const char *slash = strrchr(dir, '/'), *last = slash ? slash + 1 : dir;
	size_t len = strlen(name);

	return strncmp(last, name, len) == 0 && (last[len] == '\0' || last[len] == ' ');
}

/* From the folder of the file up to the one that holds the outermost package; NULL: the folders are
   not those that `within` names. */
static const char *folder_of_root(Library *lib, const char *dir, const AstPath *within)
{
	for (uint32_t i = within ? within->n : 0; i > 0; i--) {
		if (!is_folder_named(dir, intern_text(lib->sx->names, within->name[i - 1])))
			return NULL;
		dir = strcmp(dir, ".") == 0 ? ".." : folder_of(lib, dir);
	}
	return dir;
}

static const AstElement *find_parent(Library *lib, const AstPath *within)
{
	const AstElement *e = library_root(lib, within->name[0]);

	for (uint32_t i = 1; e && e->kind == EL_CLASS && i < within->n; i++)
		e = library_find(lib, e->cls, within->name[i]);
	return e && e->kind == EL_CLASS ? e : NULL;
}

/* Of two classes with one name in one file the first would be lost. */
static void check_twice_in_file(Library *lib, const AstElement *first, const AstElement *e)
{
	Span at = syntax_span(e->at);

	if (!first || syntax_span(first->at).file != at.file)
		return;
	diag_error(lib->sx->diag, at, E_LIBRARY_TWICE, "'%s' is defined twice in this file",
			   intern_text(lib->sx->names, e->name));
	diag_note(lib->sx->diag, syntax_span(first->at), "the first one is here");
}

/* A class of a file inside a package: enter it there, in place of what is on disk. */
static const AstElement *enter_below(Library *lib, LibraryNode *node, const StoredDef *s,
									 const AstElement *e)
{
	const AstElement *parent = find_parent(lib, s->within);
	LibraryNode *around, *before;
	Text name;

	if (!parent) {
		text_init(&name, arena_heap(lib->sx->keep));
		syntax_path_text(lib->sx, s->within, &name);
		diag_error(lib->sx->diag, syntax_span(s->within->at), E_WITHIN,
				   "package %s, which this file is said to be within, is not found",
				   text_str(&name));
		text_free(&name);
		return NULL;
	}
	around = parent->cls->node;
	if (!around) {
		around = library_node_new(lib, parent->name, NULL, NULL);
		around->element = *parent;
		around->state = NODE_LOADED;
		parent->cls->node = around;
	}
	library_node_list(lib, around);
	node->parent = parent->cls;
	before = map_find_ptr(&around->children, node->name.i);
	if (before && before->state == NODE_LOADED)
		check_twice_in_file(lib, &before->element, e);
	library_node_adopt(node, e);
	library_put(&around->children, node->name, node);
	return &node->element;
}

static const AstElement *enter(Library *lib, const char *path, const StoredDef *s)
{
	const char *slash = path ? strrchr(path, '/') : NULL;
	bool is_package = path && strcmp(slash ? slash + 1 : path, "package.mo") == 0;
	const char *dir = path ? folder_of(lib, path) : NULL, *beside = dir;
	const AstElement *last = NULL;

	if (is_package)
		beside = strcmp(dir, ".") == 0 ? ".." : folder_of(lib, dir);
	if (beside && (beside = folder_of_root(lib, beside, s->within)))
		library_add_path(lib, beside);
	for (uint32_t i = 0; i < s->n; i++) {
		LibraryNode *node = library_node_new(lib, s->classes[i].name, path, NULL);

		if (is_package && s->n == 1)
			node->dir = dir;
		node->state = NODE_FAILED;
		if (s->within) {
			last = enter_below(lib, node, s, &s->classes[i]);
			if (!last)
				break; /* said once */
			continue;
		}
		check_twice_in_file(lib, map_find_ptr(&lib->user, node->name.i), &s->classes[i]);
		library_node_adopt(node, &s->classes[i]);
		library_put(&lib->user, node->name, &node->element);
		library_path_wants(lib, node->element.cls);
		last = &node->element;
	}
	return last;
}

const AstElement *library_load(Library *lib, const char *path, StoredDef *stored)
{
	StoredDef s = {0};
	uint32_t file;
	const AstElement *e = NULL;

	if (library_read(lib, path, &file)) {
		s = parse_file(lib->sx, file, PARSE_ANNOTATIONS);
		e = enter(lib, path, &s);
		if (s.n == 0 && !s.failed)
			diag_error(lib->sx->diag, (Span){file, 0, 0}, E_LIBRARY_CLASS,
					   "this file defines no class");
	}
	if (stored)
		*stored = s;
	return e;
}

const AstElement *library_load_text(Library *lib, const char *name, const char *text, size_t len,
									StoredDef *stored)
{
	StoredDef s = {0};
	uint32_t file;
	const AstElement *e;

	if (!library_entered(lib->sx, source_add(lib->sx->sources, name, text, len, &file), name))
		return NULL;
	s = parse_file(lib->sx, file, PARSE_ANNOTATIONS);
	e = enter(lib, NULL, &s);
	if (stored)
		*stored = s;
	return e;
}
