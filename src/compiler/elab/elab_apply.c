/* SPDX-License-Identifier: MIT
   elab_apply.c — a call with values as arguments: defaults, sizes, the type of the result. What a
   function says about its inputs (defaults, sizes) is in terms of its locals; a call puts the
   arguments in their place. */
#include "compiler/elab/elab_local.h"

/* Substitution */

typedef struct {
	const Body *body;       /* whose locals are replaced */
	const Expr *const *arg; /* n: what for */
	int32_t n;              /* length of arg */
	int depth;              /* of declared values in declared values */
	Inst *in;               /* of all */
	bool failed;            /* a local is left over */
} Subst;

enum { MAX_NESTED_VALUES = 16 };

static const Expr *substitute(Subst *s, const Expr *e);

/* A record with the sizes that its fields have now. */
static const Expr *record_as_given(Subst *s, const Expr *e)
{
	TypeField *field = NEW_ARRAY(s->in->keep, TypeField, e->n + 1);

	for (uint32_t i = 0; i < e->n; i++)
		field[i] = (TypeField){.name = e->type->field[i].name, .type = e->arg[i]->type};
	return expr_record(s->in->pool, type_record(s->in->pool, e->type->name, field, (int)e->n),
					   e->arg, e->n);
}

/* A comprehension or reduction is spelled out: its iterator is a local, too. */
static const Expr *unroll(Subst *s, const Expr *e)
{
	static const ExprOp whole[] = {EX_SUM, EX_PRODUCT, EX_MIN_OF, EX_MAX_OF};
	ExprPool *p = s->in->pool;
	const Expr *range = e->arg[1], **x;
	const Expr *const *value;
	uint32_t n = 0;

	if (!(range->flags & XF_LOCAL) && !elab_is_error(range))
		range = value_of_expr(s->in, range, SPAN_NONE, NULL);
	value = range ? elab_literals(s->in, range, &n) : NULL;
	if (!value || n == 0 || e->arg[2]->type->kind == TY_RECORD) {
		s->failed = true;
		return e;
	}
	x = NEW_ARRAY(s->in->scratch, const Expr *, n);
	for (uint32_t i = 0; i < n; i++) {
		x[i] = walk_replace_local(p, s->in->scratch, e->arg[2], e->arg[0], value[i]);
		s->failed |= x[i]->type != x[0]->type;
	}
	if (s->failed)
		return e;
	range = expr_array(p, x[0]->type, x, n);
	return e->op == EX_FOR_ARRAY ? range : expr_unary(p, whole[e->op - EX_FOR_SUM], range);
}

static const Expr *subst_rule(void *ctx, ExprPool *p, const Expr *e)
{
	Subst *s = ctx;

	if (e->op >= EX_FOR_ARRAY && e->op <= EX_FOR_MAX)
		return unroll(s, e);
	if (e->op == EX_LOCAL && e->aux < s->body->locals.n &&
		s->body->locals.at[e->aux].kind == LO_ITERATOR)
		return e;

	if (e->op == EX_SIZE && e->n == 2 && e->arg[1]->op == EX_INTEGER) {
		int64_t d = expr_integer_value(e->arg[1]);
		const Type *t = e->arg[0]->type;

		return d >= 1 && d <= t->rank && t->dim[d - 1] != DIM_OPEN ? expr_integer(p, t->dim[d - 1])
																   : e;
	}
	if (e->op == EX_RECORD && e->type->n_scalars < 0)
		return record_as_given(s, e);
	if (e->op != EX_LOCAL)
		return e;
	if ((int32_t)e->aux < s->n && s->arg[e->aux])
		return s->arg[e->aux];
	/* A protected variable: the value that it is declared with. */
	if (e->aux < s->body->locals.n && (int32_t)e->aux >= s->n && s->depth < MAX_NESTED_VALUES) {
		const FlatLocal *local = &s->body->locals.at[e->aux];
		Subst inner = *s;

		if (local->kind == LO_LOCAL && local->init) {
			inner.depth++;
			e = substitute(&inner, local->init);
			s->failed |= inner.failed;
			return e;
		}
	}
	s->failed = true;
	return e;
}

/* The arguments of a call have sizes that do not fit together here. Of an if, the condition may
   tell which branch counts (MLS 3.6.5); otherwise there is no value. */
static const Expr *subst_misfit(void *ctx, const Expr *e, const Expr *const arg[])
{
	Subst *s = ctx;
	const Expr *cond = e->op == EX_IF && !(arg[0]->flags & XF_LOCAL) && !elab_is_error(arg[0])
						   ? value_of_expr(s->in, arg[0], SPAN_NONE, NULL)
						   : NULL;

	if (cond && cond->op == EX_BOOLEAN)
		return arg[expr_integer_value(cond) ? 1 : 2];
	return elab_error(s->in);
}

