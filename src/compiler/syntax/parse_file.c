/* SPDX-License-Identifier: MIT
   parse_file.c — a whole file (MLS A.2.1), or a part of one, from its first to its last token. */
#include "compiler/syntax/parse.h"

Parser *parse_begin(Syntax *sx, uint32_t file, unsigned flags, ArenaMark *mark)
{
	Parser *p;

	*mark = arena_mark(sx->scratch);
	p = NEW(sx->scratch, Parser);
	p->sx = sx;
	p->flags = flags;
	lex_init(&p->lx, sx, file);
	lex_next(&p->lx, &p->tok);
	p->prev_end = p->tok.start;
	return p;
}

void parse_end(Parser *p, ArenaMark mark)
{
	arena_release(p->sx->scratch, mark);
}

/* What is no class: say so, then go on with what looks like one, on a new line. */
static void no_class(Parser *p)
{
	Token next;

	if (p->tok.kind == TK_IDENT && parse_respell(p, parse_place_of(p, &p->tok))) {
		if (parse_at_class(p) || p->tok.kind == TK_FINAL || p->tok.kind == TK_WITHIN)
			return;
	} else if (p->tok.kind == TK_END) {
		next = parse_peek(p);
		parse_fail(p, (Span){p->lx.file, p->tok.start, next.end}, E_END,
				   "this 'end' closes nothing: no class is open");
	} else {
		parse_unexpected(p, "a class definition ('model', 'package', 'function' …)");
	}
	do
		parse_next(p);
	while (p->tok.kind != TK_EOF && !(parse_at_class(p) && parse_new_line(p)));
	p->panic = false;
}

static void within(Parser *p, StoredDef *s)
{
	if (s->has_within || s->n > 0)
		parse_report(p, parse_tok_span(p), E_EXPECTED, "'within' stands once, at the beginning");
	s->has_within = true;
	parse_next(p);
	if (p->tok.kind != TK_SEMICOLON)
		s->within = parse_path(p, false, "the name of a package, or ';'");
	parse_semicolon(p, "the within clause");
}

/* stored-definition : [ within [ name ] ";" ] { [ final ] class-definition ";" } */
StoredDef parse_file(Syntax *sx, uint32_t file, unsigned flags)
{
	ArenaMark mark;
	Parser *p;
	StoredDef s = {.file = file};

	lex_check_utf8(sx, file);
	p = parse_begin(sx, file, flags, &mark);
	while (p->tok.kind != TK_EOF) {
		AstElement e = {.kind = EL_CLASS};

		if (p->tok.kind == TK_WITHIN) {
			within(p, &s);
			continue;
		}
		if (parse_accept(p, TK_FINAL))
			e.prefix = PX_FINAL;
		if (!parse_at_class(p)) {
			no_class(p);
			continue;
		}
		e.cls = parse_class(p, false);
		e.name = e.cls->name;
		e.at = e.cls->at;
		if (e.name.i) {
			PUSH(p, elements, e);
			s.n++;
		}
		parse_semicolon(p, "the class");
	}
	s.classes = POP(p, elements, 0);
	s.failed = p->failed || p->lx.failed;
	for (size_t i = 0; i < p->notes.n; i++)
		s.failed |= !syntax_annotation(sx, p->notes.at[i]);
	parse_end(p, mark);
	return s;
}

const AstExpr *parse_expression(Syntax *sx, uint32_t file)
{
	ArenaMark mark;
	Parser *p = parse_begin(sx, file, 0, &mark);
	AstExpr e = parse_expr(p);
	const AstExpr *kept;

	if (!p->panic && p->tok.kind != TK_EOF)
		parse_unexpected(p, "the end of the expression");
	if (p->failed || p->lx.failed)
		e.kind = AX_ERROR;
	kept = parse_keep(p, e);
	parse_end(p, mark);
	return kept;
}
