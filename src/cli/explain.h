/* SPDX-License-Identifier: MIT
   explain.h — what the files of `modevs explain` share. */
#ifndef MDV_EXPLAIN_H
#define MDV_EXPLAIN_H

#include "cli/cli.h"

typedef struct Explain {
	Compile *cx;   /* the compiled model */
	Dae *d;        /* its equations */
	System system; /* components and couplings, islands apart */
	Text out;      /* what is told */
} Explain;

/* cmd_explain.c */

void explain_json_text(Explain *x, const char *s); /* quoted */

/* explain_pass.c — what passes took */

typedef struct ExplainTime {
	double run, check; /* seconds */
	size_t keep;       /* bytes that it left in Compile.keep */
	size_t scratch;    /* bytes by which the work space became larger than it ever was */
	bool done;         /* it was run */
} ExplainTime;

typedef struct ExplainTimes {
	Compile *cx;     /* what is watched */
	ExplainTime *of; /* by pass */
	double last;     /* when the last moment was told */
} ExplainTimes;

void explain_times_begin(ExplainTimes *x, Compile *cx); /* before the first pass */
void explain_times_say(const ExplainTimes *x);          /* a table on standard error */

/* explain_system.c — components and couplings */

void explain_system(Explain *x);      /* x->system, when the model is sorted */
void explain_system_json(Explain *x); /* , "system": {…} */
void explain_system_dot(Explain *x);  /* the coupled model as a graph */

/* explain_event.c — event iteration */

void explain_sets(Explain *x);      /* loop, update, untouched: by variables */
void explain_sets_json(Explain *x); /* "event_sets": {…} */
void explain_dot(Explain *x);       /* the graph of the iteration */

#endif
