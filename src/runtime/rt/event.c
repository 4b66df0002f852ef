/* SPDX-License-Identifier: MIT
   event.c — event iteration (MLS 8.5, Appendix B): at one instant the sequence EVENT is run, pre
   values follow, until nothing changes any more. Many passes are legal (a ripple counter); what
   ends the iteration is a configuration that comes again (Brent 1980: one configuration is kept and
   compared with, a newer one each time the number of passes has doubled). */
#include "runtime/rt/rt.h"

#include <string.h>

enum { MAX_PASSES = 1000000, MAX_TURNS = 10 };

/* --- what changes --- */

/* A continuous variable under pre is right up to the accuracy of its block. */
bool event_differs(const Rt *rt, const MdvDiscrete *d)
{
	double v = rt->frame[d->slot], pre = rt->frame[d->pre];

	if (v == pre || (isnan(v) && isnan(pre)))
		return false;
	if (d->var < 0 || rt->m->var[d->var].flags & MDV_VAR_DISCRETE ||
		rt->m->var[d->var].type != MDV_REAL)
		return true;
	return !(fabs(v - pre) <= 1e-9 * fmax(fabs(v), block_nominal(rt, d->slot)));
}

static bool update_pre(Rt *rt)
{
	bool changed = false;

	for (int32_t i = 0; i < rt->m->n_discretes; i++) {
		const MdvDiscrete *d = &rt->m->discrete[i];

		changed |= event_differs(rt, d);
		rt->frame[d->pre] = rt->frame[d->slot];
	}
	return changed;
}

/* --- cycles --- */

static void note_configuration(Rt *rt)
{
	for (int32_t i = 0; i < rt->m->n_discretes; i++)
		rt->event.cycle[i] = rt->frame[rt->m->discrete[i].slot];
	rt_states(rt, rt->event.cycle + rt->m->n_discretes);
}

static bool same_configuration(Rt *rt)
{
	int32_t n = rt->m->n_discretes;

	for (int32_t i = 0; i < n; i++)
		if (rt->event.cycle[i] != rt->frame[rt->m->discrete[i].slot])
			return false;
	for (int32_t i = 0; i < rt->n; i++)
		if (rt->event.cycle[n + i] != rt->frame[rt_state(rt, i)->slot])
			return false;
	return true;
}

static void mark_cycle(Rt *rt)
{
	for (int32_t i = 0; i < rt->m->n_discretes; i++)
		if (rt->event.cycle[i] != rt->frame[rt->m->discrete[i].slot])
			rt->event.in_cycle[i] = true;
}

MdvStatus event_report_cycle(Rt *rt, int32_t passes)
{
	int32_t n = 0;

	if (rt->event.trouble)
		return MDV_FAILED; /* a block without solution is the cause, and has been reported */
	report_fail(rt, MDV_FAILED, rt_time(rt), "at time %g the event never ends: after %d passes",
				rt_time(rt), (int)passes);
	for (int32_t i = 0; i < rt->m->n_discretes; i++)
		if (rt->event.in_cycle[i] && rt->m->discrete[i].var >= 0 && n++ < 8)
			report_add(rt, "%s %s", n > 1 ? "," : " the same values come again and again of",
					   rt->m->var[rt->m->discrete[i].var].name);
	if (n > 8)
		report_add(rt, " and %d more", (int)n - 8);
	if (n == 0)
		report_add(rt, " nothing has settled");
	return MDV_FAILED;
}

/* --- actions --- */

static MdvStatus compute_text(Rt *rt, const MdvAction *a, const char **text)
{
	*text = NULL;
	if (a->code >= 0)
		TRY(block_code(rt, a->code));
	if (a->slot >= 0 && rt->m->string)
		*text = rt->m->string(rt->m->code, rt->frame[a->slot]);
	*text = *text ? *text : "";
	return MDV_OK;
}

/* Of an argument or result of a function: once, as limits of variables are told (limits.c). */
static MdvStatus act_limit(Rt *rt, int32_t i, const char *text)
{
	if (rt->said.warned[i])
		return MDV_OK;
	rt->said.warned[i] = true;
	report_fail(rt, MDV_FAILED, rt_time(rt), "at time %g %s", rt_time(rt), text);
	report_source(rt, rt->m->action[i].source);
	if (rt->limited.fail)
		return MDV_FAILED;
	report_warn(rt);
	return MDV_OK;
}

