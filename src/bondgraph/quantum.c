/* SPDX-License-Identifier: MIT
   quantum.c — --quantum NAME=Q[:H]: a quantum with its hysteresis, or a list of levels "0,1,2,5",
   of an element, or of all storages C, all storages I, or all sources S. What is said of an element
   by its name counts more. */
#include "bondgraph/bondgraph.h"

#include <string.h>

static bool is_of(const BgElement *e, const char *letter)
{
	QbgKind kind = e->cls->kind;

	if (letter[0] == '\0' || letter[1] != '\0')
		return false;
	switch (letter[0]) {
	case 'C': return kind == QBG_C;
	case 'I': return kind == QBG_I;
	case 'S': return kind == QBG_SE || kind == QBG_SF;
	default: return false;
	}
}

static bool is_quantized(const BgElement *e)
{
	return is_of(e, "C") || is_of(e, "I") || is_of(e, "S");
}

static bool is_letter(const char *name)
{
	return !strcmp(name, "C") || !strcmp(name, "I") || !strcmp(name, "S");
}

/* Numbers with commas between, up to `end`; false: they are none, or do not ascend. */
static bool read_levels(const char *at, const char *end, Arena *keep, QbgQuantizer *q)
{
	VEC(double) level = {0};

	for (const char *comma;; at = comma + 1) {
		double x;

		comma = memchr(at, ',', (size_t)(end - at));
		if (!real_read(at, (size_t)((comma ? comma : end) - at), &x) ||
			(level.n > 0 && x <= level.at[level.n - 1]))
			return false;
		vec_push(arena_allocator(keep), &level, x);
		if (!comma)
			break;
	}
	q->level = level.at;
	q->n_levels = (int32_t)level.n;
	return true;
}

/* What follows the '='. */
static const char *read_quantizer(const char *text, Arena *keep, QbgQuantizer *q)
{
	const char *colon = strchr(text, ':'), *end = colon ? colon : text + strlen(text);

	*q = (QbgQuantizer){0};
	if (memchr(text, ',', (size_t)(end - text))) {
		if (!read_levels(text, end, keep, q))
			return "a list of levels is of ascending numbers with commas between";
		q->quantum = INFINITY;
		for (int32_t i = 1; i < q->n_levels; i++)
			q->quantum = q->level[i] - q->level[i - 1] < q->quantum ? q->level[i] - q->level[i - 1]
																	: q->quantum;
	} else if (!real_read(text, (size_t)(end - text), &q->quantum) || !(q->quantum > 0))
		return "a quantum is a number above 0";
	q->hysteresis = q->quantum / 10; /* as in Fig. 24 of paper 003 */
	if (colon && (!real_read(colon + 1, strlen(colon + 1), &q->hysteresis) || !(q->hysteresis > 0)))
		return "a hysteresis is a number above 0";
	return NULL;
}

static bool wrong(const Options *o, const char *text, const char *why)
{
	return options_wrong(o, "'--quantum %s': %s", text, why);
}

/* By a letter, or by a name; false: said what is wrong. */
static bool apply(const Options *o, Circuit *c, const char *text, bool by_letter, Arena *keep)
{
	const char *equal = text_find_outside(text, "="), *name, *why;
	bool found = false;
	QbgQuantizer q;

	if (equal == text || !*equal || !equal[1])
		return wrong(o, text, "it is '--quantum NAME=Q[:H]'");
	name = arena_strndup(keep, text, (size_t)(equal - text));
	why = read_quantizer(equal + 1, keep, &q);
	if (why)
		return wrong(o, text, why);
	if (is_letter(name) != by_letter)
		return true;
	for (size_t i = 0; i < c->elements.n; i++) {
		BgElement *e = &c->elements.at[i];

		if (by_letter ? !is_of(e, name) : !text_same_name(e->name, name))
			continue;
		if (!is_quantized(e))
			return wrong(o, text, "only storage elements and sources are quantized");
		e->quantizer = q;
		e->has_quantum = true;
		found = true;
	}
	return found || by_letter || wrong(o, text, "there is no such element");
}

void quantum_say_default(const Circuit *c, Text *out)
{
	enum { MOST_NAMES = 5 };
	int n = 0;

	for (size_t i = 0; i < c->elements.n; i++) {
		const BgElement *e = &c->elements.at[i];
		bool steps = is_of(e, "S") && qbg_signal_is_steps(&e->signal);

		if (e->has_quantum || !is_quantized(e) || steps || n++ >= MOST_NAMES)
			continue;
		text_printf(out, n == 1 ? "'%s'" : ", '%s'", e->name);
	}
	if (n > MOST_NAMES)
		text_printf(out, " and %d others", n - MOST_NAMES);
}

bool quantum_read(const Options *o, Circuit *c, Arena *keep)
{
	for (size_t i = 0; i < c->elements.n; i++)
		c->elements.at[i].quantizer = (QbgQuantizer){.quantum = 0.1, .hysteresis = 0.01};
	for (int by_letter = 1; by_letter >= 0; by_letter--)
		for (size_t i = 0; i < o->quantum.n; i++)
			if (!apply(o, c, o->quantum.at[i], by_letter, keep))
				return false;
	return true;
}
