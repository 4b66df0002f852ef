/* SPDX-License-Identifier: MIT
   What holds for options that are not given, and which values are refused. */
#include "options/options.h"
#include "t.h"

static const MdvModel plain = {.start = 0};
static const MdvModel annotated = {
	.start = 1, .stop = 3, .has_stop = true, .tolerance = 1e-4, .interval = 0.5};

static void check_span(MdvOptions given, const MdvModel *m, double start, double stop)
{
	MdvOptions o = settle_run(&given, m);

	T_REAL(o.start, start, 0);
	T_REAL(o.stop, stop, 0);
	T_REAL(o.span, stop - start, 0);
}

static void times_count_as_they_are_written(void)
{
	check_span((MdvOptions){.stop = 10}, &annotated, 0, 10);
	check_span((MdvOptions){.start = MDV_UNSET, .stop = 10}, &annotated, 1, 10);
	check_span((MdvOptions){.start = 2, .stop = MDV_UNSET}, &annotated, 2, 3);
	check_span((MdvOptions){.start = -1}, &annotated, -1, 0);
	check_span((MdvOptions){.start = 0, .stop = MDV_UNSET}, &annotated, 0, 3);
	check_span((MdvOptions){.start = 2, .stop = MDV_UNSET}, &plain, 2, 3);
	check_span((MdvOptions){.start = MDV_UNSET, .stop = 0}, &plain, 0, 0);
}

static void without_times_there_are_those_of_the_model(void)
{
	check_span((MdvOptions){.tol = 1e-3}, &annotated, 1, 3);
	check_span(mdv_options(), &annotated, 1, 3);
	check_span((MdvOptions){.tol = 1e-3}, &plain, 0, 1);
	check_span(mdv_options(), &plain, 0, 1);
}

static void a_run_has_the_models_numbers_or_the_tables(void)
{
	MdvOptions given = {.tol = 1e-8, .interval = 0.1}, none = mdv_options();

	T_REAL(settle_run(&given, &annotated).tol, 1e-8, 0);
	T_REAL(settle_run(&given, &annotated).interval, 0.1, 0);
	T_REAL(settle_run(&none, &annotated).tol, 1e-4, 0);
	T_REAL(settle_run(&none, &annotated).interval, 0.5, 0);
	T_REAL(settle_run(&none, &plain).tol, 1e-6, 0);
	T_REAL(settle_run(&none, &plain).interval, 1. / 500, 0);
}

static void a_plant_has_no_end(void)
{
	MdvOptions given = {.span = 7, .interval = 2}, none = mdv_options();
	MdvOptions o = settle_plant(&given, &annotated, 5);

	T_CHECK(o.start == 5 && isinf(o.stop) && o.span == 7 && o.interval == 2 && o.tol == 1e-4);
	o = settle_plant(&none, &annotated, 5);
	T_CHECK(o.span == 2 && isinf(o.interval));
	o = settle_plant(&none, &plain, 5);
	T_CHECK(o.span == 1 && o.tol == 1e-6);
}

static void refused(MdvOptions o, OptionTaker taker, const char *text)
{
	char why[200] = "";

	T_CHECK(!settle_check(&o, taker, why, sizeof why));
	T_STR(why, text);
}

static void wrong_values_are_refused(void)
{
	refused((MdvOptions){.tol = -1}, TAKER_C_RUN, "the option tol cannot be -1");
	refused((MdvOptions){.tol = 1}, TAKER_C_RUN, "the option tol cannot be 1");
	refused((MdvOptions){.interval = NAN}, TAKER_C_RUN, "the option interval cannot be nan");
	refused((MdvOptions){.stop = INFINITY}, TAKER_C_RUN, "the option stop cannot be inf");
	refused((MdvOptions){.solver = (MdvSolver)99}, TAKER_C_RUN, "the option solver cannot be 99");
	refused((MdvOptions){.log = 64}, TAKER_C_PLANT, "the option log cannot be 64");
	refused((MdvOptions){.states = MDV_STATES_PROJECT}, TAKER_C_RUN,
			"the option states cannot be 'project' yet");
}

static void runs_and_plants_have_their_own(void)
{
	char why[200];
	MdvOptions none = mdv_options(), zero = {0},
			   all = {.tol = 0.5, .solver = MDV_SOLVER_EULER, .log = MDV_LOG_NLS | MDV_LOG_INIT};

	refused((MdvOptions){.span = 1}, TAKER_C_RUN, "the option span is not one of runs");
	refused((MdvOptions){.stop = 1}, TAKER_C_PLANT, "the option stop is not one of plants");
	refused((MdvOptions){.timeout = 1}, TAKER_C_PLANT, "the option timeout is not one of plants");
	T_CHECK(settle_check(&none, TAKER_C_RUN, why, sizeof why));
	T_CHECK(settle_check(&none, TAKER_C_PLANT, why, sizeof why));
	T_CHECK(settle_check(&zero, TAKER_C_PLANT, why, sizeof why));
	T_CHECK(settle_check(&all, TAKER_C_PLANT, why, sizeof why));
}

int main(void)
{
	T_RUN(times_count_as_they_are_written);
	T_RUN(without_times_there_are_those_of_the_model);
	T_RUN(a_run_has_the_models_numbers_or_the_tables);
	T_RUN(a_plant_has_no_end);
	T_RUN(wrong_values_are_refused);
	T_RUN(runs_and_plants_have_their_own);
	return T_END();
}
