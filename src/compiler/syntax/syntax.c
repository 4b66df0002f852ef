/* SPDX-License-Identifier: MIT
   syntax.c — questions to the syntax tree. */
#include "compiler/syntax/lex.h"

#include <string.h>

#define ROW(kind, text) text,
static const char *const class_kinds[] = {CLASS_KINDS(ROW)};
static const char *const ops[] = {AST_OPS(ROW)};
#undef ROW

const char *syntax_class_kind(ClassKind kind)
{
	return class_kinds[kind];
}

const char *syntax_op(AstOp op)
{
	return ops[op];
}

const AstElement *syntax_find(const ClassDef *c, Name name)
{
	if (!c->index) {
		for (uint32_t i = 0; i < c->n_elements; i++) {
			const AstElement *e = &c->elements[i];

			if (e->name.i == name.i && (e->kind == EL_COMPONENT || e->kind == EL_CLASS))
				return e;
		}
		return NULL;
	}
	for (uint32_t s = syntax_slot(name, c->n_index); c->index[s]; s = (s + 1) & (c->n_index - 1))
		if (c->elements[c->index[s] - 1].name.i == name.i)
			return &c->elements[c->index[s] - 1];
	return NULL;
}

uint32_t syntax_kids(const AstExpr *e)
{
	switch ((AstExprKind)e->kind) {
	case AX_UNARY:
	case AX_NAMED:
	case AX_ITER: return 1;
	case AX_BINARY:
	case AX_RANGE:
	case AX_IF:
	case AX_CALL:
	case AX_PARTIAL:
	case AX_REDUCE:
	case AX_ARRAY:
	case AX_COMPREHEND:
	case AX_MATRIX:
	case AX_ROW:
	case AX_TUPLE:
	case AX_INDEX: return e->n;
	default: return 0;
	}
}

const AstPart *syntax_parts(const AstExpr *e, AstPart *one, uint32_t *n)
{
	if (e->kind == AX_REF) {
		*n = e->n;
		return e->part;
	}
	*n = 1;
	*one = (AstPart){.name = e->name};
	return one;
}

/* The identifier at a place: as long as its name, or, if escapes were removed, nearly. */
static Place word_at(const Syntax *sx, Place whole, uint32_t offset, Name name)
{
	Place at = whole;
	size_t len = intern_len(sx->names, name);

	at.start += offset;
	at.len = len < PLACE_MAX_LEN ? (uint32_t)len : PLACE_MAX_LEN;
	return at;
}

Place syntax_part_place(const Syntax *sx, const AstExpr *e, uint32_t i)
{
	if (e->kind != AX_REF || e->part[i].offset == UINT16_MAX)
		return e->at;
	return word_at(sx, e->at, e->part[i].offset, e->part[i].name);
}

/* The text is read again: only messages need it. */
Place syntax_path_place(const Syntax *sx, const AstPath *p, uint32_t i)
{
	const Source *s = source_get(sx->sources, p->at.file);
	Syntax quiet = *sx;
	Lexer lx;
	Token t;

	if (!s || p->n == 1)
		return p->at;
	lex_init(&lx, &quiet, p->at.file);
	lx.pos = p->at.start;
	for (lex_next(&lx, &t); t.kind != TK_EOF && t.start < p->at.start + p->at.len;
		 lex_next(&lx, &t))
		if (t.kind == TK_IDENT && i-- == 0)
			return word_at(sx, p->at, t.start - p->at.start, t.name);
	return p->at;
}

void syntax_path_text(const Syntax *sx, const AstPath *p, Text *out)
{
	for (uint32_t i = 0; i < p->n; i++)
		text_printf(out, "%s%s", i > 0 || p->is_global ? "." : "",
					intern_text(sx->names, p->name[i]));
}

void syntax_class_text(const Syntax *sx, const ClassDef *c, Text *out)
{
	const ClassDef *chain[64];
	int n = 0;

	/* From the outside in, by at most 64 at a time; deeper nesting is cut at the front. */
	for (; c && n < 64; c = c->parent)
		chain[n++] = c;
	while (n-- > 0) {
		text_add(out, intern_text(sx->names, chain[n]->name),
				 intern_len(sx->names, chain[n]->name));
		if (n > 0)
			text_add_char(out, '.', 1);
	}
}

static char unescape(char c)
{
	static const char from[] = "abfnrtv", to[] = "\a\b\f\n\r\t\v";
	const char *at = c ? strchr(from, c) : NULL;

	return at ? to[at - from] : c;
}

/* Decode to q, which has room for n bytes; gives the end. */
static char *decode(char *q, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] == '\\' && i + 1 < n && lex_is_escape(s[i + 1]))
			*q++ = unescape(s[++i]);
		else
			*q++ = s[i];
	return q;
}

char *syntax_string(const AstExpr *e, Arena *a)
{
	char *s = arena_alloc(a, (size_t)e->n + 1, 1);

	*decode(s, e->raw, e->n) = '\0';
	return s;
}

char *syntax_description(const Syntax *sx, const AstComment *c, Arena *a)
{
	const Source *src = c ? source_get(sx->sources, c->file) : NULL;
	char *s = arena_alloc(a, src ? (size_t)(c->text_end - c->text) + 1 : 1, 1), *q = s;
	Syntax again = *sx;
	Lexer lx;
	Token t;

	if (src && c->text_end > c->text) {
		lex_init(&lx, &again, c->file);
		for (lx.pos = c->text; lx.pos < c->text_end;) {
			lex_next(&lx, &t);
			if (t.kind == TK_STRING && t.end - t.start >= 2)
				q = decode(q, src->text + t.start + 1, t.end - t.start - 2);
		}
	}
	*q = '\0';
	return s;
}
