/* SPDX-License-Identifier: MIT
   test_ext_table_2d.c — tables of two variables: values at the grid points, derivatives against
   differences, symmetry, extrapolation, tables of one row or column. */
#include "ext_call.h"

#include <stdlib.h>

enum { HOLD = 1, LAST_TWO, PERIODIC, NOTHING };

#define N1 5 /* points of u1 */
#define N2 4 /* points of u2 */
static const double matrix[N1 + 1][N2 + 1] = {
	{0, 0, 1, 2.5, 4},  {0, 1, 3, 5, 1}, {1, 2, 4, 6, 1},
	{1.5, 2, -1, 6, 2}, {3, 0, 0, 1, 2}, {4, 1, 3, 5, 1},
};

static void *table; /* the one under test */

static void make_of(const double *m, size_t n_rows, size_t n_cols, int kind, int outside)
{
	static struct {
		const double *m;
		size_t n_rows, n_cols;
		int kind, outside;
	} g;

	g.m = m;
	g.n_rows = n_rows;
	g.n_cols = n_cols;
	g.kind = kind;
	g.outside = outside;
	RUN(table = ModelicaStandardTables_CombiTable2D_init2("NoName", "NoName", g.m, g.n_rows,
														  g.n_cols, g.kind, g.outside, 0));
}

static void make(int kind, int outside)
{
	make_of(&matrix[0][0], N1 + 1, N2 + 1, kind, outside);
}

static void drop(void)
{
	RUN(ModelicaStandardTables_CombiTable2D_close(table));
	table = NULL;
}

static double value(double u1, double u2)
{
	static double y;

	RUN(y = ModelicaStandardTables_CombiTable2D_getValue(table, u1, u2));
	return y;
}

/* Along a line through (u1, u2) in the direction (d1, d2). */
static double der(double u1, double u2, double d1, double d2)
{
	static double y;

	RUN(y = ModelicaStandardTables_CombiTable2D_getDerValue(table, u1, u2, d1, d2));
	return y;
}

static double der2(double u1, double u2, double d1, double d2)
{
	static double y;

	RUN(y = ModelicaStandardTables_CombiTable2D_getDer2Value(table, u1, u2, d1, d2, 0, 0));
	return y;
}

static bool near_grid(double u1, double u2)
{
	for (int i = 1; i <= N1; i++)
		if (fabs(u1 - matrix[i][0]) < 1e-2)
			return true;
	for (int j = 1; j <= N2; j++)
		if (fabs(u2 - matrix[0][j]) < 1e-2)
			return true;
	return false;
}

static void check_derivatives(double d1, double d2)
{
	double h = 1e-4;

	for (double u1 = -1.51; u1 < 6; u1 += 0.37)
		for (double u2 = -1.53; u2 < 6; u2 += 0.41) {
			double y0 = value(u1 - h * d1, u2 - h * d2), y1 = value(u1 + h * d1, u2 + h * d2);
			double a = der(u1 - h * d1, u2 - h * d2, d1, d2);
			double b = der(u1 + h * d1, u2 + h * d2, d1, d2);

			if (near_grid(u1, u2))
				continue;
			T_REAL(der(u1, u2, d1, d2), (y1 - y0) / (2 * h), 1e-5);
			T_REAL(der2(u1, u2, d1, d2), (b - a) / (2 * h), 1e-4);
		}
}

static void every_kind_goes_through_the_grid_and_knows_its_derivatives(void)
{
	for (int kind = CURVE_LINEAR; kind <= CURVE_CONSTANT; kind++)
		for (int outside = HOLD; outside <= LAST_TWO; outside++) {
			make(kind, outside);
			for (int i = 1; i <= N1; i++)
				for (int j = 1; j <= N2; j++)
					T_REAL(value(matrix[i][0], matrix[0][j]), matrix[i][j], 1e-14);
			check_derivatives(1, 0);
			check_derivatives(0, 1);
			check_derivatives(0.6, -0.8);
			drop();
		}
}

static void akima_surfaces_have_continuous_derivatives_also_where_they_end(void)
{
	double e = 1e-9;

	make(CURVE_AKIMA, LAST_TWO);
	for (int i = 1; i <= N1; i++)
		for (double u2 = -1; u2 < 5; u2 += 0.3) {
			double u1 = matrix[i][0];

			T_REAL(der(u1 - e, u2, 1, 0), der(u1 + e, u2, 1, 0), 1e-6);
			T_REAL(der(u1 - e, u2, 0, 1), der(u1 + e, u2, 0, 1), 1e-6);
		}
	drop();
}

