/* SPDX-License-Identifier: MIT
   Requests by name, results in memory, diagnostics as structs; one program simulated by several
   threads at once. */
#define _DEFAULT_SOURCE /* mkstemps */
#include "t.h"
#include "modevs/request.h"

#include <pthread.h>
#include <stdlib.h>

static const char ball[] =
	"model Ball parameter Real e = 0.7; parameter Real g = 9.81; Real h(start = 1, fixed = true, "
	"unit = \"m\"); Real v(start = 0, fixed = true); Real low = -h; Integer n(start = 0, fixed = "
	"true); equation der(h) = v; der(v) = -g; when h <= 0 then reinit(v, -e * pre(v)); n = pre(n) "
	"+ 1; end when; end Ball;";

static MdvProgram *compile(MdvRequest *r, const char *text)
{
	MdvProgram *p = NULL;

	if (mdv_request_compile(r, "Ball.mo", text, &p) != MDV_OK)
		T_FAIL("%s", mdv_request_why(r));
	return p;
}

static size_t find(const MdvResults *results, const char *name, MdvVariable *v)
{
	size_t i = 0;

	while (mdv_results_variable(results, i, v) && strcmp(v->name, name) != 0)
		i++;
	return i;
}

static void results_have_rows_parameters_and_events(void)
{
	MdvRequest *r = mdv_request_new();
	MdvProgram *p = compile(r, ball);
	MdvSimulateResult out;
	MdvResults *results;
	MdvResultEvent event;
	MdvVariable v;
	double t[2000], h[2000], low[2000];
	size_t n;

	T_INT(mdv_request_option(r, "stop", "0.5"), MDV_OK);
	T_INT(mdv_request_number(r, "e", 0.5), MDV_OK);
	T_INT(mdv_request_simulate(r, p, true, &out, &results), MDV_OK);
	n = mdv_results_rows(results);
	T_INT(n, out.rows);
	T_CHECK(n > 400 && n < 2000);
	mdv_results_times(results, t);
	T_CHECK(mdv_results_values(results, find(results, "h", &v), h));
	T_STR(v.unit, "m");
	T_CHECK(mdv_results_values(results, find(results, "low", &v), low));
	T_REAL(t[n - 1], 0.5, 0);
	for (size_t i = 0; i < n; i++)
		T_REAL(low[i], -h[i], 0);
	find(results, "e", &v);
	T_REAL(v.value, 0.5, 0);
	T_CHECK(mdv_results_event(results, 0, &event));
	T_REAL(event.t, sqrt(2 / 9.81), 1e-5);
	T_CHECK(event.state);
	T_CHECK(strstr(event.changes, "n: 0 -> 1") != NULL);
	T_CHECK(!mdv_results_event(results, mdv_results_events(results), &event));
	T_CHECK(!mdv_results_values(results, mdv_results_variables(results), h));
	T_CHECK(mdv_results_svg(results, &(size_t){mdv_results_variables(results)}, 1) == NULL);
	T_CHECK(strstr(mdv_results_svg(results, &(size_t){find(results, "h", &v)}, 1), "<svg"));
	mdv_results_free(results);
	mdv_program_free(p);
	mdv_request_free(r);
}

static void what_is_wrong_is_told(void)
{
	MdvRequest *r = mdv_request_new();
	MdvProgram *p = compile(r, ball), *bad = NULL;
	MdvSimulateResult out;
	MdvResults *results;
	MdvDiagnostic d;

	T_INT(mdv_request_option(r, "stopp", "1"), MDV_NOT_FOUND);
	T_CHECK(strstr(mdv_request_why(r), "'stop'") != NULL);
	T_INT(mdv_request_option(r, "code", "fast"), MDV_BAD_ARGUMENT);
	T_INT(mdv_request_option(r, "strict", "yes"), MDV_BAD_ARGUMENT);
	T_INT(mdv_request_want(r, "loww"), MDV_OK);
	T_INT(mdv_request_simulate(r, p, false, &out, &results), MDV_NOT_FOUND);
	T_CHECK(!results);
	T_STR(mdv_request_why(r), "model Ball has no variable 'loww'; did you mean 'low'?");
	T_INT(mdv_request_compile(r, "Bad.mo", "model Bad\n  Real x = y;\nend Bad;", &bad), MDV_FAILED);
	T_INT(mdv_program_diagnostics(bad), 1);
	T_CHECK(mdv_program_diagnostic(bad, 0, &d));
	T_INT(d.severity, MDV_ERROR);
	T_INT(d.line, 2);
	T_INT(d.column, 12);
	T_STR(d.file, "Bad.mo");
	T_STR(d.code, "E0401");
	T_CHECK(!mdv_program_diagnostic(bad, 1, &d));
	T_INT(mdv_program_variables(bad), 0);
	T_STR(mdv_program_name(bad), "");
	T_STR(mdv_program_name(p), "Ball");
	T_INT(mdv_request_simulate(r, bad, false, &out, &results), MDV_BAD_ARGUMENT);
	T_INT(mdv_request_size("MdvNothing"), 0);
	T_INT(mdv_request_size("MdvValue"), sizeof(MdvValue));
	mdv_program_free(bad);
	mdv_program_free(p);
	mdv_request_free(r);
}

