/* SPDX-License-Identifier: MIT
   op_sampler.c — sample(start, interval) (MLS 16.5.1): true in the first pass at its instants. */
#include "compiler/elab/elab_local.h"
#include "compiler/expr/operator_rule.h"

#include <string.h>

/* sample(start, interval) makes events; sample(u), sample(u, c) is that of clocks (MLS 16.5). */
static const Expr *build(const Call *c)
{
	Inst *in = c->in;
	const Expr *arg[2] = {NULL, NULL};
	uint32_t n = c->ast->n - 1;

	if (!elab_event_allowed(c))
		return elab_error(in);
	for (uint32_t i = 0; i < n; i++) {
		const AstExpr *e = &c->ast->kid[i + 1];
		const char *name = e->kind == AX_NAMED ? elab_name(in, e->name) : i ? "c" : "u";
		uint32_t k = strcmp(name, "interval") == 0 || strcmp(name, "c") == 0;

		arg[k] = elab_expr(in, c->env, e->kind == AX_NAMED ? &e->kid[0] : e);
		if (elab_is_error(arg[k]))
			return arg[k];
	}
	if (!arg[0] || (n == 2 && !arg[1]))
		return elab_fail(in, c->ast->at, E_CALL_ARGS,
						 "'sample' takes start and interval, or a value and a clock");
	if (n == 1 || arg[1]->type->kind == TY_CLOCK)
		return elab_make(in, EX_SAMPLE_AT, arg, n, c->ast->at);
	for (uint32_t i = 0; i < 2; i++)
		arg[i] = elab_convert(in, arg[i], elab_state(in)->real, c->ast->at,
							  i ? "the interval of 'sample'" : "the start of 'sample'");
	for (uint32_t i = 0; i < 2; i++)
		if (arg[i]->variability > VB_PARAMETER && !elab_is_error(arg[i]))
			return elab_fail(in, c->ast->at, E_NOT_KNOWN,
							 "start and interval of 'sample' must be known before simulation");
	return elab_make(in, EX_SAMPLE, arg, 2, c->ast->at);
}

static const Builtin call = {"sample", 1, 2, "", build, EX_SAMPLE, true};

static const OperatorResult results[] = {{OPERATOR_FIELD(MdvSampler, active), "sample "}};

static const OperatorArg args[] = {
	{.after = AFTER_PARAM, .slot = OPERATOR_FIELD(MdvSampler, start), .word = " from "},
	{.after = AFTER_PARAM, .slot = OPERATOR_FIELD(MdvSampler, interval), .word = " every "},
};

const OperatorRule sampler_rule = {.op = EX_SAMPLE,
								   .n_results = 1,
								   .n_args = 2,
								   .source = OPERATOR_FIELD(MdvSampler, source),
								   .hidden = "sample",
								   .call = &call,
								   .result = results,
								   .arg = args};
