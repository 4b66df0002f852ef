/* SPDX-License-Identifier: MIT
   run_begin.c — what programs begin with: limits, and what the model may do. */
#include "runtime/run/run.h"

#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
	OWN_PAGES = 4 << 20,  /* blocks of so many bytes have pages of their own */
	MORE_PAGES = 1 << 20, /* for smaller ones the system is asked for so much at once … */
	KEPT_PAGES = 64 << 20 /* … and gets it back if more than this is free */
};

bool run_begin_limits(const Options *o)
{
	interrupt_begin(o->program, o->run.timeout);
	if (o->quiet)
		interrupt_quiet();
	interrupt_phase("starting", NULL);
	if (o->memory == 0 || interrupt_memory(o->memory))
		return true;
	fprintf(stderr, "%s: the memory cannot be limited: %s\n", o->program, plain_strerror(errno));
	return false;
}

/* While a model is compiled. */
static bool show_progress(void *user)
{
	(void)user;
	interrupt_show(NAN);
	return false;
}

int run_begin_inner(const char *program, Arena *root, int (*body)(void *arg), void *arg)
{
	return exit_status_guard(program, &(ExitGuard){root, show_progress}, body, arg);
}

void run_begin_memory(void)
{
#ifdef __GLIBC__
	/* Its own rule raises the limit up to 32 MB when such a block is freed: from then on blocks of
	   tables lie among others and never go back. With a lower one than ours the blocks of arenas
	   (1 MB) would go back one by one, and each page come again by a fault: half of the time that
	   the system takes of a large model. */
	mallopt(M_MMAP_THRESHOLD, OWN_PAGES);
	/* What one pass of the compiler frees the next one takes: pages that went back in between come
	   again by a fault each, cleared (a fifth of all faults when an engine is compiled). */
	mallopt(M_TOP_PAD, MORE_PAGES);
	mallopt(M_TRIM_THRESHOLD, KEPT_PAGES);
#endif
}

void run_begin_trim(void)
{
#ifdef __GLIBC__
	malloc_trim(MORE_PAGES);
#endif
}

int run_begin_guard(const char *program, int (*body)(void *arg), void *arg)
{
	int code;

	run_begin_memory();
	code = run_begin_inner(program, NULL, body, arg);
	interrupt_ask(NULL, NULL); /* whatever was to be saved is gone */
	if (code == EXIT_LIMIT && !*interrupt_flag())
		fprintf(stderr, "%s: the memory ended while %s; --memory sets how much there is\n", program,
				interrupt_where());
	return code;
}

bool run_begin_allow(const Options *o, ExtSession *session)
{
	char why[256];

	for (size_t i = 0; i < o->allow.n; i++)
		if (!allow_give(session, o->allow.at[i], why, sizeof why)) {
			fprintf(stderr, "%s: --allow: %s\n", o->program, why);
			return false;
		}
	return !o->allow_external || allow_give(session, "external", why, sizeof why);
}
