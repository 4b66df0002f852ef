/* SPDX-License-Identifier: MIT
   split.h — the contents of split/: the flat model as a system of components and couplings. Each
   component is compiled on its own; the passes behind this one see one component at a time, whose
   variables and equations have dense numbers of their own.

   A kind of component is a row of COMPONENT_KINDS and a function split_claim_NAME, in a file of its
   own, which takes out of the flat model what is of that kind. What is left is one island. */
#ifndef MDV_SPLIT_H
#define MDV_SPLIT_H

#include "compiler/flat/flat.h"
#include "modevs/devs.h"

/* kind, name, what it is; the island is the last one, as it takes what is left */
#define COMPONENT_KINDS(X)                                                     \
	X(COMPONENT_FUNCTIONS, functions, "an atomic DEVS model by its functions") \
	X(COMPONENT_PART, part, "an atomic DEVS model written in C")               \
	X(COMPONENT_ISLAND, island, "equations that interact continuously")

#define COMPONENT_ENUM(kind, name, what) kind,
typedef enum ComponentKind { COMPONENT_KINDS(COMPONENT_ENUM) COMPONENT_KIND_COUNT } ComponentKind;
#undef COMPONENT_ENUM

typedef struct ComponentId {
	int32_t i; /* index into the system's components */
} ComponentId;

typedef struct Component {
	ComponentKind kind;          /* what it is */
	Name name;                   /* unique in the system */
	FlatModel *flat;             /* of an island: its variables and equations; NULL of others */
	const FlatAtomic *functions; /* of atomics by functions: these; NULL of others */
	const FlatPart *part;        /* of those written in C: which; NULL of others */
	const MdvAtomic *atomic;     /* of ready ones: what it is in the engine, and … */
	const void *params;   /* … what it is made with; both outlive the compilation's products */
	uint32_t n_in, n_out; /* ports */
	/* Of one of several islands: the bridges that its ports are; NULL: all, in order. */
	const int32_t *in_bridge, *out_bridge;
	int32_t island; /* likewise: its number, from 1; 0: it is the only one */
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

/* What each kind takes out of the flat model, in the order of the list: components, and couplings
   with those that are there. */
#define COMPONENT_CLAIM(kind, name, what) void split_claim_##name(FlatModel *m, System *out);
COMPONENT_KINDS(COMPONENT_CLAIM)
#undef COMPONENT_CLAIM

/* requires: a balanced flat model. gives: its components and couplings, in m's arena. */
void split_model(FlatModel *m, System *out);
/* Names differ; couplings join ports that are there; every variable of m is in one component.
   False: why not. */
bool split_check(const System *s, const FlatModel *m, Text *why);
/* The same with the island in pieces: of_bridge has for each bridge those that send or hear there
   (dae/apart.c). */
void split_apart(const System *s, FlatModel *m, const Csr *of_bridge, System *out);
void split_print(const System *s, const FlatModel *m, Text *out); /* one line each */
const char *split_kind_name(ComponentKind kind);                  /* "island" */
/* The name of a port, as its component has it: "out[2]"; of an island with the component that the
   port is declared in, "oven.tray". */
void split_print_port(const Component *c, uint32_t port, bool output, const FlatModel *m,
					  Text *out);

/* quotient.c — a small model for a large one with families of equations (flat.h) */

/* requires: a checked flat model. False: it has none, or there is none such; `out` is not to be
   used. The quotient refers to m. Two arenas. */
bool quotient_make(FlatModel *m, Arena *keep, Arena *scratch, FlatModel *out);

#endif
