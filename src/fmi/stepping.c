/* SPDX-License-Identifier: MIT
   stepping.c — co-simulation: the FMU takes steps of its own, from one communication point to the
   next; here they are the steps of an integrator. Between two points values are straight lines (of
   Reals that change all the time), or as they were.

   Something may happen inside of a step. An FMU whose states can be kept steps ahead, goes back and
   takes a shorter step. Of another one a step is taken when it is over, not before: then all that
   is needed is that its steps may have any length. Where neither will do, as if it may return early
   or somebody watches its values for crossings, it is an error. */
#include "fmi/fmi.h"

#include <string.h>

typedef enum Way {
	WAY_AHEAD, /* steps are taken when they are planned, and count */
	WAY_BACK,  /* the same, but they can be taken back */
	WAY_LATE   /* they are taken when they are over */
} Way;

typedef struct Stepping {
	FmiImport *im;  /* the FMU */
	Way way;        /* how it steps */
	void *kept;     /* of WAY_BACK: its state at run->t; NULL: none yet */
	double *before; /* n_slots: values at run->t … */
	double *after;  /* … and at t_new */
	double t_new;   /* how far the FMU is; before the step of WAY_LATE, how far it will be */
	double h;       /* length of steps */
	bool ahead;     /* the FMU is at t_new, after run->t */
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

static double choose_length(const HybridRun *r, const FmiImport *im)
{
	double h = r->o->run.fixed_step > 0 ? r->o->run.fixed_step : r->rows.interval;

	if (im->step > 0)
		return im->step;
	return h > 0 ? h : r->span / 500;
}

static Way choose_way(const HybridRun *r, const FmiImport *im)
{
	if (im->step == 0) /* a run of its own: nothing comes between */
		return WAY_AHEAD;
	if (im->d.keeps_state)
		return WAY_BACK;
	if (im->d.returns_early || !im->d.varies_step || (r->user && r->user->n_crossings > 0))
		return WAY_AHEAD;
	return WAY_LATE;
}

static MdvStatus open_stepping(HybridRun *r)
{
	const MdvModel *m = r->rt->m;
	Stepping *s = NEW_ARRAY(&r->memory, Stepping, 1);

	if (!s)
		return MDV_NO_MEMORY;
	r->state = s;
	s->im = m->code;
	s->way = choose_way(r, s->im);
	s->before = NEW_ARRAY(&r->memory, double, m->n_slots);
	s->after = NEW_ARRAY(&r->memory, double, m->n_slots);
	if (!s->before || !s->after)
		return MDV_NO_MEMORY;
	s->h = choose_length(r, s->im);
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
	if (s->im->step > 0) /* communication points are events */
		end = INFINITY;
	end = fmin(fmin(end, r->o->run.stop), fmin(r->next, r->user_next));
	if (r->rt->inputs.bend)
		end = fmin(end, r->rt->inputs.bend(r->rt->inputs.ctx, r->t));
	return end;
}

static MdvStatus tell_call(HybridRun *r, MdvStatus status)
{
	const Stepping *s = r->state;

	return status == MDV_OK ? MDV_OK
							: report_fail(r->rt, MDV_FAILED, r->t, "at time %g: %s", r->t,
										  calls_why(s->im->calls));
}

/* From run->t up to t; the values there are in after. */
static MdvStatus take_step(HybridRun *r, double t)
{
	Stepping *s = r->state;
	FmiStep step = {.t = r->t, .h = t - r->t, .no_return = s->way != WAY_BACK};

	copy(r, r->rt->frame, s->before);
	rt_put_states(r->rt, r->t, s->before); /* there are no states, but recorded inputs */
	TRY(tell(r, import_give(s->im, r->rt->frame, false)));
	if (s->way == WAY_BACK)
		TRY(tell_call(r, calls_save(s->im->calls, &s->kept)));
	s->stats.steps++;
	TRY(tell_call(r, calls_step(s->im->calls, &step)));
	if (!(step.reached > r->t) && !step.terminate)
		return report_fail(r->rt, MDV_FAILED, r->t, "at time %g the FMU does not move on", r->t);
	s->t_new = step.reached;
	s->im->at_event = step.event;
	s->ended = step.terminate;
	s->ahead = true;
	TRY(tell(r, import_read(s->im, r->rt->frame)));
	r->rt->frame[r->rt->m->time] = step.reached;
	copy(r, s->after, r->rt->frame);
	return MDV_OK;
}

/* A communication point, or one of the FMU's own. */
static bool is_event(const HybridRun *r)
{
	const Stepping *s = r->state;

	return s->t_new == r->next || (s->ahead && s->im->at_event);
}

static MdvStatus make_step(HybridRun *r)
{
	Stepping *s = r->state;

	if (!s->ahead && s->way == WAY_LATE)
		s->t_new = choose_end(r, s);
	else if (!s->ahead)
		TRY(take_step(r, choose_end(r, s)));
	r->plan = (HybridPlan){is_event(r) ? PLAN_EVENT : PLAN_STEP, s->t_new, s->t_new};
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
	bool restart, event;

	if (!s->ahead)
		TRY(take_step(r, s->t_new));
	event = r->plan.kind == PLAN_EVENT && is_event(r);
	TRY(rows_upto(r, s->t_new, !event));
	TRY(look(r, s->t_new, RT_OUTPUT));
	copy(r, s->before, s->after);
	r->t = r->out->t = s->t_new;
	s->ahead = false;
	if (event) {
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

/* Back to run->t, if the FMU can. */
static MdvStatus take_back(HybridRun *r, double t)
{
	Stepping *s = r->state;

	if (s->way != WAY_BACK)
		return report_fail(
			r->rt, MDV_FAILED, t,
			"at time %g: an input inside of a step of the FMU, which cannot be taken back", t);
	TRY(tell_call(r, calls_restore(s->im->calls, s->kept)));
	s->ahead = s->im->at_event = false;
	return MDV_OK;
}

static MdvStatus interrupt(HybridRun *r, double t, bool *missed)
{
	Stepping *s = r->state;

	*missed = false;
	if (s->ahead && t < s->t_new)
		TRY(take_back(r, t));
	if (!s->ahead && t > r->t) {
		TRY(take_step(r, t));
		if (s->t_new < t)
			return report_fail(r->rt, MDV_FAILED, t, "at time %g the FMU does not reach %g", r->t,
							   t);
	}
	TRY(rows_upto(r, t, false));
	TRY(look(r, t, RT_OUTPUT));
	return rows_event(r, t, false);
}

static MdvStatus resume(HybridRun *r, bool restart)
{
	Stepping *s = r->state;

	(void)restart;
	copy(r, s->before, r->rt->frame);
	s->t_new = r->t;
	s->ahead = false;
	return MDV_OK;
}

static const SolverStats *count(const HybridRun *r)
{
	return r->state ? &((const Stepping *)r->state)->stats : NULL;
}

static void close_stepping(HybridRun *r)
{
	Stepping *s = r->state;

	if (s)
		calls_forget(s->im->calls, &s->kept);
}

const IntegratorOps integrator_stepping = {.open = open_stepping,
										   .make = make_step,
										   .commit = commit_step,
										   .interrupt = interrupt,
										   .resume = resume,
										   .look = look,
										   .stats = count,
										   .close = close_stepping};
