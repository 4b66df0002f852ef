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

#define EXT_ENTRY(result, name, arguments, need, signature) \
	{#name, (ExtFn)name, EXT_##need, signature, false},
static const ExtFunction table[] = {
	EXT_FUNCTIONS(EXT_ENTRY) /* and, in order: */
	{"exit", (ExtFn)ask_exit, EXT_NONE, "v(i)", false},
	{"system", (ExtFn)run_command, EXT_RUN, "i(s)", false},
};
#undef EXT_ENTRY

static int compare(const void *symbol, const void *entry)
{
	return strcmp(symbol, ((const ExtFunction *)entry)->symbol);
}

const ExtFunction *ext_look_up(const char *symbol)
{
	const ExtFunction *f =
		bsearch(symbol, table, sizeof table / sizeof *table, sizeof *table, compare);

	return f ? f : lapack_find(symbol);
}

ExtFn ext_find(const char *symbol)
{
	const ExtFunction *f = ext_look_up(symbol);

	return f ? f->fn : NULL;
}

static void no_memory(void *ctx)
{
	(void)ctx;
	ext_no_memory();
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
	arena_init(&s->names, s->alloc);
	/* Without memory for it the model may read less, which it is told. */
	(void)allow_folder(s, ".");
}

void ext_session_free(ExtSession *s)
{
	streams_close_all(s);
	queues_free(s);
	arena_free(&s->memory);
	arena_free(&s->names);
}

void ext_session_tape(ExtSession *s, Tape *t)
{
	ExtRandom *r = &s->random;
	int32_t p = r->p, id = r->id;

	tape_bytes(t, r->word, sizeof r->word);
	tape_number(t, &p, 0, EXT_RANDOM_WORDS - 1);
	tape_number(t, &id, INT32_MIN, INT32_MAX);
	tape_flag(t, &r->ready);
	tape_word(t, &s->uniform);
	r->p = p;
	r->id = id;
}

bool ext_session_has_read(const ExtSession *s, uint64_t device, uint64_t inode)
{
	for (size_t i = 0; i < s->read.n; i++)
		if (s->read.at[i].device == device && s->read.at[i].inode == inode)
			return true;
	return false;
}

static void release_guarded(ExtCall *call)
{
	while (call->n_guards > 0) {
		ExtGuard g = call->guard[--call->n_guards];

		g.release(g.ptr);
	}
}

/* An error of this program, or want of memory, jumps over the call. */
static void left(GuardScope *scope)
{
	ExtCall *call = (ExtCall *)scope;

	release_guarded(call);
	arena_release(&call->session->memory, call->mark);
	running = call->outer;
}

void ext_call_begin(ExtCall *call, ExtSession *session)
{
	call->session = session;
	call->outer = running;
	call->mark = arena_mark(&session->memory);
	call->n_guards = 0;
	call->status = MDV_RETRY;
	call->error[0] = '\0';
	running = call;
	guard_scope_begin(&call->scope, left);
}

void ext_call_end(ExtCall *call)
{
	CHECK(running == call);
	guard_scope_end(&call->scope);
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

MdvStatus ext_call_guard(ExtSession *session, void (*body)(void *ctx), void *ctx, char *why,
						 size_t size)
{
	ExtCall call;
	MdvStatus status = MDV_OK;

	ext_call_begin(&call, session);
	if (!ext_call_run(&call, body, ctx)) {
		snprintf(why, size, "%s", call.error);
		status = call.status;
	}
	ext_call_end(&call);
	return status;
}

/* What ends the objects that such a function makes; NULL: it makes none. */
static ExtFn find_end(const char *signature)
{
	const char ends[] = {'v', '(', 'x', signature[0] == 'o' ? signature[1] : '\0', ')', '\0'};

	for (size_t k = 0; signature[0] == 'o' && k < sizeof table / sizeof *table; k++)
		if (table[k].signature && strcmp(table[k].signature, ends) == 0)
			return table[k].fn;
	return NULL;
}

static bool find_builtin(void *external, const char *symbol, VmBuiltin *out)
{
	const ExtSession *session = external;
	const ExtFunction *f = ext_look_up(symbol);

	if (!f && session->more)
		f = session->more(symbol);
	if (!f)
		return false;
	*out = (VmBuiltin){.fn = f->fn,
					   .signature = f->signature,
					   .fortran = f->fortran,
					   .refused = allow_refusal(external, f->need),
					   .end = f->signature ? find_end(f->signature) : NULL};
	if (!f->signature)
		out->refused = "this function is for external C code, models cannot call it";
	return true;
}

static MdvStatus guard_call(void *external, void (*body)(void *arg), void *arg, char *why,
							size_t size)
{
	return ext_call_guard(external, body, arg, why, size);
}

static bool may_load(void *external, const char *library)
{
	return allow_library(external, library);
}

static bool table_range(char object, const void *t, const MdvTableAsk *ask, MdvTableRange *out)
{
	switch (ask->kind) {
	case MDV_TABLE_1D: return object == '1' && table_1d_range(t, ask, out);
	case MDV_TABLE_2D: return object == '2' && table_2d_range(t, ask, out);
	case MDV_TABLE_TIME: return object == 't' && table_time_range(t, ask, out);
	default: return false;
	}
}

void ext_session_hooks(ExtSession *session, VmHooks *hooks)
{
	hooks->external = session;
	hooks->find = find_builtin;
	hooks->guard = guard_call;
	hooks->may_load = may_load;
	hooks->include = include_library;
	hooks->table_range = table_range;
	hooks->message = queues_message;
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
		plain_vfprintf(stderr, format, args);
		fputc('\n', stderr);
		abort();
	}
	plain_vsnprintf(call->error, sizeof call->error, format, args);
	release_guarded(call);
	longjmp(call->on_error, 1);
}

void ext_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	ext_verror(format, args);
}

void ext_no_memory(void)
{
	current()->status = MDV_NO_MEMORY;
	ext_error("out of memory");
}

void ext_refuse(const char *format, ...)
{
	va_list args;

	current()->status = MDV_FAILED;
	va_start(args, format);
	ext_verror(format, args);
}

void ext_vsay(ExtLevel level, const char *format, va_list args)
{
	ExtSession *s = ext_session();
	ArenaMark mark = arena_mark(&s->memory);
	const char *text = arena_vprintf(&s->memory, format, args);

	if (!s->sink && level == EXT_WARNING)
		text = arena_printf(&s->memory, "warning: %s", text);
	if (s->sink)
		s->sink(s->sink_ctx, level, text);
	else
		render_write(level == EXT_WARNING ? stderr : stdout, text, strlen(text));
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
