/* SPDX-License-Identifier: MIT
   prepare_eq.c — equations one by one: calls with several results and array equations become
   scalar ones (a call is one node however many of its results are used, so it is evaluated once);
   asserts and other effects become actions. */
#include "compiler/prepare/prepare.h"

/* Scalar k of a call or the like, whose type that is but for sizes it does not know itself. */
static const Expr *part_of(Prepare *p, const Expr *e, const Type *type, int32_t k)
{
	while (type->rank > 0 || type->kind == TY_RECORD) {
		const Expr *sub[UINT8_MAX];
		int32_t n = type->elem->n_scalars, at = k / n;
		int field = 0;

		if (type->rank > 0) {
			for (int i = type->rank - 1; i >= 0; i--) {
				sub[i] = expr_integer(p->pool, at % type->dim[i] + 1);
				at /= type->dim[i];
			}
			e = expr_index(p->pool, e, sub, type->rank);
			type = type->elem;
			k %= n;
			continue;
		}
		for (; k >= type->field[field].type->n_scalars; field++)
			k -= type->field[field].type->n_scalars;
		e = expr_field(p->pool, e, field);
		type = type->field[field].type;
	}
	return e;
}

const Expr *prepare_part(Prepare *p, const Expr *e, const Type *type, int32_t k)
{
	if (e->op == EX_CALL || e->op == EX_RESULT || e->type->n_scalars < 0)
		return part_of(p, e, type, k);
	return scalar_at(p->pool, p->scratch, e, k);
}

/* The rows of lhs = rhs, neither a tuple. The arguments of calls are made scalar once. */
static void scalars_of(Prepare *p, const FlatEq *eq, const Expr *lhs, const Expr *rhs, Rows *out)
{
	const Type *type = lhs->type->n_scalars >= 0 ? lhs->type : rhs->type;
	bool literal = prepare_is_literal(p);

	if (lhs->op == EX_CALL || lhs->op == EX_RESULT)
		lhs = scalar_whole(p->pool, p->scratch, lhs);
	if (rhs->op == EX_CALL || rhs->op == EX_RESULT)
		rhs = scalar_whole(p->pool, p->scratch, rhs);
	for (int32_t k = 0; k < type->n_scalars; k++) {
		Row row = {.from = eq};

		row.lhs = prepare_finish(p, prepare_part(p, lhs, type, k), literal);
		row.rhs = prepare_finish(p, prepare_part(p, rhs, type, k), literal);
		vec_push(arena_allocator(p->scratch), out, row);
	}
}

void prepare_scalars(Prepare *p, const FlatEq *eq, Rows *out)
{
	const Expr *lhs = inline_expr(p->inliner, eq->lhs), *rhs = inline_expr(p->inliner, eq->rhs);
	const Expr *fewer = lhs;

	if (lhs->type->kind != TY_TUPLE || rhs->type->kind != TY_TUPLE) {
		scalars_of(p, eq, lhs, rhs, out);
		return;
	}
	if (rhs->type->n_fields < lhs->type->n_fields)
		fewer = rhs;
	for (int i = 0; i < fewer->type->n_fields; i++) {
		const Expr *a = expr_result(p->pool, lhs, i), *b = expr_result(p->pool, rhs, i);

		if (a->op != EX_SKIP && b->op != EX_SKIP)
			scalars_of(p, eq, a, b, out);
	}
}

/* Effects. */

static bool is_false(const Expr *e)
{
	return e->op == EX_BOOLEAN && !e->aux;
}

static void push_action(Prepare *p, DaeAction a, const Expr *fires, bool start)
{
	a.fires = fires;
	a.start = start;
	a.always = !p->in_when && !start;
	if (!is_false(fires))
		vec_push(arena_allocator(p->d->keep), &p->d->actions, a);
}

/* MLS 8.3.6: a reinit that is active at the start is an initial equation. */
static void add_initial_value(Prepare *p, const DaeAction *a, const Expr *fires)
{
	FlatEq *from = NEW(p->scratch, FlatEq);
	const Expr *start = dae_var(p->d, a->target)->start;
	Row row = {.lhs = dae_ref(p->d, a->target), .rhs = a->value, .from = from};

	if (is_false(fires))
		return;
	*from = (FlatEq){.path = p->path, .at = p->at};
	row.rhs = expr_if(p->pool, fires, a->value, start ? start : expr_real(p->pool, 0));
	prepare_add(p, &row, true);
}

/* What initial() says makes two actions of it: one at events, and one when the initial values have
   been found. */
