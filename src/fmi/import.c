/* SPDX-License-Identifier: MIT
   import.c — an FMU as a model: tables whose code is the functions of the FMU. Derivatives, event
   indicators and outputs are regions that ask it; an event is a region that takes it through event
   mode. What integrates, locates events and writes results does not know the difference. */
#include "fmi/fmi.h"

#include <stdlib.h>
#include <string.h>

enum { REGION_INIT, REGION_EVENT, REGION_MOVE, REGION_RATES, REGION_ZERO, REGION_OUTPUT };
enum {
	SLOT_TIME,
	SLOT_INITIAL,
	SLOT_TERMINAL,
	SLOT_HOMOTOPY,
	SLOT_ENDS,
	SLOT_NEXT,
	SLOT_RESTARTS,
	SLOT_FIRST
};

/* --- what the regions do --- */

static MdvStatus told(FmiImport *im, MdvStatus status)
{
	if (status != MDV_OK)
		snprintf(im->why, sizeof im->why, "%s", calls_why(im->calls));
	return status;
}

#define ASK(im, call)                       \
	do {                                    \
		MdvStatus status_ = told(im, call); \
		if (status_ != MDV_OK)              \
			return status_;                 \
	} while (0)

/* Strings go by the numbers of their variables, and behind these by those of what was set. */
static const char *text_of(void *code, double handle)
{
	const FmiImport *im = code;
	double n = (double)im->d.var.n;
	const char *text = NULL;

	if (handle == -1)
		return "the FMU says so";
	if (handle >= 0 && handle < n)
		text = im->text[(size_t)handle];
	else if (handle >= n && handle < n + (double)im->set_text.n)
		text = im->set_text.at[(size_t)(handle - n)];
	return text ? text : "";
}

static double new_text(void *code, const char *text)
{
	FmiImport *im = code;

	vec_push(arena_allocator(im->keep), &im->set_text, arena_strdup(im->keep, text));
	return (double)(im->d.var.n + im->set_text.n - 1);
}

/* The value of variable i, in slot[i]; of an element with its whole array, which is then given. */
static MdvStatus give(FmiImport *im, size_t i, const double frame[], const int32_t slot[])
{
	const FmiVar *v = &im->d.var.at[i];
	size_t first = i - v->element;

	if (v->n_elements == 0) {
		im->given[i] = frame[slot[i]];
		ASK(im, calls_set(im->calls, v, frame[slot[i]]));
		return MDV_OK;
	}
	for (size_t k = 0; k < v->n_elements; k++)
		im->array[k] = im->given[first + k] = frame[slot[first + k]];
	ASK(im, calls_set_array(im->calls, v, im->array));
	return MDV_OK;
}

/* The text of a String, or those of all elements of its array. */
static MdvStatus give_text(FmiImport *im, size_t i, const double frame[])
{
	const FmiVar *v = &im->d.var.at[i];
	size_t first = i - v->element, n = v->n_elements > 0 ? v->n_elements : 1;

	for (size_t k = 0; k < n; k++)
		im->texts[k] = text_of(im, frame[im->slot[first + k]]);
	ASK(im, calls_set_text(im->calls, v, im->texts));
	return MDV_OK;
}

/* Values that were set, or differ from what the FMU starts with by itself. */
static MdvStatus give_starts(FmiImport *im, const double frame[], bool inputs)
{
	for (size_t i = 0; i < im->d.var.n; i++) {
		const FmiVar *v = &im->d.var.at[i];
		bool is_input = v->causality == FMI_INPUT;
		const int32_t *slot = v->causality == FMI_PARAMETER || is_input ? im->slot : im->start;

		if (slot[i] < 0 || v->constant || is_input != inputs || im->given[i] == frame[slot[i]])
			continue;
		if (v->type == MDV_STRING) {
			if (v->causality == FMI_PARAMETER && frame[slot[i]] >= (double)im->d.var.n)
				TRY(give_text(im, i, frame));
			continue;
		}
		im->given[i] = frame[slot[i]];
		if (is_input || frame[slot[i]] != v->start)
			TRY(give(im, i, frame, slot));
	}
	return MDV_OK;
}

/* A parameter that cannot change while it runs was written all the same. */
static MdvStatus refuse_parameter(FmiImport *im, const FmiVar *v)
{
	snprintf(im->why, sizeof im->why, "the parameter '%s' of the FMU cannot change while it runs",
			 v->name);
	return MDV_FAILED;
}

