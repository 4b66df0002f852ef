/* SPDX-License-Identifier: MIT
   taylor.c — the operations of the IR in Taylor arithmetic: from the coefficients of the operands
   those of the result, by the recurrences that follow from each operation's differential equation
   (y = exp a: y' = a' y, and so on); no differences, no symbolic growth. What jumps or has kinks
   (relations, abs, floor …) is taken as it is behind the instant at hand, and tells how long it
   stays so. */
#include "runtime/qss/qss.h"

#include <string.h>

#define NEAR_ZERO 1e-14 /* of the operands: a difference that is none */

static void constant(double value, int k, Taylor *y)
{
	y->c[0] = value;
	for (int i = 1; i <= k; i++)
		y->c[i] = 0;
}

/* --- sums and products --- */

static double product_at(const double a[], const double b[], int k)
{
	double y = 0;

	for (int j = 0; j <= k; j++)
		y += a[j] * b[k - j];
	return y;
}

static void multiply(const double a[], const double b[], int k, double y[])
{
	for (int i = k; i >= 0; i--)
		y[i] = product_at(a, b, i);
}

static void divide(const double a[], const double b[], int k, double y[])
{
	for (int i = 0; i <= k; i++) {
		double rest = a[i];

		for (int j = 0; j < i; j++)
			rest -= y[j] * b[i - j];
		y[i] = rest / b[0];
	}
}

/* --- functions by their differential equations --- */

/* The coefficient i of y where y' = a' w. */
static double follow(const double a[], const double w[], int i)
{
	double sum = 0;

	for (int j = 1; j <= i; j++)
		sum += j * a[j] * w[i - j];
	return sum / i;
}

/* The same where y' w = a'. */
static double follow_inverse(const double a[], const double w[], const double y[], int i)
{
	double sum = i * a[i];

	for (int j = 1; j < i; j++)
		sum -= j * y[j] * w[i - j];
	return sum / (i * w[0]);
}

static void exponential(const double a[], int k, double y[])
{
	y[0] = exp(a[0]);
	for (int i = 1; i <= k; i++)
		y[i] = follow(a, y, i);
}

static void logarithm(const double a[], int k, double y[])
{
	y[0] = log(a[0]);
	for (int i = 1; i <= k; i++)
		y[i] = follow_inverse(a, a, y, i);
}

/* Where it is 0 it has no slope: it is taken as a constant. */
static void square_root(const double a[], int k, double y[])
{
	y[0] = sqrt(a[0]);
	for (int i = 1; i <= k; i++) {
		double rest = a[i];

		for (int j = 1; j < i; j++)
			rest -= y[j] * y[i - j];
		y[i] = y[0] == 0 ? 0 : rest / (2 * y[0]);
	}
}

/* s' = a' c, c' = sign a' s */
static void circle(const double a[], double sign, int k, double s[], double c[])
{
	for (int i = 1; i <= k; i++) {
		s[i] = follow(a, c, i);
		c[i] = sign * follow(a, s, i);
	}
}

/* y' = a' (1 + sign y^2): tan and tanh */
static void tangent(const double a[], double sign, int k, double y[])
{
	double w[TAYLOR_MOST];

	w[0] = 1 + sign * y[0] * y[0];
	for (int i = 1; i <= k; i++) {
		y[i] = follow(a, w, i);
		w[i] = sign * product_at(y, y, i);
	}
}

/* y' w = a', w = 1 + a^2, or the root of 1 - a^2 */
static void arc(const double a[], bool of_root, int k, double y[])
{
	double w[TAYLOR_MOST], square[TAYLOR_MOST] = {0};

	multiply(a, a, k, square);
	for (int i = 0; i <= k; i++)
		square[i] = (i == 0) + (of_root ? -square[i] : square[i]);
	if (of_root)
		square_root(square, k, w);
	else
		memcpy(w, square, sizeof w);
	for (int i = 1; i <= k; i++)
		y[i] = follow_inverse(a, w, y, i);
}

/* y' (a^2 + b^2) = b a' - a b' */
static void arc_of_two(const double a[], const double b[], int k, double y[])
{
	double aa[TAYLOR_MOST], bb[TAYLOR_MOST], w[TAYLOR_MOST];

	multiply(a, a, k, aa);
	multiply(b, b, k, bb);
	for (int i = 0; i <= k; i++)
		w[i] = aa[i] + bb[i];
	for (int i = 1; i <= k; i++) {
		double sum = 0;

		for (int j = 1; j <= i; j++)
			sum += j * (a[j] * b[i - j] - b[j] * a[i - j]);
		for (int j = 1; j < i; j++)
			sum -= j * y[j] * w[i - j];
		y[i] = sum / (i * w[0]);
	}
}

