/* SPDX-License-Identifier: MIT
   run_set.c — --set in programs that are made: values by the user's names, in the model's frame.
   (`modevs run` sets them in the source, before the model is sorted: compiler/setting.c.) */
#include "runtime/plant/plant.h"
#include "runtime/run/run.h"

#include <string.h>

bool run_set_wrong(Run *r, const char *what, const char *name, const char *why)
{
	interrupt_hide();
	render_say(stderr, "%s: %s '%s': %s\n", r->o->program, what, name, why);
	return false;
}

int32_t run_set_find(Run *r, const char *what, const char *name)
{
	const MdvModel *m = r->model;
	int32_t var = result_find(m, name);
	Suggest near;
	Text text;

	if (var >= 0)
		return var;
	suggest_init(&near, name, strlen(name));
	for (int32_t i = 0; i < m->n_vars; i++)
		suggest_add(&near, m->var[i].name, strlen(m->var[i].name));
	text_init(&text, arena_heap(&r->keep));
	text_printf(&text,
				r->other ? "the solver computes no such variable" : "there is no such variable");
	suggest_text(&near, &text);
	run_set_wrong(r, what, name, text_str(&text));
	text_free(&text);
	return -1;
}

/* The number of an enumeration's value by its name, with or without the names before it; 0: none.
 */
static double find_literal(const char *literals, const char *text)
{
	const char *dot = strrchr(text, '.'), *name = dot ? dot + 1 : text;
	size_t len = strlen(name);
	double number = 1;

	for (const char *at = literals; *at; number++) {
		const char *end = text_find_outside(at, ",");

		if ((size_t)(end - at) == len && !memcmp(at, name, len))
			return number;
		at = end + (*end == ',');
	}
	return 0;
}

/* A text, with or without quotes around it. */
static double make_text(Run *r, const char *text)
{
	size_t n = strlen(text);
	bool quoted = n >= 2 && text[0] == '"' && text[n - 1] == '"';
	double handle =
		r->model->new_text(r->model->code, arena_strndup(&r->keep, text + quoted, n - 2 * quoted));

	if (handle < 0)
		guard_no_memory(NULL);
	return handle;
}

/* As the compiler reads it; false: it is no value of the variable's type. */
static bool read_value(Run *r, const MdvVar *v, const char *text, double *x)
{
	switch (v->type) {
	case MDV_STRING: *x = make_text(r, text); return true;
	case MDV_BOOLEAN: *x = !strcmp(text, "true"); return *x != 0 || !strcmp(text, "false");
	case MDV_ENUMERATION:
		*x = find_literal(v->literals, text);
		if (*x > 0)
			return true;
		return real_read(text, strlen(text), x) && *x == floor(*x) && *x >= 1 &&
			   *x <= r->rt->frame[v->max];
	case MDV_INTEGER:
		return real_read(text, strlen(text), x) && *x == floor(*x) && mdv_is_integer(*x);
	default: return real_read(text, strlen(text), x);
	}
}

static bool set_one(Run *r, const OptionsSet *set)
{
	int32_t var = run_set_find(r, "--set", set->name);
	const char *why;
	double x;

	if (var < 0)
		return false;
	if (!read_value(r, &r->model->var[var], set->value, &x))
		return run_set_wrong(r, "--set", set->name, "the value does not fit its type");
	why = var_begin(r->rt, var, x);
	return !why || run_set_wrong(r, "--set", set->name, why);
}

bool run_set_all(Run *r)
{
	for (size_t i = 0; r->sets && i < r->o->set.n; i++)
		if (!set_one(r, &r->o->set.at[i]))
			return false;
	return true;
}
