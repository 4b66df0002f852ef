/* SPDX-License-Identifier: MIT
   units_rule.c — what each operator does to units. A number without a unit is taken for whatever
   makes sense: added or compared, it has the unit of the other; as a factor it is 1 if it is a
   number that formulas have by themselves (2, 0.5, pi), otherwise it may be a constant of nature or
   a conversion, and the product can be anything. */
#include "compiler/units/units.h"

#include <math.h>

typedef enum UnitRule {
	RULE_ANY_UNIT,   /* nothing is known */
	RULE_LITERAL,    /* a number */
	RULE_COUNT,      /* a number, whatever it is made of */
	RULE_SECONDS,    /* a time */
	RULE_SLOT,       /* a variable */
	RULE_LEAF,       /* of a record or a function's results */
	RULE_CALLS,      /* of a function: its inputs are compared */
	RULE_AGREE,      /* the arguments have one unit, and so has the result */
	RULE_COLLECTED,  /* likewise if they have; otherwise nothing is known */
	RULE_SUM,        /* as RULE_AGREE, of two; temperatures with and without offset */
	RULE_COMPARED,   /* the arguments have one unit, the result has none */
	RULE_DELAYED,    /* the first argument's; the others are times */
	RULE_SAMPLED,    /* none; the arguments are times */
	RULE_PRODUCT,    /* of both */
	RULE_QUOTIENT,   /* of both */
	RULE_POWER,      /* by the value of the second */
	RULE_ROOT,       /* square root */
	RULE_DERIVATIVE, /* by time */
	RULE_OF_NUMBER   /* a function of a number (or angle, or time), which gives a number */
} UnitRule;

typedef struct OpUnits {
	uint8_t rule;  /* UnitRule */
	uint8_t first; /* argument that it is about */
	uint8_t last;  /* and the last of them; MANY: all to the end */
} OpUnits;

