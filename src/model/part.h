/* SPDX-License-Identifier: MIT
   part.h — what a class in Modelica gives to a part (modevs/library.h) that it stands for: names
   and types against the description. The compiler asks about the parts that it knows, the runtime
   about those of shared libraries, which it loads. */
#ifndef MDV_MODEL_PART_H
#define MDV_MODEL_PART_H

#include "base/base.h"
#include "modevs/library.h"
#include "modevs/value.h"

/* A parameter, port or variable of the class. */
typedef struct PartGiven {
	const char *name;     /* "capacity"; of a record's field "service.kind" */
	int type;             /* of values: MDV_REAL … MDV_STRING */
	bool array;           /* it has a dimension */
	const char *literals; /* of an enumeration: its values, with commas between */
} PartGiven;

/* A part by its name; NULL: `why` tells. */
const MdvPart *part_find(const MdvLibrary *library, const char *name, Text *why);
/* The parameter that a class gives, wholly or one field of it; NULL: `why` tells. */
const MdvParam *part_param(const MdvPart *p, const PartGiven *given, Text *why);
/* Are all parameters that the part requires among the n given ones? False: `why` tells. */
bool part_complete(const MdvPart *p, const PartGiven *given, size_t n, Text *why);
/* May the parameter have this value? False: `why` tells. */
bool part_fits(const MdvParam *param, double value, Text *why);
/* The number of a port, of an array that of its first element; -1: `why` tells. */
int32_t part_port(const MdvPart *p, const PartGiven *given, bool output, Text *why);
/* The number of what a part shows; -1: `why` tells. */
int32_t part_shown(const MdvPart *p, const PartGiven *given, Text *why);
/* What a port takes or may send, as bits; never 0. */
unsigned part_kinds(const MdvPart *p, bool output, int32_t port);

#define PART_ANY (MDV_PORT_NUMBERS | MDV_PORT_KIND(MDV_EVENT) | MDV_PORT_KIND(MDV_PAYLOAD))

/* "1: 2.5" of a record Times: kind, and where its numbers are. */
typedef enum PartTimes { PART_TIMES_KIND, PART_TIMES_A, PART_TIMES_B, PART_TIMES_NONE } PartTimes;
PartTimes part_times_field(const char *name); /* of "service.a": PART_TIMES_A; NONE: no field */

#endif
