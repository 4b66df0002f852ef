/* SPDX-License-Identifier: MIT
   interp_math.c — arithmetic on one element, by the rules of the run (ir/ops.h). What is undefined,
   not finite, or too large for Integer is a failure, never a value. */
#include "compiler/eval/interp.h"

#include <stdio.h>
#include <string.h>

/* Why an operation on numbers has no value. b NULL: it has one argument. */
_Noreturn static void fail(Interp *in, ExprOp op, TypeKind kind, Cell a, const Cell *b)
{
	const OpInfo *info = &expr_op_info[op];
	bool real = kind == TY_REAL, infix = b && info->form == FORM_BINARY, by_zero;
	Text call;
	char one[32], two[32] = "";

	if (real)
		text_real(one, a.r);
	else
		snprintf(one, sizeof one, "%lld", (long long)a.i);
	if (b && real)
		text_real(two, b->r);
	else if (b)
		snprintf(two, sizeof two, "%lld", (long long)b->i);
	by_zero = b && (op == EX_DIV || op == EX_DIVIDE || op == EX_MOD || op == EX_REM) &&
			  (real ? b->r == 0 : b->i == 0);
	text_init(&call, arena_allocator(in->temp));
	if (infix)
		text_printf(&call, "%s %s %s", one, info->text, two);
	else
		text_printf(&call, "%s(%s%s%s)", info->text, one, b ? ", " : "", two);
	if (!real && !by_zero)
		interp_fail(in, "an Integer becomes too large: %s", text_str(&call));
	interp_fail(in, "%s %s", text_str(&call),
				by_zero ? "is a division by zero" : "has no finite value");
}

static bool gives_real(ExprOp op, TypeKind kind)
{
	return kind == TY_REAL ? !(ir_op_info[expr_value_op(op, kind)].flags & (IRF_TRUTH | IRF_WHOLE))
						   : op == EX_TO_REAL;
}

/* Integers have values of their own here, which are those of the run as long as these are exact. */
static Cell compute(Interp *in, ExprOp op, TypeKind kind, Cell a, const Cell *b)
{
	bool real = kind == TY_REAL;
	double x = real ? a.r : (double)a.i, y = !b ? 0 : real ? b->r : (double)b->i, value;

	if (expr_value_op(op, kind) == IR_OP_COUNT)
		BUG("%s of such arguments", expr_op_info[op].name);
	if (!expr_value(op, kind, x, y, &value))
		fail(in, op, kind, a, b);
	return gives_real(op, kind) ? (Cell){.r = value} : (Cell){.i = (int64_t)value};
}

Cell interp_math_one(Interp *in, ExprOp op, TypeKind kind, Cell a)
{
	return compute(in, op, kind, a, NULL);
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

static Cell compare_strings(ExprOp op, const Str *a, const Str *b)
{
	double order = (double)strcmp(a->at, b->at), value = 0;

	(void)expr_value(op, TY_INTEGER, order, 0, &value);
	return (Cell){.i = value != 0};
}

Cell interp_math_two(Interp *in, ExprOp op, TypeKind kind, Cell a, Cell b)
{
	if (kind != TY_STRING)
		return compute(in, op, kind, a, &b);
	return op == EX_ADD ? concatenate(in, a.s, b.s) : compare_strings(op, a.s, b.s);
}
