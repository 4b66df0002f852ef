/* SPDX-License-Identifier: MIT
   elab_fnvalue.c — functions as values (MLS 12.4.2): a function, perhaps with some arguments bound.
   There are none in the flat model: what takes a function is flattened once for each function that
   it is given, and bound values become further inputs. */
#include "compiler/elab/elab_local.h"

#include <string.h>

static const FnArg *find_formal(const Env *env, const Node *n)
{
	const FnArg *f = env->body ? env->body->functions : NULL;

	while (f && f->formal != n)
		f = f->next;
	return f;
}

bool elab_is_formal(const Env *env, const Node *n)
{
	return n && find_formal(env, n) != NULL;
}

const Expr *elab_call_formal(Inst *in, const Env *env, Node *n, const AstExpr *e)
{
	const FnArg *f = find_formal(env, n);

	if (f)
		return elab_call_value(in, env, &f->value, e);
	return elab_fail(in, e->kid[0].at, E_NOT_CALLABLE, "'%s' is a component, not a function",
					 node_name(in, n));
}

static bool same_names(const FnValue *a, const FnValue *b)
{
	return a->n == b->n && (a->n == 0 || memcmp(a->name, b->name, a->n * sizeof *a->name) == 0);
}

bool elab_same_functions(const FnArg *a, const FnArg *b)
{
	for (; a && b; a = a->next, b = b->next)
		if (a->formal != b->formal || a->value.fn != b->value.fn ||
			!same_names(&a->value, &b->value))
			return false;
	return !a && !b;
}

/* Bind further arguments (MLS 12.4.2.1): their values are taken now. */
static bool bind(Inst *in, const Env *env, const AstExpr *e, FnValue *v)
{
	uint32_t more = e->n - 1, n = v->n;
	Name *name = NEW_ARRAY(in->keep, Name, n + more);
	const Expr **value = NEW_ARRAY(in->keep, const Expr *, n + more);

	for (uint32_t i = 0; i < n; i++) {
		name[i] = v->name[i];
		value[i] = v->value[i];
	}
	for (uint32_t i = 0; i < more; i++) {
		const AstExpr *arg = &e->kid[i + 1];

		if (arg->kind != AX_NAMED) {
			elab_fail(in, arg->at, E_CALL_ARGS, "'function …(…)' takes arguments by name only");
			return false;
		}
		name[n] = arg->name;
		value[n] = elab_expr(in, env, &arg->kid[0]);
		if (elab_is_error(value[n++]))
			return false;
	}
	v->name = name;
	v->value = value;
	v->n = n;
	return true;
}

/* Every bound name must be a formal. */
static bool check_names(Inst *in, const FnValue *v, Place at)
{
	uint32_t n;
	Node **formal = elab_formals(in, v->fn, &n);

	for (uint32_t i = 0; formal && i < v->n; i++) {
		uint32_t k = 0;

		while (k < n && formal[k]->name.i != v->name[i].i)
			k++;
		if (k < n)
			continue;
		elab_fail(in, at, E_CALL_ARGS, "'%s' has no argument '%s'", elab_callee_name(in, v->fn),
				  elab_name(in, v->name[i]));
		return false;
	}
	return formal != NULL;
}

bool elab_fn_value(Inst *in, const Env *env, const AstExpr *e, FnValue *out, bool *failed)
{
	const AstExpr *f = e->kind == AX_PARTIAL ? &e->kid[0] : e;
	Node *n = elab_ref_node(in, env, f, false);
	const FnArg *formal = n ? find_formal(env, n) : NULL;

	if (formal) {
		*out = formal->value;
	} else {
		if (!n || !elab_is_function(n))
			return false;
		*out = (FnValue){.fn = n};
	}
	if (e->kind == AX_PARTIAL && (!bind(in, env, e, out) || !check_names(in, out, e->at))) {
		*failed = true;
		return false;
	}
	return true;
}
