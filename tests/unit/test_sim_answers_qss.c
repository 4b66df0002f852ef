/* SPDX-License-Identifier: MIT
   Hybrid models whose answers are known by formulas (answers.h), by quantized states at a tolerance
   of 1e-4, judged at 1e-3. What they refuse is listed, with its words: whatever is not in the list
   must be right. Stiff are only some; what is not passes with liqss2, too. */
#include "answers.h"
#include "t.h"

static const AnswerWay ways[] = {
	{MDV_SOLVER_QSS2, 1e-4, 1e-3}, {MDV_SOLVER_QSS3, 1e-4, 1e-3}, {MDV_SOLVER_LIQSS2, 1e-4, 1e-3}};

#define NO_DELAYS "delay and spatialDistribution keep what a solver with steps gives them"
#define NO_LOOPS  "a function that cannot be carried out in advance"
#define TOO_LARGE "is not finite"

static const AnswerRefusal refused[] = {
	{"Bends1", NO_DELAYS},     {"Bends2", NO_DELAYS},     {"Bends3", NO_DELAYS},
	{"Bends4", NO_DELAYS},     {"Bends5", NO_DELAYS},     {"Bends6", NO_DELAYS},
	{"Bends7", NO_DELAYS},     {"Bends8", NO_DELAYS},     {"Functions17", NO_LOOPS},
	{"Functions18", NO_LOOPS}, {"Functions19", NO_LOOPS}, {"Functions20", NO_LOOPS},
	{"Functions21", NO_LOOPS}, {"Histories1", NO_DELAYS}, {"Histories2", NO_LOOPS},
	{"Histories3", NO_DELAYS}, {"Instants4", NO_DELAYS},  {"Silent6", NO_DELAYS},
	{"Silent7", NO_DELAYS},    {"Silent30", TOO_LARGE},   {NULL, NULL}};

static void check_file(const char *name)
{
	T_INT(answers_check(name, ways, sizeof ways / sizeof *ways, refused), 0);
}

static void events_are_not_lost(void)
{
	static const char *const files[] = {"Sines", "Products", "Bumps",    "Nested",      "Pulses",
										"Loops", "Impacts",  "Instants", "Constraints", "Chains"};

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		check_file(files[i]);
}

static void what_makes_no_event_is_integrated_right(void)
{
	check_file("Pieces");
	check_file("Silent");
}

static void functions_and_tables_hide_nothing(void)
{
	check_file("Functions");
	check_file("Tables");
}

static void runs_end_where_an_assertion_or_terminate_says(void)
{
	check_file("Ends");
}

static void what_is_delayed_or_cannot_be_carried_out_is_refused(void)
{
	check_file("Bends");
	check_file("Histories");
}

int main(int argc, char **argv)
{
	if (argc > 1) { /* the name of a file */
		check_file(argv[1]);
		return t_bad != 0;
	}
	T_RUN(events_are_not_lost);
	T_RUN(what_makes_no_event_is_integrated_right);
	T_RUN(functions_and_tables_hide_nothing);
	T_RUN(runs_end_where_an_assertion_or_terminate_says);
	T_RUN(what_is_delayed_or_cannot_be_carried_out_is_refused);
	return T_END();
}
