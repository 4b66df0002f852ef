/* SPDX-License-Identifier: MIT
   The table of options: its names agree, what it says of choices and ranges holds, and values are
   read by it. */
#include "options/options.h"
#include "t.h"

#include <string.h>

static const OptionRow *row_of(const char *field)
{
	for (size_t i = 0; i < option_row_count(); i++)
		if (!strcmp(option_rows[i].field, field))
			return &option_rows[i];
	T_FAIL("there is no option '%s'", field);
	return &option_rows[0];
}

static void an_option_has_the_same_name_in_c_and_on_command_lines(void)
{
	for (size_t i = 0; i < option_row_count(); i++) {
		const OptionRow *row = &option_rows[i];
		char name[64];

		if (!row->name || row->name[1] != '-' || row->kind == OPTION_LATER)
			continue;
		snprintf(name, sizeof name, "--%s", row->field);
		for (char *c = name; *c; c++)
			*c = *c == '_' ? '-' : *c;
		T_STR(row->name, name);
	}
}

static void what_is_on_command_lines_is_in_c(void)
{
	for (size_t i = 0; i < option_row_count(); i++) {
		const OptionRow *row = &option_rows[i];

		T_INT(row->name != NULL,
			  (row->takers & ~(TAKER_C_RUN | TAKER_C_PLANT | TAKER_C_COMPILE)) != 0);
		if (!row->in_run)
			continue;
		T_CHECK(row->takers & (TAKER_C_RUN | TAKER_C_PLANT));
		T_INT(!(row->takers & TAKER_RUN), !(row->takers & TAKER_C_RUN));
		T_INT(!(row->takers & TAKER_RUN), !(row->takers & TAKER_PROGRAM));
	}
}

static void every_row_says_what_its_kind_needs(void)
{
	for (size_t i = 0; i < option_row_count(); i++) {
		const OptionRow *row = &option_rows[i];

		T_INT(row->choices != NULL, row->kind == OPTION_CHOICE || row->kind == OPTION_WORDS);
		T_INT(row->noun != NULL, row->kind == OPTION_REAL);
		T_CHECK(*row->help);
		if (row->kind == OPTION_TIME || row->kind == OPTION_REAL)
			T_CHECK(row->otherwise);
		if (row->kind == OPTION_CHOICE) /* zero is a choice */
			T_INT(row->choices[0].value, 0);
	}
}

static void check_help(const char *field, const char *text)
{
	Text help;

	text_init(&help, NULL);
	option_row_help(row_of(field), &help);
	T_STR(text_str(&help), text);
	text_free(&help);
}

static void help_lists_the_choices_that_are_there(void)
{
	check_help("solver", "cvode, adams, ida, rk45, euler, qbg, qss1, "
						 "qss2, qss3, liqss1, liqss2, liqss3, qss, auto, mliqss2 or radau; "
						 "of build: that of an FMU's co-simulation");
	check_help("locator", "how events are located: dense, bisect or halve");
	check_help("log", "tell about events,init,steps,nls,states,messages");
	check_help("stop", "time to end at");
}

static void ranges_have_no_ends(void)
{
	const OptionRow *tol = row_of("tol"), *interval = row_of("interval");
	Text text;

	T_CHECK(option_row_fits(tol, 0.5) && !option_row_fits(tol, 0) && !option_row_fits(tol, 1));
	T_CHECK(option_row_fits(interval, 1e300) && !option_row_fits(interval, INFINITY));
	T_CHECK(!option_row_fits(interval, -1) && !option_row_fits(interval, NAN));
	text_init(&text, NULL);
	option_row_range(tol, &text);
	text_printf(&text, "; ");
	option_row_range(interval, &text);
	T_STR(text_str(&text),
		  "the tolerance must be between 0 and 1; the interval must be more than 0");
	text_free(&text);
}

/* Sets an option by name and gives what is wrong, "" if nothing is. */
static const char *set(MdvOptions *o, const char *name, const char *value)
{
	static char why[200];
	MdvOptions before = *o;

	why[0] = '\0';
	if (mdv_options_set(o, name, value, why, sizeof why) != MDV_OK)
		T_CHECK(!memcmp(&before, o, sizeof before));
	return why;
}

static void options_are_set_by_name(void)
{
	MdvOptions o = mdv_options();

	T_CHECK(isnan(o.start) && isnan(o.stop) && o.tol == 0);
	T_STR(set(&o, "stop", "1e1"), "");
	T_STR(set(&o, "tol", "1e-8"), "");
	T_STR(set(&o, "solver", "adams"), "");
	T_STR(set(&o, "locator", "halve"), "");
	T_STR(set(&o, "no_events", "true"), "");
	T_STR(set(&o, "log", "events,steps"), "");
	T_STR(set(&o, "log", "states,nls"), "");
	T_CHECK(isnan(o.start) && o.stop == 10 && o.tol == 1e-8 && o.no_events);
	T_CHECK(o.solver == MDV_SOLVER_ADAMS && o.locator == MDV_LOCATOR_HALVE);
	T_INT(o.log, MDV_LOG_STATES | MDV_LOG_NLS);
	T_STR(set(&o, "no_events", "false"), "");
	T_CHECK(!o.no_events);
}

static void options_set_wrongly_stay_as_they_were(void)
{
	MdvOptions o = mdv_options();
	char why[100];

	T_STR(set(&o, "tolerance", "1"), "there is no option 'tolerance'");
	T_STR(set(&o, "max_stpe", "1"), "there is no option 'max_stpe'; did you mean 'max_step'?");
	T_STR(set(&o, "tol", "1"), "the tolerance must be between 0 and 1");
	T_STR(set(&o, "stop", "ten"), "'--stop' needs a number, not 'ten'");
	T_STR(set(&o, "solver", "cvod"), "--solver knows no 'cvod'; did you mean 'cvode'?");
	T_STR(set(&o, "log", "events,step"), "--log knows no 'step'; did you mean 'steps'?");
	T_STR(set(&o, "no_events", "1"), "'no_events' is true or false, not '1'");
	T_STR(set(&o, "json", "true"), "there is no option 'json'");
	T_INT(mdv_options_set(&o, "json", "true", why, sizeof why), MDV_NOT_FOUND);
	T_INT(mdv_options_set(&o, "tol", "2", why, sizeof why), MDV_BAD_ARGUMENT);
}

int main(void)
{
	T_RUN(an_option_has_the_same_name_in_c_and_on_command_lines);
	T_RUN(what_is_on_command_lines_is_in_c);
	T_RUN(every_row_says_what_its_kind_needs);
	T_RUN(help_lists_the_choices_that_are_there);
	T_RUN(ranges_have_no_ends);
	T_RUN(options_are_set_by_name);
	T_RUN(options_set_wrongly_stay_as_they_were);
	return T_END();
}
