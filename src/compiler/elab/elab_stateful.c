/* SPDX-License-Identifier: MIT
   elab_stateful.c — calls of operators with a state: what their rules (operator_rule.h) say of the
   arguments. Operators that need more have a builder of their own, in operator/. */
#include "compiler/elab/elab_local.h"
#include "compiler/expr/operator_rule.h"

static bool has_type(const Call *c, uint32_t i, OperatorType type)
{
	switch (type) {
	case OT_REAL: return elab_event_scalar(c, i, TY_REAL);
	case OT_BOOLEAN: return elab_event_scalar(c, i, TY_BOOLEAN);
	case OT_REALS: return elab_event_real(c, i);
	}
	return false;
}

bool elab_stateful_types(const Call *c)
{
	const OperatorRule *rule = operator_rule_of(c->fn->op);

	if (!elab_event_allowed(c))
		return false;
	for (uint32_t i = 0; i < c->n; i++)
		if (c->written[i] && !has_type(c, i, (OperatorType)rule->arg[i].type))
			return false;
	return true;
}

const Expr *elab_stateful_build(const Call *c)
{
	const OperatorRule *rule = operator_rule_of(c->fn->op);

	if (!elab_stateful_types(c))
		return elab_error(c->in);
	for (uint32_t i = 0; i < c->n; i++)
		if (c->written[i] && c->arg[i]->variability > VB_PARAMETER &&
			!(rule->arg[i].after & ~AFTER_PARAM))
			return elab_fail(c->in, c->written[i]->at, E_NOT_KNOWN,
							 "argument %u of '%s' must be known before simulation", i + 1,
							 c->fn->name);
	return elab_make(c->in, c->fn->op, c->arg, c->n, c->ast->at);
}
