/* SPDX-License-Identifier: MIT
   library_path.c — top-level classes along the search path, and which version of them. In a folder,
   class N is `N/package.mo`, `N.mo`, `N 1.2/package.mo` or `N 1.2.mo` (MLS 18.8.3). The version
   that a `uses` annotation asks for wins wherever it is; otherwise the first folder that has N, and
   in it the highest version. What comes with the program is taken if no other folder has N. */
#define _GNU_SOURCE /* dladdr */
#include "compiler/syntax/library.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

/* -- folders ------------------------------------------------------------------------------ */

typedef VEC(const char *) NameTexts;

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* False: no memory, and nobody was told. */
static bool read_names(DIR *dir, Arena *a, NameTexts *names)
{
	struct dirent *d;

	while ((d = readdir(dir))) {
		const char *copy = d->d_name[0] != '.' ? arena_strdup(a, d->d_name) : "";

		if (!copy || (*copy && !vec_push(arena_allocator(a), names, copy)))
			return false;
	}
	return true;
}

Folder *library_folder_list(Library *lib, const char *path)
{
	Arena *keep = lib->sx->keep;
	void (*handler)(void *ctx) = keep->no_memory;
	DIR *dir = opendir(path);
	NameTexts names = {0};
	Folder *folder;
	bool ok;

	if (!dir)
		return NULL;
	keep->no_memory = NULL; /* the folder is to be closed before a jump */
	ok = read_names(dir, keep, &names);
	closedir(dir);
	keep->no_memory = handler;
	if (!ok)
		arena_no_memory(keep);
	lib->stats.n_folders++;
	vec_sort(&names, by_name);
	folder = NEW(keep, Folder);
	*folder = (Folder){path, (uint32_t)names.n, names.at};
	return folder;
}

/* What was not found may be found now. */
static void forget_misses(Library *lib)
{
	const MapEntry *e;

	for (size_t i = 0; (e = map_next(&lib->roots, &i));)
		if (!e->value)
			map_remove(&lib->roots, e->key);
}

static void add_path(Library *lib, const char *path, bool shipped)
{
	while (path && *path) {
		size_t len = strcspn(path, ":");
		const char *copy;
		bool is_known = false;

		for (size_t i = 0; i < lib->paths.n; i++)
			is_known |= strlen(lib->paths.at[i]) == len && !strncmp(lib->paths.at[i], path, len);
		if (len > 0 && !is_known) {
			copy = arena_strndup(lib->sx->keep, path, len);
			vec_push(lib->alloc, &lib->paths, copy);
			vec_push(lib->alloc, &lib->folders, (Folder *)NULL);
			vec_push(lib->alloc, &lib->shipped, shipped);
		}
		path += len + (path[len] == ':');
	}
	forget_misses(lib);
}

void library_add_path(Library *lib, const char *path)
{
	add_path(lib, path, false);
}

/* Is a folder of the path that one, by whatever name? */
static bool is_on_path(const Library *lib, const char *folder)
{
	struct stat here, known;

	if (stat(folder, &here))
		return false;
	for (size_t i = 0; i < lib->paths.n; i++)
		if (!stat(lib->paths.at[i], &known) && known.st_dev == here.st_dev &&
			known.st_ino == here.st_ino)
			return true;
	return false;
}

/* The shipped library, as seen from a file that is ours: in ../lib of a source tree, in ../share of
   an installation, in ../../share where libraries have folders by machine. The program and what it
   was loaded from may be the same file by two names. */
static void add_beside(Library *lib, const char *file)
{
	static const char *const places[] = {"/../lib", "/../share/modevs/lib",
										 "/../../share/modevs/lib"};
	const char *slash = strrchr(file, '/');
	int len = slash ? (int)(slash - file) : 0;
	char path[4200];

	for (size_t i = 0; slash && i < sizeof places / sizeof *places; i++) {
		snprintf(path, sizeof path, "%.*s%s/Modelica/package.mo", len, file, places[i]);
		if (access(path, R_OK))
			continue; /* ../lib of an installation holds other things */
		snprintf(path, sizeof path, "%.*s%s", len, file, places[i]);
		if (!is_on_path(lib, path))
			add_path(lib, path, true);
		return;
	}
}

