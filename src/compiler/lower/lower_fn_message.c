/* SPDX-License-Identifier: MIT
   lower_fn_message.c — messages of DEVS models (paper 004, 6). A message is a record; functions
   that put one into a queue or read one are external functions by name (IR_MESSAGES), and take the
   record as a whole, `QAdd(queue, e)`, or as the paper's library has it by its fields, `QAdd(queue,
   e.Port, e.Type, e.Value, 0)`: the whole record is meant then, too, also where it was redeclared
   and has others. Calls of them are instructions of the caller. */
#include "compiler/lower/lower_fn.h"

#include <string.h>

/* -- records -------------------------------------------------------------------------------- */

static const char *unfit_leaf(const Leaf *leaf)
{
	for (int d = 0; d < leaf->rank; d++)
		if (leaf->dim[d] < 0)
			return "an array in it has no known size";
	return leaf->elem->kind == TY_OBJECT || leaf->elem->kind == TY_CLOCK
			   ? "it has more than numbers, texts and enumerations"
			   : NULL;
}

/* An array of records comes apart in another order than its elements have. */
static bool has_record_arrays(const Type *t)
{
	for (int f = 0; t->kind == TY_RECORD && f < t->n_fields; f++) {
		const Type *field = t->field[f].type;

		if (field->kind == TY_RECORD && (field->rank > 0 || has_record_arrays(field)))
			return true;
	}
	return false;
}

static const char *fill_record(LowerFn *l, const Type *type, IrRecord *out)
{
	const Leaves *leaves = lower_fn_type_leaves(l, type);
	IrRecordLeaf *leaf = NEW_ARRAY(l->ir->keep, IrRecordLeaf, leaves->n + 1);

	*out = (IrRecord){.leaf = leaf, .n_leaves = (int32_t)leaves->n, .port = -1};
	out->name = arena_strdup(l->ir->keep, type->name.i ? intern_text(l->m->names, type->name) : "");
	for (uint32_t k = 0; k < leaves->n; k++) {
		const Leaf *from = &leaves->at[k];
		const char *why = unfit_leaf(from);

		if (why)
			return why;
		leaf[k] = (IrRecordLeaf){.name = from->suffix + 1,
								 .kind = lower_fn_type_kind(from->elem),
								 .rank = from->rank,
								 .dim = from->dim,
								 .n = 1};
		for (int d = 0; d < from->rank; d++)
			leaf[k].n *= from->dim[d];
		if (leaf[k].kind == IR_INTEGER && leaf[k].rank == 0 && !strcmp(leaf[k].name, "Port"))
			out->port = out->n;
		out->n += leaf[k].n;
	}
	return NULL;
}

static int32_t number_of(LowerFn *l, const IrRecord *record)
{
	IrModule *ir = l->ir;

	for (size_t k = 0; k < ir->records.n; k++)
		if (ir_record_same(&ir->records.at[k], record))
			return (int32_t)k;
	vec_push(arena_allocator(ir->keep), &ir->records, *record);
	ir->records.at[ir->records.n - 1].number = (int32_t)ir->records.n - 1;
	return (int32_t)ir->records.n - 1;
}

static void add_standard(LowerFn *l)
{
	static const IrRecordLeaf leaf[] = {{.name = "Port", .kind = IR_INTEGER, .n = 1},
										{.name = "Type", .kind = IR_INTEGER, .n = 1},
										{.name = "Value", .kind = IR_REAL, .n = 1}};
	static const IrRecord standard = {"stdEvent", leaf, 3, 3, 0, 0};

	if (l->ir->records.n == 0)
		(void)number_of(l, &standard);
}

int32_t lower_fn_message_record(LowerFn *l, const Type *type, const char **why)
{
	IrRecord record;

	add_standard(l);
	if (!type)
		return 0;
	*why = type->kind != TY_RECORD || type->rank > 0 ? "it is no record"
		   : has_record_arrays(type)                 ? "it has an array of records"
													 : fill_record(l, type, &record);
	return *why ? -1 : number_of(l, &record);
}

/* -- functions ------------------------------------------------------------------------------ */

static int message_op(const LowerFn *l, const FlatFn *fn)
{
	const char *symbol = fn->external ? intern_text(l->m->names, fn->external->symbol) : "";

	for (int k = 0; *symbol == 'Q' && k < IR_MESSAGE_COUNT; k++)
		if (!strcmp(ir_messages[k].symbol, symbol))
			return k;
	return -1;
}

bool lower_fn_message_is(const LowerFn *l, const FlatFn *fn)
{
	return message_op(l, fn) >= 0;
}

/* What an external clause says, taken apart. */
typedef struct Clause {
	const FnExternal *x;     /* all of it */
	const LowerValue *local; /* registers of inputs and outputs */
	int32_t next;            /* the argument that comes next */
	LowerValue message;      /* the message; type NULL: none */
	uint32_t number;         /* position or order value */
	uint32_t queue;          /* the queue */
} Clause;

