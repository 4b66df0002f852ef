/* SPDX-License-Identifier: MIT
   lower_expr.c — expressions to instructions, with a stack of our own. Every node is computed once
   in a region, since equal expressions are one node; what is computed in an arm of a branch is
   forgotten at its end. An if becomes a select where both arms are cheap, otherwise a branch. */
#include "compiler/lower/lower.h"

#include <math.h>
#include <string.h>

#define CHEAP_MOST 8 /* operations in an arm that is computed whether needed or not */

void lower_begin(Lower *l)
{
	l->instrs.n = l->origin.n = l->batch_at.n = 0;
	l->n_temps = 0;
	l->at_source = -1;
	vec_push(arena_allocator(l->scratch), &l->open, 1);
	l->scope = (uint32_t)l->open.n; /* scopes count from 1; 0: never */
}

int32_t lower_end(Lower *l)
{
	IrRegion r = {.n_instrs = (int32_t)l->instrs.n};
	IrInstr *instr = NEW_ARRAY(l->keep, IrInstr, l->instrs.n);
	int32_t *origin = NEW_ARRAY(l->keep, int32_t, l->instrs.n);
	IrBatchAt *batch_at = NEW_ARRAY(l->keep, IrBatchAt, l->batch_at.n);

	if (l->instrs.n) {
		memcpy(instr, l->instrs.at, l->instrs.n * sizeof *instr);
		memcpy(origin, l->origin.at, l->origin.n * sizeof *origin);
	}
	r.instr = instr;
	r.source = origin;
	r.n_batches = (int32_t)l->batch_at.n;
	if (l->batch_at.n)
		memcpy(batch_at, l->batch_at.at, l->batch_at.n * sizeof *batch_at);
	r.batch_at = batch_at;
	l->open.at[l->scope - 1] = 0;
	if (l->n_temps > l->most_temps)
		l->most_temps = l->n_temps;
	vec_push(arena_allocator(l->scratch), &l->region_code, instr);
	vec_push(arena_allocator(l->keep), &l->code->regions, r);
	return (int32_t)l->code->regions.n - 1;
}

void lower_emit(Lower *l, IrOp op, uint32_t dst, uint32_t a, uint32_t b, uint32_t c)
{
	vec_push(arena_allocator(l->scratch), &l->instrs, ((IrInstr){op, dst, a, b, c}));
	vec_push(arena_allocator(l->scratch), &l->origin, l->at_source);
}

static uint32_t new_temps(Lower *l, uint32_t n)
{
	uint32_t first = LOWER_TEMP + l->n_temps;

	l->n_temps += n;
	return first;
}

static uint32_t emit_temp(Lower *l, IrOp op, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t dst = new_temps(l, 1);

	lower_emit(l, op, dst, a, b, c);
	return dst;
}

/* Is it a variable with a place of its own? Half of all nodes are: nothing is remembered of them.
 */
static bool is_placed(const Lower *l, const Expr *e)
{
	return e->op == EX_VAR && e->type->rank == 0 && l->slot[e->aux] >= 0;
}

static void remember(Lower *l, const Expr *e, uint32_t slot)
{
	const MdvAlloc *a = arena_allocator(l->scratch);

	if (is_placed(l, e))
		return;
	if (e->id >= l->memo.n) {
		size_t n = l->p->n + l->p->n / 4 + 64;

		(void)vec_reserve(a, &l->memo, n);
		memset(l->memo.at + l->memo.n, 0, (n - l->memo.n) * sizeof *l->memo.at);
		l->memo.n = n;
	}
	l->memo.at[e->id] = (LowerMemo){slot, l->scope};
}

uint32_t lower_known(const Lower *l, const Expr *e)
{
	const LowerMemo *m;

	if (is_placed(l, e))
		return (uint32_t)l->slot[e->aux];
	if (e->id >= l->memo.n)
		return LOWER_UNKNOWN;
	m = &l->memo.at[e->id];
	return m->scope && l->open.at[m->scope - 1] ? m->slot : LOWER_UNKNOWN;
}

