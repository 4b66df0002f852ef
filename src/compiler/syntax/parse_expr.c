/* SPDX-License-Identifier: MIT
   parse_expr.c — expressions (MLS A.2.7 and 3.2). A chain of operators of one level is one node, so
   that the tree is never deeper than the text is nested. What the grammar forbids though it looks
   harmless (a < b < c, a ^ b ^ c, a * -b) is reported and then read as meant. */
#include "compiler/syntax/parse.h"

#include <string.h>

/* Operators of each level, as token -> operator. */
static ExprOp relation_op(TokenKind k)
{
	switch (k) {
	case TK_LESS: return OP_LT;
	case TK_LESS_EQ: return OP_LE;
	case TK_GREATER: return OP_GT;
	case TK_GREATER_EQ: return OP_GE;
	case TK_EQUAL: return OP_EQ;
	case TK_UNEQUAL: return OP_NE;
	default: return OP_NONE;
	}
}

static ExprOp add_op(TokenKind k)
{
	switch (k) {
	case TK_PLUS: return OP_ADD;
	case TK_MINUS: return OP_SUB;
	case TK_DOT_PLUS: return OP_DOT_ADD;
	case TK_DOT_MINUS: return OP_DOT_SUB;
	default: return OP_NONE;
	}
}

static ExprOp mul_op(TokenKind k)
{
	switch (k) {
	case TK_STAR: return OP_MUL;
	case TK_SLASH: return OP_DIV;
	case TK_DOT_STAR: return OP_DOT_MUL;
	case TK_DOT_SLASH: return OP_DOT_DIV;
	default: return OP_NONE;
	}
}

static ExprOp power_op(TokenKind k)
{
	return k == TK_CARET ? OP_POW : k == TK_DOT_CARET ? OP_DOT_POW : OP_NONE;
}

/* -- building nodes ----------------------------------------------------------------------- */

/* A node whose children are on the stack from `mark` on. */
static Expr node(Parser *p, ExprKind kind, size_t mark, uint32_t start)
{
	Expr e = {.kind = (uint8_t)kind, .n = (uint32_t)(p->exprs.n - mark)};

	e.kid = POP(p, exprs, mark);
	e.at = parse_place(p, start);
	return e;
}

static Expr leaf(Parser *p, ExprKind kind)
{
	Expr e = {.kind = (uint8_t)kind, .at = parse_place_of(p, &p->tok)};

	parse_next(p);
	return e;
}

const Expr *parse_keep(Parser *p, Expr e)
{
	return parse_copy(p, &e, 1, sizeof e);
}

static Expr unary(Parser *p, ExprOp op, uint32_t start, Expr operand)
{
	Expr e = {.kind = EX_UNARY, .op = (uint8_t)op, .n = 1};

	e.kid = parse_keep(p, operand);
	e.at = parse_place(p, start);
	return e;
}

static Expr error_expr(Parser *p)
{
	return (Expr){.kind = EX_ERROR, .at = parse_place_of(p, &p->tok)};
}

static void push_joined(Parser *p, Expr e, ExprOp join)
{
	e.join = (uint8_t)join;
	PUSH(p, exprs, e);
}

/* -- operators ---------------------------------------------------------------------------- */

static Expr primary(Parser *p);

/* An operand behind an operator, where the grammar wants parentheses around a sign. */
static Expr operand(Parser *p, Expr (*rule)(Parser *p))
{
	ExprOp op = add_op((TokenKind)p->tok.kind);
	uint32_t start = p->tok.start;

	if (op == OP_NONE)
		return rule(p);
	parse_report(p, parse_tok_span(p), E_OPERATOR,
				 "a '%s' behind an operator needs parentheses: write (%s…)", syntax_op(op),
				 syntax_op(op));
	parse_next(p);
	return unary(p, op, start, rule(p));
}

/* factor : primary [ ("^" | ".^") primary ] */
static Expr factor(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Expr e = primary(p);
	ExprOp op = power_op((TokenKind)p->tok.kind);

	if (op == OP_NONE)
		return e;
	PUSH(p, exprs, e);
	parse_next(p);
	push_joined(p, operand(p, primary), op);
	e = node(p, EX_BINARY, mark, start);
	if (power_op((TokenKind)p->tok.kind) != OP_NONE) {
		parse_report(p, parse_tok_span(p), E_OPERATOR,
					 "powers cannot follow each other: write (a^b)^c or a^(b^c)");
		while (power_op((TokenKind)p->tok.kind) != OP_NONE) {
			parse_next(p);
			primary(p);
		}
	}
	return e;
}