static const OpUnits op_units[EXPR_OP_COUNT] = {
	[EX_REAL] = {RULE_LITERAL},
	[EX_TO_REAL] = {RULE_COUNT},
	[EX_TIME] = {RULE_SECONDS},
	[EX_INTERVAL] = {RULE_SECONDS},
	[EX_TIME_IN_STATE] = {RULE_SECONDS},
	[EX_VAR] = {RULE_SLOT},
	[EX_LOCAL] = {RULE_SLOT},
	[EX_FIELD] = {RULE_LEAF},
	[EX_RESULT] = {RULE_LEAF},
	[EX_CALL] = {RULE_CALLS},
	[EX_ADD] = {RULE_SUM, 0, 1},
	[EX_SUB] = {RULE_SUM, 0, 1},
	[EX_NEG] = {RULE_AGREE, 0, 0},
	[EX_MUL] = {RULE_PRODUCT},
	[EX_MATMUL] = {RULE_PRODUCT},
	[EX_CROSS] = {RULE_PRODUCT},
	[EX_OUTER] = {RULE_PRODUCT},
	[EX_DIV] = {RULE_QUOTIENT},
	[EX_POW] = {RULE_POWER},
	[EX_SQRT] = {RULE_ROOT},
	[EX_DER] = {RULE_DERIVATIVE},
	[EX_LT] = {RULE_COMPARED, 0, 1},
	[EX_LE] = {RULE_COMPARED, 0, 1},
	[EX_GT] = {RULE_COMPARED, 0, 1},
	[EX_GE] = {RULE_COMPARED, 0, 1},
	[EX_EQ] = {RULE_COMPARED, 0, 1},
	[EX_NE] = {RULE_COMPARED, 0, 1},
	[EX_REINIT] = {RULE_COMPARED, 0, 1},
	[EX_ATAN2] = {RULE_COMPARED, 0, 1},
	[EX_DIVIDE] = {RULE_COMPARED, 0, 1},
	[EX_MOD] = {RULE_AGREE, 0, 1},
	[EX_REM] = {RULE_AGREE, 0, 1},
	[EX_ABS] = {RULE_AGREE, 0, 0},
	[EX_MIN] = {RULE_AGREE, 0, 1},
	[EX_MAX] = {RULE_AGREE, 0, 1},
	[EX_FLOOR] = {RULE_AGREE, 0, 0},
	[EX_CEIL] = {RULE_AGREE, 0, 0},
	[EX_IF] = {RULE_AGREE, 1, 2},
	[EX_ARRAY] = {RULE_COLLECTED, 0, MANY},
	[EX_INDEX] = {RULE_AGREE, 0, 0},
	[EX_RANGE] = {RULE_AGREE, 0, 2},
	[EX_FILL] = {RULE_AGREE, 0, 0},
	[EX_DIAGONAL] = {RULE_AGREE, 0, 0},
	[EX_LINSPACE] = {RULE_AGREE, 0, 1},
	[EX_CAT] = {RULE_COLLECTED, 1, MANY},
	[EX_SCALAR] = {RULE_AGREE, 0, 0},
	[EX_VECTOR] = {RULE_AGREE, 0, 0},
	[EX_MATRIX] = {RULE_AGREE, 0, 0},
	[EX_TRANSPOSE] = {RULE_AGREE, 0, 0},
	[EX_SYMMETRIC] = {RULE_AGREE, 0, 0},
	[EX_SKEW] = {RULE_AGREE, 0, 0},
	[EX_SUM] = {RULE_AGREE, 0, 0},
	[EX_MIN_OF] = {RULE_AGREE, 0, 0},
	[EX_MAX_OF] = {RULE_AGREE, 0, 0},
	[EX_FOR_ARRAY] = {RULE_AGREE, 2, 2},
	[EX_FOR_SUM] = {RULE_AGREE, 2, 2},
	[EX_FOR_MIN] = {RULE_AGREE, 2, 2},
	[EX_FOR_MAX] = {RULE_AGREE, 2, 2},
	[EX_PRE] = {RULE_AGREE, 0, 0},
	[EX_NO_EVENT] = {RULE_AGREE, 0, 0},
	[EX_SMOOTH] = {RULE_AGREE, 1, 1},
	[EX_HOMOTOPY] = {RULE_AGREE, 0, 1},
	[EX_DELAY] = {RULE_DELAYED},
	[EX_SPATIAL] = {RULE_COMPARED, 0, 1},
	[EX_SAMPLE] = {RULE_SAMPLED},
	[EX_PREVIOUS] = {RULE_AGREE, 0, 0},
	[EX_HOLD] = {RULE_AGREE, 0, 0},
	[EX_SAMPLE_AT] = {RULE_AGREE, 0, 0},
	[EX_SUB_SAMPLE] = {RULE_AGREE, 0, 0},
	[EX_SUPER_SAMPLE] = {RULE_AGREE, 0, 0},
	[EX_SHIFT_SAMPLE] = {RULE_AGREE, 0, 0},
	[EX_BACK_SAMPLE] = {RULE_AGREE, 0, 0},
	[EX_NO_CLOCK] = {RULE_AGREE, 0, 0},
	[EX_SIN] = {RULE_OF_NUMBER},
	[EX_COS] = {RULE_OF_NUMBER},
	[EX_TAN] = {RULE_OF_NUMBER},
	[EX_ASIN] = {RULE_OF_NUMBER},
	[EX_ACOS] = {RULE_OF_NUMBER},
	[EX_ATAN] = {RULE_OF_NUMBER},
	[EX_SINH] = {RULE_OF_NUMBER},
	[EX_COSH] = {RULE_OF_NUMBER},
	[EX_TANH] = {RULE_OF_NUMBER},
	[EX_EXP] = {RULE_OF_NUMBER},
	[EX_LOG] = {RULE_COUNT}, /* log(a) - log(b) is log(a/b) */
	[EX_LOG10] = {RULE_COUNT},
};

/* Seconds */

