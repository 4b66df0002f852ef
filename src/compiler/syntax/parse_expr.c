/* SPDX-License-Identifier: MIT
   parse_expr.c — expressions (MLS A.2.7 and 3.2). A chain of operators of one level is one node, so
   that the tree is never deeper than the text is nested. What the grammar forbids though it looks
   harmless (a < b < c, a ^ b ^ c, a * -b) is reported and then read as meant. */
#include "compiler/syntax/parse.h"

/* Operators of each level, as token -> operator. */
static AstOp relation_op(TokenKind k)
{
	switch (k) {
	case TK_LESS: return AO_LT;
	case TK_LESS_EQ: return AO_LE;
	case TK_GREATER: return AO_GT;
	case TK_GREATER_EQ: return AO_GE;
	case TK_EQUAL: return AO_EQ;
	case TK_UNEQUAL: return AO_NE;
	default: return AO_NONE;
	}
}

static AstOp add_op(TokenKind k)
{
	switch (k) {
	case TK_PLUS: return AO_ADD;
	case TK_MINUS: return AO_SUB;
	case TK_DOT_PLUS: return AO_DOT_ADD;
	case TK_DOT_MINUS: return AO_DOT_SUB;
	default: return AO_NONE;
	}
}

static AstOp mul_op(TokenKind k)
{
	switch (k) {
	case TK_STAR: return AO_MUL;
	case TK_SLASH: return AO_DIV;
	case TK_DOT_STAR: return AO_DOT_MUL;
	case TK_DOT_SLASH: return AO_DOT_DIV;
	default: return AO_NONE;
	}
}

static AstOp power_op(TokenKind k)
{
	return k == TK_CARET ? AO_POW : k == TK_DOT_CARET ? AO_DOT_POW : AO_NONE;
}

/* -- building nodes ----------------------------------------------------------------------- */

/* A node whose children are on the stack from `mark` on. */
AstExpr parse_node(Parser *p, AstExprKind kind, size_t mark, uint32_t start)
{
	AstExpr e = {.kind = (uint8_t)kind, .n = (uint32_t)(p->exprs.n - mark)};

	e.kid = POP(p, exprs, mark);
	e.at = parse_place(p, start);
	return e;
}

AstExpr parse_leaf(Parser *p, AstExprKind kind)
{
	AstExpr e = {.kind = (uint8_t)kind, .at = parse_place_of(p, &p->tok)};

	parse_next(p);
	return e;
}

const AstExpr *parse_keep(Parser *p, AstExpr e)
{
	return parse_copy(p, &e, 1, sizeof e);
}

static AstExpr unary(Parser *p, AstOp op, uint32_t start, AstExpr operand)
{
	AstExpr e = {.kind = AX_UNARY, .op = (uint8_t)op, .n = 1};

	e.kid = parse_keep(p, operand);
	e.at = parse_place(p, start);
	return e;
}

AstExpr parse_error_expr(Parser *p)
{
	return (AstExpr){.kind = AX_ERROR, .at = parse_place_of(p, &p->tok)};
}

static void push_joined(Parser *p, AstExpr e, AstOp join)
{
	e.join = (uint8_t)join;
	PUSH(p, exprs, e);
}

/* -- operators ---------------------------------------------------------------------------- */

/* An operand behind an operator, where the grammar wants parentheses around a sign. */
static AstExpr operand(Parser *p, AstExpr (*rule)(Parser *p))
{
	AstOp op = add_op((TokenKind)p->tok.kind);
	uint32_t start = p->tok.start;

	if (op == AO_NONE)
		return rule(p);
	parse_report(p, parse_tok_span(p), E_OPERATOR,
				 "a '%s' behind an operator needs parentheses: write (%s…)", syntax_op(op),
				 syntax_op(op));
	parse_next(p);
	return unary(p, op, start, rule(p));
}

/* The rest of `operand operator operand`, where the operators of a kind cannot follow each other.
 */
static AstExpr rest_of_pair(Parser *p, uint32_t start, AstExpr first, AstOp (*op_of)(TokenKind),
							AstExpr (*rule)(Parser *p), const char *instead)
{
	size_t mark = p->exprs.n;
	AstOp op = op_of((TokenKind)p->tok.kind);
	AstExpr e;

	PUSH(p, exprs, first);
	parse_next(p);
	push_joined(p, rule(p), op);
	e = parse_node(p, AX_BINARY, mark, start);
	if (op_of((TokenKind)p->tok.kind) != AO_NONE) {
		parse_report(p, parse_tok_span(p), E_OPERATOR, "%s", instead);
		while (op_of((TokenKind)p->tok.kind) != AO_NONE) {
			parse_next(p);
			rule(p);
		}
	}
	return e;
}

/* The rest of `operand { operator operand }`. */
static AstExpr rest_of_chain(Parser *p, uint32_t start, AstExpr first, AstOp (*op_of)(TokenKind),
							 AstExpr (*rule)(Parser *p))
{
	size_t mark = p->exprs.n;
	AstOp op = op_of((TokenKind)p->tok.kind);

	PUSH(p, exprs, first);
	do {
		parse_next(p);
		push_joined(p, rule(p), op);
	} while (!p->panic && (op = op_of((TokenKind)p->tok.kind)) != AO_NONE);
	return parse_node(p, AX_BINARY, mark, start);
}

