/* SPDX-License-Identifier: MIT
   instants.c — relations between time and what is known between events (parameters, discrete
   variables, pre values): time events. The relation is solved for time, step by step along the way
   to its only occurrence, so that the instant is computed as a user would write it:
   `(time - t0)/T >= n` changes at n*T + t0. The relation itself then compares time with that
   instant, and holds from it on (its right limit), whether it is written open or closed; only at
   zero, where runs begin, an open one holds just after it. */
#include "compiler/dae/dae.h"

#define JUST_AFTER_ZERO 0x1p-300 /* below any step; solvers multiply such, its square is no 0 */

/* Where a relation of time is solved for time. */
typedef struct Solve {
	Dae *d;             /* the model */
	ExprPool *pool;     /* its expressions */
	Walk walk;          /* to see what varies */
	const Expr *value;  /* the value of the rest, then of time itself */
	const Expr *factor; /* product of the factors whose sign is not known; NULL: none */
	bool divides;       /* one of them was divided by: it may be zero */
	bool falls;         /* the literal factors make it fall when time rises */
	int32_t later_fn;   /* 1 + the function that refuses steps of no length; 0: not made yet */
} Solve;

bool dae_is_held(const Dae *d, Walk *walk, const Expr *e)
{
	const Expr *x;

	if (e->flags & XF_IMPURE)
		return false;
	for (walk_begin(walk, e); (x = walk_next(walk));) {
		const DaeVar *v;

		if (x->op == EX_PRE)
			walk_skip(walk);
		if (x->op == EX_TIME)
			return false;
		if (x->op != EX_VAR || x->type->rank > 0)
			continue;
		v = &d->vars.at[x->aux];
		if (v->role == DR_CONTINUOUS || (v->role == DR_INPUT && x->variability == VB_CONTINUOUS))
			return false;
	}
	return true;
}

/* `by` is a factor, or divisor, on the way to time. */
static void scale(Solve *s, const Expr *by, bool multiplies)
{
	s->value =
		multiplies ? expr_binary(s->pool, EX_DIV, s->value, by) : expr_mul(s->pool, s->value, by);
	if (by->op == EX_REAL) {
		s->falls ^= expr_real_value(by) < 0;
		return;
	}
	s->factor = s->factor ? expr_mul(s->pool, s->factor, by) : by;
	s->divides |= multiplies;
}

/* One step: from e towards the argument that holds time. NULL: it is not to be solved. */
static const Expr *step(Solve *s, const Expr *e)
{
	const Expr *a = e->arg[0], *b = e->n > 1 ? e->arg[1] : NULL;
	bool first = b && dae_is_held(s->d, &s->walk, b),
		 second = b && !first && dae_is_held(s->d, &s->walk, a);

	if (e->op != EX_NEG && !first && !second)
		return NULL;
	switch (e->op) {
	case EX_NEG:
		s->value = expr_neg(s->pool, s->value);
		s->falls = !s->falls;
		return a;
	case EX_ADD: s->value = expr_sub(s->pool, s->value, first ? b : a); return first ? a : b;
	case EX_SUB:
		if (first) {
			s->value = expr_add(s->pool, s->value, b);
			return a;
		}
		s->value = expr_sub(s->pool, a, s->value);
		s->falls = !s->falls;
		return b;
	case EX_MUL:
		if (expr_is_real(first ? b : a, 0))
			return NULL;
		scale(s, first ? b : a, true);
		return first ? a : b;
	case EX_DIV:
		if (!first)
			return NULL;
		scale(s, b, false);
		return a;
	default: return NULL;
	}
}

/* e = value, for time. */
static bool solve(Solve *s, const Expr *e, const Expr *value)
{
	s->value = value;
	s->factor = NULL;
	s->divides = s->falls = false;
	while (e && e->op != EX_TIME) {
		if (e->n == 0)
			return false;
		e = step(s, e);
	}
	return e != NULL;
}

/* A variable, pre value or literal that holds the instant. */
static const Expr *held_in_variable(Solve *s, const Expr *e, const DaeRelation *r)
{
	DaeEq like = {.path = r->path, .at = r->at, .origin = EO_OTHER};
	bool parameter = true;
	const Expr *x;
	VarId v;

	if (e->n == 0 || e->op == EX_PRE)
		return e;
	for (walk_begin(&s->walk, e); (x = walk_next(&s->walk));)
		if (x->op == EX_PRE || x->op == EX_INITIAL || x->op == EX_TERMINAL ||
			(x->op == EX_VAR &&
			 (s->d->vars.at[x->aux].role != DR_PARAMETER || s->d->vars.at[x->aux].solved)))
			parameter = false;
	v = dae_new_var(s->d, "instant", e->type, parameter ? DR_PARAMETER : DR_DISCRETE, r->path,
					r->at);
	if (parameter)
		dae_var(s->d, v)->value = e;
	else
		dae_add_eq(s->d, dae_ref(s->d, v), e, &like);
	return dae_ref(s->d, v);
}

static const Expr *time_from(Solve *s, const Expr *instant, bool rises)
{
	return expr_binary(s->pool, rises ? EX_GE : EX_LT, expr_time(s->pool), instant);
}

/* Most runs begin at zero, and `if time > 0 then x/time else x0` guards their start: there an open
   relation of time is taken at its word, and changes at the next instant that there is. */
