/* SPDX-License-Identifier: MIT
   solver_ida.c — IDA of SUNDIALS on the implicit form x' - f(t, x) = 0, one step at a time. Uses
   the same Jacobian as CVODE; there to compare with, and for systems that stay implicit. */
#include "runtime/solver/solver_sundials.h"

#include <ida/ida.h>

#include <math.h>

typedef struct Ida {
	Sundials common; /* first */
	N_Vector dx;     /* x' as IDA knows it */
} Ida;

static int residual(double t, N_Vector x, N_Vector dx, N_Vector r, void *solver)
{
	const double *at = N_VGetArrayPointer(dx);
	double *to = N_VGetArrayPointer(r);
	Solver *s = solver;
	MdvStatus status = solver_rhs(s, t, N_VGetArrayPointer(x), to);

	if (status != MDV_OK)
		return sundials_flag(status);
	for (int32_t i = 0; i < s->sys.n; i++)
		to[i] = at[i] - to[i];
	return 0;
}

/* The matrix of Newton's iteration, c_j * I - df/dx. */
static int linear_system(double t, double c_j, N_Vector x, N_Vector dx, N_Vector r,
						 SUNMatrix matrix, void *solver, N_Vector tmp1, N_Vector tmp2,
						 N_Vector tmp3)
{
	const double *der = N_VGetArrayPointer(dx), *rest = N_VGetArrayPointer(r);
	Sundials *s = solver;
	MdvStatus status;

	(void)tmp1, (void)tmp2, (void)tmp3;
	for (int32_t i = 0; i < s->solver.sys.n; i++)
		s->dx[i] = der[i] - rest[i]; /* f(t, x), for differences */
	status = solver_jac_eval(&s->jac, solver, t, N_VGetArrayPointer(x), s->dx);
	if (status == MDV_OK)
		sundials_fill(s, matrix, c_j, -1.0);
	return sundials_flag(status);
}

static bool set_options(Sundials *s)
{
	const MdvOptions *o = &s->solver.options;
	int bad = 0;

	bad |= IDASetUserData(s->mem, s);
	bad |= IDAWFtolerances(s->mem, sundials_weights);
	bad |= IDASetMaxOrd(s->mem, SUNDIALS_MAX_ORDER);
	bad |= IDASetMaxNumSteps(s->mem, -1);
	bad |= IDASetMaxErrTestFails(s->mem, SUNDIALS_MAX_FAILS);
	bad |= IDASetMaxConvFails(s->mem, SUNDIALS_MAX_FAILS);
	bad |= IDASetMaxNonlinIters(s->mem, SUNDIALS_MAX_ITER);
	bad |= IDASetMaxStep(s->mem, o->max_step);
	bad |= IDASetInitStep(s->mem, o->first_step);
	return !bad;
}

static MdvStatus make(Solver *solver)
{
	Sundials *s = (Sundials *)solver;
	MdvStatus status = sundials_init(s);
	Ida *ida = (Ida *)solver;

	if (status != MDV_OK)
		return status;
	ida->dx = N_VNew_Serial(solver->sys.n, s->context);
	s->mem = IDACreate(s->context);
	if (!ida->dx || !s->mem || SUNDIALS_LISTEN(IDASetErrHandlerFn, s) != 0)
		return MDV_NO_MEMORY;
	N_VConst(0.0, ida->dx);
	if (IDAInit(s->mem, residual, 0.0, s->x, ida->dx) != IDA_SUCCESS || !set_options(s))
		return MDV_NO_MEMORY;
	status = sundials_init_linear(s);
	if (status != MDV_OK)
		return status;
	if (IDASetLinearSolver(s->mem, s->linear, s->matrix) != IDA_SUCCESS ||
		IDASetJacFn(s->mem, linear_system) != IDA_SUCCESS)
		return MDV_NO_MEMORY;
	return MDV_OK;
}

static MdvStatus init(Solver *solver)
{
	return sundials_make((Sundials *)solver, make);
}

