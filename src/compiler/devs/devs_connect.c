/* SPDX-License-Identifier: MIT
   devs_connect.c — couplings. A connect equation between ports has a direction, which follows from
   what the ports are and on which side of them it stands; it is never merged with others. Messages
   go from an output of an atomic to inputs of others, by way of the ports of coupled models; each
   way is a coupling (paper 004, 2.2: IC, EIC and EOC). */
#include "compiler/devs/devs.h"

enum { MAX_WAYS = 1 << 24 }; /* couplings of a model: what more would take, no machine has */

Devs *devs_state(Inst *in)
{
	if (!in->devs) {
		in->devs = NEW(in->keep, Devs);
		map_init(&in->devs->messages, arena_allocator(in->keep));
		map_init(&in->devs->checked, arena_allocator(in->keep));
	}
	return in->devs;
}

/* Does a port give messages to the connect equation? An input of the model around it does, seen
   from within, and an output of one of its components. */
static bool is_source(Inst *in, Node *port, bool outside)
{
	return (devs_port(in, port) == DEVS_PORT_IN) == outside;
}

static const char *path_of(Inst *in, const Node *n)
{
	Text text;

	text_init(&text, arena_allocator(in->scratch));
	node_text(in, n, &text);
	return text_str(&text);
}

bool devs_connect(Inst *in, Node *a, Node *b, bool a_outside, bool b_outside, Place at)
{
	bool a_source, b_source;
	DevsLink link;

	if (devs_port(in, a) == DEVS_PORT_NONE || devs_port(in, b) == DEVS_PORT_NONE) {
		diag_error(in->diag, syntax_span(at), E_CONNECT,
				   "the connectors do not fit: '%s' takes messages, '%s' does not",
				   path_of(in, devs_port(in, a) ? a : b), path_of(in, devs_port(in, a) ? b : a));
		return false;
	}
	a_source = is_source(in, a, a_outside);
	b_source = is_source(in, b, b_outside);
	if (a_source == b_source) {
		diag_error(in->diag, syntax_span(at), E_COUPLING,
				   a_source ? "both '%s' and '%s' send messages here: one of them must receive"
							: "both '%s' and '%s' receive messages here: one of them must send",
				   path_of(in, a), path_of(in, b));
		return false;
	}
	link = (DevsLink){a_source ? a : b, a_source ? b : a, syntax_span(at)};
	vec_push(arena_allocator(in->keep), &devs_state(in)->links, link);
	return true;
}

/* --- ways through coupled models --- */

typedef struct Ways {
	Inst *in;            /* of all */
	const Map *places;   /* port of an atomic -> 1 + its number there << 32 | atomic */
	Map vertex;          /* port -> its number here */
	VEC(Node *) ports;   /* by that number */
	const int32_t *row;  /* ports.n + 1 starts into next */
	const int32_t *next; /* links that begin at a port: where they lead */
	const Span *at;      /* of each: the connect equation */
	bool *on_way;        /* by port: the way at hand leads through it */
	size_t n_ways;       /* so far */
} Ways;

static int32_t vertex_of(Ways *w, Node *port)
{
	const uint64_t *found = map_find(&w->vertex, map_key(port));

	if (found)
		return (int32_t)*found;
	map_put(&w->vertex, map_key(port), w->ports.n);
	vec_push(arena_allocator(w->in->scratch), &w->ports, port);
	return (int32_t)w->ports.n - 1;
}

/* Links by the port that they begin at, in their order. */
static void sort_links(Ways *w, const Devs *d)
{
	Arena *scratch = w->in->scratch;
	int32_t *row, *next = NEW_ARRAY(scratch, int32_t, d->links.n + 1);
	Span *at = NEW_ARRAY(scratch, Span, d->links.n + 1);

	for (size_t i = 0; i < d->links.n; i++) {
		(void)vertex_of(w, d->links.at[i].from);
		(void)vertex_of(w, d->links.at[i].to);
	}
	row = NEW_ARRAY(scratch, int32_t, w->ports.n + 2);
	for (size_t i = 0; i < d->links.n; i++)
		row[vertex_of(w, d->links.at[i].from) + 2]++;
	for (size_t i = 2; i < w->ports.n + 2; i++)
		row[i] += row[i - 1];
	for (size_t i = 0; i < d->links.n; i++) {
		int32_t k = row[vertex_of(w, d->links.at[i].from) + 1]++;

		next[k] = vertex_of(w, d->links.at[i].to);
		at[k] = d->links.at[i].at;
	}
	w->row = row;
	w->next = next;
	w->at = at;
}

