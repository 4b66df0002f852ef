/* SPDX-License-Identifier: MIT
   world.h — for tests of plants: a model as text becomes one plant in a simulation, its ports
   coupled to the root's; what leaves the root is kept. */
#ifndef MDV_WORLD_H
#define MDV_WORLD_H

#include "modevs/modevs.h"

#include "t.h"

#include <stdlib.h>

static inline const char *solver_name(MdvSolver solver)
{
#define NAME(constant, value, name) [constant] = #name,
#define NO_NAME(name)
	static const char *const names[] = {MDV_SOLVERS(NAME, NO_NAME)};

	return names[solver];
}

/* A program from text; the test fails if there is none. */
static inline MdvProgram *compile(const char *text)
{
	MdvProgram *p;

	if (mdv_compile_text("Test.mo", text, NULL, &p) != MDV_OK)
		T_FAIL("not compiled: %s", p ? mdv_program_messages(p) : "no memory");
	return p;
}

/* What leaves the root, in order. */
typedef struct Log {
	size_t n;              /* messages */
	double t[100000];      /* when */
	double x[100000];      /* the value */
	uint32_t port[100000]; /* on which port */
} Log;

static Log said;

static inline MdvStatus keep(void *user, const MdvCall *now, uint32_t port, const MdvValue *value)
{
	(void)user;
	if (now->self != 0)
		return MDV_OK;
	said.t[said.n] = now->t;
	said.port[said.n] = port;
	said.x[said.n++] = value->kind == MDV_REAL      ? value->real
					   : value->kind == MDV_INTEGER ? (double)value->integer
					   : value->kind == MDV_BOOLEAN ? value->boolean
													: NAN;
	return MDV_OK;
}

/* One plant in a simulation, its ports coupled to the root's. */
typedef struct World {
	MdvProgram *program; /* the model */
	MdvAtomic atomic;    /* the plant's kind */
	MdvDevs *sim;        /* the simulation */
	MdvComponent plant;  /* in it */
	MdvStatus status;    /* of adding it */
} World;

static inline void world_open(World *w, const char *text, MdvHybridOptions *o)
{
	MdvDevsOptions d = {.n_in = o->n_in, .n_out = o->n_out};
	MdvObserver observer = {.output = keep};

	said.n = 0;
	w->program = compile(text);
	w->sim = mdv_devs_new(&d);
	o->model = mdv_program_source(w->program);
	w->atomic = mdv_hybrid_atomic("Plant", o);
	mdv_devs_observe(w->sim, &observer);
	w->status =
		mdv_devs_add_atomic(w->sim, mdv_devs_root(w->sim), "plant", &w->atomic, o, &w->plant);
	for (uint32_t i = 0; i < o->n_in && w->status == MDV_OK; i++)
		T_INT(mdv_devs_couple(w->sim, mdv_devs_root(w->sim), i, w->plant, i), MDV_OK);
	for (uint32_t i = 0; i < o->n_out && w->status == MDV_OK; i++)
		T_INT(mdv_devs_couple(w->sim, w->plant, i, mdv_devs_root(w->sim), i), MDV_OK);
}

static inline MdvHybrid *world_plant(const World *w)
{
	return mdv_hybrid_of(mdv_devs_state(w->sim, w->plant));
}

static inline double world_get(const World *w, const char *name)
{
	MdvHybrid *h = world_plant(w);

	T_INT(mdv_hybrid_look(h, mdv_devs_time(w->sim)), MDV_OK);
	return mdv_hybrid_get(h, mdv_hybrid_find(h, name));
}

static inline void world_run(World *w, double t)
{
	if (mdv_devs_run(w->sim, t) != MDV_OK)
		T_FAIL("%s", mdv_devs_error(w->sim));
}

static inline void world_close(World *w)
{
	mdv_devs_free(w->sim);
	mdv_program_free(w->program);
}

static inline bool says(const char *text, const char *part)
{
	if (strstr(text, part))
		return true;
	fprintf(stderr, "\"%s\" does not say \"%s\"\n", text, part);
	return false;
}

/* Random numbers: splitmix64. */
typedef struct Random {
	uint64_t s; /* state */
} Random;

static inline double uniform(Random *r) /* in [0, 1) */
{
	uint64_t z = (r->s += 0x9E3779B97F4A7C15u);

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

#endif
