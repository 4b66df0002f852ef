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

/* What parameter i reads. True: itself. */
static bool add_reads(const FlatModel *m, Walk *walk, CsrBuilder *b, int32_t i)
{
	const Expr *source = source_of(&m->vars.at[i]), *x;
	bool itself = false;

	if (!source || !(source->flags & XF_VAR))
		return false;
	for (walk_begin(walk, source); (x = walk_next(walk));) {
		if (!(x->flags & XF_VAR))
			walk_skip(walk);
		for (int32_t k = 0; x->op == EX_VAR && k < x->type->n_scalars; k++) {
			csr_add(b, i, (int32_t)x->aux + k);
			itself |= (int32_t)x->aux + k == i;
		}
	}
	return itself;
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
	Walk walk;
	Csr g;
	Scc scc;

	arena_child(&work, scratch);
	itself = NEW_ARRAY(&work, bool, n + 1);
	walk_init(&walk, &m->pool, &work);
	csr_begin(&b, scratch, n, n);
	for (int32_t i = 0; i < n; i++)
		itself[i] = add_reads(m, &walk, &b, i);
	csr_finish(&b, &work, &g);
	scc_find(&g, &work, scratch, &scc);
	for (int32_t c = 0; c < scc.n; c++) {
		int32_t first = scc.start[c], count = scc.start[c + 1] - first;

		if (count > 1 || itself[scc.node[first]])
			report(m, &scc.node[first], count, diag);
	}
	arena_free(&work);
	arena_release(scratch, mark);
	return diag->n_errors == before;
}
