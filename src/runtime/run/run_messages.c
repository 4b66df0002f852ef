/* SPDX-License-Identifier: MIT
   run_messages.c — --messages: every message of a DEVS component as a line of a table (RFC 4180):
   time, superdense step, the port that sends it, those that get it, Type and value. */
#include "runtime/run/run.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* In quotes if it needs them, with quotes inside doubled. */
static void put_text(FILE *to, const char *text)
{
	if (!strpbrk(text, ",\"\n\r")) {
		fputs(text, to);
		return;
	}
	fputc('"', to);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', to);
		fputc(*text, to);
	}
	fputc('"', to);
}

static MdvStatus put_message(void *ctx, const SystemMessage *m)
{
	Run *r = ctx;
	char t[32];

	if (r->watcher)
		r->watcher->message(r->watcher->ctx, m);
	if (!r->messages)
		return MDV_OK;
	fprintf(r->messages, "%s,%" PRIu64 ",", text_real(t, m->t), m->step);
	put_text(r->messages, m->from);
	fputc(',', r->messages);
	put_text(r->messages, m->to);
	fprintf(r->messages, ",%s,", m->type);
	put_text(r->messages, m->text);
	fputc('\n', r->messages);
	return ferror(r->messages) ? MDV_IO : MDV_OK;
}

static void say_failed(const Run *r, int error)
{
	interrupt_hide();
	render_say(stderr, "%s: '%s' cannot be written: %s\n", r->o->program, r->o->messages,
			   plain_strerror(error));
}

/* A file, not standard output, where results go. */
static bool is_file(const Run *r, const char *option, const char *file)
{
	if (!file || strcmp(file, "-") != 0)
		return true;
	fprintf(stderr, "%s: %s '-': a file of its own is needed\n", r->o->program, option);
	return false;
}

bool run_messages_check(const Run *r)
{
	return is_file(r, "--messages", r->o->messages) && is_file(r, "--report", r->o->report);
}

bool run_messages_open(Run *r)
{
	r->watch = (SystemWatch){
		.counts = r->o->stats != STATS_NONE || r->watcher, .ctx = r, .keep = &r->keep};
	r->watch.message = r->o->messages || r->watcher ? put_message : NULL;
	r->hybrid.watch = &r->watch;
	if (!r->o->messages)
		return true;
	r->messages = fopen(r->o->messages, "we");
	if (!r->messages) {
		say_failed(r, errno);
		return false;
	}
	replace_mark(r->o->messages);
	fputs("time,step,from,to,Type,Value\n", r->messages);
	return true;
}

MdvStatus run_messages_end(Run *r)
{
	bool failed;
	int error;

	if (!r->messages)
		return MDV_OK;
	errno = 0;
	failed = ferror(r->messages);
	failed |= fclose(r->messages) != 0;
	error = errno;
	r->messages = NULL;
	if (failed)
		say_failed(r, error ? error : EIO);
	return failed ? MDV_IO : MDV_OK;
}
