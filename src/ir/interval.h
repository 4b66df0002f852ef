/* SPDX-License-Identifier: MIT
   interval.h — arithmetic of closed intervals, for proofs about whole steps of a simulation: what
   the column `interval` of ops.h says is computed here, rounded outwards. The result of an
   operation holds every value that the operation gives for operands in the intervals, as the C
   library computes it (its functions are taken to be wrong by at most INTERVAL_ULPS units in the
   last place). Where an operation is not defined in a part of an interval, the rest counts; where
   it is not defined at all, or nothing is known, the result is the whole line. Nothing is ever
   empty or not a number. Truth is {0}, {1} or [0, 1].
   Literature: Moore, Kearfott, Cloud, Introduction to Interval Analysis, 2009. */
#ifndef MDV_INTERVAL_H
#define MDV_INTERVAL_H

#include "ir/ops.h"
#include "modevs/model.h"

#include <float.h>
#include <math.h>

#define INTERVAL_ULPS 4 /* by which functions of the C library may be wrong; glibc: 1 or 2 */

typedef struct Interval {
	double lo, hi; /* lo <= hi; both may be infinite */
} Interval;

static inline Interval interval_point(double x)
{
	return isnan(x) ? (Interval){-INFINITY, INFINITY} : (Interval){x, x};
}

static inline Interval interval_whole(void)
{
	return (Interval){-INFINITY, INFINITY};
}

static inline bool interval_is_point(Interval a)
{
	return a.lo == a.hi;
}

static inline bool interval_has(Interval a, double x)
{
	return a.lo <= x && x <= a.hi;
}

static inline double interval_middle(Interval a)
{
	return 0.5 * a.lo + 0.5 * a.hi;
}

static inline double interval_size(Interval a) /* largest magnitude */
{
	return -a.lo > a.hi ? -a.lo : a.hi;
}

static inline double interval_width(Interval a)
{
	return a.hi - a.lo;
}

static inline Interval interval_hull(Interval a, Interval b)
{
	return (Interval){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

/* What both hold; if rounding leaves nothing, `a`. */
static inline Interval interval_meet(Interval a, Interval b)
{
	Interval m = {a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};

	return m.lo <= m.hi ? m : a;
}

/* Ends that could not be widened: both beyond all numbers on one side, or not known. */
static inline Interval interval_beyond(double lo, double hi)
{
	if (lo == INFINITY && hi == INFINITY)
		return (Interval){DBL_MAX, INFINITY};
	return lo == -INFINITY && hi == -INFINITY ? (Interval){-INFINITY, -DBL_MAX} : interval_whole();
}

/* A result that was rounded to nearest, in both ends, widened to hold the exact one. */
static inline Interval interval_outward(double lo, double hi)
{
	Interval r = {lo - (fabs(lo) * 0x1p-52 + 0x1p-1074), hi + (fabs(hi) * 0x1p-52 + 0x1p-1074)};

	return r.lo <= r.hi ? r : interval_beyond(lo, hi);
}

/* The same of a sum, which is exact where it is tiny: zero stays zero, and no denormal numbers,
   with which processors are slow, come from nothing. */
static inline Interval interval_sum(double lo, double hi)
{
	Interval r = {lo - fabs(lo) * 0x1p-52, hi + fabs(hi) * 0x1p-52};

	return r.lo <= r.hi ? r : interval_beyond(lo, hi);
}

static inline Interval interval_neg(Interval a)
{
	return (Interval){-a.hi, -a.lo};
}

static inline Interval interval_add(Interval a, Interval b)
{
	return interval_sum(a.lo + b.lo, a.hi + b.hi);
}

/* interval_mul by a number that is finite. */
static inline Interval interval_scale(Interval a, double by)
{
	if ((a.lo == 0 && a.hi == 0) || by == 0)
		return (Interval){0, 0};
	return by > 0 ? interval_outward(a.lo * by, a.hi * by) : interval_outward(a.hi * by, a.lo * by);
}

static inline Interval interval_sub(Interval a, Interval b)
{
	return interval_sum(a.lo - b.hi, a.hi - b.lo);
}

/* interval.c — what takes more */

Interval interval_mul(Interval a, Interval b);
Interval interval_div(Interval a, Interval b);
Interval interval_sqr(Interval a);
Interval interval_abs(Interval a);
Interval interval_sign(Interval a);
Interval interval_min(Interval a, Interval b);
Interval interval_max(Interval a, Interval b);
Interval interval_less(Interval a, Interval b);
Interval interval_equal(Interval a, Interval b);
Interval interval_and(Interval a, Interval b);
Interval interval_not(Interval a);
Interval interval_select(Interval a, Interval b, Interval c);
Interval interval_floor(Interval a);
Interval interval_trunc(Interval a);
Interval interval_mod(Interval a, Interval b);
Interval interval_rem(Interval a, Interval b);
Interval interval_pow(Interval a, Interval b);
Interval interval_sqrt(Interval a);
Interval interval_sin(Interval a);
Interval interval_cos(Interval a);
Interval interval_tan(Interval a);
Interval interval_atan2(Interval a, Interval b);
Interval interval_cosh(Interval a);
/* A function that does not fall, defined from `least` to `most`. */
Interval interval_rising(double (*f)(double), Interval a, double least, double most);
double interval_minus_acos(double x);
/* Of one sign, and its size changes by less than a small factor: so do its inverse, root and
   logarithm. */
bool interval_keeps_size(Interval a);
bool interval_power_is_calm(Interval a, Interval b);

/* interval_ops.c — the operations by number */

static inline int interval_args(int32_t op) /* operands of a value of MdvProof; 0: a leaf */
{
	if (op < 0)
		return 0;
	return op == MDV_PROOF_TABLE ? 2 : ir_op_info[op].n_args;
}

Interval interval_value(IrOp op, Interval a, Interval b, Interval c);
/* The column `calm` of operation `op`, whose value is y. */
bool interval_is_calm(IrOp op, Interval a, Interval b, Interval y);
/* The tangent of operation `op`, whose value is y, where those of its operands are da, db, dc. Of
   what jumps inside of the intervals it is the whole line; a kink gives what holds both sides. */
Interval interval_tangent(IrOp op, const Interval arg[3], Interval y, const Interval d[3]);

#endif
