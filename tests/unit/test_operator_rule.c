/* SPDX-License-Identifier: MIT
   test_operator_rule.c — the rules of operators with a state agree with the table of expressions
   and with the records of the model. */
#include "compiler/elab/elab_local.h"
#include "compiler/expr/operator_rule.h"
#include "t.h"

static const size_t record_size[OPERATOR_KINDS] = {
#define SIZE_OF(X, name, Type, FIELDS) [OPERATOR_##name] = sizeof(Type),
	MDV_OPERATORS(SIZE_OF, )
#undef SIZE_OF
};

static void every_operator_with_a_state_has_one_rule(void)
{
	int n = 0;

	for (int op = 0; op < EXPR_OP_COUNT; op++)
		n += (expr_op_info[op].flags & OF_STATE) != 0;
	T_INT(n, OPERATOR_KINDS);
	for (int k = 0; k < OPERATOR_KINDS; k++) {
		T_CHECK(expr_op_info[operator_rules[k]->op].flags & OF_STATE);
		T_CHECK(operator_rule_of((ExprOp)operator_rules[k]->op) == operator_rules[k]);
	}
}

static void a_rule_is_called_as_the_operator_is(void)
{
	for (int k = 0; k < OPERATOR_KINDS; k++) {
		const OperatorRule *rule = operator_rules[k];
		const OpInfo *info = &expr_op_info[rule->op];

		if (!rule->call) /* passes write it, users cannot */
			continue;
		T_INT(rule->call->op, rule->op);
		T_STR(rule->call->name, info->text);
		T_INT(rule->n_args, info->most);
		T_CHECK(rule->n_results >= 1);
		T_CHECK(rule->n_results == 1 || info->rule == RULE_OWN);
		T_CHECK((rule->type != NULL) == (info->rule == RULE_OWN));
	}
}

/* Takes the slot at this place of a record; false: outside of it, or taken. */
static bool take(bool taken[], size_t size, size_t place)
{
	size_t at = place / sizeof(int32_t);

	if (place % sizeof(int32_t) != 0 || place + sizeof(int32_t) > size || taken[at])
		return false;
	return taken[at] = true;
}

static void results_arguments_and_crossings_have_places_of_their_own(void)
{
	for (int k = 0; k < OPERATOR_KINDS; k++) {
		const OperatorRule *rule = operator_rules[k];
		bool taken[64] = {false};
		int n_followed = 0;

		T_CHECK(record_size[k] <= sizeof taken / sizeof *taken * sizeof(int32_t));
		for (int i = 0; i < rule->n_results; i++)
			T_CHECK(take(taken, record_size[k], rule->result[i].slot));
		for (int i = 0; i < rule->n_args; i++) {
			T_CHECK(!rule->arg[i].after || take(taken, record_size[k], rule->arg[i].slot));
			T_CHECK(rule->arg[i].after || rule->place);
			T_CHECK(i > 0 || !rule->arg[i].as_before);
			n_followed += rule->arg[i].followed;
		}
		for (size_t i = 0; i < rule->n_crossings; i++)
			T_CHECK(take(taken, record_size[k], rule->crossing + i * sizeof(int32_t)));
		T_CHECK(n_followed <= 1);
		T_CHECK(n_followed == 0 || take(taken, record_size[k], rule->state));
	}
}

int main(void)
{
	T_RUN(every_operator_with_a_state_has_one_rule);
	T_RUN(a_rule_is_called_as_the_operator_is);
	T_RUN(results_arguments_and_crossings_have_places_of_their_own);
	return T_END();
}
