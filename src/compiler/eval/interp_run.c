/* SPDX-License-Identifier: MIT
   interp_run.c — expressions on an explicit stack: operators under way in `task`, the values of
   their arguments in `value`. Most operators want all arguments in order; if, and, or, iterations
   and subscripts choose what they need, so that a part which is not needed cannot fail (MLS 3.3,
   10.5). In the expression itself, outside of functions, every shared node is computed once. */
#include "compiler/eval/interp.h"

static void push_value(Interp *in, Value v)
{
	vec_push(arena_allocator(in->hold), &in->value, v);
}

/* -- leaves --------------------------------------------------------------------------------- */

Slot *interp_run_slot(Interp *in, uint32_t local)
{
	Frame *f = in->frame;

	if (local >= f->n_slots) { /* iterators of the expression itself come as they are met */
		uint32_t n = local + 8;
		Slot *slot;

		if (f != &in->top || local > UINT16_MAX)
			BUG("local variable %u of %u", local, f->n_slots);
		slot = NEW_ARRAY(in->hold, Slot, n);
		for (uint32_t i = 0; i < f->n_slots; i++)
			slot[i] = f->slot[i];
		f->slot = slot;
		f->n_slots = n;
	}
	return &f->slot[local];
}

static Value read_local(Interp *in, const Expr *e)
{
	const Slot *s = interp_run_slot(in, e->aux);

	if (!s->set && in->frame == &in->top)
		interp_fail(in, "it depends on a variable of a function");
	if (!s->set)
		interp_fail(in, "'%s' is used before it has a value",
					intern_text(in->m->names, in->frame->fn.body.local[e->aux].name));
	return s->v;
}

/* A node without arguments: its value goes on the stack at once. */
static void push_leaf(Interp *in, const Expr *e)
{
	switch (e->op) {
	case EX_REAL:
	case EX_INTEGER:
	case EX_BOOLEAN:
	case EX_ENUM:
	case EX_STRING: push_value(in, interp_convert_literal(in, e, e->type)); break;
	case EX_VAR: push_value(in, interp_index_vars(in, e, NULL, 0)); break;
	case EX_LOCAL: push_value(in, read_local(in, e)); break;
	case EX_COLON:
	case EX_SKIP: push_value(in, (Value){0}); break;
	case EX_CALL: push_value(in, interp_fn_call(in, e, (uint32_t)in->value.n)); break;
	default: push_value(in, interp_op_apply(in, e, NULL)); break;
	}
}

/* -- the stack ------------------------------------------------------------------------------ */

static bool is_remembered(const Interp *in, const Expr *e)
{
	return in->frame == &in->top && !(e->flags & XF_LOCAL);
}

static Task *top(Interp *in)
{
	return &in->task.at[in->task.n - 1];
}

/* Does this operator give the value of its argument as it is? */
static bool is_transparent(const Task *t)
{
	switch (t->e->op) {
	case EX_IF: return t->next == 2;
	case EX_INDEX: return t->next > t->e->n - 1 && t->k == t->e->n - 1;
	case EX_FIELD: return t->part;
	default: return t->e->op == EX_NO_EVENT || t->e->op == EX_SMOOTH || t->e->op == EX_HOMOTOPY;
	}
}

/* Of a record that is made only to take a field of it, {R(1, u), R(2, v)}[i].x, the field alone is
   computed: the others need not be known. */
static const Expr *needed_part(Interp *in, const Expr *e)
{
	size_t floor = in->floor;

	while (e->op == EX_RECORD) {
		size_t k = in->task.n;

		while (k > floor && is_transparent(&in->task.at[k - 1]))
			k--;
		if (k == floor || in->task.at[k - 1].e->op != EX_FIELD)
			break;
		e = e->arg[in->task.at[k - 1].e->aux];
		for (k--; k < in->task.n; k++)
			in->task.at[k].part = true;
	}
	return e;
}

static void push(Interp *in, const Expr *e)
{
	const Value *known;

	if (in->steps % 65536 == 0)
		guard_poll();
	if (++in->steps > INTERP_MAX_STEPS)
		interp_work(in, 0);
	e = needed_part(in, e);
	if (e->n == 0) {
		push_leaf(in, e);
		return;
	}
	known = is_remembered(in, e) ? map_find_ptr(&in->memo, e->id) : NULL;
	if (known)
		push_value(in, *known);
	else
		vec_push(arena_allocator(in->hold), &in->task,
				 ((Task){.e = e, .base = (uint32_t)in->value.n}));
}

