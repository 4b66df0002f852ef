/* SPDX-License-Identifier: MIT
   strings.c — ModelicaStrings_…: lengths, parts, comparison and scanning of strings, of
   Modelica.Utilities.Strings. Positions count bytes from 1, as the library's documentation says; a
   position outside of the string is its end. */
#include "runtime/ext/ext.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COMPARE_LESS = 1, COMPARE_EQUAL, COMPARE_GREATER }; /* Modelica.Utilities.Types.Compare */

int ModelicaStrings_length(const char *string)
{
	size_t len = strlen(string);

	if (len > INT_MAX)
		ext_error("a string of %zu characters is too long for its length to be an Integer", len);
	return (int)len;
}

static const char *copy(const char *s, size_t len)
{
	return arena_strndup(ext_memory(), s, len);
}

const char *ModelicaStrings_substring(const char *string, int start, int end)
{
	int len = ModelicaStrings_length(string);

	if (start < 1) {
		ext_say(EXT_WARNING, "substring: the start index %d is not positive; 1 is taken\n", start);
		start = 1;
	}
	if (end < 0) {
		ext_say(EXT_WARNING, "substring: the end index %d is negative; the start index is taken\n",
				end);
		end = start;
	}
	if (end > len)
		end = len;
	return start > end ? "" : copy(string + start - 1, (size_t)(end - start) + 1);
}

static int fold(char c, bool case_sensitive)
{
	return case_sensitive ? (unsigned char)c : plain_lower((unsigned char)c);
}

int ModelicaStrings_compare(const char *a, const char *b, int case_sensitive)
{
	while (*a && fold(*a, case_sensitive) == fold(*b, case_sensitive))
		a++, b++;
	if (fold(*a, case_sensitive) == fold(*b, case_sensitive))
		return COMPARE_EQUAL;
	return fold(*a, case_sensitive) < fold(*b, case_sensitive) ? COMPARE_LESS : COMPARE_GREATER;
}

/* The hash function of Arash Partow; the library's documentation gives two values of it. */
int ModelicaStrings_hashString(const char *string)
{
	uint32_t hash = 0xAAAAAAAAu;
	int32_t result;

	for (size_t i = 0; string[i]; i++) {
		uint32_t c = (unsigned char)string[i];

		hash ^= i % 2 == 0 ? (hash << 7) ^ (c * (hash >> 3)) : ~((hash << 11) + (c ^ (hash >> 5)));
	}
	memcpy(&result, &hash, sizeof result); /* the same bits */
	return result;
}

/* The text from a position on, white space left out. */
static const char *begin(const char *string, int start)
{
	const char *s = string;

	for (int i = 1; i < start && *s; i++)
		s++;
	while (plain_is_space(*s))
		s++;
	return s;
}

static int position(const char *string, const char *at)
{
	return (int)(at - string) + 1;
}

int ModelicaStrings_skipWhiteSpace(const char *string, int start)
{
	return position(string, begin(string, start));
}

static const char *digits(const char *s)
{
	while (plain_is_digit(*s))
		s++;
	return s;
}

/* A sign, if allowed, and digits: what follows them, or NULL. */
static const char *integer(const char *s, bool no_sign)
{
	if (!no_sign && (*s == '+' || *s == '-'))
		s++;
	return plain_is_digit(*s) ? digits(s) : NULL;
}

void ModelicaStrings_scanInteger(const char *string, int start, int no_sign, int *next, int *number)
{
	const char *s = begin(string, start), *end = integer(s, no_sign);
	long long x;

	*next = start;
	*number = 0;
	if (!end)
		return;
	/* What goes on as a Real is none. */
	if (*end == '.' || ((*end == 'e' || *end == 'E') && integer(end + 1, false)))
		return;
	x = strtoll(s, NULL, 10);
	if (x < INT_MIN || x > INT_MAX) /* also if it is too large for strtoll */
		return;
	*number = (int)x;
	*next = position(string, end);
}

void ModelicaStrings_scanReal(const char *string, int start, int no_sign, int *next, double *number)
{
	const char *s = begin(string, start), *end = integer(s, no_sign), *exponent;
	double x;

	*next = start;
	*number = 0;
	if (!end)
		return;
	if (*end == '.')
		end = digits(end + 1);
	if (*end == 'e' || *end == 'E') {
		exponent = integer(end + 1, false);
		if (exponent)
			end = exponent;
	}
	x = plain_strtod(copy(s, (size_t)(end - s)), NULL);
	if (!isfinite(x))
		return;
	*number = x;
	*next = position(string, end);
}

void ModelicaStrings_scanIdentifier(const char *string, int start, int *next,
									const char **identifier)
{
	const char *s = begin(string, start), *end = s;

	*next = start;
	*identifier = "";
	if (!plain_is_letter(*s))
		return;
	while (plain_is_alnum(*end) || *end == '_')
		end++;
	*identifier = copy(s, (size_t)(end - s));
	*next = position(string, end);
}

/* A quoted string; a backslash keeps the quote after it from ending the string. */
void ModelicaStrings_scanString(const char *string, int start, int *next, const char **content)
{
	const char *s = begin(string, start), *end;

	*next = start;
	*content = "";
	if (*s != '"')
		return;
	for (end = s + 1; *end && *end != '"'; end++)
		if (*end == '\\' && end[1])
			end++;
	if (*end != '"')
		return;
	*content = copy(s + 1, (size_t)(end - s - 1));
	*next = position(string, end) + 1;
}
