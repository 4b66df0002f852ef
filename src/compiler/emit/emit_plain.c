/* SPDX-License-Identifier: MIT
   emit_plain.c — plain functions: of scalars, and of vectors that they only read. They need no
   window in memory: their scalars are variables of C, arguments and results those of a function of
   C, so that a C compiler sees all there is to see. A call costs what it costs in C, but for the
   count of turns. Where something fails, or is done by the runtime, the few scalars that this needs
   are written into a window for the occasion. */
#include "compiler/emit/emit.h"

#include <string.h>

enum { MOST_LOCALS = 512 }; /* scalars of a plain function: more are better off in memory */

typedef struct Plain {
	Emit *e;           /* where to */
	const IrFn *fn;    /* the function */
	const char **name; /* by scalar: its variable; NULL: a constant */
	bool *target;      /* n_code + 1: something jumps there */
} Plain;

/* -- which ---------------------------------------------------------------------------------- */

static bool has_plain_sides(const IrFn *fn)
{
	uint32_t n_arrays = 0;

	for (int32_t k = 0; k < fn->in.n; k++) {
		const IrFnLeaf *leaf = &fn->in.leaf[k];

		if (leaf->rank > 1 || (leaf->rank == 1 && leaf->dim[0] >= 0))
			return false;
		n_arrays += leaf->rank;
	}
	for (int32_t k = 0; k < fn->out.n; k++)
		if (fn->out.leaf[k].rank > 0 || fn->out.leaf[k].flag != IR_NO_SLOT)
			return false;
	return n_arrays == fn->n_arrays;
}

/* Scalars in, scalars out; vectors are read at most. */
static bool has_plain_operands(const IrInstr *i)
{
	const IrFnOpInfo *info = ir_fn_op_info(i->op);

	for (int k = 0; k < 4; k++)
		if (info->operand[k] == 'A' || info->operand[k] == 'M')
			return false;
	return info->list == '-' || info->list == 's' || info->list == 'k';
}

enum { UNKNOWN, ASKED, NOT_PLAIN, PLAIN }; /* ASKED: it calls itself, if it is asked again */

static uint8_t look(Emit *e, int32_t number);

static bool is_plain_instr(Emit *e, const IrInstr *i)
{
	switch (i->op) {
	case FN_EXTERN: return false;
	case FN_CALL: return look(e, (int32_t)i->dst) == PLAIN;
	case FN_MESSAGE: return emit_call_message_is_scalar(e, i);
	default: return has_plain_operands(i);
	}
}

/* Recurses into what it calls, at most as deep as there are functions; those are few hundreds in
   the deepest chains, which the compiler itself has gone through before. */
static uint8_t look(Emit *e, int32_t number)
{
	const IrFn *fn = e->code->fns.at[number];
	bool plain = !fn->external && fn->n_scalars <= MOST_LOCALS && has_plain_sides(fn);

	if (e->plain[number] != UNKNOWN)
		return e->plain[number];
	e->plain[number] = ASKED;
	for (uint32_t k = 0; k < fn->n_code && plain; k++)
		plain = is_plain_instr(e, &fn->code[k]);
	return e->plain[number] = plain ? PLAIN : NOT_PLAIN;
}

void emit_plain_find(Emit *e)
{
	e->plain = NEW_ARRAY(e->keep, uint8_t, e->code->fns.n + 1);
	for (size_t k = 0; k < e->code->fns.n; k++)
		(void)look(e, (int32_t)k);
}

bool emit_plain_is(const Emit *e, int32_t number)
{
	return e->plain[number] == PLAIN;
}

/* -- scalars -------------------------------------------------------------------------------- */

static EmitExpr scalar(const Plain *g, uint32_t reg)
{
	if (reg < g->fn->n_constants)
		return emit_expr_real(g->e, g->fn->constant[reg]);
	return (EmitExpr){g->name[reg], EMIT_ATOM};
}

static const char *scalar_text(void *ctx, uint32_t reg)
{
	return scalar(ctx, reg).text;
}

