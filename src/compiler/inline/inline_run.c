/* SPDX-License-Identifier: MIT
   inline_run.c — the body of a function carried out on expressions instead of numbers. A local
   holds an expression in terms of the arguments: a constructor of scalars, with EX_SKIP where
   nothing was assigned yet. Branches are run on copies of the locals and merged by if-expressions;
   loops over known ranges are unrolled. Calls stay. Relations inside a function make no events
   (MLS 8.5), so they get a noEvent.

   What is not simple ends the run: loops of unknown length, return and break in the middle, sizes
   known at run time only, much work. */
#include "compiler/inline/inline_run.h"

const Expr *inline_run_fail(InlineRun *r)
{
	r->failed = true;
	return NULL;
}

void inline_run_work(InlineRun *r, int64_t n)
{
	if (n > INLINE_MAX_WORK - r->work)
		r->failed = true;
	else
		r->work += (int)n;
}

/* Writing */

static const Expr *part_at(InlineRun *r, const Expr *a, int64_t i) /* from 0 */
{
	const Expr *sub = expr_integer(r->p, i + 1);

	return a->type->rank > 0 ? expr_index(r->p, a, &sub, 1) : expr_field(r->p, a, (int)i);
}

/* a with another part i */
static const Expr *with_part(InlineRun *r, const Expr *a, int64_t i, const Expr *to)
{
	size_t n = a->type->rank > 0 ? (size_t)a->type->dim[0] : (size_t)a->type->n_fields;
	const Expr **part = NEW_ARRAY(r->scratch, const Expr *, n);

	for (size_t k = 0; k < n; k++)
		part[k] = (int64_t)k == i ? to : part_at(r, a, (int64_t)k);
	return a->type->rank > 0 ? expr_array(r->p, type_drop(r->p, a->type, 1), part, n)
							 : expr_record(r->p, a->type, part, n);
}

typedef struct Step {
	const Expr *e;     /* EX_FIELD or EX_INDEX */
	uint32_t subs;     /* of EX_INDEX: subscripts used already */
	struct Step *next; /* towards the part; NULL: none */
} Step;

/* The position that a subscript means as its k-th, from 0; -1: not known. */
static int64_t position(InlineRun *r, const Expr *sub, int32_t k, int32_t size)
{
	const Expr *one = sub;
	int64_t i;

	if (sub->op == EX_COLON)
		return k;
	if (sub->type->rank > 0)
		one = scalar_at(r->p, r->scratch, sub, k);
	if (one->op != EX_INTEGER && one->op != EX_ENUM && one->op != EX_BOOLEAN)
		return -1;
	i = expr_integer_value(one) - (one->op != EX_BOOLEAN);
	return i >= 0 && i < size ? i : -1;
}

/* `old` with the part that the steps lead to replaced; recurses along steps and subscripts. */
static const Expr *update(InlineRun *r, const Expr *old, const Step *s, const Expr *to)
{
	const Expr *sub;
	Step rest;
	int32_t n;

	if (!s || r->failed)
		return to;
	if (s->e->op == EX_FIELD && old->type->rank == 0)
		return with_part(r, old, s->e->aux, update(r, part_at(r, old, s->e->aux), s->next, to));
	if (s->e->op == EX_FIELD) { /* the field of each element */
		for (int32_t i = 0; i < old->type->dim[0]; i++)
			old = with_part(r, old, i, update(r, part_at(r, old, i), s, part_at(r, to, i)));
		return old;
	}
	if (s->subs + 1 == s->e->n)
		return update(r, old, s->next, to);
	sub = s->e->arg[s->subs + 1];
	if (sub->op != EX_COLON && !(sub = inline_value(r, sub)))
		return to;
	n = sub->op == EX_COLON ? old->type->dim[0] : sub->type->rank > 0 ? sub->type->dim[0] : -1;
	rest = (Step){s->e, s->subs + 1, s->next};
	for (int32_t k = 0; k < (n < 0 ? 1 : n); k++) {
		int64_t i = position(r, sub, k, old->type->dim[0]);

		if (i < 0)
			return inline_run_fail(r);
		old = with_part(r, old, i,
						update(r, part_at(r, old, i), &rest, n < 0 ? to : part_at(r, to, k)));
		if (r->failed)
			return to;
	}
	return old;
}