static void a_request_that_is_stopped_ends(void)
{
	MdvRequest *r = mdv_request_new();
	MdvProgram *p = compile(r, ball), *none = NULL;
	MdvSimulateResult out;
	MdvResults *results;

	mdv_request_stop(r);
	T_INT(mdv_request_simulate(r, p, false, &out, &results), MDV_STOPPED);
	mdv_results_free(results);
	T_INT(mdv_request_compile(r, "Ball.mo", ball, &none), MDV_STOPPED);
	mdv_program_free(none);
	mdv_program_free(p);
	mdv_request_free(r);
}

/* The same as a file of the command line is tested in tests/python. */
static void files_that_are_not_ours_are_kept(void)
{
	MdvRequest *r = mdv_request_new();
	MdvProgram *p = compile(r, ball);
	MdvSimulateResult out;
	MdvResults *results;
	char why[512], path[] = "/tmp/modevs-test-XXXXXX.csv";
	int fd = mkstemps(path, 4);
	FILE *file = fdopen(fd, "w");

	fputs("mine\n", file);
	fclose(file);
	T_INT(mdv_request_option(r, "stop", "0.1"), MDV_OK);
	T_INT(mdv_request_simulate(r, p, false, &out, &results), MDV_OK);
	T_INT(mdv_results_save(results, path, false, why, sizeof why), MDV_IO);
	T_CHECK(*why);
	T_INT(mdv_results_save(results, path, true, why, sizeof why), MDV_OK);
	T_INT(mdv_results_save(results, path, false, why, sizeof why), MDV_OK);
	T_INT(mdv_results_save(results, "x.txt", false, why, sizeof why), MDV_BAD_ARGUMENT);
	remove(path);
	mdv_results_free(results);
	mdv_program_free(p);
	mdv_request_free(r);
}

enum { THREADS = 4, RUNS = 10 };

typedef struct Thread {
	const MdvProgram *p; /* shared */
	double last[RUNS];   /* the last height of each run */
} Thread;

static void *run_many(void *ctx)
{
	Thread *thread = ctx;

	for (int i = 0; i < RUNS; i++) {
		MdvRequest *r = mdv_request_new();
		MdvSimulateResult out;
		MdvResults *results = NULL;
		MdvVariable v;
		double h[4000];

		mdv_request_option(r, "stop", "1");
		mdv_request_number(r, "e", 0.6 + 0.02 * i);
		if (mdv_request_simulate(r, thread->p, true, &out, &results) == MDV_OK) {
			mdv_results_values(results, find(results, "h", &v), h);
			thread->last[i] = h[mdv_results_rows(results) - 1];
		}
		mdv_results_free(results);
		mdv_request_free(r);
	}
	return NULL;
}

static void threads_share_a_program(void)
{
	MdvRequest *r = mdv_request_new();
	MdvProgram *p = compile(r, ball);
	Thread thread[THREADS + 1] = {{.p = p}, {.p = p}, {.p = p}, {.p = p}, {.p = p}};
	pthread_t id[THREADS];

	for (int k = 0; k < THREADS; k++)
		pthread_create(&id[k], NULL, run_many, &thread[k]);
	for (int k = 0; k < THREADS; k++)
		pthread_join(id[k], NULL);
	run_many(&thread[THREADS]);
	for (int k = 0; k < THREADS; k++)
		for (int i = 0; i < RUNS; i++)
			T_REAL(thread[k].last[i], thread[THREADS].last[i], 0);
	T_CHECK(thread[0].last[0] > 0);
	mdv_program_free(p);
	mdv_request_free(r);
}

int main(void)
{
	T_RUN(results_have_rows_parameters_and_events);
	T_RUN(what_is_wrong_is_told);
	T_RUN(a_request_that_is_stopped_ends);
	T_RUN(files_that_are_not_ours_are_kept);
	T_RUN(threads_share_a_program);
	return T_END();
}
