/* SPDX-License-Identifier: MIT
   alias_apply.c — representatives and values in place of the variables that were taken out, in all
   expressions, and the entries of those variables. While expressions are made anew they are
   simplified a little further than fold.c may: 0*x is 0 for what cannot fail, x - x too. */
#include "compiler/alias/alias.h"

/* What stands for a variable. */
static const Expr *stand_in(Alias *a, int32_t v)
{
	bool negated, best_negated;
	int32_t root = alias_class_find(a, v, &negated);
	const AliasVar *r = &a->vars.at[root];
	const Expr *e = r->value;

	if (!e || !expr_is_literal(e)) {
		alias_class_find(a, r->best.i, &best_negated);
		negated ^= best_negated;
		e = dae_ref(a->d, a->vars.at[root].best);
	}
	return negated ? alias_class_minus(a->pool, e) : e;
}

static bool is_untouched(Alias *a, const Expr *e)
{
	for (int32_t k = 0; k < e->type->n_scalars; k++)
		if (a->d->vars.at[(int32_t)e->aux + k].role != DR_PARAMETER)
			return false;
	return true;
}

static const Expr *stand_in_array(Alias *a, int32_t v, const Type *type)
{
	const Type *part;
	const Expr **arg;

	if (type->rank == 0)
		return stand_in(a, v);
	part = type_drop(a->pool, type, 1);
	arg = NEW_ARRAY(a->scratch, const Expr *, type->dim[0]);
	for (int32_t i = 0; i < type->dim[0]; i++)
		arg[i] = stand_in_array(a, v + i * part->n_scalars, part);
	return expr_array(a->pool, part, arg, (size_t)type->dim[0]);
}

/* pre of a stand-in. */
static const Expr *pre_of(Alias *a, const Expr *e)
{
	const Expr *x = e->arg[0];
	bool negated;

	if (expr_is_literal(x))
		return x;
	if (x->op == EX_NEG || x->op == EX_NOT)
		return expr_unary(a->pool, x->op, pre_of(a, expr_unary(a->pool, EX_PRE, x->arg[0])));
	if (x->op == EX_VAR && a->vars.at[alias_class_find(a, (int32_t)x->aux, &negated)].known)
		return x;
	return e;
}

static bool is_silent(const Expr *e)
{
	return !(e->flags & (XF_FAIL | XF_IMPURE | XF_EVENT));
}

static const Expr *rule(void *ctx, ExprPool *pool, const Expr *e)
{
	Alias *a = ctx;

	switch (e->op) {
	case EX_VAR:
		if (e->type->rank == 0)
			return stand_in(a, (int32_t)e->aux);
		return is_untouched(a, e) ? e : stand_in_array(a, (int32_t)e->aux, e->type);
	case EX_PRE: return pre_of(a, e);
	case EX_SUB:
		if (e->arg[0] == e->arg[1] && is_silent(e->arg[0]) && e->type->kind == TY_REAL)
			return expr_real(pool, 0);
		return e;
	default: return dae_fold_quotient(a->d, e);
	}
}

Rewrite *alias_apply_rewrite(Alias *a)
{
	return walk_rewrite_new(a->pool, a->scratch, XF_VAR, rule, a);
}

/* The derivative of the representative represents the derivatives. */
static void choose_derivative(Alias *a, int32_t root)
{
	while (root >= 0) {
		VarId best = a->vars.at[root].best, der = a->vars.at[root].der, own;
		bool sign = a->vars.at[root].der_negated, n_best, n_der, n_own;
		int32_t r_der, r_own;

		if (der.i < 0 || a->vars.at[root].known)
			return;
		alias_class_find(a, best.i, &n_best);
		own = dae_der(a->d, best);
		r_der = alias_class_find(a, der.i, &n_der);
		r_own = alias_class_find(a, own.i, &n_own);
		if (r_der != r_own) /* made just now: alone in its class */
			a->links.at[r_own] = (AliasLink){(uint32_t)r_der, n_best ^ sign ^ n_der};
		if (a->vars.at[r_der].value)
			return;
		a->vars.at[r_der].best = own;
		root = r_der;
	}
}

static void set_entry(Alias *a, int32_t v)
{
	bool negated, best_negated;
	int32_t root = alias_class_find(a, v, &negated);
	const AliasVar *r = &a->vars.at[root];
	DaeVar *var = dae_var(a->d, (VarId){v});

	if (r->value && expr_is_literal(r->value)) {
		if (var->role == DR_NONE)
			return;
		var->role = DR_NONE;
		var->value = negated ? alias_class_minus(a->pool, r->value) : r->value;
		return;
	}
	alias_class_find(a, r->best.i, &best_negated);
	if (r->best.i != v) {
		var->alias = r->best;
		var->negated = negated ^ best_negated;
		return;
	}
	if (r->value) {
		var->role = DR_PARAMETER;
		var->value = negated ? alias_class_minus(a->pool, r->value) : r->value;
	}
	if (var->role == DR_PARAMETER)
		return;
	var->start = negated ? alias_class_minus(a->pool, r->start) : r->start;
	var->start_of = r->start_of == v ? 0 : 1 + r->start_of;
	var->nominal = r->nominal;
	var->fixed = r->fixed;
	var->depth = r->depth;
	var->select = r->select;
}

static void set_entries(Alias *a, Rewrite *r)
{
	for (int32_t v = 0; v < (int32_t)a->d->vars.n; v++)
		set_entry(a, v);
	for (size_t v = 0; v < a->d->vars.n; v++) {
		DaeVar *var = &a->d->vars.at[v];

		var->start = walk_rewrite(r, var->start);
		var->nominal = walk_rewrite(r, var->nominal);
		var->min = walk_rewrite(r, var->min);
		var->max = walk_rewrite(r, var->max);
		var->value = walk_rewrite(r, var->value);
	}
}

