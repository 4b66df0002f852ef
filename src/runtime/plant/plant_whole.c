/* SPDX-License-Identifier: MIT
   plant_whole.c — a plant as those outside see it. Mostly that is its equations (plant.c). If its
   model has DEVS components, these and the equations are a coupled model on an engine of its own,
   and by closure under coupling an atomic: one instant of that engine is one transition here, at
   the same time and step. */
#include "runtime/plant/plant.h"

static bool has_components(const MdvModel *m)
{
	return mdv_model_components(m) > 1 || m->n_couplings > 0;
}

MdvStatus plant_whole_open(MdvHybrid *h, double t)
{
	h->now = t;
	for (size_t i = 0; i < h->o.n_set; i++)
		TRY(var_preset(h->rt, &h->o.set[i]));
	for (size_t i = 0; i < h->o.n_texts; i++)
		TRY(var_preset_text(h->rt, &h->o.texts[i]));
	if (!has_components(h->m))
		return plant_open(h, t);
	if (h->m->components)
		return h->m->components->open(h, t);
	return report_fail(h->rt, MDV_BAD_ARGUMENT, NAN,
					   "who made the model %s did not say how its DEVS components run", h->m->name);
}

double plant_whole_time(const MdvHybrid *h)
{
	if (!h->inside.system)
		return plant_time(h);
	return h->phase == PLANT_FINISHED || h->result.terminated ? INFINITY : h->inside.next;
}

bool plant_whole_changes(const MdvHybrid *h)
{
	return h->inside.system ? plant_whole_time(h) < INFINITY : plant_changes(h);
}

MdvStatus plant_whole_output(MdvHybrid *h)
{
	return plant_time(h) <= plant_whole_time(h) ? plant_output(h) : MDV_OK;
}

/* Whatever has happened, there is another plan. */
static MdvStatus advance_all(MdvHybrid *h, double t, const MdvBag *x)
{
	MdvStatus status;

	if (h->phase == PLANT_FINISHED || h->result.terminated)
		return MDV_OK;
	status = h->m->components->advance(h, t, x);
	if (t > h->now) {
		h->now = t;
		h->ready = false;
	}
	h->inside.bag = NULL;
	h->number++;
	return status;
}

MdvStatus plant_whole_advance(MdvHybrid *h, const MdvBag *x)
{
	return h->inside.system ? advance_all(h, fmax(h->now, plant_whole_time(h)), x)
							: plant_advance(h, x);
}

MdvStatus plant_whole_input(MdvHybrid *h, double t, const MdvBag *x)
{
	return h->inside.system ? advance_all(h, t, x) : plant_input(h, t, x);
}

MdvStatus plant_whole_finish(MdvHybrid *h, double t)
{
	return h->inside.system ? h->m->components->finish(h, t) : plant_finish(h, t);
}
