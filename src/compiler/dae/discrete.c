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
	Walk look;      /* into sides */
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

/* Does what a side says change between events, without a continuous unknown? */
static bool is_moving(Partition *p, const Expr *e)
{
	const Expr *x;

	for (walk_begin(&p->look, e); (x = walk_next(&p->look));) {
		if (x->op == EX_PRE)
			walk_skip(&p->look);
		if (x->op == EX_TIME || (x->op == EX_VAR && x->variability == VB_CONTINUOUS &&
								 p->d->vars.at[x->aux].role == DR_INPUT))
			return true;
	}
	return false;
}

/* MLS 4.5: a discrete Real gets its values from whens. `x = time` would keep that of the last
   event. (Bindings of declarations are told of where they are read; sections of statements know
   themselves what they assign when.) */
static void look_at(Partition *p, VarId v, const DaeEq *e, Diag *diag)
{
	Text name;

	if (e->init_rhs || e->clock > 0 || e->origin != EO_SOURCE || e->rhs->op == EX_RESULT ||
		e->rhs->op == EX_CALL || (!is_moving(p, e->lhs) && !is_moving(p, e->rhs)))
		return;
	text_init(&name, arena_heap(p->d->keep));
	flat_print_var(p->d->m, v, &name);
	diag_older(diag, NULL, e->at, E_VARIABILITY,
			   "'%s' is discrete: a when-clause must give it its values; it keeps that of the last "
			   "event, though this changes all the time",
			   text_str(&name));
	text_free(&name);
}

/* A field of a record that a function gives, an Integer or Boolean, has its values of events, too:
   nothing tells when it would have another. (Of whole variables that is refused, of results in
   parentheses told of, where they are written; sections of statements know themselves.) */
static bool is_loose(const Dae *d, const DaeEq *e)
{
	return !e->dropped && !e->init_rhs && e->clock == 0 &&
		   (e->origin == EO_SOURCE || e->origin == EO_BINDING) && e->lhs->op == EX_VAR &&
		   e->lhs->type->kind != TY_REAL && e->rhs->op != EX_RESULT &&
		   e->rhs->variability == VB_CONTINUOUS && d->vars.at[e->lhs->aux].role == DR_DISCRETE;
}

/* Other equations that read it make it matter. Functions do not count: the media of the standard
   library hand records on that tell the phase, and compute it anew. */
static void find_readers(Partition *p, bool loose[], bool read[])
{
	const Expr *x;

	for (size_t i = 0; i < p->d->eqs.n; i++) {
		const DaeEq *e = &p->d->eqs.at[i];
		bool own = is_loose(p->d, e);

		if (e->dropped)
			continue;
		walk_begin(&p->look, e->rhs);
		if (!own)
			walk_add(&p->look, e->lhs);
		while ((x = walk_next(&p->look))) {
			if (x->op == EX_CALL)
				walk_skip(&p->look);
			else if (x->op == EX_VAR && x->type->rank == 0 && loose[x->aux])
				read[x->aux] = true;
		}
	}
}

static void look_at_fields(Partition *p, Arena *work, Diag *diag)
{
	bool *loose = NEW_ARRAY(work, bool, p->d->vars.n), any = false;
	bool *read = NEW_ARRAY(work, bool, p->d->vars.n);
	Text name;

	for (size_t i = 0; i < p->d->eqs.n; i++)
		if (is_loose(p->d, &p->d->eqs.at[i]))
			any = loose[p->d->eqs.at[i].lhs->aux] = true;
	if (any)
		find_readers(p, loose, read);
	for (size_t i = 0; any && i < p->d->eqs.n; i++) {
		const DaeEq *e = &p->d->eqs.at[i];

		if (!is_loose(p->d, e) || !read[e->lhs->aux])
			continue;
		text_init(&name, arena_heap(p->d->keep));
		flat_print_var(p->d->m, expr_var_id(e->lhs), &name);
		diag_older(diag, NULL, e->at, E_VARIABILITY,
				   "'%s' changes at events only, but what a function gives it here changes all the "
				   "time: it keeps the value of the last event",
				   text_str(&name));
		text_free(&name);
	}
}

bool discrete_partition(Dae *d, Arena *scratch, Diag *diag)
{
	Partition p = {.d = d};
	int n_errors = diag->n_errors;
	Arena work;
	Csr may;

	arena_child(&work, scratch);
	uses_init(&p.uses, d, scratch);
	walk_init(&p.look, &d->m->pool, scratch);
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
		if (p.match.row_of_col[v] >= 0) {
			DaeEq *e = &d->eqs.at[p.match.row_of_col[v]];

			e->discrete = true;
			look_at(&p, (VarId){(int32_t)v}, e, diag);
		}
	look_at_fields(&p, &work, diag);
	arena_free(&work);
	return diag->n_errors == n_errors;
}
