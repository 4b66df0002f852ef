/* SPDX-License-Identifier: MIT
   replace.c — may a file be replaced by what is written? Never if it is an input of the run, by
   whatever name or link; otherwise if modevs wrote it, it is empty, or --force says so. Files that
   modevs writes carry the attribute user.modevs; where the file system has none, they are known by
   how they begin. */
#define _DEFAULT_SOURCE
#include "runtime/out/out.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#define ATTRIBUTE "user.modevs"

/* How files that we write begin, by their suffix; "": anything. */
static const struct {
	const char *suffix, *mark;
} beginnings[] = {{".csv", "time"},         {".mat", "Aclass"},
				  {".svg", "<svg"},         {".html", "made by modevs"},
				  {".c", "made by modevs"}, {".h", "made by modevs"}};

void replace_init(Replace *r, const MdvAlloc *alloc, bool force)
{
	*r = (Replace){.alloc = alloc ? alloc : &alloc_heap, .force = force};
}

void replace_free(Replace *r)
{
	vec_free(r->alloc, &r->inputs);
}

bool replace_note(Replace *r, const char *path)
{
	struct stat st;

	return stat(path, &st) != 0 ||
		   vec_push(r->alloc, &r->inputs, ((FileId){(uint64_t)st.st_dev, (uint64_t)st.st_ino}));
}

static bool is_input(const Replace *r, FileId id)
{
	for (size_t i = 0; i < r->inputs.n; i++)
		if (r->inputs.at[i].device == id.device && r->inputs.at[i].inode == id.inode)
			return true;
	return r->is_input && r->is_input(r->ctx, id);
}

static bool begins_as_ours(const char *path)
{
	const char *dot = strrchr(path, '.');
	char head[257] = "";
	struct stat st;
	FILE *f = stat(path, &st) == 0 && S_ISREG(st.st_mode) ? fopen(path, "rb") : NULL;
	size_t n;

	if (!f)
		return false;
	n = fread(head, 1, sizeof head - 1, f);
	fclose(f);
	for (size_t i = 0; i < n; i++)
		head[i] = head[i] ? head[i] : ' ';
	for (size_t i = 0; dot && i < sizeof beginnings / sizeof *beginnings; i++)
		if (!strcmp(dot, beginnings[i].suffix))
			return strstr(head, beginnings[i].mark) != NULL;
	return !strncmp(head, "\177ELF", 4);
}

/* C says by itself who made it. */
static bool is_ours(const char *path)
{
	size_t len = strlen(path);
	bool is_c = len > 2 && path[len - 2] == '.' && (path[len - 1] == 'c' || path[len - 1] == 'h');

	if (getxattr(path, ATTRIBUTE, NULL, 0) >= 0)
		return true;
	return (is_c || errno == ENOTSUP) && begins_as_ours(path);
}

bool replace_may(const Replace *r, const char *path, char *why, size_t size)
{
	struct stat st;

	if (!strcmp(path, "-") || stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return true;
	if (is_input(r, (FileId){(uint64_t)st.st_dev, (uint64_t)st.st_ino})) {
		snprintf(why, size, "'%s' is an input of this run; it is not replaced", path);
		return false;
	}
	if (st.st_size == 0 || r->force || is_ours(path))
		return true;
	snprintf(why, size, "'%s' was not written by modevs; --force replaces it", path);
	return false;
}

void replace_mark(const char *path)
{
	/* Where there are no attributes the beginning of the file is taken for one. */
	(void)setxattr(path, ATTRIBUTE, "1", 1, 0);
}
