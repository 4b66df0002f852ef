/* SPDX-License-Identifier: MIT
   files.c — ModelicaInternal_… for files and directories, of Modelica.Utilities.Internal.FileSystem
   and Modelica.Utilities.Files. Each does what the POSIX function of its name does, or fails. */
#define _XOPEN_SOURCE 700 /* realpath */

#include "runtime/ext/ext.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_NONE = 1, FILE_REGULAR, FILE_DIRECTORY, FILE_SPECIAL }; /* Utilities.Types.FileType */

_Noreturn static void failed(const char *what, const char *name)
{
	ext_error("cannot %s \"%s\": %s", what, name, file_error(errno));
}

void ModelicaInternal_mkdir(const char *directory)
{
	if (mkdir(allow_file(EXT_WRITE, directory), 0777) != 0)
		failed("make the directory", directory);
}

void ModelicaInternal_rmdir(const char *directory)
{
	if (rmdir(allow_entry(directory)) != 0)
		failed("remove the directory", directory);
}

static int kind_of(const char *name)
{
	struct stat s;

	if (stat(name, &s) != 0)
		return FILE_NONE;
	return S_ISREG(s.st_mode) ? FILE_REGULAR : S_ISDIR(s.st_mode) ? FILE_DIRECTORY : FILE_SPECIAL;
}

int ModelicaInternal_stat(const char *name)
{
	return kind_of(allow_file(EXT_READ, name));
}

void ModelicaInternal_rename(const char *from, const char *to)
{
	if (rename(allow_entry(from), allow_entry(to)) != 0)
		ext_error("cannot rename \"%s\" to \"%s\": %s", from, to, plain_strerror(errno));
}

void ModelicaInternal_removeFile(const char *file)
{
	if (remove(allow_entry(file)) != 0)
		failed("remove the file", file);
}

void ModelicaInternal_copyFile(const char *from, const char *to)
{
	const char *path = allow_file(EXT_WRITE, to);
	ExtBytes bytes;
	FILE *f;
	size_t n;

	/* A copy must not destroy what is there. */
	if (kind_of(path) != FILE_NONE)
		ext_error("cannot copy \"%s\": there is a \"%s\" already", from, to);
	bytes = matrix_read_file(from);
	f = file_create(path, false);
	if (!f)
		failed("make the file", to);
	ext_guard(ext_close, f);
	n = fwrite(bytes.at, 1, bytes.len, f);
	ext_unguard();
	if (fclose(f) != 0 || n != bytes.len)
		failed("write the file", to);
}

static void close_directory(void *directory)
{
	closedir(directory);
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

typedef VEC(const char *) Names;

/* All names in a directory but . and .., sorted: the same on every machine. */
static Names list(const char *directory)
{
	DIR *d = opendir(allow_file(EXT_READ, directory));
	Names names = {0};
	struct dirent *e;

	if (!d)
		failed("read the directory", directory);
	ext_guard(close_directory, d);
	while ((e = readdir(d))) {
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		(void)vec_push(arena_allocator(ext_memory()), &names,
					   arena_strdup(ext_memory(), e->d_name));
	}
	ext_unguard();
	closedir(d);
	vec_sort(&names, compare);
	return names;
}

int ModelicaInternal_getNumberOfFiles(const char *directory)
{
	Names names = list(directory);

	if (names.n > INT_MAX)
		ext_error("the directory \"%s\" has more files than an Integer can count", directory);
	return (int)names.n;
}

void ModelicaInternal_readDirectory(const char *directory, int n_names, const char **names)
{
	Names found = list(directory);

	if (n_names < 0 || found.n != (size_t)n_names)
		ext_error("the directory \"%s\" has %zu files, not %d", directory, found.n, n_names);
	for (int i = 0; i < n_names; i++)
		names[i] = found.at[i];
}

const char *ModelicaInternal_getcwd(int dummy)
{
	Arena *a = ext_memory();
	size_t size = 256;
	char *buf = arena_alloc(a, size, 1);

	(void)dummy;
	while (!getcwd(buf, size)) {
		if (errno != ERANGE)
			ext_error("cannot find out the working directory: %s", plain_strerror(errno));
		size *= 2;
		buf = arena_alloc(a, size, 1);
	}
	return buf;
}

void ModelicaInternal_chdir(const char *directory)
{
	if (chdir(directory) != 0)
		failed("change to the directory", directory);
}

/* Links are followed if there is such a file that may be read; otherwise the name is only made
   absolute. */
const char *ModelicaInternal_fullPathName(const char *name)
{
	char real[PATH_MAX];

	if (allow_sees(name) && realpath(name, real))
		return arena_strdup(ext_memory(), real);
	if (name[0] == '/')
		return arena_strdup(ext_memory(), name);
	return arena_printf(ext_memory(), "%s/%s", ModelicaInternal_getcwd(0), name);
}

/* The file is made, so that nobody else gets the same name, and removed, as the caller expects. */
const char *ModelicaInternal_temporaryFileName(void)
{
	const char *directory = getenv("TMPDIR");
	char *name = arena_printf(ext_memory(), "%s/modevsXXXXXX",
							  directory && directory[0] ? directory : "/tmp");
	int fd;

	(void)allow_file(EXT_WRITE, name);
	fd = mkstemp(name);
	if (fd < 0)
		failed("make the temporary file", name);
	close(fd);
	if (unlink(name) != 0)
		failed("remove the temporary file", name);
	return name;
}
