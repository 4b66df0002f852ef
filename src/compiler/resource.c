/* SPDX-License-Identifier: MIT
   resource.c — files of libraries that functions read while a model is compiled: peak loads and
   sizes that decide its structure. Only what a URI names, which stays inside its library
   (library_resource); each file is read once. */
#include "compiler/compiler.h"

#include <string.h>

#define MAX_BYTES ((size_t)64 << 20) /* of one file: a year by minutes with a dozen columns */

static Resource *find_resource(Compile *cx, const char *path)
{
	for (size_t i = 0; i < cx->resources.n; i++)
		if (strcmp(cx->resources.at[i].path, path) == 0)
			return &cx->resources.at[i];
	return NULL;
}

static const char *name_resource(void *ctx, const char *uri)
{
	Compile *cx = ctx;
	const char *path;

	if (strncmp(uri, "modelica://", 11) != 0)
		return uri;
	path = library_resource(cx->lib, uri, SPAN_NONE);
	if (path && !find_resource(cx, path))
		vec_push(arena_allocator(&cx->keep), &cx->resources,
				 ((Resource){arena_strndup(&cx->keep, path, strlen(path)), 0}));
	return path;
}

static const char *read_resource(void *ctx, const char *path, size_t *len)
{
	Compile *cx = ctx;
	Resource *r = find_resource(cx, path);
	const Source *s;

	if (!r || (!r->file && source_read(&cx->sources, path, MAX_BYTES, &r->file) != SOURCE_OK))
		return NULL;
	s = source_get(&cx->sources, r->file);
	*len = s->len;
	return s->text;
}

const FlatFiles *resource_files(Compile *cx)
{
	cx->files = (FlatFiles){cx, name_resource, read_resource};
	return &cx->files;
}
