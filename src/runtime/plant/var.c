/* SPDX-License-Identifier: MIT
   var.c — variables by name, and setting them from outside before a run or while it goes on.
   Whatever may not be written is refused with its name and the reason. */
#include "runtime/plant/plant.h"

#include <string.h>

MdvStatus var_refuse(Rt *rt, const MdvVar *v, const char *why)
{
	return report_fail(rt, MDV_BAD_ARGUMENT, rt_time(rt), "'%s' cannot be set: %s", v->name, why);
}

MdvStatus var_find(Rt *rt, const char *name, int32_t *var)
{
	Suggest near;
	Text text;

	for (*var = 0; *var < rt->m->n_vars; ++*var)
		if (text_same_name(rt->m->var[*var].name, name))
			return MDV_OK;
	*var = -1;
	suggest_init(&near, name, strlen(name));
	for (int32_t i = 0; i < rt->m->n_vars; i++)
		suggest_add(&near, rt->m->var[i].name, strlen(rt->m->var[i].name));
	text_init(&text, rt->alloc);
	suggest_text(&near, &text);
	report_fail(rt, MDV_NOT_FOUND, NAN, "model %s has no variable '%s'%s", rt->m->name, name,
				text_str(&text));
	text_free(&text);
	return MDV_NOT_FOUND;
}

MdvStatus var_to_slot(Rt *rt, const MdvVar *v, double *value)
{
	if (!isfinite(*value))
		return var_refuse(rt, v, "the value is not finite");
	if (v->type == MDV_STRING)
		return var_refuse(rt, v, "it is a String");
	if (v->type == MDV_BOOLEAN && *value != 0 && *value != 1)
		return var_refuse(rt, v, "a Boolean is 0 or 1");
	if (v->type != MDV_REAL && *value != floor(*value))
		return var_refuse(rt, v, "the value is not whole");
	if (v->flags & MDV_VAR_NEGATED)
		*value = rt_negated(v, *value);
	return MDV_OK;
}

bool var_is_state(const Rt *rt, int32_t slot)
{
	int32_t candidate;

	if (set_find(rt, slot, &candidate) >= 0)
		return true;
	for (int32_t i = 0; i < rt->m->n_states; i++)
		if (rt->m->state[i].slot == slot)
			return true;
	return false;
}

/* Of what does not change while the model runs: why it cannot have another value; NULL: it can, or
   it is none of these. */
static const char *reason_fixed(const MdvVar *v)
{
	if (v->flags & MDV_VAR_CONSTANT)
		return "it was found to be constant";
	if (!(v->flags & MDV_VAR_PARAMETER) || v->flags & MDV_VAR_SETTABLE)
		return NULL;
	return v->start >= 0 ? "the initial equations determine it (fixed = false)"
						 : "it is a parameter whose value was used to build the model, or follows "
						   "from others";
}

static const char reason_outside[] = "a DEVS component of the model gives its value";

/* Why it may not be written while the model runs; NULL: it may. */
static const char *reason_against(const Rt *rt, const MdvVar *v)
{
	if (v->flags & (MDV_VAR_CONSTANT | MDV_VAR_PARAMETER))
		return reason_fixed(v);
	if (v->flags & MDV_VAR_OUTSIDE)
		return reason_outside;
	if (v->flags & (MDV_VAR_INPUT | MDV_VAR_HELD) || var_is_state(rt, v->slot))
		return NULL;
	return "it is computed by equations of the model";
}

MdvStatus var_check(Rt *rt, int32_t var)
{
	const char *why = reason_against(rt, &rt->m->var[var]);

	return why ? var_refuse(rt, &rt->m->var[var], why) : MDV_OK;
}

const char *var_begin(Rt *rt, int32_t var, double value)
{
	const MdvVar *v = &rt->m->var[var];
	const char *why;

	if (v->flags & MDV_VAR_INPUT && !(v->flags & MDV_VAR_PARAMETER) && v->slot >= 0) {
		rt->frame[v->slot] = v->flags & MDV_VAR_NEGATED ? rt_negated(v, value) : value;
		return NULL;
	}
	if (rt_set(rt, var, value))
		return NULL;
	why = reason_fixed(v);
	return why ? why : "it has no start value that could be changed; set it when compiling";
}

MdvStatus var_preset(Rt *rt, const MdvSetting *set)
{
	double in_slot = set->value; /* only to see whether it has such a value */
	const char *why;
	int32_t var;

	TRY(var_find(rt, set->variable, &var));
	TRY(var_to_slot(rt, &rt->m->var[var], &in_slot));
	why = rt->m->var[var].flags & MDV_VAR_OUTSIDE ? reason_outside : var_begin(rt, var, set->value);
	return why ? var_refuse(rt, &rt->m->var[var], why) : MDV_OK;
}

MdvStatus var_preset_text(Rt *rt, const MdvTextSetting *set)
{
	const char *why;
	double number;
	int32_t var;

	TRY(var_find(rt, set->variable, &var));
	if (rt->m->var[var].type != MDV_STRING || !rt->m->new_text)
		return var_refuse(rt, &rt->m->var[var], "it takes no text");
	number = rt->m->new_text(rt->m->code, set->text);
	if (number < 0)
		return report_fail(rt, MDV_NO_MEMORY, NAN, "%s", mdv_status_text(MDV_NO_MEMORY));
	why = var_begin(rt, var, number);
	return why ? var_refuse(rt, &rt->m->var[var], why) : MDV_OK;
}
