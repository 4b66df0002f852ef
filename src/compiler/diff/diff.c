/* SPDX-License-Identifier: MIT
   diff.c — forward differentiation: the tangent of an expression from those of its variables. Nodes
   are done bottom-up with a stack of our own, each once however often it is shared. A node that
   holds nothing continuous, or no Real, has tangent zero and is not looked into. */
#include "compiler/diff/diff.h"

static Diff *new_diff(FlatModel *m, Arena *scratch, Diff like)
{
	Diff *d = NEW(scratch, Diff);

	*d = like;
	d->m = m;
	d->p = &m->pool;
	d->scratch = scratch;
	map_init(&d->done, arena_allocator(scratch));
	map_init(&d->refused, arena_allocator(scratch));
	return d;
}

Diff *diff_new(FlatModel *m, Arena *scratch, const Expr *time_tangent, DiffSeed seed, void *ctx)
{
	return new_diff(m, scratch,
					(Diff){.time_tangent = time_tangent,
						   .by_time = time_tangent != NULL,
						   .seed = seed,
						   .ctx = ctx});
}

Diff *diff_new_body(FlatModel *m, Arena *scratch, bool by_time, const Expr *const tangent[],
					int32_t n)
{
	return new_diff(m, scratch, (Diff){.by_time = by_time, .local = tangent, .n_locals = n});
}

bool diff_fail(Diff *d, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	d->why = arena_vprintf(d->scratch, format, args);
	va_end(args);
	return false;
}

const char *diff_why(const Diff *d)
{
	return d->why ? d->why : "";
}

bool diff_has_real(const Type *t)
{
	if (t->kind == TY_REAL)
		return true;
	for (int i = 0; (t->kind == TY_RECORD || t->kind == TY_TUPLE) && i < t->n_fields; i++)
		if (diff_has_real(t->field[i].type))
			return true;
	return false;
}

bool diff_is_zero(const Expr *e)
{
	switch (e->op) {
	case EX_REAL: return expr_real_value(e) == 0;
	case EX_INTEGER: return expr_integer_value(e) == 0;
	case EX_FILL: return diff_is_zero(e->arg[0]);
	case EX_ARRAY:
	case EX_RECORD:
	case EX_TUPLE:
		for (uint32_t i = 0; i < e->n; i++)
			if (diff_has_real(e->arg[i]->type) && !diff_is_zero(e->arg[i]))
				return false;
		return true;
	default: return false;
	}
}

/* Zeros */

/* An array of the same for every element: a constructor, or fill where sizes may be open. */
const Expr *diff_repeat(Diff *d, const Expr *one, const Expr *like)
{
	const Type *t = like->type;
	const Expr *arg[UINT8_MAX + 1] = {one};

	if (t->rank == 0)
		return one;
	if (t->n_scalars < 0 || d->local) {
		for (int k = 0; k < t->rank; k++)
			arg[k + 1] = expr_binary(d->p, EX_SIZE, like, expr_integer(d->p, k + 1));
		return expr_op(d->p, EX_FILL, arg, (size_t)t->rank + 1);
	}
	for (int k = t->rank - 1; k >= 0; k--) {
		const Expr **part = NEW_ARRAY(d->scratch, const Expr *, t->dim[k]);

		for (int32_t i = 0; i < t->dim[k]; i++)
			part[i] = one;
		one = expr_array(d->p, one->type, part, (size_t)t->dim[k]);
	}
	return one;
}

/* Zeros of a record, or of an array of records; the depth is that of the type. */
static const Expr *zero_record(Diff *d, const Expr *e)
{
	size_t n = e->type->rank ? (size_t)e->type->dim[0] : (size_t)e->type->n_fields;
	const Expr **part;

	if (e->type->n_scalars < 0) {
		diff_fail(d, "an array of records has no known size");
		return NULL;
	}
	part = NEW_ARRAY(d->scratch, const Expr *, n);
	for (size_t i = 0; i < n; i++) {
		const Expr *sub = expr_integer(d->p, (int64_t)i + 1);

		part[i] = diff_zero(d, e->type->rank ? expr_index(d->p, e, &sub, 1)
											 : expr_field(d->p, e, (int)i));
		if (!part[i])
			return NULL;
	}
	return e->type->rank ? expr_array(d->p, type_drop(d->p, e->type, 1), part, n)
						 : expr_record(d->p, e->type, part, n);
}

const Expr *diff_zero(Diff *d, const Expr *e)
{
	const Expr **part;

	if (e->type->kind == TY_REAL)
		return diff_repeat(d, expr_real(d->p, 0), e);
	if (e->type->kind == TY_RECORD)
		return zero_record(d, e);
	if (e->type->kind != TY_TUPLE)
		return e;
	part = NEW_ARRAY(d->scratch, const Expr *, e->type->n_fields);
	for (int i = 0; i < e->type->n_fields; i++) {
		part[i] = diff_zero(d, expr_result(d->p, e, i));
		if (!part[i])
			return NULL;
	}
	return expr_tuple(d->p, part, e->type->n_fields);
}