/* The operator on top has its value. */
static void finish(Interp *in, Value v)
{
	const Task *t = top(in);

	if (!t->part && is_remembered(in, t->e)) {
		Value *known = NEW(in->hold, Value);

		*known = v;
		map_put(&in->memo, t->e->id, map_key(known));
	}
	in->value.n = t->base;
	in->task.n--;
	push_value(in, v);
}

/* -- operators that choose ------------------------------------------------------------------ */

static void step_if(Interp *in, Task *t)
{
	const Value *arg = in->value.at + t->base;
	uint32_t state = t->next++;

	if (state == 0)
		push(in, t->e->arg[0]);
	else if (state == 1)
		push(in, t->e->arg[arg->one.i ? 1 : 2]);
	else
		finish(in, arg[1]);
}

static void step_logic(Interp *in, Task *t)
{
	const Value *arg = in->value.at + t->base;
	uint32_t state = t->next++;

	if (state == 1 && arg->rank == 0 && arg->one.i == (t->e->op == EX_OR))
		finish(in, *arg);
	else if (state < 2)
		push(in, t->e->arg[state]);
	else
		finish(in, interp_op_apply(in, t->e, arg));
}

/* noEvent, smooth, homotopy: one of the arguments. */
static void step_same(Interp *in, Task *t, uint32_t which)
{
	if (t->next++ == 0)
		push(in, t->e->arg[which]);
	else
		finish(in, in->value.at[t->base]);
}

/* The sizes of a type, without elements. */
static Value shape_of(Interp *in, const Type *t)
{
	Value v = {.elem = t->elem, .rank = t->rank, .dim = NEW_ARRAY(in->temp, int32_t, t->rank)};

	for (int d = 0; d < t->rank; d++)
		v.dim[d] = t->dim[d];
	return v;
}

/* size(a, …) asks for no elements: those of a variable need not have a value yet. */
static void step_size(Interp *in, Task *t)
{
	const Expr *e = t->e, *a = e->arg[0];
	bool known = a->type->n_scalars >= 0;
	uint32_t state = t->next++;

	if (state == 0 && a->op == EX_LOCAL && in->frame != &in->top)
		push_value(in, interp_run_slot(in, a->aux)->v);
	else if (state == 0 && known)
		push_value(in, shape_of(in, a->type));
	else if (state < e->n)
		push(in, e->arg[state]);
	else
		finish(in, interp_op_apply(in, e, in->value.at + t->base));
}

/* The part of a that the first scalar subscripts choose, as far as it can be seen; *k counts them.
   {R(1, u), R(2, v)}.x[i] is the field of one record. */
static const Expr *chosen(Interp *in, const Expr *a, const Value sub[], uint32_t n, uint32_t *k)
{
	const Expr *of = a->op == EX_FIELD ? a->arg[0] : a;
	uint32_t used = *k;

	while (of->op == EX_ARRAY && used < n && sub[used].elem && sub[used].rank == 0)
		of = of->arg[interp_index_position(in, &sub[used++], (int32_t)of->n)];
	if (a->op == EX_FIELD && of->op != EX_RECORD)
		return a;
	*k = used;
	return a->op == EX_FIELD ? of->arg[a->aux] : of;
}

/* a[s, …]: first the subscripts; then, of an array constructor, the element alone; of variables,
   those chosen alone. */
static void step_index(Interp *in, Task *t)
{
	const Expr *e = t->e, *a = e->arg[0];
	uint32_t n = e->n - 1;
	const Value *sub;

	if (t->next < n) {
		push(in, e->arg[++t->next]);
		return;
	}
	sub = in->value.at + t->base;
	if (t->next++ > n) {
		const Value *v = &sub[n];

		finish(in, t->k < n ? interp_index_apply(in, v, sub + t->k, n - t->k) : *v);
		return;
	}
	for (const Expr *part = NULL; part != a;) {
		part = a;
		a = chosen(in, a, sub, n, &t->k);
	}
	if (a->op == EX_VAR)
		finish(in, interp_index_vars(in, a, sub + t->k, n - t->k));
	else
		push(in, a);
}

/* -- iterations ----------------------------------------------------------------------------- */

