/* SPDX-License-Identifier: MIT
   emit_call.c — calls of Modelica functions as calls of C: the window of the function is an array
   of the caller, its arguments are written there and its results read. What is large, or gives
   arrays, is called by the runtime. */
#include "compiler/emit/emit.h"

enum { MOST_WINDOW = 96, MOST_ARRAYS = 6, MOST_SCALARS = 32 }; /* on the stack of the program */

/* May C call it? Arrays that it is given may have any size. */
static bool is_direct(const IrFn *fn)
{
	if (fn->n_window > MOST_WINDOW || fn->n_arrays > MOST_ARRAYS)
		return false;
	for (int32_t k = 0; k < fn->out.n; k++)
		if (fn->out.leaf[k].rank > 0 || fn->out.leaf[k].flag != IR_NO_SLOT)
			return false;
	for (int32_t k = 0; k < fn->in.n; k++)
		for (int d = 0; d < fn->in.leaf[k].rank; d++)
			if (fn->in.leaf[k].dim[d] >= 0)
				return false;
	return true;
}

void emit_call_declare(Emit *e)
{
	for (size_t k = 0; k < e->code->fns.n; k++)
		text_printf(e->out, "static MdvFunction function_%zu;\n", k);
	if (e->code->fns.n > 0)
		text_printf(e->out, "\n");
}

/* Its window and arrays, but for what it is given. */
static void open_call(Emit *e, const IrFn *fn)
{
	Text *out = e->out;

	text_printf(out, "\t{ /* ");
	emit_name_comment(out, *fn->name ? fn->name : "an expression");
	text_printf(out, " */\n\t\tdouble w[%u];\n\t\tMdvArray b[%u];\n", fn->n_window + 1,
				fn->n_arrays + 1);
	text_printf(out, "\t\tMdvFrame g = {.r = w, .a = b};\n\t\tbool ok;\n\n");
	for (uint32_t k = 0; k < fn->n_constants; k++)
		text_printf(out, "\t\tw[%u] = %s;\n", k, emit_expr_real(e, fn->constant[k]).text);
	for (uint32_t k = 0; k < fn->n_arrays; k++)
		text_printf(out, "\t\tb[%u] = (MdvArray){.at = w + %u, .cap = %u};\n", k, fn->array[k].at,
					fn->array[k].room);
	text_printf(out, "\t\t(void)b;\n");
}

/* Are all its arrays its caller's? */
static bool owns_nothing(const IrFn *fn)
{
	uint32_t n = 0;

	for (int32_t k = 0; k < fn->in.n; k++)
		n += fn->in.leaf[k].rank > 0;
	return n == fn->n_arrays;
}

static void close_call(Emit *e, const IrFn *fn, const char *caller, uint32_t at, const char *failed)
{
	Text *out = e->out;

	text_printf(out, "\t\tif (!mdv_call_enter(code, &g, %d, %s, %u))\n\t\t\treturn %s;\n",
				fn->number, caller, at, failed);
	text_printf(out, "\t\tok = function_%d(code, &g, w, b);\n", fn->number);
	text_printf(out, "\t\tmdv_%s_leave(code, &g);\n\t\tif (!ok)\n\t\t\treturn %s;\n",
				owns_nothing(fn) ? "call" : "code", failed);
}

/* -- by functions --------------------------------------------------------------------------- */

bool emit_call_of_function(Emit *e, const IrFn *caller, uint32_t at,
						   const char *(*scalar)(void *ctx, uint32_t reg), void *ctx)
{
	const IrInstr *i = &caller->code[at];
	const IrFn *fn = e->code->fns.at[i->dst];
	const uint32_t *pair = caller->list + i->c + 1;
	Text *out = e->out;

	if (!is_direct(fn))
		return false;
	open_call(e, fn);
	for (int32_t k = 0; k < fn->in.n; k++, pair += 2) {
		const IrFnLeaf *leaf = &fn->in.leaf[k];

		if (leaf->rank == 0)
			text_printf(out, "\t\tw[%u] = %s;\n", leaf->reg, scalar(ctx, pair[1]));
		else
			text_printf(out, "\t\tb[%u] = a[%u];\n\t\tb[%u].own = 0;\n\t\tb[%u].cap = 0;\n",
						leaf->reg, pair[1], leaf->reg, leaf->reg);
	}
	close_call(e, fn, "f", at, "false");
	for (int32_t k = 0; k < fn->out.n; k++, pair += 2)
		if (pair[0] != IR_LIST_NONE)
			text_printf(out, "\t\t%s = w[%u];\n", scalar(ctx, pair[1]), fn->out.leaf[k].reg);
	text_printf(out, "\t}\n");
	return true;
}

