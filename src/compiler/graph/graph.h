/* SPDX-License-Identifier: MIT
   graph.h — the contents of graph/: the one dependency graph of a model, made of the sorted
   systems: who determines what, and what each reads. Event iteration, sparse Jacobians and `modevs
   explain` ask it; whoever evaluates parts of a model (by quanta, in threads) can, too.

   Nodes are single assignments and blocks, once of the system of events and once of what is
   evaluated between events, and what reads without determining a variable: instants, limits,
   actions, crossings. */
#ifndef MDV_GRAPH_H
#define MDV_GRAPH_H

#include "compiler/dae/dae.h"

typedef enum GraphKind {
	GN_ASSIGN,  /* assignments of a run of them; but for events, one */
	GN_BLOCK,   /* a whole block */
	GN_INSTANT, /* the instant of a relation of time */
	GN_LIMIT,   /* what a relation of a ladder is compared with */
	GN_ACTION,  /* whether an action inside of a when fires */
	GN_CROSSING /* the two sides of a relation, watched between events */
} GraphKind;

/* Nodes are in this order; inside of each part, in order of evaluation. */
typedef enum GraphPart {
	GP_EVENT,    /* d->event, then instants, limits and actions */
	GP_ODE,      /* d->ode */
	GP_ZERO,     /* d->zero */
	GP_CROSSING, /* relations without instant */
	GP_OUTPUT,   /* d->output */
	GP_COUNT
} GraphPart;

/* Paper 001, section 4. */
typedef enum EventSet {
	ES_UNTOUCHED, /* no change of a pre value reaches it */
	ES_UPDATE,    /* outside of all loops, but reached from one */
	ES_LOOP,      /* in a loop through pre values: a pass may make another one */
	ES_COUNT
} EventSet;

/* Flags from `discrete` on but reads_time and impure are of nodes of events only. */
typedef struct GraphNode {
	uint8_t kind;    /* GraphKind */
	uint8_t part;    /* GraphPart */
	uint8_t set;     /* EventSet, of nodes of events */
	bool reads_time; /* outside of guards */
	bool impure;     /* calls what may give another value every time: due in every pass */
	bool discrete; /* determines a discrete variable, an instant, an action, or has its pre read */
	bool moves;  /* determines continuous variables that change between events too, and no others */
	bool active; /* something discrete needs it */
	bool first;  /* reads what moves, outside of guards: due at every event */
	bool holds;  /* of a when: keeps its value in all passes but those where it fires */
	bool rises;  /* and fires only when one of its conditions becomes true */
	bool idle;   /* of a when: fires in no pass but the first of an event */
	int32_t step;     /* ASSIGN, BLOCK: index into the steps of its system */
	int32_t from, n;  /* ASSIGN: assignments of that step */
	int32_t of;       /* INSTANT, LIMIT, CROSSING: index into d->relations; ACTION: d->actions */
	int32_t n_eqs;    /* equations in it; 0: it stands for none of the model's */
	int32_t relation; /* index into d->relations: it is due when that changes by its crossing or
						 instant, not at every event; -1: no such */
} GraphNode;

typedef struct Graph {
	Dae *d;                      /* the model */
	Arena *result;               /* holds all below */
	VEC(GraphNode) nodes;        /* by part */
	int32_t first[GP_COUNT + 1]; /* where each part begins, and the end */
	int32_t *node_of_var;        /* by variable: the node of events that determines it; -1: none */
	int32_t *flow_of_var;        /* by variable: the same between events */
	uint8_t *pre_set;            /* by variable: EventSet of pre(v) */
	bool *pre_read;     /* by variable: a node of events reads pre(v), other than to hold v or to
						   see v rise */
	Csr mark, mark_pre; /* nodes x variables: a change of the variable, or of its pre value, makes
						   the node of events due; but where `rises`, only its becoming true */
	Csr read, read_pre; /* nodes x variables: all it reads but for what it holds itself */
	int32_t n_states;   /* d->states, then places of the sets' states, n - m each */
	Csr jacobian;       /* states x states: what the derivative of a state depends on */
	Csr crossing;       /* relations x states: what a crossing depends on; instants: nothing */
} Graph;

/* graph_node.c — requires: systems_sort, ladder_find. Time and memory O(size of the systems +
   entries of jacobian and crossing). The two arenas are different ones. */
void graph_build(Dae *d, Arena *result, Arena *scratch, Graph *out);
const DaeStep *graph_step(const Graph *g, const GraphNode *n); /* of GN_ASSIGN, GN_BLOCK */
/* Calls `see` for every variable that a node determines. */
void graph_outputs(const Graph *g, const GraphNode *n, void (*see)(void *ctx, VarId v), void *ctx);
/* The node that gives node `reader` the value of a variable; -1: it is known. */
int32_t graph_source(const Graph *g, int32_t reader, int32_t var);

/* graph_touch.c — questions */

/* node[i]: it depends on v, directly or over others evaluated before it. O(edges). */
void graph_touched(const Graph *g, VarId v, bool node[]);
/* The other way round: the derivatives and the crossings that depend on each state. */
void graph_by_state(const Graph *g, Arena *result, Csr *derivatives, Csr *crossings);

/* graph_span.c — the pattern of all that states stand for (dae.h, span.c), states x states. */

void graph_span(const Graph *g, Arena *result, Arena *scratch, Csr *out);

/* graph_check.c — false: `why` tells what is wrong */

bool graph_check(const Graph *g, Arena *scratch, Text *why);

/* graph_print.c */

void graph_print(const Graph *g, Text *out);
void graph_print_node(const Graph *g, int32_t node, int most, Text *out); /* what it determines */

/* For graph_build: its parts. */

/* graph_read.c — what a node reads */

typedef struct GraphRead {
	Graph *g;                                  /* whose nodes */
	Arena *scratch;                            /* holds what follows */
	Uses uses;                                 /* finds variables */
	VEC(VarId) rising;                         /* conditions of a when */
	uint8_t *is_rising;                        /* by variable, in add_uses only: one of these */
	bool falls;                                /* one of them is a negation */
	CsrBuilder mark, mark_pre, read, read_pre; /* the relations being built */
} GraphRead;

void graph_read_begin(GraphRead *r, Graph *g, Arena *scratch, Arena *pairs);
void graph_read_node(GraphRead *r, int32_t node); /* adds what it reads; sets its flags */
void graph_read_end(GraphRead *r);

/* graph_event.c — what moves, what is due when */
void graph_event(Graph *g, Arena *scratch);
/* graph_sets.c — loop, update, untouched (paper 001) */
void graph_sets(Graph *g, Arena *scratch);
/* graph_state.c — jacobian, crossing */
void graph_state(Graph *g, Arena *scratch);

#endif
