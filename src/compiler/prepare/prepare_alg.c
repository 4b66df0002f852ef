/* SPDX-License-Identifier: MIT
   prepare_alg.c — algorithm sections (MLS 11.1). A section without loops is carried out on
   expressions: every variable has a value in terms of the model at each point, and what it is in
   the end is its equation. So relations make events, and each variable is solved by itself.
   Variables that are assigned several times get further variables for the values between; inside
   of branches values stay expressions, for what a branch computes may be undefined outside of it
   (large ones of whens go by the name of the variable, which has that value where the when is
   active: a chain t[i] := t[i - 1] + … would take n^2 terms). A
   variable begins with its pre value if it is discrete, otherwise with its start value (MLS
   11.1.2). Other sections become functions (prepare_alg_fn.c). Recursion follows the nesting of
   statements, which the parser limits. */
#include "compiler/prepare/prepare_alg.h"

#define LARGE_VALUE 200 /* parts of an expression that gets a name: more than users write */

typedef struct Change {
	uint64_t v;         /* a variable */
	const Expr *before; /* its value before; NULL: that at entry */
} Change;

typedef struct Run {
	Prepare *p;        /* the pass */
	AlgFn f;           /* variables as locals, so that pre(v) is told from v */
	Map value;         /* VarId -> its value here; absent: that at entry */
	Map last;          /* VarId -> number of the last statement that assigns it */
	Map named;         /* VarId -> its value, where `value` is only its name */
	Map kept;          /* VarId of a value between -> pre(v) if it is that at the start */
	uint64_t number;   /* of the statement on the top level */
	VEC(Change) trail; /* assignments, to be undone after a branch */
	Span at;           /* the statement */
} Run;

/* Can the section be carried out? */

static bool is_plain_target(const Expr *e)
{
	switch (e->op) {
	case EX_VAR:
	case EX_SKIP: return true;
	case EX_ARRAY:
	case EX_RECORD:
	case EX_TUPLE:
		for (uint32_t i = 0; i < e->n; i++)
			if (!is_plain_target(e->arg[i]))
				return false;
		return true;
	default: return false;
	}
}

/* An array whose size is known at run time only. */
static bool has_open_size(Walk *walk, const Expr *e)
{
	const Expr *x;

	if (!e || !(e->flags & XF_ARRAY))
		return false;
	for (walk_begin(walk, e); (x = walk_next(walk));)
		if (x->type->n_scalars < 0 && x->type->kind < TY_RECORD)
			return true;
	return false;
}

static bool can_run(Walk *walk, const FlatStmt *stmt, int32_t n, bool top)
{
	for (int32_t i = 0; i < n; i++) {
		const FlatStmt *s = &stmt[i];

		if (s->kind > ST_WHEN || (s->kind == ST_WHEN && !top))
			return false;
		if (s->kind == ST_ASSIGN && (!is_plain_target(s->lhs) || (s->rhs->flags & XF_IMPURE)))
			return false;
		if (has_open_size(walk, s->rhs))
			return false;
		for (int b = 0; b < s->n_branch; b++)
			if (has_open_size(walk, s->branch[b].cond) ||
				!can_run(walk, s->branch[b].stmt, s->branch[b].n_stmt, false))
				return false;
	}
	return true;
}

/* Values. */

static const Expr *value_of(void *ctx, VarId v)
{
	Run *r = ctx;
	const Expr *value = map_find_ptr(&r->value, (uint64_t)v.i);

	if (value)
		return value;
	if (!map_find(&r->f.targets, (uint64_t)v.i))
		return dae_ref(r->p->d, v);
	return prepare_alg_entry_value(&r->f, v, flat_decl_of(r->p->m, v)->type);
}

static void set_value(Run *r, VarId v, const Expr *value)
{
	Change c = {(uint64_t)v.i, map_find_ptr(&r->value, (uint64_t)v.i)};

	vec_push(arena_allocator(r->p->scratch), &r->trail, c);
	map_put(&r->value, c.v, map_key(value));
}

static void undo(Run *r, size_t n)
{
	while (r->trail.n > n) {
		Change c = r->trail.at[--r->trail.n];

		if (c.before)
			map_put(&r->value, c.v, map_key(c.before));
		else
			map_remove(&r->value, c.v);
	}
}

static const Expr *value_of_array(Run *r, VarId v, const Type *type)
{
	return scalar_build(r->p->pool, r->p->scratch, v, type, value_of, r);
}

