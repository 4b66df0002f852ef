/* SPDX-License-Identifier: MIT
   circuit.h — what circuit.c and nodes.c share. */
#ifndef MDV_CIRCUIT_H
#define MDV_CIRCUIT_H

#include "bondgraph/bondgraph.h"

typedef struct Finder {
	Compile *cx;    /* the model */
	Circuit *c;     /* what is found */
	BgKnown *known; /* of parameters */
	Text text;      /* of the moment */
	Map classes;    /* class -> BgClass, or 0: it has no bond graph */
	Map blocks;     /* joined set of a block's output -> its number in c->elements */
	int32_t *up;    /* union-find over 2 * variable + side, as the compiler's connection sets */
} Finder;

/* A component below n that exists; NULL: there is none. */
Node *circuit_member(Finder *f, const Node *n, const char *name);

/* nodes.c — what is connected */

void nodes_join(Finder *f); /* connection sets, through the connectors of models around them */
int32_t nodes_root(const Finder *f, int32_t side);
void nodes_find(Finder *f); /* the node of each pin; reports what is connected badly */

#endif