static void add_action(Prepare *p, DaeAction a, const Expr *fires)
{
	const Expr *all = fires ? fires : expr_boolean(p->pool, true);
	const Expr *later = prepare_with_initial(p, all, false);
	const Expr *first = prepare_with_initial(p, all, true);

	a.at = p->at;
	a.path = p->path;
	a.in = p->in;
	a.is_limit = p->is_limit;
	if (!p->initial)
		push_action(p, a, later, false);
	if (p->initial || first != later) {
		if (a.kind == DA_REINIT)
			add_initial_value(p, &a, first);
		else
			push_action(p, a, first, true);
	}
}

/* MLS 8.3.7: the level error is the default. One that is known at run time only makes two asserts,
   of which one counts. */
/* A condition that calls functions is looked at only where the assertion counts: they may fail
   elsewhere. */
static const Expr *violated_where(Prepare *p, const Expr *fires, const Expr *violated)
{
	return fires && violated->flags & XF_CALL
			   ? expr_if(p->pool, fires, violated, expr_boolean(p->pool, false))
			   : prepare_both(p, fires, violated);
}

static void add_assert(Prepare *p, const Expr *const arg[], const Expr *fires)
{
	DaeAction a = {.kind = DA_ASSERT, .demands = arg[0], .target = {-1}};
	const Expr *violated = expr_unary(p->pool, EX_NOT, prepare_asserted(p, arg[0])), *warns;

	a.message = prepare_literal(p, arg[1]);
	a.level = prepare_literal(p, arg[2]);
	if (a.level->op == EX_ENUM && a.level->aux == (uint32_t)a.level->type->n_fields)
		a.level = NULL;
	fires = violated_where(p, fires, violated);
	if (a.level && a.level->op != EX_ENUM) {
		const Expr *warning = expr_enum(p->pool, a.level->type, 1);

		warns = expr_binary(p->pool, EX_EQ, a.level, warning);
		a.level = warning;
		add_action(p, a, prepare_both(p, fires, warns));
		a.level = NULL;
		fires = prepare_both(p, fires, expr_unary(p->pool, EX_NOT, warns));
	}
	add_action(p, a, fires);
}

/* MLS 8.3.6 */
static void add_reinit(Prepare *p, const Expr *var, const Expr *value, const Expr *fires)
{
	for (int32_t k = 0; k < var->type->n_scalars; k++) {
		DaeAction a = {.kind = DA_REINIT};
		const Expr *v = scalar_at(p->pool, p->scratch, var, k);

		a.target = expr_var_id(v);
		a.value = prepare_literal(p, prepare_part(p, value, var->type, k));
		add_action(p, a, fires);
	}
}

void prepare_effect(Prepare *p, const Expr *effect, const Expr *fires)
{
	DaeAction a = {.target = {-1}};

	effect = prepare_check_call(p, effect);
	switch (effect->op) {
	case EX_ASSERT: add_assert(p, effect->arg, fires); return;
	case EX_REINIT: add_reinit(p, effect->arg[0], effect->arg[1], fires); return;
	case EX_TERMINATE:
		a.kind = DA_TERMINATE;
		a.message = prepare_literal(p, effect->arg[0]);
		break;
	default:
		a.kind = DA_CALL;
		a.value = prepare_literal(p, effect);
		break;
	}
	add_action(p, a, fires);
}

void prepare_rows(Prepare *p, const FlatEq *eq, int32_t n, const Expr *active, Rows *out)
{
	for (int32_t i = 0; i < n; i++) {
		p->at = eq[i].at;
		p->path = eq[i].path;
		switch ((EqKind)eq[i].kind) {
		case EQ_EQUAL:
			prepare_scalars(p, &eq[i], out);
			prepare_limits(p, &eq[i], active);
			break;
		case EQ_EFFECT:
			prepare_limits(p, &eq[i], active);
			prepare_effect(p, eq[i].lhs, active);
			break;
		case EQ_IF: prepare_if(p, &eq[i], active, out); break;
		case EQ_WHEN: prepare_when(p, &eq[i], active, out); break;
		}
	}
}

void prepare_branch(Prepare *p, const FlatEq *eq, int32_t number, const Expr *active, Rows *out)
{
	DaeBranch *outer = p->in, *in = NEW(p->d->keep, DaeBranch);

	*in = (DaeBranch){.outer = outer, .eq = eq, .number = number};
	in->depth = outer ? outer->depth + 1 : 0;
	p->in = in;
	prepare_rows(p, eq->branch[number].eq, eq->branch[number].n_eq, active, out);
	p->in = outer;
}
