/* SPDX-License-Identifier: MIT
   flat_check_expr.c — the expressions of a model: operators have arguments that fit, references
   mean something, and no function or local is used where it does not belong. */
#include "compiler/flat/flat.h"

static void need(const FlatChecker *c, bool ok, const char *what)
{
	if (!ok)
		flat_check_fail(c, what);
}

static void check_var(FlatChecker *c, const Expr *e)
{
	int64_t first = e->aux, n = e->type->n_scalars;
	const FlatDecl *b;

	need(c, n >= 0 && first + n <= (int64_t)c->m->vars.n, "a variable that does not exist");
	if (n == 0)
		return;
	b = flat_decl_of(c->m, expr_var_id(e));
	need(c, e->type->elem == b->type, "a reference of another type than its variable");
	need(c, first + n <= b->first.i + (int64_t)flat_decl_size(b), "a reference over two arrays");
	if (n == 1)
		need(c, e->variability == flat_var(c->m, expr_var_id(e))->variability,
			 "a variable made discrete after it was referred to");
}

static void check_call(FlatChecker *c, const Expr *e)
{
	const FlatFn *fn;

	need(c, e->aux < c->m->fns.n, "a function that does not exist");
	fn = &c->m->fns.at[e->aux];
	need(c, (int32_t)e->n == fn->n_in, "a call with missing arguments");
	for (int32_t i = 0; i < fn->n_in; i++)
		need(c, type_agrees(e->arg[i]->type, fn->body.local[i].type),
			 "an argument of another type than the input");
	need(c, (expr_site(e) != 0) == (fn->purity == PU_IMPURE), "an impure call without identity");
	need(c,
		 fn->n_out == 0   ? e->type->kind == TY_NONE
		 : fn->n_out == 1 ? type_agrees(e->type, fn->body.local[fn->n_in].type)
						  : e->type->kind == TY_TUPLE && e->type->n_fields == fn->n_out,
		 "a call of another type than its function");
}

static void check_local(FlatChecker *c, const Expr *e)
{
	need(c, c->body && (int32_t)e->aux < c->body->n_locals,
		 "a local variable outside of its function");
	need(c, e->type == c->body->local[e->aux].type, "a local of another type");
}

/* Operators whose argument must be a variable, or a part of one. */
static void check_reference(FlatChecker *c, const Expr *e)
{
	const Expr *arg = e->arg[0];

	while (arg->op == EX_INDEX || arg->op == EX_FIELD)
		arg = arg->arg[0];
	need(c, arg->op == EX_VAR || arg->op == EX_ARRAY || arg->op == EX_RECORD,
		 "pre, reinit and the like need a variable");
	if (e->op == EX_REINIT)
		need(c, e->arg[1]->type == e->arg[0]->type && e->arg[0]->type->kind == TY_REAL,
			 "reinit needs two Reals");
}

static void check_effect(FlatChecker *c, const Expr *e)
{
	if (e->op == EX_ASSERT)
		need(c,
			 type_is_scalar(e->arg[0]->type, TY_BOOLEAN) &&
				 type_is_scalar(e->arg[1]->type, TY_STRING) &&
				 type_is_scalar(e->arg[2]->type, TY_ENUM),
			 "assert needs a condition, a text and a level");
	else if (e->op == EX_TERMINATE)
		need(c, type_is_scalar(e->arg[0]->type, TY_STRING), "terminate needs a text");
	else if (e->op == EX_TRANSITION || e->op == EX_INITIAL_STATE || e->op == EX_ACTIVE_STATE)
		need(c,
			 e->arg[0]->op == EX_INSTANCE &&
				 (e->op != EX_TRANSITION || e->arg[1]->op == EX_INSTANCE),
			 "a state that is not an instance");
}

/* The rule of the operator again, without making types. */
static bool types_fit(const Expr *e)
{
	TypeKind kind = e->arg[0]->type->kind;

	for (uint32_t i = 1; i < e->n; i++)
		if (e->arg[i]->type->kind != kind)
			return false;
	switch ((OpRule)expr_op_info[e->op].rule) {
	case RULE_REAL: return kind == TY_REAL && e->type->kind == TY_REAL;
	case RULE_BOOL: return kind == TY_BOOLEAN && e->type->kind == TY_BOOLEAN;
	case RULE_RELATION: return e->type->kind == TY_BOOLEAN && e->arg[0]->type == e->arg[1]->type;
	default: return e->type->kind == kind;
	}
}

static void check_node(FlatChecker *c, const Expr *e)
{
	const OpInfo *info;

	need(c, e->op < EXPR_OP_COUNT && e->type, "an expression without operator or type");
	info = &expr_op_info[e->op];
	need(c, e->n >= info->least && (info->most == MANY || e->n <= info->most),
		 "an operator with missing arguments");
	for (uint32_t i = 0; i < e->n; i++)
		need(c, e->arg[i]->id < e->id, "an expression that contains itself");
	switch (e->op) {
	case EX_VAR: check_var(c, e); break;
	case EX_LOCAL: check_local(c, e); break;
	case EX_CALL: check_call(c, e); break;
	case EX_INSTANCE: need(c, e->aux < c->m->paths.n, "a path that does not exist"); break;
	case EX_PRE:
	case EX_EDGE:
	case EX_CHANGE:
	case EX_REINIT: check_reference(c, e); break;
	case EX_ASSERT:
	case EX_TERMINATE:
	case EX_TRANSITION:
	case EX_INITIAL_STATE:
	case EX_ACTIVE_STATE: check_effect(c, e); break;
	case EX_DER: need(c, e->type->kind == TY_REAL, "der of something that is not Real"); break;
	default: break;
	}
	if (info->rule == RULE_NUM || info->rule == RULE_REAL || info->rule == RULE_BOOL ||
		info->rule == RULE_RELATION)
		need(c, types_fit(e), "an operator with arguments of other types");
}

void flat_check_expr(FlatChecker *c, const Expr *root)
{
	const MdvAlloc *a = arena_allocator(c->scratch);

	c->stack.n = 0;
	vec_push(a, &c->stack, root);
	while (c->stack.n > 0) {
		const Expr *e = c->stack.at[--c->stack.n];

		need(c, e != NULL && e->id < c->m->pool.n, "an expression of another model");
		/* What holds no local was checked for good; the rest once per body. */
		if (c->seen[e->id] == UINT32_MAX || c->seen[e->id] == c->round)
			continue;
		c->seen[e->id] = e->flags & XF_LOCAL ? c->round : UINT32_MAX;
		check_node(c, e);
		for (uint32_t i = 0; i < e->n; i++)
			vec_push(a, &c->stack, e->arg[i]);
	}
}
