/* SPDX-License-Identifier: MIT
   proof.h — the contents of proof/: bounds of crossing functions and assertions over parts of a
   step, and whether derivatives are smooth, from the model's MdvProof: states are intervals of the
   solver's dense output, time is an interval. What is bounded is what the dense output gives, not
   the solution that it approximates. All memory is taken by proof_open. */
#ifndef MDV_PROOF_H
#define MDV_PROOF_H

#include "base/base.h"
#include "ir/interval.h"
#include "modevs/model.h"
#include "runtime/solver/solver.h"

/* A value over the part of the step at hand; u runs from 0 to 1 over it. */
typedef struct ProofValue {
	Interval range;      /* all values */
	Interval centre;     /* at u = 1/2 */
	Interval slope;      /* of all secants: d/du, if it has one */
	uint32_t range_part; /* number of the part for which the range is known */
	uint32_t full_part;  /* for which all is known */
} ProofValue;

/* What is asked for: a crossing function, or whether an assertion fires. */
typedef struct ProofEnd {
	int32_t value;        /* which; -1: none */
	const int32_t *slice; /* n values that it needs, in order, itself the last; NULL: all before */
	int32_t n;            /* how many */
	const int8_t *place;  /* of an affine one: 2 n places of operands in the slice */
	bool affine;          /* linear in states and time */
	bool solved;          /* it depends on a block */
	bool constant;        /* it does not change inside of a step */
	bool certain;         /* it depends on nothing that is not known */
} ProofEnd;

/* A state of the model that something depends on. */
typedef struct ProofState {
	uint32_t step;                        /* number of the step for which `whole` is known */
	uint32_t part;                        /* of the part for which `here` is */
	double whole[SOLVER_MOST_DEGREE + 1]; /* Bernstein coefficients over the step */
	double here[SOLVER_MOST_DEGREE + 1];  /* over the part at hand */
} ProofState;

/* Work space of blocks, of the size of the largest. */
typedef struct ProofBlock {
	Interval *partial;         /* n_values: derivatives by one unknown, or by u */
	double *mid;               /* n * n: the middle of the Jacobian */
	double *inverses;          /* of all blocks, n * n each: nearly inverses of their Jacobians */
	double *inverse;           /* that of the block at hand; its first entry NAN: not known */
	Interval *jac;             /* n * n: the Jacobian by columns */
	Interval *r, *step, *rest; /* n: residuals; correction; n * n: 1 - inverse * jac */
	Interval *trial;           /* n: where the solution is looked for */
	Interval *image;           /* n: where it is */
	double *guess;             /* n: near it */
	double *last;              /* by unknown of all blocks: the last solution found */
} ProofBlock;

/* A value of the code of derivatives that may be rough, over a part of the step. */
typedef struct RoughValue {
	int32_t op;      /* of the IR; negative: the leaf -1 - op */
	int32_t a, b, c; /* operands among these values; of a leaf a is as in MdvProof */
	bool looked_at;  /* its operands are known, and it may be rough */
	bool rough;      /* something in it is */
	Interval range;  /* all its values */
} RoughValue;

typedef struct RoughRate {
	int32_t state; /* whose derivative it is */
	int32_t value; /* among the RoughValues */
} RoughRate;

/* Derivatives in which there is something that error control might step over, proof_rough.c. */
typedef struct ProofRough {
	RoughValue *value;  /* n */
	int32_t n;          /* values that the rates need */
	RoughRate *rate;    /* n_rates */
	int32_t n_rates;    /* derivatives that may be rough */
	int32_t *state;     /* n_states: states that they depend on */
	Interval *box;      /* n_states: nothing is rough while these are in here … */
	int32_t n_states;   /* how many */
	int32_t *box_of;    /* by state of the model: its box */
	Interval box_time;  /* … and time in here */
	bool box_holds;     /* that is so since the last event */
	double box_reach;   /* so many steps ahead a box is tried */
	const Interval *in; /* states are in these boxes, not in the part at hand; NULL: they are not */
} ProofRough;

typedef struct Proof {
	const MdvModel *m;      /* the model; NULL: there is nothing to be proved */
	const MdvProof *code;   /* its code for proofs */
	const double *frame;    /* where values are that keep still between events */
	const double *noise;    /* by state: slopes are those of so much; NULL: of the step */
	bool inputs_move;       /* inputs are given from outside at any time */
	ProofValue *value;      /* n_values */
	ProofState *state;      /* states of the model */
	ProofEnd *crossing;     /* n_crossings */
	ProofEnd *check;        /* n_actions */
	ProofBlock block;       /* work space */
	ProofRough rough;       /* derivatives */
	int32_t *block_first;   /* by block: where its unknowns are in block.last */
	int32_t *inverse_first; /* by block: where its inverse is in block.inverses */
	uint32_t step, part;    /* numbers, counted up */
	double t_old, t_new;    /* the step */
	double a, b;            /* the part: times */
	SolverPolynomial dense; /* the step's dense output */
} Proof;

/* proof.c — opening, steps, bounds */

/* false: no memory. A model without MdvProof leaves p->m NULL. */
bool proof_open(Proof *p, const MdvModel *m, const double frame[], Arena *memory);
/* Another step, or another value of something that is constant inside of it. */
MdvStatus proof_step(Proof *p, Solver *solver);
/* All values of an end between the times a <= b of the step. */
Interval proof_range(Proof *p, const ProofEnd *e, double a, double b);
/* The same, tighter, with the value in the middle and the slope over u. */
ProofValue proof_bound(Proof *p, const ProofEnd *e, double a, double b);
/* How much an end moves at t when each state moves by its `size`; 0: not known. */
double proof_noise(Proof *p, const ProofEnd *e, double t, const double size[]);

/* Bounds are of the times a <= b of the step from now on. */
void proof_part(Proof *p, double a, double b);

/* proof_rough.c — whether derivatives are smooth over a part of a step */

bool proof_rough_open(Proof *p, Arena *memory); /* false: no memory */
void proof_rough_forget(Proof *p);              /* an event has changed values */
/* Nothing is rough between the times a <= b of the step. Steps that follow each other are looked at
   together. */
bool proof_rough_is_calm(Proof *p, double a, double b);
/* How far derivatives in which something is rough move between these times, at most, in units of
   the states' weights; 0: nothing is rough. */
double proof_rough_level(Proof *p, double a, double b, const double weight[]);

/* proof_value.c — values of the part at hand, in the order of the code */

void proof_value_range(Proof *p, int32_t v);
void proof_value_full(Proof *p, int32_t v);
const double *proof_state_here(Proof *p, int32_t state);   /* coefficients over the part */
Interval proof_coefficients(const double c[], int degree); /* holds all of them */

/* proof_slice.c — what each end needs */

bool proof_slice(Proof *p, int32_t value, ProofEnd *e, Arena *memory); /* false: no memory */

/* proof_block.c — solved blocks, by Krawczyk's operator */

bool proof_block_open(Proof *p, Arena *memory); /* false: no memory */
/* Encloses the unknowns of a block over the part at hand; where that fails they are unknown. full:
   their values in the middle and their slopes, too. */
void proof_block_solve(Proof *p, int32_t block, bool full);

#endif
