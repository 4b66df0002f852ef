/* SPDX-License-Identifier: MIT
   solver_cvode.c — CVODE of SUNDIALS, one step at a time: BDF with Newton's iteration, or Adams
   with fixed-point iteration. The tried step lives in CVODE's memory, whose interpolation
   polynomial is the dense output. CVODE's own root finding is not used: it takes NaN for success.
 */
#include "runtime/solver/solver_sundials.h"

#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <math.h>

#define FIRST_PART 0.01 /* of the way to where the model refused, for a first step */

/* What Newton's iteration may leave, beside what error control allows its correction: order + 1
   tolerances. CVODE's 0.1 is half a tolerance in each step then, and more where it converged faster
   before: a temperature drifted away by 35 tolerances within 20 steps (ControlledTanks of
   Modelica.Fluid). This costs 3 % more evaluations, a third more in tiny models. */
#define LEFT_PART 0.003

typedef struct Cvode {
	Sundials common;                /* first */
	SUNNonlinearSolver fixed_point; /* of Adams; NULL: Newton's, which CVODE makes itself */
	bool renewed;                   /* the next step takes a new Jacobian */
} Cvode;

static int rhs(double t, N_Vector x, N_Vector dx, void *solver)
{
	return sundials_flag(solver_rhs(solver, t, N_VGetArrayPointer(x), N_VGetArrayPointer(dx)));
}

/* The matrix of Newton's iteration, I - gamma * df/dx; keep: with the df/dx of last time. */
static int linear_system(double t, N_Vector x, N_Vector dx, SUNMatrix matrix, SundialsBool keep,
						 SundialsBool *renewed, double gamma, void *solver, N_Vector tmp1,
						 N_Vector tmp2, N_Vector tmp3)
{
	Sundials *s = solver;

	(void)tmp1, (void)tmp2, (void)tmp3;
	*renewed = !keep;
	if (!keep) {
		MdvStatus status =
			solver_jac_eval(&s->jac, solver, t, N_VGetArrayPointer(x), N_VGetArrayPointer(dx));

		if (status != MDV_OK)
			return sundials_flag(status);
	}
	sundials_fill(s, matrix, 1.0, -gamma);
	return 0;
}

static bool is_adams(const Solver *s)
{
	return s->ops == &solver_adams;
}

/* Newton's iteration with its matrix, or fixed-point iteration. */
static MdvStatus init_iteration(Cvode *s)
{
	Sundials *c = &s->common;
	MdvStatus status;

	if (is_adams(&c->solver)) {
		s->fixed_point = SUNNonlinSol_FixedPoint(c->x, 0, c->context);
		if (!s->fixed_point || CVodeSetNonlinearSolver(c->mem, s->fixed_point) != CV_SUCCESS)
			return MDV_NO_MEMORY;
		return MDV_OK;
	}
	status = sundials_init_linear(c);
	if (status != MDV_OK)
		return status;
	if (CVodeSetLinearSolver(c->mem, c->linear, c->matrix) != CV_SUCCESS ||
		CVodeSetLinSysFn(c->mem, linear_system) != CV_SUCCESS ||
		CVodeSetNonlinConvCoef(c->mem, LEFT_PART) != CV_SUCCESS ||
		CVodeSetMaxOrd(c->mem, SUNDIALS_MAX_ORDER) != CV_SUCCESS)
		return MDV_NO_MEMORY;
	return MDV_OK;
}

/* Nothing here depends on the model: a refusal can only be want of memory. */
static bool set_options(Sundials *s)
{
	const MdvOptions *o = &s->solver.options;
	int bad = 0;

	bad |= CVodeSetUserData(s->mem, s);
	bad |= CVodeWFtolerances(s->mem, sundials_weights);
	bad |= CVodeSetMaxNumSteps(s->mem, -1);
	bad |= CVodeSetMaxHnilWarns(s->mem, -1);
	bad |= CVodeSetMaxErrTestFails(s->mem, SUNDIALS_MAX_FAILS);
	bad |= CVodeSetMaxConvFails(s->mem, SUNDIALS_MAX_FAILS);
	bad |= CVodeSetMaxStep(s->mem, o->max_step);
	bad |= CVodeSetInitStep(s->mem, o->first_step);
	return !bad;
}

