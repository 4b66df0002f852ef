/* SPDX-License-Identifier: MIT
   prepare_alg_ref.c — the variables of an algorithm section as locals of a function. What is
   assigned are outputs: single variables, or whole arrays where the section uses them as such. What
   is read besides are inputs: variables, pre values, time. Relations of variables that the section
   does not assign make events and become variables before; others are evaluated where they stand,
   and the same relation of the values that the section ends with makes the events, unless it has
   a subscript. What that leaves out (values in between, of loops) prepare_alg_fn.c sees. */
#include "compiler/prepare/prepare_alg.h"

#include <stdlib.h>

/* Outputs. References to variables are nested or apart, never half over each other: parts of one
   array are chosen from the left. The largest ones become outputs. */

typedef struct Refs {
	AlgFn *f;                /* where to */
	VEC(const Expr *) found; /* EX_VAR with a variable that is assigned */
} Refs;

static void collect_expr(void *ctx, const Expr *e)
{
	Refs *r = ctx;
	Walk *walk = &r->f->p->look;
	const Expr *x;

	walk_add(walk, e);
	while ((x = walk_next(walk))) {
		bool assigned = false;

		for (int32_t k = 0; x->op == EX_VAR && k < x->type->n_scalars; k++)
			assigned |= map_find(&r->f->targets, x->aux + (uint32_t)k) != NULL;
		if (assigned)
			vec_push(arena_allocator(r->f->p->scratch), &r->found, x);
	}
}

/* By first variable; of those the largest, with most dimensions, first. */
static int by_range(const void *a, const void *b)
{
	const Expr *x = *(const Expr *const *)a, *y = *(const Expr *const *)b;

	if (x->aux != y->aux)
		return x->aux < y->aux ? -1 : 1;
	if (x->type->n_scalars != y->type->n_scalars)
		return x->type->n_scalars > y->type->n_scalars ? -1 : 1;
	return (int)y->type->rank - (int)x->type->rank;
}

static void add_output(AlgFn *f, VarId v, const Type *type, const Expr *init)
{
	for (int32_t k = 0; k < type->n_scalars; k++)
		map_put(&f->output_of, (uint64_t)v.i + (uint64_t)k, f->out.n);
	vec_push(arena_allocator(f->p->scratch), &f->out, ((AlgOutput){v, type, init}));
}

static void find_outputs(AlgFn *f)
{
	Refs r = {.f = f};

	walk_begin(&f->p->look, NULL);
	targets_exprs(f->alg->body.stmt, f->alg->body.n_stmt, collect_expr, &r);
	vec_sort(&r.found, by_range);
	for (size_t i = 0; i < r.found.n; i++)
		if (!map_find(&f->output_of, r.found.at[i]->aux))
			add_output(f, expr_var_id(r.found.at[i]), r.found.at[i]->type, NULL);
}

const Expr *prepare_alg_output(AlgFn *f, VarId v, const Expr *init)
{
	add_output(f, v, flat_decl_of(f->p->m, v)->type, init);
	return expr_local(f->p->pool, ALG_OUT + (int)f->out.n - 1, f->out.at[f->out.n - 1].type);
}

const Expr *prepare_alg_input(AlgFn *f, const Expr *of)
{
	uint64_t *seen = map_find(&f->input_of, of->id);
	size_t k = seen ? (size_t)*seen : f->in.n;

	if (!seen) {
		map_put(&f->input_of, of->id, k);
		vec_push(arena_allocator(f->p->scratch), &f->in, ((AlgInput){of, -1}));
	}
	return expr_local(f->p->pool, ALG_IN + (int)k, of->type);
}

const Expr *prepare_alg_model(AlgFn *f, const Expr *e)
{
	const Expr *base;
	const AlgOutput *out;

	if (e->op == EX_VAR)
		return e;
	if (e->op == EX_INDEX) {
		base = prepare_alg_model(f, e->arg[0]);
		return base ? expr_index(f->p->pool, base, e->arg + 1, e->n - 1) : NULL;
	}
	if (e->op != EX_LOCAL || e->aux < ALG_IN)
		return NULL;
	if (e->aux < ALG_OUT)
		return f->in.at[e->aux - ALG_IN].of;
	out = &f->out.at[e->aux - ALG_OUT];
	return expr_var(f->p->pool, out->first, out->type);
}

/* The part of an output that a reference means. */
static const Expr *part_of_output(AlgFn *f, size_t k, const Expr *e)
{
	const AlgOutput *out = &f->out.at[k];
	const Expr *local = expr_local(f->p->pool, ALG_OUT + (int)k, out->type), *sub[UINT8_MAX];
	int32_t rest = (int32_t)e->aux - out->first.i;
	const Type *type = out->type;
	int n = 0;

	for (; type->rank > e->type->rank; n++) {
		type = type_drop(f->p->pool, type, 1);
		sub[n] = expr_integer(f->p->pool, rest / type->n_scalars + 1);
		rest %= type->n_scalars;
	}
	return n > 0 ? expr_index(f->p->pool, local, sub, (size_t)n) : local;
}

static const Expr *own_var(AlgFn *f, const Expr *e)
{
	uint64_t *k = map_find(&f->output_of, e->aux);

	if (k)
		return part_of_output(f, (size_t)*k, e);
	return e->type->rank > 0 ? prepare_alg_input(f, e) : e;
}

