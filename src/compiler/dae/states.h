/* SPDX-License-Identifier: MIT
   states.h — private to states.c and state_sets.c: the choice of states, level by level. */
#ifndef MDV_STATES_H
#define MDV_STATES_H

#include "compiler/dae/dae.h"

typedef struct Entry {
	int32_t col;   /* column of the level */
	uint8_t pivot; /* Pivot of the coefficient */
	double value;  /* of a constant or parameter coefficient; else NaN */
} Entry;

/* One level: rows are equations, columns their candidates. */
typedef struct Level {
	int32_t n_rows, n_cols; /* sizes */
	int32_t n_own;          /* rows that were differentiated; then those of ways */
	int32_t *eq;            /* n_rows equations */
	int32_t *var;           /* n_cols variables, the least wanted as states first */
	int32_t *start;         /* n_rows + 1 starts into entry */
	Entry *entry;           /* by row */
	int32_t *row_of;        /* n_cols: the row that takes this column; -1 */
	int32_t *col_of;        /* n_rows: its column; -1 */
	int32_t *place_of;      /* n_cols: for choose_by_numbers; 0 between */
	uint8_t *is_helper;     /* n_rows: for make_set; 0 between */
	uint8_t *col_done;      /* n_cols: for find_helpers; 0 between */
} Level;

typedef struct Select {
	Dae *d;             /* the model */
	Arena *scratch;     /* holds all below */
	Diag *diag;         /* for messages */
	Uses uses;          /* finds variables */
	Affine linear;      /* coefficients */
	int32_t *column;    /* by variable: its column on this level; -1 */
	uint8_t *dummy;     /* by variable: 1 no state for good, 2 candidate of a set */
	uint8_t *way;       /* by variable: 2 on the way to a candidate of this level, 1 perhaps */
	int32_t *lost_by;   /* by variable: the equation that took its state, for good; -1 */
	uint32_t *n_used;   /* by variable: equations that hold it */
	int32_t *set_above; /* by variable: 1 + the set that holds its derivative; 0: none */
} Select;

/* states.c */

/* The equation of a variable on the way from a constraint to its candidates: one that is algebraic,
   or has lost on a level above. Rotation matrices are such: functions know their derivatives by
   other means (noDerivative). -1: it is none. */
int32_t states_way_eq(const Select *s, int32_t v);
/* The rows of each column, by entries at least so good. */
void states_transpose(Select *s, const Level *l, Pivot least, Csr *out);

/* state_sets.c — what found no column for good: sets, whose states are chosen at run time */

bool state_sets_choose(Select *s, Level *l);

#endif
