/* SPDX-License-Identifier: MIT
   targets.c — the variables that when-clauses and algorithms assign, each once, in order of first
   appearance. Recursion follows the nesting of statements only, which the parser limits. */
#include "compiler/flat/flat.h"

typedef struct Targets {
	TargetFn give; /* gets each variable */
	void *ctx;     /* handed to give */
	Map seen;      /* VarId -> 1 */
} Targets;

static void give_once(Targets *t, VarId v)
{
	if (map_find(&t->seen, (uint64_t)v.i))
		return;
	map_put(&t->seen, (uint64_t)v.i, 1);
	t->give(t->ctx, v);
}

/* A left side: variables, and constructors, subscripts and fields of them. A subscript known at run
   time only may mean every element; the subscripts themselves are read, not assigned. The depth is
   that of nested records and arrays. */
static void left_side(Targets *t, const Expr *e)
{
	if (e->op == EX_VAR)
		for (int32_t k = 0; k < e->type->n_scalars; k++)
			give_once(t, (VarId){(int32_t)e->aux + k});
	else if (e->op == EX_INDEX || e->op == EX_FIELD)
		left_side(t, e->arg[0]);
	else if (e->op == EX_ARRAY || e->op == EX_RECORD || e->op == EX_TUPLE)
		for (uint32_t i = 0; i < e->n; i++)
			left_side(t, e->arg[i]);
}

static void equations(Targets *t, const FlatEq *eq, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		if (eq[i].kind == EQ_EQUAL)
			left_side(t, eq[i].lhs);
		for (int b = 0; b < eq[i].n_branch; b++)
			equations(t, eq[i].branch[b].eq, eq[i].branch[b].n_eq);
	}
}

static void statements(Targets *t, const FlatStmt *stmt, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		if (stmt[i].kind == ST_ASSIGN)
			left_side(t, stmt[i].lhs);
		for (int b = 0; b < stmt[i].n_branch; b++)
			statements(t, stmt[i].branch[b].stmt, stmt[i].branch[b].n_stmt);
	}
}

void targets_of_when(const FlatEq *eq, Arena *scratch, TargetFn give, void *ctx)
{
	Targets t = {.give = give, .ctx = ctx};

	map_init(&t.seen, arena_allocator(scratch));
	equations(&t, eq, 1);
}

void targets_of_alg(const FlatAlg *alg, Arena *scratch, TargetFn give, void *ctx)
{
	Targets t = {.give = give, .ctx = ctx};

	map_init(&t.seen, arena_allocator(scratch));
	statements(&t, alg->body.stmt, alg->body.n_stmt);
}

void targets_exprs(const FlatStmt *stmt, int32_t n, StmtExprFn give, void *ctx)
{
	for (int32_t i = 0; i < n; i++) {
		give(ctx, stmt[i].lhs);
		give(ctx, stmt[i].rhs);
		for (int b = 0; b < stmt[i].n_branch; b++) {
			give(ctx, stmt[i].branch[b].cond);
			targets_exprs(stmt[i].branch[b].stmt, stmt[i].branch[b].n_stmt, give, ctx);
		}
	}
}
