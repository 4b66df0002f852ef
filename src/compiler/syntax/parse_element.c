/* SPDX-License-Identifier: MIT
   parse_element.c — what a class consists of (MLS A.2.2 to A.2.4): imports, extends clauses,
   components, nested classes. Every rule pushes Elements onto the parser's stack. */
#include "compiler/syntax/parse.h"

/* In the order of the grammar; of a row of one group at most one may stand. */
static const struct {
	uint8_t token;   /* the keyword */
	uint8_t group;   /* alternatives share a group; groups ascend */
	uint16_t prefix; /* the bit */
} prefixes[] = {
	{TK_REDECLARE, 0, PX_REDECLARE},
	{TK_FINAL, 1, PX_FINAL},
	{TK_INNER, 2, PX_INNER},
	{TK_OUTER, 3, PX_OUTER},
	{TK_REPLACEABLE, 4, PX_REPLACEABLE},
	{TK_FLOW, 5, PX_FLOW},
	{TK_STREAM, 5, PX_STREAM},
	{TK_DISCRETE, 6, PX_DISCRETE},
	{TK_PARAMETER, 6, PX_PARAMETER},
	{TK_CONSTANT, 6, PX_CONSTANT},
	{TK_INPUT, 7, PX_INPUT},
	{TK_OUTPUT, 7, PX_OUTPUT},
};
#define N_PREFIXES (int)(sizeof prefixes / sizeof *prefixes)

static int find_prefix(TokenKind kind)
{
	for (int i = 0; i < N_PREFIXES; i++)
		if (prefixes[i].token == kind)
			return i;
	return -1;
}

/* Out of order, twice, or two that exclude each other: say which, and go on. */
static void check_order(Parser *p, int before, int i)
{
	const char *word = lex_kind_text(prefixes[i].token);

	if (before == i)
		parse_report(p, parse_tok_span(p), E_PREFIX, "%s stands here twice", word);
	else if (prefixes[before].group == prefixes[i].group)
		parse_report(p, parse_tok_span(p), E_PREFIX, "%s and %s exclude each other",
					 lex_kind_text(prefixes[before].token), word);
	else
		parse_report(p, parse_tok_span(p), E_PREFIX, "%s must stand before %s", word,
					 lex_kind_text(prefixes[before].token));
}

uint16_t parse_prefixes(Parser *p, uint16_t allowed)
{
	uint16_t found = 0;
	int before = -1;

	for (;;) {
		int i = find_prefix((TokenKind)p->tok.kind);

		if (i < 0 || !(prefixes[i].prefix & allowed))
			return found;
		if (before >= 0 && prefixes[i].group <= prefixes[before].group)
			check_order(p, before, i);
		else
			before = i;
		found |= prefixes[i].prefix;
		parse_next(p);
	}
}

/* import-clause : import ( IDENT "=" name
	   | name [ ".*" | "." ( "*" | "{" import-list "}" ) ] ) description */
static void import_clause(Parser *p, AstElement *e)
{
	AstImport *m = PARSE_NEW(p, AstImport);
	Token first, open;
	AstPath *path;

	e->kind = EL_IMPORT;
	e->import = m;
	parse_next(p);
	first = p->tok;
	e->at = parse_place_of(p, &first);
	if (first.kind == TK_IDENT && parse_peek(p).kind == TK_EQUALS) {
		m->kind = IMPORT_ALIAS;
		e->name = first.name;
		parse_next(p);
		parse_next(p);
	}
	m->path = path = parse_path(p, false, "the name of a package or class to import");
	if (m->kind != IMPORT_ALIAS) {
		e->name = path->name[path->n - 1];
		e->at = path->at;
		if (parse_accept(p, TK_DOT_STAR)) {
			m->kind = IMPORT_ALL;
		} else if (!p->panic && parse_accept(p, TK_DOT)) {
			open = p->tok;
			if (parse_accept(p, TK_STAR)) {
				m->kind = IMPORT_ALL;
			} else if (parse_expect(p, TK_LBRACE, "'.'")) {
				m->kind = IMPORT_LIST;
				m->names = parse_ident_list(p, "a name to import", &m->n);
				parse_close(p, TK_RBRACE, open);
			}
		}
	}
	if (m->kind == IMPORT_ALL || m->kind == IMPORT_LIST)
		e->name = (Name){0};
	e->comment = p->panic ? NULL : parse_comment(p);
}

/* extends-clause : extends type-specifier [ class-or-inheritance-modification ]
	   [ annotation-clause ] */
static void extends_clause(Parser *p, AstElement *e)
{
	AstExtends *x = PARSE_NEW(p, AstExtends);

	e->kind = EL_EXTENDS;
	e->extends = x;
	parse_next(p);
	x->base = parse_path(p, true, "the name of a base class");
	e->at = x->base->at;
	if (!p->panic && p->tok.kind == TK_LPAREN)
		x->mod = parse_class_modification(p, true);
	if (!p->panic)
		e->comment = parse_comment(p);
}

/* constraining-clause : constrainedby type-specifier [ class-modification ]
   and the description behind it. Modelica 2 wrote `extends`. */
