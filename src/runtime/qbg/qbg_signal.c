/* SPDX-License-Identifier: MIT
   qbg_signal.c — the signals of sources: values, derivatives, where their pieces begin, and when
   they reach a level. A sine reaches it where its phase is an arc sine: no step is tried. A damped
   sine and exponentials rise or fall between known turns, where bisection finds it. */
#include "runtime/qbg/qbg.h"

#include <math.h>
#include <string.h>

#define TEXT(kind, text) text,
const char *const qbg_signal_name[] = {QBG_SIGNALS(TEXT)};
#undef TEXT
#define TEXT(kind, text, effort_in, flow_in) text,
const char *const qbg_kind_name[] = {QBG_KINDS(TEXT)};
#undef TEXT

static const double two_pi = 6.283185307179586;

bool qbg_signal_is_steps(const QbgSignal *s)
{
	return s->kind == QBG_CONSTANT || s->kind == QBG_STEP || s->kind == QBG_PULSE;
}

/* --- pieces --- */

/* Number of the pulse period that holds t, at whose very beginning the new one holds. */
static double period_of(const QbgSignal *s, double t)
{
	double k = floor((t - s->start) / s->period);

	while (s->start + (k + 1) * s->period <= t)
		k++;
	while (s->start + k * s->period > t)
		k--;
	return k;
}

static double break_of_pulse(const QbgSignal *s, double t)
{
	double k = period_of(s, t), end = s->start + k * s->period + s->period * s->width / 100;

	if (s->count >= 0 && k >= s->count)
		return INFINITY;
	return t < end ? end : s->start + (k + 1) * s->period;
}

double qbg_signal_break(const QbgSignal *s, double t)
{
	if (s->kind == QBG_CONSTANT)
		return INFINITY;
	if (t < s->start)
		return s->start;
	switch (s->kind) {
	case QBG_RAMP:
	case QBG_EXPONENTIAL: return t < s->start + s->duration ? s->start + s->duration : INFINITY;
	case QBG_PULSE: return break_of_pulse(s, t);
	default: return INFINITY;
	}
}

/* --- values --- */

/* Derivatives of a exp(-d h) sin(w h + phi) at h, over k!: it is the imaginary part of a complex
   exponential, whose derivatives are powers of its rate. */
static void damped_sine(const QbgSignal *s, double h, double c[])
{
	double w = two_pi * s->f, d = s->kind == QBG_EXP_SINE ? s->damping : 0;
	double size = s->amplitude * exp(-d * h), phase = w * h + s->phase;
	double re = size * cos(phase), im = size * sin(phase);

	for (int k = 0; k <= QBG_DEGREE; k++) {
		double next = -d * re - w * im;

		c[k] = im;
		im = (-d * im + w * re) / (k + 1);
		re = next / (k + 1);
	}
}

/* Of size * exp(-h / T), likewise. */
static void exponential(double size, double h, double T, double c[])
{
	c[0] = size * exp(-h / T);
	for (int k = 1; k <= QBG_DEGREE; k++)
		c[k] = -c[k - 1] / (T * k);
}

static void rise_and_fall(const QbgSignal *s, double h, double c[])
{
	if (h < s->duration) {
		exponential(-s->amplitude, h, s->rise, c);
		c[0] += s->amplitude;
		return;
	}
	exponential(s->amplitude * (1 - exp(-s->duration / s->rise)), h - s->duration, s->fall, c);
}

QbgPoly qbg_signal_at(const QbgSignal *s, double t)
{
	double h = t - s->start;
	QbgPoly p = {.t = t};

	if (s->kind == QBG_CONSTANT)
		p.c[0] = s->amplitude;
	else if (h < 0)
		p.c[0] = s->before != 0 ? s->amplitude * sin(s->phase) : 0;
	else
		switch (s->kind) {
		case QBG_STEP: p.c[0] = s->amplitude; break;
		case QBG_RAMP:
			p.c[0] = h < s->duration ? s->amplitude * h / s->duration : s->amplitude;
			p.c[1] = h < s->duration ? s->amplitude / s->duration : 0;
			break;
		case QBG_PULSE: {
			double k = period_of(s, t);

			if ((s->count < 0 || k < s->count) &&
				t < s->start + k * s->period + s->period * s->width / 100)
				p.c[0] = s->amplitude;
			break;
		}
		case QBG_EXPONENTIAL: rise_and_fall(s, h, p.c); break;
		default: damped_sine(s, h, p.c); break;
		}
	p.c[0] += s->offset;
	return p;
}

/* --- levels --- */

/* The first phase after `from` that is `at`, give or take whole turns. */
static double next_phase(double from, double at)
{
	double turns = ceil((from - at) / two_pi), phase = at + turns * two_pi;

	return phase > from ? phase : phase + two_pi;
}

