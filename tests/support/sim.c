/* SPDX-License-Identifier: MIT
   sim.c — whole simulations in the process of a test. */
#include "sim.h"

#include <stdlib.h>
#include <string.h>

static void tell(void *ctx, const char *text)
{
	Sim *s = ctx;

	text_printf(&s->said, "%s\n", text);
}

static void begin(Sim *s)
{
	memset(s, 0, sizeof *s);
	text_init(&s->said, NULL);
	pipeline_init(&s->cx, NULL);
	library_add_path(s->cx.lib, MDV_SOURCE_DIR "/lib");
	s->o.run.stop = MDV_UNSET;
}

static bool compile(Sim *s, bool flat)
{
	MakerOptions o = {.log = tell, .user = s};

	s->compiled = flat && pipeline_sort(&s->cx) && pipeline_lower(&s->cx);
	diag_print_text(&s->cx.diag, &s->said);
	if (!s->compiled)
		return false;
	s->made = maker_new(&s->cx, &o);
	if (!s->made)
		abort();
	return true;
}

bool sim_text_set(Sim *s, const char *text, const char *const sets[])
{
	bool ok;

	begin(s);
	ok = pipeline_flatten_text(&s->cx, "Test.mo", text, strlen(text));
	for (; ok && *sets; sets += 2) {
		const char *why = setting_apply(&s->cx, sets[0], sets[1]);

		if (why)
			text_printf(&s->said, "%s: %s\n", sets[0], why);
		ok = !why;
	}
	return compile(s, ok);
}

bool sim_text(Sim *s, const char *text)
{
	const char *const none[] = {NULL};

	return sim_text_set(s, text, none);
}

bool sim_class(Sim *s, const char *path, const char *model)
{
	char whole[1024];

	begin(s);
	snprintf(whole, sizeof whole, "%s/%s", MDV_SOURCE_DIR, path);
	return compile(s, pipeline_flatten(&s->cx, whole, model));
}

bool sim_file(Sim *s, const char *path)
{
	return sim_class(s, path, NULL);
}

void sim_free(Sim *s)
{
	rt_free(s->rt);
	maker_free(s->made);
	pipeline_free(&s->cx);
	vec_free(&alloc_heap, &s->sets);
	vec_free(&alloc_heap, &s->time);
	vec_free(&alloc_heap, &s->value);
	text_free(&s->said);
}

int32_t sim_var(const Sim *s, const char *name)
{
	for (int32_t i = 0; s->compiled && i < s->cx.island->model.n_vars; i++)
		if (!strcmp(s->cx.island->model.var[i].name, name))
			return i;
	fprintf(stderr, "there is no variable '%s'\n", name);
	return -1;
}

bool sim_set(Sim *s, const char *name, double value)
{
	SimSet set = {sim_var(s, name), value};

	return set.var >= 0 && vec_push(&alloc_heap, &s->sets, set);
}

static MdvStatus keep_row(void *ctx, double t, const double frame[])
{
	Sim *s = ctx;

	(void)frame;
	if (!vec_push(&alloc_heap, &s->time, t))
		return MDV_NO_MEMORY;
	for (int32_t i = 0; i < s->cx.island->model.n_vars; i++)
		if (!vec_push(&alloc_heap, &s->value, rt_get(s->rt, i)))
			return MDV_NO_MEMORY;
	return s->max_rows && s->time.n >= s->max_rows ? MDV_STOPPED : MDV_OK;
}

MdvStatus sim_run(Sim *s)
{
	const MdvModel *m = s->compiled ? &s->made->model : NULL;
	HybridOptions o = s->o;

	s->time.n = s->value.n = 0;
	if (!s->compiled)
		return s->status = MDV_FAILED;
	o.session = &s->made->session;
	rt_free(s->rt);
	s->rt = rt_new(m, NULL);
	if (!s->rt)
		return s->status = MDV_NO_MEMORY;
	s->rt->event.full_iteration = s->full_iteration;
	s->rt->listener.log = s->rt->listener.trace = tell;
	s->rt->listener.ctx = s;
	for (size_t i = 0; i < s->sets.n; i++)
		if (!rt_set(s->rt, s->sets.at[i].var, s->sets.at[i].value)) {
			text_printf(&s->said, "'%s' cannot be set\n", m->var[s->sets.at[i].var].name);
			return s->status = MDV_BAD_ARGUMENT;
		}
	o.row = keep_row;
	o.ctx = s;
	s->status = island_simulate(s->rt, &o, &s->result);
	if (*rt_message(s->rt))
		text_printf(&s->said, "%s\n", rt_message(s->rt));
	return s->status;
}

const char *sim_said(const Sim *s)
{
	return text_str(&s->said);
}

bool sim_says(const Sim *s, const char *part)
{
	return strstr(text_str(&s->said), part) != NULL;
}

double sim_row(const Sim *s, size_t row, const char *name)
{
	int32_t i = sim_var(s, name);

	if (i < 0 || row >= s->time.n)
		return NAN;
	return s->value.at[row * (size_t)s->cx.island->model.n_vars + (size_t)i];
}

double sim_last(const Sim *s, const char *name)
{
	return sim_row(s, s->time.n - 1, name);
}

/* Rows of the grid are at n * interval, which may differ from t in its last digit. */
static bool is_at(const Sim *s, size_t row, double t)
{
	return fabs(s->time.at[row] - t) <= 1e-14 * fabs(t);
}

double sim_at(const Sim *s, const char *name, double t)
{
	for (size_t k = s->time.n; k-- > 0;)
		if (is_at(s, k, t))
			return sim_row(s, k, name);
	return NAN;
}

double sim_before(const Sim *s, const char *name, double t)
{
	for (size_t k = 0; k < s->time.n; k++)
		if (is_at(s, k, t))
			return sim_row(s, k, name);
	return NAN;
}

double sim_most(const Sim *s, const char *name)
{
	int32_t i = sim_var(s, name);
	double most = i < 0 || s->time.n == 0 ? NAN : 0;

	for (size_t k = 0; i >= 0 && k < s->time.n; k++) {
		double x = fabs(s->value.at[k * (size_t)s->cx.island->model.n_vars + (size_t)i]);

		most = isnan(x) ? x : x > most ? x : most;
	}
	return most;
}

bool sim_is_state(const Sim *s, const char *name)
{
	int32_t var = sim_var(s, name);

	for (int32_t i = 0; var >= 0 && i < s->rt->n; i++)
		if (rt_state(s->rt, i)->slot == s->cx.island->model.var[var].slot)
			return true;
	return false;
}
