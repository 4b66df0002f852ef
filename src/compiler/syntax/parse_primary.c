/* SPDX-License-Identifier: MIT
   parse_primary.c — what expressions consist of (MLS A.2.7): literals, references, calls, brackets.
 */
#include "compiler/syntax/parse.h"

#include <string.h>

/* -- references and calls ----------------------------------------------------------------- */

/* array-subscripts : "[" subscript { "," subscript } "]"
   subscript : ":" | expression */
AstExpr *parse_subscripts(Parser *p, uint16_t *n)
{
	Token open = p->tok;
	size_t mark = p->exprs.n, count;
	AstExpr *subs;

	parse_next(p);
	p->n_square++;
	do {
		AstExpr e = p->tok.kind == TK_COLON ? parse_leaf(p, AX_COLON) : parse_expr(p);

		PUSH(p, exprs, e);
	} while (!p->panic && parse_accept(p, TK_COMMA));
	if (parse_close(p, TK_RBRACKET, open))
		p->n_square--;
	count = p->exprs.n - mark;
	if (count > UINT16_MAX) {
		parse_fail(p, parse_tok_span(p), E_DEPTH, "more than %d subscripts", UINT16_MAX);
		p->exprs.n = mark + UINT16_MAX;
		count = UINT16_MAX;
	}
	*n = (uint16_t)count;
	subs = POP(p, exprs, mark);
	return subs;
}

/* component-reference :
	   [ "." ] IDENT [ array-subscripts ] { "." IDENT [ array-subscripts ] } */
AstExpr parse_reference(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->parts.n;
	bool is_global = parse_accept(p, TK_DOT);
	AstExpr e = {.kind = AX_NAME};

	for (;;) {
		uint32_t offset = p->tok.start - start;
		AstPart part = {.offset = (uint16_t)(offset < UINT16_MAX ? offset : UINT16_MAX)};

		part.name = parse_ident(p, "a name");
		if (p->tok.kind == TK_LBRACKET && !p->panic)
			part.sub = parse_subscripts(p, &part.n_subs);
		else if (p->tok.kind != TK_DOT && p->parts.n == mark && !is_global) {
			/* By far the most frequent: one name. */
			e.name = part.name;
			e.at = parse_place(p, start);
			e.kind = p->panic ? AX_ERROR : AX_NAME;
			return e;
		}
		PUSH(p, parts, part);
		if (p->panic || !parse_accept(p, TK_DOT))
			break;
	}
	e.kind = p->panic ? AX_ERROR : AX_REF;
	e.is_global = is_global;
	e.n = (uint32_t)(p->parts.n - mark);
	e.part = POP(p, parts, mark);
	e.at = parse_place(p, start);
	return e;
}

/* for-indices : for-index { "," for-index }
   for-index : IDENT [ in expression ] */
void parse_iterators(Parser *p)
{
	do {
		uint32_t start = p->tok.start;
		AstExpr e = {.kind = AX_ITER}, range = {.kind = AX_NONE};

		e.name = parse_ident(p, "the name of an iterator");
		if (!p->panic && parse_accept(p, TK_IN))
			range = parse_expr(p);
		e.kid = parse_keep(p, range);
		e.at = parse_place(p, start);
		PUSH(p, exprs, e);
	} while (!p->panic && parse_accept(p, TK_COMMA));
}

/* function-partial-application : function type-specifier "(" [ named-arguments ] ")" */
static AstExpr partial_application(Parser *p)
{
	uint32_t start = p->tok.start;
	AstExpr e;

	if (!parse_enter(p))
		return parse_error_expr(p);
	parse_next(p);
	e = parse_reference(p);
	if (p->tok.kind != TK_LPAREN) {
		parse_expect(p, TK_LPAREN, "the name of the function");
		return parse_error_expr(p);
	}
	e = parse_call_args(p, e);
	parse_leave(p);
	e.kind = AX_PARTIAL;
	e.at = parse_place(p, start);
	return e;
}

