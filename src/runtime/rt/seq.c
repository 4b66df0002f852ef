/* SPDX-License-Identifier: MIT
   seq.c — running sequences of steps. Relations and discrete variables are frozen in ODE, ZERO and
   OUTPUT: a mixed block is there what its inner steps are. */
#include "runtime/rt/rt.h"

MdvStatus seq_steps(Rt *rt, MdvSeqKind kind, int32_t first, int32_t n)
{
	const MdvStep *step = rt->m->sequence[kind].step;
	MdvStatus status = MDV_OK;

	for (int32_t i = first; i < first + n && status == MDV_OK; i++) {
		RtBlock *b = rt->block_of[kind][i] < 0 ? NULL : &rt->block[rt->block_of[kind][i]];

		switch ((MdvStepKind)step[i].kind) {
		case MDV_STEP_CODE: status = block_code(rt, step[i].code); break;
		case MDV_STEP_LINEAR: status = linear_solve(rt, b); break;
		case MDV_STEP_NONLINEAR: status = newton_solve(rt, b); break;
		case MDV_STEP_SET: status = set_solve(rt, b); break;
		case MDV_STEP_MIXED:
			if (rt->use != RT_EVENT)
				break; /* the inner steps follow */
			status = mixed_solve(rt, kind, i);
			i += step[i].n_steps;
			break;
		}
	}
	return status;
}

MdvStatus seq_run(Rt *rt, MdvSeqKind kind)
{
	return seq_steps(rt, kind, 0, rt->m->sequence[kind].n_steps);
}