/* Beside the program, or beside the shared library that this is a part of: the program may be
   anybody's. */
void library_add_shipped(Library *lib)
{
	static const char here;
	char exe[4096];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
	Dl_info object;

	if (n > 0) {
		exe[n] = '\0';
		add_beside(lib, exe);
	} else if (getauxval(AT_EXECFN)) { /* without /proc: as it was started */
		snprintf(exe, sizeof exe, "%s", (const char *)getauxval(AT_EXECFN));
		add_beside(lib, exe);
	}
	if (dladdr(&here, &object) && object.dli_fname)
		add_beside(lib, object.dli_fname);
}

uint32_t library_paths(const Library *lib, const char *const **paths)
{
	*paths = lib->paths.at;
	return (uint32_t)lib->paths.n;
}

static Folder *folder_at(Library *lib, size_t i)
{
	static Folder none;

	if (!lib->folders.at[i]) {
		lib->folders.at[i] = library_folder_list(lib, lib->paths.at[i]);
		if (!lib->folders.at[i])
			lib->folders.at[i] = &none;
	}
	return lib->folders.at[i];
}

/* -- versions ----------------------------------------------------------------------------- */

/* As numbers, part by part; a version with something behind its numbers precedes the one without
   (MLS 18.8.1). */
static int compare_versions(const char *a, const char *b)
{
	while (*a || *b) {
		char *end_a, *end_b;
		unsigned long x = strtoul(a, &end_a, 10), y = strtoul(b, &end_b, 10);

		if (end_a == a || end_b == b)
			break;
		if (x != y)
			return x < y ? -1 : 1;
		a = end_a + (*end_a == '.');
		b = end_b + (*end_b == '.');
	}
	if (!*a || !*b)
		return (*b && !(*b >= '0' && *b <= '9')) - (*a && !(*a >= '0' && *a <= '9')) +
			   2 * ((*a >= '0' && *a <= '9') - (*b >= '0' && *b <= '9'));
	return strcmp(a, b);
}

/* The string value of an argument; NULL: it has none. */
static const char *text_of(Library *lib, const AstArg *a)
{
	if (!a || a->kind != ARG_MODIFY || !a->mod.value || a->mod.value->kind != AX_STRING)
		return NULL;
	return syntax_string(a->mod.value, lib->sx->keep);
}

static Name name_of(Library *lib, const char *s)
{
	return intern_name(lib->sx->names, s, strlen(s));
}

static const char *version_of(Library *lib, const ClassDef *c)
{
	const char *v = text_of(lib, syntax_note(lib->sx, c->comment, NOTE_VERSION));

	return v ? v : "";
}

void library_path_wants(Library *lib, const ClassDef *c)
{
	const AstArg *uses = syntax_note(lib->sx, c->comment, NOTE_USES);

	for (uint32_t i = 0; uses && uses->kind == ARG_MODIFY && i < uses->mod.n_args; i++) {
		const AstArg *a = &uses->mod.args[i];

		if (a->kind == ARG_MODIFY && !map_find(&lib->wanted, a->name.i))
			map_put(&lib->wanted, a->name.i, (uint64_t)(uintptr_t)a);
	}
}

/* Does the library say that models for that version need no change? */
static bool is_compatible(Library *lib, const ClassDef *c, const char *version)
{
	const AstArg *conversion = syntax_note(lib->sx, c->comment, NOTE_CONVERSION);
	Name none = name_of(lib, "noneFromVersion");

	for (uint32_t i = 0; conversion && i < conversion->mod.n_args; i++) {
		const AstArg *a = &conversion->mod.args[i];
		const char *from = a->name.i == none.i ? text_of(lib, a) : NULL;

		if (from && strcmp(from, version) == 0)
			return true;
	}
	return false;
}

/* -- candidates --------------------------------------------------------------------------- */

typedef struct Candidate {
	LibraryNode *node;   /* the file; NULL: none yet */
	const char *version; /* "" if it is not known */
} Candidate;

/* If the entry of a folder is class `name`, perhaps with a version, the length of its stem; 0: it
   is something else. */
