/* SPDX-License-Identifier: MIT
   archive.c — reads ZIP archives (PKWARE's APPNOTE 6.3), as FMUs come in. What counts is the
   central directory at the end; every number in it is checked against the file. An archive is data
   of somebody else: nothing is written outside of the folder that was asked for. */
#define _GNU_SOURCE /* getdents64 */
#include "fmi/fmi.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { PATH_ROOM = 4096 }; /* bytes of a path, at most */
enum { END_SIZE = 22, CENTRAL_SIZE = 46, LOCAL_SIZE = 30, MOST_COMMENT = 65535 };

#define MOST_FILES 20000
#define MOST_BYTES (1u << 30) /* unpacked, altogether: a binary has some megabytes */
#define MOST_RATIO 1100       /* deflate can do no more than 1032 to one */

typedef struct Archive {
	const unsigned char *at; /* n bytes of the file */
	size_t n;
	const char *folder; /* where it goes */
	uint64_t unpacked;  /* bytes so far */
	char *why;          /* what is wrong */
	size_t size;        /* bytes of it */
} Archive;

static bool refuse(Archive *a, const char *format, ...) PRINTF_LIKE(2, 3);
static bool refuse(Archive *a, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	plain_vsnprintf(a->why, a->size, format, args);
	va_end(args);
	return false;
}

static uint32_t number(const unsigned char *p, int bytes)
{
	uint32_t x = 0;

	for (int i = 0; i < bytes; i++)
		x |= (uint32_t)p[i] << 8 * i;
	return x;
}

/* Relative, without "..", with slashes only: it stays inside. */
static bool name_is_safe(const char *name)
{
	const char *part = name;

	if (!*name || *name == '/' || strchr(name, '\\') || strchr(name, ':'))
		return false;
	for (const char *s = name;; s++) {
		if ((unsigned char)*s < ' ' && *s)
			return false;
		if (*s != '/' && *s)
			continue;
		if ((s - part == 2 && !memcmp(part, "..", 2)) || (s - part == 1 && *part == '.') ||
			(s == part && *s))
			return false;
		if (!*s)
			return true;
		part = s + 1;
	}
}

/* All folders on the way to a file. */
static bool make_folders(Archive *a, char *path)
{
	for (char *s = path + strlen(a->folder) + 1; (s = strchr(s, '/')); s++) {
		*s = '\0';
		if (mkdir(path, 0700) != 0 && errno != EEXIST)
			return refuse(a, "cannot make the folder '%s': %s", path, file_error(errno));
		*s = '/';
	}
	return true;
}

/* Contents of an entry into a file that is open; packed bytes are inside of the archive. */
static bool inflate_to(Archive *a, const unsigned char *from, uint32_t packed, uint32_t size,
					   uint32_t *crc, FILE *to)
{
	z_stream s = {.zalloc = Z_NULL};
	unsigned char out[65536];
	uint64_t total = 0;
	int status = inflateInit2(&s, -MAX_WBITS);

	if (status != Z_OK)
		return refuse(a, "out of memory");
	s.next_in = (Bytef *)(uintptr_t)from;
	s.avail_in = packed;
	while (status == Z_OK) {
		s.next_out = out;
		s.avail_out = sizeof out;
		status = inflate(&s, Z_NO_FLUSH);
		total += sizeof out - s.avail_out;
		if ((status != Z_OK && status != Z_STREAM_END) || total > size)
			break;
		*crc = (uint32_t)crc32(*crc, out, (uInt)(sizeof out - s.avail_out));
		if (fwrite(out, 1, sizeof out - s.avail_out, to) != sizeof out - s.avail_out) {
			inflateEnd(&s);
			return refuse(a, "cannot write below '%s': %s", a->folder, file_error(errno));
		}
		if (status == Z_OK && s.avail_in == 0 && s.avail_out > 0)
			break; /* it ends in the middle */
	}
	inflateEnd(&s);
	return (status == Z_STREAM_END && total == size) ||
		   refuse(a, "the archive is damaged: a file is not as long as it says");
}

static bool store_to(Archive *a, const unsigned char *from, uint32_t size, uint32_t *crc, FILE *to)
{
	*crc = (uint32_t)crc32(0, from, size);
	return fwrite(from, 1, size, to) == size ||
		   refuse(a, "cannot write below '%s': %s", a->folder, file_error(errno));
}