uint32_t lower_leaf(Lower *l, const Expr *e)
{
	switch (e->op) {
	case EX_REAL: return lower_constant(l, expr_real_value(e));
	case EX_INTEGER:
	case EX_BOOLEAN:
	case EX_ENUM: return lower_constant(l, (double)expr_integer_value(e));
	case EX_STRING:
		return lower_constant(l, lower_fn_text(&l->fns, intern_text(l->p->names, (Name){e->aux})));
	case EX_VAR:
		if (e->type->rank == 0 && l->slot[e->aux] < 0)
			BUG("a variable without a place");
		return (uint32_t)l->slot[e->aux];
	case EX_PRE: return (uint32_t)l->pre[e->arg[0]->aux];
	case EX_DER: return (uint32_t)l->tangent[e->arg[0]->aux];
	case EX_TIME: return (uint32_t)l->out->time;
	case EX_INITIAL: return (uint32_t)l->out->is_initial;
	case EX_TERMINAL: return (uint32_t)l->out->is_terminal;
	default: return LOWER_UNKNOWN;
	}
}

/* The operation that computes an operator; IR_OP_COUNT: there is none. */
static IrOp simple_op(const Expr *e)
{
	return e->n ? expr_value_op((ExprOp)e->op, e->arg[0]->type->kind) : IR_OP_COUNT;
}

static bool is_string_op(const Expr *e)
{
	if (e->type->kind == TY_STRING && e->op != EX_STRING && e->op != EX_VAR && e->op != EX_CALL &&
		e->op != EX_IF && e->op != EX_INDEX && e->op != EX_FIELD && e->op != EX_RESULT &&
		e->op != EX_PRE)
		return true;
	return e->n == 2 && e->arg[0]->type->kind == TY_STRING && e->op >= EX_LT && e->op <= EX_GE;
}

/* As mdv_power computes it, where the exponent is known. */
static uint32_t power(Lower *l, const Expr *e, uint32_t a, uint32_t b)
{
	double n = e->arg[1]->op == EX_REAL ? expr_real_value(e->arg[1]) : NAN;
	uint32_t square;

	if (n == 2)
		return emit_temp(l, IR_MUL, a, a, 0);
	if (n == 3 || n == 4) {
		square = emit_temp(l, IR_MUL, a, a, 0);
		return emit_temp(l, IR_MUL, square, n == 3 ? a : square, 0);
	}
	if (n == -1)
		return emit_temp(l, IR_DIV, lower_constant(l, 1), a, 0);
	if (n == 0.5)
		return emit_temp(l, IR_SQRT, a, 0, 0);
	return emit_temp(l, IR_POW, a, b, 0);
}

bool lower_is_plain(const Expr *e)
{
	if (is_string_op(e) || e->type->rank || e->type->kind == TY_STRING)
		return false;
	switch (e->op) {
	case EX_TO_ENUM:
	case EX_NO_EVENT:
	case EX_SMOOTH:
	case EX_IF:
	case EX_SEMI_LINEAR:
	case EX_HOMOTOPY: return true;
	default: return simple_op(e) != IR_OP_COUNT;
	}
}

