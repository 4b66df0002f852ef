/* SPDX-License-Identifier: MIT
   elab_args.c — the arguments of a call: by position, by name, by default (MLS 12.4.1). Formals
   that are functions choose a specialisation of the function; what such an argument is bound to
   is passed behind the other arguments. */
#include "compiler/elab/elab_local.h"

const char *elab_callee_name(Inst *in, const Node *fn)
{
	Text text;

	text_init(&text, arena_allocator(in->scratch));
	node_class_text(in, fn, &text);
	return text_str(&text);
}

static bool unknown_argument(Inst *in, const Node *fn, const AstExpr *e, Node *const formal[],
							 uint32_t n)
{
	Suggest s;
	Text hint;

	text_init(&hint, arena_allocator(in->scratch));
	suggest_init(&s, elab_name(in, e->name), intern_len(in->sx->names, e->name));
	for (uint32_t i = 0; i < n; i++)
		suggest_add(&s, node_name(in, formal[i]), intern_len(in->sx->names, formal[i]->name));
	suggest_text(&s, &hint);
	elab_fail(in, e->at, E_CALL_ARGS, "'%s' has no argument '%s'%s", elab_callee_name(in, fn),
			  elab_name(in, e->name), text_str(&hint));
	return false;
}

static void too_many(Inst *in, const Node *fn, Place at, const bool *is_fixed, uint32_t n)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < n; i++)
		count += !is_fixed || !is_fixed[i];
	elab_fail(in, at, E_CALL_ARGS, "'%s' takes %u argument%s, but more are given",
			  elab_callee_name(in, fn), count, count == 1 ? "" : "s");
}

bool elab_place_args(Inst *in, const Node *fn, const AstExpr *call, Node *const formal[],
					 const bool *is_fixed, uint32_t n, const AstExpr **given)
{
	uint32_t next = 0;

	for (uint32_t i = 1; i < call->n; i++) {
		const AstExpr *e = &call->kid[i];
		uint32_t k = next;

		if (e->kind == AX_NAMED) {
			for (k = 0; k < n && (formal[k]->name.i != e->name.i || (is_fixed && is_fixed[k])); k++)
				;
			if (k == n)
				return fn ? unknown_argument(in, fn, e, formal, n) : false;
		} else {
			while (k < n && is_fixed && is_fixed[k])
				k++;
			next = k + 1;
		}
		if (k >= n || given[k]) {
			if (fn && k >= n)
				too_many(in, fn, e->at, is_fixed, n);
			else if (fn)
				elab_fail(in, e->at, E_CALL_ARGS, "the argument '%s' of '%s' is given twice",
						  node_name(in, formal[k]), elab_callee_name(in, fn));
			return false;
		}
		given[k] = e->kind == AX_NAMED ? &e->kid[0] : e;
	}
	return true;
}

/* The value of an argument, of the type of its formal but for dimensions in front (MLS 12.4.6). */
static const Expr *argument(Inst *in, const Env *env, const FnInfo *fn, int32_t i, const AstExpr *e)
{
	const FlatLocal *formal = &fn->body->locals.at[i];
	const Type *to = formal->type;
	const Expr *x = elab_expr(in, env, e);
	const char *what = arena_printf(in->scratch, "the argument '%s' of '%s'",
									elab_name(in, formal->name), elab_callee_name(in, fn->node));

	if (!to || elab_is_error(x))
		return elab_error(in);
	if (x->type->rank > to->rank)
		to = type_array(in->pool, to, x->type->dim, x->type->rank - to->rank);
	if (env->doubt && !elab_can_convert(in, x->type, to)) {
		*env->doubt = true;
		return elab_error(in);
	}
	return elab_convert(in, x, to, e->at, what);
}

/* Numbers are looked at here, what changes by the runtime (prepare_limit.c). */
static void check_limits(Inst *in, const FnInfo *fn, int32_t k, const Expr *x, Place at)
{
	const FlatLocal *formal = &fn->body->locals.at[k];
	double value;

	if (!formal->is_limited || (x->op != EX_REAL && x->op != EX_INTEGER))
		return;
	value = x->op == EX_REAL ? expr_real_value(x) : (double)expr_integer_value(x);
	if (value < formal->min || value > formal->max)
		diag_warning(in->diag, syntax_span(at), W_LIMIT,
					 "the argument '%s' of '%s' is %g, %s than its %s = %g",
					 elab_name(in, formal->name), elab_callee_name(in, fn->node), value,
					 value < formal->min ? "less" : "more", value < formal->min ? "min" : "max",
					 value < formal->min ? formal->min : formal->max);
}

/* The value that formal k of a function value is bound to; NULL: it is not. */
static const Expr *bound_value(Inst *in, const FnInfo *fn, int32_t k, const FnValue *v, Place at)
{
	const FlatLocal *formal = &fn->body->locals.at[k];

	for (uint32_t i = 0; i < v->n; i++)
		if (v->name[i].i == formal->name.i)
			return elab_convert(in, v->value[i], formal->type, at, elab_name(in, formal->name));
	return NULL;
}

