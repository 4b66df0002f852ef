/* SPDX-License-Identifier: MIT
   run_result.c — rows of results: into the file, and into the plots. The file is opened with the
   first row, when parameters have their values. */
#include "cli/run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const OutKind kinds[] = {[MDV_REAL] = OUT_REAL,
								[MDV_INTEGER] = OUT_INTEGER,
								[MDV_BOOLEAN] = OUT_BOOLEAN,
								[MDV_ENUMERATION] = OUT_ENUM};

/* Parameters are in MAT files only: a CSV would repeat them in every row. */
static bool is_shown(const MdvVar *v, bool parameters)
{
	if (v->flags & MDV_VAR_HIDDEN || v->type == MDV_STRING || v->slot < 0)
		return false;
	return parameters || !(v->flags & MDV_VAR_PARAMETER) || v->flags & MDV_VAR_CONSTANT;
}

static void add_column(Run *r, size_t n, const MdvVar *v, int32_t *source_of, const double frame[])
{
	OutColumn *c = &r->column[n];
	bool negate = v->flags & MDV_VAR_NEGATED;

	*c = (OutColumn){
		.name = v->name, .unit = v->unit, .comment = v->comment, .kind = kinds[v->type]};
	if (v->flags & MDV_VAR_PARAMETER) {
		double x = frame[v->slot];

		c->constant = true;
		c->constant_value = !negate ? x : v->type == MDV_BOOLEAN ? !x : -x;
		return;
	}
	if (source_of[v->slot] < 0) {
		source_of[v->slot] = (int32_t)r->n_sources;
		r->source[r->n_sources++] = v->slot;
	}
	c->source = source_of[v->slot];
	c->negate = negate;
}

static MdvStatus open_file(Run *r, const double frame[])
{
	const MdvModel *m = r->rt->m;
	Arena *keep = &r->cx.keep;
	const char **name = NEW_ARRAY(keep, const char *, m->n_vars);
	bool *wanted = NEW_ARRAY(keep, bool, m->n_vars);
	int32_t *source_of = NEW_ARRAY(keep, int32_t, m->n_slots);
	bool parameters = out_format(r->path) == OUT_MAT;
	OutColumns columns = {0};
	MdvStatus status;

	for (int32_t i = 0; i < m->n_vars; i++)
		name[i] = m->var[i].name;
	argument_select(r->o, name, (size_t)m->n_vars, wanted);
	memset(source_of, -1, (size_t)m->n_slots * sizeof *source_of);
	r->column = NEW_ARRAY(keep, OutColumn, m->n_vars);
	r->source = NEW_ARRAY(keep, int32_t, m->n_vars);
	for (int32_t i = 0; i < m->n_vars; i++)
		if (wanted[i] && is_shown(&m->var[i], parameters))
			add_column(r, columns.n++, &m->var[i], source_of, frame);
	r->value = NEW_ARRAY(keep, double, r->n_sources);
	columns.at = r->column;
	fflush(stdout);
	r->open = true;
	status = out_open(&r->out, NULL, r->path, OUT_BY_SUFFIX, columns);
	return status;
}

bool run_result_plots(Run *r)
{
	size_t most = 1;

	r->plot = NEW_ARRAY(&r->cx.keep, RunPlot, r->o->plots.n);
	for (size_t i = 0; i < r->o->plots.n; i++) {
		RunPlot *p = &r->plot[i];

		p->asked = &r->o->plots.at[i];
		p->var = NEW_ARRAY(&r->cx.keep, int32_t, p->asked->names.n);
		most = p->asked->names.n > most ? p->asked->names.n : most;
		for (size_t k = 0; k < p->asked->names.n; k++) {
			p->var[k] = run_find(&r->cx.model, p->asked->names.at[k]);
			if (p->var[k] < 0) {
				fprintf(stderr, "modevs run: --plot: there is no variable '%s'\n",
						p->asked->names.at[k]);
				return false;
			}
		}
		if (!plot_start(&p->data, NULL, p->asked->names.n)) {
			fputs("modevs: out of memory\n", stderr);
			return false;
		}
	}
	r->plot_value = NEW_ARRAY(&r->cx.keep, double, most);
	return true;
}

MdvStatus run_result_row(void *ctx, double t, const double frame[])
{
	Run *r = ctx;

	if (!r->open) {
		MdvStatus status = open_file(r, frame);

		if (status != MDV_OK)
			return status;
	}
	for (size_t i = 0; i < r->o->plots.n; i++) {
		RunPlot *p = &r->plot[i];

		for (size_t k = 0; k < p->asked->names.n; k++)
			r->plot_value[k] = rt_get(r->rt, p->var[k]);
		plot_add(&p->data, t, r->plot_value);
	}
	for (size_t i = 0; i < r->n_sources; i++)
		r->value[i] = frame[r->source[i]];
	return out_row(&r->out, t, r->value);
}

/* A plot into its file, or on the terminal. */
static bool draw(Run *r, const RunPlot *p)
{
	size_t n = p->asked->names.n;
	PlotCurve *curve = NEW_ARRAY(&r->cx.keep, PlotCurve, n);
	Plot plot = {.title = r->rt->m->name, .curve = curve, .n_curves = n};
	bool ok = true;

	for (size_t k = 0; k < n; k++)
		curve[k] = (PlotCurve){.name = r->rt->m->var[p->var[k]].name,
							   .unit = r->rt->m->var[p->var[k]].unit,
							   .t = p->data.series[k].t,
							   .y = p->data.series[k].y,
							   .n = p->data.series[k].n};
	if (p->asked->file) {
		char error[512];

		if (plot_save(&plot, &alloc_heap, p->asked->file, error) != MDV_OK) {
			fprintf(stderr, "modevs run: %s\n", error);
			ok = false;
		}
	} else {
		FILE *to = strcmp(r->path, "-") ? stdout : stderr;
		PlotSize size = {72, 16, n == 1};
		Text text;

		text_init(&text, NULL);
		ok = plot_text(&plot, size, &text) && fputs(text_str(&text), to) >= 0;
		text_free(&text);
	}
	return ok;
}

bool run_result_end(Run *r)
{
	bool ok = true;

	if (r->open) {
		MdvStatus status = out_close(&r->out);

		if (status != MDV_OK) {
			run_stats_clear(r);
			fprintf(stderr, "modevs run: %s\n", r->out.error);
			ok = false;
		}
	}
	for (size_t i = 0; r->plot && i < r->o->plots.n; i++) {
		if (r->open)
			ok = draw(r, &r->plot[i]) && ok;
		plot_free(&r->plot[i].data);
	}
	return ok;
}
