/* SPDX-License-Identifier: MIT
   test_ext_table_1d.c — tables of one variable: every kind of interpolation goes through the points
   and has the derivatives that differences show; extrapolation; what is refused. */
#include "ext_call.h"

#include <stdlib.h>

enum { HOLD = 1, LAST_TWO, PERIODIC, NOTHING };

#define N_ROWS 8
static const double rows[N_ROWS][3] = {
	{-1, 2, 0},    {0, 3, 1},    {0.5, 3, 4},   {2, -1, 9},
	{3, -1.5, 16}, {4.5, 0, 16}, {5, 0.25, 20}, {7, 2, 0},
};
static const int cols[] = {2, 3};

static void *table; /* the one under test */

static double value(int col, double u)
{
	static double y;

	RUN(y = ModelicaStandardTables_CombiTable1D_getValue(table, col, u));
	return y;
}

static double der(double u)
{
	static double y;

	RUN(y = ModelicaStandardTables_CombiTable1D_getDerValue(table, 1, u, 1));
	return y;
}

static double der2(double u)
{
	static double y;

	RUN(y = ModelicaStandardTables_CombiTable1D_getDer2Value(table, 1, u, 1, 0));
	return y;
}

static void make(int kind, int outside)
{
	RUN(table = ModelicaStandardTables_CombiTable1D_init2("NoName", "NoName", &rows[0][0], N_ROWS,
														  3, cols, 2, kind, outside, 0));
}

static void drop(void)
{
	RUN(ModelicaStandardTables_CombiTable1D_close(table));
	table = NULL;
}

static bool is_node(double u)
{
	for (int i = 0; i < N_ROWS; i++)
		if (fabs(u - rows[i][0]) < 1e-3)
			return true;
	return false;
}

/* Inside of the segments, and outside of the table. */
static void check_derivatives(double from, double to)
{
	double h = 1e-4;

	for (double u = from; u < to; u += 0.0371) {
		if (is_node(u))
			continue;
		T_REAL(der(u), (value(1, u + h) - value(1, u - h)) / (2 * h), 1e-5);
		T_REAL(der2(u), (der(u + h) - der(u - h)) / (2 * h), 1e-5);
	}
}

static void check_kind(int kind)
{
	for (int outside = HOLD; outside <= LAST_TWO; outside++) {
		make(kind, outside);
		for (int i = 0; i < N_ROWS; i++) {
			T_REAL(value(1, rows[i][0]), rows[i][1], 1e-14);
			T_REAL(value(2, rows[i][0]), rows[i][2], 1e-14);
		}
		check_derivatives(-2.5, 8.5);
		drop();
	}
}

static void every_kind_goes_through_the_points_and_knows_its_derivatives(void)
{
	for (int kind = CURVE_LINEAR; kind <= CURVE_MODIFIED_AKIMA; kind++)
		check_kind(kind);
}

static void splines_have_a_continuous_derivative_also_where_they_end(void)
{
	for (int kind = CURVE_AKIMA; kind <= CURVE_MODIFIED_AKIMA; kind++) {
		if (kind == CURVE_CONSTANT)
			continue;
		make(kind, LAST_TWO);
		for (int i = 0; i < N_ROWS; i++)
			T_REAL(der(rows[i][0] - 1e-9), der(rows[i][0] + 1e-9), 1e-6);
		drop();
	}
}

static void monotone_splines_make_no_new_extrema(void)
{
	for (int kind = CURVE_FRITSCH_BUTLAND; kind <= CURVE_STEFFEN; kind++) {
		make(kind, LAST_TWO);
		for (int i = 0; i + 1 < N_ROWS; i++) {
			double low = fmin(rows[i][1], rows[i + 1][1]), high = fmax(rows[i][1], rows[i + 1][1]);

			for (int k = 0; k <= 20; k++) {
				double y = value(1, rows[i][0] + (rows[i + 1][0] - rows[i][0]) * k / 20);

				T_CHECK(y >= low - 1e-12 && y <= high + 1e-12);
			}
		}
		drop();
	}
}

/* A table of two columns, by the oldest constructor. */
static void make_small(const double *m, size_t n_rows, int kind)
{
	static const int second = 2;

	RUN(table = ModelicaStandardTables_CombiTable1D_init(" ", "NoName", m, n_rows, 2, &second, 1,
														 kind));
}

static void flat_parts_stay_flat_with_the_modified_akima_spline(void)
{
	static const double steps[] = {0, 0, 1, 0, 2, 0, 3, 1, 4, 1, 5, 1};

	make_small(steps, 6, CURVE_MODIFIED_AKIMA);
	for (double u = 0; u <= 2; u += 0.1)
		T_REAL(value(1, u), 0, 1e-14);
	for (double u = 3; u <= 5; u += 0.1)
		T_REAL(value(1, u), 1, 1e-14);
	drop();
}

