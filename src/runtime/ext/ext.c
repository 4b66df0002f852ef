/* SPDX-License-Identifier: MIT
   ext.c — sessions and calls of external functions, their errors, and the table of functions by
   name. The running call of a thread is the only thing that is not handed from function to
   function: the interface of external functions (MLS 12.9.6) has no place for it. */
#include "runtime/ext/ext.h"

#include <stdlib.h>
#include <string.h>

static _Thread_local ExtCall *running; /* the innermost call of this thread; NULL: none */

/* System.exit: we are a guest in the caller's process, so the call fails and the caller decides. */
static void ask_exit(int status)
{
	ExtSession *s = ext_session();

	s->exit_asked = true;
	s->exit_status = status;
	ext_error("the model ended the run with exit(%d)", status);
}

/* The output so far comes before that of the command. */
static int run_command(const char *command)
{
	fflush(NULL);
	return system(command);
}

typedef struct Entry {
	const char *symbol; /* name in the external clause */
	ExtFn fn;           /* what to call */
} Entry;

#define EXT_ENTRY(result, name, arguments) {#name, (ExtFn)name},
static const Entry table[] = {
	EXT_FUNCTIONS(EXT_ENTRY) /* and, in order: */
	{"exit", (ExtFn)ask_exit},
	{"system", (ExtFn)run_command},
};
#undef EXT_ENTRY

static int compare(const void *symbol, const void *entry)
{
	return strcmp(symbol, ((const Entry *)entry)->symbol);
}

ExtFn ext_find(const char *symbol)
{
	const Entry *e = bsearch(symbol, table, sizeof table / sizeof *table, sizeof *table, compare);

	return e ? e->fn : lapack_find(symbol);
}

static void no_memory(void *ctx)
{
	(void)ctx;
	ext_error("out of memory");
}

void ext_arena_init(Arena *a)
{
	arena_init(a, ext_session()->alloc);
	a->no_memory = no_memory;
}

void ext_session_init(ExtSession *s, const MdvAlloc *alloc)
{
	*s = (ExtSession){.alloc = alloc ? alloc : &alloc_heap};
	arena_init(&s->memory, s->alloc);
	s->memory.no_memory = no_memory;
}

void ext_session_free(ExtSession *s)
{
	streams_close_all(s);
	arena_free(&s->memory);
}

void ext_call_begin(ExtCall *call, ExtSession *session)
{
	call->session = session;
	call->outer = running;
	call->mark = arena_mark(&session->memory);
	call->n_guards = 0;
	call->error[0] = '\0';
	running = call;
}

void ext_call_end(ExtCall *call)
{
	CHECK(running == call);
	arena_release(&call->session->memory, call->mark);
	running = call->outer;
}

bool ext_call_run(ExtCall *call, void (*body)(void *ctx), void *ctx)
{
	if (setjmp(call->on_error) != 0)
		return false;
	body(ctx);
	return true;
}

bool ext_call_guard(ExtSession *session, void (*body)(void *ctx), void *ctx, char *why, size_t size)
{
	ExtCall call;
	bool ok;

	ext_call_begin(&call, session);
	ok = ext_call_run(&call, body, ctx);
	if (!ok)
		snprintf(why, size, "%s", call.error);
	ext_call_end(&call);
	return ok;
}

static ExtCall *current(void)
{
	if (!running)
		BUG("an external function runs outside of a call");
	return running;
}

ExtSession *ext_session(void)
{
	return current()->session;
}

Arena *ext_memory(void)
{
	return &current()->session->memory;
}

void ext_verror(const char *format, va_list args)
{
	ExtCall *call = running;

	/* Code of the user may fail in a thread of its own, where nobody waits for it. */
	if (!call) {
		vfprintf(stderr, format, args);
		fputc('\n', stderr);
		abort();
	}
	vsnprintf(call->error, sizeof call->error, format, args);
	while (call->n_guards > 0) {
		ExtGuard g = call->guard[--call->n_guards];

		g.release(g.ptr);
	}
	longjmp(call->on_error, 1);
}

void ext_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	ext_verror(format, args);
}

void ext_vsay(ExtLevel level, const char *format, va_list args)
{
	ExtSession *s = ext_session();
	ArenaMark mark = arena_mark(&s->memory);
	const char *text = arena_vprintf(&s->memory, format, args);

	if (s->sink)
		s->sink(s->sink_ctx, level, text);
	else
		fputs(text, level == EXT_WARNING ? stderr : stdout);
	arena_release(&s->memory, mark);
}

void ext_say(ExtLevel level, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	ext_vsay(level, format, args);
	va_end(args);
}

void ext_guard(void (*release)(void *ptr), void *ptr)
{
	ExtCall *call = current();

	CHECK(call->n_guards < EXT_GUARDS);
	call->guard[call->n_guards++] = (ExtGuard){release, ptr};
}

void ext_unguard(void)
{
	ExtCall *call = current();

	CHECK(call->n_guards > 0);
	call->n_guards--;
}

void ext_close(void *file)
{
	fclose(file);
}
