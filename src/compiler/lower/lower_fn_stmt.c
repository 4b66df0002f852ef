/* SPDX-License-Identifier: MIT
   lower_fn_stmt.c — statements (MLS 11.2), and what is done at entry and exit of a function: sizes
   and values of variables in the order of their dependence (MLS 12.4.4). Temporaries are released
   after each statement. */
#include "compiler/lower/lower_fn.h"

static uint32_t constant(FnBuild *b, double value)
{
	return lower_fn_emit_constant(b, value);
}

/* The value of an expression that is used up before the next statement. */
static uint32_t condition(FnBuild *b, const Expr *e)
{
	uint32_t reg = lower_fn_expr(b, e).ref[0];

	lower_fn_expr_forget(b);
	return reg;
}

/* -- loops ---------------------------------------------------------------------------------- */

static uint32_t four_scalars(FnBuild *b)
{
	uint32_t first = lower_fn_emit_scalar(b);

	for (int k = 1; k < 4; k++)
		lower_fn_emit_scalar(b);
	return first;
}

uint32_t lower_fn_stmt_range(FnBuild *b, LowerValue first, LowerValue step, LowerValue last)
{
	uint32_t at = four_scalars(b);

	lower_fn_emit(b, FN_COUNT, at + 1, first.ref[0], step.ref[0], last.ref[0]);
	lower_fn_emit(b, IR_MOVE, at, constant(b, 0), 0, 0);
	lower_fn_emit(b, IR_MOVE, at + 2, first.ref[0], 0, 0);
	lower_fn_emit(b, IR_MOVE, at + 3, step.ref[0], 0, 0);
	return at;
}

uint32_t lower_fn_stmt_elements(FnBuild *b, LowerValue v)
{
	uint32_t at = four_scalars(b);

	if (lower_fn_type_leaves(b->l, v.type)->n > 0)
		lower_fn_emit(b, FN_SIZE, at + 1, v.ref[0], constant(b, 1), 0);
	else
		lower_fn_emit_refuse(b, "a loop over records without fields is not supported");
	lower_fn_emit(b, IR_MOVE, at, constant(b, 0), 0, 0);
	lower_fn_emit(b, IR_MOVE, at + 2, constant(b, 1), 0, 0);
	lower_fn_emit(b, IR_MOVE, at + 3, constant(b, 1), 0, 0);
	return at;
}

static void lower_stmts(FnBuild *b, const FlatStmt stmt[], int32_t n);

/* The body, the jump back, and the targets of break. */
static void loop_body(FnBuild *b, const StmtBranch *body, uint32_t top, uint32_t exit)
{
	size_t floor = b->breaks.n;

	lower_stmts(b, body->stmt, body->n_stmt);
	lower_fn_emit(b, FN_LOOP, top, 0, 0, 0);
	lower_fn_emit_target(b, exit);
	while (b->breaks.n > floor)
		lower_fn_emit_target(b, b->breaks.at[--b->breaks.n]);
}

/* A copy of the vector: the body may change what it was made of. */
static LowerValue copy_of(FnBuild *b, LowerValue v)
{
	LowerValue copy = lower_fn_emit_value(b, v.type);

	lower_fn_emit_move(b, copy, v);
	return copy;
}

static void lower_for(FnBuild *b, const FlatStmt *s)
{
	LowerValue iterator = lower_fn_expr_local(b, s->lhs->aux)->value, v = {0};
	const Expr *range = s->rhs;
	uint32_t four, top, exit, k = iterator.ref[0];

	if (range->op == EX_RANGE) {
		LowerValue first = lower_fn_expr(b, range->arg[0]);
		LowerValue step = lower_fn_expr(b, range->arg[1]);

		four = lower_fn_stmt_range(b, first, step, lower_fn_expr(b, range->arg[2]));
	} else {
		v = copy_of(b, lower_fn_expr(b, range));
		four = lower_fn_stmt_elements(b, v);
		k = lower_fn_emit_scalar(b);
	}
	lower_fn_expr_forget(b);
	top = lower_fn_emit_here(b);
	exit = lower_fn_emit(b, FN_NEXT, k, four, 0, 0);
	if (v.type)
		lower_fn_emit_move(b, iterator, lower_fn_part_element(b, v, s->lhs->type, k));
	loop_body(b, &s->branch[0], top, exit);
}

