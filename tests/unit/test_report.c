/* SPDX-License-Identifier: MIT
   test_report.c — what a report keeps of a run, and the page. How the page behaves is looked at in
   a browser (tests/browser). */
#include "t.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void begin(ReportRun *r, Arena *keep, size_t n_sources)
{
	arena_init(keep, NULL);
	*r = (ReportRun){.keep = keep, .name = "M"};
	report_rows_begin(r, n_sources);
}

static void few_rows_are_kept_as_they_are(void)
{
	ReportRun r;
	Arena keep;

	begin(&r, &keep, 2);
	for (int i = 0; i < 5000; i++)
		report_rows_add(&r, i, (double[]){i, -i});
	T_INT(r.rows.t.n, 5000);
	T_INT(r.rows.per, 1);
	T_REAL(r.rows.low.at[2 * 4999 + 1], -4999, 0);
	arena_free(&keep);
}

/* A peak of one row among millions stays; so does the order of times. */
static void many_rows_keep_their_extremes(void)
{
	enum { N = 30000, SOURCES = 2048 }; /* room for 4096 rows */
	double *value = calloc(SOURCES, sizeof *value);
	float highest = 0;
	ReportRun r;
	Arena keep;

	begin(&r, &keep, SOURCES);
	T_INT(r.rows.most, 4096);
	for (int i = 0; value && i < N; i++) {
		value[7] = i == 12345 ? 9 : 0;
		report_rows_add(&r, i, value);
	}
	T_CHECK(r.rows.t.n <= 4096 && r.rows.t.n > 1024);
	T_INT(r.rows.n_given, N);
	T_INT((r.rows.t.n - 1) * r.rows.per + r.rows.in_last, N);
	for (size_t k = 0; k < r.rows.t.n; k++) {
		highest = fmaxf(highest, r.rows.high.at[k * SOURCES + 7]);
		T_CHECK(k == 0 || r.rows.t.at[k] > r.rows.t.at[k - 1]);
	}
	T_REAL(highest, 9, 0);
	free(value);
	arena_free(&keep);
}

static void texts_of_models_stay_texts(void)
{
	ReportVar var = {.name = "a</script>\"b\n", .unit = "", .source = -1, .value = NAN};
	ReportRun r;
	Arena keep;
	Text out;

	begin(&r, &keep, 0);
	text_init(&out, NULL);
	r.var = &var;
	r.n_vars = 1;
	report_event_add(&r, 0.5, "<b>");
	report_json(&r, &out);
	T_CHECK(strstr(text_str(&out), "a\\u003c/script>\\\"b\\u000a") != NULL);
	T_CHECK(strstr(text_str(&out), "\"v\":null") != NULL);
	T_CHECK(strstr(text_str(&out), "[0.5,\"\\u003cb>\"]") != NULL);
	T_CHECK(strchr(text_str(&out), '<') == NULL);
	text_free(&out);
	arena_free(&keep);
}

/* Columns: 1.0f and 2.0f are 0000803f 00000040; one that never changes is a number. */
static void columns_are_base64_or_a_number(void)
{
	ReportRun r;
	Arena keep;
	Text out;

	begin(&r, &keep, 2);
	text_init(&out, NULL);
	report_rows_add(&r, 0, (double[]){1, 3});
	report_rows_add(&r, 1, (double[]){2, 3});
	report_json(&r, &out);
	T_CHECK(strstr(text_str(&out), "\"col\":[\n\"AACAPwAAAEA=\",\n3]") != NULL);
	T_CHECK(strstr(text_str(&out), "\"rows\":2,\"per\":1") != NULL);
	text_free(&out);
	arena_free(&keep);
}

static void events_beyond_the_limit_are_counted(void)
{
	ReportRun r;
	Arena keep;

	begin(&r, &keep, 0);
	for (int i = 0; i < REPORT_EVENTS + 10; i++)
		report_event_add(&r, i, "x");
	T_INT(r.events.n, REPORT_EVENTS);
	T_INT(r.n_events, REPORT_EVENTS + 10);
	arena_free(&keep);
}

static void a_page_that_cannot_be_written_is_told(void)
{
	char error[512];
	ReportRun r;
	Arena keep;

	begin(&r, &keep, 0);
	T_INT(report_write(&r, 1, "/nowhere/at/all.html", error), MDV_IO);
	T_CHECK(strstr(error, "/nowhere/at/all.html") != NULL);
	arena_free(&keep);
}

int main(void)
{
	T_RUN(few_rows_are_kept_as_they_are);
	T_RUN(many_rows_keep_their_extremes);
	T_RUN(texts_of_models_stay_texts);
	T_RUN(columns_are_base64_or_a_number);
	T_RUN(events_beyond_the_limit_are_counted);
	T_RUN(a_page_that_cannot_be_written_is_told);
	return T_END();
}
