/* SPDX-License-Identifier: MIT
   mat.c — matrices in MATLAB files: level 4 (v4), level 5 uncompressed (v6) and compressed (v7).
   A file of level 4 is a row of matrices, each with a header of five 32-bit numbers. One of level 5
   has a header of 128 bytes and a row of elements (type, size, data); a matrix is an element made
   of elements: flags, dimensions, name, numbers; a structure goes on with the names of its fields
   and one matrix for each. Everything read is checked against the end of the file: files may be
   damaged. */
#include "runtime/ext/ext.h"

#include <string.h>

typedef enum MatType { /* how numbers are stored; the codes of level 5 */
					   MAT_INT8 = 1,
					   MAT_UINT8,
					   MAT_INT16,
					   MAT_UINT16,
					   MAT_INT32,
					   MAT_UINT32,
					   MAT_SINGLE,
					   MAT_DOUBLE = 9,
					   MAT_INT64 = 12,
					   MAT_UINT64,
					   MAT_MATRIX,     /* an element made of elements */
					   MAT_COMPRESSED, /* an element, compressed */
} MatType;

enum { CLASS_STRUCT = 2, CLASS_DOUBLE = 6, CLASS_UINT64 = 15 };

#define HEADER_4 20      /* bytes of the header of a matrix, level 4 */
#define COMPLEX  0x0800u /* flag of a matrix, level 5 */

typedef struct Cursor {
	const unsigned char *at;  /* what is read next */
	const unsigned char *end; /* end of what may be read */
	bool swap;                /* bytes are in the other order */
} Cursor;

typedef struct Element {
	uint32_t type; /* MatType */
	Cursor data;   /* its content */
} Element;

bool mat_is_little(void)
{
	const uint16_t one = 1;
	unsigned char first;

	memcpy(&first, &one, 1);
	return first == 1;
}

static size_t left(const Cursor *c)
{
	return (size_t)(c->end - c->at);
}

static uint32_t peek_u32(const unsigned char *at, bool swap)
{
	uint32_t x;

	memcpy(&x, at, sizeof x);
	return swap ? x >> 24 | (x >> 8 & 0xFF00) | (x << 8 & 0xFF0000) | x << 24 : x;
}

MatLevel mat_level(ExtBytes bytes)
{
	const unsigned char *h = bytes.at;

	/* Level 5 begins with text, level 4 with a small number. */
	if (bytes.len < MAT_HEADER_5 || !h[0] || !h[1] || !h[2] || !h[3])
		return MAT_4;
	/* The version, 0x0100 or 0x0200, stands before the mark of the order of bytes. */
	if ((h[126] == 'I' && h[125] == 2) || (h[126] == 'M' && h[124] == 2))
		return MAT_HDF;
	return MAT_5;
}

static size_t type_size(uint32_t type)
{
	switch (type) {
	case MAT_INT8:
	case MAT_UINT8: return 1;
	case MAT_INT16:
	case MAT_UINT16: return 2;
	case MAT_INT32:
	case MAT_UINT32:
	case MAT_SINGLE: return 4;
	case MAT_DOUBLE:
	case MAT_INT64:
	case MAT_UINT64: return 8;
	default: return 0;
	}
}

static double value(const unsigned char *at, int type, bool swap)
{
	size_t size = type_size((uint32_t)type);
	unsigned char b[8] = {0};
	union {
		int8_t i8;
		uint8_t u8;
		int16_t i16;
		uint16_t u16;
		int32_t i32;
		uint32_t u32;
		int64_t i64;
		uint64_t u64;
		float f;
		double d;
	} u;

	for (size_t i = 0; i < size; i++)
		b[swap ? size - 1 - i : i] = at[i];
	memcpy(&u, b, sizeof u);
	switch (type) {
	case MAT_INT8: return u.i8;
	case MAT_UINT8: return u.u8;
	case MAT_INT16: return u.i16;
	case MAT_UINT16: return u.u16;
	case MAT_INT32: return u.i32;
	case MAT_UINT32: return u.u32;
	case MAT_INT64: return (double)u.i64;
	case MAT_UINT64: return (double)u.u64;
	case MAT_SINGLE: return (double)u.f;
	default: return u.d;
	}
}

void mat_values(const MatEntry *e, double *at)
{
	size_t size = type_size((uint32_t)e->type);

	if (e->n_rows == 0) /* the file can have billions of columns then */
		return;
	for (size_t j = 0; j < e->n_cols; j++)
		for (size_t i = 0; i < e->n_rows; i++)
			at[i * e->n_cols + j] = value(e->data + (j * e->n_rows + i) * size, e->type, e->swap);
}

