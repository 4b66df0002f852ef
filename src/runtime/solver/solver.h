/* SPDX-License-Identifier: MIT
   solver.h — the contents of solver/: integrators of dx/dt = f(t, x) behind one table of functions.
   A step is tried, looked into by its dense output, and then either committed by the next step or
   dropped by a restart at a point inside it. Knows nothing of events or DEVS. Nothing is printed:
   whatever goes wrong is a status and a message. */
#ifndef MDV_SOLVER_H
#define MDV_SOLVER_H

#include "base/base.h"
#include "modevs/options.h"

typedef struct Solver Solver;

/* What is integrated. The solver keeps a copy of the struct, not of what it points to. */
typedef struct OdeSystem {
	int32_t n; /* states; may be 0 */
	void *ctx; /* handed to the functions */
	/* Derivatives, called by every step. > 0: not defined at this point, a shorter step is tried
	   (but MDV_STOPPED ends the step); < 0: fatal, the step returns this status. */
	MdvStatus (*rhs)(void *ctx, double t, const double x[], double dx[]);
	/* The Jacobian df/dx, column by column: the entries of the pattern, or all n * n if there is
	   no pattern. Statuses as of rhs. NULL: by differences. */
	MdvStatus (*jac)(void *ctx, double t, const double x[], double value[]);
	const int32_t *col_start; /* n + 1 starts into row; NULL: the Jacobian is dense */
	const int32_t *row;       /* rows of the entries of each column, each once, in any order */
	const double *nominal;    /* n sizes of the states, read at each restart; a size that is 0 or
								 not finite counts as 1; NULL: all are 1 */
} OdeSystem;

typedef struct SolverStats {
	uint64_t steps;    /* steps tried with success */
	uint64_t rejected; /* attempts given up: too large an error, no convergence, or not defined */
	uint64_t rhs;      /* evaluations of rhs, those for differences included */
	uint64_t retries;  /* of these, the ones that gave no finite derivatives */
	uint64_t jac;      /* Jacobians, exact or by differences */
	uint64_t restarts; /* calls of solver_restart */
	double last_step;  /* length of the last step */
	int order;         /* order of the last step */
	bool stiff;        /* rk45: stability, not accuracy, limits the steps */
} SolverStats;

/* Where and why it went wrong; the text is solver_message's. */
typedef struct SolverFailure {
	MdvStatus status; /* MDV_OK: nothing went wrong since the last restart */
	double t;         /* end of the last good step */
	double h;         /* step tried when the solver gave up; 0: not a matter of the step */
	double t_bad;     /* where rhs or jac was last not defined; NAN: it always was; one that is
						 behind t has nothing to do with the failure */
	int32_t i_bad;    /* the state or derivative that was not finite there; -1: none */
} SolverFailure;

enum { SOLVER_MOST_DEGREE = 12, SOLVER_MOST_TERMS = SOLVER_MOST_DEGREE + 1 };

/* The dense output of a step as polynomials of s = (t - t_old) / (t_new - t_old): state i is the
   sum of term[k][i] times a polynomial, which is given by its Bernstein coefficients. One that is
   used for many steps begins as zeros. */
typedef struct SolverPolynomial {
	int degree;                            /* of all */
	int n_terms;                           /* how many */
	const double *term[SOLVER_MOST_TERMS]; /* n each; they are the solver's, until the next call */
	double weight[SOLVER_MOST_TERMS][SOLVER_MOST_DEGREE + 1]; /* degree + 1 coefficients of each */
	double largest[SOLVER_MOST_TERMS];                        /* of these, by magnitude */
	double line; /* they are powers of a line that goes from here to 0; 0: they are not */
} SolverPolynomial;

/* solver.c — what every solver has; the entry points */

