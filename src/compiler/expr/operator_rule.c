/* SPDX-License-Identifier: MIT
   operator_rule.c — the rules of all operators of MDV_OPERATORS, in its order. */
#include "compiler/expr/operator_rule.h"

const OperatorRule *const operator_rules[OPERATOR_KINDS] = {
#define RULE_OF(X, name, Type, FIELDS) [OPERATOR_##name] = &name##_rule,
	MDV_OPERATORS(RULE_OF, )
#undef RULE_OF
};

const OperatorRule *operator_rule_of(ExprOp op)
{
	for (int i = 0; i < OPERATOR_KINDS; i++)
		if (operator_rules[i]->op == op)
			return operator_rules[i];
	BUG("%s: an operator without rule", expr_op_info[op].name);
}