static void lower_while(FnBuild *b, const FlatStmt *s)
{
	uint32_t top = lower_fn_emit_here(b);
	uint32_t exit = lower_fn_emit(b, IR_UNLESS, 0, condition(b, s->branch[0].cond), 0, 0);

	loop_body(b, &s->branch[0], top, exit);
}

/* -- other statements ----------------------------------------------------------------------- */

static void lower_if(FnBuild *b, const FlatStmt *s)
{
	VEC(uint32_t) ends = {0};

	for (int i = 0; i < s->n_branch; i++) {
		const StmtBranch *branch = &s->branch[i];
		bool last = i == s->n_branch - 1;
		uint32_t skip = 0;

		if (branch->cond)
			skip = lower_fn_emit(b, IR_UNLESS, 0, condition(b, branch->cond), 0, 0);
		lower_stmts(b, branch->stmt, branch->n_stmt);
		if (!last)
			vec_push(b->alloc, &ends, lower_fn_emit(b, IR_JUMP, 0, 0, 0, 0));
		if (branch->cond)
			lower_fn_emit_target(b, skip);
	}
	for (size_t k = 0; k < ends.n; k++)
		lower_fn_emit_target(b, ends.at[k]);
}

/* The message is made only if the condition does not hold (MLS 8.3.7). */
static void lower_effect(FnBuild *b, const Expr *e)
{
	uint32_t failed, skip, message;

	if (e->op == EX_ASSERT) {
		failed = lower_fn_emit_scalar(b);
		lower_fn_emit(b, IR_NOT, failed, condition(b, e->arg[0]), 0, 0);
		skip = lower_fn_emit(b, IR_UNLESS, 0, failed, 0, 0);
		message = lower_fn_expr(b, e->arg[1]).ref[0];
		lower_fn_emit(b, FN_ASSERT, 0, lower_fn_expr(b, e->arg[2]).ref[0], message, 0);
		lower_fn_emit_target(b, skip);
	} else if (e->op == EX_TERMINATE) {
		lower_fn_emit(b, FN_STOP, 0, lower_fn_expr(b, e->arg[0]).ref[0], 0, 0);
	} else {
		lower_fn_expr_results(b, e, 0);
	}
}

/* (a, , b) := f(x) does not want the second one. */
static void lower_assign(FnBuild *b, const FlatStmt *s)
{
	uint64_t results = s->lhs->op == EX_TUPLE && s->lhs->n < 64 ? 0 : UINT64_MAX;

	for (uint32_t k = 0; results != UINT64_MAX && k < s->lhs->n; k++)
		results |= (uint64_t)(s->lhs->arg[k]->op != EX_SKIP) << k;
	lower_fn_part_assign(b, s->lhs, lower_fn_expr_results(b, s->rhs, results));
}

static void lower_stmt(FnBuild *b, const FlatStmt *s)
{
	switch ((StmtKind)s->kind) {
	case ST_ASSIGN: lower_assign(b, s); break;
	case ST_EFFECT: lower_effect(b, s->rhs); break;
	case ST_IF: lower_if(b, s); break;
	case ST_FOR: lower_for(b, s); break;
	case ST_WHILE: lower_while(b, s); break;
	case ST_BREAK: vec_push(b->alloc, &b->breaks, lower_fn_emit(b, IR_JUMP, 0, 0, 0, 0)); break;
	case ST_RETURN: vec_push(b->alloc, &b->returns, lower_fn_emit(b, IR_JUMP, 0, 0, 0, 0)); break;
	case ST_WHEN: lower_fn_emit_refuse(b, "a when-statement in a function is not supported"); break;
	}
}

/* Recurses into nested statements, as the parser did. */
static void lower_stmts(FnBuild *b, const FlatStmt stmt[], int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		LowerMark mark = lower_fn_emit_mark(b);

		lower_fn_emit_place(b, stmt[i].at);
		lower_stmt(b, &stmt[i]);
		lower_fn_expr_forget(b);
		lower_fn_emit_release(b, mark);
	}
}

/* -- entry ---------------------------------------------------------------------------------- */

/* The size of dimension d of a leaf of l as a scalar; LOWER_NONE: not given. */
static uint32_t declared_size(FnBuild *b, const FlatLocal *l, const Leaf *leaf, int d)
{
	if (leaf->dim[d] != DIM_OPEN)
		return constant(b, leaf->dim[d]);
	if (d < l->type->rank && l->dim && l->dim[d])
		return lower_fn_expr(b, l->dim[d]).ref[0];
	return LOWER_NONE;
}

