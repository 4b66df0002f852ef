/* SPDX-License-Identifier: MIT
   solver_radau.h — what the files of the Radau method share. */
#ifndef MDV_SOLVER_RADAU_H
#define MDV_SOLVER_RADAU_H

#include "runtime/rt/dense.h"
#include "runtime/solver/solver.h"

/* solver_radau_linear.c — the matrices of Newton's iteration. The three stages are uncoupled by the
   eigenvectors of the method's matrix: one system for its real eigenvalue, one for the pair of
   complex ones, which here is a real system of twice the size,
	   a I - J    -b I
		 b I     a I - J  .
   Both have dense factors, or sparse ones if the Jacobian has a pattern. */

typedef struct RadauMatrix {
	int32_t copies;   /* blocks in a row: 1, or 2 of the pair */
	double *value;    /* entries, column by column */
	size_t n_value;   /* how many */
	int32_t *jac;     /* with a pattern: where the entries of J are, of each copy in turn */
	int32_t *diag;    /* the same of the diagonals */
	int32_t *off;     /* the same of the diagonals of the other blocks, below and above */
	DenseLu lu;       /* factors */
	const double *by; /* n: sizes of the states */
} RadauMatrix;

/* For n states, as j has them; false: no memory. */
bool radau_matrix_init(RadauMatrix *m, int32_t copies, const SolverJac *j, Solver *s,
					   Foreign *memory);
/* Factor a I - J, with b beside it. MDV_RETRY: it is singular. */
MdvStatus radau_matrix_factor(RadauMatrix *m, const SolverJac *j, double a, double b);
void radau_matrix_solve(const RadauMatrix *m, double x[]); /* x: copies * n */

#endif
