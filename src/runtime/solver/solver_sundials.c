/* SPDX-License-Identifier: MIT
   solver_sundials.c — what the integrators of SUNDIALS share. The matrix of Newton's iteration is
   a * identity + b * jac for both: 1 and -gamma for CVODE, c_j and -1 for IDA. Its pattern is that
   of the Jacobian and the diagonal, so that it never changes and KLU analyses it once. */
#include "runtime/solver/solver_sundials.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define SLIVER_ULPS 400 /* twice what SUNDIALS takes for zero, and some */
#define ORDER_AMD   0   /* of KLU: minimum degree, as KLU itself would choose */

/* --- memory --- */

typedef struct Work {
	Sundials *s;                                    /* who works */
	double t_stop;                                  /* of a step */
	MdvStatus (*make)(Solver *s);                   /* what is done, */
	MdvStatus (*advance)(Solver *s, double t_stop); /* one of the two */
} Work;

static MdvStatus work(void *ctx)
{
	Work *w = ctx;

	return w->make ? w->make(&w->s->solver) : w->advance(&w->s->solver, w->t_stop);
}

MdvStatus sundials_make(Sundials *s, MdvStatus (*body)(Solver *s))
{
	foreign_init(&s->memory, s->solver.alloc);
	return foreign_run(&s->memory, work, &(Work){.s = s, .make = body});
}

MdvStatus sundials_advance(Sundials *s, double t_stop, MdvStatus (*body)(Solver *s, double t_stop))
{
	MdvStatus status =
		foreign_run(&s->memory, work, &(Work){.s = s, .t_stop = t_stop, .advance = body});

	return s->memory.lost ? solver_fail(&s->solver, MDV_NO_MEMORY, 0, "out of memory") : status;
}

/* Stands for the sum of vectors that makes a dense output: nothing is computed. */
static int take_down_sum(int n, double weight[], N_Vector term[], N_Vector x)
{
	SundialsSum *sum = x->content;

	sum->n = n <= SOLVER_MOST_TERMS ? n : 0;
	for (int k = 0; k < sum->n; k++) {
		sum->weight[k] = weight[k];
		sum->term[k] = N_VGetArrayPointer(term[k]);
	}
	return 0;
}

MdvStatus sundials_init(Sundials *s)
{
	Solver *b = &s->solver;

	s->dx = NEW_ARRAY(&b->memory, double, b->sys.n);
	if (!s->dx || SUNContext_Create(SUNDIALS_NO_COMM, &s->context) != 0)
		return MDV_NO_MEMORY;
	if (SUNDIALS_LISTEN_ALL(s->context, s) != 0)
		return MDV_NO_MEMORY;
	s->x = N_VMake_Serial(b->sys.n, b->x_new, s->context);
	s->dense = N_VMake_Serial(b->sys.n, b->x_old, s->context);
	s->sum = N_VNewEmpty(s->context);
	if (!s->x || !s->dense || !s->sum)
		return MDV_NO_MEMORY;
	sundials_plain_vector(s->x);
	sundials_plain_vector(s->dense);
	s->sum->content = &s->terms;
	s->sum->ops->nvlinearcombination = take_down_sum;
	return MDV_OK;
}

/* The pattern of the Jacobian with the diagonal added: each column's own entries in their order,
   then the diagonal if it was not among them. */
static MdvStatus init_pattern(Sundials *s)
{
	Solver *b = &s->solver;
	const int32_t *start = b->sys.col_start, *row = b->sys.row;
	int32_t n = b->sys.n;
	int64_t used = 0;

	s->start = NEW_ARRAY(&b->memory, int64_t, n + 1);
	s->row = NEW_ARRAY(&b->memory, int64_t, (size_t)start[n] + (size_t)n);
	s->place = NEW_ARRAY(&b->memory, int64_t, start[n]);
	s->diagonal = NEW_ARRAY(&b->memory, int64_t, n);
	if (!s->start || !s->row || !s->place || !s->diagonal)
		return MDV_NO_MEMORY;
	for (int32_t c = 0; c < n; c++) {
		s->diagonal[c] = -1;
		for (int32_t k = start[c]; k < start[c + 1]; k++) {
			if (row[k] == c)
				s->diagonal[c] = used;
			s->row[used] = row[k];
			s->place[k] = used++;
		}
		if (s->diagonal[c] < 0) {
			s->row[used] = c;
			s->diagonal[c] = used++;
		}
		s->start[c + 1] = used;
	}
	return MDV_OK;
}

/* SUNDIALS would have KLU analyse the pattern anew at each restart. */
static int keep_analysis(SUNLinearSolver linear)
{
	(void)linear;
	return 0;
}

/* Refactorization keeps the pivots of the first matrix. Where these fail, take new ones. */
static int set_up_klu(SUNLinearSolver linear, SUNMatrix matrix)
{
	int flag = SUNLinSolSetup_KLU(linear, matrix);

	if (flag <= 0)
		return flag;
	flag = SUNLinSol_KLUReInit(linear, matrix, SM_NNZ_S(matrix), SUNKLU_REINIT_PARTIAL);
	return flag ? flag : SUNLinSolSetup_KLU(linear, matrix);
}

