/* SPDX-License-Identifier: MIT
   source.c — source files, held whole in memory, and positions in them. A position is a byte
   offset; line and column are computed when a message is printed, by a table of line starts that
   is built on the first request. Lines end with LF or CR LF. A byte order mark has no column. */
#include "base/base.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#define SOURCE_MAX ((size_t)INT32_MAX) /* bytes of a file, whatever the caller allows */

typedef VEC(char) Bytes;

void source_init(SourceSet *set, const MdvAlloc *alloc)
{
	*set = (SourceSet){.alloc = alloc ? alloc : &alloc_heap};
}

void source_free(SourceSet *set)
{
	for (size_t i = 0; i < set->files.n; i++) {
		Source *s = set->files.at[i];

		alloc_free(set->alloc, s->name, strlen(s->name) + 1);
		alloc_free(set->alloc, s->text, (size_t)s->len + 1);
		alloc_free(set->alloc, s->line, s->n_lines * sizeof *s->line);
		alloc_free(set->alloc, s, sizeof *s);
	}
	vec_free(set->alloc, &set->files);
}

/* Put a file into the set, which takes the text (len bytes and a NUL) over if it succeeds. */
static SourceStatus enter(SourceSet *set, const char *name, const char *text, size_t len,
						  uint32_t *file)
{
	size_t name_size = strlen(name) + 1;
	Source *s = alloc_new(set->alloc, sizeof *s);
	char *copy = s ? alloc_new(set->alloc, name_size) : NULL;

	if (!copy || !vec_push(set->alloc, &set->files, s)) {
		alloc_free(set->alloc, copy, name_size);
		alloc_free(set->alloc, s, sizeof *s);
		return SOURCE_NO_MEMORY;
	}
	memcpy(copy, name, name_size);
	*s = (Source){.name = copy, .text = text, .len = (uint32_t)len};
	*file = (uint32_t)set->files.n;
	return SOURCE_OK;
}

SourceStatus source_add(SourceSet *set, const char *name, const char *text, size_t len,
						uint32_t *file)
{
	SourceStatus status;
	char *copy;

	if (len > SOURCE_MAX)
		return SOURCE_TOO_LARGE;
	copy = alloc_new(set->alloc, len + 1);
	if (!copy)
		return SOURCE_NO_MEMORY;
	if (len > 0)
		memcpy(copy, text, len);
	status = enter(set, name, copy, len, file);
	if (status != SOURCE_OK)
		alloc_free(set->alloc, copy, len + 1);
	return status;
}

/* Read to the end, which may move while it is read: at most max bytes, and a NUL. */
static SourceStatus read_all(const MdvAlloc *alloc, FILE *in, size_t max, Bytes *buf)
{
	struct stat info;
	size_t want = 4096, got;

	if (fstat(fileno(in), &info) == 0 && S_ISREG(info.st_mode)) {
		if ((uintmax_t)info.st_size > max)
			return SOURCE_TOO_LARGE;
		want = (size_t)info.st_size + 2; /* one to see the end, one for the NUL */
	}
	do {
		if (!vec_reserve(alloc, buf, want))
			return SOURCE_NO_MEMORY;
		got = fread(buf->at + buf->n, 1, buf->cap - 1 - buf->n, in);
		buf->n += got;
		if (buf->n > max)
			return SOURCE_TOO_LARGE;
		want = buf->n + 2;
	} while (got > 0);
	if (ferror(in))
		return SOURCE_CANNOT_READ;
	buf->at[buf->n] = '\0';
	return SOURCE_OK;
}

SourceStatus source_read(SourceSet *set, const char *path, size_t max_bytes, uint32_t *file)
{
	Bytes buf = {0};
	FILE *in = file_open(path);
	SourceStatus status;
	int reason;
	char *text;

	if (!in)
		return errno == ENOMEM ? SOURCE_NO_MEMORY : SOURCE_CANNOT_READ;
	status = read_all(set->alloc, in, max_bytes < SOURCE_MAX ? max_bytes : SOURCE_MAX, &buf);
	reason = errno;
	fclose(in);
	if (status == SOURCE_OK) {
		text = set->alloc->resize(set->alloc->ctx, buf.at, buf.cap, buf.n + 1);
		if (text) {
			buf.at = text;
			buf.cap = buf.n + 1;
			status = enter(set, path, text, buf.n, file);
		} else {
			status = SOURCE_NO_MEMORY;
		}
	}
	if (status != SOURCE_OK)
		vec_free(set->alloc, &buf);
	errno = reason;
	return status;
}

