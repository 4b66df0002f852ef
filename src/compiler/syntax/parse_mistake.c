/* SPDX-License-Identifier: MIT
   parse_mistake.c — what is expected and not found: how it is said, and where to go on. */
#include "compiler/syntax/parse.h"

#include <stdarg.h>
#include <string.h>

static void report(Parser *p, Span at, DiagCode code, const char *format, va_list args)
{
	char text[400];

	p->failed = true;
	p->told = false;
	/* A token that was reported already is not the parser's to complain about. */
	if (p->panic || (p->lx.bad_end > p->prev_start && p->lx.failed))
		return;
	p->told = true;
	plain_vsnprintf(text, sizeof text, format, args);
	diag_error(p->sx->diag, at, code, "%s", text);
}

void parse_note(Parser *p, Span at, const char *format, ...)
{
	char text[400];
	va_list args;

	if (!p->told)
		return;
	va_start(args, format);
	plain_vsnprintf(text, sizeof text, format, args);
	va_end(args);
	diag_note(p->sx->diag, at, "%s", text);
}

void parse_report(Parser *p, Span at, DiagCode code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	report(p, at, code, format, args);
	va_end(args);
}

void parse_fail(Parser *p, Span at, DiagCode code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	report(p, at, code, format, args);
	va_end(args);
	p->panic = true;
}

void parse_truncated(Parser *p)
{
	parse_note(p, parse_prev_point(p), "the file ends here");
	p->lx.failed = true;
	p->lx.bad_end = UINT32_MAX;
}

/* The token in words: 'x', "a string" … */
static void describe(const Parser *p, const Token *t, char *buf, size_t size)
{
	uint32_t len = t->end - t->start;

	if (t->kind == TK_STRING)
		snprintf(buf, size, "a string");
	else if (t->kind == TK_EOF)
		snprintf(buf, size, "the end of the file");
	else
		snprintf(buf, size, "'%.*s%s'", (int)(len > 40 ? 40 : len), p->lx.text + t->start,
				 len > 40 ? "…" : "");
}

void parse_unexpected(Parser *p, const char *expected)
{
	char found[64];

	describe(p, &p->tok, found, sizeof found);
	parse_fail(p, parse_tok_span(p), E_EXPECTED, "expected %s, found %s", expected, found);
}

/* The keyword that the word is nearly; TK_EOF: none. */
static TokenKind near_keyword(const char *s, size_t len)
{
	Suggest near;

	if (len < 3 || s[0] < 'a' || s[0] > 'z')
		return TK_EOF;
	suggest_init(&near, s, len);
	if (near.limit > 2)
		near.limit = 2;
	for (int k = TK_FIRST_KEYWORD; k < TK_COUNT; k++)
		suggest_add(&near, lex_kind_word((TokenKind)k), strlen(lex_kind_word((TokenKind)k)));
	for (int k = TK_FIRST_KEYWORD; k < TK_COUNT && near.n > 0; k++)
		if (lex_kind_word((TokenKind)k) == near.best[0])
			return (TokenKind)k;
	return TK_EOF;
}

/* The user wrote nearly the keyword that belongs here: say so and take it as that. */
static bool is_misspelt(Parser *p, TokenKind kind)
{
	const char *s = p->lx.text + p->tok.start;
	size_t len = p->tok.end - p->tok.start;

	if (kind < TK_FIRST_KEYWORD || p->tok.kind != TK_IDENT || p->panic ||
		near_keyword(s, len) != kind)
		return false;
	parse_report(p, parse_tok_span(p), E_KEYWORD, "expected %s, found '%.*s'; did you mean %s?",
				 lex_kind_text(kind), (int)len, s, lex_kind_text(kind));
	parse_next(p);
	return true;
}

bool parse_respell(Parser *p, Place at)
{
	const char *s = p->lx.text + at.start;
	TokenKind keyword = p->panic ? TK_EOF : near_keyword(s, at.len);

	if (keyword == TK_EOF)
		return false;
	parse_report(p, syntax_span(at), E_KEYWORD, "'%.*s' is no keyword; did you mean '%s'?",
				 (int)at.len, s, lex_kind_word(keyword));
	p->lx.pos = at.start + at.len;
	p->tok = (Token){.kind = (uint8_t)keyword, .start = at.start, .end = p->lx.pos};
	p->prev_start = p->prev_end = at.start;
	return true;
}

bool parse_expect(Parser *p, TokenKind kind, const char *after)
{
	char found[64];

	if (parse_accept(p, kind) || is_misspelt(p, kind))
		return true;
	describe(p, &p->tok, found, sizeof found);
	parse_fail(p, parse_tok_span(p), E_EXPECTED, "expected %s after %s, found %s",
			   lex_kind_text(kind), after, found);
	return false;
}

Name parse_ident(Parser *p, const char *what)
{
	Name name = p->tok.name;
	const char *word;

	if (p->tok.kind == TK_IDENT) {
		parse_next(p);
		return name;
	}
	if (p->tok.kind >= TK_FIRST_KEYWORD && !parse_new_line(p)) {
		word = lex_kind_word((TokenKind)p->tok.kind);
		parse_fail(p, parse_tok_span(p), E_KEYWORD_NAME,
				   "expected %s, but '%s' is a keyword of Modelica; choose another name", what,
				   word);
		/* Used as a name it opens and closes nothing. */
		if (p->lx.text[p->prev_end - (p->prev_end > 0)] == '.' || p->tok.kind != TK_END)
			parse_next(p);
	} else {
		parse_unexpected(p, what);
	}
	return (Name){0};
}