static MdvStatus init_sparse(Sundials *s)
{
	int32_t n = s->solver.sys.n;
	MdvStatus status = init_pattern(s);

	if (status != MDV_OK)
		return status;
	s->matrix = SUNSparseMatrix(n, n, s->start[n], CSC_MAT, s->context);
	if (!s->matrix)
		return MDV_NO_MEMORY;
	s->linear = SUNLinSol_KLU(s->x, s->matrix, s->context);
	if (!s->linear || SUNLinSol_KLUSetOrdering(s->linear, ORDER_AMD) != 0)
		return MDV_NO_MEMORY;
	s->linear->ops->initialize = keep_analysis;
	s->linear->ops->setup = set_up_klu;
	return MDV_OK;
}

MdvStatus sundials_init_linear(Sundials *s)
{
	int32_t n = s->solver.sys.n;

	if (!solver_jac_init(&s->jac, &s->solver))
		return MDV_NO_MEMORY;
	if (s->solver.sys.col_start)
		return init_sparse(s);
	s->matrix = SUNDenseMatrix(n, n, s->context);
	if (!s->matrix)
		return MDV_NO_MEMORY;
	s->linear = SUNLinSol_Dense(s->x, s->matrix, s->context);
	if (!s->linear)
		return MDV_NO_MEMORY;
	sundials_plain_dense(s->linear);
	return MDV_OK;
}

static void drop_objects(Sundials *s)
{
	if (s->linear)
		SUNLinSolFree(s->linear);
	if (s->matrix)
		SUNMatDestroy(s->matrix);
	if (s->x)
		N_VDestroy(s->x);
	if (s->dense)
		N_VDestroy(s->dense);
	if (s->sum)
		N_VFreeEmpty(s->sum);
	if (s->context)
		SUNContext_Free(&s->context);
}

void sundials_free(Sundials *s, void (*drop)(Sundials *s))
{
	if (s->memory.lost)
		return;
	drop(s);
	drop_objects(s);
	foreign_release(&s->memory); /* what it forgot */
}

MdvStatus sundials_restart(Solver *solver)
{
	Sundials *s = (Sundials *)solver;

	s->fresh = true;
	s->sliver = false;
	s->said[0] = '\0';
	return MDV_OK;
}

static void fill_dense(const Sundials *s, double *to, double a, double b)
{
	size_t n = (size_t)s->solver.sys.n;

	for (size_t k = 0; k < s->jac.n_value; k++)
		to[k] = b * s->jac.value[k];
	for (size_t i = 0; i < n; i++)
		to[i * n + i] += a;
}

void sundials_fill(const Sundials *s, SUNMatrix matrix, double a, double b)
{
	int32_t n = s->solver.sys.n;
	double *to;

	if (!s->jac.col_start) {
		fill_dense(s, SM_DATA_D(matrix), a, b);
		return;
	}
	/* SUNDIALS clears the pattern together with the values. */
	memcpy(SM_INDEXPTRS_S(matrix), s->start, ((size_t)n + 1) * sizeof *s->start);
	memcpy(SM_INDEXVALS_S(matrix), s->row, (size_t)s->start[n] * sizeof *s->row);
	to = SM_DATA_S(matrix);
	for (int32_t i = 0; i < n; i++)
		to[s->diagonal[i]] = 0.0;
	for (size_t k = 0; k < s->jac.n_value; k++)
		to[s->place[k]] = b * s->jac.value[k];
	for (int32_t i = 0; i < n; i++)
		to[s->diagonal[i]] += a;
}

int sundials_flag(MdvStatus status)
{
	return status == MDV_OK ? 0 : status == MDV_RETRY ? 1 : -1;
}

int sundials_weights(N_Vector x, N_Vector weights, void *solver)
{
	const Solver *s = solver;
	const double *at = N_VGetArrayPointer(x);
	double *w = N_VGetArrayPointer(weights);

	for (int32_t i = 0; i < s->sys.n; i++)
		w[i] = 1.0 / (s->share * solver_tolerance(s, i, fabs(at[i])));
	return 0;
}

void sundials_listen(SUNDIALS_LISTENER)
{
	Sundials *s = solver;

	SUNDIALS_LISTENER_UNUSED;
	snprintf(s->said, sizeof s->said, "%s: %s", function, text);
}

/* --- steps that are too short for the integrators --- */

bool sundials_is_sliver(const Sundials *s, double t_stop, double h)
{
	double t = s->solver.t_old, size = fmax(fabs(t), fabs(t_stop));

	if (!isfinite(t_stop))
		return false;
	return t_stop - t <= SLIVER_ULPS * DBL_EPSILON * (size + fabs(h));
}

