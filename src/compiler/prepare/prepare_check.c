/* SPDX-License-Identifier: MIT
   prepare_check.c — values that equations compute and then use where only some have a meaning:
   subscripts (MLS 10.5), numbers that become literals of an enumeration (MLS 4.8.5.2), divisors of
   Integers (MLS 3.7.1), Integers that are used without having been in a variable, where their range
   would be looked at, and what relations compare. They go through functions that assert what must
   hold, so that the run ends with the value named; a branch that is not taken does not ask. */
#include "compiler/prepare/prepare.h"
#include "modevs/unit.h"

#include <string.h>

#define INTEGER_MOST (0x1p53 - 1) /* mdv_is_integer */

static const Expr *text_of(Prepare *p, const Expr *value)
{
	return expr_op(p->pool, EX_TO_STRING, &value, 1);
}

static const Expr *join(Prepare *p, const Expr *a, const Expr *b)
{
	return expr_binary(p->pool, EX_ADD, a, b);
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
	return flat_new_check(p->m, "$subscript", 2,
						  flat_assertion(p->m, holds, join(p, message, text_of(p, n))), k);
}

static FnId literal_function(Prepare *p)
{
	const Type *integer = type_basic(p->pool, TY_INTEGER);
	const Expr *k = expr_local(p->pool, 0, integer), *n = expr_local(p->pool, 1, integer);
	const Expr *holds =
		expr_binary(p->pool, EX_AND, expr_binary(p->pool, EX_GE, k, expr_integer(p->pool, 1)),
					expr_binary(p->pool, EX_LE, k, n));
	const Expr *message = join(p, expr_text(p->pool, "an enumeration with "), text_of(p, n));

	message = join(p, message, expr_text(p->pool, " literals has no number "));
	return flat_new_check(p->m, "$literal", 2,
						  flat_assertion(p->m, holds, join(p, message, text_of(p, k))), k);
}

static FnId divisor_function(Prepare *p)
{
	const Type *integer = type_basic(p->pool, TY_INTEGER);
	const Expr *k = expr_local(p->pool, 0, integer);

	return flat_new_check(
		p->m, "$divisor", 1,
		flat_assertion(p->m, expr_binary(p->pool, EX_NE, k, expr_integer(p->pool, 0)),
					   expr_text(p->pool, "an Integer is divided by zero (div, mod or rem)")),
		k);
}

static FnId integer_function(Prepare *p)
{
	const Type *integer = type_basic(p->pool, TY_INTEGER);
	const Expr *k = expr_local(p->pool, 0, integer),
			   *most = expr_integer(p->pool, (int64_t)INTEGER_MOST);
	const Expr *message = join(p, text_of(p, k),
							   expr_text(p->pool, " is too large: Integers end "
												  "before 2^53 = 9007199254740992"));

	return flat_new_check(
		p->m, "$integer", 1,
		flat_assertion(p->m, expr_binary(p->pool, EX_LE, expr_unary(p->pool, EX_ABS, k), most),
					   message),
		k);
}

/* Relations fail by themselves in functions, if one side is not a number. */
static FnId number_function(Prepare *p)
{
	const Type *real = type_basic(p->pool, TY_REAL);
	const Expr *k = expr_local(p->pool, 0, real);

	return flat_new_check(
		p->m, "$number", 1,
		flat_assertion(p->m, expr_binary(p->pool, EX_EQ, k, k),
					   expr_text(p->pool, "a relation compares what is not a number")),
		k);
}

/* Not a number if k is none, or infinite; hidden in a function, so that no pass takes it for 0. */
static FnId zero_function(Prepare *p)
{
	const Expr *k = expr_local(p->pool, 0, type_basic(p->pool, TY_REAL));
	const Expr *zero = expr_mul(p->pool, expr_real(p->pool, 0), expr_unary(p->pool, EX_ABS, k));
	FnId id = flat_new_check(p->m, "$zero", 1, NULL, zero);
	FlatFn fn = p->m->fns.at[id.i];

	fn.shown = flat_name(p->m, "0*");
	flat_set_fn(p->m, id, &fn);
	return id;
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
	return e->op == EX_CALL && p->m->fns.at[e->aux].passes;
}

