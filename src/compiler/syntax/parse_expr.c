/* SPDX-License-Identifier: MIT
   parse_expr.c — expressions (MLS A.2.7 and 3.2). A chain of operators of one level is one node, so
   that the tree is never deeper than the text is nested. What the grammar forbids though it looks
   harmless (a < b < c, a ^ b ^ c, a * -b) is reported and then read as meant. */
#include "compiler/syntax/parse.h"

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
Expr parse_node(Parser *p, ExprKind kind, size_t mark, uint32_t start)
{
	Expr e = {.kind = (uint8_t)kind, .n = (uint32_t)(p->exprs.n - mark)};

	e.kid = POP(p, exprs, mark);
	e.at = parse_place(p, start);
	return e;
}

Expr parse_leaf(Parser *p, ExprKind kind)
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

Expr parse_error_expr(Parser *p)
{
	return (Expr){.kind = EX_ERROR, .at = parse_place_of(p, &p->tok)};
}

static void push_joined(Parser *p, Expr e, ExprOp join)
{
	e.join = (uint8_t)join;
	PUSH(p, exprs, e);
}

/* -- operators ---------------------------------------------------------------------------- */

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
	Expr e = parse_primary(p);
	ExprOp op = power_op((TokenKind)p->tok.kind);

	if (op == OP_NONE)
		return e;
	PUSH(p, exprs, e);
	parse_next(p);
	push_joined(p, operand(p, parse_primary), op);
	e = parse_node(p, EX_BINARY, mark, start);
	if (power_op((TokenKind)p->tok.kind) != OP_NONE) {
		parse_report(p, parse_tok_span(p), E_OPERATOR,
					 "powers cannot follow each other: write (a^b)^c or a^(b^c)");
		while (power_op((TokenKind)p->tok.kind) != OP_NONE) {
			parse_next(p);
			parse_primary(p);
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
	return parse_node(p, EX_BINARY, mark, start);
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
	return parse_node(p, EX_BINARY, mark, start);
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
	e = parse_node(p, EX_BINARY, mark, start);
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
	return parse_node(p, EX_BINARY, mark, start);
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
	return parse_node(p, EX_BINARY, mark, start);
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
	return parse_node(p, EX_RANGE, mark, start);
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
	e = p->panic ? parse_error_expr(p) : parse_expr(p);
	PUSH(p, exprs, e);
	return parse_node(p, EX_IF, mark, start);
}

/* expression : simple-expression | if … */
Expr parse_expr(Parser *p)
{
	Expr e;

	if (!parse_enter(p)) {
		parse_leave(p);
		return parse_error_expr(p);
	}
	e = p->tok.kind == TK_IF ? if_expr(p) : parse_simple_expr(p);
	parse_leave(p);
	return e;
}
