/* SPDX-License-Identifier: MIT
   lex.c — Modelica text to tokens (MLS 2 and A.1), one at a time, without a copy of the text. The
   longest token wins; white space and comments only separate. A mistake is reported and stepped
   over, so that the parser sees a token in any case. About 400 MB/s. */
#include "compiler/syntax/lex.h"

#include <string.h>

/* clang-format off */
#define A LEX_ALPHA
#define D LEX_DIGIT
#define O LEX_OTHER
const uint8_t lex_class[256] = {
	[' '] = LEX_SPACE, ['\t'] = LEX_SPACE, ['\n'] = LEX_SPACE, ['\r'] = LEX_SPACE,
	['"'] = LEX_BRACKET, ['\''] = LEX_BRACKET, ['('] = LEX_BRACKET, [')'] = LEX_BRACKET,
	['{'] = LEX_BRACKET, ['}'] = LEX_BRACKET, ['['] = LEX_BRACKET, [']'] = LEX_BRACKET,
	[';'] = LEX_BRACKET, ['/'] = LEX_BRACKET, ['\0'] = LEX_BRACKET, [','] = LEX_COMMA,
	['0'] = D, ['1'] = D, ['2'] = D, ['3'] = D, ['4'] = D, ['5'] = D, ['6'] = D, ['7'] = D,
	['8'] = D, ['9'] = D, ['_'] = A,
	['A'] = A, ['B'] = A, ['C'] = A, ['D'] = A, ['E'] = A, ['F'] = A, ['G'] = A, ['H'] = A,
	['I'] = A, ['J'] = A, ['K'] = A, ['L'] = A, ['M'] = A, ['N'] = A, ['O'] = A, ['P'] = A,
	['Q'] = A, ['R'] = A, ['S'] = A, ['T'] = A, ['U'] = A, ['V'] = A, ['W'] = A, ['X'] = A,
	['Y'] = A, ['Z'] = A,
	['a'] = A, ['b'] = A, ['c'] = A, ['d'] = A, ['e'] = A, ['f'] = A, ['g'] = A, ['h'] = A,
	['i'] = A, ['j'] = A, ['k'] = A, ['l'] = A, ['m'] = A, ['n'] = A, ['o'] = A, ['p'] = A,
	['q'] = A, ['r'] = A, ['s'] = A, ['t'] = A, ['u'] = A, ['v'] = A, ['w'] = A, ['x'] = A,
	['y'] = A, ['z'] = A,
	[128] = O, O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,
	[160] = O, O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,
	[192] = O, O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,
	[224] = O, O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,O,
};
#undef A
#undef D
#undef O

/* Keywords by first letter: from first_keyword[c] to before first_keyword[c + 1]. */
static const uint8_t first_keyword[27] = {
	/* a */ TK_ALGORITHM, TK_BLOCK, TK_CLASS, TK_DER, TK_EACH, TK_FALSE,
	/* g */ TK_IF, TK_IF, TK_IF, TK_LOOP, TK_LOOP, TK_LOOP,
	/* m */ TK_MODEL, TK_NOT, TK_OPERATOR, TK_PACKAGE, TK_RECORD, TK_RECORD,
	/* s */ TK_STREAM, TK_THEN, TK_WHEN, TK_WHEN, TK_WHEN, TK_COUNT,
	/* y */ TK_COUNT, TK_COUNT, TK_COUNT};

#define ROW_KEYWORD(kind, text) {text, sizeof text - 1, "'" text "'"},
#define ROW_SIGN(kind, text, name) {text, sizeof text - 1, name},
/* clang-format on */

static const struct {
	const char *text; /* as written; "" if that varies */
	uint8_t len;      /* of text */
	const char *name; /* in messages */
} tokens[] = {TOKEN_SIGNS(ROW_SIGN) TOKEN_KEYWORDS(ROW_KEYWORD)};

_Static_assert(sizeof tokens / sizeof *tokens == TK_COUNT, "one row for each token");

const char *lex_kind_text(TokenKind kind)
{
	return tokens[kind].name;
}

const char *lex_kind_word(TokenKind kind)
{
	return tokens[kind].text;
}

