/* SPDX-License-Identifier: MIT
   alias_form.c — which equations are simple enough to be taken out: x = y, x = -y, x + y = 0,
   2*x = 3, x = p1*p2, b = not c … Both sides of an equation between Reals are taken apart into a
   sum of at most a few terms; variables that are known by now count as their values. */
#include "compiler/alias/alias.h"

#include <math.h>

enum {
	MAX_TERMS = 12, /* that are kept */
	MAX_PARTS = 500 /* that are looked at: each costs a look at all that is in it */
};

typedef struct Term {
	const Expr *e; /* what is multiplied */
	double coef;   /* by this */
} Term;

typedef struct Sum {
	Term todo[MAX_TERMS];  /* parts to be looked at */
	int n_todo;            /* how many */
	int32_t unknown[3];    /* classes (roots) that are not known */
	double coef[3];        /* their coefficients */
	int n;                 /* how many; 3: too many */
	Term known[MAX_TERMS]; /* expressions of parameters */
	int n_known;           /* how many */
	double constant;       /* sum of the literals */
	double scale;          /* largest of them */
} Sum;

static bool is_literal(const Expr *e)
{
	return e && expr_is_literal(e);
}

/* Variables that have become literals are put in before the next look. */
bool alias_form_is_known(Alias *a, const Expr *e)
{
	const Expr *x;
	bool negated;

	if (e->flags & XF_IMPURE)
		return false;
	for (walk_begin(&a->walk, e); (x = walk_next(&a->walk));) {
		if (x->op == EX_TIME || x->op == EX_INITIAL || x->op == EX_TERMINAL)
			return false;
		for (int32_t k = 0; x->op == EX_VAR && k < x->type->n_scalars; k++) {
			int32_t root = alias_class_find(a, (int32_t)x->aux + k, &negated);
			VarId best = a->vars.at[root].best;

			if (!a->vars.at[root].known || is_literal(a->vars.at[root].value))
				return false;
			if (a->d->vars.at[best.i].role == DR_PARAMETER && a->d->vars.at[best.i].solved)
				return false;
		}
	}
	return true;
}

/* The literal that e is, or that its variable is known to be; NULL: neither. */
static const Expr *literal_of(Alias *a, const Expr *e)
{
	const Expr *value;
	bool negated;

	if (expr_is_literal(e))
		return e;
	if (e->op != EX_VAR || e->type->rank > 0)
		return NULL;
	value = a->vars.at[alias_class_find(a, (int32_t)e->aux, &negated)].value;
	if (!value || !expr_is_literal(value))
		return NULL;
	return negated ? alias_class_minus(a->pool, value) : value;
}

static bool push(Sum *s, const Expr *e, double coef)
{
	if (s->n_todo == MAX_TERMS)
		return false;
	s->todo[s->n_todo++] = (Term){e, coef};
	return true;
}

static bool add_constant(Sum *s, double x)
{
	s->constant += x;
	if (fabs(x) > s->scale)
		s->scale = fabs(x);
	return isfinite(s->constant);
}

static bool add_unknown(Sum *s, int32_t root, double coef)
{
	for (int i = 0; i < s->n; i++)
		if (s->unknown[i] == root) {
			s->coef[i] += coef;
			if (s->coef[i] != 0)
				return true;
			s->unknown[i] = s->unknown[--s->n];
			s->coef[i] = s->coef[s->n];
			return true;
		}
	if (s->n == 2)
		return false;
	s->unknown[s->n] = root;
	s->coef[s->n++] = coef;
	return true;
}

/* A class of parameters is no unknown but may stand for one. */
static bool is_parameter(const Alias *a, int32_t root)
{
	return a->vars.at[root].known;
}

static bool has_unknown(const Sum *s, int32_t root)
{
	return (s->n > 0 && s->unknown[0] == root) || (s->n > 1 && s->unknown[1] == root);
}

