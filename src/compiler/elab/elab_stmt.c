/* SPDX-License-Identifier: MIT
   elab_stmt.c — statements of functions and algorithm sections (MLS 11.2), and the two sides of
   equations and assignments. Loops of an algorithm section over known values are unrolled, so that
   components in arrays can be assigned. */
#include "compiler/elab/elab_local.h"

typedef VEC(FlatStmt) StmtVec;

enum {
	MAX_UNROLLED = 10000, /* rounds of a loop; more of it is a loop of a function */
	MAX_SPREAD = 1 << 20  /* if each round assigns elements of its own: the model has as many
							 variables anyway, and a function of as many results is slow to sort */
};

static void add_stmts(Inst *in, const Env *env, const AstStmt *s, uint32_t n, StmtVec *out);

/* Sides */

/* Results cannot be converted on their way: one that is Integer where a Real is wanted (MLS
   10.6.13) goes into a variable of its own first. In functions only; NULL: it cannot. */
static const Expr *integer_result(Inst *in, const Env *env, uint32_t i, const Type *have,
								  const Type *want)
{
	Body *b = env->body;
	FlatLocal local = {.type = have, .kind = LO_LOCAL};

	if (!b || !b->fn || have->kind != TY_INTEGER || want->kind != TY_REAL ||
		!type_same_dims(have, want))
		return NULL;
	local.name = flat_name(
		in->flat, arena_printf(in->scratch, "'result %u as %s'", i + 1, elab_type_text(in, have)));
	for (size_t k = 0; k < b->locals.n; k++)
		if (b->locals.at[k].name.i == local.name.i)
			return expr_local(in->pool, (int)k, have);
	local.at = b->fn->def ? syntax_span(b->fn->def->at) : SPAN_NONE;
	vec_push(arena_allocator(in->keep), &b->locals, local);
	vec_push(arena_allocator(in->keep), &b->nodes, NULL);
	return expr_local(in->pool, (int)b->locals.n - 1, have);
}

/* Where one result of a call goes. */
static const Expr *target_of(Inst *in, const Env *env, const AstExpr *left, uint32_t i,
							 const Type *have)
{
	const Expr *x = elab_expr(in, env, left), *other;

	if (elab_is_error(x) || type_agrees(x->type, have))
		return x;
	other = integer_result(in, env, i, have, x->type);
	return other ? other
				 : elab_doubt(in, env, left->at, E_TYPE, "result %u is %s, not %s", i + 1,
							  elab_type_text(in, have), elab_type_text(in, x->type));
}

/* An equation has no room for a result that nobody gives a size. */
static bool result_of_unknown_size(Inst *in, const Env *env, const AstExpr *call, uint32_t i)
{
	elab_doubt(in, env, call->at, E_SIZES,
			   "the size of result %u is not known: give it a variable of the right size", i + 1);
	return false;
}

static bool tuple_sides(Inst *in, const Env *env, const AstExpr *left, const AstExpr *right,
						const Expr **lhs, const Expr **rhs)
{
	const Expr *x = elab_any(in, env, right), **part;
	const Type *t = x->type;
	uint32_t n = t->kind == TY_TUPLE ? t->n_fields : 1;
	bool ok = true;

	if (elab_is_error(x))
		return false;
	if (t->kind == TY_NONE || left->n > n || (n == 1 && left->n != 1)) {
		elab_fail(in, right->at, E_TUPLE, "%u values are wanted, but there %s %u", left->n,
				  n == 1 ? "is" : "are", t->kind == TY_NONE ? 0 : n);
		return false;
	}
	part = NEW_ARRAY(in->scratch, const Expr *, n);
	for (uint32_t i = 0; i < n; i++) {
		const Type *have = t->kind == TY_TUPLE ? t->field[i].type : t;

		part[i] = expr_skip(in->pool, have);
		if (i >= left->n || left->kid[i].kind == AX_NONE) {
			if (have->n_scalars < 0 && !env->body)
				ok = result_of_unknown_size(in, env, right, i);
			continue;
		}
		part[i] = target_of(in, env, &left->kid[i], i, have);
		ok &= !elab_is_error(part[i]);
	}
	if (!ok)
		return false;
	*lhs = t->kind == TY_TUPLE ? expr_tuple(in->pool, part, n) : part[0];
	*rhs = x;
	return true;
}