/* pre or der of what a local stands for: known outside. */
static const Expr *of_model(AlgFn *f, ExprOp op, const Expr *e)
{
	const Expr *x = prepare_alg_model(f, e);
	ExprPool *pool = f->p->pool;

	if (!x)
		return expr_unary(pool, op, e);
	if (x->op == EX_INDEX)
		return expr_index(pool, prepare_alg_input(f, expr_unary(pool, op, x->arg[0])), x->arg + 1,
						  x->n - 1);
	x = expr_unary(pool, op, x);
	return x->type->rank > 0 ? prepare_alg_input(f, x) : x;
}

static const Expr *own_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	AlgFn *f = ctx;

	switch (e->op) {
	case EX_VAR:
		return e->type->n_scalars == 0 ? e : own_var(f, e); /* its number is the next one's */
	case EX_PRE:
	case EX_DER: return of_model(f, e->op, e->arg[0]);
	case EX_EDGE:
		return expr_binary(pool, EX_AND, e->arg[0],
						   expr_unary(pool, EX_NOT, of_model(f, EX_PRE, e->arg[0])));
	case EX_CHANGE:
		return expr_unary(pool, EX_NO_EVENT,
						  expr_binary(pool, EX_NE, e->arg[0], of_model(f, EX_PRE, e->arg[0])));
	default: return e;
	}
}

/* The argument of pre has become an input already; the input for it may stay without use. */
static const Expr *leaf_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	AlgFn *f = ctx;
	const Expr *x;

	switch (e->op) {
	case EX_VAR:
	case EX_TIME:
	case EX_INITIAL:
	case EX_TERMINAL: return prepare_alg_input(f, e);
	case EX_PRE:
		x = prepare_alg_model(f, e->arg[0]);
		return x ? prepare_alg_input(f, expr_unary(pool, EX_PRE, x)) : e;
	default: return e;
	}
}

static const Expr *model_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	const Expr *x = e->op == EX_LOCAL ? prepare_alg_model(ctx, e) : NULL;

	(void)pool;
	return x ? x : e;
}

/* Can a relation be asked for outside of the section? A subscript of final values may be out of its
   range, where the section did not use it; arrays of open sizes have no scalars. */
static bool is_for_model(Prepare *p, const Expr *e)
{
	Walk walk;
	const Expr *x;

	if (!(e->flags & (XF_FAIL | XF_ARRAY)))
		return true;
	walk_init_brief(&walk, p->pool, p->scratch, 0);
	for (walk_begin(&walk, e); (x = walk_next(&walk));)
		if ((x->op == EX_INDEX && x->flags & XF_FAIL) ||
			(x->type->n_scalars < 0 && x->type->kind < TY_RECORD))
			return false;
	return true;
}

void prepare_alg_event(Prepare *p, const Expr *e)
{
	Walk walk;
	const Expr *x;

	walk_init_brief(&walk, p->pool, p->scratch, XF_VAR);
	e = walk_rewrite(p->events, e);
	for (walk_begin(&walk, e); (x = walk_next(&walk));)
		if (x->op == EX_VAR && x->variability == VB_DISCRETE)
			dae_var(p->d, expr_var_id(x))->decides = true;
}

/* Events for the relations in e that hold assigned variables. An iterator has no value outside.
   Whether something changes all the time is known of the variables that locals stand for. */
static void add_events(AlgFn *f, const Expr *e)
{
	Prepare *p = f->p;
	const Expr *x;

	for (walk_begin(&p->look, e); (x = walk_next(&p->look));) {
		bool whole = (x->op == EX_LT || x->op == EX_LE || x->op == EX_GT || x->op == EX_GE) &&
					 x->arg[0]->type->kind == TY_REAL;

		if (x->op == EX_NO_EVENT || !(x->flags & XF_LOCAL) || whole)
			walk_skip(&p->look);
		if (!(x->flags & XF_LOCAL) || !(expr_op_info[x->op].flags & OF_EVENT) ||
			x->arg[0]->type->kind != TY_REAL)
			continue;
		x = walk_rewrite(f->model, x);
		f->watched |= (x->flags & XF_EVENT) != 0;
		if (!whole)
			continue;
		x = prepare_known(p, x);
		if (!(x->flags & XF_LOCAL) && (x->flags & XF_EVENT) && is_for_model(p, x))
			prepare_alg_event(p, prepare_plain(p, scalar_at(p->pool, p->scratch, x, 0)));
	}
}

static void collect_target(void *ctx, VarId v)
{
	map_put(ctx, (uint64_t)v.i, 1);
}

void prepare_alg_refs(AlgFn *f)
{
	Prepare *p = f->p;
	const MdvAlloc *a = arena_allocator(p->scratch);

	map_init(&f->targets, a);
	map_init(&f->output_of, a);
	map_init(&f->input_of, a);
	targets_of_alg(f->alg, p->scratch, collect_target, &f->targets);
	find_outputs(f);
	f->own = walk_rewrite_new(p->pool, p->scratch, XF_VAR, own_rule, f);
	f->leaves = walk_rewrite_new(p->pool, p->scratch, XF_VAR, leaf_rule, f);
	f->model = walk_rewrite_new(p->pool, p->scratch, XF_LOCAL, model_rule, f);
}

const Expr *prepare_alg_expr(AlgFn *f, const Expr *e)
{
	Prepare *p = f->p;

	if (!e)
		return e;
	f->impure |= (e->flags & XF_IMPURE) != 0;
	e = prepare_plain(p, prepare_known(p, walk_rewrite(f->own, e)));
	if (!f->literal) {
		add_events(f, e);
		e = walk_rewrite(p->events, e);
	} else if (f->in_when && e->flags & XF_EVENT) {
		e = walk_rewrite(f->timed, e);
	}
	return walk_rewrite(f->leaves, e);
}
