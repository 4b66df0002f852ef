/* SPDX-License-Identifier: MIT
   library.h — atomic models by name, for couplings that are written in Modelica (docs/devs.md).

   An MdvPart describes an atomic: its parameters, its ports, and what it shows of its state, each
   by its name. The parts of parts.h have such descriptions (mdv_parts), and a shared library of
   one's own exports some:

	   static const MdvParam counter_params[] = {
		   {MDV_PARAM_AT(CounterParams, first), MDV_PARAM_INTEGER, .comment = "Where it begins"}};
	   static const MdvPortInfo counter_in[] = {{"tick"}}, counter_out[] = {{"full"}};
	   static const MdvPart parts[] = {
		   {"counter", &counter, MDV_PART_PARAMS(CounterParams, counter_params),
			MDV_PART_IN(counter_in), MDV_PART_OUT(counter_out)}};
	   MDV_LIBRARY(parts);

   In Modelica a class says which part it is, by annotation(__modevs(part = "processor")) or
   annotation(__modevs(library = "shop", atomic = "counter")). Its public parameters are the part's
   parameters, its connectors the part's ports, its other public variables what the part shows. */
#ifndef MODEVS_LIBRARY_H
#define MODEVS_LIBRARY_H

#include "modevs/devs.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* exported */

/* Goes up with any change of the structs below or of MdvAtomic: a library made for one version is
   refused by others. */
#define MDV_LIBRARY_VERSION 1

/* What a parameter is: constant, the member of the struct of parameters, in Modelica. */
#define MDV_PARAM_KINDS(X)                                                                      \
	X(MDV_PARAM_REAL, "double", "a Real")                                                       \
	X(MDV_PARAM_INTEGER, "any type of integers", "an Integer")                                  \
	X(MDV_PARAM_BOOLEAN, "bool", "a Boolean")                                                   \
	X(MDV_PARAM_STRING, "const char *", "a String")                                             \
	X(MDV_PARAM_CHOICE, "an enum: 0, 1, 2 … for the first, second … of choices",                \
	  "an enumeration of the same literals")                                                    \
	X(MDV_PARAM_TIMES, "MdvTimes", "a record DEVSLib.Parts.Times, a Real or an array of Reals") \
	X(MDV_PARAM_REALS, "const double *", "an array of Reals")                                   \
	X(MDV_PARAM_VALUES, "const MdvValue *", "an array of Reals, Integers or Booleans")

#define MDV_PARAM_KIND(constant, c, modelica) constant,
typedef enum MdvParamKind { MDV_PARAM_KINDS(MDV_PARAM_KIND) } MdvParamKind;
#undef MDV_PARAM_KIND

/* A parameter that a class does not have is zero, "" or an empty array: what a zeroed struct means
   to the part. Texts and arrays live as long as the component. */
typedef struct MdvParam {
	const char *name;    /* as in Modelica */
	size_t offset;       /* of the member in the struct of parameters */
	size_t size;         /* of the member */
	MdvParamKind kind;   /* what it is */
	size_t count;        /* of arrays: offset of a size_t that gets their length */
	bool required;       /* every class must have it */
	double low, high;    /* of numbers: the least and the greatest; both 0: any */
	const char *choices; /* of CHOICE: "fifo,lifo" */
	const char *comment; /* one line; may be NULL */
} MdvParam;

/* Name, offset and size of a member that is called as the parameter. */
#define MDV_PARAM_AT(Struct, member) \
#member, offsetof(Struct, member), sizeof(((Struct *)0)->member)

/* Kinds of values, as bits, for ports. */
#define MDV_PORT_KIND(kind) (1u << (kind))
#define MDV_PORT_NUMBERS \
	(MDV_PORT_KIND(MDV_REAL) | MDV_PORT_KIND(MDV_INTEGER) | MDV_PORT_KIND(MDV_BOOLEAN))

/* A port. Messages of Modelica (Type, Value) are payloads: where an input takes none, it gets the
   Value. There every number arrives as what the input takes: a whole one as an integer rather than
   as a real, else as a Boolean, else as an event. What cannot be converted ends the run. */
typedef struct MdvPortInfo {
	const char *name;    /* as in Modelica */
	unsigned kinds;      /* MDV_PORT_KIND…: what it takes, or may send; 0: anything */
	bool many;           /* of the last one: an array of as many as there are in Modelica */
	const char *comment; /* one line; may be NULL */
} MdvPortInfo;

/* Something that a part shows of its state. */
typedef struct MdvShown {
	const char *name;    /* as in Modelica */
	MdvKind kind;        /* MDV_REAL, MDV_INTEGER or MDV_BOOLEAN */
	const char *comment; /* one line; may be NULL */
} MdvShown;

typedef struct MdvPart {
	const char *name;        /* unique in its library */
	const MdvAtomic *atomic; /* what it is; its ports are counted there unless one is `many` */
	size_t params_size;      /* of the struct that is given to its init, zeroed at first */
	const MdvParam *params;  /* n_params */
	size_t n_params;         /* how many */
	const MdvPortInfo *in;   /* n_in, in the order of the atomic's ports */
	size_t n_in;             /* how many */
	const MdvPortInfo *out;  /* n_out, likewise */
	size_t n_out;            /* how many */
	const MdvShown *shown;   /* n_shown */
	size_t n_shown;          /* how many */
	/* The values of all that it shows; Booleans are 0 and 1. NULL if it shows nothing. */
	void (*read)(const MdvDevs *sim, MdvComponent component, double value[]);
	/* Of a part that is more than one atomic (`atomic` is NULL): adds it, as mdv_devs_add_atomic.
	 */
	MdvStatus (*add)(MdvDevs *sim, MdvComponent parent, const char *name, const void *params,
					 MdvComponent *added);
	const char *comment; /* one line; may be NULL */
} MdvPart;

#define MDV_PART_PARAMS(Struct, list) \
	.params_size = sizeof(Struct), .params = list, .n_params = sizeof list / sizeof *list
#define MDV_PART_IN(list)  .in = list, .n_in = sizeof list / sizeof *list
#define MDV_PART_OUT(list) .out = list, .n_out = sizeof list / sizeof *list
#define MDV_PART_SHOWN(list, function) \
	.shown = list, .n_shown = sizeof list / sizeof *list, .read = function

/* What a shared library has: it exports one, called mdv_library. */
typedef struct MdvLibrary {
	uint32_t version;     /* MDV_LIBRARY_VERSION */
	uint32_t n_parts;     /* how many */
	const MdvPart *parts; /* n_parts */
} MdvLibrary;

/* Defines it, of an array of parts. */
#if defined(__GNUC__)
#define MDV_LIBRARY_VISIBLE __attribute__((visibility("default")))
#else
#define MDV_LIBRARY_VISIBLE
#endif
#define MDV_LIBRARY(list)                                                    \
	MDV_LIBRARY_VISIBLE const MdvLibrary mdv_library = {MDV_LIBRARY_VERSION, \
														sizeof(list) / sizeof *(list), list}

/* The parts of parts.h. */
extern const MdvLibrary mdv_parts;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
