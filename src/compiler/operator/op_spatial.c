/* SPDX-License-Identifier: MIT
   op_spatial.c — spatialDistribution(in0, in1, x, positiveVelocity, initialPoints, initialValues)
   (MLS 3.7.4.2): a profile that is moved by x; the results are its values at both ends. They depend
   on x, which must be known before anything else is computed: a state follows it. */
#include "compiler/elab/elab_local.h"
#include "compiler/expr/operator_rule.h"
#include "compiler/lower/lower.h"
#include "compiler/prepare/prepare.h"

enum { POINTS = 4, VALUES = 5 }; /* arguments */

static const Expr *build(const Call *c)
{
	ExprPool *p = c->in->pool;
	const Expr *zero = expr_real(p, 0), *point[2] = {zero, expr_real(p, 1)},
			   *none[2] = {zero, zero};
	Call whole = *c;

	whole.n = 6;
	if (!c->arg[POINTS])
		c->arg[POINTS] = expr_array(p, zero->type, point, 2);
	if (!c->arg[VALUES])
		c->arg[VALUES] = expr_array(p, zero->type, none, 2);
	return elab_stateful_build(&whole);
}

static const Type *type_of(ExprPool *p, const Expr *const arg[], size_t n)
{
	const Type *result[2] = {type_basic(p, TY_REAL), type_basic(p, TY_REAL)};

	(void)arg, (void)n;
	return type_tuple(p, result, 2);
}

static bool fits(Prepare *p, const Expr *e)
{
	int32_t n = e->arg[POINTS]->type->n_scalars;

	if (n >= 2 && n == e->arg[VALUES]->type->n_scalars)
		return true;
	diag_error(p->diag, p->at, E_OPERAND,
			   "'spatialDistribution' needs as many initial values as initial points, at least 2");
	return false;
}

/* The profile at the start. */
static void place(Lower *l, const DaeOperator *from, void *record)
{
	MdvSpatial *to = record;
	int32_t n = from->arg[POINTS]->type->n_scalars;
	int32_t *point = NEW_ARRAY(l->keep, int32_t, n), *value = NEW_ARRAY(l->keep, int32_t, n);

	for (int32_t k = 0; k < n; k++) {
		point[k] = (int32_t)lower_slot(l, 0);
		value[k] = (int32_t)lower_slot(l, 0);
		lower_assign(l, (uint32_t)point[k], scalar_at(l->p, l->scratch, from->arg[POINTS], k), -1);
		lower_assign(l, (uint32_t)value[k], scalar_at(l->p, l->scratch, from->arg[VALUES], k), -1);
	}
	to->n_points = n;
	to->point = point;
	to->value = value;
}

static const Builtin call = {"spatialDistribution",
							 4,
							 6,
							 "in0 in1 x positiveVelocity initialPoints initialValues",
							 build,
							 EX_SPATIAL,
							 false};

static const OperatorResult results[] = {{OPERATOR_ELEMENT(MdvSpatial, out, 0), "profile from "},
										 {OPERATOR_ELEMENT(MdvSpatial, out, 1), " to "}};

static const OperatorArg args[] = {
	{.after = AFTER_ALL, .slot = OPERATOR_ELEMENT(MdvSpatial, in, 0), .word = " of "},
	{.after = AFTER_ALL, .slot = OPERATOR_ELEMENT(MdvSpatial, in, 1), .word = " and "},
	{.after = AFTER_ALL,
	 .followed = true,
	 .slot = OPERATOR_FIELD(MdvSpatial, position),
	 .word = " moved by "},
	{.type = OT_BOOLEAN,
	 .after = AFTER_ALL,
	 .slot = OPERATOR_FIELD(MdvSpatial, positive),
	 .first = 1,
	 .word = " forward if "},
	[POINTS] = {.type = OT_REALS},
	[VALUES] = {.type = OT_REALS},
};

const OperatorRule spatial_rule = {.op = EX_SPATIAL,
								   .n_results = 2,
								   .n_args = 6,
								   .n_crossings = 1,
								   .crossing = OPERATOR_FIELD(MdvSpatial, rest),
								   .state = OPERATOR_FIELD(MdvSpatial, state),
								   .hidden = "profile",
								   .call = &call,
								   .result = results,
								   .arg = args,
								   .type = type_of,
								   .fits = fits,
								   .place = place};