static int32_t seconds(UnitScope *s)
{
	Unit second = unit_one;

	second.power[UNIT_s] = UNIT_POWER;
	return unit_table_add(&s->u->table, &second);
}

/* What is known by now: time is in seconds, and what was open may have been told meanwhile. */
static UnitRef known(UnitScope *s, UnitRef ref)
{
	if (ref <= REF_OPEN)
		return units_of_slot(s->u, REF_OPEN - ref);
	return ref == REF_TIME ? seconds(s) : ref;
}

/* Agreement */

static void tell_slot(UnitScope *s, int32_t slot, int32_t unit)
{
	UnitSlot *at = &s->u->slot[units_root(s->u, slot)];

	if (at->state != SLOT_OPEN || at->unit >= 0)
		return;
	at->unit = unit;
	at->state = SLOT_INFERRED;
	at->from = s->pairs.at[s->pair].at;
	s->changed = true;
}

static void unite(Units *u, int32_t a, int32_t b)
{
	a = units_root(u, a);
	b = units_root(u, b);
	u->slot[a < b ? b : a].up = a < b ? a : b;
}

static bool agree(const UnitScope *s, int32_t a, int32_t b)
{
	const Unit *unit = s->u->table.unit.at;

	return a == b || unit_compare(&unit[a], &unit[b]) == UNIT_SAME;
}

UnitRef units_rule_same(UnitScope *s, UnitRef a, const Expr *ea, UnitRef b, const Expr *eb)
{
	a = known(s, a);
	b = known(s, b);
	if (a >= 0 && b >= 0) {
		if (agree(s, a, b))
			return a;
		units_report(s, &(UnitSide){.e = ea, .slot = -1, .unit = a},
					 &(UnitSide){.e = eb, .slot = -1, .unit = b});
		return REF_ANY;
	}
	if (a >= 0 || b >= 0) {
		UnitRef unit = a >= 0 ? a : b, other = a >= 0 ? b : a;
		const Expr *e = a >= 0 ? eb : ea;

		if (other <= REF_OPEN)
			tell_slot(s, REF_OPEN - other, unit);
		else if (e->type->kind != TY_RECORD)
			s->want[e->id] = (UnitWant){unit, s->pair};
		return unit;
	}
	if (a <= REF_OPEN && b <= REF_OPEN)
		unite(s->u, REF_OPEN - a, REF_OPEN - b);
	return a <= REF_OPEN ? a : b <= REF_OPEN ? b : a == REF_ANY ? a : b;
}

void units_rule_slot(UnitScope *s, int32_t slot, const char *name, const Expr *e)
{
	bool is_generic = name && s->u->slot[slot].state != SLOT_DECLARED;
	UnitRef a = is_generic ? REF_ANY : units_of_slot(s->u, slot), b = known(s, s->value[e->id]);

	if (a >= 0 && b >= 0 && !agree(s, a, b))
		units_report(s, &(UnitSide){.slot = slot, .name = name, .unit = a},
					 &(UnitSide){.e = e, .slot = -1, .unit = b});
	else if (a >= 0 && b <= REF_OPEN)
		tell_slot(s, REF_OPEN - b, a);
	else if (a >= 0 && b < 0)
		s->want[e->id] = (UnitWant){a, s->pair};
	else if (a > REF_OPEN)
		return;
	else if (b >= 0)
		tell_slot(s, slot, b);
	else if (b <= REF_OPEN)
		unite(s->u, slot, REF_OPEN - b);
}

static uint32_t last_of(const Expr *e, const OpUnits *op)
{
	return op->last == MANY || op->last >= e->n ? e->n - 1 : op->last;
}

