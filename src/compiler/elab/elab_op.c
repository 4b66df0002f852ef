/* SPDX-License-Identifier: MIT
   elab_op.c — operators of numbers, truth values, texts and arrays of such (MLS 3.4, 3.5, 10.6).
   Conversions are made explicit: the operators of the flat model never mix Integer and Real. */
#include "compiler/elab/elab_local.h"

enum { MAX_EXPONENT = 1000 }; /* of a matrix: written out by squaring */

static bool is_number(const Type *t)
{
	return t->kind == TY_REAL || t->kind == TY_INTEGER;
}

static bool is_dotted(AstOp op)
{
	return op == AO_DOT_ADD || op == AO_DOT_SUB || op == AO_DOT_MUL || op == AO_DOT_DIV ||
		   op == AO_DOT_POW;
}

static const Expr *not_applicable(Inst *in, AstOp op, const Expr *a, const Expr *b, Place at)
{
	return elab_fail(in, at, E_OPERAND, "'%s' cannot be applied to %s and %s", syntax_op(op),
					 elab_type_text(in, a->type), elab_type_text(in, b->type));
}

static const Expr *bad_sizes(Inst *in, AstOp op, const Expr *a, const Expr *b, Place at)
{
	bool one_scalar = (a->type->rank == 0) != (b->type->rank == 0);

	return elab_fail(in, at, E_SIZES, "the sizes do not fit: %s %s %s%s%s%s",
					 elab_dims_text(in, a->type), syntax_op(op), elab_dims_text(in, b->type),
					 one_scalar && !is_dotted(op) ? "; element by element it is '." : "",
					 one_scalar && !is_dotted(op) ? syntax_op(op) : "",
					 one_scalar && !is_dotted(op) ? "'" : "");
}

/* Both of one kind: Real if one of them is, or if the operator gives Reals only. */
static void promote(Inst *in, const Expr **a, const Expr **b, bool to_real)
{
	if (to_real || (*a)->type->kind == TY_REAL || (*b)->type->kind == TY_REAL) {
		*a = expr_to_real(in->pool, *a);
		*b = expr_to_real(in->pool, *b);
	}
}

/* Relations and logic */

static ExprOp relation_op(AstOp op)
{
	switch (op) {
	case AO_LT: return EX_LT;
	case AO_LE: return EX_LE;
	case AO_GT: return EX_GT;
	case AO_GE: return EX_GE;
	case AO_EQ: return EX_EQ;
	default: return EX_NE;
	}
}

/* MLS 3.5: equality of Reals is for functions. Of parameters it is decided once, before simulation,
   and can mean one thing only; of variables it would be an event that rounding decides about. */
static bool may_compare(Inst *in, AstOp op, const Expr *const arg[], Place at)
{
	static const char form[] = "Real numbers cannot be compared with '%s' outside of functions; "
							   "compare with a tolerance, such as abs(a - b) < eps";

	if (arg[0]->variability <= VB_PARAMETER && arg[1]->variability <= VB_PARAMETER)
		return diag_older(in->diag, NULL, syntax_span(at), E_REAL_EQUAL, form, syntax_op(op));
	return !elab_is_error(elab_fail(in, at, E_REAL_EQUAL, form, syntax_op(op)));
}

static const Expr *relation(Inst *in, const Env *env, AstOp op, const Expr *a, const Expr *b,
							Place at)
{
	const Expr *arg[2] = {a, b};

	if (a->type->rank > 0 || b->type->rank > 0)
		return elab_fail(in, at, E_OPERAND, "'%s' compares single values, not arrays: %s and %s",
						 syntax_op(op), elab_type_text(in, a->type), elab_type_text(in, b->type));
	if (is_number(a->type) && is_number(b->type))
		promote(in, &arg[0], &arg[1], false);
	if (arg[0]->type != arg[1]->type || a->type->kind > TY_ENUM)
		return not_applicable(in, op, a, b, at);
	if ((op == AO_EQ || op == AO_NE) && arg[0]->type->kind == TY_REAL && !elab_in_function(env) &&
		!(expr_is_literal(arg[0]) && expr_is_literal(arg[1])) && !may_compare(in, op, arg, at))
		return elab_error(in);
	return elab_make(in, relation_op(op), arg, 2, at);
}