static MdvStatus make(Solver *solver)
{
	Sundials *s = (Sundials *)solver;
	MdvStatus status = sundials_init(s);

	if (status != MDV_OK)
		return status;
	s->mem = CVodeCreate(is_adams(solver) ? CV_ADAMS : CV_BDF, s->context);
	if (!s->mem || SUNDIALS_LISTEN(CVodeSetErrHandlerFn, s) != 0 ||
		CVodeInit(s->mem, rhs, 0.0, s->x) != CV_SUCCESS || !set_options(s))
		return MDV_NO_MEMORY;
	status = init_iteration((Cvode *)s);
	if (status == MDV_OK && CVodeSetMaxNonlinIters(s->mem, SUNDIALS_MAX_ITER) != CV_SUCCESS)
		status = MDV_NO_MEMORY;
	return status;
}

static MdvStatus init(Solver *solver)
{
	return sundials_make((Sundials *)solver, make);
}

static void drop(Sundials *common)
{
	Cvode *s = (Cvode *)common;

	if (common->mem)
		CVodeFree(&common->mem);
	if (s->fixed_point)
		SUNNonlinSolFree(s->fixed_point);
}

static void free_cvode(Solver *solver)
{
	sundials_free((Sundials *)solver, drop);
}

static MdvStatus failed(Sundials *s, int flag)
{
	Solver *b = &s->solver;
	double h = 0;

	(void)CVodeGetCurrentStep(s->mem, &h);
	switch (flag) {
	case CV_FIRST_RHSFUNC_ERR: return solver_fail_start(b, h);
	case CV_REPTD_RHSFUNC_ERR:
	case CV_UNREC_RHSFUNC_ERR:
		return solver_fail(b, MDV_STEP_TOO_SMALL, h, "a shorter step did not help");
	case CV_ERR_FAILURE: return solver_fail(b, MDV_STEP_TOO_SMALL, h, "the error stays too large");
	case CV_CONV_FAILURE:
		return solver_fail(b, MDV_STEP_TOO_SMALL, h, "the iteration does not converge");
	case CV_TOO_MUCH_ACC:
		return solver_fail(b, MDV_BAD_ARGUMENT, h, "the tolerance %g is too tight", b->options.tol);
	case CV_MEM_FAIL: return solver_fail(b, MDV_NO_MEMORY, h, "out of memory");
	default: return solver_fail(b, MDV_FAILED, h, "%s", s->said);
	}
}

/* What happened to the integrator since the start. */
static void read_counters(Sundials *s)
{
	long errors = 0, iterations = 0;

	(void)CVodeGetNumErrTestFails(s->mem, &errors);
	(void)CVodeGetNumStepSolveFails(s->mem, &iterations);
	(void)CVodeGetLastOrder(s->mem, &s->solver.stats.order);
	sundials_count(s, errors + iterations);
}

static int start(Sundials *s)
{
	N_VSetArrayPointer(s->solver.x_old, s->x);
	s->fresh = false;
	s->n_failed = 0;
	return CVodeReInit(s->mem, s->solver.t_old, s->x);
}

/* How many steps CVODE may take with one matrix and one Jacobian; 0: as many as it likes. CVODE
   takes one that is old for good as long as Newton's iteration seems to converge: with a Jacobian
   that is too large it does so anywhere. */
static void keep_matrices(Solver *solver, long steps)
{
	Sundials *s = (Sundials *)solver;

	if (is_adams(solver))
		return;
	(void)CVodeSetLSetupFrequency(s->mem, steps);
	(void)CVodeSetJacEvalFrequency(s->mem, steps);
}

