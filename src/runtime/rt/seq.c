/* SPDX-License-Identifier: MIT
   seq.c — running sequences of steps. Relations and discrete variables are frozen in ODE, ZERO and
   OUTPUT: a mixed block is there what its inner steps are. */
#include "runtime/rt/rt.h"

static bool is_part(const MdvStep *step, SeqPart which)
{
	switch (which) {
	case SEQ_ALL: break;
	case SEQ_FOR_ZERO: return !step->rest;
	case SEQ_REST: return step->rest;
	case SEQ_CHECKS: return !step->unchecked;
	}
	return true;
}

static MdvStatus run_steps(Rt *rt, MdvSeqKind kind, int32_t first, int32_t n, SeqPart which)
{
	const RtSequence *seq = &rt->sequence[kind];
	const MdvStep *step = seq->step;
	MdvStatus status = MDV_OK;

	for (int32_t i = first; i < first + n && status == MDV_OK; i++) {
		RtBlock *b = seq->block[i] < 0 ? NULL : &rt->block[seq->block[i]];

		if (!is_part(&step[i], which))
			continue;
		switch ((MdvStepKind)step[i].kind) {
		case MDV_STEP_CODE: status = block_code(rt, step[i].code); break;
		case MDV_STEP_LINEAR: status = linear_solve(rt, b); break;
		case MDV_STEP_NONLINEAR: status = newton_solve(rt, b); break;
		case MDV_STEP_SET: status = set_solve(rt, b); break;
		case MDV_STEP_MIXED:
			if (rt->mode.use != RT_EVENT)
				break; /* the inner steps follow */
			status = mixed_solve(rt, kind, i);
			i += step[i].n_steps;
			break;
		}
	}
	return status;
}

MdvStatus seq_steps(Rt *rt, MdvSeqKind kind, int32_t first, int32_t n)
{
	return run_steps(rt, kind, first, n, SEQ_ALL);
}

MdvStatus seq_run(Rt *rt, MdvSeqKind kind)
{
	return run_steps(rt, kind, 0, rt->sequence[kind].n_steps, SEQ_ALL);
}

MdvStatus seq_part(Rt *rt, MdvSeqKind kind, SeqPart which)
{
	return run_steps(rt, kind, 0, rt->sequence[kind].n_steps, which);
}
