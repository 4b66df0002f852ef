/* SPDX-License-Identifier: MIT
   parts.h — what the files of the ready-made parts share besides their public header. */
#ifndef MDV_PARTS_INSIDE_H
#define MDV_PARTS_INSIDE_H

#include "modevs/parts.h"
#include "runtime/devs/engine.h"

/* parts.c — times, items, tallies */

/* The state of a component that is a `part` or a copy of it with other ports; NULL otherwise. */
const void *parts_state(const MdvDevs *sim, MdvComponent c, const MdvAtomic *part);
MdvValue parts_retain(MdvValue value);                  /* the value, its payload retained */
bool parts_number(const MdvValue *value, double *x);    /* false: an event or a payload */
MdvStatus parts_idle(void *state, const MdvCall *call); /* delta_int of parts that never act */

#endif
