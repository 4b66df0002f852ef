/* SPDX-License-Identifier: MIT
   native_option.c — the command line of a program made by `modevs build --kind exe`: the main
   options of `modevs run`. */
#include "runtime/native/native.h"

#include <regex.h>
#include <string.h>

typedef struct Option {
	const char *name;  /* "--stop" */
	const char *value; /* what follows, for the help; NULL: nothing */
	const char *help;  /* one line */
	bool (*take)(NativeOptions *o, const char *text); /* false: said what is wrong */
} Option;

static bool wrong(const NativeOptions *o, const char *format, ...) PRINTF_LIKE(2, 3);

static bool wrong(const NativeOptions *o, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s: ", o->program);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\nusage: %s [OPTION]...   (--help lists the options)\n", o->program);
	return false;
}

static bool number(const NativeOptions *o, const char *name, const char *text, double *x)
{
	if (real_read(text, strlen(text), x) && isfinite(*x))
		return true;
	return wrong(o, "'%s' needs a number, not '%s'", name, text);
}

static bool take_start(NativeOptions *o, const char *text)
{
	o->has_start = true;
	return number(o, "--start", text, &o->hybrid.start);
}

static bool take_stop(NativeOptions *o, const char *text)
{
	o->has_stop = true;
	return number(o, "--stop", text, &o->hybrid.stop);
}

static bool take_interval(NativeOptions *o, const char *text)
{
	if (!number(o, "--interval", text, &o->hybrid.interval))
		return false;
	return o->hybrid.interval > 0 || wrong(o, "the interval must be more than 0");
}

static bool take_tol(NativeOptions *o, const char *text)
{
	if (!number(o, "--tol", text, &o->hybrid.tol))
		return false;
	return (o->hybrid.tol > 0 && o->hybrid.tol < 1) ||
		   wrong(o, "the tolerance must be between 0 and 1");
}

static bool take_solver(NativeOptions *o, const char *text)
{
	o->hybrid.solver = solver_find(text);
	return o->hybrid.solver ||
		   wrong(o, "--solver knows no '%s'; it takes cvode, ida, rk45, euler", text);
}

static bool take_locator(NativeOptions *o, const char *text)
{
	o->hybrid.bisect = !strcmp(text, "bisect");
	return o->hybrid.bisect || !strcmp(text, "dense") ||
		   wrong(o, "--locator knows no '%s'; it takes dense, bisect", text);
}

static bool take_chattering(NativeOptions *o, const char *text)
{
	o->hybrid.regularize = !strcmp(text, "regularize");
	return o->hybrid.regularize || !strcmp(text, "stop") ||
		   wrong(o, "--chattering knows no '%s'; it takes stop, regularize", text);
}

static bool take_set(NativeOptions *o, const char *text)
{
	const char *equal = strrchr(text, '=');

	if (!equal || equal == text || !equal[1])
		return wrong(o, "'--set %s': it is '--set NAME=VALUE'", text);
	return vec_push(&alloc_heap, &o->set, text) || wrong(o, "out of memory");
}

static bool take_out(NativeOptions *o, const char *text)
{
	o->out = text;
	return out_format(text) != OUT_BY_SUFFIX ||
		   wrong(o, "results are written as .csv, .mat or '-', not as '%s'", text);
}

static bool take_vars(NativeOptions *o, const char *text)
{
	regex_t regex;

	o->vars = text;
	if (regcomp(&regex, text, REG_EXTENDED | REG_NOSUB) != 0)
		return wrong(o, "'--vars %s' is no regular expression", text);
	regfree(&regex);
	return true;
}

static bool take_no_events(NativeOptions *o, const char *text)
{
	(void)text;
	return o->hybrid.grid_only = true;
}

static bool take_timeout(NativeOptions *o, const char *text)
{
	if (!number(o, "--timeout", text, &o->hybrid.timeout))
		return false;
	return o->hybrid.timeout > 0 || wrong(o, "the timeout must be more than 0");
}

static bool take_external(NativeOptions *o, const char *text)
{
	(void)text;
	return o->allow_external = true;
}

static bool take_help(NativeOptions *o, const char *text)
{
	(void)text;
	return o->help = true;
}

static const Option options[] = {
	{"--start", "T", "time to begin at", take_start},
	{"--stop", "T", "time to end at", take_stop},
	{"--interval", "H", "time between output points", take_interval},
	{"--tol", "E", "relative tolerance, between 0 and 1", take_tol},
	{"--solver", "NAME", "cvode, ida, rk45 or euler", take_solver},
	{"--locator", "NAME", "how events are located: dense or bisect", take_locator},
	{"--chattering", "NAME", "when events never end: stop or regularize", take_chattering},
	{"--set", "NAME=VALUE", "change a parameter or start value (repeatable)", take_set},
	{"-o", "FILE", "results: .csv, .mat or - for standard output", take_out},
	{"--vars", "REGEX", "write only variables whose name has a match", take_vars},
	{"--no-events", NULL, "write output points only, not the events between", take_no_events},
	{"--timeout", "S", "end after so many seconds of real time", take_timeout},
	{"--allow-external", NULL, "let the model call C functions of its own", take_external},
	{"--help", NULL, "this list", take_help},
};

enum { N_OPTIONS = sizeof options / sizeof *options };

void native_option_help(const NativeOptions *o, FILE *out)
{
	fprintf(out, "usage: %s [OPTION]...\n\noptions:\n", o->program);
	for (size_t i = 0; i < N_OPTIONS; i++) {
		char left[64];

		snprintf(left, sizeof left, "%s %s", options[i].name,
				 options[i].value ? options[i].value : "");
		fprintf(out, "  %-24s %s\n", left, options[i].help);
	}
}

/* The option of argv[i], its value behind '=' or in the next argument. */
static bool take_option(NativeOptions *o, int argc, char **argv, int *i)
{
	const char *arg = argv[*i], *value = NULL;
	size_t len = arg[0] == '-' && arg[1] == '-' ? strcspn(arg, "=") : strlen(arg);

	for (size_t k = 0; k < N_OPTIONS; k++) {
		const Option *info = &options[k];

		if (strlen(info->name) != len || memcmp(info->name, arg, len) != 0)
			continue;
		if (arg[len])
			value = arg + len + 1;
		if (value && !info->value)
			return wrong(o, "'%s' takes no value", info->name);
		if (!value && info->value && *i + 1 < argc)
			value = argv[++*i];
		if (info->value && (!value || !*value))
			return wrong(o, "'%s' needs a value: %s", info->name, info->value);
		return info->take(o, value);
	}
	return wrong(o, "there is no option '%s'", arg);
}

bool native_option_read(NativeOptions *o, int argc, char **argv)
{
	const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;

	*o = (NativeOptions){.program = slash ? slash + 1 : argc > 0 ? argv[0] : "model"};
	for (int i = 1; i < argc && !o->help; i++)
		if (!take_option(o, argc, argv, &i))
			return false;
	return true;
}