static const Expr *value_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	Run *r = ctx;
	const AlgOutput *out;

	(void)pool;
	if (e->op != EX_LOCAL || e->aux < ALG_IN) /* an iterator */
		return e;
	if (e->aux < ALG_OUT)
		return r->f.in.at[e->aux - ALG_IN].of;
	out = &r->f.out.at[e->aux - ALG_OUT];
	return value_of_array(r, out->first, out->type);
}

/* MLS 8.5: in the body of a when no relation makes events. */
static const Expr *quiet(Prepare *p, const Expr *e)
{
	return p->in_when && (e->flags & XF_EVENT) ? expr_unary(p->pool, EX_NO_EVENT, e) : e;
}

/* e with the values of this point, in terms of the model; calls are as written. */
static const Expr *in_terms_of_model(Run *r, const Expr *e)
{
	e = walk_rewrite(r->f.own, e);
	return walk_rewrite(walk_rewrite_new(r->p->pool, r->p->scratch, XF_LOCAL, value_rule, r), e);
}

/* The same, with functions put in the place of their calls. */
static const Expr *evaluate(Run *r, const Expr *e)
{
	Prepare *p = r->p;

	if (!e)
		return e;
	e = inline_expr(p->inliner, in_terms_of_model(r, e));
	return e->type->rank == 0 && e->type->kind <= TY_ENUM ? quiet(p, e) : e;
}

/* Limits of the arguments of what a statement calls. */
static void look_at_calls(Run *r, const Expr *e, const Expr *active)
{
	FlatEq eq = {.kind = EQ_EFFECT};

	if (!(e->flags & XF_CALL))
		return;
	eq.lhs = in_terms_of_model(r, e);
	prepare_limits(r->p, &eq, active);
}

/* Statements. */

typedef struct Number {
	Map *last;       /* where to */
	uint64_t number; /* of the statement */
} Number;

static void number_target(void *ctx, VarId v)
{
	const Number *n = ctx;

	map_put(n->last, (uint64_t)v.i, n->number);
}

/* Of each variable that statements assign the number of the last one. */
static void number_targets(Prepare *p, const FlatStmt *stmt, int32_t n, Map *last)
{
	for (int32_t i = 0; i < n; i++) {
		FlatAlg one = {.body = {.stmt = &stmt[i], .n_stmt = 1}};

		targets_of_alg(&one, p->scratch, number_target, &(Number){last, (uint64_t)i});
	}
}

/* The scalars of a left side, in order, get those of the value; *k counts them. */
static void assign(Run *r, const Expr *lhs, const Expr *value, const Type *type, int32_t *k)
{
	if (lhs->op == EX_VAR) {
		for (int32_t i = 0; i < lhs->type->n_scalars; i++)
			set_value(r, (VarId){(int32_t)lhs->aux + i},
					  quiet(r->p, prepare_part(r->p, value, type, (*k)++)));
	} else if (lhs->op == EX_SKIP) {
		*k += lhs->type->n_scalars;
	} else {
		for (uint32_t i = 0; i < lhs->n; i++)
			assign(r, lhs->arg[i], value, type, k);
	}
}

static void run_assign(Run *r, const FlatStmt *s)
{
	const Expr *value = evaluate(r, s->rhs);
	int32_t k = 0;

	if (value->op == EX_CALL)
		value = scalar_whole(r->p->pool, r->p->scratch, value);
	if (s->lhs->op != EX_TUPLE || value->type->kind != TY_TUPLE) {
		assign(r, s->lhs, value, s->lhs->type, &k);
		return;
	}
	for (uint32_t i = 0; i < s->lhs->n; i++, k = 0)
		assign(r, s->lhs->arg[i], expr_result(r->p->pool, value, (int)i), s->lhs->arg[i]->type, &k);
}

/* Has an expression so many parts that it should have a name? */
static bool is_large(Prepare *p, const Expr *e)
{
	ArenaMark mark = arena_mark(p->scratch);
	int n = 0;
	Walk walk;

	walk_init_brief(&walk, p->pool, p->scratch, 0);
	for (walk_begin(&walk, e); n < LARGE_VALUE && walk_next(&walk);)
		n++;
	arena_release(p->scratch, mark);
	return n == LARGE_VALUE;
}

/* One scalar effect after the other, with the values of this point. */
static void run_effect(Run *r, const Expr *effect, const Expr *active)
{
	Prepare *p = r->p;
	const Expr **arg;

	if (effect->op == EX_CALL) {
		prepare_effect(p, evaluate(r, effect), active);
		return;
	}
	arg = NEW_ARRAY(p->scratch, const Expr *, effect->n);
	for (uint32_t i = 0; i < effect->n; i++)
		arg[i] = i == 0 && effect->op == EX_REINIT ? effect->arg[0] : evaluate(r, effect->arg[i]);
	prepare_effect(p, expr_op(p->pool, effect->op, arg, effect->n), active);
}

