/* SPDX-License-Identifier: MIT
   run.h — what the files of `modevs run` share. */
#ifndef MDV_RUN_H
#define MDV_RUN_H

#include "api/api.h"
#include "cli/cli.h"
#include "runtime/native/native.h"
#include "runtime/out/out.h"
#include "runtime/system/system.h"

/* Curves of one --plot. */
typedef struct RunPlot {
	const OptionsPlot *asked; /* names and file */
	int32_t *var;             /* one variable for each name */
	PlotData data;            /* points so far */
} RunPlot;

typedef struct Run {
	const Options *o;     /* the command line */
	Compile cx;           /* the compiled model */
	Rt *rt;               /* the model, running */
	MdvOptions run;       /* how it is simulated, settled */
	SystemTable system;   /* components and couplings */
	HybridOptions hybrid; /* options as given, and who is told */
	HybridResult result;  /* how it went */
	Input input;          /* --input */
	int32_t *input_var;   /* by column of input: the variable; -1: none */
	bool has_input;       /* there is one */
	char *path;           /* of the result file */
	Result file;          /* the result file */
	Replace replace;      /* which files may be replaced */
	RunPlot *plot;        /* o->plots.n */
	double *plot_value;   /* of one row */
	bool progress;        /* shown on a terminal */
	bool shown;           /* a progress line stands there */
	double begin;         /* clock at the start, seconds */
	double last_shown;    /* clock when progress was shown */
	double front_ms;      /* milliseconds to the flat model */
	double sort_ms;       /* to the sorted systems */
	double lower_ms;      /* to code */
} Run;

/* run_set.c — parameters and inputs; each false: said what is wrong */

bool run_set_all(Run *r);
bool run_set_input(Run *r); /* after run_set_all */

/* run_result.c — the result file and plots */

bool run_result_check(Run *r, Made *made); /* may the files be written? false: said why not */
void run_result_file(Run *r);              /* its variables, by --vars */
bool run_result_plots(Run *r);             /* the variables of --plot */
MdvStatus run_result_row(void *ctx, double t, const double frame[]);
bool run_result_end(Run *r); /* closes everything; false: said what could not be written */

/* run_stats.c — what is said at the end */

void run_stats_progress(void *ctx, double t);
void run_stats_clear(Run *r); /* takes the progress line away */
void run_stats_summary(Run *r, MdvStatus status);

#endif