/* An Integer variable cannot be what a Real expression is: `i = 4/2` (MLS 10.6.13). A parameter,
   but in initial equations, is none that the equation is to determine: the sides may be of both
   types (MLS 8.3.1). */
static bool fits_integer(Inst *in, const Env *env, const Expr *lhs, const Expr *rhs, Place at)
{
	bool is_known = lhs->variability <= VB_PARAMETER && env->is_pure;

	if (lhs->op != EX_TO_REAL || lhs->arg[0]->op != EX_VAR || rhs->op == EX_TO_REAL || is_known)
		return true;
	elab_convert(in, rhs, lhs->arg[0]->type, at, "the right side");
	return false;
}

bool elab_sides(Inst *in, const Env *env, const AstExpr *left, const AstExpr *right,
				const Expr **lhs, const Expr **rhs)
{
	ArenaMark mark = arena_mark(in->scratch);
	const Expr *x[2];
	Place at = left->at;
	bool ok;

	if (left->kind == AX_TUPLE) {
		ok = tuple_sides(in, env, left, right, lhs, rhs);
		arena_release(in->scratch, mark);
		return ok;
	}
	x[0] = elab_expr(in, env, left);
	x[1] = elab_expr(in, env, right);
	if (at.file == right->at.file && right->at.start > at.start)
		at.len = (right->at.start + right->at.len - at.start) & PLACE_MAX_LEN;
	if (env->doubt && !elab_is_error(x[0]) && !elab_is_error(x[1]) &&
		!elab_join(in, x, 2, (Place){0}, "")) {
		*env->doubt = true;
		return false;
	}
	ok = elab_join(in, x, 2, at, "the two sides") && fits_integer(in, env, x[0], x[1], right->at);
	*lhs = x[0];
	*rhs = x[1];
	arena_release(in->scratch, mark);
	return ok;
}

/* Targets */

static bool check_target(Inst *in, const Env *env, const Expr *x, Place at)
{
	switch (x->op) {
	case EX_SKIP:
	case EX_VAR: return true;
	case EX_LOCAL: {
		const FlatLocal *local = &env->body->locals.at[x->aux];

		if (local->kind != LO_INPUT && local->kind != LO_ITERATOR)
			return true;
		elab_fail(in, at, E_TARGET, "'%s' is an %s and cannot be assigned",
				  elab_name(in, local->name), local->kind == LO_INPUT ? "input" : "iterator");
		return false;
	}
	case EX_INDEX:
		if (x->arg[0]->op == EX_ARRAY) {
			elab_fail(in, at, E_TARGET,
					  "an element of an array of components can be assigned only if its subscript "
					  "is known before simulation");
			return false;
		}
		return check_target(in, env, x->arg[0], at);
	case EX_FIELD: return check_target(in, env, x->arg[0], at);
	case EX_ARRAY:
	case EX_RECORD:
	case EX_TUPLE:
		for (uint32_t i = 0; i < x->n; i++)
			if (!check_target(in, env, x->arg[i], at))
				return false;
		return true;
	default:
		elab_fail(in, at, E_TARGET, "this cannot be assigned: it is not a variable");
		return false;
	}
}

static void push(Inst *in, StmtVec *out, FlatStmt s)
{
	vec_push(arena_allocator(in->keep), out, s);
}

/* What integer_result has kept. */
static void assign_kept(Inst *in, const Env *env, const AstStmt *s, const Expr *lhs, StmtVec *out)
{
	for (uint32_t i = 0; i < lhs->n && i < s->expr[0].n; i++) {
		const Expr *kept = lhs->arg[i];
		FlatStmt f = {.kind = ST_ASSIGN, .at = syntax_span(s->at)};

		if (kept->op != EX_LOCAL || env->body->nodes.at[kept->aux] ||
			env->body->locals.at[kept->aux].kind != LO_LOCAL)
			continue;
		f.lhs = elab_expr(in, env, &s->expr[0].kid[i]);
		f.rhs = expr_to_real(in->pool, kept);
		if (check_target(in, env, f.lhs, s->expr[0].kid[i].at))
			push(in, out, f);
	}
}

