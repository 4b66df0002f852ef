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

/* enumeration "(" ( [ enum-list ] | ":" ) ")"
   enumeration-literal : IDENT description */
static void enumeration(Parser *p, ClassDef *c)
{
	Token open;
	size_t mark = p->literals.n;

	parse_next(p);
	open = p->tok;
	c->form = FORM_ENUMERATION;
	if (!parse_expect(p, TK_LPAREN, "'enumeration'"))
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
	size_t mark = p->idents.n;

	parse_next(p);
	open = p->tok;
	c->form = FORM_DER;
	if (!parse_expect(p, TK_LPAREN, "'der'"))
		return;
	c->base = parse_path(p, true, "the name of a function");
	if (!p->panic)
		parse_expect(p, TK_COMMA, "the function");
	do {
		Name name = parse_ident(p, "the name of an input");

		PUSH(p, idents, name);
	} while (!p->panic && parse_accept(p, TK_COMMA));
	parse_close(p, TK_RPAREN, open);
	c->n_list = (uint32_t)(p->idents.n - mark);
	c->names = POP(p, idents, mark);
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
			Mod *m = PARSE_NEW(p, Mod);

			*m = parse_class_modification(p, false);
			c->mod = m;
		}
	}
	if (!p->panic)
		c->comment = parse_comment(p);
}

/* -- the body ----------------------------------------------------------------------------- */

/* Annotations may stand anywhere in old libraries, and more than once. */
static void class_annotation(Parser *p, ClassDef *c)
{
	Comment *note = parse_annotation(p), *last = c->comment;

	if (!last) {
		c->comment = note;
	} else if (last->note == last->note_end && !last->next) {
		last->file = note->file;
		last->names = note->names;
		last->note = note->note;
		last->note_end = note->note_end;
		last->parsed = note->parsed;
		if (p->notes.n > 0 && p->notes.at[p->notes.n - 1] == note)
			p->notes.at[p->notes.n - 1] = last;
	} else {
		while (last->next)
			last = last->next;
		last->next = note;
	}
	parse_semicolon(p, "the annotation");
}

/* external [ language-specification ] [ external-function-call ] [ annotation-clause ] ";"
   external-function-call : [ component-reference "=" ] IDENT "(" [ expression-list ] ")" */
static void external(Parser *p, ClassDef *c)
{
	External *x = PARSE_NEW(p, External);
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Token open;
	Expr e;

	parse_next(p);
	if (p->tok.kind == TK_STRING)
		x->language = parse_keep(p, parse_simple_expr(p));
	if (p->tok.kind == TK_IDENT || p->tok.kind == TK_DOT) {
		e = parse_reference(p);
		if (!p->panic && parse_accept(p, TK_EQUALS)) {
			x->result = parse_keep(p, e);
			x->function = parse_ident(p, "the name of the external function");
		} else if (e.kind == EX_NAME) {
			x->function = e.name;
		}
		open = p->tok;
		x->has_call = !p->panic && parse_expect(p, TK_LPAREN, "the external function");
		if (x->has_call && p->tok.kind != TK_RPAREN)
			do {
				e = parse_expr(p);
				PUSH(p, exprs, e);
			} while (!p->panic && parse_accept(p, TK_COMMA));
		if (x->has_call)
			parse_close(p, TK_RPAREN, open);
		x->n_args = (uint32_t)(p->exprs.n - mark);
		x->args = POP(p, exprs, mark);
	}
	x->at = parse_place(p, start);
	if (!p->panic && p->tok.kind == TK_ANNOTATION)
		x->comment = parse_annotation(p);
	c->external = x;
	parse_semicolon(p, "the external clause");
}

static bool at_initial_section(Parser *p)
{
	TokenKind next = (TokenKind)parse_peek(p).kind;

	return next == TK_EQUATION || next == TK_ALGORITHM;
}

/* `end if` and the like where nothing of that kind is open. */
static bool stray_end(Parser *p)
{
	Token next = parse_peek(p);

	if (next.kind != TK_IF && next.kind != TK_FOR && next.kind != TK_WHEN && next.kind != TK_WHILE)
		return false;
	parse_report(p, (Span){p->lx.file, p->tok.start, next.end}, E_END, "'end %s' closes nothing",
				 lex_kind_word((TokenKind)next.kind));
	parse_next(p);
	parse_next(p);
	parse_accept(p, TK_SEMICOLON);
	return true;
}

/* element ";" */
static void element(Parser *p, uint16_t prefix)
{
	size_t mark = p->elements.n;
	uint32_t start = p->tok.start;
	const char *what = "the declaration";

	parse_element(p, prefix);
	/* A misspelt section keyword has been replaced by the right one. */
	if (!p->panic && p->elements.n == mark && p->tok.start == start &&
		p->tok.kind >= TK_FIRST_KEYWORD)
		return;
	if (p->elements.n > mark && p->elements.at[p->elements.n - 1].kind == EL_CLASS)
		what = "the class";
	parse_semicolon(p, what);
	if (p->tok.start == start)
		parse_next(p);
}

static uint32_t column(const Parser *p, uint32_t offset)
{
	uint32_t start = offset;

	while (start > 0 && p->lx.text[start - 1] != '\n')
		start--;
	return offset - start;
}

/* Behind equations or statements: a declaration needs `public` or `protected` first. A class that
   is not indented more than this one means that its `end` is missing: true. */