static void renew(Solver *solver)
{
	((Cvode *)solver)->renewed = true;
	keep_matrices(solver, 1);
}

static int advance(Sundials *s, double t_stop)
{
	Solver *b = &s->solver;
	int flag = CV_SUCCESS;

	if (s->fresh)
		flag = start(s);
	N_VSetArrayPointer(b->x_new, s->x);
	if (flag == CV_SUCCESS)
		flag = CVodeSetStopTime(s->mem, t_stop);
	if (flag == CV_SUCCESS)
		flag = CVode(s->mem, sundials_aim(s, t_stop), s->x, &b->t_new, CV_ONE_STEP);
	return flag;
}

/* CVODE tries only five lengths to find its first step. If the model refused them all, start well
   before the point that it refused: from there CVODE goes on to shorten the step by itself. */
static int advance_carefully(Sundials *s, double t_stop)
{
	double h = FIRST_PART * (s->solver.failure.t_bad - s->solver.t_old);
	int flag;

	s->fresh = true;
	flag = CVodeSetInitStep(s->mem, h);
	if (flag == CV_SUCCESS)
		flag = advance(s, t_stop);
	(void)CVodeSetInitStep(s->mem, 0);
	return flag;
}

static MdvStatus try_step(Solver *solver, double t_stop)
{
	Sundials *s = (Sundials *)solver;
	bool first = s->fresh && solver->options.first_step == 0;
	double h = 0;
	int flag;

	if (!s->fresh)
		(void)CVodeGetCurrentStep(s->mem, &h);
	if (sundials_is_sliver(s, t_stop, h))
		return sundials_take_sliver(s, t_stop);
	s->sliver = false;
	flag = advance(s, t_stop);
	if (first && flag == CV_REPTD_RHSFUNC_ERR && solver->failure.t_bad > solver->t_old)
		flag = advance_carefully(s, t_stop);
	read_counters(s);
	if (((Cvode *)s)->renewed)
		keep_matrices(solver, 0);
	((Cvode *)s)->renewed = false;
	return flag < 0 ? failed(s, flag) : MDV_OK;
}

static MdvStatus step(Solver *solver, double t_stop)
{
	return sundials_advance((Sundials *)solver, t_stop, try_step);
}

static MdvStatus dense(Solver *solver, double t, double x[])
{
	Sundials *s = (Sundials *)solver;
	double t_now = 0, h = 0;

	if (s->sliver) {
		sundials_dense_sliver(s, t, x);
		return MDV_OK;
	}
	/* The end of the step may have been rounded to t_stop. */
	if (CVodeGetCurrentTime(s->mem, &t_now) != CV_SUCCESS ||
		CVodeGetLastStep(s->mem, &h) != CV_SUCCESS)
		return MDV_FAILED;
	N_VSetArrayPointer(x, s->dense);
	t = fmax(t_now - h, fmin(t, t_now));
	return CVodeGetDky(s->mem, t, 0, s->dense) == CV_SUCCESS ? MDV_OK : MDV_FAILED;
}

static MdvStatus polynomial(Solver *solver, SolverPolynomial *out)
{
	Sundials *s = (Sundials *)solver;
	double t_now = NAN;

	if (s->sliver) {
		solver_line(solver, s->dx, out);
		return MDV_OK;
	}
	if (CVodeGetCurrentTime(s->mem, &t_now) == CV_SUCCESS && t_now == solver->t_new)
		return sundials_powers(s, CVodeGetDky, out);
	return sundials_polynomial(s, CVodeGetDky, true, out);
}

/* Adams with fixed-point iteration: for what is not stiff. */
const SolverOps solver_adams = {SOLVER_OPS("adams", Cvode), .variable = true,
								.restart = sundials_restart, .free = free_cvode};

const SolverOps solver_cvode = {SOLVER_OPS("cvode", Cvode), .variable = true,
								.restart = sundials_restart, .renew = renew, .free = free_cvode};
