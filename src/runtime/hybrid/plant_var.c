/* SPDX-License-Identifier: MIT
   plant_var.c — variables of a plant by name and reference: reading, writing, presetting. Whatever
   may not be written is refused with its name and the reason. */
#include "runtime/hybrid/hybrid.h"

#include <string.h>

static MdvStatus refuse(MdvHybrid *h, const MdvVar *v, const char *why)
{
	report_clear(h->rt);
	report_add(h->rt, "'%s' cannot be set: %s", v->name, why);
	return MDV_BAD_ARGUMENT;
}

/* Do two names agree, whatever blanks they have? */
static bool same_name(const char *a, const char *b)
{
	for (;; a++, b++) {
		while (*a == ' ')
			a++;
		while (*b == ' ')
			b++;
		if (*a != *b)
			return false;
		if (!*a)
			return true;
	}
}

MdvStatus plant_var_find(MdvHybrid *h, const char *name, int32_t *var)
{
	Suggest near;
	Text text;

	for (*var = 0; *var < h->m->n_vars; ++*var)
		if (same_name(h->m->var[*var].name, name))
			return MDV_OK;
	*var = -1;
	suggest_init(&near, name, strlen(name));
	for (int32_t i = 0; i < h->m->n_vars; i++)
		suggest_add(&near, h->m->var[i].name, strlen(h->m->var[i].name));
	text_init(&text, h->o.alloc);
	suggest_text(&near, &text);
	report_clear(h->rt);
	report_add(h->rt, "model %s has no variable '%s'%s", h->m->name, name, text_str(&text));
	text_free(&text);
	return MDV_NOT_FOUND;
}

int32_t mdv_hybrid_find(MdvHybrid *h, const char *name)
{
	int32_t var;

	return plant_var_find(h, name, &var) == MDV_OK ? var : -1;
}

/* The value as its slot has it; refused if the variable's type has no such value. */
static MdvStatus to_slot(MdvHybrid *h, const MdvVar *v, double *value)
{
	if (!isfinite(*value))
		return refuse(h, v, "the value is not finite");
	if (v->type == MDV_STRING)
		return refuse(h, v, "it is a String");
	if (v->type == MDV_BOOLEAN && *value != 0 && *value != 1)
		return refuse(h, v, "a Boolean is 0 or 1");
	if (v->type != MDV_REAL && *value != floor(*value))
		return refuse(h, v, "the value is not whole");
	if (v->flags & MDV_VAR_NEGATED)
		*value = v->type == MDV_BOOLEAN ? *value == 0 : -*value;
	return MDV_OK;
}

static bool is_state(const MdvHybrid *h, int32_t slot)
{
	int32_t candidate;

	if (set_find(h->rt, slot, &candidate) >= 0)
		return true;
	for (int32_t i = 0; i < h->m->n_states; i++)
		if (h->m->state[i].slot == slot)
			return true;
	return false;
}

/* Why it may not be written while the model runs; NULL: it may. */
static const char *reason_against(const MdvHybrid *h, const MdvVar *v)
{
	if (v->flags & MDV_VAR_CONSTANT)
		return "it was found to be constant";
	if (v->flags & MDV_VAR_PARAMETER)
		return v->flags & MDV_VAR_SETTABLE
				   ? NULL
				   : "it is a parameter whose value was used to build the model, or follows from "
					 "others";
	if (v->flags & (MDV_VAR_INPUT | MDV_VAR_DISCRETE) || is_state(h, v->slot))
		return NULL;
	return "it is computed by equations of the model";
}

MdvStatus plant_var_check(MdvHybrid *h, int32_t var)
{
	const char *why = reason_against(h, &h->m->var[var]);

	return why ? refuse(h, &h->m->var[var], why) : MDV_OK;
}

MdvStatus plant_var_write(MdvHybrid *h, int32_t var, double value)
{
	const MdvVar *v = &h->m->var[var];
	bool forced = false;
	MdvStatus status = plant_var_check(h, var);

	if (status == MDV_OK)
		status = to_slot(h, v, &value);
	if (status != MDV_OK)
		return status;
	event_open(h->rt);
	if (is_state(h, v->slot) && !set_force(h->rt, v->slot, &forced))
		return refuse(h, v, "it cannot be a state here");
	if (h->rt->frame[v->slot] == value && !forced)
		return MDV_OK;
	h->rt->frame[v->slot] = value;
	h->rt->t_last = NAN;
	h->r.force_restart = true;
	h->parameters |= (v->flags & MDV_VAR_PARAMETER) != 0;
	return MDV_OK;
}

MdvStatus mdv_hybrid_set(MdvHybrid *h, int32_t var, double value)
{
	if (var < 0 || var >= h->m->n_vars) {
		report_clear(h->rt);
		report_add(h->rt, "there is no variable number %d", (int)var);
		return MDV_NOT_FOUND;
	}
	if (!h->may_write)
		return refuse(h, &h->m->var[var],
					  "only at events, in begin, internal, external, confluent");
	return plant_var_write(h, var, value);
}

MdvStatus plant_var_preset(MdvHybrid *h, const MdvSetting *set)
{
	int32_t var;
	double value = set->value;
	MdvStatus status = plant_var_find(h, set->variable, &var);
	const MdvVar *v;

	if (status != MDV_OK)
		return status;
	v = &h->m->var[var];
	if (v->flags & MDV_VAR_INPUT && !(v->flags & MDV_VAR_PARAMETER)) {
		status = to_slot(h, v, &value);
		if (status == MDV_OK)
			h->rt->frame[v->slot] = value;
		return status;
	}
	status = to_slot(h, v, &value);
	if (status == MDV_OK && v->flags & MDV_VAR_PARAMETER)
		status = plant_var_check(h, var);
	if (status == MDV_OK && !rt_set(h->rt, var, set->value))
		return refuse(h, v, "it has no start value that could be changed; set it when compiling");
	return status;
}

double mdv_hybrid_get(MdvHybrid *h, int32_t var)
{
	if (var < 0 || var >= h->m->n_vars)
		return NAN;
	if (!h->ready && mdv_hybrid_look(h, h->now) != MDV_OK)
		return NAN;
	return rt_get(h->rt, var);
}

MdvStatus mdv_hybrid_look(MdvHybrid *h, double t)
{
	HybridRun *r = &h->r;
	MdvStatus status = MDV_OK;

	if (h->in_callback || !h->open || !(t >= r->t && t <= fmax(plant_time(h), r->t))) {
		report_clear(h->rt);
		report_add(h->rt,
				   h->in_callback ? "a callback sees the variables at its own point only"
								  : "time %g is not between the last event and the plan",
				   t);
		return h->in_callback ? MDV_BUSY : MDV_BAD_TIME;
	}
	if (r->in_step)
		status = solver_dense(r->solver, t, r->x_try);
	else
		memcpy(r->x_try, r->x, (size_t)h->rt->n * sizeof *r->x);
	if (status == MDV_OK)
		status = rt_output(h->rt, t, r->x_try, RT_OUTPUT);
	h->ready = status == MDV_OK;
	return status;
}
