/* SPDX-License-Identifier: MIT
   operating.h — a model at one point: der(x) = f(x, u), y = g(x, u), for linearize and steady. */
#ifndef MDV_OPERATING_H
#define MDV_OPERATING_H

#include "cli/study/study.h"

typedef struct Operating {
	const Options *o;   /* the command line */
	Compile cx;         /* the model, compiled, */
	Made *made;         /* able to run, */
	Jit *jit;           /* its machine code; NULL: none, */
	SystemTable system; /* its components, */
	Rt *rt;             /* running, at the point */
	double t;           /* when */
	double *x;          /* n_x states there */
	double *u;          /* n_u inputs there */
	double *out;        /* n_x + n_y: derivatives and outputs of the last evaluation, and
						   room for four more */
	int32_t *input;     /* n_u: which variables */
	int32_t *output;    /* n_y: likewise */
	int32_t n_x, n_u, n_y;
} Operating;

/* Compiles, and goes to the end of the run (without --stop: to the start). An exit status. */
int operating_open(Operating *l, const Options *o);
void operating_close(Operating *l);
const char *operating_state(const Operating *l, int32_t i); /* its name */
/* n_x derivatives and n_y outputs. */
MdvStatus operating_eval(Operating *l, const double x[], const double u[], double out[]);
/* Their derivatives by *at, an element of x or u, whose size is `size`. */
MdvStatus operating_column(Operating *l, double *at, double size, double column[]);
/* All of them, column by column: A above C, then B above D; n_x + n_u columns. */
MdvStatus operating_matrix(Operating *l, double *matrix);

#endif
