/* SPDX-License-Identifier: MIT
   solver_radau.c — the implicit Runge-Kutta method Radau IIA of three stages, order 5: for stiff
   systems, remembers no steps. Hairer and Wanner, Solving Ordinary Differential Equations II, IV.8:
   simplified Newton's iteration on transformed stages, an error estimate of order 3, predictive
   control of step sizes. The dense output is the collocation polynomial, of degree 3: the estimate
   is held to the tolerance as it is, so that what is inside of a step keeps it, too. A restart
   costs an evaluation, a Jacobian and its factors. No allocation after init but that of sparse
   factors. */
#include "runtime/solver/solver_radau.h"

#include <float.h>
#include <math.h>

enum { STAGES = 3, MOST_ITER = 7 };

#define SAFETY      0.9
#define MOST_SHRINK 5.0   /* a step is at most this much shorter than the last */
#define MOST_GROW   8.0   /* or longer */
#define KEEP_GROW   1.2   /* what would grow less stays as it is, with its factors */
#define FAST        0.001 /* rate of convergence up to which a Jacobian is kept */
#define SLOW        0.99  /* from which on there is none */
#define RETRY_PART  0.25  /* of a step into where the model is not defined */
#define ITERATED    0.03  /* of what is allowed: iterations leave so much */
#define INNER       0.861 /* where p (p - c1) (p - c2) (p - 1) is largest */
#define SAME_LENGTH 1e-9  /* part of a step by which the one of the factors may differ */

