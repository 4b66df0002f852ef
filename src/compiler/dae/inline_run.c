/* SPDX-License-Identifier: MIT
   inline_run.c — the body of a function carried out on expressions instead of numbers. A local
   holds an expression in terms of the arguments: a constructor of scalars, with EX_SKIP where
   nothing was assigned yet. Branches are run on copies of the locals and merged by if-expressions;
   loops over known ranges are unrolled. Calls stay. Relations inside a function make no events
   (MLS 8.5), so they get a noEvent.

   What is not simple ends the run: loops of unknown length, return and break in the middle, sizes
   known at run time only, much work. */
#include "compiler/dae/diff.h"

enum {
	MAX_ITERATIONS = 100, /* of all loops together */
	MAX_WORK = 4000       /* operators looked at and scalars assigned */
};

typedef struct Run {
	FlatModel *m;       /* whose function it is */
	ExprPool *p;        /* of the model */
	Arena *scratch;     /* holds the rest */
	FlatFn fn;          /* the function; a copy */
	const Expr **value; /* by local: its value; NULL: none yet, not even a size */
	bool drop_asserts;  /* effects may be left out */
	bool local_args;    /* the arguments are in terms of another function's locals */
	bool failed;        /* not simple */
	bool returned;      /* at the end */
	int iterations;     /* so far */
	int work;           /* so far */
} Run;

static const Expr *fail(Run *r)
{
	r->failed = true;
	return NULL;
}

static void count_work(Run *r, int64_t n)
{
	if (n > MAX_WORK - r->work)
		fail(r);
	else
		r->work += (int)n;
}

/* Reading */

static const Type *call_type(Run *r, const Expr *call);

/* One node of the body, its arguments done. */
static const Expr *substitute_node(void *ctx, ExprPool *p, const Expr *e)
{
	Run *r = ctx;

	count_work(r, 1);
	if (r->failed)
		return e;
	if (e->op == EX_LOCAL) {
		if (r->value[e->aux])
			return r->value[e->aux];
		if (r->fn.body.local[e->aux].kind != LO_ITERATOR || r->local_args)
			fail(r);
		return e;
	}
	if (e->op == EX_CALL && e->type->n_scalars < 0) {
		const Type *t = call_type(r, e);

		return t ? expr_call(p, (FnId){(int32_t)e->aux}, t, e->arg, e->n, expr_site(e)) : e;
	}
	if (r->fn.generate_events || !(expr_op_info[e->op].flags & OF_EVENT) || !(e->flags & XF_EVENT))
		return e;
	for (uint32_t i = 0; i < e->n; i++) /* an event of the caller must not be lost */
		if (e->arg[i]->flags & XF_EVENT)
			fail(r);
	return expr_unary(p, EX_NO_EVENT, e);
}

static const Expr *substitute(Run *r, const Expr *e)
{
	return walk_rewrite(walk_rewrite_new(r->p, r->scratch, XF_LOCAL | XF_CALL, substitute_node, r),
						e);
}

/* Is there anything that scalar.c cannot take apart, or that has no value? */
static bool is_simple(Run *r, const Expr *e)
{
	Walk w;

	walk_init(&w, r->p, r->scratch);
	walk_begin(&w, e);
	while ((e = walk_next(&w))) {
		if (e->op == EX_SKIP || (e->type->n_scalars < 0 && e->type->kind != TY_NONE))
			return false;
		if (e->op == EX_MATPOW && e->arg[1]->op != EX_INTEGER)
			return false;
	}
	return true;
}

/* The value of an expression of the body, in constructors of scalars. NULL: failed. */
static const Expr *evaluate(Run *r, const Expr *e)
{
	e = substitute(r, e);
	if (r->failed || !is_simple(r, e))
		return fail(r);
	count_work(r, e->type->n_scalars);
	return r->failed ? NULL : scalar_whole(r->p, r->scratch, e);
}

/* Types of known size */

static const Expr *replace_input(void *ctx, ExprPool *p, const Expr *e)
{
	const Expr *const *arg = ctx;

	(void)p;
	return e->op == EX_LOCAL ? arg[e->aux] : e;
}

/* The type of a local whose sizes are given in terms of others; `value` of these. NULL: open. */
static const Type *known_type(Run *r, const FlatLocal *local, const Expr *const value[])
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
			expr_integer_value(size) > MAX_WORK)
			return NULL;
		dim[k] = (int32_t)expr_integer_value(size);
	}
	return t->elem->n_scalars < 0 ? NULL : type_array(r->p, t->elem, dim, t->rank);
}

/* Do the sizes of a local depend on inputs before n only? */
static bool sizes_by_inputs(Run *r, const FlatLocal *local, int32_t n)
{
	Walk w;
	const Expr *e;

	walk_init(&w, r->p, r->scratch);
	walk_begin(&w, NULL);
	for (int k = 0; local->dim && k < local->type->rank; k++)
		walk_add(&w, local->dim[k]);
	while ((e = walk_next(&w)))
		if (e->op == EX_LOCAL && (int32_t)e->aux >= n)
			return false;
	return true;
}

