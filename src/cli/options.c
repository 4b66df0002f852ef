/* SPDX-License-Identifier: MIT
   options.c — the command line: one table of all options says which commands take them, what
   follows them, where it is kept and what the help says. Also where libraries are. */
#define _DEFAULT_SOURCE /* readlink */
#include "cli/cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The commands, as bits. */
enum { CHECK = 1, FLAT = 2, RUN = 4, EXPLAIN = 8, BUILD = 16, BONDGRAPH = 32, ALL = 63 };

static const struct {
	const char *name; /* as typed */
	unsigned bit;     /* CHECK, FLAT … */
} commands[] = {{"check", CHECK},     {"flat", FLAT},   {"run", RUN},
				{"explain", EXPLAIN}, {"build", BUILD}, {"bondgraph", BONDGRAPH}};

typedef enum OptionKind {
	KIND_FLAG,   /* bool; nothing follows */
	KIND_TEXT,   /* const char *: anything */
	KIND_NUMBER, /* double: any finite number */
	KIND_CHOICE, /* const char *: one of `choices` */
	KIND_OWN,    /* kept by `set` */
	KIND_STATS,  /* OptionsStats: nothing, or =json */
	KIND_DIR,    /* -L */
	KIND_NOT_YET /* refused */
} OptionKind;

typedef struct Choice {
	const char *name; /* as typed; NULL: end of the list */
	bool there;       /* false: refused as not there yet */
} Choice;

typedef struct Option {
	const char *name;                           /* "--stop" */
	const char *value;                          /* what follows, for the help; NULL: nothing */
	const char *help;                           /* one line */
	unsigned commands;                          /* which take it */
	OptionKind kind;                            /* what follows */
	size_t field;                               /* offset in Options */
	const Choice *choices;                      /* of KIND_CHOICE */
	bool (*set)(Options *o, const char *value); /* of KIND_OWN: checks and keeps; or false */
	bool again;                                 /* may be given more than once */
} Option;

static const Choice solvers[] = {
	{"cvode", true},   {"ida", true},     {"rk45", true},  {"euler", true},
	{"qss1", false},   {"qss2", false},   {"qss3", false}, {"liqss1", false},
	{"liqss2", false}, {"liqss3", false}, {NULL, false},
};
static const Choice locators[] = {{"dense", true}, {"bisect", true}, {NULL, false}};
static const Choice kinds[] = {{"c", true},     {"so", true},    {"exe", true},
							   {"fmu2", false}, {"fmu3", false}, {NULL, false}};
static const Choice chatterings[] = {{"stop", true}, {"regularize", true}, {NULL, false}};
static const Choice state_methods[] = {{"pivot", true}, {"project", true}, {NULL, false}};

#define AT(name) .field = offsetof(Options, name)

static const Option options[] = {
	{"--model", "CLASS", "the class to take, when a file is given", ALL, KIND_TEXT, AT(model)},
	{"-L", "DIR", "look for libraries there first (repeatable)", ALL, KIND_DIR, .again = true},
	{"--start", "T", "time to begin at", RUN, KIND_NUMBER, AT(start)},
	{"--stop", "T", "time to end at", RUN, KIND_NUMBER, AT(stop)},
	{"--interval", "H", "time between output points", RUN, KIND_NUMBER, AT(interval)},
	{"--tol", "E", "relative tolerance, between 0 and 1", RUN, KIND_NUMBER, AT(tol)},
	{"--solver", "NAME", "cvode, ida, rk45 or euler", RUN, KIND_CHOICE, AT(solver),
	 .choices = solvers},
	{"--locator", "NAME", "how events are located: dense or bisect", RUN, KIND_CHOICE, AT(locator),
	 .choices = locators},
	{"--chattering", "NAME", "when events never end: stop or regularize", RUN, KIND_CHOICE,
	 AT(chattering), .choices = chatterings},
	{"--states", "NAME", "how state variables change: pivot or project", RUN, KIND_CHOICE,
	 AT(states), .choices = state_methods},
	{"--set", "NAME=VALUE", "change a parameter or start value (repeatable)", RUN, KIND_OWN,
	 .set = argument_set, .again = true},
	{"--input", "FILE.csv", "recorded inputs: a column of times, one for each input", RUN,
	 KIND_TEXT, AT(input)},
	{"-o", "FILE", "results: .csv, .mat or - for standard output", RUN, KIND_OWN,
	 .set = argument_out},
	{"-o", "NAME", "what is made: NAME.c and NAME.h, NAME.so, or the program NAME", BUILD,
	 KIND_TEXT, AT(out)},
	{"--kind", "KIND", "c (default): source text, so: a shared library, exe: a program", BUILD,
	 KIND_CHOICE, AT(kind), .choices = kinds},
	{"--vars", "REGEX", "write only variables whose name has a match", RUN, KIND_OWN,
	 .set = argument_vars},
	{"--no-events", NULL, "write output points only, not the events between", RUN, KIND_FLAG,
	 AT(no_events)},
	{"--plot", "A,B[=FILE.svg]", "draw variables, on the terminal or as a picture (repeatable)",
	 RUN, KIND_OWN, .set = argument_plot, .again = true},
	{"--report", "FILE.html", "(not there yet)", RUN, .kind = KIND_NOT_YET},
	{"--log", "LIST", "tell about events,init,steps,nls,states", RUN, KIND_OWN,
	 .set = argument_log},
	{"--stats", "[=json]", "tell what it took", RUN, KIND_STATS, AT(stats)},
	{"--timeout", "S", "end after so many seconds of real time", RUN, KIND_NUMBER, AT(timeout)},
	{"--allow-external", NULL, "let the model call C functions of its own", RUN, KIND_FLAG,
	 AT(allow_external)},
	{"--json", NULL, "as JSON", EXPLAIN, KIND_FLAG, AT(json)},
	{"--dot", NULL, "as a graph for Graphviz", EXPLAIN, KIND_FLAG, AT(dot)},
	{"--help", NULL, "this list", ALL, KIND_FLAG, AT(help)},
};

