/* SPDX-License-Identifier: MIT
   devs_advise.c — what is likely a mistake in DEVS models, for `modevs check`: atomics whose time
   advance nothing sets, ports of coupled models that lead nowhere, loops of atomics that can all
   answer at once. Each is told once, at its line. O(atomics + couplings + functions). */
#include "compiler/devs/devs.h"

static const char *class_of(const FlatModel *m, PathId path)
{
	return intern_text(m->names, m->paths.at[path.i].class_name);
}

/* --- time advance --- */

typedef struct Answer {
	bool by_sigma; /* sigma of the state is, or may be, the time to its next event */
	unsigned all;  /* what its functions give to sigma: SIGMA_… */
	unsigned ext;  /* those at messages */
	unsigned ta;   /* what Fta gives; 0: there is none */
} Answer;

static Answer answer_of(Inst *in, const FlatAtomic *a)
{
	Answer out = {.by_sigma = devs_sigma_field(in, a->state) >= 0};

	if (a->fn[DEVS_TA].fn.i >= 0) {
		out.ta = devs_sigma_advance(in, &a->fn[DEVS_TA]);
		out.by_sigma = out.by_sigma && (out.ta & SIGMA_COPY);
	}
	out.ext = devs_sigma(in, &a->fn[DEVS_EXT]) | devs_sigma(in, &a->fn[DEVS_CON]);
	out.all = out.ext | devs_sigma(in, &a->fn[DEVS_INIT]) | devs_sigma(in, &a->fn[DEVS_INT]);
	return out;
}

static void check_sigma(Inst *in, const FlatAtomic *a, const Answer *answer)
{
	const FlatModel *m = in->flat;
	int32_t asleep = a->fn[DEVS_OUT].fn.i >= 0 ? a->fn[DEVS_OUT].fn.i : a->fn[DEVS_INT].fn.i;

	/* A state that is made of the declared one may have its sigma from there. */
	if (answer->by_sigma && !(answer->all & SIGMA_SET) && a->fn[DEVS_INIT].n_std == 0)
		diag_report(in->diag, m->fns.at[a->fn[DEVS_INIT].fn.i].at, W_SIGMA,
					"no function of the atomic DEVS model '%s' sets 'sigma', the time to its next "
					"event: it stays 0",
					class_of(m, a->path));
	else if (devs_sigma_field(in, a->state) < 0 && a->fn[DEVS_TA].fn.i < 0 && asleep >= 0)
		diag_report(in->diag, m->fns.at[asleep].at, W_SIGMA,
					"the atomic DEVS model '%s' never calls this function: it has neither 'Fta' "
					"nor 'sigma' in its state",
					class_of(m, a->path));
}

static bool answers_at_once(const FlatAtomic *a, const Answer *answer)
{
	return a->fn[DEVS_OUT].fn.i >= 0 &&
		   ((answer->ta & SIGMA_ZERO) || (answer->by_sigma && (answer->ext & SIGMA_ZERO)));
}

/* --- loops --- */

typedef struct Loops {
	Inst *in;           /* of all */
	const Csr *g;       /* atomic -> atomics that it sends to; only those that answer at once */
	const Scc *scc;     /* loops of it */
	int32_t *from;      /* by atomic: where a search came from; -1: it did not */
	VEC(int32_t) queue; /* of the search */
} Loops;

/* The shortest way from `start` back to it, inside of its component; gives the last atomic on it.
 */
static int32_t find_loop(Loops *l, int32_t start)
{
	l->queue.n = 0;
	vec_push(arena_allocator(l->in->scratch), &l->queue, start);
	for (size_t k = 0; k < l->queue.n; k++) {
		int32_t at = l->queue.at[k];

		for (int32_t e = l->g->start[at]; e < l->g->start[at + 1]; e++) {
			int32_t to = l->g->col[e];

			if (to == start)
				return at;
			if (l->scc->of[to] != l->scc->of[start] || l->from[to] >= 0)
				continue;
			l->from[to] = at;
			vec_push(arena_allocator(l->in->scratch), &l->queue, to);
		}
	}
	return -1;
}

