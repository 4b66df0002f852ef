/* SPDX-License-Identifier: MIT
   sampler.c — sample(start, interval) (MLS 16.5.1): instant n is start + n * interval, rounded
   once. Short decimal numbers, as people write them, are meant as such: with 0.1 the third instant
   is 0.3, and it meets the first one of 0.3. Their sums are exact integers in units of a power of
   ten. Other numbers are taken as the doubles they are, with one rounding by fma. Nothing adds up:
   samplers that are to meet do so after any number of instants. */
#include "runtime/rt/rt.h"

#include <stdlib.h>
#include <string.h>

#define FINEST 0x1p-50 /* shortest interval, as part of the time: a few units in the last place */

#define MOST_COUNT (UINT64_C(1) << 53) /* of instants: as far as doubles count */

enum { SHORT_DIGITS = 15, MAX_SHIFT = 20 };

bool sampler_as_decimal(double x, __int128 *units, int32_t *exponent)
{
	char buf[32];
	long long digits = 0;
	int32_t point = 0;
	bool after = false;

	*units = 0;
	*exponent = 0;
	if (x == 0)
		return true;
	plain_snprintf(buf, sizeof buf, "%.*e", SHORT_DIGITS - 1, x);
	if (plain_strtod(buf, NULL) != x)
		return false;
	for (const char *c = buf; *c && *c != 'e'; c++) {
		if (*c >= '0' && *c <= '9') {
			digits = digits * 10 + (*c - '0');
			point += after;
		} else if (*c != '-') {
			after = true;
		}
	}
	*exponent = (int32_t)strtol(strchr(buf, 'e') + 1, NULL, 10) - point;
	for (; digits % 10 == 0; digits /= 10)
		++*exponent;
	*units = x < 0 ? -digits : digits;
	return true;
}

void sampler_read(RtSampler *s, double start, double interval)
{
	int32_t a, b;

	s->start = start;
	s->interval = interval;
	s->decimal = sampler_as_decimal(start, &s->start_units, &a) &&
				 sampler_as_decimal(interval, &s->interval_units, &b);
	if (!s->decimal)
		return;
	if (start == 0)
		a = b;
	s->exponent = a < b ? a : b;
	s->decimal = a - s->exponent <= MAX_SHIFT && b - s->exponent <= MAX_SHIFT;
	for (; s->decimal && a > s->exponent; a--)
		s->start_units *= 10;
	for (; s->decimal && b > s->exponent; b--)
		s->interval_units *= 10;
}

#define EXACT_UNITS (INT64_C(1) << 53)
#define EXACT_POWER 22 /* of ten, the largest that a double is */

/* An integer times a power of ten, correctly rounded: where both are doubles one operation does it,
   otherwise strtod. */