/* One step of Euler's method: over so short a time it is exact. */
MdvStatus sundials_take_sliver(Sundials *s, double t_stop)
{
	Solver *b = &s->solver;
	double h = t_stop - b->t_old;

	if (solver_rhs(b, b->t_old, b->x_old, s->dx) != MDV_OK)
		return solver_fail_start(b, h);
	for (int32_t i = 0; i < b->sys.n; i++)
		b->x_new[i] = b->x_old[i] + h * s->dx[i];
	b->t_new = t_stop;
	b->stats.order = 1;
	s->fresh = s->sliver = true;
	return MDV_OK;
}

void sundials_dense_sliver(const Sundials *s, double t, double x[])
{
	const Solver *b = &s->solver;

	for (int32_t i = 0; i < b->sys.n; i++)
		x[i] = b->x_old[i] + (t - b->t_old) * s->dx[i];
}

/* --- the dense output as polynomials --- */

/* to = from, of degree k, times the line from a to b: Bernstein coefficients. */
static void multiply_line(double to[], const double from[], int k, double a, double b)
{
	for (int i = 0; i <= k + 1; i++) {
		double part = (double)i / (k + 1);

		to[i] = (i <= k ? (1 - part) * a * from[i] : 0) + (i > 0 ? part * b * from[i - 1] : 0);
	}
}

/* Bernstein coefficients of products: the j-th is that of the lines before j, raised to the degree
   of all. line[j]: at both ends of the step. */
static void products_of_lines(SolverPolynomial *out, int n, double line[][2])
{
	double power[SOLVER_MOST_TERMS + 1] = {1}, work[SOLVER_MOST_TERMS + 1];

	out->degree = n - 1;
	out->n_terms = n;
	for (int j = 0; j < n; j++) {
		double *to = out->weight[j];

		if (j > 0) {
			multiply_line(work, power, j - 1, line[j][0], line[j][1]);
			memcpy(power, work, sizeof power);
		}
		memcpy(to, power, ((size_t)j + 1) * sizeof *to);
		for (int k = j; k < n - 1; k++) { /* the same by a higher degree */
			multiply_line(work, to, k, 1, 1);
			memcpy(to, work, ((size_t)k + 2) * sizeof *to);
		}
	}
	solver_see_weights(out, 0);
}

static void take_terms(const Sundials *s, bool backward, SolverPolynomial *out)
{
	int n = s->terms.n;

	for (int j = 0; j < n; j++)
		out->term[j] = s->terms.term[backward ? n - 1 - j : j];
}

MdvStatus sundials_polynomial(Sundials *s, SundialsDky get, bool backward, SolverPolynomial *out)
{
	double t = s->solver.t_old, h = s->solver.t_new - t, at[2][SOLVER_MOST_TERMS];
	double line[SOLVER_MOST_TERMS][2];
	int n = 0;

	/* At the ends themselves factors are zero. */
	for (int k = 0; k < 2; k++) {
		if (get(s->mem, t + (k + 1) * h / 3, 0, s->sum) != 0 || s->terms.n == 0)
			return MDV_FAILED;
		n = s->terms.n;
		for (int j = 0; j < n; j++)
			at[k][j] = s->terms.weight[backward ? n - 1 - j : j];
	}
	for (int j = 1; j < n; j++) {
		double first = at[0][j] / at[0][j - 1], second = at[1][j] / at[1][j - 1];

		line[j][0] = 2 * first - second;
		line[j][1] = 2 * second - first;
	}
	products_of_lines(out, n, line);
	take_terms(s, backward, out);
	return MDV_OK;
}

/* (a (1 - u))^j: the coefficients of one power follow from those of the one before. */
static void powers_of_line(SolverPolynomial *out, int n, double a)
{
	out->degree = n - 1;
	out->n_terms = n;
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < n; i++)
			out->weight[j][i] =
				j == 0 ? 1 : out->weight[j - 1][i] * a * (n - i > j ? n - i - j : 0) / (n - j);
	}
	solver_see_weights(out, a);
}

MdvStatus sundials_powers(Sundials *s, SundialsDky get, SolverPolynomial *out)
{
	double h = s->solver.t_new - s->solver.t_old, a;
	int n;

	if (get(s->mem, s->solver.t_old + 0.5 * h, 0, s->sum) != 0 || s->terms.n == 0)
		return MDV_FAILED;
	n = s->terms.n;
	a = n > 1 ? 2 * s->terms.weight[n - 2] : -1;
	if (fabs(a + 1) <= 4 * DBL_EPSILON)
		a = -1; /* as it mostly is */
	if (out->n_terms != n || out->line != a)
		powers_of_line(out, n, a);
	take_terms(s, true, out);
	return MDV_OK;
}

double sundials_aim(const Sundials *s, double t_stop)
{
	double t = s->solver.t_old;

	return isfinite(t_stop) ? t_stop : t + 1000 * fmax(1.0, fabs(t));
}

void sundials_count(Sundials *s, long n_failed)
{
	s->solver.stats.rejected += (uint64_t)n_failed - s->n_failed;
	s->n_failed = (uint64_t)n_failed;
}
