/* SPDX-License-Identifier: MIT
   run_result.c — rows of results: into the file, and into the plots. */
#include "cli/run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void run_result_file(Run *r)
{
	const MdvModel *m = r->rt->m;
	const char **name = NEW_ARRAY(&r->cx.keep, const char *, m->n_vars);
	bool *wanted = NEW_ARRAY(&r->cx.keep, bool, m->n_vars);

	for (int32_t i = 0; i < m->n_vars; i++)
		name[i] = m->var[i].name;
	argument_select(r->o, name, (size_t)m->n_vars, wanted);
	result_init(&r->file, m, r->path, wanted, &r->cx.keep);
	r->file.replace = &r->replace;
}

/* What the model has read is not replaced, either. */
static bool has_read(void *ctx, FileId id)
{
	const Made *made = ctx;

	return ext_session_has_read(&made->session, id.device, id.inode);
}

bool run_result_check(Run *r, Made *made)
{
	char why[512];

	replace_init(&r->replace, NULL, r->o->force);
	r->replace.is_input = has_read;
	r->replace.ctx = made;
	for (size_t i = 0; i < r->cx.sources.files.n; i++)
		replace_note(&r->replace, r->cx.sources.files.at[i]->name);
	if (r->o->input)
		replace_note(&r->replace, r->o->input);
	if (!replace_may(&r->replace, r->path, why, sizeof why)) {
		render_say(stderr, "modevs run: %s\n", why);
		return false;
	}
	for (size_t i = 0; i < r->o->plot.n; i++)
		if (r->o->plot.at[i].file &&
			!replace_may(&r->replace, r->o->plot.at[i].file, why, sizeof why)) {
			render_say(stderr, "modevs run: %s\n", why);
			return false;
		}
	return true;
}

bool run_result_plots(Run *r)
{
	size_t most = 1;

	r->plot = NEW_ARRAY(&r->cx.keep, RunPlot, r->o->plot.n);
	for (size_t i = 0; i < r->o->plot.n; i++) {
		RunPlot *p = &r->plot[i];

		p->asked = &r->o->plot.at[i];
		p->var = NEW_ARRAY(&r->cx.keep, int32_t, p->asked->names.n);
		most = p->asked->names.n > most ? p->asked->names.n : most;
		for (size_t k = 0; k < p->asked->names.n; k++) {
			p->var[k] = result_find(&r->cx.island->model, p->asked->names.at[k]);
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

	if (!r->file.open)
		interrupt_phase("simulating", NULL);
	for (size_t i = 0; i < r->o->plot.n; i++) {
		RunPlot *p = &r->plot[i];

		for (size_t k = 0; k < p->asked->names.n; k++)
			r->plot_value[k] = rt_get(r->rt, p->var[k]);
		plot_add(&p->data, t, r->plot_value);
	}
	return result_row(&r->file, t, frame);
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
			render_say(stderr, "modevs run: %s\n", error);
			ok = false;
		}
		replace_mark(p->asked->file);
	} else {
		FILE *to = strcmp(r->path, "-") ? stdout : stderr;
		PlotSize size = {72, 16, n == 1};
		Text text;

		text_init(&text, NULL);
		ok = plot_text(&plot, size, &text) && render_write(to, text_str(&text), text.n);
		text_free(&text);
	}
	return ok;
}

bool run_result_end(Run *r)
{
	bool ok = result_close(&r->file) == MDV_OK;

	if (!ok) {
		run_stats_clear(r);
		render_say(stderr, "modevs run: %s\n", r->file.out.error);
	}
	for (size_t i = 0; r->plot && i < r->o->plot.n; i++) {
		if (r->file.open)
			ok = draw(r, &r->plot[i]) && ok;
		plot_free(&r->plot[i].data);
	}
	return ok;
}
