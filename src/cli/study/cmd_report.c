/* SPDX-License-Identifier: MIT
   cmd_report.c — modevs report: a page of one or more results (report/), overlaid, with
   differences. A result file tells names, descriptions and numbers, but not
   which variables are Booleans, or steps. */
#include "cli/study/study.h"
#include "report/report.h"

#include <string.h>

/* A description ends with the unit in brackets, if there is one. */
static const char *unit_of(const char *comment, Arena *keep)
{
	size_t n = comment ? strlen(comment) : 0;
	const char *open = n > 2 && comment[n - 1] == ']' ? strrchr(comment, '[') : NULL;

	return open ? arena_strndup(keep, open + 1, (size_t)(comment + n - 1 - (open + 1))) : "";
}

static const char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool add_run(const Options *o, const char *path, ReportRun *run, Arena *keep)
{
	double *row;
	bool *wanted;
	Series s;

	if (!series_read(&s, path, keep)) {
		render_say(stderr, "%s: %s\n", o->program, s.error);
		return false;
	}
	wanted = NEW_ARRAY(keep, bool, s.n + 1);
	if (!series_choose(&s, o, wanted, keep))
		return false;
	*run = (ReportRun){.keep = keep, .name = name_of(path), .var = NEW_ARRAY(keep, ReportVar, s.n)};
	row = NEW_ARRAY(keep, double, s.n + 1);
	for (size_t i = 0; i < s.n; i++)
		if (wanted[i])
			run->var[run->n_vars++] = (ReportVar){.name = s.column[i].name,
												  .unit = unit_of(s.column[i].comment, keep),
												  .comment = s.column[i].comment,
												  .source = (int32_t)i};
	report_rows_begin(run, s.n);
	for (size_t i = 0; i < s.n_rows; i++) {
		for (size_t k = 0; k < s.n; k++)
			row[k] = s.column[k].x[i];
		report_rows_add(run, s.t[i], row);
	}
	return true;
}

static int report(void *arg)
{
	const Options *o = ((Questioned *)arg)->o;
	Arena *keep = &((Questioned *)arg)->keep;
	size_t n = o->more.n + 1;
	ReportRun *run = NEW_ARRAY(keep, ReportRun, n);
	char error[512];

	if (!o->report)
		return options_wrong(o, "where to? --report FILE.html"), EXIT_USAGE;
	if (!question_may_write(o, o->report))
		return EXIT_USAGE;
	interrupt_phase("reading", NULL);
	for (size_t i = 0; i < n; i++)
		if (!add_run(o, i ? o->more.at[i - 1] : o->what, &run[i], keep))
			return EXIT_USAGE;
	interrupt_phase("writing", NULL);
	if (report_write(run, n, o->report, error) != MDV_OK) {
		render_say(stderr, "%s: %s\n", o->program, error);
		return EXIT_RUN;
	}
	replace_mark(o->report);
	return EXIT_DONE;
}

int cmd_report(const Options *o)
{
	return question_run(o, report);
}
