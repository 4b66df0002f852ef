/* SPDX-License-Identifier: MIT
   inline_value.c — expressions of a function's body in terms of the arguments of its call. Sizes
   that were open become known on the way, so that types are made anew; what does not fit together
   fails at run time and is not simple. */
#include "compiler/inline/inline_run.h"

static const Type *call_type(InlineRun *r, const Expr *call);

typedef struct Task {
	const Expr *e; /* node under way */
	uint32_t next; /* argument to look at next */
} Task;

/* What stands for e; NULL: not known yet. */
static const Expr *found(const Map *done, const Expr *e)
{
	return e->flags & (XF_LOCAL | XF_CALL) ? map_find_ptr(done, e->id) : e;
}

/* The next argument that must be done first; NULL: none. Of an `if` whose condition is known, only
   the branch that counts is looked at: sizes need not fit in the other. */
static const Expr *next_needed(const Map *done, Task *t)
{
	const Expr *cond = t->e->op == EX_IF ? found(done, t->e->arg[0]) : NULL, *chosen;

	if (cond && cond->op == EX_BOOLEAN) {
		chosen = t->e->arg[cond->aux ? 1 : 2];
		return found(done, chosen) ? NULL : chosen;
	}
	for (; t->next < t->e->n && (t->e->op != EX_IF || t->next == 0 || cond); t->next++)
		if (!found(done, t->e->arg[t->next]))
			return t->e->arg[t->next];
	return NULL;
}

/* Do arguments of other sizes than those of e fit? If not, it fails at run time. */
static bool is_possible(InlineRun *r, const Expr *e, const Expr *const arg[])
{
	const FlatFn *fn = e->op == EX_CALL ? &r->m->fns.at[e->aux] : NULL;
	const Type *t;

	for (uint32_t i = 0; i < e->n; i++) {
		if (arg[i]->type == e->arg[i]->type)
			continue;
		t = e->op == EX_RECORD  ? e->type->field[i].type
			: e->op == EX_ARRAY ? arg[0]->type
			: fn                ? fn->body.local[i].type
								: arg[i]->type;
		if (!type_agrees(t, arg[i]->type))
			return false;
	}
	switch (e->op) {
	case EX_ARRAY:
	case EX_RECORD:
	case EX_TUPLE:
	case EX_INDEX:
	case EX_FIELD:
	case EX_CALL:
	case EX_RESULT:
	case EX_TO_REAL:
	case EX_TO_ENUM: return true;
	default: return e->n == 0 || typing_result(r->p, e->op, arg, e->n);
	}
}

static const Expr *substitute_local(InlineRun *r, const Expr *e)
{
	if (r->value[e->aux])
		return r->value[e->aux];
	if (r->fn.body.local[e->aux].kind != LO_ITERATOR || r->local_args)
		inline_run_fail(r);
	return e;
}

/* A relation of the function, which makes no event. */
static const Expr *without_event(InlineRun *r, const Expr *e)
{
	if (r->fn.generate_events || !(expr_op_info[e->op].flags & OF_EVENT) || !(e->flags & XF_EVENT))
		return e;
	for (uint32_t i = 0; i < e->n; i++) /* an event of the caller must not be lost */
		if (e->arg[i]->flags & XF_EVENT)
			inline_run_fail(r);
	return expr_unary(r->p, EX_NO_EVENT, e);
}

/* Does a function look whether this has a meaning, and an equation does not by itself: Integers
   that may be too large, subscripts, literals, divisors, relations of what may be no number? */
static bool is_checked(const Expr *e)
{
	switch (e->op) {
	case EX_INDEX:
		for (uint32_t i = 1; i < e->n; i++)
			if (type_is_scalar(e->arg[i]->type, TY_INTEGER) &&
				!expr_is_subscript(e->arg[i], e->arg[0]->type->dim[i - 1]))
				return true;
		return false;
	case EX_TO_ENUM: return true;
	case EX_DIVIDE:
	case EX_MOD:
	case EX_REM:
		return e->type->kind == TY_INTEGER &&
			   !(e->arg[1]->op == EX_INTEGER && expr_integer_value(e->arg[1]) != 0);
	case EX_LT:
	case EX_LE:
	case EX_GT:
	case EX_GE:
	case EX_EQ:
	case EX_NE: return (e->arg[0]->flags | e->arg[1]->flags) & XF_FAIL;
	default: return expr_is_arithmetic(e) && !expr_is_literal(e);
	}
}