/* The text is the user's own; of components that are like each other only the place tells which. */
static void act_warn(Rt *rt, int32_t i, const char *text)
{
	int32_t source = rt->m->action[i].source;
	const MdvSource *at = source >= 0 ? &rt->m->source[source] : NULL;

	if (rt->said.warned[i])
		return;
	rt->said.warned[i] = true;
	if (at && at->file[0])
		report_log(rt, "at time %g: %s (%s%s%s%s:%d)", rt_time(rt), text, at->path[0] ? "in " : "",
				   at->path, at->path[0] ? ", " : "", at->file, (int)at->line);
	else
		report_log(rt, "at time %g: %s", rt_time(rt), text);
}

static MdvStatus act_message(Rt *rt, int32_t i)
{
	const MdvAction *a = &rt->m->action[i];
	const char *text;

	TRY(compute_text(rt, a, &text));
	if (a->kind == MDV_ACTION_LIMIT)
		return act_limit(rt, i, text);
	if (a->kind == MDV_ACTION_WARN) {
		act_warn(rt, i, text);
		return MDV_OK;
	}
	if (a->kind == MDV_ACTION_ASSERT) {
		report_fail(rt, MDV_FAILED, rt_time(rt), "at time %g an assertion is violated: %s",
					rt_time(rt), text);
		report_source(rt, a->source);
		return MDV_FAILED;
	}
	report_terminate(rt, rt_time(rt), text, a->source);
	rt->event.terminated = true;
	return MDV_OK;
}

/* A state gets a new value at the end of the pass; a candidate of a set must be a state for that.
 */
static MdvStatus act_reinit(Rt *rt, const MdvAction *a, bool *changed)
{
	double value = rt->frame[a->value];
	bool forced;

	if (!isfinite(value))
		return status_final(report_not_finite(rt, "the value of reinit for", a->slot));
	if (!set_force(rt, a->slot, &forced)) {
		report_fail(rt, MDV_FAILED, rt_time(rt),
					"at time %g '%s' cannot be a state and take the value of reinit", rt_time(rt),
					report_name(rt, a->slot));
		report_source(rt, a->source);
		return MDV_FAILED;
	}
	*changed |= rt->frame[a->slot] != value;
	rt->frame[a->slot] = value;
	return MDV_OK;
}

MdvStatus event_act(Rt *rt, int32_t action, bool *changed)
{
	const MdvAction *a = &rt->m->action[action];

	if (a->kind == MDV_ACTION_REINIT)
		return act_reinit(rt, a, changed);
	if (a->kind == MDV_ACTION_CALL)
		return a->code >= 0 ? block_code(rt, a->code) : MDV_OK;
	return act_message(rt, action);
}

/* Inside of whens: what the pass has made fire. Assertions in a when fire in one pass only, so they
   count at once; those outside are looked at when the iteration has converged. */
static MdvStatus act(Rt *rt, bool *changed)
{
	for (int32_t i = 0; i < rt->m->n_actions; i++)
		if (!rt->m->action[i].always && !rt->m->action[i].start &&
			rt->frame[rt->m->action[i].fires] != 0)
			TRY(event_act(rt, i, changed));
	return MDV_OK;
}

bool event_has_checks(const Rt *rt)
{
	return rt->index.n_always > 0;
}

MdvStatus event_check(Rt *rt)
{
	for (int32_t k = 0; k < rt->index.n_always; k++) {
		const MdvAction *a = &rt->m->action[rt->index.always[k]];

		if (rt->frame[a->fires] == 0)
			continue;
		if (a->kind == MDV_ACTION_ASSERT || a->kind == MDV_ACTION_WARN ||
			a->kind == MDV_ACTION_LIMIT || a->kind == MDV_ACTION_TERMINATE)
			TRY_FINAL(act_message(rt, rt->index.always[k]));
	}
	return MDV_OK;
}

/* --- the iteration --- */

