/* SPDX-License-Identifier: MIT
   hybrid.c — one run: initialization, what happens at an event, the end. Who runs it (system/,
   plant/) commits one plan after the other in between. */
#include "runtime/plan/plan.h"

#include <string.h>

static MdvStatus check_deadline(const HybridRun *r)
{
	if (r->o->stop_request && *r->o->stop_request)
		return MDV_STOPPED;
	return r->o->run.timeout > 0 && clock_seconds() - r->t_begin > r->o->run.timeout ? MDV_TIMED_OUT
																					 : MDV_OK;
}

/* --- events --- */

/* The user's code, and the iteration taken up again if it has written variables. */
static MdvStatus call_user(HybridRun *r, double t, RtEvent *e)
{
	RtEvent more;

	if (r->user)
		TRY(r->user->at_event(r->user->ctx, t, e->samples));
	if (!r->rt->event.opened)
		return MDV_OK;
	TRY(event_iterate(r->rt, t, &more));
	e->restart |= more.restart;
	e->terminate |= more.terminate;
	return MDV_OK;
}

/* floor(1e12*time): 10^10 events and more would be in a run, which nobody waits for, or they cannot
   be told apart. Instants that are given (sample, delay, inputs) have limits of their own, and one
   instant among many of those is no trouble. */
#define CROWD_PART 1e-6  /* of the span in which time moves too little */
#define CROWD_MOST 10000 /* events in it that are usual */
#define CROWD_OWN  1000  /* further ones that are the end */

static MdvStatus check_crowd(HybridRun *r, double t)
{
	HybridCrowd *c = &r->crowd;
	const MdvModel *m = r->rt->m;
	int32_t i = 0;

	if (!(t - c->t <= CROWD_PART * r->span))
		*c = (HybridCrowd){.t = t};
	if (++c->n < CROWD_MOST + (uint64_t)m->n_time_events)
		return MDV_OK;
	while (i < m->n_time_events && r->rt->frame[m->time_event[i].instant] != r->next)
		i++;
	if (i == m->n_time_events || ++c->own < CROWD_OWN)
		return MDV_OK;
	report_fail(r->rt, MDV_FAILED, t,
				"at time %.9g time hardly moves any more: %llu time events in %.3g s, the next one "
				"%.3g s later; so many cannot be carried out up to the end",
				t, (unsigned long long)c->n, t - c->t, r->next - t);
	report_source(r->rt, m->time_event[i].source);
	return MDV_FAILED;
}

/* Texts that the frame has no more. With DEVS components beside the equations there are others who
   may have them (system/coupled.c). */
static void forget_texts(HybridRun *r)
{
	const MdvModel *m = r->rt->m;

	if (!m->texts || r->rt->whole || mdv_model_components(m) > 1 || m->n_couplings > 0 ||
		!texts_are_many(&r->texts, m))
		return;
	m->keep_texts(m->code, r->rt->frame, (size_t)m->n_slots);
	texts_forget(&r->texts, m);
}

#define TIMED_PART                                                                \
	16 /* of local events: looking at the clock takes as long as half of one does \
		*/

/* How long it takes, up to hybrid_settled; it stands for so many. 0: it is not looked at. */
static void time_event(HybridRun *r, int weight)
{
	r->event_weight = weight;
	if (weight > 0)
		r->event_begin = clock_seconds();
}

MdvStatus hybrid_event(HybridRun *r, double t, int32_t crossing, bool *restart)
{
	RtEvent e;

	time_event(r, 1);
	log_before(r);
	/* At the very end there is one event, with terminal(). */
	r->ended = t >= r->o->run.stop;
	*restart = false;
	TRY(r->ended ? event_terminal(r->rt, t, &e) : event_iterate(r->rt, t, &e));
	TRY(call_user(r, t, &e));
	e.restart |= r->force_restart;
	r->force_restart = false;
	TRY(log_event(r, t, crossing, &e));
	r->t = t;
	r->next = event_next(r->rt, t);
	r->out->stats.sample_events += e.samples > 0;
	r->out->terminated = e.terminate;
	*restart = e.restart;
	if (crossing < 0 && !e.terminate)
		TRY(check_crowd(r, t));
	forget_texts(r);
	return rows_event(r, t, true);
}

MdvStatus hybrid_local_event(HybridRun *r, double t, int32_t crossing)
{
	RtEvent e;

	time_event(r, r->n_local++ % TIMED_PART == 0 ? TIMED_PART : 0);
	TRY(event_local(r->rt, t, crossing, &e));
	r->t = r->out->t = t;
	r->next = event_next(r->rt, t);
	r->out->stats.sample_events += e.samples > 0;
	if (crossing < 0)
		TRY(check_crowd(r, t));
	forget_texts(r);
	return MDV_OK;
}