uint32_t lower_operator(Lower *l, const Expr *e, const uint32_t arg[3])
{
	uint32_t a = arg[0], b = arg[1];
	IrOp op = simple_op(e);

	if (op == IR_MOVE)
		return a;
	if (op == IR_POW)
		return power(l, e, a, b);
	if (op != IR_OP_COUNT)
		return e->op == EX_GT || e->op == EX_GE ? emit_temp(l, op, b, a, 0)
												: emit_temp(l, op, a, b, 0);
	switch (e->op) {
	case EX_TO_ENUM:
	case EX_NO_EVENT: return a;
	case EX_SMOOTH: return b;
	case EX_IF: return emit_temp(l, IR_SELECT, a, b, arg[2]);
	case EX_SEMI_LINEAR: {
		uint32_t zero = lower_constant(l, 0), positive = emit_temp(l, IR_LE, zero, a, 0);
		uint32_t slope = emit_temp(l, IR_SELECT, positive, b, arg[2]);

		return emit_temp(l, IR_MUL, slope, a, 0);
	}
	case EX_HOMOTOPY: {
		/* s + lambda (a - s), and exactly a for lambda = 1 */
		uint32_t lambda = (uint32_t)l->out->homotopy;
		uint32_t full = emit_temp(l, IR_EQ, lambda, lower_constant(l, 1), 0);
		uint32_t x = emit_temp(l, IR_MUL, lambda, emit_temp(l, IR_SUB, a, b, 0), 0);

		l->out->has_homotopy = true;
		return emit_temp(l, IR_SELECT, full, a, emit_temp(l, IR_ADD, b, x, 0));
	}
	default: return LOWER_UNKNOWN;
	}
}

/* The scalars that an argument list stands for. */
typedef struct Scalars {
	const Expr **at; /* n */
	int32_t n;       /* how many */
} Scalars;

static Scalars *scalar_args(Lower *l, const Expr *call)
{
	Scalars *s = map_find_ptr(&l->args, call->id);
	int32_t n = 0;

	if (s)
		return s;
	s = NEW(l->scratch, Scalars);
	for (uint32_t i = 0; i < call->n; i++)
		n += call->arg[i]->type->n_scalars;
	s->at = NEW_ARRAY(l->scratch, const Expr *, n);
	for (uint32_t i = 0; i < call->n; i++)
		for (int32_t k = 0; k < call->arg[i]->type->n_scalars; k++)
			s->at[s->n++] = call->arg[i]->type->n_scalars == 1 && !call->arg[i]->type->rank &&
									call->arg[i]->type->kind != TY_RECORD
								? call->arg[i]
								: scalar_at(l->p, l->scratch, call->arg[i], k);
	map_put(&l->args, call->id, map_key(s));
	return s;
}

void lower_call_dims(const Type *t, IrCall *c, int32_t *dim)
{
	for (int i = 0; i < t->rank; i++) {
		if (dim)
			dim[c->n_dims] = t->dim[i];
		c->n_dims++;
	}
	for (int i = 0; t->kind == TY_RECORD && i < t->n_fields; i++)
		lower_call_dims(t->field[i].type, c, dim);
}

static uint32_t emit_call(Lower *l, int32_t fn, const Scalars *args, const Expr *const arg[],
						  uint32_t n_args, int32_t n_out)
{
	IrCall c = {.fn = fn, .n_in = args->n, .n_out = n_out, .source = l->at_source};
	uint32_t *in = NEW_ARRAY(l->keep, uint32_t, args->n),
			 *out = NEW_ARRAY(l->keep, uint32_t, n_out);
	uint32_t first = new_temps(l, (uint32_t)n_out);
	int32_t *dim;

	for (int32_t i = 0; i < args->n; i++)
		in[i] = lower_known(l, args->at[i]);
	for (int32_t i = 0; i < n_out; i++)
		out[i] = first + (uint32_t)i;
	for (uint32_t i = 0; i < n_args; i++)
		lower_call_dims(arg[i]->type, &c, NULL);
	dim = NEW_ARRAY(l->keep, int32_t, c.n_dims);
	c.n_dims = 0;
	for (uint32_t i = 0; i < n_args; i++)
		lower_call_dims(arg[i]->type, &c, dim);
	c.dim = dim;
	c.in = in;
	c.out = out;
	vec_push(arena_allocator(l->keep), &l->code->calls, c);
	lower_emit(l, IR_CALL, 0, (uint32_t)l->code->calls.n - 1, 0, 0);
	return first;
}