static void assign(Inst *in, const Env *env, const AstStmt *s, StmtVec *out)
{
	FlatStmt f = {.kind = ST_ASSIGN, .at = syntax_span(s->at)};
	const AstExpr *left = &s->expr[0], *right = &s->expr[1];

	if (left->kind == AX_TUPLE) {
		if (!elab_sides(in, env, left, right, &f.lhs, &f.rhs))
			return;
	} else {
		f.lhs = elab_expr(in, env, left);
		f.rhs = elab_expr(in, env, right);
		if (elab_is_error(f.lhs))
			return;
		f.rhs = elab_convert(in, f.rhs, f.lhs->type, right->at, "the value assigned");
		if (elab_is_error(f.rhs))
			return;
	}
	if (!check_target(in, env, f.lhs, left->at))
		return;
	push(in, out, f);
	if (f.lhs->op == EX_TUPLE)
		assign_kept(in, env, s, f.lhs, out);
}

static void effect(Inst *in, const Env *env, const AstStmt *s, StmtVec *out)
{
	FlatStmt f = {.kind = ST_EFFECT, .at = syntax_span(s->at)};

	f.rhs = elab_any(in, env, &s->expr[0]);
	if (elab_is_error(f.rhs))
		return;
	if (f.rhs->op == EX_CALL || f.rhs->type->kind == TY_NONE)
		push(in, out, f);
	else if (f.rhs->op == EX_BOOLEAN)
		elab_fail(in, s->at, E_NOT_HERE, "this cannot be used in an algorithm");
}

/* Branches */

static StmtBranch branch_of(Inst *in, const Env *env, const Expr *cond, const AstBranch *b)
{
	StmtVec body = {0};

	add_stmts(in, env, b->body, b->n, &body);
	return (StmtBranch){cond, body.at, (int32_t)body.n, syntax_span(b->condition.at)};
}

/* A branch makes no sense (a subscript is out of range, sizes do not fit). That is a mistake only
   if it is ever taken: parameters decide now, as they do in if-expressions and if-equations. */
static void decide_if(Inst *in, const Env *env, const AstStmt *s, StmtVec *out)
{
	for (uint32_t i = 0; i < s->n; i++) {
		const AstBranch *b = &s->branch[i];
		const Expr *cond = NULL;

		if (b->condition.kind != AX_NONE)
			cond = elab_evaluate(in, elab_scalar(in, env, &b->condition, TY_BOOLEAN, "a condition"),
								 b->condition.at, "a condition that decides about sizes");
		if (cond && elab_is_error(cond))
			return;
		if (!cond || expr_integer_value(cond)) {
			add_stmts(in, env, b->body, b->n, out);
			return;
		}
	}
}

static void if_stmt(Inst *in, const Env *env, const AstStmt *s, StmtVec *out)
{
	StmtBranch *branch = NEW_ARRAY(in->keep, StmtBranch, s->n);
	FlatStmt f = {.kind = ST_IF, .at = syntax_span(s->at), .branch = branch};
	Env inner = *env;
	bool decidable = !elab_in_function(env), doubt = false; /* by parameters; it must be */

	for (uint32_t i = 0; i < s->n; i++) {
		const AstBranch *b = &s->branch[i];
		const Expr *cond = NULL;

		if (b->condition.kind != AX_NONE)
			cond = elab_scalar(in, env, &b->condition, TY_BOOLEAN, "a condition");
		if (cond && elab_is_error(cond))
			continue;
		if (cond && cond->op == EX_BOOLEAN && !expr_integer_value(cond))
			continue;
		if (cond && cond->op == EX_BOOLEAN)
			cond = NULL; /* nothing behind it counts */
		if (!cond && f.n_branch == 0) {
			add_stmts(in, env, b->body, b->n, out);
			return;
		}
		decidable &= !cond || cond->variability <= VB_PARAMETER;
		inner.doubt = decidable ? &doubt : env->doubt;
		branch[f.n_branch++] = branch_of(in, &inner, cond, b);
		if (!cond)
			break;
	}
	if (doubt)
		decide_if(in, env, s, out);
	else if (f.n_branch)
		push(in, out, f);
}

