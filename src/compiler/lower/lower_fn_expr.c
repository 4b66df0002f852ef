/* SPDX-License-Identifier: MIT
   lower_fn_expr.c — expressions to code, on an explicit stack: operators under way in `task`, the
   registers of their arguments in `value`. Most operators want all arguments in order; if, and, or
   and iterations make jumps. A shared node is computed once in a statement; what is computed in a
   part that may be skipped is forgotten behind it. */
#include "compiler/eval/eval.h"
#include "compiler/lower/lower_fn.h"

static void push_value(FnBuild *b, LowerValue v)
{
	vec_push(b->alloc, &b->value, v);
}

static LowerValue one_value(FnBuild *b, const Type *type, uint32_t reg)
{
	uint32_t *ref = NEW(b->scratch, uint32_t);

	*ref = reg;
	return (LowerValue){type, ref};
}

/* -- what is known already ------------------------------------------------------------------ */

static void forget_since(FnBuild *b, uint32_t scope)
{
	while (b->memo_log.n > scope)
		map_remove(&b->memo, b->memo_log.at[--b->memo_log.n]);
}

void lower_fn_expr_forget(FnBuild *b)
{
	forget_since(b, 0);
	if (b->wanted.n > 0) {
		map_free(&b->wanted);
		map_init(&b->wanted, b->alloc);
	}
}

static void remember(FnBuild *b, const Expr *e, LowerValue v)
{
	LowerValue *known = NEW(b->scratch, LowerValue);

	*known = v;
	map_put(&b->memo, e->id, map_key(known));
	vec_push(b->alloc, &b->memo_log, e->id);
}

/* -- leaves --------------------------------------------------------------------------------- */

LowerLocal *lower_fn_expr_local(FnBuild *b, uint32_t local)
{
	while (local >= b->locals.n) /* iterators of an expression come as they are met */
		vec_push(b->alloc, &b->locals, ((LowerLocal){.flag = LOWER_NONE}));
	return &b->locals.at[local];
}

/* Registers that stand for something that has no value here: the code fails before. */
static LowerValue refused(FnBuild *b, const Expr *e)
{
	if (e->op == EX_VAR)
		lower_fn_emit_refuse(b, "a function uses a variable of the model");
	else
		lower_fn_emit_refuse(b, "%s has a value only during simulation, not in a function",
							 e->op == EX_TIME ? "time" : expr_op_info[e->op].text);
	return lower_fn_emit_value(b, e->type);
}

void lower_fn_expr_need(FnBuild *b, uint32_t i, uint32_t array)
{
	const FlatLocal *l = &b->fn.body.local[i];

	lower_fn_emit(b, FN_NEED, l->zero_unset, b->locals.at[i].flag,
				  lower_fn_text(b->l, intern_text(b->m->names, l->name)), array);
}

static LowerValue read_local(FnBuild *b, const Expr *e)
{
	const LowerLocal *local = lower_fn_expr_local(b, e->aux);
	const Leaves *leaves;
	uint32_t array = 0;

	if (!local->value.type)
		return refused(b, e);
	if (local->check_at_read) {
		leaves = lower_fn_type_leaves(b->l, local->value.type);
		if (leaves->n == 1 && leaves->at[0].rank > 0)
			array = local->value.ref[0] + 1;
		lower_fn_expr_need(b, e->aux, array);
	}
	return (LowerValue){e->type, local->value.ref};
}

/* An array of variables, of pre(…) of variables …: its elements are inputs. */
static LowerValue input_array(FnBuild *b, const Expr *e)
{
	int32_t n = e->type->n_scalars;
	uint32_t *ref = NEW_ARRAY(b->scratch, uint32_t, n), dim[IR_MAX_RANK];
	LowerValue v = lower_fn_emit_value(b, e->type);

	for (int32_t k = 0; k < n; k++) {
		const Expr *x = scalar_at(b->p, b->scratch, e, k);
		const uint64_t *reg = map_find(&b->inputs, x->id);

		if (!reg)
			BUG("an element that is no input of the function of an expression");
		ref[k] = (uint32_t)*reg;
	}
	lower_fn_emit(b, FN_ARRAY_S, v.ref[0], lower_fn_emit_list(b, ref, (uint32_t)n), 0, 0);
	if (e->type->rank > 1) {
		for (int d = 0; d < e->type->rank; d++)
			dim[d] = (uint32_t)e->type->dim[d];
		lower_fn_emit(b, FN_SHAPE, v.ref[0], lower_fn_emit_list(b, dim, e->type->rank), 0, 0);
	}
	return v;
}