/* What is tried first, of messages of the paper's library. */
static const char *quick_of(IrMessageOp op)
{
	switch (op) {
	case IR_QUEUE_SIZE:
	case IR_QUEUE_COUNT: return "!mdv_message_count(code, x) && ";
	case IR_QUEUE_TAKE: return "!mdv_message_take(code, x) && ";
	case IR_QUEUE_LAST: return "!mdv_message_send(code, x) && ";
	default: return "";
	}
}

/* A function on messages whose record is scalars. */
bool emit_call_of_message(Emit *e, const IrFn *fn, uint32_t at,
						  const char *(*scalar)(void *ctx, uint32_t reg), void *ctx)
{
	const IrInstr *i = &fn->code[at];
	const IrRecord *record = &e->code->records.at[i->b];
	const uint32_t *pair = fn->list + i->c + 1;
	char what = ir_messages[i->a].message;
	int32_t n = what == '-' ? 0 : record->n;
	Text *out = e->out;

	if (n > MOST_SCALARS || (n > 0 && n != record->n_leaves))
		return false;
	for (int32_t k = 0; k < n; k++)
		if (record->leaf[k].rank > 0)
			return false;
	text_printf(out, "\t{ /* %s */\n\t\tdouble x[%d];\n\n", ir_messages[i->a].symbol, (int)n + 2);
	text_printf(out, "\t\tx[0] = %s;\n\t\tx[1] = %s;\n", scalar(ctx, pair[1]),
				scalar(ctx, pair[3]));
	for (int32_t k = 0; k < n && what == '>'; k++)
		text_printf(out, "\t\tx[%d] = %s;\n", (int)k + 2, scalar(ctx, pair[2 * k + 5]));
	text_printf(out, "\t\tif (%s!mdv_code_message(code, f, %u, x))\n\t\t\treturn false;\n",
				i->b == 0 ? quick_of((IrMessageOp)i->a) : "", at);
	text_printf(out, "\t\t%s = x[0];\n", scalar(ctx, i->dst));
	for (int32_t k = 0; k < n && what == '<'; k++)
		text_printf(out, "\t\t%s = x[%d];\n", scalar(ctx, pair[2 * k + 5]), (int)k + 2);
	text_printf(out, "\t}\n");
	return true;
}

/* -- by regions ----------------------------------------------------------------------------- */

/* Vectors lie in a row of slots, and stay there. */
static bool has_rows(const IrFn *fn, const IrCall *c)
{
	int32_t at = 0, d = 0;

	for (int32_t k = 0; k < fn->in.n; k++) {
		int32_t n = 1;

		if (fn->in.leaf[k].rank > 1)
			return false;
		if (fn->in.leaf[k].rank == 1)
			n = c->dim[d++];
		for (int32_t i = 1; i < n; i++)
			if (at + i >= c->n_in || c->in[at + i] != c->in[at] + (uint32_t)i)
				return false;
		at += n;
		if (n < 1 || at > c->n_in)
			return false;
	}
	return at == c->n_in && d == c->n_dims && c->n_out <= fn->out.n && c->source < 0;
}

bool emit_call_of_region(Emit *e, const IrCall *c)
{
	const IrFn *fn = e->code->fns.at[c->fn];
	const uint32_t *in = c->in;
	int32_t d = 0;
	Text *out = e->out;

	if (!fn->in.plain || !fn->out.plain || !is_direct(fn) || !has_rows(fn, c))
		return false;
	open_call(e, fn);
	for (int32_t k = 0; k < fn->in.n; k++) {
		const IrFnLeaf *leaf = &fn->in.leaf[k];

		if (leaf->rank == 0) {
			text_printf(out, "\t\tw[%u] = f[%u];\n", leaf->reg, *in++);
			continue;
		}
		text_printf(out, "\t\tb[%u] = (MdvArray){.at = f + %u, .n = %d, .dim = {%d}, .rank = 1};\n",
					leaf->reg, *in, (int)c->dim[d], (int)c->dim[d]);
		in += c->dim[d++];
	}
	close_call(e, fn, "NULL", 0, "mdv_code_status(code)");
	for (int32_t k = 0; k < c->n_out; k++)
		if (c->out[k] != IR_NO_SLOT)
			text_printf(out, "\t\tf[%u] = w[%u];\n", c->out[k], fn->out.leaf[k].reg);
	text_printf(out, "\t}\n");
	return true;
}
