/* SPDX-License-Identifier: MIT
   results.c — results in memory. A row keeps what the model's frame holds for the variables that
   are shown, each value once however many names it has; parameters are kept with the first row. A
   file is written from frames that are put together again, by the code that writes it in a run. */
#include "modevs/results.h"

#include "runtime/out/out.h"

#include <math.h>
#include <string.h>

struct MdvResults {
	Arena memory;               /* holds everything here */
	const MdvModel *m;          /* whose results they are */
	bool *wanted;               /* n_vars: which are shown */
	int32_t *shown;             /* n_shown indices of variables */
	size_t n_shown;             /* how many */
	int32_t *slot;              /* n_slots: what a row holds, after its time */
	size_t n_slots;             /* how many */
	int32_t *place;             /* by slot of the model: its place in a row; -1: in no row */
	double *first;              /* by slot of the model: the frame of the first row */
	VEC(double) rows;           /* 1 + n_slots for each */
	VEC(MdvResultEvent) events; /* in order */
	Text svg;                   /* of mdv_results_svg */
};

static MdvStatus want(MdvResults *r, const char *const *name, size_t n, Text *why)
{
	const MdvModel *m = r->m;
	Suggest near;

	for (int32_t i = 0; i < m->n_vars && !name; i++)
		r->wanted[i] = true;
	for (size_t k = 0; name && k < n; k++) {
		int32_t var = result_find(m, name[k]);

		if (var >= 0) {
			r->wanted[var] = true;
			continue;
		}
		suggest_init(&near, name[k], strlen(name[k]));
		for (int32_t i = 0; i < m->n_vars; i++)
			suggest_add(&near, m->var[i].name, strlen(m->var[i].name));
		text_printf(why, "model %s has no variable '%s'", m->name, name[k]);
		suggest_text(&near, why);
		return MDV_NOT_FOUND;
	}
	return MDV_OK;
}

/* Which variables are shown, and what a row must hold for them. */
static bool lay_out(MdvResults *r)
{
	const MdvModel *m = r->m;

	r->shown = NEW_ARRAY(&r->memory, int32_t, m->n_vars + 1);
	r->slot = NEW_ARRAY(&r->memory, int32_t, m->n_vars + 1);
	r->place = NEW_ARRAY(&r->memory, int32_t, m->n_slots + 1);
	r->first = NEW_ARRAY(&r->memory, double, m->n_slots + 1);
	if (!r->shown || !r->slot || !r->place || !r->first)
		return false;
	memset(r->place, -1, ((size_t)m->n_slots + 1) * sizeof *r->place);
	for (int32_t i = 0; i < m->n_vars; i++) {
		const MdvVar *v = &m->var[i];

		if (!r->wanted[i] || !result_shows(v, true))
			continue;
		r->shown[r->n_shown++] = i;
		if (!(v->flags & MDV_VAR_PARAMETER) && r->place[v->slot] < 0) {
			r->place[v->slot] = (int32_t)r->n_slots;
			r->slot[r->n_slots++] = v->slot;
		}
	}
	return true;
}

static MdvResults *new_results(const MdvModel *m)
{
	MdvResults *r = alloc_new(&alloc_heap, sizeof *r);

	if (!r)
		return NULL;
	r->m = m;
	arena_init(&r->memory, NULL);
	text_init(&r->svg, NULL);
	r->wanted = NEW_ARRAY(&r->memory, bool, m->n_vars + 1);
	if (r->wanted)
		return r;
	mdv_results_free(r);
	return NULL;
}

MdvStatus mdv_results_new(const MdvModel *m, const char *const *wanted, size_t n_wanted, char *why,
						  size_t size, MdvResults **out)
{
	MdvResults *r = new_results(m);
	MdvStatus status = MDV_NO_MEMORY;
	Text text;

	*out = NULL;
	text_init(&text, NULL);
	if (r)
		status = want(r, wanted, n_wanted, &text);
	if (status == MDV_OK && !lay_out(r))
		status = MDV_NO_MEMORY;
	if (status == MDV_OK)
		*out = r;
	else
		mdv_results_free(r);
	snprintf(why, size, "%s", status == MDV_NO_MEMORY ? mdv_status_text(status) : text_str(&text));
	text_free(&text);
	return status;
}

void mdv_results_free(MdvResults *r)
{
	if (!r)
		return;
	vec_free(&alloc_heap, &r->rows);
	vec_free(&alloc_heap, &r->events);
	text_free(&r->svg);
	arena_free(&r->memory);
	alloc_free(&alloc_heap, r, sizeof *r);
}

MdvStatus results_row(MdvResults *r, double t, const double frame[])
{
	double *at;

	if (r->rows.n == 0)
		memcpy(r->first, frame, (size_t)r->m->n_slots * sizeof *frame);
	if (!vec_reserve(&alloc_heap, &r->rows, r->rows.n + 1 + r->n_slots))
		return MDV_NO_MEMORY;
	at = r->rows.at + r->rows.n;
	*at++ = t;
	for (size_t i = 0; i < r->n_slots; i++)
		at[i] = frame[r->slot[i]];
	r->rows.n += 1 + r->n_slots;
	return MDV_OK;
}

MdvStatus results_event(MdvResults *r, const MdvResultEvent *e)
{
	MdvResultEvent kept = *e;

	kept.cause = arena_strdup(&r->memory, e->cause);
	kept.changes = arena_strdup(&r->memory, e->changes);
	if (!kept.cause || !kept.changes || !vec_push(&alloc_heap, &r->events, kept))
		return MDV_NO_MEMORY;
	return MDV_OK;
}

size_t mdv_results_rows(const MdvResults *r)
{
	return r->rows.n / (1 + r->n_slots);
}

