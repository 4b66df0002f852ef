/* SPDX-License-Identifier: MIT
   split.c — which parts of a flat model become components of their own. What no other kind of
   component claims stays together as one island: its equations share one integrator, so that the
   result does not depend on how they happen to be connected. */
#include "compiler/split/split.h"

static const struct {
	const char *name; /* for messages */
	const char *what; /* in words */
} kinds[] = {
#define ROW(kind, name, what) {#name, what},
	COMPONENT_KINDS(ROW)
#undef ROW
};

const char *split_kind_name(ComponentKind kind)
{
	return kinds[kind].name;
}

static Name path_name(FlatModel *m, PathId path)
{
	Text text;
	Name name;

	text_init(&text, arena_heap(m->keep));
	flat_print_path(m, path, &text);
	name = flat_name(m, text_str(&text));
	text_free(&text);
	return name;
}

/* DEVS components; their couplings follow when all components are there. */
void split_claim_functions(FlatModel *m, System *out)
{
	for (size_t i = 0; i < m->atomics.n; i++) {
		const FlatAtomic *a = &m->atomics.at[i];
		Component c = {.kind = COMPONENT_FUNCTIONS,
					   .name = path_name(m, a->path),
					   .functions = a,
					   .n_in = (uint32_t)a->n_in,
					   .n_out = (uint32_t)a->n_out};

		vec_push(arena_allocator(m->keep), &out->components, c);
	}
}

void split_claim_part(FlatModel *m, System *out)
{
	for (size_t i = 0; i < m->parts.n; i++) {
		const FlatPart *p = &m->parts.at[i];
		Component c = {.kind = COMPONENT_PART,
					   .name = path_name(m, p->path),
					   .part = p,
					   .n_in = (uint32_t)p->in.n,
					   .n_out = (uint32_t)p->out.n};

		vec_push(arena_allocator(m->keep), &out->components, c);
	}
}

void split_claim_island(FlatModel *m, System *out)
{
	Component island = {.kind = COMPONENT_ISLAND, .name = m->name, .flat = m};

	if (m->atomics.n + m->parts.n > 0)
		island.name = flat_name(m, "$equations"); /* no component is called so */
	for (size_t i = 0; i < m->bridges.n; i++)
		*(m->bridges.at[i].output ? &island.n_out : &island.n_in) += 1;
	vec_push(arena_allocator(m->keep), &out->components, island);
	for (size_t i = 0; i < m->couplings.n; i++) {
		const FlatCoupling *c = &m->couplings.at[i];
		Coupling coupling = {{c->from}, {c->to}, (uint32_t)c->from_port, (uint32_t)c->to_port};

		vec_push(arena_allocator(m->keep), &out->couplings, coupling);
	}
}

void split_model(FlatModel *m, System *out)
{
	*out = (System){0};
#define CLAIM(kind, name, what) split_claim_##name(m, out);
	COMPONENT_KINDS(CLAIM)
#undef CLAIM
}

static bool check_names(const System *s, const FlatModel *m, Text *why)
{
	Map seen;

	map_init(&seen, arena_allocator(m->keep));
	for (size_t i = 0; i < s->components.n; i++) {
		Name name = s->components.at[i].name;

		if (map_find(&seen, name.i)) {
			text_printf(why, "two components are called '%s'", intern_text(m->names, name));
			return false;
		}
		map_put(&seen, name.i, 1);
	}
	return true;
}

static bool is_port(const System *s, ComponentId c, uint32_t port, bool output)
{
	const Component *at = &s->components.at[c.i];

	return port < (output ? at->n_out : at->n_in);
}

static bool check_couplings(const System *s, Text *why)
{
	int32_t n = (int32_t)s->components.n;

	for (size_t i = 0; i < s->couplings.n; i++) {
		const Coupling *c = &s->couplings.at[i];

		if (c->from.i < 0 || c->from.i >= n || c->to.i < 0 || c->to.i >= n) {
			text_printf(why, "coupling %zu joins components that are not there", i);
			return false;
		}
		if (!is_port(s, c->from, c->from_port, true) || !is_port(s, c->to, c->to_port, false)) {
			text_printf(why, "coupling %zu joins ports that are not there", i);
			return false;
		}
	}
	return true;
}

