/* SPDX-License-Identifier: MIT
   incidence.c — the rows of a model for structural tests: for every scalar equation the unknowns
   that it may determine (flat.h says which). Errs towards more: a model is never refused because an
   equation was thought to determine less than it does. O(size of the model), but for array calls,
   if-equations and algorithms, whose rows share one list; where that list times the rows exceeds
   WIDE_LIMIT, rows keep their own variable only, and row k of an if-equation what equation k of
   each branch holds: a branch that determines its variables still does. */
#include "compiler/flat/flat.h"

#define WIDE_LIMIT (1 << 22)

typedef struct Rows {
	const FlatModel *m;   /* the model */
	const int32_t *col;   /* of each variable, or -1 */
	Arena *scratch;       /* for all below */
	Walk walk;            /* through expressions */
	CsrBuilder csr;       /* the entries */
	VEC(int32_t) node;    /* of each row */
	VEC(int32_t) port;    /* of each row */
	VEC(VarId) reals;     /* unknowns found: continuous Reals */
	VEC(VarId) discretes; /* and all others */
} Rows;

static TypeKind kind_of(const FlatModel *m, VarId v)
{
	return flat_decl_of(m, v)->type->kind;
}

static void found(Rows *r, VarId v)
{
	if (r->col[v.i] < 0)
		return;
	if (kind_of(r->m, v) == TY_REAL && flat_var(r->m, v)->variability == VB_CONTINUOUS)
		vec_push(arena_allocator(r->scratch), &r->reals, v);
	else
		vec_push(arena_allocator(r->scratch), &r->discretes, v);
}

/* Add the unknowns of e to the lists; what lies below pre is known. */
static void read_expr(Rows *r, const Expr *e)
{
	const Expr *x;

	if (!e || !(e->flags & XF_VAR))
		return;
	walk_add(&r->walk, e);
	while ((x = walk_next(&r->walk))) {
		if (x->op == EX_PRE || x->op == EX_PREVIOUS)
			walk_skip(&r->walk);
		else if (x->op == EX_VAR)
			for (int32_t k = 0; k < x->type->n_scalars; k++)
				found(r, (VarId){(int32_t)x->aux + k});
	}
}

static void clear(Rows *r)
{
	walk_begin(&r->walk, NULL);
	r->reals.n = r->discretes.n = 0;
}

/* The rows of an equation or algorithm; gives the first. */
static int32_t new_rows(Rows *r, int32_t node, int32_t n)
{
	const MdvAlloc *a = arena_allocator(r->scratch);

	for (int32_t port = 0; port < n; port++) {
		vec_push(a, &r->node, node);
		vec_push(a, &r->port, port);
	}
	return (int32_t)r->node.n - n;
}

static void entry(Rows *r, int32_t row, VarId v)
{
	if (r->col[v.i] >= 0)
		csr_add(&r->csr, row, r->col[v.i]);
}

/* A side of an equation that is a variable, perhaps negated. */
static VarId bare(const Expr *e)
{
	while (e->op == EX_NOT || e->op == EX_NEG || e->op == EX_TO_REAL)
		e = e->arg[0];
	return e->op == EX_VAR && e->type->rank == 0 ? expr_var_id(e) : (VarId){-1};
}

/* One scalar equation between a and b. */
static void scalar_row(Rows *r, int32_t row, const Expr *a, const Expr *b)
{
	VarId side[2] = {bare(a), bare(b)};
	bool solved = false;

	clear(r);
	read_expr(r, a);
	read_expr(r, b);
	if (a->type->kind == TY_REAL && r->reals.n > 0) {
		for (size_t i = 0; i < r->reals.n; i++)
			entry(r, row, r->reals.at[i]);
		return;
	}
	for (int i = 0; i < 2; i++)
		if (side[i].i >= 0 && r->col[side[i].i] >= 0 && kind_of(r->m, side[i]) == a->type->kind) {
			entry(r, row, side[i]);
			solved = true;
		}
	for (size_t i = 0; !solved && i < r->discretes.n; i++)
		if (kind_of(r->m, r->discretes.at[i]) == a->type->kind)
			entry(r, row, r->discretes.at[i]);
}

/* The variable that is scalar k of a constructor of variables; -1: skipped or not one. */
static VarId target_at(const Expr *e, int32_t k, bool *skip)
{
	while (e->op == EX_ARRAY || e->op == EX_RECORD || e->op == EX_TUPLE) {
		uint32_t i = 0;

		if (e->op == EX_ARRAY) { /* elements of equal size */
			int32_t n = e->type->n_scalars / (int32_t)e->n;

			e = e->arg[k / n];
			k %= n;
			continue;
		}
		for (; k >= e->arg[i]->type->n_scalars; i++)
			k -= e->arg[i]->type->n_scalars;
		e = e->arg[i];
	}
	*skip = e->op == EX_SKIP;
	return e->op == EX_VAR ? (VarId){(int32_t)e->aux + k} : (VarId){-1};
}