static AstExpr signed_primary(Parser *p)
{
	return operand(p, parse_primary);
}

/* factor : primary [ ("^" | ".^") primary ] */
static AstExpr factor(Parser *p)
{
	uint32_t start = p->tok.start;
	AstExpr e = parse_primary(p);

	if (power_op((TokenKind)p->tok.kind) == AO_NONE)
		return e;
	return rest_of_pair(p, start, e, power_op, signed_primary,
						"powers cannot follow each other: write (a^b)^c or a^(b^c)");
}

static AstExpr signed_factor(Parser *p)
{
	return operand(p, factor);
}

/* term : factor { mul-operator factor } */
static AstExpr term(Parser *p)
{
	uint32_t start = p->tok.start;
	AstExpr e = factor(p);

	if (mul_op((TokenKind)p->tok.kind) == AO_NONE)
		return e;
	return rest_of_chain(p, start, e, mul_op, signed_factor);
}

static AstExpr signed_term(Parser *p)
{
	return operand(p, term);
}

/* arithmetic-expression : [ add-operator ] term { add-operator term } */
static AstExpr arithmetic(Parser *p)
{
	uint32_t start = p->tok.start;
	AstOp op = add_op((TokenKind)p->tok.kind);
	AstExpr e;

	if (op != AO_NONE) {
		parse_next(p);
		e = unary(p, op, start, signed_term(p));
	} else {
		e = term(p);
	}
	if (add_op((TokenKind)p->tok.kind) == AO_NONE)
		return e;
	return rest_of_chain(p, start, e, add_op, signed_term);
}

/* relation : arithmetic-expression [ relational-operator arithmetic-expression ] */
static AstExpr relation(Parser *p)
{
	uint32_t start = p->tok.start;
	AstExpr e = arithmetic(p);

	if (relation_op((TokenKind)p->tok.kind) == AO_NONE)
		return e;
	return rest_of_pair(p, start, e, relation_op, arithmetic,
						"comparisons cannot follow each other: write a < b and b < c");
}

/* logical-factor : [ not ] relation */
static AstExpr logical_factor(Parser *p)
{
	uint32_t start = p->tok.start;
	AstExpr e;

	if (p->tok.kind != TK_NOT)
		return relation(p);
	parse_next(p);
	if (p->tok.kind == TK_NOT) {
		parse_report(p, parse_tok_span(p), E_OPERATOR, "'not not' needs parentheses: not (not a)");
		while (parse_accept(p, TK_NOT))
			;
	}
	e = relation(p);
	return unary(p, AO_NOT, start, e);
}

static AstOp and_op(TokenKind kind)
{
	return kind == TK_AND ? AO_AND : AO_NONE;
}

/* logical-term : logical-factor { and logical-factor } */
static AstExpr logical_term(Parser *p)
{
	uint32_t start = p->tok.start;
	AstExpr e = logical_factor(p);

	return p->tok.kind == TK_AND ? rest_of_chain(p, start, e, and_op, logical_factor) : e;
}

static AstOp or_op(TokenKind kind)
{
	return kind == TK_OR ? AO_OR : AO_NONE;
}

/* logical-expression : logical-term { or logical-term } */
static AstExpr logical(Parser *p)
{
	uint32_t start = p->tok.start;
	AstExpr e = logical_term(p);

	return p->tok.kind == TK_OR ? rest_of_chain(p, start, e, or_op, logical_term) : e;
}

/* simple-expression : logical-expression [ ":" logical-expression [ ":" logical-expression ] ] */
AstExpr parse_simple_expr(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	AstExpr e = logical(p);

	if (p->tok.kind != TK_COLON)
		return e;
	PUSH(p, exprs, e);
	for (int i = 0; i < 2 && !p->panic && parse_accept(p, TK_COLON); i++) {
		e = logical(p);
		PUSH(p, exprs, e);
	}
	return parse_node(p, AX_RANGE, mark, start);
}

void parse_expr_list(Parser *p)
{
	do {
		AstExpr e = parse_expr(p);

		PUSH(p, exprs, e);
	} while (!p->panic && parse_accept(p, TK_COMMA));
}

/* if expression then expression { elseif expression then expression } else expression */
static AstExpr if_expr(Parser *p)
{
	uint32_t start = p->tok.start;
	size_t mark = p->exprs.n;
	AstExpr e;

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
	return parse_node(p, AX_IF, mark, start);
}

/* expression : simple-expression | if … */
AstExpr parse_expr(Parser *p)
{
	AstExpr e;

	if (!parse_enter(p)) {
		parse_leave(p);
		return parse_error_expr(p);
	}
	e = p->tok.kind == TK_IF ? if_expr(p) : parse_simple_expr(p);
	parse_leave(p);
	return e;
}
