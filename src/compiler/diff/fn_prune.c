/* SPDX-License-Identifier: MIT
   fn_prune.c — what a function computes and nothing needs is left out: assignments to locals that
   no output depends on, and branches and loops without any other. Which locals are needed does not
   depend on the place; found by repetition until nothing new is needed. */
#include "compiler/diff/diff.h"

typedef struct Prune {
	Arena *keep;        /* takes the new body */
	const FlatBody *of; /* the old one */
	bool *used;         /* by local: something needed reads it */
	bool *kept;         /* by local: it occurs in what is needed */
	int32_t *number;    /* by local: its new number */
	Rewrite *rename;    /* to the new numbers */
	Walk walk;          /* for expressions */
} Prune;

static bool use(Prune *x, const Expr *e)
{
	bool news = false;

	walk_begin(&x->walk, e);
	while ((e = walk_next(&x->walk))) {
		if (e->op == EX_LOCAL && !x->used[e->aux])
			x->used[e->aux] = news = true;
		if (!(e->flags & XF_LOCAL))
			walk_skip(&x->walk);
	}
	return news;
}

/* Is a local assigned here that is needed? */
static bool is_needed_target(const Prune *x, const Expr *lhs)
{
	while (lhs->op == EX_INDEX || lhs->op == EX_FIELD)
		lhs = lhs->arg[0];
	if (lhs->op == EX_LOCAL)
		return x->used[lhs->aux];
	for (uint32_t i = 0; i < lhs->n; i++)
		if (is_needed_target(x, lhs->arg[i]))
			return true;
	return false;
}

static bool is_needed(const Prune *x, const FlatStmt *s)
{
	if (s->kind == ST_ASSIGN)
		return is_needed_target(x, s->lhs);
	if (s->n_branch == 0)
		return true;
	for (int b = 0; b < s->n_branch; b++)
		for (int32_t i = 0; i < s->branch[b].n_stmt; i++)
			if (is_needed(x, &s->branch[b].stmt[i]))
				return true;
	return false;
}

/* The subscripts of a target are read, the variable is not. */
static bool use_target(Prune *x, const Expr *lhs)
{
	bool news = false;

	for (uint32_t i = 0; i < lhs->n; i++)
		news |= i > 0 && lhs->op == EX_INDEX ? use(x, lhs->arg[i]) : use_target(x, lhs->arg[i]);
	return news;
}

static bool use_stmts(Prune *x, const FlatStmt *s, int32_t n)
{
	bool news = false;

	for (int32_t i = 0; i < n; i++) {
		if (!is_needed(x, &s[i]))
			continue;
		news |= use(x, s[i].rhs);
		if (s[i].kind == ST_ASSIGN)
			news |= use_target(x, s[i].lhs);
		for (int b = 0; b < s[i].n_branch; b++) {
			news |= use(x, s[i].branch[b].cond);
			news |= use_stmts(x, s[i].branch[b].stmt, s[i].branch[b].n_stmt);
		}
	}
	return news;
}

/* Sizes of what occurs, first values of what is read. */
static bool use_locals(Prune *x)
{
	bool news = false;

	for (int32_t i = 0; i < x->of->n_locals; i++) {
		const FlatLocal *l = &x->of->local[i];

		if (x->used[i])
			news |= use(x, l->init);
		if (!x->used[i] && !x->kept[i])
			continue;
		for (int k = 0; l->dim && k < l->type->rank; k++)
			news |= use(x, l->dim[k]);
	}
	return news;
}

/* The new body */

/* All locals in statements that are needed: a target among several need not be read. */
static void keep_targets(Prune *x, const FlatStmt *s, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		const Expr *e;

		if (!is_needed(x, &s[i]))
			continue;
		walk_begin(&x->walk, s[i].lhs);
		while ((e = walk_next(&x->walk)))
			if (e->op == EX_LOCAL)
				x->kept[e->aux] = true;
		for (int b = 0; b < s[i].n_branch; b++)
			keep_targets(x, s[i].branch[b].stmt, s[i].branch[b].n_stmt);
	}
}

static const Expr *rename_local(void *ctx, ExprPool *p, const Expr *e)
{
	const Prune *x = ctx;

	return e->op == EX_LOCAL ? expr_local(p, x->number[e->aux], e->type) : e;
}

static const FlatLocal *sweep_locals(Prune *x, int32_t *n_kept)
{
	FlatLocal *local = NEW_ARRAY(x->keep, FlatLocal, x->of->n_locals);

	*n_kept = 0;
	for (int32_t i = 0; i < x->of->n_locals; i++) {
		uint8_t kind = x->of->local[i].kind;

		if (!x->used[i] && !x->kept[i] && kind != LO_INPUT && kind != LO_OUTPUT)
			continue;
		x->number[i] = *n_kept;
		local[*n_kept] = x->of->local[i];
		if (!x->used[i])
			local[*n_kept].init = NULL;
		(*n_kept)++;
	}
	for (int32_t i = 0; i < *n_kept; i++) {
		FlatLocal *l = &local[i];
		const Expr **dim = NEW_ARRAY(x->keep, const Expr *, l->type->rank + 1);

		for (int k = 0; l->dim && k < l->type->rank; k++)
			dim[k] = walk_rewrite(x->rename, l->dim[k]);
		l->dim = l->dim ? dim : NULL;
		l->init = walk_rewrite(x->rename, l->init);
	}
	return local;
}

static const FlatStmt *sweep(Prune *x, const FlatStmt *s, int32_t n, int32_t *n_kept)
{
	FlatStmt *kept = NEW_ARRAY(x->keep, FlatStmt, n);

	*n_kept = 0;
	for (int32_t i = 0; i < n; i++) {
		StmtBranch *branch;
		FlatStmt copy = s[i];

		if (!is_needed(x, &s[i]))
			continue;
		copy.lhs = walk_rewrite(x->rename, s[i].lhs);
		copy.rhs = walk_rewrite(x->rename, s[i].rhs);
		copy.branch = branch = NEW_ARRAY(x->keep, StmtBranch, s[i].n_branch);
		for (int b = 0; b < s[i].n_branch; b++) {
			branch[b] = s[i].branch[b];
			branch[b].cond = walk_rewrite(x->rename, s[i].branch[b].cond);
			branch[b].stmt =
				sweep(x, s[i].branch[b].stmt, s[i].branch[b].n_stmt, &branch[b].n_stmt);
		}
		kept[(*n_kept)++] = copy;
	}
	return kept;
}

void fn_prune(FlatModel *m, Arena *scratch, FlatBody *body)
{
	Prune x = {.keep = m->keep, .of = body};
	FlatBody pruned;
	bool news = true;

	x.used = NEW_ARRAY(scratch, bool, body->n_locals + 1);
	x.kept = NEW_ARRAY(scratch, bool, body->n_locals + 1);
	x.number = NEW_ARRAY(scratch, int32_t, body->n_locals + 1);
	x.rename = walk_rewrite_new(&m->pool, scratch, XF_LOCAL, rename_local, &x);
	walk_init_brief(&x.walk, &m->pool, scratch, 0);
	for (int32_t i = 0; i < body->n_locals; i++)
		x.used[i] = body->local[i].kind == LO_OUTPUT;
	while (news) {
		news = use_stmts(&x, body->stmt, body->n_stmt);
		keep_targets(&x, body->stmt, body->n_stmt);
		news |= use_locals(&x);
	}
	pruned.local = sweep_locals(&x, &pruned.n_locals);
	pruned.stmt = sweep(&x, body->stmt, body->n_stmt, &pruned.n_stmt);
	*body = pruned;
}