/* One node of the body, its arguments done. */
static const Expr *substitute_node(InlineRun *r, const Map *done, const Expr *e)
{
	const Expr **arg = NEW_ARRAY(r->scratch, const Expr *, e->n + 1), *cond, *made;
	const Type *t;

	inline_run_work(r, 1);
	if (r->failed)
		return e;
	if (e->op == EX_LOCAL)
		return substitute_local(r, e);
	cond = e->op == EX_IF ? found(done, e->arg[0]) : NULL;
	if (cond && cond->op == EX_BOOLEAN)
		return found(done, e->arg[cond->aux ? 1 : 2]);
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = found(done, e->arg[i]);
	if (!is_possible(r, e, arg)) {
		inline_run_fail(r);
		return e;
	}
	made = expr_with(r->p, e, arg);
	if (r->late && is_checked(made))
		inline_run_fail(r);
	if (made->op == EX_CALL && made->type->n_scalars < 0 && (t = call_type(r, made)))
		return expr_call(r->p, (FnId){(int32_t)made->aux}, t, made->arg, made->n, expr_site(made));
	return without_event(r, made);
}

const Expr *inline_value_substitute(InlineRun *r, const Expr *e)
{
	const MdvAlloc *a = arena_allocator(r->scratch);
	VEC(Task) stack = {0};
	Map done;

	map_init(&done, a);
	if (!found(&done, e))
		vec_push(a, &stack, ((Task){e, 0}));
	while (stack.n > 0 && !r->failed) {
		Task *top = &stack.at[stack.n - 1];
		const Expr *needed = next_needed(&done, top);

		if (needed) {
			vec_push(a, &stack, ((Task){needed, 0}));
			continue;
		}
		map_put(&done, top->e->id, map_key(substitute_node(r, &done, top->e)));
		stack.n--;
	}
	return r->failed ? e : found(&done, e);
}

/* Visiting without marks for the whole pool: most expressions here are small. */

typedef struct Visit {
	Arena *scratch;          /* holds the rest */
	Map *seen;               /* ids of what was visited */
	VEC(const Expr *) stack; /* what is to be visited */
} Visit;

static void visit_add(Visit *v, const Expr *e)
{
	/* Names are met as often as they stand there: that costs less than to know. */
	bool named = e && e->n == 0 && e->flags & (XF_VAR | XF_LOCAL);

	if (!e || (!named && map_find(v->seen, e->id)))
		return;
	if (!named)
		map_put(v->seen, e->id, 1);
	vec_push(arena_allocator(v->scratch), &v->stack, e);
}

static Visit visit_begin(InlineRun *r, Map *seen, const Expr *e)
{
	Visit v = {.scratch = r->scratch, .seen = seen};

	map_init(seen, arena_allocator(r->scratch));
	visit_add(&v, e);
	return v;
}

/* The next node, before its arguments; NULL: done. */
static const Expr *visit_next(Visit *v)
{
	const Expr *e = v->stack.n > 0 ? v->stack.at[--v->stack.n] : NULL;

	for (uint32_t i = 0; e && i < e->n; i++)
		visit_add(v, e->arg[i]);
	return e;
}

bool inline_value_is_simple(InlineRun *r, const Expr *e)
{
	Visit v = {.scratch = r->scratch, .seen = &r->simple};

	visit_add(&v, e);
	while (!r->failed && (e = visit_next(&v))) {
		if (!(e->flags & (XF_VAR | XF_LOCAL)))
			inline_run_work(r, 1); /* large tables are better left in their function */
		if (e->op == EX_SKIP || (e->type->n_scalars < 0 && e->type->kind != TY_NONE))
			return false;
		if (e->op == EX_MATPOW && e->arg[1]->op != EX_INTEGER)
			return false;
	}
	return true;
}

/* Is one of the nodes of e so, which only those with local variables or iterators can be? */
static bool has_node(InlineRun *r, const Expr *e, bool (*is)(const InlineRun *r, const Expr *e))
{
	Map seen;
	Visit v;

	if (!e || !(e->flags & XF_LOCAL))
		return false;
	v = visit_begin(r, &seen, e);
	while ((e = visit_next(&v)))
		if (is(r, e))
			return true;
	return false;
}

