/* SPDX-License-Identifier: MIT
   split.h — the contents of split/: the flat model as a system of components and couplings. Each
   component is compiled on its own; the passes behind this one see one component at a time, whose
   variables and equations have dense numbers of their own.

   Today everything is one island. What will be taken out of it first are instances of DEVS classes:
   a kind of component is a row of COMPONENT_KINDS, a claim on instances in split.c, and what makes
   an atomic of it. */
#ifndef MDV_SPLIT_H
#define MDV_SPLIT_H

#include "compiler/flat/flat.h"

/* kind, name, what it is */
#define COMPONENT_KINDS(X) X(COMPONENT_ISLAND, "island", "equations that interact continuously")

#define COMPONENT_ENUM(kind, name, what) kind,
typedef enum ComponentKind { COMPONENT_KINDS(COMPONENT_ENUM) COMPONENT_KIND_COUNT } ComponentKind;
#undef COMPONENT_ENUM

typedef struct ComponentId {
	int32_t i; /* index into the system's components */
} ComponentId;

typedef struct Component {
	ComponentKind kind;   /* what it is */
	Name name;            /* unique in the system */
	FlatModel *flat;      /* of an island: its variables and equations */
	uint32_t n_in, n_out; /* ports */
} Component;

/* Directed, never merged with others. */
typedef struct Coupling {
	ComponentId from, to;        /* who sends, who receives */
	uint32_t from_port, to_port; /* output of the one, input of the other */
} Coupling;

typedef struct System {
	VEC(Component) components; /* by ComponentId */
	VEC(Coupling) couplings;   /* in the order of the source */
} System;

/* requires: a balanced flat model. gives: its components and couplings, in m's arena. */
void split_model(FlatModel *m, System *out);
/* Names differ; couplings join ports that are there; every variable of m is in one component.
   False: why not. */
bool split_check(const System *s, const FlatModel *m, Text *why);
void split_print(const System *s, const FlatModel *m, Text *out); /* one line each */
const char *split_kind_name(ComponentKind kind);                  /* "island" */

#endif
