/* SPDX-License-Identifier: MIT
   interval.c — intervals: products, quotients, comparisons, functions. Rounding is to nearest, and
   every result is widened by more than that can be wrong; functions are split where they turn. */
#include "ir/interval.h"

#include "modevs/unit.h"

#include <float.h>

#define PI 3.14159265358979323846

/* Of a function of the C library. */
static Interval widened(double lo, double hi)
{
	const double part = INTERVAL_ULPS * 0x1p-52;
	Interval r = {lo - (fabs(lo) * part + 0x1p-1070), hi + (fabs(hi) * part + 0x1p-1070)};

	return r.lo <= r.hi ? r : interval_beyond(lo, hi);
}

/* fmin and fmax, of numbers: those of the C library are calls. */
static double smaller(double x, double y)
{
	return x < y ? x : y;
}

static double larger(double x, double y)
{
	return x > y ? x : y;
}

static bool is_zero(Interval a)
{
	return a.lo == 0 && a.hi == 0;
}

/* By the signs of the operands, two products. Infinite points times zero give the whole line. */
Interval interval_mul(Interval a, Interval b)
{
	if (is_zero(a) || is_zero(b))
		return (Interval){0, 0};
	if (a.lo >= 0)
		return interval_outward((b.lo >= 0 ? a.lo : a.hi) * b.lo, (b.hi > 0 ? a.hi : a.lo) * b.hi);
	if (a.hi <= 0)
		return interval_outward((b.hi > 0 ? a.lo : a.hi) * b.hi, (b.lo >= 0 ? a.hi : a.lo) * b.lo);
	if (b.lo >= 0)
		return interval_outward(a.lo * b.hi, a.hi * b.hi);
	if (b.hi <= 0)
		return interval_outward(a.hi * b.lo, a.lo * b.lo);
	return interval_outward(smaller(a.lo * b.hi, a.hi * b.lo), larger(a.lo * b.lo, a.hi * b.hi));
}

Interval interval_sqr(Interval a)
{
	Interval m = interval_abs(a);

	return interval_outward(m.lo * m.lo, m.hi * m.hi);
}

/* One over an interval that is on one side of zero, and may touch it. */
static Interval inverse(Interval b)
{
	if (b.lo == 0)
		return interval_outward(1 / b.hi, INFINITY);
	if (b.hi == 0)
		return interval_outward(-INFINITY, 1 / b.lo);
	return interval_outward(1 / b.hi, 1 / b.lo);
}

Interval interval_div(Interval a, Interval b)
{
	if (is_zero(b) || (b.lo < 0 && b.hi > 0))
		return is_zero(a) && !is_zero(b) ? (Interval){0, 0} : interval_whole();
	if (b.lo == 0 || b.hi == 0)
		return interval_mul(a, inverse(b));
	if (b.hi < 0) {
		a = interval_neg(a);
		b = interval_neg(b);
	}
	return interval_outward(a.lo / (a.lo >= 0 ? b.hi : b.lo), a.hi / (a.hi >= 0 ? b.lo : b.hi));
}

Interval interval_abs(Interval a)
{
	if (a.lo >= 0)
		return a;
	return a.hi <= 0 ? interval_neg(a) : (Interval){0, larger(-a.lo, a.hi)};
}

Interval interval_sign(Interval a)
{
	return (Interval){(a.lo > 0) - (a.lo < 0), (a.hi > 0) - (a.hi < 0)};
}

