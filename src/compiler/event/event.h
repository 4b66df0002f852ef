/* SPDX-License-Identifier: MIT
   event.h — the contents of event/: what an event iteration has to evaluate. The sorted system of
   events is taken apart into nodes, one for each assignment or block; for each node there is what
   it reads, and of that what makes it be evaluated again when it changes. */
#ifndef MDV_EVENT_H
#define MDV_EVENT_H

#include "compiler/dae/dae.h"

typedef enum EventKind {
	EV_ASSIGN,  /* assignments of a run of them */
	EV_BLOCK,   /* a whole block */
	EV_INSTANT, /* the instant of a relation of time */
	EV_LIMIT,   /* what a relation of a ladder is compared with */
	EV_ACTION   /* whether an action inside of a when fires */
} EventKind;

/* Paper 001, section 4. */
typedef enum EventSet {
	ES_UNTOUCHED, /* no change of a pre value reaches it */
	ES_UPDATE,    /* outside of all loops, but reached from one */
	ES_LOOP,      /* in a loop through pre values: a pass may make another one */
	ES_COUNT
} EventSet;

typedef struct EventNode {
	uint8_t kind;  /* EventKind */
	uint8_t set;   /* EventSet; after event_sets */
	bool discrete; /* determines a discrete variable, an instant, an action, or has its pre read */
	bool moves;    /* determines a continuous variable that changes between events too */
	bool active;   /* something discrete needs it */
	bool first;    /* reads what moves, outside of guards: due at every event */
	bool impure;   /* due in every pass */
	bool holds;    /* of a when: keeps its value in all passes but those where it fires */
	bool rises;    /* and fires only when one of its conditions becomes true */
	bool reads_time;  /* outside of guards */
	int32_t step;     /* ASSIGN, BLOCK: index into d->event.step */
	int32_t from, n;  /* ASSIGN: assignments of that step */
	int32_t of;       /* INSTANT, LIMIT: index into d->relations; ACTION: into d->actions */
	int32_t n_eqs;    /* equations in it; 0: it stands for none of the model's */
	int32_t relation; /* index into d->relations: it is due when that changes by its crossing or
						 instant, not at every event; -1: no such */
} EventNode;

typedef struct EventPlan {
	Dae *d;               /* the model */
	Arena *result;        /* holds all below */
	VEC(EventNode) nodes; /* in order of evaluation */
	int32_t *node_of_var; /* by variable: the node that determines it; -1: none */
	uint8_t *pre_set;     /* by variable: EventSet of pre(v); after event_sets */
	bool *pre_read; /* by variable: a node reads pre(v), other than to hold v or to see v rise */
	Csr mark, mark_pre; /* nodes x variables: a change of the variable, or of its pre value, makes
						   the node due */
	Csr read, read_pre; /* nodes x variables: all it reads but for what it holds itself */
} EventPlan;

/* event_plan.c — requires: systems_sort. Time and memory O(size of the system of events). */
void event_plan(Dae *d, Arena *result, Arena *scratch, EventPlan *out);
/* Calls `see` for every variable that a node determines. */
void event_outputs(const EventPlan *p, const EventNode *n, void (*see)(void *ctx, VarId v),
				   void *ctx);

/* event_read.c — what a node reads */

typedef struct EventRead {
	EventPlan *p;                              /* whose nodes */
	Uses uses;                                 /* finds variables */
	Walk walk;                                 /* finds calls */
	VEC(VarId) rising;                         /* conditions of a when */
	bool falls;                                /* one of them is a negation */
	CsrBuilder mark, mark_pre, read, read_pre; /* the relations being built */
} EventRead;

void event_read_begin(EventRead *r, EventPlan *p, Arena *scratch, int32_t most_nodes);
void event_read_node(EventRead *r, int32_t node); /* adds what it reads; sets its flags */
void event_read_end(EventRead *r);

/* event_sets.c — loop, update, untouched (paper 001) */

void event_sets(EventPlan *p, Arena *scratch);

#endif