static void name_scalars(const Plain *g)
{
	emit_name_sides(g->e->scratch, g->fn, g->name);
	for (uint32_t k = g->fn->n_constants; k < g->fn->n_scalars; k++)
		if (!g->name[k])
			g->name[k] = arena_printf(g->e->scratch, "r%u", k);
}

static bool is_input(const IrFn *fn, uint32_t reg)
{
	for (int32_t k = 0; k < fn->in.n; k++)
		if (fn->in.leaf[k].rank == 0 && fn->in.leaf[k].reg == reg)
			return true;
	return false;
}

/* Each is used in the eyes of a C compiler, also where the function does not. */
static void declare_scalars(const Plain *g)
{
	Text *out = g->e->out;
	int n = 0;

	for (uint32_t k = g->fn->n_constants; k < g->fn->n_scalars; k++)
		if (!is_input(g->fn, k))
			text_printf(out, "%s%s = 0",
						n++ == 0      ? "\tdouble "
						: n % 10 == 0 ? ",\n\t\t"
									  : ", ",
						g->name[k]);
	if (n > 0)
		text_printf(out, ";\n\n");
	text_printf(out, "\t(void)code;\n");
	for (int32_t k = 0; k < g->fn->in.n; k++) {
		const IrFnLeaf *leaf = &g->fn->in.leaf[k];

		if (leaf->rank > 0)
			text_printf(out, "\t(void)q%u, (void)n%u;\n", leaf->reg, leaf->reg);
		else if (leaf->reg >= g->fn->n_constants)
			text_printf(out, "\t(void)%s;\n", g->name[leaf->reg]);
	}
	for (uint32_t k = g->fn->n_constants; k < g->fn->n_scalars; k++)
		if (!is_input(g->fn, k))
			text_printf(out, "\t(void)%s;\n", g->name[k]);
}

/* -- by the runtime ------------------------------------------------------------------------- */

static void write_arrays(const Plain *g)
{
	Text *out = g->e->out;

	if (g->fn->n_arrays == 0)
		return;
	text_printf(out, "\t\tMdvArray b[%u] = {", g->fn->n_arrays);
	for (uint32_t k = 0; k < g->fn->n_arrays; k++)
		text_printf(out, "%s{.at = q%u, .n = n%u, .dim = {n%u}, .rank = 1}", k > 0 ? ", " : "", k,
					k, k);
	text_printf(out, "};\n");
}

static void write_operands(const Plain *g, const IrInstr *i, char kind)
{
	const IrFnOpInfo *info = ir_fn_op_info(i->op);
	const uint32_t operand[4] = {i->dst, i->a, i->b, i->c};
	Text *out = g->e->out;

	for (int k = 0; k < 4; k++) {
		const uint32_t *list = g->fn->list + operand[k];

		if (kind == 's' && info->operand[k] == 's')
			text_printf(out, "\t\tw[%u] = %s;\n", operand[k], scalar(g, operand[k]).text);
		if (kind == 'S' && info->operand[k] == 'S')
			text_printf(out, "\t\t%s = w[%u];\n", scalar(g, operand[k]).text, operand[k]);
		for (uint32_t j = 1;
			 kind == 's' && info->operand[k] == 'l' && info->list == 's' && j <= list[0]; j++)
			text_printf(out, "\t\tw[%u] = %s;\n", list[j], scalar(g, list[j]).text);
	}
}

/* An instruction, with its operands in a window; fails: it is known to. */
static void write_step(const Plain *g, uint32_t at, bool fails)
{
	const IrInstr *i = &g->fn->code[at];
	Text *out = g->e->out;

	text_printf(out, "\t{ /* %s */\n\t\tdouble w[%u];\n", ir_fn_op_info(i->op)->name,
				g->fn->n_scalars + 1);
	write_arrays(g);
	text_printf(out, "\n");
	write_operands(g, i, 's');
	text_printf(out, "\t\tif (!mdv_plain_step(code, %d, %u, w, %s)%s)\n\t\t\treturn false;\n",
				g->fn->number, at, g->fn->n_arrays > 0 ? "b" : "NULL", fails ? " || true" : "");
	if (!fails)
		write_operands(g, i, 'S');
	text_printf(out, "\t}\n");
}