static void exchanging_the_variables_transposes_the_table(void)
{
	double transposed[(N1 + 1) * (N2 + 1)], y[2][100];
	int n = 0;

	for (int i = 0; i <= N1; i++)
		for (int j = 0; j <= N2; j++)
			transposed[j * (N1 + 1) + i] = matrix[i][j];
	make(CURVE_AKIMA, LAST_TWO);
	for (double u = -1; u < 6; u += 0.1)
		y[0][n++] = value(u, 2 * u - 3);
	drop();
	n = 0;
	make_of(transposed, N2 + 1, N1 + 1, CURVE_AKIMA, LAST_TWO);
	for (double u = -1; u < 6; u += 0.1, n++)
		T_REAL(value(2 * u - 3, u), y[0][n], 1e-12);
	drop();
}

static void planes_are_reproduced_everywhere(void)
{
	double plane[16] = {0, 0, 1, 3};

	for (int i = 1; i < 4; i++) {
		plane[4 * i] = i * i;
		for (int j = 1; j < 4; j++)
			plane[4 * i + j] = 1 + 2 * plane[4 * i] - 3 * plane[j];
	}
	for (int kind = CURVE_LINEAR; kind <= CURVE_AKIMA; kind++) {
		make_of(plane, 4, 4, kind, LAST_TWO);
		for (double u = -2; u < 12; u += 0.7) {
			T_REAL(value(u, 5 - u), 1 + 2 * u - 3 * (5 - u), 1e-12);
			T_REAL(der(u, 5 - u, 1, 0), 2, 1e-12);
			T_REAL(der(u, 5 - u, 0, 1), -3, 1e-12);
		}
		drop();
	}
}

static void the_documented_example_holds(void)
{
	static const double m[] = {0, 1, 2, 3, 1, 1, 3, 5, 2, 2, 4, 6};

	make_of(m, 3, 4, CURVE_LINEAR, LAST_TWO);
	T_REAL(value(1, 1), 1, 0);
	T_REAL(value(2, 1.5), 3, 1e-15);
	drop();
}

static void outside_the_table_is_held_or_repeated(void)
{
	for (int kind = CURVE_LINEAR; kind <= CURVE_CONSTANT; kind++) {
		make(kind, HOLD);
		T_REAL(value(-3, 99), 1, 0);
		T_REAL(value(1.2, 99), value(1.2, 4), 1e-14);
		T_REAL(value(99, 0.7), value(4, 0.7), 1e-14);
		drop();
		make(kind, PERIODIC);
		for (double u = 0.01; u < 4; u += 0.17)
			T_REAL(value(u + 8, 4 - u - 12), value(u, 4 - u), 1e-12);
		drop();
	}
	make(CURVE_LINEAR, NOTHING);
	T_REAL(value(4, 4), 1, 0);
	FAILS(ModelicaStandardTables_CombiTable2D_getValue(table, 5, 0), "u1 = 5 is outside");
	FAILS(ModelicaStandardTables_CombiTable2D_getValue(table, 0, -1), "from 0 to 4");
	drop();
}

/* The library's results: constant inside, bilinear as soon as one variable is outside. */
static void constant_segments_are_extended_bilinearly(void)
{
	make(CURVE_CONSTANT, LAST_TWO);
	T_REAL(value(0.5, 2), 3, 0);
	T_REAL(value(0.5, 5.5), 1 - 1.5 / 1.5 * 4.5, 1e-12);
	drop();
}

static void one_row_or_column_depends_on_one_variable(void)
{
	static const double column[] = {0, 7, 1, 1, 2, 4, 3, 9, 4, 16};
	static const double row[] = {0, 1, 2, 3, 4, 7, 1, 4, 9, 16};
	static const double point[] = {0, 1, 2, 3};
	static double min[2], max[2];

	for (int kind = CURVE_LINEAR; kind <= CURVE_CONSTANT; kind++) {
		make_of(column, 5, 2, kind, LAST_TWO);
		T_REAL(value(3, -9), 9, 1e-14);
		T_REAL(value(2.5, 1), value(2.5, 99), 0);
		T_REAL(der(2.5, 5, 0, 1), 0, 0);
		drop();
		make_of(row, 2, 5, kind, LAST_TWO);
		T_REAL(value(-9, 3), 9, 1e-14);
		T_REAL(value(1, 2.5), value(99, 2.5), 0);
		drop();
		make_of(point, 2, 2, kind, LAST_TWO);
		T_REAL(value(-9, 3), 3, 0);
		T_REAL(der(-9, 3, 1, 1), 0, 0);
		drop();
	}
	make_of(row, 2, 5, CURVE_AKIMA, LAST_TWO);
	RUN(ModelicaStandardTables_CombiTable2D_minimumAbscissa(table, min));
	RUN(ModelicaStandardTables_CombiTable2D_maximumAbscissa(table, max));
	T_REAL(min[0], 7, 0);
	T_REAL(max[0], 7, 0);
	T_REAL(min[1], 1, 0);
	T_REAL(max[1], 4, 0);
	drop();
}

