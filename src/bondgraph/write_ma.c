/* SPDX-License-Identifier: MIT
   write_ma.c — the network in the notation of CD++ (paper 003, Fig. 24): components with their
   classes, links between ports, parameters, in SI units. A port is called by what it carries, its
   bond's number there, and p if power enters there: "e1p". */
#include "bondgraph/bondgraph.h"

#define TEXT(kind, text, effort_in, flow_in) {effort_in, flow_in},
static const char *const class_name[][2] = {QBG_KINDS(TEXT)};
#undef TEXT

/* The first bond of each element: what it is given there decides its class. */
static const bool *find_effort_in(const QbgNetwork *net, Arena *keep)
{
	bool *effort_in = NEW_ARRAY(keep, bool, net->n_elements);

	for (int32_t i = 0; i < net->n_bonds; i++)
		for (int side = 0; side < 2; side++)
			if (net->bond[i].place[side] == 0)
				effort_in[net->bond[i].end[side]] = net->bond[i].effort != side;
	return effort_in;
}

static void write_class(const QbgElement *e, bool effort_in, Text *out)
{
	text_printf(out, "%s", class_name[e->kind][effort_in ? 0 : 1]);
	if (e->kind == QBG_SE || e->kind == QBG_SF)
		text_printf(out, "_%s", qbg_signal_name[e->signal.kind]);
}

static void write_port(const QbgNetwork *net, const QbgBond *b, int side, char what, Text *out)
{
	text_printf(out, " %c%d%c@%s", what, (int)b->place[side] + 1, side ? 'p' : 'n',
				net->element[b->end[side]].name);
}

static void write_link(const QbgNetwork *net, const QbgBond *b, int from, Text *out)
{
	char what = b->effort == from ? 'e' : 'f';

	text_printf(out, "link :");
	write_port(net, b, from, what, out);
	write_port(net, b, 1 - from, what, out);
	text_printf(out, "\n");
}

static void write_number(const char *name, double x, Text *out)
{
	text_printf(out, "%s : %s\n", name, text_real((char[32]){0}, x));
}

static void write_signal(const QbgSignal *s, Text *out)
{
	text_printf(out, "signal : %s\n", qbg_signal_name[s->kind]);
	write_number("startTime", s->start, out);
	if (s->offset != 0)
		write_number("offset", s->offset, out);
	write_number("amplitude", s->amplitude, out);
	switch (s->kind) {
	case QBG_EXP_SINE: write_number("damping", s->damping, out); /* fall through */
	case QBG_SINE:
		write_number("wavefreq", 1 / s->f, out); /* the paper's: the length of a wave */
		if (s->phase != 0)
			write_number("phase", s->phase, out);
		break;
	case QBG_PULSE:
		write_number("width", s->width, out);
		write_number("period", s->period, out);
		break;
	case QBG_RAMP: write_number("duration", s->duration, out); break;
	case QBG_EXPONENTIAL:
		write_number("riseTime", s->duration, out);
		write_number("riseTimeConst", s->rise, out);
		write_number("fallTimeConst", s->fall, out);
		break;
	default: break;
	}
}

static void write_quantizer(const QbgQuantizer *q, Text *out)
{
	if (q->level) {
		text_printf(out, "intervals :");
		for (int32_t i = 0; i < q->n_levels; i++)
			text_printf(out, " %s", text_real((char[32]){0}, q->level[i]));
		text_printf(out, "\n");
	} else
		write_number("quantum", q->quantum, out);
	write_number("hystWindow", q->hysteresis, out);
}

static void write_parameters(const QbgElement *e, Text *out)
{
	static const char *const name[] = {
		[QBG_C] = "C", [QBG_I] = "I", [QBG_R] = "R", [QBG_TF] = "r", [QBG_GY] = "mu"};

	text_printf(out, "\n[%s]\n", e->name);
	if (e->kind == QBG_SE || e->kind == QBG_SF) {
		write_quantizer(&e->quantizer, out);
		write_signal(&e->signal, out);
		return;
	}
	write_number(name[e->kind], e->value, out);
	if (e->kind == QBG_C || e->kind == QBG_I) {
		if (e->start != 0)
			write_number("initial", e->start, out);
		write_quantizer(&e->quantizer, out);
	}
}

/* Who acts first among those that are due at once: what lies nearer to storages and sources. */
static void write_priorities(const QbgNetwork *net, Arena *keep, Text *out)
{
	int32_t *rank = NEW_ARRAY(keep, int32_t, net->n_elements);

	for (int32_t i = 0; i < net->n_bonds; i++)
		for (int side = 0; side < 2; side++)
			if (rank[net->bond[i].end[side]] < net->bond[i].rank[side])
				rank[net->bond[i].end[side]] = net->bond[i].rank[side];
	for (int32_t i = 0; i < net->n_elements; i++)
		if (net->element[i].kind <= QBG_ONE || net->element[i].kind >= QBG_TF)
			text_printf(out, "\n[%s]\npriority : %d\n", net->element[i].name, (int)rank[i]);
}

void write_ma(const QbgNetwork *net, bool priorities, Arena *keep, Text *out)
{
	const bool *effort_in = find_effort_in(net, keep);

	text_printf(out, "components :");
	for (int32_t i = 0; i < net->n_elements; i++) {
		text_printf(out, " %s@", net->element[i].name);
		write_class(&net->element[i], effort_in[i], out);
	}
	text_printf(out, "\n");
	for (int32_t i = 0; i < net->n_bonds; i++) { /* what leaves the junction comes first */
		const QbgBond *b = &net->bond[i];
		int first =
			net->element[b->end[0]].kind > QBG_ONE && net->element[b->end[1]].kind <= QBG_ONE;

		write_link(net, b, first, out);
		write_link(net, b, 1 - first, out);
	}
	if (priorities)
		write_priorities(net, keep, out);
	for (int32_t i = 0; i < net->n_elements; i++)
		if (net->element[i].kind > QBG_ONE)
			write_parameters(&net->element[i], out);
}
