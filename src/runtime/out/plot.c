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

static PlotRange range_of(const Plot *p, bool times, int max_ticks)
{
	double low = INFINITY, high = -INFINITY;

	for (size_t i = 0; i < p->n_curves; i++) {
		const double *x = times ? p->curve[i].t : p->curve[i].y;

		for (size_t j = 0; j < p->curve[i].n; j++)
			if (isfinite(x[j])) {
				low = fmin(low, x[j]);
				high = fmax(high, x[j]);
			}
	}
	return make_range(low, high, times ? 0 : 0.05, max_ticks);
}

PlotRange plot_range_t(const Plot *p, int max_ticks)
{
	return range_of(p, true, max_ticks);
}

PlotRange plot_range_y(const Plot *p, int max_ticks)
{
	return range_of(p, false, max_ticks);
}

void plot_label(const PlotCurve *c, Text *out)
{
	text_printf(out, "%s", c->name);
	if (c->unit && *c->unit)
		text_printf(out, " [%s]", c->unit);
}
