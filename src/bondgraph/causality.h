/* SPDX-License-Identifier: MIT
   causality.h — what causality.c, stage.c and names.c share. */
#ifndef MDV_CAUSALITY_H
#define MDV_CAUSALITY_H

#include "bondgraph/bondgraph.h"

int32_t causality_strong(const BondGraph *g, int32_t vertex); /* its strong bond end; -1: none */

/* exact.c — the equations of the circuit */

typedef enum ExactVerdict {
	EXACT_UNKNOWN,  /* too large, or something else is wrong with it */
	EXACT_FREE,     /* every state and source can have any value */
	EXACT_DEPENDENT /* some depend on each other */
} ExactVerdict;

/* named, by element: it is one of those that do. */
ExactVerdict exact_check(const Circuit *c, Arena *keep, bool *named);

/* treelink.c — another graph of the same circuit */

/* For the i-th choice of which ports of two-ports are in the tree, from 0; false: there is no tree
   of this choice, *more: but perhaps of the next. */
bool treelink_graph(const Circuit *c, Arena *keep, uint32_t choice, bool *more, BondGraph *g);

/* names.c — elements in messages */

typedef enum NamesKind { NAMES_STORAGE, NAMES_SOURCE, NAMES_RESISTOR, NAMES_TWO_PORT } NamesKind;
enum { NAMES_KINDS = 4 };

typedef struct BgNames {
	int32_t *at[NAMES_KINDS]; /* vertices, in the order of the model */
	int32_t n[NAMES_KINDS];   /* how many */
} BgNames;

void names_collect(const BondGraph *g, const bool *wanted, Arena *scratch, BgNames *out);
void names_report_dependent(const BondGraph *g, const BgNames *names, Diag *d);
void names_report_loop(const BondGraph *g, const BgNames *names, Diag *d);
void names_report_sources(const BondGraph *g, const BgNames *names, Diag *d);

#endif