/* One entry of the directory; its contents are where the local header says. */
typedef struct Entry {
	uint32_t method, flags, crc, packed, size, at, mode;
	char name[1024]; /* with slashes; one at the end: a folder */
} Entry;

/* Some programs pack a file twice. That is one file, if both are the same. */
static bool is_known(Archive *a, const Entry *e, const char *path)
{
	unsigned char part[4096];
	uint32_t crc = 0;
	uint64_t size = 0;
	FILE *file = fopen(path, "rb");
	size_t n;

	if (!file)
		return refuse(a, "cannot write '%s': %s", path, file_error(errno));
	while ((n = fread(part, 1, sizeof part, file)) > 0) {
		crc = (uint32_t)crc32(crc, part, (uInt)n);
		size += n;
	}
	fclose(file);
	return (size == e->size && crc == e->crc) ||
		   refuse(a, "the archive has '%s' twice, and not the same", e->name);
}

static bool unpack_file(Archive *a, const Entry *e)
{
	const unsigned char *local = a->at + e->at, *from;
	uint64_t begin;
	char path[2048];
	uint32_t crc = 0;
	FILE *file;
	bool ok;

	if ((uint64_t)e->at + LOCAL_SIZE > a->n || number(local, 4) != 0x04034b50)
		return refuse(a, "the archive is damaged: '%s' is not where it should be", e->name);
	begin = (uint64_t)e->at + LOCAL_SIZE + number(local + 26, 2) + number(local + 28, 2);
	if (begin + e->packed > a->n || (e->method == 0 && e->packed != e->size))
		return refuse(a, "the archive is damaged: '%s' does not end in it", e->name);
	from = a->at + begin;
	if (snprintf(path, sizeof path, "%s/%s", a->folder, e->name) >= (int)sizeof path)
		return refuse(a, "'%s' has too long a path", e->name);
	if (!make_folders(a, path))
		return false;
	file = fopen(path, "wbx"); /* not over another */
	if (!file && errno == EEXIST)
		return is_known(a, e, path);
	if (!file)
		return refuse(a, "cannot write '%s': %s", path, file_error(errno));
	ok = e->method == 0 ? store_to(a, from, e->size, &crc, file)
						: inflate_to(a, from, e->packed, e->size, &crc, file);
	if (fclose(file) != 0 && ok)
		ok = refuse(a, "cannot write '%s': %s", path, file_error(errno));
	return ok && (crc == e->crc || refuse(a, "the archive is damaged: '%s'", e->name));
}

static bool unpack_entry(Archive *a, const Entry *e)
{
	size_t len = strlen(e->name);

	if (!name_is_safe(e->name) && !(len > 1 && e->name[len - 1] == '/'))
		return refuse(a, "the archive has a file outside of its folder: '%s'", e->name);
	if (len > 0 && e->name[len - 1] == '/') /* a folder: made when it is needed */
		return true;
	if (e->flags & 1)
		return refuse(a, "'%s' is encrypted", e->name);
	if (e->method != 0 && e->method != 8)
		return refuse(a, "'%s' is packed by method %u, which is not known here", e->name,
					  (unsigned)e->method);
	if ((e->mode & 0170000) == 0120000)
		return refuse(a, "the archive has a link: '%s'", e->name);
	a->unpacked += e->size;
	if (a->unpacked > MOST_BYTES || e->size / MOST_RATIO > e->packed)
		return refuse(a, "the archive would grow to more than 1 GB, or beyond what it can hold");
	return unpack_file(a, e);
}

/* Where the end of the directory is; 0: there is none. */
static size_t find_end(const Archive *a)
{
	size_t least = a->n > END_SIZE + MOST_COMMENT ? a->n - END_SIZE - MOST_COMMENT : 0;

	for (size_t at = a->n < END_SIZE ? 0 : a->n - END_SIZE + 1; at-- > least;)
		if (number(a->at + at, 4) == 0x06054b50 &&
			at + END_SIZE + number(a->at + at + 20, 2) <= a->n)
			return at + 1;
	return 0;
}