static void run(Run *r, const FlatStmt *stmt, int32_t n, const Expr *active);

/* A branch of a when, statement by statement: what a variable gets for the last time here, and in
   the whole section, is its value wherever this branch is active. */
static void run_when_branch(Run *r, const StmtBranch *branch, const Expr *active)
{
	Prepare *p = r->p;
	Map last;

	map_init(&last, arena_allocator(p->scratch));
	number_targets(p, branch->stmt, branch->n_stmt, &last);
	for (int32_t i = 0; i < branch->n_stmt; i++) {
		size_t mark = r->trail.n;

		run(r, &branch->stmt[i], 1, active);
		for (size_t k = mark; k < r->trail.n; k++) {
			VarId v = {(int32_t)r->trail.at[k].v};
			const Expr *value = value_of(r, v);

			if (*map_find(&last, (uint64_t)v.i) != (uint64_t)i ||
				*map_find(&r->last, (uint64_t)v.i) != r->number || !is_large(p, value))
				continue;
			map_put(&r->named, (uint64_t)v.i, map_key(value));
			map_put(&r->value, (uint64_t)v.i, map_key(dae_ref(p->d, v)));
		}
	}
}

/* What a variable has at the end of a branch. */
static const Expr *value_at_end(Run *r, uint64_t v)
{
	const Expr *named = map_find_ptr(&r->named, v);

	map_remove(&r->named, v);
	return named ? named : map_find_ptr(&r->value, v);
}

/* The variables that branches set: if cond1 then … else as before. */
static void merge(Run *r, const FlatStmt *s, const Expr *const cond[], const Map set[])
{
	Map done;
	const MapEntry *entry;

	map_init(&done, arena_allocator(r->p->scratch));
	for (int b = 0; b < s->n_branch; b++)
		for (size_t i = 0; (entry = map_next(&set[b], &i));) {
			VarId v = {(int32_t)entry->key};
			const Expr *before = value_of(r, v), *value = before;

			if (map_find(&done, entry->key))
				continue;
			map_put(&done, entry->key, 1);
			for (int k = s->n_branch - 1; k >= 0; k--) {
				const Expr *there = map_find_ptr(&set[k], entry->key);

				there = there ? there : before;
				value = cond[k] ? expr_if(r->p->pool, cond[k], there, value) : there;
			}
			set_value(r, v, value);
		}
}

/* Branches under conditions; `fires` are the same, finished, for actions. */
static void run_branches(Run *r, const FlatStmt *s, const Expr *const cond[],
						 const Expr *const fires[], const Expr *active)
{
	Prepare *p = r->p;
	Map *set = NEW_ARRAY(p->scratch, Map, s->n_branch);
	const Expr *before = NULL;

	for (int b = 0; b < s->n_branch; b++) {
		size_t mark = r->trail.n;

		const Expr *here = prepare_both(p, active, prepare_both(p, before, fires[b]));

		map_init(&set[b], arena_allocator(p->scratch));
		if (s->kind == ST_WHEN)
			run_when_branch(r, &s->branch[b], here);
		else
			run(r, s->branch[b].stmt, s->branch[b].n_stmt, here);
		for (size_t i = mark; i < r->trail.n; i++)
			if (!map_find(&set[b], r->trail.at[i].v))
				map_put(&set[b], r->trail.at[i].v, map_key(value_at_end(r, r->trail.at[i].v)));
		undo(r, mark);
		if (fires[b])
			before = prepare_both(p, before, expr_unary(p->pool, EX_NOT, fires[b]));
	}
	merge(r, s, cond, set);
}

static void run_if(Run *r, const FlatStmt *s, const Expr *active)
{
	Prepare *p = r->p;
	const Expr **cond = NEW_ARRAY(p->scratch, const Expr *, s->n_branch);
	const Expr **fires = NEW_ARRAY(p->scratch, const Expr *, s->n_branch);

	for (int b = 0; b < s->n_branch; b++) {
		cond[b] = evaluate(r, s->branch[b].cond);
		fires[b] =
			p->initial || p->in_when ? prepare_literal(p, cond[b]) : prepare_event(p, cond[b]);
	}
	run_branches(r, s, cond, fires, active);
}

