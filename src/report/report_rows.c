/* SPDX-License-Identifier: MIT
   report_rows.c — what is told in the course of a run, in bounded memory. */
#include "report/report.h"

#include <math.h>

#define KEEP(r, v, x)                                 \
	do {                                              \
		if (!vec_push(arena_heap((r)->keep), (v), x)) \
			guard_no_memory(NULL);                    \
	} while (0)

void report_rows_begin(ReportRun *r, size_t n_sources)
{
	r->rows = (ReportRows){.n_sources = n_sources, .per = 1};
	r->rows.most = n_sources ? REPORT_VALUES / n_sources : REPORT_VALUES;
	r->rows.most = r->rows.most < 4096 ? 4096 : r->rows.most & ~(size_t)1;
}

/* The row at `from` goes into the one at `to`, too. */
static void join(ReportRows *x, size_t to, size_t from)
{
	for (size_t i = 0; i < x->n_sources; i++) {
		float *low = &x->low.at[to * x->n_sources + i], *high = &x->high.at[to * x->n_sources + i];

		*low = fminf(*low, x->low.at[from * x->n_sources + i]);
		*high = fmaxf(*high, x->high.at[from * x->n_sources + i]);
	}
}

/* Every two rows become one. */
static void halve(ReportRows *x)
{
	size_t n = x->t.n / 2, width = x->n_sources;

	for (size_t k = 0; k < n; k++) {
		x->t.at[k] = x->t.at[2 * k];
		for (size_t i = 0; i < width; i++) {
			x->low.at[k * width + i] = x->low.at[2 * k * width + i];
			x->high.at[k * width + i] = x->high.at[2 * k * width + i];
		}
		join(x, k, 2 * k + 1);
	}
	x->t.n = n;
	x->low.n = x->high.n = n * width;
	x->per *= 2;
	x->in_last = x->per;
}

void report_rows_add(ReportRun *r, double t, const double value[])
{
	ReportRows *x = &r->rows;
	size_t last;

	if (x->t.n == x->most && x->in_last == x->per)
		halve(x);
	x->n_given++;
	KEEP(r, &x->t, t);
	for (size_t i = 0; i < x->n_sources; i++) {
		KEEP(r, &x->low, (float)value[i]);
		KEEP(r, &x->high, (float)value[i]);
	}
	last = x->t.n - 1;
	if (last == 0 || x->in_last == x->per) {
		x->in_last = 1;
		return;
	}
	join(x, last - 1, last);
	x->in_last++;
	x->t.n--;
	x->low.n -= x->n_sources;
	x->high.n -= x->n_sources;
}

static const char *copy(ReportRun *r, const char *text)
{
	return arena_printf(r->keep, "%s", text);
}

void report_event_add(ReportRun *r, double t, const char *text)
{
	if (r->n_events++ < REPORT_EVENTS)
		KEEP(r, &r->events, ((ReportEvent){t, copy(r, text)}));
}

void report_message(ReportRun *r, const SystemMessage *m)
{
	if (r->n_messages++ < REPORT_MESSAGES)
		KEEP(r, &r->messages,
			 ((ReportMessage){.t = m->t,
							  .step = m->step,
							  .from = copy(r, m->from),
							  .to = copy(r, m->to),
							  .text = *m->type ? arena_printf(r->keep, "%s: %s", m->type, m->text)
											   : copy(r, m->text)}));
}

void report_warning(ReportRun *r, const char *text)
{
	KEEP(r, &r->warnings, copy(r, text));
}