/* term : factor { mul-operator factor } */
static Expr term(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Expr e = factor(p);
	ExprOp op = mul_op((TokenKind)p->tok.kind);

	if (op == OP_NONE)
		return e;
	PUSH(p, exprs, e);
	do {
		parse_next(p);
		push_joined(p, operand(p, factor), op);
	} while ((op = mul_op((TokenKind)p->tok.kind)) != OP_NONE && !p->panic);
	return node(p, EX_BINARY, mark, start);
}

/* arithmetic-expression : [ add-operator ] term { add-operator term } */
static Expr arithmetic(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	ExprOp op = add_op((TokenKind)p->tok.kind);
	Expr e;

	if (op != OP_NONE) {
		parse_next(p);
		e = unary(p, op, start, operand(p, term));
	} else {
		e = term(p);
	}
	op = add_op((TokenKind)p->tok.kind);
	if (op == OP_NONE)
		return e;
	PUSH(p, exprs, e);
	do {
		parse_next(p);
		push_joined(p, operand(p, term), op);
	} while ((op = add_op((TokenKind)p->tok.kind)) != OP_NONE && !p->panic);
	return node(p, EX_BINARY, mark, start);
}

/* relation : arithmetic-expression [ relational-operator arithmetic-expression ] */
static Expr relation(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Expr e = arithmetic(p);
	ExprOp op = relation_op((TokenKind)p->tok.kind);

	if (op == OP_NONE)
		return e;
	PUSH(p, exprs, e);
	parse_next(p);
	push_joined(p, arithmetic(p), op);
	e = node(p, EX_BINARY, mark, start);
	if (relation_op((TokenKind)p->tok.kind) != OP_NONE) {
		parse_report(p, parse_tok_span(p), E_OPERATOR,
					 "comparisons cannot follow each other: write a < b and b < c");
		while (relation_op((TokenKind)p->tok.kind) != OP_NONE) {
			parse_next(p);
			arithmetic(p);
		}
	}
	return e;
}

/* logical-factor : [ not ] relation */
static Expr logical_factor(Parser *p)
{
	uint32_t start = p->tok.start;
	Expr e;

	if (p->tok.kind != TK_NOT)
		return relation(p);
	parse_next(p);
	if (p->tok.kind == TK_NOT) {
		parse_report(p, parse_tok_span(p), E_OPERATOR, "'not not' needs parentheses: not (not a)");
		while (parse_accept(p, TK_NOT))
			;
	}
	e = relation(p);
	return unary(p, OP_NOT, start, e);
}

/* logical-term : logical-factor { and logical-factor } */
static Expr logical_term(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Expr e = logical_factor(p);

	if (p->tok.kind != TK_AND)
		return e;
	PUSH(p, exprs, e);
	while (!p->panic && parse_accept(p, TK_AND))
		push_joined(p, logical_factor(p), OP_AND);
	return node(p, EX_BINARY, mark, start);
}

/* logical-expression : logical-term { or logical-term } */
static Expr logical(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Expr e = logical_term(p);

	if (p->tok.kind != TK_OR)
		return e;
	PUSH(p, exprs, e);
	while (!p->panic && parse_accept(p, TK_OR))
		push_joined(p, logical_term(p), OP_OR);
	return node(p, EX_BINARY, mark, start);
}

/* simple-expression : logical-expression [ ":" logical-expression [ ":" logical-expression ] ] */
Expr parse_simple_expr(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Expr e = logical(p);

	if (p->tok.kind != TK_COLON)
		return e;
	PUSH(p, exprs, e);
	for (int i = 0; i < 2 && !p->panic && parse_accept(p, TK_COLON); i++) {
		e = logical(p);
		PUSH(p, exprs, e);
	}
	return node(p, EX_RANGE, mark, start);
}

/* if expression then expression { elseif expression then expression } else expression */
static Expr if_expr(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Expr e;

	do {
		parse_next(p);
		e = parse_expr(p);
		PUSH(p, exprs, e);
		parse_expect(p, TK_THEN, "the condition");
		e = parse_expr(p);
		PUSH(p, exprs, e);
	} while (!p->panic && p->tok.kind == TK_ELSEIF);
	if (!p->panic && p->tok.kind != TK_ELSE)
		parse_unexpected(p, "'else' (an if-expression has a value in every case)");
	parse_accept(p, TK_ELSE);
	e = p->panic ? error_expr(p) : parse_expr(p);
	PUSH(p, exprs, e);
	return node(p, EX_IF, mark, start);
}

/* expression : simple-expression | if … */
Expr parse_expr(Parser *p)
{
	Expr e;

	if (!parse_enter(p)) {
		parse_leave(p);
		return error_expr(p);
	}
	e = p->tok.kind == TK_IF ? if_expr(p) : parse_simple_expr(p);
	parse_leave(p);
	return e;
}