static bool unpack_all(Archive *a)
{
	size_t end = find_end(a);
	uint64_t at;
	uint32_t n;

	if (end == 0)
		return refuse(a, "it is no ZIP archive, or its end is missing");
	n = number(a->at + end - 1 + 10, 2);
	at = number(a->at + end - 1 + 16, 4);
	if (n > MOST_FILES)
		return refuse(a, "the archive has %u files; at most %u are unpacked", (unsigned)n,
					  (unsigned)MOST_FILES);
	for (uint32_t k = 0; k < n; k++) {
		const unsigned char *p = a->at + at;
		uint32_t len;
		Entry e;

		if (at + CENTRAL_SIZE > a->n || number(p, 4) != 0x02014b50)
			return refuse(a, "the archive is damaged: its directory ends too early");
		len = number(p + 28, 2);
		if (at + CENTRAL_SIZE + len > a->n || len >= sizeof e.name || memchr(p + 46, '\0', len))
			return refuse(a, "the archive is damaged: a name in its directory");
		e = (Entry){.method = number(p + 10, 2),
					.flags = number(p + 8, 2),
					.crc = number(p + 16, 4),
					.packed = number(p + 20, 4),
					.size = number(p + 24, 4),
					.at = number(p + 42, 4),
					.mode = p[5] == 3 ? number(p + 40, 2) : 0};
		memcpy(e.name, p + CENTRAL_SIZE, len);
		e.name[len] = '\0';
		if (!unpack_entry(a, &e))
			return false;
		at += CENTRAL_SIZE + len + number(p + 30, 2) + number(p + 32, 2);
	}
	return true;
}

bool archive_unpack(const char *path, const char *folder, char *why, size_t size)
{
	Archive a = {.folder = folder, .why = why, .size = size};
	FILE *file = file_open(path);
	struct stat info;
	unsigned char *bytes;
	bool ok;

	if (!file)
		return refuse(&a, "cannot read '%s': %s", path, file_error(errno));
	if (fstat(fileno(file), &info) != 0 || info.st_size > MOST_BYTES) {
		fclose(file);
		return refuse(&a, "'%s' is too large", path);
	}
	bytes = alloc_new(&alloc_heap, (size_t)info.st_size + 1);
	a.n = bytes ? fread(bytes, 1, (size_t)info.st_size, file) : 0;
	a.at = bytes;
	fclose(file);
	ok = bytes ? unpack_all(&a) : refuse(&a, "out of memory");
	alloc_free(&alloc_heap, bytes, (size_t)info.st_size + 1);
	return ok;
}

/* Removes the files of the folder that `path` names, n characters. 1: a folder is in it, whose name
   has been appended to the path; 0: nothing is in it any more; -1: something cannot be removed. */
static int remove_files(char path[PATH_ROOM], size_t *n)
{
	_Alignas(struct dirent64) char entries[2048];
	int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), found = 0;
	ssize_t size = -1;

	while (folder >= 0 && found == 0 && (size = getdents64(folder, entries, sizeof entries)) > 0)
		for (ssize_t at = 0; at < size && found == 0;) {
			const struct dirent64 *e = (const void *)(entries + at);
			size_t len = strlen(e->d_name);

			at += e->d_reclen;
			if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
				unlinkat(folder, e->d_name, 0) == 0)
				continue;
			found = *n + len + 2 <= PATH_ROOM && (errno == EISDIR || errno == EPERM) ? 1 : -1;
			if (found < 0)
				break;
			path[(*n)++] = '/';
			memcpy(path + *n, e->d_name, len + 1);
			*n += len;
		}
	if (folder >= 0)
		close(folder);
	return size < 0 ? -1 : found;
}

/* A signal may have come in the middle of anything: nothing but system calls, and no memory but
   what is here. */
void archive_remove(const char *folder)
{
	char path[PATH_ROOM];
	size_t n = strlen(folder), top = n;
	int found = 0;

	if (n >= sizeof path)
		return;
	memcpy(path, folder, n + 1);
	while (n >= top && found >= 0) {
		found = remove_files(path, &n);
		if (found != 0)
			continue;
		found = rmdir(path);
		while (n > top && path[n - 1] != '/')
			n--;
		if (n == top)
			return;
		path[--n] = '\0';
	}
}
