/* SPDX-License-Identifier: MIT
   elab_event.c — predefined operators of time and events, and those used for their effect
   (MLS 3.7.4, 3.7.5, 8.3). */
#include "compiler/connect/connect.h"
#include "compiler/elab/elab_local.h"

#include <string.h>

static const Expr *wrong(const Call *c, uint32_t i, const char *needed)
{
	return elab_fail(c->in, c->written[i]->at, E_TYPE, "argument %u of '%s' must be %s, not %s",
					 i + 1, c->fn->name, needed, elab_type_text(c->in, c->arg[i]->type));
}

bool elab_event_allowed(const Call *c)
{
	if (!elab_in_function(c->env))
		return true;
	elab_fail(c->in, c->ast->at, E_NOT_HERE, "'%s' cannot be used in a function", c->fn->name);
	return false;
}

static const Expr *make(const Call *c, uint32_t n)
{
	return elab_make(c->in, c->fn->op, c->arg, n, c->ast->at);
}

bool elab_event_scalar(const Call *c, uint32_t i, TypeKind kind)
{
	const char *what = arena_printf(c->in->scratch, "argument %u of '%s'", i + 1, c->fn->name);

	c->arg[i] =
		elab_convert(c->in, c->arg[i], type_basic(c->in->pool, kind), c->written[i]->at, what);
	return !elab_is_error(c->arg[i]);
}

bool elab_event_real(const Call *c, uint32_t i)
{
	if (c->arg[i]->type->kind != TY_REAL && c->arg[i]->type->kind != TY_INTEGER) {
		wrong(c, i, "a number");
		return false;
	}
	c->arg[i] = expr_to_real(c->in->pool, c->arg[i]);
	return true;
}

/* Zeros of the shape of x. */
static const Expr *zeros_like(Inst *in, const Expr *x)
{
	const Expr *arg[UINT8_MAX + 1] = {expr_real(in->pool, 0)};

	if (x->type->rank == 0)
		return arg[0];
	for (int i = 0; i < x->type->rank; i++)
		arg[i + 1] = expr_integer(in->pool, x->type->dim[i]);
	return expr_op(in->pool, EX_FILL, arg, x->type->rank + 1u);
}

const Expr *elab_event_der(const Call *c)
{
	if (!elab_event_allowed(c))
		return elab_error(c->in);
	if (c->arg[0]->type->kind == TY_RECORD)
		return wrong(c, 0, "a Real; records have no derivative, their elements have");
	if (c->arg[0]->type->kind == TY_INTEGER && c->written[0]->kind != AX_INTEGER)
		return elab_fail(c->in, c->written[0]->at, E_TYPE,
						 "an Integer has no derivative: 'der' needs a Real");
	if (!elab_event_real(c, 0))
		return elab_error(c->in);
	if (c->arg[0]->variability == VB_DISCRETE && c->arg[0]->op == EX_VAR)
		return elab_fail(c->in, c->written[0]->at, E_TYPE,
						 "a variable that changes at events only has no derivative");
	if (c->arg[0]->variability <= VB_PARAMETER && c->arg[0]->type->n_scalars >= 0)
		return zeros_like(c->in, c->arg[0]);
	return make(c, 1);
}

/* pre, edge, change */

static const Expr *each_element(const Call *c, const Expr *x)
{
	const Expr **part;
	int32_t n;

	if (x->type->rank == 0 || c->fn->op == EX_PRE)
		return elab_make(c->in, c->fn->op, &x, 1, c->ast->at);
	n = x->type->dim[0];
	if (n == DIM_OPEN)
		return elab_fail(c->in, c->ast->at, E_SIZES, "the size of the argument is not known");
	part = NEW_ARRAY(c->in->scratch, const Expr *, n);
	for (int32_t i = 0; i < n; i++)
		part[i] = each_element(c, elab_element(c->in, x, i + 1));
	return expr_array(c->in->pool,
					  n ? part[0]->type
						: type_with_dims_of(c->in->pool, elab_state(c->in)->boolean,
											type_drop(c->in->pool, x->type, 1)),
					  part, (size_t)n);
}

/* MLS 3.7.5: outside of whens pre is for what changes at events only. Of anything else it would be
   the value at the last event. */
static bool may_have_pre(const Call *c)
{
	const Node *around = c->env->node;

	return c->env->in_when || c->arg[0]->variability < VB_CONTINUOUS ||
		   c->arg[0]->type->n_scalars == 0 ||
		   diag_older(
			   c->in->diag, around ? around->def : NULL, syntax_span(c->ast->at), E_VARIABILITY,
			   "'%s' is for variables that change at events only: declared discrete, or set by "
			   "a when-clause; of others it means the value at the last event here, outside "
			   "of the body of a when-clause",
			   c->fn->name);
}

