/* SPDX-License-Identifier: MIT
   prepare_alg_entry.c — which outputs of a body need a value at entry: those that are read before
   they are set for certain, are set in part only, or may be left unset in the end (MLS 11.1.2).
   A walk over the statements with the set of outputs that are set on every way to this point; at
   branches copies of it, of which the common part goes on. O(statements + branches * outputs). */
#include "compiler/prepare/prepare_alg.h"

#include <string.h>

typedef struct Entry {
	Prepare *p;    /* the pass */
	int32_t first; /* number of the first output */
	int32_t n;     /* outputs */
	bool *needed;  /* n: result */
} Entry;

static int32_t output_of(const Entry *e, const Expr *x)
{
	int64_t k = x->op == EX_LOCAL ? (int64_t)x->aux - e->first : -1;

	return k >= 0 && k < e->n ? (int32_t)k : -1;
}

static void read(Entry *e, const Expr *x, const bool *set)
{
	if (!x)
		return;
	for (walk_begin(&e->p->look, x); (x = walk_next(&e->p->look));) {
		int32_t k = output_of(e, x);

		if (!(x->flags & XF_LOCAL))
			walk_skip(&e->p->look);
		if (k >= 0 && !set[k])
			e->needed[k] = true;
	}
}

/* A left side: what is assigned as a whole is set; subscripts are read. */
static void assign(Entry *e, const Expr *lhs, bool *set)
{
	int32_t k = output_of(e, lhs);

	if (k >= 0) {
		set[k] = true;
	} else if (lhs->op == EX_ARRAY || lhs->op == EX_RECORD || lhs->op == EX_TUPLE) {
		for (uint32_t i = 0; i < lhs->n; i++)
			assign(e, lhs->arg[i], set);
	} else if (lhs->op != EX_SKIP) {
		read(e, lhs, set); /* an element: the others stay as they are */
	}
}

static bool *copy(Entry *e, const bool *set)
{
	bool *new = NEW_ARRAY(e->p->scratch, bool, e->n);

	memcpy(new, set, (size_t)e->n * sizeof *new);
	return new;
}

static void statements(Entry *e, const FlatStmt *stmt, int32_t n, bool *set);

static void branches(Entry *e, const FlatStmt *s, bool *set)
{
	bool *common = NULL;

	for (int b = 0; b < s->n_branch; b++) {
		bool *mine;

		read(e, s->branch[b].cond, set);
		mine = copy(e, set);
		statements(e, s->branch[b].stmt, s->branch[b].n_stmt, mine);
		for (int32_t k = 0; common && k < e->n; k++)
			common[k] &= mine[k];
		common = common ? common : mine;
	}
	if (s->kind == ST_IF && common && !s->branch[s->n_branch - 1].cond)
		memcpy(set, common, (size_t)e->n * sizeof *set);
}

static void leave(Entry *e, const bool *set)
{
	for (int32_t k = 0; k < e->n; k++)
		e->needed[k] |= !set[k];
}

static void statements(Entry *e, const FlatStmt *stmt, int32_t n, bool *set)
{
	for (int32_t i = 0; i < n; i++) {
		read(e, stmt[i].rhs, set);
		if (stmt[i].kind == ST_ASSIGN)
			assign(e, stmt[i].lhs, set);
		if (stmt[i].n_branch > 0)
			branches(e, &stmt[i], set);
		if (stmt[i].kind == ST_RETURN)
			leave(e, set);
	}
}

void prepare_alg_entry(Prepare *p, const FlatStmt *stmt, int32_t n_stmt, int32_t first, int32_t n,
					   bool *needed)
{
	Entry e = {.p = p, .first = first, .n = n, .needed = needed};
	bool *set = NEW_ARRAY(p->scratch, bool, n);

	statements(&e, stmt, n_stmt, set);
	leave(&e, set);
}
