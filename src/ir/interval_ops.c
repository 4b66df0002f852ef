/* SPDX-License-Identifier: MIT
   interval_ops.c — the operations of ops.h on intervals, by their columns `interval`,
   `calm` and `tangent`. */
#include "ir/interval.h"

#include "base/base.h"
#include "modevs/model.h"

Interval interval_value(IrOp op, Interval A, Interval B, Interval C)
{
	switch (op) {
#define CASE(op, name, n, value, domain, tangent, flags, interval, ...) \
	case op: return interval;
		OPS(CASE)
#undef CASE
	default: return interval_whole();
	}
}

bool interval_is_calm(IrOp op, Interval A, Interval B, Interval Y)
{
	switch (op) {
#define CASE(op, name, n, value, domain, tangent, flags, interval, calm, ...) \
	case op: return calm;
		OPS(CASE)
#undef CASE
	default: return false;
	}
}

/* -- the rules that ops.h names --------------------------------------------------------------- */

static Interval rule_mul(const Interval arg[3], const Interval d[3])
{
	return interval_add(interval_mul(d[0], arg[1]), interval_mul(arg[0], d[1]));
}

static Interval rule_abs(const Interval arg[3], const Interval d[3])
{
	if (arg[0].lo >= 0)
		return d[0];
	return arg[0].hi <= 0 ? interval_neg(d[0]) : interval_hull(d[0], interval_neg(d[0]));
}

/* Of min and max the tangent of what is chosen: `y` is the value. */
static Interval rule_extreme(const Interval arg[3], Interval y, const Interval d[3])
{
	if (arg[0].hi < y.lo || arg[0].lo > y.hi)
		return d[1];
	if (arg[1].hi < y.lo || arg[1].lo > y.hi)
		return d[0];
	return interval_hull(d[0], d[1]);
}

/* b a^(b - 1) da + a^b log(a) db */
static Interval rule_pow(const Interval arg[3], Interval y, const Interval d[3])
{
	const Interval one = {1, 1}, zero = {0, 0};
	Interval a = arg[0], b = arg[1];
	Interval by_base = interval_mul(interval_mul(b, interval_pow(a, interval_sub(b, one))), d[0]);
	Interval by_exponent = zero;

	if (interval_is_point(b)) /* the difference is widened otherwise, and no whole number */
		by_base = interval_mul(interval_mul(b, interval_pow(a, interval_point(b.lo - 1))), d[0]);
	if (d[1].lo != 0 || d[1].hi != 0)
		by_exponent = interval_mul(interval_mul(y, interval_rising(log, a, 0, INFINITY)), d[1]);
	return interval_add(by_base, by_exponent);
}

/* a - n b with a whole number n: of one alone. */
static Interval rule_mod(IrOp op, const Interval arg[3], const Interval d[3])
{
	Interval q = interval_div(arg[0], arg[1]);
	Interval n = op == IR_RMOD ? interval_floor(q) : interval_trunc(q);

	return interval_is_point(n) ? interval_sub(d[0], interval_mul(n, d[1])) : interval_whole();
}

/* What is constant but for jumps, and truth: no jump inside gives zero. */
static Interval rule_none(IrOp op, const Interval arg[3], Interval y, const Interval d[3])
{
	const Interval zero = {0, 0};

	if (op == IR_MOVE)
		return d[0];
	if (op == IR_SELECT && !interval_has(arg[0], 0))
		return d[1];
	if (op == IR_SELECT && interval_is_point(arg[0]))
		return d[2];
	return interval_is_point(y) ? zero : interval_whole();
}

static bool at_rest(Interval d)
{
	return d.lo == 0 && d.hi == 0;
}

Interval interval_tangent(IrOp op, const Interval arg[3], Interval y, const Interval d[3])
{
	Interval a = arg[0], b = arg[1], da = d[0], db = d[1];

	if (at_rest(d[0]) && at_rest(d[1]) && at_rest(d[2]))
		return (Interval){0, 0};
	if (op == IR_ATAN2 && b.lo <= 0 && a.lo <= 0 && a.hi >= 0)
		return interval_whole(); /* it jumps at the negative axis, and through the origin */
#define IS(x)       (x)
#define BY(rule)    BY_##rule
#define BY_mul      rule_mul(arg, d)
#define BY_abs      rule_abs(arg, d)
#define BY_extreme  rule_extreme(arg, y, d)
#define BY_pow      rule_pow(arg, y, d)
#define BY_mod      rule_mod(op, arg, d)
#define NONE        rule_none(op, arg, y, d)
#define NEG(x)      interval_neg(x)
#define ADD(x, z)   interval_add(x, z)
#define SUB(x, z)   interval_sub(x, z)
#define MUL(x, z)   interval_mul(x, z)
#define DIV(x, z)   interval_div(x, z)
#define NUM(x)      interval_point(x)
#define OF(name, x) interval_value(IR_##name, x, x, x)
#define CASE(op, name, n, value, domain, tangent, ...) \
	case op: return tangent;
	switch (op) {
		OPS(CASE)
	default: return interval_whole();
	}
#undef CASE
}
