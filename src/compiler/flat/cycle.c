/* SPDX-License-Identifier: MIT
   cycle.c — parameters that depend on themselves, by their values or, where they have none, by
   their start values (MLS 4.4.4, 8.6): a model with such a circle cannot start. Strongly connected
   components of the graph of parameters; time and memory O(parameters + what they read). */
#include "compiler/flat/flat.h"

enum { MOST_NAMED = 5 }; /* parameters of a circle that a message names */

static const Expr *source_of(const FlatVar *v)
{
	return v->variability > VB_PARAMETER ? NULL : v->binding ? v->binding : v->start;
}

typedef struct {
	const FlatModel *m;     /* the model */
	Walk walk;              /* through one expression */
	Arena *work;            /* holds todo */
	VEC(const Expr *) todo; /* parts of the value of one parameter */
	CsrBuilder *reads;      /* parameter -> parameters */
	bool itself;            /* the parameter reads itself */
} Cycle;

enum { DEEPEST = 32 }; /* parameters one after the other whose values a condition needs */

/* A truth value that literals and parameters tell; -1: they do not. */
static int truth_of(const FlatModel *m, const Expr *e, int depth)
{
	int a, b;

	switch (depth < DEEPEST ? e->op : EX_SKIP) {
	case EX_BOOLEAN: return expr_integer_value(e) != 0;
	case EX_VAR: {
		const FlatVar *v = &m->vars.at[e->aux];
		const Expr *source = e->type->rank == 0 ? source_of(v) : NULL;

		return source ? truth_of(m, source, depth + 1) : -1;
	}
	case EX_NOT: a = truth_of(m, e->arg[0], depth + 1); return a < 0 ? -1 : !a;
	case EX_AND:
	case EX_OR:
		a = truth_of(m, e->arg[0], depth + 1);
		b = truth_of(m, e->arg[1], depth + 1);
		if (a == (e->op == EX_OR) || b == (e->op == EX_OR))
			return e->op == EX_OR;
		return a < 0 || b < 0 ? -1 : e->op == EX_AND;
	default: return -1;
	}
}

/* Of an if, the branch that is known to count is read; where that is not known, whether there is a
   circle shows when the parameters are sorted. */
static void read_if(Cycle *c, const Expr *e)
{
	int truth = truth_of(c->m, e->arg[0], 0);

	vec_push(arena_allocator(c->work), &c->todo, e->arg[0]);
	if (truth >= 0)
		vec_push(arena_allocator(c->work), &c->todo, e->arg[truth ? 1 : 2]);
	walk_skip(&c->walk);
}

/* What parameter i reads. */
static void add_reads(Cycle *c, int32_t i)
{
	const Expr *source = source_of(&c->m->vars.at[i]), *x;

	c->itself = false;
	c->todo.n = 0;
	if (!source || !(source->flags & XF_VAR))
		return;
	vec_push(arena_allocator(c->work), &c->todo, source);
	for (size_t k = 0; k < c->todo.n; k++)
		for (walk_begin(&c->walk, c->todo.at[k]); (x = walk_next(&c->walk));) {
			if (x->op == EX_IF)
				read_if(c, x);
			for (int32_t j = 0; x->op == EX_VAR && j < x->type->n_scalars; j++) {
				csr_add(c->reads, i, (int32_t)x->aux + j);
				c->itself |= (int32_t)x->aux + j == i;
			}
		}
}

static void report(const FlatModel *m, const int32_t *v, int32_t n, Diag *diag)
{
	Text names;

	text_init(&names, arena_heap(m->keep));
	for (int32_t k = 0; k < n && k < MOST_NAMED; k++) {
		text_printf(&names, "%s'", k == 0 ? "" : k + 1 == n ? " and " : ", ");
		flat_print_var(m, (VarId){v[k]}, &names);
		text_printf(&names, "'");
	}
	if (n > MOST_NAMED)
		text_printf(&names, " and %d more", (int)n - MOST_NAMED);
	diag_error(diag, flat_decl_of(m, (VarId){v[0]})->at, E_VALUE_CYCLE,
			   n == 1 ? "the value of the parameter %s depends on itself"
					  : "the values of the parameters %s depend on each other",
			   text_str(&names));
	for (int32_t k = 1; k < n && k < MOST_NAMED; k++)
		diag_note(diag, flat_decl_of(m, (VarId){v[k]})->at, "another one is declared here");
	text_free(&names);
}

bool cycle_check(const FlatModel *m, Arena *scratch, Diag *diag)
{
	int32_t n = (int32_t)m->vars.n;
	ArenaMark mark = arena_mark(scratch);
	int before = diag->n_errors;
	bool *itself;
	CsrBuilder b;
	Arena work;
	Cycle c = {.m = m, .work = &work, .reads = &b};
	Csr g;
	Scc scc;

	arena_child(&work, scratch);
	itself = NEW_ARRAY(&work, bool, n + 1);
	walk_init_only(&c.walk, &m->pool, &work, XF_VAR);
	csr_begin(&b, scratch, n, n);
	for (int32_t i = 0; i < n; i++) {
		add_reads(&c, i);
		itself[i] = c.itself;
	}
	csr_finish(&b, &work, &g);
	scc_find(&g, &work, scratch, &scc);
	for (int32_t k = 0; k < scc.n; k++) {
		int32_t first = scc.start[k], count = scc.start[k + 1] - first;

		if (count > 1 || itself[scc.node[first]])
			report(m, &scc.node[first], count, diag);
	}
	arena_free(&work);
	arena_release(scratch, mark);
	return diag->n_errors == before;
}
