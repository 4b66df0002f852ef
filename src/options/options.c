/* SPDX-License-Identifier: MIT
   options.c — command lines: those of the commands of modevs and of the programs that `modevs
   build` makes, by the one table of options. */
#include "options/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROW(command, bits, number, count, what, why) \
	{#command, "modevs " #command, what, why, TAKER_##bits, count},
const OptionsCommand options_commands[] = {OPTION_COMMANDS(ROW){.name = NULL}};
#undef ROW

/* The command whose line it is; NULL: a program made. */
static const OptionsCommand *command_of(const Options *o)
{
	const OptionsCommand *c = options_commands;

	while (c->name && c->taker != o->taker)
		c++;
	return c->name ? c : NULL;
}

/* What the command works on, for the usage; "": nothing. */
static const char *operand(const Options *o)
{
	const OptionsCommand *c = command_of(o);

	return c ? c->operands : "";
}

bool options_wrong(const Options *o, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s: ", o->program);
	va_start(args, format);
	plain_vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\nusage: %s [OPTION]...%s%s   (--help lists the options)\n", o->program,
			*operand(o) ? " " : "", operand(o));
	return false;
}

void options_warn(const Options *o, const char *format, ...)
{
	va_list args;
	Text text;

	if (o->quiet)
		return;
	text_init(&text, NULL);
	va_start(args, format);
	text_vprintf(&text, format, args);
	va_end(args);
	render_say(stderr, "%s: warning: %s\n", o->program, text_str(&text));
	text_free(&text);
}

/* Tells the text and frees it. */
static bool wrong_text(const Options *o, Text *why)
{
	options_wrong(o, "%s", text_str(why));
	text_free(why);
	return false;
}

static bool takes(const Options *o, const OptionRow *row)
{
	return row->name && row->takers & o->taker;
}

void options_help(const Options *o, FILE *out)
{
	fprintf(out, "usage: %s [OPTION]...%s%s\n\noptions, and in brackets what holds without them:\n",
			o->program, *operand(o) ? " " : "", operand(o));
	for (size_t i = 0; i < option_row_count(); i++) {
		const OptionRow *row = &option_rows[i];
		const char *otherwise = option_row_otherwise(row);
		char left[64];
		Text help;

		if (!takes(o, row))
			continue;
		snprintf(left, sizeof left, "%s%s%s", row->name, option_row_gap(row),
				 row->value ? row->value : "");
		text_init(&help, NULL);
		option_row_help(row, &help);
		fprintf(out, otherwise ? "  %-24s %s [%s]\n" : "  %-24s %s\n", left, text_str(&help),
				otherwise);
		text_free(&help);
	}
}

static bool unknown(const Options *o, const char *name, size_t len)
{
	Suggest suggest;
	Text why;

	suggest_init(&suggest, name, len);
	for (size_t i = 0; i < option_row_count(); i++)
		if (takes(o, &option_rows[i]) && strlen(option_rows[i].name) > 2)
			suggest_add(&suggest, option_rows[i].name, strlen(option_rows[i].name));
	text_init(&why, NULL);
	text_printf(&why, "there is no option '%.*s'", (int)len, name);
	suggest_text(&suggest, &why);
	return wrong_text(o, &why);
}

/* The first command that takes it; run before others. */
static const char *first_taker(const OptionRow *row)
{
	const OptionsCommand *c = options_commands;

	if (row->takers & TAKER_RUN)
		return "run";
	while (c->name && !(row->takers & c->taker))
		c++;
	return c->name ? c->name : "C";
}

/* The option of a name that this command takes; NULL: said what is wrong. */
static const OptionRow *find_option(const Options *o, const char *name, size_t len)
{
	const OptionRow *others = NULL;

	for (size_t i = 0; i < option_row_count(); i++) {
		const OptionRow *row = &option_rows[i];

		if (!row->name || strlen(row->name) != len || memcmp(row->name, name, len) != 0)
			continue;
		if (takes(o, row))
			return row;
		others = others ? others : row;
	}
	if (others && o->taker == TAKER_PROGRAM)
		options_wrong(o, "'%s' is an option of 'modevs %s', not of the programs that it makes",
					  others->name, first_taker(others));
	else if (others)
		options_wrong(o, "'%s' is an option of %s, not of %s", others->name, first_taker(others),
					  strrchr(o->program, ' ') + 1);
	else
		unknown(o, name, len);
	return NULL;
}

static bool read_value(Options *o, const OptionRow *row, const char *value, void *field)
{
	Text why;

	text_init(&why, NULL);
	if (!option_row_read(row, value, field, &why))
		return wrong_text(o, &why);
	text_free(&why);
	return true;
}

static bool keep(Options *o, const OptionRow *row, const char *value)
{
	void *field = (char *)(row->in_run ? (void *)&o->run : o) + row->offset;

	switch (row->kind) {
	case OPTION_FLAG: *(bool *)field = true; return true;
	case OPTION_TEXT: *(const char **)field = value; return true;
	case OPTION_TEXTS:
	case OPTION_DIRS: return vec_push(arena_allocator(&o->texts), (OptionsDirs *)field, value);
	case OPTION_SETS: return argument_set(o, value);
	case OPTION_PLOTS: return argument_plot(o, value);
	case OPTION_RESULT: return argument_out(o, value);
	case OPTION_REGEX: return argument_vars(o, value);
	case OPTION_STATS: return argument_stats(o, value);
	case OPTION_SIZE: return argument_size(o, value, field);
	case OPTION_LATER: return options_wrong(o, "'%s' is not there yet", row->name);
	default: return read_value(o, row, value, field);
	}
}

