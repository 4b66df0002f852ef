/* SPDX-License-Identifier: MIT
   start.c — what the commands begin with: where libraries are, and what lies beside the program. */
#define _DEFAULT_SOURCE /* readlink */
#include "api/api.h"
#include "cli/cli.h"
#include "runtime/plan/plan.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *start_beside(Arena *keep, const char *const places[], const char *what)
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

/* What cannot be a place of libraries is said at once, not when a class is missed. */
static void check_folder(const Options *o, const char *path)
{
	DIR *folder = opendir(path);

	if (folder)
		closedir(folder);
	else if (!o->quiet)
		fprintf(stderr, "modevs: warning: -L '%s': %s\n", path, plain_strerror(errno));
}

static const char *const doing[] = {[STAGE_FLAT] = "reading and instantiating",
									[STAGE_SORTED] = "sorting",
									[STAGE_CODE] = "lowering"};

/* Says which pass runs. */
static void note_pass(void *ctx, const Pass *pass, PassMoment moment)
{
	(void)ctx;
	if (moment == PASS_BEGINS)
		interrupt_phase(doing[pass->stage], pass->name);
}

static bool wants_colour(const Options *o)
{
	const char *no = getenv("NO_COLOR"); /* https://no-color.org */

	if (o->color != MDV_COLOR_AUTO)
		return o->color == MDV_COLOR_ALWAYS;
	return isatty(STDERR_FILENO) && (!no || !*no);
}

void start_compile(const Options *o, Compile *cx)
{
	const char *path = getenv("MODELICAPATH");

	pipeline_init(cx, NULL);
	cx->watch = note_pass;
	cx->diag.strict = o->strict;
	cx->diag.colour = wants_colour(o);
	cx->diag.quiet = o->quiet;
	cx->diag.json = o->message_format == MDV_MESSAGE_JSON;
	for (size_t i = 0; i < o->dirs.n; i++) {
		if (!strchr(o->dirs.at[i], ':'))
			check_folder(o, o->dirs.at[i]);
		library_add_path(cx->lib, o->dirs.at[i]);
	}
	if (path)
		library_add_path(cx->lib, path);
	library_add_shipped(cx->lib);
}

void start_tell(const Compile *cx)
{
	interrupt_hide();
	diag_print(&cx->diag, stderr);
}

/* The settings as the compiler takes them. */
static const char *const *list_settings(const Options *o, Compile *cx)
{
	const char **list = NEW_ARRAY(&cx->keep, const char *, 2 * o->set.n + 1);

	for (size_t i = 0; i < o->set.n; i++) {
		list[2 * i] = o->set.at[i].name;
		list[2 * i + 1] = o->set.at[i].value;
	}
	return list;
}

static bool names(const OptionsDirs *list, const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < list->n; i++)
		if (!strncmp(list->at[i], name, n) && list->at[i][n] == '=')
			return true;
	return false;
}

/* The option that sets it: studies set what they vary. */
static const char *option_of(const Options *o, const char *name)
{
	return names(&o->vary, name) ? "--vary" : names(&o->fit, name) ? "--fit" : "--set";
}

static int refuse(const Options *o, const SettingRefused *no)
{
	if (!no->why)
		return EXIT_MODEL; /* a diagnostic tells */
	interrupt_hide();
	render_say(stderr, "%s: %s '%s': %s\n", o->program, option_of(o, no->name), no->name, no->why);
	return EXIT_USAGE;
}

double start_milliseconds(double *clock)
{
	double now = clock_seconds(), ms = 1000 * (now - *clock);

	*clock = now;
	return ms;
}

/* -v: what was read, in that order. */
static void tell_files(const Options *o, const Compile *cx)
{
	if (!o->verbose)
		return;
	interrupt_hide();
	for (size_t i = 0; i < cx->sources.files.n; i++)
		if (cx->sources.files.at[i]->name[0] != '<') /* <predefined> is no file */
			render_say(stderr, "%s: read %s\n", o->program, cx->sources.files.at[i]->name);
}

static int flatten(const Options *o, Compile *cx)
{
	const char *const *set = list_settings(o, cx);
	SettingRefused no = {.why = NULL};

	if (!pipeline_flatten(cx, o->what, o->model) || !setting_structure(cx, set))
		return EXIT_MODEL;
	if (!setting_values(cx, set, &no))
		return refuse(o, &no);
	if (o->kind == MDV_BUILD_FMU2 || o->kind == MDV_BUILD_FMU3) /* importers set them */
		setting_open_starts(cx);
	return EXIT_DONE;
}

int start_flat(const Options *o, Compile *cx)
{
	int code = flatten(o, cx);

	tell_files(o, cx);
	return code;
}

int start_sort(const Options *o, Compile *cx)
{
	SettingRefused no = {.why = NULL};

	if (!pipeline_sort(cx))
		return EXIT_MODEL;
	return setting_effects(cx, list_settings(o, cx), &no) ? EXIT_DONE : refuse(o, &no);
}

int start_code(const Options *o, Compile *cx, RunCompiled *took, double *clock)
{
	int code = start_sort(o, cx);

	took->sort_ms = start_milliseconds(clock);
	if (code == EXIT_DONE && !pipeline_lower(cx))
		code = EXIT_MODEL;
	run_begin_trim();
	took->lower_ms = start_milliseconds(clock);
	if (o->verbose) {
		interrupt_hide();
		plain_fprintf(stderr, "%s: compiled in %.1f ms (%.1f flatten, %.1f sort, %.1f lower)\n",
					  o->program, took->flat_ms + took->sort_ms + took->lower_ms, took->flat_ms,
					  took->sort_ms, took->lower_ms);
	}
	return code;
}

/* What was chosen can be simulated; false: said why not. */
static bool can_run(const Options *o, const Compile *cx)
{
	bool package = cx->cls->cls->kind == CLS_PACKAGE, function = cx->cls->cls->kind == CLS_FUNCTION;

	if (package || function) {
		interrupt_hide();
		render_say(stderr,
				   package ? "%s: '%s' is a package: which model of it?\n"
						   : "%s: '%s' is a function: models are simulated\n",
				   o->program, intern_text(&cx->names, cx->flat.name));
	}
	return !package && !function;
}

int start_model(const Options *o, Compile *cx, RunCompiled *took)
{
	double clock = clock_seconds();
	int code;

	cx->wants_families = true;
	code = start_flat(o, cx);

	took->known = true;
	took->flat_ms = start_milliseconds(&clock);
	if (code == EXIT_DONE && !can_run(o, cx))
		return EXIT_USAGE;
	return code == EXIT_DONE ? start_code(o, cx, took, &clock) : code;
}
