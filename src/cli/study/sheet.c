/* SPDX-License-Identifier: MIT
   sheet.c — the table of a sweep: a row for each run, in their order: its number, what was varied,
   what was measured, and how it went. CSV has the reason of a failure in words; MAT, which holds
   numbers, in place of it whether it failed. */
#include "cli/study/study.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static void put_text(FILE *to, const char *s)
{
	if (!strpbrk(s, ",\"\r\n")) {
		fputs(s, to);
		return;
	}
	fputc('"', to);
	for (; *s; s++)
		fputs(*s == '"' ? "\"\"" : *s == '\n' || *s == '\r' ? " " : (char[2]){*s, 0}, to);
	fputc('"', to);
}

static void put_number(FILE *to, double x)
{
	if (isfinite(x))
		fputs(text_real((char[32]){0}, x), to);
	else
		fputs(isnan(x) ? "NaN" : x > 0 ? "Inf" : "-Inf", to);
}

static void put_head(const Sheet *t, FILE *to)
{
	fputs("run", to);
	for (size_t i = 0; i < t->design->n; i++) {
		fputc(',', to);
		put_text(to, t->design->column[i].name);
	}
	for (size_t i = 0; i < t->measures->n; i++) {
		fputc(',', to);
		put_text(to, t->measures->at[i].label);
	}
	fputs(",status\n", to);
}

static bool write_csv(const Sheet *t, Journal *j, double value[], Arena *scratch, FILE *to)
{
	JournalRun r;

	put_head(t, to);
	for (uint64_t i = 0; i < j->n_runs; i++) {
		ArenaMark mark = arena_mark(scratch);

		if (!journal_get(j, i, &r, value))
			return false;
		fprintf(to, "%llu", (unsigned long long)i + 1);
		for (size_t k = 0; k < t->design->n; k++) {
			fputc(',', to);
			put_text(to, design_text(t->design, k, i, scratch));
		}
		for (size_t k = 0; k < t->measures->n; k++) {
			fputc(',', to);
			if (r.status == MDV_OK)
				put_number(to, value[k]);
		}
		fputc(',', to);
		put_text(to, r.status == MDV_OK ? "ok" : r.reason);
		fputc('\n', to);
		arena_release(scratch, mark);
	}
	return true;
}

static MdvStatus write_mat(const Sheet *t, Journal *j, double value[], Arena *keep, Out *out)
{
	size_t n = t->design->n + t->measures->n + 1;
	OutColumn *column = NEW_ARRAY(keep, OutColumn, n);
	double *row = NEW_ARRAY(keep, double, n);
	JournalRun r;

	for (size_t i = 0; i < n; i++)
		column[i] = (OutColumn){.source = (int32_t)i,
								.name = i < t->design->n ? t->design->column[i].name
										: i + 1 < n      ? t->measures->at[i - t->design->n].label
														 : "failed"};
	TRY(out_open(out, NULL, t->path, OUT_BY_SUFFIX, (OutColumns){column, n}));
	for (uint64_t i = 0; i < j->n_runs; i++) {
		if (!journal_get(j, i, &r, value))
			return MDV_IO;
		for (size_t k = 0; k < t->design->n; k++)
			row[k] = design_value(t->design, k, i);
		for (size_t k = 0; k < t->measures->n; k++)
			row[t->design->n + k] = r.status == MDV_OK ? value[k] : NAN;
		row[n - 1] = r.status != MDV_OK;
		TRY(out_row(out, (double)(i + 1), row));
	}
	return MDV_OK;
}

bool sheet_write(const Sheet *t, Journal *j, Arena *keep, Text *why)
{
	double *value = NEW_ARRAY(keep, double, t->measures->n + 1);
	bool to_stdout = !strcmp(t->path, "-"), ok;
	Out out = {.fd = -1};
	FILE *to;

	if (out_format(t->path) == OUT_MAT) {
		ok = write_mat(t, j, value, keep, &out) == MDV_OK;
		ok = out_close(&out) == MDV_OK && ok;
		if (!ok)
			text_printf(why, "%s", *out.error ? out.error : "a run is missing");
		return ok;
	}
	to = to_stdout ? stdout : file_create(t->path, false);
	if (!to) {
		text_printf(why, "'%s': %s", t->path, file_error(errno));
		return false;
	}
	ok = write_csv(t, j, value, keep, to);
	if (!ok)
		text_printf(why, "a run is missing");
	if (ferror(to) || (to_stdout ? fflush(to) : fclose(to)) != 0) {
		text_printf(why, "'%s': %s", t->path, file_error(errno));
		ok = false;
	}
	return ok;
}
