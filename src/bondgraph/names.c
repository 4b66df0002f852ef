/* SPDX-License-Identifier: MIT
   names.c — what is wrong with the structure of a bond graph, with the names of the user's
   components, and how it can be repaired (paper 003, section 3.3, Figs 19 to 21). */
#include "bondgraph/causality.h"

enum { MOST = 8 }; /* names in one message */

static NamesKind kind_of(QbgKind kind)
{
	switch (kind) {
	case QBG_C:
	case QBG_I: return NAMES_STORAGE;
	case QBG_SE:
	case QBG_SF: return NAMES_SOURCE;
	case QBG_R: return NAMES_RESISTOR;
	default: return NAMES_TWO_PORT;
	}
}

void names_collect(const BondGraph *g, const bool *wanted, Arena *scratch, BgNames *out)
{
	size_t n = g->circuit->elements.n;

	*out = (BgNames){0};
	for (int k = 0; k < NAMES_KINDS; k++)
		out->at[k] = NEW_ARRAY(scratch, int32_t, n);
	for (size_t i = 0; i < n; i++) {
		NamesKind k = kind_of(g->vertices.at[i].kind);

		if (wanted[i])
			out->at[k][out->n[k]++] = (int32_t)i;
	}
}

/* 'C1', 'C2' and 'C3' */
static void print_names(const BondGraph *g, const BgNames *names, NamesKind k, Text *out)
{
	int32_t n = names->n[k], most = n > MOST ? MOST : n;

	for (int32_t i = 0; i < most; i++)
		text_printf(out, "%s'%s'",
					i == 0       ? ""
					: i == n - 1 ? " and "
								 : ", ",
					build_name(g, names->at[k][i]));
	if (n > most)
		text_printf(out, " and %d others", (int)(n - most));
}

static Span place_of(const BondGraph *g, const BgNames *names, NamesKind k)
{
	return g->circuit->elements.at[names->at[k][names->n[k] - 1]].at;
}

static bool all_are(const BondGraph *g, const BgNames *names, QbgKind kind)
{
	for (int32_t i = 0; i < names->n[NAMES_STORAGE]; i++)
		if (g->vertices.at[names->at[NAMES_STORAGE][i]].kind != kind)
			return false;
	return true;
}

static bool is_electrical(const BondGraph *g, int32_t v)
{
	return g->circuit->elements.at[v].cls->domain == BG_ELECTRICAL;
}

/* What would make them independent. */
static void note_repair(const BondGraph *g, const BgNames *names, Diag *d)
{
	int32_t last = names->at[NAMES_STORAGE][names->n[NAMES_STORAGE] - 1];
	const char *name = build_name(g, last);

	if (!is_electrical(g, last))
		diag_note(d, g->circuit->elements.at[last].at,
				  g->vertices.at[last].kind == QBG_I
					  ? "a stiff spring or a strong damper between '%s' and the others makes it a "
						"state of its own"
					  : "a small mass beside '%s' makes it a state of its own",
				  name);
	else if (all_are(g, names, QBG_I))
		diag_note(d, g->circuit->elements.at[last].at,
				  "a large resistance parallel to '%s' makes it a state of its own", name);
	else
		diag_note(d, g->circuit->elements.at[last].at,
				  "a small resistance in series with '%s' makes it a state of its own", name);
	diag_note(d, SPAN_NONE, "'modevs run' with another solver chooses fewer states by itself");
}

void names_report_dependent(const BondGraph *g, const BgNames *names, Diag *d)
{
	int32_t n = names->n[NAMES_STORAGE];
	Text text;

	text_init(&text, arena_heap(g->keep));
	text_printf(&text, n > 1 ? "the storage elements " : "the storage element ");
	print_names(g, names, NAMES_STORAGE, &text);
	text_printf(&text, n > 1 ? " depend on each other" : " cannot be integrated");
	if (names->n[NAMES_SOURCE] > 0) {
		text_printf(&text, n > 1 ? ", by way of " : ": it depends on ");
		print_names(g, names, NAMES_SOURCE, &text);
	}
	diag_error(d, place_of(g, names, NAMES_STORAGE), E_BG_DEPENDENT, "%s%s", text_str(&text),
			   n > 1 ? ": not all of them can be integrated" : "");
	note_repair(g, names, d);
	text_free(&text);
}

void names_report_loop(const BondGraph *g, const BgNames *names, Diag *d)
{
	NamesKind k = names->n[NAMES_RESISTOR] > 0 ? NAMES_RESISTOR : NAMES_TWO_PORT;
	Text text;

	if (names->n[k] == 0) { /* nothing but junctions: no element is to blame */
		diag_error(d, SPAN_NONE, E_BG_LOOP, "an algebraic loop between junctions");
		return;
	}
	text_init(&text, arena_heap(g->keep));
	print_names(g, names, k, &text);
	if (k == NAMES_RESISTOR && names->n[NAMES_TWO_PORT] > 0) {
		text_printf(&text, ", and ");
		print_names(g, names, NAMES_TWO_PORT, &text);
	}
	diag_error(d, place_of(g, names, k), E_BG_LOOP,
			   "an algebraic loop: there is a closed causal path through %s, without a storage "
			   "element in it",
			   text_str(&text));
	diag_note(d, place_of(g, names, k),
			  is_electrical(g, names->at[k][0])
				  ? "a small capacitor where they meet, or a small inductor in series with one of "
					"them, breaks it"
				  : "a small mass between them, or a stiff spring, breaks it");
	diag_note(d, SPAN_NONE, "'modevs run' with another solver solves such loops");
	text_free(&text);
}

void names_report_sources(const BondGraph *g, const BgNames *names, Diag *d)
{
	Text text;

	text_init(&text, arena_heap(g->keep));
	print_names(g, names, NAMES_SOURCE, &text);
	if (names->n[NAMES_SOURCE] > 0)
		diag_error(d, place_of(g, names, NAMES_SOURCE), E_BG_SOURCES,
				   names->n[NAMES_SOURCE] > 1
					   ? "the sources %s contradict each other: they give one effort or one flow "
						 "twice"
					   : "the source %s has nothing that could take what it gives",
				   text_str(&text));
	else
		diag_error(d, SPAN_NONE, E_BG_SOURCES, "the junctions contradict each other");
	text_free(&text);
}
