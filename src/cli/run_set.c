/* SPDX-License-Identifier: MIT
   run_set.c — --set and --input: values from outside, by the user's names. */
#include "cli/run.h"

#include <stdlib.h>
#include <string.h>

static bool wrong(const Run *r, const char *what, const char *name, const char *why)
{
	run_stats_clear((Run *)(uintptr_t)r);
	render_say(stderr, "modevs run: %s '%s': %s\n", what, name, why);
	return false;
}

static bool not_found(const Run *r, const char *what, const char *name)
{
	const FlatModel *m = &r->cx.flat;
	Suggest near;
	Text text, known;

	suggest_init(&near, name, strlen(name));
	text_init(&known, arena_allocator((Arena *)(uintptr_t)&r->cx.keep));
	for (size_t i = 0; i < m->vars.n; i++) {
		size_t at = known.n;

		flat_print_var(m, (VarId){(int32_t)i}, &known);
		suggest_add(&near,
					arena_strndup((Arena *)(uintptr_t)&r->cx.scratch, known.at + at, known.n - at),
					known.n - at);
	}
	text_init(&text, NULL);
	text_printf(&text, "there is no such variable");
	suggest_text(&near, &text);
	wrong(r, what, name, text_str(&text));
	text_free(&text);
	return false;
}

bool run_set_rebuild(Run *r)
{
	for (size_t i = 0; i < r->o->set.n; i++)
		setting_note(&r->cx, r->o->set.at[i].name, r->o->set.at[i].value);
	return setting_rebuild(&r->cx);
}

bool run_set_check(Run *r)
{
	for (size_t i = 0; i < r->o->set.n; i++) {
		const char *why = setting_check(&r->cx, r->o->set.at[i].name);

		if (why)
			return wrong(r, "--set", r->o->set.at[i].name, why);
	}
	return true;
}

bool run_set_all(Run *r)
{
	for (size_t i = 0; i < r->o->set.n; i++) {
		const OptionsSet *s = &r->o->set.at[i];
		const char *why = setting_apply(&r->cx, s->name, s->value);

		if (why && !strncmp(why, "there is no", 11))
			return not_found(r, "--set", s->name);
		if (why)
			return wrong(r, "--set", s->name, why);
	}
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

static bool has_data(const Run *r, int32_t var)
{
	for (size_t i = 0; r->has_input && i < r->input.n_columns; i++)
		if (r->input_var[i] == var)
			return true;
	for (size_t i = 0; i < r->o->set.n; i++)
		if (text_same_name(r->o->set.at[i].name, r->rt->m->var[var].name))
			return true;
	return false;
}

/* An input of the model that nothing feeds keeps its start value: if that is not written down, the
   user should know. */
static void warn_free_inputs(Run *r)
{
	const MdvModel *m = r->rt->m;
	int32_t n = 0, first = -1;

	for (int32_t i = 0; i < m->n_vars; i++)
		if ((m->var[i].flags & MDV_VAR_INPUT) && !r->cx.flat.vars.at[i].start && !has_data(r, i))
			first = n++ ? first : i;
	if (n == 0)
		return;
	run_stats_clear(r);
	fprintf(stderr, "modevs run: warning: nothing gives the input '%s'", m->var[first].name);
	if (n > 1)
		fprintf(stderr, " and %d other%s", (int)n - 1, n > 2 ? "s" : "");
	fprintf(stderr, " values (--input FILE.csv): start values are kept\n");
}

bool run_set_input(Run *r)
{
	const MdvModel *m = r->rt->m;

	if (!r->o->input) {
		warn_free_inputs(r);
		return true;
	}
	r->has_input = true;
	if (input_read(&r->input, NULL, r->o->input) != MDV_OK) {
		render_say(stderr, "modevs run: %s\n", r->input.error);
		return false;
	}
	r->input_var = NEW_ARRAY(&r->cx.keep, int32_t, r->input.n_columns);
	for (size_t i = 0; i < r->input.n_columns; i++) {
		const char *name = input_name(&r->input, (int32_t)i);

		r->input_var[i] = result_find(m, name);
		if (r->input_var[i] < 0)
			return not_found(r, "--input: column", name);
		if (!(m->var[r->input_var[i]].flags & MDV_VAR_INPUT))
			return wrong(r, "--input: column", name, "this is no input of the model");
	}
	warn_free_inputs(r);
	r->rt->inputs.give = give_inputs;
	r->rt->inputs.next = next_input;
	r->rt->inputs.ctx = r;
	return true;
}