static void akima_reproduces_a_parabola_on_equal_steps(void)
{
	double p[14];

	for (int i = 0; i < 7; i++) {
		p[2 * i] = i;
		p[2 * i + 1] = i * i;
	}
	make_small(p, 7, CURVE_AKIMA);
	for (double u = 0; u <= 6; u += 0.25) {
		T_REAL(value(1, u), u * u, 1e-12);
		T_REAL(der(u), 2 * u, 1e-12);
	}
	T_REAL(value(1, 8), 36 + 12 * 2, 1e-12);
	drop();
}

static void the_chain_rule_holds(void)
{
	static double got;

	make(CURVE_AKIMA, LAST_TWO);
	RUN(got = ModelicaStandardTables_CombiTable1D_getDerValue(table, 1, 1.2, 3));
	T_REAL(got, 3 * der(1.2), 1e-12);
	RUN(got = ModelicaStandardTables_CombiTable1D_getDer2Value(table, 1, 1.2, 3, 5));
	T_REAL(got, 5 * der(1.2) + 9 * der2(1.2), 1e-12);
	drop();
}

static void outside_the_table_is_held_extended_or_repeated(void)
{
	make(CURVE_LINEAR, HOLD);
	T_REAL(value(1, -10), 2, 0);
	T_REAL(value(1, 10), 2, 0);
	drop();
	make(CURVE_LINEAR, LAST_TWO);
	T_REAL(value(1, -3), 0, 1e-14);
	T_REAL(value(1, 9), 2 + 2 * 0.875, 1e-14);
	drop();
	make(CURVE_CONSTANT, LAST_TWO); /* through the last two points, as documented */
	T_REAL(value(1, -3), 0, 1e-14);
	T_REAL(value(1, 6.9), 0.25, 0);
	T_REAL(value(1, 7), 2, 0);
	T_REAL(value(1, 9), 2 + 2 * 0.875, 1e-14);
	drop();
	for (int kind = CURVE_LINEAR; kind <= CURVE_MODIFIED_AKIMA; kind++) {
		make(kind, PERIODIC);
		for (double u = -0.9; u < 7; u += 0.13) {
			if (is_node(u))
				continue;
			T_REAL(value(1, u + 8), value(1, u), 1e-11);
			T_REAL(value(1, u - 24), value(1, u), 1e-11);
		}
		drop();
	}
}

static void a_periodic_spline_is_smooth_where_it_is_joined(void)
{
	for (int kind = CURVE_AKIMA; kind <= CURVE_MODIFIED_AKIMA; kind++) {
		if (kind == CURVE_CONSTANT)
			continue;
		make(kind, PERIODIC); /* the first and last value are equal */
		T_REAL(der(7 - 1e-9), der(-1 + 1e-9), 1e-6);
		drop();
	}
}

static void where_nothing_is_to_be_extrapolated_it_is_an_error(void)
{
	make(CURVE_LINEAR, NOTHING);
	T_REAL(value(1, -1), 2, 0);
	T_REAL(value(1, 7), 2, 0);
	FAILS(ModelicaStandardTables_CombiTable1D_getValue(table, 1, 7.001), "outside of the range");
	FAILS(ModelicaStandardTables_CombiTable1D_getDerValue(table, 1, -1.5, 1), "from -1 to 7");
	drop();
}

static void one_row_is_a_constant(void)
{
	static const double row[] = {0.5, 3};
	static double min, max;

	for (int kind = CURVE_LINEAR; kind <= CURVE_MODIFIED_AKIMA; kind++) {
		make_small(row, 1, kind);
		T_REAL(value(1, -7), 3, 0);
		T_REAL(der(9), 0, 0);
		drop();
	}
	make_small(row, 1, CURVE_LINEAR);
	RUN(min = ModelicaStandardTables_CombiTable1D_minimumAbscissa(table));
	RUN(max = ModelicaStandardTables_CombiTable1D_maximumAbscissa(table));
	T_REAL(min, 0.5, 0);
	T_REAL(max, 0.5, 0);
	drop();
}

static void two_rows_are_a_line(void)
{
	static const double line[] = {0, 1, 2, 5};

	for (int kind = CURVE_LINEAR; kind <= CURVE_MODIFIED_AKIMA; kind++) {
		if (kind == CURVE_CONSTANT)
			continue;
		make_small(line, 2, kind);
		T_REAL(value(1, 1), 3, 1e-14);
		T_REAL(value(1, 3), 7, 1e-14);
		T_REAL(der2(1), 0, 0);
		drop();
	}
}

static void wrong(double *m, size_t n_rows, size_t n_cols, int col, int kind, int outside)
{
	(void)ModelicaStandardTables_CombiTable1D_init2("NoName", "NoName", m, n_rows, n_cols, &col, 1,
													kind, outside, 0);
}

