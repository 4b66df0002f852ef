/* SPDX-License-Identifier: MIT
   cmd_compare.c — modevs compare: is each signal of one result inside of a tube around that of
   another, and the other way round? A tube reaches E of the signal's range up and down, and E of
   the span before and after: jumps may come a little earlier or later, not be larger. */
#include "cli/study/study.h"

#include <math.h>
#include <stdlib.h>

typedef struct Signal {
	const double *t; /* n times */
	const double *x; /* n values */
	size_t n;        /* points */
} Signal;

typedef struct Tube {
	double time;  /* half its width, along time */
	double value; /* half its height */
} Tube;

typedef struct Difference {
	const char *name; /* of the signal; NULL: there is none */
	double t;         /* where it begins */
	double got, want; /* values there */
	double lo, hi;    /* the tube there */
	bool reverse;     /* the reference leaves the tube of the other */
} Difference;

static double between(const Signal *c, size_t i, double t)
{
	double h = i + 1 < c->n ? c->t[i + 1] - c->t[i] : 0;

	return h > 0 && t > c->t[i] ? c->x[i] + (c->x[i + 1] - c->x[i]) * fmin(1, (t - c->t[i]) / h)
								: c->x[i];
}

/* The first point of a that is outside of the tube around b; *low goes along. */
static bool leaves(const Signal *a, const Signal *b, Tube tube, Difference *d)
{
	size_t low = 0;

	for (size_t i = 0; i < a->n; i++) {
		double from = a->t[i] - tube.time, to = a->t[i] + tube.time, lo, hi;
		size_t k;

		if (to < b->t[0] || from > b->t[b->n - 1]) /* it has no value there */
			continue;
		while (low + 1 < b->n && b->t[low + 1] < from)
			low++;
		lo = hi = between(b, low, from);
		for (k = low; k < b->n && b->t[k] <= to; k++)
			if (b->t[k] >= from) {
				lo = fmin(lo, b->x[k]);
				hi = fmax(hi, b->x[k]);
			}
		if (k > 0) {
			lo = fmin(lo, between(b, k - 1, to));
			hi = fmax(hi, between(b, k - 1, to));
		}
		if (a->x[i] >= lo - tube.value && a->x[i] <= hi + tube.value)
			continue;
		if (isnan(a->x[i]) && isnan(lo))
			continue;
		*d = (Difference){.t = a->t[i],
						  .got = a->x[i],
						  .want = between(b, low, a->t[i]),
						  .lo = lo - tube.value,
						  .hi = hi + tube.value};
		return true;
	}
	return false;
}

static Tube tube_of(const Options *o, const Signal *reference)
{
	double lo = INFINITY, hi = -INFINITY, size = 0, e = o->tube > 0 ? o->tube : 0.002;

	for (size_t i = 0; i < reference->n; i++) {
		lo = fmin(lo, reference->x[i]);
		hi = fmax(hi, reference->x[i]);
		size = fmax(size, fabs(reference->x[i]));
	}
	/* What is constant but for rounding has no range of its own. */
	return (Tube){e * (reference->t[reference->n - 1] - reference->t[0]),
				  fmax(e * (hi - lo), 1e-9 * size) + o->atol};
}

static int by_time(const void *a, const void *b)
{
	const Difference *x = a, *y = b;

	return (x->t > y->t) - (x->t < y->t);
}

static void tell(const Options *o, const Difference *d, size_t n, size_t compared)
{
	enum { SHOWN = 20 };

	if (n == 0) {
		printf("%zu signals agree\n", compared);
		return;
	}
	plain_fprintf(stdout, "%zu of %zu signals differ; the first is %s at time %g\n", n, compared,
				  d[0].name, d[0].t);
	for (size_t i = 0; i < n && i < SHOWN; i++)
		plain_fprintf(stdout, "  %s at time %g: %s has %g, %s %g; the tube there is %g … %g\n",
					  d[i].name, d[i].t, d[i].reverse ? o->what : o->second, d[i].got,
					  d[i].reverse ? o->second : o->what, d[i].want, d[i].lo, d[i].hi);
	if (n > SHOWN)
		printf("  and %zu more\n", n - SHOWN);
}

/* Gives how many signals of a are not in b; each is told. */
static size_t tell_missing(const Options *o, const Series *a, const Series *b, const bool wanted[])
{
	size_t n = 0;

	for (size_t i = 0; i < a->n; i++)
		if (wanted[i] && !series_find(b, a->column[i].name)) {
			render_say(stdout, "  %s is not in %s\n", a->column[i].name, o->second);
			n++;
		}
	return n;
}

static bool same_span(const Options *o, const Series *a, const Series *b)
{
	double e = (o->tube > 0 ? o->tube : 0.002) * (a->t[a->n_rows - 1] - a->t[0]);

	if (fabs(a->t[0] - b->t[0]) <= e && fabs(a->t[a->n_rows - 1] - b->t[b->n_rows - 1]) <= e)
		return true;
	plain_fprintf(stdout, "they do not cover the same time: %g … %g, and %g … %g\n", a->t[0],
				  a->t[a->n_rows - 1], b->t[0], b->t[b->n_rows - 1]);
	return false;
}

static bool read_one(const Options *o, const char *path, Series *s, Arena *keep)
{
	if (series_read(s, path, keep))
		return true;
	render_say(stderr, "%s: %s\n", o->program, s->error);
	return false;
}

static int compare(void *arg)
{
	const Options *o = ((Questioned *)arg)->o;
	Arena *keep = &((Questioned *)arg)->keep;
	size_t n = 0, compared = 0, missing;
	Difference *d;
	Series a, b;
	bool *wanted, covers;

	interrupt_phase("comparing", NULL);
	if (!read_one(o, o->what, &a, keep) || !read_one(o, o->second, &b, keep))
		return EXIT_USAGE;
	wanted = NEW_ARRAY(keep, bool, a.n + 1);
	d = NEW_ARRAY(keep, Difference, a.n + 1);
	if (!series_choose(&a, o, wanted, keep))
		return EXIT_USAGE;
	for (size_t i = 0; i < a.n; i++) {
		const SeriesColumn *other = wanted[i] ? series_find(&b, a.column[i].name) : NULL;
		Signal reference = {a.t, a.column[i].x, a.n_rows}, got = {b.t, NULL, b.n_rows};
		Tube tube = tube_of(o, &reference);

		if (!other)
			continue;
		compared++;
		got.x = other->x;
		if (leaves(&got, &reference, tube, &d[n]))
			d[n++].name = other->name;
		else if (leaves(&reference, &got, tube, &d[n])) {
			d[n].reverse = true;
			d[n++].name = other->name;
		}
	}
	if (n > 1)
		qsort(d, n, sizeof *d, by_time);
	tell(o, d, n, compared);
	missing = tell_missing(o, &a, &b, wanted);
	covers = same_span(o, &a, &b);
	return n == 0 && missing == 0 && covers ? EXIT_DONE : EXIT_MODEL;
}

int cmd_compare(const Options *o)
{
	return question_run(o, compare);
}
