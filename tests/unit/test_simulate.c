/* SPDX-License-Identifier: MIT
   mdv_simulate: runs of their own from C; what they give, and wrong use. */
#include "world.h"

static const char decay[] =
	"model Decay parameter Real a = 1; parameter Integer n = 2; parameter Real x0 = 1;"
	"input Real u(start = 0); Real x(start = x0, fixed = true);"
	"Real minus = -x; Boolean low = x < 0.5; equation der(x) = u - a * x;"
	"assert(x < 5, \"too large\");"
	"annotation(experiment(StartTime = 1, StopTime = 3, Interval = 0.5));"
	"end Decay;";

typedef struct Rows {
	size_t n;           /* how many */
	double t[2000];     /* when */
	double x[2000][4];  /* the first columns */
	size_t width;       /* of a row, at most 4 */
	size_t stop_after;  /* then the run is stopped; 0: never */
	MdvStatus with;     /* and this status */
	char warning[1000]; /* the last one */
} Rows;

static MdvStatus keep_row(void *user, double t, const double value[])
{
	Rows *r = user;

	r->t[r->n] = t;
	memcpy(r->x[r->n++], value, r->width * sizeof *value);
	return r->n == r->stop_after ? r->with : MDV_OK;
}

static void hear(void *user, const char *text)
{
	snprintf(((Rows *)user)->warning, sizeof((Rows *)user)->warning, "%s", text);
}

static const char *const names[] = {"x", "minus", "low"};

static MdvSimulateOptions options(Rows *rows)
{
	*rows = (Rows){.width = 3};
	return (MdvSimulateOptions){.variables = names,
								.n_variables = 3,
								.row = keep_row,
								.log = hear,
								.user = rows,
								.run.tol = 1e-8};
}

static void a_run_has_the_times_of_the_model(void)
{
	static Rows rows;
	MdvSimulateOptions o = options(&rows);
	MdvProgram *p = compile(decay);
	MdvSimulateResult result;

	T_INT(mdv_simulate(p, &o, &result), MDV_OK);
	T_STR(result.message, "");
	T_INT(result.rows, 5 + 2); /* a pair at the event */
	T_INT(rows.n, 7);
	T_INT(result.state_events, 1);
	T_REAL(result.t, 3, 0);
	T_CHECK(result.steps > 0 && result.rhs > 0 && result.restarts > 0 && !result.terminated);
	for (size_t i = 0; i < rows.n; i++) {
		T_REAL(rows.x[i][0], exp(1 - rows.t[i]), 1e-6);
		T_REAL(rows.x[i][1], -rows.x[i][0], 0);
		T_REAL(rows.x[i][2], i > 2, 0);
	}
	T_REAL(rows.t[2], 1 + log(2), 1e-6);
	T_REAL(rows.t[3], rows.t[2], 0);
	mdv_program_free(p);
}

static void runs_are_repeated_with_other_values_and_solvers(void)
{
	static const MdvSolver solver[] = {MDV_SOLVER_CVODE, MDV_SOLVER_IDA, MDV_SOLVER_RK45,
									   MDV_SOLVER_EULER, MDV_SOLVER_RADAU};
	static const MdvSetting set[] = {{"a", 2}, {"u", 1}, {"x0", 3}};
	static Rows rows;
	MdvSimulateOptions o = options(&rows);
	MdvProgram *p = compile(decay);
	MdvSimulateResult result;

	o.run.stop = 1;
	o.run.interval = 1e-3;
	o.run.no_events = true;
	o.set = set;
	o.n_set = 3;
	for (size_t k = 0; k < sizeof solver / sizeof *solver; k++) {
		rows.n = 0;
		o.run.solver = solver[k];
		T_INT(mdv_simulate(p, &o, &result), MDV_OK);
		T_INT(rows.n, 1001);
		T_REAL(rows.t[0], 0, 0);
		T_REAL(rows.x[0][0], 3, 0);
		T_REAL(rows.x[1000][0], 0.5 + 2.5 * exp(-2), k == 3 ? 1e-3 : 1e-6);
	}
	mdv_program_free(p);
}

