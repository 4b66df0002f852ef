/* SPDX-License-Identifier: MIT
   test_interval.c — intervals hold what they must: for every operation of ir/ops.h values at random
   points of random intervals are in the interval result, differences between two points are in the
   tangent's mean-value form, and results are not much wider than they need be. */
#include "ir/interval.h"
#include "t.h"

enum { SAMPLES = 100000 };

static uint64_t seed = 88172645463325252u;

static double uniform(void) /* xorshift64* */
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return (double)((seed * 2685821657736338717u) >> 11) * 0x1p-53;
}

/* Numbers of many sizes, whole ones and zero among them. */
static double number(void)
{
	double x = (uniform() - 0.5) * pow(10, 6 * uniform() - 3);
	double kind = uniform();

	return kind < 0.1 ? 0 : kind < 0.3 ? floor(8 * x) : x;
}

static Interval random_interval(void)
{
	double a = number(), b = uniform() < 0.1 ? a : uniform() < 0.5 ? a + 0.1 * number() : number();

	return (Interval){fmin(a, b), fmax(a, b)};
}

static double inside(Interval a)
{
	double u = uniform();

	if (u < 0.1)
		return a.lo;
	if (u > 0.9)
		return a.hi;
	return fmin(a.hi, fmax(a.lo, a.lo + (a.hi - a.lo) * uniform()));
}

static bool is_of_integers(IrOp op)
{
	return op == IR_INEG || (op >= IR_IADD && op <= IR_IMUL) || (op >= IR_IDIV && op <= IR_IREM);
}

static void values_at_points_are_inside_of_the_result(void)
{
	for (int op = 0; op < IR_UNLESS; op++)
		for (int k = 0; k < SAMPLES; k++) {
			Interval a = random_interval(), b = random_interval(), c = random_interval();
			Interval y = interval_value((IrOp)op, a, b, c);
			double x[3] = {inside(a), inside(b), inside(c)}, value;

			if (is_of_integers((IrOp)op)) { /* whole numbers, in intervals that hold them */
				for (int i = 0; i < 3; i++)
					x[i] = floor(x[i]);
				a = interval_hull(a, interval_point(x[0]));
				b = interval_hull(b, interval_point(x[1]));
				y = interval_value((IrOp)op, a, b, c);
			}
			if (!ops_defined((IrOp)op, x[0], x[1]))
				continue;
			value = ops_value((IrOp)op, x[0], x[1], x[2]);
			if (isnan(value) || interval_has(y, value))
				continue;
			T_FAIL("%s of %g, %g, %g = %.17g is not in [%.17g, %.17g], of [%g, %g], [%g, %g]",
				   ir_op_info[op].name, x[0], x[1], x[2], value, y.lo, y.hi, a.lo, a.hi, b.lo,
				   b.hi);
			break;
		}
}

/* f(p + d) - f(p) is the tangent in direction d somewhere between, or held by it at a kink. */
static void differences_are_inside_of_the_tangent(void)
{
	for (int op = 0; op < IR_UNLESS; op++)
		for (int k = 0; k < SAMPLES; k++) {
			Interval arg[3], d[3], y, t;
			double from[3], to[3], before, after, slack;

			if (is_of_integers((IrOp)op))
				continue;
			for (int i = 0; i < 3; i++) {
				arg[i] = random_interval();
				from[i] = inside(arg[i]);
				to[i] = i < ir_op_info[op].n_args ? inside(arg[i]) : from[i];
				d[i] = interval_sub(interval_point(to[i]), interval_point(from[i]));
				if (to[i] == from[i])
					d[i] = (Interval){0, 0};
			}
			if (!ops_defined((IrOp)op, from[0], from[1]) || !ops_defined((IrOp)op, to[0], to[1]))
				continue;
			y = interval_value((IrOp)op, arg[0], arg[1], arg[2]);
			t = interval_tangent((IrOp)op, arg, y, d);
			before = ops_value((IrOp)op, from[0], from[1], from[2]);
			after = ops_value((IrOp)op, to[0], to[1], to[2]);
			slack = 1e-14 * (fabs(before) + fabs(after) + fabs(from[0])) + 1e-300;
			if (!isfinite(before) || !isfinite(after) ||
				(after - before >= t.lo - slack && after - before <= t.hi + slack))
				continue;
			T_FAIL("%s from %g, %g to %g, %g: %.17g is not in [%.17g, %.17g]", ir_op_info[op].name,
				   from[0], from[1], to[0], to[1], after - before, t.lo, t.hi);
			break;
		}
}

static void expect(Interval got, double lo, double hi)
{
	T_REAL(got.lo, lo, 1e-14);
	T_REAL(got.hi, hi, 1e-14);
}

static void results_are_tight(void)
{
	const Interval one_two = {1, 2}, around = {-1, 2}, half = {0.5, 0.5};

	expect(interval_add(one_two, around), 0, 4);
	expect(interval_mul(one_two, around), -2, 4);
	expect(interval_sqr(around), 0, 4);
	expect(interval_div(one_two, one_two), 0.5, 2);
	expect(interval_sin((Interval){0, 3}), 0, 1);
	expect(interval_sin((Interval){0.1, 0.2}), sin(0.1), sin(0.2));
	expect(interval_cos((Interval){-1, 0.5}), cos(1), 1);
	expect(interval_pow(around, (Interval){2, 2}), 0, 4);
	expect(interval_pow(one_two, half), 1, sqrt(2));
	expect(interval_pow(around, (Interval){3, 3}), -1, 8);
	expect(interval_mod((Interval){7.25, 7.5}, (Interval){2, 2}), 1.25, 1.5);
	expect(interval_less(one_two, (Interval){3, 4}), 1, 1);
	expect(interval_less(one_two, around), 0, 1);
	expect(interval_select((Interval){0, 0}, one_two, around), -1, 2);
}