typedef struct SolverOps {
	const char *name;    /* as on the command line */
	size_t size;         /* of the solver's own struct, which begins with a Solver */
	bool fixed_only;     /* needs MdvOptions.fixed_step */
	bool variable;       /* chooses its steps: fixed_step is not allowed */
	const char *refusal; /* why it integrates no equations; NULL: it does */
	/* Called once, with the Solver filled in: get all memory. On failure free is called, too. */
	MdvStatus (*init)(Solver *s);
	/* x_new at t_new is a new start: forget the steps before. */
	MdvStatus (*restart)(Solver *s);
	/* From x_old at t_old: set t_new (at most t_stop, which is later than t_old) and x_new. On
	   failure call solver_fail and return its status; a verdict of the model needs no words. */
	MdvStatus (*step)(Solver *s, double t_stop);
	/* The states at t_old < t < t_new of the last step. */
	MdvStatus (*dense)(Solver *s, double t, double x[]);
	/* The same, all at once. */
	MdvStatus (*polynomial)(Solver *s, SolverPolynomial *out);
	/* The next step takes a new Jacobian; NULL: it always does, or needs none. */
	void (*renew)(Solver *s);
	void (*free)(Solver *s); /* free what init got from elsewhere than s->memory; may be NULL */
} SolverOps;

/* What all tables have, in a file with functions of these names. */
#define SOLVER_OPS(label, Type)                                                      \
	.name = label, .size = sizeof(Type), .init = init, .step = step, .dense = dense, \
	.polynomial = polynomial

/* solver_cvode, solver_rk45 …: one for each in the list of options.h. */
#define SOLVER_EXTERN(constant, value, name) extern const SolverOps solver_##name;
#define SOLVER_NOTHING(name)
MDV_SOLVERS(SOLVER_EXTERN, SOLVER_NOTHING)
#undef SOLVER_EXTERN

struct Solver {
	const SolverOps *ops;  /* what kind it is */
	OdeSystem sys;         /* what is integrated */
	MdvOptions options;    /* with a tolerance */
	const MdvAlloc *alloc; /* where this struct and its memory come from */
	Arena memory;          /* all arrays; nothing is allocated after init */
	double t_old;          /* start of the tried step */
	double t_new;          /* its end; the same as t_old when there is none */
	double *x_old;         /* n: states at t_old */
	double *x_new;         /* n: states at t_new */
	double *atol;          /* n: absolute tolerances */
	double share;          /* of the tolerances: what a step may do now */
	int64_t n_cuts;        /* told by solver_cut */
	SolverStats stats;     /* counters */
	SolverFailure failure; /* what went wrong */
	MdvStatus verdict;     /* the model's own fatal status in this step, or MDV_OK */
	const char *bad_what;  /* what was not finite at t_bad; NULL: the model refused */
	int n_stalled;         /* steps in a row that hardly moved */
	char message[320];     /* text of the failure, or "" */
};

/* Of the options it reads tol (a state's absolute one is tol * nominal), max_step, fixed_step and
   first_step; 0: 1e-6, no limit, steps that vary, found by the solver. euler must have a fixed
   step, cvode, adams and ida must not. MDV_BAD_ARGUMENT: an option is out of range, and *out is
   NULL; alloc NULL: the heap. A solver is used by one thread at a time. */
MdvStatus solver_new(const SolverOps *ops, const OdeSystem *sys, const MdvOptions *o,
					 const MdvAlloc *alloc, Solver **out);
void solver_free(Solver *s);                 /* NULL is allowed */
const SolverOps *solver_of(MdvSolver which); /* one of the list */

/* Start, or start again after an event; the tried step and the history before it are dropped. Also
   the way on after a failure. x may be solver_states(s). */
MdvStatus solver_restart(Solver *s, double t, const double x[]);
/* Restarts of the model's own, at crossings and kinks by which tried steps were cut, share the
   tolerances: n more, or, if negative, less than were told. */
void solver_cut(Solver *s, int n);
/* The derivatives have turned in the tried step: their Jacobian is another now. */
void solver_renew(Solver *s);
/* Commit the tried step and try the next, never past t_stop and landing exactly on it; t_stop may
   be infinite. Without states it goes to t_stop in one step, or in steps of the length that the
   options ask for. After a failure the step is empty, and only solver_restart leads on. */