static double round_decimal(__int128 units, int32_t exponent)
{
	static const double power[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
												  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
												  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
	char buf[64], *end = buf + sizeof buf, *c;
	unsigned __int128 rest = units < 0 ? -(unsigned __int128)units : (unsigned __int128)units;
	int len;

	if (rest <= EXACT_UNITS && abs(exponent) <= EXACT_POWER)
		return exponent < 0 ? (double)units / power[-exponent] : (double)units * power[exponent];
	c = end - 16;
	len = snprintf(c, 16, "e%d", (int)exponent);
	(void)len;
	do {
		*--c = (char)('0' + (int)(rest % 10));
		rest /= 10;
	} while (rest > 0);
	if (units < 0)
		*--c = '-';
	return plain_strtod(c, NULL);
}

double sampler_instant(const RtSampler *s, int64_t n)
{
	/* 10^15 * 10^20 * 2^63 would not fit: far counts of such pairs are rounded by fma. */
	if (s->decimal && n < INT64_C(1) << 40)
		return round_decimal(s->start_units + (__int128)n * s->interval_units, s->exponent);
	return fma((double)n, s->interval, s->start);
}

static void advance_to(RtSampler *s, double t, bool past)
{
	double guess = floor((t - s->start) / s->interval) - 1;

	s->count = guess > 0 ? (int64_t)guess : 0;
	for (;;) {
		s->next = sampler_instant(s, s->count);
		if (past ? s->next > t : s->next >= t)
			break;
		s->count++;
	}
}

/* --- all samplers of a model --- */

typedef struct Samplers {
	RtSampler *of; /* n_samplers */
	RtHeap next;   /* them by their next instants */
} Samplers;

static void *make(Rt *rt)
{
	Samplers *s = NEW(&rt->memory, Samplers);

	s->of = NEW_ARRAY(&rt->memory, RtSampler, rt->m->n_samplers);
	heap_init(&s->next, &rt->memory, rt->m->n_samplers);
	rt->operators.most_pulses += rt->m->n_samplers;
	return s;
}

/* Instants are counted in doubles and differ from each other: from the first one to the end of the
   run there are no more than doubles can tell apart. */
static MdvStatus check_instants(Rt *rt, const MdvSampler *m, double t)
{
	double start = rt->frame[m->start], interval = rt->frame[m->interval];
	double far = fmax(fmax(fabs(start), fabs(t)), fabs(t + rt->span));
	const char *wrong = NULL;

	if (!isfinite(start))
		wrong = "the first instant is not a finite number";
	else if (!isfinite(interval))
		wrong = "the interval is not a finite number";
	else if (!(interval > 0))
		wrong = "the interval must be positive";
	else if (!(interval >= FINEST * far))
		wrong = "the interval is below the resolution of time: such instants cannot be told apart";
	if (!wrong)
		return MDV_OK;
	if (isfinite(start) && isfinite(interval))
		report_fail(rt, MDV_FAILED, t, "sample(%g, %g): %s", start, interval, wrong);
	else
		report_fail(rt, MDV_FAILED, t, "a sample: %s", wrong);
	report_source(rt, m->source);
	return MDV_FAILED;
}

static MdvStatus begin(Rt *rt, void *state, double t)
{
	Samplers *s = state;

	heap_clear(&s->next);
	for (int32_t i = 0; i < rt->m->n_samplers; i++) {
		const MdvSampler *m = &rt->m->sampler[i];

		TRY(check_instants(rt, m, t));
		sampler_read(&s->of[i], rt->frame[m->start], rt->frame[m->interval]);
		advance_to(&s->of[i], t, false);
		heap_put(&s->next, i, s->of[i].next);
	}
	return MDV_OK;
}

/* Those due at t are active in the first pass. */
static bool release(Rt *rt, void *state, double t, RtEvent *out)
{
	Samplers *all = state;
	RtHeap *h = &all->next;

	while (h->n > 0 && h->key[h->item[0]] <= t) {
		int32_t i = h->item[0];
		RtSampler *s = &all->of[i];

		if (s->next == t) {
			operator_pulse(rt, rt->m->sampler[i].active);
			out->samples++;
		}
		s->next = sampler_instant(s, ++s->count);
		if (s->next <= t)
			advance_to(s, t, true);
		heap_put(h, i, s->next);
	}
	return false;
}

/* Instants follow from their numbers. */
static void tape(Rt *rt, void *state, Tape *t)
{
	Samplers *all = state;

	for (int32_t i = 0; i < rt->m->n_samplers; i++) {
		RtSampler *s = &all->of[i];
		uint64_t count = (uint64_t)s->count;

		tape_word(t, &count);
		if (count > MOST_COUNT)
			tape_refuse(t, "there are no so many instants of a sample");
		if (!tape_reads(t) || t->wrong)
			continue;
		s->count = (int64_t)count;
		s->next = sampler_instant(s, s->count);
		heap_put(&all->next, i, s->next);
	}
}

static double next(const Rt *rt, const void *state, double t)
{
	const RtHeap *h = &((const Samplers *)state)->next;

	(void)rt, (void)t;
	return h->n > 0 ? h->key[h->item[0]] : INFINITY;
}

static void due(const Rt *rt, const void *state, double t, RtDue *tell, void *ctx)
{
	const Samplers *all = state;
	char text[96];

	for (int32_t i = 0; i < rt->m->n_samplers; i++) {
		const RtSampler *s = &all->of[i];

		if (s->count < 1 || sampler_instant(s, s->count - 1) != t)
			continue;
		plain_snprintf(text, sizeof text, "sample(%g, %g)", s->start, s->interval);
		tell(ctx, text);
	}
}

const RtOperatorOps sampler_operator = {
	.make = make, .begin = begin, .release = release, .next = next, .due = due, .tape = tape};