static void a_number_scales_as_a_product_does(void)
{
	const double number[] = {-3.5, -0x1p-1074, 0, 0.1, 1, 7e300};
	const Interval of[] = {{0, 0}, {-1, 2}, {1, 2}, {-2, -0.1}, {0, 1e10}, {-1e-300, 0}};

	for (size_t i = 0; i < sizeof number / sizeof *number; i++)
		for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
			Interval want = interval_mul(of[k], interval_point(number[i]));
			Interval got = interval_scale(of[k], number[i]);

			T_CHECK(got.lo == want.lo && got.hi == want.hi);
		}
}

/* cosh of what is far away, and its inverse. */
static void what_is_beyond_all_numbers_keeps_its_side(void)
{
	const Interval far = {800, 900}, one = {1, 1};
	Interval beyond = interval_cosh(far), back = interval_neg(interval_sqr(beyond));

	T_CHECK(beyond.lo > 1e308 && beyond.hi == INFINITY);
	T_CHECK(back.lo == -INFINITY && back.hi < -1e308);
	T_CHECK(interval_size(interval_div(one, beyond)) < 1e-307);
	expect(interval_sub(beyond, beyond), -INFINITY, INFINITY);
}

static void where_nothing_is_known_it_is_the_whole_line(void)
{
	T_CHECK(isinf(interval_div((Interval){1, 2}, (Interval){-1, 1}).hi));
	T_CHECK(isinf(interval_tan((Interval){1, 2}).lo));
	T_CHECK(isinf(interval_sqrt((Interval){-2, -1}).hi));
	T_CHECK(isinf(interval_tangent(IR_FLOOR, (const Interval[3]){{0.5, 1.5}}, (Interval){0, 1},
								   (const Interval[3]){{1, 1}})
					  .hi));
}

/* Truth is what conditions give, whose jumps count already. */
static bool is_of_truth(IrOp op)
{
	return op == IR_AND || op == IR_OR || op == IR_NOT || op == IR_SELECT;
}

/* A cubic through four of nine points meets the middle one. */
static void what_is_calm_follows_from_points_in_between(void)
{
	int n_wrong = 0;

	for (int op = 0; op < IR_UNLESS; op++)
		for (int k = 0; k < SAMPLES / 10; k++) {
			Interval a = random_interval(), b = interval_point(number());
			Interval y = interval_value((IrOp)op, a, b, b);
			double v[9], least = INFINITY, most = -INFINITY, step = interval_width(a) / 8;

			if (is_of_integers((IrOp)op) || is_of_truth((IrOp)op) || !(step > 0) ||
				!interval_is_calm((IrOp)op, a, b, y))
				continue;
			for (int i = 0; i < 9; i++) {
				v[i] = ops_value((IrOp)op, a.lo + i * step, b.lo, b.lo);
				least = fmin(least, v[i]);
				most = fmax(most, v[i]);
			}
			n_wrong += fabs(v[4] - (-v[1] + 9 * v[3] + 9 * v[5] - v[7]) / 16) >
					   0.02 * (most - least) + 1e-9 * fabs(v[4]);
		}
	T_INT(n_wrong, 0);
}

static void kinks_jumps_and_narrow_features_are_not_calm(void)
{
	const Interval around = {-1, 1}, wide = {-50, 50}, one = {1, 1};

	T_CHECK(!interval_is_calm(IR_ABS, around, one, interval_abs(around)));
	T_CHECK(!interval_is_calm(IR_LT, around, (Interval){0, 0}, (Interval){0, 1}));
	T_CHECK(!interval_is_calm(IR_MIN, (Interval){0, 2}, one, (Interval){0, 1}));
	T_CHECK(!interval_is_calm(IR_FLOOR, around, one, around));
	T_CHECK(!interval_is_calm(IR_EXP, wide, one, interval_whole()));
	T_CHECK(!interval_is_calm(IR_SIN, wide, one, around));
	T_CHECK(!interval_is_calm(IR_DIV, one, around, interval_whole()));
	T_CHECK(interval_is_calm(IR_ABS, (Interval){1, 2}, one, (Interval){1, 2}));
	T_CHECK(interval_is_calm(IR_SIN, around, one, around));
	T_CHECK(interval_is_calm(IR_MUL, wide, wide, interval_whole()));
}

int main(void)
{
	T_RUN(values_at_points_are_inside_of_the_result);
	T_RUN(differences_are_inside_of_the_tangent);
	T_RUN(results_are_tight);
	T_RUN(a_number_scales_as_a_product_does);
	T_RUN(what_is_calm_follows_from_points_in_between);
	T_RUN(kinks_jumps_and_narrow_features_are_not_calm);
	T_RUN(what_is_beyond_all_numbers_keeps_its_side);
	T_RUN(where_nothing_is_known_it_is_the_whole_line);
	return T_END();
}
