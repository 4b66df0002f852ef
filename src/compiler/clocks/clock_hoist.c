/* SPDX-License-Identifier: MIT
   clock_hoist.c — before partitioning (MLS 16.7.1): what stands in a clock conversion becomes a
   variable with an equation of its own, arrays are taken element by element, and clocked
   when-clauses are taken apart: their equations are clocked as all others are (MLS 16.6). */
#include "compiler/clocks/clocks.h"

VarId clock_new_var(Clocks *c, const char *kind, const Type *type, Variability variability)
{
	FlatDecl like = {
		.type = type, .variability = (uint8_t)variability, .path = c->path, .at = c->at};

	return machine_hidden(c->m, kind, &like);
}

void clock_name_var(const Clocks *c, VarId v, Text *out)
{
	text_printf(out, "'");
	flat_print_var(c->m, v, out);
	text_printf(out, "'");
}

/* Deep copies of equations and statements, with other expressions. */

const FlatEq *clock_copy_eqs(Clocks *c, const FlatEq *eq, int32_t n, Rewrite *r)
{
	FlatEq *copy = NEW_ARRAY(c->m->keep, FlatEq, n);

	for (int32_t i = 0; i < n; i++) {
		EqBranch *branch;

		copy[i] = eq[i];
		c->at = eq[i].at;
		c->path = eq[i].path;
		if (eq[i].kind != EQ_IF && eq[i].kind != EQ_WHEN) {
			copy[i].lhs = walk_rewrite(r, eq[i].lhs);
			copy[i].rhs = walk_rewrite(r, eq[i].rhs);
			continue;
		}
		branch = NEW_ARRAY(c->m->keep, EqBranch, eq[i].n_branch);
		for (int b = 0; b < eq[i].n_branch; b++) {
			branch[b] = eq[i].branch[b];
			branch[b].cond = walk_rewrite(r, branch[b].cond);
			branch[b].eq = clock_copy_eqs(c, branch[b].eq, branch[b].n_eq, r);
		}
		copy[i].branch = branch;
	}
	return copy;
}

const FlatStmt *clock_copy_stmts(Clocks *c, const FlatStmt *stmt, int32_t n, Rewrite *r)
{
	FlatStmt *copy = NEW_ARRAY(c->m->keep, FlatStmt, n);

	for (int32_t i = 0; i < n; i++) {
		StmtBranch *branch = NEW_ARRAY(c->m->keep, StmtBranch, stmt[i].n_branch);

		c->at = stmt[i].at;
		copy[i] = stmt[i];
		copy[i].lhs = walk_rewrite(r, stmt[i].lhs);
		copy[i].rhs = walk_rewrite(r, stmt[i].rhs);
		for (int b = 0; b < stmt[i].n_branch; b++) {
			branch[b] = stmt[i].branch[b];
			branch[b].cond = walk_rewrite(r, branch[b].cond);
			branch[b].stmt = clock_copy_stmts(c, branch[b].stmt, branch[b].n_stmt, r);
		}
		copy[i].branch = branch;
	}
	return copy;
}

/* --- conversions --- */

static bool is_conversion(ExprOp op)
{
	switch (op) {
	case EX_PREVIOUS:
	case EX_HOLD:
	case EX_SAMPLE_AT:
	case EX_SUB_SAMPLE:
	case EX_SUPER_SAMPLE:
	case EX_SHIFT_SAMPLE:
	case EX_BACK_SAMPLE:
	case EX_NO_CLOCK: return true;
	default: return false;
	}
}

static void push_eq(Clocks *c, const Expr *lhs, const Expr *rhs)
{
	ClockItem item = {.alg = -1,
					  .eq = {.kind = EQ_EQUAL,
							 .origin = EO_OTHER,
							 .path = c->path,
							 .at = c->at,
							 .lhs = lhs,
							 .rhs = rhs}};

	vec_push(arena_allocator(c->scratch), &c->items, item);
}

static const Expr *with_first(Clocks *c, const Expr *e, const Expr *first)
{
	const Expr *arg[3] = {first, e->n > 1 ? e->arg[1] : NULL, e->n > 2 ? e->arg[2] : NULL};

	return expr_with(c->p, e, arg);
}