static bool is_constant(const double a[], int k)
{
	for (int i = 1; i <= k; i++)
		if (a[i] != 0)
			return false;
	return true;
}

/* a^m, m a small whole number. */
static void whole_power(const double a[], int m, int k, double y[])
{
	double x[TAYLOR_MOST];

	memcpy(x, a, sizeof x);
	memcpy(y, a, (size_t)(k + 1) * sizeof *y);
	while (--m > 0)
		multiply(y, x, k, y);
}

static void power(const double a[], const double b[], int k, double y[])
{
	double l[TAYLOR_MOST], e[TAYLOR_MOST], value = ops_value(IR_POW, a[0], b[0], 0);

	if (!is_constant(b, k)) {
		logarithm(a, k, l);
		multiply(b, l, k, e);
		exponential(e, k, y);
	} else if (b[0] == floor(b[0]) && b[0] >= 1 && b[0] <= 8) {
		whole_power(a, (int)b[0], k, y);
	} else {
		for (int i = 1; i <= k; i++) {
			double sum = 0;

			y[0] = value;
			for (int j = 1; j <= i; j++)
				sum += (b[0] * j - (i - j)) * a[j] * y[i - j];
			y[i] = a[0] == 0 && sum == 0 ? 0 : sum / (i * a[0]);
		}
	}
	y[0] = value;
}

/* --- jumps and kinks --- */

/* On which side of zero d is just behind now; 0: it is zero for good. until: how long. What is left
   out beyond the last power may be as large as that one's term: it is taken to go the wrong way, so
   that the time is too short rather than too long. At that time it is looked at again; what is left
   to the change shrinks with the power k of itself, so that two or three looks meet it. */
static int side_of(const double d[], double size, int k, double *until)
{
	double p[TAYLOR_MOST] = {0};
	int sign = d[0] > 0 ? 1 : -1, first = 0;

	if (fabs(d[0]) <= NEAR_ZERO * size) {
		for (first = 1; first <= k && d[first] == 0; first++)
			;
		if (first > k)
			return 0;
		sign = d[first] > 0 ? 1 : -1;
	}
	for (int i = first; i <= k; i++)
		p[i - first] = sign * d[i];
	if (k - first > 1)
		p[k - first] = -fabs(p[k - first]);
	*until = fmin(*until, poly_first(p, k - first, INFINITY));
	return sign;
}

static int side_of_difference(const Taylor *a, const Taylor *b, int k, double *until)
{
	double d[TAYLOR_MOST];

	for (int i = 0; i <= k; i++)
		d[i] = a->c[i] - b->c[i];
	return side_of(d, fabs(a->c[0]) + fabs(b->c[0]), k, until);
}

/* The value of a relation just behind now. */
static double relation(IrOp op, const Taylor *a, const Taylor *b, int k, double *until)
{
	int side = side_of_difference(a, b, k, until);

	return side == 0 ? ops_value(op, a->c[0], b->c[0], 0) : ops_value(op, side, 0, 0);
}

/* The whole numbers between which a is just behind now. */
static double whole_below(const double a[], int k, double *until)
{
	double low = floor(a[0]), near = round(a[0]), d[TAYLOR_MOST];
	int side;

	memcpy(d, a, sizeof d);
	d[0] = a[0] - near;
	if (fabs(d[0]) <= NEAR_ZERO * fmax(1, fabs(a[0]))) {
		d[0] = 0;
		side = side_of(d, 1, k, &(double){INFINITY});
		low = side < 0 ? near - 1 : near;
	}
	d[0] = a[0] - low;
	side_of(d, fmax(1, fabs(a[0])), k, until);
	d[0] = a[0] - low - 1;
	side_of(d, fmax(1, fabs(a[0])), k, until);
	return low;
}

static void remainder_of(IrOp op, const Taylor *a, const Taylor *b, int k, Taylor *y)
{
	double ratio[TAYLOR_MOST], n;

	divide(a->c, b->c, k, ratio);
	n = whole_below(ratio, k, &y->until);
	if (op != IR_RMOD && n < 0 && ratio[0] != n)
		n += 1;
	if (op == IR_RDIV)
		constant(n, k, y);
	else
		for (int i = 0; i <= k; i++)
			y->c[i] = a->c[i] - n * b->c[i];
}

