/* SPDX-License-Identifier: MIT
   clock_hold.h — what clock_hold.c and clock_step.c share. */
#ifndef MDV_CLOCK_HOLD_H
#define MDV_CLOCK_HOLD_H

#include "compiler/clocks/clocks.h"

typedef struct Hold {
	Dae *d;             /* the model */
	ExprPool *p;        /* its expressions */
	Arena *scratch;     /* holds all below */
	Diag *diag;         /* what is wrong */
	Uses uses;          /* finds variables */
	Affine affine;      /* solves */
	int32_t *clock;     /* by equation: its clock; -1: none */
	int32_t *state_of;  /* by variable: 1 + the clock of a state; 0: it is none of a clock */
	size_t n_eqs;       /* equations before any were added here */
	const Expr **value; /* by equation: what its variable is at a tick */
} Hold;

/* What stands for the variable after aliases have gone. */
const Expr *clock_hold_ref(Hold *h, VarId v);
/* The variable, a new one or a state, is `value` at ticks of the clock, and held between them. */
void clock_hold_add(Hold *h, VarId v, const Expr *value, int32_t clock);

/* clock_step.c — states from tick to tick, by the methods of MLS 16.8.2; gives their equations */

void clock_step_states(Hold *h, const Match *match);

#endif