/* Sizes that are known from the type are compared at the call. */
static void check_input(FnBuild *b, const FlatLocal *l, LowerValue v)
{
	const Leaves *leaves = lower_fn_type_leaves(b->l, l->type);

	for (uint32_t k = 0; k < leaves->n; k++)
		for (int d = 0; d < l->type->rank; d++) {
			uint32_t size = declared_size(b, l, &leaves->at[k], d);

			if (leaves->at[k].dim[d] == DIM_OPEN && size != LOWER_NONE)
				lower_fn_emit(b, FN_CHECK, 0, v.ref[k], (uint32_t)d, size);
		}
}

static void init_array(FnBuild *b, const FlatLocal *l, const Leaf *leaf, uint32_t dst,
					   const uint32_t *value)
{
	uint32_t size[IR_MAX_RANK];

	for (int d = 0; d < leaf->rank; d++)
		size[d] = declared_size(b, l, leaf, d);
	if (value) {
		lower_fn_emit(b, FN_COPY, dst, *value, 0, 0);
		for (int d = 0; d < leaf->rank; d++)
			if (size[d] != LOWER_NONE)
				lower_fn_emit(b, FN_CHECK, 0, dst, (uint32_t)d, size[d]);
		return;
	}
	for (int d = 0; d < leaf->rank; d++)
		if (size[d] == LOWER_NONE)
			size[d] = constant(b, 0);
	lower_fn_emit(b, FN_FILL_S, dst, constant(b, lower_fn_type_unset(b->l, leaf->elem)), 0,
				  lower_fn_emit_list(b, size, leaf->rank));
}

/* By leaf of a record: does some statement give a value to the field that it belongs to? */
static const bool *assigned_leaves(FnBuild *b, const FlatLocal *l)
{
	const bool *fields = doubt_fields(&b->fn, (int32_t)(l - b->fn.body.local), b->scratch);
	bool *leaf = NEW_ARRAY(b->scratch, bool, lower_fn_type_leaves(b->l, l->type)->n + 1);
	uint32_t k = 0;

	for (int i = 0; i < l->type->n_fields; i++)
		for (uint32_t n = lower_fn_type_leaves(b->l, l->type->field[i].type)->n; n > 0; n--)
			leaf[k++] = fields[i];
	return leaf;
}

/* A variable gets its declared value, or one that says it has none. Fields that some statement
   assigns are 0 until it does: libraries leave out those that they do not need then. */
static void init_local(FnBuild *b, const FlatLocal *l, const LowerLocal *local)
{
	const bool *assigned = NULL;
	const Leaves *leaves = lower_fn_type_leaves(b->l, l->type);
	LowerValue v = {0};

	if (l->init)
		v = lower_fn_expr(b, l->init);
	else if (l->type->kind == TY_RECORD && !b->fn.external)
		assigned = assigned_leaves(b, l);
	for (uint32_t k = 0; k < leaves->n; k++) {
		uint32_t dst = local->value.ref[k];

		if (leaves->at[k].rank > 0)
			init_array(b, l, &leaves->at[k], dst, v.ref ? &v.ref[k] : NULL);
		else if (v.ref)
			lower_fn_emit(b, IR_MOVE, dst, v.ref[k], 0, 0);
		else if (l->type->kind == TY_RECORD || b->fn.external || local->flag != LOWER_NONE)
			lower_fn_emit(b, IR_MOVE, dst,
						  constant(b, assigned && !assigned[k]
										  ? lower_fn_type_unset(b->l, leaves->at[k].elem)
										  : lower_fn_type_zero(b->l, leaves->at[k].elem)),
						  0, 0);
	}
	if (local->flag != LOWER_NONE && l->init)
		lower_fn_emit(b, IR_MOVE, local->flag, constant(b, 1), 0, 0);
}

static void init_locals(FnBuild *b, const int32_t order[])
{
	for (int32_t k = 0; k < b->fn.body.n_locals; k++)
		if (b->locals.at[k].flag != LOWER_NONE)
			lower_fn_emit(b, IR_MOVE, b->locals.at[k].flag, constant(b, 0), 0, 0);
	for (int32_t k = 0; k < b->fn.body.n_locals; k++) {
		const FlatLocal *l = &b->fn.body.local[order[k]];
		const LowerLocal *local = &b->locals.at[order[k]];
		LowerMark mark = lower_fn_emit_mark(b);

		if (l->kind == LO_ITERATOR)
			continue;
		lower_fn_emit_place(b, l->at);
		if (lower_fn_type_leaves(b->l, l->type)->too_deep)
			lower_fn_emit_refuse(b, "'%s' has more than %d dimensions, which is not supported",
								 intern_text(b->m->names, l->name), IR_MAX_RANK);
		else if (l->kind == LO_INPUT)
			check_input(b, l, local->value);
		else
			init_local(b, l, local);
		lower_fn_expr_forget(b);
		lower_fn_emit_release(b, mark);
	}
}