const Expr *prepare_check_index(Prepare *p, const Expr *e)
{
	const Type *t = e->arg[0]->type;
	const Expr **sub = NULL;
	/* In algorithms elements are read from memory, which names the array. */
	bool is_read = t->rank == 1 && t->elem->kind == TY_REAL && e->arg[0]->op == EX_LOCAL;

	for (uint32_t i = 1; i < e->n; i++) {
		const Expr *arg[2] = {e->arg[i], NULL};

		if (!type_is_scalar(arg[0]->type, TY_INTEGER) || is_checked(p, arg[0]) ||
			t->rank < (int)i || t->dim[i - 1] < 0 || expr_is_subscript(arg[0], t->dim[i - 1]) ||
			(is_read && !expr_is_literal(arg[0])))
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

const Expr *prepare_check_enum(Prepare *p, const Expr *e)
{
	const Expr *arg[2] = {e->arg[0], expr_integer(p->pool, e->type->n_fields)};

	if (is_checked(p, arg[0]))
		return e;
	return expr_to_enum(p->pool, e->type, call(p, &p->literal_fn, literal_function, arg, 2));
}

/* -- Integers ------------------------------------------------------------------------------- */

/* How large an Integer may be, by what it is made of: what is read is in its range. */
static double magnitude(Prepare *p, const Expr *e)
{
	const uint64_t *known = map_find(&p->magnitudes, e->id);
	double most = INTEGER_MOST;

	if (e->op == EX_INTEGER)
		return fabs((double)expr_integer_value(e));
	if (known)
		memcpy(&most, known, sizeof most);
	return most;
}

static double larger(double a, double b)
{
	return a > b ? a : b;
}

/* The same, when the arguments are done. */
static double find_magnitude(Prepare *p, const Expr *e)
{
	switch (e->op) {
	case EX_ADD:
	case EX_SUB: return magnitude(p, e->arg[0]) + magnitude(p, e->arg[1]);
	case EX_MUL: return magnitude(p, e->arg[0]) * magnitude(p, e->arg[1]);
	case EX_NEG:
	case EX_ABS:
	case EX_DIVIDE:
	case EX_NO_EVENT: return magnitude(p, e->arg[0]);
	case EX_MOD:
	case EX_REM:
	case EX_SMOOTH: return magnitude(p, e->arg[1]);
	case EX_MIN:
	case EX_MAX: return larger(magnitude(p, e->arg[0]), magnitude(p, e->arg[1]));
	case EX_IF: return larger(magnitude(p, e->arg[1]), magnitude(p, e->arg[2]));
	case EX_SIGN: return 1;
	default: return expr_is_arithmetic(e) ? INFINITY : INTEGER_MOST;
	}
}

/* Operators that look at the value of an Integer; others hand it on. */
static bool uses_value(ExprOp op)
{
	switch (op) {
	case EX_IF:
	case EX_NO_EVENT:
	case EX_SMOOTH:
	case EX_INDEX:
	case EX_ARRAY: return false;
	default: return true;
	}
}

/* MLS 3.7: an Integer in an expression that may be too large is checked before it is used. */
static const Expr *check_integers(Prepare *p, const Expr *e)
{
	const Expr **arg = NULL;

	for (uint32_t i = 0; i < e->n; i++) {
		if (!type_is_scalar(e->arg[i]->type, TY_INTEGER) || magnitude(p, e->arg[i]) <= INTEGER_MOST)
			continue;
		if (!arg) {
			arg = NEW_ARRAY(p->scratch, const Expr *, e->n);
			memcpy(arg, e->arg, e->n * sizeof *arg);
		}
		arg[i] = call(p, &p->integer_fn, integer_function, &e->arg[i], 1);
	}
	return arg ? expr_with(p->pool, e, arg) : e;
}

const Expr *prepare_check_integer(Prepare *p, const Expr *e)
{
	double most;
	uint64_t bits;

	if (uses_value(e->op) && !is_checked(p, e) && !(e->flags & XF_LOCAL))
		e = check_integers(p, e); /* in functions, operations look by themselves */
	if (!type_is_scalar(e->type, TY_INTEGER) || e->n == 0)
		return e;
	most = find_magnitude(p, e);
	memcpy(&bits, &most, sizeof bits);
	map_put(&p->magnitudes, e->id, bits);
	return e;
}

/* -- relations ------------------------------------------------------------------------------ */

/* May it be no number although the variables in it are? */
static bool may_fail(Prepare *p, const Expr *e)
{
	if (!(e->flags & XF_FAIL))
		return false;
	walk_begin(&p->walk, e);
	for (const Expr *x; (x = walk_next(&p->walk));) {
		if (x->op == EX_DIV && expr_is_literal(x->arg[1]) && !expr_is_real(x->arg[1], 0))
			continue;
		if (x->op == EX_INDEX || is_checked(p, x))
			continue;
		if (x->op == EX_POW && expr_is_literal(x->arg[1]) && expr_real_value(x->arg[1]) >= 0 &&
			expr_real_value(x->arg[1]) == floor(expr_real_value(x->arg[1])))
			continue;
		if (expr_op_info[x->op].flags & OF_FAIL)
			return true;
	}
	return false;
}

const Expr *prepare_check_relation(void *ctx, ExprPool *pool, const Expr *e)
{
	Prepare *p = ctx;
	const Expr *arg[2];

	if (e->op < EX_LT || e->op > EX_NE || e->arg[0]->type->kind != TY_REAL || e->flags & XF_LOCAL)
		return e;
	for (int i = 0; i < 2; i++)
		arg[i] = may_fail(p, e->arg[i]) ? call(p, &p->number_fn, number_function, &e->arg[i], 1)
										: e->arg[i];
	return arg[0] == e->arg[0] && arg[1] == e->arg[1] ? e : expr_with(pool, e, arg);
}

/* -- zeros ---------------------------------------------------------------------------------- */

const Expr *prepare_check_zero(void *ctx, ExprPool *pool, const Expr *e)
{
	Prepare *p = ctx;
	const Expr *other = NULL;

	if (e->type->rank > 0)
		return e;
	if (e->op == EX_DIV && expr_is_real(e->arg[0], 0))
		other = expr_binary(pool, EX_DIV, expr_real(pool, 1), e->arg[1]);
	else if (e->op == EX_MUL && (expr_is_real(e->arg[0], 0) || expr_is_real(e->arg[1], 0)))
		other = e->arg[expr_is_real(e->arg[0], 0)];
	if (!other || other->variability <= VB_PARAMETER ||
		other->flags & (XF_LOCAL | XF_EVENT | XF_IMPURE) || !may_fail(p, other))
		return e;
	return call(p, &p->zero_fn, zero_function, &other, 1);
}

/* -- calls ---------------------------------------------------------------------------------- */

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
		.shown = of.name,
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
	return flat_assertion(
		p->m,
		flat_call(p->m, returning_function(p, (FnId){(int32_t)call->aux}), call->arg, call->n),
		expr_text(p->pool, "a function did not come back"));
}