static bool add_known(Alias *a, Sum *s, Term t)
{
	if (s->n_known == MAX_TERMS || !alias_form_is_known(a, t.e))
		return false;
	s->known[s->n_known++] = t;
	return true;
}

static bool add_var(Alias *a, Sum *s, const Expr *e, double coef)
{
	const Expr *value = literal_of(a, e);
	bool negated;
	int32_t root;

	if (value)
		return add_constant(s, coef * expr_real_value(value));
	root = alias_class_find(a, (int32_t)e->aux, &negated);
	/* One parameter may stand for an unknown; more are part of a value. */
	if (is_parameter(a, root) && s->n > 0 && !has_unknown(s, root) &&
		(s->n > 1 || is_parameter(a, s->unknown[0])))
		return add_known(a, s, (Term){e, coef});
	return add_unknown(s, root, negated ? -coef : coef);
}

/* A product with a literal factor. */
static bool add_product(Alias *a, Sum *s, const Expr *e, double coef)
{
	for (int i = 0; i < 2; i++) {
		const Expr *k = literal_of(a, e->arg[i]), *other = e->arg[1 - i];

		if (!k)
			continue;
		if (expr_real_value(k) == 0)
			return !(other->flags & (XF_FAIL | XF_IMPURE | XF_EVENT));
		return push(s, other, coef * expr_real_value(k));
	}
	return false;
}

/* One part of the sum. False: it is nothing simple. */
static bool add_term(Alias *a, Sum *s, Term t)
{
	const Expr *e = t.e, *k;

	if (e->n > 0 && add_known(a, s, t)) /* as it was written */
		return true;
	switch (e->op) {
	case EX_REAL: return add_constant(s, t.coef * expr_real_value(e));
	case EX_VAR: return add_var(a, s, e, t.coef);
	case EX_NEG: return push(s, e->arg[0], -t.coef);
	case EX_ADD: return push(s, e->arg[0], t.coef) && push(s, e->arg[1], t.coef);
	case EX_SUB: return push(s, e->arg[0], t.coef) && push(s, e->arg[1], -t.coef);
	case EX_MUL: return add_product(a, s, e, t.coef);
	case EX_DIV:
		k = literal_of(a, e->arg[1]);
		return k && expr_real_value(k) != 0 && push(s, e->arg[0], t.coef / expr_real_value(k));
	default: return false;
	}
}

/* c*x + constant + known = 0 */
static AliasForm solve_one(Alias *a, const Sum *s)
{
	double constant = s->constant == 0 ? 0 : -s->constant / s->coef[0]; /* never -0 */
	const Expr *sum = expr_real(a->pool, constant);
	int32_t x = s->unknown[0];

	if (is_parameter(a, x) || a->vars.at[x].is_der || !isfinite(constant))
		return AF_OTHER;
	for (int i = s->n_known - 1; i >= 0; i--) {
		double c = -s->known[i].coef / s->coef[0];
		const Expr *e = s->known[i].e;

		if (fabs(c) != 1)
			e = expr_mul(a->pool, expr_real(a->pool, fabs(c)), e);
		sum = c < 0 ? expr_sub(a->pool, sum, e) : expr_add(a->pool, e, sum);
	}
	return alias_class_set(a, x, sum) ? AF_DONE : AF_OTHER;
}

/* c0*x + c1*y = 0 */
static AliasForm solve_two(Alias *a, const Sum *s)
{
	int32_t x = s->unknown[0], y = s->unknown[1];

	if (s->constant != 0 || s->n_known > 0 || fabs(s->coef[0]) != fabs(s->coef[1]))
		return AF_OTHER;
	if (a->vars.at[x].is_der || a->vars.at[y].is_der)
		return AF_OTHER;
	return alias_class_join(a, x, y, s->coef[0] * s->coef[1] > 0) ? AF_DONE : AF_OTHER;
}

