/* SPDX-License-Identifier: MIT
   options.c — the command line: options that all commands share, and where libraries are. */
#define _DEFAULT_SOURCE /* readlink */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool wrong(const Options *o, const char *format, const char *what)
{
	fprintf(stderr, "modevs %s: ", o->command);
	fprintf(stderr, format, what);
	fputs("\nusage: modevs COMMAND [-L DIR]... [--model CLASS] FILE.mo|CLASS\n", stderr);
	return false;
}

bool options_read(Options *o, int argc, char **argv)
{
	for (int i = 0; i < argc; i++) {
		const char *arg = argv[i];
		bool takes_value = !strcmp(arg, "-L") || !strcmp(arg, "--model");

		if (takes_value && i + 1 == argc)
			return wrong(o, "'%s' needs a value", arg);
		if (!strcmp(arg, "-L"))
			(void)(vec_push(&alloc_heap, &o->dirs, argv[++i]) || (abort(), 0));
		else if (!strcmp(arg, "--model"))
			o->model = argv[++i];
		else if (arg[0] == '-')
			return wrong(o, "there is no option '%s'", arg);
		else if (o->what)
			return wrong(o, "one file or class at a time: '%s' is one too many", arg);
		else
			o->what = arg;
	}
	return o->what || wrong(o, "%s", "which file or class?");
}

void options_free(Options *o)
{
	vec_free(&alloc_heap, &o->dirs);
}

static void no_memory(void *ctx)
{
	(void)ctx;
	fputs("modevs: out of memory\n", stderr);
	exit(EXIT_RUN);
}

/* The shipped library lies beside the program: in ../lib of a source tree, in ../share of an
   installation. */
static void add_shipped(Library *lib)
{
	static const char *const places[] = {"/../lib", "/../share/modevs/lib"};
	char exe[4096], path[4200];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);

	if (n <= 0)
		return;
	exe[n] = '\0';
	*strrchr(exe, '/') = '\0';
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		snprintf(path, sizeof path, "%s%s", exe, places[i]);
		if (!access(path, R_OK))
			library_add_path(lib, path);
	}
}

void options_start(const Options *o, Compile *cx)
{
	const char *path = getenv("MODELICAPATH");

	pipeline_init(cx, no_memory);
	cx->diag.colour = isatty(STDERR_FILENO);
	for (size_t i = 0; i < o->dirs.n; i++)
		library_add_path(cx->lib, o->dirs.at[i]);
	if (path)
		library_add_path(cx->lib, path);
	add_shipped(cx->lib);
}