static void run_when(Run *r, const FlatStmt *s, const Expr *active)
{
	Prepare *p = r->p;
	const Expr **cond = NEW_ARRAY(p->scratch, const Expr *, s->n_branch);

	for (int b = 0; b < s->n_branch; b++) {
		p->at = s->branch[b].at.file ? s->branch[b].at : s->at;
		cond[b] = prepare_when_active(p, evaluate(r, s->branch[b].cond));
	}
	p->in_when = true;
	run_branches(r, s, cond, cond, active);
	p->in_when = false;
}

static void run(Run *r, const FlatStmt *stmt, int32_t n, const Expr *active)
{
	for (int32_t i = 0; i < n; i++) {
		r->p->at = stmt[i].at;
		switch ((StmtKind)stmt[i].kind) {
		case ST_ASSIGN:
			look_at_calls(r, stmt[i].rhs, active);
			run_assign(r, &stmt[i]);
			break;
		case ST_EFFECT:
			look_at_calls(r, stmt[i].rhs, active);
			run_effect(r, stmt[i].rhs, active);
			break;
		case ST_IF: run_if(r, &stmt[i], active); break;
		default: run_when(r, &stmt[i], active); break;
		}
	}
}

/* Equations. */

/* What v = value is at the start. A when that the start does not carry out keeps what it finds, and
   so do several: v = pre(v) (MLS 8.6), not by the name of a value between, for pre(v) is an unknown
   that this equation may have to determine. */
static const Expr *value_at_start(Run *r, VarId v, const Expr *value)
{
	const Expr *start = prepare_with_initial(r->p, value, true);
	const Expr *kept = start->op == EX_VAR ? map_find_ptr(&r->kept, start->aux) : NULL;

	start = kept ? kept : start;
	if (start->op == EX_PRE && v.i >= r->f.n_vars)
		map_put(&r->kept, (uint64_t)v.i, map_key(start));
	return start;
}

/* v = value; what initial() says makes two equations of it. */
static void add_equation(Run *r, VarId v, const Expr *value)
{
	Prepare *p = r->p;
	FlatEq *from = NEW(p->scratch, FlatEq);
	Row row = {.lhs = dae_ref(p->d, v), .from = from};

	*from = (FlatEq){.path = r->f.alg->path, .at = r->at};
	value = p->initial ? prepare_literal(p, value) : prepare_event(p, value);
	row.rhs = prepare_with_initial(p, value, p->initial);
	if (row.rhs != value && !p->initial)
		row.init_rhs = value_at_start(r, v, value);
	prepare_add(p, &row, p->initial);
}

/* What a statement on the top level has assigned: values that stay are equations, others too, of
   further variables, unless they are nothing but a name or number. */
static void settle(Run *r)
{
	Prepare *p = r->p;
	Map seen;

	map_init(&seen, arena_allocator(p->scratch));
	for (size_t i = 0; i < r->trail.n; i++) {
		VarId v = {(int32_t)r->trail.at[i].v}, to = v;
		const Expr *value = value_of(r, v);
		bool last = *map_find(&r->last, (uint64_t)v.i) == r->number;

		if (map_find(&seen, (uint64_t)v.i))
			continue;
		map_put(&seen, (uint64_t)v.i, 1);
		if (!last && (value->n == 0 || value->op == EX_PRE || p->initial))
			continue;
		if (!last)
			to = dae_new_var(p->d, "value", value->type, dae_var(p->d, v)->role, p->path, r->at);
		add_equation(r, to, value);
		map_put(&r->value, (uint64_t)v.i, map_key(dae_ref(p->d, to)));
	}
	r->trail.n = 0;
}

static void run_section(Prepare *p, const FlatAlg *alg)
{
	const MdvAlloc *a = arena_allocator(p->scratch);
	Run r = {.p = p, .f = {.p = p, .alg = alg, .n_vars = (int32_t)p->m->vars.n}};
	int32_t n = alg->body.n_stmt;

	map_init(&r.value, a);
	map_init(&r.last, a);
	prepare_alg_refs(&r.f);
	map_init(&r.named, a);
	map_init(&r.kept, a);
	number_targets(p, alg->body.stmt, n, &r.last);
	for (int32_t i = 0; i < n; i++) {
		r.at = alg->body.stmt[i].at;
		r.number = (uint64_t)i;
		run(&r, &alg->body.stmt[i], 1, NULL);
		p->at = r.at;
		settle(&r);
	}
}

void prepare_alg(Prepare *p, const FlatAlg *alg)
{
	p->initial = alg->initial;
	p->at = alg->at;
	p->path = alg->path;
	if (can_run(&p->look, alg->body.stmt, alg->body.n_stmt, true))
		run_section(p, alg);
	else
		prepare_alg_fn(p, alg);
}