/* The points of the stages, (4 -+ sqrt 6) / 10 and 1. */
static const double c[STAGES] = {0.15505102572168219018, 0.64494897427831780982, 1};
/* Eigenvalues of the inverse of the method's matrix: one real, a pair. */
#define LAMBDA 3.6378342527444957322
#define ALPHA  2.6810828736277521339
#define BETA   3.0504301992474105694
/* Eigenvectors, and their inverse. */
static const double eigen[STAGES][STAGES] = {
	{9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02},
	{0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
	{0.96604818261509293619, 1, 0},
};
static const double inverse[STAGES][STAGES] = {
	{4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
	{-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
	{-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497},
};
/* Of the error estimate: -(13 +- 7 sqrt 6) / 3 and -1 / 3. */
static const double estimate[STAGES] = {-10.048809399827415562, 1.3821427331607488958, -1.0 / 3};

typedef struct Radau {
	Solver solver;            /* first */
	SolverJac jac;            /* df/dx */
	RadauMatrix real, pair;   /* the linear systems */
	Foreign memory;           /* of their factors */
	double *z[STAGES];        /* n each: states at the stages, less x_old; of the tried step */
	double *z_old[STAGES];    /* the same of the step before */
	double *w[STAGES];        /* the same of the iteration, transformed */
	double *f[STAGES];        /* derivatives at the stages */
	double *dx_old, *dx_new;  /* n: derivatives at t_old, t_new */
	double *x;                /* n: states of a stage, the error */
	double *r[2];             /* n, 2n: right-hand sides, corrections */
	double h_next;            /* length of the next step; 0: to be found */
	double h_old;             /* length of the step before; 0: there is none */
	double h_factors;         /* length that the factors are for; 0: there are none */
	double h_good, error_old; /* the last step, and its error; 0: none since the restart */
	double rate;              /* of convergence, of the last iteration */
	double faccon;            /* the rate by one less the rate */
	int n_iter;               /* of the last iteration */
	bool known;               /* dx_new is the derivative at t_new, z is of the step to there */
	bool has_jac, jac_here;   /* there is a Jacobian; it is that of x_old */
} Radau;

/* --- making --- */

static bool new_vector(Radau *s, double **out, size_t n)
{
	*out = NEW_ARRAY(&s->solver.memory, double, n);
	return *out != NULL;
}

static MdvStatus init(Solver *solver)
{
	Radau *s = (Radau *)solver;
	size_t n = (size_t)solver->sys.n;
	bool ok = new_vector(s, &s->dx_old, n) && new_vector(s, &s->dx_new, n) &&
			  new_vector(s, &s->x, n) && new_vector(s, &s->r[0], n) &&
			  new_vector(s, &s->r[1], 2 * n) && solver_jac_init(&s->jac, solver);

	foreign_init(&s->memory, solver->alloc);
	for (int i = 0; i < STAGES && ok; i++)
		ok = new_vector(s, &s->z[i], n) && new_vector(s, &s->z_old[i], n) &&
			 new_vector(s, &s->w[i], n) && new_vector(s, &s->f[i], n);
	ok = ok && radau_matrix_init(&s->real, 1, &s->jac, solver, &s->memory) &&
		 radau_matrix_init(&s->pair, 2, &s->jac, solver, &s->memory);
	return ok ? MDV_OK : MDV_NO_MEMORY;
}

static void free_radau(Solver *solver)
{
	Radau *s = (Radau *)solver;

	if (s->memory.alloc)
		foreign_release(&s->memory);
}

/* The step size of before the event is a good guess for after it. */
static MdvStatus restart(Solver *solver)
{
	Radau *s = (Radau *)solver;

	s->known = s->has_jac = s->jac_here = false;
	s->h_old = s->h_good = 0;
	s->faccon = 1;
	if (solver->options.first_step > 0)
		s->h_next = solver->options.first_step;
	return MDV_OK;
}

static void renew(Solver *solver)
{
	((Radau *)solver)->has_jac = false;
}

/* --- Newton's iteration --- */

/* The Jacobian and factors for a step of length h. */
static MdvStatus prepare(Radau *s, double h)
{
	Solver *b = &s->solver;

	if (!s->has_jac) {
		s->h_factors = 0;
		TRY(solver_jac_eval(&s->jac, b, b->t_old, b->x_old, s->dx_old));
		s->has_jac = s->jac_here = true;
	}
	if (s->h_factors > 0 && fabs(h - s->h_factors) <= SAME_LENGTH * h)
		return MDV_OK;
	s->h_factors = 0;
	TRY(radau_matrix_factor(&s->real, &s->jac, LAMBDA / h, 0));
	TRY(radau_matrix_factor(&s->pair, &s->jac, ALPHA / h, BETA / h));
	s->h_factors = h;
	return MDV_OK;
}

/* to = matrix * from, state by state. */
static void transform(const Radau *s, const double matrix[STAGES][STAGES],
					  double *const from[STAGES], double *const to[STAGES])
{
	for (int32_t i = 0; i < s->solver.sys.n; i++)
		for (int k = 0; k < STAGES; k++)
			to[k][i] =
				matrix[k][0] * from[0][i] + matrix[k][1] * from[1][i] + matrix[k][2] * from[2][i];
}

/* Lagrange's polynomials of the points 0, c1, c2, 1 at p, without the first. */
static void lagrange(double p, double out[STAGES])
{
	out[0] = p * (p - c[1]) * (p - 1) / (c[0] * (c[0] - c[1]) * (c[0] - 1));
	out[1] = p * (p - c[0]) * (p - 1) / (c[1] * (c[1] - c[0]) * (c[1] - 1));
	out[2] = p * (p - c[0]) * (p - c[1]) / ((1 - c[0]) * (1 - c[1]));
}

/* Their slopes. */
static void lagrange_slope(double p, double out[STAGES])
{
	double a = c[0], b = c[1];

	out[0] = (3 * p * p - 2 * p * (b + 1) + b) / (a * (a - b) * (a - 1));
	out[1] = (3 * p * p - 2 * p * (a + 1) + a) / (b * (b - a) * (b - 1));
	out[2] = (3 * p * p - 2 * p * (a + b) + a * b) / ((1 - a) * (1 - b));
}

/* The stages as the polynomial of the step before goes on. */
static void guess(Radau *s, double h)
{
	for (int k = 0; k < STAGES; k++) {
		double part[STAGES] = {0};

		if (s->h_old > 0) {
			lagrange(1 + c[k] * h / s->h_old, part);
			part[2] -= 1; /* they are counted from the end */
		}
		for (int32_t i = 0; i < s->solver.sys.n; i++)
			s->z[k][i] =
				part[0] * s->z_old[0][i] + part[1] * s->z_old[1][i] + part[2] * s->z_old[2][i];
	}
	transform(s, inverse, s->z, s->w);
}

static MdvStatus evaluate_stages(Radau *s, double t, double h)
{
	Solver *b = &s->solver;

	for (int k = 0; k < STAGES; k++) {
		for (int32_t i = 0; i < b->sys.n; i++)
			s->x[i] = b->x_old[i] + s->z[k][i];
		TRY(solver_rhs(b, k == STAGES - 1 ? t : b->t_old + c[k] * h, s->x, s->f[k]));
	}
	return MDV_OK;
}

/* One correction of w; gives its size, 1 is what is allowed. */
static double correct(Radau *s, double h)
{
	Solver *b = &s->solver;
	int32_t n = b->sys.n;
	double *r0 = s->r[0], *r1 = s->r[1], *r2 = s->r[1] + n, size[STAGES];
	double *const to[STAGES] = {r0, r1, r2};

	transform(s, inverse, s->f, to);
	for (int32_t i = 0; i < n; i++) {
		double w0 = s->w[0][i], w1 = s->w[1][i], w2 = s->w[2][i];

		r0[i] -= LAMBDA / h * w0;
		r1[i] -= ALPHA / h * w1 - BETA / h * w2;
		r2[i] -= ALPHA / h * w2 + BETA / h * w1;
	}
	radau_matrix_solve(&s->real, r0);
	radau_matrix_solve(&s->pair, r1);
	for (int k = 0; k < STAGES; k++) {
		size[k] = solver_norm(b, to[k], b->x_old, b->x_old);
		for (int32_t i = 0; i < n; i++)
			s->w[k][i] += to[k][i];
	}
	transform(s, eigen, s->w, s->z);
	return sqrt((size[0] * size[0] + size[1] * size[1] + size[2] * size[2]) / STAGES);
}

/* What is left of the step length if iterations go on so, 1: they will do. */
static double foresee(const Radau *s, double size, double limit)
{
	int left = MOST_ITER - 1 - s->n_iter;
	double rest;

	if (s->rate >= SLOW)
		return 0.5;
	rest = s->faccon * size * pow(s->rate, left) / limit;
	return rest < 1 ? 1 : 0.8 * pow(fmax(1e-4, fmin(20, rest)), -1.0 / (4 + left));
}

/* MDV_RETRY: not with this length; *part is that of it to be tried. */
static MdvStatus iterate(Radau *s, double t, double h, double *part)
{
	double tol = s->solver.options.tol, least = 10 * DBL_EPSILON / tol; /* roundings */
	double limit = fmax(least, ITERATED), size_old = 0, ratio_old = 0;

	guess(s, h);
	s->faccon = pow(fmax(s->faccon, DBL_EPSILON), 0.8);
	s->rate = FAST;
	for (s->n_iter = 1; s->n_iter <= MOST_ITER; s->n_iter++) {
		MdvStatus status = evaluate_stages(s, t, h);
		double size, ratio;

		*part = RETRY_PART;
		if (status != MDV_OK)
			return status;
		size = correct(s, h);
		if (size <= least)
			return MDV_OK;
		if (s->n_iter > 1 && s->n_iter < MOST_ITER) {
			ratio = size / size_old;
			s->rate = s->n_iter == 2 ? ratio : sqrt(ratio * ratio_old);
			ratio_old = ratio;
			s->faccon = s->rate < SLOW ? s->rate / (1 - s->rate) : s->faccon;
			*part = foresee(s, size, limit);
			if (!(*part == 1))
				return MDV_RETRY;
		}
		size_old = fmax(size, DBL_EPSILON);
		if (s->faccon * size <= limit)
			return MDV_OK;
	}
	*part = 0.5;
	return MDV_RETRY;
}

/* --- one step --- */

/* The error at the end of the attempt, 1 is what is allowed. Hairer and Wanner estimate it a second
   time where a step begins, and forgive stiff components that are not at rest there yet: they are
   at its end. Inside of it the dense output would show them wrong, so that is not done. */
static double error_of(Radau *s, double h)
{
	Solver *b = &s->solver;

	for (int32_t i = 0; i < b->sys.n; i++) {
		double sum = estimate[0] * s->z[0][i] + estimate[1] * s->z[1][i] + estimate[2] * s->z[2][i];

		s->x[i] = s->dx_old[i] + sum / h;
	}
	radau_matrix_solve(&s->real, s->x);
	return fmax(solver_norm(b, s->x, b->x_old, b->x_new), 1e-10);
}

/* Stiff components that follow others are right at the stages whatever the step, and the estimate
   above says nothing of them: where the polynomial is farthest from the stages, its defect does,
   divided by what damps them. */
static MdvStatus inner_error(Radau *s, double h, double *error)
{
	Solver *b = &s->solver;
	double part[STAGES], slope[STAGES];
	MdvStatus status;

	lagrange(INNER, part);
	lagrange_slope(INNER, slope);
	for (int32_t i = 0; i < b->sys.n; i++)
		s->x[i] = b->x_old[i] + part[0] * s->z[0][i] + part[1] * s->z[1][i] + part[2] * s->z[2][i];
	status = solver_rhs(b, b->t_old + INNER * h, s->x, s->f[0]);
	if (status != MDV_OK)
		return status;
	for (int32_t i = 0; i < b->sys.n; i++) {
		double sum = slope[0] * s->z[0][i] + slope[1] * s->z[1][i] + slope[2] * s->z[2][i];

		s->x[i] = s->f[0][i] - sum / h;
	}
	radau_matrix_solve(&s->real, s->x);
	*error = fmax(*error, solver_norm(b, s->x, b->x_old, b->x_new));
	return MDV_OK;
}

/* All of an attempt from t_old to t. */
static MdvStatus try_step(Radau *s, double t, double *error, double *part)
{
	Solver *b = &s->solver;
	double h = t - b->t_old;
	MdvStatus status = prepare(s, h);

	*error = 0;
	*part = 0.5;
	if (status == MDV_OK)
		status = iterate(s, t, h, part);
	if (status != MDV_OK)
		return status;
	for (int32_t i = 0; i < b->sys.n; i++)
		b->x_new[i] = b->x_old[i] + s->z[2][i];
	*error = error_of(s, h);
	*part = RETRY_PART;
	if (*error < 1)
		TRY(inner_error(s, h, error));
	return *error < 1 ? solver_rhs(b, t, b->x_new, s->dx_new) : MDV_OK;
}

/* How much shorter the next step should be, by the error and what the iteration took. */
static double shrink(const Radau *s, double error)
{
	double safety = SAFETY * (1 + 2 * MOST_ITER) / (s->n_iter + 2 * MOST_ITER);

	safety = fmin(SAFETY, safety);
	return fmax(1 / MOST_GROW, fmin(MOST_SHRINK, pow(error, 0.25) / safety));
}

/* The next step size after success. A step that was cut to reach t_stop says little: then the
   length that was planned stays if it is longer. */
static void plan(Radau *s, double h, double error, bool rejected)
{
	double by = shrink(s, error), h_new;

	if (s->h_good > 0) { /* Gustafsson */
		double told = s->h_good / h * pow(error * error / s->error_old, 0.25) / SAFETY;

		by = fmax(by, fmax(1 / MOST_GROW, fmin(MOST_SHRINK, told)));
	}
	h_new = h / by;
	if (rejected)
		s->h_next = fmin(h_new, h);
	else if (h < s->h_next * (1 - SAME_LENGTH))
		s->h_next = fmax(h_new, s->h_next);
	else if (s->rate > FAST || h_new < h || h_new > KEEP_GROW * h)
		s->h_next = h_new;
	s->h_good = h;
	s->error_old = fmax(error, 1e-2);
	if (s->rate > FAST)
		s->has_jac = false;
}

static MdvStatus give_up(Radau *s, MdvStatus status, double h, bool large)
{
	Solver *b = &s->solver;

	s->h_next = 0;
	if (status == MDV_OK || large)
		return solver_fail(b, MDV_STEP_TOO_SMALL, h, "the error stays too large");
	if (status == MDV_RETRY)
		return solver_fail(b, MDV_STEP_TOO_SMALL, h, "the iteration does not converge");
	return status == MDV_NO_MEMORY ? solver_fail(b, status, 0, "%s", mdv_status_text(status))
								   : status;
}

/* Try from t_old to t, then shorter, until it succeeds. */
static MdvStatus attempt(Radau *s, double t_stop, double t)
{
	Solver *b = &s->solver;
	bool rejected = false;

	for (;;) {
		double h = t - b->t_old, error, part;
		MdvStatus status = try_step(s, t, &error, &part);

		if (status == MDV_OK && error < 1) {
			plan(s, h, error, rejected);
			b->t_new = t;
			return MDV_OK;
		}
		if (status == MDV_OK)
			s->h_next = s->h_good == 0 ? 0.1 * h : h / shrink(s, error);
		else
			s->h_next = part * h;
		if ((status != MDV_OK && status != MDV_RETRY) || solver_grid_vanishes(b, s->h_next))
			return give_up(s, status, h, error >= 1);
		if (!s->jac_here) /* an old Jacobian may be the reason */
			s->has_jac = false;
		b->stats.rejected++;
		rejected = true;
		t = solver_grid_end(b, s->h_next, t_stop);
	}
}

/* What the last step ended with is what this one starts with. */
static MdvStatus start(Radau *s)
{
	Solver *b = &s->solver;
	double *dx = s->dx_old;

	s->dx_old = s->dx_new;
	s->dx_new = dx;
	s->jac_here = false;
	s->h_old = s->known ? s->h_good : 0;
	for (int k = 0; k < STAGES; k++) {
		double *z = s->z_old[k];

		s->z_old[k] = s->z[k];
		s->z[k] = z;
	}
	return s->known ? MDV_OK : solver_rhs(b, b->t_old, b->x_old, s->dx_old);
}

static MdvStatus step(Solver *solver, double t_stop)
{
	Radau *s = (Radau *)solver;
	MdvStatus status = start(s);

	if (status == MDV_OK && s->h_next == 0)
		status =
			solver_grid_first(solver, s->dx_old, t_stop, (double *[]){s->x, s->f[0]}, &s->h_next);
	if (status != MDV_OK)
		return solver_fail_start(solver, s->h_next);
	status = attempt(s, t_stop, solver_grid_end(solver, s->h_next, t_stop));
	s->known = status == MDV_OK;
	solver->stats.order = 5;
	return status;
}

/* --- dense output --- */

static MdvStatus dense(Solver *solver, double t, double x[])
{
	const Radau *s = (const Radau *)solver;
	const double *x0 = solver->x_old, *x1 = solver->x_new;
	double part[STAGES];

	lagrange((t - solver->t_old) / (solver->t_new - solver->t_old), part);
	for (int32_t i = 0; i < solver->sys.n; i++)
		x[i] = x0[i] + part[0] * s->z[0][i] + part[1] * s->z[1][i] + part[2] * (x1[i] - x0[i]);
	return MDV_OK;
}

/* The Bernstein coefficients of p (p - a) (p - b) / by. */
static void bernstein(double a, double b, double by, double out[4])
{
	double first = a * b / by, second = -(a + b) / by;

	out[0] = 0;
	out[1] = first / 3;
	out[2] = (2 * first + second) / 3;
	out[3] = (1 - a) * (1 - b) / by;
}

/* What dense computes, by the terms x_old, x_new and the first two stages. */
static MdvStatus polynomial(Solver *solver, SolverPolynomial *out)
{
	const Radau *s = (const Radau *)solver;
	const double *const term[] = {solver->x_old, solver->x_new, s->z[0], s->z[1]};

	out->degree = 3;
	out->n_terms = 4;
	for (int k = 0; k < 4; k++)
		out->term[k] = term[k];
	bernstein(c[0], c[1], (1 - c[0]) * (1 - c[1]), out->weight[1]);
	bernstein(c[1], 1, c[0] * (c[0] - c[1]) * (c[0] - 1), out->weight[2]);
	bernstein(c[0], 1, c[1] * (c[1] - c[0]) * (c[1] - 1), out->weight[3]);
	for (int j = 0; j < 4; j++)
		out->weight[0][j] = 1 - out->weight[1][j];
	solver_see_weights(out, 0);
	return MDV_OK;
}

const SolverOps solver_radau = {SOLVER_OPS("radau", Radau), .variable = true, .restart = restart,
								.renew = renew, .free = free_radau};
