/* SPDX-License-Identifier: MIT
   allow.c — what a model may do besides computing: read below its library and working folders, and
   what --allow says. Names are looked at as the system resolves them, without links, and the name
   that was looked at is the one that is opened. */
#define _XOPEN_SOURCE 700 /* realpath */

#include "runtime/ext/ext.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const word[EXT_NEEDS] = {
	[EXT_READ] = "read", [EXT_WRITE] = "write", [EXT_ENV] = "env", [EXT_RUN] = "run"};

/* -- permissions ----------------------------------------------------------------------------- */

static bool keep_name(ExtSession *s, const char *name, const char **kept)
{
	*kept = arena_strdup(&s->names, name);
	return *kept != NULL;
}

/* The folder, without links; false: it is none, or there is no memory. */
static bool keep_folder(ExtSession *s, const char *folder, const char **kept)
{
	char real[PATH_MAX];

	return realpath(folder, real) && keep_name(s, real, kept);
}

bool allow_folder(ExtSession *s, const char *folder)
{
	const char *kept;
	struct stat st;

	if (stat(folder, &st) != 0)
		return true;
	return keep_folder(s, folder, &kept) &&
		   vec_push(arena_allocator(&s->names), &s->allow.read, kept);
}

/* "write:DIR" */
static bool give_folder(ExtSession *s, ExtNeed need, const char *folder, char *why, size_t size)
{
	const char *kept;

	if (!keep_folder(s, folder, &kept)) {
		snprintf(why, size, "the folder '%s' cannot be found: %s", folder, plain_strerror(errno));
		return false;
	}
	if (need == EXT_WRITE && !vec_push(arena_allocator(&s->names), &s->allow.write, kept))
		kept = NULL;
	if (kept && vec_push(arena_allocator(&s->names), &s->allow.read, kept))
		return true;
	snprintf(why, size, "out of memory");
	return false;
}

static bool give_external(ExtSession *s, const char *library, char *why, size_t size)
{
	const char *kept;

	if (!library) {
		s->allow.external = true;
		return true;
	}
	if (keep_name(s, library, &kept) && vec_push(arena_allocator(&s->names), &s->allow.load, kept))
		return true;
	snprintf(why, size, "out of memory");
	return false;
}

bool allow_give(ExtSession *s, const char *permission, char *why, size_t size)
{
	size_t n = strcspn(permission, ":");
	const char *what = permission[n] ? permission + n + 1 : NULL;

	if (n == strlen("external") && !strncmp(permission, "external", n) && (!what || *what))
		return give_external(s, what, why, size);
	for (int need = EXT_READ; need < EXT_NEEDS; need++) {
		if (strlen(word[need]) != n || strncmp(permission, word[need], n) != 0)
			continue;
		if (!what) {
			s->allow.anywhere[need] = true;
			return true;
		}
		if ((need == EXT_READ || need == EXT_WRITE) && *what)
			return give_folder(s, need, what, why, size);
	}
	snprintf(why, size,
			 "there is no permission '%s': they are read[:DIR], write[:DIR], run, env and "
			 "external[:LIB]",
			 permission);
	return false;
}

bool allow_library(ExtSession *s, const char *library)
{
	for (size_t i = 0; library && i < s->allow.load.n; i++)
		if (!strcmp(s->allow.load.at[i], library))
			return true;
	s->refused |= !s->allow.external;
	return s->allow.external;
}

void *allow_open(ExtSession *s, const char *folder, const char *library, char *why, size_t size)
{
	char below[PATH_MAX];
	void *handle;
	int n = snprintf(below, sizeof below, "%s/Resources/Library", folder);

	*why = '\0';
	if (!s || !allow_library(s, library)) {
		bool plain = text_is_plain(library); /* nobody shall type what the model says */

		snprintf(why, size, "it is foreign code; allow it with --allow external%s%s",
				 plain ? ":" : "", plain ? library : "");
		return NULL;
	}
	handle = n < (int)sizeof below && access(below, R_OK) == 0
				 ? vm_foreign_open(below, library, why, size)
				 : NULL;
	if (!handle) {
		*why = '\0';
		handle = vm_foreign_open(folder, library, why, size);
	}
	return handle;
}

const char *allow_refusal(ExtSession *s, ExtNeed need)
{
	const char *why = NULL;

	if (need == EXT_RUN && !s->allow.anywhere[EXT_RUN])
		why = "a model may not run programs; allow it with --allow run";
	if (need == EXT_ENV && !s->allow.anywhere[EXT_ENV])
		why = "a model may not use the environment; allow it with --allow env";
	s->refused |= why != NULL;
	return why;
}

/* -- files ----------------------------------------------------------------------------------- */

/* Does the path, absolute and without links, lie in the folder, or is it that? */
static bool is_below(const char *folder, const char *path)
{
	size_t n = strlen(folder);

	if (n == 1) /* the root */
		return true;
	return !strncmp(folder, path, n) && (path[n] == '/' || path[n] == '\0');
}