static bool is_given(const FmiVar *v)
{
	return v->type != MDV_STRING && !v->constant &&
		   (v->causality == FMI_INPUT || v->causality == FMI_PARAMETER);
}

MdvStatus import_give(FmiImport *im, const double frame[], bool discrete)
{
	for (size_t k = 0; k < im->n_inputs; k++) {
		size_t i = im->input[k];
		const FmiVar *v = &im->d.var.at[i];

		if ((v->discrete && !discrete) || frame[im->slot[i]] == im->given[i])
			continue;
		if (v->causality == FMI_PARAMETER &&
			(!v->variability || strcmp(v->variability, "tunable") != 0))
			return refuse_parameter(im, v);
		TRY(give(im, i, frame, im->slot));
	}
	return MDV_OK;
}

static size_t n_states(const FmiImport *im)
{
	return im->exchange ? im->d.derivative.n : 0;
}

/* What changes between events. */
static MdvStatus read_moving(FmiImport *im, double frame[])
{
	ASK(im, calls_get_reals(im->calls, &im->ref, im->buffer));
	for (size_t k = 0; k < im->n_moving; k++)
		frame[im->moving[k]] = im->buffer[k];
	return MDV_OK;
}

static bool is_moving(const FmiVar *v)
{
	return v->type == MDV_REAL && v->bits == 64 && !v->discrete && !v->constant &&
		   (v->causality == FMI_OUTPUT || v->causality == FMI_LOCAL);
}

/* After initialization these stay as they are. */
static bool is_still(const FmiVar *v)
{
	const char *told = v->variability;
	bool parameter = v->causality == FMI_PARAMETER || v->causality == FMI_CALCULATED;

	return v->constant || (told && !strcmp(told, "fixed")) ||
		   (parameter && !(told && !strcmp(told, "tunable")));
}

/* Values that are not moving; all: those that stay, too, which are the last ones. */
static MdvStatus read_others(FmiImport *im, double frame[], bool all)
{
	for (size_t k = 0; k < (all ? im->n_others : im->n_changing); k++) {
		size_t i = im->other[k];
		const FmiVar *v = &im->d.var.at[i];

		if (v->type == MDV_STRING) {
			const char *text;

			ASK(im, calls_get_text(im->calls, v, &text));
			if (!im->text[i] || strcmp(im->text[i], text) != 0)
				im->text[i] = arena_strdup(im->keep, text);
		} else {
			ASK(im, calls_get(im->calls, v, &frame[im->slot[i]]));
			if (v->causality == FMI_PARAMETER)
				im->given[i] = frame[im->slot[i]]; /* what the FMU says holds */
		}
	}
	return MDV_OK;
}

MdvStatus import_read(FmiImport *im, double frame[])
{
	TRY(read_others(im, frame, false));
	return read_moving(im, frame);
}

static MdvStatus read_states(FmiImport *im, double frame[])
{
	ASK(im, calls_get_states(im->calls, im->buffer, n_states(im)));
	for (size_t i = 0; i < n_states(im); i++)
		frame[im->model.state[i].slot] = im->buffer[i];
	return MDV_OK;
}

/* Sizes of the states, which tolerances go by. One that is none counts as 1. */
static MdvStatus read_nominals(FmiImport *im, double frame[])
{
	ASK(im, calls_get_nominals(im->calls, im->buffer, n_states(im)));
	for (size_t i = 0; i < n_states(im); i++) {
		double size = fabs(im->buffer[i]);

		frame[im->model.var[im->model.state[i].var].nominal] =
			isfinite(size) && size > 0 ? size : 1;
	}
	return MDV_OK;
}

static MdvStatus read_derivatives(FmiImport *im, double frame[])
{
	ASK(im, calls_get_derivatives(im->calls, im->buffer, n_states(im)));
	for (size_t i = 0; i < n_states(im); i++)
		frame[im->model.state[i].derivative] = im->buffer[i];
	return MDV_OK;
}

static MdvStatus read_indicators(FmiImport *im, double frame[])
{
	ASK(im, calls_get_indicators(im->calls, im->buffer, (size_t)im->model.n_crossings));
	for (int32_t k = 0; k < im->model.n_crossings; k++)
		frame[im->z + k] = im->buffer[k];
	return MDV_OK;
}

