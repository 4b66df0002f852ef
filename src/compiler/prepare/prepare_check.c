/* SPDX-License-Identifier: MIT
   prepare_check.c — values that equations compute and then use where only some have a meaning:
   subscripts (MLS 10.5), divisors of Integers (MLS 3.7.1), and Integers that become Reals without
   having been in a variable, where their range would be looked at. They go through functions that
   assert what must hold, so that the run ends with the value named; a branch that is not taken does
   not ask. */
#include "compiler/prepare/prepare.h"

static const Expr *text_of(Prepare *p, const Expr *value)
{
	return expr_op(p->pool, EX_TO_STRING, &value, 1);
}

static const Expr *join(Prepare *p, const Expr *a, const Expr *b)
{
	return expr_binary(p->pool, EX_ADD, a, b);
}

static const Expr *assertion(Prepare *p, const Expr *holds, const Expr *message)
{
	Name literal[2] = {flat_name(p->m, "warning"), flat_name(p->m, "error")};
	const Type *level = type_enum(p->pool, flat_name(p->m, "AssertionLevel"), literal, 2);
	const Expr *arg[3] = {holds, message, expr_enum(p->pool, level, 2)};

	return expr_op(p->pool, EX_ASSERT, arg, 3);
}

/* function NAME: k is what it is given, if `check` does not end it. */
static FnId make_function(Prepare *p, const char *name, int32_t n_in, const Expr *check)
{
	const Type *integer = type_basic(p->pool, TY_INTEGER);
	FlatLocal *local = NEW_ARRAY(p->m->keep, FlatLocal, n_in + 1);
	FlatStmt *stmt = NEW_ARRAY(p->m->keep, FlatStmt, 2);
	FlatFn fn = {.name = flat_name(p->m, name),
				 .n_in = n_in,
				 .n_out = 1,
				 .smooth_order = -1,
				 .inlining = IN_NEVER,
				 .purity = PU_PURE};
	FnId id = flat_new_fn(p->m, fn.name, fn.purity);

	for (int32_t i = 0; i <= n_in; i++)
		local[i] = (FlatLocal){.name = flat_name(p->m, i == 0      ? "k"
													   : i == n_in ? "y"
																   : "n"),
							   .type = integer,
							   .kind = i < n_in ? LO_INPUT : LO_OUTPUT};
	stmt[0] = (FlatStmt){.kind = ST_EFFECT, .rhs = check};
	stmt[1] = (FlatStmt){.kind = ST_ASSIGN,
						 .lhs = expr_local(p->pool, n_in, integer),
						 .rhs = expr_local(p->pool, 0, integer)};
	fn.body = (FlatBody){.local = local, .stmt = stmt, .n_locals = n_in + 1, .n_stmt = 2};
	flat_set_fn(p->m, id, &fn);
	return id;
}

static FnId subscript_function(Prepare *p)
{
	const Type *integer = type_basic(p->pool, TY_INTEGER);
	const Expr *k = expr_local(p->pool, 0, integer), *n = expr_local(p->pool, 1, integer);
	const Expr *holds =
		expr_binary(p->pool, EX_AND, expr_binary(p->pool, EX_GE, k, expr_integer(p->pool, 1)),
					expr_binary(p->pool, EX_LE, k, n));
	const Expr *message = join(p, expr_text(p->pool, "subscript "), text_of(p, k));

	message = join(p, message, expr_text(p->pool, " is out of 1:"));
	return make_function(p, "$subscript", 2, assertion(p, holds, join(p, message, text_of(p, n))));
}

static FnId divisor_function(Prepare *p)
{
	const Expr *k = expr_local(p->pool, 0, type_basic(p->pool, TY_INTEGER));

	return make_function(
		p, "$divisor", 1,
		assertion(p, expr_binary(p->pool, EX_NE, k, expr_integer(p->pool, 0)),
				  expr_text(p->pool, "an Integer is divided by zero (div, mod or rem)")));
}

static FnId integer_function(Prepare *p)
{
	const Expr *k = expr_local(p->pool, 0, type_basic(p->pool, TY_INTEGER)),
			   *most = expr_integer(p->pool, (int64_t)IR_INTEGER_MOST);

	return make_function(
		p, "$integer", 1,
		assertion(p, expr_binary(p->pool, EX_LE, expr_unary(p->pool, EX_ABS, k), most),
				  expr_text(p->pool, "an Integer is larger than 2^53 = 9007199254740992")));
}

static const Expr *call(Prepare *p, FnId *fn, FnId (*make)(Prepare *), const Expr *const arg[],
						size_t n)
{
	if (fn->i <= 0)
		*fn = (FnId){make(p).i + 1};
	return flat_call(p->m, (FnId){fn->i - 1}, arg, n);
}