static const Expr *logic(Inst *in, AstOp op, const Expr *a, const Expr *b, Place at)
{
	const Expr *arg[2] = {a, b};

	if (a->type->kind != TY_BOOLEAN || b->type->kind != TY_BOOLEAN)
		return not_applicable(in, op, a, b, at);
	if (a->type->rank != b->type->rank || !type_same_dims(a->type, b->type))
		return bad_sizes(in, op, a, b, at);
	return elab_make(in, op == AO_AND ? EX_AND : EX_OR, arg, 2, at);
}

/* Arithmetic */

static const Expr *additive(Inst *in, AstOp op, const Expr *a, const Expr *b, Place at)
{
	bool minus = op == AO_SUB || op == AO_DOT_SUB;
	const Expr *arg[2] = {a, b};
	const Type *s = a->type, *t = b->type;
	bool texts = s->kind == TY_STRING && t->kind == TY_STRING && !minus;

	if (!texts && (!is_number(s) || !is_number(t)))
		return not_applicable(in, op, a, b, at);
	if (!(is_dotted(op) && (s->rank == 0 || t->rank == 0)) &&
		(s->rank != t->rank || !type_same_dims(s, t)))
		return bad_sizes(in, op, a, b, at);
	if (!texts)
		promote(in, &arg[0], &arg[1], false);
	return elab_make(in, minus ? EX_SUB : EX_ADD, arg, 2, at);
}

static const Expr *multiply(Inst *in, AstOp op, const Expr *a, const Expr *b, Place at)
{
	const Expr *arg[2] = {a, b};
	bool by_element = op == AO_DOT_MUL || a->type->rank == 0 || b->type->rank == 0;
	ExprOp product = by_element ? EX_MUL : EX_MATMUL;

	promote(in, &arg[0], &arg[1], false);
	if (!typing_result(in->pool, product, arg, 2))
		return bad_sizes(in, op, a, b, at);
	return elab_make(in, product, arg, 2, at);
}

static const Expr *divide(Inst *in, AstOp op, const Expr *a, const Expr *b, Place at)
{
	const Expr *arg[2] = {a, b};

	if (op == AO_DIV ? b->type->rank > 0
					 : a->type->rank > 0 && b->type->rank > 0 && !type_same_dims(a->type, b->type))
		return bad_sizes(in, op, a, b, at);
	promote(in, &arg[0], &arg[1], true);
	return elab_make(in, EX_DIV, arg, 2, at);
}

/* A^n: n is a whole number, at least 0, and known in a model (MLS 10.6.8). */
static const Expr *matrix_power(Inst *in, const Env *env, const Expr *a, const Expr *n, Place at)
{
	const Expr *arg[2] = {a, n};

	if (!elab_in_function(env) && !(n->flags & XF_LOCAL))
		arg[1] = elab_evaluate(in, n, at, "the exponent of a matrix");
	if (elab_is_error(arg[1]))
		return arg[1];
	if (arg[1]->op == EX_INTEGER &&
		(expr_integer_value(arg[1]) < 0 || expr_integer_value(arg[1]) > MAX_EXPONENT))
		return elab_fail(in, at, E_OPERAND,
						 "the exponent of a matrix must be a whole number from 0 to %d",
						 MAX_EXPONENT);
	return elab_make(in, EX_MATPOW, arg, 2, at);
}

