/* SPDX-License-Identifier: MIT
   table_2d.c — tables of two variables: ModelicaStandardTables_CombiTable2D_…, of
   Modelica.Blocks.Tables.CombiTable2Ds and CombiTable2Dv. Akima interpolation is that of two
   variables on a grid (Akima, Comm. ACM 17, 1974, algorithm 474): bicubic cells from the values and
   the derivatives by u1, by u2 and by both at the grid points, weighted means of the differences
   around them.

   A value is a sum over four grid points of the products of weights, one factor per variable: the
   kind of interpolation, its derivatives and what happens outside of the grid are all in these
   weights, for each variable alone. */
#include "runtime/ext/ext.h"

#include "ir/interval.h"

#include <math.h>

typedef struct Node {
	double z;   /* the value in the table */
	double d1;  /* derivative by u1 */
	double d2;  /* derivative by u2 */
	double d12; /* derivative by both */
} Node;

typedef struct Axis {
	size_t n;        /* grid points */
	const double *x; /* ascending */
	size_t last;     /* segment of the last search */
} Axis;

typedef struct Table2D {
	Table table;  /* what all tables have */
	Axis axis[2]; /* of u1 and u2 */
	Node *node;   /* axis[0].n * axis[1].n, those of the first u1 first */
} Table2D;

typedef struct Weights {
	size_t i[2];        /* the two grid points */
	double value[3][2]; /* weights of their values in the value, its first and second derivative */
	double slope[3][2]; /* weights of the derivatives at them */
} Weights;

typedef struct Differences {
	double *d1;  /* by u1: n1 + 3 for each point of u2 */
	double *d2;  /* by u2: n2 + 3 for each point of u1 */
	double *d12; /* by both: n2 + 3 for each difference by u1 */
} Differences;

static Differences all_differences(const Table2D *t, const double *z, Arena *scratch)
{
	size_t n1 = t->axis[0].n, n2 = t->axis[1].n;
	Differences d = {0};

	if (n1 > 1) {
		d.d1 = NEW_ARRAY(scratch, double, (n1 + 3) * n2);
		for (size_t j = 0; j < n2; j++)
			curve_differences(t->axis[0].x, z + j, n1, n2, d.d1 + j * (n1 + 3));
	}
	if (n2 > 1) {
		d.d2 = NEW_ARRAY(scratch, double, (n2 + 3) * n1);
		for (size_t i = 0; i < n1; i++)
			curve_differences(t->axis[1].x, z + i * n2, n2, 1, d.d2 + i * (n2 + 3));
	}
	if (n1 > 1 && n2 > 1) {
		d.d12 = NEW_ARRAY(scratch, double, (n1 + 3) * (n2 + 3));
		for (size_t i = 0; i < n1 + 3; i++)
			curve_differences(t->axis[1].x, d.d1 + i, n2, n1 + 3, d.d12 + i * (n2 + 3));
	}
	return d;
}

static Node node(const Table2D *t, const double *z, const Differences *d, size_t i, size_t j)
{
	size_t n1 = t->axis[0].n, n2 = t->axis[1].n;
	Node out = {.z = z[i * n2 + j]};
	double w1[2], w2[2];

	if (d->d1) {
		const double *e = d->d1 + j * (n1 + 3) + i;

		curve_akima(CURVE_AKIMA, e, w1);
		out.d1 = w1[0] * e[1] + w1[1] * e[2];
	}
	if (d->d2) {
		const double *e = d->d2 + i * (n2 + 3) + j;

		curve_akima(CURVE_AKIMA, e, w2);
		out.d2 = w2[0] * e[1] + w2[1] * e[2];
	}
	if (d->d12) {
		const double *left = d->d12 + (i + 1) * (n2 + 3) + j + 1, *right = left + n2 + 3;

		out.d12 = w1[0] * (w2[0] * left[0] + w2[1] * left[1]) +
				  w1[1] * (w2[0] * right[0] + w2[1] * right[1]);
	}
	return out;
}