static void wrong(const double *m, size_t n_rows, size_t n_cols, int kind)
{
	(void)ModelicaStandardTables_CombiTable2D_init("NoName", "NoName", m, n_rows, n_cols, kind);
}

static void what_is_wrong_is_said(void)
{
	static const double m[] = {0, 1, 1, 0, 0, 0, 1, 0, 0}, n[] = {0, 1, 2, 1, 0, 0, 0, 0, 0};

	FAILS(wrong(m, 3, 3, CURVE_LINEAR), "values in the first row");
	FAILS(wrong(n, 3, 3, CURVE_LINEAR), "values in the first column");
	FAILS(wrong(n, 2, 3, CURVE_STEFFEN), "not by smoothness 5");
	FAILS(wrong(n, 1, 3, CURVE_LINEAR), "at least two rows and two columns; it has 1 and 3");
}

static double between(double from, double to)
{
	return from + (to - from) * rand() / RAND_MAX;
}

/* Random boxes hold the values of random points in them, and the slopes there. */
static void ranges_hold_what_the_table_gives(void)
{
	for (int kind = 1; kind <= 3; kind++)
		for (int outside = HOLD; outside <= NOTHING; outside++) {
			make(kind, outside);
			for (int k = 0; k < 3000; k++) {
				double far = outside == NOTHING ? 0 : 3, a = between(-far, 4 + far);
				double c = between(-far, 4 + far), b = fmin(a + between(0, 2), 4 + far);
				double d = fmin(c + between(0, 2), 4 + far), x = between(a, b), y = between(c, d);
				MdvTableAsk ask = {.kind = MDV_TABLE_2D, .u = {{a, b}, {c, d}}};
				MdvTableRange r;

				if (kind == 3 && outside == LAST_TWO && !(a >= 0 && b < 4 && c >= 0 && d < 4)) {
					T_CHECK(!table_2d_range(table, &ask, &r)); /* it is not known */
					continue;
				}
				T_CHECK(table_2d_range(table, &ask, &r));
				T_CHECK(r.value[0] <= value(x, y) && value(x, y) <= r.value[1]);
				T_CHECK(r.value[0] <= value(b, d) && value(b, d) <= r.value[1]);
				T_CHECK(r.slope[0][0] <= der(x, y, 1, 0) && der(x, y, 1, 0) <= r.slope[0][1]);
				T_CHECK(r.slope[1][0] <= der(x, y, 0, 1) && der(x, y, 0, 1) <= r.slope[1][1]);
			}
			drop();
		}
}

/* From one cell into the next, in both variables or in one while the other keeps still. */
static void bends_are_not_calm_along_one_variable_either(void)
{
	static const double box[][4] = {
		{0.5, 1.2, 0.2, 0.3}, {0.5, 1.2, 0.2, 0.2}, {0.2, 0.2, 0.5, 1.2}};
	static const double cell[][4] = {{0.5, 0.9, 0.2, 0.3}, {0.5, 0.9, 0.2, 0.2}};
	MdvTableRange r;

	make(CURVE_LINEAR, HOLD);
	for (size_t k = 0; k < sizeof box / sizeof *box; k++) {
		const double *u = box[k];
		MdvTableAsk ask = {.kind = MDV_TABLE_2D, .u = {{u[0], u[1]}, {u[2], u[3]}}};

		T_CHECK(table_2d_range(table, &ask, &r) && !r.calm);
	}
	for (size_t k = 0; k < sizeof cell / sizeof *cell; k++) {
		const double *u = cell[k];
		MdvTableAsk ask = {.kind = MDV_TABLE_2D, .u = {{u[0], u[1]}, {u[2], u[3]}}};

		T_CHECK(table_2d_range(table, &ask, &r) && r.calm);
	}
	drop();
}

int main(void)
{
	start_session();
	T_RUN(every_kind_goes_through_the_grid_and_knows_its_derivatives);
	T_RUN(akima_surfaces_have_continuous_derivatives_also_where_they_end);
	T_RUN(exchanging_the_variables_transposes_the_table);
	T_RUN(planes_are_reproduced_everywhere);
	T_RUN(the_documented_example_holds);
	T_RUN(outside_the_table_is_held_or_repeated);
	T_RUN(constant_segments_are_extended_bilinearly);
	T_RUN(one_row_or_column_depends_on_one_variable);
	T_RUN(what_is_wrong_is_said);
	T_RUN(ranges_hold_what_the_table_gives);
	T_RUN(bends_are_not_calm_along_one_variable_either);
	end_session();
	return T_END();
}