static void no_options_are_options(void)
{
	MdvProgram *p = compile(decay);
	MdvSimulateOptions all = {.row = keep_row};
	static Rows rows;
	MdvSimulateResult result;

	T_INT(mdv_simulate(p, NULL, &result), MDV_OK);
	T_REAL(result.t, 3, 0);
	/* All variables, in the model's order. */
	rows = (Rows){.width = (size_t)mdv_program_model(p)->n_vars < 4
							   ? (size_t)mdv_program_model(p)->n_vars
							   : 4};
	all.user = &rows;
	T_INT(mdv_simulate(p, &all, &result), MDV_OK);
	for (size_t k = 0; k < rows.width; k++)
		if (!strcmp(mdv_program_model(p)->var[k].name, "x"))
			T_REAL(rows.x[0][k], 1, 0);
	mdv_program_free(p);
}

static void rows_may_stop_a_run(void)
{
	static Rows rows;
	MdvSimulateOptions o = options(&rows);
	MdvProgram *p = compile(decay);
	MdvSimulateResult result;

	rows.stop_after = 2;
	rows.with = MDV_STOPPED;
	T_INT(mdv_simulate(p, &o, &result), MDV_STOPPED);
	T_REAL(result.t, 1.5, 0);
	T_STR(result.message, "at time 1.5: stopped on request");
	rows.n = 0;
	rows.with = MDV_IO;
	T_INT(mdv_simulate(p, &o, &result), MDV_IO);
	T_STR(result.message, "at time 1.5: could not write");
	mdv_program_free(p);
}

static void what_goes_wrong_is_told(void)
{
	static const char *const unknown[] = {"x", "lowe"};
	static const MdvSetting evaluated = {"n", 3}, large = {"u", 100}, missing = {"y", 1},
							nothing = {"u", NAN}, start = {"x", 3};
	static Rows rows;
	MdvSimulateOptions o = options(&rows);
	MdvProgram *p = compile(decay);
	MdvSimulateResult result;

	o.variables = unknown;
	o.n_variables = 2;
	T_INT(mdv_simulate(p, &o, &result), MDV_NOT_FOUND);
	T_STR(result.message, "model Decay has no variable 'lowe'; did you mean 'low'?");
	o = options(&rows);
	o.run.solver = (MdvSolver)99;
	T_INT(mdv_simulate(p, &o, &result), MDV_BAD_ARGUMENT);
	T_STR(result.message, "the option solver cannot be 99");
	o = options(&rows);
	o.n_set = 1;
	o.set = &missing;
	T_INT(mdv_simulate(p, &o, &result), MDV_NOT_FOUND);
	T_STR(result.message, "model Decay has no variable 'y'");
	o.set = &nothing;
	T_INT(mdv_simulate(p, &o, &result), MDV_BAD_ARGUMENT);
	T_STR(result.message, "'u' cannot be set: the value is not finite");
	o.set = &start;
	T_INT(mdv_simulate(p, &o, &result), MDV_BAD_ARGUMENT);
	T_STR(result.message,
		  "'x' cannot be set: it has no start value that could be changed; set it when compiling");
	o.set = &evaluated;
	T_INT(mdv_simulate(p, &o, &result), MDV_OK); /* nothing depends on it */
	o.set = &large;
	T_INT(mdv_simulate(p, &o, &result), MDV_FAILED);
	T_CHECK(says(result.message, "too large"));
	T_CHECK(result.t > 1 && result.t < 1.1);
	T_INT(rows.x[rows.n - 1][0] < 5.1, true);
	o = options(&rows);
	o.run.stop = -1;
	T_INT(mdv_simulate(p, &o, &result), MDV_BAD_TIME);
	T_STR(result.message, "it cannot run from 0 to -1");
	mdv_program_free(p);
	mdv_compile_text("Wrong.mo", "model M Real x; equation x = y; end M;", NULL, &p);
	T_INT(mdv_simulate(p, NULL, &result), MDV_BAD_ARGUMENT);
	T_STR(result.message, "the program was not compiled: its messages tell why");
	mdv_program_free(p);
}

