/* SPDX-License-Identifier: MIT
   quantized.h — modevs run --solver qbg: a circuit as a quantized bond graph. */
#ifndef MDV_CLI_QUANTIZED_H
#define MDV_CLI_QUANTIZED_H

#include "bondgraph/bondgraph.h"
#include "cli/cli.h"

/* A variable of the result, and where its value comes from. */
typedef enum QbgWhat { QBG_EFFORT, QBG_FLOW, QBG_INTEGRAL, QBG_POTENTIAL } QbgWhat;

typedef struct QbgColumn {
	QbgWhat what;  /* of an element; or the potential of a node */
	int32_t of;    /* element of the network; node of the circuit */
	int32_t bond;  /* of that element */
	double factor; /* value = factor * what + offset */
	double offset; /* likewise */
} QbgColumn;

/* How the potential of a node follows from that of another. */
typedef struct QbgStep {
	int32_t node, from; /* nodes; from -1: the ground */
	int32_t element;    /* of the network, between the two */
	int32_t bond;       /* of that element */
	double sign;        /* potential = that of `from` + sign * effort */
} QbgStep;

typedef struct Qbg {
	Circuit circuit;        /* the model's */
	BondGraph graph;        /* simplified, causal */
	QbgNetwork net;         /* as a network */
	QbgRun *run;            /* it, running; NULL: not yet */
	MdvModel model;         /* its variables, as the result wants them */
	VEC(QbgColumn) columns; /* of each variable that is no parameter */
	VEC(MdvVar) vars;       /* the variables */
	VEC(double) initial;    /* their values at first */
	Map names;              /* hash of a name -> its variable in the compiled model */
	const MdvModel *full;   /* the compiled model */
	Rt *started;            /* it, at the start of the run; NULL: not yet */
	int32_t *port_bond;     /* by element of the network and port: its bond there */
	QbgElement *element;    /* of the network: its start values are filled in */
	VEC(QbgStep) steps;     /* potentials, in their order */
	double *potential;      /* by node */
	bool has_potentials;    /* they are asked for */
	double run_ms;          /* what the run took */
} Qbg;

/* qbg_compile.c — from text to a network */

bool qbg_check_options(const Options *o); /* false: said what does not fit */
int qbg_compile(Qbg *q, const Options *o, Compile *cx, RunCompiled *took); /* an exit status */

/* qbg_result.c — variables */

void qbg_result_columns(Qbg *q, Arena *keep);   /* q->started and q->full are known */
void qbg_result_values(Qbg *q, double frame[]); /* at the time reached */
void qbg_result_start(Qbg *q,
					  Arena *keep); /* start values of storages, as the equations have them */

/* qbg_run.c — the run */

int qbg_begin(Qbg *q, Run *r); /* an exit status */
void qbg_end(Qbg *q);          /* NULL is allowed */

#endif
