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
static void check_folder(const char *path)
{
	DIR *folder = opendir(path);

	if (folder)
		closedir(folder);
	else
		fprintf(stderr, "modevs: warning: -L '%s': %s\n", path, plain_strerror(errno));
}

bool start_limits(const Options *o)
{
	interrupt_begin(o->program, o->run.timeout);
	interrupt_phase("starting", NULL);
	if (o->memory == 0 || interrupt_memory(o->memory))
		return true;
	fprintf(stderr, "%s: the memory cannot be limited: %s\n", o->program, plain_strerror(errno));
	return false;
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

void start_compile(const Options *o, Compile *cx)
{
	const char *path = getenv("MODELICAPATH");

	pipeline_init(cx, NULL);
	cx->watch = note_pass;
	cx->diag.colour = isatty(STDERR_FILENO);
	for (size_t i = 0; i < o->dirs.n; i++) {
		if (!strchr(o->dirs.at[i], ':'))
			check_folder(o->dirs.at[i]);
		library_add_path(cx->lib, o->dirs.at[i]);
	}
	if (path)
		library_add_path(cx->lib, path);
	library_add_shipped(cx->lib);
}

bool start_allow(const Options *o, Made *made)
{
	char why[256];

	for (size_t i = 0; i < o->allow.n; i++)
		if (!maker_allow(made, o->allow.at[i], why, sizeof why)) {
			fprintf(stderr, "%s: --allow: %s\n", o->program, why);
			return false;
		}
	return !o->allow_external || maker_allow(made, "external", why, sizeof why);
}
