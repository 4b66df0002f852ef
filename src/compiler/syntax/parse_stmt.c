/* SPDX-License-Identifier: MIT
   parse_stmt.c — equations and statements (MLS A.2.6). Both have the same shape, so that one set of
   functions reads them; what belongs to the other kind of section is reported and read as meant. */
#include "compiler/syntax/parse.h"

typedef enum Where {
	EQUATIONS, /* in an equation section */
	STATEMENTS /* in an algorithm section */
} Where;

static const uint8_t block_kind[4] = {TK_IF, TK_FOR, TK_WHEN, TK_WHILE}; /* as in n_open */

static int block_index(TokenKind kind)
{
	for (int i = 0; i < 4; i++)
		if (block_kind[i] == kind)
			return i;
	return -1;
}

bool parse_at_declaration(Parser *p)
{
	switch (p->tok.kind) {
	case TK_PURE: return parse_peek(p).kind != TK_LPAREN;
	case TK_IMPORT:
	case TK_EXTENDS:
	case TK_REDECLARE:
	case TK_FINAL:
	case TK_INNER:
	case TK_OUTER:
	case TK_REPLACEABLE:
	case TK_FLOW:
	case TK_STREAM:
	case TK_DISCRETE:
	case TK_PARAMETER:
	case TK_CONSTANT:
	case TK_INPUT:
	case TK_OUTPUT: return true;
	default: return parse_at_class(p);
	}
}

static bool is_block_open(const Parser *p)
{
	return p->n_open[0] + p->n_open[1] + p->n_open[2] + p->n_open[3] > 0;
}

/* A list of equations or statements ends here, whatever is open. */
static bool at_section_end(Parser *p)
{
	TokenKind next;

	if (parse_is_section_end((TokenKind)p->tok.kind))
		return true;
	switch (p->tok.kind) {
	case TK_EOF: return true;
	case TK_ANNOTATION: return is_block_open(p);
	case TK_INITIAL:
		next = (TokenKind)parse_peek(p).kind;
		return next == TK_EQUATION || next == TK_ALGORITHM;
	default: return p->tok.kind >= TK_FIRST_KEYWORD && parse_at_declaration(p);
	}
}

/* `else` and the like that belong to something open. */
static bool at_branch_end(Parser *p)
{
	switch (p->tok.kind) {
	case TK_ELSE:
	case TK_ELSEIF: return p->n_open[block_index(TK_IF)] > 0;
	case TK_ELSEWHEN: return p->n_open[block_index(TK_WHEN)] > 0;
	default: return false;
	}
}

/* … and that belong to nothing: reported and passed over. */
static bool stray_else(Parser *p)
{
	TokenKind kind = (TokenKind)p->tok.kind;

	if (kind != TK_ELSE && kind != TK_ELSEIF && kind != TK_ELSEWHEN)
		return false;
	parse_report(p, parse_tok_span(p), E_END, "%s without '%s' before it", lex_kind_text(kind),
				 kind == TK_ELSEWHEN ? "when" : "if");
	parse_next(p);
	if (kind != TK_ELSE) {
		p->panic = true;
		parse_header_end(p, TK_THEN, "the condition");
		p->panic = false;
	}
	return true;
}

static AstStmt one(Parser *p, Where where);

/* { equation ";" } or { statement ";" }: pushes them. */
static void list(Parser *p, Where where)
{
	while (!at_section_end(p) && !at_branch_end(p)) {
		uint32_t start = p->tok.start;
		AstStmt s;

		if (stray_else(p))
			continue;
		if (p->tok.kind == TK_ANNOTATION) { /* of the class, between its equations: Modelica 2 */
			parse_class_annotation(p, p->cls);
			continue;
		}
		s = one(p, where);
		if (!p->panic && p->tok.start == start)
			continue; /* a misspelt keyword was put right */
		if (!p->panic)
			s.comment = parse_comment(p);
		if (s.kind != AS_ERROR)
			PUSH(p, stmts, s);
		parse_semicolon(p, where == EQUATIONS ? "the equation" : "the statement");
		if (p->tok.start == start && p->tok.kind != TK_EOF)
			parse_next(p);
	}
}

static const AstStmt *body(Parser *p, Where where, uint32_t *n)
{
	size_t mark = p->stmts.n;
	const AstStmt *s;

	list(p, where);
	*n = (uint32_t)(p->stmts.n - mark);
	s = POP(p, stmts, mark);
	return s;
}

/* -- blocks ------------------------------------------------------------------------------- */

static void not_closed(Parser *p, Token open, bool has_else_if)
{
	const char *word = lex_kind_word((TokenKind)open.kind);

	parse_report(p, (Span){p->lx.file, open.start, open.end}, E_NOT_CLOSED,
				 "this '%s' has no 'end %s'", word, word);
	p->unclosed = true;
	if (p->tok.kind == TK_EOF)
		parse_truncated(p);
	else
		parse_note(p, parse_tok_span(p), "'end %s' is missing before this", word);
	if (has_else_if)
		parse_note(p, SPAN_NONE, "'else if' opens another 'if'; 'elseif' does not");
}