/* The communication point after t. */
static double next_point(const FmiImport *im, double t)
{
	double n = floor((t - im->first) / im->step * (1 + 1e-12)) + 1;

	return im->first + n * im->step > t ? im->first + n * im->step : t + im->step;
}

/* There is no second attempt: what the first one gives must be numbers. */
static MdvStatus check_states(FmiImport *im, const double frame[])
{
	for (size_t i = 0; i < n_states(im); i++) {
		const MdvState *s = &im->model.state[i];

		if (isfinite(frame[s->slot]) && isfinite(frame[s->derivative]))
			continue;
		snprintf(im->why, sizeof im->why, "%s '%s' is not a finite number",
				 isfinite(frame[s->slot]) ? "the derivative of" : "the state",
				 im->model.var[s->var].name);
		return MDV_FAILED;
	}
	return MDV_OK;
}

static MdvStatus initialize(FmiImport *im, double frame[])
{
	if (im->made) { /* a second attempt would find what the first has left */
		snprintf(im->why, sizeof im->why, "the FMU's own initialization is all that can be tried");
		return MDV_FAILED;
	}
	im->made = true;
	if (im->step > 0)
		calls_use_events(im->calls);
	ASK(im, calls_instantiate(im->calls));
	TRY(give_starts(im, frame, false));
	ASK(im, calls_begin(im->calls, frame[SLOT_TIME], im->stop, im->tol));
	TRY(give_starts(im, frame, true));
	ASK(im, calls_initialized(im->calls));
	im->in_event = im->exchange;
	im->first = frame[SLOT_TIME];
	if (im->step > 0)
		frame[SLOT_NEXT] = next_point(im, im->first);
	TRY(read_states(im, frame));
	TRY(read_nominals(im, frame));
	TRY(read_derivatives(im, frame));
	TRY(read_others(im, frame, true));
	TRY(read_moving(im, frame));
	return check_states(im, frame);
}

/* Time, states and inputs as the frame has them. */
static MdvStatus move(FmiImport *im, const double frame[])
{
	ASK(im, calls_set_time(im->calls, frame[SLOT_TIME]));
	if (!im->in_event) {
		for (size_t i = 0; i < n_states(im); i++)
			im->buffer[i] = frame[im->model.state[i].slot];
		ASK(im, calls_set_states(im->calls, im->buffer, n_states(im)));
	}
	return import_give(im, frame, im->in_event);
}

static MdvStatus event_exchange(FmiImport *im, double frame[])
{
	FmiUpdate u;

	if (!im->in_event) {
		TRY(move(im, frame));
		ASK(im, calls_enter_event(im->calls));
		im->in_event = true;
	}
	TRY(import_give(im, frame, true));
	ASK(im, calls_update(im->calls, &u));
	frame[SLOT_NEXT] = u.next;
	frame[SLOT_ENDS] = u.terminate;
	frame[SLOT_RESTARTS] += u.states_changed || !im->d.tells_restarts;
	TRY(import_read(im, frame));
	TRY(read_states(im, frame));
	if (u.states_changed)
		TRY(read_nominals(im, frame));
	ASK(im, calls_enter_continuous(im->calls));
	im->in_event = false;
	TRY(read_derivatives(im, frame));
	TRY(read_indicators(im, frame));
	for (int32_t k = 0; k < im->model.n_crossings; k++)
		frame[im->relation + k] = frame[im->z + k] > 0;
	return MDV_OK;
}

static MdvStatus event_step(FmiImport *im, double frame[])
{
	if (im->step > 0 && !(frame[SLOT_NEXT] > frame[SLOT_TIME]))
		frame[SLOT_NEXT] = next_point(im, frame[SLOT_TIME]);
	ASK(im, calls_open_event(im->calls));
	TRY(import_give(im, frame, true));
	ASK(im, calls_end_event(im->calls));
	im->at_event = false;
	return import_read(im, frame);
}

static MdvStatus run_region(void *code, double frame[], int32_t region)
{
	FmiImport *im = code;

	im->why[0] = '\0';
	switch (region) {
	case REGION_INIT: return initialize(im, frame);
	case REGION_EVENT: return im->exchange ? event_exchange(im, frame) : event_step(im, frame);
	case REGION_MOVE: return move(im, frame);
	case REGION_RATES: return read_derivatives(im, frame);
	case REGION_ZERO: return read_indicators(im, frame);
	default: return read_moving(im, frame);
	}
}