/* Of arguments that are Reals; of records nothing is told. */
static UnitRef value_of_agreeing(UnitScope *s, const Expr *e, const OpUnits *op)
{
	UnitRef ref = REF_NUMBER;
	const Expr *from = NULL;

	if (e->type->kind == TY_RECORD)
		return REF_ANY;
	for (uint32_t i = op->first; e->n > 0 && i <= last_of(e, op); i++) {
		const Expr *arg = e->arg[i];

		if (arg->type->kind != TY_REAL)
			return op->rule == RULE_COMPARED ? REF_NUMBER : REF_ANY;
		if (!from)
			ref = s->value[arg->id];
		else
			ref = units_rule_same(s, ref, from, s->value[arg->id], arg);
		if (!from || (ref >= 0 && s->value[from->id] < 0))
			from = arg;
	}
	return op->rule == RULE_COMPARED ? REF_NUMBER : ref;
}

/* The elements of an array need not be of one kind: {x, der(x)}. */
static UnitRef value_of_collection(UnitScope *s, const Expr *e, const OpUnits *op)
{
	UnitRef ref = REF_ANY;

	if (e->type->kind != TY_REAL)
		return REF_ANY;
	for (uint32_t i = op->first; i < e->n; i++) {
		UnitRef next = known(s, s->value[e->arg[i]->id]);

		if (i == op->first)
			ref = next;
		else if (next >= 0 && ref >= 0 ? !agree(s, ref, next) : next != ref)
			return REF_ANY;
	}
	return ref;
}

static bool is_temperature(const Unit *u)
{
	Unit kelvin = unit_one;

	kelvin.power[UNIT_K] = UNIT_POWER;
	return unit_compare(u, &kelvin) != UNIT_OTHER_DIMENSION;
}

/* A product, whose factor may be a slope (2*c + d): it is not counted how many degC are in it. */
static bool is_share(const Expr *e)
{
	return e->op == EX_MUL || e->op == EX_DIV || e->op == EX_NEG;
}

/* A temperature in degC and a difference in K give one in degC, the difference of two in degC is in
   K, and their sum has the offset twice: half of it is one in degC again. With what is not known
   there may be a number that converts one into the other. */
static UnitRef value_of_sum(UnitScope *s, const Expr *e, const OpUnits *op)
{
	UnitRef a = s->value[e->arg[0]->id], b = s->value[e->arg[1]->id];
	const Unit *unit = s->u->table.unit.at;
	const Unit *ua = a >= 0 ? &unit[a] : NULL, *ub = b >= 0 ? &unit[b] : NULL;
	Unit difference;

	if ((a == REF_TIME || b == REF_TIME) && !ua && !ub)
		return REF_ANY;
	if (s->round == 0 && a <= REF_OPEN && b <= REF_OPEN)
		return REF_ANY; /* one may turn out to be a temperature, the other a difference */
	if (ua ? !ub && is_temperature(ua) : ub && is_temperature(ub))
		return REF_ANY;
	if (!ua || !ub || (ua->offset == 0 && ub->offset == 0))
		return value_of_agreeing(s, e, op);
	difference = *ua;
	difference.offset = ub->offset;
	if (unit_compare(&difference, ub) != UNIT_SAME)
		return value_of_agreeing(s, e, op); /* degC and degF */
	if (ua->offset == 0 || ub->offset == 0)
		return ua->offset != 0 ? a : b;
	if (is_share(e->arg[0]) || is_share(e->arg[1]))
		return REF_ANY;
	difference.offset = ua->offset + (e->op == EX_SUB ? -ub->offset : ub->offset);
	return unit_table_add(&s->u->table, &difference);
}

/* Products */

/* Numbers that formulas have by themselves: small whole ones, halves to sixths, and pi times these
   or their square roots. 1.5, 0.2 and 1000 may be amperes, metres and grams. */
static bool is_plain_number(double x)
{
	static const double pi = 3.14159265358979323846;
	double form[] = {x, x / pi, x * x, 1 / x, pi / x, 1 / (x * x)};

	for (int i = 0; i < 6; i++) {
		double whole = rint(fabs(form[i]));

		if (whole > 0 && whole < 10 && fabs(fabs(form[i]) - whole) < 1e-12 &&
			!(i == 3 && (whole == 5 || whole > 6)))
			return true;
	}
	return false;
}