static bool is_unset_local(const InlineRun *r, const Expr *e)
{
	return e->op == EX_LOCAL && !r->value[e->aux] && r->fn.body.local[e->aux].kind != LO_ITERATOR;
}

bool inline_value_is_ready(InlineRun *r, const Expr *e)
{
	return !has_node(r, e, is_unset_local);
}

static bool is_comprehension(const InlineRun *r, const Expr *e)
{
	(void)r;
	return e->op >= EX_FOR_ARRAY && e->op <= EX_FOR_MAX;
}

bool inline_value_has_iterators(InlineRun *r, const Expr *e)
{
	return has_node(r, e, is_comprehension);
}

const Expr *inline_value(InlineRun *r, const Expr *e)
{
	e = inline_value_substitute(r, e);
	if (r->failed || !inline_value_is_simple(r, e))
		return inline_run_fail(r);
	inline_run_work(r, e->type->n_scalars);
	return r->failed ? NULL : scalar_whole(r->p, r->scratch, e);
}

/* Types of known size */

static const Expr *replace_input(void *ctx, ExprPool *p, const Expr *e)
{
	const Expr *const *arg = ctx;

	(void)p;
	return e->op == EX_LOCAL ? arg[e->aux] : e;
}

const Type *inline_value_type(InlineRun *r, const FlatLocal *local, const Expr *const value[])
{
	const Type *t = local->type;
	int32_t dim[UINT8_MAX];

	if (t->n_scalars >= 0)
		return t;
	for (int k = 0; k < t->rank; k++) {
		const Expr *size = t->dim[k] == DIM_OPEN && local->dim ? local->dim[k] : NULL;

		dim[k] = t->dim[k];
		if (dim[k] != DIM_OPEN)
			continue;
		if (size)
			size = walk_rewrite(walk_rewrite_new(r->p, r->scratch, XF_LOCAL, replace_input,
												 (void *)(uintptr_t)value),
								size);
		if (!size || size->op != EX_INTEGER || expr_integer_value(size) < 0 ||
			expr_integer_value(size) > INLINE_MAX_WORK)
			return NULL;
		dim[k] = (int32_t)expr_integer_value(size);
	}
	return t->elem->n_scalars < 0 ? NULL : type_array(r->p, t->elem, dim, t->rank);
}

/* Do the sizes of a local depend on inputs before n only? */
static bool sizes_by_inputs(InlineRun *r, const FlatLocal *local, int32_t n)
{
	Map seen;
	Visit v = {.scratch = r->scratch, .seen = &seen};
	const Expr *e;

	map_init(&seen, arena_allocator(r->scratch));
	for (int k = 0; local->dim && k < local->type->rank; k++)
		visit_add(&v, local->dim[k]);
	while ((e = visit_next(&v)))
		if (e->op == EX_LOCAL && (int32_t)e->aux >= n)
			return false;
	return true;
}

/* The type of a call inside, its arguments known; NULL: open. */
static const Type *call_type(InlineRun *r, const Expr *call)
{
	const FlatFn *fn = &r->m->fns.at[call->aux];
	const Type **type = NEW_ARRAY(r->scratch, const Type *, fn->n_out + 1);

	for (int32_t i = 0; i < fn->n_out; i++) {
		const FlatLocal *out = &fn->body.local[fn->n_in + i];

		type[i] = sizes_by_inputs(r, out, fn->n_in) ? inline_value_type(r, out, call->arg) : NULL;
		if (!type[i])
			return NULL;
	}
	return fn->n_out == 1 ? type[0] : type_tuple(r->p, type, fn->n_out);
}

const Expr *inline_value_blank(InlineRun *r, const Type *t)
{
	size_t n = t->rank > 0 ? (size_t)t->dim[0] : (size_t)t->n_fields;
	const Expr **part;

	if (t->rank == 0 && t->kind != TY_RECORD)
		return expr_skip(r->p, t);
	part = NEW_ARRAY(r->scratch, const Expr *, n);
	for (size_t i = 0; i < n; i++)
		part[i] = inline_value_blank(r, t->rank > 0 ? type_drop(r->p, t, 1) : t->field[i].type);
	return t->rank > 0 ? expr_array(r->p, type_drop(r->p, t, 1), part, n)
					   : expr_record(r->p, t, part, n);
}
