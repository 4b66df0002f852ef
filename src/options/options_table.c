/* SPDX-License-Identifier: MIT
   options_table.c — the table of options as docs/options.md. */
#include "options/options.h"

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
	if (row->kind == OPTION_REAL && row->under != 0)
		plain_fprintf(out, "%g … %g", row->over, row->under);
	else if (row->kind == OPTION_REAL)
		plain_fprintf(out, "> %g", row->over);
	if (row->unit)
		fprintf(out, " %s", row->unit);
}

static void say_row(const OptionRow *row, FILE *out)
{
	bool in_c = row->takers & (TAKER_C_RUN | TAKER_C_PLANT | TAKER_C_COMPILE);
	Text help;

	text_init(&help, NULL);
	option_row_help(row, &help);
	fputs("| ", out);
	if (row->name)
		fprintf(out, "`%s%s%s`", row->name, option_row_gap(row), row->value ? row->value : "");
	fprintf(out, in_c ? " | `%s` | " : " | %.0s| ", row->field);
	fprintf(out, "%s | ", text_str(&help));
	say_range(row, out);
	fputs(" | ", out);
	say_otherwise(row, out);
	fputs(" | ", out);
	say_takers(row, out);
	fputs(" |\n", out);
	text_free(&help);
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
	exit_status_table(out);
}