static UnitRef multiply(UnitScope *s, UnitRef a, UnitRef b, double power)
{
	if (b == REF_TIME || (a == REF_TIME && !(power < 0 && b >= 0)))
		return REF_ANY;
	a = known(s, a);
	b = known(s, b);
	if (b == REF_NUMBER)
		return a;
	if (a == REF_NUMBER && power == 1)
		return b;
	if (a < 0 || b < 0)
		return REF_ANY;
	return unit_table_multiply(&s->u->table, a, b, power); /* -1 is REF_ANY */
}

static bool literal_value(const Expr *e, double *value)
{
	if (e->op == EX_NEG && e->arg[0]->op == EX_REAL) {
		*value = -expr_real_value(e->arg[0]);
		return true;
	}
	if (e->op == EX_REAL)
		*value = expr_real_value(e);
	return e->op == EX_REAL;
}

/* Of a sum of temperatures in degC: half of two is one, as far as the number is written. */
static UnitRef share_of_sum(UnitScope *s, const Expr *e, UnitRef ref)
{
	Unit part;
	double x;

	if (ref < 0)
		return ref;
	part = s->u->table.unit.at[ref];
	if (part.offset == 0 || unit_weight(&part) == 1)
		return ref;
	if (literal_value(e->arg[1], &x))
		part.offset *= e->op == EX_DIV ? 1 / x : x;
	else if (e->op != EX_DIV && literal_value(e->arg[0], &x))
		part.offset *= x;
	else
		return REF_ANY;
	return unit_table_add(&s->u->table, &part);
}

/* 1/x is an inverse; another number that is divided may have a unit. */
static UnitRef value_of_quotient(UnitScope *s, const Expr *e)
{
	UnitRef a = s->value[e->arg[0]->id], b = s->value[e->arg[1]->id];
	double x;

	if (a == REF_NUMBER && b >= 0 && literal_value(e->arg[0], &x) && fabs(x) == 1)
		a = 0; /* the number of unit_one */
	return share_of_sum(s, e, multiply(s, a, b, -1));
}

static UnitRef value_of_power(UnitScope *s, const Expr *e)
{
	UnitRef a = known(s, s->value[e->arg[0]->id]), b = s->value[e->arg[1]->id];
	double power;

	if (b >= 0 && !unit_is_number(&s->u->table.unit.at[b]))
		units_report_need(s, e, 1, "an exponent without unit");
	if (a == REF_NUMBER || a == 0)
		return a;
	if (a < 0 || !literal_value(e->arg[1], &power))
		return REF_ANY;
	return unit_table_multiply(&s->u->table, 0, a, power);
}

static UnitRef value_of_derivative(UnitScope *s, UnitRef a)
{
	Unit difference;

	a = known(s, a);
	if (a < 0)
		return REF_ANY;
	difference = s->u->table.unit.at[a];
	difference.offset = 0;
	return unit_table_multiply(&s->u->table, unit_table_add(&s->u->table, &difference), seconds(s),
							   -1);
}

/* exp(time) and sin(2*time) are written by people who mean 1/s in front of it. */
static void look_at_number(UnitScope *s, const Expr *e)
{
	UnitRef ref = known(s, s->value[e->arg[0]->id]);

	if (ref >= 0 && unit_compare(&s->u->table.unit.at[ref], &unit_one) != UNIT_SAME &&
		ref != seconds(s))
		units_report_need(s, e, 0, "a number without unit");
}

/* delay(x, time, longest), sample(first, interval): arguments from `first` on. */
static void look_at_times(UnitScope *s, const Expr *e, uint32_t first)
{
	for (uint32_t i = first; i < e->n; i++) {
		UnitRef ref = known(s, s->value[e->arg[i]->id]);

		if (ref >= 0 && !agree(s, ref, seconds(s)))
			units_report_need(s, e, i, "seconds");
	}
}

/* Variables and functions */

