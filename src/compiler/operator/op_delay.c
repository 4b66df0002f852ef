/* SPDX-License-Identifier: MIT
   op_delay.c — delay(u, T, Tmax) (MLS 3.7.4.1): u as it was at time - T. */
#include "compiler/diff/diff.h"
#include "compiler/elab/elab_local.h"
#include "compiler/expr/operator_rule.h"
#include "compiler/lower/lower.h"

static const Expr *build(const Call *c)
{
	if (!elab_stateful_types(c))
		return elab_error(c->in);
	/* How far back is known before simulation (MLS 3.7.4.1). */
	if (c->arg[c->n - 1]->variability > VB_PARAMETER)
		return elab_fail(c->in, c->written[c->n - 1]->at, E_NOT_KNOWN,
						 c->n == 2 ? "the delay changes: 'delay' then needs its largest value, too"
								   : "the largest delay must be known before simulation");
	if (c->n == 3 && c->arg[1]->op == EX_REAL && c->arg[2]->op == EX_REAL &&
		expr_real_value(c->arg[1]) > expr_real_value(c->arg[2]))
		return elab_fail(c->in, c->written[1]->at, E_OPERAND,
						 "the delay is larger than the largest one given");
	return elab_make(c->in, EX_DELAY, c->arg, c->n, c->ast->at);
}

/* u(t - T(t)): by time u'(t - T)*(1 - T'); at one instant, what was before does not change. */
static bool differentiate(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent)
{
	const Expr *arg[3] = {t[0], e->arg[1], e->n > 2 ? e->arg[2] : NULL};

	*tangent = NULL;
	if (!d->by_time || !t[0])
		return true;
	*tangent = expr_op(d->p, EX_DELAY, arg, e->n);
	if (t[1])
		*tangent = diff_rule_mul(d->p, *tangent, expr_sub(d->p, expr_real(d->p, 1), t[1]));
	return true;
}

/* Delay times that vary are needed before anything else can be computed. */
static void finish(Lower *l, const DaeOperator *const from[], void *record, size_t n)
{
	MdvDelay *delay = record;
	bool vary = false;
	int32_t code = -1;

	for (size_t i = 0; i < n; i++)
		vary |= from[i]->arg[1]->variability == VB_CONTINUOUS;
	if (vary) {
		lower_begin(l);
		for (size_t i = 0; i < n; i++)
			lower_assign(l, (uint32_t)delay[i].delay, from[i]->arg[1], -1);
		code = lower_end(l);
	}
	for (size_t i = 0; i < n; i++) {
		delay[i].value_tangent = -1;
		delay[i].held = from[i]->held;
		delay[i].code = code;
	}
}

static const Builtin call = {"delay", 2, 3, "expr delayTime delayMax", build, EX_DELAY, false};

static const OperatorResult results[] = {{OPERATOR_FIELD(MdvDelay, value), "delay "}};

static const OperatorArg args[] = {
	{.type = OT_REALS, .after = AFTER_ALL, .slot = OPERATOR_FIELD(MdvDelay, input), .word = " of "},
	{.after = AFTER_ALL, .ahead = true, .slot = OPERATOR_FIELD(MdvDelay, delay), .word = " by "},
	{.after = AFTER_PARAM,
	 .as_before = true,
	 .slot = OPERATOR_FIELD(MdvDelay, longest),
	 .word = " at most "},
};

const OperatorRule delay_rule = {.op = EX_DELAY,
								 .n_results = 1,
								 .n_args = 3,
								 .steps = true,
								 .at_start = 1,
								 .source = OPERATOR_FIELD(MdvDelay, source),
								 .hidden = "delay",
								 .call = &call,
								 .result = results,
								 .arg = args,
								 .diff = differentiate,
								 .finish = finish};
