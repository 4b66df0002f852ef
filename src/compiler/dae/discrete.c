/* SPDX-License-Identifier: MIT
   discrete.c — which Real equations determine variables that change at events only (MLS 8.6,
   appendix B): a when what it assigns; then equations that have such a variable as one side, or no
   continuous unknown at all. What is left is the continuous system. One matching, near-linear.

   requires: alias_remove. gives: DaeEq.discrete. */
#include "compiler/dae/dae.h"

typedef struct Partition {
	Dae *d;         /* the model */
	Uses uses;      /* finds variables */
	CsrBuilder may; /* equations x variables: what may determine what */
	Match match;    /* over it */
} Partition;

static bool is_discrete_real(const Dae *d, VarId v)
{
	const DaeVar *x = &d->vars.at[v.i];

	return x->role == DR_DISCRETE && x->alias.i == v.i &&
		   type_is_scalar(flat_decl_of(d->m, v)->type, TY_REAL);
}

static bool is_side(const Dae *d, const Expr *e)
{
	return e->op == EX_VAR && e->type->rank == 0 && is_discrete_real(d, expr_var_id(e));
}

static bool has_continuous(Partition *p, const DaeEq *e)
{
	uses_find(&p->uses, e->lhs, e->rhs);
	for (size_t i = 0; i < p->uses.vars.n; i++)
		if (p->d->vars.at[p->uses.vars.at[i].i].role == DR_CONTINUOUS)
			return true;
	return false;
}

static void add_row(Partition *p, int32_t row)
{
	const DaeEq *e = &p->d->eqs.at[row];

	if (is_side(p->d, e->lhs))
		csr_add(&p->may, row, (int32_t)e->lhs->aux);
	if (e->init_rhs)
		return;
	if (is_side(p->d, e->rhs))
		csr_add(&p->may, row, (int32_t)e->rhs->aux);
	if (has_continuous(p, e))
		return;
	for (size_t i = 0; i < p->uses.vars.n; i++)
		if (is_discrete_real(p->d, p->uses.vars.at[i]))
			csr_add(&p->may, row, p->uses.vars.at[i].i);
}

bool discrete_partition(Dae *d, Arena *scratch, Diag *diag)
{
	Partition p = {.d = d};
	Arena work;
	Csr may;

	(void)diag;
	arena_child(&work, scratch);
	uses_init(&p.uses, d, scratch);
	csr_begin(&p.may, &work, (int32_t)d->eqs.n, (int32_t)d->vars.n);
	for (int32_t i = 0; i < (int32_t)d->eqs.n; i++)
		if (!d->eqs.at[i].dropped && type_is_scalar(d->eqs.at[i].lhs->type, TY_REAL))
			add_row(&p, i);
	csr_finish(&p.may, scratch, &may);
	match_init(&may, scratch, &p.match);
	/* Assignments first: a when, then what is written as variable = expression. */
	for (int turn = 0; turn < 2; turn++)
		for (int32_t i = 0; i < (int32_t)d->eqs.n; i++) {
			const DaeEq *e = &d->eqs.at[i];

			if (may.start[i] < may.start[i + 1] && p.match.col_of_row[i] < 0 &&
				(turn || e->init_rhs) && is_side(d, e->lhs) && p.match.row_of_col[e->lhs->aux] < 0)
				match_pair(&p.match, i, (int32_t)e->lhs->aux);
		}
	/* Columns that are still free: from their side, so that few rows are taken. */
	match_maximum(&may, &work, &p.match);
	for (size_t v = 0; v < d->vars.n; v++)
		if (p.match.row_of_col[v] >= 0)
			d->eqs.at[p.match.row_of_col[v]].discrete = true;
	arena_free(&work);
	return true;
}
