/* SPDX-License-Identifier: MIT
   curve_range.c — all values and slopes of a column of a table over a range of its abscissa, for
   proofs about steps: piece by piece, each a polynomial of degree 3 at most, by its Bernstein
   coefficients. O(points in the range). */
#include "runtime/ext/ext.h"

#include <math.h>

#define ROUNDING 0x1p-44 /* of the terms that values are added up from */

/* A piece has no jump or kink in it; between two of them there may be one. */
typedef struct Pieces {
	CurveRange *out; /* what was seen so far */
	bool any;        /* there was a piece */
	bool spline;     /* they join smoothly, and may be narrow */
	double y, dy;    /* at the end of the last one */
	int n_joins;     /* so far */
} Pieces;

static void hold(double range[2], double x, double error)
{
	range[0] = fmin(range[0], x - error);
	range[1] = fmax(range[1], x + error);
}

/* Where one piece ends and the next begins. */
static void join(Pieces *p, CurveJet a, double w, double error)
{
	if (fabs(a.y - p->y) > error) { /* a jump */
		p->out->slope[0] = -INFINITY;
		p->out->slope[1] = INFINITY;
		p->out->calm = false;
	}
	if (!(w > 0)) /* the range ends here: a bend is not in it */
		return;
	p->n_joins++;
	if (fabs(a.dy - p->dy) > ROUNDING * (fabs(a.dy) + fabs(p->dy)) + 0x1p-1000)
		p->out->calm &= p->spline;
	if (p->spline && p->n_joins > 1)
		p->out->calm = false;
}

/* The piece that is a where it begins and b where it ends, w later; size: of what values are added
   up from. */
static void add_piece(Pieces *p, CurveJet a, CurveJet b, double w, double size)
{
	double steep = fmax(fabs(a.dy), fabs(b.dy));
	double error = ROUNDING * (fabs(a.y) + fabs(b.y) + size + steep * w);
	double error_slope = ROUNDING * (steep + fabs(a.d2y) * w);

	if (!isfinite(error) || !isfinite(error_slope)) {
		*p->out = (CurveRange){{-INFINITY, INFINITY}, {-INFINITY, INFINITY}, false};
		return;
	}
	if (p->any)
		join(p, a, w, 2 * error);
	hold(p->out->value, a.y, error);
	hold(p->out->value, a.y + w * a.dy / 3, error);
	hold(p->out->value, b.y - w * b.dy / 3, error);
	hold(p->out->value, b.y, error);
	hold(p->out->slope, a.dy, error_slope);
	hold(p->out->slope, a.dy + w * a.d2y / 2, error_slope);
	hold(p->out->slope, b.dy, error_slope);
	p->any = true;
	p->y = b.y;
	p->dy = b.dy;
}

/* Between a and b, which are not moved by periods. */
static void add_pieces(Pieces *p, const Curve *c, CurveOutside outside, double a, double b)
{
	size_t last = 0, n = c->n;
	double end = c->x[n - 1];

	if (a < c->x[0])
		add_piece(p, curve_before(c, a, outside), curve_before(c, fmin(b, c->x[0]), outside),
				  fmin(b, c->x[0]) - a, fabs(c->y[0]));
	for (size_t i = a < end ? curve_find(c->x, n, a, &last) : n; i < n - 1 && c->x[i] <= b; i++) {
		double from = fmax(a, c->x[i]), to = fmin(b, c->x[i + 1]);

		if (to > from || from == b)
			add_piece(p, curve_segment(c, i, from), curve_segment(c, i, fmax(from, to)), to - from,
					  fabs(c->y[i]));
	}
	if (b >= end && outside != CURVE_PERIODIC)
		add_piece(p, curve_after(c, fmax(a, end), outside), curve_after(c, b, outside),
				  b - fmax(a, end), fabs(c->y[n - 1]));
}

void curve_range(const Curve *c, CurveOutside outside, double a, double b, CurveRange *out)
{
	Pieces p = {.out = out, .spline = c->slope != NULL};
	double min = c->x[0], max = c->x[c->n - 1], period = max - min;

	*out = (CurveRange){{INFINITY, -INFINITY}, {INFINITY, -INFINITY}, true};
	if (c->n == 1) {
		*out = (CurveRange){{c->y[0], c->y[0]}, {0, 0}, true};
		return;
	}
	if (outside == CURVE_NOTHING) { /* beyond its ends there is no value */
		a = fmin(fmax(a, min), max);
		b = fmax(fmin(b, max), min);
	}
	if (outside != CURVE_PERIODIC) {
		add_pieces(&p, c, outside, a, b);
		return;
	}
	if (!(b - a < period)) {
		add_pieces(&p, c, outside, min, max);
		out->calm = false;
		return;
	}
	b = curve_wrap(a, min, max) + (b - a) + 2 * ROUNDING * fmax(fabs(a), fabs(b));
	a = fmax(min, curve_wrap(a, min, max) - 2 * ROUNDING * fabs(a));
	add_pieces(&p, c, outside, a, fmin(b, max));
	if (b >= max)
		add_pieces(&p, c, outside, min, fmin(b - period, max));
}
