/* SPDX-License-Identifier: MIT
   test_ext_table_time.c — tables over time: values before and after events, the list of events,
   periods, shift and start, scaled time. */
#include "ext_call.h"

#include <float.h>
#include <stdlib.h>

enum { HOLD = 1, LAST_TWO, PERIODIC, NOTHING };
enum { ALWAYS = 1, AT_JUMPS, NONE };

typedef struct Given {
	const double *matrix; /* two columns */
	size_t n;             /* rows */
	int kind;             /* smoothness */
	int outside;          /* extrapolation */
	int events;           /* time events */
	double start;         /* start time */
	double shift;         /* shift time */
} Given;

static void *table; /* the one under test */

static void make(Given g)
{
	static Given given;
	static const int second = 2;

	given = g;
	RUN(table = ModelicaStandardTables_CombiTimeTable_init2(
			"NoName", "NoName", given.matrix, given.n, 2, given.start, &second, 1, given.kind,
			given.outside, given.shift, given.events, 0));
}

static void drop(void)
{
	RUN(ModelicaStandardTables_CombiTimeTable_close(table));
	table = NULL;
}

static double next_event(double t)
{
	static double y;

	RUN(y = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(table, t));
	return y;
}

static double value(double t, double next, double pre)
{
	static double y;

	RUN(y = ModelicaStandardTables_CombiTimeTable_getValue(table, 1, t, next, pre));
	return y;
}

static double der(double t)
{
	static double y;

	RUN(y = ModelicaStandardTables_CombiTimeTable_getDerValue(table, 1, t, DBL_MAX, DBL_MAX, 1));
	return y;
}

static double der2(double t)
{
	static double y;

	RUN(y = ModelicaStandardTables_CombiTimeTable_getDer2Value(table, 1, t, DBL_MAX, DBL_MAX, 1,
															   0));
	return y;
}

/* Between events, and at an event before and after it. */
static double at(double t)
{
	return value(t, DBL_MAX, DBL_MAX);
}

static double before(double t)
{
	return value(t, t, t);
}

static double after(double t)
{
	return value(t, next_event(t), t);
}

static const double jump[] = {0, 0, 1, 0, 1, 1, 2, 4, 3, 9, 4, 16};

static void values_are_those_of_the_documentation(void)
{
	make((Given){jump, 6, CURVE_LINEAR, LAST_TWO, AT_JUMPS, 0, 0});
	T_REAL(before(1), 0, 0);
	T_REAL(after(1), 1, 0);
	T_REAL(at(1.5), 2.5, 0);
	T_REAL(at(2), 4, 0);
	T_REAL(at(5), 23, 0);
	drop();
}

static void a_pending_event_keeps_its_left_side_also_later(void)
{
	make((Given){jump, 6, CURVE_LINEAR, LAST_TWO, ALWAYS, 0, 0});
	T_REAL(value(2.5, 2, 2), 1 + 3 * 1.5, 1e-14); /* the line from 1 to 2, extended */
	T_REAL(value(2.5, 3, 2), 6.5, 0);
	drop();
}

static void events_are(const double *want, size_t n, double t)
{
	for (size_t i = 0; i < n; i++) {
		T_REAL(next_event(t), want[i], 0);
		t = want[i];
	}
}

static void events_are_at_points_or_jumps_and_at_the_ends(void)
{
	make((Given){jump, 6, CURVE_LINEAR, LAST_TWO, ALWAYS, -1, 0});
	events_are((double[]){-1, 0, 1, 2, 3, 4, DBL_MAX}, 7, -2);
	drop();
	make((Given){jump, 6, CURVE_LINEAR, LAST_TWO, AT_JUMPS, -1, 0});
	events_are((double[]){-1, 0, 1, 4, DBL_MAX}, 5, -2);
	drop();
	make((Given){jump, 6, CURVE_LINEAR, LAST_TWO, NONE, -1, 0});
	events_are((double[]){-1, 0, 4, DBL_MAX}, 4, -2);
	drop();
	make((Given){jump, 6, CURVE_LINEAR, PERIODIC, AT_JUMPS, 0, 0.5});
	events_are((double[]){0.5, 1.5, 4.5, 5.5, 8.5}, 5, 0);
	drop();
	make((Given){jump, 1, CURVE_LINEAR, LAST_TWO, ALWAYS, 2, 0});
	events_are((double[]){2, DBL_MAX}, 2, 0);
	drop();
}