/* Scalars before the one that an index, field or result takes; -1: not known here, or none. */
static int32_t offset_of(const Expr *e)
{
	const Type *t = e->arg[0]->type;
	int32_t at = 0, size;

	if (e->op == EX_RESULT || e->op == EX_FIELD) {
		if (e->op == EX_FIELD && t->rank)
			return -1;
		return t->field[e->aux].before;
	}
	size = t->n_scalars;
	for (uint32_t i = 1; i < e->n; i++) {
		const Expr *sub = e->arg[i];

		if (!expr_is_subscript(sub, t->dim[i - 1]))
			return -1;
		size /= t->dim[i - 1] > 0 ? t->dim[i - 1] : 1;
		at += size * (int32_t)(expr_integer_value(sub) - (sub->op == EX_BOOLEAN ? 0 : 1));
	}
	return at;
}

/* A subscript of several: outside of its dimension it is none of any element. */
static uint32_t bounded(Lower *l, uint32_t sub, int32_t size)
{
	uint32_t low = emit_temp(l, IR_LE, lower_constant(l, 1), sub, 0);
	uint32_t high = emit_temp(l, IR_LE, sub, lower_constant(l, size), 0);

	return emit_temp(l, IR_SELECT, emit_temp(l, IR_AND, low, high, 0), sub, lower_constant(l, NAN));
}

/* An element of an array by subscripts that are computed: a chain of selects. */
static uint32_t pick(Lower *l, const Expr *e)
{
	const Type *t = e->arg[0]->type;
	uint32_t index = LOWER_UNKNOWN, value;
	const Scalars *s = map_find_ptr(&l->args, e->id);

	for (uint32_t i = 1; i < e->n; i++) {
		uint32_t sub = lower_known(l, e->arg[i]);

		if (e->arg[i]->type->kind == TY_BOOLEAN)
			sub = emit_temp(l, IR_ADD, sub, lower_constant(l, 1), 0);
		if (e->n > 2 && !expr_is_subscript(e->arg[i], t->dim[i - 1]))
			sub = bounded(l, sub, t->dim[i - 1]);
		if (i > 1) {
			index = emit_temp(l, IR_SUB, index, lower_constant(l, 1), 0);
			index = emit_temp(l, IR_MUL, index, lower_constant(l, t->dim[i - 1]), 0);
			index = emit_temp(l, IR_ADD, index, sub, 0);
		} else {
			index = sub;
		}
	}
	value = lower_constant(l, NAN);
	for (int32_t k = s->n; k-- > 0;) {
		uint32_t hit = emit_temp(l, IR_EQ, index, lower_constant(l, k + 1), 0);

		value = emit_temp(l, IR_SELECT, hit, lower_known(l, s->at[k]), value);
	}
	return value;
}

static void push(Lower *l, const Expr *e)
{
	vec_push(arena_allocator(l->scratch), &l->stack, ((LowerFrame){.e = e, .at = -1}));
}

/* Is it cheap to compute this although it may not be needed? */
static bool is_cheap(Lower *l, const Expr *e)
{
	const Expr *todo[4 * CHEAP_MOST];
	int n = 0, ops = 0;

	todo[n++] = e;
	while (n > 0) {
		IrOp op;

		e = todo[--n];
		if (lower_known(l, e) != LOWER_UNKNOWN || e->op == EX_PRE || e->op == EX_DER ||
			(e->n == 0 && e->op != EX_CALL))
			continue;
		op = simple_op(e);
		if (op != IR_OP_COUNT ? !(ir_op_info[op].flags & IRF_CHEAP)
							  : e->op != EX_IF && e->op != EX_NO_EVENT)
			return false;
		if (++ops > CHEAP_MOST || e->n > 3 || is_string_op(e))
			return false;
		for (uint32_t i = 0; i < e->n; i++)
			todo[n++] = e->arg[i];
	}
	return true;
}

static void open_scope(Lower *l)
{
	vec_push(arena_allocator(l->scratch), &l->open, 1);
	l->scope = (uint32_t)l->open.n;
}

static void close_scope(Lower *l, uint32_t outer)
{
	l->open.at[l->scope - 1] = 0;
	l->scope = outer;
}

/* if c then a else b with arms of their own. States: 0 condition asked for, 1 known, 2 so is what
   both arms need, 3 first arm known, 4 second arm known. False: done. */
