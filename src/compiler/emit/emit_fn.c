/* SPDX-License-Identifier: MIT
   emit_fn.c — Modelica functions as C: scalars, loops and elements of vectors in line, everything
   else by a step of the runtime's own code (mdv_code_step), which the VM uses too, on a window of
   memory. Those that need none are in emit_plain.c. Their tables are packed (ir_pack). */
#include "compiler/emit/emit.h"

#include <string.h>

typedef struct Fn {
	Emit *e;           /* where to */
	const IrFn *fn;    /* the function */
	const char **name; /* by scalar: its enumerator; NULL: none */
	bool *target;      /* n_code + 1: something jumps there */
} Fn;

static EmitExpr scalar(const Fn *g, uint32_t reg)
{
	Arena *a = g->e->scratch;

	if (reg < g->fn->n_constants)
		return emit_expr_real(g->e, g->fn->constant[reg]);
	if (g->name[reg])
		return (EmitExpr){arena_printf(a, "r[%s]", g->name[reg]), EMIT_ATOM};
	return (EmitExpr){arena_printf(a, "r[%u]", reg), EMIT_ATOM};
}

bool emit_fn_is_checked(uint32_t op)
{
	return op >= IR_LT && op < IR_UNLESS;
}

void emit_fn_targets(const IrFn *fn, bool target[])
{
	for (uint32_t k = 0; k < fn->n_code; k++) {
		const IrInstr *i = &fn->code[k];

		if (i->op == IR_UNLESS || i->op == IR_JUMP || i->op == FN_LOOP)
			target[i->dst] = true;
		if (i->op == FN_NEXT)
			target[i->b] = true;
	}
}

static bool uses_runtime(const IrFn *fn)
{
	for (uint32_t k = 0; k < fn->n_code; k++) {
		uint32_t op = fn->code[k].op;

		if (emit_fn_is_checked(op) ||
			(op >= IR_OP_COUNT && op != FN_NEXT && op != FN_MOVES && op != FN_RETURN))
			return true;
	}
	return false;
}

/* Inputs and outputs have their names in C. */
static void name_sides(Fn *g)
{
	const IrFnSide *const side[2] = {&g->fn->in, &g->fn->out};
	bool *written = NEW_ARRAY(g->e->scratch, bool, g->fn->n_scalars + 1);
	int n = 0;

	emit_name_sides(g->e->scratch, g->fn, g->name);
	for (int s = 0; s < 2; s++)
		for (int32_t k = 0; k < side[s]->n; k++) {
			const IrFnLeaf *leaf = &side[s]->leaf[k];

			if (leaf->rank > 0 || leaf->reg < g->fn->n_constants || written[leaf->reg])
				continue;
			written[leaf->reg] = true;
			text_printf(g->e->out, "%s%s = %u", n++ > 0 ? ", " : "\tenum { ", g->name[leaf->reg],
						leaf->reg);
		}
	if (n > 0)
		text_printf(g->e->out, " };\n\n");
}

/* What a step does, for the reader. */
static void write_step_comment(const Fn *g, const IrInstr *i)
{
	const IrFnOpInfo *op = ir_fn_op_info(i->op);
	const uint32_t operand[4] = {i->dst, i->a, i->b, i->c};
	Text *out = g->e->out;

	text_printf(out, " /* %s", op->name);
	if (i->op == FN_CALL) {
		text_printf(out, " ");
		emit_name_comment(out, g->e->code->fns.at[i->dst]->name);
	}
	for (int k = 0; k < 4; k++) {
		char kind = op->operand[k];

		if (kind == 's' || kind == 'S')
			text_printf(out, " %s", scalar(g, operand[k]).text);
		if ((kind == 'a' || kind == 'A' || kind == 'M') && g->fn->array[operand[k]].name) {
			text_printf(out, " ");
			emit_name_comment(out, g->fn->array[operand[k]].name);
		} else if (kind == 'a' || kind == 'A' || kind == 'M') {
			text_printf(out, " a[%u]", operand[k]);
		}
	}
	text_printf(out, " */\n");
}

static void write_step(const Fn *g, uint32_t at)
{
	Text *out = g->e->out;

	text_printf(out, "\tif (!mdv_code_step(code, f, %u))", at);
	write_step_comment(g, &g->fn->code[at]);
	text_printf(out, "\t\treturn false;\n");
}