static void drop(Sundials *common)
{
	Ida *s = (Ida *)common;

	if (common->mem)
		IDAFree(&common->mem);
	if (s->dx)
		N_VDestroy(s->dx);
}

static void free_ida(Solver *solver)
{
	sundials_free((Sundials *)solver, drop);
}

static MdvStatus failed(Sundials *s, int flag)
{
	Solver *b = &s->solver;
	double h = 0;

	(void)IDAGetCurrentStep(s->mem, &h);
	switch (flag) {
	case IDA_REP_RES_ERR:
	case IDA_NO_RECOVERY:
		return solver_fail(b, MDV_STEP_TOO_SMALL, h, "a shorter step did not help");
	case IDA_ERR_FAIL: return solver_fail(b, MDV_STEP_TOO_SMALL, h, "the error stays too large");
	case IDA_CONV_FAIL:
		return solver_fail(b, MDV_STEP_TOO_SMALL, h, "the iteration does not converge");
	case IDA_TOO_MUCH_ACC:
		return solver_fail(b, MDV_BAD_ARGUMENT, h, "the tolerance %g is too tight", b->options.tol);
	case IDA_MEM_FAIL: return solver_fail(b, MDV_NO_MEMORY, h, "out of memory");
	default: return solver_fail(b, MDV_FAILED, h, "%s", s->said);
	}
}

static void read_counters(Sundials *s)
{
	long errors = 0, iterations = 0;

	(void)IDAGetNumErrTestFails(s->mem, &errors);
	(void)IDAGetNumStepSolveFails(s->mem, &iterations);
	(void)IDAGetLastOrder(s->mem, &s->solver.stats.order);
	sundials_count(s, errors + iterations);
}

/* IDA wants consistent derivatives to start with. */
static MdvStatus start(Ida *ida)
{
	Sundials *s = &ida->common;
	Solver *b = &s->solver;
	int flag;

	if (solver_rhs(b, b->t_old, b->x_old, N_VGetArrayPointer(ida->dx)) != MDV_OK)
		return solver_fail_start(b, 0);
	N_VSetArrayPointer(b->x_old, s->x);
	s->fresh = false;
	s->n_failed = 0;
	flag = IDAReInit(s->mem, b->t_old, s->x, ida->dx);
	return flag == IDA_SUCCESS ? MDV_OK : failed(s, flag);
}

static MdvStatus try_step(Solver *solver, double t_stop)
{
	Sundials *s = (Sundials *)solver;
	Ida *ida = (Ida *)solver;
	double h = 0;
	int flag;

	if (!s->fresh)
		(void)IDAGetCurrentStep(s->mem, &h);
	if (sundials_is_sliver(s, t_stop, h))
		return sundials_take_sliver(s, t_stop);
	s->sliver = false;
	if (s->fresh) {
		MdvStatus status = start(ida);

		if (status != MDV_OK)
			return status;
	}
	N_VSetArrayPointer(solver->x_new, s->x);
	flag = IDASetStopTime(s->mem, t_stop);
	if (flag == IDA_SUCCESS)
		flag =
			IDASolve(s->mem, sundials_aim(s, t_stop), &solver->t_new, s->x, ida->dx, IDA_ONE_STEP);
	read_counters(s);
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
	if (IDAGetCurrentTime(s->mem, &t_now) != IDA_SUCCESS ||
		IDAGetLastStep(s->mem, &h) != IDA_SUCCESS)
		return MDV_FAILED;
	N_VSetArrayPointer(x, s->dense);
	t = fmax(t_now - h, fmin(t, t_now));
	return IDAGetDky(s->mem, t, 0, s->dense) == IDA_SUCCESS ? MDV_OK : MDV_FAILED;
}

static MdvStatus polynomial(Solver *solver, SolverPolynomial *out)
{
	Sundials *s = (Sundials *)solver;

	if (!s->sliver)
		return sundials_polynomial(s, IDAGetDky, false, out);
	solver_line(solver, s->dx, out);
	return MDV_OK;
}

const SolverOps solver_ida = {SOLVER_OPS("ida", Ida), .variable = true, .restart = sundials_restart,
							  .free = free_ida};