/* The type of a call inside, its arguments known; NULL: open. */
static const Type *call_type(Run *r, const Expr *call)
{
	const FlatFn *fn = &r->m->fns.at[call->aux];
	const Type **type = NEW_ARRAY(r->scratch, const Type *, fn->n_out + 1);

	for (int32_t i = 0; i < fn->n_out; i++) {
		const FlatLocal *out = &fn->body.local[fn->n_in + i];

		type[i] = sizes_by_inputs(r, out, fn->n_in) ? known_type(r, out, call->arg) : NULL;
		if (!type[i])
			return NULL;
	}
	return fn->n_out == 1 ? type[0] : type_tuple(r->p, type, fn->n_out);
}

/* Nothing assigned yet, but of known size: constructors of EX_SKIP. */
static const Expr *blank(Run *r, const Type *t)
{
	size_t n = t->rank > 0 ? (size_t)t->dim[0] : t->n_fields;
	const Expr **part;

	if (t->rank == 0 && t->kind != TY_RECORD)
		return expr_skip(r->p, t);
	part = NEW_ARRAY(r->scratch, const Expr *, n);
	for (size_t i = 0; i < n; i++)
		part[i] = blank(r, t->rank > 0 ? type_drop(r->p, t, 1) : t->field[i].type);
	return t->rank > 0 ? expr_array(r->p, type_drop(r->p, t, 1), part, n)
					   : expr_record(r->p, t, part, n);
}

/* Writing */

static const Expr *part_at(Run *r, const Expr *a, int64_t i) /* from 0 */
{
	const Expr *sub = expr_integer(r->p, i + 1);

	return a->type->rank > 0 ? expr_index(r->p, a, &sub, 1) : expr_field(r->p, a, (int)i);
}

/* a with another part i */
static const Expr *with_part(Run *r, const Expr *a, int64_t i, const Expr *to)
{
	size_t n = a->type->rank > 0 ? (size_t)a->type->dim[0] : a->type->n_fields;
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
static int64_t position(Run *r, const Expr *sub, int32_t k, int32_t size)
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
static const Expr *update(Run *r, const Expr *old, const Step *s, const Expr *to)
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
	if (sub->op != EX_COLON && !(sub = evaluate(r, sub)))
		return to;
	n = sub->op == EX_COLON ? old->type->dim[0] : sub->type->rank > 0 ? sub->type->dim[0] : -1;
	rest = (Step){s->e, s->subs + 1, s->next};
	for (int32_t k = 0; k < (n < 0 ? 1 : n); k++) {
		int64_t i = position(r, sub, k, old->type->dim[0]);

		if (i < 0)
			return fail(r);
		old = with_part(r, old, i,
						update(r, part_at(r, old, i), &rest, n < 0 ? to : part_at(r, to, k)));
		if (r->failed)
			return to;
	}
	return old;
}

static void assign(Run *r, const Expr *lhs, const Expr *to)
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
		fail(r);
		return;
	}
	count_work(r, first ? r->value[lhs->aux]->type->n_scalars : 0);
	to = update(r, r->value[lhs->aux], first, to);
	if (!r->failed)
		r->value[lhs->aux] = to;
}

/* Statements */

static void run_stmts(Run *r, const FlatStmt *s, int32_t n, bool inside);

static const Expr *merge(Run *r, const Expr *cond, const Expr *a, const Expr *b)
{
	const Expr **part;

	if (a == b || !a || !b)
		return a == b ? a : NULL;
	if (a->type != b->type)
		return NULL;
	if (a->op == EX_SKIP || b->op == EX_SKIP)
		return expr_skip(r->p, a->type);
	if (a->op != b->op || (a->op != EX_ARRAY && a->op != EX_RECORD)) {
		count_work(r, a->type->n_scalars);
		return r->failed ? a : scalar_whole(r->p, r->scratch, expr_if(r->p, cond, a, b));
	}
	part = NEW_ARRAY(r->scratch, const Expr *, a->n);
	for (uint32_t i = 0; i < a->n; i++)
		part[i] = merge(r, cond, a->arg[i], b->arg[i]);
	return expr_with(r->p, a, part);
}

static const Expr **copy_values(Run *r, const Expr *const value[])
{
	const Expr **copy = NEW_ARRAY(r->scratch, const Expr *, r->fn.body.n_locals);

	for (int32_t i = 0; i < r->fn.body.n_locals; i++)
		copy[i] = value[i];
	return copy;
}