_Noreturn static void damaged(const char *file)
{
	ext_error("the file \"%s\" is damaged or is no MATLAB file", file);
}

/* Whether rows * cols numbers of a type fit in so many bytes. */
static bool fits(size_t n_rows, size_t n_cols, uint32_t type, size_t bytes)
{
	size_t size = type_size(type);

	return size > 0 && (n_cols == 0 || n_rows <= bytes / size / n_cols);
}

/* One matrix of level 4: whether it is the wanted one. The kind is a decimal number MOPT: order of
   bytes, 0, precision, full or text or sparse. */
static bool entry_4(Cursor *c, const char *file, const char *name, MatEntry *e)
{
	static const MatType types[] = {MAT_DOUBLE, MAT_SINGLE, MAT_INT32,
									MAT_INT16,  MAT_UINT16, MAT_UINT8};
	uint32_t mopt, n_rows, n_cols, imaginary, name_len, precision;
	size_t bytes;
	const unsigned char *begin = c->at;
	bool found;

	if (left(c) < HEADER_4)
		damaged(file);
	mopt = peek_u32(c->at, false);
	c->swap = mopt > 9999;
	mopt = peek_u32(c->at, c->swap);
	n_rows = peek_u32(c->at + 4, c->swap);
	n_cols = peek_u32(c->at + 8, c->swap);
	imaginary = peek_u32(c->at + 12, c->swap);
	name_len = peek_u32(c->at + 16, c->swap);
	c->at += HEADER_4;
	precision = mopt / 10 % 10;
	if (mopt > 9999 || precision > 5 || name_len == 0 || name_len > left(c) || imaginary > 1)
		damaged(file);
	found = strnlen((const char *)c->at, name_len) == strlen(name) &&
			strncmp((const char *)c->at, name, name_len) == 0;
	c->at += name_len;
	if (!fits(n_rows, n_cols, types[precision], left(c)))
		damaged(file);
	if (found && (mopt % 10 != 0 || imaginary))
		ext_error("\"%s\" in the file \"%s\" is not a full matrix of real numbers", name, file);
	*e = (MatEntry){n_rows, n_cols, types[precision], c->swap, c->at, {begin, 0}};
	bytes = (size_t)n_rows * n_cols * type_size(types[precision]) * (1 + imaginary);
	if (bytes > left(c))
		damaged(file);
	c->at += bytes;
	e->whole.len = (size_t)(c->at - begin);
	return found;
}

/* The next element; small ones keep type, size and up to four bytes of data in eight bytes. */
static Element next_element(Cursor *c, const char *file)
{
	Element e;
	uint32_t size;

	if (left(c) < 8)
		damaged(file);
	e.type = peek_u32(c->at, c->swap);
	if (e.type >> 16) {
		size = e.type >> 16;
		e.type &= 0xFFFF;
		e.data = (Cursor){c->at + 4, c->at + 4 + size, c->swap};
		if (size > 4)
			damaged(file);
		c->at += 8;
		return e;
	}
	size = peek_u32(c->at + 4, c->swap);
	c->at += 8;
	if (size > left(c))
		damaged(file);
	e.data = (Cursor){c->at, c->at + size, c->swap};
	c->at += size;
	/* Elements are filled up to eight bytes, but for compressed ones. */
	if (e.type != MAT_COMPRESSED && size % 8 != 0)
		c->at += left(c) < 8 - size % 8 ? left(c) : 8 - size % 8;
	return e;
}

typedef struct Header {
	uint32_t flags;  /* class in the lowest byte */
	uint32_t n_rows; /* rows */
	uint32_t n_cols; /* columns; all further dimensions must be 1 */
	Element name;    /* its name; empty inside of a structure */
} Header;

static Header matrix_header(Cursor *c, const char *file)
{
	Header h = {0};
	Element e = next_element(c, file);

	if (left(&e.data) < 8)
		damaged(file);
	h.flags = peek_u32(e.data.at, c->swap);
	e = next_element(c, file);
	if (e.type != MAT_INT32 || left(&e.data) < 8)
		damaged(file);
	h.n_rows = peek_u32(e.data.at, c->swap);
	h.n_cols = peek_u32(e.data.at + 4, c->swap);
	for (size_t i = 8; i + 4 <= left(&e.data); i += 4)
		if (peek_u32(e.data.at + i, c->swap) != 1)
			h.flags = 0; /* no class: not a matrix */
	h.name = next_element(c, file);
	return h;
}

