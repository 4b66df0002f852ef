/* SPDX-License-Identifier: MIT
   results.h — the results of a simulation in memory: rows, parameters, events, and the same files
   and pictures as the command line makes. Filled by mdv_simulate (modevs.h). */
#ifndef MODEVS_RESULTS_H
#define MODEVS_RESULTS_H

#include "modevs/model.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* exported */

typedef struct MdvResults MdvResults;

/* A variable, as the user sees it. */
typedef struct MdvVariable {
	const char *name;         /* "a.b[1,2]" */
	const char *unit;         /* "" if there is none; so are the other texts */
	const char *display_unit; /* in which it is to be shown */
	const char *comment;      /* of its declaration */
	const char *literals;     /* of an enumeration: its values, with commas between */
	double value;             /* of a parameter in results: its value; otherwise NAN */
	uint32_t flags;           /* MDV_VAR_… (model.h) */
	uint32_t type;            /* MDV_REAL, _INTEGER, _BOOLEAN, _ENUMERATION or _STRING */
} MdvVariable;

/* An event of the equations. */
typedef struct MdvResultEvent {
	double t;            /* when */
	bool state;          /* found by a crossing; otherwise its time was known before */
	const char *cause;   /* the conditions that made it, with the lines of their sources */
	const char *changes; /* "n: 0 -> 1, v: -4.4 -> 3.5"; "" if nothing did */
} MdvResultEvent;

/* Empty ones, of a model that must outlive them. `wanted` are n_wanted names of variables, of which
   blanks do not count; NULL: all that are shown. *out is NULL without memory (MDV_NO_MEMORY) and
   where there is no such variable (MDV_NOT_FOUND: `why`, of size bytes, tells). */
MdvStatus mdv_results_new(const MdvModel *m, const char *const *wanted, size_t n_wanted, char *why,
						  size_t size, MdvResults **out);
void mdv_results_free(MdvResults *r); /* NULL is allowed */

size_t mdv_results_rows(const MdvResults *r);      /* so far; two or more at events */
size_t mdv_results_variables(const MdvResults *r); /* parameters included, time not */
/* The i-th of them. False: there is none. */
bool mdv_results_variable(const MdvResults *r, size_t i, MdvVariable *out);
void mdv_results_times(const MdvResults *r, double out[]); /* one for each row */
/* The values of the i-th variable, one for each row. False: there is no such variable. */
bool mdv_results_values(const MdvResults *r, size_t i, double out[]);
size_t mdv_results_events(const MdvResults *r); /* how many were told of */
/* The i-th of them, as long as the results are there. False: there is none. */
bool mdv_results_event(const MdvResults *r, size_t i, MdvResultEvent *out);

/* Writes a file, .csv or .mat, as `modevs run -o` does, byte by byte. One that modevs did not write
   is replaced only if `force` says so. `why`, of size bytes, tells what is wrong. */
MdvStatus mdv_results_save(const MdvResults *r, const char *path, bool force, char *why,
						   size_t size);
/* A picture of n variables over time, as SVG, as `modevs run --plot` draws it; valid until the next
   call. NULL: no memory, or no such variable. */
const char *mdv_results_svg(MdvResults *r, const size_t variable[], size_t n);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