bool split_check(const System *s, const FlatModel *m, Text *why)
{
	size_t n_vars = 0;

	for (size_t i = 0; i < s->components.n; i++) {
		const Component *c = &s->components.at[i];

		if ((c->kind == COMPONENT_ISLAND) != (c->flat != NULL)) {
			text_printf(why,
						c->flat ? "a model of what is no island" : "an island without a model");
			return false;
		}
		if ((c->kind == COMPONENT_FUNCTIONS) != (c->functions != NULL)) {
			text_printf(why, "functions of what has none, or none of what has them");
			return false;
		}
		if ((c->kind == COMPONENT_PART) != (c->part != NULL)) {
			text_printf(why, "a part of what is none, or none of what is one");
			return false;
		}
		if (c->functions || c->part ? c->atomic != NULL
									: (c->kind == COMPONENT_ISLAND) == (c->atomic != NULL)) {
			text_printf(why, "a component that is %s",
						c->atomic ? "twice" : "nothing in the engine");
			return false;
		}
		n_vars += c->flat ? c->flat->vars.n : 0;
	}
	if (n_vars != m->vars.n) {
		text_printf(why, "%zu variables in components, %zu in the model", n_vars, m->vars.n);
		return false;
	}
	return check_names(s, m, why) && check_couplings(s, why);
}

/* --- islands --- */

static int32_t count_receivers(const FlatModel *m)
{
	int32_t n = 0;

	while ((size_t)n < m->bridges.n && !m->bridges.at[n].output)
		n++;
	return n;
}

/* By bridge and island: its port there, found by the place of the pair in of_bridge. */
static uint32_t *number_ports(FlatModel *m, const Csr *of_bridge, Component piece[])
{
	int32_t n_pairs = of_bridge->start[of_bridge->n_rows];
	uint32_t *port = NEW_ARRAY(m->keep, uint32_t, n_pairs + 1);
	int32_t **list[2];

	for (int side = 0; side < 2; side++) {
		list[side] = NEW_ARRAY(m->keep, int32_t *, of_bridge->n_cols);
		for (int32_t k = 0; k < of_bridge->n_cols; k++)
			list[side][k] = NEW_ARRAY(m->keep, int32_t, of_bridge->n_rows + 1);
	}
	for (int32_t i = 0; i < of_bridge->n_rows; i++)
		for (int32_t e = of_bridge->start[i]; e < of_bridge->start[i + 1]; e++) {
			int32_t k = of_bridge->col[e];
			bool output = m->bridges.at[i].output;
			uint32_t *n = output ? &piece[k].n_out : &piece[k].n_in;

			list[output][k][*n] = i;
			port[e] = (*n)++;
		}
	for (int32_t k = 0; k < of_bridge->n_cols; k++) {
		piece[k].in_bridge = list[0][k];
		piece[k].out_bridge = list[1][k];
	}
	return port;
}

/* A coupling to or from the equations is one for each island at that end. */
static void part_coupling(const Coupling *c, int32_t last, const FlatModel *m, const Csr *of_bridge,
						  const uint32_t port[], System *out)
{
	int32_t from = (int32_t)c->from_port + count_receivers(m), to = (int32_t)c->to_port;
	int32_t e = c->from.i == last ? of_bridge->start[from] : -1;
	Coupling new = *c;

	if (e >= 0) {
		new.from.i = last + of_bridge->col[e];
		new.from_port = port[e];
	}
	if (c->to.i != last) {
		vec_push(arena_allocator(m->keep), &out->couplings, new);
		return;
	}
	for (e = of_bridge->start[to]; e < of_bridge->start[to + 1]; e++) {
		new.to.i = last + of_bridge->col[e];
		new.to_port = port[e];
		vec_push(arena_allocator(m->keep), &out->couplings, new);
	}
}

