/* SPDX-License-Identifier: MIT
   solver_qbg.c — quantized bond graphs integrate no equations: `modevs run --solver qbg` makes a
   network of atomics of the circuit (bondgraph/, qbg/). Whoever asks for it where there are only
   equations is told so. */
#include "runtime/solver/solver.h"

static MdvStatus init(Solver *s)
{
	return solver_fail(s, MDV_BAD_ARGUMENT, NAN, "the solver qbg integrates no equations");
}

const SolverOps solver_qbg = {
	.name = "qbg",
	.size = sizeof(Solver),
	.refusal = "simulates the bond graph of a circuit, not equations: it is there for 'modevs run'",
	.init = init};