static void before_the_start_all_is_zero(void)
{
	static const double ones[] = {0, 1, 5, 1};

	make((Given){ones, 2, CURVE_LINEAR, HOLD, ALWAYS, 2, 0});
	T_REAL(at(1.9), 0, 0);
	T_REAL(before(2), 0, 0);
	T_REAL(after(2), 1, 0);
	T_REAL(at(100), 1, 0);
	T_REAL(next_event(0), 2, 0);
	T_REAL(next_event(2), 5, 0);
	drop();
	make((Given){ones, 1, CURVE_AKIMA, HOLD, NONE, 2, 0});
	T_REAL(at(1.9), 0, 0);
	T_REAL(after(2), 1, 0);
	drop();
}

static void constant_segments_change_at_their_events(void)
{
	static const double stairs[] = {0, 1, 1, 2, 2, 3};

	make((Given){stairs, 3, CURVE_CONSTANT, HOLD, ALWAYS, 0, 10});
	T_REAL(at(9), 1, 0);
	T_REAL(at(10.5), 1, 0);
	T_REAL(before(11), 1, 0);
	T_REAL(after(11), 2, 0);
	T_REAL(before(12), 2, 0);
	T_REAL(after(12), 3, 0);
	T_REAL(at(20), 3, 0);
	drop();
	make((Given){stairs, 3, CURVE_CONSTANT, PERIODIC, ALWAYS, 0, 0});
	T_REAL(before(4), 2, 0);
	T_REAL(after(4), 1, 0);
	drop();
}

/* A period that no binary number is: every event is found where it was announced. */
static void periods_are_joined_exactly(void)
{
	static const double saw[] = {0, 0, 0.1, 1};
	double t = 0, next;

	make((Given){saw, 2, CURVE_LINEAR, PERIODIC, ALWAYS, 0, 0.3});
	for (int k = 0; k < 5000; k++) {
		next = next_event(t);
		T_REAL(next, 0.1 * floor(t / 0.1 + 1.5), 1e-9);
		T_REAL(before(next), 1, 1e-9);
		T_REAL(after(next), 0, 1e-9);
		T_REAL(value(next, next_event(next), next_event(next)), 0, 1e-9);
		t = next;
	}
	drop();
	make((Given){saw, 2, CURVE_LINEAR, PERIODIC, ALWAYS, -1e9, 0});
	T_REAL(at(-0.05), 0.5, 1e-12);
	T_REAL(at(-7.025), 0.75, 1e-12);
	drop();
}

/* As the block does: t = time/scale, and the event is at next*scale. */
static void scaled_time_meets_its_events(void)
{
	static const double scales[] = {1.0 / 3, 0.1, 3, 60, 3600, 86400, 1e-3, 7e-7};
	static const double steps[] = {0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 1};

	make((Given){steps, 7, CURVE_LINEAR, PERIODIC, ALWAYS, 0, 0});
	for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
		double next = next_event(0);

		for (int k = 1; k < 500; k++) {
			double time = next * scales[i], t = time / scales[i], pre = next;

			T_REAL(value(t, next, next), (k - 1) % 3 + 1, 1e-9);
			next = next_event(t);
			T_REAL(next, pre + 1, 1e-9);
			T_REAL(value(t, next, pre), k % 3 + 1, 1e-9);
			T_REAL(value(t, next, next), k % 3 + 1, 1e-9);
		}
	}
	drop();
}

static void splines_over_time_know_their_derivatives(void)
{
	static const double wave[] = {0, 0, 1, 2, 2, -1, 3, -1, 4, 1, 6, 0};
	double h = 1e-4;

	for (int kind = CURVE_AKIMA; kind <= CURVE_MODIFIED_AKIMA; kind++) {
		for (int outside = HOLD; outside <= PERIODIC; outside++) {
			make((Given){wave, 6, kind, outside, NONE, -9, 0.25});
			for (double t = -3.03; t < 15; t += 0.173) {
				T_REAL(der(t), (at(t + h) - at(t - h)) / (2 * h), 1e-5);
				T_REAL(der2(t), (der(t + h) - der(t - h)) / (2 * h), 1e-4);
			}
			for (int i = 0; i < 6; i++)
				T_REAL(at(wave[2 * i] + 0.25), wave[2 * i + 1], 1e-14);
			drop();
		}
	}
}

static void the_ends_are_not_extrapolated_if_that_is_an_error(void)
{
	make((Given){jump, 6, CURVE_LINEAR, NOTHING, ALWAYS, -5, 1});
	T_REAL(at(1), 0, 0);
	T_REAL(at(5), 16, 0);
	T_REAL(before(5), 16, 0);
	T_REAL(after(5), 16, 0);
	FAILS(ModelicaStandardTables_CombiTimeTable_getValue(table, 1, 0.5, DBL_MAX, DBL_MAX),
		  "the time 0.5 is outside of the range from 1 to 5");
	FAILS(ModelicaStandardTables_CombiTimeTable_getValue(table, 1, 5.5, DBL_MAX, DBL_MAX),
		  "not to be extrapolated");
	drop();
}

