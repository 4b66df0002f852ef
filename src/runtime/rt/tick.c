/* SPDX-License-Identifier: MIT
   tick.c — the ticks of clocks (MLS 16.3): those of a periodic clock are exact rationals of the
   numbers that users write, rounded once, so that clocks of one base meet after any number of
   ticks. Tick k is start + k * interval/(per * resolution). Intervals that a clocked variable gives
   add up; if they are Integers their sum is exact, too. */
#include "runtime/rt/rt.h"

#define FINEST 0x1p-50 /* shortest interval, as part of the time: a few units in the last place */

#define MOST_COUNT (UINT64_C(1) << 53) /* of ticks: as far as doubles count */

typedef __int128 Wide;

/* A clock while it runs. */
typedef struct Tick {
	int64_t factor, shift, per; /* as in MdvTick */
	double resolution;          /* likewise */
	double start;               /* of the run */
	Wide start_units, units;    /* start and interval in units of 10^exponent, if decimal */
	int32_t exponent;           /* of the unit, at most 0 */
	bool decimal;               /* both are short decimal numbers */
	int64_t count;              /* the part at which the next tick is, or may be if it varies */
	double sum;                 /* if it varies: all intervals that are over */
	double next;                /* the next tick, unless it varies */
	double last;                /* the last one; NAN: none */
} Tick;

/* num/den rounded to nearest: 64 bits by long division, then the rest is known to be 0 or not. */
static double round_ratio(Wide num, Wide den)
{
	unsigned __int128 n = num < 0 ? -(unsigned __int128)num : (unsigned __int128)num;
	unsigned __int128 d = (unsigned __int128)den, m = n / d, rest = n % d;
	int exponent = 0;
	uint64_t low, high;
	double x;

	if (m >> 64)
		return (double)num / (double)den;
	for (; !(m >> 63) && exponent > -1100; exponent--) {
		rest *= 2;
		m = 2 * m + (rest >= d);
		if (rest >= d)
			rest -= d;
	}
	low = (uint64_t)m & 0x7FF;
	high = (uint64_t)(m >> 11);
	if (low > 0x400 || (low == 0x400 && (rest > 0 || high % 2)))
		high++;
	x = ldexp((double)high, exponent + 11);
	return num < 0 ? -x : x;
}

static bool scale(Wide *x, int32_t by)
{
	for (; by > 0; by--)
		if (__builtin_mul_overflow(*x, (Wide)10, x))
			return false;
	return true;
}

/* start + parts * interval/(per * resolution), if it is exact until it is rounded. */
static bool exact(const Tick *k, Wide parts, Wide units, double *t)
{
	Wide den = (Wide)k->per * (Wide)k->resolution, num, begin = k->start_units;

	if (k->resolution != floor(k->resolution) || __builtin_mul_overflow(parts, units, &num) ||
		__builtin_mul_overflow(begin, den, &begin) || __builtin_add_overflow(num, begin, &num) ||
		!scale(&den, -k->exponent) || den >= (Wide)1 << 125)
		return false;
	*t = round_ratio(num, den);
	return true;
}

static double periodic(const Tick *k, double interval, int64_t count)
{
	double t;

	if (k->decimal && exact(k, count, k->units, &t))
		return t;
	return fma((double)count, interval / ((double)k->per * k->resolution), k->start);
}

/* The instant of part `count`, of intervals that vary: the one that runs now is `interval`. */
static double varying(const Tick *k, double interval)
{
	int64_t part = k->count > 0 ? (k->count - 1) % k->per + 1 : 0;
	double sum = k->sum + interval * (double)part / (double)k->per, t;

	if (interval == floor(interval) && fabs(k->sum) < 0x1p53 && k->decimal && k->exponent == 0 &&
		exact(k, (Wide)k->sum * k->per + (Wide)interval * part, 1, &t))
		return t;
	return k->start + sum / k->resolution;
}

static bool is_tick(const Tick *k)
{
	return k->count >= k->shift && (k->count - k->shift) % k->factor == 0;
}

/* --- all clocks of a model --- */

static void *make(Rt *rt)
{
	rt->operators.most_pulses += rt->m->n_ticks;
	return NEW_ARRAY(&rt->memory, Tick, rt->m->n_ticks);
}

static void read_numbers(Tick *k, double start, double interval, bool varies)
{
	int32_t a = 0, b = 0;

	k->start = start;
	k->decimal = sampler_as_decimal(start, &k->start_units, &a) &&
				 (varies || sampler_as_decimal(interval, &k->units, &b));
	if (!k->decimal)
		return;
	k->exponent = a < b ? a : b;
	k->exponent = k->exponent < 0 ? k->exponent : 0;
	k->decimal = scale(&k->start_units, a - k->exponent) && scale(&k->units, b - k->exponent);
}

