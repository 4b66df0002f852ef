/* SPDX-License-Identifier: MIT
   cli.h — the contents of cli/: the program `modevs`. */
#ifndef MDV_CLI_H
#define MDV_CLI_H

#include "compiler/compiler.h"

/* Exit statuses. */
enum {
	EXIT_DONE = 0,
	EXIT_MODEL = 1,    /* the model is wrong */
	EXIT_USAGE = 2,    /* the command is */
	EXIT_RUN = 3,      /* it failed while running, or there is no memory */
	EXIT_TIMEOUT = 4,  /* out of time */
	EXIT_INTERNAL = 5, /* an error in this program */
};

/* A parameter or start value that --set changes. */
typedef struct OptionsSet {
	const char *name;  /* of the variable */
	const char *value; /* as typed: a number, true, false, a name, a text in quotes */
} OptionsSet;

typedef struct OptionsPlot {
	VEC(const char *) names; /* of the variables, at least one */
	const char *file;        /* .svg to write; NULL: on the terminal */
} OptionsPlot;

typedef enum OptionsStats { STATS_NONE, STATS_TEXT, STATS_JSON } OptionsStats;

/* What was asked for on the command line; texts live as long as argv and this. */
typedef struct Options {
	const char *command;    /* as typed */
	const char *what;       /* file or class */
	const char *model;      /* --model; NULL: none */
	VEC(const char *) dirs; /* -L, in order */
	bool help;              /* --help: print the options, do nothing else */
	double start;           /* --start; NaN, as in the next four: not given */
	double stop;            /* --stop, more than start if both are given */
	double interval;        /* --interval between output points, more than 0 */
	double tol;             /* --tol, relative, between 0 and 1 */
	double timeout;         /* --timeout in seconds of real time, more than 0 */
	const char *solver;     /* --solver: cvode, ida, rk45, euler; NULL: the program chooses */
	const char *locator;    /* --locator: dense, bisect; NULL: dense */
	const char *chattering; /* --chattering; NULL: stop */
	const char *states;     /* --states: pivot, project; NULL: the program chooses */
	VEC(OptionsSet) sets;   /* --set, in order, each name once */
	const char *input;      /* --input: CSV of recorded inputs; NULL: none */
	const char *vars;       /* --vars: a valid extended regular expression; NULL: none */
	const char *out;        /* -o: .csv, .mat or "-"; NULL: CLASS.csv. Of build: the name */
	const char *kind;       /* --kind: c, so, exe; NULL: c */
	bool no_events;         /* --no-events: no rows at events */
	VEC(OptionsPlot) plots; /* --plot, in order */
	unsigned log;           /* --log: RT_LOG_ bits */
	OptionsStats stats;     /* --stats */
	bool allow_external;    /* --allow-external: may load the user's C functions */
	bool json;              /* --json */
	bool dot;               /* --dot; not with json */
	Arena texts;            /* parts of arguments, and the plots */
	uint64_t given;         /* which options were given, by their place in the table */
} Options;

/* options.c — the command line */

/* Reads the arguments after the command; false: said what is wrong. The Options must not be moved
   after. */
bool options_read(Options *o, const char *command, int argc, char **argv);
void options_free(Options *o);
void options_help(const Options *o, FILE *out); /* lists the options of its command */
/* Says what is wrong, and how the command is used; gives false. */
bool options_wrong(const Options *o, const char *format, ...) PRINTF_LIKE(2, 3);
/* A compilation that looks for classes along -L, MODELICAPATH and the shipped library. */
void options_start(const Options *o, Compile *cx);

/* The first of the folders `places` (NULL ends them), as seen from that of the program, in which
   `what` can be read; NULL: none. */
char *options_beside(Arena *keep, const char *const places[], const char *what);

/* argument.c — what follows an option; each false: said what is wrong */

bool argument_number(const Options *o, const char *option, const char *value, double *x);
bool argument_set(Options *o, const char *value);
bool argument_plot(Options *o, const char *value);
bool argument_log(Options *o, const char *value);
bool argument_vars(Options *o, const char *value);
bool argument_out(Options *o, const char *value);
/* Which of n names --vars asks for; all of them without it. */
void argument_select(const Options *o, const char *const name[], size_t n, bool wanted[]);

/* cmd_check.c, cmd_flat.c, cmd_explain.c, cmd_run.c, cmd_build.c — the commands; each gives an exit
 * status */

int cmd_check(const Options *o);
int cmd_flat(const Options *o);
int cmd_explain(const Options *o);
int cmd_run(const Options *o);
int cmd_build(const Options *o);

#endif
