/* SPDX-License-Identifier: MIT
   elab_clock.c — operators of clocks (MLS 16) and state machines (MLS 17), kept in the flat model.
 */
#include "compiler/elab/elab_local.h"

#include <string.h>

static const Expr *make(const Call *c, ExprOp op, uint32_t n)
{
	return elab_make(c->in, op, c->arg, n, c->ast->at);
}

/* Clock(): the first argument decides which of the five forms (MLS 16.3). */

typedef struct {
	ExprOp op;           /* the form */
	const char *name[2]; /* formals */
	TypeKind kind[2];    /* and their types */
	bool is_known[2];    /* known before simulation */
} ClockForm;

static const ClockForm clock_form[] = {
	{EX_CLOCK_RATIONAL, {"intervalCounter", "resolution"}, {TY_INTEGER, TY_INTEGER}, {false, true}},
	{EX_CLOCK_INTERVAL, {"interval", NULL}, {TY_REAL, TY_NONE}, {false, false}},
	{EX_CLOCK_EVENT, {"condition", "startInterval"}, {TY_BOOLEAN, TY_REAL}, {false, false}},
	{EX_CLOCK_SOLVER, {"c", "solverMethod"}, {TY_CLOCK, TY_STRING}, {false, false}},
};

static const ClockForm *form_of(const Expr *first)
{
	for (size_t i = 0; i < sizeof clock_form / sizeof *clock_form; i++)
		if (type_is_scalar(first->type, clock_form[i].kind[0]))
			return &clock_form[i];
	return NULL;
}

/* The position of an argument in the form; -1: it has none of that name. */
static int position(const Call *c, const ClockForm *f, const AstExpr *e, uint32_t i)
{
	if (e->kind != AX_NAMED)
		return (int)i;
	for (int k = 0; k < 2; k++)
		if (f->name[k] && strcmp(f->name[k], elab_name(c->in, e->name)) == 0)
			return k;
	return -1;
}

/* Counters that are not clocked, and methods, decide which clock it is (MLS 16.3). */
static bool is_structural(const ClockForm *f, int k, const Expr *e)
{
	return e->variability <= VB_PARAMETER &&
		   (f->op == EX_CLOCK_RATIONAL || (f->op == EX_CLOCK_SOLVER && k == 1));
}

const Expr *elab_clock_new(const Call *c)
{
	Inst *in = c->in;
	const AstExpr *e = c->ast->kid + 1;
	const Expr *arg[2] = {NULL, NULL}, *first;
	const ClockForm *f;
	uint32_t n = c->ast->n - 1;

	if (n == 0)
		return expr_op(in->pool, EX_CLOCK_INFER, NULL, 0);
	first = elab_expr(in, c->env, e->kind == AX_NAMED ? &e->kid[0] : e);
	if (elab_is_error(first))
		return first;
	f = form_of(first);
	if (!f || (n == 2 && !f->name[1]))
		return elab_fail(in, e->at, E_CALL_ARGS,
						 "a Clock takes counter and resolution, an interval, a condition, or a "
						 "clock and a method; not %s",
						 elab_type_text(in, first->type));
	for (uint32_t i = 0; i < n; i++) {
		const AstExpr *a = e[i].kind == AX_NAMED ? &e[i].kid[0] : &e[i];
		int k = position(c, f, &e[i], i);

		if (k < 0 || arg[k])
			return elab_fail(in, e[i].at, E_CALL_ARGS, "a Clock of this form takes '%s'%s%s%s",
							 f->name[0], f->name[1] ? " and '" : "", f->name[1] ? f->name[1] : "",
							 f->name[1] ? "'" : "");
		arg[k] = elab_scalar(in, c->env, a, f->kind[k], f->name[k]);
		if (!elab_is_error(arg[k]) && (f->is_known[k] || is_structural(f, k, arg[k])))
			arg[k] = elab_evaluate(in, arg[k], a->at, f->name[k]);
	}
	if (!arg[1] && f->op == EX_CLOCK_RATIONAL)
		arg[1] = expr_integer(in->pool, 1);
	if (!arg[1] && f->op == EX_CLOCK_EVENT)
		arg[1] = expr_real(in->pool, 0);
	if (!arg[1] && f->op == EX_CLOCK_SOLVER)
		return first;
	if (!arg[0])
		return elab_fail(in, c->ast->at, E_CALL_ARGS, "'%s' is missing", f->name[0]);
	return elab_make(in, f->op, arg, arg[1] ? 2 : 1, c->ast->at);
}

/* previous, hold, noClock */
const Expr *elab_clock_same(const Call *c)
{
	return make(c, c->fn->op, 1);
}

static bool whole_arg(const Call *c, uint32_t i)
{
	c->arg[i] = elab_convert(c->in, c->arg[i], elab_state(c->in)->integer, c->written[i]->at,
							 "a factor of clocks");
	c->arg[i] = elab_evaluate(c->in, c->arg[i], c->written[i]->at, "a factor of clocks");
	return !elab_is_error(c->arg[i]);
}

/* subSample, superSample */
const Expr *elab_clock_factor(const Call *c)
{
	if (c->n > 1 && !whole_arg(c, 1))
		return elab_error(c->in);
	return make(c, c->fn->op, c->n);
}

/* shiftSample, backSample */
const Expr *elab_clock_shift(const Call *c)
{
	if (!whole_arg(c, 1) || (c->n > 2 && !whole_arg(c, 2)))
		return elab_error(c->in);
	if (c->n == 2)
		c->arg[2] = expr_integer(c->in->pool, 1);
	return make(c, c->fn->op, 3);
}

/* interval, firstTick, ticksInState, timeInState */
const Expr *elab_clock_ask(const Call *c)
{
	return make(c, c->fn->op, c->n);
}

/* State machines */

static const Expr *state(const Call *c, uint32_t i)
{
	int n_errors = c->in->diag->n_errors;
	Node *n = elab_ref_node(c->in, c->env, c->written[i], true);

	if (!n && c->in->diag->n_errors > n_errors)
		return elab_error(c->in);
	if (!n || n->kind != NODE_COMPONENT)
		return elab_fail(c->in, c->written[i]->at, E_CALL_ARGS,
						 "argument %u of '%s' must be a component that is a state", i + 1,
						 c->fn->name);
	return expr_instance(c->in->pool, flatten_path(c->in, n));
}

const Expr *elab_clock_transition(const Call *c)
{
	static const TypeKind kind[] = {TY_NONE,    TY_NONE,    TY_BOOLEAN, TY_BOOLEAN,
									TY_BOOLEAN, TY_BOOLEAN, TY_INTEGER};
	ExprPool *p = c->in->pool;
	const Expr *arg[7] = {state(c, 0),           state(c, 1),           NULL,
						  expr_boolean(p, true), expr_boolean(p, true), expr_boolean(p, false),
						  expr_integer(p, 1)};

	for (uint32_t i = 2; i < c->n; i++) {
		if (!c->written[i])
			continue;
		arg[i] = elab_scalar(c->in, c->env, c->written[i], kind[i], "an argument of 'transition'");
		if (i > 2 && !elab_is_error(arg[i]))
			arg[i] = elab_evaluate(c->in, arg[i], c->written[i]->at, "an argument of 'transition'");
	}
	return elab_make(c->in, EX_TRANSITION, arg, 7, c->ast->at);
}

/* initialState, activeState */
const Expr *elab_clock_state(const Call *c)
{
	const Expr *x = state(c, 0);

	return elab_make(c->in, c->fn->op, &x, 1, c->ast->at);
}