/* A call of fn with the arguments as given for its n formals. functions: those among the arguments;
   v: values that are bound already, or NULL. */
const Expr *elab_call_info(Inst *in, const Env *env, const FnInfo *fn, const CallArgs *a, Place at)
{
	const Expr **arg = NEW_ARRAY(in->scratch, const Expr *, fn->n_in + 1);
	int32_t k = 0;
	bool failed = false;

	for (uint32_t i = 0; i < a->n; i++) {
		if (k >= fn->n_formal || fn->body->nodes.at[k] != a->formal[i])
			continue; /* a formal that is a function */
		if (a->given[i]) {
			arg[k] = argument(in, env, fn, k, a->given[i]);
			if (!env->doubt)
				check_limits(in, fn, k, arg[k], a->given[i]->at);
		} else if (a->bound)
			arg[k] = bound_value(in, fn, k, a->bound, at);
		failed |= arg[k] && elab_is_error(arg[k]);
		k++;
	}
	/* The values that functions among the arguments are bound to come behind. */
	for (const FnArg *f = a->functions; f; f = f->next)
		for (uint32_t i = 0; i < f->value.n; i++, k++) {
			arg[k] = elab_convert(in, f->value.value[i], fn->body->locals.at[k].type, at,
								  elab_name(in, f->value.name[i]));
			failed |= elab_is_error(arg[k]);
		}
	return failed ? elab_error(in) : elab_call_with(in, env, fn, arg, at);
}

/* Formals that are functions: what the arguments, or the defaults, stand for. */
static bool function_args(Inst *in, const Env *env, Node *fn, Node *const formal[],
						  const AstExpr *const *given, uint32_t n, FnArg *list, uint32_t *n_list,
						  Place at)
{
	*n_list = 0;
	for (uint32_t i = 0; i < n; i++) {
		const Mod *m;
		bool failed = false, ok;
		FnArg *f = &list[*n_list];

		if (!node_class(in, formal[i]) || !formal[i]->cls || !elab_is_function(formal[i]->cls))
			continue;
		m = mod_value(formal[i]->mod);
		*f = (FnArg){.formal = formal[i]};
		if (given[i])
			ok = elab_fn_value(in, env, given[i], &f->value, &failed);
		else
			ok = m && m->ast->value &&
				 elab_fn_value(in, &(Env){.node = m->where}, m->ast->value, &f->value, &failed);
		if (!ok) {
			if (!failed)
				elab_fail(in, given[i] ? given[i]->at : at, E_CALL_ARGS,
						  "the argument '%s' of '%s' must be a function", node_name(in, formal[i]),
						  elab_callee_name(in, fn));
			return false;
		}
		if (*n_list > 0)
			list[*n_list - 1].next = f;
		++*n_list;
	}
	return true;
}

/* Its class may say that it is an input: `connector RealInput = input Real`. */
static bool is_input(Inst *in, Node *n)
{
	return n->kind == NODE_COMPONENT && node_class(in, n) && (n->prefix & PX_INPUT) &&
		   !(n->prefix & PX_PROTECTED);
}

/* The inputs of a function in order; n in *n. NULL: reported. */
Node **elab_formals(Inst *in, Node *fn, uint32_t *n)
{
	Node **list;

	*n = 0;
	if (!member_list(in, fn))
		return NULL;
	list = NEW_ARRAY(in->scratch, Node *, fn->n_member + 1);
	for (uint32_t i = 0; i < fn->n_member; i++) {
		Node *input = node_of(in, fn, fn->member[i]);

		if (is_input(in, input))
			list[(*n)++] = input;
	}
	return list;
}

static bool is_bound(const FnValue *v, Name name)
{
	for (uint32_t i = 0; i < v->n; i++)
		if (v->name[i].i == name.i)
			return true;
	return false;
}

const Expr *elab_call_value(Inst *in, const Env *env, const FnValue *v, const AstExpr *call)
{
	const FnInfo *info;
	CallArgs a = {.bound = v};
	FnArg *list;
	bool *is_fixed;
	uint32_t n_list;

	a.formal = elab_formals(in, v->fn, &a.n);
	if (!a.formal)
		return elab_error(in);
	a.given = NEW_ARRAY(in->scratch, const AstExpr *, a.n + 1);
	list = NEW_ARRAY(in->scratch, FnArg, a.n + 1);
	is_fixed = NEW_ARRAY(in->scratch, bool, a.n + 1);
	for (uint32_t i = 0; i < a.n; i++)
		is_fixed[i] = is_bound(v, a.formal[i]->name);
	if (!elab_place_args(in, v->fn, call, a.formal, is_fixed, a.n, a.given) ||
		!function_args(in, env, v->fn, a.formal, a.given, a.n, list, &n_list, call->at))
		return elab_error(in);
	a.functions = n_list ? list : NULL;
	info = elab_fn_info(in, v->fn, a.functions);
	return info ? elab_call_info(in, env, info, &a, call->at) : elab_error(in);
}