/* An element of a vector: read, or written. */
static void write_element(const Fn *g, uint32_t at)
{
	const IrInstr *i = &g->fn->code[at];
	uint32_t array = i->op == FN_LOAD1 ? i->a : i->dst;
	const char *sub = scalar(g, i->b).text, *name = g->fn->array[array].name;
	Text *out = g->e->out;

	text_printf(out, "\tif (!mdv_inside(%s, a[%u].dim[0]))", sub, array);
	if (name) {
		text_printf(out, " /* ");
		emit_name_comment(out, name);
		text_printf(out, " */");
	}
	text_printf(out, "\n\t\treturn mdv_code_step(code, f, %u);\n", at);
	if (i->op == FN_LOAD1)
		text_printf(out, "\t%s = a[%u].at[(int32_t)%s - 1];\n", scalar(g, i->dst).text, array, sub);
	else
		text_printf(out, "\ta[%u].at[(int32_t)%s - 1] = %s;\n", array, sub, scalar(g, i->a).text);
}

static void write_next(const Fn *g, const IrInstr *i)
{
	text_printf(g->e->out, "\tif (r[%u] >= r[%u])\n\t\tgoto l%u;\n", i->a, i->a + 1, i->b);
	text_printf(g->e->out, "\t%s = r[%u] + r[%u] * r[%u];\n", scalar(g, i->dst).text, i->a + 2,
				i->a, i->a + 3);
	text_printf(g->e->out, "\tr[%u] += 1;\n", i->a);
}

/* In a larger expression. */
static const char *arg_of(const Fn *g, uint32_t reg)
{
	return arena_printf(g->e->scratch, "(%s)", scalar(g, reg).text);
}

static const char *scalar_text(void *ctx, uint32_t reg)
{
	return scalar(ctx, reg).text;
}

static void write_operation(Fn *g, uint32_t at)
{
	const IrInstr *i = &g->fn->code[at];
	const uint32_t reg[3] = {i->a, i->b, i->c};
	EmitExpr arg[3] = {{NULL, EMIT_ATOM}};

	for (int k = 0; k < ir_op_info[i->op].n_args; k++)
		arg[k] = scalar(g, reg[k]);
	if (emit_fn_is_checked(i->op))
		text_printf(g->e->out, "\tif (!(%s))\n\t\treturn mdv_code_step(code, f, %u);\n",
					emit_expr_domain(g->e, (IrOp)i->op, arg), at);
	text_printf(g->e->out, "\t%s = %s;\n", scalar(g, i->dst).text,
				emit_expr_op(g->e, (IrOp)i->op, arg).text);
}

static void write_instr(Fn *g, uint32_t at)
{
	const IrInstr *i = &g->fn->code[at];
	const EmitCaller caller = {.fn = g->fn, .at = at, .scalar = scalar_text, .ctx = g};
	Text *out = g->e->out;

	if (i->op < IR_UNLESS) {
		write_operation(g, at);
		return;
	}
	switch (i->op) {
	case IR_UNLESS:
		text_printf(out, "\tif (%s == 0)\n\t\tgoto l%u;\n", scalar(g, i->a).text, i->dst);
		break;
	case IR_JUMP: text_printf(out, "\tgoto l%u;\n", i->dst); break;
	case FN_LOOP:
		text_printf(out, "\tif (--code->turns == 0 && !mdv_code_turn(code, f, %u))\n", at);
		text_printf(out, "\t\treturn false;\n");
		text_printf(out, "\tgoto l%u;\n", i->dst);
		break;
	case FN_NEXT: write_next(g, i); break;
	case FN_MOVES:
		for (uint32_t k = 0; k < i->b; k++)
			text_printf(out, "\t%s = %s;\n", scalar(g, i->dst + k).text, scalar(g, i->a + k).text);
		break;
	case FN_RETURN: text_printf(out, "\treturn true;\n"); break;
	case FN_LOAD1:
	case FN_STORE1: write_element(g, at); break;
	case FN_COUNT:
		text_printf(out, "\tr[%u] = floor((%s - %s) / %s) + 1;\n", i->dst, arg_of(g, i->c),
					arg_of(g, i->a), arg_of(g, i->b));
		text_printf(out, "\tif (!(r[%u] >= 0))\n\t\tif (!mdv_code_step(code, f, %u))\n", i->dst,
					at);
		text_printf(out, "\t\t\treturn false;\n");
		break;
	case FN_CHECK:
		text_printf(out, "\tif (%u >= a[%u].rank || a[%u].dim[%u] != %s)\n", i->b, i->a, i->a, i->b,
					arg_of(g, i->c));
		text_printf(out, "\t\tif (!mdv_code_step(code, f, %u))\n\t\t\treturn false;\n", at);
		break;
	case FN_NEED:
		text_printf(out, "\tif (%s == 0)\n", scalar(g, i->a).text);
		text_printf(out, "\t\tif (!mdv_code_step(code, f, %u))\n\t\t\treturn false;\n", at);
		break;
	case FN_CALL:
		if (!emit_call_of_function(g->e, &caller))
			write_step(g, at);
		break;
	case FN_MESSAGE:
		if (!emit_call_of_message(g->e, &caller))
			write_step(g, at);
		break;
	default: write_step(g, at); break;
	}
}

