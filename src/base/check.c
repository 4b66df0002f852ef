/* SPDX-License-Identifier: MIT
   check.c — the way out of a checker: the first thing found wrong ends it, however deep it is, and
   becomes a text. */
#include "base/base.h"

bool check_run(Text *why, void (*body)(Check *c, void *ctx), void *ctx)
{
	Check c = {.why = why};

	if (setjmp(c.failed))
		return false;
	body(&c, ctx);
	return true;
}

bool check_run_in(Arena *scratch, Text *why, void (*body)(Check *c, void *ctx), void *ctx)
{
	ArenaMark mark = arena_mark(scratch);
	bool ok = check_run(why, body, ctx);

	arena_release(scratch, mark);
	return ok;
}

void check_fail(Check *c, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	text_vprintf(c->why, format, args);
	va_end(args);
	longjmp(c->failed, 1);
}