static const AstConstraint *constraining_clause(Parser *p)
{
	AstConstraint *c;

	if (p->panic || (p->tok.kind != TK_CONSTRAINEDBY && p->tok.kind != TK_EXTENDS))
		return NULL;
	if (p->tok.kind == TK_EXTENDS)
		diag_older(p->sx->diag, NULL, parse_tok_span(p), W_OLD_SYNTAX,
				   "this 'extends' is Modelica 2; write 'constrainedby'");
	c = PARSE_NEW(p, AstConstraint);
	parse_next(p);
	c->type = parse_path(p, true, "the name of the constraining class");
	if (!p->panic && p->tok.kind == TK_LPAREN)
		c->mod = parse_class_modification(p, false);
	if (!p->panic)
		c->comment = parse_comment(p);
	return c;
}

/* component-declaration : declaration [ condition-attribute ] description
   declaration : IDENT [ array-subscripts ] [ modification ]
   condition-attribute : if expression */
static void component(Parser *p, AstElement *e, AstComponent *c)
{
	e->at = parse_place_of(p, &p->tok);
	e->name = parse_ident(p, "the name of a component");
	if (!p->panic && p->tok.kind == TK_LBRACKET)
		c->dims = parse_subscripts(p, &c->n_dims);
	if (!p->panic)
		c->mod = parse_modification(p);
	if (!p->panic && parse_accept(p, TK_IF))
		c->condition = parse_keep(p, parse_expr(p));
	if (!p->panic)
		e->comment = parse_comment(p);
}

/* With the type read: does what follows look like the rest of a component clause? Only asked if the
   type could be a misspelt keyword. */
static bool looks_like_component(Parser *p)
{
	Lexer lx = p->lx;
	Token t;

	if (p->tok.kind != TK_IDENT)
		return false;
	lex_next(&lx, &t);
	if (t.kind == TK_STRING)
		lex_next(&lx, &t);
	switch (t.kind) {
	case TK_LBRACKET:
	case TK_LPAREN:
	case TK_EQUALS:
	case TK_ASSIGN:
	case TK_IF:
	case TK_PLUS:
	case TK_ANNOTATION:
	case TK_COMMA:
	case TK_SEMICOLON:
	case TK_RPAREN:
	case TK_CONSTRAINEDBY:
	case TK_EXTENDS: return true;
	default: return false;
	}
}

/* component-clause : type-prefix type-specifier [ array-subscripts ] component-list
   component-list : component-declaration { "," component-declaration }
   False: a misspelt keyword was found, which is now p->tok. */
static bool component_clause(Parser *p, uint16_t prefix)
{
	AstComponent first = {0}, *c;
	AstElement e;

	first.type = parse_path(p, true,
							prefix & ~PX_PROTECTED ? "a type or class"
												   : "an element of the class or its 'end'");
	if (!p->panic && p->tok.kind == TK_LBRACKET)
		first.type_dims = parse_subscripts(p, &first.n_type_dims);
	else if (first.type->n == 1 && p->lx.text[first.type->at.start] >= 'a' &&
			 !looks_like_component(p) && parse_respell(p, first.type->at))
		return false;
	do {
		c = PARSE_NEW(p, AstComponent);
		*c = first;
		e = (AstElement){.kind = EL_COMPONENT, .prefix = prefix, .component = c};
		component(p, &e, c);
		if (e.name.i)
			PUSH(p, elements, e);
		if (p->n_mods > 0)
			break;
	} while (!p->panic && parse_accept(p, TK_COMMA));
	return true;
}

/* ( class-definition | component-clause | replaceable ( … ) [ constraining-clause description ] )
   with the prefixes already read. */
static void class_or_component(Parser *p, uint16_t prefix)
{
	size_t mark = p->elements.n;
	const AstConstraint *constraint;

	while (!parse_at_class(p)) {
		if (component_clause(p, prefix))
			break;
		/* A misspelt keyword: perhaps a prefix. Sections are for the caller to see. */
		prefix |= parse_prefixes(p, PX_ALL);
		if (p->tok.kind != TK_IDENT && !parse_at_class(p))
			return;
	}
	if (parse_at_class(p) && p->elements.n == mark && !p->panic) {
		AstElement e = {.kind = EL_CLASS, .prefix = prefix};

		if (prefix & (PX_CONNECTION | PX_VARIABILITY | PX_CAUSALITY))
			parse_report(p, parse_tok_span(p), E_PREFIX,
						 "a class cannot be flow, stream, discrete, parameter, constant, input or "
						 "output");
		e.cls = parse_class(p, p->n_mods > 0);
		e.name = e.cls->name;
		e.at = e.cls->at;
		PUSH(p, elements, e);
	}
	if (!(prefix & PX_REPLACEABLE) || p->panic)
		return;
	constraint = constraining_clause(p);
	for (size_t i = mark; i < p->elements.n; i++)
		p->elements.at[i].constraint = constraint;
}

/* element : import-clause | extends-clause
	   | [ redeclare ] [ final ] [ inner ] [ outer ] … */
void parse_element(Parser *p, uint16_t prefix)
{
	AstElement e = {.prefix = prefix};

	if (p->tok.kind == TK_IMPORT || p->tok.kind == TK_EXTENDS) {
		if (p->tok.kind == TK_IMPORT)
			import_clause(p, &e);
		else
			extends_clause(p, &e);
		if (!p->panic)
			PUSH(p, elements, e);
		return;
	}
	prefix |= parse_prefixes(
		p, p->n_mods > 0 ? PX_ALL & ~(PX_REDECLARE | PX_FINAL | PX_INNER | PX_OUTER) : PX_ALL);
	class_or_component(p, prefix);
}
