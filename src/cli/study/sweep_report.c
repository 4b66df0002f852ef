/* SPDX-License-Identifier: MIT
   sweep_report.c — --report of a sweep: its table as a page (report/page/sweep.js) with points,
   heat maps and weights. Of more than REPORT_CELLS values every second, fourth … run is told, so
   that the page and the memory for it stay bounded; how many were left out is said. */
#include "cli/study/sweep.h"
#include "report/report.h"

#include <math.h>
#include <string.h>

enum {
	REPORT_CELLS = 1 << 20, /* values of the page, at most */
	REPORT_REASONS = 500    /* failed runs whose reason is told, at most */
};

/* A varied value as the page has it: of texts which of them, from 1. */
static float varied_value(const Sweep *s, size_t column, uint64_t run)
{
	const DesignColumn *c = &s->design.column[column];
	const char *text;

	if (!c->texts)
		return (float)design_value(&s->design, column, run);
	text = design_text(&s->design, column, run, NULL);
	for (size_t i = 0; i < c->text.n; i++)
		if (c->text.at[i] == text)
			return (float)(i + 1);
	return NAN;
}

/* Column by column: what was varied, then what was measured; `ok` has 1 or 0 for each run. */
static void collect(Sweep *s, uint64_t every, size_t rows, float *x, char *ok)
{
	JournalRun r;

	for (size_t k = 0; k < rows; k++) {
		bool good = journal_get(&s->journal, k * every, &r, s->value) && r.status == MDV_OK;

		ok[k] = good ? '1' : '0';
		for (size_t i = 0; i < s->design.n; i++)
			x[i * rows + k] = varied_value(s, i, k * every);
		for (size_t i = 0; i < s->measures.n; i++)
			x[(s->design.n + i) * rows + k] = good ? (float)s->value[i] : NAN;
	}
}

static void add_column(Text *out, const char *name, const DesignColumn *c, const float x[],
					   size_t rows)
{
	text_printf(out, "{\"n\":");
	report_json_text(out, name);
	if (c && c->log)
		text_printf(out, ",\"log\":1");
	for (size_t i = 0; c && c->texts && i < c->text.n; i++) {
		text_printf(out, i ? "," : ",\"e\":[");
		report_json_text(out, c->text.at[i]);
		text_printf(out, i + 1 == c->text.n ? "]" : "");
	}
	text_printf(out, ",\"x\":");
	report_json_floats(out, x, rows);
	text_printf(out, "}");
}

static void add_failed(Sweep *s, Text *out)
{
	uint64_t failed = 0;
	JournalRun r;

	text_printf(out, ",\n\"failed\":[");
	for (uint64_t i = 0; i < s->design.n_runs; i++) {
		if (!journal_get(&s->journal, i, &r, s->value) || r.status == MDV_OK)
			continue;
		if (failed++ >= REPORT_REASONS)
			continue;
		text_printf(out, failed > 1 ? ",\n[%llu," : "[%llu,", (unsigned long long)i + 1);
		report_json_text(out, r.reason);
		text_printf(out, "]");
	}
	text_printf(out, "],\"nFailed\":%llu}", (unsigned long long)failed);
}

static void add_sweep(Sweep *s, Text *out)
{
	size_t n = s->design.n + s->measures.n, rows;
	uint64_t every = 1;
	float *x;
	char *ok;

	while (s->design.n_runs / every * (n + 1) > REPORT_CELLS)
		every *= 2;
	rows = (size_t)((s->design.n_runs + every - 1) / every);
	x = NEW_ARRAY(&s->keep, float, n *rows + 1);
	ok = NEW_ARRAY(&s->keep, char, rows + 1);
	collect(s, every, rows, x, ok);
	text_printf(out, "{\"kind\":\"sweep\",\"name\":");
	report_json_text(out, s->name);
	text_printf(out, ",\"sample\":\"%s\",\"runs\":%llu,\"every\":%llu,\"ok\":\"%s\",\n\"varied\":[",
				s->design.sample == MDV_SAMPLE_GRID ? "grid" : "drawn",
				(unsigned long long)s->design.n_runs, (unsigned long long)every, ok);
	for (size_t i = 0; i < n; i++) {
		const DesignColumn *c = i < s->design.n ? &s->design.column[i] : NULL;

		text_printf(out, i == s->design.n ? "],\n\"measured\":[" : i ? ",\n" : "");
		add_column(out, c ? c->name : s->measures.at[i - s->design.n].label, c, x + i * rows, rows);
	}
	text_printf(out, s->measures.n ? "]" : "],\n\"measured\":[]");
	add_failed(s, out);
}

bool sweep_report(Sweep *s, Text *why)
{
	char error[512];
	MdvStatus status;
	Text json;

	text_init(&json, NULL);
	add_sweep(s, &json);
	status = report_write_study(&json, s->o->report, error);
	text_free(&json);
	if (status == MDV_OK)
		replace_mark(s->o->report);
	else
		text_printf(why, "%s", error);
	return status == MDV_OK;
}