/* Values are asked for by their references: an FMU may take it that derivatives are wanted by an
   integrator, which goes on from there. */
static MdvStatus look_at(void *code, double frame[], bool all)
{
	FmiImport *im = code;

	im->why[0] = '\0';
	TRY(move(im, frame));
	if (all)
		return read_moving(im, frame);
	ASK(im, calls_get_reals(im->calls, &im->slope.unknown, im->buffer));
	for (size_t i = 0; i < n_states(im); i++)
		frame[im->model.state[i].derivative] = im->buffer[i];
	return MDV_OK;
}

static MdvStatus accept_point(void *code, double frame[], bool *event)
{
	FmiImport *im = code;
	bool terminate;

	TRY(move(im, frame));
	ASK(im, calls_completed(im->calls, event, &terminate));
	*event = *event || terminate; /* told at that event, once more */
	return MDV_OK;
}

static MdvStatus slope_of(void *code, double frame[], const double seed[], double slope[])
{
	FmiImport *im = code;

	(void)frame; /* ODE has just been run: the FMU is there */
	return told(im, calls_slope(im->calls, &im->slope, seed, slope));
}

static const char *why(void *code)
{
	return ((FmiImport *)code)->why;
}

/* --- tables --- */

typedef struct Tables {
	FmiImport *im;       /* whose */
	VEC(double) initial; /* of the slots so far */
} Tables;

static int32_t new_slot(Tables *t, double value)
{
	vec_push(arena_allocator(t->im->keep), &t->initial, value);
	return (int32_t)t->initial.n - 1;
}

static int32_t limit_slot(Tables *t, double value)
{
	return isfinite(value) ? new_slot(t, value) : -1;
}

static uint16_t flags_of(const FmiVar *v)
{
	uint16_t flags = 0;

	if (v->causality == FMI_INDEPENDENT) /* results have time already */
		return MDV_VAR_HIDDEN;
	if (v->constant)
		return MDV_VAR_PARAMETER;
	if (v->causality == FMI_PARAMETER)
		return MDV_VAR_PARAMETER | MDV_VAR_SETTABLE;
	if (v->causality == FMI_CALCULATED)
		return MDV_VAR_PARAMETER;
	if (v->causality == FMI_INPUT)
		flags |= MDV_VAR_INPUT;
	if (v->causality == FMI_OUTPUT)
		flags |= MDV_VAR_OUTPUT;
	if (v->discrete)
		flags |= MDV_VAR_DISCRETE;
	return flags;
}

/* Names of one value share a slot. */
static void add_variable(Tables *t, MdvVar *out, size_t i, Map *seen)
{
	FmiImport *im = t->im;
	const FmiVar *v = &im->d.var.at[i];
	uint64_t key = ((uint64_t)v->ref << 20 | v->element) << 4 | v->type;
	uint64_t *known = map_find(seen, key);
	bool starts = v->has_start && v->initial != FMI_COMPUTED && v->causality >= FMI_OUTPUT &&
				  !v->constant && v->type != MDV_STRING;

	im->slot[i] = known ? (int32_t)*known
				  : v->causality == FMI_INDEPENDENT
					  ? SLOT_TIME
					  : new_slot(t, v->type == MDV_STRING ? (double)i : v->start);
	if (!known)
		map_put(seen, key, (uint64_t)im->slot[i]);
	im->start[i] = starts ? new_slot(t, v->start) : -1;
	*out = (MdvVar){.name = v->name,
					.unit = v->unit,
					.display_unit = v->display_unit,
					.comment = v->comment,
					.literals = v->literals,
					.slot = im->slot[i],
					.start = im->start[i],
					.nominal = v->nominal > 0 ? new_slot(t, v->nominal) : -1,
					.min = limit_slot(t, v->min),
					.max = limit_slot(t, v->max),
					.source = 0,
					.flags = flags_of(v) | (known ? MDV_VAR_ALIAS : 0) |
							 (starts ? MDV_VAR_SETTABLE | MDV_VAR_STARTED : 0),
					.type = v->type};
	if (v->type == MDV_ENUMERATION && out->max < 0)
		out->max = new_slot(t, 1e9);
}

