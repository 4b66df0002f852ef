/* SPDX-License-Identifier: MIT
   lex_skip.c — pass over an annotation. Half the bytes of a library are in annotations, most of
   them graphics and documentation that a compiler never looks at. Only strings, quoted names,
   comments and brackets matter for finding the end; names on the first level are compared with the
   few of interest. Anything that looks wrong makes the parser read the annotation, so that
   mistakes are reported in its words. */
#include "compiler/syntax/lex.h"

#include <string.h>

#define MAX_DEPTH 64 /* brackets inside each other; deeper ones are left to the parser */

#define ROW(bit, text) {text, sizeof text - 1, bit},
static const struct {
	const char *text;
	uint8_t len;
	uint32_t bit;
} notes[] = {NOTE_NAMES(ROW)};
#undef ROW

static uint32_t note_bit(const char *s, size_t len)
{
	for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
		if (notes[i].len == len && memcmp(notes[i].text, s, len) == 0)
			return notes[i].bit;
	return 0;
}

/* Past the closing quote: the next one that an even number of backslashes precedes. */
static const char *skip_string(const char *p, const char *end)
{
	const char *from = ++p;

	while ((p = memchr(p, '"', (size_t)(end - p)))) {
		const char *q = p;

		while (q > from && q[-1] == '\\')
			q--;
		p++;
		if ((p - 1 - q) % 2 == 0)
			return p;
	}
	return NULL;
}

static const char *skip_quoted(const char *p, const char *end)
{
	for (p++; p < end && *p != '\''; p++) {
		if (*p == '\n')
			return NULL;
		if (*p == '\\')
			p++;
	}
	return p < end ? p + 1 : NULL;
}

static char closing(char open)
{
	return open == '(' ? ')' : open == '[' ? ']' : '}';
}

/* At the beginning of an argument of the first level: note its name. */
static const char *first_level(Lexer *lx, const char *p, uint32_t *names)
{
	for (;;) {
		const char *from = p = lex_blank(lx, p);

		while (lex_class_of(*p) & LEX_WORD)
			p++;
		if (p - from == 4 && memcmp(from, "each", 4) == 0)
			continue;
		if (p - from == 5 && memcmp(from, "final", 5) == 0)
			continue;
		*names |= note_bit(from, (size_t)(p - from));
		return p;
	}
}

/* p is at the '(' and the result past its ')'; NULL: left to the parser. */
static const char *skip(Lexer *lx, const char *p, uint32_t *names)
{
	const char *end = lx->text + lx->len;
	char open[MAX_DEPTH]; /* what closes the brackets now open */
	int depth = 0;

	while (p && p < end) {
		uint8_t stops = depth == 1 ? LEX_BRACKET | LEX_COMMA : LEX_BRACKET;

		while (!(lex_class_of(*p) & stops))
			p++;
		switch (*p) {
		case '"': p = skip_string(p, end); break;
		case '\'': p = skip_quoted(p, end); break;
		case '/':
			if (p[1] == '/' || p[1] == '*')
				p = lex_blank(lx, p);
			else
				p++;
			break;
		case '(':
		case '[':
		case '{':
			if (depth == MAX_DEPTH)
				return NULL;
			open[depth++] = closing(*p++);
			if (depth == 1)
				p = first_level(lx, p, names);
			break;
		case ',': p = first_level(lx, p + 1, names); break;
		case ';': /* only between the rows of a matrix */
			if (open[depth - 1] != ']')
				return NULL;
			p++;
			break;
		case '\0': return NULL;
		default:
			if (*p++ != open[--depth])
				return NULL;
			if (depth == 0)
				return p;
		}
	}
	return NULL;
}

bool lex_skip_annotation(Lexer *lx, uint32_t *names)
{
	const char *p = skip(lx, lx->text + lx->pos, names);

	if (!p)
		return false;
	lx->pos = (uint32_t)(p - lx->text);
	return true;
}
