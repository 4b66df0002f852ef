/* SPDX-License-Identifier: MIT
   whole.c — an algorithm section that assigns one element of an array has the whole array as its
   output (MLS 11.1.2): elements that it does not assign keep the value with which the section
   begins, the pre value of what changes at events only, otherwise the start value. Such assignments
   are put before the section, for elements that nothing else determines. O(size of the sections and
   equations). */
#include "compiler/flat/flat.h"

#include <string.h>

/* An array of which a section assigns something. */
typedef struct Output {
	int32_t section; /* its number */
	int32_t decl;    /* the declaration */
} Output;

typedef struct Whole {
	FlatModel *m;        /* the model */
	Arena *scratch;      /* work */
	int32_t *by;         /* by variable: 1 + the section that assigns it; -1: something else does */
	int32_t number;      /* of the section at hand */
	VEC(Output) outputs; /* by section; an array may be there twice */
	VEC(FlatStmt) first; /* what is to be put before it */
} Whole;

static void note_target(void *ctx, VarId v)
{
	Whole *w = ctx;
	Output out = {w->number, w->m->vars.at[v.i].decl.i};
	const Output *last = w->outputs.n > 0 ? &w->outputs.at[w->outputs.n - 1] : NULL;

	w->by[v.i] = w->by[v.i] == 0 ? w->number + 1 : -1;
	if (flat_decl_of(w->m, v)->rank > 0 &&
		!(last && last->section == out.section && last->decl == out.decl))
		vec_push(arena_allocator(w->scratch), &w->outputs, out);
}

static void note_other(void *ctx, VarId v)
{
	((Whole *)ctx)->by[v.i] = -1;
}

static void note_side(Whole *w, const Expr *e)
{
	for (int32_t k = 0; e->op == EX_VAR && k < e->type->n_scalars; k++)
		note_other(w, (VarId){(int32_t)e->aux + k});
}

/* What equations determine beyond doubt. */
static void note_equations(Whole *w)
{
	for (size_t i = 0; i < w->m->eqs.n; i++) {
		const FlatEq *eq = &w->m->eqs.at[i];

		if (eq->initial || eq->kind == EQ_EFFECT)
			continue;
		if (eq->kind != EQ_EQUAL) {
			targets_of_when(eq, w->scratch, note_other, w);
			continue;
		}
		note_side(w, eq->lhs);
		if (eq->origin != EO_SOURCE && eq->origin != EO_BINDING)
			note_side(w, eq->rhs);
	}
}

/* Its subscripts are all of the last name: "a.b[,]", not "a[].b[]". */
static bool is_plain_array(const Whole *w, const FlatDecl *decl)
{
	const char *name = intern_text(w->m->names, decl->name), *dot = strrchr(name, '.');

	return !dot || !memchr(name, '[', (size_t)(dot - name));
}

static const Expr *entry_value(const Whole *w, VarId v)
{
	const FlatVar *var = flat_var(w->m, v);
	ExprPool *p = &w->m->pool;
	const Type *type = flat_decl_of(w->m, v)->type;

	if (var->variability == VB_DISCRETE)
		return expr_unary(p, EX_PRE, flat_ref(w->m, v));
	return var->start && var->start->type == type ? var->start : expr_real(p, 0);
}

/* The elements of an array that the section leaves out. */
static void complete(Whole *w, const FlatDecl *decl, Span at)
{
	for (int32_t k = 0; k < flat_decl_size(decl); k++) {
		VarId v = {decl->first.i + k};
		FlatStmt s = {.kind = ST_ASSIGN, .at = at};

		if (w->by[v.i] != 0)
			continue;
		w->by[v.i] = w->number + 1;
		s.lhs = flat_ref(w->m, v);
		s.rhs = entry_value(w, v);
		vec_push(arena_allocator(w->scratch), &w->first, s);
	}
}

static void put_before(Whole *w, FlatAlg *alg)
{
	size_t n = w->first.n, n_old = (size_t)alg->body.n_stmt;
	FlatStmt *stmt = NEW_ARRAY(w->m->keep, FlatStmt, n + n_old);

	memcpy(stmt, w->first.at, n * sizeof *stmt);
	if (n_old > 0)
		memcpy(stmt + n, alg->body.stmt, n_old * sizeof *stmt);
	alg->body.stmt = stmt;
	alg->body.n_stmt = (int32_t)(n + n_old);
}

void whole_outputs(FlatModel *m, Arena *scratch)
{
	Whole w = {.m = m, .scratch = scratch};

	w.by = NEW_ARRAY(scratch, int32_t, m->vars.n + 1);
	for (w.number = 0; w.number < (int32_t)m->algs.n; w.number++)
		if (!m->algs.at[w.number].initial)
			targets_of_alg(&m->algs.at[w.number], scratch, note_target, &w);
	if (w.outputs.n == 0)
		return;
	note_equations(&w);
	for (size_t i = 0; i < w.outputs.n;) {
		FlatAlg *alg = &m->algs.at[w.outputs.at[i].section];

		w.number = w.outputs.at[i].section;
		w.first.n = 0;
		for (; i < w.outputs.n && w.outputs.at[i].section == w.number; i++) {
			const FlatDecl *decl = &m->decls.at[w.outputs.at[i].decl];

			if (decl->variability >= VB_DISCRETE && decl->causality != CZ_INPUT &&
				is_plain_array(&w, decl))
				complete(&w, decl, alg->at);
		}
		if (w.first.n > 0)
			put_before(&w, alg);
	}
}
