/* SPDX-License-Identifier: MIT
   solver_rk45.c — the explicit Runge-Kutta pair of Dormand and Prince (1980), order 5 with an error
   estimate of order 4, its last stage the first of the next step. Step sizes by a PI controller
   (Gustafsson), dense output of order 4 (Shampine), first step and stiffness test as in Hairer,
   Norsett and Wanner, Solving Ordinary Differential Equations I, II.4-II.6 and II IV.2. Six
   evaluations a step; a restart costs one. No allocation after init. */
#include "runtime/solver/solver.h"

#include <float.h>
#include <math.h>

#define STAGES      7
#define SAFETY      0.9
#define BETA        0.04                /* weight of the last step's error */
#define EXPONENT    (0.2 - BETA * 0.75) /* of this step's error */
#define MOST_SHRINK 5.0                 /* a step is at most this much shorter than the last */
#define MOST_GROW   10.0                /* or longer */
#define RETRY_PART  0.25                /* of a step into where the model is not defined */
#define STIFF_LIMIT 3.25                /* step times eigenvalue at the border of stability */
#define STIFF_EVERY 16                  /* steps from test to test */

static const double c[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
static const double a[STAGES][STAGES - 1] = {
	{0},
	{1.0 / 5},
	{3.0 / 40, 9.0 / 40},
	{44.0 / 45, -56.0 / 15, 32.0 / 9},
	{19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
	{9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
	{35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};
static const double e[STAGES] = {/* order 5 minus order 4 */
								 71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
								 -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
static const double d[STAGES] = {/* of the last term of the dense output */
								 -12715105075.0 / 11282082432.0,  0,
								 87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
								 701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
								 69997945.0 / 29380423.0};

typedef struct Rk45 {
	Solver solver;     /* first */
	double *k[STAGES]; /* n each: derivatives at the stages; the last at t_new */
	double *work;      /* n: states of a stage; then the dense output's last term */
	double *error;     /* n: the error of the attempt */
	SolverGrid grid;   /* where steps of a fixed length end */
	double h_next;     /* length of the next step; 0: to be found */
	double error_old;  /* error of the last step, 1 is what is allowed */
	int n_stiff;       /* signs of stiffness */
	int n_calm;        /* tests without, since the last */
	bool known;        /* k[6] is the derivative at t_new */
	bool dense_ready;  /* work is the dense output's last term */
} Rk45;

static MdvStatus init(Solver *solver)
{
	Rk45 *s = (Rk45 *)solver;

	for (int i = 0; i < STAGES; i++) {
		s->k[i] = NEW_ARRAY(&solver->memory, double, solver->sys.n);
		if (!s->k[i])
			return MDV_NO_MEMORY;
	}
	s->work = NEW_ARRAY(&solver->memory, double, solver->sys.n);
	s->error = NEW_ARRAY(&solver->memory, double, solver->sys.n);
	return s->work && s->error ? MDV_OK : MDV_NO_MEMORY;
}

/* The step size of before the event is a good guess for after it. */
static MdvStatus restart(Solver *solver)
{
	Rk45 *s = (Rk45 *)solver;

	s->known = false;
	s->error_old = 1e-4;
	s->n_stiff = s->n_calm = 0;
	if (solver->options.first_step > 0)
		s->h_next = solver->options.first_step;
	return MDV_OK;
}

/* to = x + h * (the first m stages, weighted); x NULL: without x. m is a constant where this is
   called, so that the inner loop goes away. */
static inline void combine(const Rk45 *s, double *restrict to, const double *restrict x, double h,
						   const double *restrict weight, const int m)
{
	for (int32_t i = 0; i < s->solver.sys.n; i++) {
		double sum = weight[0] * s->k[0][i];

		for (int j = 1; j < m; j++)
			sum += weight[j] * s->k[j][i];
		to[i] = x ? x[i] + h * sum : h * sum;
	}
}

/* --- where to start --- */

static MdvStatus start(Rk45 *s)
{
	Solver *b = &s->solver;
	double *k = s->k[0];

	s->dense_ready = false;
	s->k[0] = s->k[STAGES - 1];
	s->k[STAGES - 1] = k;
	return s->known ? MDV_OK : solver_rhs(b, b->t_old, b->x_old, s->k[0]);
}

/* --- one attempt --- */

static MdvStatus stages(Rk45 *s, double t, double h)
{
	Solver *b = &s->solver;
	double t0 = b->t_old;
	MdvStatus status;

	combine(s, s->work, b->x_old, h, a[1], 1);
	if ((status = solver_rhs(b, t0 + c[1] * h, s->work, s->k[1])) != MDV_OK)
		return status;
	combine(s, s->work, b->x_old, h, a[2], 2);
	if ((status = solver_rhs(b, t0 + c[2] * h, s->work, s->k[2])) != MDV_OK)
		return status;
	combine(s, s->work, b->x_old, h, a[3], 3);
	if ((status = solver_rhs(b, t0 + c[3] * h, s->work, s->k[3])) != MDV_OK)
		return status;
	combine(s, s->work, b->x_old, h, a[4], 4);
	if ((status = solver_rhs(b, t0 + c[4] * h, s->work, s->k[4])) != MDV_OK)
		return status;
	combine(s, s->work, b->x_old, h, a[5], 5);
	if ((status = solver_rhs(b, t, s->work, s->k[5])) != MDV_OK)
		return status;
	combine(s, b->x_new, b->x_old, h, a[6], 6);
	return solver_rhs(b, t, b->x_new, s->k[6]);
}

/* An estimate of h times the largest eigenvalue, from the two stages at the end of the step: work
   still has the states of the sixth (Hairer and Wanner, IV.2). */
static void test_stiffness(Rk45 *s, double h)
{
	const Solver *b = &s->solver;
	double up = 0, down = 0;

	if (b->stats.stiff || (s->n_stiff == 0 && b->stats.steps % STIFF_EVERY != 0))
		return;
	for (int32_t i = 0; i < b->sys.n; i++) {
		double weight = b->options.tol * fabs(b->x_new[i]) + b->atol[i];
		double dk = (s->k[6][i] - s->k[5][i]) / weight, dx = (b->x_new[i] - s->work[i]) / weight;

		up += dk * dk;
		down += dx * dx;
	}
	if (h * h * up > STIFF_LIMIT * STIFF_LIMIT * down) {
		s->n_calm = 0;
		s->solver.stats.stiff = ++s->n_stiff >= 15;
	} else if (++s->n_calm >= 6) {
		s->n_stiff = 0;
	}
}

/* The error of the attempt, 1 is what is allowed. */
static double error_of(Rk45 *s, double h)
{
	combine(s, s->error, NULL, h, e, STAGES);
	return solver_norm(&s->solver, s->error, s->solver.x_old, s->solver.x_new);
}

/* The next step size after success. A step that was cut to reach t_stop says little: then the
   length that was planned stays if it is longer. */
static void plan(Rk45 *s, double h, double error, bool rejected)
{
	double factor = pow(error, EXPONENT) / pow(s->error_old, BETA) / SAFETY;
	double h_new = h / fmax(1 / MOST_GROW, fmin(MOST_SHRINK, factor));

	if (rejected)
		s->h_next = fmin(h_new, h);
	else if (h < s->h_next)
		s->h_next = fmax(h_new, s->h_next);
	else
		s->h_next = h_new;
	s->error_old = fmax(error, 1e-4);
}

static MdvStatus give_up(Rk45 *s, MdvStatus status, double h)
{
	Solver *b = &s->solver;

	s->h_next = 0;
	if (status == MDV_OK)
		return solver_fail(b, MDV_STEP_TOO_SMALL, h, "the error stays too large");
	if (status == MDV_RETRY)
		return solver_fail(b, MDV_STEP_TOO_SMALL, h, "a shorter step did not help");
	return status;
}

/* Try from t_old to t, then shorter, until it succeeds. */
static MdvStatus attempt(Rk45 *s, double t_stop, double t)
{
	Solver *b = &s->solver;
	bool fixed = b->options.fixed_step > 0, rejected = false;

	for (;;) {
		double h = t - b->t_old, error = 0;
		MdvStatus status = stages(s, t, h);

		if (status == MDV_OK) {
			error = fixed ? 0 : error_of(s, h);
			if (error <= 1) {
				test_stiffness(s, h);
				plan(s, h, error, rejected);
				b->t_new = t;
				return MDV_OK;
			}
			s->h_next = h / fmin(MOST_SHRINK, pow(error, EXPONENT) / SAFETY);
		} else if (status == MDV_RETRY) {
			s->h_next = h * RETRY_PART;
		}
		if ((status != MDV_OK && status != MDV_RETRY) || solver_grid_vanishes(b, s->h_next))
			return give_up(s, status, h);
		b->stats.rejected++;
		rejected = true;
		t = solver_grid_end(b, s->h_next, t_stop);
	}
}

static MdvStatus step(Solver *solver, double t_stop)
{
	bool fixed = solver->options.fixed_step > 0;
	Rk45 *s = (Rk45 *)solver;
	MdvStatus status = start(s);
	double t;

	if (status == MDV_OK && !fixed && s->h_next == 0)
		status =
			solver_grid_first(solver, s->k[0], t_stop, (double *[]){s->work, s->k[1]}, &s->h_next);
	if (status != MDV_OK)
		return solver_fail_start(solver, s->h_next);
	t = fixed ? solver_grid_next(&s->grid, solver, t_stop)
			  : solver_grid_end(solver, s->h_next, t_stop);
	status = attempt(s, t_stop, t);
	s->known = status == MDV_OK;
	solver->stats.order = 5;
	return status;
}

/* --- dense output --- */

static void prepare_dense(Rk45 *s)
{
	if (!s->dense_ready)
		combine(s, s->work, NULL, s->solver.t_new - s->solver.t_old, d, STAGES);
	s->dense_ready = true;
}

static MdvStatus dense(Solver *solver, double t, double x[])
{
	double h = solver->t_new - solver->t_old, p = (t - solver->t_old) / h, q = 1 - p;
	const double *x0 = solver->x_old, *x1 = solver->x_new;
	Rk45 *s = (Rk45 *)solver;

	prepare_dense(s);
	for (int32_t i = 0; i < solver->sys.n; i++) {
		double diff = x1[i] - x0[i], r3 = h * s->k[0][i] - diff;
		double r4 = diff - h * s->k[6][i] - r3;

		x[i] = x0[i] + p * (diff + q * (r3 + p * (r4 + q * s->work[i])));
	}
	return MDV_OK;
}

/* What dense computes is, by the terms x_old, x_new, k[0], k[6] and work,
   q^2 (q + 3p), p^2 (p + 3q), h p q^2, -h p^2 q and p^2 q^2. */
static MdvStatus polynomial(Solver *solver, SolverPolynomial *out)
{
	Rk45 *s = (Rk45 *)solver;
	double h = solver->t_new - solver->t_old;
	const double *const term[] = {solver->x_old, solver->x_new, s->k[0], s->k[STAGES - 1], s->work};
	const double weight[][5] = {{1, 1, 0.5, 0, 0},
								{0, 0, 0.5, 1, 1},
								{0, h / 4, h / 6, 0, 0},
								{0, 0, -h / 6, -h / 4, 0},
								{0, 0, 1.0 / 6, 0, 0}};

	prepare_dense(s);
	out->degree = 4;
	out->n_terms = 5;
	for (int k = 0; k < 5; k++) {
		out->term[k] = term[k];
		for (int j = 0; j < 5; j++)
			out->weight[k][j] = weight[k][j];
	}
	solver_see_weights(out, 0);
	return MDV_OK;
}

const SolverOps solver_rk45 = {SOLVER_OPS("rk45", Rk45), .restart = restart};