static TokenKind find_keyword(const char *s, size_t len)
{
	if (s[0] < 'a' || s[0] > 'z' || len < 2 || len > 13)
		return TK_IDENT;
	for (int k = first_keyword[s[0] - 'a']; k < first_keyword[s[0] - 'a' + 1]; k++)
		if (tokens[k].len == len && memcmp(tokens[k].text, s, len) == 0)
			return (TokenKind)k;
	return TK_IDENT;
}

void lex_fail(Lexer *lx, const char *from, const char *to, DiagCode code, const char *what)
{
	Span at = {lx->file, (uint32_t)(from - lx->text), (uint32_t)(to - lx->text)};

	lx->failed = true;
	lx->bad_end = at.end;
	diag_error(lx->sx->diag, at, code, "%s", what);
}

void lex_init(Lexer *lx, Syntax *sx, uint32_t file)
{
	const Source *s = source_get(sx->sources, file);

	*lx = (Lexer){.sx = sx, .text = s->text, .len = s->len, .file = file};
	lx->pos = (uint32_t)text_mark(s->text, s->len);
}

/* Whole words of ASCII are passed over at once. */
void lex_check_utf8(Syntax *sx, uint32_t file)
{
	const Source *s = source_get(sx->sources, file);
	const char *p = s->text, *end = p + s->len;
	uint64_t word;
	uint32_t code;

	while (p < end) {
		size_t n = 8;

		if (end - p >= 8 && (memcpy(&word, p, 8), !(word & UINT64_C(0x8080808080808080)))) {
			p += n;
			continue;
		}
		n = text_utf8(p, (size_t)(end - p), &code);
		if (n == 0) {
			uint32_t at = (uint32_t)(p - s->text);

			diag_older(sx->diag, NULL, (Span){file, at, at + 1}, E_FILE_UTF8,
					   "this byte (0x%02X) is not UTF-8 text; save the file as UTF-8",
					   (unsigned)(unsigned char)*p);
			return;
		}
		p += n;
	}
}

/* At the slash and star of a comment: past its end. They do not nest (MLS 2.2). */
static const char *skip_comment(Lexer *lx, const char *p)
{
	const char *end = lx->text + lx->len;

	for (const char *q = p + 2; (q = memchr(q, '*', (size_t)(end - q))); q++)
		if (q[1] == '/')
			return q + 2;
	lex_fail(lx, p, p + 2, E_COMMENT_OPEN, "this comment has no end; close it with '*/'");
	lx->bad_end = lx->len + 1; /* whatever is missing now is missing because of it */
	return end;
}

const char *lex_blank(Lexer *lx, const char *p)
{
	const char *end = lx->text + lx->len;

	for (;;) {
		while (lex_class_of(*p) & LEX_SPACE)
			p++;
		if (p[0] != '/')
			return p;
		if (p[1] == '/') {
			p = memchr(p, '\n', (size_t)(end - p));
			if (!p)
				return end;
		} else if (p[1] == '*') {
			p = skip_comment(lx, p);
		} else {
			return p;
		}
	}
}

static Name name_of(Lexer *lx, const char *s, size_t len)
{
	return intern_name(lx->sx->names, s, len);
}

static bool is_no_break_space(const char *p)
{
	return p[0] == '\xC2' && p[1] == '\xA0';
}

/* A name with characters that are none of a name: one mistake, one token. */
static const char *odd_word(Lexer *lx, const char *from, const char *p)
{
	while (lex_class_of(*p) & (LEX_WORD | LEX_OTHER) && !is_no_break_space(p))
		p++;
	lex_fail(lx, from, p, E_CHARACTER,
			 "a name consists of the letters a-z and A-Z, digits and underscores");
	return p;
}

static const char *word(Lexer *lx, const char *from, Token *t)
{
	const char *p = from + 1;

	while (lex_class_of(*p) & LEX_WORD)
		p++;
	t->kind = (uint8_t)find_keyword(from, (size_t)(p - from));
	if (lex_class_of(*p) & LEX_OTHER && !is_no_break_space(p)) {
		p = odd_word(lx, from, p);
		t->kind = TK_IDENT;
	}
	if (t->kind == TK_IDENT)
		t->name = name_of(lx, from, (size_t)(p - from));
	return p;
}

