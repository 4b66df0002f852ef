/* SPDX-License-Identifier: MIT
   graph_state.c — on which states derivatives and crossings depend. In order of evaluation every
   variable gets the states that what it is computed from depends on. The states of a set are chosen
   at run time: whatever depends on a candidate depends on all of them. O(entries found). */
#include "compiler/graph/graph.h"

#include <stdlib.h>
#include <string.h>

typedef struct Dep {
	const int32_t *state; /* n, ascending */
	int32_t n;            /* how many */
} Dep;

typedef struct Follow {
	Graph *g;               /* whose nodes */
	Arena *scratch;         /* holds what follows */
	Dep *dep;               /* by variable */
	int32_t *mark;          /* by state: the round in which it was found */
	int32_t round;          /* of the node at hand */
	VEC(int32_t) found;     /* states of it */
	int32_t *set_first;     /* by set: number of its first state */
	CsrBuilder derivatives; /* jacobian */
	CsrBuilder crossings;   /* crossing */
} Follow;

static int by_number(const void *x, const void *y)
{
	int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;

	return (a > b) - (a < b);
}

static void add_dep(Follow *f, const Dep *d)
{
	for (int32_t i = 0; i < d->n; i++) {
		if (f->mark[d->state[i]] == f->round)
			continue;
		f->mark[d->state[i]] = f->round;
		vec_push(arena_allocator(f->scratch), &f->found, d->state[i]);
	}
}

/* What a node depends on, in f->found. */
static void find_dep(Follow *f, int32_t node)
{
	const Graph *g = f->g;
	const GraphNode *n = &g->nodes.at[node];

	f->round++;
	f->found.n = 0;
	if (n->kind == GN_BLOCK && graph_step(g, n)->kind == DK_SET)
		add_dep(f, &f->dep[graph_step(g, n)->unknown[0].i]);
	for (int32_t k = g->read.start[node]; k < g->read.start[node + 1]; k++)
		add_dep(f, &f->dep[g->read.col[k]]);
}

typedef struct Give {
	Follow *f; /* whose variables */
	Dep dep;   /* for all that are seen */
} Give;

static void give(void *ctx, VarId v)
{
	const Give *to = ctx;

	to->f->dep[v.i] = to->dep;
}

static void follow_node(Follow *f, int32_t node)
{
	Give to = {.f = f};
	int32_t *state;

	find_dep(f, node);
	to.dep.n = (int32_t)f->found.n;
	state = NEW_ARRAY(f->scratch, int32_t, f->found.n);
	if (f->found.n) {
		vec_sort(&f->found, by_number);
		memcpy(state, f->found.at, f->found.n * sizeof *state);
	}
	to.dep.state = state;
	graph_outputs(f->g, &f->g->nodes.at[node], give, &to);
}

static void begin(Follow *f)
{
	const Dae *d = f->g->d;
	int32_t n = (int32_t)d->states.n, *all;

	f->set_first = NEW_ARRAY(f->scratch, int32_t, d->sets.n);
	for (size_t s = 0; s < d->sets.n; s++) {
		f->set_first[s] = n;
		n += d->sets.at[s].n - d->sets.at[s].m;
	}
	f->g->n_states = n;
	f->mark = NEW_ARRAY(f->scratch, int32_t, n);
	all = NEW_ARRAY(f->scratch, int32_t, n);
	for (int32_t i = 0; i < n; i++)
		all[i] = i;
	for (size_t i = 0; i < d->states.n; i++)
		f->dep[d->states.at[i].i] = (Dep){&all[i], 1};
	for (size_t s = 0; s < d->sets.n; s++)
		for (int32_t c = 0; c < d->sets.at[s].n; c++)
			f->dep[d->sets.at[s].candidate[c].i] =
				(Dep){&all[f->set_first[s]], d->sets.at[s].n - d->sets.at[s].m};
}

static void add_row(CsrBuilder *b, int32_t row, const Dep *d)
{
	for (int32_t k = 0; k < d->n; k++)
		csr_add(b, row, d->state[k]);
}

static void add_derivatives(Follow *f)
{
	const Dae *d = f->g->d;

	for (size_t i = 0; i < d->states.n; i++)
		add_row(&f->derivatives, (int32_t)i, &f->dep[d->vars.at[d->states.at[i].i].der.i]);
	for (size_t s = 0; s < d->sets.n; s++) {
		const DaeSet *set = &d->sets.at[s];

		for (int32_t c = 0; c < set->n; c++)
			for (int32_t i = 0; i < set->n - set->m; i++)
				add_row(&f->derivatives, f->set_first[s] + i,
						&f->dep[d->vars.at[set->candidate[c].i].der.i]);
	}
}

static void add_crossings(Follow *f)
{
	const Graph *g = f->g;

	for (int32_t i = g->first[GP_CROSSING]; i < g->first[GP_CROSSING + 1]; i++) {
		find_dep(f, i);
		for (size_t k = 0; k < f->found.n; k++)
			csr_add(&f->crossings, g->nodes.at[i].of, f->found.at[k]);
	}
}

void graph_state(Graph *g, Arena *scratch)
{
	Follow f = {.g = g, .scratch = scratch, .dep = NEW_ARRAY(scratch, Dep, g->d->vars.n)};
	Arena pairs;

	begin(&f);
	arena_child(&pairs, scratch);
	csr_begin(&f.derivatives, &pairs, g->n_states, g->n_states);
	csr_begin(&f.crossings, &pairs, (int32_t)g->d->relations.n, g->n_states);
	for (int32_t i = g->first[GP_ODE]; i < g->first[GP_ODE + 1]; i++)
		follow_node(&f, i);
	add_derivatives(&f);
	for (int32_t i = g->first[GP_ZERO]; i < g->first[GP_ZERO + 1]; i++)
		follow_node(&f, i);
	add_crossings(&f);
	csr_finish(&f.derivatives, g->result, &g->jacobian);
	csr_finish(&f.crossings, g->result, &g->crossing);
	arena_free(&pairs);
}