static void runs_out_of_time(const char *text)
{
	MdvProgram *p;
	MdvSimulateOptions o = {.run = mdv_options()};
	MdvSimulateResult result;

	T_INT(mdv_compile_text("M.mo", text, NULL, &p), MDV_OK);
	o.run.timeout = 0.05;
	T_INT(mdv_simulate(p, &o, &result), MDV_TIMED_OUT);
	T_CHECK(strstr(result.message, "out of time"));
	mdv_program_free(p);
}

static void functions_that_do_not_end_are_out_of_time(void)
{
	runs_out_of_time("model M\n  function f\n    input Real u;\n    output Real y = u;\n"
					 "  algorithm\n    while y < u + 1 loop\n      y := y - 1e-9;\n    end while;\n"
					 "  end f;\n  Real x = f(time);\nend M;\n");
	/* No loop, and never deep: more calls than anyone waits for. */
	runs_out_of_time("model M\n  function f\n    input Real u;\n    output Real y;\n  algorithm\n"
					 "    y := if u < 1 then 1 else f(u - 1) + f(u - 2);\n"
					 "  end f;\n  Real x = f(90 + time);\nend M;\n");
}

/* After the event the grid lags behind by more points than there are numbers. */
static void more_rows_than_anyone_waits_for_are_out_of_time(void)
{
	runs_out_of_time("model M\n  Real x(start = 0, fixed = true), y = if x > 0 then 1 else 2;\n"
					 "equation\n  der(x) = 1e20*y - x;\n"
					 "  annotation(experiment(Interval = 1e-308));\nend M;\n");
}

static void inputs_begin_with_their_start_values(void)
{
	static const char text[] = "model M input Real u(start = 2); input Boolean b(start = true);"
							   "type E = enumeration(one, two); input E e; input Integer k;"
							   "Real x(start = 0, fixed = true); equation der(x) = u + k + "
							   "(if b then 1 else 0) + Integer(e); end M;";
	static const char *const column[] = {"x"};
	static const MdvSetting set = {"u", 5};
	static Rows rows;
	MdvSimulateOptions o = options(&rows);
	MdvProgram *p = compile(text);
	MdvSimulateResult result;

	rows.width = 1;
	o.variables = column;
	o.n_variables = 1;
	T_INT(mdv_simulate(p, &o, &result), MDV_OK);
	T_REAL(rows.x[rows.n - 1][0], 4, 1e-9);
	rows.n = 0;
	o.set = &set;
	o.n_set = 1;
	T_INT(mdv_simulate(p, &o, &result), MDV_OK);
	T_REAL(rows.x[rows.n - 1][0], 7, 1e-9);
	mdv_program_free(p);
}

static void the_end_and_terminate_are_as_on_the_command_line(void)
{
	static const char text[] =
		"model M Real x(start = 0, fixed = true); equation der(x) = 1;"
		"when x > 1 then terminate(\"enough\"); end when; when terminal() then "
		"assert(false, \"the end\", AssertionLevel.warning); end when; end M;";
	static Rows rows;
	MdvSimulateOptions o = {.log = hear, .user = &rows, .run.stop = 0.5};
	MdvProgram *p = compile(text);
	MdvSimulateResult result;

	rows = (Rows){.n = 0};
	T_INT(mdv_simulate(p, &o, &result), MDV_OK);
	T_STR(rows.warning, "at time 0.5: the end (Test.mo:1)");
	o.run.stop = 2;
	T_INT(mdv_simulate(p, &o, &result), MDV_OK);
	T_CHECK(result.terminated);
	T_REAL(result.t, 1, 1e-9);
	T_CHECK(says(result.message, "terminated: enough"));
	mdv_program_free(p);
}

