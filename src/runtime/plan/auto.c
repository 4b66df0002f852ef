/* SPDX-License-Identifier: MIT
   auto.c — --solver auto: which integrator a run has, by what the run shows. It begins with the
   default, BDF. After 50 steps, 100, 200 … its work is compared with what others would have: by
   counts, never by a clock, so that a run is the same each time.

   - RK45, if the solver begins anew all the time (events) and is not held by stiffness: it has no
	 history to lose. Stiff is what its steps would be too long for: h times a bound of the
	 Jacobian's eigenvalues (the largest sum of a row) above 1.
   - Quantized states, if few states are active and each is read by few: new quantized states in a
	 second, of all states as they are now, with those that read them, are compared with steps in a
	 second times states.

   What turns out to be worse than what BDF took is given up for good. */
#include "runtime/plan/plan.h"

#include <stdio.h>
#include <string.h>

#define FIRST_LOOK    50   /* steps */
#define FEW_STATES    50   /* of fewer quantized states do not pay */
#define MANY_RESTARTS 0.05 /* of the steps */
#define STIFF         1.0  /* a step times the Jacobian */
#define DENSE         400  /* states, up to which a Jacobian is looked at */
#define WORTH         2e5  /* steps times states: less is over before it has been compared */
/* A new quantized state, with those that are evaluated by it, is as much work as this part of a
   state in a step of BDF (measured: 0.25 and 0.3 us); it must be better by far. */
#define MARGIN 4
#define WORSE  3 /* times the work of BDF: given up */

static uint64_t steps_of(const HybridRun *r)
{
	const SolverStats *s = plan_stats(r);

	return s ? s->steps : 0;
}

static double per_second(const HybridRun *r, double count)
{
	double h = r->t - r->automatic.t_look;

	return h > 0 ? count / h : INFINITY;
}

static void say(HybridRun *r, const char *name, const char *why)
{
	plain_snprintf(r->out->choice, sizeof r->out->choice, "auto: %s from %.6g s on, %s", name, r->t,
				   why);
	report_log(r->rt, "%s", r->out->choice);
}

static void add_counts(SolverStats *to, const SolverStats *s)
{
	to->steps += s->steps;
	to->rejected += s->rejected;
	to->rhs += s->rhs;
	to->jac += s->jac;
	to->restarts += s->restarts;
}

/* Another integrator from here on; the frame has the states of r->t. */
static MdvStatus hand_over(HybridRun *r, MdvSolver solver)
{
	HybridAuto *a = &r->automatic;
	const SolverStats *s = plan_stats(r);

	TRY_FINAL(plan_look(r, r->t, RT_INTEGRATE));
	if (s)
		add_counts(&a->before, s);
	r->integrator->close(r);
	r->state = NULL;
	r->solver = solver;
	r->integrator = quanta_is(solver) ? &integrator_quanta : &integrator_steps;
	a->t_look = r->t;
	a->n_look = 0;
	a->next = FIRST_LOOK;
	return r->integrator->open(r);
}

/* --- what others would have --- */

/* The largest sum of a row of the Jacobian: no eigenvalue is larger. INFINITY: it is not known. */
static double largest_row(HybridRun *r)
{
	Rt *rt = r->rt;
	const int32_t *start = rt->m->jac_start;
	size_t n = (size_t)rt->n, entries = start ? (size_t)start[n] : n * n;
	ArenaMark mark = arena_mark(&r->memory);
	double *value = NEW_ARRAY(&r->memory, double, entries + 1);
	double *sum = NEW_ARRAY(&r->memory, double, n + 1), *x = NEW_ARRAY(&r->memory, double, n + 1);
	double most = INFINITY;

	if (value && sum && x) {
		rt_states(rt, x);
		if (rt_jac(rt, r->t, x, value) == MDV_OK) {
			for (size_t j = 0; j < n; j++)
				for (size_t k = start ? (size_t)start[j] : j * n;
					 k < (start ? (size_t)start[j + 1] : (j + 1) * n); k++)
					sum[start ? (size_t)rt->m->jac_row[k] : k - j * n] += fabs(value[k]);
			most = 0;
			for (size_t i = 0; i < n; i++)
				most = sum[i] > most || sum[i] != sum[i] ? sum[i] : most;
		}
	}
	arena_release(&r->memory, mark);
	return most == most ? most : INFINITY;
}

