/* SPDX-License-Identifier: MIT
   foreign.c — a foreign FMU inside of a DEVS network: two instances of the room that the FMU is,
   with values of their own, and a thermostat in C, which switches their radiators off and on after
   the time that a valve takes. usage: foreign ROOM.fmu [STEP]; with a step the FMU's own solver is
   used (co-simulation), and it speaks at communication points that far apart, and, if it is one of
   FMI 3 that tells its events, at these. */
#include "modevs/fmi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROOMS = 2, STOP = 450 /* seconds */ };
#define VALVE 2.5 /* seconds from the wish to the deed */

static const char *const names[ROOMS] = {"north", "south"};

/* --- a valve: what it hears takes effect after a while --- */

typedef struct {
	bool wanted; /* heard last */
	bool open;   /* said last */
	double due;  /* time left until it acts; INFINITY: it does not */
} Valve;

static MdvStatus valve_init(void *state, const MdvCall *call, const void *params)
{
	(void)call, (void)params;
	((Valve *)state)->due = INFINITY;
	return MDV_OK;
}

static double valve_ta(const void *state)
{
	return ((const Valve *)state)->due;
}

static MdvStatus valve_lambda(const void *state, MdvCall *call)
{
	return mdv_send(call, 0, mdv_boolean(((const Valve *)state)->wanted));
}

static MdvStatus valve_int(void *state, const MdvCall *call)
{
	Valve *s = state;

	(void)call;
	s->open = s->wanted;
	s->due = INFINITY;
	return MDV_OK;
}

static MdvStatus valve_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Valve *s = state;

	(void)call, (void)e;
	s->wanted = x->at[x->n - 1].boolean;
	s->due = s->wanted == s->open ? INFINITY : VALVE;
	return MDV_OK;
}

static const MdvAtomic valve = {.name = "Valve",
								.state_size = sizeof(Valve),
								.n_in = 1,
								.n_out = 1,
								.init = valve_init,
								.ta = valve_ta,
								.lambda = valve_lambda,
								.delta_int = valve_int,
								.delta_ext = valve_ext};

/* --- the rooms --- */

static const MdvSend sensor[] = {{.variable = "cold", .port = 0, .when = MDV_SEND_CHANGE}};
static const MdvReceive radiator[] = {{.port = 0, .variable = "heat"}};
static const MdvSetting outside[ROOMS] = {{"T_out", 3}, {"T_out", 9}};

static MdvHybridOptions room_options(const MdvFmi *fmi, int i)
{
	return (MdvHybridOptions){.model = mdv_fmi_source(fmi),
							  .set = &outside[i],
							  .n_set = 1,
							  .send = sensor,
							  .n_send = 1,
							  .receive = radiator,
							  .n_receive = 1,
							  .n_in = 1,
							  .n_out = 1,
							  .run.solver = MDV_SOLVER_RK45,
							  .run.tol = 1e-8,
							  .run.span = STOP};
}

/* --- the simulation --- */

static void check(MdvStatus status, const char *why)
{
	if (status == MDV_OK)
		return;
	fprintf(stderr, "foreign: %s\n", why);
	exit(1);
}

static MdvStatus tell(void *user, const MdvCall *now, uint32_t port, const MdvValue *value)
{
	char path[100];

	(void)user, (void)port;
	mdv_devs_path(now->sim, mdv_devs_component(now->sim, now->self), path, sizeof path);
	printf("%11.6f s  %s says %s\n", now->t, path, value->boolean ? "true" : "false");
	return MDV_OK;
}

static void add_room(MdvDevs *sim, const MdvAtomic *kind, const MdvHybridOptions *o, int i)
{
	MdvComponent room, tap;
	char name[32];

	snprintf(name, sizeof name, "valve_%s", names[i]);
	check(mdv_devs_add_atomic(sim, mdv_devs_root(sim), names[i], kind, o, &room),
		  mdv_devs_error(sim));
	check(mdv_devs_add_atomic(sim, mdv_devs_root(sim), name, &valve, NULL, &tap),
		  mdv_devs_error(sim));
	check(mdv_devs_couple(sim, room, 0, tap, 0), mdv_devs_error(sim));
	check(mdv_devs_couple(sim, tap, 0, room, 0), mdv_devs_error(sim));
}

int main(int argc, char **argv)
{
	MdvFmiOptions how = {.allow_external = true};
	MdvObserver observer = {.output = tell};
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvHybridOptions options[ROOMS];
	MdvAtomic kind;
	MdvFmi *fmi;

	if (argc < 2 || !sim)
		return 2;
	if (argc > 2)
		how = (MdvFmiOptions){true, MDV_INTERFACE_CS, atof(argv[2]), 1e-8};
	if (mdv_fmi_open(argv[1], &how, &fmi) != MDV_OK) {
		fprintf(stderr, "foreign: %s: %s\n", argv[1], fmi ? mdv_fmi_message(fmi) : "no memory");
		mdv_fmi_close(fmi);
		return 1;
	}
	for (int i = 0; i < ROOMS; i++)
		options[i] = room_options(fmi, i);
	kind = mdv_hybrid_atomic("Room", &options[0]);
	for (int i = 0; i < ROOMS; i++)
		add_room(sim, &kind, &options[i], i);
	check(mdv_devs_observe(sim, &observer), mdv_devs_error(sim));
	check(mdv_devs_run(sim, STOP), mdv_devs_error(sim));
	mdv_devs_free(sim);
	mdv_fmi_close(fmi);
	return 0;
}
