/* SPDX-License-Identifier: MIT
   alias.c — simple equations are taken out until there are none: equal and opposite variables,
   known values, values of parameters only. Rounds: the equations that are to be looked at are
   rewritten with what is known by then, then looked at; what they tell makes other equations worth
   a look. Chains x = y, y = z … are one round, for variables are looked up in their classes.
   requires: dae_prepare. gives: expressions with representatives and literals only, and for every
   variable taken out how it is computed. Near-linear in the size of the model. */
#include "compiler/alias/alias.h"

#define TWINS_MOST 8   /* times that equal right sides are looked for */
#define PATH_MOST  6   /* equations named in a message */
#define LOOK_MOST  512 /* nodes of an equation in which variables are looked for */

/* For each variable the equations that use it; only as far as they could become simple: results of
   one call with thousands of arguments would make a table of thousands times thousands. */
static void find_uses(Alias *a)
{
	Dae *d = a->d;
	CsrBuilder b;
	const Expr *x;

	csr_begin(&b, a->scratch, (int32_t)d->m->vars.n, (int32_t)d->eqs.n);
	for (size_t i = 0; i < d->eqs.n; i++) {
		if (d->eqs.at[i].dropped)
			continue;
		walk_begin(&a->walk, d->eqs.at[i].lhs);
		walk_add(&a->walk, d->eqs.at[i].rhs);
		for (int n = 0; n < LOOK_MOST && (x = walk_next(&a->walk)); n++)
			for (int32_t k = 0; x->op == EX_VAR && k < x->type->n_scalars; k++)
				csr_add(&b, (int32_t)x->aux + k, (int32_t)i);
	}
	csr_finish(&b, a->d->keep, &a->uses);
	for (int32_t v = 0; v < a->uses.n_rows; v++)
		alias_class_var(a, v)->n_uses = a->uses.start[v + 1] - a->uses.start[v];
}

/* Messages: the equations that lead from one variable to another, or to a known value. */

typedef struct Path {
	Csr edges;      /* for each variable its edges */
	int32_t *from;  /* by variable: the edge by which it was reached; -1: not */
	int32_t *queue; /* variables in order of visit */
	int32_t end;    /* the number that stands for a known value */
} Path;

static int32_t other_end(const Alias *a, const Path *p, int32_t edge, int32_t v)
{
	const AliasEdge *e = &a->edges.at[edge];
	int32_t b = e->b < 0 ? p->end : e->b;

	return e->a == v ? b : e->a;
}

/* Visit all that is connected with `start`. */
static int32_t visit(const Alias *a, Path *p, int32_t start)
{
	int32_t n = 0;

	p->queue[n++] = start;
	p->from[start] = INT32_MAX;
	for (int32_t i = 0; i < n; i++) {
		int32_t v = p->queue[i];

		for (int32_t k = p->edges.start[v]; k < p->edges.start[v + 1]; k++) {
			int32_t w = other_end(a, p, p->edges.col[k], v);

			if (p->from[w] != -1)
				continue;
			p->from[w] = p->edges.col[k];
			p->queue[n++] = w;
		}
	}
	return n;
}

static void note_eq(Alias *a, int32_t eq)
{
	Text text;

	text_init(&text, arena_heap(a->d->keep));
	dae_print_eq_short(a->d, &a->d->eqs.at[eq], a->scratch, &text);
	diag_note(a->diag, a->d->eqs.at[eq].at, "with %s", text_str(&text));
	text_free(&text);
}

/* Every variable of the equation is tied to another one, or to a value: tell by what. */
static void note_path(Alias *a, const DaeEq *eq)
{
	int32_t n = (int32_t)a->vars.n, first = -1, n_noted = 0;
	Path p = {.end = n};
	const Expr *x;
	CsrBuilder b;

	csr_begin(&b, a->scratch, n + 1, (int32_t)a->edges.n);
	for (size_t i = 0; i < a->edges.n; i++) {
		csr_add(&b, a->edges.at[i].a, (int32_t)i);
		csr_add(&b, a->edges.at[i].b < 0 ? n : a->edges.at[i].b, (int32_t)i);
	}
	csr_finish(&b, a->d->keep, &p.edges);
	p.from = NEW_ARRAY(a->scratch, int32_t, n + 1);
	p.queue = NEW_ARRAY(a->scratch, int32_t, n + 1);
	for (int32_t v = 0; v <= n; v++)
		p.from[v] = -1;
	walk_begin(&a->walk, eq->lhs);
	walk_add(&a->walk, eq->rhs);
	while ((x = walk_next(&a->walk)) && n_noted < PATH_MOST) {
		if (x->op != EX_VAR || x->type->rank > 0)
			continue;
		if (first < 0) {
			first = (int32_t)x->aux;
			visit(a, &p, first);
		}
		for (int32_t v = first == (int32_t)x->aux ? n : (int32_t)x->aux;
			 p.from[v] >= 0 && p.from[v] != INT32_MAX && n_noted < PATH_MOST; n_noted++) {
			note_eq(a, a->edges.at[p.from[v]].eq);
			v = other_end(a, &p, p.from[v], v);
		}
	}
}