static void what_is_wrong_is_said(void)
{
	static double down[] = {1, 0, 0, 0}, twice[] = {1, 0, 1, 0}, nan_[] = {0, 0, 0, 0};

	nan_[2] = NAN;
	FAILS(wrong(down, 2, 2, 2, 1, 2), "must be strictly increasing: number 1 is 1, number 2 is 0");
	FAILS(wrong(twice, 2, 2, 2, 1, 2), "strictly increasing");
	FAILS(wrong(nan_, 2, 2, 2, 1, 2), "finite");
	FAILS(wrong(down, 1, 2, 3, 1, 2), "has no column 3, but 2 columns");
	FAILS(wrong(down, 1, 2, 0, 1, 2), "has no column 0");
	FAILS(wrong(down, 1, 2, 2, 7, 2), "unknown smoothness, 7");
	FAILS(wrong(down, 1, 2, 2, 1, 0), "unknown extrapolation, 0");
	FAILS(wrong(NULL, 0, 2, 2, 1, 2), "empty");
	FAILS(ModelicaStandardTables_CombiTable1D_init("mine", "NoName", down, 1, 2, cols, 1, 1),
		  "usertab");
	make(CURVE_LINEAR, HOLD);
	FAILS(ModelicaStandardTables_CombiTable1D_getValue(table, 3, 0), "has no output 3");
	FAILS(ModelicaStandardTables_CombiTable1D_getValue(table, 0, 0), "has no output 0");
	drop();
}

static void try_all(void)
{
	void *t = ModelicaStandardTables_CombiTable1D_init2("NoName", "NoName", &rows[0][0], N_ROWS, 3,
														cols, 2, CURVE_AKIMA, HOLD, 0);

	ModelicaStandardTables_CombiTable1D_close(t);
}

static bool without_memory(AllocMeter *m)
{
	ExtSession poor;
	ExtCall call;
	static volatile bool ok;

	ok = false;
	ext_session_init(&poor, &m->alloc);
	ext_call_begin(&call, &poor);
	if (setjmp(call.on_error) == 0) {
		try_all();
		ok = true;
	} else {
		T_STR(call.error, "out of memory");
	}
	ext_call_end(&call);
	ext_session_free(&poor);
	return ok;
}

static void every_allocation_may_fail_and_nothing_is_lost(void)
{
	AllocMeter m;

	for (size_t k = 1;; k++) {
		bool ok;

		alloc_meter_init(&m, &alloc_heap);
		m.fail_at = k;
		ok = without_memory(&m);
		T_INT(m.live, 0);
		if (ok)
			break;
	}
}

static double between(double from, double to)
{
	return from + (to - from) * rand() / RAND_MAX;
}

/* Random ranges hold the values and difference quotients of random points in them. */
static void ranges_hold_what_the_table_gives(void)
{
	for (int kind = 1; kind <= 6; kind++)
		for (int outside = HOLD; outside <= NOTHING; outside++) {
			make(kind, outside);
			for (int k = 0; k < 3000; k++) {
				double far = outside == NOTHING ? 0 : 9, a = between(-1 - far, 7 + far);
				double b = fmin(a + pow(10, between(-4, 1)), 7 + far), x = between(a, b);
				double y = between(a, b), quotient = (value(1, y) - value(1, x)) / (y - x);
				MdvTableAsk ask = {.kind = MDV_TABLE_1D, .column = 1, .u = {{a, b}}};
				MdvTableRange r;

				T_CHECK(table_1d_range(table, &ask, &r));
				T_CHECK(r.value[0] <= value(1, x) && value(1, x) <= r.value[1]);
				T_CHECK(r.value[0] <= value(1, a) && value(1, a) <= r.value[1]);
				T_CHECK(r.value[0] <= value(1, b) && value(1, b) <= r.value[1]);
				T_CHECK(fabs(y - x) < 1e-6 ||
						(r.slope[0][0] <= quotient + 1e-7 && quotient - 1e-7 <= r.slope[0][1]));
			}
			drop();
		}
}

int main(void)
{
	start_session();
	T_RUN(every_kind_goes_through_the_points_and_knows_its_derivatives);
	T_RUN(splines_have_a_continuous_derivative_also_where_they_end);
	T_RUN(monotone_splines_make_no_new_extrema);
	T_RUN(flat_parts_stay_flat_with_the_modified_akima_spline);
	T_RUN(akima_reproduces_a_parabola_on_equal_steps);
	T_RUN(the_chain_rule_holds);
	T_RUN(outside_the_table_is_held_extended_or_repeated);
	T_RUN(a_periodic_spline_is_smooth_where_it_is_joined);
	T_RUN(where_nothing_is_to_be_extrapolated_it_is_an_error);
	T_RUN(one_row_is_a_constant);
	T_RUN(two_rows_are_a_line);
	T_RUN(what_is_wrong_is_said);
	T_RUN(ranges_hold_what_the_table_gives);
	T_RUN(every_allocation_may_fail_and_nothing_is_lost);
	end_session();
	return T_END();
}
