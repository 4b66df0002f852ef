/* SPDX-License-Identifier: MIT
   stepping.c — co-simulation: the FMU takes steps of its own, from one communication point to the
   next; here they are the steps of an integrator. Between two points values are straight lines (of
   Reals that change all the time), or as they were. A step cannot be taken back. */
#include "fmi/fmi.h"

#include <string.h>

typedef struct Stepping {
	FmiImport *im;  /* the FMU */
	double *before; /* n_slots: values at run->t … */
	double *after;  /* … and at t_new */
	double t_new;   /* how far the FMU is */
	double h;       /* length of steps */
	bool ahead;     /* t_new is after run->t */
	bool ended;     /* the model wants to end at t_new */
	SolverStats stats;
} Stepping;

static void copy(const HybridRun *r, double *to, const double *from)
{
	memcpy(to, from, (size_t)r->rt->m->n_slots * sizeof *to);
}

static MdvStatus tell(HybridRun *r, MdvStatus status)
{
	const Stepping *s = r->state;

	return status == MDV_OK
			   ? MDV_OK
			   : report_fail(r->rt, status_final(status), r->t, "at time %g: %s", r->t, s->im->why);
}

static MdvStatus open_stepping(HybridRun *r)
{
	const MdvModel *m = r->rt->m;
	Stepping *s = NEW_ARRAY(&r->memory, Stepping, 1);

	if (!s)
		return MDV_NO_MEMORY;
	r->state = s;
	s->im = m->code;
	s->before = NEW_ARRAY(&r->memory, double, m->n_slots);
	s->after = NEW_ARRAY(&r->memory, double, m->n_slots);
	if (!s->before || !s->after)
		return MDV_NO_MEMORY;
	s->h = r->o->run.fixed_step > 0 ? r->o->run.fixed_step : r->rows.interval;
	s->t_new = r->t;
	copy(r, s->before, r->rt->frame);
	return MDV_OK;
}

/* Up to the next row of results, row of inputs, or event of others, whatever comes first. */
static double choose_end(const HybridRun *r, const Stepping *s)
{
	double n = floor((r->t - r->o->run.start) / s->h * (1 + 1e-12)) + 1;
	double end = r->o->run.start + n * s->h;

	if (end <= r->t)
		end = r->t + s->h;
	end = fmin(fmin(end, r->o->run.stop), fmin(r->next, r->user_next));
	if (r->rt->inputs.bend)
		end = fmin(end, r->rt->inputs.bend(r->rt->inputs.ctx, r->t));
	return end;
}

static MdvStatus make_step(HybridRun *r)
{
	Stepping *s = r->state;
	double end = choose_end(r, s), reached;
	bool terminate;

	if (!s->ahead) {
		copy(r, r->rt->frame, s->before);
		rt_put_states(r->rt, r->t, s->before); /* there are no states, but recorded inputs */
		TRY(tell(r, import_give(s->im, r->rt->frame, false)));
		s->stats.steps++;
		if (calls_step(s->im->calls, r->t, end - r->t, &reached, &terminate) != MDV_OK)
			return report_fail(r->rt, MDV_FAILED, r->t, "at time %g: %s", r->t,
							   calls_why(s->im->calls));
		if (!(reached > r->t) && !terminate)
			return report_fail(r->rt, MDV_FAILED, r->t, "at time %g the FMU does not move on",
							   r->t);
		s->t_new = reached;
		s->ended = terminate;
		s->ahead = true;
		TRY(tell(r, import_read(s->im, r->rt->frame)));
		r->rt->frame[r->rt->m->time] = reached;
		copy(r, s->after, r->rt->frame);
	}
	r->plan = (HybridPlan){s->t_new == r->next ? PLAN_EVENT : PLAN_STEP, s->t_new, s->t_new};
	return MDV_OK;
}

/* Of the step at hand, at t. */
static MdvStatus look(HybridRun *r, double t, RtUse use)
{
	const Stepping *s = r->state;
	double part = s->t_new > r->t ? (t - r->t) / (s->t_new - r->t) : 1;

	(void)use;
	copy(r, r->rt->frame, t >= s->t_new && s->ahead ? s->after : s->before);
	r->rt->frame[r->rt->m->time] = t;
	if (t >= s->t_new || !s->ahead)
		return MDV_OK;
	for (size_t k = 0; k < s->im->n_moving; k++) {
		int32_t slot = s->im->moving[k];

		r->rt->frame[slot] = s->before[slot] + part * (s->after[slot] - s->before[slot]);
	}
	return MDV_OK;
}

static MdvStatus commit_step(HybridRun *r)
{
	Stepping *s = r->state;
	bool restart, is_event = r->plan.kind == PLAN_EVENT;

	TRY(rows_upto(r, s->t_new, !is_event));
	TRY(look(r, s->t_new, RT_OUTPUT));
	copy(r, s->before, s->after);
	r->t = r->out->t = s->t_new;
	s->ahead = false;
	if (is_event) {
		TRY(rows_event(r, r->t, false));
		TRY(hybrid_event(r, r->t, -1, &restart));
		r->out->stats.time_events++;
		copy(r, s->before, r->rt->frame);
		hybrid_settled(r);
	}
	if (s->ended)
		report_terminate(r->rt, r->t, "the FMU says so", 0);
	r->out->terminated = s->ended;
	return MDV_OK;
}

static MdvStatus interrupt(HybridRun *r, double t, bool *missed)
{
	const Stepping *s = r->state;

	*missed = false;
	if (s->ahead && t < s->t_new)
		return report_fail(
			r->rt, MDV_FAILED, t,
			"at time %g: an input inside of a step of the FMU, which cannot be taken back", t);
	TRY(rows_upto(r, t, false));
	TRY(look(r, t, RT_OUTPUT));
	return rows_event(r, t, false);
}

static MdvStatus resume(HybridRun *r, bool restart)
{
	Stepping *s = r->state;

	(void)restart;
	copy(r, s->before, r->rt->frame);
	s->ahead = false;
	return MDV_OK;
}

static const SolverStats *count(const HybridRun *r)
{
	return r->state ? &((const Stepping *)r->state)->stats : NULL;
}

static void close_stepping(HybridRun *r)
{
	(void)r;
}

const IntegratorOps integrator_stepping = {.open = open_stepping,
										   .make = make_step,
										   .commit = commit_step,
										   .interrupt = interrupt,
										   .resume = resume,
										   .look = look,
										   .stats = count,
										   .close = close_stepping};