/* Parameters among the unknowns: c0*x + c1*p + … = 0 gives x if it is alone. */
static AliasForm solve_with_parameter(Alias *a, Sum *s)
{
	int k = is_parameter(a, s->unknown[0]) ? 0 : 1; /* the parameter, if there is one */
	AliasForm form = solve_two(a, s);
	int32_t p = s->unknown[k];

	if (form != AF_OTHER || !is_parameter(a, p) || s->n_known == MAX_TERMS ||
		!alias_form_is_known(a, dae_ref(a->d, (VarId){p})))
		return form;
	s->known[s->n_known++] = (Term){dae_ref(a->d, (VarId){p}), s->coef[k]};
	s->unknown[0] = s->unknown[1 - k];
	s->coef[0] = s->coef[1 - k];
	s->n = 1;
	return solve_one(a, s);
}

static AliasForm real_form(Alias *a, const DaeEq *eq)
{
	Sum s = {0};

	push(&s, eq->rhs, -1);
	push(&s, eq->lhs, 1);
	for (int n = 0; s.n_todo > 0; n++)
		if (n == MAX_PARTS || !add_term(a, &s, s.todo[--s.n_todo]))
			return AF_OTHER;
	if (s.n == 2)
		return solve_with_parameter(a, &s);
	if (s.n == 1)
		return solve_one(a, &s);
	if (s.n_known > 0)
		return AF_OTHER;
	return fabs(s.constant) <= 1e-12 * s.scale ? AF_SAME : AF_IMPOSSIBLE;
}

/* Other types: variables, literals and expressions of parameters, perhaps negated. */

static const Expr *strip(const Expr *e, bool *negated)
{
	for (; e->op == EX_NOT || (e->op == EX_NEG && e->arg[0]->op == EX_VAR); e = e->arg[0])
		*negated = !*negated;
	return e;
}

static bool is_unknown_var(Alias *a, const Expr *e)
{
	bool negated;
	int32_t root;

	if (e->op != EX_VAR || e->type->rank > 0)
		return false;
	root = alias_class_find(a, (int32_t)e->aux, &negated);
	return !a->vars.at[root].value && !is_parameter(a, root);
}

static AliasForm join_vars(Alias *a, const Expr *x, const Expr *y, bool negated)
{
	bool nx, ny;
	int32_t rx = alias_class_find(a, (int32_t)x->aux, &nx);
	int32_t ry = alias_class_find(a, (int32_t)y->aux, &ny);

	if (rx != ry)
		return alias_class_join(a, (int32_t)x->aux, (int32_t)y->aux, negated) ? AF_DONE : AF_OTHER;
	if ((nx ^ ny ^ negated) == false)
		return AF_SAME;
	return x->type->kind == TY_BOOLEAN ? AF_IMPOSSIBLE : AF_OTHER;
}

static AliasForm other_form(Alias *a, const DaeEq *eq)
{
	bool negated = false;
	const Expr *x = strip(eq->lhs, &negated), *y = strip(eq->rhs, &negated), *value;

	if (!is_unknown_var(a, x)) {
		const Expr *other = x;

		x = y;
		y = other;
	}
	if (!is_unknown_var(a, x)) {
		const Expr *u = literal_of(a, x), *v = literal_of(a, y);

		if (!u || !v || negated)
			return AF_OTHER;
		return u == v ? AF_SAME : AF_IMPOSSIBLE;
	}
	if (y->op == EX_VAR && !literal_of(a, y))
		return join_vars(a, x, y, negated);
	value = literal_of(a, y);
	if (!value && !alias_form_is_known(a, y))
		return AF_OTHER;
	value = value ? value : y;
	if (negated)
		value = alias_class_minus(a->pool, value);
	return alias_class_set(a, (int32_t)x->aux, value) ? AF_DONE : AF_OTHER;
}

AliasForm alias_form(Alias *a, const DaeEq *eq)
{
	if (eq->init_rhs)
		return AF_OTHER;
	return eq->lhs->type->kind == TY_REAL ? real_form(a, eq) : other_form(a, eq);
}
