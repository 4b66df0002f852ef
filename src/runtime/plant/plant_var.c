/* SPDX-License-Identifier: MIT
   plant_var.c — variables of a plant while it runs: reading, writing, looking into the tried step.
 */
#include "runtime/plant/plant.h"

#include <stdlib.h>
#include <string.h>

int32_t mdv_hybrid_find(MdvHybrid *h, const char *name)
{
	int32_t var;

	return var_find(h->rt, name, &var) == MDV_OK ? var : -1;
}

static int compare_slots(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	return (x > y) - (x < y);
}

/* Once it is written: must the integrator start again? Of discrete variables the event finds out
   by itself. */
static bool needs_restart(const MdvHybrid *h, const MdvVar *v)
{
	const MdvModel *m = h->m;

	if (v->flags & MDV_VAR_PARAMETER || var_is_state(h->rt, v->slot))
		return true;
	if (!(v->flags & MDV_VAR_INPUT))
		return false;
	return !m->input_read || bsearch(&v->slot, m->input_read, (size_t)m->n_input_reads,
									 sizeof *m->input_read, compare_slots);
}

MdvStatus plant_var_give(MdvHybrid *h, int32_t var, double value)
{
	const MdvVar *v = &h->m->var[var];
	bool forced = false;

	TRY(var_to_slot(h->rt, v, &value));
	event_open(h->rt);
	if (var_is_state(h->rt, v->slot) && !set_force(h->rt, v->slot, &forced))
		return var_refuse(h->rt, v, "it cannot be a state here");
	if (h->rt->frame[v->slot] == value && !forced)
		return MDV_OK;
	h->rt->frame[v->slot] = value;
	if (v->flags & MDV_VAR_HELD) /* what holds it is its pre value */
		for (int32_t i = 0; i < h->m->n_discretes; i++)
			if (h->m->discrete[i].slot == v->slot)
				h->rt->frame[h->m->discrete[i].pre] = value;
	h->rt->last.t = NAN;
	h->r.force_restart |= needs_restart(h, v);
	h->event.parameters |= (v->flags & MDV_VAR_PARAMETER) != 0;
	return MDV_OK;
}

MdvStatus plant_var_write(MdvHybrid *h, int32_t var, double value)
{
	TRY(var_check(h->rt, var));
	return plant_var_give(h, var, value);
}

MdvStatus mdv_hybrid_set(MdvHybrid *h, int32_t var, double value)
{
	if (var < 0 || var >= h->m->n_vars)
		return report_fail(h->rt, MDV_NOT_FOUND, NAN, "there is no variable number %d", (int)var);
	if (h->rights < PLANT_WRITE)
		return var_refuse(h->rt, &h->m->var[var],
						  "only at events, in begin, internal, external, confluent");
	return plant_var_write(h, var, value);
}

double mdv_hybrid_get(MdvHybrid *h, int32_t var)
{
	if (var < 0 || var >= h->m->n_vars)
		return NAN;
	if (!h->ready && mdv_hybrid_look(h, h->now) != MDV_OK)
		return NAN;
	return rt_get(h->rt, var);
}

static MdvStatus look(MdvHybrid *h, double t, const MdvBag *x)
{
	(void)x;
	return plan_look(&h->r, t, RT_OUTPUT);
}

/* A step that had to be shortened ends before; nothing is known beyond. */
MdvStatus plant_var_look(MdvHybrid *h, double t)
{
	h->ready = false;
	return plant_guard(h, look, fmin(t, fmax(plant_time(h), h->r.t)), NULL);
}

static MdvStatus shorten(MdvHybrid *h, double t, const MdvBag *x)
{
	(void)t, (void)x;
	return plant_shorten(h);
}

MdvStatus plant_var_insist(MdvHybrid *h)
{
	if (h->inside.system) /* its components have seen the plan */
		return MDV_FAILED;
	return h->failed = status_final(plant_guard(h, shorten, NAN, NULL));
}

MdvStatus mdv_hybrid_look(MdvHybrid *h, double t)
{
	double from = h->inside.system ? h->now : h->r.t; /* components are as they are now */

	if (h->failed == MDV_INTERNAL_ERROR || h->failed == MDV_NO_MEMORY)
		return h->failed; /* nothing of it may run any more */
	if (h->rights != PLANT_OUTSIDE || h->busy)
		return report_fail(h->rt, MDV_BUSY, t,
						   "a callback sees the variables at its own point only");
	if (h->phase == PLANT_NEW || !(t >= from && t <= fmax(plant_whole_time(h), from)))
		return report_fail(h->rt, MDV_BAD_TIME, t,
						   "time %g is not between the last event and the plan", t);
	TRY(plant_var_look(h, t));
	h->ready = true;
	return MDV_OK;
}
