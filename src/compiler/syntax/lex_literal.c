/* SPDX-License-Identifier: MIT
   lex_literal.c — numbers, strings and quoted identifiers (MLS 2.3 and 2.4). Numbers of up to 15
   digits and small exponents, nearly all there are, are converted here, exactly (one rounding, as
   digits and power of ten are exact); the others by strtod. */
#include "compiler/syntax/lex.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXACT_DIGITS 15 /* 10^15 < 2^53 */
#define EXACT_POWER  22 /* 10^22 is the largest power of ten that is a double */

static const double power_of_ten[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
													 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
													 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static double slow_real(Lexer *lx, const char *from, const char *end)
{
	ArenaMark mark = arena_mark(lx->sx->scratch);
	double x = plain_strtod(arena_strndup(lx->sx->scratch, from, (size_t)(end - from)), NULL);

	arena_release(lx->sx->scratch, mark);
	if (isinf(x))
		lex_fail(lx, from, end, E_REAL_LARGE,
				 "this number is too large for a Real: the largest is about 1.797e308");
	return x;
}

typedef struct Digits {
	uint64_t value; /* the digits as a whole number, while there are at most 18 */
	int n;          /* significant digits, at most 19 counted */
	int power;      /* of ten */
} Digits;

static const char *read_digits(const char *p, Digits *d, bool is_fraction)
{
	for (; lex_class_of(*p) & LEX_DIGIT; p++) {
		if (d->n < 19 && (d->n > 0 || *p != '0'))
			d->n++;
		if (d->n < 19) {
			d->value = d->value * 10 + (uint64_t)(*p - '0');
			d->power -= is_fraction;
		}
	}
	return p;
}

/* The exponent, if there is one: "e", perhaps a sign, digits. */
static const char *read_exponent(const char *p, Digits *d)
{
	bool negative = p[1] == '-';
	int power = 0;

	p += 1 + (p[1] == '-' || p[1] == '+');
	for (; lex_class_of(*p) & LEX_DIGIT; p++)
		if (power < 100000)
			power = power * 10 + (*p - '0');
	d->power += negative ? -power : power;
	return p;
}

static bool has_exponent(const char *p)
{
	return (*p == 'e' || *p == 'E') &&
		   lex_class_of(p[1 + (p[1] == '-' || p[1] == '+')]) & LEX_DIGIT;
}

#define LARGEST ((UINT64_C(1) << 53) - 1) /* Integers are exact up to here (ir/ops.h) */

static void whole_number(Lexer *lx, const char *from, const char *p, const Digits *d, Token *t)
{
	Span at = {lx->file, (uint32_t)(from - lx->text), (uint32_t)(p - lx->text)};

	t->kind = TK_INTEGER;
	t->integer = (int64_t)d->value;
	if (d->n < 19 && d->value <= LARGEST)
		return;
	t->kind = TK_REAL;
	t->real = slow_real(lx, from, p);
	if (isfinite(t->real))
		diag_report(lx->sx->diag, at, W_INTEGER_LARGE,
					"this whole number is too large for an Integer; it is taken as a Real");
}

const char *lex_number(Lexer *lx, const char *from, Token *t)
{
	Digits d = {0};
	const char *p = read_digits(from, &d, false);
	bool is_real = *p == '.';

	if (is_real)
		p = read_digits(p + 1, &d, true);
	if (has_exponent(p)) {
		is_real = true;
		p = read_exponent(p, &d);
	}
	if (!is_real) {
		whole_number(lx, from, p, &d, t);
	} else {
		t->kind = TK_REAL;
		if (d.n <= EXACT_DIGITS && d.power >= -EXACT_POWER && d.power <= EXACT_POWER)
			t->real = d.power < 0 ? (double)d.value / power_of_ten[-d.power]
								  : (double)d.value * power_of_ten[d.power];
		else
			t->real = slow_real(lx, from, p);
	}
	if (lex_class_of(*p) & (LEX_WORD | LEX_OTHER)) {
		while (lex_class_of(*p) & (LEX_WORD | LEX_OTHER))
			p++;
		if ((p[-1] == 'e' || p[-1] == 'E') && (*p == '+' || *p == '-'))
			p++; /* an exponent without digits */
		lex_fail(lx, from, p, E_NUMBER,
				 "this is neither a number nor a name: a name begins with a letter");
	}
	return p;
}

bool lex_is_escape(char c)
{
	return c && strchr("'\"?\\abfnrtv", c);
}

/* An unknown escape is reported, once in a text unless it is an error; the string goes on. Older
   tools took its backslash for one. */
static void check_escape(Lexer *lx, const char *p)
{
	Span at = {lx->file, (uint32_t)(p - lx->text), (uint32_t)(p - lx->text) + 1};

	if (lex_is_escape(p[1]) || (lx->told_escape && !lx->sx->diag->strict))
		return;
	at.end += lex_class_of(p[1]) & LEX_WORD ? 1 : 0;
	lx->told_escape = true;
	if (diag_older(lx->sx->diag, NULL, at, E_ESCAPE,
				   "a string knows \\' \\\" \\? \\\\ \\a \\b \\f \\n \\r \\t \\v; a backslash is "
				   "written \\\\"))
		return;
	lx->failed = true;
	lx->bad_end = at.end;
}

/* A string without end is reported where it begins. It ends with its first line if that looks like
   the end of a statement; otherwise everything behind it is part of it. */
static const char *open_string(Lexer *lx, const char *from)
{
	const char *end = lx->text + lx->len;
	const char *line = memchr(from, '\n', (size_t)(end - from)), *p = line ? line : end;

	lex_fail(lx, from, from + 1, E_STRING_OPEN, "this string has no closing '\"'");
	while (p > from + 1 && lex_class_of(p[-1]) & LEX_SPACE)
		p--;
	p = p > from + 1 && p[-1] == ';' ? p - 1 : end;
	lx->bad_end = (uint32_t)(p - lx->text) + (p == end);
	return p;
}

const char *lex_string(Lexer *lx, const char *from, Token *t)
{
	const char *p = from + 1, *end = lx->text + lx->len;

	t->kind = TK_STRING;
	for (; *p != '"'; p++) {
		if (p >= end)
			return open_string(lx, from);
		if (*p == '\\' && p + 1 < end) {
			check_escape(lx, p);
			p++;
		}
	}
	return p + 1;
}

static void quoted_name(Lexer *lx, const char *from, const char *p, Token *t)
{
	ArenaMark mark = arena_mark(lx->sx->scratch);
	char *copy = arena_alloc(lx->sx->scratch, (size_t)(p - from), 1), *q = copy;

	/* \? and \" mean the same as ? and " (MLS 2.3.1). */
	for (; from < p; from++)
		if (!(*from == '\\' && (from[1] == '?' || from[1] == '"')))
			*q++ = *from;
		else
			*q++ = *++from;
	t->name = intern_name(lx->sx->names, copy, (size_t)(q - copy));
	arena_release(lx->sx->scratch, mark);
}

const char *lex_quoted(Lexer *lx, const char *from, Token *t)
{
	const char *p = from + 1;
	bool is_odd = false;

	t->kind = TK_IDENT;
	for (; *p != '\''; p++) {
		if (*p == '\n' || *p == '\r' || p >= lx->text + lx->len) {
			lex_fail(lx, from, p, E_QUOTE_OPEN, "this name has no closing \"'\" in its line");
			break;
		}
		is_odd |= (unsigned char)*p < 0x20 || (unsigned char)*p >= 0x7F;
		if (*p == '\\' && lex_is_escape(p[1]))
			p++;
		else if (*p == '\\')
			check_escape(lx, p);
	}
	p += *p == '\'';
	if (is_odd)
		lex_fail(lx, from, p, E_CHARACTER, "a quoted name consists of printable ASCII characters");
	quoted_name(lx, from, p, t);
	return p;
}