static size_t stem_length(const char *entry, const char *name, size_t len)
{
	size_t n = strlen(entry);

	if (n > 3 && strcmp(entry + n - 3, ".mo") == 0)
		n -= 3;
	if (n < len || strncmp(entry, name, len) != 0)
		return 0;
	if (n == len)
		return n;
	return entry[len] == ' ' && entry[len + 1] >= '0' && entry[len + 1] <= '9' ? n : 0;
}

static LibraryNode *node_at(Library *lib, Name name, const char *dir, const char *entry)
{
	const char *path = library_join(lib, dir, entry, ""), *package;
	size_t n = strlen(entry);
	LibraryNode *node;

	if (n > 3 && strcmp(entry + n - 3, ".mo") == 0)
		return library_node_new(lib, name, path, NULL);
	package = library_join(lib, path, "package.mo", "");
	if (!library_exists(package))
		return NULL;
	node = library_node_new(lib, name, package, path);
	node->has_file = library_exists(library_join(lib, dir, entry, ".mo"));
	return node;
}

/* The version of a file whose name does not tell: that of its annotation. */
static const char *ask_version(Library *lib, LibraryNode *node)
{
	const AstElement *e = library_node_load(lib, node);

	return e ? version_of(lib, e->cls) : "";
}

/* The best candidate of one folder: the wanted version, else the highest. */
static Candidate best_in(Library *lib, size_t i_path, Name name, const char *want)
{
	Folder *folder = folder_at(lib, i_path);
	const char *text = intern_text(lib->sx->names, name);
	size_t len = intern_len(lib->sx->names, name);
	Candidate best = {NULL, ""};

	for (uint32_t i = 0; i < folder->n; i++) {
		const char *entry = folder->entry[i], *version = "";
		size_t stem = stem_length(entry, text, len);
		LibraryNode *node = stem ? node_at(lib, name, lib->paths.at[i_path], entry) : NULL;

		if (!node)
			continue;
		if (stem > len)
			version = arena_strndup(lib->sx->keep, entry + len + 1, stem - len - 1);
		else if (best.node || want)
			version = ask_version(lib, node);
		if (best.node && !*best.version)
			best.version = ask_version(lib, best.node);
		if (want && strcmp(version, want) == 0)
			return (Candidate){node, version};
		/* Of N/ and N.mo the first stays: reading it reports the other one. */
		if (!best.node || (compare_versions(version, best.version) > 0))
			best = (Candidate){node, version};
	}
	return best;
}

static void other_version(Library *lib, const AstArg *use, const char *want, Candidate found)
{
	const AstElement *e = library_node_load(lib, found.node);
	const char *name = intern_text(lib->sx->names, found.node->name);

	if (!e || is_compatible(lib, e->cls, want))
		return;
	if (!*found.version)
		found.version = version_of(lib, e->cls);
	diag_report(lib->sx->diag, syntax_span(use->at), W_LIBRARY_VERSION,
				"version %s of %s is not found; %s%s is used", want, name,
				*found.version ? "version " : "one without version", found.version);
	diag_note(lib->sx->diag, syntax_span(e->at), "it is this one");
}

/* The best candidate of the shipped folders, or of the others: the wanted version, else that of the
   first folder that has one. */
static Candidate best_of(Library *lib, bool shipped, Name name, const char *want)
{
	Candidate found = {NULL, ""};

	for (size_t i = 0; i < lib->paths.n; i++) {
		Candidate c = {NULL, ""};

		if (lib->shipped.at[i] == shipped)
			c = best_in(lib, i, name, want);
		if (c.node && (!want || strcmp(c.version, want) == 0))
			return c;
		if (!found.node)
			found = c;
	}
	return found;
}

/* The shipped library is small: one that the user has is meant, whatever its version. */
LibraryNode *library_path_find(Library *lib, Name name)
{
	const AstArg *use = map_find_ptr(&lib->wanted, name.i);
	const char *want =
		use ? text_of(lib, syntax_find_arg(&use->mod, name_of(lib, "version"))) : NULL;
	Candidate found = best_of(lib, false, name, want);

	if (!found.node)
		found = best_of(lib, true, name, want);
	if (found.node && want && strcmp(found.version, want) != 0)
		other_version(lib, use, want, found);
	return found.node;
}
