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

/* coupled.c — an island among atomic DEVS models */

/* island_simulate of a model that has such. */
MdvStatus coupled_simulate(Rt *rt, const HybridOptions *o, HybridResult *out);

#endif
