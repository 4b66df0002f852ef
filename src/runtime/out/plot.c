/* SPDX-License-Identifier: MIT
   plot.c — what pictures of curves share: points in bounded memory, and axes with round ticks.
   Thinning keeps the first, last, least and greatest point of each of 500 parts of the time: a line
   through them covers the same pixels as one through all points (M4, Jugel et al. 2014). */
#include "runtime/out/out.h"

#include <math.h>
#include <string.h>

bool plot_start(PlotData *d, const MdvAlloc *alloc, size_t n_curves)
{
	*d = (PlotData){.alloc = alloc ? alloc : &alloc_heap, .n_curves = n_curves};
	d->series = n_curves ? alloc_new(d->alloc, n_curves * sizeof *d->series) : NULL;
	for (size_t i = 0; d->series && i < n_curves; i++) {
		d->series[i].t = alloc_new(d->alloc, PLOT_KEPT * sizeof(double));
		d->series[i].y = alloc_new(d->alloc, PLOT_KEPT * sizeof(double));
		if (!d->series[i].t || !d->series[i].y)
			return false;
	}
	return n_curves == 0 || d->series;
}

void plot_free(PlotData *d)
{
	for (size_t i = 0; d->series && i < d->n_curves; i++) {
		alloc_free(d->alloc, d->series[i].t, PLOT_KEPT * sizeof(double));
		alloc_free(d->alloc, d->series[i].y, PLOT_KEPT * sizeof(double));
	}
	alloc_free(d->alloc, d->series, d->n_curves * sizeof *d->series);
	*d = (PlotData){.alloc = d->alloc};
}

void plot_add(PlotData *d, double t, const double y[])
{
	for (size_t i = 0; i < d->n_curves; i++) {
		PlotSeries *s = &d->series[i];

		if (s->n == PLOT_KEPT)
			s->n = plot_thin(s->t, s->y, s->n);
		s->t[s->n] = t;
		s->y[s->n++] = y[i];
	}
}

/* Of the points from `start` up to `end`, copies those worth keeping to `to`; gives the next free
   place, which is never behind `end`. */
static size_t keep_extremes(double t[], double y[], size_t start, size_t end, size_t to)
{
	size_t low = start, high = start;

	for (size_t i = start; i < end; i++) {
		if (y[i] < y[low] || !isfinite(y[low]))
			low = i;
		if (y[i] > y[high] || !isfinite(y[high]))
			high = i;
	}
	for (size_t i = start; i < end; i++)
		if (i == start || i == low || i == high || i + 1 == end) {
			t[to] = t[i];
			y[to++] = y[i];
		}
	return to;
}

size_t plot_thin(double t[], double y[], size_t n)
{
	double t_first = n ? t[0] : 0, span = n ? t[n - 1] - t_first : 0;
	size_t to = 0;

	for (size_t start = 0, end; start < n; start = end) {
		double part = span > 0 ? floor((t[start] - t_first) / span * PLOT_BUCKETS) : 0;
		double t_end = span > 0 ? t_first + (part + 1) / PLOT_BUCKETS * span : INFINITY;

		if (part >= PLOT_BUCKETS - 1)
			t_end = INFINITY; /* the last part has the last point */
		for (end = start + 1; end < n && t[end] < t_end; end++)
			;
		to = keep_extremes(t, y, start, end, to);
	}
	return to;
}

/* Ticks at multiples of the smallest step of 1, 2 or 5 times a power of ten that gives few enough.
 */
static void set_ticks(PlotRange *r, int max_ticks)
{
	static const int mantissas[] = {1, 2, 5};
	double width = r->high - r->low, least = width / max_ticks, step = 0;

	r->power = (int)floor(log10(least)) - 1;
	for (int i = 0; step < least; i++) {
		r->power += i % 3 == 0;
		r->mantissa = mantissas[i % 3];
		step = r->mantissa * pow(10, r->power);
	}
	r->first = (int64_t)ceil(r->low / step - 1e-9);
	r->n_ticks = (int)((int64_t)floor(r->high / step + 1e-9) - r->first) + 1;
}

double plot_tick(const PlotRange *r, int i)
{
	char buf[64];
	double x = 0;
	int len =
		snprintf(buf, sizeof buf, "%llde%d", (long long)(r->first + i) * r->mantissa, r->power);

	if (!real_read(buf, (size_t)len, &x))
		BUG("a tick that is no number: %s", buf);
	return x;
}