static void chattering_goes_on_as_on_the_command_line(void)
{
	static const char text[] = "model M Real x(start = 1, fixed = true); Boolean up = x < 0;"
							   "equation der(x) = if up then 1 else -1; end M;";
	MdvSimulateOptions o = {.run.stop = 3, .run.solver = MDV_SOLVER_RK45};
	MdvProgram *p = compile(text);
	MdvSimulateResult result;

	o.run.chattering = MDV_CHATTERING_REGULARIZE;
	T_INT(mdv_simulate(p, &o, &result), MDV_OK);
	T_REAL(result.t, 3, 0);
	o.run.chattering = MDV_CHATTERING_STOP;
	T_CHECK(mdv_simulate(p, &o, &result) != MDV_OK && result.t < 1.1);
	mdv_program_free(p);
}

static void one_time_alone_is_honoured(void)
{
	MdvSimulateOptions o = {.run = mdv_options()};
	MdvProgram *p = compile(decay);
	MdvSimulateResult result;

	o.run.stop = 2;
	T_INT(mdv_simulate(p, &o, &result), MDV_OK);
	T_REAL(result.t, 2, 0);
	o.run.stop = 1; /* where the model begins */
	T_INT(mdv_simulate(p, &o, &result), MDV_OK);
	T_REAL(result.t, 1, 0);
	o.run.stop = 0.5;
	T_INT(mdv_simulate(p, &o, &result), MDV_BAD_TIME);
	T_STR(result.message, "it cannot run from 1 to 0.5");
	o.run.stop = MDV_UNSET;
	o.run.log = MDV_LOG_STEPS; /* NULL: nobody is told */
	T_INT(mdv_simulate(p, &o, &result), MDV_OK);
	mdv_program_free(p);
}

static void what_cannot_be_set_is_refused_and_not_forgotten(void)
{
	static const char text[] =
		"model M parameter Real p(fixed = false, start = 1); final parameter Real last = 2;"
		"parameter Real q = 2, twice = 2 * q; Real x(start = 1, fixed = true), y = 2 * x, same = x;"
		"initial equation p = 3; equation der(x) = -p * x; end M;";
	static const char *const name[] = {"p", "last", "twice", "y", "same"};
	MdvProgram *p = compile(text), *other;
	MdvSimulateResult result;

	for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
		MdvSetting set = {name[i], 5};
		const char *const when_compiled[] = {name[i], "5", NULL};

		T_INT(mdv_simulate(p, &(MdvSimulateOptions){.set = &set, .n_set = 1}, &result),
			  MDV_BAD_ARGUMENT);
		T_CHECK(strstr(result.message, "cannot be set: "));
		if (!strcmp(name[i], "twice"))
			continue; /* its equation can be replaced there */
		T_INT(mdv_compile_text("M.mo", text, &(MdvCompileOptions){.set = when_compiled}, &other),
			  MDV_FAILED);
		T_CHECK(strstr(mdv_program_messages(other), "cannot be set to '5': "));
		mdv_program_free(other);
	}
	mdv_program_free(p);
}

int main(void)
{
	T_RUN(a_run_has_the_times_of_the_model);
	T_RUN(runs_are_repeated_with_other_values_and_solvers);
	T_RUN(no_options_are_options);
	T_RUN(rows_may_stop_a_run);
	T_RUN(what_goes_wrong_is_told);
	T_RUN(functions_that_do_not_end_are_out_of_time);
	T_RUN(more_rows_than_anyone_waits_for_are_out_of_time);
	T_RUN(inputs_begin_with_their_start_values);
	T_RUN(the_end_and_terminate_are_as_on_the_command_line);
	T_RUN(chattering_goes_on_as_on_the_command_line);
	T_RUN(one_time_alone_is_honoured);
	T_RUN(what_cannot_be_set_is_refused_and_not_forgotten);
	return T_END();
}
