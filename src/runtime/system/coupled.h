/* SPDX-License-Identifier: MIT
   coupled.h — the equations of a model and its DEVS components on one engine: for a run of its own
   (coupled.c), and as a plant that is one component to those outside (inside.c). */
#ifndef MDV_SYSTEM_COUPLED_H
#define MDV_SYSTEM_COUPLED_H

#include "runtime/fnatomic/fnatomic.h"
#include "runtime/plant/plant.h"
#include "runtime/system/islands.h"
#include "runtime/system/ready.h"
#include "runtime/system/traffic.h"

/* A Boolean that is true now, for equations to see a transition. */
typedef struct Pulse {
	int32_t port; /* of the island */
	bool again;   /* another one has to follow */
	bool ended;   /* it is false now, and that one follows */
} Pulse;

/* How the equations see an atomic. */
typedef struct Shown {
	int32_t slot; /* of the island: the first of its state, if that lies together; else -1 */
	bool told;    /* a new state, or that there was a transition, is an event of the equations */
	bool wanted;  /* rows show it */
} Shown;

typedef struct Coupled {
	Rt *rt;                 /* the island's instance */
	const MdvModel *devs;   /* tables of the atomics */
	const HybridOptions *o; /* settled */
	MdvDevs *sim;           /* the engine */
	FnAtomics *fns;         /* the atomics by functions */
	Ready ready;            /* those written in C */
	Traffic traffic;        /* tells of all of them */
	Texts texts;            /* when texts are forgotten */
	MdvHybrid *plant;       /* the equations in one piece, a plant */
	Islands islands;        /* what they are in the engine: that, or several */
	uint64_t seed;          /* of random numbers */
	MdvComponent *added;    /* by component */
	Shown *shown;           /* by atomic */
	double *trigger;        /* by sender: its last value */
	double *scalars;        /* of the message at hand: room for the largest */
	VEC(Pulse) pulse;       /* those that are true */
	int32_t *var_of_port;   /* n_ports of the island: what arrives there besides messages */
	uint32_t n_ports;       /* how many; one more is for notices */
	bool *sent;             /* by slot: the plant sends it when it changes; NULL: nothing */
	bool notice;            /* the island must see that one has changed */
	MdvStatus status;       /* of telling the island */
	double quiet;           /* no row shows what changes before */
	bool news;              /* of the instant at hand: rows have something new to show */
	Arena memory;           /* of all arrays */
} Coupled;

/* coupled.c */

/* rt, o and seed are given; nothing happens after `end`. coupled_end is due. */
MdvStatus coupled_begin(Coupled *c, double end);
/* The engine with all components, begun; c->plant is there. */
MdvStatus coupled_open(Coupled *c);
MdvStatus coupled_notice(Coupled *c, double t);               /* an event of the island at t */
void coupled_show_end(const Coupled *c);                      /* states that nobody saw before */
void coupled_explain(Coupled *c, MdvStatus status, double t); /* why the engine failed, if it did */
void coupled_end(Coupled *c);
MdvStatus coupled_row(void *coupled, double t, const double frame[]); /* shows all, for rows */

#endif
