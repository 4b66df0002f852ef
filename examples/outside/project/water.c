/* SPDX-License-Identifier: MIT
   water.c — a program of one's own around two Modelica models. A pump fills a tank; a controller,
   written in C, gets the reports of the tank's float a second late and switches the pump. All three
   are components of one discrete-event simulation. What the pump tells the tank is written in C,
   too: its flow, whenever that has changed by a twentieth. */
#include "Pump.h"
#include "Tank.h"

#include <math.h>
#include <stdio.h>

/* --- the pump: Modelica, and what it says about its flow --- */

typedef struct Meter {
	double told; /* the flow that was sent last */
} Meter;

static MdvStatus meter_crossings(const void *s, MdvHybrid *h, double z[])
{
	const Meter *meter = s;
	const Pump *pump = Pump_of(h);

	z[0] = fabs(Pump_get_q(pump) - meter->told) - Pump_get_Q(pump) / 20;
	return MDV_OK;
}

static MdvStatus meter_internal(void *s, MdvHybrid *h)
{
	Meter *meter = s;

	meter->told = Pump_get_q(Pump_of(h));
	return mdv_hybrid_send(h, 0, mdv_real(meter->told));
}

static const MdvExtension meter = {.state_size = sizeof(Meter),
								   .crossings = meter_crossings,
								   .n_crossings = 1,
								   .internal = meter_internal};

/* --- the tank: Modelica, and what it does with the flow --- */

static MdvStatus inlet_external(void *s, MdvHybrid *h, const MdvBag *x)
{
	(void)s;
	return Tank_set_inflow(Tank_of(h), x->at[x->n - 1].real);
}

static const MdvExtension inlet = {.external = inlet_external};

/* --- the controller: C --- */

typedef struct Controller {
	bool on;     /* what it wants of the pump */
	double t;    /* when it says so; INFINITY: it has */
	int n_moves; /* how often it did */
} Controller;

static MdvStatus controller_init(void *s, const MdvCall *call, const void *params)
{
	(void)call;
	(void)params;
	((Controller *)s)->t = INFINITY;
	return MDV_OK;
}

static double controller_next(const void *s)
{
	return ((const Controller *)s)->t;
}

static MdvStatus controller_output(const void *s, MdvCall *call)
{
	const Controller *c = s;

	printf("%6.2f s: the pump is switched %s\n", call->t, c->on ? "on" : "off");
	return mdv_send(call, 0, mdv_boolean(c->on));
}

static MdvStatus controller_internal(void *s, const MdvCall *call)
{
	Controller *c = s;

	(void)call;
	c->t = INFINITY;
	c->n_moves++;
	return MDV_OK;
}

static MdvStatus controller_external(void *s, const MdvCall *call, double e, const MdvBag *x)
{
	Controller *c = s;

	(void)e;
	c->on = x->at[x->n - 1].boolean;
	c->t = call->t + 1;
	return MDV_OK;
}

static const MdvAtomic controller = {.name = "Controller",
									 .state_size = sizeof(Controller),
									 .n_in = 1,
									 .n_out = 1,
									 .init = controller_init,
									 .t_next = controller_next,
									 .lambda = controller_output,
									 .delta_int = controller_internal,
									 .delta_ext = controller_external};

/* --- all together --- */

/* What the simulation refers to while it is there. */
typedef struct World {
	MdvModelSource pump_model, tank_model;       /* the compiled models */
	MdvHybridOptions pump_options, tank_options; /* how they are used */
	MdvAtomic pump_kind, tank_kind;              /* they, as atomics */
	MdvComponent pump, tank, control;            /* the components */
} World;

static void choose(World *w)
{
	static const MdvReceive switch_port = {.port = 0, .variable = "on"};
	static const MdvSend float_port = {.port = 0, .variable = "thirsty", .when = MDV_SEND_CHANGE};
	static const MdvSetting outlet = {"a", 0.012};

	w->pump_model = Pump_source();
	w->tank_model = Tank_source();
	w->pump_options = (MdvHybridOptions){.model = &w->pump_model,
										 .extension = &meter,
										 .receive = &switch_port,
										 .n_receive = 1,
										 .n_in = 1,
										 .n_out = 1,
										 .run.tol = 1e-8};
	w->tank_options = (MdvHybridOptions){.model = &w->tank_model,
										 .extension = &inlet,
										 .send = &float_port,
										 .n_send = 1,
										 .set = &outlet,
										 .n_set = 1,
										 .n_in = 1,
										 .n_out = 1};
	w->pump_kind = mdv_hybrid_atomic("Pump", &w->pump_options);
	w->tank_kind = mdv_hybrid_atomic("Tank", &w->tank_options);
}

static MdvStatus build(World *w, MdvDevs *sim)
{
	MdvComponent root = mdv_devs_root(sim);
	MdvStatus status;

	status = mdv_devs_add_atomic(sim, root, "pump", &w->pump_kind, &w->pump_options, &w->pump);
	if (status == MDV_OK)
		status = mdv_devs_add_atomic(sim, root, "tank", &w->tank_kind, &w->tank_options, &w->tank);
	if (status == MDV_OK)
		status = mdv_devs_add_atomic(sim, root, "control", &controller, NULL, &w->control);
	if (status == MDV_OK)
		status = mdv_devs_couple(sim, w->pump, 0, w->tank, 0);
	if (status == MDV_OK)
		status = mdv_devs_couple(sim, w->tank, 0, w->control, 0);
	if (status == MDV_OK)
		status = mdv_devs_couple(sim, w->control, 0, w->pump, 0);
	return status;
}

static void report(const World *w, MdvDevs *sim)
{
	const Controller *control = mdv_devs_state(sim, w->control);
	const Tank *tank = Tank_of(mdv_hybrid_of(mdv_devs_state(sim, w->tank)));

	printf("%d times in all; the level is %.3f m\n", control->n_moves, Tank_get_level(tank));
}

int main(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvStatus status = sim ? MDV_OK : MDV_NO_MEMORY;
	World w;

	choose(&w);
	if (status == MDV_OK)
		status = build(&w, sim);
	if (status == MDV_OK)
		status = mdv_devs_run(sim, 100);
	if (status == MDV_OK)
		report(&w, sim);
	else
		fprintf(stderr, "water: %s\n", sim ? mdv_devs_error(sim) : mdv_status_text(status));
	mdv_devs_free(sim);
	return status != MDV_OK;
}