static bool is_name(const Cursor *c, const char *name, size_t len)
{
	return strnlen((const char *)c->at, left(c)) == len && memcmp(c->at, name, len) == 0;
}

/* Go to the content of the field of a structure: false if it has none of that name. */
static bool enter_field(Cursor *c, const char *file, const char *name, size_t len)
{
	Element width = next_element(c, file), names = next_element(c, file);
	size_t w, n;

	if (left(&width.data) < 4)
		damaged(file);
	w = peek_u32(width.data.at, c->swap);
	if (w == 0)
		damaged(file);
	n = left(&names.data) / w;
	for (size_t i = 0; i < n; i++) {
		Cursor field = {names.data.at + i * w, names.data.at + (i + 1) * w, false};
		Element e = next_element(c, file);

		if (e.type != MAT_MATRIX)
			damaged(file);
		if (is_name(&field, name, len)) {
			*c = e.data;
			return true;
		}
	}
	return false;
}

/* The numbers of a matrix whose header has been read. */
static MatEntry numbers_5(Cursor *c, Header h, const char *file, const char *name)
{
	uint32_t kind = h.flags & 0xFF;
	Element e;

	if (kind < CLASS_DOUBLE || kind > CLASS_UINT64 || h.flags & COMPLEX)
		ext_error("\"%s\" in the file \"%s\" is not a full matrix of real numbers", name, file);
	e = next_element(c, file);
	if (!fits(h.n_rows, h.n_cols, e.type, left(&e.data)))
		damaged(file);
	return (MatEntry){h.n_rows, h.n_cols, (int)e.type, c->swap, e.data.at, {0}};
}

/* Whether the variable that begins at c is the wanted one; "s.t.a" is found in the structure s. */
static bool entry_5(Cursor c, const char *file, const char *name, MatEntry *out)
{
	Header h = matrix_header(&c, file);
	const char *part = name;
	size_t len = strcspn(part, ".");

	if (!is_name(&h.name.data, part, len))
		return false;
	while (part[len] == '.' && (h.flags & 0xFF) == CLASS_STRUCT) {
		if (h.n_rows != 1 || h.n_cols != 1)
			return false;
		part += len + 1;
		len = strcspn(part, ".");
		if (!enter_field(&c, file, part, len))
			return false;
		h = matrix_header(&c, file);
	}
	if (part[len] == '.')
		return false;
	*out = numbers_5(&c, h, file, name);
	return true;
}

static bool find_5(ExtBytes bytes, const char *file, const char *name, MatEntry *e)
{
	bool swap = (bytes.at[126] == 'I') != mat_is_little();
	Cursor c = {bytes.at + MAT_HEADER_5, bytes.at + bytes.len, swap};

	while (left(&c) > 0) {
		const unsigned char *begin = c.at;
		Element variable = next_element(&c, file);

		if (variable.type == MAT_COMPRESSED) {
			Cursor inside;
			ExtBytes plain;

			if (!inflate_zlib(variable.data.at, left(&variable.data), &plain))
				damaged(file);
			inside = (Cursor){plain.at, plain.at + plain.len, swap};
			variable = next_element(&inside, file);
		}
		if (variable.type == MAT_MATRIX && entry_5(variable.data, file, name, e)) {
			e->whole = (ExtBytes){begin, (size_t)(c.at - begin)};
			return true;
		}
	}
	return false;
}

bool mat_look(ExtBytes bytes, const char *file, const char *name, MatEntry *e)
{
	Cursor c = {bytes.at, bytes.at + bytes.len, false};

	switch (mat_level(bytes)) {
	case MAT_HDF:
		ext_error("the file \"%s\" is a MATLAB file of version 7.3 (HDF5), which is not "
				  "supported; save it as version 7, 6 or 4",
				  file);
	case MAT_5: return find_5(bytes, file, name, e);
	case MAT_4: break;
	}
	while (left(&c) > 0)
		if (entry_4(&c, file, name, e))
			return true;
	return false;
}

MatEntry mat_find(ExtBytes bytes, const char *file, const char *name)
{
	MatEntry e;

	if (!mat_look(bytes, file, name, &e))
		ext_error("the file \"%s\" has no matrix \"%s\"", file, name);
	return e;
}
