/* SPDX-License-Identifier: MIT
   alias_semi.c — chains of semiLinear (MLS 3.7.2.5). With
	 y = semiLinear(x, a, s)   and   y = semiLinear(x, s, b)
   nothing determines s while x is 0. The specification replaces the pair by
	 s = if x >= 0 then a else b   and   y = semiLinear(x, a, b),
   and so on along a chain: such equations come from flows through components without storage. By
   now semiLinear is `if noEvent(x >= 0) then a*x else b*x`; signs of x and y may differ between
   components. */
#include "compiler/alias/alias.h"

#define GROUP_MOST 100 /* equations with one x and y that are compared with each other */

/* y = if positive then high*x else low*x */
typedef struct Semi {
	int32_t eq;             /* the equation; -1: joined with another */
	VarId y, x;             /* the two variables */
	const Expr *high, *low; /* slopes for positive and negative x */
	const Expr *positive;   /* x > 0; what it says at 0 does not matter */
} Semi;

typedef VEC(Semi) Semis;

static const Expr *strip_sign(const Expr *e, bool *negated)
{
	*negated = e->op == EX_NEG;
	return e->op == EX_NEG ? e->arg[0] : e;
}

/* Is r x >= 0? */
static bool is_positive(const Expr *r, const Expr *x)
{
	return r->op == EX_NO_EVENT && r->arg[0]->op == EX_GE && r->arg[0]->arg[0] == x &&
		   expr_is_real(r->arg[0]->arg[1], 0);
}

static bool read_eq(Alias *a, int32_t i, Semi *s)
{
	const DaeEq *eq = &a->d->eqs.at[i];
	const Expr *lhs = eq->lhs, *e = eq->rhs, *y, *x;
	bool y_negated, x_negated;

	if (lhs->op == EX_IF) {
		lhs = eq->rhs;
		e = eq->lhs;
	}
	y = strip_sign(lhs, &y_negated);
	if (eq->dropped || e->op != EX_IF || y->op != EX_VAR || e->arg[1]->op != EX_MUL ||
		e->arg[2]->op != EX_MUL || e->arg[1]->arg[1] != e->arg[2]->arg[1] ||
		!is_positive(e->arg[0], e->arg[1]->arg[1]))
		return false;
	x = strip_sign(e->arg[1]->arg[1], &x_negated);
	if (x->op != EX_VAR)
		return false;
	*s = (Semi){i, expr_var_id(y), expr_var_id(x), e->arg[1]->arg[0], e->arg[2]->arg[0], e->arg[0]};
	if (x_negated) { /* -x >= 0: the slopes change places, the sign goes to y */
		s->high = e->arg[2]->arg[0];
		s->low = e->arg[1]->arg[0];
		s->positive = expr_unary(a->pool, EX_NOT, e->arg[0]);
	}
	return x_negated == y_negated; /* y and x in the same direction */
}

static bool is_free(const Alias *a, const Expr *s)
{
	const DaeVar *v = s->op == EX_VAR ? &a->d->vars.at[s->aux] : NULL;

	return v && v->role == DR_CONTINUOUS && v->der.i < 0 && v->der_of.i < 0;
}

/* p gives low, q takes it as high: q's equation determines it from now on. */
static void join(Alias *a, Semi *p, Semi *q)
{
	DaeEq *first = &a->d->eqs.at[p->eq], *second = &a->d->eqs.at[q->eq];
	const Expr *x = dae_ref(a->d, p->x);

	second->lhs = p->low;
	second->rhs = expr_if(a->pool, p->positive, p->high, q->low);
	p->low = q->low;
	first->lhs = dae_ref(a->d, p->y);
	first->rhs =
		expr_if(a->pool, p->positive, expr_mul(a->pool, p->high, x), expr_mul(a->pool, p->low, x));
	q->eq = -1;
}

static void join_group(Alias *a, Semi *s, size_t n)
{
	const Expr *positive = s[0].positive;

	for (size_t i = 0; i < n && positive->op == EX_NOT; i++)
		positive = s[i].positive;
	for (size_t i = 0; i < n; i++) /* one for all, so that they agree at 0 */
		s[i].positive = positive;
	for (bool again = true; again && n <= GROUP_MOST;) {
		again = false;
		for (size_t i = 0; i < n; i++)
			for (size_t k = 0; k < n; k++)
				if (i != k && s[i].eq >= 0 && s[k].eq >= 0 && s[i].low == s[k].high &&
					s[i].high != s[k].high && is_free(a, s[i].low)) {
					join(a, &s[i], &s[k]);
					again = true;
				}
	}
}

void alias_semi_join(Alias *a)
{
	Dae *d = a->d;
	const MapEntry *entry;
	Map groups;

	map_init(&groups, arena_allocator(a->scratch));
	for (size_t i = 0; i < d->eqs.n; i++) {
		Semi s;
		Semis *group;
		uint64_t key;

		if (!read_eq(a, (int32_t)i, &s))
			continue;
		key = (uint64_t)s.y.i << 32 | (uint32_t)s.x.i;
		group = map_find_ptr(&groups, key);
		if (!group) {
			group = NEW(a->scratch, Semis);
			map_put(&groups, key, map_key(group));
		}
		vec_push(arena_allocator(a->scratch), group, s);
	}
	for (size_t i = 0; (entry = map_next(&groups, &i));) {
		Semis *group = map_find_ptr(&groups, entry->key);

		join_group(a, group->at, group->n);
	}
}
