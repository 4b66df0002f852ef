/* SPDX-License-Identifier: MIT
   resource.c — files of libraries that functions read while a model is compiled: peak loads and
   sizes that decide its structure. Only files below the folders of the sources, as they may be read
   when a model runs (docs/security.md); each is read once. */
#define _XOPEN_SOURCE 700 /* realpath */

#include "compiler/compiler.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES ((size_t)64 << 20) /* of one file: a year by minutes with a dozen columns */

static const char *name_resource(void *ctx, const char *uri)
{
	Compile *cx = ctx;

	return library_resource(cx->lib, uri, SPAN_NONE);
}

/* Is it in a folder that holds sources, or below one? As the system resolves both. */
static bool is_of_sources(Compile *cx, const char *path)
{
	const char *const *folder = source_folders(&cx->sources, &cx->scratch);
	char real[PATH_MAX], real_folder[PATH_MAX];

	if (!realpath(path, real))
		return false;
	for (; folder && *folder; folder++) {
		size_t n = realpath(*folder, real_folder) ? strlen(real_folder) : 0;

		if (n > 0 && strncmp(real, real_folder, n) == 0 && (n == 1 || real[n] == '/'))
			return true;
	}
	return false;
}

static Resource *find_resource(Compile *cx, const char *path)
{
	uint32_t file;

	for (size_t i = 0; i < cx->resources.n; i++)
		if (strcmp(cx->resources.at[i].path, path) == 0)
			return &cx->resources.at[i];
	if (!is_of_sources(cx, path) || source_read(&cx->sources, path, MAX_BYTES, &file) != SOURCE_OK)
		return NULL;
	vec_push(arena_allocator(&cx->keep), &cx->resources,
			 ((Resource){arena_strndup(&cx->keep, path, strlen(path)), file}));
	return &cx->resources.at[cx->resources.n - 1];
}

static const char *read_resource(void *ctx, const char *path, size_t *len)
{
	Compile *cx = ctx;
	const Resource *r = find_resource(cx, path);
	const Source *s = r ? source_get(&cx->sources, r->file) : NULL;

	*len = s ? s->len : 0;
	return s ? s->text : NULL;
}

const FlatFiles *resource_files(Compile *cx)
{
	cx->files = (FlatFiles){cx, name_resource, read_resource};
	return &cx->files;
}