static MdvStatus try_rk45(HybridRun *r, double steps, bool *taken)
{
	const SolverStats *s = plan_stats(r);
	double restarts = (double)s->restarts - r->automatic.restarts;
	double h = (r->t - r->automatic.t_look) / steps, row;
	char why[160];

	if (r->automatic.no_rk45 || restarts < MANY_RESTARTS * steps || r->rt->n == 0 ||
		r->rt->n > DENSE || r->rt->m->n_sets > 0)
		return MDV_OK;
	TRY_FINAL(plan_look(r, r->t, RT_INTEGRATE));
	row = largest_row(r);
	if (!(row * h < STIFF))
		return MDV_OK;
	plain_snprintf(
		why, sizeof why,
		"since %.3g of its steps begin anew after events, and steps of %.2g s are not stiff",
		restarts / steps, h);
	say(r, "rk45", why);
	r->automatic.rate = per_second(r, steps);
	*taken = true;
	return hand_over(r, MDV_SOLVER_RK45);
}

static MdvStatus try_quanta(HybridRun *r, double steps, bool *taken)
{
	HybridAuto *a = &r->automatic;
	double of_steps = per_second(r, steps) * r->rt->n, of_quanta;
	char why[160];

	if (a->no_quanta || r->rt->n < FEW_STATES || steps * r->rt->n < WORTH ||
		r->o->run.fixed_step > 0 || r->o->run.first_step > 0 ||
		r->o->run.locator != MDV_LOCATOR_DENSE || r->o->run.chattering == MDV_CHATTERING_REGULARIZE)
		return MDV_OK;
	TRY_FINAL(plan_look(r, r->t, RT_INTEGRATE));
	if (!quanta_estimate(r, &of_quanta)) {
		a->no_quanta = true;
		return MDV_OK;
	}
	if (!(of_quanta * MARGIN < of_steps))
		return MDV_OK;
	plain_snprintf(
		why, sizeof why,
		"since %.3g evaluations of quantized states in a second would do for %.3g of states in "
		"steps",
		of_quanta, of_steps);
	say(r, "qss", why);
	a->rate = of_steps;
	*taken = true;
	return hand_over(r, MDV_SOLVER_QSS);
}

/* --- looks --- */

/* Is what was chosen worse than BDF was? */
static MdvStatus look_back(HybridRun *r, double steps)
{
	HybridAuto *a = &r->automatic;
	double work = per_second(r, quanta_is(r->solver) ? (double)plan_stats(r)->rhs - a->rhs : steps);
	char why[160];

	if (!(work > WORSE * a->rate))
		return MDV_OK;
	plain_snprintf(why, sizeof why, "since %s does %.3g in a second where it did %.3g",
				   quanta_is(r->solver) ? "qss" : "rk45", work, a->rate);
	a->no_rk45 = a->no_quanta = true;
	say(r, "cvode", why);
	return hand_over(r, MDV_SOLVER_CVODE);
}

MdvStatus auto_look(HybridRun *r)
{
	HybridAuto *a = &r->automatic;
	uint64_t n = steps_of(r);
	double steps = (double)(n - a->n_look);
	bool taken = false;

	if (n < a->next || r->user || r->t <= a->t_look)
		return MDV_OK;
	if (r->solver != MDV_SOLVER_CVODE)
		TRY(look_back(r, steps));
	else {
		TRY(try_quanta(r, steps, &taken));
		if (!taken)
			TRY(try_rk45(r, steps, &taken));
	}
	if (taken || steps_of(r) < n)
		return MDV_OK;
	a->n_look = n;
	a->next = 2 * n;
	a->t_look = r->t;
	a->restarts = (double)plan_stats(r)->restarts;
	a->rhs = (double)plan_stats(r)->rhs;
	return MDV_OK;
}

void auto_count(const HybridRun *r, SolverStats *total)
{
	add_counts(total, &r->automatic.before);
}

/* Quantized states that cannot go on are no reason to end: BDF takes over. */
MdvStatus auto_rescue(HybridRun *r, MdvStatus status)
{
	HybridAuto *a = &r->automatic;

	if (!a->on || status != MDV_FAILED || r->user || !quanta_is(r->solver))
		return status;
	a->no_rk45 = a->no_quanta = true;
	report_clear(r->rt);
	say(r, "cvode", "since quantized states cannot go on there");
	return hand_over(r, MDV_SOLVER_CVODE);
}

void auto_begin(HybridRun *r)
{
	r->solver = r->o->run.solver;
	if (r->solver != MDV_SOLVER_AUTO)
		return;
	r->solver = MDV_SOLVER_CVODE;
	r->automatic = (HybridAuto){.on = true, .next = FIRST_LOOK, .t_look = r->t};
	plain_snprintf(
		r->out->choice, sizeof r->out->choice,
		"auto: cvode, since nothing speaks for another: few events, or stiff, or over soon");
}