enum { N_OPTIONS = sizeof options / sizeof *options };
_Static_assert(N_OPTIONS <= 64, "Options.given has a bit for each");

static unsigned command_bit(const Options *o)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (!strcmp(commands[i].name, o->command))
			return commands[i].bit;
	BUG("no command '%s'", o->command);
}

bool options_wrong(const Options *o, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "modevs %s: ", o->command);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\nusage: modevs %s [OPTION]... FILE.mo|CLASS   (--help lists the options)\n",
			o->command);
	return false;
}

void options_help(const Options *o, FILE *out)
{
	unsigned bit = command_bit(o);

	fprintf(out, "usage: modevs %s [OPTION]... FILE.mo|CLASS\n\noptions:\n", o->command);
	for (size_t i = 0; i < N_OPTIONS; i++) {
		const Option *info = &options[i];
		bool joined = info->value && info->value[0] == '[';
		char left[64];

		if (!(info->commands & bit))
			continue;
		snprintf(left, sizeof left, "%s%s%s", info->name, info->value && !joined ? " " : "",
				 info->value ? info->value : "");
		fprintf(out, "  %-24s %s\n", left, info->help);
	}
}

static bool unknown(const Options *o, const char *name, size_t len)
{
	unsigned bit = command_bit(o);
	Suggest suggest;
	Text near;

	suggest_init(&suggest, name, len);
	for (size_t i = 0; i < N_OPTIONS; i++)
		if ((options[i].commands & bit) && strlen(options[i].name) > 2)
			suggest_add(&suggest, options[i].name, strlen(options[i].name));
	text_init(&near, NULL);
	suggest_text(&suggest, &near);
	options_wrong(o, "there is no option '%.*s'%s", (int)len, name, text_str(&near));
	text_free(&near);
	return false;
}

/* The option of a name that this command takes; NULL: said what is wrong. */
static const Option *find_option(const Options *o, const char *name, size_t len)
{
	const Option *others = NULL;

	for (size_t i = 0; i < N_OPTIONS; i++) {
		const Option *info = &options[i];

		if (strlen(info->name) != len || memcmp(info->name, name, len) != 0)
			continue;
		if (info->commands & command_bit(o))
			return info;
		others = others ? others : info;
	}
	if (others)
		options_wrong(o, "'%s' is an option of %s, not of %s", others->name,
					  others->commands & RUN       ? "run"
					  : others->commands & EXPLAIN ? "explain"
												   : "build",
					  o->command);
	else
		unknown(o, name, len);
	return NULL;
}

static bool choose(const Options *o, const Option *info, const char *value, const char **kept)
{
	Suggest suggest;
	Text near;

	suggest_init(&suggest, value, strlen(value));
	for (const Choice *c = info->choices; c->name; c++) {
		if (!strcmp(c->name, value)) {
			*kept = c->name;
			return c->there || options_wrong(o, "'%s %s' is not there yet", info->name, c->name);
		}
		if (c->there)
			suggest_add(&suggest, c->name, strlen(c->name));
	}
	text_init(&near, NULL);
	suggest_text(&suggest, &near);
	for (const Choice *c = info->choices; suggest.n == 0 && c->name; c++)
		if (c->there)
			text_printf(&near, "%s%s", near.n ? ", " : "; it takes ", c->name);
	options_wrong(o, "%s knows no '%s'%s", info->name, value, text_str(&near));
	text_free(&near);
	return false;
}

