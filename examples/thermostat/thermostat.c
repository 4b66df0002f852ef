/* SPDX-License-Identifier: MIT
   thermostat.c — Modelica plants among atomics in C. Three rooms are one compiled program with
   parameters of their own; a boiler, an atomic in C, can heat one of them at a time and takes the
   others in turn. Rooms report when they become cold or warm; nothing is polled. */
#include "modevs/modevs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROOMS = 3, STOP = 450 /* seconds */ };

static const char *const names[ROOMS] = {"north", "west", "south"};

/* --- the boiler --- */

typedef struct {
	bool cold[ROOMS]; /* as reported */
	int heated;       /* the room; -1: none */
	int next;         /* the room to be heated from now on; -1: none */
} Boiler;

static MdvStatus boiler_init(void *state, const MdvCall *call, const void *params)
{
	(void)call, (void)params;
	((Boiler *)state)->heated = ((Boiler *)state)->next = -1;
	return MDV_OK;
}

static double boiler_ta(const void *state)
{
	const Boiler *s = state;

	return s->next == s->heated ? INFINITY : 0;
}

static MdvStatus boiler_lambda(const void *state, MdvCall *call)
{
	const Boiler *s = state;
	MdvStatus status = MDV_OK;

	if (s->heated >= 0)
		status = mdv_send(call, (uint32_t)s->heated, mdv_boolean(false));
	if (s->next >= 0 && status == MDV_OK)
		status = mdv_send(call, (uint32_t)s->next, mdv_boolean(true));
	return status;
}

static MdvStatus boiler_int(void *state, const MdvCall *call)
{
	(void)call;
	((Boiler *)state)->heated = ((Boiler *)state)->next;
	return MDV_OK;
}

/* A room that is warm gives way to the next cold one after it. */
static MdvStatus boiler_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Boiler *s = state;
	int room = s->heated;

	(void)call, (void)e;
	for (size_t i = 0; i < x->n; i++)
		s->cold[x->at[i].port] = x->at[i].boolean;
	for (int k = 0; k < ROOMS && !(room >= 0 && s->cold[room]); k++)
		room = (s->heated + 1 + k) % ROOMS;
	s->next = room >= 0 && s->cold[room] ? room : -1;
	return MDV_OK;
}

static const MdvAtomic boiler = {.name = "Boiler",
								 .state_size = sizeof(Boiler),
								 .n_in = ROOMS,
								 .n_out = ROOMS,
								 .init = boiler_init,
								 .ta = boiler_ta,
								 .lambda = boiler_lambda,
								 .delta_int = boiler_int,
								 .delta_ext = boiler_ext};

/* --- the rooms --- */

static const MdvSend sensor[] = {{.variable = "cold", .port = 0, .when = MDV_SEND_CHANGE}};
static const MdvReceive radiator[] = {{.port = 0, .variable = "heat"}};
static const MdvSetting outside[ROOMS] = {{"T_out", 3}, {"T_out", 6}, {"T_out", 9}};

static MdvHybridOptions room_options(const MdvProgram *program, int i)
{
	return (MdvHybridOptions){.model = mdv_program_source(program),
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
	fprintf(stderr, "thermostat: %s\n", why);
	exit(1);
}

static MdvStatus tell(void *user, const MdvCall *now, uint32_t port, const MdvValue *value)
{
	char path[100];

	(void)user;
	mdv_devs_path(now->sim, mdv_devs_component(now->sim, now->self), path, sizeof path);
	if (now->self == 1) /* the first component */
		printf("%11.6f s    %s goes %s\n", now->t, names[port], value->boolean ? "on" : "off");
	else
		printf("%11.6f s  %s is %s\n", now->t, path, value->boolean ? "cold" : "warm");
	return MDV_OK;
}

int main(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvObserver observer = {.output = tell};
	MdvHybridOptions options[ROOMS];
	MdvComponent controller, room[ROOMS];
	MdvAtomic kind;
	MdvProgram *program;

	if (!sim || mdv_compile(STUDY_DIR "/Room.mo", NULL, &program) != MDV_OK) {
		fputs(sim && program ? mdv_program_messages(program) : "out of memory\n", stderr);
		return 1;
	}
	check(mdv_devs_add_atomic(sim, mdv_devs_root(sim), "boiler", &boiler, NULL, &controller),
		  mdv_devs_error(sim));
	for (int i = 0; i < ROOMS; i++)
		options[i] = room_options(program, i);
	kind = mdv_hybrid_atomic("Room", &options[0]); /* what they have in common: the ports */
	for (int i = 0; i < ROOMS; i++) {
		uint32_t port = (uint32_t)i;

		check(mdv_devs_add_atomic(sim, mdv_devs_root(sim), names[i], &kind, &options[i], &room[i]),
			  mdv_devs_error(sim));
		check(mdv_devs_couple(sim, room[i], 0, controller, port), mdv_devs_error(sim));
		check(mdv_devs_couple(sim, controller, port, room[i], 0), mdv_devs_error(sim));
	}
	check(mdv_devs_observe(sim, &observer), mdv_devs_error(sim));
	check(mdv_devs_run(sim, STOP), mdv_devs_error(sim));
	for (int i = 0; i < ROOMS; i++) {
		MdvHybrid *h = mdv_hybrid_of(mdv_devs_state(sim, room[i]));

		check(mdv_hybrid_look(h, STOP), mdv_hybrid_message(h));
		printf("%s: %.4f degC\n", names[i], mdv_hybrid_get(h, mdv_hybrid_find(h, "T")));
	}
	mdv_devs_free(sim);
	mdv_program_free(program);
	return 0;
}
