/* SPDX-License-Identifier: MIT
   emit_expr.c — operators of the IR as C expressions, by the texts of ir/ops.h. Relations and
   logic are ints in C: they become doubles before anything is done with them, since -0 and 0
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

/* The number of the operand that stands here in the text of a value; -1: none does. */
static int operand_at(const char *s)
{
	return *s >= 'A' && *s <= 'C' ? *s - 'A' : -1;
}

int emit_expr_times(IrOp op, int number)
{
	int n = 0;

	if (op == IR_UNLESS)
		return 1;
	for (const char *s = ir_op_info[op].c_text; *s; s++)
		n += operand_at(s) == number;
	return n;
}

/* An operand that stands alone between brackets and commas needs no brackets of its own. */
static bool is_argument(const char *text, const char *s)
{
	const char *before = s > text && s[-1] == ' ' ? s - 2 : s - 1;

	return s > text && (*before == '(' || *before == ',') && (s[1] == ')' || s[1] == ',');
}

/* "sqrt(A)": one call. */
static bool is_call(const char *text)
{
	size_t open = strcspn(text, "(");

	for (size_t i = 0; i < open; i++)
		if (!plain_is_alnum(text[i]) && text[i] != '_')
			return false;
	return open > 0 && text[open] && strcspn(text, ")") == strlen(text) - 1;
}

static EmitForm form_of(IrOp op)
{
	return ir_op_info[op].flags & IRF_TRUTH ? EMIT_TRUTH
		   : is_call(ir_op_info[op].c_text) ? EMIT_ATOM
											: EMIT_COMPOUND;
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

/* A function of the C library whose results compilers would compute themselves, rounded otherwise;
   those of cheap ones are exact. */
static bool is_renamed(IrOp op)
{
	return ir_op_info[op].flags & IRF_LIBM && !(ir_op_info[op].flags & IRF_CHEAP);
}

/* A text of ir/ops.h, with the operands in it. */
static void put_operands(Emit *e, const char *text, const EmitExpr arg[3], Text *out)
{
	for (const char *s = text; *s; s++) {
		int k = operand_at(s);
		EmitExpr x;

		if (k < 0) {
			text_add_char(out, *s, 1);
			continue;
		}
		x = arg[k];
		text_printf(out, "%s",
					x.form == EMIT_COMPOUND && is_argument(text, s) ? x.text : operand(e, x));
	}
}

EmitExpr emit_expr_op(Emit *e, IrOp op, const EmitExpr arg[3])
{
	const char *text = logic(e, op, arg);
	Text out;

	if (op == IR_MOVE)
		return arg[0];
	if (text)
		return (EmitExpr){text, form_of(op)};
	text_init(&out, arena_allocator(e->scratch));
	if (is_renamed(op)) {
		text_printf(&out, "mdv_");
		e->calls[op] = true;
	}
	put_operands(e, ir_op_info[op].c_text, arg, &out);
	return (EmitExpr){text_str(&out), form_of(op)};
}

const char *emit_expr_domain(Emit *e, IrOp op, const EmitExpr arg[3])
{
	Text out;

	text_init(&out, arena_allocator(e->scratch));
	put_operands(e, ir_op_info[op].domain, arg, &out);
	return text_str(&out);
}

void emit_expr_declare(Emit *e)
{
	bool any = false;

	for (int op = 0; op < IR_OP_COUNT; op++) {
		const IrOpInfo *info = &ir_op_info[op];

		if (e->calls[op])
			text_printf(e->out, "MDV_MATH_%d(%.*s)\n", info->n_args,
						(int)strcspn(info->c_text, "("), info->c_text);
		any = any || e->calls[op];
	}
	if (any)
		text_printf(e->out, "\n");
}