static MdvStatus pass(Rt *rt, bool *changed)
{
	rt->mode.use = RT_EVENT;
	rt->mode.effort = RT_ALL;
	rt->event.trouble = NULL;
	rt->event.put_off = false;
	rt->stamp.event++;
	rt->stats.passes++;
	for (int k = 0; rt->m->event_graph && k < MDV_EVENT_SETS; k++)
		rt->stats.evaluations[k] += (uint64_t)rt->m->event_graph->n_eqs[k];
	*changed = false;
	TRY_FINAL(seq_run(rt, MDV_SEQ_EVENT));
	if (block_is_final(rt))
		return MDV_FAILED;
	TRY_FINAL(act(rt, changed));
	*changed |= update_pre(rt) || rt->event.put_off;
	operator_end_pulses(rt);
	return MDV_OK;
}

/* Until a pass changes nothing. The frame's pre values are those before the event. */
static MdvStatus iterate(Rt *rt, int32_t *passes)
{
	int32_t next_note = 1, cycle_end = -1;
	bool changed;

	for (*passes = 1;; ++*passes) {
		TRY(pass(rt, &changed));
		if (!changed)
			return rt->event.trouble ? MDV_FAILED : MDV_OK;
		rt->stats.repeats++;
		if (cycle_end >= 0) {
			/* Once around to see which variables take part. */
			mark_cycle(rt);
			if (*passes >= cycle_end || same_configuration(rt))
				return event_report_cycle(rt, *passes);
		} else if (*passes > 1 && same_configuration(rt)) {
			memset(rt->event.in_cycle, 0, (size_t)rt->m->n_discretes * sizeof *rt->event.in_cycle);
			cycle_end = *passes + 1000;
		} else if (*passes >= MAX_PASSES) {
			return event_report_cycle(rt, *passes);
		} else if (*passes == next_note) {
			note_configuration(rt);
			next_note *= 2;
		}
	}
}

static void remember(Rt *rt)
{
	for (int32_t i = 0; i < rt->m->n_ode_reads; i++)
		rt->event.read_before[i] = rt->frame[rt->m->ode_read[i]];
	rt_states(rt, rt->event.x_before);
}

/* Did anything change that the integrator's history depends on? */
static bool needs_restart(const Rt *rt)
{
	if (!rt->m->ode_read)
		return true;
	for (int32_t i = 0; i < rt->m->n_ode_reads; i++)
		if (rt->event.read_before[i] != rt->frame[rt->m->ode_read[i]])
			return true;
	for (int32_t i = 0; i < rt->n; i++)
		if (rt->event.x_before[i] != rt->frame[rt_state(rt, i)->slot])
			return true;
	return false;
}

void event_open(Rt *rt)
{
	if (rt->event.opened)
		return;
	remember(rt);
	update_pre(rt);
	rt->event.opened = true;
}

/* Every pass runs all of EVENT. */
static MdvStatus settle_all(Rt *rt, RtEvent *out)
{
	int32_t passes;
	MdvStatus status = iterate(rt, &passes);

	rt->stamp.event++;
	rt->change.stale = true;
	rt->change.hinted = false;
	rt->change.flipped.n = 0;
	out->passes += passes;
	out->changed |= passes > 1;
	out->restart |= needs_restart(rt);
	return status;
}

/* Or passes run what has changed; if that is not known it is everything. */
static MdvStatus settle(Rt *rt, double t, bool full, RtEvent *out)
{
	bool stale = rt->change.stale;
	MdvStatus status;

	if (full) {
		rt->limits.all = true;
		return settle_all(rt, out);
	}
	status = change_iterate(rt, t, out);
	out->restart |= stale ? needs_restart(rt) : change_needs_restart(rt);
	return status;
}

/* Recorded inputs at an event, when what was before it has been remembered: their changes are seen
   (edge, change). True: one of them jumps or bends, and the solver begins anew. */
static bool give_inputs(Rt *rt, double t)
{
	rt->inputs.t_event = t;
	if (!rt->inputs.give)
		return false;
	rt->inputs.give(rt->inputs.ctx, t, true, rt->frame);
	return rt->inputs.next && rt->inputs.next(rt->inputs.ctx, nextafter(t, -INFINITY)) == t;
}