static double literal(FnBuild *b, const Expr *e)
{
	if (e->op == EX_REAL)
		return expr_real_value(e);
	if (e->op == EX_STRING)
		return lower_fn_text(b->l, intern_text(b->m->names, (Name){e->aux}));
	return (double)expr_integer_value(e);
}

static LowerValue leaf(FnBuild *b, const Expr *e)
{
	switch (e->op) {
	case EX_REAL:
	case EX_INTEGER:
	case EX_BOOLEAN:
	case EX_ENUM:
	case EX_STRING: return one_value(b, e->type, lower_fn_emit_constant(b, literal(b, e)));
	case EX_LOCAL: return read_local(b, e);
	case EX_COLON:
	case EX_SKIP: return (LowerValue){0};
	case EX_ARRAY:
	case EX_RECORD:
	case EX_TUPLE:
	case EX_CALL: return lower_fn_op(b, e, NULL);
	default: return refused(b, e);
	}
}

/* Adds the elements of an array of literals to the table; false: it is not one. Recurses into
   dimensions. */
static bool add_literals(FnBuild *b, const Expr *e)
{
	if (e->type->rank == 0 && !expr_is_literal(e))
		return false;
	if (e->type->rank > 0 && e->op != EX_ARRAY)
		return false;
	if (e->type->rank == 0)
		vec_push(b->alloc, &b->table, literal(b, e));
	for (uint32_t k = 0; k < e->n; k++)
		if (!add_literals(b, e->arg[k]))
			return false;
	return true;
}

/* A constant array is made by one instruction. */
static bool constant_array(FnBuild *b, const Expr *e, LowerValue *v)
{
	size_t start = b->table.n;
	uint32_t dim[IR_MAX_RANK];

	if (e->op != EX_ARRAY || e->n == 0 || e->variability != VB_CONSTANT ||
		e->type->n_scalars <= 0 || e->type->rank > IR_MAX_RANK)
		return false;
	if (!add_literals(b, e)) {
		b->table.n = start;
		return false;
	}
	for (int d = 0; d < e->type->rank; d++)
		dim[d] = (uint32_t)e->type->dim[d];
	*v = one_value(b, e->type, lower_fn_emit_array(b, NULL));
	lower_fn_emit(b, FN_TABLE, v->ref[0], 0, (uint32_t)start,
				  lower_fn_emit_list(b, dim, e->type->rank));
	return true;
}

/* Is e, not itself an input, made of inputs element by element? */
static bool is_input_array(const FnBuild *b, const Expr *e)
{
	return b->inputs.n > 0 && e->type && e->type->rank > 0 && e->type->n_scalars >= 0 &&
		   (e->op == EX_VAR || e->op == EX_PRE || e->op == EX_DER || e->op == EX_PREVIOUS);
}

/* -- the stack ------------------------------------------------------------------------------ */

static LowerTask *top(FnBuild *b)
{
	return &b->task.at[b->task.n - 1];
}

static void push(FnBuild *b, const Expr *e)
{
	const uint64_t *input = b->inputs.n > 0 ? map_find(&b->inputs, e->id) : NULL;
	const LowerValue *known;
	const Expr *number;
	LowerValue v;

	if (input) {
		push_value(b, one_value(b, e->type, (uint32_t)*input));
		return;
	}
	if (e->n == 0 && !is_input_array(b, e)) {
		push_value(b, leaf(b, e));
		return;
	}
	known = map_find_ptr(&b->memo, e->id);
	if (known) {
		push_value(b, *known);
	} else if (is_input_array(b, e)) {
		v = input_array(b, e);
		remember(b, e, v);
		push_value(b, v);
	} else if (constant_array(b, e, &v)) {
		remember(b, e, v);
		push_value(b, v);
	} else if ((number = interp_call(b->m, e)) != NULL) {
		v = leaf(b, number);
		remember(b, e, v);
		push_value(b, v);
	} else {
		vec_push(b->alloc, &b->task, ((LowerTask){.e = e, .base = (uint32_t)b->value.n}));
	}
}

static void finish(FnBuild *b, LowerValue v)
{
	const LowerTask *t = top(b);

	remember(b, t->e, v);
	b->value.n = t->base;
	b->task.n--;
	push_value(b, v);
}

/* -- operators that choose ------------------------------------------------------------------ */

