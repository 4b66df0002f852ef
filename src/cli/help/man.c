/* SPDX-License-Identifier: MIT
   man.c — modevs help man: the manual page, in the language of man(7), made of the tables of
   commands, options and exit statuses. */
#include "cli/help/help.h"

#include <string.h>

/* Hyphens are those that one types; a line that begins with a dot would be a request. */
static void write_text(FILE *to, const char *s)
{
	if (*s == '.' || *s == '\'')
		fputs("\\&", to);
	while (*s) {
		uint32_t code = 0;
		size_t n = text_utf8(s, strlen(s), &code);

		if (code > 127)
			fprintf(to, "\\[u%04X]", (unsigned)code);
		else if (*s == '\\')
			fputs("\\e", to);
		else
			fprintf(to, *s == '-' ? "\\%c" : "%c", *s);
		s += n ? n : 1;
	}
}

/* Who takes it, in words. */
static void write_takers(FILE *to, const OptionRow *row)
{
	const char *before = "Of ";

	for (const OptionsCommand *c = options_commands; c->name; c++)
		if (row->takers & c->taker) {
			fprintf(to, "%s%s", before, c->name);
			before = ", ";
		}
	if (row->takers & TAKER_PROGRAM)
		fprintf(to, "%sprograms made by build", before);
	fputs(".\n", to);
}

static void write_option(FILE *to, const OptionRow *row)
{
	Text help;

	text_init(&help, NULL);
	option_row_help(row, &help);
	fputs(".TP\n.B ", to);
	write_text(to, row->name);
	if (row->value) {
		fputs(*option_row_gap(row) ? " \\fI" : "\\fR", to);
		write_text(to, row->value);
		fputs("\\fR", to);
	}
	fputc('\n', to);
	write_text(to, text_str(&help));
	if (row->unit)
		fprintf(to, ", in %s", row->unit);
	fputs(".\n", to);
	if (option_row_otherwise(row)) {
		fputs("Otherwise: ", to);
		write_text(to, option_row_otherwise(row));
		fputs(".\n", to);
	}
	write_takers(to, row);
	text_free(&help);
}

static void write_statuses(FILE *to)
{
#define ROW(name, value, text)                 \
	fprintf(to, ".TP\n.B %d\n", (int)(value)); \
	write_text(to, text);                      \
	fputs(".\n", to);
	EXIT_STATUSES(ROW)
#undef ROW
}

void help_man(FILE *to)
{
	fputs(".\\\" made by 'modevs help man'\n"
		  ".TH MODEVS 1 \"\" \"modevs " MDV_VERSION "\" \"User Commands\"\n"
		  ".SH NAME\nmodevs \\- compile and simulate Modelica models as discrete\\-event systems\n"
		  ".SH SYNOPSIS\n",
		  to);
	for (const OptionsCommand *c = options_commands; c->name; c++)
		fprintf(to, ".B modevs %s\n[\\fIOPTION\\fR]... \\fI%s\\fR\n.br\n", c->name, c->operands);
	fputs(".B modevs help\n[\\fITOPIC\\fR]\n"
		  ".SH COMMANDS\n",
		  to);
	for (const OptionsCommand *c = options_commands; c->name; c++) {
		fprintf(to, ".TP\n.B %s\n", c->name);
		write_text(to, c->purpose);
		fputc('\n', to);
	}
	fputs(
		".TP\n.B help\nprint a page: of a command, of an option, of the code of a diagnostic, or ",
		to);
	help_topic_names(to);
	fputs(".\n.SH OPTIONS\nA value is the next word, or stands behind '='.\n", to);
	for (size_t i = 0; i < option_row_count(); i++)
		if (option_rows[i].name && option_rows[i].kind != OPTION_LATER)
			write_option(to, &option_rows[i]);
	fputs(".SH EXIT STATUS\n", to);
	write_statuses(to);
	fputs(".SH ENVIRONMENT\n.TP\n.B MODELICAPATH\nfolders of libraries, with colons between; "
		  "those of \\-L come first.\n"
		  ".TP\n.B NO_COLOR\nif it is not empty, messages have no colours unless "
		  "\\-\\-color says so.\n",
		  to);
}
