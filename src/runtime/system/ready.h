/* SPDX-License-Identifier: MIT
   ready.h — components that are written in C among those of a system: ready parts and atomics of
   shared libraries (modevs/library.h), with the parameters that the model gives them. */
#ifndef MDV_SYSTEM_READY_H
#define MDV_SYSTEM_READY_H

#include "modevs/library.h"
#include "runtime/ext/ext.h"
#include "runtime/rt/rt.h"

typedef struct ReadyPart {
	const MdvPart *part;    /* what it is */
	MdvAtomic atomic;       /* with as many ports as it has here */
	void *params;           /* as given */
	MdvComponent component; /* in the engine */
	int32_t *in, *out;      /* by port of the model: its number in the engine */
	int32_t *shown;         /* by what is shown: its place among the part's values */
	double *value;          /* the part's values, as last read */
	bool changed;           /* it has made a transition */
} ReadyPart;

typedef struct Ready {
	Rt *rt;                /* the model's values, and who is told what is wrong */
	ExtSession *session;   /* what the model may load */
	ReadyPart *part;       /* rt->m->n_readies */
	VEC(void *) libraries; /* that were loaded */
	int32_t *by_id;        /* n_ids: 1 + the part that is the component of that id; 0: none */
	uint32_t n_ids;        /* length */
	int32_t *changed;      /* n_changed parts that have made a transition */
	int32_t n_changed;     /* how many */
	Arena memory;          /* of everything here */
} Ready;

/* ready.c — what they are */

/* Finds all parts, loads libraries, fills parameters: after rt_parameters. Not MDV_OK: the failure
   is told (report_fail). ready_close is due in any case, after the simulation was freed. */
MdvStatus ready_open(Ready *r, Rt *rt, ExtSession *session);
void ready_close(Ready *r);
/* Into the engine; `name` of each is what the engine calls it. */
MdvStatus ready_add(Ready *r, MdvDevs *sim, int32_t i, const char *name);

/* What a part shows, and where. */
typedef struct ReadyValue {
	int32_t var;  /* of the model */
	int32_t port; /* of the equations; -1: nothing reads it */
	double value; /* now */
} ReadyValue;

/* Tells of transitions from now on; ready_changed visits what is shown by those that made one, at
   first by all. */
MdvStatus ready_watch(Ready *r, MdvDevs *sim);
void ready_changed(Ready *r, const MdvDevs *sim, void (*visit)(void *ctx, ReadyValue v), void *ctx);
void ready_forget(Ready *r);

/* ready_params.c — parameters */

MdvStatus ready_fill(Ready *r, int32_t i); /* part[i].params; the failure is told */

/* ready_message.c — messages between what is written in C and in Modelica */

/* What a coupling does with messages. */
typedef struct ReadyLink {
	unsigned takes;   /* kinds, as bits; 0: messages of Modelica */
	const char *from; /* the user's names of both ends, for messages */
	const char *to;   /* likewise */
	/* Is told of each; NULL: nobody. */
	MdvStatus (*note)(void *ctx, const MdvCall *call, int32_t coupling, const MdvValue *value);
	void *ctx;        /* handed to note */
	int32_t coupling; /* likewise */
} ReadyLink;

/* link must stay as long as the simulation. translate NULL: there is nothing to do. */
MdvTranslation ready_translation(ReadyLink *link);

#endif
