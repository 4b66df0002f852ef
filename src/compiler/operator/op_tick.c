/* SPDX-License-Identifier: MIT
   op_tick.c — the ticks of a clock (MLS 16.3), as passes write them: true in the first pass at a
   tick. Arguments: interval, factor, shift, per, resolution, as MdvTick has them. */
#include "compiler/expr/operator_rule.h"
#include "compiler/lower/lower.h"

static void finish(Lower *l, const DaeOperator *const from[], void *record, size_t n)
{
	MdvTick *tick = record;

	(void)l;
	for (size_t i = 0; i < n; i++)
		tick[i].varies = from[i]->arg[0]->variability > VB_PARAMETER;
}

static const OperatorResult results[] = {{OPERATOR_FIELD(MdvTick, active), "tick "}};

static const OperatorArg args[] = {
	{.after = AFTER_ALL, .slot = OPERATOR_FIELD(MdvTick, interval), .word = " of interval "},
	{.after = AFTER_PARAM, .slot = OPERATOR_FIELD(MdvTick, factor), .word = " every "},
	{.after = AFTER_PARAM, .slot = OPERATOR_FIELD(MdvTick, shift), .word = " from "},
	{.after = AFTER_PARAM, .slot = OPERATOR_FIELD(MdvTick, per), .word = " of "},
	{.after = AFTER_PARAM, .slot = OPERATOR_FIELD(MdvTick, resolution), .word = " by "},
};

const OperatorRule tick_rule = {.op = EX_TICK,
								.n_results = 1,
								.n_args = 5,
								.source = OPERATOR_FIELD(MdvTick, source),
								.hidden = "tick",
								.result = results,
								.arg = args,
								.finish = finish};