static bool is_zero(const Expr *e)
{
	return e->op == EX_REAL ? expr_real_value(e) == 0
							: e->op == EX_INTEGER && expr_integer_value(e) == 0;
}

/* lhs op rhs with time in lhs, once, and rhs known between events. */
static bool solve_relation(Solve *s, DaeRelation *r, ExprOp op, const Expr *lhs, const Expr *rhs)
{
	bool rises;
	const Expr *instant, *value, *zero = expr_real(s->pool, 0), *same;

	if (!dae_is_held(s->d, &s->walk, rhs) || !solve(s, lhs, rhs))
		return false;
	same = expr_binary(s->pool, op, lhs, rhs);
	rises = (op == EX_GT || op == EX_GE) != s->falls;
	if (s->divides) /* never, if time does not count */
		s->value = expr_if(s->pool, expr_binary(s->pool, EX_EQ, s->factor, zero),
						   expr_real(s->pool, 1e300), s->value);
	if ((op == EX_GT || op == EX_LE) && lhs->op == EX_TIME && is_zero(s->value))
		s->value = expr_real(s->pool, JUST_AFTER_ZERO);
	instant = held_in_variable(s, s->value, r);
	value = time_from(s, instant, rises);
	if (s->factor)
		value = expr_if(s->pool, expr_binary(s->pool, EX_GT, s->factor, zero), value,
						time_from(s, instant, !rises));
	if (s->divides)
		value = expr_if(s->pool, expr_binary(s->pool, EX_EQ, s->factor, zero), same, value);
	s->d->eqs.at[r->eq.i].rhs = value;
	r->instant = instant;
	if (!s->factor) {
		r->op = rises ? EX_GE : EX_LT;
		r->lhs = expr_time(s->pool);
		r->rhs = instant;
	}
	return true;
}

/* The value of floor(e) that belongs to the instants at which e passes whole numbers; `value` is
   what floating point gives for it, which may be off by one just there. */
static const Expr *corrected(Solve *s, const Expr *value, const Expr *here, const Expr *next,
							 bool rises)
{
	ExprPool *pool = s->pool;
	const Expr *one = expr_real(pool, 1), *time = expr_time(pool);
	const Expr *up = expr_add(pool, value, one), *down = expr_sub(pool, value, one);

	if (rises)
		return expr_if(pool, expr_binary(pool, EX_GE, time, next), up,
					   expr_if(pool, expr_binary(pool, EX_LT, time, here), down, value));
	return expr_if(pool, expr_binary(pool, EX_GE, time, here), down,
				   expr_if(pool, expr_binary(pool, EX_LT, time, next), up, value));
}

/* The instant `next`, which must come after the one before: of floor(1e17*time) they cannot be told
   apart, and would end. */
static const Expr *later(Solve *s, const Expr *next, const Expr *before)
{
	ExprPool *pool = s->pool;

	if (s->later_fn == 0)
		s->later_fn =
			1 + flat_new_check(s->d->m, "$later", 1,
							   flat_assertion(s->d->m, expr_boolean(pool, false),
											  expr_text(pool, "its steps follow each other faster "
															  "than time can be told apart")),
							   expr_local(pool, 0, next->type))
					.i;
	return expr_if(pool, expr_binary(pool, EX_GT, next, before), next,
				   flat_call(s->d->m, (FnId){s->later_fn - 1}, &next, 1));
}

/* var = floor(e) with e affine in time: it changes when e reaches the next whole number. */
static bool solve_floor(Solve *s, DaeRelation *r)
{
	ExprPool *pool = s->pool;
	const Expr *var = dae_ref(s->d, r->var), *one = expr_real(pool, 1), *zero = expr_real(pool, 0);
	const Expr *value = expr_unary(pool, EX_FLOOR, r->lhs), *here, *next, *var_next, *rising;

	if (!solve(s, r->lhs, value) || s->divides)
		return false;
	here = s->value;
	solve(s, r->lhs, expr_add(pool, value, one));
	next = s->value;
	solve(s, r->lhs, expr_add(pool, var, one));
	var_next = s->value;
	solve(s, r->lhs, var);
	rising = s->factor ? expr_binary(pool, s->falls ? EX_LT : EX_GT, s->factor, zero)
					   : expr_boolean(pool, !s->falls);
	s->d->eqs.at[r->eq.i].rhs = expr_if(pool, rising, corrected(s, value, here, next, true),
										corrected(s, value, here, next, false));
	r->instant = held_in_variable(
		s, expr_if(pool, rising, later(s, var_next, s->value), later(s, s->value, var_next)), r);
	return true;
}

bool instants_find(Dae *d, Arena *scratch, Diag *diag)
{
	ArenaMark mark = arena_mark(scratch);
	Solve s = {.d = d, .pool = &d->m->pool};

	(void)diag;
	walk_init(&s.walk, s.pool, scratch);
	for (size_t i = 0; i < d->relations.n; i++) {
		DaeRelation r = d->relations.at[i];

		if (r.instant)
			continue;
		if (r.op == EX_FLOOR ? solve_floor(&s, &r)
							 : solve_relation(&s, &r, r.op, r.lhs, r.rhs) ||
								   solve_relation(&s, &r, expr_mirrored(r.op), r.rhs, r.lhs))
			d->relations.at[i] = r;
	}
	arena_release(scratch, mark);
	return true;
}
