/* SPDX-License-Identifier: MIT
   main.c — the modevs program: finds the command that the user named. */
#include "cli/cli.h"
#include "cli/help/help.h"
#include "runtime/plan/plan.h"

#include <stdio.h>
#include <string.h>

/* What the commands do, by their places in options_commands. */
#define RUN_COMMAND(name, ...) cmd_##name,
static int (*const run_of[])(const Options *o) = {OPTION_COMMANDS(RUN_COMMAND)};
#undef RUN_COMMAND

static void print_usage(FILE *out)
{
	fputs("usage: modevs COMMAND [OPTION]... FILE.mo|CLASS\n"
		  "       modevs COMMAND --help | --help | --version, -V | help TOPIC\n\n"
		  "commands:\n",
		  out);
	for (const OptionsCommand *c = options_commands; c->name; c++)
		fprintf(out, "  %-10s %s\n", c->name, c->purpose);
}

typedef struct {
	int command; /* what to do: its place */
	int argc;    /* length of argv */
	char **argv; /* behind the command */
} Invocation;

static int run_command(void *ctx)
{
	const Invocation *in = ctx;
	int code = EXIT_USAGE;
	Options o;

	if (options_read(&o, options_commands[in->command].name, in->argc, in->argv)) {
		if (o.help)
			options_help(&o, stdout), code = EXIT_DONE;
		else
			code = run_begin_limits(&o) ? run_of[in->command](&o) : EXIT_RUN;
	}
	options_free(&o);
	return code;
}

/* -- help ------------------------------------------------------------------------------------- */

static void print_topics(FILE *out)
{
	print_usage(out);
	fputs("\nmodevs help TOPIC: a command, an option (--stop), the code of a diagnostic (E0401), "
		  "or\n",
		  out);
	for (const HelpTopic *t = help_topics; t->name; t++)
		fprintf(out, "  %-15s %s\n", t->name, t->purpose);
}

/* "there is no command 'rnu'; did you mean 'run'?" */
static int tell_unknown(const char *what, const char *word, bool topic)
{
	Suggest near;
	Text text;

	suggest_init(&near, word, strlen(word));
	for (const OptionsCommand *c = options_commands; c->name; c++)
		suggest_add(&near, c->name, strlen(c->name));
	for (const HelpTopic *t = help_topics; topic && t->name; t++)
		suggest_add(&near, t->name, strlen(t->name));
	for (size_t i = 0; topic && i < option_row_count(); i++)
		if (option_rows[i].name)
			suggest_add(&near, option_rows[i].name, strlen(option_rows[i].name));
	text_init(&text, NULL);
	suggest_text(&near, &text);
	fprintf(stderr, "modevs: there is no %s '%s'%s\n", what, word, text_str(&text));
	text_free(&text);
	(topic ? print_topics : print_usage)(stderr);
	return EXIT_USAGE;
}

static int help(int argc, char **argv)
{
	if (argc == 0) {
		print_topics(stdout);
		return EXIT_DONE;
	}
	if (argc > 1) {
		fputs("modevs: one topic at a time\n", stderr);
		return EXIT_USAGE;
	}
	for (const HelpTopic *t = help_topics; t->name; t++)
		if (!strcmp(argv[0], t->name)) {
			t->print(stdout);
			return EXIT_DONE;
		}
	for (int i = 0; options_commands[i].name; i++)
		if (!strcmp(argv[0], options_commands[i].name))
			return run_command(&(Invocation){i, 1, (char *[]){(char[]){"--help"}}});
	return options_page(stdout, argv[0]) || help_code(stdout, argv[0])
			   ? EXIT_DONE
			   : tell_unknown("page of help about", argv[0], true);
}

int main(int argc, char **argv)
{
	if (argc == 2 && (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V"))) {
		puts("modevs " MDV_VERSION);
		return EXIT_DONE;
	}
	if (argc == 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
		print_usage(stdout);
		return EXIT_DONE;
	}
	if (argc > 1 && !strcmp(argv[1], "help"))
		return help(argc - 2, argv + 2);
	for (int i = 0; argc > 1 && options_commands[i].name; i++)
		if (!strcmp(argv[1], options_commands[i].name))
			return run_begin_guard("modevs", run_command, &(Invocation){i, argc - 2, argv + 2});
	if (argc > 1)
		return tell_unknown("command", argv[1], false);
	print_usage(stderr);
	return EXIT_USAGE;
}
