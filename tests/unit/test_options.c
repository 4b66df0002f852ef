/* SPDX-License-Identifier: MIT
   test_options.c — what the command line asks for; what is wrong with it: golden/usage. */
#include "options/options.h"
#include "t.h"

#include <stdlib.h>

enum { MAX_ARGS = 40 };

/* Reads `modevs COMMAND` with arguments separated by blanks. */
static bool read_line(Options *o, const char *command, const char *line)
{
	static char copy[1000];
	char *argv[MAX_ARGS];
	int argc = 0;

	snprintf(copy, sizeof copy, "%s", line);
	for (char *word = strtok(copy, " "); word && argc < MAX_ARGS; word = strtok(NULL, " "))
		argv[argc++] = word;
	return options_read(o, command, argc, argv);
}

static void nothing_is_asked_for_unless_given(void)
{
	Options o;

	T_CHECK(read_line(&o, "run", "a.mo"));
	T_STR(o.program, "modevs run");
	T_STR(o.what, "a.mo");
	T_CHECK(!o.model && !o.run.solver && !o.run.locator && !o.run.states && !o.input && !o.vars);
	T_CHECK(isnan(o.run.start) && isnan(o.run.stop) && !o.run.interval && !o.run.tol);
	T_CHECK(!o.run.timeout && !o.out);
	T_CHECK(!o.run.no_events && !o.allow_external && !o.json && !o.dot && !o.help);
	T_INT(o.dirs.n + o.set.n + o.plot.n + o.run.log + o.stats, 0);
	options_free(&o);
}

static void every_option_of_run_is_kept(void)
{
	Options o;

	T_CHECK(read_line(&o, "run",
					  "--model=A.B -L x -Ly --start -1.5 --stop=1e1 --interval 0.01 --tol 1e-6 "
					  "--solver rk45 --locator=bisect --states project --set a=1 "
					  "--set=b[1,2].c=true --input in.csv -o- --vars ^a\\. --no-events "
					  "--log events,nls --stats --timeout 60 --allow-external lib.mo"));
	T_STR(o.what, "lib.mo");
	T_STR(o.model, "A.B");
	T_INT(o.dirs.n, 2);
	T_STR(o.dirs.at[0], "x");
	T_STR(o.dirs.at[1], "y");
	T_REAL(o.run.start, -1.5, 0);
	T_REAL(o.run.stop, 10, 0);
	T_REAL(o.run.interval, 0.01, 0);
	T_REAL(o.run.tol, 1e-6, 0);
	T_REAL(o.run.timeout, 60, 0);
	T_INT(o.run.solver, MDV_SOLVER_RK45);
	T_INT(o.run.locator, MDV_LOCATOR_BISECT);
	T_INT(o.run.states, MDV_STATES_PROJECT);
	T_INT(o.set.n, 2);
	T_STR(o.set.at[0].name, "a");
	T_STR(o.set.at[0].value, "1");
	T_STR(o.set.at[1].name, "b[1,2].c");
	T_STR(o.set.at[1].value, "true");
	T_STR(o.input, "in.csv");
	T_STR(o.out, "-");
	T_STR(o.vars, "^a\\.");
	T_INT(o.run.log, MDV_LOG_EVENTS | MDV_LOG_NLS);
	T_INT(o.stats, STATS_TEXT);
	T_CHECK(o.run.no_events && o.allow_external);
	options_free(&o);
}

static void plots_name_variables_and_perhaps_a_file(void)
{
	Options o;

	T_CHECK(read_line(&o, "run", "--plot a,b[1,2],'x,=y' --plot=der(h)=h.svg --stats=json a.mo"));
	T_INT(o.plot.n, 2);
	T_INT(o.plot.at[0].names.n, 3);
	T_STR(o.plot.at[0].names.at[0], "a");
	T_STR(o.plot.at[0].names.at[1], "b[1,2]");
	T_STR(o.plot.at[0].names.at[2], "'x,=y'");
	T_CHECK(!o.plot.at[0].file);
	T_STR(o.plot.at[1].names.at[0], "der(h)");
	T_STR(o.plot.at[1].file, "h.svg");
	T_INT(o.stats, STATS_JSON);
	options_free(&o);
}

static void a_setting_may_hold_equal_signs(void)
{
	Options o;

	T_CHECK(read_line(&o, "run", "--set 'x=y'=1 --set s=\"a=b\" a.mo"));
	T_STR(o.set.at[0].name, "'x=y'");
	T_STR(o.set.at[0].value, "1");
	T_STR(o.set.at[1].value, "\"a=b\"");
	options_free(&o);
}

static void explain_and_check_have_their_own(void)
{
	Options o;

	T_CHECK(read_line(&o, "explain", "--dot A.B"));
	T_CHECK(o.dot && !o.json);
	options_free(&o);
	T_CHECK(read_line(&o, "check", "-- -odd.mo"));
	T_STR(o.what, "-odd.mo");
	options_free(&o);
	T_CHECK(read_line(&o, "flat", "--help"));
	T_CHECK(o.help);
	options_free(&o);
}

static void vars_selects_names_that_have_a_match(void)
{
	static const char *const names[] = {"tank.h", "tank.q", "pump.q", "q"};
	bool wanted[4];
	Options o;

	T_CHECK(read_line(&o, "run", "--vars ^tank|^q$ a.mo"));
	argument_select(&o, names, 4, wanted);
	T_CHECK(wanted[0] && wanted[1] && !wanted[2] && wanted[3]);
	options_free(&o);
	T_CHECK(read_line(&o, "run", "a.mo"));
	argument_select(&o, names, 4, wanted);
	T_CHECK(wanted[0] && wanted[1] && wanted[2] && wanted[3]);
	options_free(&o);
}

int main(void)
{
	T_RUN(nothing_is_asked_for_unless_given);
	T_RUN(every_option_of_run_is_kept);
	T_RUN(plots_name_variables_and_perhaps_a_file);
	T_RUN(a_setting_may_hold_equal_signs);
	T_RUN(explain_and_check_have_their_own);
	T_RUN(vars_selects_names_that_have_a_match);
	return T_END();
}