/* Elements of an array come one after the other, by one reference. */
static void add_reference(FmiRefs *r, const FmiVar *v)
{
	if (v->element == 0)
		r->at[r->n_refs++] = v->ref;
	r->n_values++;
}

/* Variables that are asked for one by one, each value once: those that stay, or the others. */
static void add_others(FmiImport *im, const MdvVar var[], bool still)
{
	for (size_t i = 0; i < im->d.var.n; i++) {
		const FmiVar *v = &im->d.var.at[i];
		bool known = var[i].flags & MDV_VAR_ALIAS && v->type != MDV_STRING;

		if (!known && !is_moving(v) && v->causality != FMI_INPUT &&
			v->causality != FMI_INDEPENDENT && is_still(v) == still)
			im->other[im->n_others++] = i;
	}
}

static void add_variables(Tables *t)
{
	FmiImport *im = t->im;
	size_t n = im->d.var.n;
	MdvVar *var = NEW_ARRAY(im->keep, MdvVar, n);
	Map seen;

	map_init(&seen, arena_allocator(im->keep));
	im->slot = NEW_ARRAY(im->keep, int32_t, n);
	im->start = NEW_ARRAY(im->keep, int32_t, n);
	im->given = NEW_ARRAY(im->keep, double, n);
	im->array = NEW_ARRAY(im->keep, double, n);
	im->text = NEW_ARRAY(im->keep, const char *, n);
	im->texts = NEW_ARRAY(im->keep, const char *, n);
	im->ref.at = NEW_ARRAY(im->keep, uint32_t, n);
	im->moving = NEW_ARRAY(im->keep, int32_t, n);
	im->other = NEW_ARRAY(im->keep, size_t, n);
	im->input = NEW_ARRAY(im->keep, size_t, n);
	for (size_t i = 0; i < n; i++) {
		const FmiVar *v = &im->d.var.at[i];

		add_variable(t, &var[i], i, &seen);
		im->given[i] = NAN;
		im->text[i] = v->start_text;
		if (is_given(v))
			im->input[im->n_inputs++] = i;
		if (!is_moving(v) || var[i].flags & MDV_VAR_ALIAS)
			continue;
		add_reference(&im->ref, v);
		im->moving[im->n_moving++] = im->slot[i];
	}
	add_others(im, var, false);
	im->n_changing = im->n_others;
	add_others(im, var, true);
	im->model.var = var;
	im->model.n_vars = (int32_t)n;
}

static void add_states(Tables *t)
{
	FmiImport *im = t->im;
	MdvState *state = NEW_ARRAY(im->keep, MdvState, n_states(im));

	for (size_t k = 0; k < n_states(im); k++) {
		size_t der = (size_t)im->d.derivative.at[k],
			   i = (size_t)description_state(&im->d, (int32_t)der);

		state[k] = (MdvState){im->slot[i], im->slot[der], -1, -1, (int32_t)i};
		((MdvVar *)(uintptr_t)im->model.var)[i].flags |= MDV_VAR_STATE;
		if (im->model.var[i].nominal < 0)
			((MdvVar *)(uintptr_t)im->model.var)[i].nominal = new_slot(t, 1);
	}
	im->model.state = state;
	im->model.n_states = (int32_t)n_states(im);
}

/* Whether the list of a derivative has that state; no list: it depends on all. */
bool import_depends(const FmiImport *im, size_t derivative, size_t state)
{
	const char *at = im->d.depends[derivative];
	size_t var = (size_t)im->model.state[state].var;
	unsigned long wanted = im->d.version == 2 ? (unsigned long)var + 1 : im->d.var.at[var].ref;

	if (!at)
		return true;
	while (*at) {
		char *end;
		unsigned long number = strtoul(at, &end, 10);

		if (end == at)
			return true; /* no list of numbers */
		if (number == wanted)
			return true;
		at = end + strspn(end, " \t\r\n");
	}
	return false;
}

