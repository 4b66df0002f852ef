/* SPDX-License-Identifier: MIT
   run_begin.c — what programs begin with: limits, and what the model may do. */
#define _DEFAULT_SOURCE /* madvise, sbrk */
#include "runtime/run/run.h"

#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

enum {
	OWN_PAGES = 32 << 20,    /* blocks of so many bytes have pages of their own */
	FIRST_PAGES = 32 << 20,  /* for smaller ones the system is asked for so much at first, … */
	MORE_PAGES = 1 << 20,    /* for so much when that is used up, … */
	KEPT_PAGES = 64 << 20,   /* … and gets it back if more than this is free */
	PAGE = 4096,             /* bytes of a page, at least */
	BEYOND_FIRST = 256 << 10 /* more than malloc has before it is told anything */
};

bool run_begin_limits(const Options *o)
{
	interrupt_begin(o->program, o->run.timeout);
	if (o->quiet)
		interrupt_quiet();
	interrupt_phase("starting", NULL);
	if (o->memory == 0 || interrupt_memory(o->memory))
		return true;
	fprintf(stderr, "%s: the memory cannot be limited: %s\n", o->program,
			errno == ENOMEM ? "the program itself takes more" : plain_strerror(errno));
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

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
/* The first pages of the heap are huge ones where the system has them: address space only, until
   they are written to; then a fault for each 2 MB in place of 512 of them (a twelfth of the time of
   a model of ten thousand variables). */
static void ask_for_huge_pages(void)
{
	const MdvAlloc *heap = &alloc_heap;
	void *inside;

	mallopt(M_TOP_PAD, FIRST_PAGES);
	inside = heap->resize(heap->ctx, NULL, 0, BEYOND_FIRST);
	if (inside) {
		uintptr_t first = ((uintptr_t)inside + PAGE - 1) / PAGE * PAGE, end = (uintptr_t)sbrk(0);

		if (end > first && end - first <= FIRST_PAGES + (uintptr_t)2 * BEYOND_FIRST)
			(void)madvise((char *)inside + (first - (uintptr_t)inside), end - first,
						  MADV_HUGEPAGE); /* advice: it works without, too */
	}
	alloc_free(heap, inside, BEYOND_FIRST);
}
#endif

void run_begin_memory(void)
{
#ifdef __GLIBC__
	/* What has pages of its own goes back when it is freed, and each page of it comes again by a
	   fault: with a lower limit that happens to the tables of each pass over a large model, and
	   with one below 1 MB to the blocks of arenas. It is the most that malloc takes, and what its
	   own rule leads to, but from the beginning: what lies among others stays there. */
	mallopt(M_MMAP_THRESHOLD, OWN_PAGES);
	/* What one pass of the compiler frees the next one takes: pages that went back in between come
	   again by a fault each, cleared (a fifth of all faults when an engine is compiled). */
	mallopt(M_TRIM_THRESHOLD, KEPT_PAGES);
#ifdef MADV_HUGEPAGE
	ask_for_huge_pages();
#endif
	mallopt(M_TOP_PAD, MORE_PAGES);
#endif
}

void run_begin_trim(void)
{
#ifdef __GLIBC__
	/* Less stays, and with it the huge pages that it is made of. */
	if (mallinfo2().fordblks > KEPT_PAGES)
		malloc_trim(FIRST_PAGES);
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
