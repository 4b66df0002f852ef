/* SPDX-License-Identifier: MIT
   tape.c — what something is, written down as bytes and taken up from them. Whoever has something
   to be kept describes it once, as a row of calls, for both ways: what is written in one order is
   read in the same. Bytes that are read may come from anywhere: whatever is an index, a count or a
   flag is looked at before it is taken, and after the first thing that cannot be nothing is taken
   any more. Numbers are as the machine has them. */
#include "base/base.h"

#include <string.h>

bool tape_reads(const Tape *t)
{
	return t->from != NULL;
}

void tape_refuse(Tape *t, const char *why)
{
	if (!t->wrong)
		t->wrong = why;
}

/* The next n bytes of what is read; NULL: there are not so many, or something was wrong before. */
static const unsigned char *take(Tape *t, size_t n)
{
	const unsigned char *from = t->from + t->at;

	if (n > t->size - t->at)
		tape_refuse(t, "it ends too early");
	if (t->wrong)
		return NULL;
	t->at += n;
	return from;
}

void tape_bytes(Tape *t, void *x, size_t n)
{
	const unsigned char *from = tape_reads(t) ? take(t, n) : NULL;

	if (n > 0 && from)
		memcpy(x, from, n);
	if (tape_reads(t))
		return;
	if (n > 0 && t->to)
		memcpy(t->to + t->at, x, n);
	t->at += n;
}

void tape_reals(Tape *t, double x[], size_t n)
{
	tape_bytes(t, x, n * sizeof *x);
}

void tape_real(Tape *t, double *x)
{
	tape_bytes(t, x, sizeof *x);
}

void tape_word(Tape *t, uint64_t *x)
{
	tape_bytes(t, x, sizeof *x);
}

void tape_flag(Tape *t, bool *x)
{
	unsigned char byte = !tape_reads(t) && *x;

	tape_bytes(t, &byte, 1);
	if (byte > 1)
		tape_refuse(t, "a flag is neither true nor false");
	if (tape_reads(t) && !t->wrong)
		*x = byte;
}

void tape_flags(Tape *t, bool x[], size_t n)
{
	for (size_t k = 0; k < n; k++)
		tape_flag(t, &x[k]);
}

void tape_number(Tape *t, int32_t *x, int32_t low, int32_t high)
{
	int32_t number = *x;

	tape_bytes(t, &number, sizeof number);
	if (tape_reads(t) && (number < low || number > high))
		tape_refuse(t, "a number is outside of its range");
	if (!t->wrong)
		*x = number;
}

void tape_numbers(Tape *t, int32_t x[], size_t n, int32_t low, int32_t high)
{
	for (size_t k = 0; k < n; k++)
		tape_number(t, &x[k], low, high);
}

size_t tape_count(Tape *t, size_t n, size_t size)
{
	uint64_t count = n;

	tape_word(t, &count);
	if (tape_reads(t) && !t->wrong && size > 0 && count > (t->size - t->at) / size)
		tape_refuse(t, "it ends too early");
	return t->wrong ? 0 : (size_t)count;
}
