/* SPDX-License-Identifier: MIT
   qss_poly.c — polynomials of low degree: the first place where one is zero. Up to the square by
   formula; beyond, between the zeros of the derivative, where a bracket is safe. */
#include "runtime/qss/qss.h"

#include <float.h>

enum { MOST_DEGREE = QSS_MOST_DEGREE };

double poly_at(const double p[], int n, double h)
{
	double y = p[n];

	for (int k = n - 1; k >= 0; k--)
		y = y * h + p[k];
	return y;
}

void poly_shift(double p[], int n, double h)
{
	for (int i = 0; i < n; i++)
		for (int k = n - 1; k >= i; k--)
			p[k] += h * p[k + 1];
}

/* The zero of p between a and b, where p has different signs, or is 0. */
static double between(const double p[], int n, double a, double b)
{
	double fa = poly_at(p, n, a);

	for (int turn = 0; turn < 200; turn++) {
		double m = 0.5 * (a + b), fm, slope = 0, next;

		if (m <= a || m >= b)
			break;
		fm = poly_at(p, n, m);
		for (int k = n; k > 0; k--)
			slope = slope * m + k * p[k];
		if ((fm > 0) == (fa > 0))
			a = m;
		else
			b = m;
		/* A step of Newton where it stays inside, a little beyond the zero. */
		next = m - fm / slope;
		next += (next > m ? 1 : -1) * 1e-3 * fabs(next - m);
		if (next > a && next < b) {
			if ((poly_at(p, n, next) > 0) == (fa > 0))
				a = next;
			else
				b = next;
		}
	}
	return b;
}

static int degree(const double p[], int n)
{
	while (n > 0 && p[n] == 0)
		n--;
	return n;
}

/* The zeros of p0 + p1 h + p2 h^2 in (0, most), ascending. */
static int square_zeros(const double p[], double most, double out[])
{
	double half = -0.5 * p[1], disc = half * half - p[0] * p[2], root, first, second;
	int n = 0;

	if (disc < 0)
		return 0;
	root = sqrt(disc);
	first = half >= 0 ? half + root : half - root;
	second = first != 0 ? p[0] / first : 0;
	first /= p[2];
	if (second > 0 && second < most)
		out[n++] = second;
	if (first > 0 && first < most)
		out[n++] = first;
	if (n == 2 && out[0] > out[1]) {
		out[0] = first;
		out[1] = second;
	}
	return n;
}

/* All zeros in (0, most) at which p changes its sign, ascending. */
static int zeros(const double p[], int n, double most, double out[])
{
	double d[MOST_DEGREE], turn[MOST_DEGREE], a = 0;
	int m, n_out = 0;

	n = degree(p, n);
	if (n == 0)
		return 0;
	if (n == 1) {
		out[0] = -p[0] / p[1];
		return out[0] > 0 && out[0] < most;
	}
	if (n == 2)
		return square_zeros(p, most, out);
	for (int k = 0; k < n; k++)
		d[k] = (k + 1) * p[k + 1];
	m = zeros(d, n - 1, most, turn);
	turn[m++] = most;
	for (int i = 0; i < m; a = turn[i++])
		if ((poly_at(p, n, a) > 0) != (poly_at(p, n, turn[i]) > 0))
			out[n_out++] = between(p, n, a, turn[i]);
	return n_out;
}

/* Beyond this no zero is: 1 + the largest coefficient by the highest. */
static double last_zero(const double p[], int n)
{
	double largest = 0;

	for (int k = 0; k < n; k++)
		largest = fmax(largest, fabs(p[k] / p[n]));
	return 1 + largest;
}

bool poly_stays_positive(const double p[], int n, double h)
{
	double least = p[0], power = 1;

	for (int k = 1; k <= n; k++) {
		power *= h;
		least += (p[k] < 0 ? p[k] : 0) * power;
	}
	return least > 0;
}

#define CLOSE (16 * DBL_EPSILON) /* of a zero: it is found */

/* A straight line would be zero at h. If up to 2 h the slope of p is half of its own or more, there
   is one zero up to there: Newton's method finds it, a little behind. 0: this is not known. */
static double almost_straight(const double p[], int n, double most)
{
	double h = -p[0] / p[1], bend = 0;

	if (!(h > 0 && 2 * h <= most))
		return 0;
	for (int k = n; k > 1; k--)
		bend = (bend + k * fabs(p[k])) * (2 * h);
	if (!(bend <= 0.5 * fabs(p[1])))
		return 0;
	for (int turn = 0; turn < 20; turn++) {
		double y = p[n], slope = 0, step;

		for (int k = n - 1; k >= 0; k--) {
			slope = slope * h + y;
			y = y * h + p[k];
		}
		step = -y / slope;
		if (y <= 0 && fabs(step) <= CLOSE * h)
			return h;
		h += step;
		if (fabs(step) <= CLOSE * h)
			h += 0.25 * CLOSE * h;
	}
	return 0;
}

double poly_first(const double p[], int n, double most)
{
	double zero[MOST_DEGREE], h;

	n = degree(p, n);
	if (n == 0)
		return INFINITY;
	if (n == 1) {
		h = -p[0] / p[1];
		return h > 0 && h <= most ? h : INFINITY;
	}
	if (n == 2) {
		double half = -0.5 * p[1], disc = half * half - p[0] * p[2];

		if (disc < 0 || (p[2] > 0 && half <= 0))
			return INFINITY;
		h = p[2] < 0 && half < 0 ? (half - sqrt(disc)) / p[2] : p[0] / (half + sqrt(disc));
		return h > 0 && h <= most ? h : INFINITY;
	}
	if (isinf(most))
		most = last_zero(p, n);
	if (poly_stays_positive(p, n, most))
		return INFINITY;
	h = almost_straight(p, n, most);
	if (h > 0)
		return h;
	if (zeros(p, n, most, zero) > 0)
		return zero[0];
	return INFINITY;
}

double poly_leaves(const double p[], int n, double limit, double most)
{
	double up[MOST_DEGREE + 1], down[MOST_DEGREE + 1];

	for (int k = 0; k <= n; k++) {
		up[k] = -p[k];
		down[k] = p[k];
	}
	up[0] += limit;
	down[0] += limit;
	return fmin(poly_first(up, n, most), poly_first(down, n, most));
}
