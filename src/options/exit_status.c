/* SPDX-License-Identifier: MIT
   exit_status.c — how programs end: one table for modevs and for the programs that it makes. */
#include "options/options.h"

int exit_status(MdvStatus status, int signal_number)
{
	switch (status) {
	case MDV_OK: return EXIT_DONE;
	case MDV_STOPPED: return signal_number ? EXIT_SIGNAL + signal_number : EXIT_RUN;
	case MDV_TIMED_OUT:
	case MDV_NO_MEMORY: return EXIT_LIMIT;
	case MDV_INTERNAL_ERROR: return EXIT_INTERNAL;
	default: return EXIT_RUN;
	}
}

typedef struct {
	int (*body)(void *arg); /* what the program does */
	void *arg;              /* handed to it */
	int code;               /* how it ended */
} Guarded;

static void run_guarded(void *ctx)
{
	Guarded *g = ctx;

	g->code = g->body(g->arg);
}

int exit_status_guard(const char *program, Arena *root, int (*body)(void *arg), void *arg)
{
	Guarded run = {.body = body, .arg = arg};
	Guard guard;
	MdvStatus status = guard_run(&guard, root, run_guarded, &run);

	if (status == MDV_OK)
		return run.code;
	fprintf(stderr, "%s: %s\n", program, guard.text[0] ? guard.text : mdv_status_text(status));
	return exit_status(status, 0);
}

void exit_status_table(FILE *out)
{
	fputs("\n## Exit statuses\n\nOf modevs and of the programs that it makes.\n\n"
		  "| status | |\n|---|---|\n",
		  out);
#define EXIT_STATUS_LINE(name, value, text) fprintf(out, "| %d | %s |\n", value, text);
	EXIT_STATUSES(EXIT_STATUS_LINE)
#undef EXIT_STATUS_LINE
}