const Name *parse_ident_list(Parser *p, const char *what, uint32_t *n)
{
	size_t mark = p->idents.n;
	const Name *list;

	do {
		Name name = parse_ident(p, what);

		PUSH(p, idents, name);
	} while (!p->panic && parse_accept(p, TK_COMMA));
	*n = (uint32_t)(p->idents.n - mark);
	list = POP(p, idents, mark);
	return list;
}

bool parse_is_section_end(TokenKind kind)
{
	switch (kind) {
	case TK_END:
	case TK_EQUATION:
	case TK_ALGORITHM:
	case TK_PUBLIC:
	case TK_PROTECTED:
	case TK_EXTERNAL: return true;
	default: return false;
	}
}

/* Skip to behind the next ';', or to before what begins or ends a list of elements or equations. A
   ';' that may separate rows of a matrix counts only at the end of a line. */
void parse_recover(Parser *p)
{
	for (; p->tok.kind != TK_EOF && !parse_is_section_end((TokenKind)p->tok.kind); parse_next(p)) {
		if (p->tok.kind == TK_RBRACKET)
			p->n_square -= p->n_square > 0;
		if (p->tok.kind != TK_SEMICOLON)
			continue;
		parse_next(p);
		if (p->n_square == 0 || parse_new_line(p) || p->tok.kind == TK_EOF)
			break;
		p->n_square = p->tok.kind == TK_RBRACKET ? 0 : p->n_square;
	}
	p->n_square = 0;
	p->panic = false;
}

/* A ')' too many: reported and passed over. */
static void extra_close(Parser *p)
{
	while (p->tok.kind == TK_RPAREN || p->tok.kind == TK_RBRACKET || p->tok.kind == TK_RBRACE) {
		parse_fail(p, parse_tok_span(p), E_BRACKET, "this %s closes nothing",
				   lex_kind_text((TokenKind)p->tok.kind));
		parse_next(p);
	}
}

bool parse_semicolon(Parser *p, const char *after)
{
	char expected[80];

	if (!p->panic && (parse_accept(p, TK_SEMICOLON) || p->unclosed)) {
		p->unclosed = false;
		return true;
	}
	if (!p->panic) {
		bool is_next = parse_new_line(p) || p->tok.kind == TK_END || p->tok.kind == TK_EOF ||
					   p->tok.kind == TK_EQUATION || p->tok.kind == TK_ALGORITHM ||
					   p->tok.kind == TK_PUBLIC || p->tok.kind == TK_PROTECTED;

		extra_close(p);
		if (p->panic && p->tok.kind == TK_SEMICOLON) {
			parse_recover(p);
			return false;
		}
		if (is_next && !p->panic) {
			parse_report(p, parse_prev_point(p), E_SEMICOLON, "missing ';' after %s", after);
			return true;
		}
		snprintf(expected, sizeof expected, "';' after %s", after);
		parse_unexpected(p, expected);
	}
	parse_recover(p);
	return false;
}

bool parse_close(Parser *p, TokenKind kind, Token open)
{
	char expected[40];
	TokenKind found = (TokenKind)p->tok.kind;

	if (!p->panic && parse_accept(p, kind))
		return true;
	if (p->panic)
		return false;
	/* What cannot stand inside brackets means that the opening one is the problem. */
	if (found == TK_EOF || found == TK_SEMICOLON || found == TK_RPAREN || found == TK_RBRACKET ||
		found == TK_RBRACE || (found >= TK_FIRST_KEYWORD && parse_new_line(p))) {
		char text[64];

		describe(p, &p->tok, text, sizeof text);
		parse_fail(p, parse_span_of(p, &open), E_BRACKET,
				   "this %s is not closed: expected %s before %s",
				   lex_kind_text((TokenKind)open.kind), lex_kind_text(kind), text);
		parse_note(p, parse_tok_span(p), "it should be closed before this");
		return false;
	}
	snprintf(expected, sizeof expected, "',' or %s", lex_kind_text(kind));
	parse_unexpected(p, expected);
	parse_note(p, parse_span_of(p, &open), "the %s is here", lex_kind_text((TokenKind)open.kind));
	return false;
}

bool parse_header_end(Parser *p, TokenKind kind, const char *after)
{
	bool was_good = !p->panic;

	if (was_good && parse_expect(p, kind, after))
		return true;
	/* Most mistakes are inside one line: go on behind the keyword. */
	while (p->tok.kind != TK_EOF && p->tok.kind != TK_SEMICOLON && p->tok.kind != TK_END &&
		   p->tok.kind != kind)
		parse_next(p);
	if (p->tok.kind != kind)
		return false;
	parse_next(p);
	p->panic = false;
	p->n_square = 0;
	return true;
}

bool parse_enter(Parser *p)
{
	if (++p->depth <= PARSE_MAX_DEPTH && !guard_is_deep())
		return true;
	parse_fail(p, parse_tok_span(p), E_DEPTH, "this is nested more than %d levels deep",
			   p->depth - 1);
	return false;
}

void parse_leave(Parser *p)
{
	p->depth--;
}