static const Expr *substitute(Subst *s, const Expr *e)
{
	Rewrite *r = walk_rewrite_new(s->in->pool, s->in->scratch, XF_LOCAL, subst_rule, s);

	walk_rewrite_misfit(r, subst_misfit);
	return walk_rewrite(r, e);
}

const Expr *elab_substitute(Inst *in, const Expr *e, const Body *b, const Expr *const arg[],
							int32_t n)
{
	Subst s = {.body = b, .arg = arg, .n = n, .in = in};
	ArenaMark mark = arena_mark(in->scratch);
	const Expr *x = substitute(&s, e);

	arena_release(in->scratch, mark);
	return s.failed ? NULL : x;
}

/* Defaults (MLS 12.4.1): they may depend on other inputs, also on those with defaults. */

static const Expr *missing(Inst *in, const FnInfo *fn, int32_t i, Place at)
{
	return elab_fail(in, at, E_CALL_ARGS,
					 "the argument '%s' of '%s' is not given and has no default",
					 elab_name(in, fn->body->locals.at[i].name), elab_callee_name(in, fn->node));
}

static bool fill_defaults(Inst *in, const FnInfo *fn, const Expr **arg, Place at)
{
	bool progress = true;
	int32_t first = -1;

	while (progress) {
		progress = false;
		first = -1;
		for (int32_t i = 0; i < fn->n_in; i++) {
			const Expr *x;

			if (arg[i])
				continue;
			if (first < 0)
				first = i;
			if (!fn->value[i])
				return missing(in, fn, i, at), false;
			x = elab_substitute(in, fn->value[i], fn->body, arg, fn->n_in);
			if (x && elab_is_error(x)) {
				elab_fail(in, at, E_SIZES,
						  "the default of the argument '%s' of '%s' has sizes that do not fit here",
						  elab_name(in, fn->body->locals.at[i].name),
						  elab_callee_name(in, fn->node));
				return false;
			}
			if (x) {
				arg[i] = x;
				progress = true;
			}
		}
	}
	if (first >= 0)
		elab_fail(in, at, E_CALL_ARGS,
				  "the default of the argument '%s' of '%s' depends on itself, or is too involved",
				  elab_name(in, fn->body->locals.at[first].name), elab_callee_name(in, fn->node));
	return first < 0;
}

/* Sizes */

/* Size d of a local as it is in this call; DIM_OPEN: not known. */
static int32_t size_in_call(Inst *in, const FnInfo *fn, const FlatLocal *local, int d,
							const Expr *const arg[])
{
	const Expr *x = NULL;

	if (local->type->dim[d] != DIM_OPEN)
		return local->type->dim[d];
	if (local->dim && local->dim[d])
		x = elab_substitute(in, local->dim[d], fn->body, arg, fn->n_in);
	if (!x || x->op != EX_INTEGER || expr_integer_value(x) < 0 ||
		expr_integer_value(x) > FLAT_MAX_VARS)
		return DIM_OPEN;
	return (int32_t)expr_integer_value(x);
}

static bool check_sizes(Inst *in, const Env *env, const FnInfo *fn, const Expr *const arg[],
						Place at)
{
	for (int32_t i = 0; i < fn->n_in; i++) {
		const FlatLocal *local = &fn->body->locals.at[i];

		for (int d = 0; local->dim && d < local->type->rank; d++) {
			int32_t want = size_in_call(in, fn, local, d, arg), have = arg[i]->type->dim[d];

			if (want == have || want == DIM_OPEN || have == DIM_OPEN)
				continue;
			elab_doubt(in, env, at, E_SIZES,
					   "dimension %d of the argument '%s' of '%s' must be %d, but is %d", d + 1,
					   elab_name(in, local->name), elab_callee_name(in, fn->node), want, have);
			return false;
		}
	}
	return true;
}

/* A size of the result that parameters decide about is evaluated in a model. */
static int32_t evaluated_size(Inst *in, const Env *env, const FnInfo *fn, const FlatLocal *out,
							  int d, const Expr *const arg[], Place at)
{
	const Expr *x = NULL;

	if (out->dim && out->dim[d] && !elab_in_function(env))
		x = elab_substitute(in, out->dim[d], fn->body, arg, fn->n_in);
	if (!x || x->variability > VB_PARAMETER)
		return DIM_OPEN;
	x = elab_evaluate(in, x, at, "the size of the result");
	return x->op == EX_INTEGER ? (int32_t)expr_integer_value(x) : DIM_OPEN;
}

