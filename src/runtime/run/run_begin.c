/* SPDX-License-Identifier: MIT
   run_begin.c — what programs begin with: limits, and what the model may do. */
#include "runtime/run/run.h"

#include <errno.h>

bool run_begin_limits(const Options *o)
{
	interrupt_begin(o->program, o->run.timeout);
	interrupt_phase("starting", NULL);
	if (o->memory == 0 || interrupt_memory(o->memory))
		return true;
	fprintf(stderr, "%s: the memory cannot be limited: %s\n", o->program, plain_strerror(errno));
	return false;
}

int run_begin_guard(const char *program, int (*body)(void *arg), void *arg)
{
	int code = exit_status_guard(program, NULL, body, arg);

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