/* An equation between arrays, records or tuples: the row of each scalar, from `row` on, gets what
   the other side reads. */
static void fill_wide(Rows *r, int32_t row, const FlatEq *eq)
{
	const Expr *target = eq->lhs, *value = eq->rhs;
	int32_t n;
	bool narrow;

	if (target->op == EX_CALL) {
		target = eq->rhs;
		value = eq->lhs;
	}
	clear(r);
	read_expr(r, value);
	n = target->type->n_scalars;
	narrow = (int64_t)n * (int64_t)r->reals.n > WIDE_LIMIT;
	for (int32_t k = 0; k < n; k++) {
		bool skip;
		VarId v = target_at(target, k, &skip);

		if (skip)
			continue;
		if (v.i < 0)
			read_expr(r, target); /* an expression: all of it, from here on */
		else
			entry(r, row, v);
		for (size_t i = 0; i < r->reals.n; i++)
			if (v.i < 0 || (!narrow && kind_of(r->m, v) == TY_REAL))
				entry(r, row, r->reals.at[i]);
		row++;
	}
}

static bool is_wide(const FlatEq *eq)
{
	const Type *t = eq->lhs->type;

	return t->rank > 0 || t->kind == TY_RECORD || t->kind == TY_TUPLE;
}

/* The rows of an equation between two sides, from `row` on. */
static void fill_equal(Rows *r, int32_t row, const FlatEq *eq)
{
	if (is_wide(eq))
		fill_wide(r, row, eq);
	else
		scalar_row(r, row, eq->lhs, eq->rhs);
}

/* Everything that the equations of the branches may determine. */
static void read_branches(Rows *r, const FlatEq *eq)
{
	for (int b = 0; b < eq->n_branch; b++)
		for (int32_t i = 0; i < eq->branch[b].n_eq; i++) {
			const FlatEq *inner = &eq->branch[b].eq[i];

			if (inner->kind == EQ_EQUAL) {
				read_expr(r, inner->lhs);
				read_expr(r, inner->rhs);
			} else if (inner->kind == EQ_IF) {
				read_branches(r, inner);
			}
		}
}

/* Rows of a large if-equation: of each branch one equation after the other. */
static void fill_branches(Rows *r, int32_t first, const FlatEq *eq)
{
	for (int b = 0; b < eq->n_branch; b++) {
		int32_t row = first;

		for (int32_t i = 0; i < eq->branch[b].n_eq; i++) {
			const FlatEq *inner = &eq->branch[b].eq[i];

			if (inner->kind == EQ_EQUAL)
				fill_equal(r, row, inner);
			else if (inner->kind == EQ_IF)
				fill_branches(r, row, inner);
			row += flat_count_eq(inner, r->scratch);
		}
	}
}

/* Of the discrete unknowns only those that are a side of some equation of the branches. */
static void bare_sides(Rows *r, int32_t row, const FlatEq *eq)
{
	for (int b = 0; b < eq->n_branch; b++)
		for (int32_t i = 0; i < eq->branch[b].n_eq; i++) {
			const FlatEq *inner = &eq->branch[b].eq[i];
			VarId v = inner->kind == EQ_EQUAL ? bare(inner->lhs) : (VarId){-1};

			if (v.i >= 0)
				entry(r, row, v);
			if (inner->kind == EQ_IF)
				bare_sides(r, row, inner);
		}
}

static void if_rows(Rows *r, int32_t node, const FlatEq *eq)
{
	int32_t n = flat_count_eq(eq, r->scratch), first = new_rows(r, node, n);

	clear(r);
	read_branches(r, eq);
	if ((int64_t)n * (int64_t)(r->reals.n + r->discretes.n) > WIDE_LIMIT) {
		fill_branches(r, first, eq);
		return;
	}
	for (int32_t row = first; row < first + n; row++) {
		bare_sides(r, row, eq);
		for (size_t i = 0; i < r->reals.n; i++)
			entry(r, row, r->reals.at[i]);
	}
}

typedef struct Assigned {
	Rows *r;           /* where rows are made */
	int32_t node, n;   /* node and targets so far */
	bool backwards;    /* Real targets may be solved for what was read */
	VEC(VarId) target; /* to be made rows of */
} Assigned;

static void collect_target(void *ctx, VarId v)
{
	Assigned *a = ctx;

	vec_push(arena_allocator(a->r->scratch), &a->target, v);
}