/* Columns of one colour have no row in common: greedily, as they come. */
static void colour_columns(FmiImport *im, const int32_t start[], const int32_t row[])
{
	int32_t n = im->model.n_states;
	int32_t *colour = NEW_ARRAY(im->keep, int32_t, n);
	bool *taken = NEW_ARRAY(im->keep, bool, (size_t)n *(size_t)n);

	for (int32_t j = 0; j < n; j++) {
		int32_t c = 0;

		for (int32_t k = start[j]; k < start[j + 1];)
			if (taken[(size_t)c * (size_t)n + (size_t)row[k]]) {
				c++;
				k = start[j];
			} else {
				k++;
			}
		for (int32_t k = start[j]; k < start[j + 1]; k++)
			taken[(size_t)c * (size_t)n + (size_t)row[k]] = true;
		colour[j] = c;
		im->model.n_colours = c + 1 > im->model.n_colours ? c + 1 : im->model.n_colours;
	}
	im->model.jac_start = start;
	im->model.jac_row = row;
	im->model.jac_colour = colour;
}

/* The pattern of the Jacobian, where few entries are not zero (lower_pattern has the same rule). */
static void add_pattern(FmiImport *im)
{
	size_t n = n_states(im), most = n * n * 2 / 5;
	int32_t *start, *row;
	size_t count = 0;

	if (n <= 8 || n > 2000)
		return;
	start = NEW_ARRAY(im->keep, int32_t, n + 1);
	row = NEW_ARRAY(im->keep, int32_t, most + 1);
	for (size_t j = 0; j < n; j++) {
		start[j] = (int32_t)count;
		for (size_t i = 0; i < n; i++) {
			if (!import_depends(im, i, j))
				continue;
			if (count >= most)
				return;
			row[count++] = (int32_t)i;
		}
	}
	start[n] = (int32_t)count;
	colour_columns(im, start, row);
}

static void add_slopes(FmiImport *im)
{
	FmiSlope *s = &im->slope;

	s->unknown.at = NEW_ARRAY(im->keep, uint32_t, n_states(im));
	s->known.at = NEW_ARRAY(im->keep, uint32_t, n_states(im));
	for (size_t k = 0; k < n_states(im); k++) {
		add_reference(&s->unknown, &im->d.var.at[im->d.derivative.at[k]]);
		add_reference(&s->known, &im->d.var.at[im->model.state[k].var]);
	}
	if (n_states(im) == 0)
		return;
	add_pattern(im);
	if (im->d.slopes)
		im->model.slope = slope_of;
}

/* An event that needs no restart leaves the counter alone. */
static void add_restarts(FmiImport *im)
{
	int32_t *read = NEW_ARRAY(im->keep, int32_t, 1);

	*read = SLOT_RESTARTS;
	im->model.ode_read = read;
	im->model.n_ode_reads = 1;
}

static void add_crossings(Tables *t)
{
	FmiImport *im = t->im;
	int32_t n = im->exchange ? (int32_t)im->d.n_indicators : 0;
	MdvCrossing *c = NEW_ARRAY(im->keep, MdvCrossing, n);
	MdvSource *source = NEW_ARRAY(im->keep, MdvSource, n + 1);

	source[0] = (MdvSource){im->d.name, "", 0, ""};
	im->z = (int32_t)t->initial.n;
	for (int32_t k = 0; k < n; k++)
		new_slot(t, 0);
	im->relation = (int32_t)t->initial.n;
	for (int32_t k = 0; k < n; k++) {
		c[k] = (MdvCrossing){.z = im->z + k,
							 .relation = new_slot(t, 0),
							 .positive = true,
							 .scale = -1,
							 .source = k + 1,
							 .limit = -1,
							 .ladder = -1};
		source[k + 1] = (MdvSource){
			arena_printf(im->keep, "event indicator %d of the FMU", (int)k + 1), "", 0, ""};
	}
	im->model.crossing = c;
	im->model.n_crossings = n;
	im->model.source = source;
	im->model.n_sources = n + 1;
}

static MdvStep make_step(int32_t region)
{
	return (MdvStep){
		.kind = MDV_STEP_CODE, .code = region, .tangent = -1, .full_tangent = -1, .set = -1};
}