MdvStatus event_iterate(Rt *rt, double t, RtEvent *out)
{
	uint64_t set_changes = rt->stats.set_changes;
	/* What was written from outside may have changed anything. */
	bool jumped, selected, full = rt->event.opened || rt->inputs.give || !change_on(rt);

	*out = (RtEvent){0};
	rt->frame[rt->m->time] = t;
	rt->last.t = NAN;
	if (full)
		event_open(rt);
	else if (rt->change.stale || rt->event.keep_before)
		remember(rt);
	rt->event.opened = false;
	jumped = operator_release(rt, t, out);
	jumped |= give_inputs(rt, t);
	TRY(settle(rt, t, full, out));
	for (int k = 0; k < MAX_TURNS; k++) {
		bool any;

		TRY(operator_turn(rt, &any));
		if (!any)
			break;
		jumped = true;
		rt->change.stale = true; /* states may be others */
		TRY(settle(rt, t, full, out));
	}
	rt_accept(rt);
	TRY_FINAL(set_select(rt, SET_FACTOR, &selected));
	if (selected)
		rt->last.t = NAN;
	TRY_FINAL(event_check(rt));
	TRY_FINAL(rt_check_values(rt));
	TRY_FINAL(limits_check(rt));
	TRY_FINAL(operator_keep(rt, t, true));
	out->restart |= jumped || set_changes != rt->stats.set_changes;
	out->terminate = rt->event.terminated;
	return MDV_OK;
}

/* Is there a block that is not of decisions alone? */
static bool has_unknowns(const Rt *rt)
{
	for (int k = MDV_SEQ_EVENT; k < MDV_SEQ_COUNT; k++)
		for (int32_t i = 0; i < rt->sequence[k].n_steps; i++)
			if (rt->sequence[k].step[i].kind != MDV_STEP_CODE &&
				rt->sequence[k].step[i].kind != MDV_STEP_MIXED)
				return true;
	return false;
}

/* What goes through all values at an event, or keeps them: left limits under pre, choices of
   states, operators but sample, limits, assertions, blocks, the texts of messages. */
bool event_is_local(const Rt *rt)
{
	const MdvModel *m = rt->m;

	for (int32_t i = 0; i < m->n_actions; i++)
		if (m->action[i].kind != MDV_ACTION_REINIT)
			return false;
	return change_on(rt) && rt->change.m->n_moving == 0 && m->n_sets == 0 && !has_unknowns(rt) &&
		   operator_pulses_only(rt) && rt->limited.n == 0 && rt->guesses.n == 0 &&
		   !rt->inputs.give && !rt->event.keep_before;
}

MdvStatus event_local(Rt *rt, double t, int32_t crossing, RtEvent *out)
{
	MdvStatus status;

	*out = (RtEvent){0};
	rt->frame[rt->m->time] = t;
	rt->last.t = NAN;
	if (crossing >= 0)
		event_hint(rt, crossing);
	else
		operator_release(rt, t, out);
	event_hinted(rt);
	rt->event.partial = true;
	status = change_discrete(rt, t, out);
	rt->event.partial = false;
	return status;
}

MdvStatus event_terminal(Rt *rt, double t, RtEvent *out)
{
	MdvStatus status;

	rt->frame[rt->m->is_terminal] = 1;
	rt->change.stale = true;
	status = event_iterate(rt, t, out);
	rt->frame[rt->m->is_terminal] = 0;
	rt->change.stale = true;
	return status;
}

double event_next(const Rt *rt, double t)
{
	double next = operator_next(rt, t);

	if (change_on(rt) && !rt->change.stale)
		next = fmin(next, change_next_instant(rt));
	for (int32_t i = 0; (!change_on(rt) || rt->change.stale) && i < rt->m->n_time_events; i++) {
		double at = rt->frame[rt->m->time_event[i].instant];

		if (at > t && at < next)
			next = at;
	}
	if (rt->inputs.next)
		next = fmin(next, rt->inputs.next(rt->inputs.ctx, t));
	return next;
}