static bool step_branch(Lower *l, LowerFrame *f)
{
	const Expr *e = f->e, *const * both;

	switch (f->state++) {
	case 0: push(l, e->arg[0]); return true;
	case 1:
		for (int32_t n = lower_both(l, e, &both), i = 0; i < n; i++)
			push(l, both[i]);
		return true;
	case 2:
		f->dst = new_temps(l, 1);
		f->at = (int32_t)l->instrs.n;
		lower_emit(l, IR_UNLESS, 0, lower_known(l, e->arg[0]), 0, 0);
		f->scope = l->scope;
		open_scope(l);
		push(l, e->arg[1]);
		return true;
	case 3:
		lower_emit(l, IR_MOVE, f->dst, lower_known(l, e->arg[1]), 0, 0);
		close_scope(l, f->scope);
		lower_emit(l, IR_JUMP, 0, 0, 0, 0);
		l->instrs.at[f->at].dst = (uint32_t)l->instrs.n;
		f->at = (int32_t)l->instrs.n - 1;
		open_scope(l);
		push(l, e->arg[2]);
		return true;
	default:
		lower_emit(l, IR_MOVE, f->dst, lower_known(l, e->arg[2]), 0, 0);
		close_scope(l, f->scope);
		l->instrs.at[f->at].dst = (uint32_t)l->instrs.n;
		remember(l, e, f->dst);
		return false;
	}
}

/* The leaves of an expression that a function of its own computes. */
static Scalars *leaves_of(Lower *l, const Expr *e)
{
	Scalars *s = map_find_ptr(&l->args, e->id);
	VEC(const Expr *) found = {0};
	Walk *w = &l->leaves;

	if (s)
		return s;
	walk_begin(w, e);
	for (const Expr *x; (x = walk_next(w));) {
		if (x->op != EX_VAR && x->op != EX_PRE && x->op != EX_TIME && x->op != EX_INITIAL &&
			x->op != EX_TERMINAL)
			continue;
		for (int32_t k = 0; k < x->type->n_scalars; k++) /* of an array that is indexed: all */
			vec_push(arena_allocator(l->scratch), &found, scalar_at(l->p, l->scratch, x, k));
		walk_skip(w);
	}
	s = NEW(l->scratch, Scalars);
	*s = (Scalars){found.at, (int32_t)found.n};
	map_put(&l->args, e->id, map_key(s));
	return s;
}

static bool push_missing(Lower *l, const Scalars *s)
{
	bool any = false;

	for (int32_t i = s->n; i-- > 0;)
		if (lower_known(l, s->at[i]) == LOWER_UNKNOWN) {
			push(l, s->at[i]);
			any = true;
		}
	return any;
}

/* Calls and what is taken from their results. False: not one of these. */
static bool step_aggregate(Lower *l, const Expr *e, bool *waits)
{
	Scalars *s;
	int32_t offset;

	*waits = false;
	if (e->op == EX_CALL) {
		s = scalar_args(l, e);
		*waits = push_missing(l, s);
		if (!*waits)
			remember(l, e,
					 emit_call(l, lower_fn(&l->fns, (FnId){(int32_t)e->aux}), s, e->arg, e->n,
							   e->type->n_scalars));
		return true;
	}
	if (is_string_op(e)) {
		s = leaves_of(l, e);
		*waits = push_missing(l, s);
		if (!*waits)
			remember(l, e,
					 emit_call(l, lower_fn_of_expr(&l->fns, e, s->at, s->n), s, s->at,
							   (uint32_t)s->n, 1));
		return true;
	}
	if (e->op != EX_INDEX && e->op != EX_FIELD && e->op != EX_RESULT)
		return false;
	offset = offset_of(e);
	if (offset < 0 && e->op == EX_INDEX && e->type->rank == 0) {
		s = map_find_ptr(&l->args, e->id);
		if (!s) {
			s = NEW(l->scratch, Scalars);
			s->n = e->arg[0]->type->n_scalars;
			s->at = NEW_ARRAY(l->scratch, const Expr *, s->n);
			for (int32_t k = 0; k < s->n; k++)
				s->at[k] = scalar_at(l->p, l->scratch, e->arg[0], k);
			map_put(&l->args, e->id, map_key(s));
		}
		*waits = push_missing(l, s);
		for (uint32_t i = 1; i < e->n; i++)
			if (lower_known(l, e->arg[i]) == LOWER_UNKNOWN) {
				push(l, e->arg[i]);
				*waits = true;
			}
		if (!*waits)
			remember(l, e, pick(l, e));
		return true;
	}
	if (offset < 0)
		BUG("a part of an array that has no place");
	if (lower_known(l, e->arg[0]) == LOWER_UNKNOWN) {
		push(l, e->arg[0]);
		*waits = true;
		return true;
	}
	remember(l, e, lower_known(l, e->arg[0]) + (uint32_t)offset);
	return true;
}

