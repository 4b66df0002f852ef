/* SPDX-License-Identifier: MIT
   system.h — the contents of system/: what compiling gives, running. A system is components and
   couplings; it always runs on the Parallel-DEVS engine. A component is an atomic: an island of
   continuous equations (island.c; with ports a plant, plant/), or any other that the engine knows:
   ready parts, the user's own. */
#ifndef MDV_SYSTEM_H
#define MDV_SYSTEM_H

#include "modevs/devs.h"
#include "runtime/plan/plan.h"

/* system.c — components and couplings on the engine */

typedef struct SystemAtomic {
	const char *name;        /* unique; NULL: numbered */
	const MdvAtomic *atomic; /* what it is; lives as long as the system. NULL: the island that is
								simulated (island_simulate) */
	const void *params;      /* handed to its init */
} SystemAtomic;

typedef struct SystemCoupling {
	int32_t from, to;            /* components, by number */
	uint32_t from_port, to_port; /* output of the one, input of the other */
} SystemCoupling;

typedef struct SystemTable {
	const SystemAtomic *component;  /* n_components, initialized in this order */
	const SystemCoupling *coupling; /* n_couplings */
	int32_t n_components;           /* how many */
	int32_t n_couplings;            /* how many */
} SystemTable;

/* An engine with all of it at time `start`: every component is initialized. *sim is there on
   failure too (mdv_devs_error tells why), but not without memory; mdv_devs_free is due. alloc NULL:
   the heap. */
MdvStatus system_open(const SystemTable *s, double start, const MdvAlloc *alloc, MdvDevs **sim);

/* island.c — one island on its own: from initialization to a known end */

/* One run from initialization to stop, together with the other components of o->system; parameters
   are set before (rt_set). Whatever status: rows
   were given out up to result->t, and if it is not MDV_OK rt_message tells what happened.
   MDV_STOPPED: on request; MDV_TIMED_OUT; MDV_FAILED and others: the model or the integrator. */
MdvStatus island_simulate(Rt *rt, const HybridOptions *o, HybridResult *out);
/* Only its beginning: initialization, the first event, the first row, the integrator. */
MdvStatus island_start(Rt *rt, const HybridOptions *o, HybridResult *out);

/* traffic.c — what DEVS components do, for who asks */

/* A message, in the user's names. */
typedef struct SystemMessage {
	double t;         /* when */
	uint64_t step;    /* superdense step at t */
	const char *from; /* the port that sends it: "server.outport" */
	const char *to;   /* the ports that get it, with blanks between; "": none */
	const char *type; /* of a message (Type, Value): the one, as a text; "": it has none */
	const char *text; /* its value; "": an event */
} SystemMessage;

typedef struct SystemCount {
	const char *name;   /* of the component */
	uint64_t internal;  /* transitions that are internal only, */
	uint64_t external;  /* external only, */
	uint64_t confluent; /* both */
	uint64_t sent;      /* messages on all its ports */
	uint64_t received;  /* by it */
} SystemCount;

/* Whoever asks fills in the first part. */
typedef struct SystemWatch {
	bool counts; /* transitions and messages are counted */
	/* Is told of every message, in order; a negative status ends the run. NULL: nobody. */
	MdvStatus (*message)(void *ctx, const SystemMessage *m);
	void *ctx;          /* handed to message */
	Arena *keep;        /* where counts are */
	SystemCount *count; /* of each component, the islands last; NULL: there are none */
	int32_t n_counts;   /* how many */
	uint64_t instants;  /* pairs (time, step) at which something happened */
} SystemWatch;

/* coupled.c — an island among atomic DEVS models */

/* island_simulate and island_start of a model that has such. */
MdvStatus coupled_simulate(Rt *rt, const HybridOptions *o, HybridResult *out);
MdvStatus coupled_start(Rt *rt, const HybridOptions *o, HybridResult *out); /* island_start */

/* inside.c — all of that as a plant: for MdvModel.components */
extern const struct MdvComponents inside_components;

#endif