static bool is_allowed(const ExtSession *s, ExtNeed need, const char *path)
{
	size_t n = need == EXT_WRITE ? s->allow.write.n : s->allow.read.n;
	const char *const *folder = need == EXT_WRITE ? s->allow.write.at : s->allow.read.at;

	for (size_t i = 0; i < n; i++)
		if (is_below(folder[i], path))
			return true;
	return false;
}

/* The folder of a name, and its last part. */
static void split(const char *name, char folder[PATH_MAX], const char **last)
{
	const char *slash = strrchr(name, '/');
	size_t n = slash ? (size_t)(slash - name) : 0;

	*last = slash ? slash + 1 : name;
	if (!slash)
		memcpy(folder, ".", 2);
	else
		snprintf(folder, PATH_MAX, "%.*s", n > 0 ? (int)n : 1, name);
}

/* What the name stands for, its folder without links; the last part need not exist. False: the
   folder does not, or the name is one of a folder. */
static bool resolve_entry(const char *name, char path[PATH_MAX])
{
	char folder[PATH_MAX], real[PATH_MAX];
	const char *last;
	int n;

	if (strlen(name) >= PATH_MAX)
		return false;
	split(name, folder, &last);
	if (!*last || !strcmp(last, ".") || !strcmp(last, "..") || !realpath(folder, real))
		return false;
	n = snprintf(path, PATH_MAX, "%s/%s", real[1] ? real : "", last);
	return n < PATH_MAX;
}

/* A name below a folder that exists, with parts that do not; none of them goes up again. */
static bool resolve_missing(const char *name, char path[PATH_MAX])
{
	char folder[PATH_MAX], real[PATH_MAX];
	const char *rest = name;
	int n;

	for (size_t len = strlen(name); len > 0; len--)
		if (name[len - 1] == '/' || len == 1) {
			size_t head = name[len - 1] == '/' ? len : 0;

			snprintf(folder, sizeof folder, "%.*s", head > 0 ? (int)head : 1,
					 head > 0 ? name : ".");
			rest = name + head;
			if (realpath(folder, real))
				break;
			if (errno != ENOENT)
				return false;
		}
	for (const char *part = rest; *part; part += strspn(part, "/")) {
		size_t len = strcspn(part, "/");

		if (len == 2 && !strncmp(part, "..", 2))
			return false;
		part += len;
	}
	n = snprintf(path, PATH_MAX, "%s/%s", real[1] ? real : "", rest);
	return n < PATH_MAX;
}

/* What the name stands for, links followed to the end; it need not exist. */
static bool resolve(const char *name, char path[PATH_MAX])
{
	struct stat st;

	if (realpath(name, path))
		return true;
	if (errno != ENOENT || strlen(name) >= PATH_MAX || lstat(name, &st) == 0)
		return false; /* a link to nowhere, too */
	return resolve_missing(name, path);
}

_Noreturn static void refuse(ExtNeed need, const char *name)
{
	ext_session()->refused = true;
	char folder[PATH_MAX] = "DIR";
	const char *last;

	if (strlen(name) < PATH_MAX)
		split(name, folder, &last);
	if (!text_is_plain(folder)) /* nobody shall type what the model says */
		folder[0] = '\0';
	if (need == EXT_READ)
		ext_refuse("a model may read below its library and working folders only, not \"%s\"; allow "
				   "it with --allow read%s%s",
				   name, *folder ? ":" : "", folder);
	ext_refuse("a model may not write, change or remove files: \"%s\"; allow it with --allow "
			   "write%s%s",
			   name, *folder ? ":" : "", folder);
}

static const char *check(ExtNeed need, const char *name, bool found, const char *path)
{
	const ExtSession *s = ext_session();

	if (s->allow.anywhere[need])
		return name;
	if (!found || !is_allowed(s, need, path))
		refuse(need, name);
	return arena_strdup(ext_memory(), path);
}

/* A file of the FMU, where it is unpacked. */
static const char *place_of(const char *name)
{
	size_t n = strlen(EXT_RESOURCE);
	const char *folder = ext_session()->resources;

	return folder && !strncmp(name, EXT_RESOURCE, n)
			   ? arena_printf(ext_memory(), "%s/%s", folder, name + n)
			   : name;
}

const char *allow_file(ExtNeed need, const char *name)
{
	char path[PATH_MAX];
	bool found;

	name = place_of(name);
	found = resolve(name, path);
	return check(need, name, found, path);
}

const char *allow_entry(const char *name)
{
	char path[PATH_MAX];
	bool found = resolve_entry(name, path);

	return check(EXT_WRITE, name, found, path);
}

bool allow_sees(const char *name)
{
	const ExtSession *s = ext_session();
	char path[PATH_MAX];

	name = place_of(name);
	return s->allow.anywhere[EXT_READ] || (resolve(name, path) && is_allowed(s, EXT_READ, path));
}
