/* SPDX-License-Identifier: MIT
   run_input.c — --input: recorded values of the model's inputs. */
#include "runtime/run/run.h"

#include <float.h>
#include <math.h>

/* Does an input keep the value of a row up to the next? */
static bool is_held(const MdvVar *v)
{
	return v->type != MDV_REAL || v->flags & MDV_VAR_DISCRETE;
}

/* Called by the runtime before it evaluates at t. */
static void give_inputs(void *ctx, double t, bool after, double frame[])
{
	const Run *r = ((const RunGiven *)ctx)->from;
	InputAt at = input_at(&r->input, t, after);

	for (size_t i = 0; i < r->input.n_columns; i++) {
		const MdvVar *v = &r->model->var[r->input_var[i]];

		frame[v->slot] = is_held(v) ? input_sample(&r->input, at, (int32_t)i)
									: input_value(&r->input, at, (int32_t)i);
	}
}

/* Does something happen that makes an event? What is held jumps from row to row. */
static bool changes_at(const Run *r, double t)
{
	InputAt before = input_at(&r->input, t, false), at = input_at(&r->input, t, true);

	if (input_jumps(&r->input, t))
		return true;
	for (size_t i = 0; i < r->input.n_columns; i++) {
		int32_t column = (int32_t)i;

		if (is_held(&r->model->var[r->input_var[i]])
				? input_sample(&r->input, before, column) != input_sample(&r->input, at, column)
				: input_bends(&r->input, t, column))
			return true;
	}
	return false;
}

static double next_input(void *ctx, double t)
{
	const Run *r = ((const RunGiven *)ctx)->from;

	do
		t = input_next(&r->input, t);
	while (isfinite(t) && !changes_at(r, t));
	return t;
}

/* Rows that are too near to be told from t are left out. */
static double next_bend(void *ctx, double t)
{
	const Run *r = ((const RunGiven *)ctx)->from;

	return input_next(&r->input, t + 64 * DBL_EPSILON * fmax(fabs(t), 1e-6));
}

static bool input_between(void *ctx, int32_t slot, const double t[2], double value[2])
{
	const Run *r = ((const RunGiven *)ctx)->from;

	for (size_t i = 0; i < r->input.n_columns; i++) {
		const MdvVar *v = &r->model->var[r->input_var[i]];

		if (v->slot == slot)
			return input_range(&r->input, (int32_t)i, is_held(v), t, value);
	}
	value[0] = value[1] = ((const RunGiven *)ctx)->rt->frame[slot]; /* nothing gives it */
	return true;
}

static bool has_data(const Run *r, int32_t var)
{
	for (size_t i = 0; r->has_input && i < r->input.n_columns; i++)
		if (r->input_var[i] == var)
			return true;
	for (size_t i = 0; i < r->o->set.n; i++)
		if (text_same_name(r->o->set.at[i].name, r->model->var[var].name))
			return true;
	return false;
}

/* An input of the model that nothing feeds keeps its start value: if that is not written down, the
   user should know. */
static void warn_free_inputs(Run *r)
{
	const MdvModel *m = r->model;
	int32_t n = 0, first = -1;
	char others[64] = "";

	for (int32_t i = 0; i < m->n_vars; i++)
		if ((m->var[i].flags & (MDV_VAR_INPUT | MDV_VAR_STARTED | MDV_VAR_OUTSIDE)) ==
				MDV_VAR_INPUT &&
			!has_data(r, i))
			first = n++ ? first : i;
	if (n == 0)
		return;
	interrupt_hide();
	if (n > 1)
		snprintf(others, sizeof others, " and %d other%s", (int)n - 1, n > 2 ? "s" : "");
	options_warn(r->o,
				 "nothing gives the input '%s'%s values (--input FILE.csv): start values are kept",
				 m->var[first].name, others);
}

/* Before its first row and behind its last a file says nothing. */
static void warn_ends(const Run *r)
{
	const Input *in = &r->input;
	double first = in->t.n ? in->t.at[0] : r->run.stop;
	double last = in->t.n ? in->t.at[in->t.n - 1] : first;

	interrupt_hide();
	if (first > r->run.start)
		options_warn(r->o,
					 "%s begins at time %g, after the start: its first values are kept up to then",
					 r->o->input, first);
	if (last < r->run.stop)
		options_warn(r->o, "%s ends at time %g, before the run: its last values are kept",
					 r->o->input, last);
}

/* Is a value that is set one that the file has, too? */
static bool is_set(Run *r, const char *name)
{
	for (size_t i = 0; i < r->o->set.n; i++)
		if (text_same_name(r->o->set.at[i].name, name))
			return true;
	return false;
}

/* The variable of a column; -1: said what is wrong. */
static int32_t find_column(Run *r, const char *name)
{
	static const char what[] = "--input: column";
	int32_t var = run_set_find(r, what, name);
	const char *why = NULL;

	if (var < 0)
		return -1;
	if (!(r->model->var[var].flags & MDV_VAR_INPUT))
		why = "this is no input of the model";
	else if (r->model->var[var].flags & MDV_VAR_OUTSIDE)
		why = "it is the state of an atomic DEVS model";
	else if (is_set(r, name))
		why = "'--set' gives it another value";
	return !why || run_set_wrong(r, what, name, why) ? var : -1;
}

bool run_input_read(Run *r)
{
	if (!r->o->input) {
		warn_free_inputs(r);
		return true;
	}
	r->has_input = true;
	if (input_read(&r->input, NULL, r->o->input) != MDV_OK) {
		render_say(stderr, "%s: %s\n", r->o->program, r->input.error);
		return false;
	}
	r->input_var = NEW_ARRAY(&r->keep, int32_t, r->input.n_columns);
	for (size_t i = 0; i < r->input.n_columns; i++) {
		r->input_var[i] = find_column(r, input_name(&r->input, (int32_t)i));
		if (r->input_var[i] < 0)
			return false;
	}
	if (!input_measure(&r->input)) {
		render_say(stderr, "%s: out of memory\n", r->o->program);
		return false;
	}
	warn_free_inputs(r);
	warn_ends(r);
	return true;
}

void run_input_give(RunGiven *g, const Run *from, Rt *rt)
{
	*g = (RunGiven){from, rt};
	if (!from->has_input)
		return;
	rt->inputs.give = give_inputs;
	rt->inputs.next = next_input;
	rt->inputs.bend = next_bend;
	rt->inputs.range = input_between;
	rt->inputs.ctx = g;
}

bool run_input_open(Run *r)
{
	if (!run_input_read(r))
		return false;
	run_input_give(&r->given, r, r->rt);
	return true;
}