/* Split the matrix: u1 in its first column, u2 in its first row, the values. */
static void set_up(Table2D *t)
{
	const ExtMatrix *m = &t->table.matrix;
	size_t n1 = m->n_rows - 1, n2 = m->n_cols - 1, n = n1 * n2;
	double *x1 = NEW_ARRAY(&t->table.memory, double, n1);
	double *x2 = NEW_ARRAY(&t->table.memory, double, n2);
	double *z = NEW_ARRAY(ext_memory(), double, n);
	Differences d = {0};

	for (size_t j = 0; j < n2; j++)
		x2[j] = m->at[1 + j];
	for (size_t i = 0; i < n1; i++) {
		x1[i] = m->at[(i + 1) * m->n_cols];
		for (size_t j = 0; j < n2; j++)
			z[i * n2 + j] = m->at[(i + 1) * m->n_cols + 1 + j];
	}
	table_check_grid(&t->table, "values in the first column", x1, n1, true);
	table_check_grid(&t->table, "values in the first row", x2, n2, true);
	t->axis[0] = (Axis){n1, x1, 0};
	t->axis[1] = (Axis){n2, x2, 0};
	if (t->table.kind == CURVE_AKIMA)
		d = all_differences(t, z, ext_memory());
	t->node = NEW_ARRAY(&t->table.memory, Node, n);
	for (size_t i = 0; i < n1; i++)
		for (size_t j = 0; j < n2; j++)
			t->node[i * n2 + j] = node(t, z, &d, i, j);
}

static void *make(const ExtMatrixSource *src, int smoothness, int extrapolation)
{
	Table2D *t = table_begin(sizeof *t, src, smoothness, extrapolation);

	if (t->table.kind > CURVE_CONSTANT)
		ext_error("the table %s of two variables can be interpolated by linear segments, constant "
				  "segments or Akima's method, not by smoothness %d",
				  t->table.title, smoothness);
	if (t->table.matrix.n_rows < 2 || t->table.matrix.n_cols < 2)
		ext_error("the table %s of two variables must have at least two rows and two columns; it "
				  "has %zu and %zu",
				  t->table.title, t->table.matrix.n_rows, t->table.matrix.n_cols);
	set_up(t);
	return table_done(t);
}

void *ModelicaStandardTables_CombiTable2D_init(const char *name, const char *file,
											   const double *matrix, size_t n_rows, size_t n_cols,
											   int smoothness)
{
	ExtMatrixSource src = {file, name, ",", 0, true, 2, {n_rows, n_cols, matrix}};

	return make(&src, smoothness, CURVE_LAST_TWO);
}

void *ModelicaStandardTables_CombiTable2D_init2(const char *file, const char *name,
												const double *matrix, size_t n_rows, size_t n_cols,
												int smoothness, int extrapolation, int verbose)
{
	ExtMatrixSource src = {file, name, ",", 0, verbose, 2, {n_rows, n_cols, matrix}};

	return make(&src, smoothness, extrapolation);
}

void *ModelicaStandardTables_CombiTable2D_init3(const char *file, const char *name,
												const double *matrix, size_t n_rows, size_t n_cols,
												int smoothness, int extrapolation, int verbose,
												const char *delimiter, int n_header)
{
	ExtMatrixSource src = {file, name, delimiter, n_header, verbose, 2, {n_rows, n_cols, matrix}};

	return make(&src, smoothness, extrapolation);
}

void ModelicaStandardTables_CombiTable2D_close(void *table)
{
	table_free(table, sizeof(Table2D));
}

static void linear_weights(Weights *w, double h, double v)
{
	w->value[0][0] = 1 - v / h;
	w->value[0][1] = v / h;
	w->value[1][0] = -1 / h;
	w->value[1][1] = 1 / h;
}

/* The Hermite polynomials of s = v/h: 1 - 3s² + 2s³ and 3s² - 2s³ for the values, h(s - 2s² + s³)
   and h(s³ - s²) for the derivatives. */
static void cubic_weights(Weights *w, double h, double v)
{
	double s = v / h;

	w->value[0][1] = s * s * (3 - 2 * s);
	w->value[0][0] = 1 - w->value[0][1];
	w->value[1][1] = 6 * s * (1 - s) / h;
	w->value[1][0] = -w->value[1][1];
	w->value[2][1] = (6 - 12 * s) / (h * h);
	w->value[2][0] = -w->value[2][1];
	w->slope[0][0] = v * (1 - s) * (1 - s);
	w->slope[0][1] = -v * s * (1 - s);
	w->slope[1][0] = (1 - s) * (1 - 3 * s);
	w->slope[1][1] = s * (3 * s - 2);
	w->slope[2][0] = (6 * s - 4) / h;
	w->slope[2][1] = (6 * s - 2) / h;
}

/* Outside: the value of the end point, or the tangent at it. */
static Weights end_weights(const Axis *a, double u, CurveKind kind, CurveOutside outside)
{
	bool before = u < a->x[0];
	size_t i = before ? 0 : a->n - 2, end = before ? 0 : 1;
	Weights w = {.i = {i, i + 1}};

	if (outside == CURVE_HOLD) {
		w.value[0][end] = 1;
	} else if (kind == CURVE_AKIMA) {
		w.value[0][end] = 1;
		w.slope[0][end] = u - a->x[i + end];
		w.slope[1][end] = 1;
	} else {
		linear_weights(&w, a->x[i + 1] - a->x[i], u - a->x[i]);
	}
	return w;
}