/* MLS 16.2.3: what has a start value is a variable. */
static bool needs_component(ExprOp op)
{
	return op == EX_PREVIOUS || op == EX_HOLD || op == EX_BACK_SAMPLE;
}

/* A conversion of a scalar: its argument becomes a variable if it is none. */
static const Expr *hoist_scalar(Clocks *c, const Expr *e)
{
	const Expr *u = e->arg[0];
	VarId v;

	if (e->type->kind == TY_CLOCK)
		return e;
	if (u->variability <= VB_PARAMETER && !(u->flags & XF_CLOCK))
		return e->op == EX_SAMPLE_AT ? e : u;
	if (u->op == EX_VAR || (e->op == EX_SAMPLE_AT && u->op == EX_TIME))
		return e;
	if (needs_component((ExprOp)e->op)) {
		diag_error(c->diag, c->at, E_CLOCK_ARGUMENT,
				   "'%s' takes a variable, whose start value it gives at first, and no expression",
				   expr_op_info[e->op].text);
		return u;
	}
	v = clock_new_var(c, "input", u->type,
					  u->type->kind == TY_REAL ? (Variability)VB_CONTINUOUS : VB_DISCRETE);
	push_eq(c, flat_ref(c->m, v), u);
	return with_first(c, e, flat_ref(c->m, v));
}

/* The same of arrays and records, down to their scalars. The depth is that of their dimensions. */
static const Expr *spread(Clocks *c, const Expr *e, const Expr *u)
{
	const Expr **arg;

	if (u->type->rank == 0 && u->type->kind != TY_RECORD)
		return hoist_scalar(c, with_first(c, e, u));
	arg = NEW_ARRAY(c->scratch, const Expr *, u->n);
	for (uint32_t i = 0; i < u->n; i++)
		arg[i] = spread(c, e, u->arg[i]);
	return u->op == EX_ARRAY ? expr_array(c->p, type_drop(c->p, u->type, 1), arg, u->n)
							 : expr_record(c->p, u->type, arg, u->n);
}

static const Expr *var_scalar(void *ctx, VarId v)
{
	return flat_ref(((Clocks *)ctx)->m, v);
}

/* Constructors all the way down. */
static const Expr *constructors(Clocks *c, const Expr *u)
{
	const Expr **arg;

	if (u->type->rank == 0 && u->type->kind != TY_RECORD)
		return u;
	if (u->op == EX_VAR)
		return scalar_build(c->p, c->scratch, expr_var_id(u), u->type, var_scalar, c);
	arg = NEW_ARRAY(c->scratch, const Expr *, u->n);
	for (uint32_t i = 0; i < u->n; i++)
		arg[i] = constructors(c, u->arg[i]);
	return u->op == EX_ARRAY ? expr_array(c->p, type_drop(c->p, u->type, 1), arg, u->n)
							 : expr_record(c->p, u->type, arg, u->n);
}

static const Expr *hoist_rule(void *ctx, ExprPool *p, const Expr *e)
{
	Clocks *c = ctx;
	const Expr *u;

	(void)p;
	if (!is_conversion((ExprOp)e->op))
		return e;
	u = e->arg[0];
	if (u->type->rank == 0 && u->type->kind != TY_RECORD)
		return hoist_scalar(c, e);
	return spread(c, e, constructors(c, scalar_whole(c->p, c->scratch, u)));
}

/* --- equations --- */

static bool has_when(const FlatEq *eq, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		if (eq[i].kind == EQ_WHEN)
			return true;
		for (int b = 0; eq[i].kind == EQ_IF && b < eq[i].n_branch; b++)
			if (has_when(eq[i].branch[b].eq, eq[i].branch[b].n_eq))
				return true;
	}
	return false;
}

static bool is_clocked_when(const FlatEq *eq)
{
	for (int b = 0; eq->kind == EQ_WHEN && b < eq->n_branch; b++)
		if (eq->branch[b].cond && eq->branch[b].cond->type->kind == TY_CLOCK)
			return true;
	return false;
}

