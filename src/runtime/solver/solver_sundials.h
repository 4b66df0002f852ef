/* SPDX-License-Identifier: MIT
   solver_sundials.h — what solver_cvode.c and solver_ida.c share: vectors, matrix, linear solver,
   captured messages. Included by these and solver_sundials.c only. The differences between
   SUNDIALS 6 and 7 are here and nowhere else. */
#ifndef MDV_SOLVER_SUNDIALS_H
#define MDV_SOLVER_SUNDIALS_H

#include "runtime/solver/solver.h"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_config.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

/* From 7 on messages go through the context, not through each integrator. */
#if SUNDIALS_VERSION_MAJOR >= 7
#define SUNDIALS_NO_COMM        SUN_COMM_NULL
#define SUNDIALS_LISTEN(set, s) 0
#define SUNDIALS_LISTEN_ALL(context, s)     \
	(SUNContext_ClearErrHandlers(context) | \
	 SUNContext_PushErrHandler((context), sundials_listen, (s)))
#define SUNDIALS_LISTENER                                                                \
	int line, const char *function, const char *file, const char *text, SUNErrCode code, \
		void *solver, SUNContext context
#define SUNDIALS_LISTENER_UNUSED (void)line, (void)file, (void)code, (void)context
typedef sunbooleantype SundialsBool;
#else
#define SUNDIALS_NO_COMM                NULL
#define SUNDIALS_LISTEN(set, s)         set((s)->mem, sundials_listen, (s))
#define SUNDIALS_LISTEN_ALL(context, s) 0
#define SUNDIALS_LISTENER \
	int code, const char *module, const char *function, char *text, void *solver
#define SUNDIALS_LISTENER_UNUSED (void)code, (void)module
typedef booleantype SundialsBool;
#endif

#define SUNDIALS_MAX_ORDER 5
#define SUNDIALS_MAX_ITER  4
#define SUNDIALS_MAX_FAILS 20

/* CVodeGetDky, IDAGetDky */
typedef int (*SundialsDky)(void *mem, double t, int k, N_Vector x);

/* What a dense output was made of, taken down instead of computed. */
typedef struct SundialsSum {
	int n;                                 /* terms */
	double weight[SOLVER_MOST_TERMS];      /* of each */
	const double *term[SOLVER_MOST_TERMS]; /* vectors of the integrator */
} SundialsSum;

/* The part of a solver that SUNDIALS' integrators have in common. */
typedef struct Sundials {
	Solver solver;          /* first: a Solver is cast to this */
	Foreign memory;         /* of all objects below */
	SUNContext context;     /* the same */
	void *mem;              /* the integrator */
	N_Vector x;             /* stands for x_new */
	N_Vector dense;         /* stands for the caller's array in a dense output */
	N_Vector sum;           /* takes down a dense output; its content is `terms` */
	SundialsSum terms;      /* what it has taken down */
	SUNMatrix matrix;       /* of Newton's iteration; NULL: there is none */
	SUNLinearSolver linear; /* dense or KLU */
	SolverJac jac;          /* df/dx, from which the matrix is made */
	int64_t *start;         /* n + 1: columns of the sparse matrix, diagonal included */
	int64_t *row;           /* its rows */
	int64_t *place;         /* where each entry of jac is in the matrix */
	int64_t *diagonal;      /* n: where the diagonal is in the matrix */
	double *dx;             /* n: derivatives, for a sliver and the start of IDA */
	uint64_t n_failed;      /* failed attempts that the integrator had reported so far */
	bool fresh;             /* the integrator has yet to be started at x_old */
	bool sliver;            /* the tried step is too short for the integrator */
	char said[256];         /* last message of the integrator */
} Sundials;

/* solver_vector.c */

void sundials_plain_dense(SUNLinearSolver linear); /* factors and solves by plain loops */
void sundials_plain_vector(N_Vector x); /* it, and those cloned from it, compute by plain loops */

/* solver_sundials.c */

/* What may take memory runs here: body(s), or body(s, t_stop). */
MdvStatus sundials_make(Sundials *s, MdvStatus (*body)(Solver *s));
MdvStatus sundials_advance(Sundials *s, double t_stop, MdvStatus (*body)(Solver *s, double t_stop));
MdvStatus sundials_init(Sundials *s);        /* context and vectors */
MdvStatus sundials_init_linear(Sundials *s); /* matrix and linear solver */
/* All objects; drop: frees those that only this kind of solver has. */
void sundials_free(Sundials *s, void (*drop)(Sundials *s));
MdvStatus sundials_restart(Solver *solver);
/* Matrix = a * identity + b * jac. */
void sundials_fill(const Sundials *s, SUNMatrix matrix, double a, double b);
/* A status in SUNDIALS' terms: 0, 1 recoverable, -1 fatal. */
int sundials_flag(MdvStatus status);
int sundials_weights(N_Vector x, N_Vector weights, void *solver); /* 1 / tolerances */
void sundials_listen(SUNDIALS_LISTENER);                          /* keeps the message in solver */
/* Whether t_stop is so near that the integrators refuse; then take_sliver does the step. h is the
   integrator's step. */
bool sundials_is_sliver(const Sundials *s, double t_stop, double h);
MdvStatus sundials_take_sliver(Sundials *s, double t_stop);
void sundials_dense_sliver(const Sundials *s, double t, double x[]);
/* The dense output as polynomials, from where the integrator's own function `get` says at t[0] <
   t[1] of what terms it consists, x_0, x_1 … (backward: from the last to the first): each has the
   weight of the one before it times a factor that is linear in t. */
MdvStatus sundials_polynomial(Sundials *s, SundialsDky get, bool backward, SolverPolynomial *out);
/* The same where all factors are the same line, and 0 at the end of the step, from the last to the
   first: that line hardly ever changes from step to step. */
MdvStatus sundials_powers(Sundials *s, SundialsDky get, SolverPolynomial *out);
/* A time to aim at: t_stop, or a finite one if that is not. */
double sundials_aim(const Sundials *s, double t_stop);
void sundials_count(Sundials *s, long n_failed); /* attempts reported as failed since the start */

#endif