/* Only sizes declared as `:` may change (MLS 12.4.5). */
static bool keeps_its_size(const FlatLocal *local, const Type *old, const Type *t)
{
	for (int k = 0; k < t->rank; k++) {
		bool open = local->type->dim[k] == DIM_OPEN && !(local->dim && local->dim[k]);

		if (!open && old->dim[k] != t->dim[k])
			return false;
	}
	return true;
}

static void assign(InlineRun *r, const Expr *lhs, const Expr *to)
{
	Step *first = NULL;

	if (r->failed || lhs->op == EX_SKIP)
		return;
	if (lhs->op == EX_TUPLE || lhs->op == EX_ARRAY || lhs->op == EX_RECORD) {
		for (uint32_t i = 0; i < lhs->n; i++)
			assign(r, lhs->arg[i],
				   lhs->op == EX_TUPLE ? expr_result(r->p, to, (int)i) : part_at(r, to, i));
		return;
	}
	for (; lhs->op == EX_INDEX || lhs->op == EX_FIELD; lhs = lhs->arg[0]) {
		Step *s = NEW(r->scratch, Step);

		*s = (Step){lhs, 0, first};
		first = s;
	}
	if (lhs->op != EX_LOCAL || (first && !r->value[lhs->aux])) {
		inline_run_fail(r);
		return;
	}
	inline_run_work(r, first ? r->value[lhs->aux]->type->n_scalars : 0);
	to = update(r, r->value[lhs->aux], first, to);
	if (r->failed)
		return;
	if (r->value[lhs->aux] &&
		!keeps_its_size(&r->fn.body.local[lhs->aux], r->value[lhs->aux]->type, to->type))
		inline_run_fail(r);
	r->value[lhs->aux] = to;
}

/* Statements */

static void run_stmts(InlineRun *r, const FlatStmt *s, int32_t n, bool inside);

static const Expr *merge(InlineRun *r, const Expr *cond, const Expr *a, const Expr *b)
{
	const Expr **part;

	if (a == b || !a || !b)
		return a == b ? a : NULL;
	if (a->type != b->type)
		return NULL;
	if (a->op == EX_SKIP || b->op == EX_SKIP)
		return expr_skip(r->p, a->type);
	if (a->op != b->op || (a->op != EX_ARRAY && a->op != EX_RECORD)) {
		inline_run_work(r, a->type->n_scalars);
		return r->failed ? a : scalar_whole(r->p, r->scratch, expr_if(r->p, cond, a, b));
	}
	part = NEW_ARRAY(r->scratch, const Expr *, a->n);
	for (uint32_t i = 0; i < a->n; i++)
		part[i] = merge(r, cond, a->arg[i], b->arg[i]);
	return expr_with(r->p, a, part);
}

static const Expr **copy_values(InlineRun *r, const Expr *const value[])
{
	const Expr **copy = NEW_ARRAY(r->scratch, const Expr *, r->fn.body.n_locals);

	for (int32_t i = 0; i < r->fn.body.n_locals; i++)
		copy[i] = value[i];
	return copy;
}

/* The branches from b on. */
static void run_if(InlineRun *r, const FlatStmt *s, int b)
{
	const Expr *cond, **then, **otherwise;

	if (b == s->n_branch || r->failed)
		return;
	if (!s->branch[b].cond) {
		run_stmts(r, s->branch[b].stmt, s->branch[b].n_stmt, true);
		return;
	}
	cond = inline_value(r, s->branch[b].cond);
	if (!cond)
		return;
	if (cond->op == EX_BOOLEAN) {
		if (cond->aux)
			run_stmts(r, s->branch[b].stmt, s->branch[b].n_stmt, true);
		else
			run_if(r, s, b + 1);
		return;
	}
	then = copy_values(r, r->value);
	otherwise = r->value;
	r->value = then;
	run_stmts(r, s->branch[b].stmt, s->branch[b].n_stmt, true);
	r->value = otherwise;
	run_if(r, s, b + 1);
	for (int32_t i = 0; i < r->fn.body.n_locals && !r->failed; i++)
		r->value[i] = merge(r, cond, then[i], r->value[i]);
}

static void run_for(InlineRun *r, const FlatStmt *s)
{
	const Expr *range = inline_value_substitute(r, s->rhs);
	uint32_t iterator = s->lhs->aux;

	if (r->failed || range->type->n_scalars < 0 || !inline_value_is_simple(r, range)) {
		inline_run_fail(r);
		return;
	}
	r->iterations += range->type->dim[0];
	if (r->iterations > INLINE_MAX_ITERATIONS)
		inline_run_fail(r);
	for (int32_t i = 0; i < range->type->dim[0] && !r->failed; i++) {
		r->value[iterator] = scalar_at(r->p, r->scratch, range, i);
		run_stmts(r, s->branch[0].stmt, s->branch[0].n_stmt, true);
	}
	r->value[iterator] = NULL;
}