static void add_sequences(FmiImport *im)
{
	static const struct {
		MdvSeqKind kind;
		int32_t region;
	} rows[] = {{MDV_SEQ_INIT, REGION_INIT},
				{MDV_SEQ_EVENT, REGION_EVENT},
				{MDV_SEQ_ODE, REGION_MOVE},
				{MDV_SEQ_ZERO, REGION_ZERO},
				{MDV_SEQ_OUTPUT, REGION_OUTPUT}};
	int32_t n =
		im->exchange ? 5 : 2; /* of co-simulation stepping.c has the values between events */
	MdvSequence *seq = NEW_ARRAY(im->keep, MdvSequence, n);

	for (int32_t k = 0; k < n; k++) {
		int32_t n_steps = rows[k].kind == MDV_SEQ_ODE ? 2 : 1;
		MdvStep *step = NEW_ARRAY(im->keep, MdvStep, n_steps);

		step[0] = make_step(rows[k].region);
		if (n_steps > 1) { /* event indicators need no derivatives */
			step[1] = make_step(REGION_RATES);
			step[1].rest = true;
		}
		seq[k] = (MdvSequence){(uint8_t)rows[k].kind, n_steps, step};
	}
	im->model.sequence = seq;
	im->model.n_sequences = n;
}

static void add_events(Tables *t)
{
	FmiImport *im = t->im;
	MdvTimeEvent *event = NEW_ARRAY(im->keep, MdvTimeEvent, 1);
	MdvAction *action = NEW_ARRAY(im->keep, MdvAction, 1);

	*event = (MdvTimeEvent){SLOT_NEXT, 0, -1, -1};
	*action =
		(MdvAction){.kind = MDV_ACTION_TERMINATE, .fires = SLOT_ENDS, .value = -1, .code = -1};
	action->slot = new_slot(t, -1); /* for text_of */
	im->model.time_event = event;
	im->model.n_time_events = 1;
	im->model.action = action;
	im->model.n_actions = 1;
}

static void take_experiment(FmiImport *im)
{
	const FmiDescription *d = &im->d;
	MdvModel *m = &im->model;

	m->start = isfinite(d->start) ? d->start : 0;
	m->has_stop = isfinite(d->stop) && d->stop > m->start;
	m->stop = m->has_stop ? d->stop : 0;
	m->tolerance = d->tol > 0 && d->tol < 1 ? d->tol : 0;
	m->interval = d->step_size > 0 ? d->step_size : 0;
}

static void make_model(FmiImport *im)
{
	Tables t = {.im = im};
	MdvModel *m = &im->model;
	size_t most;

	*m = (MdvModel){.name = im->d.name,
					.init_check = -1,
					.init_actions = -1,
					.start_code = -1,
					.objects_code = -1,
					.time = SLOT_TIME,
					.is_initial = SLOT_INITIAL,
					.is_terminal = SLOT_TERMINAL,
					.homotopy = SLOT_HOMOTOPY,
					.ode_call = -1,
					.run = run_region,
					.code = im,
					.why = why,
					.string = text_of,
					.new_text = new_text,
					.accept = im->exchange ? accept_point : NULL,
					.look = im->exchange ? look_at : NULL,
					.integrator = im->exchange ? NULL : &integrator_stepping};
	for (int k = 0; k < SLOT_FIRST; k++)
		new_slot(&t, k == SLOT_NEXT ? INFINITY : 0);
	add_variables(&t);
	add_states(&t);
	add_slopes(im);
	add_restarts(im);
	add_crossings(&t);
	add_events(&t);
	add_sequences(im);
	take_experiment(im);
	m->initial = t.initial.at;
	m->n_slots = (int32_t)t.initial.n;
	most = im->n_moving > n_states(im) ? im->n_moving : n_states(im);
	most = most > (size_t)m->n_crossings ? most : (size_t)m->n_crossings;
	im->buffer = NEW_ARRAY(im->keep, double, most + 1);
}

/* --- life --- */

bool import_open(FmiImport *im, const char *folder, bool exchange, FmiLog log, Arena *keep)
{
	*im = (FmiImport){.keep = keep, .stop = INFINITY};
	if (!description_read(arena_printf(keep, "%s/modelDescription.xml", folder), keep, &im->d,
						  im->why, sizeof im->why))
		return false;
	im->exchange = im->d.exchange && (exchange || !im->d.step);
	im->calls = calls_open(&im->d, folder, im->exchange, log, im->why, sizeof im->why);
	if (!im->calls)
		return false;
	make_model(im);
	return true;
}

void import_close(FmiImport *im)
{
	if (im->calls && im->made)
		(void)calls_terminate(im->calls);
	calls_close(im->calls);
	im->calls = NULL;
}