static void report(Alias *a, int32_t i, AliasForm form)
{
	const DaeEq *eq = &a->original[i];
	Text text;

	text_init(&text, arena_heap(a->d->keep));
	dae_print_eq_short(a->d, eq, a->scratch, &text);
	if (form == AF_SAME)
		diag_error(a->diag, eq->at, E_SAME_EQUATIONS,
				   "the equation %s follows from other equations, and determines nothing",
				   text_str(&text));
	else
		diag_error(a->diag, eq->at, E_CONTRADICTION, "the equation %s contradicts other equations",
				   text_str(&text));
	text_free(&text);
	note_path(a, eq);
}

/* Rewrite and look at the equations of one round. */
static void look(Alias *a, const int32_t *list, size_t n, bool rewrite)
{
	Rewrite *r = rewrite ? alias_apply_rewrite(a) : NULL;

	for (size_t k = 0; k < n && rewrite; k++) {
		DaeEq *eq = &a->d->eqs.at[list[k]];

		if (eq->dropped)
			continue;
		eq->lhs = walk_rewrite(r, eq->lhs);
		eq->rhs = walk_rewrite(r, eq->rhs);
	}
	for (size_t k = 0; k < n; k++) {
		DaeEq *eq = &a->d->eqs.at[list[k]];
		AliasForm form;

		if (eq->dropped)
			continue;
		a->eq = list[k];
		form = alias_form(a, eq);
		if (form == AF_OTHER)
			continue;
		eq->dropped = true;
		if (form != AF_DONE)
			report(a, list[k], form);
	}
}

/* Until no equation is worth another look. */
static void run_rounds(Alias *a, bool rewrite)
{
	VEC(int32_t) list = {0};
	const MdvAlloc *alloc = arena_allocator(a->scratch);

	for (; a->dirty.n > 0; rewrite = true) {
		list.n = 0;
		for (size_t k = 0; k < a->dirty.n; k++) {
			a->is_dirty[a->dirty.at[k]] = false;
			vec_push(alloc, &list, a->dirty.at[k]);
		}
		a->dirty.n = 0;
		look(a, list.at, list.n, rewrite);
	}
}

/* The variable that an equation gives the value of another side, which goes to *e; -1: none. */
static int32_t named_side(Alias *a, const DaeEq *eq, const Expr **e)
{
	const Expr *side[2] = {eq->lhs, eq->rhs};

	for (int k = 0; k < 2 && !eq->init_rhs; k++) {
		bool negated;
		const AliasVar *root;

		*e = side[1 - k];
		if (side[k]->op != EX_VAR || (*e)->n == 0 || ((*e)->flags & XF_IMPURE))
			continue;
		root = &a->vars.at[alias_class_find(a, (int32_t)side[k]->aux, &negated)];
		if (!root->is_der && !root->known && !root->pinned)
			return (int32_t)side[k]->aux;
	}
	return -1;
}

/* x = e and y = e: y = x. True: there was such a pair. */
static bool join_twins(Alias *a)
{
	Rewrite *r = alias_apply_rewrite(a);
	bool found = false;
	Map named;

	map_init(&named, arena_allocator(a->scratch));
	for (size_t i = 0; i < a->d->eqs.n; i++) {
		DaeEq *eq = &a->d->eqs.at[i];
		bool nx, ny;
		const Expr *e;
		uint64_t *twin;
		int32_t x;

		if (eq->dropped)
			continue;
		eq->lhs = walk_rewrite(r, eq->lhs);
		eq->rhs = walk_rewrite(r, eq->rhs);
		x = named_side(a, eq, &e);
		twin = x < 0 ? NULL : map_find(&named, e->id);
		if (x < 0)
			continue;
		a->eq = (int32_t)i;
		if (!twin) {
			map_put(&named, e->id, (uint64_t)x);
		} else if (alias_class_find(a, x, &nx) != alias_class_find(a, (int32_t)*twin, &ny) &&
				   alias_class_join(a, x, (int32_t)*twin, false)) {
			eq->dropped = true;
			found = true;
		}
	}
	return found;
}

bool alias_remove(Dae *d, Arena *scratch, Diag *diag)
{
	ArenaMark mark = arena_mark(scratch);
	Alias a = {.d = d, .pool = &d->m->pool, .scratch = scratch, .diag = diag};
	int n_errors = diag->n_errors;
	DaeEq *original = NEW_ARRAY(scratch, DaeEq, d->eqs.n);

	for (size_t i = 0; i < d->eqs.n; i++)
		original[i] = d->eqs.at[i];
	a.original = original;
	a.is_dirty = NEW_ARRAY(scratch, bool, d->eqs.n);
	walk_init_only(&a.walk, a.pool, scratch, XF_VAR);
	alias_class_begin(&a);
	find_uses(&a);
	for (size_t i = 0; i < d->eqs.n; i++)
		vec_push(arena_allocator(scratch), &a.dirty, (int32_t)i);
	run_rounds(&a, false);
	for (int i = 0; i < TWINS_MOST && diag->n_errors == n_errors && join_twins(&a); i++)
		run_rounds(&a, true);
	if (diag->n_errors == n_errors) {
		alias_apply(&a);
		alias_semi_join(&a);
		cancel_shared(d, scratch);
	}
	arena_release(scratch, mark);
	return diag->n_errors == n_errors;
}
