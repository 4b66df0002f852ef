/* SPDX-License-Identifier: MIT
   option_row.c — the table of all options as data, and reading the values of those that C has,
   too. */
#include "options/options.h"

#include <math.h>
#include <string.h>

/* What the table says of who takes an option. */
enum {
	RUN = TAKER_RUN,
	SWEEP = TAKER_SWEEP,
	COMPARE = TAKER_COMPARE,
	CONVERT = TAKER_CONVERT,
	REPORT = TAKER_REPORT,
	FILES = COMPARE | CONVERT | REPORT,
	LINEARIZE = TAKER_LINEARIZE,
	STEADY = TAKER_STEADY,
	FIT = TAKER_FIT,
	EXPLAIN = TAKER_EXPLAIN,
	CHECK = TAKER_CHECK,
	BUILD = TAKER_BUILD,
	BONDGRAPH = TAKER_BONDGRAPH,
	PROGRAM = TAKER_PROGRAM,
	POINTS = LINEARIZE | STEADY, /* no rows of theirs are written, and no DEVS component is taken */
	STUDIES =
		SWEEP | LINEARIZE | STEADY | FIT, /* what simulates a model many times, or looks into it */
	COMMANDS = TAKER_CHECK | TAKER_FLAT | RUN | EXPLAIN | BUILD | BONDGRAPH | STUDIES,
	RUNS = RUN | PROGRAM | STUDIES | TAKER_C_RUN,
	PLANTS = TAKER_C_PLANT,
	COMPILING = TAKER_C_COMPILE
};

#define ITEM(constant, number, text) {#text, number, false},
#define ITEM_LATER(text)             {#text, 0, true},
#define CHOICES(list)          \
	(const OptionChoice[])     \
	{                          \
		list(ITEM, ITEM_LATER) \
		{                      \
			NULL, 0, false     \
		}                      \
	}

/* What the table says begins with the name. */
#define ROW(what, run, in, member, ...) \
	{.kind = what, .in_run = run, .offset = in, .field = member, .name = __VA_ARGS__},
#define MDV_OPTION_RUN(kind, type, field, ...) \
	ROW(OPTION_##kind, true, offsetof(MdvOptions, field), #field, __VA_ARGS__)
#define MDV_OPTION_COMPILE(kind, field, ...) \
	ROW(OPTION_##kind, false, offsetof(Options, field), #field, __VA_ARGS__)
#define MDV_OPTION_TOOL(kind, field, ...) \
	ROW(OPTION_##kind, false, offsetof(Options, field), #field, __VA_ARGS__)
#define MDV_OPTION_LATER(...) ROW(OPTION_LATER, false, 0, "", __VA_ARGS__)

const OptionRow option_rows[] = {
#include "modevs/option_rows.h"
};

enum { N_ROWS = sizeof option_rows / sizeof *option_rows };
_Static_assert((int)N_ROWS <= (int)OPTION_MOST, "Options.given has room for each");
_Static_assert(sizeof(MdvSolver) == sizeof(int), "a CHOICE is kept as an int");

size_t option_row_count(void)
{
	return N_ROWS;
}

bool option_row_fits(const OptionRow *row, double x)
{
	return isfinite(x) && x > row->over && (row->under == 0 || x < row->under) &&
		   (!row->whole || x == floor(x));
}

void option_row_range(const OptionRow *row, Text *out)
{
	text_printf(out, "the %s must be ", row->noun);
	if (row->whole)
		text_printf(out, "a whole number from %.15g to %.15g", row->over + 1, row->under - 1);
	else if (row->under == 0)
		text_printf(out, "more than %g", row->over);
	else
		text_printf(out, "between %g and %g", row->over, row->under);
}

/* "; did you mean 'x'?", or all of them. */
static void suggest_choice(const OptionRow *row, const char *word, size_t len, Text *why)
{
	Suggest suggest;
	const char *before = "; it takes ";

	suggest_init(&suggest, word, len);
	for (const OptionChoice *c = row->choices; c->name; c++)
		if (!c->later)
			suggest_add(&suggest, c->name, strlen(c->name));
	if (suggest.n > 0) {
		suggest_text(&suggest, why);
		return;
	}
	for (const OptionChoice *c = row->choices; c->name; c++)
		if (!c->later) {
			text_printf(why, "%s%s", before, c->name);
			before = ", ";
		}
}

static bool find_choice(const OptionRow *row, const char *word, size_t len, int *value, Text *why)
{
	const OptionChoice *c = row->choices;
	const char *name = row->name ? row->name : row->field;

	while (c->name && (strlen(c->name) != len || memcmp(c->name, word, len) != 0))
		c++;
	if (c->name && !c->later) {
		*value = c->value;
		return true;
	}
	if (c->name) {
		text_printf(why, "'%s %s' is not there yet", name, c->name);
		return false;
	}
	text_printf(why, "%s knows no '%.*s'", name, (int)len, word);
	suggest_choice(row, word, len, why);
	return false;
}

static bool read_words(const OptionRow *row, const char *value, unsigned *bits, Text *why)
{
	unsigned all = 0;

	for (const char *at = value;; at++) {
		size_t len = strcspn(at, ",");
		int bit;

		if (!find_choice(row, at, len, &bit, why))
			return false;
		all |= (unsigned)bit;
		at += len;
		if (!*at)
			break;
	}
	*bits |= all;
	return true;
}

static bool read_number(const OptionRow *row, const char *value, double *x, Text *why)
{
	if (real_read(value, strlen(value), x))
		return true;
	text_printf(why, "'%s' needs a number, not '%s'", row->name ? row->name : row->field, value);
	return false;
}

bool option_row_read(const OptionRow *row, const char *value, void *field, Text *why)
{
	switch (row->kind) {
	case OPTION_TIME:
	case OPTION_REAL: return read_number(row, value, field, why);
	case OPTION_CHOICE: return find_choice(row, value, strlen(value), field, why);
	case OPTION_WORDS: return read_words(row, value, field, why);
	default: text_printf(why, "'%s' is no number and no choice", row->field); return false;
	}
}

void option_row_help(const OptionRow *row, Text *out)
{
	const char *mark = strchr(row->help, '%');
	const OptionChoice *c = row->choices;

	if (!mark || !c) { /* without choices it is a percent sign */
		text_printf(out, "%s", row->help);
		return;
	}
	text_add(out, row->help, (size_t)(mark - row->help));
	for (; c->name && !c->later; c++) {
		bool last = !c[1].name || c[1].later;
		const char *between = row->kind == OPTION_WORDS ? "," : last ? " or " : ", ";

		text_printf(out, "%s%s", c == row->choices ? "" : between, c->name);
	}
	text_printf(out, "%s", mark + 1);
}

const char *option_row_gap(const OptionRow *row)
{
	return row->value && strncmp(row->value, "[=", 2) != 0 ? " " : "";
}

const char *option_row_otherwise(const OptionRow *row)
{
	if (row->otherwise)
		return row->otherwise;
	return row->kind == OPTION_CHOICE ? row->choices[0].name : NULL;
}
