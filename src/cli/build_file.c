/* SPDX-License-Identifier: MIT
   build_file.c — the files of `modevs build`. They are written in a folder of their own, beside the
   place where they are asked for, so that they can be moved there as they are: a disk that is full,
   a compiler that fails and a signal leave what was there before, and nothing new. */
#define _DEFAULT_SOURCE /* mkdtemp, realpath */
#include "cli/build.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The file itself, where the name is a link. */
static char *behind_links(Arena *keep, const char *path)
{
	char real[PATH_MAX];

	return arena_strdup(keep, realpath(path, real) ? real : path);
}

/* May the result be there, or be replaced? */
static bool may_replace(const Build *b, const char *path)
{
	char why[512];

	if (file_is_special(path)) {
		errno = FILE_NOT_ORDINARY;
		return build_cannot("write", path);
	}
	if (replace_may(&b->replace, path, why, sizeof why))
		return true;
	fprintf(stderr, "modevs build: %s\n", why);
	return false;
}

static bool add_file(Build *b, int which, const char *suffix, bool is_result)
{
	Arena *keep = &b->cx.keep;
	BuildFile *f = &b->file[which];

	f->work = arena_printf(keep, "%s/%s%s", b->dir, b->base, suffix);
	if (!is_result)
		return true;
	f->result = arena_printf(keep, "%s%s", b->out, suffix);
	if (!may_replace(b, f->result))
		return false;
	f->result = behind_links(keep, f->result);
	return true;
}

/* NAME.c and NAME.h; NAME.so and NAME.h; NAME.fmu; NAME. */
static bool add_files(Build *b)
{
	switch (b->o->kind) {
	case MDV_BUILD_C:
		return add_file(b, BUILD_SOURCE, ".c", true) && add_file(b, BUILD_HEADER, ".h", true);
	case MDV_BUILD_SO:
		return add_file(b, BUILD_HEADER, ".h", true) && add_file(b, BUILD_SOURCE, ".c", false) &&
			   add_file(b, BUILD_BINARY, ".so", true);
	case MDV_BUILD_FMU2:
	case MDV_BUILD_FMU3:
		return add_file(b, BUILD_ARCHIVE, ".fmu", true) && add_file(b, BUILD_HEADER, ".h", false) &&
			   add_file(b, BUILD_SOURCE, ".c", false) && add_file(b, BUILD_BINARY, ".so", false);
	default:
		return add_file(b, BUILD_BINARY, "", true) && add_file(b, BUILD_SOURCE, ".c", false) &&
			   add_file(b, BUILD_HEADER, ".h", false);
	}
}

bool build_file_begin(Build *b)
{
	int folder = (int)(b->base - b->out);
	int first = b->o->kind == MDV_BUILD_C ? BUILD_SOURCE
				: build_fmu_is(b)         ? BUILD_ARCHIVE
										  : BUILD_BINARY;

	b->dir = arena_printf(&b->cx.keep, "%.*s.modevs-build-XXXXXX", folder, b->out);
	if (!add_files(b))
		return false;
	interrupt_save(build_file_end, b);
	if (!mkdtemp(b->dir))
		return build_cannot("write", b->file[first].result);
	/* In the place of the last letters there is now its name. */
	for (int i = 0; i < BUILD_FILES; i++)
		if (b->file[i].work)
			memcpy(b->file[i].work, b->dir, strlen(b->dir));
	return true;
}

bool build_file_write(const BuildFile *f, const Text *text)
{
	const char *name = f->result ? f->result : f->work;
	FILE *file = file_create(f->work, false);
	bool ok;

	if (!file)
		return build_cannot("write", name);
	ok = fwrite(text_str(text), 1, text->n, file) == text->n;
	return (fclose(file) == 0 && ok) || build_cannot("write", name);
}

bool build_file_place(Build *b)
{
	for (int i = 0; i < BUILD_FILES; i++) {
		BuildFile *f = &b->file[i];

		if (!f->result)
			continue;
		replace_mark(f->work);
		if (rename(f->work, f->result) != 0)
			return build_cannot("write", f->result);
		f->placed = true;
	}
	b->done = true;
	return true;
}

void build_file_end(void *build)
{
	Build *b = build;

	if (b->child > 0)
		build_compiler_end(b->child);
	for (int i = 0; i < BUILD_FILES; i++) {
		if (b->dir && b->file[i].work)
			unlink(b->file[i].work);
		if (b->file[i].placed && !b->done)
			unlink(b->file[i].result);
	}
	if (b->dir)
		rmdir(b->dir);
	b->dir = NULL;
}