static UnitRef value_of_variable(UnitScope *s, const Expr *e)
{
	int32_t slot = units_slot_of(s, e);
	UnitRef ref = slot >= 0 && e->type->n_scalars != 0 ? units_of_slot(s->u, slot) : REF_ANY;

	for (int32_t k = 1; e->op == EX_VAR && k < e->type->n_scalars && ref != REF_ANY; k++) {
		UnitRef next = units_of_slot(s->u, slot + k);

		if (next < 0 || ref < 0 ? !(next < 0 && ref < 0) : !agree(s, ref, next))
			ref = REF_ANY;
	}
	return e->type->kind == TY_REAL ? ref : REF_ANY;
}

/* Inputs without units that the body adds or compares have one unit, whatever it is: so must have
   what a call gives them. */
static void look_at_generic_inputs(UnitScope *s, const Expr *e, const FlatFn *fn)
{
	Units *u = s->u;

	for (int32_t i = 0; i < fn->n_in && i < (int32_t)e->n; i++) {
		int32_t root = units_root(u, u->local[e->aux][i]), unit = u->slot[root].unit;

		if (fn->body.local[i].type->kind != TY_REAL || u->slot[root].state != SLOT_INFERRED ||
			unit < 0 || !unit_is_generic(&u->table.unit.at[unit]))
			continue;
		for (int32_t k = i + 1; k < fn->n_in && k < (int32_t)e->n; k++) {
			UnitRef a = known(s, s->value[e->arg[i]->id]), b = known(s, s->value[e->arg[k]->id]);

			if (units_root(u, u->local[e->aux][k]) == root && a >= 0 && b >= 0)
				units_rule_same(s, a, e->arg[i], b, e->arg[k]);
		}
	}
}

static UnitRef value_of_call(UnitScope *s, const Expr *e)
{
	const FlatFn *fn = &s->u->m->fns.at[e->aux];

	for (int32_t i = 0; i < fn->n_in && i < (int32_t)e->n; i++) {
		const FlatLocal *formal = &fn->body.local[i];
		int32_t slot = s->u->local[e->aux][i], n = type_leaves(formal->type);
		const char *name = intern_text(s->u->m->names, formal->name);

		if (formal->type->kind == TY_REAL)
			units_rule_slot(s, slot, name, e->arg[i]);
		for (int32_t k = 0; formal->type->kind == TY_RECORD && k < n; k++) {
			UnitRef a = s->u->slot[slot + k].unit, b = units_leaf(s, e->arg[i], k);

			s->leaf = k;
			if (s->u->slot[slot + k].state == SLOT_DECLARED && b >= 0 && !agree(s, a, b))
				units_report(s, &(UnitSide){.slot = slot + k, .name = name, .unit = a},
							 &(UnitSide){.e = e->arg[i], .slot = -1, .unit = b});
		}
	}
	look_at_generic_inputs(s, e, fn);
	return e->type->kind == TY_REAL ? units_leaf(s, e, 0) : REF_ANY;
}

UnitRef units_rule_value(UnitScope *s, const Expr *e)
{
	const OpUnits *op = &op_units[e->op];

	switch ((UnitRule)op->rule) {
	case RULE_LITERAL: return is_plain_number(expr_real_value(e)) ? REF_NUMBER : REF_ANY;
	case RULE_COUNT: return REF_NUMBER;
	case RULE_SECONDS: return REF_TIME;
	case RULE_SLOT: return value_of_variable(s, e);
	case RULE_LEAF: return e->type->kind == TY_REAL ? units_leaf(s, e, 0) : REF_ANY;
	case RULE_CALLS: return value_of_call(s, e);
	case RULE_SUM: return e->type->kind == TY_REAL ? value_of_sum(s, e, op) : REF_ANY;
	case RULE_DELAYED: look_at_times(s, e, 1); return s->value[e->arg[0]->id];
	case RULE_SAMPLED: look_at_times(s, e, 0); return REF_ANY;
	case RULE_COLLECTED: return value_of_collection(s, e, op);
	case RULE_AGREE:
	case RULE_COMPARED: return value_of_agreeing(s, e, op);
	case RULE_PRODUCT:
		return share_of_sum(s, e, multiply(s, s->value[e->arg[0]->id], s->value[e->arg[1]->id], 1));
	case RULE_QUOTIENT: return value_of_quotient(s, e);
	case RULE_POWER: return value_of_power(s, e);
	case RULE_ROOT: {
		UnitRef a = known(s, s->value[e->arg[0]->id]);

		return a >= 0            ? unit_table_multiply(&s->u->table, 0, a, 0.5)
			   : a == REF_NUMBER ? a
								 : REF_ANY;
	}
	case RULE_DERIVATIVE: return value_of_derivative(s, s->value[e->arg[0]->id]);
	case RULE_OF_NUMBER: look_at_number(s, e); return REF_NUMBER;
	case RULE_ANY_UNIT: break;
	}
	return REF_ANY;
}

