/* SPDX-License-Identifier: MIT
   prepare_relation.c — relations and step functions of continuous values, where they make events
   (MLS 8.5): each becomes a discrete variable with an equation of its own. a < b, b > a, a - b < 0
   and not a >= b share one. Step functions are put down to floor. */
#include "compiler/prepare/prepare.h"

static const Expr *literally(ExprPool *pool, const Expr *e)
{
	return expr_unary(pool, EX_NO_EVENT, e);
}

/* A variable for `op`, with its equation. */
static VarId add_relation(Prepare *p, ExprOp op, const Expr *lhs, const Expr *rhs)
{
	const Type *type = type_basic(p->pool, op == EX_FLOOR ? TY_REAL : TY_BOOLEAN);
	DaeEq like = {.path = p->path, .at = p->at, .origin = EO_OTHER};
	DaeRelation r = {.op = (uint8_t)op, .lhs = lhs, .rhs = rhs, .at = p->at, .path = p->path};
	const Expr *value = rhs ? expr_binary(p->pool, op, lhs, rhs) : expr_unary(p->pool, op, lhs);

	r.written = value;
	r.var =
		dae_new_var(p->d, op == EX_FLOOR ? "floor" : "relation", type, DR_DISCRETE, p->path, p->at);
	value = prepare_check_relation(p, p->pool, value);
	r.eq = dae_add_eq(p->d, dae_ref(p->d, r.var), value, &like);
	vec_push(arena_allocator(p->d->keep), &p->d->relations, r);
	return r.var;
}

/* How a op b is looked up. */
typedef struct Form {
	const Expr *a, *b; /* operands; of a - b < 0, too */
	uint64_t key;      /* of both, in the order of their numbers */
	Map *map;          /* of p->relations */
	bool less;         /* the operator is < or <= with the operands in that order */
} Form;

static Form form_of(Prepare *p, const Expr *e)
{
	const Expr *a = e->arg[0], *b = e->arg[1];
	Form f = {.a = a, .b = b};
	ExprOp op = e->op;

	if (expr_is_real(b, 0) && a->op == EX_SUB) {
		f.a = a->arg[0];
		f.b = a->arg[1];
	} else if (expr_is_real(a, 0) && b->op == EX_SUB) {
		f.a = b->arg[1];
		f.b = b->arg[0];
	}
	f.key = (uint64_t)f.a->id << 32 | f.b->id;
	if (f.a->id > f.b->id) {
		op = expr_mirrored(op);
		f.key = (uint64_t)f.b->id << 32 | f.a->id;
	}
	f.less = op == EX_LT || op == EX_LE;
	/* < and >= of the operands in order are one, <= and > the other. */
	f.map = &p->relations[op == EX_LE || op == EX_GT];
	return f;
}

/* The variable that tells, or its negation; NULL: there is none. */
static const Expr *known_relation(Prepare *p, const Form *f)
{
	const uint64_t *seen = map_find(f->map, f->key);
	const Expr *var;

	if (!seen)
		return NULL;
	var = dae_ref(p->d, (VarId){(int32_t)(*seen >> 1)});
	return (*seen & 1) == f->less ? var : expr_unary(p->pool, EX_NOT, var);
}

/* The same; it is made if there is none. */
static const Expr *relation(Prepare *p, const Expr *e)
{
	Form f = form_of(p, e);
	const Expr *known = known_relation(p, &f);
	VarId v;

	if (known)
		return known;
	v = add_relation(p, e->op, f.a, f.b);
	map_put(f.map, f.key, (uint64_t)v.i << 1 | f.less);
	return dae_ref(p->d, v);
}

/* floor(x) as a variable. */
static const Expr *floor_of(Prepare *p, const Expr *x)
{
	uint64_t *seen = map_find(&p->floors, x->id);
	VarId v;

	if (x->variability < VB_CONTINUOUS)
		return expr_unary(p->pool, EX_FLOOR, x);
	if (seen)
		return dae_ref(p->d, (VarId){(int32_t)*seen});
	v = add_relation(p, EX_FLOOR, x, NULL);
	map_put(&p->floors, x->id, (uint64_t)v.i);
	return dae_ref(p->d, v);
}

static const Expr *ceil_of(Prepare *p, const Expr *x)
{
	return expr_neg(p->pool, floor_of(p, expr_neg(p->pool, x)));
}

/* x / y without its fraction (MLS 3.7.3.1). */
static const Expr *trunc_of(Prepare *p, const Expr *q)
{
	const Expr *down = floor_of(p, q);
	const Expr *positive = expr_binary(p->pool, EX_GE, down, expr_real(p->pool, 0));

	return expr_if(p->pool, positive, down, ceil_of(p, q));
}

static const Expr *step_function(Prepare *p, const Expr *e)
{
	ExprPool *pool = p->pool;
	const Expr *x = e->arg[0], *q;

	if (e->op == EX_FLOOR)
		return floor_of(p, x);
	if (e->op == EX_CEIL)
		return ceil_of(p, x);
	if (e->op == EX_INTEGRAL)
		return expr_unary(pool, EX_INTEGRAL, floor_of(p, x));
	q = expr_binary(pool, EX_DIV, x, e->arg[1]);
	if (e->op == EX_DIVIDE)
		return trunc_of(p, q);
	q = e->op == EX_MOD ? floor_of(p, q) : trunc_of(p, q);
	return expr_sub(pool, x, expr_mul(pool, q, e->arg[1]));
}

/* A relation of time with something that an algorithm assigns: at the instant itself it has its
   right limit, as instants.c gives it to others. */
