/* SPDX-License-Identifier: MIT
   verify.c — modevs check of an FMU: what the standard asks of a description and schemas do not
   see; then, if its binary may run, whether it does what the description says: dependencies and
   directional derivatives against differences, states that come back as they were given, the same
   values in a second run, memory of many instances. Each finding is a line. */
#include "fmi/fmi.h"

#include <float.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FINDINGS = 20, MANY = 16, ROUNDS = 4 };

#define ROUNDING (16 * DBL_EPSILON) /* of a sum's terms: what may be lost */

void verify_find(FmiVerify *v, const char *format, ...)
{
	char text[400];
	va_list args;

	if (++v->n > MOST_FINDINGS)
		return;
	va_start(args, format);
	plain_vsnprintf(text, sizeof text, format, args);
	va_end(args);
	v->log.tell(v->log.ctx, text);
}

bool verify_is_full(const FmiVerify *v)
{
	return v->n >= MOST_FINDINGS;
}

/* --- the description --- */

static void check_names(FmiVerify *v, const FmiDescription *d)
{
	Intern seen;

	intern_init(&seen, arena_allocator(v->keep));
	for (size_t i = 0; i < d->var.n; i++) {
		size_t before = seen.n;

		intern_name(&seen, d->var.at[i].name, strlen(d->var.at[i].name));
		if (seen.n == before)
			verify_find(v, "'%s' is the name of two variables", d->var.at[i].name);
	}
}

/* FMI 2.0, table in 2.2.7; FMI 3.0, 2.4.7.4 and 2.4.7.5. */
static void check_start(FmiVerify *v, const FmiVar *x, int version)
{
	bool given = x->has_start || x->start_list;

	if (!given && (x->causality == FMI_INPUT || x->causality == FMI_PARAMETER ||
				   (x->initial_told && x->initial != FMI_COMPUTED) || x->constant))
		verify_find(v, "'%s' needs a start value", x->name);
	if (given && x->initial_told && x->initial == FMI_COMPUTED)
		verify_find(v, "'%s' is calculated, and may have no start value", x->name);
	if (version == 2 && x->initial_told &&
		(x->causality == FMI_INPUT || x->causality == FMI_INDEPENDENT))
		verify_find(v, "'%s' is an input or time, and may not say 'initial'", x->name);
}

static void check_role(FmiVerify *v, const FmiVar *x)
{
	bool still =
		x->variability && (!strcmp(x->variability, "fixed") || !strcmp(x->variability, "tunable"));

	if ((x->causality == FMI_PARAMETER || x->causality == FMI_CALCULATED) && !still)
		verify_find(v, "'%s' is a parameter, and neither fixed nor tunable", x->name);
	if ((x->causality == FMI_INPUT || x->causality == FMI_OUTPUT) && still)
		verify_find(v, "'%s' is an input or output, and may not be %s", x->name, x->variability);
	if (x->type != MDV_REAL && x->variability && !strcmp(x->variability, "continuous"))
		verify_find(v, "'%s' is no Real, and cannot be continuous", x->name);
}

static void check_numbers(FmiVerify *v, const FmiVar *x)
{
	if (x->nominal_told && !(x->nominal > 0))
		verify_find(v, "the nominal value of '%s' is not positive", x->name);
	if (x->min > x->max)
		verify_find(v, "'%s' has a min above its max", x->name);
	if (x->has_start && x->type != MDV_STRING && (x->start < x->min || x->start > x->max))
		verify_find(v, "the start value of '%s' is outside of its limits", x->name);
}

