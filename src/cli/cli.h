/* SPDX-License-Identifier: MIT
   cli.h — the contents of cli/: the program `modevs`. */
#ifndef MDV_CLI_H
#define MDV_CLI_H

#include "api/api.h"
#include "compiler/compiler.h"
#include "options/options.h"

/* start.c — what the commands begin with */

/* --timeout and --memory begin to count, and signals are heard. False: said what is wrong. */
bool start_limits(const Options *o);
/* A compilation that looks for classes along -L, MODELICAPATH and the shipped library. */
void start_compile(const Options *o, Compile *cx);
/* --allow and --allow-external. False: said what is wrong. */
bool start_allow(const Options *o, Made *made);
/* The first of the folders `places` (NULL ends them), as seen from that of the program, in which
   `what` can be read; NULL: none. */
char *start_beside(Arena *keep, const char *const places[], const char *what);

/* cmd_check.c, cmd_flat.c, cmd_explain.c, cmd_run.c, cmd_build.c — the commands; each gives an exit
 * status */

int cmd_check(const Options *o);
int cmd_flat(const Options *o);
int cmd_explain(const Options *o);
int cmd_run(const Options *o);
int cmd_build(const Options *o);

#endif
