/* SPDX-License-Identifier: MIT
   run_set.c — --set and --input: values from outside, by the user's names. */
#include "cli/run.h"

#include <stdlib.h>
#include <string.h>

int32_t run_find(const MdvModel *m, const char *name)
{
	/* Blanks do not count: "a[1, 2]" is "a[1,2]". */
	for (int32_t i = 0; i < m->n_vars; i++) {
		const char *a = m->var[i].name, *b = name;

		while (*a && *b) {
			while (*a == ' ')
				a++;
			while (*b == ' ')
				b++;
			if (*a != *b)
				break;
			if (*a) {
				a++;
				b++;
			}
		}
		if (!*a && !*b)
			return i;
	}
	return -1;
}

static bool wrong(const Run *r, const char *what, const char *name, const char *why)
{
	run_stats_clear((Run *)(uintptr_t)r);
	fprintf(stderr, "modevs run: %s '%s': %s\n", what, name, why);
	return false;
}

static bool not_found(const Run *r, const char *what, const char *name)
{
	const MdvModel *m = r->rt->m;
	Suggest near;
	Text text;

	suggest_init(&near, name, strlen(name));
	for (int32_t i = 0; i < m->n_vars; i++)
		suggest_add(&near, m->var[i].name, strlen(m->var[i].name));
	text_init(&text, NULL);
	text_printf(&text, "there is no such variable");
	suggest_text(&near, &text);
	wrong(r, what, name, text_str(&text));
	text_free(&text);
	return false;
}

/* A value as typed, by the type of the variable. */
static bool read_value(const MdvVar *v, const char *text, double *x)
{
	if (v->type == MDV_BOOLEAN && (!strcmp(text, "true") || !strcmp(text, "false"))) {
		*x = text[0] == 't';
		return true;
	}
	if (v->type == MDV_STRING || !real_read(text, strlen(text), x))
		return false;
	return v->type == MDV_REAL || *x == (double)(int64_t)*x;
}

static bool set_one(Run *r, const OptionsSet *s)
{
	int32_t i = run_find(r->rt->m, s->name);
	const MdvVar *v;
	double x;

	if (i < 0)
		return not_found(r, "--set", s->name);
	v = &r->rt->m->var[i];
	if (!read_value(v, s->value, &x))
		return wrong(r, "--set", s->name,
					 v->type == MDV_STRING ? "a String cannot be set yet"
					 : v->type == MDV_REAL ? "the value must be a number"
					 : v->type == MDV_BOOLEAN
						 ? "the value must be true or false"
						 : "the value must be a whole number");
	if (!rt_set(r->rt, i, x))
		return wrong(r, "--set", s->name,
					 v->flags & MDV_VAR_PARAMETER
						 ? "its value is computed from others, or was used to build the equations; "
						   "change it in the model"
						 : "only parameters and start values can be set");
	return true;
}

bool run_set_all(Run *r)
{
	for (size_t i = 0; i < r->o->sets.n; i++)
		if (!set_one(r, &r->o->sets.at[i]))
			return false;
	return true;
}

/* Called by the runtime before it evaluates at t. */
static void give_inputs(void *ctx, double t, bool after, double frame[])
{
	Run *r = ctx;
	InputAt at = input_at(&r->input, t, after);

	for (size_t i = 0; i < r->input.n_columns; i++) {
		const MdvVar *v;

		if (r->input_var[i] < 0)
			continue;
		v = &r->rt->m->var[r->input_var[i]];
		frame[v->slot] = v->type == MDV_REAL ? input_value(&r->input, at, (int32_t)i)
											 : input_sample(&r->input, at, (int32_t)i);
	}
}

static double next_input(void *ctx, double t)
{
	Run *r = ctx;

	return input_next(&r->input, t, true);
}

bool run_set_input(Run *r)
{
	const MdvModel *m = r->rt->m;

	if (!r->o->input)
		return true;
	r->has_input = true;
	if (input_read(&r->input, NULL, r->o->input) != MDV_OK) {
		fprintf(stderr, "modevs run: %s\n", r->input.error);
		return false;
	}
	r->input_var = NEW_ARRAY(&r->cx.keep, int32_t, r->input.n_columns);
	for (size_t i = 0; i < r->input.n_columns; i++) {
		const char *name = input_name(&r->input, (int32_t)i);

		r->input_var[i] = run_find(m, name);
		if (r->input_var[i] < 0)
			return not_found(r, "--input: column", name);
		if (!(m->var[r->input_var[i]].flags & MDV_VAR_INPUT))
			return wrong(r, "--input: column", name, "this is no input of the model");
	}
	r->rt->give_inputs = give_inputs;
	r->rt->next_input = next_input;
	r->rt->input_ctx = r;
	return true;
}