static double reach_sine(const QbgSignal *s, double t, double target, bool rising)
{
	double y = (target - s->offset) / s->amplitude, w = two_pi * s->f, at;

	if (!(fabs(y) <= 1) || w == 0)
		return INFINITY;
	at = rising == (s->amplitude * w > 0) ? asin(y) : two_pi / 2 - asin(y);
	if (w < 0) /* phases go backwards */
		return s->start - (next_phase(-(w * (t - s->start) + s->phase), -at) + s->phase) / w;
	return s->start + (next_phase(w * (t - s->start) + s->phase, at) - s->phase) / w;
}

static double value(const QbgSignal *s, double t)
{
	return qbg_signal_at(s, t).c[0];
}

/* Between a and b the signal rises or falls: where it is `target`, or INFINITY. */
static double bisect(const QbgSignal *s, double a, double b, double target, bool rising)
{
	double sign = rising ? 1 : -1;

	if (sign * (value(s, b) - target) < 0 || sign * (value(s, a) - target) >= 0)
		return INFINITY;
	for (;;) {
		double m = a + (b - a) / 2;

		if (m <= a || m >= b)
			return b;
		if (sign * (value(s, m) - target) < 0)
			a = m;
		else
			b = m;
	}
}

/* A damped sine turns where tan(phase) = w / d, every half period. Once it stays below the distance
   of the target it never comes there. */
static double reach_damped(const QbgSignal *s, double t, double target, bool rising)
{
	double w = fabs(two_pi * s->f), half = two_pi / 2 / w, first, found = INFINITY;
	double turn = s->f > 0 ? atan2(w, s->damping) - s->phase : atan2(w, s->damping) + s->phase;

	if (w == 0)
		return INFINITY;
	first = s->start + turn / w;
	first += half * ceil((t - first) / half);
	for (double a = t, b = first; !isfinite(found); a = b, b += half) {
		if (s->damping > 0 &&
			fabs(s->amplitude) * exp(-s->damping * (a - s->start)) < fabs(target - s->offset))
			return INFINITY;
		if (b > a)
			found = bisect(s, a, b, target, rising);
		if (s->damping <= 0 && b > t + 1e6 * half)
			return INFINITY;
	}
	return found;
}

static double reach_exponential(const QbgSignal *s, double t, double target)
{
	double h = t - s->start, y = target - s->offset, at, top;

	if (h < s->duration) {
		at = -s->rise * log1p(-y / s->amplitude);
		return at > h && at <= s->duration ? s->start + at : INFINITY;
	}
	top = s->amplitude * (1 - exp(-s->duration / s->rise));
	at = s->duration - s->fall * log(y / top);
	return at > h ? s->start + at : INFINITY; /* NAN, too: never */
}

double qbg_signal_reach(const QbgSignal *s, double t, double target, bool rising)
{
	double at;
	QbgPoly p;

	if (t < s->start || qbg_signal_is_steps(s))
		return INFINITY;
	switch (s->kind) {
	case QBG_SINE: return reach_sine(s, t, target, rising);
	case QBG_EXP_SINE: return reach_damped(s, t, target, rising);
	case QBG_EXPONENTIAL: return reach_exponential(s, t, target);
	default:
		p = qbg_signal_at(s, t);
		p.c[0] -= target;
		p.c[0] *= rising ? 1 : -1;
		p.c[1] *= rising ? 1 : -1;
		at = p.c[0] >= 0 ? INFINITY : qbg_poly_reach(&p);
		return at <= qbg_signal_break(s, t) ? at : INFINITY;
	}
}

double qbg_signal_span(const QbgSignal *s, double t, int degree, double most)
{
	double h = t - s->start, bound, w = two_pi * s->f;
	int n = degree + 1;

	if (h < 0 || qbg_signal_is_steps(s) || s->kind == QBG_RAMP)
		return INFINITY;
	if (s->kind == QBG_EXPONENTIAL) { /* its derivatives fall: the one at t is the largest */
		QbgPoly p = qbg_signal_at(s, t);

		bound = fabs(p.c[n]);
	} else {
		double d = s->kind == QBG_EXP_SINE ? s->damping : 0;

		bound = fabs(s->amplitude) * exp(-d * h) * pow(d * d + w * w, n / 2.0);
		for (int k = 2; k <= n; k++)
			bound /= k;
		if (d < 0) /* it grows: by no more than twice in what is looked at */
			return fmin(pow(most / (2 * bound), 1.0 / n), log(2) / -d);
	}
	return bound > 0 ? pow(most / bound, 1.0 / n) : INFINITY;
}
