/* SPDX-License-Identifier: MIT
   plan.c — what the integrator of a run does, by its table of functions; its methods by name. */
#include "runtime/plan/plan.h"

MdvStatus plan_make(HybridRun *r)
{
	return r->integrator->make(r);
}

MdvStatus plan_commit(HybridRun *r)
{
	return r->integrator->commit(r);
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

const SolverStats *plan_stats(const HybridRun *r)
{
	return r->integrator && r->state ? r->integrator->stats(r) : NULL;
}

MdvStatus plan_solver(Rt *rt, const char *name, const SolverOps **ops)
{
	const SolverOps *other;

	*ops = name ? solver_find(name) : NULL;
	if (*ops || !name)
		return MDV_OK;
	report_fail(rt, MDV_BAD_ARGUMENT, NAN, "there is no solver '%s', but", name);
	for (size_t i = 0; (other = solver_at(i)) != NULL; i++)
		report_add(rt, "%s %s", i == 0 ? "" : solver_at(i + 1) ? "," : " and", other->name);
	return MDV_BAD_ARGUMENT;
}
