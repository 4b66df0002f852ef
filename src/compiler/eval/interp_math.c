/* SPDX-License-Identifier: MIT
   interp_math.c — arithmetic on one element, by the rules of the run: same double operations, same
   libm. What is undefined, not finite, or too large for Integer is a failure, never a value. */
#include "compiler/eval/interp.h"

#include <math.h>
#include <string.h>

_Noreturn static void fail_real(Interp *in, ExprOp op, double a)
{
	char buf[32];

	interp_fail(in, "%s(%s) has no finite value", expr_op_info[op].text, text_real(buf, a));
}

_Noreturn static void fail_reals(Interp *in, ExprOp op, double a, double b)
{
	char one[32], two[32];
	const OpInfo *info = &expr_op_info[op];
	bool by_zero = b == 0 && (op == EX_DIV || op == EX_DIVIDE || op == EX_MOD || op == EX_REM);
	const char *what = by_zero ? "is a division by zero" : "has no finite value";

	text_real(one, a);
	text_real(two, b);
	if (info->form == FORM_BINARY)
		interp_fail(in, "%s %s %s %s", one, info->text, two, what);
	interp_fail(in, "%s(%s, %s) %s", info->text, one, two, what);
}

static double real_one(ExprOp op, double a)
{
	switch (op) {
	case EX_NEG: return -a;
	case EX_ABS: return fabs(a);
	case EX_FLOOR: return floor(a);
	case EX_CEIL: return ceil(a);
	case EX_SQRT: return sqrt(a);
	case EX_SIN: return sin(a);
	case EX_COS: return cos(a);
	case EX_TAN: return tan(a);
	case EX_ASIN: return asin(a);
	case EX_ACOS: return acos(a);
	case EX_ATAN: return atan(a);
	case EX_SINH: return sinh(a);
	case EX_COSH: return cosh(a);
	case EX_TANH: return tanh(a);
	case EX_EXP: return exp(a);
	case EX_LOG: return log(a);
	case EX_LOG10: return log10(a);
	default: BUG("%s of a Real", expr_op_info[op].name);
	}
}

static Cell integer_one(Interp *in, ExprOp op, int64_t a)
{
	switch (op) {
	case EX_SIGN: return (Cell){.i = (a > 0) - (a < 0)};
	case EX_TO_REAL: return (Cell){.r = (double)a};
	case EX_TO_INTEGER: return (Cell){.i = a};
	case EX_NEG:
	case EX_ABS:
		if (a == INT64_MIN)
			interp_fail(in, "an Integer becomes too large: %s(%lld)", op == EX_NEG ? "-" : "abs",
						(long long)a);
		return (Cell){.i = op == EX_NEG || a < 0 ? -a : a};
	default: BUG("%s of an Integer", expr_op_info[op].name);
	}
}

Cell interp_math_one(Interp *in, ExprOp op, TypeKind kind, Cell a)
{
	double r;

	if (op == EX_NOT)
		return (Cell){.i = !a.i};
	if (kind != TY_REAL)
		return integer_one(in, op, a.i);
	if (op == EX_SIGN)
		return (Cell){.i = (a.r > 0) - (a.r < 0)};
	if (op == EX_INTEGRAL) { /* MLS 3.7.1.2: the largest Integer that is not greater */
		if (!(a.r >= -0x1p63 && a.r < 0x1p63))
			fail_real(in, op, a.r);
		return (Cell){.i = (int64_t)floor(a.r)};
	}
	r = real_one(op, a.r);
	if (!isfinite(r))
		fail_real(in, op, a.r);
	return (Cell){.r = r};
}

static Cell relation(ExprOp op, int order)
{
	switch (op) {
	case EX_LT: return (Cell){.i = order < 0};
	case EX_LE: return (Cell){.i = order <= 0};
	case EX_GT: return (Cell){.i = order > 0};
	case EX_GE: return (Cell){.i = order >= 0};
	case EX_EQ: return (Cell){.i = order == 0};
	default: return (Cell){.i = order != 0};
	}
}