/* Down again */

/* want a factor to have the unit; -1: it is not known. */
static void want(UnitScope *s, const Expr *e, int32_t unit)
{
	if (unit >= 0 && e->type->kind == TY_REAL && s->value[e->id] < 0)
		s->want[e->id] = (UnitWant){unit, s->pair};
}

static void want_factors(UnitScope *s, const Expr *e, int32_t unit, bool is_quotient)
{
	const Expr *a = e->arg[0], *b = e->arg[1];
	UnitRef ra = known(s, s->value[a->id]), rb = known(s, s->value[b->id]);
	UnitTable *t = &s->u->table;

	if (rb == REF_NUMBER || rb >= 0)
		want(s, a, rb < 0 ? unit : unit_table_multiply(t, unit, rb, is_quotient ? 1 : -1));
	else if ((ra == REF_NUMBER || ra >= 0) && is_quotient)
		want(s, b, unit_table_multiply(t, ra < 0 ? 0 : ra, unit, -1));
	else if (ra == REF_NUMBER || ra >= 0)
		want(s, b, ra < 0 ? unit : unit_table_multiply(t, unit, ra, -1));
}

static void want_variable(UnitScope *s, const Expr *e, int32_t unit)
{
	int32_t slot = units_slot_of(s, e);

	for (int32_t k = 0; slot >= 0 && k < (e->op == EX_VAR ? e->type->n_scalars : 1); k++)
		tell_slot(s, slot + k, unit);
}

void units_rule_want(UnitScope *s, const Expr *e)
{
	const OpUnits *op = &op_units[e->op];
	int32_t unit = s->want[e->id].unit;
	UnitTable *t = &s->u->table;
	double power;

	switch ((UnitRule)op->rule) {
	case RULE_SLOT:
	case RULE_LEAF: want_variable(s, e, unit); break;
	case RULE_DELAYED: want(s, e->arg[0], unit); break;
	case RULE_AGREE:
	case RULE_COLLECTED:
		if (e->op == EX_INDEX)
			want_variable(s, e, unit);
		else
			for (uint32_t i = op->first; e->n > 0 && i <= last_of(e, op); i++)
				want(s, e->arg[i], unit);
		break;
	case RULE_SUM:
		for (uint32_t i = 0; i < 2 && !is_temperature(&t->unit.at[unit]); i++)
			want(s, e->arg[i], unit);
		break;
	case RULE_PRODUCT: want_factors(s, e, unit, false); break;
	case RULE_QUOTIENT: want_factors(s, e, unit, true); break;
	case RULE_POWER:
		if (literal_value(e->arg[1], &power) && power != 0)
			want(s, e->arg[0], unit_table_multiply(t, 0, unit, 1 / power));
		break;
	case RULE_ROOT: want(s, e->arg[0], unit_table_multiply(t, 0, unit, 2)); break;
	case RULE_DERIVATIVE: want(s, e->arg[0], unit_table_multiply(t, unit, seconds(s), 1)); break;
	default: break;
	}
}
