/* SPDX-License-Identifier: MIT
   measure.c — numbers that say how a run went, from its rows as they come: at output points and on
   both sides of events. Between rows values are taken for straight lines. */
#include "cli/study/study.h"

#include <math.h>
#include <string.h>

#define KIND_NAME(constant, name) #name,
static const char *const kind_name[] = {MEASURE_KINDS(KIND_NAME)};
#undef KIND_NAME

static MeasureKind find_kind(const char *name, size_t len)
{
	int k = 0;

	while (k < MEASURE_NONE &&
		   (strlen(kind_name[k]) != len || memcmp(kind_name[k], name, len) != 0))
		k++;
	return (MeasureKind)k;
}

static bool wrong(const Options *o, const char *text, const char *why)
{
	return options_wrong(o, "'--measure %s': %s", text, why);
}

static const char *trim(Arena *keep, const char *from, const char *to)
{
	while (from < to && *from == ' ')
		from++;
	while (to > from && to[-1] == ' ')
		to--;
	return arena_strndup(keep, from, (size_t)(to - from));
}

/* "x > 3", or a Boolean. */
static const char *read_condition(Measure *m, const char *text, Arena *keep)
{
	const char *at = text_find_outside(text, "<>"), *number = at + 1;

	m->relation = '>';
	m->limit = 0.5;
	m->variable = trim(keep, text, at);
	if (!*at)
		return NULL;
	m->relation = *at;
	if (*number == '=') {
		m->relation = *at == '<' ? 'l' : 'g';
		number++;
	}
	number = trim(keep, number, number + strlen(number));
	return real_read(number, strlen(number), &m->limit) ? NULL
														: "a condition is 'VARIABLE > NUMBER'";
}

/* "x, 2%" */
static const char *read_band(Measure *m, const char *text, Arena *keep)
{
	const char *comma = text_find_outside(text, ","), *number;
	size_t len;
	bool percent;

	m->variable = trim(keep, text, comma);
	m->limit = 0.02;
	if (!*comma)
		return NULL;
	number = trim(keep, comma + 1, comma + strlen(comma));
	len = strlen(number);
	percent = len > 0 && number[len - 1] == '%';
	if (!real_read(number, len - percent, &m->limit) || !(m->limit > 0))
		return "the band is a part of the way, such as 2%";
	m->limit /= percent ? 100 : 1;
	return NULL;
}

static bool read_one(Measure *m, const Options *o, const char *text, Arena *keep)
{
	const char *equal = text_find_outside(text, "=("), *open, *inner, *why = NULL;
	size_t all = strlen(text);

	*m = (Measure){.label = text};
	if (*equal == '=')
		m->label = arena_strndup(keep, text, (size_t)(equal - text));
	open = strchr(*equal == '=' ? equal : text, '(');
	if (!open || text[all - 1] != ')' || !*m->label)
		return wrong(o, text, "it is KIND(VARIABLE), such as max(x), or NAME=KIND(VARIABLE)");
	if (*equal == '=')
		text = equal + 1;
	inner = trim(keep, open + 1, open + strlen(open) - 1);
	m->kind = find_kind(text, (size_t)(open - text));
	if (m->kind == MEASURE_NONE)
		return wrong(o, text, "there are max, min, initial, final, mean, rms, settle, time, count");
	m->variable = inner;
	if (m->kind == MEASURE_COUNT && !strcmp(inner, "event"))
		m->variable = NULL;
	else if (m->kind == MEASURE_TIME || m->kind == MEASURE_COUNT)
		why = read_condition(m, inner, keep);
	else if (m->kind == MEASURE_SETTLE)
		why = read_band(m, inner, keep);
	if (!why && m->variable && !*m->variable)
		why = "a variable is missing";
	return !why || wrong(o, text, why);
}

/* Columns of a table have different names; the first n measures have. */
static bool is_column(const Measures *ms, size_t n, const Options *o, const Design *design)
{
	const char *label = ms->at[n].label;
	bool taken = !strcmp(label, "run") || !strcmp(label, "status");

	for (size_t i = 0; i < n; i++)
		taken |= !strcmp(ms->at[i].label, label);
	for (size_t i = 0; i < design->n; i++)
		taken |= !strcmp(design->column[i].name, label);
	return !taken || wrong(o, o->measure.at[n], "there is another column of that name");
}

/* Final values of what is of the kind; gives how many. */
static size_t take_final(Measures *ms, const MdvModel *m, uint16_t flag, Arena *keep)
{
	size_t n = 0;

	for (int32_t i = 0; i < m->n_vars; i++)
		if (m->var[i].flags & flag && !(m->var[i].flags & MDV_VAR_HIDDEN) &&
			m->var[i].type != MDV_STRING)
			ms->at[n++] = (Measure){.label = arena_printf(keep, "final(%s)", m->var[i].name),
									.variable = m->var[i].name,
									.kind = MEASURE_FINAL};
	return n;
}

