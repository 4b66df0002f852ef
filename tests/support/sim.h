/* SPDX-License-Identifier: MIT
   sim.h — for tests of whole simulations: a model is compiled and run in the process of the test,
   as `modevs run` does it, and the values of all its variables are kept at every row. */
#ifndef MDV_SIM_H
#define MDV_SIM_H

#include "api/api.h"
#include "runtime/system/system.h"

/* A parameter or start value to be set before a run. */
typedef struct SimSet {
	int32_t var;  /* index into the model's variables */
	double value; /* its new value */
} SimSet;

/* Must not be moved. */
typedef struct Sim {
	Compile cx;          /* the compiled model */
	bool compiled;       /* there is one */
	Made *made;          /* the same, running */
	Rt *rt;              /* the last run's instance; NULL: none yet */
	HybridOptions o;     /* of the next run; stop NAN: the model's */
	HybridResult result; /* of the last run */
	MdvStatus status;    /* of the last run */
	bool full_iteration; /* of the next run: every pass of an event evaluates everything */
	size_t max_rows;     /* a run is stopped after so many; 0: never */
	VEC(SimSet) sets;    /* for the next runs */
	VEC(double) time;    /* of every row */
	VEC(double) value;   /* of every row: all variables of the model */
	Text said;           /* diagnostics, warnings, messages */
} Sim;

/* Compile a model given as text, or in a file (its path from the top of the source tree); the
   shipped library is there. False: `said` tells why. sim_free is due in either case. */
bool sim_text(Sim *s, const char *text);
bool sim_text_set(Sim *s, const char *text, const char *const sets[]); /* name, value … NULL */
bool sim_file(Sim *s, const char *path);
bool sim_class(Sim *s, const char *path, const char *model); /* this class of the file */
void sim_free(Sim *s);
bool sim_set(Sim *s, const char *name, double value); /* for all runs that follow */
/* Run it as s->o says; what was kept of the run before is forgotten. */
MdvStatus sim_run(Sim *s);
const char *sim_said(const Sim *s);
bool sim_says(const Sim *s, const char *part); /* `said` has this part */

/* Values; NAN if there is no such variable or no such row. */
int32_t sim_var(const Sim *s, const char *name); /* -1: none */
double sim_row(const Sim *s, size_t row, const char *name);
double sim_last(const Sim *s, const char *name);
double sim_at(const Sim *s, const char *name, double t);     /* in the last row of time t */
double sim_before(const Sim *s, const char *name, double t); /* in the first one */
double sim_most(const Sim *s, const char *name);             /* the largest magnitude */
bool sim_is_state(const Sim *s, const char *name);           /* at the end of the last run */

#endif