static void the_range_is_that_of_the_table_without_shift(void)
{
	static double min, max;

	make((Given){jump, 6, CURVE_LINEAR, NOTHING, ALWAYS, -5, 1});
	RUN(min = ModelicaStandardTables_CombiTimeTable_minimumTime(table));
	RUN(max = ModelicaStandardTables_CombiTimeTable_maximumTime(table));
	T_REAL(min, 0, 0);
	T_REAL(max, 4, 0);
	drop();
}

/* The first constructor had no shift of its own: tables began at the start time. */
static void the_oldest_constructor_shifts_by_the_start_time(void)
{
	static const int second = 2;

	RUN(table = ModelicaStandardTables_CombiTimeTable_init("NoName", "NoName", jump, 6, 2, 10,
														   &second, 1, CURVE_LINEAR, LAST_TWO));
	T_REAL(at(11.5), 2.5, 0);
	T_REAL(next_event(0), 10, 0);
	T_REAL(next_event(10), 11, 0);
	drop();
}

static void far_times_do_no_harm(void)
{
	make((Given){jump, 6, CURVE_LINEAR, PERIODIC, ALWAYS, 0, 0});
	T_CHECK(isfinite(at(1e18)));
	(void)at(1e300);
	(void)next_event(1e300);
	(void)at(INFINITY);
	(void)at(NAN);
	drop();
}

static void wrong(const double *m, size_t n, int kind, int outside, int events)
{
	static const int second = 2;

	(void)ModelicaStandardTables_CombiTimeTable_init2("NoName", "NoName", m, n, 2, 0, &second, 1,
													  kind, outside, 0, events, 0);
}

static void what_is_wrong_is_said(void)
{
	static const double down[] = {1, 0, 0, 0}, point[] = {1, 0, 1, 1};

	FAILS(wrong(down, 2, CURVE_LINEAR, HOLD, ALWAYS), "ascending order");
	FAILS(wrong(jump, 6, CURVE_AKIMA, HOLD, NONE), "strictly increasing");
	FAILS(wrong(point, 2, CURVE_LINEAR, PERIODIC, ALWAYS), "its period is zero");
	FAILS(wrong(jump, 6, CURVE_LINEAR, HOLD, 4), "unknown time events, 4");
}

static double between(double from, double to)
{
	return from + (to - from) * rand() / RAND_MAX;
}

/* Between two events random ranges hold the values of random points in them. */
static void ranges_hold_what_the_table_gives(void)
{
	static const double m[] = {0, 1, 1, 3, 1, -2, 2, 4, 3.5, 1};

	for (int kind = 1; kind <= 3; kind += 2)
		for (int outside = HOLD; outside <= PERIODIC; outside++) {
			make((Given){m, 5, kind, outside, kind == 1 ? AT_JUMPS : ALWAYS, -10, 0.3});
			for (int k = 0; k < 3000; k++) {
				double t = between(-3, 12), next = next_event(t), a = between(t, fmin(next, t + 2));
				double b = between(a, fmin(next, a + 2)), x = between(a, b);
				MdvTableAsk ask = {
					.kind = MDV_TABLE_TIME, .column = 1, .u = {{a, b}}, .next = {next, next}};
				MdvTableRange r;

				T_CHECK(table_time_range(table, &ask, &r));
				T_CHECK(r.value[0] <= value(x, next, next) && value(x, next, next) <= r.value[1]);
				T_CHECK(r.value[0] <= value(b, next, next) && value(b, next, next) <= r.value[1]);
			}
			drop();
		}
}

int main(void)
{
	start_session();
	T_RUN(values_are_those_of_the_documentation);
	T_RUN(a_pending_event_keeps_its_left_side_also_later);
	T_RUN(events_are_at_points_or_jumps_and_at_the_ends);
	T_RUN(before_the_start_all_is_zero);
	T_RUN(constant_segments_change_at_their_events);
	T_RUN(periods_are_joined_exactly);
	T_RUN(scaled_time_meets_its_events);
	T_RUN(splines_over_time_know_their_derivatives);
	T_RUN(the_ends_are_not_extrapolated_if_that_is_an_error);
	T_RUN(the_range_is_that_of_the_table_without_shift);
	T_RUN(the_oldest_constructor_shifts_by_the_start_time);
	T_RUN(far_times_do_no_harm);
	T_RUN(what_is_wrong_is_said);
	T_RUN(ranges_hold_what_the_table_gives);
	end_session();
	return T_END();
}
