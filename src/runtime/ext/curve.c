/* SPDX-License-Identifier: MIT
   curve.c — one column of a table over its abscissas: constant, linear, or cubic Hermite segments
   whose slopes at the points follow from the differences around them. Akima (J. ACM 17, 1970);
   modified Akima: weights with the mean of the differences, which keeps flat parts flat; Fritsch
   and Butland (SIAM J. Sci. Stat. Comput. 5, 1984); Steffen (Astron. Astrophys. 239, 1990).
   Slopes cost O(points) once, a value O(1) after the search for its segment, whose last result is
   tried first. */
#include "runtime/ext/ext.h"

#include <math.h>

/* Weights of the differences left and right of a point, of the four around it. */
void curve_akima(CurveKind kind, const double d[4], double w[2])
{
	double right = fabs(d[3] - d[2]), left = fabs(d[1] - d[0]);

	if (kind == CURVE_MODIFIED_AKIMA) {
		right += fabs(d[3] + d[2]) / 2;
		left += fabs(d[1] + d[0]) / 2;
	}
	/* Straight on both sides: Akima takes the mean. */
	if (right + left == 0) {
		w[0] = w[1] = 0.5;
		return;
	}
	w[0] = right / (right + left);
	w[1] = left / (right + left);
}

void curve_differences(const double *x, const double *y, size_t n, size_t stride, double *d)
{
	size_t n_segments = n - 1;

	for (size_t i = 0; i < n_segments; i++)
		d[i + 2] = (y[(i + 1) * stride] - y[i * stride]) / (x[i + 1] - x[i]);
	d[1] = n == 2 ? d[2] : 2 * d[2] - d[3];
	d[0] = 2 * d[1] - d[2];
	d[n + 1] = n == 2 ? d[2] : 2 * d[n] - d[n - 1];
	d[n + 2] = 2 * d[n + 1] - d[n];
}

/* Differences continued periodically instead. */
static void wrap_differences(double *d, size_t n)
{
	d[0] = d[n - 1];
	d[1] = d[n];
	d[n + 1] = d[2];
	d[n + 2] = d[3];
}

static void akima_slopes(const Curve *c, const double *d, double *slope)
{
	for (size_t i = 0; i < c->n; i++) {
		double w[2];

		curve_akima(c->kind, d + i, w);
		slope[i] = w[0] * d[i + 1] + w[1] * d[i + 2];
	}
}

/* Weighted harmonic mean: never steeper than three times the flatter side. */
static double fritsch_butland(double d0, double d1, double h0, double h1)
{
	if (d0 * d1 <= 0)
		return 0;
	return 3 * (h0 + h1) / ((h0 + 2 * h1) / d0 + (2 * h0 + h1) / d1);
}

/* Slope of the parabola, bounded so that no new extremum appears. */
static double steffen(double d0, double d1, double h0, double h1)
{
	double p = (d0 * h1 + d1 * h0) / (h0 + h1);

	if (d0 * d1 <= 0)
		return 0;
	return copysign(fmin(2 * fmin(fabs(d0), fabs(d1)), fabs(p)), d0);
}

static void monotone_slopes(const Curve *c, bool periodic, const double *d, double *slope)
{
	double (*inner)(double, double, double, double) =
		c->kind == CURVE_STEFFEN ? steffen : fritsch_butland;
	size_t n = c->n;

	for (size_t i = 1; i + 1 < n; i++)
		slope[i] = inner(d[i + 1], d[i + 2], c->x[i] - c->x[i - 1], c->x[i + 1] - c->x[i]);
	if (periodic) {
		slope[0] = slope[n - 1] = inner(d[n], d[2], c->x[n - 1] - c->x[n - 2], c->x[1] - c->x[0]);
		return;
	}
	slope[0] = d[2];
	slope[n - 1] = d[n];
}

Curve curve_make(Curve c, CurveOutside outside, Arena *result)
{
	bool periodic = outside == CURVE_PERIODIC && c.n > 2 && c.y[0] == c.y[c.n - 1];
	double *d, *slope;

	if (c.kind == CURVE_LINEAR || c.kind == CURVE_CONSTANT)
		return c;
	/* Two points have no curvature. */
	if (c.n <= 2) {
		c.kind = CURVE_LINEAR;
		return c;
	}
	d = NEW_ARRAY(ext_memory(), double, c.n + 3);
	curve_differences(c.x, c.y, c.n, 1, d);
	if (periodic)
		wrap_differences(d, c.n);
	slope = NEW_ARRAY(result, double, c.n);
	if (c.kind == CURVE_FRITSCH_BUTLAND || c.kind == CURVE_STEFFEN)
		monotone_slopes(&c, periodic, d, slope);
	else
		akima_slopes(&c, d, slope);
	c.slope = slope;
	return c;
}

/* The line through points i and i + 1, from point `from`; level at a jump. */
static CurveJet line(const Curve *c, size_t i, size_t from, double u)
{
	double h = c->x[i + 1] - c->x[i], s = h > 0 ? (c->y[i + 1] - c->y[i]) / h : 0;

	return (CurveJet){c->y[from] + s * (u - c->x[from]), s, 0};
}

CurveJet curve_segment(const Curve *c, size_t i, double u)
{
	double h, s, a, b, v;

	if (c->kind == CURVE_CONSTANT)
		return (CurveJet){c->y[i], 0, 0};
	if (c->kind == CURVE_LINEAR)
		return line(c, i, i, u);
	h = c->x[i + 1] - c->x[i];
	s = (c->y[i + 1] - c->y[i]) / h;
	v = u - c->x[i];
	a = (3 * s - 2 * c->slope[i] - c->slope[i + 1]) / h;
	b = (c->slope[i] + c->slope[i + 1] - 2 * s) / (h * h);
	return (CurveJet){c->y[i] + v * (c->slope[i] + v * (a + v * b)),
					  c->slope[i] + v * (2 * a + 3 * v * b), 2 * a + 6 * v * b};
}

static CurveJet beyond(const Curve *c, size_t end, size_t segment, double u, CurveOutside outside)
{
	if (outside == CURVE_HOLD || c->n == 1)
		return (CurveJet){c->y[end], 0, 0};
	if (!c->slope)
		return line(c, segment, end, u);
	return (CurveJet){c->y[end] + c->slope[end] * (u - c->x[end]), c->slope[end], 0};
}

CurveJet curve_before(const Curve *c, double u, CurveOutside outside)
{
	return beyond(c, 0, 0, u, outside);
}

CurveJet curve_after(const Curve *c, double u, CurveOutside outside)
{
	return beyond(c, c->n - 1, c->n - 2, u, outside);
}

size_t curve_find(const double *x, size_t n, double u, size_t *last)
{
	size_t low = 0, high = n - 1, i = *last;

	CHECK(n >= 2);
	if (i < n - 1) {
		if (x[i] <= u)
			low = i;
		else
			high = i;
		if (low == i && u < x[i + 1])
			return i;
	}
	while (high - low > 1) {
		size_t mid = low + (high - low) / 2;

		if (x[mid] <= u)
			low = mid;
		else
			high = mid;
	}
	/* A search below the first point may have high = 0. */
	return *last = low;
}

double curve_wrap(double u, double min, double max)
{
	double period = max - min;

	u -= period * floor((u - min) / period);
	/* Rounding may leave u just outside. */
	if (u < min)
		u += period;
	return u < max ? u : min;
}
