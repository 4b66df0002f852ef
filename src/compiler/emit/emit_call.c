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
	for (size_t k = 0; k < e->code->fns.n; k++) {
		if (emit_plain_is(e, (int32_t)k))
			emit_plain_head(e, e->code->fns.at[k], NULL);
		else
			text_printf(e->out, "static MdvFunction function_%zu", k);
		text_printf(e->out, ";\n");
	}
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

/* -- plain functions ------------------------------------------------------------------------ */

static void open_plain(Emit *e, const IrFn *fn)
{
	Text *out = e->out;

	text_printf(out, "\t{ /* ");
	emit_name_comment(out, *fn->name ? fn->name : "an expression");
	text_printf(out, " */\n");
	for (int32_t k = 0; k < fn->out.n; k++)
		text_printf(out, "%s%c%d = 0", k == 0 ? "\t\tdouble " : ", ", 'z', (int)k);
	text_printf(out, fn->out.n > 0 ? ";\n\n" : "");
}

static void close_plain_arguments(Emit *e, const IrFn *fn)
{
	for (int32_t k = 0; k < fn->out.n; k++)
		text_printf(e->out, ", &z%d", (int)k);
	text_printf(e->out, "))\n");
}

static void call_plain(Emit *e, const EmitCaller *c, const IrFn *fn)
{
	const uint32_t *pair = c->fn->list + c->fn->code[c->at].c + 1;
	const char *array = c->plain ? ", q%u, n%u" : ", a[%u].at, a[%u].dim[0]";
	Text *out = e->out;

	open_plain(e, fn);
	text_printf(out, "\t\tif (--code->turns == 0 && ");
	if (c->plain)
		text_printf(out, "!mdv_plain_turn(code, %d, %u))\n", c->fn->number, c->at);
	else
		text_printf(out, "!mdv_code_turn(code, f, %u))\n", c->at);
	text_printf(out, "\t\t\treturn false;\n\t\tif (!function_%d(code", fn->number);
	for (int32_t k = 0; k < fn->in.n; k++, pair += 2) {
		if (fn->in.leaf[k].rank > 0)
			text_printf(out, array, pair[1], pair[1]);
		else
			text_printf(out, ", %s", c->scalar(c->ctx, pair[1]));
	}
	close_plain_arguments(e, fn);
	if (c->plain)
		text_printf(out, "\t\t\treturn mdv_plain_failed(code, %d, %u);\n", c->fn->number, c->at);
	else
		text_printf(out, "\t\t\treturn f->at = %u, mdv_code_trace(code, f);\n", c->at);
	for (int32_t k = 0; k < fn->out.n; k++, pair += 2)
		if (pair[0] != IR_LIST_NONE)
			text_printf(out, "\t\t%s = z%d;\n", c->scalar(c->ctx, pair[1]), (int)k);
	text_printf(out, "\t}\n");
}

/* -- by functions --------------------------------------------------------------------------- */

bool emit_call_of_function(Emit *e, const EmitCaller *c)
{
	const IrInstr *i = &c->fn->code[c->at];
	const IrFn *fn = e->code->fns.at[i->dst];
	const uint32_t *pair = c->fn->list + i->c + 1;
	Text *out = e->out;

	if (emit_plain_is(e, fn->number)) {
		call_plain(e, c, fn);
		return true;
	}
	if (!is_direct(fn))
		return false;
	open_call(e, fn);
	for (int32_t k = 0; k < fn->in.n; k++, pair += 2) {
		const IrFnLeaf *leaf = &fn->in.leaf[k];

		if (leaf->rank == 0)
			text_printf(out, "\t\tw[%u] = %s;\n", leaf->reg, c->scalar(c->ctx, pair[1]));
		else
			text_printf(out, "\t\tb[%u] = a[%u];\n\t\tb[%u].own = 0;\n\t\tb[%u].cap = 0;\n",
						leaf->reg, pair[1], leaf->reg, leaf->reg);
	}
	close_call(e, fn, "f", c->at, "false");
	for (int32_t k = 0; k < fn->out.n; k++, pair += 2)
		if (pair[0] != IR_LIST_NONE)
			text_printf(out, "\t\t%s = w[%u];\n", c->scalar(c->ctx, pair[1]), fn->out.leaf[k].reg);
	text_printf(out, "\t}\n");
	return true;
}

/* What is tried first, of messages of the paper's library. */
static const char *quick_of(IrMessageOp op)
{
	switch (op) {
	case IR_QUEUE_SIZE:
	case IR_QUEUE_COUNT: return "mdv_message_count";
	case IR_QUEUE_TAKE: return "mdv_message_take";
	case IR_QUEUE_LAST: return "mdv_message_send";
	default: return NULL;
	}
}

