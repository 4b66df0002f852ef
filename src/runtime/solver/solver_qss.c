/* SPDX-License-Identifier: MIT
   solver_qss.c — quantized states take no steps of all states at once: what runs them is an
   integrator of its own (plan/quanta.c). Their names are in the list of solvers; whoever asks for
   one of them where there are only steps is told so. */
#include "runtime/solver/solver.h"

static MdvStatus init(Solver *s)
{
	return solver_fail(s, MDV_BAD_ARGUMENT, NAN, "quantized states take no steps");
}

#define QUANTIZED(label)                                                                 \
	const SolverOps solver_##label = {.name = #label,                                    \
									  .size = sizeof(Solver),                            \
									  .refusal = "quantizes states, and takes no steps", \
									  .init = init};

QUANTIZED(qss1)
QUANTIZED(qss2)
QUANTIZED(qss3)
QUANTIZED(liqss1)
QUANTIZED(liqss2)
QUANTIZED(liqss3)
QUANTIZED(mliqss2)
QUANTIZED(qss)

/* Who chooses between solvers (plan/auto.c) never asks for this one. */
const SolverOps solver_auto = {
	.name = "auto", .size = sizeof(Solver), .refusal = "chooses another one", .init = init};