static bool section_ends_class(Parser *p, const ClassDef *c)
{
	const char *name = intern_text(p->sx->names, c->name);

	if (!parse_at_declaration(p))
		return false;
	if (parse_at_class(p) && column(p, p->tok.start) <= column(p, c->start))
		return true;
	if (!p->unclosed)
		parse_report(p, parse_tok_span(p), E_EQUATION,
					 "a declaration cannot follow equations or statements: write 'public' or "
					 "'protected' above it; or is 'end %s;' missing?",
					 name);
	p->unclosed = false;
	return false;
}

/* composition : element-list { public element-list | protected element-list
	   | equation-section | algorithm-section } [ external … ] [ annotation-clause ";" ] */
static void composition(Parser *p, ClassDef *c)
{
	uint16_t prefix = 0;

	for (;;) {
		switch (p->tok.kind) {
		case TK_EOF: return;
		case TK_END:
			if (!stray_end(p))
				return;
			break;
		case TK_PUBLIC:
		case TK_PROTECTED:
			prefix = p->tok.kind == TK_PROTECTED ? PX_PROTECTED : 0;
			parse_next(p);
			break;
		case TK_EQUATION:
		case TK_ALGORITHM:
			parse_section(p);
			if (section_ends_class(p, c))
				return;
			break;
		case TK_EXTERNAL: external(p, c); break;
		case TK_ANNOTATION: class_annotation(p, c); break;
		case TK_INITIAL:
			if (!at_initial_section(p)) {
				element(p, prefix);
				break;
			}
			parse_section(p);
			if (section_ends_class(p, c))
				return;
			break;
		default: element(p, prefix);
		}
	}
}

/* -- end ---------------------------------------------------------------------------------- */

bool parse_is_open(const Parser *p, Name name)
{
	for (const ClassDef *c = p->cls; c; c = c->parent)
		if (c->name.i == name.i && c->form <= FORM_EXTENDS)
			return true;
	return false;
}

static const char *name_text(const Parser *p, Name name)
{
	return intern_text(p->sx->names, name);
}

static void not_closed(Parser *p, const ClassDef *c, Span at)
{
	const char *name = name_text(p, c->name);

	parse_report(p, syntax_span(c->at), E_NOT_CLOSED, "%s %s has no 'end %s;'",
				 syntax_class_kind((ClassKind)c->kind), name, name);
	p->unclosed = true;
	if (p->tok.kind == TK_EOF)
		parse_note(p, at, "the file ends here");
	else if (p->tok.kind == TK_END)
		parse_note(p, at, "this closes a class around it");
	else
		parse_note(p, parse_tok_span(p), "it should be closed before this");
}

/* composition end IDENT. A wrong name is that of a class further out, then this one's `end` is
   missing; or it is misspelt. */
static void class_end(Parser *p, ClassDef *c)
{
	Token end = p->tok, name;
	Span at;

	if (end.kind != TK_END) {
		not_closed(p, c, parse_prev_point(p));
		return;
	}
	name = parse_peek(p);
	at = (Span){p->lx.file, end.start, name.kind == TK_IDENT ? name.end : end.end};
	if (name.kind == TK_IDENT && name.name.i != c->name.i && parse_is_open(p, name.name)) {
		not_closed(p, c, at);
		return;
	}
	parse_next(p);
	if (name.kind != TK_IDENT) {
		parse_report(p, at, E_END, "'end' needs the name of the class: 'end %s'",
					 name_text(p, c->name));
		parse_note(p, syntax_span(c->at), "%s %s begins here",
				   syntax_class_kind((ClassKind)c->kind), name_text(p, c->name));
		if (p->tok.kind >= TK_FIRST_KEYWORD && !parse_new_line(p))
			parse_next(p);
		return;
	}
	if (name.name.i != c->name.i) {
		parse_report(p, at, E_END, "'end %s' does not match %s %s: write 'end %s'",
					 name_text(p, name.name), syntax_class_kind((ClassKind)c->kind),
					 name_text(p, c->name), name_text(p, c->name));
		parse_note(p, syntax_span(c->at), "%s %s begins here",
				   syntax_class_kind((ClassKind)c->kind), name_text(p, c->name));
	}
	parse_next(p);
}

/* -- the whole ---------------------------------------------------------------------------- */

static void build_index(Parser *p, ClassDef *c)
{
	uint32_t n = 0, *slot;

	for (uint32_t i = 0; i < c->n_elements; i++)
		n += c->elements[i].kind == EL_COMPONENT || c->elements[i].kind == EL_CLASS;
	if (n <= FEW_ELEMENTS)
		return;
	c->n_index = 32;
	while (c->n_index < 2 * n)
		c->n_index *= 2;
	slot = parse_alloc(p, c->n_index * sizeof *slot, _Alignof(uint32_t));
	for (uint32_t i = 0; i < c->n_elements; i++) {
		const Element *e = &c->elements[i];
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
	build_index(p, c);
}

/* long-class-specifier : IDENT description-string composition end IDENT
	   | extends IDENT [ class-modification ] description-string composition end IDENT */
static void long_class(Parser *p, ClassDef *c)
{
	size_t elements = p->elements.n, sections = p->sections.n;
	bool had_failed = p->failed;

	p->failed = false;
	if (c->form == FORM_EXTENDS && p->tok.kind == TK_LPAREN) {
		Mod *m = PARSE_NEW(p, Mod);

		*m = parse_class_modification(p, false);
		c->mod = m;
	}
	if (!p->panic)
		c->comment = parse_description(p);
	if (p->panic)
		parse_recover(p);
	composition(p, c);
	class_end(p, c);
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