size_t mdv_results_variables(const MdvResults *r)
{
	return r->n_shown;
}

static double seen(const MdvVar *v, double in_slot)
{
	if (!(v->flags & MDV_VAR_NEGATED))
		return in_slot;
	return v->type == MDV_BOOLEAN ? !in_slot : -in_slot;
}

void results_variable(const MdvVar *v, MdvVariable *out)
{
	*out = (MdvVariable){.name = v->name,
						 .unit = v->unit,
						 .display_unit = v->display_unit,
						 .comment = v->comment,
						 .literals = v->literals,
						 .value = NAN,
						 .flags = v->flags,
						 .type = v->type};
}

bool mdv_results_variable(const MdvResults *r, size_t i, MdvVariable *out)
{
	const MdvVar *v = i < r->n_shown ? &r->m->var[r->shown[i]] : NULL;

	if (!v)
		return false;
	results_variable(v, out);
	if (v->flags & MDV_VAR_PARAMETER && r->rows.n > 0)
		out->value = seen(v, r->first[v->slot]);
	return true;
}

void mdv_results_times(const MdvResults *r, double out[])
{
	size_t n = mdv_results_rows(r);

	for (size_t k = 0; k < n; k++)
		out[k] = r->rows.at[k * (1 + r->n_slots)];
}

bool mdv_results_values(const MdvResults *r, size_t i, double out[])
{
	const MdvVar *v = i < r->n_shown ? &r->m->var[r->shown[i]] : NULL;
	size_t n = mdv_results_rows(r);
	int32_t place;

	if (!v)
		return false;
	place = v->flags & MDV_VAR_PARAMETER ? -1 : r->place[v->slot];
	for (size_t k = 0; k < n; k++)
		out[k] = seen(v, place < 0 ? r->first[v->slot]
								   : r->rows.at[k * (1 + r->n_slots) + 1 + (size_t)place]);
	return true;
}

size_t mdv_results_events(const MdvResults *r)
{
	return r->events.n;
}

bool mdv_results_event(const MdvResults *r, size_t i, MdvResultEvent *out)
{
	if (i >= r->events.n)
		return false;
	*out = r->events.at[i];
	return true;
}

/* --- files and pictures --- */

/* The frames of the run again, one after the other. */
static MdvStatus write_rows(const MdvResults *r, Result *file, double frame[])
{
	MdvStatus status = MDV_OK;
	const double *at = r->rows.at;

	memcpy(frame, r->first, (size_t)r->m->n_slots * sizeof *frame);
	for (size_t k = mdv_results_rows(r); k > 0 && status == MDV_OK; k--) {
		double t = *at++;

		for (size_t i = 0; i < r->n_slots; i++)
			frame[r->slot[i]] = *at++;
		status = result_row(file, t, frame);
	}
	return status;
}

MdvStatus mdv_results_save(const MdvResults *r, const char *path, bool force, char *why,
						   size_t size)
{
	MdvStatus status = MDV_NO_MEMORY, closed;
	Replace replace;
	Result file;
	Arena memory;
	double *frame;
	Text formats;

	*why = '\0';
	if (!out_format_ops(out_format(path))) {
		text_init(&formats, NULL);
		out_format_list(&formats, " or ");
		snprintf(why, size, "'%s': results are written as %s", path, text_str(&formats));
		text_free(&formats);
		return MDV_BAD_ARGUMENT;
	}
	replace_init(&replace, NULL, force);
	if (!replace_may(&replace, path, why, size)) {
		replace_free(&replace);
		return MDV_IO;
	}
	arena_init(&memory, NULL);
	result_init(&file, r->m, path, r->wanted, &memory);
	frame = NEW_ARRAY(&memory, double, r->m->n_slots + 1);
	if (frame)
		status = write_rows(r, &file, frame);
	closed = result_close(&file);
	status = status != MDV_OK ? status : closed;
	if (status != MDV_OK)
		snprintf(why, size, "%s", *file.out.error ? file.out.error : mdv_status_text(status));
	arena_free(&memory);
	replace_free(&replace);
	return status;
}

static bool fill_curve(const MdvResults *r, size_t i, PlotSeries *s, PlotCurve *out, Arena *memory)
{
	size_t n = mdv_results_rows(r);
	MdvVariable v;

	s->t = NEW_ARRAY(memory, double, n + 1);
	s->y = NEW_ARRAY(memory, double, n + 1);
	if (!s->t || !s->y || !mdv_results_variable(r, i, &v))
		return false;
	mdv_results_times(r, s->t);
	mdv_results_values(r, i, s->y);
	s->n = n > PLOT_KEPT ? plot_thin(s->t, s->y, n) : n;
	*out = (PlotCurve){.name = v.name,
					   .unit = v.unit,
					   .t = s->t,
					   .y = s->y,
					   .n = s->n,
					   .steps = result_is_stepwise(r->m, r->shown[i]),
					   .kind = result_kind(&r->m->var[r->shown[i]]),
					   .literals = r->m->var[r->shown[i]].literals};
	return true;
}

const char *mdv_results_svg(MdvResults *r, const size_t variable[], size_t n)
{
	Plot plot = {.title = r->m->name, .n_curves = n};
	PlotCurve *curve;
	PlotSeries s;
	Arena memory;
	bool ok;

	arena_init(&memory, NULL);
	plot.curve = curve = NEW_ARRAY(&memory, PlotCurve, n + 1);
	ok = curve != NULL;
	for (size_t i = 0; i < n && ok; i++)
		ok = fill_curve(r, variable[i], &s, &curve[i], &memory);
	text_clear(&r->svg);
	ok = ok && plot_svg(&plot, &r->svg);
	arena_free(&memory);
	return ok ? text_str(&r->svg) : NULL;
}
