/* SPDX-License-Identifier: MIT
   streams.c — ModelicaInternal_print, readLine and others of Modelica.Utilities.Streams. Files
   written by print and read by readLine stay open until they are closed, used the other way, or the
   session ends: reading n lines one after the other takes O(n). */
#include "runtime/ext/ext.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

struct ExtFile {
	ExtFile *next; /* the file opened before */
	FILE *stream;  /* open */
	bool writing;  /* for appending, else for reading */
	int line;      /* number of the line to be read next, from 1 */
	size_t size;   /* bytes of this struct and the name */
	char name[];   /* as given by the model */
};

static void close_one(ExtSession *s, ExtFile **link, bool check)
{
	ExtFile *f = *link;
	int bad = fclose(f->stream);

	*link = f->next;
	if (bad && check) {
		const char *name = arena_strdup(&s->memory, f->name);

		alloc_free(s->alloc, f, f->size);
		ext_error("cannot write the file \"%s\": %s", name, plain_strerror(errno));
	}
	alloc_free(s->alloc, f, f->size);
}

void streams_close_all(ExtSession *s)
{
	while (s->files)
		close_one(s, &s->files, false);
}

static ExtFile **find(ExtSession *s, const char *name)
{
	ExtFile **link = &s->files;

	while (*link && strcmp((*link)->name, name) != 0)
		link = &(*link)->next;
	return link;
}

void ModelicaStreams_closeFile(const char *file)
{
	ExtSession *s = ext_session();
	ExtFile **link = find(s, file);

	if (*link)
		close_one(s, link, true);
}

/* Whether the name still stands for the open file: it may have been removed, or the working
   directory changed. */
static bool is_current(const ExtFile *f)
{
	struct stat a, b;

	return stat(f->name, &a) == 0 && fstat(fileno(f->stream), &b) == 0 && a.st_dev == b.st_dev &&
		   a.st_ino == b.st_ino;
}

/* The file, open for writing or for reading. */
static ExtFile *open_file(const char *name, bool writing)
{
	ExtSession *s = ext_session();
	ExtFile **link = find(s, name), *f = *link;
	size_t size = sizeof *f + strlen(name) + 1;
	FILE *stream;

	if (f && f->writing == writing && is_current(f))
		return f;
	if (f)
		close_one(s, link, true);
	stream = writing ? file_create(allow_file(EXT_WRITE, name), true) : matrix_open_file(name);
	if (!stream)
		ext_error("cannot open the file \"%s\": %s", name, file_error(errno));
	f = alloc_new(s->alloc, size);
	if (!f) {
		fclose(stream);
		ext_no_memory();
	}
	f->stream = stream;
	f->writing = writing;
	f->line = 1;
	f->size = size;
	memcpy(f->name, name, strlen(name) + 1);
	f->next = s->files;
	s->files = f;
	return f;
}

void ModelicaInternal_print(const char *string, const char *file)
{
	ExtFile *f;

	if (file[0] == '\0') {
		ext_say(EXT_PRINT, "%s\n", string);
		return;
	}
	f = open_file(file, true);
	/* Others, such as readFile, shall see the line at once. */
	if (fprintf(f->stream, "%s\n", string) < 0 || fflush(f->stream) != 0)
		ext_error("cannot write the file \"%s\": %s", file, plain_strerror(errno));
}

/* The next line without its end, or NULL at the end of the file. */
static const char *next_line(FILE *stream, const char *file)
{
	VEC(char) v = {0};
	int c = getc(stream);

	if (c == EOF && ferror(stream))
		ext_error("cannot read the file \"%s\": %s", file, plain_strerror(errno));
	if (c == EOF)
		return NULL;
	for (; c != EOF && c != '\n'; c = getc(stream))
		(void)vec_push(arena_allocator(ext_memory()), &v, (char)c);
	if (v.n > 0 && v.at[v.n - 1] == '\r')
		v.n--;
	(void)vec_push(arena_allocator(ext_memory()), &v, '\0');
	return v.at;
}

const char *ModelicaInternal_readLine(const char *file, int line, int *end_of_file)
{
	ExtFile *f;
	const char *s = NULL;

	if (line < 1)
		ext_error("the line %d of the file \"%s\" cannot be read: lines are counted from 1", line,
				  file);
	f = open_file(file, false);
	if (line < f->line) {
		rewind(f->stream);
		f->line = 1;
	}
	while (f->line <= line) {
		Arena *a = ext_memory();
		ArenaMark mark = arena_mark(a);

		s = next_line(f->stream, file);
		if (!s)
			break;
		if (f->line < line)
			arena_release(a, mark);
		f->line++;
	}
	*end_of_file = s == NULL;
	/* Lines may be added to the file later. */
	if (!s)
		clearerr(f->stream);
	return s ? s : "";
}

/* How many lines the file has; the first n_lines of them, if they are asked for. */
static int each_line(const char *file, const char **lines, size_t n_lines)
{
	ExtBytes bytes = matrix_read_file(file);
	const char *at = (const char *)bytes.at, *end = at + bytes.len;
	int n = 0;

	while (at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t len = (size_t)((stop ? stop : end) - at);

		if (n == INT_MAX)
			ext_error("the file \"%s\" has more lines than an Integer can count", file);
		if (lines && (size_t)n < n_lines)
			lines[n] =
				arena_strndup(ext_memory(), at, len > 0 && at[len - 1] == '\r' ? len - 1 : len);
		n++;
		at += len + 1;
	}
	return n;
}

int ModelicaInternal_countLines(const char *file)
{
	return each_line(file, NULL, 0);
}

void ModelicaInternal_readFile(const char *file, const char **lines, size_t n_lines)
{
	int n = each_line(file, lines, n_lines);

	if ((size_t)n != n_lines)
		ext_error("the file \"%s\" has %d lines, not %zu", file, n, n_lines);
}
