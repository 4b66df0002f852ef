/* SPDX-License-Identifier: MIT
   solver_euler.c — the explicit Euler method with steps of a fixed length. The dense output is the
   line between the ends: what a shorter step would have given. The derivatives at the end of a step
   are evaluated before it counts, so that a step to a point where the model is not defined is
   shortened. */
#include "runtime/solver/solver.h"

typedef struct Euler {
	Solver solver;   /* first */
	SolverGrid grid; /* where steps end */
	double *dx_old;  /* n: derivatives at t_old */
	double *dx_new;  /* n: at t_new */
	bool known;      /* dx_new is the derivative at t_new */
} Euler;

static MdvStatus init(Solver *solver)
{
	Euler *s = (Euler *)solver;

	s->dx_old = NEW_ARRAY(&solver->memory, double, solver->sys.n);
	s->dx_new = NEW_ARRAY(&solver->memory, double, solver->sys.n);
	return s->dx_old && s->dx_new ? MDV_OK : MDV_NO_MEMORY;
}

static MdvStatus restart(Solver *solver)
{
	((Euler *)solver)->known = false;
	return MDV_OK;
}

/* What the last step ended with is what this one starts with. */
static MdvStatus start(Euler *s)
{
	Solver *b = &s->solver;
	double *dx = s->dx_old;

	s->dx_old = s->dx_new;
	s->dx_new = dx;
	if (s->known)
		return MDV_OK;
	return solver_rhs(b, b->t_old, b->x_old, s->dx_old);
}

static MdvStatus step(Solver *solver, double t_stop)
{
	double t = solver_grid_next(&((Euler *)solver)->grid, solver, t_stop), h = t - solver->t_old;
	Euler *s = (Euler *)solver;

	if (start(s) != MDV_OK)
		return solver_fail_start(solver, h);
	for (;;) {
		MdvStatus status;

		for (int32_t i = 0; i < solver->sys.n; i++)
			solver->x_new[i] = solver->x_old[i] + h * s->dx_old[i];
		status = solver_rhs(solver, t, solver->x_new, s->dx_new);
		if (status == MDV_OK)
			break;
		if (status != MDV_RETRY)
			return status;
		solver->stats.rejected++;
		t = solver->t_old + 0.5 * h;
		h = t - solver->t_old;
		if (solver_grid_vanishes(solver, h))
			return solver_fail(solver, MDV_STEP_TOO_SMALL, h, "a shorter step did not help");
	}
	s->known = true;
	solver->t_new = t;
	solver->stats.order = 1;
	return MDV_OK;
}

static MdvStatus dense(Solver *solver, double t, double x[])
{
	Euler *s = (Euler *)solver;

	for (int32_t i = 0; i < solver->sys.n; i++)
		x[i] = solver->x_old[i] + (t - solver->t_old) * s->dx_old[i];
	return MDV_OK;
}

static MdvStatus polynomial(Solver *solver, SolverPolynomial *out)
{
	solver_line(solver, ((Euler *)solver)->dx_old, out);
	return MDV_OK;
}

const SolverOps solver_euler = {SOLVER_OPS("euler", Euler), .fixed_only = true, .restart = restart};
