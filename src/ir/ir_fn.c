/* SPDX-License-Identifier: MIT
   ir_fn.c — the code of functions checked and printed, both by the operand letters of FN_OPS. */
#include "ir/ir_fn.h"

#include <string.h>

/* Scalar operators have one result and up to three operands, all scalars. */
#define SCALARS_1                         "Ss--"
#define SCALARS_2                         "Sss-"
#define SCALARS_3                         "Ssss"
#define SCALAR_INFO(op, name, n, ...)     [op] = {name, SCALARS_##n, '-'},
#define FN_INFO(op, name, operands, list) [op] = {name, operands, list},
static const IrFnOpInfo info[] = {
	OPS(SCALAR_INFO)[IR_UNLESS] = {"unless", "ts--", '-'}, [IR_JUMP] = {"jump", "t---", '-'},
	[IR_CALL] = {"call", "----", '-'}, FN_OPS(FN_INFO)};

_Static_assert(sizeof info / sizeof *info == FN_OP_END, "one line for each operator");

const IrFnOpInfo *ir_fn_op_info(uint32_t op)
{
	if (op >= FN_OP_END)
		BUG("operator %u of a function", op);
	return &info[op];
}

const IrFnPlace *ir_fn_place(const IrFn *fn, uint32_t at)
{
	uint32_t low = 0, high = fn->n_places;

	while (low < high) {
		uint32_t mid = (low + high) / 2;

		if (fn->place[mid].first <= at)
			low = mid + 1;
		else
			high = mid;
	}
	return low > 0 ? &fn->place[low - 1] : NULL;
}

/* -- checking ------------------------------------------------------------------------------- */

typedef struct Checker {
	Check *check;      /* the way out */
	const IrModule *m; /* the code */
	const IrFn *fn;    /* the function at hand */
} Checker;

static void need(const Checker *c, uint32_t at, bool holds, const char *what)
{
	if (!holds)
		check_fail(c->check, "function %s, instruction %u: %s", c->fn->name, at, what);
}

static void check_register(const Checker *c, uint32_t at, char kind, uint32_t reg)
{
	const IrFn *fn = c->fn;

	switch (kind) {
	case 's': need(c, at, reg < fn->n_scalars, "a scalar out of range"); break;
	case 'S':
		need(c, at, reg < fn->n_scalars && reg >= fn->n_constants, "a scalar out of range");
		break;
	case 'A':
	case 'M':
	case 'a': need(c, at, reg < fn->n_arrays, "an array out of range"); break;
	case 't': need(c, at, reg <= fn->n_code, "a jump out of range"); break;
	default: break;
	}
}

static void check_list(const Checker *c, uint32_t at, char kind, uint32_t start)
{
	const IrFn *fn = c->fn;
	uint32_t n = start < fn->n_list ? fn->list[start] : UINT32_MAX, width = kind == 'p' ? 2 : 1;

	need(c, at, n <= fn->n_list && start + 1 + n * width <= fn->n_list, "a list out of range");
	for (uint32_t k = 0; k < n; k++) {
		const uint32_t *item = &fn->list[start + 1 + k * width];

		if (kind != 'p')
			check_register(c, at, kind, item[0]);
		else if (item[0] != IR_LIST_NONE)
			check_register(c, at, item[0] == IR_LIST_SCALAR ? 's' : 'a', item[1]);
	}
}

static void check_call(const Checker *c, uint32_t at)
{
	const IrFn *fn = c->fn;
	const IrInstr *i = &fn->code[at];
	const IrFn *callee;
	const uint32_t *pair = &fn->list[i->c + 1];

	need(c, at, i->dst < c->m->fns.n && c->m->fns.at[i->dst], "a call of no function");
	callee = c->m->fns.at[i->dst];
	need(c, at, fn->list[i->c] == (uint32_t)(callee->in.n + callee->out.n),
		 "a call with other arguments");
	for (int32_t k = 0; k < callee->in.n + callee->out.n; k++) {
		const IrFnLeaf *leaf =
			k < callee->in.n ? &callee->in.leaf[k] : &callee->out.leaf[k - callee->in.n];
		uint32_t mode = leaf->rank > 0 ? IR_LIST_ARRAY : IR_LIST_SCALAR;

		need(c, at, pair[2 * k] == mode || (k >= callee->in.n && pair[2 * k] == IR_LIST_NONE),
			 "a call with an argument of another form");
	}
}