static bool set_stats(Options *o, const char *value)
{
	o->stats = value ? STATS_JSON : STATS_TEXT;
	return !value || !strcmp(value, "json") ||
		   options_wrong(o, "'--stats=%s': it is '--stats' or '--stats=json'", value);
}

static bool keep(Options *o, const Option *info, const char *value)
{
	void *field = (char *)o + info->field;

	switch (info->kind) {
	case KIND_FLAG: *(bool *)field = true; return true;
	case KIND_TEXT: *(const char **)field = value; return true;
	case KIND_NUMBER: return argument_number(o, info->name, value, field);
	case KIND_CHOICE: return choose(o, info, value, field);
	case KIND_OWN: return info->set(o, value);
	case KIND_STATS: return set_stats(o, value);
	case KIND_DIR: return vec_push(arena_allocator(&o->texts), &o->dirs, value);
	case KIND_NOT_YET: return options_wrong(o, "'%s' is not there yet", info->name);
	}
	BUG("an option of no kind");
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
	const Option *info = find_option(o, arg, len);
	uint64_t bit;

	if (!info)
		return false;
	bit = (uint64_t)1 << (info - options);
	if ((o->given & bit) && !info->again)
		return options_wrong(o, "'%s' is given twice", info->name);
	o->given |= bit;
	if (arg[len])
		value = arg + len + is_long;
	if (value && info->kind == KIND_FLAG)
		return options_wrong(o, "'%s' takes no value", info->name);
	if (!value && info->kind != KIND_FLAG && info->kind != KIND_STATS &&
		info->kind != KIND_NOT_YET) {
		if (*i + 1 == argc || looks_like_option(argv[*i + 1]))
			return options_wrong(o, "'%s' needs a value: %s", info->name, info->value);
		value = argv[++*i];
	}
	if (value && !*value)
		return options_wrong(o, "'%s' needs a value: %s", info->name, info->value);
	return keep(o, info, value);
}

/* What no option can tell by itself. */
static bool check_together(const Options *o)
{
	if (o->stop <= o->start)
		return options_wrong(o, "the stop time must be after the start time");
	if (o->interval <= 0)
		return options_wrong(o, "the interval must be more than 0");
	if (o->tol <= 0 || o->tol >= 1)
		return options_wrong(o, "the tolerance must be between 0 and 1");
	if (o->timeout <= 0)
		return options_wrong(o, "the timeout must be more than 0");
	if (o->json && o->dot)
		return options_wrong(o, "'--json' or '--dot', not both");
	return o->what || options_wrong(o, "which file or class?");
}

bool options_read(Options *o, const char *command, int argc, char **argv)
{
	bool only_operands = false;

	*o = (Options){.command = command, .start = NAN, .stop = NAN, .interval = NAN, .tol = NAN};
	o->timeout = NAN;
	arena_init(&o->texts, NULL);
	o->texts.no_memory = guard_no_memory;
	for (int i = 0; i < argc; i++) {
		const char *arg = argv[i];

		if (only_operands || arg[0] != '-' || !arg[1]) {
			if (o->what)
				return options_wrong(o, "one file or class at a time: '%s' is one too many", arg);
			o->what = arg;
		} else if (!strcmp(arg, "--")) {
			only_operands = true;
		} else if (!take_option(o, argc, argv, &i)) {
			return false;
		} else if (o->help) {
			return true;
		}
	}
	return check_together(o);
}

void options_free(Options *o)
{
	arena_free(&o->texts);
}

char *options_beside(Arena *keep, const char *const places[], const char *what)
{
	char exe[4096];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);

	if (n <= 0)
		return NULL;
	exe[n] = '\0';
	*strrchr(exe, '/') = '\0';
	for (size_t i = 0; places[i]; i++) {
		char *path = arena_printf(keep, "%s/%s", exe, places[i]);

		if (!access(arena_printf(keep, "%s/%s", path, what), R_OK))
			return path;
	}
	return NULL;
}

void options_start(const Options *o, Compile *cx)
{
	const char *path = getenv("MODELICAPATH");

	pipeline_init(cx, NULL);
	cx->diag.colour = isatty(STDERR_FILENO);
	for (size_t i = 0; i < o->dirs.n; i++)
		library_add_path(cx->lib, o->dirs.at[i]);
	if (path)
		library_add_path(cx->lib, path);
	library_add_shipped(cx->lib);
}
