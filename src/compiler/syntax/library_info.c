/* SPDX-License-Identifier: MIT
   library_info.c — what else one may ask a library: the names in a package, the names on the search
   path, the file of a resource (MLS 13.4.1 and 13.5). */
#define _XOPEN_SOURCE 700 /* realpath */

#include "compiler/syntax/library.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *library_file(const Library *lib, const ClassDef *c)
{
	const Source *s = source_get(lib->sx->sources, c->at.file);

	return s ? s->name : "";
}

/* -- names in a package ------------------------------------------------------------------- */

typedef struct NameList {
	VEC(Name) names; /* in order */
	Map seen;        /* those that are there */
} NameList;

static bool is_seen(const NameList *l, Name name)
{
	return map_find(&l->seen, name.i) != NULL;
}

static void add(Library *lib, NameList *l, Name name)
{
	if (!name.i || is_seen(l, name))
		return;
	vec_push(lib->alloc, &l->names, name);
	map_put(&l->seen, name.i, 1);
}

static bool is_child(Library *lib, LibraryNode *node, Name name)
{
	LibraryNode *child = map_find_ptr(&node->children, name.i);

	if (!child)
		return false;
	if (child->has_file || child->state == NODE_LOADED)
		return true;
	return library_exists(
		library_join(lib, library_join(lib, node->dir, intern_text(lib->sx->names, name), ""),
					 "package.mo", ""));
}

/* In the order of package.order; returns the file number, 0 if there is none. */
static uint32_t add_ordered(Library *lib, const ClassDef *c, NameList *l)
{
	uint32_t file = 0;
	const char *path = library_join(lib, c->node->dir, "package.order", "");
	const Source *s;

	if (!library_exists(path) || source_read(lib->sx->sources, path, SIZE_MAX, &file) != SOURCE_OK)
		return 0;
	s = source_get(lib->sx->sources, file);
	for (const char *p = s->text, *end = p + s->len; p < end;) {
		size_t line = strcspn(p, "\n"), len = line;
		Name name;

		while (len > 0 && (p[len - 1] == '\r' || p[len - 1] == ' '))
			len--;
		name = intern_name(lib->sx->names, p, len);
		if (len > 0 && (syntax_find(c, name) || is_child(lib, c->node, name))) {
			add(lib, l, name);
		} else if (len > 0) {
			uint32_t at = (uint32_t)(p - s->text);

			diag_report(lib->sx->diag, (Span){file, at, at + (uint32_t)len}, W_PACKAGE_ORDER,
						"the package has no '%.*s'", (int)len, p);
		}
		p += line + 1;
	}
	return file;
}

uint32_t library_names(Library *lib, const ClassDef *c, const Name **names)
{
	NameList l = {0};
	const MapEntry *entry;
	uint32_t order = 0;

	map_init(&l.seen, lib->alloc);
	if (c->node && c->node->dir) {
		library_node_list(lib, c->node);
		order = add_ordered(lib, c, &l);
	}
	for (uint32_t i = 0; i < c->n_elements; i++)
		if (c->elements[i].kind == EL_COMPONENT || c->elements[i].kind == EL_CLASS)
			add(lib, &l, c->elements[i].name);
	for (size_t i = 0; c->node && (entry = map_next(&c->node->children, &i));) {
		Name name = {(uint32_t)entry->key};

		if (is_seen(&l, name) || !is_child(lib, c->node, name))
			continue;
		add(lib, &l, name);
		if (order)
			diag_report(lib->sx->diag, (Span){order, 0, 0}, W_PACKAGE_ORDER,
						"'%s' is in the folder but not listed here",
						intern_text(lib->sx->names, name));
	}
	*names = l.names.at;
	return (uint32_t)l.names.n;
}

/* -- names on the search path ------------------------------------------------------------- */

uint32_t library_root_names(Library *lib, const Name **names)
{
	NameList l = {0};
	const MapEntry *entry;

	map_init(&l.seen, lib->alloc);
	for (size_t i = 0; (entry = map_next(&lib->user, &i));)
		add(lib, &l, (Name){(uint32_t)entry->key});
	for (size_t i = 0; i < lib->paths.n; i++) {
		Folder *folder = library_folder_list(lib, lib->paths.at[i]);

		for (uint32_t k = 0; folder && k < folder->n; k++) {
			const char *e = folder->entry[k], *dir = lib->paths.at[i];
			size_t len = strlen(e);
			bool is_file = len > 3 && strcmp(e + len - 3, ".mo") == 0;

			if (is_file ||
				library_exists(library_join(lib, library_join(lib, dir, e, ""), "package.mo", "")))
				add(lib, &l, intern_name(lib->sx->names, e, strcspn(e, is_file ? " ." : " ")));
		}
	}
	*names = l.names.at;
	return (uint32_t)l.names.n;
}

/* -- resources ---------------------------------------------------------------------------- */