/* Queue, number, then the leaves of the record. */
static void check_message(const Checker *c, uint32_t at)
{
	const IrInstr *i = &c->fn->code[at];
	const uint32_t *list = &c->fn->list[i->c], *pair = list + 5;
	const IrRecord *record;

	need(c, at, i->a < IR_MESSAGE_COUNT, "a message function that does not exist");
	need(c, at, i->b < c->m->records.n, "a record out of range");
	record = &c->m->records.at[i->b];
	need(c, at, list[0] >= 2 && list[1] == IR_LIST_SCALAR && list[3] == IR_LIST_SCALAR,
		 "a message function without a queue");
	if (ir_messages[i->a].message == '-')
		return;
	need(c, at, list[0] == (uint32_t)record->n_leaves + 2, "a message with other leaves");
	for (int32_t k = 0; k < record->n_leaves; k++)
		need(c, at, pair[2 * k] == (record->leaf[k].rank > 0 ? IR_LIST_ARRAY : IR_LIST_SCALAR),
			 "a leaf of a message of another form");
}

static void check_table(const Checker *c, uint32_t at)
{
	const IrFn *fn = c->fn;
	const uint32_t *list = &fn->list[fn->code[at].c];
	uint64_t n = 1;

	for (uint32_t d = 1; d <= list[0]; d++)
		n *= list[d];
	need(c, at, fn->code[at].b + n <= fn->n_table, "a table out of range");
}

static void check_instr(const Checker *c, uint32_t at)
{
	const IrFn *fn = c->fn;
	const IrInstr *i = &fn->code[at];
	const IrFnOpInfo *op;
	const uint32_t operand[4] = {i->dst, i->a, i->b, i->c};

	need(c, at, i->op < FN_OP_END, "an operator that does not exist");
	need(c, at, i->op != IR_CALL, "a call of model code");
	op = ir_fn_op_info(i->op);
	for (int k = 0; k < 4; k++) {
		if (op->operand[k] == 'l')
			check_list(c, at, op->list, operand[k]);
		else
			check_register(c, at, op->operand[k], operand[k]);
		if (op->operand[0] == 'A' && op->operand[k] == 'a')
			need(c, at, operand[k] != i->dst, "an array is read and written");
	}
	if (i->op == FN_CALL)
		check_call(c, at);
	if (i->op == FN_MESSAGE)
		check_message(c, at);
	if (i->op == FN_MOVES)
		need(c, at, i->dst + i->b <= fn->n_scalars && i->a + i->b <= fn->n_scalars,
			 "scalars out of range");
	if (i->op == FN_NEXT)
		need(c, at, i->a + 4 <= fn->n_scalars, "a loop out of range");
	if (i->op == FN_EXTERN)
		need(c, at, fn->external != NULL, "no external declaration");
	if (i->op == FN_LOOP)
		need(c, at, i->dst <= at, "a loop that does not go back");
	if (i->op == IR_JUMP || i->op == IR_UNLESS || i->op == FN_NEXT)
		need(c, at, (i->op == FN_NEXT ? i->b : i->dst) > at, "a jump that goes back");
	if (i->op == FN_TABLE)
		check_table(c, at);
	if (i->op == FN_REFUSE)
		need(c, at, i->dst < c->m->strings.n, "a text out of range");
}

static void check_side(const Checker *c, const IrFnSide *side)
{
	for (int32_t k = 0; k < side->n; k++) {
		need(c, 0, side->leaf[k].rank <= IR_MAX_RANK, "too many dimensions");
		check_register(c, 0, side->leaf[k].rank > 0 ? 'a' : 's', side->leaf[k].reg);
		if (side->leaf[k].flag != IR_NO_SLOT)
			check_register(c, 0, 's', side->leaf[k].flag);
	}
}