/* An argument that starts with a hyphen and is neither "-" nor a number. */
static bool looks_like_option(const char *arg)
{
	double x;

	return arg[0] == '-' && arg[1] && !real_read(arg, strlen(arg), &x);
}

/* Takes the option at argv[*i], and what follows it, if anything. A value may be the next argument,
   or stand behind '=', or right behind an option of one letter. */
static bool take_option(Options *o, int argc, char **argv, int *i)
{
	const char *arg = strcmp(argv[*i], "-h") ? argv[*i] : "--help", *value = NULL;
	bool is_long = arg[1] == '-';
	size_t len = is_long ? strcspn(arg, "=") : 2;
	const OptionRow *row = find_option(o, arg, len);
	bool *given;

	if (!row)
		return false;
	given = &o->given[row - option_rows];
	if (*given && !row->again)
		return options_wrong(o, "'%s' is given twice", row->name);
	*given = true;
	if (arg[len])
		value = arg + len + is_long;
	if (value && row->kind == OPTION_FLAG)
		return options_wrong(o, "'%s' takes no value", row->name);
	if (!value && row->kind != OPTION_FLAG && row->kind != OPTION_STATS &&
		row->kind != OPTION_LATER) {
		if (*i + 1 == argc || looks_like_option(argv[*i + 1]))
			return options_wrong(o, "'%s' needs a value: %s", row->name, row->value);
		value = argv[++*i];
	}
	if (value && !*value)
		return options_wrong(o, "'%s' needs a value: %s", row->name, row->value);
	return keep(o, row, value);
}

static const void *field_of(const Options *o, const OptionRow *row)
{
	return (const char *)(row->in_run ? (const void *)&o->run : o) + row->offset;
}

/* Numbers that were given lie in their range. */
static bool check_ranges(const Options *o)
{
	for (size_t i = 0; i < option_row_count(); i++) {
		const OptionRow *row = &option_rows[i];
		Text why;

		if (row->kind != OPTION_REAL || !o->given[i])
			continue;
		if (row->in_run && row->offset == offsetof(MdvOptions, interval) && o->run.interval == 0 &&
			o->run.start == o->run.stop)
			continue; /* a run of no length has no points between */
		if (option_row_fits(row, *(const double *)(field_of(o, row))))
			continue;
		text_init(&why, NULL);
		option_row_range(row, &why);
		return wrong_text(o, &why);
	}
	return true;
}

static bool has_operands(const Options *o)
{
	const OptionsCommand *c = command_of(o);

	if (!c || (c->n_operands == 2 ? o->second : o->what))
		return true;
	return c->n_operands == 2 ? options_wrong(o, "two files are needed: %s", c->operands)
		   : strstr(c->operands, "CLASS") ? options_wrong(o, "which file or class?")
										  : options_wrong(o, "which file?");
}

/* What no option can tell by itself. */
static bool check_together(const Options *o)
{
	if (o->run.stop < o->run.start)
		return options_wrong(o, "the stop time must not be before the start time");
	if (!check_ranges(o))
		return false;
	if (o->quiet && o->verbose)
		return options_wrong(o, "'-q' or '-v', not both");
	if (o->json && o->dot)
		return options_wrong(o, "'--json' or '--dot', not both");
	if (o->dump && (o->json || o->dot))
		return options_wrong(o, "'--dump' or '%s', not both", o->json ? "--json" : "--dot");
	if (o->dump && !strcmp(o->dump, "list"))
		return true;
	return has_operands(o);
}

static bool take_operand(Options *o, const char *arg)
{
	if (o->taker == TAKER_PROGRAM)
		return options_wrong(o, "there is no option '%s'", arg);
	if (!o->what)
		o->what = arg;
	else if (command_of(o)->n_operands == MANY_OPERANDS)
		return vec_push(arena_allocator(&o->texts), &o->more, arg);
	else if (command_of(o)->n_operands == 2 && !o->second)
		o->second = arg;
	else if (command_of(o)->n_operands == 2)
		return options_wrong(o, "two files at a time: '%s' is one too many", arg);
	else
		return options_wrong(o, "one file or class at a time: '%s' is one too many", arg);
	return true;
}

static bool read_all(Options *o, int argc, char **argv)
{
	bool only_operands = false;

	o->run = mdv_options();
	arena_init(&o->texts, NULL);
	o->texts.no_memory = guard_no_memory;
	for (int i = 0; i < argc; i++) {
		const char *arg = argv[i];

		if (only_operands || arg[0] != '-' || !arg[1]) {
			if (!take_operand(o, arg))
				return false;
		} else if (!strcmp(arg, "--")) {
			only_operands = true;
		} else if (!take_option(o, argc, argv, &i)) {
			return false;
		} else if (o->help) {
			return true;
		}
	}
	if (o->run.stop == 0)
		o->run.stop = -0.0; /* from 0 to 0 is meant as it is written, not as {0} */
	if (o->verbose && o->taker == TAKER_RUN && o->stats == STATS_NONE)
		o->stats = STATS_TEXT;
	return check_together(o) && argument_params(o);
}

bool options_read(Options *o, const char *command, int argc, char **argv)
{
	size_t i = 0;

	while (strcmp(options_commands[i].name, command) != 0)
		i++;
	*o = (Options){.program = options_commands[i].program, .taker = options_commands[i].taker};
	return read_all(o, argc, argv);
}

const char *options_program_name(int argc, char **argv)
{
	const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;

	return slash ? slash + 1 : argc > 0 ? argv[0] : "model";
}

bool options_read_program(Options *o, int argc, char **argv)
{
	*o = (Options){.program = options_program_name(argc, argv), .taker = TAKER_PROGRAM};
	return read_all(o, argc > 0 ? argc - 1 : 0, argv + 1);
}

void options_free(Options *o)
{
	arena_free(&o->texts);
}
