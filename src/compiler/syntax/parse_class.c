/* SPDX-License-Identifier: MIT
   parse_class.c — class definitions (MLS A.2.2): prefixes, the six forms, the body, `end`. */
#include "compiler/syntax/parse.h"

#define FEW_ELEMENTS 8 /* up to here names are compared one by one */

bool parse_at_class(const Parser *p)
{
	switch (p->tok.kind) {
	case TK_ENCAPSULATED:
	case TK_PARTIAL:
	case TK_CLASS:
	case TK_MODEL:
	case TK_OPERATOR:
	case TK_RECORD:
	case TK_BLOCK:
	case TK_EXPANDABLE:
	case TK_CONNECTOR:
	case TK_TYPE:
	case TK_PACKAGE:
	case TK_PURE:
	case TK_IMPURE:
	case TK_FUNCTION: return true;
	default: return false;
	}
}

static ClassKind simple_kind(Parser *p)
{
	TokenKind kind = (TokenKind)p->tok.kind;

	switch (kind) {
	case TK_CLASS: parse_next(p); return CLS_CLASS;
	case TK_MODEL: parse_next(p); return CLS_MODEL;
	case TK_BLOCK: parse_next(p); return CLS_BLOCK;
	case TK_RECORD: parse_next(p); return CLS_RECORD;
	case TK_TYPE: parse_next(p); return CLS_TYPE;
	case TK_PACKAGE: parse_next(p); return CLS_PACKAGE;
	case TK_FUNCTION: parse_next(p); return CLS_FUNCTION;
	case TK_CONNECTOR: parse_next(p); return CLS_CONNECTOR;
	default: parse_unexpected(p, "'class', 'model', 'function' or another kind of class");
	}
	return CLS_CLASS;
}

/* class-prefixes : [ partial ] ( class | model | [ operator ] record | block
	   | [ expandable ] connector | type | package
	   | [ pure | impure ] [ operator ] function | operator ) */
static void class_prefixes(Parser *p, ClassDef *c)
{
	if (parse_accept(p, TK_ENCAPSULATED))
		c->flags |= CF_ENCAPSULATED;
	if (parse_accept(p, TK_PARTIAL))
		c->flags |= CF_PARTIAL;
	if (parse_accept(p, TK_PURE))
		c->flags |= CF_PURE;
	else if (parse_accept(p, TK_IMPURE))
		c->flags |= CF_IMPURE;
	if (parse_accept(p, TK_EXPANDABLE)) {
		parse_expect(p, TK_CONNECTOR, "'expandable'");
		c->kind = CLS_EXPANDABLE_CONNECTOR;
	} else if (parse_accept(p, TK_OPERATOR)) {
		if (parse_accept(p, TK_RECORD))
			c->kind = CLS_OPERATOR_RECORD;
		else if (parse_accept(p, TK_FUNCTION))
			c->kind = CLS_OPERATOR_FUNCTION;
		else
			c->kind = CLS_OPERATOR;
	} else {
		c->kind = (uint8_t)simple_kind(p);
	}
	if (c->flags & (CF_PURE | CF_IMPURE) && c->kind != CLS_FUNCTION &&
		c->kind != CLS_OPERATOR_FUNCTION)
		parse_report(p, parse_tok_span(p), E_PREFIX, "only a function can be pure or impure");
}

/* -- short forms -------------------------------------------------------------------------- */

/* The word at hand and the '(' behind it. */
static bool open_short(Parser *p, ClassDef *c, ClassForm form, const char *word, Token *open)
{
	parse_next(p);
	*open = p->tok;
	c->form = (uint8_t)form;
	return parse_expect(p, TK_LPAREN, word);
}

/* enumeration "(" ( [ enum-list ] | ":" ) ")"
   enumeration-literal : IDENT description */
static void enumeration(Parser *p, ClassDef *c)
{
	size_t mark = p->literals.n;
	Token open;

	if (!open_short(p, c, FORM_ENUMERATION, "'enumeration'", &open))
		return;
	if (parse_accept(p, TK_COLON)) {
		c->form = FORM_ANY_ENUM;
	} else if (p->tok.kind != TK_RPAREN) {
		do {
			EnumLiteral l = {.at = parse_place_of(p, &p->tok)};

			l.name = parse_ident(p, "the name of an enumeration literal");
			l.comment = p->panic ? NULL : parse_comment(p);
			if (l.name.i)
				PUSH(p, literals, l);
		} while (!p->panic && parse_accept(p, TK_COMMA));
	}
	parse_close(p, TK_RPAREN, open);
	c->n_list = (uint32_t)(p->literals.n - mark);
	c->literals = POP(p, literals, mark);
}

/* der-class-specifier : IDENT "=" der "(" type-specifier "," IDENT { "," IDENT } ")" description */
static void der_class(Parser *p, ClassDef *c)
{
	Token open;

	if (!open_short(p, c, FORM_DER, "'der'", &open))
		return;
	c->base = parse_path(p, true, "the name of a function");
	if (!p->panic)
		parse_expect(p, TK_COMMA, "the function");
	c->names = parse_ident_list(p, "the name of an input", &c->n_list);
	parse_close(p, TK_RPAREN, open);
}

