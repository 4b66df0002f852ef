/* SPDX-License-Identifier: MIT
   help_functions.c — modevs help functions: the predefined functions and operators with function
   syntax (MLS 3.7, 10, 15 to 17) as a page, docs/functions.md, from the compiler's table. */
#include "cli/help/help.h"
#include "compiler/elab/elab.h"

#include <string.h>

/* "x, y": with the arguments that may be left out in brackets. */
static void print_arguments(FILE *to, const ElabBuiltin *fn)
{
	const char *at = fn->formals;
	int n = 0;

	if (!*at && fn->most != 0)
		fputs("…", to);
	for (; *at; n++) {
		size_t len = strcspn(at, " ");

		fprintf(to, n >= fn->least ? "%s[%s%.*s]" : "%s%s%.*s", n >= fn->least && n > 0 ? " " : "",
				n > 0 ? ", " : "", (int)len, at);
		at += len + (at[len] == ' ');
	}
}

static void print_count(FILE *to, const ElabBuiltin *fn)
{
	if (fn->most < 0)
		fprintf(to, "%d or more", fn->least);
	else if (fn->most == fn->least)
		fprintf(to, "%d", fn->least);
	else
		fprintf(to, "%d to %d", fn->least, fn->most);
}

void help_functions(FILE *to)
{
	ElabBuiltin fn;

	fputs(
		"# Predefined functions and operators\n\n"
		"Made by `modevs help functions` from the compiler's table; do not edit. What they mean is "
		"in the Modelica\nLanguage Specification 3.6, 3.7 (numbers, time and events), 10 "
		"(arrays), 15 (streams), 16 and 17 (clocks, state\nmachines). Arguments in brackets may be "
		"left out. Everything else, such as `Modelica.Math`, comes from\nlibraries, and their "
		"functions in C are part of modevs.\n\n"
		"| function | arguments |\n|---|---|\n",
		to);
	for (int i = 0; elab_builtin_at(i, &fn); i++) {
		fprintf(to, "| `%s(", fn.name);
		print_arguments(to, &fn);
		fputs(")` | ", to);
		print_count(to, &fn);
		fputs(" |\n", to);
	}
}
