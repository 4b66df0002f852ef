/* SPDX-License-Identifier: MIT
   prepare_alg.c — algorithm sections (MLS 11.1). A section that assigns every variable once, and
   reads none before, says the same as equations; then it becomes equations, in which relations make
   events and every assignment is solved by itself. Any other section becomes a function
   (prepare_alg_fn.c). Recursion follows the nesting of statements, which the parser limits. */
#include "compiler/dae/prepare_alg.h"

typedef struct Straight {
	Prepare *p;          /* the pass */
	const FlatAlg *alg;  /* the section */
	Map targets;         /* variables that the section assigns */
	Map set;             /* those that are assigned by now */
	VEC(uint64_t) order; /* the same, in order */
	Walk walk;           /* through expressions */
	bool in_when;        /* inside of a when */
} Straight;

static void collect_target(void *ctx, VarId v)
{
	map_put(ctx, (uint64_t)v.i, 1);
}

/* Does e read a variable that is assigned later? What stands below pre is known. */
static bool reads_unset(Straight *s, const Expr *e)
{
	const Expr *x;

	if (!e)
		return false;
	for (walk_begin(&s->walk, e); (x = walk_next(&s->walk));) {
		if (x->op == EX_PRE || !(x->flags & XF_VAR))
			walk_skip(&s->walk);
		for (int32_t k = 0; x->op == EX_VAR && k < x->type->n_scalars; k++)
			if (map_find(&s->targets, x->aux + (uint32_t)k) &&
				!map_find(&s->set, x->aux + (uint32_t)k))
				return true;
	}
	return false;
}

static void set_one(Straight *s, uint64_t v)
{
	map_put(&s->set, v, 1);
	vec_push(arena_allocator(s->p->scratch), &s->order, v);
}

/* Are the targets of a left side variables that are not set yet? */
static bool set_target(Straight *s, const Expr *e)
{
	switch (e->op) {
	case EX_SKIP: return true;
	case EX_VAR:
		for (int32_t k = 0; k < e->type->n_scalars; k++) {
			if (map_find(&s->set, e->aux + (uint32_t)k))
				return false;
			set_one(s, e->aux + (uint32_t)k);
		}
		return true;
	case EX_ARRAY:
	case EX_RECORD:
	case EX_TUPLE:
		for (uint32_t i = 0; i < e->n; i++)
			if (!set_target(s, e->arg[i]))
				return false;
		return true;
	default: return false;
	}
}

static bool are_straight(Straight *s, const FlatStmt *stmt, int32_t n);

/* Forget what was set after the first n. */
static void cut_set(Straight *s, size_t n)
{
	while (s->order.n > n)
		map_remove(&s->set, s->order.at[--s->order.n]);
}

/* Branches begin with what is set before them and end with what all together set; outside of a
   when all must set the same. */
static bool are_straight_branches(Straight *s, const FlatStmt *stmt)
{
	const MdvAlloc *a = arena_allocator(s->p->scratch);
	size_t before = s->order.n;
	bool same = !s->in_when && stmt->kind == ST_IF;
	VEC(uint64_t) all = {0};

	for (int b = 0; b < stmt->n_branch; b++)
		if (reads_unset(s, stmt->branch[b].cond))
			return false;
	for (int b = 0; b < stmt->n_branch; b++) {
		if (!are_straight(s, stmt->branch[b].stmt, stmt->branch[b].n_stmt))
			return false;
		if (same && b > 0 && s->order.n - before != all.n)
			return false;
		for (size_t i = 0; same && b > 0 && i < all.n; i++)
			if (!map_find(&s->set, all.at[i]))
				return false;
		for (size_t i = before; i < s->order.n && (b == 0 || !same); i++)
			vec_push(a, &all, s->order.at[i]);
		cut_set(s, before);
	}
	if (same && stmt->branch[stmt->n_branch - 1].cond && all.n > 0)
		return false;
	for (size_t i = 0; i < all.n; i++)
		if (!map_find(&s->set, all.at[i]))
			set_one(s, all.at[i]);
	return true;
}

static bool are_straight(Straight *s, const FlatStmt *stmt, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		bool ok;

		switch ((StmtKind)stmt[i].kind) {
		case ST_ASSIGN: ok = !reads_unset(s, stmt[i].rhs) && set_target(s, stmt[i].lhs); break;
		case ST_EFFECT: ok = !reads_unset(s, stmt[i].rhs); break;
		case ST_IF: ok = are_straight_branches(s, &stmt[i]); break;
		case ST_WHEN:
			s->in_when = true;
			ok = are_straight_branches(s, &stmt[i]);
			s->in_when = false;
			break;
		default: ok = false; break;
		}
		if (!ok)
			return false;
	}
	return true;
}

/* The same as equations. */
static const FlatEq *equations(Straight *s, const FlatStmt *stmt, int32_t n)
{
	FlatEq *eq = NEW_ARRAY(s->p->scratch, FlatEq, n);

	for (int32_t i = 0; i < n; i++) {
		EqBranch *branch = NULL;

		eq[i] = (FlatEq){.initial = s->alg->initial, .path = s->alg->path, .at = stmt[i].at};
		if (stmt[i].kind == ST_ASSIGN) {
			eq[i].kind = EQ_EQUAL;
			eq[i].lhs = stmt[i].lhs;
			eq[i].rhs = stmt[i].rhs;
			continue;
		}
		if (stmt[i].kind == ST_EFFECT) {
			eq[i].kind = EQ_EFFECT;
			eq[i].lhs = stmt[i].rhs;
			continue;
		}
		eq[i].kind = stmt[i].kind == ST_IF ? EQ_IF : EQ_WHEN;
		eq[i].n_branch = stmt[i].n_branch;
		eq[i].branch = branch = NEW_ARRAY(s->p->scratch, EqBranch, stmt[i].n_branch);
		for (int b = 0; b < stmt[i].n_branch; b++) {
			const StmtBranch *from = &stmt[i].branch[b];

			branch[b] = (EqBranch){from->cond, equations(s, from->stmt, from->n_stmt), from->n_stmt,
								   from->at};
		}
	}
	return eq;
}

void prepare_alg(Prepare *p, const FlatAlg *alg)
{
	Straight s = {.p = p, .alg = alg};
	const FlatEq *eq;
	Rows rows = {0};

	map_init(&s.targets, arena_allocator(p->scratch));
	map_init(&s.set, arena_allocator(p->scratch));
	walk_init(&s.walk, p->pool, p->scratch);
	targets_of_alg(alg, p->scratch, collect_target, &s.targets);
	p->initial = alg->initial;
	p->at = alg->at;
	p->path = alg->path;
	if (!are_straight(&s, alg->body.stmt, alg->body.n_stmt)) {
		prepare_alg_fn(p, alg);
		return;
	}
	eq = equations(&s, alg->body.stmt, alg->body.n_stmt);
	prepare_rows(p, eq, alg->body.n_stmt, NULL, &rows);
	for (size_t i = 0; i < rows.n; i++)
		prepare_add(p, &rows.at[i], alg->initial);
}