const Expr *elab_event_pre(const Call *c)
{
	const Expr *x = c->arg[0];

	if (!elab_event_allowed(c))
		return elab_error(c->in);
	if (c->fn->op == EX_EDGE && x->type->kind != TY_BOOLEAN)
		return wrong(c, 0, "a Boolean");
	if (x->type->kind == TY_RECORD || x->type->kind >= TY_CLOCK)
		return wrong(c, 0, "a variable of a simple type");
	if (x->variability <= VB_PARAMETER)
		return c->fn->op == EX_PRE || x->type->rank > 0 ? x : expr_boolean(c->in->pool, false);
	if (x->op != EX_VAR && x->op != EX_INDEX && x->op != EX_ARRAY && x->op != EX_FIELD)
		return elab_fail(c->in, c->written[0]->at, E_OPERAND,
						 "'%s' needs a variable, not an expression", c->fn->name);
	if (!may_have_pre(c))
		return elab_error(c->in);
	return each_element(c, x);
}

/* initial and terminal */
const Expr *elab_event_none(const Call *c)
{
	return elab_event_allowed(c) ? make(c, 0) : elab_error(c->in);
}

/* noEvent and pure: the value itself */
const Expr *elab_event_wrap(const Call *c)
{
	return c->fn->op == EX_NO_EVENT ? make(c, 1) : c->arg[0];
}

const Expr *elab_event_smooth(const Call *c)
{
	if (!elab_event_scalar(c, 0, TY_INTEGER))
		return elab_error(c->in);
	if (!elab_in_function(c->env))
		c->arg[0] = elab_evaluate(c->in, c->arg[0], c->written[0]->at, "the order of 'smooth'");
	if (c->arg[1]->type->kind == TY_INTEGER)
		c->arg[1] = expr_to_real(c->in->pool, c->arg[1]);
	return make(c, 2);
}

const Expr *elab_event_homotopy(const Call *c)
{
	if (!elab_event_real(c, 0) || !elab_event_real(c, 1))
		return elab_error(c->in);
	if (!type_same_dims(c->arg[0]->type, c->arg[1]->type))
		return elab_fail(c->in, c->ast->at, E_SIZES, "the arguments of 'homotopy' are %s and %s",
						 elab_dims_text(c->in, c->arg[0]->type),
						 elab_dims_text(c->in, c->arg[1]->type));
	return make(c, 2);
}

/* For their effect */

/* AssertionLevel.error (MLS 8.3.7) */
static const Expr *level_error(Inst *in)
{
	Node *n = lookup_simple(in, in->root, flat_name(in->flat, "AssertionLevel"), LOOKUP_ANY);
	const Type *t = n ? node_basic(in, n) : NULL;
	Name literal[2] = {flat_name(in->flat, "warning"), flat_name(in->flat, "error")};

	if (!t)
		t = type_enum(in->pool, flat_name(in->flat, "AssertionLevel"), literal, 2);
	return expr_enum(in->pool, t, elab_field(t, literal[1]) + 1);
}

const Expr *elab_event_assert(const Call *c)
{
	const Expr *level = level_error(c->in);

	if (!elab_event_scalar(c, 0, TY_BOOLEAN) || !elab_event_scalar(c, 1, TY_STRING))
		return elab_error(c->in);
	if (!c->arg[2])
		c->arg[2] = level;
	else if (c->arg[2]->type != level->type)
		return wrong(c, 2, "AssertionLevel.error or AssertionLevel.warning");
	if (c->arg[2]->variability > VB_PARAMETER && !elab_in_function(c->env))
		return elab_fail(c->in, c->written[2]->at, E_NOT_KNOWN,
						 "the level of 'assert' must be known before simulation");
	return make(c, 3);
}

const Expr *elab_event_terminate(const Call *c)
{
	return elab_event_scalar(c, 0, TY_STRING) ? make(c, 1) : elab_error(c->in);
}

const Expr *elab_event_reinit(const Call *c)
{
	const Expr *x = c->arg[0];

	if (!elab_event_allowed(c))
		return elab_error(c->in);
	if (x->type->kind != TY_REAL || (x->op != EX_VAR && x->op != EX_INDEX && x->op != EX_ARRAY))
		return wrong(c, 0, "a Real variable that is a state");
	c->arg[1] =
		elab_convert(c->in, c->arg[1], x->type, c->written[1]->at, "the new value of 'reinit'");
	return make(c, 2);
}

/* cardinality, inStream, actualStream, … */
const Expr *elab_event_connect(const Call *c)
{
	return elab_event_allowed(c) ? connect_operator_call(c->in, c->env, c->ast) : elab_error(c->in);
}

/* The path of this instance from the model's class name on (MLS 3.7.4.6). */
const Expr *elab_event_instance_name(const Call *c)
{
	Inst *in = c->in;
	Node *n = c->env->node->instance;
	Text text, path;
	const Expr *e;

	in->n_own++;
	text_init(&text, arena_allocator(in->scratch));
	text_init(&path, arena_heap(in->keep));
	if (in->top)
		text_printf(&text, "%s", node_name(in, in->top));
	if (n && n != in->top)
		node_text(in, n, &path);
	text_printf(&text, "%s%s", path.n && text.n ? "." : "", text_str(&path));
	text_free(&path);
	e = expr_text(in->pool, text_str(&text));
	return e;
}