static bool add_coupling(Ways *w, uint64_t from, uint64_t to, Span at)
{
	FlatModel *m = w->in->flat;
	FlatCoupling c = {.from = (int32_t)(uint32_t)from,
					  .to = (int32_t)(uint32_t)to,
					  .from_port = (int32_t)(from >> 32) - 1,
					  .to_port = (int32_t)(to >> 32) - 1,
					  .at = at};

	if (c.from == c.to && (size_t)c.from < m->atomics.n + m->parts.n) {
		bool part = (size_t)c.from >= m->atomics.n;
		Text name;

		text_init(&name, arena_allocator(w->in->scratch));
		flat_print_path(
			m, part ? m->parts.at[(size_t)c.from - m->atomics.n].path : m->atomics.at[c.from].path,
			&name);
		diag_error(w->in->diag, at, E_COUPLING,
				   "'%s' is coupled with itself, which Parallel DEVS does not allow",
				   text_str(&name));
		return false;
	}
	if (++w->n_ways > MAX_WAYS) {
		diag_error(w->in->diag, at, E_COUPLING, "there are more than %d couplings", MAX_WAYS);
		return false;
	}
	vec_push(arena_allocator(m->keep), &m->couplings, c);
	return true;
}

typedef struct Way {
	int32_t port; /* where it is */
	int32_t next; /* the link to follow next */
	Span at;      /* the link by which it came here */
} Way;

/* All ways from an output of an atomic to inputs of atomics; each is followed to its end. */
static bool follow(Ways *w, Node *start)
{
	uint64_t from = *map_find(w->places, map_key(start));
	const uint64_t *vertex = map_find(&w->vertex, map_key(start));
	VEC(Way) way = {0};

	if (!vertex)
		return true;
	vec_push(arena_allocator(w->in->scratch), &way,
			 ((Way){(int32_t)*vertex, w->row[*vertex], SPAN_NONE}));
	w->on_way[*vertex] = true;
	while (way.n > 0) {
		Way *top = &way.at[way.n - 1];
		int32_t k = top->next++, to;
		const uint64_t *place;

		if (k >= w->row[top->port + 1]) {
			w->on_way[top->port] = false;
			way.n--;
			continue;
		}
		to = w->next[k];
		place = map_find(w->places, map_key(w->ports.at[to]));
		if (place) {
			if (!add_coupling(w, from, *place, w->at[k]))
				return false;
			continue;
		}
		if (w->on_way[to]) {
			diag_error(w->in->diag, w->at[k], E_COUPLING,
					   "messages would go round for ever: these ports are connected in a circle, "
					   "without an atomic model");
			return false;
		}
		w->on_way[to] = true;
		vec_push(arena_allocator(w->in->scratch), &way, ((Way){to, w->row[to], w->at[k]}));
	}
	return true;
}

/* Both ends of a connect equation must have the same messages. */
static bool check_messages(Inst *in, const DevsLink *link)
{
	const Type *from, *to;

	if (!devs_message(in, link->from, &from) || !devs_message(in, link->to, &to))
		return false;
	if (devs_message_same(from, to))
		return true;
	diag_error(in->diag, link->at, E_COUPLING,
			   "the messages of '%s' are '%s', those of '%s' are '%s': they do not fit",
			   path_of(in, link->from), devs_message_name(in, from), path_of(in, link->to),
			   devs_message_name(in, to));
	return false;
}

bool devs_couple(Inst *in, const Map *places)
{
	Devs *d = devs_state(in);
	Ways w = {.in = in, .places = places};
	bool ok = true;

	for (size_t i = 0; i < d->links.n; i++)
		ok &= check_messages(in, &d->links.at[i]);

	map_init(&w.vertex, arena_allocator(in->scratch));
	sort_links(&w, d);
	w.on_way = NEW_ARRAY(in->scratch, bool, w.ports.n + 1);
	for (size_t i = 0; i < w.ports.n && ok; i++) {
		ArenaMark mark = arena_mark(in->scratch);

		if (map_find(places, map_key(w.ports.at[i])) &&
			devs_port(in, w.ports.at[i]) == DEVS_PORT_OUT)
			ok = follow(&w, w.ports.at[i]);
		arena_release(in->scratch, mark);
	}
	return ok;
}