static bool is_outside(const Axis *a, double u)
{
	return a->n > 1 && (u < a->x[0] || u > a->x[a->n - 1]);
}

/* Where constant segments are extrapolated by lines, in one variable or in both, the table is
   bilinear. */
static CurveKind kind_at(const Table2D *t, double u1, double u2)
{
	if (t->table.kind == CURVE_CONSTANT && t->table.outside == CURVE_LAST_TWO &&
		(is_outside(&t->axis[0], u1) || is_outside(&t->axis[1], u2)))
		return CURVE_LINEAR;
	return t->table.kind;
}

static Weights weights(Table2D *t, int which, double u, CurveKind kind)
{
	Axis *a = &t->axis[which];
	double min = a->x[0], max = a->x[a->n - 1];
	CurveOutside outside = t->table.outside;
	Weights w = {0};
	size_t i;

	if (a->n == 1) {
		w.value[0][0] = 1;
		return w;
	}
	if (is_outside(a, u)) {
		if (outside == CURVE_NOTHING)
			ext_error("the abscissa u%d = %.17g is outside of the range from %.17g to %.17g of the "
					  "table %s, which is not to be extrapolated",
					  which + 1, u, min, max, t->table.title);
		if (outside != CURVE_PERIODIC)
			return end_weights(a, u, kind, outside);
		u = curve_wrap(u, min, max);
	}
	i = curve_find(a->x, a->n, u, &a->last);
	w.i[0] = i;
	w.i[1] = i + 1;
	if (kind == CURVE_CONSTANT)
		/* Only at the last point itself is a segment over before its end. */
		w.value[0][u == max && outside != CURVE_PERIODIC] = 1;
	else if (kind == CURVE_LINEAR)
		linear_weights(&w, a->x[i + 1] - a->x[i], u - a->x[i]);
	else
		cubic_weights(&w, a->x[i + 1] - a->x[i], u - a->x[i]);
	return w;
}

/* The derivative of order k1 by u1 and k2 by u2. */
static double sum(const Table2D *t, const Weights *w1, const Weights *w2, int k1, int k2)
{
	double y = 0;

	for (int a = 0; a < 2; a++)
		for (int b = 0; b < 2; b++) {
			const Node *p = &t->node[w1->i[a] * t->axis[1].n + w2->i[b]];

			y += w1->value[k1][a] * (w2->value[k2][b] * p->z + w2->slope[k2][b] * p->d2) +
				 w1->slope[k1][a] * (w2->value[k2][b] * p->d1 + w2->slope[k2][b] * p->d12);
		}
	return y;
}

/* -- all values over ranges ----------------------------------------------------------------- */

#define ROUNDING 0x1p-44 /* of the terms that values are added up from */

/* A range of an abscissa in which the weights are one polynomial. */
typedef struct Piece {
	double a, b;   /* from, to */
	Weights at[2]; /* there */
} Piece;

/* Weights by the formula of segment i, wherever u is. */
static Weights segment_weights(const Axis *a, size_t i, double u, CurveKind kind)
{
	Weights w = {.i = {i, i + 1}};

	if (kind == CURVE_CONSTANT)
		w.value[0][0] = 1;
	else if (kind == CURVE_LINEAR)
		linear_weights(&w, a->x[i + 1] - a->x[i], u - a->x[i]);
	else
		cubic_weights(&w, a->x[i + 1] - a->x[i], u - a->x[i]);
	return w;
}

/* Piece number k of a range, of an axis: before its first point, its segments, behind its last.
   False: the range has nothing of it. */
static bool piece_of(const Table2D *t, int which, const double range[2], size_t k, Piece *p)
{
	const Axis *a = &t->axis[which];
	double end = a->x[a->n - 1];
	bool outer = k == 0 || k == a->n;

	p->a = k == 0 ? range[0] : fmax(range[0], a->x[k - 1]);
	p->b = k == a->n ? range[1] : fmin(range[1], a->x[k]);
	if (!(p->a <= p->b) || (k == 0 && !(range[0] < a->x[0])) || (k == a->n && range[1] < end))
		return false;
	for (int e = 0; e < 2; e++) {
		double u = e == 0 ? p->a : p->b;

		if (!outer)
			p->at[e] = segment_weights(a, k - 1, u, t->table.kind);
		else if (t->table.kind == CURVE_CONSTANT && t->table.outside != CURVE_LAST_TWO)
			p->at[e] = end_weights(a, k == 0 ? a->x[0] - 1 : end + 1, CURVE_LINEAR, CURVE_HOLD);
		else
			p->at[e] = end_weights(a, k == 0 ? fmin(u, nextafter(a->x[0], -INFINITY)) : u,
								   t->table.kind, t->table.outside);
	}
	return true;
}

