/* SPDX-License-Identifier: MIT
   qbg_poly.c — polynomials of time. */
#include "runtime/qbg/qbg.h"

#include <math.h>

static double eval(const double c[], double h)
{
	return c[0] + h * (c[1] + h * (c[2] + h * c[3]));
}

double qbg_poly_at(const QbgPoly *p, double t)
{
	return eval(p->c, t - p->t);
}

void qbg_poly_move(QbgPoly *p, double t)
{
	double h = t - p->t, *c = p->c;

	c[0] = eval(c, h);
	c[1] += h * (2 * c[2] + 3 * h * c[3]);
	c[2] += 3 * h * c[3];
	p->t = t;
}

double qbg_poly_integral(const QbgPoly *p, double t)
{
	double h = t - p->t;

	return h * (p->c[0] + h * (p->c[1] / 2 + h * (p->c[2] / 3 + h * p->c[3] / 4)));
}

/* The least h >= 0 with c2 h^2 + c1 h + c0 = 0, where c0 < 0; without cancellation. */
static double reach_square(double c0, double c1, double c2)
{
	double disc = c1 * c1 - 4 * c2 * c0;

	if (c2 == 0)
		return c1 > 0 ? -c0 / c1 : INFINITY;
	if (disc < 0)
		return INFINITY;
	if (c1 >= 0)
		return -2 * c0 / (c1 + sqrt(disc));
	return c2 > 0 ? (sqrt(disc) - c1) / (2 * c2) : INFINITY;
}

/* p rises from below 0 at a to above it at b, without turning: bisection, until there is no number
   between. */
static double bisect(const double c[], double a, double b)
{
	for (;;) {
		double m = a + (b - a) / 2;

		if (m <= a || m >= b)
			return b;
		if (eval(c, m) < 0)
			a = m;
		else
			b = m;
	}
}

/* Ends of the pieces in which p rises or falls: where c1 + 2 c2 h + 3 c3 h^2 = 0. */
static int find_turns(const double c[], double turn[2])
{
	double a = 3 * c[3], b = c[2], d = b * b - a * c[1], q;
	int n = 0;

	if (d <= 0)
		return 0;
	q = b > 0 ? -(b + sqrt(d)) : -(b - sqrt(d));
	if (q / a > 0)
		turn[n++] = q / a;
	if (q != 0 && c[1] / q > 0)
		turn[n++] = c[1] / q;
	if (n == 2 && turn[0] > turn[1]) {
		double t = turn[0];

		turn[0] = turn[1];
		turn[1] = t;
	}
	return n;
}

static double reach_cube(const double c[])
{
	double turn[2], a = 0, b;
	int n = find_turns(c, turn);

	for (int i = 0; i < n; a = turn[i], i++)
		if (eval(c, turn[i]) >= 0)
			return bisect(c, a, turn[i]);
	if (c[3] < 0)
		return INFINITY;
	for (b = a > 0 ? 2 * a : 1; eval(c, b) < 0; b *= 2)
		if (b > 1e100)
			return INFINITY;
	return bisect(c, a, b);
}

double qbg_poly_reach(const QbgPoly *p)
{
	const double *c = p->c;

	if (c[0] >= 0)
		return p->t;
	return p->t + (c[3] == 0 ? reach_square(c[0], c[1], c[2]) : reach_cube(c));
}