/* -- instructions --------------------------------------------------------------------------- */

static void write_operation(const Plain *g, uint32_t at)
{
	const IrInstr *i = &g->fn->code[at];
	const uint32_t reg[3] = {i->a, i->b, i->c};
	int n = ir_op_info[i->op].n_args;
	EmitExpr arg[3] = {{NULL, EMIT_ATOM}};
	Text *out = g->e->out;

	for (int k = 0; k < n; k++)
		arg[k] = scalar(g, reg[k]);
	if (emit_fn_is_checked(i->op))
		text_printf(out, "\tif (!(%s))\n\t\treturn mdv_plain_undefined(code, %d, %u, %s, %s);\n",
					emit_expr_domain(g->e, (IrOp)i->op, arg), g->fn->number, at, arg[0].text,
					n > 1 ? arg[1].text : "0");
	text_printf(out, "\t%s = %s;\n", scalar(g, i->dst).text,
				emit_expr_op(g->e, (IrOp)i->op, arg).text);
}

static void write_return(const Plain *g)
{
	Text *out = g->e->out;

	for (int32_t k = 0; k < g->fn->out.n; k++)
		text_printf(out, "\t*y%d = %s;\n", (int)k, scalar(g, g->fn->out.leaf[k].reg).text);
	text_printf(out, "\treturn true;\n");
}

static void write_next(const Plain *g, const IrInstr *i)
{
	Text *out = g->e->out;
	const char *turn = scalar(g, i->a).text;

	text_printf(out, "\tif (%s >= %s)\n\t\tgoto l%u;\n", turn, scalar(g, i->a + 1).text, i->b);
	text_printf(out, "\t%s = %s + %s * %s;\n", scalar(g, i->dst).text, scalar(g, i->a + 2).text,
				turn, scalar(g, i->a + 3).text);
	text_printf(out, "\t%s += 1;\n", turn);
}

static void write_jump(const Plain *g, const IrInstr *i, uint32_t at)
{
	Text *out = g->e->out;

	if (i->op == IR_UNLESS)
		text_printf(out, "\tif (%s == 0)\n\t", scalar(g, i->a).text);
	if (i->op == FN_LOOP)
		text_printf(out,
					"\tif (--code->turns == 0 && !mdv_plain_turn(code, %d, %u))\n"
					"\t\treturn false;\n",
					g->fn->number, at);
	text_printf(out, "\tgoto l%u;\n", i->dst);
}

static void write_load(const Plain *g, const IrInstr *i, uint32_t at)
{
	Text *out = g->e->out;

	text_printf(out, "\tif (!mdv_inside(%s, n%u))\n", scalar(g, i->b).text, i->a);
	write_step(g, at, true);
	text_printf(out, "\t%s = q%u[(int32_t)%s - 1];\n", scalar(g, i->dst).text, i->a,
				scalar(g, i->b).text);
}

static void write_count(const Plain *g, const IrInstr *i, uint32_t at)
{
	Text *out = g->e->out;
	const char *dst = scalar(g, i->dst).text;

	text_printf(out, "\t%s = floor(((%s) - (%s)) / (%s)) + 1;\n", dst, scalar(g, i->c).text,
				scalar(g, i->a).text, scalar(g, i->b).text);
	text_printf(out, "\tif (!(%s >= 0))\n", dst);
	write_step(g, at, false);
}

