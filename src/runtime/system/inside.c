/* SPDX-License-Identifier: MIT
   inside.c — a model with DEVS components as a plant. Its equations and components run on an engine
   of its own, one instant of which is one transition of the plant, so that steps of superdense time
   are those of the simulation around it: a message from outside meets the equations in the same
   step as one from a component would. What equations send to the outside goes the way of all plants
   (ports.c). The model's own components never run on more than one thread. */
#include "runtime/system/coupled.h"
#include "runtime/system/system.h"

/* What belongs to a plant besides. */
typedef struct Inside {
	Coupled c;       /* the system; the first, so that the plant finds it */
	HybridOptions o; /* of it */
} Inside;

/* The variables that the plant sends; they may be states of components that no equation reads. */
static MdvStatus mark_sent(Coupled *c, MdvHybrid *h)
{
	c->sent = NEW_ARRAY(&c->memory, bool, h->m->n_slots + 1);
	if (!c->sent)
		return MDV_NO_MEMORY;
	for (size_t i = 0; i < h->o.n_send; i++) {
		const MdvSend *row = &h->o.send[i];
		int32_t var;

		TRY(var_find(h->rt, row->variable, &var));
		if (h->m->var[var].slot >= 0)
			c->sent[h->m->var[var].slot] = true;
		if (row->when != MDV_SEND_EDGE || !row->trigger)
			continue;
		TRY(var_find(h->rt, row->trigger, &var));
		if (h->m->var[var].slot >= 0)
			c->sent[h->m->var[var].slot] = true;
	}
	return MDV_OK;
}

/* Plants of one engine have other random numbers each, which depend on its seed and their path. */
static uint64_t choose_seed(const MdvHybrid *h)
{
	MdvRandom r;

	if (!h->engine.call)
		return 0;
	mdv_random_init(&r, h->engine.call, 0);
	return mdv_random_bits(&r);
}

/* After an instant: whatever the engine said, when is the next? */
static MdvStatus settle(MdvHybrid *h, MdvStatus status, double t)
{
	Coupled *c = h->inside.system;

	if (status >= 0) {
		MdvStatus looked = mdv_devs_next_time(c->sim, &h->inside.next);

		status = looked == MDV_OK ? status : looked;
	}
	if (status < 0)
		coupled_explain(c, status, t);
	return status;
}

static MdvStatus open_inside(MdvHybrid *h, double t)
{
	Inside *in = alloc_new(h->o.alloc, sizeof *in);
	MdvStatus status;

	if (!in)
		return MDV_NO_MEMORY;
	in->o = (HybridOptions){.run = settle_plant(&h->o.run, h->m, t), .session = h->m->session};
	in->c = (Coupled){.rt = h->rt, .o = &in->o, .plant = h, .seed = choose_seed(h)};
	h->inside.system = &in->c;
	TRY(coupled_begin(&in->c, INFINITY));
	TRY(mark_sent(&in->c, h));
	status = coupled_open(&in->c);
	return settle(h, status, t);
}

static MdvStatus step(MdvHybrid *h, double t)
{
	return settle(h, mdv_devs_step(h->inside.system->sim), t);
}

/* Equations that have gone a little beyond the edge of their domain may have let others wait. */
static MdvStatus advance_inside(MdvHybrid *h, double t, const MdvBag *x)
{
	if (!x)
		return h->inside.next <= t ? step(h, t) : MDV_OK;
	while (h->inside.next < t)
		TRY(step(h, h->inside.next));
	h->inside.bag = x;
	TRY(coupled_notice(h->inside.system, t));
	return step(h, t);
}

static MdvStatus finish_inside(MdvHybrid *h, double t)
{
	while (plant_whole_time(h) <= t) {
		TRY(plant_whole_output(h));
		TRY(advance_inside(h, h->inside.next, NULL));
	}
	coupled_show_end(h->inside.system);
	return plant_finish(h, t);
}

static void close_inside(MdvHybrid *h)
{
	Inside *in = (Inside *)h->inside.system;

	coupled_end(&in->c);
	alloc_free(h->o.alloc, in, sizeof *in);
	h->inside.system = NULL;
}

const struct MdvComponents inside_components = {
	.open = open_inside, .advance = advance_inside, .finish = finish_inside, .close = close_inside};
