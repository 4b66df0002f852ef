/* SPDX-License-Identifier: MIT
   tear.h — a block while it is torn: what tear.c and tear_bounded.c share. */
#ifndef MDV_DAE_TEAR_H
#define MDV_DAE_TEAR_H

#include "compiler/dae/dae.h"

typedef struct TearEntry {
	int32_t col;   /* column of the block */
	uint8_t pivot; /* Pivot of its coefficient; PIVOT_UNSAFE too if the row is not linear in it */
	const Expr *a; /* coefficient; NULL: not linear */
} TearEntry;

typedef struct Tear {
	Sys *s;                /* the system */
	int32_t n;             /* rows and columns */
	const int32_t *row;    /* n rows of the system */
	int32_t *col;          /* n columns of the system */
	int32_t *place;        /* by column of the system: its number here, or -1 */
	const Expr **residual; /* n: lhs - rhs */
	int32_t *start;        /* n + 1 starts into entry */
	TearEntry *entry;      /* by row */
	int32_t *left;         /* n: unknowns of the row that are not known yet */
	uint8_t *row_done;     /* n */
	uint8_t *col_done;     /* n */
	int32_t *user_start;   /* n + 1 starts into user */
	int32_t *user;         /* rows of each column */
	int32_t *user_entry;   /* and their entries for it */
	int32_t *ready;        /* stack of rows with one unknown left */
	int32_t n_ready;       /* how many */
	DaeAssign *assign;     /* inner assignments, as emitted */
	int32_t *assign_row;   /* the row of each */
	int32_t *assign_col;   /* the column that it determines */
	int32_t n_assigns;     /* how many */
	Pivot least;           /* of coefficients that rows are solved by */
	int32_t deepest;       /* assignments that may follow on each other; 0: any number */
	int32_t widest;        /* unknowns of a row that is solved; 0: any number */
	int32_t *depth;        /* n: assignments that a column follows on */
	VarId *torn;           /* torn unknowns */
	int32_t *torn_col;     /* the column of each */
	bool *torn_pre;        /* they are pre values */
	int32_t n_torn;        /* how many */
	const Csr *pattern;    /* torn unknowns of each residual; NULL: taken for all */
} Tear;

/* tear.c */
/* Nothing is torn yet; rows with one unknown are solved. */
void tear_begin(Tear *t, int32_t deepest, int32_t widest);
void tear_know(Tear *t, int32_t col); /* a column has a value: rows may be left with one unknown */
void tear_column(Tear *t, int32_t col);     /* it is torn */
void tear_solve_ready(Tear *t);             /* rows with one unknown left, and those that follow */
int tear_score(const Tear *t, int32_t col); /* how much tearing it seems to help */
void tear_one(Tear *t);                     /* tears the unknown with the highest score */

/* tear_ahead.c — looking farther */

/* Tears again, the unknown first from which most others follow; what was torn before stays where
   that is not better. */
void tear_ahead(Tear *t);

/* tear_bounded.c — blocks in which few unknowns are worse than many */

/* Torn unknowns up to which a block is dense: what a factorization costs by their cube then is less
   than what sparse factors of more unknowns do (docs/runtime.md). */
enum { TEAR_DENSE = 50 };

/* Torn unknowns up to which an initial system of states is torn by these, which takes time by their
   number; and up to which it is then dense where its residuals depend on many. It is solved once.
 */
enum { TEAR_STATES = 500, TEAR_DENSE_STATES = 150 };

/* Growth of values in a block that costs too many digits. */
#define TEAR_MOST_GROWTH 1e5

/* So much larger than the torn unknowns the others become, each in a unit of its own size: part of
   the solution's digits that are lost. */
double tear_growth(const Tear *t);
/* Torn unknowns that each residual depends on; NULL: too few unknowns, or too many for each. */
const Csr *tear_pattern(const Tear *t);
void tear_bounded(Tear *t); /* tears again, with short chains of assignments; the pattern */

#endif