void split_apart(const System *s, FlatModel *m, const Csr *of_bridge, System *out)
{
	int32_t last = (int32_t)s->components.n - 1, n = of_bridge->n_cols;
	Component *piece = NEW_ARRAY(m->keep, Component, n);
	const uint32_t *port;

	*out = (System){0};
	for (int32_t i = 0; i < last; i++)
		vec_push(arena_allocator(m->keep), &out->components, s->components.at[i]);
	for (int32_t k = 0; k < n; k++)
		piece[k] =
			(Component){.kind = COMPONENT_ISLAND,
						.name = flat_name(m, arena_printf(m->keep, "$equations%d", (int)k + 1)),
						.flat = m,
						.island = k + 1};
	port = number_ports(m, of_bridge, piece);
	for (int32_t k = 0; k < n; k++)
		vec_push(arena_allocator(m->keep), &out->components, piece[k]);
	for (size_t i = 0; i < s->couplings.n; i++)
		part_coupling(&s->couplings.at[i], last, m, of_bridge, port, out);
}

/* --- text --- */

/* Bridges are in one list: first those that receive, then those that send. */
static const FlatBridge *bridge_of(const FlatModel *m, const Component *c, uint32_t port,
								   bool output)
{
	const int32_t *own = output ? c->out_bridge : c->in_bridge;
	size_t i = port;

	if (own)
		return &m->bridges.at[own[port]];
	for (size_t k = 0; output && k < m->bridges.n; k++)
		i += !m->bridges.at[k].output;
	return &m->bridges.at[i];
}

void split_print_port(const Component *c, uint32_t port, bool output, const FlatModel *m, Text *out)
{
	Name name = {0};

	if (c->functions)
		name = (output ? c->functions->out_name : c->functions->in_name)[port];
	else if (c->part)
		name = (output ? c->part->out.at : c->part->in.at)[port].own;
	else if (c->flat) {
		const FlatBridge *b = bridge_of(m, c, port, output);
		size_t before = out->n;

		flat_print_path(m, b->path, out);
		text_printf(out, out->n > before ? "." : "");
		name = b->port;
	}
	if (name.i)
		text_printf(out, "%s", intern_text(m->names, name));
	else
		text_printf(out, "%u", (unsigned)port + 1); /* a number that no port has */
}

static void print_ports(const Component *c, bool output, const FlatModel *m, Text *out)
{
	uint32_t n = output ? c->n_out : c->n_in;

	for (uint32_t k = 0; k < n; k++) {
		text_printf(out, k ? ", " : output ? "; out " : "; in ");
		split_print_port(c, k, output, m, out);
	}
}

static void print_component(const Component *c, const FlatModel *m, Text *out)
{
	text_printf(out, "  %s: %s (%s", intern_text(m->names, c->name), kinds[c->kind].name,
				kinds[c->kind].what);
	if (c->part)
		text_printf(out, ": %s%s%s", intern_text(m->names, c->part->part),
					c->part->library.i ? " of the library " : "",
					c->part->library.i ? intern_text(m->names, c->part->library) : "");
	text_printf(out, ")");
	print_ports(c, false, m, out);
	print_ports(c, true, m, out);
	text_printf(out, "\n");
}

/* "server.outport"; an island has no name of its own. */
static void print_end(const System *s, ComponentId id, uint32_t port, bool output,
					  const FlatModel *m, Text *out)
{
	const Component *c = &s->components.at[id.i];

	if (!c->flat)
		text_printf(out, "%s.", intern_text(m->names, c->name));
	split_print_port(c, port, output, m, out);
}

void split_print(const System *s, const FlatModel *m, Text *out)
{
	text_printf(out, "system: %zu component%s, %zu coupling%s\n", s->components.n,
				s->components.n == 1 ? "" : "s", s->couplings.n, s->couplings.n == 1 ? "" : "s");
	for (size_t i = 0; i < s->components.n; i++)
		print_component(&s->components.at[i], m, out);
	for (size_t i = 0; i < s->couplings.n; i++) {
		const Coupling *c = &s->couplings.at[i];

		text_printf(out, "  ");
		print_end(s, c->from, c->from_port, true, m, out);
		text_printf(out, " -> ");
		print_end(s, c->to, c->to_port, false, m, out);
		text_printf(out, "\n");
	}
}
