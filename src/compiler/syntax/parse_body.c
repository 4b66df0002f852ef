/* SPDX-License-Identifier: MIT
   parse_body.c — what stands between the name of a class and its `end` (MLS A.2.2), and the `end`,
   with the mistakes that are made there. */
#include "compiler/syntax/parse.h"

/* -- the body ----------------------------------------------------------------------------- */

/* Annotations may stand anywhere in old libraries, and more than once. */
void parse_class_annotation(Parser *p, ClassDef *c)
{
	AstComment *note = parse_annotation(p), *last = c->comment;

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
	AstExternal *x = PARSE_NEW(p, AstExternal);
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Token open;
	AstExpr e;

	parse_next(p);
	if (p->tok.kind == TK_STRING)
		x->language = parse_keep(p, parse_simple_expr(p));
	if (p->tok.kind == TK_IDENT || p->tok.kind == TK_DOT) {
		e = parse_reference(p);
		if (!p->panic && parse_accept(p, TK_EQUALS)) {
			x->result = parse_keep(p, e);
			x->function = parse_ident(p, "the name of the external function");
		} else if (e.kind == AX_NAME) {
			x->function = e.name;
		} else if (!p->panic) {
			parse_fail(p, syntax_span(e.at), E_EXPECTED,
					   "an external function has a plain name, without dots and subscripts");
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
void parse_composition(Parser *p, ClassDef *c)
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
		case TK_ANNOTATION: parse_class_annotation(p, c); break;
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
		parse_truncated(p);
	else if (p->tok.kind == TK_END)
		parse_note(p, at, "this closes a class around it");
	else
		parse_note(p, parse_tok_span(p), "it should be closed before this");
}

/* composition end IDENT. A wrong name is that of a class further out, then this one's `end` is
   missing; or it is misspelt. */
void parse_class_end(Parser *p, ClassDef *c)
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
