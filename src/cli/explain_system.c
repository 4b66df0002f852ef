/* SPDX-License-Identifier: MIT
   explain_system.c — what modevs explain tells of components and couplings: as JSON, and as a graph
   whose nodes have their ports, inside of the components that they are parts of. */
#include "cli/explain.h"

#include <stdlib.h>
#include <string.h>

void explain_system(Explain *x)
{
	Compile *cx = x->cx;
	Csr of_bridge;

	x->system = cx->system;
	if (!x->d || x->d->n_islands < 2)
		return;
	apart_bridges(x->d, &cx->keep, &cx->scratch, &of_bridge);
	split_apart(&cx->system, &cx->flat, &of_bridge, &x->system);
}

static size_t count_states(const Dae *d, const Component *c)
{
	size_t n = 0;

	for (size_t i = 0; i < d->states.n; i++)
		n += c->island == 0 || d->island[d->states.at[i].i] == c->island - 1;
	for (size_t k = 0; k < d->sets.n; k++)
		if (c->island == 0 || d->island[d->sets.at[k].candidate[0].i] == c->island - 1)
			n += (size_t)(d->sets.at[k].n - d->sets.at[k].m);
	return n;
}

/* --- JSON --- */

static void json_port(Explain *x, const Component *c, uint32_t port, bool output)
{
	Text name;

	text_init(&name, NULL);
	split_print_port(c, port, output, &x->cx->flat, &name);
	explain_json_text(x, text_str(&name));
	text_free(&name);
}

static void json_ports(Explain *x, const Component *c, bool output)
{
	uint32_t n = output ? c->n_out : c->n_in;

	text_printf(&x->out, output ? ", \"out\": [" : ", \"in\": [");
	for (uint32_t k = 0; k < n; k++) {
		text_printf(&x->out, k ? ", " : "");
		json_port(x, c, k, output);
	}
	text_printf(&x->out, "]");
}

static void json_component(Explain *x, const Component *c)
{
	text_printf(&x->out, "{\"name\": ");
	explain_json_text(x, intern_text(&x->cx->names, c->name));
	text_printf(&x->out, ", \"kind\": \"%s\"", split_kind_name(c->kind));
	if (c->part) {
		text_printf(&x->out, ", \"part\": ");
		explain_json_text(x, intern_text(&x->cx->names, c->part->part));
	}
	if (c->part && c->part->library.i) {
		text_printf(&x->out, ", \"library\": ");
		explain_json_text(x, intern_text(&x->cx->names, c->part->library));
	}
	if (c->n_in)
		json_ports(x, c, false);
	if (c->n_out)
		json_ports(x, c, true);
	text_printf(&x->out, "}");
}

void explain_system_json(Explain *x)
{
	const System *s = &x->system;

	text_printf(&x->out, ", \"system\": {\"components\": [");
	for (size_t i = 0; i < s->components.n; i++) {
		text_printf(&x->out, i ? ", " : "");
		json_component(x, &s->components.at[i]);
	}
	text_printf(&x->out, "], \"couplings\": [");
	for (size_t i = 0; i < s->couplings.n; i++) {
		const Coupling *c = &s->couplings.at[i];

		text_printf(&x->out, "%s{\"from\": [%d, %u], \"to\": [%d, %u]}", i ? ", " : "", c->from.i,
					(unsigned)c->from_port, c->to.i, (unsigned)c->to_port);
	}
	text_printf(&x->out, "]}");
}

/* --- DOT --- */

/* In a label of a record, these mean something. */
static void dot_text(Explain *x, const char *s)
{
	for (; *s; s++) {
		if (strchr("{}|<>\"\\ ", *s))
			text_add_char(&x->out, '\\', 1);
		text_add_char(&x->out, *s, 1);
	}
}

static void dot_ports(Explain *x, const Component *c, bool output)
{
	uint32_t n = output ? c->n_out : c->n_in;
	Text name;

	text_init(&name, NULL);
	text_printf(&x->out, "{");
	for (uint32_t k = 0; k < n; k++) {
		text_clear(&name);
		split_print_port(c, k, output, &x->cx->flat, &name);
		text_printf(&x->out, "%s<%c%u>", k ? "|" : "", output ? 'o' : 'i', (unsigned)k);
		dot_text(x, text_str(&name));
	}
	text_printf(&x->out, "}");
	text_free(&name);
}

/* What stands below a component's name. */
static void dot_kind(Explain *x, const Component *c)
{
	const FlatModel *m = &x->cx->flat;

	if (c->flat)
		text_printf(&x->out, "\\n%zu states", count_states(x->d, c));
	else if (c->part)
		dot_text(x, intern_text(m->names, c->part->part));
	else
		dot_text(x, intern_text(m->names, m->paths.at[c->functions->path.i].class_name));
}

