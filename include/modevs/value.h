/* SPDX-License-Identifier: MIT
   value.h — the kinds of values in messages (devs.h) and of variables (model.h). */
#ifndef MODEVS_VALUE_H
#define MODEVS_VALUE_H

typedef enum MdvKind { MDV_EVENT, MDV_REAL, MDV_INTEGER, MDV_BOOLEAN, MDV_PAYLOAD } MdvKind;

/* A variable may also be: */
typedef enum MdvType { MDV_ENUMERATION = MDV_PAYLOAD + 1, MDV_STRING } MdvType;

/* All of them, in order. */
#define MDV_VALUE_TYPES(X) \
	X(MDV_EVENT)           \
	X(MDV_REAL)            \
	X(MDV_INTEGER)         \
	X(MDV_BOOLEAN)         \
	X(MDV_PAYLOAD)         \
	X(MDV_ENUMERATION)     \
	X(MDV_STRING)

#endif
