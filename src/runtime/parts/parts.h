/* SPDX-License-Identifier: MIT
   parts.h — what the files of the ready-made parts share besides their public header. */
#ifndef MDV_PARTS_INSIDE_H
#define MDV_PARTS_INSIDE_H

#include "modevs/parts.h"
#include "runtime/devs/engine.h"

/* The part mdv_<name> whose state is State and whose functions are <name>_…: what all parts have.
   Ports and optional functions follow as designated fields. */
#define PART(part, State)                                                \
	.name = #part, .state_size = sizeof(State), .t_next = part##_t_next, \
	.delta_ext = part##_delta_ext, .print = part##_print
/* … that acts: it has an output function and internal transitions of its own. */
#define PART_ACTS(part) .lambda = part##_lambda, .delta_int = part##_delta_int
#define PART_IN(names)  .n_in = sizeof names / sizeof *names, .in_names = names
#define PART_OUT(names) .n_out = sizeof names / sizeof *names, .out_names = names

/* parts.c — times, items, tallies */

/* The state of a component that is a `part` or a copy of it with other ports; NULL otherwise. */
const void *parts_state(const MdvDevs *sim, MdvComponent c, const MdvAtomic *part);
MdvValue parts_retain(MdvValue value);               /* the value, its payload retained */
bool parts_number(const MdvValue *value, double *x); /* false: an event or a payload */
/* delta_ext of parts that take one message after the other. */
MdvStatus parts_take_all(void *s, const MdvCall *call, const MdvBag *x,
						 MdvStatus (*take)(void *s, const MdvCall *call, const MdvValue *value));
MdvStatus parts_idle(void *state, const MdvCall *call); /* delta_int of parts that never act */

#endif