static void target_rows(Assigned *a)
{
	Rows *r = a->r;
	bool narrow = (int64_t)a->target.n * (int64_t)r->reals.n > WIDE_LIMIT;
	int32_t row = new_rows(r, a->node, (int32_t)a->target.n);

	for (size_t k = 0; k < a->target.n; k++, row++) {
		VarId v = a->target.at[k];

		entry(r, row, v);
		if (!a->backwards || narrow || kind_of(r->m, v) != TY_REAL ||
			flat_var(r->m, v)->variability != VB_CONTINUOUS)
			continue;
		for (size_t i = 0; i < r->reals.n; i++)
			entry(r, row, r->reals.at[i]);
	}
}

static void read_statements(Rows *r, const FlatStmt *stmt, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		read_expr(r, stmt[i].rhs);
		for (int b = 0; b < stmt[i].n_branch; b++) {
			read_expr(r, stmt[i].branch[b].cond);
			read_statements(r, stmt[i].branch[b].stmt, stmt[i].branch[b].n_stmt);
		}
	}
}

/* The rows of one equation are counted from 0 on, those of a clocked when as one. */
static void add_one(Rows *r, int32_t i, const FlatEq *eq)
{
	if (flat_is_clocked(eq)) {
		size_t first = r->port.n;

		for (int32_t k = 0; k < eq->branch[0].n_eq; k++)
			add_one(r, i, &eq->branch[0].eq[k]);
		for (size_t k = first; k < r->port.n; k++)
			r->port.at[k] = (int32_t)(k - first);
	} else if (eq->kind == EQ_IF) {
		if_rows(r, i, eq);
	} else if (eq->kind == EQ_WHEN) {
		Assigned a = {.r = r, .node = i};

		targets_of_when(eq, r->scratch, collect_target, &a);
		target_rows(&a);
	} else if (eq->kind == EQ_EQUAL) {
		fill_equal(r, new_rows(r, i, flat_count_eq(eq, r->scratch)), eq);
	}
}

static void add_eq(Rows *r, int32_t i)
{
	add_one(r, i, &r->m->eqs.at[i]);
}

static void add_alg(Rows *r, int32_t i)
{
	const FlatAlg *alg = &r->m->algs.at[i];
	Assigned a = {.r = r, .node = -1 - i, .backwards = true};

	clear(r);
	read_statements(r, alg->body.stmt, alg->body.n_stmt);
	targets_of_alg(alg, r->scratch, collect_target, &a);
	target_rows(&a);
}

static const int32_t *keep(Arena *result, const int32_t *at, size_t n)
{
	int32_t *copy = NEW_ARRAY(result, int32_t, n);

	for (size_t i = 0; i < n; i++)
		copy[i] = at[i];
	return copy;
}

/* Number the unknowns. */
static int32_t find_columns(const FlatModel *m, Arena *result, Incidence *out)
{
	int32_t *col = NEW_ARRAY(result, int32_t, m->vars.n), n = 0;
	VarId *var;

	for (size_t v = 0; v < m->vars.n; v++)
		col[v] = flat_is_unknown(m, (VarId){(int32_t)v}) ? n++ : -1;
	var = NEW_ARRAY(result, VarId, n);
	for (size_t v = 0; v < m->vars.n; v++)
		if (col[v] >= 0)
			var[col[v]] = (VarId){(int32_t)v};
	out->col = col;
	out->var = var;
	return n;
}

void incidence_find(const FlatModel *m, Arena *result, Arena *scratch, Incidence *out)
{
	ArenaMark mark = arena_mark(scratch);
	int32_t n_cols = find_columns(m, result, out);
	Rows r = {.m = m, .col = out->col, .scratch = scratch};

	walk_init_only(&r.walk, &m->pool, scratch, XF_VAR);
	csr_begin(&r.csr, scratch, INT32_MAX - 1, n_cols); /* how many rows is known in the end */
	for (size_t i = 0; i < m->eqs.n; i++)
		if (!m->eqs.at[i].initial)
			add_eq(&r, (int32_t)i);
	for (size_t i = 0; i < m->algs.n; i++)
		if (!m->algs.at[i].initial)
			add_alg(&r, (int32_t)i);
	r.csr.n_rows = (int32_t)r.node.n;
	csr_finish(&r.csr, result, &out->csr);
	out->node = keep(result, r.node.at, r.node.n);
	out->port = keep(result, r.port.at, r.port.n);
	arena_release(scratch, mark);
}

Span incidence_place(const FlatModel *m, const Incidence *inc, int32_t row)
{
	int32_t node = inc->node[row];

	return node >= 0 ? m->eqs.at[node].at : m->algs.at[-1 - node].at;
}