/* A clock whose ticks cannot be told apart, or go back, is none. */
static MdvStatus check_interval(Rt *rt, const MdvTick *m, const Tick *k, double t)
{
	double interval = rt->frame[m->interval];
	double part = interval / ((double)k->per * k->resolution);
	double far = fmax(fabs(t), fabs(t + rt->span));
	const char *wrong = NULL;

	if (!isfinite(interval))
		wrong = "is not a finite number";
	else if (!(interval > 0))
		wrong = "must be positive";
	else if (!(part >= FINEST * far))
		wrong = "is below the resolution of time: such ticks cannot be told apart";
	if (!wrong)
		return MDV_OK;
	report_fail(rt, MDV_FAILED, t, "at time %g the interval of a clock, %g, %s", t,
				interval / k->resolution, wrong);
	report_source(rt, m->source);
	return MDV_FAILED;
}

static MdvStatus begin(Rt *rt, void *state, double t)
{
	Tick *all = state;

	for (int32_t i = 0; i < rt->m->n_ticks; i++) {
		const MdvTick *m = &rt->m->tick[i];
		Tick *k = &all[i];

		*k = (Tick){.factor = (int64_t)rt->frame[m->factor],
					.shift = (int64_t)rt->frame[m->shift],
					.per = (int64_t)rt->frame[m->per],
					.resolution = rt->frame[m->resolution],
					.last = NAN};
		if (!m->varies)
			TRY(check_interval(rt, m, k, t));
		read_numbers(k, t, rt->frame[m->interval], m->varies);
		k->count = m->varies ? 0 : k->shift;
		k->next = periodic(k, rt->frame[m->interval], k->count);
	}
	return MDV_OK;
}

static double next_of(const Rt *rt, int32_t i, const Tick *k)
{
	return rt->m->tick[i].varies ? varying(k, rt->frame[rt->m->tick[i].interval]) : k->next;
}

/* Those due at t are active in the first pass. */
static bool release(Rt *rt, void *state, double t, RtEvent *out)
{
	Tick *all = state;

	for (int32_t i = 0; i < rt->m->n_ticks; i++) {
		const MdvTick *m = &rt->m->tick[i];
		Tick *k = &all[i];
		double interval = rt->frame[m->interval];

		if (next_of(rt, i, k) > t)
			continue;
		if (!m->varies || is_tick(k)) {
			operator_pulse(rt, m->active);
			out->samples++;
			k->last = t;
		}
		if (m->varies && k->count > 0 && k->count % k->per == 0)
			k->sum += interval;
		k->count += m->varies ? 1 : k->factor;
		if (!m->varies)
			k->next = periodic(k, interval, k->count);
	}
	return false;
}

/* The interval that begins now is the one that the tick has computed. */
static MdvStatus turn(Rt *rt, void *state, bool *any)
{
	const Tick *all = state;

	(void)any;
	for (int32_t i = 0; i < rt->m->n_ticks; i++)
		if (rt->m->tick[i].varies && all[i].count > 0)
			TRY(check_interval(rt, &rt->m->tick[i], &all[i], rt_time(rt)));
	return MDV_OK;
}

static double next(const Rt *rt, const void *state, double t)
{
	const Tick *all = state;
	double first = INFINITY;

	(void)t;
	for (int32_t i = 0; i < rt->m->n_ticks; i++)
		first = fmin(first, next_of(rt, i, &all[i]));
	return first;
}

static void due(const Rt *rt, const void *state, double t, RtDue *tell, void *ctx)
{
	const Tick *all = state;
	char text[96];

	for (int32_t i = 0; i < rt->m->n_ticks; i++) {
		const Tick *k = &all[i];

		if (k->last != t)
			continue;
		plain_snprintf(text, sizeof text, "clock of interval %g",
					   rt->frame[rt->m->tick[i].interval] * (double)k->factor /
						   ((double)k->per * k->resolution));
		tell(ctx, text);
	}
}

/* What moves; the rest is as the run has begun. */
static void tape(Rt *rt, void *state, Tape *t)
{
	Tick *all = state;

	for (int32_t i = 0; i < rt->m->n_ticks; i++) {
		Tick *k = &all[i];
		uint64_t count = (uint64_t)k->count;

		tape_word(t, &count);
		if (count > MOST_COUNT)
			tape_refuse(t, "there are no so many ticks of a clock");
		if (!t->wrong)
			k->count = (int64_t)count;
		tape_real(t, &k->sum);
		tape_real(t, &k->next);
		tape_real(t, &k->last);
	}
}

const RtOperatorOps tick_operator = {.make = make,
									 .begin = begin,
									 .release = release,
									 .turn = turn,
									 .next = next,
									 .due = due,
									 .tape = tape};
