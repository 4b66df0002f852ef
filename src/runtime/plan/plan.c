/* SPDX-License-Identifier: MIT
   plan.c — what the integrator of a run does, by its table of functions. */
#include "runtime/plan/plan.h"

MdvStatus plan_make(HybridRun *r)
{
	return r->integrator->make(r);
}

MdvStatus plan_commit(HybridRun *r)
{
	MdvStatus status = r->integrator->commit(r);

	return status < 0 ? auto_rescue(r, status) : status;
}

MdvStatus plan_interrupt(HybridRun *r, double t, bool *missed)
{
	return r->integrator->interrupt(r, t, missed);
}

MdvStatus plan_resume(HybridRun *r, bool restart)
{
	return r->integrator->resume(r, restart);
}

MdvStatus plan_look(HybridRun *r, double t, RtUse use)
{
	return r->integrator->look(r, t, use);
}

MdvStatus plan_shorten(HybridRun *r)
{
	return r->integrator->shorten ? r->integrator->shorten(r) : MDV_FAILED;
}

const SolverStats *plan_stats(const HybridRun *r)
{
	return r->integrator && r->state ? r->integrator->stats(r) : NULL;
}