const Expr *elab_event_condition(Inst *in, const Expr *cond, Place at)
{
	if (cond->variability < VB_CONTINUOUS || cond->type->n_scalars == 0)
		return cond;
	return elab_fail(in, at, E_VARIABILITY,
					 "the condition of 'when' must change at events only, but this one changes "
					 "without them (noEvent, or a function of continuous variables)");
}

static void when_stmt(Inst *in, const Env *env, const AstStmt *s, StmtVec *out)
{
	StmtBranch *branch = NEW_ARRAY(in->keep, StmtBranch, s->n);
	FlatStmt f = {.kind = ST_WHEN, .at = syntax_span(s->at), .branch = branch};
	Env inner = *env;

	if (elab_in_function(env) || env->in_when) {
		elab_fail(in, s->at, E_NOT_HERE, "'when' cannot be used in %s",
				  env->in_when ? "another 'when'" : "a function");
		return;
	}
	inner.in_when = true;
	for (uint32_t i = 0; i < s->n; i++) {
		const AstBranch *b = &s->branch[i];
		const Expr *cond = elab_expr(in, env, &b->condition);

		if (elab_is_error(cond))
			continue;
		if (cond->type->kind != TY_CLOCK &&
			(cond->type->kind != TY_BOOLEAN || cond->type->rank > 1))
			elab_fail(in, b->condition.at, E_TYPE,
					  "the condition of 'when' must be a Boolean, a vector of Booleans or a clock, "
					  "not %s",
					  elab_type_text(in, cond->type));
		else if (!elab_is_error(elab_event_condition(in, cond, b->condition.at)))
			branch[f.n_branch++] = branch_of(in, &inner, cond, b);
	}
	if (f.n_branch)
		push(in, out, f);
}

static void while_stmt(Inst *in, const Env *env, const AstStmt *s, StmtVec *out)
{
	StmtBranch *branch = NEW(in->keep, StmtBranch);
	FlatStmt f = {.kind = ST_WHILE, .at = syntax_span(s->at), .branch = branch, .n_branch = 1};
	const Expr *cond =
		elab_scalar(in, env, &s->branch[0].condition, TY_BOOLEAN, "the condition of 'while'");
	Env inner = *env;

	if (elab_is_error(cond))
		return;
	inner.in_loop = true;
	*branch = branch_of(in, &inner, cond, &s->branch[0]);
	push(in, out, f);
}

/* Loops */

static bool has_break(const AstStmt *s, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (s[i].kind == AS_BREAK)
			return true;
		for (uint32_t k = 0; s[i].kind == AS_IF && k < s[i].n; k++)
			if (has_break(s[i].branch[k].body, s[i].branch[k].n))
				return true;
	}
	return false;
}

/* x[i], x[i + 1], a[i].x[3]: another element for each value of the iterator. */
static bool has_subscript(const AstExpr *ref, Name iterator)
{
	for (uint32_t i = 0; ref->kind == AX_REF && i < ref->n; i++)
		for (uint32_t k = 0; k < ref->part[i].n_subs; k++) {
			const AstExpr *sub = &ref->part[i].sub[k];
			uint32_t n = sub->kind == AX_BINARY ? sub->n : 1;

			for (uint32_t j = 0; j < n; j++) {
				const AstExpr *term = sub->kind == AX_BINARY ? &sub->kid[j] : sub;

				if (term->kind == AX_NAME && term->name.i == iterator.i)
					return true;
			}
		}
	return false;
}

/* Does each round assign elements of its own, and nothing else? */
static bool is_spread(const AstStmt *s, uint32_t n, Name iterator)
{
	for (uint32_t i = 0; i < n; i++) {
		if (s[i].kind == AS_ASSIGN) {
			if (!has_subscript(&s[i].expr[0], iterator))
				return false;
		} else if (s[i].kind == AS_IF || s[i].kind == AS_WHEN) {
			for (uint32_t k = 0; k < s[i].n; k++)
				if (!is_spread(s[i].branch[k].body, s[i].branch[k].n, iterator))
					return false;
		} else {
			return false;
		}
	}
	return true;
}

