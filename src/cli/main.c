/* SPDX-License-Identifier: MIT
   main.c — the modevs program: finds the command that the user named. */
#include <stdio.h>
#include <string.h>

typedef struct {
	const char *name;    /* as typed */
	const char *purpose; /* for the list of commands */
} Command;

/* The commands of the design; those without a function are refused by name. */
static const Command commands[] = {
	{"run", "simulate a Modelica model"},
	{"check", "parse, instantiate and check a model"},
	{"flat", "print the flat model"},
	{"explain", "show what the compiler did"},
	{"build", "make C code, a library or an FMU"},
	{"bondgraph", "turn a circuit into a bond graph"},
};

static void print_usage(FILE *out)
{
	fputs("usage: modevs COMMAND [OPTION...] FILE.mo|CLASS\n"
		  "       modevs --help | --version\n\n"
		  "commands (none is there yet in this version, which holds the DEVS engine):\n",
		  out);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].purpose);
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "--version")) {
		puts("modevs " MDV_VERSION);
		return 0;
	}
	if (argc == 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
		print_usage(stdout);
		return 0;
	}
	for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++) {
		if (!strcmp(argv[1], commands[i].name)) {
			fprintf(stderr, "modevs: the command '%s' is not there yet\n", argv[1]);
			return 2;
		}
	}
	if (argc > 1)
		fprintf(stderr, "modevs: there is no command '%s'\n", argv[1]);
	print_usage(stderr);
	return 2;
}
