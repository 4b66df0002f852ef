/* SPDX-License-Identifier: MIT
   explain.h — what the files of `modevs explain` share. */
#ifndef MDV_EXPLAIN_H
#define MDV_EXPLAIN_H

#include "cli/cli.h"

typedef struct Explain {
	Compile *cx; /* the compiled model */
	Dae *d;      /* its equations */
	Text out;    /* what is told */
} Explain;

/* cmd_explain.c */

void explain_json_text(Explain *x, const char *s); /* quoted */

/* explain_event.c — event iteration */

void explain_sets(Explain *x);      /* loop, update, untouched: by variables */
void explain_sets_json(Explain *x); /* "event_sets": {…} */
void explain_dot(Explain *x);       /* the graph of the iteration */

#endif