static PathId path_of(const Component *c)
{
	return c->functions ? c->functions->path : c->part ? c->part->path : (PathId){0};
}

static void dot_node(Explain *x, const Component *c, size_t i, int indent)
{
	static const char *const colour[] = {[COMPONENT_FUNCTIONS] = "white",
										 [COMPONENT_PART] = "lightgrey",
										 [COMPONENT_ISLAND] = "lightblue"};
	const FlatModel *m = &x->cx->flat;
	PathId path = path_of(c);

	text_printf(&x->out, "%*sc%zu [shape=record, style=filled, fillcolor=%s, label=\"{", indent, "",
				i, colour[c->kind]);
	if (c->n_in) {
		dot_ports(x, c, false);
		text_printf(&x->out, "|");
	}
	dot_text(x, c->flat ? "equations" : intern_text(m->names, m->paths.at[path.i].name));
	if (c->island)
		text_printf(&x->out, " %d", (int)c->island);
	if (!c->flat)
		text_printf(&x->out, "\\n");
	dot_kind(x, c);
	if (c->n_out) {
		text_printf(&x->out, "|");
		dot_ports(x, c, true);
	}
	text_printf(&x->out, "}\"];\n");
}

/* Components in the order of the source, those of one component together: by the numbers of the
   paths that lead to them. */
typedef struct DotPlace {
	size_t component; /* its number */
	int depth;        /* length of at */
	int32_t at[64];   /* paths from the model's components down to its own; the deepest are cut */
} DotPlace;

static DotPlace place_of(const Explain *x, size_t i)
{
	const FlatModel *m = &x->cx->flat;
	DotPlace p = {.component = i};
	int32_t path = path_of(&x->system.components.at[i]).i;
	enum { MOST = sizeof p.at / sizeof *p.at };
	int depth = 0;

	for (int32_t k = path; k > 0; k = m->paths.at[k].parent.i)
		depth++;
	p.depth = depth < MOST ? depth : MOST;
	for (int32_t k = path; k > 0; k = m->paths.at[k].parent.i)
		if (--depth < MOST)
			p.at[depth] = k;
	return p;
}

static int compare_places(const void *a, const void *b)
{
	const DotPlace *p = a, *q = b;

	for (int k = 0; k < p->depth && k < q->depth; k++)
		if (p->at[k] != q->at[k])
			return p->at[k] < q->at[k] ? -1 : 1;
	if (p->depth != q->depth && (p->depth == 0 || q->depth == 0))
		return p->depth == 0 ? 1 : -1; /* the equations are last */
	return p->component < q->component ? -1 : p->component > q->component;
}

/* Closes the components around the last node that are not around this one, and opens those that are
   around this one alone. */
static void dot_clusters(Explain *x, const DotPlace *before, const DotPlace *now)
{
	const FlatModel *m = &x->cx->flat;
	int same = 0, left = before ? before->depth - 1 : 0, right = now ? now->depth - 1 : 0;

	while (same < left && same < right && before->at[same] == now->at[same])
		same++;
	for (int k = left; k > same; k--)
		text_printf(&x->out, "%*s}\n", 2 * k, "");
	for (int k = same; k < right; k++) {
		text_printf(&x->out, "%*ssubgraph cluster_%d {\n%*slabel=\"", 2 * k + 2, "",
					(int)now->at[k], 2 * k + 4, "");
		dot_text(x, intern_text(m->names, m->paths.at[now->at[k]].name));
		text_printf(&x->out, "\";\n");
	}
}

void explain_system_dot(Explain *x)
{
	const System *s = &x->system;
	DotPlace *place = NEW_ARRAY(&x->cx->keep, DotPlace, s->components.n);

	for (size_t i = 0; i < s->components.n; i++)
		place[i] = place_of(x, i);
	qsort(place, s->components.n, sizeof *place, compare_places);
	text_printf(&x->out, "digraph system {\n  rankdir=LR;\n");
	for (size_t i = 0; i < s->components.n; i++) {
		const Component *c = &s->components.at[place[i].component];

		dot_clusters(x, i ? &place[i - 1] : NULL, &place[i]);
		dot_node(x, c, place[i].component, 2 * (place[i].depth > 1 ? place[i].depth : 1));
	}
	dot_clusters(x, s->components.n ? &place[s->components.n - 1] : NULL, NULL);
	for (size_t i = 0; i < s->couplings.n; i++) {
		const Coupling *c = &s->couplings.at[i];

		text_printf(&x->out, "  c%d:o%u -> c%d:i%u;\n", (int)c->from.i, (unsigned)c->from_port,
					(int)c->to.i, (unsigned)c->to_port);
	}
	text_printf(&x->out, "}\n");
}