MdvStatus solver_step(Solver *s, double t_stop, double *t);
/* The states at t in [t_old, t_new]; exactly those of the step at its ends. */
MdvStatus solver_dense(Solver *s, double t, double x[]);
/* The dense output of the tried step, which must not be empty, as polynomials. */
MdvStatus solver_polynomial(Solver *s, SolverPolynomial *out);
void solver_ends(const Solver *s, double *t_old, double *t_new);
const double *solver_states(const Solver *s); /* at t_new, until the next call */
const SolverStats *solver_stats(const Solver *s);
const SolverFailure *solver_failure(const Solver *s);
const char *solver_message(const Solver *s); /* of the failure; "" when there is none */

/* For the solvers: the line from x_old on, with the derivatives dx. */
void solver_line(const Solver *s, const double dx[], SolverPolynomial *out);
/* Sets what follows from the weights; line: as there. */
void solver_see_weights(SolverPolynomial *p, double line);
/* Evaluate and check. 0, MDV_RETRY, or a verdict (which is kept in s). */
MdvStatus solver_rhs(Solver *s, double t, const double x[], double dx[]);
MdvStatus solver_judge(Solver *s, MdvStatus status, double t);
/* Give up with this status and the words; the message gets time, step and last refusal. */
MdvStatus solver_fail(Solver *s, MdvStatus status, double h, const char *format, ...)
	PRINTF_LIKE(4, 5);
MdvStatus solver_fail_start(Solver *s, double h); /* rhs is not defined where the step starts */
bool solver_finite(const double x[], size_t n);   /* neither NaN nor infinity among them */
/* What state i of this size may be wrong by. */
static inline double solver_tolerance(const Solver *s, int32_t i, double size)
{
	return s->options.tol * size + s->atol[i];
}

double solver_norm(const Solver *s, const double e[], const double x[], const double y[]);

/* solver_grid.c — steps of a fixed length */

typedef struct SolverGrid {
	double base;   /* time of the first point */
	double k;      /* points passed since */
	double t_last; /* the last point; a step from elsewhere starts a new grid */
} SolverGrid;

/* The next point after t_old, or t_stop if that is not later: base + k * h, so that rounding does
   not add up. Almost a whole step to t_stop is stretched to reach it. */
double solver_grid_next(SolverGrid *g, const Solver *s, double t_stop);
/* Whether a step of length h from t_old does not move time enough to go on. */
bool solver_grid_vanishes(const Solver *s, double h);
/* The end of a step that is to be h long: not behind t_stop, and not a little before it. */
double solver_grid_end(const Solver *s, double h, double t_stop);
/* A first step from t_old, where the derivatives are dx, from the sizes of x, its first and its
   second derivative; x and dx_new: scratch. Statuses as of solver_rhs; *h is set if it is MDV_OK.
 */
MdvStatus solver_grid_first(Solver *s, const double dx[], double t_stop, double *work[2],
							double *h);

/* solver_jac.c — Jacobians: exact, or by differences of columns that share no row */

typedef struct SolverJac {
	const int32_t *col_start; /* n + 1 starts into row and value; NULL: dense */
	const int32_t *row;       /* rows of the entries */
	double *value;            /* the entries, column by column */
	size_t n_value;           /* how many */
	int32_t n_colours;        /* groups of columns that are varied together */
	int32_t *colour_start;    /* n_colours + 1 starts into col */
	int32_t *col;             /* the columns of each colour */
	double *x;                /* n: varied states */
	double *dx;               /* n: their derivatives */
	double *inc;              /* n: how far each state is varied */
} SolverJac;

bool solver_jac_init(SolverJac *j, Solver *s); /* false: no memory */
/* Evaluate at t, x, where the derivatives are fx; statuses as of solver_rhs. */
MdvStatus solver_jac_eval(SolverJac *j, Solver *s, double t, const double x[], const double fx[]);

#endif
