/* SPDX-License-Identifier: MIT
   cli.h — the contents of cli/: the program `modevs`. */
#ifndef MDV_CLI_H
#define MDV_CLI_H

#include "api/api.h"
#include "compiler/compiler.h"
#include "options/options.h"
#include "runtime/run/run.h"

/* start.c — what the commands begin with */

/* A compilation that looks for classes along -L, MODELICAPATH and the shipped library. */
void start_compile(const Options *o, Compile *cx);
void start_tell(const Compile *cx); /* its diagnostics, on standard error */
/* From text to the flat model with the values of --set; to sorted systems; from text to code. An
   exit status; unless it is EXIT_DONE there is no model, and the diagnostics, or what was said,
   tell why. */
int start_flat(const Options *o, Compile *cx);
int start_sort(const Options *o, Compile *cx);
int start_model(const Options *o, Compile *cx, RunCompiled *took);
/* The last part of that, behind the flat model, and its clock: milliseconds since the last look. */
int start_code(const Options *o, Compile *cx, RunCompiled *took, double *clock);
double start_milliseconds(double *clock);
/* The first of the folders `places` (NULL ends them), as seen from that of the program, in which
   `what` can be read; NULL: none. */
char *start_beside(Arena *keep, const char *const places[], const char *what);

/* cmd_check.c, cmd_flat.c, cmd_explain.c, cmd_run.c, cmd_build.c, cmd_bondgraph.c — the
   commands; each gives an exit status */

int cmd_check(const Options *o);
int cmd_flat(const Options *o);
int cmd_explain(const Options *o);
int cmd_run(const Options *o);
int cmd_sweep(const Options *o); /* study/, with the next ones */
int cmd_compare(const Options *o);
int cmd_convert(const Options *o);
int cmd_report(const Options *o);
int cmd_linearize(const Options *o);
int cmd_steady(const Options *o);
int cmd_fit(const Options *o);
bool run_fmu_is(const char *what);         /* run_fmu.c: the name of an FMU, and running it */
int run_fmu(const Options *o, bool check); /* check: only tried */
/* child.c: body(arg) in a process of its own, and its status; for code of others, which notes what
   it is at in memory that both see. */
int child_run(const Options *o, volatile const char **note, int (*body)(void *arg), void *arg);
volatile const char **child_note(void);
void child_note_free(volatile const char **note);
int cmd_build(const Options *o);
int cmd_bondgraph(const Options *o);

#endif
