/* SPDX-License-Identifier: MIT
   completion.c — modevs help completion-bash and completion-zsh: what shells complete, made of the
   tables of commands and options. */
#include "cli/help/help.h"

#include <string.h>

static bool takes(const OptionsCommand *c, const OptionRow *row)
{
	return row->name && row->kind != OPTION_LATER && row->takers & c->taker;
}

/* Is it the first row of its name? */
static bool is_first(size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (option_rows[k].name && !strcmp(option_rows[k].name, option_rows[i].name))
			return false;
	return true;
}

/* Is what follows the name of a file? */
static bool is_file(const OptionRow *row)
{
	return row->kind == OPTION_RESULT || strstr(row->value, "FILE") || !strcmp(row->name, "-o");
}

static bool has_choices(const OptionRow *row)
{
	return row->kind == OPTION_CHOICE || row->kind == OPTION_WORDS;
}

static void write_choices(FILE *to, const OptionRow *row)
{
	const char *before = "";

	for (const OptionChoice *c = row->choices; c->name; c++)
		if (!c->later) {
			fprintf(to, "%s%s", before, c->name);
			before = " ";
		}
}

static void write_commands(FILE *to)
{
	for (const OptionsCommand *c = options_commands; c->name; c++)
		fprintf(to, "%s ", c->name);
}

/* -- bash ------------------------------------------------------------------------------------- */

/* What may follow options: choices, or files, or anything. */
static void write_bash_values(FILE *to)
{
	for (size_t i = 0; i < option_row_count(); i++) {
		const OptionRow *row = &option_rows[i];

		if (!row->name || !is_first(i) || row->kind == OPTION_FLAG || row->kind == OPTION_STATS ||
			row->kind == OPTION_LATER)
			continue;
		fprintf(to, "\t%s) ", row->name);
		if (has_choices(row)) {
			fputs("COMPREPLY=($(compgen -W \"", to);
			write_choices(to, row);
			fputs("\" -- \"$cur\"))", to);
		} else if (row->kind == OPTION_DIRS) {
			fputs("COMPREPLY=($(compgen -d -- \"$cur\"))", to);
		} else if (is_file(row)) {
			fputs("COMPREPLY=($(compgen -f -- \"$cur\"))", to);
		}
		fputs(is_file(row) || has_choices(row) || row->kind == OPTION_DIRS ? "; return ;;\n"
																		   : "return ;;\n",
			  to);
	}
}

void help_bash(FILE *to)
{
	fputs("# bash completion for modevs; made by 'modevs help completion-bash'\n"
		  "_modevs() {\n"
		  "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} options\n"
		  "\tCOMPREPLY=()\n"
		  "\tif [ \"$COMP_CWORD\" -eq 1 ]; then\n"
		  "\t\tCOMPREPLY=($(compgen -W \"",
		  to);
	write_commands(to);
	fputs("help --help --version\" -- \"$cur\"))\n"
		  "\t\treturn\n"
		  "\tfi\n"
		  "\tif [ \"${COMP_WORDS[1]}\" = help ]; then\n"
		  "\t\tCOMPREPLY=($(compgen -W \"",
		  to);
	write_commands(to);
	help_topic_names(to);
	fputs("\" -- \"$cur\"))\n"
		  "\t\treturn\n"
		  "\tfi\n"
		  "\tcase $prev in\n",
		  to);
	write_bash_values(to);
	fputs("\tesac\n\tcase ${COMP_WORDS[1]} in\n", to);
	for (const OptionsCommand *c = options_commands; c->name; c++) {
		fprintf(to, "\t%s) options=\"", c->name);
		for (size_t i = 0; i < option_row_count(); i++)
			if (takes(c, &option_rows[i]))
				fprintf(to, "%s ", option_rows[i].name);
		fputs("\" ;;\n", to);
	}
	fputs("\tesac\n"
		  "\tcase $cur in\n"
		  "\t-*) COMPREPLY=($(compgen -W \"$options\" -- \"$cur\")) ;;\n"
		  "\t*) COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n"
		  "\tesac\n"
		  "}\n"
		  "complete -o filenames -F _modevs modevs\n",
		  to);
}

/* -- zsh -------------------------------------------------------------------------------------- */

/* In single quotes, in brackets, between colons. */
static void write_zsh_text(FILE *to, const char *s)
{
	for (; *s; s++)
		if (*s == '\'')
			fputs("'\\''", to);
		else
			fprintf(to, strchr("[]:\\", *s) ? "\\%c" : "%c", *s);
}

/* '*--set[help]:NAME=VALUE:_files' */
static void write_zsh_option(FILE *to, const OptionRow *row)
{
	Text help;

	text_init(&help, NULL);
	option_row_help(row, &help);
	fprintf(to, " \\\n\t\t'%s%s[", row->again ? "*" : "", row->name);
	write_zsh_text(to, text_str(&help));
	fputc(']', to);
	if (row->kind != OPTION_FLAG && row->kind != OPTION_STATS) {
		fputc(':', to);
		write_zsh_text(to, row->value);
		fputc(':', to);
		if (has_choices(row)) {
			fputc('(', to);
			write_choices(to, row);
			fputc(')', to);
		} else {
			fputs(row->kind == OPTION_DIRS ? "_files -/" : is_file(row) ? "_files" : "", to);
		}
	}
	fputc('\'', to);
	text_free(&help);
}

void help_zsh(FILE *to)
{
	fputs("#compdef modevs\n"
		  "# zsh completion for modevs; made by 'modevs help completion-zsh'\n"
		  "local -a commands\n"
		  "commands=(\n",
		  to);
	for (const OptionsCommand *c = options_commands; c->name; c++) {
		fprintf(to, "\t'%s:", c->name);
		write_zsh_text(to, c->purpose);
		fputs("'\n", to);
	}
	fputs("\t'help:pages about commands, options and diagnostics'\n"
		  ")\n"
		  "if (( CURRENT == 2 )); then\n"
		  "\t_describe command commands\n"
		  "\treturn\n"
		  "fi\n"
		  "local command=$words[2]\n"
		  "shift words\n"
		  "(( CURRENT-- ))\n"
		  "case $command in\n"
		  "help) compadd ",
		  to);
	write_commands(to);
	help_topic_names(to);
	fputs(" ;;\n", to);
	for (const OptionsCommand *c = options_commands; c->name; c++) {
		fprintf(to, "%s)\n\t_arguments", c->name);
		for (size_t i = 0; i < option_row_count(); i++)
			if (takes(c, &option_rows[i]))
				write_zsh_option(to, &option_rows[i]);
		fputs(" \\\n\t\t'*:file or class:_files' ;;\n", to);
	}
	fputs("esac\n", to);
}