static void hold(double range[2], double x, double error)
{
	range[0] = fmin(range[0], x - error);
	range[1] = fmax(range[1], x + error);
}

/* A bilinear cell has its extremes at its corners. */
static void add_corners(const Table2D *t, const Piece *p, const Piece *q, MdvTableRange *out)
{
	for (int e = 0; e < 4; e++) {
		const Weights *w1 = &p->at[e & 1], *w2 = &q->at[e >> 1];
		double y = sum(t, w1, w2, 0, 0), d1 = sum(t, w1, w2, 1, 0), d2 = sum(t, w1, w2, 0, 1);
		double size = fabs(y) + fabs(d1) * (p->b - p->a) + fabs(d2) * (q->b - q->a);

		hold(out->value, y, ROUNDING * size);
		hold(out->slope[0], d1, ROUNDING * fabs(d1));
		hold(out->slope[1], d2, ROUNDING * fabs(d2));
	}
}

/* All values of a weight of order k (a polynomial of degree 3 - k) over a piece. */
static Interval weight_range(const double a[3], const double b[3], int k, double w)
{
	Interval r = {fmin(a[k], b[k]), fmax(a[k], b[k])};
	double inner[2] = {k == 0 ? a[0] + w * a[1] / 3 : a[1] + w * a[2] / 2,
					   k == 0 ? b[0] - w * b[1] / 3 : b[1]};

	for (int i = 0; i < 2; i++)
		r = interval_hull(r, interval_point(inner[i]));
	return r;
}

typedef struct WeightRanges {
	Interval value[2][2], slope[2][2]; /* by order and grid point */
} WeightRanges;

static WeightRanges ranges_of(const Piece *p)
{
	WeightRanges r;

	for (int k = 0; k < 2; k++)
		for (int g = 0; g < 2; g++) {
			const Weights *a = &p->at[0], *b = &p->at[1];
			const double va[3] = {a->value[0][g], a->value[1][g], a->value[2][g]};
			const double vb[3] = {b->value[0][g], b->value[1][g], b->value[2][g]};
			const double sa[3] = {a->slope[0][g], a->slope[1][g], a->slope[2][g]};
			const double sb[3] = {b->slope[0][g], b->slope[1][g], b->slope[2][g]};

			r.value[k][g] = weight_range(va, vb, k, p->b - p->a);
			r.slope[k][g] = weight_range(sa, sb, k, p->b - p->a);
		}
	return r;
}

static Interval sum_range(const Table2D *t, const Piece *p, const Piece *q, int k1, int k2)
{
	const WeightRanges r1 = ranges_of(p), r2 = ranges_of(q);
	Interval y = {0, 0};

	for (int a = 0; a < 2; a++)
		for (int b = 0; b < 2; b++) {
			const Node *n = &t->node[p->at[0].i[a] * t->axis[1].n + q->at[0].i[b]];
			Interval u = interval_add(interval_mul(r2.value[k2][b], interval_point(n->z)),
									  interval_mul(r2.slope[k2][b], interval_point(n->d2)));
			Interval v = interval_add(interval_mul(r2.value[k2][b], interval_point(n->d1)),
									  interval_mul(r2.slope[k2][b], interval_point(n->d12)));

			y = interval_add(y, interval_add(interval_mul(r1.value[k1][a], u),
											 interval_mul(r1.slope[k1][a], v)));
		}
	return y;
}

static void add_cubic(const Table2D *t, const Piece *p, const Piece *q, MdvTableRange *out)
{
	const Interval r[3] = {sum_range(t, p, q, 0, 0), sum_range(t, p, q, 1, 0),
						   sum_range(t, p, q, 0, 1)};
	double *to[3] = {out->value, out->slope[0], out->slope[1]};

	for (int k = 0; k < 3; k++) {
		double error = ROUNDING * interval_size(r[k]);

		hold(to[k], r[k].lo, error);
		hold(to[k], r[k].hi, error);
	}
}

/* The range inside of one period, if it fits; otherwise all of it. */
static void wrap_range(const Axis *a, double range[2])
{
	double min = a->x[0], max = a->x[a->n - 1], by = max - min;
	double from = a->n > 1 ? curve_wrap(range[0], min, max) : range[0];

	if (a->n > 1 && !(range[0] >= min && range[1] <= max)) {
		range[1] = from + (range[1] - range[0]);
		range[0] = from;
		if (!(range[1] < max) || !(range[1] - range[0] < by)) {
			range[0] = min;
			range[1] = max;
		}
	}
}