static int by_number(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* FMI 3: a reference is one variable's; in FMI 2 names of one value share it. */
static void check_references(FmiVerify *v, const FmiDescription *d)
{
	uint32_t *ref = NEW_ARRAY(v->keep, uint32_t, d->var.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < d->var.n; i++)
		if (d->var.at[i].element == 0 && !d->var.at[i].is_alias)
			ref[n++] = d->var.at[i].ref;
	qsort(ref, n, sizeof *ref, by_number);
	for (size_t i = 1; i < n; i++)
		if (ref[i] == ref[i - 1])
			verify_find(v, "two variables have the value reference %u", (unsigned)ref[i]);
}

static void check_experiment(FmiVerify *v, const FmiDescription *d)
{
	double start = isfinite(d->start) ? d->start : 0;

	if (d->stop < start)
		verify_find(v, "the default experiment ends at %g, before it begins", d->stop);
	if (d->step_size <= 0)
		verify_find(v, "the steps of the default experiment are %g long", d->step_size);
	if (d->tol <= 0)
		verify_find(v, "the tolerance of the default experiment is %g", d->tol);
}

/* Numbers that stand for variables. */
static void check_list(FmiVerify *v, const FmiDescription *d, const char *list, const char *of)
{
	while (list && *list) {
		char *end;
		unsigned long number = strtoul(list, &end, 10);

		if (end == list || (d->version == 2 && (number < 1 || number > d->var.n))) {
			verify_find(v, "the dependencies of %s name something that is no variable", of);
			return;
		}
		list = end + strspn(end, " \t\r\n");
	}
}

static void check_lists(FmiVerify *v, const FmiDescription *d)
{
	for (size_t k = 0; k < d->derivative.n; k++)
		check_list(v, d, d->depends[k], d->var.at[d->derivative.at[k]].name);
	for (size_t k = 0; k < d->output.n; k++)
		check_list(v, d, d->output_depends.at[k], arena_printf(v->keep, "output %zu", k + 1));
	for (size_t k = 0; k < d->initial.n; k++)
		check_list(v, d, d->initial_depends.at[k],
				   arena_printf(v->keep, "initial unknown %zu", k + 1));
}

/* Every output once, and no other variable. */
static void check_outputs(FmiVerify *v, const FmiDescription *d)
{
	int32_t *times = NEW_ARRAY(v->keep, int32_t, d->var.n + 1);

	for (size_t k = 0; k < d->output.n; k++) {
		size_t i = d->version == 2 ? (size_t)d->output.at[k] - 1 : 0;

		if (d->version == 3)
			while (i < d->var.n &&
				   (d->var.at[i].ref != d->output.at[k] || d->var.at[i].causality != FMI_OUTPUT))
				i++;
		if (i >= d->var.n && d->n_binary > 0)
			continue; /* one of those that are left alone */
		if (i >= d->var.n || d->var.at[i].causality != FMI_OUTPUT)
			verify_find(v, "entry %zu of the outputs in the structure is no output", k + 1);
		else
			times[i]++;
	}
	for (size_t i = 0; i < d->var.n; i++)
		if (d->var.at[i].causality == FMI_OUTPUT && d->var.at[i].element == 0 && times[i] != 1)
			verify_find(v, "the output '%s' is %s in the structure", d->var.at[i].name,
						times[i] ? "more than once" : "not");
}

void verify_description(FmiVerify *v, const FmiDescription *d)
{
	check_names(v, d);
	for (size_t i = 0; i < d->var.n; i++) {
		check_start(v, &d->var.at[i], d->version);
		check_role(v, &d->var.at[i]);
		check_numbers(v, &d->var.at[i]);
	}
	if (d->var.n + d->n_binary == 0)
		verify_find(v, "there are no variables");
	if (d->version == 3)
		check_references(v, d);
	check_experiment(v, d);
	check_lists(v, d);
	check_outputs(v, d);
	verify_start_list(v, d);
	for (size_t k = 0; k < d->derivative.n; k++)
		if (d->var.at[d->derivative.at[k]].discrete)
			verify_find(v, "the derivative '%s' is not continuous",
						d->var.at[d->derivative.at[k]].name);
}

/* --- the binary --- */

typedef struct Trial {
	FmiVerify *v;    /* findings */
	FmiImport im;    /* the FMU, loaded */
	size_t n;        /* states */
	double *x, *y;   /* n: states, work */
	double *dx, *up; /* n: derivatives where it begins, and beside */
	double *down;    /* n: on the other side */
	double *slope;   /* n: a column of directional derivatives */
	double *size;    /* n: sums of the terms of a derivative */
	double *end;     /* what a run gives in the end: states, or all Reals */
	size_t n_end;    /* how many */
	bool failed;     /* a call has: that is a finding */
} Trial;

static bool done(Trial *t, MdvStatus status)
{
	if (status != MDV_OK && !t->failed) {
		verify_find(t->v, "%s", calls_why(t->im.calls));
		t->failed = true;
	}
	return status == MDV_OK;
}

static bool derivatives_at(Trial *t, const double x[], double dx[])
{
	if (!done(t, calls_set_states(t->im.calls, x, t->n)) ||
		!done(t, calls_get_derivatives(t->im.calls, dx, t->n)))
		return false;
	for (size_t i = 0; i < t->n; i++)
		if (!isfinite(dx[i])) {
			verify_find(t->v, "the derivative of state %zu is not a finite number", i + 1);
			return !(t->failed = true);
		}
	return true;
}

/* A column of directional derivatives. */
static bool slope_by(Trial *t, size_t j)
{
	memset(t->y, 0, t->n * sizeof *t->y);
	t->y[j] = 1;
	return done(t, calls_slope(t->im.calls, &t->im.slope, t->y, t->slope));
}

/* How large the terms of each derivative are, which says how exact differences can be. */
static bool find_sizes(Trial *t)
{
	for (size_t j = 0; t->im.d.slopes && j < t->n; j++) {
		if (!slope_by(t, j))
			return false;
		for (size_t i = 0; i < t->n; i++)
			t->size[i] += fabs(t->slope[i] * t->x[j]);
	}
	return true;
}

/* Column j: what changes is in the list, and slopes are what differences say. */
static bool check_column(Trial *t, size_t j)
{
	double h = 1e-5 * fmax(1, fabs(t->x[j]));

	memcpy(t->y, t->x, t->n * sizeof *t->y);
	t->y[j] = t->x[j] + h;
	if (!derivatives_at(t, t->y, t->up))
		return false;
	t->y[j] = t->x[j] - h;
	if (!derivatives_at(t, t->y, t->down) || !derivatives_at(t, t->x, t->dx))
		return false;
	for (size_t i = 0; i < t->n; i++) {
		double size = 1e-9 * (fabs(t->dx[i]) + fabs(t->up[i])) + 1e-12;

		if (fabs(t->up[i] - t->dx[i]) > size && !import_depends(&t->im, i, j))
			verify_find(
				t->v,
				"derivative %zu changes with state %zu, on which it does not depend, as the "
				"structure has it",
				i + 1, j + 1);
		t->up[i] = (t->up[i] - t->down[i]) / (2 * h);
	}
	if (!t->im.d.slopes)
		return true;
	if (!slope_by(t, j))
		return false;
	for (size_t i = 0; i < t->n; i++)
		if (!(fabs(t->slope[i] - t->up[i]) <=
			  1e-3 * (fabs(t->up[i]) + fabs(t->dx[i]) + 1e-3) + ROUNDING * t->size[i] / h))
			verify_find(t->v,
						"the directional derivative %zu by state %zu is %g, by differences %g",
						i + 1, j + 1, t->slope[i], t->up[i]);
	return true;
}

static bool begin(Trial *t)
{
	const FmiDescription *d = &t->im.d;
	double start = isfinite(d->start) ? d->start : 0;

	return done(t, calls_instantiate(t->im.calls)) &&
		   done(t, calls_begin(t->im.calls, start, isfinite(d->stop) ? d->stop : INFINITY,
							   d->tol > 0 ? d->tol : 0)) &&
		   done(t, calls_initialized(t->im.calls));
}

/* Twice at the same point they are the same. */
static bool check_indicators(Trial *t)
{
	size_t n = (size_t)t->im.model.n_crossings;
	double *again = NEW_ARRAY(t->v->keep, double, n + 1);

	memset(t->im.buffer, 0, n * sizeof *t->im.buffer);
	if (!done(t, calls_get_indicators(t->im.calls, t->im.buffer, n)) ||
		!done(t, calls_get_indicators(t->im.calls, again, n)))
		return false;
	for (size_t k = 0; k < n; k++)
		if (!isfinite(t->im.buffer[k]))
			verify_find(t->v, "event indicator %zu is not a finite number", k + 1);
		else if (again[k] != t->im.buffer[k])
			verify_find(t->v, "event indicator %zu is another one when it is asked for again",
						k + 1);
	return true;
}

static bool check_nominals(Trial *t)
{
	if (!done(t, calls_get_nominals(t->im.calls, t->y, t->n)))
		return false;
	for (size_t i = 0; i < t->n; i++)
		if (!(isfinite(t->y[i]) && t->y[i] > 0))
			verify_find(t->v, "the nominal value of state %zu is %g", i + 1, t->y[i]);
	return true;
}

static bool try_exchange(Trial *t)
{
	FmiUpdate u;

	if (!done(t, calls_update(t->im.calls, &u)) || !done(t, calls_enter_continuous(t->im.calls)) ||
		!done(t, calls_get_states(t->im.calls, t->x, t->n)) || !derivatives_at(t, t->x, t->dx) ||
		!done(t, calls_get_states(t->im.calls, t->y, t->n)))
		return false;
	for (size_t i = 0; i < t->n; i++)
		if (t->y[i] != t->x[i])
			verify_find(t->v, "state %zu is not what it was set to", i + 1);
	if (!find_sizes(t))
		return false;
	for (size_t j = 0; j < t->n && !verify_is_full(t->v); j++)
		if (!check_column(t, j))
			return false;
	if (!check_indicators(t) || !check_nominals(t))
		return false;
	memcpy(t->end, t->dx, t->n * sizeof *t->end);
	t->n_end = t->n;
	return true;
}

static const char *name_of_slot(const FmiImport *im, int32_t slot)
{
	for (int32_t i = 0; i < im->model.n_vars; i++)
		if (im->model.var[i].slot == slot)
			return im->model.var[i].name;
	return "";
}

/* Ten steps of a hundredth of the experiment. */
static bool try_steps(Trial *t)
{
	const FmiDescription *d = &t->im.d;
	double start = isfinite(d->start) ? d->start : 0;
	double h = d->step_size > 0 ? d->step_size : isfinite(d->stop) ? (d->stop - start) / 100 : 0.01;
	FmiStep s = {.h = h, .no_return = true, .reached = start};

	for (int k = 0; k < 10 && !s.terminate; k++) {
		s.t = s.reached;
		if (!done(t, calls_step(t->im.calls, &s)))
			return false;
	}
	t->n_end = t->im.n_moving;
	if (!done(t, calls_get_reals(t->im.calls, &t->im.ref, t->end)))
		return false;
	for (size_t k = 0; k < t->n_end; k++)
		if (!isfinite(t->end[k]))
			verify_find(t->v, "'%s' is not a finite number after the last step",
						name_of_slot(&t->im, t->im.moving[k]));
	return true;
}

static bool open_trial(Trial *t, const char *folder, bool exchange, Arena *keep)
{
	size_t most;

	if (!import_open(&t->im, folder, exchange, (FmiLog){NULL, NULL}, keep)) {
		verify_find(t->v, "%s", t->im.why);
		return false;
	}
	calls_note(t->im.calls, t->v->note);
	t->n = exchange ? t->im.d.derivative.n : 0;
	most = t->n > t->im.n_moving ? t->n : t->im.n_moving;
	t->x = NEW_ARRAY(keep, double, t->n + 1);
	t->y = NEW_ARRAY(keep, double, t->n + 1);
	t->dx = NEW_ARRAY(keep, double, t->n + 1);
	t->up = NEW_ARRAY(keep, double, t->n + 1);
	t->down = NEW_ARRAY(keep, double, t->n + 1);
	t->slope = NEW_ARRAY(keep, double, t->n + 1);
	t->size = NEW_ARRAY(keep, double, t->n + 1);
	t->end = NEW_ARRAY(keep, double, most + 1);
	return true;
}

/* One run; false: it was not finished, which has been said. */
static bool try_once(Trial *t, const char *folder, bool exchange, Arena *keep)
{
	bool ok = open_trial(t, folder, exchange, keep) && begin(t) &&
			  (exchange ? try_exchange(t) : try_steps(t));

	if (ok)
		ok = done(t, calls_terminate(t->im.calls));
	import_close(&t->im);
	return ok;
}

/* Kilobytes of the heap that are in use, the FMU's too; 0: not known. (What is resident would say
   little: the heap keeps what was given back.) */
static long in_use(void)
{
#ifdef __GLIBC__
	struct mallinfo2 info = mallinfo2();

	return (long)((info.uordblks + info.hblkhd) / 1024);
#else
	return 0;
#endif
}

/* So many at once, then none. */
static bool make_many(FmiVerify *v, const char *folder, bool exchange)
{
	bool ok = true;
	Trial *t;
	Arena keep;

	arena_init(&keep, NULL);
	keep.no_memory = v->keep->no_memory;
	t = NEW_ARRAY(&keep, Trial, MANY);
	for (int k = 0; k < MANY && ok; k++) {
		t[k].v = v;
		ok = open_trial(&t[k], folder, exchange, &keep) && begin(&t[k]);
	}
	for (int k = 0; k < MANY; k++)
		import_close(&t[k].im);
	arena_free(&keep);
	return ok;
}

/* What is lost is lost each time. */
static void try_many(FmiVerify *v, const char *folder, bool exchange)
{
	long last = 0, least = 0;

	for (int round = 0; round < ROUNDS; round++) {
		long now;

		if (!make_many(v, folder, exchange))
			return;
		now = in_use();
		if (round == 1 || now - last < least)
			least = now - last;
		last = now;
	}
	if (last > 0 && least > MANY)
		verify_find(v, "%d instances leave %ld kB behind", MANY, least);
}

static void try_kind(FmiVerify *v, const FmiDescription *d, const char *folder, bool exchange)
{
	Trial one = {.v = v}, two = {.v = v};
	int before = v->n;

	if (!try_once(&one, folder, exchange, v->keep) || v->n > before ||
		!try_once(&two, folder, exchange, v->keep))
		return;
	if (one.n_end != two.n_end ||
		(one.n_end > 0 && memcmp(one.end, two.end, one.n_end * sizeof *one.end) != 0))
		verify_find(v, "a second run in the same process gives other values than the first");
	try_many(v, folder, exchange);
	if (exchange || !d->exchange) /* both kinds begin alike */
		verify_start(v, folder, exchange);
}

void verify_binary(FmiVerify *v, const FmiDescription *d, const char *folder)
{
	if (d->exchange)
		try_kind(v, d, folder, true);
	if (d->step)
		try_kind(v, d, folder, false);
}