/* end if, end for …: of what is open, the innermost. */
static void block_end(Parser *p, Token open, bool has_else_if)
{
	Token next = p->tok.kind == TK_END ? parse_peek(p) : p->tok;
	const char *word = lex_kind_word((TokenKind)open.kind);
	int outer = block_index((TokenKind)next.kind);

	p->n_open[block_index((TokenKind)open.kind)]--;
	if (p->tok.kind == TK_END && next.kind == open.kind) {
		parse_next(p);
		parse_next(p);
		return;
	}
	/* What follows closes something further out: this one's end is missing. */
	if (p->tok.kind != TK_END || (outer >= 0 && p->n_open[outer] > 0) ||
		(next.kind == TK_IDENT && parse_is_open(p, next.name)) ||
		(outer < 0 && next.kind != TK_IDENT && next.kind != TK_SEMICOLON)) {
		not_closed(p, open, has_else_if);
		return;
	}
	parse_report(p, (Span){p->lx.file, p->tok.start, next.end}, E_END,
				 "expected 'end %s' to close this '%s'", word, word);
	parse_note(p, (Span){p->lx.file, open.start, open.end}, "'%s' is here", word);
	parse_next(p);
	if (p->tok.kind != TK_SEMICOLON)
		parse_next(p);
}

/* if-equation, if-statement : if expression then { … ; }
	   { elseif expression then { … ; } } [ else { … ; } ] end if
   when-equation, when-statement : when expression then { … ; }
	   { elsewhen expression then { … ; } } end when
   while-statement : while expression loop { … ; } end while */
static void branches(Parser *p, Where where, AstStmt *s)
{
	Token open = p->tok;
	size_t mark = p->branches.n;
	bool has_else_if = false;
	TokenKind again = open.kind == TK_IF ? TK_ELSEIF : open.kind == TK_WHEN ? TK_ELSEWHEN : TK_EOF;
	AstBranch b;

	p->n_open[block_index((TokenKind)open.kind)]++;
	do {
		parse_next(p);
		b = (AstBranch){.condition = parse_expr(p)};
		if (!parse_header_end(p, open.kind == TK_WHILE ? TK_LOOP : TK_THEN, "the condition"))
			parse_recover(p);
		b.body = body(p, where, &b.n);
		PUSH(p, branches, b);
	} while (p->tok.kind == again && again != TK_EOF);
	if (open.kind == TK_IF && parse_accept(p, TK_ELSE)) {
		b = (AstBranch){.condition = {.kind = AX_NONE}};
		b.body = body(p, where, &b.n);
		PUSH(p, branches, b);
		has_else_if = b.n > 0 && b.body[0].kind == AS_IF;
	}
	block_end(p, open, has_else_if);
	s->n = (uint32_t)(p->branches.n - mark);
	s->branch = POP(p, branches, mark);
}

/* for-equation, for-statement : for for-indices loop { … ; } end for */
static void loop(Parser *p, Where where, AstStmt *s)
{
	Token open = p->tok;
	size_t mark = p->exprs.n;
	AstLoop *l = PARSE_NEW(p, AstLoop);

	p->n_open[block_index(TK_FOR)]++;
	parse_next(p);
	parse_iterators(p);
	l->n_iters = (uint32_t)(p->exprs.n - mark);
	l->iter = POP(p, exprs, mark);
	if (!parse_header_end(p, TK_LOOP, "the range of the loop"))
		parse_recover(p);
	l->body = body(p, where, &l->n);
	block_end(p, open, false);
	s->loop = l;
}

/* -- simple ones -------------------------------------------------------------------------- */

static const AstExpr *pair(Parser *p, AstExpr a, AstExpr b)
{
	AstExpr two[2] = {a, b};

	return parse_copy(p, two, 2, sizeof *two);
}

/* connect-equation : connect "(" component-reference "," component-reference ")" */
static void connection(Parser *p, AstStmt *s)
{
	Token open;
	AstExpr a, b;

	parse_next(p);
	open = p->tok;
	if (!parse_expect(p, TK_LPAREN, "'connect'"))
		return;
	a = parse_reference(p);
	parse_expect(p, TK_COMMA, "the first connector");
	b = parse_reference(p);
	parse_close(p, TK_RPAREN, open);
	s->expr = pair(p, a, b);
}

/* Neither an equation nor a call: find out what was meant. */
static void no_equation(Parser *p, AstStmt *s, AstExpr e)
{
	s->kind = AS_ERROR;
	if (p->panic || (e.kind == AX_NAME && parse_respell(p, e.at)))
		return;
	if (p->tok.kind == TK_IDENT && (e.kind == AX_NAME || e.kind == AX_REF) && !parse_new_line(p))
		parse_fail(p, syntax_span(e.at), E_EQUATION,
				   "a declaration cannot stand here; put it before 'equation' or 'algorithm', or "
				   "write 'public' or 'protected' above it");
	else if (e.kind == AX_BINARY && e.kid[e.n - 1].join == AO_EQ)
		parse_fail(p, syntax_span(e.at), E_EQUATION, "'==' compares; an equation has '='");
	else
		parse_fail(p, syntax_span(e.at), E_EQUATION, "this is no equation: '=' is missing");
}

