/* SPDX-License-Identifier: MIT
   run_result.c — rows of results: into the file, and into the plots. */
#include "runtime/run/run.h"

#include <string.h>

bool run_result_file(Run *r)
{
	const MdvModel *m = r->model;
	size_t n = (size_t)m->n_vars + 1; /* and time, which is always written */
	const char **name = NEW_ARRAY(&r->keep, const char *, n);
	bool *wanted = NEW_ARRAY(&r->keep, bool, n), any = !r->o->vars;

	for (int32_t i = 0; i < m->n_vars; i++)
		name[i] = m->var[i].name;
	name[n - 1] = "time";
	argument_select(r->o, name, n, wanted);
	for (size_t i = 0; i < n && !any; i++)
		any = wanted[i] && (i == n - 1 || !(m->var[i].flags & MDV_VAR_HIDDEN));
	if (!any)
		return run_set_wrong(r, "--vars", r->o->vars,
							 "no variable's name has a match of this regular expression (x|y gives "
							 "both, y\\[1\\] an element)");
	result_init(&r->file, m, r->path, wanted, &r->keep);
	r->wanted = wanted;
	r->file.replace = &r->replace;
	return true;
}

/* What the model has read is not replaced, either. */
static bool has_read(void *ctx, FileId id)
{
	const Run *r = ctx;

	return ext_session_has_read(r->session, id.device, id.inode);
}

static bool may_write(Run *r, const char *path)
{
	char why[512];

	if (replace_claim(&r->replace, path, why, sizeof why))
		return true;
	render_say(stderr, "%s: %s\n", r->o->program, why);
	return false;
}

bool run_result_check(Run *r)
{
	r->replace.is_input = has_read;
	r->replace.ctx = r;
	if (r->o->input)
		replace_note(&r->replace, r->o->input);
	for (size_t i = 0; i < r->o->params.n; i++)
		replace_note(&r->replace, r->o->params.at[i]);
	if (!may_write(r, r->path) || !run_messages_check(r))
		return false;
	if (r->o->messages && !may_write(r, r->o->messages))
		return false;
	if (r->o->report && !may_write(r, r->o->report))
		return false;
	for (size_t i = 0; i < r->o->plot.n; i++)
		if (r->o->plot.at[i].file && !may_write(r, r->o->plot.at[i].file))
			return false;
	return true;
}

/* Is it an element of the array: "x[1,2]" of "x"? */
static bool is_element(const char *var, const char *array)
{
	size_t n = strlen(array);
	const char *end = strchr(var + (strncmp(var, array, n) ? 0 : n), ']');

	return !strncmp(var, array, n) && var[n] == '[' && end && !end[1];
}

/* The variable of a name, or all elements of an array; false: said that there is none. */
static bool find_curves(Run *r, RunPlot *p, const char *name)
{
	const MdvModel *m = r->model;
	size_t had = p->var.n;
	int32_t single = result_find(m, name);

	for (int32_t i = 0; single < 0 && i < m->n_vars; i++)
		if (!(m->var[i].flags & MDV_VAR_HIDDEN) && is_element(m->var[i].name, name))
			vec_push(arena_allocator(&r->keep), &p->var, i);
	if (p->var.n > had)
		return true;
	single = run_set_find(r, "--plot", name);
	return single >= 0 && vec_push(arena_allocator(&r->keep), &p->var, single);
}

bool run_result_plots(Run *r)
{
	size_t most = 1;

	r->plot = NEW_ARRAY(&r->keep, RunPlot, r->o->plot.n);
	for (size_t i = 0; i < r->o->plot.n; i++) {
		RunPlot *p = &r->plot[i];

		p->asked = &r->o->plot.at[i];
		for (size_t k = 0; k < p->asked->names.n; k++)
			if (!find_curves(r, p, p->asked->names.at[k]))
				return false;
		for (size_t k = 0; k < p->var.n; k++)
			r->wanted[p->var.at[k]] = true;
		most = p->var.n > most ? p->var.n : most;
		if (!plot_start(&p->data, NULL, p->var.n))
			guard_no_memory(NULL);
	}
	r->plot_value = NEW_ARRAY(&r->keep, double, most);
	return true;
}

MdvStatus run_result_row(void *ctx, double t, const double frame[])
{
	Run *r = ctx;

	if (!r->file.open)
		interrupt_phase("simulating", NULL);
	for (size_t i = 0; i < r->o->plot.n; i++) {
		RunPlot *p = &r->plot[i];

		for (size_t k = 0; k < p->var.n; k++)
			r->plot_value[k] = rt_get(r->rt, p->var.at[k]);
		plot_add(&p->data, t, r->plot_value);
	}
	if (r->watcher)
		r->watcher->row(r->watcher->ctx, t, frame);
	return result_row(&r->file, t, frame);
}

/* On the terminal; beside it if that has the rows. */
static MdvStatus draw_text(const Run *r, const Plot *plot)
{
	FILE *to = strcmp(r->path, "-") ? stdout : stderr;
	PlotSize size = {72, 16, plot->n_curves == 1};
	MdvStatus status = MDV_NO_MEMORY;
	Text text;

	text_init(&text, NULL);
	if (plot_text(plot, size, &text))
		status = render_write(to, text_str(&text), text.n) ? MDV_OK : MDV_IO;
	text_free(&text);
	return status;
}

/* A plot into its file, or on the terminal. */
static MdvStatus draw(Run *r, const RunPlot *p)
{
	size_t n = p->var.n;
	PlotCurve *curve = NEW_ARRAY(&r->keep, PlotCurve, n);
	Plot plot = {.title = r->model->name, .curve = curve, .n_curves = n};
	char error[512];
	MdvStatus status;

	for (size_t k = 0; k < n; k++)
		curve[k] = (PlotCurve){.name = r->model->var[p->var.at[k]].name,
							   .unit = r->model->var[p->var.at[k]].unit,
							   .t = p->data.series[k].t,
							   .y = p->data.series[k].y,
							   .n = p->data.series[k].n,
							   .steps = result_is_stepwise(r->model, p->var.at[k]),
							   .kind = result_kind(&r->model->var[p->var.at[k]]),
							   .literals = r->model->var[p->var.at[k]].literals};
	if (!p->asked->file)
		return draw_text(r, &plot);
	status = plot_save(&plot, &alloc_heap, p->asked->file, error);
	if (status != MDV_OK)
		render_say(stderr, "%s: %s\n", r->o->program, error);
	replace_mark(p->asked->file);
	return status;
}

MdvStatus run_result_end(Run *r)
{
	MdvStatus status = result_close(&r->file);

	if (status != MDV_OK) {
		interrupt_hide();
		render_say(stderr, "%s: %s\n", r->o->program, r->file.out.error);
	}
	for (size_t i = 0; r->plot && i < r->o->plot.n; i++) {
		MdvStatus drawn = r->file.open ? draw(r, &r->plot[i]) : MDV_OK;

		status = status != MDV_OK ? status : drawn;
	}
	return status;
}

void run_result_drop(Run *r)
{
	(void)result_close(&r->file);
	for (size_t i = 0; r->plot && i < r->o->plot.n; i++)
		if (r->plot[i].data.series)
			plot_free(&r->plot[i].data);
	r->plot = NULL;
}
