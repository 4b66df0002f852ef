/* SPDX-License-Identifier: MIT
   prepare_operator.c — a call of an operator with a state becomes variables that the runtime gives,
   known from outside, and the expressions that the runtime needs for them. Equal calls share them.
 */
#include "compiler/prepare/prepare.h"

/* A state that follows x: der(state) = der(x). */
static VarId follow(Prepare *p, const Expr *x)
{
	DaeEq like = {.path = p->path, .at = p->at, .origin = EO_OTHER};
	DaeEq start = {.der = {-1}, .der_of = {-1}, .path = p->path, .at = p->at, .origin = EO_OTHER};
	VarId v = dae_new_var(p->d, "position", x->type, DR_CONTINUOUS, p->path, p->at);

	dae_add_eq(p->d, dae_ref(p->d, dae_der(p->d, v)), prepare_der(p, x), &like);
	start.lhs = dae_ref(p->d, v);
	start.rhs = walk_rewrite(p->events, x);
	vec_push(arena_allocator(p->d->keep), &p->d->init_eqs, start);
	return v;
}

static void add_operator(Prepare *p, const Expr *e)
{
	const OperatorRule *rule = operator_rule_of((ExprOp)e->op);
	VarId *result = NEW_ARRAY(p->d->keep, VarId, rule->n_results);
	const Expr **arg = NEW_ARRAY(p->d->keep, const Expr *, rule->n_args);
	DaeOperator o = {.result = result, .arg = arg, .state = {-1}, .at = p->at, .path = p->path};

	while (operator_rules[o.kind] != rule)
		o.kind++;
	for (int k = 0; k < rule->n_results; k++)
		result[k] = dae_new_var(p->d, rule->hidden,
								e->type->kind == TY_TUPLE ? e->type->field[k].type : e->type,
								DR_INPUT, p->path, p->at);
	for (uint32_t k = 0; k < e->n; k++)
		arg[k] = walk_rewrite(p->events, e->arg[k]);
	for (uint32_t k = 0; k < e->n; k++)
		if (rule->arg[k].followed)
			o.state = follow(p, e->arg[k]);
	vec_push(arena_allocator(p->d->keep), &p->d->operators, o);
}

const Expr *prepare_operator(Prepare *p, const Expr *e)
{
	const OperatorRule *rule = operator_rule_of((ExprOp)e->op);
	uint64_t *seen = map_find(&p->operators, e->id);
	size_t at = seen ? (size_t)*seen : p->d->operators.n;
	const Expr **result;

	if (!seen) {
		if (rule->fits && !rule->fits(p, e))
			return e;
		add_operator(p, e);
		map_put(&p->operators, e->id, (uint64_t)at);
	}
	result = NEW_ARRAY(p->scratch, const Expr *, rule->n_results);
	for (int k = 0; k < rule->n_results; k++)
		result[k] = dae_ref(p->d, p->d->operators.at[at].result[k]);
	return rule->n_results == 1 ? result[0] : expr_tuple(p->pool, result, rule->n_results);
}
