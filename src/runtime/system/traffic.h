/* SPDX-License-Identifier: MIT
   traffic.h — what DEVS components do, for who asks: --log messages, --messages, --stats. */
#ifndef MDV_SYSTEM_TRAFFIC_H
#define MDV_SYSTEM_TRAFFIC_H

#include "runtime/system/islands.h"
#include "runtime/system/ready.h"
#include "runtime/system/system.h"

/* A component of the model. */
typedef struct TrafficPart {
	int32_t first;      /* number of its first output port among all */
	int32_t n_ports;    /* how many it has in the engine; -1: it is several atomics there */
	const int32_t *own; /* by port in the engine: the model's number; NULL: the same, -1: none */
} TrafficPart;

typedef struct Traffic {
	Rt *rt;                   /* whose listener is told; NULL: nobody asks */
	SystemWatch *out;         /* who asks; NULL: only the listener */
	bool logs;                /* the listener is told of messages */
	SystemCount *count;       /* n_counts: by component, then of each island */
	int32_t n_counts;         /* how many */
	const Islands *islands;   /* of the equations */
	TrafficPart *part;        /* by component */
	int32_t *by_id;           /* n_ids: whose an atomic of the engine is; -1: none's */
	uint32_t n_ids;           /* length */
	int32_t *start;           /* by output port: its first coupling in heard, and one more */
	int32_t *heard;           /* couplings, by the port that they begin at */
	const char **name;        /* by output port: "server.outport"; NULL: not asked for yet */
	const char **to;          /* likewise: "a.in1 b.in2" */
	Arena memory;             /* of all this */
	char type[16], text[256]; /* of the message at hand */
} Traffic;

/* Observes the simulation, whose components are all there, if anybody asks; `component` are those
   of the model, the equations last. traffic_close is due. */
MdvStatus traffic_open(Traffic *w, const Ready *ready, const HybridOptions *o, MdvDevs *sim,
					   const MdvComponent component[], const Islands *islands);
void traffic_close(Traffic *w, const MdvDevs *sim); /* counts go to who asks */
/* A message that leaves a component of several atomics, by coupling number i. */
MdvStatus traffic_message(Traffic *w, const MdvCall *call, int32_t coupling, const MdvValue *value);
/* "server.outport": the name of a port, in memory. NULL: there is none. */
const char *traffic_port_name(const MdvModel *m, int32_t component, int32_t port, bool output,
							  Arena *memory);

#endif
