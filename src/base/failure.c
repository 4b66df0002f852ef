/* SPDX-License-Identifier: MIT
   failure.c — one way to fail: what happened is said once, where it happens, in a Failure that
   belongs to whoever is at work; its status is handed up by return. A later failure replaces an
   earlier one (of a point that was tried and given up); who has more to say about one adds to it.
 */
#include "base/base.h"

#include <math.h>

void failure_init(Failure *f, const MdvAlloc *alloc)
{
	*f = (Failure){.time = NAN, .source = -1};
	text_init(&f->text, alloc);
}

void failure_free(Failure *f)
{
	text_free(&f->text);
}

void failure_clear(Failure *f)
{
	f->status = MDV_OK;
	f->time = NAN;
	f->source = -1;
	text_clear(&f->text);
}

MdvStatus failure_vset(Failure *f, MdvStatus status, double time, const char *format, va_list args)
{
	failure_clear(f);
	f->status = status;
	f->time = time;
	text_vprintf(&f->text, format, args);
	return status;
}

MdvStatus failure_set(Failure *f, MdvStatus status, double time, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	failure_vset(f, status, time, format, args);
	va_end(args);
	return status;
}

const Failure *failure_keep(Failure *copy, const Failure *f)
{
	failure_clear(copy);
	copy->status = f->status;
	copy->time = f->time;
	copy->source = f->source;
	text_add(&copy->text, text_str(&f->text), f->text.n);
	return copy;
}

bool failure_explains(const Failure *f, MdvStatus status)
{
	return f->status != MDV_OK &&
		   (f->status == status || (status == MDV_FAILED && f->status == MDV_RETRY));
}