/* function-argument : function-partial-application | expression
   named-argument : IDENT "=" function-argument */
static AstExpr argument(Parser *p, bool *was_named)
{
	uint32_t start = p->tok.start;
	Span at = parse_tok_span(p);
	AstExpr e = p->tok.kind == TK_FUNCTION ? partial_application(p) : parse_expr(p), named;

	if (p->tok.kind == TK_EQUALS && e.kind == AX_NAME) {
		named = (AstExpr){.kind = AX_NAMED, .name = e.name};
		parse_next(p);
		e = p->tok.kind == TK_FUNCTION ? partial_application(p) : parse_expr(p);
		named.kid = parse_keep(p, e);
		named.at = parse_place(p, start);
		*was_named = true;
		return named;
	}
	if (*was_named && !p->panic) {
		at.end = p->prev_end;
		parse_report(p, at, E_ARGUMENT, "an argument without name cannot follow a named one");
	}
	return e;
}

/* function-call-args : "(" [ function-arguments ] ")" */
AstExpr parse_call_args(Parser *p, AstExpr function)
{
	uint32_t start = function.at.start;
	size_t mark = p->exprs.n;
	Token open = p->tok;
	bool was_named = false;
	AstExprKind kind = AX_CALL;
	AstExpr e;

	PUSH(p, exprs, function);
	parse_next(p);
	if (p->tok.kind != TK_RPAREN) {
		do {
			e = argument(p, &was_named);
			PUSH(p, exprs, e);
		} while (!p->panic && parse_accept(p, TK_COMMA));
		if (!p->panic && p->tok.kind == TK_FOR && p->exprs.n == mark + 2 && !was_named) {
			kind = AX_REDUCE;
			parse_next(p);
			parse_iterators(p);
		}
	}
	parse_close(p, TK_RPAREN, open);
	return parse_node(p, kind, mark, start);
}

/* ( component-reference | der | initial | pure ) function-call-args | component-reference */
static AstExpr reference_or_call(Parser *p)
{
	AstExpr e = parse_reference(p);

	return p->tok.kind == TK_LPAREN && !p->panic ? parse_call_args(p, e) : e;
}

/* The keywords that may be called have the name of the function. */
static AstExpr keyword_call(Parser *p)
{
	const char *s = lex_kind_word((TokenKind)p->tok.kind);
	AstExpr e = {.kind = AX_NAME, .at = parse_place_of(p, &p->tok)};

	e.name = intern_name(p->sx->names, s, strlen(s));
	parse_next(p);
	if (p->tok.kind != TK_LPAREN) {
		char after[16];

		snprintf(after, sizeof after, "'%s'", s);
		parse_expect(p, TK_LPAREN, after);
		return parse_error_expr(p);
	}
	return parse_call_args(p, e);
}

/* -- brackets ----------------------------------------------------------------------------- */

/* "(" output-expression-list ")"
   output-expression-list : [ expression ] { "," [ expression ] } */
AstExpr parse_output_list(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Token open = p->tok;
	AstExpr e;

	parse_next(p);
	if (p->tok.kind != TK_RPAREN)
		for (;;) {
			e = (AstExpr){.kind = AX_NONE};
			if (p->tok.kind != TK_COMMA && p->tok.kind != TK_RPAREN)
				e = parse_expr(p);
			PUSH(p, exprs, e);
			if (p->panic || !parse_accept(p, TK_COMMA))
				break;
		}
	parse_close(p, TK_RPAREN, open);
	return parse_node(p, AX_TUPLE, mark, start);
}

/* The subscripts behind parentheses around an expression. */
static AstExpr subscripted(Parser *p, AstExpr inner, uint32_t start)
{
	size_t mark = p->exprs.n;
	uint16_t n = 0;
	AstExpr *sub = parse_subscripts(p, &n);

	PUSH(p, exprs, inner);
	for (uint16_t i = 0; i < n; i++)
		PUSH(p, exprs, sub[i]);
	return parse_node(p, AX_INDEX, mark, start);
}