static Span place_of(const FlatModel *m, int32_t from, int32_t to)
{
	for (size_t i = 0; i < m->couplings.n; i++)
		if (m->couplings.at[i].from == from && m->couplings.at[i].to == to)
			return m->couplings.at[i].at;
	return SPAN_NONE;
}

static void report_loop(Loops *l, int32_t start)
{
	const FlatModel *m = l->in->flat;
	int32_t last = find_loop(l, start), second = last;
	VEC(int32_t) way = {0};
	Text names;

	if (last < 0)
		return;
	for (int32_t at = last; at != start; at = l->from[at]) {
		vec_push(arena_allocator(l->in->scratch), &way, at);
		second = at;
	}
	text_init(&names, arena_allocator(l->in->scratch));
	flat_print_path(m, m->atomics.at[start].path, &names);
	while (way.n > 0) {
		text_printf(&names, " -> ");
		flat_print_path(m, m->atomics.at[way.at[--way.n]].path, &names);
	}
	text_printf(&names, " -> ");
	flat_print_path(m, m->atomics.at[start].path, &names);
	diag_report(l->in->diag, place_of(m, start, second), W_AT_ONCE,
				"messages may go round for ever at one time: each of %s can answer at once",
				text_str(&names));
}

static void check_loops(Inst *in, const bool at_once[])
{
	const FlatModel *m = in->flat;
	int32_t n = (int32_t)m->atomics.n;
	CsrBuilder edges;
	Arena result;
	Csr g;
	Scc scc;
	Loops l = {.in = in, .g = &g, .scc = &scc};

	arena_child(&result, in->scratch);
	csr_begin(&edges, in->scratch, n, n);
	for (size_t i = 0; i < m->couplings.n; i++) {
		const FlatCoupling *c = &m->couplings.at[i];

		if (c->from < n && c->to < n && at_once[c->from] && at_once[c->to])
			csr_add(&edges, c->from, c->to);
	}
	csr_finish(&edges, &result, &g);
	scc_find(&g, &result, in->scratch, &scc);
	l.from = NEW_ARRAY(&result, int32_t, n + 1);
	for (int32_t i = 0; i < n; i++)
		l.from[i] = -1;
	for (int32_t i = 0; i < scc.n; i++)
		if (scc.start[i + 1] - scc.start[i] > 1)
			report_loop(&l, scc.node[scc.start[i]]);
	arena_free(&result);
}

/* --- ports of coupled models --- */

/* Seen from within, an input gives messages and an output takes them. */
static void check_ports(Inst *in)
{
	const Devs *d = devs_state(in);
	Map linked;

	map_init(&linked, arena_allocator(in->scratch));
	for (size_t i = 0; i < d->links.n; i++) {
		const DevsLink *link = &d->links.at[i];

		if (devs_port(in, link->from) == DEVS_PORT_IN)
			map_put(&linked, map_key(link->from), 1);
		if (devs_port(in, link->to) == DEVS_PORT_OUT)
			map_put(&linked, map_key(link->to), 1);
	}
	for (size_t i = 0; i < d->ports.n; i++) {
		const Node *port = d->ports.at[i];
		Node *owner = port->owner->kind == NODE_ARRAY ? port->owner->owner : port->owner;

		if (map_find(&linked, map_key(port)))
			continue;
		diag_report(in->diag, syntax_span(port->decl->at), W_NOWHERE,
					devs_port(in, d->ports.at[i]) == DEVS_PORT_IN
						? "messages to '%s' of '%s' go nowhere: nothing inside is connected to it"
						: "no message ever leaves by '%s' of '%s': nothing inside is connected to "
						  "it",
					node_name(in, port), class_of(in->flat, flatten_path(in, owner)));
	}
}

void devs_advise(Inst *in)
{
	const FlatModel *m = in->flat;
	bool *at_once = NEW_ARRAY(in->scratch, bool, m->atomics.n + 1);

	for (size_t i = 0; i < m->atomics.n; i++) {
		const FlatAtomic *a = &m->atomics.at[i];
		Answer answer = answer_of(in, a);

		check_sigma(in, a, &answer);
		at_once[i] = answers_at_once(a, &answer);
	}
	check_loops(in, at_once);
	check_ports(in);
}
