/* SPDX-License-Identifier: MIT
   parse_mod.c — modifications (MLS A.2.5 and 7.2). A dotted name `a.b = 1` becomes the nested form
   `a(b = 1)`, which means the same; ARG_DOTTED remembers how it was written. */
#include "compiler/syntax/parse.h"

/* modification-expression : expression | break */
static void value(Parser *p, AstMod *m)
{
	m->has |= MOD_VALUE;
	if (p->tok.kind == TK_ASSIGN)
		m->has |= MOD_ASSIGN;
	parse_next(p);
	if (parse_accept(p, TK_BREAK))
		m->has |= MOD_BREAK;
	else
		m->value = parse_keep(p, parse_expr(p));
}

/* modification : class-modification [ "=" modification-expression ]
	   | "=" modification-expression | ":=" modification-expression */
static AstMod modification(Parser *p)
{
	AstMod m = {0};

	if (p->tok.kind == TK_LPAREN)
		m = parse_class_modification(p, false);
	if (!p->panic && (p->tok.kind == TK_EQUALS || p->tok.kind == TK_ASSIGN))
		value(p, &m);
	return m;
}

const AstMod *parse_modification(Parser *p)
{
	AstMod m, *kept;

	if (p->tok.kind != TK_LPAREN && p->tok.kind != TK_EQUALS && p->tok.kind != TK_ASSIGN)
		return NULL;
	m = modification(p);
	kept = PARSE_NEW(p, AstMod);
	*kept = m;
	return kept;
}

/* element-modification : name [ modification ] description-string */
static AstArg element_modification(Parser *p, uint8_t flags)
{
	AstArg a = {.kind = ARG_MODIFY, .flags = flags, .at = parse_place_of(p, &p->tok)};

	a.name = parse_ident(p, "the name of what is to be modified");
	if (p->panic)
		return a;
	if (p->tok.kind == TK_DOT) {
		AstArg inner = {0};

		if (parse_enter(p)) {
			parse_next(p);
			inner = element_modification(p, flags);
		}
		parse_leave(p);
		a.flags = ARG_DOTTED | (flags & ARG_EACH);
		a.comment = inner.comment;
		inner.comment = NULL;
		a.mod.args = parse_copy(p, &inner, 1, sizeof inner);
		a.mod.n_args = 1;
		a.mod.has = MOD_ARGS;
		return a;
	}
	a.mod = modification(p);
	if (!p->panic)
		a.comment = parse_description(p);
	return a;
}

/* short-class-definition | component-clause1, each perhaps replaceable with a constraining-clause:
   one element of the usual kind. */
static AstArg element_argument(Parser *p, uint8_t flags, uint16_t prefix)
{
	AstArg a = {.kind = ARG_ELEMENT, .flags = flags};
	size_t mark = p->elements.n;
	AstElement *e;

	parse_element(p, prefix);
	if (p->elements.n == mark) {
		if (!p->panic)
			parse_unexpected(p, "a class or component to redeclare");
		p->elements.n = mark;
		return a;
	}
	p->elements.n = mark + 1;
	e = p->elements.at + mark;
	a.name = e->name;
	a.at = e->at;
	a.element = parse_copy(p, e, 1, sizeof *e);
	p->elements.n = mark;
	return a;
}

/* inheritance-modification : break ( connect-equation | IDENT ) */
static AstArg deselection(Parser *p)
{
	AstArg a = {.kind = ARG_BREAK};
	size_t mark = p->exprs.n;
	Token open;
	AstExpr e;

	parse_next(p);
	a.at = parse_place_of(p, &p->tok);
	if (p->tok.kind != TK_CONNECT) {
		a.name = parse_ident(p, "a name or 'connect' after 'break'");
		return a;
	}
	a.kind = ARG_BREAK_CONNECT;
	parse_next(p);
	open = p->tok;
	parse_expect(p, TK_LPAREN, "'connect'");
	for (int i = 0; i < 2; i++) {
		e = parse_reference(p);
		PUSH(p, exprs, e);
		if (i == 0)
			parse_expect(p, TK_COMMA, "the first connector");
	}
	parse_close(p, TK_RPAREN, open);
	a.connect = POP(p, exprs, mark);
	return a;
}

/* argument : element-modification-or-replaceable | element-redeclaration
   element-modification-or-replaceable :
	   [ each ] [ final ] ( element-modification | element-replaceable )
   element-redeclaration : redeclare [ each ] [ final ]
	   ( short-class-definition | component-clause1 | element-replaceable ) */
static AstArg argument(Parser *p, bool may_break)
{
	uint16_t prefix = 0;
	uint8_t flags = 0;

	if (p->tok.kind == TK_BREAK && may_break)
		return deselection(p);
	if (parse_accept(p, TK_REDECLARE))
		prefix = PX_REDECLARE;
	for (;;) {
		if (p->tok.kind == TK_EACH && !(flags & (ARG_EACH | ARG_FINAL)))
			flags |= ARG_EACH;
		else if (p->tok.kind == TK_FINAL && !(flags & ARG_FINAL))
			flags |= ARG_FINAL;
		else
			break;
		parse_next(p);
	}
	if (p->tok.kind == TK_EACH || p->tok.kind == TK_REDECLARE || p->tok.kind == TK_FINAL) {
		parse_fail(p, parse_tok_span(p), E_PREFIX,
				   "%s is out of place: the order is redeclare, each, final",
				   lex_kind_text((TokenKind)p->tok.kind));
		return (AstArg){.kind = ARG_MODIFY};
	}
	/* AstComponent or class: after redeclare always, otherwise only with replaceable. */
	if (prefix || p->tok.kind == TK_REPLACEABLE)
		return element_argument(p, flags, prefix);
	return element_modification(p, flags);
}

/* class-modification : "(" [ argument-list ] ")"
   argument-list : argument { "," argument } */
AstMod parse_class_modification(Parser *p, bool may_break)
{
	AstMod m = {.has = MOD_ARGS};
	size_t mark = p->args.n;
	Token open = p->tok;

	if (!parse_enter(p)) {
		parse_leave(p);
		return m;
	}
	parse_next(p);
	p->n_mods++;
	if (p->tok.kind != TK_RPAREN)
		do {
			AstArg a = argument(p, may_break);

			if (!p->panic)
				PUSH(p, args, a);
		} while (!p->panic && parse_accept(p, TK_COMMA));
	parse_close(p, TK_RPAREN, open);
	p->n_mods--;
	parse_leave(p);
	m.n_args = (uint32_t)(p->args.n - mark);
	m.args = POP(p, args, mark);
	return m;
}