/* Inside of its grid, away from the last points. */
static bool is_inside(const Table2D *t, const double u[2][2])
{
	for (int k = 0; k < 2; k++)
		if (!(u[k][0] >= t->axis[k].x[0] && u[k][1] < t->axis[k].x[t->axis[k].n - 1]))
			return false;
	return true;
}

bool table_2d_range(const void *table, const MdvTableAsk *ask, MdvTableRange *out)
{
	const Table2D *t = table;
	double u[2][2] = {{ask->u[0][0], ask->u[0][1]}, {ask->u[1][0], ask->u[1][1]}};
	bool still[2] = {u[0][0] == u[0][1], u[1][0] == u[1][1]}; /* all that it has is a point */
	size_t n_cells = 0;
	Piece p, q;

	if (t->axis[0].n < 2 || t->axis[1].n < 2 ||
		(t->table.kind == CURVE_CONSTANT && t->table.outside == CURVE_LAST_TWO && !is_inside(t, u)))
		return false;
	for (int k = 0; k < 2 && t->table.outside == CURVE_PERIODIC; k++)
		wrap_range(&t->axis[k], u[k]);
	if (!isfinite(u[0][0]) || !isfinite(u[0][1]) || !isfinite(u[1][0]) || !isfinite(u[1][1]))
		return false;
	*out = (MdvTableRange){
		{INFINITY, -INFINITY}, {{INFINITY, -INFINITY}, {INFINITY, -INFINITY}}, true};
	for (size_t i = 0; i <= t->axis[0].n; i++) {
		if (!piece_of(t, 0, u[0], i, &p))
			continue;
		for (size_t j = 0; j <= t->axis[1].n; j++) {
			if (!piece_of(t, 1, u[1], j, &q))
				continue;
			n_cells += (p.b > p.a || still[0]) && (q.b > q.a || still[1]);
			if (t->table.kind == CURVE_AKIMA)
				add_cubic(t, &p, &q, out);
			else
				add_corners(t, &p, &q, out);
		}
	}
	out->calm = n_cells <= (t->table.kind == CURVE_AKIMA ? 2 : 1);
	if (t->table.kind == CURVE_CONSTANT && out->value[0] < out->value[1]) {
		out->slope[0][0] = out->slope[1][0] = -INFINITY; /* it jumps */
		out->slope[0][1] = out->slope[1][1] = INFINITY;
	}
	return out->value[0] <= out->value[1];
}

double ModelicaStandardTables_CombiTable2D_getValue(void *table, double u1, double u2)
{
	CurveKind kind = kind_at(table, u1, u2);
	Weights w1 = weights(table, 0, u1, kind), w2 = weights(table, 1, u2, kind);

	return sum(table, &w1, &w2, 0, 0);
}

double ModelicaStandardTables_CombiTable2D_getDerValue(void *table, double u1, double u2,
													   double der_u1, double der_u2)
{
	CurveKind kind = kind_at(table, u1, u2);
	Weights w1 = weights(table, 0, u1, kind), w2 = weights(table, 1, u2, kind);

	return sum(table, &w1, &w2, 1, 0) * der_u1 + sum(table, &w1, &w2, 0, 1) * der_u2;
}

double ModelicaStandardTables_CombiTable2D_getDer2Value(void *table, double u1, double u2,
														double der_u1, double der_u2,
														double der2_u1, double der2_u2)
{
	CurveKind kind = kind_at(table, u1, u2);
	Weights w1 = weights(table, 0, u1, kind), w2 = weights(table, 1, u2, kind);

	return sum(table, &w1, &w2, 1, 0) * der2_u1 + sum(table, &w1, &w2, 0, 1) * der2_u2 +
		   sum(table, &w1, &w2, 2, 0) * der_u1 * der_u1 +
		   2 * sum(table, &w1, &w2, 1, 1) * der_u1 * der_u2 +
		   sum(table, &w1, &w2, 0, 2) * der_u2 * der_u2;
}

void ModelicaStandardTables_CombiTable2D_minimumAbscissa(void *table, double *u_min)
{
	Table2D *t = table;

	u_min[0] = t->axis[0].x[0];
	u_min[1] = t->axis[1].x[0];
}

void ModelicaStandardTables_CombiTable2D_maximumAbscissa(void *table, double *u_max)
{
	Table2D *t = table;

	u_max[0] = t->axis[0].x[t->axis[0].n - 1];
	u_max[1] = t->axis[1].x[t->axis[1].n - 1];
}
