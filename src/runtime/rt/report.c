/* SPDX-License-Identifier: MIT
   report.c — what the runtime has to say: why a point cannot be evaluated or a block not be solved,
   in the names and equations of the user's model. */
#include "runtime/rt/rt.h"

#include <stdio.h>
#include <string.h>

const char *rt_message(const Rt *rt)
{
	return text_str(rt->said.failure.status != MDV_OK ? &rt->said.failure.text
													  : &rt->said.farewell);
}

const char *report_name(const Rt *rt, int32_t slot)
{
	return slot >= 0 && rt->index.var_of_slot[slot] >= 0
			   ? rt->m->var[rt->index.var_of_slot[slot]].name
			   : "a value of the compiler's";
}

void report_clear(Rt *rt)
{
	failure_clear(&rt->said.failure);
}

MdvStatus report_fail(Rt *rt, MdvStatus status, double t, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	failure_vset(&rt->said.failure, status, t, format, args);
	va_end(args);
	return status;
}

typedef struct {
	MdvStatus (*body)(void *arg); /* what is done */
	void *arg;                    /* handed to it */
	MdvStatus status;             /* how it ended */
} Guarded;

static void run_guarded(void *ctx)
{
	Guarded *g = ctx;

	g->status = g->body(g->arg);
}

MdvStatus report_guard(Rt *rt, MdvStatus (*body)(void *arg), void *arg)
{
	Guarded work = {.body = body, .arg = arg};
	Guard guard;

	if (guard_run(&guard, NULL, run_guarded, &work) == MDV_OK)
		return work.status;
	return report_fail(rt, guard.status, NAN, "%s",
					   guard.text[0] ? guard.text : mdv_status_text(guard.status));
}

MdvStatus report_because(Rt *rt, MdvStatus status, const char *format, ...)
{
	va_list args;

	rt->said.failure.status = status;
	va_start(args, format);
	text_vprefix(&rt->said.failure.text, format, args);
	va_end(args);
	return status;
}

void report_add(Rt *rt, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	text_vprintf(&rt->said.failure.text, format, args);
	va_end(args);
}

static void add_source(const Rt *rt, int32_t source, Text *text)
{
	const MdvSource *s;

	if (source < 0 || source >= rt->m->n_sources)
		return;
	s = &rt->m->source[source];
	text_printf(text, " in '%s'", s->text);
	if (s->path[0])
		text_printf(text, " of %s", s->path);
	if (s->file[0])
		text_printf(text, " (%s:%d)", s->file, (int)s->line);
}

void report_source(Rt *rt, int32_t source)
{
	if (rt->said.failure.source < 0)
		rt->said.failure.source = source;
	add_source(rt, source, &rt->said.failure.text);
}

void report_terminate(Rt *rt, double t, const char *text, int32_t source)
{
	report_clear(rt);
	text_clear(&rt->said.farewell);
	text_printf(&rt->said.farewell, "at time %g terminated: %s", t, text);
	add_source(rt, source, &rt->said.farewell);
}

void report_warn(Rt *rt)
{
	report_log(rt, "%s", text_str(&rt->said.failure.text));
	report_clear(rt);
}

/* A line to whom it concerns, if there is somebody. */
static void say(Rt *rt, void (*to)(void *ctx, const char *text), const char *format, va_list args)
{
	Text line;

	if (!to)
		return;
	text_init(&line, rt->alloc);
	if (text_vprintf(&line, format, args))
		to(rt->listener.ctx, text_str(&line));
	text_free(&line);
}

void report_log(Rt *rt, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(rt, rt->listener.log, format, args);
	va_end(args);
}

void report_trace(Rt *rt, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(rt, rt->listener.trace, format, args);
	va_end(args);
}

MdvStatus report_run(Rt *rt, MdvStatus status)
{
	const char *why = rt->m->why(rt->m->code);

	report_fail(rt, status, rt_time(rt), "at time %g: %s", rt_time(rt),
				why[0] ? why : mdv_status_text(status));
	if (why[0] && rt->m->where)
		report_source(rt, rt->m->where(rt->m->code));
	return status;
}