/* The axis for values from low to high; what hardly differs is drawn as a straight line. */
static PlotRange make_range(double low, double high, double air, int max_ticks)
{
	const double most = 4e307; /* differences stay finite */
	double size, width;
	PlotRange r;

	if (low > high)
		low = 0, high = 1;
	low = fmax(low, -most);
	high = fmin(high, most);
	size = fmax(fabs(low), fabs(high));
	width = high - low;
	if (width <= 1e-9 * size || width < 1e-300) {
		double middle = low + width / 2;

		width = size > 1e-290 ? 0.1 * size : 1;
		low = middle - width / 2;
		high = middle + width / 2;
	}
	r = (PlotRange){.low = low - air * width, .high = high + air * width};
	set_ticks(&r, max_ticks);
	return r;
}

/* The least and the greatest of the times, or of the values of an axis. */
static void find_ends(const Plot *p, bool times, size_t axis, double *low, double *high)
{
	*low = INFINITY;
	*high = -INFINITY;
	for (size_t i = 0; i < p->n_curves; i++) {
		const double *x = times ? p->curve[i].t : p->curve[i].y;

		if (!times && plot_axis(p, i) != axis)
			continue;
		for (size_t j = 0; j < p->curve[i].n; j++)
			if (isfinite(x[j])) {
				*low = fmin(*low, x[j]);
				*high = fmax(*high, x[j]);
			}
	}
}

static bool has_names(const PlotCurve *c)
{
	return c->kind == OUT_BOOLEAN || (c->kind == OUT_ENUM && c->literals && *c->literals);
}

static const char *unit_of(const PlotCurve *c)
{
	return c->unit ? c->unit : "";
}

/* What the values of a curve are counted in. */
static const char *axis_unit(const Plot *p, const PlotCurve *c)
{
	if (*unit_of(c))
		return unit_of(c);
	for (size_t i = 0; i < p->n_curves; i++)
		if (!has_names(&p->curve[i]) && *unit_of(&p->curve[i]))
			return unit_of(&p->curve[i]);
	return "";
}

static bool share_axis(const Plot *p, const PlotCurve *a, const PlotCurve *b)
{
	if (has_names(a) || has_names(b))
		return a->kind == b->kind &&
			   (a->kind == OUT_BOOLEAN || (b->literals && !strcmp(a->literals, b->literals)));
	return !strcmp(axis_unit(p, a), axis_unit(p, b));
}

size_t plot_axis(const Plot *p, size_t curve)
{
	size_t i = 0;

	while (i < curve && !share_axis(p, &p->curve[i], &p->curve[curve]))
		i++;
	return i;
}

PlotRange plot_range_t(const Plot *p, int max_ticks)
{
	double low, high;

	find_ends(p, true, 0, &low, &high);
	return make_range(low, high, 0, max_ticks);
}

/* Where nothing lies between whole numbers, no tick does. */
static void make_whole(PlotRange *r)
{
	if (r->power >= 0)
		return;
	r->mantissa = 1;
	r->power = 0;
	r->first = (int64_t)ceil(r->low - 1e-9);
	r->n_ticks = (int)((int64_t)floor(r->high + 1e-9) - r->first) + 1;
}

PlotRange plot_range_y(const Plot *p, size_t axis, int max_ticks)
{
	const PlotCurve *first = axis < p->n_curves ? &p->curve[axis] : NULL;
	bool whole = first != NULL;
	double low, high;
	PlotRange r;

	find_ends(p, false, axis, &low, &high);
	if (first && has_names(first) && low == high) /* both sides of it are worth showing */
		low -= 0.5, high += 0.5;
	r = make_range(low, high, 0.05, max_ticks);
	for (size_t i = axis; whole && i < p->n_curves; i++)
		whole = plot_axis(p, i) != axis || p->curve[i].kind != OUT_REAL;
	if (whole && high - low >= 1)
		make_whole(&r);
	r.named = first && has_names(first) ? first : NULL;
	return r;
}

/* A name of at most ten letters, which is what there is room for. */
static void add_name(const char *s, size_t len, Text *out)
{
	size_t letters = 0, cut = len;

	for (size_t i = 0; i < len; i++) {
		letters += ((unsigned char)s[i] & 0xC0) != 0x80;
		if (letters == 10 && cut == len)
			cut = i;
	}
	text_add(out, s, letters > 10 ? cut : len);
	text_printf(out, letters > 10 ? "…" : "");
}

void plot_tick_label(const PlotRange *r, int i, Text *out)
{
	double x = plot_tick(r, i);
	const char *name;
	size_t len;

	if (!r->named)
		text_printf(out, "%s", text_real((char[32]){0}, x));
	else if (r->named->kind == OUT_BOOLEAN)
		text_printf(out, x == 0 ? "false" : x == 1 ? "true" : "");
	else if ((len = text_item(r->named->literals, x, &name)) > 0)
		add_name(name, len, out);
}

void plot_label(const PlotCurve *c, Text *out)
{
	text_printf(out, "%s", c->name);
	if (c->unit && *c->unit)
		text_printf(out, " [%s]", c->unit);
}