/* The values of the iterator, one round for each; NULL: it stays a loop. */
static const Expr *const *rounds_of(Inst *in, const Env *env, const AstLoop *loop, uint32_t k,
									const Expr *range, uint32_t *n)
{
	const Expr *const *value;

	if (elab_in_function(env) || has_break(loop->body, loop->n))
		return NULL;
	value = elab_literals(in, range, n);
	if (!value || *n <= MAX_UNROLLED)
		return value;
	return *n <= MAX_SPREAD && loop->n_iters == 1 &&
				   is_spread(loop->body, loop->n, loop->iter[k].name)
			   ? value
			   : NULL;
}

static void for_stmt(Inst *in, const Env *env, const AstStmt *s, uint32_t k, StmtVec *out)
{
	const AstLoop *loop = s->loop;
	const AstExpr *ast = &loop->iter[k];
	Iter iter = {env->iters, ast->name, NULL};
	Env inner = *env;
	FlatStmt f = {.kind = ST_FOR, .at = syntax_span(s->at), .n_branch = 1};
	const Expr *const *value;
	uint32_t n;
	StmtVec body = {0};
	StmtBranch *branch;

	f.rhs = elab_iter_range(in, env, ast, loop->body, loop->n, NULL);
	if (elab_is_error(f.rhs))
		return;
	inner.iters = &iter;
	inner.in_loop = true;
	value = rounds_of(in, env, loop, k, f.rhs, &n);
	for (uint32_t i = 0; value && i < n; i++) {
		iter.value = value[i];
		if (k + 1 < loop->n_iters)
			for_stmt(in, &inner, s, k + 1, out);
		else
			add_stmts(in, &inner, loop->body, loop->n, out);
	}
	if (value)
		return;
	f.lhs = iter.value = elab_new_iter(in, env->body, ast->name, f.rhs->type->elem, ast->at);
	if (k + 1 < loop->n_iters)
		for_stmt(in, &inner, s, k + 1, &body);
	else
		add_stmts(in, &inner, loop->body, loop->n, &body);
	branch = NEW(in->keep, StmtBranch);
	*branch = (StmtBranch){NULL, body.at, (int32_t)body.n, syntax_span(ast->at)};
	f.branch = branch;
	push(in, out, f);
}

/* All kinds */

static void add_stmt(Inst *in, const Env *env, const AstStmt *s, StmtVec *out)
{
	FlatStmt f = {.at = syntax_span(s->at)};

	switch ((AstStmtKind)s->kind) {
	case AS_ASSIGN: assign(in, env, s, out); break;
	case AS_CALL: effect(in, env, s, out); break;
	case AS_IF: if_stmt(in, env, s, out); break;
	case AS_WHEN: when_stmt(in, env, s, out); break;
	case AS_WHILE: while_stmt(in, env, s, out); break;
	case AS_FOR: for_stmt(in, env, s, 0, out); break;
	case AS_BREAK:
		f.kind = ST_BREAK;
		if (env->in_loop)
			push(in, out, f);
		else
			elab_fail(in, s->at, E_NOT_HERE, "'break' can be used in a loop only");
		break;
	case AS_RETURN:
		f.kind = ST_RETURN;
		if (elab_in_function(env))
			push(in, out, f);
		else
			elab_fail(in, s->at, E_NOT_HERE, "'return' can be used in a function only");
		break;
	case AS_EQUAL:
		elab_fail(in, s->at, E_NOT_HERE, "an algorithm has no equations: assign with ':='");
		break;
	case AS_CONNECT:
		elab_fail(in, s->at, E_NOT_HERE, "'connect' cannot be used in an algorithm");
		break;
	case AS_ERROR: break;
	}
}

static void add_stmts(Inst *in, const Env *env, const AstStmt *s, uint32_t n, StmtVec *out)
{
	for (uint32_t i = 0; i < n && !diag_full(in->diag); i++) {
		ArenaMark mark = arena_mark(in->scratch);

		add_stmt(in, env, &s[i], out);
		arena_release(in->scratch, mark);
	}
}

const FlatStmt *elab_stmts(Inst *in, Env *env, const AstStmt *s, uint32_t n, int32_t *n_out)
{
	StmtVec out = {0};

	add_stmts(in, env, s, n, &out);
	*n_out = (int32_t)out.n;
	return out.at;
}
