/* SPDX-License-Identifier: MIT
   parse.c — the parser's ground: tokens, memory, names, descriptions, annotations. */
#include "compiler/syntax/parse.h"

#include <string.h>

/* -- tokens ------------------------------------------------------------------------------- */

void parse_next(Parser *p)
{
	p->prev_start = p->tok.start;
	p->prev_end = p->tok.end;
	lex_next(&p->lx, &p->tok);
}

Token parse_peek(Parser *p)
{
	Lexer lx = p->lx;
	Token t;

	lex_next(&lx, &t);
	return t;
}

bool parse_accept(Parser *p, TokenKind kind)
{
	if (p->tok.kind != kind)
		return false;
	parse_next(p);
	return true;
}

static Place place(const Parser *p, uint32_t start, uint32_t end)
{
	uint32_t len = end > start ? end - start : 0;

	return (Place){start, p->lx.file, len < PLACE_MAX_LEN ? len : PLACE_MAX_LEN};
}

Place parse_place(const Parser *p, uint32_t start)
{
	return place(p, start, p->prev_end);
}

Place parse_place_of(const Parser *p, const Token *t)
{
	return place(p, t->start, t->end);
}

Span parse_span_of(const Parser *p, const Token *t)
{
	return (Span){p->lx.file, t->start, t->end};
}

Span parse_tok_span(const Parser *p)
{
	return parse_span_of(p, &p->tok);
}

Span parse_prev_point(const Parser *p)
{
	return (Span){p->lx.file, p->prev_end, p->prev_end};
}

bool parse_new_line(const Parser *p)
{
	return memchr(p->lx.text + p->prev_end, '\n', p->tok.start - p->prev_end) != NULL;
}

/* -- memory ------------------------------------------------------------------------------- */

void *parse_alloc(Parser *p, size_t size, size_t align)
{
	return arena_new(p->sx->keep, 1, size, align);
}

void *parse_copy(Parser *p, const void *from, size_t n, size_t size)
{
	void *ptr;

	if (n == 0)
		return NULL;
	ptr = arena_alloc(p->sx->keep, n * size, size % 8 == 0 ? 8 : 4);
	return memcpy(ptr, from, n * size);
}

/* -- names and comments ------------------------------------------------------------------- */

/* type-specifier : ["."] name
   name : IDENT { "." IDENT } */
AstPath *parse_path(Parser *p, bool may_be_global, const char *what)
{
	size_t mark = p->idents.n, n;
	uint32_t start = p->tok.start;
	bool is_global = may_be_global && parse_accept(p, TK_DOT);
	Name name = parse_ident(p, what);
	AstPath *path;

	PUSH(p, idents, name);
	while (!p->panic && p->tok.kind == TK_DOT && p->idents.n - mark < UINT16_MAX) {
		/* The path of `import A.{B, C}` and `import A. *` ends before the dot. */
		if (!may_be_global) {
			TokenKind next = (TokenKind)parse_peek(p).kind;

			if (next == TK_LBRACE || next == TK_STAR)
				break;
		}
		parse_next(p);
		name = parse_ident(p, "a name after '.'");
		PUSH(p, idents, name);
	}
	n = p->idents.n - mark;
	path = parse_alloc(p, sizeof *path + n * sizeof *path->name, _Alignof(AstPath));
	path->at = parse_place(p, start);
	path->n = (uint16_t)n;
	path->is_global = is_global;
	memcpy(path->name, p->idents.at + mark, n * sizeof *path->name);
	p->idents.n = mark;
	return path;
}

/* annotation-clause : annotation class-modification */
static void annotation(Parser *p, AstComment *c)
{
	parse_next(p);
	c->file = p->lx.file;
	c->note = c->note_end = p->tok.start;
	if (p->tok.kind != TK_LPAREN) {
		parse_expect(p, TK_LPAREN, "'annotation'");
		return;
	}
	p->lx.pos = p->tok.start;
	if (lex_skip_annotation(&p->lx, &c->names)) {
		p->tok.end = p->lx.pos;
		c->note_end = p->lx.pos;
		parse_next(p);
		if (p->flags & PARSE_ANNOTATIONS)
			PUSH(p, notes, c);
	} else {
		AstMod *m = PARSE_NEW(p, AstMod);

		p->lx.pos = p->tok.end;
		*m = parse_class_modification(p, false);
		c->parsed = m;
		c->note_end = p->prev_end;
	}
}

AstComment *parse_annotation(Parser *p)
{
	AstComment *c = PARSE_NEW(p, AstComment);

	annotation(p, c);
	return c;
}

/* description-string : [ STRING { "+" STRING } ] */
AstComment *parse_description(Parser *p)
{
	AstComment *c;

	if (p->tok.kind != TK_STRING)
		return NULL;
	c = PARSE_NEW(p, AstComment);
	c->file = p->lx.file;
	c->text = p->tok.start;
	parse_next(p);
	while (p->tok.kind == TK_PLUS) {
		parse_next(p);
		if (!parse_expect(p, TK_STRING, "'+' in a description"))
			break;
	}
	c->text_end = p->prev_end;
	return c;
}

/* description : description-string [ annotation-clause ] */
AstComment *parse_comment(Parser *p)
{
	AstComment *c = parse_description(p);

	if (p->tok.kind != TK_ANNOTATION || p->panic)
		return c;
	if (!c)
		return parse_annotation(p);
	annotation(p, c);
	return c;
}