/* The first variable of the model that is not finite, in order of declaration; -1: none. */
static int32_t first_bad(const Rt *rt)
{
	for (int32_t i = 0; i < rt->m->n_vars; i++) {
		const MdvVar *v = &rt->m->var[i];

		if (v->type == MDV_REAL && !(v->flags & MDV_VAR_PARAMETER) && rt_owns(rt, v->slot) &&
			isnan(rt->frame[v->slot]))
			return i;
	}
	return -1;
}

/* The equation that the first value that is not finite comes from, if it can be found. */
static int32_t find_origin(Rt *rt)
{
	static const MdvSeqKind at_start[] = {MDV_SEQ_PARAM, MDV_SEQ_INIT, MDV_SEQ_COUNT};
	static const MdvSeqKind later[] = {MDV_SEQ_ODE, MDV_SEQ_ZERO, MDV_SEQ_OUTPUT, MDV_SEQ_EVENT,
									   MDV_SEQ_COUNT};
	int32_t source = -1;

	for (const MdvSeqKind *k = rt->mode.initial ? at_start : later; *k != MDV_SEQ_COUNT; k++) {
		const RtSequence *seq = &rt->sequence[*k];

		for (int32_t i = 0; i < seq->n_steps && source < 0; i++)
			if (seq->step[i].code >= 0)
				source = rt->m->find_bad(rt->m->code, rt->frame, seq->step[i].code);
	}
	return source;
}

MdvStatus report_origin(Rt *rt, MdvStatus status)
{
	size_t size = (size_t)rt->m->n_slots * sizeof *rt->frame;
	double *copy = rt->saved + 2 * (size_t)rt->m->n_slots;

	if (!rt->m->find_bad)
		return status;
	memcpy(copy, rt->frame, size); /* the search computes everything anew, actions too */
	report_source(rt, find_origin(rt));
	memcpy(rt->frame, copy, size);
	return status;
}

MdvStatus report_not_finite(Rt *rt, const char *what, int32_t slot)
{
	int32_t bad = first_bad(rt);
	char derivative[256];

	report_fail(rt, MDV_RETRY, rt_time(rt), "at time %g %s%s%s%s is not a finite number",
				rt_time(rt), what, slot >= 0 ? " '" : "", slot >= 0 ? report_name(rt, slot) : "",
				slot >= 0 ? "'" : "");
	snprintf(derivative, sizeof derivative, "der(%s)", slot >= 0 ? report_name(rt, slot) : "");
	if (bad >= 0 && rt->m->var[bad].slot != slot && strcmp(rt->m->var[bad].name, derivative) != 0)
		report_add(rt, "; neither is '%s'", rt->m->var[bad].name);
	return MDV_RETRY;
}

/* Residuals by size, the largest first: the next one below `below`, or -1. */
static int32_t next_residual(const Rt *rt, const RtBlock *b, double below, int32_t after,
							 double *size)
{
	int32_t best = -1;

	*size = -1;
	for (int32_t i = 0; i < b->step->n; i++) {
		double row = b->row_size[i] > 0 ? b->row_size[i] : 1;
		double v = fabs(rt->frame[b->step->residual[i]]) / row;

		v = isnan(v) ? INFINITY : v;
		if (v > *size && (v < below || (v == below && i > after))) {
			*size = v;
			best = i;
		}
	}
	return best;
}

void report_block(Rt *rt, const RtBlock *b, const char *what)
{
	double size, below = INFINITY;
	int32_t after = -1;

	report_fail(rt, MDV_RETRY, rt_time(rt), "at time %g %s; unknowns:", rt_time(rt), what);
	for (int32_t i = 0; i < b->n_unknown && i < 5; i++) {
		int32_t slot = b->step->unknown[i];

		report_add(rt, "%s %s = %g (start %g, nominal %g)", i ? "," : "", report_name(rt, slot),
				   rt->frame[slot], block_start(rt, slot), b->nominal[i]);
	}
	if (b->n_unknown > 5)
		report_add(rt, " and %d more", (int)b->n_unknown - 5);
	for (int k = 0; k < 3; k++) {
		int32_t i = next_residual(rt, b, below, after, &size);

		if (i < 0)
			break;
		report_add(rt, "\n    residual %g", rt->frame[b->step->residual[i]]);
		report_source(rt, b->step->source ? b->step->source[i] : -1);
		below = size;
		after = i;
	}
}