static Cell real_two(Interp *in, ExprOp op, double a, double b)
{
	double r = NAN;

	switch (op) {
	case EX_ADD: r = a + b; break;
	case EX_SUB: r = a - b; break;
	case EX_MUL: r = a * b; break;
	case EX_DIV: r = b == 0 ? NAN : a / b; break;
	case EX_POW: r = pow(a, b); break;
	case EX_MIN: r = a < b ? a : b; break;
	case EX_MAX: r = a > b ? a : b; break;
	case EX_DIVIDE: r = b == 0 ? NAN : trunc(a / b); break;
	case EX_MOD: r = b == 0 ? NAN : a - floor(a / b) * b; break;
	case EX_REM: r = b == 0 ? NAN : a - trunc(a / b) * b; break;
	case EX_ATAN2: r = atan2(a, b); break;
	default: BUG("%s of two Reals", expr_op_info[op].name);
	}
	if (!isfinite(r))
		fail_reals(in, op, a, b);
	return (Cell){.r = r};
}

/* MLS 3.7.1.1: div truncates, mod has the sign of b, rem that of a. */
static int64_t divide(Interp *in, ExprOp op, int64_t a, int64_t b)
{
	int64_t rem;

	if (b == 0)
		interp_fail(in, "%s(%lld, 0) is a division by zero", expr_op_info[op].text, (long long)a);
	if (b == -1) { /* the quotient of the least Integer does not exist */
		if (op == EX_DIVIDE && a == INT64_MIN)
			interp_fail(in, "an Integer becomes too large: div(%lld, -1)", (long long)a);
		return op == EX_DIVIDE ? -a : 0;
	}
	rem = a % b;
	if (op == EX_DIVIDE)
		return a / b;
	return op == EX_MOD && rem != 0 && (rem < 0) != (b < 0) ? rem + b : rem;
}

static Cell integer_two(Interp *in, ExprOp op, int64_t a, int64_t b)
{
	bool overflow = false;
	int64_t c = 0;

	switch (op) {
	case EX_ADD: overflow = __builtin_add_overflow(a, b, &c); break;
	case EX_SUB: overflow = __builtin_sub_overflow(a, b, &c); break;
	case EX_MUL: overflow = __builtin_mul_overflow(a, b, &c); break;
	case EX_MIN: c = a < b ? a : b; break;
	case EX_MAX: c = a > b ? a : b; break;
	case EX_DIVIDE:
	case EX_MOD:
	case EX_REM: c = divide(in, op, a, b); break;
	case EX_AND: c = a && b; break;
	case EX_OR: c = a || b; break;
	default: BUG("%s of two Integers", expr_op_info[op].name);
	}
	if (overflow)
		interp_fail(in, "an Integer becomes too large: %lld %s %lld", (long long)a,
					expr_op_info[op].text, (long long)b);
	return (Cell){.i = c};
}

static Cell concatenate(Interp *in, const Str *a, const Str *b)
{
	Value v = interp_value_string(in, "", 0);
	size_t len = (size_t)a->len + b->len;
	Str *s;

	if (len > INT32_MAX)
		interp_fail(in, "takes too much memory to compute at compile time");
	interp_work(in, len);
	s = arena_alloc(in->temp, sizeof *s + len + 1, _Alignof(Str));
	s->len = s->cap = (uint32_t)len;
	memcpy(s->at, a->at, a->len);
	memcpy(s->at + a->len, b->at, (size_t)b->len + 1);
	v.one.s = s;
	return v.one;
}

Cell interp_math_two(Interp *in, ExprOp op, TypeKind kind, Cell a, Cell b)
{
	if (op >= EX_LT && op <= EX_NE) {
		if (kind == TY_STRING)
			return relation(op, strcmp(a.s->at, b.s->at));
		if (kind == TY_REAL)
			return relation(op, (a.r > b.r) - (a.r < b.r));
		return relation(op, (a.i > b.i) - (a.i < b.i));
	}
	if (kind == TY_STRING)
		return concatenate(in, a.s, b.s);
	return kind == TY_REAL ? real_two(in, op, a.r, b.r) : integer_two(in, op, a.i, b.i);
}