/* "(" output-expression-list ")" [ array-subscripts ]
   Parentheses around one expression only group. */
static AstExpr parenthesised(Parser *p)
{
	uint32_t start = p->tok.start;
	AstExpr e = parse_output_list(p), inner;

	if (e.kind != AX_TUPLE || e.n != 1)
		return e;
	inner = e.kid[0];
	if (inner.kind != AX_INTEGER && inner.kind != AX_REAL) /* their digits are the text of `at` */
		inner.at = e.at;
	return p->tok.kind == TK_LBRACKET && !p->panic ? subscripted(p, inner, start) : inner;
}

/* "{" array-arguments "}" */
static AstExpr array(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Token open = p->tok;
	AstExprKind kind = AX_ARRAY;

	parse_next(p);
	/* {} has no type (MLS 10.4), which is not for the grammar to say. */
	if (p->tok.kind != TK_RBRACE) {
		parse_expr_list(p);
		if (!p->panic && p->tok.kind == TK_FOR && p->exprs.n == mark + 1) {
			kind = AX_COMPREHEND;
			parse_next(p);
			parse_iterators(p);
		}
	}
	parse_close(p, TK_RBRACE, open);
	return parse_node(p, kind, mark, start);
}

/* expression-list : expression { "," expression } */
static AstExpr row(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;

	parse_expr_list(p);
	return parse_node(p, AX_ROW, mark, start);
}

/* On a new line, what can only be something else than a row of a matrix. */
static bool at_other_line(Parser *p)
{
	if (p->tok.kind < TK_FIRST_KEYWORD || !parse_new_line(p))
		return false;
	return parse_is_section_end((TokenKind)p->tok.kind) || p->tok.kind == TK_ANNOTATION ||
		   parse_at_declaration(p);
}

/* "[" expression-list { ";" expression-list } "]" */
static AstExpr matrix(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Token open = p->tok;
	AstExpr e;

	p->n_square++;
	parse_next(p);
	do {
		e = row(p);
		PUSH(p, exprs, e);
		/* A ';' behind which something else begins is not between rows. */
	} while (!p->panic && parse_accept(p, TK_SEMICOLON) && !at_other_line(p));
	if (parse_close(p, TK_RBRACKET, open))
		p->n_square--;
	return parse_node(p, AX_MATRIX, mark, start);
}

/* primary : UNSIGNED-NUMBER | STRING | false | true | … | end */
AstExpr parse_primary(Parser *p)
{
	AstExpr e;
	Token t = p->tok;

	switch (t.kind) {
	case TK_IDENT:
	case TK_DOT: return reference_or_call(p);
	case TK_INTEGER:
		e = parse_leaf(p, AX_INTEGER);
		e.integer = t.integer;
		return e;
	case TK_REAL:
		e = parse_leaf(p, AX_REAL);
		e.real = t.real;
		return e;
	case TK_STRING:
		e = parse_leaf(p, AX_STRING);
		e.raw = p->lx.text + t.start + 1;
		e.n = t.end - t.start - (p->lx.text[t.end - 1] == '"' && t.end - t.start > 1 ? 2 : 1);
		return e;
	case TK_TRUE:
	case TK_FALSE:
		e = parse_leaf(p, AX_BOOLEAN);
		e.integer = t.kind == TK_TRUE;
		return e;
	case TK_LPAREN: return parenthesised(p);
	case TK_LBRACE: return array(p);
	case TK_LBRACKET: return matrix(p);
	case TK_DER:
	case TK_INITIAL:
	case TK_PURE: return keyword_call(p);
	case TK_END: return parse_leaf(p, AX_END);
	default: parse_unexpected(p, "an expression"); return parse_error_expr(p);
	}
}
