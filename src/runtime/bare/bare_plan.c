/* SPDX-License-Identifier: MIT
   bare_plan.c — integrators that the sources of FMUs do not have: there are no quantized states,
   and nobody chooses between solvers. `modevs build` refuses what would need them. */
#include "runtime/plan/plan.h"

const IntegratorOps integrator_quanta = {0}; /* quanta_is never asks for it */

bool quanta_is(MdvSolver solver)
{
	(void)solver;
	return false;
}

void auto_begin(HybridRun *r)
{
	r->solver = r->o->run.solver;
}

MdvStatus auto_look(HybridRun *r)
{
	(void)r;
	return MDV_OK;
}

MdvStatus auto_rescue(HybridRun *r, MdvStatus status)
{
	(void)r;
	return status;
}

void auto_count(const HybridRun *r, SolverStats *total)
{
	(void)r, (void)total;
}