/* The branches from b on. */
static void run_if(Run *r, const FlatStmt *s, int b)
{
	const Expr *cond, **then, **otherwise;

	if (b == s->n_branch || r->failed)
		return;
	if (!s->branch[b].cond) {
		run_stmts(r, s->branch[b].stmt, s->branch[b].n_stmt, true);
		return;
	}
	cond = evaluate(r, s->branch[b].cond);
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

static void run_for(Run *r, const FlatStmt *s)
{
	const Expr *range = substitute(r, s->rhs);
	uint32_t iterator = s->lhs->aux;

	if (r->failed || range->type->n_scalars < 0 || !is_simple(r, range)) {
		fail(r);
		return;
	}
	r->iterations += range->type->dim[0];
	if (r->iterations > MAX_ITERATIONS)
		fail(r);
	for (int32_t i = 0; i < range->type->dim[0] && !r->failed; i++) {
		r->value[iterator] = scalar_at(r->p, r->scratch, range, i);
		run_stmts(r, s->branch[0].stmt, s->branch[0].n_stmt, true);
	}
	r->value[iterator] = NULL;
}

static void run_effect(Run *r, const Expr *e)
{
	const Expr *cond;

	if (r->drop_asserts)
		return;
	cond = e->op == EX_ASSERT ? evaluate(r, e->arg[0]) : NULL;
	if (!cond || cond->op != EX_BOOLEAN || !cond->aux)
		fail(r);
}

static void run_stmt(Run *r, const FlatStmt *s, bool inside)
{
	const Expr *value;

	switch ((StmtKind)s->kind) {
	case ST_ASSIGN:
		value = evaluate(r, s->rhs);
		if (value)
			assign(r, s->lhs, value);
		break;
	case ST_EFFECT: run_effect(r, s->rhs); break;
	case ST_IF: run_if(r, s, 0); break;
	case ST_FOR: run_for(r, s); break;
	case ST_RETURN:
		r->returned = true;
		if (inside)
			fail(r);
		break;
	default: fail(r); break;
	}
}

static void run_stmts(Run *r, const FlatStmt *s, int32_t n, bool inside)
{
	for (int32_t i = 0; i < n && !r->failed && !r->returned; i++)
		run_stmt(r, &s[i], inside);
}

/* Entry */

/* Do all locals that e refers to have a value? */
static bool is_ready(Run *r, const Expr *e)
{
	Walk w;

	walk_init(&w, r->p, r->scratch);
	walk_begin(&w, e);
	while ((e = walk_next(&w)))
		if (e->op == EX_LOCAL && !r->value[e->aux] && r->fn.body.local[e->aux].kind != LO_ITERATOR)
			return false;
	return true;
}

static bool sizes_are_ready(Run *r, const FlatLocal *local)
{
	for (int k = 0; local->dim && k < local->type->rank; k++)
		if (local->dim[k] && !is_ready(r, local->dim[k]))
			return false;
	return true;
}

/* Outputs and locals get their sizes and first values, in the order in which they use each other.
   What is open until the first assignment has none. */
static void enter(Run *r)
{
	int32_t n = r->fn.body.n_locals;
	bool *done = NEW_ARRAY(r->scratch, bool, n + 1), more = true;

	while (more && !r->failed) {
		more = false;
		for (int32_t i = r->fn.n_in; i < n && !r->failed; i++) {
			const FlatLocal *local = &r->fn.body.local[i];
			const Type *t;

			if (done[i] || local->kind == LO_ITERATOR || !sizes_are_ready(r, local) ||
				(local->init && !is_ready(r, local->init)))
				continue;
			done[i] = more = true;
			if (local->init) {
				r->value[i] = evaluate(r, local->init);
				continue;
			}
			t = known_type(r, local, r->value);
			r->value[i] = t ? blank(r, t) : NULL;
		}
	}
}

static bool has_comprehension(Run *r, const FlatStmt *s, int32_t n)
{
	Walk w;
	const Expr *e;

	walk_init(&w, r->p, r->scratch);
	walk_begin(&w, NULL);
	for (int32_t i = 0; i < n; i++) {
		walk_add(&w, s[i].rhs);
		for (int b = 0; b < s[i].n_branch; b++)
			if (has_comprehension(r, s[i].branch[b].stmt, s[i].branch[b].n_stmt))
				return true;
	}
	while ((e = walk_next(&w)))
		if (e->op >= EX_FOR_ARRAY && e->op <= EX_FOR_MAX)
			return true;
	return false;
}

const Expr *const *inline_run(FlatModel *m, Arena *scratch, const Expr *call, unsigned flags)
{
	Run r = {.m = m, .p = &m->pool, .scratch = scratch, .fn = m->fns.at[call->aux]};

	if (r.fn.external || r.fn.purity == PU_IMPURE || r.fn.n_out == 0)
		return NULL;
	r.drop_asserts = flags & INLINE_DROP_ASSERTS;
	r.value = NEW_ARRAY(scratch, const Expr *, r.fn.body.n_locals);
	for (int32_t i = 0; i < r.fn.n_in; i++) {
		r.value[i] = call->arg[i];
		r.local_args |= (call->arg[i]->flags & XF_LOCAL) != 0;
	}
	if (r.local_args && has_comprehension(&r, r.fn.body.stmt, r.fn.body.n_stmt))
		return NULL;
	enter(&r);
	run_stmts(&r, r.fn.body.stmt, r.fn.body.n_stmt, false);
	for (int32_t i = 0; i < r.fn.n_out && !r.failed; i++) {
		const Expr *out = r.value[r.fn.n_in + i];

		if (!out || !is_simple(&r, out))
			fail(&r);
	}
	return r.failed ? NULL : r.value + r.fn.n_in;
}
