/* SPDX-License-Identifier: MIT
   limits.c — values in their types, and between the limits that a model gives (MLS 4.8). What is no
   value of its type ends the run: an Integer that is not finite or beyond 2^53, a number that no
   literal of an enumeration has. min and max are looked at where results are: a variable outside is
   named once with time and place, or ends the run if the options say so. A model without limits has
   nothing to look at. */
#include "modevs/unit.h"
#include "runtime/rt/rt.h"

#include <string.h>

#define SLACK 1e-6 /* part of its size by which a value may be outside: the usual tolerance */

/* How many values the type of an enumeration has. Names in quotes may have commas. */
static int32_t count_literals(const char *list)
{
	bool quoted = false;
	int32_t n = *list != 0;

	for (; *list; list++) {
		if (*list == '\\' && list[1])
			list++;
		else if (*list == '\'')
			quoted = !quoted;
		n += *list == ',' && !quoted;
	}
	return n;
}

bool limits_in_type(const Rt *rt, const MdvVar *v, double value)
{
	switch (v->type) {
	case MDV_INTEGER: return mdv_is_integer(value) && value == floor(value);
	case MDV_BOOLEAN: return value == 0 || value == 1;
	case MDV_ENUMERATION:
		return value >= 1 && value == floor(value) &&
			   (v->max < 0 || value <= rt->frame[v->max] || value <= count_literals(v->literals));
	case MDV_STRING: return true;
	default: return isfinite(value);
	}
}

MdvStatus limits_bad_value(Rt *rt, int32_t slot)
{
	const MdvVar *v =
		rt->index.var_of_slot[slot] >= 0 ? &rt->m->var[rt->index.var_of_slot[slot]] : NULL;
	double value = rt->frame[slot];

	if (!v || v->type == MDV_REAL || !isfinite(value))
		return report_origin(rt, report_not_finite(rt, "the value of", slot));
	if (v->type == MDV_ENUMERATION)
		report_fail(rt, MDV_RETRY, rt_time(rt),
					"at time %g '%s' is number %g of its type, which has no such value",
					rt_time(rt), v->name, value);
	else if (v->type == MDV_INTEGER && value == floor(value))
		report_fail(rt, MDV_RETRY, rt_time(rt),
					"at time %g '%s' is %.17g: Integers end before 2^53 = 9007199254740992",
					rt_time(rt), v->name, value);
	else
		report_fail(rt, MDV_RETRY, rt_time(rt), "at time %g '%s' is %.6g, which is no %s",
					rt_time(rt), v->name, value, v->type == MDV_INTEGER ? "Integer" : "Boolean");
	report_source(rt, v->source);
	return MDV_RETRY;
}

/* Which have limits; an enumeration always has its last value as max. */
static bool has_limits(const MdvVar *v)
{
	return v->type != MDV_BOOLEAN && v->type != MDV_STRING && (v->min >= 0 || v->max >= 0);
}

static bool has_own_limits(const Rt *rt, const MdvVar *v)
{
	return has_limits(v) && (v->type != MDV_ENUMERATION || v->min >= 0 ||
							 rt->frame[v->max] < count_literals(v->literals));
}

void limits_new(Rt *rt)
{
	int32_t n = 0;

	for (int32_t i = 0; i < rt->m->n_vars; i++)
		n += rt_owns(rt, rt->m->var[i].slot) && has_limits(&rt->m->var[i]);
	rt->limited.var = NEW_ARRAY(&rt->memory, int32_t, n);
}

void limits_begin(Rt *rt)
{
	rt->limited.n = 0;
	for (int32_t i = 0; i < rt->m->n_vars; i++)
		if (rt_owns(rt, rt->m->var[i].slot) && has_own_limits(rt, &rt->m->var[i]))
			rt->limited.var[rt->limited.n++] = i;
}

/* By variable: is it still looked at? */
void limits_tape(Rt *rt, Tape *t)
{
	int32_t n = 0;

	for (int32_t i = 0, k = 0; i < rt->m->n_vars; i++) {
		bool in = k < rt->limited.n && rt->limited.var[k] == i;

		k += in;
		if (!rt_owns(rt, rt->m->var[i].slot) || !has_limits(&rt->m->var[i]))
			continue;
		tape_flag(t, &in);
		if (in && tape_reads(t))
			rt->limited.var[n++] = i;
	}
	if (tape_reads(t))
		rt->limited.n = n;
}

/* Which limit a variable is outside of; -1: none. */
static int32_t passed_limit(const Rt *rt, int32_t var)
{
	const MdvVar *v = &rt->m->var[var];
	double value = rt_get(rt, var), slack;

	if (!(v->min >= 0 && value < rt->frame[v->min]) && !(v->max >= 0 && value > rt->frame[v->max]))
		return -1;
	slack = SLACK * fmax(fabs(value), block_nominal(rt, v->slot));
	if (v->flags & MDV_VAR_PARAMETER || v->type != MDV_REAL)
		slack = 1e-12 * fabs(value);
	if (v->min >= 0 && value < rt->frame[v->min] - slack)
		return v->min;
	return v->max >= 0 && value > rt->frame[v->max] + slack ? v->max : -1;
}

/* So many digits that a value and its limit are two texts. */
static int digits_apart(double value, double limit)
{
	for (int digits = 6; digits < 17; digits++) {
		char a[32], b[32];

		plain_snprintf(a, sizeof a, "%.*g", digits, value);
		plain_snprintf(b, sizeof b, "%.*g", digits, limit);
		if (strcmp(a, b) != 0)
			return digits;
	}
	return 17;
}

MdvStatus limits_check(Rt *rt)
{
	int32_t kept = 0;

	for (int32_t k = 0; k < rt->limited.n; k++) {
		const MdvVar *v = &rt->m->var[rt->limited.var[k]];
		int32_t limit = passed_limit(rt, rt->limited.var[k]);
		double value = rt_get(rt, rt->limited.var[k]);

		if (limit < 0) {
			if (!(v->flags & MDV_VAR_PARAMETER)) /* once is enough */
				rt->limited.var[kept++] = rt->limited.var[k];
			continue;
		}
		report_fail(rt, MDV_FAILED, rt_time(rt), "at time %g %s = %.*g is %s its %s = %.*g",
					rt_time(rt), v->name, digits_apart(value, rt->frame[limit]), value,
					limit == v->min ? "less than" : "more than", limit == v->min ? "min" : "max",
					digits_apart(value, rt->frame[limit]), rt->frame[limit]);
		report_source(rt, v->source);
		if (rt->limited.fail)
			return MDV_FAILED;
		report_warn(rt);
	}
	rt->limited.n = kept;
	return MDV_OK;
}