static const Expr *power(Inst *in, const Env *env, AstOp op, const Expr *a, const Expr *b, Place at)
{
	const Expr *arg[2] = {a, b};
	const Type *s = a->type;

	if (op == AO_POW && s->rank > 0) {
		bool square = s->rank == 2 &&
					  (s->dim[0] == s->dim[1] || s->dim[0] == DIM_OPEN || s->dim[1] == DIM_OPEN);

		if (!square || !type_is_scalar(b->type, TY_INTEGER))
			return elab_fail(in, at, E_OPERAND,
							 "'^' needs a number, or a square matrix and a whole number; here are "
							 "%s and %s; element by element it is '.^'",
							 elab_type_text(in, s), elab_type_text(in, b->type));
		return matrix_power(in, env, a, b, at);
	}
	if (s->rank > 0 && b->type->rank > 0 && !type_same_dims(s, b->type))
		return bad_sizes(in, op, a, b, at);
	if (op == AO_POW && b->type->rank > 0)
		return bad_sizes(in, op, a, b, at);
	promote(in, &arg[0], &arg[1], true);
	return elab_make(in, EX_POW, arg, 2, at);
}

const Expr *elab_binary_of(Inst *in, const Env *env, AstOp op, const Expr *a, const Expr *b,
						   Place at)
{
	if (elab_is_error(a) || elab_is_error(b))
		return elab_error(in);
	if (a->type->kind == TY_RECORD || b->type->kind == TY_RECORD)
		return elab_overload_binary(in, env, op, a, b, at);
	switch (op) {
	case AO_OR:
	case AO_AND: return logic(in, op, a, b, at);
	case AO_LT:
	case AO_LE:
	case AO_GT:
	case AO_GE:
	case AO_EQ:
	case AO_NE: return relation(in, env, op, a, b, at);
	case AO_ADD:
	case AO_SUB:
	case AO_DOT_ADD:
	case AO_DOT_SUB: return additive(in, op, a, b, at);
	default: break;
	}
	if (!is_number(a->type) || !is_number(b->type))
		return not_applicable(in, op, a, b, at);
	switch (op) {
	case AO_MUL:
	case AO_DOT_MUL: return multiply(in, op, a, b, at);
	case AO_DIV:
	case AO_DOT_DIV: return divide(in, op, a, b, at);
	default: return power(in, env, op, a, b, at);
	}
}

static Place from_to(Place a, Place b)
{
	uint32_t end = b.start + b.len;

	if (a.file != b.file || end < a.start)
		return a;
	a.len = (end - a.start) & PLACE_MAX_LEN;
	return a;
}

const Expr *elab_binary(Inst *in, const Env *env, const AstExpr *e)
{
	const Expr *x = elab_expr(in, env, &e->kid[0]);

	for (uint32_t i = 1; i < e->n; i++)
		x = elab_binary_of(in, env, e->kid[i].join, x, elab_expr(in, env, &e->kid[i]),
						   e->n == 2 ? e->at : from_to(e->kid[0].at, e->kid[i].at));
	return x;
}

/* One operand */

const Expr *elab_negative(Inst *in, const Env *env, const Expr *a, Place at)
{
	(void)env;
	if (a->type->kind == TY_RECORD)
		return elab_overload(in, at, "'-'", &a, 1);
	if (!elab_is_error(a) && !is_number(a->type))
		return elab_fail(in, at, E_OPERAND, "'-' cannot be applied to %s",
						 elab_type_text(in, a->type));
	return elab_make(in, EX_NEG, &a, 1, at);
}

const Expr *elab_unary(Inst *in, const Env *env, const AstExpr *e)
{
	const Expr *a = elab_expr(in, env, &e->kid[0]);

	if (elab_is_error(a))
		return a;
	switch ((AstOp)e->op) {
	case AO_NOT:
		if (a->type->kind == TY_RECORD)
			return elab_overload(in, e->at, "'not'", &a, 1);
		if (a->type->kind != TY_BOOLEAN)
			return elab_fail(in, e->at, E_OPERAND, "'not' needs a Boolean, not %s",
							 elab_type_text(in, a->type));
		return elab_make(in, EX_NOT, &a, 1, e->at);
	case AO_SUB:
	case AO_DOT_SUB: return elab_negative(in, env, a, e->at);
	default:
		if (!is_number(a->type) && a->type->kind != TY_RECORD)
			return elab_fail(in, e->at, E_OPERAND, "'+' cannot be applied to %s",
							 elab_type_text(in, a->type));
		return a;
	}
}