/* An argument that is a number: an input, or a literal. */
static bool take_number(FnBuild *b, Clause *c, uint32_t *out)
{
	const Expr *e = c->next < c->x->n_args ? c->x->arg[c->next] : NULL;

	if (!e || e->type->rank > 0)
		return false;
	c->next++;
	if (e->op == EX_LOCAL && (e->type->kind == TY_INTEGER || e->type->kind == TY_REAL))
		*out = c->local[e->aux].ref[0];
	else if (e->op == EX_INTEGER)
		*out = lower_fn_emit_constant(b, (double)expr_integer_value(e));
	else if (e->op == EX_REAL)
		*out = lower_fn_emit_constant(b, expr_real_value(e));
	else
		return false;
	return true;
}

/* The variable that e is a field of. */
static const Expr *whole_of(const Expr *e)
{
	while (e->op == EX_FIELD)
		e = e->arg[0];
	return e;
}

/* The record, or its fields one by one, or Port, Type and Value as numbers. */
static bool take_message(FnBuild *b, Clause *c)
{
	const Expr *e = c->next < c->x->n_args ? c->x->arg[c->next] : NULL, *whole;
	uint32_t *ref;

	if (!e)
		return false;
	whole = whole_of(e);
	if (whole->op == EX_LOCAL && whole->type->kind == TY_RECORD) {
		c->message = c->local[whole->aux];
		c->message.type = whole->type;
		while (c->next < c->x->n_args && whole_of(c->x->arg[c->next]) == whole)
			c->next++;
		return true;
	}
	ref = NEW_ARRAY(b->scratch, uint32_t, 3);
	for (int k = 0; k < 3; k++)
		if (!take_number(b, c, &ref[k]))
			return false;
	c->message.ref = ref;
	return true;
}

static bool take_clause(FnBuild *b, const IrMessageInfo *info, Clause *c)
{
	uint32_t unused;

	if (info != &ir_messages[IR_QUEUE_NEW] && !take_number(b, c, &c->queue))
		return false;
	if (info->number == 'p' && !take_number(b, c, &c->number))
		return false;
	if (info->message != '-' && !take_message(b, c))
		return false;
	/* The paper's library gives a 0 that nobody uses, and behind it the order value. */
	if (info->message == '>' && c->next < c->x->n_args && c->x->arg[c->next]->op == EX_INTEGER &&
		!take_number(b, c, &unused))
		return false;
	if (info->number == 'v' && !take_number(b, c, &c->number))
		return false;
	return c->next == c->x->n_args;
}

static void emit_message(FnBuild *b, int op, int32_t record, const Clause *c, uint32_t result)
{
	const IrRecord *r = &b->l->ir->records.at[record];
	int32_t n = ir_messages[op].message == '-' ? 0 : r->n_leaves;
	LowerPlace *pair = NEW_ARRAY(b->scratch, LowerPlace, n + 2);

	pair[0] = (LowerPlace){IR_LIST_SCALAR, c->queue};
	pair[1] = (LowerPlace){IR_LIST_SCALAR, c->number};
	for (int32_t k = 0; k < n; k++)
		pair[k + 2] =
			(LowerPlace){r->leaf[k].rank > 0 ? IR_LIST_ARRAY : IR_LIST_SCALAR, c->message.ref[k]};
	lower_fn_emit(b, FN_MESSAGE, result, (uint32_t)op, (uint32_t)record,
				  lower_fn_emit_pairs(b, pair, (uint32_t)n + 2));
}

void lower_fn_message(FnBuild *b, const FlatFn *fn, const LowerValue local[])
{
	const FnExternal *x = fn->external;
	int op = message_op(b->l, fn);
	Clause c = {.x = x, .local = local};
	const char *why = NULL;
	int32_t record;
	uint32_t result;

	c.queue = c.number = lower_fn_emit_constant(b, 0);
	if (!take_clause(b, &ir_messages[op], &c) ||
		(x->result && (x->result->op != EX_LOCAL || x->result->type->rank > 0 ||
					   x->result->type->kind == TY_RECORD))) {
		lower_fn_emit_refuse(b, "'%s' works on messages, and is given other things in '%s'",
							 ir_messages[op].symbol, intern_text(b->m->names, fn->name));
		return;
	}
	record = lower_fn_message_record(b->l, c.message.type, &why);
	if (record < 0) {
		lower_fn_emit_refuse(b, "no message can be a '%s': %s",
							 intern_text(b->m->names, c.message.type->name), why);
		return;
	}
	result = x->result ? local[x->result->aux].ref[0] : lower_fn_emit_scalar(b);
	emit_message(b, op, record, &c, result);
}
