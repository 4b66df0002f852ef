/* SPDX-License-Identifier: MIT
   causality.c — SCAP, the sequential causality assignment procedure (Karnopp and Rosenberg; paper
   003, section 3.3). Sources are given their fixed causality, one after the other, then storage
   elements the integral one; each choice is propagated through junctions and two-ports as far as
   these allow one answer only. What contradicts names the elements whose choices led there. A graph
   that is still open then has a loop: it is closed with resistors, in any causality, so that
   stage.c can name it. O(size of the graph).

   In a bond `effort` is the end that computes the effort. The strong bond of a junction is the one
   that decides what is common to all: effort comes in there at a 0-junction, flow at a
   1-junction. */
#include "bondgraph/causality.h"

typedef struct Scap {
	BondGraph *g;        /* the graph */
	Diag *diag;          /* where contradictions are told */
	Arena *scratch;      /* holds the rest */
	int32_t *strong;     /* by vertex: strong bonds */
	int32_t *open;       /* by vertex: bonds without causality */
	VEC(int32_t) queue;  /* vertices to be looked at */
	bool is_open_choice; /* resistors are being chosen: there is a loop */
	bool failed;         /* a contradiction was found */
} Scap;

static bool is_strong(const BondGraph *g, int32_t half)
{
	bool gives = g->bonds.at[half / 2].effort == half % 2;

	return g->vertices.at[g->bonds.at[half / 2].end[half % 2]].kind == QBG_ONE ? gives : !gives;
}

int32_t causality_strong(const BondGraph *g, int32_t vertex)
{
	for (int32_t half = g->vertices.at[vertex].first; half >= 0;
		 half = g->bonds.at[half / 2].next[half % 2])
		if (g->bonds.at[half / 2].effort != BG_FREE && is_strong(g, half))
			return half;
	return -1;
}

/* --- contradictions --- */

typedef struct Cause {
	int32_t vertex; /* whose bonds are looked at */
	int32_t before; /* those decided before this moment */
} Cause;

/* Is the bond end a reason of what was known at its vertex at a moment? If one strong bond was
   known by then, it decided all the others. */
static bool is_reason(const BondGraph *g, Cause c, int32_t half)
{
	const BgBond *b = &g->bonds.at[half / 2];
	int32_t strong = -1;

	if (b->effort == BG_FREE || b->order >= c.before)
		return false;
	if (g->vertices.at[c.vertex].element >= 0 || is_strong(g, half))
		return true;
	strong = causality_strong(g, c.vertex);
	return strong < 0 || g->bonds.at[strong / 2].order >= c.before;
}

/* Marks the elements whose choices led to what is known at `vertex`. */
static void find_roots(Scap *s, int32_t vertex, bool *is_root)
{
	const BondGraph *g = s->g;
	bool *seen = NEW_ARRAY(s->scratch, bool, g->bonds.n);
	VEC(Cause) stack = {0};

	vec_push(arena_heap(s->scratch), &stack, ((Cause){vertex, INT32_MAX}));
	while (stack.n > 0) {
		Cause c = stack.at[--stack.n];

		for (int32_t half = g->vertices.at[c.vertex].first; half >= 0;
			 half = g->bonds.at[half / 2].next[half % 2]) {
			const BgBond *b = &g->bonds.at[half / 2];

			if (!is_reason(g, c, half) || seen[half / 2])
				continue;
			seen[half / 2] = true;
			if (b->why < 0) {
				is_root[-1 - b->why] = true;
				continue;
			}
			is_root[b->why] = true; /* a two-port on the way */
			vec_push(arena_heap(s->scratch), &stack, ((Cause){b->why, b->order}));
		}
	}
	vec_free(arena_heap(s->scratch), &stack);
}

/* If it is a loop that contradicts, and no resistor or two-port is seen in it, all are named. */
static void name_all(const BondGraph *g, bool *root)
{
	for (size_t i = 0; i < g->circuit->elements.n; i++)
		if (root[i] && (g->vertices.at[i].kind == QBG_R || g->vertices.at[i].kind >= QBG_TF))
			return;
	for (size_t i = 0; i < g->circuit->elements.n; i++)
		root[i] = g->vertices.at[i].kind == QBG_R || g->vertices.at[i].kind >= QBG_TF;
}

/* Contradictions name elements: storages if there are any among them, as they may depend on others
   of whatever kind; else sources; else resistors, which were free to choose. */
static void report(Scap *s, int32_t vertex)
{
	bool *root = NEW_ARRAY(s->scratch, bool, s->g->vertices.n);
	BgNames names;

	s->failed = true;
	find_roots(s, vertex, root);
	if (s->g->vertices.at[vertex].element >= 0)
		root[vertex] = true;
	if (s->g->is_free)
		name_all(s->g, root);
	names_collect(s->g, root, s->scratch, &names);
	if (s->g->is_free)
		names_report_loop(s->g, &names, s->diag);
	else if (names.n[NAMES_STORAGE] > 0)
		names_report_dependent(s->g, &names, s->diag);
	else if (s->is_open_choice)
		names_report_loop(s->g, &names, s->diag);
	else
		names_report_sources(s->g, &names, s->diag);
}

/* --- propagation --- */

static void decide(Scap *s, int32_t bond, int effort, int32_t why)
{
	BgBond *b = &s->g->bonds.at[bond];

	b->effort = (uint8_t)effort;
	b->why = why;
	b->order = s->g->n_decided++;
	for (int side = 0; side < 2; side++) {
		s->open[b->end[side]]--;
		s->strong[b->end[side]] += is_strong(s->g, 2 * bond + side);
		vec_push(arena_heap(s->scratch), &s->queue, b->end[side]);
	}
}