/* A scalar that is there already: no code is needed for it. */
static bool is_ready(FnBuild *b, const Expr *e)
{
	if (e->type->rank > 0 || e->n > 0 || e->type->kind == TY_RECORD)
		return false;
	if (e->op == EX_LOCAL) {
		const LowerLocal *local = lower_fn_expr_local(b, e->aux);

		return local->value.type && !local->check_at_read;
	}
	return expr_is_literal(e) || (b->inputs.n > 0 && map_find(&b->inputs, e->id));
}

static void select_ready(FnBuild *b, LowerTask *t)
{
	const Expr *e = t->e;
	const LowerValue *arg = b->value.at + t->base;

	if (t->next < 3) {
		push(b, e->arg[t->next++]);
		return;
	}
	t->dst = lower_fn_emit_value(b, e->type);
	lower_fn_emit(b, IR_SELECT, t->dst.ref[0], arg[0].ref[0], arg[1].ref[0], arg[2].ref[0]);
	finish(b, t->dst);
}

/* Each arm goes to the same registers. */
static void step_if(FnBuild *b, LowerTask *t)
{
	const Expr *e = t->e;
	const LowerValue *arg = b->value.at + t->base;

	if (is_ready(b, e->arg[1]) && is_ready(b, e->arg[2])) {
		select_ready(b, t);
		return;
	}
	switch (t->next++) {
	case 0: push(b, e->arg[0]); break;
	case 1:
		t->at[0] = lower_fn_emit(b, IR_UNLESS, 0, arg[0].ref[0], 0, 0);
		t->scope = (uint32_t)b->memo_log.n;
		push(b, e->arg[1]);
		break;
	case 2:
		t->dst = lower_fn_emit_value(b, e->type);
		lower_fn_emit_move(b, t->dst, arg[1]);
		t->at[1] = lower_fn_emit(b, IR_JUMP, 0, 0, 0, 0);
		lower_fn_emit_target(b, t->at[0]);
		forget_since(b, t->scope);
		push(b, e->arg[2]);
		break;
	default:
		lower_fn_emit_move(b, t->dst, arg[2]);
		lower_fn_emit_target(b, t->at[1]);
		forget_since(b, t->scope);
		finish(b, t->dst);
		break;
	}
}

/* The second operand is needed only if the first does not decide (MLS 3.3). */
static void step_logic(FnBuild *b, LowerTask *t)
{
	const Expr *e = t->e;
	const LowerValue *arg = b->value.at + t->base;
	bool lazy = e->type->rank == 0 && (e->arg[1]->flags & (XF_FAIL | XF_CALL | XF_IMPURE));
	uint32_t test;

	switch (t->next++) {
	case 0: push(b, e->arg[0]); break;
	case 1:
		if (lazy) {
			t->dst = lower_fn_emit_value(b, e->type);
			lower_fn_emit(b, IR_MOVE, t->dst.ref[0], arg[0].ref[0], 0, 0);
			test = t->dst.ref[0];
			if (e->op == EX_OR) {
				test = lower_fn_emit_scalar(b);
				lower_fn_emit(b, IR_NOT, test, t->dst.ref[0], 0, 0);
			}
			t->at[0] = lower_fn_emit(b, IR_UNLESS, 0, test, 0, 0);
			t->scope = (uint32_t)b->memo_log.n;
		}
		push(b, e->arg[1]);
		break;
	default:
		if (!lazy) {
			finish(b, lower_fn_op(b, e, arg));
			break;
		}
		lower_fn_emit(b, IR_MOVE, t->dst.ref[0], arg[1].ref[0], 0, 0);
		lower_fn_emit_target(b, t->at[0]);
		forget_since(b, t->scope);
		finish(b, t->dst);
		break;
	}
}

/* noEvent, smooth, homotopy: one of the arguments. */
static void step_same(FnBuild *b, LowerTask *t, uint32_t which)
{
	if (t->next++ == 0)
		push(b, t->e->arg[which]);
	else
		finish(b, b->value.at[t->base]);
}

/* size(a, …) asks for no elements: a variable need not have a value yet. */
static void step_size(FnBuild *b, LowerTask *t)
{
	const Expr *e = t->e, *a = e->arg[0];
	uint32_t state = t->next++;
	const LowerLocal *local = a->op == EX_LOCAL ? lower_fn_expr_local(b, a->aux) : NULL;

	if (state == 0 && local && local->value.type)
		push_value(b, (LowerValue){a->type, local->value.ref});
	else if (state < e->n)
		push(b, e->arg[state]);
	else
		finish(b, lower_fn_op(b, e, b->value.at + t->base));
}