/* Clocked whens inside of other equations cannot be. */
static bool has_clocked_when(const FlatEq *eq)
{
	for (int b = 0; eq->kind != EQ_EQUAL && eq->kind != EQ_EFFECT && b < eq->n_branch; b++)
		for (int32_t i = 0; i < eq->branch[b].n_eq; i++)
			if (is_clocked_when(&eq->branch[b].eq[i]) || has_clocked_when(&eq->branch[b].eq[i]))
				return true;
	return false;
}

/* A variable of type Clock for the condition, so that all equations of the when have one clock. */
static const Expr *clock_of_when(Clocks *c, const Expr *cond)
{
	VarId v;

	if (cond->op == EX_VAR)
		return cond;
	v = clock_new_var(c, "clock", type_basic(c->p, TY_CLOCK), VB_CONTINUOUS);
	push_eq(c, flat_ref(c->m, v), cond);
	return flat_ref(c->m, v);
}

/* MLS 16.6: no elsewhen, no nesting. */
static void hoist_when(Clocks *c, const FlatEq *eq)
{
	const EqBranch *branch = &eq->branch[0];
	const FlatEq *body;
	const Expr *clock;

	c->at = eq->at;
	c->path = eq->path;
	if (eq->n_branch > 1 || has_when(branch->eq, branch->n_eq)) {
		diag_error(c->diag, eq->at, E_CLOCK_WHEN,
				   "a clocked when-clause has no 'elsewhen', and no other 'when' inside");
		return;
	}
	clock = clock_of_when(c, walk_rewrite(c->hoist, branch->cond));
	body = clock_copy_eqs(c, branch->eq, branch->n_eq, c->hoist);
	for (int32_t i = 0; i < branch->n_eq; i++) {
		ClockItem item = {.alg = -1, .eq = body[i], .when = 1 + expr_var_id(clock).i};

		vec_push(arena_allocator(c->scratch), &c->items, item);
	}
}

static void hoist_eq(Clocks *c, const FlatEq *eq)
{
	ClockItem item = {.alg = -1};

	if (is_clocked_when(eq)) {
		hoist_when(c, eq);
		return;
	}
	if (has_clocked_when(eq)) {
		diag_error(c->diag, eq->at, E_CLOCK_WHEN,
				   "a clocked when-clause cannot stand inside of an if- or when-equation");
		return;
	}
	item.eq = *clock_copy_eqs(c, eq, 1, c->hoist);
	vec_push(arena_allocator(c->scratch), &c->items, item);
}

static void check_stmts(Clocks *c, const FlatStmt *stmt, int32_t n)
{
	for (int32_t i = 0; i < n; i++)
		for (int b = 0; b < stmt[i].n_branch; b++) {
			const StmtBranch *branch = &stmt[i].branch[b];

			if (branch->cond && branch->cond->type->kind == TY_CLOCK)
				diag_error(c->diag, branch->at.file ? branch->at : stmt[i].at, E_CLOCK_WHEN,
						   "a clocked when-clause cannot stand in an algorithm");
			check_stmts(c, branch->stmt, branch->n_stmt);
		}
}

static void hoist_alg(Clocks *c, size_t i)
{
	FlatAlg *alg = &c->m->algs.at[i];
	ClockItem item = {.alg = (int32_t)i};

	c->at = alg->at;
	c->path = alg->path;
	check_stmts(c, alg->body.stmt, alg->body.n_stmt);
	alg->body.stmt = clock_copy_stmts(c, alg->body.stmt, alg->body.n_stmt, c->hoist);
	vec_push(arena_allocator(c->scratch), &c->items, item);
}

bool clock_hoist(Clocks *c)
{
	int n_errors = c->diag->n_errors;

	c->hoist = walk_rewrite_new(c->p, c->scratch, XF_CLOCK, hoist_rule, c);
	for (size_t i = 0; i < c->m->eqs.n; i++)
		hoist_eq(c, &c->m->eqs.at[i]);
	for (size_t i = 0; i < c->m->algs.n; i++)
		hoist_alg(c, i);
	return c->diag->n_errors == n_errors;
}