/* Have the types one size, which is known? The depth is that of nested records. */
static bool same_size(const Type *a, const Type *b)
{
	if (a->n_scalars < 0 || b->n_scalars < 0 || a->rank != b->rank)
		return false;
	for (int d = 0; d < a->rank; d++)
		if (a->dim[d] != b->dim[d])
			return false;
	if (a->kind != TY_RECORD || a->rank > 0)
		return true;
	for (int k = 0; k < a->n_fields && a != b; k++)
		if (k >= b->n_fields || !same_size(a->field[k].type, b->field[k].type))
			return false;
	return true;
}

/* The type of e, which is local i or a field of it, if the local is `whole`. NULL: it is none. */
static const Type *part_of(const Expr *e, int32_t i, const Type *whole)
{
	if (e->op == EX_LOCAL)
		return (int32_t)e->aux == i ? whole : NULL;
	whole = e->op == EX_FIELD ? part_of(e->arg[0], i, whole) : NULL;
	return whole && whole->rank == 0 && (int)e->aux < whole->n_fields ? whole->field[e->aux].type
																	  : NULL;
}

static bool is_part(const Expr *e, int32_t i)
{
	while (e->op == EX_FIELD)
		e = e->arg[0];
	return e->op == EX_LOCAL && (int32_t)e->aux == i;
}

/* Does an assignment of the value to e give another size to local i, or to a field of it, than
   `whole` has? Of value NULL nothing is known. */
static bool resizes(const Expr *e, int32_t i, const Type *whole, const Expr *value)
{
	const Type *part;

	switch (e->op) {
	case EX_LOCAL:
	case EX_FIELD:
		part = part_of(e, i, whole);
		return is_part(e, i) && !(part && value && same_size(part, value->type));
	case EX_ARRAY:
	case EX_RECORD:
	case EX_TUPLE:
		for (uint32_t k = 0; k < e->n; k++)
			if (resizes(e->arg[k], i, whole, NULL))
				return true;
		return false;
	default: return false;
	}
}

static bool any_resizes(const FlatStmt *stmt, int32_t n, int32_t i, const Type *whole)
{
	for (int32_t k = 0; k < n; k++) {
		if (stmt[k].kind == ST_ASSIGN && resizes(stmt[k].lhs, i, whole, stmt[k].rhs))
			return true;
		for (int b = 0; b < stmt[k].n_branch; b++)
			if (any_resizes(stmt[k].branch[b].stmt, stmt[k].branch[b].n_stmt, i, whole))
				return true;
	}
	return false;
}

/* The type of the value that an output is declared with, in this call: its own, if the function
   assigns nothing of another size (MLS 12.4.5). NULL: not known. */
static const Type *declared_type(Inst *in, const FnInfo *fn, int32_t i, const Expr *const arg[])
{
	const FlatFn *flat = &in->flat->fns.at[fn->id.i];
	const FlatLocal *out = &fn->body->locals.at[i];
	const Expr *x;

	if (!flat->body.local || !out->init)
		return NULL;
	x = elab_substitute(in, out->init, fn->body, arg, fn->n_in);
	return x && !elab_is_error(x) && x->type->kind == out->type->kind &&
				   x->type->rank == out->type->rank &&
				   !any_resizes(flat->body.stmt, flat->body.n_stmt, i, x->type)
			   ? x->type
			   : NULL;
}

static const Type *output_type(Inst *in, const Env *env, const FnInfo *fn, int32_t k,
							   const Expr *const arg[], Place at)
{
	const FlatLocal *out = &fn->body->locals.at[fn->n_in + k];
	const Type *declared;
	int32_t dim[UINT8_MAX];

	if (!out->type || out->type->n_scalars >= 0)
		return out->type;
	declared = elab_in_function(env) ? NULL : declared_type(in, fn, fn->n_in + k, arg);
	if (out->type->rank == 0)
		return declared ? declared : out->type;
	for (int d = 0; d < out->type->rank; d++) {
		dim[d] = size_in_call(in, fn, out, d, arg);
		if (dim[d] == DIM_OPEN && declared)
			dim[d] = declared->dim[d];
		if (dim[d] == DIM_OPEN)
			dim[d] = evaluated_size(in, env, fn, out, d, arg, at);
	}
	return type_array(in->pool, out->type->elem, dim, out->type->rank);
}