/* a.f[i].g[j]: the innermost a, all subscripts, then one access. */
static void step_part(FnBuild *b, LowerTask *t)
{
	const Expr *base;
	uint32_t n = lower_fn_part_chain(t->e, &base), state = t->next++;

	if (state == 0) {
		push(b, base);
	} else if (state <= n) {
		push(b, lower_fn_part_subscript(t->e, state - 1));
	} else {
		const LowerValue *arg = b->value.at + t->base;

		finish(b, lower_fn_part_read(b, t->e, arg[0], arg + 1));
	}
}

/* -- iterations ----------------------------------------------------------------------------- */

/* The first turn takes the value of the body, the others combine. */
static void combine(FnBuild *b, const LowerTask *t, LowerValue v)
{
	const Expr *e = t->e;
	uint32_t dst = t->dst.ref[0], is_first = lower_fn_emit_scalar(b), other, end;
	ExprOp step = expr_step_op(e->op);
	IrOp op = expr_value_op(step, e->type->kind);

	lower_fn_emit(b, IR_EQ, is_first, t->first, lower_fn_emit_constant(b, 1), 0);
	other = lower_fn_emit(b, IR_UNLESS, 0, is_first, 0, 0);
	lower_fn_emit_move(b, t->dst, v);
	end = lower_fn_emit(b, IR_JUMP, 0, 0, 0, 0);
	lower_fn_emit_target(b, other);
	if (e->type->rank == 0) {
		lower_fn_emit(b, op, dst, dst, v.ref[0], 0);
	} else {
		uint32_t sum = lower_fn_emit_array(b, NULL);

		lower_fn_emit(b, FN_MAP_AA, sum, dst, v.ref[0], op);
		lower_fn_emit(b, FN_COPY, dst, sum, 0, 0);
	}
	lower_fn_emit_target(b, end);
}

/* Before the first turn: no elements, or what a reduction of nothing gives. */
static void begin_result(FnBuild *b, LowerTask *t)
{
	const Expr *e = t->e;
	const Leaves *leaves = lower_fn_type_leaves(b->l, e->type);
	uint32_t dim[IR_MAX_RANK];

	t->dst = lower_fn_emit_value(b, e->type);
	for (uint32_t k = 0; k < leaves->n; k++) {
		const Leaf *l = &leaves->at[k];
		uint32_t neutral;

		for (int d = 0; d < l->rank; d++)
			dim[d] = l->dim[d] == DIM_OPEN ? 0 : (uint32_t)l->dim[d];
		if (e->op == EX_FOR_ARRAY) {
			dim[0] = 0;
			lower_fn_emit(b, FN_EMPTY, t->dst.ref[k], lower_fn_emit_list(b, dim, l->rank), 0, 0);
			continue;
		}
		neutral = lower_fn_emit_constant(b, expr_empty_value(e->op, l->elem));
		for (int d = 0; d < l->rank; d++)
			dim[d] = lower_fn_emit_constant(b, dim[d]);
		if (l->rank == 0)
			lower_fn_emit(b, IR_MOVE, t->dst.ref[k], neutral, 0, 0);
		else
			lower_fn_emit(b, FN_FILL_S, t->dst.ref[k], neutral, 0,
						  lower_fn_emit_list(b, dim, l->rank));
	}
}

/* The iterator is given its registers, then the body follows. */
static void begin_turn(FnBuild *b, LowerTask *t)
{
	const Expr *iterator = t->e->arg[0];
	LowerLocal *local = lower_fn_expr_local(b, iterator->aux);

	if (!local->value.type)
		local->value = lower_fn_emit_value(b, iterator->type);
	t->at[1] = lower_fn_emit_here(b);
	if (t->item.type) {
		uint32_t k = lower_fn_emit_scalar(b);

		t->at[0] = lower_fn_emit(b, FN_NEXT, k, t->first, 0, 0);
		lower_fn_emit_move(b, local->value, lower_fn_part_element(b, t->item, iterator->type, k));
	} else {
		t->at[0] = lower_fn_emit(b, FN_NEXT, local->value.ref[0], t->first, 0, 0);
	}
	t->scope = (uint32_t)b->memo_log.n;
}

