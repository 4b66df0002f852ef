/* SPDX-License-Identifier: MIT
   elab_partial.c — partial derivatives of functions (MLS 12.7.2): `function fx = der(f, x)` is a
   function of the inputs of f. It is made once, by diff/, and called as f is. */
#include "compiler/diff/diff.h"
#include "compiler/elab/elab_local.h"

/* The number of an input that a derivative can be taken by; -1: there is none, reported. */
static int32_t find_input(Inst *in, const Node *n, const FlatFn *fn, Name name)
{
	for (int32_t i = 0; i < fn->n_in; i++)
		if (fn->body.local[i].name.i == name.i && type_is_scalar(fn->body.local[i].type, TY_REAL))
			return i;
	elab_fail(in, n->def->at, E_FUNCTION,
			  "'%s' is the derivative by '%s', which is no single Real input of '%s'",
			  node_name(in, n), elab_name(in, name), intern_text(in->flat->names, fn->name));
	return -1;
}

/* The derivative of f by its input k; -1: reported. */
static FnId make_partial(Inst *in, Node *n, FnId f, int32_t k)
{
	FlatModel *m = in->flat;
	FlatFn of = m->fns.at[f.i], fn = {.at = syntax_span(n->def->at),
									  .n_in = of.n_in,
									  .n_out = of.n_out,
									  .smooth_order = -1};
	int32_t n_locals = of.n_in + of.n_out;
	const Expr **local = NEW_ARRAY(in->scratch, const Expr *, n_locals + 1), *call, *t;
	const Expr **tangent = NEW_ARRAY(in->scratch, const Expr *, n_locals + 1);
	FlatStmt *stmt = NEW(in->keep, FlatStmt);
	Diff *d;
	FnId id;

	fn.name = flat_name(m, arena_printf(in->scratch, "%s.'by %s'", intern_text(m->names, of.name),
										intern_text(m->names, of.body.local[k].name)));
	for (size_t i = m->fns.n; i-- > 0;)
		if (m->fns.at[i].name.i == fn.name.i)
			return (FnId){(int32_t)i};
	for (int32_t i = 0; i < n_locals; i++)
		local[i] = expr_local(in->pool, i, of.body.local[i].type);
	tangent[k] = expr_real(in->pool, 1);
	call = flat_call(m, f, local, (size_t)of.n_in);
	d = diff_new_body(m, in->scratch, false, tangent, n_locals);
	d->diag = in->diag;
	t = diff_tangent(d, call, &t) ? diff_full(d, call, t) : NULL;
	if (!t) {
		elab_fail(in, n->def->at, E_FUNCTION, "'%s' cannot be differentiated: %s",
				  intern_text(m->names, of.name), diff_why(d));
		return (FnId){-1};
	}
	*stmt = (FlatStmt){.kind = ST_ASSIGN, .at = fn.at, .rhs = t};
	stmt->lhs =
		of.n_out == 1 ? local[of.n_in] : expr_tuple(in->pool, &local[of.n_in], (size_t)of.n_out);
	fn.body = (FlatBody){of.body.local, stmt, n_locals, 1};
	id = flat_new_fn(m, fn.name, PU_PURE);
	flat_set_fn(m, id, &fn);
	return id;
}

enum { MOST_ORDERS = 100 }; /* derivatives of derivatives */

/* The function that n stands for; *root: the one that it is a derivative of, of the given order. */
static FnId function_of(Inst *in, Node *n, Node **root, int order)
{
	const FnInfo *info;
	int n_errors;
	Node *base;
	FnId id;

	*root = n;
	if (n->def->form != FORM_DER) {
		info = elab_fn_info(in, n, NULL);
		return info ? info->id : (FnId){-1};
	}
	n_errors = in->diag->n_errors;
	base = lookup_class(in, n->scope, n->def->base, LOOKUP_ANY);
	if (!base || base->kind != NODE_CLASS || !base->def) {
		if (in->diag->n_errors == n_errors) /* a name that is there, of a constant, say */
			elab_fail(in, n->def->at, E_FUNCTION,
					  "'%s' is the derivative of something that is no function", node_name(in, n));
		return (FnId){-1};
	}
	if (order == MOST_ORDERS) {
		elab_fail(in, n->def->at, E_EXTENDS_CYCLE,
				  "'%s' is a derivative of itself, or of more than %d derivatives",
				  node_name(in, n), MOST_ORDERS);
		return (FnId){-1};
	}
	id = function_of(in, base, root, order + 1);
	if (n->fn.i >= 0)
		return n->fn;
	for (uint32_t i = 0; i < n->def->n_list && id.i >= 0; i++) {
		int32_t k = find_input(in, n, &in->flat->fns.at[id.i], n->def->names[i]);

		id = k < 0 ? (FnId){-1} : make_partial(in, n, id, k);
	}
	n->fn = id;
	return id;
}

/* Calls of f, one or an array of them, become calls of its derivative; NULL: it is no such. */
static const Expr *with_function(Inst *in, const Expr *x, FnId f, FnId derivative)
{
	const Expr **part;

	if (x->op == EX_CALL && (int32_t)x->aux == f.i)
		return expr_call(in->pool, derivative, x->type, x->arg, x->n, 0);
	if (x->op != EX_ARRAY && x->op != EX_RESULT)
		return NULL;
	part = NEW_ARRAY(in->scratch, const Expr *, x->n + 1);
	for (uint32_t i = 0; i < x->n; i++) {
		part[i] = with_function(in, x->arg[i], f, derivative);
		if (!part[i])
			return NULL;
	}
	return x->op == EX_RESULT ? expr_result(in->pool, part[0], (int)x->aux)
							  : expr_with(in->pool, x, part);
}

const Expr *elab_partial(Inst *in, const Env *env, Node *n, const AstExpr *e)
{
	Node *root;
	FnId derivative = function_of(in, n, &root, 0);
	const Expr *x;

	if (derivative.i < 0)
		return elab_error(in);
	x = elab_call_function(in, env, root, e);
	if (elab_is_error(x))
		return x;
	x = with_function(in, x, root->fn, derivative);
	return x ? x
			 : elab_fail(in, e->at, E_UNSUPPORTED,
						 "'%s' is the derivative of a function that is an operator: write it down",
						 node_name(in, n));
}