static int hex(char c)
{
	return c >= '0' && c <= '9'                 ? c - '0'
		   : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
												: -1;
}

/* %27 and the like (RFC 3986). */
static char *percent_decode(Library *lib, const char *s)
{
	char *copy = arena_strdup(lib->sx->keep, s), *q = copy;

	for (; *s; s++)
		if (s[0] == '%' && hex(s[1]) >= 0 && hex(s[2]) >= 0) {
			*q++ = (char)(hex(s[1]) * 16 + hex(s[2]));
			s += 2;
		} else {
			*q++ = *s;
		}
	*q = '\0';
	return copy;
}

/* The folder that resources of a top-level class are relative to. */
static const char *resource_folder(Library *lib, const ClassDef *c)
{
	const char *file, *slash;
	char *dir;

	if (c->node && c->node->dir)
		return c->node->dir;
	file = library_file(lib, c);
	slash = strrchr(file, '/');
	dir = arena_strndup(lib->sx->keep, file, slash ? (size_t)(slash - file) : 0);
	return slash && dir ? dir : ".";
}

/* Does a path below `folder` stay there? As the system resolves it, links included, or, of a file
   that is not there, by its parts. */
static bool stays_inside(const char *folder, const char *path)
{
	char real_folder[PATH_MAX], real[PATH_MAX];
	size_t n;
	int depth = 0;

	if (realpath(folder, real_folder) && realpath(path, real)) {
		n = strlen(real_folder);
		return !strncmp(real_folder, real, n) && (n == 1 || real[n] == '/' || real[n] == '\0');
	}
	for (const char *part = path + strlen(folder); *part && depth >= 0; part += n) {
		part += strspn(part, "/");
		n = strcspn(part, "/");
		if (n == 2 && !strncmp(part, "..", 2))
			depth--;
		else if (n > 0 && !(n == 1 && *part == '.'))
			depth++;
	}
	return depth >= 0;
}

/* Packages below the first are folders, whether they are stored so or not (MLS 13.5). */
static const char *resource_path(Library *lib, const char *folder, const char *name, size_t len)
{
	const char *path = folder;

	while (name[len] == '.') {
		name += len + 1;
		len = strcspn(name, "./");
		path = library_join(lib, path, arena_strndup(lib->sx->keep, name, len), "");
	}
	return name[len] ? library_join(lib, path, name + len + 1, "") : path;
}

/* The file below `folder` whose path differs from `path` in upper and lower case only; NULL: there
   is none, or more than one. */
static const char *in_other_letters(Library *lib, const char *folder, const char *path)
{
	const char *found = folder;
	size_t n;

	for (const char *part = path + strlen(folder); *part; part += n) {
		const char *match = NULL;
		const Folder *list;

		part += strspn(part, "/");
		n = strcspn(part, "/");
		if (n == 0)
			break;
		list = library_folder_list(lib, found);
		for (uint32_t i = 0; list && i < list->n; i++) {
			const char *name = list->entry[i];

			if (strlen(name) != n || !plain_same(name, part, n))
				continue;
			if (match && memcmp(match, part, n) != 0 && memcmp(name, part, n) != 0)
				return NULL;
			match = match && memcmp(match, part, n) == 0 ? match : name;
		}
		if (!match)
			return NULL;
		found = library_join(lib, found, match, "");
	}
	return found;
}

/* Systems that do not distinguish letters find a file by a name that is not quite its own. */
static const char *as_written(Library *lib, const char *folder, const char *path, Span at)
{
	const char *other = library_exists(path) ? NULL : in_other_letters(lib, folder, path);

	if (!other)
		return path;
	return diag_older(lib->sx->diag, NULL, at, E_RESOURCE,
					  "there is no file '%s', but one that differs in upper and lower case: '%s'",
					  path + strlen(folder) + 1, other + strlen(folder) + 1)
			   ? other
			   : NULL;
}

const char *library_resource(Library *lib, const char *uri, Span at)
{
	const char *name, *path, *folder;
	const AstElement *root;
	size_t len;

	if (plain_same(uri, "file://", 7))
		return percent_decode(lib, uri + 7);
	if (!plain_same(uri, "modelica://", 11))
		return uri;
	name = percent_decode(lib, uri + 11);
	len = strcspn(name, "./");
	root = library_root(lib, intern_name(lib->sx->names, name, len));
	if (len == 0 || !root || root->kind != EL_CLASS) {
		diag_error(lib->sx->diag, at, E_RESOURCE, "'%s': library '%.*s' is not found", uri,
				   (int)len, name);
		return NULL;
	}
	folder = resource_folder(lib, root->cls);
	path = resource_path(lib, folder, name, len);
	if (stays_inside(folder, path))
		return as_written(lib, folder, path, at);
	diag_error(lib->sx->diag, at, E_RESOURCE, "'%s' leads out of the library '%.*s'", uri, (int)len,
			   name);
	return NULL;
}
