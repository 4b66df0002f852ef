/* SPDX-License-Identifier: MIT
   build_zip.c — archives in the ZIP format (PKWARE's APPNOTE 6.3, what FMI asks for): local headers
   with deflated contents (zlib), then the central directory. All files have one date, so that the
   same contents are the same bytes. Up to 4 GB, 65,535 files. */
#include "cli/build.h"

#include <errno.h>
#include <string.h>
#include <zlib.h>

enum {
	LOCAL_SIZE = 30,   /* of a local header */
	CENTRAL_SIZE = 46, /* of an entry of the directory */
	END_SIZE = 22,     /* of what ends it */
	DEFLATED = 8,      /* method */
	DATE = 0x21        /* 1 January 1980 */
};

typedef struct Entry {
	const char *name;      /* with slashes */
	uint32_t crc;          /* of the contents */
	uint32_t size, packed; /* bytes of them, and in the archive */
	uint32_t at;           /* of the local header */
} Entry;

struct BuildZip {
	FILE *file;       /* the archive */
	Arena *keep;      /* memory */
	VEC(Entry) entry; /* files so far */
	uint64_t n;       /* bytes so far */
	bool failed;      /* something could not be written */
};

BuildZip *build_zip_new(const char *path, Arena *keep)
{
	FILE *file = file_create(path, false);
	BuildZip *z;

	if (!file)
		return NULL;
	z = NEW_ARRAY(keep, BuildZip, 1);
	z->file = file;
	z->keep = keep;
	return z;
}

static void put(unsigned char **to, uint32_t value, int bytes)
{
	for (int i = 0; i < bytes; i++)
		*(*to)++ = (unsigned char)(value >> 8 * i);
}

static bool write_bytes(BuildZip *z, const void *bytes, size_t n)
{
	z->failed = z->failed || fwrite(bytes, 1, n, z->file) != n;
	z->n += n;
	if (z->n > UINT32_MAX) {
		errno = EFBIG;
		z->failed = true;
	}
	return !z->failed;
}

/* What local header and directory have in common, from the version that is needed on. */
static void put_entry(unsigned char **to, const Entry *e)
{
	put(to, 20, 2); /* version 2.0: folders, deflate */
	put(to, 0, 2);
	put(to, DEFLATED, 2);
	put(to, 0, 2);
	put(to, DATE, 2);
	put(to, e->crc, 4);
	put(to, e->packed, 4);
	put(to, e->size, 4);
	put(to, (uint32_t)strlen(e->name), 2);
	put(to, 0, 2);
}

/* Deflated without the frame that zlib puts around; NULL: no memory. */
static unsigned char *pack(Arena *keep, const void *bytes, size_t n, uint32_t *size)
{
	z_stream s = {.zalloc = Z_NULL};
	unsigned char *out;
	uLong most;

	if (deflateInit2(&s, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) != Z_OK)
		return NULL;
	most = deflateBound(&s, (uLong)n);
	out = arena_alloc(keep, most, 1);
	s.next_in = (Bytef *)(uintptr_t)bytes;
	s.avail_in = (uInt)n;
	s.next_out = out;
	s.avail_out = (uInt)most;
	if (deflate(&s, Z_FINISH) != Z_STREAM_END)
		out = NULL;
	*size = (uint32_t)s.total_out;
	deflateEnd(&s);
	return out;
}

bool build_zip_add(BuildZip *z, const char *name, const void *bytes, size_t n)
{
	Entry e = {.name = name, .at = (uint32_t)z->n};
	unsigned char head[LOCAL_SIZE], *to = head, *packed;

	if (n > INT32_MAX) {
		errno = EFBIG;
		return !(z->failed = true);
	}
	e.size = (uint32_t)n;
	e.crc = (uint32_t)crc32(0, bytes, (uInt)n);
	packed = pack(z->keep, bytes, n, &e.packed);
	if (!packed) {
		errno = ENOMEM;
		return !(z->failed = true);
	}
	put(&to, 0x04034b50, 4);
	put_entry(&to, &e);
	vec_push(arena_allocator(z->keep), &z->entry, e);
	return write_bytes(z, head, sizeof head) && write_bytes(z, name, strlen(name)) &&
		   write_bytes(z, packed, e.packed);
}

static void write_directory(BuildZip *z)
{
	uint32_t begin = (uint32_t)z->n, files = (uint32_t)z->entry.n;
	unsigned char end[END_SIZE], *to = end;

	for (size_t k = 0; k < z->entry.n; k++) {
		const Entry *e = &z->entry.at[k];
		unsigned char head[CENTRAL_SIZE] = {0}, *at = head;

		put(&at, 0x02014b50, 4);
		put(&at, 20, 2);
		put_entry(&at, e);
		at += 10; /* no comment, disk 0, no attributes */
		put(&at, e->at, 4);
		write_bytes(z, head, sizeof head);
		write_bytes(z, e->name, strlen(e->name));
	}
	put(&to, 0x06054b50, 4);
	put(&to, 0, 4);
	put(&to, files, 2);
	put(&to, files, 2);
	put(&to, (uint32_t)z->n - begin, 4);
	put(&to, begin, 4);
	put(&to, 0, 2);
	write_bytes(z, end, sizeof end);
}

bool build_zip_end(BuildZip *z)
{
	write_directory(z);
	return fclose(z->file) == 0 && !z->failed;
}
