/* SPDX-License-Identifier: MIT
   study.h — what the studies share: options, compiling, one line of JSON with the figures, curves
   for pictures, CPU time and medians. No part of modevs' interface. */
#ifndef EXAMPLES_STUDY_H
#define EXAMPLES_STUDY_H

#include "modevs/modevs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Options: `--name value` (or `--name=value`), a flag alone */

typedef enum StudyKind {
	STUDY_NUMBER, /* double */
	STUDY_COUNT,  /* uint64_t */
	STUDY_CHOICE, /* int: which of `choices` */
	STUDY_TEXT,   /* const char * */
	STUDY_FLAG    /* bool */
} StudyKind;

typedef struct StudyOption {
	const char *name;           /* with the hyphens */
	StudyKind kind;             /* see there */
	void *value;                /* where it goes; what is there at first is the default */
	const char *help;           /* one line */
	const char *const *choices; /* of STUDY_CHOICE; ends with NULL */
} StudyOption;

/* True: go on. False: end the program with *status; help or what was wrong has been printed. */
bool study_options(int argc, char **argv, const char *about, const StudyOption *options, size_t n,
				   int *status);

/* A class of a file, compiled; model NULL: the file's last. NULL: told on the standard error. */
MdvProgram *study_compile(const char *path, const char *model);

/* A solver by name. One that is none is told on the standard error, and refused by plants. */
MdvSolver study_solver(const char *name);

/* One line of JSON on the standard output: begin, members, end. What is not finite is null. */
void study_begin(void);
void study_number(const char *name, double value);
void study_count(const char *name, uint64_t value);
void study_text(const char *name, const char *value);
void study_list(const char *name, const double value[], size_t n);
bool study_end(void); /* false: the line could not be written; told on the standard error */

/* Curves; zeroed memory is an empty one */

typedef struct StudyCurve {
	const char *name; /* for the legend */
	const char *unit; /* NULL: none */
	double *t, *y;    /* n points; thinned where there are more than a picture shows */
	size_t n;         /* how many */
	bool lost;        /* no memory for some: the picture is refused */
} StudyCurve;

void study_curve_add(StudyCurve *c, double t, double y);
void study_curve_free(StudyCurve *c);
/* An SVG picture; false: told on the standard error. */
bool study_plot(const char *path, const char *title, const StudyCurve *curves, size_t n);

double study_cpu(void);                    /* seconds of CPU time of the process so far */
double study_median(double v[], size_t n); /* sorts v; NAN if n is 0 */

#endif
