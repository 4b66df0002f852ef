/* SPDX-License-Identifier: MIT
   options_table.c — the table of options as docs/options.md. */
#include "options/options.h"

#include <string.h>

#define TAKER(name, taker, ...) {TAKER_##taker, #name},
static const struct {
	OptionTaker taker; /* who */
	const char *name;  /* in the table */
} takers[] = {OPTION_COMMANDS(TAKER){TAKER_PROGRAM, "programs"},
			  {TAKER_C_RUN, "C: runs"},
			  {TAKER_C_PLANT, "C: plants"},
			  {TAKER_C_COMPILE, "C: compiling"}};
#undef TAKER

static void say_takers(const OptionRow *row, FILE *out)
{
	const char *before = "";

	for (size_t i = 0; i < sizeof takers / sizeof *takers; i++)
		if (row->takers & takers[i].taker) {
			fprintf(out, "%s%s", before, takers[i].name);
			before = ", ";
		}
}

/* What holds if it is not given. */
static void say_otherwise(const OptionRow *row, FILE *out)
{
	if (row->otherwise)
		fputs(row->otherwise, out);
	else if (row->kind == OPTION_CHOICE)
		fprintf(out, "`%s`", row->choices[0].name);
}

static void say_range(const OptionRow *row, FILE *out)
{
	if (row->kind == OPTION_REAL && row->whole)
		plain_fprintf(out, "whole, %.15g … %.15g", row->over + 1, row->under - 1);
	else if (row->kind == OPTION_REAL)
		plain_fprintf(out, "> %g", row->over);
	if (row->kind == OPTION_REAL && row->under != 0 && !row->whole)
		plain_fprintf(out, ", < %g", row->under);
	if (row->unit)
		fprintf(out, "%s%s", row->kind == OPTION_REAL ? " " : "", row->unit);
}

static bool is_in_c(const OptionRow *row)
{
	return row->takers & (TAKER_C_RUN | TAKER_C_PLANT | TAKER_C_COMPILE);
}

static void say_row(const OptionRow *row, FILE *out)
{
	Text help;

	text_init(&help, NULL);
	option_row_help(row, &help);
	fputs("| ", out);
	if (row->name)
		fprintf(out, "`%s%s%s`", row->name, option_row_gap(row), row->value ? row->value : "");
	fprintf(out, is_in_c(row) ? " | `%s` | " : " | %.0s| ", row->field);
	fprintf(out, "%s | ", text_str(&help));
	say_range(row, out);
	fputs(" | ", out);
	say_otherwise(row, out);
	fputs(" | ", out);
	say_takers(row, out);
	fputs(" |\n", out);
	text_free(&help);
}

/* What the examples use; the tests run them behind these, in their order. */
static const char preparation[] =
	"modevs run examples/bouncing_ball/BouncingBall.mo -o ball.csv\n"
	"modevs build examples/bouncing_ball/BouncingBall.mo --kind fmu2 -o Ball\n"
	"printf 'e=0.95\\ng=1.62\\n' >moon.txt\n"
	"printf 'time,u\\n0,0\\n1,1\\n' >push.csv\n";

static void say_examples(FILE *out)
{
	fprintf(out,
			"\n## Examples\n\nTo be tried where the sources are; the tests run them in this order. "
			"The first lines make what others read; then each option has one.\n\n```sh\n%s",
			preparation);
	for (size_t i = 0; i < option_row_count(); i++)
		if (option_rows[i].example)
			fprintf(out, "modevs %s\n", option_rows[i].example);
	fputs("```\n", out);
}

static void say_page(const OptionRow *row, FILE *out)
{
	Text help;

	text_init(&help, NULL);
	option_row_help(row, &help);
	fprintf(out, "%s%s%s: %s\n", row->name, option_row_gap(row), row->value ? row->value : "",
			text_str(&help));
	text_free(&help);
	if (row->kind == OPTION_REAL || row->unit) {
		fputs(row->kind == OPTION_REAL ? "  range      " : "  unit       ", out);
		say_range(row, out);
		fputc('\n', out);
	}
	if (option_row_otherwise(row))
		fprintf(out, "  otherwise  %s\n", option_row_otherwise(row));
	fputs("  of         ", out);
	say_takers(row, out);
	if (is_in_c(row))
		fprintf(out, "\n  in C       %s", row->field);
	fprintf(out, "\n  example    modevs %s\n", row->example);
}

void options_table(FILE *out)
{
	fputs(
		"# Options\n\n"
		"Made by `modevs help options` from `include/modevs/option_rows.h`; do not edit. In C the\n"
		"options of runs and plants are the members of `MdvOptions` (`modevs/options.h`), as "
		"`run`\n"
		"in what `mdv_simulate`, `mdv_instance_simulate`, `mdv_hybrid_new` and\n"
		"`mdv_hybrid_atomic` are given, those of compiling members of `MdvCompileOptions`; "
		"`mdv_options_set` sets one by its name. Zero is what "
		"holds\n"
		"if nothing is said. Times count as they are written, 0 too; `MDV_UNSET` is the model's,\n"
		"and so are start and stop if both are 0.\n\n"
		"| option | in C | | range | otherwise | of |\n|---|---|---|---|---|---|\n",
		out);
	for (size_t i = 0; i < option_row_count(); i++)
		if (option_rows[i].kind != OPTION_LATER)
			say_row(&option_rows[i], out);
	say_examples(out);
	exit_status_table(out);
}

bool options_page(FILE *out, const char *name)
{
	bool found = false;

	for (size_t i = 0; i < option_row_count(); i++) {
		const OptionRow *row = &option_rows[i];

		if (!row->name || strcmp(row->name, name) != 0)
			continue;
		fputs(found ? "\n" : "", out);
		found = true;
		say_page(row, out);
	}
	return found;
}