/* One turn of the node on top of the stack. */
static void step(Lower *l)
{
	LowerFrame *f = &l->stack.at[l->stack.n - 1];
	const Expr *e = f->e;
	uint32_t slot, arg[3] = {0};
	bool waits = false;

	if (f->state == 0 && lower_known(l, e) != LOWER_UNKNOWN) {
		l->stack.n--;
		return;
	}
	slot = lower_leaf(l, e);
	if (slot != LOWER_UNKNOWN) {
		remember(l, e, slot);
		l->stack.n--;
		return;
	}
	if (f->state > 0 || (e->op == EX_IF && !(is_cheap(l, e->arg[1]) && is_cheap(l, e->arg[2])))) {
		size_t i = l->stack.n - 1;
		LowerFrame now = *f;
		bool more = step_branch(l, &now); /* may move the stack */

		l->stack.at[i] = now;
		if (!more)
			l->stack.n = i;
		return;
	}
	if (step_aggregate(l, e, &waits)) {
		if (!waits)
			l->stack.n--;
		return;
	}
	for (uint32_t i = e->n; i-- > 0;)
		if (lower_known(l, e->arg[i]) == LOWER_UNKNOWN) {
			push(l, e->arg[i]);
			waits = true;
		}
	if (waits)
		return;
	for (uint32_t i = 0; i < e->n && i < 3; i++)
		arg[i] = lower_known(l, e->arg[i]);
	slot = lower_operator(l, e, arg);
	if (slot == LOWER_UNKNOWN)
		BUG("the operator %s cannot be lowered", expr_op_info[e->op].name);
	remember(l, e, slot);
	l->stack.n--;
}

uint32_t lower_expr(Lower *l, const Expr *e)
{
	size_t base = l->stack.n;

	push(l, e);
	while (l->stack.n > base)
		step(l);
	return lower_known(l, e);
}

/* Is the value of the node made by an instruction of its own, the last one? */
static bool makes_value(const Expr *e)
{
	switch (e->op) {
	case EX_IF:
	case EX_HOMOTOPY:
	case EX_SEMI_LINEAR: return true;
	default: return simple_op(e) != IR_OP_COUNT && simple_op(e) != IR_MOVE && !is_string_op(e);
	}
}

void lower_assign(Lower *l, uint32_t slot, const Expr *e, int32_t source)
{
	size_t before = l->instrs.n;
	uint32_t value;
	IrInstr *last;

	l->at_source = source;
	value = lower_expr(l, e);
	last = l->instrs.n > before ? &l->instrs.at[l->instrs.n - 1] : NULL;
	/* The last instruction may write there directly; a move ends a branch. */
	if (last && last->dst == value && value >= LOWER_TEMP && last->op != IR_MOVE &&
		last->op < IR_UNLESS && makes_value(e)) {
		last->dst = slot;
		remember(l, e, slot);
		return;
	}
	lower_emit(l, IR_MOVE, slot, value, 0, 0);
}

void lower_drop(Lower *l)
{
	l->open.at[l->scope - 1] = 0;
}
