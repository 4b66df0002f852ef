/* SPDX-License-Identifier: MIT
   causality.h — what causality.c, stage.c and names.c share. */
#ifndef MDV_CAUSALITY_H
#define MDV_CAUSALITY_H

#include "bondgraph/bondgraph.h"

int32_t causality_strong(const BondGraph *g, int32_t vertex); /* its strong bond end; -1: none */

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
