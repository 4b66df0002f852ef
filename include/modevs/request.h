/* SPDX-License-Identifier: MIT
   request.h — modevs.h and hybrid.h for other languages: whatever is asked for is given by name, as
   texts and numbers, so that a binding needs neither the layout of the structs of options nor
   functions of its own that are called while a model runs. The Python package is made with it. */
#ifndef MODEVS_REQUEST_H
#define MODEVS_REQUEST_H

#include "modevs/modevs.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* exported */

typedef struct MdvRequest MdvRequest; /* options and values, by name; then what came of it */

MdvRequest *mdv_request_new(void);    /* NULL: no memory */
void mdv_request_free(MdvRequest *r); /* after the plants made of it; NULL is allowed */
/* Why the last call failed; never NULL. */
const char *mdv_request_why(const MdvRequest *r);
/* What was said on the way, line by line: warnings of the model, and what the option log asks for.
 */
const char *mdv_request_log(const MdvRequest *r);
/* What runs ends with MDV_STOPPED: from other threads and signal handlers, too. */
void mdv_request_stop(MdvRequest *r);

/* An option by its name in C (docs/options.md) and its value as on the command line, "tol" and
   "1e-8"; of a flag "true" or "false". Of compiling: model, strict, code, timeout; dirs and allow
   may be given again and again. MDV_NOT_FOUND: there is no such option. */
MdvStatus mdv_request_option(MdvRequest *r, const char *name, const char *value);
/* A value for compiling: a parameter or start value, as --set has it. */
MdvStatus mdv_request_set(MdvRequest *r, const char *name, const char *value);
/* A value for a run or a plant, set before initialization (MdvSetting). */
MdvStatus mdv_request_number(MdvRequest *r, const char *name, double value);
/* A variable that is wanted in the results; if there is none of these, all are. */
MdvStatus mdv_request_want(MdvRequest *r, const char *name);

/* As mdv_compile; as mdv_compile_text, with the name `what`, if text is not NULL. */
MdvStatus mdv_request_compile(MdvRequest *r, const char *what, const char *text, MdvProgram **out);
/* As mdv_simulate. *results is there whatever the status, with what came until then, but not
   without memory and if a variable that is wanted does not exist; mdv_results_free is due, before
   the program's end. */
MdvStatus mdv_request_simulate(MdvRequest *r, const MdvProgram *p, bool events,
							   MdvSimulateResult *out, MdvResults **results);

/* Plants (hybrid.h) */

/* The names of the next ports: the first gets number 0. */
MdvStatus mdv_request_input(MdvRequest *r, const char *name);
MdvStatus mdv_request_output(MdvRequest *r, const char *name);
/* Rows of the tables of MdvHybridOptions; texts are copied. */
MdvStatus mdv_request_send(MdvRequest *r, const MdvSend *send);
MdvStatus mdv_request_receive(MdvRequest *r, const MdvReceive *receive);
/* Adds the plant to a simulation; the request must outlive that, and be used for nothing else. If
   results is not NULL, *results gets its trace: before and after every event, and every `interval`
   of the options; mdv_results_free is due, after the simulation's end. */
MdvStatus mdv_request_plant(MdvRequest *r, const MdvProgram *p, MdvDevs *sim, MdvComponent parent,
							const char *name, MdvResults **results, MdvComponent *added);

/* The size of a public struct by its name, to compare with what a binding takes it for; 0: not
   known here. */
size_t mdv_request_size(const char *type);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