static ExprOp opposite(ExprOp op)
{
	switch (op) {
	case EX_LT: return EX_GE;
	case EX_LE: return EX_GT;
	case EX_GT: return EX_LE;
	default: return EX_LT;
	}
}

/* Not x, or -x, of a variable that is no Real: it must stand alone on its side. */
static bool is_opposite(const Expr *e)
{
	return (e->op == EX_NEG || e->op == EX_NOT) && e->type->kind != TY_REAL &&
		   e->arg[0]->op == EX_VAR;
}

static void rewrite_eqs(Alias *a, Rewrite *r, DaeEq *eq, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (eq[i].dropped)
			continue;
		eq[i].lhs = walk_rewrite(r, eq[i].lhs);
		eq[i].rhs = walk_rewrite(r, eq[i].rhs);
		eq[i].init_rhs = walk_rewrite(r, eq[i].init_rhs);
		if (eq[i].lhs->op == EX_NOT || (eq[i].lhs->op == EX_NEG && eq[i].init_rhs) ||
			is_opposite(eq[i].lhs)) {
			eq[i].rhs = alias_class_minus(a->pool, eq[i].rhs);
			eq[i].init_rhs = alias_class_minus(a->pool, eq[i].init_rhs);
			eq[i].lhs = eq[i].lhs->arg[0];
		} else if (is_opposite(eq[i].rhs) && eq[i].lhs->op != EX_VAR && !eq[i].init_rhs) {
			eq[i].lhs = alias_class_minus(a->pool, eq[i].lhs);
			eq[i].rhs = eq[i].rhs->arg[0];
		}
	}
}

/* Relations whose operands do not vary between events any more are only equations. */
static bool is_held(Alias *a, const Expr *e)
{
	const Expr *x;

	if (!e)
		return true;
	for (walk_begin(&a->walk, e); (x = walk_next(&a->walk));) {
		const DaeVar *v = x->op == EX_VAR ? &a->d->vars.at[x->aux] : NULL;

		if (x->op == EX_PRE)
			walk_skip(&a->walk);
		if (x->op == EX_TIME || (v && v->role == DR_CONTINUOUS) ||
			(v && v->role == DR_INPUT && x->variability == VB_CONTINUOUS))
			return false;
	}
	return true;
}

static void rewrite_relations(Alias *a, Rewrite *r)
{
	Dae *d = a->d;
	size_t n = 0;

	for (size_t i = 0; i < d->relations.n; i++) {
		DaeRelation x = d->relations.at[i];
		const DaeVar *var = &d->vars.at[x.var.i];
		DaeEq *eq = &d->eqs.at[x.eq.i];

		x.lhs = walk_rewrite(r, x.lhs);
		x.rhs = walk_rewrite(r, x.rhs);
		x.instant = walk_rewrite(r, x.instant);
		if (eq->dropped)
			continue;
		if (var->negated) {
			x.op = (uint8_t)opposite(x.op);
			if (eq->rhs->op == EX_NOT && eq->rhs->arg[0]->op >= EX_LT &&
				eq->rhs->arg[0]->op <= EX_GE)
				eq->rhs = expr_binary(a->pool, opposite(eq->rhs->arg[0]->op),
									  eq->rhs->arg[0]->arg[0], eq->rhs->arg[0]->arg[1]);
		}
		x.var = var->alias;
		if (is_held(a, x.lhs) && is_held(a, x.rhs)) {
			if (eq->rhs->flags & XF_EVENT)
				eq->rhs = expr_unary(a->pool, EX_NO_EVENT, eq->rhs);
			continue;
		}
		d->relations.at[n++] = x;
	}
	d->relations.n = n;
}

static void rewrite_actions(Alias *a, Rewrite *r)
{
	Dae *d = a->d;
	size_t n = 0;

	for (size_t i = 0; i < d->actions.n; i++) {
		DaeAction x = d->actions.at[i];

		x.fires = walk_rewrite(r, x.fires);
		x.value = walk_rewrite(r, x.value);
		x.message = walk_rewrite(r, x.message);
		x.level = walk_rewrite(r, x.level);
		if (x.fires->op == EX_BOOLEAN && !x.fires->aux)
			continue;
		if (x.kind == DA_REINIT) {
			if (d->vars.at[x.target.i].negated)
				x.value = expr_neg(a->pool, x.value);
			x.target = d->vars.at[x.target.i].alias;
		}
		d->actions.at[n++] = x;
	}
	d->actions.n = n;
}

/* What has become x = x needs no mention. */
static void drop_trivial(Dae *d)
{
	size_t n = 0;

	for (size_t i = 0; i < d->init_eqs.n; i++)
		if (d->init_eqs.at[i].lhs != d->init_eqs.at[i].rhs)
			d->init_eqs.at[n++] = d->init_eqs.at[i];
	d->init_eqs.n = n;
}

void alias_apply(Alias *a)
{
	Dae *d = a->d;
	size_t n = a->vars.n;
	bool negated;
	Rewrite *r;

	for (int32_t v = 0; v < (int32_t)n; v++)
		if (!a->vars.at[v].is_der && alias_class_find(a, v, &negated) == v)
			choose_derivative(a, v);
	r = alias_apply_rewrite(a);
	set_entries(a, r);
	rewrite_eqs(a, r, d->eqs.at, d->eqs.n);
	rewrite_eqs(a, r, d->init_eqs.at, d->init_eqs.n);
	drop_trivial(d);
	rewrite_relations(a, r);
	rewrite_actions(a, r);
	dae_rewrite_operators(d, r);
}