bool measure_read(Measures *ms, const Options *o, const Design *design, const MdvModel *m,
				  Arena *keep)
{
	size_t room = o->measure.n ? o->measure.n : (size_t)m->n_vars;

	*ms = (Measures){.at = NEW_ARRAY(keep, Measure, room + 1), .n = o->measure.n};
	for (size_t i = 0; i < ms->n; i++)
		if (!read_one(&ms->at[i], o, o->measure.at[i], keep) || !is_column(ms, i, o, design))
			return false;
	if (!ms->n)
		ms->n = take_final(ms, m, MDV_VAR_OUTPUT, keep);
	if (!ms->n)
		ms->n = take_final(ms, m, MDV_VAR_STATE, keep);
	return ms->n || options_wrong(o, "the model has neither outputs nor states: which --measure?");
}

void measure_begin(const Measures *ms, Measuring s[])
{
	for (size_t i = 0; i < ms->n; i++) {
		Measuring *m = &s[i];

		m->any = false;
		m->sum = 0;
		m->count = 0;
		m->best = NAN;
		m->first = m->last = m->t_first = m->t_last = NAN;
		m->t.n = m->x.n = 0;
	}
}

static bool holds(const Measure *m, double x)
{
	switch (m->relation) {
	case '<': return x < m->limit;
	case 'l': return x <= m->limit;
	case 'g': return x >= m->limit;
	default: return x > m->limit;
	}
}

/* The condition holds at t: since when? */
static void note_time(const Measure *m, Measuring *s, double t, double x)
{
	double part;

	if (!isnan(s->best) || !holds(m, x))
		return;
	part = s->any && !holds(m, s->last) ? (m->limit - s->last) / (x - s->last) : 1;
	s->best = s->any ? s->t_last + (t - s->t_last) * (part >= 0 && part <= 1 ? part : 1) : t;
}

bool measure_add(const Measure *m, Measuring *s, double t, double x)
{
	double a = s->last, h = s->any ? t - s->t_last : 0;

	switch (m->kind) {
	case MEASURE_MAX: s->best = s->any && !(x > s->best) ? s->best : x; break;
	case MEASURE_MIN: s->best = s->any && !(x < s->best) ? s->best : x; break;
	case MEASURE_MEAN: s->sum += s->any ? h * (a + x) / 2 : 0; break;
	case MEASURE_RMS: s->sum += s->any ? h * (a * a + a * x + x * x) / 3 : 0; break;
	case MEASURE_TIME: note_time(m, s, t, x); break;
	case MEASURE_COUNT: s->count += holds(m, x) && s->any && !holds(m, s->last); break;
	case MEASURE_SETTLE:
		if (!vec_push(&alloc_heap, &s->t, t) || !vec_push(&alloc_heap, &s->x, x))
			return false;
		break;
	default: break;
	}
	if (!s->any) {
		s->first = x;
		s->t_first = t;
	}
	s->any = true;
	s->last = x;
	s->t_last = t;
	return true;
}

/* When the last point outside of the band around the last value was left. */
static double settled(const Measure *m, const Measuring *s)
{
	double band = m->limit * fabs(s->last - s->first), d, e;

	for (size_t i = s->t.n; i-- > 0;) {
		d = fabs(s->x.at[i] - s->last);
		if (!(d > band))
			continue;
		if (i + 1 == s->t.n)
			return NAN;
		e = fabs(s->x.at[i + 1] - s->last);
		if ((s->x.at[i] - s->last) * (s->x.at[i + 1] - s->last) < 0)
			e = -e;
		return s->t.at[i] + (s->t.at[i + 1] - s->t.at[i]) * (d - band) / (d - e);
	}
	return s->t_first;
}

double measure_end(const Measure *m, Measuring *s, uint64_t events)
{
	double span = s->t_last - s->t_first;

	switch (m->kind) {
	case MEASURE_INITIAL: return s->first;
	case MEASURE_FINAL: return s->last;
	case MEASURE_MEAN: return span > 0 ? s->sum / span : s->last;
	case MEASURE_RMS: return span > 0 ? sqrt(s->sum / span) : fabs(s->last);
	case MEASURE_SETTLE: return settled(m, s);
	case MEASURE_COUNT: return (double)(m->variable ? s->count : events);
	default: return s->best;
	}
}

void measure_free(const Measures *ms, Measuring s[])
{
	for (size_t i = 0; s && i < ms->n; i++) {
		vec_free(&alloc_heap, &s[i].t);
		vec_free(&alloc_heap, &s[i].x);
	}
}