/* Operators of other languages: reported, and taken as what they mean. */
static const char *foreign_sign(Lexer *lx, const char *p, Token *t)
{
	static const struct {
		const char *text; /* as written */
		uint8_t kind;     /* what it means */
	} rows[] = {{"!=", TK_UNEQUAL}, {"&&", TK_AND}, {"||", TK_OR},
				{"!", TK_NOT},      {"&", TK_AND},  {"|", TK_OR}};
	char what[80];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t len = strlen(rows[i].text);

		if (strncmp(p, rows[i].text, len) != 0)
			continue;
		snprintf(what, sizeof what, "'%s' is written %s in Modelica", rows[i].text,
				 lex_kind_text((TokenKind)rows[i].kind));
		lex_fail(lx, p, p + len, E_CHARACTER, what);
		t->kind = rows[i].kind;
		return p + len;
	}
	return NULL;
}

/* What begins no token: reported, and stepped over together with its like. */
static const char *stray(Lexer *lx, const char *from)
{
	const char *end = lx->text + lx->len, *p = from;
	char what[80];
	uint32_t code = (unsigned char)*from;
	size_t n = text_utf8(from, (size_t)(end - from), &code);

	if (code == 0xA0)
		snprintf(what, sizeof what, "this is a no-break space; replace it by a plain one");
	else if (code > 0x20 && code < 0x7F)
		snprintf(what, sizeof what, "'%c' means nothing in Modelica", (char)code);
	else
		snprintf(what, sizeof what, "the character U+%04X means nothing in Modelica here",
				 (unsigned)code);
	p += n ? n : 1;
	while (p < end && *p == *from && lex_class_of(*p) == 0)
		p++;
	lex_fail(lx, from, p, E_CHARACTER, what);
	return p;
}

/* Signs of one character, and of two by the second one. */
static const char *sign(const char *p, Token *t)
{
#define ONE(k)     \
	t->kind = (k); \
	return p + 1
#define TWO(c, k2, k1)                   \
	t->kind = p[1] == (c) ? (k2) : (k1); \
	return p + 1 + (p[1] == (c))
	switch (*p) {
	case '(': ONE(TK_LPAREN);
	case ')': ONE(TK_RPAREN);
	case '[': ONE(TK_LBRACKET);
	case ']': ONE(TK_RBRACKET);
	case '{': ONE(TK_LBRACE);
	case '}': ONE(TK_RBRACE);
	case ',': ONE(TK_COMMA);
	case ';': ONE(TK_SEMICOLON);
	case '+': ONE(TK_PLUS);
	case '-': ONE(TK_MINUS);
	case '*': ONE(TK_STAR);
	case '/': ONE(TK_SLASH);
	case '^': ONE(TK_CARET);
	case ':': TWO('=', TK_ASSIGN, TK_COLON);
	case '=': TWO('=', TK_EQUAL, TK_EQUALS);
	case '>': TWO('=', TK_GREATER_EQ, TK_GREATER);
	case '<':
		if (p[1] == '>') {
			t->kind = TK_UNEQUAL;
			return p + 2;
		}
		TWO('=', TK_LESS_EQ, TK_LESS);
	case '.':
		switch (p[1]) {
		case '+': t->kind = TK_DOT_PLUS; return p + 2;
		case '-': t->kind = TK_DOT_MINUS; return p + 2;
		case '*': t->kind = TK_DOT_STAR; return p + 2;
		case '/': t->kind = TK_DOT_SLASH; return p + 2;
		case '^': t->kind = TK_DOT_CARET; return p + 2;
		default: ONE(TK_DOT);
		}
	default: return NULL;
	}
#undef ONE
#undef TWO
}

void lex_next(Lexer *lx, Token *t)
{
	const char *p = lx->text + lx->pos, *after = NULL, *end = lx->text + lx->len;

	for (;; p = stray(lx, p)) {
		uint8_t class;

		p = lex_blank(lx, p);
		class = lex_class_of(*p);
		if (class & LEX_ALPHA)
			after = word(lx, p, t);
		else if (class & LEX_DIGIT || (*p == '.' && lex_class_of(p[1]) & LEX_DIGIT))
			after = lex_number(lx, p, t);
		else if (*p == '"')
			after = lex_string(lx, p, t);
		else if (*p == '\'')
			after = lex_quoted(lx, p, t);
		else if (p >= end)
			after = end, p = end, t->kind = TK_EOF;
		else if (!(after = sign(p, t)))
			after = foreign_sign(lx, p, t);
		if (after)
			break;
	}
	t->start = (uint32_t)(p - lx->text);
	t->end = lx->pos = (uint32_t)(after - lx->text);
}