/* The end of a bond that gives the effort if it is to be strong, or weak, at this end. */
static int effort_for(const BondGraph *g, int32_t half, bool strong)
{
	bool gives =
		g->vertices.at[g->bonds.at[half / 2].end[half % 2]].kind == QBG_ONE ? strong : !strong;

	return gives ? half % 2 : 1 - half % 2;
}

static bool look_at_junction(Scap *s, int32_t v)
{
	const BondGraph *g = s->g;
	int32_t next;

	if (s->strong[v] > 1 || (s->strong[v] == 0 && s->open[v] == 0))
		return false;
	if (s->open[v] == 0 || (s->strong[v] == 0 && s->open[v] > 1))
		return true;
	for (int32_t half = g->vertices.at[v].first; half >= 0; half = next) {
		next = g->bonds.at[half / 2].next[half % 2];
		if (g->bonds.at[half / 2].effort == BG_FREE)
			decide(s, half / 2, effort_for(g, half, s->strong[v] == 0), v);
	}
	return true;
}

/* A transformer gives effort at one of its bonds, a gyrator at both or at none. */
static bool look_at_two_port(Scap *s, int32_t v)
{
	const BondGraph *g = s->g;
	int32_t a = g->vertices.at[v].first, b = g->bonds.at[a / 2].next[a % 2], t;
	bool gives;

	if (s->open[v] == 2)
		return true;
	if (g->bonds.at[a / 2].effort == BG_FREE) {
		t = a;
		a = b;
		b = t;
	}
	gives = (g->bonds.at[a / 2].effort == a % 2) != (g->vertices.at[v].kind == QBG_TF);
	if (g->bonds.at[b / 2].effort == BG_FREE)
		decide(s, b / 2, gives ? b % 2 : 1 - b % 2, v);
	return gives == (g->bonds.at[b / 2].effort == b % 2);
}

/* Sources and storages have one causality only. */
static bool gives_effort(QbgKind kind)
{
	return kind == QBG_SE || kind == QBG_C;
}

static bool look_at(Scap *s, int32_t v)
{
	const BgVertex *vertex = &s->g->vertices.at[v];
	int32_t half = vertex->first;

	switch (vertex->kind) {
	case QBG_ZERO:
	case QBG_ONE: return look_at_junction(s, v);
	case QBG_TF:
	case QBG_GY: return look_at_two_port(s, v);
	case QBG_R: return true;
	default:
		return s->open[v] > 0 ||
			   gives_effort(vertex->kind) == (s->g->bonds.at[half / 2].effort == half % 2);
	}
}

static bool propagate(Scap *s)
{
	while (s->queue.n > 0) {
		int32_t v = s->queue.at[--s->queue.n];

		if (!look_at(s, v)) {
			report(s, v);
			return false;
		}
	}
	return true;
}

/* The bond of a one-port element, if it is open, gets a causality; false: reported. */
static bool choose(Scap *s, int32_t v, bool gives)
{
	int32_t half = s->g->vertices.at[v].first;

	if (s->open[v] == 0)
		return true;
	decide(s, half / 2, gives ? half % 2 : 1 - half % 2, -1 - v);
	return propagate(s);
}

/* --- the procedure --- */

static bool choose_all(Scap *s, bool (*is_kind)(QbgKind kind))
{
	for (size_t v = 0; v < s->g->circuit->elements.n; v++)
		if (is_kind(s->g->vertices.at[v].kind) &&
			!choose(s, (int32_t)v, gives_effort(s->g->vertices.at[v].kind)))
			return false;
	return true;
}

static bool is_source_kind(QbgKind kind)
{
	return kind == QBG_SE || kind == QBG_SF;
}

static bool is_storage_kind(QbgKind kind)
{
	return kind == QBG_C || kind == QBG_I;
}

static bool is_resistor_kind(QbgKind kind)
{
	return kind == QBG_R;
}

/* Bonds that are open although all elements have their causality lie in rings of junctions. */
static bool close_rings(Scap *s)
{
	for (size_t i = 0; i < s->g->bonds.n; i++)
		if (!s->g->bonds.at[i].is_gone && s->g->bonds.at[i].effort == BG_FREE) {
			decide(s, (int32_t)i, 0, -1 - s->g->bonds.at[i].end[0]);
			if (!propagate(s))
				return false;
		}
	return true;
}

bool causality_assign(BondGraph *g, Diag *d, Arena *scratch)
{
	Scap s = {.g = g,
			  .diag = d,
			  .scratch = scratch,
			  .strong = NEW_ARRAY(scratch, int32_t, g->vertices.n),
			  .open = NEW_ARRAY(scratch, int32_t, g->vertices.n)};
	bool ok = true;

	for (size_t v = 0; v < g->vertices.n; v++)
		s.open[v] = g->vertices.at[v].degree;
	for (size_t v = 0; v < g->vertices.n; v++) /* one bond only: nothing to choose */
		if (g->vertices.at[v].element < 0 && !g->vertices.at[v].is_gone &&
			g->vertices.at[v].degree == 1)
			vec_push(arena_heap(scratch), &s.queue, (int32_t)v);
	ok = propagate(&s) && choose_all(&s, is_source_kind) && choose_all(&s, is_storage_kind);
	s.is_open_choice = true;
	ok = ok && choose_all(&s, is_resistor_kind) && close_rings(&s);
	vec_free(arena_heap(scratch), &s.queue);
	return ok;
}
