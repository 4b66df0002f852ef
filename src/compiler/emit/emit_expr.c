/* SPDX-License-Identifier: MIT
   emit_expr.c — operators of the IR as C expressions, by the texts of ir/ops.h. Relations, logic
   and sign are ints in C: they become doubles before anything is done with them, since -0 and 0
   differ. Functions of the C library go by names of their own (modevs/unit.h), so that no compiler
   puts another result in their place. */
#include "compiler/emit/emit.h"

#include <string.h>

EmitExpr emit_expr_real(Emit *e, double value)
{
	const char *text = emit_name_real(e->scratch, value);

	return (EmitExpr){text, text[0] == '-' ? EMIT_COMPOUND : EMIT_ATOM};
}

const char *emit_expr_index(Emit *e, int32_t slot)
{
	if (slot < 0 || !e->slot_name[slot])
		return arena_printf(e->scratch, "%d", slot);
	e->named[slot] = true;
	return e->slot_name[slot];
}

EmitExpr emit_expr_slot(Emit *e, uint32_t slot)
{
	if (e->constant[slot])
		return emit_expr_real(e, e->m->initial[slot]);
	return (EmitExpr){arena_printf(e->scratch, "f[%s]", emit_expr_index(e, (int32_t)slot)),
					  EMIT_ATOM};
}

/* As an operand of arithmetic. */
static const char *operand(Emit *e, EmitExpr x)
{
	switch (x.form) {
	case EMIT_ATOM: return x.text;
	case EMIT_COMPOUND: return arena_printf(e->scratch, "(%s)", x.text);
	case EMIT_TRUTH: return arena_printf(e->scratch, "(double)(%s)", x.text);
	}
	BUG("an expression of no form");
}

const char *emit_expr_condition(Emit *e, EmitExpr x)
{
	return x.form == EMIT_TRUTH ? x.text : arena_printf(e->scratch, "%s != 0", operand(e, x));
}

/* The same as an operand of logic. */
static const char *condition(Emit *e, EmitExpr x)
{
	return arena_printf(e->scratch, "%s%s%s", x.form == EMIT_TRUTH ? "(" : "",
						emit_expr_condition(e, x), x.form == EMIT_TRUTH ? ")" : "");
}

int emit_expr_times(IrOp op, int number)
{
	int n = 0;

	if (op == IR_UNLESS)
		return 1;
	for (const char *s = ir_op_info[op].c_text; *s; s++)
		n += s[0] == '$' && s[1] == '0' + number;
	return n;
}

static bool is_truth(IrOp op)
{
	return op == IR_LT || op == IR_LE || op == IR_EQ || op == IR_NE || op == IR_AND ||
		   op == IR_OR || op == IR_NOT;
}

/* "sqrt($0)": the operands stand in brackets already. */
static bool is_call(IrOp op)
{
	return op >= IR_POW || op == IR_ABS || op == IR_SQRT || op == IR_FLOOR || op == IR_CEIL ||
		   op == IR_TRUNC;
}

static EmitForm form_of(IrOp op)
{
	return is_truth(op) ? EMIT_TRUTH : is_call(op) ? EMIT_ATOM : EMIT_COMPOUND;
}

static const char *logic(Emit *e, IrOp op, const EmitExpr arg[3])
{
	Arena *a = e->scratch;

	switch (op) {
	case IR_AND: return arena_printf(a, "%s && %s", condition(e, arg[0]), condition(e, arg[1]));
	case IR_OR: return arena_printf(a, "%s || %s", condition(e, arg[0]), condition(e, arg[1]));
	case IR_NOT:
		return arg[0].form == EMIT_TRUTH ? arena_printf(a, "!(%s)", arg[0].text)
										 : arena_printf(a, "%s == 0", operand(e, arg[0]));
	case IR_SELECT:
		return arena_printf(a, "%s ? %s : %s", condition(e, arg[0]), operand(e, arg[1]),
							operand(e, arg[2]));
	default: return NULL;
	}
}

EmitExpr emit_expr_op(Emit *e, IrOp op, const EmitExpr arg[3])
{
	const char *text = logic(e, op, arg);
	EmitExpr x;
	Text out;

	if (op == IR_MOVE)
		return arg[0];
	if (text)
		return (EmitExpr){text, form_of(op)};
	text_init(&out, arena_allocator(e->scratch));
	if (op == IR_SIGN)
		text_printf(&out, "(double)(");
	if (op >= IR_POW)
		text_printf(&out, "mdv_");
	for (const char *s = ir_op_info[op].c_text; *s; s++) {
		if (*s != '$') {
			text_add_char(&out, *s, 1);
			continue;
		}
		x = arg[*++s - '0'];
		text_printf(&out, "%s", is_call(op) && x.form == EMIT_COMPOUND ? x.text : operand(e, x));
	}
	if (op == IR_SIGN)
		text_printf(&out, ")");
	return (EmitExpr){text_str(&out), form_of(op)};
}
