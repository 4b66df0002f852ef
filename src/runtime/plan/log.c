/* SPDX-License-Identifier: MIT
   log.c — what `--log` asks for: one line for each step, and for each event its instant, the
   conditions that made it, with the line of their source, and what it changed. Costs nothing if
   nothing is asked for. */
#include "runtime/plan/plan.h"

#include <string.h>

enum { MOST_NAMES = 12 };

bool log_begin(HybridRun *r)
{
	if (!(r->rt->listener.what & MDV_LOG_EVENTS) && !r->rt->listener.event)
		return true;
	r->before = NEW_ARRAY(&r->memory, double, r->rt->m->n_slots);
	return r->before != NULL;
}

void log_before(HybridRun *r)
{
	if (r->before)
		memcpy(r->before, r->rt->frame, (size_t)r->rt->m->n_slots * sizeof *r->before);
}

static void add_source(const HybridRun *r, Text *line, int32_t source)
{
	const MdvSource *s;

	if (source < 0 || source >= r->rt->m->n_sources)
		return;
	s = &r->rt->m->source[source];
	text_printf(line, "'%s'%s%s", s->text, s->path[0] ? " of " : "", s->path);
	if (s->file[0])
		text_printf(line, " (%s:%d)", s->file, (int)s->line);
}

/* Relations and step functions that have changed. */
static int add_crossings(const HybridRun *r, int32_t crossing, Text *line)
{
	const MdvModel *m = r->rt->m;
	int n = 0;

	for (int32_t i = 0; i < m->n_crossings; i++) {
		int32_t slot = m->crossing[i].relation;
		bool now = slot >= 0 && r->rt->frame[slot] != 0, found = crossing == i;
		bool was = slot >= 0 && r->before[slot] != 0;

		if (!found && now == was)
			continue;
		if (n++ >= MOST_NAMES)
			continue;
		text_printf(line, "%s", n > 1 ? ", " : " ");
		add_source(r, line, m->crossing[i].source);
		if (slot >= 0)
			text_printf(line, now == was ? " stays %s" : " becomes %s", now ? "true" : "false");
	}
	return n;
}

typedef struct Due {
	Text *line; /* being made */
	int n;      /* named so far */
} Due;

static void add_due(void *ctx, const char *text)
{
	Due *due = ctx;

	if (due->n++ < MOST_NAMES)
		text_printf(due->line, "%s%s", due->n > 1 ? ", " : " ", text);
}

/* What was due at t. */
static void add_instants(const HybridRun *r, double t, int n, Text *line)
{
	const MdvModel *m = r->rt->m;
	Due due = {.line = line};

	for (int32_t i = 0; i < m->n_time_events; i++) {
		double at = r->before[m->time_event[i].instant];

		if (at != t || n++ >= MOST_NAMES)
			continue;
		text_printf(line, "%s", n > 1 ? ", " : " ");
		add_source(r, line, m->time_event[i].source);
	}
	due.n = n;
	operator_due(r->rt, t, add_due, &due);
	n = due.n;
	if (n > MOST_NAMES)
		text_printf(line, " and %d more", n - MOST_NAMES);
	if (n == 0)
		text_printf(line, " %s", t >= r->o->run.stop ? "the end" : "a delay or an input");
}

static void add_value(const HybridRun *r, Text *line, const MdvVar *v, double value)
{
	bool negated = v->flags & MDV_VAR_NEGATED;
	const char *name;
	size_t len;

	if (v->type == MDV_ENUMERATION && v->literals &&
		(len = text_item(v->literals, value, &name)) > 0)
		text_add(line, name, len);
	else if (v->type == MDV_BOOLEAN)
		text_printf(line, "%s", (value != 0) != negated ? "true" : "false");
	else if (v->type == MDV_STRING)
		text_printf(line, "\"%s\"",
					r->rt->m->string ? r->rt->m->string(r->rt->m->code, value) : "");
	else
		text_printf(line, "%.10g", negated ? -value : value);
}

static void add_change(const HybridRun *r, Text *line, int32_t var, double old, int *n)
{
	const MdvVar *v = &r->rt->m->var[var];

	if (v->flags & MDV_VAR_HIDDEN || old == r->rt->frame[v->slot] || (*n)++ >= MOST_NAMES)
		return;
	text_printf(line, "%s%s: ", *n > 1 ? ", " : "", v->name);
	add_value(r, line, v, old);
	text_printf(line, " -> ");
	add_value(r, line, v, r->rt->frame[v->slot]);
}

/* Each under the first of its names. */
static int32_t var_at(const HybridRun *r, int32_t slot)
{
	return r->rt->index.var_of_slot[slot];
}

/* Discrete variables and states that the event has changed, the first of them by name; gives how
   many. */
static int add_changes(const HybridRun *r, Text *line)
{
	const MdvModel *m = r->rt->m;
	int n = 0;

	for (int32_t i = 0; i < m->n_discretes; i++) {
		int32_t slot = m->discrete[i].slot;

		if (m->discrete[i].var >= 0 && var_at(r, slot) >= 0 &&
			m->var[m->discrete[i].var].flags & MDV_VAR_DISCRETE)
			add_change(r, line, var_at(r, slot), r->before[slot], &n);
	}
	for (int32_t i = 0; i < r->rt->n; i++)
		if (var_at(r, rt_state(r->rt, i)->slot) >= 0)
			add_change(r, line, var_at(r, rt_state(r->rt, i)->slot), r->rt->event.x_before[i], &n);
	if (n > MOST_NAMES)
		text_printf(line, " and %d more", n - MOST_NAMES);
	return n;
}

MdvStatus log_event(HybridRun *r, double t, int32_t crossing, const RtEvent *e)
{
	const RtListener *listener = &r->rt->listener;
	MdvStatus status = MDV_OK;
	Text cause, changes;
	int n;

	if (!r->before)
		return MDV_OK;
	text_init(&cause, r->rt->alloc);
	text_init(&changes, r->rt->alloc);
	n = add_crossings(r, crossing, &cause);
	add_instants(r, t, n, &cause);
	n = add_changes(r, &changes);
	if (listener->what & MDV_LOG_EVENTS)
		report_trace(r->rt, "event at %.15g:%s%s%s%s%d %s%s", t, text_str(&cause),
					 n ? "\n    " : "", text_str(&changes), n ? "\n    " : "; ", (int)e->passes,
					 e->passes == 1 ? "pass" : "passes", e->restart ? ", restart" : "");
	if (listener->event) /* every cause begins with a blank */
		status = listener->event(listener->event_ctx,
								 &(MdvResultEvent){.t = t,
												   .state = crossing >= 0,
												   .cause = text_str(&cause) + (cause.n > 0),
												   .changes = text_str(&changes)});
	text_free(&cause);
	text_free(&changes);
	return status;
}

void log_step(HybridRun *r, double t_old, double t_new)
{
	if (r->rt->listener.what & MDV_LOG_STEPS)
		report_trace(r->rt, "step to %.15g, length %.6g", t_new, t_new - t_old);
}
