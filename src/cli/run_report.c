/* SPDX-License-Identifier: MIT
   run_report.c — --report: what a run tells goes into a page (report/). Times of the machine do
   not: the same run gives the same bytes. */
#include "cli/run_report.h"

#include <inttypes.h>
#include <string.h>

static bool is_set(const Options *o, const char *name)
{
	for (size_t i = 0; i < o->set.n; i++)
		if (text_same_name(o->set.at[i].name, name))
			return true;
	return false;
}

/* A variable as the page has it. Strings that change are not drawn. */
static void add_var(RunReport *p, const MdvVar *v, int32_t source_of[], const double frame[])
{
	const MdvModel *m = p->run->model;
	bool constant = v->flags & (MDV_VAR_PARAMETER | MDV_VAR_CONSTANT);
	ReportVar *x = &p->of.var[p->of.n_vars++];

	*x = (ReportVar){.name = v->name,
					 .unit = v->unit,
					 .display_unit = v->display_unit,
					 .comment = v->comment,
					 .literals = v->literals,
					 .kind = result_kind(v),
					 .parameter = v->flags & MDV_VAR_PARAMETER && !(v->flags & MDV_VAR_CONSTANT),
					 .where = is_set(p->run->o, v->name) ? "--set" : NULL,
					 .source = -1};
	if (v->type == MDV_STRING)
		x->text = m->string ? arena_strdup(p->of.keep, m->string(m->code, frame[v->slot])) : "";
	else if (constant)
		x->value = result_value(v, frame);
	if (constant || x->text)
		return;
	if (source_of[v->slot] < 0) {
		source_of[v->slot] = (int32_t)p->n_sources;
		p->slot[p->n_sources++] = v->slot;
	}
	x->source = source_of[v->slot];
	x->state = v->flags & MDV_VAR_STATE;
	x->negate = v->flags & MDV_VAR_NEGATED;
	x->steps = p->stepwise[v->slot];
}

/* When parameters are known. */
static void begin(RunReport *p, const double frame[])
{
	const MdvModel *m = p->run->model;
	int32_t *source_of = NEW_ARRAY(p->of.keep, int32_t, m->n_slots);

	p->stepwise = NEW_ARRAY(p->of.keep, bool, m->n_slots);
	result_stepwise(m, p->stepwise);
	memset(source_of, -1, (size_t)m->n_slots * sizeof *source_of);
	p->of.var = NEW_ARRAY(p->of.keep, ReportVar, m->n_vars);
	p->slot = NEW_ARRAY(p->of.keep, int32_t, m->n_vars);
	for (int32_t i = 0; i < m->n_vars; i++) {
		const MdvVar *v = &m->var[i];

		if (p->run->wanted[i] && v->slot >= 0 && !(v->flags & MDV_VAR_HIDDEN))
			add_var(p, v, source_of, frame);
	}
	p->value = NEW_ARRAY(p->of.keep, double, p->n_sources);
	report_rows_begin(&p->of, p->n_sources);
	p->begun = true;
}

static void take_row(void *ctx, double t, const double frame[])
{
	RunReport *p = ctx;

	if (!p->begun)
		begin(p, frame);
	for (size_t i = 0; i < p->n_sources; i++)
		p->value[i] = frame[p->slot[i]];
	report_rows_add(&p->of, t, p->value);
}

static MdvStatus take_event(void *ctx, const MdvResultEvent *e)
{
	RunReport *p = ctx;

	report_event_add(
		&p->of, e->t,
		arena_printf(p->of.keep, *e->changes ? "%s\n%s" : "%s%s", e->cause, e->changes));
	return MDV_OK;
}

static void take_warning(void *ctx, const char *text)
{
	RunReport *p = ctx;

	report_warning(&p->of, text);
}

static void take_message(void *ctx, const SystemMessage *m)
{
	RunReport *p = ctx;

	report_message(&p->of, m);
}

void run_report_begin(RunReport *p, Run *run)
{
	*p = (RunReport){.run = run};
	p->of.keep = &run->keep;
	p->watcher = (RunWatcher){.row = take_row,
							  .event = take_event,
							  .warning = take_warning,
							  .message = take_message,
							  .ctx = p};
	run->watcher = &p->watcher;
}

void run_report_compiled(RunReport *p, Compile *cx)
{
	bool colour = cx->diag.colour;
	Text text;

	text_init(&text, NULL);
	cx->diag.colour = false;
	if (!diag_print_text(&cx->diag, &text))
		guard_no_memory(NULL);
	cx->diag.colour = colour;
	if (text.n > 0)
		report_warning(&p->of, text_str(&text));
	text_free(&text);
}

static const char *stats_of(const RunReport *p)
{
	const HybridStats *s = &p->run->result.stats;

	return arena_printf(
		p->of.keep,
		"{\"states\":%d,\"steps\":%" PRIu64 ",\"rejected\":%" PRIu64 ",\"evaluations\":%" PRIu64
		",\"jacobians\":%" PRIu64 ",\"restarts\":%" PRIu64 ",\"state_events\":%" PRIu64
		",\"time_events\":%" PRIu64 ",\"sample_events\":%" PRIu64 ",\"event_passes\":%" PRIu64
		",\"crossings_proved\":%" PRIu64 ",\"crossings_sampled\":%" PRIu64 "}",
		(int)p->run->rt->n, (uint64_t)s->solver.steps, (uint64_t)s->solver.rejected,
		(uint64_t)s->rt.runs, (uint64_t)s->solver.jac, (uint64_t)s->solver.restarts,
		(uint64_t)s->state_events, (uint64_t)s->time_events, (uint64_t)s->sample_events,
		(uint64_t)s->rt.passes, (uint64_t)s->proved, (uint64_t)s->sampled);
}

/* What --plot draws is what the page shows first. */
static void choose_first(RunReport *p)
{
	const OptionsPlots *plots = &p->run->o->plot;

	for (size_t i = 0; i < plots->n; i++)
		for (size_t k = 0; k < plots->at[i].names.n; k++)
			if (!vec_push(arena_allocator(p->of.keep), &p->of.first, plots->at[i].names.at[k]))
				guard_no_memory(NULL);
}

int run_report_end(RunReport *p, int code)
{
	Run *run = p->run;
	const char *path = run->o->report;
	char error[512];
	MdvStatus status;

	if (!p->begun) {
		if (code != EXIT_USAGE)
			render_say(stderr, "%s: no report: the run has no rows\n", run->o->program);
		return code;
	}
	p->of.name = run->model->name;
	p->of.stats = stats_of(p);
	p->of.status = code == EXIT_DONE ? "" : rt_message(run->rt);
	p->of.watch = &run->watch;
	p->of.coupling = run->model->coupling;
	p->of.n_couplings = run->model->n_couplings;
	choose_first(p);
	status = report_write(&p->of, 1, path, error);
	if (status != MDV_OK)
		render_say(stderr, "%s: %s\n", run->o->program, error);
	else
		replace_mark(path);
	return code != EXIT_DONE ? code : exit_status(status, 0);
}