Interval interval_min(Interval a, Interval b)
{
	return (Interval){a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}

Interval interval_max(Interval a, Interval b)
{
	return (Interval){a.lo > b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

/* -- truth ---------------------------------------------------------------------------------- */

Interval interval_less(Interval a, Interval b)
{
	return (Interval){a.hi < b.lo, a.lo < b.hi};
}

Interval interval_equal(Interval a, Interval b)
{
	return (Interval){a.lo == a.hi && b.lo == b.hi && a.lo == b.lo, a.lo <= b.hi && b.lo <= a.hi};
}

/* Any value but 0 is true. */
static bool never_true(Interval a)
{
	return is_zero(a);
}

static bool always_true(Interval a)
{
	return !interval_has(a, 0);
}

Interval interval_and(Interval a, Interval b)
{
	return (Interval){always_true(a) && always_true(b), !never_true(a) && !never_true(b)};
}

Interval interval_not(Interval a)
{
	return (Interval){never_true(a), !always_true(a)};
}

Interval interval_select(Interval a, Interval b, Interval c)
{
	if (always_true(a))
		return b;
	return never_true(a) ? c : interval_hull(b, c);
}

/* -- steps ---------------------------------------------------------------------------------- */

Interval interval_floor(Interval a)
{
	return (Interval){floor(a.lo), floor(a.hi)};
}

Interval interval_trunc(Interval a)
{
	return (Interval){trunc(a.lo), trunc(a.hi)};
}

/* a - n * b with n from the quotient, rounded as it is; `within`: what holds any result. */
static Interval remainder_of(Interval a, Interval b, Interval n, Interval within)
{
	if (!interval_is_point(n) || !isfinite(n.lo))
		return within;
	return interval_sub(a, interval_mul(n, b));
}

Interval interval_mod(Interval a, Interval b)
{
	double slack = 0x1p-50 * (interval_size(a) + interval_size(b));
	Interval within = {smaller(b.lo, 0) - slack, larger(b.hi, 0) + slack};

	if (interval_has(b, 0) || !isfinite(slack))
		return interval_whole();
	return remainder_of(a, b, interval_floor(interval_div(a, b)), within);
}

Interval interval_rem(Interval a, Interval b)
{
	double slack = 0x1p-50 * (interval_size(a) + interval_size(b)), most = interval_size(b) + slack;
	Interval within = {a.lo < 0 ? -most : -slack, a.hi > 0 ? most : slack};

	if (interval_has(b, 0) || !isfinite(slack))
		return interval_whole();
	return remainder_of(a, b, interval_trunc(interval_div(a, b)), within);
}

/* -- functions ------------------------------------------------------------------------------ */

Interval interval_rising(double (*f)(double), Interval a, double least, double most)
{
	if (a.hi < least || a.lo > most)
		return interval_whole();
	return widened(f(larger(a.lo, least)), f(smaller(a.hi, most)));
}

double interval_minus_acos(double x)
{
	return -acos(x);
}

Interval interval_sqrt(Interval a)
{
	Interval r;

	if (a.hi < 0)
		return interval_whole();
	r = interval_outward(sqrt(larger(a.lo, 0)), sqrt(a.hi));
	return (Interval){larger(r.lo, 0), r.hi};
}

/* Whether the interval, or what is so near that rounding cannot tell, holds phase + k * period. */
static bool meets(Interval a, double phase, double period)
{
	double first = (a.lo - phase) / period, last = (a.hi - phase) / period;
	double slack = 8 * DBL_EPSILON * (1 + larger(fabs(first), fabs(last)));

	return floor(last + slack) >= ceil(first - slack);
}

/* sin and cos: the largest values are at `top` + 2 k pi, the smallest half a period later. */
static Interval wave(double (*f)(double), Interval a, double top)
{
	double x, y;
	Interval r;

	/* Far out nothing is known of the phase. */
	if (!(a.hi - a.lo < 2 * PI) || interval_size(a) > 1e9)
		return interval_is_point(a) && isfinite(a.lo) ? widened(f(a.lo), f(a.lo))
													  : (Interval){-1, 1};
	x = f(a.lo);
	y = f(a.hi);
	r = widened(smaller(x, y), larger(x, y));
	if (meets(a, top, 2 * PI))
		r.hi = 1;
	if (meets(a, top + PI, 2 * PI))
		r.lo = -1;
	return (Interval){larger(r.lo, -1), smaller(r.hi, 1)};
}

Interval interval_sin(Interval a)
{
	return wave(sin, a, PI / 2);
}

Interval interval_cos(Interval a)
{
	return wave(cos, a, 0);
}

Interval interval_tan(Interval a)
{
	if (!(a.hi - a.lo < PI) || interval_size(a) > 1e9 || meets(a, PI / 2, PI))
		return interval_whole();
	return widened(tan(a.lo), tan(a.hi));
}

/* Between the corners of a box that does not hold the origin, and is not on both sides of the
   negative axis, the angle is largest and smallest at two of them. */
Interval interval_atan2(Interval a, Interval b)
{
	double lo = INFINITY, hi = -INFINITY;

	if (b.lo <= 0 && a.lo <= 0 && a.hi >= 0)
		return widened(-PI, PI);
	for (int k = 0; k < 4; k++) {
		double angle = atan2(k & 1 ? a.hi : a.lo, k & 2 ? b.hi : b.lo);

		if (isnan(angle))
			return widened(-PI, PI);
		lo = smaller(lo, angle);
		hi = larger(hi, angle);
	}
	return widened(lo, hi);
}

Interval interval_cosh(Interval a)
{
	Interval m = interval_abs(a);

	return widened(cosh(m.lo), cosh(m.hi));
}

/* x^n with a whole number n > 0. */
static Interval whole_power(Interval a, double n)
{
	if (fmod(n, 2) == 0) {
		Interval m = interval_abs(a);

		return widened(mdv_power(m.lo, n), mdv_power(m.hi, n));
	}
	return widened(mdv_power(a.lo, n), mdv_power(a.hi, n));
}

/* Of a base that is not negative: monotone by either operand. */
static Interval real_power(Interval a, Interval b)
{
	double lo = INFINITY, hi = -INFINITY;

	for (int k = 0; k < 4; k++) {
		double p = mdv_power(k & 1 ? a.hi : a.lo, k & 2 ? b.hi : b.lo);

		if (isnan(p))
			return interval_whole();
		lo = smaller(lo, p);
		hi = larger(hi, p);
	}
	return widened(lo, hi);
}

Interval interval_pow(Interval a, Interval b)
{
	if (interval_is_point(b) && b.lo == floor(b.lo) && fabs(b.lo) < 1e6) {
		if (b.lo == 0)
			return (Interval){1, 1};
		if (b.lo > 0)
			return whole_power(a, b.lo);
		return interval_div((Interval){1, 1}, whole_power(a, -b.lo));
	}
	/* A negative base has powers where the exponent is a whole number. */
	if (a.hi < 0 || (a.lo < 0 && !interval_is_point(b)))
		return interval_whole();
	a.lo = larger(a.lo, 0);
	return a.lo > 0 || b.lo > 0 ? real_power(a, b) : interval_whole();
}

/* --- what follows from some values in between --- */

/* From 1 to 4 a polynomial of degree 5 meets an inverse to one part in a thousand: that is seen by
   every error estimate. */
#define MOST_RATIO 4.0

bool interval_keeps_size(Interval a)
{
	return a.lo > 0 ? a.hi <= MOST_RATIO * a.lo : a.hi < 0 && a.lo >= MOST_RATIO * a.hi;
}

/* A small whole exponent makes a polynomial; others count as so many roots or inverses. */
bool interval_power_is_calm(Interval a, Interval b)
{
	double most = interval_size(b);

	if (interval_is_point(b) && b.lo >= 0 && b.lo <= 8 && b.lo == floor(b.lo))
		return true;
	if (!interval_is_point(b) && interval_width(b) > 1)
		return false;
	if (a.lo <= 0 && !(a.hi < 0 && interval_is_point(b)))
		return false;
	return most * fabs(log(a.hi / a.lo)) <= log(MOST_RATIO);
}