static void check_fns(Check *check, void *ctx)
{
	Checker *c = ctx;

	c->check = check;
	for (size_t f = 0; f < c->m->fns.n; f++) {
		const IrFn *fn = c->fn = c->m->fns.at[f];

		if (!fn)
			check_fail(check, "function %zu has no code", f);
		check_side(c, &fn->in);
		check_side(c, &fn->out);
		need(c, 0, fn->n_code > 0 && fn->code[fn->n_code - 1].op == FN_RETURN, "no return");
		for (uint32_t at = 0; at < fn->n_code; at++)
			check_instr(c, at);
	}
}

bool ir_fn_check(const IrModule *m, Text *why)
{
	return check_run(why, check_fns, &(Checker){.m = m});
}

/* -- messages ------------------------------------------------------------------------------- */

const IrMessageInfo ir_messages[IR_MESSAGE_COUNT] = {
#define ROW(op, symbol, number, message) [op] = {symbol, number, message},
	IR_MESSAGES(ROW)
#undef ROW
};

bool ir_record_same(const IrRecord *a, const IrRecord *b)
{
	if (a->n_leaves != b->n_leaves)
		return false;
	for (int32_t k = 0; k < a->n_leaves; k++) {
		const IrRecordLeaf *x = &a->leaf[k], *y = &b->leaf[k];

		if (x->kind != y->kind || x->rank != y->rank || strcmp(x->name, y->name) != 0)
			return false;
		for (int d = 0; d < x->rank; d++)
			if (x->dim[d] != y->dim[d])
				return false;
	}
	return true;
}

/* -- printing ------------------------------------------------------------------------------- */

static void print_register(const IrFn *fn, char kind, uint32_t reg, Text *out)
{
	char buf[32];

	switch (kind) {
	case 's':
	case 'S':
		if (reg < fn->n_constants)
			text_printf(out, " %s", text_real(buf, fn->constant[reg]));
		else
			text_printf(out, " r%u", reg - fn->n_constants);
		break;
	case 'A':
	case 'M':
	case 'a':
		text_printf(out, " a%u", reg);
		if (fn->array[reg].name)
			text_printf(out, "'%s'", fn->array[reg].name);
		break;
	case 't': text_printf(out, " ->%u", reg); break;
	case 'k': text_printf(out, " #%u", reg); break;
	default: break;
	}
}

static void print_list(const IrFn *fn, char kind, uint32_t start, Text *out)
{
	uint32_t n = fn->list[start], width = kind == 'p' ? 2 : 1;

	text_printf(out, " [");
	for (uint32_t k = 0; k < n; k++) {
		const uint32_t *item = &fn->list[start + 1 + k * width];

		if (kind != 'p')
			print_register(fn, kind, item[0], out);
		else if (item[0] == IR_LIST_NONE)
			text_printf(out, " :");
		else
			print_register(fn, item[0] == IR_LIST_SCALAR ? 's' : 'a', item[1], out);
	}
	text_printf(out, " ]");
}

static void print_side(const IrFn *fn, const char *title, const IrFnSide *side, Text *out)
{
	for (int32_t k = 0; k < side->n; k++) {
		text_printf(out, "  %s %s", title, side->leaf[k].name);
		print_register(fn, side->leaf[k].rank > 0 ? 'a' : 's', side->leaf[k].reg, out);
		text_printf(out, "\n");
	}
}

void ir_fn_print(const IrModule *m, int32_t fn_number, Text *out)
{
	const IrFn *fn = m->fns.at[fn_number];

	text_printf(out, "function %d %s\n", fn_number, fn->name);
	print_side(fn, "in", &fn->in, out);
	print_side(fn, "out", &fn->out, out);
	for (uint32_t at = 0; at < fn->n_code; at++) {
		const IrInstr *i = &fn->code[at];
		const IrFnOpInfo *op = ir_fn_op_info(i->op);
		const uint32_t operand[4] = {i->dst, i->a, i->b, i->c};

		text_printf(out, "%5u  %-9s", at, op->name);
		for (int k = 0; k < 4; k++)
			if (op->operand[k] == 'l')
				print_list(fn, op->list, operand[k], out);
			else
				print_register(fn, op->operand[k], operand[k], out);
		text_printf(out, "\n");
	}
}