/* -- references and calls ----------------------------------------------------------------- */

/* array-subscripts : "[" subscript { "," subscript } "]"
   subscript : ":" | expression */
Expr *parse_subscripts(Parser *p, uint16_t *n)
{
	Token open = p->tok;
	size_t mark = p->exprs.n, count;
	Expr *subs;

	parse_next(p);
	p->n_square++;
	do {
		Expr e = p->tok.kind == TK_COLON ? leaf(p, EX_COLON) : parse_expr(p);

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
Expr parse_reference(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->parts.n;
	bool is_global = parse_accept(p, TK_DOT);
	Expr e = {.kind = EX_NAME};

	for (;;) {
		uint32_t offset = p->tok.start - start;
		RefPart part = {.offset = (uint16_t)(offset < UINT16_MAX ? offset : UINT16_MAX)};

		part.name = parse_ident(p, "a name");
		if (p->tok.kind == TK_LBRACKET && !p->panic)
			part.sub = parse_subscripts(p, &part.n_subs);
		else if (p->tok.kind != TK_DOT && p->parts.n == mark && !is_global) {
			/* By far the most frequent: one name. */
			e.name = part.name;
			e.at = parse_place(p, start);
			e.kind = p->panic ? EX_ERROR : EX_NAME;
			return e;
		}
		PUSH(p, parts, part);
		if (p->panic || !parse_accept(p, TK_DOT))
			break;
	}
	e.kind = p->panic ? EX_ERROR : EX_REF;
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
		Expr e = {.kind = EX_ITER}, range = {.kind = EX_NONE};

		e.name = parse_ident(p, "the name of an iterator");
		if (!p->panic && parse_accept(p, TK_IN))
			range = parse_expr(p);
		e.kid = parse_keep(p, range);
		e.at = parse_place(p, start);
		PUSH(p, exprs, e);
	} while (!p->panic && parse_accept(p, TK_COMMA));
}

/* function-partial-application : function type-specifier "(" [ named-arguments ] ")" */
static Expr partial_application(Parser *p)
{
	uint32_t start = p->tok.start;
	Expr e;

	parse_next(p);
	e = parse_reference(p);
	if (p->tok.kind != TK_LPAREN) {
		parse_expect(p, TK_LPAREN, "the name of the function");
		return error_expr(p);
	}
	e = parse_call_args(p, e);
	e.kind = EX_PARTIAL;
	e.at = parse_place(p, start);
	return e;
}

/* function-argument : function-partial-application | expression
   named-argument : IDENT "=" function-argument */
static Expr argument(Parser *p, bool *was_named)
{
	uint32_t start = p->tok.start;
	Span at = parse_tok_span(p);
	Expr e = p->tok.kind == TK_FUNCTION ? partial_application(p) : parse_expr(p), named;

	if (p->tok.kind == TK_EQUALS && e.kind == EX_NAME) {
		named = (Expr){.kind = EX_NAMED, .name = e.name};
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
Expr parse_call_args(Parser *p, Expr function)
{
	uint32_t start = function.at.start;
	size_t mark = p->exprs.n;
	Token open = p->tok;
	bool was_named = false;
	ExprKind kind = EX_CALL;
	Expr e;

	PUSH(p, exprs, function);
	parse_next(p);
	if (p->tok.kind != TK_RPAREN) {
		do {
			e = argument(p, &was_named);
			PUSH(p, exprs, e);
		} while (!p->panic && parse_accept(p, TK_COMMA));
		if (!p->panic && p->tok.kind == TK_FOR && p->exprs.n == mark + 2 && !was_named) {
			kind = EX_REDUCE;
			parse_next(p);
			parse_iterators(p);
		}
	}
	parse_close(p, TK_RPAREN, open);
	return node(p, kind, mark, start);
}

/* ( component-reference | der | initial | pure ) function-call-args | component-reference */
static Expr reference_or_call(Parser *p)
{
	Expr e = parse_reference(p);

	return p->tok.kind == TK_LPAREN && !p->panic ? parse_call_args(p, e) : e;
}

/* The keywords that may be called have the name of the function. */
static Expr keyword_call(Parser *p)
{
	const char *s = lex_kind_word((TokenKind)p->tok.kind);
	Expr e = {.kind = EX_NAME, .at = parse_place_of(p, &p->tok)};

	e.name = intern_name(p->sx->names, s, strlen(s));
	if (!e.name.i)
		BUG("no memory for a name");
	parse_next(p);
	if (p->tok.kind != TK_LPAREN) {
		char after[16];

		snprintf(after, sizeof after, "'%s'", s);
		parse_expect(p, TK_LPAREN, after);
		return error_expr(p);
	}
	return parse_call_args(p, e);
}

/* -- brackets ----------------------------------------------------------------------------- */

/* "(" output-expression-list ")"
   output-expression-list : [ expression ] { "," [ expression ] } */
Expr parse_output_list(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Token open = p->tok;
	Expr e;

	parse_next(p);
	if (p->tok.kind != TK_RPAREN)
		for (;;) {
			e = (Expr){.kind = EX_NONE};
			if (p->tok.kind != TK_COMMA && p->tok.kind != TK_RPAREN)
				e = parse_expr(p);
			PUSH(p, exprs, e);
			if (p->panic || !parse_accept(p, TK_COMMA))
				break;
		}
	parse_close(p, TK_RPAREN, open);
	return node(p, EX_TUPLE, mark, start);
}

/* Parentheses around one expression only group. */
static Expr parenthesised(Parser *p)
{
	Expr e = parse_output_list(p), inner;

	if (e.kind != EX_TUPLE || e.n != 1)
		return e;
	inner = e.kid[0];
	if (inner.kind != EX_INTEGER && inner.kind != EX_REAL) /* their digits are the text of `at` */
		inner.at = e.at;
	return inner;
}

/* "{" array-arguments "}" */
static Expr array(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Token open = p->tok;
	ExprKind kind = EX_ARRAY;
	Expr e;

	parse_next(p);
	/* {} has no type (MLS 10.4), which is not for the grammar to say. */
	if (p->tok.kind != TK_RBRACE) {
		do {
			e = parse_expr(p);
			PUSH(p, exprs, e);
		} while (!p->panic && parse_accept(p, TK_COMMA));
		if (!p->panic && p->tok.kind == TK_FOR && p->exprs.n == mark + 1) {
			kind = EX_COMPREHEND;
			parse_next(p);
			parse_iterators(p);
		}
	}
	parse_close(p, TK_RBRACE, open);
	return node(p, kind, mark, start);
}

/* expression-list : expression { "," expression } */
static Expr row(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Expr e;

	do {
		e = parse_expr(p);
		PUSH(p, exprs, e);
	} while (!p->panic && parse_accept(p, TK_COMMA));
	return node(p, EX_ROW, mark, start);
}

/* On a new line, what can only be something else than a row of a matrix. */
static bool at_other_line(Parser *p)
{
	if (p->tok.kind < TK_FIRST_KEYWORD || !parse_new_line(p))
		return false;
	switch (p->tok.kind) {
	case TK_END:
	case TK_EQUATION:
	case TK_ALGORITHM:
	case TK_PUBLIC:
	case TK_PROTECTED:
	case TK_EXTERNAL:
	case TK_ANNOTATION: return true;
	default: return parse_at_declaration(p);
	}
}

/* "[" expression-list { ";" expression-list } "]" */
static Expr matrix(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	Token open = p->tok;
	Expr e;

	p->n_square++;
	parse_next(p);
	do {
		e = row(p);
		PUSH(p, exprs, e);
		/* A ';' behind which something else begins is not between rows. */
	} while (!p->panic && parse_accept(p, TK_SEMICOLON) && !at_other_line(p));
	if (parse_close(p, TK_RBRACKET, open))
		p->n_square--;
	return node(p, EX_MATRIX, mark, start);
}

/* primary : UNSIGNED-NUMBER | STRING | false | true | … | end */
static Expr primary(Parser *p)
{
	Expr e;
	Token t = p->tok;

	switch (t.kind) {
	case TK_IDENT:
	case TK_DOT: return reference_or_call(p);
	case TK_INTEGER:
		e = leaf(p, EX_INTEGER);
		e.integer = t.integer;
		return e;
	case TK_REAL:
		e = leaf(p, EX_REAL);
		e.real = t.real;
		return e;
	case TK_STRING:
		e = leaf(p, EX_STRING);
		e.raw = p->lx.text + t.start + 1;
		e.n = t.end - t.start - (p->lx.text[t.end - 1] == '"' && t.end - t.start > 1 ? 2 : 1);
		return e;
	case TK_TRUE:
	case TK_FALSE:
		e = leaf(p, EX_BOOLEAN);
		e.integer = t.kind == TK_TRUE;
		return e;
	case TK_LPAREN: return parenthesised(p);
	case TK_LBRACE: return array(p);
	case TK_LBRACKET: return matrix(p);
	case TK_DER:
	case TK_INITIAL:
	case TK_PURE: return keyword_call(p);
	case TK_END: return leaf(p, EX_END);
	default: parse_unexpected(p, "an expression"); return error_expr(p);
	}
}
