/* SPDX-License-Identifier: MIT
   elab_vector.c — functions applied to arrays element by element (MLS 12.4.6): arguments that have
   more dimensions in front than their formals must agree in these; the others go with every
   element. */
#include "compiler/elab/elab_local.h"

/* Dimensions in front of argument i. */
static int extra(const FnInfo *fn, const Expr *const arg[], int32_t i)
{
	const Type *formal = fn->body->locals.at[i].type;

	return arg[i] && formal ? (int)arg[i]->type->rank - (int)formal->rank : 0;
}

/* The argument that the others are compared with; -1: a plain call; -2: reported. */
static int32_t leader(Inst *in, const FnInfo *fn, const Expr *const arg[], Place at)
{
	int32_t lead = -1;

	for (int32_t i = 0; i < fn->n_in; i++) {
		int n = extra(fn, arg, i);

		if (n <= 0)
			continue;
		if (lead < 0) {
			lead = i;
			continue;
		}
		for (int d = 0; d < n || d < extra(fn, arg, lead); d++) {
			int32_t a = d < extra(fn, arg, lead) ? arg[lead]->type->dim[d] : 0;
			int32_t b = d < n ? arg[i]->type->dim[d] : 0;

			if (n == extra(fn, arg, lead) && (a == b || a == DIM_OPEN || b == DIM_OPEN))
				continue;
			elab_fail(in, at, E_SIZES,
					  "'%s' is applied to every element, but the arguments '%s' (%s) and '%s' (%s) "
					  "differ in size",
					  elab_callee_name(in, fn->node), elab_name(in, fn->body->locals.at[lead].name),
					  elab_dims_text(in, arg[lead]->type),
					  elab_name(in, fn->body->locals.at[i].name), elab_dims_text(in, arg[i]->type));
			return -2;
		}
	}
	return lead;
}

/* The call for one element, given as subscript. */
static const Expr *call_at(Inst *in, const Env *env, const FnInfo *fn, const Expr **arg,
						   const Expr *sub, Place at)
{
	const Expr **part = NEW_ARRAY(in->scratch, const Expr *, fn->n_in + 1), *x;

	for (int32_t i = 0; i < fn->n_in; i++) {
		part[i] = arg[i];
		if (extra(fn, arg, i) > 0)
			part[i] = sub->op == EX_INTEGER
						  ? elab_element(in, arg[i], (int32_t)expr_integer_value(sub))
						  : expr_index(in->pool, arg[i], &sub, 1);
	}
	x = elab_call_with(in, env, fn, part, at);
	return x->type->kind == TY_TUPLE ? expr_result(in->pool, x, 0) : x;
}

/* In a function, where the size is open. */
static const Expr *call_symbolic(Inst *in, const Env *env, const FnInfo *fn, const Expr **arg,
								 int32_t lead, Place at)
{
	const Expr *one = expr_integer(in->pool, 1), *size[2] = {arg[lead], one}, *range[3], *x[3];

	if (!env->body)
		return elab_fail(in, at, E_SIZES, "the size of an argument is not known");
	range[0] = range[1] = one;
	range[2] = expr_op(in->pool, EX_SIZE, size, 2);
	x[1] = expr_op(in->pool, EX_RANGE, range, 3);
	x[0] = elab_new_iter(in, env->body, flat_name(in->flat, "i"), one->type, at);
	x[2] = call_at(in, env, fn, arg, x[0], at);
	return elab_make(in, EX_FOR_ARRAY, x, 3, at);
}

const Expr *elab_call_with(Inst *in, const Env *env, const FnInfo *fn, const Expr **arg, Place at)
{
	int32_t lead = leader(in, fn, arg, at), n;
	const Expr **x;

	if (lead == -1)
		return elab_call_once(in, env, fn, arg, at);
	if (lead < 0)
		return elab_error(in);
	n = arg[lead]->type->dim[0];
	if (n == DIM_OPEN)
		return call_symbolic(in, env, fn, arg, lead, at);
	x = NEW_ARRAY(in->scratch, const Expr *, n);
	for (int32_t i = 0; i < n; i++) {
		ArenaMark mark = arena_mark(in->scratch);

		x[i] = call_at(in, env, fn, arg, expr_integer(in->pool, i + 1), at);
		arena_release(in->scratch, mark);
		if (elab_is_error(x[i]))
			return x[i];
	}
	if (n > 0 && !type_agrees(x[0]->type, x[n - 1]->type))
		return elab_fail(in, at, E_SIZES, "the results for the elements differ in size");
	if (n > 0)
		return expr_array(in->pool, x[0]->type, x, (size_t)n);
	/* No element: the result has the remaining dimensions in front of its own. */
	return expr_array(in->pool,
					  type_array(in->pool,
								 fn->type    ? fn->type
								 : fn->n_out ? fn->body->locals.at[fn->n_in].type
											 : type_basic(in->pool, TY_NONE),
								 arg[lead]->type->dim + 1, extra(fn, arg, lead) - 1),
					  NULL, 0);
}
