/* SPDX-License-Identifier: MIT
   guard.c — the way out of deep calls, by longjmp. Legal where arenas own everything: what lies in
   the frames that are left is freed with their arenas, before the jump. The innermost guard is the
   one thing that a thread has of its own: an error in this program can show anywhere, also where no
   context is at hand. */
#ifndef MDV_BARE
#define _GNU_SOURCE /* pthread_getattr_np */
#endif
#include "base/base.h"

#ifndef MDV_BARE
#include <pthread.h>
#endif
#include <stdlib.h>

static _Thread_local Guard *innermost;  /* of this thread; NULL: none */
static _Thread_local GuardScope *scope; /* the same of scopes */

void guard_scope_begin(GuardScope *s, void (*left)(GuardScope *s))
{
	s->left = left;
	s->outer = scope;
	scope = s;
}

/* Those inside of `outer` end. */
static void leave_scopes(GuardScope *outer)
{
	while (scope != outer) {
		GuardScope *s = scope;

		scope = s->outer;
		s->left(s);
	}
}

void guard_scope_end(GuardScope *s)
{
	leave_scopes(s);
	scope = s->outer;
}

MdvStatus guard_run(Guard *g, Arena *root, void (*body)(void *arg), void *arg)
{
	g->outer = innermost;
	g->scope = scope;
	g->root = root;
	g->base = innermost ? innermost->base : __builtin_frame_address(0);
	g->room = innermost ? innermost->room : 0;
	g->stop = NULL;
	g->status = MDV_OK;
	g->text[0] = '\0';
	innermost = g;
	if (setjmp(g->out) == 0)
		body(arg);
	innermost = g->outer;
	return g->status;
}

static _Noreturn void leave(Guard *g, MdvStatus status)
{
	g->status = status;
	if (g->root)
		arena_free_children(g->root);
	leave_scopes(g->scope);
	longjmp(g->out, 1);
}

#define STACK_SMALL  (128u * 1024)  /* every thread has that much: no need to ask */
#define STACK_COMMON (1024u * 1024) /* if nobody can tell */

/* Three quarters of what lies below the base: the rest is for whoever is called at the bottom. */
static size_t find_room(const char *base)
{
	size_t size = STACK_COMMON;
#ifdef MDV_BARE
	(void)base;
#else
	pthread_attr_t attributes;
	void *end;

	if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
		if (pthread_attr_getstack(&attributes, &end, &size) == 0 && (const char *)end < base)
			size = (size_t)(base - (const char *)end);
		pthread_attr_destroy(&attributes);
	}
#endif
	return size / 4 * 3;
}

bool guard_is_deep(void)
{
	Guard *g = innermost;
	size_t used = g ? (size_t)(g->base - (const char *)__builtin_frame_address(0)) : 0;

	if (used < STACK_SMALL)
		return false;
	if (g->room == 0)
		g->room = find_room(g->base);
	return used > g->room;
}

void guard_poll(void)
{
	Guard *g = innermost;

	if (g && g->stop && g->stop(g->stop_user))
		leave(g, MDV_STOPPED);
}

_Noreturn void guard_no_memory(void *ctx)
{
	(void)ctx;
	if (innermost)
		leave(innermost, MDV_NO_MEMORY);
	fputs("out of memory\n", stderr);
	abort();
}

_Noreturn void guard_bug(const char *file, int line, const char *format, ...)
{
	Guard *g = innermost;
	char text[sizeof g->text - 100];
	va_list args;

	va_start(args, format);
	plain_vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (!g) {
		fprintf(stderr, "internal error at %s:%d: %s; please report it\n", file, line, text);
		abort();
	}
	snprintf(g->text, sizeof g->text,
			 "internal error at %s:%d: %s; please report it with the model", file, line, text);
	leave(g, MDV_INTERNAL_ERROR);
}
