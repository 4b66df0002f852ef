/* SPDX-License-Identifier: MIT
   main.c — the modevs program: finds the command that the user named. */
#include "cli/cli.h"
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
		  "       modevs COMMAND --help | --help | --version | help options | help parts\n\n"
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

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "--version")) {
		puts("modevs " MDV_VERSION);
		return EXIT_DONE;
	}
	if (argc == 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
		print_usage(stdout);
		return EXIT_DONE;
	}
	if (argc == 3 && !strcmp(argv[1], "help") && !strcmp(argv[2], "options")) {
		options_table(stdout);
		return EXIT_DONE;
	}
	if (argc == 3 && !strcmp(argv[1], "help") && !strcmp(argv[2], "parts")) {
		help_parts(stdout);
		return EXIT_DONE;
	}
	for (int i = 0; argc > 1 && options_commands[i].name; i++)
		if (!strcmp(argv[1], options_commands[i].name))
			return run_begin_guard("modevs", run_command, &(Invocation){i, argc - 2, argv + 2});
	if (argc > 1)
		fprintf(stderr, "modevs: there is no command '%s'\n", argv[1]);
	print_usage(stderr);
	return EXIT_USAGE;
}