static bool is_checked(const Prepare *p, const Expr *e)
{
	int32_t fn = (int32_t)e->aux + 1;

	return e->op == EX_CALL &&
		   (fn == p->subscript_fn.i || fn == p->divisor_fn.i || fn == p->integer_fn.i);
}

const Expr *prepare_check_index(Prepare *p, const Expr *e)
{
	const Type *t = e->arg[0]->type;
	const Expr **sub = NULL;

	if (t->rank == 1 && t->elem->kind == TY_REAL)
		return e; /* nothing of it is read: that is NaN, which does not pass unseen */
	for (uint32_t i = 1; i < e->n; i++) {
		const Expr *arg[2] = {e->arg[i], NULL};

		if (!type_is_scalar(arg[0]->type, TY_INTEGER) || expr_is_literal(arg[0]) ||
			is_checked(p, arg[0]) || t->rank < (int)i || t->dim[i - 1] < 0)
			continue;
		if (!sub) {
			sub = NEW_ARRAY(p->scratch, const Expr *, e->n);
			for (uint32_t k = 1; k < e->n; k++)
				sub[k - 1] = e->arg[k];
		}
		arg[1] = expr_integer(p->pool, t->dim[i - 1]);
		sub[i - 1] = call(p, &p->subscript_fn, subscript_function, arg, 2);
	}
	return sub ? expr_index(p->pool, e->arg[0], sub, e->n - 1) : e;
}

const Expr *prepare_check_division(Prepare *p, const Expr *e)
{
	const Expr *by = e->arg[1];

	if (!type_is_scalar(by->type, TY_INTEGER) || is_checked(p, by) ||
		(expr_is_literal(by) && expr_integer_value(by) != 0))
		return e;
	return expr_binary(p->pool, (ExprOp)e->op, e->arg[0],
					   call(p, &p->divisor_fn, divisor_function, &by, 1));
}

const Expr *prepare_check_integer(Prepare *p, const Expr *e)
{
	const Expr *k = e->arg[0];

	if (!type_is_scalar(k->type, TY_INTEGER) || !expr_is_arithmetic(k))
		return e;
	return expr_to_real(p->pool, call(p, &p->integer_fn, integer_function, &k, 1));
}

/* function NAME: true, if the function that it calls comes back. */
static FnId returning_function(Prepare *p, FnId callee)
{
	const FlatFn of = p->m->fns.at[callee.i];
	const Type *truth = type_basic(p->pool, TY_BOOLEAN);
	FlatLocal *local = NEW_ARRAY(p->m->keep, FlatLocal, of.n_in + 1);
	const Expr **arg = NEW_ARRAY(p->scratch, const Expr *, of.n_in + 1);
	FlatStmt *stmt = NEW_ARRAY(p->m->keep, FlatStmt, 2);
	FlatFn fn = {
		.name = flat_name(p->m, arena_printf(p->scratch, "$%s", intern_text(p->m->names, of.name))),
		.at = of.at,
		.n_in = of.n_in,
		.n_out = 1,
		.smooth_order = -1,
		.inlining = IN_NEVER,
		.purity = PU_PURE};
	FnId id;

	for (size_t i = p->m->fns.n; i-- > 0;)
		if (p->m->fns.at[i].name.i == fn.name.i)
			return (FnId){(int32_t)i};
	id = flat_new_fn(p->m, fn.name, fn.purity);
	for (int32_t i = 0; i < of.n_in; i++) {
		local[i] = (FlatLocal){of.body.local[i].name, .type = of.body.local[i].type};
		arg[i] = expr_local(p->pool, i, local[i].type);
	}
	local[of.n_in] = (FlatLocal){flat_name(p->m, "ok"), .type = truth, .kind = LO_OUTPUT};
	stmt[0] = (FlatStmt){.kind = ST_EFFECT, .rhs = flat_call(p->m, callee, arg, (size_t)of.n_in)};
	stmt[1] = (FlatStmt){.kind = ST_ASSIGN,
						 .lhs = expr_local(p->pool, of.n_in, truth),
						 .rhs = expr_boolean(p->pool, true)};
	fn.body = (FlatBody){.local = local, .stmt = stmt, .n_locals = of.n_in + 1, .n_stmt = 2};
	flat_set_fn(p->m, id, &fn);
	return id;
}

const Expr *prepare_check_call(Prepare *p, const Expr *call)
{
	const FlatFn *fn = call->op == EX_CALL ? &p->m->fns.at[call->aux] : NULL;

	if (!fn || fn->n_out > 0 || call->flags & XF_IMPURE)
		return call;
	return assertion(
		p, flat_call(p->m, returning_function(p, (FnId){(int32_t)call->aux}), call->arg, call->n),
		expr_text(p->pool, "a function did not come back"));
}
