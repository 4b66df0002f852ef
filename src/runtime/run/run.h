/* SPDX-License-Identifier: MIT
   run.h — the contents of run/: a simulation by a command line, for `modevs run` and for the
   programs that `modevs build` makes: values from outside, the result file, plots, statistics,
   progress, how it ends. It knows a model that can run, not how it was made. */
#ifndef MDV_RUN_H
#define MDV_RUN_H

#include "jit/jit.h"
#include "options/options.h"
#include "runtime/ext/ext.h"
#include "runtime/out/out.h"
#include "runtime/system/system.h"

/* Curves of one --plot. */
typedef struct RunPlot {
	const OptionsPlot *asked; /* names and file */
	VEC(int32_t) var;         /* one variable for each name, of an array all its elements */
	PlotData data;            /* points so far */
} RunPlot;

/* What compiling took; of programs that are made: nothing. */
typedef struct RunCompiled {
	bool known;      /* it was compiled just now */
	double flat_ms;  /* milliseconds to the flat model */
	double sort_ms;  /* to the sorted systems */
	double lower_ms; /* to code */
} RunCompiled;

typedef struct Run Run;

/* What simulates in place of the equations: values go to run->rt->frame, rows to run_result_row. */
typedef struct RunOther {
	MdvStatus (*simulate)(Run *r);                    /* from start to stop; fills in r->result */
	void (*stats)(const Run *r, bool json, FILE *to); /* what it took */
} RunOther;

/* Who looks on, besides the files: is told of all in the course of a run. */
typedef struct RunWatcher {
	void (*row)(void *ctx, double t, const double frame[]); /* a row of results */
	MdvStatus (*event)(void *ctx, const MdvResultEvent *e); /* as in RtListener */
	void (*warning)(void *ctx, const char *text);           /* of the model */
	void (*message)(void *ctx, const SystemMessage *m);     /* between DEVS components */
	void *ctx;                                              /* handed to all */
} RunWatcher;

/* Recorded inputs that a running model is given. */
typedef struct RunGiven {
	const Run *from; /* who read them */
	Rt *rt;          /* the model */
} RunGiven;

struct Run {
	/* Given before run_model_simulate: */
	const Options *o;          /* the command line */
	const MdvModel *model;     /* what is simulated */
	ExtSession *session;       /* of its external functions */
	Jit *jit;                  /* makes its machine code; NULL: nobody does */
	const SystemTable *system; /* what runs beside it; NULL: nothing */
	bool sets;                 /* --set was not done when it was compiled */
	RunCompiled compiled;      /* for --stats */
	const RunOther *other;     /* who simulates; NULL: its equations */
	void *other_ctx;           /* what belongs to that */
	Replace replace;           /* which files may be replaced */
	const RunWatcher *watcher; /* who looks on; NULL: nobody */
	/* The rest is its own. */
	Arena keep;           /* of everything here */
	Rt *rt;               /* the model, running */
	MdvOptions run;       /* how it is simulated, settled */
	HybridOptions hybrid; /* options as given, and who is told */
	HybridResult result;  /* how it went */
	Input input;          /* --input */
	int32_t *input_var;   /* by column of input: the variable */
	bool has_input;       /* there is one */
	RunGiven given;       /* that, for rt */
	const char *path;     /* of the result file */
	Result file;          /* the result file */
	bool *wanted;         /* by variable: it is in the file, or plotted */
	RunPlot *plot;        /* o->plots.n */
	double *plot_value;   /* of one row */
	SystemWatch watch;    /* what DEVS components do, for --stats and --messages */
	FILE *messages;       /* --messages; NULL: none */
};

/* run_begin.c — what programs begin with */

/* --timeout and --memory begin to count, and signals are heard. False: said what is wrong. */
bool run_begin_limits(const Options *o);
/* Large blocks that a program frees go back to the system at once. Not for libraries: the way of
   malloc is their host's business. */
void run_begin_memory(void);
/* Behind the compiler: what it has freed goes back, wherever it lies. */
void run_begin_trim(void);
/* exit_status_guard, which says what was being done when the memory ended. */
int run_begin_guard(const char *program, int (*body)(void *arg), void *arg);
/* For a part of a program that cleans up itself: the children of root end if it is left. */
int run_begin_inner(const char *program, Arena *root, int (*body)(void *arg), void *arg);
/* --allow and --allow-external. False: said what is wrong. */
bool run_begin_allow(const Options *o, ExtSession *session);

/* run_model.c — from the command line to the exit status */

void run_model_init(Run *r, const Options *o);    /* run_model_free is due */
void run_model_warn(void *run, const char *text); /* a warning of the model */
int run_model_simulate(Run *r); /* from the beginning to the end: an exit status */
void run_model_free(Run *r);    /* before the model's end */

/* run_set.c — parameters and start values; false: said what is wrong */

/* Says what is wrong with what was asked for by name; gives false. */
bool run_set_wrong(Run *r, const char *what, const char *name, const char *why);
/* A variable by name; -1: said that there is none. */
int32_t run_set_find(Run *r, const char *what, const char *name);
bool run_set_all(Run *r); /* --set */

/* run_input.c — --input; false: said what is wrong */

bool run_input_open(Run *r); /* after run_set_all: run_input_read, and rt is given them */
bool run_input_read(Run *r); /* for models that run beside it */
/* What was read goes to a running model; g and `from` must outlive it, threads share `from`. */
void run_input_give(RunGiven *g, const Run *from, Rt *rt);

/* run_result.c — the result file and plots */

bool run_result_check(Run *r); /* may the files be written? false: said why not */
bool run_result_file(Run *r);  /* its variables, by --vars; false: none, reported */
bool run_result_plots(Run *r); /* the variables of --plot */
MdvStatus run_result_row(void *ctx, double t, const double frame[]);
void run_result_drop(Run *r);     /* frees all; of what was not ended, nothing more is written */
MdvStatus run_result_end(Run *r); /* closes everything; said what could not be written */

/* run_messages.c — --messages */

bool run_messages_check(const Run *r); /* are it and --report files? false: said */
bool run_messages_open(Run *r);        /* when the run is about to begin; false: said why not */
MdvStatus run_messages_end(Run *r);    /* closes the file; said what could not be written */

/* run_stats.c — what is said on the way and at the end */

void run_stats_progress(void *ctx, double t);
void run_stats_summary(Run *r, MdvStatus status);

#endif