static void end_turn(FnBuild *b, LowerTask *t, LowerValue v)
{
	const Leaves *leaves = lower_fn_type_leaves(b->l, v.type);

	if (t->e->op == EX_FOR_ARRAY) {
		for (uint32_t k = 0; k < leaves->n; k++)
			lower_fn_emit(b, leaves->at[k].rank > 0 ? (uint32_t)FN_APPEND_A : (uint32_t)FN_APPEND_S,
						  t->dst.ref[k], v.ref[k], 0, 0);
	} else {
		combine(b, t, v);
	}
	lower_fn_emit(b, FN_LOOP, t->at[1], 0, 0, 0);
	lower_fn_emit_target(b, t->at[0]);
	forget_since(b, t->scope);
}

/* {body for i in range}, sum(body for i in range) …; states: range or its three parts, body. */
static void step_for(FnBuild *b, LowerTask *t)
{
	const Expr *e = t->e, *range = e->arg[1];
	const LowerValue *arg = b->value.at + t->base;
	uint32_t parts = range->op == EX_RANGE ? 3 : 1, state = t->next++;

	if (state < parts) {
		push(b, parts == 3 ? range->arg[state] : range);
		return;
	}
	if (state > parts) {
		end_turn(b, t, arg[parts]);
		finish(b, t->dst);
		return;
	}
	if (parts == 3) {
		t->first = lower_fn_stmt_range(b, arg[0], arg[1], arg[2]);
	} else {
		t->item = arg[0];
		t->first = lower_fn_stmt_elements(b, arg[0]);
	}
	begin_result(b, t);
	begin_turn(b, t);
	push(b, e->arg[2]);
}

/* -- all of it ------------------------------------------------------------------------------ */

static void step(FnBuild *b)
{
	LowerTask *t = top(b);
	const Expr *e = t->e;

	switch (e->op) {
	case EX_IF: step_if(b, t); break;
	case EX_AND:
	case EX_OR: step_logic(b, t); break;
	case EX_NO_EVENT:
	case EX_HOMOTOPY: step_same(b, t, 0); break;
	case EX_SMOOTH: step_same(b, t, 1); break;
	case EX_SIZE: step_size(b, t); break;
	case EX_INDEX:
	case EX_FIELD: step_part(b, t); break;
	case EX_FOR_ARRAY:
	case EX_FOR_SUM:
	case EX_FOR_PRODUCT:
	case EX_FOR_MIN:
	case EX_FOR_MAX: step_for(b, t); break;
	default:
		if (e->op >= EX_DER && e->op != EX_SEMI_LINEAR)
			finish(b, refused(b, e)); /* whatever the arguments */
		else if (t->next < e->n)
			push(b, e->arg[t->next++]);
		else
			finish(b, lower_fn_op(b, e, b->value.at + t->base));
		break;
	}
}

/* -- results that are wanted ---------------------------------------------------------------- */

static void want(FnBuild *b, const Expr *call, uint64_t results)
{
	const uint64_t *known = map_find(&b->wanted, call->id);
	uint64_t before = known ? *known : 0;

	map_put(&b->wanted, call->id, before | results);
	if (map_find(&b->memo, call->id) && (before | results) != before)
		map_remove(&b->memo, call->id); /* computed without them */
}

/* Of a function with several results, those that something takes: the others need no value. */
static void note_wanted(FnBuild *b, const Expr *e)
{
	Walk *w = &b->l->walk;

	if (!(e->flags & XF_CALL))
		return;
	walk_begin(w, e);
	while ((e = walk_next(w)))
		if (e->op == EX_RESULT && e->arg[0]->op == EX_CALL)
			want(b, e->arg[0], e->aux < 64 ? (uint64_t)1 << e->aux : UINT64_MAX);
		else if (!(e->flags & XF_CALL))
			walk_skip(w);
}

uint64_t lower_fn_expr_wanted(const FnBuild *b, const Expr *call)
{
	const uint64_t *known = map_find(&b->wanted, call->id);

	return known ? *known : UINT64_MAX;
}

LowerValue lower_fn_expr_results(FnBuild *b, const Expr *e, uint64_t results)
{
	size_t outer = b->floor;

	if (e->op == EX_CALL && e->type->kind == TY_TUPLE)
		want(b, e, results);
	note_wanted(b, e);
	b->floor = b->task.n;
	push(b, e);
	while (b->task.n > b->floor)
		step(b);
	b->floor = outer;
	return b->value.at[--b->value.n];
}

LowerValue lower_fn_expr(FnBuild *b, const Expr *e)
{
	return lower_fn_expr_results(b, e, UINT64_MAX);
}
