/* SPDX-License-Identifier: MIT
   text.c — growable strings; decoding of UTF-8 (RFC 3629: no surrogates, no overlong forms). */
#include "base/base.h"

#include <string.h>

void text_init(Text *t, const MdvAlloc *alloc)
{
	*t = (Text){.alloc = alloc ? alloc : &alloc_heap};
}

void text_free(Text *t)
{
	alloc_free(t->alloc, t->at, t->cap);
	text_init(t, t->alloc);
}

void text_clear(Text *t)
{
	t->n = 0;
	t->failed = false;
	if (t->at)
		t->at[0] = '\0';
}

const char *text_str(const Text *t)
{
	return t->at ? t->at : "";
}

enum { FIRST_ROOM = 64 }; /* bytes: most names fit */

/* Make room for `more` bytes and a NUL. */
static bool reserve(Text *t, size_t more)
{
	size_t want = t->n + more + 1;

	if (more < SIZE_MAX - t->n &&
		(want <= t->cap ||
		 vec_grow(t->alloc, &t->at, &t->cap, 1, want < FIRST_ROOM ? FIRST_ROOM : want)))
		return true;
	t->failed = true;
	return false;
}

bool text_add(Text *t, const char *s, size_t len)
{
	if (!reserve(t, len))
		return false;
	if (len > 0)
		memcpy(t->at + t->n, s, len);
	t->n += len;
	t->at[t->n] = '\0';
	return true;
}

bool text_add_char(Text *t, char c, size_t n)
{
	if (!reserve(t, n))
		return false;
	memset(t->at + t->n, c, n);
	t->n += n;
	t->at[t->n] = '\0';
	return true;
}

bool text_vprintf(Text *t, const char *format, va_list args)
{
	size_t room = t->cap - t->n; /* mostly enough: then it is printed once */
	va_list again;
	int len;
	bool ok;

	va_copy(again, args);
	len = plain_vsnprintf(t->at ? t->at + t->n : NULL, room, format, args);
	if (len < 0)
		BUG("a format that cannot be printed: %s", format);
	if (t->at && (size_t)len >= room)
		t->at[t->n] = '\0'; /* what did not fit */
	ok = reserve(t, (size_t)len);
	if (ok && (size_t)len >= room)
		plain_vsnprintf(t->at + t->n, (size_t)len + 1, format, again);
	if (ok)
		t->n += (size_t)len;
	va_end(again);
	return ok;
}

static void reverse(char *at, size_t n)
{
	for (size_t i = 0; i < n / 2; i++) {
		char c = at[i];

		at[i] = at[n - 1 - i];
		at[n - 1 - i] = c;
	}
}

/* Appended, then turned around: both parts, and the whole. */
bool text_vprefix(Text *t, const char *format, va_list args)
{
	size_t n = t->n;

	if (!text_vprintf(t, format, args))
		return false;
	reverse(t->at, n);
	reverse(t->at + n, t->n - n);
	reverse(t->at, t->n);
	return true;
}

bool text_printf(Text *t, const char *format, ...)
{
	va_list args;
	bool ok;

	va_start(args, format);
	ok = text_vprintf(t, format, args);
	va_end(args);
	return ok;
}

char *text_real(char buf[32], double x)
{
	real_print(buf, x);
	return buf;
}

size_t text_utf8(const char *s, size_t len, uint32_t *code)
{
	static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000}; /* by length */
	unsigned char first = (unsigned char)s[0];
	size_t n = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
	uint32_t c = n == 1 ? first : first & (0x7Fu >> n);

	if (n == 0 || n > len || first > 0xF4)
		return 0;
	for (size_t i = 1; i < n; i++) {
		unsigned char next = (unsigned char)s[i];

		if ((next & 0xC0) != 0x80)
			return 0;
		c = c << 6 | (next & 0x3F);
	}
	if (c < smallest[n] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
		return 0;
	*code = c;
	return n;
}

size_t text_mark(const char *s, size_t len)
{
	return len >= 3 && memcmp(s, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

bool text_same_name(const char *a, const char *b)
{
	for (;; a++, b++) {
		while (*a == ' ')
			a++;
		while (*b == ' ')
			b++;
		if (*a != *b)
			return false;
		if (!*a)
			return true;
	}
}

bool text_is_plain(const char *s)
{
	return *s && *s != '-' &&
		   s[strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-")] ==
			   '\0';
}

#define FILE_NAME_MAX 100 /* characters: with suffixes any file system takes it */

const char *text_file_name(Arena *keep, const char *name)
{
	size_t len = strlen(name), n = 0;
	char *out = arena_alloc(keep, len + 24, 1);

	if (!out)
		return NULL;
	for (const char *s = name; *s && n < FILE_NAME_MAX; s++) {
		unsigned char c = (unsigned char)*s;
		bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');

		if (plain || ((c == '.' || c == '-' || c == '_') && n > 0))
			out[n++] = *s;
		else if (c != '\'')
			out[n++] = '_';
	}
	if (n == 0)
		out[n++] = '_';
	out[n] = '\0';
	if (len > FILE_NAME_MAX) /* names that begin alike stay apart */
		snprintf(out + n, 24, "-%016llx", (unsigned long long)map_hash_bytes(name, len, 0));
	return out;
}

const char *text_find_outside(const char *s, const char *stops)
{
	int depth = 0;

	for (; *s; s++) {
		if (*s == '\'') {
			for (s++; *s && *s != '\''; s++)
				s += *s == '\\' && s[1];
			if (!*s)
				return s;
		} else if (depth == 0 && strchr(stops, *s)) {
			return s;
		}
		depth += (*s == '[' || *s == '(') - (*s == ']' || *s == ')');
	}
	return s;
}

size_t text_item(const char *list, double number, const char **at)
{
	*at = list;
	for (double k = 1; k < number && **at; k++) {
		*at = text_find_outside(*at, ",");
		*at += **at == ',';
	}
	return number >= 1 && number <= INT32_MAX && number == (double)(int32_t)number
			   ? (size_t)(text_find_outside(*at, ",") - *at)
			   : 0;
}

void text_json(Text *out, const char *s)
{
	text_add_char(out, '"', 1);
	for (; *s; s++)
		if ((unsigned char)*s < 32 || *s == 127)
			text_printf(out, "\\u%04x", (unsigned)*s);
		else if (*s == '"' || *s == '\\')
			text_printf(out, "\\%c", *s);
		else
			text_add_char(out, *s, 1);
	text_add_char(out, '"', 1);
}