const Expr *diff_full(Diff *d, const Expr *e, const Expr *tangent)
{
	return tangent ? tangent : diff_zero(d, e);
}

/* Leaves */

/* Variables of the model: the tangents of all elements. */
static const Expr *seed_var(Diff *d, const Expr *e)
{
	const Expr **t = NEW_ARRAY(d->scratch, const Expr *, e->type->n_scalars);
	int32_t size = e->type->n_scalars;
	bool any = false;

	for (int32_t i = 0; i < size; i++) {
		VarId v = {(int32_t)e->aux + i};
		const Expr *one = flat_ref(d->m, v);

		if (!diff_known(d, one, &t[i])) {
			t[i] = d->seed ? d->seed(d->ctx, v) : NULL;
			t[i] = t[i] && diff_is_zero(t[i]) ? NULL : t[i];
			map_put(&d->done, one->id, map_key(t[i]));
		}
		any |= t[i] != NULL;
		t[i] = diff_full(d, one, t[i]);
	}
	if (!any)
		return NULL;
	for (int k = e->type->rank - 1; k >= 0; k--) {
		int32_t n = e->type->dim[k];

		size /= n;
		for (int32_t i = 0; i < size; i++)
			t[i] = expr_array(d->p, NULL, t + (size_t)i * (size_t)n, (size_t)n);
	}
	return t[0];
}

static const Expr *seed_leaf(Diff *d, const Expr *e)
{
	switch (e->op) {
	case EX_TIME: return d->time_tangent;
	case EX_VAR: return seed_var(d, e);
	case EX_LOCAL: return d->local && (int32_t)e->aux < d->n_locals ? d->local[e->aux] : NULL;
	default: return NULL;
	}
}

/* Nodes */

/* Is the tangent zero, whatever the seeds are? */
static bool is_constant(const Diff *d, const Expr *e)
{
	/* In the initial system parameters and discrete variables may be unknowns, too. */
	IrOp op;
	unsigned varies = (d->by_time ? XF_CONTINUOUS | XF_IMPURE : XF_VAR) | (d->local ? XF_LOCAL : 0);

	if (!(e->flags & varies) || !diff_has_real(e->type))
		return true;
	op = e->n ? expr_value_op((ExprOp)e->op, TY_REAL) : IR_OP_COUNT;
	return expr_op_info[e->op].flags & (OF_DISC | OF_CLOCK) || e->op == EX_TO_REAL ||
		   (op != IR_OP_COUNT && ir_op_info[op].flags & IRF_STEP);
}

bool diff_known(Diff *d, const Expr *e, const Expr **tangent)
{
	uint64_t *found;

	*tangent = NULL;
	if (is_constant(d, e))
		return true;
	found = map_find(&d->done, e->id);
	if (!found)
		return false;
	*tangent = (const Expr *)(uintptr_t)*found;
	return true;
}

/* What must be done before the node of this frame; NULL: nothing. */
static const Expr *next_needed(Diff *d, DiffFrame *f)
{
	const Expr *t;

	if (f->e->op == EX_CALL)
		return diff_call_need(d, f);
	for (; f->next < f->e->n; f->next++)
		if (!diff_known(d, f->e->arg[f->next], &t))
			return f->e->arg[f->next];
	return NULL;
}

/* All arguments are known. */
static bool finish(Diff *d, const DiffFrame *f, const Expr **tangent)
{
	const Expr *e = f->e;
	bool all_zero = true;

	if (e->op == EX_CALL)
		return diff_call(d, f, tangent);
	if (expr_op_info[e->op].form == FORM_LEAF) {
		*tangent = seed_leaf(d, e);
		return !d->why;
	}
	(void)vec_reserve(arena_allocator(d->scratch), &d->arg, e->n);
	for (uint32_t i = 0; i < e->n; i++) {
		diff_known(d, e->arg[i], &d->arg.at[i]);
		all_zero &= d->arg.at[i] == NULL;
	}
	*tangent = NULL;
	if (all_zero && e->op != EX_DER && !(expr_op_info[e->op].flags & OF_STATE))
		return true;
	return diff_rule(d, e, d->arg.at, tangent);
}

bool diff_tangent(Diff *d, const Expr *e, const Expr **tangent)
{
	const MdvAlloc *a = arena_allocator(d->scratch);

	d->why = NULL;
	if (diff_known(d, e, tangent))
		return true;
	d->stack.n = 0;
	vec_push(a, &d->stack, ((DiffFrame){.e = e}));
	while (d->stack.n > 0) {
		DiffFrame *top = &d->stack.at[d->stack.n - 1];
		const Expr *needed = next_needed(d, top), *t;

		if (needed) {
			vec_push(a, &d->stack, ((DiffFrame){.e = needed}));
			continue;
		}
		if (!finish(d, top, &t))
			return false;
		map_put(&d->done, top->e->id, map_key(t && diff_is_zero(t) ? NULL : t));
		d->stack.n--;
	}
	return diff_known(d, e, tangent);
}

const Expr *diff_expr(Diff *d, const Expr *e)
{
	const Expr *t;

	return diff_tangent(d, e, &t) ? diff_full(d, e, t) : NULL;
}