/* -- the function --------------------------------------------------------------------------- */

/* Registers of all variables; arrays bear their names for messages. */
static void declare(FnBuild *b)
{
	for (int32_t i = 0; i < b->fn.body.n_locals; i++) {
		const FlatLocal *l = &b->fn.body.local[i];
		const Leaves *leaves = lower_fn_type_leaves(b->l, l->type);
		LowerLocal *local = lower_fn_expr_local(b, (uint32_t)i);

		local->value = lower_fn_emit_value(b, l->type);
		for (uint32_t k = 0; k < leaves->n; k++)
			if (leaves->at[k].rank > 0)
				b->arrays.at[local->value.ref[k]].name =
					arena_printf(b->l->ir->keep, "%s%s", intern_text(b->m->names, l->name),
								 leaves->at[k].suffix);
	}
}

/* The first output is always wanted: it is zero where nothing was assigned to it. */
static bool is_zero_at_exit(const FnBuild *b, int32_t i)
{
	return i == b->fn.n_in && b->fn.n_out > 0 && b->locals.at[i].check_at_exit &&
		   b->fn.body.local[i].zero_unset;
}

/* Outputs that may have been given no value: whoever wants them looks at their flags. */
static void flag_outputs(FnBuild *b)
{
	IrFnLeaf *leaf = NEW_ARRAY(b->scratch, IrFnLeaf, b->out.n);
	int32_t n = 0;

	for (int32_t i = b->fn.n_in; i < b->fn.n_in + b->fn.n_out; i++) {
		const LowerLocal *local = &b->locals.at[i];
		uint32_t count = lower_fn_type_leaves(b->l, local->value.type)->n;

		for (uint32_t k = 0; k < count; k++, n++) {
			leaf[n] = b->out.leaf[n];
			if (local->check_at_exit && !is_zero_at_exit(b, i))
				leaf[n].flag = local->flag;
		}
	}
	b->out.leaf = leaf;
}

/* At the end: zero is what it gives, with a warning. */
static void need_output(FnBuild *b, int32_t i)
{
	const LowerValue *value = &b->locals.at[i].value;
	const Leaves *leaves = lower_fn_type_leaves(b->l, value->type);

	lower_fn_emit_place(b, b->fn.body.local[i].at);
	lower_fn_expr_need(b, (uint32_t)i,
					   leaves->n == 1 && leaves->at[0].rank > 0 ? value->ref[0] + 1 : 0);
}

void lower_fn_stmt_body(FnBuild *b)
{
	const int32_t *order = doubt_order(&b->fn, &b->l->walk, b->scratch);
	LowerValue *value = NEW_ARRAY(b->scratch, LowerValue, b->fn.body.n_locals);
	const uint8_t *doubt =
		b->fn.external ? NULL : doubt_find(&b->fn, order, &b->l->walk, b->scratch);

	declare(b);
	for (int32_t i = 0; i < b->fn.body.n_locals; i++) {
		LowerLocal *local = &b->locals.at[i];

		local->check_at_read = doubt && (doubt[i] & DOUBT_AT_READ);
		local->check_at_exit = doubt && (doubt[i] & DOUBT_AT_EXIT);
		value[i] = local->value;
		if (local->check_at_read || local->check_at_exit)
			local->flag = lower_fn_emit_scalar(b);
	}
	b->n_var_scalars = b->n_scalars;
	b->n_var_arrays = b->n_arrays;
	b->in = lower_fn_type_side(b, b->fn.body.local, value, b->fn.n_in);
	b->out = lower_fn_type_side(b, b->fn.body.local + b->fn.n_in, value + b->fn.n_in, b->fn.n_out);
	flag_outputs(b);
	init_locals(b, order);
	if (b->fn.external)
		lower_fn_extern(b);
	else
		lower_stmts(b, b->fn.body.stmt, b->fn.body.n_stmt);
	while (b->returns.n > 0)
		lower_fn_emit_target(b, b->returns.at[--b->returns.n]);
	if (is_zero_at_exit(b, b->fn.n_in))
		need_output(b, b->fn.n_in);
}
