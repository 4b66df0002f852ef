/* SPDX-License-Identifier: MIT
   cli.h — the contents of cli/: the program `modevs`. */
#ifndef MDV_CLI_H
#define MDV_CLI_H

#include "compiler/compiler.h"

/* Exit statuses. */
enum { EXIT_DONE = 0, EXIT_MODEL = 1, EXIT_USAGE = 2, EXIT_RUN = 3, EXIT_TIMEOUT = 4 };

/* What all commands understand. */
typedef struct Options {
	const char *command;    /* as typed */
	const char *what;       /* file or class */
	const char *model;      /* --model; NULL: none */
	VEC(const char *) dirs; /* -L, in order */
} Options;

/* options.c — the command line */

/* Reads the arguments after the command; false: said what is wrong. */
bool options_read(Options *o, int argc, char **argv);
void options_free(Options *o);
/* A compilation that looks for classes along -L, MODELICAPATH and the shipped library. */
void options_start(const Options *o, Compile *cx);

/* cmd_check.c, cmd_flat.c — the commands; each gives an exit status */

int cmd_check(const Options *o);
int cmd_flat(const Options *o);

#endif
