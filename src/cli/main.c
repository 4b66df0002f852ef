/* SPDX-License-Identifier: MIT
   main.c — the modevs program: finds the command that the user named. */
#include "cli/cli.h"
#include "runtime/plan/plan.h"

#include <stdio.h>
#include <string.h>

typedef struct {
	const char *name;             /* as typed */
	const char *purpose;          /* for the list of commands */
	int (*run)(const Options *o); /* NULL: not there yet */
} Command;

static const Command commands[] = {
	{"check", "parse, instantiate and check a model; diagnostics only", cmd_check},
	{"flat", "print the flat model", cmd_flat},
	{"run", "simulate a model", cmd_run},
	{"explain", "show what the compiler did", cmd_explain},
	{"build", "make C code, a library or a program of a model", cmd_build},
	{"bondgraph", "turn a circuit into a bond graph", cmd_bondgraph},
};

static void print_usage(FILE *out)
{
	fputs("usage: modevs COMMAND [OPTION]... FILE.mo|CLASS\n"
		  "       modevs COMMAND --help | --help | --version | help options | help parts\n\n"
		  "commands:\n",
		  out);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].purpose);
}

typedef struct {
	const Command *c; /* what to do */
	int argc;         /* length of argv */
	char **argv;      /* behind the command */
} Invocation;

static int run_command(void *ctx)
{
	const Invocation *in = ctx;
	int code = EXIT_USAGE;
	Options o;

	if (options_read(&o, in->c->name, in->argc, in->argv)) {
		if (o.help)
			options_help(&o, stdout), code = EXIT_DONE;
		else if (in->c->run && run_begin_limits(&o))
			code = in->c->run(&o);
		else if (in->c->run)
			code = EXIT_RUN;
		else
			fprintf(stderr, "modevs: the command '%s' is not there yet\n", in->c->name);
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
	for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
		if (!strcmp(argv[1], commands[i].name))
			return run_begin_guard("modevs", run_command,
								   &(Invocation){&commands[i], argc - 2, argv + 2});
	if (argc > 1)
		fprintf(stderr, "modevs: there is no command '%s'\n", argv[1]);
	print_usage(stderr);
	return EXIT_USAGE;
}