static void run_effect(InlineRun *r, const Expr *e)
{
	const Expr *cond;

	if (r->drop_asserts)
		return;
	cond = e->op == EX_ASSERT ? inline_value(r, e->arg[0]) : NULL;
	if (!cond || cond->op != EX_BOOLEAN || !cond->aux)
		inline_run_fail(r);
}

static void run_stmt(InlineRun *r, const FlatStmt *s, bool inside)
{
	const Expr *value;

	switch ((StmtKind)s->kind) {
	case ST_ASSIGN:
		value = inline_value(r, s->rhs);
		if (value)
			assign(r, s->lhs, value);
		break;
	case ST_EFFECT: run_effect(r, s->rhs); break;
	case ST_IF: run_if(r, s, 0); break;
	case ST_FOR: run_for(r, s); break;
	case ST_RETURN:
		r->returned = true;
		if (inside)
			inline_run_fail(r);
		break;
	default: inline_run_fail(r); break;
	}
}

static void run_stmts(InlineRun *r, const FlatStmt *s, int32_t n, bool inside)
{
	for (int32_t i = 0; i < n && !r->failed && !r->returned; i++)
		run_stmt(r, &s[i], inside);
}

/* Entry */

static bool sizes_are_ready(InlineRun *r, const FlatLocal *local)
{
	for (int k = 0; local->dim && k < local->type->rank; k++)
		if (local->dim[k] && !inline_value_is_ready(r, local->dim[k]))
			return false;
	return true;
}

/* Outputs and locals get their sizes and first values, in the order in which they use each other.
   What is open until the first assignment has none. */
static void enter(InlineRun *r)
{
	int32_t n = r->fn.body.n_locals;
	bool *done = NEW_ARRAY(r->scratch, bool, n + 1), more = true;

	while (more && !r->failed) {
		more = false;
		for (int32_t i = r->fn.n_in; i < n && !r->failed; i++) {
			const FlatLocal *local = &r->fn.body.local[i];
			const Type *t;

			if (done[i] || local->kind == LO_ITERATOR || !sizes_are_ready(r, local) ||
				(local->init && !inline_value_is_ready(r, local->init)))
				continue;
			done[i] = more = true;
			if (local->init) {
				r->value[i] = inline_value(r, local->init);
				continue;
			}
			t = inline_value_type(r, local, r->value);
			r->value[i] = t ? inline_value_blank(r, t) : NULL;
		}
	}
}

static bool has_iterators(InlineRun *r, const FlatStmt *s, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		if (inline_value_has_iterators(r, s[i].rhs))
			return true;
		for (int b = 0; b < s[i].n_branch; b++)
			if (has_iterators(r, s[i].branch[b].stmt, s[i].branch[b].n_stmt))
				return true;
	}
	return false;
}

const Expr *const *inline_run(FlatModel *m, Arena *scratch, const Expr *call, unsigned flags)
{
	InlineRun r = {.m = m, .p = &m->pool, .scratch = scratch, .fn = m->fns.at[call->aux]};

	if (r.fn.external || r.fn.purity == PU_IMPURE || r.fn.n_out == 0)
		return NULL;
	map_init(&r.simple, arena_allocator(scratch));
	r.drop_asserts = flags & INLINE_DROP_ASSERTS;
	r.late = flags & INLINE_LATE;
	r.value = NEW_ARRAY(scratch, const Expr *, r.fn.body.n_locals);
	for (int32_t i = 0; i < r.fn.n_in; i++) {
		r.value[i] = call->arg[i];
		r.local_args |= (call->arg[i]->flags & XF_LOCAL) != 0;
	}
	if (r.local_args && has_iterators(&r, r.fn.body.stmt, r.fn.body.n_stmt))
		return NULL;
	enter(&r);
	run_stmts(&r, r.fn.body.stmt, r.fn.body.n_stmt, false);
	for (int32_t i = 0; i < r.fn.n_out && !r.failed; i++) {
		const Expr *out = r.value[r.fn.n_in + i];

		if (!out || !inline_value_is_simple(&r, out))
			inline_run_fail(&r);
	}
	return r.failed ? NULL : r.value + r.fn.n_in;
}