static bool is_in_one_of(const char *const folder[], size_t n, const char *path, size_t len)
{
	for (size_t i = 0; i < n; i++) {
		size_t n_folder = strlen(folder[i]);

		if (n_folder <= len && !strncmp(folder[i], path, n_folder) &&
			(n_folder == len || path[n_folder] == '/'))
			return true;
	}
	return false;
}

const char *const *source_folders(const SourceSet *set, Arena *keep)
{
	const char **folder = NEW_ARRAY(keep, const char *, set->files.n + 1);
	size_t n = 0;

	for (size_t i = 0; folder && i < set->files.n; i++) {
		const char *name = set->files.at[i]->name, *slash = strrchr(name, '/');
		size_t len = slash ? (size_t)(slash - name) : 0;

		if (is_in_one_of(folder, n, len > 0 ? name : slash ? "/" : ".", len > 0 ? len : 1))
			continue;
		folder[n] = arena_strndup(keep, len > 0 ? name : slash ? "/" : ".", len > 0 ? len : 1);
		if (!folder[n++])
			return NULL;
	}
	return folder;
}

const Source *source_get(const SourceSet *set, uint32_t file)
{
	return file > 0 && file <= set->files.n ? set->files.at[file - 1] : NULL;
}

/* The offset of the line after the one at `start`; the length of the text if there is none. */
static uint32_t next_line(const Source *s, uint32_t start)
{
	const char *lf = memchr(s->text + start, '\n', s->len - start);

	return lf ? (uint32_t)(lf - s->text) + 1 : s->len;
}

static uint32_t first_line(const Source *s)
{
	return (uint32_t)text_mark(s->text, s->len);
}

static bool build_lines(Source *s, const MdvAlloc *alloc)
{
	uint32_t n = 1, at = first_line(s), *line;

	for (const char *p = s->text; (p = memchr(p, '\n', s->len - (size_t)(p - s->text))); p++)
		n++;
	line = alloc_new(alloc, n * sizeof *line);
	if (!line)
		return false;
	for (uint32_t i = 0; i < n; i++, at = next_line(s, at))
		line[i] = at;
	s->line = line;
	s->n_lines = n;
	return true;
}

/* The line (from 0) that holds the offset, and its start: by the table, or, if there is no memory
   for that, by walking. */
static uint32_t find_line(const Source *s, uint32_t offset, uint32_t *start)
{
	uint32_t low = 0, high = s->n_lines;

	if (!s->line) {
		uint32_t end = next_line(s, *start = first_line(s));

		for (; end > *start && end <= offset && s->text[end - 1] == '\n'; low++) {
			*start = end;
			end = next_line(s, end);
		}
		return low;
	}
	while (high - low > 1) {
		uint32_t mid = low + (high - low) / 2;

		if (s->line[mid] <= offset)
			low = mid;
		else
			high = mid;
	}
	*start = s->line[low];
	return low;
}

/* The line of an offset, from 1, and where it starts. */
static uint32_t line_of(const SourceSet *set, Source *s, uint32_t offset, uint32_t *start)
{
	if (!s->line)
		build_lines(s, set->alloc);
	return find_line(s, offset < s->len ? offset : s->len, start) + 1;
}

uint32_t source_line(const SourceSet *set, uint32_t file, uint32_t offset)
{
	uint32_t start;

	return source_get(set, file) ? line_of(set, set->files.at[file - 1], offset, &start) : 0;
}

SourcePos source_pos(const SourceSet *set, uint32_t file, uint32_t offset)
{
	SourcePos pos = {.text = ""};
	uint32_t start, end;
	Source *s;

	if (!source_get(set, file))
		return pos;
	s = set->files.at[file - 1];
	if (offset > s->len)
		offset = s->len;
	pos.line = line_of(set, s, offset, &start);
	end = next_line(s, start);
	if (end > start && s->text[end - 1] == '\n')
		end--;
	if (end > start && s->text[end - 1] == '\r')
		end--;
	pos.text = s->text + start;
	pos.len = end - start;
	pos.offset = offset < start ? 0 : offset > end ? pos.len : offset - start;
	pos.column = 1;
	for (uint32_t i = 0; i < pos.offset; i++)
		pos.column += ((unsigned char)pos.text[i] & 0xC0) != 0x80;
	return pos;
}

size_t source_bad_utf8(const Source *s)
{
	size_t i = 0;
	uint32_t code;

	while (i < s->len) {
		size_t n = (unsigned char)s->text[i] < 0x80 ? 1 : text_utf8(s->text + i, s->len - i, &code);

		if (n == 0)
			return i;
		i += n;
	}
	return i;
}

Span source_join(Span a, Span b)
{
	if (a.file != b.file)
		return a.file ? a : b;
	return (Span){a.file, a.start, b.end > a.end ? b.end : a.end};
}