/* The value of a reduction so far and one more, element by element. */
static Value combine(Interp *in, const Expr *e, const Value *a, const Value *b)
{
	Value v;
	Cell *to;

	if (!interp_value_same_dims(a, b))
		interp_fail_size(in, expr_op_info[e->op].text, a, b);
	v = interp_value_new(in, a->elem, a->dim, a->rank);
	to = interp_value_cells_of(&v);
	for (uint32_t k = 0; k < v.n; k++)
		to[k] = interp_matrix_combine(in, e->op, v.elem, interp_value_cells(a)[k],
									  interp_value_cells(b)[k]);
	return v;
}

static Value reduction_of_nothing(Interp *in, const Expr *e)
{
	Value v = interp_value_zero(in, in->temp, e->type, e->type->dim);
	Cell *to = interp_value_cells_of(&v);

	for (uint32_t k = 0; k < v.n; k++)
		to[k] = interp_matrix_neutral(v.elem, e->op);
	return v;
}

/* {body for i in range}, sum(body for i in range) …: on the stack are the range, then the values of
   the body, or for a reduction the one so far. */
static void step_for(Interp *in, Task *t)
{
	const Expr *e = t->e;
	Value *arg = in->value.at + t->base;
	bool collect = e->op == EX_FOR_ARRAY;
	Slot *s;

	if (t->next++ == 0) {
		push(in, e->arg[1]);
		return;
	}
	if (!collect && t->k > 1) {
		arg[1] = combine(in, e, &arg[1], &arg[2]);
		in->value.n--;
	}
	if (t->k < arg->n) {
		s = interp_run_slot(in, e->arg[0]->aux);
		s->v = interp_value_part(arg, 1, t->k++);
		s->set = true;
		push(in, e->arg[2]);
	} else if (collect) {
		finish(in, interp_array_of(in, e->type, arg + 1, t->k));
	} else {
		finish(in, t->k > 0 ? arg[1] : reduction_of_nothing(in, e));
	}
}

/* a.f: the field, if not the field alone was computed. */
static void step_field(Interp *in, Task *t)
{
	const Value *v = in->value.at + t->base;

	if (t->next++ == 0)
		push(in, t->e->arg[0]);
	else
		finish(in, t->part ? *v : interp_op_apply(in, t->e, v));
}

/* -- all of it ------------------------------------------------------------------------------ */

static void step_plain(Interp *in, Task *t)
{
	const Expr *e = t->e;

	if (t->next < e->n)
		push(in, e->arg[t->next++]);
	else if (e->op == EX_CALL)
		finish(in, interp_fn_call(in, e, t->base));
	else
		finish(in, interp_op_apply(in, e, in->value.at + t->base));
}

static void step(Interp *in)
{
	Task *t = top(in);

	switch (t->e->op) {
	case EX_IF: step_if(in, t); break;
	case EX_AND:
	case EX_OR: step_logic(in, t); break;
	case EX_NO_EVENT:
	case EX_HOMOTOPY: step_same(in, t, 0); break;
	case EX_SMOOTH: step_same(in, t, 1); break;
	case EX_SIZE: step_size(in, t); break;
	case EX_INDEX: step_index(in, t); break;
	case EX_FIELD: step_field(in, t); break;
	case EX_FOR_ARRAY:
	case EX_FOR_SUM:
	case EX_FOR_PRODUCT:
	case EX_FOR_MIN:
	case EX_FOR_MAX: step_for(in, t); break;
	case EX_DER:
	case EX_PRE:
	case EX_EDGE:
	case EX_CHANGE: interp_op_apply(in, t->e, NULL); break; /* fails, whatever the argument */
	default:
		if (expr_op_info[t->e->op].flags & OF_STATE)
			interp_op_apply(in, t->e, NULL); /* so do these */
		else
			step_plain(in, t);
		break;
	}
}

Value interp_run(Interp *in, const Expr *e)
{
	size_t outer = in->floor;

	in->floor = in->task.n;
	push(in, e);
	while (in->task.n > in->floor)
		step(in);
	in->floor = outer;
	return in->value.at[--in->value.n];
}

int64_t interp_run_integer(Interp *in, const Expr *e)
{
	ArenaMark mark = arena_mark(in->temp);
	int64_t x = interp_run(in, e).one.i;

	arena_release(in->temp, mark);
	return x;
}
