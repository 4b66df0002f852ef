/* SPDX-License-Identifier: MIT
   bare_solver.c — the solvers that the sources of FMUs do not have: who asks for one is told so.
   And the last ways out that KINSOL is: there is none. */
#include "runtime/rt/rt.h"
#include "runtime/solver/solver.h"

static MdvStatus init(Solver *s)
{
	return solver_fail(s, MDV_BAD_ARGUMENT, NAN, "SUNDIALS is not among the sources of an FMU");
}

#define MISSING(label)                                                                         \
	const SolverOps solver_##label = {.name = #label,                                          \
									  .size = sizeof(Solver),                                  \
									  .refusal =                                               \
										  "is of SUNDIALS, which sources of FMUs are without", \
									  .init = init};

MISSING(cvode)
MISSING(adams)
MISSING(ida)

MdvStatus newton_kinsol(Rt *rt, Newton *s)
{
	(void)rt, (void)s;
	return MDV_RETRY; /* the next way */
}
