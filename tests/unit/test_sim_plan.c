/* SPDX-License-Identifier: MIT
   an integrator is what plans: one that is no solver at all, of quantized states
   (QSS1, Kofman and Junco 2001: each state has a time of its own, events are predicted), runs a
   model behind the same table of functions as the one that takes steps. */
#include "sim.h"
#include "t.h"

enum { MOST = 4 };

#define QUANTUM 1e-3

typedef struct Qss {
	double t;       /* of x */
	double x[MOST]; /* states at t */
	double q[MOST]; /* quantized: what the derivatives are taken of */
	double f[MOST]; /* slopes since then */
	int n_plans;    /* made */
	int n_looks;    /* into them */
} Qss;

static Qss qss; /* of the only run */

static MdvStatus take_slopes(HybridRun *r)
{
	return rt_ode(r->rt, r->t, qss.q, qss.f);
}

static void advance(double t)
{
	for (int i = 0; i < MOST; i++)
		qss.x[i] += qss.f[i] * (t - qss.t);
	qss.t = t;
}

static MdvStatus begin(HybridRun *r)
{
	qss.t = r->t;
	rt_states(r->rt, qss.x);
	memcpy(qss.q, qss.x, sizeof qss.q);
	return take_slopes(r);
}

static MdvStatus open_run(HybridRun *r)
{
	qss = (Qss){.t = r->t};
	r->state = &qss;
	return begin(r);
}

static MdvStatus value_at(HybridRun *r, double t, double *z)
{
	static const int32_t first = 0;
	double x[MOST];

	for (int i = 0; i < MOST; i++)
		x[i] = qss.x[i] + qss.f[i] * (t - qss.t);
	return rt_zero(r->rt, t, x, &first, 1, z, RT_INTEGRATE);
}

/* The first state that leaves its quantum, or the crossing on the straight lines before it. */
static MdvStatus make(HybridRun *r)
{
	double t = fmin(fmin(r->next, r->user_next), r->o->run.stop), z, z_end, due = r->next;

	qss.n_plans++;
	for (int i = 0; i < r->rt->n; i++)
		if (qss.f[i] != 0)
			t = fmin(t, qss.t + (QUANTUM + qss.f[i] * (qss.q[i] - qss.x[i]) / fabs(qss.f[i])) /
									fabs(qss.f[i]));
	r->plan = (HybridPlan){t == due ? PLAN_EVENT : PLAN_STEP, t, t};
	if (r->rt->m->n_crossings == 0)
		return MDV_OK;
	TRY(value_at(r, r->t, &z));
	TRY(value_at(r, t, &z_end));
	if (z > 0 && z_end < 0) {
		t = r->t + (t - r->t) * z / (z - z_end);
		r->plan = (HybridPlan){PLAN_EVENT, t + 1e-12, t};
	}
	return MDV_OK;
}

static MdvStatus look(HybridRun *r, double t, RtUse use)
{
	double x[MOST];

	qss.n_looks++;
	for (int i = 0; i < MOST; i++)
		x[i] = qss.x[i] + qss.f[i] * (t - qss.t);
	return rt_output(r->rt, t, x, use);
}

static MdvStatus interrupt(HybridRun *r, double t, bool *missed)
{
	*missed = false;
	TRY(rows_upto(r, t, false));
	TRY(look(r, t, RT_INTEGRATE));
	TRY(rows_event(r, t, false));
	advance(t);
	return MDV_OK;
}

static MdvStatus resume(HybridRun *r, bool restart)
{
	(void)restart;
	hybrid_settled(r);
	return begin(r);
}

static MdvStatus commit(HybridRun *r)
{
	double t = r->plan.t;
	bool missed, restart;

	if (r->plan.kind == PLAN_EVENT) {
		TRY(interrupt(r, t, &missed));
		TRY(hybrid_event(r, t, -1, &restart));
		return resume(r, restart);
	}
	TRY(rows_upto(r, t, true));
	advance(t);
	r->t = r->out->t = t;
	for (int i = 0; i < r->rt->n; i++)
		if (fabs(qss.x[i] - qss.q[i]) > 0.999 * QUANTUM)
			qss.q[i] = qss.x[i];
	return take_slopes(r);
}

static const SolverStats *count(const HybridRun *r)
{
	(void)r;
	return NULL;
}

static void close_run(HybridRun *r)
{
	(void)r;
}

static const IntegratorOps integrator_qss = {.open = open_run,
											 .make = make,
											 .commit = commit,
											 .interrupt = interrupt,
											 .resume = resume,
											 .look = look,
											 .stats = count,
											 .close = close_run};

static void quantized_states_run_behind_the_same_table(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M\n  Real x(start = 1, fixed = true), y(start = 0, fixed = true);\n"
						 "equation\n  der(x) = -x;\n  der(y) = x - y;\n"
						 "  annotation(experiment(StopTime = 2, Interval = 0.1));\nend M;\n"));
	s.o.integrator = &integrator_qss;
	T_INT(sim_run(&s), MDV_OK);
	T_INT((long)s.time.n, 21);
	for (size_t k = 0; k < s.time.n; k++) {
		double t = s.time.at[k];

		T_REAL(sim_row(&s, k, "x"), exp(-t), 2 * QUANTUM);
		T_REAL(sim_row(&s, k, "y"), t * exp(-t), 4 * QUANTUM);
	}
	T_CHECK(qss.n_plans > 1000); /* no steps of a solver, but one for each quantum */
	T_INT(s.result.stats.solver.steps, 0);
	sim_free(&s);
}

static void events_take_place_where_an_integrator_predicts_them(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M\n  Real x(start = 1, fixed = true);\n"
						 "  discrete Real hit(start = 0, fixed = true);\n"
						 "  discrete Real late(start = 0, fixed = true);\n"
						 "equation\n  der(x) = -x;\n"
						 "  when x < 0.5 then\n    reinit(x, 2);\n    hit = time;\n  end when;\n"
						 "  when time >= 1.25 then\n    late = time;\n  end when;\n"
						 "  annotation(experiment(StopTime = 1.5));\nend M;\n"));
	s.o.integrator = &integrator_qss;
	T_INT(sim_run(&s), MDV_OK);
	T_REAL(sim_last(&s, "hit"), log(2), 4 * QUANTUM);
	T_REAL(sim_last(&s, "late"), 1.25, 0);
	T_REAL(sim_last(&s, "x"), 2 * exp(log(2) - 1.5), 4 * QUANTUM);
	T_CHECK(qss.n_looks > 0);
	sim_free(&s);
}

int main(void)
{
	T_RUN(quantized_states_run_behind_the_same_table);
	T_RUN(events_take_place_where_an_integrator_predicts_them);
	return T_END();
}