static int32_t message_scalars(const Emit *e, const IrInstr *i)
{
	return ir_messages[i->a].message == '-' ? 0 : e->code->records.at[i->b].n;
}

bool emit_call_message_is_scalar(const Emit *e, const IrInstr *i)
{
	const IrRecord *record = &e->code->records.at[i->b];
	int32_t n = message_scalars(e, i);

	if (n > MOST_SCALARS || (n > 0 && n != record->n_leaves))
		return false;
	for (int32_t k = 0; k < n; k++)
		if (record->leaf[k].rank > 0)
			return false;
	return true;
}

/* The runtime gets a copy, so that x need not be in memory otherwise. */
static void ask_runtime(Emit *e, const EmitCaller *c, int n)
{
	const char *quick =
		c->fn->code[c->at].b == 0 ? quick_of((IrMessageOp)c->fn->code[c->at].a) : NULL;
	Text *out = e->out;

	if (quick)
		text_printf(out, "\t\tif (!%s(code, x)) {\n", quick);
	else
		text_printf(out, "\t\t{\n");
	text_printf(out, "\t\t\tdouble y[%d] = {", n);
	for (int k = 0; k < n; k++)
		text_printf(out, "%sx[%d]", k > 0 ? ", " : "", k);
	text_printf(out, "};\n\n");
	if (c->plain)
		text_printf(out, "\t\t\tif (!mdv_plain_message(code, %d, %u, y))\n", c->fn->number, c->at);
	else
		text_printf(out, "\t\t\tif (!mdv_code_message(code, f, %u, y))\n", c->at);
	text_printf(out, "\t\t\t\treturn false;\n");
	for (int k = 0; k < n; k++)
		text_printf(out, "\t\t\tx[%d] = y[%d];\n", k, k);
	text_printf(out, "\t\t}\n");
}

/* A function on messages whose record is scalars. */
bool emit_call_of_message(Emit *e, const EmitCaller *c)
{
	const IrInstr *i = &c->fn->code[c->at];
	const uint32_t *pair = c->fn->list + i->c + 1;
	char what = ir_messages[i->a].message;
	int32_t n = message_scalars(e, i);
	Text *out = e->out;

	if (!emit_call_message_is_scalar(e, i))
		return false;
	text_printf(out, "\t{ /* %s */\n\t\tdouble x[%d] = {%s, %s", ir_messages[i->a].symbol,
				(int)n + 2, c->scalar(c->ctx, pair[1]), c->scalar(c->ctx, pair[3]));
	for (int32_t k = 0; k < n && what == '>'; k++)
		text_printf(out, ", %s", c->scalar(c->ctx, pair[2 * k + 5]));
	text_printf(out, "};\n\n");
	ask_runtime(e, c, (int)n + 2);
	text_printf(out, "\t\t%s = x[0];\n", c->scalar(c->ctx, i->dst));
	for (int32_t k = 0; k < n && what == '<'; k++)
		text_printf(out, "\t\t%s = x[%d];\n", c->scalar(c->ctx, pair[2 * k + 5]), (int)k + 2);
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

/* Results are written when all is done: a state may be read and made anew in one place. */
static void call_plain_of_region(Emit *e, const IrCall *c, const IrFn *fn)
{
	const uint32_t *in = c->in;
	int32_t d = 0;
	Text *out = e->out;

	open_plain(e, fn);
	text_printf(out, "\t\tif ((--code->turns == 0 && !mdv_plain_turn(code, -1, 0)) ||\n");
	text_printf(out, "\t\t\t!function_%d(code", fn->number);
	for (int32_t k = 0; k < fn->in.n; k++) {
		if (fn->in.leaf[k].rank == 0) {
			text_printf(out, ", f[%u]", *in++);
			continue;
		}
		text_printf(out, ", f + %u, %d", *in, (int)c->dim[d]);
		in += c->dim[d++];
	}
	close_plain_arguments(e, fn);
	text_printf(out, "\t\t\treturn mdv_code_status(code);\n");
	for (int32_t k = 0; k < c->n_out; k++)
		if (c->out[k] != IR_NO_SLOT)
			text_printf(out, "\t\tf[%u] = z%d;\n", c->out[k], (int)k);
	text_printf(out, "\t}\n");
}

bool emit_call_of_region(Emit *e, const IrCall *c)
{
	const IrFn *fn = e->code->fns.at[c->fn];
	const uint32_t *in = c->in;
	int32_t d = 0;
	Text *out = e->out;

	if (!fn->in.plain || !fn->out.plain || !is_direct(fn) || !has_rows(fn, c))
		return false;
	if (emit_plain_is(e, fn->number)) {
		call_plain_of_region(e, c, fn);
		return true;
	}
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