static const Type *result_type(Inst *in, const Env *env, const FnInfo *fn, const Expr *const arg[],
							   Place at)
{
	const Type **part = NEW_ARRAY(in->scratch, const Type *, fn->n_out + 1);

	if (fn->n_out == 0)
		return type_basic(in->pool, TY_NONE);
	for (int32_t k = 0; k < fn->n_out; k++) {
		part[k] = output_type(in, env, fn, k, arg, at);
		if (!part[k])
			return NULL;
	}
	return fn->n_out == 1 ? part[0] : type_tuple(in->pool, part, fn->n_out);
}

/* The type of a value that is known, with its sizes. The depth is that of nested records. */
static const Type *known_type(Inst *in, const Expr *v)
{
	TypeField *field;

	if (v->type->n_scalars >= 0)
		return v->type;
	if (v->op == EX_ARRAY && v->n > 0) {
		const Type *elem = known_type(in, v->arg[0]);
		int32_t n = (int32_t)v->n;

		return type_array(in->pool, elem, &n, 1);
	}
	if (v->op != EX_RECORD)
		return v->type;
	field = NEW_ARRAY(in->keep, TypeField, v->n + 1);
	for (uint32_t i = 0; i < v->n; i++)
		field[i] = (TypeField){.name = v->type->field[i].name, .type = known_type(in, v->arg[i])};
	return type_record(in->pool, v->type->name, field, (int)v->n);
}

/* In a model all sizes are known: a call whose result has another one is carried out. */
static const Expr *close_call(Inst *in, const Env *env, const FnInfo *fn, const Expr *call,
							  uint32_t site, Place at)
{
	const Expr *v;
	bool open = false;

	for (int32_t k = 0; k < fn->n_out; k++) {
		const Type *t = fn->n_out == 1 ? call->type : call->type->field[k].type;

		open |= t->n_scalars < 0;
	}
	if (!open || elab_in_function(env) || (call->flags & XF_LOCAL))
		return call;
	if (fn->n_out > 1)
		return call; /* the left side gives the sizes */
	v = elab_evaluate(in, call, at, "the size of the result of a function");
	return elab_is_error(v)
			   ? v
			   : expr_call(in->pool, fn->id, known_type(in, v), call->arg, call->n, site);
}

const Expr *elab_first_result(Inst *in, const Env *env, const Expr *call, Place at)
{
	const Type *t = call->type, **part;
	const Expr *x = expr_result(in->pool, call, 0), *v;

	if (x->type->n_scalars >= 0 || elab_in_function(env) || (x->flags & XF_LOCAL) ||
		call->op != EX_CALL)
		return x;
	v = elab_evaluate(in, x, at, "the size of the result of a function");
	if (elab_is_error(v))
		return v;
	part = NEW_ARRAY(in->scratch, const Type *, t->n_fields);
	part[0] = known_type(in, v);
	for (int i = 1; i < t->n_fields; i++)
		part[i] = t->field[i].type;
	call = expr_call(in->pool, (FnId){(int32_t)call->aux}, type_tuple(in->pool, part, t->n_fields),
					 call->arg, call->n, expr_site(call));
	return expr_result(in->pool, call, 0);
}

const Expr *elab_call_once(Inst *in, const Env *env, const FnInfo *fn, const Expr *const arg[],
						   Place at)
{
	const Expr **full = NEW_ARRAY(in->scratch, const Expr *, fn->n_in + 1), *call;
	const Type *type;
	uint32_t site = 0;

	for (int32_t i = 0; i < fn->n_in; i++)
		full[i] = arg[i];
	if (!fill_defaults(in, fn, full, at))
		return elab_error(in);
	for (int32_t i = 0; i < fn->n_in; i++)
		if (elab_is_error(full[i]))
			return full[i];
	if (!check_sizes(in, env, fn, full, at))
		return elab_error(in);
	if (fn->type)
		return elab_construct(in, fn, full);
	type = result_type(in, env, fn, full, at);
	if (!type)
		return elab_error(in);
	fn->body->is_called_early |= !in->flat->fns.at[fn->id.i].body.local;
	if (in->flat->fns.at[fn->id.i].purity == PU_IMPURE)
		site = expr_new_site(in->pool);
	call = expr_call(in->pool, fn->id, type, full, (size_t)fn->n_in, site);
	return close_call(in, env, fn, call, site, at);
}

bool elab_call_fits(Inst *in, const FnInfo *fn, const Expr *const arg[], int n)
{
	if (n > fn->n_formal)
		return false;
	for (int i = 0; i < fn->n_formal; i++) {
		const Type *to = fn->body->locals.at[i].type;

		if (i >= n
				? !fn->value[i]
				: !to || to->rank != arg[i]->type->rank || !elab_can_convert(in, arg[i]->type, to))
			return false;
	}
	return true;
}
