/* SPDX-License-Identifier: MIT
   replace.c — may a file be replaced by what is written? Never if it is an input of the run, or
   another of its outputs, by whatever name or link; otherwise if modevs wrote it, it is empty, or
   --force says so. Files that modevs writes carry the attribute user.modevs; where the file system
   has none, they are known by how they begin. */
#define _DEFAULT_SOURCE
#include "runtime/out/out.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#define ATTRIBUTE  "user.modevs"
#define MOST_LINKS 40 /* that lead from one to the next: as many as the system follows */

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
	vec_free(r->alloc, &r->outputs);
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

/* Where a file is made that is not there: its name without the links that lead nowhere. */
static bool follow_links(const char *path, char real[PATH_MAX])
{
	char target[PATH_MAX];
	ssize_t n;

	if (strlen(path) >= PATH_MAX)
		return false;
	strcpy(real, path);
	for (int i = 0; i < MOST_LINKS && (n = readlink(real, target, PATH_MAX - 1)) >= 0; i++) {
		char *slash = strrchr(real, '/');
		size_t folder = target[0] != '/' && slash ? (size_t)(slash + 1 - real) : 0;

		if (folder + (size_t)n >= PATH_MAX)
			return false;
		memcpy(real + folder, target, (size_t)n);
		real[folder + (size_t)n] = 0;
	}
	return true;
}

/* Which file that is; false: none that can be told apart, as a device, or none that can be made. */
static bool find_output(const char *path, OutputFile *o)
{
	char real[PATH_MAX];
	const char *name;
	struct stat st;
	char *slash;

	*o = (OutputFile){0};
	if (stat(path, &st) == 0) {
		o->id = (FileId){(uint64_t)st.st_dev, (uint64_t)st.st_ino};
		return S_ISREG(st.st_mode);
	}
	if (!follow_links(path, real))
		return false;
	slash = strrchr(real, '/');
	name = slash ? slash + 1 : real;
	if (!*name || strlen(name) > NAME_MAX)
		return false;
	strcpy(o->name, name);
	if (slash)
		slash[1] = 0;
	if (stat(slash ? real : ".", &st) != 0)
		return false;
	o->id = (FileId){(uint64_t)st.st_dev, (uint64_t)st.st_ino};
	return true;
}

static bool is_claimed(const Replace *r, const OutputFile *o)
{
	for (size_t i = 0; i < r->outputs.n; i++) {
		const OutputFile *had = &r->outputs.at[i];

		if (had->id.device == o->id.device && had->id.inode == o->id.inode &&
			!strcmp(had->name, o->name))
			return true;
	}
	return false;
}

bool replace_is_output(const Replace *r, const char *path)
{
	OutputFile o;

	return find_output(path, &o) && is_claimed(r, &o);
}

bool replace_claim(Replace *r, const char *path, char *why, size_t size)
{
	OutputFile o;

	if (!replace_may(r, path, why, size))
		return false;
	if (!strcmp(path, "-") || !find_output(path, &o))
		return true;
	if (is_claimed(r, &o)) {
		snprintf(why, size, "'%s': a file of its own is needed, another output goes there, too",
				 path);
		return false;
	}
	if (!vec_push(r->alloc, &r->outputs, o))
		guard_no_memory(NULL);
	return true;
}

void replace_mark(const char *path)
{
	/* Where there are no attributes the beginning of the file is taken for one. */
	(void)setxattr(path, ATTRIBUTE, "1", 1, 0);
}