static const Expr *right_limit(ExprPool *pool, const Expr *e)
{
	bool first = e->arg[0]->op == EX_TIME, second = e->arg[1]->op == EX_TIME;

	if (first && (e->op == EX_GT || e->op == EX_LE))
		return expr_binary(pool, e->op == EX_GT ? EX_GE : EX_LT, e->arg[0], e->arg[1]);
	if (second && (e->op == EX_LT || e->op == EX_GE))
		return expr_binary(pool, e->op == EX_LT ? EX_LE : EX_GT, e->arg[0], e->arg[1]);
	return e;
}

/* What stands inside is done: only the operator itself can make events. */
const Expr *prepare_relation(void *ctx, ExprPool *pool, const Expr *e)
{
	Prepare *p = ctx;

	if (!(e->flags & XF_EVENT) || !(expr_op_info[e->op].flags & OF_EVENT))
		return e;
	switch (e->op) {
	case EX_LT:
	case EX_LE:
	case EX_GT:
	case EX_GE:
		if ((e->flags & XF_LOCAL) || e->arg[0]->type->kind != TY_REAL)
			return literally(pool, right_limit(pool, e));
		return relation(p, e);
	case EX_DIVIDE:
	case EX_MOD:
	case EX_REM:
	case EX_FLOOR:
	case EX_CEIL:
	case EX_INTEGRAL:
		if ((e->flags & XF_LOCAL) || e->arg[0]->type->kind != TY_REAL)
			return literally(pool, e);
		return step_function(p, e);
	default: return literally(pool, e);
	}
}

/* The relation as it was before prepare_check_relation: one that makes events looks by itself. */
static const Expr *unchecked(const Prepare *p, ExprPool *pool, const Expr *e)
{
	const Expr *arg[2];

	for (int i = 0; i < 2; i++) {
		const Expr *a = e->arg[i];

		arg[i] = a->op == EX_CALL && (int32_t)a->aux == p->number_fn.i - 1 ? a->arg[0] : a;
	}
	return expr_with(pool, e, arg);
}

/* A relation that makes events is the variable that tells. */
static const Expr *shared_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	bool compares = e->op == EX_LT || e->op == EX_LE || e->op == EX_GT || e->op == EX_GE;
	const Expr *known;
	Form f;

	if (!compares || !(e->flags & XF_EVENT) || e->flags & XF_LOCAL ||
		e->arg[0]->type->kind != TY_REAL)
		return e;
	f = form_of(ctx, unchecked(ctx, pool, e));
	known = known_relation(ctx, &f);
	return known ? known : e;
}

const Expr *prepare_asserted(Prepare *p, const Expr *e)
{
	const Expr *holds = prepare_literal(p, e);

	if (e && e->op != EX_NO_EVENT && holds->op == EX_NO_EVENT && !p->initial && !p->in_when)
		map_put(&p->asserted, holds->id, 1);
	return holds;
}

/* A condition that prepare_asserted has seen, in its noEvent. */
static const Expr *asserted_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	Prepare *p = ctx;
	const Expr *shared;

	if (e->op != EX_NO_EVENT || !map_find(&p->asserted, e->id))
		return e;
	shared = walk_rewrite(p->shared, e->arg[0]);
	return shared->flags & XF_EVENT ? literally(pool, shared) : shared;
}

/* Does e change with time alone, between events? */
static bool is_of_time(Prepare *p, const Expr *e)
{
	bool time = false;
	const Expr *x;

	for (walk_begin(&p->look, e); (x = walk_next(&p->look));) {
		time |= x->op == EX_TIME;
		if (x->op == EX_PRE)
			walk_skip(&p->look);
		if (x->op == EX_VAR && x->variability == VB_CONTINUOUS)
			return false;
	}
	return time;
}

static const Expr *timed_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	const Expr *known = shared_rule(ctx, pool, e);

	return known != e && is_of_time(ctx, e) ? known : e;
}

Rewrite *prepare_timed(Prepare *p)
{
	return walk_rewrite_new(p->pool, p->scratch, XF_EVENT, timed_rule, p);
}

/* What stands in the noEvent that the body of a when is put into. */
static const Expr *body_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	Prepare *p = ctx;
	const Expr *shared;

	if (e->op != EX_NO_EVENT)
		return e;
	shared = walk_rewrite(p->timed, e->arg[0]);
	return shared->flags & XF_EVENT ? literally(pool, shared) : shared;
}

/* Equations of whens have another form for the start. */
static void share_in_whens(Prepare *p)
{
	Rewrite *body = walk_rewrite_new(p->pool, p->scratch, XF_VAR | XF_EVENT, body_rule, p);

	p->timed = prepare_timed(p);
	for (size_t i = 0; i < p->d->eqs.n; i++) {
		DaeEq *eq = &p->d->eqs.at[i];

		if (!eq->init_rhs || eq->clock > 0)
			continue;
		eq->rhs = walk_rewrite(body, eq->rhs);
		eq->init_rhs = walk_rewrite(body, eq->init_rhs);
	}
	for (size_t i = 0; i < p->d->actions.n; i++) {
		DaeAction *a = &p->d->actions.at[i];
		const Expr **part[] = {&a->fires, &a->value, &a->message, &a->level};

		for (int k = 0; k < 4 && !a->always; k++)
			if (*part[k])
				*part[k] = walk_rewrite(body, *part[k]);
	}
}

void prepare_share_relations(Prepare *p)
{
	Rewrite *asserted = walk_rewrite_new(p->pool, p->scratch, XF_VAR | XF_EVENT, asserted_rule, p);

	p->shared = walk_rewrite_new(p->pool, p->scratch, XF_EVENT, shared_rule, p);
	for (size_t i = 0; i < p->d->actions.n; i++)
		p->d->actions.at[i].fires = walk_rewrite(asserted, p->d->actions.at[i].fires);
	share_in_whens(p);
}
