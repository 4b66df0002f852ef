/* SPDX-License-Identifier: MIT
   write_json.c — the graph before and after simplification, with causality, as JSON. */
#include "bondgraph/bondgraph.h"

static void write_number(const char *key, double x, Text *out)
{
	text_printf(out, ", \"%s\": %s", key, text_real((char[32]){0}, x));
}

static void write_signal(const QbgSignal *s, Text *out)
{
	text_printf(out, ", \"signal\": {\"shape\": \"%s\"", qbg_signal_name[s->kind]);
	write_number("amplitude", s->amplitude, out);
	write_number("offset", s->offset, out);
	write_number("start", s->start, out);
	if (s->kind == QBG_SINE || s->kind == QBG_EXP_SINE) {
		write_number("f", s->f, out);
		write_number("phase", s->phase, out);
	}
	if (s->kind == QBG_EXP_SINE)
		write_number("damping", s->damping, out);
	if (s->kind == QBG_RAMP || s->kind == QBG_EXPONENTIAL)
		write_number("duration", s->duration, out);
	if (s->kind == QBG_EXPONENTIAL) {
		write_number("rise", s->rise, out);
		write_number("fall", s->fall, out);
	}
	if (s->kind == QBG_PULSE) {
		write_number("width", s->width, out);
		write_number("period", s->period, out);
	}
	text_printf(out, "}");
}

static void write_vertex(const BondGraph *g, int32_t v, Text *out)
{
	const BgVertex *vertex = &g->vertices.at[v];
	const BgElement *e = vertex->element < 0 ? NULL : &g->circuit->elements.at[vertex->element];

	text_printf(out, "    {\"name\": ");
	text_json(out, build_name(g, v));
	text_printf(out, ", \"kind\": \"%s\"", qbg_kind_name[vertex->kind]);
	if (e) {
		text_printf(out, ", \"class\": ");
		text_json(out, e->cls->name);
		if (e->cls->value)
			write_number("value", e->value, out);
		if (vertex->kind == QBG_C || vertex->kind == QBG_I)
			write_number("start", e->start, out);
		if (vertex->kind == QBG_SE || vertex->kind == QBG_SF)
			write_signal(&e->signal, out);
	}
	text_printf(out, "}");
}

static void write_bond(const BondGraph *g, const BgBond *b, Text *out)
{
	text_printf(out, "    {\"from\": ");
	text_json(out, build_name(g, b->end[0]));
	text_printf(out, ", \"to\": ");
	text_json(out, build_name(g, b->end[1]));
	for (int side = 0; side < 2; side++)
		if (g->vertices.at[b->end[side]].kind >= QBG_TF)
			text_printf(out, ", \"%s\": %d", side ? "to_port" : "from_port", b->port[side] + 1);
	if (b->effort != BG_FREE) {
		text_printf(out, ", \"effort_from\": ");
		text_json(out, build_name(g, b->end[b->effort]));
	}
	text_printf(out, "}");
}

static void write_graph(const BondGraph *g, Text *out)
{
	const char *between = "\n";

	text_printf(out, "{\"of\": \"%s\",\n   \"vertices\": [", g->is_tree ? "branches" : "nodes");
	for (size_t i = 0; i < g->vertices.n; i++)
		if (!g->vertices.at[i].is_gone) {
			text_printf(out, "%s", between);
			write_vertex(g, (int32_t)i, out);
			between = ",\n";
		}
	text_printf(out, "],\n   \"bonds\": [");
	between = "\n";
	for (size_t i = 0; i < g->bonds.n; i++)
		if (!g->bonds.at[i].is_gone) {
			text_printf(out, "%s", between);
			write_bond(g, &g->bonds.at[i], out);
			between = ",\n";
		}
	text_printf(out, "]}");
}

void write_json(const BondGraph *before, const BondGraph *g, const char *model, Text *out)
{
	text_printf(out, "{\"model\": ");
	text_json(out, model);
	text_printf(out, ",\n \"graph\": ");
	write_graph(before, out);
	text_printf(out, ",\n \"simplified\": ");
	write_graph(g, out);
	text_printf(out, "}\n");
}
