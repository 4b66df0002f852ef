/* SPDX-License-Identifier: MIT
   graph_span.c — on which states derivatives depend where variables stand for many: one by one, as
   graph_state.c finds it for those that do not. Elements are numbered in the order of variables,
   those of one variable in a row. O(entries found). */
#include "compiler/graph/graph.h"

#include <string.h>

typedef struct Elements {
	const Graph *g;   /* whose nodes */
	Arena *scratch;   /* holds what follows */
	Uses uses;        /* finds variables */
	int32_t *base;    /* by variable: its first element */
	int32_t *start;   /* by element: where its states begin in dep; */
	int32_t *n;       /* how many there are */
	VEC(int32_t) dep; /* states of all elements */
	int32_t *mark;    /* by state: the round in which it was found */
	int32_t round;    /* of the element at hand */
} Elements;

static void number_elements(Elements *x)
{
	const Dae *d = x->g->d;
	int32_t n = 0, state = 0;

	x->base = NEW_ARRAY(x->scratch, int32_t, d->vars.n);
	for (size_t i = 0; i < d->vars.n; i++) {
		x->base[i] = n;
		n += span_is_view(d, (VarId){(int32_t)i}) ? 0 : span_width(d, (VarId){(int32_t)i});
	}
	x->start = NEW_ARRAY(x->scratch, int32_t, n);
	x->n = NEW_ARRAY(x->scratch, int32_t, n);
	for (size_t i = 0; i < d->states.n; i++) {
		VarId v = d->states.at[i];

		for (int32_t k = 0; k < span_width(d, v); k++) {
			x->start[x->base[v.i] + k] = (int32_t)x->dep.n;
			x->n[x->base[v.i] + k] = 1;
			vec_push(arena_allocator(x->scratch), &x->dep, state++);
		}
	}
	x->mark = NEW_ARRAY(x->scratch, int32_t, state);
}

/* Adds what element k of what v stands for depends on to the list at the end of dep. */
static void add_reads(Elements *x, VarId v, int32_t k)
{
	SpanElement e = span_element(x->g->d, v, k);
	int32_t at = x->base[e.var.i] + e.offset;

	for (int32_t i = 0; i < x->n[at]; i++) {
		int32_t state = x->dep.at[x->start[at] + i];

		if (x->mark[state] == x->round)
			continue;
		x->mark[state] = x->round;
		vec_push(arena_allocator(x->scratch), &x->dep, state);
	}
}

/* Ascending; they are few. */
static void sort_from(Elements *x, int32_t from)
{
	int32_t *dep = x->dep.at;

	for (int32_t i = from + 1; i < (int32_t)x->dep.n; i++) {
		int32_t state = dep[i], k = i;

		for (; k > from && dep[k - 1] > state; k--)
			dep[k] = dep[k - 1];
		dep[k] = state;
	}
}

/* Element k of an assignment depends on the k-th of all that it reads. */
static void follow_assign(Elements *x, const DaeAssign *a)
{
	int32_t n = span_width(x->g->d, a->var), at = x->base[a->var.i];

	if (span_is_view(x->g->d, a->var))
		return;
	uses_find(&x->uses, a->value, NULL);
	for (int32_t k = 0; k < n; k++) {
		int32_t from = (int32_t)x->dep.n;

		x->round++;
		for (size_t i = 0; i < x->uses.vars.n; i++)
			add_reads(x, x->uses.vars.at[i], k);
		sort_from(x, from);
		x->start[at + k] = from;
		x->n[at + k] = (int32_t)x->dep.n - from;
	}
}

/* Of a block: all unknowns depend on all that it reads. */
static void follow_block(Elements *x, const DaeStep *s)
{
	int32_t from = (int32_t)x->dep.n, n;

	uses_begin(&x->uses);
	for (int32_t i = 0; i < s->n_assigns; i++)
		uses_add(&x->uses, s->assign[i].value);
	for (int32_t i = 0; i < s->n; i++)
		uses_add(&x->uses, s->residual[i]);
	for (int32_t i = 0; i < s->n; i++)
		x->n[x->base[s->unknown[i].i]] = 0;
	for (int32_t i = 0; i < s->n_assigns; i++)
		x->n[x->base[s->assign[i].var.i]] = 0;
	x->round++;
	for (size_t i = 0; i < x->uses.vars.n; i++)
		add_reads(x, x->uses.vars.at[i], 0);
	sort_from(x, from);
	n = (int32_t)x->dep.n - from;
	for (int32_t i = 0; i < s->n + s->n_assigns; i++) {
		VarId v = i < s->n ? s->unknown[i] : s->assign[i - s->n].var;

		x->start[x->base[v.i]] = from;
		x->n[x->base[v.i]] = n;
	}
}

/* The rows of all states, in their order. */
static void add_rows(const Elements *x, Arena *result, Csr *out)
{
	const Dae *d = x->g->d;
	int32_t n = 0, row = 0, *start = NULL, *col = NULL, n_entries = 0;

	for (int turn = 0; turn < 2; turn++) {
		if (turn == 1) {
			start = NEW_ARRAY(result, int32_t, n + 1);
			col = NEW_ARRAY(result, int32_t, n_entries);
			n_entries = 0;
		}
		for (size_t i = 0; i < d->states.n; i++)
			for (int32_t k = 0; k < span_width(d, d->states.at[i]); k++) {
				SpanElement e = span_element(d, d->vars.at[d->states.at[i].i].der, k);
				int32_t at = x->base[e.var.i] + e.offset;

				if (turn == 1) {
					memcpy(col + n_entries, x->dep.at + x->start[at],
						   (size_t)x->n[at] * sizeof *col);
					start[++row] = n_entries + x->n[at];
				}
				n += turn == 0;
				n_entries += x->n[at];
			}
	}
	*out = (Csr){.n_rows = n, .n_cols = n, .start = start, .col = col};
}

void graph_span(const Graph *g, Arena *result, Arena *scratch, Csr *out)
{
	const DaeSystem *s = &g->d->ode;
	Elements x = {.g = g, .scratch = scratch};

	uses_init(&x.uses, g->d, scratch);
	number_elements(&x);
	for (int32_t i = 0; i < s->n_steps; i++)
		for (int32_t k = 0; k < (s->step[i].kind == DK_ASSIGN ? s->step[i].n_assigns : 1); k++)
			if (s->step[i].kind == DK_ASSIGN)
				follow_assign(&x, &s->step[i].assign[k]);
			else
				follow_block(&x, &s->step[i]);
	add_rows(&x, result, out);
}
