/* SPDX-License-Identifier: MIT
   tidy.h — the code of a function made shorter when all of it is there, before its registers are
   final. All of it is linear in the length of the code. */
#ifndef MDV_TIDY_H
#define MDV_TIDY_H

#include "compiler/lower/lower_fn.h"

/* tidy.c — all of it */

void tidy_code(FnBuild *b);

typedef struct Tidy {
	FnBuild *b;         /* the function */
	bool *target;       /* n + 1: something jumps there */
	bool *gone;         /* n: it is not needed */
	uint32_t n_scalars; /* of variables and temporaries; those behind them were elements */
} Tidy;

uint32_t *tidy_jump_of(IrInstr *i); /* where it says where it jumps to; NULL: it does not */

/* tidy_apart.c — arrays of which only single elements are used */

void tidy_apart(const Tidy *t);

/* tidy_moves.c — values that go where they are wanted at once */

void tidy_moves(const Tidy *t);

#endif