/* What has jumps or kinks; of all others, that are constant between events, the value. */
static void broken(IrOp op, const Taylor *a, const Taylor *b, const Taylor *c, int k, Taylor *y)
{
	int side;

	switch (op) {
	case IR_ABS:
	case IR_SIGN:
		side = side_of(a->c, 0, k, &y->until);
		for (int i = 0; i <= k; i++)
			y->c[i] = op == IR_ABS ? side * a->c[i] : i == 0 ? side : 0;
		if (!(a->c[0] == a->c[0]))
			y->c[0] = a->c[0];
		break;
	case IR_MIN:
	case IR_MAX:
		side = side_of_difference(a, b, k, &y->until);
		memcpy(y->c, (op == IR_MAX) == (side > 0) ? a->c : b->c, sizeof y->c);
		break;
	case IR_SELECT: memcpy(y->c, a->c[0] != 0 ? b->c : c->c, sizeof y->c); break;
	case IR_LT:
	case IR_LE:
	case IR_EQ:
	case IR_NE: constant(relation(op, a, b, k, &y->until), k, y); break;
	case IR_FLOOR:
	case IR_INTEGRAL: constant(whole_below(a->c, k, &y->until), k, y); break;
	case IR_CEIL:
		constant(whole_below(a->c, k, &y->until) + !is_constant(a->c, k), k, y);
		if (is_constant(a->c, k))
			y->c[0] = ceil(a->c[0]);
		break;
	case IR_RDIV:
	case IR_RMOD:
	case IR_RREM: remainder_of(op, a, b, k, y); break;
	default: constant(ops_value(op, a->c[0], b ? b->c[0] : 0, c ? c->c[0] : 0), k, y); break;
	}
}

static void circular(IrOp op, const double a[], int k, double y[])
{
	double other[TAYLOR_MOST];

	switch (op) {
	case IR_SIN:
		other[0] = cos(a[0]);
		circle(a, -1, k, y, other);
		break;
	case IR_COS: /* s is -sin: s' = -a' c … */
		other[0] = sin(a[0]);
		for (int i = 1; i <= k; i++) {
			y[i] = -follow(a, other, i);
			other[i] = follow(a, y, i);
		}
		break;
	case IR_SINH:
		other[0] = cosh(a[0]);
		circle(a, 1, k, y, other);
		break;
	default:
		other[0] = sinh(a[0]);
		circle(a, 1, k, y, other);
		break;
	}
}

/* Functions of the C library: y[0] is there. False: it is none of them. */
static bool library(IrOp op, const Taylor *a, const Taylor *b, int k, double y[])
{
	y[0] = ops_value(op, a->c[0], b ? b->c[0] : 0, 0);
	switch (op) {
	case IR_SQRT: square_root(a->c, k, y); return true;
	case IR_SIN:
	case IR_COS:
	case IR_SINH:
	case IR_COSH: circular(op, a->c, k, y); return true;
	case IR_TAN: tangent(a->c, 1, k, y); return true;
	case IR_TANH: tangent(a->c, -1, k, y); return true;
	case IR_ASIN: arc(a->c, true, k, y); return true;
	case IR_ACOS:
		arc(a->c, true, k, y);
		for (int i = 1; i <= k; i++)
			y[i] = -y[i];
		return true;
	case IR_ATAN: arc(a->c, false, k, y); return true;
	case IR_ATAN2: arc_of_two(a->c, b->c, k, y); return true;
	case IR_EXP: exponential(a->c, k, y); return true;
	case IR_LOG: logarithm(a->c, k, y); return true;
	case IR_LOG10:
		logarithm(a->c, k, y);
		for (int i = 1; i <= k; i++)
			y[i] /= log(10);
		y[0] = log10(a->c[0]);
		return true;
	default: return false;
	}
}

void taylor_op(IrOp op, const Taylor *a, const Taylor *b, const Taylor *c, int k, Taylor *y)
{
	int n = ir_op_info[op].n_args;

	y->until = a->until;
	if (op == IR_SELECT)
		y->until = fmin(a->until, a->c[0] != 0 ? b->until : c->until);
	else if (n > 1)
		y->until = fmin(a->until, b->until);
	switch (op) {
	case IR_MOVE: memcpy(y->c, a->c, sizeof y->c); break;
	case IR_ADD:
		for (int i = 0; i <= k; i++)
			y->c[i] = a->c[i] + b->c[i];
		break;
	case IR_SUB:
		for (int i = 0; i <= k; i++)
			y->c[i] = a->c[i] - b->c[i];
		break;
	case IR_NEG:
		for (int i = 0; i <= k; i++)
			y->c[i] = -a->c[i];
		break;
	case IR_MUL: multiply(a->c, b->c, k, y->c); break;
	case IR_DIV: divide(a->c, b->c, k, y->c); break;
	case IR_POW: power(a->c, b->c, k, y->c); break;
	default:
		if (!library(op, a, n > 1 ? b : NULL, k, y->c))
			broken(op, a, n > 1 ? b : NULL, n > 2 ? c : NULL, k, y);
		break;
	}
}