static void write_instr(const Plain *g, uint32_t at)
{
	const IrInstr *i = &g->fn->code[at];
	const EmitCaller caller = {
		.fn = g->fn, .at = at, .scalar = scalar_text, .ctx = (void *)(uintptr_t)g, .plain = true};
	Text *out = g->e->out;

	if (i->op < IR_UNLESS) {
		write_operation(g, at);
		return;
	}
	switch (i->op) {
	case IR_UNLESS:
	case IR_JUMP:
	case FN_LOOP: write_jump(g, i, at); break;
	case FN_NEXT: write_next(g, i); break;
	case FN_MOVES:
		for (uint32_t k = 0; k < i->b; k++)
			text_printf(out, "\t%s = %s;\n", scalar(g, i->dst + k).text, scalar(g, i->a + k).text);
		break;
	case FN_RETURN: write_return(g); break;
	case FN_LOAD1: write_load(g, i, at); break;
	case FN_COUNT: write_count(g, i, at); break;
	case FN_CHECK:
		text_printf(out, "\tif (%u >= 1 || n%u != (%s))\n", i->b, i->a, scalar(g, i->c).text);
		write_step(g, at, false);
		break;
	case FN_NEED:
		text_printf(out, "\tif (%s == 0)\n", scalar(g, i->a).text);
		write_step(g, at, false);
		break;
	case FN_CALL: (void)emit_call_of_function(g->e, &caller); break;
	case FN_MESSAGE: (void)emit_call_of_message(g->e, &caller); break;
	default: write_step(g, at, false); break;
	}
}

/* -- the whole ------------------------------------------------------------------------------ */

void emit_plain_head(Emit *e, const IrFn *fn, const char *const name[])
{
	Text *out = e->out;

	text_printf(out, "static bool function_%d(MdvCode *code", fn->number);
	for (int32_t k = 0; k < fn->in.n; k++) {
		const IrFnLeaf *leaf = &fn->in.leaf[k];

		if (leaf->rank > 0)
			text_printf(out, ", double *q%u, int32_t n%u", leaf->reg, leaf->reg);
		else if (name && leaf->reg >= fn->n_constants)
			text_printf(out, ", double %s", name[leaf->reg]);
		else
			text_printf(out, ", double unused_%d", (int)k);
	}
	for (int32_t k = 0; k < fn->out.n; k++)
		text_printf(out, ", double *y%d", (int)k);
	text_printf(out, ")");
}

/* For callers that have a window for it. */
static void write_framed(Emit *e, const IrFn *fn)
{
	Text *out = e->out;

	text_printf(out, "static bool framed_%d(MdvCode *code, MdvFrame *f, double r[], ", fn->number);
	text_printf(out, "const MdvArray a[])\n{\n\t(void)r;\n\t(void)a;\n\treturn function_%d(code",
				fn->number);
	for (int32_t k = 0; k < fn->in.n; k++) {
		const IrFnLeaf *leaf = &fn->in.leaf[k];

		if (leaf->rank > 0)
			text_printf(out, ", a[%u].at, a[%u].dim[0]", leaf->reg, leaf->reg);
		else
			text_printf(out, ", r[%u]", leaf->reg);
	}
	for (int32_t k = 0; k < fn->out.n; k++)
		text_printf(out, ", &r[%u]", fn->out.leaf[k].reg);
	text_printf(out, ") ||\n\t\t   mdv_code_trace(code, f->caller);\n}\n\n");
}

void emit_plain_function(Emit *e, const IrFn *fn)
{
	Plain g = {.e = e, .fn = fn};
	const IrFnPlace *last = NULL;
	Text *out = e->out;

	g.name = NEW_ARRAY(e->scratch, const char *, fn->n_scalars + 1);
	g.target = NEW_ARRAY(e->scratch, bool, fn->n_code + 1);
	emit_fn_targets(fn, g.target);
	name_scalars(&g);
	emit_plain_head(e, fn, g.name);
	text_printf(out, "\n{\n");
	declare_scalars(&g);
	for (uint32_t at = 0; at < fn->n_code; at++) {
		if (g.target[at])
			text_printf(out, "l%u:\n", at);
		emit_fn_place(e, fn, at, &last);
		write_instr(&g, at);
	}
	text_printf(out, "}\n\n");
	write_framed(e, fn);
}