/* simple-expression "=" expression | component-reference function-call-args */
static void equation(Parser *p, AstStmt *s)
{
	AstExpr a = parse_simple_expr(p);

	if (p->tok.kind == TK_ASSIGN)
		parse_report(p, parse_tok_span(p), E_EQUATION,
					 "':=' belongs into an algorithm section; an equation has '='");
	if (!p->panic && (p->tok.kind == TK_EQUALS || p->tok.kind == TK_ASSIGN)) {
		parse_next(p);
		s->kind = AS_EQUAL;
		s->expr = pair(p, a, parse_expr(p));
	} else if (a.kind == AX_CALL) {
		s->kind = AS_CALL;
		s->expr = parse_keep(p, a);
	} else {
		no_equation(p, s, a);
	}
}

/* component-reference ( ":=" expression | function-call-args )
   | "(" output-expression-list ")" ":=" component-reference function-call-args */
static void assignment(Parser *p, AstStmt *s)
{
	AstExpr a = p->tok.kind == TK_LPAREN ? parse_output_list(p) : parse_reference(p);

	if (!p->panic && p->tok.kind == TK_LPAREN && a.kind != AX_TUPLE) {
		s->kind = AS_CALL;
		s->expr = parse_keep(p, parse_call_args(p, a));
		return;
	}
	if (p->tok.kind == TK_EQUALS || p->tok.kind == TK_EQUAL)
		parse_report(p, parse_tok_span(p), E_EQUATION, "an assignment is written with ':='");
	if (!p->panic &&
		(p->tok.kind == TK_ASSIGN || p->tok.kind == TK_EQUALS || p->tok.kind == TK_EQUAL)) {
		parse_next(p);
		s->kind = AS_ASSIGN;
		s->expr = pair(p, a, parse_expr(p));
		return;
	}
	s->kind = AS_ERROR;
	if (p->panic || (a.kind == AX_NAME && parse_respell(p, a.at)))
		return;
	if (p->tok.kind == TK_IDENT && a.kind != AX_TUPLE && !parse_new_line(p))
		no_equation(p, s, a);
	else
		parse_fail(p, syntax_span(a.at), E_EQUATION, "this is no statement: ':=' is missing");
}

/* while, break and return have no place among equations, connect has none among statements. */
static void check_place(Parser *p, Where where)
{
	TokenKind kind = (TokenKind)p->tok.kind;

	if (where == EQUATIONS ? kind == TK_WHILE || kind == TK_BREAK || kind == TK_RETURN
						   : kind == TK_CONNECT)
		parse_report(p, parse_tok_span(p), E_EQUATION, "%s belongs into an %s section",
					 lex_kind_text(kind), where == EQUATIONS ? "algorithm" : "equation");
}

static AstStmtKind keyword_kind(TokenKind kind)
{
	switch (kind) {
	case TK_IF: return AS_IF;
	case TK_WHEN: return AS_WHEN;
	case TK_WHILE: return AS_WHILE;
	case TK_FOR: return AS_FOR;
	case TK_CONNECT: return AS_CONNECT;
	case TK_BREAK: return AS_BREAK;
	case TK_RETURN: return AS_RETURN;
	default: return AS_ERROR;
	}
}

/* equation : ( … ) description
   statement : ( … ) description */
static AstStmt one(Parser *p, Where where)
{
	uint32_t start = p->tok.start;
	AstStmt s = {.kind = (uint8_t)keyword_kind((TokenKind)p->tok.kind)};

	if (!parse_enter(p)) {
		parse_leave(p);
		s.kind = AS_ERROR;
		return s;
	}
	check_place(p, where);
	switch (s.kind) {
	case AS_IF:
	case AS_WHEN:
	case AS_WHILE: branches(p, where, &s); break;
	case AS_FOR: loop(p, where, &s); break;
	case AS_CONNECT: connection(p, &s); break;
	case AS_BREAK:
	case AS_RETURN: parse_next(p); break;
	default:
		if (where == EQUATIONS)
			equation(p, &s);
		else
			assignment(p, &s);
	}
	if (p->panic && s.kind != AS_IF && s.kind != AS_WHEN && s.kind != AS_WHILE && s.kind != AS_FOR)
		s.kind = AS_ERROR;
	s.at = parse_place(p, start);
	parse_leave(p);
	return s;
}

/* equation-section : [ initial ] equation { equation ";" }
   algorithm-section : [ initial ] algorithm { statement ";" } */
void parse_section(Parser *p)
{
	AstSection s = {.kind = SECTION_EQUATION};
	uint32_t start = p->tok.start;

	if (parse_accept(p, TK_INITIAL))
		s.kind |= SECTION_INITIAL;
	if (p->tok.kind == TK_ALGORITHM)
		s.kind |= SECTION_ALGORITHM;
	parse_next(p);
	s.at = parse_place(p, start);
	s.body = body(p, s.kind & SECTION_ALGORITHM ? STATEMENTS : EQUATIONS, &s.n);
	PUSH(p, sections, s);
}