void emit_fn_place(Emit *e, const IrFn *fn, uint32_t at, const IrFnPlace **last)
{
	const IrFnPlace *place = ir_fn_place(fn, at);

	if (!place || place == *last)
		return;
	*last = place;
	text_printf(e->out, "\t/* ");
	emit_name_comment(e->out, emit_name_base(place->file));
	text_printf(e->out, ":%u */\n", place->line);
}

static void write_framed(Emit *e, const IrFn *fn)
{
	Fn g = {.e = e, .fn = fn};
	const IrFnPlace *last = NULL;
	Text *out = e->out;

	g.name = NEW_ARRAY(e->scratch, const char *, fn->n_scalars + 1);
	g.target = NEW_ARRAY(e->scratch, bool, fn->n_code + 1);
	emit_fn_targets(fn, g.target);
	text_printf(out,
				"static bool function_%d(MdvCode *code, MdvFrame *f, double r[], "
				"const MdvArray a[])\n{\n",
				fn->number);
	name_sides(&g);
	if (!uses_runtime(fn))
		text_printf(out, "\t(void)code;\n\t(void)f;\n");
	text_printf(out, "\t(void)a;\n\t(void)r;\n");
	for (uint32_t at = 0; at < fn->n_code; at++) {
		if (g.target[at])
			text_printf(out, "l%u:\n", at);
		emit_fn_place(e, fn, at, &last);
		write_instr(&g, at);
	}
	text_printf(out, "}\n\n");
}

static void write_fn(Emit *e, const IrFn *fn)
{
	ArenaMark mark = arena_mark(e->scratch);

	text_printf(e->out, "/* ");
	emit_name_comment(e->out, *fn->name ? fn->name : "an expression");
	text_printf(e->out, " */\n");
	if (emit_plain_is(e, fn->number))
		emit_plain_function(e, fn);
	else
		write_framed(e, fn);
	arena_release(e->scratch, mark);
}

static void write_pack(Emit *e)
{
	Text *out = e->out;
	IrPack p;

	ir_pack(e->code, e->scratch, &p);
	text_printf(out, "/* What the runtime needs to know of the functions, packed. */\n");
	text_printf(out, "static const uint32_t function_word[] = {");
	for (size_t k = 0; k < p.words.n; k++)
		text_printf(out, "%s%uu,", k % 16 == 0 ? "\n\t" : " ", p.words.at[k]);
	text_printf(out, "\n};\nstatic const double function_number[] = {");
	for (size_t k = 0; k < p.numbers.n; k++)
		text_printf(out, "%s%s,", k % 8 == 0 ? "\n\t" : " ",
					emit_name_real(e->scratch, p.numbers.at[k]));
	text_printf(out, "%s0.0};\nstatic const char *const function_text[] = {\n",
				p.numbers.n % 8 == 0 ? "\n\t" : " ");
	for (size_t k = 0; k < p.texts.n; k++) {
		text_printf(out, "\t");
		emit_name_text(out, p.texts.at[k]);
		text_printf(out, ",\n");
	}
	text_printf(out, "\t\"\",\n};\n\n");
}

void emit_fn_all(Emit *e)
{
	ArenaMark mark = arena_mark(e->scratch);

	for (size_t k = 0; k < e->code->fns.n; k++)
		write_fn(e, e->code->fns.at[k]);
	text_printf(e->out, "static MdvFunction *const functions[] = {\n");
	for (size_t k = 0; k < e->code->fns.n; k++)
		text_printf(e->out, "\t%s_%zu,\n", emit_plain_is(e, (int32_t)k) ? "framed" : "function", k);
	text_printf(e->out, "\tNULL,\n};\n\n");
	write_pack(e);
	arena_release(e->scratch, mark);
}