/* short-class-specifier : IDENT "=" base-prefix type-specifier [ array-subscripts ]
	   [ class-modification ] description
	   | IDENT "=" enumeration "(" … ")" description */
static void short_class(Parser *p, ClassDef *c)
{
	uint16_t prefix, n_dims = 0;

	parse_next(p);
	if (p->tok.kind == TK_ENUMERATION) {
		enumeration(p, c);
	} else if (p->tok.kind == TK_DER) {
		der_class(p, c);
	} else {
		c->form = FORM_SHORT;
		prefix = parse_prefixes(p, PX_CAUSALITY);
		c->flags |= prefix & PX_INPUT ? CF_INPUT : prefix & PX_OUTPUT ? CF_OUTPUT : 0;
		c->base = parse_path(p, true, "the name of a class");
		if (!p->panic && p->tok.kind == TK_LBRACKET)
			c->dims = parse_subscripts(p, &n_dims);
		c->n_list = n_dims;
		if (!p->panic && p->tok.kind == TK_LPAREN) {
			AstMod *m = PARSE_NEW(p, AstMod);

			*m = parse_class_modification(p, false);
			c->mod = m;
		}
	}
	if (!p->panic)
		c->comment = parse_comment(p);
}

/* -- the whole ---------------------------------------------------------------------------- */

void syntax_index(Syntax *sx, ClassDef *c)
{
	uint32_t n = 0, *slot;

	for (uint32_t i = 0; i < c->n_elements; i++)
		n += c->elements[i].kind == EL_COMPONENT || c->elements[i].kind == EL_CLASS;
	c->n_index = 0;
	if (n <= FEW_ELEMENTS)
		return;
	c->n_index = 32;
	while (c->n_index < 2 * n)
		c->n_index *= 2;
	slot = NEW_ARRAY(sx->keep, uint32_t, c->n_index);
	for (uint32_t i = 0; i < c->n_elements; i++) {
		const AstElement *e = &c->elements[i];
		uint32_t s = syntax_slot(e->name, c->n_index);

		if (e->kind != EL_COMPONENT && e->kind != EL_CLASS)
			continue;
		while (slot[s] && c->elements[slot[s] - 1].name.i != e->name.i)
			s = (s + 1) & (c->n_index - 1);
		if (!slot[s])
			slot[s] = i + 1;
	}
	c->index = slot;
}

static void finish_body(Parser *p, ClassDef *c, size_t elements, size_t sections)
{
	uint32_t n_imports = 0, n_extends = 0;

	c->n_elements = (uint32_t)(p->elements.n - elements);
	c->elements = POP(p, elements, elements);
	c->n_sections = (uint32_t)(p->sections.n - sections);
	c->sections = POP(p, sections, sections);
	for (uint32_t i = 0; i < c->n_elements; i++) {
		n_imports += c->elements[i].kind == EL_IMPORT;
		n_extends += c->elements[i].kind == EL_EXTENDS;
	}
	c->n_imports = (uint16_t)(n_imports < UINT16_MAX ? n_imports : UINT16_MAX);
	c->n_extends = (uint16_t)(n_extends < UINT16_MAX ? n_extends : UINT16_MAX);
	syntax_index(p->sx, c);
}

/* long-class-specifier : IDENT description-string composition end IDENT
	   | extends IDENT [ class-modification ] description-string composition end IDENT */
static void long_class(Parser *p, ClassDef *c)
{
	size_t elements = p->elements.n, sections = p->sections.n;
	bool had_failed = p->failed;

	p->failed = false;
	if (c->form == FORM_EXTENDS && p->tok.kind == TK_LPAREN) {
		AstMod *m = PARSE_NEW(p, AstMod);

		*m = parse_class_modification(p, false);
		c->mod = m;
	}
	if (!p->panic)
		c->comment = parse_description(p);
	if (p->panic)
		parse_recover(p);
	parse_composition(p, c);
	parse_class_end(p, c);
	finish_body(p, c, elements, sections);
	if (p->failed)
		c->flags |= CF_ERROR;
	p->failed |= had_failed;
}

/* class-definition : [ encapsulated ] class-prefixes class-specifier */
ClassDef *parse_class(Parser *p, bool only_short)
{
	ClassDef *c = PARSE_NEW(p, ClassDef);

	c->start = p->tok.start;
	c->parent = p->cls;
	parse_enter(p);
	class_prefixes(p, c);
	if (!p->panic && p->tok.kind == TK_EXTENDS && !only_short) {
		parse_next(p);
		c->form = FORM_EXTENDS;
	}
	c->at = parse_place_of(p, &p->tok);
	if (!p->panic)
		c->name = parse_ident(p, "the name of the class");
	if (p->panic) {
		c->flags |= CF_ERROR;
	} else if (p->tok.kind == TK_EQUALS) {
		short_class(p, c);
	} else if (only_short) {
		parse_expect(p, TK_EQUALS, "the name: a class in a modification is a short one");
	} else {
		p->cls = c;
		long_class(p, c);
		p->cls = c->parent;
	}
	parse_leave(p);
	c->end = p->prev_end;
	return c;
}