void hybrid_settled(HybridRun *r)
{
	if (r->event_weight > 0)
		r->out->stats.event_ms += 1e3 * r->event_weight * (clock_seconds() - r->event_begin);
}

MdvStatus hybrid_plan(HybridRun *r)
{
	TRY(check_deadline(r));
	if (r->automatic.on)
		TRY(auto_look(r));
	return plan_make(r);
}

/* --- the run --- */

/* All values at the start, for the first row. */
static MdvStatus output_start(HybridRun *r)
{
	ArenaMark mark = arena_mark(&r->memory);
	double *x = NEW_ARRAY(&r->memory, double, r->rt->n);
	MdvStatus status;

	if (!x)
		return MDV_NO_MEMORY;
	rt_states(r->rt, x);
	status = rt_output(r->rt, r->t, x, RT_OUTPUT);
	arena_release(&r->memory, mark);
	return status_final(status);
}

MdvStatus hybrid_first_row(HybridRun *r)
{
	r->rows.next = 1;
	return status_final_or_stopped(rows_emit(r, r->t));
}

/* After initialization: the event iteration at the start (MLS 8.6), the first row, the integrator.
 */
static MdvStatus start_run(HybridRun *r)
{
	RtEvent e;

	TRY(event_iterate(r->rt, r->t, &e));
	r->out->terminated = e.terminate;
	r->out->stats.sample_events += e.samples > 0;
	r->next = event_next(r->rt, r->t);
	TRY(output_start(r));
	TRY(hybrid_first_row(r));
	auto_begin(r);
	r->integrator = r->o->integrator       ? r->o->integrator
					: r->rt->m->integrator ? r->rt->m->integrator
					: quanta_is(r->solver) ? &integrator_quanta
										   : &integrator_steps;
	if (r->o->run.min_quantum > 0 && r->integrator == &integrator_steps)
		return report_fail(r->rt, MDV_BAD_ARGUMENT, NAN,
						   "a smallest quantum means nothing to a solver that takes steps");
	TRY(r->integrator->open(r));
	r->cpu_begin = clock_processor();
	return MDV_OK;
}

/* terminal() is true in one more event iteration at the very end, also if that came by terminate(),
   which ends a run with success (MLS 8.3.8); its row, if anything changed, and the one before it
   are the pair. */
MdvStatus hybrid_finish(HybridRun *r)
{
	RtEvent e;

	if (r->ended)
		return MDV_OK;
	TRY(event_terminal(r->rt, r->t, &e));
	return e.changed && !r->o->run.no_events ? rows_emit(r, r->t) : MDV_OK;
}

static void take_options(HybridRun *r)
{
	const MdvOptions *o = &r->o->run;

	r->t = r->crowd.t = o->start;
	r->user_next = INFINITY;
	r->rows.t_last = -INFINITY;
	r->rows.interval = o->interval;
	r->span = o->span;
	r->tol = o->tol;
	r->rt->span = o->span;
	r->rt->limited.fail = o->limits == MDV_LIMITS_ERROR;
	r->rt->band = fmax(1e-4 * r->tol, 1e-13);
	r->rt->listener.what = o->log;
	r->rt->event.keep_before = o->chattering == MDV_CHATTERING_REGULARIZE ||
							   o->log & MDV_LOG_EVENTS || r->rt->listener.event;
}

MdvStatus hybrid_initialize(HybridRun *r)
{
	MdvStatus status;

	take_options(r);
	*r->out = (HybridResult){.t = r->o->run.start};
	report_clear(r->rt);
	arena_init(&r->memory, r->rt->alloc);
	r->t_begin = clock_seconds();
	r->rt->interrupt = (RtInterrupt){
		.stop = r->o->stop_request,
		.deadline = r->o->run.timeout > 0 ? r->t_begin + r->o->run.timeout : 0,
	};
	status = (r->rt->whole ? init_island : init_run)(r->rt, r->o->run.start);
	r->out->stats.init_ms = 1e3 * (clock_seconds() - r->t_begin);
	return status;
}

MdvStatus hybrid_open(HybridRun *r)
{
	TRY(hybrid_initialize(r));
	if (!log_begin(r) || !user_crossing_allocate(r))
		return MDV_NO_MEMORY;
	return start_run(r);
}

void hybrid_close(HybridRun *r)
{
	if (r->integrator)
		r->integrator->close(r);
	arena_free(&r->memory);
}
